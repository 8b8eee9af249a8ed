"""Exact odds against very many battles of the engine. Not part of the daily run: `make soak`."""

from __future__ import annotations

import pytest

from tests.odds.differential import CASES, compare, worst


@pytest.mark.soak
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("batch", range(4))
def test_frequencies_of_many_large_battles_fit_the_exact_chances(name: str, batch: int) -> None:
    """Larger forces, ten times as many fights."""
    seed = 100 * (batch + 1) + list(CASES).index(name)
    comparison = compare(*CASES[name], seed, questions=20, runs=1_000, most=9)
    assert comparison.smallest_p() > 1e-4
    assert worst(comparison.deviations()) < 4.2
