"""Who can come to a space: now, or as if another power were to move."""

from __future__ import annotations

from sandtable.server import wire
from sandtable.warfare.actions import Move, Sail
from sandtable.warfare.movemenu import MoveMenu
from sandtable.warfare.production import Production
from sandtable.warfare.state import WarState


def comers(rules: Production, state: WarState) -> dict[str, list[wire.Comer]]:
    """Place → units of the active power that an order of the menu brings there."""
    menu = MoveMenu(rules, state)
    found: dict[str, dict[tuple[str, str], list[str]]] = {}
    for group in menu.groups():
        for order in menu.orders(group[0]):
            match order:
                case Move(route=route):
                    found.setdefault(route[-1], {})[group[0].space, group[0].kind] = [unit.id for unit in group]
                case Sail(unload=unload, target=target) if target:
                    for ident in unload:
                        unit = state.units[ident]
                        there = found.setdefault(target, {}).setdefault((unit.space, unit.kind), [])
                        if ident not in there:
                            there.append(ident)
    return {
        place: [wire.Comer(power=state.power, kind=kind, start=start, ids=ids) for (start, kind), ids in by.items()]
        for place, by in found.items()
    }


def next_turn(rules: Production, state: WarState, power: str) -> WarState:
    """The state as if `power` began its combat move now: what it threatens."""
    imagined = state.copy()
    imagined.power, imagined.phase = power, "combat_move"
    imagined.battle, imagined.flight, imagined.pending = None, None, None
    rules.clear_turn(imagined)
    return imagined
