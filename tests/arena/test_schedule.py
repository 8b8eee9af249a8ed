"""Who plays whom, on which side, with which seed."""

from __future__ import annotations

import pytest

from sandtable.ai.arena import Match, Terms, schedule
from sandtable.core.errors import BadValue, UnknownName
from tests.arena.levels import other_levels

CLASSIC = Terms(game="classic", rounds=2)


def seatings(matches: list[Match]) -> list[tuple[int, str, str]]:
    """Seed, axis player, allied player."""
    return [(match.seed, match.players["axis"], match.players["allies"]) for match in matches]


def test_swapped_pairs_share_their_seed() -> None:
    """Every seed is played twice, with sides exchanged; the number of games is the total of the pair."""
    with other_levels("a", "b"):
        matches = schedule(CLASSIC, ["a", "b"], games=4, seed=7, swap_sides=True)
    assert seatings(matches) == [(7, "a", "b"), (7, "b", "a"), (8, "a", "b"), (8, "b", "a")]


def test_without_swapping_every_match_has_its_own_seed() -> None:
    """The first player has the first side throughout."""
    with other_levels("a", "b"):
        matches = schedule(CLASSIC, ["a", "b"], games=3, seed=7)
    assert seatings(matches) == [(7, "a", "b"), (8, "a", "b"), (9, "a", "b")]


def test_more_than_two_play_everybody_against_everybody() -> None:
    """A round robin of all pairs."""
    with other_levels("a", "b", "c"):
        matches = schedule(CLASSIC, ["a", "b", "c"], games=2, seed=1, swap_sides=True)
    assert [match.levels for match in matches[::2]] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert len(matches) == 6


@pytest.mark.parametrize("levels", [["random"], ["random", "random"]])
def test_one_level_plays_itself(levels: list[str]) -> None:
    """Exchanging sides would be the same match again, so seeds go on instead."""
    matches = schedule(CLASSIC, levels, games=3, seed=1, swap_sides=True)
    assert seatings(matches) == [(seed, "random", "random") for seed in (1, 2, 3)]


def test_an_odd_number_cannot_be_split_between_sides() -> None:
    """The error names the numbers next to it."""
    with other_levels("a", "b"), pytest.raises(BadValue, match="100 or 102, not 101"):
        schedule(CLASSIC, ["a", "b"], games=101, seed=1, swap_sides=True)


def test_unknown_levels_options_and_budgets_are_noticed_at_once() -> None:
    """Before anything is played."""
    with pytest.raises(UnknownName, match="random"):
        schedule(CLASSIC, ["randon"], games=1, seed=1)
    with pytest.raises(UnknownName, match="low_luck"):
        schedule(Terms(game="classic", options={"low_lick": True}), ["random"], games=1, seed=1)
    with pytest.raises(BadValue, match="budget"):
        schedule(Terms(game="classic", budget=0), ["random"], games=1, seed=1)


def test_a_match_is_known_by_everything_that_makes_it() -> None:
    """Game, options, rounds, budget, seed and who sits where; the order of options does not matter."""
    players = {"axis": "random", "allies": "random"}
    one = Match(terms=CLASSIC, seed=1, players=players)
    others = [
        Match(terms=CLASSIC, seed=2, players=players),
        Match(terms=CLASSIC, seed=1, players={"axis": "random", "allies": "cadet"}),
        Match(terms=Terms(game="1942", rounds=2), seed=1, players=players),
        Match(terms=Terms(game="classic", rounds=3), seed=1, players=players),
        Match(terms=Terms(game="classic", rounds=2, budget=1.0), seed=1, players=players),
        Match(terms=Terms(game="classic", rounds=2, options={"low_luck": True}), seed=1, players=players),
    ]
    assert len({match.key for match in (one, *others)}) == 7
    two_ways = [
        Match(terms=Terms(game="classic", options=options), seed=1, players=players).key
        for options in ({"low_luck": True, "neutral_fee": 5}, {"neutral_fee": 5, "low_luck": True})
    ]
    assert two_ways[0] == two_ways[1]
