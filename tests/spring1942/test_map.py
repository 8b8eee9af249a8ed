"""S42-MAP: spaces, friendly and hostile, neutrals, values, canals, islands."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from sandtable.warfare.actions import Place
from tests.spring1942.play import position, rules_of
from tests.words import check_menu, count, end, happened, ids, land, move, pass_on, refused, routes, sail, units

NEUTRALS = [
    "afghanistan",
    "angola",
    "argentina",
    "eire",
    "himalaya",
    "mongolia",
    "mozambique",
    "peru",
    "rio_de_oro",
    "sahara",
    "saudi_arabia",
    "spain",
    "sweden",
    "switzerland",
    "turkey",
    "venezuela",
]

ISLANDS = [
    "australia",
    "borneo",
    "caroline_islands",
    "east_indies",
    "formosa",
    "french_madagascar",
    "greenland",
    "hawaiian_islands",
    "iceland",
    "japan",
    "midway",
    "new_guinea",
    "new_zealand",
    "okinawa",
    "philippine_islands",
    "solomon_islands",
    "wake_island",
    "west_indies",
]

LINKS = [
    ("hawaiian_islands", "sz_52", "sz_45", "sz_46", "australia"),
    ("sz_51", "sz_50", "sz_49", "philippine_islands"),
    ("sz_19", "sz_20"),
    ("sz_15", "sz_34"),
    ("trans_jordan", "anglo_egypt"),
]


# --- S42-MAP-01: spaces and borders -------------------------------------------------------------------


@pytest.mark.rule("S42-MAP-01")
def test_the_board_has_its_size() -> None:
    """81 territories, 16 of them neutral, and 64 sea zones; borders hold in both directions."""
    board = rules_of(position()).board
    land_spaces = [space for space in board.spaces if not board.is_sea[space]]
    assert (len(land_spaces), len(board.sea)) == (81, 64)
    assert sorted(board.neutrals) == sorted(NEUTRALS)
    assert all(here in board.borders[there] for here in board.spaces for there in board.borders[here])


@pytest.mark.rule("S42-MAP-01")
@pytest.mark.parametrize("way", LINKS, ids="-".join)
def test_known_links(way: tuple[str, ...]) -> None:
    """Links that the rulebook itself names."""
    board = rules_of(position()).board
    assert all(there in board.borders[here] for here, there in pairwise(way))


@pytest.mark.rule("S42-MAP-01")
def test_units_move_only_to_neighbours() -> None:
    """Germany and Karelia have no common border."""
    game = position(units={"germany": {"germany": {"infantry": 1}}})
    with refused(game, "S42-MAP-01"):
        move(game, "1 infantry", "germany", "karelia_ssr")


@pytest.mark.rule("S42-MAP-01")
def test_east_and_west_edges_join() -> None:
    """A ship sails on from the American coast of the Pacific to the Japanese one: the edges are joined."""
    board = rules_of(position()).board
    near = board.distances("sz_60", frozenset(s for s in board.spaces if not board.is_sea[s]))
    far_east = {"sz_55", "sz_64", "sz_52"}
    assert all(near[zone] <= 4 for zone in far_east)


# --- S42-MAP-02: friendly, hostile, neutral -----------------------------------------------------------


@pytest.mark.rule("S42-MAP-02")
def test_status_of_territories() -> None:
    """For Germany Japan's land is friendly, British land hostile, Turkey neutral."""
    game = position()
    rules, state = rules_of(game), game.state
    assert rules.is_friendly(state, "germany", "germany") and rules.is_friendly(state, "germany", "manchuria")
    assert rules.is_enemy(state, "germany", "anglo_egypt") and not rules.is_enemy(state, "germany", "manchuria")
    assert rules.is_neutral(state, "turkey") and not rules.is_friendly(state, "germany", "turkey")


@pytest.mark.rule("S42-MAP-02")
def test_an_emptied_territory_stays_ones_own() -> None:
    """The last infantry leaves Libya: it stays German, yields income, and the British would have to conquer it."""
    game = position(
        units={"libya": {"germany": {"infantry": 1}}, "anglo_egypt": {"uk": {"infantry": 1}}},
        phase="noncombat_move",
        money={"germany": 0},
    )
    move(game, "1 infantry", "libya", "algeria")
    pass_on(game, "uk", "combat_move")
    assert game.state.owner["libya"] == "germany" and game.state.money["germany"] == 40
    move(game, "1 infantry", "anglo_egypt", "libya")
    end(game)
    assert game.state.owner["libya"] == "uk"


# --- S42-MAP-03: hostile sea zones --------------------------------------------------------------------


@pytest.mark.rule("S42-MAP-03")
@pytest.mark.parametrize("kind", ["battleship", "carrier", "cruiser", "destroyer"])
def test_surface_warships_make_a_zone_hostile(kind: str) -> None:
    """Three enemy submarines and two transports leave a zone friendly; one surface warship makes it hostile."""
    fleet: dict[str, Any] = {"submarine": 3, "transport": 2}
    game = position(units={"sz_6": {"uk": fleet}})
    assert not rules_of(game).is_hostile_zone(game.state, "germany", "sz_6")
    game = position(units={"sz_6": {"uk": fleet | {kind: 1}}})
    assert rules_of(game).is_hostile_zone(game.state, "germany", "sz_6")
    assert not rules_of(game).is_hostile_zone(game.state, "usa", "sz_6")


@pytest.mark.rule("S42-MAP-03")
@pytest.mark.parametrize(("kind", "stops"), [("submarine", False), ("transport", False), ("carrier", True)])
def test_only_hostile_zones_stop_ships(kind: str, stops: bool) -> None:
    """A German cruiser passes SZ 6 in the noncombat move unless a surface warship lies there."""
    game = position(phase="noncombat_move", units={"sz_5": {"germany": {"cruiser": 1}}, "sz_6": {"uk": {kind: 2}}})
    if stops:
        with refused(game, "S42-CMOVE-05"):
            move(game, "1 cruiser", "sz_5", "sz_6", "sz_7")
    else:
        move(game, "1 cruiser", "sz_5", "sz_6", "sz_7")
        assert count(game, "sz_7") == {"cruiser": 1}


# --- S42-MAP-04: neutrals -----------------------------------------------------------------------------


@pytest.mark.rule("S42-MAP-04")
def test_neutrals_cannot_be_flown_over() -> None:
    """Fighter Caucasus – Turkey – Trans-Jordan: illegal in both movement phases; around it is legal."""
    setting: dict[str, Any] = {
        "power": "ussr",
        "owners": {"trans_jordan": "germany"},
        "units": {"caucasus": {"ussr": {"fighter": 1}}, "trans_jordan": {"germany": {"infantry": 1}}},
    }
    game = position(**setting)
    with refused(game, "S42-MAP-04"):
        move(game, "1 fighter", "caucasus", "turkey", "trans_jordan")
    move(game, "1 fighter", "caucasus", "persia", "trans_jordan")
    home = position(power="ussr", phase="noncombat_move", units={"caucasus": {"ussr": {"fighter": 1}}})
    with refused(home, "S42-MAP-04"):
        move(home, "1 fighter", "caucasus", "turkey", "trans_jordan")
    move(home, "1 fighter", "caucasus", "persia", "trans_jordan")


@pytest.mark.rule("S42-MAP-04")
def test_neutrals_cannot_be_entered() -> None:
    """No land unit marches into Turkey, no cargo lands there, no aircraft attacks it or comes down there."""
    setting: dict[str, Any] = {
        "power": "ussr",
        "units": {
            "caucasus": {"ussr": {"infantry": 1, "armour": 1, "fighter": 1}},
            "sz_16": {"ussr": {"transport": 1}},
        },
    }
    game = position(**setting)
    with refused(game, "S42-MAP-04"):
        move(game, "1 infantry", "caucasus", "turkey")
    with refused(game, "S42-MAP-04"):
        move(game, "1 armour", "caucasus", "turkey", "trans_jordan")
    with refused(game, "S42-MAP-04"):
        move(game, "1 fighter", "caucasus", "turkey")
    with refused(game, "S42-MAP-04"):
        land(game, "1 infantry", "caucasus", "sz_16", target="turkey")
    home = position(phase="noncombat_move", **setting)
    with refused(home, "S42-MAP-04"):
        move(home, "1 infantry", "caucasus", "turkey")
    with refused(home, "S42-MAP-04"):
        move(home, "1 fighter", "caucasus", "turkey")
    with refused(home, "S42-MAP-04"):
        land(home, "1 infantry", "caucasus", "sz_16", target="turkey")


@pytest.mark.rule("S42-MAP-04")
def test_no_money_opens_a_neutral() -> None:
    """Whatever a power has, nothing on its menu touches a neutral, and neutrals yield no income."""
    game = position(
        power="ussr", money={"ussr": 500}, units={"caucasus": {"ussr": {"infantry": 1, "armour": 1, "bomber": 1}}}
    )
    assert not any(space in NEUTRALS for route in routes(game) for space in route)
    assert all(not rules_of(game).board.spaces[space].value for space in NEUTRALS)
    check_menu(game)


# --- S42-MAP-05: values -------------------------------------------------------------------------------


@pytest.mark.rule("S42-MAP-05")
def test_worthless_land_gets_no_factory() -> None:
    """A factory may be built in Trans-Jordan (1 IPC) but not in Gibraltar (0)."""
    game = position(
        power="uk",
        phase="placement",
        pool={"factory": 1},
        units={"united_kingdom": {"uk": {"factory": 1}}},
    )
    with refused(game, "S42-PLACE-07"):
        game.apply(Place("factory", "gibraltar", "gibraltar"))
    game.apply(Place("factory", "trans_jordan", "trans_jordan"))
    assert count(game, "trans_jordan") == {"factory": 1}


@pytest.mark.rule("S42-MAP-05")
def test_values_count_for_income_production_and_damage() -> None:
    """Southern Europe is worth 6: six units, at most twelve damage; Gibraltar changes no income."""
    game = position(units={"southern_europe": {"germany": {"factory": 1}}})
    rules, state = rules_of(game), game.state
    assert rules.capacity(state, "germany", "southern_europe") == 6
    assert rules.most_damage("southern_europe") == 12
    before = rules.production(state, "germany")
    taken = position(owners={"gibraltar": "germany"})
    assert rules_of(taken).production(taken.state, "germany") == before == 40
    assert {space.value for space in rules.board.spaces.values() if space.value is not None} <= set(range(13))


# --- S42-MAP-06 to -08: canals ------------------------------------------------------------------------


@pytest.mark.rule("S42-MAP-06")
@pytest.mark.parametrize("kind", ["destroyer", "submarine", "transport", "battleship"])
@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
def test_panama_is_closed_to_the_enemy(kind: str, phase: str) -> None:
    """Japan does not hold Panama: none of its ships passes, in whatever phase."""
    game = position(
        power="japan", phase=phase, units={"sz_20": {"japan": {kind: 1}}, "sz_19": {"usa": {"transport": 1}}}
    )
    with refused(game, "S42-MAP-06"):
        move(game, f"1 {kind}", "sz_20", "sz_19")


@pytest.mark.rule("S42-MAP-06")
def test_an_ally_at_the_canal_suffices() -> None:
    """A British destroyer passes SZ 19 – SZ 20 while the United States hold Panama."""
    game = position(power="uk", phase="noncombat_move", units={"sz_19": {"uk": {"destroyer": 1}}})
    move(game, "1 destroyer", "sz_19", "sz_20", "sz_21")
    assert count(game, "sz_21") == {"destroyer": 1}


@pytest.mark.rule("S42-MAP-06")
def test_a_canal_taken_this_turn_is_closed_until_the_next() -> None:
    """Germany takes Trans-Jordan while holding Anglo-Egypt Sudan: Suez stays shut for it this turn, Japan passes."""
    game = position(
        owners={"anglo_egypt": "germany"},
        units={
            "anglo_egypt": {"germany": {"infantry": 1}},
            "sz_15": {"germany": {"cruiser": 1}},
            "sz_34": {"japan": {"cruiser": 1}},
        },
    )
    move(game, "1 infantry", "anglo_egypt", "trans_jordan")
    end(game)
    assert game.state.owner["trans_jordan"] == "germany"
    with refused(game, "S42-MAP-06"):
        move(game, "1 cruiser", "sz_15", "sz_34")
    pass_on(game, "japan", "noncombat_move")
    move(game, "1 cruiser", "sz_34", "sz_15")
    assert count(game, "sz_15") == {"cruiser": 2}


@pytest.mark.rule("S42-MAP-06")
def test_a_blitzed_bank_does_not_open_the_canal() -> None:
    """Trans-Jordan falls to a blitz in the combat move: the canal stays closed in the same phase."""
    game = position(
        owners={"anglo_egypt": "germany"},
        units={
            "anglo_egypt": {"germany": {"armour": 1}},
            "sz_15": {"germany": {"cruiser": 1}},
            "sz_34": {"uk": {"destroyer": 1}},
        },
    )
    move(game, "1 armour", "anglo_egypt", "trans_jordan", "persia")
    assert game.state.owner["trans_jordan"] == "germany"
    with refused(game, "S42-MAP-06"):
        move(game, "1 cruiser", "sz_15", "sz_34")


@pytest.mark.rule("S42-MAP-06")
def test_both_banks_of_suez_are_needed_for_transports_too() -> None:
    """A British transport passes with both banks British; with Trans-Jordan German it cannot even land there."""
    setting: dict[str, Any] = {
        "power": "uk",
        "units": {"india": {"uk": {"infantry": 1}}, "sz_34": {"uk": {"transport": {"cargo": {"uk": {"infantry": 1}}}}}},
    }
    game = position(owners={"libya": "uk", "southern_europe": "uk"}, phase="noncombat_move", **setting)
    sail(game, "sz_34", "sz_15", "sz_14", unload=ids(game, "sz_34", "1 infantry"), target="libya")
    assert count(game, "libya") == {"infantry": 1}
    game = position(owners={"trans_jordan": "germany"}, **setting)
    with refused(game, "S42-MAP-06"):
        sail(game, "sz_34", "sz_15", "sz_14", unload=ids(game, "sz_34", "1 infantry"), target="libya")


@pytest.mark.rule("S42-MAP-07")
@pytest.mark.parametrize(("power", "start", "target"), [("uk", "sz_34", "sz_15"), ("germany", "sz_15", "sz_34")])
def test_a_divided_suez_is_closed_to_everybody(power: str, start: str, target: str) -> None:
    """One bank German, one British: neither side's ships use the canal."""
    game = position(
        power=power,
        phase="noncombat_move",
        owners={"trans_jordan": "germany"},
        units={start: {power: {"cruiser": 1}}},
    )
    with refused(game, "S42-MAP-06"):
        move(game, "1 cruiser", start, target)


@pytest.mark.rule("S42-MAP-08")
def test_a_canal_costs_no_step() -> None:
    """SZ 18 – 19 – 20 are two steps for an American ship."""
    game = position(power="usa", phase="noncombat_move", units={"sz_18": {"usa": {"cruiser": 1}}})
    move(game, "1 cruiser", "sz_18", "sz_19", "sz_20")
    assert units(game, "sz_20")[0].spent == 2


@pytest.mark.rule("S42-MAP-08")
def test_a_canal_bars_neither_land_units_nor_aircraft() -> None:
    """German infantry walks from Anglo-Egypt Sudan to Trans-Jordan, a fighter flies SZ 15 – SZ 34: both unhindered."""
    game = position(
        owners={"anglo_egypt": "germany"},
        units={
            "anglo_egypt": {"germany": {"infantry": 1, "fighter": 1}},
            "trans_jordan": {"uk": {"infantry": 1}},
            "sz_34": {"uk": {"cruiser": 1}},
        },
    )
    move(game, "1 infantry", "anglo_egypt", "trans_jordan")
    move(game, "1 fighter", "anglo_egypt", "sz_15", "sz_34")


@pytest.mark.rule("S42-MAP-08")
def test_panama_is_an_ordinary_territory() -> None:
    """Panama can be attacked and taken and is worth 1."""
    game = position(
        power="japan",
        units={"sz_20": {"japan": {"transport": {"cargo": {"japan": {"infantry": 1}}}}}},
        money={"japan": 0},
    )
    sail(game, "sz_20", unload=ids(game, "sz_20", "1 infantry"), target="panama")
    end(game)
    assert game.state.owner["panama"] == "japan"
    assert rules_of(game).production(game.state, "japan") == 31


# --- S42-MAP-09: islands ------------------------------------------------------------------------------


@pytest.mark.rule("S42-MAP-09")
def test_islands_have_no_land_neighbour() -> None:
    """An island territory borders only sea zones; the group is one territory."""
    board = rules_of(position()).board
    assert all(not board.land_borders[island] and board.sea_borders[island] for island in ISLANDS)


@pytest.mark.rule("S42-MAP-09")
def test_flying_to_an_island_costs_its_sea_zone_too() -> None:
    """From SZ 52 over SZ 51 to Wake Island: the island is a space of its own."""
    game = position(
        power="usa",
        units={
            "sz_52": {"usa": {"carrier": {"cargo": {"usa": {"fighter": 1}}}}},
            "wake_island": {"japan": {"infantry": 1}},
        },
    )
    with refused(game, "S42-MAP-01"):
        move(game, "1 fighter", "sz_52", "wake_island")
    move(game, "1 fighter", "sz_52", "sz_51", "wake_island")
    assert units(game, "wake_island", "fighter")[0].spent == 2


@pytest.mark.rule("S42-MAP-09")
def test_aircraft_on_an_island_do_not_defend_the_sea() -> None:
    """The fighter in Japan takes no part when a transport off the coast is sunk."""
    game = position(
        power="usa",
        units={
            "sz_51": {"usa": {"destroyer": 1}},
            "sz_60": {"japan": {"transport": 1}},
            "japan": {"japan": {"fighter": 2}},
        },
    )
    move(game, "1 destroyer", "sz_51", "sz_60")
    events = end(game)
    assert happened(events, "battle_began")[0].defenders == {"japan": {"transport": 1}}
    assert count(game, "sz_60") == {"destroyer": 1} and count(game, "japan") == {"fighter": 2}
