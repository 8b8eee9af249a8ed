"""Saved games in SQLite: a header, one row per entry of the record. What was acknowledged is on disk."""

from __future__ import annotations

import hashlib
import json
import secrets
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from sandtable.core.errors import BadValue
from sandtable.core.record import Entry, Header, Record
from sandtable.server.errors import RequestProblem

FILE = "sandtable.db"
SCHEMA = 2
SESSION_SECONDS = 400 * 24 * 3600
"""Sessions older than their cookies are forgotten."""
UNUSED_SECONDS = 24 * 3600
"""So are those that were never heard of again: whoever keeps no cookies gets a new one every time."""

_TABLES = """
CREATE TABLE IF NOT EXISTS games (
    id      TEXT PRIMARY KEY,
    name    TEXT NOT NULL,
    header  TEXT NOT NULL,
    seats   TEXT NOT NULL,
    summary TEXT NOT NULL,
    created REAL NOT NULL,
    updated REAL NOT NULL,
    reveal  TEXT NOT NULL DEFAULT '{}'
) STRICT;
CREATE TABLE IF NOT EXISTS entries (
    game  TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    n     INTEGER NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (game, n)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sessions (
    token   TEXT PRIMARY KEY,
    created REAL NOT NULL,
    used    INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
"""


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """What the list of games shows, kept so that listing needs no replay."""

    round: int = 1
    power: str = ""
    phase: str = ""
    over: bool = False
    winner: str = ""
    entries: int = 0
    owners: dict[str, str] = {}


class Saved(msgspec.Struct, frozen=True, kw_only=True):
    """A saved game without its entries."""

    id: str
    name: str
    header: Header
    seats: dict[str, str]
    summary: Summary
    created: float
    updated: float
    reveal: dict[str, Any]
    """The secret of its dice where the header only commits to it ({} if nobody here knows it)."""


class Store:
    """All saved games of one folder. Safe to use from several threads."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._lock = threading.RLock()
        self._known_sessions: set[str] = set()
        self.cookie = f"sandtable_session_{_hash(str(folder.resolve()))[:8]}"
        """The name of its sessions' cookie. Browsers share cookies among the ports of a machine, so two servers
        (of two folders) would take each other's away if it were the same."""
        try:
            self._db = sqlite3.connect(folder / FILE, check_same_thread=False, isolation_level=None, timeout=0.5)
            with self._closed_on_failure():
                self._prepare()
        except sqlite3.OperationalError as problem:
            if problem.sqlite_errorname == "SQLITE_BUSY":
                text = f"The games in {folder} are open in another Sandtable already; end that one or choose --data"
                raise BadValue(text) from None
            raise BadValue(f"The games in {folder} cannot be opened: {problem}") from None
        except sqlite3.DatabaseError:
            raise BadValue(f"{folder / FILE} is no file of saved games") from None

    @contextmanager
    def _closed_on_failure(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            self._db.close()
            raise

    def _prepare(self) -> None:
        self._db.execute("PRAGMA locking_mode = EXCLUSIVE")  # two servers would go on from different pasts
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")  # an acknowledged action survives a power cut
        self._db.execute("PRAGMA foreign_keys = ON")
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version > SCHEMA:
            raise BadValue("The saved games were written by a newer version of Sandtable; please update it")
        if version == 1:
            with self._transaction() as db:  # all of it or nothing
                db.execute("ALTER TABLE games ADD COLUMN reveal TEXT NOT NULL DEFAULT '{}'")
                db.execute("ALTER TABLE sessions ADD COLUMN used INTEGER NOT NULL DEFAULT 1")
                db.execute("PRAGMA user_version = 2")
        self._db.executescript(_TABLES)
        self._db.execute(f"PRAGMA user_version = {SCHEMA}")
        self.forget_sessions()

    def close(self) -> None:
        """Close the file; nothing is lost without it."""
        with self._lock:
            self._db.close()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:  # a full disk has ended it already
                    self._db.execute("ROLLBACK")
                raise

    # Games

    def create(
        self,
        name: str,
        header: Header,
        seats: dict[str, str],
        entries: Sequence[Entry],
        summary: Summary,
        reveal: dict[str, Any],
    ) -> Saved:
        """Save a new game. Raises `RequestProblem` for a header that would not be read back as it is."""
        if msgspec.json.decode(_json(header)) != json.loads(json.dumps(msgspec.to_builtins(header))):  # NaN, infinity
            raise RequestProblem(422, "bad_request", "not_writable")
        now = time.time()
        saved = Saved(
            id=secrets.token_urlsafe(9),
            name=name,
            header=header,
            seats=seats,
            summary=summary,
            created=now,
            updated=now,
            reveal=reveal,
        )
        with self._transaction() as db:
            db.execute(
                "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (saved.id, name, _json(header), _json(seats), _json(summary), now, now, _json(reveal)),
            )
            self._add(db, saved.id, entries)
        return saved

    def append(self, ident: str, entries: Sequence[Entry], summary: Summary) -> None:
        """Add to a game's record. When this returns, the entries are on disk."""
        with self._transaction() as db:
            self._add(db, ident, entries)
            db.execute("UPDATE games SET summary = ?, updated = ? WHERE id = ?", (_json(summary), time.time(), ident))

    def _add(self, db: sqlite3.Connection, ident: str, entries: Sequence[Entry]) -> None:
        db.executemany("INSERT INTO entries VALUES (?, ?, ?)", [(ident, e.n, _json(e)) for e in entries])

    def change(self, ident: str, name: str, seats: dict[str, str]) -> None:
        """Rename a game or deal its seats anew."""
        with self._transaction() as db:
            db.execute("UPDATE games SET name = ?, seats = ? WHERE id = ?", (name, _json(seats), ident))

    def delete(self, ident: str) -> None:
        """Forget a game for good."""
        with self._transaction() as db:
            db.execute("DELETE FROM games WHERE id = ?", (ident,))

    def list(self) -> list[Saved]:
        """All games, the one played last first."""
        with self._lock:
            rows = self._db.execute("SELECT * FROM games ORDER BY updated DESC").fetchall()
        return [_saved(row) for row in rows]

    def find(self, ident: str) -> Saved | None:
        """A game by its id."""
        with self._lock:
            row = self._db.execute("SELECT * FROM games WHERE id = ?", (ident,)).fetchone()
        return _saved(row) if row else None

    def record(self, saved: Saved) -> Record:
        """The record of a game as it stands on disk, without its end."""
        with self._lock:
            rows = self._db.execute("SELECT entry FROM entries WHERE game = ? ORDER BY n", (saved.id,)).fetchall()
        return Record(saved.header, tuple(msgspec.json.decode(row[0], type=Entry) for row in rows))

    # Sessions

    def new_session(self) -> str:
        """A new session's token. Only its hash is kept."""
        token = secrets.token_urlsafe(32)
        with self._transaction() as db:
            db.execute("INSERT INTO sessions (token, created) VALUES (?, ?)", (_hash(token), time.time()))
        return token

    def forget_sessions(self) -> int:
        """Forget the sessions that nobody can use any more, or never has; returns how many."""
        now = time.time()
        with self._transaction() as db:
            gone = db.execute(
                "DELETE FROM sessions WHERE created < ? OR (used = 0 AND created < ?)",
                (now - SESSION_SECONDS, now - UNUSED_SECONDS),
            )
        self._known_sessions = set()  # the file is asked again
        return gone.rowcount

    def knows_session(self, token: str) -> bool:
        """Whether a token was asked for before and is good; the file is not touched."""
        return _hash(token) in self._known_sessions

    def has_session(self, token: str) -> bool:
        """Whether a token was handed out by us; the file is asked once for each."""
        hashed = _hash(token)
        if hashed in self._known_sessions:
            return True
        with self._lock:
            row = self._db.execute("SELECT 1 FROM sessions WHERE token = ?", (hashed,)).fetchone()
        if row is None:
            return False
        with suppress(sqlite3.Error), self._transaction() as db:  # a full disk locks nobody out
            db.execute("UPDATE sessions SET used = 1 WHERE token = ? AND used = 0", (hashed,))
        self._known_sessions.add(hashed)
        return True


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _header(text: str) -> Header:
    """The header of a saved game; those of the first version do not say which it is."""
    return msgspec.convert({"version": 1} | msgspec.json.decode(text), Header)


def _saved(row: tuple[Any, ...]) -> Saved:
    ident, name, header, seats, summary, created, updated, reveal = row
    return Saved(
        id=ident,
        name=name,
        header=_header(header),
        seats=msgspec.json.decode(seats, type=dict[str, str]),
        summary=msgspec.json.decode(summary, type=Summary),
        created=created,
        updated=updated,
        reveal=msgspec.json.decode(reveal, type=dict[str, Any]),
    )
