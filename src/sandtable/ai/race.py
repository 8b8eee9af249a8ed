"""Finding the best of several plans with few rehearsals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean
from typing import NamedTuple

from sandtable.ai.attacks import Attack
from sandtable.ai.threats import NO_VERDICTS, Verdicts
from sandtable.ai.tuning import Tuning


class Lead(NamedTuple):
    """What is believed about how much better one plan is than another."""

    mean: float
    error: float

    def at_best(self, errors: float) -> float:
        """What it could be, within so many standard errors."""
        return self.mean + errors * self.error


@dataclass
class Plan:
    """A posture, the attacks and verdicts that go with it, and how its rehearsals went."""

    posture: str
    figures: Tuning
    attacks: list[Attack]
    scores: list[float] = field(default_factory=list)
    verdicts: Verdicts = NO_VERDICTS

    def key(self) -> tuple[Tuning, Verdicts, frozenset[tuple[str, frozenset[str]]]]:
        """How it is played and what is sent where: plans with the same key are the same."""
        return (self.figures, self.verdicts, frozenset(attack.sent() for attack in self.attacks))


class Race:
    """Plans against the first of them, the one a player would follow without rehearsing.

    All plans are rehearsed with the same dice, so that luck does not decide between them. What is known about a
    plan's lead is weighed against what is expected of plans in general (`handicap`, `scope`: mean and standard
    deviation of leads), so that a lucky start convinces nobody.
    """

    def __init__(self, plans: Sequence[Plan], figures: Tuning) -> None:
        self.base, *self.others = plans
        self.figures = figures

    def run(self, rehearse: Callable[[Plan], bool], most: int) -> Plan:
        """The plan that is believed best after `most` rehearsals at most.

        `rehearse` plays a plan once more with its next dice, or says that there is no time left.
        """
        number = 0
        while self.others and number < most and (plan := self._next()) is not None:
            if not rehearse(plan):
                break
            number += 1
        return self.best()

    def best(self) -> Plan:
        """The plan that is believed best so far among those that have been seen often enough to be chosen."""
        seen = [plan for plan in self.others if len(plan.scores) >= self.figures.confirmed]
        return self._ahead(seen)

    def _ahead(self, plans: Sequence[Plan]) -> Plan:
        leader = max(plans, key=lambda plan: self.lead(plan).mean, default=self.base)
        return leader if leader is not self.base and self.lead(leader).mean > 0 else self.base

    def lead(self, plan: Plan) -> Lead:
        """How far a plan is believed to be ahead of the first one."""
        figures = self.figures
        leads = [mine - theirs for mine, theirs in zip(plan.scores, self.base.scores, strict=False)]
        number, prior = len(leads), figures.scope**2
        if not number:
            return Lead(-figures.handicap, figures.scope)
        mean = fmean(leads)
        # A few imagined rehearsals of usual spread, lest two like results be taken for certainty.
        usual = figures.imagined * figures.spread**2
        spread = (usual + sum((lead - mean) ** 2 for lead in leads)) / (figures.imagined + number - 1)
        weight, trust = number / spread, 1 / prior
        return Lead((weight * mean - trust * figures.handicap) / (weight + trust), 1 / sqrt(weight + trust))

    def _next(self) -> Plan | None:
        """Whom to rehearse: first everyone, then the one who could be furthest ahead; nobody if all is clear."""
        for number in range(1, self.figures.first_look + 1):
            for plan in (self.base, *self.others):
                if len(plan.scores) < number:
                    return plan
        best = self._ahead(self.others)
        ahead = self.lead(best).mean if best is not self.base else 0.0
        rivals = [plan for plan in self.others if plan is not best]
        open_to = [plan for plan in rivals if self.lead(plan).at_best(self.figures.hope) > ahead]
        if best is not self.base and not self._is_sure(best):
            open_to.append(best)
        if not open_to:
            return None
        plan = max(open_to, key=lambda plan: self.lead(plan).at_best(self.figures.hope))
        return self.base if len(self.base.scores) <= len(plan.scores) else plan

    def _is_sure(self, plan: Plan) -> bool:
        """Whether a plan has been seen often enough to be chosen, and is ahead for certain."""
        return len(plan.scores) >= self.figures.confirmed and self.lead(plan).at_best(-self.figures.hope) >= 0


class Stage:
    """One search for a plan: how it rehearses, how long and how often it may."""

    def __init__(
        self, rehearse: Callable[[Plan], float], clock: Callable[[], float], seconds: float, most: int
    ) -> None:
        self.rehearse = rehearse
        self.clock = clock
        self.seconds = seconds
        self.most = most
        self.rehearsed = 0
        self._begun = clock()
        self._longest = 0.0

    def run(self, race: Race) -> Plan:
        """The best plan of a race, which may use up all time and all rehearsals of the stage."""
        until = self._begun + self.seconds

        def play(plan: Plan) -> bool:
            started = self.clock()
            if started + self._longest >= until:
                return False
            self.rehearsed += 1
            plan.scores.append(self.rehearse(plan))
            self._longest = max(self._longest, self.clock() - started)
            return True

        return race.run(play, self.most)
