"""Choosing losses: which units are interchangeable, and all different ways to choose."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from random import Random

from sandtable.core.menu import Menu
from sandtable.core.values import Action
from sandtable.warfare.actions import ChooseCasualties
from sandtable.warfare.state import Unit, WarState


def loss_key(state: WarState, unit: Unit) -> tuple[object, ...]:
    """Units with the same key are as good as each other when losses are chosen."""
    cargo = tuple(sorted((u.power, u.kind, u.target) for u in state.units_in(unit.space) if u.aboard == unit.id))
    entered = unit.origin if state.battle is not None and state.battle.kind == "sea" else ""
    return (unit.power, unit.kind, unit.damage, unit.spent, unit.aboard, cargo, entered)


Key = Callable[[WarState, Unit], tuple[object, ...]]
"""What tells units apart when losses are chosen."""


def all_the_same(state: WarState, idents: Sequence[str], count: int, key: Key = loss_key) -> bool:
    """Whether it makes no difference which of `idents` take `count` hits."""
    if len({key(state, state.units[ident]) for ident in idents}) != 1:
        return False
    # Units that take several hits appear several times: two hits may sink one of them or damage two.
    return len(list(islice(_spread(idents, count), 2))) < 2


class LossMenu(Menu):
    """Every different choice of `count` units among `idents`."""

    def __init__(self, state: WarState, idents: Sequence[str], count: int, key: Key = loss_key) -> None:
        self.idents = idents
        self.count = count
        groups: dict[tuple[object, ...], list[str]] = {}
        for ident in idents:
            groups.setdefault(key(state, state.units[ident]), []).append(ident)
        self.groups = list(groups.values())

    def __iter__(self) -> Iterator[Action]:
        for chosen in self._choose(0, self.count):
            yield ChooseCasualties(chosen)

    def _choose(self, group: int, count: int) -> Iterator[tuple[str, ...]]:
        if group == len(self.groups):
            if count == 0:
                yield ()
            return
        members = self.groups[group]
        for number in range(min(count, len(members)), -1, -1):
            for rest in self._choose(group + 1, count - number):
                for chosen in _spread(members, number):
                    yield (*chosen, *rest)

    def sample(self, rng: Random) -> Action:
        return ChooseCasualties(tuple(rng.sample(list(self.idents), self.count)))


def _spread(members: Sequence[str], hits: int) -> Iterator[tuple[str, ...]]:
    """Different ways to put hits on interchangeable units; a unit appears as often as it can be hit."""
    units = list(dict.fromkeys(members))
    for shares in _shares(hits, len(units), len(members) // len(units)):
        yield tuple(ident for ident, share in zip(units, shares, strict=False) for _ in range(share))


def _shares(hits: int, parts: int, most: int) -> Iterator[tuple[int, ...]]:
    if hits == 0:
        yield ()
    elif parts:
        for first in range(min(hits, most), 0, -1):
            for rest in _shares(hits - first, parts - 1, first):
                yield (first, *rest)
