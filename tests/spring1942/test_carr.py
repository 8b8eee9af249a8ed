"""S42-CARR: decks, launching, guests, displaced fighters."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.warfare.actions import FightOn, LandDisplaced, Move, Retreat
from tests.spring1942.play import fight, position
from tests.words import asked, check_menu, count, end, happened, ids, lose, move, refused, units

ONE_PLAYER_EACH = [["ussr", "uk", "usa"], ["germany", "japan"]]


def carrier(**fighters: int) -> dict[str, Any]:
    """A carrier with fighters of these powers aboard."""
    return {"cargo": {power: {"fighter": number} for power, number in fighters.items()}}


@pytest.mark.rule("S42-CARR-01")
def test_two_fighters_in_any_mix() -> None:
    """A British guest and one own fighter fill the deck; each belongs to the carrier it named."""
    game = position(
        "usa",
        "noncombat_move",
        {"sz_52": {"usa": {"carrier": [carrier(uk=1), 1]}}, "hawaiian_islands": {"usa": {"fighter": 3}}},
    )
    first, second = ids(game, "sz_52", "2 carrier")
    move(game, "1 fighter", "hawaiian_islands", "sz_52", deck=first)
    with refused(game, "S42-CARR-01"):
        move(game, "1 fighter", "hawaiian_islands", "sz_52", deck=first)
    move(game, "2 fighter", "hawaiian_islands", "sz_52", deck=second)
    aboard = [unit.aboard for unit in units(game, "sz_52", "fighter")]
    assert (aboard.count(first), aboard.count(second)) == (2, 2)


@pytest.mark.rule("S42-CARR-02")
def test_own_fighters_are_never_carried() -> None:
    """The carrier moves two zones in the noncombat move: its fighter pays two to land on it again."""
    game = position("usa", "noncombat_move", {"sz_52": {"usa": {"carrier": [carrier(usa=1)]}}})
    deck = ids(game, "sz_52", "1 carrier")[0]
    move(game, "1 carrier", "sz_52", "sz_51", "sz_50")
    fighter = units(game, "sz_52", "fighter")[0]
    assert fighter.airborne and not fighter.aboard
    with refused(game, "S42-AIR-13"):
        end(game)
    move(game, "1 fighter", "sz_52", "sz_51", "sz_50", deck=deck)
    assert units(game, "sz_50", "fighter")[0].spent == 2
    end(game)


@pytest.mark.rule("S42-CARR-03")
def test_a_fighter_left_behind_waits_in_the_old_zone() -> None:
    """The carrier attacks; its fighter stays out of it, in the air where it was, and may still attack from there."""
    setting: dict[str, Any] = {
        "sz_52": {"usa": {"carrier": [carrier(usa=1)]}},
        "sz_51": {"japan": {"destroyer": 1}},
    }
    game = position("usa", units=setting, dice=[1, 6])
    move(game, "1 carrier", "sz_52", "sz_51")
    fighter = units(game, "sz_52", "fighter")[0]
    assert (fighter.airborne, fighter.spent, fighter.aboard) == (True, 0, "")
    began = happened(end(game), "battle_began")[0]
    assert began.attackers == {"carrier": 1}
    move(game, "1 fighter", "sz_52", "hawaiian_islands")
    game = position("usa", units=setting)
    move(game, "1 carrier", "sz_52", "sz_51")
    move(game, "1 fighter", "sz_52", "sz_51")
    assert units(game, "sz_51", "fighter")[0].spent == 1


@pytest.mark.rule("S42-CARR-04")
def test_allied_fighters_are_cargo() -> None:
    """A British fighter rides into an American attack, takes no part, and goes down with the carrier."""
    game = position(
        "usa",
        units={"sz_52": {"usa": {"carrier": [carrier(uk=1)]}}, "sz_51": {"japan": {"destroyer": 1}}},
        dice=[6, 2],
    )
    move(game, "1 carrier", "sz_52", "sz_51")
    assert count(game, "sz_51", "uk") == {"fighter": 1}
    events = end(game)
    assert happened(events, "battle_began")[0].attackers == {"carrier": 1}
    assert count(game, "sz_51") == {"destroyer": 1}


@pytest.mark.rule("S42-CARR-05")
def test_everybody_moves_in_his_own_turn() -> None:
    """Neither the allied carrier nor the allied fighter on the own carrier can be ordered about."""
    game = position(
        "usa",
        "noncombat_move",
        {"sz_52": {"usa": {"carrier": [carrier(uk=1)]}}, "sz_8": {"uk": {"carrier": [carrier(usa=1)]}}},
    )
    with refused(game, "S42-TURN-03"):
        game.apply(Move(ids(game, "sz_8", "1 carrier", "uk"), ("sz_8", "sz_9")))
    with refused(game, "S42-TURN-03"):
        game.apply(Move(ids(game, "sz_52", "1 fighter", "uk"), ("sz_52", "hawaiian_islands")))
    move(game, "1 fighter", "sz_8", "united_kingdom")
    assert count(game, "united_kingdom") == {"fighter": 1}


@pytest.mark.rule("S42-CARR-06")
def test_all_fighters_aboard_defend() -> None:
    """A Japanese and a German fighter defend a Japanese carrier at 4, and may be lost instead of it."""
    game = position(
        "usa",
        units={"sz_51": {"usa": {"cruiser": 1}}, "sz_50": {"japan": {"carrier": [carrier(japan=1, germany=1)]}}},
        dice=[3, 6, 4, 4],
        seats=ONE_PLAYER_EACH,
    )
    move(game, "1 cruiser", "sz_51", "sz_50")
    began = happened(end(game), "battle_began")[0]
    assert began.defenders == {"germany": {"fighter": 1}, "japan": {"fighter": 1, "carrier": 1}}
    decision = game.decision
    assert decision is not None and decision.kind == "choose_casualties"
    events = lose(game, "1 fighter")
    assert count(game, "sz_50", "usa") == {}
    assert any(4 in event.needed for event in happened(events, "dice_rolled"))


@pytest.mark.rule("S42-CARR-06")
def test_submarines_cannot_hit_fighters_aboard() -> None:
    """A submarine's hit goes to the carrier, not to its fighters."""
    game = position(
        "usa",
        units={"sz_51": {"usa": {"submarine": 1}}, "sz_50": {"japan": {"carrier": [carrier(japan=2)]}}},
        dice=[2],
    )
    move(game, "1 submarine", "sz_51", "sz_50")
    end(game)
    while asked(game)[1] == "submarines":
        game.apply(next(iter(game.legal())))
    assert "carrier" not in count(game, "sz_50")


@pytest.mark.rule("S42-CARR-07")
def test_landing_ends_the_movement_of_the_carrier() -> None:
    """Once a fighter has landed its carrier stays."""
    game = position(
        "usa",
        "noncombat_move",
        {"sz_52": {"usa": {"carrier": 1}}, "hawaiian_islands": {"usa": {"fighter": 1}}},
    )
    move(game, "1 fighter", "hawaiian_islands", "sz_52", deck=ids(game, "sz_52", "1 carrier")[0])
    with refused(game, "S42-CARR-07"):
        move(game, "1 carrier", "sz_52", "sz_51")
    with refused(game, "S42-CARR-07"):
        move(game, "1 fighter", "sz_52", "hawaiian_islands")


@pytest.mark.rule("S42-CARR-08")
def test_an_unmoved_carrier_comes_to_the_rescue() -> None:
    """It must go to the fighter's zone, but only if that zone can be reached through friendly zones."""
    setting: dict[str, Any] = {
        "sz_52": {"usa": {"carrier": 1}},
        "sz_50": {"usa": {"fighter": [{"airborne": True, "done": True, "spent": 4}]}},
    }
    game = position("usa", "noncombat_move", setting)
    with refused(game, "S42-AIR-13"):
        end(game)
    with refused(game, "S42-AIR-13"):
        move(game, "1 carrier", "sz_52", "sz_53")
    check_menu(game)
    move(game, "1 carrier", "sz_52", "sz_51", "sz_50")
    move(game, "1 fighter", "sz_50", deck=ids(game, "sz_50", "1 carrier")[0])
    end(game)
    barred = setting | {"sz_51": {"japan": {"cruiser": 1}}, "sz_45": {"japan": {"cruiser": 1}}}
    game = position("usa", "noncombat_move", barred)
    move(game, "1 carrier", "sz_52", "sz_53")
    assert happened(end(game), "units_lost")


def sinking(**more: Any) -> dict[str, Any]:
    """An American cruiser sinks a Japanese carrier in SZ 50; its fighter misses."""
    spaces = {
        "sz_51": {"usa": {"cruiser": 1}},
        "sz_50": {"japan": {"carrier": [carrier(japan=1)]}},
    }
    return spaces | more


@pytest.mark.rule("S42-CARR-09")
def test_displaced_fighters_find_a_place_one_space_away() -> None:
    """The island of the zone, a deck next door: the owner chooses."""
    for place in ("caroline_islands", "deck"):
        game = position("usa", units=sinking(sz_48={"japan": {"carrier": 1}}), dice=[3, 6, 6, 6, 6])
        move(game, "1 cruiser", "sz_51", "sz_50")
        end(game)
        lose(game, "1 carrier")
        while asked(game)[1] == "retreat":
            game.apply(next(action for action in game.legal() if not isinstance(action, FightOn)))
        assert asked(game) == ("japan", "land_displaced")
        check_menu(game)
        fighter = units(game, "sz_50", "fighter")[0].id
        deck = units(game, "sz_48", "carrier")[0].id
        with refused(game, "S42-CARR-09"):
            game.apply(LandDisplaced({fighter: "philippine_islands"}))
        game.apply(LandDisplaced({fighter: deck if place == "deck" else place}))
        landed = game.state.units[fighter]
        assert (landed.space, landed.aboard) == (("sz_48", deck) if place == "deck" else (place, ""))
        assert asked(game) == ("usa", "noncombat_move")


@pytest.mark.rule("S42-CARR-09")
def test_owners_compete_for_slots_in_turn_order() -> None:
    """A German and a Japanese fighter lose their deck to the Americans; after them Germany is up first and gets it."""
    spaces: dict[str, Any] = {
        "sz_51": {"usa": {"cruiser": 1}},
        "sz_50": {"japan": {"carrier": [carrier(japan=1, germany=1)]}},
        "sz_48": {"japan": {"carrier": [carrier(japan=1)]}},
    }
    game = position("usa", units=spaces, owners={"caroline_islands": "usa"}, dice=[3, 6, 6, 6], seats=ONE_PLAYER_EACH)
    move(game, "1 cruiser", "sz_51", "sz_50")
    end(game)
    events = lose(game, "1 carrier")
    events += game.apply(Retreat("sz_51"))
    assert asked(game) == ("usa", "noncombat_move")
    assert [(event.power, event.cause) for event in happened(events, "units_lost")][-1] == ("japan", "no_landing")
    (deck,) = units(game, "sz_48", "carrier")
    assert sorted(unit.power for unit in game.state.aboard(deck)) == ["germany", "japan"]
    assert count(game, "sz_50") == {}


@pytest.mark.rule("S42-CARR-09")
def test_land_conquered_in_the_same_turn_is_no_refuge() -> None:
    """The only coast near falls in another battle of the turn, whichever is fought first: the fighter is lost."""
    for first in ("sz_16", "ukraine_ssr"):
        game = position(
            "ussr",
            units={
                "caucasus": {"ussr": {"infantry": 1, "fighter": 1}},
                "sz_16": {"germany": {"carrier": [carrier(germany=1)]}},
            },
            owners={"balkans": "uk"},
            dice=[3, 6, 6],
        )
        move(game, "1 infantry", "caucasus", "ukraine_ssr")
        move(game, "1 fighter", "caucasus", "sz_16")
        end(game)
        events = fight(game, first)
        if asked(game)[1] == "next_battle":
            events += fight(game, "sz_16")
        events += lose(game, "1 carrier")
        events += game.apply(Retreat())
        assert game.state.owner["ukraine_ssr"] == "ussr"
        assert "no_landing" in [event.cause for event in happened(events, "units_lost")]
        assert asked(game) == ("ussr", "noncombat_move")


@pytest.mark.rule("S42-CARR-09")
def test_without_any_place_the_fighter_is_destroyed() -> None:
    """No friendly land or deck within one space."""
    game = position("usa", units=sinking(), owners={"caroline_islands": "usa"}, dice=[3, 6, 6, 3, 6])
    move(game, "1 cruiser", "sz_51", "sz_50")
    end(game)
    lose(game, "1 carrier")
    events = []
    while asked(game)[1] == "retreat":
        events += game.apply(next(action for action in game.legal() if not isinstance(action, FightOn)))
    assert [event.cause for event in happened(events, "units_lost")] == ["no_landing"]


@pytest.mark.rule("S42-CARR-09")
def test_a_surviving_carrier_keeps_its_fighters() -> None:
    """The attacker is sunk: the fighter is back on its deck without any question."""
    game = position("usa", units=sinking(), dice=[6, 1, 6])
    move(game, "1 cruiser", "sz_51", "sz_50")
    end(game)
    assert asked(game) == ("usa", "noncombat_move")
    assert units(game, "sz_50", "fighter")[0].aboard == units(game, "sz_50", "carrier")[0].id


@pytest.mark.rule("S42-CARR-10", "S42-HSZ-05")
def test_fighters_of_a_fighting_carrier_join_or_abstain() -> None:
    """The carrier fights where it lies: one fighter joins without moving, the other stays out and is not lost."""
    game = position(
        "usa",
        units={"sz_52": {"usa": {"carrier": [carrier(usa=2)]}, "japan": {"destroyer": 1}}},
        dice=[6, 6, 1, 3, 6],
    )
    one, other = ids(game, "sz_52", "2 fighter")
    game.apply(Move((one,), ("sz_52",)))
    began = happened(end(game), "battle_began")[0]
    assert began.attackers == {"fighter": 1, "carrier": 1}
    lose(game, "1 carrier")
    game.apply(FightOn())
    assert asked(game) == ("usa", "noncombat_move")
    assert game.state.units[other].airborne and game.state.units[one].airborne
    move(game, "2 fighter", "sz_52", "hawaiian_islands")
    end(game)
