"""Words for rule tests of the 1942 edition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable import Event
from sandtable.games.spring1942.rules import Rules1942
from sandtable.warfare.actions import Consent, DeclareAttack, NextBattle, Purchase, Submerge
from tests.words import (
    WarGame,
    asked,
    bombard,
    check_menu,
    count,
    end,
    happened,
    ids,
    land,
    lose,
    move,
    options_of,
    parse,
    pass_on,
    refused,
    routes,
    sail,
    units,
    unrolled,
)
from tests.words import position as any_position

__all__ = [
    "Game1942",
    "answer",
    "asked",
    "attack",
    "bombard",
    "buy",
    "check_menu",
    "count",
    "end",
    "fight",
    "happened",
    "ids",
    "land",
    "lose",
    "move",
    "options_of",
    "parse",
    "pass_on",
    "position",
    "refused",
    "routes",
    "rules_of",
    "sail",
    "stance",
    "units",
    "unrolled",
]

Game1942 = WarGame


def position(
    power: str = "germany",
    phase: str = "combat_move",
    units: dict[str, Any] | None = None,
    dice: Sequence[int] = (),
    options: dict[str, object] | None = None,
    **more: Any,
) -> Game1942:
    """A game at the beginning of a phase; only the given units are on the board, dice are scripted."""
    return any_position("1942", power, phase, units, dice, options, **more)


def rules_of(game: Game1942) -> Rules1942:
    """The composed rules of a game."""
    assert isinstance(game.rules, Rules1942)
    return game.rules


def buy(game: Game1942, forces: str = "", **repairs: int) -> list[Event]:
    """Buy «8 infantry» and repair factories: territory=points."""
    return game.apply(Purchase(parse(forces) if forces else {}, repairs))


def attack(game: Game1942, zone: str, attack: bool = True) -> list[Event]:
    """Attack the submarines and transports of a zone, or leave them alone."""
    return game.apply(DeclareAttack(zone, attack))


def answer(game: Game1942, agree: bool) -> list[Event]:
    """Grant or refuse an ally room on one's ship."""
    return game.apply(Consent(agree))


def fight(game: Game1942, space: str) -> list[Event]:
    """Fight here next."""
    return game.apply(NextBattle(space))


def stance(game: Game1942, submerge: Sequence[str] = ()) -> list[Event]:
    """These submarines submerge, the others strike."""
    return game.apply(Submerge(tuple(submerge)))
