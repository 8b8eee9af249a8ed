"""Strategic bombing raids (S42-SBR)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.warfare.actions import Move, Place
from tests.spring1942.play import buy, fight, position, rules_of
from tests.words import (
    WarGame,
    asked,
    check_menu,
    count,
    end,
    happened,
    ids,
    move,
    pass_on,
    refused,
    sail,
    units,
    unrolled,
)

EUROPE = "western_europe"
TO_EUROPE = ("united_kingdom", "sz_7", EUROPE)


def damage(game: WarGame, space: str) -> int:
    """Damage of the factory in a territory."""
    return units(game, space, "factory")[0].damage


def raid(dice: list[int], bombers: int = 1, before: int = 0, **kinds: int) -> WarGame:
    """British bombers raid a factory in Western Europe (value 6) with some damage already."""
    works: dict[str, Any] = {"factory": {"damage": before}, **kinds}
    game = position("uk", units={"united_kingdom": {"uk": {"bomber": bombers}}, EUROPE: {"germany": works}}, dice=dice)
    move(game, f"{bombers} bomber", *TO_EUROPE, raid=True)
    return game


@pytest.mark.rule("S42-SBR-01")
def test_only_bombers_raid_and_only_enemy_factories() -> None:
    """No fighters, no territory without a factory, no own or allied factory, not in the noncombat move."""
    board = {
        "united_kingdom": {"uk": {"bomber": 1, "fighter": 1}},
        EUROPE: {"germany": {"factory": 1}},
        "norway": {"germany": {"infantry": 1}},
        "archangel": {"ussr": {"factory": 1}},
    }
    game = position("uk", units=board)
    with refused(game, "S42-SBR-01"):
        move(game, "1 fighter", *TO_EUROPE, raid=True)
    with refused(game, "S42-SBR-01"):
        move(game, "1 bomber", "united_kingdom", "sz_3", "norway", raid=True)
    with refused(game, "S42-SBR-01"):
        move(game, "1 bomber", "united_kingdom", "sz_3", "sz_4", "archangel", raid=True)
    bomber = ids(game, "united_kingdom", "1 bomber")
    raids = {a.route[-1] for a in check_menu(game) if isinstance(a, Move) and a.raid}
    assert raids == {EUROPE} and all(a.units == bomber for a in check_menu(game) if isinstance(a, Move) and a.raid)
    game = position("uk", "noncombat_move", units=board)
    with refused(game, "S42-TURN-02"):
        move(game, "1 bomber", *TO_EUROPE, raid=True)


@pytest.mark.rule("S42-SBR-01", "S42-CMOVE-12")
def test_a_factory_alone_can_be_raided_but_not_attacked() -> None:
    """Without defenders the bomber may come as a raider only."""
    game = position("uk", units={"united_kingdom": {"uk": {"bomber": 1}}, EUROPE: {"germany": {"factory": 1}}})
    with refused(game, "S42-CMOVE-12"):
        move(game, "1 bomber", *TO_EUROPE)
    move(game, "1 bomber", *TO_EUROPE, raid=True)


@pytest.mark.rule("S42-SBR-01")
def test_a_raider_takes_part_in_no_other_combat_and_flies_home() -> None:
    """The bomber raids while a fighter attacks: it rolls one die for damage and must land in phase 4."""
    game = position(
        "uk",
        units={
            "united_kingdom": {"uk": {"bomber": 1, "fighter": 1}},
            EUROPE: {"germany": {"factory": 1, "infantry": 1}},
        },
        dice=[3, 3, 6],
    )
    move(game, "1 bomber", *TO_EUROPE, raid=True)
    with refused(game, "S42-CMOVE-10"):
        move(game, "1 bomber", EUROPE, "germany")
    move(game, "1 fighter", *TO_EUROPE)
    events = end(game)
    assert [(e.purpose, e.units) for e in happened(events, "dice_rolled")] == [
        ("raid", ("bomber",)),
        ("attack", ("fighter",)),
        ("defence", ("infantry",)),
    ]
    with refused(game, "S42-AIR-13"):
        end(game)
    move(game, "1 bomber", EUROPE, "sz_7", "united_kingdom")
    move(game, "1 fighter", EUROPE, "sz_7", "united_kingdom")
    end(game)


@pytest.mark.rule("S42-SBR-01", "S42-AIR-05")
def test_a_raider_does_not_land_in_land_taken_this_turn() -> None:
    """The factory is raided and then conquered: the bomber must fly home all the same."""
    game = position(
        "uk",
        units={
            "united_kingdom": {"uk": {"bomber": 1}},
            "sz_7": {"uk": {"transport": {"cargo": {"uk": {"infantry": 1}}}}},
            EUROPE: {"germany": {"factory": 1}},
        },
        dice=[4],
    )
    move(game, "1 bomber", *TO_EUROPE, raid=True)
    sail(game, "sz_7", unload=ids(game, "sz_7", "1 infantry"), target=EUROPE)
    end(game)
    assert game.state.owner[EUROPE] == "uk" and damage(game, EUROPE) == 4
    with refused(game, "S42-AIR-13"):
        end(game)
    move(game, "1 bomber", EUROPE, "sz_7", "united_kingdom")


@pytest.mark.rule("S42-SBR-02", "S42-COMBAT-01")
def test_raids_come_first_and_each_survivor_rolls_one_die() -> None:
    """Three bombers, one shot down: two dice, 4 + 3 points; the battle elsewhere comes after."""
    game = position(
        "uk",
        units={
            "united_kingdom": {"uk": {"bomber": 3, "fighter": 1}},
            EUROPE: {"germany": {"factory": 1, "aa_gun": 1}},
            "norway": {"germany": {"infantry": 1}},
        },
        dice=[1, 6, 6, 4, 3, 3, 6],
    )
    move(game, "3 bomber", *TO_EUROPE, raid=True)
    move(game, "1 fighter", "united_kingdom", "sz_3", "norway")
    events = end(game)
    assert [e.purpose for e in happened(events, "dice_rolled")] == ["anti_air", "raid", "attack", "defence"]
    assert [(e.space, e.points, e.damage) for e in happened(events, "factory_damaged")] == [(EUROPE, 7, 7)]
    assert damage(game, EUROPE) == 7 and not unrolled(game)


@pytest.mark.rule("S42-SBR-02", "S42-CAPT-06")
def test_the_raid_precedes_the_walk_into_the_same_territory() -> None:
    """Infantry walks into Karelia with its factory: the raid comes first, the factory is taken with the damage."""
    game = position(
        units={
            "eastern_europe": {"germany": {"infantry": 1, "bomber": 1}},
            "karelia_ssr": {"ussr": {"factory": 1}},
        },
        dice=[3],
    )
    move(game, "1 infantry", "eastern_europe", "karelia_ssr")
    move(game, "1 bomber", "eastern_europe", "karelia_ssr", raid=True)
    end(game)
    assert game.state.owner["karelia_ssr"] == "germany" and damage(game, "karelia_ssr") == 3


@pytest.mark.rule("S42-SBR-02", "S42-SBR-06")
def test_the_attacker_orders_his_raids() -> None:
    """Two factories, two raids: he says which comes first."""
    game = position(
        "uk",
        units={
            "united_kingdom": {"uk": {"bomber": 2}},
            EUROPE: {"germany": {"factory": 1}},
            "germany": {"germany": {"factory": 1}},
        },
        dice=[2, 5],
    )
    move(game, "1 bomber", *TO_EUROPE, raid=True)
    move(game, "1 bomber", *TO_EUROPE, "germany", raid=True)
    end(game)
    assert asked(game) == ("uk", "next_raid")
    check_menu(game)
    with refused(game, "S42-COMBAT-01"):
        fight(game, "norway")
    fight(game, "germany")
    assert (damage(game, "germany"), damage(game, EUROPE)) == (2, 5)


@pytest.mark.rule("S42-SBR-03")
@pytest.mark.parametrize(("before", "dice", "after"), [(9, [5], 12), (0, [5], 5), (12, [6], 12), (7, [5], 12)])
def test_damage_stops_at_twice_the_value(before: int, dice: list[int], after: int) -> None:
    """Western Europe is worth 6: never more than 12 points; the rest is lost."""
    game = raid(dice, before=before)
    end(game)
    assert damage(game, EUROPE) == after


@pytest.mark.rule("S42-SBR-04", "S42-INCOME-01")
def test_damage_costs_no_money() -> None:
    """Germany's cash and production level are untouched, only the factory produces less."""
    game = raid([4])
    rules = rules_of(game)
    before = game.state.money["germany"], rules.production(game.state, "germany")
    end(game)
    assert (game.state.money["germany"], rules.production(game.state, "germany")) == before
    assert rules.capacity(game.state, "germany", EUROPE) == 2


@pytest.mark.rule("S42-SBR-04", "S42-PLACE-02")
@pytest.mark.parametrize(("points", "places"), [(0, 6), (4, 2), (6, 0), (12, 0)])
def test_each_point_costs_one_new_unit(points: int, places: int) -> None:
    """A factory in a territory worth 6: 6, 2 or no units; never below zero, and it is not destroyed."""
    game = position(
        phase="placement",
        units={EUROPE: {"germany": {"factory": {"damage": points}}}},
        pool={"infantry": 7},
    )
    if places:
        game.apply(Place("infantry", EUROPE, EUROPE, places))
        with refused(game, "S42-PLACE-02"):
            game.apply(Place("infantry", EUROPE, EUROPE, 1))
    assert count(game, EUROPE).get("infantry", 0) == places and count(game, EUROPE)["factory"] == 1


@pytest.mark.rule("S42-SBR-05", "S42-CAPT-03", "S42-BUY-03")
def test_damage_stays_until_it_is_repaired() -> None:
    """Through conquest and reconquest; the holder pays for the repair in his own purchase phase."""
    game = position(
        units={
            "eastern_europe": {"germany": {"infantry": 1}},
            "karelia_ssr": {"ussr": {"factory": {"damage": 3}}},
            "archangel": {"ussr": {"infantry": 2}},
            "russia": {"ussr": {"factory": 1}},
        },
        dice=[1, 6, 6],
    )
    move(game, "1 infantry", "eastern_europe", "karelia_ssr")
    end(game)
    assert game.state.owner["karelia_ssr"] == "germany" and damage(game, "karelia_ssr") == 3
    pass_on(game, "ussr", "purchase")
    with refused(game, "S42-BUY-04"):
        buy(game, karelia_ssr=1)
    buy(game)
    move(game, "2 infantry", "archangel", "karelia_ssr")
    end(game)
    assert game.state.owner["karelia_ssr"] == "ussr" and damage(game, "karelia_ssr") == 3
    pass_on(game, "ussr", "purchase")
    money = game.state.money["ussr"]
    buy(game, karelia_ssr=2)
    assert damage(game, "karelia_ssr") == 1 and game.state.money["ussr"] == money - 2


@pytest.mark.rule("S42-SBR-06")
def test_all_raiders_make_one_raid_without_return_fire() -> None:
    """Bombers from two places: one raid; fighters and infantry in the territory do not fire."""
    game = position(
        "uk",
        units={
            "united_kingdom": {"uk": {"bomber": 1}},
            "archangel": {"uk": {"bomber": 1}},
            EUROPE: {"germany": {"factory": 1, "fighter": 2, "infantry": 2}},
        },
        dice=[2, 3],
    )
    move(game, "1 bomber", *TO_EUROPE, raid=True)
    move(game, "1 bomber", "archangel", "karelia_ssr", "sz_5", EUROPE, raid=True)
    events = end(game)
    assert [e.attackers for e in happened(events, "battle_began")] == [{"bomber": 2}]
    assert [(e.purpose, e.dice) for e in happened(events, "dice_rolled")] == [("raid", (2, 3))]
    assert damage(game, EUROPE) == 5 and asked(game) == ("uk", "noncombat_move")
