"""Standing orders for battles: losses in a given order, submarines that stay, when to retreat."""

from __future__ import annotations

from typing import Any

from sandtable.core.menu import Menu
from sandtable.core.policy import Policy, PolicyBook
from sandtable.core.state import State
from sandtable.core.values import Action, Decision
from sandtable.warfare.actions import ChooseCasualties, FightOn, Retreat, Submerge, Withdraw
from sandtable.warfare.state import Unit, WarState


class LossOrder(Policy, frozen=True, tag="loss_order"):
    """Take losses in this order of kinds; kinds not named come last, cheapest first, transports by their cargo.

    Hits that only damage come before everything else. `keep_land` keeps one unit that can hold land for as long
    as possible.
    """

    order: tuple[str, ...] = ()
    keep_land: bool = False

    def answer(self, rules: Any, state: State, decision: Decision, menu: Menu) -> Action | None:
        if not isinstance(state, WarState) or "units" not in decision.about:
            return None
        idents = decision.about["units"]
        able = [state.units[ident] for ident in dict.fromkeys(idents)]
        ranked = sorted(able, key=lambda unit: self._rank(rules, state, unit))
        # A unit is listed once for every hit it takes; only the last one sinks it.
        damage = [ident for unit in ranked for ident in [unit.id] * (idents.count(unit.id) - 1)]
        hits = max(0, decision.about["hits"] - len(damage))
        if self.keep_land:
            holders = [unit for unit in ranked if unit.kind in rules.holders]
            if holders and hits < len(ranked):
                ranked.remove(holders[-1])
                ranked.append(holders[-1])
        preferred = [*damage, *(unit.id for unit in ranked)]
        return ChooseCasualties(tuple(rules.preferred_losses(state, preferred, decision.about["hits"])))

    def _rank(self, rules: Any, state: WarState, unit: Unit) -> tuple[int, int, int, bool, int]:
        named = self.order.index(unit.kind) if unit.kind in self.order else len(self.order)
        cargo = sum(rules.types[passenger.kind].cost for passenger in state.aboard(unit))
        overland = state.battle is not None and unit.id not in state.battle.landed  # could still leave (S42-AMPH-16)
        return (named, rules.types[unit.kind].cost, cargo, overland, unit.n)


class SubmarinesStay(Policy, frozen=True, tag="submarines_stay"):
    """Submarines never withdraw or submerge."""

    def answer(self, rules: Any, state: State, decision: Decision, menu: Menu) -> Action | None:
        if "submarines" not in decision.about:
            return None
        return Submerge() if "submerge" in decision.accepts else Withdraw()


class SubmarinesFlee(Policy, frozen=True, tag="submarines_flee"):
    """Submarines submerge or withdraw (to the first zone there is) whenever they can."""

    def answer(self, rules: Any, state: State, decision: Decision, menu: Menu) -> Action | None:
        if "submarines" not in decision.about:
            return None
        if "submerge" in decision.accepts:
            return Submerge(tuple(decision.about["submarines"]))
        return Withdraw({sub: zones[0] for sub, zones in decision.about["submarines"].items()})


class RetreatAfter(Policy, frozen=True, tag="retreat_after"):
    """Fight this many rounds, then break off (0: never)."""

    rounds: int = 0

    def answer(self, rules: Any, state: State, decision: Decision, menu: Menu) -> Action | None:
        if "round" not in decision.about:
            return None
        if self.rounds and decision.about["round"] >= self.rounds:
            return Retreat(decision.about["spaces"][0])
        return FightOn()


BOOK = PolicyBook(LossOrder, SubmarinesStay, SubmarinesFlee, RetreatAfter)
