"""The luck of the dice in IPC: what they did, and what they could be expected to do.

Every roll is valued before and after. Before: the mean over everything the dice could have shown. After: what they did
show. Both value hits by the cheapest units still standing on the side fired at, so nothing depends on choices made
after the roll, and the difference is zero on average by construction, whoever plays (see docs/arena.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

import msgspec

from sandtable.core.values import Event
from sandtable.warfare.events import BattleBegan, BattleEnded, DiceRolled, UnitsMoved
from sandtable.warfare.fire import Fire

BOMBS = ("raid", "rocket")
UNPRICED = ("research", "development")
"""What a development is worth in IPC nobody can say."""
LEAVING = ("withdraw", "submerge", "retreat")
"""Ways out of a battle."""


class Damage(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What the dice of a side did to the other, in IPC."""

    expected: float = 0.0
    actual: float = 0.0
    variance: float = 0.0
    """Of the actual damage around the expected one."""

    @property
    def luck(self) -> float:
        """By how much the dice did better than expected."""
        return self.actual - self.expected


class Mark(NamedTuple):
    """A hit that can still be taken: units without combat value last, cheap ones first."""

    last: bool
    cost: int
    kind: str


def ledger(rules: Fire, events: Iterable[Event]) -> dict[str, Damage]:
    """Expected and actual damage of each side's dice over a game or a part of it."""
    books = _Books(rules)
    for event in events:
        books.note(event)
    return books.sides


def net(sides: Mapping[str, Damage], side: str) -> float:
    """The luck of a side: how much better its dice did than expected, less what the enemy's did."""
    return sum(damage.luck if name == side else -damage.luck for name, damage in sides.items())


class _Books:
    """Goes through the events of a game and writes down every roll."""

    def __init__(self, rules: Fire) -> None:
        self.rules = rules
        self.defenceless = rules.types.with_trait("defenceless")
        self.sides = {side: Damage() for side in rules.board.sides}
        self.battle: BattleBegan | None = None
        self.standing: dict[str, list[Mark]] = {}
        """In the battle that is fought: the hits each side ("attack", "defence") can still take, in order."""

    def note(self, event: Event) -> None:
        match event:
            case BattleBegan():
                self.battle = event
                defenders = [(kind, n) for counts in event.defenders.values() for kind, n in counts.items()]
                self.standing = {"attack": self._marks(event.attackers.items()), "defence": self._marks(defenders)}
            case BattleEnded():
                self.battle = None
            case UnitsMoved() if event.manner in LEAVING and self.battle:
                side = "attack" if event.power == self.battle.power else "defence"
                for kind, number in event.kinds.items():
                    self._strike(side, [mark for mark in self.standing[side] if mark.kind == kind][:number])
            case DiceRolled() if event.purpose in UNPRICED:
                pass
            case DiceRolled() if event.purpose in BOMBS:
                self._drop(event)
            case DiceRolled() if event.purpose == "anti_air":
                aircraft = self._marks((kind, 1) for kind in event.units)
                downed = self._score(event, aircraft, self.rules.anti_air_chances(len(event.dice)))
                if self.battle and self.battle.space == event.space:
                    self._strike("attack", downed)
            case DiceRolled() if self.battle:
                side = self.rules.side_hit(event.purpose)
                chances = self.rules.hit_chances(event.needed)
                self._strike(side, self._score(event, self.standing[side], chances))

    def _marks(self, counts: Iterable[tuple[str, int]]) -> list[Mark]:
        """The hits a force can take, in order; damage that does not sink a unit costs nothing and comes first."""
        marks = []
        for kind, number in counts:
            sunk = Mark(kind in self.defenceless, self.rules.types[kind].cost, kind)
            damaged = Mark(False, 0, kind)
            marks += [*[sunk] * number, *[damaged] * (number * (self.rules.hits_to_sink(kind) - 1))]
        return sorted(marks)

    def _strike(self, side: str, gone: Iterable[Mark]) -> None:
        """These marks cannot be hit any more."""
        for mark in gone:
            if mark in self.standing[side]:
                self.standing[side].remove(mark)

    def _score(self, event: DiceRolled, marks: list[Mark], chances: Sequence[float]) -> list[Mark]:
        """Write down a volley, given the chances of 0, 1, 2 … hits by dice; returns the marks its hits fall on."""
        worth = [0, *accumulate(mark.cost for mark in marks)]
        by_dice = sum(die <= need for die, need in zip(event.dice, event.needed, strict=True))
        certain = event.hits - by_dice  # low luck gives most hits without a die: those are no luck at all
        outcomes = [worth[min(certain + hits, len(marks))] for hits in range(len(chances))]
        self._write(event.power, worth[min(event.hits, len(marks))], chances, outcomes)
        return marks[: event.hits]

    def _drop(self, event: DiceRolled) -> None:
        """Bombs and rockets: every pip is an IPC, whatever the victim has left to lose."""
        mean = (self.rules.die_sides + 1) / 2
        spread = (self.rules.die_sides**2 - 1) / 12
        damage = self.sides[self.rules.board.side_of[event.power]]
        damage.actual += sum(event.dice)
        damage.expected += mean * len(event.dice)
        damage.variance += spread * len(event.dice)

    def _write(self, power: str, actual: float, chances: Sequence[float], outcomes: Sequence[float]) -> None:
        mean = sum(chance * worth for chance, worth in zip(chances, outcomes, strict=True))
        square = sum(chance * worth**2 for chance, worth in zip(chances, outcomes, strict=True))
        damage = self.sides[self.rules.board.side_of[power]]
        damage.actual += actual
        damage.expected += mean
        damage.variance += square - mean**2
