"""The engine fights its own battles; the exact odds must be the frequencies that come out."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from pytest import approx

from sandtable import odds
from sandtable.odds.simulation import margin, simulate
from tests.odds.differential import (
    CASES,
    RAID_FIGURES,
    RAIDS,
    Comparison,
    compare,
    draw_question,
    p_value,
    upper_tail,
    worst,
)


@pytest.mark.parametrize("name", CASES)
def test_frequencies_of_the_engine_fit_the_exact_chances(name: str) -> None:
    """Fourteen random battles, more than five thousand fights per option set: no ending and no sum is off."""
    seed = list(CASES).index(name) + 1
    comparison = compare(*CASES[name], seed, questions=14, runs=400, most=3)
    assert comparison.smallest_p() > 1e-4
    assert worst(comparison.deviations()) < 3.5


@pytest.mark.rule("S42-OPT-04")
@pytest.mark.parametrize("name", RAIDS)
def test_raids_of_the_engine_fit_the_exact_chances(name: str) -> None:
    """Aircraft of all sorts lost and damage done, in raids that the engine fights from the combat move on."""
    raid = RAIDS[name]
    exact, fought = raid.odds(), raid.fought(runs=1500, seed=list(RAIDS).index(name))
    for figure in RAID_FIGURES:
        assert p_value(getattr(exact, figure), fought[figure], 1500) > 1e-4, figure


def test_a_raid_judged_wrongly_would_be_noticed() -> None:
    """Had one interceptor stayed on the ground, it would show."""
    raid = RAIDS["both"]
    fought = raid.fought(runs=1500, seed=1)
    fewer = msgspec.structs.replace(raid, interceptors=raid.interceptors - 1).odds()
    assert p_value(fewer.escorts_lost, fought["escorts_lost"], 1500) < 1e-6


def test_a_wrong_chance_would_be_noticed() -> None:
    """Had the attacker won two parts in a hundred more often, eight thousand fights would show it."""
    rng = Random(5)
    comparison = Comparison()
    while comparison.runs < 8000:
        asked = draw_question(rng, {}, 3)
        if 0.05 < odds.answer(asked).win < 0.95:
            comparison.add(asked, 500, comparison.runs)
    assert worst(comparison.deviations()) < 3.5
    comparison.off["win"] += 0.02 * comparison.runs
    assert worst(comparison.deviations(), ["win"]) > 4 or comparison.deviations()["win"] > 3
    expected = {"a": 0.5, "b": 0.5}
    assert p_value(expected, {"a": 0.52, "b": 0.48}, 8000) < 1e-3 < p_value(expected, {"a": 0.505, "b": 0.495}, 8000)


def test_the_tail_of_the_chi_square() -> None:
    """Against tabled values."""
    assert upper_tail(3.841459, 1) == approx(0.05, abs=1e-6)
    assert upper_tail(18.307038, 10) == approx(0.05, abs=1e-6)
    assert upper_tail(2.558212, 10) == approx(0.99, abs=1e-6)


def test_a_simulation_says_how_sure_it_is() -> None:
    """Wilson's interval holds the exact chance, and is not empty where everything went one way."""
    asked = odds.question("classic", "3 inf, 1 arm", "2 inf")
    exact, played = odds.answer(asked), simulate(asked, runs=400, seed=3)
    assert played.method == "simulated" and played.runs == 400
    assert abs(played.win - exact.win) < 2 * played.error and 0.01 < played.error < 0.05
    assert played.rounds == approx(exact.rounds, abs=0.3) and played.attacker_loss == approx(exact.attacker_loss, abs=1)
    assert margin(0.0, 50) > 0.03 and margin(0.5, 10_000) == approx(0.0098, abs=1e-4)
