"""Phase 4, the noncombat move (CL-NCM)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.warfare.actions import FireRocket, Move, Retreat, Sail
from tests.classic.drill import try_menu
from tests.classic.play import position, rules_of
from tests.words import WarGame, count, end, happened, ids, land, move, pass_on, refused, sail, units


def redeploy(power: str, units: dict[str, Any], **more: Any) -> WarGame:
    """A noncombat move with these units on the board and no dice in the box."""
    return position(power=power, phase="noncombat_move", units=units, **more)


@pytest.mark.rule("CL-NCM-01")
def test_no_dice_are_rolled_and_nobody_has_to_move() -> None:
    """With an empty dice box a full noncombat move over guns is made, and passed."""
    game = redeploy(
        "uk",
        {
            "united_kingdom": {"uk": {"bomber": 1, "fighter": 1}},
            "western_europe": {"germany": {"aa_gun": 1}},
            "baltic_sea_zone": {"germany": {"submarine": 1}},
        },
        money={"japan": 0},
    )
    try_menu(game)
    passed = game.copy()
    end(passed)
    assert passed.state.power == "japan"
    events = move(
        game, "1 bomber", "united_kingdom", "north_sea_zone", "western_europe", "baltic_sea_zone", "karelia_ssr"
    )
    assert not happened(events, "dice_rolled")


@pytest.mark.rule("CL-NCM-01")
def test_units_move_up_to_their_full_allowance() -> None:
    """Infantry 1, armour 2, ships 2, fighter 4, bomber 6; one more is refused."""
    game = redeploy(
        "ussr",
        {
            "karelia_ssr": {"ussr": {"infantry": 1, "armour": 1, "fighter": 1, "bomber": 1}},
            "karelia_sea_zone": {"ussr": {"submarine": 1}},
        },
    )
    with refused(game, "CL-LAND-01"):
        move(game, "1 infantry", "karelia_ssr", "russia", "kazakh_ssr")
    with refused(game, "CL-LAND-01"):
        move(game, "1 armour", "karelia_ssr", "russia", "kazakh_ssr", "persia")
    with refused(game, "CL-SEA-01"):
        move(game, "1 submarine", "karelia_sea_zone", "north_sea_zone", "east_canada_sea_zone", "east_us_sea_zone")
    far = ("karelia_ssr", "russia", "novosibirsk", "sinkiang", "india", "persia")
    with refused(game, "CL-AIR-01"):
        move(game, "1 fighter", *far)
    move(game, "1 infantry", "karelia_ssr", "russia")
    move(game, "1 armour", "karelia_ssr", "russia", "kazakh_ssr")
    move(game, "1 submarine", "karelia_sea_zone", "north_sea_zone", "east_canada_sea_zone")
    move(game, "1 fighter", *far[:5])
    move(game, "1 bomber", *far, "syria_iraq")


@pytest.mark.rule("CL-NCM-01")
def test_a_march_may_be_made_in_two_parts() -> None:
    """Armour uses one point now and its second later in the phase, but no third."""
    game = redeploy("ussr", {"karelia_ssr": {"ussr": {"armour": 1}}})
    move(game, "1 armour", "karelia_ssr", "russia")
    move(game, "1 armour", "russia", "kazakh_ssr")
    with refused(game, "CL-LAND-01"):
        move(game, "1 armour", "kazakh_ssr", "russia")


@pytest.mark.rule("CL-NCM-01")
def test_whoever_moved_in_phase_2_stays() -> None:
    """Armour that took one territory may not go on with its second point; the one at home may."""
    game = position(units={"libya": {"germany": {"armour": 2}}})
    move(game, "1 armour", "libya", "anglo_egypt_sudan")
    end(game)
    with refused(game, "CL-CMOVE-11"):
        move(game, "1 armour", "anglo_egypt_sudan", "libya")
    move(game, "1 armour", "libya", "anglo_egypt_sudan")
    assert count(game, "anglo_egypt_sudan") == {"armour": 2}


@pytest.mark.rule("CL-NCM-01")
def test_whoever_fought_and_retreated_stays() -> None:
    """Ships and land units that broke off are done; aircraft use what is left to land."""
    game = position(
        units={
            "libya": {"germany": {"infantry": 1, "fighter": 1}},
            "anglo_egypt_sudan": {"uk": {"infantry": 1}},
        },
        dice=[6, 6, 6],
    )
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    move(game, "1 fighter", "libya", "anglo_egypt_sudan")
    end(game)
    game.apply(Retreat("libya"))
    with refused(game, "CL-CMOVE-11"):
        move(game, "1 infantry", "libya", "algeria")
    with refused(game, "CL-AIR-01"):
        move(
            game,
            "1 fighter",
            "anglo_egypt_sudan",
            "libya",
            "central_mediterranean_sea_zone",
            "southern_europe",
            "germany",
        )
    move(game, "1 fighter", "anglo_egypt_sudan", "libya", "central_mediterranean_sea_zone", "southern_europe")
    end(game)


@pytest.mark.rule("CL-NCM-02")
def test_enemy_and_neutral_land_is_closed_even_when_empty() -> None:
    """Neither as a goal nor to pass through."""
    game = redeploy(
        "germany", {"libya": {"germany": {"infantry": 1, "armour": 1}}, "western_europe": {"germany": {"armour": 1}}}
    )
    for route in (("libya", "anglo_egypt_sudan"), ("libya", "french_equatorial_africa", "libya")):
        with refused(game, "CL-NCM-02"):
            move(game, "1 armour", *route)
    for route in (("western_europe", "spain"), ("western_europe", "switzerland", "germany")):
        with refused(game, "CL-NEUT-01"):
            move(game, "1 armour", *route)
    move(game, "1 infantry", "libya", "algeria")  # friendly, unoccupied
    try_menu(game)


@pytest.mark.rule("CL-NCM-02")
def test_hostile_sea_zones_are_closed() -> None:
    """A lone enemy transport closes a zone, as a goal and on the way."""
    game = redeploy(
        "uk",
        {
            "north_sea_zone": {"uk": {"battleship": 1, "transport": 1}},
            "east_canada_sea_zone": {"germany": {"transport": 1}},
            "karelia_sea_zone": {"ussr": {"submarine": 1}},
        },
    )
    with refused(game, "CL-NCM-02"):
        move(game, "1 battleship", "north_sea_zone", "east_canada_sea_zone")
    with refused(game, "CL-NCM-02"):
        sail(game, "north_sea_zone", "east_canada_sea_zone")
    with refused(game, "CL-SEA-02"):
        move(game, "1 battleship", "north_sea_zone", "east_canada_sea_zone", "north_atlantic_sea_zone")
    assert not any(isinstance(a, Move) and "east_canada_sea_zone" in a.route for a in try_menu(game))
    move(game, "1 battleship", "north_sea_zone", "karelia_sea_zone")  # allied ships are no obstacle


@pytest.mark.rule("CL-NCM-03")
def test_land_taken_this_turn_is_open_to_land_units_and_guns() -> None:
    """Infantry, armour and a gun follow into and through Egypt, taken in phase 3; aircraft do not."""
    game = position(
        units={"libya": {"germany": {"infantry": 2, "armour": 1, "aa_gun": 1, "fighter": 1}}},
    )
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    end(game)
    try_menu(game)
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    move(game, "1 aa_gun", "libya", "anglo_egypt_sudan")
    with refused(game, "CL-AIR-07"):
        move(game, "1 fighter", "libya", "anglo_egypt_sudan")
    with refused(game, "CL-NCM-02"):
        move(game, "1 armour", "libya", "anglo_egypt_sudan", "syria_iraq")
    move(game, "1 armour", "libya", "anglo_egypt_sudan")
    assert count(game, "anglo_egypt_sudan") == {"infantry": 2, "armour": 1, "aa_gun": 1}


@pytest.mark.rule("CL-NCM-03")
def test_land_freed_this_turn_can_be_marched_through() -> None:
    """British infantry frees Karelia, armour rolls through it to Moscow; aircraft may not land in Karelia yet."""
    game = position(
        power="uk",
        units={"finland_norway": {"uk": {"infantry": 1, "armour": 1, "fighter": 1}}},
        owners={"finland_norway": "uk", "karelia_ssr": "germany"},
    )
    move(game, "1 infantry", "finland_norway", "karelia_ssr")
    end(game)
    with refused(game, "CL-AIR-07"):
        move(game, "1 fighter", "finland_norway", "karelia_ssr")
    move(game, "1 armour", "finland_norway", "karelia_ssr", "russia")


@pytest.mark.rule("CL-NCM-04")
def test_zones_cleared_in_phase_3_can_be_entered_and_passed() -> None:
    """The submarine off Norway is sunk; a transport that waited sails through the zone."""
    game = position(
        power="uk",
        units={
            "north_sea_zone": {"uk": {"battleship": 1, "transport": 1}},
            "karelia_sea_zone": {"germany": {"submarine": 1}},
            "east_canada_sea_zone": {"uk": {"transport": 1}},
        },
        dice=[1, 6],
    )
    move(game, "1 battleship", "north_sea_zone", "karelia_sea_zone")
    end(game)
    sail(game, "east_canada_sea_zone", "north_sea_zone", "karelia_sea_zone")
    sail(game, "north_sea_zone", "karelia_sea_zone")
    assert count(game, "karelia_sea_zone", "uk") == {"battleship": 1, "transport": 2}


@pytest.mark.rule("CL-NCM-04")
def test_canals_follow_the_start_of_the_turn() -> None:
    """Both Suez banks taken this turn: the canal stays shut in phase 4. Held since the start: open."""
    fleet = {"east_mediterranean_sea_zone": {"germany": {"battleship": 1}}}
    held = {"anglo_egypt_sudan": "germany", "syria_iraq": "germany"}
    fresh = redeploy("germany", fleet, owners=held, changed={"anglo_egypt_sudan": "uk"})
    with refused(fresh, "CL-MAP-07"):
        move(fresh, "1 battleship", "east_mediterranean_sea_zone", "red_sea_zone")
    move(redeploy("germany", fleet, owners=held), "1 battleship", "east_mediterranean_sea_zone", "red_sea_zone")
    lost = redeploy("germany", fleet, owners={"syria_iraq": "germany"}, changed={})
    with refused(lost, "CL-MAP-07"):
        move(lost, "1 battleship", "east_mediterranean_sea_zone", "red_sea_zone")


@pytest.mark.rule("CL-NCM-05")
def test_transports_ferry_wait_loaded_or_sail_empty() -> None:
    """One lands its cargo on a friendly coast, one stays at sea with it, one sails empty with a battleship."""
    game = redeploy(
        "germany",
        {
            "southern_europe": {"germany": {"infantry": 3, "armour": 1}},
            "central_mediterranean_sea_zone": {"germany": {"transport": 3, "battleship": 1}},
        },
    )
    zone = "central_mediterranean_sea_zone"
    try_menu(game)
    land(game, "2 infantry", "southern_europe", zone, target="libya")
    (tank,) = ids(game, "southern_europe", "1 armour")
    ships = [unit.id for unit in units(game, zone, "transport") if not unit.done]
    sail(game, zone, "black_sea_zone", load={tank: zone}, transport=ships[0])
    sail(game, zone, "black_sea_zone", transport=ships[1])
    move(game, "1 battleship", zone, "black_sea_zone")
    end(game)
    assert count(game, "libya") == {"infantry": 2}
    assert count(game, "black_sea_zone") == {"armour": 1, "battleship": 1, "transport": 2}


@pytest.mark.rule("CL-NCM-05")
def test_no_peaceful_landing_on_enemy_or_neutral_coasts() -> None:
    """Ferries serve friendly coasts only."""
    game = redeploy(
        "germany",
        {
            "southern_europe": {"germany": {"infantry": 2}},
            "central_mediterranean_sea_zone": {"germany": {"transport": 1}},
        },
    )
    way = ("central_mediterranean_sea_zone", "east_mediterranean_sea_zone")
    with refused(game, "CL-NCM-02"):
        land(game, "1 infantry", "southern_europe", *way, target="syria_iraq")
    with refused(game, "CL-NEUT-01"):
        land(game, "1 infantry", "southern_europe", *way, target="turkey")


@pytest.mark.rule("CL-NCM-06")
def test_a_carrier_sails_to_collect_a_fighter_and_then_stays() -> None:
    """The carrier comes to the airborne fighter; once it has landed, the carrier moves no more."""
    game = redeploy(
        "usa",
        {
            "hawaii_sea_zone": {"usa": {"carrier": 1}},
            "midway_sea_zone": {"usa": {"fighter": [{"airborne": True, "spent": 4, "done": True}]}},
        },
    )
    move(game, "1 carrier", "hawaii_sea_zone", "midway_sea_zone")
    (deck,) = ids(game, "midway_sea_zone", "1 carrier")
    try_menu(game)
    with refused(game, "CL-AIR-10"):
        end(game)
    game.apply(Move(ids(game, "midway_sea_zone", "1 fighter"), ("midway_sea_zone",), deck=deck))
    with refused(game, "CL-CMOVE-11"):
        move(game, "1 carrier", "midway_sea_zone", "west_us_sea_zone")
    end(game)
    assert units(game, "midway_sea_zone", "fighter")[0].aboard == deck


@pytest.mark.rule("CL-NCM-06")
def test_fighters_aboard_ride_free_but_do_not_fly_afterwards() -> None:
    """Own and allied fighters go with the carrier; the own one has then had its turn."""
    game = redeploy(
        "usa",
        {"hawaii_sea_zone": {"usa": {"carrier": {"cargo": {"usa": {"fighter": 1}, "uk": {"fighter": 1}}}}}},
    )
    move(game, "1 carrier", "hawaii_sea_zone", "midway_sea_zone")
    assert count(game, "midway_sea_zone") == {"fighter": 2, "carrier": 1}
    with refused(game, "CL-AIR-12"):
        move(game, "1 fighter", "midway_sea_zone", "midway")


@pytest.mark.rule("CL-NCM-06")
def test_a_carrier_that_fought_does_not_sail_to_collect() -> None:
    """Having attacked a transport, it stays where it is."""
    game = position(
        power="usa",
        units={"hawaii_sea_zone": {"usa": {"carrier": 1}}, "midway_sea_zone": {"japan": {"transport": 1}}},
        dice=[1, 6],
    )
    move(game, "1 carrier", "hawaii_sea_zone", "midway_sea_zone")
    end(game)
    with refused(game, "CL-CMOVE-11"):
        move(game, "1 carrier", "midway_sea_zone", "west_us_sea_zone")


@pytest.mark.rule("CL-NCM-07")
def test_aircraft_redeploy_over_enemies_without_fire_but_not_over_neutrals() -> None:
    """A bomber crosses Germany's gun to Karelia; Sweden is closed; enemy land and the open sea are no place to stay."""
    game = redeploy(
        "uk",
        {
            "united_kingdom": {"uk": {"bomber": 1, "fighter": 1}},
            "germany": {"germany": {"aa_gun": 1, "infantry": 1}},
            "baltic_sea_zone": {"germany": {"submarine": 1}},
        },
    )
    with refused(game, "CL-NEUT-01"):
        move(game, "1 fighter", "united_kingdom", "north_sea_zone", "baltic_sea_zone", "sweden")
    with refused(game, "CL-NEUT-01"):
        move(
            game,
            "1 bomber",
            "united_kingdom",
            "north_sea_zone",
            "baltic_sea_zone",
            "sweden",
            "baltic_sea_zone",
            "karelia_ssr",
        )
    with refused(game, "CL-AIR-06"):
        move(game, "1 fighter", "united_kingdom", "north_sea_zone", "western_europe")
    with refused(game, "CL-AIR-06"):
        move(game, "1 fighter", "united_kingdom", "north_sea_zone")
    way = ("united_kingdom", "north_sea_zone", "baltic_sea_zone", "germany", "eastern_europe", "karelia_ssr")
    assert not happened(move(game, "1 bomber", *way), "dice_rolled")


@pytest.mark.rule("CL-NCM-07")
def test_fighters_redeploy_to_carriers() -> None:
    """From Hawaii to a British carrier two zones away; bombers never."""
    game = redeploy(
        "usa",
        {
            "hawaiian_islands": {"usa": {"fighter": 1, "bomber": 1}},
            "midway_sea_zone": {"uk": {"carrier": 1}},
        },
    )
    (deck,) = ids(game, "midway_sea_zone", "1 carrier", "uk")
    way = ("hawaiian_islands", "hawaii_sea_zone", "midway_sea_zone")
    with refused(game, "CL-AIR-08"):
        move(game, "1 bomber", *way, deck=deck)
    move(game, "1 fighter", *way, deck=deck)
    assert units(game, "midway_sea_zone", "fighter")[0].aboard == deck


@pytest.mark.rule("CL-NCM-08")
def test_more_fighters_than_decks() -> None:
    """Two fighters in the air, one free slot: the owner chooses who lands, the other is lost."""
    airborne = [{"airborne": True, "spent": 4, "done": True, "count": 2}]
    game = redeploy(
        "usa",
        {
            "midway_sea_zone": {
                "usa": {"carrier": {"cargo": {"uk": {"fighter": 1}}}, "fighter": airborne},
            }
        },
        owners={"midway": "japan"},
    )
    (deck,) = ids(game, "midway_sea_zone", "1 carrier")
    first, second = (unit.id for unit in units(game, "midway_sea_zone", "fighter", "usa"))
    with refused(game, "CL-AIR-10"):
        end(game)
    game.apply(Move((second,), ("midway_sea_zone",), deck=deck))
    with refused(game, "CL-CARR-01"):
        game.apply(Move((first,), ("midway_sea_zone",), deck=deck))
    (lost,) = happened(end(game), "units_lost")
    assert (lost.units, lost.cause) == ((first,), "no_landing")


@pytest.mark.rule("CL-NCM-08")
def test_a_fighter_that_leaves_makes_room() -> None:
    """A full carrier: one fighter flies to Midway, the airborne one takes its slot."""
    game = redeploy(
        "usa",
        {
            "midway_sea_zone": {
                "usa": {
                    "carrier": {"cargo": {"usa": {"fighter": 2}}},
                    "fighter": [{"airborne": True, "spent": 4, "done": True}],
                },
            }
        },
    )
    (deck,) = ids(game, "midway_sea_zone", "1 carrier")
    waiting = next(unit.id for unit in units(game, "midway_sea_zone", "fighter") if unit.airborne)
    aboard = next(unit.id for unit in units(game, "midway_sea_zone", "fighter") if unit.aboard)
    game.apply(Move((aboard,), ("midway_sea_zone", "midway")))
    game.apply(Move((waiting,), ("midway_sea_zone",), deck=deck))
    assert not happened(end(game), "units_lost")


@pytest.mark.rule("CL-NCM-09")
def test_guns_move_in_this_phase_only() -> None:
    """The gun may not move in the combat move; in phase 4 it goes one territory or by transport."""
    battery = {"eastern_europe": {"germany": {"aa_gun": 1}}, "southern_europe": {"germany": {"aa_gun": 1}}}
    attack = position(units=battery)
    with refused(attack, "CL-AA-02"):
        move(attack, "1 aa_gun", "eastern_europe", "ukraine_ssr")
    with refused(attack, "CL-AA-02"):
        move(attack, "1 aa_gun", "eastern_europe", "karelia_ssr")
    game = redeploy("germany", battery | {"central_mediterranean_sea_zone": {"germany": {"transport": 1}}})
    move(game, "1 aa_gun", "eastern_europe", "ukraine_ssr")
    land(game, "1 aa_gun", "southern_europe", "central_mediterranean_sea_zone", target="libya")
    assert count(game, "libya") == count(game, "ukraine_ssr") == {"aa_gun": 1}


@pytest.mark.rule("CL-NCM-09")
def test_a_gun_brought_up_fires_its_rocket_in_the_next_turn() -> None:
    """From Manchuria a Japanese gun does not reach Karelia (4 spaces); from Yakutia (3) it does, a turn later."""
    game = redeploy(
        "japan",
        {"manchuria": {"japan": {"aa_gun": 1}}, "karelia_ssr": {"ussr": {"factory": 1}}},
        owners={"yakut_ssr": "japan"},
        tech={"japan": ["rockets"]},
        dice=[2],
    )
    distances = rules_of(game).board.distances
    assert (distances("manchuria")["karelia_ssr"], distances("yakut_ssr")["karelia_ssr"]) == (4, 3)
    move(game, "1 aa_gun", "manchuria", "yakut_ssr")
    pass_on(game, "japan", "combat_move")
    end(game)
    before = game.state.money["ussr"]
    game.apply(FireRocket(ids(game, "yakut_ssr", "1 aa_gun")[0], "karelia_ssr"))
    assert game.state.money["ussr"] == before - 2


@pytest.mark.rule("CL-NCM-05")
def test_every_order_listed_for_a_busy_theatre_can_be_given() -> None:
    """The menu of a crowded Mediterranean holds no illegal order, for any power of the side."""
    game = redeploy(
        "uk",
        {
            "anglo_egypt_sudan": {
                "uk": {"infantry": 2, "armour": 1, "aa_gun": 1, "fighter": 1},
                "usa": {"infantry": 1},
            },
            "east_mediterranean_sea_zone": {
                "uk": {"transport": 1, "carrier": 1},
                "usa": {"transport": 1, "carrier": {"cargo": {"usa": {"fighter": 1}}}},
            },
            "central_mediterranean_sea_zone": {"germany": {"submarine": 1}},
            "syria_iraq": {"uk": {"aa_gun": 1}},
        },
    )
    listed = try_menu(game)
    assert any(isinstance(action, Sail) for action in listed)
