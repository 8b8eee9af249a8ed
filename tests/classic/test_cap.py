"""Capitals (CL-CAP)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.classic.rules import BOARD
from sandtable.warfare.actions import Place, Purchase, Research
from tests.classic.drill import try_menu
from tests.classic.play import position, rules_of
from tests.words import WarGame, asked, count, end, happened, land, move, pass_on, refused

CAPITALS = {
    "usa": "eastern_united_states",
    "ussr": "russia",
    "uk": "united_kingdom",
    "germany": "germany",
    "japan": "japan",
}


def sea_lion(german_money: int = 4, british_money: int = 21, **more: Any) -> WarGame:
    """Germany lands in the undefended United Kingdom."""
    game = position(
        units={
            "western_europe": {"germany": {"infantry": 2}},
            "north_sea_zone": {"germany": {"transport": 1}},
            "united_kingdom": {"uk": {"aa_gun": 1, "factory": 1}},
        },
        money={"germany": german_money, "uk": british_money},
        **more,
    )
    land(game, "2 infantry", "western_europe", "north_sea_zone", target="united_kingdom")
    end(game)
    return game


@pytest.mark.rule("CL-CAP-01")
def test_every_power_has_its_capital() -> None:
    """The five capitals of the data table."""
    assert {power.id: power.capital for power in BOARD.powers.values()} == CAPITALS


@pytest.mark.rule("CL-CAP-01", "CL-CAP-02")
def test_a_captured_capital_hands_over_all_money() -> None:
    """United Kingdom 21 IPC, Germany 4: afterwards Germany 25, United Kingdom 0; production −8/+8."""
    game = sea_lion()
    assert game.state.owner["united_kingdom"] == "germany"
    assert (game.state.money["germany"], game.state.money["uk"]) == (25, 0)
    rules = rules_of(game)
    assert (rules.production(game.state, "germany"), rules.production(game.state, "uk")) == (40, 22)
    assert count(game, "united_kingdom", "germany") == {"infantry": 2, "aa_gun": 1, "factory": 1}


@pytest.mark.rule("CL-CAP-02")
def test_only_the_power_whose_capital_it_is_pays() -> None:
    """Taking any other territory, or a capital back, moves no money."""
    game = position(
        power="uk",
        units={"karelia_ssr": {"uk": {"infantry": 1}}},
        owners={"russia": "germany"},
        money={"uk": 5, "ussr": 7, "germany": 9},
    )
    move(game, "1 infantry", "karelia_ssr", "russia")
    assert not happened(end(game), "money_changed")
    assert game.state.money == {"ussr": 7, "germany": 9, "uk": 5, "japan": 25, "usa": 36}


@pytest.mark.rule("CL-CAP-02")
def test_a_blitz_through_a_capital_takes_the_money_on_the_spot() -> None:
    """Soviet armour without a rouble rolls through empty Berlin into Switzerland: the booty pays the fee."""
    game = position(
        power="ussr",
        units={"eastern_europe": {"ussr": {"armour": 1}}},
        owners={"eastern_europe": "ussr"},
        money={"ussr": 0, "germany": 11},
    )
    move(game, "1 armour", "eastern_europe", "germany", "switzerland")
    assert (game.state.money["ussr"], game.state.money["germany"]) == (8, 0)
    assert (game.state.owner["germany"], game.state.owner["switzerland"]) == ("ussr", "ussr")


@pytest.mark.rule("CL-CAP-03")
def test_without_its_capital_a_power_neither_researches_buys_places_nor_collects() -> None:
    """The turn begins with the combat move and ends without income."""
    game = position(
        power="uk",
        phase="research",
        units={"india": {"uk": {"infantry": 1, "factory": 1}}, "anglo_egypt_sudan": {"uk": {"infantry": 1}}},
        owners={"united_kingdom": "germany"},
        money={"uk": 30},
    )
    assert asked(game) == ("uk", "combat_move")
    for action in (Research(1), Purchase({"infantry": 1})):
        with refused(game, "CL-CAP-03"):
            game.apply(action)
    move(game, "1 infantry", "anglo_egypt_sudan", "libya")  # it still moves and fights
    end(game)
    assert game.state.owner["libya"] == "uk"
    move(game, "1 infantry", "india", "persia")
    end(game)
    assert asked(game) == ("japan", "research")
    assert game.state.money["uk"] == 30


@pytest.mark.rule("CL-CAP-03")
def test_units_waiting_for_placement_stay_off_the_board_without_the_capital() -> None:
    """Even a complex in India builds nothing for a United Kingdom without London."""
    game = position(
        power="uk",
        phase="placement",
        units={"india": {"uk": {"factory": 1}}},
        owners={"united_kingdom": "germany"},
        pool={"infantry": 1, "factory": 1},
    )
    with refused(game, "CL-CAP-03"):
        game.apply(Place("infantry", "india", "india"))
    with refused(game, "CL-CAP-03"):
        game.apply(Place("factory", "persia", "persia"))
    try_menu(game)
    assert happened(end(game), "units_wasted")


@pytest.mark.rule("CL-CAP-03")
def test_with_its_capital_the_same_power_does_all_of_it() -> None:
    """The counter-check: with London free the United Kingdom is asked for research and collects."""
    game = position(power="uk", phase="research", units={"united_kingdom": {"uk": {"factory": 1}}})
    assert asked(game) == ("uk", "research")
    game.apply(Research(0))
    game.apply(Purchase({"infantry": 1}))
    end(game)
    end(game)
    game.apply(Place("infantry", "united_kingdom", "united_kingdom"))
    end(game)
    assert game.state.money["uk"] == 30 - 3 + 30


@pytest.mark.rule("CL-CAP-04")
def test_the_captor_builds_in_the_captured_capital_from_his_next_turn_on() -> None:
    """Nothing in the turn of capture, then at most 8 units in the United Kingdom."""
    fresh = position(
        phase="placement",
        units={"united_kingdom": {"germany": {"factory": 1}}},
        owners={"united_kingdom": "germany"},
        changed={"united_kingdom": "uk"},
        pool={"infantry": 1},
    )
    with refused(fresh, "CL-IC-01"):
        fresh.apply(Place("infantry", "united_kingdom", "united_kingdom"))
    later = position(
        phase="placement",
        units={"united_kingdom": {"germany": {"factory": 1}}},
        owners={"united_kingdom": "germany"},
        pool={"infantry": 9},
    )
    with refused(later, "CL-IC-04"):
        later.apply(Place("infantry", "united_kingdom", "united_kingdom", 9))
    later.apply(Place("infantry", "united_kingdom", "united_kingdom", 8))
    with refused(later, "CL-IC-04"):
        later.apply(Place("infantry", "united_kingdom", "united_kingdom"))


@pytest.mark.rule("CL-CAP-05")
def test_a_retaken_capital_brings_income_in_the_same_turn_but_no_money_back() -> None:
    """The USSR retakes Moscow in its turn: it collects in phase 6 and buys in its next phase 1."""
    game = position(
        power="ussr",
        phase="research",
        units={"novosibirsk": {"ussr": {"infantry": 1}}, "russia": {"germany": {"factory": 1}}},
        owners={"russia": "germany"},
        money={"ussr": 0, "germany": 50},
    )
    assert asked(game) == ("ussr", "combat_move")
    move(game, "1 infantry", "novosibirsk", "russia")
    end(game)
    assert game.state.owner["russia"] == "ussr"
    assert game.state.money["germany"] == 50
    events = end(game)
    assert [(e.power, e.amount) for e in happened(events, "money_changed")] == [("ussr", 24)]


@pytest.mark.rule("CL-CAP-05")
def test_a_capital_freed_by_an_ally_is_the_owners_again_at_once() -> None:
    """The United Kingdom frees Moscow; in its next turn the USSR researches, buys and places in Moscow again."""
    game = position(
        power="uk",
        units={"karelia_ssr": {"uk": {"infantry": 1}}, "russia": {"germany": {"factory": 1}}},
        owners={"russia": "germany"},
        money={"ussr": 12},
    )
    move(game, "1 infantry", "karelia_ssr", "russia")
    pass_on(game, "ussr", "research")
    game.apply(Research(0))
    game.apply(Purchase({"infantry": 4}))
    end(game)
    end(game)
    game.apply(Place("infantry", "russia", "russia", 4))


@pytest.mark.rule("CL-CAP-06")
def test_a_capital_lost_again_costs_all_money_again() -> None:
    """Germany takes Moscow, the USSR retakes it and collects, Japan takes it: both captures cost everything."""
    game = position(
        power="germany",
        units={
            "caucasus": {"germany": {"infantry": 1}},
            "evenki_national_okrug": {"ussr": {"infantry": 2}},
            "novosibirsk": {"japan": {"infantry": 3}},
        },
        owners={"caucasus": "germany", "novosibirsk": "japan"},
        money={"germany": 0, "ussr": 13, "japan": 0},
        dice=[1, 6, 6, 1, 1, 6, 6, 6],
    )
    move(game, "1 infantry", "caucasus", "russia")
    end(game)
    assert (game.state.money["germany"], game.state.money["ussr"]) == (13, 0)
    pass_on(game, "ussr", "combat_move")
    assert game.state.money["ussr"] == 0
    move(game, "2 infantry", "evenki_national_okrug", "russia")
    pass_on(game, "germany", "research")
    assert game.state.owner["russia"] == "ussr"
    collected = game.state.money["ussr"]
    assert collected == 8 + 3 + 2 + 2 + 2 + 2  # all but the Caucasus and Novosibirsk
    pass_on(game, "japan", "combat_move")
    before = game.state.money["japan"]
    move(game, "3 infantry", "novosibirsk", "russia")
    end(game)
    assert game.state.owner["russia"] == "japan"
    assert (game.state.money["ussr"], game.state.money["japan"]) == (0, before + collected)


@pytest.mark.rule("CL-CAP-07")
def test_a_captor_without_his_own_capital_gets_the_money_but_cannot_buy() -> None:
    """Germany without Berlin takes London: 25 IPC, yet no research and no purchase; fees may be paid."""
    game = sea_lion(owners={"germany": "ussr"})
    assert game.state.money["germany"] == 25
    turn = position(
        phase="research",
        units={"western_europe": {"germany": {"infantry": 1}}},
        owners={"germany": "ussr", "united_kingdom": "germany"},
        money={"germany": 25},
    )
    assert asked(turn) == ("germany", "combat_move")
    move(turn, "1 infantry", "western_europe", "spain")
    assert turn.state.money["germany"] == 22
    assert turn.state.owner["spain"] == "germany"
