"""Warships that will guard transports: where one zone counts on them, no other does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from sandtable.ai.situation import Situation
from sandtable.ai.threats import Threats
from sandtable.board.board import FAR

HELP = 1.0
"""By how many IPC warships must lower what the enemy would gain at sea to be called for."""


class Escorts:
    """Which of a power's warships the transports of which zone count on this turn."""

    def __init__(self, situation: Situation, threats: Threats) -> None:
        self.situation = situation
        self.threats = threats
        self.promised: dict[str, str] = {}
        """Warship → the zone it is to guard."""
        self.busy: set[str] = set()
        """Ships that have something else to do."""
        self._coming: dict[str, Counter[str]] = {}

    def coming(self, zone: str) -> Counter[str]:
        """Own ships elsewhere that could still come: transports, which sail together, and warships to guard them."""
        rules, state = self.situation.rules, self.situation.state
        if zone not in self._coming:
            found = self.guards(zone)
            found.update(state.units[i].kind for i in self._able(zone) if state.units[i].kind in rules.transports)
            self._coming[zone] = found
        return self._coming[zone]

    def guards(self, zone: str) -> Counter[str]:
        """Own warships elsewhere that could still come, with the aircraft on their decks."""
        rules, state = self.situation.rules, self.situation.state
        found: Counter[str] = Counter()
        for ident in self._able(zone):
            ship = state.units[ident]
            if ship.kind not in rules.transports:
                found[ship.kind] += 1
                found.update(u.kind for u in state.aboard(ship) if u.kind in rules.air and not u.done)
        return found

    def employ(self, ships: Collection[str]) -> None:
        """These have something else to do."""
        self.busy |= set(ships)
        self._coming.clear()

    def promise(self, zone: str, guarded: Counter[str]) -> None:
        """Call the warships that could come to those who will be in a zone, if the enemy then gains less.

        Those who are there stay.
        """
        rules, state = self.situation.rules, self.situation.state
        if not self.threats.threatened(zone):
            return
        for ship in self.situation.own():
            if ship.space == zone and ship.kind in rules.ships and ship.kind not in rules.transports:
                self.promised.setdefault(ship.id, zone)
        alone = self.threats.danger(zone, guarded, 0.0).risk
        if alone - self.threats.danger(zone, guarded + self.guards(zone), 0.0).risk >= HELP:
            called = [i for i in self._able(zone) if state.units[i].kind not in rules.transports]
            self.promised.update(dict.fromkeys(called, zone))
            self._coming.clear()

    def _able(self, zone: str) -> list[str]:
        rules, state = self.situation.rules, self.situation.state
        steps = self.situation.board.distances(zone, frozenset(self.situation.board.land))
        return [
            ship.id
            for ship in self.situation.own()
            if ship.kind in rules.ships
            and not ship.done
            and ship.space != zone
            and ship.id not in self.busy
            and self.promised.get(ship.id, zone) == zone
            and steps.get(ship.space, FAR) <= rules.points_left(state, ship)
        ]
