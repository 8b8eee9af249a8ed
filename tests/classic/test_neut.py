"""Neutral territories (CL-NEUT)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.classic.drill import moves_of, sailings_of, try_menu, wait_for
from tests.classic.play import position, rules_of
from tests.words import count, end, happened, ids, move, refused, sail, units

EAST, MED = "east_mediterranean_sea_zone", "central_mediterranean_sea_zone"
OVER_TURKEY = ("ukraine_ssr", "black_sea_zone", "turkey", "syria_iraq")


def fees(events: list[Any]) -> list[tuple[str, int]]:
    """(power, amount) of every fee."""
    return [(e.power, e.amount) for e in happened(events, "money_changed") if e.reason == "fee"]


def raiders(number: int = 1, **more: Any) -> Any:
    """German bombers in the Ukraine, British infantry in Syria, Turkey in between."""
    forces = {"ukraine_ssr": {"germany": {"bomber": number}}, "syria_iraq": {"uk": {"infantry": 1}}}
    return position(units=forces | more.pop("units", {}), **more)


# CL-NEUT-01


@pytest.mark.rule("CL-NEUT-01")
def test_no_neutral_is_entered_in_phase_4() -> None:
    """Neither by land nor from the sea; the menu offers none."""
    game = position(
        phase="noncombat_move",
        units={
            "western_europe": {"germany": {"infantry": 1, "armour": 1}},
            "west_mediterranean_sea_zone": {"germany": {"transport": {"cargo": {"germany": {"infantry": 1}}}}},
        },
    )
    with refused(game, "CL-NEUT-01"):
        move(game, "1 infantry", "western_europe", "spain")
    with refused(game, "CL-NEUT-01"):
        move(game, "1 armour", "western_europe", "switzerland", "germany")
    zone = "west_mediterranean_sea_zone"
    with refused(game, "CL-NEUT-01"):
        sail(game, zone, unload=ids(game, zone, "1 infantry"), target="spain")
    neutrals = rules_of(game).board.neutrals
    routes = [route for a in try_menu(game) for route in (getattr(a, "route", ()), (getattr(a, "target", ""),))]
    assert not any(set(route) & neutrals for route in routes)


@pytest.mark.rule("CL-NEUT-01", "CL-NCM-07")
def test_no_neutral_is_overflown_in_phase_4() -> None:
    """Not even by an aircraft that paid for the way out over the same neutral."""
    game = raiders(dice=[4, 6])
    move(game, "1 bomber", *OVER_TURKEY)
    end(game)
    home = OVER_TURKEY[::-1]
    with refused(game, "CL-NEUT-01"):
        move(game, "1 bomber", *home)
    with refused(game, "CL-NEUT-01"):
        move(game, "1 bomber", "syria_iraq", "turkey")
    assert all("turkey" not in getattr(a, "route", ()) for a in try_menu(game))
    move(game, "1 bomber", "syria_iraq", EAST, "black_sea_zone", "ukraine_ssr")
    assert game.state.money["germany"] == 29


@pytest.mark.rule("CL-NEUT-01", "CL-NEUT-04")
def test_a_taken_neutral_may_be_crossed_in_phase_4() -> None:
    """It bears a marker now: land units follow through it, aircraft fly over it."""
    game = position(
        units={
            "western_europe": {"germany": {"infantry": 1, "fighter": 1}},
            "southern_europe": {"germany": {"armour": 1}},
        },
    )
    move(game, "1 infantry", "western_europe", "switzerland")
    end(game)
    move(game, "1 armour", "southern_europe", "switzerland", "germany")
    move(game, "1 fighter", "western_europe", "switzerland", "germany")
    assert count(game, "germany") == {"armour": 1, "fighter": 1}


# CL-NEUT-02


@pytest.mark.rule("CL-NEUT-02", "CL-NEUT-03")
def test_the_fee_is_paid_when_the_move_is_made() -> None:
    """Three IPC to the bank for any number of units, even in several orders."""
    game = position(units={"western_europe": {"germany": {"infantry": 3}}}, money={"germany": 3})
    assert fees(move(game, "2 infantry", "western_europe", "spain")) == [("germany", -3)]
    assert game.state.money["germany"] == 0
    assert game.state.owner["spain"] == "germany"
    assert sum(game.state.money.values()) == 24 + 30 + 25 + 36


@pytest.mark.rule("CL-NEUT-02")
@pytest.mark.parametrize("money", [0, 2])
def test_without_three_ipc_no_neutral_is_violated(money: int) -> None:
    """Neither by land, nor from the sea, nor by air; the menu offers none."""
    game = raiders(
        units={
            "western_europe": {"germany": {"infantry": 1, "armour": 1}},
            EAST: {"germany": {"transport": {"cargo": {"germany": {"infantry": 1}}}}},
        },
        money={"germany": money},
    )
    with refused(game, "CL-NEUT-02"):
        move(game, "1 infantry", "western_europe", "spain")
    with refused(game, "CL-NEUT-02"):
        move(game, "1 bomber", *OVER_TURKEY)
    with refused(game, "CL-NEUT-02"):
        sail(game, EAST, unload=ids(game, EAST, "1 infantry"), target="turkey")
    neutrals = rules_of(game).board.neutrals
    assert not any(neutrals & {getattr(a, "target", ""), *getattr(a, "route", ())} for a in try_menu(game))


@pytest.mark.rule("CL-NEUT-02")
def test_two_neutrals_on_one_route_cost_six() -> None:
    """Turkey and Saudi Arabia: with five IPC the flight is refused, with six the purse is empty."""
    way = ("ukraine_ssr", "black_sea_zone", "turkey", "syria_iraq", "saudi_arabia", "persia")
    forces = {"persia": {"uk": {"infantry": 1}}}
    game = raiders(units=forces, owners={"caucasus": "germany"}, money={"germany": 5})
    with refused(game, "CL-NEUT-02"):
        move(game, "1 bomber", *way)
    game = raiders(units=forces, owners={"caucasus": "germany"}, money={"germany": 6})
    assert fees(move(game, "1 bomber", *way)) == [("germany", -3), ("germany", -3)]
    assert game.state.money["germany"] == 0


@pytest.mark.rule("CL-NEUT-02", "CL-AMPH-05")
def test_the_fee_for_a_landing_that_fails_at_sea_is_lost() -> None:
    """The transport is sunk before Turkey; the money is gone, Turkey is still neutral."""
    game = position(
        units={
            MED: {"germany": {"transport": {"cargo": {"germany": {"infantry": 1}}}}},
            EAST: {"uk": {"submarine": 1}},
        },
        dice=[2],
    )
    assert fees(sail(game, MED, EAST, unload=ids(game, MED, "1 infantry"), target="turkey")) == [("germany", -3)]
    end(game)
    assert game.state.money["germany"] == 29 and "turkey" not in game.state.owner


@pytest.mark.rule("CL-NEUT-02", "CL-CMOVE-12")
def test_a_move_taken_back_gives_the_fee_back() -> None:
    """Marker and money are as before."""
    game = position(units={"western_europe": {"germany": {"infantry": 1}}})
    move(game, "1 infantry", "western_europe", "spain")
    game.undo()
    assert game.state.money["germany"] == 32 and "spain" not in game.state.owner


# CL-NEUT-03, -04


@pytest.mark.rule("CL-NEUT-03")
def test_entry_by_land_takes_the_neutral_at_once_and_the_units_stay() -> None:
    """Marker in phase 2, no battle, no way on in phase 2 or 4."""
    game = position(units={"western_europe": {"germany": {"armour": 1}}})
    with refused(game, "CL-LAND-08"):
        move(game, "1 armour", "western_europe", "switzerland", "germany")
    events = move(game, "1 armour", "western_europe", "switzerland")
    assert [(e.space, e.manner) for e in happened(events, "captured")] == [("switzerland", "neutral")]
    with refused(game, "CL-CMOVE-04"):
        move(game, "1 armour", "switzerland", "germany")
    assert not happened(end(game), "battle_began")
    with refused(game, "CL-CMOVE-11"):
        move(game, "1 armour", "switzerland", "germany")


@pytest.mark.rule("CL-NEUT-03", "CL-NEUT-08")
def test_entry_from_the_sea_takes_the_neutral_on_coming_ashore() -> None:
    """Paid in phase 2, marked in phase 3."""
    game = position(units={EAST: {"germany": {"transport": {"cargo": {"germany": {"infantry": 1}}}}}})
    assert fees(sail(game, EAST, unload=ids(game, EAST, "1 infantry"), target="turkey"))
    assert "turkey" not in game.state.owner
    events = end(game)
    assert not fees(events) and happened(events, "captured")[0].space == "turkey"
    assert count(game, "turkey") == {"infantry": 1}


@pytest.mark.rule("CL-NEUT-04", "CL-NEUT-09")
def test_a_taken_neutral_is_ordinary_land_of_value_0() -> None:
    """Japan takes Mongolia for 3 IPC; in the next round the USSR takes it without a fee."""
    game = position(
        "japan",
        units={"manchuria": {"japan": {"infantry": 1}}, "novosibirsk": {"ussr": {"infantry": 1}}},
        dice=[1, 6],
    )
    production = rules_of(game).production(game.state, "japan")
    assert fees(move(game, "1 infantry", "manchuria", "mongolia")) == [("japan", -3)]
    assert rules_of(game).production(game.state, "japan") == production
    wait_for(game, "ussr", "combat_move")
    money = dict(game.state.money)
    assert not fees(move(game, "1 infantry", "novosibirsk", "mongolia"))
    end(game)
    assert game.state.owner["mongolia"] == "ussr" and game.state.money == money
    assert rules_of(game).production(game.state, "ussr") == 24


@pytest.mark.rule("CL-NEUT-04")
def test_allies_enter_a_taken_neutral_as_friendly_land() -> None:
    """British infantry and a fighter move into Soviet Afghanistan in phase 4, free of charge; never in phase 2."""
    game = position(
        "uk",
        "noncombat_move",
        {"india": {"uk": {"infantry": 1, "fighter": 1}}},
        owners={"afghanistan": "ussr"},
        money={"uk": 0},
    )
    move(game, "1 infantry", "india", "afghanistan")
    move(game, "1 fighter", "india", "afghanistan")
    assert count(game, "afghanistan", "uk") == {"infantry": 1, "fighter": 1}
    game = position("uk", units={"india": {"uk": {"infantry": 1}}}, owners={"afghanistan": "ussr"})
    with refused(game, "CL-CMOVE-01"):
        move(game, "1 infantry", "india", "afghanistan")


@pytest.mark.rule("CL-NEUT-04", "CL-LAND-05")
def test_a_taken_neutral_can_be_blitzed() -> None:
    """Empty German Switzerland is enemy land like any other."""
    game = position(
        "uk",
        units={"western_europe": {"uk": {"armour": 1}}},
        owners={"western_europe": "uk", "switzerland": "germany"},
        money={"uk": 0},
    )
    move(game, "1 armour", "western_europe", "switzerland", "southern_europe")
    assert game.state.owner["switzerland"] == "uk"


# CL-NEUT-05, -06, -07


@pytest.mark.rule("CL-NEUT-05")
def test_overflight_costs_once_a_turn_and_leaves_the_neutral_neutral() -> None:
    """Three bombers in two orders pay three IPC together; next round they pay again."""
    game = raiders(3, units={"syria_iraq": {"uk": {"infantry": 4}}}, dice=[6] * 11)
    assert fees(move(game, "2 bomber", *OVER_TURKEY)) == [("germany", -3)]
    assert not fees(move(game, "1 bomber", *OVER_TURKEY))
    assert "turkey" not in game.state.owner
    end(game)
    game.apply({"kind": "retreat"})
    move(game, "3 bomber", "syria_iraq", EAST, "black_sea_zone", "ukraine_ssr")
    wait_for(game, "uk", "noncombat_move")
    wait_for(game, "germany", "combat_move")
    assert fees(move(game, "1 bomber", *OVER_TURKEY)) == [("germany", -3)]
    assert "turkey" not in game.state.owner


@pytest.mark.rule("CL-NEUT-05")
def test_each_power_pays_for_its_own_overflight() -> None:
    """Germany paid this round; the British turn is another turn."""
    game = raiders(
        units={"syria_iraq": {"uk": {"infantry": 1, "fighter": 1}}, "ukraine_ssr": {"germany": {"bomber": 2}}},
        dice=[6] * 9,
        owners={"caucasus": "ussr"},
    )
    move(game, "1 bomber", *OVER_TURKEY)
    end(game)
    game.apply({"kind": "retreat"})
    move(game, "1 bomber", "syria_iraq", EAST, "black_sea_zone", "ukraine_ssr")
    wait_for(game, "uk", "combat_move")
    way = ("syria_iraq", "turkey", "black_sea_zone", "ukraine_ssr")
    assert fees(move(game, "1 fighter", *way)) == [("uk", -3)]


@pytest.mark.rule("CL-NEUT-06")
def test_one_fee_covers_overflight_and_entry() -> None:
    """Bombers first and infantry from the sea afterwards, or the other way round: three IPC."""
    forces = {EAST: {"germany": {"transport": {"cargo": {"germany": {"infantry": 1}}}}}}
    for flight_first in (True, False):
        game = raiders(units=forces, money={"germany": 3})
        party = ids(game, EAST, "1 infantry")
        if flight_first:
            move(game, "1 bomber", *OVER_TURKEY)
            assert "turkey" in {order.target for order in sailings_of(game, ids(game, EAST, "1 transport")[0])}
            sail(game, EAST, unload=party, target="turkey")
        else:
            sail(game, EAST, unload=party, target="turkey")
            move(game, "1 bomber", *OVER_TURKEY)
        assert game.state.money["germany"] == 0


@pytest.mark.rule("CL-NEUT-06")
def test_one_fee_covers_overflight_and_entry_by_land() -> None:
    """A fighter over Switzerland, then infantry into it, with an empty purse."""
    game = position(
        units={
            "western_europe": {"germany": {"fighter": 1, "infantry": 1}},
            "southern_europe": {"uk": {"infantry": 1}},
        },
        owners={"southern_europe": "uk"},
        money={"germany": 3},
    )
    move(game, "1 fighter", "western_europe", "switzerland", "southern_europe")
    assert "switzerland" in moves_of(game, ids(game, "western_europe", "1 infantry")[0])
    move(game, "1 infantry", "western_europe", "switzerland")
    assert game.state.money["germany"] == 0 and game.state.owner["switzerland"] == "germany"


@pytest.mark.rule("CL-NEUT-07")
def test_aircraft_never_end_a_move_in_a_neutral() -> None:
    """Neither in phase 2, nor after infantry took it, nor on a raid."""
    game = position(units={"western_europe": {"germany": {"fighter": 1, "bomber": 1, "infantry": 1}}})
    with refused(game, "CL-NEUT-07"):
        move(game, "1 fighter", "western_europe", "spain")
    with refused(game, "CL-SBR-01"):
        move(game, "1 bomber", "western_europe", "spain", raid=True)
    move(game, "1 infantry", "western_europe", "spain")
    with refused(game, "CL-CMOVE-01"):
        move(game, "1 fighter", "western_europe", "spain")
    end(game)
    with refused(game, "CL-AIR-07"):
        move(game, "1 fighter", "western_europe", "spain")
    assert "spain" not in moves_of(game, ids(game, "western_europe", "1 fighter")[0])


@pytest.mark.rule("CL-NEUT-07")
def test_aircraft_do_not_join_a_landing_in_a_neutral() -> None:
    """There is nothing to fight, and it is no place to stop."""
    game = position(
        units={
            EAST: {"germany": {"transport": {"cargo": {"germany": {"infantry": 1}}}}},
            "ukraine_ssr": {"germany": {"fighter": 1}},
        },
    )
    sail(game, EAST, unload=ids(game, EAST, "1 infantry"), target="turkey")
    with refused(game, "CL-NEUT-07"):
        move(game, "1 fighter", "ukraine_ssr", "black_sea_zone", "turkey")
    assert not moves_of(game, ids(game, "ukraine_ssr", "1 fighter")[0])


# CL-NEUT-08, -09


@pytest.mark.rule("CL-NEUT-08", "CL-MAP-12")
def test_ships_pass_neutral_coasts() -> None:
    """Past Turkey into the Black Sea and past Colombia through the Panama Canal, without a fee."""
    game = position(phase="noncombat_move", units={EAST: {"germany": {"battleship": 1}}}, money={"germany": 0})
    move(game, "1 battleship", EAST, "black_sea_zone")
    game = position("usa", "noncombat_move", {"caribbean_sea_zone": {"usa": {"battleship": 1}}}, money={"usa": 0})
    move(game, "1 battleship", "caribbean_sea_zone", "west_panama_sea_zone", "peru_sea_zone")
    assert units(game, "peru_sea_zone") and not game.state.fees


@pytest.mark.rule("CL-NEUT-08")
def test_every_neutral_with_a_coast_can_be_landed_in() -> None:
    """Eire from the North Sea, Sweden from the Baltic: the menu offers them."""
    for zone, neutral in (("north_sea_zone", "eire"), ("baltic_sea_zone", "sweden")):
        game = position("uk", units={zone: {"uk": {"transport": {"cargo": {"uk": {"infantry": 1}}}}}})
        ship = ids(game, zone, "1 transport")[0]
        assert neutral in {order.target for order in sailings_of(game, ship)}


@pytest.mark.rule("CL-NEUT-09", "CL-CAPT-03")
def test_a_former_neutral_is_never_liberated() -> None:
    """The USSR once took Mongolia, Japan has it now; US infantry takes it and keeps it."""
    game = position("usa", units={"china": {"usa": {"infantry": 1}}}, owners={"mongolia": "japan"}, money={"usa": 0})
    move(game, "1 infantry", "china", "mongolia")
    events = end(game)
    assert [(e.owner, e.loser) for e in happened(events, "captured")] == [("usa", "japan")]


@pytest.mark.rule("CL-NEUT-01", "CL-NEUT-02")
def test_every_listed_violation_is_legal() -> None:
    """With three IPC the menu offers each neighbouring neutral, and after the first only free ones."""
    game = position(
        units={"western_europe": {"germany": {"infantry": 2, "armour": 1, "fighter": 1}}},
        money={"germany": 3},
    )
    infantry = ids(game, "western_europe", "2 infantry")
    assert moves_of(game, infantry[0]) == {"spain", "switzerland"}
    move(game, "1 infantry", "western_europe", "spain")
    assert moves_of(game, infantry[1]) == set()
    with refused(game, "CL-NEUT-02"):
        move(game, "1 armour", "western_europe", "switzerland")
    with refused(game, "CL-CMOVE-01"):
        move(game, "1 armour", "western_europe", "spain")
