"""Putting new units where they are needed: the capital first, then the factory nearest to the front."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from sandtable.ai.defence import missing
from sandtable.ai.estimate import Counts
from sandtable.ai.harbours import outlook
from sandtable.ai.situation import Situation
from sandtable.ai.threats import Threats
from sandtable.core.values import Action
from sandtable.warfare.actions import EndPhase, Place

OUTLOOK = 20.0
"""What it counts from where new ships sail …"""
SUNK = 40.0
"""… and that they would be sunk there."""
LOST = 40.0
"""What it counts against nearness to the front that new units would be lost with a place."""
PROMISED = 500.0
"""What it counts that a place has been promised new units: more than that ships are launched."""

YARD = 5.0
"""What it counts that a factory has room for all ships of a kind."""
FACTORY = 100.0
"""What it counts that a factory is founded on a good site, and against any other how likely it would be lost."""
WORTH_A_FACTORY = 3
"""The least value of a territory in which a factory is founded."""
ROUND_TRIP = 5
"""How many steps from the front a factory may be for its units to march there."""
SAFE_SITE = 0.1
"""The greatest chance of losing a new factory that is accepted."""

Promises = Mapping[str, Counter[str]]
"""Territory → new units it counts on."""


def placements(situation: Situation, threats: Threats, promised: Promises) -> list[Action]:
    """Orders for the next new units, the best first; ending the phase comes last.

    Some have been `promised` to places that count on them.
    """
    rules, state, board = situation.rules, situation.state, situation.board
    ranked: list[tuple[float, Place]] = []
    for kind, number in state.pool.items():
        for space, factory in rules.places_for_kind(state, kind):
            left = rules.capacity_left(state, situation.power, factory) if kind not in rules.factories else 1
            count = min(number, left, 1 if kind in rules.guns | rules.factories else number)
            if kind in rules.holders and space == situation.capital:
                needed = missing(situation, threats, situation.garrison(space), [kind] * count)
                count = needed or count  # all of them if it needs none in particular
            rank = _rank(situation, threats, kind, space)
            if board.is_sea[space]:
                rank += YARD * min(1.0, left / max(1, number))  # where there is room for all of them
            if (due := _due(situation, promised, kind, space)) > 0:
                rank, count = rank + PROMISED, min(count, due)
            ranked.append((rank, Place(kind, space, factory, max(1, count))))
    ranked.sort(key=lambda entry: -entry[0])
    best = [order for _, order in ranked]
    singles = [Place(order.unit, order.space, order.factory) for order in best if order.count > 1]
    return [*best, *singles, EndPhase()]


def reserves(situation: Situation, promised: Promises) -> dict[str, Counter[str]]:
    """The new land units that each factory could still get if all went there, besides those promised."""
    factories = situation.rules.factory_spaces(situation.state, situation.power)
    return {space: Counter(spare_units(situation, space, promised)) for space in factories}


def spare_units(situation: Situation, space: str, promised: Promises) -> list[str]:
    """New land units that may still be placed in a territory and are not promised to it or another."""
    rules, state = situation.rules, situation.state
    if space not in rules.factory_spaces(state, situation.power):
        return []
    free = Counter({kind: number for kind, number in state.pool.items() if kind in rules.holders})
    for units in promised.values():
        free -= units
    room = rules.capacity_left(state, situation.power, space) - sum(promised.get(space, Counter()).values())
    return list(free.elements())[: max(0, room)]


def launching(situation: Situation) -> tuple[Counter[str], list[str]]:
    """The ships that are to be launched this turn, and the zones where they may be."""
    rules, state = situation.rules, situation.state
    ships = Counter({kind: number for kind, number in state.pool.items() if kind in rules.ships})
    zones = {place for kind in ships for place, _ in rules.places_for_kind(state, kind)}
    return ships, rules.in_board_order(zones)


def launch(situation: Situation, threats: Threats, zones: Collection[str], zone: str, fleet: Counter[str]) -> float:
    """How good it is to launch new ships in one of these zones, if the whole fleet there will be this."""
    sunk = threats.danger(zone, fleet, 0.0).chance if threats.threatened(zone) else 0.0
    return OUTLOOK * outlook(situation, zones)[zone] - SUNK * sunk


def _rank(situation: Situation, threats: Threats, kind: str, space: str) -> float:
    rules, board = situation.rules, situation.board
    if board.is_sea[space]:
        ships, zones = launching(situation)
        return 50 + launch(situation, threats, {*zones, space}, space, situation.fleet(space) + ships)
    score = situation.stage_pull[space]
    if kind in rules.factories:
        garrison = situation.garrison(space)
        if is_site(situation, threats, space, garrison):
            return FACTORY + site_rank(situation, space)
        return -FACTORY * threats.danger(space, garrison).chance - situation.front[space]
    if not threats.threatened(space):
        return score
    garrison = situation.garrison(space)
    if space == situation.capital and threats.fall(space, garrison) > situation.tuning.capital_risk:
        return 1000.0
    garrison += Counter(spare_units(situation, space, _for_capital(situation, threats, space)))
    danger = threats.danger(space, garrison)
    if danger.chance > 0.7 and danger.risk > situation.tuning.hold_margin:
        score -= LOST  # it would be lost anyway; aircraft alone, say, take nothing
    return score


def is_site(situation: Situation, threats: Threats, space: str, garrison: Counts) -> bool:
    """Whether a new factory is of use, and safe with this garrison."""
    return is_useful_site(situation, space) and threats.danger(space, garrison).chance < SAFE_SITE


def is_useful_site(situation: Situation, space: str) -> bool:
    """Whether a new factory is of use: in rich land, near the enemy who is to fall first."""
    return situation.board.values[space] >= WORTH_A_FACTORY and situation.goal_front[space] <= ROUND_TRIP


def site_rank(situation: Situation, space: str) -> float:
    """How good a site is among others."""
    return situation.march_pull[space] * situation.board.values[space]


def _due(situation: Situation, promised: Promises, kind: str, space: str) -> int:
    """How many units of a kind a place still has to get of those promised to it."""
    state = situation.state
    before = state.serial - sum(state.built.values())  # whoever has a higher number was placed this turn
    there = sum(unit.kind == kind and unit.n > before for unit in state.units_in(space))
    return promised.get(space, Counter())[kind] - there


def _for_capital(situation: Situation, threats: Threats, space: str) -> Promises:
    """New land units that another place cannot count on, because the capital needs them."""
    rules, capital = situation.rules, situation.capital
    if space == capital:
        return {}
    pool = [kind for kind, number in situation.state.pool.items() if kind in rules.holders for _ in range(number)]
    return {capital: Counter(pool[: missing(situation, threats, situation.garrison(capital), pool)])}
