"""The board as it will be when a turn is over, and what the enemy could make of it.

Garrisons are found one after the other, and the first ones leave less for the others. An army in the capital may be
needed there only because nobody stands in the land before it. So several ways to stand are compared by the board that
comes of them.
"""

from __future__ import annotations

from sandtable.ai.manoeuvre import Marches
from sandtable.ai.situation import Situation, use
from sandtable.ai.strongholds import Stands
from sandtable.ai.threats import Threats

ONCE = 0.7
"""What each further gain of the enemy counts: he can use his units only once."""
NOWHERE = 0.5
"""The pull of a place that is far from everything."""


def foresight(situation: Situation, threats: Threats, stands: Stands) -> float:
    """How far armies get by a way to stand, less what the enemy could gain where he gains most, in IPC."""
    marches = Marches(situation, threats, stands.copy())
    marches.plan()
    then = threats.later(marches.completed())
    gains = sorted((_gain(then.situation, then, space) for space in situation.board.land), reverse=True)
    return _advance(then.situation) - sum(gain * ONCE**number for number, gain in enumerate(gains))


def _gain(situation: Situation, threats: Threats, space: str) -> float:
    """What an enemy could gain in a place; if the capital falls, far more is lost than the land."""
    if not situation.is_friendly_land(space) or not threats.threatened(space):
        return 0.0
    garrison = situation.garrison(space)
    gain = threats.danger(space, garrison).risk
    if space == situation.capital:
        gain = max(gain, threats.sack(garrison))
    return gain


def _advance(situation: Situation) -> float:
    """What it is worth for armies to be as near to the war as they are."""
    pull, types = situation.march_pull, situation.rules.types
    return sum(
        use(types[unit.kind].cost, NOWHERE, pull[unit.space], situation.tuning.decay)
        for unit in situation.own()
        if unit.kind in situation.rules.holders and unit.space in pull and not unit.aboard
    )
