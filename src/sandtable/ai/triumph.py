"""Winning when the round ends: how likely what still counts for it can be taken, and kept so long.

A war is not only won by wearing the enemy down. Victory is looked for once in a round, after its last turn (CL-WIN-01,
S42-WIN-01), and whoever meets a goal then has won, whatever he would have lost afterwards. So plans are compared by
the chance of that, too, and those who still move before that moment are the only ones who could prevent it.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sandtable.ai.attacks import Attack, AttackPlanner, afterwards, away
from sandtable.ai.estimate import Counts
from sandtable.ai.situation import Situation, marching, victors
from sandtable.ai.threats import Threats
from sandtable.ai.verify import Verifier
from sandtable.warfare.income import Goal

WITHIN_REACH = 0.25
"""Which part of a goal may be missing for it to be thought of; one place may be in any case."""
RETAKEN = 0.6
"""How likely an enemy is to take back what he could take back."""
RAIDED = 0.3
"""How likely he is to take other land that he could take: he cannot be everywhere."""


class Aim(NamedTuple):
    """A goal that may be met when the round ends."""

    goal: Goal
    ours: bool
    """Whether it is the own side's."""


class Reckoning:
    """What will be found at the end of the round, seen by the power whose turn it is."""

    def __init__(self, situation: Situation, threats: Threats) -> None:
        self.situation = situation
        self.threats = threats

    @functools.cached_property
    def aims(self) -> list[Aim]:
        """Goals of either side that are within reach."""
        rules, state = self.situation.rules, self.situation.state
        return [
            Aim(goal, side == self.situation.side)
            for side in self.situation.board.sides
            for goal in rules.goals(state, side)
            if goal.needed - rules.progress(state, side, goal) <= max(1.0, WITHIN_REACH * goal.needed)
        ]

    def outlook(self, attacks: Sequence[Attack]) -> float:
        """The chance to have won at the end of the round if these attacks are made, less the chance to have lost."""
        if not self.aims:
            return 0.0
        held = self._held({space for aim in self.aims for space in aim.goal.counts}, attacks)
        today = held
        if self.situation.rules.wins_at_once:  # nobody moves before that is looked at
            taken = {attack.target: attack.clash.win for attack in attacks if marching(self.situation, attack.force())}
            today = {
                space: 1.0 if self.situation.is_friendly_land(space) else taken.get(space, held[space])
                for space in held
            }
        chances = [(aim.ours, met(aim, today if aim.ours else held)) for aim in self.aims]
        won = max((chance for ours, chance in chances if ours), default=0.0)
        lost = max((chance for ours, chance in chances if not ours), default=0.0)
        return won - lost

    # Who will hold what

    def _held(self, spaces: set[str], attacks: Sequence[Attack]) -> dict[str, float]:
        """For every territory, how likely the own side holds it at the end of the round."""
        situation = self.situation
        rest = afterwards(situation, self.threats, attacks)
        gone = away(attacks)
        taken = {attack.target: self._kept(rest, attack) for attack in attacks}
        held = {}
        for space in spaces:
            if situation.is_friendly_land(space):
                held[space] = 1 - RAIDED * self._lost(rest, space, situation.garrison(space, gone))
            else:
                mine = taken.get(space, 0.0)
                held[space] = mine + (1 - mine) * self._allied.get(space, 0.0)
        return held

    def _kept(self, threats: Threats, attack: Attack) -> float:
        """How likely an attack takes land that is still held at the end of the round."""
        force = attack.force()
        holders = marching(self.situation, force)
        if not holders:
            return 0.0
        left = victors(self.situation, holders, force, attack.clash)
        return attack.clash.win * (1 - RETAKEN * self._lost(threats.without(attack.target), attack.target, left))

    def _lost(self, threats: Threats, space: str, garrison: Counts) -> float:
        """How likely a territory is lost if those who still move in the round attack it."""
        worst = 0.0
        at_once = self.situation.rules.wins_at_once  # then the next round counts as well
        for enemy in self.threats.strikes if at_once else self.situation.still_to_move:
            if enemy in threats.strikes and threats.may_be_taken(space, enemy):
                danger = threats.danger_from(enemy, space, garrison)
                worst = max(worst, danger.chance if danger.risk > 0 else 0.0)
        return worst

    @functools.cached_property
    def _allied(self) -> dict[str, float]:
        """Territory → how likely allies who still move in the round take and keep it, on the board as it is."""
        found: dict[str, float] = {}
        for ally in self.situation.still_to_move:
            if ally in self.situation.allies:
                found |= self._taken_by(ally)
        return found

    def _taken_by(self, ally: str) -> dict[str, float]:
        now = self.situation
        state = now.state.copy()
        state.power = ally
        theirs = Situation(now.rules, state, ally, now.tuning)
        reckoning = Reckoning(theirs, Threats(theirs))
        attacks = AttackPlanner(theirs, reckoning.threats, Verifier(0)).plan()
        rest = afterwards(theirs, reckoning.threats, attacks)
        return {attack.target: reckoning._kept(rest, attack) for attack in attacks}


def met(aim: Aim, held: Mapping[str, float]) -> float:
    """How likely a goal is met if every territory is held or not whatever happens elsewhere."""
    sums = {0: 1.0}
    for space, count in aim.goal.counts.items():
        chance = held[space] if aim.ours else 1 - held[space]
        if count and chance > 0:
            further: dict[int, float] = {}
            for total, likely in sums.items():
                further[total + count] = further.get(total + count, 0.0) + likely * chance
                further[total] = further.get(total, 0.0) + likely * (1 - chance)
            sums = further
    return sum(likely for total, likely in sums.items() if total >= aim.goal.needed)
