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
    note = play.post("odds", space="ukraine_ssr", retreat="sometimes").json()["note"]
    assert "policy 'sometimes'" in note["en"] and "Unbekannte Rückzugsregel 'sometimes'" in note["de"]
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


def test_hits_that_are_still_to_be_taken_count(client: Client) -> None:
    """While somebody chooses losses the odds are those of the units that will be left, the cheapest lost."""
    play = battle(client, [1, 1, 6, 6, 6, 6, 6, 6, 6, 6])
    play.end()
    assert play.decision["kind"] == "choose_casualties" and play.decision["about"]["hits"] == 2
    (now,) = client.get(f"{play.path}/odds")
    assert now["attackers"] == {"infantry": 4, "armour": 2} and now["defenders"] == {"ussr": {"armour": 1}}
    exact = odds.battle("classic", "4 infantry, 2 armour", "1 armour")
    assert now["win"] == pytest.approx(exact.win)


def test_1942_open_hits_of_the_attacker(client: Client) -> None:
    units = {
        "germany": {"germany": {"infantry": 3, "artillery": 1, "armour": 2}},
        "western_europe": {"uk": {"infantry": 3}},
    }
    place = {"power": "germany", "phase": "combat_move", "units": units, "owners": {"western_europe": "uk"}}
    play = client.new("1942", position=place, dice=[6, 6, 6, 6, 6, 6, 1, 1, 6])
    play.change("order", units=play.units("germany"), to="western_europe")
    play.end()
    assert play.decision["power"] == "germany" and play.decision["kind"] == "choose_casualties"
    (now,) = client.get(f"{play.path}/odds")
    assert now["attackers"] == {"infantry": 1, "artillery": 1, "armour": 2}
    exact = odds.battle("1942", "1 infantry, 1 artillery, 2 armour", "3 infantry")
    assert now["win"] == pytest.approx(exact.win)


def test_1942_a_damaged_battleship_counts_as_one(client: Client) -> None:
    """After a round in which it was hit once, the next hit sinks it."""
    units = {"sz_5": {"germany": {"cruiser": 2}}, "sz_6": {"uk": {"battleship": 1}}}
    place = {"power": "germany", "phase": "combat_move", "units": units}
    play = client.new("1942", position=place, dice=[1, 6, 6])
    play.change("order", units=play.units("sz_5"), to="sz_6")
    play.end()
    assert play.decision["kind"] == "retreat"
    (now,) = client.get(f"{play.path}/odds")
    exact = odds.battle("1942", "2 cruiser", "1 damaged battleship")
    assert now["win"] == pytest.approx(exact.win) and exact.win > odds.battle("1942", "2 cruiser", "1 battleship").win


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


def test_1942_an_attack_from_the_sea_and_overland(client: Client) -> None:
    """Who landed fights on when the others leave; only they let ships bombard; the same once the battle has begun."""
    units = {
        "sz_3": {"ussr": {"transport": {"cargo": {"ussr": {"infantry": 1}}}, "cruiser": 2}},
        "karelia_ssr": {"ussr": {"infantry": 2, "armour": 1}},
        "norway": {"germany": {"infantry": 3}},
    }
    place = {
        "power": "ussr",
        "phase": "combat_move",
        "units": units,
        "owners": {"norway": "germany", "karelia_ssr": "ussr"},
    }
    play = client.new("1942", position=place, dice=[6] * 40)
    play.change("order", units=play.units("sz_3", "infantry"), to="norway")
    play.change("order", units=play.units("sz_3", "cruiser"), to="norway")
    tanks = play.units("karelia_ssr")
    answer = play.post("odds", space="norway", add=tanks, retreat="after 1").json()
    forces = ("3 infantry, 1 armour, 2 cruiser", "3 infantry")
    exact = odds.battle("1942", *forces, overland="2 infantry, 1 armour", retreat="after 1")
    assert answer["attackers"] == {"infantry": 3, "armour": 1, "cruiser": 2}
    assert "not all ships may bombard" in answer["note"]["en"] and answer["note"]["de"].endswith("1 Kreuzer")
    for figure in ("win", "lose", "retreat", "take", "attacker_loss", "defender_loss", "rounds"):
        assert answer[figure] == pytest.approx(getattr(exact, figure)), figure
    assert exact.retreat > 0 and exact.lose > 0
    play.change("order", units=tanks, to="norway")
    again = play.post("odds", space="norway", retreat="after 1").json()
    assert again["win"] == pytest.approx(exact.win) and again["retreat"] == pytest.approx(exact.retreat)
    play.end()
    while play.decision["kind"] != "retreat":
        play.change("auto")
    now = play.post("odds", space="norway", retreat="after 1").json()
    fought = odds.battle(
        "1942",
        "3 infantry, 1 armour",
        "3 infantry",
        amphibious=True,
        overland="2 infantry, 1 armour",
        retreat="after 1",
    )
    assert now["retreat"] == pytest.approx(fought.retreat) and now["win"] == pytest.approx(fought.win)


def test_1942_a_raid_on_a_damaged_factory(client: Client) -> None:
    """Damage stops at twice the value of the territory; escorts come along."""
    units = {
        "united_kingdom": {"uk": {"bomber": 3, "fighter": 1}},
        "western_europe": {"germany": {"factory": {"damage": 9}, "aa_gun": 1}},
    }
    place = {"power": "uk", "phase": "combat_move", "units": units, "owners": {"western_europe": "germany"}}
    play = client.new("1942", position=place, options={"escorts_and_interceptors": True})
    raiders = [*play.units("united_kingdom", "bomber"), *play.units("united_kingdom", "fighter")]
    answer = play.post("odds", space="western_europe", add=raiders, raid=True).json()
    option = {"escorts_and_interceptors": True}
    exact = odds.raid("1942", 3, option, value=6, damaged=9, escorts=1)
    assert max(int(points) for points in answer["damage"]) == 3
    assert answer["expected_damage"] == pytest.approx(exact.expected_damage)
    assert answer["attacker_loss"] == pytest.approx(12 * exact.expected_lost + 10 / 6)


def test_ships_do_not_bombard_where_nobody_lands(client: Client) -> None:
    """Without the landing, or with units that come overland instead, the ships stay out of it."""
    units = {
        "sz_3": {"ussr": {"transport": {"cargo": {"ussr": {"infantry": 1}}}, "cruiser": 2}},
        "karelia_ssr": {"ussr": {"infantry": 2}},
        "norway": {"germany": {"infantry": 2}},
    }
    owners = {"norway": "germany", "karelia_ssr": "ussr"}
    place = {"power": "ussr", "phase": "combat_move", "units": units, "owners": owners}
    play = client.new("1942", position=place)
    landed, ships, foot = (
        play.units("sz_3", "infantry"),
        play.units("sz_3", "cruiser"),
        play.units("karelia_ssr", "infantry"),
    )
    play.change("order", units=landed, to="norway")
    play.change("order", units=ships, to="norway")
    overland = play.post("odds", space="norway", add=foot, remove=landed).json()
    assert overland["attackers"] == {"infantry": 2} and overland["note"] == {}
    assert overland["win"] == pytest.approx(odds.battle("1942", "2 infantry", "2 infantry").win)
    nobody = play.post("odds", space="norway", remove=landed).json()
    assert nobody["kind"] == "none" and nobody["attackers"] == {}
    again = play.post("odds", space="norway", add=foot, remove=ships[:1]).json()
    assert again["attackers"] == {"infantry": 3, "cruiser": 1}
