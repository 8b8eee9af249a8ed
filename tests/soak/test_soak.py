"""Many whole games. Not part of the daily run: `make soak`."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

import sandtable
from tests.battery.games import other_values
from tests.classic.invariants import OPTION_SETS, Ledger, check_board, play


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


def _random_options(rng: Random) -> dict[str, object]:
    """Some options changed, in a mixture that does not contradict itself."""
    classic = sandtable.definition("classic")
    while True:
        changed = [option for option in classic.options if rng.random() < 0.3]
        chosen = {option.key: rng.choice(other_values(option, classic.powers)) for option in changed}
        try:
            classic.rules(chosen)
        except sandtable.OptionConflict:
            continue
        return chosen


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(60))
def test_mixtures_of_options(seed: int) -> None:
    """Seven rounds with random options: what the menus list can be applied, and the books stay in order."""
    rng = Random(seed)
    game = sandtable.new_game("classic", _random_options(rng), seed=seed)
    ledger = Ledger(game.state)
    turn = 0
    while game.outcome is None and game.state.round <= 7:
        turn += 1
        decision = game.decision
        assert decision is not None
        if turn % 9 == 0 or decision.kind not in ("combat_move", "noncombat_move", "purchase", "placement"):
            listed = list(islice(game.legal(), 3000))
            for action in rng.sample(listed, min(len(listed), 40)):
                game.copy().apply(action)
        ledger.hear(game.apply(game.legal().sample(rng)))
        ledger.check(game.state)
        check_board(game)
