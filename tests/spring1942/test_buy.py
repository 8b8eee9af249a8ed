"""S42-BUY: buying units, repairing factories."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable import IllegalAction
from sandtable.warfare.actions import Place, Purchase
from sandtable.warfare.factorydamage import useful_repairs
from tests.spring1942.play import buy, position, rules_of
from tests.words import asked, check_menu, count, end, happened, move, options_of, pass_on, refused, units

PRICES = {
    "infantry": 3,
    "artillery": 4,
    "armour": 5,
    "aa_gun": 6,
    "factory": 15,
    "fighter": 10,
    "bomber": 12,
    "battleship": 20,
    "carrier": 14,
    "cruiser": 12,
    "destroyer": 8,
    "submarine": 6,
    "transport": 7,
}


def damaged(space: str, damage: int, power: str = "germany") -> dict[str, Any]:
    """A factory with damage."""
    return {space: {power: {"factory": {"damage": damage}}}}


# --- S42-BUY-01: the price list -----------------------------------------------------------------------


@pytest.mark.rule("S42-BUY-01")
def test_eight_infantry_for_24() -> None:
    """24 IPC buy eight infantry; a ninth is illegal."""
    game = position(power="ussr", phase="purchase")
    with refused(game, "S42-BUY-01"):
        buy(game, "9 infantry")
    buy(game, "8 infantry")
    assert game.state.money["ussr"] == 0 and game.state.pool == {"infantry": 8}


@pytest.mark.rule("S42-BUY-01")
@pytest.mark.parametrize("kind", PRICES)
def test_prices(kind: str) -> None:
    """Every unit of the table can be bought at its price, with one IPC less it cannot."""
    game = position(phase="purchase", money={"germany": PRICES[kind]})
    buy(game, f"1 {kind}")
    assert game.state.money["germany"] == 0 and game.state.pool == {kind: 1}
    poor = position(phase="purchase", money={"germany": max(3, PRICES[kind] - 1)})
    with refused(poor, "S42-BUY-01"):
        buy(poor, f"{1 if PRICES[kind] > 3 else 2} {kind}")


@pytest.mark.rule("S42-BUY-01")
def test_the_table_is_complete() -> None:
    """Thirteen kinds and no more are for sale."""
    game = position(phase="purchase")
    assert game.decision is not None and game.decision.about["prices"] == PRICES
    with refused(game, "S42-BUY-01"):
        buy(game, "1 halftrack")
    with refused(game, "S42-BUY-01"):
        game.apply(Purchase({"infantry": -1, "armour": 2}))


@pytest.mark.rule("S42-BUY-01")
def test_production_limits_do_not_matter_when_buying() -> None:
    """One factory worth 6 with 6 damage: 13 infantry may be bought all the same."""
    game = position(phase="purchase", units=damaged("southern_europe", 6))
    buy(game, "13 infantry")
    assert game.state.pool == {"infantry": 13}


@pytest.mark.rule("S42-BUY-01")
def test_buying_nothing_is_legal() -> None:
    """A power may buy nothing at all."""
    game = position(phase="purchase")
    buy(game)
    assert game.state.money["germany"] == 40 and asked(game) == ("germany", "combat_move")


# --- S42-BUY-02: payment ------------------------------------------------------------------------------


@pytest.mark.rule("S42-BUY-02")
def test_the_price_is_paid_at_once_and_the_rest_is_kept() -> None:
    """Of 40 IPC 12 go for a bomber; 28 stay, and the income comes on top."""
    game = position(phase="purchase", units={"germany": {"germany": {"factory": 1}}})
    events = buy(game, "1 bomber")
    assert game.state.money["germany"] == 28 and happened(events, "money_changed")[0].amount == -12
    end(game)
    end(game)
    game.apply(Place("bomber", "germany", "germany"))
    end(game)
    assert game.state.money["germany"] == 68


# --- S42-BUY-03: repairs ------------------------------------------------------------------------------


@pytest.mark.rule("S42-BUY-03")
def test_repair_raises_this_turns_limit() -> None:
    """8-IPC territory with 5 damage, 3 paid: 2 damage, limit 6 this turn."""
    game = position(power="japan", phase="purchase", units=damaged("japan", 5, "japan"))
    events = buy(game, "6 infantry", japan=3)
    assert units(game, "japan", "factory")[0].damage == 2
    assert game.state.money["japan"] == 30 - 18 - 3
    assert rules_of(game).capacity(game.state, "japan", "japan") == 6
    assert [(event.points, event.damage) for event in happened(events, "factory_damaged")] == [(-3, 2)]
    end(game)
    end(game)
    game.apply(Place("infantry", "japan", "japan", 6))
    assert count(game, "japan") == {"infantry": 6, "factory": 1}


@pytest.mark.rule("S42-BUY-03")
def test_damage_not_repaired_stays() -> None:
    """Nothing is repaired by itself: six units are too many for a limit of 3."""
    game = position(power="japan", phase="purchase", units=damaged("japan", 5, "japan"))
    buy(game, "6 infantry")
    end(game)
    end(game)
    with refused(game, "S42-PLACE-02"):
        game.apply(Place("infantry", "japan", "japan", 4))
    game.apply(Place("infantry", "japan", "japan", 3))


@pytest.mark.rule("S42-BUY-03")
@pytest.mark.parametrize("points", [6, -1])
def test_only_damage_that_is_there_is_repaired(points: int) -> None:
    """Five damage: six points, or a negative number, are illegal; zero and five are fine."""
    game = position(phase="purchase", units=damaged("germany", 5))
    with refused(game, "S42-BUY-03"):
        buy(game, germany=points)
    with refused(game, "S42-BUY-03"):
        buy(game, libya=1)
    buy(game, germany=5)
    assert units(game, "germany", "factory")[0].damage == 0 and game.state.money["germany"] == 35


@pytest.mark.rule("S42-BUY-03")
def test_repair_without_money_for_units() -> None:
    """With 2 IPC nothing can be bought, but two points can be repaired; with 0 IPC nobody is asked."""
    game = position(phase="purchase", money={"germany": 2}, units=damaged("germany", 5))
    assert asked(game) == ("germany", "purchase")
    listed = check_menu(game)
    assert listed == [Purchase(), Purchase({}, {"germany": 1}), Purchase({}, {"germany": 2})]
    buy(game, germany=2)
    assert units(game, "germany", "factory")[0].damage == 3 and game.state.money["germany"] == 0
    poor = position(phase="purchase", money={"germany": 0}, units=damaged("germany", 5))
    assert asked(poor) == ("germany", "combat_move")


@pytest.mark.rule("S42-BUY-03")
def test_the_menu_combines_units_and_repairs() -> None:
    """4 IPC and one damage: infantry or artillery or nothing, with or without the repair if the money lasts."""
    game = position(phase="purchase", money={"germany": 4}, units=damaged("germany", 1))
    listed = check_menu(game)
    assert {(tuple(a.units), tuple(a.repairs)) for a in listed if isinstance(a, Purchase)} == {
        ((), ()),
        (("infantry",), ()),
        (("artillery",), ()),
        ((), ("germany",)),
        (("infantry",), ("germany",)),
    }


@pytest.mark.rule("S42-BUY-03")
def test_factories_taken_earlier_may_be_repaired() -> None:
    """Germany holds Caucasus since an earlier turn: its factory is German, damage included."""
    game = position(
        phase="purchase", owners={"caucasus": "germany"}, units=damaged("caucasus", 4) | damaged("germany", 2)
    )
    buy(game, caucasus=4, germany=1)
    assert units(game, "caucasus", "factory")[0].damage == 0 and units(game, "germany", "factory")[0].damage == 1
    assert game.state.money["germany"] == 35


# --- S42-BUY-04: what is not allowed ------------------------------------------------------------------


@pytest.mark.rule("S42-BUY-04")
@pytest.mark.parametrize(("space", "owner"), [("japan", "japan"), ("united_kingdom", "uk")])
def test_only_own_factories_are_repaired(space: str, owner: str) -> None:
    """Germany can repair neither Japan's nor Britain's factory."""
    game = position(phase="purchase", units=damaged(space, 4, owner) | damaged("germany", 1))
    with refused(game, "S42-BUY-04"):
        buy(game, "", **{space: 1})


@pytest.mark.rule("S42-BUY-04")
def test_units_and_repairs_share_the_purse() -> None:
    """10 IPC: three infantry and two points of repair cost 11."""
    game = position(phase="purchase", money={"germany": 10}, units=damaged("germany", 5))
    with pytest.raises(IllegalAction, match="11 IPC, but only 10"):
        buy(game, "3 infantry", germany=2)
    with refused(game, "S42-BUY-04"):
        buy(game, "3 infantry", germany=2)
    buy(game, "3 infantry", germany=1)
    assert game.state.money["germany"] == 0
    rich = position(phase="purchase", money={"germany": 3}, units=damaged("germany", 5))
    with refused(rich, "S42-BUY-04"):
        buy(rich, germany=4)
    with refused(rich, "S42-BUY-01"):
        buy(rich, "2 infantry")


@pytest.mark.rule("S42-BUY-04")
def test_an_allys_factory_cannot_be_used() -> None:
    """Germany cannot mobilize in Japan."""
    game = position(
        phase="placement",
        pool={"infantry": 1},
        units={"japan": {"japan": {"factory": 1}}, "germany": {"germany": {"factory": 1}}},
    )
    with refused(game, "S42-PLACE-01"):
        game.apply(Place("infantry", "japan", "japan"))


# --- S42-BUY-05: bought units wait --------------------------------------------------------------------


@pytest.mark.rule("S42-BUY-05")
def test_bought_units_wait_off_the_board() -> None:
    """Units bought now are nowhere on the board until phase 5, and the purchase cannot be changed."""
    game = position(phase="purchase", units={"germany": {"germany": {"factory": 1}}})
    buy(game, "2 armour")
    assert count(game, "germany") == {"factory": 1}
    with refused(game, "S42-BUY-05"):
        buy(game, "1 fighter")
    end(game)
    with refused(game, "S42-BUY-05"):
        buy(game, "1 fighter")
    end(game)
    assert asked(game) == ("germany", "placement")
    with refused(game, "S42-BUY-05"):
        buy(game, "1 fighter")
    game.apply(Place("armour", "germany", "germany", 2))
    assert count(game, "germany") == {"armour": 2, "factory": 1}


@pytest.mark.rule("S42-BUY-05")
def test_bought_units_do_not_defend() -> None:
    """In the enemy's eyes a territory whose defenders were only bought is empty: nothing of them can be hit."""
    game = position(
        phase="purchase",
        dice=[1, 6, 6],
        units={
            "germany": {"germany": {"factory": 1}},
            "eastern_europe": {"germany": {"infantry": 1}},
            "karelia_ssr": {"ussr": {"infantry": 1}},
        },
    )
    buy(game, "2 infantry")
    move(game, "1 infantry", "eastern_europe", "karelia_ssr")
    events = end(game)
    assert happened(events, "battle_began")[0].attackers == {"infantry": 1}


# --- S42-BUY-06: without a capital --------------------------------------------------------------------


@pytest.mark.rule("S42-BUY-06")
def test_no_purchase_without_a_capital() -> None:
    """Russia is German: the Soviet Union begins with its combat move and can neither buy nor repair."""
    game = position(
        power="ussr",
        phase="purchase",
        owners={"russia": "germany"},
        units={"caucasus": {"ussr": {"factory": {"damage": 2}, "infantry": 1}}},
    )
    assert asked(game) == ("ussr", "combat_move")
    with refused(game, "S42-BUY-06"):
        buy(game, "1 infantry")
    with refused(game, "S42-BUY-06"):
        buy(game, caucasus=1)


@pytest.mark.rule("S42-BUY-06")
def test_purchases_return_with_the_capital() -> None:
    """Russia is liberated: in the next turn the Soviet Union buys again."""
    game = position(
        power="ussr",
        owners={"russia": "germany"},
        units={"caucasus": {"ussr": {"infantry": 1, "factory": 1}}},
    )
    move(game, "1 infantry", "caucasus", "russia")
    end(game)
    assert game.state.owner["russia"] == "ussr"
    pass_on(game, "ussr", "purchase")
    assert isinstance(options_of(position(power="ussr", phase="purchase", money={"ussr": 3}))[0], Purchase)


@pytest.mark.rule("S42-BUY-03", "S42-SBR-04")
@pytest.mark.parametrize(
    ("damage", "money", "room", "repairs", "after"),
    [
        ({"russia": 9}, 17, 0, {"russia": 5}, 4),  # the first point only makes the next ones count
        ({"russia": 16}, 9, 0, {}, 0),  # nothing would be left to buy anybody with
        ({"russia": 3}, 9, 5, {}, 5),  # there is room enough
        ({"russia": 16, "caucasus": 2}, 24, 2, {"caucasus": 2}, 4),  # the cheaper room first
        ({}, 30, 12, {}, 12),
    ],
)
def test_repairs_that_let_most_infantry_be_placed(
    damage: dict[str, int], money: int, room: int, repairs: dict[str, int], after: int
) -> None:
    """What is suggested to people and done by computer players: as many units as can be paid and placed."""
    values = {"russia": 8, "caucasus": 4}
    assert useful_repairs(values, damage, money, room, 3) == (repairs, after)
