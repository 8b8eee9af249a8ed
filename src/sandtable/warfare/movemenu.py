"""The menu of legal orders in the two movement phases."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from sandtable.core.dice import ScriptedDice
from sandtable.core.menu import Menu
from sandtable.core.table import Table
from sandtable.core.values import Action
from sandtable.warfare.actions import Bombard, EndPhase, Move
from sandtable.warfare.movement import Movement
from sandtable.warfare.state import Unit, WarState


class Hop(NamedTuple):
    """A flight without its route yet: routes are looked for only when a flight is really proposed."""

    place: str
    raid: bool = False
    deck: str = ""


def likeness(unit: Unit) -> tuple[object, ...]:
    """What two units must have in common so that it does not matter which of them gets an order."""
    return (unit.space, unit.kind, unit.spent, unit.captured, unit.aboard, unit.pledge)


class MoveMenu(Menu):
    """Orders by groups of interchangeable units.

    Aircraft get one sensible route per target, around neutrals; other routes, also across neutrals for the fee, are
    legal too.
    """

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
        single = rules.transports | rules.carriers
        for unit in state.units_of(power):
            if unit.done and (self.combat or not unit.airborne):
                continue
            if unit.aboard and unit.kind not in rules.air:
                continue
            if unit.kind in single:
                groups[unit.id,] = [unit]
            else:
                groups.setdefault(likeness(unit), []).append(unit)
        return [*groups.values(), *self._allied_transports()]

    def _allied_transports(self) -> list[list[Unit]]:
        """Transports of allies: own units may leave them, and board them in the noncombat move."""
        state, rules = self.state, self.rules
        if self.combat:
            ships = {unit.aboard for unit in state.units_of(state.power) if unit.aboard}
            return [[ship] for ship in map(state.units.__getitem__, sorted(ships)) if ship.power != state.power]
        allies = [p for p in rules.powers if p in rules.board.allies[state.power] and p != state.power]
        return [[unit] for ally in allies for unit in state.units_of(ally) if unit.kind in rules.transports]

    def orders(self, unit: Unit) -> list[Action]:
        """The elementary orders for one unit."""
        return [self._order(unit, idea) for idea in self._ideas(unit)]

    def _ideas(self, unit: Unit) -> list[Action | Hop]:
        return list(self._combat_ideas(unit) if self.combat else self._noncombat_ideas(unit))

    def _order(self, unit: Unit, idea: Action | Hop) -> Action:
        if isinstance(idea, Hop):
            route = self.rules.air_route(self.state, unit.power, unit.space, idea.place)
            return Move((unit.id,), route, idea.raid, idea.deck)
        return idea

    def _combat_ideas(self, unit: Unit) -> Iterator[Action | Hop]:
        rules, state = self.rules, self.state
        if unit.kind in rules.air:
            for target, raid in rules.air_attacks(state, unit, self._air_targets):
                yield Hop(target, raid)
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

    @functools.cached_property
    def _air_targets(self) -> list[tuple[str, bool]]:
        return self.rules.air_targets(self.state)

    def _carrier_may_go(self, unit: Unit, route: tuple[str, ...]) -> bool:
        rules, state = self.rules, self.state
        if unit.kind not in rules.carriers:
            return True
        trial: Table[WarState] = Table(state.copy(), ScriptedDice(()))
        rules.shift_ships(trial, [unit], route, "move")
        return rules.can_all_land(trial.state)

    def _bombardments(self, unit: Unit) -> Iterator[Action]:
        rules, state = self.rules, self.state
        landings = {(u.space, u.target) for u in state.units_of(state.power) if u.task == "land"}
        if not landings:
            return
        routes = [(unit.space,), *rules.sea_routes(state, unit)]
        for route in routes:
            for zone, target in sorted(landings):
                if zone == route[-1] and rules.is_defended(state, state.power, target):
                    if not rules.is_hostile_zone(state, state.power, zone):
                        yield Bombard((unit.id,), route, target)

    def _noncombat_ideas(self, unit: Unit) -> Iterator[Action | Hop]:
        rules, state = self.rules, self.state
        if unit.kind in rules.air:
            if rules.may_fly_home(state, unit):
                for place, deck in rules.landing_places(state, unit):
                    yield Hop(place, False, deck)
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
        if self.combat:
            return self.rules.can_end_combat_move(self.state)
        return not self.rules.stranded(self.state)

    def __iter__(self) -> Iterator[Action]:
        for group in self.groups():
            yield from (order for order in self.orders(group[0]) if self.rules.order_stands(self.state, order))
        yield from (order for order in self._further_orders() if self.rules.order_stands(self.state, order))
        if self.may_end():
            yield EndPhase()

    def _further_orders(self) -> list[Action]:
        if not self.combat or not self.rules.may_attack(self.state, self.state.power):
            return []
        return list(self.rules.further_orders(self.state))

    def sample(self, rng: Random) -> Action:
        may_end = self.may_end()
        if may_end and rng.random() < self.end_chance:
            return EndPhase()
        further = self._further_orders()
        if further and rng.random() < self.end_chance:
            rng.shuffle(further)
            standing = next((order for order in further if self.rules.order_stands(self.state, order)), None)
            if standing is not None:
                return standing
        groups = self.groups()
        while groups:
            group = groups.pop(rng.randrange(len(groups)))
            ideas = self._ideas(group[0])
            while ideas:
                order = self._order(group[0], ideas.pop(rng.randrange(len(ideas))))
                if self.rules.order_stands(self.state, order):
                    return self._enlarge(order, group, rng)
        back = () if may_end else (order for order in further if self.rules.order_stands(self.state, order))
        return next(iter(back), EndPhase())

    def _enlarge(self, order: Action, group: list[Unit], rng: Random) -> Action:
        """Send more of the same where nothing depends on the number."""
        if isinstance(order, Move) and group[0].kind in self.rules.holders and len(group) > 1:
            number = rng.randint(1, len(group))
            return Move(tuple(unit.id for unit in group[:number]), order.route)
        return order
