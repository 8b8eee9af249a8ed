"""Random classic games, checked after every action: the books, the board, the index."""

from __future__ import annotations

import pytest

import sandtable
from tests.classic.invariants import OPTION_SETS, check_board, play, rules_of


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_invariants_of_random_games(options: str, seed: int) -> None:
    """Units, money and land change only by events that say so; everything stands where it may stand."""
    game = play(OPTION_SETS[options], seed, rounds=4)
    again = sandtable.replay(sandtable.loads(game.record().dumps()))
    assert again.digest() == game.digest()
    check_board(again)


@pytest.mark.rule("CL-SETUP-02")
def test_the_start_is_sound() -> None:
    """147 production in all, and the starting money is the starting production."""
    game = sandtable.new_game("classic")
    check_board(game)
    rules = rules_of(game)
    production = {power: rules.production(game.state, power) for power in rules.powers}
    assert production == game.state.money
    assert sum(production.values()) == 147
