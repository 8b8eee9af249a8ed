"""A quick look at a battle: expected hits traded round by round, far cheaper than exact odds and nearly as good.

The players use it to compare hundreds of forces; what they then really do is checked with `sandtable.odds`.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import erf, sqrt
from typing import NamedTuple

from sandtable.ai.rules import WarRules
from sandtable.warfare.destroyers import SurfaceWarfare
from sandtable.warfare.state import Unit, WarState

Counts = Mapping[str, int]
"""How many units of each kind."""

ROUNDS = 12
"""A battle that is not decided after so many rounds of average dice counts as even."""
SPREAD = 1.0
"""How far chance carries a battle from its average course, per root of the hits taken (fitted to exact odds)."""
SHOT_DOWN = 1 / 6
"""The chance that a gun brings an aircraft down."""
REMEMBERED = 200_000
"""Estimates kept before the memory is cleared."""


class Clash(NamedTuple):
    """What a battle is expected to bring, in chances and IPC."""

    win: float
    attacker_loss: float
    defender_loss: float
    left: float
    """The share of the attackers' value that is left after a victory."""


CERTAIN = Clash(1.0, 0.0, 0.0, 1.0)
HOPELESS = Clash(0.0, 0.0, 0.0, 0.0)


class Figure(NamedTuple):
    """What a kind of unit is in battle."""

    attack: float
    defence: float
    hits: int
    cost: int


class Estimator:
    """Battles between powers as they stand; one per rule set and set of developments."""

    def __init__(self, rules: WarRules, state: WarState) -> None:
        self.rules = rules
        self._tables = {power: self._table(state, power) for power in rules.powers}
        self._known: dict[tuple[object, ...], Clash] = {}
        self._defenceless = rules.types.with_trait("defenceless")
        self.elusive = rules.submarines if isinstance(rules, SurfaceWarfare) else frozenset[str]()
        """Those that aircraft alone cannot hit."""

    def _table(self, state: WarState, power: str) -> dict[str, Figure]:
        table = {}
        for kind, unit_type in self.rules.types.items():
            unit = Unit("", 0, kind, power, "")
            attack = self.rules.attack_value(state, unit) * self.rules.attack_dice(state, unit)
            table[kind] = Figure(attack, self.rules.defence_value(state, unit), unit_type.hits, unit_type.cost)
        return table

    def figures(self, power: str) -> dict[str, Figure]:
        """What each kind of unit of a power can do."""
        return self._tables[power]

    def cost(self, counts: Counts) -> int:
        """What these units are worth."""
        types = self.rules.types
        return sum(types[kind].cost * number for kind, number in counts.items())

    def clash(
        self, attacker: str, attack: Counts, defender: str, defend: Counts, gun: bool = False, shells: float = 0.0
    ) -> Clash:
        """How the battle will go; `shells` is the strength of ships that fire at the coast once."""
        if not any(defend.values()):
            return CERTAIN
        key = (attacker, tuple(sorted(attack.items())), defender, tuple(sorted(defend.items())), gun, shells)
        known = self._known.get(key)
        if known is None:
            if len(self._known) > REMEMBERED:
                self._known.clear()
            known = self._known[key] = self._clash(attacker, attack, defender, defend, gun, shells)
        return known

    def _clash(self, attacker: str, attack: Counts, defender: str, defend: Counts, gun: bool, shells: float) -> Clash:
        spared = 1 - SHOT_DOWN if gun else 1.0
        mine = _Line(self._attack_points(attacker, attack, spared))
        airborne = all(kind in self.rules.air for kind, number in attack.items() if number)
        out_of_it = self._defenceless | (self.elusive if airborne else frozenset())
        armed = {kind: number for kind, number in defend.items() if kind not in out_of_it}
        prey = self.cost({kind: number for kind, number in defend.items() if kind in self._defenceless})
        theirs = _Line(self._defence_points(defender, armed, airborne))
        if not mine.strength[0]:
            return Clash(0.0, float(mine.cost[-1] if theirs.strength[0] else 0.0), 0.0, 0.0)
        if not theirs.points:
            return Clash(float(prey > 0), 0.0, prey, 1.0)  # defenceless transports are sunk without a fight
        aircraft = {kind: attack[kind] for kind in self.rules.air if attack.get(kind)}
        shot = (1 - spared) * self.cost(aircraft)
        able = mine.points - (1 - spared) * sum(aircraft.values())
        lost = 0.0
        hit = min(shells / 6, theirs.points - 0.5)
        for _ in range(ROUNDS):
            blow, answer = mine.hits(lost), theirs.hits(hit)
            part = 1.0
            if blow > 0:
                part = min(part, (theirs.points - hit) / blow)
            if answer > 0:
                part = min(part, (able - lost) / answer)
            hit += blow * part
            lost += answer * part
            if part < 1.0 or blow + answer <= 0:
                break
        margin = (able - lost) - (theirs.points - hit)
        spread = SPREAD * sqrt(min(lost, able) + min(hit, theirs.points) + 0.3)
        win = 0.5 + 0.5 * erf(margin / spread / sqrt(2))
        if margin > 0:
            mine_if_won, theirs_if_lost = mine.lost(lost), 0.75 * theirs.cost[-1]
        else:
            mine_if_won, theirs_if_lost = 0.8 * mine.cost[-1], theirs.lost(hit)
        attacker_loss = shot + win * mine_if_won + (1 - win) * mine.cost[-1]
        defender_loss = win * (theirs.cost[-1] + prey) + (1 - win) * theirs_if_lost
        left = 1 - (shot + mine_if_won) / (shot + mine.cost[-1]) if mine.cost[-1] else 0.0
        return Clash(win, attacker_loss, defender_loss, left)

    def _attack_points(self, power: str, counts: Counts, spared: float) -> list[tuple[float, float]]:
        """Every hit the attackers can take: how much strength and value goes with it, in the order they are taken.

        Of the aircraft only a share is spared by the guns.
        """
        table = self._tables[power]
        lifted = dict(self.rules.lifted(counts, "attack"))
        points: list[tuple[float, float, float]] = []
        for kind, number in counts.items():
            figure = table[kind]
            for at in range(number):
                strength = figure.attack + (1 if at < lifted.get(kind, 0) else 0)
                share = spared if kind in self.rules.air else 1.0
                points.append((figure.cost, share * strength, share * figure.cost))
                points.extend((0.0, 0.0, 0.0) for _ in range(figure.hits - 1))
        points.sort()
        return [(strength, cost) for _, strength, cost in points]

    def _defence_points(self, power: str, counts: Counts, airborne: bool) -> list[tuple[float, float]]:
        """The same for the defenders. Submarines do nothing to aircraft."""
        table = self._tables[power]
        points: list[tuple[float, float, float]] = []
        for kind, number in counts.items():
            figure = table[kind]
            strength = 0.0 if airborne and kind in self.rules.submarines else figure.defence
            for _ in range(number):
                points.append((figure.cost, strength, figure.cost))
                points.extend((0.0, 0.0, 0.0) for _ in range(figure.hits - 1))
        points.sort()
        return [(strength, cost) for _, strength, cost in points]


class _Line:
    """A side in battle order: what is left of it after a number of hits, which need not be whole."""

    __slots__ = ("cost", "points", "strength")

    def __init__(self, points: list[tuple[float, float]]) -> None:
        self.points = len(points)
        strength = sum(point[0] for point in points)
        self.strength = [strength]
        self.cost = [0.0]
        for lost, cost in points:
            strength -= lost
            self.strength.append(strength)
            self.cost.append(self.cost[-1] + cost)

    def hits(self, taken: float) -> float:
        """Expected hits it deals in a round after taking hits."""
        whole = int(taken)
        if whole >= self.points:
            return 0.0
        here = self.strength[whole]
        return (here + (self.strength[whole + 1] - here) * (taken - whole)) / 6

    def lost(self, taken: float) -> float:
        """The value lost to hits."""
        whole = int(taken)
        if whole >= self.points:
            return self.cost[-1]
        return self.cost[whole] + (self.cost[whole + 1] - self.cost[whole]) * (taken - whole)
