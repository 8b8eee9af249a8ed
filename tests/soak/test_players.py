"""Computer players over many games and options: never an illegal action, hardly ever without an idea."""

from __future__ import annotations

from random import Random

import pytest

from tests.ai.test_legality import SOME, any_game, play, quick

LEVELS = ("random", "cadet", "officer", "general", "officer", "general")
"""Who sits at the table; those who plan more often than not."""


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 400))
def test_longer_games(seed: int) -> None:
    """Ten rounds, where armies are large and much is lost; in every fifth game generals rehearse."""
    game = any_game(seed)
    rng = Random(seed)
    rehearsals = 0 if seed % 5 else SOME
    players = {power: quick(rng.choice(LEVELS), f"{seed}/{power}", rehearsals) for power in game.rules.powers}
    play(game, players, rounds=10)
    assert sum(one.fallbacks for one in players.values()) <= 1
