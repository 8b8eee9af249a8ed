"""Rehearsing plans: even dice, fixed numbers, the budget, the choice."""

from __future__ import annotations

from collections import Counter

import sandtable
from sandtable.ai import General, play_on, player, seats
from sandtable.ai.rehearsal import EvenDice, rehearse
from sandtable.ai.search import Plan, Understudy
from sandtable.ai.tuning import tuning


def test_even_dice_hold_every_face_equally_often() -> None:
    """Within a bag; and the same seed draws the same."""
    dice = EvenDice("a")
    assert Counter(dice.roll(12, 6)) == dict.fromkeys(range(1, 7), 2)
    assert EvenDice("a").roll(30, 6) == EvenDice("a").roll(30, 6) != EvenDice("b").roll(30, 6)
    assert set(dice.roll(8, 4)) == {1, 2, 3, 4}


def test_a_rehearsal_plays_on_and_leaves_everything_alone() -> None:
    """It ends where it is told to, and the game it began from has not moved."""
    game = sandtable.new_game("1942", seed=2)
    before = game.digest()
    players = dict.fromkeys(game.rules.powers, Understudy(tuning("officer")))
    after = rehearse(game.view("ussr"), players, "x", lambda state: state.power == "uk")
    assert after is not None and after.power == "uk" and after.round == 1
    assert game.digest() == before
    again = dict.fromkeys(game.rules.powers, Understudy(tuning("officer")))
    same = rehearse(game.view("ussr"), again, "x", lambda state: state.power == "uk")
    assert same is not None and same.digest() == after.digest()


def test_a_plan_must_be_surely_better() -> None:
    """The officer's own plan is kept unless another one leads by more than chance explains."""
    steady, better, lucky = (Plan(name, tuning("general"), []) for name in ("steady", "better", "lucky"))
    steady.scores = [0.5, 0.52, 0.48, 0.5]
    better.scores = [0.52, 0.53, 0.5, 0.52]
    lucky.scores = [0.7, 0.4, 0.45, 0.49]
    assert better.lead_over(steady) > 0 == steady.lead_over(steady) > lucky.lead_over(steady)


def test_the_general_stops_when_its_time_is_up() -> None:
    """By its own clock, here one that ticks once for every look at it."""
    game = sandtable.new_game("classic", seed=2)
    one = General(1, budget=50.0)
    ticks = iter(range(10**6))
    one.clock = lambda: float(next(ticks))
    assert game.decision is not None
    one.decide(game.view("ussr"), game.decision)
    assert 0 < one.rehearsed <= 50


def test_the_general_looks_once_a_turn() -> None:
    """The plan of the first decision holds for the whole turn."""
    game = sandtable.new_game("classic", seed=2)
    one = General(1)
    one.retune({"playouts": 6, "budget": 0.0})
    digests = []
    while game.decision is not None and game.state.power == "ussr":
        action = one.decide(game.view("ussr"), game.decision)
        digests.append(one.rehearsed)
        game.apply(action)
    assert set(digests) == {6} and one.fallbacks == 0


def test_a_side_that_is_beaten_gives_up() -> None:
    """A capital is lost and hardly anything is left: the resignation of both powers ends the game."""
    units = {
        "germany": {"uk": {"infantry": 20}},
        "japan": {"japan": {"infantry": 1}},
        "russia": {"ussr": {"infantry": 20}},
        "eastern_united_states": {"usa": {"infantry": 20}},
    }
    owners = {"germany": "uk", "southern_europe": "uk", "western_europe": "uk", "eastern_europe": "uk"}
    game = sandtable.setup("classic", seed=1, power="germany", phase="combat_move", units=units, owners=owners, round=8)
    play_on(game, seats({power: "cadet" for power in game.rules.powers}, 1), until=lambda g: g.state.round > 8)
    assert game.outcome is not None and (game.outcome.winner, game.outcome.reason) == ("allies", "resignation")


def test_nobody_gives_up_an_open_game() -> None:
    """Not at the beginning, not by chance."""
    game = sandtable.new_game("1942", seed=3)
    play_on(game, dict.fromkeys(game.rules.powers, player("cadet", 1)), until=lambda g: g.state.round > 2)
    assert game.state.resigned == ()
