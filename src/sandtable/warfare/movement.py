"""Orders of the two movement phases: what they may do and how they are carried out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core.errors import IllegalAction
from sandtable.core.values import Action, Decision
from sandtable.warfare.actions import Bombard, Move, Sail
from sandtable.warfare.antiair import AntiAir
from sandtable.warfare.base import WarTable
from sandtable.warfare.sequence import TurnSequence
from sandtable.warfare.state import Unit, WarState


class Movement(AntiAir, TurnSequence):
    """Orders of the combat move and the noncombat move."""

    def may_attack(self, state: WarState, power: str) -> bool:
        """Whether a power may make combat moves at all this turn."""
        return True

    def misplaced(self, state: WarState, decision: Decision, action: Action) -> IllegalAction:
        """Once battles are fought nothing more can be sent into them."""
        if state.phase == "combat" and isinstance(action, Move | Sail | Bombard):
            return self.refuse("move.no_reinforcement")
        return super().misplaced(state, decision, action)

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
            if unit.kind in self.factories:
                raise self.refuse("move.factory")
            if unit.aboard and self.types[unit.kind].is_land:
                raise self.refuse("move.aboard", unit=unit.kind)
            if unit.done and not (unit.airborne and state.phase == "noncombat_move"):
                if self.types[unit.kind].is_land and self.board.is_sea.get(unit.origin):
                    raise self.refuse("move.landed", unit=unit.kind)
                if unit.task == "unloaded":
                    raise self.refuse("transport.done")
                if unit.aboard and not unit.spent and state.units[unit.aboard].spent:
                    raise self.refuse("air.rode", unit=unit.kind)
                if state.phase == "noncombat_move" and self._ended_by_landing(state, unit):
                    raise self.refuse("move.done.landed", unit=unit.kind)
                raise self.refuse(f"move.done.{state.phase}", unit=unit.kind)
            left = self.points_left(state, unit)
            if len(route) - 1 > left:
                who = "gun" if unit.kind in self.guns else self.types[unit.kind].domain
                raise self.refuse(f"move.too_far.{who}", unit=unit.kind, points=left, steps=len(route) - 1)
        return units

    def _ended_by_landing(self, state: WarState, unit: Unit) -> bool:
        """Whether a fighter has come down on a deck this turn, or a carrier has taken one aboard."""
        if unit.kind in self.carriers:
            return any(guest.done and guest.power == state.power for guest in state.aboard(unit))
        return unit.kind in self.air and bool(unit.aboard)

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

    def further_orders(self, state: WarState) -> Iterator[Action]:
        """Orders of the combat move that are given to no unit in particular."""
        yield from ()

    def order_stands(self, state: WarState, action: Action) -> bool:
        """Whether an order of the menu does not run into a plan of the whole phase."""
        return True

    def plan_holds(self, state: WarState) -> bool:
        """Whether the combat move could be ended as it stands."""
        return True

    def can_end_combat_move(self, state: WarState) -> bool:
        """Whether ending the combat move now would be accepted."""
        return True

    def unfinished(self, state: WarState) -> IllegalAction | None:
        """Why the combat move could not be ended as it stands, whoever can land (None: it could)."""
        return None

    def end_combat_move(self, table: WarTable) -> None:
        """Called when the combat move is ended; editions check their plans here."""

    def stranded(self, state: WarState) -> list[Unit]:
        """Aircraft still in the air that could land somewhere now."""
        return [
            unit
            for unit in state.units_of(state.power)
            if unit.airborne and next(self.landing_places(state, unit), None)
        ]

    def end_noncombat(self, table: WarTable) -> None:
        """Nobody may be left in the air who can land; the others are lost."""
        state = table.state
        waiting = self.stranded(state)
        if waiting:
            raise self.refuse("air.must_land", units=self.count(waiting), space=waiting[0].space)
        lost = [unit.id for unit in state.units_of(state.power) if unit.airborne]
        self.lose(table, lost, "no_landing")
