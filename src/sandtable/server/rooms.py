"""All games of this server: opening, creating, importing, listing, deleting."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from typing import Any

from sandtable.core.errors import BadValue, RecordError, SandtableError, UnknownName
from sandtable.core.game import Game
from sandtable.core.lexicon import LANGUAGES
from sandtable.core.record import Record, loads
from sandtable.core.registry import new_game, setup
from sandtable.core.replay import replay
from sandtable.server import catalogue, wire
from sandtable.server.computers import Computers, levels
from sandtable.server.errors import RequestProblem
from sandtable.server.room import Room, opened, summary_of
from sandtable.server.seats import OWN_TURN, check_seats, seating
from sandtable.server.store import Saved, Store
from sandtable.warfare.production import Production
from sandtable.warfare.state import WarState

log = logging.getLogger("sandtable.server")

MOST_OPEN = 16
"""Games kept in memory; others are opened again when somebody asks for them."""
IN_USE = 60.0
"""Seconds for which a game stays open after it was asked for: whoever asked may still be at work with it."""
DOORS = 64
"""Games that can be opened at the same time."""
LONGEST_NAME = 80
MOST_UNITS = 3_000
"""More than any game ever has; a position with more of them is a mistake."""
MOST_MONEY = 10_000
"""More than any power ever has; with much more, menus and units would have no end."""
MOST_ENTRIES = 50_000
"""Longer records are not imported."""


class Rooms:
    """The games, open or on disk."""

    def __init__(self, store: Store, computers: Computers) -> None:
        self.store = store
        self.computers = computers
        self._open: dict[str, Room] = {}
        self._asked: dict[str, float] = {}
        self._lock = threading.RLock()
        self._doors = [threading.RLock() for _ in range(DOORS)]

    def list(self) -> list[wire.GameSummary]:
        """All saved games, the newest first."""
        return [_summary(saved) for saved in self.store.list()]

    def room(self, ident: str) -> Room:
        """An open game. Raises `RequestProblem` if there is none of that id."""
        with self._door(ident):  # a game is opened once, and while it is, the others go on
            room = self._open.get(ident) or self._open_again(self._saved(ident))
            self._keep(room)
            return room

    def open_game(self, ident: str) -> str:
        """Which game is played in a room that is open ("" if it is not). Never waits."""
        room = self._open.get(ident)
        return room.game.header.game if room is not None else ""

    def record(self, ident: str) -> tuple[str, Record]:
        """A game's name and record. One that cannot be opened any more can still be taken elsewhere."""
        saved = self._saved(ident)
        try:
            room = self.room(ident)
        except RequestProblem:
            return saved.name, self.store.record(saved)
        with room.lock:
            return room.name, room.game.record()

    def _door(self, ident: str) -> threading.RLock:
        return self._doors[hash(ident) % DOORS]

    def _saved(self, ident: str) -> Saved:
        saved = self.store.find(ident)
        if saved is None:
            raise RequestProblem(404, "not_found", "no_game")
        return saved

    def _open_again(self, saved: Saved) -> Room:
        try:
            return Room(saved, self.store.record(saved), self.store, self.computers)
        except (SandtableError, LookupError, ValueError, TypeError, AttributeError, AssertionError) as problem:
            log.warning("%s (%s) cannot be opened: %r", saved.name, saved.id, problem)
            raise RequestProblem(422, "bad_record", "old_save", name=saved.name) from None

    def _keep(self, room: Room) -> None:
        """Keep a game open, and close those that nobody has asked for, watched or played for a while."""
        with self._lock:
            now = time.monotonic()
            self._open.pop(room.id, None)
            self._open[room.id] = room  # the one asked for last is the last to go
            self._asked[room.id] = now
            idle = [
                other
                for other in self._open.values()
                if not other.listeners and other.runner.thinking is None and now - self._asked[other.id] > IN_USE
            ]
            closing = idle[: max(0, len(self._open) - MOST_OPEN)]
            for other in closing:
                del self._open[other.id], self._asked[other.id]
        for other in closing:
            other.close()

    def create(self, wish: wire.NewGame) -> Room:
        """Start a new game."""
        found = catalogue.find(wish.game)
        rules = found.rules(wish.options)
        if not isinstance(rules, Production):
            raise RequestProblem(422, "bad_request", "not_supported")
        seats = check_seats(rules, wish.seats, levels())
        players = wish.seating if wish.seating is not None else seating(rules, seats)
        seed = wish.seed if wish.seed is not None else secrets.randbelow(1_000_000_000)
        if wish.position is not None:
            if {"exact", "options", "seed", "dice", "game"} & set(wish.position):
                raise BadValue("A position describes the board only; options, seed and dice stand beside it")
            if _numbers(wish.position.get("units")) > MOST_UNITS:
                raise BadValue(f"A position has at most {MOST_UNITS:,} units")
            position: dict[str, Any] = {"seats": players} | wish.position
            game = setup(wish.game, wish.options, seed, dice=wish.dice, **position)
        else:
            game = new_game(wish.game, wish.options, seed, dice=wish.dice, seats=players)
        name = check_name(wish.name) if wish.name.strip() else self._free_name(found.title["en"])
        return self._save(game, name, seats)

    def import_record(self, data: bytes, name: str) -> Room:
        """Add a game from its record, after playing it again. Raises `RequestProblem`."""
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            raise RequestProblem(422, "bad_record", "not_text") from None
        try:
            record = loads(text.replace("\r\n", "\n"), recover=True)
            if len(record.entries) > MOST_ENTRIES:
                raise RecordError(f"it has more than {MOST_ENTRIES:,} entries")
            _check_dice(record.header.dice)
            start, _ = opened(record)
            _check_size(start.state)  # before anything is bought and placed
            game = replay(record)
            if any(kind in OWN_TURN for _, kind in game.policies):
                raise RecordError("its standing orders would play whole turns by themselves")
        except BadValue as problem:
            raise RequestProblem(422, "bad_record", "bad_line", detail=str(problem), line=1) from None
        except RecordError as problem:
            key = "bad_record" if problem.line is None else "bad_line"
            raise RequestProblem(422, "bad_record", key, detail=str(problem), line=problem.line) from None
        seats = dict.fromkeys(game.rules.powers, wire.PERSON)
        title = catalogue.find(game.header.game).title["en"]
        return self._save(game, check_name(name) if name.strip() else self._free_name(title), seats)

    def _save(self, game: Game[Any], name: str, seats: dict[str, str]) -> Room:
        _check_size(game.state)
        entries = game.entries()
        saved = self.store.create(name, game.header, seats, entries, summary_of(game))
        try:
            room = Room(saved, Record(game.header, entries), self.store, self.computers)
        except BaseException:
            self.store.delete(saved.id)
            raise
        self._keep(room)
        room.runner.wake()
        return room

    def _free_name(self, title: str) -> str:
        taken = {saved.name for saved in self.store.list()}
        number = 1
        while f"{title} {number}" in taken:
            number += 1
        return f"{title} {number}"

    def change(self, ident: str, wish: wire.GameChange) -> Room:
        """Rename a game or deal its seats anew."""
        room = self.room(ident)
        with room.lock:  # two changes at once must both hold
            name = check_name(wish.name) if wish.name is not None else room.name
            seats = check_seats(room.rules, {**room.seats, **(wish.seats or {})}, levels())
            room.change(name, seats)
        return room

    def delete(self, ident: str) -> None:
        """Remove a game for good."""
        with self._door(ident):
            self._saved(ident)
            with self._lock:
                room = self._open.pop(ident, None)
                self._asked.pop(ident, None)
            if room is not None:
                room.delete()
            else:
                self.store.delete(ident)

    def close(self) -> None:
        """Stop all games; they are saved already."""
        with self._lock:
            for room in self._open.values():
                room.close()
            self._open.clear()


def _numbers(described: object) -> int:
    """The sum of all numbers in a description."""
    if isinstance(described, dict):
        return sum(_numbers(part) for part in described.values())
    if isinstance(described, list):
        return sum(_numbers(part) for part in described)
    return described if isinstance(described, int) and described > 0 else 0


def _check_size(state: WarState) -> None:
    """Refuse positions beyond anything a game comes to. Raises `BadValue`."""
    if len(state.units) + sum(state.pool.values()) > MOST_UNITS:
        raise BadValue(f"A position has at most {MOST_UNITS:,} units")
    for power, money in state.money.items():
        if money > MOST_MONEY:
            raise BadValue(f"A power has at most {MOST_MONEY:,} IPC; {power} was given more")


def _check_dice(described: dict[str, Any]) -> None:
    """Refuse a description of dice that could not be rolled. Raises `RecordError`."""
    values = described.get("values", [])
    if not isinstance(values, list) or not all(type(value) is int for value in values):
        raise RecordError("its dice are not numbers", 1)
    if described.get("source") == "seeded" and type(described.get("seed")) not in (int, str):
        raise RecordError("the seed of its dice is neither a number nor a text", 1)


def check_name(name: str) -> str:
    """A name fit to be shown."""
    cleaned = " ".join(name.split())
    if not 1 <= len(cleaned) <= LONGEST_NAME or not cleaned.isprintable():
        raise RequestProblem(422, "bad_request", "name")
    return cleaned


def _title(game: str) -> wire.Texts:
    """A game's name; the id of one that this version does not know, so that the other games can still be listed."""
    try:
        return catalogue.find(game).title
    except UnknownName:
        return dict.fromkeys(LANGUAGES, game)


def _summary(saved: Saved) -> wire.GameSummary:
    summary = saved.summary
    return wire.GameSummary(
        id=saved.id,
        name=saved.name,
        game=saved.header.game,
        title=_title(saved.header.game),
        round=summary.round,
        power=summary.power,
        phase=summary.phase,
        seats=saved.seats,
        over=summary.over,
        winner=summary.winner,
        created=saved.created,
        updated=saved.updated,
        entries=summary.entries,
        owners=summary.owners,
    )
