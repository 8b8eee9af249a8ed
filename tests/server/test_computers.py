"""Computer players that fail, die or are no longer wanted do not stop a game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest

from sandtable.server import wire
from sandtable.server.computers import Computers
from sandtable.server.room import Listener, Room
from sandtable.server.rooms import Rooms
from sandtable.server.store import Store
from tests.server.host import PATIENCE

EVERYBODY = dict.fromkeys(("ussr", "germany", "uk", "japan", "usa"), "random")


@pytest.fixture
def rooms(tmp_path: Path) -> Iterator[Rooms]:
    found = Rooms(Store(tmp_path), Computers())
    yield found
    found.close()
    found.computers.close()
    found.store.close()


def listen(room: Room) -> Queue[bytes]:
    heard: Queue[bytes] = Queue()
    room.listen(Listener("ussr", heard.put))
    return heard


def hear(heard: Queue[bytes], kind: str) -> bytes:
    while f'"type":"{kind}"'.encode() not in (message := heard.get(timeout=PATIENCE)):
        pass
    return message


def test_a_process_that_is_killed_is_started_again(rooms: Rooms) -> None:
    room = rooms.create(wire.NewGame(game="classic", seats=EVERYBODY))
    heard = listen(room)
    hear(heard, "step")
    before = room.game.length
    for thinker in rooms.computers._thinkers:
        thinker.process.kill()
    while room.game.length < before + 10:
        assert b'"problem"' not in heard.get(timeout=PATIENCE)


def test_a_player_that_fails_is_reported_and_its_seat_can_be_handed_on(rooms: Rooms) -> None:
    room = rooms.create(wire.NewGame(game="classic"))
    heard = listen(room)
    room.change(room.name, {**room.all_seats(), "ussr": "ghost"})  # a level that is gone since the game was saved
    message = hear(heard, "problem")
    assert "Sowjetunion" in message.decode() and "ghost" in message.decode()
    hear(heard, "ready")
    assert room.runner.thinking is None and room.game.length == 0
    rooms.change(room.id, wire.GameChange(seats={"ussr": "person"}))
    assert room.snapshot(room.seat("")).decisions[0].power == "ussr"
    room.change(room.name, {**room.all_seats(), "ussr": "random"})
    hear(heard, "step")


def test_more_games_than_processes_all_go_on(rooms: Rooms) -> None:
    played = [rooms.create(wire.NewGame(game="classic", seats=EVERYBODY, seed=seed)) for seed in range(4)]
    for heard in [listen(room) for room in played]:
        hear(heard, "step")
    for room in played:
        rooms.delete(room.id)
    assert rooms.list() == []


def test_a_seat_taken_over_ends_the_thinking_at_once(rooms: Rooms) -> None:
    place = {"power": "germany", "phase": "purchase"}
    room = rooms.create(wire.NewGame(game="classic", seats={"germany": "general"}, position=place))
    heard = listen(room)
    hear(heard, "thinking")
    rooms.change(room.id, wire.GameChange(seats={"germany": "person"}))
    hear(heard, "ready")
    assert room.runner.thinking is None and room.game.state.power == "germany"
