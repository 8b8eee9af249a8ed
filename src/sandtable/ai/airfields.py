"""Bringing aircraft down where they are safe and useful next turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import takewhile

from sandtable.ai.situation import Situation
from sandtable.ai.threats import Threats
from sandtable.board.board import FAR
from sandtable.core.values import Action
from sandtable.warfare.actions import Move
from sandtable.warfare.state import Unit

BETTER = 1.5
"""How much better another place must be for an aircraft that need not move."""

USEFUL = 0.12
"""What it is worth to an aircraft to be near targets, per IPC of their worth."""
RANGE = 4
"""How far away targets still count."""
DECK = 3.0
"""What it is worth that a carrier has its fighters."""
SQUADRON = 6
"""How many aircraft are thought of as coming to a place together."""
HELPLESS = 0.2
"""The enemy's chance to take a place above which one aircraft alone might not help, but several might."""
EXPOSED = 1.6
"""How heavily the loss of an aircraft on the ground weighs."""
NOBODY: Mapping[str, Counter[str]] = {}


def landing(situation: Situation, threats: Threats, unit: Unit, new: Mapping[str, Counter[str]] = NOBODY) -> list[Move]:
    """Orders that bring one aircraft down (or to a better place), the best first.

    `new` units will be placed in some territories.
    """
    rules, state = situation.rules, situation.state
    if not rules.may_fly_home(state, unit):
        return []
    places = [
        (score(situation, threats, unit, place, new.get(place)), place, deck)
        for place, deck in rules.landing_places(state, unit)
    ]
    if not unit.airborne:
        stay = score(situation, threats, unit, unit.space, new.get(unit.space)) + BETTER
        places = [entry for entry in places if entry[0] > stay]
    # Over the sea one waits only for a carrier that is going to be there, or where there is nothing else.
    certain = [entry for entry in places if entry[2] or not situation.board.is_sea[entry[1]]]
    places = places if unit.airborne and not certain else certain
    places.sort(key=lambda entry: (-entry[0], situation.board.rank[entry[1]]))
    return [
        Move((unit.id,), rules.air_route(state, unit.power, unit.space, place), deck=deck)
        for _, place, deck in places[:6]
    ]


def fields_after(situation: Situation, unit: Unit, target: str) -> list[str]:
    """Land where an aircraft could come down after it has attacked a target."""
    rules, state, board = situation.rules, situation.state, situation.board
    closed = rules.closed_to_aircraft(state)
    left = rules.points_left(state, unit) - board.distances(unit.space, closed).get(target, FAR)
    found = []
    for place, steps in board.distances(target, closed).items():
        if steps > left:
            break  # distances are in order of steps
        if situation.is_friendly_land(place):
            found.append(place)
    return found


def fly_to(situation: Situation, unit: Unit, place: str) -> list[Action]:
    """The order that brings an aircraft to a place, if it is not there and may fly."""
    rules, state = situation.rules, situation.state
    if unit.space == place or not rules.may_fly_home(state, unit):
        return []
    return [Move((unit.id,), rules.air_route(state, unit.power, unit.space, place))]


def aircraft_to_move(situation: Situation) -> Iterator[Unit]:
    """Those in the air first, then those who could be of more use elsewhere."""
    rules = situation.rules
    aircraft = [unit for unit in situation.own() if unit.kind in rules.air]
    yield from (unit for unit in aircraft if unit.airborne)
    yield from (unit for unit in aircraft if not unit.airborne and not unit.done)


def score(situation: Situation, threats: Threats, unit: Unit, place: str, new: Counter[str] | None = None) -> float:
    """How good a place is for an aircraft: near the fighting, among friends, useful to the defence.

    `new` units will be placed there.
    """
    at_sea = situation.board.is_sea[place]
    here = situation.fleet(place) if at_sea else situation.garrison(place)
    here += new or Counter()
    if unit.space == place and not (at_sea and unit.airborne):
        here[unit.kind] -= 1
    useful = usefulness(situation, place)
    if not threats.threatened(place):
        return useful
    worth = 0.0 if at_sea else None
    cost = situation.rules.types[unit.kind].cost
    before = threats.danger(place, +here, worth)
    most = _squadron(situation, place) if before.chance > HELPLESS else 1
    gains = []
    for number in range(1, most + 1):
        here[unit.kind] += 1
        after = threats.danger(place, here, worth)
        gains.append(0.5 * (before.risk - after.risk) / number - EXPOSED * after.chance * cost)
    return useful + max(gains)


def usefulness(situation: Situation, place: str) -> float:
    """What an aircraft can do from a place, safe or not."""
    return USEFUL * _near(situation, place) + (DECK if situation.board.is_sea[place] else 0.0)


def _squadron(situation: Situation, place: str) -> int:
    """How many aircraft could come to a place together."""
    rules, state = situation.rules, situation.state
    steps = situation.board.distances(place)
    able = sum(
        other.kind in rules.air and not other.done and steps.get(other.space, FAR) <= rules.points_left(state, other)
        for other in situation.own()
        if other.space != place
    )
    return max(1, min(able, SQUADRON))


def _near(situation: Situation, place: str) -> float:
    """What an aircraft finds to do around a place: enemy land nearby, nearer things counting for more."""
    known = situation.prey_near
    if place not in known:
        known[place] = sum(
            situation.plain_worth(space) * 0.6**steps
            for space, steps in takewhile(lambda entry: entry[1] <= RANGE, situation.board.distances(place).items())
            if situation.is_hostile_land(space)
        )
    return known[place]
