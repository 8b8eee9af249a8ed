"""Every error a caller can meet. All of them derive from `SandtableError`; anything else is a bug."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches


class SandtableError(Exception):
    """Base of all errors that Sandtable raises on purpose; its text is fit to be shown to a person."""


class IllegalAction(SandtableError):
    """The rules refuse an action. The state is untouched.

    `rule` is the id of the rule that stands in the way, `topic` the mechanism that noticed,
    `texts` the explanation per language.
    """

    def __init__(self, rule: str, texts: Mapping[str, str] | str, topic: str = "") -> None:
        self.rule = rule
        self.topic = topic
        self.texts: dict[str, str] = {"en": texts} if isinstance(texts, str) else dict(texts)
        super().__init__(f"{rule}: {self.text()}")

    def text(self, lang: str = "en") -> str:
        """The explanation in `lang` (English when there is none)."""
        return self.texts.get(lang) or self.texts.get("en", "")


class UnknownName(SandtableError):
    """A game, option, power, space, unit or other name that does not exist."""

    def __init__(self, what: str, name: object, valid: Iterable[str]) -> None:
        self.what = what
        self.name = str(name)
        self.valid = sorted(valid)
        self.nearest = nearest(self.name, self.valid)
        hint = f"Did you mean {_or(self.nearest)}?" if self.nearest else f"Known: {_some(self.valid)}."
        super().__init__(f"Unknown {what} {self.name!r}. {hint}")


class BadValue(SandtableError):
    """A value of the wrong type or out of range, for example for an option or a position."""


class OptionConflict(SandtableError):
    """Two chosen options exclude each other."""

    def __init__(self, first: str, second: str, why: str = "") -> None:
        self.options = (first, second)
        because = f": {why}" if why else ""
        super().__init__(f"Options {first!r} and {second!r} conflict{because}")


class RecordError(SandtableError):
    """A game record that cannot be used: damaged, truncated, tampered with or from a newer version."""

    def __init__(self, text: str, line: int | None = None) -> None:
        self.line = line
        where = f"line {line}: " if line is not None else ""
        super().__init__(f"{where}{text}")


class DiceExhausted(SandtableError):
    """A scripted dice source has no values left, or the next one does not fit the die."""


class GameOver(IllegalAction):
    """The game has ended; nothing can be done any more."""

    def __init__(self) -> None:
        super().__init__("GAME-OVER", {"en": "The game is over.", "de": "Das Spiel ist zu Ende."}, "game.over")


def nearest(name: str, valid: Iterable[str], count: int = 3) -> list[str]:
    """The valid names closest to a mistyped one, best first."""
    wanted = name.strip().lower().replace(" ", "_").replace("-", "_")
    names = list(valid)
    lowered = {candidate.lower(): candidate for candidate in names}
    close = [lowered[hit] for hit in get_close_matches(wanted, list(lowered), n=count, cutoff=0.55)]
    inside = [candidate for candidate in names if wanted and wanted in candidate.lower() and candidate not in close]
    return (close + inside)[:count]


def _or(names: list[str]) -> str:
    return " or ".join(names)


def _some(names: list[str], most: int = 12) -> str:
    shown = ", ".join(names[:most])
    return f"{shown}, …" if len(names) > most else shown or "none"
