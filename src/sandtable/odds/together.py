"""Losses of a volley taken together: as many hits as possible take effect, and of some kinds as few as possible sink.

The hits of a volley are a joint number `k` of hits of several sorts. A unit of a kind can take hits of some sorts (its
mask). By Hall's theorem a choice of losses is possible if for every set of sorts the units that can take nothing else
are no more than the hits of these sorts; so losses in a fixed order are found by taking greedily what remains possible.
"""

from __future__ import annotations

import numpy as np

from sandtable.odds.chain import Bools, Ints
from sandtable.odds.compiled import compiled
from sandtable.odds.losses import Side

Choices = tuple[Ints, Ints]
"""Where hits can lead: starts[state, k] … starts[state, k + 1] into a list of states."""


def choices(side: Side, sorts: tuple[str, ...], balls: Ints, free: bool) -> Choices:
    """For every state and joint number of hits the states that may follow; balls[k] are the hits of each sort."""
    nexts = np.array([slot.next for slot in side.slots], dtype=np.int64)
    takes = [0 if slot.away else _mask(slot.figure.takes, sorts) for slot in side.slots]
    masks = np.array(takes, dtype=np.int64)
    room = _room(balls)
    lasting = np.array([slot.figure.last for slot in side.slots], dtype=np.bool_)
    ranked = np.array(side.ranked, dtype=np.int64)
    after, taken, late = losses_in_order(side.counts, ranked, nexts, masks, lasting, room)
    if not free:
        states, many = after.shape[:2]
        starts = np.arange(states * (many + 1), dtype=np.int64).reshape(states, many + 1)
        starts -= np.arange(states, dtype=np.int64)[:, None]
        return starts, _find(side, after.reshape(states * many, -1))
    away = np.array([slot.away for slot in side.slots], dtype=np.bool_)
    starts, listed = free_losses(side.counts, nexts, masks, lasting, away, room, taken, late)
    return starts, listed


def _mask(takes: frozenset[str], sorts: tuple[str, ...]) -> int:
    return sum(1 << at for at, sort in enumerate(sorts) if sort in takes)


def _room(balls: Ints) -> Ints:
    """Hits in every set of sorts: room[k, set]."""
    sorts = balls.shape[1]
    sets = np.array([[(s >> at) & 1 for at in range(sorts)] for s in range(1 << sorts)], dtype=np.int64)
    room: Ints = np.ascontiguousarray(balls @ sets.reshape(1 << sorts, sorts).T)
    return room


def _find(side: Side, counts: Ints) -> Ints:
    """The numbers of states, given what is left in each."""
    sizes = side.counts.max(axis=0) + 1
    radix = np.concatenate((np.cumprod(sizes[::-1])[::-1][1:], [1])).astype(np.int64)
    known = side.counts @ radix
    order = np.argsort(known)
    found: Ints = order[np.searchsorted(known[order], counts @ radix)].astype(np.int64)
    return found


@compiled
def losses_in_order(
    counts: Ints, ranked: Ints, nexts: Ints, masks: Ints, late: Bools, room: Ints
) -> tuple[Ints, Ints, Ints]:
    """What is left of every state after every joint number of hits, how many took effect, and how many on late ones."""
    states, slots = counts.shape
    many, sets = room.shape
    after = np.zeros((states, many, slots), dtype=np.int64)
    taken = np.zeros((states, many), dtype=np.int64)
    lost_late = np.zeros((states, many), dtype=np.int64)
    free = np.zeros(sets, dtype=np.int64)
    for s in range(states):
        for k in range(many):
            for m in range(sets):
                free[m] = room[k, m]
            for slot in range(slots):
                after[s, k, slot] = counts[s, slot]
            for at in range(ranked.shape[0]):
                slot = ranked[at]
                mask = masks[slot]
                number = after[s, k, slot]
                if number == 0 or mask == 0:
                    continue
                for m in range(sets):
                    if m & mask == mask:
                        number = min(number, free[m])
                if number <= 0:
                    continue
                for m in range(sets):
                    if m & mask == mask:
                        free[m] -= number
                after[s, k, slot] -= number
                if nexts[slot] >= 0:
                    after[s, k, nexts[slot]] += number
                taken[s, k] += number
                if late[slot]:
                    lost_late[s, k] += number
    return after, taken, lost_late


@compiled
def free_losses(
    counts: Ints, nexts: Ints, masks: Ints, late: Bools, away: Bools, room: Ints, taken: Ints, lost_late: Ints
) -> tuple[Ints, Ints]:
    """Every permitted choice of losses: so many hits take effect, and so many of them on late ones."""
    states, slots = counts.shape
    many, sets = room.shape
    starts = np.zeros((states, many + 1), dtype=np.int64)
    listed = np.zeros(0, dtype=np.int64)
    need = np.zeros(sets, dtype=np.int64)
    for run in range(2):  # first count, then list
        total = 0
        for s in range(states):
            # What it takes to come from s to t, for all t at once, since the list is ordered by k.
            hits = np.full(states, -1, dtype=np.int64)
            lates = np.zeros(states, dtype=np.int64)
            needs = np.zeros((states, sets), dtype=np.int64)
            for t in range(states):
                possible = True
                for m in range(sets):
                    need[m] = 0
                number = 0
                last = 0
                slot = 0
                while slot < slots and possible:
                    lost = counts[s, slot] - counts[t, slot]
                    if nexts[slot] >= 0:
                        hurt = nexts[slot]
                        gone = lost + counts[s, hurt] - counts[t, hurt]
                        if lost < 0 or gone < 0:
                            possible = False
                        lost += gone
                        slot += 1  # the damaged ones are the next slot
                    elif away[slot]:
                        if lost != 0:
                            possible = False
                    elif lost < 0:
                        possible = False
                    if possible and lost > 0:
                        number += lost
                        if late[slot]:
                            last += lost
                        for m in range(sets):
                            if masks[slot] and m & masks[slot] == masks[slot]:
                                need[m] += lost
                        if masks[slot] == 0:
                            possible = False
                    slot += 1
                if possible:
                    hits[t] = number
                    lates[t] = last
                    needs[t] = need
            for k in range(many):
                if run == 1:
                    starts[s, k] = total
                for t in range(states):
                    if hits[t] != taken[s, k] or lates[t] != lost_late[s, k]:
                        continue
                    fits = True
                    for m in range(sets):
                        if needs[t, m] > room[k, m]:
                            fits = False
                            break
                    if fits:
                        if run == 1:
                            listed[total] = t
                        total += 1
            if run == 1:
                starts[s, many] = total
        if run == 0:
            listed = np.zeros(total, dtype=np.int64)
    return starts, listed
