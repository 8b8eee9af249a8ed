"""Rehearsing several plans for a turn against the likely replies before choosing one."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from math import inf
from typing import Any, cast

from sandtable.ai.attacks import Attack
from sandtable.ai.commander import BEFORE_BATTLE, Commander, Turn
from sandtable.ai.luck import ledger, net
from sandtable.ai.outlook import chance
from sandtable.ai.position import everything
from sandtable.ai.race import Plan, Race, Stage
from sandtable.ai.rehearsal import Opening, rehearse
from sandtable.ai.rules import WarRules, is_war
from sandtable.ai.situation import Situation
from sandtable.ai.strongholds import Stands
from sandtable.ai.threats import Threats, Verdicts
from sandtable.ai.tuning import Tuning, postures, tuning
from sandtable.core.game import View
from sandtable.core.values import Action, Decision
from sandtable.warfare.state import WarState

GUARD = 0.9
"""The share of the budget that rehearsals may use; the rest is for carrying out the plan."""
STEADY = "steady"
"""The posture of one who changes nothing."""
NOTEWORTHY = 6.0
"""What units must be worth, in IPC, for it to be asked whether they should stand elsewhere."""
SWAY = 0.7
"""By how much more strength a side has at the end of a rehearsal for every IPC of luck, and its enemy less (fitted)."""
LEAST_LEVERAGE = 0.05
"""No war is so much decided that nothing counts any more."""
FEARLESS = 1e9
"""A `hold_margin` of one who stands wherever he likes."""


class Understudy(Commander):
    """Plays rehearsals: an officer who judges by eye, with a plan for one turn given to it."""

    def __init__(self, figures: Tuning) -> None:
        super().__init__("rehearsal")
        self.marches_plainly = False
        """Whether it tries only one way to stand after its battles."""
        self.own = self.tuning = figures.changed({"exact": 0, "alternatives": 0, "triumph": 0.0})

    @classmethod
    def of(cls, plan: Plan, number: int, power: str) -> Understudy:
        """One who plays this turn by a plan."""
        found = cls(plan.figures)
        found.turn = turn_by(number, power, plan)
        return found

    def _strongholds(self, situation: Situation, threats: Threats) -> Stands:
        if self.marches_plainly and self.turn.phase == "noncombat_move":
            return self._stand(situation, threats)
        return super()._strongholds(situation, threats)


def turn_by(number: int, power: str, plan: Plan) -> Turn:
    """A turn that follows a plan."""
    turn = Turn(number, power)
    turn.attacks = list(plan.attacks)
    turn.verdicts = plan.verdicts
    return turn


class Rehearser(Commander):
    """Plays plans out against the likely replies and keeps the one after which its side stands best.

    It does so twice in a turn. Before the battles it asks what to attack, after them where to stand. The number of
    rehearsals is limited (`playouts`, more for a larger budget), so that the same seed plays the same game as long as
    the time suffices; where it does not, the clock ends the search.
    """

    def __init__(self, seed: int | str, budget: float | None = None) -> None:
        super().__init__(seed, budget)
        self.clock: Callable[[], float] = time.perf_counter
        self.searched: tuple[int, str, bool] = (0, "", False)
        """The turn for which a plan has been chosen, and whether for the time after its battles."""
        self.rehearsed = 0
        """Rehearsals of the last search."""
        self.posture = ""

    def decide(self, view: View[Any], decision: Decision) -> Action:
        if is_war(view) and decision.power == view.state.power:
            marching = decision.kind == "noncombat_move"
            now = (view.state.round, decision.power, marching)
            if (marching or decision.kind in BEFORE_BATTLE) and self.searched != now:
                self.searched = now
                if not marching:
                    self.tuning = self.own
                if self._playouts() >= self.own.least_playouts and self._is_open(view, decision.power):
                    search = self._search_marches if marching else self._search_battles
                    search(view, decision)
        return super().decide(view, decision)

    def _is_open(self, view: View[WarState], power: str) -> bool:
        """Whether the war is not all but decided; where it is, the officer's plan will do."""
        return self.own.decided < _chance_now(view, power) < 1 - self.own.decided

    def _search_battles(self, view: View[WarState], decision: Decision) -> None:
        stage = self._stage(view, decision, 1 - self.own.marches)
        plan = stage.run(Race(self._battle_plans(view, decision), self.own))
        self._adopt(view, decision, plan, stage)
        situation, _ = self.look(cast(WarRules, view.rules), view.state, decision.power)
        self._told = (situation, plan.attacks)

    def _search_marches(self, view: View[WarState], decision: Decision) -> None:
        stage = self._stage(view, decision, self.own.marches)
        self._adopt(view, decision, stage.run(Race(self._march_plans(view, decision), self.own)), stage)

    def _playouts(self) -> float:
        """How many rehearsals a turn may have, in proportion to its budget."""
        budget = self.budget or self.own.budget
        return self.own.playouts * (budget / self.own.budget if self.own.budget else 1.0)

    def _stage(self, view: View[WarState], decision: Decision, share: float) -> Stage:
        """One of the two searches of a turn, with its share of what may be spent."""
        budget = self.budget or self.own.budget
        seed = f"{self.seed}/{view.state.digest()}"
        sway = leverage(_chance_now(view, decision.power))
        openings: dict[object, Opening] = {}

        def play(plan: Plan) -> float:
            if plan.key() not in openings:
                openings[plan.key()] = self._opening(view, decision.power, plan)
            dice = f"{seed}/{len(plan.scores)}"
            return self._rehearse(openings[plan.key()], decision.power, view.state.round, dice) / sway

        return Stage(play, self.clock, share * GUARD * budget if budget else inf, round(share * self._playouts()))

    def _adopt(self, view: View[WarState], decision: Decision, plan: Plan, stage: Stage) -> None:
        self.rehearsed = stage.rehearsed
        self.posture = plan.posture
        self.tuning = plan.figures
        self.turn = turn_by(view.state.round, decision.power, plan)
        self._seen = None  # what was seen before the verdicts

    # What could be attacked

    def _battle_plans(self, view: View[WarState], decision: Decision) -> list[Plan]:
        """The officer's own plan, what other tempers would attack, and single changes."""
        steady, *rivals = self._plans(view, decision, {})
        plans = [steady, *_different([steady, *rivals])[1 : self.own.rivals + 1]]
        quickly = {"alternatives": 0}  # ideas for single attacks, which are put together here
        tempers = [self._plans(view, decision, {**changes, **quickly})[0] for changes in postures("temper").values()]
        rules = cast(WarRules, view.rules)
        for doubtful in sorted(steady.attacks, key=lambda attack: attack.score)[: self.own.doubtful]:
            rest = [attack for attack in steady.attacks if attack is not doubtful]
            if self._stands_alone(rules, doubtful, rest):
                plans.append(Plan(STEADY, self.own, rest))
        planned = {attack.target for attack in steady.attacks}
        further = {attack.target: attack for temper in tempers for attack in temper.attacks}
        ranked = sorted((a for a in further.values() if a.target not in planned), key=lambda attack: -attack.score)
        known = {attack.sent() for attack in steady.attacks}
        others = {attack.sent(): attack for temper in tempers for attack in temper.attacks}
        varied = [attack for sent, attack in others.items() if attack.target in planned and sent not in known]
        plans += [
            Plan(STEADY, self.own, with_attack(steady.attacks, attack))
            for attack in (*ranked[: self.own.daring], *varied[: self.own.varied])
        ]
        return _different([*plans, *tempers])

    def _plans(self, view: View[WarState], decision: Decision, changes: dict[str, float]) -> list[Plan]:
        """What would be attacked with other figures, the best first; everything else is done as ever."""
        planner = Understudy(self.own)
        planner.tuning = self.own.changed(changes)  # with exact odds, unlike in rehearsals
        situation, threats = planner.look(cast(WarRules, view.rules), view.state, decision.power)
        return [Plan(STEADY, self.own, attacks) for attacks in planner.plans(situation, threats)]

    def _stands_alone(self, rules: WarRules, attack: Attack, rest: list[Attack]) -> bool:
        """Whether no landing waits for this attack."""
        coasts = set(rules.board.land_borders[attack.target]) if rules.board.is_sea[attack.target] else set()
        return not any(other.target in coasts for other in rest)

    # Where one could stand

    def _march_plans(self, view: View[WarState], decision: Decision) -> list[Plan]:
        """The officer's own way to march, other stances, and single places left alone or stood in whatever comes."""
        power = decision.power
        own = Plan(STEADY, self.own, [])
        situation, threats = self.look(cast(WarRules, view.rules), view.state, power)
        digest, stands = self._marched(view, power, own)
        _, fearless = self._marched(view, power, Plan(STEADY, self.own.changed({"hold_margin": FEARLESS}), []))

        def exposed(space: str) -> float:
            worth = 0.0 if situation.board.is_sea[space] else None
            return threats.danger(space, stands[space], worth).risk

        def further(space: str) -> float:
            return situation.cost(fearless[space] - stands.get(space, Counter()))

        shunned = [s for s in stands if threats.threatened(s) and situation.cost(stands[s]) >= NOTEWORTHY]
        dared = [space for space in fearless if further(space) >= NOTEWORTHY]
        shunned = sorted((s for s in shunned if s != situation.capital), key=exposed, reverse=True)
        dared = sorted((s for s in dared if s != situation.capital), key=further, reverse=True)
        plans = [Plan(name, self.own.changed(changes), []) for name, changes in postures("stance").items()]
        plans += [_judging(own, Verdicts(dared=frozenset((space,)))) for space in dared[: self.own.dared]]
        plans += [_judging(own, Verdicts(shunned=frozenset((space,)))) for space in shunned[: self.own.shunned]]
        found = {digest: own}
        for plan in plans:
            found.setdefault(self._marched(view, power, plan)[0], plan)
        return list(found.values())

    def _marched(self, view: View[WarState], power: str, plan: Plan) -> tuple[str, dict[str, Counter[str]]]:
        """The fingerprint of the position after a march, and who of the power stands where then."""
        rules = cast(WarRules, view.rules)
        me = Understudy.of(plan, view.state.round, power)

        def over(state: WarState) -> bool:
            return state.phase != view.state.phase or state.power != power

        after = rehearse(Opening(view, dict.fromkeys(rules.powers, me)), "march", over)
        stands: dict[str, Counter[str]] = {}
        if after is None:
            return "", stands
        for unit in after.state.units_of(power):
            if unit.kind not in rules.factories and unit.kind not in rules.guns:
                stands.setdefault(unit.space, Counter())[unit.kind] += 1
        return after.state.digest(), stands

    # Rehearsals

    def _opening(self, view: View[WarState], power: str, plan: Plan) -> Opening:
        """Where the rehearsals of a plan begin, and who plays."""
        me = Understudy.of(plan, view.state.round, power)
        me.marches_plainly = view.state.phase in BEFORE_BATTLE  # after the battles that is asked once more
        others = Understudy(tuning("reply"))
        return Opening(view, {other: me if other == power else others for other in view.rules.powers})

    def _rehearse(self, opening: Opening, power: str, begun: int, seed: str) -> float:
        """How likely the side is to win after its power's plan and all replies, without the luck of the dice."""
        last = begun + self.own.rounds_ahead

        def over(state: WarState) -> bool:
            return state.round > last or (state.round == last and state.power == power)

        after = rehearse(opening, seed, over)
        if after is None:  # that says nothing
            return chance(opening.rules, opening.state, opening.rules.board.side_of[power])
        rules = cast(WarRules, after.rules)
        side = rules.board.side_of[power]
        luck = net(ledger(rules, after.events), side) / max(1.0, everything(rules, after.state))
        return chance(rules, after.state, side, SWAY * luck)


def _chance_now(view: View[WarState], power: str) -> float:
    """How likely a power's side is to win as things stand."""
    rules = cast(WarRules, view.rules)
    return chance(rules, view.state, rules.board.side_of[power])


def leverage(likely: float) -> float:
    """How much of a chance to win the same strength is worth, compared to an even game.

    The nearer a war is to its end, the less any plan changes that; results are measured by it, so that what is expected
    of plans in an even game (`scope`, `spread`, `handicap`) holds in every other.
    """
    return max(LEAST_LEVERAGE, 4 * likely * (1 - likely))


def with_attack(attacks: list[Attack], further: Attack) -> list[Attack]:
    """A plan with one more attack, at the cost of those that need the same units or have the same target."""
    needed = further.units()
    free = [attack for attack in attacks if attack.target != further.target and not attack.units() & needed]
    return [*free, further]


def _judging(plan: Plan, verdicts: Verdicts) -> Plan:
    """The same plan with another opinion about a place."""
    return Plan(plan.posture, plan.figures, plan.attacks, verdicts=verdicts)


def _different(plans: list[Plan]) -> list[Plan]:
    """Every plan once."""
    found: dict[object, Plan] = {}
    for plan in plans:
        found.setdefault(plan.key(), plan)
    return list(found.values())
