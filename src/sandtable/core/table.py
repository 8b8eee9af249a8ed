"""The table: one action being carried out. It holds the state, the dice and what has happened so far."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from sandtable.core.dice import DiceSource
from sandtable.core.state import State
from sandtable.core.values import Decision, Event, Outcome, Task

S = TypeVar("S", bound=State)


class Table(Generic[S]):
    """What a step of the rules works with. Lives only while one action is applied."""

    __slots__ = ("dice", "events", "rolled", "secret", "state")

    def __init__(self, state: S, dice: DiceSource) -> None:
        self.state = state
        self.dice = dice
        self.events: list[Event] = []
        self.rolled: list[int] = []
        self.secret = False
        """True once something secret was shown, which bars undo as dice do."""

    def roll(self, count: int, sides: int = 6) -> tuple[int, ...]:
        """Roll dice and remember them for the record."""
        values = self.dice.roll_for(self.state, count, sides)
        self.rolled.extend(values)
        return values

    def tell(self, event: Event) -> None:
        """Announce what happened."""
        self.events.append(event)

    def ask(
        self, step: str, power: str, kind: str, accepts: tuple[str, ...], about: dict[str, Any] | None = None
    ) -> None:
        """Open a decision; the agenda waits until it is answered. Once the game is over nobody is asked."""
        if self.state.outcome is not None:
            return
        decision = Decision(power=power, kind=kind, step=step, accepts=accepts, about=about or {})
        self.state.open = (*self.state.open, decision)

    def push(self, *tasks: Task) -> None:
        """Put steps on the agenda, to be taken in the given order before everything already there."""
        if self.state.outcome is None:
            self.state.agenda = self.state.agenda + tasks[::-1]

    def push_steps(self, names: Iterable[str], subject: str = "") -> None:
        """`push` for several steps about the same subject."""
        self.push(*(Task(name, subject) for name in names))

    def finish(self, outcome: Outcome) -> None:
        """End the game."""
        self.state.outcome = outcome
        self.state.agenda = ()
        self.state.open = ()
