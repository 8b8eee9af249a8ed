"""Antiaircraft fire (S42-AA)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from sandtable import Event
from sandtable.warfare.actions import ChooseCasualties, FightOn, Move
from tests.spring1942.play import position
from tests.words import (
    asked,
    check_menu,
    count,
    end,
    happened,
    ids,
    lose,
    move,
    pass_on,
    refused,
    sail,
    units,
    unrolled,
)

EUROPE = "western_europe"
TO_EUROPE = ("united_kingdom", "sz_7", EUROPE)


def guns(events: Sequence[Event]) -> list[tuple[str, tuple[str, ...], int]]:
    """(owner, targets, hits) of all AA fire."""
    return [(e.power, e.units, e.hits) for e in happened(events, "dice_rolled") if e.purpose == "anti_air"]


def field(**aircraft: int) -> dict[str, Any]:
    """British aircraft at home."""
    return {"uk": aircraft}


def garrison(**kinds: int) -> dict[str, Any]:
    """Germans in Western Europe."""
    return {"germany": kinds}


# S42-AA-01, -02


@pytest.mark.rule("S42-AA-01", "S42-AIR-03")
def test_no_fire_at_aircraft_flying_over() -> None:
    """The bomber flies over two guns and attacks Eastern Europe, where none stands; no gun fires on the way home."""
    game = position(
        "uk",
        units={
            "united_kingdom": field(bomber=1),
            EUROPE: garrison(aa_gun=1),
            "germany": garrison(aa_gun=1),
            "eastern_europe": garrison(infantry=1),
        },
        dice=[4, 6],
    )
    assert not guns(move(game, "1 bomber", *TO_EUROPE, "germany", "eastern_europe"))
    assert not guns(end(game))
    assert not guns(move(game, "1 bomber", "eastern_europe", "karelia_ssr"))


@pytest.mark.rule("S42-AA-01")
def test_no_fire_at_aircraft_that_land_or_fight_at_sea() -> None:
    """A gun in the territory beside the zone is silent, and a gun of one's own side never fires."""
    game = position(
        "uk",
        units={
            "united_kingdom": {"uk": {"fighter": 1, "aa_gun": 1}, "usa": {"aa_gun": 1}},
            "sz_7": {"germany": {"transport": 1}},
            EUROPE: garrison(aa_gun=1),
        },
    )
    move(game, "1 fighter", "united_kingdom", "sz_7")
    assert not guns(end(game))
    assert not guns(move(game, "1 fighter", "sz_7", "united_kingdom"))


@pytest.mark.rule("S42-AA-01", "S42-AA-02")
def test_fire_once_before_the_first_round() -> None:
    """Two rounds of battle, one shot at each aircraft, before anything else."""
    game = position(
        "uk",
        units={"united_kingdom": field(fighter=2), EUROPE: garrison(infantry=1, aa_gun=1)},
        dice=[6, 6, 6, 6, 6, 3, 6, 6],
    )
    move(game, "2 fighter", *TO_EUROPE)
    events = end(game) + game.apply(FightOn())
    assert [e.purpose for e in happened(events, "dice_rolled")] == [
        "anti_air",
        "attack",
        "defence",
        "attack",
        "defence",
    ]
    assert count(game, EUROPE, "germany") == {"aa_gun": 1}


@pytest.mark.rule("S42-AA-02", "S42-SBR-02")
def test_in_a_raid_the_gun_fires_before_the_bombs() -> None:
    """The bomber is shot down and drops nothing."""
    game = position(
        "uk",
        units={"united_kingdom": field(bomber=1), "germany": garrison(factory=1, aa_gun=1)},
        dice=[1],
    )
    move(game, "1 bomber", *TO_EUROPE, "germany", raid=True)
    events = end(game)
    assert [e.purpose for e in happened(events, "dice_rolled")] == ["anti_air"]
    assert units(game, "germany", "factory")[0].damage == 0 and not units(game, "germany", "bomber")


@pytest.mark.rule("S42-AA-04", "S42-OPT-04")
def test_escorts_are_shot_at_before_the_bombers() -> None:
    """Raid with an escort: one die for the fighter, then one for each bomber."""
    game = position(
        "uk",
        units={"united_kingdom": field(bomber=2, fighter=1), EUROPE: garrison(factory=1, aa_gun=1)},
        options={"escorts_and_interceptors": True},
        dice=[6, 1, 6, 4],
    )
    move(game, "2 bomber, 1 fighter", *TO_EUROPE, raid=True)
    events = end(game)
    assert guns(events) == [("germany", ("fighter",), 0), ("germany", ("bomber", "bomber"), 1)]
    assert units(game, EUROPE, "factory")[0].damage == 4


# S42-AA-03 to -05


@pytest.mark.rule("S42-AA-03", "S42-COMBAT-12")
def test_one_gun_fires_however_many_there_are() -> None:
    """Three guns of two powers, four aircraft: four dice."""
    game = position(
        "uk",
        units={
            "united_kingdom": field(fighter=2, bomber=2),
            EUROPE: {"germany": {"infantry": 1, "aa_gun": 2}, "japan": {"aa_gun": 1}},
        },
        dice=[2, 6, 2, 6, 1, 6, 6, 6, 6],
    )
    move(game, "2 fighter, 2 bomber", *TO_EUROPE)
    events = end(game)
    assert sum(len(targets) for _, targets, _ in guns(events)) == 4
    assert count(game, EUROPE) == {"aa_gun": 3, "fighter": 2, "bomber": 2}


@pytest.mark.rule("S42-AA-03")
def test_an_ally_s_gun_fires_for_the_defence() -> None:
    """Only a Japanese gun stands in German Western Europe."""
    game = position(
        "uk",
        units={"united_kingdom": field(fighter=1), EUROPE: {"germany": {"infantry": 1}, "japan": {"aa_gun": 1}}},
        dice=[1],
    )
    move(game, "1 fighter", *TO_EUROPE)
    assert guns(end(game)) == [("japan", ("fighter",), 1)]


@pytest.mark.rule("S42-AA-04")
def test_fighters_first_then_bombers_and_hits_stay_within_the_kind() -> None:
    """A 1 among the fighters' dice takes a fighter, a 1 among the bombers' a bomber; equal ones need no choice."""
    game = position(
        "uk",
        units={"united_kingdom": field(fighter=2, bomber=2), EUROPE: garrison(infantry=1, aa_gun=1)},
        dice=[1, 6, 6, 1, 3, 6, 6],
    )
    move(game, "2 fighter, 2 bomber", *TO_EUROPE)
    events = end(game)
    assert guns(events) == [("germany", ("fighter", "fighter"), 1), ("germany", ("bomber", "bomber"), 1)]
    assert count(game, EUROPE, "uk") == {"fighter": 1, "bomber": 1}


@pytest.mark.rule("S42-AA-04")
def test_two_hits_among_the_fighters_spare_the_bomber() -> None:
    """Three fighters, one bomber, dice 1 1 6 | 6."""
    game = position(
        "uk",
        units={"united_kingdom": field(fighter=3, bomber=1), EUROPE: garrison(infantry=1, aa_gun=1)},
        dice=[1, 1, 6, 6, 3, 6, 6],
    )
    move(game, "3 fighter, 1 bomber", *TO_EUROPE)
    end(game)
    assert count(game, EUROPE, "uk") == {"fighter": 1, "bomber": 1}


@pytest.mark.rule("S42-AA-04")
def test_the_attacker_picks_among_aircraft_of_a_kind_that_differ() -> None:
    """One bomber flew two spaces, one three: he chooses which range is lost; a fighter is no choice."""
    game = position(
        "uk",
        units={
            "united_kingdom": field(bomber=1, fighter=1),
            "karelia_ssr": field(bomber=1),
            EUROPE: garrison(infantry=1, aa_gun=1),
        },
        dice=[6, 1, 6, 6, 6, 6],
    )
    move(game, "1 bomber, 1 fighter", *TO_EUROPE)
    move(game, "1 bomber", "karelia_ssr", "eastern_europe", "germany", EUROPE)
    end(game)
    assert asked(game) == ("uk", "choose_casualties")
    with refused(game, "S42-COMBAT-07"):
        game.apply(ChooseCasualties(ids(game, EUROPE, "1 fighter")))
    check_menu(game)
    lose(game, "1 bomber")
    assert count(game, EUROPE, "uk") == {"fighter": 1, "bomber": 1}


@pytest.mark.rule("S42-AA-05")
def test_what_is_shot_down_does_not_fire() -> None:
    """One of two fighters is gone: one die in round 1. Nobody left: no battle round, the defenders do not fire."""
    game = position(
        "uk",
        units={"united_kingdom": field(fighter=2), EUROPE: garrison(infantry=1, aa_gun=1)},
        dice=[1, 6, 3, 6],
    )
    move(game, "2 fighter", *TO_EUROPE)
    events = end(game)
    assert [(e.purpose, e.units) for e in happened(events, "dice_rolled")][1] == ("attack", ("fighter",))
    game = position(
        "uk",
        units={"united_kingdom": field(fighter=1), EUROPE: garrison(infantry=1, aa_gun=1)},
        dice=[1],
    )
    move(game, "1 fighter", *TO_EUROPE)
    events = end(game)
    assert [e.result for e in happened(events, "battle_ended")] == ["lost"] and not unrolled(game)


# S42-AA-06, -07


@pytest.mark.rule("S42-AA-06", "S42-SBR-01")
def test_raid_and_attack_on_the_same_territory_are_apart() -> None:
    """One bomber raids, one attacks with a fighter: each is shot at once, in its own action."""
    game = position(
        "uk",
        units={"united_kingdom": field(bomber=2, fighter=1), EUROPE: garrison(infantry=1, aa_gun=1, factory=1)},
        dice=[6, 5, 6, 6, 3, 6, 6],
    )
    move(game, "1 bomber", *TO_EUROPE, raid=True)
    move(game, "1 bomber, 1 fighter", *TO_EUROPE)
    events = end(game)
    assert guns(events) == [
        ("germany", ("bomber",), 0),
        ("germany", ("fighter",), 0),
        ("germany", ("bomber",), 0),
    ]
    assert units(game, EUROPE, "factory")[0].damage == 5
    assert [e.attackers for e in happened(events, "battle_began")] == [{"bomber": 1}, {"fighter": 1, "bomber": 1}]


@pytest.mark.rule("S42-AA-07", "S42-CMOVE-12")
def test_a_gun_alone_does_not_hold_land_but_fires_at_aircraft_that_come_along() -> None:
    """The tank walks in, the fighter is shot at first; without the tank it may not come at all."""
    game = position(
        units={
            "eastern_europe": {"germany": {"armour": 1, "fighter": 1}},
            "karelia_ssr": {"ussr": {"aa_gun": 1, "factory": 1}},
        },
        dice=[1],
    )
    with refused(game, "S42-CMOVE-12"):
        move(game, "1 fighter", "eastern_europe", "karelia_ssr")
    move(game, "1 armour", "eastern_europe", "karelia_ssr")
    move(game, "1 fighter", "eastern_europe", "karelia_ssr")
    events = end(game)
    assert guns(events) == [("ussr", ("fighter",), 1)]
    assert game.state.owner["karelia_ssr"] == "germany"
    assert count(game, "karelia_ssr", "germany") == {"armour": 1, "aa_gun": 1, "factory": 1}


@pytest.mark.rule("S42-AA-07")
def test_a_gun_fires_at_aircraft_that_join_a_landing_in_undefended_land() -> None:
    """Infantry lands, a fighter comes along: one die, then the territory falls."""
    game = position(
        "uk",
        units={
            "sz_7": {"uk": {"transport": {"cargo": {"uk": {"infantry": 1}}}}},
            "united_kingdom": field(fighter=1),
            EUROPE: garrison(aa_gun=1),
        },
        dice=[6],
    )
    sail(game, "sz_7", unload=ids(game, "sz_7", "1 infantry"), target=EUROPE)
    move(game, "1 fighter", *TO_EUROPE)
    events = end(game)
    assert guns(events) == [("germany", ("fighter",), 0)]
    assert game.state.owner[EUROPE] == "uk" and count(game, EUROPE, "uk")["aa_gun"] == 1


# S42-AA-08, -09


@pytest.mark.rule("S42-AA-08", "S42-NCM-03", "S42-CMOVE-11")
def test_guns_move_one_territory_in_the_noncombat_move() -> None:
    """Also into allied land and to other guns, never in the combat move, never two steps."""
    game = position(units={"germany": garrison(aa_gun=1)})
    with refused(game, "S42-CMOVE-11"):
        move(game, "1 aa_gun", "germany", "eastern_europe")
    assert not [a for a in check_menu(game) if isinstance(a, Move)]
    game = position(
        "uk",
        "noncombat_move",
        units={"persia": {"uk": {"aa_gun": 1}}, "caucasus": {"ussr": {"aa_gun": 1}}},
    )
    with refused(game, "S42-CMOVE-11"):
        move(game, "1 aa_gun", "persia", "caucasus", "russia")
    move(game, "1 aa_gun", "persia", "caucasus")
    assert count(game, "caucasus", "uk") == {"aa_gun": 1} and count(game, "caucasus", "ussr") == {"aa_gun": 1}
    pass_on(game, "ussr", "noncombat_move")
    with refused(game, "S42-TURN-03"):
        game.apply(Move(ids(game, "caucasus", "1 aa_gun", "uk"), ("caucasus", "russia")))


@pytest.mark.rule("S42-AA-09")
def test_captured_guns_change_hands_and_rest_this_turn() -> None:
    """Soviet and British guns in Karelia become German; they neither march nor board in this turn."""
    game = position(
        units={
            "eastern_europe": {"germany": {"infantry": 1}},
            "karelia_ssr": {"ussr": {"aa_gun": 1}, "uk": {"aa_gun": 1}},
            "sz_5": {"germany": {"transport": 1}},
        },
    )
    move(game, "1 infantry", "eastern_europe", "karelia_ssr")
    end(game)
    assert count(game, "karelia_ssr", "germany") == {"infantry": 1, "aa_gun": 2}
    with refused(game, "S42-AA-09"):
        move(game, "1 aa_gun", "karelia_ssr", "eastern_europe")
    with refused(game, "S42-AA-09"):
        sail(game, "sz_5", load={ids(game, "karelia_ssr", "1 aa_gun")[0]: "sz_5"})
    check_menu(game)
    pass_on(game, "germany", "noncombat_move")
    move(game, "1 aa_gun", "karelia_ssr", "eastern_europe")


@pytest.mark.rule("S42-AA-09")
def test_a_captured_gun_fires_for_its_new_owner() -> None:
    """In the next battle the gun taken by Germany fires at Soviet aircraft."""
    game = position(
        "ussr",
        units={"karelia_ssr": garrison(infantry=1, aa_gun=1), "russia": {"ussr": {"fighter": 1}}},
        owners={"karelia_ssr": "germany"},
        dice=[1],
    )
    move(game, "1 fighter", "russia", "archangel", "karelia_ssr")
    assert guns(end(game)) == [("germany", ("fighter",), 1)]


@pytest.mark.rule("S42-AA-09", "S42-LIB-01")
def test_guns_in_freed_land_go_to_its_owner() -> None:
    """Britain frees Karelia: the German gun there becomes Soviet."""
    game = position(
        "uk",
        units={"archangel": {"uk": {"infantry": 1}}, "karelia_ssr": garrison(aa_gun=1)},
        owners={"karelia_ssr": "germany"},
    )
    move(game, "1 infantry", "archangel", "karelia_ssr")
    end(game)
    assert game.state.owner["karelia_ssr"] == "ussr"
    assert count(game, "karelia_ssr", "ussr") == {"aa_gun": 1}
