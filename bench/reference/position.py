"""A position of our engine as the reference program's process is told it."""

from __future__ import annotations

from typing import Any

from bench.reference.scenario import their_kind
from sandtable.ai.rules import WarRules
from sandtable.warfare.state import Unit, WarState


def position(rules: WarRules, state: WarState) -> dict[str, Any]:
    """Owners, units with what they have done this turn, money, purchases, developments, and what was fought for."""
    return {
        "owner": state.owner,
        "units": [_unit(rules, state, unit) for unit in state.units.values()],
        "money": state.money,
        "pool": {their_kind(kind): number for kind, number in state.pool.items()},
        "tech": {power: " ".join(known) for power, known in state.tech.items()},
        "conquered": list(state.changed),
        "fought": list(state.fought),
    }


def _unit(rules: WarRules, state: WarState, unit: Unit) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "id": unit.id,
        "kind": their_kind(unit.kind),
        "power": unit.power,
        "space": unit.space,
        "damage": unit.damage,
    }
    carrier = state.units.get(unit.aboard)
    if carrier is not None and carrier.kind in rules.transports:  # fighters just stand in the zone of their carrier
        entry["aboard"] = unit.aboard
    if unit.power == state.power:
        entry["spent"] = unit.spent
        entry["done"] = (unit.done or unit.captured) and not unit.airborne
    return entry
