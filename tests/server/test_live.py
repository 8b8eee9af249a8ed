"""The WebSocket: everything that happens is told, step by step, and computer players play on."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from litestar import Litestar
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import ClientConnection, connect

from sandtable.ai.tuning import tuning
from sandtable.server import live, wire
from sandtable.server.app import create_app
from sandtable.server.guard import Guard
from sandtable.server.run import host_names, open_port
from tests.server.host import PATIENCE, Client, Play


@contextmanager
def listening(play: Play, viewer: str = "", since: int | None = None) -> Iterator[ClientConnection]:
    client = play.client
    cookie = "; ".join(f"{name}={value}" for name, value in client.http.cookies.items())
    address = client.address.replace("http", "ws") + f"{play.path}/live"
    address += f"?as={viewer}" if viewer else f"?since={since}" if since is not None else ""
    with connect(address, additional_headers={"Cookie": cookie}, max_size=None) as socket:
        assert hear(socket)["type"] == "hello"
        yield socket


def hear(socket: ClientConnection) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(socket.recv(timeout=PATIENCE))
    return message


def hear_until(socket: ClientConnection, kind: str) -> list[dict[str, Any]]:
    heard: list[dict[str, Any]] = []
    while not heard or heard[-1]["type"] != kind:
        heard.append(hear(socket))
    return heard


def played_back(snapshot: dict[str, Any], steps: list[dict[str, Any]]) -> dict[str, Any]:
    """The snapshot after some steps, as a client works it out."""
    now = {**snapshot, "spaces": dict(snapshot["spaces"]), "units": dict(snapshot["units"])}
    for step in steps:
        for part in ("spaces", "units"):
            for key, value in step[part].items():
                now[part].pop(key, None)
                if value is not None:
                    now[part][key] = value
        now |= {key: step[key] for key in ("powers", "sides", "round", "power", "phase", "version")}
    return now


def test_every_action_is_told_with_what_it_changed(client: Client) -> None:
    play = client.new()
    before = play.now
    with listening(play, "uk") as socket:
        play.do({"kind": "research", "dice": 0})
        play.do({"kind": "purchase", "units": {"infantry": 8}})
        play.change("order", units=play.units("caucasus", "infantry"), to="ukraine_ssr")
        steps = [hear(socket) for _ in range(3)]
    assert [step["version"] for step in steps] == [1, 2, 3] and {step["by"] for step in steps} == {"person"}
    assert "infantry" in steps[1]["lines"][0]["text"]["en"] + steps[1]["lines"][1]["text"]["en"]
    assert "Infanterie" in str(steps[1]["lines"])
    moved = [unit for unit in steps[2]["units"].values() if unit["space"] == "ukraine_ssr"]
    assert len(moved) == len(steps[2]["units"])
    after = played_back(before, steps)
    now = client.get(play.path, **{"as": "uk"})
    for part in ("spaces", "units", "powers", "sides", "phase", "version"):
        assert after[part] == now[part], part


def test_undo_says_how_many_lines_no_longer_hold(client: Client) -> None:
    play = client.new()
    play.do({"kind": "research", "dice": 0}, {"kind": "purchase", "units": {}})
    play.change("order", units=play.units("caucasus", "infantry"), to="ukraine_ssr")
    before = client.get(f"{play.path}/log")["total"]
    with listening(play) as socket:
        play.change("undo")
        step = hear(socket)
    assert step["undone"] == 1 and client.get(f"{play.path}/log")["total"] == before - 1


@pytest.mark.parametrize("game", ["classic", "1942"])
def test_computer_players_play_on_and_their_steps_add_up(client: Client, game: str) -> None:
    others = {"germany": "random", "japan": "random", "uk": "random", "usa": "random"}
    play = client.new(game, seats=others)
    while play.now["power"] == "ussr" and play.decision["kind"] != "placement":
        play.change("auto")
    before = play.now
    with listening(play, "ussr") as socket:
        play.change("auto", finish=True)
        heard = hear_until(socket, "ready")
        while not play.refresh()["decisions"]:
            heard += hear_until(socket, "ready")  # one of their battles asked us, and was answered
    steps = [message for message in heard if message["type"] == "step"]
    versions = [step["version"] for step in steps]
    assert versions == list(range(before["version"] + 1, versions[-1] + 1))
    assert {"computer", "person"} == {step["by"] for step in steps}
    thinking = [message for message in heard if message["type"] == "thinking"]
    assert thinking[0]["power"] == "germany" and thinking[0]["level"] == "random"
    now = client.get(f"{play.path}/at/{versions[-1]}", **{"as": "ussr"})
    after = played_back(before, steps)
    assert after["units"] == now["units"] and after["spaces"] == now["spaces"] and after["sides"] == now["sides"]


def test_a_computer_player_that_moves_first_can_be_played_back(client: Client) -> None:
    """The answer to a new game is the position before it moves; whoever listens since then hears everything."""
    play = client.new("1942", seats={"ussr": "random"})
    before = play.now
    assert before["version"] == 0 and before["power"] == "ussr"
    with listening(play) as socket:
        while not play.refresh()["decisions"]:
            hear_until(socket, "ready")
    with listening(play, since=0) as socket:
        steps = hear_until(socket, "ready")[:-1]
    assert [step["version"] for step in steps] == list(range(1, play.now["version"] + 1))
    assert steps[0]["by"] == "computer" and steps[0]["lines"]
    after = played_back(before, steps)
    for part in ("spaces", "units", "sides", "phase", "power", "version"):
        assert after[part] == play.now[part], part


def test_what_was_taken_back_is_told_again_as_it_was(client: Client) -> None:
    play = client.new()
    before = play.now
    with listening(play) as socket:
        play.do({"kind": "research", "dice": 0}, {"kind": "purchase", "units": {}})
        play.change("order", units=play.units("caucasus", "infantry"), to="ukraine_ssr")
        play.change("undo")
        play.change("order", units=play.units("caucasus", "infantry")[:1], to="ukraine_ssr")
        then = [hear(socket) for _ in range(5)]
    with listening(play, since=before["version"]) as socket:
        assert hear_until(socket, "ready")[:-1] == then
    with listening(play, since=99) as socket:  # nobody knows the future
        play.change("undo")
        assert hear(socket)["version"] == 6


def test_a_game_of_computer_players_only_can_be_watched(client: Client) -> None:
    play = client.new(seats=dict.fromkeys(("ussr", "germany", "uk", "japan", "usa"), "random"))
    with listening(play) as socket:
        steps = [message for message in (hear(socket) for _ in range(60)) if message["type"] == "step"]
    assert len(steps) > 20 and play.refresh()["own"] == []
    client.http.delete(play.path)
    assert client.http.get(play.path).status_code == 404


def test_nobody_waits_while_a_computer_player_thinks(client: Client) -> None:
    """The strongest player takes seconds for a turn; a game beside it is played meanwhile."""
    place = {"power": "germany", "phase": "purchase"}
    slow = client.new(position=place, seats={"germany": "general"})
    beside = client.new()
    beside.do({"kind": "research", "dice": 0}, {"kind": "purchase", "units": {"infantry": 8}})
    beside.change("order", units=beside.units("caucasus", "infantry"), to="ukraine_ssr")
    now = slow.refresh()
    assert (
        now["thinking"].items() >= {"power": "germany", "level": "general", "budget": tuning("general").budget}.items()
    )
    assert now["thinking"]["elapsed"] >= 0 and now["phase"] != "income"
    taken = client.http.patch(slow.path, json={"seats": {"germany": "person"}}).json()
    assert "germany" in taken["own"] and taken["decisions"]


def test_a_seat_can_change_hands_in_the_middle_of_the_game(client: Client) -> None:
    play = client.new()
    with listening(play) as socket:
        client.http.patch(play.path, json={"seats": {"ussr": "random"}})
        heard = hear_until(socket, "ready")
    assert heard[0]["type"] == "changed" and heard[0]["seats"]["ussr"] == "random"
    play.until_asked()
    assert play.now["power"] != "ussr" or play.decision["power"] != "ussr"
    client.http.patch(play.path, json={"seats": {"ussr": "person"}})
    assert "ussr" in play.refresh()["own"]


def test_a_listener_for_somebody_elses_seat_is_turned_away(client: Client) -> None:
    play = client.new(seats={"japan": "random"})
    cookie = "; ".join(f"{name}={value}" for name, value in client.http.cookies.items())
    address = client.address.replace("http", "ws") + f"{play.path}/live?as=japan"
    with connect(address, additional_headers={"Cookie": cookie}) as socket, pytest.raises(ConnectionClosedError) as end:
        socket.recv(timeout=10)
    assert end.value.rcvd is not None and "Japan is not played" in end.value.rcvd.reason


@pytest.mark.parametrize(("game", "level"), [("classic", "cadet"), ("1942", "officer")])
def test_players_with_a_plan_say_what_they_are_up_to(client: Client, game: str, level: str) -> None:
    play = client.new(game, seats={"germany": level})
    while play.now["power"] == "ussr":
        play.change("auto", finish=True)
    play.until_asked()
    assert client.http.post(f"{play.path}/hurry").status_code == 204
    while play.now["power"] == "germany":
        play.change("auto")
        play.until_asked()
    plan = play.now["powers"]["germany"]["plan"]
    assert plan["en"] and plan["de"] and play.now["powers"]["uk"]["plan"] == {}
    told = client.get(f"{play.path}/log", power="germany")["lines"]
    assert {"units_moved", "units_placed"} <= {line["kind"] for line in told}


def test_a_listener_that_reads_nothing_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that was put to sleep must not keep a game's messages and the game itself in memory."""
    monkeypatch.setattr(live, "SLOWEST", 0.2)
    listener = open_port(0)
    address = listener.getsockname()
    app = create_app(tmp_path, host_names(address[1]))
    assert isinstance(app, Guard) and isinstance(app.app, Litestar)
    room = app.app.state.rooms.create(wire.NewGame(game="classic"))
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", ws="websockets-sansio"))
    serving = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    serving.start()
    cookie = f"{app.store.cookie}={app.store.new_session()}"
    head = (f"GET /api/games/{room.id}/live HTTP/1.1", f"Host: 127.0.0.1:{address[1]}", f"Cookie: {cookie}")
    upgrade = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13")
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
    until = time.monotonic() + PATIENCE
    with socket.create_connection(address) as asleep:
        asleep.sendall("\r\n".join((*head, *upgrade, key, "", "")).encode())
        while not room.listeners and time.monotonic() < until:
            time.sleep(0.01)
        assert room.listeners
        while room.listeners and time.monotonic() < until:
            room.tell(wire.Trouble(text={"en": "x" * 500_000}))
            time.sleep(0.02)
        assert not room.listeners
    server.should_exit = True
    serving.join(PATIENCE)
    assert not serving.is_alive()
