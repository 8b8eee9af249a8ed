"""Records that come and go: committed dice, and what a record of a running game gives away."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.core.dice import CommittedDice
from sandtable.core.record import Record
from sandtable.core.registry import register, unregister
from sandtable.server import playing, wire
from sandtable.server import room as one_room
from sandtable.server import rooms as all_rooms
from sandtable.server.computers import Computers
from sandtable.server.errors import RequestProblem
from sandtable.server.room import Listener
from sandtable.server.rooms import Rooms
from sandtable.server.store import Store
from sandtable.warfare.actions import EndPhase, Purchase, Research, Resign
from tests.server.host import Client
from tests.server.test_games import sealed
from tests.server.test_views import Fog

SECRET = "a secret that is long enough"
FUTURE = "seed-that-tells-the-future"


def committed(*, over: bool) -> Any:
    """A game with committed dice, in which some were rolled."""
    game = sandtable.new_game("classic", dice=CommittedDice(SECRET))
    for action in (Research(2), Purchase({"infantry": 4}), EndPhase(), EndPhase()):
        game.apply(action)
    if over:
        for power in ("ussr", "uk", "usa"):
            if game.outcome is None:
                game.apply(Resign(), power)
    return game


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture
def rooms(tmp_path: Path) -> Iterator[Rooms]:
    found = Rooms(Store(tmp_path), Computers())
    yield found
    found.close()
    found.computers.close()
    found.store.close()


@pytest.fixture
def accounts(monkeypatch: pytest.MonkeyPatch) -> dict[str, tuple[str, ...]]:
    """A server with accounts: which seats each session plays."""
    seats: dict[str, tuple[str, ...]] = {}

    def own(session: str, persons: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(power for power in seats[session] if power in persons)

    monkeypatch.setattr(one_room, "own_seats", own)
    monkeypatch.setattr(all_rooms, "own_seats", own)
    return seats


# Committed dice


def test_a_finished_game_with_committed_dice_is_proved_kept_and_handed_on(client: Client) -> None:
    game = committed(over=True)
    answer = client.http.post("/api/games/import", content=game.record().dumps().encode())
    assert answer.status_code == 201, answer.text
    play = client.open(answer.json()["id"])
    assert play.now["outcome"]["winner"] == "axis" and play.now["watch"] == {}
    again = sandtable.loads(play.record())
    assert again == game.record() and again.end is not None and again.end.reveal == {"seed": SECRET}
    assert sandtable.replay(again).digest() == game.digest()


@pytest.mark.parametrize(
    ("part", "value", "word"),
    [
        ("reveal", {"seed": "another secret"}, "committed"),
        ("reveal", {"seed": 5}, "seed"),
        ("commitment", "0" * 64, "committed"),
        ("commitment", 7, "seed"),
        ("dice", [6, 6], "seed"),
    ],
)
def test_dice_that_are_not_those_committed_to_are_noticed(client: Client, part: str, value: object, word: str) -> None:
    forged = lines(committed(over=True).record().dumps())
    rolled = next(line for line in forged if "dice" in line and "n" in line)
    if part == "reveal":
        forged[-1]["end"]["reveal"] = value
    elif part == "commitment":
        forged[0]["dice"]["commitment"] = value
    else:
        rolled["dice"] = [die % 6 + 1 for die in rolled["dice"]]
    answer = client.http.post("/api/games/import", content=sealed(forged))
    assert answer.status_code == 422 and answer.json()["code"] == "bad_record", answer.text
    assert word in answer.json()["text"]["en"] and answer.json()["text"]["de"]


def test_a_running_game_without_its_secret_can_be_watched(client: Client) -> None:
    game = committed(over=False)
    text = game.record().dumps()
    assert SECRET not in text
    answer = client.http.post("/api/games/import", content=text.encode())
    assert answer.status_code == 201, answer.text
    play = client.open(answer.json()["id"])
    assert "nur ansehen" in play.now["watch"]["de"] and "watched" in play.now["watch"]["en"]
    assert play.now["decisions"] == [] and play.now["own"] == [] and play.now["version"] == game.length
    assert client.get(f"{play.path}/at/2", **{"as": "germany"})["phase"] == "combat_move"
    assert client.get(f"{play.path}/charts")["rounds"] and client.get(f"{play.path}/log")["total"]
    assert client.get(f"{play.path}/odds") == []
    for what, body in (
        ("actions", {"actions": [{"kind": "end_phase"}]}),
        ("auto", {"finish": True}),
        ("undo", {}),
        ("reach", {"units": []}),
        ("resolve", {}),
    ):
        refused = play.post(what, **body)
        assert refused.status_code == 403 and "watched" in refused.json()["text"]["en"], what
    assert play.post("actions", actions=[{"kind": "resign"}], power="ussr").status_code == 403
    assert client.http.patch(play.path, json={"seats": {"ussr": "random"}}).status_code == 403
    assert client.http.patch(play.path, json={"name": "To look at"}).json()["name"] == "To look at"
    assert play.record() == text


def test_whoever_watches_hears_why_nobody_plays(rooms: Rooms) -> None:
    room = rooms.import_record(committed(over=False).record().dumps().encode(), "")
    heard: list[bytes] = []
    room.listen(Listener("ussr", heard.append))
    assert b"watched" in heard[0]
    room.runner.wake()
    assert room.runner._thread is None


def test_a_running_game_whose_secret_comes_along_goes_on_with_the_same_dice(rooms: Rooms) -> None:
    game = committed(over=False)
    record = sandtable.loads(game.record().dumps())
    assert record.end is not None
    told = Record(
        record.header, record.entries, type(record.end)(record.end.entries, record.end.digest, {"seed": SECRET})
    )
    room = rooms.import_record(told.dumps().encode(), "")
    other = committed(over=False)
    while room.game.state.phase != "research":
        playing.auto(room, room.seat(""), wire.Auto(version=room.game.length))
    playing.do(room, room.seat(""), wire.Do(version=room.game.length, actions=[{"kind": "research", "dice": 3}]))
    for entry in room.game.entries(other.length):
        other.play_entry(entry)  # with the dice of the committed seed
    assert len(room.game.entries()[-1].dice) >= 3 and other.entries() == room.game.entries()
    again = rooms._open_again(rooms._saved(room.id))
    assert again.game.digest() == room.game.digest() and not again.only_to_watch
    _, exported = rooms.record(room.id, "")
    assert exported.end is not None and exported.end.reveal == {"seed": SECRET}


# What a record gives away


def test_on_ones_own_machine_a_record_holds_everything(client: Client) -> None:
    play = client.new(seed=FUTURE, seats={"germany": "random"})
    assert FUTURE in play.record()


@pytest.mark.parametrize("dice", [None, [1, 2, 3, 4, 5, 6]])
def test_a_player_among_others_cannot_read_the_future(
    rooms: Rooms, accounts: dict[str, tuple[str, ...]], dice: list[int] | None
) -> None:
    accounts.update(anna=("ussr", "uk", "usa"), bert=("germany", "japan"), carl=())
    room = rooms.create(wire.NewGame(game="classic", seed=FUTURE, dice=dice))
    playing.do(room, room.seat("anna"), wire.Do(version=0, actions=[{"kind": "research", "dice": 2}]))
    for session in ("anna", "bert", "carl"):
        _, record = rooms.record(room.id, session)
        assert FUTURE not in record.dumps()
        again = sandtable.replay(sandtable.loads(record.dumps()))
        assert again.digest() == room.game.digest()
        if dice is None:
            assert record.header.dice == CommittedDice(FUTURE).describe()
        else:
            assert record.header.dice == {"source": "scripted", "values": [1, 2]}
    accounts.update(anna=room.people)
    assert rooms.record(room.id, "anna")[1].header == room.game.header
    accounts.update(anna=("ussr", "uk", "usa"))
    for power in ("ussr", "uk", "usa"):
        if room.game.outcome is None:
            playing.do(
                room,
                room.seat("anna"),
                wire.Do(version=room.game.length, actions=[{"kind": "resign"}], power=power),
            )
    assert rooms.record(room.id, "bert")[1].header == room.game.header  # it is over: everything is open


def test_seeds_that_nobody_wished_cannot_be_guessed_from_the_dice(rooms: Rooms) -> None:
    seeds = {rooms.create(wire.NewGame(game="classic")).game.header.dice["seed"] for _ in range(3)}
    assert len(seeds) == 3 and all(isinstance(seed, str) and len(seed) == 32 for seed in seeds)


def test_a_record_with_secrets_is_kept_until_the_game_is_over(
    rooms: Rooms, accounts: dict[str, tuple[str, ...]]
) -> None:
    register(Fog())
    try:
        accounts.update(anna=("ussr", "uk", "usa"), bert=("germany", "japan"))
        room = rooms.create(wire.NewGame(game="fog", seating=[["ussr", "uk", "usa"], ["germany", "japan"]]))
        with pytest.raises(RequestProblem) as refused:
            rooms.record(room.id, "bert")
        assert refused.value.status == 403 and "over" in refused.value.problem.text["en"]
    finally:
        unregister("fog")


# Who watches as whom


def test_somebody_whose_seat_was_handed_on_no_longer_hears_what_it_sees(
    rooms: Rooms, accounts: dict[str, tuple[str, ...]]
) -> None:
    accounts.update(anna=("ussr", "uk"), bert=("germany",), carl=("japan", "usa"))
    room = rooms.create(wire.NewGame(game="classic"))
    gone: list[str] = []
    anna = Listener("ussr", lambda data: None, "anna", lambda: gone.append("anna"))
    bert = Listener("germany", lambda data: None, "bert", lambda: gone.append("bert"))
    for listener in (anna, bert):
        room.listen(listener)
    rooms.change(room.id, wire.GameChange(seats={"ussr": "random"}))
    assert anna.viewer == "uk" and anna in room.listeners and gone == []
    rooms.change(room.id, wire.GameChange(seats={"germany": "random"}))
    assert gone == ["bert"] and room.listeners == [anna]
    with pytest.raises(RequestProblem) as refused:
        room.seat("bert")
    assert refused.value.status == 403


def test_plans_are_for_friends_until_the_attacks_are_declared(rooms: Rooms) -> None:
    place = {"power": "germany", "phase": "purchase"}
    room = rooms.create(wire.NewGame(game="classic", position=place))
    room.seats = {**room.all_seats(), "germany": "general", "ussr": "general"}
    room.plans = {"germany": {"en": "Moscow"}, "ussr": {"en": "Berlin"}}

    def heard(viewer: str, phase: str, turn: str = "germany") -> set[str]:
        state = room.game.state.copy()
        state.power, state.phase = turn, phase
        return set(room.open_plans(state, viewer))

    assert heard("japan", "purchase") == {"germany", "ussr"}  # what the Soviet Union did is over
    assert heard("uk", "purchase") == heard("uk", "combat_move") == {"ussr"}
    assert heard("uk", "combat") == heard("uk", "research", "japan") == {"germany", "ussr"}
    assert heard("japan", "purchase", "ussr") == {"germany"}
    room.seats = {**room.seats, "uk": "general", "usa": "general"}  # nobody plays against Germany any more
    assert heard("usa", "purchase") == {"germany", "ussr"}
    assert room.snapshot(room.seat("", "japan")).powers["germany"].plan == {"en": "Moscow"}
