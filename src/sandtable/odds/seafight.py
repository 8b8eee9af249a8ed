"""Exact odds of sea battles in which submarines strike by surprise or dive, and losses are chosen together."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from sandtable.odds import melee, optimal, together
from sandtable.odds.chain import Bools, Floats, Ints
from sandtable.odds.circumstances import ATTACK, DEFENCE, STAGES, Circumstances
from sandtable.odds.fight import Question, line_up
from sandtable.odds.figures import Figures, Shot
from sandtable.odds.losses import Side, TooManyStates
from sandtable.odds.optimal import CHANNELS
from sandtable.odds.result import Odds, RoundOdds
from sandtable.odds.summary import NOTHING_LEFT, survivors_of
from sandtable.odds.volleys import hit_rows
from sandtable.warfare.destroyers import SurfaceWarfare

STEPS = frozenset(
    {
        "attackers_submerge",
        "defenders_submerge",
        "strike",
        "strike_back",
        "remove_struck",
        "attackers_fire",
        "defenders_fire",
        "remove_casualties",
        "decide_retreat",
    }
)
"""The steps of a round of such a battle."""
RESULTS = {"": melee.GOING, "won": melee.WON, "lost": melee.LOST, "both_lost": melee.BOTH, "stalemate": melee.STALEMATE}
MOST_HITS = 5_000
"""Joint numbers of hits that may have to be told apart."""
MOST_PAIRS = 4_000_000
"""Pairs of states, and states times joint numbers of hits, that may have to be looked at."""
STEP = 15
"""What one exchange of hits costs at most, in the steps of arithmetic by which budgets are measured."""

WIN = CHANNELS.index("win")


def is_one(figures: Figures, question: Question) -> bool:
    """Whether the rules fight a battle in this way."""
    steps = frozenset(figures.steps[question.where])
    return question.where == "sea" and "strike" in steps and steps <= STEPS


class SeaFight:
    """Both sides' states, what the rules say of every pair of them, and the chances of every volley."""

    def __init__(self, figures: Figures, question: Question, budget: float) -> None:
        rules = question.rules
        assert isinstance(rules, SurfaceWarfare)
        self.question = question
        self.rules = rules
        self.asking = _circumstances(figures, rules, question.attacker, question.defend[0][0].power)
        self.kinds_a = tuple(dict.fromkeys(figure.kind for figure, _ in question.attack))
        self.kinds_d = tuple(dict.fromkeys(figure.kind for figure, _ in question.defend))
        sorts = self._sorts()
        dive_a, dive_d = question.attack_subs_leave, question.defend_subs_leave
        self.attackers, self.defenders = line_up(question, sorts[1], sorts[0], "together", dive_a, dive_d)
        if question.chooses:
            self.attackers, self.defenders = self.attackers.with_all_states(), self.defenders.with_all_states()
        if len(self.attackers.states) * len(self.defenders.states) > MOST_PAIRS:
            raise TooManyStates
        self._look()
        mine = self._fire(self.attackers, ATTACK, sorts[0])
        theirs = self._fire(self.defenders, DEFENCE, sorts[1])
        if not question.chooses and STEP * self._exchanges(mine, theirs) > budget:  # free choice has its own limit
            raise TooManyStates
        strike, attack, d_balls = self._volleys(mine, self.attackers, self.defenders)
        back, defend, a_balls = self._volleys(theirs, self.defenders, self.attackers)
        d_free, a_free = question.defend_losses.name == "optimal", question.attack_losses.name == "optimal"
        striking = (strike[:, :, 1:].any(axis=(1, 2))) | (back[:, :, 1:].any(axis=(1, 2)))
        self.ground: tuple[Any, ...] = (
            self.end,
            *self.to,
            *self.start,
            self.circumstance,
            striking,
            strike,
            back,
            attack,
            defend,
        )
        self.ground += together.choices(self.defenders, sorts[0], d_balls, d_free)
        self.ground += together.choices(self.attackers, sorts[1], a_balls, a_free)

    @property
    def plans(self) -> bool:
        """Whether the sides have to look ahead, to choose losses or to break off in time."""
        return self.question.chooses or not (self.question.fights_on or self.question.retreat.name == "after")

    # What the rules say

    def _sorts(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The sorts of hits that defenders and attackers may have to take."""
        found: tuple[set[str], set[str]] = (set(), set())
        for hunted in ((), ("attack",), ("defence",), ("attack", "defence")):
            shots = self.asking.shots(self.kinds_a, self.kinds_d, hunted)
            for stage in STAGES:
                found[stage in DEFENCE].update(shot.target for shot in shots[stage].values())
        return tuple(sorted(found[0])), tuple(sorted(found[1]))

    def _look(self) -> None:
        """Ask the rules about every pair of states: is it over, what goes down with it, who may strike or dive."""
        a, d = self.attackers, self.defenders
        present_a, number_a = _presence(a)
        present_d, number_d = _presence(d)
        table = [[self.asking.between(mine, theirs) for mine in present_a] for theirs in present_d]

        def spread(entries: list[list[int]]) -> Ints:
            full: Ints = np.array(entries, dtype=np.int64)[number_d[:, None], number_a[None, :]]
            return full

        self.end = spread([[RESULTS[entry.result] for entry in row] for row in table])
        self.hunted = list(dict.fromkeys(entry.hunted for row in table for entry in row if not entry.result))
        self.hunted = self.hunted or [()]
        self.circumstance = spread(
            [[self.hunted.index(entry.hunted) if not entry.result else 0 for entry in row] for row in table]
        )
        rows, columns = np.arange(len(d.states))[:, None], np.arange(len(a.states))[None, :]
        sinks_a = spread([[entry.sinks_a for entry in row] for row in table])
        sinks_d = spread([[entry.sinks_d for entry in row] for row in table])
        bare_a = np.array([a.index[a.without_the_last(state)] for state in a.states])
        bare_d = np.array([d.index[d.without_the_last(state)] for state in d.states])
        self.to = (
            np.where(sinks_d == 1, bare_d[:, None], rows + 0 * columns),
            np.where(sinks_a == 1, bare_a[None, :], columns + 0 * rows),
        )
        assert (self.end[self.to] == self.end).all()  # what is left when it ends stands for how it ended
        dives_a = spread([[e.dives_a and self.question.attack_subs_leave for e in row] for row in table])
        dives_d = spread([[e.dives_d and self.question.defend_subs_leave for e in row] for row in table])
        start_i = np.where(dives_a == 1, a.leave[None, :], columns + 0 * rows)
        dives_d &= a.alive[start_i]  # where all attackers dived, defenders need not
        start_j = np.where(dives_d == 1, d.leave[:, None], rows + 0 * columns)
        self.start = (self.to[0][start_j, start_i], self.to[1][start_j, start_i])

    def _fire(self, shooters: Side, stages: Sequence[str], sorts: tuple[str, ...]) -> list[list[Floats]]:
        """Chances of hits of each sort, for every circumstance in both halves of a round."""
        found = []
        for hunted in self.hunted:
            shots = self.asking.shots(self.kinds_a, self.kinds_d, hunted)
            found += [[self._rows(shooters, stage, sort, shots[stage]) for sort in sorts] for stage in stages]
        return found

    def _exchanges(self, mine: list[list[Floats]], theirs: list[list[Floats]]) -> int:
        """How many exchanges of hits have to be looked at: to plan a retreat, under any circumstance everywhere."""
        total = 0
        for at, (attack, defend) in enumerate(zip(mine, theirs, strict=True)):
            where = (self.end == melee.GOING) & (self.plans | (self.circumstance == at // 2))
            total += int(_possible(defend, self.defenders) @ where @ _possible(attack, self.attackers))
        return total

    def _volleys(self, fire: list[list[Floats]], shooters: Side, targets: Side) -> tuple[Floats, Floats, Ints]:
        """Chances of joint numbers of hits in both halves of a round, and what the joint numbers stand for."""
        sizes = [max(rows.shape[1] for rows in of_one_sort) for of_one_sort in zip(*fire, strict=True)]
        many = int(np.prod(sizes))
        if many > MOST_HITS or many * max(len(shooters.states), len(targets.states)) > MOST_PAIRS:
            raise TooManyStates
        joint = np.zeros((len(fire), len(shooters.states), many))
        for at, volley in enumerate(fire):
            part: Floats = np.ones((len(shooters.states), 1))
            for rows, size in zip(volley, sizes, strict=True):
                wide = np.zeros((len(shooters.states), size))
                wide[:, : rows.shape[1]] = rows
                part = (part[:, :, None] * wide[:, None, :]).reshape(len(shooters.states), -1)
            joint[at] = part
        balls = np.array(list(np.ndindex(*sizes)), dtype=np.int64).reshape(many, len(sizes))
        return np.ascontiguousarray(joint[0::2]), np.ascontiguousarray(joint[1::2]), balls

    def _rows(self, shooters: Side, stage: str, sort: str, shots: dict[str, Shot]) -> Floats:
        """Chances of hits of one sort per state of the shooters."""
        members = [
            at
            for at, slot in enumerate(shooters.slots)
            if not slot.away and slot.figure.kind in shots and shots[slot.figure.kind].target == sort
        ]
        if not members:
            return np.ones((len(shooters.states), 1))
        fired = tuple(shots[shooters.slots[at].figure.kind] for at in members)
        key = (stage, tuple(members), fired)
        if key not in shooters.hit_rows:
            shooters.hit_rows[key] = hit_rows(self.rules, shooters, stage, members, fired)
        return shooters.hit_rows[key]

    # Solving

    def judge(self) -> Odds:
        """The exact odds (`elapsed_ms` is filled in by the caller)."""
        question = self.question
        shape = self.end.shape
        home = (self.defenders.index[self.defenders.start], self.attackers.index[self.attackers.start])
        begin, x, ends = np.zeros(shape), np.zeros(shape), np.zeros((6, *shape))
        first = (int(self.to[0][home]), int(self.to[1][home]))
        rounds, number = 0.0, 0
        by_round: list[RoundOdds] = []
        over = self.end[first] != melee.GOING
        first = (int(self.start[0][first]), int(self.start[1][first]))
        if self.end[first] == melee.GOING:
            begin[first] = 1.0
        else:
            ends[self.end[first], *first] = 1.0
            if not over:  # a round in which all of a side dive
                rounds = 1.0
                by_round.append(self._after_round(1, x, ends, self.end == melee.GOING))
        stop, minds = self._plan()
        least = question.retreat.rounds if question.retreat.name == "after" else 0
        nobody_leaves = np.zeros_like(stop)
        while number < least or (question.by_round and number == len(by_round)):
            now = stop if number >= least else nobody_leaves
            standing = float(x[~now].sum() + begin.sum())
            if standing <= NOTHING_LEFT:
                break
            number += 1
            goals, middles = minds[max(0, len(minds) - 1 - max(0, least - number))]
            x, fought = melee.push(x, begin, ends, True, goals, middles, now, *self.ground)
            rounds += fought
            leaves = stop if number >= least else nobody_leaves
            by_round.append(self._after_round(number, x, ends, leaves))
            if number > 50 and float(x[~leaves].sum()) > (1 - 1e-9) * standing:
                break  # only stalemates are left
        x, fought = melee.push(x, begin, ends, False, *minds[-1], stop, *self.ground)
        rounds += fought
        ends[melee.RETREAT] += x
        return self._odds(ends, rounds, tuple(by_round) if question.by_round else ())

    def _plan(self) -> tuple[Bools, list[tuple[Floats, Floats]]]:
        """Where the attacker breaks off, and the goals by which losses are chosen, by round.

        The last hold from the round on after which he may break off, the first for all that are left before.
        """
        policy = self.question.retreat
        never = np.zeros(self.end.shape, dtype=np.bool_)
        may = self.end == melee.GOING
        fights_on = self.question.fights_on
        if not self.plans:
            blind = (np.zeros(self.end.shape), np.zeros((len(self.hunted), *self.end.shape)))
            return (never if fights_on else may), [blind]
        if fights_on:
            value, middle, stop = self._optimise(never, never)
        elif policy.name == "optimal":
            value, middle, stop = self._optimise(may, never)
        elif policy.name == "below":
            chance = self._optimise(never, never)[0][:, :, WIN]
            value, middle, stop = self._optimise(never, may & (chance < policy.chance))
        else:
            value, middle, stop = self._optimise(never, may)
        minds = [(optimal.goals_of(value), middle)]

        def before(later: Floats) -> Floats:
            earlier, middle, _ = self._optimise(never, never, later)
            minds.insert(0, (optimal.goals_of(earlier), middle))
            return earlier

        for _ in optimal.rounds_before(value, policy.rounds - 1 if policy.name == "after" else 0, before):
            pass
        return stop, minds

    def _optimise(self, may: Bools, must: Bools, later: Floats | None = None) -> tuple[Floats, Floats, Bools]:
        value = np.zeros((*self.end.shape, len(CHANNELS)))
        middle = np.zeros((len(self.hunted), *self.end.shape))
        once = later is not None
        after = later if later is not None else value
        stop = melee.optimise(value, middle, after, once, *self._finals, may, must, *self.ground)
        return value, middle, stop

    @functools.cached_property
    def _finals(self) -> tuple[Floats, Floats, Floats]:
        """Outcomes of pairs where the battle is over, of stalemates, and of breaking off."""
        names = {melee.WON: "win", melee.LOST: "lose", melee.BOTH: "both", melee.STALEMATE: "stalemate"}
        rows = np.zeros((*self.end.shape, len(CHANNELS)))
        rows[:, :, CHANNELS.index("attackers")] = self.attackers.value[None, :]
        rows[:, :, CHANNELS.index("defenders")] = self.defenders.value[:, None]
        final, stalemate, leave = rows.copy(), rows.copy(), rows
        for code, name in names.items():
            final[self.end == code, CHANNELS.index(name)] = 1.0
        stalemate[:, :, CHANNELS.index("stalemate")] = 1.0
        leave[:, :, CHANNELS.index("retreat")] = 1.0
        weights = optimal.goal_weights(self.question.goal)
        for outcomes in (final, stalemate, leave):
            outcomes[:, :, optimal.GOAL] = outcomes @ weights
        return final, stalemate, leave

    # The answer

    def _after_round(self, number: int, x: Floats, ends: Floats, stop: Bools) -> RoundOdds:
        left = x + ends.sum(axis=0)
        return RoundOdds(
            number,
            float(ends[melee.WON].sum()),
            float(ends[melee.LOST].sum()),
            float(ends[melee.BOTH].sum()),
            float(x[stop].sum()),
            float(x[~stop].sum()),
            float(left.sum(axis=0) @ self.attackers.value),
            float(left.sum(axis=1) @ self.defenders.value),
            float(ends[melee.STALEMATE].sum()),
        )

    def _odds(self, ends: Floats, rounds: float, by_round: tuple[RoundOdds, ...]) -> Odds:
        a, d = self.attackers, self.defenders
        left = ends.sum(axis=0)
        chances = ends.sum(axis=(1, 2)).tolist()
        return Odds(
            win=chances[melee.WON],
            lose=chances[melee.LOST],
            both=chances[melee.BOTH],
            stalemate=chances[melee.STALEMATE],
            retreat=chances[melee.RETREAT],
            take=0.0,
            rounds=float(rounds),
            attacker_loss=float(a.value[a.index[a.start]] - left.sum(axis=0) @ a.value),
            defender_loss=float(d.value[d.index[d.start]] - left.sum(axis=1) @ d.value),
            method="exact",
            elapsed_ms=0.0,
            survivors=survivors_of(a, d, left) if self.question.survivors else (),
            by_round=by_round,
        )


def _possible(volley: Sequence[Floats], side: Side) -> Ints:
    """How many joint numbers of hits are possible in each state of a side."""
    number: Ints = np.ones(len(side.states), dtype=np.int64)
    for rows in volley:
        number *= (rows > 0.0).sum(axis=1)
    return number


_asking: dict[tuple[int, str, str], tuple[SurfaceWarfare, Circumstances]] = {}


def _circumstances(figures: Figures, rules: SurfaceWarfare, attacker: str, defender: str) -> Circumstances:
    """What the rules said before, to whoever asked."""
    key = (id(rules), attacker, defender)
    kept = _asking.get(key)
    if kept is None or kept[0] is not rules:
        kept = _asking[key] = (rules, Circumstances(figures, rules, attacker, defender))
    return kept[1]


def _presence(side: Side) -> tuple[list[frozenset[str]], Ints]:
    """The different sets of kinds that can be in the battle, and which of them each state has."""
    numbers: dict[frozenset[str], int] = {}
    kinds = [slot.figure.kind for slot in side.slots]
    here = [at for at, slot in enumerate(side.slots) if not slot.away]
    listed = [
        numbers.setdefault(frozenset(kinds[at] for at in here if state[at]), len(numbers)) for state in side.states
    ]
    return list(numbers), np.array(listed, dtype=np.int64)
