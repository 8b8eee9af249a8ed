"""Battles in which both sides lose their units in a fixed order, told by a few figures: many thousands a second.

Nearly every battle on land is of this kind. Players ask it of hundreds of forces before they choose one; `solver`
answers everything else, and with all details.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt
from typing import NamedTuple

import numpy as np

from sandtable.odds.chain import Floats, Ints
from sandtable.odds.compiled import compiled_loosely

FACES = 6
MANY = 600
"""Pairs of hits taken on both sides up to which every one is followed."""
NEVER = 1e-6
"""Chances below this one are left out."""


class Point(NamedTuple):
    """A hit that a side can take: the value and the fire that go with it."""

    cost: float
    strength: float
    """What one of its dice must show at most."""
    dice: int = 1
    holds: bool = False
    """Whether it can hold land."""


class Outcome(NamedTuple):
    """How a battle of two lines ends; losses in IPC."""

    win: float
    """The chance that only attackers are left."""
    attacker_loss: float
    defender_loss: float
    victors_loss: float
    """What the attackers have lost if they have won."""


class Line(NamedTuple):
    """A side in the order in which it is lost."""

    volleys: Floats
    """Row i: chances of 0, 1, 2 … hits by those who are left after i hits."""
    likely: Ints
    """Row i: the fewest and the most hits among those that are not left out."""
    lost: Floats
    """What the first 0, 1, 2 … hits cost."""

    @property
    def value(self) -> float:
        """What all of it is worth."""
        return float(self.lost[-1])

    @property
    def harmless(self) -> bool:
        """Whether none of it can hit anything."""
        return not self.likely[0, 1]


@compiled_loosely
def _span(chances: Floats) -> tuple[int, int]:
    """The fewest and the most hits that are not left out."""
    few, most = 0, chances.size - 1
    while chances[few] < NEVER:
        few += 1
    while chances[most] < NEVER:
        most -= 1
    return few, most


@compiled_loosely
def _volleys(strength: Floats, dice: Ints) -> tuple[Floats, Ints]:
    """The first two parts of a line."""
    points = strength.size
    rows = np.zeros((points + 1, dice.sum() + 1))
    likely = np.zeros((points + 1, 2), dtype=np.int64)
    rows[points, 0] = 1.0
    rolled = 0
    for i in range(points - 1, -1, -1):
        rows[i, : rolled + 1] = rows[i + 1, : rolled + 1]
        p = min(strength[i] / FACES, 1.0)
        if p > 0.0:
            for _ in range(dice[i]):
                rolled += 1
                for h in range(rolled, 0, -1):
                    rows[i, h] = rows[i, h] * (1.0 - p) + rows[i, h - 1] * p
                rows[i, 0] *= 1.0 - p
        likely[i, 0], likely[i, 1] = _span(rows[i])
    return rows, likely


@compiled_loosely
def _fight(
    attack: Floats, attack_likely: Ints, attack_lost: Floats, defend: Floats, defend_likely: Ints, defend_lost: Floats
) -> tuple[float, float, float, float]:
    """Play to the end."""
    last_i, last_j = attack.shape[0] - 1, defend.shape[0] - 1
    x = np.zeros((last_i + 1, last_j + 1))
    x[0, 0] = 1.0
    for i in range(last_i):
        for j in range(last_j):
            weight = x[i, j]
            stay = attack[i, 0] * defend[j, 0]
            if weight < NEVER or 1.0 - stay < NEVER:
                continue
            x[i, j] = 0.0
            visits = weight / (1.0 - stay)
            for h in range(attack_likely[i, 0], attack_likely[i, 1] + 1):
                a = visits * attack[i, h]
                to_j = min(j + h, last_j)
                for g in range(max(defend_likely[j, 0], 1 if h == 0 else 0), defend_likely[j, 1] + 1):
                    x[min(i + g, last_i), to_j] += a * defend[j, g]
    win = mine = theirs = victors = 0.0
    for i in range(last_i + 1):
        for j in range(last_j + 1):
            weight = x[i, j]
            mine += weight * attack_lost[i]
            theirs += weight * defend_lost[j]
            if j == last_j and i < last_i:
                win += weight
                victors += weight * attack_lost[i]
    return win, mine, theirs, victors


@compiled_loosely
def _thinned(volleys: Floats, lost: Floats, step: int) -> tuple[Floats, Ints, Floats]:
    """A line in which every hit stands for several: as many are expected, but they scatter a little more."""
    points = volleys.shape[0] - 1
    many = (points + step - 1) // step
    rows = np.zeros((many + 1, (volleys.shape[1] - 1) // step + 2))
    likely = np.zeros((many + 1, 2), dtype=np.int64)
    left = np.zeros(many + 1)
    for i in range(many + 1):
        at = min(i * step, points)
        left[i] = lost[at]
        for h in range(volleys.shape[1]):
            rest = (h % step) / step
            rows[i, h // step] += volleys[at, h] * (1.0 - rest)
            if rest > 0.0:
                rows[i, h // step + 1] += volleys[at, h] * rest
        likely[i, 0], likely[i, 1] = _span(rows[i])
    return rows, likely, left


def _manageable(*lines: Line) -> list[Line]:
    """The sides of a battle, in great ones with several hits as one, which is hardly less exact and far quicker."""
    states = (len(lines[0].lost) - 1) * (len(lines[-1].lost) - 1)
    if states <= MANY:
        return list(lines)
    step = ceil(sqrt(states / MANY))
    return [Line(*_thinned(line.volleys, line.lost, step)) for line in lines]


def fight(attackers: Line, defenders: Line) -> Outcome:
    """How a battle ends."""
    attackers, defenders = _manageable(attackers, defenders)
    win, attacker_loss, defender_loss, victors_loss = _fight(*attackers, *defenders)
    return Outcome(win, attacker_loss, defender_loss, victors_loss / win if win > 0 else attacker_loss)


def line(points: Sequence[Point]) -> Line:
    """A side whose points are lost from the first to the last."""
    strength = np.array([point.strength for point in points], dtype=np.float64)
    dice = np.array([point.dice for point in points], dtype=np.int64)
    lost = np.zeros(len(points) + 1)
    np.cumsum([point.cost for point in points], out=lost[1:])
    return Line(*_volleys(strength, dice), lost)


@compiled_loosely
def _round(
    attack: Floats,
    attack_likely: Ints,
    defend: Floats,
    defend_likely: Ints,
    i: int,
    j: int,
    same: Floats,
    fewer: Floats,
) -> float:
    """What is gained when a round is fought: what is worth what in `same` if no attacker is hit, else in `fewer`."""
    last_i, last_j = attack.shape[0] - 1, defend.shape[0] - 1
    on = 0.0
    for h in range(attack_likely[i, 0], attack_likely[i, 1] + 1):
        a = attack[i, h]
        to_j = min(j + h, last_j)
        for g in range(max(defend_likely[j, 0], 1 if h == 0 else 0), defend_likely[j, 1] + 1):
            after = fewer[min(i + g, last_i), to_j] if g else same[i, to_j]
            on += a * defend[j, g] * after
    return on


@compiled_loosely
def _prospect(
    attack: Floats,
    attack_likely: Ints,
    attack_lost: Floats,
    light: Floats,
    light_likely: Ints,
    light_lost: Floats,
    defend: Floats,
    defend_likely: Ints,
    defend_lost: Floats,
    prize: float,
    caution: float,
) -> float:
    """Backwards from the end: what fighting on is worth where one may break off after every round."""
    last_i, last_j = attack.shape[0] - 1, defend.shape[0] - 1
    kept = np.zeros((last_i + 1, last_j + 1))  # somebody is left who can hold land, wherever that is possible
    given = np.zeros((last_i + 1, last_j + 1))  # nobody is, wherever that is cheaper
    best = np.zeros((last_i + 1, last_j + 1))
    on = 0.0
    for i in range(last_i, -1, -1):
        for j in range(last_j, -1, -1):
            stop = defend_lost[j] - caution * attack_lost[i]
            on = stop
            kept[i, j] = stop
            if i < last_i and j == last_j:
                kept[i, j] += prize
            elif i < last_i:
                stay = attack[i, 0] * defend[j, 0]
                if 1.0 - stay >= NEVER:
                    on = _round(attack, attack_likely, defend, defend_likely, i, j, kept, best)
                    on = on / (1.0 - stay) if on > stop * (1.0 - stay) else on + stay * stop
                    kept[i, j] = max(stop, on)
            best[i, j] = given[i, j] = kept[i, j]
            if light_lost[i] < attack_lost[i]:
                stop = defend_lost[j] - caution * light_lost[i]
                given[i, j] = stop
                stay = light[i, 0] * defend[j, 0]
                if j < last_j and 1.0 - stay >= NEVER:
                    less = _round(light, light_likely, defend, defend_likely, i, j, given, given)
                    given[i, j] = max(stop, less / (1.0 - stay))
                best[i, j] = max(kept[i, j], given[i, j])
    return on


def prospect(attackers: Line, defenders: Line, prize: float, caution: float, light: Line | None = None) -> float:
    """What it is worth to begin a battle, or another round of it, that may be broken off after every round.

    Counted are the defenders' losses, `caution` times the attackers' own, and the `prize` of a victory. `light` is the
    same force with the cheapest lost first, down to aircraft that take no land: which of the two it shall be is
    decided when the last who could hold land is hit.
    """
    attackers, light, defenders = _manageable(attackers, light or attackers, defenders)
    return float(_prospect(*attackers, *light, *defenders, prize, caution))
