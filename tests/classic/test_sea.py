"""Movement of ships (CL-SEA)."""

from __future__ import annotations

import pytest

from tests.classic.drill import moves_of, try_menu
from tests.classic.play import position
from tests.words import count, end, ids, move, refused, sail, units

SHIPS = ("battleship", "carrier", "transport", "submarine")


@pytest.mark.rule("CL-SEA-01")
@pytest.mark.parametrize("kind", SHIPS)
def test_every_ship_sails_two_zones_and_never_onto_land(kind: str) -> None:
    """Two zones in all, in one order or in two; not three, and not into a territory."""
    game = position("usa", "noncombat_move", {"hawaii_sea_zone": {"usa": {kind: 1}}})
    way = ("hawaii_sea_zone", "south_pacific_sea_zone", "new_zealand_sea_zone", "south_argentina_sea_zone")
    with refused(game, "CL-SEA-01"):
        move(game, f"1 {kind}", *way)
    with refused(game, "CL-SEA-01"):
        move(game, f"1 {kind}", "hawaii_sea_zone", "hawaiian_islands")
    listed = moves_of(game, ids(game, "hawaii_sea_zone", f"1 {kind}")[0])
    assert set(way[1:3]) <= listed and not listed & {way[3], "hawaiian_islands"}
    move(game, f"1 {kind}", *way[:2])
    move(game, f"1 {kind}", *way[1:3])
    with refused(game, "CL-SEA-01"):
        move(game, f"1 {kind}", *way[2:])


@pytest.mark.rule("CL-SEA-01")
@pytest.mark.parametrize("kind", SHIPS)
def test_an_attack_reaches_two_zones_as_well(kind: str) -> None:
    """The enemy in the third zone is out of reach."""
    way = ("hawaii_sea_zone", "south_pacific_sea_zone", "new_zealand_sea_zone", "south_argentina_sea_zone")
    enemy = {"japan": {"submarine": 1}}
    game = position("usa", units={way[0]: {"usa": {kind: 1}}, way[2]: enemy, way[3]: enemy})
    with refused(game, "CL-SEA-01"):
        move(game, f"1 {kind}", *way)
    assert moves_of(game, ids(game, way[0], f"1 {kind}")[0]) == {way[2]}
    move(game, f"1 {kind}", *way[:3])


@pytest.mark.rule("CL-SEA-01")
def test_a_transport_sails_no_further_by_sail_orders() -> None:
    """Two zones by Sail, then not even one more by either kind of order."""
    way = ("hawaii_sea_zone", "south_pacific_sea_zone", "new_zealand_sea_zone", "south_argentina_sea_zone")
    game = position("usa", "noncombat_move", {way[0]: {"usa": {"transport": 1}}})
    with refused(game, "CL-SEA-01"):
        sail(game, *way)
    sail(game, *way[:3])
    with refused(game, "CL-SEA-01"):
        sail(game, *way[2:])
    with refused(game, "CL-SEA-01"):
        move(game, "1 transport", *way[2:])


@pytest.mark.rule("CL-SEA-02")
@pytest.mark.parametrize("guard", SHIPS)
@pytest.mark.parametrize("ship", ["battleship", "submarine"])
def test_any_enemy_ship_stops_any_ship(ship: str, guard: str) -> None:
    """A lone transport or submarine bars the way like a battleship, for submarines too."""
    way = ("karelia_sea_zone", "north_sea_zone", "west_spain_sea_zone")
    enemy = {"germany": {"transport": 1}}
    game = position("uk", units={way[0]: {"uk": {ship: 1}}, way[1]: {"germany": {guard: 1}}, way[2]: enemy})
    with refused(game, "CL-SEA-02"):
        move(game, f"1 {ship}", *way)
    assert moves_of(game, ids(game, way[0], f"1 {ship}")[0]) == {way[1]}
    move(game, f"1 {ship}", *way[:2])
    with refused(game, "CL-CMOVE-04"):
        move(game, f"1 {ship}", *way[1:])


@pytest.mark.rule("CL-SEA-02", "CL-NCM-02")
def test_no_ship_passes_or_enters_a_hostile_zone_in_phase_4() -> None:
    """An enemy submarine in the North Sea keeps the fleet in Karelia."""
    way = ("karelia_sea_zone", "north_sea_zone", "west_spain_sea_zone")
    game = position("uk", "noncombat_move", {way[0]: {"uk": {"battleship": 1}}, way[1]: {"germany": {"submarine": 1}}})
    with refused(game, "CL-SEA-02"):
        move(game, "1 battleship", *way)
    with refused(game, "CL-NCM-02"):
        move(game, "1 battleship", *way[:2])
    assert not moves_of(game, ids(game, way[0], "1 battleship")[0])


@pytest.mark.rule("CL-SEA-02")
def test_allied_ships_and_enemy_aircraft_ashore_bar_no_way() -> None:
    """Past American ships and German fighters in Norway."""
    way = ("karelia_sea_zone", "north_sea_zone", "west_spain_sea_zone")
    game = position(
        "uk",
        units={
            way[0]: {"uk": {"submarine": 1}},
            way[1]: {"usa": {"transport": 1}},
            way[2]: {"germany": {"transport": 1}},
            "finland_norway": {"germany": {"fighter": 2}},
        },
    )
    move(game, "1 submarine", *way)
    assert units(game, way[2], "submarine")


@pytest.mark.rule("CL-SEA-02", "CL-SBAT-01")
def test_entering_a_hostile_zone_means_battle() -> None:
    """Even a submarine that meets a submarine has to fight."""
    game = position(
        "uk",
        units={"karelia_sea_zone": {"uk": {"submarine": 1}}, "north_sea_zone": {"germany": {"submarine": 1}}},
        dice=[2],
    )
    move(game, "1 submarine", "karelia_sea_zone", "north_sea_zone")
    end(game)
    assert count(game, "north_sea_zone") == {"submarine": 1}


@pytest.mark.rule("CL-SEA-03", "CL-MAP-06")
def test_the_suez_canal_is_a_step_of_one() -> None:
    """Central Mediterranean to the Red Sea costs two points and needs both banks."""
    way = ("central_mediterranean_sea_zone", "east_mediterranean_sea_zone", "red_sea_zone")
    fleet = {way[0]: {"uk": {"battleship": 1}}}
    game = position("uk", "noncombat_move", fleet)
    assert "red_sea_zone" in moves_of(game, ids(game, way[0], "1 battleship")[0])
    move(game, "1 battleship", *way)
    assert units(game, "red_sea_zone")[0].spent == 2
    with refused(game, "CL-SEA-01"):
        move(game, "1 battleship", way[2], "indian_ocean_sea_zone")
    game = position("uk", "noncombat_move", fleet, owners={"syria_iraq": "germany"})
    with refused(game, "CL-MAP-07"):
        move(game, "1 battleship", *way)
    assert "red_sea_zone" not in moves_of(game, ids(game, way[0], "1 battleship")[0])


@pytest.mark.rule("CL-SEA-03", "CL-MAP-07")
def test_a_closed_canal_bars_attack_and_transport_too() -> None:
    """Germany holds Egypt only: no ship of either side passes."""
    here, there = "east_mediterranean_sea_zone", "red_sea_zone"
    game = position(
        units={here: {"germany": {"submarine": 1, "transport": 1}}, there: {"uk": {"transport": 1}}},
        owners={"anglo_egypt_sudan": "germany"},
    )
    with refused(game, "CL-MAP-07"):
        move(game, "1 submarine", here, there)
    with refused(game, "CL-MAP-07"):
        sail(game, here, there)
    assert not any(there in getattr(action, "route", ()) for action in try_menu(game))


@pytest.mark.rule("CL-SEA-04")
@pytest.mark.parametrize("kind", ["battleship", "carrier", "submarine"])
def test_only_transports_carry_land_units(kind: str) -> None:
    """Infantry finds no place on any other ship."""
    zone = "north_sea_zone"
    game = position("uk", "noncombat_move", {zone: {"uk": {kind: 1}}, "united_kingdom": {"uk": {"infantry": 1}}})
    party = ids(game, "united_kingdom", "1 infantry")
    with refused(game, "CL-SEA-04"):
        sail(game, zone, load={party[0]: zone}, transport=ids(game, zone, f"1 {kind}")[0])
    assert not any(action.kind == "sail" for action in try_menu(game))


@pytest.mark.rule("CL-SEA-04", "CL-AIR-08")
def test_only_carriers_carry_aircraft_and_only_fighters() -> None:
    """Neither a transport nor a battleship takes a fighter, and no carrier a bomber."""
    zone, base = "north_sea_zone", "united_kingdom"
    game = position(
        "uk",
        "noncombat_move",
        {zone: {"uk": {"transport": 1, "battleship": 1, "carrier": 1}}, base: {"uk": {"fighter": 1, "bomber": 1}}},
    )
    ship = {kind: ids(game, zone, f"1 {kind}")[0] for kind in ("transport", "battleship", "carrier")}
    with refused(game, "CL-SEA-04"):
        sail(game, zone, load={ids(game, base, "1 fighter")[0]: zone})
    for kind in ("transport", "battleship"):
        with refused(game, "CL-AIR-06"):
            move(game, "1 fighter", base, zone, deck=ship[kind])
    with refused(game, "CL-AIR-08"):
        move(game, "1 bomber", base, zone, deck=ship["carrier"])
    move(game, "1 fighter", base, zone, deck=ship["carrier"])
