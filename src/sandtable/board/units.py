"""Unit types: what a kind of unit costs and can do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from sandtable.core.errors import UnknownName, nearest
from sandtable.core.lexicon import LANGUAGES, Lexicon, Texts, read_toml


class UnitType(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of unit. `traits` name the special rules that apply to it."""

    id: str
    names: Texts
    plurals: Texts
    domain: str
    cost: int
    move: int
    attack: int
    defence: int
    cargo_size: int = 0
    cargo_capacity: int = 0
    deck_size: int = 0
    deck_capacity: int = 0
    hits: int = 1
    short: tuple[str, ...] = ()
    """Everyday words and abbreviations players type for it."""
    traits: frozenset[str] = frozenset()

    @property
    def is_land(self) -> bool:
        return self.domain == "land"

    @property
    def is_air(self) -> bool:
        return self.domain == "air"

    @property
    def is_sea(self) -> bool:
        return self.domain == "sea"


class UnitTypes(Mapping[str, UnitType]):
    """All unit types of a game, in the order of its unit table."""

    def __init__(self, types: Mapping[str, UnitType]) -> None:
        self._types = dict(types)
        self.rank = {kind: number for number, kind in enumerate(self._types)}
        self._words: dict[str, str] = {}
        for kind, unit in self._types.items():
            for name in (kind, *unit.names.values(), *unit.plurals.values(), *unit.short):
                self._words.setdefault(name.lower().replace(" ", "_"), kind)
        self.air = frozenset(kind for kind, unit in self._types.items() if unit.is_air)
        self.sea = frozenset(kind for kind, unit in self._types.items() if unit.is_sea)
        self.land = frozenset(kind for kind, unit in self._types.items() if unit.is_land)
        traits = {trait for unit in self._types.values() for trait in unit.traits}
        self._with_trait = {
            trait: frozenset(kind for kind, unit in self._types.items() if trait in unit.traits) for trait in traits
        }

    @classmethod
    def load(cls, file: Traversable) -> UnitTypes:
        """Read a unit file (see docs/data-format.md)."""
        return cls({ident: _unit_type(ident, entry) for ident, entry in read_toml(file).items()})

    def with_trait(self, trait: str) -> frozenset[str]:
        """The kinds that have a trait."""
        return self._with_trait.get(trait, frozenset())

    def find(self, word: str) -> str:
        """The kind a player means: its id, name, plural, abbreviation or an unmistakable beginning."""
        wanted = word.strip().lower().replace(" ", "_")
        if wanted in self._words:
            return self._words[wanted]
        begun = {kind for name, kind in self._words.items() if wanted and name.startswith(wanted)}
        if len(begun) == 1:
            return begun.pop()
        raise UnknownName("unit", word, begun or (self._words if nearest(word, self._words) else self._types))

    def __getitem__(self, kind: str) -> UnitType:
        try:
            return self._types[kind]
        except (KeyError, TypeError):
            raise UnknownName("unit", kind, self._types) from None

    def __contains__(self, kind: object) -> bool:
        return kind in self._types

    def __iter__(self) -> Iterator[str]:
        return iter(self._types)

    def __len__(self) -> int:
        return len(self._types)

    def add_names(self, lexicon: Lexicon) -> None:
        """Teach a lexicon what the units are called."""
        for unit in self._types.values():
            lexicon.add_name(unit.id, unit.names, unit.plurals)


def _unit_type(ident: str, entry: Mapping[str, Any]) -> UnitType:
    figures = {key: entry[key] for key in entry if key not in ("en", "de", "en_plural", "de_plural", "traits", "short")}
    return UnitType(
        id=ident,
        names={lang: entry[lang] for lang in LANGUAGES},
        plurals={lang: entry[f"{lang}_plural"] for lang in LANGUAGES},
        traits=frozenset(entry.get("traits", ())),
        short=tuple(entry.get("short", ())),
        **figures,
    )
