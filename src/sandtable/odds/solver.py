"""From a question to exact odds, for losses in a fixed order; `choice` does those that are chosen freely."""

from __future__ import annotations

import math

import numpy as np

from sandtable.odds import chain, seafight
from sandtable.odds.chain import Bools, Floats
from sandtable.odds.choice import judge_with_choice
from sandtable.odds.fight import Fight, Question
from sandtable.odds.figures import Figures
from sandtable.odds.result import Odds, RoundOdds
from sandtable.odds.summary import NOTHING_LEFT, round_odds, summary


def judge(figures: Figures, question: Question, budget: float = math.inf) -> Odds:
    """The exact odds of a battle (`elapsed_ms` is filled in by the caller). Raises `TooManyStates`."""
    if seafight.is_one(figures, question):
        return seafight.SeaFight(figures, question, budget).judge()
    if question.chooses:
        return judge_with_choice(figures, question)
    fight = Fight(figures, question)
    policy = question.retreat
    if policy.name == "never" and not (question.bombard or question.by_round):
        line = fight.line()
        if line is not None:
            x = fight.opening()
            down = float(x[:, -1].sum())  # a round in which the gun left nobody to fight
            return summary(fight, x, np.zeros_like(fight.going), down + chain.solve_line(x, *line), ())
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
        x = fight.break_off(x, stop)
        by_round.append(round_odds(fight, x, stop, 1))
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
            x = fight.break_off(x, stop)
            by_round.append(round_odds(fight, x, stop, number))
            before, standing = standing, float(x[going].sum())
            if before - standing < 1e-9 * before and number > 50:
                # Only stalemates are left, until they may be broken off.
                if policy.name == "after" and number < policy.rounds:
                    rounds += standing * (policy.rounds - number)
                    stop = fight.may_leave()
                    x = fight.break_off(x, stop)
                break
    going = fight.going & ~stop if policy.name != "never" else fight.going
    rounds += chain.solve(x, fight.first, fight.attack, fight.defend, fight.has_first, going)
    if question.in_part:
        x = fight.break_off(x, stop)
        rounds += chain.solve(x, fight.first, fight.attack, fight.defend, fight.has_first, fight.going)
    return summary(fight, x, stop, rounds, tuple(by_round) if question.by_round else ())


def _where_to_stop(fight: Fight) -> Bools:
    """Where the attacker breaks off because his chance has fallen too low, or because that is worth more."""
    question = fight.question
    may_leave = fight.may_leave()
    volleys = (fight.first, fight.attack, fight.defend, fight.has_first, fight.going)
    good = fight.attackers.holds if question.goal == "take" else fight.attackers.alive
    final: Floats = (~fight.defenders.alive[:, None] & good[None, :]).astype(np.float64)
    if question.retreat.name == "below":
        chain.worth(final, *volleys, np.zeros_like(final), np.zeros_like(may_leave), fight.fewer)
        stop: Bools = may_leave & (final < question.retreat.chance)
        return stop
    if question.goal == "value":
        # Worth of a pair: what the enemy has lost minus what was lost oneself.
        final = fight.attackers.value[None, :] - fight.defenders.value[:, None]
    leave = final.copy() if question.goal == "value" else np.zeros_like(final)
    stop = chain.worth(final, *volleys, leave, may_leave, fight.fewer)
    return stop
