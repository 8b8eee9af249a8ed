"""S42-SETUP: sides, seats, starting position, agreements before the game, open information."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import sandtable
from sandtable.core.errors import BadValue, SandtableError
from sandtable.warfare.actions import Move
from tests.spring1942.play import attack, buy, position, rules_of
from tests.words import WarGame, asked, count, ids, move, pass_on, refused, sail

START_MONEY = {"ussr": 24, "germany": 40, "uk": 30, "japan": 30, "usa": 42}

KINDS = {
    "inf": "infantry",
    "art": "artillery",
    "tank": "armour",
    "ftr": "fighter",
    "bmb": "bomber",
    "AA": "aa_gun",
    "factory": "factory",
    "BB": "battleship",
    "CV": "carrier",
    "CA": "cruiser",
    "DD": "destroyer",
    "sub": "submarine",
    "trn": "transport",
}

START_FORCES = {
    "ussr": """
        karelia_ssr: 3 inf, 1 ftr; archangel: 3 inf, 1 tank; caucasus: 3 inf, 1 art, 1 tank, 1 AA, 1 factory;
        russia: 3 inf, 1 art, 2 tank, 1 ftr, 1 AA, 1 factory; evenki_national_okrug: 2 inf; novosibirsk: 2 inf;
        yakut_ssr: 2 inf; soviet_far_east: 2 inf; buryatia_ssr: 2 inf; kazakh_ssr: 2 inf; sz_4: 1 sub""",
    "germany": """
        western_europe: 2 inf, 2 tank, 1 ftr, 1 AA; southern_europe: 2 inf, 1 art, 1 tank, 1 AA, 1 factory;
        germany: 3 inf, 2 tank, 1 ftr, 1 bmb, 1 AA, 1 factory; norway: 3 inf, 1 ftr; balkans: 2 inf, 1 tank, 1 ftr;
        eastern_europe: 2 inf, 1 tank, 1 ftr; ukraine_ssr: 3 inf, 1 art, 1 tank, 1 ftr; belorussia: 3 inf;
        west_russia: 3 inf, 1 art, 1 tank; libya: 1 inf, 1 tank; algeria: 1 inf, 1 art;
        sz_5: 1 DD, 2 sub, 1 trn; sz_8: 1 sub; sz_14: 1 BB, 1 trn""",
    "uk": """
        eastern_canada: 1 tank; united_kingdom: 2 inf, 1 art, 1 tank, 2 ftr, 1 bmb, 1 AA, 1 factory; persia: 1 inf;
        india: 3 inf, 1 AA; trans_jordan: 1 inf; anglo_egypt: 1 inf, 1 tank, 1 ftr; union_of_south_africa: 1 inf;
        australia: 3 inf; new_zealand: 1 inf; western_canada: 1 inf; sz_1: 1 trn; sz_2: 1 BB, 1 trn; sz_13: 1 CA;
        sz_15: 1 DD; sz_35: 1 CV, 1 ftr, 1 CA, 1 trn; sz_40: 1 sub, 1 trn""",
    "japan": """
        manchuria: 2 inf, 1 ftr; kwangtung: 3 inf; french_indochina: 2 inf, 1 ftr; solomon_islands: 1 inf;
        new_guinea: 1 inf; borneo: 1 inf; east_indies: 2 inf; philippine_islands: 2 inf; caroline_islands: 1 inf;
        okinawa: 1 inf; wake_island: 1 inf; japan: 4 inf, 1 art, 1 tank, 1 ftr, 1 bmb, 1 AA, 1 factory;
        sz_37: 1 BB, 1 CV, 2 ftr; sz_59: 1 trn; sz_60: 1 BB, 1 trn; sz_50: 1 CA, 1 CV, 1 ftr; sz_45: 1 sub""",
    "usa": """
        eastern_united_states: 2 inf, 1 art, 1 tank, 1 ftr, 1 bmb, 1 AA, 1 factory; china: 2 inf, 1 ftr;
        sinkiang: 2 inf; midway: 1 inf; hawaiian_islands: 2 inf, 1 ftr; alaska: 1 inf;
        western_united_states: 2 inf, 1 ftr, 1 AA, 1 factory; central_united_states: 2 inf; sz_10: 1 CA, 2 trn;
        sz_20: 1 DD; sz_55: 1 BB, 1 trn; sz_52: 1 CV, 1 ftr, 1 sub""",
}

CITIES = {
    "allies": "eastern_united_states united_kingdom karelia_ssr russia india western_united_states",
    "axis": "germany western_europe southern_europe kwangtung philippine_islands japan",
}


def new(**more: Any) -> WarGame:
    """A game from the beginning."""
    return sandtable.new_game("1942", seed=1, **more)


def forces(card: str) -> dict[str, dict[str, int]]:
    """«libya: 1 inf, 1 tank; …» → {"libya": {"infantry": 1, "armour": 1}, …}."""
    found = {}
    for entry in card.split(";"):
        space, _, listed = entry.partition(":")
        pairs = [part.split() for part in listed.split(",")]
        found[space.strip()] = {KINDS[kind]: int(number) for number, kind in pairs}
    return found


# --- S42-SETUP-01: sides ------------------------------------------------------------------------------


@pytest.mark.rule("S42-SETUP-01")
def test_sides_are_fixed() -> None:
    """Soviet Union, United Kingdom and United States stand against Germany and Japan."""
    side_of = rules_of(position()).board.side_of
    assert {p: side_of[p] for p in START_MONEY} == {
        "ussr": "allies",
        "germany": "axis",
        "uk": "allies",
        "japan": "axis",
        "usa": "allies",
    }


@pytest.mark.rule("S42-SETUP-01")
def test_allies_cannot_attack_each_other_on_land() -> None:
    """A German tank ordered against Japanese infantry in Manchuria's neighbour: illegal."""
    game = position(
        owners={"buryatia_ssr": "germany"},
        units={"buryatia_ssr": {"germany": {"armour": 1}}, "manchuria": {"japan": {"infantry": 1}}},
    )
    with refused(game, "S42-CMOVE-01"):
        move(game, "1 armour", "buryatia_ssr", "manchuria")


@pytest.mark.rule("S42-SETUP-01")
def test_allies_cannot_attack_each_other_by_sea_and_air() -> None:
    """German destroyer, fighter and landing party against Japanese units: illegal each time."""
    game = position(
        units={
            "sz_5": {"germany": {"destroyer": 1}},
            "sz_6": {"japan": {"destroyer": 1, "transport": 1}},
            "norway": {"germany": {"fighter": 1}, "japan": {"infantry": 1}},
            "sz_3": {"germany": {"transport": {"count": 1, "cargo": {"germany": {"infantry": 1}}}}},
        }
    )
    with refused(game, "S42-CMOVE-01"):
        move(game, "1 destroyer", "sz_5", "sz_6")
    with refused(game, "S42-CMOVE-01"):
        move(game, "1 fighter", "norway", "sz_6")
    with refused(game, "S42-AMPH-03"):
        sail(game, "sz_3", unload=ids(game, "sz_3", "1 infantry"), target="norway")
    with refused(game, "S42-CMOVE-07"):
        attack(game, "sz_6")


# --- S42-SETUP-02: seats ------------------------------------------------------------------------------


@pytest.mark.rule("S42-SETUP-02")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_dealt_seats_hold_powers_of_one_side(players: int) -> None:
    """Two to five people: every power has exactly one of them, nobody has powers of both sides."""
    game = new(players=players)
    seats = game.state.seats
    assert len(seats) == players
    assert sorted(power for seat in seats for power in seat) == sorted(START_MONEY)
    side_of = rules_of(game).board.side_of
    assert all(len({side_of[power] for power in seat}) == 1 for seat in seats)


@pytest.mark.rule("S42-SETUP-02")
def test_five_players_have_one_power_each() -> None:
    """With five people everybody runs one power."""
    assert all(len(seat) == 1 for seat in new(players=5).state.seats)


@pytest.mark.rule("S42-SETUP-02")
@pytest.mark.parametrize("players", [0, 1, 6])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    """One person alone would have both sides; six would have nothing to run."""
    with pytest.raises(BadValue):
        new(players=players)


@pytest.mark.rule("S42-SETUP-02")
@pytest.mark.parametrize("game", ["classic", "1942"])
def test_nobody_plays_both_sides(game: str) -> None:
    """One player for Germany and the United Kingdom: illegal, in a new game and in a set-up position."""
    seats = [["germany", "uk"], ["ussr", "usa"], ["japan"]]
    with pytest.raises(BadValue, match="germany and uk"):
        sandtable.new_game(game, seats=seats)
    with pytest.raises(BadValue, match="germany and uk"):
        sandtable.setup(game, seats=seats)
    fair = [["germany", "japan"], ["ussr", "usa"], ["uk"]]
    assert sandtable.new_game(game, seats=fair).state.seats == tuple(map(tuple, fair))
    exact = sandtable.export(sandtable.new_game(game, seats=fair), exact=True)["exact"]
    with pytest.raises(BadValue, match="germany and uk"):
        sandtable.setup(game, exact=exact | {"seats": seats})


@pytest.mark.rule("S42-SETUP-02")
@pytest.mark.parametrize("game", ["classic", "1942"])
@pytest.mark.parametrize(
    "seats",
    [
        [["germany"], ["ussr"], ["uk"], ["usa"]],
        [["germany"], ["japan"], ["germany"], ["ussr", "uk", "usa"]],
        [["germany", "japan"], ["ussr", "uk", "usa", "italy"]],
    ],
    ids=["missing", "twice", "unknown"],
)
def test_every_power_has_exactly_one_player(game: str, seats: list[list[str]]) -> None:
    """A power without a player, with two players, or one that does not exist: illegal."""
    with pytest.raises(SandtableError):
        sandtable.new_game(game, seats=seats)
    with pytest.raises(SandtableError):
        sandtable.setup(game, seats=seats)


# --- S42-SETUP-03: several powers in one hand ---------------------------------------------------------


@pytest.mark.rule("S42-SETUP-03")
def test_powers_of_one_player_stay_apart() -> None:
    """One person runs the whole Axis: Germany cannot spend Japan's money nor move Japan's units."""
    game = position(
        power="germany",
        phase="purchase",
        seats=[["germany", "japan"], ["ussr", "uk", "usa"]],
        money={"germany": 5, "japan": 30},
        units={"manchuria": {"japan": {"infantry": 1}}, "germany": {"germany": {"factory": 1}}},
    )
    with refused(game, "S42-BUY-01"):
        buy(game, "2 infantry")
    buy(game, "1 infantry")
    assert game.state.money["japan"] == 30
    with refused(game, "S42-TURN-03"):
        game.apply(Move(ids(game, "manchuria", "1 infantry", "japan"), ("manchuria", "buryatia_ssr")))


@pytest.mark.rule("S42-SETUP-03")
def test_turns_and_purchases_of_one_player_are_separate() -> None:
    """Germany's purchase is placed in Germany's turn; Japan has its own turn and its own purchase."""
    game = position(power="germany", phase="purchase", seats=[["germany", "japan"], ["ussr", "uk", "usa"]])
    pass_on(game, "uk", "purchase")
    pass_on(game, "japan", "purchase")
    assert game.decision is not None and game.decision.about["money"] == game.state.money["japan"]
    assert not game.state.pool


# --- S42-SETUP-04: the opening position ---------------------------------------------------------------


@pytest.mark.rule("S42-SETUP-04")
@pytest.mark.parametrize("power", START_FORCES)
def test_starting_units(power: str) -> None:
    """Every power stands as on its card, and nowhere else."""
    game = new()
    card = forces(START_FORCES[power])
    assert {space: count(game, space, power) for space in card} == card
    assert {unit.space for unit in game.state.units_of(power)} == set(card)


@pytest.mark.rule("S42-SETUP-04")
def test_starting_fighters_at_sea_are_aboard() -> None:
    """Fighters in sea zones stand on the carriers there."""
    state = new().state
    at_sea = [unit for unit in state.units.values() if unit.kind == "fighter" and unit.space.startswith("sz_")]
    assert len(at_sea) == 5
    assert all(state.units[unit.aboard].kind == "carrier" for unit in at_sea)


@pytest.mark.rule("S42-SETUP-04", "S42-MAP-05")
def test_starting_money_equals_production() -> None:
    """24, 40, 30, 30 and 42 IPC: cash and production."""
    game = new()
    assert game.state.money == START_MONEY
    assert {power: rules_of(game).production(game.state, power) for power in START_MONEY} == START_MONEY


@pytest.mark.rule("S42-SETUP-04")
def test_first_decision() -> None:
    """The Soviet Union buys first, in round 1."""
    game = new()
    assert asked(game) == ("ussr", "purchase") and game.state.round == 1


@pytest.mark.rule("S42-SETUP-04")
@pytest.mark.parametrize("side", CITIES)
def test_victory_cities(side: str) -> None:
    """Six cities on each side at the start."""
    game = new()
    board = rules_of(game).board
    held = {s.id for s in board.spaces.values() if s.city and board.side_of[game.state.owner[s.id]] == side}
    assert held == set(CITIES[side].split())


# --- S42-SETUP-05: agreements -------------------------------------------------------------------------


@pytest.mark.rule("S42-SETUP-05")
def test_without_agreement_standard_rules() -> None:
    """Nine cities win and no optional rule is on unless chosen."""
    game = new()
    assert rules_of(game).cities_needed == 9
    assert not game.header.options


@pytest.mark.rule("S42-SETUP-05")
def test_agreed_options_are_in_the_record() -> None:
    """What was agreed before play is part of the game and its record."""
    game = new(options={"victory_total": True, "closed_dardanelles": True})
    assert rules_of(game).cities_needed == 12
    assert game.header.options == {"victory_total": True, "closed_dardanelles": True}


@pytest.mark.rule("S42-SETUP-05")
def test_unknown_options_are_refused() -> None:
    """Only options that exist can be agreed."""
    with pytest.raises(SandtableError):
        new(options={"heavy_bombers": True})


# --- S42-SETUP-06: open information, no limits --------------------------------------------------------


@pytest.mark.rule("S42-SETUP-06")
def test_everybody_sees_everything() -> None:
    """Units, cargo, money, purchases and dice are the same for all powers."""
    game = new()
    buy(game, "8 infantry")
    views = [msgspec.json.encode(game.view(power).plain()["state"]) for power in START_MONEY]
    assert len(set(views)) == 1
    assert len({len(game.view(power).events) for power in START_MONEY}) == 1


@pytest.mark.rule("S42-SETUP-06")
def test_stacks_are_unlimited() -> None:
    """Four hundred infantry can be bought and stand in one territory."""
    game = position(phase="purchase", money={"germany": 1200}, units={"germany": {"germany": {"infantry": 300}}})
    buy(game, "400 infantry")
    assert game.state.pool == {"infantry": 400}
    assert count(game, "germany") == {"infantry": 300}


@pytest.mark.rule("S42-SETUP-06")
def test_unknown_units_and_spaces_are_named() -> None:
    """An order for units or spaces that do not exist changes nothing."""
    game = position(units={"germany": {"germany": {"infantry": 1}}})
    with refused(game, "S42-SETUP-06"):
        move(game, "1 infantry", "germany", "atlantis")
    with refused(game, "S42-SETUP-06"):
        attack(game, "atlantis")
    with refused(game, "S42-SETUP-06"):
        game.apply({"kind": "move", "units": ["infantry99"], "route": ["germany", "balkans"]})
