"""Plans as orders: the actions that carry out an attack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from sandtable.ai.attacks import Attack, Load
from sandtable.ai.reach import Mover
from sandtable.ai.situation import Situation
from sandtable.ai.threats import Threats
from sandtable.core.values import Action
from sandtable.warfare.actions import Bombard, DeclareAttack, Move, Sail
from sandtable.warfare.land import Route
from sandtable.warfare.state import Unit


def orders_for(situation: Situation, attacks: Sequence[Attack]) -> list[Action]:
    """All orders of the combat move: ships first, since landings wait for them, aircraft last."""
    found: list[Action] = []
    movers = [part.what for attack in attacks for part in attack.parts if isinstance(part.what, Mover)]
    ships = [mover for mover in movers if mover.unit.kind in situation.rules.ships]
    found += _moves(ships)
    found += [
        _landing(part.what, attack.target) for attack in attacks for part in attack.parts if isinstance(part.what, Load)
    ]
    found += _moves([mover for mover in movers if mover.unit.kind not in situation.rules.ships])
    for attack in attacks:
        found += _flights(situation, attack)
    found += _declared(situation, ships)  # last, since it binds carriers on which flights may count
    return found


def _moves(movers: Sequence[Mover]) -> list[Action]:
    groups: dict[Route, list[str]] = {}
    for mover in movers:
        if len(mover.route) > 1:
            groups.setdefault(mover.route, []).append(mover.unit.id)
    return [Move(tuple(units), route) for route, units in groups.items()]


def _declared(situation: Situation, ships: Sequence[Mover]) -> list[Action]:
    """Attacks on ships that could be ignored, by those who lie beside them (S42-HSZ-06)."""
    zones = dict.fromkeys(mover.unit.space for mover in ships if len(mover.route) == 1)
    return [
        DeclareAttack(zone)
        for zone in zones
        if not situation.rules.is_hostile_zone(situation.state, situation.power, zone)
    ]


def _landing(load: Load, target: str) -> Sail:
    ashore = (*(unit.id for unit in load.aboard), *load.boarding)
    return Sail(load.boat.ship.id, load.boat.route, load.boarding, ashore, target)


def _flights(situation: Situation, attack: Attack) -> Iterator[Action]:
    groups: dict[tuple[str, str], list[Unit]] = {}
    for part in attack.parts:
        if isinstance(part.what, Unit):
            groups.setdefault((part.what.space, part.what.kind), []).append(part.what)
    for (space, _), units in groups.items():
        route = situation.rules.air_route(situation.state, situation.power, space, attack.target)
        yield Move(tuple(unit.id for unit in units), route)


def bombardments(situation: Situation, threats: Threats, bound: Collection[str] = ()) -> Iterator[Action]:
    """Orders for ships that can join a declared landing with their guns, unless they would only be sunk there.

    Whoever is `bound`, to fight where he lies, does not sail away for it.
    """
    rules, state = situation.rules, situation.state
    landings = {(unit.space, unit.target) for unit in situation.own() if unit.task == "land"}
    if not landings:
        return
    for ship in situation.own():
        if ship.kind not in rules.bombarders or ship.done:
            continue
        for route in ((ship.space,), *(() if ship.id in bound else rules.sea_routes(state, ship))):
            for zone, target in sorted(landings):
                if zone != route[-1] or not rules.is_defended(state, situation.power, target):
                    continue
                if zone == ship.space or shelling_pays(situation, threats, ship, zone):
                    yield Bombard((ship.id,), route, target)


def shelling_pays(situation: Situation, threats: Threats, ship: Unit, zone: str) -> bool:
    """Whether what the guns are likely to hit is worth what the ship risks beside a coast, and not where it is."""
    kind = Counter((ship.kind,))
    there, here = situation.fleet(zone), situation.fleet(ship.space)
    risk = threats.danger(zone, there + kind, 0.0).risk - threats.danger(zone, there, 0.0).risk
    risk -= threats.danger(ship.space, here, 0.0).risk - threats.danger(ship.space, here - kind, 0.0).risk
    types, rules = situation.rules.types, situation.rules
    cheapest = min(types[holder].cost for holder in rules.holders)
    return risk <= cheapest * rules.attack_value(situation.state, ship) / 6
