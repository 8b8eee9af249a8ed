"""Exact odds where a side chooses its losses as well as possible."""

from __future__ import annotations

import math

import numpy as np

from sandtable.odds import optimal
from sandtable.odds.chain import Bools, Floats, Ints
from sandtable.odds.fight import Fight, Question, arrivals
from sandtable.odds.figures import Figures
from sandtable.odds.losses import Side
from sandtable.odds.optimal import CHANNELS
from sandtable.odds.result import Odds, RoundOdds, Survivors
from sandtable.odds.summary import NOTHING_LEFT, round_odds, survivors

WIN = CHANNELS.index("win")
TAKE = CHANNELS.index("take")
NONE = np.ones(1)
"""The chances of hits by a bombardment where there is none."""


def positions(question: Question) -> int:
    """How many pairs of states a free choice of losses has to look at."""
    many = math.prod(math.comb(number + figure.hits, figure.hits) for figure, number in question.defend)
    if not question.in_part:
        return many * math.prod(math.comb(number + figure.hits, figure.hits) for figure, number in question.attack)
    staying = leaving = 1
    for figure, number, landed in arrivals(question):
        if (figure.kind, landed) in question.leaving:
            leaving *= number + 1
        else:
            staying *= number + 1
    return many * staying * (2 * leaving - 1)  # they are there, or they are gone


class Choice:
    """A battle with everything both sides can have left, ready for dynamic programming."""

    def __init__(self, figures: Figures, question: Question) -> None:
        self.question = question
        self.fight = fight = Fight(figures, question)
        fight.take_all_states()
        self.attackers, self.defenders, self.going = fight.attackers, fight.defenders, fight.going
        self.shelling = np.array(fight.shelling())
        self.shelled = self.defenders.targets.index(fight.shelling_target) if len(self.shelling) > 1 else 0
        attack, attack_targets = self._stack(self.attackers, "attack", self.defenders.targets)
        defend, defend_targets = self._stack(self.defenders, "defence", self.attackers.targets)
        first, first_targets = self._stack(self.attackers, "first_shot", self.defenders.targets)
        most_d = max(attack.shape[2], first.shape[2], len(self.shelling))
        most_a = max(defend.shape[2], *(len(chances) for _, chances in fight.gun_fire()), 0)
        d_free, a_free = question.defend_losses.name == "optimal", question.attack_losses.name == "optimal"
        d_starts, d_list = optimal.choices(self.defenders, self.defenders.targets, most_d, d_free)
        self.a_starts, self.a_list = optimal.choices(self.attackers, self.attackers.targets, most_a, a_free)
        self.volleys = (
            *(attack, attack_targets, defend, defend_targets, first[0], fight.has_first, int(first_targets[0])),
            *(d_starts, d_list, self.a_starts, self.a_list),
        )
        land = question.where == "land"
        final = optimal.final_rows(self.attackers, self.defenders, land, question.goal)
        self.final, self.stalemate, self.leave = final

    def _stack(self, shooters: Side, stage: str, targets: tuple[str, ...]) -> tuple[Floats, Ints]:
        """Chances of hits per batch, state and number, and the sort of target of each batch."""
        listed = self.fight.batches(shooters, stage, merge=False)
        rows = [self.fight.hit_rows(shooters, stage, members, 10_000) for _, members in listed]
        most = max((row.shape[1] for row in rows), default=1)
        stacked = np.zeros((max(1, len(rows)), len(shooters.states), most))
        stacked[:, :, 0] = 1.0
        for at, row in enumerate(rows):
            stacked[at] = 0.0
            stacked[at, :, : row.shape[1]] = row
        sorts = np.array([targets.index(target) for target, _ in listed] or [0], dtype=np.int64)
        return stacked, sorts

    # Outcomes at the end of a round

    def fought_on(self, may_leave: Bools, must_leave: Bools) -> tuple[Floats, Bools]:
        """The outcome of every pair at the end of a round, and where the attacker breaks off."""
        value = self.final.copy()
        settled = self.going
        if self.submarines_leave:
            # Pairs with submarines that are about to leave are never fought on from: see `after_withdrawals`.
            settled = self.going & (self.defenders.leave == np.arange(len(self.defenders.states)))[:, None]
            settled &= (self.attackers.leave == np.arange(len(self.attackers.states)))[None, :]
        stop = optimal.optimise(
            value, settled, self.stalemate, self.leave, may_leave, must_leave, self.fight.fewer, *self.volleys
        )
        return self.after_withdrawals(value), stop

    @property
    def submarines_leave(self) -> bool:
        """Whether submarines leave after a round, whatever happens."""
        return (self.attackers.leaving or self.defenders.leaving) and not self.question.in_part

    def after_withdrawals(self, value: Floats) -> Floats:
        """Outcomes with submarines still to leave are those without them."""
        if not self.submarines_leave:
            return value
        after = value.copy()
        for j, i in zip(*np.nonzero(self.going), strict=True):
            i2, j2 = self.attackers.leave[i], self.defenders.leave[j]
            after[j, i] = value[j2, i2] if self.attackers.alive[i2] else self.leave[j, i2]
        return after

    def round_before(self, value: Floats, shelling: Floats, wanted: Bools) -> Floats:
        """The outcome of every pair before a round, for some states of the defenders."""
        before: Floats = optimal.round_before(value, self.going, *self.volleys, shelling, self.shelled, wanted)
        return before

    def first_end(self) -> tuple[Floats, list[Floats], Bools]:
        """The outcomes of every pair at the end of the first round, by the retreat policy, and the goals by round.

        The first goals hold for as many rounds as there are before those of the others, the last for all later rounds;
        from then on the attacker breaks off at the pairs returned.
        """
        policy = self.question.retreat
        never = np.zeros_like(self.going)
        if self.question.fights_on:
            value, stop = self.fought_on(never, never)
            return value, [optimal.goals_of(value)], stop
        may = self.fight.may_leave()
        if policy.name == "optimal":
            value, stop = self.fought_on(may, never)
            return value, [optimal.goals_of(value)], stop
        if policy.name == "below":
            chance = self.fought_on(never, never)[0][:, :, TAKE if self.question.goal == "take" else WIN]
            value, stop = self.fought_on(never, may & (chance < policy.chance))
            return value, [optimal.goals_of(value)], stop
        value, stop = self.fought_on(never, may)
        everywhere = np.ones(len(value), dtype=np.bool_)
        goals = [optimal.goals_of(value)]
        for value in optimal.rounds_before(  # noqa: B020  # from one round to the one before
            value, policy.rounds - 1, lambda later: self.after_withdrawals(self.round_before(later, NONE, everywhere))
        ):
            goals.insert(0, optimal.goals_of(value))
        return value, goals, stop

    @property
    def last(self) -> int:
        """The first round after which the attacker may break off."""
        policy = self.question.retreat
        return policy.rounds if policy.name == "after" else 1

    def solve(self) -> None:
        """Work out the expected outcome, AA fire and bombardment included, and what is chosen on the way."""
        value, self.goals, self.stop = self.first_end()
        home = self.defenders.index[self.defenders.start]
        wanted = np.full(len(self.defenders.states), self.fight.has_first)
        wanted[home] = True
        opening = self.round_before(value, self.shelling, wanted)
        start = self.attackers.index[self.attackers.start]
        self.outcome = np.zeros(len(CHANNELS))
        self.opening = np.zeros(self.going.shape)
        for chosen, chance in self._after_the_gun(opening[home], start, self.fight.gun_fire())[1].items():
            self.outcome += chance * opening[home, chosen]
            self.opening[home, chosen] += chance
            if not self.going[home, chosen]:
                self.outcome[optimal.ROUNDS] += chance  # a round in which the gun left nobody to fight

    def _after_the_gun(
        self, rows: Floats, state: int, fire: list[tuple[str, list[float]]]
    ) -> tuple[float, dict[int, float]]:
        """The goal of a state before the gun fires at group after group, and the states that come of it."""
        if not fire:
            return float(rows[state, optimal.GOAL]), {state: 1.0}
        (target, chances), later = fire[0], fire[1:]
        sort = self.attackers.targets.index(target)
        goal, ends = 0.0, dict[int, float]()
        for number, chance in enumerate(chances):
            begin, end = self.a_starts[sort, state, number : number + 2]
            able = [int(i) for i in self.a_list[begin:end]] if number else [state]
            best, after = max((self._after_the_gun(rows, i, later) for i in able), key=lambda choice: choice[0])
            goal += chance * best
            for i, share in after.items():
                ends[i] = ends.get(i, 0.0) + chance * share
        return goal, ends

    # What is left

    def play_round(self, x: Floats, number: int) -> Floats:
        """The chances of every pair after a round."""
        stop = self.stop if number > self.last else np.zeros_like(self.stop)
        goals = self.goals[max(0, len(self.goals) - 1 - max(0, self.last - number))]
        shelling = self.shelling if number == 1 else NONE
        gone = self.fight.fewer
        after: Floats = optimal.push(x, goals, self.going, stop, gone, *self.volleys, shelling, self.shelled, False)
        return self.fight.withdraw(after)

    def play(self) -> tuple[Floats, list[RoundOdds]]:
        """The chances of every pair at the end of the battle, and how it stands after every round if that is wanted."""
        x = self.opening
        by_round: list[RoundOdds] = []
        number, standing = 0, 1.0
        while standing > NOTHING_LEFT and (number < self.last or self.question.by_round):
            number += 1
            x = self.play_round(x, number)
            stop = self.stop if number >= self.last else np.zeros_like(self.stop)
            x = self.fight.break_off(x, stop)
            by_round.append(round_odds(self.fight, x, stop, number))
            before, standing = standing, float(x[self.going & ~stop].sum())
            if standing > (1 - 1e-9) * before and number > 50:
                break  # only stalemates are left, until they may be broken off
        goals, gone = self.goals[-1], self.fight.fewer
        x = optimal.push(x, goals, self.going, self.stop, gone, *self.volleys, NONE, 0, True)
        return x, by_round if self.question.by_round else []


def judge_with_choice(figures: Figures, question: Question) -> Odds:
    """The exact odds where a side chooses its losses as well as possible."""
    choice = Choice(figures, question)
    choice.solve()
    out = dict(zip(CHANNELS, (float(figure) for figure in choice.outcome), strict=True))
    attackers, defenders = choice.attackers, choice.defenders
    left: tuple[Survivors, ...] = ()
    by_round: list[RoundOdds] = []
    if question.survivors or question.by_round:
        x, by_round = choice.play()
        left = survivors(choice.fight, x) if question.survivors else ()
    return Odds(
        win=out["win"],
        lose=out["lose"],
        both=out["both"],
        stalemate=out["stalemate"],
        retreat=out["retreat"],
        take=out["take"],
        rounds=out["rounds"],
        attacker_loss=float(attackers.value[attackers.index[attackers.start]]) - out["attackers"],
        defender_loss=float(defenders.value[defenders.index[defenders.start]]) - out["defenders"],
        method="exact",
        elapsed_ms=0.0,
        survivors=left,
        by_round=tuple(by_round),
    )
