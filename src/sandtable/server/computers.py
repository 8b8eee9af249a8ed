"""Computer players at work in processes of their own, so that thinking never holds up anybody else."""

from __future__ import annotations

import logging
import multiprocessing
import threading
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from sandtable.ai import LEVELS, Player, player
from sandtable.core.errors import SandtableError
from sandtable.core.game import View
from sandtable.core.lexicon import LANGUAGES
from sandtable.core.registry import definition
from sandtable.core.rules import Rules
from sandtable.core.state import State
from sandtable.core.values import Action, Decision
from sandtable.server.wire import Texts

log = logging.getLogger("sandtable.server")

PROCESSES = 2
"""Games whose computer players think at the same time; others wait their turn."""
LONGEST = 180.0
"""Seconds a player may take for one decision: whoever is still at it will not answer at all."""
PLAYERS_REMEMBERED = 64
"""How many players keep their plans; one that is forgotten plans anew."""


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What a player needs to decide: everything its power may see, nothing else."""

    room: str
    game: str
    options: dict[str, Any]
    level: str
    seed: str
    power: str
    budget: float | None
    state: msgspec.Raw
    decision: int
    """Which of the power's open decisions is meant."""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What it decided, and what it says it is up to."""

    action: dict[str, Any] | None = None
    plan: Texts = {}
    problem: str = ""


class PlayerFailed(SandtableError):
    """A computer player could not answer."""


class PlayerStuck(PlayerFailed):
    """A computer player has thought for so long that its process was ended."""


class NoLongerWanted(PlayerFailed):
    """Nobody waits for this answer any more."""


class _Thinker:
    """One process in which players think."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")  # no locks of this process's threads are inherited
        self.pipe, there = context.Pipe()
        self.process = context.Process(target=think, args=(there,), name="sandtable-players", daemon=True)
        self.process.start()
        there.close()
        self.room = ""
        """The game it worked for last, whose plans it remembers."""
        self.busy = True
        self.wanted = True

    def ask(self, question: bytes) -> Answer:
        """Raises `OSError` or `EOFError` if the process has ended, `PlayerStuck` if it takes too long."""
        self.pipe.send_bytes(question)
        if not self.pipe.poll(LONGEST):
            raise PlayerStuck(f"no answer after {LONGEST:.0f} seconds")
        return msgspec.json.decode(self.pipe.recv_bytes(), type=Answer)

    def end(self) -> None:
        """Stop the process, whatever it is doing; whoever waits for an answer gets none."""
        self.wanted = False
        self.process.terminate()


class Computers:
    """The processes in which computer players think. They are started when first needed and again if they die."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._thinkers: list[_Thinker] = []
        self._closed = False

    def decide(
        self,
        room: str,
        rules: Rules[Any],
        view: View[Any],
        decision: Decision,
        level: str,
        seed: str,
        budget: float | None,
    ) -> tuple[Action, Texts]:
        """The player's answer. Raises `PlayerFailed`, or `NoLongerWanted` after `forget`."""
        question = Question(
            room=room,
            game=rules.game,
            options=rules.options,
            level=level,
            seed=seed,
            power=decision.power,
            budget=budget,
            state=msgspec.Raw(msgspec.json.encode(view.state.plain())),
            decision=view.decisions.index(decision),
        )
        answer = self._ask(room, msgspec.json.encode(question))
        if answer.action is None:
            raise PlayerFailed(answer.problem or "no answer")
        return rules.check_action(answer.action), answer.plan

    def forget(self, room: str) -> None:
        """Stop thinking about a game: its seat was dealt anew, or it is gone."""
        with self._changed:
            for thinker in self._thinkers:
                if thinker.busy and thinker.room == room:
                    thinker.end()

    def close(self) -> None:
        """Send the players home."""
        with self._changed:
            self._closed = True
            for thinker in self._thinkers:
                thinker.end()
            self._changed.notify_all()

    def _ask(self, room: str, question: bytes) -> Answer:
        for attempt in (1, 2):
            thinker = self._take(room)
            try:
                answer = thinker.ask(question)
            except PlayerStuck:
                thinker.process.kill()
                self._bury(thinker)
                raise
            except (OSError, EOFError):
                self._bury(thinker)
                if not thinker.wanted and not self._closed:
                    raise NoLongerWanted("nobody waits for this answer any more") from None
                if not self._closed:
                    log.warning("A process of computer players ended (attempt %s)", attempt)
                continue
            self._give_back(thinker)
            return answer
        raise PlayerFailed("the computer players' process ended")

    def _take(self, room: str) -> _Thinker:
        """A free process, if possible the one that knows this game; else a new one, or the next that is free."""
        with self._changed:
            while not self._closed:
                free = sorted((t for t in self._thinkers if not t.busy), key=lambda t: t.room != room)
                if not free and len(self._thinkers) < PROCESSES:
                    free = [_Thinker()]
                    self._thinkers += free
                if free:
                    thinker = free[0]
                    thinker.busy, thinker.room = True, room
                    return thinker
                self._changed.wait()
        raise PlayerFailed("the server is closing")

    def _give_back(self, thinker: _Thinker) -> None:
        with self._changed:
            thinker.busy = False
            self._changed.notify()

    def _bury(self, thinker: _Thinker) -> None:
        with self._changed:
            self._thinkers.remove(thinker)
            self._changed.notify()
        thinker.pipe.close()
        thinker.process.join(5)


def think(pipe: Connection) -> None:
    """The other process: answers questions until the pipe is closed."""
    import signal

    import sandtable  # noqa: F401  # registers the games

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    table = _Table()
    while True:
        try:
            question = msgspec.json.decode(pipe.recv_bytes(), type=Question)
        except (EOFError, OSError):
            return
        try:
            answer = table.answer(question)
        except Exception as problem:  # whatever a player stumbles over must not end the others' games
            log.exception("A computer player stumbled")
            answer = Answer(problem=f"{type(problem).__name__}: {problem}")
        try:
            pipe.send_bytes(msgspec.json.encode(answer))
        except OSError:
            return


class _Table:
    """Rules and players that are remembered between questions."""

    def __init__(self) -> None:
        self._rules: dict[str, Rules[Any]] = {}
        self._players: dict[tuple[str, str, str, float | None], Player] = {}

    def answer(self, question: Question) -> Answer:
        rules = self._rules_for(question)
        state: State = rules.state_type.from_plain(msgspec.json.decode(question.state))
        view: View[Any] = View(rules, question.power, state, ())
        someone = self._player(question)
        action = someone.decide(view, view.decisions[question.decision])
        plan = {lang: someone.intention(lang) for lang in LANGUAGES}
        return Answer(action=msgspec.to_builtins(action), plan=plan if any(plan.values()) else {})

    def _rules_for(self, question: Question) -> Rules[Any]:
        key = question.game + msgspec.json.encode(question.options, order="deterministic").decode()
        if key not in self._rules:
            self._rules[key] = definition(question.game).rules(question.options)
        return self._rules[key]

    def _player(self, question: Question) -> Player:
        key = (question.room, question.power, question.level, question.budget)
        if key not in self._players:
            if len(self._players) >= PLAYERS_REMEMBERED:
                del self._players[next(iter(self._players))]
            self._players[key] = player(question.level, question.seed, question.budget)
        return self._players[key]


def levels() -> list[str]:
    """The levels there are, from weak to strong."""
    return list(LEVELS)
