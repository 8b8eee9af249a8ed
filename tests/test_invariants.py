"""Random games of every edition, checked after every action: the books, the board, the index."""

from __future__ import annotations

import pytest

import sandtable
from tests.invariants import CASES, OPTION_SETS, check_board, play


@pytest.mark.parametrize(("game", "options"), CASES)
@pytest.mark.parametrize("seed", range(3))
def test_invariants_of_random_games(game: str, options: str, seed: int) -> None:
    """Units, money, damage and land change only by events that say so; everything stands where it may stand."""
    played = play(game, OPTION_SETS[game][options], seed, rounds=4)
    again = sandtable.replay(sandtable.loads(played.record().dumps()))
    assert again.digest() == played.digest()
    check_board(again)


def test_every_game_is_checked() -> None:
    """A new game needs option sets of its own."""
    assert set(OPTION_SETS) == {game.id for game in sandtable.games()}
