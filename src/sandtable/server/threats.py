"""Who can come to a space: now, or as if another power were to move."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sandtable.server import wire
from sandtable.warfare.actions import Move, Sail
from sandtable.warfare.movemenu import MoveMenu, likeness
from sandtable.warfare.production import Production
from sandtable.warfare.state import Unit, WarState


def comers(rules: Production, state: WarState) -> dict[str, list[wire.Comer]]:
    """Place → units of the active power that an order of the menu brings there; by sea as many as there is room for."""
    menu = MoveMenu(rules, state)
    found: dict[str, dict[tuple[str, str], list[str]]] = {}
    voyages: dict[tuple[str, str], list[Sail]] = {}
    for group in menu.groups():
        for order in menu.orders(group[0]):
            match order:
                case Move(route=route):
                    found.setdefault(route[-1], {})[group[0].space, group[0].kind] = [unit.id for unit in group]
                case Sail(transport=ship, target=target) if target:
                    voyages.setdefault((ship, target), []).append(order)
    for (_, target), orders in voyages.items():
        there = found.setdefault(target, {})
        for unit in _largest_load(rules, state, orders, {ident for idents in there.values() for ident in idents}):
            there.setdefault((unit.space, unit.kind), []).append(unit.id)
    return {
        place: [wire.Comer(power=state.power, kind=kind, start=start, ids=ids) for (start, kind), ids in by.items()]
        for place, by in found.items()
    }


def _largest_load(rules: Production, state: WarState, orders: Iterable[Sail], coming: Collection[str]) -> list[Unit]:
    """The most that one ship can bring besides those who come anyway."""

    def worth(order: Sail) -> tuple[int, int]:
        return len(order.unload), sum(rules.types[state.units[ident].kind].cost for ident in order.unload)

    for order in sorted(orders, key=worth, reverse=True):
        load: list[Unit] = []
        for unit in map(state.units.__getitem__, order.unload):
            # The menu names one unit for all of its like.
            alike = (other for other in state.units_in(unit.space) if likeness(other) == likeness(unit))
            free = (other for other in alike if other.power == unit.power and other.id not in coming)
            load += [other for other in free if other not in load][:1]
        if len(load) == len(order.unload):
            return load
    return []


def next_turn(rules: Production, state: WarState, power: str) -> WarState:
    """The state as if `power` began its combat move now: what it threatens."""
    imagined = state.copy()
    imagined.power, imagined.phase = power, "combat_move"
    imagined.battle, imagined.flight, imagined.pending = None, None, None
    rules.clear_turn(imagined)
    return imagined
