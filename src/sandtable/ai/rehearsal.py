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


class SceneDice(DiceSource):
    """Fair dice with a stream of their own for every battle of every turn.

    Two plans that fight the same battle roll the same there, whatever else they do, so that few rehearsals say which of
    them is better. The dice must not be evened out (drawn from a bag, say): where chance is tamed a slight edge always
    wins, and plans full of slight edges look better than they are.
    """

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self.drawn = 0
        self._streams: dict[str, Random] = {}

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        return self._draw("", count, sides)

    def roll_for(self, state: object, count: int, sides: int) -> tuple[int, ...]:
        return self._draw(_scene(state) if isinstance(state, WarState) else "", count, sides)

    def _draw(self, scene: str, count: int, sides: int) -> tuple[int, ...]:
        stream = self._streams.get(scene)
        if stream is None:
            stream = self._streams[scene] = Random(f"{self.seed}/{scene}")
        self.drawn += count
        return tuple(stream.randint(1, sides) for _ in range(count))

    def copy(self) -> Self:
        return self  # a rehearsal is never taken back

    def describe(self) -> dict[str, Any]:
        return {"source": "scenes", "seed": self.seed}


def _scene(state: WarState) -> str:
    """What is being fought over, by whom, and when."""
    place = state.battle.space if state.battle is not None else state.phase
    return f"{state.round}/{state.power}/{place}"


def rehearse(
    view: View[WarState],
    players: Mapping[Power, Commander],
    seed: int | str,
    over: Callable[[WarState], bool],
) -> Game[WarState] | None:
    """The game after playing on until `over`; None if `over` could not be reached."""
    dice = SceneDice(seed)
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
    return game
