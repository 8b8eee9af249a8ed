"""What every game state has: an agenda of steps, the open decisions, the outcome."""

from __future__ import annotations

import hashlib
from typing import Any, Self

import msgspec

from sandtable.core.values import Decision, Outcome, Task

_deterministic = msgspec.json.Encoder(order="deterministic")


class State(msgspec.Struct, kw_only=True):
    """Plain data with value semantics. Games add their fields; behaviour lives in `Rules`.

    A state is only changed by the step that is being applied to a fresh copy (see `Game.apply`), so states
    that have been handed out never change. Fields hold immutable values, or containers of immutable values
    that `copy` copies.
    """

    agenda: tuple[Task, ...] = ()
    """Steps still to be taken; the last one is next."""
    open: tuple[Decision, ...] = ()
    outcome: Outcome | None = None

    def copy(self) -> Self:
        """An independent copy. Subclasses copy their containers."""
        raise NotImplementedError(f"{type(self).__name__} must say how it is copied")

    def plain(self) -> dict[str, Any]:
        """The state as JSON-able data, without anything derived."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data

    @classmethod
    def from_plain(cls, data: Any) -> Self:
        """Rebuild a state from `plain()`; raises `msgspec.ValidationError` for anything else."""
        return msgspec.convert(data, cls)

    def features(self) -> dict[str, Any]:
        """What the fingerprint is taken of. A game leaves out what is younger than its first records while it is of no
        importance, so that their fingerprints hold."""
        return self.plain()

    def digest(self) -> str:
        """A short fingerprint; equal states have equal fingerprints."""
        return hashlib.sha256(_deterministic.encode(self.features())).hexdigest()[:16]
