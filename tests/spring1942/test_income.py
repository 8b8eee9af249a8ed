"""Income (S42-INCOME)."""

from __future__ import annotations

import pytest

from sandtable.warfare.actions import Place
from tests.spring1942.play import buy, position
from tests.words import asked, end, happened, move, pass_on, refused


@pytest.mark.rule("S42-INCOME-01")
def test_income_is_the_value_of_all_land_held_now() -> None:
    """Germany has taken the Caucasus (4) this turn: 40 + 4; damage to its factories does not matter."""
    game = position(
        units={
            "germany": {"germany": {"factory": [{"damage": 20}]}},
            "ukraine_ssr": {"germany": {"infantry": 1}},
        },
        money={"germany": 3},
    )
    move(game, "1 infantry", "ukraine_ssr", "caucasus")
    end(game)
    events = end(game)
    (income,) = happened(events, "money_changed")
    assert (income.power, income.reason, income.amount) == ("germany", "income", 44)
    assert game.state.money["germany"] == 47


@pytest.mark.rule("S42-INCOME-01")
def test_land_lost_brings_nothing() -> None:
    """The Soviets without the Caucasus and Karelia: 18."""
    game = position(
        power="ussr",
        phase="income",
        owners={"caucasus": "germany", "karelia_ssr": "germany"},
        money={"ussr": 0},
    )
    assert game.state.money["ussr"] == 18


@pytest.mark.rule("S42-INCOME-02")
def test_no_income_without_a_capital() -> None:
    """London is German: the UK collects nothing although it holds much land."""
    game = position(power="uk", phase="noncombat_move", owners={"united_kingdom": "germany"}, money={"uk": 4})
    end(game)
    assert game.state.money["uk"] == 4


@pytest.mark.rule("S42-INCOME-03", "S42-PLACE-08")
def test_refunds_come_on_top() -> None:
    """Six infantry, the only factory builds four: two are returned (+6), then the income of 24."""
    game = position(
        power="ussr",
        phase="placement",
        units={"caucasus": {"ussr": {"factory": 1}}},
        pool={"infantry": 6},
        money={"ussr": 0},
    )
    game.apply(Place("infantry", "caucasus", "caucasus", 4))
    events = end(game)
    assert [(e.reason, e.amount) for e in happened(events, "money_changed")] == [("refund", 6), ("income", 24)]
    assert game.state.money["ussr"] == 30


@pytest.mark.rule("S42-INCOME-03")
def test_income_is_spent_in_the_next_turn() -> None:
    """After the income nothing can be bought until the next own turn; then all of it can."""
    game = position(power="ussr", phase="noncombat_move", money={"ussr": 0})
    with refused(game, "S42-BUY-05"):
        buy(game, "1 infantry")
    end(game)
    assert game.state.money["ussr"] == 24
    assert asked(game) == ("germany", "purchase")
    pass_on(game, "ussr", "purchase")
    assert game.decision is not None and game.decision.about["money"] == 24
    with refused(game, "S42-BUY-01"):
        buy(game, "9 infantry")
    buy(game, "8 infantry")
