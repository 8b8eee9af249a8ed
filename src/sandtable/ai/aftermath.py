"""The board as it will be after battles that go as expected, and what is best bought for it.

What a purchase is worth shows when the turn is over: eight infantry may hold a gate that four and two tanks do not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from sandtable.ai.attacks import Attack, is_beaten
from sandtable.ai.foresight import foresight
from sandtable.ai.situation import Situation, marching, victors
from sandtable.ai.strongholds import Stands
from sandtable.ai.threats import Threats
from sandtable.warfare.actions import Purchase
from sandtable.warfare.state import WarState

DIFFERENCE = 2.0
"""By how many IPC the enemy must be able to gain less for nothing but defenders to be bought …"""
INITIATIVE = 16.0
"""… and how much more where the enemy who is to fall first is within grasp: tanks win what defenders only keep."""


def aftermath(situation: Situation, attacks: Collection[Attack]) -> WarState:
    """The board when these attacks have been fought: where they succeed the victors hold the land."""
    state = situation.state.copy()
    state.phase = "noncombat_move"
    rules, power = situation.rules, situation.power
    for attack in attacks:
        units = [state.units[ident] for part in attack.parts for ident in part.units]
        holders = [unit for unit in units if unit.kind in rules.holders]
        for unit in units:
            if unit.kind not in rules.air:
                state.change(unit.id, done=True)
        if situation.board.is_sea[attack.target]:
            continue
        if is_beaten(situation, attack) or not any(situation.opposition(attack.target).values()):
            for enemy in state.units_in(attack.target):
                if enemy.power in situation.enemies and enemy.kind not in rules.factories | rules.guns:
                    state.remove(enemy.id)
            if holders:
                state.changed[attack.target] = state.owner.get(attack.target, "")
                state.owner[attack.target] = power
                force = attack.force()
                left = victors(situation, marching(situation, force), force, attack.clash)
                for unit in holders:
                    if left[unit.kind] > 0:
                        left[unit.kind] -= 1
                        state.change(unit.id, space=attack.target, aboard="")
                    else:
                        state.remove(unit.id)
    return state


def better_purchase(
    situation: Situation,
    threats: Threats,
    attacks: Sequence[Attack],
    lists: Sequence[Purchase],
    stand: Callable[[Situation, Threats], Stands],
) -> Purchase:
    """Of several shopping lists the first, unless with another one the enemy could gain clearly less."""
    if len(lists) == 1:
        return lists[0]
    grasp = situation.within_grasp[situation.board.powers[situation.main_goal].capital]
    enough = DIFFERENCE + INITIATIVE * grasp**2
    board = aftermath(situation, attacks)
    values = []
    for purchase in lists:
        state = board.copy()
        state.pool = dict(purchase.units)
        then = Situation(situation.rules, state, situation.power, situation.tuning)
        then.inherit(situation)
        ahead = Threats(then, threats.verdicts)
        values.append(foresight(then, ahead, stand(then, ahead)))
    best = max(range(len(lists)), key=lambda at: values[at])
    return lists[best] if values[best] > values[0] + enough else lists[0]
