"""Who will be in which zone at sea: where one zone counts on ships, no other does."""

from __future__ import annotations

import functools
from collections import Counter

from sandtable.ai.situation import Situation
from sandtable.ai.threats import Danger, Threats, sea_reach
from sandtable.board.board import FAR
from sandtable.warfare.state import Unit

HELP = 1.0
"""By how many IPC warships must lower what the enemy would gain at sea to be called for."""


class Escorts:
    """Where a power's ships go this turn, and which warships the transports of which zone count on."""

    def __init__(self, situation: Situation, threats: Threats) -> None:
        self.situation = situation
        self.threats = threats
        self.sent: dict[str, str] = {}
        """Ship → the zone in which it will be, by orders that are settled."""
        self.promised: dict[str, str] = {}
        """Warship → the zone it is to guard."""
        self._reach: dict[tuple[str, int], dict[str, int]] = {}
        self._coming: dict[str, Counter[str]] = {}

    def send(self, ship: str, zone: str) -> None:
        """A ship will be in a zone."""
        self.sent[ship] = zone
        self._coming.clear()

    def there(self, zone: str) -> Counter[str]:
        """Who will defend a zone if nobody else is sent: those who stay, allies, and ships on their way to it."""
        situation = self.situation
        fleet = Counter(
            unit.kind
            for unit in situation.state.units_in(zone)
            if unit.power in situation.allies and situation.fights_at_sea(unit) and not unit.airborne
            if self._goal(unit) == zone
        )
        for ident, goal in self.sent.items():
            ship = situation.state.units[ident]
            if goal == zone != ship.space:
                fleet += self.squadron(ship, zone)
        for carrier in self._crews:
            if self._goal(carrier) == carrier.space == zone:
                fleet += self._crew(carrier, zone)
        return fleet

    def _goal(self, unit: Unit) -> str:
        """Where a unit in a zone will be: aircraft go where their carrier goes."""
        ship = unit.aboard or unit.id
        return self.sent.get(ship, self.promised.get(ship, unit.space))

    def guards(self, zone: str) -> Counter[str]:
        """Own warships elsewhere that could still come, with the aircraft on their decks."""
        if zone not in self._coming:
            found: Counter[str] = Counter()
            for ship in filter(self._guards, self._able(zone)):
                found += self.squadron(ship, zone)
            self._coming[zone] = found
        return Counter(self._coming[zone])

    def danger(self, zone: str, boats: Counter[str]) -> Danger:
        """What `boats` risk in a zone, with warships beside them if these would be called there.

        Transports that can defend themselves sail together.
        """
        fleet, guards = self.there(zone) + boats, self.guards(zone)
        bare = self.threats.danger(zone, fleet, 0.0)
        escorted = self.threats.danger(zone, fleet + guards, 0.0)
        known = escorted if bare.risk - escorted.risk >= HELP else bare
        if not any(self.situation.rules.types[kind].defence for kind in boats):
            return known
        others = sum((Counter((ship.kind,)) for ship in self._able(zone) if not self._guards(ship)), Counter[str]())
        convoy = self.threats.danger(zone, fleet + guards + (others - boats), 0.0)
        return min(known, convoy, key=lambda danger: danger.chance)

    def promise(self, zone: str, new: Counter[str] | None = None) -> None:
        """Keep the warships that guard a zone there, and call those who could come, if the enemy then gains less.

        `new` ships will be launched there.
        """
        if not self.threats.threatened(zone):
            return
        here = [
            ship
            for ship in self.situation.own()
            if ship.space == zone == self._goal(ship) and ship.id not in self.sent and self._guards(ship)
        ]
        fleet = self.there(zone) + (new or Counter())
        bare = Counter(fleet)
        for ship in here:
            bare -= self.squadron(ship, zone)
        risk = self.threats.danger(zone, fleet, 0.0).risk
        if self.threats.danger(zone, bare, 0.0).risk - risk >= HELP:
            self.promised.update(dict.fromkeys((ship.id for ship in here), zone))
        if risk - self.threats.danger(zone, fleet + self.guards(zone), 0.0).risk >= HELP:
            called = [ship.id for ship in self._able(zone) if self._guards(ship)]
            self.promised.update(dict.fromkeys(called, zone))
        self._coming.clear()

    def _guards(self, ship: Unit) -> bool:
        rules = self.situation.rules
        return ship.kind in rules.ships and ship.kind not in rules.transports

    def squadron(self, ship: Unit, zone: str) -> Counter[str]:
        """A ship in a zone with the aircraft on its decks, those among them who are still in the air."""
        rules, state = self.situation.rules, self.situation.state
        aircraft = (unit.kind for unit in state.aboard(ship) if unit.kind in rules.air and not unit.done)
        return Counter((ship.kind, *aircraft)) + self._crew(ship, zone)

    def _crew(self, carrier: Unit, zone: str) -> Counter[str]:
        """Those in the air who can come down on a carrier in a zone."""
        rules, state = self.situation.rules, self.situation.state
        steps = self.situation.board.distances(zone)
        crew = self._crews.get(carrier, ())
        return Counter(u.kind for u in crew if steps.get(u.space, FAR) <= rules.points_left(state, u))

    @functools.cached_property
    def _crews(self) -> dict[Unit, list[Unit]]:
        """Carrier → aircraft in the air for which it has room, the nearest first; each on one deck only."""
        rules, state = self.situation.rules, self.situation.state
        flying = [unit for unit in self.situation.own() if unit.airborne and rules.types[unit.kind].deck_size]
        crews: dict[Unit, list[Unit]] = {}
        for carrier in self.situation.own() if flying else ():
            room = rules.free_slots(state, carrier) if carrier.kind in rules.carriers else 0
            near = self.situation.board.distances(carrier.space)
            for unit in sorted(flying, key=lambda unit: near.get(unit.space, FAR)):
                if rules.types[unit.kind].deck_size <= room:
                    room -= rules.types[unit.kind].deck_size
                    crews.setdefault(carrier, []).append(unit)
                    flying.remove(unit)
        return crews

    def _able(self, zone: str) -> list[Unit]:
        """Own ships elsewhere that are free to come."""
        rules, state = self.situation.rules, self.situation.state
        found = []
        for ship in self.situation.own():
            if ship.kind not in rules.ships or ship.done or ship.space == zone or ship.id in self.sent:
                continue
            if self.promised.get(ship.id, zone) != zone:
                continue
            points = rules.points_left(state, ship)
            start = (ship.space, points)
            if start not in self._reach:
                self._reach[start] = sea_reach(self.situation, self.situation.power, *start)
            if zone in self._reach[start]:
                found.append(ship)
        return found
