"""Odds of planned and pending battles are those of the exact solver, for the very units that are sent."""

from __future__ import annotations

import pytest

from sandtable import odds
from tests.server.host import Client
from tests.server.test_play import BATTLE, battle


def test_a_planned_attack_and_what_if(client: Client) -> None:
    play = client.new(position=BATTLE)
    space = "ukraine_ssr"
    none = play.post("odds", space=space).json()
    assert none["kind"] == "none" and none["attackers"] == {} and none["win"] == 0
    foot, tanks = play.units("eastern_europe"), play.units("germany", "armour")
    alone = play.post("odds", space=space, add=foot).json()
    exact = odds.battle("classic", "4 infantry", "2 infantry, 1 armour")
    assert alone["method"] == "exact" and alone["win"] == pytest.approx(exact.win) and alone["kind"] == "land"
    play.change("order", units=foot, to=space)
    more = play.post("odds", space=space, add=tanks).json()
    exact = odds.battle("classic", "4 infantry, 2 armour", "2 infantry, 1 armour")
    for figure in ("win", "lose", "both", "take", "attacker_loss", "defender_loss", "rounds"):
        assert more[figure] == pytest.approx(getattr(exact, figure)), figure
    assert more["attackers"] == {"infantry": 4, "armour": 2} and more["survivors"][0]["chance"] <= 1
    less = play.post("odds", space=space, add=tanks, remove=foot[:2]).json()
    assert less["attackers"] == {"infantry": 2, "armour": 2} and less["win"] < more["win"]
    (planned,) = client.get(f"{play.path}/odds")
    assert planned["space"] == space and planned["win"] == pytest.approx(alone["win"])


def test_losses_and_retreats_can_be_chosen(client: Client) -> None:
    play = battle(client, [])
    keep = play.post("odds", space="ukraine_ssr", attack_losses="armour, infantry", retreat="after 1").json()
    exact = odds.battle(
        "classic", "4 infantry, 2 armour", "2 infantry, 1 armour", attack_losses="armour, infantry", retreat="after 1"
    )
    assert keep["retreat"] == pytest.approx(exact.retreat) and keep["win"] == pytest.approx(exact.win)
    assert "sometimes" in play.post("odds", space="ukraine_ssr", retreat="sometimes").json()["note"]
    assert play.post("odds", space="atlantis").status_code == 404
    assert play.post("odds", space="ukraine_ssr", add=["infantry999"]).status_code == 404


def test_a_battle_that_is_being_fought(client: Client) -> None:
    play = battle(client, [6, 6, 6, 6, 1, 6, 6, 6, 6])
    play.end()
    play.change("auto")
    assert play.decision["kind"] == "retreat"
    (now,) = client.get(f"{play.path}/odds")
    assert now["defenders"] == {"ussr": {"infantry": 1, "armour": 1}}
    exact = odds.battle("classic", "4 infantry, 2 armour", "1 infantry, 1 armour")
    assert now["win"] == pytest.approx(exact.win)


def test_landings_with_bombardment_guns_and_raids(client: Client) -> None:
    units = {
        "north_sea_zone": {"uk": {"transport": 2, "battleship": 1}},
        "united_kingdom": {"uk": {"infantry": 4, "bomber": 2}},
        "finland_norway": {"germany": {"infantry": 2, "aa_gun": 1}},
        "germany": {"germany": {"factory": 1, "aa_gun": 1}},
    }
    play = client.new(position={"power": "uk", "phase": "combat_move", "units": units, "money": {"germany": 9}})
    play.change("order", units=play.units("united_kingdom", "infantry"), to="finland_norway")
    play.change("order", units=play.units("north_sea_zone", "battleship"), to="finland_norway")
    bombers = play.units("united_kingdom", "bomber")
    planned = play.post("odds", space="finland_norway", add=bombers[:1]).json()
    exact = odds.battle("classic", "4 infantry, 1 bomber, 1 battleship", "2 infantry", gun=True, amphibious=True)
    assert planned["attackers"] == {"infantry": 4, "bomber": 1, "battleship": 1}
    assert planned["win"] == pytest.approx(exact.win) and planned["take"] == pytest.approx(exact.take)
    play.change("order", units=bombers, to="germany", manner="raid")
    raid = next(entry for entry in client.get(f"{play.path}/odds") if entry["kind"] == "raid")
    assert raid["expected_damage"] == pytest.approx(odds.raid("classic", 2, gun=True, money=9).expected_damage)
    assert max(int(points) for points in raid["damage"]) == 9


def test_1942_artillery(client: Client) -> None:
    units = {"germany": {"germany": {"infantry": 2, "artillery": 2}}, "western_europe": {"uk": {"infantry": 2}}}
    place = {"power": "germany", "phase": "combat_move", "units": units, "owners": {"western_europe": "uk"}}
    play = client.new("1942", position=place)
    answer = play.post("odds", space="western_europe", add=play.units("germany")).json()
    exact = odds.battle("1942", "2 infantry, 2 artillery", "2 infantry")
    assert answer["method"] == "exact" and answer["win"] == pytest.approx(exact.win)
