"""The drawn neighbourhood is the neighbourhood of the rules."""

from __future__ import annotations

import pytest

from maps import places
from maps.reading import FinishedMap

CORNER = 3.0
"""Map units (of 4096 round the world) up to which a contact is a corner, too short to be seen as a border."""

GAMES = places.games()


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module", params=[False, True], ids=["whole", "close"])
def drawing(game: str, request: pytest.FixtureRequest) -> FinishedMap:
    """The map as a whole, and for a close look."""
    return FinishedMap.load(game, fine=bool(request.param))


@pytest.fixture(scope="module")
def contacts(drawing: FinishedMap) -> dict[frozenset[str], float]:
    return drawing.contacts()


def rule_pairs(game: str) -> set[frozenset[str]]:
    board = places.board_of(game)
    return {frozenset({here, there}) for here, others in board.borders.items() for there in others}


def test_neighbours_touch_or_are_linked(game: str, contacts: dict[frozenset[str], float]) -> None:
    drawn = {pair for pair, length in contacts.items() if length > CORNER}
    linked = {frozenset(link.between) for link in places.load(game).links}
    assert rule_pairs(game) - drawn == linked


def test_links_are_drawn(game: str) -> None:
    wanted = {link.between: len(link.path) for link in places.load(game).links}
    drawn = {tuple(link["between"]): len(link["line"]) for link in FinishedMap.load(game).topology["links"]}
    assert drawn == wanted


def test_links_begin_and_end_in_their_spaces(drawing: FinishedMap) -> None:
    for link in drawing.topology["links"]:
        for ident, end in zip(link["between"], (link["line"][0], link["line"][-1]), strict=True):
            assert drawing.holds(ident, end), f"the link at {ident} ends outside"


def test_links_are_the_canals_of_the_board(game: str) -> None:
    canals = {frozenset(canal.between) for canal in places.board_of(game).canals.values()}
    assert {frozenset(link.between) for link in places.load(game).links} == canals


def test_what_touches_is_adjacent(game: str, contacts: dict[frozenset[str], float]) -> None:
    drawn = {pair for pair, length in contacts.items() if length > CORNER}
    excused = {frozenset(pair.between) for pair in places.load(game).touching}
    assert drawn - rule_pairs(game) == excused
    assert len(excused) <= 1


def test_no_border_is_nearly_a_corner(contacts: dict[frozenset[str], float], game: str) -> None:
    """The limit between corner and border lies in a gap, so that small changes of the shapes do not decide."""
    shortest = min(contacts[pair] for pair in rule_pairs(game) if pair in contacts)
    assert shortest > 1.5 * CORNER
