"""Capitals (S42-CAP): plunder, turns without a capital, and what its liberation brings back."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.warfare.actions import Place, Purchase
from tests.spring1942.play import buy, fight, position, rules_of
from tests.words import WarGame, asked, count, end, happened, move, pass_on, refused, units


def owner(game: WarGame, space: str) -> str:
    return game.state.owner.get(space, "")


@pytest.mark.rule("S42-CAP-01")
@pytest.mark.parametrize("berlin", ["germany", "usa"])
def test_a_capital_brings_all_the_money(berlin: str) -> None:
    """The Soviets hold 18 IPC when Germany takes Moscow: all of it goes to Germany, even with Berlin lost."""
    game = position(
        units={"west_russia": {"germany": {"infantry": 1}}},
        owners={"germany": berlin},
        money={"ussr": 18, "germany": 5, "uk": 7},
    )
    move(game, "1 infantry", "west_russia", "russia")
    events = end(game)
    assert owner(game, "russia") == "germany"
    assert (game.state.money["ussr"], game.state.money["germany"], game.state.money["uk"]) == (0, 23, 7)
    assert {(e.power, e.amount) for e in happened(events, "money_changed")} == {("ussr", -18), ("germany", 18)}


@pytest.mark.rule("S42-CAP-01")
def test_other_land_brings_no_money() -> None:
    """The Caucasus is no capital."""
    game = position(units={"ukraine_ssr": {"germany": {"infantry": 1}}}, money={"ussr": 18})
    move(game, "1 infantry", "ukraine_ssr", "caucasus")
    end(game)
    assert game.state.money["ussr"] == 18


@pytest.mark.rule("S42-CAP-02", "S42-BUY-06", "S42-PLACE-11")
def test_without_its_capital_a_power_only_moves_and_fights() -> None:
    """Moscow is German: no purchase, no repair, no placement, no income; but the Soviets move, fight and conquer."""
    game = position(
        power="ussr",
        phase="purchase",
        units={
            "caucasus": {"ussr": {"infantry": 2, "factory": [{"damage": 2}]}},
            "archangel": {"ussr": {"infantry": 1}},
        },
        owners={"russia": "germany", "karelia_ssr": "germany"},
        money={"ussr": 20},
    )
    assert asked(game) == ("ussr", "combat_move")
    with refused(game, "S42-BUY-06"):
        buy(game, "1 infantry")
    with refused(game, "S42-BUY-06"):
        game.apply(Purchase({}, {"caucasus": 1}))
    move(game, "1 infantry", "caucasus", "ukraine_ssr")
    move(game, "1 infantry", "archangel", "karelia_ssr")
    end(game)
    fight(game, "ukraine_ssr")
    assert (owner(game, "ukraine_ssr"), owner(game, "karelia_ssr")) == ("ussr", "ussr")
    assert asked(game) == ("ussr", "noncombat_move")
    move(game, "1 infantry", "caucasus", "kazakh_ssr")
    events = end(game)
    assert asked(game)[0] == "germany"
    assert not happened(events, "money_changed")
    assert game.state.money["ussr"] == 20


@pytest.mark.rule("S42-CAP-03")
def test_a_capital_freed_by_an_ally_gives_full_turns_again() -> None:
    """The UK frees Moscow: in their next turn the Soviets buy and collect."""
    game = position(
        power="uk",
        units={"archangel": {"uk": {"infantry": 1}}},
        owners={"russia": "germany"},
        money={"ussr": 6},
    )
    move(game, "1 infantry", "archangel", "russia")
    end(game)
    assert owner(game, "russia") == "ussr"
    pass_on(game, "ussr", "purchase")
    assert game.state.money["ussr"] == 6
    buy(game, "")
    end(game)
    end(game)
    assert game.state.money["ussr"] == 30


@pytest.mark.rule("S42-CAP-03", "S42-INCOME-02")
def test_whoever_frees_his_own_capital_collects_in_the_same_turn() -> None:
    """The Soviets retake Moscow: 24 IPC at the end of this turn."""
    game = position(
        power="ussr",
        units={"archangel": {"ussr": {"infantry": 1}}},
        owners={"russia": "germany"},
        money={"ussr": 0},
    )
    move(game, "1 infantry", "archangel", "russia")
    end(game)
    assert asked(game) == ("ussr", "noncombat_move")
    end(game)
    assert game.state.money["ussr"] == 24


@pytest.mark.rule("S42-CAP-04")
def test_liberating_a_capital_takes_no_money() -> None:
    """The UK retakes Moscow from Germany: nobody's money changes."""
    game = position(
        power="uk",
        units={"archangel": {"uk": {"infantry": 1}}},
        owners={"russia": "germany"},
        money={"ussr": 3, "germany": 50, "uk": 1},
    )
    move(game, "1 infantry", "archangel", "russia")
    events = end(game)
    assert owner(game, "russia") == "ussr"
    assert not happened(events, "money_changed")
    assert (game.state.money["ussr"], game.state.money["germany"], game.state.money["uk"]) == (3, 50, 1)


def british_free_moscow(**more: Any) -> WarGame:
    """The British, who hold the Caucasus with its factory and a gun, have freed Moscow this turn."""
    game = position(
        power="uk",
        units={
            "archangel": {"uk": {"infantry": 1}},
            "russia": {"germany": {"aa_gun": 1, "factory": [{"damage": 4}]}},
            "caucasus": {"uk": {"aa_gun": 1, "factory": 1}},
            "united_kingdom": {"uk": {"factory": 1}},
        },
        owners={"russia": "germany", "caucasus": "uk", "kazakh_ssr": "usa", "novosibirsk": "japan"},
        **more,
    )
    move(game, "1 infantry", "archangel", "russia")
    end(game)
    return game


@pytest.mark.rule("S42-CAP-05")
def test_a_freed_capital_brings_back_what_allies_held() -> None:
    """Gun and factory of Moscow, the British Caucasus and the American Kazakh SSR return; enemy land does not."""
    game = british_free_moscow()
    assert [owner(game, space) for space in ("russia", "caucasus", "kazakh_ssr", "novosibirsk")] == [
        "ussr",
        "ussr",
        "ussr",
        "japan",
    ]
    (gun,), (factory,) = units(game, "russia", "aa_gun"), units(game, "russia", "factory")
    assert (gun.power, factory.power, factory.damage) == ("ussr", "ussr", 4)
    assert units(game, "caucasus", "factory")[0].power == "ussr"


@pytest.mark.rule("S42-CAP-05")
def test_the_former_trustee_builds_and_collects_there_no_more() -> None:
    """In the same turn the UK can no longer place units in the Caucasus nor collect for it."""
    game = british_free_moscow(pool={"infantry": 1}, money={"uk": 0})
    assert rules_of(game).production(game.state, "uk") == 30
    end(game)
    with refused(game, "S42-PLACE-01"):
        game.apply(Place("infantry", "caucasus", "caucasus"))
    game.apply(Place("infantry", "united_kingdom", "united_kingdom"))
    end(game)
    assert game.state.money["uk"] == 30


@pytest.mark.rule("S42-CAP-06")
def test_guns_in_land_held_in_trust_stay_with_the_trustee() -> None:
    """The British gun in the Caucasus stays British and may move on; the event does not name it."""
    game = british_free_moscow()
    (gun,) = units(game, "caucasus", "aa_gun")
    assert gun.power == "uk"
    assert not any(gun.id in event.units for event in happened(game.events, "installations_taken"))
    move(game, "1 aa_gun", "caucasus", "persia")
    assert count(game, "persia", "uk") == {"aa_gun": 1}
