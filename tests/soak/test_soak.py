"""Many whole games. Not part of the daily run: `make soak`."""

from __future__ import annotations

import pytest

import sandtable
from tests.classic.invariants import OPTION_SETS, check_board, play


@pytest.mark.soak
@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
@pytest.mark.parametrize("batch", range(10))
def test_two_hundred_games_of_ten_rounds(options: str, batch: int) -> None:
    """Every option set gets its share of two hundred games; all of them are checked and replayed."""
    share = 200 // (10 * len(OPTION_SETS)) + 1
    for number in range(share):
        game = play(OPTION_SETS[options], 1000 * batch + number, rounds=10)
        again = sandtable.replay(sandtable.loads(game.record().dumps()))
        assert again.digest() == game.digest()
        check_board(again)
