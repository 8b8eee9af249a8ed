"""Retreat: when, where to, who goes along."""

from __future__ import annotations

import pytest

from sandtable.warfare.actions import ChooseCasualties, Retreat, Shell
from tests.classic.battles import about, every_menu_works, fight_on, results, retreat, rolls
from tests.spring1942.play import fight, position, stance
from tests.words import (
    WarGame,
    asked,
    bombard,
    count,
    end,
    happened,
    ids,
    land,
    lose,
    move,
    options_of,
    pass_on,
    refused,
    sail,
)

__all__ = ["every_menu_works"]
pytestmark = pytest.mark.usefixtures("every_menu_works")


# S42-RETR-01, -02


@pytest.mark.rule("S42-RETR-01")
def test_the_attacker_may_retreat_after_each_complete_round() -> None:
    """Asked after round 1 and after round 2, never before; the defender is never asked."""
    game = position(
        units={"ukraine_ssr": {"germany": {"armour": 2}}, "caucasus": {"ussr": {"infantry": 2}}}, dice=[6] * 8
    )
    move(game, "2 armour", "ukraine_ssr", "caucasus")
    end(game)
    assert asked(game) == ("germany", "retreat")
    assert about(game, "round") == 1
    assert len(rolls(game)) == 2, "attackers and defenders have fired"
    fight_on(game)
    assert asked(game) == ("germany", "retreat")
    assert about(game, "round") == 2
    retreat(game, "ukraine_ssr")
    assert results(game) == {"caucasus": "retreat"}
    assert count(game, "ukraine_ssr", "germany") == {"armour": 2}
    assert game.state.owner["caucasus"] == "ussr"


@pytest.mark.rule("S42-RETR-01")
def test_aa_fire_and_bombardment_are_no_round() -> None:
    """Guns fire, a battleship bombards, the defender chooses: nobody may retreat before the round is over."""
    game = position(
        units={
            "germany": {"germany": {"infantry": 1, "fighter": 1}},
            "eastern_europe": {"germany": {"infantry": 1}},
            "sz_5": {"germany": {"transport": 1, "battleship": 1}},
            "karelia_ssr": {"ussr": {"infantry": 2, "artillery": 1, "aa_gun": 1}},
        },
        dice=[1, 6, 6, 6, 6, 6, 6, 6],
    )
    move(game, "1 fighter", "germany", "eastern_europe", "karelia_ssr")
    move(game, "1 infantry", "eastern_europe", "karelia_ssr")
    land(game, "1 infantry", "germany", "sz_5", target="karelia_ssr")
    bombard(game, "sz_5", target="karelia_ssr")
    end(game)
    game.apply(Shell(ids(game, "sz_5", "1 battleship")))
    assert asked(game) == ("ussr", "choose_casualties")
    with refused(game, "S42-TURN-02"):
        retreat(game, "eastern_europe")
    lose(game, "1 infantry")
    assert asked(game) == ("germany", "retreat")
    assert [roll.purpose for roll in happened(game.events, "dice_rolled")] == [
        "bombardment",
        "anti_air",
        "attack",
        "defence",
    ]


@pytest.mark.rule("S42-RETR-02")
def test_all_retreat_together_to_one_space_from_which_one_of_them_came() -> None:
    """Tanks from Ukraine and West Russia: one of the two is chosen for all; a third territory is refused."""
    game = position(
        units={
            "ukraine_ssr": {"germany": {"armour": 1}},
            "west_russia": {"germany": {"armour": 2}},
            "caucasus": {"ussr": {"infantry": 2}},
        },
        dice=[6] * 5,
    )
    move(game, "1 armour", "ukraine_ssr", "caucasus")
    move(game, "2 armour", "west_russia", "caucasus")
    end(game)
    assert sorted(about(game, "spaces")) == ["ukraine_ssr", "west_russia"]
    for space in ("belorussia", "caucasus", "", "sz_16"):
        with refused(game, "S42-RETR-02"):
            retreat(game, space)
    retreat(game, "ukraine_ssr")
    assert count(game, "ukraine_ssr", "germany") == {"armour": 3}


@pytest.mark.rule("S42-RETR-02")
def test_the_way_of_a_lost_attacker_stays_open() -> None:
    """The tank from Ukraine is lost; the infantry from West Russia may still retreat to Ukraine."""
    game = position(
        units={
            "ukraine_ssr": {"germany": {"armour": 1}},
            "west_russia": {"germany": {"infantry": 1}},
            "caucasus": {"ussr": {"infantry": 2}},
        },
        dice=[6, 6, 1, 6],
    )
    move(game, "1 armour", "ukraine_ssr", "caucasus")
    move(game, "1 infantry", "west_russia", "caucasus")
    end(game)
    lose(game, "1 armour")
    retreat(game, "ukraine_ssr")
    assert count(game, "ukraine_ssr", "germany") == {"infantry": 1}


@pytest.mark.rule("S42-RETR-02")
def test_an_aircraft_s_way_is_no_way_for_tanks() -> None:
    """The fighter came over Belorussia: only land units open a way of retreat."""
    game = position(
        units={
            "ukraine_ssr": {"germany": {"armour": 1}},
            "belorussia": {"germany": {"fighter": 1}},
            "caucasus": {"ussr": {"infantry": 2}},
        },
        dice=[6] * 4,
    )
    move(game, "1 armour", "ukraine_ssr", "caucasus")
    move(game, "1 fighter", "belorussia", "west_russia", "caucasus")
    end(game)
    assert about(game, "spaces") == ["ukraine_ssr"]


# S42-RETR-03: where ships may go


def cruiser_from_seven(**others: dict[str, dict[str, int]]) -> WarGame:
    """A cruiser sails 7 → 6 → 5 into battle; the first round misses."""
    game = position(units={"sz_7": {"germany": {"cruiser": 1}}, "sz_5": {"uk": {"cruiser": 1}}, **others}, dice=[6, 6])
    move(game, "1 cruiser", "sz_7", "sz_6", "sz_5")
    end(game)
    return game


@pytest.mark.rule("S42-RETR-03")
def test_ships_retreat_to_the_zone_they_came_through() -> None:
    """Back to sea zone 6, not to 7 where the voyage began."""
    game = cruiser_from_seven()
    with refused(game, "S42-RETR-02"):
        retreat(game, "sz_7")
    retreat(game, "sz_6")
    assert count(game, "sz_6", "germany") == {"cruiser": 1}


@pytest.mark.rule("S42-RETR-03")
def test_enemy_submarines_and_transports_do_not_close_a_way_of_retreat() -> None:
    """Sea zone 6 holds a British submarine and a transport."""
    game = cruiser_from_seven(sz_6={"uk": {"submarine": 1, "transport": 1}})
    retreat(game, "sz_6")
    assert count(game, "sz_6", "germany") == {"cruiser": 1}


@pytest.mark.rule("S42-RETR-03")
@pytest.mark.parametrize("snapshot", ["set up", "played"])
def test_a_zone_cleared_this_turn_is_no_way_of_retreat(snapshot: str) -> None:
    """A cruiser leaves zone 6 for a battle in 5; 6 is then cleared, but was hostile when the turn began."""
    board = {
        "sz_6": {"germany": {"cruiser": 1, "battleship": 1}, "uk": {"destroyer": 1}},
        "sz_5": {"uk": {"battleship": 1}},
    }
    dice = [1, 6, 6, 6, 6, 1]
    if snapshot == "set up":
        game = position(units=board, dice=dice)
    else:
        game = position(power="ussr", phase="income", units=board, dice=dice)
        pass_on(game, "germany", "combat_move")
    move(game, "1 cruiser", "sz_6", "sz_5")
    end(game)
    fight(game, "sz_6")
    assert results(game) == {"sz_6": "won", "sz_5": "lost"}, "fought to the end without being asked"
    assert [event.space for event in happened(game.events, "battle_round")] == ["sz_6", "sz_5", "sz_5"]


@pytest.mark.rule("S42-RETR-03")
def test_submarines_that_came_through_a_hostile_zone_cannot_retreat_into_it() -> None:
    """The submarine slipped through zone 6 past a cruiser: zone 6 was hostile, there is no retreat."""
    game = position(
        units={
            "sz_7": {"germany": {"submarine": 1}},
            "sz_6": {"uk": {"cruiser": 1}},
            "sz_5": {"uk": {"cruiser": 1}},
        },
        dice=[6, 1],
    )
    move(game, "1 submarine", "sz_7", "sz_6", "sz_5")
    end(game)
    stance(game)
    assert results(game) == {"sz_5": "lost"}


# S42-RETR-04 … -07


@pytest.mark.rule("S42-RETR-04")
def test_tanks_may_retreat_to_land_they_blitzed_through() -> None:
    """Ukraine → empty Caucasus → Russia, and back to Caucasus."""
    game = position(
        units={"ukraine_ssr": {"germany": {"armour": 2}}, "russia": {"ussr": {"infantry": 2}}}, dice=[6] * 4
    )
    move(game, "2 armour", "ukraine_ssr", "caucasus", "russia")
    end(game)
    assert about(game, "spaces") == ["caucasus"]
    with refused(game, "S42-RETR-02"):
        retreat(game, "ukraine_ssr")
    retreat(game, "caucasus")
    assert count(game, "caucasus", "germany") == {"armour": 2}
    assert game.state.owner["caucasus"] == "germany"


@pytest.mark.rule("S42-RETR-05")
def test_retreating_aircraft_stay_over_the_battle_and_land_later() -> None:
    """The tank goes back, the fighter stays over Caucasus until the noncombat move."""
    game = position(
        units={"ukraine_ssr": {"germany": {"armour": 1, "fighter": 1}}, "caucasus": {"ussr": {"infantry": 2}}},
        dice=[6] * 4,
    )
    move(game, "1 armour", "ukraine_ssr", "caucasus")
    move(game, "1 fighter", "ukraine_ssr", "caucasus")
    end(game)
    retreat(game, "ukraine_ssr")
    assert count(game, "ukraine_ssr", "germany") == {"armour": 1}
    assert count(game, "caucasus", "germany") == {"fighter": 1}
    move(game, "1 fighter", "caucasus", "ukraine_ssr")
    assert count(game, "ukraine_ssr", "germany") == {"armour": 1, "fighter": 1}


@pytest.mark.rule("S42-RETR-06")
def test_no_retreat_from_a_battle_where_everybody_began() -> None:
    """Cruiser and fighter against a battleship in the cruiser's zone: no retreat, no breaking off."""
    game = position(
        units={
            "western_europe": {"germany": {"fighter": 1}},
            "sz_6": {"germany": {"cruiser": 1}, "uk": {"battleship": 1}},
        },
        dice=[6, 6, 6, 1, 1, 6],
    )
    move(game, "1 fighter", "western_europe", "sz_6")
    end(game)
    assert results(game) == {"sz_6": "won"}
    assert len(happened(game.events, "battle_round")) == 2


@pytest.mark.rule("S42-RETR-06")
def test_ships_that_began_in_the_zone_may_follow_one_that_came() -> None:
    """A cruiser from zone 5 joins a destroyer in zone 6: both may retreat to 5."""
    game = position(
        units={
            "sz_5": {"germany": {"cruiser": 1}},
            "sz_6": {"germany": {"destroyer": 1}, "uk": {"cruiser": 1}},
        },
        dice=[6, 6, 6],
    )
    move(game, "1 cruiser", "sz_5", "sz_6")
    end(game)
    assert about(game, "spaces") == ["sz_5"]
    retreat(game, "sz_5")
    assert count(game, "sz_5", "germany") == {"cruiser": 1, "destroyer": 1}


@pytest.mark.rule("S42-RETR-06")
def test_aircraft_left_alone_may_always_break_off() -> None:
    """The cruiser that began in the zone is lost; the fighter breaks off after the round and lands."""
    game = position(
        units={
            "western_europe": {"germany": {"fighter": 1}},
            "sz_6": {"germany": {"cruiser": 1}, "uk": {"battleship": 1}},
        },
        dice=[6, 6, 1],
    )
    move(game, "1 fighter", "western_europe", "sz_6")
    end(game)
    lose(game, "1 cruiser")
    assert about(game, "spaces") == [""]
    with refused(game, "S42-RETR-02"):
        retreat(game, "sz_5")
    retreat(game)
    assert results(game) == {"sz_6": "retreat"}
    move(game, "1 fighter", "sz_6", "western_europe")


@pytest.mark.rule("S42-RETR-07", "S42-CMOVE-10")
def test_retreated_units_do_not_move_again() -> None:
    """Tanks and ships that retreated stay where they are."""
    game = position(
        units={
            "ukraine_ssr": {"germany": {"armour": 1}},
            "caucasus": {"ussr": {"infantry": 1}},
            "sz_6": {"germany": {"cruiser": 1}},
            "sz_5": {"uk": {"cruiser": 1}},
        },
        dice=[6] * 4,
    )
    move(game, "1 armour", "ukraine_ssr", "caucasus")
    move(game, "1 cruiser", "sz_6", "sz_5")
    end(game)
    fight(game, "sz_5")
    retreat(game, "sz_6")
    retreat(game, "ukraine_ssr")
    with refused(game, "S42-CMOVE-10"):
        move(game, "1 armour", "ukraine_ssr", "eastern_europe")
    with refused(game, "S42-CMOVE-10"):
        move(game, "1 cruiser", "sz_6", "sz_7")


@pytest.mark.rule("S42-RETR-07", "S42-TRN-09", "S42-TRN-07")
def test_a_transport_that_retreated_keeps_its_cargo_aboard() -> None:
    """The landing is called off; in the noncombat move it cannot unload."""
    game = position(
        units={
            "norway": {"germany": {"infantry": 1}},
            "sz_6": {"germany": {"transport": 1, "cruiser": 1}},
            "sz_5": {"uk": {"cruiser": 1}},
            "karelia_ssr": {"ussr": {"infantry": 1}},
        },
        dice=[6, 6],
    )
    land(game, "1 infantry", "norway", "sz_6", "sz_5", target="karelia_ssr")
    move(game, "1 cruiser", "sz_6", "sz_5")
    end(game)
    retreat(game, "sz_6")
    assert asked(game) == ("germany", "noncombat_move")
    assert count(game, "sz_6", "germany") == {"infantry": 1, "cruiser": 1, "transport": 1}
    cargo = ids(game, "sz_6", "1 infantry")
    with refused(game, "S42-TRN-10"):
        sail(game, "sz_6", unload=cargo, target="norway")


@pytest.mark.rule("S42-RETR-02")
def test_the_menu_offers_each_space_and_fighting_on() -> None:
    """Two ways and staying."""
    game = position(
        units={
            "sz_6": {"germany": {"cruiser": 1}},
            "sz_8": {"germany": {"cruiser": 1}},
            "sz_7": {"uk": {"battleship": 1}},
        },
        dice=[6, 6, 6],
    )
    move(game, "1 cruiser", "sz_6", "sz_7")
    move(game, "1 cruiser", "sz_8", "sz_7")
    end(game)
    offered = options_of(game)
    assert len(offered) == 3
    assert {action.space for action in offered if isinstance(action, Retreat)} == {"sz_6", "sz_8"}


@pytest.mark.rule("S42-RETR-01")
def test_the_defender_cannot_retreat() -> None:
    """While the defender chooses losses he can do nothing but choose."""
    game = position(
        units={
            "ukraine_ssr": {"germany": {"armour": 2}},
            "caucasus": {"ussr": {"infantry": 2, "armour": 1}},
        },
        dice=[1, 6, 6, 6, 6],
    )
    move(game, "2 armour", "ukraine_ssr", "caucasus")
    end(game)
    assert asked(game) == ("ussr", "choose_casualties")
    with refused(game, "S42-TURN-02"):
        retreat(game, "russia")
    game.apply(ChooseCasualties(ids(game, "caucasus", "1 infantry", "ussr")))
    assert asked(game)[0] == "germany"
