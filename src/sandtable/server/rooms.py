"""All games of this server: opening, creating, importing, listing, deleting."""

from __future__ import annotations

import secrets
import threading
from typing import Any

from sandtable.core.errors import BadValue, RecordError
from sandtable.core.game import Game
from sandtable.core.record import Record, loads
from sandtable.core.registry import new_game, setup
from sandtable.core.replay import replay
from sandtable.server import catalogue, wire
from sandtable.server.computers import Computers, levels
from sandtable.server.errors import RequestProblem
from sandtable.server.room import Room, opened, summary_of
from sandtable.server.seats import check_seats, seating
from sandtable.server.store import Saved, Store
from sandtable.warfare.production import Production

MOST_OPEN = 16
"""Games kept in memory; others are opened again when somebody asks for them."""
LONGEST_NAME = 80
MOST_UNITS = 3_000
"""More than any game ever has; a position with more of them is a mistake."""
MOST_ENTRIES = 50_000
"""Longer records are not imported."""


class Rooms:
    """The games, open or on disk."""

    def __init__(self, store: Store, computers: Computers) -> None:
        self.store = store
        self.computers = computers
        self._open: dict[str, Room] = {}
        self._lock = threading.RLock()

    def list(self) -> list[wire.GameSummary]:
        """All saved games, the newest first."""
        return [_summary(saved) for saved in self.store.list()]

    def room(self, ident: str) -> Room:
        """An open game. Raises `RequestProblem` if there is none of that id."""
        with self._lock:
            room = self._open.pop(ident, None)
            if room is None:
                saved = self.store.find(ident)
                if saved is None:
                    raise RequestProblem(404, "not_found", "no_game")
                room = Room(saved, self.store.record(saved), self.store, self.computers)
            self._open[ident] = room  # the one asked for last is the last to go
            self._make_room()
        return room

    def _make_room(self) -> None:
        idle = [room for room in self._open.values() if not room.listeners and room.runner.thinking is None]
        for room in idle[: max(0, len(self._open) - MOST_OPEN)]:
            if room is not next(reversed(self._open.values())):
                room.close()
                del self._open[room.id]

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
            opened(record)
            game = replay(record)
        except RecordError as problem:
            key = "bad_record" if problem.line is None else "bad_line"
            raise RequestProblem(422, "bad_record", key, detail=str(problem), line=problem.line) from None
        seats = dict.fromkeys(game.rules.powers, wire.PERSON)
        title = catalogue.find(game.header.game).title["en"]
        return self._save(game, check_name(name) if name.strip() else self._free_name(title), seats)

    def _save(self, game: Game[Any], name: str, seats: dict[str, str]) -> Room:
        entries = game.entries()
        saved = self.store.create(name, game.header, seats, entries, summary_of(game))
        try:
            room = Room(saved, Record(game.header, entries), self.store, self.computers)
        except BaseException:
            self.store.delete(saved.id)
            raise
        with self._lock:
            self._open[saved.id] = room
            self._make_room()
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
        name = check_name(wish.name) if wish.name is not None else room.name
        seats = check_seats(room.rules, {**room.seats, **(wish.seats or {})}, levels())
        room.change(name, seats)
        return room

    def delete(self, ident: str) -> None:
        """Remove a game for good."""
        with self._lock:
            if self.store.find(ident) is None:
                raise RequestProblem(404, "not_found", "no_game")
            room = self._open.pop(ident, None)
            if room is not None:
                room.close()
                with room.lock:  # whatever is being done is done before
                    self.store.delete(ident)
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


def check_name(name: str) -> str:
    """A name fit to be shown."""
    cleaned = " ".join(name.split())
    if not 1 <= len(cleaned) <= LONGEST_NAME or not cleaned.isprintable():
        raise RequestProblem(422, "bad_request", "name")
    return cleaned


def _summary(saved: Saved) -> wire.GameSummary:
    summary = saved.summary
    return wire.GameSummary(
        id=saved.id,
        name=saved.name,
        game=saved.header.game,
        title=catalogue.find(saved.header.game).title,
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
