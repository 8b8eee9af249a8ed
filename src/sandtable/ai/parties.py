"""Small parties for enemy land that lies open: a few units that overrun what hardly anybody guards.

Pulls send whole armies where the war is decided. Land far from there that one or two units could take, such as Africa
behind a beaten garrison, would be left to the enemy for good.
"""

from __future__ import annotations

from collections import defaultdict

from sandtable.ai.situation import Situation
from sandtable.board.board import FAR
from sandtable.warfare.state import Unit

NEAR = 3
"""How far those may be from open land who are there to take it; a step more for those who land for it."""
PARTY = 2
"""Units in a party, and how many territories one takes in time."""
STEP = 0.7
"""What open land counts with every step to it."""


class Parties:
    """Enemy land that lies open, and who is near enough to take it."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.members: set[str] = set()
        """Own units that are near some of it: they have something to do where they are."""
        self.left: list[str] = []
        """Open land that nobody is near, the richest first."""
        board = situation.board
        armies = self._armies()
        prey = [space for space in situation.open_land if situation.is_hostile_land(space) and board.values[space]]
        for target in sorted(prey, key=lambda space: (-board.values[space], board.rank[space])):
            party = self._party(target, armies)
            self.members |= {unit.id for unit in party if unit.power == situation.power}
            if not party:
                self.left.append(target)

    def _armies(self) -> dict[str, list[Unit]]:
        """Land units of the side by where they stand."""
        situation = self.situation
        armies: dict[str, list[Unit]] = defaultdict(list)
        for unit in situation.state.units.values():
            if unit.power in situation.allies and unit.kind in situation.rules.holders and not unit.aboard:
                armies[unit.space].append(unit)
        return armies

    def _party(self, target: str, armies: dict[str, list[Unit]]) -> list[Unit]:
        """Those nearest to a territory who have no other to take; they are struck off the armies."""
        party: list[Unit] = []
        for space, steps in self.situation.marches(target).items():
            if steps > NEAR:  # distances are in order of steps
                break
            while armies.get(space) and len(party) < PARTY:
                party.append(armies[space].pop())
        return party

    def gain(self, coast: str, number: int) -> float:
        """What it is worth to put so many units ashore for the open land around a coast."""
        tuning = self.situation.tuning
        steps = self.situation.marches(coast)
        values = self.situation.board.values
        prey = sum(STEP ** steps[target] * values[target] for target in self.around(coast)[:PARTY])
        return tuning.party * tuning.income_horizon * prey * min(1.0, number / PARTY)

    def send(self, coast: str) -> None:
        """A party lands on a coast: others need not care for the richest land around it."""
        for target in self.around(coast)[:PARTY]:
            self.left.remove(target)

    def around(self, coast: str) -> list[str]:
        """Open land near a coast that nobody is near."""
        steps = self.situation.marches(coast)
        return [target for target in self.left if steps.get(target, FAR) <= NEAR + 1]
