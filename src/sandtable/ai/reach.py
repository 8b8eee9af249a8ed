"""What the own units can attack this turn, and how they get there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.ai.situation import Situation
from sandtable.warfare.assaults import Assaults
from sandtable.warfare.land import Route
from sandtable.warfare.state import Unit


class Mover(NamedTuple):
    """A unit and its way to a target."""

    unit: Unit
    route: Route


class Boat(NamedTuple):
    """A transport and its way to the zone from which it lands."""

    ship: Unit
    route: Route


class Reach:
    """Target → who can attack it, on the board as it stands."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.land: dict[str, list[Mover]] = {}
        self.ships: dict[str, list[Mover]] = {}
        self.air: dict[str, list[Unit]] = {}
        self.boats: dict[str, list[Boat]] = {}
        rules, state = situation.rules, situation.state
        if rules.may_attack(state, situation.power):
            self._look()

    def targets(self) -> list[str]:
        """Everything that can be attacked, in the order of the board."""
        return self.situation.rules.in_board_order({*self.land, *self.ships, *self.air, *self.boats})

    def _look(self) -> None:
        rules, state = self.situation.rules, self.situation.state
        prey = [target for target in rules.air_targets(state) if not target[1]]
        routes: dict[tuple[object, ...], list[Route]] = {}
        flights: dict[tuple[object, ...], list[str]] = {}
        for unit in self.situation.own():
            if unit.done:
                continue
            key = (unit.space, unit.kind, unit.spent)
            if unit.kind in rules.air:
                if (*key, unit.aboard) not in flights:
                    found = [target for target, _ in rules.air_attacks(state, unit, prey)]
                    flights[*key, unit.aboard] = found
                for target in flights[*key, unit.aboard]:
                    self.air.setdefault(target, []).append(unit)
            elif unit.kind in rules.transports:
                self._look_for_landings(unit)
            elif unit.kind in rules.ships:
                if key not in routes:
                    routes[key] = list(self._sea_attacks(unit))
                for route in routes[key]:
                    self.ships.setdefault(route[-1], []).append(Mover(unit, route))
            elif unit.kind in rules.holders and not unit.aboard:
                if key not in routes:
                    routes[key] = list(self._land_attacks(unit))
                for route in routes[key]:
                    self.land.setdefault(route[-1], []).append(Mover(unit, route))

    def _sea_attacks(self, ship: Unit) -> Iterator[Route]:
        """Zones with something to fight; ships already beside enemies may fight where they are."""
        rules, state = self.situation.rules, self.situation.state
        if self.situation.opposition(ship.space) and fights_here(self.situation, ship.space):
            yield (ship.space,)
        for route in rules.sea_attack_routes(state, ship):
            if self.situation.opposition(route[-1]):
                yield route

    def _land_attacks(self, unit: Unit) -> Iterator[Route]:
        """Enemy land; neutrals are left in peace."""
        best: dict[str, Route] = {}
        for route in self.situation.rules.attack_routes(self.situation.state, unit):
            if self.situation.is_hostile_land(route[-1]) and len(best.get(route[-1], ())) < len(route):
                best[route[-1]] = route  # the longer way blitzes through something
        yield from best.values()

    def _look_for_landings(self, ship: Unit) -> None:
        for route in sea_walks(self.situation, ship):
            for coast in self.situation.board.land_borders[route[-1]]:
                if self.situation.is_hostile_land(coast):
                    self.boats.setdefault(coast, []).append(Boat(ship, route))


def fights_here(situation: Situation, zone: str) -> bool:
    """Whether ships that begin in a zone may fight there: beside warships they must, others they may attack."""
    rules, state = situation.rules, situation.state
    if rules.is_hostile_zone(state, situation.power, zone):
        return True
    if not isinstance(rules, Assaults) or not rules.may_declare_attack(state, zone):
        return False
    boats = (u for u in state.units_in(zone) if u.power == situation.power and u.kind in rules.transports)
    return all(boat.done for boat in boats)  # all ships of the zone would be in the battle, and bound by it


def sea_walks(situation: Situation, ship: Unit) -> list[Route]:
    """Every way of a ship through zones that do not stop it: staying, sailing, out and back."""
    rules, state, board = situation.rules, situation.state, situation.board
    walks: list[Route] = [(ship.space,)]
    frontier = walks
    for _ in range(rules.points_left(state, ship)):
        frontier = [
            (*walk, there)
            for walk in frontier
            if len(walk) == 1 or not rules.must_stop(state, ship, walk[-1])
            for there in board.sea_borders[walk[-1]]
            if rules.canal_open(state, ship.power, walk[-1], there)
        ]
        walks = walks + frontier
    return walks


def loading_zones(situation: Situation, route: Route) -> list[str]:
    """Zones of a way in which cargo may come aboard."""
    rules, state = situation.rules, situation.state
    return [z for z in dict.fromkeys(route) if not rules.is_hostile_zone(state, situation.power, z)]


def waiting(situation: Situation, route: Route) -> Iterator[tuple[Unit, str]]:
    """Own land units on coasts along a ship's way that could come aboard, and the zone in which they would."""
    rules, state = situation.rules, situation.state
    for zone in loading_zones(situation, route):
        for coast in situation.board.land_borders[zone]:
            for unit in state.units_in(coast):
                able = (
                    unit.power == situation.power and unit.kind in rules.holders and rules.types[unit.kind].cargo_size
                )
                if able and not (unit.spent or unit.done or unit.aboard or unit.captured):
                    yield unit, zone
