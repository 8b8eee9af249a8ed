"""The arithmetic: two sides, each in one of its states, shooting at each other until one side is gone.

A side's state says what it has left; states are numbered so that losses only lead to higher numbers. A battle is a
Markov chain over pairs of states whose only loops are rounds without losses, so it is solved exactly in one pass.

    attack[i, j, j2]    chance that attackers in state i turn defenders j into j2 with their volley
    first[i, j, j1]     the same for the first shot, whose victims do not fire back
    defend[j, i, i2]    chance that defenders in state j turn attackers i into i2
    x[j, i]             chance that the battle is at this pair
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandtable.odds.compiled import compiled, compiled_loosely

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

TINY = 1e-15
"""A chance that is none."""
TIE = 1e-11
"""Breaking off must be better than fighting on by more than rounding makes out."""


@compiled_loosely
def hit_chances(counts: Ints, chances: Floats, dice: Ints, most: int) -> Floats:
    """Row s: chances of 0, 1, 2 … hits of a force with counts[s, g] units of group g."""
    states, groups = counts.shape
    rows = np.zeros((states, most + 1))
    for s in range(states):
        rows[s, 0] = 1.0
        rolled = 0
        for g in range(groups):
            p = chances[g]
            for _ in range(counts[s, g] * dice[g]):
                rolled += 1
                for h in range(rolled, 0, -1):
                    rows[s, h] = rows[s, h] * (1.0 - p) + rows[s, h - 1] * p
                rows[s, 0] *= 1.0 - p
    return rows


@compiled
def one_volley(hits: Floats, table: Ints) -> Floats:
    """A volley of one batch: shooters i score hits[i, h], which turns j into table[j, h]."""
    shooters = hits.shape[0]
    states, most = table.shape
    kernel = np.zeros((shooters, states, states))
    for i in range(shooters):
        for j in range(states):
            if most == 1 or table[j, 1] == j:
                kernel[i, j, j] = 1.0  # nobody there can be hit: exactly 1, so that stalemates are noticed
                continue
            for h in range(min(most, hits.shape[1])):
                if hits[i, h] != 0.0:
                    kernel[i, j, table[j, h]] += hits[i, h]
    return kernel


@compiled
def add_volley(kernel: Floats, hits: Floats, table: Ints) -> Floats:
    """Continue a volley: from kernel[i, j, k], shooters i score hits[i, h] more, k becomes table[k, h]."""
    shooters, start, reached = kernel.shape
    most = min(table.shape[1], hits.shape[1])
    after = np.zeros_like(kernel)
    for i in range(shooters):
        for j in range(start):
            for k in range(j, reached):
                weight = kernel[i, j, k]
                if weight == 0.0:
                    continue
                if most == 1 or table[k, 1] == k:
                    after[i, j, k] += weight
                    continue
                for h in range(most):
                    if hits[i, h] != 0.0:
                        after[i, j, table[k, h]] += weight * hits[i, h]
    return after


@compiled
def play_round(x: Floats, first: Floats, attack: Floats, defend: Floats, has_first: bool, going: Bools) -> Floats:
    """One round from every pair where the battle is still going on; the others stay."""
    many_j, many_i = x.shape
    after = np.zeros_like(x)
    for j in range(many_j):
        for i in range(many_i):
            weight = x[j, i]
            if weight == 0.0:
                continue
            if not going[j, i]:
                after[j, i] += weight
                continue
            for j1 in range(j, many_j):
                share = weight
                if has_first:
                    share *= first[i, j, j1]
                elif j1 != j:
                    break
                if share == 0.0:
                    continue
                for j2 in range(j1, many_j):
                    a = share * attack[i, j1, j2]
                    if a != 0.0:
                        for i2 in range(i, many_i):
                            after[j2, i2] += a * defend[j1, i, i2]
    return after


@compiled_loosely
def solve(x: Floats, first: Floats, attack: Floats, defend: Floats, has_first: bool, going: Bools) -> float:
    """Play to the end. `x` becomes the distribution over final pairs; returns the expected number of rounds."""
    many_j, many_i = x.shape
    rounds = 0.0
    for j in range(many_j):
        for i in range(many_i):
            weight = x[j, i]
            if weight == 0.0 or not going[j, i]:
                continue
            stay = attack[i, j, j] * defend[j, i, i]
            if has_first:
                stay *= first[i, j, j]
            if 1.0 - stay < TINY:
                continue  # nobody can hurt anybody: a stalemate
            visits = weight / (1.0 - stay)
            rounds += visits
            x[j, i] = 0.0
            for j1 in range(j, many_j):
                share = visits
                if has_first:
                    share *= first[i, j, j1]
                elif j1 != j:
                    break
                if share == 0.0:
                    continue
                for j2 in range(j1, many_j):
                    a = share * attack[i, j1, j2]
                    if a == 0.0:
                        continue
                    begin = i + 1 if j2 == j else i
                    for i2 in range(begin, many_i):
                        x[j2, i2] += a * defend[j1, i, i2]
    return rounds


@compiled_loosely
def solve_line(x: Floats, attack: Floats, defend: Floats) -> float:
    """`solve` where each hit leads to the next state, whoever scored it: attack[i, h] and defend[j, h] say it all.

    Most battles on land are of this kind, and need no volleys worked out for every pair of states.
    """
    last_j, last_i = x.shape[0] - 1, x.shape[1] - 1
    tail_a, tail_d = attack.copy(), defend.copy()  # chances of that many hits or more
    for h in range(attack.shape[1] - 2, -1, -1):
        tail_a[:, h] += tail_a[:, h + 1]
    for h in range(defend.shape[1] - 2, -1, -1):
        tail_d[:, h] += tail_d[:, h + 1]
    rounds = 0.0
    for j in range(last_j):
        for i in range(last_i):
            weight = x[j, i]
            stay = attack[i, 0] * defend[j, 0]
            if weight == 0.0 or 1.0 - stay < TINY:
                continue
            visits = weight / (1.0 - stay)
            rounds += visits
            x[j, i] = 0.0
            left_j, left_i = last_j - j, last_i - i
            some = min(defend.shape[1], left_i)
            for h in range(min(attack.shape[1], left_j + 1)):
                a = visits * (attack[i, h] if h < left_j else tail_a[i, h])
                for g in range(1 if h == 0 else 0, some):
                    x[j + h, i + g] += a * defend[j, g]
                if defend.shape[1] > left_i:
                    x[j + h, last_i] += a * tail_d[j, left_i]
    return rounds


@compiled
def worth(
    value: Floats,
    first: Floats,
    attack: Floats,
    defend: Floats,
    has_first: bool,
    going: Bools,
    leave: Floats,
    may_leave: Bools,
    fewer: Ints,
) -> Bools:
    """Backward: `value` of every pair at the end of a round, breaking off (`leave`) where that is worth more.

    Where some attackers fight on when the others leave, they are in state fewer[i] then (else −1).

    `value` holds the worth of pairs if nothing more happens, and is filled in where the battle goes on; returns
    where to break off.
    """
    many_j, many_i = value.shape
    stop = np.zeros((many_j, many_i), dtype=np.bool_)
    for j in range(many_j - 1, -1, -1):
        for i in range(many_i - 1, -1, -1):
            if not going[j, i]:
                continue
            total = 0.0
            stay = 0.0
            for j1 in range(j, many_j):
                share = 1.0
                if has_first:
                    share = first[i, j, j1]
                elif j1 != j:
                    break
                if share == 0.0:
                    continue
                for j2 in range(j1, many_j):
                    a = share * attack[i, j1, j2]
                    if a == 0.0:
                        continue
                    for i2 in range(i, many_i):
                        if j2 == j and i2 == i:
                            stay += a * defend[j1, i, i2]
                        else:
                            total += a * defend[j1, i, i2] * value[j2, i2]
            fight = total / (1.0 - stay) if 1.0 - stay >= TINY else value[j, i]
            off = leave[j, i] if fewer[i] < 0 else value[j, fewer[i]]
            if may_leave[j, i] and off > fight + TIE:
                stop[j, i] = True
                value[j, i] = off
            else:
                value[j, i] = fight
    return stop


@compiled
def tally(x: Floats, alive_d: Bools, alive_a: Bools, stop: Bools, value_d: Floats, value_a: Floats) -> Floats:
    """Chances that it is won, lost, both gone, standing, broken off; then the values left (defence, attack)."""
    many_j, many_i = x.shape
    sums = np.zeros(7)
    for j in range(many_j):
        for i in range(many_i):
            weight = x[j, i]
            if weight == 0.0:
                continue
            if not alive_d[j]:
                sums[0 if alive_a[i] else 2] += weight
            elif not alive_a[i]:
                sums[1] += weight
            else:
                sums[4 if stop[j, i] else 3] += weight
            sums[5] += weight * value_d[j]
            sums[6] += weight * value_a[i]
    return sums
