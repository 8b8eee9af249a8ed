"""Playing a position on with quick players, to see where a plan leads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Self, cast

from sandtable.ai.commander import Commander
from sandtable.ai.rules import WarRules
from sandtable.core.dice import DiceSource
from sandtable.core.errors import IllegalAction
from sandtable.core.game import Game, View
from sandtable.core.record import Header
from sandtable.core.values import Action, Decision, Power
from sandtable.warfare.actions import DeclareAttack
from sandtable.warfare.state import WarState

MOST_DECISIONS = 4_000
"""Far more than a round takes: whoever asks for more has lost the thread, and the rehearsal ends."""


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


class Opening:
    """Where a rehearsal begins, and who plays: what comes before the first die is the same in all of them.

    So the first rehearsal leaves here how things stand when that die is to be rolled, and the next ones go on from it.
    """

    def __init__(self, view: View[WarState], players: Mapping[Power, Commander]) -> None:
        dice = SceneDice("")
        self._game: Game[WarState] = Game(
            view.rules, view.state, dice, Header(game=view.rules.game, dice=dice.describe())
        )
        self._players = players
        self._order: tuple[Action, Power] | None = None
        """What is done next, and rolls the first die."""

    @property
    def rules(self) -> WarRules:
        """The rules it is played by."""
        return cast(WarRules, self._game.rules)

    @property
    def state(self) -> WarState:
        """The board where rehearsals go on from."""
        return self._game.state

    def begin(self, dice: SceneDice) -> tuple[Game[WarState], dict[Power, Commander]]:
        """The game so far, and players who go on from there."""
        game, players = self._game.copy(dice), _as_they_are(self._players)
        if self._order is not None:
            game.apply(*self._order)
        return game, players

    def ends(self, game: Game[WarState], action: Action, power: Power, players: Mapping[Power, Commander]) -> None:
        """The first die was rolled for this action; before it the game stood like that."""
        self._game, self._order, self._players = game, (action, power), _as_they_are(players)


def _as_they_are(players: Mapping[Power, Commander]) -> dict[Power, Commander]:
    """The same players once more, to go on by themselves; who plays several powers still does."""
    twins = {id(player): player.twin() for player in players.values()}
    return {power: twins[id(player)] for power, player in players.items()}


def rehearse(opening: Opening, seed: int | str, over: Callable[[WarState], bool]) -> Game[WarState] | None:
    """The game after playing on until `over`; None if `over` could not be reached."""
    dice = SceneDice(seed)
    game, players = opening.begin(dice)
    number = 0
    while (decision := game.decision) is not None and not over(game.state):
        number += 1
        if number > MOST_DECISIONS:
            return None
        before = None if dice.drawn else game.copy()
        action = _carry_out(game, players[decision.power], decision, f"{seed}/{dice.drawn}/{number}")
        if action is None:
            return None
        if before is not None and dice.drawn:
            opening.ends(before, action, decision.power, players)
    return game


def _carry_out(game: Game[WarState], player: Commander, decision: Decision, seed: str) -> Action | None:
    """Carry out the first answer that the rules accept, or one from the menu; None if that is none, either."""
    seen = game.view(decision.power)
    for action in player.answers(seen, decision):
        if isinstance(action, DeclareAttack) and not cast(WarRules, game.rules).order_stands(game.state, action):
            continue
        try:
            game.apply(action, decision.power)
        except IllegalAction:
            continue
        return action
    drawn = seen.legal(decision).sample(Random(seed))
    try:
        game.apply(drawn, decision.power)
    except IllegalAction:
        return None
    return drawn
