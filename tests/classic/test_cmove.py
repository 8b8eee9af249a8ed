"""CL-CMOVE: what is a combat move, stopping, taking undefended land, taking moves back."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.warfare.actions import Bombard, EndPhase, FightOn, FireRocket, Move, NextBattle, Retreat, Sail
from tests.classic.play import position, rules_of
from tests.words import (
    WarGame,
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
    routes,
    sail,
    units,
    unrolled,
)

BALTIC = "baltic_sea_zone"
NORTH_SEA = "north_sea_zone"
MEDITERRANEAN = "central_mediterranean_sea_zone"


def africa(**more: Any) -> WarGame:
    """Infantry and armour in Libya, infantry in Egypt."""
    forces = {
        "libya": {"germany": {"infantry": 1, "armour": 1}},
        "anglo_egypt_sudan": {"uk": {"infantry": 1}},
    }
    return position(units={**forces, **more.pop("units", {})}, **more)


# CL-CMOVE-01: what counts as a combat move


@pytest.mark.rule("CL-CMOVE-01")
def test_every_kind_of_combat_move_is_legal() -> None:
    """A fight on land and at sea, a walk-in with air cover, a landing with bombardment, a raid, a blitz back home."""
    game = position(
        units={
            "libya": {"germany": {"infantry": 1, "armour": 1}},
            "anglo_egypt_sudan": {"uk": {"infantry": 1}},
            "ukraine_ssr": {"germany": {"infantry": 1, "fighter": 1}},
            BALTIC: {"germany": {"submarine": 1, "battleship": 1, "transport": 1}},
            NORTH_SEA: {"uk": {"transport": 1}},
            "germany": {"germany": {"infantry": 1, "bomber": 1}},
            "karelia_ssr": {"ussr": {"infantry": 1}},
            "russia": {"ussr": {"factory": 1}},
        }
    )
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")  # (a) on land
    move(game, "1 submarine", BALTIC, NORTH_SEA)  # (a) at sea
    move(game, "1 infantry", "ukraine_ssr", "caucasus")  # (b)
    move(game, "1 fighter", "ukraine_ssr", "caucasus")  # aircraft join under (b)
    land(game, "1 infantry", "germany", BALTIC, target="karelia_ssr")  # (c)
    bombard(game, BALTIC, target="karelia_ssr")  # (d)
    move(game, "1 bomber", "germany", "eastern_europe", "karelia_ssr", "russia", raid=True)  # (e)
    move(game, "1 armour", "libya", "french_equatorial_africa", "libya")  # (f)
    check_menu(game)


@pytest.mark.rule("CL-CMOVE-01")
def test_moves_without_a_task_wait_for_phase_4() -> None:
    """Redeployment by land, air and sea, empty transports and escorts are refused and not listed."""
    game = position(
        units={
            "germany": {"germany": {"infantry": 1, "armour": 1, "fighter": 1}},
            BALTIC: {"germany": {"battleship": 1, "transport": 1, "carrier": 1}},
        }
    )
    for forces in ("1 infantry", "1 armour", "1 fighter"):
        with refused(game, "CL-CMOVE-01"):
            move(game, forces, "germany", "eastern_europe")
    with refused(game, "CL-CMOVE-01"):
        move(game, "1 armour", "germany", "eastern_europe", "ukraine_ssr")
    for forces in ("1 battleship", "1 carrier", "1 transport"):
        with refused(game, "CL-CMOVE-01"):
            move(game, forces, BALTIC, NORTH_SEA)
    with refused(game, "CL-CMOVE-01"):
        sail(game, BALTIC, NORTH_SEA)
    rules = rules_of(game)
    assert not [route for route in routes(game) if rules.is_friendly(game.state, "germany", route[-1])]
    assert NORTH_SEA not in {action.route[-1] for action in check_menu(game) if isinstance(action, Move)}


@pytest.mark.rule("CL-CMOVE-01", "CL-TRN-10")
def test_nobody_boards_idly_in_phase_2() -> None:
    """Boarding without a landing this turn is refused, also next to a real landing on the same ship."""
    game = position(
        units={"germany": {"germany": {"infantry": 2}}, BALTIC: {"germany": {"transport": 1}}},
    )
    first, second = ids(game, "germany", "2 infantry")
    with refused(game, "CL-TRN-10"):
        sail(game, BALTIC, load={first: BALTIC})
    with refused(game, "CL-TRN-10"):
        sail(game, BALTIC, load={first: BALTIC, second: BALTIC}, unload=[first], target="karelia_ssr")
    sail(game, BALTIC, load={first: BALTIC, second: BALTIC}, unload=[first, second], target="karelia_ssr")


@pytest.mark.rule("CL-CMOVE-01", "CL-AMPH-07")
def test_a_battleship_needs_a_landing_to_sail_into_an_open_zone() -> None:
    """No bombardment position without a declared landing from that very zone."""
    game = position(
        units={
            "germany": {"germany": {"infantry": 1}},
            BALTIC: {"germany": {"transport": 1}},
            NORTH_SEA: {"germany": {"battleship": 1}},
            "karelia_ssr": {"ussr": {"infantry": 1}},
        }
    )
    with refused(game, "CL-AMPH-07"):
        bombard(game, NORTH_SEA, BALTIC, target="karelia_ssr")
    land(game, "1 infantry", "germany", BALTIC, target="karelia_ssr")
    with refused(game, "CL-AMPH-07"):
        bombard(game, NORTH_SEA, "karelia_sea_zone", target="karelia_ssr")
    bombard(game, NORTH_SEA, BALTIC, target="karelia_ssr")


@pytest.mark.rule("CL-CMOVE-01", "CL-STATUS-03")
def test_aircraft_alone_enter_empty_enemy_land_only_on_a_raid() -> None:
    """Over a lone complex and gun a fighter has no business and a bomber only a raid."""
    game = position(
        "uk",
        units={
            "united_kingdom": {"uk": {"fighter": 1, "bomber": 1}},
            "western_europe": {"germany": {"factory": 1, "aa_gun": 1}},
        },
    )
    way = ("united_kingdom", NORTH_SEA, "western_europe")
    for forces in ("1 fighter", "1 bomber"):
        with refused(game, "CL-CMOVE-01"):
            move(game, forces, *way)
    listed = [action for action in check_menu(game) if isinstance(action, Move)]
    assert listed and all(action.raid for action in listed)
    move(game, "1 bomber", *way, raid=True)


@pytest.mark.rule("CL-CMOVE-01")
def test_aircraft_may_join_a_walk_in_but_not_before_it_is_ordered() -> None:
    """The fighter follows the infantry; take the fighter's move back first, then the infantry's."""
    game = position(units={"ukraine_ssr": {"germany": {"infantry": 1, "fighter": 1}}})
    with refused(game, "CL-CMOVE-01"):
        move(game, "1 fighter", "ukraine_ssr", "caucasus")
    move(game, "1 infantry", "ukraine_ssr", "caucasus")
    assert Move(ids(game, "ukraine_ssr", "1 fighter"), ("ukraine_ssr", "caucasus")) in check_menu(game)
    move(game, "1 fighter", "ukraine_ssr", "caucasus")
    game.undo()
    assert count(game, "caucasus") == {"infantry": 1}
    game.undo()
    with refused(game, "CL-CMOVE-01"):
        move(game, "1 fighter", "ukraine_ssr", "caucasus")


@pytest.mark.rule("CL-CMOVE-01")
def test_a_move_needs_a_route_and_one_kind_of_units() -> None:
    """Standing still is no move, and land units, ships and aircraft do not share a route."""
    game = africa(units={"libya": {"germany": {"infantry": 1, "fighter": 1}}})
    with refused(game, "CL-CMOVE-01"):
        move(game, "1 infantry", "libya")
    with refused(game, "CL-CMOVE-01"):
        move(game, "1 fighter", "libya")
    with refused(game, "CL-CMOVE-01"):
        move(game, "1 infantry, 1 fighter", "libya", "anglo_egypt_sudan")


# CL-CMOVE-02 and -03: how many battles, from where


@pytest.mark.rule("CL-CMOVE-02")
def test_several_battles_against_different_enemies_in_one_turn() -> None:
    """Japan attacks the USSR on land and the USA at sea and chooses which comes first."""
    game = position(
        "japan",
        units={
            "manchuria": {"japan": {"infantry": 1}},
            "yakut_ssr": {"ussr": {"infantry": 1}},
            "wake_island_sea_zone": {"japan": {"battleship": 1}},
            "hawaii_sea_zone": {"usa": {"transport": 1}},
        },
        dice=[4, 6, 1, 6],
    )
    move(game, "1 infantry", "manchuria", "yakut_ssr")
    move(game, "1 battleship", "wake_island_sea_zone", "hawaii_sea_zone")
    end(game)
    assert asked(game) == ("japan", "next_battle")
    assert set(check_menu(game)) == {NextBattle("yakut_ssr"), NextBattle("hawaii_sea_zone")}
    game.apply(NextBattle("hawaii_sea_zone"))
    assert unrolled(game) == 0
    assert game.state.owner["yakut_ssr"] == "japan"
    assert count(game, "hawaii_sea_zone") == {"battleship": 1}


@pytest.mark.rule("CL-CMOVE-03")
def test_units_converge_on_one_target_each_within_its_own_range() -> None:
    """Infantry from two sides, armour and a bomber from afar; infantry from two steps away cannot come."""
    game = position(
        units={
            "finland_norway": {"germany": {"infantry": 1}},
            "ukraine_ssr": {"germany": {"infantry": 1}},
            "germany": {"germany": {"infantry": 1, "armour": 1, "bomber": 1}},
            "karelia_ssr": {"ussr": {"infantry": 1}},
        },
        dice=[1, 6, 6],
    )
    move(game, "1 infantry", "finland_norway", "karelia_ssr")
    move(game, "1 infantry", "ukraine_ssr", "karelia_ssr")
    move(game, "1 armour", "germany", "eastern_europe", "karelia_ssr")
    move(game, "1 bomber", "germany", "eastern_europe", "karelia_ssr")
    with refused(game, "CL-LAND-01"):
        move(game, "1 infantry", "germany", "eastern_europe", "karelia_ssr")
    with refused(game, "CL-MAP-01"):  # one order cannot gather units from two spaces
        game.apply(Move((*ids(game, "germany", "1 infantry"), *ids(game, "karelia_ssr", "1 infantry")), ("germany",)))
    events = end(game)
    (battle,) = happened(events, "battle_began")
    assert battle.attackers == {"infantry": 2, "armour": 1, "bomber": 1}


# CL-CMOVE-04 and -05: one battle each, no reinforcement


@pytest.mark.rule("CL-CMOVE-04")
@pytest.mark.parametrize("kind", ["infantry", "armour", "fighter", "bomber"])
def test_a_unit_is_sent_to_one_battle_only(kind: str) -> None:
    """Once ordered to Egypt it cannot be ordered on, back or elsewhere."""
    game = position(
        units={
            "libya": {"germany": {kind: 1}},
            "anglo_egypt_sudan": {"uk": {"infantry": 1}},
            "congo": {"uk": {"infantry": 1}},
        }
    )
    move(game, f"1 {kind}", "libya", "anglo_egypt_sudan")
    for target in ("congo", "libya", "syria_iraq"):
        with refused(game, "CL-CMOVE-04"):
            move(game, f"1 {kind}", "anglo_egypt_sudan", target)
    assert check_menu(game) == [EndPhase()]


@pytest.mark.rule("CL-CMOVE-04", "CL-AMPH-06")
def test_a_battleship_does_not_fight_and_bombard_in_one_turn() -> None:
    """Neither fight first and bombard then, nor bombard first and sail to a fight."""
    forces: dict[str, Any] = {
        "germany": {"germany": {"infantry": 1}},
        BALTIC: {"germany": {"transport": 1, "battleship": 1}},
        NORTH_SEA: {"uk": {"transport": 1}},
        "karelia_ssr": {"ussr": {"infantry": 1}},
    }
    game = position(units=forces)
    land(game, "1 infantry", "germany", BALTIC, target="karelia_ssr")
    move(game, "1 battleship", BALTIC, NORTH_SEA)
    with refused(game, "CL-CMOVE-04"):
        game.apply(Bombard(ids(game, NORTH_SEA, "1 battleship"), (NORTH_SEA, BALTIC), "karelia_ssr"))
    game.undo()
    bombard(game, BALTIC, target="karelia_ssr")
    with refused(game, "CL-CMOVE-04"):
        move(game, "1 battleship", BALTIC, NORTH_SEA)
    with refused(game, "CL-CMOVE-04"):
        bombard(game, BALTIC, target="karelia_ssr")


@pytest.mark.rule("CL-CMOVE-04", "CL-SBR-01")
def test_a_raider_is_not_in_the_land_battle() -> None:
    """One bomber raids, another attacks; the raider rolls no attack die and cannot change its mind."""
    game = position(
        "uk",
        units={
            "united_kingdom": {"uk": {"bomber": 2}},
            "germany": {"germany": {"factory": 1, "infantry": 1}},
        },
        dice=[5, 4, 6],
    )
    way = ("united_kingdom", NORTH_SEA, BALTIC, "germany")
    move(game, "1 bomber", *way, raid=True)
    with refused(game, "CL-CMOVE-04"):
        game.apply(Move(ids(game, "germany", "1 bomber"), ("germany", "eastern_europe")))
    move(game, "1 bomber", *way)
    events = end(game)
    fought = [(event.battle, event.attackers) for event in happened(events, "battle_began")]
    assert fought == [("raid", {"bomber": 1}), ("land", {"bomber": 1})]
    assert game.state.money["germany"] == 27
    assert unrolled(game) == 0


@pytest.mark.rule("CL-CMOVE-04", "CL-AMPH-04")
def test_a_transport_that_survives_the_sea_battle_still_lands_its_cargo() -> None:
    """A British transport fights its way in; its infantry then fights its one battle ashore."""
    game = position(
        "uk",
        units={
            "united_kingdom": {"uk": {"infantry": 1}},
            NORTH_SEA: {"uk": {"transport": 1, "battleship": 1}},
            BALTIC: {"germany": {"transport": 1}},
            "eastern_europe": {"germany": {"infantry": 1}},
        },
        dice=[4, 6, 1, 6],
    )
    land(game, "1 infantry", "united_kingdom", NORTH_SEA, BALTIC, target="eastern_europe")
    move(game, "1 battleship", NORTH_SEA, BALTIC)
    events = end(game)
    assert [(event.space, event.result) for event in happened(events, "battle_ended")] == [
        (BALTIC, "won"),
        ("eastern_europe", "won"),
    ]
    assert game.state.owner["eastern_europe"] == "uk"


@pytest.mark.rule("CL-CMOVE-05")
def test_no_reinforcement_once_combat_has_begun() -> None:
    """One armour attacks Egypt; the infantry left in Libya cannot join between rounds, nor in phase 4."""
    game = africa(dice=[6, 6, 6, 6])
    move(game, "1 armour", "libya", "anglo_egypt_sudan")
    end(game)
    assert asked(game) == ("germany", "retreat")
    with refused(game, "CL-CMOVE-05"):
        move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    game.apply(FightOn())
    with refused(game, "CL-CMOVE-05"):
        move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    game.apply(Retreat("libya"))
    with refused(game, "CL-NCM-02"):
        move(game, "1 infantry", "libya", "anglo_egypt_sudan")


@pytest.mark.rule("CL-CMOVE-05")
def test_no_reinforcement_between_two_battles() -> None:
    """Not even into a battle that has not begun yet, by land, sea or air."""
    game = africa(
        units={
            MEDITERRANEAN: {"germany": {"transport": [{"cargo": {"germany": {"infantry": 1}}}]}},
            "southern_europe": {"germany": {"fighter": 1}},
            "french_equatorial_africa": {"uk": {"infantry": 1}},
        }
    )
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    move(game, "1 armour", "libya", "french_equatorial_africa")
    end(game)
    assert asked(game) == ("germany", "next_battle")
    with refused(game, "CL-CMOVE-05"):
        move(game, "1 fighter", "southern_europe", MEDITERRANEAN, "libya", "french_equatorial_africa")
    with refused(game, "CL-CMOVE-05"):
        sail(game, MEDITERRANEAN, unload=ids(game, MEDITERRANEAN, "1 infantry"), target="libya")


# CL-CMOVE-06 to -09: stopping, walking in, nothing on credit


@pytest.mark.rule("CL-CMOVE-06")
def test_land_units_stop_in_the_first_hostile_space() -> None:
    """Armour cannot pass defended Egypt; having entered it, it cannot go on although it has a point left."""
    game = africa()
    with refused(game, "CL-CMOVE-06"):
        move(game, "1 armour", "libya", "anglo_egypt_sudan", "syria_iraq")
    assert ("libya", "anglo_egypt_sudan", "syria_iraq") not in routes(game)
    move(game, "1 armour", "libya", "anglo_egypt_sudan")
    with refused(game, "CL-CMOVE-04"):
        move(game, "1 armour", "anglo_egypt_sudan", "syria_iraq")


@pytest.mark.rule("CL-CMOVE-06", "CL-SEA-02")
def test_ships_stop_in_the_first_hostile_zone() -> None:
    """A lone transport in the North Sea stops a battleship on its way to the next fight."""
    game = position(
        units={
            BALTIC: {"germany": {"battleship": 1}},
            NORTH_SEA: {"uk": {"transport": 1}},
            "east_canada_sea_zone": {"uk": {"transport": 1}},
        }
    )
    with refused(game, "CL-SEA-02"):
        move(game, "1 battleship", BALTIC, NORTH_SEA, "east_canada_sea_zone")
    assert routes(game) == {(BALTIC, NORTH_SEA)}


@pytest.mark.rule("CL-CMOVE-06", "CL-AIR-04")
def test_aircraft_fly_over_hostile_spaces() -> None:
    """A bomber crosses the fleet in the North Sea and defended Western Europe."""
    game = position(
        "uk",
        units={
            "united_kingdom": {"uk": {"bomber": 1}},
            NORTH_SEA: {"germany": {"submarine": 1}},
            "western_europe": {"germany": {"infantry": 1}},
            "germany": {"germany": {"infantry": 1}},
        },
    )
    move(game, "1 bomber", "united_kingdom", NORTH_SEA, "western_europe", "germany")


@pytest.mark.rule("CL-CMOVE-07")
def test_walking_into_empty_enemy_land_is_a_combat_move() -> None:
    """Empty Egypt falls without dice in phase 3 and is closed in phase 4."""
    game = position(units={"libya": {"germany": {"infantry": 2}}})
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    events = end(game)
    assert not happened(events, "dice_rolled")
    assert [(e.space, e.owner, e.manner) for e in happened(events, "captured")] == [
        ("anglo_egypt_sudan", "germany", "walk_in")
    ]
    with refused(game, "CL-NCM-02"):
        move(game, "1 infantry", "libya", "french_equatorial_africa")
    assert all("french_equatorial_africa" not in route for route in routes(game))
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")


@pytest.mark.rule("CL-CMOVE-08")
def test_no_move_relies_on_a_battle_still_to_be_won() -> None:
    """Not through land or sea that others attack, and no landing field that has still to be conquered."""
    game = africa(
        units={
            BALTIC: {"germany": {"battleship": 1, "submarine": 1}},
            NORTH_SEA: {"uk": {"transport": 1}},
            "karelia_sea_zone": {"ussr": {"transport": 1}},
            "ukraine_ssr": {"germany": {"fighter": 1, "infantry": 1}},
            "kazakh_ssr": {"ussr": {"infantry": 1}},
        }
    )
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    with refused(game, "CL-CMOVE-06"):
        move(game, "1 armour", "libya", "anglo_egypt_sudan", "syria_iraq")
    move(game, "1 battleship", BALTIC, NORTH_SEA)
    with refused(game, "CL-SEA-02"):
        move(game, "1 submarine", BALTIC, NORTH_SEA, "karelia_sea_zone")
    move(game, "1 infantry", "ukraine_ssr", "caucasus")
    with refused(game, "CL-AIR-05"):  # it could come home only to the Caucasus, taken this turn
        move(game, "1 fighter", "ukraine_ssr", "caucasus", "russia", "kazakh_ssr")


@pytest.mark.rule("CL-CMOVE-08", "CL-AMPH-03")
def test_a_landing_behind_a_sea_battle_may_be_declared() -> None:
    """The exception: cargo is bound for Norway although the zone off it has still to be cleared."""
    game = position(
        "uk",
        units={
            "eastern_canada": {"uk": {"infantry": 1}},
            "east_canada_sea_zone": {"uk": {"transport": 1}},
            NORTH_SEA: {"germany": {"submarine": 1}},
        },
    )
    land(game, "1 infantry", "eastern_canada", "east_canada_sea_zone", NORTH_SEA, target="finland_norway")
    (infantry,) = units(game, NORTH_SEA, "infantry")
    assert (infantry.task, infantry.target) == ("land", "finland_norway")


@pytest.mark.rule("CL-CMOVE-08", "CL-LAND-05")
def test_blitzed_land_is_friendly_for_the_moves_that_follow() -> None:
    """One armour blitzes Equatorial Africa; a second passes through it, infantry cannot idle into it any more."""
    game = position(units={"libya": {"germany": {"armour": 2, "infantry": 1}}, "congo": {"uk": {"infantry": 1}}})
    move(game, "1 armour", "libya", "french_equatorial_africa", "libya")
    events = move(game, "1 armour", "libya", "french_equatorial_africa", "congo")
    assert not happened(events, "captured")
    with refused(game, "CL-CMOVE-01"):
        move(game, "1 infantry", "libya", "french_equatorial_africa")


@pytest.mark.rule("CL-CMOVE-09")
def test_a_walk_in_takes_effect_in_the_opening_of_phase_3() -> None:
    """In phase 2 empty Egypt stays British; a raid on a complex there is still paid by the UK."""
    game = position(
        units={
            "libya": {"germany": {"infantry": 1}},
            "southern_europe": {"germany": {"bomber": 1}},
            "anglo_egypt_sudan": {"uk": {"factory": 1}},
        },
        dice=[4],
    )
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    move(game, "1 bomber", "southern_europe", MEDITERRANEAN, "libya", "anglo_egypt_sudan", raid=True)
    assert game.state.owner["anglo_egypt_sudan"] == "uk"
    events = end(game)
    kinds = [event.kind for event in events if event.kind in ("money_changed", "captured")]
    assert kinds == ["money_changed", "captured"]
    assert game.state.money["uk"] == 26
    assert game.state.owner["anglo_egypt_sudan"] == "germany"


@pytest.mark.rule("CL-CMOVE-09")
def test_only_blitzed_land_and_neutrals_entered_overland_change_hands_at_once() -> None:
    """The land blitzed through and Spain at once; the end of the blitz and a neutral landed in only in phase 3."""
    game = position(
        units={
            "libya": {"germany": {"armour": 1}},
            "western_europe": {"germany": {"infantry": 1}},
            "germany": {"germany": {"infantry": 1}},
            BALTIC: {"germany": {"transport": 1}},
        }
    )
    move(game, "1 armour", "libya", "french_equatorial_africa", "congo")
    move(game, "1 infantry", "western_europe", "spain")
    land(game, "1 infantry", "germany", BALTIC, target="sweden")
    assert game.state.money["germany"] == 32 - 6
    owner = game.state.owner
    assert owner["french_equatorial_africa"] == owner["spain"] == "germany"
    assert owner["congo"] == "uk" and "sweden" not in owner
    end(game)
    owner = game.state.owner
    assert owner["congo"] == owner["sweden"] == "germany"


# CL-CMOVE-10 and -11: allies, and who may move again


@pytest.mark.rule("CL-CMOVE-10", "CL-CARR-06")
def test_an_allys_fighter_travels_on_an_attacking_carrier_without_fighting() -> None:
    """The Japanese fighter on the German carrier rolls no die in the German attack."""
    game = position(
        units={
            BALTIC: {"germany": {"carrier": [{"cargo": {"japan": {"fighter": 1}}}]}},
            NORTH_SEA: {"uk": {"transport": 1}},
        },
        dice=[1, 6],
    )
    with refused(game, "CL-TURN-04"):
        game.apply(Move(ids(game, BALTIC, "1 fighter", "japan"), (BALTIC, NORTH_SEA)))
    move(game, "1 carrier", BALTIC, NORTH_SEA)
    events = end(game)
    (battle,) = happened(events, "battle_began")
    assert battle.attackers == {"carrier": 1}
    assert unrolled(game) == 0
    assert count(game, NORTH_SEA) == {"fighter": 1, "carrier": 1}


@pytest.mark.rule("CL-CMOVE-10", "CL-TRN-07")
def test_an_allys_cargo_does_not_land_in_this_turn() -> None:
    """Soviet infantry on a British transport cannot be sent ashore by the UK; it stays aboard."""
    cargo = {"transport": [{"cargo": {"ussr": {"infantry": 1}, "uk": {"infantry": 1}}}]}
    game = position("uk", units={NORTH_SEA: {"uk": cargo}})
    own, theirs = (ids(game, NORTH_SEA, "1 infantry", power)[0] for power in ("uk", "ussr"))
    with refused(game, "CL-TRN-07"):
        sail(game, NORTH_SEA, unload=[own, theirs], target="finland_norway")
    sail(game, NORTH_SEA, unload=[own], target="finland_norway")
    end(game)
    assert count(game, "finland_norway") == {"infantry": 1}
    assert count(game, NORTH_SEA) == {"infantry": 1, "transport": 1}


@pytest.mark.rule("CL-CMOVE-10", "CL-MULTI-05")
def test_an_allys_units_beside_the_attackers_do_not_fight() -> None:
    """Japanese armour in Libya stays where it is while Germany attacks Egypt from there."""
    game = africa(units={"libya": {"germany": {"infantry": 1}, "japan": {"armour": 3}}}, dice=[1, 6])
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    events = end(game)
    assert [event.attackers for event in happened(events, "battle_began")] == [{"infantry": 1}]
    assert count(game, "libya") == {"armour": 3}


@pytest.mark.rule("CL-CMOVE-11")
def test_who_walked_in_or_blitzed_does_not_move_in_phase_4() -> None:
    """Not even the armour that has a point left."""
    game = position(units={"libya": {"germany": {"infantry": 1, "armour": 1}}})
    move(game, "1 infantry, 1 armour", "libya", "anglo_egypt_sudan")
    end(game)
    for forces in ("1 infantry", "1 armour"):
        with refused(game, "CL-CMOVE-11"):
            move(game, forces, "anglo_egypt_sudan", "libya")
    assert check_menu(game) == [EndPhase()]


@pytest.mark.rule("CL-CMOVE-11", "CL-RETREAT-08")
def test_who_retreated_does_not_move_in_phase_4() -> None:
    """The armour is back in Libya and stays there; the infantry that never moved may go."""
    game = africa(dice=[6, 6])
    (armour,) = ids(game, "libya", "1 armour")
    move(game, "1 armour", "libya", "anglo_egypt_sudan")
    end(game)
    game.apply(Retreat("libya"))
    with refused(game, "CL-CMOVE-11"):
        game.apply(Move((armour,), ("libya", "algeria")))
    assert not any(armour in getattr(action, "units", ()) for action in check_menu(game))
    move(game, "1 infantry", "libya", "algeria")


@pytest.mark.rule("CL-CMOVE-11", "CL-AMPH-09")
def test_ships_that_bombarded_fought_or_landed_do_not_move_in_phase_4() -> None:
    """Battleship, transport and submarine have done their turn's work."""
    game = position(
        units={
            "germany": {"germany": {"infantry": 2}},
            BALTIC: {"germany": {"transport": 1, "battleship": 1, "submarine": 1}},
            NORTH_SEA: {"uk": {"transport": 1}},
            "karelia_ssr": {"ussr": {"infantry": 1}},
        },
        dice=[2, 4, 6],
    )
    land(game, "2 infantry", "germany", BALTIC, target="karelia_ssr")
    bombard(game, BALTIC, target="karelia_ssr")
    move(game, "1 submarine", BALTIC, NORTH_SEA)
    end(game)
    game.apply(NextBattle(NORTH_SEA))
    assert asked(game) == ("germany", "noncombat_move")
    with refused(game, "CL-CMOVE-11"):
        move(game, "1 battleship", BALTIC, NORTH_SEA)
    with refused(game, "CL-TRN-04"):
        move(game, "1 transport", BALTIC, NORTH_SEA)
    with refused(game, "CL-TRN-04"):
        sail(game, BALTIC, NORTH_SEA)
    with refused(game, "CL-CMOVE-11"):
        move(game, "1 submarine", NORTH_SEA, BALTIC)
    assert not [action for action in check_menu(game) if isinstance(action, Move | Sail)]


@pytest.mark.rule("CL-CMOVE-11", "CL-AIR-10")
def test_only_aircraft_move_again_to_land() -> None:
    """The fighter that fought flies home with what is left of its range, and then rests."""
    game = position(
        units={"libya": {"germany": {"fighter": 1}}, "anglo_egypt_sudan": {"uk": {"infantry": 1}}}, dice=[3, 6]
    )
    move(game, "1 fighter", "libya", "anglo_egypt_sudan")
    end(game)
    check_menu(game)
    move(game, "1 fighter", "anglo_egypt_sudan", "libya")
    with refused(game, "CL-CMOVE-11"):
        move(game, "1 fighter", "libya", "algeria")


@pytest.mark.rule("CL-CMOVE-11", "CL-ROCK-04")
def test_a_gun_that_fired_a_rocket_may_still_move() -> None:
    """Firing a rocket is no move and no fight."""
    game = position(
        units={"germany": {"germany": {"aa_gun": 1}}, "united_kingdom": {"uk": {"factory": 1}}},
        tech={"germany": ["rockets"]},
        dice=[4],
    )
    end(game)
    game.apply(FireRocket(ids(game, "germany", "1 aa_gun")[0], "united_kingdom"))
    assert game.state.money["uk"] == 26
    move(game, "1 aa_gun", "germany", "eastern_europe")


# CL-CMOVE-12: taking moves back


@pytest.mark.rule("CL-CMOVE-12")
def test_moves_are_taken_back_newest_first_with_fees_and_captures() -> None:
    """Spain is paid back, the blitzed land returned; after that there is nothing left to take back."""
    game = position(
        units={
            "libya": {"germany": {"armour": 1}},
            "western_europe": {"germany": {"infantry": 1}},
            "french_equatorial_africa": {"uk": {"aa_gun": 1}},
        }
    )
    start = game.digest()
    move(game, "1 armour", "libya", "french_equatorial_africa", "libya")
    after_blitz = game.digest()
    move(game, "1 infantry", "western_europe", "spain")
    assert game.state.money["germany"] == 29
    game.undo()
    assert game.digest() == after_blitz
    assert game.state.money["germany"] == 32 and "spain" not in game.state.owner
    game.undo()
    assert game.digest() == start
    assert game.state.owner["french_equatorial_africa"] == "uk"
    assert units(game, "french_equatorial_africa", "aa_gun", "uk")
    with refused(game, "CL-CMOVE-12"):
        game.undo()


@pytest.mark.rule("CL-CMOVE-12")
def test_a_capital_blitzed_and_taken_back_returns_the_money() -> None:
    """The plunder of Moscow is undone with the blitz."""
    game = position(units={"karelia_ssr": {"germany": {"armour": 1}}}, owners={"karelia_ssr": "germany"})
    move(game, "1 armour", "karelia_ssr", "russia", "karelia_ssr")
    assert (game.state.money["germany"], game.state.money["ussr"]) == (56, 0)
    game.undo()
    assert (game.state.money["germany"], game.state.money["ussr"]) == (32, 24)
    assert rules_of(game).production(game.state, "ussr") == 21


@pytest.mark.rule("CL-CMOVE-12")
def test_a_move_that_was_fired_at_stands_with_all_before_it() -> None:
    """After AA dice neither the flight nor the march before it can be taken back; later moves can."""
    game = position(
        "uk",
        units={
            "united_kingdom": {"uk": {"bomber": 1}},
            "western_europe": {"germany": {"aa_gun": 1}},
            "germany": {"germany": {"infantry": 1}},
            "anglo_egypt_sudan": {"uk": {"infantry": 2}},
        },
        dice=[2],
    )
    move(game, "1 infantry", "anglo_egypt_sudan", "libya")
    move(game, "1 bomber", "united_kingdom", NORTH_SEA, "western_europe", "germany")
    assert not game.can_undo
    with refused(game, "CL-CMOVE-12"):
        game.undo()
    move(game, "1 infantry", "anglo_egypt_sudan", "libya")
    game.undo()
    with refused(game, "CL-CMOVE-12"):
        game.undo()


@pytest.mark.rule("CL-CMOVE-12", "CL-AA-08")
def test_the_choice_of_what_was_shot_down_stands_too() -> None:
    """Fighter or bomber: once the loss is named, the flight is over and done."""
    game = position(
        "uk",
        units={
            "united_kingdom": {"uk": {"bomber": 1, "fighter": 1}},
            "western_europe": {"germany": {"aa_gun": 1}},
            "germany": {"germany": {"infantry": 1}},
            BALTIC: {"uk": {"carrier": 1}},
        },
        dice=[1, 2],
    )
    move(game, "1 bomber, 1 fighter", "united_kingdom", NORTH_SEA, "western_europe", "germany")
    assert asked(game) == ("uk", "choose_casualties")
    lose(game, "1 fighter")
    with refused(game, "CL-CMOVE-12"):
        game.undo()


@pytest.mark.rule("CL-CMOVE-12")
def test_nothing_is_taken_back_after_phase_2() -> None:
    """Neither from the battle nor from phase 4 does a way lead back into phase 2."""
    game = africa(dice=[6, 6])
    move(game, "1 armour", "libya", "anglo_egypt_sudan")
    end(game)
    with refused(game, "CL-CMOVE-12"):
        game.undo()
    game.apply(Retreat("libya"))
    with refused(game, "CL-CMOVE-12"):
        game.undo()


@pytest.mark.rule("CL-CMOVE-12")
def test_only_the_active_power_takes_its_moves_back() -> None:
    """The UK cannot undo Germany's attack."""
    game = africa()
    move(game, "1 armour", "libya", "anglo_egypt_sudan")
    with refused(game, "CL-TURN-04"):
        game.apply({"kind": "undo"}, power="uk")
    game.apply({"kind": "undo"}, power="germany")
    assert count(game, "libya") == {"infantry": 1, "armour": 1}
