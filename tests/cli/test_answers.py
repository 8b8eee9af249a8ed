"""Answers to the questions of a battle and of placement, in a player's words."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable import Game
from sandtable.cli.answers import Answers
from sandtable.cli.words import NotUnderstood, Vocabulary
from sandtable.warfare.actions import (
    AssignHits,
    ChooseCasualties,
    EndPhase,
    FightOn,
    FireRocket,
    Move,
    NextBattle,
    Place,
    PlaceBid,
    Retreat,
    Withdraw,
)
from sandtable.warfare.defaults import default_answer
from sandtable.warfare.movement import Movement
from sandtable.warfare.state import WarState


def at(game: Game[WarState]) -> Answers:
    """Somebody who answers the open question of a game."""
    assert isinstance(game.rules, Movement)
    return Answers(game, game.rules, Vocabulary(game.rules))


def ids(game: Game[WarState], space: str) -> tuple[str, ...]:
    """The units in a space."""
    return game.state.at[space]


def attack(dice: list[int], **units: Any) -> Game[WarState]:
    """A Soviet attack from the Caucasus on Ukraine, fought up to the first question."""
    game: Game[WarState] = sandtable.setup("classic", dice=dice, power="ussr", phase="combat_move", units=units)
    game.apply(Move(ids(game, "caucasus"), ("caucasus", "ukraine_ssr")))
    game.apply(EndPhase())
    return game


def test_losses_by_kind() -> None:
    """«lose 1 arm»; Enter means the cheapest."""
    game = attack(
        [6, 6, 6, 1, 6],
        caucasus={"ussr": {"infantry": 2, "armour": 1}},
        ukraine_ssr={"germany": {"infantry": 2}},
    )
    assert game.decision is not None and game.decision.kind == "choose_casualties"
    answers = at(game)
    kind_of = {ident: unit.kind for ident, unit in game.state.units.items()}
    chosen = answers.lose(["1", "arm"])
    assert isinstance(chosen, ChooseCasualties) and [kind_of[ident] for ident in chosen.units] == ["armour"]
    default = answers.lose([])
    assert isinstance(default, ChooseCasualties) and [kind_of[ident] for ident in default.units] == ["infantry"]
    with pytest.raises(NotUnderstood):
        answers.lose(["1", "fighter"])


def test_retreat_or_fight() -> None:
    """By number, by name, or without either; «fight» goes on."""
    game = attack([6, 6], caucasus={"ussr": {"infantry": 1}}, ukraine_ssr={"germany": {"infantry": 1}})
    answers = at(game)
    assert answers.retreat(["caucasus"]) == answers.retreat(["1"]) == answers.retreat([]) == Retreat("caucasus")
    assert answers.fight([]) == FightOn()
    with pytest.raises(NotUnderstood):
        answers.retreat(["7"])


def test_hits_among_nations() -> None:
    """«1 uk 1 ussr», «uk»."""
    game: Game[WarState] = sandtable.setup(
        "classic",
        dice=[1, 1],
        power="germany",
        phase="combat_move",
        units={
            "ukraine_ssr": {"germany": {"infantry": 2}},
            "caucasus": {"ussr": {"infantry": 2}, "uk": {"infantry": 2}},
        },
    )
    game.apply(Move(ids(game, "ukraine_ssr"), ("ukraine_ssr", "caucasus")))
    game.apply(EndPhase())
    answers = at(game)
    assert answers.share(["1", "uk", "1", "ussr"]) == AssignHits({"uk": 1, "ussr": 1})
    assert answers.share(["uk"]) == AssignHits({"uk": 2})


def test_submarines_withdraw() -> None:
    """How many and where may be left out."""
    game: Game[WarState] = sandtable.setup(
        "classic",
        dice=[6, 6, 6],
        power="ussr",
        phase="combat_move",
        units={"karelia_sea_zone": {"ussr": {"submarine": 2}}, "north_sea_zone": {"germany": {"transport": 1}}},
    )
    game.apply(Move(ids(game, "karelia_sea_zone"), ("karelia_sea_zone", "north_sea_zone")))
    game.apply(EndPhase())
    assert game.decision is not None and game.decision.kind == "withdraw"
    answers = at(game)
    both = Withdraw(dict.fromkeys(ids(game, "north_sea_zone")[:2], "karelia_sea_zone"))
    assert answers.withdraw([]) == answers.withdraw(["all"]) == both
    one = answers.withdraw(["1", "sub", "karelia"])
    assert isinstance(one, Withdraw) and list(one.submarines.values()) == ["karelia_sea_zone"]


def test_the_next_battle() -> None:
    """By number or name; without either the first."""
    units = {
        "karelia_ssr": {"ussr": {"infantry": 2}},
        "finland_norway": {"germany": {"infantry": 1}},
        "eastern_europe": {"germany": {"infantry": 1}},
    }
    game: Game[WarState] = sandtable.setup("classic", dice=[], power="ussr", phase="combat_move", units=units)
    first, second = ids(game, "karelia_ssr")
    game.apply(Move((first,), ("karelia_ssr", "finland_norway")))
    game.apply(Move((second,), ("karelia_ssr", "eastern_europe")))
    game.apply(EndPhase())
    answers = at(game)
    assert answers.fight(["norway"]) == NextBattle("finland_norway")
    assert answers.fight([]) == answers.fight(["1"])


def test_a_rocket() -> None:
    """By target; the default hits where most money is."""
    game: Game[WarState] = sandtable.setup(
        "classic",
        power="germany",
        phase="combat",
        tech={"germany": ["rockets"]},
        units={
            "western_europe": {"germany": {"aa_gun": 1}},
            "united_kingdom": {"uk": {"factory": 1}},
            "southern_europe": {"germany": {"factory": 1}},
        },
    )
    shot = at(game).rocket(["uk"])
    assert isinstance(shot, FireRocket) and shot.target == "united_kingdom"
    assert game.decision is not None and isinstance(game.rules, Movement)
    assert default_answer(game, game.rules, game.decision) == shot


def placing(pool: dict[str, int], **units: Any) -> Game[WarState]:
    """The Soviet placement phase."""
    return sandtable.setup("classic", power="ussr", phase="placement", pool=pool, units=units)


def test_placement() -> None:
    """The factory is found; ships go to the named zone."""
    game = placing(
        {"infantry": 3, "transport": 1},
        karelia_ssr={"ussr": {"factory": 1}},
        russia={"ussr": {"factory": 1}},
    )
    answers = at(game)
    assert answers.place(["3", "inf", "karelia"])[0] == Place("infantry", "karelia_ssr", "karelia_ssr", 3)
    assert answers.place(["1", "trn", "in", "baltic"])[0] == Place("transport", "baltic_sea_zone", "karelia_ssr", 1)
    assert answers.place_all([])[0] == Place("infantry", "karelia_ssr", "karelia_ssr", 3)
    assert answers.place_orders(["3", "inf", "1", "trn", "karelia"]) == [
        ["3", "infantry", "karelia"],
        ["1", "transport", "karelia"],
    ]
    with pytest.raises(NotUnderstood):
        answers.place(["3", "inf"])


def test_a_bid() -> None:
    """Several places in one line; nothing keeps the money."""
    game: Game[WarState] = sandtable.new_game("classic", {"bid": {"germany": 9}})
    answers = at(game)
    assert answers.bid(["2", "inf", "libya", ",", "1", "inf", "ukraine"]) == PlaceBid(
        {"libya": {"infantry": 2}, "ukraine_ssr": {"infantry": 1}}
    )
    assert answers.bid([]) == PlaceBid({})


def test_a_purchase_can_spend_the_rest() -> None:
    """«1 arm all inf» with 24 IPC."""
    game: Game[WarState] = sandtable.new_game("classic", {"weapons_development": False})
    assert at(game).buy(["1", "arm", "all", "inf"]).units == {"armour": 1, "infantry": 6}  # type: ignore[attr-defined]
