"""Playing one match, with a clock for every player."""

from __future__ import annotations

import functools
import hashlib
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from sandtable.ai.arena.match import Match, board_of
from sandtable.ai.luck import Damage, ledger
from sandtable.ai.player import Player, play_on, seats
from sandtable.board.board import Board
from sandtable.core.errors import SandtableError
from sandtable.core.game import Game, View
from sandtable.core.record import Record
from sandtable.core.registry import new_game
from sandtable.core.values import Action, Decision
from sandtable.warfare.base import WarBase
from sandtable.warfare.fire import Fire
from sandtable.warfare.state import WarState

DECISIONS_IN_A_TURN = 10_000
"""More than any sensible turn takes; whoever goes on has lost the thread."""


class Clock(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """How long a side thought about each turn, power by power: on the clock on the wall, and of the processor."""

    seconds: list[float] = []
    cpu: list[float] = []


class Result(msgspec.Struct, kw_only=True, tag_field="what", tag="result", forbid_unknown_fields=True):
    """How a match went."""

    match: Match
    build: str
    """Which state of the program played it (see `build`)."""
    winner: str
    """The side that won; "" if the match was not decided within its rounds."""
    reason: str
    """The victory condition that was met."""
    rounds: int
    decisions: int
    digest: str
    """Fingerprint of the last state."""
    production: dict[str, tuple[int, int]]
    """Production of each side, at the beginning and at the end."""
    luck: dict[str, Damage]
    clocks: dict[str, Clock]
    fallbacks: dict[str, int]
    """How often each side's player had no valid idea of its own."""
    record: str = ""
    """Name of the file with the game's record."""

    @property
    def leader(self) -> str:
        """The winner; in an undecided match the side whose production has grown more ("" if neither has)."""
        if self.winner:
            return self.winner
        growth = {side: end - begin for side, (begin, end) in self.production.items()}
        best = max(growth.values())
        ahead = [side for side, grown in growth.items() if grown == best]
        return ahead[0] if len(ahead) == 1 else ""


class Failure(msgspec.Struct, kw_only=True, tag_field="what", tag="failure", forbid_unknown_fields=True):
    """A match that could not be played to its end because something is wrong."""

    match: Match
    build: str
    problem: str
    """One sentence."""
    trace: str = ""
    """Where in the program it happened."""
    record: str = ""
    """Name of the file with the game up to there."""


class Played(msgspec.Struct):
    """What comes back from wherever the match was played."""

    outcome: Result | Failure
    record: Record | None = None
    """The game itself, if it was wanted or if something went wrong."""


class Stuck(SandtableError):
    """A turn that does not end."""


class Stopped(SandtableError):
    """The match was broken off from outside."""


def play(match: Match, *, with_record: bool = False, stopped: Callable[[], bool] = lambda: False) -> Played:
    """Play a match. What goes wrong in it comes back as a `Failure`; `Stopped` is raised if `stopped` says so."""
    game: Game[Any] | None = None
    try:
        board = board_of(match.terms)
        teams = [board.side(side) for side in match.players]
        game = new_game(match.terms.game, match.terms.options, match.seed, seats=teams)
        outcome: Result | Failure = _play_out(match, game, board, stopped)
    except Stopped:
        raise
    except Exception as error:  # the tournament goes on, whatever a match runs into
        problem = str(error) if isinstance(error, SandtableError) else f"{type(error).__name__}: {error}"
        outcome = Failure(match=match, build=build(), problem=problem, trace=traceback.format_exc())
        with_record = True
    return Played(outcome, game.record() if game is not None and with_record else None)


def _play_out(match: Match, game: Game[Any], board: Board, stopped: Callable[[], bool]) -> Result:
    levels = {power: match.players[side] for power, side in board.side_of.items()}
    timed = {power: TimedPlayer(own) for power, own in seats(levels, match.seed, match.terms.budget).items()}
    rules = game.rules
    assert isinstance(rules, WarBase)  # or it would have no board
    begin = _production(rules, game.state)
    watch = _Watch(match.terms.rounds, stopped)
    play_on(game, timed, until=watch)
    if watch.stopped:
        raise Stopped("The match was broken off")
    end = _production(rules, game.state)
    outcome = game.outcome
    return Result(
        match=match,
        build=build(),
        winner=outcome.winner if outcome else "",
        reason=outcome.reason if outcome else "",
        rounds=min(game.state.round, match.terms.rounds),
        decisions=watch.decisions,
        digest=game.digest(),
        production={side: (begin[side], end[side]) for side in board.sides},
        luck=ledger(rules, game.events) if isinstance(rules, Fire) else {},
        clocks={side: _clock([timed[power] for power in board.side(side)]) for side in board.sides},
        fallbacks={side: sum(timed[power].own.fallbacks for power in board.side(side)) for side in board.sides},
    )


def _production(rules: WarBase, state: WarState) -> dict[str, int]:
    board = rules.board
    return {side: sum(rules.production(state, power) for power in board.side(side)) for side in board.sides}


class _Watch:
    """Says when a match is over without a winner, and notices one that does not get on."""

    def __init__(self, rounds: int, stop: Callable[[], bool]) -> None:
        self.rounds = rounds
        self.stop = stop
        self.stopped = False
        self.decisions = 0
        self.turn: tuple[int, str] = (0, "")
        self.turn_began = 0

    def __call__(self, game: Game[Any]) -> bool:
        if game.state.round > self.rounds:
            return True
        if self.stop():
            self.stopped = True
            return True
        turn = (game.state.round, game.state.power)
        if turn != self.turn:
            self.turn, self.turn_began = turn, self.decisions
        elif self.decisions - self.turn_began >= DECISIONS_IN_A_TURN:
            raise Stuck(f"Round {turn[0]}, {turn[1]}: no end after {DECISIONS_IN_A_TURN} decisions in one turn")
        self.decisions += 1
        return False


class TimedPlayer(Player):
    """A player with a clock: how long it thinks about each turn of its power."""

    def __init__(self, own: Player) -> None:
        super().__init__(own.seed, own.budget)
        self.own = own
        self.turns: dict[int, tuple[float, float]] = {}
        """Round → seconds and processor seconds."""

    def decide(self, view: View[Any], decision: Decision) -> Action:
        wall, cpu = time.perf_counter(), time.process_time()
        action = self.own.decide(view, decision)
        if view.state.power == decision.power:  # answers in other powers' turns (losses, say) are no turn of its own
            spent, worked = self.turns.get(view.state.round, (0.0, 0.0))
            wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
            self.turns[view.state.round] = (spent + wall, worked + cpu)
        return action


def _clock(players: Iterable[TimedPlayer]) -> Clock:
    turns = [turn for player in players for turn in player.turns.values()]
    return Clock(seconds=[round(wall, 5) for wall, _ in turns], cpu=[round(cpu, 5) for _, cpu in turns])


@functools.cache
def build() -> str:
    """A fingerprint of everything in the program that can change how a match goes."""
    digest = hashlib.sha256()
    for package in ("core", "board", "warfare", "games", "odds", "ai"):
        for file in _sources(files("sandtable") / package):
            digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()[:12]


def _sources(folder: Traversable) -> Iterator[Traversable]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _sources(entry)
        elif entry.name.endswith((".py", ".toml")):
            yield entry
