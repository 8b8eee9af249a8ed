"""Phase 6, income (CL-INCOME)."""

from __future__ import annotations

import pytest

from sandtable.warfare.actions import FireRocket, Place, Purchase
from tests.classic.play import position, rules_of
from tests.words import end, happened, ids, land, move, pass_on, refused


@pytest.mark.rule("CL-INCOME-01", "CL-INCOME-02")
def test_germany_at_30_collects_30() -> None:
    """Without Libya and Algeria (1 each) Germany stands at 30 and receives 30."""
    game = position(phase="noncombat_move", units={}, owners={"libya": "uk", "algeria": "uk"}, money={"germany": 2})
    (income,) = happened(end(game), "money_changed")
    assert (income.power, income.amount, income.reason, income.balance) == ("germany", 30, "income", 32)


@pytest.mark.rule("CL-INCOME-01")
@pytest.mark.parametrize(("power", "amount"), [("ussr", 24), ("germany", 32), ("uk", 30), ("japan", 25), ("usa", 36)])
def test_every_power_collects_its_production(power: str, amount: int) -> None:
    """On the starting map each power collects its starting production."""
    game = position(power=power, phase="income", units={}, money={power: 0})
    assert game.state.money[power] == amount


@pytest.mark.rule("CL-INCOME-01")
def test_captures_of_this_turn_count() -> None:
    """Egypt (2), taken this turn, pays at once."""
    game = position(units={"libya": {"germany": {"infantry": 1}}}, money={"germany": 0})
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    end(game)
    end(game)
    assert game.state.money["germany"] == 34


@pytest.mark.rule("CL-INCOME-01")
def test_income_is_not_a_choice() -> None:
    """Nobody is asked in phase 6: the turn ends with the money collected."""
    game = position(phase="placement", units={"germany": {"germany": {"factory": 1}}}, pool={"infantry": 1})
    game.apply(Place("infantry", "germany", "germany"))
    events = end(game)
    assert next(e.phase for e in happened(events, "phase_began")) == "income"
    assert game.state.power == "uk"
    assert game.state.money["germany"] == 64


@pytest.mark.rule("CL-INCOME-01")
def test_no_income_without_the_capital() -> None:
    """Germany holds 22 of production but not Berlin: nothing."""
    game = position(phase="noncombat_move", units={}, owners={"germany": "ussr"}, money={"germany": 3})
    assert not [e for e in happened(end(game), "money_changed") if e.power == "germany"]
    assert game.state.money["germany"] == 3


@pytest.mark.rule("CL-INCOME-02")
def test_production_falls_in_other_powers_turns() -> None:
    """Japan takes India in its own turn: the United Kingdom is down by 3 at once and collects less later."""
    game = position(
        power="japan",
        units={"french_indochina_burma": {"japan": {"infantry": 1}}},
        money={"uk": 0},
    )
    rules = rules_of(game)
    move(game, "1 infantry", "french_indochina_burma", "india")
    end(game)
    assert (rules.production(game.state, "japan"), rules.production(game.state, "uk")) == (28, 27)
    pass_on(game, "japan", "research")
    assert game.state.money["uk"] == 27


@pytest.mark.rule("CL-INCOME-02")
def test_land_held_in_trust_counts() -> None:
    """Karelia, held by the United Kingdom while Moscow is German, pays its 3 to London."""
    game = position(power="uk", phase="income", units={}, owners={"russia": "germany", "karelia_ssr": "uk"})
    assert game.state.money["uk"] == 30 + 33


@pytest.mark.rule("CL-INCOME-02")
def test_former_neutrals_are_worth_nothing() -> None:
    """Spain and Turkey add nothing."""
    game = position(phase="income", units={}, owners={"spain": "germany", "turkey": "germany"}, money={"germany": 0})
    assert game.state.money["germany"] == 32


@pytest.mark.rule("CL-INCOME-03")
def test_unspent_money_is_kept_without_limit() -> None:
    """A power that never buys has 500 + 36 after its turn."""
    game = position(power="usa", phase="purchase", units={}, money={"usa": 500})
    game.apply(Purchase({}))
    end(game)
    end(game)
    assert game.state.money["usa"] == 536


@pytest.mark.rule("CL-INCOME-03")
def test_saved_money_is_exposed_to_rockets_and_raids() -> None:
    """Of 10 saved IPC a rocket takes 4 and a bomber 6: nothing is left to spend."""
    game = position(
        units={
            "western_europe": {"germany": {"aa_gun": 1, "bomber": 1}},
            "united_kingdom": {"uk": {"factory": 1}},
        },
        tech={"germany": ["rockets"]},
        money={"uk": 10},
        dice=[4, 6],
    )
    move(game, "1 bomber", "western_europe", "north_sea_zone", "united_kingdom", raid=True)
    end(game)
    game.apply(FireRocket(ids(game, "western_europe", "1 aa_gun")[0], "united_kingdom"))
    assert game.state.money["uk"] == 0


@pytest.mark.rule("CL-INCOME-03")
def test_saved_money_is_lost_with_the_capital() -> None:
    """All savings go to the captor; spent money is safe in the shape of units."""
    game = position(
        units={"western_europe": {"germany": {"infantry": 1}}, "north_sea_zone": {"germany": {"transport": 1}}},
        money={"uk": 99, "germany": 0},
    )
    land(game, "1 infantry", "western_europe", "north_sea_zone", target="united_kingdom")
    end(game)
    assert (game.state.money["uk"], game.state.money["germany"]) == (0, 99)


@pytest.mark.rule("CL-INCOME-03")
def test_nobody_spends_money_he_does_not_have() -> None:
    """Savings are spent in phase 1 only, and only once."""
    game = position(power="usa", phase="purchase", units={}, money={"usa": 10})
    with refused(game, "CL-BUY-01"):
        game.apply(Purchase({"fighter": 1}))
    game.apply(Purchase({"infantry": 3}))
    assert game.state.money["usa"] == 1
