"""Breaking names into lines."""

from __future__ import annotations

import pytest

from maps import places
from maps.lettering import blocks, shown_names, width


def test_names_break_at_spaces_and_after_hyphens() -> None:
    assert [block.lines for block in blocks("Französisch-Indochina-Birma")] == [
        ("Französisch-Indochina-Birma",),
        ("Französisch-", "Indochina-Birma"),
        ("Französisch-", "Indochina-", "Birma"),
    ]
    assert blocks("New Zealand")[1].lines == ("New", "Zealand")


def test_a_single_word_stays_whole() -> None:
    assert [block.lines for block in blocks("Kwangtung")] == [("Kwangtung",)]


def test_lines_are_as_even_as_possible() -> None:
    (_, two, _) = blocks("Evenki National Okrug")
    assert two.width == max(map(width, two.lines)) < width("Evenki National Okrug")


@pytest.mark.parametrize(
    ("game", "space", "shown"),
    [
        ("1942", "sz_15", {"en": "15", "de": "15"}),
        ("classic", "black_sea_zone", {"en": "Black Sea", "de": "Schwarzes Meer"}),
        ("classic", "east_us_sea_zone", {"en": "East US", "de": "US-Ostküste"}),
        ("classic", "japan", {"en": "Japan", "de": "Japan"}),
    ],
)
def test_what_the_map_says(game: str, space: str, shown: dict[str, str]) -> None:
    assert shown_names(places.board_of(game).spaces[space], places.load(game)) == shown
