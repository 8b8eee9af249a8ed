"""Which units are lost first, and every state a side can come into by losing them that way."""

from __future__ import annotations

import copy
import functools
import itertools
from collections.abc import Sequence

import msgspec
import numpy as np

from sandtable.core.errors import UnknownName
from sandtable.odds.chain import Bools, Floats, Ints
from sandtable.odds.figures import TARGETS, Figure

POLICIES = ("cheapest", "weakest", "optimal")

State = tuple[int, ...]
"""How many units are left per slot."""


class LossPolicy(msgspec.Struct, frozen=True):
    """How a side takes its losses.

    name       "cheapest": the cheapest unit first; "weakest": the one that fires worst first;
               "optimal": whatever serves the goal best (see `optimal`)
    order      kinds to lose first, in this order, before the others
    keep_land  keep one unit that can hold land as long as anything else can be lost
    """

    name: str = "cheapest"
    order: tuple[str, ...] = ()
    keep_land: bool = False

    def __post_init__(self) -> None:
        if self.name not in POLICIES:
            raise UnknownName("loss policy", self.name, POLICIES)

    def rank(self, figure: Figure, side: str) -> tuple[int, int, int, int]:
        """Units with the lowest rank are lost first."""
        named = self.order.index(figure.kind) if figure.kind in self.order else len(self.order)
        strength = sum(shot.value * shot.dice for stage, shot in figure.shots.items() if stage != "bombardment")
        if self.name == "weakest":
            return (named, strength, figure.cost, figure.rank)
        return (named, figure.cost, strength, figure.rank)


class Slot(msgspec.Struct, frozen=True):
    """Units of one figure in one condition."""

    figure: Figure
    next: int = -1
    """The slot into which a hit moves a unit (−1: it is lost)."""
    away: bool = False
    """Withdrawn submarines: out of the battle, but alive."""


class Side:
    """One side of a battle: its slots, the states it can reach, and where hits lead."""

    def __init__(
        self,
        side: str,
        forces: Sequence[tuple[Figure, int]],
        policy: LossPolicy,
        targets: frozenset[str],
        attacker_shares: bool = True,
        leaving: bool = False,
    ) -> None:
        self.side = side
        self.policy = policy
        self.attacker_shares = attacker_shares
        self.slots: list[Slot] = []
        start: list[int] = []
        for figure, number in forces:
            if figure.hits > 1:
                self.slots.append(Slot(figure, len(self.slots) + 1))
                self.slots.append(Slot(figure))
                start += [number, 0]
            elif figure.submarine and leaving:
                self.slots += [Slot(figure), Slot(figure, away=True)]
                start += [number, 0]
            else:
                self.slots.append(Slot(figure))
                start.append(number)
        self.start: State = tuple(start)
        self.nations = list(dict.fromkeys(slot.figure.power for slot in self.slots))
        ranked = sorted(
            (at for at, slot in enumerate(self.slots) if not slot.away),
            key=lambda at: (self.slots[at].next < 0, policy.rank(self.slots[at].figure, side)),
        )
        self._order = {
            target: [at for at in ranked if self.slots[at].figure.takes[number]]
            for number, target in enumerate(TARGETS)
        }
        self._enumerate(sorted(targets, key=TARGETS.index), leaving)

    def with_all_states(self) -> Side:
        """The same side with everything it can possibly have left, for free choice of losses."""
        twin = copy.copy(self)
        for name in ("value", "holds"):
            twin.__dict__.pop(name, None)
        twin.states = self.all_states()
        twin.index = {state: at for at, state in enumerate(twin.states)}
        twin.counts = np.array(twin.states, dtype=np.int64).reshape(len(twin.states), len(self.slots))
        twin.alive = twin.counts.sum(axis=1) > 0
        return twin

    def all_states(self) -> list[State]:
        """Everything the side can have left, fullest first."""
        ranges = []
        for at in range(len(self.slots)):
            damaged = at > 0 and self.slots[at - 1].next == at
            ranges.append(range((self.start[at - 1] if damaged else self.start[at]) + 1))
        full = [
            state
            for state in itertools.product(*ranges)
            if all(
                slot.next < 0 or state[at] + state[slot.next] <= self.start[at] for at, slot in enumerate(self.slots)
            )
        ]
        weights = [2 if slot.next >= 0 else 1 for slot in self.slots]
        full.sort(key=lambda s: (-sum(n * w for n, w in zip(s, weights, strict=True)), s))
        return full

    # States

    def _enumerate(self, targets: list[str], leaving: bool) -> None:
        seen: dict[State, dict[str, State]] = {}
        frontier = [self.start]
        while frontier:
            state = frontier.pop()
            if state in seen:
                continue
            steps = {target: self.hit(state, target) for target in targets}
            if leaving:
                steps["leave"] = self._withdrawn(state)
            seen[state] = steps
            frontier.extend(step for step in steps.values() if step not in seen)
        weights = [0 if slot.away else 2 if slot.next >= 0 else 1 for slot in self.slots]
        self.states = sorted(seen, key=lambda s: (-sum(n * w for n, w in zip(s, weights, strict=True)), s))
        index = {state: at for at, state in enumerate(self.states)}
        self.index = index
        self.counts: Ints = np.array(self.states, dtype=np.int64).reshape(len(self.states), len(self.slots))
        most = sum(n * w for n, w in zip(self.start, weights, strict=True))
        self.tables: dict[str, Ints] = {}
        for target in targets:
            step = np.array([index[seen[state][target]] for state in self.states], dtype=np.int64)
            table = np.empty((len(self.states), most + 1), dtype=np.int64)
            table[:, 0] = np.arange(len(self.states))
            for hits in range(1, most + 1):
                table[:, hits] = step[table[:, hits - 1]]
            self.tables[target] = table
        here = [0 if slot.away else 1 for slot in self.slots]
        self.alive: Bools = (self.counts * np.array(here)).sum(axis=1) > 0
        if leaving:
            self.leave: Ints = np.array([index[seen[state]["leave"]] for state in self.states], dtype=np.int64)
        else:
            self.leave = np.arange(len(self.states))

    def hit(self, state: State, target: str) -> State:
        """The state after one more hit (the same if nobody can take it)."""
        chosen = self._victim(state, target)
        if chosen is None:
            return state
        after = list(state)
        after[chosen] -= 1
        if self.slots[chosen].next >= 0:
            after[self.slots[chosen].next] += 1
        return tuple(after)

    def _victim(self, state: State, target: str) -> int | None:
        able = [at for at in self._order[target] if state[at] > 0]
        if not able:
            return None
        if len(self.nations) > 1:
            able = self._of_chosen_nation(able)
        if self.policy.keep_land and self.slots[able[0]].figure.holds_land:
            holders = sum(state[at] for at in able if self.slots[at].figure.holds_land)
            others = [at for at in able if not self.slots[at].figure.holds_land]
            if holders == 1 and others:
                return others[0]
        return able[0]

    def possible_hits(self, state: State, target: str) -> list[State]:
        """Every state one more hit can lead to, if losses are chosen freely."""
        after = []
        for at in self._order[target]:
            if state[at] > 0:
                changed = list(state)
                changed[at] -= 1
                if self.slots[at].next >= 0:
                    changed[self.slots[at].next] += 1
                after.append(tuple(changed))
        return after

    def _of_chosen_nation(self, able: list[int]) -> list[int]:
        """Several nations: the attacker gives the hit where it costs most, defenders where it costs least."""
        first: dict[str, int] = {}
        for at in able:
            first.setdefault(self.slots[at].figure.power, at)
        sign = -1 if self.attacker_shares else 1
        nation = min(first, key=lambda power: (sign * self.slots[first[power]].figure.cost, self.nations.index(power)))
        return [at for at in able if self.slots[at].figure.power == nation]

    def _withdrawn(self, state: State) -> State:
        after = list(state)
        for at, slot in enumerate(self.slots):
            if slot.away:
                after[at] += after[at - 1]
                after[at - 1] = 0
        return tuple(after)

    # Figures per state

    @functools.cached_property
    def value(self) -> Floats:
        """What is left in each state, in IPC."""
        costs = np.array([slot.figure.cost for slot in self.slots], dtype=np.float64)
        worth: Floats = self.counts @ costs
        return worth

    @functools.cached_property
    def holds(self) -> Bools:
        """Whether a unit that can hold land is left."""
        land = np.array([slot.figure.holds_land for slot in self.slots], dtype=np.int64)
        held: Bools = (self.counts @ land) > 0
        return held

    def survivors(self, state: int) -> dict[str, dict[str, int]]:
        """What is left, per power and kind."""
        left: dict[str, dict[str, int]] = {}
        for slot, number in zip(self.slots, self.states[state], strict=True):
            if number:
                kinds = left.setdefault(slot.figure.power, {})
                kinds[slot.figure.kind] = kinds.get(slot.figure.kind, 0) + number
        return left


_sides: dict[tuple[object, ...], Side] = {}


def side_of(
    side: str,
    forces: Sequence[tuple[Figure, int]],
    policy: LossPolicy,
    targets: frozenset[str],
    attacker_shares: bool = True,
    leaving: bool = False,
) -> Side:
    """A side, remembered: in a turn the same force is judged against many others."""
    key = (side, tuple((id(figure), number) for figure, number in forces), policy, targets, attacker_shares, leaving)
    known = _sides.get(key)
    if known is None:
        if len(_sides) > 5_000:
            _sides.clear()
        known = _sides[key] = Side(side, forces, policy, targets, attacker_shares, leaving)
    return known
