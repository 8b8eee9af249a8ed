"""Carriers and their fighters: decks, defence from the deck, fighters without a deck."""

from __future__ import annotations

import pytest

from sandtable import BadValue
from sandtable.warfare.actions import ChooseCasualties, LandDisplaced, Move
from tests.classic.battles import (
    about,
    asked_kinds,
    every_menu_works,
    fight_on,
    land_displaced,
    next_battle,
    only,
    results,
    retreat,
    rolls,
    withdraw,
)
from tests.classic.play import position
from tests.words import WarGame, asked, count, end, happened, ids, lose, move, options_of, pass_on, refused, units

__all__ = ["every_menu_works"]
pytestmark = pytest.mark.usefixtures("every_menu_works")

CANADA = "east_canada_sea_zone"
NORTH_SEA = "north_sea_zone"
BALTIC = "baltic_sea_zone"
SPAIN = "west_spain_sea_zone"
HAWAII = "hawaii_sea_zone"
WAKE = "wake_island_sea_zone"


# CL-CARR-01: the deck


@pytest.mark.rule("CL-CARR-01", "CL-AIR-08")
def test_a_carrier_takes_two_fighters_of_any_allies_and_no_bomber() -> None:
    """A British and an American fighter share a deck; a third fighter and any bomber are refused."""
    game = position(
        power="uk",
        phase="noncombat_move",
        units={
            NORTH_SEA: {"uk": {"carrier": [{"cargo": {"usa": {"fighter": 1}}}]}},
            "united_kingdom": {"uk": {"fighter": 2, "bomber": 1}},
        },
    )
    deck = only(game, NORTH_SEA, "carrier")
    with refused(game, "CL-AIR-08"):
        move(game, "1 bomber", "united_kingdom", NORTH_SEA, deck=deck)
    with refused(game, "CL-CARR-01"):
        move(game, "2 fighter", "united_kingdom", NORTH_SEA, deck=deck)
    move(game, "1 fighter", "united_kingdom", NORTH_SEA, deck=deck)
    with refused(game, "CL-CARR-01"):
        move(game, "1 fighter", "united_kingdom", NORTH_SEA, deck=deck)
    assert count(game, NORTH_SEA) == {"fighter": 2, "carrier": 1}
    assert {unit.aboard for unit in units(game, NORTH_SEA, "fighter")} == {deck}


@pytest.mark.rule("CL-CARR-01")
def test_a_position_with_three_fighters_on_a_deck_cannot_be() -> None:
    """Setting up an overloaded carrier is refused, a bomber at sea too."""
    with pytest.raises(BadValue):
        position(units={NORTH_SEA: {"uk": {"carrier": 1, "fighter": 3}}})
    with pytest.raises(BadValue):
        position(units={NORTH_SEA: {"uk": {"carrier": 1, "bomber": 1}}})


# CL-CARR-02, -03: fighters defend


@pytest.mark.rule("CL-CARR-02", "CL-SUB-03")
def test_fighters_aboard_defend_and_can_be_lost_instead_of_the_carrier() -> None:
    """A battleship's hit may be taken by a fighter, a submarine's hit only by the carrier."""
    game = position(
        units={
            NORTH_SEA: {"germany": {"submarine": 1, "battleship": 1}},
            CANADA: {"uk": {"carrier": 1, "fighter": 2, "transport": 1}},
        },
        dice=[1, 4, 6, 6, 4],
    )
    move(game, "1 submarine, 1 battleship", NORTH_SEA, CANADA)
    end(game)
    assert sorted(asked_kinds(game)) == ["carrier", "transport"]
    lose(game, "1 transport")
    assert sorted(asked_kinds(game)) == ["carrier", "fighter", "fighter"]
    lose(game, "1 fighter")
    assert rolls(game)[2:] == [("uk", "carrier", (6,)), ("uk", "fighter fighter", (6, 4))]
    lose(game, "1 submarine")
    assert count(game, CANADA, "uk") == {"fighter": 1, "carrier": 1}


@pytest.mark.rule("CL-CARR-03")
def test_fighters_fight_on_when_their_carrier_is_sunk() -> None:
    """The carrier goes down in the first round; its fighter fires in that round and the next."""
    game = position(
        units={NORTH_SEA: {"germany": {"battleship": 1}}, CANADA: {"uk": {"carrier": 1, "fighter": 1}}},
        dice=[4, 6, 6, 6, 4],
    )
    move(game, "1 battleship", NORTH_SEA, CANADA)
    end(game)
    lose(game, "1 carrier")
    assert rolls(game)[1:] == [("uk", "carrier", (6,)), ("uk", "fighter", (6,))]
    fight_on(game)
    assert rolls(game)[3:] == [("germany", "battleship", (6,)), ("uk", "fighter", (4,))]
    assert results(game) == {CANADA: "lost"}


# CL-CARR-04: fighters without a deck


def sink_a_carrier(game: WarGame, zone: str, deck: str, enemy: str) -> None:
    """A submarine from the given zone sinks one carrier and withdraws."""
    move(game, "1 submarine", enemy, zone)
    end(game)
    if asked(game)[1] == "choose_casualties":
        game.apply(ChooseCasualties((deck,)))
    withdraw(game, enemy)


@pytest.mark.rule("CL-CARR-04", "CL-CARR-09")
def test_one_free_slot_saves_one_of_two_displaced_fighters() -> None:
    """Two fighters, another carrier with one free slot, no island: the owner picks the one that is saved."""
    game = position(
        units={
            NORTH_SEA: {"germany": {"submarine": 1}},
            CANADA: {"uk": {"carrier": [{"cargo": {"uk": {"fighter": 2}}}, {"cargo": {"uk": {"fighter": 1}}}]}},
        },
        dice=[1, 6, 6, 6, 6],
    )
    sinking, floating = ids(game, CANADA, "2 carrier", "uk")
    first, second = (unit.id for unit in units(game, CANADA, "fighter") if unit.aboard == sinking)
    (at_home,) = (unit.id for unit in units(game, CANADA, "fighter") if unit.aboard == floating)
    sink_a_carrier(game, CANADA, sinking, NORTH_SEA)
    assert asked(game) == ("uk", "land_displaced")
    assert about(game, "fighters") == [first, second]
    assert about(game, "room") == {floating: 1}
    assert set(map(str, options_of(game))) == {str(LandDisplaced({f: floating})) for f in (first, second)}
    for wrong in ({first: floating, second: floating}, {}, {at_home: floating}, {first: "eastern_canada"}):
        with refused(game, "CL-CARR-04"):
            land_displaced(game, wrong)
    land_displaced(game, {second: floating})
    assert {unit.id for unit in units(game, CANADA, "fighter")} == {second, at_home}
    assert {unit.aboard for unit in units(game, CANADA, "fighter")} == {floating}


@pytest.mark.rule("CL-CARR-04")
def test_displaced_fighters_land_on_a_friendly_island_in_the_zone() -> None:
    """Both fighters come down on the Hawaiian Islands; one place fits all, so nobody is asked."""
    game = position(
        power="japan",
        units={WAKE: {"japan": {"submarine": 1}}, HAWAII: {"usa": {"carrier": 1, "fighter": 2}}},
        dice=[1, 6, 6],
    )
    sink_a_carrier(game, HAWAII, only(game, HAWAII, "carrier"), WAKE)
    assert asked(game) == ("japan", "noncombat_move")
    assert count(game, "hawaiian_islands") == {"fighter": 2}
    assert not any(unit.aboard for unit in units(game, "hawaiian_islands"))


@pytest.mark.rule("CL-CARR-04", "CL-CARR-05")
@pytest.mark.parametrize(
    ("zone", "enemy", "owners"),
    [
        (CANADA, NORTH_SEA, {}),  # a continental coast is no island
        ("west_australia_sea_zone", "east_indies_sea_zone", {}),  # nor is an island with several coasts
        (HAWAII, WAKE, {"hawaiian_islands": "japan"}),  # nor an island in enemy hands
        (NORTH_SEA, SPAIN, {"united_kingdom": "germany"}),  # unviolated Eire does not help
    ],
)
def test_without_a_friendly_island_or_deck_displaced_fighters_are_lost(
    zone: str, enemy: str, owners: dict[str, str]
) -> None:
    """No movement is granted: a friendly coast next to the zone does not save the fighter."""
    game = position(
        power="japan",
        units={enemy: {"japan": {"submarine": 1}}, zone: {"uk": {"carrier": 1, "fighter": 1}}},
        owners=owners,
        dice=[1, 6],
    )
    sink_a_carrier(game, zone, only(game, zone, "carrier"), enemy)
    assert asked(game) == ("japan", "noncombat_move")
    assert count(game, zone, "uk") == {}
    assert happened(game.events, "units_lost")[-1].cause == "no_landing"


@pytest.mark.rule("CL-CARR-04", "CL-MULTI-04", "CL-CARR-09")
def test_nations_land_their_displaced_fighters_in_turn_order() -> None:
    """A British and an American fighter on the sunk deck, one slot left in the zone and no island: Japan moves,
    so the American (next in order) comes first and takes the slot; nothing is left for the British one."""
    game = position(
        power="japan",
        units={
            "east_indies_sea_zone": {"japan": {"submarine": 1}},
            "west_australia_sea_zone": {
                "uk": {"carrier": [{"cargo": {"uk": {"fighter": 1}, "usa": {"fighter": 1}}}]},
                "usa": {"carrier": [{"cargo": {"usa": {"fighter": 1}}}]},
            },
        },
        dice=[1, 6, 6, 6, 6],
    )
    zone = "west_australia_sea_zone"
    move(game, "1 submarine", "east_indies_sea_zone", zone)
    end(game)
    assert asked(game) == ("japan", "assign_hits")
    game.apply({"kind": "assign_hits", "hits": {"uk": 1}})
    withdraw(game, "east_indies_sea_zone")
    assert asked(game) == ("japan", "noncombat_move")
    assert count(game, zone) == {"fighter": 2, "carrier": 1}
    assert count(game, zone, "uk") == {}


@pytest.mark.rule("CL-CARR-04")
def test_the_owner_chooses_between_island_and_deck() -> None:
    """An island and a free slot: one fighter goes here, the other there."""
    game = position(
        power="japan",
        units={
            WAKE: {"japan": {"submarine": 1}},
            HAWAII: {"usa": {"carrier": [{"cargo": {"usa": {"fighter": 2}}}, {"count": 1}]}},
        },
        dice=[1, 6, 6, 6],
    )
    sinking, other = ids(game, HAWAII, "2 carrier", "usa")
    sink_a_carrier(game, HAWAII, sinking, WAKE)
    assert asked(game) == ("usa", "land_displaced")
    first, second = about(game, "fighters")
    assert len(options_of(game)) == 4
    land_displaced(game, {first: "hawaiian_islands", second: other})
    assert count(game, "hawaiian_islands") == {"fighter": 1}
    assert game.state.units[second].aboard == other


# CL-CARR-05: when they land


@pytest.mark.rule("CL-CARR-05")
def test_displaced_fighters_land_after_all_battles_and_do_not_defend_the_island() -> None:
    """The sea battle is over first, but in the fight for the island the fighter from the sunk carrier is missing."""
    game = position(
        power="japan",
        units={
            WAKE: {"japan": {"submarine": 1}},
            "wake_island": {"japan": {"bomber": 1}},
            HAWAII: {"usa": {"carrier": 1, "fighter": 1}},
            "hawaiian_islands": {"usa": {"infantry": 1}},
        },
        dice=[1, 6, 4, 6],
    )
    move(game, "1 bomber", "wake_island", WAKE, HAWAII, "hawaiian_islands")
    move(game, "1 submarine", WAKE, HAWAII)
    end(game)
    next_battle(game, HAWAII)
    events = withdraw(game, WAKE)
    (battle,) = happened(events, "battle_began")
    assert battle.space == "hawaiian_islands" and battle.defenders == {"usa": {"infantry": 1}}
    (ended,) = (event for event in happened(events, "battle_ended") if event.space == "hawaiian_islands")
    (landed,) = (event for event in happened(events, "units_moved") if event.power == "usa")
    assert events.index(ended) < events.index(landed)
    assert count(game, "hawaiian_islands", "usa") == {"fighter": 1}


# CL-CARR-06, -07: attacking carriers


@pytest.mark.rule("CL-CARR-06", "CL-CMOVE-10")
def test_an_allys_fighters_on_an_attacking_carrier_are_cargo() -> None:
    """The American fighter sails along, rolls no die, cannot be chosen, and goes down with the carrier."""
    game = position(
        power="uk",
        units={
            NORTH_SEA: {"uk": {"carrier": [{"cargo": {"usa": {"fighter": 1}}}], "transport": 1}},
            BALTIC: {"germany": {"battleship": 1}},
        },
        dice=[6, 4],
    )
    move(game, "1 carrier, 1 transport", NORTH_SEA, BALTIC)
    assert count(game, BALTIC, "usa") == {"fighter": 1}
    end(game)
    assert rolls(game) == [("uk", "carrier", (6,)), ("germany", "battleship", (4,))]
    assert sorted(asked_kinds(game)) == ["carrier", "transport"]
    events = lose(game, "1 carrier")
    assert count(game, BALTIC, "usa") == {}
    assert [(lost.power, lost.cause) for lost in happened(events, "units_lost")] == [
        ("uk", "battle"),
        ("usa", "sunk"),
    ]


@pytest.mark.rule("CL-CARR-07", "CL-AIR-11")
def test_own_attacking_fighters_survive_their_carrier_and_must_land_elsewhere() -> None:
    """The carrier is sunk; the fighter has three points left for London and must use them."""
    game = position(
        power="uk",
        units={
            NORTH_SEA: {"uk": {"carrier": 1, "fighter": 1}},
            BALTIC: {"germany": {"transport": 1}},
        },
        dice=[6, 6, 1, 3, 6],
    )
    move(game, "1 fighter", NORTH_SEA, BALTIC)
    move(game, "1 carrier", NORTH_SEA, BALTIC)
    end(game)
    lose(game, "1 carrier")
    fight_on(game)
    assert results(game) == {BALTIC: "won"}
    with refused(game, "CL-AIR-10"):
        end(game)
    move(game, "1 fighter", BALTIC, NORTH_SEA, "united_kingdom")
    assert count(game, "united_kingdom") == {"fighter": 1}


@pytest.mark.rule("CL-CARR-07", "CL-AIR-11")
def test_an_attacking_fighter_that_cannot_reach_a_place_is_lost() -> None:
    """Far from land the carrier was the only place: with it the fighter is lost at the end of phase 4."""
    game = position(
        power="usa",
        units={
            "south_pacific_sea_zone": {"usa": {"carrier": 1, "fighter": 1}},
            "new_zealand_sea_zone": {"japan": {"transport": 1}},
        },
        owners={"new_zealand": "japan", "solomon_islands": "japan", "australia": "japan", "new_guinea": "japan"},
        dice=[6, 6, 1, 3, 6],
    )
    there = "new_zealand_sea_zone"
    move(
        game, "1 fighter", "south_pacific_sea_zone", "hawaii_sea_zone", "solomon_islands_sea_zone", there
    )  # the long way round: one point left
    move(game, "1 carrier", "south_pacific_sea_zone", there)
    end(game)
    lose(game, "1 carrier")
    fight_on(game)
    assert [type(option).__name__ for option in options_of(game)] == ["EndPhase"]
    events = end(game)
    assert happened(events, "units_lost")[0].cause == "no_landing"
    assert count(game, there) == {}


# CL-CARR-08, -09: guests


@pytest.mark.rule("CL-CARR-08", "CL-AIR-12")
def test_a_guest_is_carried_by_the_owner_and_starts_where_the_carrier_is() -> None:
    """A British fighter lands on the American carrier, is carried to the Caribbean and flies on from there."""
    game = position(
        power="uk",
        phase="noncombat_move",
        units={
            "eastern_canada": {"uk": {"fighter": 1}},
            CANADA: {"usa": {"carrier": 1}},
        },
        money=dict.fromkeys(("ussr", "germany", "uk", "japan", "usa"), 0),
    )
    deck = only(game, CANADA, "carrier")
    move(game, "1 fighter", "eastern_canada", CANADA, deck=deck)
    with refused(game, "CL-TURN-04"):
        game.apply(Move((deck,), (CANADA, NORTH_SEA)))
    pass_on(game, "usa", "noncombat_move")
    move(game, "1 carrier", CANADA, "east_us_sea_zone", "caribbean_sea_zone")
    assert count(game, "caribbean_sea_zone", "uk") == {"fighter": 1}
    guest = only(game, "caribbean_sea_zone", "fighter")
    with refused(game, "CL-TURN-04"):
        game.apply(Move((guest,), ("caribbean_sea_zone", "panama")))
    pass_on(game, "uk", "noncombat_move")
    with refused(game, "CL-TURN-04"):
        game.apply(Move((deck,), ("caribbean_sea_zone", "east_us_sea_zone")))
    move(game, "1 fighter", "caribbean_sea_zone", "east_us_sea_zone", "eastern_united_states")
    assert count(game, "eastern_united_states", "uk") == {"fighter": 1}


@pytest.mark.rule("CL-CARR-09")
def test_the_owner_of_the_fighter_names_the_deck() -> None:
    """Two carriers in the zone: without a deck the landing is refused, with one it is fixed and public."""
    game = position(
        power="uk",
        phase="noncombat_move",
        units={"united_kingdom": {"uk": {"fighter": 1}}, NORTH_SEA: {"usa": {"carrier": 1}, "uk": {"carrier": 1}}},
    )
    with refused(game, "CL-AIR-06"):
        move(game, "1 fighter", "united_kingdom", NORTH_SEA)
    allied = only(game, NORTH_SEA, "carrier", "usa")
    move(game, "1 fighter", "united_kingdom", NORTH_SEA, deck=allied)
    assert game.state.units[only(game, NORTH_SEA, "fighter")].aboard == allied


@pytest.mark.rule("CL-CARR-09")
def test_a_fighter_whose_carrier_survives_keeps_its_slot() -> None:
    """Both decks are full, one is sunk: its fighters find no place although the others were in the air, too."""
    game = position(
        units={
            NORTH_SEA: {"germany": {"submarine": 1}},
            CANADA: {"uk": {"carrier": [{"count": 2, "cargo": {"uk": {"fighter": 2}}}]}},
        },
        dice=[1, 6, 6, 6, 6, 6],
    )
    sinking, floating = ids(game, CANADA, "2 carrier", "uk")
    move(game, "1 submarine", NORTH_SEA, CANADA)
    end(game)
    if asked(game)[1] == "choose_casualties":
        game.apply(ChooseCasualties((sinking,)))
    at_home = {unit.id for unit in units(game, CANADA, "fighter") if unit.aboard in game.state.units}
    withdraw(game, NORTH_SEA)
    assert {unit.id for unit in units(game, CANADA, "fighter")} == at_home
    assert len(at_home) == 2 and {sinking, floating} & set(game.state.units)


@pytest.mark.rule("CL-CARR-04", "CL-RETREAT-04")
def test_an_attackers_retreat_leaves_the_displaced_fighter_to_its_fate() -> None:
    """The battleship sinks the carrier and retreats: no island, no deck, the fighter is lost."""
    game = position(
        units={NORTH_SEA: {"germany": {"battleship": 1}}, CANADA: {"uk": {"carrier": 1, "fighter": 1}}},
        dice=[4, 6, 6],
    )
    move(game, "1 battleship", NORTH_SEA, CANADA)
    end(game)
    lose(game, "1 carrier")
    retreat(game, NORTH_SEA)
    assert count(game, CANADA) == {}
    assert asked(game) == ("germany", "noncombat_move")
