"""Carriers and their fighters: a fleet counts on those who are still in the air, and nobody takes them away from it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import sandtable
from sandtable.ai.airfields import usefulness
from sandtable.ai.escorts import Escorts
from sandtable.ai.purchases import Shopping
from sandtable.ai.shipping import Shipping
from sandtable.ai.situation import Situation
from sandtable.ai.strongholds import strongholds
from sandtable.ai.threats import Threats
from sandtable.ai.tuning import tuning
from sandtable.core.game import Game
from sandtable.warfare.actions import Move


def seen(game: Game[Any], power: str) -> tuple[Situation, Threats]:
    """How an officer sees the war."""
    situation = Situation(game.rules, game.state, power, tuning("officer"))  # type: ignore[arg-type]
    return situation, Threats(situation)


def north_sea(flying: str, **more: dict[str, Any]) -> Game[Any]:
    """Four British transports and a carrier, whose two fighters have been in a battle; German aircraft look on."""
    units: dict[str, Any] = {
        "sz_6": {"uk": {"transport": 4, "carrier": 1}},
        "united_kingdom": {"uk": {"factory": 1, "infantry": 4}},
        "western_europe": {"germany": {"fighter": 2, "infantry": 2}},
        "germany": {"germany": {"factory": 1, "infantry": 8}},
        "russia": {"ussr": {"factory": 1, "infantry": 6}},
        **more,
    }
    aloft = {"fighter": [{"count": 2, "airborne": True, "done": True, "spent": 2}]}
    units[flying] = {"uk": {**units.get(flying, {}).get("uk", {}), **aloft}}
    owners = {"norway": "uk", "karelia_ssr": "germany"}
    return sandtable.setup("1942", seed=1, power="uk", phase="noncombat_move", units=units, owners=owners, round=3)


@pytest.mark.parametrize(("flying", "there"), [("sz_8", 2), ("sz_6", 2), ("sz_35", 0)])
def test_fighters_in_the_air_guard_the_fleet_to_which_they_come_home(flying: str, there: int) -> None:
    """S42-CARR-01: they come down on the carrier if it is near enough, and on no other."""
    situation, threats = seen(north_sea(flying), "uk")
    assert Escorts(situation, threats).there("sz_6") == +Counter(transport=4, carrier=1, fighter=there)
    assert not situation.fleet(flying)["fighter"]


def test_a_carrier_stays_with_the_transports_its_fighters_will_guard() -> None:
    """Without them it would only be sunk with the transports, so it used to leave them alone."""
    situation, threats = seen(north_sea("sz_8"), "uk")
    given = [order for order in Shipping(situation, threats, set()).stations() if isinstance(order, Move)]
    assert not given


def test_warships_come_to_a_carrier_in_danger() -> None:
    """A battleship used to look only for transports; a carrier with fighters aboard is worth as much."""
    units: dict[str, Any] = {
        "sz_6": {"uk": {"carrier": 1, "fighter": 1}},
        "sz_2": {"uk": {"battleship": 1, "cruiser": 1}},
        "western_europe": {"germany": {"fighter": 2, "bomber": 1, "infantry": 2}},
        "united_kingdom": {"uk": {"factory": 1, "infantry": 4}},
        "germany": {"germany": {"factory": 1, "infantry": 8}},
    }
    game = sandtable.setup("1942", seed=1, power="uk", phase="noncombat_move", units=units, round=3)
    for unit in game.state.units_in("sz_6"):
        game.state.change(unit.id, done=True)
    orders = Shipping(*seen(game, "uk"), set()).stations()
    assert {order.route[-1] for order in orders if isinstance(order, Move)} == {"sz_6"}


def test_strongholds_do_not_take_fighters_on_whom_a_fleet_depends() -> None:
    """In the eighth round of a game of 1942 two went to Norway, and three carriers with four transports were sunk."""
    army = {"norway": {"uk": {"infantry": 6, "factory": 1}}, "karelia_ssr": {"germany": {"infantry": 8}}}
    found = strongholds(*seen(north_sea("sz_8", **army), "uk"))
    assert not any(ident.startswith("fighter") for ident in found.goals)


def in_the_atlantic(**american: int) -> Shopping:
    """What the Americans are about to buy, with these ships and aircraft in the East and a submarine off the coast."""
    units: dict[str, Any] = {
        "eastern_united_states": {"usa": {"factory": 1, "infantry": 8, "fighter": 2}},
        "sz_10": {"usa": american},
        "western_europe": {"germany": {"fighter": 4, "bomber": 1, "infantry": 2}},
        "germany": {"germany": {"factory": 1, "infantry": 8}},
        "russia": {"ussr": {"factory": 1, "infantry": 6}},
        "japan": {"japan": {"factory": 1, "infantry": 6}},
        "united_kingdom": {"uk": {"factory": 1, "infantry": 6}},
    }
    game = sandtable.setup("1942", seed=1, power="usa", phase="purchase", units=units, money={"usa": 42}, round=2)
    assert game.decision is not None
    return Shopping(*seen(game, "usa"), game.decision, [])


def test_fighters_for_whom_there_is_room_need_no_further_carrier() -> None:
    """The Americans used to buy one carrier after the other for the same two fighters."""
    assert in_the_atlantic(transport=2)._deck_fighters("sz_7", "carrier") == Counter(fighter=2)
    assert not in_the_atlantic(transport=2, carrier=1)._deck_fighters("sz_7", "carrier")


def test_those_who_need_ships_replace_aircraft_too() -> None:
    """All money went into transports and men for them, so decks stayed empty."""
    assert in_the_atlantic(transport=2).purchase().units["fighter"] == 1


def test_decks_on_the_other_side_of_the_world_take_nobody() -> None:
    """An empty carrier in the Pacific has no room for fighters in the East."""
    shop = in_the_atlantic(transport=2)
    shop.situation.state.add("carrier", "usa", "sz_53")
    assert shop._deck_fighters("sz_7", "carrier") == Counter(fighter=2)


@pytest.mark.parametrize("idle", [0, 4])
def test_idle_transports_are_no_reason_to_sail_or_not(idle: int) -> None:
    """They are only prey; whether warships are called to a zone does not depend on them."""
    fleet: dict[str, Any] = {"destroyer": 1, "cruiser": 1}
    units: dict[str, Any] = {
        "sz_2": {"uk": {"transport": 1}},
        "sz_3": {"uk": {**fleet, **({"transport": idle} if idle else {})}},
        "norway": {"germany": {"fighter": 1, "infantry": 1}},
        "united_kingdom": {"uk": {"factory": 1, "infantry": 4}},
        "germany": {"germany": {"factory": 1, "infantry": 8}},
    }
    game = sandtable.setup("1942", seed=1, power="uk", phase="noncombat_move", units=units, round=3)
    escorts = Escorts(*seen(game, "uk"))
    danger = escorts.danger("sz_2", Counter())
    escorts.promise("sz_2")
    assert len(escorts.promised) == 2
    assert danger == escorts.threats.danger("sz_2", Counter(transport=1, destroyer=1, cruiser=1), 0.0)


def test_a_board_to_come_does_not_change_what_is_seen_now() -> None:
    """What aircraft find around a place is noted; a situation that begins with another's notes goes on in its own."""
    game = sandtable.new_game("1942", seed=1)
    situation, _ = seen(game, "ussr")
    state = game.state.copy()
    for space in state.owner:
        state.owner[space] = "ussr"
    later = Situation(game.rules, state, "ussr", tuning("officer"))  # type: ignore[arg-type]
    later.inherit(situation)
    assert usefulness(later, "ukraine_ssr") == 0 < usefulness(situation, "ukraine_ssr")
