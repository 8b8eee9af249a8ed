"""A server that is killed loses nothing that it has acknowledged."""

from __future__ import annotations

import time
from pathlib import Path

import sandtable
from tests.server.host import running


def test_killed_in_the_middle_of_a_phase_and_nothing_is_lost(tmp_path: Path) -> None:
    with running(tmp_path) as host:
        play = host.client().new()
        play.do({"kind": "research", "dice": 1}, {"kind": "purchase", "units": {"infantry": 6}})
        play.change("order", units=play.units("caucasus", "infantry"), to="ukraine_ssr")
        play.change("order", units=play.units("russia", "armour"), to="ukraine_ssr")
        acknowledged, record = play.now, play.record()
        cookies = dict(play.client.http.cookies)
        host.kill()
    with running(tmp_path) as host:
        client = host.client()
        client.http.cookies.clear()
        client.http.cookies.update(cookies)  # a browser that was open all the time
        play = client.open(acknowledged["id"])
        assert play.now == acknowledged and play.record() == record
        play.change("undo")
        assert len(play.now["moves"]) == 1
        play.end()
        in_battle = play.now
        assert in_battle["battle"]
        host.kill()
    with running(tmp_path) as host:
        client = host.client()
        play = client.open(acknowledged["id"])
        assert play.now == in_battle
        while play.now["battle"]:
            play.change("auto")
        assert play.now["phase"] == "noncombat_move"
        sandtable.replay(sandtable.loads(play.record()))


def test_killed_while_the_computer_plays_and_it_plays_on(tmp_path: Path) -> None:
    powers = ("ussr", "germany", "uk", "japan", "usa")
    with running(tmp_path) as host:
        play = host.client().new("1942", seats=dict.fromkeys(powers, "random"))
        while play.refresh()["version"] < 30:
            time.sleep(0.01)
        host.kill()
    with running(tmp_path) as host:
        client = host.client()
        (listed,) = client.get("/api/games")
        assert listed["entries"] >= 30
        play = client.open(listed["id"])
        version = play.now["version"]
        assert version >= listed["entries"]
        while play.refresh()["version"] < version + 10:
            time.sleep(0.01)
        sandtable.replay(sandtable.loads(play.record()))
