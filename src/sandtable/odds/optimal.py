"""Losses chosen to serve a goal, by dynamic programming over everything each side can have left.

The side that takes hits sees what was rolled and picks the best of all possible losses, batch by batch, knowing that
both sides will go on choosing well. Sides without free choice have exactly one possibility per hit.

Outcomes are carried as rows of figures (`CHANNELS`); choices are made by the last, the goal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from sandtable.odds.chain import TIE, TINY, Bools, Floats, Ints
from sandtable.odds.compiled import compiled
from sandtable.odds.losses import Side

CHANNELS = ("win", "lose", "both", "stalemate", "retreat", "take", "rounds", "attackers", "defenders", "goal")
"""What is known of every outcome: chances, rounds, the values left in IPC, and what it is worth to the attacker."""
ROUNDS = CHANNELS.index("rounds")
GOAL = CHANNELS.index("goal")
ALIKE = 1e-13
"""Two choices whose goals differ by less are as good."""

Choices = tuple[Ints, Ints]
"""Where hits can lead: starts[target, state, hits] … starts + 1 into a list of states."""


def choices(side: Side, targets: tuple[str, ...], most: int, free: bool) -> Choices:
    """For every target, state and number of hits the states that may follow."""
    states, index = side.states, side.index
    starts = np.zeros((len(targets), len(states), most + 2), dtype=np.int64)
    listed: list[int] = []
    for t, target in enumerate(targets):
        steps: list[list[int]] = []
        for state in states:
            if free:
                steps.append(sorted({index[after] for after in side.possible_hits(state, target)}))
            else:
                after = side.hit(state, target)
                steps.append([index[after]] if after != state else [])
        for s in range(len(states)):
            reached = {s}
            for hits in range(most + 1):
                starts[t, s, hits] = len(listed)
                listed.extend(sorted(reached))
                # Hits nobody can take are lost: a state without steps stays as it is.
                reached = {n for r in reached for n in (steps[r] or [r])}
            starts[t, s, most + 1] = len(listed)
    return starts, np.array(listed, dtype=np.int64)


@compiled
def _best(goals: Floats, listed: Ints, begin: int, end: int, sign: float) -> int:
    """The state with the best goal; of those that only rounding tells apart the first, so that `push` agrees."""
    best = listed[begin]
    for at in range(begin + 1, end):
        if sign * goals[listed[at]] > sign * goals[best] + ALIKE:
            best = listed[at]
    return int(best)


@compiled
def _best_row(rows: Floats, listed: Ints, begin: int, end: int, sign: float) -> int:
    """`_best` for whole outcomes (quicker than with a view of their goals)."""
    best = listed[begin]
    for at in range(begin + 1, end):
        if sign * rows[listed[at], GOAL] > sign * rows[best, GOAL] + ALIKE:
            best = listed[at]
    return int(best)


@compiled
def _miss(hits: Floats, starts: Ints, listed: Ints, state: int) -> float:
    """Chance that a volley changes nothing: no hit, or nobody there who could take one."""
    if hits.shape[0] == 1 or listed[starts[state, 1]] == state:
        return 1.0
    return float(hits[0])


@compiled
def _volley(rows: Floats, hits: Floats, starts: Ints, listed: Ints, state: int, sign: float, skip_miss: bool) -> Floats:
    """Expected outcome for a side in `state` that takes hits and chooses what it loses (misses left out if wanted)."""
    total = np.zeros(rows.shape[1])
    if skip_miss and _miss(hits, starts, listed, state) == 1.0:
        return total
    for h in range(hits.shape[0]):
        if hits[h] == 0.0 or (h == 0 and skip_miss):
            continue
        chosen = state if h == 0 else _best_row(rows, listed, starts[state, h], starts[state, h + 1], sign)
        for k in range(rows.shape[1]):
            total[k] += hits[h] * rows[chosen, k]
    return total


@compiled
def optimise(
    value: Floats,
    going: Bools,
    stalemate: Floats,
    leave: Floats,
    may_leave: Bools,
    must_leave: Bools,
    fewer: Ints,
    attack: Floats,
    attack_targets: Ints,
    defend: Floats,
    defend_targets: Ints,
    first: Floats,
    has_first: bool,
    first_target: int,
    d_starts: Ints,
    d_list: Ints,
    a_starts: Ints,
    a_list: Ints,
) -> Bools:
    """Fill in `value[j, i]`, the outcome of every pair at the end of a round where the battle goes on.

    attack[b, i, h], defend[b, j, h] and first[i, h] are the chances of hits per batch. The attacker maximises the
    goal and breaks off where he may and that is better (`may_leave`) or his orders say so (`must_leave`); the
    defender minimises the goal. Where some attackers fight on when the others leave, they are in state fewer[i]
    then (else −1). Returns where the attacker breaks off.
    """
    many_j, many_i, channels = value.shape
    batches_a = attack.shape[0]
    batches_d = defend.shape[0]
    stop = np.zeros((many_j, many_i), dtype=np.bool_)
    half = np.zeros((many_j, many_i, channels))  # after the first shot, before the volley
    for j in range(many_j - 1, -1, -1):
        # reply[j2, i]: the defenders j fire, j2 of them are left afterwards.
        reply = np.zeros((many_j, many_i, channels))
        for j2 in range(j + 1, many_j):
            rows = value[j2].copy()
            for b in range(batches_d - 1, -1, -1):
                after = np.zeros((many_i, channels))
                for i in range(many_i):
                    after[i] = _volley(rows, defend[b, j], a_starts[defend_targets[b]], a_list, i, 1.0, False)
                rows = after
            reply[j2] = rows
        quiet = np.zeros((batches_d + 1, many_i, channels))  # nobody of the defenders was hit: batch by batch
        for i in range(many_i - 1, -1, -1):
            if not going[j, i]:
                half[j, i] = value[j, i]
                for b in range(batches_d + 1):
                    quiet[b, i] = value[j, i]
                continue
            # The part of the reply that hurts, and the chance that nothing happens at all.
            stay = 1.0
            for b in range(batches_d):
                stay *= _miss(defend[b, j], a_starts[defend_targets[b]], a_list, i)
            part = np.zeros(channels)
            for b in range(batches_d - 1, -1, -1):
                hurt = _volley(quiet[b + 1], defend[b, j], a_starts[defend_targets[b]], a_list, i, 1.0, True)
                miss = _miss(defend[b, j], a_starts[defend_targets[b]], a_list, i)
                for k in range(channels):
                    part[k] = hurt[k] + miss * part[k]
            # The attackers' volley on top of it.
            rows = reply[:, i].copy()
            rows[j] = part
            missing = 1.0
            for b in range(batches_a - 1, -1, -1):
                after = rows.copy()
                for j2 in range(j, many_j):
                    if j2 == j:
                        hurt = _volley(rows, attack[b, i], d_starts[attack_targets[b]], d_list, j, -1.0, True)
                        miss = _miss(attack[b, i], d_starts[attack_targets[b]], d_list, j)
                        for k in range(channels):
                            after[j, k] = hurt[k] + miss * rows[j, k]
                    elif b > 0:
                        after[j2] = _volley(rows, attack[b, i], d_starts[attack_targets[b]], d_list, j2, -1.0, False)
                missing *= _miss(attack[b, i], d_starts[attack_targets[b]], d_list, j)
                rows = after
            stay *= missing
            fight = rows[j].copy()
            loop = stay
            if has_first:
                miss = _miss(first[i], d_starts[first_target], d_list, j)
                loop *= miss
                for k in range(channels):
                    fight[k] *= miss
                half_j = half[:, i].copy()
                hurt = _volley(half_j, first[i], d_starts[first_target], d_list, j, -1.0, True)
                for k in range(channels):
                    fight[k] += hurt[k]
            fight[ROUNDS] += 1.0
            if 1.0 - loop < TINY:
                settled = stalemate[j, i].copy()
            else:
                settled = fight / (1.0 - loop)
            off = leave[j, i] if fewer[i] < 0 else value[j, fewer[i]]
            if must_leave[j, i] or (may_leave[j, i] and off[GOAL] > settled[GOAL] + TIE):
                value[j, i] = off
                stop[j, i] = True
            else:
                value[j, i] = settled
            # What the pair is worth after the first shot, now that the loop is known.
            for k in range(channels):
                half[j, i, k] = rows[j, k] + stay * value[j, i, k]
            for b in range(batches_d, -1, -1):
                if b == batches_d:
                    quiet[b, i] = value[j, i]
                else:
                    quiet[b, i] = _volley(
                        quiet[b + 1], defend[b, j], a_starts[defend_targets[b]], a_list, i, 1.0, False
                    )
    return stop


@compiled
def round_before(
    value: Floats,
    going: Bools,
    attack: Floats,
    attack_targets: Ints,
    defend: Floats,
    defend_targets: Ints,
    first: Floats,
    has_first: bool,
    first_target: int,
    d_starts: Ints,
    d_list: Ints,
    a_starts: Ints,
    a_list: Ints,
    shelling: Floats,
    shell_target: int,
    wanted: Bools,
) -> Floats:
    """The outcome of every pair before a round is fought, given `value` at its end (for `wanted` defenders only).

    shelling[h] are the chances of hits by a bombardment, whose victims still fire.
    """
    many_j, many_i, channels = value.shape
    half = value.copy()  # after the first shot, before the volley
    for j in range(many_j):
        if not wanted[j]:
            continue
        reply = value.copy()  # reply[j2, i]: the defenders j fire, j2 of them are left afterwards
        for j2 in range(j, many_j):
            for b in range(defend.shape[0] - 1, -1, -1):
                after = np.zeros((many_i, channels))
                for i in range(many_i):
                    after[i] = _volley(reply[j2], defend[b, j], a_starts[defend_targets[b]], a_list, i, 1.0, False)
                reply[j2] = after
        for i in range(many_i):
            if not going[j, i]:
                continue
            rows = reply[:, i].copy()
            for b in range(attack.shape[0] - 1, -1, -1):
                after = rows.copy()
                for j2 in range(j, many_j):
                    after[j2] = _volley(rows, attack[b, i], d_starts[attack_targets[b]], d_list, j2, -1.0, False)
                rows = after
            half[j, i] = _volley(rows, shelling, d_starts[shell_target], d_list, j, -1.0, False)
    before = half
    if has_first:
        before = half.copy()
        for j in range(many_j):
            for i in range(many_i):
                if going[j, i] and wanted[j]:
                    rows = half[:, i].copy()
                    before[j, i] = _volley(rows, first[i], d_starts[first_target], d_list, j, -1.0, False)
    for j in range(many_j):
        for i in range(many_i):
            if going[j, i]:
                before[j, i, ROUNDS] += 1.0
    return before


@compiled
def _before(goals: Floats, hits: Floats, starts: Ints, listed: Ints, sign: float, begin: int) -> Floats:
    """The goal of every state (from `begin` on) before hits are taken, given the goals afterwards."""
    before = goals.copy()
    for state in range(begin, goals.shape[0]):
        total = 0.0
        for h in range(hits.shape[0]):
            if hits[h] != 0.0:
                chosen = state if h == 0 else _best(goals, listed, starts[state, h], starts[state, h + 1], sign)
                total += hits[h] * goals[chosen]
        before[state] = total
    return before


@compiled
def _spread(chances: Floats, goals: Floats, hits: Floats, starts: Ints, listed: Ints, sign: float) -> Floats:
    """The chances of every state after hits were taken and the best losses chosen."""
    after = np.zeros(chances.shape[0])
    for state in range(chances.shape[0]):
        if chances[state] == 0.0:
            continue
        for h in range(hits.shape[0]):
            if hits[h] != 0.0:
                chosen = state if h == 0 else _best(goals, listed, starts[state, h], starts[state, h + 1], sign)
                after[chosen] += chances[state] * hits[h]
    return after


@compiled
def push(
    x: Floats,
    goals: Floats,
    going: Bools,
    stop: Bools,
    fewer: Ints,
    attack: Floats,
    attack_targets: Ints,
    defend: Floats,
    defend_targets: Ints,
    first: Floats,
    has_first: bool,
    first_target: int,
    d_starts: Ints,
    d_list: Ints,
    a_starts: Ints,
    a_list: Ints,
    shelling: Floats,
    shell_target: int,
    to_the_end: bool,
) -> Floats:
    """The chances of every pair after a round, or `to_the_end` of the battle, from the chances `x` before it.

    `goals` are those of the pairs at the end of a round, as solved before; both sides choose by them. The attacker
    breaks off at the pairs `stop`; where others fight on they do so from the state fewer[i].
    """
    many_j, many_i = x.shape
    batches_a = attack.shape[0]
    batches_d = defend.shape[0]
    ahead = x.copy()  # chances at the beginning of a round
    after = ahead if to_the_end else np.zeros((many_j, many_i))
    middle = np.zeros((many_j, many_i))  # after the first shot, before the volley
    half = goals.copy()  # … and the goals there
    for run in range(0 if has_first else 1, 2):  # the first run only works out `half`
        for j in range(many_j):
            if run == 1 and not (np.any(ahead[j] != 0.0) or np.any(middle[j] != 0.0)):
                continue
            # reply[b, j2, i]: the goal before batch b of the defenders j, when j2 of them will be left.
            reply = np.zeros((batches_d + 1, many_j, many_i))
            reply[batches_d] = goals
            for j2 in range(j, many_j):
                for b in range(batches_d - 1, -1, -1):
                    sort = defend_targets[b]
                    reply[b, j2] = _before(reply[b + 1, j2], defend[b, j], a_starts[sort], a_list, 1.0, 0)
            hurt = np.zeros((many_j, many_i))  # the defenders j still fire, but fewer will be left
            for i in range(many_i):
                weight, share = ahead[j, i], middle[j, i]
                if run == 1 and weight == 0.0 and share == 0.0:
                    continue
                if not going[j, i]:
                    if run == 1:
                        after[j, i] = after[j, i] + share if to_the_end else after[j, i] + weight + share
                    continue
                # rows[b, j2]: the goal before batch b of the attackers; the bombardment comes before all.
                rows = np.zeros((batches_a + 1, many_j))
                rows[batches_a] = reply[0, :, i]
                for b in range(batches_a - 1, -1, -1):
                    rows[b] = _before(rows[b + 1], attack[b, i], d_starts[attack_targets[b]], d_list, -1.0, j)
                if run == 0:
                    half[j, i] = _before(rows[0], shelling, d_starts[shell_target], d_list, -1.0, j)[j]
                    continue
                if to_the_end:
                    # Rounds in which nothing happens: a geometric series.
                    stay = 1.0
                    for b in range(batches_a):
                        stay *= _miss(attack[b, i], d_starts[attack_targets[b]], d_list, j)
                    for b in range(batches_d):
                        stay *= _miss(defend[b, j], a_starts[defend_targets[b]], a_list, i)
                    weight += share * stay
                    loop = stay
                    if has_first:
                        loop *= _miss(first[i], d_starts[first_target], d_list, j)
                    if stop[j, i] and fewer[i] >= 0:
                        ahead[j, fewer[i]] += weight  # a higher number: still to come
                        ahead[j, i] = 0.0
                        weight = 0.0
                    elif stop[j, i] or 1.0 - loop < TINY:
                        ahead[j, i] = weight
                        weight = 0.0
                    else:
                        ahead[j, i] = 0.0
                        weight /= 1.0 - loop
                elif stop[j, i]:
                    after[j, i] += weight
                    weight = 0.0
                line = np.zeros(many_j)
                line[j] = weight
                if has_first and weight != 0.0:
                    line = _spread(line, half[:, i].copy(), first[i], d_starts[first_target], d_list, -1.0)
                    middle[j + 1 :, i] += line[j + 1 :]
                    line[j + 1 :] = 0.0
                line[j] += share
                line = _spread(line, rows[0], shelling, d_starts[shell_target], d_list, -1.0)
                for b in range(batches_a):
                    line = _spread(line, rows[b + 1], attack[b, i], d_starts[attack_targets[b]], d_list, -1.0)
                hurt[j + 1 :, i] += line[j + 1 :]
                # Nobody of the defenders was hit: their reply, at once, since it leads to pairs of the same row.
                column = np.zeros(many_i)
                column[i] = line[j]
                for b in range(batches_d):
                    sort = defend_targets[b]
                    column = _spread(column, reply[b + 1, j], defend[b, j], a_starts[sort], a_list, 1.0)
                if to_the_end:
                    column[i] = 0.0
                after[j] += column
            if run == 1:
                for j2 in range(j + 1, many_j):
                    column = hurt[j2]
                    for b in range(batches_d):
                        sort = defend_targets[b]
                        column = _spread(column, reply[b + 1, j2], defend[b, j], a_starts[sort], a_list, 1.0)
                    after[j2] += column
    return after


SETTLED = 1e-13
"""Outcomes that change by less from one round to the one before are those of all rounds before."""
LASTING = 1e-11
"""Chance of a stalemate below which there is none."""


def rounds_before(value: Floats, rounds: int, before: Callable[[Floats], Floats]) -> Iterator[Floats]:
    """The outcomes of every pair one, two … rounds earlier; the last holds for all rounds that are left.

    The further away the round that changes the orders, the less it matters: the outcomes settle after some dozen
    rounds. Stalemates alone last until then, so their number of rounds grows by one with every round.
    """
    growth = np.full(value.shape[:2], np.inf)
    for left in range(rounds, 0, -1):
        earlier = before(value)
        change = np.abs(earlier - value) / (1.0 + np.abs(value))
        change[:, :, ROUNDS] = 0.0
        grown = earlier[:, :, ROUNDS] - value[:, :, ROUNDS]
        if change.max() < SETTLED and np.abs(grown - growth).max() < SETTLED * (1.0 + value[:, :, ROUNDS].max()):
            earlier[:, :, ROUNDS] += (left - 1) * np.where(grown > LASTING, grown, 0.0)
            yield earlier
            return
        yield earlier
        value, growth = earlier, grown


def goals_of(value: Floats) -> Floats:
    """The goals alone, by which losses are chosen."""
    return np.ascontiguousarray(value[:, :, GOAL])


THRIFT = 1e-10
"""Weight of the values left where outcomes are equally good for the goal."""


def goal_weights(goal: str) -> Floats:
    """The goal as a weighted sum of `CHANNELS`; of two losses that are as good, the cheaper one is taken."""
    weights: dict[str, float] = {"attackers": THRIFT, "defenders": -THRIFT}
    weights |= {"attackers": 1.0, "defenders": -1.0} if goal == "value" else {goal: 1.0}
    return np.array([weights.get(name, 0.0) for name in CHANNELS])


def final_rows(attackers: Side, defenders: Side, land: bool, goal: str) -> tuple[Floats, Floats, Floats]:
    """Outcomes of pairs where the battle is over, of stalemates, and of breaking off."""
    many_j, many_i = len(defenders.alive), len(attackers.alive)
    rows = np.zeros((many_j, many_i, len(CHANNELS)))
    rows[:, :, CHANNELS.index("attackers")] = attackers.value[None, :]
    rows[:, :, CHANNELS.index("defenders")] = defenders.value[:, None]
    value, stalemate, leave = rows.copy(), rows.copy(), rows
    a, d = attackers.alive, defenders.alive
    value[~d[:, None] & a[None, :], CHANNELS.index("win")] = 1.0
    value[d[:, None] & ~a[None, :], CHANNELS.index("lose")] = 1.0
    value[~d[:, None] & ~a[None, :], CHANNELS.index("both")] = 1.0
    if land:
        value[~d[:, None] & attackers.holds[None, :], CHANNELS.index("take")] = 1.0
    stalemate[:, :, CHANNELS.index("stalemate")] = 1.0
    leave[:, :, CHANNELS.index("retreat")] = 1.0
    weights = goal_weights(goal)
    for outcomes in (value, stalemate, leave):
        outcomes[:, :, GOAL] = outcomes @ weights
    return value, stalemate, leave
