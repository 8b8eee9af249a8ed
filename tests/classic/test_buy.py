"""CL-BUY: what can be bought, and what bought units may not do yet."""

from __future__ import annotations

import pytest

from sandtable.warfare.actions import EndPhase, Place, Purchase
from tests.classic.play import position
from tests.words import WarGame, asked, check_menu, count, end, happened, ids, move, options_of, refused, routes

PRICES = {
    "infantry": 3,
    "armour": 5,
    "aa_gun": 5,
    "factory": 15,
    "fighter": 12,
    "bomber": 15,
    "battleship": 24,
    "carrier": 18,
    "transport": 8,
    "submarine": 8,
}


def market(money: int = 28, **more: object) -> WarGame:
    """Germany at the purchase, with a complex at home."""
    units = {"germany": {"germany": {"factory": 1}}}
    return position(phase="purchase", money={"germany": money}, **{"units": units, **more})  # type: ignore[arg-type]


@pytest.mark.rule("CL-BUY-01")
def test_two_transports_and_two_armour_leave_two_of_28() -> None:
    """Worked example 1: 16 + 10 = 26, paid at once, the rest is kept."""
    game = market()
    events = game.apply(Purchase({"transport": 2, "armour": 2}))
    assert [event.amount for event in happened(events, "money_changed")] == [-26]
    assert game.state.money["germany"] == 2
    assert game.state.pool == {"transport": 2, "armour": 2}


@pytest.mark.rule("CL-BUY-01")
@pytest.mark.parametrize(("kind", "price"), PRICES.items())
def test_each_of_the_ten_unit_types_has_its_price(kind: str, price: int) -> None:
    """With exactly that much money one can be bought, with one IPC less none."""
    game = market(price)
    assert Purchase({kind: 1}) in options_of(game)
    game.apply(Purchase({kind: 1}))
    assert game.state.money["germany"] == 0
    poor = market(price - 1)
    if price > 3:
        assert Purchase({kind: 1}) not in options_of(poor)
        with refused(poor, "CL-BUY-01"):
            poor.apply(Purchase({kind: 1}))
    else:
        assert asked(poor) == ("germany", "combat_move")


@pytest.mark.rule("CL-BUY-01")
@pytest.mark.parametrize(
    "shopping",
    [
        {"infantry": 10},
        {"infantry": 1, "bomber": 2},
        {"destroyer": 1},
        {"Infantry": 1},
        {"infantry": -1},
        {"armour": -3, "bomber": 2},
    ],
)
def test_too_dear_unknown_and_negative_purchases_are_refused(shopping: dict[str, int]) -> None:
    """More than 28 IPC, units that do not exist, and selling back."""
    game = market()
    with refused(game, "CL-BUY-01"):
        game.apply(Purchase(shopping))


@pytest.mark.rule("CL-BUY-01")
def test_any_mix_within_the_money_is_on_the_menu() -> None:
    """With 11 IPC every listed shopping list is affordable, and nothing affordable is missing."""
    game = market(11)
    listed = [action.units for action in check_menu(game) if isinstance(action, Purchase)]
    assert all(sum(PRICES[kind] * number for kind, number in units.items()) <= 11 for units in listed)
    assert {} in listed and {"infantry": 2, "aa_gun": 1} in listed and {"transport": 1, "infantry": 1} in listed
    # 0-3 infantry with up to 2 of armour or guns, or with a transport or a submarine.
    assert len(listed) == len({str(sorted(units.items())) for units in listed}) == 4 + 3 * 2 + 3 + 2 * 2


@pytest.mark.rule("CL-BUY-01", "CL-INCOME-03")
def test_unspent_money_is_kept() -> None:
    """Nothing bought: 28 IPC stay and the income is added."""
    game = market()
    game.apply(Purchase({}))
    end(game)
    end(game)
    assert game.state.money["germany"] == 28 + 32


@pytest.mark.rule("CL-BUY-02")
def test_bought_units_are_not_on_the_board_before_phase_5() -> None:
    """New units stand nowhere and are on no menu of phases 2 to 4."""
    game = market()
    game.apply(Purchase({"armour": 1, "submarine": 1}))
    assert count(game, "germany") == {"factory": 1}
    assert check_menu(game) == [EndPhase()]
    end(game)
    assert check_menu(game) == [EndPhase()]
    end(game)
    assert asked(game) == ("germany", "placement")
    assert count(game, "germany") == {"factory": 1}


@pytest.mark.rule("CL-BUY-02", "CL-AIR-09")
def test_a_bought_carrier_is_no_deck_to_land_on() -> None:
    """A fighter that could come home only to the new carrier may not attack."""
    units = {
        "germany": {"germany": {"factory": 1}},
        "western_europe": {"germany": {"fighter": 1}},
        "east_us_sea_zone": {"usa": {"transport": 1}},
    }
    way = ("western_europe", "west_spain_sea_zone", "north_atlantic_sea_zone", "east_us_sea_zone")
    game = market(units=units)
    game.apply(Purchase({"carrier": 1}))
    with refused(game, "CL-AIR-05"):
        move(game, "1 fighter", *way)
    assert not [route for route in routes(game) if route[-1] == "east_us_sea_zone"]


@pytest.mark.rule("CL-BUY-02")
def test_a_purchase_cannot_be_exchanged_at_placement() -> None:
    """Armour was bought: infantry cannot be placed instead, nor a second armour."""
    game = market()
    game.apply(Purchase({"armour": 1}))
    end(game)
    end(game)
    for order in (Place("infantry", "germany", "germany"), Place("armour", "germany", "germany", 2)):
        with refused(game, "CL-PLACE-01"):
            game.apply(order)


@pytest.mark.rule("CL-BUY-03")
def test_a_purchase_is_final() -> None:
    """No second purchase, no taking back, no refund, in this phase or a later one."""
    game = market()
    game.apply(Purchase({"infantry": 1}))
    for _ in range(2):
        with refused(game, "CL-BUY-03"):
            game.apply(Purchase({"infantry": 1}))
        with refused(game, "CL-CMOVE-12"):
            game.undo()
        end(game)
    with refused(game, "CL-BUY-03"):
        game.apply(Purchase({}))
    assert game.state.money["germany"] == 25


@pytest.mark.rule("CL-BUY-03")
def test_buying_nothing_is_final_too() -> None:
    """Who passes up the purchase buys nothing this turn."""
    game = market()
    game.apply(Purchase({}))
    with refused(game, "CL-BUY-03"):
        game.apply(Purchase({"infantry": 1}))


@pytest.mark.rule("CL-BUY-04", "CL-PLACE-08")
def test_buying_more_than_can_be_placed_is_legal_but_warned_of() -> None:
    """Japan has only a complex in Manchuria (3): of five infantry two are lost without refund."""
    game = position("japan", "purchase", units={"manchuria": {"japan": {"factory": 1}}}, money={"japan": 15})
    events = game.apply(Purchase({"infantry": 5}))
    (warning,) = happened(events, "too_many_bought")
    assert (warning.power, warning.bought, warning.capacity) == ("japan", 5, 3)
    end(game)
    end(game)
    with refused(game, "CL-IC-04"):
        game.apply(Place("infantry", "manchuria", "manchuria", 5))
    game.apply(Place("infantry", "manchuria", "manchuria", 3))
    events = end(game)
    assert [event.units for event in happened(events, "units_wasted")] == [{"infantry": 2}]
    assert game.state.money["japan"] == 25


@pytest.mark.rule("CL-BUY-04")
def test_no_warning_when_everything_can_be_placed() -> None:
    """An original complex builds any number; a new complex needs no room in an old one."""
    assert not happened(market().apply(Purchase({"infantry": 9})), "too_many_bought")
    japan = position("japan", "purchase", units={"manchuria": {"japan": {"factory": 1}}}, money={"japan": 24})
    assert not happened(japan.apply(Purchase({"infantry": 3, "factory": 1})), "too_many_bought")


@pytest.mark.rule("CL-BUY-05", "CL-CAP-02")
def test_money_of_a_capital_taken_in_phase_2_pays_fees_but_buys_nothing() -> None:
    """A penniless Germany blitzes Moscow: its 24 IPC pay for Spain, but for no infantry this turn."""
    game = position(
        units={"karelia_ssr": {"germany": {"armour": 1}}, "western_europe": {"germany": {"infantry": 1}}},
        owners={"karelia_ssr": "germany"},
        money={"germany": 0},
    )
    with refused(game, "CL-NEUT-02"):
        move(game, "1 infantry", "western_europe", "spain")
    move(game, "1 armour", "karelia_ssr", "russia", "karelia_ssr")
    assert game.state.money == {"ussr": 0, "germany": 24, "uk": 30, "japan": 25, "usa": 36}
    with refused(game, "CL-BUY-03"):
        game.apply(Purchase({"infantry": 1}))
    move(game, "1 infantry", "western_europe", "spain")
    assert game.state.money["germany"] == 21


@pytest.mark.rule("CL-BUY-05")
def test_a_capital_blitzed_on_the_way_pays_for_the_neutral_behind_it() -> None:
    """British armour without a penny goes through empty Germany into Switzerland."""
    game = position(
        "uk",
        units={"western_europe": {"uk": {"armour": 1}}},
        owners={"western_europe": "uk"},
        money={"uk": 0, "germany": 5},
    )
    with refused(game, "CL-NEUT-02"):
        move(game, "1 armour", "western_europe", "switzerland")
    assert ("western_europe", "germany", "switzerland") in routes(game)
    check_menu(game)
    move(game, "1 armour", "western_europe", "germany", "switzerland")
    assert (game.state.money["uk"], game.state.money["germany"]) == (2, 0)
    assert game.state.owner["switzerland"] == "uk"


@pytest.mark.rule("CL-BUY-05", "CL-NEUT-02")
def test_money_spent_in_phase_1_is_missing_for_fees_in_phase_2() -> None:
    """With 2 IPC left Spain is out of reach, with 3 it is not."""
    units = {"western_europe": {"germany": {"infantry": 1}}}
    for money, enough in ((28, False), (29, True)):
        game = market(money, units=units)
        game.apply(Purchase({"transport": 2, "armour": 2}))
        assert (("western_europe", "spain") in routes(game)) is enough
        if enough:
            move(game, "1 infantry", "western_europe", "spain")
            assert game.state.money["germany"] == 0
        else:
            with refused(game, "CL-NEUT-02"):
                move(game, "1 infantry", "western_europe", "spain")


@pytest.mark.rule("CL-BUY-05", "CL-CAP-02")
def test_money_captured_in_battle_waits_for_the_next_purchase() -> None:
    """Moscow falls in phase 3: the money is there, but nothing can be bought with it this turn."""
    game = position(
        units={"karelia_ssr": {"germany": {"infantry": 1}}, "germany": {"germany": {"factory": 1}}},
        owners={"karelia_ssr": "germany"},
        money={"germany": 0},
    )
    move(game, "1 infantry", "karelia_ssr", "russia")
    assert game.state.money["germany"] == 0
    end(game)
    assert game.state.money["germany"] == 24
    with refused(game, "CL-BUY-03"):
        game.apply(Purchase({"infantry": 1}))
    events = end(game)
    assert not [e for e in happened(events, "phase_began") if e.phase == "purchase" and e.power == "germany"]
    assert ids(game, "russia", "1 infantry", "germany")
