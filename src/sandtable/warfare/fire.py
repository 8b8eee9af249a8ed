"""Firing: who rolls together, how many dice, what they can hit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from sandtable.core.rules import Step
from sandtable.core.table import Table
from sandtable.core.values import Task
from sandtable.warfare import events
from sandtable.warfare.base import WarTable
from sandtable.warfare.losses import Losses, TakeHits
from sandtable.warfare.state import Battle, Hits, Unit, WarState


class FireGroup(msgspec.Struct, frozen=True):
    """Units that roll together and whose hits can be taken by the same targets."""

    units: tuple[Unit, ...]
    target: str


Batch = tuple[FireGroup, ...]
"""Groups that roll before any of their hits are assigned."""

ATTACK_STAGES = ("attack", "first_shot", "strike", "bombardment")


class Fire(Losses):
    """Attackers fire, defenders fire: column by column unless an option says otherwise."""

    die_sides: int = 6

    def firing(self, state: WarState, battle: Battle, stage: str) -> list[Unit]:
        """The units that fire in a stage of the round."""
        units = state.units
        if stage == "bombardment":
            return [units[ident] for ident in battle.bombarding]
        if stage == "first_shot":
            return [units[ident] for ident in battle.attackers if units[ident].kind in self.submarines]
        if stage == "attack":
            first = self.submarines if battle.kind == "sea" else frozenset[str]()
            return [units[ident] for ident in battle.attackers if units[ident].kind not in first]
        return [units[ident] for ident in battle.defenders]

    def fire_value(self, state: WarState, unit: Unit, stage: str) -> int:
        """A die at or below this is a hit."""
        return self.attack_value(state, unit) if stage in ATTACK_STAGES else self.defence_value(state, unit)

    def fire_dice(self, state: WarState, unit: Unit, stage: str) -> int:
        """How many dice a unit rolls."""
        return self.attack_dice(state, unit) if stage in ATTACK_STAGES else 1

    def hit_target(self, state: WarState, battle: Battle, unit: Unit, stage: str) -> str:
        """What a unit's hits can be taken by: submarines never hit aircraft."""
        return "ship" if unit.kind in self.submarines else "any"

    def lifted(self, counts: Mapping[str, int], stage: str) -> Mapping[str, int]:
        """How many units of which kinds fire one better than alone, because of the company they are in."""
        return {}

    def batches(self, state: WarState, battle: Battle, stage: str) -> list[Batch]:
        """The firing order of a stage: columns from 1 upward, hits of a column assigned before the next."""
        columns: dict[int, list[Unit]] = {}
        for unit in self.firing(state, battle, stage):
            value = self.fire_value(state, unit, stage)
            if value > 0 and self.fire_dice(state, unit, stage):
                columns.setdefault(value, []).append(unit)
        return [self.groups_by_target(state, battle, stage, columns[value]) for value in sorted(columns)]

    def groups_by_target(self, state: WarState, battle: Battle, stage: str, units: Iterable[Unit]) -> Batch:
        """Submarines apart (their hits are assigned first), each group in firing order."""
        groups: dict[str, list[Unit]] = {}
        for unit in self.in_order(units):
            groups.setdefault(self.hit_target(state, battle, unit, stage), []).append(unit)
        return tuple(FireGroup(tuple(groups[target]), target) for target in sorted(groups, reverse=True))

    def roll_group(self, table: WarTable, battle: Battle, stage: str, group: FireGroup) -> int:
        """Roll one die (or more) for each unit of a group, nation by nation; returns the hits."""
        state = table.state
        total = 0
        for power in dict.fromkeys(unit.power for unit in group.units):
            shooters = [
                unit for unit in group.units if unit.power == power for _ in range(self.fire_dice(state, unit, stage))
            ]
            needed = tuple(self.fire_value(state, unit, stage) for unit in shooters)
            dice = table.roll(len(shooters), self.die_sides)
            hits = sum(die <= need for die, need in zip(dice, needed, strict=True))
            kinds = tuple(unit.kind for unit in shooters)
            table.tell(events.DiceRolled(power, stage, battle.space, dice, needed, hits, kinds))
            total += hits
        return total

    def hit_chances(self, values: Sequence[int]) -> list[float]:
        """Chances of 0, 1, 2 … hits when a group rolls dice with these values: what `roll_group` does, as odds."""
        chances = [1.0]
        for value in values:
            hit = value / self.die_sides
            chances = [
                (chances[n] * (1 - hit) if n < len(chances) else 0.0) + (chances[n - 1] * hit if n else 0.0)
                for n in range(len(chances) + 1)
            ]
        return chances

    def side_hit(self, stage: str) -> str:
        """Which side is fired at."""
        return "defence" if stage in ATTACK_STAGES else "attack"


class FireBatch(Step[Fire, WarState]):
    """One batch fires and its hits are taken; then the next batch."""

    name = "fire_batch"

    def begin(self, rules: Fire, table: Table[WarState], subject: str) -> None:
        stage, _, number = subject.partition(":")
        state = table.state
        # The firing side loses nobody while it fires, so the batches stay the same throughout the stage.
        batches = rules.batches(state, rules.battle(state), stage)
        for at in range(int(number), len(batches)):
            if self._score(rules, table, stage, batches[at]):
                more = (Task(self.name, f"{stage}:{at + 1}"),) if at + 1 < len(batches) else ()
                table.push(Task(TakeHits.name), *more)
                return

    def _score(self, rules: Fire, table: Table[WarState], stage: str, batch: Batch) -> bool:
        """Roll for a batch; notes the hits in the battle and says whether there are any."""
        state = table.state
        battle = rules.battle(state)
        scored = []
        for group in batch:
            hits = Hits(
                rules.side_hit(stage), 0, group.target, deferred="strike" in stage, at_once=stage == "first_shot"
            )
            if rules.eligible(state, battle, hits):
                count = rules.roll_group(table, battle, stage, group)
                if count:
                    scored.append(msgspec.structs.replace(hits, count=count))
        if scored:
            state.battle = msgspec.structs.replace(battle, hits=tuple(scored))
        return bool(scored)
