"""When the attacker breaks off."""

from __future__ import annotations

import msgspec

from sandtable.core.errors import BadValue, UnknownName

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
            raise BadValue("Retreat after how many rounds? At least 1")
        if self.name == "below" and not 0 <= self.chance <= 1:
            raise BadValue(f"A chance lies between 0 and 1, not at {self.chance}")

    @classmethod
    def parse(cls, text: str) -> RetreatPolicy:
        """«never», «after 2», «below 0.4», «optimal»."""
        word, _, figure = text.strip().lower().partition(" ")
        if figure and word in ("never", "optimal"):
            raise BadValue(f"«{text}»: {word!r} takes no number")
        try:
            if word == "after":
                return cls("after", rounds=int(figure))
            if word == "below":
                return cls("below", chance=float(figure))
        except ValueError:
            raise BadValue(f"«{text}»: {word!r} needs a number, for example «after 2» or «below 0.4»") from None
        return cls(word)
