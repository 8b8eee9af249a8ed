"""Whether the attacker breaks off, in a battle that is fought out instead of solved."""

from __future__ import annotations

import math
from collections import Counter

import msgspec

from sandtable.core.lexicon import Texts
from sandtable.core.values import Decision
from sandtable.odds import solver
from sandtable.odds.ask import not_solvable
from sandtable.odds.chain import TIE
from sandtable.odds.fight import Question, arrivals
from sandtable.odds.figures import Figure, figures_of
from sandtable.odds.losses import TooManyStates
from sandtable.odds.result import Odds
from sandtable.odds.retreats import RetreatPolicy
from sandtable.odds.speech import say
from sandtable.warfare.state import Battle, WarState

QUICK = 20_000_000
"""Steps of arithmetic one look at the odds of what is left may take (some milliseconds)."""

Left = tuple[tuple[Figure, int], ...]


class Prospects:
    """The attacker's mind: breaks off by the exact odds of what is left, where these are quickly known.

    Where they are not, he fights on. `looks` and `blind` say how often he asked
    himself, and how often in vain.
    """

    def __init__(self, asked: Question) -> None:
        self.asked = asked
        self.looks = self.blind = 0
        self._known: dict[tuple[tuple[int, ...], ...], bool | None] = {}

    def breaks_off(self, state: WarState, decision: Decision) -> bool:
        """Whether the attacker retreats now that he may."""
        policy = self.asked.retreat
        if policy.name == "after":
            return bool(decision.about["round"] >= policy.rounds)
        if self.asked.fights_on:
            return False
        battle = state.battle
        assert battle is not None
        mine = self._left(state, battle.attackers, self.asked.attack)
        theirs = self._left(state, battle.defenders, self.asked.defend)
        overland = self._overland(state, battle)
        key = tuple(tuple(number for _, number in side) for side in (mine, theirs, overland))
        if key not in self._known:
            self._known[key] = self._judge(mine, theirs, overland)
        self.looks += 1
        self.blind += self._known[key] is None
        return bool(self._known[key])

    def _left(self, state: WarState, idents: tuple[str, ...], before: Left) -> Left:
        units = Counter((unit.power, unit.kind, unit.damage) for unit in (state.units[ident] for ident in idents))
        rules, figures = self.asked.rules, figures_of(self.asked.rules)
        found: dict[tuple[str, str, int], Figure] = {}
        for figure, _ in before:
            damage = rules.hits_to_sink(figure.kind) - figure.hits
            found.setdefault((figure.power, figure.kind, damage), figure)
            if figure.hits > 1:
                found.setdefault((figure.power, figure.kind, damage + 1), figures.damaged(figure))
        return tuple((figure, units[key]) for key, figure in found.items())

    def _overland(self, state: WarState, battle: Battle) -> tuple[tuple[str, int], ...]:
        """Those left that came overland to a landing."""
        there = Counter(state.units[ident].kind for ident in battle.attackers if ident not in battle.landed)
        return tuple((kind, there[kind]) for kind, _ in self.asked.overland)

    def _judge(self, mine: Left, theirs: Left, overland: tuple[tuple[str, int], ...]) -> bool | None:
        """Whether to break off; None if the odds are not quickly known."""
        if math.prod((1 + sum(number for _, number in side)) ** 2 for side in (mine, theirs)) > QUICK:
            return None  # a side has at least as many states as units
        policy = self.asked.retreat
        left = msgspec.structs.replace(
            self.asked,
            attack=tuple((figure, number) for figure, number in mine if number),
            defend=tuple((figure, number) for figure, number in theirs if number),
            overland=overland,
            bombard=(),
            gun=False,
            retreat=policy if policy.name == "optimal" else RetreatPolicy(),
            survivors=False,
            by_round=False,
        )
        odds = _quickly(left)
        if odds is None:
            return None
        if policy.name == "below":
            return (odds.take if left.goal == "take" else odds.win) < policy.chance
        rest = Counter({f.kind: number for f, number, landed in arrivals(left) if (f.kind, landed) not in left.leaving})
        if not (left.in_part and rest):
            return _swing(odds) < -TIE
        # The others go on without those who break off.
        staying = tuple((figure, rest[figure.kind]) for figure, _ in left.attack if rest[figure.kind])
        alone = msgspec.structs.replace(left, attack=staying, overland=(), retreat=RetreatPolicy(), leaving=frozenset())
        without = _quickly(alone)
        return None if without is None else _swing(odds) < _swing(without) - TIE

    def notes(self) -> Texts:
        """What was done instead of following the orders to the letter ({} if nothing was)."""
        policy = self.asked.retreat
        if policy.name in ("never", "after"):
            return {}
        if self.asked.fights_on:
            return say("note.fights_on", goal=self.asked.goal)
        if self.blind:
            return say("note.blind", policy=policy.name, blind=self.blind, looks=self.looks)
        return say("note.looked", policy=policy.name)


def _quickly(asked: Question) -> Odds | None:
    """The exact odds, if they do not take long."""
    if not_solvable(asked, QUICK):
        return None
    try:
        return solver.judge(figures_of(asked.rules), asked, QUICK)
    except TooManyStates:
        return None


def _swing(odds: Odds) -> float:
    """What the enemy loses minus what is lost oneself."""
    return odds.defender_loss - odds.attacker_loss
