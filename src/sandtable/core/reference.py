"""The rule reference: for each rule id a title and a text in English and German."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable

import msgspec

from sandtable.core.errors import UnknownName
from sandtable.core.lexicon import LANGUAGES, Texts, read_toml


class Rule(msgspec.Struct, frozen=True):
    """One rule as explained to a player."""

    id: str
    chapter: str
    title: Texts
    text: Texts


class Chapter(msgspec.Struct, frozen=True):
    """A chapter of the rules, in the order of the rulebook."""

    id: str
    title: Texts
    rules: tuple[Rule, ...]


class Reference(Mapping[str, Rule]):
    """All rules of a game by id, in the order of the chapters."""

    def __init__(self, folder: Traversable) -> None:
        chapters: list[tuple[int, Chapter]] = []
        for file in folder.iterdir():
            if file.name.endswith(".toml"):
                data = read_toml(file)
                rules = tuple(
                    Rule(ident, data["chapter"], entry["title"], {lang: entry[lang] for lang in LANGUAGES})
                    for ident, entry in data["rules"].items()
                )
                chapters.append((data["order"], Chapter(data["chapter"], data["title"], rules)))
        self.chapters = tuple(chapter for _, chapter in sorted(chapters, key=lambda pair: pair[0]))
        self._rules = {rule.id: rule for chapter in self.chapters for rule in chapter.rules}

    def __getitem__(self, ident: str) -> Rule:
        try:
            return self._rules[ident]
        except KeyError:
            raise UnknownName("rule", ident, self._rules) from None

    def __contains__(self, ident: object) -> bool:
        return ident in self._rules

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def search(self, wanted: str) -> list[Rule]:
        """Rules that contain every word in some language, those with the words in the title first."""
        words = wanted.lower().split()
        hits: list[tuple[bool, Rule]] = []
        for rule in self._rules.values():
            title = f"{rule.id} {' '.join(rule.title.values())}".lower()
            if all(word in f"{title} {' '.join(rule.text.values())}".lower() for word in words):
                hits.append((not all(word in title for word in words), rule))
        return [rule for _, rule in sorted(hits, key=lambda hit: hit[0])]
