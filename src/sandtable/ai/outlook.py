"""How likely a side is to win from a position, judged by what officers made of such positions.

The weights in outlook.toml were fitted to games between officers (`python -m bench.outlook`, see docs/ai.md).
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib.resources import files
from math import exp

from sandtable.ai.position import strength
from sandtable.ai.rules import WarRules
from sandtable.core.lexicon import read_toml
from sandtable.warfare.state import WarState


def first_side(rules: WarRules) -> str:
    """The side by which positions are seen."""
    return next(iter(rules.board.sides))


def features(rules: WarRules, state: WarState) -> dict[str, float]:
    """What a position is judged by, seen by the first side: its lead in strength, and whose turn it is.

    No more than that on purpose. Weights for single things (transports, money, armies near capitals) tell who will win,
    but not what makes him win: plans that were chosen by them looked better after a round and were not.
    """
    return {"lead": strength(rules, state, first_side(rules)) - 0.5, f"turn {state.power}": 1.0}


@functools.cache
def weights() -> dict[str, dict[str, float]]:
    """Game → feature → weight."""
    found: dict[str, dict[str, float]] = read_toml(files("sandtable.ai") / "outlook.toml")
    return found


def chance(rules: WarRules, state: WarState, side: str, handed: float = 0.0) -> float:
    """The chance of a side to win, 0 to 1; for games without fitted weights its share of all strength.

    What luck `handed` to the side, as a share of all strength, is taken away from it.
    """
    if state.outcome is not None and state.outcome.winner:
        return float(state.outcome.winner == side)
    fitted = weights().get(rules.game)
    if fitted is None:
        return strength(rules, state, side) - handed
    ours = side == first_side(rules)
    odds = weighed(features(rules, state), fitted) - fitted["lead"] * (handed if ours else -handed)
    return 1 / (1 + exp(-odds if ours else odds))


def weighed(found: Mapping[str, float], fitted: Mapping[str, float]) -> float:
    """The logarithm of the odds for the first side."""
    return sum(fitted.get(what, 0.0) * much for what, much in found.items())
