"""A second calculator, slow and simple, that shares nothing with the first: for checking it on tiny battles.

Units are letters with figures typed in from the unit table of the rulebook; a battle is played by walking through
every result of every column of dice and every choice of losses, again and again until the values stand still.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import combinations
from math import comb

ATTACK = {"infantry": 1, "armour": 3, "fighter": 3, "bomber": 4}
ATTACK |= {"battleship": 4, "carrier": 1, "transport": 0, "submarine": 2}
DEFENCE = {"infantry": 2, "armour": 2, "fighter": 4, "bomber": 1}
DEFENCE |= {"battleship": 4, "carrier": 3, "transport": 1, "submarine": 2}
COST = {"infantry": 3, "armour": 5, "fighter": 12, "bomber": 15}
COST |= {"battleship": 24, "carrier": 18, "transport": 8, "submarine": 8}
AIR = {"fighter", "bomber"}

Army = tuple[str, ...]
Value = Callable[[Army, Army], float]
Column = tuple[int, str, int]
"""Value needed, what can take the hits, number of dice."""
UNCLEAR = 2e-12
"""Choices whose values differ by less are as good as each other."""


def army(counts: dict[str, int]) -> Army:
    """{"infantry": 2} as two infantry."""
    return tuple(sorted(kind for kind, number in counts.items() for _ in range(number)))


def columns(units: Army, values: dict[str, int]) -> list[Column]:
    """The dice of a volley: column by column, submarines' hits apart."""
    rolled: dict[tuple[int, str], int] = {}
    for kind in units:
        if values[kind]:
            key = (values[kind], "ship" if kind == "submarine" else "any")
            rolled[key] = rolled.get(key, 0) + 1
    return [
        (value, target, rolled[value, target]) for value, target in sorted(rolled, key=lambda k: (k[0], k[1] == "any"))
    ]


@cache
def losses(units: Army, target: str, hits: int) -> tuple[Army, ...]:
    """Everything that can be left after some hits."""
    able = [at for at, kind in enumerate(units) if target == "any" or kind not in AIR]
    lost = min(hits, len(able))
    left = {tuple(k for at, k in enumerate(units) if at not in gone) for gone in combinations(able, lost)}
    return tuple(sorted(left))


class SlowBattle:
    """Values of all positions of a battle for a goal, with free or fixed choice of losses."""

    def __init__(
        self,
        attack: Army,
        defend: Army,
        *,
        sea: bool = False,
        goal: str = "win",
        attack_order: Army | None = None,
        defend_order: Army | None = None,
        may_retreat: bool = False,
        thrift: float = 0.0,
    ) -> None:
        self.thrift = thrift
        self.sea = sea
        self.goal = goal
        self.orders = {"attack": attack_order, "defence": defend_order}
        self.may_retreat = may_retreat
        self.values = {(a, d): self.final(a, d) for a in _parts(attack) for d in _parts(defend)}
        for _ in range(2_000):
            after = {pair: self._end_of_round(*pair) for pair in self.values}
            moved = max(abs(after[pair] - self.values[pair]) for pair in after)
            self.values = after
            if moved < 1e-13:
                break

    def start(self, attack: Army, defend: Army) -> float:
        """The value before the first round, which must be fought."""
        return self._round(attack, defend)

    def final(self, a: Army, d: Army) -> float:
        """What a position is worth if nothing more happens; `thrift` for the units left decides what is else equal."""
        swing = sum(COST[k] for k in a) - sum(COST[k] for k in d)
        if self.goal == "value":
            return swing
        if d or not a:
            return self.thrift * swing
        return self.thrift * swing + float(self.goal == "win" or any(kind in ("infantry", "armour") for kind in a))

    def left(self, attack: Army, defend: Army) -> dict[tuple[Army, Army], float]:
        """The chances of everything that can be left, playing round after round by the values.

        `unclear` counts the choices among losses as good as each other on the way.
        """
        self.unclear = 0
        ended: dict[tuple[Army, Army], float] = {}
        going = {(attack, defend): 1.0}
        for _ in range(2_000):
            after: dict[tuple[Army, Army], float] = {}
            for (a, d), chance in going.items():
                for pair, share in self._fought(a, d).items():
                    over = not (pair[0] and pair[1])
                    if not over and self.may_retreat:
                        gain = self.final(*pair) - self._round(*pair)
                        self.unclear += abs(gain) < UNCLEAR
                        over = gain > 0
                    goes = ended if over else after
                    goes[pair] = goes.get(pair, 0.0) + chance * share
            going = after
            if sum(going.values()) < 1e-13:
                break
        for pair, chance in going.items():
            ended[pair] = ended.get(pair, 0.0) + chance
        return ended

    def _fought(self, a: Army, d: Army) -> dict[tuple[Army, Army], float]:
        """The chances of every pair after one round."""
        first = [column for column in columns(a, ATTACK) if self.sea and column[1] == "ship"]
        volley = [column for column in columns(a, ATTACK) if not (self.sea and column[1] == "ship")]
        found: dict[tuple[Army, Army], float] = {}

        def ending(left: Army, own: Army) -> float:
            return self.values[own, left]

        def answered(standing: Army, left: Army) -> float:
            return self._volley("attack", columns(standing, DEFENCE), a, partial(ending, left))

        def fired(standing: Army) -> float:
            return self._volley("defence", volley, standing, lambda left: answered(standing, left))

        for standing, one in self._spread("defence", first, d, fired).items():
            for left, two in self._spread("defence", volley, standing, partial(answered, standing)).items():
                reply = self._spread("attack", columns(standing, DEFENCE), a, partial(ending, left))
                for own, three in reply.items():
                    found[own, left] = found.get((own, left), 0.0) + one * two * three
        return found

    def _spread(self, side: str, dice: list[Column], victims: Army, then: Callable[[Army], float]) -> dict[Army, float]:
        """The chances of what is left after a volley."""
        if not dice:
            return {victims: 1.0}
        (value, target, number), later = dice[0], dice[1:]
        found: dict[Army, float] = {}
        for hits in range(number + 1):
            chance = comb(number, hits) * (value / 6) ** hits * (1 - value / 6) ** (number - hits)
            order = self.orders[side]
            able = losses(victims, target, hits) if order is None else (_in_order(victims, target, hits, order),)
            sign = 1 if side == "attack" else -1
            ranked = sorted(((sign * self._volley(side, later, army, then), army) for army in able), reverse=True)
            self.unclear += len(ranked) > 1 and ranked[0][0] - ranked[1][0] < UNCLEAR
            for army, share in self._spread(side, later, ranked[0][1], then).items():
                found[army] = found.get(army, 0.0) + chance * share
        return found

    def _end_of_round(self, a: Army, d: Army) -> float:
        if not a or not d:
            return self.final(a, d)
        fight = self._round(a, d)
        return max(fight, self.final(a, d)) if self.may_retreat else fight

    def _round(self, a: Army, d: Army) -> float:
        first = [column for column in columns(a, ATTACK) if self.sea and column[1] == "ship"]
        volley = [column for column in columns(a, ATTACK) if not (self.sea and column[1] == "ship")]

        def reply(standing: Army) -> Callable[[Army], float]:
            def fire_back(left: Army) -> float:
                return self._volley("attack", columns(standing, DEFENCE), a, lambda own: self.values[own, left])

            return fire_back

        return self._volley("defence", first, d, lambda left: self._volley("defence", volley, left, reply(left)))

    def _volley(self, side: str, dice: list[Column], victims: Army, then: Callable[[Army], float]) -> float:
        if not dice:
            return then(victims)
        (value, target, number), later = dice[0], dice[1:]
        total = 0.0
        for hits in range(number + 1):
            chance = comb(number, hits) * (value / 6) ** hits * (1 - value / 6) ** (number - hits)
            left = losses(victims, target, hits)
            order = self.orders[side]
            if order is not None:
                left = (_in_order(victims, target, hits, order),)
            worth = [self._volley(side, later, army, then) for army in left]
            total += chance * (max(worth) if side == "attack" else min(worth))
        return total


def _in_order(units: Army, target: str, hits: int, order: Army) -> Army:
    left = list(units)
    for kind in [kind for name in order for kind in units if kind == name and (target == "any" or kind not in AIR)][
        :hits
    ]:
        left.remove(kind)
    return tuple(left)


def _parts(units: Army) -> Iterator[Army]:
    seen = {
        tuple(units[at] for at in kept) for n in range(len(units) + 1) for kept in combinations(range(len(units)), n)
    }
    return iter(sorted(seen))
