"""Opposing ships in one zone: new ships in enemy zones, submersible submarines, two-hit battleships, new fighters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.warfare.actions import Place
from sandtable.warfare.base import WarTable
from sandtable.warfare.battle import Battles
from sandtable.warfare.land import Route
from sandtable.warfare.production import Production
from sandtable.warfare.state import Unit, WarState
from sandtable.warfare.submarines import Submarines


class SharedZones(Battles):
    """Ships that begin their turn beside enemy ships leave in the combat move or fight where they are."""

    def may_leave(self, state: WarState, ships: Sequence[Unit]) -> bool:
        return self.is_hostile_zone(state, state.power, ships[0].space)

    def sea_attack_routes(self, state: WarState, ship: Unit) -> Iterator[Route]:
        leaving = self.may_leave(state, [ship])
        for route, hostile in self._sea_routes(state, ship):
            if hostile or leaving:
                yield route

    def start_battle(self, table: WarTable, space: str) -> None:
        """Own fighters on own carriers that fight where they lie take off and fight along."""
        state = table.state
        if self.board.is_sea[space]:
            for unit in state.units_in(space):
                ship = state.units.get(unit.aboard)
                if ship is not None and ship.kind in self.carriers and unit.power == ship.power == state.power:
                    state.change(unit.id, aboard="", airborne=True, done=True)
        super().start_battle(table, space)


class LaunchAnywhere(SharedZones, Production):
    """New ships may be placed in zones with enemy ships."""

    def may_launch_in(self, state: WarState, power: str, zone: str) -> bool:
        return True


class Submersible(SharedZones, Submarines):
    """Submarines dive instead of withdrawing: they leave the battle and stay in the zone."""

    def withdrawal_zones(self, state: WarState, submarine: Unit) -> list[str]:
        return [submarine.space]


class RepairedAfterBattle(Battles):
    """Ships that take several hits are as good as new when the battle is over."""

    def after_battle(self, table: WarTable) -> None:
        super().after_battle(table)
        for unit in list(table.state.units.values()):
            if unit.damage and self.hits_to_sink(unit.kind) > 1:
                table.state.change(unit.id, damage=0)


class TwoHitBattleships(RepairedAfterBattle):
    """Battleships take two hits."""

    def hits_to_sink(self, kind: str) -> int:
        return 2 if kind in self.bombarders else super().hits_to_sink(kind)


class NewFightersOnCarriers(Production):
    """New fighters may be placed on own carriers in zones next to the factory."""

    def places_for_kind(self, state: WarState, kind: str) -> Iterator[tuple[str, str]]:
        yield from super().places_for_kind(state, kind)
        if not self.types[kind].deck_size or self.capital_lost(state, state.power):
            return
        for factory in self.factory_spaces(state, state.power):
            if self.capacity_left(state, state.power, factory) > 0:
                for zone in self.board.sea_borders[factory]:
                    if self._deck_in(state, zone):
                        yield zone, factory

    def check_place(self, state: WarState, order: Place) -> None:
        if self.types[order.unit].deck_size and order.space in self.board.sea_borders[order.factory]:
            if self._deck_in(state, order.space, order.count, order.deck):
                return
            own = [u for u in state.units_in(order.space) if u.kind in self.carriers and u.power == state.power]
            full = own if not order.deck else [unit for unit in own if unit.id == order.deck]
            raise self.refuse("air.deck_full" if full else "air.deck_full.foreign", space=order.space)
        super().check_place(state, order)

    def deck_for_new(self, state: WarState, order: Place) -> str:
        if self.types[order.unit].deck_size and self.board.is_sea[order.space]:
            return self._deck_in(state, order.space, order.count, order.deck)
        return super().deck_for_new(state, order)

    def _deck_in(self, state: WarState, zone: str, count: int = 1, wanted: str = "") -> str:
        """The first own carrier in a zone (or the one that is wanted) with room for `count` new fighters."""
        for unit in state.units_in(zone):
            if unit.kind in self.carriers and unit.power == state.power and wanted in ("", unit.id):
                if self.free_slots(state, unit) >= count:
                    return unit.id
        return ""
