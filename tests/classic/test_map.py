"""CL-MAP: borders, islands, canals and other features of the map."""

from __future__ import annotations

import pytest

from sandtable.games.classic.rules import BOARD
from sandtable.warfare.actions import Place
from tests.classic.play import position, rules_of
from tests.words import (
    asked,
    check_menu,
    count,
    end,
    happened,
    ids,
    land,
    move,
    pass_on,
    refused,
    routes,
    sail,
    unrolled,
)

MEDITERRANEAN = "east_mediterranean_sea_zone"
RED_SEA = "red_sea_zone"
CARIBBEAN = "caribbean_sea_zone"
WEST_PANAMA = "west_panama_sea_zone"
AXIS_SUEZ = {"anglo_egypt_sudan": "germany", "syria_iraq": "japan"}


@pytest.mark.rule("CL-MAP-01")
@pytest.mark.parametrize(
    ("here", "there", "adjacent"),
    [
        ("west_mediterranean_sea_zone", "algeria", True),
        ("west_mediterranean_sea_zone", "libya", False),
        ("ukraine_ssr", "caucasus", True),
        ("eastern_europe", "caucasus", False),
    ],
)
def test_spaces_are_adjacent_only_along_a_border_line(here: str, there: str, adjacent: bool) -> None:
    """The examples of the rule, looked at from both sides."""
    assert (there in BOARD.borders[here]) is adjacent
    assert (here in BOARD.borders[there]) is adjacent


@pytest.mark.rule("CL-MAP-01")
def test_every_border_has_two_sides() -> None:
    """Who borders me is bordered by me, and nobody borders himself."""
    for space, neighbours in BOARD.borders.items():
        assert space not in neighbours
        assert all(space in BOARD.borders[other] for other in neighbours)


@pytest.mark.rule("CL-MAP-01")
def test_units_cannot_jump_across_a_corner() -> None:
    """Armour from Eastern Europe reaches the Caucasus through the Ukraine, not straight."""
    game = position(units={"eastern_europe": {"germany": {"armour": 1}}})
    with refused(game, "CL-MAP-01"):
        move(game, "1 armour", "eastern_europe", "caucasus")
    with refused(game, "CL-MAP-01"):  # nor start where the unit is not
        game.apply(
            {"kind": "move", "units": ids(game, "eastern_europe", "1 armour"), "route": ["ukraine_ssr", "caucasus"]}
        )
    assert ("eastern_europe", "caucasus") not in routes(game)
    move(game, "1 armour", "eastern_europe", "ukraine_ssr", "caucasus")


@pytest.mark.rule("CL-MAP-01")
def test_no_landing_in_libya_from_the_sea_zone_off_gibraltar() -> None:
    """A transport off Gibraltar can land in Algeria, not in Libya."""
    cargo = {"transport": [{"cargo": {"uk": {"infantry": 1}}}]}
    game = position("uk", units={"west_mediterranean_sea_zone": {"uk": cargo}})
    party = ids(game, "west_mediterranean_sea_zone", "1 infantry")
    with refused(game, "CL-TRN-02"):
        sail(game, "west_mediterranean_sea_zone", unload=party, target="libya")
    sail(game, "west_mediterranean_sea_zone", unload=party, target="algeria")


@pytest.mark.rule("CL-MAP-02")
@pytest.mark.parametrize(
    ("west", "east"),
    [
        ("western_canada", "eastern_canada"),
        ("western_united_states", "eastern_united_states"),
        ("mexico", "panama"),
        ("new_zealand_sea_zone", "peru_sea_zone"),
    ],
)
def test_the_edges_of_the_board_join(west: str, east: str) -> None:
    """The left and the right edge of the printed board are one line."""
    assert east in BOARD.borders[west] and west in BOARD.borders[east]


@pytest.mark.rule("CL-MAP-02")
def test_units_move_across_the_edge_of_the_board() -> None:
    """Infantry crosses America, a submarine the Pacific, in one step each."""
    game = position(
        "usa",
        "noncombat_move",
        units={
            "western_united_states": {"usa": {"infantry": 1}},
            "new_zealand_sea_zone": {"usa": {"submarine": 1}},
        },
    )
    move(game, "1 infantry", "western_united_states", "eastern_united_states")
    move(game, "1 submarine", "new_zealand_sea_zone", "peru_sea_zone")
    assert count(game, "peru_sea_zone") == {"submarine": 1}


@pytest.mark.rule("CL-MAP-03")
def test_every_owned_territory_has_a_value_and_neutrals_have_none() -> None:
    """Values are 0 to 12, the whole map is worth 147, the 14 neutrals nothing."""
    owned = [space for space in BOARD.spaces.values() if space.owner]
    assert all(0 <= space.value <= 12 for space in owned)
    assert sum(space.value for space in owned) == 147
    assert {space.id for space in owned if space.value == 0} == {
        "caroline_islands",
        "gibraltar",
        "midway",
        "solomon_islands",
        "wake_island",
    }
    neutrals = [space for space in BOARD.spaces.values() if space.is_land and not space.owner]
    assert len(neutrals) == 14
    assert all(space.neutral and space.value == 0 for space in neutrals)


@pytest.mark.rule("CL-MAP-03", "CL-INCOME-02")
def test_the_value_of_a_territory_is_income_for_its_controller() -> None:
    """Germany takes Kenya (1) and neutral Spain: its income rises by 1."""
    game = position(
        units={
            "anglo_egypt_sudan": {"germany": {"infantry": 1}},
            "western_europe": {"germany": {"infantry": 1}},
        },
        owners={"anglo_egypt_sudan": "germany"},
        money={"germany": 3},
    )
    move(game, "1 infantry", "anglo_egypt_sudan", "kenya_rhodesia")
    move(game, "1 infantry", "western_europe", "spain")
    end(game)
    end(game)
    assert game.state.money["germany"] == 32 + 2 + 1


@pytest.mark.rule("CL-MAP-04")
def test_islands_are_one_territory_inside_one_sea_zone() -> None:
    """Fifteen islands lie in a single zone; Australia and Madagascar have several coasts."""
    single = {
        "borneo_celebes",
        "caroline_islands",
        "east_indies",
        "eire",
        "hawaiian_islands",
        "japan",
        "midway",
        "new_guinea",
        "new_zealand",
        "okinawa",
        "philippines",
        "solomon_islands",
        "united_kingdom",
        "wake_island",
        "west_indies",
    }
    islands = {space for space in BOARD.land if not BOARD.land_borders[space]}
    assert {space for space in islands if len(BOARD.sea_borders[space]) == 1} == single
    assert islands - single == {"australia", "madagascar"}


@pytest.mark.rule("CL-MAP-04")
def test_units_ashore_take_no_part_in_the_sea_battle_around_them() -> None:
    """Fighter and infantry on Hawaii watch a Japanese battleship sink the transport in their zone."""
    game = position(
        "japan",
        units={
            "wake_island_sea_zone": {"japan": {"battleship": 1}},
            "hawaii_sea_zone": {"usa": {"transport": 1}},
            "hawaiian_islands": {"usa": {"fighter": 1, "infantry": 1}},
        },
        dice=[4, 6],
    )
    move(game, "1 battleship", "wake_island_sea_zone", "hawaii_sea_zone")
    events = end(game)
    (battle,) = happened(events, "battle_began")
    assert battle.defenders == {"usa": {"transport": 1}}
    assert unrolled(game) == 0
    assert count(game, "hawaiian_islands") == {"infantry": 1, "fighter": 1}


@pytest.mark.rule("CL-MAP-04")
def test_ships_off_an_island_take_no_part_in_the_battle_ashore() -> None:
    """Marines fight for Okinawa alone; their transport, in the zone, neither fires nor is hit."""
    game = position(
        "usa",
        units={
            "okinawa_sea_zone": {"usa": {"transport": [{"cargo": {"usa": {"infantry": 1}}}], "submarine": 1}},
            "okinawa": {"japan": {"infantry": 1}},
        },
        dice=[1, 6],
    )
    sail(game, "okinawa_sea_zone", unload=ids(game, "okinawa_sea_zone", "1 infantry"), target="okinawa")
    events = end(game)
    (battle,) = happened(events, "battle_began")
    assert battle.attackers == {"infantry": 1}
    assert game.state.owner["okinawa"] == "usa"


@pytest.mark.rule("CL-MAP-05")
def test_the_panama_canal_costs_one_point() -> None:
    """From the Caribbean to the Mexican coast it is two steps; a third one is too many."""
    game = position("usa", "noncombat_move", units={CARIBBEAN: {"usa": {"submarine": 2}}})
    move(game, "1 submarine", CARIBBEAN, WEST_PANAMA, "mexico_sea_zone")
    move(game, "1 submarine", CARIBBEAN, WEST_PANAMA)
    with refused(game, "CL-SEA-01"):
        move(game, "1 submarine", WEST_PANAMA, "peru_sea_zone", "south_argentina_sea_zone")
    check_menu(game)


@pytest.mark.rule("CL-MAP-05")
def test_panama_is_one_territory_for_land_units() -> None:
    """Infantry boards on the Atlantic side and lands on the Pacific side of the same territory."""
    for zone in (CARIBBEAN, WEST_PANAMA):
        game = position(
            "usa", "noncombat_move", units={"panama": {"usa": {"infantry": 1}}, zone: {"usa": {"transport": 1}}}
        )
        land(game, "1 infantry", "panama", zone, target="panama")
        assert count(game, "panama") == {"infantry": 1}


@pytest.mark.rule("CL-MAP-06")
def test_the_suez_canal_costs_one_point() -> None:
    """A British ship goes from the eastern Mediterranean through the canal into the Indian Ocean."""
    game = position("uk", "noncombat_move", units={MEDITERRANEAN: {"uk": {"submarine": 1}}})
    assert (MEDITERRANEAN, RED_SEA) in routes(game)
    with refused(game, "CL-SEA-01"):
        move(game, "1 submarine", MEDITERRANEAN, RED_SEA, "indian_ocean_sea_zone", "east_indies_sea_zone")
    move(game, "1 submarine", MEDITERRANEAN, RED_SEA, "indian_ocean_sea_zone")


@pytest.mark.rule("CL-MAP-06")
def test_land_units_cross_between_the_suez_banks_without_a_ship() -> None:
    """Infantry marches from Egypt to Syria."""
    game = position("uk", "noncombat_move", units={"anglo_egypt_sudan": {"uk": {"infantry": 1}}})
    move(game, "1 infantry", "anglo_egypt_sudan", "syria_iraq")
    assert count(game, "syria_iraq") == {"infantry": 1}


@pytest.mark.rule("CL-MAP-07", "CL-STATUS-05")
def test_taking_both_banks_does_not_open_suez_this_turn_but_for_japan_later() -> None:
    """Germany takes Egypt and Syria: its submarine must wait, the Japanese one passes in the same round."""
    game = position(
        units={
            "libya": {"germany": {"infantry": 1, "armour": 1}},
            MEDITERRANEAN: {"germany": {"submarine": 1}},
            RED_SEA: {"japan": {"submarine": 1}},
        },
    )
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    move(game, "1 armour", "libya", "anglo_egypt_sudan", "syria_iraq")
    end(game)
    assert asked(game) == ("germany", "noncombat_move")
    assert game.state.owner["anglo_egypt_sudan"] == game.state.owner["syria_iraq"] == "germany"
    with refused(game, "CL-MAP-07"):
        move(game, "1 submarine", MEDITERRANEAN, RED_SEA)
    assert (MEDITERRANEAN, RED_SEA) not in routes(game)
    pass_on(game, "japan", "noncombat_move")
    assert (RED_SEA, MEDITERRANEAN) in {action.route for action in check_menu(game) if hasattr(action, "route")}
    move(game, "1 submarine", RED_SEA, MEDITERRANEAN)


@pytest.mark.rule("CL-MAP-07")
@pytest.mark.parametrize(("power", "passes"), [("germany", True), ("japan", True), ("uk", False), ("usa", False)])
def test_banks_may_be_held_by_different_allies(power: str, passes: bool) -> None:
    """Germany holds Egypt, Japan Syria: open to both of them, closed to the Allies."""
    game = position(power, "noncombat_move", units={RED_SEA: {power: {"battleship": 1}}}, owners=AXIS_SUEZ)
    assert ((RED_SEA, MEDITERRANEAN) in routes(game)) is passes
    if passes:
        move(game, "1 battleship", RED_SEA, MEDITERRANEAN)
    else:
        with refused(game, "CL-MAP-07"):
            move(game, "1 battleship", RED_SEA, MEDITERRANEAN)


@pytest.mark.rule("CL-MAP-07", "CL-MAP-05")
def test_taking_panama_does_not_open_the_canal_this_turn() -> None:
    """Japan lands in empty Panama; the canal opens with its next turn."""
    units = {
        WEST_PANAMA: {"japan": {"transport": [{"cargo": {"japan": {"infantry": 1}}}]}},
        "mexico_sea_zone": {"japan": {"submarine": 1}},
    }
    game = position("japan", units=units)
    sail(game, WEST_PANAMA, unload=ids(game, WEST_PANAMA, "1 infantry"), target="panama")
    end(game)
    assert game.state.owner["panama"] == "japan"
    with refused(game, "CL-MAP-07"):
        move(game, "1 submarine", "mexico_sea_zone", WEST_PANAMA, CARIBBEAN)
    pass_on(game, "usa", "noncombat_move")
    pass_on(game, "japan", "noncombat_move")
    move(game, "1 submarine", "mexico_sea_zone", WEST_PANAMA, CARIBBEAN)


@pytest.mark.rule("CL-MAP-07")
def test_a_closed_canal_stops_attacks_and_landings_too() -> None:
    """No German warship and no transport reaches the Red Sea through the British canal in the combat move."""
    game = position(
        units={
            MEDITERRANEAN: {"germany": {"battleship": 1, "transport": [{"cargo": {"germany": {"infantry": 1}}}]}},
            RED_SEA: {"uk": {"transport": 1}},
        }
    )
    with refused(game, "CL-MAP-07"):
        move(game, "1 battleship", MEDITERRANEAN, RED_SEA)
    with refused(game, "CL-MAP-07"):
        sail(game, MEDITERRANEAN, RED_SEA, unload=ids(game, MEDITERRANEAN, "1 infantry"), target="persia")
    assert all(RED_SEA not in route for route in routes(game))


@pytest.mark.rule("CL-MAP-08")
@pytest.mark.parametrize("power", ["germany", "uk"])
def test_nobody_passes_while_the_banks_are_split(power: str) -> None:
    """Egypt German, Syria British: closed for both sides, in both directions."""
    game = position(
        power,
        "noncombat_move",
        units={RED_SEA: {power: {"submarine": 1}}},
        owners={"anglo_egypt_sudan": "germany"},
    )
    with refused(game, "CL-MAP-07"):
        move(game, "1 submarine", RED_SEA, MEDITERRANEAN)
    assert (RED_SEA, MEDITERRANEAN) not in routes(game)


@pytest.mark.rule("CL-MAP-08")
def test_a_closed_canal_stops_neither_aircraft_nor_land_units() -> None:
    """A German bomber flies over the closed canal, and infantry crosses from bank to bank."""
    game = position(
        units={
            "southern_europe": {"germany": {"bomber": 1}},
            "anglo_egypt_sudan": {"germany": {"infantry": 1}},
            RED_SEA: {"uk": {"transport": 1}},
        },
        owners={"anglo_egypt_sudan": "germany"},
    )
    move(game, "1 bomber", "southern_europe", "central_mediterranean_sea_zone", MEDITERRANEAN, RED_SEA)
    move(game, "1 infantry", "anglo_egypt_sudan", "syria_iraq")
    assert count(game, RED_SEA, "germany") == {"bomber": 1}


@pytest.mark.rule("CL-MAP-09")
def test_ships_built_in_karelia_go_to_either_coast_one_by_one() -> None:
    """Two submarines: one into the Baltic, one into the Karelia Sea Zone; the Black Sea is no coast of Karelia."""
    game = position(
        "ussr", "placement", units={"karelia_ssr": {"ussr": {"factory": 1}}}, pool={"submarine": 2, "infantry": 1}
    )
    check_menu(game)
    with refused(game, "CL-PLACE-03"):
        game.apply(Place("submarine", "black_sea_zone", "karelia_ssr"))
    game.apply(Place("submarine", "baltic_sea_zone", "karelia_ssr"))
    game.apply(Place("submarine", "karelia_sea_zone", "karelia_ssr"))
    assert count(game, "baltic_sea_zone") == count(game, "karelia_sea_zone") == {"submarine": 1}


@pytest.mark.rule("CL-MAP-10")
@pytest.mark.parametrize(
    ("power", "here", "zone", "there"),
    [
        ("germany", "finland_norway", "baltic_sea_zone", "eastern_europe"),
        ("uk", "gibraltar", "west_mediterranean_sea_zone", "algeria"),
    ],
)
def test_no_land_link_without_a_transport(power: str, here: str, zone: str, there: str) -> None:
    """Finland–Eastern Europe and Gibraltar–Algeria are crossed by ship only."""
    units = {here: {power: {"armour": 1}}, zone: {power: {"transport": 1}}}
    for phase in ("combat_move", "noncombat_move"):
        game = position(power, phase, units=units, owners={"algeria": "uk"})
        with refused(game, "CL-MAP-01"):
            move(game, "1 armour", here, there)
        with refused(game, "CL-LAND-02"):
            move(game, "1 armour", here, zone, there)
    land(game, "1 armour", here, zone, target=there)
    assert count(game, there) == {"armour": 1}


@pytest.mark.rule("CL-MAP-11")
def test_the_water_south_of_australia_is_a_single_zone() -> None:
    """From west to east of Australia it is two steps along the south coast."""
    south = [zone for zone in BOARD.sea_borders["australia"] if "south" in zone]
    assert south == ["south_australia_sea_zone"]
    game = position("uk", "noncombat_move", units={"west_australia_sea_zone": {"uk": {"submarine": 1}}})
    move(game, "1 submarine", "west_australia_sea_zone", "south_australia_sea_zone", "new_zealand_sea_zone")


@pytest.mark.rule("CL-MAP-12")
@pytest.mark.parametrize("turkey", ["", "uk", "germany"])
def test_the_black_sea_is_open_whoever_holds_turkey(turkey: str) -> None:
    """A loaded German transport enters the Black Sea for one point and stays there; it may also come back at once."""
    cargo = {"transport": [{"cargo": {"germany": {"infantry": 2}}}]}
    zone = "central_mediterranean_sea_zone"
    game = position("germany", "noncombat_move", units={zone: {"germany": cargo}}, owners={"turkey": turkey})
    sail(game, zone, "black_sea_zone")
    assert count(game, "black_sea_zone") == {"infantry": 2, "transport": 1}
    (ship,) = ids(game, "black_sea_zone", "1 transport")
    assert rules_of(game).points_left(game.state, game.state.units[ship]) == 1
    sail(game, "black_sea_zone", MEDITERRANEAN)
