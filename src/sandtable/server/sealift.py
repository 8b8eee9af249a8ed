"""Land units are carried over the sea: loading on the way, sailing, putting ashore, ship after ship."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sandtable.server import wire
from sandtable.server.trials import Manner, Trials
from sandtable.warfare import ways
from sandtable.warfare.actions import Sail
from sandtable.warfare.state import Unit, WarState

TRIES = 6
"""Loadings tried for a ship and a place before it is given up."""


class Lift(NamedTuple):
    """A way for one ship to carry some units: it boards them on its route and puts them ashore in `target`."""

    route: tuple[str, ...]
    load: dict[str, str]
    target: str


class SeaLift(Trials):
    """Finds ships for land units, and places for ships with cargo."""

    def by_sea(self, units: list[Unit], place: str) -> Iterator[tuple[str, wire.Way, WarState]]:
        """Ways over the sea for the land units and transports among the selected units, and the state afterwards.

        Land units go with the selected transports, with those they are on, or with any that can take them.
        """
        ships = [unit for unit in units if unit.kind in self.rules.transports]
        carried = [unit for unit in units if self.is_cargo(unit)]
        passengers = [unit for unit in units if self.rules.types[unit.kind].cargo_size and not unit.aboard]
        aboard = [self.state.units[ident] for ident in dict.fromkeys(unit.aboard for unit in carried)]
        fleet = list(dict.fromkeys([*ships, *aboard])) if ships or not passengers else self._transports(passengers)
        lifts = {ship.id: self._lifts(ship, passengers, carried, bool(ships), place) for ship in fleet}
        for there in dict.fromkeys(there for by_place in lifts.values() for there in by_place):
            found = self._convoy(there, fleet, lifts, passengers, carried)
            if found is not None:
                way, state = found
                yield there, way, state

    def _transports(self, passengers: Sequence[Unit]) -> list[Unit]:
        """Transports that might take the passengers, the nearest first; allied ones lie still."""
        rules, state = self.rules, self.state
        own = [unit for unit in state.units_of(state.power) if unit.kind in rules.transports and not unit.done]
        allied = [group[0] for group in self.menu.groups() if group[0].power != state.power]
        coast = rules.board.distances(passengers[0].space)
        room = [ship for ship in (*own, *allied) if rules.room_on(state, ship) > 0]
        return sorted(room, key=lambda ship: (coast.get(ship.space, 99), len(state.aboard(ship)), ship.n))

    def _lifts(
        self, ship: Unit, passengers: Sequence[Unit], carried: Sequence[Unit], chosen: bool, place: str
    ) -> dict[str, list[Lift]]:
        """What one ship could do, by the place it leads to; the rules have not been asked yet."""
        rules, state = self.rules, self.state
        borders = rules.board.borders
        points = rules.points_left(state, ship) if ship.power == state.power and not ship.done else 0
        cargo = [unit for unit in carried if unit.aboard == ship.id]
        if not passengers and not cargo and chosen:
            cargo = [unit for unit in state.aboard(ship) if unit.power == state.power and not unit.done]
        found: dict[str, list[Lift]] = {}
        routes = ways.sea_routes(rules, ship, points)
        if points > 1:  # out to load, and back
            routes += [(ship.space, zone, ship.space) for zone in rules.board.sea_borders[ship.space]]
        for route in routes:
            load: dict[str, str] = {}
            for unit in passengers:
                zone = next((zone for zone in route if unit.space in borders[zone]), "")
                if zone:
                    load[unit.id] = zone
            if not load and not cargo:
                continue
            for coast in rules.board.land_borders[route[-1]]:
                if rules.is_friendly(state, state.power, coast) != self.combat and (not place or coast == place):
                    found.setdefault(coast, []).append(Lift(route, load, coast))
            if load and not self.combat and (not place or route[-1] == place):
                found.setdefault(route[-1], []).append(Lift(route, load, ""))
        return found

    def _convoy(
        self,
        place: str,
        fleet: Sequence[Unit],
        lifts: dict[str, dict[str, list[Lift]]],
        passengers: Sequence[Unit],
        carried: Sequence[Unit],
    ) -> tuple[wire.Way, WarState] | None:
        """Ship after ship takes what it can until everybody is carried."""
        state = self.state
        waiting = {unit.id: unit for unit in sorted(passengers, key=self._bulk)}
        actions: list[Sail] = []
        gone: list[str] = []
        for ship in fleet:
            mine = [unit.id for unit in carried if unit.aboard == ship.id]
            if not waiting and not mine and passengers:
                break
            for lift in lifts[ship.id].get(place, [])[:TRIES]:
                sail = self._loaded(ship, lift, waiting, mine, not passengers and not carried)
                tried = self.tried(state, sail) if sail is not None else None
                if sail is not None and tried is not None:
                    state = tried
                    actions.append(sail)
                    gone += [ident for ident in dict.fromkeys((*sail.load, *sail.unload)) if ident not in gone]
                    for ident in sail.load:
                        waiting.pop(ident, None)
                    break
        if not actions:
            return None
        first = actions[0]
        loads = any(sail.load for sail in actions)
        if not first.target:
            manner: Manner = "load"
        elif self.combat:
            manner = "landing"
        else:
            manner = "ferry" if loads else "unload"
        route = (*first.route, first.target) if first.target else first.route
        if first.load:
            route = (self.state.units[next(iter(first.load))].space, *route)
        way = self.describe(manner, gone, len(passengers) + len(carried), route, list(actions))
        way.via = [sail.transport for sail in actions]
        return way, state

    def _loaded(
        self, ship: Unit, lift: Lift, waiting: dict[str, Unit], mine: Sequence[str], all_aboard: bool
    ) -> Sail | None:
        """The order for a ship that takes as many of those waiting as fit."""
        rules, state = self.rules, self.state
        room = rules.room_on(state, ship)
        party: list[Unit] = []
        for ident, unit in waiting.items():
            if ident in lift.load and rules.load_of([*party, unit]) <= room:
                party.append(unit)
        aboard = [u.id for u in state.aboard(ship) if u.power == state.power and not u.done] if all_aboard else mine
        if not party and not aboard:
            return None
        load = {unit.id: lift.load[unit.id] for unit in party}
        unload = (*aboard, *load) if lift.target else ()
        return Sail(ship.id, lift.route, load, tuple(unload), lift.target)

    def _bulk(self, unit: Unit) -> int:
        """Big pieces first, so that what is left fills the rest."""
        return -self.rules.types[unit.kind].cargo_size
