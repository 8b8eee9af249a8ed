"""Rehearsing several plans for a turn against the likely replies before choosing one."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice
from math import inf, sqrt
from statistics import mean, stdev
from typing import Any, cast

from sandtable.ai.attacks import Attack
from sandtable.ai.commander import Commander, Turn
from sandtable.ai.position import strength
from sandtable.ai.rehearsal import rehearse
from sandtable.ai.rules import WarRules, is_war
from sandtable.ai.tuning import Tuning, postures, tuning
from sandtable.core.game import View
from sandtable.core.values import Action, Decision
from sandtable.warfare.state import WarState

PLANNING = frozenset(("research", "purchase", "combat_move"))
"""Decisions at which a turn can begin."""
FEWEST = 3
"""Rehearsals before a plan is compared at all."""
GUARD = 0.9
"""The share of the budget that rehearsals may use; the rest is for carrying out the plan."""


@dataclass
class Plan:
    """A posture, the attacks that follow from it, and how its rehearsals went."""

    posture: str
    figures: Tuning
    attacks: list[Attack]
    scores: list[float] = field(default_factory=list)

    def lead_over(self, other: Plan) -> float:
        """By how much it surely did better than another plan with the same dice: the mean less its standard error."""
        if self is other:
            return 0.0
        leads = [mine - theirs for mine, theirs in zip(self.scores, other.scores, strict=False)]
        if len(leads) < FEWEST:
            return -1.0
        return mean(leads) - stdev(leads) / sqrt(len(leads))

    def key(self) -> frozenset[tuple[str, frozenset[str]]]:
        """What is sent where: plans with the same key are the same."""
        return frozenset((attack.target, frozenset(attack.units())) for attack in self.attacks)


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

    The number of rehearsals is fixed (`playouts`), so that the same seed plays the same game as long as the time
    suffices; where a budget is set and does not suffice, it ends the search.
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
        if is_war(view) and decision.kind in PLANNING and decision.power == view.state.power:
            now = (view.state.round, decision.power)
            if self.searched != now:
                self.searched = now
                budget = self.budget or self.own.budget
                self._search(view, decision, self.clock() + GUARD * budget if budget else inf)
        return super().decide(view, decision)

    def _search(self, view: View[WarState], decision: Decision, until: float) -> None:
        """Successive halving: every plan is rehearsed a few times, the better half twice as often, and so on.

        The first plan, the officer's own, stays in the running to the end.
        """
        plans = self._plans(view, decision)
        seed = f"{self.seed}/{view.state.digest()}"
        self.rehearsed = 0
        self._longest = 0.0
        number = self.own.first_look
        left = plans
        while len(left) > 1 and not self._is_over(until):
            while min(len(plan.scores) for plan in left) < number and not self._is_over(until):
                for plan in left:
                    if len(plan.scores) < number and not self._is_over(until):
                        self.rehearsed += 1
                        begun = self.clock()
                        # The same dice for all plans, so that luck does not decide between them.
                        plan.scores.append(self._rehearse(view, decision, plan, f"{seed}/{len(plan.scores)}"))
                        self._longest = max(self._longest, self.clock() - begun)
            others = sorted(left[1:], key=lambda plan: -plan.lead_over(plans[0]))
            left = [plans[0], *others[: len(others) // 2]]
            number *= 2
        self._adopt(view, decision, max(plans, key=lambda plan: plan.lead_over(plans[0])))

    def _is_over(self, until: float) -> bool:
        """Whether no further rehearsal fits, be it the longest."""
        return self.rehearsed >= self.own.playouts or self.clock() + self._longest >= until

    def _adopt(self, view: View[WarState], decision: Decision, plan: Plan) -> None:
        self.posture = plan.posture
        self.tuning = plan.figures
        self.turn = Turn(view.state.round, decision.power)
        self.turn.attacks = plan.attacks
        situation, _ = self.look(cast(WarRules, view.rules), view.state, decision.power)
        self._told = (situation, plan.attacks)

    def _plans(self, view: View[WarState], decision: Decision) -> list[Plan]:
        """A plan for every posture, and the first of them without each of its doubtful attacks."""
        rules = cast(WarRules, view.rules)
        plans: list[Plan] = []
        for name, changes in islice(postures().items(), self.own.postures):
            planner = Understudy(self.own.changed(changes))
            planner.tuning = self.own.changed(changes)
            situation, threats = planner.look(rules, view.state, decision.power)
            plans.append(Plan(name, planner.tuning, planner.attacks(situation, threats)))
        steady = plans[0]
        for doubtful in sorted(steady.attacks, key=lambda attack: attack.score)[: self.own.doubtful]:
            rest = [attack for attack in steady.attacks if attack is not doubtful]
            if self._stands_alone(rules, doubtful, rest):
                plans.append(Plan(steady.posture, steady.figures, rest))
        different: dict[frozenset[tuple[str, frozenset[str]]], Plan] = {}
        for plan in plans:
            different.setdefault(plan.key(), plan)
        return list(different.values())

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
        return strength(rules, after, rules.board.side_of[power]) if after is not None else 0.0
