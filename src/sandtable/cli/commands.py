"""The words that are commands, in every language, and what a beginning of a word means."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from difflib import get_close_matches
from importlib.resources import files

from sandtable.cli.words import NotUnderstood, plain
from sandtable.core.lexicon import LANGUAGES, read_toml

COMMON = ("help", "show", "where", "status", "moves", "rules", "log", "plans", "undo", "auto", "quit", "resign")
"""Commands that every decision understands."""

DANGEROUS = frozenset({"resign"})
"""Commands that must be typed in full."""

UNSHORTENED = frozenset({"zusage"})
"""Words that must be typed in full, so that a short one keeps its meaning: «z» moves."""


@functools.cache
def _texts() -> dict[str, dict[str, str]]:
    commands: dict[str, dict[str, str]] = read_toml(files("sandtable.cli") / "texts.toml")["command"]
    return commands


@functools.cache
def _words() -> dict[str, str]:
    """Every word and the command it stands for; the first word of a language is the usual one."""
    found: dict[str, str] = {}
    for command, texts in _texts().items():
        for lang in LANGUAGES:
            for word in texts[lang].split():
                found.setdefault(plain(word), command)
    return found


class Commands:
    """Finds the command that a typed word stands for."""

    def words(self) -> list[str]:
        """All words, for completion."""
        return list(_words())

    def all(self) -> list[str]:
        """All commands."""
        return list(dict.fromkeys(_words().values()))

    def __init__(self, lang: str = "en") -> None:
        self.lang = lang

    def find(self, typed: str, allowed: Sequence[str]) -> str:
        """The allowed command that is meant, by its word or a beginning that fits only one. Raises `NotUnderstood`."""
        word = plain(typed)
        known = {name: command for name, command in _words().items() if command in allowed}
        if word in known:
            return known[word]
        begun = {
            name: command
            for name, command in known.items()
            if word and name.startswith(word) and command not in DANGEROUS and name not in UNSHORTENED
        }
        meant = set(begun.values())
        if word in _words() and meant <= set(COMMON):  # «move» is an order and no beginning of «moves»
            raise NotUnderstood("not_now.command", typed)
        if len(meant) == 1:
            return meant.pop()
        if len(meant) > 1:
            own = [command for command in meant if command not in COMMON]
            if len(own) == 1:
                return own[0]
            raise NotUnderstood("ambiguous.command", typed, sorted(begun))
        raise NotUnderstood("unknown.command", typed, self._nearest(word, allowed))

    def _nearest(self, word: str, allowed: Sequence[str]) -> list[str]:
        """The usual words of the player's language that look most like what was typed, or else all of them."""
        usual = [texts[self.lang].split()[0] for command, texts in _texts().items() if command in allowed]
        return get_close_matches(word, usual, n=3, cutoff=0.5) or usual[:5]
