"""The chance to win by the look of a position, and the tables of distances behind what pulls armies."""

from __future__ import annotations

from typing import Any, cast

import pytest

import sandtable
from sandtable.ai.outlook import chance, features, weights
from sandtable.ai.rules import WarRules
from sandtable.ai.situation import Situation
from sandtable.ai.tuning import tuning
from sandtable.ai.ways import ways
from sandtable.core.game import Game


def place(game: str, units: dict[str, dict[str, dict[str, int]]], **more: Any) -> Game[Any]:
    """A position with these units on an otherwise untouched map."""
    return sandtable.setup(game, seed=1, power="germany", phase="combat_move", units=units, round=3, **more)


@pytest.mark.parametrize("game", ["classic", "1942"])
def test_chances_of_both_sides_add_up(game: str) -> None:
    """And at the start nobody has won."""
    start = sandtable.new_game(game, seed=1)
    axis, allies = (chance(cast(WarRules, start.rules), start.state, side) for side in ("axis", "allies"))
    assert axis + allies == pytest.approx(1.0)
    assert 0.05 < axis < 0.95


@pytest.mark.parametrize("game", ["classic", "1942"])
def test_more_armies_and_more_land_mean_a_better_chance(game: str) -> None:
    """Seen by either side."""
    units = {"eastern_europe": {"germany": {"infantry": 20}}, "russia": {"ussr": {"infantry": 10}}}
    many = place(game, units)
    few = place(game, {**units, "eastern_europe": {"germany": {"infantry": 8}}})
    driven_back = place(game, units, owners={"ukraine_ssr": "ussr", "western_europe": "uk"})
    for side, best in (("axis", max), ("allies", min)):
        chances = [chance(cast(WarRules, each.rules), each.state, side) for each in (many, few, driven_back)]
        assert best(chances) == chances[0] and len(set(chances)) == 3


@pytest.mark.parametrize("side", ["axis", "allies"])
def test_what_luck_handed_to_a_side_is_taken_away(side: str) -> None:
    """Whoever was lucky stands less well than it looks, for either side; luck of the enemy counts the other way."""
    game = sandtable.new_game("classic", seed=1)
    rules = cast(WarRules, game.rules)
    plain, lucky, unlucky = (chance(rules, game.state, side, handed) for handed in (0.0, 0.01, -0.01))
    assert lucky < plain < unlucky


def test_features_are_seen_by_the_first_side() -> None:
    """A lost capital shows in its lead; every feature has a weight."""
    units = {"germany": {"uk": {"infantry": 5}}}
    lost = place("classic", units, owners={"germany": "uk"})
    held = place("classic", units)
    found = [features(cast(WarRules, each.rules), each.state) for each in (lost, held)]
    assert found[0]["lead"] < found[1]["lead"]
    assert set(found[0]) == {"lead", "turn germany"} <= set(weights()["classic"])


def test_tables_of_distances_agree_with_the_board() -> None:
    """Steps, fading pulls, and nothing beyond the farthest."""
    game = sandtable.new_game("classic", seed=1)
    board = cast(WarRules, game.rules).board
    table = ways(board, tuple(board.land), frozenset(board.sea))
    germany, russia = table.at["germany"], table.at["russia"]
    steps = board.distances("germany", frozenset(board.sea))["russia"]
    assert table.steps[germany, russia] == steps
    assert table.fading(0.5)[germany, russia] == 0.5**steps
    assert table.fading(0.5, most=steps - 1)[germany, russia] == 0.0
    assert table.fading(0.5, 2)[germany, russia] == 0.5 ** ((steps + 1) // 2)


def test_land_pulls_by_worth_and_distance() -> None:
    """What the table sums up is what summing one target after the other gives."""
    game = sandtable.new_game("classic", seed=1)
    situation = Situation(cast(WarRules, game.rules), game.state, "germany", tuning("officer"))
    expected = sum(
        situation.lure(target) * situation.tuning.decay ** situation.marches(target)["ukraine_ssr"]
        for target in situation.board.land
        if situation.is_hostile_land(target) and "ukraine_ssr" in situation.marches(target)
    )
    assert situation.pull["ukraine_ssr"] == pytest.approx(expected)
