"""Words for rule tests of the classic edition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.games.classic.rules import ClassicRules
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
    "ClassicGame",
    "asked",
    "bombard",
    "check_menu",
    "count",
    "end",
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
    "units",
    "unrolled",
]

ClassicGame = WarGame


def position(
    power: str = "germany",
    phase: str = "combat_move",
    units: dict[str, Any] | None = None,
    dice: Sequence[int] = (),
    options: dict[str, object] | None = None,
    **more: Any,
) -> ClassicGame:
    """A game at the beginning of a phase; only the given units are on the board, dice are scripted."""
    return any_position("classic", power, phase, units, dice, options, **more)


def rules_of(game: ClassicGame) -> ClassicRules:
    """The composed rules of a game."""
    assert isinstance(game.rules, ClassicRules)
    return game.rules
