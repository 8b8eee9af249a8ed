"""Income and victory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sandtable.core.rules import Step
from sandtable.core.table import Table
from sandtable.core.values import Outcome
from sandtable.warfare import events
from sandtable.warfare.base import WarTable
from sandtable.warfare.capture import Capture
from sandtable.warfare.sequence import TurnSequence
from sandtable.warfare.state import WarState


class Income(TurnSequence):
    """Money at the end of a turn."""

    def income(self, state: WarState, power: str) -> int:
        """What a power collects: its production, nothing while its capital is enemy-held."""
        return 0 if self.capital_lost(state, power) else self.production(state, power)


class CollectIncome(Step[Income, WarState]):
    """Phase 6: the power collects its production."""

    name = "income"

    def begin(self, rules: Income, table: Table[WarState], subject: str) -> None:
        rules.begin_phase(table, self.name)
        power = table.state.power
        rules.pay(table, power, rules.income(table.state, power), "income")


class Goal(NamedTuple):
    """A way to win: a side must hold so much of what counts."""

    reason: str
    needed: int
    counts: Mapping[str, int]
    """Territory → what it counts for whoever holds it."""


class Victory(Capture, Income):
    """Who has won, and when that is looked at."""

    wins_at_once: bool = False
    """Whether the war is won as soon as a condition is met, not only when a round ends."""

    def goals(self, state: WarState, side: str) -> Iterable[Goal]:
        """The ways to win that are open to a side."""
        raise NotImplementedError

    def progress(self, state: WarState, side: str, goal: Goal) -> int:
        """How much of what a goal asks for a side holds."""
        held = self.board.side(side)
        return sum(count for space, count in goal.counts.items() if state.owner.get(space) in held)

    def victories(self, state: WarState) -> dict[str, str]:
        """Sides that meet a victory condition now, and which one (the first of several)."""
        met: dict[str, str] = {}
        for side in self.board.sides:
            for goal in self.goals(state, side):
                if self.progress(state, side, goal) >= goal.needed:
                    met.setdefault(side, goal.reason)
        return met

    def check_victory(self, table: WarTable) -> None:
        """End the game if exactly one side meets a condition."""
        met = self.victories(table.state)
        if len(met) == 1:
            ((side, reason),) = met.items()
            self.win(table, side, reason)

    def round_is_over(self, table: WarTable) -> None:
        self.check_victory(table)

    def win(self, table: WarTable, side: str, reason: str) -> None:
        table.tell(events.GameWon(side, reason))
        table.finish(Outcome(side, reason, self.board.side(side)))
