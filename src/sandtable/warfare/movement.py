"""The two movement phases: which orders they take, and the menu of legal ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import ClassVar

from sandtable.core.dice import ScriptedDice
from sandtable.core.menu import Menu
from sandtable.core.rules import Step
from sandtable.core.table import Table
from sandtable.core.values import Action, Decision, Task
from sandtable.warfare.actions import Bombard, EndPhase, Move, Sail
from sandtable.warfare.antiair import AntiAir
from sandtable.warfare.base import WarTable
from sandtable.warfare.sequence import TurnSequence
from sandtable.warfare.state import Unit, WarState


class Movement(AntiAir, TurnSequence):
    """Orders of the combat move and the noncombat move."""

    def may_attack(self, state: WarState, power: str) -> bool:
        """Whether a power may make combat moves at all this turn."""
        return True

    def check_group(self, state: WarState, idents: Sequence[str], route: Sequence[str]) -> list[Unit]:
        """Units that may move together along a route of this length."""
        units = self.named_units(state, idents, state.power)
        self.check_route_shape(tuple(route), units[0].space)
        if len({unit.space for unit in units}) > 1:
            raise self.refuse("move.scattered")
        domains = {self.types[unit.kind].domain for unit in units}
        if len(domains) > 1:
            raise self.refuse("move.mixed")
        for unit in units:
            if unit.done and not (unit.airborne and state.phase == "noncombat_move"):
                raise self.refuse("move.done", unit=unit.kind)
            left = self.points_left(state, unit)
            if len(route) - 1 > left:
                domain = self.types[unit.kind].domain
                raise self.refuse(f"move.too_far.{domain}", unit=unit.kind, points=left, steps=len(route) - 1)
        return units

    def combat_order(self, table: WarTable, action: Action) -> None:
        """Carry out an order of the combat move."""
        state = table.state
        if not self.may_attack(state, state.power):
            raise self.refuse("move.may_not_attack", power=state.power)
        match action:
            case Move(idents, route, raid, deck):
                units = self.check_group(state, idents, route)
                if deck:
                    raise self.refuse("move.deck_in_combat")
                if units[0].kind in self.air:
                    self.fly_to_attack(table, units, route, raid)
                    self.fire_on_overflight(table, units, route)
                    return
                if raid:
                    raise self.refuse("raid.only_bombers", unit=units[0].kind)
                if len(route) < 2:
                    raise self.refuse("move.no_route")
                if units[0].kind in self.ships:
                    self.sail_to_attack(table, units, route)
                else:
                    self.march_to_attack(table, units, route)
            case Sail():
                self.declare_landing(table, action)
            case Bombard(idents, route, target):
                self.take_up_bombardment(table, self.check_group(state, idents, route), route, target)

    def noncombat_order(self, table: WarTable, action: Action) -> None:
        """Carry out an order of the noncombat move."""
        state = table.state
        match action:
            case Move(idents, route, raid, deck):
                if raid:
                    raise self.refuse("raid.noncombat")
                units = self.check_group(state, idents, route)
                if units[0].kind in self.air:
                    self.fly_home(table, units, route, deck)
                    self.fire_on_overflight(table, units, route)
                    return
                if deck:
                    raise self.refuse("air.deck_on_land", space=route[-1])
                if len(route) < 2:
                    raise self.refuse("move.no_route")
                if units[0].kind in self.ships:
                    self.sail(table, units, route)
                else:
                    self.march(table, units, route)
            case Sail():
                self.ferry(table, action)

    def stranded(self, state: WarState) -> list[Unit]:
        """Aircraft still in the air that could land somewhere now."""
        return [
            unit
            for unit in state.units.values()
            if unit.airborne and unit.power == state.power and next(self.landing_places(state, unit), None)
        ]

    def end_noncombat(self, table: WarTable) -> None:
        """Nobody may be left in the air who can land; the others are lost."""
        state = table.state
        waiting = self.stranded(state)
        if waiting:
            raise self.refuse("air.must_land", units=self.count(waiting), space=waiting[0].space)
        lost = [unit.id for unit in state.units.values() if unit.airborne and unit.power == state.power]
        self.lose(table, lost, "no_landing")


class MoveMenu(Menu):
    """Orders by groups of interchangeable units. Aircraft get one sensible route per target; others are legal too."""

    end_chance = 0.08
    """How often `sample` ends the phase although more could be moved."""

    def __init__(self, rules: Movement, state: WarState) -> None:
        self.rules = rules
        self.state = state
        self.combat = state.phase == "combat_move"

    def groups(self) -> list[list[Unit]]:
        """Units of the active power that might still move, interchangeable ones together."""
        rules, state = self.rules, self.state
        power = state.power
        if self.combat and not rules.may_attack(state, power):
            return []
        groups: dict[tuple[object, ...], list[Unit]] = {}
        for unit in state.units.values():
            if unit.power != power:
                if unit.kind not in rules.transports or unit.power not in rules.board.allies[power]:
                    continue
            elif unit.done and not (unit.airborne and not self.combat):
                continue
            if unit.aboard and unit.kind not in rules.air:
                continue
            key: tuple[object, ...] = (
                unit.space,
                unit.kind,
                unit.spent,
                unit.captured,
                unit.aboard,
                unit.power,
            )
            if unit.kind in rules.transports or unit.kind in rules.carriers:
                key = (unit.id,)
            groups.setdefault(key, []).append(unit)
        return list(groups.values())

    def orders(self, unit: Unit) -> list[Action]:
        """The elementary orders for one unit."""
        return list(self._combat_orders(unit) if self.combat else self._noncombat_orders(unit))

    def _combat_orders(self, unit: Unit) -> Iterator[Action]:
        rules, state = self.rules, self.state
        if unit.kind in rules.air:
            for target, raid in self._air_targets():
                if rules.may_attack_by_air(state, unit, target, raid):
                    route = rules.air_route(state, unit.power, unit.space, target)
                    yield Move((unit.id,), route, raid)
        elif unit.kind in rules.ships:
            if unit.power == state.power:
                for route in rules.sea_attack_routes(state, unit):
                    if self._carrier_may_go(unit, route):
                        yield Move((unit.id,), route)
                if unit.kind in rules.bombarders:
                    yield from self._bombardments(unit)
            if unit.kind in rules.transports:
                yield from rules.landing_orders(state, unit)
        elif unit.kind in rules.holders:
            for route in rules.attack_routes(state, unit):
                yield Move((unit.id,), route)

    def _air_targets(self) -> list[tuple[str, bool]]:
        if not hasattr(self, "_targets"):
            self._targets = self.rules.air_targets(self.state)
        return self._targets

    def _carrier_may_go(self, unit: Unit, route: tuple[str, ...]) -> bool:
        rules, state = self.rules, self.state
        if unit.kind not in rules.carriers:
            return True
        trial: Table[WarState] = Table(state.copy(), _no_dice())
        rules.shift_ships(trial, [unit], route, "move")
        return rules.can_all_land(trial.state)

    def _bombardments(self, unit: Unit) -> Iterator[Action]:
        rules, state = self.rules, self.state
        landings = {
            (u.space, u.target) for u in state.units.values() if u.task == "land" and u.power == state.power
        }
        if not landings:
            return
        routes = [(unit.space,), *rules.sea_routes(state, unit)]
        for route in routes:
            for zone, target in sorted(landings):
                if zone == route[-1] and rules.is_defended(state, state.power, target):
                    if not rules.is_hostile_zone(state, state.power, zone):
                        yield Bombard((unit.id,), route, target)

    def _noncombat_orders(self, unit: Unit) -> Iterator[Action]:
        rules, state = self.rules, self.state
        if unit.kind in rules.air:
            if rules.may_fly_home(state, unit):
                for place, deck in rules.landing_places(state, unit):
                    yield Move((unit.id,), rules.air_route(state, unit.power, unit.space, place), False, deck)
        elif unit.kind in rules.ships:
            if unit.power == state.power:
                for route in rules.sea_routes(state, unit):
                    yield Move((unit.id,), route)
            if unit.kind in rules.transports:
                yield from rules.ferry_orders(state, unit)
        else:
            for route in rules.march_routes(state, unit):
                yield Move((unit.id,), route)

    def may_end(self) -> bool:
        """Whether the phase can be ended now."""
        return self.combat or not self.rules.stranded(self.state)

    def __iter__(self) -> Iterator[Action]:
        for group in self.groups():
            yield from self.orders(group[0])
        if self.may_end():
            yield EndPhase()

    def sample(self, rng: Random) -> Action:
        may_end = self.may_end()
        if may_end and rng.random() < self.end_chance:
            return EndPhase()
        groups = self.groups()
        while groups:
            group = groups.pop(rng.randrange(len(groups)))
            orders = self.orders(group[0])
            if orders:
                return self._enlarge(rng.choice(orders), group, rng)
        return EndPhase()

    def _enlarge(self, order: Action, group: list[Unit], rng: Random) -> Action:
        """Send more of the same where nothing depends on the number."""
        if isinstance(order, Move) and group[0].kind in self.rules.holders and len(group) > 1:
            number = rng.randint(1, len(group))
            return Move(tuple(unit.id for unit in group[:number]), order.route)
        return order


def _no_dice() -> ScriptedDice:
    return ScriptedDice(())


class _MovePhase(Step[Movement, WarState]):
    accepts: ClassVar[tuple[str, ...]]

    def begin(self, rules: Movement, table: Table[WarState], subject: str) -> None:
        if not subject:
            rules.begin_phase(table, self.name)
        table.ask(self.name, table.state.power, self.name, self.accepts)

    def menu(self, rules: Movement, state: WarState, decision: Decision) -> Menu:
        return MoveMenu(rules, state)


class CombatMove(_MovePhase):
    """Phase 2: moves that lead to combat or take land."""

    name = "combat_move"
    accepts = ("move", "sail", "bombard", "end_phase")

    def answer(self, rules: Movement, table: Table[WarState], decision: Decision, action: Action) -> None:
        if isinstance(action, EndPhase):
            return
        table.push(Task(self.name, "again"))
        rules.combat_order(table, action)


class NoncombatMove(_MovePhase):
    """Phase 4: everybody who neither moved nor fought may move; aircraft come home."""

    name = "noncombat_move"
    accepts = ("move", "sail", "end_phase")

    def answer(self, rules: Movement, table: Table[WarState], decision: Decision, action: Action) -> None:
        if isinstance(action, EndPhase):
            rules.end_noncombat(table)
            return
        table.push(Task(self.name, "again"))
        rules.noncombat_order(table, action)
