"""The 1942 edition as games of version 1 of the record were played: what they hold must come out the same."""

from __future__ import annotations

from sandtable.core.values import Action, Decision
from sandtable.games.spring1942.rules import Rules1942
from sandtable.warfare.actions import ChooseCasualties
from sandtable.warfare.lossmenu import loss_key
from sandtable.warfare.state import WarState


class Former1942(Rules1942):
    """Whoever had landed counted like those who came overland; declared attacks stayed; allies were asked too early."""

    def former_answer(self, state: WarState, decision: Decision) -> Action | None:
        """Losses among units that only their way here tells apart were not asked for (S42-AMPH-15, S42-AMPH-16)."""
        battle = state.battle
        if decision.kind != "choose_casualties" or battle is None or not battle.hits:
            return None
        slots = self.slots(state, battle, battle.hits)
        if not self.no_choice(state, battle.hits, slots, loss_key):
            return None
        return ChooseCasualties(tuple(self.choose(state, battle.hits, slots)))

    def abandoned_attacks(self, state: WarState) -> list[str]:
        """An attack was never given up, and those who retreated to its zone fought there."""
        return []

    def may_ask_allies(self, state: WarState, action: Action) -> bool:
        return True
