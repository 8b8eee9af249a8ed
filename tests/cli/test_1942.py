"""The 1942 edition at the terminal: a turn by hand, and the decisions that only this edition asks for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.games.spring1942.rules import Rules1942
from tests.cli.terminal import Printed, actions, command, play, save_position

BALTIC = {
    "germany": {"germany": {"factory": {"damage": 5}, "infantry": 2}},
    "sz_5": {"germany": {"battleship": 1, "cruiser": 1, "transport": 1}, "uk": {"submarine": 1}},
    "karelia_ssr": {"ussr": {"infantry": 2}},
    "sz_8": {"germany": {"submarine": 2}},
    "sz_7": {"uk": {"cruiser": 1}},
}
DICE = [1, 2, 6, 6, 1]
"""Bombardment; one round in Karelia; the submarine's strike."""

ENGLISH = (
    "repair 3 germany",
    "buy 2 inf 1 sub",
    "land 2 inf from germany in karelia",
    "bombard 1 bb karelia",
    "bombard 1 ca karelia",
    "move 2 sub sz 8 sz 7",
    "end",
    "ignore",
    "bombard 1 bb 1 ca",
    "submerge 1",
    "end",
    "place 1 sub sz 5",
    "place all",
    "end",
)

GERMAN = (
    "repariere 3 deutschland",
    "kaufe 2 inf 1 ub",
    "lande 2 inf von deutschland in karelien",
    "beschieße 1 bb karelien",
    "beschieße 1 kreuzer karelien",
    "ziehe 2 ub sz 8 sz 7",
    "ende",
    "ignoriere",
    "beschieße 1 bb 1 kreuzer",
    "tauche 1",
    "ende",
    "stelle 1 ub sz 5",
    "stelle alles",
    "ende",
)


def position(tmp_path: Path, dice: list[int], power: str, phase: str, units: dict[str, Any], **more: Any) -> Path:
    """A saved position of the 1942 edition."""
    return save_position(tmp_path / "game.jsonl", dice, "1942", power=power, phase=phase, units=units, **more)


def answered(file: Path, *lines: str, **how: str) -> tuple[dict[str, Any], Printed]:
    """The last action after typing these lines, and what was printed."""
    printed = play(file, *lines, **how)
    assert printed.code == 0, printed.err
    return actions(file)[-1], printed


@pytest.mark.parametrize(("lang", "lines"), [("en", ENGLISH), ("de", GERMAN)])
def test_a_whole_turn_by_hand(tmp_path: Path, lang: str, lines: tuple[str, ...]) -> None:
    """Repair, landing past an ignored submarine, bombardment, a strike while one boat dives, placement, income."""
    file = position(tmp_path, DICE, "germany", "purchase", BALTIC, money={"germany": 20})
    printed = play(file, *lines, lang=lang)
    assert not any(line.startswith(("✗", "?")) for line in printed.out.splitlines()), printed.out
    kinds = " ".join(action["kind"] for action in actions(file))
    assert kinds == (
        "purchase sail bombard bombard move end_phase declare_attack shell submerge end_phase place place end_phase"
    )
    game = sandtable.replay(sandtable.load(file))
    state = game.state
    assert game.decision is not None and (game.decision.power, state.phase) == ("uk", "purchase")
    assert state.owner["karelia_ssr"] == "germany" and state.money["germany"] == 20 - 3 - 12 + 42
    assert [unit.damage for unit in state.units_in("germany") if unit.kind == "factory"] == [2]
    assert sorted(unit.kind for unit in state.units_in("sz_7")) == ["submarine", "submarine"]
    assert sorted(unit.kind for unit in state.units_in("sz_5")) == sorted(
        ["battleship", "cruiser", "transport", "submarine", "submarine"]
    )


def test_repairs_are_checked_at_once_and_paid_with_the_purchase(tmp_path: Path) -> None:
    """Too many points are refused; a repair can be changed or forgotten; «end» pays for it without buying."""
    file = position(tmp_path, [], "germany", "purchase", BALTIC, money={"germany": 20})
    printed = play(
        file, "repair 6 germany", "repair germany", "repair 4 germany", "repair 0 germany", "repair all germany"
    )
    assert "S42-BUY-03" in printed.out and "for example repair 3 germany" in printed.out and not actions(file)
    action, _ = answered(file, "repair 2 germany", "end")
    assert action == {"kind": "purchase", "units": {}, "repairs": {"germany": 2}}


def test_the_rest_of_the_money_counts_repairs(tmp_path: Path) -> None:
    """«all inf» spends what the repairs leave."""
    file = position(tmp_path, [], "germany", "purchase", BALTIC, money={"germany": 20})
    action, _ = answered(file, "repair 5 germany", "buy all inf")
    assert action == {"kind": "purchase", "units": {"infantry": 5}, "repairs": {"germany": 5}}


def test_auto_repairs_what_it_needs(tmp_path: Path) -> None:
    """20 IPC and room for 5 of 10: one point of repair makes room for a sixth infantry."""
    file = position(tmp_path, [], "germany", "purchase", BALTIC, money={"germany": 20})
    action, _ = answered(file, "auto")
    assert action == {"kind": "purchase", "units": {"infantry": 6}, "repairs": {"germany": 1}}


WOLVES = {"sz_8": {"germany": {"submarine": 1, "destroyer": 1}, "uk": {"transport": 1, "submarine": 1}}}


@pytest.mark.parametrize("order", ["attack sz 8", "attack in sea zone 8", "greife sz_8 an"])
def test_ships_that_could_be_ignored_are_attacked(tmp_path: Path, order: str) -> None:
    """«attack sz 8» declares it; nothing is there to declare twice."""
    file = position(tmp_path, [6] * 20, "germany", "combat_move", WOLVES)
    action, printed = answered(file, order.removesuffix(" an"), "attack sz 8")
    assert action == {"kind": "declare_attack", "zone": "sz_8", "attack": True}
    assert "Germany  attacks the ships in Sea Zone 8." in printed.out and "S42-CMOVE-07" in printed.out


def test_attack_with_units_is_a_move(tmp_path: Path) -> None:
    """«attack 1 dd sz 8 sz 7»; without units or zone the terminal says what is missing."""
    file = position(tmp_path, [], "germany", "combat_move", WOLVES | {"sz_7": {"uk": {"cruiser": 1}}})
    action, printed = answered(file, "attack", "attack 1 dd sz 8 sz 7")
    assert action["kind"] == "move" and action["route"] == ["sz_8", "sz_7"] and "attack sz 5" in printed.out


@pytest.mark.parametrize(
    ("line", "diving"), [("", 0), ("strike", 0), ("submerge", 2), ("dive 1", 1), ("2", 2), ("auto", 0)]
)
def test_submarines_strike_or_submerge(tmp_path: Path, line: str, diving: int) -> None:
    """Enter strikes with all; a number says how many dive."""
    units = {"sz_8": {"germany": {"submarine": 2}}, "sz_7": {"uk": {"cruiser": 1}}}
    file = position(tmp_path, [6] * 9, "germany", "combat_move", units)
    play(file, "move 2 sub sz 8 sz 7", "end", line)
    dived = next(action for action in actions(file) if action["kind"] == "submerge")
    assert len(dived["submarines"]) == diving


LANDING = {
    "germany": {"germany": {"infantry": 2}},
    "sz_5": {"germany": {"battleship": 1, "cruiser": 2, "transport": 1}},
    "karelia_ssr": {"ussr": {"infantry": 4}},
}


@pytest.mark.parametrize(
    ("line", "ships"),
    [("", ["battleship", "cruiser"]), ("end", []), ("bombard 2 ca", ["cruiser", "cruiser"]), ("1", ["battleship"])],
)
def test_bombardment(tmp_path: Path, line: str, ships: list[str]) -> None:
    """As many ships as units land, the strongest first, unless the player says otherwise."""
    file = position(tmp_path, [1] * 30, "germany", "combat_move", LANDING)
    play(file, "land 2 inf from germany in karelia", "end", line)
    shell = next(action for action in actions(file) if action["kind"] == "shell")
    assert [ident.rstrip("0123456789") for ident in shell["ships"]] == ships


def test_too_many_ships_are_refused(tmp_path: Path) -> None:
    """Two units land: a third ship may not fire."""
    file = position(tmp_path, [6] * 30, "germany", "combat_move", LANDING)
    _, printed = answered(file, "land 2 inf from germany in karelia", "end", "bombard 1 bb 2 ca")
    assert "S42-AMPH-08" in printed.out


@pytest.mark.parametrize(
    ("line", "attack"), [("", False), ("no", False), ("fight", True), ("yes", True), ("attack", True)]
)
def test_fight_or_ignore(tmp_path: Path, line: str, attack: bool) -> None:
    """Before a landing the ships in the zone are ignored, or fought first."""
    file = position(tmp_path, [6] * 30, "germany", "combat_move", BALTIC)
    play(file, "land 2 inf from germany in karelia", "end", line)
    declared = next(action for action in actions(file) if action["kind"] == "declare_attack")
    assert declared["attack"] is attack


CONVOY = {"united_kingdom": {"uk": {"infantry": 1}}, "sz_2": {"usa": {"transport": 1}}}


@pytest.mark.parametrize(("line", "agree"), [("", True), ("yes", True), ("no", False), ("auto", True)])
def test_an_ally_is_asked_for_room(tmp_path: Path, line: str, agree: bool) -> None:
    """British infantry wants to board an American transport; the United States answers."""
    file = position(tmp_path, [], "uk", "noncombat_move", CONVOY)
    action, printed = answered(file, "load 1 inf uk", line)
    assert action == {"kind": "consent", "agree": agree}
    assert "United Kingdom asks for room" in printed.out and "1 infantry → transport, Sea Zone 2" in printed.out
    assert bool(sandtable.replay(sandtable.load(file)).state.units["infantry1"].aboard) is agree


MIXED = {
    "ukraine_ssr": {"germany": {"armour": 3}},
    "caucasus": {"ussr": {"infantry": 1, "artillery": 1}, "uk": {"infantry": 1, "fighter": 1}},
}


def test_defenders_agree_on_losses(tmp_path: Path) -> None:
    """Both are asked; the second sees what the first has named, and Enter agrees."""
    file = position(tmp_path, [1, 6, 6, 6, 6, 6, 6], "germany", "combat_move", MIXED)
    _, printed = answered(file, "move 3 arm ukraine caucasus", "end", "lose 1 art", "")
    chosen = [action["units"] for action in actions(file) if action["kind"] == "choose_casualties"]
    assert len(chosen) == 2 and chosen[0] == chosen[1] and chosen[0][0].startswith("artillery")
    assert "otherwise the attacker chooses" in printed.out and "names 1 artillery" in printed.out


def test_the_attacker_chooses_where_defenders_disagree(tmp_path: Path) -> None:
    """Different lists: Germany is asked, and Enter takes the dearest unit."""
    file = position(tmp_path, [1, 6, 6, 6, 6, 6, 6], "germany", "combat_move", MIXED)
    answered(file, "move 3 arm ukraine caucasus", "end", "lose 1 art", "lose 1 inf", "")
    chosen = [action["units"][0] for action in actions(file) if action["kind"] == "choose_casualties"]
    assert [ident.rstrip("0123456789") for ident in chosen] == ["artillery", "infantry", "fighter"]


RAID = {
    "united_kingdom": {"uk": {"bomber": 1}},
    "germany": {"germany": {"factory": 1, "fighter": 2}},
}


@pytest.mark.parametrize(
    ("line", "number"), [("", 0), ("end", 0), ("intercept 1 germany", 1), ("intercept all", 2), ("2", 2), ("auto", 0)]
)
def test_interceptors(tmp_path: Path, line: str, number: int) -> None:
    """With the option fighters rise against raiders; Enter keeps them on the ground."""
    options: dict[str, object] = {"escorts_and_interceptors": True}
    file = tmp_path / "game.jsonl"
    game = sandtable.setup("1942", options, dice=[6, 6, 6, 6], power="uk", phase="combat_move", units=RAID)
    game.record().save(file)
    printed = play(file, "raid 1 bmb uk germany", "end", line)
    chosen = next(action for action in actions(file) if action["kind"] == "intercept")
    assert sum(map(len, chosen["fighters"].values())) == number and "Germany: 2 fighters" in printed.out


def test_fighters_on_a_carrier_join(tmp_path: Path) -> None:
    """«join 1 ftr sz 37» where an enemy has placed a destroyer; the other fighter abstains."""
    units = {"sz_37": {"japan": {"carrier": {"cargo": {"japan": {"fighter": 2}}}}, "usa": {"destroyer": 1}}}
    file = position(tmp_path, [6] * 30, "japan", "combat_move", units)
    action, printed = answered(file, "join 1 ftr sz 5", "join 1 ftr sz 37")
    assert action["kind"] == "move" and action["route"] == ["sz_37"] and len(action["units"]) == 1
    assert "No fighter on a carrier is there." in printed.out


OCEAN = {
    "hawaiian_islands": {"usa": {"fighter": 1}},
    "sz_52": {"usa": {"carrier": 1}},
    "sz_50": {"japan": {"transport": 1}},
}
ADRIFT = {
    space.id: "japan"
    for space in Rules1942.board.spaces.values()
    if space.owner and space.id not in ("eastern_united_states", "russia", "united_kingdom")
}
"""No American land is left in the Pacific."""


@pytest.mark.parametrize(
    "line",
    ["pledge sz 52 to sz 51", "pledge sz 52 sz 51", "pledge 1 cv from sz 52 to sz 51", "pledge carrier to sz 51"],
)
def test_a_carrier_is_pledged(tmp_path: Path, line: str) -> None:
    """The fighter over SZ 50 may count on the carrier in SZ 51; `moves` shows what could be pledged."""
    file = position(tmp_path, [], "usa", "combat_move", OCEAN, owners=ADRIFT)
    action, printed = answered(file, "move 1 ftr hawaiian sz 50", "moves sz 52", line, "moves sz 51")
    assert action["kind"] == "pledge" and action["zone"] == "sz_51" and action["carrier"].startswith("carrier")
    assert "pledge to Sea Zone 51" in printed.out and "take back the pledge to Sea Zone 51" in printed.out
    assert "carrier pledged as a landing place in Sea Zone 51." in printed.out


@pytest.mark.parametrize(
    ("lang", "line", "back"),
    [
        ("en", "pledge sz 52 to sz 51", "pledge sz 52 back"),
        ("en", "pledge sz 52 > sz 51", "pledge off"),
        ("de", "verspreche sz 52 nach sz 51", "verspreche sz 51 zurück"),
    ],
)
def test_a_pledge_is_taken_back(tmp_path: Path, lang: str, line: str, back: str) -> None:
    """By the zone of the carrier or by that of the pledge; then there is nothing left to take back."""
    file = position(tmp_path, [], "usa", "combat_move", OCEAN, owners=ADRIFT)
    play(file, line, back, lang=lang)
    assert [(a["kind"], a["zone"]) for a in actions(file)] == [("pledge", "sz_51"), ("pledge", "")]
    assert "S42-AIR-11" in play(file, back, lang=lang).out


FLEET = {**OCEAN, "sz_52": {"usa": {"carrier": 2, "destroyer": 1}}}


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("pledge sz 52 to sz 51", 1),
        ("pledge 2 cv sz 52 to sz 51", 2),
        ("pledge all cv sz 52 to sz 51", 2),
        ("pledge all sz 52 to sz 51", 2),
        ("zusage 2 träger sz 52 nach sz 51", 2),
        ("pledge 3 cv sz 52 to sz 51", 0),
        ("pledge 1 dd sz 52 to sz 51", 0),
    ],
)
def test_as_many_carriers_are_pledged_as_are_named(tmp_path: Path, line: str, number: int) -> None:
    """Number and kind count; what is no carrier is not pledged."""
    file = position(tmp_path, [], "usa", "combat_move", FLEET, owners=ADRIFT)
    printed = play(file, line, lang="de" if line.startswith("z") else "en")
    assert len({action["carrier"] for action in actions(file)}) == len(actions(file)) == number
    assert ("Only carriers" in printed.out) == ("dd" in line)
    assert ("You have only 2" in printed.out) == ("3 cv" in line)


def test_z_is_still_short_for_moving(tmp_path: Path) -> None:
    """«zusage» counts only in full: help shows «z 2 inf lib sudan»."""
    file = position(tmp_path, [], "usa", "combat_move", OCEAN, owners=ADRIFT)
    action, _ = answered(file, "z 1 jgr hawaii sz 50", lang="de")
    assert action["kind"] == "move"
    assert "könnte" not in play(file, "zu 1 jgr hawaii sz 50", lang="de").out


def test_only_what_is_named_is_taken_back(tmp_path: Path) -> None:
    """A zone without a pledge takes nothing back; of several new carriers the others stay pledged."""
    units = {"japan": {"japan": {"factory": 1}}, "sz_60": {"japan": {"carrier": 1}}}
    file = position(tmp_path, [], "japan", "combat_move", units, pool={"carrier": 2})
    printed = play(file, "pledge new to sz 60", "pledge new to sz 61", "pledge sz 50 back", "moves sz 61")
    assert "No carrier of yours is pledged to Sea Zone 50" in printed.out
    assert "take back the pledge to Sea Zone 60, Sea Zone 61" in printed.out
    assert len(actions(file)) == 2
    play(file, "pledge sz 60 back")
    assert sandtable.replay(sandtable.load(file)).state.pledges == (("", "sz_61"),)


@pytest.mark.parametrize(("lang", "back"), [("en", "attack sz 8 back"), ("de", "angriff sz 8 zurück")])
def test_a_declared_attack_is_called_off(tmp_path: Path, lang: str, back: str) -> None:
    """`moves` lists it, too."""
    file = position(tmp_path, [], "germany", "combat_move", WOLVES)
    action, printed = answered(file, "attack sz 8", "moves sz 8", back, lang=lang)
    assert action == {"kind": "declare_attack", "zone": "sz_8", "attack": False}
    assert ("leave ships in Sea Zone 8 alone" if lang == "en" else "in Seezone 8 doch nicht angreifen") in printed.out


NORWAY = {
    "sz_3": {"ussr": {"transport": {"cargo": {"ussr": {"infantry": 2}}}}},
    "karelia_ssr": {"ussr": {"infantry": 2}},
    "norway": {"germany": {"infantry": 2}},
}
"""Infantry 2 and 3 land, 4 and 5 come overland; of two shots at them one hits."""


@pytest.mark.parametrize(
    ("lang", "line", "landed"),
    [
        ("en", "", True),
        ("en", "lose 1 inf", True),
        ("en", "lose 1 inf landed", True),
        ("en", "lose 1 inf overland", False),
        ("de", "verliere 1 inf gelandet", True),
        ("de", "verliere 1 inf überland", False),
    ],
)
def test_who_landed_and_who_came_overland_is_told_apart(tmp_path: Path, lang: str, line: str, landed: bool) -> None:
    """The question says how many came which way; who landed cannot leave and goes first, unless one says otherwise."""
    file = position(tmp_path, [6, 6, 6, 6, 1, 6], "ussr", "combat_move", NORWAY)
    action, printed = answered(file, "land 2 inf in norway", "move 2 inf karelia norway", "end", line, lang=lang)
    assert (action["units"][0] in ("infantry2", "infantry3")) == landed
    if lang == "en":
        assert "2 infantry (landed), 2 infantry (overland)" in printed.out
        assert "Enter: 1 infantry (landed) · lose 1 inf 1 ftr · lose 1 inf overland" in printed.out
    else:
        assert "2 Infanterie (gelandet), 2 Infanterie (über Land)" in printed.out


def test_landed_and_overland_losses_in_one_line(tmp_path: Path) -> None:
    """Both sorts at once; more than there are of a sort is refused in words."""
    file = position(tmp_path, [6, 6, 6, 6, 1, 1], "ussr", "combat_move", NORWAY)
    battle = ("land 2 inf in norway", "move 2 inf karelia norway", "end")
    printed = play(file, *battle, "lose landed", "lose 3 inf overland", "lose 1 art landed")
    assert "Say how many of which units" in printed.out and "Only 2 infantry can be lost here" in printed.out
    assert "No artillery can be lost here" in printed.out or "No Artillery" in printed.out
    action, _ = answered(file, "lose 1 inf overland 1 inf")
    assert action["units"] == ["infantry4", "infantry2"]


def test_a_new_carrier_is_pledged(tmp_path: Path) -> None:
    """«new» stands for a carrier bought this turn; what cannot be is refused with its rule."""
    units = {"japan": {"japan": {"factory": 1}}}
    file = position(tmp_path, [], "japan", "combat_move", units, pool={"carrier": 1})
    action, printed = answered(file, "pledge new to sz 51", "pledge new to sz 60")
    assert action == {"kind": "pledge", "carrier": "", "zone": "sz_60"}
    assert "S42-AIR-09" in printed.out and "a new carrier pledged as a landing place" in printed.out
    printed = play(file, "verspreche neu zurück", lang="de")
    assert "Der neue Träger ist nicht mehr" in printed.out


def test_pledges_that_are_not_understood(tmp_path: Path) -> None:
    """What is missing is said, with an example."""
    file = position(tmp_path, [], "usa", "combat_move", OCEAN, owners=ADRIFT)
    printed = play(file, "pledge", "pledge sz 50 to sz 51", "pledge sz 52 to sz 51 sz 50")
    assert printed.out.count("for example pledge sz 51 to sz 49") == 2
    assert "You have no carrier in Sea Zone 50." in printed.out and not actions(file)


def test_what_the_status_and_a_space_show(tmp_path: Path) -> None:
    """Victory cities, the city of a territory, the damage of its factory."""
    file = position(tmp_path, [], "germany", "purchase", BALTIC)
    printed = play(file, "status", "show germany", "help")
    assert "Victory cities: Axis 6 · Allies 6" in printed.out
    assert "Berlin" in printed.out and "damage 5" in printed.out and "repair 3 germany" in printed.out
    printed = play(file, "zeige deutschland", lang="de")
    assert "Siegstädte" in printed.out and "Schaden 5" in printed.out


def test_help_leaves_out_what_a_game_does_not_know(tmp_path: Path) -> None:
    """The classic game has neither repairs nor ships that could be ignored."""
    classic = save_position(tmp_path / "classic.jsonl", [], power="uk", phase="combat_move", units={})
    assert "attack sz 5" not in play(classic, "help").out
    file = position(tmp_path, [], "uk", "combat_move", {})
    assert "attack sz 5" in play(file, "help").out and "join 2 ftr sz 37" in play(file, "help").out
    assert "pledge sz 51 to sz 49" in play(file, "help").out and "pledge" not in play(classic, "help").out


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_round_with_auto(tmp_path: Path, seed: int) -> None:
    """Random enemies; the person answers everything with auto, and nothing is refused."""
    save = str(tmp_path / "game.jsonl")
    printed = command(
        "terminal", "1942", "--seed", str(seed), "--humans", "ussr,uk,usa", "--save", save, typed="auto\n" * 120
    )
    assert printed.code == 0 and "✗" not in printed.out
    assert sandtable.load(Path(save)).entries
    assert sandtable.replay(sandtable.load(Path(save))).state.round >= 2


def test_the_other_commands_know_the_game() -> None:
    """`simulate`, `rules` and `games`."""
    data = command("simulate", "1942", "--games", "1", "--rounds", "2", "--seed", "7", "--check", "--json").data
    assert data["game"] == "1942" and data["games"][0]["actions"] > 50
    assert "Strike or submerge" in command("rules", "1942", "S42-SUB-06").out
    games = {game["id"]: game for game in command("games", "--json").data["games"]}
    assert games["1942"]["rules"] == 219 and games["1942"]["title"]["de"]
    assert {option["key"] for option in games["1942"]["options"]} >= {"closed_dardanelles", "victory_total"}
