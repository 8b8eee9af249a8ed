"""Sea battles: the sequence of a round, who takes part, what is won."""

from __future__ import annotations

import pytest

from tests.classic.battles import (
    asked_kinds,
    dice_left,
    every_menu_works,
    fight_on,
    only,
    results,
    retreat,
    rolls,
    withdraw,
)
from tests.classic.play import position
from tests.words import asked, count, end, happened, land, lose, move, units

__all__ = ["every_menu_works"]
pytestmark = pytest.mark.usefixtures("every_menu_works")

MED = "central_mediterranean_sea_zone"
EAST_MED = "east_mediterranean_sea_zone"
CANADA = "east_canada_sea_zone"
NORTH_SEA = "north_sea_zone"


@pytest.mark.rule("CL-SBAT-01", "CL-SUB-02", "CL-RETREAT-01")
def test_a_round_at_sea_has_seven_steps() -> None:
    """First shot, removal without return fire, columns, defence, removal, two withdrawals, retreat; then again."""
    game = position(
        units={
            NORTH_SEA: {"germany": {"submarine": 1, "battleship": 1}},
            CANADA: {"uk": {"transport": 2, "submarine": 1, "battleship": 1}},
        },
        dice=[2, 4, 6, 6, 6, 6, 6, 6, 6],
    )
    move(game, "1 submarine, 1 battleship", NORTH_SEA, CANADA)
    end(game)
    assert rolls(game) == [("germany", "submarine", (2,))]
    lose(game, "1 transport")  # the victim of the first shot is gone before anything else fires
    assert count(game, CANADA, "uk") == {"battleship": 1, "transport": 1, "submarine": 1}
    assert rolls(game)[1:] == [("germany", "battleship", (4,))]
    lose(game, "1 transport")  # this one goes behind the line and fires
    assert rolls(game)[2:] == [("uk", "transport", (6,)), ("uk", "submarine", (6,)), ("uk", "battleship", (6,))]
    assert count(game, CANADA, "uk") == {"battleship": 1, "submarine": 1}
    assert asked(game) == ("germany", "withdraw")
    withdraw(game)
    assert asked(game) == ("uk", "withdraw")
    withdraw(game)
    assert asked(game) == ("germany", "retreat")
    fight_on(game)
    assert [power for power, _, _ in rolls(game)[5:]] == ["germany", "germany", "uk", "uk"]
    assert rolls(game)[5] == ("germany", "submarine", (6,))


@pytest.mark.rule("CL-SBAT-02")
def test_all_enemy_ships_and_carrier_fighters_defend() -> None:
    """Ships of two Allies and the fighters aboard are lined up; cargo is not."""
    game = position(
        units={
            MED: {"germany": {"battleship": 1}},
            EAST_MED: {
                "uk": {"carrier": 1, "fighter": 1, "transport": [{"cargo": {"uk": {"armour": 1}}}]},
                "usa": {"submarine": 1},
            },
        },
        dice=[6] * 5,
    )
    move(game, "1 battleship", MED, EAST_MED)
    (began,) = happened(end(game), "battle_began")
    assert began.defenders == {"uk": {"fighter": 1, "carrier": 1, "transport": 1}, "usa": {"submarine": 1}}
    assert dice_left(game) == 0


@pytest.mark.rule("CL-SBAT-02", "CL-AIR-16")
def test_aircraft_ashore_do_not_defend_the_sea() -> None:
    """Fighters in London are not in the battle for the North Sea."""
    game = position(
        units={
            "western_europe": {"germany": {"fighter": 1}},
            NORTH_SEA: {"uk": {"transport": 1}},
            "united_kingdom": {"uk": {"fighter": 3}},
        },
        dice=[3, 6],
    )
    move(game, "1 fighter", "western_europe", NORTH_SEA)
    end(game)
    assert rolls(game) == [("germany", "fighter", (3,)), ("uk", "transport", (6,))]


@pytest.mark.rule("CL-SBAT-02", "CL-LAND-02")
def test_cargo_never_fights_and_goes_down_with_its_transport() -> None:
    """Infantry aboard rolls no die, cannot be chosen, and is lost with the ship."""
    game = position(
        units={
            MED: {"germany": {"battleship": 1, "transport": [{"cargo": {"germany": {"infantry": 2}}}]}},
            EAST_MED: {"uk": {"battleship": 1}},
        },
        dice=[6, 4],
    )
    move(game, "1 battleship, 1 transport", MED, EAST_MED)
    end(game)
    assert sorted(asked_kinds(game)) == ["battleship", "transport"]
    lose(game, "1 transport")
    assert count(game, EAST_MED, "germany") == {"battleship": 1}


@pytest.mark.rule("CL-SBAT-02", "CL-AMPH-06")
def test_every_own_ship_in_the_zone_takes_part() -> None:
    """A transport with a landing party is in the battle with the battleship, and neither bombards."""
    game = position(
        units={
            MED: {"germany": {"battleship": 1, "transport": 1}},
            "southern_europe": {"germany": {"infantry": 2}},
            EAST_MED: {"uk": {"transport": 1}},
            "anglo_egypt_sudan": {"uk": {"infantry": 1}},
        },
        dice=[1, 6, 1, 6, 6],
    )
    land(game, "2 infantry", "southern_europe", MED, EAST_MED, target="anglo_egypt_sudan")
    move(game, "1 battleship", MED, EAST_MED)
    sea, ashore = happened(end(game), "battle_began")
    assert sea.attackers == {"battleship": 1, "transport": 1}
    assert ashore.attackers == {"infantry": 2}
    assert [roll.purpose for roll in happened(game.events, "dice_rolled")] == ["attack", "defence"] * 2


@pytest.mark.rule("CL-SBAT-03")
def test_the_attacker_may_take_hits_on_transports() -> None:
    """An 8-IPC transport is lost instead of the battleship."""
    game = position(
        units={MED: {"germany": {"battleship": 1, "transport": 1}}, EAST_MED: {"uk": {"battleship": 1}}},
        dice=[6, 4],
    )
    move(game, "1 battleship, 1 transport", MED, EAST_MED)
    end(game)
    assert asked(game) == ("germany", "choose_casualties")
    lose(game, "1 transport")
    assert count(game, EAST_MED, "germany") == {"battleship": 1}


@pytest.mark.rule("CL-SBAT-04")
def test_the_winner_stays_in_the_zone_and_controls_nothing() -> None:
    """The sea zone has no owner after a victory; the survivors are in it and done for the turn."""
    game = position(units={MED: {"germany": {"battleship": 1}}, EAST_MED: {"uk": {"transport": 1}}}, dice=[1, 6])
    move(game, "1 battleship", MED, EAST_MED)
    events = end(game)
    assert results(game) == {EAST_MED: "won"}
    assert count(game, EAST_MED) == {"battleship": 1}
    assert not happened(events, "captured") and EAST_MED not in game.state.owner


@pytest.mark.rule("CL-SBAT-05")
def test_a_battleship_sinks_on_one_hit() -> None:
    """One transport's 1 sinks the attacking battleship; there is no damage."""
    game = position(units={MED: {"germany": {"battleship": 1}}, EAST_MED: {"uk": {"transport": 1}}}, dice=[6, 1])
    move(game, "1 battleship", MED, EAST_MED)
    events = end(game)
    assert count(game, EAST_MED) == {"transport": 1}
    assert not happened(events, "units_damaged")


@pytest.mark.rule("CL-SBAT-06", "CL-SUB-03")
def test_submarines_that_can_hurt_nobody_are_shot_at_round_after_round() -> None:
    """The carrier is sunk: the submarine rolls no more, the fighter goes on until it hits."""
    game = position(
        units={NORTH_SEA: {"germany": {"submarine": 1}}, CANADA: {"uk": {"carrier": 1, "fighter": 1}}},
        dice=[1, 6, 6, 4],
    )
    move(game, "1 submarine", NORTH_SEA, CANADA)
    end(game)
    for _ in range(2):
        withdraw(game)
        fight_on(game)
    assert rolls(game) == [
        ("germany", "submarine", (1,)),
        ("uk", "fighter", (6,)),
        ("uk", "fighter", (6,)),
        ("uk", "fighter", (4,)),
    ]
    assert results(game) == {CANADA: "lost"}


@pytest.mark.rule("CL-SBAT-06")
def test_a_helpless_attacker_may_leave() -> None:
    """A lone transport cannot hurt the enemy's transport; after a round it may go back."""
    game = position(units={MED: {"germany": {"transport": 1}}, EAST_MED: {"uk": {"transport": 1}}}, dice=[6])
    move(game, "1 transport", MED, EAST_MED)
    end(game)
    assert rolls(game) == [("uk", "transport", (6,))]
    retreat(game, MED)
    assert [unit.id for unit in units(game, MED)] == [only(game, MED, "transport")]
    assert results(game) == {EAST_MED: "retreat"}
