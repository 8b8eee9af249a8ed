"""What the rules say about each kind of unit in a battle: when it fires, on what, at whom, what can hit it.

Nothing here knows a rule. A unit of each kind is put into a battle of its own and the rule set is asked:
in which stage do you fire it, on which value, with how many dice, who can take its hits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from sandtable.warfare.fire import ATTACK_STAGES, Fire
from sandtable.warfare.retreat import Retreats
from sandtable.warfare.state import Battle, Hits, Unit, WarState

TARGETS = ("any", "ship", "aircraft")
"""The sorts of hits, in the order of the hit tables."""

STAGES = ("bombardment", "first_shot", "attack", "defence")


class Force(msgspec.Struct, frozen=True):
    """Units of one power, and its developments."""

    units: dict[str, int]
    power: str = ""
    tech: tuple[str, ...] = ()


class Shot(msgspec.Struct, frozen=True):
    """How a kind fires in a stage."""

    value: int
    dice: int
    target: str


class Figure(msgspec.Struct, frozen=True):
    """Everything a battle needs to know about a kind of unit of one power on one side."""

    power: str
    kind: str
    shots: dict[str, Shot]
    takes: tuple[bool, bool, bool]
    """Which of `TARGETS` it can be hit by."""
    hits: int
    cost: int
    rank: int
    holds_land: bool
    submarine: bool
    ship: bool
    aircraft: bool


class Figures:
    """Figures of a rule set, looked up once per power, kind and set of developments."""

    def __init__(self, rules: Retreats) -> None:
        self.rules = rules
        board = rules.board
        self.land = next(space for space in board.land if board.spaces[space].owner)
        self.sea = board.sea[0]
        self.steps = {
            "land": tuple(step.name for step in rules.land_battle()),
            "sea": tuple(step.name for step in rules.sea_battle()),
        }
        """The steps of a round, by the kind of battle."""
        self._known: dict[tuple[str, str, str, str, tuple[str, ...]], Figure] = {}
        self._orders: dict[tuple[object, ...], list[list[tuple[str, tuple[int, ...]]]]] = {}
        self._alone: dict[tuple[object, ...], bool] = {}

    def figure(self, side: str, where: str, power: str, kind: str, tech: tuple[str, ...]) -> Figure:
        """The figure of one kind; `side` is "attack" or "defence", `where` "land" or "sea"."""
        key = (side, where, power, kind, tech)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._probe(side, where, power, kind, tech)
        return known

    def _probe(self, side: str, where: str, power: str, kind: str, tech: tuple[str, ...]) -> Figure:
        rules = self.rules
        state, (unit,) = self._stand(where, [(power, kind)], {power: tech})
        state.power = power if side == "attack" else next(iter(rules.board.enemies[power]))
        battle = _line_up(rules, state, where, side, [unit])
        shots = {}
        for stage in STAGES:
            if (stage in ATTACK_STAGES) != (side == "attack"):
                continue
            if any(shooter.id == unit.id for shooter in rules.firing(state, battle, stage)):
                shot = _shot(rules, state, battle, unit, stage)
                if shot is not None:
                    shots[stage] = shot
        unit_type = rules.types[kind]
        return Figure(
            power=power,
            kind=kind,
            shots=shots,
            takes=(rules.can_take(unit, "any"), rules.can_take(unit, "ship"), rules.can_take(unit, "aircraft")),
            hits=rules.hits_to_sink(kind),
            cost=unit_type.cost,
            rank=rules.types.rank[kind],
            holds_land=kind in rules.holders,
            submarine=kind in rules.submarines,
            ship=unit_type.is_sea,
            aircraft=unit_type.is_air,
        )

    def each_for_itself(
        self, where: str, attack: Iterable[Figure], defend: Iterable[Figure], tech: Mapping[str, tuple[str, ...]]
    ) -> bool:
        """Whether every unit fires and is hit among the others, against these enemies, as it is alone."""
        key = (where, tuple((f.power, f.kind) for f in attack), tuple((f.power, f.kind) for f in defend), _frozen(tech))
        if key not in self._alone:
            self._alone[key] = self._check_company(where, tuple(attack), tuple(defend), tech)
        return self._alone[key]

    def _check_company(
        self, where: str, attack: tuple[Figure, ...], defend: tuple[Figure, ...], tech: Mapping[str, tuple[str, ...]]
    ) -> bool:
        rules = self.rules
        state, units = self._stand(where, [(f.power, f.kind) for f in (*attack, *defend)], tech)
        state.power = attack[0].power
        mine, theirs = units[: len(attack)], units[len(attack) :]
        bombarding = tuple(unit.id for unit in mine if where == "land" and unit.kind in rules.ships)
        battle = Battle(
            units[0].space,
            where,
            round=1,
            attackers=tuple(unit.id for unit in mine if unit.id not in bombarding),
            defenders=tuple(unit.id for unit in theirs),
            bombarding=bombarding,
        )
        state.battle = battle
        for stage in STAGES:
            if stage == "bombardment" and where == "sea":
                continue
            firing = {unit.id for unit in rules.firing(state, battle, stage)}
            pairs = zip(mine, attack, strict=True) if stage in ATTACK_STAGES else zip(theirs, defend, strict=True)
            for unit, figure in pairs:
                if stage != "bombardment" and unit.id in bombarding:
                    continue
                shot = _shot(rules, state, battle, unit, stage) if unit.id in firing else None
                if shot != figure.shots.get(stage):
                    return False
        for side, pairs in (("attack", zip(mine, attack, strict=True)), ("defence", zip(theirs, defend, strict=True))):
            lined_up = [(unit, figure) for unit, figure in pairs if unit.id not in bombarding]
            for number, target in enumerate(TARGETS):
                able = set(rules.eligible(state, battle, Hits(side, 1, target)))
                if any((unit.id in able) != figure.takes[number] for unit, figure in lined_up):
                    return False
        return True

    def batches(
        self, side: str, where: str, stage: str, figures: tuple[Figure, ...], tech: Mapping[str, tuple[str, ...]]
    ) -> list[list[tuple[str, tuple[int, ...]]]]:
        """The firing order of a stage: batches of (target, indices of the figures that roll together)."""
        rules = self.rules
        kinds = tuple((figure.power, figure.kind) for figure in figures)
        key = (stage, where, kinds, _frozen(tech))
        if key in self._orders:
            return self._orders[key]
        state, units = self._stand(where, kinds, tech)
        battle = _line_up(rules, state, where, side, units)
        number = {unit.id: at for at, unit in enumerate(units)}
        self._orders[key] = [
            [(group.target, tuple(number[unit.id] for unit in group.units)) for group in batch]
            for batch in rules.batches(state, battle, stage)
        ]
        return self._orders[key]

    def _stand(
        self, where: str, kinds: Iterable[tuple[str, str]], tech: Mapping[str, tuple[str, ...]]
    ) -> tuple[WarState, list[Unit]]:
        space = self.sea if where == "sea" else self.land
        state = WarState(
            power=self.rules.powers[0],
            units={},
            owner=dict(self.rules.board.first_owners),
            money={},
            tech={power: owned for power, owned in tech.items() if owned},
        )
        return state, [state.add(kind, power, space) for power, kind in kinds]


def _frozen(tech: Mapping[str, tuple[str, ...]]) -> tuple[object, ...]:
    return tuple(tech.items())


def _shot(rules: Fire, state: WarState, battle: Battle, unit: Unit, stage: str) -> Shot | None:
    value = rules.fire_value(state, unit, stage)
    dice = rules.fire_dice(state, unit, stage)
    return Shot(value, dice, rules.hit_target(state, battle, unit, stage)) if value > 0 and dice else None


def _line_up(rules: Fire, state: WarState, where: str, side: str, units: list[Unit]) -> Battle:
    idents = tuple(unit.id for unit in units)
    space = units[0].space if units else ""
    bombarding = tuple(unit.id for unit in units if unit.kind in rules.bombarders)
    if side == "attack":
        battle = Battle(space, where, round=1, attackers=idents, bombarding=bombarding)
    else:
        battle = Battle(space, where, round=1, defenders=idents)
    state.battle = battle
    return battle


_figures: dict[int, tuple[Any, Figures]] = {}


def figures_of(rules: Retreats) -> Figures:
    """The (cached) figures of a rule set."""
    kept = _figures.get(id(rules))
    if kept is None or kept[0] is not rules:
        kept = _figures[id(rules)] = (rules, Figures(rules))
    return kept[1]
