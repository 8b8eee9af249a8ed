"""Playing a position on with quick players, to see where a plan leads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Self

from sandtable.ai.commander import Commander
from sandtable.core.dice import DiceSource
from sandtable.core.errors import IllegalAction
from sandtable.core.game import Game, View
from sandtable.core.record import Header
from sandtable.core.values import Power
from sandtable.warfare.state import WarState


class EvenDice(DiceSource):
    """Dice drawn from a shuffled bag that holds every face equally often.

    Luck evens out sooner than with real dice, so that few rehearsals say more about a plan.
    """

    copies = 2
    """How often each face is in the bag."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self.drawn = 0
        self._random = Random(f"{seed}/even")
        self._bags: dict[int, list[int]] = {}

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        rolled = []
        bag = self._bags.setdefault(sides, [])
        for _ in range(count):
            if not bag:
                bag.extend(face for face in range(1, sides + 1) for _ in range(self.copies))
                self._random.shuffle(bag)
            rolled.append(bag.pop())
        self.drawn += count
        return tuple(rolled)

    def copy(self) -> Self:
        return self  # a rehearsal is never taken back

    def describe(self) -> dict[str, Any]:
        return {"source": "even", "seed": self.seed}


def rehearse(
    view: View[WarState],
    players: Mapping[Power, Commander],
    seed: int | str,
    over: Callable[[WarState], bool],
) -> WarState | None:
    """The position after playing on until `over`; None if `over` could not be reached."""
    dice = EvenDice(seed)
    game: Game[WarState] = Game(view.rules, view.state, dice, Header(game=view.rules.game, dice=dice.describe()))
    while (decision := game.decision) is not None and not over(game.state):
        seen = game.view(decision.power)
        for action in players[decision.power].answers(seen, decision):
            try:
                game.apply(action, decision.power)
            except IllegalAction:
                continue
            break
        else:
            try:
                game.apply(seen.legal(decision).sample(Random(f"{seed}/{dice.drawn}")), decision.power)
            except IllegalAction:
                return None
    return game.state
