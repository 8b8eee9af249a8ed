"""Aircraft in the air that would not come home, named while something can still be done about it.

Nothing here knows a rule: the rules say of any set of aircraft whether all of them can land at the same time.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import cast

from sandtable.ai import airfields
from sandtable.ai.rules import WarRules
from sandtable.ai.situation import Situation
from sandtable.ai.threats import Threats
from sandtable.ai.tuning import tuning
from sandtable.server import wire
from sandtable.warfare.actions import Move
from sandtable.warfare.production import Production
from sandtable.warfare.state import Unit, WarState

MOVING = ("combat_move", "noncombat_move")
JUDGE = "officer"
"""The computer player whose judgement is asked where aircraft had better land."""


def landing(rules: Production, state: WarState) -> wire.LandingView:
    """Who is in the air, who has no place to land, and who counts on a carrier that still has to come."""
    flying = [unit for unit in state.units_of(state.power) if unit.airborne]
    homeless: list[Unit] = []
    awaiting: list[Unit] = []
    if state.phase in MOVING and flying:
        homeless = without_place(rules, state, flying)
        others = [unit for unit in flying if unit not in homeless]
        awaiting = [unit for unit in others if next(rules.landing_places(state, unit), None) is None]
        # Over a friendly territory an aircraft may simply stay; its own place is not listed as one to fly to.
        awaiting = [unit for unit in awaiting if not rules.can_reach_field(state, unit.power, unit.space, 0)]
    return wire.LandingView(
        ok=not homeless,
        airborne=[unit.id for unit in flying],
        homeless=[unit.id for unit in homeless],
        awaiting=[unit.id for unit in awaiting],
    )


def without_place(rules: Production, state: WarState, flying: Sequence[Unit]) -> list[Unit]:
    """The fewest aircraft without which all others could land; where several would do, those sent out last."""
    if _can_land(rules, state, flying, flying):
        return []
    lost = [unit for unit in flying if not _can_land(rules, state, flying, [unit])]
    doubtful = [unit for unit in flying if unit not in lost and not _reaches_field(rules, state, unit)]
    safe = [unit for unit in flying if unit not in lost and unit not in doubtful]
    for fewer in range(len(doubtful) + 1):
        tried: set[tuple[tuple[str, str, int], ...]] = set()
        for left_out in combinations(doubtful[::-1], fewer):
            alike = tuple(sorted((unit.kind, unit.space, unit.spent) for unit in left_out))
            if alike in tried:
                continue  # the same aircraft but for their names
            tried.add(alike)
            rest = [unit for unit in doubtful if unit not in left_out]
            if _can_land(rules, state, flying, [*safe, *rest]):
                return [unit for unit in flying if unit in lost or unit in left_out]
    return [unit for unit in flying if unit not in safe]


def safest(rules: Production, state: WarState) -> Move | None:
    """The next aircraft that must land comes down where a computer player would bring it: where it is safe from the
    enemy's next turn, on a deck that wants fighters, near the front. None if nobody can land as things stand."""
    stranded = rules.stranded(state)
    if not stranded:
        return None
    situation = Situation(cast(WarRules, rules), state, state.power, tuning(JUDGE))
    threats = Threats(situation)
    for unit in stranded:
        for order in airfields.landing(situation, threats, unit):
            if isinstance(order, Move) and rules.order_stands(state, order):
                return order
    return None


def _reaches_field(rules: Production, state: WarState, unit: Unit) -> bool:
    return rules.can_reach_field(state, unit.power, unit.space, rules.points_left(state, unit))


def _can_land(rules: Production, state: WarState, flying: Sequence[Unit], chosen: Sequence[Unit]) -> bool:
    """Whether the chosen ones of those in the air could all land if the others were not there."""
    trial = state.copy()
    for unit in flying:
        if unit not in chosen:
            trial.remove(unit.id)
    return rules.can_all_land(trial)
