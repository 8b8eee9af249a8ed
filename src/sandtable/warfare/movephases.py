"""The two movement phases: they ask for orders until the power ends them."""

from __future__ import annotations

from typing import ClassVar

from sandtable.core.menu import Menu
from sandtable.core.rules import Step
from sandtable.core.table import Table
from sandtable.core.values import Action, Decision, Task
from sandtable.warfare.actions import EndPhase
from sandtable.warfare.movement import Movement
from sandtable.warfare.movemenu import MoveMenu
from sandtable.warfare.state import WarState


class MovePhase(Step[Movement, WarState]):
    """Asks for orders of certain kinds."""

    accepts: ClassVar[tuple[str, ...]]

    def begin(self, rules: Movement, table: Table[WarState], subject: str) -> None:
        if not subject:
            rules.begin_phase(table, self.name)
        table.ask(self.name, table.state.power, self.name, self.accepts)

    def menu(self, rules: Movement, state: WarState, decision: Decision) -> Menu:
        return MoveMenu(rules, state)


class CombatMove(MovePhase):
    """Phase 2: moves that lead to combat or take land."""

    name = "combat_move"
    accepts: ClassVar[tuple[str, ...]] = ("move", "sail", "bombard", "end_phase")

    def answer(self, rules: Movement, table: Table[WarState], decision: Decision, action: Action) -> None:
        if isinstance(action, EndPhase):
            rules.end_combat_move(table)
            return
        table.push(Task(self.name, "again"))
        rules.combat_order(table, action)


class NoncombatMove(MovePhase):
    """Phase 4: everybody who neither moved nor fought may move; aircraft come home."""

    name = "noncombat_move"
    accepts = ("move", "sail", "end_phase")

    def answer(self, rules: Movement, table: Table[WarState], decision: Decision, action: Action) -> None:
        if isinstance(action, EndPhase):
            rules.end_noncombat(table)
            return
        table.push(Task(self.name, "again"))
        rules.noncombat_order(table, action)
