"""CL-STATUS: friendly, enemy and neutral land, occupation, hostile zones, the start-of-turn snapshot."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import BadValue
from sandtable.warfare.actions import Place
from tests.classic.play import position, rules_of
from tests.words import check_menu, count, end, happened, move, pass_on, refused, routes, unrolled


@pytest.mark.rule("CL-STATUS-01")
@pytest.mark.parametrize(
    ("space", "owner", "status"),
    [
        ("libya", "germany", "friendly"),
        ("libya", "japan", "friendly"),
        ("libya", "uk", "enemy"),
        ("libya", "ussr", "enemy"),
        ("spain", "", "neutral"),
        ("spain", "japan", "friendly"),
        ("spain", "usa", "enemy"),
    ],
)
def test_land_is_friendly_enemy_or_neutral(space: str, owner: str, status: str) -> None:
    """As Germany sees it: own and allied land, enemy land, and neutrals without anybody's marker."""
    game = position(owners={space: owner})
    rules, state = rules_of(game), game.state
    found = {
        "friendly": rules.is_friendly(state, "germany", space),
        "enemy": rules.is_enemy(state, "germany", space),
        "neutral": rules.is_neutral(state, space),
    }
    assert [name for name, holds in found.items() if holds] == [status]


@pytest.mark.rule("CL-STATUS-01")
@pytest.mark.parametrize(
    ("owner", "combat", "noncombat"),
    [("", "", "CL-NEUT-01"), ("uk", "", "CL-NCM-02"), ("japan", "CL-CMOVE-01", ""), ("germany", "CL-CMOVE-01", "")],
)
def test_the_status_of_land_decides_when_it_can_be_entered(owner: str, combat: str, noncombat: str) -> None:
    """Enemy and neutral land in the combat move only, friendly land in the noncombat move only."""
    for phase, rule in (("combat_move", combat), ("noncombat_move", noncombat)):
        game = position(phase=phase, units={"western_europe": {"germany": {"infantry": 1}}}, owners={"spain": owner})
        assert (("western_europe", "spain") in routes(game)) is not bool(rule)
        if rule:
            with refused(game, rule):
                move(game, "1 infantry", "western_europe", "spain")
        else:
            move(game, "1 infantry", "western_europe", "spain")


@pytest.mark.rule("CL-STATUS-02", "CL-AIR-14")
def test_control_persists_when_aircraft_have_cleared_the_territory() -> None:
    """A fighter kills the only defender of Egypt: it stays British, empty."""
    game = position(
        units={"libya": {"germany": {"fighter": 1}}, "anglo_egypt_sudan": {"uk": {"infantry": 1}}}, dice=[3, 6]
    )
    move(game, "1 fighter", "libya", "anglo_egypt_sudan")
    events = end(game)
    assert not happened(events, "captured")
    assert game.state.owner["anglo_egypt_sudan"] == "uk"
    assert rules_of(game).production(game.state, "uk") == 30


@pytest.mark.rule("CL-STATUS-02")
def test_control_persists_when_the_garrison_leaves() -> None:
    """The last German infantry leaves Libya; it stays German through the turns of the others."""
    game = position(phase="noncombat_move", units={"libya": {"germany": {"infantry": 1}}})
    move(game, "1 infantry", "libya", "algeria")
    pass_on(game, "germany", "noncombat_move")
    assert game.state.owner["libya"] == "germany"


@pytest.mark.rule("CL-STATUS-02", "CL-CAPT-04")
def test_control_ends_by_reversion_when_a_capital_is_freed() -> None:
    """The UK holds Karelia in trust; when Russia is freed it reverts although nobody attacked it."""
    game = position(
        "uk",
        units={"caucasus": {"uk": {"infantry": 1}}},
        owners={"russia": "germany", "karelia_ssr": "uk"},
    )
    move(game, "1 infantry", "caucasus", "russia")
    end(game)
    assert game.state.owner["russia"] == game.state.owner["karelia_ssr"] == "ussr"


@pytest.mark.rule("CL-STATUS-03", "CL-CMOVE-07")
@pytest.mark.parametrize("alone", [{"aa_gun": 1}, {"factory": 1}, {"aa_gun": 1, "factory": 1}])
def test_a_gun_or_complex_alone_does_not_occupy(alone: dict[str, int]) -> None:
    """Infantry walks in without a die being rolled."""
    game = position(units={"ukraine_ssr": {"germany": {"infantry": 1}}, "karelia_ssr": {"ussr": alone}})
    move(game, "1 infantry", "ukraine_ssr", "karelia_ssr")
    events = end(game)
    assert not happened(events, "battle_began") and not happened(events, "dice_rolled")
    assert game.state.owner["karelia_ssr"] == "germany"


@pytest.mark.rule("CL-STATUS-03")
@pytest.mark.parametrize("kind", ["infantry", "armour", "fighter", "bomber"])
def test_any_combat_unit_occupies(kind: str) -> None:
    """One unit of any combat kind stops a blitz and has to be fought."""
    game = position(units={"ukraine_ssr": {"germany": {"armour": 1}}, "karelia_ssr": {"ussr": {kind: 1}}}, dice=[3, 6])
    with refused(game, "CL-CMOVE-06"):
        move(game, "1 armour", "ukraine_ssr", "karelia_ssr", "russia")
    assert ("ukraine_ssr", "karelia_ssr", "russia") not in routes(game)
    move(game, "1 armour", "ukraine_ssr", "karelia_ssr")
    events = end(game)
    assert happened(events, "battle_began")
    assert unrolled(game) == 0


@pytest.mark.rule("CL-STATUS-03")
def test_an_allys_unit_occupies_as_well() -> None:
    """A British fighter in empty Soviet Karelia defends it."""
    game = position(
        units={"ukraine_ssr": {"germany": {"armour": 1}}, "karelia_ssr": {"uk": {"fighter": 1}}}, dice=[6, 4]
    )
    with refused(game, "CL-CMOVE-06"):
        move(game, "1 armour", "ukraine_ssr", "karelia_ssr", "russia")
    move(game, "1 armour", "ukraine_ssr", "karelia_ssr")
    end(game)
    assert count(game, "karelia_ssr") == {"fighter": 1}


@pytest.mark.rule("CL-STATUS-04")
@pytest.mark.parametrize("kind", ["transport", "submarine", "carrier", "battleship"])
@pytest.mark.parametrize("enemy", ["uk", "ussr"])
def test_a_single_enemy_ship_of_any_kind_makes_a_zone_hostile(kind: str, enemy: str) -> None:
    """Nobody sails through it, and in the noncombat move not into it."""
    units: dict[str, Any] = {
        "baltic_sea_zone": {"germany": {"battleship": 1}},
        "north_sea_zone": {enemy: {kind: 1}},
    }
    game = position(units=units)
    with refused(game, "CL-SEA-02"):
        move(game, "1 battleship", "baltic_sea_zone", "north_sea_zone", "karelia_sea_zone")
    assert ("baltic_sea_zone", "north_sea_zone") in routes(game)
    game = position(phase="noncombat_move", units=units)
    with refused(game, "CL-NCM-02"):
        move(game, "1 battleship", "baltic_sea_zone", "north_sea_zone")
    assert ("baltic_sea_zone", "north_sea_zone") not in routes(game)


@pytest.mark.rule("CL-STATUS-04")
def test_an_open_zone_is_passed_by_everybody_and_shared_by_allies() -> None:
    """A German battleship joins Japanese ships and could sail on."""
    game = position(
        phase="noncombat_move",
        units={"red_sea_zone": {"germany": {"battleship": 2}}, "indian_ocean_sea_zone": {"japan": {"submarine": 1}}},
    )
    move(game, "1 battleship", "red_sea_zone", "indian_ocean_sea_zone", "east_indies_sea_zone")
    move(game, "1 battleship", "red_sea_zone", "indian_ocean_sea_zone")
    assert count(game, "indian_ocean_sea_zone") == {"battleship": 1, "submarine": 1}


@pytest.mark.rule("CL-STATUS-04")
def test_enemy_land_at_its_shores_does_not_make_a_zone_hostile() -> None:
    """Guns, fighters and infantry around the Baltic do not stop a British submarine."""
    game = position(
        "uk",
        "noncombat_move",
        units={
            "north_sea_zone": {"uk": {"submarine": 1}},
            "germany": {"germany": {"aa_gun": 1, "fighter": 2, "infantry": 4}},
        },
    )
    move(game, "1 submarine", "north_sea_zone", "baltic_sea_zone")


@pytest.mark.rule("CL-STATUS-04", "CL-SBAT-04")
def test_sea_zones_are_never_controlled() -> None:
    """A won sea battle gives no marker, and no position can be set up with one."""
    game = position(
        units={"baltic_sea_zone": {"germany": {"battleship": 1}}, "north_sea_zone": {"uk": {"transport": 1}}},
        dice=[4, 6],
    )
    move(game, "1 battleship", "baltic_sea_zone", "north_sea_zone")
    events = end(game)
    assert not happened(events, "captured")
    assert "north_sea_zone" not in game.state.owner
    with pytest.raises(BadValue):
        position(owners={"north_sea_zone": "germany"})


@pytest.mark.rule("CL-STATUS-05")
def test_what_was_taken_this_turn_serves_nobody_this_turn() -> None:
    """Karelia, taken this turn, takes no fighter and builds nothing, but does both a turn later."""
    game = position(
        units={
            "ukraine_ssr": {"germany": {"infantry": 1}},
            "eastern_europe": {"germany": {"fighter": 1}},
            "germany": {"germany": {"factory": 1}},
            "karelia_ssr": {"ussr": {"factory": 1}},
        },
        pool={"infantry": 1},
    )
    move(game, "1 infantry", "ukraine_ssr", "karelia_ssr")
    end(game)
    with refused(game, "CL-AIR-07"):
        move(game, "1 fighter", "eastern_europe", "karelia_ssr")
    assert ("eastern_europe", "karelia_ssr") not in routes(game)
    end(game)
    with refused(game, "CL-IC-01"):
        game.apply(Place("infantry", "karelia_ssr", "karelia_ssr"))
    assert check_menu(game) == [Place("infantry", "germany", "germany")]
    game.apply(Place("infantry", "germany", "germany"))
    end(game)
    pass_on(game, "germany", "noncombat_move")
    assert game.state.changed == {}
    move(game, "1 fighter", "eastern_europe", "karelia_ssr")


@pytest.mark.rule("CL-STATUS-05")
def test_the_snapshot_shows_the_owner_before_a_double_change() -> None:
    """Blitzed in phase 2 or not: what counts is who held the land before phase 1, not before the last change."""
    game = position(
        "germany",
        "noncombat_move",
        units={"east_mediterranean_sea_zone": {"germany": {"submarine": 1}}},
        owners={"anglo_egypt_sudan": "germany", "syria_iraq": "germany"},
        changed={"syria_iraq": "uk"},
    )
    with refused(game, "CL-MAP-07"):
        move(game, "1 submarine", "east_mediterranean_sea_zone", "red_sea_zone")


@pytest.mark.rule("CL-STATUS-04")
def test_a_zone_is_hostile_to_one_side_and_open_to_the_other() -> None:
    """A British transport with Soviet infantry: open to the USA, hostile to Germany and Japan."""
    cargo = {"transport": [{"cargo": {"ussr": {"infantry": 1}}}]}
    game = position("usa", "noncombat_move", units={"north_sea_zone": {"uk": cargo}})
    rules = rules_of(game)
    hostile = {power: rules.is_hostile_zone(game.state, power, "north_sea_zone") for power in rules.powers}
    assert hostile == {"ussr": False, "germany": True, "uk": False, "japan": True, "usa": False}
