"""Games that are opened, changed, closed and deleted by several at once, and games of other versions."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

import sandtable
from sandtable.server import playing, wire
from sandtable.server import rooms as all_rooms
from sandtable.server.computers import Computers, PlayerFailed
from sandtable.server.errors import RequestProblem
from sandtable.server.resolve import Autopilot
from sandtable.server.room import Listener, Room
from sandtable.server.rooms import Rooms
from sandtable.server.store import FILE, Store, Summary
from tests.server.host import PATIENCE, running


@pytest.fixture
def rooms(tmp_path: Path) -> Iterator[Rooms]:
    found = Rooms(Store(tmp_path), Computers())
    yield found
    found.close()
    found.computers.close()
    found.store.close()


def test_a_game_in_use_is_not_closed_under_somebodys_hands(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two rooms of one game would go on from different pasts."""
    monkeypatch.setattr(all_rooms, "MOST_OPEN", 1)
    first = rooms.create(wire.NewGame(game="classic"))
    rooms.create(wire.NewGame(game="classic"))
    assert rooms.room(first.id) is first
    monkeypatch.setattr(all_rooms, "IN_USE", -1.0)
    rooms.create(wire.NewGame(game="classic"))
    again = rooms.room(first.id)
    assert again is not first and again.game.digest() == first.game.digest()


def test_a_game_that_is_being_opened_does_not_hold_up_the_others(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    opening, may_go_on = threading.Event(), threading.Event()

    def slow(saved: object) -> Room:
        opening.set()
        assert may_go_on.wait(PATIENCE)
        raise RequestProblem(404, "not_found", "no_game")

    game = rooms.create(wire.NewGame(game="classic"))
    slow_one = next(str(number) for number in range(1000) if rooms._door(str(number)) is not rooms._door(game.id))
    monkeypatch.setattr(rooms, "_saved", lambda ident: ident)
    monkeypatch.setattr(rooms, "_open_again", slow)

    def open_slowly() -> None:
        with pytest.raises(RequestProblem):
            rooms.room(slow_one)

    other = threading.Thread(target=open_slowly)
    other.start()
    assert opening.wait(PATIENCE)
    assert rooms.room(game.id) is game and rooms.open_game(game.id) == "classic" and rooms.open_game(slow_one) == ""
    may_go_on.set()
    other.join()


def test_a_name_and_a_seat_changed_at_once_both_hold(rooms: Rooms) -> None:
    room = rooms.create(wire.NewGame(game="classic"))
    for number in range(20):
        wishes = [
            wire.GameChange(name=f"War {number}"),
            wire.GameChange(seats={"japan": ("person", "random")[number % 2]}),
        ]
        together = [threading.Thread(target=rooms.change, args=(room.id, wish)) for wish in wishes]
        for thread in together:
            thread.start()
        for thread in together:
            thread.join()
        (saved,) = rooms.store.list()
        assert (saved.name, saved.seats["japan"]) == (f"War {number}", ("person", "random")[number % 2])
        assert (room.name, room.seats) == (saved.name, saved.seats)


def test_whoever_still_holds_a_deleted_game_is_told_that_it_is_gone(rooms: Rooms) -> None:
    room = rooms.create(wire.NewGame(game="classic"))
    heard: list[bytes] = []
    room.listen(Listener("ussr", heard.append))
    rooms.delete(room.id)
    assert b"does not exist" in heard[-1]
    with pytest.raises(RequestProblem) as refused:
        playing.auto(room, room.seat(""), wire.Auto(version=room.game.length))
    assert refused.value.status == 404
    with pytest.raises(RequestProblem) as refused:
        room.change("New", room.all_seats())
    assert refused.value.status == 404


def test_listeners_leave_while_somebody_is_at_work(rooms: Rooms) -> None:
    """Leaving happens on the event loop, which must never wait for a game."""
    room = rooms.create(wire.NewGame(game="classic"))
    listener = Listener("ussr", lambda data: None)
    room.listen(listener)
    left = threading.Thread(target=room.leave, args=(listener,), daemon=True)
    with room.lock:
        left.start()
        left.join(PATIENCE)
        assert not left.is_alive() and room.listeners == []
    room.leave(listener)


def test_what_is_saved_is_done_even_if_a_listener_cannot_be_told(rooms: Rooms) -> None:
    room = rooms.create(wire.NewGame(game="classic"))

    def refuse(data: bytes) -> None:
        raise OSError("the line is dead")

    room.listen(Listener("ussr", refuse))
    actions: list[dict[str, Any]] = [{"kind": "research", "dice": 0}, {"kind": "purchase", "units": {"infantry": 8}}]
    shown = playing.do(room, room.seat(""), wire.Do(version=0, actions=actions))
    assert shown.version == 2 and shown.phase == "combat_move"
    again = rooms._open_again(rooms._saved(room.id))
    assert [line.event for line in room.chronicle.lines] == [line.event for line in again.chronicle.lines]


def test_seats_dealt_anew_end_the_battle_at_one_click(rooms: Rooms) -> None:
    room = rooms.create(wire.NewGame(game="classic"))
    room.autopilot = Autopilot("ukraine_ssr", wire.Resolve(version=0), room.people)
    rooms.change(room.id, wire.GameChange(name="Still the same people"))
    assert room.autopilot is not None
    rooms.change(room.id, wire.GameChange(seats={"germany": "random"}))
    assert room.autopilot is None


def test_a_player_that_failed_is_not_asked_again_by_whoever_looks(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client fetches the game after `ready`; that must not make it fail and be ready again for ever."""
    asked: Queue[str] = Queue()

    def fail(room: str, *rest: object) -> None:
        asked.put(room)
        raise PlayerFailed("no idea")

    monkeypatch.setattr(rooms.computers, "decide", fail)
    room = rooms.create(wire.NewGame(game="classic"))
    heard: Queue[bytes] = Queue()
    room.listen(Listener("ussr", heard.put))
    rooms.change(room.id, wire.GameChange(seats={"ussr": "random"}))
    while b'"ready"' not in heard.get(timeout=PATIENCE):
        pass
    room.runner.wake(again=False)
    assert room.runner._thread is None and asked.qsize() == 1
    room.runner.wake()  # somebody comes to the table anew
    while b'"ready"' not in heard.get(timeout=PATIENCE):
        pass
    assert asked.qsize() == 2


def test_players_learn_nothing_about_the_dice(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: Queue[tuple[object, ...]] = Queue()

    def note(*question: object) -> None:
        asked.put(question)
        raise PlayerFailed("enough")

    monkeypatch.setattr(rooms.computers, "decide", note)
    rooms.create(wire.NewGame(game="classic", seed="secret-dice", seats={"ussr": "random"})).runner.wake()
    *_, seed, _ = asked.get(timeout=PATIENCE)
    assert isinstance(seed, str) and "secret-dice" not in seed


def test_a_game_of_other_rules_is_explained_can_be_exported_and_does_not_hide_the_rest(tmp_path: Path) -> None:
    with running(tmp_path) as host:
        client = host.client()
        kept, refused, unknown = client.new(name="Kept"), client.new(name="Old"), client.new(name="Newer")
        for play in (refused, unknown):
            play.do({"kind": "research", "dice": 1}, {"kind": "purchase", "units": {"infantry": 5}})
        host.kill()
    db = sqlite3.connect(tmp_path / FILE)
    db.execute("UPDATE entries SET entry = replace(entry, ':5', ':500') WHERE game = ? AND n = 2", (refused.id,))
    db.execute("UPDATE games SET header = replace(header, 'classic', 'marbles') WHERE id = ?", (unknown.id,))
    db.commit()
    db.close()
    with running(tmp_path) as host:
        client = host.client()
        listed = {game["name"]: game for game in client.get("/api/games")}
        assert set(listed) == {"Kept", "Old", "Newer"} and listed["Newer"]["title"]["de"] == "marbles"
        assert client.open(kept.id).now["version"] == 0
        for play, name in ((refused, "Old"), (unknown, "Newer")):
            answer = client.http.get(play.path)
            assert answer.status_code == 422 and answer.json()["code"] == "bad_record"
            assert name in answer.json()["text"]["en"] and "exported" in answer.json()["text"]["en"]
            assert client.http.post(f"{play.path}/undo", json={"version": 2}).status_code == 422
            text = client.http.get(f"{play.path}/record").text
            assert len(sandtable.loads(text, recover=True).entries) == 2 and json.loads(text.splitlines()[0])["game"]
            assert client.http.delete(play.path).status_code == 204


OLD_RECORD = Path(__file__).parents[1] / "spring1942" / "records" / "version1.jsonl"


def test_a_saved_game_of_the_first_version_opens(tmp_path: Path) -> None:
    """Its header does not say its version; losses that were not asked for then are not asked for now."""
    record = sandtable.load(OLD_RECORD)
    seats = {"ussr": wire.PERSON, **dict.fromkeys(("germany", "uk", "japan", "usa"), "random")}
    store = Store(tmp_path)
    saved = store.create("old", record.header, seats, record.entries, Summary(), {})
    store.close()
    db = sqlite3.connect(tmp_path / FILE)
    ((header,),) = db.execute("SELECT header FROM games").fetchall()
    old = json.loads(header)
    assert old.pop("version") == 1
    db.execute("UPDATE games SET header = ?", (json.dumps(old),))
    db.commit()
    db.close()
    found = Rooms(Store(tmp_path), Computers())
    try:
        room = found.room(saved.id)
        assert record.end is not None and room.game.digest() == record.end.digest
        assert room.past.game_at(3, room.game).decision == sandtable.replay(record, entries=3).decision
        assert room.game.record().dumps() == OLD_RECORD.read_text()
    finally:
        found.close()
        found.computers.close()
        found.store.close()


def test_a_record_of_the_first_version_is_imported(tmp_path: Path) -> None:
    with running(tmp_path) as host:
        client = host.client()
        answer = client.http.post("/api/games/import", content=OLD_RECORD.read_bytes())
        assert answer.status_code == 201, answer.text
        play = client.open(answer.json()["id"])
        assert play.now["phase"] == "noncombat_move"
        assert sandtable.loads(play.record()).header.version == 1
        host.kill()
    with running(tmp_path) as host:
        assert host.client().open(answer.json()["id"]).now["phase"] == "noncombat_move"
