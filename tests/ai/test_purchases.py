"""What is bought: ships only for harbours of use, no more than can be launched, and no more guards than are needed."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest

import sandtable
from sandtable.ai import play_on, player
from sandtable.ai.officer import Officer
from sandtable.ai.purchases import Shopping
from sandtable.ai.rules import WarRules
from sandtable.ai.situation import Situation
from sandtable.ai.threats import Threats
from sandtable.ai.tuning import tuning
from sandtable.core.game import Game
from sandtable.warfare.actions import Purchase


def seen(game: Game[Any], power: str) -> tuple[Situation, Threats]:
    """How an officer sees the war."""
    situation = Situation(cast(WarRules, game.rules), game.state, power, tuning("officer"))
    return situation, Threats(situation)


def bought(game: Game[Any]) -> Counter[str]:
    """What an officer buys."""
    assert game.decision is not None
    order = Officer(1).decide(game.view(game.decision.power), game.decision)
    assert isinstance(order, Purchase)
    return Counter(order.units)


def launched(game: Game[Any], power: str) -> Counter[str]:
    """Where an officer's new transports are when the turn is over."""
    officer = player("officer", 1)
    play_on(game, {power: officer}, until=lambda game: game.state.power != power)
    assert not officer.fallbacks
    return Counter(unit.space for unit in game.state.units_of(power) if unit.kind == "transport")


ISLANDS = (
    "borneo",
    "caroline_islands",
    "east_indies",
    "formosa",
    "new_guinea",
    "okinawa",
    "philippine_islands",
    "solomon_islands",
    "wake_island",
)


def america(lurking: dict[str, Any]) -> Game[Any]:
    """The war is across the Atlantic; in the Pacific there is nothing left to be had but a well guarded Japan."""
    units = {
        "eastern_united_states": {"usa": {"factory": 1, "infantry": 8}},
        "western_united_states": {"usa": {"factory": 1}},
        "sz_9": {"germany": lurking},
        "germany": {"germany": {"factory": 1, "infantry": 10}},
        "japan": {"japan": {"factory": 1, "infantry": 6, "fighter": 4}},
        "russia": {"ussr": {"factory": 1, "infantry": 6}},
    }
    held = {**dict.fromkeys(ISLANDS, "usa"), "manchuria": "uk", "kwangtung": "uk"}
    return sandtable.setup(
        "1942", seed=1, power="usa", phase="purchase", units=units, owners=held, money={"usa": 40}, round=3
    )


def test_no_ships_are_launched_on_the_wrong_ocean() -> None:
    """Where a fleet lies before the Atlantic ports, transports in California would help nobody: aircraft cross."""
    assert set(launched(america({}), "usa")) == {"sz_10"}
    new = bought(america({"submarine": 4, "battleship": 2}))
    assert not new["transport"] and new["fighter"] >= 1


@pytest.mark.parametrize(("lurking", "zone"), [({}, "sz_60"), ({"submarine": 4}, "sz_61")])
def test_ships_are_launched_where_they_need_no_dear_escort(lurking: dict[str, int], zone: str) -> None:
    """The way from the east coast of Japan is the shorter one, but not for the price of three destroyers."""
    units = {
        "japan": {"japan": {"factory": 1, "infantry": 8}},
        "sz_52": {"usa": lurking},
        "eastern_united_states": {"usa": {"factory": 1, "infantry": 8}},
        "germany": {"germany": {"factory": 1, "infantry": 16}},
        "russia": {"ussr": {"factory": 1, "infantry": 6}},
    }
    position: dict[str, Any] = {"units": units, "owners": {"buryatia_ssr": "japan"}, "money": {"japan": 60}}
    game = sandtable.setup("1942", seed=1, power="japan", phase="purchase", **position)
    new = bought(game)
    assert new["transport"] >= 2 and not new.keys() & {"destroyer", "cruiser", "battleship", "carrier"}
    assert set(launched(game, "japan")) == {zone}


def test_no_more_ships_are_bought_than_the_yard_can_build() -> None:
    """S42-PLACE-02: the factory in India launches three; room in London is of no use to an army that waits in India."""
    units = {
        "united_kingdom": {"uk": {"factory": 1, "infantry": 2}},
        "india": {"uk": {"factory": 1, "infantry": 12}},
        "japan": {"japan": {"factory": 1, "infantry": 4}},
        "germany": {"uk": {"infantry": 2}},
        "russia": {"ussr": {"factory": 1, "infantry": 6}},
    }
    taken = ("germany", "western_europe", "southern_europe", "french_indochina", "kwangtung", "manchuria")
    game = sandtable.setup(
        "1942",
        seed=1,
        power="uk",
        phase="purchase",
        units=units,
        owners=dict.fromkeys(taken, "uk"),
        money={"uk": 45},
        round=3,
    )
    assert launched(game, "uk") == Counter(sz_35=3)


def shopping_list(archangel: int) -> Counter[str]:
    """What is bought for a Moscow with five infantry and an army before it, if nothing is attacked."""
    units = {
        "russia": {"ussr": {"factory": 1, "infantry": 5}},
        "archangel": {"ussr": {"infantry": archangel}},
        "west_russia": {"germany": {"infantry": 8, "armour": 2}},
        "germany": {"germany": {"factory": 1, "infantry": 6}},
    }
    game = sandtable.setup(
        "1942",
        seed=1,
        power="ussr",
        phase="purchase",
        units=units,
        owners={"west_russia": "germany"},
        money={"ussr": 24},
        round=3,
    )
    assert game.decision is not None
    return Counter(Shopping(*seen(game, "ussr"), game.decision, []).purchase().units)


def test_those_who_can_come_to_the_relief_of_the_capital_save_money() -> None:
    """With an army in Archangel Moscow holds, so there is something left for tanks; alone it needs all the money."""
    assert shopping_list(8)["armour"] >= 2
    assert shopping_list(0) == Counter(infantry=8)
