"""What players of the reference program want, in our terms: groups that move together, and voyages of transports.

They load, sail and unload in single steps; with us that is one order of a transport. And they move units of different
kinds together where we ask for an order each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sandtable.ai.rules import WarRules
from sandtable.core.values import Action
from sandtable.warfare import ways
from sandtable.warfare.actions import Bombard, Move, Sail
from sandtable.warfare.land import Route
from sandtable.warfare.state import Unit, WarState


@dataclass(frozen=True)
class Group:
    """Units of one domain that move along a route."""

    units: tuple[str, ...]
    route: Route
    raid: bool = False
    again: bool = False
    """It was refused once and is tried a second time after everything else."""

    @property
    def size(self) -> int:
        """How many units it is about."""
        return len(self.units)

    @property
    def end(self) -> str:
        """Where it goes."""
        return self.route[-1]

    def parts(self) -> list[Wish]:
        """What is left to try when it cannot be done as a whole."""
        return [replace(self, units=(ident,)) for ident in self.units] if self.size > 1 else []

    def fulfilled(self, state: WarState) -> bool:
        """Whether everybody is there already (fighters go along with their carrier)."""
        return all(state.units[ident].space == self.end for ident in self.units if ident in state.units)

    def attempts(self, rules: WarRules, state: WarState) -> Iterator[Action]:
        """Orders that fulfil it, the one that was meant first."""
        units = tuple(ident for ident in self.units if ident in state.units and state.units[ident].space != self.end)
        if not units:
            return
        unit = state.units[units[0]]
        routes = list(dict.fromkeys((self.route, *ways.routes(rules, state, unit, self.end, self.raid))))
        if state.phase == "combat_move" and unit.kind in rules.bombarders:
            yield from (Bombard(units, route, target) for route in routes for target in landings(state, self.end))
        for route in routes:
            yield Move(units, route, self.raid)
            if state.phase == "noncombat_move" and unit.kind in rules.air and len(units) == 1:
                decks = [deck for place, deck in rules.landing_places(state, unit) if place == self.end and deck]
                yield from (Move(units, route, deck=deck) for deck in decks)


@dataclass(frozen=True)
class Voyage:
    """A transport that loads on its way, sails and puts ashore."""

    ship: str
    route: Route
    load: dict[str, str] = field(default_factory=dict)
    unload: tuple[str, ...] = ()
    target: str = ""
    again: bool = False

    @property
    def size(self) -> int:
        """How many units it is about."""
        return 1 + len({*self.load, *self.unload})

    @property
    def end(self) -> str:
        """Where it goes."""
        return self.target or self.route[-1]

    @property
    def units(self) -> tuple[str, ...]:
        """The ship and its cargo."""
        return tuple(dict.fromkeys((self.ship, *self.load, *self.unload)))

    def parts(self) -> list[Wish]:
        """Nothing: without its cargo the voyage makes no sense."""
        return []

    def fulfilled(self, state: WarState) -> bool:
        """Whether nothing is left to do."""
        return self.ship not in state.units

    def attempts(self, rules: WarRules, state: WarState) -> Iterator[Action]:
        """Orders that fulfil it, the one that was meant first."""
        ship = state.units[self.ship]
        load = {ident: zone for ident, zone in self.load.items() if ident in state.units}
        unload = tuple(ident for ident in self.unload if ident in state.units)
        if state.phase == "combat_move" and not unload:
            yield Move((self.ship,), self.route)
            return
        yield Sail(self.ship, self.route, load, unload, self.target)
        for route in ways.sea_routes(rules, ship, rules.points_left(state, ship)):
            zones = {
                ident: next((z for z in route if z in rules.board.borders[state.units[ident].space]), "")
                for ident in load
            }
            arrives = self.target in rules.board.borders[route[-1]] if unload else route[-1] == self.route[-1]
            if arrives and all(zones.values()):
                yield Sail(self.ship, route, zones, unload, self.target)


Wish = Group | Voyage


def landings(state: WarState, zone: str) -> list[str]:
    """Where units will go ashore from a zone."""
    return list(dict.fromkeys(unit.target for unit in state.units_in(zone) if unit.task == "land"))


def wishes(rules: WarRules, state: WarState, orders: Iterable[dict[str, Any]]) -> list[Wish]:
    """The orders of a phase, sorted so that none stands in another's way.

    Aircraft leave before their carriers do, and come to them after those have sailed.
    """
    groups: list[Group] = []
    voyages: dict[str, Voyage] = {}
    for order in orders:
        route = tuple(order["route"])
        units = [state.units[ident] for ident in order["units"] if ident in state.units]
        units = [unit for unit in units if unit.power == state.power]
        here, there = (rules.board.is_sea[space] for space in (route[0], route[-1]))
        cargo = [unit for unit in units if unit.id in order["aboard"]]
        if cargo and here != there:
            _embark(voyages, state, cargo, order["aboard"], route)
            continue
        for domain in ("air", "sea", "land"):
            group = [unit for unit in units if rules.types[unit.kind].domain == domain and unit not in cargo]
            for unit in group if domain == "sea" else ():
                if unit.kind in rules.transports:
                    _extend(voyages, unit, route)
            group = [unit for unit in group if unit.kind not in rules.transports]
            if group:
                groups.append(Group(tuple(unit.id for unit in group), route, order["raid"]))
    return _sorted(rules, state, groups, _voyages(state, voyages.values()))


def _embark(
    voyages: dict[str, Voyage], state: WarState, cargo: Sequence[Unit], aboard: dict[str, str], route: Route
) -> None:
    """Cargo goes aboard or ashore."""
    for unit in cargo:
        ship = state.units.get(aboard[unit.id])
        if ship is None:
            continue
        voyage = voyages.setdefault(ship.id, Voyage(ship.id, (ship.space,)))
        if unit.space == route[0] and not unit.aboard and unit.id not in voyage.load:
            voyages[ship.id] = replace(voyage, load={**voyage.load, unit.id: route[-1]})
        else:
            voyages[ship.id] = replace(voyage, unload=(*voyage.unload, unit.id), target=route[-1])


def _extend(voyages: dict[str, Voyage], ship: Unit, route: Route) -> None:
    voyage = voyages.setdefault(ship.id, Voyage(ship.id, (ship.space,)))
    voyages[ship.id] = replace(voyage, route=(*voyage.route, *route[1:]))


def _voyages(state: WarState, found: Iterable[Voyage]) -> list[Wish]:
    """Transports that carry nothing out of or into anything are ships like others."""
    return [
        voyage if voyage.load or voyage.unload else Group((voyage.ship,), voyage.route)
        for voyage in found
        if voyage.load or voyage.unload or len(voyage.route) > 1
    ]


def _sorted(rules: WarRules, state: WarState, groups: Sequence[Group], voyages: Sequence[Wish]) -> list[Wish]:
    def domain(group: Group) -> str:
        return rules.types[state.units[group.units[0]].kind].domain

    def at_sea(group: Group) -> bool:
        return rules.board.is_sea[group.end]

    flights = [group for group in groups if domain(group) == "air"]
    ships = [group for group in groups if domain(group) == "sea"]
    marches = [group for group in groups if domain(group) == "land"]
    if state.phase == "combat_move":
        return [*flights, *marches, *ships, *voyages]
    away = [group for group in flights if not at_sea(group)]
    return [*away, *ships, *voyages, *marches, *(group for group in flights if at_sea(group))]
