"""When the attacker breaks off."""

from __future__ import annotations

import msgspec

from sandtable.core.errors import UnknownName
from sandtable.odds.speech import Unanswerable, decimal

NAMES = ("never", "after", "below", "optimal")
GOALS = ("win", "take", "value")


class RetreatPolicy(msgspec.Struct, frozen=True):
    """When the attacker breaks off after a round.

    name    "never"; "after" `rounds` rounds; "below": when the chance to win falls below `chance`;
            "optimal": when that serves the goal better than fighting on
    """

    name: str = "never"
    rounds: int = 0
    chance: float = 0.0

    def __post_init__(self) -> None:
        if self.name not in NAMES:
            raise UnknownName("retreat policy", self.name, NAMES)
        if self.name == "after" and self.rounds < 1:
            raise Unanswerable("problem.after_what")
        if self.name == "below" and not 0 <= self.chance <= 1:
            raise Unanswerable("problem.chance", chance=decimal(self.chance))

    @classmethod
    def parse(cls, text: str) -> RetreatPolicy:
        """«never», «after 2», «below 0.4», «optimal»."""
        word, _, figure = text.strip().lower().partition(" ")
        if figure and word in ("never", "optimal"):
            raise Unanswerable("problem.no_figure", text=text, word=word)
        try:
            if word == "after":
                return cls("after", rounds=int(figure))
            if word == "below":
                return cls("below", chance=float(figure))
        except ValueError:
            raise Unanswerable("problem.needs_figure", text=text, word=word) from None
        return cls(word)
