"""Submarines and destroyers: stealth, surprise strikes, submerging, what hunts them."""

from __future__ import annotations

import pytest

from tests.classic.battles import about, asked_kinds, every_menu_works, fight_on, only, results, retreat, rolls
from tests.spring1942.play import attack, position, stance
from tests.words import asked, count, end, happened, ids, lose, move, options_of, refused, routes, units, unrolled

__all__ = ["every_menu_works"]
pytestmark = pytest.mark.usefixtures("every_menu_works")


# S42-SUB-01 … -03, -14: movement


@pytest.mark.rule("S42-SUB-01", "S42-CMOVE-05")
def test_submarines_pass_hostile_zones_without_destroyers() -> None:
    """A cruiser in between stops a destroyer but not a submarine on its way to another zone."""
    game = position(
        units={
            "sz_7": {"germany": {"submarine": 1, "destroyer": 1}},
            "sz_6": {"uk": {"cruiser": 1}},
            "sz_5": {"uk": {"battleship": 1}},
        }
    )
    assert ("sz_7", "sz_6", "sz_5") in routes(game)
    with refused(game, "S42-CMOVE-05"):
        move(game, "1 destroyer", "sz_7", "sz_6", "sz_5")
    move(game, "1 submarine", "sz_7", "sz_6", "sz_5")
    assert count(game, "sz_5", "germany") == {"submarine": 1}


@pytest.mark.rule("S42-SUB-01", "S42-NCM-05")
def test_submarines_pass_and_leave_hostile_zones_in_the_noncombat_move() -> None:
    """From beside a battleship through a zone with a carrier into open water: legal for a submarine only."""
    game = position(
        phase="noncombat_move",
        units={
            "sz_7": {"germany": {"submarine": 1, "cruiser": 1}, "uk": {"battleship": 1}},
            "sz_6": {"uk": {"carrier": 1}},
        },
    )
    with refused(game, "S42-CMOVE-05"):
        move(game, "1 cruiser", "sz_7", "sz_6", "sz_5")
    move(game, "1 submarine", "sz_7", "sz_6", "sz_5")
    assert count(game, "sz_5") == {"submarine": 1}


@pytest.mark.rule("S42-SUB-02")
@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
def test_a_destroyer_stops_a_submarine(phase: str) -> None:
    """No way through a zone with an enemy destroyer, in neither phase."""
    game = position(
        phase=phase,
        units={
            "sz_7": {"germany": {"submarine": 1}},
            "sz_6": {"uk": {"destroyer": 1}},
            "sz_5": {"uk": {"transport": 1}},
        },
    )
    assert ("sz_7", "sz_6", "sz_5") not in routes(game)
    with refused(game, "S42-SUB-02"):
        move(game, "1 submarine", "sz_7", "sz_6", "sz_5")
    move(game, "1 submarine", "sz_7", "sz_6")


@pytest.mark.rule("S42-SUB-02")
def test_a_destroyer_of_an_ally_stops_nobody() -> None:
    """Only enemy destroyers count."""
    game = position(
        units={
            "sz_7": {"germany": {"submarine": 1}},
            "sz_6": {"japan": {"destroyer": 1}, "uk": {"cruiser": 1}},
            "sz_5": {"uk": {"transport": 1}},
        }
    )
    move(game, "1 submarine", "sz_7", "sz_6", "sz_5")


@pytest.mark.rule("S42-SUB-02", "S42-SUB-03")
def test_ending_in_a_hostile_zone_means_battle_only_in_the_combat_move() -> None:
    """In the noncombat move nothing happens beside a destroyer; in the combat move there is a battle."""
    board = {"sz_7": {"germany": {"submarine": 1}}, "sz_6": {"uk": {"destroyer": 1}}}
    quiet = position(phase="noncombat_move", units=board)
    move(quiet, "1 submarine", "sz_7", "sz_6")
    end(quiet)
    assert not happened(quiet.events, "battle_began")
    assert count(quiet, "sz_6") == {"destroyer": 1, "submarine": 1}

    loud = position(units=board, dice=[2, 3])
    move(loud, "1 submarine", "sz_7", "sz_6")
    end(loud)
    assert results(loud) == {"sz_6": "won"}


@pytest.mark.rule("S42-SUB-03")
def test_a_submarine_beside_a_cruiser_fights_at_the_end_of_the_combat_move() -> None:
    """It passed a carrier without a fight; where it ends, it fights."""
    game = position(
        units={
            "sz_7": {"germany": {"submarine": 1}},
            "sz_6": {"uk": {"carrier": 1}},
            "sz_5": {"uk": {"cruiser": 1}},
        },
        dice=[2],
    )
    move(game, "1 submarine", "sz_7", "sz_6", "sz_5")
    end(game)
    stance(game)
    assert [began.space for began in happened(game.events, "battle_began")] == ["sz_5"]
    assert results(game) == {"sz_5": "won"}


@pytest.mark.rule("S42-SUB-14", "S42-CMOVE-06", "S42-NCM-06")
def test_submarines_alone_stop_no_ship() -> None:
    """A cruiser sails over an enemy submarine to its prey, and in the noncombat move may stop above it."""
    game = position(
        units={
            "sz_7": {"germany": {"cruiser": 1}},
            "sz_6": {"uk": {"submarine": 1}},
            "sz_5": {"uk": {"cruiser": 1}},
        }
    )
    move(game, "1 cruiser", "sz_7", "sz_6", "sz_5")

    later = position(
        phase="noncombat_move", units={"sz_7": {"germany": {"cruiser": 1}}, "sz_6": {"uk": {"submarine": 1}}}
    )
    move(later, "1 cruiser", "sz_7", "sz_6")
    end(later)
    assert count(later, "sz_6") == {"cruiser": 1, "submarine": 1}
    assert not happened(later.events, "battle_began")


@pytest.mark.rule("S42-SUB-14")
def test_ending_the_combat_move_above_submarines_attacks_them_unless_the_ship_only_left() -> None:
    """A cruiser sent to a submarine fights it; one that only left a hostile zone may ignore it."""
    sent = position(units={"sz_7": {"germany": {"cruiser": 1}}, "sz_6": {"uk": {"submarine": 1}}}, dice=[3])
    move(sent, "1 cruiser", "sz_7", "sz_6")
    end(sent)
    assert asked(sent) == ("uk", "submarines")

    left = position(
        units={
            "sz_7": {"germany": {"cruiser": 1}, "uk": {"battleship": 1}},
            "sz_6": {"uk": {"submarine": 1}},
        }
    )
    move(left, "1 cruiser", "sz_7", "sz_6")
    end(left)
    assert asked(left) == ("germany", "noncombat_move")
    assert not happened(left.events, "battle_began")


# S42-SUB-04, -05: what can be hit


@pytest.mark.rule("S42-SUB-04")
@pytest.mark.parametrize(("die", "left"), [(2, {}), (3, {"cruiser": 1})])
def test_attacking_submarines_hit_on_two(die: int, left: dict[str, int]) -> None:
    """A 2 sinks the cruiser, a 3 misses."""
    game = position(units={"sz_6": {"germany": {"submarine": 1}}, "sz_5": {"uk": {"cruiser": 1}}}, dice=[die, 6])
    move(game, "1 submarine", "sz_6", "sz_5")
    end(game)
    stance(game)
    assert count(game, "sz_5", "uk") == left


@pytest.mark.rule("S42-SUB-04")
@pytest.mark.parametrize(("die", "left"), [(1, {}), (2, {"destroyer": 1})])
def test_defending_submarines_hit_on_one(die: int, left: dict[str, int]) -> None:
    """A 1 sinks the destroyer, a 2 misses (the printed profile is wrong)."""
    game = position(units={"sz_6": {"germany": {"destroyer": 1}}, "sz_5": {"uk": {"submarine": 1}}}, dice=[6, die])
    move(game, "1 destroyer", "sz_6", "sz_5")
    end(game)
    assert count(game, "sz_5", "germany") == left


@pytest.mark.rule("S42-SUB-04", "S42-CARR-06", "S42-COMBAT-18")
def test_submarine_hits_never_go_to_aircraft() -> None:
    """Two hits on a carrier with a fighter: the carrier is sunk, the second hit is lost, nobody can hit anybody."""
    game = position(
        units={"sz_6": {"germany": {"submarine": 2}}, "sz_5": {"uk": {"carrier": 1, "fighter": 1}}},
        owners={"norway": "uk"},
        dice=[1, 1],
    )
    move(game, "2 submarine", "sz_6", "sz_5")
    end(game)
    stance(game)
    assert results(game) == {"sz_5": "stalemate"}
    assert count(game, "sz_5") == {"fighter": 1, "submarine": 2}
    assert asked(game) == ("uk", "land_displaced")


@pytest.mark.rule("S42-SUB-04")
def test_a_defending_submarine_cannot_hit_aircraft() -> None:
    """It sits beside a cruiser while fighters attack: its 1 is not even rolled, for no ship could take it."""
    game = position(
        units={
            "western_europe": {"germany": {"fighter": 2}},
            "sz_6": {"uk": {"submarine": 1, "cruiser": 1}},
        },
        dice=[6, 6, 6],
    )
    move(game, "2 fighter", "western_europe", "sz_6")
    end(game)
    assert asked(game) == ("uk", "submarines")
    stance(game)
    assert [roll[1] for roll in rolls(game)] == ["fighter fighter", "cruiser"]


@pytest.mark.rule("S42-SUB-05", "S42-COMBAT-07")
def test_aircraft_cannot_hit_submarines_without_a_destroyer() -> None:
    """A fighter's hit on a cruiser and a submarine goes to the cruiser, the second one is lost."""
    game = position(
        units={
            "western_europe": {"germany": {"fighter": 2}},
            "sz_6": {"uk": {"submarine": 1, "cruiser": 1}},
        },
        dice=[1, 1, 6],
    )
    move(game, "2 fighter", "western_europe", "sz_6")
    end(game)
    stance(game)
    assert count(game, "sz_6", "uk") == {"submarine": 1}
    assert results(game) == {"sz_6": "stalemate"}


@pytest.mark.rule("S42-SUB-05")
def test_with_a_destroyer_aircraft_hit_submarines() -> None:
    """The same with a destroyer of the attacker: the defender may choose the submarine."""
    game = position(
        units={
            "western_europe": {"germany": {"fighter": 1}},
            "sz_5": {"germany": {"destroyer": 1}},
            "sz_6": {"uk": {"submarine": 1, "cruiser": 1}},
        },
        dice=[6, 1],
    )
    move(game, "1 fighter", "western_europe", "sz_6")
    move(game, "1 destroyer", "sz_5", "sz_6")
    end(game)
    assert asked(game) == ("uk", "choose_casualties")
    assert sorted(asked_kinds(game)) == ["cruiser", "submarine"]


@pytest.mark.rule("S42-SUB-05")
@pytest.mark.parametrize(("escort", "choices"), [("cruiser", ["cruiser"]), ("destroyer", ["cruiser", "submarine"])])
def test_defending_fighters_need_a_destroyer_of_their_side(escort: str, choices: list[str]) -> None:
    """A fighter defends against a submarine and a cruiser; only an American destroyer lets it hit the boat."""
    game = position(
        units={
            "sz_6": {"germany": {"submarine": 1, "cruiser": 1}},
            "sz_5": {"uk": {"carrier": 1, "fighter": 1}, "usa": {escort: 1}},
        },
        dice=[6, 6, 1, 6, 6] if escort == "cruiser" else [6, 6, 6, 6, 1],
    )
    move(game, "1 submarine, 1 cruiser", "sz_6", "sz_5")
    end(game)
    if escort == "cruiser":
        stance(game)
        assert count(game, "sz_5", "germany") == {"submarine": 1}
    else:
        assert asked(game) == ("germany", "choose_casualties")
        assert sorted(asked_kinds(game)) == choices


# S42-SUB-06 … -10: surprise strikes


@pytest.mark.rule("S42-SUB-06", "S42-MULTI-02")
def test_the_attacker_states_his_choices_first_then_each_owner_in_turn_order() -> None:
    """Germany attacks submarines of three powers: Germany, then Britain, the United States, the Soviet Union."""
    game = position(
        units={
            "sz_6": {"germany": {"submarine": 1, "cruiser": 1}},
            "sz_5": {"uk": {"submarine": 1}, "usa": {"submarine": 2}, "ussr": {"submarine": 1}},
        },
        dice=[6] * 6,
    )
    move(game, "1 submarine, 1 cruiser", "sz_6", "sz_5")
    end(game)
    order = []
    for _ in range(4):
        order.append(asked(game))
        assert not happened(game.events, "dice_rolled")
        stance(game)
    assert order == [(power, "submarines") for power in ("germany", "uk", "usa", "ussr")]
    assert len(happened(game.events, "dice_rolled")) > 0


@pytest.mark.rule("S42-SUB-06")
def test_each_submarine_chooses_for_itself_in_every_round() -> None:
    """Of two submarines one submerges, the other strikes; in the second round it may still submerge."""
    game = position(units={"sz_6": {"germany": {"submarine": 2}}, "sz_5": {"uk": {"cruiser": 1}}}, dice=[6, 6])
    move(game, "2 submarine", "sz_6", "sz_5")
    end(game)
    assert len(options_of(game)) == 4
    first, second = ids(game, "sz_5", "2 submarine")
    stance(game, [first])
    assert rolls(game) == [("germany", "submarine", (6,)), ("uk", "cruiser", (6,))]
    fight_on(game)
    assert about(game, "submarines") == [second]
    stance(game, [second])
    assert results(game) == {"sz_5": "lost"}
    assert count(game, "sz_5") == {"cruiser": 1, "submarine": 2}


@pytest.mark.rule("S42-SUB-07")
def test_only_the_side_facing_a_destroyer_loses_its_abilities() -> None:
    """Submarine and destroyer attack submarine and cruiser: the attacker's boat strikes, the defender's fires late."""
    game = position(
        units={
            "sz_6": {"germany": {"submarine": 1, "destroyer": 1}},
            "sz_5": {"uk": {"submarine": 1, "cruiser": 1}},
        },
        dice=[6, 6, 6, 6],
    )
    move(game, "1 submarine, 1 destroyer", "sz_6", "sz_5")
    end(game)
    assert asked(game) == ("germany", "submarines")
    stance(game)
    assert asked(game) == ("germany", "retreat")
    assert [(roll[0], roll[1]) for roll in rolls(game)] == [
        ("germany", "submarine"),
        ("germany", "destroyer"),
        ("uk", "submarine"),
        ("uk", "cruiser"),
    ]
    assert [roll.purpose for roll in happened(game.events, "dice_rolled")] == [
        "strike",
        "attack",
        "defence",
        "defence",
    ]


@pytest.mark.rule("S42-SUB-07")
def test_the_hunted_submarine_fires_only_if_it_survived_the_strike() -> None:
    """The attacking boat's strike sinks the defending boat before step 4."""
    game = position(
        units={
            "sz_6": {"germany": {"submarine": 1, "destroyer": 1}},
            "sz_5": {"uk": {"submarine": 1, "cruiser": 1}},
        },
        dice=[2, 6, 6],
    )
    move(game, "1 submarine, 1 destroyer", "sz_6", "sz_5")
    end(game)
    stance(game)
    lose(game, "1 submarine")
    assert [roll[1] for roll in rolls(game)] == ["submarine", "destroyer", "cruiser"]


@pytest.mark.rule("S42-SUB-07")
def test_one_destroyer_hunts_all_enemy_submarines() -> None:
    """Three boats, one destroyer: nobody is asked; a boat that was not asked cannot be ordered to submerge."""
    game = position(units={"sz_6": {"germany": {"submarine": 3}}, "sz_5": {"uk": {"destroyer": 1}}}, dice=[6, 6, 6, 6])
    move(game, "3 submarine", "sz_6", "sz_5")
    end(game)
    assert asked(game) == ("germany", "retreat")
    assert [roll.purpose for roll in happened(game.events, "dice_rolled")] == ["attack", "defence"]


@pytest.mark.rule("S42-SUB-07")
def test_only_own_free_submarines_can_be_ordered_to_submerge() -> None:
    """Naming the enemy's boat or a ship is refused."""
    game = position(
        units={"sz_6": {"germany": {"submarine": 1}}, "sz_5": {"uk": {"submarine": 1}}},
        dice=[6, 6],
    )
    move(game, "1 submarine", "sz_6", "sz_5")
    end(game)
    with refused(game, "S42-SUB-07"):
        stance(game, [only(game, "sz_5", "submarine", "uk")])


@pytest.mark.rule("S42-SUB-08")
def test_destroyers_are_counted_at_the_beginning_of_a_round() -> None:
    """The only destroyer is hit in round 1: the boats fire with the others; from round 2 on they strike again."""
    game = position(
        units={
            "sz_6": {"germany": {"submarine": 1, "cruiser": 1}},
            "sz_5": {"uk": {"destroyer": 1, "battleship": 1}},
        },
        dice=[6, 1, 6, 6],
    )
    move(game, "1 submarine, 1 cruiser", "sz_6", "sz_5")
    end(game)
    lose(game, "1 destroyer")
    assert [roll.purpose for roll in happened(game.events, "dice_rolled")] == ["attack", "attack", "defence"]
    assert asked(game) == ("germany", "retreat")
    fight_on(game)
    assert asked(game) == ("germany", "submarines")


@pytest.mark.rule("S42-SUB-08", "S42-SUB-05")
def test_a_destroyer_hit_in_step_three_counts_until_the_round_ends() -> None:
    """The British destroyer behind the line still lets the fighter's hit go to the German submarine."""
    game = position(
        units={
            "sz_6": {"germany": {"submarine": 1, "cruiser": 1}},
            "sz_5": {"uk": {"destroyer": 1, "carrier": 1, "fighter": 1}},
        },
        dice=[6, 1, 1, 6, 6],
    )
    move(game, "1 submarine, 1 cruiser", "sz_6", "sz_5")
    end(game)
    lose(game, "1 destroyer")
    assert asked(game) == ("germany", "choose_casualties")
    assert sorted(asked_kinds(game)) == ["cruiser", "submarine"]


@pytest.mark.rule("S42-SUB-08")
def test_the_attacker_s_destroyer_lost_in_step_four_frees_the_defender_s_boats_next_round() -> None:
    """Round 1 the defending boat may not submerge; the destroyer sinks; round 2 its owner is asked."""
    game = position(
        units={
            "sz_6": {"germany": {"cruiser": 1, "destroyer": 1}},
            "sz_5": {"uk": {"submarine": 1, "cruiser": 1}},
        },
        dice=[6, 6, 6, 1],
    )
    move(game, "1 cruiser, 1 destroyer", "sz_6", "sz_5")
    end(game)
    lose(game, "1 destroyer")
    fight_on(game)
    assert asked(game) == ("uk", "submarines")


@pytest.mark.rule("S42-SUB-09")
def test_two_submarines_strike_each_other() -> None:
    """Rolls of 2 and 1: both are sunk."""
    game = position(units={"sz_6": {"germany": {"submarine": 1}}, "sz_5": {"uk": {"submarine": 1}}}, dice=[2, 1])
    move(game, "1 submarine", "sz_6", "sz_5")
    end(game)
    stance(game)
    stance(game)
    assert count(game, "sz_5") == {}
    assert results(game) == {"sz_5": "both_lost"}
    assert unrolled(game) == 0


@pytest.mark.rule("S42-SUB-09")
def test_other_victims_of_a_strike_never_fire() -> None:
    """The strike sinks the cruiser: it rolls no die, the boats of both sides do."""
    game = position(
        units={
            "sz_6": {"germany": {"submarine": 1, "cruiser": 1}},
            "sz_5": {"uk": {"submarine": 1, "cruiser": 1}},
        },
        dice=[2, 1, 6],
    )
    move(game, "1 submarine, 1 cruiser", "sz_6", "sz_5")
    end(game)
    stance(game)
    stance(game)
    lose(game, "1 cruiser")
    assert asked(game) == ("germany", "choose_casualties")
    assert count(game, "sz_5", "uk") == {"cruiser": 1, "submarine": 1}, "all victims leave together"
    lose(game, "1 submarine")
    assert [(roll[0], roll[1]) for roll in rolls(game)] == [
        ("germany", "submarine"),
        ("uk", "submarine"),
        ("germany", "cruiser"),
    ]
    assert count(game, "sz_5", "uk") == {"submarine": 1}
    assert count(game, "sz_5", "germany") == {"cruiser": 1}


@pytest.mark.rule("S42-SUB-09")
def test_an_attacker_hit_by_a_strike_does_not_fire() -> None:
    """The attacking cruiser is sunk by a defending boat in step 2; the attacker's fighter still fires."""
    game = position(
        units={
            "western_europe": {"germany": {"fighter": 1}},
            "sz_5": {"germany": {"cruiser": 1}},
            "sz_6": {"uk": {"submarine": 1, "cruiser": 1}},
        },
        dice=[1, 6, 6],
    )
    move(game, "1 fighter", "western_europe", "sz_6")
    move(game, "1 cruiser", "sz_5", "sz_6")
    end(game)
    stance(game)
    assert [(roll[0], roll[1]) for roll in rolls(game)] == [
        ("uk", "submarine"),
        ("germany", "fighter"),
        ("uk", "cruiser"),
    ]


@pytest.mark.rule("S42-SUB-10")
def test_a_submarine_fires_once_a_round() -> None:
    """Two boats that struck do not roll again in steps 3 and 4."""
    game = position(
        units={
            "sz_6": {"germany": {"submarine": 1, "cruiser": 1}},
            "sz_5": {"uk": {"submarine": 1, "cruiser": 1}},
        },
        dice=[6, 6, 6, 6],
    )
    move(game, "1 submarine, 1 cruiser", "sz_6", "sz_5")
    end(game)
    stance(game)
    stance(game)
    assert [roll[1] for roll in rolls(game)] == ["submarine", "submarine", "cruiser", "cruiser"]
    assert unrolled(game) == 0


# S42-SUB-11, -12: submerging, damage


@pytest.mark.rule("S42-SUB-11")
def test_a_submerged_submarine_is_out_of_the_battle() -> None:
    """The defending boat submerges: all hits go to the cruiser, and the boat stays in the zone."""
    game = position(
        units={"sz_6": {"germany": {"battleship": 2}}, "sz_5": {"uk": {"submarine": 1, "cruiser": 1}}},
        dice=[1, 1, 6],
    )
    move(game, "2 battleship", "sz_6", "sz_5")
    end(game)
    stance(game, [only(game, "sz_5", "submarine")])
    assert [roll[1] for roll in rolls(game)] == ["battleship battleship", "cruiser"]
    assert results(game) == {"sz_5": "won"}
    assert count(game, "sz_5", "uk") == {"submarine": 1}


@pytest.mark.rule("S42-SUB-11")
def test_a_submerged_attacker_stays_behind_and_cannot_move_any_more() -> None:
    """The cruiser retreats, the submerged boat does not go along and has no noncombat move."""
    game = position(
        units={
            "sz_6": {"germany": {"submarine": 1, "cruiser": 1}},
            "sz_5": {"uk": {"cruiser": 1}},
        },
        dice=[6, 6],
    )
    move(game, "1 submarine, 1 cruiser", "sz_6", "sz_5")
    end(game)
    stance(game, [only(game, "sz_5", "submarine")])
    retreat(game, "sz_6")
    assert count(game, "sz_6", "germany") == {"cruiser": 1}
    assert count(game, "sz_5", "germany") == {"submarine": 1}
    assert asked(game) == ("germany", "noncombat_move")
    with refused(game, "S42-CMOVE-10"):
        move(game, "1 submarine", "sz_5", "sz_6")


@pytest.mark.rule("S42-SUB-11")
def test_being_submerged_ends_with_the_battle() -> None:
    """A boat that submerged in Germany's turn moves freely in its owner's turn."""
    game = position(
        units={"sz_6": {"germany": {"cruiser": 1}}, "sz_7": {"uk": {"submarine": 1}}},
    )
    move(game, "1 cruiser", "sz_6", "sz_7")
    end(game)
    stance(game, [only(game, "sz_7", "submarine")])
    end(game)
    assert asked(game) == ("uk", "purchase")
    assert not units(game, "sz_7", "submarine")[0].done


@pytest.mark.rule("S42-SUB-12", "S42-COMBAT-11")
def test_damage_by_a_strike_stays_until_the_battle_ends() -> None:
    """The boat damages the battleship in round 1 and sinks it with its second hit in round 2."""
    game = position(units={"sz_6": {"germany": {"submarine": 1}}, "sz_5": {"uk": {"battleship": 1}}}, dice=[2, 6, 2])
    move(game, "1 submarine", "sz_6", "sz_5")
    end(game)
    stance(game)
    assert units(game, "sz_5", "battleship")[0].damage == 1
    fight_on(game)
    stance(game)
    assert results(game) == {"sz_5": "won"}
    assert count(game, "sz_5") == {"submarine": 1}


@pytest.mark.rule("S42-SUB-12", "S42-COMBAT-11")
def test_a_damaged_battleship_is_restored_after_the_battle() -> None:
    """The attacker breaks off after damaging it: it is as good as new."""
    game = position(units={"sz_6": {"germany": {"submarine": 1}}, "sz_5": {"uk": {"battleship": 1}}}, dice=[2, 6])
    move(game, "1 submarine", "sz_6", "sz_5")
    end(game)
    stance(game)
    retreat(game, "sz_6")
    assert units(game, "sz_5", "battleship")[0].damage == 0


# S42-SUB-13: whose destroyers count


@pytest.mark.rule("S42-SUB-13", "S42-COMBAT-02")
def test_an_allied_destroyer_in_the_attacked_zone_does_nothing() -> None:
    """A Japanese destroyer lies in the attacked zone: the British boat may submerge, the fighter cannot hit it."""
    game = position(
        units={
            "western_europe": {"germany": {"fighter": 1}},
            "sz_5": {"germany": {"cruiser": 1}},
            "sz_6": {"uk": {"submarine": 1, "cruiser": 1}, "japan": {"destroyer": 1}},
        },
        dice=[6, 1, 6, 6],
    )
    move(game, "1 fighter", "western_europe", "sz_6")
    move(game, "1 cruiser", "sz_5", "sz_6")
    end(game)
    assert asked(game) == ("uk", "submarines")
    stance(game)
    assert count(game, "sz_6", "uk") == {"submarine": 1}, "the fighter's hit went to the cruiser without a choice"
    assert count(game, "sz_6", "japan") == {"destroyer": 1}
    assert "japan" not in {roll[0] for roll in rolls(game)}


@pytest.mark.rule("S42-SUB-13")
def test_a_destroyer_of_any_defending_power_counts_for_all() -> None:
    """An American destroyer protects a British cruiser: the German boat cannot submerge."""
    game = position(
        units={
            "sz_6": {"germany": {"submarine": 1}},
            "sz_5": {"uk": {"cruiser": 1}, "usa": {"destroyer": 1}},
        },
        dice=[6, 6, 6],
    )
    move(game, "1 submarine", "sz_6", "sz_5")
    end(game)
    assert asked(game) == ("germany", "retreat")


@pytest.mark.rule("S42-SUB-14", "S42-CMOVE-07")
def test_ships_may_lie_beside_submarines_or_attack_them() -> None:
    """In their own zone: nothing happens without a declaration, with one there is a battle."""
    board = {"sz_6": {"germany": {"cruiser": 1}, "uk": {"submarine": 1}}}
    quiet = position(units=board)
    end(quiet)
    assert asked(quiet) == ("germany", "noncombat_move")
    loud = position(units=board)
    attack(loud, "sz_6")
    end(loud)
    assert asked(loud) == ("uk", "submarines")
