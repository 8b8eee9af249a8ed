"""Putting new units where they are needed: the capital first, then the factory nearest to the front."""

from __future__ import annotations

from sandtable.ai.situation import Situation
from sandtable.ai.threats import Threats
from sandtable.core.values import Action
from sandtable.warfare.actions import EndPhase, Place


def placements(situation: Situation, threats: Threats) -> list[Action]:
    """Orders for the next new units, the best first; ending the phase comes last."""
    rules, state = situation.rules, situation.state
    ranked: list[tuple[float, Place]] = []
    for kind, number in state.pool.items():
        for space, factory in rules.places_for_kind(state, kind):
            left = rules.capacity_left(state, situation.power, factory) if kind not in rules.factories else 1
            count = min(number, left, 1 if kind in rules.guns | rules.factories else number)
            if kind in rules.holders and space == situation.capital:
                count = min(count, _needed(situation, threats, kind, count))
            ranked.append((_rank(situation, threats, kind, space), Place(kind, space, factory, max(1, count))))
    ranked.sort(key=lambda entry: -entry[0])
    best = [order for _, order in ranked]
    singles = [Place(order.unit, order.space, order.factory) for order in best if order.count > 1]
    return [*best, *singles, EndPhase()]


def _needed(situation: Situation, threats: Threats, kind: str, count: int) -> int:
    """How many of these the capital needs; all of them if it needs none in particular."""
    garrison = situation.garrison(situation.capital)
    for number in range(count):
        if threats.danger(situation.capital, garrison).chance <= situation.tuning.capital_risk:
            return number or count
        garrison[kind] += 1
    return count


def _rank(situation: Situation, threats: Threats, kind: str, space: str) -> float:
    rules, board = situation.rules, situation.board
    if board.is_sea[space]:
        fleet = situation.fleet(space)
        fleet[kind] += 1
        danger = threats.danger(space, fleet, 0.0).risk if threats.threatened(space) else 0.0
        friends = sum(situation.fleet(space).values())
        waiting = 0
        if kind in rules.transports:
            coasts = board.land_borders[space]
            waiting = sum(
                u.kind in rules.holders and situation.by_sea(u.space) for u in situation.own() if u.space in coasts
            )
        return 50 + min(waiting, 10) + min(friends, 5) * 0.5 - 3 * danger
    score = situation.march_pull[space]
    if kind in rules.factories:
        return 100 + score * board.values[space]
    garrison = situation.garrison(space)
    danger_now = threats.danger(space, garrison) if threats.threatened(space) else None
    if danger_now is not None:
        garrison[kind] += 3
        later = threats.danger(space, garrison)
        if space == situation.capital and danger_now.chance > situation.tuning.capital_risk:
            return 1000.0
        if later.chance > 0.7:
            score -= 40  # it would be lost anyway
    return score
