"""Ships that begin their turn beside enemy warships: those who would only be sunk there sail away (S42-HSZ-01)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from sandtable.ai.situation import Situation
from sandtable.ai.threats import Threats
from sandtable.core.values import Action
from sandtable.warfare.actions import Move
from sandtable.warfare.land import Route
from sandtable.warfare.state import Unit


def escapes(situation: Situation, threats: Threats, attacked: Collection[str]) -> Iterator[Action]:
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
            for ship in ships:
                way = _way_out(situation, threats, ship, ships)
                if way:
                    yield Move((ship.id,), way)


def _would_be_lost(situation: Situation, zone: str, ships: Collection[Unit]) -> bool:
    """Whether a battle in the zone would cost more than it brings, with all cargo."""
    state, power = situation.state, situation.power
    force = Counter(ship.kind for ship in ships)
    clash = situation.estimator.chase(power, force, situation.main_enemy(zone), situation.opposition(zone))
    cargo = situation.cost(Counter(unit.kind for ship in ships for unit in state.aboard(ship)))
    return clash.defender_loss < situation.tuning.caution * (clash.attacker_loss + (1 - clash.win) * cargo)


def _way_out(situation: Situation, threats: Threats, ship: Unit, together: Collection[Unit]) -> Route | None:
    """To the zone without enemies where those who leave are safest, and then nearest to the war."""
    rules, state = situation.rules, situation.state
    force = Counter(other.kind for other in together)

    def rank(route: Route) -> tuple[float, float]:
        zone = route[-1]
        return (-threats.danger(zone, situation.fleet(zone) + force, 0.0).risk, situation.sea_pull[zone])

    ways = [way for way in rules.sea_attack_routes(state, ship) if not any(situation.opposition(way[-1]).values())]
    return max(ways, key=rank, default=None)
