"""Sentences in English and German, and the names that stand in them."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from sandtable.core.errors import BadValue, UnknownName

LANGUAGES = ("en", "de")

Texts = dict[str, str]
"""One text per language."""


def read_toml(file: Traversable) -> dict[str, Any]:
    """A data file of the package."""
    return tomllib.loads(file.read_text(encoding="utf-8"))


class Lexicon:
    """Templates by key and names by id; `render` puts the two together."""

    def __init__(self) -> None:
        self.templates: dict[str, Texts] = {}
        self.names: dict[str, Texts] = {}
        self.plurals: dict[str, Texts] = {}
        self.add_templates(files("sandtable.core") / "texts.toml")

    def add_templates(self, file: Traversable) -> None:
        """Read `[topic.key]` tables with `en` and `de`, however deeply nested."""
        self._collect("", read_toml(file))

    def _collect(self, prefix: str, tables: Mapping[str, Any]) -> None:
        if "en" in tables:
            self.templates[prefix] = {lang: str(tables[lang]) for lang in LANGUAGES}
            tables = {key: value for key, value in tables.items() if key not in LANGUAGES}
        for key, value in tables.items():
            self._collect(f"{prefix}.{key}" if prefix else key, value)

    def add_name(self, ident: str, names: Mapping[str, str], plurals: Mapping[str, str] | None = None) -> None:
        """The name of a space, power, unit kind …"""
        self.names[ident] = dict(names)
        if plurals:
            self.plurals[ident] = dict(plurals)

    def name(self, ident: str, lang: str = "en") -> str:
        """The name of an id in a language; the id itself when it has none."""
        return self.names.get(ident, {}).get(lang, ident)

    def count(self, kind: str, number: int, lang: str = "en") -> str:
        """«1 fighter», «2 fighters»."""
        names = self.names if number == 1 else self.plurals
        return f"{number} {names.get(kind, {}).get(lang) or self.name(kind, lang)}"

    def forces(self, counts: Mapping[str, int], lang: str = "en") -> str:
        """«2 infantry, 1 armour»."""
        return ", ".join(self.count(kind, number, lang) for kind, number in counts.items() if number)

    def has(self, key: str) -> bool:
        """Whether there is a template with this key."""
        return key in self.templates

    def render(self, key: str, lang: str = "en", **params: object) -> str:
        """The sentence `key` with ids replaced by names, counts by forces, and `Texts` by theirs."""
        template = self.templates.get(key)
        if template is None:
            raise UnknownName("text", key, self.templates)
        shown = {name: self._show(value, lang) for name, value in params.items()}
        try:
            return template[lang].format_map(shown)
        except KeyError as missing:
            raise BadValue(f"The text {key!r} needs {missing}, given were {sorted(shown)}") from None

    def texts(self, key: str, **params: object) -> Texts:
        """`render` in every language."""
        return {lang: self.render(key, lang, **params) for lang in LANGUAGES}

    def _show(self, value: object, lang: str) -> str:
        if isinstance(value, str):
            return self.name(value, lang)
        if isinstance(value, Mapping) and set(value) == set(LANGUAGES):
            return str(value[lang])
        if isinstance(value, Mapping):
            return self.forces({str(key): int(number) for key, number in value.items()}, lang)
        if isinstance(value, Iterable):
            return ", ".join(self._show(item, lang) for item in value)
        return str(value)


@functools.cache
def phrasebook(package: str, file: str = "texts.toml", names: Lexicon | None = None) -> Lexicon:
    """The sentences of a package, with the names of a game where there is one."""
    lexicon = Lexicon()
    if names is None:
        lexicon.add_templates(files(package) / file)
    else:
        lexicon.templates = phrasebook(package, file).templates
        lexicon.names, lexicon.plurals = names.names, names.plurals
    return lexicon
