"""Players that decide by themselves: one method, the same for every game.

>>> import sandtable
>>> from sandtable.ai import play_on, player
>>> game = sandtable.new_game("classic", seed=1)
>>> play_on(game, {power: player("random", 1) for power in game.rules.powers}, until=lambda game: game.state.round > 1)
>>> game.state.round
2
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, ClassVar

from sandtable.core.errors import BadValue, UnknownName
from sandtable.core.game import Game, View
from sandtable.core.values import Action, Decision, Event, Power

LEVELS: dict[str, type[Player]] = {}
"""The levels there are, from weak to strong; `sandtable.ai` fills it."""


class Player(ABC):
    """Answers decisions for one power or several.

    What it decides depends on its seed, on what it sees and on what it decided before in the same turn, so the same
    seed plays the same game, and one that joins a game in the middle plays on sensibly. (`random` draws from one
    stream all along.)
    """

    level: ClassVar[str] = ""

    def __init__(self, seed: int | str, budget: float | None = None) -> None:
        self.seed = seed
        self.budget = budget
        """Seconds it may think about a whole turn; None for the level's own measure."""
        self.fallbacks = 0
        """How often it had no idea of its own, or one that the rules refuse, and took an answer from the menu."""

    def __init_subclass__(cls) -> None:
        if cls.__dict__.get("level"):  # neither one that merely inherits its level nor one without a name
            LEVELS[cls.level] = cls

    @abstractmethod
    def decide(self, view: View[Any], decision: Decision) -> Action:
        """The answer to a decision of a power this player steers; always a legal one."""

    def intention(self, language: str) -> str:
        """What it is trying to do this turn, in a sentence or two ("" if there is nothing to say)."""
        return ""

    def luck(self, view: View[Any]) -> Random:
        """Random numbers that depend on nothing but the seed and what is seen."""
        return Random(f"{self.seed}/{self.level}/{view.state.digest()}")


def player(level: str, seed: int | str, budget: float | None = None) -> Player:
    """A player of this level. Raises `UnknownName` with the nearest levels, `BadValue` for a useless budget."""
    if level not in LEVELS:
        raise UnknownName("player", level, LEVELS)
    if budget is not None and not budget > 0:
        raise BadValue(f"A time budget is a positive number of seconds, not {budget}")
    return LEVELS[level](seed, budget)


def seats(levels: Mapping[Power, str], seed: int | str, budget: float | None = None) -> dict[Power, Player]:
    """A player of its own for every power named: power → level."""
    return {power: player(level, f"{seed}/{power}", budget) for power, level in levels.items()}


def play_on(
    game: Game[Any],
    players: Mapping[Power, Player],
    until: Callable[[Game[Any]], bool] = lambda game: False,
    told: Callable[[list[Event]], None] = lambda events: None,
) -> None:
    """Answer decisions until a power without a player is due, `until` says so or the game ends.

    `told` hears what happened after every answer.
    """
    while (decision := game.decision) is not None and decision.power in players and not until(game):
        answer = players[decision.power].decide(game.view(decision.power), decision)
        told(game.apply(answer, decision.power))
