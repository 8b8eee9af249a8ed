"""Fighters in strategic bombing raids: escorts that come along, interceptors that rise against them.

Escorts are sent on the raid together with bombers. When the combat move is over, every owner of fighters in raided
territories says which of them intercept. The guns fire at all raiders, then one round of air combat is fought, then
the bombers that are left drop their bombs. Whoever took part fights nowhere else this turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

from sandtable.core.menu import Menu
from sandtable.core.rules import Step
from sandtable.core.table import Table
from sandtable.core.values import Action, Decision, Task
from sandtable.warfare import events
from sandtable.warfare.actions import Intercept
from sandtable.warfare.base import WarTable
from sandtable.warfare.battle import AttackersFire, DefendersFire, RemoveCasualties
from sandtable.warfare.bombing import DropBombs, Raids
from sandtable.warfare.sequence import AnyStep
from sandtable.warfare.state import Unit, WarState

INTERCEPTING = "intercept"
"""The task of a fighter that rises against raiders: it fights in no other battle this turn."""


class EscortsAndInterceptors(Raids):
    """Air combat over factories."""

    escort_value: int = 1
    interceptor_value: int = 2

    def combat_steps(self) -> tuple[AnyStep, ...]:
        return (Interception(), *super().combat_steps())

    def raid_steps(self) -> tuple[AnyStep, ...]:
        """Guns, one round of air combat, bombs."""
        combat = (AttackersFire(), DefendersFire(), RemoveCasualties())
        before = tuple(step for step in super().raid_steps() if step.name != DropBombs.name)
        return (*before, *combat, DropBombs())

    # Escorts

    def raiding_kinds(self) -> frozenset[str]:
        return super().raiding_kinds() | self.escorting_kinds()

    def escorting_kinds(self) -> frozenset[str]:
        """Fighters: aircraft that drop no bombs on factories."""
        return self.air - self.raiders

    def may_raid(self, state: WarState, unit: Unit, target: str) -> bool:
        if unit.kind in self.escorting_kinds():
            return any(raider.kind in self.raiders for raider in self.raiders_over(state, target))
        return super().may_raid(state, unit, target)

    def check_raid(self, state: WarState, aircraft: Sequence[Unit], target: str) -> None:
        """Escorts need at least one bomber to accompany."""
        super().check_raid(state, aircraft, target)
        if not any(unit.kind in self.raiders for unit in (*aircraft, *self.raiders_over(state, target))):
            raise self.refuse("raid.escort_alone", space=target)

    # Interceptors

    def possible_interceptors(self, state: WarState, power: str) -> dict[str, list[str]]:
        """A power's fighters in territories that are raided."""
        kinds = self.escorting_kinds()
        if power not in self.board.enemies[state.power]:
            return {}
        found = {
            space: [unit.id for unit in state.units_in(space) if unit.power == power and unit.kind in kinds]
            for space in self.raid_targets(state)
            if self.is_enemy(state, state.power, space)
        }
        return {space: fighters for space, fighters in found.items() if fighters}

    def intercept(self, table: WarTable, power: str, space: str, fighters: Sequence[str]) -> None:
        """Fighters (perhaps none) rise and are bound for the turn."""
        for ident in fighters:
            table.state.change(ident, task=INTERCEPTING)
        table.tell(events.Intercepted(power, space, tuple(fighters)))

    def raid_defenders(self, state: WarState, space: str) -> list[Unit]:
        return [unit for unit in state.units_in(space) if unit.task == INTERCEPTING]

    def fire_value(self, state: WarState, unit: Unit, stage: str) -> int:
        """In air combat only fighters fire."""
        if state.battle is None or state.battle.kind != "raid":
            return super().fire_value(state, unit, stage)
        if unit.kind in self.raiders:
            return 0
        return self.interceptor_value if stage == "defence" else self.escort_value

    def is_defended(self, state: WarState, power: str, space: str) -> bool:
        """Interceptors do not defend their territory against anything else."""
        if not super().is_defended(state, power, space):
            return False
        enemies = self.board.enemies[power]
        return any(
            unit.power in enemies and unit.kind in self.land_fighters and unit.task != INTERCEPTING
            for unit in state.units_in(space)
        )

    def joins_defence(self, state: WarState, unit: Unit) -> bool:
        return unit.task != INTERCEPTING and super().joins_defence(state, unit)

    def displaced(self, state: WarState, power: str) -> list[Unit]:
        """Interceptors whose base has fallen look for a place, too."""
        homeless = [
            unit
            for unit in state.units_of(power)
            if unit.task == INTERCEPTING and self.is_enemy(state, power, unit.space)
        ]
        return [*super().displaced(state, power), *homeless]


class Interception(Step[EscortsAndInterceptors, WarState]):
    """Every owner of fighters in raided territories decides, in turn order, for all raids at once."""

    name = "interception"

    def begin(self, rules: EscortsAndInterceptors, table: Table[WarState], subject: str) -> None:
        state = table.state
        order = rules.board.after(state.power)
        for power in order[order.index(subject) + 1 if subject else 0 :]:
            fighters = rules.possible_interceptors(state, power)
            if fighters:
                table.push(Task(self.name, power))
                table.ask(self.name, power, "intercept", ("intercept",), {"fighters": fighters})
                return

    def answer(self, rules: EscortsAndInterceptors, table: Table[WarState], decision: Decision, action: Action) -> None:
        assert isinstance(action, Intercept)
        possible = decision.about["fighters"]
        for space, fighters in action.fighters.items():
            rules.known_space(space)
            for ident in fighters:
                if ident not in possible.get(space, ()):
                    raise rules.refuse("intercept.fighters", unit=ident)
        for space in possible:
            rules.intercept(table, decision.power, space, list(dict.fromkeys(action.fighters.get(space, ()))))

    def menu(self, rules: EscortsAndInterceptors, state: WarState, decision: Decision) -> Menu:
        return InterceptMenu(decision.about["fighters"])


class InterceptMenu(Menu):
    """Any number of fighters in each raided territory; fighters of one power in one place are alike."""

    def __init__(self, fighters: dict[str, list[str]]) -> None:
        self.fighters = fighters

    def __iter__(self) -> Iterator[Action]:
        for numbers in product(*(range(len(idents) + 1) for idents in self.fighters.values())):
            yield self._rise(numbers)

    def _rise(self, numbers: Sequence[int]) -> Intercept:
        pairs = zip(self.fighters.items(), numbers, strict=True)
        return Intercept({space: tuple(idents[:number]) for (space, idents), number in pairs if number})

    def sample(self, rng: Random) -> Action:
        return self._rise([rng.randint(0, len(idents)) for idents in self.fighters.values()])
