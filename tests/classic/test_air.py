"""Movement of aircraft, landing places, carriers and their decks (CL-AIR)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.classic.rules import BOARD
from tests.classic.drill import dice_left, moves_of, try_menu, wait_for
from tests.classic.play import position
from tests.words import WarGame, asked, bombard, count, end, happened, ids, land, lose, move, refused, units

# A lonely sea: from the east of Argentina no land of the Axis is within two steps.
BASE, STEP, TARGET = "antarctic_sea_zone", "south_argentina_sea_zone", "east_argentina_sea_zone"
OUT = (BASE, STEP, TARGET)
FAR_AWAY = (BASE, "angola_sea_zone", "south_africa_sea_zone")


def lonely_sea(german: Any, **more: Any) -> WarGame:
    """German ships in the Antarctic, a British transport two steps away, another one off South Africa."""
    prey = {"uk": {"transport": 1}}
    forces = {BASE: {"germany": german}, TARGET: prey, FAR_AWAY[-1]: prey}
    return position(units=forces | more.pop("units", {}), **more)


def deck(game: WarGame, zone: str, power: str = "") -> str:
    """The carrier in a zone."""
    return ids(game, zone, "1 carrier", power)[0]


# CL-AIR-01 to -03: range


@pytest.mark.rule("CL-AIR-01", "CL-AIR-02")
def test_three_points_out_leave_one_to_land() -> None:
    """London to Germany by sea costs three; from there Eastern Europe is in reach, Karelia is not."""
    game = position(
        "uk",
        units={"united_kingdom": {"uk": {"fighter": 1}}, "germany": {"germany": {"infantry": 1}}},
        owners={"eastern_europe": "ussr"},
        dice=[3, 6],
    )
    move(game, "1 fighter", "united_kingdom", "north_sea_zone", "baltic_sea_zone", "germany")
    assert units(game, "germany", "fighter")[0].spent == 3
    end(game)
    fighter = units(game, "germany", "fighter")[0].id
    assert moves_of(game, fighter) == {"eastern_europe"}
    with refused(game, "CL-AIR-01"):
        move(game, "1 fighter", "germany", "eastern_europe", "karelia_ssr")
    move(game, "1 fighter", "germany", "eastern_europe")
    assert count(game, "eastern_europe") == {"fighter": 1}


@pytest.mark.rule("CL-AIR-01")
@pytest.mark.parametrize(("kind", "points"), [("fighter", 4), ("bomber", 6)])
def test_fighters_fly_four_and_bombers_six_spaces(kind: str, points: int) -> None:
    """Along the chain of Soviet territories, one step further is refused."""
    game = position("ussr", "noncombat_move", {"karelia_ssr": {"ussr": {kind: 1}}})
    east = ("karelia_ssr", "russia", "evenki_national_okrug", "yakut_ssr", "soviet_far_east")
    chain = (*east, "yakut_ssr", "novosibirsk", "kazakh_ssr")
    with refused(game, "CL-AIR-01"):
        move(game, f"1 {kind}", *chain[: points + 2])
    move(game, f"1 {kind}", *chain[: points + 1])
    assert count(game, chain[points]) == {kind: 1}
    with refused(game, "CL-CMOVE-11"):
        move(game, f"1 {kind}", chain[points], chain[points - 1])


@pytest.mark.rule("CL-AIR-01")
def test_an_attack_beyond_the_range_is_refused() -> None:
    """Five spaces are too far for a fighter, whatever lies at the end."""
    game = position("uk", units={"united_kingdom": {"uk": {"fighter": 1}}, "libya": {"germany": {"infantry": 1}}})
    sea = ("north_sea_zone", "west_spain_sea_zone", "algeria", "libya")
    with refused(game, "CL-AIR-05"):
        move(game, "1 fighter", "united_kingdom", *sea)
    with refused(game, "CL-AIR-01"):
        move(game, "1 fighter", "united_kingdom", "north_sea_zone", "baltic_sea_zone", *sea[:1], *sea[1:])


@pytest.mark.rule("CL-AIR-02", "CL-AIR-03")
def test_an_island_counts_in_addition_to_its_sea_zone() -> None:
    """United Kingdom to Germany is three; off the carrier at Hawaii, Midway's zone is one and Midway two."""
    assert BOARD.distances("united_kingdom")["germany"] == 3
    game = position("usa", "noncombat_move", {"hawaii_sea_zone": {"usa": {"carrier": 1, "fighter": 1}}})
    move(game, "1 fighter", "hawaii_sea_zone", "midway_sea_zone", "midway")
    assert units(game, "midway", "fighter")[0].spent == 2


@pytest.mark.rule("CL-AIR-03")
def test_a_fighter_does_not_pay_for_the_zone_of_its_carrier() -> None:
    """All four points are left for the spaces after it, not five."""
    game = position("usa", "noncombat_move", {"hawaii_sea_zone": {"usa": {"carrier": 1, "fighter": 1}}})
    way = ("hawaii_sea_zone", "midway_sea_zone", "alaska_sea_zone", "west_canada_sea_zone", "alaska")
    with refused(game, "CL-AIR-01"):
        move(game, "1 fighter", *way, "western_canada")
    move(game, "1 fighter", *way)
    assert count(game, "alaska") == {"fighter": 1}


@pytest.mark.rule("CL-AIR-03")
def test_the_zone_next_to_the_carrier_costs_one() -> None:
    """Hawaii to Midway's zone: one point for an attack there."""
    game = position(
        "usa",
        units={
            "hawaii_sea_zone": {"usa": {"carrier": 1, "fighter": 1}},
            "midway_sea_zone": {"japan": {"transport": 1}},
        },
    )
    move(game, "1 fighter", "hawaii_sea_zone", "midway_sea_zone")
    assert units(game, "midway_sea_zone", "fighter")[0].spent == 1


# CL-AIR-04


@pytest.mark.rule("CL-AIR-04", "CL-MAP-08")
def test_aircraft_fly_over_hostile_zones_and_a_closed_canal() -> None:
    """Past a British battleship and over the closed Suez Canal into the Red Sea, without a die."""
    game = position(
        units={
            "southern_europe": {"germany": {"fighter": 1}},
            "central_mediterranean_sea_zone": {"uk": {"battleship": 1, "carrier": 1, "fighter": 2}},
            "red_sea_zone": {"uk": {"transport": 1}},
        },
        owners={"anglo_egypt_sudan": "germany"},
    )
    sea = ("central_mediterranean_sea_zone", "east_mediterranean_sea_zone", "red_sea_zone")
    move(game, "1 fighter", "southern_europe", *sea)
    assert units(game, "red_sea_zone", "fighter", "germany")


@pytest.mark.rule("CL-AIR-04", "CL-NEUT-05")
def test_aircraft_fly_over_enemy_land_and_neutrals() -> None:
    """Over defended enemy land without a gun: free. Over Turkey: three IPC."""
    game = position(
        units={
            "ukraine_ssr": {"germany": {"bomber": 1}},
            "caucasus": {"ussr": {"infantry": 3, "fighter": 1}},
            "syria_iraq": {"uk": {"infantry": 1}},
        },
    )
    move(game, "1 bomber", "ukraine_ssr", "caucasus", "turkey", "syria_iraq")
    assert game.state.money["germany"] == 29
    assert units(game, "syria_iraq", "bomber")


# CL-AIR-05: no one-way missions


@pytest.mark.rule("CL-AIR-05")
def test_the_fighter_over_kazakhstan_could_not_come_home() -> None:
    """From the Ukraine over the Caucasus and Russia costs three; nothing friendly is within one step."""
    game = position(
        units={"ukraine_ssr": {"germany": {"fighter": 1}}, "kazakh_ssr": {"ussr": {"infantry": 1}}},
    )
    with refused(game, "CL-AIR-05"):
        move(game, "1 fighter", "ukraine_ssr", "caucasus", "russia", "kazakh_ssr")
    assert "kazakh_ssr" not in moves_of(game, ids(game, "ukraine_ssr", "1 fighter")[0])


@pytest.mark.rule("CL-AIR-05")
def test_a_detour_on_the_way_out_may_make_a_mission_one_way() -> None:
    """A shorter route to the same target is legal; the one that burns the fuel is not."""
    game = position(
        units={"ukraine_ssr": {"germany": {"fighter": 1}}, "caucasus": {"ussr": {"infantry": 1}}},
    )
    with refused(game, "CL-AIR-05"):
        move(game, "1 fighter", "ukraine_ssr", "black_sea_zone", "ukraine_ssr", "black_sea_zone", "caucasus")
    move(game, "1 fighter", "ukraine_ssr", "black_sea_zone", "caucasus")


@pytest.mark.rule("CL-AIR-05", "CL-NEUT-01")
def test_the_way_home_crosses_no_neutral() -> None:
    """A fighter could fly home from Syria over Turkey only: refused, although the way out over it was paid."""
    game = position(
        units={"ukraine_ssr": {"germany": {"fighter": 1}}, "syria_iraq": {"uk": {"infantry": 1}}},
        owners={"eastern_europe": "ussr", "caucasus": "ussr"},
    )
    with refused(game, "CL-AIR-05"):
        move(game, "1 fighter", "ukraine_ssr", "black_sea_zone", "turkey", "syria_iraq")
    assert game.state.money["germany"] == 32


@pytest.mark.rule("CL-AIR-05", "CL-AIR-06")
def test_a_third_fighter_cannot_count_on_slots_that_two_others_need() -> None:
    """Three fighters in the air from two carriers: the first carrier may not leave for good."""
    game = lonely_sea({"carrier": 1, "fighter": 2}, units={STEP: {"germany": {"carrier": 1, "fighter": 1}}})
    move(game, "2 fighter", *OUT)
    move(game, "1 fighter", STEP, "south_atlantic_sea_zone", STEP, TARGET)
    with refused(game, "CL-AIR-13"):
        move(game, "1 carrier", *FAR_AWAY)
    assert moves_of(game, deck(game, BASE)) == {TARGET}


SOUTH = ("algeria", "french_equatorial_africa", "congo_sea_zone", "south_brazil_sea_zone")


@pytest.mark.rule("CL-AIR-05")
def test_a_group_too_big_for_the_deck_is_refused_as_a_whole() -> None:
    """Three fighters fly out of reach of their base; the carrier on the way takes two."""
    game = position(
        units={
            "algeria": {"germany": {"fighter": 3}},
            "congo_sea_zone": {"germany": {"carrier": 1}},
            "south_brazil_sea_zone": {"uk": {"transport": 1}},
        },
    )
    with refused(game, "CL-AIR-05"):
        move(game, "3 fighter", *SOUTH)
    move(game, "1 fighter", *SOUTH)
    assert "south_brazil_sea_zone" in moves_of(game, ids(game, "algeria", "1 fighter")[0])
    move(game, "1 fighter", *SOUTH)
    with refused(game, "CL-AIR-05"):
        move(game, "1 fighter", *SOUTH)
    assert not moves_of(game, ids(game, "algeria", "1 fighter")[0])


@pytest.mark.rule("CL-AIR-05", "CL-CARR-06")
def test_a_guest_on_the_deck_keeps_its_slot() -> None:
    """A Japanese fighter sits on the German carrier: only one German fighter finds room."""
    game = position(
        units={
            "algeria": {"germany": {"fighter": 2}},
            "congo_sea_zone": {"germany": {"carrier": {"cargo": {"japan": {"fighter": 1}}}}},
            "south_brazil_sea_zone": {"uk": {"transport": 1}},
        },
    )
    with refused(game, "CL-AIR-05"):
        move(game, "2 fighter", *SOUTH)
    move(game, "1 fighter", *SOUTH)
    with refused(game, "CL-AIR-05"):
        move(game, "1 fighter", *SOUTH)


@pytest.mark.rule("CL-AIR-05")
@pytest.mark.parametrize("islands", ["japan", "usa"])
def test_a_resting_fighter_needs_its_slot_unless_it_could_fly_to_land(islands: str) -> None:
    """Off Peru a fighter rests on the carrier that two others need: it makes room only if it has an island."""
    south_sea = ("solomon_islands", "caroline_islands", "new_guinea", "wake_island", "borneo_celebes", "east_indies")
    game = position(
        units={
            "algeria": {"germany": {"fighter": 2}},
            "peru_sea_zone": {"germany": {"carrier": 1, "fighter": 1}},
            TARGET: {"uk": {"transport": 1}},
        },
        owners=dict.fromkeys(south_sea, islands),
    )
    if islands == "japan":
        move(game, "2 fighter", *SOUTH, TARGET)
        return
    with refused(game, "CL-AIR-05"):
        move(game, "2 fighter", *SOUTH, TARGET)
    move(game, "1 fighter", *SOUTH, TARGET)


@pytest.mark.rule("CL-AIR-05")
def test_one_carrier_cannot_wait_in_two_places() -> None:
    """Two fighters with one point left, far apart: it could collect either, but not both."""
    west = (BASE, "south_atlantic_sea_zone", STEP, "peru_sea_zone")
    east = (BASE, "south_atlantic_sea_zone", *FAR_AWAY[1:])
    prey = {"peru_sea_zone": {"uk": {"transport": 1}}}
    for first, second in ((west, east), (east, west)):
        game = lonely_sea({"carrier": 1, "fighter": 2}, units=prey)
        move(game, "1 fighter", *first)
        with refused(game, "CL-AIR-05"):
            move(game, "1 fighter", *second)
    game = lonely_sea({"carrier": 2, "fighter": 2}, units=prey)
    move(game, "1 fighter", *west)
    move(game, "1 fighter", *east)
    assert moves_of(game, deck(game, BASE)) == {"peru_sea_zone", FAR_AWAY[-1]}


# CL-AIR-06 to -08: where to land


@pytest.mark.rule("CL-AIR-06")
def test_empty_friendly_land_and_land_of_an_ally_are_landing_places() -> None:
    """A British fighter lands in empty Soviet Kazakhstan, not in German Ukraine and not in the open sea."""
    game = position("uk", "noncombat_move", {"caucasus": {"uk": {"fighter": 1}}})
    with refused(game, "CL-AIR-06"):
        move(game, "1 fighter", "caucasus", "ukraine_ssr")
    with refused(game, "CL-AIR-06"):
        move(game, "1 fighter", "caucasus", "black_sea_zone")
    listed = moves_of(game, ids(game, "caucasus", "1 fighter")[0])
    assert "kazakh_ssr" in listed and not listed & {"ukraine_ssr", "black_sea_zone", "turkey"}
    move(game, "1 fighter", "caucasus", "russia", "kazakh_ssr")
    assert count(game, "kazakh_ssr", "uk") == {"fighter": 1}


@pytest.mark.rule("CL-AIR-06", "CL-AIR-08", "CL-CARR-01")
def test_fighters_land_on_a_carrier_with_room_and_bombers_never() -> None:
    """Two slots: a third fighter is refused, and so is a bomber, an enemy deck and a battleship."""
    game = position(
        "uk",
        "noncombat_move",
        {
            "united_kingdom": {"uk": {"fighter": 3, "bomber": 1}},
            "north_sea_zone": {"usa": {"carrier": 1}, "uk": {"battleship": 1}},
            "baltic_sea_zone": {"germany": {"carrier": 1}},
        },
    )
    home = ("united_kingdom", "north_sea_zone")
    carrier = deck(game, "north_sea_zone", "usa")
    with refused(game, "CL-AIR-08"):
        move(game, "1 bomber", *home, deck=carrier)
    with refused(game, "CL-AIR-06"):
        move(game, "1 fighter", *home, deck=ids(game, "north_sea_zone", "1 battleship")[0])
    with refused(game, "CL-TURN-04"):
        move(game, "1 fighter", *home, "baltic_sea_zone", deck=deck(game, "baltic_sea_zone", "germany"))
    with refused(game, "CL-CARR-01"):
        move(game, "3 fighter", *home, deck=carrier)
    move(game, "2 fighter", *home, deck=carrier)
    with refused(game, "CL-CARR-01"):
        move(game, "1 fighter", *home, deck=carrier)
    assert "north_sea_zone" not in moves_of(game, ids(game, "united_kingdom", "1 fighter")[0])


@pytest.mark.rule("CL-AIR-08", "CL-AIR-05")
def test_a_bomber_cannot_plan_to_land_on_a_carrier() -> None:
    """Six steps out, a carrier waiting below: legal for no bomber."""
    game = position(
        units={
            "algeria": {"germany": {"bomber": 1, "fighter": 1}},
            "congo_sea_zone": {"germany": {"carrier": 1}},
            "east_argentina_sea_zone": {"uk": {"transport": 1}},
        },
    )
    with refused(game, "CL-AIR-05"):
        move(game, "1 bomber", *SOUTH, "east_argentina_sea_zone")
    assert not moves_of(game, ids(game, "algeria", "1 bomber")[0])
    move(game, "1 fighter", *SOUTH, "east_argentina_sea_zone")


TAKEN = {
    "walk_in": ({"libya": {"germany": {"infantry": 1}}}, ("infantry", "libya", "anglo_egypt_sudan"), ""),
    "battle": (
        {"libya": {"germany": {"infantry": 1}}, "anglo_egypt_sudan": {"uk": {"infantry": 1}}},
        ("infantry", "libya", "anglo_egypt_sudan"),
        "",
    ),
    "blitz": (
        {"libya": {"germany": {"armour": 1}}},
        ("armour", "libya", "anglo_egypt_sudan", "libya"),
        "anglo_egypt_sudan",
    ),
    "neutral": ({"germany": {"germany": {"infantry": 1}}}, ("infantry", "germany", "switzerland"), ""),
}


@pytest.mark.rule("CL-AIR-07", "CL-NEUT-07")
@pytest.mark.parametrize("manner", TAKEN)
def test_no_aircraft_lands_in_land_taken_this_turn(manner: str) -> None:
    """Neither after a battle, a walk-in, a blitz nor the taking of a neutral; a round later it may."""
    forces, (kind, *route), taken = TAKEN[manner]
    taken = taken or route[-1]
    base = "libya" if taken == "anglo_egypt_sudan" else "southern_europe"
    merged = {space: dict(owners) for space, owners in forces.items()}
    merged.setdefault(base, {}).setdefault("germany", {})
    merged[base]["germany"] = {**merged[base]["germany"], "fighter": 1}
    game = position(units=merged, dice=[1, 6])
    move(game, f"1 {kind}", *route)
    end(game)
    assert game.state.owner[taken] == "germany"
    with refused(game, "CL-AIR-07"):
        move(game, "1 fighter", base, taken)
    assert taken not in moves_of(game, ids(game, base, "1 fighter")[0])
    wait_for(game, "japan", "noncombat_move")
    wait_for(game, "germany", "noncombat_move")
    move(game, "1 fighter", base, taken)


@pytest.mark.rule("CL-AIR-07")
def test_no_aircraft_lands_in_land_liberated_this_turn() -> None:
    """US infantry frees Karelia for the USSR; the US fighter may not land there."""
    game = position(
        "usa",
        units={"russia": {"usa": {"infantry": 1, "fighter": 1}}},
        owners={"karelia_ssr": "germany"},
    )
    move(game, "1 infantry", "russia", "karelia_ssr")
    end(game)
    assert game.state.owner["karelia_ssr"] == "ussr"
    with refused(game, "CL-AIR-07"):
        move(game, "1 fighter", "russia", "karelia_ssr")


@pytest.mark.rule("CL-AIR-07", "CL-AIR-05")
def test_a_landing_plan_cannot_count_on_land_blitzed_a_moment_ago() -> None:
    """The Caucasus was blitzed in this phase: for the fighter over Kazakhstan it is no landing place."""
    game = position(
        units={
            "ukraine_ssr": {"germany": {"fighter": 1, "armour": 1}},
            "kazakh_ssr": {"ussr": {"infantry": 1}},
        },
        owners={"persia": "ussr"},
    )
    move(game, "1 armour", "ukraine_ssr", "caucasus", "russia")
    with refused(game, "CL-AIR-05"):
        move(game, "1 fighter", "ukraine_ssr", "caucasus", "caspian_sea_zone", "kazakh_ssr")


# CL-AIR-09: landing plans with carriers

LONG_OUT = (BASE, STEP, "south_atlantic_sea_zone", STEP, TARGET)
"""Four steps: the fighter arrives with an empty tank."""


@pytest.mark.rule("CL-AIR-09", "CL-AIR-10")
def test_a_plan_may_count_on_a_carrier_that_can_come_in_phase_4() -> None:
    """It comes to the zone of the battle that was won, and the fighter lands without a point left."""
    game = lonely_sea({"carrier": 1, "fighter": 1}, dice=[3, 6])
    move(game, "1 fighter", *LONG_OUT)
    end(game)
    assert asked(game) == ("germany", "noncombat_move")
    move(game, "1 carrier", *OUT)
    with refused(game, "CL-AIR-10"):
        end(game)
    move(game, "1 fighter", TARGET, deck=deck(game, TARGET))
    assert units(game, TARGET, "fighter")[0].aboard
    end(game)


@pytest.mark.rule("CL-AIR-09")
def test_a_plan_counts_on_no_carrier_whose_way_is_barred() -> None:
    """Enemy ships on both ways of the carrier; only if own ships attack one of them is it counted on."""
    barred = {STEP: {"uk": {"submarine": 1}}, "south_atlantic_sea_zone": {"uk": {"transport": 1}}}
    game = lonely_sea({"carrier": 1, "fighter": 1, "submarine": 1}, units=barred)
    with refused(game, "CL-AIR-05"):
        move(game, "1 fighter", *LONG_OUT)
    assert TARGET in moves_of(game, ids(game, BASE, "1 fighter")[0])  # by the short way it can return
    move(game, "1 submarine", BASE, STEP)
    move(game, "1 fighter", *LONG_OUT)


@pytest.mark.rule("CL-AIR-09")
def test_a_plan_may_count_on_a_carrier_fighting_in_that_zone() -> None:
    """The carrier attacks together with the fighter that will land on it, in either order."""
    game = lonely_sea({"carrier": 1, "fighter": 1}, dice=[6, 3, 6])
    move(game, "1 fighter", *LONG_OUT)
    move(game, "1 carrier", *OUT)
    game = lonely_sea({"carrier": 1, "fighter": 1}, dice=[6, 3, 6])
    move(game, "1 carrier", *OUT)
    move(game, "1 fighter", *LONG_OUT)
    end(game)
    move(game, "1 fighter", TARGET, deck=deck(game, TARGET))
    assert count(game, TARGET) == {"fighter": 1, "carrier": 1}


@pytest.mark.rule("CL-AIR-09", "CL-CMOVE-11")
def test_a_plan_does_not_move_a_carrier_on_after_its_battle() -> None:
    """It attacks next door with a point left; to the fighter two zones away it cannot come any more."""
    game = lonely_sea({"carrier": 1, "fighter": 1}, units={"south_atlantic_sea_zone": {"uk": {"transport": 1}}})
    move(game, "1 carrier", BASE, "south_atlantic_sea_zone")
    with refused(game, "CL-AIR-05"):
        move(game, "1 fighter", *LONG_OUT)
    move(game, "1 fighter", *OUT)


@pytest.mark.rule("CL-AIR-09", "CL-CARR-08")
@pytest.mark.parametrize(("zone", "legal"), [("south_brazil_sea_zone", True), ("congo_sea_zone", False)])
def test_a_plan_counts_on_an_allied_carrier_only_where_it_stands(zone: str, legal: bool) -> None:
    """One point left: a Japanese carrier next door is a place, one that would have to come closer is not."""
    game = position(
        units={
            BASE: {"japan": {"carrier": {"cargo": {"germany": {"fighter": 1}}}}},
            TARGET: {"uk": {"transport": 1}},
            zone: {"japan": {"carrier": 1}},
        },
    )
    way = (BASE, "south_atlantic_sea_zone", STEP, TARGET)
    if legal:
        move(game, "1 fighter", *way)
    else:
        with refused(game, "CL-AIR-05"):
            move(game, "1 fighter", *way)


@pytest.mark.rule("CL-AIR-09", "CL-BUY-02")
def test_a_plan_counts_on_no_carrier_bought_this_turn() -> None:
    """A carrier waits to be placed at Southern Europe; the fighter in the Mediterranean cannot count on it."""
    game = position(
        units={
            "southern_europe": {"germany": {"factory": 1, "fighter": 1}},
            "east_mediterranean_sea_zone": {"uk": {"transport": 1}},
        },
        pool={"carrier": 1},
        owners={"libya": "uk"},
    )
    sea = ("central_mediterranean_sea_zone", "east_mediterranean_sea_zone")
    with refused(game, "CL-AIR-05"):
        move(game, "1 fighter", "southern_europe", sea[0], "libya", *sea)
    move(game, "1 fighter", "southern_europe", *sea)


@pytest.mark.rule("CL-AIR-09", "CL-MAP-07")
@pytest.mark.parametrize("bank", ["germany", "uk"])
def test_a_plan_counts_on_a_carrier_behind_a_canal_only_if_it_is_open(bank: str) -> None:
    """The fighter over the Indian Ocean needs the carrier in the Red Sea."""
    game = position(
        units={
            "east_mediterranean_sea_zone": {"germany": {"carrier": 1, "fighter": 1}},
            "indian_ocean_sea_zone": {"uk": {"transport": 1}},
        },
        owners={"anglo_egypt_sudan": "germany", "syria_iraq": bank},
    )
    way = ("east_mediterranean_sea_zone", "anglo_egypt_sudan", "red_sea_zone", "indian_ocean_sea_zone")
    if bank == "germany":
        move(game, "1 fighter", *way)
    else:
        with refused(game, "CL-AIR-05"):
            move(game, "1 fighter", *way)


# CL-AIR-10, -11: landing is compulsory


@pytest.mark.rule("CL-AIR-10")
def test_phase_4_cannot_end_while_an_aircraft_could_land() -> None:
    """The fighter over the Baltic must land, but where is its owner's choice."""
    game = position(
        units={"germany": {"germany": {"fighter": 1}}, "baltic_sea_zone": {"uk": {"transport": 1}}},
        dice=[3, 6],
    )
    move(game, "1 fighter", "germany", "baltic_sea_zone")
    end(game)
    with refused(game, "CL-AIR-10"):
        end(game)
    fighter = units(game, "baltic_sea_zone", "fighter")[0].id
    listed = moves_of(game, fighter)
    assert {"germany", "finland_norway", "western_europe", "southern_europe", "ukraine_ssr"} <= listed
    assert not any(action.kind == "end_phase" for action in try_menu(game))
    move(game, "1 fighter", "baltic_sea_zone", "eastern_europe", "ukraine_ssr")
    end(game)


@pytest.mark.rule("CL-AIR-10", "CL-AIR-11")
def test_a_carrier_need_not_come_and_its_fighter_is_lost() -> None:
    """The plan counted on the carrier; its owner leaves it where it is and gives the fighter up."""
    game = lonely_sea({"carrier": 1, "fighter": 1}, dice=[3, 6])
    move(game, "1 fighter", *LONG_OUT)
    end(game)
    lost = happened(end(game), "units_lost")
    assert [(e.kinds, e.cause) for e in lost] == [({"fighter": 1}, "no_landing")]
    assert count(game, BASE) == {"carrier": 1}


@pytest.mark.rule("CL-AIR-11", "CL-CARR-07")
def test_the_fighter_of_a_sunk_carrier_is_lost_without_a_place() -> None:
    """Carrier and fighter win, but the carrier is the casualty."""
    game = lonely_sea({"carrier": 1, "fighter": 1}, units={TARGET: {"uk": {"battleship": 1}}}, dice=[6, 3, 4])
    move(game, "1 fighter", *LONG_OUT)
    move(game, "1 carrier", *OUT)
    end(game)
    assert asked(game) == ("germany", "choose_casualties")
    lose(game, "1 carrier")
    assert count(game, TARGET) == {"fighter": 1}
    assert happened(end(game), "units_lost")[0].cause == "no_landing"
    assert not units(game, TARGET)


@pytest.mark.rule("CL-AIR-11", "CL-NCM-08")
def test_of_two_fighters_and_one_slot_the_owner_saves_one() -> None:
    """One of two carriers sinks with a Japanese guest on the other: one slot for two fighters."""
    game = lonely_sea(
        {"carrier": [1, {"cargo": {"japan": {"fighter": 1}}}], "fighter": 2},
        units={TARGET: {"uk": {"battleship": 1}}},
        dice=[6, 6, 3, 6, 4],
    )
    fighters = ids(game, BASE, "2 fighter")
    move(game, "2 fighter", *LONG_OUT)
    game.apply({"kind": "move", "units": ids(game, BASE, "2 carrier"), "route": OUT})
    end(game)
    empty = next(u.id for u in units(game, TARGET, "carrier") if not game.state.aboard(u))
    game.apply({"kind": "choose_casualties", "units": (empty,)})
    with refused(game, "CL-CARR-01"):
        move(game, "2 fighter", TARGET, deck=deck(game, TARGET))
    with refused(game, "CL-AIR-10"):
        end(game)
    game.apply({"kind": "move", "units": fighters[1:], "route": (TARGET,), "deck": deck(game, TARGET)})
    end(game)
    assert [u.id for u in units(game, TARGET, "fighter", "germany")] == [fighters[1]]


# CL-AIR-12, -13: fighters and their moving carrier


@pytest.mark.rule("CL-AIR-12", "CL-NCM-06")
def test_a_carrier_does_not_carry_a_fighter_forward_and_launch_it() -> None:
    """Once it has ridden along it stays aboard; if it flies first, the carrier may follow."""
    game = position("usa", "noncombat_move", {"hawaii_sea_zone": {"usa": {"carrier": 1, "fighter": 2}}})
    first, second = ids(game, "hawaii_sea_zone", "2 fighter")
    game.apply({"kind": "move", "units": (first,), "route": ("hawaii_sea_zone", "west_us_sea_zone", "western_canada")})
    move(game, "1 carrier", "hawaii_sea_zone", "midway_sea_zone")
    assert game.state.units[second].space == "midway_sea_zone"
    with refused(game, "CL-AIR-12"):
        move(game, "1 fighter", "midway_sea_zone", "midway")
    assert not moves_of(game, second)
    move(game, "1 carrier", "midway_sea_zone", "alaska_sea_zone")
    assert count(game, "alaska_sea_zone") == {"fighter": 1, "carrier": 1}


@pytest.mark.rule("CL-AIR-12", "CL-AIR-13")
def test_in_phase_2_a_fighter_flies_from_where_the_carrier_started() -> None:
    """The carrier attacks Midway's zone; its fighter stays at Hawaii, in the air, and starts from there."""
    game = position(
        "usa",
        units={
            "hawaii_sea_zone": {"usa": {"carrier": 1, "fighter": 1}},
            "midway_sea_zone": {"japan": {"transport": 1}},
        },
        dice=[6, 3, 6],
    )
    move(game, "1 carrier", "hawaii_sea_zone", "midway_sea_zone")
    fighter = units(game, "hawaii_sea_zone", "fighter")[0]
    assert fighter.airborne and not fighter.aboard
    with refused(game, "CL-MAP-01"):
        game.apply({"kind": "move", "units": (fighter.id,), "route": ("midway_sea_zone", "alaska_sea_zone")})
    move(game, "1 fighter", "hawaii_sea_zone", "midway_sea_zone")
    assert game.state.units[fighter.id].spent == 1
    end(game)
    assert moves_of(game, fighter.id) >= {"midway", "midway_sea_zone", "alaska"}


@pytest.mark.rule("CL-AIR-13")
def test_a_fighter_left_behind_must_land_in_phase_4() -> None:
    """It did not attack, but it is in the air: it has to fly after its carrier or to land."""
    game = lonely_sea({"carrier": 1, "fighter": 1}, dice=[1, 6])
    move(game, "1 carrier", *OUT)
    end(game)
    assert [u.space for u in game.state.units.values() if u.kind == "fighter"] == [BASE]
    with refused(game, "CL-AIR-10"):
        end(game)
    move(game, "1 fighter", *OUT, deck=deck(game, TARGET))
    end(game)


@pytest.mark.rule("CL-AIR-13", "CL-AIR-05")
def test_a_carrier_may_not_desert_a_fighter_that_counts_on_it() -> None:
    """The fighter over Argentina has no other deck: the carrier cannot sail to South Africa."""
    game = lonely_sea({"carrier": 1, "fighter": 1})
    move(game, "1 fighter", *LONG_OUT)
    with refused(game, "CL-AIR-13"):
        move(game, "1 carrier", *FAR_AWAY)
    assert moves_of(game, deck(game, BASE)) == {TARGET}
    game = lonely_sea({"carrier": 1, "fighter": 1})
    move(game, "1 carrier", *FAR_AWAY)
    with refused(game, "CL-AIR-05"):
        move(game, "1 fighter", *LONG_OUT)
    assert not moves_of(game, units(game, BASE, "fighter")[0].id) - {FAR_AWAY[-1]}


@pytest.mark.rule("CL-AIR-13", "CL-CARR-06")
def test_guests_ride_along_in_phase_2() -> None:
    """A Japanese fighter on the German carrier is cargo: it goes where the carrier goes."""
    game = lonely_sea({"carrier": {"cargo": {"japan": {"fighter": 1}, "germany": {"fighter": 1}}}})
    move(game, "1 carrier", *OUT)
    assert [u.space for u in game.state.units.values() if u.kind == "fighter" and u.power == "japan"] == [TARGET]
    assert [u.space for u in game.state.units.values() if u.kind == "fighter" and u.power == "germany"] == [BASE]


# CL-AIR-14 to -16


@pytest.mark.rule("CL-AIR-14")
def test_aircraft_alone_clear_a_territory_but_do_not_take_it() -> None:
    """The last defender falls; Egypt stays British and empty."""
    game = position(
        units={"libya": {"germany": {"fighter": 1}}, "anglo_egypt_sudan": {"uk": {"infantry": 1}}},
        dice=[3, 6],
    )
    move(game, "1 fighter", "libya", "anglo_egypt_sudan")
    events = end(game)
    assert not happened(events, "captured")
    assert game.state.owner["anglo_egypt_sudan"] == "uk" and not units(game, "anglo_egypt_sudan", power="uk")


@pytest.mark.rule("CL-AIR-14", "CL-CMOVE-01")
def test_aircraft_alone_do_not_enter_empty_enemy_land() -> None:
    """Nothing to fight and nobody to take it; beside infantry they may come along."""
    game = position(units={"libya": {"germany": {"fighter": 1, "infantry": 1}}})
    with refused(game, "CL-CMOVE-01"):
        move(game, "1 fighter", "libya", "anglo_egypt_sudan")
    assert not moves_of(game, ids(game, "libya", "1 fighter")[0])
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    move(game, "1 fighter", "libya", "anglo_egypt_sudan")


@pytest.mark.rule("CL-AIR-15", "CL-SUB-04")
def test_aircraft_sink_submarines_which_cannot_fire_back() -> None:
    """One fighter against one submarine: a miss, then a hit, and never a die for the submarine."""
    game = position(
        units={"germany": {"germany": {"fighter": 1}}, "baltic_sea_zone": {"uk": {"submarine": 1}}},
        owners={"finland_norway": "uk", "karelia_ssr": "uk"},
        dice=[4, 3],
    )
    move(game, "1 fighter", "germany", "baltic_sea_zone")
    end(game)
    while asked(game)[1] != "noncombat_move":
        game.apply({"kind": "withdraw"} if asked(game)[1] == "withdraw" else {"kind": "fight_on"})
    assert not dice_left(game) and not units(game, "baltic_sea_zone", "submarine")


@pytest.mark.rule("CL-AIR-15")
def test_aircraft_fight_every_kind_of_land_unit_and_ship() -> None:
    """On land the defender may lose any of his four kinds, at sea any ship and the fighters of carriers."""
    game = position(
        units={
            "libya": {"germany": {"bomber": 1}},
            "anglo_egypt_sudan": {"uk": {"infantry": 1, "armour": 1, "fighter": 1, "bomber": 1}},
        },
        dice=[4],
    )
    move(game, "1 bomber", "libya", "anglo_egypt_sudan")
    end(game)
    assert len(try_menu(game)) == 4
    fleet = {"battleship": 1, "carrier": 1, "transport": 1, "submarine": 1, "fighter": 1}
    game = position(
        units={"southern_europe": {"germany": {"bomber": 1}}, "central_mediterranean_sea_zone": {"uk": fleet}},
        dice=[4],
    )
    move(game, "1 bomber", "southern_europe", "central_mediterranean_sea_zone")
    end(game)
    assert asked(game) == ("uk", "choose_casualties") and len(try_menu(game)) == 5


@pytest.mark.rule("CL-AIR-16", "CL-AIR-15")
def test_aircraft_ashore_do_not_defend_the_sea() -> None:
    """Fighters and bombers in Japan watch their transport sink off the coast."""
    game = position(
        "usa",
        units={
            "north_pacific_sea_zone": {"usa": {"submarine": 1}},
            "japan_sea_zone": {"japan": {"transport": 1}},
            "japan": {"japan": {"fighter": 2, "bomber": 1}},
        },
        dice=[2],
    )
    move(game, "1 submarine", "north_pacific_sea_zone", "japan_sea_zone")
    events = end(game)
    assert happened(events, "battle_began")[0].defenders == {"japan": {"transport": 1}}
    assert happened(events, "battle_ended")[0].result == "won"


@pytest.mark.rule("CL-AIR-16")
def test_fighters_of_a_carrier_do_not_defend_the_island() -> None:
    """A bomber attacks Japan: the carrier's fighters off the coast stay out of it."""
    game = position(
        "usa",
        units={
            "china": {"usa": {"bomber": 1}},
            "japan_sea_zone": {"japan": {"carrier": 1, "fighter": 2}},
            "japan": {"japan": {"infantry": 1}},
        },
        dice=[4, 6],
    )
    move(game, "1 bomber", "china", "manchuria", "japan_sea_zone", "japan")
    events = end(game)
    assert happened(events, "battle_began")[0].defenders == {"japan": {"infantry": 1}}
    assert not dice_left(game)


# Menus


@pytest.mark.rule("CL-AIR-05", "CL-AIR-10")
def test_every_listed_flight_is_legal_in_a_busy_ocean() -> None:
    """Carriers, guests, airborne fighters and bombers: whatever the menu lists can be done, in both phases."""
    forces = {
        "hawaii_sea_zone": {"usa": {"carrier": 2, "fighter": 2, "transport": 1, "battleship": 1}},
        "midway_sea_zone": {"uk": {"carrier": {"cargo": {"usa": {"fighter": 1}, "uk": {"fighter": 1}}}}},
        "hawaiian_islands": {"usa": {"fighter": 1, "bomber": 1, "infantry": 2}},
        "wake_island_sea_zone": {"japan": {"submarine": 1}},
        "caroline_islands_sea_zone": {"japan": {"carrier": 1, "fighter": 1}},
        "wake_island": {"japan": {"infantry": 1}},
        "solomon_islands_sea_zone": {"japan": {"transport": 1}},
    }
    game = position("usa", units=forces)
    try_menu(game)
    way = ("hawaii_sea_zone", "wake_island_sea_zone", "caroline_islands_sea_zone")
    move(game, "1 fighter", *way)
    try_menu(game)
    land(game, "2 infantry", "hawaiian_islands", *way[:2], target="wake_island")
    with refused(game, "CL-AMPH-06"):
        bombard(game, *way[:2], target="wake_island")
    try_menu(game)
    move(game, "1 carrier", "hawaii_sea_zone", "solomon_islands_sea_zone")
    try_menu(game)
    try_menu(position("usa", "noncombat_move", forces))
