"""Fighters that guard new carriers from the first day, where the rules let them wait for one (S42-AIR-11)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sandtable.ai.placement import launch, launching
from sandtable.ai.situation import Situation
from sandtable.ai.threats import Threats
from sandtable.board.board import FAR
from sandtable.warfare.landingplan import LandingPlans
from sandtable.warfare.state import Unit


def take_aircraft(situation: Situation) -> bool:
    """Whether carriers have fighters aboard as soon as they are launched."""
    return isinstance(situation.rules, LandingPlans)


def able_fighters(situation: Situation, zone: str, attacks: Mapping[str, str]) -> list[Unit]:
    """Own fighters ashore or in the air that could wait for a new carrier in a zone, the nearest first.

    `attacks` says what those attack first who are sent somewhere.
    """
    rules, state = situation.rules, situation.state
    closed = rules.closed_to_aircraft(state)
    steps = situation.board.distances(zone, closed)
    able: dict[int, list[Unit]] = {}
    for unit in situation.own():
        if not rules.types[unit.kind].deck_size or unit.aboard or not rules.may_fly_home(state, unit):
            continue
        target = attacks.get(unit.id, unit.space)
        far = situation.board.distances(unit.space, closed).get(target, FAR) + steps.get(target, FAR)
        if far <= rules.points_left(state, unit):
            able.setdefault(far, []).append(unit)
    return [unit for far in sorted(able) for unit in able[far]]


def wait_for_decks(situation: Situation, threats: Threats, busy: Collection[str]) -> dict[str, str]:
    """Fighter → the zone in which it waits for a new carrier, unless the enemy could gain more by it."""
    rules = situation.rules
    ships, zones = launching(situation)
    room = sum(rules.types[kind].deck_capacity * number for kind, number in ships.items() if kind in rules.carriers)
    if not room or not zones or not take_aircraft(situation):
        return {}
    berth = max(zones, key=lambda zone: launch(situation, threats, zones, zone, situation.fleet(zone) + ships))
    fleet = situation.fleet(berth) + ships
    waiting: dict[str, str] = {}
    risk = threats.danger(berth, fleet, 0.0).risk
    for unit in able_fighters(situation, berth, {}):
        size = rules.types[unit.kind].deck_size
        if unit.id in busy or size > room:
            continue
        fleet[unit.kind] += 1
        before, risk = risk, threats.danger(berth, fleet, 0.0).risk
        if risk > before:
            break
        room -= size
        waiting[unit.id] = berth
    return waiting
