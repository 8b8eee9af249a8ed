"""S42-TURN: rounds, phases, who may act, consent among allies."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.warfare.actions import Consent, EndPhase, Move, Purchase, Retreat, Sail
from tests.spring1942.play import answer, buy, position
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
    pass_on,
    refused,
    sail,
    units,
)

ORDER = ["ussr", "germany", "uk", "japan", "usa"]
PHASES = ["purchase", "combat_move", "combat", "noncombat_move", "placement", "income"]


# --- S42-TURN-01: rounds ------------------------------------------------------------------------------


@pytest.mark.rule("S42-TURN-01")
def test_powers_play_in_order_round_after_round() -> None:
    """Soviet Union, Germany, United Kingdom, Japan, United States; then a new round begins."""
    game: WarGame = sandtable.new_game("1942", seed=1)
    turns = [event.power for event in game.events if event.kind == "turn_began"]  # type: ignore[attr-defined]  # its power
    for power in [*ORDER[1:], *ORDER]:
        events = pass_on(game, power, "purchase")
        turns += [event.power for event in happened(events, "turn_began")]
    assert turns == [*ORDER, *ORDER]
    assert game.state.round == 2 and game.outcome is None


# --- S42-TURN-02: phases ------------------------------------------------------------------------------


@pytest.mark.rule("S42-TURN-02")
def test_six_phases_in_order() -> None:
    """Purchase, combat move, combat, noncombat move, mobilization, income."""
    game: WarGame = sandtable.new_game("1942", seed=1)
    events = [*game.events, *pass_on(game, "germany", "purchase")]
    assert [event.phase for event in happened(events, "phase_began") if event.power == "ussr"] == PHASES


@pytest.mark.rule("S42-TURN-02")
def test_everything_but_income_is_voluntary() -> None:
    """A power that does nothing still collects its income."""
    game: WarGame = sandtable.new_game("1942", seed=1)
    pass_on(game, "germany", "purchase")
    assert game.state.money["ussr"] == 48


@pytest.mark.rule("S42-TURN-02")
def test_orders_of_other_phases_are_refused() -> None:
    """Nothing moves in the purchase phase, nothing is bought later, nothing is placed before phase 5."""
    game = position(phase="purchase", units={"germany": {"germany": {"infantry": 1, "factory": 1}}})
    with refused(game, "S42-TURN-02"):
        move(game, "1 infantry", "germany", "eastern_europe")
    with refused(game, "S42-TURN-02"):
        end(game)
    buy(game)
    with refused(game, "S42-BUY-05"):
        buy(game, "1 infantry")
    with refused(game, "S42-TURN-02"):
        game.apply({"kind": "place", "unit": "infantry", "space": "germany", "factory": "germany"})


# --- S42-TURN-03: who acts ----------------------------------------------------------------------------


@pytest.mark.rule("S42-TURN-03")
def test_only_the_active_power_acts() -> None:
    """In Germany's turn neither Japan nor an enemy can give an order, and Germany moves only its own units."""
    game = position(
        units={"germany": {"germany": {"infantry": 1}}, "manchuria": {"japan": {"infantry": 1}}},
    )
    order = Move(ids(game, "manchuria", "1 infantry", "japan"), ("manchuria", "buryatia_ssr"))
    with refused(game, "S42-TURN-03"):
        game.apply(order)
    for power in ("japan", "ussr"):
        with refused(game, "S42-TURN-03"):
            game.apply(order, power=power)
        with refused(game, "S42-TURN-03"):
            game.apply(EndPhase(), power=power)


@pytest.mark.rule("S42-TURN-03")
def test_the_defender_chooses_his_losses() -> None:
    """Others act only as defenders: the Soviet player says what he loses."""
    game = position(
        dice=[1, 1, 6, 6, 6],
        units={
            "eastern_europe": {"germany": {"armour": 2}},
            "karelia_ssr": {"ussr": {"infantry": 1, "artillery": 1, "armour": 1}},
        },
    )
    move(game, "2 armour", "eastern_europe", "karelia_ssr")
    end(game)
    assert asked(game) == ("ussr", "choose_casualties")
    lose(game, "1 infantry, 1 artillery")
    assert count(game, "karelia_ssr", "ussr") == {"armour": 1}


# --- S42-TURN-04: sharing and consent -----------------------------------------------------------------

FERRY: dict[str, Any] = {
    "power": "usa",
    "phase": "noncombat_move",
    "units": {
        "united_kingdom": {"usa": {"infantry": 2}},
        "sz_8": {"uk": {"transport": 2}},
    },
}


def board(game: WarGame, ship: str) -> list[Any]:
    """American infantry asks to board a British transport."""
    party = ids(game, "united_kingdom", "1 infantry", "usa")
    return game.apply(Sail(ship, ("sz_8",), {party[0]: "sz_8"}))


@pytest.mark.rule("S42-TURN-04")
def test_boarding_an_allied_transport_is_asked_for() -> None:
    """The British player agrees: the American infantry goes aboard."""
    game = position(**FERRY)
    ship = units(game, "sz_8", "transport")[0].id
    board(game, ship)
    assert asked(game) == ("uk", "consent")
    assert game.decision is not None
    assert game.decision.about["asked_by"] == "usa" and game.decision.about["ship"] == ship
    assert count(game, "united_kingdom") == {"infantry": 2}
    assert options_of(game) == [Consent(True), Consent(False)]
    with refused(game, "S42-TURN-03"):
        game.apply(Consent(True), power="usa")
    events = answer(game, True)
    assert happened(events, "consent_given")[0].agree and happened(events, "units_loaded")
    assert asked(game) == ("usa", "noncombat_move")
    assert [unit.aboard for unit in units(game, "sz_8", "infantry")] == [ship]


@pytest.mark.rule("S42-TURN-04")
def test_a_refusal_drops_the_order_and_holds_for_this_turn() -> None:
    """The British player refuses: nothing moves; the same transport is refused without asking again, another is not."""
    game = position(**FERRY)
    first, second = (unit.id for unit in units(game, "sz_8", "transport"))
    board(game, first)
    answer(game, False)
    assert asked(game) == ("usa", "noncombat_move") and count(game, "united_kingdom") == {"infantry": 2}
    with refused(game, "S42-TURN-04"):
        board(game, first)
    assert not any(isinstance(action, Sail) and action.transport == first for action in options_of(game))
    board(game, second)
    answer(game, True)
    assert [unit.aboard for unit in units(game, "sz_8", "infantry")] == [second]


@pytest.mark.rule("S42-TURN-04")
def test_consent_ends_with_the_turn() -> None:
    """What was agreed in one turn has to be asked for again in the next."""
    game = position(**FERRY)
    ship = units(game, "sz_8", "transport")[0].id
    board(game, ship)
    answer(game, True)
    pass_on(game, "usa", "noncombat_move")
    board(game, ship)
    assert asked(game) == ("uk", "consent")


@pytest.mark.rule("S42-TURN-04")
def test_powers_of_one_player_consent_automatically() -> None:
    """One person runs all Allies: nobody is asked."""
    game = position(**FERRY, seats=[["ussr", "uk", "usa"], ["germany", "japan"]])
    ship = units(game, "sz_8", "transport")[0].id
    board(game, ship)
    assert asked(game) == ("usa", "noncombat_move")
    assert [unit.aboard for unit in units(game, "sz_8", "infantry")] == [ship]


@pytest.mark.rule("S42-TURN-04")
def test_impossible_orders_are_not_asked_for() -> None:
    """A tank that has no room is refused at once, without troubling the ally."""
    game = position(
        power="usa",
        phase="noncombat_move",
        units={
            "united_kingdom": {"usa": {"armour": 1}},
            "sz_8": {"uk": {"transport": {"cargo": {"uk": {"armour": 1}}}}},
        },
    )
    tank = ids(game, "united_kingdom", "1 armour")
    with refused(game, "S42-TRN-01"):
        game.apply(Sail(units(game, "sz_8", "transport")[0].id, ("sz_8",), {tank[0]: "sz_8"}))


@pytest.mark.rule("S42-TURN-04")
def test_unloading_and_sharing_a_space_need_no_consent() -> None:
    """American infantry leaves a British transport for British land: nobody is asked."""
    game = position(
        power="usa",
        phase="noncombat_move",
        units={"sz_8": {"uk": {"transport": {"cargo": {"usa": {"infantry": 1}}}}}},
    )
    party = ids(game, "sz_8", "1 infantry")
    sail(game, "sz_8", unload=party, target="united_kingdom", transport=units(game, "sz_8", "transport")[0].id)
    assert asked(game) == ("usa", "noncombat_move") and count(game, "united_kingdom", "usa") == {"infantry": 1}


@pytest.mark.rule("S42-TURN-04")
@pytest.mark.parametrize("agree", [True, False])
def test_landing_on_an_allied_carrier_is_asked_for(agree: bool) -> None:
    """A British fighter wants to land on an American carrier in the noncombat move."""
    game = position(
        power="uk",
        phase="noncombat_move",
        units={"united_kingdom": {"uk": {"fighter": 1}}, "sz_8": {"usa": {"carrier": 1}}},
    )
    deck = units(game, "sz_8", "carrier")[0].id
    move(game, "1 fighter", "united_kingdom", "sz_8", deck=deck)
    assert asked(game) == ("usa", "consent")
    answer(game, agree)
    assert asked(game) == ("uk", "noncombat_move")
    assert count(game, "sz_8", "uk") == ({"fighter": 1} if agree else {})
    if not agree:
        with refused(game, "S42-TURN-04"):
            move(game, "1 fighter", "united_kingdom", "sz_8", deck=deck)


@pytest.mark.rule("S42-TURN-04")
def test_taking_off_and_riding_need_no_consent() -> None:
    """A British fighter takes off from an American carrier; an American carrier takes a British fighter along."""
    setting: dict[str, Any] = {
        "phase": "noncombat_move",
        "units": {"sz_8": {"usa": {"carrier": {"cargo": {"uk": {"fighter": 1}}}}}},
    }
    game = position(power="uk", **setting)
    move(game, "1 fighter", "sz_8", "united_kingdom")
    assert asked(game) == ("uk", "noncombat_move") and count(game, "united_kingdom") == {"fighter": 1}
    game = position(power="usa", **setting)
    move(game, "1 carrier", "sz_8", "sz_7")
    assert asked(game) == ("usa", "noncombat_move") and count(game, "sz_7") == {"fighter": 1, "carrier": 1}


FAR_FLIGHT: dict[str, Any] = {
    "power": "uk",
    "units": {
        "sz_51": {"usa": {"carrier": 1}},
        "sz_52": {"usa": {"carrier": {"cargo": {"uk": {"fighter": 1}}}}},
        "sz_60": {"japan": {"destroyer": 1}},
    },
    "owners": dict.fromkeys(["midway", "buryatia_ssr", "soviet_far_east", "yakut_ssr"], "japan"),
}
"""A British fighter attacks SZ 60 from SZ 52 (2 steps) and can land only at sea afterwards."""


@pytest.mark.rule("S42-TURN-04", "S42-AIR-06")
def test_a_deck_of_the_landing_plan_is_asked_for_in_the_combat_move() -> None:
    """The attack counts on an American deck: the owner is asked before it is flown, and his word is binding."""
    game = position(**FAR_FLIGHT, dice=[6, 6, 3, 6])
    move(game, "1 fighter", "sz_52", "sz_51", "sz_60")
    assert asked(game) == ("usa", "consent")
    assert game.decision is not None
    deck = game.decision.about["ship"]
    answer(game, True)
    assert asked(game) == ("uk", "combat_move") and count(game, "sz_60", "uk") == {"fighter": 1}
    end(game)
    assert asked(game) == ("uk", "retreat")
    game.apply(Retreat())
    home = game.state.units[deck].space
    route = ("sz_60", "sz_51") if home == "sz_51" else ("sz_60", "sz_51", "sz_52")
    move(game, "1 fighter", *route, deck=deck)
    assert asked(game) == ("uk", "noncombat_move") and count(game, home, "uk") == {"fighter": 1}


@pytest.mark.rule("S42-TURN-04", "S42-AIR-06")
def test_a_refused_deck_is_no_part_of_a_plan() -> None:
    """Both American decks are refused: the flight is dropped each time and then illegal, and the phase can be ended."""
    game = position(**FAR_FLIGHT)
    for _ in range(2):
        move(game, "1 fighter", "sz_52", "sz_51", "sz_60")
        assert asked(game) == ("usa", "consent")
        answer(game, False)
        assert asked(game) == ("uk", "combat_move") and count(game, "sz_60", "uk") == {}
    with refused(game, "S42-AIR-06"):
        move(game, "1 fighter", "sz_52", "sz_51", "sz_60")
    end(game)
    assert asked(game) == ("uk", "noncombat_move")


@pytest.mark.rule("S42-TURN-04")
def test_a_plan_without_allied_decks_asks_nobody() -> None:
    """With an island of one's own in reach the allied carrier is not needed."""
    game = position(power="uk", units=FAR_FLIGHT["units"], dice=[3, 6])
    move(game, "1 fighter", "sz_52", "sz_51", "sz_60")
    assert asked(game) == ("uk", "combat_move")
    end(game)
    assert asked(game)[1] != "consent"


@pytest.mark.rule("S42-TURN-04")
def test_the_menu_knows_consent() -> None:
    """Every listed order can be given, asked for or not."""
    check_menu(position(**FERRY))
    check_menu(position(**FAR_FLIGHT))
    assert Purchase() in options_of(position(phase="purchase", money={"germany": 3}))
