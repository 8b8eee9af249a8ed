"""Combat in general: order of battles, columns, hits, losses, end of a battle."""

from __future__ import annotations

import pytest

from sandtable.warfare.actions import ChooseCasualties, FireRocket, Retreat
from tests.classic.battles import (
    about,
    asked_kinds,
    dice_left,
    every_menu_works,
    fight_on,
    next_battle,
    only,
    results,
    retreat,
    rolls,
)
from tests.classic.play import position
from tests.words import asked, bombard, count, end, happened, ids, land, lose, move, options_of, refused, sail, units

__all__ = ["every_menu_works"]
pytestmark = pytest.mark.usefixtures("every_menu_works")

MED = "central_mediterranean_sea_zone"
EAST_MED = "east_mediterranean_sea_zone"


# CL-COMBAT-01: the order of combat


@pytest.mark.rule("CL-COMBAT-01")
def test_rocket_then_raids_then_walk_ins_then_battles() -> None:
    """Germany fires a rocket, raids London, walks into Equatorial Africa and fights for Egypt, in that order."""
    game = position(
        units={
            "germany": {"germany": {"aa_gun": 1, "bomber": 1}},
            "united_kingdom": {"uk": {"factory": 1}},
            "libya": {"germany": {"infantry": 2}},
            "anglo_egypt_sudan": {"uk": {"infantry": 1}},
        },
        tech={"germany": ["rockets"]},
        dice=[5, 6, 1, 6],
    )
    # The battle is entered first in phase 2: that makes no difference.
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    move(game, "1 infantry", "libya", "french_equatorial_africa")
    move(game, "1 bomber", "germany", "baltic_sea_zone", "north_sea_zone", "united_kingdom", raid=True)
    end(game)
    assert asked(game) == ("germany", "rocket")
    events = game.apply(FireRocket(only(game, "germany", "aa_gun"), "united_kingdom"))
    story = [event.kind for event in events]
    assert story.index("dice_rolled") < story.index("battle_began") < story.index("captured")
    assert [roll.purpose for roll in happened(events, "dice_rolled")] == ["rocket", "raid", "attack", "defence"]
    assert [took.space for took in happened(events, "captured")] == ["french_equatorial_africa", "anglo_egypt_sudan"]
    raid, battle = happened(events, "battle_began")
    walk_in, conquest = happened(events, "captured")
    assert events.index(raid) < events.index(walk_in) < events.index(battle) < events.index(conquest)


@pytest.mark.rule("CL-COMBAT-01")
def test_the_active_power_chooses_the_order_of_battles() -> None:
    """Two battles: Germany is asked which comes first, and may take either."""
    game = position(
        units={
            "libya": {"germany": {"infantry": 2}},
            "anglo_egypt_sudan": {"uk": {"infantry": 1}},
            "french_equatorial_africa": {"uk": {"infantry": 1}},
        },
        dice=[1, 6],
    )
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    move(game, "1 infantry", "libya", "french_equatorial_africa")
    end(game)
    assert asked(game) == ("germany", "next_battle")
    assert set(about(game, "spaces")) == {"anglo_egypt_sudan", "french_equatorial_africa"}
    with refused(game, "CL-COMBAT-01"):
        next_battle(game, "libya")
    for space in about(game, "spaces"):
        twin = position(
            units={
                "libya": {"germany": {"infantry": 2}},
                "anglo_egypt_sudan": {"uk": {"infantry": 1}},
                "french_equatorial_africa": {"uk": {"infantry": 1}},
            },
            dice=[1, 6, 1, 6],
        )
        move(twin, "1 infantry", "libya", "anglo_egypt_sudan")
        move(twin, "1 infantry", "libya", "french_equatorial_africa")
        end(twin)
        next_battle(twin, space)
        assert next(iter(results(twin))) == space


@pytest.mark.rule("CL-COMBAT-01", "CL-AMPH-03")
def test_a_landing_waits_for_its_sea_battle() -> None:
    """Egypt is to be assaulted from a hostile zone: its battle cannot be chosen before the one at sea."""
    game = position(
        units={
            MED: {"germany": {"transport": 1, "battleship": 1}},
            "southern_europe": {"germany": {"infantry": 2}},
            EAST_MED: {"uk": {"submarine": 1}},
            "anglo_egypt_sudan": {"uk": {"infantry": 1}},
            "ukraine_ssr": {"germany": {"infantry": 1}},
            "caucasus": {"ussr": {"infantry": 1}},
        },
        dice=[1, 6, 1, 6, 6, 6],
    )
    land(game, "2 infantry", "southern_europe", MED, EAST_MED, target="anglo_egypt_sudan")
    move(game, "1 battleship", MED, EAST_MED)
    move(game, "1 infantry", "ukraine_ssr", "caucasus")
    end(game)
    assert set(about(game, "spaces")) == {EAST_MED, "caucasus"}
    with refused(game, "CL-COMBAT-01"):
        next_battle(game, "anglo_egypt_sudan")
    next_battle(game, EAST_MED)
    assert results(game) == {EAST_MED: "won"}
    assert set(about(game, "spaces")) == {"anglo_egypt_sudan", "caucasus"}


@pytest.mark.rule("CL-COMBAT-01")
def test_undefended_land_is_taken_right_after_its_sea_battle() -> None:
    """The beach is empty: the cargo lands as soon as the zone is cleared, before the next battle is chosen."""
    game = position(
        units={
            MED: {"germany": {"transport": 1, "battleship": 1}},
            "southern_europe": {"germany": {"infantry": 2}},
            EAST_MED: {"uk": {"submarine": 1}},
            "ukraine_ssr": {"germany": {"infantry": 1}},
            "caucasus": {"ussr": {"infantry": 1}},
            "eastern_europe": {"germany": {"infantry": 1}},
            "karelia_ssr": {"ussr": {"infantry": 1}},
        },
        dice=[1, 6],
    )
    land(game, "2 infantry", "southern_europe", MED, EAST_MED, target="anglo_egypt_sudan")
    move(game, "1 battleship", MED, EAST_MED)
    move(game, "1 infantry", "ukraine_ssr", "caucasus")
    move(game, "1 infantry", "eastern_europe", "karelia_ssr")
    end(game)
    assert game.state.owner["anglo_egypt_sudan"] == "uk"
    next_battle(game, EAST_MED)
    assert asked(game) == ("germany", "next_battle")
    assert game.state.owner["anglo_egypt_sudan"] == "germany"
    assert count(game, "anglo_egypt_sudan") == {"infantry": 2}


@pytest.mark.rule("CL-COMBAT-01", "CL-AA-11")
def test_guns_fire_at_aircraft_before_a_walk_in() -> None:
    """Infantry and a fighter enter a territory with only a gun: one AA die, then the land and the gun are taken."""
    game = position(
        units={
            "eastern_europe": {"germany": {"infantry": 1, "fighter": 1}},
            "karelia_ssr": {"ussr": {"aa_gun": 1}},
        },
        dice=[1],
    )
    move(game, "1 infantry", "eastern_europe", "karelia_ssr")
    move(game, "1 fighter", "eastern_europe", "karelia_ssr")
    end(game)
    assert rolls(game) == [("ussr", "fighter", (1,))]
    assert count(game, "karelia_ssr", "germany") == {"infantry": 1, "aa_gun": 1}


@pytest.mark.rule("CL-COMBAT-01", "CL-AA-06")
def test_guns_fire_only_once_when_a_landing_follows_the_walk_in() -> None:
    """Infantry with a fighter takes a lone gun; cargo that lands there after a sea battle brings no second AA die."""
    game = position(
        units={
            "eastern_europe": {"germany": {"infantry": 3, "fighter": 1}},
            "karelia_ssr": {"ussr": {"aa_gun": 1}},
            "north_sea_zone": {"germany": {"transport": 1, "battleship": 1}},
            "finland_norway": {"germany": {"infantry": 1}},
            "karelia_sea_zone": {"ussr": {"transport": 1}},
        },
        dice=[2, 1, 6],
    )
    move(game, "1 infantry", "eastern_europe", "karelia_ssr")
    move(game, "1 fighter", "eastern_europe", "karelia_ssr")
    land(game, "1 infantry", "finland_norway", "north_sea_zone", "karelia_sea_zone", target="karelia_ssr")
    move(game, "1 battleship", "north_sea_zone", "karelia_sea_zone")
    end(game)
    assert rolls(game) == [
        ("ussr", "fighter", (2,)),
        ("germany", "battleship", (1,)),
        ("ussr", "transport", (6,)),
    ]
    assert count(game, "karelia_ssr", "germany") == {"infantry": 2, "aa_gun": 1, "fighter": 1}


# CL-COMBAT-02: dice and hits


@pytest.mark.rule("CL-COMBAT-02")
@pytest.mark.parametrize(("die", "hits"), [(3, 1), (4, 0)])
def test_a_roll_up_to_the_value_hits(die: int, hits: int) -> None:
    """Armour attacks on 3: a 3 hits, a 4 does not."""
    game = position(
        units={"libya": {"germany": {"armour": 1}}, "anglo_egypt_sudan": {"uk": {"infantry": 2}}},
        dice=[die, 6, 6],
    )
    move(game, "1 armour", "libya", "anglo_egypt_sudan")
    end(game)
    assert count(game, "anglo_egypt_sudan", "uk") == {"infantry": 2 - hits}


@pytest.mark.rule("CL-COMBAT-02", "CL-TRN-09")
def test_attacking_transports_roll_no_die() -> None:
    """A transport and a battleship attack a transport: the battleship's die is the only one."""
    game = position(
        units={
            MED: {"germany": {"transport": 1, "battleship": 1}},
            EAST_MED: {"uk": {"transport": 1}},
        },
        dice=[4, 6],
    )
    move(game, "1 transport, 1 battleship", MED, EAST_MED)
    end(game)
    assert rolls(game) == [("germany", "battleship", (4,)), ("uk", "transport", (6,))]


@pytest.mark.rule("CL-COMBAT-02", "CL-TECH-13")
def test_heavy_bombers_roll_three_dice_when_attacking_and_one_when_defending() -> None:
    """Each die of an attacking heavy bomber is a hit of its own: 4, 1, 6 are two hits."""
    forces = {
        "germany": {"germany": {"bomber": 1}},
        "karelia_ssr": {"ussr": {"infantry": 3, "bomber": 1}},
    }
    tech = {"germany": ["heavy_bombers"], "ussr": ["heavy_bombers"]}
    game = position(units=forces, tech=tech, dice=[4, 1, 6, 6, 6, 6, 6])
    move(game, "1 bomber", "germany", "eastern_europe", "karelia_ssr")
    end(game)
    assert about(game, "hits") == 2
    lose(game, "2 infantry")
    assert rolls(game) == [
        ("germany", "bomber bomber bomber", (4, 1, 6)),
        ("ussr", "bomber", (6,)),
        ("ussr", "infantry infantry infantry", (6, 6, 6)),
    ]
    assert count(game, "karelia_ssr", "ussr") == {"infantry": 1, "bomber": 1}


# CL-COMBAT-03: who fires when


@pytest.mark.rule("CL-COMBAT-03", "CL-COMBAT-08")
def test_a_defender_that_was_hit_still_fires() -> None:
    """Both infantry hit each other: the attacker fired first, and both are gone."""
    game = position(
        units={"libya": {"germany": {"infantry": 1}}, "anglo_egypt_sudan": {"uk": {"infantry": 1}}}, dice=[1, 2]
    )
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    end(game)
    assert rolls(game) == [("germany", "infantry", (1,)), ("uk", "infantry", (2,))]
    assert count(game, "anglo_egypt_sudan") == {}
    assert results(game) == {"anglo_egypt_sudan": "both_lost"}


@pytest.mark.rule("CL-COMBAT-03")
def test_victims_of_guns_and_of_the_first_shot_do_not_fire() -> None:
    """A fighter shot down by the gun does not attack; a battleship sunk by a submarine does not fire back."""
    game = position(
        units={
            "eastern_europe": {"germany": {"fighter": 2}},
            "karelia_ssr": {"ussr": {"infantry": 1, "aa_gun": 1}},
            "north_sea_zone": {"germany": {"submarine": 1}},
            "east_canada_sea_zone": {"uk": {"battleship": 1, "transport": 1}},
        },
        dice=[1, 6, 4, 6, 2, 6],
    )
    move(game, "2 fighter", "eastern_europe", "karelia_ssr")
    move(game, "1 submarine", "north_sea_zone", "east_canada_sea_zone")
    end(game)
    next_battle(game, "karelia_ssr")
    assert rolls(game) == [
        ("ussr", "fighter fighter", (1, 6)),
        ("germany", "fighter", (4,)),
        ("ussr", "infantry", (6,)),
    ]
    retreat(game)
    lose(game, "1 battleship")
    assert rolls(game)[3:] == [("germany", "submarine", (2,)), ("uk", "transport", (6,))]


# CL-COMBAT-04: columns


@pytest.mark.rule("CL-COMBAT-04")
def test_columns_fire_upward_and_each_is_settled_before_the_next() -> None:
    """All kinds of land attackers against six infantry: the defender chooses after every column with a hit."""
    game = position(
        units={
            "eastern_europe": {"germany": {"infantry": 2, "armour": 1, "fighter": 1, "bomber": 1}},
            "karelia_ssr": {"ussr": {"infantry": 3, "armour": 3}},
        },
        dice=[1, 6, 3, 3, 4, *[6] * 6],
    )
    move(game, "2 infantry, 1 armour", "eastern_europe", "karelia_ssr")
    move(game, "1 fighter, 1 bomber", "eastern_europe", "karelia_ssr")
    end(game)
    assert rolls(game) == [("germany", "infantry infantry", (1, 6))]
    assert asked(game) == ("ussr", "choose_casualties") and about(game, "hits") == 1
    lose(game, "1 infantry")
    assert rolls(game)[1:] == [("germany", "armour fighter", (3, 3))]
    assert about(game, "hits") == 2
    lose(game, "1 infantry, 1 armour")
    assert rolls(game)[2:] == [("germany", "bomber", (4,))]
    assert about(game, "hits") == 1
    lose(game, "1 armour")
    assert rolls(game)[3:] == [("ussr", "infantry infantry infantry armour armour armour", (6,) * 6)]


@pytest.mark.rule("CL-COMBAT-04", "CL-MULTI-03", "CL-TECH-09")
def test_inside_a_column_nations_fire_in_turn_order_and_jets_have_a_fifth_column() -> None:
    """Soviet, British and American defenders: column 1, 2 and 4 nation by nation, the American jets last."""
    game = position(
        units={
            "eastern_europe": {"germany": {"infantry": 9}},
            "karelia_ssr": {
                "usa": {"infantry": 1, "fighter": 1},
                "uk": {"armour": 1, "infantry": 1, "bomber": 1, "fighter": 1},
                "ussr": {"armour": 1, "bomber": 1, "fighter": 1},
            },
        },
        tech={"usa": ["jet_power"]},
        dice=[*[6] * 9, 6, 6, 6, 6, 6, 6, 6, 6, 5],
    )
    move(game, "9 infantry", "eastern_europe", "karelia_ssr")
    end(game)
    assert rolls(game)[1:] == [
        ("ussr", "bomber", (6,)),
        ("uk", "bomber", (6,)),
        ("ussr", "armour", (6,)),
        ("uk", "infantry armour", (6, 6)),
        ("usa", "infantry", (6,)),
        ("ussr", "fighter", (6,)),
        ("uk", "fighter", (6,)),
        ("usa", "fighter", (5,)),
    ]
    assert count(game, "karelia_ssr", "germany") == {"infantry": 8}


@pytest.mark.rule("CL-COMBAT-04", "CL-SUB-04")
def test_columns_at_sea_for_both_sides() -> None:
    """First shot, carrier 1, fighter 3, bomber and battleship 4; transport 1, submarine 2, carrier 3, others 4."""
    game = position(
        units={
            "north_sea_zone": {"germany": {"submarine": 2, "carrier": 1, "fighter": 1, "battleship": 1}},
            "western_europe": {"germany": {"bomber": 1}},
            "east_canada_sea_zone": {
                "uk": {"battleship": 2, "carrier": 1, "fighter": 1, "transport": 1, "submarine": 1}
            },
        },
        dice=[6] * 12,
    )
    move(game, "1 fighter", "north_sea_zone", "east_canada_sea_zone")
    move(game, "2 submarine, 1 carrier, 1 battleship", "north_sea_zone", "east_canada_sea_zone")
    move(game, "1 bomber", "western_europe", "north_sea_zone", "east_canada_sea_zone")
    end(game)
    sixes = {number: (6,) * number for number in (1, 2, 3)}
    assert rolls(game) == [
        ("germany", "submarine submarine", sixes[2]),
        ("germany", "carrier", sixes[1]),
        ("germany", "fighter", sixes[1]),
        ("germany", "bomber battleship", sixes[2]),
        ("uk", "transport", sixes[1]),
        ("uk", "submarine", sixes[1]),
        ("uk", "carrier", sixes[1]),
        ("uk", "fighter battleship battleship", sixes[3]),
    ]


@pytest.mark.rule("CL-COMBAT-04", "CL-AMPH-06")
def test_bombardment_is_a_column_of_its_own() -> None:
    """The battleship fires and its hit is assigned before the landed infantry roll."""
    game = position(
        units={
            MED: {"germany": {"transport": 1, "battleship": 1}},
            "southern_europe": {"germany": {"infantry": 2}},
            "anglo_egypt_sudan": {"uk": {"infantry": 2, "armour": 1}},
        },
        dice=[4, 6, 6, 6, 6, 6, 1, 1, 6, 6],
    )
    land(game, "2 infantry", "southern_europe", MED, EAST_MED, target="anglo_egypt_sudan")
    bombard(game, MED, EAST_MED, target="anglo_egypt_sudan")
    end(game)
    assert rolls(game) == [("germany", "battleship", (4,))]
    assert asked(game) == ("uk", "choose_casualties")
    lose(game, "1 infantry")
    assert rolls(game)[1:3] == [
        ("germany", "infantry infantry", (6, 6)),
        ("uk", "infantry infantry armour", (6, 6, 6)),
    ]


# CL-COMBAT-05: choice of losses


@pytest.mark.rule("CL-COMBAT-05")
def test_the_owner_of_the_side_hit_chooses_freely() -> None:
    """The Soviet player may lose the fighter to an infantry's hit; the German player picks his own losses."""
    game = position(
        units={
            "eastern_europe": {"germany": {"infantry": 1, "armour": 1}},
            "karelia_ssr": {"ussr": {"infantry": 1, "fighter": 1}},
        },
        dice=[1, 6, 1, 6],
    )
    move(game, "1 infantry, 1 armour", "eastern_europe", "karelia_ssr")
    end(game)
    assert asked(game) == ("ussr", "choose_casualties")
    assert len(options_of(game)) == 2
    lose(game, "1 fighter")
    assert asked(game) == ("germany", "choose_casualties")
    lose(game, "1 armour")
    assert count(game, "karelia_ssr") == {"infantry": 2}


@pytest.mark.rule("CL-COMBAT-05", "CL-AA-06", "CL-AA-03")
def test_only_aircraft_fall_to_guns_and_guns_are_no_casualties() -> None:
    """AA hits are taken by aircraft, whichever the attacker likes; the gun itself cannot be chosen as a loss."""
    game = position(
        units={
            "eastern_europe": {"germany": {"infantry": 2, "fighter": 1, "bomber": 1}},
            "karelia_ssr": {"ussr": {"infantry": 1, "armour": 1, "aa_gun": 1, "factory": 1}},
        },
        dice=[1, 6, 1, 6],
    )
    move(game, "2 infantry", "eastern_europe", "karelia_ssr")
    move(game, "1 fighter, 1 bomber", "eastern_europe", "karelia_ssr")
    end(game)
    assert asked(game) == ("germany", "choose_casualties")
    assert asked_kinds(game) == ["fighter", "bomber"]
    with refused(game, "CL-COMBAT-05"):
        game.apply(ChooseCasualties(ids(game, "karelia_ssr", "1 infantry")))
    lose(game, "1 fighter")
    assert asked(game) == ("ussr", "choose_casualties")
    assert sorted(asked_kinds(game)) == ["armour", "infantry"]
    with refused(game, "CL-COMBAT-05"):
        game.apply(ChooseCasualties((only(game, "karelia_ssr", "aa_gun"),)))


@pytest.mark.rule("CL-COMBAT-05", "CL-TRN-13")
def test_transports_with_different_cargo_are_chosen_one_by_one() -> None:
    """Three defending transports, one with armour: the owner is asked although all are of one type."""
    loaded = [{"count": 2}, {"cargo": {"uk": {"armour": 1}}}]
    game = position(
        units={
            MED: {"germany": {"battleship": 1}},
            EAST_MED: {"uk": {"transport": loaded}},
        },
        dice=[1, 6, 6, 6],
    )
    move(game, "1 battleship", MED, EAST_MED)
    end(game)
    assert asked(game) == ("uk", "choose_casualties")
    assert len(options_of(game)) == 2
    full = units(game, EAST_MED, "armour")[0].aboard
    game.apply(ChooseCasualties((full,)))
    assert count(game, EAST_MED, "uk") == {"transport": 2}


@pytest.mark.rule("CL-COMBAT-05", "CL-AMPH-02")
def test_transports_bound_for_different_coasts_are_chosen_one_by_one() -> None:
    """Equal cargoes, one for Egypt and one for Syria: the attacker says which transport sinks."""
    game = position(
        units={
            MED: {"germany": {"transport": 2, "battleship": 1}},
            "southern_europe": {"germany": {"infantry": 4}},
            EAST_MED: {"uk": {"submarine": 1}},
        },
        dice=[6, 2],
    )
    land(game, "2 infantry", "southern_europe", MED, EAST_MED, target="anglo_egypt_sudan")
    land(game, "2 infantry", "southern_europe", MED, EAST_MED, target="syria_iraq")
    move(game, "1 battleship", MED, EAST_MED)
    end(game)
    assert asked(game) == ("germany", "choose_casualties")
    assert len(options_of(game)) == 3
    for_syria = next(unit.aboard for unit in units(game, EAST_MED, "infantry") if unit.target == "syria_iraq")
    game.apply(ChooseCasualties((for_syria,)))
    assert [unit.target for unit in units(game, EAST_MED, "infantry")] == ["anglo_egypt_sudan"] * 2


@pytest.mark.rule("CL-COMBAT-05")
def test_fighters_with_different_range_left_are_chosen_one_by_one() -> None:
    """One fighter flew 1 space, the other 2: the attacker says which one is lost."""
    game = position(
        units={
            "eastern_europe": {"germany": {"fighter": 1}},
            "germany": {"germany": {"fighter": 1}},
            "karelia_ssr": {"ussr": {"infantry": 2}},
        },
        dice=[6, 6, 1, 6],
    )
    move(game, "1 fighter", "eastern_europe", "karelia_ssr")
    move(game, "1 fighter", "germany", "eastern_europe", "karelia_ssr")
    end(game)
    assert asked(game) == ("germany", "choose_casualties")
    assert len(options_of(game)) == 2


# CL-COMBAT-06: hits must be taken


@pytest.mark.rule("CL-COMBAT-06")
def test_every_hit_must_be_taken() -> None:
    """Two hits on three defenders of two kinds: one casualty or three are refused."""
    game = position(
        units={
            "libya": {"germany": {"infantry": 3}},
            "anglo_egypt_sudan": {"uk": {"infantry": 2, "armour": 1}},
        },
        dice=[1, 1, 6],
    )
    move(game, "3 infantry", "libya", "anglo_egypt_sudan")
    end(game)
    for number in ("1 infantry", "2 infantry, 1 armour"):
        with refused(game, "CL-COMBAT-06"):
            lose(game, number)


@pytest.mark.rule("CL-COMBAT-06")
def test_surplus_hits_are_lost() -> None:
    """Three hits on one infantry: one casualty, nobody is asked."""
    game = position(
        units={"libya": {"germany": {"infantry": 3}}, "anglo_egypt_sudan": {"uk": {"infantry": 1}}},
        dice=[1, 1, 1, 6],
    )
    move(game, "3 infantry", "libya", "anglo_egypt_sudan")
    end(game)
    assert asked(game) == ("germany", "noncombat_move")
    assert count(game, "anglo_egypt_sudan") == {"infantry": 3}


@pytest.mark.rule("CL-COMBAT-06")
def test_a_unit_behind_the_line_cannot_be_hit_again() -> None:
    """The infantry hit in column 1 is not offered for the hit of column 3."""
    game = position(
        units={
            "libya": {"germany": {"infantry": 1, "armour": 1}},
            "anglo_egypt_sudan": {"uk": {"infantry": 1, "armour": 1, "fighter": 1}},
        },
        dice=[1, 3, 6, 6, 6],
    )
    move(game, "1 infantry, 1 armour", "libya", "anglo_egypt_sudan")
    end(game)
    infantry = ids(game, "anglo_egypt_sudan", "1 infantry", "uk")
    lose(game, "1 infantry")
    assert sorted(asked_kinds(game)) == ["armour", "fighter"]
    with refused(game, "CL-COMBAT-05"):
        game.apply(ChooseCasualties(infantry))


# CL-COMBAT-07: removal


@pytest.mark.rule("CL-COMBAT-07", "CL-LBAT-01")
def test_attackers_leave_at_once_and_defenders_after_their_fire() -> None:
    """While the attacker still chooses for column 4 his loss of column 2 is gone, the hit defender still there."""
    game = position(
        units={
            "libya": {"germany": {"infantry": 2, "armour": 1}},
            "anglo_egypt_sudan": {"uk": {"infantry": 1, "fighter": 1}},
        },
        dice=[1, 6, 6, 2, 4],
    )
    move(game, "2 infantry, 1 armour", "libya", "anglo_egypt_sudan")
    end(game)
    lose(game, "1 infantry")
    assert count(game, "anglo_egypt_sudan", "uk") == {"infantry": 1, "fighter": 1}
    assert about(game, "hits") == 1
    lose(game, "1 armour")
    assert asked(game) == ("germany", "retreat")
    assert count(game, "anglo_egypt_sudan", "germany") == {"infantry": 1}
    assert count(game, "anglo_egypt_sudan", "uk") == {"fighter": 1}


@pytest.mark.rule("CL-COMBAT-07")
def test_between_two_defence_columns_the_attackers_loss_is_gone_and_the_hit_defender_stays() -> None:
    """Column 2 hits and column 4 hits: the second choice is made without the first casualty."""
    game = position(
        units={
            "libya": {"germany": {"infantry": 3, "armour": 2}},
            "anglo_egypt_sudan": {"uk": {"infantry": 1, "fighter": 1}},
        },
        dice=[1, 6, 6, 6, 6, 2, 4],
    )
    move(game, "3 infantry, 2 armour", "libya", "anglo_egypt_sudan")
    end(game)
    lose(game, "1 infantry")
    lose(game, "1 armour")
    assert asked(game) == ("germany", "choose_casualties")
    assert count(game, "anglo_egypt_sudan", "germany") == {"infantry": 3, "armour": 1}
    assert count(game, "anglo_egypt_sudan", "uk") == {"infantry": 1, "fighter": 1}


# CL-COMBAT-08, -09: the end of a battle


@pytest.mark.rule("CL-COMBAT-08")
def test_there_is_no_limit_on_rounds() -> None:
    """Thirty rounds without a hit, then one: the battle simply goes on."""
    game = position(
        units={"libya": {"germany": {"infantry": 1}}, "anglo_egypt_sudan": {"uk": {"infantry": 1}}},
        dice=[*[6] * 60, 1, 6],
    )
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    end(game)
    for _ in range(30):
        fight_on(game)
    assert results(game) == {"anglo_egypt_sudan": "won"}
    assert len(happened(game.events, "battle_round")) == 31
    assert dice_left(game) == 0


@pytest.mark.rule("CL-COMBAT-08")
@pytest.mark.parametrize(
    ("dice", "result"), [([1, 6], "won"), ([6, 1], "lost"), ([1, 1], "both_lost"), ([6, 6], "retreat")]
)
def test_a_battle_ends_in_one_of_four_ways(dice: list[int], result: str) -> None:
    """Defender destroyed, attacker destroyed, both, or the attacker leaves."""
    game = position(
        units={"libya": {"germany": {"infantry": 1}}, "anglo_egypt_sudan": {"uk": {"infantry": 1}}}, dice=dice
    )
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    end(game)
    if result == "retreat":
        retreat(game, "libya")
    assert results(game) == {"anglo_egypt_sudan": result}
    assert asked(game) == ("germany", "noncombat_move")


@pytest.mark.rule("CL-COMBAT-09")
def test_the_defender_never_leaves() -> None:
    """After a round only the attacker is asked; a retreat given in the defender's name is refused."""
    game = position(
        units={"libya": {"germany": {"infantry": 3}}, "anglo_egypt_sudan": {"uk": {"infantry": 1}}},
        dice=[6, 6, 6, 6],
    )
    move(game, "3 infantry", "libya", "anglo_egypt_sudan")
    end(game)
    assert [(decision.power, decision.kind) for decision in game.decisions] == [("germany", "retreat")]
    with refused(game, "CL-TURN-04"):
        game.apply(Retreat("congo"), power="uk")


# CL-COMBAT-10: no needless dice


@pytest.mark.rule("CL-COMBAT-10")
def test_later_columns_do_not_roll_once_every_defender_is_hit() -> None:
    """The infantry hits the only defender: armour, fighter and bomber keep their dice, the defender fires."""
    game = position(
        units={
            "libya": {"germany": {"infantry": 1, "armour": 1, "fighter": 1, "bomber": 1}},
            "anglo_egypt_sudan": {"uk": {"infantry": 1}},
        },
        dice=[1, 6],
    )
    move(game, "1 infantry, 1 armour", "libya", "anglo_egypt_sudan")
    move(game, "1 fighter, 1 bomber", "libya", "anglo_egypt_sudan")
    end(game)
    assert rolls(game) == [("germany", "infantry", (1,)), ("uk", "infantry", (6,))]


@pytest.mark.rule("CL-COMBAT-10")
def test_later_defence_columns_do_not_roll_once_no_attacker_is_left() -> None:
    """The defending infantry hits the only attacker: the fighter in column 4 does not roll."""
    game = position(
        units={"libya": {"germany": {"infantry": 1}}, "anglo_egypt_sudan": {"uk": {"infantry": 1, "fighter": 1}}},
        dice=[6, 2],
    )
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    end(game)
    assert rolls(game) == [("germany", "infantry", (6,)), ("uk", "infantry", (2,))]


@pytest.mark.rule("CL-COMBAT-10", "CL-SUB-03")
def test_a_unit_without_a_target_rolls_no_die() -> None:
    """Aircraft against a submarine and a carrier's fighter: the submarine has nothing to fire at."""
    game = position(
        units={
            "western_europe": {"germany": {"fighter": 1}},
            "north_sea_zone": {"uk": {"submarine": 1, "carrier": 1}},
        },
        dice=[6, 6],
    )
    move(game, "1 fighter", "western_europe", "north_sea_zone")
    end(game)
    assert rolls(game) == [("germany", "fighter", (6,)), ("uk", "carrier", (6,))]


@pytest.mark.rule("CL-COMBAT-01", "CL-AMPH-04")
def test_cargo_of_two_zones_lands_in_the_same_undefended_territory() -> None:
    """One transport comes from an open zone and walks in at once, the other after its sea battle."""
    game = position(
        units={
            "baltic_sea_zone": {"germany": {"transport": 1}},
            "north_sea_zone": {"germany": {"transport": 1, "battleship": 1}},
            "finland_norway": {"germany": {"infantry": 2}},
            "karelia_sea_zone": {"ussr": {"transport": 1}},
        },
        dice=[1, 6],
    )
    land(game, "1 infantry", "finland_norway", "baltic_sea_zone", target="karelia_ssr")
    land(game, "1 infantry", "finland_norway", "north_sea_zone", "karelia_sea_zone", target="karelia_ssr")
    move(game, "1 battleship", "north_sea_zone", "karelia_sea_zone")
    events = end(game)
    assert [event.kind for event in events if event.kind in ("captured", "battle_ended")] == [
        "captured",
        "battle_ended",
    ]
    assert count(game, "karelia_ssr") == {"infantry": 2}


@pytest.mark.rule("CL-COMBAT-01")
def test_a_transport_that_only_joins_the_fleet_keeps_its_cargo() -> None:
    """Cargo without a landing stays aboard when the sea battle is won."""
    game = position(
        units={
            MED: {"germany": {"battleship": 1, "transport": [{"cargo": {"germany": {"infantry": 2}}}]}},
            EAST_MED: {"uk": {"transport": 1}},
        },
        dice=[1, 6],
    )
    move(game, "1 battleship", MED, EAST_MED)
    sail(game, MED, EAST_MED)
    end(game)
    assert count(game, EAST_MED, "germany") == {"infantry": 2, "battleship": 1, "transport": 1}
