"""A quick look at a battle: both sides lose their cheapest units first, of the attackers the last who holds land last.

They fight to the end, or break off as soon as that pays. The players use it to compare hundreds of forces. It is exact
on land, but for which aircraft a gun brings down and for great battles, in which several hits count as one; at sea
nobody shoots first. What officers and generals then really do is checked with all of the rules by `verify`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from sandtable.ai.rules import WarRules
from sandtable.warfare.destroyers import SurfaceWarfare
from sandtable.warfare.state import Unit, WarState

if TYPE_CHECKING:
    from sandtable.odds.lines import Line, Point

Counts = Mapping[str, int]
"""How many units of each kind."""

SHOT_DOWN = 1 / 6
"""The chance that a gun brings an aircraft down."""
UNLIKELY = 0.01
"""Chances of more aircraft shot down than this are left out."""
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
    """All its dice together."""
    defence: float
    hits: int
    cost: int
    dice: int
    """How many it rolls in attack."""


class Estimator:
    """Battles between powers as they stand; one per rule set and set of developments."""

    def __init__(self, rules: WarRules, state: WarState) -> None:
        from sandtable.odds import lines  # compiled code, loaded only by those who calculate

        self.rules = rules
        self._lines = lines
        self._tables = {power: self._table(state, power) for power in rules.powers}
        self._known: dict[tuple[object, ...], Clash] = {}
        self._remembered: dict[tuple[object, ...], Line] = {}
        self._defenceless = rules.types.with_trait("defenceless")
        self.elusive = rules.submarines if isinstance(rules, SurfaceWarfare) else frozenset[str]()
        """Those that aircraft alone cannot hit, and that dive where nobody hunts them."""
        self.hunters = rules.hunters() if isinstance(rules, SurfaceWarfare) else frozenset[str]()

    def _table(self, state: WarState, power: str) -> dict[str, Figure]:
        table = {}
        for kind, unit_type in self.rules.types.items():
            unit = Unit("", 0, kind, power, "")
            dice = self.rules.attack_dice(state, unit)
            attack, defence = self.rules.attack_value(state, unit) * dice, self.rules.defence_value(state, unit)
            table[kind] = Figure(attack, defence, self.rules.hits_to_sink(kind), unit_type.cost, dice)
        return table

    def figures(self, power: str) -> dict[str, Figure]:
        """What each kind of unit of a power can do."""
        return self._tables[power]

    def cost(self, counts: Counts) -> int:
        """What these units are worth."""
        types = self.rules.types
        return sum(types[kind].cost * number for kind, number in counts.items())

    def clash(self, attacker: str, attack: Counts, defender: str, defend: Counts, gun: bool = False) -> Clash:
        """How the battle will go."""
        if not any(defend.values()):
            return CERTAIN
        key = (attacker, tuple(sorted(attack.items())), defender, tuple(sorted(defend.items())), gun)
        known = self._known.get(key)
        if known is None:
            if len(self._known) > REMEMBERED:
                self._known.clear()
                self._remembered.clear()
            known = self._known[key] = self._clash(attacker, attack, defender, defend, gun)
        return known

    def chase(self, attacker: str, attack: Counts, defender: str, defend: Counts, gun: bool = False) -> Clash:
        """The same if submarines that nobody hunts dive where that spares the defenders more than to fight."""
        if not self.dives(attacker, attack, defender, defend):
            return self.clash(attacker, attack, defender, defend, gun)
        rest = self._on_the_surface(defend)
        return self.clash(attacker, attack, defender, rest, gun) if rest else HOPELESS

    def dives(self, attacker: str, attack: Counts, defender: str, defend: Counts) -> bool:
        """Whether the defenders' submarines had better leave the battle, and can."""
        if not any(defend[kind] for kind in self.elusive & defend.keys()):
            return False
        if any(attack[kind] for kind in self.hunters & attack.keys()):
            return False
        stay = self.clash(attacker, attack, defender, defend)
        rest = self._on_the_surface(defend)
        leave = self.clash(attacker, attack, defender, rest) if rest else HOPELESS
        return leave.defender_loss - leave.attacker_loss < stay.defender_loss - stay.attacker_loss

    def _on_the_surface(self, counts: Counts) -> dict[str, int]:
        """A force without the submarines that could dive."""
        return {kind: number for kind, number in counts.items() if number and kind not in self.elusive}

    def _clash(self, attacker: str, attack: Counts, defender: str, defend: Counts, gun: bool) -> Clash:
        airborne = all(kind in self.rules.air for kind, number in attack.items() if number)
        out_of_it = self._defenceless | (self.elusive if airborne else frozenset())
        if all(kind in self.elusive for kind, number in attack.items() if number) and not self.hunters & defend.keys():
            out_of_it |= self.rules.air  # they cannot hit submarines, nor be hit by them
        armed = {kind: number for kind, number in defend.items() if kind not in out_of_it}
        prey = self.cost({kind: number for kind, number in defend.items() if kind in self._defenceless})
        mine, theirs = self._attackers(attacker, attack), self._defenders(defender, armed, airborne)
        value = mine.value
        if mine.harmless:
            return Clash(0.0, 0.0 if theirs.harmless else value, 0.0, 0.0)
        if not theirs.value:
            return Clash(float(prey > 0), 0.0, prey, 1.0)  # defenceless transports are sunk without a fight
        forces = self._under_fire(attacker, attack) if gun else [(1.0, mine)]
        win = mine_lost = theirs_lost = left = 0.0
        for chance, force in forces:
            outcome = self._lines.fight(force, theirs)
            shot = value - force.value
            win += chance * outcome.win
            mine_lost += chance * (shot + outcome.attacker_loss)
            theirs_lost += chance * outcome.defender_loss
            left += chance * outcome.win * (1 - (shot + outcome.victors_loss) / value)
        return Clash(win, mine_lost, theirs_lost + win * prey, left / win if win else 0.0)

    def prospect(
        self, attacker: str, attack: Counts, defender: str, defend: Counts, gun: bool, prize: float, caution: float
    ) -> float:
        """What a battle on land is worth that may be broken off after every round: the defenders' losses, less
        `caution` times the own ones, and the `prize` of a victory. Aircraft are given for it only where it pays."""
        theirs = self._defenders(defender, defend, all(kind in self.rules.air for kind in attack))
        mine = self._attackers(attacker, attack)
        forces = self._under_fire(attacker, attack) if gun else [(1.0, mine)]
        light = forces
        if {*attack} & self.rules.air and {*attack} & self.rules.holders:
            bare = self._attackers(attacker, attack, keep=False)
            light = self._under_fire(attacker, attack, keep=False) if gun else [(1.0, bare)]
        return sum(
            chance * (self._lines.prospect(force, theirs, prize, caution, less) - caution * (mine.value - force.value))
            for (chance, force), (_, less) in zip(forces, light, strict=True)
        )

    def _under_fire(self, attacker: str, attack: Counts, keep: bool = True) -> list[tuple[float, Line]]:
        """What is left of a force after a gun has fired at its aircraft, and how likely that is."""
        aircraft = [kind for kind in attack if kind in self.rules.air for _ in range(attack[kind])]
        many = len(aircraft)
        left: list[tuple[float, Line]] = []
        for shot in range(many + 1):
            chance = comb(many, shot) * SHOT_DOWN**shot * (1 - SHOT_DOWN) ** (many - shot)
            if chance >= UNLIKELY:
                hit = Counter(aircraft[(2 * at + 1) * many // (2 * shot)] for at in range(shot))  # some of each kind
                left.append((chance, self._attackers(attacker, Counter(attack) - hit, keep)))
        whole = sum(chance for chance, _ in left)
        return [(chance / whole, line) for chance, line in left]

    def _remember(self, key: tuple[object, ...], points: Callable[[], list[Point]]) -> Line:
        """The same side is asked about again and again."""
        line = self._remembered.get(key)
        if line is None:
            line = self._remembered[key] = self._lines.line(points())
        return line

    def _attackers(self, power: str, counts: Counts, keep: bool = True) -> Line:
        key = (power, keep, *sorted(counts.items()))
        return self._remember(key, lambda: self._attack_points(power, counts, keep))

    def _defenders(self, power: str, counts: Counts, airborne: bool) -> Line:
        key = (airborne, power, *sorted(counts.items()))
        return self._remember(key, lambda: self._defence_points(power, counts, airborne))

    def _attack_points(self, power: str, counts: Counts, keep: bool) -> list[Point]:
        """Every hit the attackers can take, in the order they are taken; one who is to `keep` land goes last."""
        table, holders = self._tables[power], self.rules.holders
        lifted = dict(self.rules.lifted(counts, "attack"))
        points: list[Point] = []
        for kind, number in counts.items():
            figure = table[kind]
            for at in range(number):
                strength = figure.attack / max(figure.dice, 1) + (1 if at < lifted.get(kind, 0) else 0)
                points.append(self._lines.Point(figure.cost, strength, figure.dice, kind in holders))
                points.extend(self._lines.Point(0.0, 0.0) for _ in range(figure.hits - 1))
        points.sort()
        last = next((point for point in reversed(points) if point.holds), None)
        if last and keep:
            points.remove(last)
            points.append(last)
        return points

    def _defence_points(self, power: str, counts: Counts, airborne: bool) -> list[Point]:
        """The same for the defenders. Submarines do nothing to aircraft."""
        table = self._tables[power]
        points: list[Point] = []
        for kind, number in counts.items():
            figure = table[kind]
            strength = 0.0 if airborne and kind in self.rules.submarines else figure.defence
            for _ in range(number):
                points.append(self._lines.Point(figure.cost, strength))
                points.extend(self._lines.Point(0.0, 0.0) for _ in range(figure.hits - 1))
        points.sort()
        return points
