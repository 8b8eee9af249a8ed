"""All games of this server: opening, creating, importing, listing, deleting."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from typing import Any

from sandtable.core.errors import SandtableError, UnknownName
from sandtable.core.game import Game
from sandtable.core.lexicon import LANGUAGES
from sandtable.core.record import Record
from sandtable.core.registry import new_game, setup
from sandtable.server import catalogue, records, wire
from sandtable.server.computers import Computers, levels
from sandtable.server.errors import RequestProblem
from sandtable.server.room import Room, summary_of
from sandtable.server.seats import check_seats, own_seats, seating
from sandtable.server.speech import number
from sandtable.server.store import Saved, Store
from sandtable.warfare.production import Production

log = logging.getLogger("sandtable.server")

MOST_OPEN = 16
"""Games kept in memory; others are opened again when somebody asks for them."""
IN_USE = 60.0
"""Seconds for which a game stays open after it was asked for: whoever asked may still be at work with it."""
DOORS = 64
"""Games that can be opened at the same time."""
LONGEST_NAME = 80


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

    def record(self, ident: str, session: str) -> tuple[str, Record]:
        """A game's name and record. One that cannot be opened any more can still be taken elsewhere.

        Whoever plays all seats of people gets everything and can go on elsewhere. As long as the game runs, others get
        nothing that tells them what will be rolled or what they may not see.
        """
        saved = self._saved(ident)
        persons = tuple(power for power, who in saved.seats.items() if who == wire.PERSON)
        own = own_seats(session, persons)
        alone = set(own) == set(persons)
        try:
            room = self.room(ident)
        except RequestProblem:
            if not alone:
                raise
            return saved.name, self.store.record(saved)
        with room.lock:
            if alone:
                return room.name, records.complete(room.game)
            if records.has_secrets(room.game, own or room.rules.powers):
                raise RequestProblem(403, "forbidden", "secret_record")
            return room.name, records.published(room.game)

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
        """Start a new game. Computer players begin when the runner of its room is woken."""
        found = catalogue.find(wish.game)
        rules = found.rules(wish.options)
        if not isinstance(rules, Production):
            raise RequestProblem(422, "bad_request", "not_supported")
        seats = check_seats(rules, wish.seats, levels())
        players = wish.seating if wish.seating is not None else seating(rules, seats)
        seed = (
            wish.seed if wish.seed is not None else secrets.token_hex(16)
        )  # too long to be guessed from the dice that have been rolled
        if wish.position is not None:
            if {"exact", "options", "seed", "dice", "game"} & set(wish.position):
                raise RequestProblem(422, "bad_request", "position_only")
            if _numbers(wish.position.get("units")) > records.MOST_UNITS:
                raise RequestProblem(422, "bad_request", "many_units", most=number(records.MOST_UNITS))
            position: dict[str, Any] = {"seats": players} | wish.position
            game = setup(wish.game, wish.options, seed, dice=wish.dice, **position)
        else:
            game = new_game(wish.game, wish.options, seed, dice=wish.dice, seats=players)
        name = check_name(wish.name) if wish.name.strip() else self._free_name(found.title["en"])
        return self._save(game, name, seats)

    def import_record(self, data: bytes, name: str) -> Room:
        """Add a game from its record, after playing it again. Raises `RequestProblem`."""
        game = records.read(data)
        seats = dict.fromkeys(game.rules.powers, wire.PERSON)
        title = catalogue.find(game.header.game).title["en"]
        return self._save(game, check_name(name) if name.strip() else self._free_name(title), seats)

    def _save(self, game: Game[Any], name: str, seats: dict[str, str]) -> Room:
        records.check_size(game.state)
        entries = game.entries()
        reveal = game.dice.reveal()
        saved = self.store.create(name, game.header, seats, entries, summary_of(game), reveal)
        try:
            room = Room(saved, Record(game.header, entries), self.store, self.computers)
        except BaseException:
            self.store.delete(saved.id)
            raise
        self._keep(room)
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
