"""The arithmetic of sea battles in which submarines of both sides may strike before the others fire.

A round, from the pair (j, i) of states of defenders and attackers, under the circumstances r of that pair:

    strike, back      submarines strike: j becomes j1, i becomes i1, both shoot whatever happens to them
    attack, defend    the others fire: j1 becomes j2, i1 becomes i2, casualties of this fire still fire

After each half the rules look whether the battle has ended (`end`, and `to`: what is left then). At the beginning of a
round submarines may dive (`start`: the pair without them). Losses lead to higher numbers only, so everything is solved
in one pass. Chances of hits are joint ones (see `together`): attack[r, i, k], and d_starts, d_list say where k leads.
"""

from __future__ import annotations

import numpy as np

from sandtable.odds.chain import TIE, TINY, Bools, Floats, Ints
from sandtable.odds.compiled import compiled
from sandtable.odds.optimal import ALIKE, GOAL, ROUNDS

GOING, WON, LOST, BOTH, STALEMATE, RETREAT = range(6)
"""How a battle stands."""


@compiled
def _nothing(hits: Floats, state: int, starts: Ints, listed: Ints) -> float:
    """Chance that a volley changes nothing; exactly 1 if it cannot, so that stalemates are noticed."""
    total = 0.0
    harmless = True
    for k in range(hits.shape[0]):
        if hits[k] != 0.0:
            if listed[starts[state, k]] == state:
                total += hits[k]
            else:
                harmless = False
    return 1.0 if harmless else total


@compiled
def _fire(
    source: Floats,
    j: int,
    i: int,
    attack: Floats,
    defend: Floats,
    d_starts: Ints,
    d_list: Ints,
    a_starts: Ints,
    a_list: Ints,
) -> tuple[Floats, float]:
    """The outcome of the second half of a round, without the chance that nothing changes, and that chance.

    The defenders see what the attackers rolled and choose their losses, then the attackers, all by the goal.
    """
    many_j, _, channels = source.shape
    reply = np.zeros((many_j, channels))
    known = np.zeros(many_j, dtype=np.bool_)
    total = np.zeros(channels)
    stay = _nothing(attack, j, d_starts, d_list) * _nothing(defend, i, a_starts, a_list)
    for k in range(attack.shape[0]):
        if attack[k] == 0.0:
            continue
        best = -1
        for at in range(d_starts[j, k], d_starts[j, k + 1]):
            j2 = d_list[at]
            if not known[j2]:
                known[j2] = True
                for h in range(defend.shape[0]):
                    if defend[h] == 0.0:
                        continue
                    chosen = a_list[a_starts[i, h]]
                    for where in range(a_starts[i, h] + 1, a_starts[i, h + 1]):
                        if source[j2, a_list[where], GOAL] > source[j2, chosen, GOAL] + ALIKE:
                            chosen = a_list[where]
                    if j2 != j or chosen != i:
                        for c in range(channels):
                            reply[j2, c] += defend[h] * source[j2, chosen, c]
            if best < 0 or reply[j2, GOAL] < reply[best, GOAL] - ALIKE:
                best = j2
        for c in range(channels):
            total[c] += attack[k] * reply[best, c]
    return total, stay


@compiled
def optimise(
    value: Floats,
    middle: Floats,
    later: Floats,
    once: bool,
    final: Floats,
    stalemate: Floats,
    leave: Floats,
    may_leave: Bools,
    must_leave: Bools,
    end: Ints,
    to_j: Ints,
    to_i: Ints,
    start_j: Ints,
    start_i: Ints,
    circumstance: Ints,
    striking: Bools,
    strike: Floats,
    back: Floats,
    attack: Floats,
    defend: Floats,
    d_starts: Ints,
    d_list: Ints,
    a_starts: Ints,
    a_list: Ints,
) -> Bools:
    """Fill in `value[j, i]`, the outcome of every pair at the end of a round, both sides choosing by the goal.

    The attacker breaks off where he may and that is better, or where he must. With `once` only one more round is
    fought, after which the outcomes are `later`. `middle[r, j, i]` becomes the goal of a pair between the halves of a
    round. Where nothing can happen any more the attacker leaves or stays for good.

    Returns where the attacker breaks off.
    """
    many_j, many_i, channels = value.shape
    many_r = striking.shape[0]
    begin = np.zeros((many_j, many_i, channels))  # outcomes at the beginning of a round
    stop = np.zeros((many_j, many_i), dtype=np.bool_)
    half = np.zeros((many_r, many_j, many_i, channels))
    parts = np.zeros((many_r, channels))
    stays = np.zeros(many_r)
    source = later if once else value
    for j in range(many_j - 1, -1, -1):
        for i in range(many_i - 1, -1, -1):
            if to_j[j, i] != j or to_i[j, i] != i:
                value[j, i] = value[to_j[j, i], to_i[j, i]]
                half[:, j, i] = value[j, i]
                middle[:, j, i] = value[j, i, GOAL]
                continue
            if end[j, i] != GOING:
                value[j, i] = final[j, i]
                half[:, j, i] = final[j, i]
                middle[:, j, i] = final[j, i, GOAL]
                continue
            r = circumstance[j, i]
            for other in range(many_r):
                if other == r or striking[other]:
                    parts[other], stays[other] = _fire(
                        source, j, i, attack[other, i], defend[other, j], d_starts, d_list, a_starts, a_list
                    )
            if striking[r]:
                known = np.zeros(channels)
                loop = 0.0
                for k in range(strike.shape[2]):
                    if strike[r, i, k] == 0.0:
                        continue
                    best = np.zeros(channels)
                    best_loop = 0.0
                    for at in range(d_starts[j, k], d_starts[j, k + 1]):
                        j1 = d_list[at]
                        row = np.zeros(channels)
                        row_loop = 0.0
                        for h in range(back.shape[2]):
                            if back[r, j, h] == 0.0:
                                continue
                            chosen = a_list[a_starts[i, h]]
                            for where in range(a_starts[i, h] + 1, a_starts[i, h + 1]):
                                if half[r, j1, a_list[where], GOAL] > half[r, j1, chosen, GOAL] + ALIKE:
                                    chosen = a_list[where]
                            if j1 == j and chosen == i:
                                row_loop += back[r, j, h] * stays[r]
                                row += back[r, j, h] * parts[r]
                            else:
                                row += back[r, j, h] * half[r, j1, chosen]
                        if at == d_starts[j, k] or row[GOAL] < best[GOAL] - ALIKE:
                            best = row
                            best_loop = row_loop
                    known += strike[r, i, k] * best
                    loop += strike[r, i, k] * best_loop
            else:
                known = parts[r].copy()
                loop = stays[r]
            known[ROUNDS] += 1.0
            s_j, s_i = start_j[j, i], start_i[j, i]
            same = s_j == j and s_i == i
            idle = 1.0 - loop < TINY
            if once:
                begin[j, i] = known + loop * later[j, i]
            elif not idle:
                begin[j, i] = known / (1.0 - loop)
            if idle:
                go_on = stalemate[j, i]
            elif same or end[s_j, s_i] == GOING:
                go_on = begin[s_j, s_i]
            else:
                go_on = final[s_j, s_i].copy()
                go_on[ROUNDS] += 1.0
            value[j, i] = go_on
            if must_leave[j, i] or (may_leave[j, i] and leave[j, i, GOAL] > go_on[GOAL] + TIE):
                value[j, i] = leave[j, i]
                stop[j, i] = True
                if same and not once:
                    begin[j, i] = known + loop * leave[j, i]
            if idle:
                begin[j, i] = value[j, i]
                begin[j, i, ROUNDS] += 1.0
            for other in range(many_r):
                if other == r or striking[other]:
                    half[other, j, i] = parts[other] + stays[other] * source[j, i]
                    middle[other, j, i] = half[other, j, i, GOAL]
    return stop


@compiled
def _arrive(j: int, i: int, weight: float, pool: Floats, ends: Floats, end: Ints, to_j: Ints, to_i: Ints) -> None:
    """A chance comes to a pair at the end of a round: the battle is over, or it waits there."""
    j2, i2 = to_j[j, i], to_i[j, i]
    if end[j2, i2] == GOING:
        pool[j2, i2] += weight
    else:
        ends[end[j2, i2], j2, i2] += weight


@compiled
def _best_loss(
    goals: Floats, i: int, defend: Floats, begin: int, stop: int, d_list: Ints, a_starts: Ints, a_list: Ints
) -> int:
    """Which of several losses the defenders choose, knowing that the attackers will choose theirs: goals[j, i]."""
    best = d_list[begin]
    if stop - begin == 1:
        return int(best)
    least = np.inf
    for at in range(begin, stop):
        total = 0.0
        for h in range(defend.shape[0]):
            if defend[h] != 0.0:
                total += defend[h] * goals[d_list[at], _best_keep(goals, d_list[at], i, h, a_starts, a_list)]
        if total < least - ALIKE:
            least = total
            best = d_list[at]
    return int(best)


@compiled
def _best_keep(goals: Floats, j: int, i: int, h: int, a_starts: Ints, a_list: Ints) -> int:
    """What the attackers keep when they take h."""
    best = a_list[a_starts[i, h]]
    for at in range(a_starts[i, h] + 1, a_starts[i, h + 1]):
        if goals[j, a_list[at]] > goals[j, best] + ALIKE:
            best = a_list[at]
    return int(best)


@compiled
def push(
    x: Floats,
    begin: Floats,
    ends: Floats,
    once: bool,
    goals: Floats,
    middles: Floats,
    stop: Bools,
    end: Ints,
    to_j: Ints,
    to_i: Ints,
    start_j: Ints,
    start_i: Ints,
    circumstance: Ints,
    striking: Bools,
    strike: Floats,
    back: Floats,
    attack: Floats,
    defend: Floats,
    d_starts: Ints,
    d_list: Ints,
    a_starts: Ints,
    a_list: Ints,
) -> tuple[Floats, float]:
    """Play on from the chances `x` at the end of a round and `begin` at the beginning of one: `once`, or to the end.

    Chances of battles that end are added to ends[how, j, i]; those where the attacker breaks off stay in what is
    returned, together with the expected number of rounds. Choices are made by the goals at the end of a round, and
    between its halves (`middles`).
    """
    many_j, many_i = x.shape
    many_r = striking.shape[0]
    after = np.zeros((many_j, many_i))
    pool = after if once else x
    between = np.zeros((many_r, many_j, many_i))
    left = np.zeros(many_j)  # chances of what the defenders have left after a volley
    rounds = 0.0
    for j in range(many_j):
        for i in range(many_i):
            if end[j, i] != GOING:
                continue
            s_j, s_i = start_j[j, i], start_i[j, i]
            same = s_j == j and s_i == i
            r = circumstance[j, i]
            waiting = x[j, i]
            if not once:
                # What came here between the halves of a round, and whom the second half does not change.
                for other in range(many_r):
                    if between[other, j, i] != 0.0:
                        share = _nothing(attack[other, i], j, d_starts, d_list)
                        waiting += between[other, j, i] * share * _nothing(defend[other, j], i, a_starts, a_list)
            visits = begin[j, i]
            if waiting == 0.0 and visits == 0.0 and not np.any(between[:, j, i] != 0.0):
                continue
            loop = _nothing(attack[r, i], j, d_starts, d_list) * _nothing(defend[r, j], i, a_starts, a_list)
            if striking[r]:
                loop *= _nothing(strike[r, i], j, d_starts, d_list) * _nothing(back[r, j], i, a_starts, a_list)
            idle = 1.0 - loop < TINY
            if stop[j, i]:
                x[j, i] = waiting
                if once:
                    after[j, i] += waiting
            elif idle:
                x[j, i] = 0.0
                ends[STALEMATE, j, i] += waiting
            elif waiting != 0.0:
                x[j, i] = 0.0
                if same or end[s_j, s_i] == GOING:
                    begin[s_j, s_i] += waiting
                else:
                    ends[end[s_j, s_i], s_j, s_i] += waiting
                    rounds += waiting  # a round in which all of a side dive
            visits = begin[j, i]
            begin[j, i] = 0.0
            if idle and visits != 0.0:
                rounds += visits  # a round in which nothing happens, and then the attacker leaves or stays for good
                if stop[j, i]:
                    pool[j, i] += visits
                else:
                    ends[STALEMATE, j, i] += visits
                visits = 0.0
            elif visits != 0.0 and not once:
                if stop[j, i]:
                    x[j, i] += visits * loop
                else:
                    visits /= 1.0 - loop
            if visits != 0.0:
                rounds += visits
                if striking[r]:
                    left[j:] = 0.0
                    for k in range(strike.shape[2]):
                        if strike[r, i, k] != 0.0:
                            first, last = d_starts[j, k], d_starts[j, k + 1]
                            j1 = _best_loss(middles[r], i, back[r, j], first, last, d_list, a_starts, a_list)
                            left[j1] += visits * strike[r, i, k]
                    for j1 in range(j, many_j):
                        if left[j1] == 0.0:
                            continue
                        for h in range(back.shape[2]):
                            if back[r, j, h] == 0.0:
                                continue
                            i1 = _best_keep(middles[r], j1, i, h, a_starts, a_list)
                            weight = left[j1] * back[r, j, h]
                            t_j, t_i = to_j[j1, i1], to_i[j1, i1]
                            if end[t_j, t_i] == GOING:
                                between[r, t_j, t_i] += weight
                            else:
                                ends[end[t_j, t_i], t_j, t_i] += weight
                else:
                    between[r, j, i] += visits
            for other in range(many_r):
                weight = between[other, j, i]
                if weight == 0.0:
                    continue
                between[other, j, i] = 0.0
                left[j:] = 0.0
                for k in range(attack.shape[2]):
                    if attack[other, i, k] != 0.0:
                        first, last = d_starts[j, k], d_starts[j, k + 1]
                        j2 = _best_loss(goals, i, defend[other, j], first, last, d_list, a_starts, a_list)
                        left[j2] += weight * attack[other, i, k]
                for j2 in range(j, many_j):
                    if left[j2] == 0.0:
                        continue
                    for h in range(defend.shape[2]):
                        if defend[other, j, h] == 0.0:
                            continue
                        i2 = _best_keep(goals, j2, i, h, a_starts, a_list)
                        if once or j2 != j or i2 != i:
                            _arrive(j2, i2, left[j2] * defend[other, j, h], pool, ends, end, to_j, to_i)
    return (after if once else x), rounds
