"""Several defending nations: who takes the hits, who decides."""

from __future__ import annotations

import pytest

from sandtable.warfare.actions import AssignHits, Move
from tests.classic.battles import (
    about,
    asked_kinds,
    every_menu_works,
    only,
    results,
    retreat,
    rolls,
    share,
    withdraw,
)
from tests.classic.play import position, rules_of
from tests.words import asked, bombard, count, end, happened, ids, land, lose, move, options_of, refused

__all__ = ["every_menu_works"]
pytestmark = pytest.mark.usefixtures("every_menu_works")

MED = "central_mediterranean_sea_zone"
EAST_MED = "east_mediterranean_sea_zone"
NORTH_SEA = "north_sea_zone"
CANADA = "east_canada_sea_zone"


@pytest.mark.rule("CL-MULTI-01", "CL-COMBAT-05")
def test_the_attacker_names_the_nation_and_its_player_the_unit() -> None:
    """Two hits on British and Soviet defenders: Germany gives one to each, then each chooses his own unit."""
    game = position(
        units={
            "eastern_europe": {"germany": {"infantry": 3}},
            "karelia_ssr": {"ussr": {"infantry": 2, "armour": 1}, "uk": {"infantry": 1, "fighter": 1}},
        },
        dice=[1, 1, 6, *[6] * 5],
    )
    move(game, "3 infantry", "eastern_europe", "karelia_ssr")
    end(game)
    assert asked(game) == ("germany", "assign_hits")
    assert about(game, "hits") == 2 and about(game, "room") == {"ussr": 3, "uk": 2}
    assert {str(option) for option in options_of(game)} == {
        str(AssignHits(hits)) for hits in ({"ussr": 2}, {"ussr": 1, "uk": 1}, {"uk": 2})
    }
    share(game, ussr=1, uk=1)
    assert asked(game) == ("ussr", "choose_casualties")
    assert sorted(asked_kinds(game)) == ["armour", "infantry", "infantry"]
    lose(game, "1 armour")
    assert asked(game) == ("uk", "choose_casualties")
    assert sorted(asked_kinds(game)) == ["fighter", "infantry"]
    lose(game, "1 fighter")
    assert count(game, "karelia_ssr", "ussr") == {"infantry": 2}
    assert count(game, "karelia_ssr", "uk") == {"infantry": 1}


@pytest.mark.rule("CL-MULTI-01")
def test_hits_are_shared_out_column_by_column() -> None:
    """The infantry's hit goes to the UK, the armour's to the USSR: Germany is asked for each column."""
    game = position(
        units={
            "eastern_europe": {"germany": {"infantry": 1, "armour": 1}},
            "karelia_ssr": {"ussr": {"infantry": 2}, "uk": {"infantry": 2}},
        },
        dice=[1, 3, 6, 6, 6, 6],
    )
    move(game, "1 infantry, 1 armour", "eastern_europe", "karelia_ssr")
    end(game)
    assert [power for power, _, _ in rolls(game)] == ["germany"]
    share(game, uk=1)
    assert asked(game) == ("germany", "assign_hits")
    assert about(game, "room") == {"ussr": 2, "uk": 1}
    share(game, ussr=1)
    assert count(game, "karelia_ssr") == {"infantry": 3, "armour": 1}


@pytest.mark.rule("CL-MULTI-01", "CL-AMPH-08")
def test_bombardment_hits_are_given_to_a_nation_too() -> None:
    """The battleship's hit is Germany's to give."""
    game = position(
        units={
            MED: {"germany": {"transport": 1, "battleship": 1}},
            "southern_europe": {"germany": {"infantry": 2}},
            "anglo_egypt_sudan": {"uk": {"infantry": 1}, "usa": {"infantry": 1}},
        },
        dice=[4, 1, 6, 6, 2],
    )
    land(game, "2 infantry", "southern_europe", MED, EAST_MED, target="anglo_egypt_sudan")
    bombard(game, MED, EAST_MED, target="anglo_egypt_sudan")
    end(game)
    assert asked(game) == ("germany", "assign_hits")
    share(game, usa=1)
    # The infantry's hit can only be taken by the UK; both victims fire before they are removed.
    assert rolls(game)[2:] == [("uk", "infantry", (6,)), ("usa", "infantry", (2,))]
    assert count(game, "anglo_egypt_sudan") == {"infantry": 1}


@pytest.mark.rule("CL-MULTI-01", "CL-MULTI-02", "CL-SUB-02")
def test_first_shot_hits_go_to_nations_with_ships_only() -> None:
    """British and American ships, Soviet fighters aboard: the submarine's hit cannot be given to the Soviets."""
    game = position(
        units={
            NORTH_SEA: {"germany": {"submarine": 1}},
            CANADA: {
                "uk": {"carrier": [{"cargo": {"ussr": {"fighter": 1}}}]},
                "usa": {"transport": 1},
            },
        },
        dice=[2, 6, 6],
    )
    move(game, "1 submarine", NORTH_SEA, CANADA)
    end(game)
    assert asked(game) == ("germany", "assign_hits")
    assert about(game, "room") == {"uk": 1, "usa": 1}
    with refused(game, "CL-MULTI-02"):
        share(game, ussr=1)
    share(game, uk=1)
    assert count(game, CANADA, "uk") == {}
    assert rolls(game)[1:] == [("usa", "transport", (6,)), ("ussr", "fighter", (6,))]


@pytest.mark.rule("CL-MULTI-02")
def test_a_submarine_hit_is_not_asked_about_when_one_nation_has_the_ships() -> None:
    """Only the British carrier can take it: nothing to decide."""
    game = position(
        units={
            NORTH_SEA: {"germany": {"submarine": 1}},
            CANADA: {"uk": {"carrier": [{"cargo": {"usa": {"fighter": 1}}}]}},
        },
        dice=[2, 6],
    )
    move(game, "1 submarine", NORTH_SEA, CANADA)
    end(game)
    assert asked(game) == ("germany", "withdraw")
    assert count(game, CANADA, "uk") == {}


@pytest.mark.rule("CL-MULTI-02", "CL-COMBAT-06")
def test_a_nation_cannot_be_given_more_hits_than_it_has_unhit_units() -> None:
    """One British infantry cannot take two hits; the hits must all be given, and none may be negative."""
    game = position(
        units={
            "eastern_europe": {"germany": {"infantry": 2}},
            "karelia_ssr": {"ussr": {"infantry": 2}, "uk": {"infantry": 1}},
        },
        dice=[1, 1],
    )
    move(game, "2 infantry", "eastern_europe", "karelia_ssr")
    end(game)
    for wrong in ({"uk": 2}, {"usa": 1, "ussr": 1}, {"uk": -1, "ussr": 3}):
        with refused(game, "CL-MULTI-02"):
            share(game, **wrong)
    for few in ({"uk": 1}, {"uk": 1, "ussr": 2}):
        with refused(game, "CL-COMBAT-06"):
            share(game, **few)


@pytest.mark.rule("CL-MULTI-02")
def test_all_take_their_hits_when_there_are_enough_for_everybody() -> None:
    """As many hits as defenders: nobody has anything to decide."""
    game = position(
        units={
            "eastern_europe": {"germany": {"infantry": 3}},
            "karelia_ssr": {"ussr": {"infantry": 1}, "uk": {"fighter": 1}},
        },
        dice=[1, 1, 1, 6, 6],
    )
    move(game, "3 infantry", "eastern_europe", "karelia_ssr")
    end(game)
    assert asked(game) == ("germany", "noncombat_move")
    assert results(game) == {"karelia_ssr": "won"}


@pytest.mark.rule("CL-MULTI-03", "CL-TECH-08")
def test_each_nation_rolls_with_its_own_developments_also_behind_the_line() -> None:
    """The American fighter has jets, the Soviet one has not; both were hit and still fire."""
    game = position(
        units={
            "eastern_europe": {"germany": {"infantry": 2}},
            "karelia_ssr": {"ussr": {"fighter": 1}, "usa": {"fighter": 1}},
        },
        tech={"usa": ["jet_power"]},
        dice=[1, 1, 5, 5],
    )
    move(game, "2 infantry", "eastern_europe", "karelia_ssr")
    end(game)
    assert [(roll.power, roll.needed) for roll in happened(game.events, "dice_rolled")][1:] == [
        ("ussr", (4,)),
        ("usa", (5,)),
    ]
    assert count(game, "karelia_ssr") == {"infantry": 1}


@pytest.mark.rule("CL-MULTI-04")
def test_each_nation_decides_alone_about_its_submarines() -> None:
    """The British submarine leaves, then the American player decides with that knowledge and stays."""
    game = position(
        units={
            "baltic_sea_zone": {"germany": {"battleship": 1}},
            NORTH_SEA: {"usa": {"submarine": 1}, "uk": {"submarine": 1}},
        },
        dice=[6, 6, 6],
    )
    british, american = only(game, NORTH_SEA, "submarine", "uk"), only(game, NORTH_SEA, "submarine", "usa")
    move(game, "1 battleship", "baltic_sea_zone", NORTH_SEA)
    end(game)
    assert asked(game) == ("uk", "withdraw") and list(about(game, "submarines")) == [british]
    withdraw(game, CANADA)
    assert asked(game) == ("usa", "withdraw") and list(about(game, "submarines")) == [american]
    withdraw(game)
    assert count(game, CANADA) == {"submarine": 1}
    assert count(game, NORTH_SEA, "usa") == {"submarine": 1}


@pytest.mark.rule("CL-MULTI-04", "CL-CARR-04")
def test_displaced_fighters_are_landed_nation_by_nation() -> None:
    """Germany moves, so the UK comes before the USA; each is asked about its own fighter only."""
    game = position(
        units={
            "north_atlantic_sea_zone": {"germany": {"submarine": 1}},
            "caribbean_sea_zone": {
                "uk": {"carrier": [{"cargo": {"usa": {"fighter": 1}, "uk": {"fighter": 1}}}]},
                "usa": {"carrier": 1},
            },
        },
        owners={"west_indies": "usa"},
        dice=[1, 6, 6, 6],
    )
    zone = "caribbean_sea_zone"
    move(game, "1 submarine", "north_atlantic_sea_zone", zone)
    end(game)
    share(game, uk=1)
    withdraw(game, "north_atlantic_sea_zone")
    for power in ("uk", "usa"):
        assert asked(game) == (power, "land_displaced")
        assert about(game, "fighters") == [only(game, zone, "fighter", power)]
        game.apply({"kind": "land_displaced", "places": {only(game, zone, "fighter", power): "west_indies"}})
    assert count(game, "west_indies") == {"fighter": 2}


@pytest.mark.rule("CL-MULTI-05", "CL-CMOVE-10")
def test_allies_never_attack_together() -> None:
    """Japanese infantry beside the Germans in Libya stays there: Germany cannot order it, and it does not fight."""
    game = position(
        units={
            "libya": {"germany": {"infantry": 1}, "japan": {"infantry": 2}},
            "anglo_egypt_sudan": {"uk": {"infantry": 1}},
        },
        dice=[6, 6],
    )
    japanese = ids(game, "libya", "2 infantry", "japan")
    with refused(game, "CL-TURN-04"):
        game.apply(Move(japanese, ("libya", "anglo_egypt_sudan")))
    with refused(game, "CL-TURN-04"):
        game.apply(Move((*ids(game, "libya", "1 infantry"), *japanese), ("libya", "anglo_egypt_sudan")))
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    (began,) = happened(end(game), "battle_began")
    assert began.attackers == {"infantry": 1}
    retreat(game, "libya")
    assert count(game, "libya", "japan") == {"infantry": 2}


@pytest.mark.rule("CL-MULTI-06", "CL-CAPT-02")
def test_only_the_controller_of_a_fallen_territory_loses_production() -> None:
    """Egypt falls with British and American defenders: the UK loses 2, the USA nothing."""
    game = position(
        units={
            "libya": {"germany": {"infantry": 3}},
            "anglo_egypt_sudan": {"uk": {"infantry": 1}, "usa": {"infantry": 1}},
        },
        dice=[1, 1, 6, 6, 6],
    )
    produce = rules_of(game).production
    before = {power: produce(game.state, power) for power in ("germany", "uk", "usa")}
    move(game, "3 infantry", "libya", "anglo_egypt_sudan")
    end(game)
    after = {power: produce(game.state, power) for power in before}
    assert after == {"germany": before["germany"] + 2, "uk": before["uk"] - 2, "usa": before["usa"]}
    assert count(game, "anglo_egypt_sudan") == {"infantry": 3}
