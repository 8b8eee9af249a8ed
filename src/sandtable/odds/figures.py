"""What the rules say about each kind of unit in a battle: when it fires, on what, at whom, what can hit it.

Nothing here knows a rule. A unit of each kind is put into a battle of its own and the rule set is asked:
in which stage do you fire it, on which value, with how many dice, who can take its hits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from sandtable.warfare.fire import ATTACK_STAGES, Fire
from sandtable.warfare.retreat import Retreats
from sandtable.warfare.state import Battle, Hits, Unit, WarState

SORTS = ("any", "ship", "aircraft", "not_submarine", "land_unit")
"""The sorts of hits; each kind of aircraft is one more, for guns that fire at kind after kind."""

STAGES = {
    "bombardment": "bombardment",
    "first_shot": "first_shot",
    "attack": "attackers_fire",
    "defence": "defenders_fire",
}
"""The stages of fire of a battle, and the steps in which they happen."""


class Force(msgspec.Struct, frozen=True):
    """Units of one power, and its developments."""

    units: dict[str, int]
    power: str = ""
    tech: tuple[str, ...] = ()
    damaged: dict[str, int] = {}
    """How many of them have been damaged already."""


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
    takes: frozenset[str]
    """The sorts of hits it can take."""
    last: bool
    """Lost only when nothing else can take a hit."""
    hits: int
    """How many hits sink it."""
    cost: int
    rank: int
    holds_land: bool
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
        self.stages = {
            where: tuple(stage for stage, step in STAGES.items() if step in steps)
            for where, steps in self.steps.items()
        }
        self.sorts = (*SORTS, *(kind for kind in rules.types if kind in rules.air))
        self._known: dict[tuple[str, str, str, str, tuple[str, ...]], Figure] = {}
        self._hurt: dict[int, Figure] = {}
        self._orders: dict[tuple[object, ...], list[list[tuple[str, tuple[int, ...]]]]] = {}
        self._alone: dict[tuple[object, ...], bool] = {}

    def figure(self, side: str, where: str, power: str, kind: str, tech: tuple[str, ...]) -> Figure:
        """The figure of one kind; `side` is "attack" or "defence", `where` "land" or "sea"."""
        key = (side, where, power, kind, tech)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._probe(side, where, power, kind, tech)
        return known

    def damaged(self, figure: Figure) -> Figure:
        """The same unit after a hit that it survived."""
        if id(figure) not in self._hurt:
            self._hurt[id(figure)] = msgspec.structs.replace(figure, hits=figure.hits - 1)
        return self._hurt[id(figure)]

    def _probe(self, side: str, where: str, power: str, kind: str, tech: tuple[str, ...]) -> Figure:
        rules = self.rules
        state, (unit,) = self.stand(where, [(power, kind)], {power: tech})
        state.power = power if side == "attack" else next(iter(rules.board.enemies[power]))
        battle = _line_up(rules, state, where, side, [unit])
        shots = {}
        for stage in self.stages[where]:
            if (stage in ATTACK_STAGES) != (side == "attack"):
                continue
            if any(shooter.id == unit.id for shooter in rules.firing(state, battle, stage)):
                shot = shot_of(rules, state, battle, unit, stage)
                if shot is not None:
                    shots[stage] = shot
        unit_type = rules.types[kind]
        return Figure(
            power=power,
            kind=kind,
            shots=shots,
            takes=frozenset(sort for sort in self.sorts if rules.can_take(unit, sort)),
            last=kind in rules.lost_last(),
            hits=rules.hits_to_sink(kind),
            cost=unit_type.cost,
            rank=rules.types.rank[kind],
            holds_land=kind in rules.holders,
            ship=unit_type.is_sea,
            aircraft=unit_type.is_air,
        )

    def each_for_itself(
        self, where: str, attack: Iterable[Figure], defend: Iterable[Figure], tech: Mapping[str, tuple[str, ...]]
    ) -> bool:
        """Whether units fire and are hit among the others, against these enemies, as they do alone."""
        key = (where, tuple((f.power, f.kind) for f in attack), tuple((f.power, f.kind) for f in defend), _frozen(tech))
        if key not in self._alone:
            self._alone[key] = self._check_company(where, tuple(attack), tuple(defend), tech)
        return self._alone[key]

    def _check_company(
        self, where: str, attack: tuple[Figure, ...], defend: tuple[Figure, ...], tech: Mapping[str, tuple[str, ...]]
    ) -> bool:
        rules = self.rules
        state, units = self.stand(where, [(f.power, f.kind) for f in (*attack, *defend)], tech)
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
        for stage in self.stages[where]:
            firing = {unit.id for unit in rules.firing(state, battle, stage)}
            side = attack if stage in ATTACK_STAGES else defend
            lifted = dict(rules.lifted(Counter(figure.kind for figure in side), stage))
            for unit, figure in zip(mine if stage in ATTACK_STAGES else theirs, side, strict=True):
                if stage != "bombardment" and unit.id in bombarding:
                    continue
                shot = shot_of(rules, state, battle, unit, stage) if unit.id in firing else None
                alone = figure.shots.get(stage)
                if alone is not None and lifted.get(unit.kind, 0) > 0:
                    lifted[unit.kind] -= 1
                    alone = msgspec.structs.replace(alone, value=alone.value + 1)
                if shot != alone:
                    return False
        for name, pairs in (("attack", zip(mine, attack, strict=True)), ("defence", zip(theirs, defend, strict=True))):
            lined_up = [(unit, figure) for unit, figure in pairs if unit.id not in bombarding]
            for target in self.sorts:
                able = set(rules.eligible(state, battle, Hits(name, 1, target)))
                if any((unit.id in able) != (target in figure.takes) for unit, figure in lined_up):
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
        state, units = self.stand(where, kinds, tech)
        battle = _line_up(rules, state, where, side, units)
        number = {unit.id: at for at, unit in enumerate(units)}
        self._orders[key] = [
            [(group.target, tuple(number[unit.id] for unit in group.units)) for group in batch]
            for batch in rules.batches(state, battle, stage)
        ]
        return self._orders[key]

    def stand(
        self, where: str, kinds: Iterable[tuple[str, str]], tech: Mapping[str, tuple[str, ...]] = {}
    ) -> tuple[WarState, list[Unit]]:
        """A position with one unit for every entry, so that the rules can be asked about them."""
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


def shot_of(rules: Fire, state: WarState, battle: Battle, unit: Unit, stage: str) -> Shot | None:
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
