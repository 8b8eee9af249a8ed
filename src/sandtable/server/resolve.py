"""Fighting a battle to its end at one click, by the losses and the retreat that were chosen."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from sandtable.core.errors import IllegalAction, SandtableError
from sandtable.core.game import View
from sandtable.core.policy import Policy
from sandtable.core.values import Action, Decision
from sandtable.server import wire
from sandtable.server.decisions import default
from sandtable.warfare.actions import NextBattle
from sandtable.warfare.policies import LossOrder, RetreatAfter, SubmarinesFlee, SubmarinesStay
from sandtable.warfare.production import Production
from sandtable.warfare.state import WarState

if TYPE_CHECKING:
    from sandtable.server.room import Room

log = logging.getLogger("sandtable.server")

BEFORE = frozenset({"next_battle", "next_raid"})
"""Decisions between battles."""


class Autopilot:
    """Answers the decisions of one battle for the people of this table."""

    def __init__(self, space: str, wish: wire.Resolve, own: tuple[str, ...]) -> None:
        self.space = space
        self.own = own
        """The powers it answers for."""
        self.all = wish.all
        self.fought = False
        self._policies: dict[str, Policy] = {
            "choose_casualties": LossOrder(wish.losses.order, wish.losses.keep_land),
            "retreat": RetreatAfter(wish.retreat.after),
            "withdraw": SubmarinesFlee() if wish.submarines == "leave" else SubmarinesStay(),
            "submarines": SubmarinesFlee() if wish.submarines == "leave" else SubmarinesStay(),
        }

    def is_over(self, state: WarState) -> bool:
        """Whether its battle has been fought (or all of them)."""
        if state.phase != "combat" or self.all:
            return state.phase != "combat"
        if state.battle is not None:
            self.fought = self.fought or state.battle.space == self.space
            return state.battle.space != self.space
        return self.fought or not state.open

    def answer(self, seen: View[WarState], rules: Production, decision: Decision) -> Action | None:
        """What it answers; None if this must be left to the person."""
        if decision.kind in BEFORE:
            spaces: list[str] = decision.about["spaces"]
            if self.space in spaces:
                return NextBattle(self.space)
            return NextBattle(spaces[0]) if self.all else None
        policy = self._policies.get(decision.kind)
        if policy is not None:
            try:
                action = policy.answer(rules, seen.state, decision, seen.legal(decision))
                if action is not None:
                    seen.imagine(0).apply(action, decision.power)
                    return action
            except IllegalAction:
                pass  # the wish does not fit this case
        return default(seen, rules, decision)


def battle_to_resolve(rules: Production, state: WarState, wanted: str) -> str:
    """The space of the battle that is meant: the present one, the one named, or the only one there is ("" if none)."""
    if state.phase != "combat":
        return ""
    if state.battle is not None:
        return state.battle.space if wanted in ("", state.battle.space) else ""
    available = [*rules.raid_targets(state), *rules.available_battles(state)]
    for decision in state.open:
        if decision.kind in BEFORE:
            available = list(decision.about["spaces"])
        elif decision.kind == "fight_or_ignore":
            available = [decision.about["space"], decision.about["zone"]]
    if wanted:
        return wanted if wanted in available else ""
    return available[0] if available else ""


def fly(room: Room) -> None:
    """Let the autopilot of a room answer as long as its people are asked; all of that is saved together."""
    pilot = room.autopilot
    if pilot is None:
        return
    new = room.game.copy()
    goes_on = False
    while not pilot.is_over(new.state):
        decision = next((decision for decision in new.decisions if decision.power in pilot.own), None)
        if decision is None:
            goes_on = bool(new.decisions)  # after somebody else has answered
            break
        action = pilot.answer(new.view(decision.power), room.rules, decision)
        if action is None:
            break
        try:
            new.apply(action, decision.power)
        except SandtableError as problem:  # nothing has changed: the person decides
            log.info("The autopilot was refused: %s", problem)
            break
    if not goes_on:
        room.autopilot = None
    room.commit(new, "person")
