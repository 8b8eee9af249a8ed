"""The small vocabulary every game is told in: decisions, actions, events, tasks.

All of them are frozen values that turn into JSON and back (msgspec does the work and the checking).
"""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

Power = str
"""Id of a power (a nation, a side's player: whoever can be asked to decide)."""


class Action(msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """An answer to a decision. One small class per kind; `kind` is its tag in JSON."""

    @property
    def kind(self) -> str:
        """The tag of this action, as in its JSON form."""
        return str(self.__struct_config__.tag)


class Undo(Action, frozen=True, tag="undo"):
    """Take back the newest move of this phase (see `Game.can_undo`)."""


class Event(msgspec.Struct, frozen=True, tag_field="event", forbid_unknown_fields=True):
    """Something that happened. Append-only; log, animation and statistics are made from events."""

    secret_for: ClassVar[str] = ""
    """Name of a field that holds the only power allowed to see this event ("" = public)."""

    @property
    def kind(self) -> str:
        """The tag of this event, as in its JSON form."""
        return str(self.__struct_config__.tag)


class Decision(msgspec.Struct, frozen=True):
    """Who must decide what. `about` holds everything needed to render or answer it, as plain JSON."""

    power: Power
    kind: str
    step: str
    """The step of the rules that asked and will take the answer."""
    accepts: tuple[str, ...]
    """Kinds of actions that can answer it."""
    about: dict[str, Any] = {}


class Task(msgspec.Struct, frozen=True, array_like=True):
    """An entry of the agenda: a step still to be taken, and what it is about."""

    step: str
    subject: str = ""


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: the winning side (or "" for none) and by which condition."""

    winner: str
    reason: str
    powers: tuple[Power, ...] = ()
