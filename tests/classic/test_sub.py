"""Submarines: first shot, what they can hit, where they may withdraw."""

from __future__ import annotations

import pytest

from sandtable.warfare.actions import ChooseCasualties, Place, Withdraw
from tests.classic.battles import (
    about,
    asked_kinds,
    every_menu_works,
    fight_on,
    next_battle,
    only,
    results,
    rolls,
    withdraw,
)
from tests.classic.play import position
from tests.words import asked, count, end, happened, ids, land, lose, move, options_of, refused

__all__ = ["every_menu_works"]
pytestmark = pytest.mark.usefixtures("every_menu_works")

BALTIC = "baltic_sea_zone"
CANADA = "east_canada_sea_zone"
KARELIA_SEA = "karelia_sea_zone"
NORTH_SEA = "north_sea_zone"
SPAIN = "west_spain_sea_zone"
MED = "central_mediterranean_sea_zone"
EAST_MED = "east_mediterranean_sea_zone"
WEST_MED = "west_mediterranean_sea_zone"
ATLANTIC = "north_atlantic_sea_zone"


# CL-SUB-01, -02: the first shot


@pytest.mark.rule("CL-SUB-01")
def test_attacking_submarines_fire_first_in_every_round() -> None:
    """Two rounds: each begins with the submarine's die; the defending submarine fires with the others."""
    game = position(
        units={
            NORTH_SEA: {"germany": {"submarine": 1, "carrier": 1}},
            CANADA: {"uk": {"submarine": 1, "transport": 1}},
        },
        dice=[3, 6, 6, 6] * 2,
    )
    move(game, "1 submarine, 1 carrier", NORTH_SEA, CANADA)
    end(game)
    withdraw(game)
    withdraw(game)
    fight_on(game)
    one_round = [
        ("germany", "submarine", (3,)),
        ("germany", "carrier", (6,)),
        ("uk", "transport", (6,)),
        ("uk", "submarine", (6,)),
    ]
    assert rolls(game) == one_round * 2
    assert [roll.purpose for roll in happened(game.events, "dice_rolled")][:2] == ["first_shot", "attack"]


@pytest.mark.rule("CL-SUB-01", "CL-TECH-10")
@pytest.mark.parametrize(("tech", "die", "sunk"), [([], 2, 1), ([], 3, 0), (["super_submarines"], 3, 1)])
def test_the_first_shot_hits_on_two_or_three(tech: list[str], die: int, sunk: int) -> None:
    """A 3 hits only with super submarines."""
    game = position(
        units={NORTH_SEA: {"germany": {"submarine": 1}}, CANADA: {"uk": {"transport": 2}}},
        tech={"germany": tech},
        dice=[die, 6, 6],
    )
    move(game, "1 submarine", NORTH_SEA, CANADA)
    end(game)
    assert count(game, CANADA, "uk") == {"transport": 2 - sunk}


@pytest.mark.rule("CL-SUB-01")
def test_two_attacking_submarines_are_no_first_shot_for_the_defender() -> None:
    """Submarine against submarine: the defender's boat is sunk before it can fire."""
    game = position(units={NORTH_SEA: {"germany": {"submarine": 1}}, CANADA: {"uk": {"submarine": 1}}}, dice=[2])
    move(game, "1 submarine", NORTH_SEA, CANADA)
    end(game)
    assert rolls(game) == [("germany", "submarine", (2,))]
    assert results(game) == {CANADA: "won"}


@pytest.mark.rule("CL-SUB-02")
def test_the_defender_chooses_the_victim_of_the_first_shot_among_ships() -> None:
    """Carrier, transport or submarine, but not the fighter; the victim is gone before anything else fires."""
    game = position(
        units={
            NORTH_SEA: {"germany": {"submarine": 1, "battleship": 1}},
            CANADA: {"uk": {"carrier": 1, "fighter": 1, "transport": 1, "submarine": 1}},
        },
        dice=[1, 6, 6, 6, 6],
    )
    move(game, "1 submarine, 1 battleship", NORTH_SEA, CANADA)
    end(game)
    assert asked(game) == ("uk", "choose_casualties")
    assert sorted(asked_kinds(game)) == ["carrier", "submarine", "transport"]
    with refused(game, "CL-COMBAT-05"):
        game.apply(ChooseCasualties(ids(game, CANADA, "1 fighter", "uk")))
    lose(game, "1 carrier")
    assert [(power, kinds) for power, kinds, _ in rolls(game)[1:]] == [
        ("germany", "battleship"),
        ("uk", "transport"),
        ("uk", "submarine"),
        ("uk", "fighter"),
    ]


# CL-SUB-03, -04: what submarines can hit


@pytest.mark.rule("CL-SUB-03")
def test_a_submarine_hit_without_a_ship_to_take_it_is_lost() -> None:
    """Two submarines hit twice, but there is one ship: the fighters are safe."""
    game = position(
        units={NORTH_SEA: {"germany": {"submarine": 2}}, CANADA: {"uk": {"carrier": 1, "fighter": 2}}},
        dice=[1, 2, 6, 6],
    )
    move(game, "2 submarine", NORTH_SEA, CANADA)
    end(game)
    assert count(game, CANADA, "uk") == {"fighter": 2}
    assert rolls(game)[1] == ("uk", "fighter fighter", (6, 6))


@pytest.mark.rule("CL-SUB-04")
def test_hits_of_defending_submarines_must_be_taken_by_ships() -> None:
    """A defending submarine hits a battleship and a fighter: only the battleship can be lost."""
    game = position(
        units={
            NORTH_SEA: {"germany": {"battleship": 1}},
            "western_europe": {"germany": {"fighter": 1}},
            CANADA: {"uk": {"submarine": 1}},
        },
        dice=[6, 6, 2],
    )
    move(game, "1 battleship", NORTH_SEA, CANADA)
    move(game, "1 fighter", "western_europe", NORTH_SEA, CANADA)
    end(game)
    assert count(game, CANADA, "germany") == {"fighter": 1}


@pytest.mark.rule("CL-SUB-04")
@pytest.mark.parametrize(("die", "sunk"), [(2, 1), (3, 0)])
def test_defending_submarines_hit_on_two_even_with_super_submarines(die: int, sunk: int) -> None:
    """Super submarines help the attack only."""
    game = position(
        units={NORTH_SEA: {"germany": {"transport": 2}}, CANADA: {"uk": {"submarine": 1}}},
        tech={"uk": ["super_submarines"]},
        dice=[die],
    )
    move(game, "2 transport", NORTH_SEA, CANADA)
    end(game)
    assert count(game, CANADA, "germany") == {"transport": 2 - sunk}


@pytest.mark.rule("CL-SUB-04", "CL-SUB-05")
def test_submarines_cannot_fire_back_at_aircraft_alone() -> None:
    """A lone fighter finds and sinks the submarine without any helper; the submarine rolls no die."""
    game = position(
        units={"western_europe": {"germany": {"fighter": 1}}, NORTH_SEA: {"uk": {"submarine": 1}}}, dice=[3]
    )
    move(game, "1 fighter", "western_europe", NORTH_SEA)
    end(game)
    assert rolls(game) == [("germany", "fighter", (3,))]
    assert count(game, NORTH_SEA) == {"fighter": 1}


@pytest.mark.rule("CL-SUB-05")
def test_submarines_may_be_lost_to_any_hit() -> None:
    """The defender saves his battleship with the submarine, the attacker likewise."""
    game = position(
        units={
            NORTH_SEA: {"germany": {"battleship": 1, "submarine": 1}},
            CANADA: {"uk": {"battleship": 1, "submarine": 1}},
        },
        dice=[6, 4, 6, 4],
    )
    move(game, "1 battleship, 1 submarine", NORTH_SEA, CANADA)
    end(game)
    lose(game, "1 submarine")
    assert asked(game) == ("germany", "choose_casualties")
    lose(game, "1 submarine")
    assert count(game, CANADA) == {"battleship": 2}


# CL-SUB-06: withdrawal of attackers


@pytest.mark.rule("CL-SUB-06")
def test_attacking_submarines_go_back_one_by_one_to_the_zone_they_came_from() -> None:
    """Two submarines from two zones: each has its own way back; one leaves and one stays."""
    game = position(
        units={
            NORTH_SEA: {"germany": {"submarine": 1}},
            SPAIN: {"germany": {"submarine": 1}},
            CANADA: {"uk": {"battleship": 1}},
        },
        dice=[6, 6, 6],
    )
    first, second = only(game, NORTH_SEA, "submarine"), only(game, SPAIN, "submarine")
    move(game, "1 submarine", NORTH_SEA, CANADA)
    move(game, "1 submarine", SPAIN, CANADA)
    end(game)
    assert about(game, "submarines") == {first: [NORTH_SEA], second: [SPAIN]}
    with refused(game, "CL-SUB-06"):
        game.apply(Withdraw({first: SPAIN}))
    game.apply(Withdraw({second: SPAIN}))
    assert count(game, SPAIN) == {"submarine": 1}
    assert count(game, CANADA, "germany") == {"submarine": 1}
    assert asked(game) == ("germany", "retreat")


@pytest.mark.rule("CL-SUB-06")
def test_a_submarine_that_sailed_two_zones_goes_back_one() -> None:
    """The way back is the adjacent zone from which it entered, not where it started."""
    game = position(units={BALTIC: {"germany": {"submarine": 1}}, CANADA: {"uk": {"battleship": 1}}}, dice=[6, 6])
    move(game, "1 submarine", BALTIC, NORTH_SEA, CANADA)
    end(game)
    assert list(about(game, "submarines").values()) == [[NORTH_SEA]]


@pytest.mark.rule("CL-SUB-06", "CL-SUB-08", "CL-RETREAT-04", "CL-RETREAT-07")
def test_an_attacking_submarine_cannot_go_back_into_a_hostile_zone() -> None:
    """A British submarine slips into the zone the attackers came from: now nobody gets out that way."""
    game = position(
        units={
            BALTIC: {"germany": {"submarine": 1, "battleship": 1}},
            NORTH_SEA: {"uk": {"submarine": 1, "battleship": 1}},
            CANADA: {"germany": {"transport": 1}},
            SPAIN: {"germany": {"transport": 1}},
            KARELIA_SEA: {"germany": {"transport": 1}},
        },
        dice=[6, 6, 6, 6, 6, 6, 6, 1],
    )
    move(game, "1 submarine, 1 battleship", BALTIC, NORTH_SEA)
    end(game)
    assert asked(game) == ("germany", "withdraw")
    withdraw(game)
    assert list(about(game, "submarines").values()) == [[BALTIC]]
    events = withdraw(game, BALTIC)
    assert count(game, BALTIC) == {"submarine": 1}
    # Neither retreat nor withdrawal is offered after that: the battleships fight it out by themselves.
    assert [began.round for began in happened(events, "battle_round")] == [2, 3]
    assert results(game) == {NORTH_SEA: "won"}


# CL-SUB-07: withdrawal of defenders


@pytest.mark.rule("CL-SUB-07")
def test_defending_submarines_may_go_to_any_open_zone_without_a_battle() -> None:
    """Not into a hostile zone, not where a battle was or will be fought, not where the enemy came from if he is there.

    The Germans attack the North Sea and the Canadian coast, and keep a ship in Spanish waters.
    """
    game = position(
        units={
            BALTIC: {"germany": {"battleship": 1}},
            NORTH_SEA: {"uk": {"submarine": 1, "transport": 1}},
            SPAIN: {"germany": {"transport": 2}},
            CANADA: {"uk": {"transport": 1}},
            KARELIA_SEA: {"ussr": {"transport": 1}},
        },
        dice=[6, 6, 6],
    )
    submarine = only(game, NORTH_SEA, "submarine")
    move(game, "1 battleship", BALTIC, NORTH_SEA)
    move(game, "1 transport", SPAIN, CANADA)
    end(game)
    next_battle(game, NORTH_SEA)
    assert asked(game) == ("uk", "withdraw")
    assert about(game, "submarines") == {submarine: [BALTIC, KARELIA_SEA]}
    for zone in (CANADA, SPAIN, ATLANTIC, NORTH_SEA):
        with refused(game, "CL-SUB-07"):
            game.apply(Withdraw({submarine: zone}))
    withdraw(game, KARELIA_SEA)
    assert count(game, KARELIA_SEA, "uk") == {"submarine": 1}


@pytest.mark.rule("CL-SUB-07")
def test_a_zone_in_which_a_battle_was_fought_stays_closed() -> None:
    """The Canadian coast was cleared by aircraft that are gone from the water: still no way there this turn."""
    game = position(
        units={
            BALTIC: {"germany": {"battleship": 1}},
            NORTH_SEA: {"uk": {"submarine": 1}},
            "western_europe": {"germany": {"bomber": 1}},
            CANADA: {"uk": {"transport": 1}},
        },
        dice=[1, 6, 6, 6],
    )
    move(game, "1 battleship", BALTIC, NORTH_SEA)
    move(game, "1 bomber", "western_europe", NORTH_SEA, CANADA)
    end(game)
    next_battle(game, CANADA)
    assert results(game) == {CANADA: "won"}
    assert set(*about(game, "submarines").values()) == {BALTIC, KARELIA_SEA, SPAIN}


@pytest.mark.rule("CL-SUB-07")
def test_a_zone_in_which_aircraft_are_still_to_fight_is_closed() -> None:
    """No German ship is off Canada, only a bomber that has not attacked yet: that battle closes the zone, too."""
    game = position(
        units={
            BALTIC: {"germany": {"battleship": 1}},
            NORTH_SEA: {"uk": {"submarine": 1}},
            "western_europe": {"germany": {"bomber": 1}},
            CANADA: {"uk": {"transport": 1}},
        },
        dice=[6, 6],
    )
    move(game, "1 battleship", BALTIC, NORTH_SEA)
    move(game, "1 bomber", "western_europe", NORTH_SEA, CANADA)
    end(game)
    next_battle(game, NORTH_SEA)
    assert set(*about(game, "submarines").values()) == {BALTIC, KARELIA_SEA, SPAIN}


@pytest.mark.rule("CL-SUB-07")
def test_each_defending_submarine_decides_for_itself() -> None:
    """Two submarines leave in two directions, the third stays."""
    game = position(
        units={BALTIC: {"germany": {"battleship": 1}}, NORTH_SEA: {"uk": {"submarine": 3}}}, dice=[6, 6, 6, 6]
    )
    move(game, "1 battleship", BALTIC, NORTH_SEA)
    end(game)
    withdraw(game, CANADA, SPAIN, "")
    assert [count(game, zone, "uk") for zone in (CANADA, SPAIN, NORTH_SEA)] == [{"submarine": 1}] * 3
    assert asked(game) == ("germany", "retreat")


# CL-SUB-08: no way out


@pytest.mark.rule("CL-SUB-08")
def test_a_submarine_shut_in_the_baltic_stays_and_fights() -> None:
    """British ships in the North Sea close the only exit: the German is not asked."""
    game = position(
        power="uk",
        units={
            BALTIC: {"germany": {"submarine": 1}},
            NORTH_SEA: {"uk": {"battleship": 2}},
        },
        dice=[6, 6],
    )
    move(game, "1 battleship", NORTH_SEA, BALTIC)
    end(game)
    assert asked(game) == ("uk", "retreat")
    assert rolls(game) == [("uk", "battleship", (6,)), ("germany", "submarine", (6,))]


@pytest.mark.rule("CL-SUB-08", "CL-MAP-07")
@pytest.mark.parametrize("owner", ["uk", "germany"])
def test_a_closed_canal_is_no_way_out(owner: str) -> None:
    """A German submarine off Egypt may slip through the Suez Canal only if its side holds both banks."""
    game = position(
        power="uk",
        units={MED: {"uk": {"battleship": 1}}, EAST_MED: {"germany": {"submarine": 1}}},
        owners={"anglo_egypt_sudan": owner, "syria_iraq": owner},
        dice=[6, 6],
    )
    move(game, "1 battleship", MED, EAST_MED)
    end(game)
    (zones,) = about(game, "submarines").values()
    assert ("red_sea_zone" in zones) == (owner == "germany")
    assert {"black_sea_zone", MED} <= set(zones)


@pytest.mark.rule("CL-SUB-08", "CL-STATUS-05")
def test_the_canal_is_judged_by_the_start_of_the_turn() -> None:
    """The British walk into Egypt in this turn: the canal stays open to the German submarine."""
    game = position(
        power="uk",
        units={
            MED: {"uk": {"battleship": 1}},
            EAST_MED: {"germany": {"submarine": 1}},
            "kenya_rhodesia": {"uk": {"infantry": 1}},
        },
        owners={"anglo_egypt_sudan": "germany", "syria_iraq": "germany"},
        dice=[6, 6],
    )
    move(game, "1 battleship", MED, EAST_MED)
    move(game, "1 infantry", "kenya_rhodesia", "anglo_egypt_sudan")
    end(game)
    assert game.state.owner["anglo_egypt_sudan"] == "uk"
    assert "red_sea_zone" in next(iter(about(game, "submarines").values()))


# CL-SUB-09, -10: order of decisions, end of the battle


@pytest.mark.rule("CL-SUB-09", "CL-MULTI-04")
def test_the_attacker_decides_first_then_the_defenders_in_turn_order() -> None:
    """Germany, then the UK (next after Germany), then the USA, then the USSR; finally the retreat."""
    game = position(
        units={
            BALTIC: {"germany": {"submarine": 1, "battleship": 1}},
            NORTH_SEA: {power: {"submarine": 1} for power in ("ussr", "uk", "usa")},
        },
        dice=[6] * 5,
    )
    move(game, "1 submarine, 1 battleship", BALTIC, NORTH_SEA)
    end(game)
    order = []
    while asked(game)[1] == "withdraw":
        order.append(asked(game)[0])
        withdraw(game)
    assert order == ["germany", "uk", "usa", "ussr"]
    assert asked(game) == ("germany", "retreat")


@pytest.mark.rule("CL-SUB-09", "CL-CMOVE-12")
def test_a_withdrawal_the_enemy_has_been_told_of_cannot_be_taken_back() -> None:
    """Germany's submarine has left, the UK decides with that knowledge: neither decision can be undone later."""
    game = position(
        units={
            NORTH_SEA: {"germany": {"submarine": 1, "battleship": 1}},
            CANADA: {"uk": {"submarine": 1, "battleship": 1}},
        },
        dice=[6, 6, 6, 6],
    )
    move(game, "1 submarine, 1 battleship", NORTH_SEA, CANADA)
    end(game)
    withdraw(game, NORTH_SEA)
    with refused(game, "CL-CMOVE-12"):
        game.undo()
    withdraw(game, SPAIN)
    assert asked(game) == ("germany", "retreat")
    with refused(game, "CL-CMOVE-12"):
        game.undo()


@pytest.mark.rule("CL-SUB-09", "CL-SUB-10")
def test_nobody_is_asked_once_the_attacking_submarines_have_gone() -> None:
    """Both sides have a submarine: the attacker's leaves, so the defender has no reason to run."""
    game = position(units={NORTH_SEA: {"germany": {"submarine": 1}}, CANADA: {"uk": {"submarine": 1}}}, dice=[6, 6])
    move(game, "1 submarine", NORTH_SEA, CANADA)
    end(game)
    withdraw(game, NORTH_SEA)
    assert results(game) == {CANADA: "retreat"}
    assert asked(game) == ("germany", "noncombat_move")
    assert count(game, CANADA) == {"submarine": 1}


@pytest.mark.rule("CL-SUB-09")
def test_nobody_is_asked_when_one_side_is_destroyed() -> None:
    """The last defender is hit: the victorious submarine cannot withdraw any more."""
    game = position(units={NORTH_SEA: {"germany": {"submarine": 1}}, CANADA: {"uk": {"transport": 1}}}, dice=[1])
    move(game, "1 submarine", NORTH_SEA, CANADA)
    end(game)
    assert asked(game) == ("germany", "noncombat_move")


@pytest.mark.rule("CL-SUB-10", "CL-AMPH-04")
def test_landings_go_ahead_when_all_defenders_have_withdrawn() -> None:
    """The lone British submarine slips away: the zone is clear and Egypt is taken."""
    game = position(
        units={
            MED: {"germany": {"battleship": 1, "transport": 1}},
            "southern_europe": {"germany": {"infantry": 2}},
            EAST_MED: {"uk": {"submarine": 1}},
        },
        dice=[6, 6],
    )
    land(game, "2 infantry", "southern_europe", MED, EAST_MED, target="anglo_egypt_sudan")
    move(game, "1 battleship", MED, EAST_MED)
    end(game)
    withdraw(game, "black_sea_zone")
    assert results(game) == {EAST_MED: "won"}
    assert game.state.owner["anglo_egypt_sudan"] == "germany"


@pytest.mark.rule("CL-SUB-10")
def test_other_attackers_fight_on_when_the_submarines_leave() -> None:
    """The submarine withdraws, the battleship stays in the battle."""
    game = position(
        units={NORTH_SEA: {"germany": {"submarine": 1, "battleship": 1}}, CANADA: {"uk": {"battleship": 1}}},
        dice=[6, 6, 6],
    )
    move(game, "1 submarine, 1 battleship", NORTH_SEA, CANADA)
    end(game)
    withdraw(game, NORTH_SEA)
    assert asked(game) == ("germany", "retreat")


# CL-SUB-11: where it went it is in the way


@pytest.mark.rule("CL-SUB-11", "CL-PLACE-05", "CL-PLACE-08")
def test_a_withdrawn_submarine_bars_movement_and_placement() -> None:
    """From the Baltic into the empty North Sea: the transport the UK bought has no place and is lost."""
    game = position(
        power="uk",
        units={
            "united_kingdom": {"uk": {"factory": 1, "bomber": 1}},
            BALTIC: {"germany": {"submarine": 1}},
            CANADA: {"uk": {"transport": 1}},
        },
        pool={"transport": 1},
        dice=[6],
    )
    move(game, "1 bomber", "united_kingdom", NORTH_SEA, BALTIC)
    end(game)
    assert asked(game) == ("germany", "withdraw")
    withdraw(game, NORTH_SEA)
    assert asked(game) == ("uk", "noncombat_move")
    with refused(game, "CL-NCM-02"):
        move(game, "1 transport", CANADA, NORTH_SEA)
    move(game, "1 bomber", BALTIC, NORTH_SEA, "united_kingdom")
    events = end(game)
    if asked(game) == ("uk", "placement"):
        with refused(game, "CL-PLACE-05"):
            game.apply(Place("transport", NORTH_SEA, "united_kingdom"))
        events = end(game)
    assert [wasted.units for wasted in happened(events, "units_wasted")] == [{"transport": 1}]


@pytest.mark.rule("CL-SUB-11", "CL-AIR-13", "CL-CMOVE-05")
def test_a_withdrawn_submarine_starts_no_battle_with_a_fighter_left_behind() -> None:
    """A fighter waits in the air where its carrier started: a submarine that slips in below it is not attacked."""
    game = position(
        units={
            BALTIC: {"germany": {"carrier": 1, "fighter": 1}},
            NORTH_SEA: {"uk": {"submarine": 1}},
        },
        dice=[6, 6],
    )
    move(game, "1 carrier", BALTIC, NORTH_SEA)
    end(game)
    assert asked(game) == ("uk", "withdraw")
    withdraw(game, BALTIC)
    assert list(results(game)) == [NORTH_SEA]
    assert asked(game) == ("germany", "noncombat_move")
    assert count(game, BALTIC) == {"fighter": 1, "submarine": 1}
    assert options_of(game)
