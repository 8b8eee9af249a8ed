"""Computer players that fail, die or are no longer wanted do not stop a game."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from queue import Queue
from typing import Any

import msgspec
import pytest

from sandtable.ai import Player
from sandtable.core.game import View
from sandtable.core.values import Action, Decision
from sandtable.server import computers, wire
from sandtable.server.computers import Computers, Question, think
from sandtable.server.room import Listener, Room
from sandtable.server.rooms import Rooms
from sandtable.server.store import Store
from tests.server.host import PATIENCE


def think_with_a_dreamer(pipe: Connection) -> None:
    """The players' process, in which officers dream and never return."""

    class Dreamer(Player):
        level = "officer"

        def decide(self, view: View[Any], decision: Decision) -> Action:
            threading.Event().wait()
            raise AssertionError

    think(pipe)


EVERYBODY = dict.fromkeys(("ussr", "germany", "uk", "japan", "usa"), "random")


@pytest.fixture
def rooms(tmp_path: Path) -> Iterator[Rooms]:
    found = Rooms(Store(tmp_path), Computers())
    yield found
    found.close()
    found.computers.close()
    found.store.close()


def listen(room: Room) -> Queue[bytes]:
    """Watch a game as a browser does: the computer players play on."""
    heard: Queue[bytes] = Queue()
    room.listen(Listener("ussr", heard.put))
    room.runner.wake()
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


def test_a_player_that_never_answers_is_relieved_and_its_process_replaced(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The move falls to the next lesser level, which plays the turn to its end; the seat stays what it was."""
    monkeypatch.setattr(computers, "think", think_with_a_dreamer)
    asked: list[str] = []
    ask = computers._Thinker.ask

    def note(thinker: computers._Thinker, question: bytes) -> computers.Answer:
        level = msgspec.json.decode(question, type=Question).level
        asked.append(level)
        # Whoever dreams is not waited for; whoever works has all the time there is.
        monkeypatch.setattr(computers, "LONGEST", 0.2 if level == "officer" else PATIENCE)
        return ask(thinker, question)

    monkeypatch.setattr(computers._Thinker, "ask", note)
    place = {"power": "germany", "phase": "purchase"}
    room = rooms.create(wire.NewGame(game="classic", position=place))
    heard = listen(room)
    rooms.change(room.id, wire.GameChange(seats={"germany": "officer"}))
    first = rooms.computers._thinkers[0].process if rooms.computers._thinkers else None
    message = hear(heard, "problem").decode()
    assert "Germany" in message and "Officer" in message and "Kadett" in message
    hear(heard, "step")
    until = time.monotonic() + PATIENCE
    while room.game.state.power == "germany" and not room.snapshot(room.seat("")).decisions:
        assert time.monotonic() < until
        time.sleep(0.02)
    assert room.seats["germany"] == "officer" and asked[0] == "officer" and set(asked[1:]) == {"cadet"}
    assert first is None or not first.is_alive()
