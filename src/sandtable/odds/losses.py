"""Which units are lost first, and every state a side can come into by losing them that way."""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Sequence

import msgspec
import numpy as np

from sandtable.core.errors import UnknownName
from sandtable.odds.chain import Bools, Floats, Ints
from sandtable.odds.figures import Figure
from sandtable.odds.speech import Unanswerable

POLICIES = ("cheapest", "weakest", "optimal")

MOST_STATES = 20_000
"""A side that can come into more states than this is left to simulation."""

State = tuple[int, ...]
"""How many units are left per slot."""


class TooManyStates(Unanswerable):
    """A battle can come into more states than the exact method can hold."""

    def __init__(self) -> None:
        super().__init__("reason.too_large")


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

    @classmethod
    def parse(cls, text: str, kind: Callable[[str], str]) -> LossPolicy:
        """«cheapest», «weakest», «optimal», «cheapest keep-land», or kinds in order: «infantry, fighter».

        `kind` finds the unit a word means.
        """
        words = (
            text.lower().replace("keep land", "keep-land").replace("keep_land", "keep-land").replace(",", " ").split()
        )
        keep = "keep-land" in words
        words = [word for word in words if word != "keep-land"]
        if len(words) == 1 and words[0] in POLICIES:
            return cls(words[0], keep_land=keep)
        order = []
        for word in words:
            if word in POLICIES:
                raise Unanswerable("problem.policy_alone", text=text, word=word)
            try:
                order.append(kind(word))
            except UnknownName as unknown:
                raise UnknownName("loss policy or unit", word, [*POLICIES, "keep-land", *unknown.valid]) from None
        return cls(order=tuple(dict.fromkeys(order)), keep_land=keep)

    def rank(self, figure: Figure) -> tuple[int, int, int, int]:
        """Units with the lowest rank are lost first."""
        named = self.order.index(figure.kind) if figure.kind in self.order else len(self.order)
        strength = sum(shot.value * shot.dice for stage, shot in figure.shots.items() if stage != "bombardment")
        if self.name == "weakest":
            return (named, strength, figure.cost, figure.rank)
        return (named, figure.cost, strength, figure.rank)


class Slot(msgspec.Struct, frozen=True):
    """Units of one figure in one condition."""

    figure: Figure
    entry: int
    """The entry of the forces its units come from."""
    next: int = -1
    """The slot into which a hit moves a unit (−1: it is lost)."""
    leaves: bool = False
    """Units that may leave the battle; the next slot counts them when they have left it …"""
    away: bool = False
    """… alive, as submarines may, or attackers who break off while others fight on."""


class Side:
    """One side of a battle: its slots, the states it can reach, and where hits lead."""

    def __init__(
        self,
        forces: Sequence[tuple[Figure, int]],
        policy: LossPolicy,
        targets: frozenset[str],
        sharing: str = "attacker",
        leaving: frozenset[int] = frozenset(),
    ) -> None:
        self.policy = policy
        self.leaving = bool(leaving)
        self.sharing = sharing
        self.slots: list[Slot] = []
        start: list[int] = []
        for at, (figure, number) in enumerate(forces):
            if figure.hits > 1:
                self.slots.append(Slot(figure, at, len(self.slots) + 1))
                self.slots.append(Slot(figure, at))
                start += [number, 0]
            elif at in leaving:
                self.slots += [Slot(figure, at, leaves=True), Slot(figure, at, away=True)]
                start += [number, 0]
            else:
                self.slots.append(Slot(figure, at))
                start.append(number)
        self.start: State = tuple(start)
        self.nations = list(dict.fromkeys(slot.figure.power for slot in self.slots))
        self.targets = tuple(sorted(targets))
        self.ranked = sorted(
            (at for at, slot in enumerate(self.slots) if not slot.away),
            key=lambda at: (
                self.slots[at].next < 0,
                self.slots[at].figure.last,
                policy.rank(self.slots[at].figure),
            ),
        )
        """The slots in the order in which they take hits."""
        self._order = {
            target: [at for at in self.ranked if target in self.slots[at].figure.takes] for target in self.targets
        }
        self._weights = [0 if slot.away else 2 if slot.next >= 0 else 1 for slot in self.slots]
        self.hit_rows: dict[object, Floats] = {}
        """Chances of hits per stage, filled in by `Fight`."""
        self._enumerate(self.targets)

    # States

    def _enumerate(self, targets: Sequence[str]) -> None:
        seen: dict[State, dict[str, State]] = {}
        frontier = [self.start]
        while frontier:
            state = frontier.pop()
            if state in seen:
                continue
            steps = {target: self.hit(state, target) for target in targets}
            seen[state] = steps
            if len(seen) > MOST_STATES:
                raise TooManyStates
            others = (self.withdrawn(state), self.without_the_last(state))
            frontier.extend(step for step in (*steps.values(), *others) if step not in seen)
        self._number(list(seen))
        most = sum(n * w for n, w in zip(self.start, self._weights, strict=True))
        self.tables: dict[str, Ints] = {}
        for target in targets:
            step = np.array([self.index[seen[state][target]] for state in self.states], dtype=np.int64)
            table = np.empty((len(self.states), most + 1), dtype=np.int64)
            table[:, 0] = np.arange(len(self.states))
            for hits in range(1, most + 1):
                table[:, hits] = step[table[:, hits - 1]]
            self.tables[target] = table

    def _number(self, states: list[State]) -> None:
        """Fullest first: losses and withdrawals lead to higher numbers."""
        states.sort(key=lambda s: (-sum(n * w for n, w in zip(s, self._weights, strict=True)), s))
        self.states = states
        self.index = {state: at for at, state in enumerate(states)}
        self.counts: Ints = np.array(states, dtype=np.int64).reshape(len(states), len(self.slots))
        here = np.array([not slot.away for slot in self.slots], dtype=np.int64)
        self.alive: Bools = (self.counts @ here) > 0
        self.leave: Ints = np.array([self.index[self.withdrawn(state)] for state in states], dtype=np.int64)

    def with_all_states(self) -> Side:
        """The same side with everything it can possibly have left, for free choice of losses."""
        twin = copy.copy(self)
        for name in ("value", "holds", "_left", "alike"):
            twin.__dict__.pop(name, None)
        twin.hit_rows = {}
        twin._number(self.all_states())
        return twin

    def all_states(self) -> list[State]:
        """Everything the side can have left."""
        here = self._all_states(gone=False)
        return list(dict.fromkeys([*here, *self._all_states(gone=True)])) if self.leaving else here

    def _all_states(self, gone: bool) -> list[State]:
        """Everything it can have left before, or after, all that may leave have left."""
        found: list[State] = [()]
        at = 0
        parts: list[State]
        while at < len(self.slots):
            number, slot = self.start[at], self.slots[at]
            if slot.next >= 0:  # sound and damaged
                parts = [(sound, hurt) for sound in range(number + 1) for hurt in range(number + 1 - sound)]
            elif slot.leaves:
                parts = [(0, left) if gone else (left, 0) for left in range(number + 1)]
            else:
                parts = [(left,) for left in range(number + 1)]
            found = [(*state, *part) for state in found for part in parts]
            at += len(parts[0])
        return found

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
        if len(self.nations) > 1 and self.sharing != "together":
            able = self._of_chosen_nation(state, able)
        return self._next_loss(state, able)

    def _next_loss(self, state: State, able: list[int]) -> int:
        """The slot of one nation that takes its next hit."""
        if self.policy.keep_land and self.slots[able[0]].figure.holds_land:
            holders = sum(state[at] for at in able if self.slots[at].figure.holds_land)
            others = [at for at in able if not self.slots[at].figure.holds_land]
            if holders == 1 and others:
                return others[0]
        return able[0]

    def possible_hits(self, state: State, target: str) -> list[State]:
        """Every state one more hit can lead to, if losses are chosen freely (within the nation that must take it)."""
        able = [at for at in self._order[target] if state[at] > 0]
        if len(self.nations) > 1 and self.sharing == "attacker" and able:
            able = self._of_chosen_nation(state, able)
        after = []
        for at in able:
            changed = list(state)
            changed[at] -= 1
            if self.slots[at].next >= 0:
                changed[self.slots[at].next] += 1
            after.append(tuple(changed))
        return after

    def _of_chosen_nation(self, state: State, able: list[int]) -> list[int]:
        """Several nations: the attacker gives the hit where it costs most, defenders where it costs least."""
        slots: dict[str, list[int]] = {}
        for at in able:
            slots.setdefault(self.slots[at].figure.power, []).append(at)
        sign = -1 if self.sharing == "attacker" else 1
        price = {power: sign * self._price(self._next_loss(state, own)) for power, own in slots.items()}
        return slots[min(slots, key=lambda power: (price[power], self.nations.index(power)))]

    def _price(self, at: int) -> int:
        """What a hit costs: nothing if it only damages."""
        return 0 if self.slots[at].next >= 0 else self.slots[at].figure.cost

    def without_the_last(self, state: State) -> State:
        """The state after the units that are lost last are gone."""
        if not any(slot.figure.last for slot in self.slots):
            return state
        return tuple(0 if slot.figure.last else n for slot, n in zip(self.slots, state, strict=True))

    def withdrawn(self, state: State) -> State:
        """The state after all that may leave have left."""
        if not self.leaving:
            return state
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
        """Whether a unit that can hold land is left, and there."""
        land = np.array([slot.figure.holds_land and not slot.away for slot in self.slots], dtype=np.int64)
        held: Bools = (self.counts @ land) > 0
        return held

    @functools.cached_property
    def in_line(self) -> bool:
        """Whether each hit, of whatever sort, leads to the next state, and the last one is the end."""
        ahead = np.minimum(np.arange(len(self.states)) + 1, len(self.states) - 1)
        steps = [table[:, 1] for table in self.tables.values() if table.shape[1] > 1]
        return not self.leaving and not self.alive[-1] and all(bool((step == ahead).all()) for step in steps)

    @functools.cached_property
    def _left(self) -> list[dict[str, dict[str, int]]]:
        listed = []
        for state in self.states:
            left: dict[str, dict[str, int]] = {}
            for slot, number in zip(self.slots, state, strict=True):
                if number:
                    kinds = left.setdefault(slot.figure.power, {})
                    kinds[slot.figure.kind] = kinds.get(slot.figure.kind, 0) + number
            listed.append(left)
        return listed

    @functools.cached_property
    def alike(self) -> list[int]:
        """For every state the first one with the same units left, in whatever condition."""
        first: dict[str, int] = {}
        return [first.setdefault(repr(left), at) for at, left in enumerate(self._left)]

    def survivors(self, state: int) -> dict[str, dict[str, int]]:
        """What is left, per power and kind."""
        return {power: dict(kinds) for power, kinds in self._left[state].items()}

    def of_one(self, state: int) -> dict[str, int]:
        """What is left of a side of one power, per kind."""
        return dict(next(iter(self._left[state].values()), {}))


_sides: dict[tuple[object, ...], Side] = {}


def side_of(
    forces: Sequence[tuple[Figure, int]],
    policy: LossPolicy,
    targets: frozenset[str],
    sharing: str = "attacker",
    leaving: frozenset[int] = frozenset(),
) -> Side:
    """A side, remembered: in a turn the same force is judged against many others.

    `leaving` are the entries of `forces` whose units may leave the battle while others stay.
    """
    key = (tuple((id(figure), number) for figure, number in forces), policy, targets, sharing, leaving)
    known = _sides.get(key)
    if known is None:
        if len(_sides) > 5_000:
            _sides.clear()
        known = _sides[key] = Side(forces, policy, targets, sharing, leaving)
    return known
