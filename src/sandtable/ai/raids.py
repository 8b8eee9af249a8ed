"""Strategic bombing with bombers that have nothing better to do."""

from __future__ import annotations

from sandtable.ai.estimate import SHOT_DOWN
from sandtable.ai.situation import Situation
from sandtable.core.values import Action
from sandtable.warfare.actions import Move
from sandtable.warfare.factorydamage import FactoryDamage
from sandtable.warfare.state import Unit

BOMBS = 3.5
"""What a die brings on average."""


def raids(situation: Situation) -> list[Action]:
    """Raids that promise more than they risk."""
    rules, state = situation.rules, situation.state
    if not rules.may_attack(state, situation.power):
        return []
    targets = [target for target in rules.air_targets(state) if target[1]]
    planned: dict[str, float] = {}
    found: list[Action] = []
    for unit in situation.own():
        if unit.kind not in rules.raiders or unit.done:
            continue
        options = [space for space, raid in rules.air_attacks(state, unit, targets) if raid]
        ranked = [(_gain(situation, unit, space, planned.get(space, 0.0)), space) for space in options]
        gain, space = max(ranked, default=(0.0, ""))
        if space and gain >= situation.tuning.raids_pay:
            planned[space] = planned.get(space, 0.0) + BOMBS * rules.attack_dice(state, unit)
            route = rules.air_route(state, situation.power, unit.space, space)
            found.append(Move((unit.id,), route, raid=True))
    return found


def _gain(situation: Situation, bomber: Unit, space: str, planned: float) -> float:
    """What one more bomber over a factory is expected to bring."""
    rules, state = situation.rules, situation.state
    if isinstance(rules, FactoryDamage):
        bombs = BOMBS * rules.attack_dice(state, bomber)
        factory = rules.factory_in(state, space)
        most = float(rules.most_damage(space) - (factory.damage if factory else 0))
        damage = max(0.0, min(bombs, most - planned))
    else:
        before, dice = round(planned), rules.attack_dice(state, bomber)
        so_far = rules.raid_loss(state, space, before)
        pips = range(1, rules.die_sides + 1)
        damage = sum(rules.raid_loss(state, space, before + dice * each) - so_far for each in pips) / len(pips)
    risk = SHOT_DOWN * rules.types[bomber.kind].cost if situation.has_gun(space, situation.power) else 0.0
    fighters = sum(u.kind in rules.air and u.power in situation.enemies for u in state.units_in(space))
    return damage - risk - (1.0 * fighters if _may_be_intercepted(situation) else 0.0)


def _may_be_intercepted(situation: Situation) -> bool:
    return len(situation.rules.raiding_kinds()) > len(situation.rules.raiders)
