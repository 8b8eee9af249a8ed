"""The data files of the 1942 edition against the tables of its rule catalogue."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

import sandtable
from sandtable.games.spring1942.rules import BOARD, SCENARIO, TYPES
from tests.spring1942.play import rules_of

PRODUCTION = {"ussr": 24, "germany": 40, "uk": 30, "japan": 30, "usa": 42}

CITIES = {
    "axis": {
        "germany": "Berlin",
        "western_europe": "Paris",
        "southern_europe": "Rome",
        "kwangtung": "Shanghai",
        "philippine_islands": "Manila",
        "japan": "Tokyo",
    },
    "allies": {
        "eastern_united_states": "Washington",
        "united_kingdom": "London",
        "karelia_ssr": "Leningrad",
        "russia": "Moscow",
        "india": "Calcutta",
        "western_united_states": "Los Angeles",
    },
}

FIGURES = """
    infantry    3  1  1  2  1
    artillery   4  1  2  2  1
    armour      5  2  3  3  1
    aa_gun      6  1  0  0  1
    factory    15  0  0  0  1
    fighter    10  4  3  4  1
    bomber     12  6  4  1  1
    battleship 20  2  4  4  2
    carrier    14  2  1  2  1
    cruiser    12  2  3  3  1
    destroyer   8  2  2  2  1
    submarine   6  2  2  1  1
    transport   7  2  0  0  1
"""

TRAITS = {
    "infantry": {"holds_land"},
    "artillery": {"holds_land", "supports"},
    "armour": {"holds_land", "blitzes"},
    "aa_gun": {"anti_air"},
    "factory": {"builds"},
    "bomber": {"raids"},
    "battleship": {"surface", "bombards"},
    "carrier": {"surface"},
    "cruiser": {"surface", "bombards"},
    "destroyer": {"surface", "hunts_submarines"},
    "submarine": {"submarine"},
    "transport": {"defenceless"},
}

FORCES = {
    "ussr": "24 infantry, 2 artillery, 4 armour, 2 aa_gun, 2 factory, 2 fighter, 1 submarine",
    "germany": (
        "25 infantry, 4 artillery, 10 armour, 3 aa_gun, 2 factory, 6 fighter, 1 bomber, "
        "1 battleship, 1 destroyer, 3 submarine, 2 transport"
    ),
    "uk": (
        "14 infantry, 1 artillery, 3 armour, 2 aa_gun, 1 factory, 4 fighter, 1 bomber, 1 battleship, 1 carrier, "
        "2 cruiser, 1 destroyer, 1 submarine, 4 transport"
    ),
    "japan": (
        "21 infantry, 1 artillery, 1 armour, 1 aa_gun, 1 factory, 6 fighter, 1 bomber, 2 battleship, 2 carrier, "
        "1 cruiser, 1 submarine, 2 transport"
    ),
    "usa": (
        "14 infantry, 1 artillery, 1 armour, 2 aa_gun, 2 factory, 5 fighter, 1 bomber, 1 battleship, 1 carrier, "
        "1 cruiser, 1 destroyer, 1 submarine, 3 transport"
    ),
}


@pytest.mark.rule("S42-SETUP-04", "S42-MAP-05")
def test_production_and_money() -> None:
    """24, 40, 30, 30, 42: the values of the territories, and the money at the start; values are 0 to 12."""
    values: Counter[str] = Counter()
    for space in BOARD.spaces.values():
        assert 0 <= space.value <= 12
        if space.owner:
            values[space.owner] += space.value
    assert dict(values) == PRODUCTION == SCENARIO.money
    assert sum(BOARD.values.values()) == sum(PRODUCTION.values()) == 166


def test_size_of_the_board() -> None:
    """81 territories, 16 of them neutral and worth nothing, and 64 sea zones."""
    neutral = [space for space in BOARD.spaces.values() if not space.is_sea and not space.owner]
    assert len(BOARD.land) == 81 and len(BOARD.sea) == 64 and len(neutral) == 16
    assert all(space.value == 0 and not space.city for space in neutral)
    assert set(BOARD.sea) == {f"sz_{number}" for number in range(1, 65)}


def test_victory_cities() -> None:
    """Twelve, six for each side at the start."""
    for side, cities in CITIES.items():
        found = {s.id: s.city["en"] for s in BOARD.spaces.values() if s.city and BOARD.side_of[s.owner or ""] == side}
        assert found == cities
    assert all(space.city["de"] for space in BOARD.spaces.values() if space.city)


@pytest.mark.rule("S42-MAP-01")
def test_borders_go_both_ways() -> None:
    """350 borders, each written down at both ends, none of a space with itself, and everything hangs together."""
    pairs = {frozenset((here, there)) for here, others in BOARD.borders.items() for there in others}
    assert len(pairs) == 350 and all(len(pair) == 2 for pair in pairs)
    for here, others in BOARD.borders.items():
        assert len(set(others)) == len(others)
        assert all(here in BOARD.borders[there] for there in others)
    assert set(BOARD.distances("russia")) == set(BOARD.spaces)


@pytest.mark.rule("S42-MAP-01")
@pytest.mark.parametrize(
    "route",
    [
        ("hawaiian_islands", "sz_52", "sz_45", "sz_46", "australia"),
        ("sz_51", "sz_50", "sz_49", "philippine_islands"),
        ("sz_19", "sz_20"),
        ("sz_15", "sz_34"),
        ("trans_jordan", "anglo_egypt"),
    ],
)
def test_borders_that_the_rulebook_names(route: tuple[str, ...]) -> None:
    """Links that its examples confirm."""
    for here, there in pairwise(route):
        assert there in BOARD.borders[here]


def test_canals() -> None:
    """Panama with one bank, Suez with two."""
    canals = {frozenset(canal.between): set(canal.banks) for canal in BOARD.canals.values()}
    assert canals == {
        frozenset(("sz_19", "sz_20")): {"panama"},
        frozenset(("sz_15", "sz_34")): {"anglo_egypt", "trans_jordan"},
    }


def test_sides_and_order() -> None:
    """Five powers in turn order, two against three, each with its capital on its own land."""
    assert BOARD.order == tuple(PRODUCTION)
    assert {power for power in BOARD.order if BOARD.side_of[power] == "axis"} == {"germany", "japan"}
    for power in BOARD.powers.values():
        assert BOARD.spaces[power.capital].owner == power.id


def test_figures_of_the_units() -> None:
    """Cost, movement, attack, defence, hits."""
    rules = rules_of(sandtable.new_game("1942"))
    table = {name: tuple(map(int, rest)) for name, *rest in map(str.split, FIGURES.strip().splitlines())}
    assert list(table) == list(TYPES)
    for kind, figures in table.items():
        unit = TYPES[kind]
        assert (unit.cost, unit.move, unit.attack, unit.defence, unit.hits) == figures
        assert rules.hits_to_sink(kind) == figures[-1]
        assert set(unit.traits) == TRAITS.get(kind, set())


@pytest.mark.rule("S42-TRN-01", "S42-CARR-01")
def test_room_on_ships() -> None:
    """One land unit of any kind and one infantry; two fighters."""
    room = TYPES["transport"].cargo_capacity
    cargo = {kind: TYPES[kind].cargo_size for kind in TYPES if TYPES[kind].cargo_size}
    assert set(cargo) == {"infantry", "artillery", "armour", "aa_gun"}
    for one, size in cargo.items():
        assert size + cargo["infantry"] <= room
        assert all(size + other > room for kind, other in cargo.items() if "infantry" not in (kind, one))
    assert 3 * cargo["infantry"] > room
    assert (TYPES["carrier"].deck_capacity, TYPES["fighter"].deck_size, TYPES["bomber"].deck_size) == (2, 1, 0)


@pytest.mark.rule("S42-SETUP-04")
@pytest.mark.parametrize("power", FORCES)
def test_starting_forces(power: str) -> None:
    """The totals of every power."""
    game = sandtable.new_game("1942")
    expected = {kind: int(number) for number, kind in (part.split() for part in FORCES[power].split(", "))}
    assert rules_of(game).count(game.state.units_of(power)) == expected


@pytest.mark.rule("S42-SETUP-04")
def test_everything_starts_in_its_place() -> None:
    """Land units and factories on own land, ships at sea, fighters at sea on carriers, no cargo, no damage."""
    game = sandtable.new_game("1942")
    for unit in game.state.units.values():
        domain = TYPES[unit.kind].domain
        assert not unit.damage and BOARD.is_sea[unit.space] == (domain == "sea" or bool(unit.aboard))
        if domain == "land":
            assert BOARD.spaces[unit.space].owner == unit.power
        if unit.aboard:
            assert domain == "air" and game.state.units[unit.aboard].kind == "carrier"


@pytest.mark.rule("S42-SETUP-02")
@pytest.mark.parametrize("players", range(2, 6))
def test_seats(players: int) -> None:
    """Every power has one player, and nobody plays for both sides."""
    seats = sandtable.definition("1942").seats_for(players)
    assert len(seats) == players and sorted(power for seat in seats for power in seat) == sorted(BOARD.order)
    assert all(len({BOARD.side_of[power] for power in seat}) == 1 for seat in seats)
