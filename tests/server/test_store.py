"""The folder of saved games: one server at a time, nothing but our own files, newer versions are noticed."""

from __future__ import annotations

import asyncio
import hashlib
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue

import pytest
from litestar import Litestar

from sandtable.core.errors import BadValue
from sandtable.server import app, playing, wire
from sandtable.server.computers import Computers
from sandtable.server.guard import Guard
from sandtable.server.room import Listener
from sandtable.server.rooms import Rooms
from sandtable.server.run import open_port
from sandtable.server.store import FILE, Store
from tests.server.host import COMMAND, PATIENCE, running


def test_a_second_server_on_the_same_folder_is_refused_and_ctrl_c_ends_the_first(tmp_path: Path) -> None:
    with running(tmp_path) as host:
        host.client().new()
        command = [sys.executable, "-c", COMMAND, "play", "--no-browser", "--port", "0", "--data", str(tmp_path)]
        second = subprocess.run(command, capture_output=True, text=True, check=False)
        assert second.returncode == 1 and second.stdout == ""
        assert second.stderr.startswith("sandtable: The games in") and "another Sandtable" in second.stderr
        host.process.send_signal(signal.SIGINT)
        out, err = host.process.communicate(timeout=60)
        assert host.process.returncode == 0 and "Traceback" not in out + err, err


def test_a_file_that_is_no_store_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("my diary, not a database at all " * 50)
    with pytest.raises(BadValue, match="no file of saved games"):
        Store(tmp_path)
    assert (tmp_path / FILE).read_text().startswith("my diary")


def test_a_store_of_a_newer_version_is_not_touched(tmp_path: Path) -> None:
    db = sqlite3.connect(tmp_path / FILE)
    db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(BadValue, match="newer version"):
        Store(tmp_path)


def test_sessions_that_nobody_uses_are_forgotten(tmp_path: Path) -> None:
    """Whoever keeps no cookies begins a session with every request."""
    store = Store(tmp_path)
    used, unused, old = (store.new_session() for _ in range(3))
    for token in (used, old):
        assert store.has_session(token)
    day = 24 * 3600
    for token, days in ((used, 300), (unused, 2), (old, 401)):
        hashed = hashlib.sha256(token.encode()).hexdigest()
        store._db.execute("UPDATE sessions SET created = created - ? WHERE token = ?", (days * day, hashed))
    fresh = store.new_session()
    assert store.forget_sessions() == 2 and store.forget_sessions() == 0
    assert [store.has_session(token) for token in (used, unused, old, fresh)] == [True, False, False, True]
    store.close()


def test_a_server_that_runs_for_long_forgets_old_sessions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "TEND_EVERY", 0.01)
    served = app.create_app(tmp_path, frozenset({"localhost"}))
    assert isinstance(served, Guard) and isinstance(served.app, Litestar)
    store = served.store
    store.new_session()
    store._db.execute("UPDATE sessions SET created = 0")

    async def run(inner: Litestar) -> None:
        async with inner.lifespan():
            while store._db.execute("SELECT count(*) FROM sessions").fetchone() != (0,):
                await asyncio.sleep(0.01)

    # In a thread: a browser test in the same process may have left an event loop of its own in this one.
    with ThreadPoolExecutor(1) as elsewhere:
        elsewhere.submit(asyncio.run, asyncio.wait_for(run(served.app), PATIENCE)).result()


def test_a_store_of_the_first_version_is_taken_over(tmp_path: Path) -> None:
    """As version 1 wrote it: without secrets of dice, and without knowing which sessions were used."""
    store = Store(tmp_path)
    saved = Rooms(store, Computers()).create(wire.NewGame(game="classic", name="Old")).id
    token = store.new_session()
    store.close()
    db = sqlite3.connect(tmp_path / FILE)
    db.execute("ALTER TABLE games DROP COLUMN reveal")
    db.execute("ALTER TABLE sessions DROP COLUMN used")
    db.execute("UPDATE sessions SET created = created - 300 * 24 * 3600")
    db.execute("PRAGMA user_version = 1")
    db.commit()
    db.close()
    for _ in range(2):
        store = Store(tmp_path)
        assert store.has_session(token)
        assert Rooms(store, Computers()).room(saved).name == "Old"
        store.close()


def test_a_port_that_is_taken_is_said_kindly() -> None:
    taken = open_port(None)
    try:
        with pytest.raises(BadValue, match=r"Port \d+ is taken"):
            open_port(taken.getsockname()[1])
        another = open_port(None)
        assert another.getsockname()[0] == "127.0.0.1" and another.getsockname() != taken.getsockname()
        another.close()
    finally:
        taken.close()


def test_a_full_disk_changes_nothing_and_the_game_goes_on_when_there_is_room_again(tmp_path: Path) -> None:
    store = Store(tmp_path)
    room = Rooms(store, Computers()).create(wire.NewGame(game="classic"))
    seat = room.seat("")
    heard: list[bytes] = []
    room.listen(Listener("ussr", heard.append))
    (pages,) = store._db.execute("PRAGMA page_count").fetchone()
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    told = 0
    with pytest.raises(sqlite3.OperationalError, match="full"):
        while room.game.outcome is None:  # until the last page is full
            before, told = room.snapshot(seat), len(heard)
            playing.auto(room, seat, wire.Auto(version=room.game.length, finish=True))
    assert room.snapshot(seat) == before and len(heard) == told
    store._db.execute("PRAGMA max_page_count = 100000")
    playing.auto(room, seat, wire.Auto(version=before.version))
    assert room.game.length == before.version + 1
    assert len(store.record(store.list()[0]).entries) == room.game.length
    store.close()


def test_computer_players_take_the_game_up_again_after_a_full_disk(tmp_path: Path) -> None:
    store, computers = Store(tmp_path), Computers()
    room = Rooms(store, computers).create(wire.NewGame(game="classic"))
    heard: Queue[bytes] = Queue()
    room.listen(Listener("ussr", heard.put))
    (pages,) = store._db.execute("PRAGMA page_count").fetchone()
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    room.seats = dict.fromkeys(room.rules.powers, "random")
    room.runner.wake()
    while b'"type":"problem"' not in heard.get(timeout=60):
        pass
    while b'"type":"ready"' not in heard.get(timeout=60):
        pass
    stopped = room.game.length
    assert room.runner.thinking is None and len(store.record(store.list()[0]).entries) == stopped
    store._db.execute("PRAGMA max_page_count = 100000")
    room.runner.wake()
    while room.game.length < stopped + 5:
        heard.get(timeout=60)
    room.close()
    computers.close()
    store.close()
