"""Transports without combat value, and battles in which nobody can hit anybody."""

from __future__ import annotations

from sandtable.core.table import Table
from sandtable.core.values import Action, Decision
from sandtable.warfare.actions import FightOn
from sandtable.warfare.base import WarTable
from sandtable.warfare.destroyers import SurfaceWarfare
from sandtable.warfare.retreat import DecideRetreat, Retreats
from sandtable.warfare.sequence import AnyStep
from sandtable.warfare.state import Battle, Unit, WarState


class DefencelessTransports(SurfaceWarfare, Retreats):
    """Transports are lost last, die when left alone, and stalemates end a battle."""

    def defenceless(self) -> frozenset[str]:
        """Kinds without combat value."""
        return self.types.with_trait("defenceless")

    def fighting(self, state: WarState, idents: tuple[str, ...]) -> list[Unit]:
        """The units among these that have a combat value."""
        harmless = self.defenceless()
        return [state.units[ident] for ident in idents if state.units[ident].kind not in harmless]

    def judge(self, table: WarTable) -> None:
        super().judge(table)
        state = table.state
        battle = self.battle(state)
        if battle.result or battle.kind != "sea":
            return
        attackers, defenders = self.fighting(state, battle.attackers), self.fighting(state, battle.defenders)
        armed = any(self.attack_value(state, unit) for unit in attackers)
        only_air = all(state.units[ident].kind in self.air for ident in battle.attackers)
        helpless = [ident for ident in battle.defenders if state.units[ident].kind in self.defenceless()]
        if armed and not defenders:
            self._sink(table, helpless)
            self.decide(state, "won")
        elif armed and only_air and helpless and all(unit.kind in self.submarines for unit in defenders):
            self._sink(table, helpless)
            self.decide(state, "stalemate")
        elif not attackers and not self.retreat_spaces(state, battle):
            if defenders:
                self._sink(table, list(battle.attackers))
            self.decide(state, "lost" if defenders else "stalemate")
        elif attackers and defenders and not self._anybody_can_hit(state, battle, attackers, defenders):
            self.decide(state, "stalemate")

    def _sink(self, table: WarTable, idents: list[str]) -> None:
        self.lose(table, idents, "battle")
        self.leave_battle(table.state, idents)

    def _anybody_can_hit(self, state: WarState, battle: Battle, attackers: list[Unit], defenders: list[Unit]) -> bool:
        """Whether any unit of either side could hit one of the other."""
        hunters = self.hunters()
        for shooters, targets, stage in (
            (attackers, battle.defenders, "attack"),
            (defenders, battle.attackers, "defence"),
        ):
            destroyers = any(unit.kind in hunters for unit in shooters)
            for unit in shooters:
                if self.fire_value(state, unit, stage) < 1:
                    continue
                target = "ship" if unit.kind in self.submarines else "any"
                if unit.kind in self.air and not destroyers:
                    target = "not_submarine"
                if any(self.can_take(state.units[ident], target) for ident in targets):
                    return True
        return False

    def land_battle(self) -> tuple[AnyStep, ...]:
        return tuple(step if step.name != DecideRetreat.name else RetreatOrStay() for step in super().land_battle())

    def sea_battle(self) -> tuple[AnyStep, ...]:
        return tuple(step if step.name != DecideRetreat.name else RetreatOrStay() for step in super().sea_battle())


class RetreatOrStay(DecideRetreat):
    """As always; but transports that face only transports may also simply stay."""

    def answer(self, rules: Retreats, table: Table[WarState], decision: Decision, action: Action) -> None:
        super().answer(rules, table, decision, action)
        assert isinstance(rules, DefencelessTransports)
        state = table.state
        battle = rules.battle(state)
        if isinstance(action, FightOn) and battle.kind == "sea":
            if not rules.fighting(state, battle.attackers) and not rules.fighting(state, battle.defenders):
                rules.decide(state, "stalemate")
