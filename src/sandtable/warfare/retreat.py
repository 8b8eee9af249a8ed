"""Retreat: the attacker may break off after a round, all units together."""

from __future__ import annotations

import msgspec

from sandtable.core.errors import IllegalAction
from sandtable.core.menu import Listed, Menu
from sandtable.core.table import Table
from sandtable.core.values import Action, Decision
from sandtable.warfare import events
from sandtable.warfare.actions import FightOn, Retreat
from sandtable.warfare.base import WarTable
from sandtable.warfare.battle import Battles, BattleStep
from sandtable.warfare.sequence import AnyStep
from sandtable.warfare.state import Battle, WarState


class Retreats(Battles):
    """Where a retreat may go."""

    def land_battle(self) -> tuple[AnyStep, ...]:
        return (*super().land_battle(), DecideRetreat())

    def sea_battle(self) -> tuple[AnyStep, ...]:
        return (*super().sea_battle(), DecideRetreat())

    def retreat_spaces(self, state: WarState, battle: Battle) -> list[str]:
        """Spaces to which the attackers may retreat; "" stands for aircraft breaking off in the air."""
        if battle.landed:
            return self.retreat_from_landing(state, battle)
        units = [state.units[ident] for ident in battle.attackers]
        if all(unit.kind in self.air for unit in units):
            return [""]
        if battle.kind == "sea":
            return [
                zone
                for zone in battle.entered_from
                if not self.is_hostile_zone(state, state.power, zone)
                and self.canal_open(state, state.power, battle.space, zone)
            ]
        return [space for space in battle.entered_from if self.is_friendly(state, state.power, space)]

    def retreat_from_landing(self, state: WarState, battle: Battle) -> list[str]:
        """A battle in which units were landed cannot be broken off by anyone."""
        return []

    def who_breaks_off(self, battle: Battle) -> tuple[str, ...]:
        """The attackers that leave when the attacker breaks off: all of them."""
        return battle.attackers

    def retreat(self, table: WarTable, space: str) -> None:
        """All attackers leave: land units and ships to `space`, aircraft into the air."""
        state = table.state
        battle = self.battle(state)
        units = [state.units[ident] for ident in battle.attackers]
        moving = [unit for unit in units if unit.kind not in self.air]
        if battle.kind == "sea":
            self.call_off_landings(state, battle.space)
        for unit in moving:
            for passenger in state.aboard(unit):
                state.change(passenger.id, space=space)
            state.change(unit.id, space=space, done=True)
        table.tell(
            events.UnitsMoved(
                state.power,
                battle.attackers,
                self.count(units),
                (battle.space, space) if space else (battle.space,),
                "retreat",
            )
        )
        state.battle = msgspec.structs.replace(battle, result="retreat", attackers=())


class DecideRetreat(BattleStep[Retreats]):
    """The attacker fights on or breaks off."""

    name = "decide_retreat"

    def fight(self, rules: Retreats, table: Table[WarState], battle: Battle) -> None:
        spaces = rules.retreat_spaces(table.state, battle)
        if spaces:
            about = {"space": battle.space, "spaces": spaces, "round": battle.round}
            table.ask(self.name, table.state.power, "retreat", ("retreat", "fight_on"), about)

    def answer(self, rules: Retreats, table: Table[WarState], decision: Decision, action: Action) -> None:
        if isinstance(action, Retreat):
            if action.space not in decision.about["spaces"]:
                raise self._refusal(rules, table.state, action.space, decision.about["spaces"])
            rules.retreat(table, action.space)

    def _refusal(self, rules: Retreats, state: WarState, space: str, spaces: list[str]) -> IllegalAction:
        if spaces == [""]:
            return rules.refuse("retreat.air", space=space)
        return rules.refuse(f"retreat.space.{rules.battle(state).kind}", space=space, spaces=spaces)

    def menu(self, rules: Retreats, state: WarState, decision: Decision) -> Menu:
        return Listed([FightOn(), *(Retreat(space) for space in decision.about["spaces"])])
