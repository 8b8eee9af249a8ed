"""Guards: who must stay so that nothing important is lost to neglect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sandtable.ai.estimate import Counts
from sandtable.ai.situation import Situation
from sandtable.ai.threats import Threats
from sandtable.warfare.state import Unit


def guards(situation: Situation, threats: Threats, reinforcements: Counts) -> set[str]:
    """Own land units that must stay in the capital so that it is safe, counting what will be placed there."""
    rules = situation.rules
    capital = situation.capital
    if situation.state.owner.get(capital) != situation.power or not threats.threatened(capital):
        return set()
    here = [
        unit
        for unit in situation.state.units_in(capital)
        if unit.power in situation.allies and unit.kind in rules.land_fighters
    ]
    able = [unit for unit in here if unit.power == situation.power and unit.kind in rules.holders and not unit.done]
    garrison = Counter(unit.kind for unit in here if unit not in able) + Counter(reinforcements)
    kept: set[str] = set()
    for unit in sorted(able, key=lambda unit: _stays(situation, unit)):
        if threats.fall(capital, garrison) <= situation.tuning.capital_risk:
            break
        garrison[unit.kind] += 1
        kept.add(unit.id)
    return kept


def is_safe(situation: Situation, threats: Threats, away: frozenset[str], reinforcements: Counts, sure: float) -> bool:
    """Whether the capital is safe without those who are away, counting what will be placed there.

    How `sure` it is that the threats are no greater counts, too.
    """
    capital = situation.capital
    garrison = situation.garrison(capital, away) + Counter(reinforcements)
    return 1 - sure * (1 - threats.fall(capital, garrison)) <= situation.tuning.capital_risk


def _stays(situation: Situation, unit: Unit) -> tuple[float, int]:
    """Those who defend best for their price stay first."""
    figure = situation.estimator.figures(situation.power)[unit.kind]
    return (-figure.defence / figure.cost, unit.n)


def reinforcements_needed(situation: Situation, threats: Threats, away: frozenset[str], kind: str, most: int) -> int:
    """How many new units of a kind the capital needs to be safe once those who attack are away."""
    return missing(situation, threats, situation.garrison(situation.capital, away), [kind] * most)


def missing(situation: Situation, threats: Threats, garrison: Counter[str], pool: Sequence[str]) -> int:
    """How many of a pool the capital's garrison needs to be safe; all of them if even that is not enough."""
    if situation.state.owner.get(situation.capital) != situation.power:
        return 0
    force = Counter(garrison)
    for number, kind in enumerate(pool):
        if threats.fall(situation.capital, +force) <= situation.tuning.capital_risk:
            return number
        force[kind] += 1
    return len(pool)
