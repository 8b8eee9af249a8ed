"""Figures with their uncertainty: shares, means, spans of time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

import msgspec
import numpy as np

CONFIDENCE = 0.95
_Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)


class Estimate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A value and the 95 % confidence interval around it."""

    value: float
    low: float
    high: float


class Spread(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How values are distributed."""

    number: int
    median: float
    p95: float
    worst: float


def share(hits: int, number: int) -> Estimate | None:
    """A share with Wilson's interval, which holds for few games and for shares near 0 and 1, too.

    >>> share(8, 10)
    Estimate(value=0.8, low=0.4902, high=0.9433)
    """
    if not number:
        return None
    p, z = hits / number, _Z
    middle = (p + z**2 / (2 * number)) / (1 + z**2 / number)
    reach = z / (1 + z**2 / number) * math.sqrt(p * (1 - p) / number + z**2 / (4 * number**2))
    return _estimate(p, max(0.0, middle - reach), min(1.0, middle + reach))


def mean(values: Sequence[float]) -> Estimate | None:
    """A mean with its interval, by the normal distribution."""
    if len(values) < 2:
        return None
    middle = float(np.mean(values))
    reach = _Z * float(np.std(values, ddof=1)) / math.sqrt(len(values))
    return _estimate(middle, middle - reach, middle + reach)


def without_luck(won: Sequence[bool], luck: Sequence[float]) -> Estimate | None:
    """The share of matches won as it would be with average dice: luck as a control variate.

    Luck is zero on average, so what the matches at hand have of it can be taken off, as far as it goes along with
    winning. None for fewer than ten matches, and where all of them ended alike: they say nothing about luck.
    """
    if len(won) < 10 or len(set(won)) < 2:
        return None
    results, dice = np.asarray(won, dtype=float), np.asarray(luck)
    varied = float(np.var(dice))
    slope = float(np.mean((results - results.mean()) * (dice - dice.mean()))) / varied if varied else 0.0
    rest = results - slope * dice
    reach = _Z * float(np.std(rest, ddof=2)) / math.sqrt(len(rest))
    middle = float(rest.mean())
    return _estimate(*(min(1.0, max(0.0, value)) for value in (middle, middle - reach, middle + reach)))


def spread(values: Sequence[float]) -> Spread | None:
    """Median, 95th percentile and worst of some values."""
    if not values:
        return None
    median, p95 = (float(np.percentile(values, percent)) for percent in (50, 95))
    return Spread(len(values), round(median, 4), round(p95, 4), round(max(values), 4))


def _estimate(value: float, low: float, high: float) -> Estimate:
    return Estimate(round(value, 4), round(low, 4), round(high, 4))
