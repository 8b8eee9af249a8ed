"""Computer players at a table: they decide one after the other until a person is asked or the game is over."""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from typing import TYPE_CHECKING

import msgspec

from sandtable.ai.tuning import tuning
from sandtable.core.errors import SandtableError
from sandtable.core.game import View
from sandtable.core.values import Action, Decision
from sandtable.server import decisions, wire
from sandtable.server.computers import Computers, NoLongerWanted, PlayerFailed, levels
from sandtable.server.resolve import fly
from sandtable.server.speech import say
from sandtable.warfare.state import WarState

if TYPE_CHECKING:
    from sandtable.server.room import Room

log = logging.getLogger("sandtable.server")

HURRY = 0.3
"""Seconds a turn for computer players that are to hurry."""


class Runner:
    """Plays the computer players' seats of one room, in a thread of its own while there is something to do."""

    def __init__(self, room: Room, computers: Computers) -> None:
        self.room = room
        self.computers = computers
        self.thinking: wire.ThinkingView | None = None
        self._began = 0.0
        """When the player that is thinking began its turn."""
        self._thread: threading.Thread | None = None
        self._hurried: tuple[int, str] | None = None
        self._closed = False
        self._relief: tuple[int, str, str, str] | None = None
        """Round, turn, power and level: who decides for a player that could not, until the turn is over."""
        self._failed_at = -1
        """How far the game was when a player could not go on."""

    def progress(self) -> wire.ThinkingView | None:
        """Who is thinking, and for how long already."""
        if self.thinking is None:
            return None
        return msgspec.structs.replace(self.thinking, elapsed=time.monotonic() - self._began)

    @property
    def is_idle(self) -> bool:
        """Whether no computer player is at work."""
        return self._thread is None

    def wake(self, *, again: bool = True) -> None:
        """Go on if it is a computer player's turn; where one has failed only if it is to try `again`."""
        with self.room.lock:
            if not again and self._failed_at == self.room.game.length:
                return  # whoever fetches the game after "ready" would have it fail for ever
            if self._thread is None and not self._closed and self._next() is not None:
                self._thread = threading.Thread(target=self._run, name=f"players-{self.room.id}", daemon=True)
                self._thread.start()

    def hurry(self) -> None:
        """Think no longer than a moment until everybody has had a turn."""
        with self.room.lock:
            self._hurried = (self.room.game.state.round, self.room.game.state.power)

    def seats_changed(self) -> None:
        """Seats were dealt anew: a player that lost its seat stops thinking, others may have to begin."""
        with self.room.lock:
            self._relief = None
            now = self.thinking
            if now is not None and self.room.seats.get(now.power) != now.level:
                self.computers.forget(self.room.id)
            self.wake()

    def close(self) -> None:
        """Stop for good."""
        with self.room.lock:
            self._closed = True
            self.computers.forget(self.room.id)

    def _next(self) -> Decision | None:
        if self.room.only_to_watch:
            return None
        persons = self.room.people
        return next((decision for decision in self.room.game.decisions if decision.power not in persons), None)

    def _run(self) -> None:
        try:
            self._play_on()
        except Exception as problem:  # a full disk, or a bug: the game stays as it is and can be taken up again
            log.exception("The computer players stopped")
            with self.room.lock:
                decision = self._next()
                if decision is not None:
                    self._give_up(decision, self.room.seats[decision.power], problem)
                self._rest()

    def _play_on(self) -> None:
        room = self.room
        actions = 0
        while True:
            with room.lock:
                decision = None if self._closed else self._next()
                if decision is None:
                    self._rest()
                    return
                if self.thinking is None or self.thinking.power != decision.power:
                    actions, self._began = 0, time.monotonic()
                level = room.seats[decision.power]
                budget = self._budget()
                limit = budget or tuning(level).budget or None
                self.thinking = wire.ThinkingView(power=decision.power, level=level, budget=limit)
                game, view = room.game, room.game.view(decision.power)
                room.tell(
                    wire.Thinking(
                        power=decision.power,
                        level=level,
                        phase=game.state.phase,
                        actions=actions,
                        elapsed=time.monotonic() - self._began,
                        budget=limit,
                    )
                )
                seed = self._seed(decision.power)
            try:
                action, plan = self._ask(view, decision, level, seed, budget)
            except NoLongerWanted:
                continue  # look again who is to decide, if anybody
            except SandtableError as problem:
                with room.lock:
                    self._give_up(decision, level, problem)
                    self._rest()
                return
            with room.lock:
                if room.game is not game or self._closed or room.seats.get(decision.power) != level:
                    continue  # the game went on, or the seat was dealt anew
                actions += 1
                self._play(decision, action, plan)

    def _ask(
        self, view: View[WarState], decision: Decision, level: str, seed: str, budget: float | None
    ) -> tuple[Action, wire.Texts]:
        """A player's answer; if it has none, that of the next lesser level, which then plays the turn to its end."""
        room, turn = self.room, (view.state.round, view.state.power, decision.power)
        if self._relief is not None and self._relief[:3] == turn:
            level = self._relief[3]
        while True:
            try:
                return self.computers.decide(room.id, room.rules, view, decision, level, seed, budget)
            except NoLongerWanted:
                raise
            except PlayerFailed as problem:
                lesser = levels()[: levels().index(level)] if level in levels() else []
                if not lesser or self._closed:
                    raise
                log.warning("%s (%s): %s; %s decides instead", decision.power, level, problem, lesser[-1])
                names = {"level": say(f"level.{level}.name"), "lesser": say(f"level.{lesser[-1]}.name")}
                room.tell(wire.Trouble(text=say("problem.relief", room.rules, power=decision.power, **names)))
                level = lesser[-1]
                self._relief = (*turn, level)

    def _play(self, decision: Decision, action: Action, plan: wire.Texts) -> None:
        room = self.room
        new = room.game.copy()
        try:
            new.apply(action, decision.power)
        except SandtableError as problem:
            log.error("%s answered %s with %s: %s", decision.power, decision.kind, action, problem)
            fallback = decisions.default(new.view(decision.power), room.rules, decision)
            new.apply(fallback if fallback is not None else next(iter(new.legal(decision))), decision.power)
        if plan and room.game.state.power == decision.power:  # of this turn, not of one to come
            room.plans[decision.power] = plan
        room.commit(new, "computer")
        fly(room)

    def _give_up(self, decision: Decision, level: str, problem: Exception) -> None:
        self._failed_at = self.room.game.length
        if not self._closed:
            log.error("%s (%s) failed: %s", decision.power, level, problem)
            text = say("problem.computer", self.room.rules, power=decision.power, level=level)
            self.room.tell(wire.Trouble(text=text))

    def _rest(self) -> None:
        self.thinking = None
        self._thread = None
        self.room.tell(wire.Ready(version=self.room.game.length))

    def _seed(self, power: str) -> str:
        """A player's own luck: the same for the same game, yet it gives nothing away about the game's dice."""
        dice = self.room.game.header.dice.get("seed", self.room.id)
        return hashlib.sha256(f"{dice}/{power}".encode("utf-8", "surrogatepass")).hexdigest()

    def _budget(self) -> float | None:
        if self._hurried is not None:
            state, order = self.room.game.state, self.room.rules.powers.index
            began, turn = self._hurried
            if state.round > began + 1 or (state.round == began + 1 and order(state.power) >= order(turn)):
                self._hurried = None
        return HURRY if self._hurried is not None else None
