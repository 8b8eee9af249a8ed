"""Strategic bombing raids (CL-SBR)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.warfare.actions import ChooseCasualties, Move, NextBattle
from tests.classic.drill import try_menu
from tests.classic.play import position, rules_of
from tests.words import WarGame, asked, count, end, happened, ids, move, refused, units

TO_GERMANY = ("united_kingdom", "north_sea_zone", "baltic_sea_zone", "germany")


def raid(bombers: int, dice: list[int], money: int = 32, gun: bool = True, **more: Any) -> WarGame:
    """British bombers raid Germany; the combat move is not ended yet."""
    home = {"infantry": 1, "fighter": 1, "factory": 1} | ({"aa_gun": 1} if gun else {})
    game = position(
        power="uk",
        units={"united_kingdom": {"uk": {"bomber": bombers, "fighter": 1}}, "germany": {"germany": home}},
        dice=dice,
        money={"germany": money},
        **more,
    )
    move(game, f"{bombers} bomber", *TO_GERMANY, raid=True)
    return game


@pytest.mark.rule("CL-SBR-01")
def test_bombers_raid_guarded_and_unguarded_complexes() -> None:
    """A complex in enemy hands can be raided with or without troops beside it."""
    game = position(
        power="uk",
        units={
            "united_kingdom": {"uk": {"bomber": 2}},
            "germany": {"germany": {"factory": 1, "infantry": 3}},
            "southern_europe": {"germany": {"factory": 1}},
        },
        dice=[2, 3],
    )
    move(game, "1 bomber", *TO_GERMANY, raid=True)
    over_france = ("united_kingdom", "north_sea_zone", "western_europe", "southern_europe")
    move(game, "1 bomber", *over_france, raid=True)
    try_menu(game)
    end(game)
    game.apply(NextBattle("germany"))
    assert game.state.money["germany"] == 32 - 5


@pytest.mark.rule("CL-SBR-01")
def test_fighters_cannot_raid() -> None:
    """Neither alone nor in the company of a bomber."""
    game = position(
        power="uk",
        units={"united_kingdom": {"uk": {"bomber": 1, "fighter": 1}}, "western_europe": {"germany": {"factory": 1}}},
    )
    route = ("united_kingdom", "north_sea_zone", "western_europe")
    with refused(game, "CL-SBR-01"):
        move(game, "1 fighter", *route, raid=True)
    with refused(game, "CL-SBR-01"):
        move(game, "1 bomber, 1 fighter", *route, raid=True)
    raids = [action for action in try_menu(game) if isinstance(action, Move) and action.raid]
    assert {game.state.units[action.units[0]].kind for action in raids} == {"bomber"}


@pytest.mark.rule("CL-SBR-01")
def test_a_raid_needs_an_enemy_complex() -> None:
    """Land without a complex, friendly complexes, neutrals and the sea cannot be raided."""
    game = position(
        power="uk",
        units={
            "united_kingdom": {"uk": {"bomber": 1, "factory": 1}},
            "karelia_ssr": {"ussr": {"factory": 1}},
            "western_europe": {"germany": {"infantry": 1, "aa_gun": 1}},
            "baltic_sea_zone": {"germany": {"transport": 1}},
        },
    )
    for route in (
        ("united_kingdom", "north_sea_zone", "western_europe"),
        ("united_kingdom", "north_sea_zone", "karelia_sea_zone", "karelia_ssr"),
        ("united_kingdom", "north_sea_zone", "eire"),
        ("united_kingdom", "north_sea_zone", "baltic_sea_zone"),
    ):
        with refused(game, "CL-SBR-01"):
            move(game, "1 bomber", *route, raid=True)


@pytest.mark.rule("CL-SBR-01")
def test_bombers_over_one_territory_may_split_into_raid_and_attack() -> None:
    """One bomber raids, the other fights: AA 4 and 4, raid 3, attack 4 hits the infantry, which misses."""
    game = position(
        power="uk",
        units={
            "united_kingdom": {"uk": {"bomber": 2}},
            "germany": {"germany": {"factory": 1, "infantry": 1, "aa_gun": 1}},
        },
        dice=[4, 3, 4, 4, 6],
    )
    move(game, "1 bomber", *TO_GERMANY, raid=True)
    move(game, "1 bomber", *TO_GERMANY)
    events = end(game)
    assert [(e.purpose, e.dice) for e in happened(events, "dice_rolled")] == [
        ("anti_air", (4,)),
        ("raid", (3,)),
        ("anti_air", (4,)),
        ("attack", (4,)),
        ("defence", (6,)),
    ]
    assert game.state.money["germany"] == 29
    assert not units(game, "germany", "infantry")


@pytest.mark.rule("CL-SBR-01")
def test_raids_are_flown_in_the_combat_move_only() -> None:
    """In the noncombat move a raid is refused."""
    game = position(
        power="uk",
        phase="noncombat_move",
        units={"united_kingdom": {"uk": {"bomber": 1}}, "germany": {"germany": {"factory": 1}}},
    )
    with refused(game, "CL-TURN-02"):
        move(game, "1 bomber", *TO_GERMANY, raid=True)


@pytest.mark.rule("CL-SBR-02", "CL-SBR-03")
def test_the_gun_fires_at_every_raider_first() -> None:
    """Two bombers, AA 4 and 1: one left, it rolls 5; Germany pays 5 IPC to the bank."""
    game = raid(2, [4, 1, 5])
    before = sum(game.state.money.values())
    events = end(game)
    assert [e.dice for e in happened(events, "dice_rolled")] == [(4, 1), (5,)]
    assert len(units(game, "germany", "bomber")) == 1
    assert game.state.money["germany"] == 27
    assert sum(game.state.money.values()) == before - 5


@pytest.mark.rule("CL-SBR-02")
def test_the_attacker_chooses_which_raider_is_lost() -> None:
    """One bomber from London, one from Karelia with more points left: the British player picks the victim."""
    game = position(
        power="uk",
        units={
            "united_kingdom": {"uk": {"bomber": 1}},
            "karelia_ssr": {"uk": {"bomber": 1}},
            "germany": {"germany": {"factory": 1, "aa_gun": 1}},
        },
        dice=[1, 6, 4],
    )
    move(game, "1 bomber", *TO_GERMANY, raid=True)
    move(game, "1 bomber", "karelia_ssr", "eastern_europe", "germany", raid=True)
    end(game)
    assert asked(game) == ("uk", "choose_casualties")
    try_menu(game)
    tired = next(unit for unit in units(game, "germany", "bomber") if unit.spent == 3)
    game.apply(ChooseCasualties((tired.id,)))
    assert [unit.spent for unit in units(game, "germany", "bomber")] == [2]
    assert game.state.money["germany"] == 28


@pytest.mark.rule("CL-SBR-02")
def test_no_gun_no_fire_and_all_shot_down_no_bombs() -> None:
    """Without a gun only the bombs are rolled; when every raider falls, nothing is."""
    game = raid(1, [6], gun=False)
    assert [e.purpose for e in happened(end(game), "dice_rolled")] == ["raid"]
    unlucky = raid(2, [1, 1])
    events = end(unlucky)
    assert not units(unlucky, "germany", "bomber")
    assert not happened(events, "money_changed")


@pytest.mark.rule("CL-SBR-03")
def test_heavy_bombers_roll_three_dice_each() -> None:
    """Two heavy bombers, one shot down, dice 2, 5, 6: 13 IPC."""
    game = raid(2, [1, 5, 2, 5, 6], tech={"uk": ["heavy_bombers"]})
    end(game)
    assert game.state.money["germany"] == 32 - 13


@pytest.mark.rule("CL-SBR-04")
def test_the_loss_is_limited_by_the_money_in_hand() -> None:
    """Germany has 4 IPC and is bombed for 6: it pays 4, the rest is forgotten, production stays."""
    game = raid(1, [6, 6], money=4)
    end(game)
    assert game.state.money["germany"] == 0
    assert rules_of(game).production(game.state, "germany") == 32


@pytest.mark.rule("CL-SBR-04")
def test_the_loss_may_exceed_the_value_of_the_territory() -> None:
    """Karelia is worth 3; three bombers cost its German owner 18."""
    game = position(
        power="uk",
        units={
            "united_kingdom": {"uk": {"bomber": 3}},
            "karelia_ssr": {"germany": {"factory": 1}},
        },
        owners={"karelia_ssr": "germany"},
        dice=[6, 6, 6],
    )
    move(game, "3 bomber", "united_kingdom", "north_sea_zone", "karelia_sea_zone", "karelia_ssr", raid=True)
    end(game)
    assert game.state.money["germany"] == 32 - 18


@pytest.mark.rule("CL-SBR-05")
def test_raids_involve_nobody_else() -> None:
    """The fighter in Berlin does not intercept, nothing is hit, the complex stands as before."""
    game = raid(1, [6, 3])
    events = end(game)
    assert [e.power for e in happened(events, "dice_rolled")] == ["germany", "uk"]
    assert not happened(events, "units_lost")
    assert count(game, "germany", "germany") == {"infantry": 1, "aa_gun": 1, "factory": 1, "fighter": 1}
    assert game.state.owner["germany"] == "germany"


@pytest.mark.rule("CL-SBR-05")
def test_raiders_cannot_be_taken_as_casualties_of_the_battle_below() -> None:
    """Infantry attack while a bomber raids: the defender's hit falls on the infantry without a choice."""
    game = position(
        power="uk",
        units={
            "united_kingdom": {"uk": {"bomber": 1}},
            "eastern_europe": {"uk": {"infantry": 1}},
            "germany": {"germany": {"factory": 1, "infantry": 1}},
        },
        owners={"eastern_europe": "uk"},
        dice=[3, 6, 1],
    )
    move(game, "1 bomber", *TO_GERMANY, raid=True)
    move(game, "1 infantry", "eastern_europe", "germany")
    end(game)
    assert count(game, "germany", "uk") == {"bomber": 1}
    assert asked(game) == ("uk", "noncombat_move")


@pytest.mark.rule("CL-SBR-06")
def test_raids_come_before_walk_ins_and_battles() -> None:
    """Berlin, empty but for its complex, is bombed first and taken afterwards: Germany pays, then is plundered."""
    game = position(
        power="uk",
        units={
            "united_kingdom": {"uk": {"bomber": 1}},
            "eastern_europe": {"uk": {"infantry": 1}},
            "germany": {"germany": {"factory": 1}},
        },
        owners={"eastern_europe": "uk"},
        money={"germany": 20, "uk": 0},
        dice=[6],
    )
    move(game, "1 bomber", *TO_GERMANY, raid=True)
    move(game, "1 infantry", "eastern_europe", "germany")
    events = end(game)
    assert [(e.power, e.amount, e.reason) for e in happened(events, "money_changed")] == [
        ("germany", -6, "raid"),
        ("germany", -14, "plunder"),
        ("uk", 14, "plunder"),
    ]


@pytest.mark.rule("CL-SBR-06")
def test_a_raid_on_land_that_was_blitzed_lapses() -> None:
    """Armour blitzes through Karelia in the combat move: no AA die, no bombs, the bomber flies home."""
    game = position(
        power="uk",
        units={
            "united_kingdom": {"uk": {"bomber": 1}},
            "finland_norway": {"uk": {"armour": 1}},
            "karelia_ssr": {"germany": {"factory": 1, "aa_gun": 1}},
        },
        owners={"karelia_ssr": "germany", "finland_norway": "uk"},
    )
    move(game, "1 bomber", "united_kingdom", "north_sea_zone", "karelia_sea_zone", "karelia_ssr", raid=True)
    move(game, "1 armour", "finland_norway", "karelia_ssr", "finland_norway")
    events = end(game)
    assert not happened(events, "dice_rolled")
    assert [e.result for e in happened(events, "battle_ended")] == ["lapsed"]
    assert game.state.money["germany"] == 32
    move(game, "1 bomber", "karelia_ssr", "karelia_sea_zone", "north_sea_zone", "united_kingdom")
    end(game)


@pytest.mark.rule("CL-SBR-06")
def test_the_gun_fires_separately_at_raiders_and_at_attacking_aircraft() -> None:
    """One die for the raider, one for the fighter of the land battle: no aircraft is shot at twice."""
    game = position(
        power="uk",
        units={
            "united_kingdom": {"uk": {"bomber": 1, "fighter": 1}},
            "finland_norway": {"uk": {"infantry": 1}},
            "karelia_ssr": {"germany": {"factory": 1, "aa_gun": 1, "infantry": 1}},
        },
        owners={"karelia_ssr": "germany", "finland_norway": "uk"},
        dice=[6, 2, 1, 1, 6],
    )
    way = ("united_kingdom", "north_sea_zone", "karelia_sea_zone", "karelia_ssr")
    move(game, "1 bomber", *way, raid=True)
    move(game, "1 fighter", *way)
    move(game, "1 infantry", "finland_norway", "karelia_ssr")
    events = end(game)
    shots = [e for e in happened(events, "dice_rolled") if e.purpose == "anti_air"]
    assert [(e.units, e.dice) for e in shots] == [(("bomber",), (6,)), (("fighter",), (1,))]
    assert not units(game, "karelia_ssr", "fighter")
    assert game.state.owner["karelia_ssr"] == "ussr"


@pytest.mark.rule("CL-SBR-07")
def test_any_number_of_bombers_and_complexes_in_any_order() -> None:
    """Three raids in one turn, in the order the attacker likes."""
    game = position(
        power="uk",
        units={
            "united_kingdom": {"uk": {"bomber": 5}},
            "germany": {"germany": {"factory": 1}},
            "southern_europe": {"germany": {"factory": 1}},
            "western_europe": {"germany": {"factory": 1}},
        },
        dice=[1, 2, 3, 4, 5],
    )
    move(game, "2 bomber", *TO_GERMANY, raid=True)
    move(game, "1 bomber", "united_kingdom", "north_sea_zone", "western_europe", "southern_europe", raid=True)
    move(game, "2 bomber", "united_kingdom", "north_sea_zone", "western_europe", raid=True)
    end(game)
    assert asked(game) == ("uk", "next_raid")
    try_menu(game)
    with refused(game, "CL-COMBAT-01"):
        game.apply(NextBattle("eastern_europe"))
    events = game.apply(NextBattle("western_europe"))
    assert [e.dice for e in happened(events, "dice_rolled")] == [(1, 2)]
    game.apply(NextBattle("southern_europe"))
    assert game.state.money["germany"] == 32 - 15


@pytest.mark.rule("CL-SBR-07")
def test_raids_by_different_powers_add_up() -> None:
    """What the United Kingdom left, the USA bomb in their own turn."""
    game = raid(1, [6, 6], money=32)
    end(game)
    usa = position(
        power="usa",
        units={
            "united_kingdom": {"usa": {"bomber": 1}},
            "germany": {"germany": {"factory": 1}},
        },
        money={"germany": game.state.money["germany"]},
        dice=[5],
    )
    move(usa, "1 bomber", *TO_GERMANY, raid=True)
    end(usa)
    assert usa.state.money["germany"] == 32 - 6 - 5


@pytest.mark.rule("CL-SBR-08")
def test_raiders_need_a_way_home_and_must_land() -> None:
    """Six points: three to Berlin, three back; the noncombat move cannot end with the bomber in the air."""
    game = raid(1, [6, 1])
    end(game)
    with refused(game, "CL-AIR-10"):
        end(game)
    try_menu(game)
    move(game, "1 bomber", *reversed(TO_GERMANY))
    end(game)
    assert len(units(game, "united_kingdom", "bomber")) == 1


@pytest.mark.rule("CL-SBR-08")
def test_a_raid_without_return_is_refused() -> None:
    """Southern Europe by a detour of four spaces leaves two points: too few for home."""
    game = position(
        power="uk",
        units={"united_kingdom": {"uk": {"bomber": 1}}, "southern_europe": {"germany": {"factory": 1}}},
        owners={"karelia_ssr": "germany"},
    )
    detour = ("united_kingdom", "north_sea_zone", "baltic_sea_zone", "germany", "southern_europe")
    with refused(game, "CL-AIR-05"):
        move(game, "1 bomber", *detour, raid=True)
    over_france = ("united_kingdom", "north_sea_zone", "western_europe", "southern_europe")
    move(game, "1 bomber", *over_france, raid=True)


@pytest.mark.rule("CL-SBR-08")
def test_a_raider_flies_only_one_mission() -> None:
    """Having raided, a bomber joins no battle and no second raid this turn."""
    game = raid(1, [6, 1])
    with refused(game, "CL-CMOVE-04"):
        game.apply(Move(ids(game, "germany", "1 bomber"), ("germany", "southern_europe"), raid=True))
    end(game)
    assert asked(game) == ("uk", "noncombat_move")
