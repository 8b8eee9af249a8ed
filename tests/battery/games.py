"""What the battery plays with: every registered game, the toy game, and every option of each."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import sandtable
from sandtable import Decision, Event, Game
from sandtable.core.options import Option
from sandtable.core.registry import GameDefinition
from tests.toy.envoys import ENVOYS

GAMES: tuple[GameDefinition, ...] = (*sandtable.games(), ENVOYS)
AnyGame = Game[Any]


class Case:
    """A game with certain options and a seed."""

    def __init__(self, game: str, options: dict[str, object], seed: int) -> None:
        self.game = game
        self.options = options
        self.seed = seed

    def new(self) -> AnyGame:
        """The game, freshly begun."""
        return sandtable.new_game(self.game, self.options, seed=f"battery {self.seed}")

    def __repr__(self) -> str:
        chosen = ",".join(f"{key}={value}" for key, value in self.options.items())
        return f"{self.game}-{chosen or 'default'}-{self.seed}"


def other_values(option: Option, powers: tuple[str, ...]) -> list[object]:
    """Values of an option besides its default."""
    match option.kind:
        case "flag":
            return [not option.default]
        case "choice":
            return [choice for choice in option.choices if choice != option.default]
        case "number":
            return [option.low if option.low != option.default else min(option.high, 20)]
        case "per_power":
            return [{powers[0]: 8, powers[1]: 5}]


def default_cases(seeds: int = 2) -> list[Case]:
    """Every game as it comes."""
    return [Case(game.id, {}, seed) for game in GAMES for seed in range(seeds)]


def option_cases() -> list[Case]:
    """Every game with each option changed by itself."""
    return [
        Case(game.id, {option.key: value}, 7)
        for game in GAMES
        for option in game.options
        for value in other_values(option, game.powers)
    ]


def pick(game: AnyGame, rng: Random) -> Decision:
    """One of the open decisions."""
    return rng.choice(game.decisions)


def advance(game: AnyGame, rng: Random) -> list[Event]:
    """Answer one open decision at random."""
    decision = pick(game, rng)
    return game.apply(game.legal(decision).sample(rng), decision.power)


def walk(case: Case, actions: int) -> Iterator[AnyGame]:
    """A random game: the same object again and again, before every answer and after the last one."""
    game, rng = case.new(), Random(case.seed)
    for _ in range(actions):
        yield game
        if game.outcome is not None:
            return
        advance(game, rng)
    yield game


def samples(case: Case, actions: int) -> list[AnyGame]:
    """Copies of a random game, the first few times each kind of decision comes up."""
    met: dict[str, int] = {}
    found: list[AnyGame] = []
    for game in walk(case, actions):
        kinds = "+".join(sorted(decision.kind for decision in game.decisions)) or "over"
        met[kinds] = met.get(kinds, 0) + 1
        if met[kinds] in (1, 7):
            found.append(game.copy())
    return found
