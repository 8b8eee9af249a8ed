"""How likely a side is to win from a position, judged by what officers made of such positions.

The weights in outlook.toml were fitted to games between officers (`python -m bench.outlook`, see docs/ai.md).
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib.resources import files
from math import exp, log

from sandtable.ai.position import strength
from sandtable.ai.rules import WarRules
from sandtable.ai.situation import Situation
from sandtable.ai.tuning import tuning
from sandtable.core.lexicon import read_toml
from sandtable.warfare.state import WarState

FEW = 10.0
"""IPC added to both sides together, so that small things do not look big where there is hardly any."""
GUARDS = 5.0
"""IPC added to those near a capital on either side, for the same reason."""
CITIES = 10.0
"""Victory cities that count as one."""


def features(rules: WarRules, state: WarState) -> dict[str, float]:
    """What matters in a position, seen by the first side: leads from -1 to 1, capitals, pressure, whose turn it is."""
    board = rules.board
    first = next(iter(board.sides))
    found: dict[str, float] = {f"turn {state.power}": 1.0}
    totals: dict[str, list[float]] = {}
    free = {power: not rules.capital_lost(state, power) for power in rules.powers}
    for power in rules.powers:
        side = 0 if board.side_of[power] == first else 1
        wealth = _wealth(rules, state, power, free[power])
        for what, worth in wealth.items():
            totals.setdefault(what, [0.0, 0.0])[side] += worth
        found[f"free {power}"] = float(free[power])
    cities = totals.pop("cities")
    found["cities"] = (cities[0] - cities[1]) / CITIES
    for what, (ours, theirs) in totals.items():
        found[what] = (ours - theirs) / (ours + theirs + FEW)
    situation = Situation(rules, state, rules.powers[0], tuning("officer"))
    for power in rules.powers:
        if free[power]:
            found[f"pressure {power}"] = _pressure(situation, power)
    return found


def _wealth(rules: WarRules, state: WarState, power: str, free: bool) -> dict[str, float]:
    """What a power has, by sort, in IPC; victory cities by number."""
    found = {"land": 0.0, "air": 0.0, "warships": 0.0, "transports": 0.0}
    for unit in state.units_of(power):
        if unit.kind in rules.air:
            sort = "air"
        elif unit.kind in rules.transports:
            sort = "transports"
        elif unit.kind in rules.ships:
            sort = "warships"
        elif unit.kind in rules.holders:
            sort = "land"
        else:
            continue
        found[sort] += rules.types[unit.kind].cost
    found["money"] = state.money[power] * free
    found["income"] = rules.production(state, power) * free
    spaces = rules.board.spaces
    found["cities"] = sum(1 for space, owner in state.owner.items() if owner == power and spaces[space].city)
    return found


def _pressure(situation: Situation, power: str) -> float:
    """How much stronger the enemies of a power are near its capital than its friends."""
    board, state = situation.board, situation.state
    steps = situation.approach(board.powers[power].capital)
    friends, foes = GUARDS, GUARDS
    for other in situation.rules.powers:
        near = sum(situation.nearness(unit, steps) for unit in state.units_of(other))
        if other in board.allies[power]:
            friends += near
        else:
            foes += near
    return log(foes / friends)


@functools.cache
def weights() -> dict[str, dict[str, float]]:
    """Game → feature → weight."""
    found: dict[str, dict[str, float]] = read_toml(files("sandtable.ai") / "outlook.toml")
    return found


def chance(rules: WarRules, state: WarState, side: str) -> float:
    """The chance of a side to win, 0 to 1; for games without fitted weights its share of all strength."""
    if state.outcome is not None and state.outcome.winner:
        return float(state.outcome.winner == side)
    fitted = weights().get(rules.game)
    if fitted is None:
        return strength(rules, state, side)
    ours = side == next(iter(rules.board.sides))
    odds = weighed(features(rules, state), fitted)
    return 1 / (1 + exp(-odds if ours else odds))


def weighed(found: Mapping[str, float], fitted: Mapping[str, float]) -> float:
    """The logarithm of the odds for the first side."""
    return sum(fitted.get(what, 0.0) * much for what, much in found.items())
