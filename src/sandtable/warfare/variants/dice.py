"""When losses are chosen, and low-luck dice."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.warfare import events
from sandtable.warfare.base import WarTable
from sandtable.warfare.fire import Batch, Fire, FireGroup
from sandtable.warfare.state import Battle, WarState


class PerStepLosses(Fire):
    """All dice of a firing step first, then the losses; submarine hits apart and first."""

    def batches(self, state: WarState, battle: Battle, stage: str) -> list[Batch]:
        firing = [unit for batch in super().batches(state, battle, stage) for group in batch for unit in group.units]
        return [self.groups_by_target(state, battle, stage, firing)] if firing else []


class LowLuck(Fire):
    """Hits are the sum of all values divided by six; one die decides about the rest."""

    def roll_group(self, table: WarTable, battle: Battle, stage: str, group: FireGroup) -> int:
        state = table.state
        units = group.units  # of all nations of the side together
        strength = sum(self.fire_value(state, u, stage) * self.fire_dice(state, u, stage) for u in units)
        hits, rest = divmod(strength, self.die_sides)
        dice = table.roll(1, self.die_sides) if rest else ()
        hits += sum(die <= rest for die in dice)
        needed = (rest,) if rest else ()
        kinds = tuple(unit.kind for unit in units)
        table.tell(events.DiceRolled(units[0].power, stage, battle.space, dice, needed, hits, kinds))
        return hits

    def hit_chances(self, values: Sequence[int]) -> list[float]:
        hits, rest = divmod(sum(values), self.die_sides)
        return [0.0] * hits + [1 - rest / self.die_sides, rest / self.die_sides][: 2 if rest else 1]
