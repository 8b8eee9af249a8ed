"""Players that decide by themselves."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from sandtable.core.errors import UnknownName
from sandtable.core.game import Game
from sandtable.core.values import Action

Player = Callable[[Game[Any]], Action]
"""Answers the open decision of a game."""


def random_player(seed: int | str) -> Player:
    """Draws from the legal answers; the same seed draws the same."""
    rng = Random(f"{seed}/random")
    return lambda game: game.legal().sample(rng)


PLAYERS: dict[str, Callable[[int | str], Player]] = {"random": random_player}


def player(name: str, seed: int | str) -> Player:
    """The player of this name. Raises `UnknownName`."""
    if name not in PLAYERS:
        raise UnknownName("player", name, PLAYERS)
    return PLAYERS[name](seed)
