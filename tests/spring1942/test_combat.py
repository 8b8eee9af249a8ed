"""Conduct of combat: order, rounds, losses, transports, stalemates, battleships, artillery."""

from __future__ import annotations

import pytest

from sandtable.warfare.actions import ChooseCasualties, Move, Shell
from tests.classic.battles import about, asked_kinds, every_menu_works, fight_on, only, results, retreat, rolls
from tests.spring1942.play import attack, fight, position, stance
from tests.words import (
    asked,
    bombard,
    check_menu,
    count,
    end,
    happened,
    ids,
    land,
    lose,
    move,
    refused,
    sail,
    units,
    unrolled,
)

__all__ = ["every_menu_works"]
pytestmark = pytest.mark.usefixtures("every_menu_works")


# S42-COMBAT-01, -02: order and participants


@pytest.mark.rule("S42-COMBAT-01")
def test_raids_then_assaults_then_everything_else() -> None:
    """A raid on Caucasus, a landing in Karelia, attacks on Archangel and Evenki: in this order of steps."""
    game = position(
        units={
            "ukraine_ssr": {"germany": {"bomber": 1, "infantry": 1}},
            "germany": {"germany": {"infantry": 1}},
            "sz_5": {"germany": {"transport": 1}},
            "west_russia": {"germany": {"infantry": 2}},
            "caucasus": {"ussr": {"factory": 1, "infantry": 1}},
            "karelia_ssr": {"ussr": {"infantry": 1}},
            "archangel": {"ussr": {"infantry": 1}},
        },
        dice=[4, 1, 6, 1, 6, 1, 6],
    )
    move(game, "1 infantry", "west_russia", "archangel")
    move(game, "1 infantry", "ukraine_ssr", "caucasus")
    land(game, "1 infantry", "germany", "sz_5", target="karelia_ssr")
    move(game, "1 bomber", "ukraine_ssr", "caucasus", raid=True)
    end(game)
    assert [(b.space, b.battle) for b in happened(game.events, "battle_began")] == [
        ("caucasus", "raid"),
        ("karelia_ssr", "land"),
    ]
    assert asked(game) == ("germany", "next_battle")
    assert sorted(about(game, "spaces")) == ["archangel", "caucasus"]
    with refused(game, "S42-COMBAT-01"):
        fight(game, "karelia_ssr")
    fight(game, "archangel")
    assert results(game) == {"caucasus": "won", "karelia_ssr": "won", "archangel": "won"}
    assert [b.space for b in happened(game.events, "battle_began")][-2:] == ["archangel", "caucasus"]


@pytest.mark.rule("S42-COMBAT-01")
def test_the_attacker_chooses_the_order_of_raids() -> None:
    """Two raids: he is asked which comes first."""
    game = position(
        units={
            "ukraine_ssr": {"germany": {"bomber": 2}},
            "caucasus": {"ussr": {"factory": 1}},
            "russia": {"ussr": {"factory": 1}},
        },
        dice=[1, 1],
    )
    move(game, "1 bomber", "ukraine_ssr", "caucasus", raid=True)
    move(game, "1 bomber", "ukraine_ssr", "caucasus", "russia", raid=True)
    end(game)
    assert asked(game) == ("germany", "next_raid")
    fight(game, "russia")
    assert [b.space for b in happened(game.events, "battle_began")] == ["russia", "caucasus"]


@pytest.mark.rule("S42-COMBAT-02")
def test_own_ships_already_in_the_zone_cannot_stay_out() -> None:
    """A cruiser joins a transport and a submarine beside an enemy submarine: all three are attackers."""
    game = position(
        units={
            "sz_7": {"germany": {"cruiser": 1}},
            "sz_6": {"germany": {"submarine": 1, "transport": 1}, "uk": {"submarine": 1}},
        },
        dice=[6, 6, 6],
    )
    move(game, "1 cruiser", "sz_7", "sz_6")
    end(game)
    (began,) = happened(game.events, "battle_began")
    assert began.attackers == {"cruiser": 1, "submarine": 1, "transport": 1}


@pytest.mark.rule("S42-COMBAT-02", "S42-MULTI-01")
def test_units_of_the_attackers_allies_stay_out_and_all_enemies_defend() -> None:
    """Germany attacks British and American cruisers beside a Japanese battleship, which neither fires nor is hit."""
    game = position(
        units={
            "sz_5": {"germany": {"battleship": 1}},
            "sz_6": {"japan": {"battleship": 1}, "uk": {"cruiser": 1}, "usa": {"cruiser": 1}},
        },
        dice=[6, 1, 1],
    )
    move(game, "1 battleship", "sz_5", "sz_6")
    end(game)
    (began,) = happened(game.events, "battle_began")
    assert began.defenders == {"uk": {"cruiser": 1}, "usa": {"cruiser": 1}}
    assert [roll[0] for roll in rolls(game)] == ["germany", "uk", "usa"]
    assert count(game, "sz_6", "germany") == {}
    assert units(game, "sz_6", "battleship", "japan")[0].damage == 0


@pytest.mark.rule("S42-COMBAT-02", "S42-CARR-10", "S42-HSZ-05")
@pytest.mark.parametrize("joins", [True, False])
def test_own_carrier_fighters_may_abstain(joins: bool) -> None:
    """A carrier begins its turn beside a cruiser: its fighter fights along only if it is told to."""
    game = position(
        units={"sz_5": {"germany": {"carrier": 1, "fighter": 1}, "uk": {"cruiser": 1}}},
        dice=[6, 1, 6] if joins else [1, 6],
    )
    if joins:
        game.apply(Move(ids(game, "sz_5", "1 fighter"), ("sz_5",)))
    end(game)
    (began,) = happened(game.events, "battle_began")
    assert began.attackers == ({"fighter": 1, "carrier": 1} if joins else {"carrier": 1})
    assert results(game) == {"sz_5": "won"}


# S42-COMBAT-03 … -06: dice and steps


@pytest.mark.rule("S42-COMBAT-03")
def test_one_die_per_firing_unit_and_none_for_value_zero() -> None:
    """Values of the table, transports roll nothing, submarines roll apart from the other ships."""
    game = position(
        units={
            "western_europe": {"germany": {"fighter": 1, "bomber": 1}},
            "sz_5": {
                "germany": {
                    "battleship": 1,
                    "carrier": 1,
                    "cruiser": 1,
                    "destroyer": 1,
                    "submarine": 1,
                    "transport": 1,
                }
            },
            "sz_6": {
                "uk": {
                    "battleship": 1,
                    "carrier": 1,
                    "fighter": 1,
                    "cruiser": 1,
                    "destroyer": 1,
                    "submarine": 1,
                    "transport": 1,
                }
            },
        },
        dice=[6] * 13,
    )
    move(game, "1 fighter, 1 bomber", "western_europe", "sz_6")
    move(
        game,
        "1 battleship, 1 carrier, 1 cruiser, 1 destroyer, 1 submarine, 1 transport",
        "sz_5",
        "sz_6",
    )
    end(game)
    values = {
        (roll.purpose, kind): need
        for roll in happened(game.events, "dice_rolled")
        for kind, need in zip(roll.units, roll.needed, strict=True)
    }
    assert values == {
        ("attack", "fighter"): 3,
        ("attack", "bomber"): 4,
        ("attack", "battleship"): 4,
        ("attack", "carrier"): 1,
        ("attack", "cruiser"): 3,
        ("attack", "destroyer"): 2,
        ("attack", "submarine"): 2,
        ("defence", "fighter"): 4,
        ("defence", "battleship"): 4,
        ("defence", "carrier"): 2,
        ("defence", "cruiser"): 3,
        ("defence", "destroyer"): 2,
        ("defence", "submarine"): 1,
    }
    assert rolls(game)[0][1] == "submarine"


@pytest.mark.rule("S42-COMBAT-03")
def test_values_in_a_land_battle() -> None:
    """Infantry 1/2, artillery 2/2, tank 3/3, fighter 3/4, bomber 4/1."""
    forces = {"infantry": 1, "artillery": 1, "armour": 1, "fighter": 1, "bomber": 1}
    game = position(
        units={"ukraine_ssr": {"germany": forces | {"infantry": 2}}, "caucasus": {"ussr": forces}},
        dice=[6] * 11,
    )
    move(game, "2 infantry, 1 artillery, 1 armour", "ukraine_ssr", "caucasus")
    move(game, "1 fighter, 1 bomber", "ukraine_ssr", "caucasus")
    end(game)
    thrown = [
        (roll.purpose, kind, need)
        for roll in happened(game.events, "dice_rolled")
        for kind, need in zip(roll.units, roll.needed, strict=True)
    ]
    assert sorted(thrown) == sorted(
        [
            ("attack", "infantry", 1),
            ("attack", "infantry", 2),
            ("attack", "artillery", 2),
            ("attack", "armour", 3),
            ("attack", "fighter", 3),
            ("attack", "bomber", 4),
            ("defence", "infantry", 2),
            ("defence", "artillery", 2),
            ("defence", "armour", 3),
            ("defence", "fighter", 4),
            ("defence", "bomber", 1),
        ]
    )


@pytest.mark.rule("S42-COMBAT-04")
def test_the_steps_of_an_assault_with_bombardment_and_guns() -> None:
    """Bombardment, AA fire, attackers, defenders; both prologues only once."""
    game = position(
        units={
            "germany": {"germany": {"infantry": 1, "fighter": 1}},
            "sz_5": {"germany": {"transport": 1, "battleship": 1}},
            "karelia_ssr": {"ussr": {"infantry": 2, "aa_gun": 1}},
        },
        dice=[6, 6, 6, 6, 6, 6, 6, 6, 6, 6],
    )
    move(game, "1 fighter", "germany", "eastern_europe", "karelia_ssr")
    land(game, "1 infantry", "germany", "sz_5", target="karelia_ssr")
    bombard(game, "sz_5", target="karelia_ssr")
    end(game)
    game.apply(Shell(ids(game, "sz_5", "1 battleship")))
    fight_on(game)
    assert [roll.purpose for roll in happened(game.events, "dice_rolled")] == [
        "bombardment",
        "anti_air",
        "attack",
        "defence",
        "attack",
        "defence",
    ]


@pytest.mark.rule("S42-COMBAT-05", "S42-COMBAT-06")
def test_casualties_of_step_three_still_fire() -> None:
    """Two infantry are both hit and both fire back; everybody is lost."""
    game = position(
        units={"ukraine_ssr": {"germany": {"armour": 2}}, "caucasus": {"ussr": {"infantry": 2}}},
        dice=[1, 1, 1, 1],
    )
    move(game, "2 armour", "ukraine_ssr", "caucasus")
    end(game)
    assert rolls(game) == [("germany", "armour armour", (1, 1)), ("ussr", "infantry infantry", (1, 1))]
    assert results(game) == {"caucasus": "both_lost"}
    assert game.state.owner["caucasus"] == "ussr"


@pytest.mark.rule("S42-COMBAT-05")
def test_the_defender_assigns_all_hits_of_the_step_together() -> None:
    """Hits at 1, 2 and 3 are all thrown before the defender chooses once."""
    game = position(
        units={
            "ukraine_ssr": {"germany": {"armour": 1, "infantry": 1, "artillery": 1}},
            "caucasus": {"ussr": {"infantry": 2, "armour": 2}},
        },
        dice=[1, 1, 1, 6, 6, 6, 6],
    )
    move(game, "1 armour, 1 infantry, 1 artillery", "ukraine_ssr", "caucasus")
    end(game)
    assert asked(game) == ("ussr", "choose_casualties")
    assert about(game, "hits") == 3
    lose(game, "2 infantry, 1 armour")
    assert count(game, "caucasus", "ussr") == {"armour": 1}


@pytest.mark.rule("S42-COMBAT-06")
def test_the_attacker_removes_his_losses_at_once() -> None:
    """They leave before the next decision and do not fire in the next round."""
    game = position(
        units={"ukraine_ssr": {"germany": {"infantry": 2}}, "caucasus": {"ussr": {"infantry": 1}}},
        dice=[6, 6, 2, 6, 6],
    )
    move(game, "2 infantry", "ukraine_ssr", "caucasus")
    end(game)
    assert count(game, "caucasus", "germany") == {"infantry": 1}
    fight_on(game)
    assert rolls(game)[-2] == ("germany", "infantry", (6,))


# S42-COMBAT-07 … -09: who may be hit


@pytest.mark.rule("S42-COMBAT-07")
def test_as_many_hits_as_possible_take_effect() -> None:
    """Two bombers and a cruiser hit a cruiser and two submarines: one submarine, the cruiser, one hit lost."""
    game = position(
        units={
            "western_europe": {"germany": {"bomber": 2}},
            "sz_5": {"germany": {"cruiser": 1}},
            "sz_6": {"uk": {"cruiser": 1, "submarine": 2}},
        },
        dice=[6, 6, 1, 1, 1, 6],
    )
    move(game, "2 bomber", "western_europe", "sz_6")
    move(game, "1 cruiser", "sz_5", "sz_6")
    end(game)
    stance(game)
    assert count(game, "sz_6", "uk") == {"submarine": 1}


@pytest.mark.rule("S42-COMBAT-07")
def test_a_list_that_wastes_a_hit_is_refused() -> None:
    """With submarines of two powers there is a choice, but never two submarines, and never one unit only."""
    game = position(
        units={
            "western_europe": {"germany": {"bomber": 1}},
            "sz_5": {"germany": {"cruiser": 1}},
            "sz_6": {"uk": {"cruiser": 2, "submarine": 2}},
        },
        dice=[6, 6, 1, 1, 6, 6],
    )
    move(game, "1 bomber", "western_europe", "sz_6")
    move(game, "1 cruiser", "sz_5", "sz_6")
    end(game)
    stance(game)
    with refused(game, "S42-COMBAT-07"):
        lose(game, "2 submarine")
    with refused(game, "S42-COMBAT-07"):
        lose(game, "1 cruiser")
    with refused(game, "S42-COMBAT-07"):
        game.apply(ChooseCasualties(ids(game, "sz_6", "1 cruiser, 1 bomber", "germany")))
    assert len(check_menu(game)) == 2
    lose(game, "1 cruiser, 1 submarine")
    assert count(game, "sz_6", "uk") == {"cruiser": 1, "submarine": 1}


@pytest.mark.rule("S42-COMBAT-07")
def test_the_owner_chooses_freely_among_eligible_units() -> None:
    """One cruiser's hit on four kinds of ships and a fighter: any of them but the transport."""
    game = position(
        units={
            "sz_6": {"germany": {"cruiser": 1}},
            "sz_5": {"uk": {"battleship": 1, "carrier": 1, "fighter": 1, "destroyer": 1, "transport": 1}},
        },
        dice=[1, 6, 6, 6, 6],
    )
    move(game, "1 cruiser", "sz_6", "sz_5")
    end(game)
    assert sorted(set(asked_kinds(game))) == ["battleship", "carrier", "destroyer", "fighter"]
    assert len(check_menu(game)) == 4
    lose(game, "1 fighter")
    assert "fighter" not in count(game, "sz_5", "uk")


@pytest.mark.rule("S42-COMBAT-08")
def test_a_battleship_shields_transports_until_it_is_sunk() -> None:
    """Battleship and two transports take two hits from cruisers: battleship sunk, no transport lost in this step."""
    game = position(
        units={
            "sz_6": {"germany": {"cruiser": 2}},
            "sz_5": {"uk": {"battleship": 1, "transport": 2}},
        },
        dice=[1, 1, 6],
    )
    move(game, "2 cruiser", "sz_6", "sz_5")
    end(game)
    hit = [kind for event in happened(game.events, "units_hit") for kind in event.kinds]
    assert hit == ["battleship"]


@pytest.mark.rule("S42-COMBAT-08")
def test_naming_a_transport_while_others_are_left_is_refused() -> None:
    """A damaged battleship and a destroyer are still there."""
    game = position(
        units={
            "sz_6": {"germany": {"cruiser": 1}},
            "sz_5": {"uk": {"battleship": [{"damage": 1}], "destroyer": 1, "transport": 2}},
        },
        dice=[1, 6, 6],
    )
    move(game, "1 cruiser", "sz_6", "sz_5")
    end(game)
    with refused(game, "S42-COMBAT-08"):
        game.apply(ChooseCasualties(ids(game, "sz_5", "1 transport", "uk")))
    lose(game, "1 battleship")


@pytest.mark.rule("S42-COMBAT-09")
def test_air_hits_beyond_the_last_surface_ship_go_to_transports() -> None:
    """Two bombers hit; a cruiser, a submarine and two transports: cruiser and one transport are lost."""
    game = position(
        units={
            "western_europe": {"germany": {"bomber": 2}},
            "sz_5": {"germany": {"submarine": 1}},
            "sz_6": {"uk": {"cruiser": 1, "submarine": 1, "transport": 2}},
        },
        dice=[6, 6, 1, 1, 6],
    )
    move(game, "2 bomber", "western_europe", "sz_6")
    move(game, "1 submarine", "sz_5", "sz_6")
    end(game)
    stance(game)
    stance(game)
    assert count(game, "sz_6", "uk") == {"submarine": 1, "transport": 1}


@pytest.mark.rule("S42-COMBAT-09")
def test_sub_hits_go_to_transports_if_otherwise_only_aircraft_are_left() -> None:
    """Attacking fighters and transports are struck by a submarine: the transport goes down."""
    game = position(
        units={
            "western_europe": {"germany": {"fighter": 1}},
            "sz_5": {"germany": {"transport": 2}},
            "sz_6": {"uk": {"submarine": 1, "cruiser": 1}},
        },
        dice=[1, 6, 6],
    )
    move(game, "1 fighter", "western_europe", "sz_6")
    move(game, "2 transport", "sz_5", "sz_6")
    end(game)
    stance(game)
    assert count(game, "sz_6", "germany") == {"fighter": 1, "transport": 1}


# S42-COMBAT-10 … -12


@pytest.mark.rule("S42-COMBAT-10")
def test_each_artillery_supports_one_infantry() -> None:
    """Five infantry and two artillery attack: four dice at 2, three at 1; a defending artillery supports nobody."""
    game = position(
        units={
            "ukraine_ssr": {"germany": {"infantry": 5, "artillery": 2}},
            "caucasus": {"ussr": {"infantry": 2, "artillery": 1}},
        },
        dice=[6] * 10,
    )
    move(game, "5 infantry, 2 artillery", "ukraine_ssr", "caucasus")
    end(game)
    attacking, defending = happened(game.events, "dice_rolled")
    assert sorted(attacking.needed) == [1, 1, 1, 2, 2, 2, 2]
    assert defending.needed == (2, 2, 2)


@pytest.mark.rule("S42-COMBAT-10")
def test_support_is_counted_anew_each_round() -> None:
    """The only artillery is lost: in the second round all infantry roll at 1."""
    game = position(
        units={
            "ukraine_ssr": {"germany": {"infantry": 2, "artillery": 1}},
            "caucasus": {"ussr": {"infantry": 1}},
        },
        dice=[6, 6, 6, 1, 6, 6, 6],
    )
    move(game, "2 infantry, 1 artillery", "ukraine_ssr", "caucasus")
    end(game)
    lose(game, "1 artillery")
    fight_on(game)
    needed = [sorted(roll.needed) for roll in happened(game.events, "dice_rolled") if roll.purpose == "attack"]
    assert needed == [[1, 2, 2], [1, 1]]


@pytest.mark.rule("S42-COMBAT-10")
def test_artillery_beside_infantry_of_another_battle_gives_nothing() -> None:
    """Artillery attacks Caucasus, infantry West Russia's neighbour: no support across battles."""
    game = position(
        units={
            "ukraine_ssr": {"germany": {"artillery": 1}},
            "west_russia": {"germany": {"infantry": 1}},
            "caucasus": {"ussr": {"infantry": 1}},
            "archangel": {"ussr": {"infantry": 1}},
        },
        dice=[2, 6],
    )
    move(game, "1 artillery", "ukraine_ssr", "caucasus")
    move(game, "1 infantry", "west_russia", "archangel")
    end(game)
    fight(game, "archangel")
    assert [roll.needed for roll in happened(game.events, "dice_rolled")] == [(1,), (2,)]


@pytest.mark.rule("S42-COMBAT-11")
def test_the_second_hit_sinks_a_battleship_and_it_fights_at_full_value_before() -> None:
    """Damaged in round 1 it still rolls at 4; the second hit in round 2 sinks it."""
    game = position(units={"sz_6": {"germany": {"cruiser": 1}}, "sz_5": {"uk": {"battleship": 1}}}, dice=[1, 6, 1, 6])
    move(game, "1 cruiser", "sz_6", "sz_5")
    end(game)
    assert units(game, "sz_5", "battleship")[0].damage == 1
    fight_on(game)
    assert [roll.needed for roll in happened(game.events, "dice_rolled")] == [(3,), (4,), (3,), (4,)]
    assert results(game) == {"sz_5": "won"}


@pytest.mark.rule("S42-COMBAT-11")
def test_a_surviving_battleship_is_restored_and_a_cruiser_takes_one_hit() -> None:
    """The attacking battleship takes the hit, wins, and is whole again; the cruiser beside it would be lost."""
    game = position(
        units={"sz_6": {"germany": {"battleship": 1, "cruiser": 1}}, "sz_5": {"uk": {"cruiser": 1}}},
        dice=[1, 6, 1],
    )
    move(game, "1 battleship, 1 cruiser", "sz_6", "sz_5")
    end(game)
    assert sorted(asked_kinds(game)) == ["battleship", "battleship", "cruiser"]
    lose(game, "1 battleship")
    assert count(game, "sz_5", "germany") == {"battleship": 1, "cruiser": 1}
    assert units(game, "sz_5", "battleship")[0].damage == 0


@pytest.mark.rule("S42-COMBAT-11")
@pytest.mark.parametrize(("hits", "choices"), [(1, 0), (2, 2), (3, 0), (4, 0)])
def test_hits_on_two_equal_battleships(hits: int, choices: int) -> None:
    """Two hits sink one or damage both; with one, three or four there is nothing to choose."""
    game = position(
        units={"sz_6": {"germany": {"cruiser": 4}}, "sz_5": {"uk": {"battleship": 2}}},
        dice=[1] * hits + [6] * (4 - hits) + [6, 6],
    )
    move(game, "4 cruiser", "sz_6", "sz_5")
    end(game)
    assert (len(check_menu(game)) if asked(game)[1] == "choose_casualties" else 0) == choices


@pytest.mark.rule("S42-COMBAT-12")
def test_factories_and_guns_are_no_casualties() -> None:
    """Three hits on one infantry with a gun and a factory: both fall into the attacker's hands."""
    game = position(
        units={
            "ukraine_ssr": {"germany": {"armour": 3}},
            "caucasus": {"ussr": {"infantry": 1, "aa_gun": 1, "factory": 1}},
        },
        dice=[1, 1, 1, 6],
    )
    move(game, "3 armour", "ukraine_ssr", "caucasus")
    end(game)
    assert count(game, "caucasus", "germany") == {"armour": 3, "aa_gun": 1, "factory": 1}
    assert [roll[1] for roll in rolls(game)] == ["armour armour armour", "infantry"]


# S42-COMBAT-13 … -20: the end of a battle


@pytest.mark.rule("S42-COMBAT-13")
@pytest.mark.parametrize(
    ("dice", "result", "owner"),
    [([1, 6], "won", "germany"), ([6, 1], "lost", "ussr"), ([1, 1], "both_lost", "ussr")],
)
def test_a_battle_ends_when_a_side_has_nobody_left(dice: list[int], result: str, owner: str) -> None:
    """Tank against infantry."""
    game = position(units={"ukraine_ssr": {"germany": {"armour": 1}}, "caucasus": {"ussr": {"infantry": 1}}}, dice=dice)
    move(game, "1 armour", "ukraine_ssr", "caucasus")
    end(game)
    assert results(game) == {"caucasus": result}
    assert game.state.owner["caucasus"] == owner


@pytest.mark.rule("S42-COMBAT-14")
def test_transports_left_by_a_submerged_submarine_are_destroyed_without_dice() -> None:
    """The defending submarine submerges: both transports and their cargo are gone, no die is rolled."""
    game = position(
        units={
            "sz_6": {"germany": {"cruiser": 1}},
            "sz_5": {
                "uk": {"submarine": 1, "transport": [{"cargo": {"uk": {"infantry": 1}}}, {"cargo": {}}]},
            },
        }
    )
    move(game, "1 cruiser", "sz_6", "sz_5")
    end(game)
    stance(game, [only(game, "sz_5", "submarine")])
    assert count(game, "sz_5", "uk") == {"submarine": 1}
    assert results(game) == {"sz_5": "won"}
    assert rolls(game) == []


@pytest.mark.rule("S42-COMBAT-14")
def test_after_step_five_the_attacker_gets_no_choice_before_the_transports_die() -> None:
    """The cruiser is sunk in round 1: the transports go at once, without asking for a retreat."""
    game = position(
        units={"sz_6": {"germany": {"cruiser": 1}}, "sz_5": {"uk": {"cruiser": 1, "transport": 3}}},
        dice=[1, 6],
    )
    move(game, "1 cruiser", "sz_6", "sz_5")
    end(game)
    assert results(game) == {"sz_5": "won"}
    assert count(game, "sz_5") == {"cruiser": 1}
    assert asked(game) == ("germany", "noncombat_move")


@pytest.mark.rule("S42-COMBAT-14")
def test_after_step_two_the_transports_die_before_anybody_else_fires() -> None:
    """The strike sinks the only warship: no more dice."""
    game = position(
        units={"sz_6": {"germany": {"submarine": 1, "cruiser": 1}}, "sz_5": {"uk": {"cruiser": 1, "transport": 1}}},
        dice=[1],
    )
    move(game, "1 submarine, 1 cruiser", "sz_6", "sz_5")
    end(game)
    stance(game)
    assert results(game) == {"sz_5": "won"}
    assert len(rolls(game)) == 1


@pytest.mark.rule("S42-COMBAT-14", "S42-COMBAT-20")
def test_transports_alone_are_destroyed_when_the_battle_comes_up() -> None:
    """Nothing happens in the combat move; in phase 3 they are gone without a submarine being asked or a die."""
    game = position(units={"sz_6": {"germany": {"submarine": 1}}, "sz_5": {"uk": {"transport": 2}}})
    move(game, "1 submarine", "sz_6", "sz_5")
    assert count(game, "sz_5", "uk") == {"transport": 2}
    end(game)
    assert results(game) == {"sz_5": "won"}
    assert count(game, "sz_5", "uk") == {}
    assert asked(game) == ("germany", "noncombat_move")


@pytest.mark.rule("S42-COMBAT-20")
def test_aircraft_alone_destroy_transports() -> None:
    """One fighter sinks any number of them."""
    game = position(
        units={"western_europe": {"germany": {"fighter": 1}}, "sz_6": {"uk": {"transport": 3}}},
    )
    move(game, "1 fighter", "western_europe", "sz_6")
    end(game)
    assert count(game, "sz_6", "uk") == {}


@pytest.mark.rule("S42-COMBAT-20", "S42-CMOVE-12")
def test_transports_alone_cannot_destroy_transports() -> None:
    """The attack would be pointless: the combat move cannot be ended unless a warship comes along."""
    game = position(units={"sz_6": {"germany": {"transport": 1, "cruiser": 1}}, "sz_5": {"uk": {"transport": 2}}})
    move(game, "1 transport", "sz_6", "sz_5")
    with refused(game, "S42-CMOVE-12"):
        end(game)
    move(game, "1 cruiser", "sz_6", "sz_5")
    end(game)
    assert count(game, "sz_5") == {"cruiser": 1, "transport": 1}


@pytest.mark.rule("S42-COMBAT-15")
def test_aircraft_alone_sink_transports_beside_submarines() -> None:
    """At the start: both transports gone, the submarine untouched and not asked."""
    game = position(
        units={"western_europe": {"germany": {"fighter": 1}}, "sz_6": {"uk": {"submarine": 1, "transport": 2}}}
    )
    move(game, "1 fighter", "western_europe", "sz_6")
    end(game)
    assert results(game) == {"sz_6": "stalemate"}
    assert count(game, "sz_6", "uk") == {"submarine": 1}
    assert rolls(game) == []


@pytest.mark.rule("S42-COMBAT-15")
def test_after_step_five_the_same_without_a_choice_for_the_attacker() -> None:
    """The attacker's destroyer and the defender's cruiser sink: fighter against submarine and transport."""
    game = position(
        units={
            "western_europe": {"germany": {"fighter": 1}},
            "sz_5": {"germany": {"destroyer": 1}},
            "sz_6": {"uk": {"cruiser": 1, "submarine": 1, "transport": 1}},
        },
        dice=[1, 6, 6, 1],
    )
    move(game, "1 fighter", "western_europe", "sz_6")
    move(game, "1 destroyer", "sz_5", "sz_6")
    end(game)
    lose(game, "1 cruiser")
    lose(game, "1 destroyer")
    assert results(game) == {"sz_6": "stalemate"}
    assert count(game, "sz_6", "uk") == {"submarine": 1}
    assert asked(game) == ("germany", "noncombat_move")


@pytest.mark.rule("S42-COMBAT-15")
def test_attacking_transports_beside_the_aircraft_keep_the_battle_going() -> None:
    """The attacker has not only aircraft: the submarine can still strike his transport."""
    game = position(
        units={
            "western_europe": {"germany": {"fighter": 1}},
            "sz_5": {"germany": {"transport": 1}},
            "sz_6": {"uk": {"submarine": 1, "transport": 1}},
        },
        dice=[1],
    )
    move(game, "1 fighter", "western_europe", "sz_6")
    move(game, "1 transport", "sz_5", "sz_6")
    end(game)
    assert asked(game) == ("uk", "submarines")
    stance(game)
    assert count(game, "sz_6", "germany") == {"fighter": 1}
    assert count(game, "sz_6", "uk") == {"submarine": 1}
    assert results(game) == {"sz_6": "stalemate"}


@pytest.mark.rule("S42-COMBAT-16")
def test_attacking_transports_alone_may_retreat_or_stay() -> None:
    """Three transports sail into a cruiser: after a round of fire they may stay for another, or retreat."""
    game = position(units={"sz_6": {"germany": {"transport": 3}}, "sz_5": {"uk": {"cruiser": 1}}}, dice=[1, 1])
    move(game, "3 transport", "sz_6", "sz_5")
    end(game)
    assert count(game, "sz_5", "germany") == {"transport": 2}
    fight_on(game)
    assert count(game, "sz_5", "germany") == {"transport": 1}
    retreat(game, "sz_6")
    assert count(game, "sz_6", "germany") == {"transport": 1}
    assert [roll[0] for roll in rolls(game)] == ["uk", "uk"]


@pytest.mark.rule("S42-COMBAT-16")
def test_attacking_transports_left_alone_are_not_defenceless() -> None:
    """Their escort is sunk: they are asked for a retreat in step 6."""
    game = position(
        units={"sz_6": {"germany": {"cruiser": 1, "transport": 2}}, "sz_5": {"uk": {"cruiser": 1}}}, dice=[6, 1]
    )
    move(game, "1 cruiser, 2 transport", "sz_6", "sz_5")
    end(game)
    assert asked(game) == ("germany", "retreat")
    assert count(game, "sz_5", "germany") == {"transport": 2}


@pytest.mark.rule("S42-COMBAT-16")
def test_attacking_transports_without_a_way_out_are_destroyed_at_once() -> None:
    """They began their turn beside a cruiser and stayed: no dice."""
    game = position(units={"sz_5": {"germany": {"transport": 2}, "uk": {"cruiser": 1}}})
    end(game)
    assert count(game, "sz_5") == {"cruiser": 1}
    assert results(game) == {"sz_5": "lost"}
    assert rolls(game) == []


@pytest.mark.rule("S42-COMBAT-17")
@pytest.mark.parametrize("stay", [True, False])
def test_transports_against_transports(stay: bool) -> None:
    """Both escorts are sunk: the attacker's transport stays or retreats, nobody else is lost."""
    game = position(
        units={
            "sz_6": {"germany": {"cruiser": 1, "transport": 1}},
            "sz_5": {"uk": {"cruiser": 1, "transport": 1}},
        },
        dice=[1, 1],
    )
    move(game, "1 cruiser, 1 transport", "sz_6", "sz_5")
    end(game)
    assert asked(game) == ("germany", "retreat")
    if stay:
        fight_on(game)
    else:
        retreat(game, "sz_6")
    assert count(game, "sz_5", "uk") == {"transport": 1}
    assert count(game, "sz_5" if stay else "sz_6", "germany") == {"transport": 1}
    assert asked(game) == ("germany", "noncombat_move")


@pytest.mark.rule("S42-COMBAT-16", "S42-COMBAT-17", "S42-SUB-06")
@pytest.mark.parametrize("dives", [True, False])
def test_the_fate_of_transports_is_judged_after_both_sides_chose_for_their_submarines(dives: bool) -> None:
    """The attacker's boat dives and leaves a transport without a way out: it is lost only if the defender's strikes."""
    game = position(
        units={
            "sz_5": {
                "germany": {"submarine": 1, "cruiser": 1, "transport": 1},
                "uk": {"submarine": 1, "cruiser": 1, "transport": 1},
            }
        },
        dice=[6, 6, 1, 1],
    )
    end(game)
    stance(game)
    stance(game)
    lose(game, "1 cruiser")
    lose(game, "1 cruiser")
    stance(game, [only(game, "sz_5", "submarine", "germany")])
    assert asked(game) == ("uk", "submarines")
    stance(game, [only(game, "sz_5", "submarine", "uk")] if dives else [])
    assert results(game) == {"sz_5": "stalemate" if dives else "lost"}
    assert count(game, "sz_5", "germany") == ({"submarine": 1, "transport": 1} if dives else {"submarine": 1})
    assert count(game, "sz_5", "uk") == {"submarine": 1, "transport": 1}


@pytest.mark.rule("S42-COMBAT-17")
def test_transports_against_transports_without_a_way_out_just_stay() -> None:
    """The battle was fought where they began: the zone is shared, the battle over."""
    game = position(
        units={
            "sz_5": {"germany": {"cruiser": 1, "transport": 1}, "uk": {"cruiser": 1, "transport": 1}},
        },
        dice=[1, 1],
    )
    end(game)
    assert results(game) == {"sz_5": "stalemate"}
    assert count(game, "sz_5") == {"transport": 2}


@pytest.mark.rule("S42-COMBAT-18")
def test_aircraft_and_submarines_cannot_hit_each_other() -> None:
    """The cruisers sink each other, fighter and submarine are left: the battle ends, no breaking off is offered."""
    game = position(
        units={
            "western_europe": {"germany": {"fighter": 1}},
            "sz_5": {"germany": {"cruiser": 1}},
            "sz_6": {"uk": {"cruiser": 1, "submarine": 1}},
        },
        dice=[6, 6, 1, 1],
    )
    move(game, "1 fighter", "western_europe", "sz_6")
    move(game, "1 cruiser", "sz_5", "sz_6")
    end(game)
    stance(game)
    lose(game, "1 cruiser")
    lose(game, "1 cruiser")
    assert results(game) == {"sz_6": "stalemate"}
    assert count(game, "sz_6") == {"fighter": 1, "submarine": 1}
    assert asked(game) == ("germany", "noncombat_move")


@pytest.mark.rule("S42-COMBAT-18", "S42-SUB-05")
def test_with_a_destroyer_there_is_no_stalemate() -> None:
    """Fighter and destroyer against a submarine go on fighting."""
    game = position(
        units={
            "western_europe": {"germany": {"fighter": 1}},
            "sz_5": {"germany": {"destroyer": 1}},
            "sz_6": {"uk": {"submarine": 1}},
        },
        dice=[6, 6, 6],
    )
    move(game, "1 destroyer", "sz_5", "sz_6")
    move(game, "1 fighter", "western_europe", "sz_6")
    end(game)
    assert asked(game) == ("germany", "retreat")


@pytest.mark.rule("S42-COMBAT-19", "S42-AMPH-07", "S42-CMOVE-08")
def test_destroying_transports_is_a_battle() -> None:
    """The battleship that took part neither bombards nor moves any more this turn."""
    game = position(
        units={
            "germany": {"germany": {"infantry": 1}},
            "sz_5": {"germany": {"transport": 1, "battleship": 1}, "uk": {"transport": 1}},
            "karelia_ssr": {"ussr": {"infantry": 1}},
        },
        dice=[1, 6],
    )
    land(game, "1 infantry", "germany", "sz_5", target="karelia_ssr")
    end(game)
    assert asked(game) == ("germany", "fight_or_ignore")
    attack(game, "sz_5")
    assert [roll.purpose for roll in happened(game.events, "dice_rolled")] == ["attack", "defence"]
    assert results(game) == {"sz_5": "won", "karelia_ssr": "won"}
    with refused(game, "S42-CMOVE-10"):
        move(game, "1 battleship", "sz_5", "sz_6")
    assert unrolled(game) == 0


@pytest.mark.rule("S42-COMBAT-14", "S42-TRN-12")
def test_cargo_goes_down_with_its_transport() -> None:
    """Infantry aboard an attacking transport is lost with it and never rolls."""
    game = position(
        units={
            "sz_6": {"germany": {"transport": [{"cargo": {"germany": {"infantry": 2}}}]}},
            "sz_5": {"uk": {"cruiser": 1}},
        },
        dice=[1],
    )
    sail(game, "sz_6", "sz_5")
    end(game)
    assert count(game, "sz_5") == {"cruiser": 1}
    assert "infantry" not in {kind for roll in rolls(game) for kind in roll[1].split()}
