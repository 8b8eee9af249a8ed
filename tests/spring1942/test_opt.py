"""The optional rules (S42-OPT): each switch on and off, low luck and bids, and all of them together."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable import Event
from sandtable.games.spring1942.rules import Rules1942
from sandtable.games.spring1942.variants import OPTIONS
from sandtable.warfare.actions import ChooseCasualties, Intercept, LandDisplaced, Move, Place, PlaceBid
from sandtable.warfare.log import describe
from tests.spring1942.play import position
from tests.words import (
    WarGame,
    asked,
    check_menu,
    count,
    end,
    happened,
    ids,
    lose,
    move,
    options_of,
    refused,
    routes,
    sail,
    units,
    unrolled,
)

CHANGED: dict[str, object] = {"bid": {"germany": 9, "ussr": 7}}
"""Values that differ from the default; every other option is a flag."""

SINGLE: dict[str, object] = {option.key: CHANGED.get(option.key, not option.default) for option in OPTIONS}
AIR: dict[str, object] = {"escorts_and_interceptors": True}


def rolled(events: list[Event]) -> list[tuple[str, tuple[int, ...], tuple[int, ...], int]]:
    """(purpose, dice, values needed, hits) of everything rolled."""
    return [(e.purpose, e.dice, e.needed, e.hits) for e in happened(events, "dice_rolled")]


def intercept(game: WarGame, **fighters: str) -> list[Event]:
    """The power asked sends up «1 fighter» in each territory named."""
    power = asked(game)[0]
    return game.apply(Intercept({space: ids(game, space, forces, power) for space, forces in fighters.items()}))


# Closed Dardanelles


def black_sea(options: dict[str, object], phase: str, **more: Any) -> WarGame:
    return position(
        phase=phase,
        units={
            "sz_15": {"germany": {"battleship": 1}},
            "sz_16": {"germany": {"cruiser": 1, "transport": 1}, "ussr": more.pop("soviets", {})},
            "balkans": {"germany": {"infantry": 1, "factory": 1}},
            "southern_europe": {"germany": {"fighter": 1}},
        },
        options=options,
        **more,
    )


@pytest.mark.rule("S42-OPT-01")
@pytest.mark.parametrize("closed", [True, False])
def test_ships_sail_into_the_black_sea_or_not(closed: bool) -> None:
    """A German battleship goes from zone 15 to zone 16 in the noncombat move: illegal with the option."""
    game = black_sea({"closed_dardanelles": closed}, "noncombat_move")
    assert (("sz_15", "sz_16") in routes(game)) is not closed
    if closed:
        with refused(game, "S42-OPT-01"):
            move(game, "1 battleship", "sz_15", "sz_16")
    else:
        move(game, "1 battleship", "sz_15", "sz_16")
        assert count(game, "sz_16")["battleship"] == 1


@pytest.mark.rule("S42-OPT-01")
@pytest.mark.parametrize("closed", [True, False])
def test_ships_sail_out_of_the_black_sea_or_not(closed: bool) -> None:
    """A cruiser and a transport leave zone 16 by either exit; the menu agrees."""
    for there in ("sz_14", "sz_15"):
        game = black_sea({"closed_dardanelles": closed}, "noncombat_move")
        assert (("sz_16", there) in routes(game)) is not closed
        if closed:
            with refused(game, "S42-OPT-01"):
                move(game, "1 cruiser", "sz_16", there)
            with refused(game, "S42-OPT-01"):
                sail(game, "sz_16", there, load={ids(game, "balkans", "1 infantry")[0]: "sz_16"})
        else:
            move(game, "1 cruiser", "sz_16", there)
            sail(game, "sz_16", there, load={ids(game, "balkans", "1 infantry")[0]: "sz_16"})


@pytest.mark.rule("S42-OPT-01")
@pytest.mark.parametrize("closed", [True, False])
def test_no_attack_and_no_flight_through_the_straits(closed: bool) -> None:
    """In the combat move no ship enters to attack, and none that lies beside enemies may leave."""
    game = black_sea({"closed_dardanelles": closed}, "combat_move", soviets={"destroyer": 1})
    if closed:
        with refused(game, "S42-OPT-01"):
            move(game, "1 battleship", "sz_15", "sz_16")
        with refused(game, "S42-OPT-01"):
            move(game, "1 cruiser", "sz_16", "sz_15")
    else:
        move(game, "1 cruiser", "sz_16", "sz_15")
        move(game, "1 battleship", "sz_15", "sz_16")


@pytest.mark.rule("S42-OPT-01")
def test_aircraft_and_shipyards_ignore_the_closed_straits() -> None:
    """A fighter flies over zone 14 into zone 16 and fights; new ships can still be placed in zone 16."""
    game = black_sea(
        {"closed_dardanelles": True}, "combat_move", soviets={"destroyer": 1}, dice=[6, 1, 6], pool={"submarine": 1}
    )
    move(game, "1 fighter", "southern_europe", "sz_14", "sz_16")
    end(game)
    assert count(game, "sz_16", "ussr") == {}
    move(game, "1 fighter", "sz_16", "balkans")
    end(game)
    game.apply(Place("submarine", "sz_16", "balkans"))
    assert count(game, "sz_16", "germany")["submarine"] == 1


@pytest.mark.rule("S42-OPT-01")
def test_other_waters_stay_as_they_are() -> None:
    """With closed Dardanelles the Suez Canal follows its own rule."""
    game = position(
        phase="noncombat_move", units={"sz_15": {"germany": {"cruiser": 1}}}, options={"closed_dardanelles": True}
    )
    with refused(game, "S42-MAP-06"):
        move(game, "1 cruiser", "sz_15", "sz_34")
    move(game, "1 cruiser", "sz_15", "sz_14")


# Escorts and interceptors


def raid_on_france(
    raiders: dict[str, int],
    germans: dict[str, Any],
    dice: list[int],
    options: dict[str, object] | None = None,
    **more: Any,
) -> WarGame:
    """British bombers (and fighters) from London raid the factory in Western Europe."""
    game = position(
        power="uk",
        units={
            "united_kingdom": {"uk": raiders},
            "western_europe": {"germany": {"factory": 1, **germans}, **more.pop("others", {})},
            **more.pop("units", {}),
        },
        dice=dice,
        options=AIR if options is None else options,
        **more,
    )
    forces = ", ".join(f"{number} {kind}" for kind, number in raiders.items())
    move(game, forces, "united_kingdom", "sz_6", "western_europe", raid=True)
    return game


def damage(game: WarGame, space: str = "western_europe") -> int:
    return units(game, space, "factory")[0].damage


@pytest.mark.rule("S42-OPT-02")
def test_fighters_escort_only_with_the_option_and_only_bombers() -> None:
    """Without the option only bombers raid; with it a fighter needs a bomber on the same raid."""
    both = {"bomber": 1, "fighter": 1}
    with pytest.raises(sandtable.IllegalAction) as caught:
        raid_on_france(both, {}, [], {})
    assert caught.value.rule == "S42-SBR-01"
    game = position(
        power="uk",
        units={
            "united_kingdom": {"uk": both},
            "western_europe": {"germany": {"factory": 1}},
            "southern_europe": {"germany": {"factory": 1}},
        },
        options=AIR,
    )
    there = ("united_kingdom", "sz_6", "western_europe")
    with refused(game, "S42-OPT-02"):
        move(game, "1 fighter", *there, raid=True)
    assert not any(isinstance(a, Move) and a.raid and a.units[0].startswith("fighter") for a in options_of(game))
    move(game, "1 bomber", *there, raid=True)
    assert any(isinstance(a, Move) and a.raid and a.units[0].startswith("fighter") for a in check_menu(game))
    with refused(game, "S42-OPT-02"):
        move(game, "1 fighter", *there[:2], "western_europe", "southern_europe", raid=True)
    move(game, "1 fighter", *there, raid=True)
    assert [unit.task for unit in units(game, "western_europe", power="uk")] == ["raid", "raid"]


@pytest.mark.rule("S42-OPT-02")
def test_escorts_start_anywhere_in_range_and_must_be_able_to_land() -> None:
    """A carrier's fighter joins bombers from London; one that could not come home may not."""
    game = raid_on_france({"bomber": 1}, {}, [4], units={"sz_6": {"uk": {"carrier": 1, "fighter": 1}}})
    move(game, "1 fighter", "sz_6", "western_europe", raid=True)
    end(game)
    assert damage(game) == 4
    (carrier,) = units(game, "sz_6", "carrier")
    move(game, "1 fighter", "western_europe", "sz_6", deck=carrier.id)
    far = position(
        power="uk",
        units={
            "united_kingdom": {"uk": {"bomber": 1, "fighter": 1}},
            "southern_europe": {"germany": {"factory": 1}},
        },
        options=AIR,
    )
    there = ("united_kingdom", "sz_7", "western_europe", "southern_europe")
    move(far, "1 bomber", *there, raid=True)
    with refused(far, "S42-AIR-06"):
        move(far, "1 fighter", *there, raid=True)
        end(far)


@pytest.mark.rule("S42-OPT-03")
def test_every_owner_decides_for_all_raids_before_combat() -> None:
    """Two raids; Japan (next after the UK) and Germany decide, in turn order, before any die is rolled."""
    game = raid_on_france(
        {"bomber": 1},
        {"fighter": 2},
        [6, 6, 6, 1, 1],
        others={"japan": {"fighter": 1}},
        units={
            "karelia_ssr": {"uk": {"bomber": 1}},
            "norway": {"germany": {"factory": 1, "fighter": 1}},
        },
    )
    move(game, "1 bomber", "karelia_ssr", "norway", raid=True)
    events = end(game)
    assert not happened(events, "dice_rolled")
    assert asked(game) == ("japan", "intercept")
    assert game.decision is not None and list(game.decision.about["fighters"]) == ["western_europe"]
    check_menu(game)
    events = intercept(game)
    assert [(e.power, e.space, e.units) for e in happened(events, "intercepted")] == [("japan", "western_europe", ())]
    assert asked(game) == ("germany", "intercept")
    assert {space: len(fighters) for space, fighters in game.decision.about["fighters"].items()} == {
        "western_europe": 2,
        "norway": 1,
    }
    assert len(check_menu(game)) == 6
    japanese = ids(game, "western_europe", "1 fighter", "japan")
    for wrong in ({"western_europe": japanese}, {"norway": ids(game, "western_europe", "1 fighter", "germany")}):
        with refused(game, "S42-OPT-03"):
            game.apply(Intercept(wrong))
    with refused(game, "S42-OPT-03"):
        game.apply(Intercept({"germany": ("fighter99",)}))
    events = intercept(game, western_europe="1 fighter", norway="1 fighter")
    assert {(e.space, len(e.units)) for e in happened(events, "intercepted")} == {("western_europe", 1), ("norway", 1)}
    assert all(describe(game.rules, event, lang) for event in events for lang in ("en", "de"))
    assert asked(game) == ("uk", "next_raid")


@pytest.mark.rule("S42-OPT-03")
def test_nobody_is_asked_where_nothing_can_rise() -> None:
    """No fighter in the raided territory (one on a carrier offshore does not count), or no option: no question."""
    game = raid_on_france({"bomber": 1}, {"bomber": 1}, [3], units={"sz_7": {"germany": {"carrier": 1, "fighter": 1}}})
    end(game)
    assert asked(game) == ("uk", "noncombat_move")
    assert damage(game) == 3
    game = raid_on_france({"bomber": 1}, {"fighter": 1}, [3], {})
    end(game)
    assert asked(game) == ("uk", "noncombat_move")


@pytest.mark.rule("S42-OPT-03", "S42-CMOVE-09")
def test_once_the_defender_is_asked_no_more_raiders_can_be_sent() -> None:
    """The combat move is over when interceptors are decided upon."""
    game = raid_on_france({"bomber": 1}, {"fighter": 1}, [], units={"sz_6": {"uk": {"carrier": 1, "fighter": 1}}})
    end(game)
    with refused(game, "S42-CMOVE-09"):
        game.apply(Move(ids(game, "sz_6", "1 fighter"), ("sz_6", "western_europe"), True))


@pytest.mark.rule("S42-OPT-04")
@pytest.mark.parametrize(("given_up", "bombs"), [("1 fighter", [3, 4]), ("1 bomber", [5])])
def test_air_combat_over_a_factory(given_up: str, bombs: list[int]) -> None:
    """Two bombers and an escort (1) against an interceptor (2): the attacker chooses his loss, then bombs fall."""
    game = raid_on_france({"bomber": 2, "fighter": 1}, {"fighter": 1}, [1, 2, *bombs])
    end(game)
    events = intercept(game, western_europe="1 fighter")
    assert rolled(events) == [("attack", (1,), (1,), 1), ("defence", (2,), (2,), 1)]
    assert asked(game) == ("uk", "choose_casualties")
    events = lose(game, given_up)
    assert count(game, "western_europe", "germany") == {"factory": 1}
    assert damage(game) == sum(bombs)
    assert unrolled(game) == 0


@pytest.mark.rule("S42-OPT-04")
def test_escorts_miss_on_two_and_interceptors_on_three() -> None:
    """Nobody is hit; both bombers drop their bombs."""
    game = raid_on_france({"bomber": 2, "fighter": 1}, {"fighter": 1}, [2, 3, 1, 1])
    end(game)
    intercept(game, western_europe="1 fighter")
    assert damage(game) == 2
    assert count(game, "western_europe", "uk") == {"fighter": 1, "bomber": 2}
    assert count(game, "western_europe", "germany") == {"factory": 1, "fighter": 1}


@pytest.mark.rule("S42-OPT-04")
def test_bombers_do_not_fire_and_may_all_be_lost() -> None:
    """Two interceptors against one bomber without escort: one shot hits, no bombs fall, the raid has failed."""
    game = raid_on_france({"bomber": 1}, {"fighter": 2}, [2, 6])
    end(game)
    events = intercept(game, western_europe="2 fighter")
    assert [entry[0] for entry in rolled(events)] == ["defence"]
    assert happened(events, "battle_ended")[0].result == "lost"
    assert damage(game) == 0
    assert count(game, "western_europe") == {"factory": 1, "fighter": 2}


@pytest.mark.rule("S42-OPT-04", "S42-AA-04")
def test_guns_fire_at_escorts_and_bombers_first() -> None:
    """AA fire by kind: the escort falls (1), the bombers get through (6, 6); then the interceptor fires alone."""
    game = raid_on_france({"bomber": 2, "fighter": 1}, {"fighter": 1, "aa_gun": 1}, [1, 6, 6, 6, 2, 2])
    end(game)
    events = intercept(game, western_europe="1 fighter")
    assert [(entry[0], entry[1]) for entry in rolled(events)] == [
        ("anti_air", (1,)),
        ("anti_air", (6, 6)),
        ("defence", (6,)),
        ("raid", (2, 2)),
    ]
    assert damage(game) == 4


@pytest.mark.rule("S42-OPT-04")
def test_air_combat_takes_place_even_if_only_escorts_are_left() -> None:
    """The gun shoots the bomber down; escort and interceptor still exchange one shot, simultaneously."""
    game = raid_on_france({"bomber": 1, "fighter": 1}, {"fighter": 1, "aa_gun": 1}, [6, 1, 1, 1])
    end(game)
    intercept(game, western_europe="1 fighter")
    assert count(game, "western_europe") == {"aa_gun": 1, "factory": 1}
    assert damage(game) == 0
    assert unrolled(game) == 0


@pytest.mark.rule("S42-OPT-04")
def test_without_interceptors_there_is_no_air_combat() -> None:
    """Germany keeps its fighter on the ground: the escort does not fire at it."""
    game = raid_on_france({"bomber": 1, "fighter": 1}, {"fighter": 1}, [6])
    end(game)
    events = intercept(game)
    assert [entry[0] for entry in rolled(events)] == ["raid"]
    assert count(game, "western_europe", "germany")["fighter"] == 1


@pytest.mark.rule("S42-OPT-04", "S42-MULTI-02")
def test_owners_of_interceptors_agree_on_losses() -> None:
    """One hit on a German and a Japanese interceptor: different lists, so the attacker chooses."""
    game = raid_on_france(
        {"bomber": 1, "fighter": 1},
        {"fighter": 1},
        [1, 6, 6, 3],
        others={"japan": {"fighter": 1}},
        seats=[["japan"], ["germany"], ["uk", "usa", "ussr"]],
    )
    end(game)
    intercept(game, western_europe="1 fighter")
    intercept(game, western_europe="1 fighter")
    german, japanese = (ids(game, "western_europe", "1 fighter", power) for power in ("germany", "japan"))
    game.apply(ChooseCasualties(german), "japan")
    game.apply(ChooseCasualties(japanese), "germany")
    assert asked(game) == ("uk", "choose_casualties")
    game.apply(ChooseCasualties(japanese))
    assert count(game, "western_europe", "japan") == {}
    assert damage(game) == 3


def attack_ukraine(germans: dict[str, Any], dice: list[int], **more: Any) -> WarGame:
    """A Soviet bomber (with an escort) raids the Ukraine, infantry attacks it; both come from the Caucasus."""
    game = position(
        power="ussr",
        units={
            "caucasus": {"ussr": {"infantry": 2, "bomber": 1, "fighter": 1}},
            "ukraine_ssr": {"germany": {"factory": 1, **germans}},
            **more.pop("units", {}),
        },
        dice=dice,
        options=AIR,
        **more,
    )
    move(game, "1 bomber, 1 fighter", "caucasus", "ukraine_ssr", raid=True)
    move(game, "2 infantry", "caucasus", "ukraine_ssr")
    end(game)
    return game


@pytest.mark.rule("S42-OPT-05")
def test_escorts_and_interceptors_fight_nowhere_else() -> None:
    """The interceptor survives but does not defend against the infantry, nor does the escort attack along."""
    game = attack_ukraine({"infantry": 1, "fighter": 1}, [6, 6, 2, 1, 6, 6])
    events = intercept(game, ukraine_ssr="1 fighter")
    assert [(e.battle, e.attackers, e.defenders) for e in happened(events, "battle_began")] == [
        ("raid", {"fighter": 1, "bomber": 1}, {"germany": {"fighter": 1}}),
        ("land", {"infantry": 2}, {"germany": {"infantry": 1}}),
    ]
    assert game.state.owner["ukraine_ssr"] == "ussr"


@pytest.mark.rule("S42-OPT-05")
def test_a_fighter_that_stays_on_the_ground_defends() -> None:
    """The same attack without interception: the fighter is in the land battle."""
    game = attack_ukraine({"fighter": 1}, [2, 1, 6, 6])
    events = intercept(game)
    assert [e.defenders for e in happened(events, "battle_began")] == [{}, {"germany": {"fighter": 1}}]


@pytest.mark.rule("S42-OPT-05")
def test_land_left_by_its_only_defender_falls_without_a_battle() -> None:
    """The only fighter in the Ukraine intercepts: the infantry walks in."""
    game = attack_ukraine({"fighter": 1}, [6, 6, 2])
    events = intercept(game, ukraine_ssr="1 fighter")
    assert [e.battle for e in happened(events, "battle_began")] == ["raid"]
    (taken,) = happened(events, "captured")
    assert (taken.space, taken.manner) == ("ukraine_ssr", "walk_in")
    assert damage(game, "ukraine_ssr") == 2


@pytest.mark.rule("S42-OPT-05")
def test_an_attack_by_aircraft_lapses_when_its_only_target_has_risen() -> None:
    """A fighter attacks the only defender, which intercepts a raid: no battle is left for the attacker."""
    game = raid_on_france({"bomber": 1}, {"fighter": 1}, [6, 3], units={"sz_6": {"uk": {"carrier": 1, "fighter": 1}}})
    move(game, "1 fighter", "sz_6", "western_europe")
    end(game)
    events = intercept(game, western_europe="1 fighter")
    assert [e.battle for e in happened(events, "battle_began")] == ["raid"]
    assert asked(game) == ("uk", "noncombat_move")
    (carrier,) = units(game, "sz_6", "carrier")
    move(game, "1 fighter", "western_europe", "sz_6", deck=carrier.id)


@pytest.mark.rule("S42-OPT-06")
def test_interceptors_return_to_their_base() -> None:
    """Nothing has fallen: the interceptor stays, and defends again in the next turn."""
    game = raid_on_france({"bomber": 1}, {"fighter": 1}, [6, 6])
    end(game)
    intercept(game, western_europe="1 fighter")
    (fighter,) = units(game, "western_europe", "fighter")
    assert fighter.power == "germany"
    move(game, "1 bomber", "western_europe", "sz_6", "united_kingdom")
    end(game)
    assert not units(game, "western_europe", "fighter")[0].task


@pytest.mark.rule("S42-OPT-06")
def test_interceptors_without_a_base_move_one_space() -> None:
    """The Ukraine has fallen: its interceptor goes to neighbouring German land or a deck, as its owner likes."""
    game = attack_ukraine(
        {"fighter": 2}, [6, 6, 6, 2], units={"sz_16": {"germany": {"carrier": [{"cargo": {"japan": {"fighter": 1}}}]}}}
    )
    events = intercept(game, ukraine_ssr="2 fighter")
    assert happened(events, "captured")
    assert game.state.phase == "combat"
    assert asked(game) == ("germany", "land_displaced")
    assert game.decision is not None
    room = dict(game.decision.about["room"])
    (carrier,) = units(game, "sz_16", "carrier")
    assert room.pop(carrier.id) == 1
    assert set(room) == {"balkans", "belorussia", "eastern_europe", "west_russia"}
    check_menu(game)
    one, two = game.decision.about["fighters"]
    with refused(game, "S42-CARR-09"):
        game.apply(LandDisplaced({one: "germany", two: "balkans"}))
    with refused(game, "S42-CARR-09"):
        game.apply(LandDisplaced({one: carrier.id, two: carrier.id}))
    with refused(game, "S42-CARR-09"):
        game.apply(LandDisplaced({one: "balkans"}))
    game.apply(LandDisplaced({one: carrier.id, two: "balkans"}))
    assert game.state.units[one].aboard == carrier.id
    assert game.state.units[one].space == "sz_16"
    assert count(game, "balkans") == {"fighter": 1}
    assert asked(game) == ("ussr", "noncombat_move")


def norway_falls(german: dict[str, Any], japanese: dict[str, Any], dice: list[int], **fleet: Any) -> WarGame:
    """Soviets raid and take Norway, which has no German neighbour."""
    game = position(
        power="ussr",
        units={
            "karelia_ssr": {"ussr": {"infantry": 1, "bomber": 1}},
            "norway": {"germany": {"factory": 1, **german}, "japan": japanese},
            **fleet,
        },
        dice=dice,
        options=AIR,
    )
    move(game, "1 bomber", "karelia_ssr", "norway", raid=True)
    move(game, "1 infantry", "karelia_ssr", "norway")
    end(game)
    return game


@pytest.mark.rule("S42-OPT-06")
def test_interceptors_without_any_place_are_lost() -> None:
    """Norway falls, and there is no German land or deck beside it."""
    game = norway_falls({"fighter": 1}, {}, [6, 1])
    events = intercept(game, norway="1 fighter")
    (lost,) = happened(events, "units_lost")
    assert (lost.power, lost.cause) == ("germany", "no_landing")
    assert not units(game, "norway", "fighter")


@pytest.mark.rule("S42-OPT-06")
def test_the_only_deck_is_taken_without_asking() -> None:
    """Norway falls; the only free deck lies in zone 5 and the interceptor lands there."""
    game = norway_falls({"fighter": 1}, {}, [6, 1], sz_5={"germany": {"carrier": 1}})
    intercept(game, norway="1 fighter")
    (fighter,) = units(game, "sz_5", "fighter")
    assert fighter.aboard == units(game, "sz_5", "carrier")[0].id


@pytest.mark.rule("S42-OPT-06", "S42-MULTI-02")
def test_owners_compete_in_turn_order() -> None:
    """Germany (next after the Soviets) lands its interceptor first; nothing is left for the Japanese one."""
    full = {"carrier": [{"cargo": {"germany": {"fighter": 1}}}]}
    game = norway_falls({"fighter": 1}, {"fighter": 1}, [6, 6, 1], sz_5={"germany": full})
    assert asked(game) == ("germany", "intercept")
    intercept(game, norway="1 fighter")
    assert asked(game) == ("japan", "intercept")
    events = intercept(game, norway="1 fighter")
    assert [(e.power, e.cause) for e in happened(events, "units_lost")] == [("japan", "no_landing")]
    assert count(game, "sz_5", "germany") == {"fighter": 2, "carrier": 1}


# Total victory: see also test_win.py


@pytest.mark.rule("S42-OPT-07")
@pytest.mark.parametrize("total", [True, False])
def test_total_victory_needs_all_cities(total: bool) -> None:
    """The Axis holds eleven of twelve cities after the American turn."""
    cities = ("karelia_ssr", "india", "western_united_states", "russia", "united_kingdom")
    game = position(
        power="usa",
        phase="noncombat_move",
        owners=dict.fromkeys(cities, "germany"),
        options={"victory_total": total},
    )
    end(game)
    assert (game.outcome is None) is total


# Low luck


@pytest.mark.rule("S42-SETUP-05")
def test_low_luck_on_land_counts_artillery_support() -> None:
    """Two artillery and three infantry attack with 2+2+2+2+1 = 9: one sure hit and a die for 3; defence 2 × 2 = 4."""
    game = position(
        units={
            "ukraine_ssr": {"germany": {"infantry": 3, "artillery": 2}},
            "caucasus": {"ussr": {"infantry": 2}},
        },
        dice=[3, 5],
        options={"low_luck": True},
    )
    move(game, "3 infantry, 2 artillery", "ukraine_ssr", "caucasus")
    events = end(game)
    assert rolled(events) == [("attack", (3,), (3,), 2), ("defence", (5,), (4,), 0)]
    assert game.state.owner["caucasus"] == "germany"


@pytest.mark.rule("S42-SETUP-05")
def test_low_luck_at_sea_and_in_air_combat() -> None:
    """Two cruisers make 6: a hit without a die. Three interceptors make 6: one raider is lost for certain."""
    game = position(
        units={"sz_14": {"germany": {"cruiser": 2}}, "sz_15": {"uk": {"destroyer": 1}}},
        dice=[6],
        options={"low_luck": True},
    )
    move(game, "2 cruiser", "sz_14", "sz_15")
    events = end(game)
    assert rolled(events) == [("attack", (), (), 1), ("defence", (6,), (2,), 0)]
    game = raid_on_france({"bomber": 2}, {"fighter": 3}, [4], {**AIR, "low_luck": True})
    end(game)
    events = intercept(game, western_europe="3 fighter")
    assert rolled(events)[0] == ("defence", (), (), 1)
    assert damage(game) == 4


# Bids


@pytest.mark.rule("S42-SETUP-05")
def test_a_bid_is_placed_with_own_units_or_kept() -> None:
    """Germany gets 9 IPC before the first turn: a submarine joins the fleet in zone 5, the rest is kept."""
    game = sandtable.new_game("1942", {"bid": {"germany": 9}})
    assert asked(game) == ("germany", "place_bid")
    with refused(game, "S42-SETUP-05"):
        game.apply(PlaceBid({"sz_5": {"submarine": 2}}))
    with refused(game, "S42-SETUP-05"):
        game.apply(PlaceBid({"sz_16": {"submarine": 1}}))
    with refused(game, "S42-SETUP-05"):
        game.apply(PlaceBid({"germany": {"factory": 1}}))
    before = count(game, "sz_5", "germany")["submarine"]
    game.apply(PlaceBid({"sz_5": {"submarine": 1}}))
    assert count(game, "sz_5", "germany")["submarine"] == before + 1
    assert game.state.money["germany"] == 43
    assert asked(game) == ("ussr", "purchase")


@pytest.mark.rule("S42-SETUP-05")
def test_bids_follow_the_turn_order_and_every_listed_one_is_legal() -> None:
    """The Soviets place theirs first; the menu holds."""
    game = sandtable.new_game("1942", {"bid": {"japan": 6, "ussr": 8}})
    assert asked(game) == ("ussr", "place_bid")
    check_menu(game, 60)
    game.apply(PlaceBid({}))
    assert game.state.money["ussr"] == 32
    assert asked(game) == ("japan", "place_bid")


# All together


@pytest.mark.rule("S42-SETUP-05")
def test_without_an_agreement_no_option_is_on() -> None:
    """The standard game: nine cities, nothing else; every option names a rule and explains itself twice."""
    rules = sandtable.definition("1942").rules({})
    assert isinstance(rules, Rules1942)
    assert rules.cities_needed == 9
    assert {option.key for option in OPTIONS} == {
        "closed_dardanelles",
        "escorts_and_interceptors",
        "victory_total",
        "bid",
        "low_luck",
    }
    reference = sandtable.definition("1942").reference
    assert reference is not None
    for option in OPTIONS:
        assert option.rule in reference
        assert option.text["en"] != option.text["de"]


def play_on(options: dict[str, object], seed: int, decisions: int) -> WarGame:
    """A random game of so many decisions."""
    game: WarGame = sandtable.new_game("1942", options, seed)
    rng = Random(seed)
    for _ in range(decisions):
        decision = game.decision
        if decision is None:
            break
        game.apply(game.legal(decision).sample(rng), decision.power)
    return game


@pytest.mark.parametrize("pair", list(combinations(SINGLE, 2)), ids="+".join)
def test_every_pair_of_options_composes(pair: tuple[str, str]) -> None:
    """Any two options work together, in rules and in play."""
    options = {key: SINGLE[key] for key in pair}
    game = play_on(options, seed=1942, decisions=120)
    assert {key: game.rules.options[key] for key in pair} == options


@pytest.mark.parametrize("key", ["", *SINGLE, "all"])
def test_random_play_under_every_option(key: str) -> None:
    """Random games run without exceptions, can be saved and replayed."""
    options = SINGLE if key == "all" else {key: SINGLE[key]} if key else {}
    game = play_on(dict(options), seed=7, decisions=900)
    assert game.state.round > 1 or game.outcome
    assert sandtable.replay(game.record()).digest() == game.digest()
