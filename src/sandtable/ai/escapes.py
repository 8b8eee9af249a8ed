"""Ships that begin their turn beside enemy warships: those who would only be sunk there sail away (S42-HSZ-01)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from sandtable.ai.attacks import Attack
from sandtable.ai.fights import cargo
from sandtable.ai.reach import Mover
from sandtable.ai.situation import Situation
from sandtable.ai.threats import Threats
from sandtable.warfare.actions import Move
from sandtable.warfare.assaults import Assaults
from sandtable.warfare.state import Unit


def fought_for(attacks: Collection[Attack]) -> set[str]:
    """Where ships attack; from seas that only aircraft attack all ships had better go."""
    return {attack.target for attack in attacks if any(isinstance(part.what, Mover) for part in attack.parts)}


def escapes(situation: Situation, threats: Threats, attacked: Collection[str]) -> Iterator[Move]:
    """Orders for ships that would have to fight where they are although nobody meant to (`attacked`: who did)."""
    rules, state = situation.rules, situation.state
    fleets: dict[str, list[Unit]] = {}
    for unit in situation.own():
        if unit.kind in rules.ships and not unit.done:
            fleets.setdefault(unit.space, []).append(unit)
    for zone, ships in fleets.items():
        if zone in attacked or not rules.is_hostile_zone(state, situation.power, zone):
            continue
        if rules.may_leave(state, ships) and _would_be_lost(situation, zone, ships):
            orders = {ship.id: _way_out(situation, threats, ship, ships) for ship in ships}
            if not all(orders[ship.id] for ship in ships if ship.kind in rules.carriers):
                # A carrier stays, since aircraft count on it or it has nowhere to go: only its warships can save it.
                orders = {ship.id: orders[ship.id] for ship in ships if ship.kind in rules.transports}
            yield from (order for order in orders.values() if order is not None)


def _would_be_lost(situation: Situation, zone: str, ships: Sequence[Unit]) -> bool:
    """Whether a battle in the zone would cost more than it brings, with all cargo."""
    rules, state, power = situation.rules, situation.state, situation.power
    force = Counter(ship.kind for ship in ships)
    if not isinstance(rules, Assaults):  # fighters on the decks of ships that fight where they lie fight, too
        force.update(u.kind for ship in ships for u in state.aboard(ship) if u.kind in rules.air and u.power == power)
    clash = situation.estimator.chase(power, force, situation.main_enemy(zone), situation.opposition(zone))
    troops = situation.cost(cargo(situation, [ship.id for ship in ships]))
    return clash.defender_loss < situation.tuning.caution * (clash.attacker_loss + (1 - clash.win) * troops)


def _way_out(situation: Situation, threats: Threats, ship: Unit, together: Sequence[Unit]) -> Move | None:
    """To the zone without enemies where those who leave are safest, and then nearest to the war."""
    rules, state = situation.rules, situation.state
    force = Counter(other.kind for other in together)

    def rank(zone: str) -> tuple[float, float]:
        return (-threats.danger(zone, situation.fleet(zone) + force, 0.0).risk, situation.sea_pull[zone])

    ways = [way for way in rules.sea_attack_routes(state, ship) if not any(situation.opposition(way[-1]).values())]
    for way in sorted(ways, key=lambda way: rank(way[-1]), reverse=True):
        order = Move((ship.id,), way)
        if rules.order_stands(state, order):
            return order
    return None
