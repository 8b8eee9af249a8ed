"""How many hits units that fire together score: chances per state of their side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec
import numpy as np

from sandtable.odds import chain
from sandtable.odds.chain import Floats, Ints
from sandtable.odds.figures import Shot
from sandtable.odds.losses import Side
from sandtable.warfare.fire import Fire


def own_dice(rules: Fire) -> bool:
    """Whether a rule set rolls in a way of its own (low luck) instead of a die for every shot."""
    return type(rules).hit_chances is not Fire.hit_chances


def hit_rows(rules: Fire, side: Side, stage: str, members: Sequence[int], shots: Sequence[Shot]) -> Floats:
    """Row s: the chances of 0, 1, 2 … hits of the slots `members` when their side is in state s."""
    return rows_of(rules, *_with_company(rules, side, stage, members, shots))


def rows_of(rules: Fire, counts: Ints, shots: Sequence[Shot]) -> Floats:
    """Row s: the chances of 0, 1, 2 … hits when counts[s, n] units fire with the n-th shot."""
    dice = np.array([shot.dice for shot in shots], dtype=np.int64)
    if not own_dice(rules):
        chances = np.array([min(1.0, shot.value / rules.die_sides) for shot in shots])
        rows: Floats = chain.hit_chances(counts, chances, dice, int((counts @ dice).max(initial=0)))
        return rows
    listed = []
    for row in counts:
        values = [s.value for s, n in zip(shots, row, strict=True) for _ in range(int(n) * s.dice)]
        listed.append(rules.hit_chances(values))
    rows = np.zeros((len(listed), max(len(row) for row in listed)))
    for at, chances_of_row in enumerate(listed):
        rows[at, : len(chances_of_row)] = chances_of_row
    return rows


def _with_company(
    rules: Fire, side: Side, stage: str, members: Sequence[int], shots: Sequence[Shot]
) -> tuple[Ints, list[Shot]]:
    """How many units fire with which shot in each state; units that their company lifts stand apart."""
    counts = np.ascontiguousarray(side.counts[:, list(members)])
    kinds = [slot.figure.kind for slot in side.slots]
    whole: Counter[str] = Counter()
    for kind, number in zip(kinds, side.start, strict=True):
        whole[kind] += number
    if not any(rules.lifted(whole, stage).values()):
        return counts, list(shots)  # losses lift nobody
    raised = np.zeros_like(counts)
    here = [at for at, slot in enumerate(side.slots) if not slot.away]
    for state, row in enumerate(side.states):
        company: Counter[str] = Counter()
        for at in here:
            company[kinds[at]] += row[at]
        for kind, number in rules.lifted(company, stage).items():
            for column, at in enumerate(members):
                if kinds[at] == kind and number:
                    raised[state, column] = min(number, counts[state, column])
                    number -= raised[state, column]
    if not raised.any():
        return counts, list(shots)
    better = [msgspec.structs.replace(shot, value=shot.value + 1) for shot in shots]
    return np.ascontiguousarray(np.hstack([counts - raised, raised])), [*shots, *better]
