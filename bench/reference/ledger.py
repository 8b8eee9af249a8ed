"""What became of the reference player's orders, and how long it thought: the fairness of a match in figures."""

from __future__ import annotations

import msgspec

EXAMPLES = 40
"""Refusals of a match that are kept word for word."""


class Ledger(msgspec.Struct, kw_only=True):
    """One match."""

    asked: dict[str, int] = {}
    """Units it wanted to move, place or buy, by phase."""
    rerouted: dict[str, int] = {}
    """Of these: moved as it wanted, but by an order of another form (route, deck, in parts, after combat)."""
    refused: dict[str, int] = {}
    """Of these: our engine would not have it in any form."""
    reasons: dict[str, int] = {}
    """Refused units by phase and rule."""
    helped: dict[str, int] = {}
    """Orders in its own turns that the officer at its side gave: aircraft brought down, phases it could not end."""
    examples: list[str] = []
    own_refusals: list[str] = []
    """Orders that its own program refused before we were asked."""
    problems: list[str] = []
    """Where its own program failed."""
    seconds: dict[str, dict[int, float]] = {}
    """Power → round → seconds of thinking, on the clock …"""
    cpu: dict[str, dict[int, float]] = {}
    """… and of the processor."""

    def think(self, power: str, round: int, seconds: float, cpu: float) -> None:
        """It has thought about a turn so long."""
        for book, spent in ((self.seconds, seconds), (self.cpu, cpu)):
            turns = book.setdefault(power, {})
            turns[round] = turns.get(round, 0.0) + spent

    def ask(self, phase: str, units: int) -> None:
        """It wants something done with so many units."""
        _count(self.asked, phase, units)

    def reroute(self, phase: str, units: int) -> None:
        """Some of it is done in another way."""
        _count(self.rerouted, phase, units)

    def help(self, what: str) -> None:
        """The officer at its side gives an order."""
        _count(self.helped, what, 1)

    def refuse(self, phase: str, units: int, reason: str, example: str) -> None:
        """Some of it is not done."""
        _count(self.refused, phase, units)
        _count(self.reasons, f"{phase}: {reason}", units)
        if len(self.examples) < EXAMPLES:
            self.examples.append(example)


def _count(book: dict[str, int], key: str, number: int) -> None:
    book[key] = book.get(key, 0) + number


current = Ledger()
"""Of the match that is being played in this process."""


def begin() -> None:
    """A new match."""
    global current  # noqa: PLW0603  players are made by the arena, which knows nothing of ledgers
    current = Ledger()
