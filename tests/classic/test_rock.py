"""Rockets (CL-ROCK)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.warfare.actions import FireRocket, Pass
from tests.classic.drill import try_menu
from tests.classic.play import position
from tests.words import WarGame, asked, count, end, happened, ids, land, move, options_of, refused, units

LONDON = {"united_kingdom": {"uk": {"factory": 1, "aa_gun": 1, "infantry": 1}}}


def launch_site(power: str, guns: dict[str, int], dice: list[int] | None = None, **more: Any) -> WarGame:
    """A power with rockets and guns in some places, at the opening of the combat phase."""
    places: dict[str, dict[str, dict[str, int]]] = dict(more.pop("units", {}))
    for space, number in guns.items():
        places[space] = places.get(space, {}) | {power: {"aa_gun": number}}
    tech = more.pop("tech", {power: ["rockets"]})
    return position(power=power, phase="combat", units=places, dice=dice or [], tech=tech, **more)


def gun(game: WarGame, space: str) -> str:
    return ids(game, space, "1 aa_gun")[0]


@pytest.mark.rule("CL-ROCK-01", "CL-ROCK-04")
def test_a_gun_in_karelia_reaches_berlin() -> None:
    """Karelia → Eastern Europe → Germany: 2 spaces."""
    game = launch_site("ussr", {"karelia_ssr": 1}, [4], units={"germany": {"germany": {"factory": 1}}})
    assert asked(game) == ("ussr", "rocket")
    assert try_menu(game) == [Pass(), FireRocket(gun(game, "karelia_ssr"), "germany")]
    game.apply(FireRocket(gun(game, "karelia_ssr"), "germany"))
    assert game.state.money["germany"] == 28


@pytest.mark.rule("CL-ROCK-01", "CL-ROCK-04")
def test_a_gun_in_southern_europe_reaches_london() -> None:
    """Southern Europe → Western Europe → North Sea → United Kingdom: 3 spaces, land and sea."""
    game = launch_site("germany", {"southern_europe": 1}, [6], units=LONDON)
    game.apply(FireRocket(gun(game, "southern_europe"), "united_kingdom"))
    assert game.state.money["uk"] == 24


@pytest.mark.rule("CL-ROCK-01", "CL-ROCK-04")
def test_a_gun_in_japan_does_not_reach_moscow() -> None:
    """5 spaces: refused, although a gun in Manchuria (3 spaces) would reach it."""
    game = launch_site("japan", {"japan": 1, "manchuria": 1}, units={"russia": {"ussr": {"factory": 1}}})
    with refused(game, "CL-ROCK-01"):
        game.apply(FireRocket(gun(game, "japan"), "russia"))
    assert options_of(game) == [Pass(), FireRocket(gun(game, "manchuria"), "russia")]
    alone = launch_site("japan", {"japan": 1}, units={"russia": {"ussr": {"factory": 1}}})
    assert asked(alone) == ("japan", "noncombat_move")  # nothing within range: nobody is asked


@pytest.mark.rule("CL-ROCK-01")
def test_only_powers_with_rockets_fire_them() -> None:
    """Without the development, or with an ally's only, the question is not put."""
    for tech in ({}, {"japan": ["rockets"]}, {"germany": ["jet_power"]}):
        game = launch_site("germany", {"western_europe": 1}, units=LONDON, tech=tech)
        assert asked(game) == ("germany", "noncombat_move")


@pytest.mark.rule("CL-ROCK-01")
def test_the_rocket_is_fired_by_an_own_gun_on_land() -> None:
    """Guns of allies, guns aboard transports, other units and unknown ones are refused."""
    game = launch_site(
        "germany",
        {"western_europe": 1},
        units=LONDON
        | {
            "baltic_sea_zone": {"germany": {"transport": {"cargo": {"germany": {"aa_gun": 1}}}}},
            "southern_europe": {"japan": {"aa_gun": 1}},
            "eastern_europe": {"germany": {"infantry": 1}},
        },
    )
    wrong = [
        ids(game, "baltic_sea_zone", "1 aa_gun")[0],
        ids(game, "southern_europe", "1 aa_gun", "japan")[0],
        ids(game, "eastern_europe", "1 infantry")[0],
        "aa_gun99",
    ]
    for ident in wrong:
        with refused(game, "CL-ROCK-01"):
            game.apply(FireRocket(ident, "united_kingdom"))


@pytest.mark.rule("CL-ROCK-01")
def test_a_gun_captured_this_turn_does_not_fire() -> None:
    """German armour blitzes over the gun in Egypt, next to the British complex in the Congo: no rocket from there."""
    game = position(
        units={
            "libya": {"germany": {"armour": 1}},
            "anglo_egypt_sudan": {"uk": {"aa_gun": 1}},
            "congo": {"uk": {"factory": 1}},
            "western_europe": {"germany": {"aa_gun": 1}},
            **LONDON,
        },
        tech={"germany": ["rockets"]},
    )
    move(game, "1 armour", "libya", "anglo_egypt_sudan", "libya")
    end(game)
    assert asked(game) == ("germany", "rocket")
    with refused(game, "CL-ROCK-01"):
        game.apply(FireRocket(gun(game, "anglo_egypt_sudan"), "congo"))
    assert options_of(game) == [Pass(), FireRocket(gun(game, "western_europe"), "united_kingdom")]


@pytest.mark.rule("CL-ROCK-01")
def test_the_target_is_an_enemy_complex() -> None:
    """Land without a complex and own or allied complexes are refused."""
    game = launch_site(
        "germany",
        {"western_europe": 1},
        units=LONDON | {"germany": {"germany": {"factory": 1}}, "karelia_ssr": {"ussr": {"infantry": 1}}},
    )
    for target in ("germany", "karelia_ssr", "north_sea_zone"):
        with refused(game, "CL-SBR-01"):
            game.apply(FireRocket(gun(game, "western_europe"), target))
    with refused(game, "CL-TURN-05"):
        game.apply(FireRocket(gun(game, "western_europe"), "atlantis"))


@pytest.mark.rule("CL-ROCK-01")
def test_the_rocket_opens_phase_3_before_raids_and_walk_ins() -> None:
    """The rocket is asked for first and hits the owner of that moment: London is taken only afterwards."""
    game = position(
        units={
            "western_europe": {"germany": {"aa_gun": 1, "infantry": 1, "bomber": 1}},
            "north_sea_zone": {"germany": {"transport": 1}},
            "united_kingdom": {"uk": {"factory": 1}},
        },
        tech={"germany": ["rockets"]},
        dice=[2, 5],
        money={"uk": 20, "germany": 0},
    )
    land(game, "1 infantry", "western_europe", "north_sea_zone", target="united_kingdom")
    move(game, "1 bomber", "western_europe", "north_sea_zone", "united_kingdom", raid=True)
    end(game)
    assert asked(game) == ("germany", "rocket")
    events = game.apply(FireRocket(gun(game, "western_europe"), "united_kingdom"))
    assert [(e.amount, e.reason) for e in happened(events, "money_changed")] == [
        (-2, "rocket"),
        (-5, "raid"),
        (-13, "plunder"),
        (13, "plunder"),
    ]


@pytest.mark.rule("CL-ROCK-02")
@pytest.mark.parametrize(("money", "die", "left"), [(30, 1, 29), (30, 6, 24), (4, 6, 0), (0, 3, 0)])
def test_the_owner_pays_one_die_at_most_what_he_has(money: int, die: int, left: int) -> None:
    """1d6 IPC to the bank."""
    game = launch_site("germany", {"western_europe": 1}, [die], units=LONDON, money={"uk": money, "germany": 7})
    game.apply(FireRocket(gun(game, "western_europe"), "united_kingdom"))
    assert game.state.money["uk"] == left
    assert game.state.money["germany"] == 7


@pytest.mark.rule("CL-ROCK-02")
def test_the_controller_pays_not_the_first_owner() -> None:
    """Soviet rocket at Karelia in German hands: Germany pays."""
    game = launch_site(
        "ussr",
        {"russia": 1},
        [5],
        units={"karelia_ssr": {"germany": {"factory": 1}}},
        owners={"karelia_ssr": "germany"},
    )
    game.apply(FireRocket(gun(game, "russia"), "karelia_ssr"))
    assert (game.state.money["germany"], game.state.money["ussr"]) == (27, 24)


@pytest.mark.rule("CL-ROCK-03")
def test_one_shot_a_turn_however_many_guns() -> None:
    """Three guns in range of London: after one shot the phase goes on, without AA fire or fee."""
    game = launch_site(
        "germany", {"western_europe": 1, "germany": 1, "southern_europe": 1}, [3], units=LONDON, money={"germany": 9}
    )
    assert len(try_menu(game)) == 4
    events = game.apply(FireRocket(gun(game, "germany"), "united_kingdom"))
    assert [e.purpose for e in happened(events, "dice_rolled")] == ["rocket"]
    assert asked(game) == ("germany", "noncombat_move")
    assert game.state.money["germany"] == 9
    assert count(game, "united_kingdom", "uk") == {"infantry": 1, "aa_gun": 1, "factory": 1}


@pytest.mark.rule("CL-ROCK-03")
def test_no_fee_for_neutrals_on_the_way() -> None:
    """India → Afghanistan → Kazakh SSR → Russia: rockets violate nobody."""
    game = launch_site(
        "japan",
        {"india": 1},
        [6],
        units={"russia": {"ussr": {"factory": 1}}},
        owners={"india": "japan"},
        money={"japan": 0},
    )
    game.apply(FireRocket(gun(game, "india"), "russia"))
    assert game.state.money["ussr"] == 18
    assert game.state.fees == ()


@pytest.mark.rule("CL-ROCK-04")
def test_firing_is_optional() -> None:
    """Passing costs nothing and rolls nothing."""
    game = launch_site("germany", {"western_europe": 1}, units=LONDON)
    events = game.apply(Pass())
    assert not happened(events, "dice_rolled")
    assert game.state.money["uk"] == 30


@pytest.mark.rule("CL-ROCK-04")
def test_the_gun_may_still_move() -> None:
    """After the rocket the gun marches one territory in phase 4."""
    game = launch_site("germany", {"western_europe": 1}, [3], units=LONDON, money={"germany": 0, "uk": 3})
    game.apply(FireRocket(gun(game, "western_europe"), "united_kingdom"))
    move(game, "1 aa_gun", "western_europe", "germany")
    assert units(game, "germany", "aa_gun")
    with refused(game, "CL-AA-02"):
        move(game, "1 aa_gun", "germany", "eastern_europe")


@pytest.mark.rule("CL-ROCK-04")
def test_the_gun_still_shoots_at_aircraft() -> None:
    """The gun in Western Europe fires a rocket, and in the next turn at a bomber on its way to Germany."""
    game = launch_site(
        "germany",
        {"western_europe": 1},
        [2, 1],
        units=LONDON | {"karelia_ssr": {"uk": {"bomber": 1}}, "germany": {"germany": {"infantry": 1}}},
        money={"germany": 0, "uk": 2},
        owners={"germany": "germany"},
    )
    game.apply(FireRocket(gun(game, "western_europe"), "united_kingdom"))
    end(game)
    assert asked(game) == ("uk", "combat_move")
    way = ("karelia_ssr", "baltic_sea_zone", "western_europe", "germany")
    events = move(game, "1 bomber", *way)
    assert [(e.purpose, e.dice) for e in happened(events, "dice_rolled")] == [("anti_air", (1,))]
    assert not units(game, "germany", "bomber")
