"""Many whole games. Not part of the daily run: `make soak`."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

import sandtable
from tests.battery.games import other_values
from tests.invariants import CASES, OPTION_SETS, Ledger, check_board, play


@pytest.mark.soak
@pytest.mark.parametrize(("game", "options"), CASES)
@pytest.mark.parametrize("batch", range(10))
def test_two_hundred_games_of_ten_rounds(game: str, options: str, batch: int) -> None:
    """Every option set gets its share of two hundred games of each edition; all are checked and replayed."""
    share = 200 // (10 * len(OPTION_SETS[game])) + 1
    for number in range(share):
        played = play(game, OPTION_SETS[game][options], 1000 * batch + number, rounds=10)
        again = sandtable.replay(sandtable.loads(played.record().dumps()))
        assert again.digest() == played.digest()
        check_board(again)


def _random_options(name: str, rng: Random) -> dict[str, object]:
    """Some options changed, in a mixture that does not contradict itself."""
    game = sandtable.definition(name)
    while True:
        changed = [option for option in game.options if rng.random() < 0.3]
        chosen = {option.key: rng.choice(other_values(option, game.powers)) for option in changed}
        try:
            game.rules(chosen)
        except sandtable.OptionConflict:
            continue
        return chosen


@pytest.mark.soak
@pytest.mark.parametrize("name", OPTION_SETS)
@pytest.mark.parametrize("seed", range(60))
def test_mixtures_of_options(name: str, seed: int) -> None:
    """Seven rounds with random options: what the menus list can be applied, and the books stay in order."""
    rng = Random(seed)
    game = sandtable.new_game(name, _random_options(name, rng), seed=seed, players=2 + seed % 4)
    ledger = Ledger(game)
    turn = 0
    while game.outcome is None and game.state.round <= 7:
        turn += 1
        decision = rng.choice(game.decisions)
        if turn % 9 == 0 or decision.kind not in ("combat_move", "noncombat_move", "purchase", "placement"):
            listed = list(islice(game.legal(decision), 3000))
            for action in rng.sample(listed, min(len(listed), 40)):
                game.copy().apply(action, decision.power)
        ledger.hear(game.apply(game.legal(decision).sample(rng), decision.power))
        ledger.check(game.state)
        check_board(game)
