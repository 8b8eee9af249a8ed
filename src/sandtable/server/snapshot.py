"""Pictures of a game for one viewer: units, spaces, powers, battles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sandtable.server import wire
from sandtable.server.chronicle import Noted
from sandtable.warfare import events
from sandtable.warfare.factorydamage import FactoryDamage
from sandtable.warfare.income import Income
from sandtable.warfare.production import UNLIMITED, Production
from sandtable.warfare.state import Battle, Unit, WarState


def units(rules: Production, state: WarState) -> dict[str, wire.UnitView]:
    """Every unit, by id."""
    return {ident: _unit(rules, state, unit) for ident, unit in state.units.items()}


def _unit(rules: Production, state: WarState, unit: Unit) -> wire.UnitView:
    return wire.UnitView(
        kind=unit.kind,
        power=unit.power,
        space=unit.space,
        aboard=unit.aboard,
        damage=unit.damage,
        spent=unit.spent,
        left=max(0, rules.points_left(state, unit)) if not unit.done or unit.airborne else 0,
        done=unit.done,
        airborne=unit.airborne,
        task=unit.task,
        target=unit.target,
        new=unit.captured or (unit.done and not unit.spent and not unit.origin and state.phase == "placement"),
    )


def spaces(rules: Production, state: WarState) -> dict[str, wire.SpaceView]:
    """Every space that has an owner, a factory or a note."""
    factories = {unit.space: unit for unit in state.units.values() if unit.kind in rules.factories}
    shown = {*state.owner, *factories, *state.changed, *state.fought}
    return {
        space: wire.SpaceView(
            owner=rules.owner(state, space),
            factory=_factory(rules, state, factories[space]) if space in factories else None,
            taken=state.changed.get(space),
            fought=space in state.fought,
        )
        for space in rules.in_board_order(shown)
    }


def _factory(rules: Production, state: WarState, factory: Unit) -> wire.FactoryView:
    space = factory.space
    owner = rules.owner(state, space) or factory.power
    capacity = rules.capacity(state, owner, space)
    return wire.FactoryView(
        power=owner,
        capacity=capacity if capacity < UNLIMITED else None,
        left=rules.capacity_left(state, owner, space) if capacity < UNLIMITED else None,
        damage=factory.damage,
        limit=rules.most_damage(space) if isinstance(rules, FactoryDamage) else 0,
        usable=space in rules.factory_spaces(state, owner),
    )


def powers(
    rules: Production, state: WarState, seats: dict[str, str], plans: dict[str, wire.Texts]
) -> dict[str, wire.PowerView]:
    """Every power with what it has."""
    return {
        power: wire.PowerView(
            money=state.money.get(power, 0),
            production=rules.production(state, power),
            income=rules.income(state, power) if isinstance(rules, Income) else 0,
            units=len(state.forces.get(power, ())),
            value=sum(rules.types[unit.kind].cost for unit in state.units_of(power)),
            territories=sum(owner == power for owner in state.owner.values()),
            developments=list(state.tech.get(power, ())),
            capital_lost=rules.capital_lost(state, power),
            resigned=power in state.resigned,
            seat=seats.get(power, wire.PERSON),
            plan=plans.get(power, {}),
        )
        for power in rules.powers
    }


def sides(rules: Production, state: WarState) -> dict[str, wire.SideView]:
    """Production, victory cities and capitals of both sides."""
    board = rules.board
    holders = {space: board.side_of.get(owner) for space, owner in state.owner.items()}
    cities = [space.id for space in board.spaces.values() if space.city]
    capitals = [power.capital for power in board.powers.values()]
    return {
        side: wire.SideView(
            production=sum(rules.production(state, power) for power in board.side(side)),
            cities=sum(holders.get(space) == side for space in cities),
            capitals=sum(holders.get(space) == side for space in capitals),
        )
        for side in board.sides
    }


# Orders of this phase


def moves(lines: Iterable[Noted]) -> list[wire.MoveView]:
    """The orders of this phase, for arrows."""
    found: list[wire.MoveView] = []
    for line in lines:
        match line.event:
            case events.UnitsMoved(power, idents, kinds, route, manner):
                found.append(_move(line, manner, power, idents, kinds, route))
            case events.UnitsLoaded(power, idents, kinds, transport, space):
                found.append(_move(line, "load", power, idents, kinds, (space,), transport))
            case events.UnitsUnloaded(power, idents, kinds, transport, space):
                found.append(_move(line, "unload", power, idents, kinds, (space,), transport))
            case events.LandingDeclared(power, idents, kinds, zone, target):
                found.append(_move(line, "land", power, idents, kinds, (zone, target), target))
            case events.UnitsPlaced(power, idents, kinds, space, factory):
                found.append(_move(line, "place", power, idents, kinds, (space,), factory))
    return found


def _move(
    line: Noted,
    manner: str,
    power: str,
    idents: Sequence[str],
    kinds: dict[str, int],
    route: Sequence[str],
    target: str = "",
) -> wire.MoveView:
    return wire.MoveView(
        n=line.n, manner=manner, power=power, units=list(idents), kinds=kinds, route=list(route), target=target
    )


# Battles


def attackers(rules: Production, state: WarState, space: str) -> list[Unit]:
    """The active power's units that fight in a space, those that are to land there included."""
    there = [unit for unit in state.units_in(space) if rules.joins_attack(state, unit)]
    landing = [unit for unit in state.units_of(state.power) if unit.task == "land" and unit.target == space]
    return [*there, *landing]


def defenders(rules: Production, state: WarState, space: str) -> list[Unit]:
    """Who fights against them."""
    return [unit for unit in state.units_in(space) if rules.joins_defence(state, unit)]


def battles(rules: Production, state: WarState) -> list[wire.BattleMark]:
    """Battles and raids that are planned or still to be fought."""
    if state.phase not in ("combat_move", "combat"):
        return []
    found = [
        wire.BattleMark(
            space=space,
            kind="raid",
            ready=True,
            landing=False,
            attackers=rules.count(rules.raiders_over(state, space)),
            defenders=rules.count_by_power(rules.raid_defenders(state, space)),
        )
        for space in rules.raid_targets(state)
    ]
    available = rules.available_battles(state)
    landings = rules.landing_zones(state)
    for space in rules.pending_battles(state):
        found.append(
            wire.BattleMark(
                space=space,
                kind="sea" if rules.board.is_sea[space] else "land",
                ready=space in available,
                landing=space in landings,
                attackers=rules.count(attackers(rules, state, space)),
                defenders=rules.count_by_power(defenders(rules, state, space)),
            )
        )
    for space in rules.open_targets(state):
        found.append(
            wire.BattleMark(
                space=space,
                kind="walk_in",
                ready=True,
                landing=space in landings,
                attackers=rules.count(attackers(rules, state, space)),
                defenders={},
            )
        )
    return found


def battle(rules: Production, state: WarState, now: Battle, lines: list[wire.LogLine]) -> wire.BattleView:
    """The battle that is being fought, and what has happened in it."""
    return wire.BattleView(
        space=now.space,
        kind=now.kind,
        round=now.round,
        attackers=_fighters(rules, state, now, now.attackers, "attack"),
        defenders=_fighters(rules, state, now, now.defenders, "defence"),
        bombarding=_fighters(rules, state, now, now.bombarding, "bombardment"),
        landed=[ident for ident in now.landed if ident in state.units],
        hits=[wire.HitsView(side=h.side, count=h.count, target=h.target, power=h.power) for h in now.hits],
        striking=list(now.striking),
        lines=lines,
    )


def _fighters(
    rules: Production, state: WarState, now: Battle, idents: Iterable[str], stage: str
) -> list[wire.FighterView]:
    groups: dict[tuple[str, str, int], list[Unit]] = {}
    for unit in rules.in_order(state.units[ident] for ident in idents if ident in state.units):
        groups.setdefault((unit.power, unit.kind, rules.fire_value(state, unit, stage)), []).append(unit)
    return [
        wire.FighterView(
            power=power,
            kind=kind,
            ids=[unit.id for unit in group],
            hit=[unit.id for unit in group if unit.id in now.behind_line],
            damage={unit.id: unit.damage for unit in group if unit.damage},
            value=value,
            dice=rules.fire_dice(state, group[0], stage),
        )
        for (power, kind, value), group in groups.items()
    ]
