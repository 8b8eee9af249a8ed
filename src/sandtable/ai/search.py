"""Rehearsing several plans for a turn against the likely replies before choosing one."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf
from typing import Any, cast

from sandtable.ai.attacks import Attack
from sandtable.ai.commander import BEFORE_BATTLE, Commander, Turn
from sandtable.ai.outlook import chance
from sandtable.ai.race import Plan, Race
from sandtable.ai.rehearsal import rehearse
from sandtable.ai.rules import WarRules, is_war
from sandtable.ai.tuning import Tuning, postures, tuning
from sandtable.core.game import View
from sandtable.core.values import Action, Decision
from sandtable.warfare.state import WarState

GUARD = 0.9
"""The share of the budget that rehearsals may use; the rest is for carrying out the plan."""
STEADY = "steady"
"""The posture of one who changes nothing."""


class Understudy(Commander):
    """Plays rehearsals: an officer who judges by eye, with a plan for one turn given to it."""

    def __init__(self, figures: Tuning) -> None:
        super().__init__("rehearsal")
        self.own = self.tuning = figures.changed({"exact": 0})

    def take_over(self, number: int, power: str, attacks: list[Attack]) -> None:
        """Play this turn by a plan."""
        self.turn = Turn(number, power)
        self.turn.attacks = list(attacks)


class Rehearser(Commander):
    """Plays plans out against the likely replies and keeps the one after which its side stands best.

    First it asks what to attack, changing one thing at a time; then what was good by itself is tried together, with
    other ways to march. The number of rehearsals is limited (`playouts`, more for a larger budget), so that the same
    seed plays the same game as long as the time suffices; where it does not, the clock ends the search.
    """

    def __init__(self, seed: int | str, budget: float | None = None) -> None:
        super().__init__(seed, budget)
        self.clock: Callable[[], float] = time.perf_counter
        self.searched: tuple[int, str] = (0, "")
        """The turn for which a plan has been chosen."""
        self.rehearsed = 0
        """Rehearsals of the last search."""
        self._longest = 0.0
        self.posture = ""

    def decide(self, view: View[Any], decision: Decision) -> Action:
        if is_war(view) and decision.kind in BEFORE_BATTLE and decision.power == view.state.power:
            now = (view.state.round, decision.power)
            if self.searched != now:
                self.searched = now
                self.tuning = self.own
                if self._is_open(view, decision.power):
                    self._search(view, decision)
        return super().decide(view, decision)

    def _is_open(self, view: View[WarState], power: str) -> bool:
        """Whether the war is not all but decided; where it is, the officer's plan will do."""
        rules = cast(WarRules, view.rules)
        won = chance(rules, view.state, rules.board.side_of[power])
        return self.own.decided < won < 1 - self.own.decided

    def _search(self, view: View[WarState], decision: Decision) -> None:
        budget = self.budget or self.own.budget
        most = round(self.own.playouts * (budget / self.own.budget if self.own.budget else 1.0))
        begun = self.clock()
        self.rehearsed, self._longest = 0, 0.0
        battles = self._battle_plans(view, decision)
        seed = f"{self.seed}/{view.state.digest()}"

        def one_more(until: float) -> Callable[[Plan], bool]:
            def play(plan: Plan) -> bool:
                started = self.clock()
                if started + self._longest >= until:
                    return False
                self.rehearsed += 1
                plan.scores.append(self._rehearse(view, decision, plan, f"{seed}/{len(plan.scores)}"))
                self._longest = max(self._longest, self.clock() - started)
                return True

            return play

        limit = GUARD * budget if budget else inf
        share = self.own.battles_first
        first = Race(battles, self.own)
        chosen = first.run(one_more(begun + share * limit), round(share * most))
        second = _different([chosen, *refinements(first, chosen), *self._stances(chosen)])
        self._adopt(view, decision, Race(second, self.own).run(one_more(begun + limit), most - self.rehearsed))

    def _adopt(self, view: View[WarState], decision: Decision, plan: Plan) -> None:
        self.posture = plan.posture
        self.tuning = plan.figures
        self.turn = Turn(view.state.round, decision.power)
        self.turn.attacks = plan.attacks
        situation, _ = self.look(cast(WarRules, view.rules), view.state, decision.power)
        self._told = (situation, plan.attacks)

    def _battle_plans(self, view: View[WarState], decision: Decision) -> list[Plan]:
        """What could be attacked: the officer's own plan, what other tempers would attack, and single changes."""
        steady = self._plan(view, decision, {})
        plans = [steady]
        tempers = [self._plan(view, decision, changes) for changes in postures("temper").values()]
        rules = cast(WarRules, view.rules)
        for doubtful in sorted(steady.attacks, key=lambda attack: attack.score)[: self.own.doubtful]:
            rest = [attack for attack in steady.attacks if attack is not doubtful]
            if self._stands_alone(rules, doubtful, rest):
                plans.append(Plan(STEADY, self.own, rest))
        planned = {attack.target for attack in steady.attacks}
        further = {attack.target: attack for temper in tempers for attack in temper.attacks}
        ranked = sorted((a for a in further.values() if a.target not in planned), key=lambda attack: -attack.score)
        plans += [Plan(STEADY, self.own, with_attack(steady.attacks, attack)) for attack in ranked[: self.own.daring]]
        return _different([*plans, *tempers])

    def _stances(self, chosen: Plan) -> list[Plan]:
        """The chosen attacks with other ways to buy and march."""
        return [Plan(name, self.own.changed(changes), chosen.attacks) for name, changes in postures("stance").items()]

    def _plan(self, view: View[WarState], decision: Decision, changes: dict[str, float]) -> Plan:
        """What would be attacked with other figures; everything else is done as ever."""
        planner = Understudy(self.own)
        planner.tuning = self.own.changed(changes)  # with exact odds, unlike in rehearsals
        situation, threats = planner.look(cast(WarRules, view.rules), view.state, decision.power)
        return Plan(STEADY, self.own, planner.attacks(situation, threats))

    def _stands_alone(self, rules: WarRules, attack: Attack, rest: list[Attack]) -> bool:
        """Whether no landing waits for this attack."""
        coasts = set(rules.board.land_borders[attack.target]) if rules.board.is_sea[attack.target] else set()
        return not any(other.target in coasts for other in rest)

    def _rehearse(self, view: View[WarState], decision: Decision, plan: Plan, seed: str) -> float:
        rules = cast(WarRules, view.rules)
        power, begun = decision.power, view.state.round
        me = Understudy(plan.figures)
        me.take_over(begun, power, plan.attacks)
        others = Understudy(tuning("officer"))
        players = {other: me if other == power else others for other in rules.powers}
        last = begun + self.own.rounds_ahead

        def over(state: WarState) -> bool:
            return state.round > last or (state.round == last and state.power == power)

        after = rehearse(view, players, seed, over)
        return chance(rules, after, rules.board.side_of[power]) if after is not None else 0.0


def refinements(race: Race, chosen: Plan) -> list[Plan]:
    """The chosen attacks with what else looked good by itself: further ones added, doubtful ones left out."""
    found = []
    for plan in sorted(race.others, key=lambda plan: -race.lead(plan).mean):
        if plan is not chosen and race.lead(plan).mean > 0:
            dropped = {attack.target for attack in race.base.attacks} - {attack.target for attack in plan.attacks}
            attacks = [attack for attack in chosen.attacks if attack.target not in dropped]
            for attack in plan.attacks:
                if attack not in race.base.attacks:
                    attacks = with_attack(attacks, attack)
            found.append(Plan(chosen.posture, chosen.figures, attacks))
    return found


def with_attack(attacks: list[Attack], further: Attack) -> list[Attack]:
    """A plan with one more attack, at the cost of those that need the same units or have the same target."""
    needed = further.units()
    free = [attack for attack in attacks if attack.target != further.target and not attack.units() & needed]
    return [*free, further]


def _different(plans: list[Plan]) -> list[Plan]:
    """Every plan once."""
    found: dict[object, Plan] = {}
    for plan in plans:
        found.setdefault(plan.key(), plan)
    return list(found.values())
