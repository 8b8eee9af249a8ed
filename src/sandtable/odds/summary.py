"""From the chances of all pairs of states to the answer."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from sandtable.odds import chain
from sandtable.odds.chain import Bools, Floats
from sandtable.odds.fight import Fight
from sandtable.odds.losses import Side
from sandtable.odds.result import Odds, RoundOdds, Survivors

NOTHING_LEFT = 1e-12
"""Chance of a battle still going on below which rounds are no longer listed."""


def _totals(fight: Fight, x: Floats, stop: Bools) -> list[float]:
    """Won, lost, both gone, standing, broken off; value left of the defence and of the attack."""
    a, d = fight.attackers, fight.defenders
    sums: list[float] = chain.tally(x, d.alive, a.alive, stop, d.value, a.value).tolist()
    if fight.left is not None:
        sums[4] += float(fight.left.sum())
        sums[5] += float(fight.left.sum(axis=1) @ d.value)
        sums[6] += float(fight.left.sum(axis=0) @ a.value)
    return sums


def round_odds(fight: Fight, x: Floats, stop: Bools, number: int) -> RoundOdds:
    """Where the battle stands after a round."""
    win, lose, both, going, retreat, value_d, value_a = _totals(fight, x, stop)
    return RoundOdds(number, win, lose, both, retreat, going, value_a, value_d)


def summary(fight: Fight, x: Floats, stop: Bools, rounds: float, by_round: tuple[RoundOdds, ...]) -> Odds:
    """The answer, from the chances `x` of all pairs at the end; the attacker broke off at the pairs `stop`."""
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
        survivors=survivors(fight, x) if fight.question.survivors else (),
        by_round=by_round,
    )


def survivors(fight: Fight, x: Floats) -> tuple[Survivors, ...]:
    """The joint distribution of what is left; sound and damaged ships count alike."""
    if fight.left is not None:
        x = x + fight.left
    return survivors_of(fight.attackers, fight.defenders, x)


def survivors_of(attackers: Side, defenders: Side, x: Floats) -> tuple[Survivors, ...]:
    """The joint distribution of what is left of two sides."""
    rows, columns = np.nonzero(x > NOTHING_LEFT)
    chances: defaultdict[tuple[int, int], float] = defaultdict(float)
    for j, i, chance in zip(rows.tolist(), columns.tolist(), x[rows, columns].tolist(), strict=True):
        chances[defenders.alike[j], attackers.alike[i]] += chance
    listed = sorted(chances.items(), key=lambda item: -item[1])
    return tuple(Survivors(attackers.of_one(i), defenders.survivors(j), chance) for (j, i), chance in listed)
