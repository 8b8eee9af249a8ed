"""The arithmetic of intervals, against values known from elsewhere."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import astuple
from pytest import approx

from sandtable.ai.arena.figures import Spread, mean, share, spread, without_luck


@pytest.mark.parametrize(
    ("hits", "number", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (1, 10, 0.0179, 0.4042),
        (8, 10, 0.4902, 0.9433),
        (10, 10, 0.7225, 1.0),
        (50, 100, 0.4038, 0.5962),
        (81, 263, 0.2553, 0.3662),  # the example in Newcombe's comparison of intervals (1998)
        (1, 29, 0.0061, 0.1718),  # … and another
    ],
)
def test_wilson_intervals(hits: int, number: int, low: float, high: float) -> None:
    """95 %, to four digits."""
    found = share(hits, number)
    assert found is not None and astuple(found) == approx((hits / number, low, high), abs=6e-5)


def test_nothing_is_known_from_nothing() -> None:
    """No games, no share; one game, no mean."""
    assert share(0, 0) is None and mean([3.0]) is None and spread([]) is None
    assert without_luck([True, False], [1.0, -1.0]) is None


def test_a_mean_and_its_interval() -> None:
    """By hand: 1, 2, 3 has the standard error 1/√3."""
    found = mean([1.0, 2.0, 3.0])
    assert found is not None and astuple(found) == approx((2.0, 2 - 1.96 / 3**0.5, 2 + 1.96 / 3**0.5), abs=1e-4)


def test_a_spread() -> None:
    """Percentiles are interpolated."""
    assert spread([float(value) for value in range(1, 101)]) == Spread(100, 50.5, 95.05, 100.0)


def test_luck_that_decides_is_taken_off() -> None:
    """Equal players, the luckier one wins: however lucky the sample, the estimate is about one half and sharper."""
    rng = Random(1)
    luck = [rng.gauss(0.4, 1.0) for _ in range(400)]  # a sample in which one side had the better dice
    won = [value > 0 for value in luck]
    raw, adjusted = share(sum(won), len(won)), without_luck(won, luck)
    assert raw is not None and adjusted is not None
    assert raw.value > 0.6 and adjusted.value == approx(0.5, abs=0.06)
    assert adjusted.high - adjusted.low < raw.high - raw.low


def test_luck_without_influence_changes_nothing() -> None:
    """Winning has nothing to do with the dice: the share stays."""
    won = [True, True, True, False] * 25
    luck = [1.0, -1.0, 0.0, 0.0] * 25
    adjusted = without_luck(won, luck)
    assert adjusted is not None and adjusted.value == approx(0.75)


def test_where_all_won_luck_says_nothing() -> None:
    """No interval of width zero."""
    assert without_luck([True] * 20, [float(value) for value in range(20)]) is None
