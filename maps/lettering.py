"""How names are broken into lines, and how much room they need."""

from __future__ import annotations

import re
from itertools import combinations
from typing import NamedTuple

from maps.places import Places
from sandtable.board.board import Space
from sandtable.core.lexicon import LANGUAGES

LINE_HEIGHT = 1.08
"""Distance of two lines as a share of the size of the letters."""
MOST_LINES = 3

_NARROW, _WIDE = frozenset("iljtfrI.,'’()|- "), frozenset("mwMW")


class Block(NamedTuple):
    """A name broken into lines, with its width and height for letters of size 1."""

    lines: tuple[str, ...]
    width: float
    height: float


def shown_names(space: Space, places: Places) -> dict[str, str]:
    """What the map says: a sea zone is called by its number or its sea, without the words «Sea Zone»."""
    if space.is_land:
        return dict(space.names)
    own = places.sea[space.id].label
    return {lang: own.get(lang) or _without_sea_zone(space.names[lang]) for lang in LANGUAGES}


def _without_sea_zone(name: str) -> str:
    return re.sub(r"\s*\b(Sea Zone|Seezone)\b\s*", "", name) or name


def width(text: str) -> float:
    """Width for letters of size 1, as semi-bold DejaVu Sans has it: one of the widest fonts, so that any other fits."""
    return sum(0.42 if c in _NARROW else 1.0 if c in _WIDE else 0.78 if c.isupper() else 0.695 for c in text)


def blocks(name: str) -> list[Block]:
    """The best way to break a name into one, two and three lines."""
    words = re.findall(r"[^\s-]+-?", name)
    gaps = [not word.endswith("-") for word in words]
    found = []
    for count in range(1, min(MOST_LINES, len(words)) + 1):
        options = [
            tuple(_joined(words[a:b], gaps[a:b]) for a, b in zip((0, *cuts), (*cuts, len(words)), strict=True))
            for cuts in combinations(range(1, len(words)), count - 1)
        ]
        lines = min(options, key=lambda lines: max(map(width, lines)))
        found.append(Block(lines, max(map(width, lines)), LINE_HEIGHT * count))
    return found


def _joined(words: list[str], gaps: list[bool]) -> str:
    return "".join(word + (" " if gap else "") for word, gap in zip(words, gaps, strict=True)).rstrip()
