"""Understanding what a person types: names of spaces, units and powers, whole, shortened or misspelt."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches

from sandtable.core.errors import SandtableError
from sandtable.warfare.base import WarBase

EXACT, PREFIX, TOKENS, INSIDE, FUZZY = range(5)
"""How well a name fits, best first."""


class NotUnderstood(SandtableError):
    """Words that mean nothing here. `key` names the sentence that says why; `nearest` are words that would do."""

    def __init__(self, key: str, word: str = "", nearest: Iterable[str] = (), **params: object) -> None:
        self.key = key
        self.word = word
        self.nearest = list(nearest)
        self.params = params
        super().__init__(f"{key}: {word}")


def plain(text: str) -> str:
    """Lower case, without accents and signs: «Anglo-Ägyptischer Sudan» → «anglo agyptischer sudan»."""
    folded = unicodedata.normalize("NFKD", text.replace("ß", "ss")).encode("ascii", "ignore").decode().lower()
    return " ".join(re.sub(r"(?<=\b\w)\.(?=\w\b)", "", folded).replace("'", "").translate(_SIGNS).split())


_SIGNS = str.maketrans(dict.fromkeys("_-.,;:/()", " "))


class Names:
    """Ids by the names people may use for them."""

    def __init__(self, what: str, names: Mapping[str, Iterable[str]]) -> None:
        self.what = what
        self.names: dict[str, str] = {}
        for ident, aliases in names.items():
            for alias in (ident, *aliases):
                self.names.setdefault(plain(alias), ident)

    def matches(self, typed: str) -> tuple[int, list[str]]:
        """How well the best ids fit, and which they are."""
        word = plain(typed)
        if not word:
            return FUZZY, []
        if word in self.names:
            return EXACT, [self.names[word]]
        parts = word.split()
        tests = (
            (PREFIX, lambda name: name.startswith(word)),
            (TOKENS, lambda name: _in_order(parts, name.split())),
            (INSIDE, lambda name: len(word) > 2 and word in name),
        )
        for level, fits in tests:
            found = list(dict.fromkeys(ident for name, ident in self.names.items() if fits(name)))
            if found:
                return level, found
        close = get_close_matches(word, list(self.names), n=4, cutoff=0.75)
        return FUZZY, list(dict.fromkeys(self.names[name] for name in close))

    def find(self, typed: str, prefer: Collection[str] = ()) -> str:
        """The one id that is meant; `prefer` decides between equals. Raises `NotUnderstood`."""
        level, found = self.matches(typed)
        narrowed = [ident for ident in found if ident in prefer] or found
        if len(narrowed) == 1 and level < FUZZY:
            return narrowed[0]
        if level == FUZZY and found:
            raise NotUnderstood(f"unknown.{self.what}", typed, found)
        if not found:
            raise NotUnderstood(f"unknown.{self.what}", typed, self.nearest(typed))
        raise NotUnderstood(f"ambiguous.{self.what}", typed, narrowed)

    def nearest(self, typed: str, count: int = 4) -> list[str]:
        """Ids whose names look most like what was typed."""
        close = get_close_matches(plain(typed), list(self.names), n=count, cutoff=0.45)
        return list(dict.fromkeys(self.names[name] for name in close))


def _in_order(parts: list[str], tokens: list[str]) -> bool:
    """Whether each part begins a token, in the same order."""
    remaining = iter(tokens)
    return all(any(token.startswith(part) for token in remaining) for part in parts)


class Vocabulary:
    """All names of a game: its spaces, unit kinds and powers, in every language."""

    def __init__(self, rules: WarBase) -> None:
        board = rules.board
        spaces = {i: [*s.names.values(), *s.short] for i, s in board.spaces.items()}
        for power in board.powers.values():
            if power.id not in spaces:
                spaces[power.capital] += [power.id]  # «uk» is where the British capital is
        self.spaces = Names("space", spaces)
        self.kinds = Names(
            "unit", {k: [*u.names.values(), *u.plurals.values(), *u.short] for k, u in rules.types.items()}
        )
        self.powers = Names("power", {p.id: [*p.names.values(), *p.short] for p in board.powers.values()})
        self.land = frozenset(board.land)
        self.sea = frozenset(board.sea)

    def space(self, typed: str, prefer: Collection[str] = ()) -> str:
        """A space; where several fit, preferred ones and then land come first."""
        try:
            return self.spaces.find(typed, prefer)
        except NotUnderstood as problem:
            if problem.key == "ambiguous.space":
                ashore = [space for space in problem.nearest if space in self.land]
                if len(ashore) == 1:
                    return ashore[0]
            raise

    def fit(self, typed: str, prefer: Collection[str] = ()) -> tuple[int, str]:
        """How well a space fits, and which it is ("" if none does)."""
        level, _ = self.spaces.matches(typed)
        try:
            return level, self.space(typed, prefer)
        except NotUnderstood:
            return FUZZY + 1, ""


_AND = {"and", "und", "with", "mit", "&", "+"}
ALL = -1
"""As a number of units: as many as there are."""


def read_forces(names: Names, words: list[str]) -> tuple[dict[str, int], list[str]]:
    """«2 inf 1 arm libya …» → ({"infantry": 2, "armour": 1}, ["libya", "…"]). A kind without number counts once."""
    forces: dict[str, int] = {}
    rest = split_numbers(words)
    while rest:
        if rest[0] in _AND:
            rest = rest[1:]
            continue
        number, after = _read_number(rest)
        kind, left = _read_kind(names, after, loose=number is not None)
        if not kind:
            if number is not None and after:
                raise NotUnderstood("unknown.unit", after[0], names.nearest(after[0]))
            break
        number = 1 if number is None else number
        forces[kind] = ALL if number == ALL else forces.get(kind, 0) + number
        rest = left
    return forces, rest


def split_numbers(words: Iterable[str]) -> list[str]:
    """«2inf» → «2», «inf»; commas go."""
    split: list[str] = []
    for word in words:
        glued = re.fullmatch(r"(\d+)[x×]?([^\W\d].*)", word.strip(","))
        split += [glued[1], glued[2]] if glued else [word.strip(",")]
    return [word for word in split if word]


def _read_number(words: list[str]) -> tuple[int | None, list[str]]:
    if words[0].isdecimal():
        return int(words[0]), words[1:]
    if words[0].lower() in ("all", "alle"):
        return ALL, words[1:]
    return None, words


def _read_kind(names: Names, words: list[str], loose: bool) -> tuple[str, list[str]]:
    """A unit kind at the beginning; without a number before it, only a full name or abbreviation counts."""
    for length in (2, 1):
        level, found = names.matches(" ".join(words[:length]))
        if len(words) >= length and len(found) == 1:
            if level == EXACT or (loose and length == 1 and level < FUZZY):
                return found[0], words[length:]
    return "", words
