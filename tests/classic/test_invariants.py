"""The classic game at its start; random games of every edition are in tests/test_invariants.py."""

from __future__ import annotations

import pytest

import sandtable
from tests.invariants import check_board, rules_of


@pytest.mark.rule("CL-SETUP-02")
def test_the_start_is_sound() -> None:
    """147 production in all, and the starting money is the starting production."""
    game = sandtable.new_game("classic")
    check_board(game)
    rules = rules_of(game)
    production = {power: rules.production(game.state, power) for power in rules.powers}
    assert production == game.state.money
    assert sum(production.values()) == 147
