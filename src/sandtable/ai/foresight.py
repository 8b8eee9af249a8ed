"""The board as it will be when planned attacks have been made, if they go as expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sandtable.ai.attacks import Attack, is_beaten
from sandtable.ai.situation import Situation, fewer
from sandtable.warfare.state import WarState


def foreseen(situation: Situation, attacks: Iterable[Attack]) -> WarState:
    """Where everybody will stand: victors in the land they took, aircraft at home; whoever may well lose is gone."""
    after = situation.state.copy()
    for attack in attacks:
        _carry_out(situation, attack, after)
    return after


def _carry_out(situation: Situation, attack: Attack, after: WarState) -> None:
    rules = situation.rules
    force = [after.units[ident] for part in attack.parts for ident in part.units if ident in after.units]
    men = [unit for unit in force if unit.kind in rules.holders]
    fighters = men if not situation.board.is_sea[attack.target] else [u for u in force if u.kind in rules.ships]
    left: Counter[str] = Counter()
    if is_beaten(situation, attack) or not any(situation.opposition(attack.target).values()):
        lost = (1 - attack.clash.left) * situation.cost(attack.force())
        there = Counter(unit.kind for unit in fighters)
        left = fewer(there, lost, {kind: rules.types[kind].cost for kind in there})
        for foe in after.units_in(attack.target):
            if foe.power in situation.enemies and foe.kind in situation.opposition(attack.target):
                after.remove(foe.id)
        if left and not situation.board.is_sea[attack.target]:
            after.owner[attack.target] = situation.power
    for unit in fighters:
        if left[unit.kind] > 0:
            left[unit.kind] -= 1
            after.change(unit.id, space=attack.target, aboard="")
        else:
            after.remove(unit.id)
