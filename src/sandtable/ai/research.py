"""Research dice: bought when a development can be expected to pay for them."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.ai.situation import Situation
from sandtable.core.values import Decision
from sandtable.warfare.actions import Research
from sandtable.warfare.research import Developments

RICH = 30
"""Money from which on a power thinks of research."""
BREAKTHROUGH = 1 / 6
"""The chance that a die brings a development."""
UNIT = 3.5
"""What a unit costs on average when a power buys mostly infantry."""
ROCKET = 3.5
"""What a rocket destroys on average."""


def research(situation: Situation, decision: Decision) -> Research:
    """One die if what it may bring in the rest of the war is worth more than its price."""
    rules, state = situation.rules, situation.state
    if not isinstance(rules, Developments) or state.money[situation.power] < RICH:
        return Research(0)
    unknown = [d for d in rules.developments if not rules.has_development(state, situation.power, d)]
    worth = sum(_worth(situation, development) for development in unknown) / max(1, len(unknown))
    return Research(1 if BREAKTHROUGH * worth > decision.about["price"] else 0)


def _worth(situation: Situation, development: str) -> float:
    """What a development saves or brings, in IPC, over the turns for which it is expected to count."""
    rules, state = situation.rules, situation.state
    horizon = situation.tuning.research_horizon
    income = rules.production(state, situation.power)

    def number(kinds: frozenset[str]) -> int:
        return sum(unit.kind in kinds for unit in situation.own())

    found: dict[str, Callable[[], float]] = {
        "industrial_technology": lambda: horizon * income / UNIT,
        "heavy_bombers": lambda: 10.0 + 12.0 * number(rules.raiders),
        "jet_power": lambda: 2.0 * number(rules.air - rules.raiders),
        "long_range_aircraft": lambda: 2.0 * number(rules.air),
        "super_submarines": lambda: 1.5 * number(rules.submarines),
        "rockets": lambda: horizon * ROCKET if _in_range(situation) else 0.0,
    }
    return found[development]() if development in found else 10.0


def _in_range(situation: Situation) -> bool:
    """Whether a gun of the power stands near an enemy factory."""
    rules, state = situation.rules, situation.state
    if not isinstance(rules, Developments):
        return False
    guns = [unit.space for unit in situation.own() if unit.kind in rules.guns]
    targets = [space for space in rules.board.land if rules.can_be_raided(state, situation.power, space)]
    return any(rules.board.distances(gun).get(target, 99) <= rules.rocket_range for gun in guns for target in targets)
