"""AA guns (CL-AA)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.warfare.actions import ChooseCasualties, FireRocket, Move, Pass, Place
from tests.classic.drill import dice_left, moves_of, sailings_of, try_menu, wait_for
from tests.classic.play import position
from tests.words import WarGame, asked, count, end, happened, ids, lose, move, refused, sail, units


def anti_air(events: list[Any]) -> list[tuple[str, str, tuple[int, ...]]]:
    """(owner of the gun, space, dice) of every AA fire."""
    return [(e.power, e.space, e.dice) for e in happened(events, "dice_rolled") if e.purpose == "anti_air"]


# CL-AA-01: one gun per territory


@pytest.mark.rule("CL-AA-01")
def test_no_second_gun_marches_into_a_territory() -> None:
    """A gun may not join another gun; after that one has left it may."""
    gun = {"germany": {"aa_gun": 1}}
    game = position(phase="noncombat_move", units={"germany": gun, "eastern_europe": gun})
    with refused(game, "CL-AA-01"):
        move(game, "1 aa_gun", "germany", "eastern_europe")
    assert "eastern_europe" not in moves_of(game, ids(game, "germany", "1 aa_gun")[0])
    move(game, "1 aa_gun", "eastern_europe", "ukraine_ssr")
    move(game, "1 aa_gun", "germany", "eastern_europe")
    assert count(game, "eastern_europe") == {"aa_gun": 1}


@pytest.mark.rule("CL-AA-01")
def test_a_gun_of_an_ally_counts_too() -> None:
    """A British gun in Karelia keeps a Soviet gun out."""
    game = position(
        "ussr",
        "noncombat_move",
        {"russia": {"ussr": {"aa_gun": 1}}, "karelia_ssr": {"uk": {"aa_gun": 1}}},
    )
    with refused(game, "CL-AA-01"):
        move(game, "1 aa_gun", "russia", "karelia_ssr")


@pytest.mark.rule("CL-AA-01")
def test_no_second_gun_is_landed_from_a_transport() -> None:
    """The transport may put its gun ashore in Algeria, not in guarded Western Europe."""
    game = position(
        phase="noncombat_move",
        units={
            "west_mediterranean_sea_zone": {"germany": {"transport": {"cargo": {"germany": {"aa_gun": 1}}}}},
            "western_europe": {"germany": {"aa_gun": 1}},
        },
    )
    cargo = ids(game, "west_mediterranean_sea_zone", "1 aa_gun")
    with refused(game, "CL-AA-01"):
        sail(game, "west_mediterranean_sea_zone", unload=cargo, target="western_europe")
    ship = ids(game, "west_mediterranean_sea_zone", "1 transport")[0]
    assert {order.target for order in sailings_of(game, ship)} == {"algeria"}
    sail(game, "west_mediterranean_sea_zone", unload=cargo, target="algeria")
    assert count(game, "algeria") == {"aa_gun": 1}


@pytest.mark.rule("CL-AA-01")
def test_no_second_gun_is_placed() -> None:
    """A new gun goes to the complex without a gun only, and two new guns never to the same one."""
    game = position(
        phase="placement",
        units={
            "germany": {"germany": {"factory": 1, "aa_gun": 1}},
            "southern_europe": {"germany": {"factory": 1}},
        },
        pool={"aa_gun": 2},
    )
    with refused(game, "CL-AA-01"):
        game.apply(Place("aa_gun", "germany", "germany"))
    with refused(game, "CL-AA-01"):
        game.apply(Place("aa_gun", "southern_europe", "southern_europe", 2))
    assert not any(isinstance(a, Place) and a.space == "germany" for a in try_menu(game))
    game.apply(Place("aa_gun", "southern_europe", "southern_europe"))
    assert count(game, "southern_europe")["aa_gun"] == 1


# CL-AA-02: guns move in phase 4 only


@pytest.mark.rule("CL-AA-02")
def test_guns_never_move_in_the_combat_move() -> None:
    """Neither into empty enemy land nor anywhere else; the menu offers nothing."""
    game = position(units={"libya": {"germany": {"aa_gun": 1, "infantry": 1}}})
    with refused(game, "CL-AA-02"):
        move(game, "1 aa_gun", "libya", "anglo_egypt_sudan")
    with refused(game, "CL-AA-02"):
        move(game, "1 infantry, 1 aa_gun", "libya", "anglo_egypt_sudan")
    with refused(game, "CL-AA-02"):
        move(game, "1 aa_gun", "libya", "algeria")
    assert not moves_of(game, ids(game, "libya", "1 aa_gun")[0])


@pytest.mark.rule("CL-AA-02")
def test_guns_take_no_part_in_an_assault_from_the_sea() -> None:
    """Neither a gun that boards now nor one that was aboard lands in enemy land."""
    zone = "central_mediterranean_sea_zone"
    game = position(
        units={
            zone: {"germany": {"transport": [1, {"cargo": {"germany": {"aa_gun": 1}}}]}},
            "southern_europe": {"germany": {"aa_gun": 1}},
        }
    )
    empty, loaded = ids(game, zone, "2 transport")
    boarding = ids(game, "southern_europe", "1 aa_gun")
    way = (zone, "east_mediterranean_sea_zone")
    with refused(game, "CL-AA-02"):
        sail(game, *way, load={boarding[0]: zone}, unload=boarding, target="syria_iraq", transport=empty)
    with refused(game, "CL-AA-02"):
        sail(game, *way, unload=ids(game, zone, "1 aa_gun"), target="syria_iraq", transport=loaded)
    assert not sailings_of(game, empty) and not sailings_of(game, loaded)


@pytest.mark.rule("CL-AA-02")
def test_a_gun_moves_one_territory_into_friendly_land() -> None:
    """One step in phase 4; not two, not into enemy or neutral land."""
    game = position(phase="noncombat_move", units={"eastern_europe": {"germany": {"aa_gun": 1}}})
    gun = ids(game, "eastern_europe", "1 aa_gun")[0]
    assert moves_of(game, gun) == {"germany", "southern_europe", "ukraine_ssr"}
    with refused(game, "CL-AA-02"):
        move(game, "1 aa_gun", "eastern_europe", "germany", "western_europe")
    with refused(game, "CL-NCM-02"):
        move(game, "1 aa_gun", "eastern_europe", "karelia_ssr")
    move(game, "1 aa_gun", "eastern_europe", "germany")
    with refused(game, "CL-AA-02"):
        move(game, "1 aa_gun", "germany", "western_europe")
    with refused(game, "CL-AA-02"):
        move(game, "1 aa_gun", "germany", "switzerland")


@pytest.mark.rule("CL-AA-02")
def test_a_gun_stays_at_sea_for_turns_and_lands_on_a_friendly_coast() -> None:
    """It boards, the ship sails, and only a round later it goes ashore in Libya."""
    game = position(
        phase="noncombat_move",
        units={
            "southern_europe": {"germany": {"aa_gun": 1}},
            "central_mediterranean_sea_zone": {"germany": {"transport": 1}},
        },
    )
    gun = ids(game, "southern_europe", "1 aa_gun")
    way = ("central_mediterranean_sea_zone", "east_mediterranean_sea_zone")
    sail(game, *way, load={gun[0]: way[0]})
    with refused(game, "CL-NCM-02"):
        sail(game, way[1], unload=gun, target="anglo_egypt_sudan")
    wait_for(game, "germany", "noncombat_move")
    assert game.state.units[gun[0]].space == way[1]
    sail(game, way[1], way[0], unload=gun, target="libya")
    assert count(game, "libya") == {"aa_gun": 1}


# CL-AA-03, -04, -13: guns in land battles


@pytest.mark.rule("CL-AA-03", "CL-AA-04")
def test_a_gun_neither_fights_nor_falls_in_battle_and_is_captured() -> None:
    """Two armour hit twice: the infantry is the only casualty, the gun rolls nothing and changes hands."""
    game = position(
        units={
            "libya": {"germany": {"armour": 2}},
            "anglo_egypt_sudan": {"uk": {"infantry": 1, "aa_gun": 1}},
        },
        dice=[1, 1, 5],
    )
    move(game, "2 armour", "libya", "anglo_egypt_sudan")
    events = end(game)
    assert not anti_air(events) and not dice_left(game)
    assert count(game, "anglo_egypt_sudan", "germany") == {"armour": 2, "aa_gun": 1}
    assert happened(events, "installations_taken")[0].owner == "germany"


@pytest.mark.rule("CL-AA-03", "CL-AA-11")
def test_a_lone_gun_does_not_stop_infantry() -> None:
    """A territory with nothing but a gun is taken without a die."""
    game = position(
        units={"libya": {"germany": {"infantry": 1}}, "anglo_egypt_sudan": {"uk": {"aa_gun": 1}}},
    )
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    end(game)
    assert game.state.owner["anglo_egypt_sudan"] == "germany"
    assert count(game, "anglo_egypt_sudan", "germany") == {"infantry": 1, "aa_gun": 1}


@pytest.mark.rule("CL-AA-03")
def test_an_own_gun_is_no_casualty_of_the_defence() -> None:
    """The defender has infantry, a fighter and a gun: he is asked about infantry and fighter only."""
    game = position(
        units={
            "libya": {"germany": {"armour": 1, "infantry": 1}},
            "anglo_egypt_sudan": {"uk": {"infantry": 1, "fighter": 1, "aa_gun": 1}},
        },
        dice=[6, 1],
    )
    move(game, "1 armour, 1 infantry", "libya", "anglo_egypt_sudan")
    end(game)
    assert asked(game) == ("uk", "choose_casualties")
    with refused(game, "CL-COMBAT-05"):
        game.apply(ChooseCasualties(ids(game, "anglo_egypt_sudan", "1 aa_gun", "uk")))
    assert len(try_menu(game)) == 2


@pytest.mark.rule("CL-AA-04")
def test_a_captured_gun_serves_its_new_owner_from_the_next_turn_on() -> None:
    """Germany takes the gun in Egypt; in the British turn it fires at a British fighter flying over."""
    game = position(
        units={
            "libya": {"germany": {"infantry": 1}},
            "anglo_egypt_sudan": {"uk": {"aa_gun": 1}},
            "syria_iraq": {"uk": {"fighter": 1}},
            "algeria": {"germany": {"infantry": 1}},
        },
        dice=[1],
    )
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    wait_for(game, "uk", "combat_move")
    events = move(game, "1 fighter", "syria_iraq", "anglo_egypt_sudan", "french_equatorial_africa", "algeria")
    assert anti_air(events) == [("germany", "anglo_egypt_sudan", (1,))]
    assert not units(game, "algeria", "fighter")


@pytest.mark.rule("CL-AA-13")
def test_a_captured_gun_stays_where_it_is_for_this_turn() -> None:
    """Neither by road nor by ship; a round later both are allowed."""
    game = position(
        units={
            "libya": {"germany": {"infantry": 1}},
            "anglo_egypt_sudan": {"uk": {"aa_gun": 1}},
            "east_mediterranean_sea_zone": {"germany": {"transport": 1}},
        },
    )
    zone = "east_mediterranean_sea_zone"
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    end(game)
    gun = ids(game, "anglo_egypt_sudan", "1 aa_gun")
    with refused(game, "CL-AA-13"):
        move(game, "1 aa_gun", "anglo_egypt_sudan", "libya")
    with refused(game, "CL-AA-13"):
        sail(game, zone, load={gun[0]: zone})
    assert not moves_of(game, gun[0]) and not any(o.load for o in sailings_of(game, ids(game, zone, "1 transport")[0]))
    wait_for(game, "japan", "noncombat_move")
    wait_for(game, "germany", "noncombat_move")
    assert moves_of(game, gun[0]) == {"libya"}
    sail(game, zone, load={gun[0]: zone})
    assert game.state.units[gun[0]].aboard


# CL-AA-05


@pytest.mark.rule("CL-AA-05", "CL-TRN-08")
def test_a_gun_sinks_with_its_transport() -> None:
    """A British submarine sinks a German transport with a gun aboard."""
    game = position(
        "uk",
        units={
            "baltic_sea_zone": {"germany": {"transport": {"cargo": {"germany": {"aa_gun": 1}}}}},
            "north_sea_zone": {"uk": {"submarine": 1}},
        },
        dice=[2],
    )
    move(game, "1 submarine", "north_sea_zone", "baltic_sea_zone")
    lost = happened(end(game), "units_lost")
    assert [(e.kinds, e.cause) for e in lost] == [({"transport": 1}, "battle"), ({"aa_gun": 1}, "sunk")]
    assert count(game, "baltic_sea_zone") == {"submarine": 1}


# CL-AA-06: fire on attack


@pytest.mark.rule("CL-AA-06")
def test_the_gun_fires_once_at_every_attacking_aircraft_before_the_battle() -> None:
    """Fighter and bomber: AA dice 1 and 5. The attacker picks the fighter, which never fires. No fire in round 2."""
    game = position(
        units={
            "libya": {"germany": {"infantry": 1, "fighter": 1, "bomber": 1}},
            "anglo_egypt_sudan": {"uk": {"infantry": 1, "aa_gun": 1}},
        },
        dice=[1, 5, 6, 6, 6, 6, 4, 6],
    )
    for force in ("1 infantry", "1 fighter, 1 bomber"):
        move(game, force, "libya", "anglo_egypt_sudan")
    events = end(game)
    assert anti_air(events) == [("uk", "anglo_egypt_sudan", (1, 5))]
    assert asked(game) == ("germany", "choose_casualties")
    with refused(game, "CL-COMBAT-05"):
        game.apply(ChooseCasualties(ids(game, "anglo_egypt_sudan", "1 infantry")))
    with refused(game, "CL-COMBAT-06"):
        game.apply(ChooseCasualties(ids(game, "anglo_egypt_sudan", "1 fighter, 1 bomber")))
    events = lose(game, "1 fighter")
    assert [e.units for e in happened(events, "dice_rolled")] == [("infantry",), ("bomber",), ("infantry",)]
    assert asked(game) == ("germany", "retreat")
    events = game.apply({"kind": "fight_on"})
    assert not anti_air(events)
    assert count(game, "anglo_egypt_sudan", "germany") == {"infantry": 1, "bomber": 1, "aa_gun": 1}


@pytest.mark.rule("CL-AA-06")
def test_a_two_is_no_hit_and_land_units_are_never_fired_at() -> None:
    """One AA die for one fighter, none for the three infantry; a 2 misses."""
    game = position(
        units={
            "libya": {"germany": {"infantry": 3, "fighter": 1}},
            "anglo_egypt_sudan": {"uk": {"infantry": 1, "aa_gun": 1}},
        },
        dice=[2, 6, 6, 6, 3, 6],
    )
    move(game, "3 infantry", "libya", "anglo_egypt_sudan")
    move(game, "1 fighter", "libya", "anglo_egypt_sudan")
    assert anti_air(end(game)) == [("uk", "anglo_egypt_sudan", (2,))]
    assert count(game, "anglo_egypt_sudan", "germany") == {"infantry": 3, "fighter": 1, "aa_gun": 1}


@pytest.mark.rule("CL-AA-06")
def test_an_aircraft_shot_down_leaves_nobody_to_fight() -> None:
    """The only attacker is a fighter and the gun rolls a 1: no die is rolled after that."""
    game = position(
        units={
            "libya": {"germany": {"fighter": 1}},
            "anglo_egypt_sudan": {"uk": {"infantry": 1, "aa_gun": 1}},
        },
        dice=[1],
    )
    move(game, "1 fighter", "libya", "anglo_egypt_sudan")
    events = end(game)
    assert happened(events, "battle_ended")[0].result == "lost"
    assert count(game, "anglo_egypt_sudan") == {"infantry": 1, "aa_gun": 1}


# CL-AA-07, -08: fire on overflight

RUHR = {
    "united_kingdom": {"uk": {"bomber": 1}},
    "western_europe": {"germany": {"aa_gun": 1}},
    "germany": {"germany": {"aa_gun": 1, "factory": 1, "infantry": 1}},
}


@pytest.mark.rule("CL-AA-07", "CL-AIR-02")
@pytest.mark.parametrize(
    ("way", "guns"),
    [("western_europe", ["western_europe", "germany"]), ("baltic_sea_zone", ["germany"])],
)
def test_each_gun_on_the_way_of_the_bomber_fires(way: str, guns: list[str]) -> None:
    """Over Western Europe two guns meet the bomber, over the Baltic only one."""
    game = position("uk", units=RUHR, dice=[2] * len(guns) + [3])
    events = move(game, "1 bomber", "united_kingdom", "north_sea_zone", way, "germany", raid=True)
    assert [space for _, space, _ in anti_air(events)] == guns[:-1]
    events += end(game)
    assert [space for _, space, _ in anti_air(events)] == guns
    assert not dice_left(game)


@pytest.mark.rule("CL-AA-07")
def test_the_menu_avoids_the_gun() -> None:
    """The route offered to the bomber goes over the Baltic."""
    game = position("uk", units=RUHR)
    bomber = ids(game, "united_kingdom", "1 bomber")[0]
    routes = {a.route for a in try_menu(game) if isinstance(a, Move) and a.units == (bomber,)}
    assert routes == {("united_kingdom", "north_sea_zone", "baltic_sea_zone", "germany")}


@pytest.mark.rule("CL-AA-07", "CL-AA-08")
def test_a_gun_fires_each_time_it_is_flown_over() -> None:
    """A detour back over Western Europe meets the same gun twice; the second shot brings the bomber down."""
    game = position("uk", units=RUHR, owners={"eastern_europe": "ussr"}, dice=[3, 1])
    over = ("north_sea_zone", "western_europe")
    events = move(game, "1 bomber", "united_kingdom", *over, *over, "germany", raid=True)
    assert [dice for _, _, dice in anti_air(events)] == [(3,), (1,)]
    assert not units(game, "germany", "bomber")
    assert asked(game) == ("uk", "combat_move")


@pytest.mark.rule("CL-AA-07", "CL-AA-08")
def test_the_owner_picks_among_the_aircraft_of_the_group() -> None:
    """Fighter and bomber fly over one gun: dice 1, 6. The owner gives up the fighter, the bomber goes on."""
    game = position(
        "uk",
        units=RUHR | {"united_kingdom": {"uk": {"bomber": 2, "fighter": 1}}},
        owners={"eastern_europe": "ussr"},
        dice=[1, 6],
    )
    stay_at_home = ids(game, "united_kingdom", "2 bomber")[1]
    events = move(game, "1 fighter, 1 bomber", "united_kingdom", "north_sea_zone", "western_europe", "germany")
    assert anti_air(events) == [("germany", "western_europe", (1, 6))]
    assert asked(game) == ("uk", "choose_casualties")
    with refused(game, "CL-COMBAT-05"):
        game.apply(ChooseCasualties((stay_at_home,)))
    with refused(game, "CL-TURN-02"):
        end(game)
    assert len(try_menu(game)) == 2
    lose(game, "1 fighter")
    assert asked(game) == ("uk", "combat_move")
    assert [u.kind for u in units(game, "germany", power="uk")] == ["bomber"]


@pytest.mark.rule("CL-AA-08")
def test_survivors_meet_the_next_gun_and_the_dead_do_not() -> None:
    """Two bombers over two guns: 1 and 4 from the first, a single die from the second."""
    game = position(
        "uk",
        units=RUHR
        | {
            "united_kingdom": {"uk": {"bomber": 2}},
            "southern_europe": {"germany": {"factory": 1}},
            "central_mediterranean_sea_zone": {"uk": {"transport": 1}},
        },
        owners={"libya": "uk"},
        dice=[1, 4, 5],
    )
    way = ("united_kingdom", "north_sea_zone", "western_europe", "germany", "southern_europe")
    events = move(game, "2 bomber", *way, raid=True)
    assert anti_air(events) == [("germany", "western_europe", (1, 4)), ("germany", "germany", (5,))]
    assert len(units(game, "southern_europe", "bomber")) == 1


@pytest.mark.rule("CL-AA-08")
def test_two_groups_are_fired_at_separately() -> None:
    """Each order is a group of its own with its own die."""
    game = position("uk", units=RUHR | {"united_kingdom": {"uk": {"bomber": 2}}}, dice=[6, 1])
    way = ("united_kingdom", "north_sea_zone", "western_europe", "germany")
    assert len(anti_air(move(game, "1 bomber", *way))) == 1
    assert len(anti_air(move(game, "1 bomber", *way))) == 1
    assert len(units(game, "germany", "bomber")) == 1


@pytest.mark.rule("CL-AA-08")
def test_a_move_with_aa_dice_stands() -> None:
    """It cannot be taken back, nor can what was done before it."""
    game = position("uk", units=RUHR | {"karelia_ssr": {"uk": {"infantry": 1}}}, dice=[6])
    move(game, "1 infantry", "karelia_ssr", "eastern_europe")
    move(game, "1 bomber", "united_kingdom", "north_sea_zone", "western_europe", "germany")
    with refused(game, "CL-CMOVE-12"):
        game.undo()


# CL-AA-09


@pytest.mark.rule("CL-AA-09")
def test_no_gun_fires_in_the_noncombat_move() -> None:
    """Home over Germany and Western Europe, without a die."""
    game = position(
        "uk",
        "noncombat_move",
        RUHR | {"karelia_ssr": {"uk": {"bomber": 1}}},
    )
    events = move(
        game,
        "1 bomber",
        *("karelia_ssr", "eastern_europe", "germany", "western_europe", "north_sea_zone", "united_kingdom"),
    )
    assert not anti_air(events)
    assert len(units(game, "united_kingdom", "bomber")) == 2


# CL-AA-10


@pytest.mark.rule("CL-AA-10")
def test_a_blitzed_gun_still_fires_for_its_former_owner() -> None:
    """An armour takes the gun in Egypt and comes back; a fighter flying over Egypt afterwards is shot at."""
    game = position(
        units={
            "libya": {"germany": {"armour": 1, "fighter": 1}},
            "anglo_egypt_sudan": {"uk": {"aa_gun": 1}},
            "syria_iraq": {"uk": {"infantry": 1}},
        },
        dice=[1],
    )
    move(game, "1 armour", "libya", "anglo_egypt_sudan", "libya")
    assert count(game, "anglo_egypt_sudan", "germany") == {"aa_gun": 1}
    events = move(game, "1 fighter", "libya", "anglo_egypt_sudan", "syria_iraq")
    assert anti_air(events) == [("uk", "anglo_egypt_sudan", (1,))]
    assert not units(game, "syria_iraq", "fighter")


# CL-AA-11


@pytest.mark.rule("CL-AA-11")
@pytest.mark.parametrize(("die", "fighters"), [(1, 0), (2, 1)])
def test_a_lone_gun_fires_before_the_infantry_walks_in(die: int, fighters: int) -> None:
    """Infantry and fighter against nothing but a gun: one AA die, then territory and gun are taken."""
    game = position(
        units={
            "libya": {"germany": {"infantry": 1, "fighter": 1}},
            "anglo_egypt_sudan": {"uk": {"aa_gun": 1}},
        },
        dice=[die],
    )
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    move(game, "1 fighter", "libya", "anglo_egypt_sudan")
    events = end(game)
    assert anti_air(events) == [("uk", "anglo_egypt_sudan", (die,))]
    assert game.state.owner["anglo_egypt_sudan"] == "germany"
    assert len(units(game, "anglo_egypt_sudan", "fighter")) == fighters
    assert count(game, "anglo_egypt_sudan", "germany")["aa_gun"] == 1


@pytest.mark.rule("CL-AA-06", "CL-AA-11", "CL-AMPH-04")
def test_a_second_wave_from_the_sea_brings_no_second_aa_fire() -> None:
    """Egypt with a lone gun is walked into with a fighter; later cargo from a cleared zone follows: one die in all."""
    game = position(
        units={
            "libya": {"germany": {"infantry": 1, "fighter": 1}},
            "anglo_egypt_sudan": {"uk": {"aa_gun": 1}},
            "east_mediterranean_sea_zone": {"uk": {"transport": 1}},
            "central_mediterranean_sea_zone": {
                "germany": {"transport": {"cargo": {"germany": {"infantry": 1}}}, "submarine": 1}
            },
        },
        dice=[6, 2],
    )
    sea = ("central_mediterranean_sea_zone", "east_mediterranean_sea_zone")
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    move(game, "1 fighter", "libya", "anglo_egypt_sudan")
    move(game, "1 submarine", *sea)
    sail(game, *sea, unload=ids(game, sea[0], "1 infantry"), target="anglo_egypt_sudan")
    events = end(game)
    assert anti_air(events) == [("uk", "anglo_egypt_sudan", (6,))]
    assert count(game, "anglo_egypt_sudan", "germany") == {"infantry": 2, "aa_gun": 1, "fighter": 1}


# CL-AA-12


@pytest.mark.rule("CL-AA-12")
def test_a_gun_aboard_a_transport_never_fires() -> None:
    """Neither at aircraft flying over its zone nor at those attacking it."""
    game = position(
        units={
            "western_europe": {"germany": {"fighter": 2}},
            "north_sea_zone": {"uk": {"transport": {"cargo": {"uk": {"aa_gun": 1}}}}},
            "united_kingdom": {"uk": {"infantry": 1}},
        },
        dice=[3, 6, 3, 6],
    )
    events = move(game, "1 fighter", "western_europe", "north_sea_zone")
    events += move(game, "1 fighter", "western_europe", "north_sea_zone", "united_kingdom")
    events += end(game)
    assert asked(game) == ("germany", "next_battle")
    events += game.apply({"kind": "next_battle", "space": "north_sea_zone"})
    assert not anti_air(events)


@pytest.mark.rule("CL-AA-12")
def test_guns_never_fire_at_rockets() -> None:
    """A rocket at London costs one die, the rocket's own."""
    game = position(
        units={
            "western_europe": {"germany": {"aa_gun": 1}},
            "united_kingdom": {"uk": {"aa_gun": 1, "factory": 1}},
        },
        tech={"germany": ["rockets"]},
        dice=[4],
    )
    end(game)
    events = game.apply(FireRocket(ids(game, "western_europe", "1 aa_gun")[0], "united_kingdom"))
    assert not anti_air(events) and not dice_left(game)
    assert game.state.money["uk"] == 26


# CL-AA-14


@pytest.mark.rule("CL-AA-14")
def test_a_parked_gun_fires_for_the_territory_it_stands_in() -> None:
    """An American gun in the United Kingdom fires at German aircraft, as an American gun."""
    game = position(
        units={
            "western_europe": {"germany": {"fighter": 1}},
            "united_kingdom": {"usa": {"aa_gun": 1}, "uk": {"infantry": 1}},
        },
        dice=[1],
    )
    move(game, "1 fighter", "western_europe", "north_sea_zone", "united_kingdom")
    assert anti_air(end(game)) == [("usa", "united_kingdom", (1,))]


@pytest.mark.rule("CL-AA-14")
def test_only_its_owner_moves_a_gun() -> None:
    """The USSR cannot move the British gun in Karelia, the United Kingdom can."""
    forces = {"karelia_ssr": {"uk": {"aa_gun": 1}}}
    game = position("ussr", "noncombat_move", forces)
    with refused(game, "CL-TURN-04"):
        move_gun(game, "uk")
    assert not moves_of(game, ids(game, "karelia_ssr", "1 aa_gun", "uk")[0])
    game = position("uk", "noncombat_move", forces)
    move_gun(game, "uk")
    assert count(game, "russia", "uk") == {"aa_gun": 1}


def move_gun(game: WarGame, owner: str) -> None:
    """Karelia to Russia."""
    gun = ids(game, "karelia_ssr", "1 aa_gun", owner)
    game.apply({"kind": "move", "units": gun, "route": ("karelia_ssr", "russia")})


@pytest.mark.rule("CL-AA-14")
def test_only_its_owner_fires_rockets_with_a_gun() -> None:
    """Britain has rockets, but the only gun in range is Soviet: it is not offered; a British one is."""
    gun = {"aa_gun": 1}
    forces = {"karelia_ssr": {"ussr": gun}, "germany": {"germany": {"factory": 1}}, "united_kingdom": {"uk": gun}}
    game = position("uk", units=forces, tech={"uk": ["rockets"]})
    end(game)
    assert asked(game) == ("uk", "rocket")
    soviet = ids(game, "karelia_ssr", "1 aa_gun", "ussr")[0]
    with refused(game, "CL-ROCK-01"):
        game.apply(FireRocket(soviet, "germany"))
    british = ids(game, "united_kingdom", "1 aa_gun")[0]
    assert try_menu(game) == [Pass(), FireRocket(british, "germany")]
