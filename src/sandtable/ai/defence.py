"""Guards: who must stay so that nothing important is lost to neglect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sandtable.ai.estimate import Counts
from sandtable.ai.situation import Situation
from sandtable.ai.threats import Threats
from sandtable.board.board import FAR
from sandtable.warfare.state import Unit


def guards(situation: Situation, threats: Threats, reinforcements: Counts, relief: Sequence[Unit] = ()) -> set[str]:
    """Own land units that must stay in the capital, or come to its `relief`, so that it is safe.

    What will be placed there counts, too.
    """
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
    for unit in (*sorted(able, key=lambda unit: _stays(situation, unit)), *relief):
        if threats.fall(capital, garrison) <= situation.tuning.capital_risk:
            break
        garrison[unit.kind] += 1
        kept.add(unit.id)
    return kept


def relief(situation: Situation) -> list[Unit]:
    """Own land units elsewhere that can march to the capital after the battles, the nearest first."""
    rules, board, capital = situation.rules, situation.board, situation.capital
    barred = frozenset(space for space in board.spaces if not situation.is_friendly_land(space))
    if capital in barred:
        return []
    steps = board.distances(capital, barred)
    able = [
        unit
        for unit in situation.own()
        if unit.kind in rules.holders and not unit.aboard and unit.space != capital
        if steps.get(unit.space, FAR) <= rules.points_left(situation.state, unit)
    ]
    return sorted(able, key=lambda unit: (steps[unit.space], _stays(situation, unit)))


class Stake:
    """What a plan of attacks puts at risk in the capital."""

    def __init__(self, situation: Situation, threats: Threats, reinforcements: Counts) -> None:
        self.situation = situation
        self.threats = threats
        self.reinforcements = reinforcements
        self.relief = relief(situation)
        self.held = situation.state.owner.get(situation.capital) == situation.power

    def choices(self, threats: Threats) -> list[set[str]]:
        """Who might be kept from attacking: nobody, those in the capital, those who could come as well."""
        inside = guards(self.situation, threats, self.reinforcements)
        return [set(), inside, guards(self.situation, threats, self.reinforcements, self.relief)]

    def price(self, rest: Threats, away: frozenset[str], sure: float) -> float:
        """What is likely to be lost with the capital, in IPC, once those who are away have left.

        `rest` is what is feared then; how `sure` it is no more than that counts, too.
        """
        situation = self.situation
        if not self.held or not self.threats.threatened(situation.capital):
            return 0.0
        garrison = self._garrison(away, self.reinforcements)
        return situation.tuning.homeland * (sure * rest.sack(garrison) + (1 - sure) * self.threats.sack(garrison))

    def falls(self, rest: Threats, away: frozenset[str], sure: float, new: Counts) -> float:
        """How likely the capital falls once those who are away have left and `new` units stand there."""
        garrison = self._garrison(away, new)
        capital = self.situation.capital
        return sure * rest.fall(capital, garrison) + (1 - sure) * self.threats.fall(capital, garrison)

    def _garrison(self, away: frozenset[str], new: Counts) -> Counter[str]:
        garrison = self.situation.garrison(self.situation.capital, away) + Counter(new)
        garrison.update(unit.kind for unit in self.relief if unit.id not in away)
        return garrison


def _stays(situation: Situation, unit: Unit) -> tuple[float, int]:
    """Those who defend best for their price stay first."""
    figure = situation.estimator.figures(situation.power)[unit.kind]
    return (-figure.defence / figure.cost, unit.n)


def reinforcements_needed(stake: Stake, rest: Threats, away: frozenset[str], sure: float, kind: str, most: int) -> int:
    """How many new units of a kind the capital needs to be safe once those who attack are away.

    `rest` is what is feared then; how `sure` it is no more than that counts, too. Those who could come to its relief
    are counted on.
    """
    if not stake.held:
        return 0
    for number in range(most):
        if stake.falls(rest, away, sure, Counter({kind: number})) <= stake.situation.tuning.capital_risk:
            return number
    return most


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
