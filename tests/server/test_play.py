"""Playing over the interface: decisions, orders, refusals, undo, battles, seats."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import sandtable
from tests.server.host import Client, Play

BATTLE = {
    "power": "germany",
    "phase": "combat_move",
    "units": {
        "germany": {"germany": {"infantry": 3, "armour": 2}},
        "eastern_europe": {"germany": {"infantry": 4}},
        "ukraine_ssr": {"ussr": {"infantry": 2, "armour": 1}},
        "russia": {"ussr": {"infantry": 1, "factory": 1}},
    },
    "owners": {"ukraine_ssr": "ussr"},
}


def battle(client: Client, dice: list[int], **seats: str) -> Play:
    """Four German infantry and two armour against two infantry and an armour in the Ukraine, before the battle."""
    play = client.new(position=BATTLE, dice=dice, seats=seats)
    play.change("order", units=play.units("eastern_europe"), to="ukraine_ssr")
    play.change("order", units=play.units("germany", "armour"), to="ukraine_ssr")
    return play


def test_the_first_turn_of_the_soviet_union(client: Client) -> None:
    play = client.new()
    assert play.decision["kind"] == "research" and play.decision["default"] == {"kind": "research", "dice": 0}
    play.do(play.decision["default"])
    assert play.decision["about"]["money"] == 24 and play.decision["about"]["prices"]["infantry"] == 3
    play.do({"kind": "purchase", "units": {"infantry": 8}})
    assert play.now["phase"] == "combat_move" and play.now["pool"] == {"infantry": 8}
    play.change("order", units=play.units("caucasus", "infantry"), to="ukraine_ssr")
    mark = play.now["battles"][0]
    assert mark["space"] == "ukraine_ssr" and mark["kind"] == "land" and mark["defenders"]["germany"]["infantry"] == 3
    assert play.now["moves"][0]["route"] == ["caucasus", "ukraine_ssr"]
    play.end()
    while play.now["battle"]:
        assert play.now["battle"]["space"] == "ukraine_ssr" and play.now["battle"]["lines"]
        play.change("auto")
    assert play.now["phase"] == "noncombat_move"
    play.end()
    assert {place["space"] for place in play.decision["places"]["infantry"]} == {"russia", "karelia_ssr"}
    play.change("auto", finish=True)
    assert (
        play.now["power"] == "germany" and play.now["powers"]["ussr"]["money"] == 24 and play.now["viewer"] == "germany"
    )


def test_an_old_version_changes_nothing_and_brings_the_present(client: Client) -> None:
    play = client.new()
    play.do({"kind": "research", "dice": 0})
    requests: dict[str, dict[str, Any]] = {
        "actions": {"actions": [{"kind": "purchase", "units": {}}]},
        "undo": {},
        "auto": {},
        "reach": {"units": []},
        "order": {"units": [], "to": "russia"},
        "resolve": {},
        "odds": {"space": "russia"},
    }
    for what, body in requests.items():
        answer = play.post(what, version=0, **body)
        assert answer.status_code == 409, what
        problem = answer.json()
        assert problem["code"] == "stale" and problem["snapshot"]["version"] == 1 and problem["text"]["de"]
    assert play.refresh()["version"] == 1


def test_of_several_who_answer_at_once_one_is_heard(client: Client) -> None:
    play = client.new()
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: play.post("actions", actions=[{"kind": "research", "dice": 0}]), range(8)))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
    assert play.refresh()["version"] == 1


def test_refusals_name_the_rule_its_title_and_the_reason_in_both_languages(client: Client) -> None:
    play = client.new()
    play.do({"kind": "research", "dice": 0})
    answer = play.post("actions", actions=[{"kind": "purchase", "units": {"infantry": 9}}])
    assert answer.status_code == 422
    problem = answer.json()
    assert problem["code"] == "refused" and problem["rule"] == "CL-BUY-01" and problem["topic"] == "buy.no_money"
    assert "27" in problem["text"]["en"] and "27" in problem["text"]["de"] and problem["title"]["de"]
    assert client.get(f"/api/catalogue/classic/rules/{problem['rule']}")["title"] == problem["title"]


def test_an_illegal_drag_says_why_and_changes_nothing(client: Client) -> None:
    play = client.new(position=BATTLE)
    infantry = play.units("germany", "infantry")
    for to, topic in {"russia": "move.too_far.land", "baltic_sea_zone": "move", "eastern_europe": "move"}.items():
        answer = play.post("order", units=infantry, to=to)
        assert answer.status_code == 422 and answer.json()["topic"].startswith(topic), answer.json()
        assert answer.json()["rule"].startswith("CL-") and answer.json()["text"]["de"]
    foreign = play.post("order", units=play.units("ukraine_ssr"), to="russia").json()
    assert foreign["topic"] == "unit.not_yours"
    assert play.post("order", units=["infantry999"], to="russia").json()["topic"] == "unit.unknown"
    assert play.post("order", units=infantry, to="atlantis").json()["topic"] == "space.unknown"
    assert play.refresh()["version"] == 0


@pytest.mark.parametrize(
    "action",
    [{}, {"kind": "fly"}, {"kind": "move"}, {"kind": "move", "units": "x", "route": 5}, {"kind": "end_phase", "x": 1}],
)
def test_malformed_actions_are_refused(client: Client, action: dict[str, Any]) -> None:
    play = client.new(position=BATTLE)
    answer = play.post("actions", actions=[action])
    assert answer.status_code == 422 and answer.json()["topic"] == "action.malformed"
    assert play.refresh()["version"] == 0


def test_several_actions_are_done_together_or_not_at_all(client: Client) -> None:
    play = client.new(position=BATTLE)
    infantry = play.units("eastern_europe")
    good = {"kind": "move", "units": infantry[:1], "route": ["eastern_europe", "ukraine_ssr"]}
    bad = {"kind": "move", "units": infantry[:1], "route": ["eastern_europe", "ukraine_ssr"]}
    assert play.post("actions", actions=[good, bad]).status_code == 422
    assert play.refresh()["version"] == 0
    assert play.post("actions", actions=[]).status_code == 422


def test_actions_may_answer_one_question_after_the_other(client: Client) -> None:
    play = client.new()
    play.do({"kind": "research", "dice": 0}, {"kind": "purchase", "units": {"infantry": 1}})
    assert play.now["phase"] == "combat_move" and play.now["pool"] == {"infantry": 1}


def test_a_mixed_party_goes_to_one_target(client: Client) -> None:
    play = client.new()
    play.do({"kind": "research", "dice": 0}, {"kind": "purchase", "units": {}})
    party = [i for i in play.units("karelia_ssr") if play.now["units"][i]["kind"] in ("infantry", "armour", "fighter")]
    reach = play.post("reach", units=party).json()
    there = next(d["choices"][0] for d in reach["destinations"] if d["space"] == "ukraine_ssr")
    assert there["complete"] and set(there["units"]) == set(party) and len(there["actions"]) == 2
    play.change("order", units=party, to="ukraine_ssr")
    assert play.now["battles"][0]["attackers"] == {"infantry": 3, "armour": 1, "fighter": 1}


def test_a_look_before_an_order(client: Client) -> None:
    play = client.new(position=BATTLE)
    armour = play.units("germany", "armour")
    answer = play.post("order", units=armour, to="ukraine_ssr", dry=True).json()
    assert answer["snapshot"] is None and answer["way"]["manner"] == "attack" and answer["way"]["battle"]
    reach = play.post("reach", units=armour).json()
    there = next(d for d in reach["destinations"] if d["space"] == "ukraine_ssr")
    assert there["choices"][0] == answer["way"] and there["choices"][0]["complete"]
    play.do(*there["choices"][0]["actions"])
    assert set(play.units("ukraine_ssr", "armour", "germany")) == set(armour)
    stuck = play.post("reach", units=armour).json()
    assert stuck["destinations"] == [] and stuck["why"]["rule"] and stuck["why"]["text"]["de"]


def test_undo_takes_back_one_order_or_all(client: Client) -> None:
    play = client.new(position=BATTLE)
    for unit in play.units("eastern_europe"):
        play.change("order", units=[unit], to="ukraine_ssr")
    assert play.now["undo"] == {"can": True, "count": 4} and len(play.now["moves"]) == 4
    play.change("undo")
    assert play.now["undo"]["count"] == 3 and len(play.now["moves"]) == 3
    play.change("undo", all=True)
    assert play.now["undo"] == {"can": False, "count": 0} and play.now["moves"] == [] and play.now["battles"] == []
    assert play.post("undo").json()["topic"] == "undo.nothing"


def test_a_battle_step_by_step_with_losses_picked_by_hand(client: Client) -> None:
    play = battle(client, [6, 6, 6, 6, 1, 1, 1, 6, 6])
    play.end()
    assert play.decision["kind"] == "choose_casualties" and play.decision["power"] == "ussr"
    assert play.now["viewer"] == "ussr" and play.decision["about"]["hits"] == 2
    tank = play.units("ukraine_ssr", "armour", "ussr")
    foot = play.units("ukraine_ssr", "infantry", "ussr")
    assert set(play.decision["default"]["units"]) == set(foot)
    wrong = play.post("actions", actions=[{"kind": "choose_casualties", "units": foot[:1]}])
    assert wrong.status_code == 422 and wrong.json()["rule"].startswith("CL-")
    play.do({"kind": "choose_casualties", "units": [*tank, foot[0]]})
    now = play.now["battle"]
    assert next(line["event"]["dice"] for line in now["lines"] if line["kind"] == "dice_rolled") == [6, 6, 6, 6]
    assert play.decision["power"] == "germany" and play.decision["kind"] == "choose_casualties"
    assert now["attackers"][0] == {
        "power": "germany",
        "kind": "infantry",
        "ids": play.units("ukraine_ssr", "infantry", "germany"),
        "hit": [],
        "damage": {},
        "value": 1,
        "dice": 1,
    }
    play.change("auto")
    assert play.decision["kind"] == "retreat" and play.decision["default"] == {"kind": "fight_on"}
    texts = [choice["text"]["en"] for choice in play.decision["choices"]]
    assert texts == ["Fight on", "Retreat to Eastern Europe"]
    play.do({"kind": "retreat", "space": "eastern_europe"})
    assert play.now["phase"] == "noncombat_move" and len(play.units("eastern_europe")) == 5


def test_a_battle_at_one_click(client: Client) -> None:
    play = battle(client, [1, 1, 6, 6, 1, 6, 1, 1, 6])
    play.end()
    assert play.now["battle"]["round"] == 1
    play.change("resolve", losses={"order": ["armour"]})
    assert play.now["phase"] == "noncombat_move" and play.now["battle"] is None and play.now["autopilot"] is None
    left = [play.now["units"][ident]["kind"] for ident in play.units("ukraine_ssr")]
    assert left == ["infantry"] * 4  # both armour were named first
    assert play.post("resolve").status_code == 422


def test_a_battle_at_one_click_is_broken_off_after_the_rounds_wanted(client: Client) -> None:
    play = battle(client, [6] * 9)
    play.end()
    play.change("resolve", retreat={"after": 1})
    assert play.now["phase"] == "noncombat_move" and len(play.units("eastern_europe")) == 6
    assert play.post("resolve", losses={"order": ["tank"]}).status_code == 422


def test_a_battle_at_one_click_goes_on_by_itself_against_a_computer(client: Client) -> None:
    round_with_one_hit = [1, 6, 6, 6, 6, 6]
    dice = [*round_with_one_hit, 6, 6, 6, *round_with_one_hit, 6, 6, *round_with_one_hit, 6]
    play = battle(client, dice, ussr="random")
    play.end()
    assert play.now["waiting"] == [{"power": "ussr", "kind": "choose_casualties", "computer": True}]
    play.until_asked()
    assert play.decision["kind"] == "retreat"
    play.change("resolve")
    play.until_asked()
    assert play.now["phase"] == "noncombat_move" and len(play.units("ukraine_ssr", power="germany")) == 6


def test_all_battles_of_a_turn_at_one_click(client: Client) -> None:
    units = {
        "germany": {"germany": {"bomber": 1}},
        "eastern_europe": {"germany": {"infantry": 6}},
        "ukraine_ssr": {"ussr": {"infantry": 1}},
        "karelia_ssr": {"ussr": {"infantry": 1, "factory": 1}},
    }
    place = {"power": "germany", "phase": "combat_move", "units": units, "owners": {"ukraine_ssr": "ussr"}}
    play = client.new(position=place)
    foot = play.units("eastern_europe")
    play.change("order", units=foot[:3], to="ukraine_ssr")
    play.change("order", units=foot[3:], to="karelia_ssr")
    play.change("order", units=play.units("germany"), to="karelia_ssr", manner="raid")
    play.end()
    assert play.decision["kind"] == "next_battle"
    play.change("resolve", all=True)
    assert play.now["phase"] == "noncombat_move" and play.now["battles"] == []
    ended = client.get(f"{play.path}/log", kinds="battle_ended")["lines"]
    assert {line["space"] for line in ended} == {"ukraine_ssr", "karelia_ssr"} and len(ended) == 3


def test_standing_orders_answer_and_can_be_withdrawn(client: Client) -> None:
    play = battle(client, [6, 6, 6, 6, 1, 1, 1, 6, 6, 6])
    order = {"policy": "loss_order", "order": ["armour"], "keep_land": False}
    play.change("orders", power="ussr", kind="choose_casualties", policy=order)
    assert play.now["orders"] == {"ussr": {"choose_casualties": order}}
    play.end()
    assert not play.units("ukraine_ssr", "armour", "ussr") or play.now["battle"]["defenders"][1]["hit"]
    play.change("orders", power="ussr", kind="choose_casualties", policy=None)
    assert play.now["orders"] == {}
    assert play.post("orders", power="ussr", kind="choose_casualties", policy={"policy": "nonsense"}).status_code == 422


def test_a_computers_seat_is_not_played_from_here(client: Client) -> None:
    play = client.new(seats={"ussr": "random"}, position={"power": "germany", "phase": "purchase"})
    assert play.now["viewer"] == "germany" and "ussr" not in play.now["own"]
    for answer in (
        client.http.get(play.path, params={"as": "ussr"}),
        play.post("actions", actions=[{"kind": "resign"}], power="ussr"),
        play.post("orders", power="ussr", kind="retreat", policy=None),
    ):
        assert answer.status_code == 403 and "Soviet Union" in answer.json()["text"]["en"]
    assert client.get(play.path, **{"as": "uk"})["viewer"] == "uk"
    assert client.get(play.path, **{"as": "uk"})["decisions"] == []


def test_standing_orders_do_not_play_whole_turns(client: Client) -> None:
    """With such orders for every power the game would go on without end before anybody is asked again."""
    play = client.new()
    idle = {"policy": "fixed", "action": {"kind": "end_phase"}}
    for kind in ("research", "purchase", "combat_move", "noncombat_move", "placement"):
        answer = play.post("orders", power="ussr", kind=kind, policy=idle)
        assert answer.status_code == 422 and "turn" in answer.json()["text"]["en"], answer.text
    assert play.refresh()["orders"] == {} and play.now["version"] == 0
    game = sandtable.new_game("classic")
    game.delegate("ussr", "combat_move", game.rules.policies.read(idle))
    answer = client.http.post("/api/games/import", content=game.record().dumps().encode())
    assert answer.status_code == 422 and "by themselves" in answer.json()["text"]["en"], answer.text


def test_nobody_looks_at_the_dice_and_thinks_again(client: Client) -> None:
    """[fight on, nonsense] would tell what the next round brings, and one could still retreat."""
    units = {"ukraine_ssr": {"germany": {"armour": 3}}, "caucasus": {"ussr": {"infantry": 3}}}
    place = {"power": "germany", "phase": "combat_move", "units": units}
    for nonsense in ({"kind": "choose_casualties", "units": ["nobody"]}, {"kind": "retreat", "space": "nowhere"}):
        play = client.new(position=place, dice=[6] * 12 + [1] * 12)
        play.change("order", units=play.units("ukraine_ssr"), to="caucasus")
        play.end()
        assert play.decision["kind"] == "retreat"
        version = play.now["version"]
        play.do({"kind": "fight_on"}, nonsense)
        assert play.now["version"] == version + 1 and play.now["battle"]["round"] == 2
        assert play.post("actions", actions=[{"kind": "fight_on"}, {"kind": "no_action"}]).status_code == 422
        assert play.refresh()["version"] == version + 1


def test_resigning_ends_the_game_together_with_computer_allies(client: Client) -> None:
    play = client.new(seats={"japan": "random"})
    play.do({"kind": "resign"}, power="germany")
    assert play.now["outcome"]["winner"] == "allies" and play.now["decisions"] == []
    answer = play.post("auto")
    assert answer.status_code == 422 and answer.json()["rule"] == "GAME-OVER"
    listed = next(game for game in client.get("/api/games") if game["id"] == play.id)
    assert listed["over"] and listed["winner"] == "allies"


def test_who_can_come_to_a_space(client: Client) -> None:
    play = client.new(position=BATTLE)
    found = client.get(f"{play.path}/reaching/ukraine_ssr")
    assert {(who["kind"], who["start"], len(who["ids"])) for who in found["now"]} == {
        ("infantry", "eastern_europe", 4),
        ("armour", "germany", 2),
    }
    threats = client.get(f"{play.path}/reaching/eastern_europe")["threats"]
    assert {(who["power"], who["kind"]) for who in threats} == {("ussr", "infantry"), ("ussr", "armour")}
    held = client.get(f"{play.path}/reaching/ukraine_ssr")["threats"]
    assert held == []  # its holders do not attack it
    assert client.http.get(f"{play.path}/reaching/atlantis").status_code == 404


def test_transports_are_found_for_land_units(client: Client) -> None:
    sea = {
        "north_sea_zone": {"uk": {"transport": 2}},
        "united_kingdom": {"uk": {"infantry": 3, "armour": 1}},
        "finland_norway": {"germany": {"infantry": 1}},
    }
    play = client.new(position={"power": "uk", "phase": "combat_move", "units": sea})
    zone = next(u["space"] for u in play.now["units"].values() if u["kind"] == "transport")
    foot = play.units("united_kingdom", "infantry")
    answer = play.post("order", units=foot, to="finland_norway")
    assert answer.status_code == 200, answer.text
    way = answer.json()["way"]
    assert way["manner"] == "landing" and len(way["via"]) == 2 and way["complete"]
    play.refresh()
    assert play.now["battles"][0]["landing"] and play.now["battles"][0]["attackers"] == {"infantry": 3}
    assert zone in way["route"] or way["route"][0] == "united_kingdom"
    too_much = play.post("order", units=play.units("united_kingdom", "armour"), to="finland_norway")
    assert too_much.status_code == 422


def test_1942_undefended_land_is_marked_as_such_until_it_is_taken(client: Client) -> None:
    """It is called like a battle, but it is none: while it is planned and while it is called."""
    units = {
        "germany": {"germany": {"infantry": 2}},
        "eastern_europe": {"germany": {"infantry": 1}},
        "russia": {"ussr": {"infantry": 1}},
    }
    owners = {"eastern_europe": "germany", "western_europe": "uk", "ukraine_ssr": "ussr"}
    position = {"power": "germany", "phase": "combat_move", "units": units, "owners": owners}
    play = client.new("1942", position=position)
    play.change("order", units=play.units("germany")[:1], to="western_europe")
    play.change("order", units=play.units("eastern_europe"), to="ukraine_ssr")
    marks = {mark["space"]: mark["kind"] for mark in play.now["battles"]}
    assert marks == {"western_europe": "walk_in", "ukraine_ssr": "walk_in"}
    play.end()
    assert play.decision["kind"] == "next_battle"
    assert {mark["space"]: mark["kind"] for mark in play.now["battles"]} == marks
    play.do({"kind": "next_battle", "space": "western_europe"})
    assert play.now["spaces"]["western_europe"]["owner"] == "germany"
    assert "western_europe" not in {mark["space"] for mark in play.now["battles"]}
