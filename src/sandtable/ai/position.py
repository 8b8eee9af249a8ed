"""How good a position is for a side, in one number."""

from __future__ import annotations

from typing import Any

from sandtable.ai.rules import WarRules
from sandtable.warfare.state import WarState

INCOME = 4.0
"""Turns of income that count like units on the board."""
CAPITAL = 25.0
"""What holding one's capital counts."""

CITY = 8.0
"""What a victory city counts."""


def wealth(rules: WarRules, state: WarState, power: str) -> float:
    """Units, also those just bought, money, income, cities and the capital of a power, in IPC."""
    types = rules.types
    units = sum(types[unit.kind].cost for unit in state.units_of(power) if unit.kind not in rules.factories)
    free = not rules.capital_lost(state, power)
    if power == state.power:  # bought, but not on the board yet
        units += sum(types[kind].cost * number for kind, number in state.pool.items() if kind not in rules.factories)
    income = rules.production(state, power) * (INCOME if free else 0.5 * INCOME)
    cities = sum(CITY for space, owner in state.owner.items() if owner == power and rules.board.spaces[space].city)
    return units + state.money[power] + income + cities + CAPITAL * free


def strength(rules: Any, state: WarState, side: str) -> float:
    """A side's share of all strength on the board, 0 to 1; 1 if it has won."""
    if state.outcome is not None and state.outcome.winner:
        return float(state.outcome.winner == side)
    board = rules.board
    own = sum(wealth(rules, state, power) for power in board.side(side))
    total = everything(rules, state)
    return own / total if total else 0.5


def everything(rules: Any, state: WarState) -> float:
    """All strength on the board, in IPC."""
    return sum(wealth(rules, state, power) for power in rules.powers)
