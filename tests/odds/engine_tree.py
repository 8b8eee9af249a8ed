"""A battle of the engine itself as a tree of dice and choices, solved by looking at everything: for tiny ones only."""

from __future__ import annotations

from typing import Any, Self

import msgspec

from sandtable.core.dice import DiceSource
from sandtable.core.game import Game
from sandtable.core.values import Action, Decision, Event
from sandtable.odds import Question
from sandtable.odds.simulation import stage
from sandtable.warfare.actions import AssignHits, ChooseCasualties, FightOn, Retreat, Submerge
from sandtable.warfare.events import BattleEnded, DiceRolled
from sandtable.warfare.state import Battle, WarState

MISS = 6
NOWHERE = "nowhere"

Key = tuple[Any, ...]
Node = tuple[Any, ...]
"""("roll", chances and nodes), ("max" or "min", nodes), ("end", worth) or ("pair", key of a position)."""


class Sixes(DiceSource):
    """Rolls what is written down, then only sixes."""

    def __init__(self, script: list[tuple[int, ...]]) -> None:
        self.script = list(script)

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        return self.script.pop(0) if self.script else (MISS,) * count

    def copy(self) -> Self:
        return type(self)(self.script)

    def describe(self) -> dict[str, Any]:
        return {"source": "sixes"}


class EngineTree:
    """The worth of a battle for a goal when each side with free choice chooses as well as possible."""

    def __init__(self, asked: Question) -> None:
        self.asked = msgspec.structs.replace(asked, rules=_pausing(asked.rules))
        self.trees: dict[Key, Node] = {}
        root = self._branch(None, None)
        values = dict.fromkeys(self.trees, 0.0)
        for _ in range(3_000):
            after = {key: self._worth(tree, values) for key, tree in self.trees.items()}
            moved = max((abs(after[key] - values[key]) for key in after), default=0.0)
            values = after
            if moved < 1e-12:
                break
        self.value = self._worth(root, values)

    def _worth(self, node: Node, values: dict[Key, float]) -> float:
        match node:
            case ("roll", branches):
                return float(sum(chance * self._worth(child, values) for chance, child in branches))
            case ("max", children):
                return max(self._worth(child, values) for child in children)
            case ("min", children):
                return min(self._worth(child, values) for child in children)
            case ("end", worth):
                return float(worth)
        return values[node[1]]

    # Building

    def _branch(self, before: Game[WarState] | None, action: Action | None) -> Node:
        """What comes of an action (or of the beginning), for all dice it may roll."""
        return self._rolls(before, action, [])

    def _rolls(self, before: Game[WarState] | None, action: Action | None, script: list[tuple[int, ...]]) -> Node:
        game, events = self._play(before, action, script)
        rolled = [event for event in events if isinstance(event, DiceRolled)]
        if len(rolled) == len(script):
            return self._go_on(game, events)
        needed = rolled[len(script)].needed
        branches = []
        for hits, chance in enumerate(_chances(needed)):
            if chance:
                faces = tuple(1 if at < hits else MISS for at in range(len(needed)))
                branches.append((chance, self._rolls(before, action, [*script, faces])))
        return ("roll", branches)

    def _play(
        self, before: Game[WarState] | None, action: Action | None, script: list[tuple[int, ...]]
    ) -> tuple[Game[WarState], list[Event]]:
        if before is None or action is None:
            game = stage(self.asked, Sixes(script))
            return game, game.events
        game = before.copy()
        game.dice = Sixes(script)
        return game, game.apply(action)

    def _go_on(self, game: Game[WarState], events: list[Event]) -> Node:
        ended = [event for event in events if isinstance(event, BattleEnded)]
        if ended:
            return ("end", self._final(game, ended[0].result))
        decision = game.decision
        assert decision is not None
        if "fight_on" in decision.accepts:
            return self._stay_or_leave(game, decision)
        attacking = decision.power == game.state.power
        if decision.kind == "submarines":
            return self._branch(game, Submerge())
        if decision.kind in ("choose_casualties", "assign_hits"):
            actions = list(game.legal(decision))
            assert all(isinstance(action, (ChooseCasualties, AssignHits)) for action in actions)
            nodes = [self._branch(game, action) for action in actions]
            return ("max" if attacking else "min", nodes)
        return self._branch(game, next(iter(game.legal(decision))))

    def _stay_or_leave(self, game: Game[WarState], decision: Decision) -> Node:
        """The end of a round: by the orders of the question the attacker fights on, breaks off, or does the better."""
        policy = self.asked.retreat
        space = decision.about["spaces"][0]
        number = min(decision.about["round"], policy.rounds)
        if policy.name == "after" and number == policy.rounds and space != NOWHERE:
            return self._branch(game, Retreat(space))
        key = (*self._key(game), number)
        if key not in self.trees:
            self.trees[key] = ("end", 0.0)  # holds the place while it is built
            nodes = [self._branch(game, FightOn())]
            if policy.name == "optimal" and space != NOWHERE:
                nodes.append(self._branch(game, Retreat(space)))
            self.trees[key] = ("max", nodes)
        return ("pair", key)

    def _key(self, game: Game[WarState]) -> Key:
        state, battle = game.state, game.state.battle
        assert battle is not None
        sides = []
        for idents in (battle.attackers, battle.defenders):
            units = [(state.units[i], i in battle.landed) for i in idents]
            sides.append(tuple(sorted((unit.power, unit.kind, unit.damage, landed) for unit, landed in units)))
        saved = tuple(sorted(u.kind for u in state.units_of(state.power) if u.id not in battle.attackers))
        return (*sides, saved)

    def _final(self, game: Game[WarState], result: str) -> float:
        if self.asked.goal == "win":
            return float(result == "won")
        rules = self.asked.rules
        cost = {kind: 0 if kind in rules.guns else unit.cost for kind, unit in rules.types.items()}
        left = sum(cost[unit.kind] for unit in game.state.units_of(self.asked.attacker))
        enemies = {figure.power for figure, _ in self.asked.defend}
        theirs = sum(cost[unit.kind] for power in enemies for unit in game.state.units_of(power))
        return float(left - theirs)


def _pausing(rules: Any) -> Any:
    """The same rules, but the attacker is asked after every round, also where he can go nowhere.

    Otherwise such a battle would be fought to its end in one go, and its tree would never end.
    """
    kind: Any = type(rules)

    def retreat_spaces(self: Any, state: WarState, battle: Battle) -> list[str]:
        return kind.retreat_spaces(self, state, battle) or [NOWHERE]

    return type("Pausing", (kind,), {"retreat_spaces": retreat_spaces})(rules.options)


def _chances(needed: tuple[int, ...]) -> list[float]:
    """Chances of 0, 1, 2 … hits of one die per value."""
    chances = [1.0]
    for value in needed:
        hit = value / 6
        chances = [
            (chances[n] * (1 - hit) if n < len(chances) else 0.0) + (chances[n - 1] * hit if n else 0.0)
            for n in range(len(chances) + 1)
        ]
    return chances
