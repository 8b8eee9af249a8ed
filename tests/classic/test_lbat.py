"""Land battles: the sequence of a round, who fights, who holds the territory afterwards."""

from __future__ import annotations

import pytest

from tests.classic.battles import about, asked_kinds, every_menu_works, fight_on, results, retreat, rolls
from tests.classic.play import position, rules_of
from tests.words import asked, bombard, count, end, happened, land, lose, move

__all__ = ["every_menu_works"]
pytestmark = pytest.mark.usefixtures("every_menu_works")

MED = "central_mediterranean_sea_zone"
EAST_MED = "east_mediterranean_sea_zone"


@pytest.mark.rule("CL-LBAT-01", "CL-AA-06", "CL-AMPH-08")
def test_a_round_is_guns_bombardment_attack_defence_removal() -> None:
    """Landing with bombardment and a fighter against a gun: AA and bombardment belong to the first round only."""
    game = position(
        units={
            MED: {"germany": {"transport": 1, "battleship": 1}},
            "southern_europe": {"germany": {"infantry": 2}},
            "libya": {"germany": {"fighter": 1}},
            "anglo_egypt_sudan": {"uk": {"infantry": 2, "aa_gun": 1}},
        },
        dice=[6, 4, 6, 6, 6, 6, 6, 1, 6, 6],
    )
    land(game, "2 infantry", "southern_europe", MED, EAST_MED, target="anglo_egypt_sudan")
    bombard(game, MED, EAST_MED, target="anglo_egypt_sudan")
    move(game, "1 fighter", "libya", "anglo_egypt_sudan")
    events = end(game)
    rolled = happened(events, "dice_rolled")
    assert [(roll.purpose, " ".join(roll.units)) for roll in rolled] == [
        ("anti_air", "fighter"),
        ("bombardment", "battleship"),
        ("attack", "infantry infantry"),
        ("attack", "fighter"),
        ("defence", "infantry infantry"),
        ("attack", "infantry infantry"),
        ("defence", "infantry"),
    ]
    (hit, _), (lost, _) = happened(events, "units_hit"), happened(events, "units_lost")
    places = [events.index(event) for event in (rolled[1], hit, rolled[4], lost, rolled[5])]
    assert places == sorted(places)


@pytest.mark.rule("CL-LBAT-01")
def test_the_attacker_decides_on_retreat_after_the_removal() -> None:
    """When Germany is asked, the defender that was hit is off the board."""
    game = position(
        units={"libya": {"germany": {"infantry": 2}}, "anglo_egypt_sudan": {"uk": {"infantry": 2}}}, dice=[1, 6, 6, 6]
    )
    move(game, "2 infantry", "libya", "anglo_egypt_sudan")
    end(game)
    assert asked(game) == ("germany", "retreat")
    assert count(game, "anglo_egypt_sudan", "uk") == {"infantry": 1}


@pytest.mark.rule("CL-LBAT-01")
def test_guns_fire_in_the_first_round_only() -> None:
    """The second round brings no AA die."""
    game = position(
        units={
            "eastern_europe": {"germany": {"fighter": 1}},
            "karelia_ssr": {"ussr": {"infantry": 1, "aa_gun": 1}},
        },
        dice=[6, 6, 6, 6, 6],
    )
    move(game, "1 fighter", "eastern_europe", "karelia_ssr")
    end(game)
    fight_on(game)
    assert [roll.purpose for roll in happened(game.events, "dice_rolled")] == [
        "anti_air",
        "attack",
        "defence",
        "attack",
        "defence",
    ]


@pytest.mark.rule("CL-LBAT-02")
def test_everybody_in_the_territory_defends_except_guns_and_factories() -> None:
    """Units of all Allied powers are lined up, also aircraft; the gun and the factory are not."""
    game = position(
        units={
            "eastern_europe": {"germany": {"infantry": 1}},
            "karelia_ssr": {
                "ussr": {"infantry": 1, "armour": 1, "fighter": 1, "bomber": 1, "aa_gun": 1, "factory": 1},
                "uk": {"fighter": 1},
                "usa": {"infantry": 1},
            },
        },
        dice=[6, 6, 6, 6, 6, 6, 6],
    )
    move(game, "1 infantry", "eastern_europe", "karelia_ssr")
    (began,) = happened(end(game), "battle_began")
    assert began.defenders == {
        "ussr": {"infantry": 1, "armour": 1, "fighter": 1, "bomber": 1},
        "uk": {"fighter": 1},
        "usa": {"infantry": 1},
    }
    assert sum(len(dice) for power, _, dice in rolls(game) if power != "germany") == 6


@pytest.mark.rule("CL-LBAT-02")
def test_units_in_neighbouring_spaces_do_not_defend() -> None:
    """Infantry on a transport off the coast and fighters on a carrier there are not in the land battle."""
    game = position(
        units={
            "libya": {"germany": {"infantry": 1}},
            "anglo_egypt_sudan": {"uk": {"infantry": 1}},
            EAST_MED: {"uk": {"carrier": 1, "fighter": 2, "transport": [{"cargo": {"uk": {"infantry": 2}}}]}},
        },
        dice=[6, 6],
    )
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    (began,) = happened(end(game), "battle_began")
    assert began.defenders == {"uk": {"infantry": 1}}


@pytest.mark.rule("CL-LBAT-03", "CL-SBR-05")
def test_raiders_are_no_part_of_the_land_battle() -> None:
    """One bomber raids Karelia, one attacks: only the attacker rolls in the battle and can be lost in it."""
    game = position(
        units={
            "eastern_europe": {"germany": {"infantry": 2, "bomber": 2}},
            "karelia_ssr": {"ussr": {"infantry": 2, "factory": 1}},
        },
        dice=[3, 6, 6, 6, 2, 6],
    )
    move(game, "1 bomber", "eastern_europe", "karelia_ssr", raid=True)
    move(game, "2 infantry", "eastern_europe", "karelia_ssr")
    move(game, "1 bomber", "eastern_europe", "karelia_ssr")
    end(game)
    assert rolls(game)[0] == ("germany", "bomber", (3,))
    assert game.state.money["ussr"] == 24 - 3
    assert rolls(game)[2] == ("germany", "bomber", (6,))
    assert asked(game) == ("germany", "choose_casualties")
    assert sorted(asked_kinds(game)) == ["bomber", "infantry", "infantry"]
    lose(game, "1 bomber")
    assert count(game, "karelia_ssr", "germany") == {"infantry": 2, "bomber": 1}
    retreat(game, "eastern_europe")
    assert count(game, "karelia_ssr", "germany") == {"bomber": 1}
    assert asked(game) == ("germany", "noncombat_move")


@pytest.mark.rule("CL-LBAT-03")
def test_a_raid_over_a_lost_battle_does_not_keep_the_battle_alive() -> None:
    """The raider is left over the territory when the attackers are dead: the battle is lost all the same."""
    game = position(
        units={
            "eastern_europe": {"germany": {"infantry": 1, "bomber": 1}},
            "karelia_ssr": {"ussr": {"infantry": 1, "factory": 1}},
        },
        dice=[3, 6, 2],
    )
    move(game, "1 bomber", "eastern_europe", "karelia_ssr", raid=True)
    move(game, "1 infantry", "eastern_europe", "karelia_ssr")
    end(game)
    assert results(game)["karelia_ssr"] == "lost"
    assert asked(game) == ("germany", "noncombat_move")


@pytest.mark.rule("CL-LBAT-04")
@pytest.mark.parametrize("result", ["lost", "retreat"])
def test_the_defender_keeps_the_territory_when_the_attacker_is_gone(result: str) -> None:
    """Destroyed or retreated: Egypt stays British, production too."""
    game = position(
        units={"libya": {"germany": {"infantry": 1}}, "anglo_egypt_sudan": {"uk": {"infantry": 1}}},
        dice=[6, 2 if result == "lost" else 6],
    )
    before = {power: rules_of(game).production(game.state, power) for power in ("uk", "germany")}
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    end(game)
    if result == "retreat":
        retreat(game, "libya")
    assert game.state.owner["anglo_egypt_sudan"] == "uk"
    assert before == {power: rules_of(game).production(game.state, power) for power in ("uk", "germany")}


@pytest.mark.rule("CL-LBAT-05", "CL-CAPT-01")
def test_the_attacker_takes_the_territory_with_a_surviving_land_unit() -> None:
    """The infantry survives: Egypt is German."""
    game = position(
        units={"libya": {"germany": {"infantry": 1, "fighter": 1}}, "anglo_egypt_sudan": {"uk": {"infantry": 1}}},
        dice=[1, 6],
    )
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    move(game, "1 fighter", "libya", "anglo_egypt_sudan")
    end(game)
    assert game.state.owner["anglo_egypt_sudan"] == "germany"


@pytest.mark.rule("CL-LBAT-05", "CL-CAPT-01", "CL-AIR-14")
def test_aircraft_alone_leave_the_territory_to_its_controller() -> None:
    """The infantry dies, the fighter wins the battle: Egypt is empty and British."""
    game = position(
        units={"libya": {"germany": {"infantry": 1, "fighter": 1}}, "anglo_egypt_sudan": {"uk": {"infantry": 1}}},
        dice=[6, 3, 2],
    )
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    move(game, "1 fighter", "libya", "anglo_egypt_sudan")
    end(game)
    assert about(game, "hits") == 1
    lose(game, "1 infantry")
    assert results(game) == {"anglo_egypt_sudan": "won"}
    assert game.state.owner["anglo_egypt_sudan"] == "uk"
    assert count(game, "anglo_egypt_sudan", "uk") == {}


@pytest.mark.rule("CL-LBAT-06")
def test_nothing_changes_hands_when_both_sides_are_gone() -> None:
    """The last infantry of both sides hit each other: no change of control or production."""
    game = position(
        units={"libya": {"germany": {"infantry": 1}}, "anglo_egypt_sudan": {"uk": {"infantry": 1}}}, dice=[1, 2]
    )
    production = [rules_of(game).production(game.state, power) for power in ("germany", "uk")]
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    events = end(game)
    assert results(game) == {"anglo_egypt_sudan": "both_lost"}
    assert not happened(events, "captured")
    assert game.state.owner["anglo_egypt_sudan"] == "uk"
    assert count(game, "anglo_egypt_sudan") == {}
    assert production == [rules_of(game).production(game.state, power) for power in ("germany", "uk")]
