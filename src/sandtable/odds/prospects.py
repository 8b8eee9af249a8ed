"""Whether the attacker breaks off, in a battle that is fought out instead of solved."""

from __future__ import annotations

import math
from collections import Counter

import msgspec

from sandtable.core.values import Decision
from sandtable.odds import solver
from sandtable.odds.ask import not_solvable
from sandtable.odds.chain import TIE
from sandtable.odds.fight import Question
from sandtable.odds.figures import Figure, figures_of
from sandtable.odds.losses import TooManyStates
from sandtable.odds.retreats import RetreatPolicy
from sandtable.warfare.state import WarState

QUICK = 20_000_000
"""Steps of arithmetic one look at the odds of what is left may take (some milliseconds)."""

Left = tuple[tuple[Figure, int], ...]


class Prospects:
    """The attacker's mind: breaks off by the exact odds of what is left, where these are quickly known.

    Where they are not, he fights on. Damaged ships count as sound. `looks` and `blind` say how often he asked
    himself, and how often in vain.
    """

    def __init__(self, asked: Question) -> None:
        self.asked = asked
        self.looks = self.blind = 0
        self._known: dict[tuple[tuple[int, ...], tuple[int, ...]], bool | None] = {}

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
        key = (tuple(number for _, number in mine), tuple(number for _, number in theirs))
        if key not in self._known:
            self._known[key] = self._judge(mine, theirs)
        self.looks += 1
        self.blind += self._known[key] is None
        return bool(self._known[key])

    def _left(self, state: WarState, idents: tuple[str, ...], before: Left) -> Left:
        units = Counter((state.units[ident].power, state.units[ident].kind) for ident in idents)
        return tuple((figure, units[figure.power, figure.kind]) for figure, _ in before)

    def _judge(self, mine: Left, theirs: Left) -> bool | None:
        """Whether to break off; None if the odds are not quickly known."""
        if math.prod((1 + sum(number for _, number in side)) ** 2 for side in (mine, theirs)) > QUICK:
            return None  # a side has at least as many states as units
        policy = self.asked.retreat
        left = msgspec.structs.replace(
            self.asked,
            attack=tuple((figure, number) for figure, number in mine if number),
            defend=tuple((figure, number) for figure, number in theirs if number),
            bombard=(),
            gun=False,
            retreat=policy if policy.name == "optimal" else RetreatPolicy(),
            survivors=False,
            by_round=False,
        )
        if not_solvable(left, QUICK):
            return None
        try:
            odds = solver.judge(figures_of(left.rules), left, QUICK)
        except TooManyStates:
            return None
        if policy.name == "optimal":
            return odds.defender_loss - odds.attacker_loss < -TIE
        return (odds.take if left.goal == "take" else odds.win) < policy.chance

    def note(self) -> str:
        """What was done instead of following the orders to the letter ("" if nothing was)."""
        policy = self.asked.retreat
        if policy.name in ("never", "after"):
            return ""
        if self.asked.fights_on:
            return f"retreat 'optimal' never breaks off for the goal {self.asked.goal!r}"
        words = f"retreat {policy.name!r} looked at the exact odds of what was left"
        if self.blind:
            words += f", and fought on where they were not quickly known ({self.blind} of {self.looks} times)"
        return words
