"""Retreat: when, who, where to."""

from __future__ import annotations

import pytest

from sandtable.warfare.actions import Retreat, Sail
from tests.classic.battles import about, every_menu_works, fight_on, results, retreat, rolls, withdraw
from tests.classic.play import position
from tests.words import asked, count, end, happened, ids, land, lose, move, options_of, refused, units

__all__ = ["every_menu_works"]
pytestmark = pytest.mark.usefixtures("every_menu_works")

MED = "central_mediterranean_sea_zone"
EAST_MED = "east_mediterranean_sea_zone"
NORTH_SEA = "north_sea_zone"
CANADA = "east_canada_sea_zone"
SPAIN = "west_spain_sea_zone"


# CL-RETREAT-01: when


@pytest.mark.rule("CL-RETREAT-01")
def test_the_attacker_may_break_off_after_each_complete_round() -> None:
    """Asked after round 1 and again after round 2, never before a round has been fought."""
    game = position(
        units={"libya": {"germany": {"infantry": 2}}, "anglo_egypt_sudan": {"uk": {"infantry": 2}}},
        dice=[6, 6, 6, 6] * 2,
    )
    move(game, "2 infantry", "libya", "anglo_egypt_sudan")
    end(game)
    assert asked(game) == ("germany", "retreat") and about(game, "round") == 1
    assert len(rolls(game)) == 2
    fight_on(game)
    assert asked(game) == ("germany", "retreat") and about(game, "round") == 2
    retreat(game, "libya")
    assert results(game) == {"anglo_egypt_sudan": "retreat"}
    assert count(game, "libya") == {"infantry": 2}


@pytest.mark.rule("CL-RETREAT-01")
def test_no_question_when_one_side_has_nobody_left() -> None:
    """The defender is gone: the battle is won and there is nothing to break off."""
    game = position(
        units={"libya": {"germany": {"infantry": 1}}, "anglo_egypt_sudan": {"uk": {"infantry": 1}}}, dice=[1, 6]
    )
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    end(game)
    assert asked(game) == ("germany", "noncombat_move")


@pytest.mark.rule("CL-RETREAT-01")
def test_at_sea_the_question_follows_the_withdrawals() -> None:
    """Defending submarines have gone before the attacker decides; if they were the last, he is not asked."""
    game = position(
        units={NORTH_SEA: {"germany": {"battleship": 1}}, CANADA: {"uk": {"submarine": 1, "transport": 1}}},
        dice=[6, 6, 6],
    )
    move(game, "1 battleship", NORTH_SEA, CANADA)
    end(game)
    assert asked(game) == ("uk", "withdraw")
    withdraw(game, SPAIN)
    assert asked(game) == ("germany", "retreat")


# CL-RETREAT-02, -03: all together, to one territory


@pytest.mark.rule("CL-RETREAT-02", "CL-RETREAT-03")
@pytest.mark.parametrize("space", ["libya", "french_equatorial_africa"])
def test_everybody_goes_to_one_territory_from_which_somebody_came(space: str) -> None:
    """Attack from two territories: all may go to either, together."""
    game = position(
        units={
            "libya": {"germany": {"infantry": 1}},
            "french_equatorial_africa": {"germany": {"infantry": 1, "armour": 1}},
            "anglo_egypt_sudan": {"uk": {"infantry": 1}},
        },
        owners={"french_equatorial_africa": "germany", "congo": "germany"},
        dice=[6, 6, 6, 6],
    )
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    move(game, "1 infantry, 1 armour", "french_equatorial_africa", "anglo_egypt_sudan")
    end(game)
    assert sorted(about(game, "spaces")) == ["french_equatorial_africa", "libya"]
    for wrong in ("congo", "kenya_rhodesia", "algeria", "anglo_egypt_sudan", ""):
        with refused(game, "CL-RETREAT-03"):
            retreat(game, wrong)
    retreat(game, space)
    assert count(game, space) == {"infantry": 2, "armour": 1}
    assert count(game, "anglo_egypt_sudan", "germany") == {}
    assert asked(game) == ("germany", "noncombat_move")


@pytest.mark.rule("CL-RETREAT-03")
def test_the_origin_of_a_dead_attacker_counts() -> None:
    """The infantry from Libya is dead, the armour from the south may still go to Libya."""
    game = position(
        units={
            "libya": {"germany": {"infantry": 1}},
            "french_equatorial_africa": {"germany": {"armour": 1}},
            "anglo_egypt_sudan": {"uk": {"infantry": 2}},
        },
        owners={"french_equatorial_africa": "germany"},
        dice=[6, 6, 2, 6],
    )
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    move(game, "1 armour", "french_equatorial_africa", "anglo_egypt_sudan")
    end(game)
    lose(game, "1 infantry")
    retreat(game, "libya")
    assert count(game, "libya") == {"armour": 1}


@pytest.mark.rule("CL-RETREAT-03")
def test_the_origin_of_aircraft_is_no_retreat_space() -> None:
    """The fighter came over Algeria, the infantry from Libya: only Libya is open."""
    game = position(
        units={
            "libya": {"germany": {"infantry": 1}},
            "french_equatorial_africa": {"germany": {"fighter": 1}},
            "anglo_egypt_sudan": {"uk": {"infantry": 1}},
        },
        owners={"french_equatorial_africa": "germany"},
        dice=[6, 6, 6],
    )
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    move(game, "1 fighter", "french_equatorial_africa", "anglo_egypt_sudan")
    end(game)
    assert about(game, "spaces") == ["libya"]


@pytest.mark.rule("CL-RETREAT-02")
def test_a_retreat_of_some_is_not_on_the_menu() -> None:
    """The only answers are: fight on, or all to one of the spaces."""
    game = position(
        units={"libya": {"germany": {"infantry": 2}}, "anglo_egypt_sudan": {"uk": {"infantry": 1}}}, dice=[6, 6, 6]
    )
    move(game, "2 infantry", "libya", "anglo_egypt_sudan")
    end(game)
    assert [option.kind for option in options_of(game)] == ["fight_on", "retreat"]
    retreat(game, "libya")
    assert count(game, "libya") == {"infantry": 2}


# CL-RETREAT-04: ships


@pytest.mark.rule("CL-RETREAT-04", "CL-RETREAT-02")
def test_ships_go_together_to_one_zone_and_keep_their_cargo() -> None:
    """Fleets from two zones go to one of them; infantry stays aboard and its landing is off."""
    game = position(
        units={
            MED: {"germany": {"transport": 1}},
            "southern_europe": {"germany": {"infantry": 2}},
            "black_sea_zone": {"germany": {"battleship": 1}},
            EAST_MED: {"uk": {"battleship": 1}},
        },
        dice=[6, 6],
    )
    land(game, "2 infantry", "southern_europe", MED, EAST_MED, target="anglo_egypt_sudan")
    move(game, "1 battleship", "black_sea_zone", EAST_MED)
    end(game)
    assert sorted(about(game, "spaces")) == ["black_sea_zone", MED]
    with refused(game, "CL-RETREAT-04"):
        retreat(game, "red_sea_zone")
    retreat(game, "black_sea_zone")
    assert count(game, "black_sea_zone") == {"infantry": 2, "battleship": 1, "transport": 1}
    assert all(unit.aboard and not unit.task for unit in units(game, "black_sea_zone", "infantry"))
    assert game.state.owner["anglo_egypt_sudan"] == "uk"


@pytest.mark.rule("CL-RETREAT-04", "CL-CARR-06")
def test_a_retreating_carrier_takes_allied_fighters_along() -> None:
    """The American guest stays on its deck."""
    game = position(
        power="uk",
        units={
            NORTH_SEA: {"uk": {"carrier": [{"cargo": {"usa": {"fighter": 1}}}]}},
            "baltic_sea_zone": {"germany": {"transport": 1}},
        },
        dice=[6, 6],
    )
    move(game, "1 carrier", NORTH_SEA, "baltic_sea_zone")
    end(game)
    retreat(game, NORTH_SEA)
    assert count(game, NORTH_SEA) == {"fighter": 1, "carrier": 1}
    assert count(game, "baltic_sea_zone", "usa") == {}


@pytest.mark.rule("CL-RETREAT-04")
def test_ships_do_not_retreat_into_a_zone_that_has_become_hostile() -> None:
    """Attackers came from two zones; a submarine withdrew into one of them: only the other is left."""
    game = position(
        units={
            NORTH_SEA: {"germany": {"battleship": 1}},
            SPAIN: {"germany": {"battleship": 1}},
            CANADA: {"uk": {"submarine": 1, "battleship": 1}},
        },
        dice=[6, 6, 6, 6],
    )
    move(game, "1 battleship", NORTH_SEA, CANADA)
    move(game, "1 battleship", SPAIN, CANADA)
    end(game)
    withdraw(game, SPAIN)
    assert about(game, "spaces") == [NORTH_SEA]
    with refused(game, "CL-RETREAT-04"):
        retreat(game, SPAIN)


@pytest.mark.rule("CL-RETREAT-04", "CL-MAP-07")
def test_ships_retreat_through_an_open_canal() -> None:
    """The battleship came through the Suez Canal and may go back the same way."""
    game = position(
        power="uk",
        units={"red_sea_zone": {"uk": {"battleship": 1}}, EAST_MED: {"germany": {"battleship": 1}}},
        dice=[6, 6],
    )
    move(game, "1 battleship", "red_sea_zone", EAST_MED)
    end(game)
    retreat(game, "red_sea_zone")
    assert count(game, "red_sea_zone") == {"battleship": 1}


# CL-RETREAT-05: aircraft


@pytest.mark.rule("CL-RETREAT-05")
def test_aircraft_leave_the_battle_and_land_in_phase_four() -> None:
    """Infantry goes back to Libya, the fighter hangs over Egypt with three points left and must land."""
    game = position(
        units={"libya": {"germany": {"infantry": 1, "fighter": 1}}, "anglo_egypt_sudan": {"uk": {"infantry": 1}}},
        dice=[6, 6, 6],
    )
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    move(game, "1 fighter", "libya", "anglo_egypt_sudan")
    end(game)
    retreat(game, "libya")
    assert count(game, "libya") == {"infantry": 1}
    assert count(game, "anglo_egypt_sudan", "germany") == {"fighter": 1}
    with refused(game, "CL-AIR-10"):
        end(game)
    with refused(game, "CL-AIR-01"):
        move(game, "1 fighter", "anglo_egypt_sudan", EAST_MED, MED, "southern_europe", "germany")
    move(game, "1 fighter", "anglo_egypt_sudan", EAST_MED, MED, "southern_europe")
    assert count(game, "southern_europe") == {"fighter": 1}


@pytest.mark.rule("CL-RETREAT-05")
def test_aircraft_alone_break_off_without_a_retreat_space() -> None:
    """A lone fighter over Egypt may leave; it can name no territory."""
    game = position(
        units={"libya": {"germany": {"fighter": 1}}, "anglo_egypt_sudan": {"uk": {"infantry": 1}}}, dice=[6, 6]
    )
    move(game, "1 fighter", "libya", "anglo_egypt_sudan")
    end(game)
    assert about(game, "spaces") == [""]
    with refused(game, "CL-RETREAT-05"):
        game.apply(Retreat("libya"))
    retreat(game)
    assert results(game) == {"anglo_egypt_sudan": "retreat"}
    assert asked(game) == ("germany", "noncombat_move")


@pytest.mark.rule("CL-RETREAT-05")
def test_aircraft_left_alone_at_sea_may_break_off() -> None:
    """The battleship is sunk, the fighter is alone and leaves."""
    game = position(
        units={
            NORTH_SEA: {"germany": {"battleship": 1}},
            "western_europe": {"germany": {"fighter": 1}},
            CANADA: {"uk": {"battleship": 1}},
        },
        dice=[6, 6, 4],
    )
    move(game, "1 battleship", NORTH_SEA, CANADA)
    move(game, "1 fighter", "western_europe", NORTH_SEA, CANADA)
    end(game)
    lose(game, "1 battleship")
    retreat(game)
    move(game, "1 fighter", CANADA, NORTH_SEA, "western_europe")
    assert count(game, "western_europe") == {"fighter": 1}


# CL-RETREAT-06: blitz


@pytest.mark.rule("CL-RETREAT-06", "CL-LAND-05")
def test_armour_may_retreat_to_the_territory_it_blitzed_through() -> None:
    """Libya → empty Equatorial Africa → Egypt: back to Equatorial Africa, not to Libya."""
    game = position(
        units={"libya": {"germany": {"armour": 1}}, "anglo_egypt_sudan": {"uk": {"infantry": 1}}}, dice=[6, 6]
    )
    move(game, "1 armour", "libya", "french_equatorial_africa", "anglo_egypt_sudan")
    end(game)
    assert about(game, "spaces") == ["french_equatorial_africa"]
    with refused(game, "CL-RETREAT-03"):
        retreat(game, "libya")
    retreat(game, "french_equatorial_africa")
    assert game.state.owner["french_equatorial_africa"] == "germany"
    assert count(game, "french_equatorial_africa") == {"armour": 1}


# CL-RETREAT-07: no way out


@pytest.mark.rule("CL-RETREAT-07", "CL-AMPH-10")
def test_nobody_leaves_a_battle_in_which_units_were_landed() -> None:
    """Two landed infantry and a fighter against three infantry: the fighter is left alone and must go on."""
    game = position(
        units={
            MED: {"germany": {"transport": 1}},
            "southern_europe": {"germany": {"infantry": 2}},
            "libya": {"germany": {"fighter": 1}},
            "anglo_egypt_sudan": {"uk": {"infantry": 3}},
        },
        dice=[6, 6, 6, 2, 2, 6, 6, 6, 6, 6, 6, 2, 6, 6],
    )
    land(game, "2 infantry", "southern_europe", MED, EAST_MED, target="anglo_egypt_sudan")
    move(game, "1 fighter", "libya", "anglo_egypt_sudan")
    end(game)
    events = lose(game, "2 infantry")
    assert [began.round for began in happened(events, "battle_round")] == [2, 3]
    assert results(game) == {"anglo_egypt_sudan": "lost"}


@pytest.mark.rule("CL-RETREAT-07", "CL-AMPH-10")
def test_overland_attackers_cannot_leave_a_landing_either() -> None:
    """Infantry from Libya fights beside a landed one: no retreat to Libya."""
    game = position(
        units={
            MED: {"germany": {"transport": 1}},
            "southern_europe": {"germany": {"infantry": 1}},
            "libya": {"germany": {"infantry": 1}},
            "anglo_egypt_sudan": {"uk": {"infantry": 1}},
        },
        dice=[6, 6, 6, 1, 6, 6],
    )
    land(game, "1 infantry", "southern_europe", MED, EAST_MED, target="anglo_egypt_sudan")
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    events = end(game)
    assert len(happened(events, "battle_round")) == 2
    assert results(game) == {"anglo_egypt_sudan": "won"}


@pytest.mark.rule("CL-RETREAT-07")
def test_without_a_retreat_space_aircraft_cannot_leave_either() -> None:
    """The zone the battleship came from has become hostile: the bomber fights on with it."""
    game = position(
        units={
            NORTH_SEA: {"germany": {"battleship": 1}},
            "western_europe": {"germany": {"bomber": 1}},
            CANADA: {"uk": {"submarine": 1, "transport": 1}},
        },
        dice=[6, 6, 6, 6, 1, 6, 6],
    )
    move(game, "1 battleship", NORTH_SEA, CANADA)
    move(game, "1 bomber", "western_europe", NORTH_SEA, CANADA)
    end(game)
    events = withdraw(game, NORTH_SEA)
    assert [began.round for began in happened(events, "battle_round")] == [2]
    assert results(game) == {CANADA: "won"}


# CL-RETREAT-08: afterwards


@pytest.mark.rule("CL-RETREAT-08", "CL-CMOVE-11")
def test_retreated_land_units_do_nothing_more_this_turn() -> None:
    """Neither the infantry nor the armour may move in phase 4, nor board."""
    game = position(
        units={
            "libya": {"germany": {"infantry": 1, "armour": 1}},
            "anglo_egypt_sudan": {"uk": {"infantry": 1}},
            MED: {"germany": {"transport": 1}},
        },
        dice=[6, 6, 6],
    )
    move(game, "1 infantry, 1 armour", "libya", "anglo_egypt_sudan")
    end(game)
    retreat(game, "libya")
    for forces in ("1 infantry", "1 armour"):
        with refused(game, "CL-CMOVE-11"):
            move(game, forces, "libya", "algeria")
    with refused(game, "CL-LAND-03"):
        game.apply(Sail(ids(game, MED, "1 transport")[0], (MED,), {ids(game, "libya", "1 infantry")[0]: MED}))


@pytest.mark.rule("CL-RETREAT-08", "CL-TRN-12")
def test_retreated_ships_do_nothing_more_this_turn() -> None:
    """The fleet may not move, the transport may neither load nor unload."""
    cargo = {"cargo": {"germany": {"infantry": 1}}}
    game = position(
        units={
            MED: {"germany": {"battleship": 1, "transport": [cargo]}},
            "libya": {"germany": {"infantry": 1}},
            EAST_MED: {"uk": {"battleship": 1}},
        },
        dice=[6, 6],
    )
    move(game, "1 battleship, 1 transport", MED, EAST_MED)
    end(game)
    retreat(game, MED)
    with refused(game, "CL-CMOVE-11"):
        move(game, "1 battleship", MED, "black_sea_zone")
    ship, ashore, aboard = (
        ids(game, MED, "1 transport")[0],
        ids(game, "libya", "1 infantry")[0],
        ids(game, MED, "1 infantry")[0],
    )
    for order in (Sail(ship, (MED,), {ashore: MED}), Sail(ship, (MED,), {}, (aboard,), "libya")):
        with refused(game, "CL-TRN-12"):
            game.apply(order)
