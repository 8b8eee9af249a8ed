"""Bringing aircraft down where they are safe and useful next turn."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.ai.situation import Situation
from sandtable.ai.threats import Threats
from sandtable.core.values import Action
from sandtable.warfare.actions import Move
from sandtable.warfare.state import Unit

BETTER = 1.5
"""How much better another place must be for an aircraft that need not move."""

USEFUL = 0.12
"""What it is worth to an aircraft to be near targets, per IPC of their worth."""
DECK = 3.0
"""What it is worth that a carrier has its fighters."""
EXPOSED = 1.6
"""How heavily the loss of an aircraft on the ground weighs."""


def landing(situation: Situation, threats: Threats, unit: Unit) -> list[Action]:
    """Orders that bring one aircraft down (or to a better place), the best first."""
    rules, state = situation.rules, situation.state
    if not rules.may_fly_home(state, unit):
        return []
    places = [
        (score(situation, threats, unit, place), place, deck) for place, deck in rules.landing_places(state, unit)
    ]
    if not unit.airborne:
        stay = score(situation, threats, unit, unit.space) + BETTER
        places = [entry for entry in places if entry[0] > stay]
    places.sort(key=lambda entry: (-entry[0], situation.board.rank[entry[1]]))
    return [
        Move((unit.id,), rules.air_route(state, unit.power, unit.space, place), deck=deck)
        for _, place, deck in places[:6]
    ]


def aircraft_to_move(situation: Situation) -> Iterator[Unit]:
    """Those in the air first, then those who could be of more use elsewhere."""
    rules = situation.rules
    aircraft = [unit for unit in situation.own() if unit.kind in rules.air]
    yield from (unit for unit in aircraft if unit.airborne)
    yield from (unit for unit in aircraft if not unit.airborne and not unit.done)


def score(situation: Situation, threats: Threats, unit: Unit, place: str) -> float:
    """How good a place is for an aircraft: near the fighting, among friends, useful to the defence."""
    board = situation.board
    cost = situation.rules.types[unit.kind].cost
    if board.is_sea[place]:
        fleet = situation.fleet(place)
        if unit.space == place:
            fleet[unit.kind] -= 1
        fleet = +fleet
        useful = DECK + USEFUL * _near(situation, place)
        if not threats.threatened(place):
            return useful
        risk = threats.danger(place, fleet, 0.0).risk
        fleet[unit.kind] += 1
        later = threats.danger(place, fleet, 0.0)
        return useful + 0.5 * (risk - later.risk) - EXPOSED * later.chance * cost
    garrison = situation.garrison(place)
    if unit.space == place:
        garrison[unit.kind] -= 1
    garrison = +garrison
    pull = USEFUL * _near(situation, place)
    if not threats.threatened(place):
        return pull
    before = threats.danger(place, garrison).risk
    garrison[unit.kind] += 1
    after = threats.danger(place, garrison)
    return pull + 0.5 * (before - after.risk) - EXPOSED * after.chance * cost


def _near(situation: Situation, place: str) -> float:
    """What an aircraft finds to do around a place: enemy land nearby, nearer things counting for more."""
    total = 0.0
    for space, steps in situation.board.distances(place).items():
        if steps > 4:
            break
        if situation.is_hostile_land(space):
            total += situation.worth(space) * 0.6**steps
    return total
