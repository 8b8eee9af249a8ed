"""Looking back: log, timeline, former positions, charts, luck."""

from __future__ import annotations

import pytest

from tests.server.host import Client, Play
from tests.server.test_play import battle


@pytest.fixture
def fought(client: Client) -> Play:
    """A battle that Germany has won with luck."""
    play = battle(client, [1, 1, 6, 6, 1, 6, 6, 6, 6])
    play.end()
    play.change("resolve")
    return play


def test_the_log_tells_everything_in_both_languages_and_can_be_filtered(client: Client, fought: Play) -> None:
    log = client.get(f"{fought.path}/log")
    kinds = [line["kind"] for line in log["lines"]]
    assert log["total"] == len(kinds) and {"units_moved", "dice_rolled", "units_lost", "captured"} <= set(kinds)
    assert all(line["text"]["en"] and line["text"]["de"] for line in log["lines"])
    dice = client.get(f"{fought.path}/log", kinds="dice_rolled,units_lost")["lines"]
    assert {line["kind"] for line in dice} == {"dice_rolled", "units_lost"}
    assert dice[0]["event"]["needed"] == [1, 1, 1, 1] and dice[0]["space"] == "ukraine_ssr"
    ussr = client.get(f"{fought.path}/log", power="ussr")["lines"]
    assert ussr and all(line["power"] == "ussr" for line in ussr)
    assert client.get(f"{fought.path}/log", space="germany")["lines"][0]["kind"] == "units_moved"
    assert client.get(f"{fought.path}/log", round=9)["total"] == 0
    newest = client.get(f"{fought.path}/log", limit=2)
    assert newest["lines"] == log["lines"][-2:] and newest["total"] == log["total"]
    entry = log["lines"][-1]["entry"]
    assert client.get(f"{fought.path}/log", after=entry - 1)["lines"] == [
        line for line in log["lines"] if line["entry"] >= entry
    ]


def test_every_former_position_can_be_looked_at(client: Client, fought: Play) -> None:
    version = fought.now["version"]
    start = client.get(f"{fought.path}/at/0")
    assert start["entry"] == 0 and start["version"] == version and start["decisions"] == [] and start["moves"] == []
    assert len([u for u in start["units"].values() if u["space"] == "eastern_europe"]) == 4
    moved = client.get(f"{fought.path}/at/2")
    assert moved["phase"] == "combat_move" and len(moved["moves"]) == 2 and len(moved["battles"]) == 1
    last = client.get(f"{fought.path}/at/{version}")
    assert last["units"] == fought.now["units"] and last["spaces"] == fought.now["spaces"]
    for entry in (version + 1, -1, 10**9):
        assert client.http.get(f"{fought.path}/at/{entry}").status_code == 404
    assert fought.refresh()["version"] == version


def test_the_timeline_says_where_phases_begin(client: Client, fought: Play) -> None:
    marks = client.get(f"{fought.path}/timeline")
    assert [mark["phase"] for mark in marks] == ["combat_move", "combat", "noncombat_move"]
    assert {mark["power"] for mark in marks} == {"germany"}
    combat = client.get(f"{fought.path}/at/{marks[1]['entry']}")
    assert combat["phase"] == "combat"


def test_luck_is_hits_rolled_against_hits_to_be_expected(client: Client, fought: Play) -> None:
    charts = client.get(f"{fought.path}/charts")
    luck = charts["luck"]
    assert luck["germany"]["rolled"] == 6 and luck["germany"]["hits"] == 3
    assert luck["germany"]["expected"] == pytest.approx(4 / 6 + 2 * 3 / 6, abs=0.001)
    assert luck["germany"]["swing"] == pytest.approx(3 - 10 / 6, abs=0.001)
    assert luck["ussr"]["hits"] == 0 and luck["ussr"]["swing"] < 0
    fortune = charts["fortune"]
    assert fortune["axis"]["actual"] == 11 and fortune["axis"]["swing"] > 0 and fortune["allies"]["actual"] == 0


def test_charts_have_figures_for_every_round(client: Client) -> None:
    powers = ("ussr", "germany", "uk", "japan", "usa")
    play = client.new("1942", seats=dict.fromkeys(powers[1:], "random"))
    while play.now["round"] < 3:
        play.change("auto", finish=True)
        play.until_asked()
    charts = client.get(f"{play.path}/charts")
    assert [figures["round"] for figures in charts["rounds"]] == [1, 2, 3, 3]
    first = charts["rounds"][0]["powers"]
    assert set(first) == set(powers) and first["ussr"]["production"] == 24 and first["ussr"]["luck"] == 0
    last = charts["rounds"][-1]["powers"]["ussr"]
    now = play.now["powers"]["ussr"]
    assert last["value"] == now["value"] and last["territories"] == now["territories"]
