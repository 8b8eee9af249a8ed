"""From a question to exact odds, for losses in a fixed order; `choice` does those that are chosen freely."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from sandtable.odds import chain
from sandtable.odds.chain import Bools, Floats
from sandtable.odds.choice import judge_with_choice
from sandtable.odds.fight import Fight, Question
from sandtable.odds.figures import Figures
from sandtable.odds.losses import Side
from sandtable.odds.result import Odds, RoundOdds, Survivors

NOTHING_LEFT = 1e-12
"""Chance of a battle still going on below which rounds are no longer listed."""


def judge(figures: Figures, question: Question) -> Odds:
    """The exact odds of a battle (`elapsed_ms` is filled in by the caller)."""
    if question.chooses:
        return judge_with_choice(figures, question)
    fight = Fight(figures, question)
    policy = question.retreat
    if policy.name == "never" and not (question.bombard or question.by_round):
        line = fight.line()
        if line is not None:
            x = fight.opening()
            down = float(x[:, -1].sum())  # a round in which the gun left nobody to fight
            return _summary(fight, x, np.zeros_like(fight.going), down + chain.solve_line(x, *line), ())
    fight.load()
    x = fight.opening()
    stop = _where_to_stop(fight) if policy.name in ("below", "optimal") else np.zeros_like(fight.going)
    stepwise = policy.name == "after" or question.by_round or fight.attackers.leaving or fight.defenders.leaving
    rounds = 0.0
    by_round: list[RoundOdds] = []
    if question.gun:
        rounds += float(x[~fight.going].sum())  # a round in which the gun left nobody to fight
    if question.bombard or stepwise or policy.name != "never":
        rounds += float(x[fight.going].sum())
        x = fight.withdraw(fight.first_round(x))
        if policy.name == "after" and policy.rounds == 1:
            stop = fight.may_leave()
        by_round.append(_round_odds(fight, x, stop, 1))
    if stepwise:
        number = 1
        going = fight.going & ~stop
        standing = float(x[going].sum())
        while standing > NOTHING_LEFT:
            number += 1
            rounds += standing
            x = chain.play_round(x, fight.first, fight.attack, fight.defend, fight.has_first, going)
            x = fight.withdraw(x)
            if policy.name == "after" and number == policy.rounds:
                stop = fight.may_leave()
                going = fight.going & ~stop
            by_round.append(_round_odds(fight, x, stop, number))
            before, standing = standing, float(x[going].sum())
            if before - standing < 1e-9 * before and number > 50:
                break  # only stalemates are left
    going = fight.going & ~stop if policy.name != "never" else fight.going
    rounds += chain.solve(x, fight.first, fight.attack, fight.defend, fight.has_first, going)
    return _summary(fight, x, stop, rounds, tuple(by_round) if question.by_round else ())


def _where_to_stop(fight: Fight) -> Bools:
    """Where the attacker breaks off because his chance has fallen too low, or because that is worth more."""
    question = fight.question
    may_leave = fight.may_leave()
    volleys = (fight.first, fight.attack, fight.defend, fight.has_first, fight.going)
    good = fight.attackers.holds if question.goal == "take" else fight.attackers.alive
    final: Floats = (~fight.defenders.alive[:, None] & good[None, :]).astype(np.float64)
    if question.retreat.name == "below":
        chain.worth(final, *volleys, np.zeros_like(final), np.zeros_like(may_leave))
        stop: Bools = may_leave & (final < question.retreat.chance)
        return stop
    if question.goal == "value":
        # Worth of a pair: what the enemy has lost minus what was lost oneself.
        final = fight.attackers.value[None, :] - fight.defenders.value[:, None]
    leave = final.copy() if question.goal == "value" else np.zeros_like(final)
    stop = chain.worth(final, *volleys, leave, may_leave)
    return stop


def _totals(fight: Fight, x: Floats, stop: Bools) -> list[float]:
    """Won, lost, both gone, standing, broken off; value left of the defence and of the attack."""
    a, d = fight.attackers, fight.defenders
    sums: list[float] = chain.tally(x, d.alive, a.alive, stop, d.value, a.value).tolist()
    if fight.left is not None:
        sums[4] += float(fight.left.sum())
        sums[5] += float(fight.left.sum(axis=1) @ d.value)
        sums[6] += float(fight.left.sum(axis=0) @ a.value)
    return sums


def _round_odds(fight: Fight, x: Floats, stop: Bools, number: int) -> RoundOdds:
    win, lose, both, going, retreat, value_d, value_a = _totals(fight, x, stop)
    return RoundOdds(number, win, lose, both, retreat, going, value_a, value_d)


def _summary(fight: Fight, x: Floats, stop: Bools, rounds: float, by_round: tuple[RoundOdds, ...]) -> Odds:
    win, lose, both, stalemate, retreat, left_d, left_a = _totals(fight, x, stop)
    attackers, defenders = fight.attackers, fight.defenders
    taken = 0.0
    if fight.question.where == "land":
        taken = float(x[~defenders.alive].sum(axis=0) @ attackers.holds)
    return Odds(
        win=win,
        lose=lose,
        both=both,
        stalemate=stalemate,
        retreat=retreat,
        take=taken,
        rounds=float(rounds),
        attacker_loss=float(attackers.value[attackers.index[attackers.start]]) - left_a,
        defender_loss=float(defenders.value[defenders.index[defenders.start]]) - left_d,
        method="exact",
        elapsed_ms=0.0,
        survivors=_survivors(attackers, defenders, x if fight.left is None else x + fight.left)
        if fight.question.survivors
        else (),
        by_round=by_round,
    )


def _survivors(attackers: Side, defenders: Side, x: Floats) -> tuple[Survivors, ...]:
    """The joint distribution of what is left; sound and damaged ships count alike."""
    rows, columns = np.nonzero(x > NOTHING_LEFT)
    chances: defaultdict[tuple[int, int], float] = defaultdict(float)
    for j, i, chance in zip(rows.tolist(), columns.tolist(), x[rows, columns].tolist(), strict=True):
        chances[defenders.alike[j], attackers.alike[i]] += chance
    listed = sorted(chances.items(), key=lambda item: -item[1])
    return tuple(Survivors(attackers.of_one(i), defenders.survivors(j), chance) for (j, i), chance in listed)
