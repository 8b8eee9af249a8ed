"""From where to sail: where the way to the enemy is short, where armies wait for ships, where few ships are yet."""

from __future__ import annotations

from collections.abc import Collection

from sandtable.ai.situation import Situation
from sandtable.board.board import FAR

NEAR = 2
"""Zones between a harbour and armies that can be fetched from there the turn after."""
THEATRE = 4
"""Zones from a harbour within which transports serve it."""
BOATLOAD = 2
"""Units that a transport takes."""
FADE = 0.6
"""What an army counts with every zone it is farther from a harbour."""


MANY = 6
"""Units waiting for ships around a harbour that make it as good a choice as one some way nearer to the enemy."""
WAITING = 0.25
"""What many waiting units count against the way to the enemy."""


def outlook(situation: Situation, zones: Collection[str], away: frozenset[str] = frozenset()) -> dict[str, float]:
    """How good it is to sail from each of these zones: 1 for the best way, more or less for those who wait there."""
    best = max((situation.sea_pull[zone] for zone in zones), default=0.0) or 1.0
    return {
        zone: situation.sea_pull[zone] / best + WAITING * max(-1.0, min(1.0, unserved(situation, zone, away) / MANY))
        for zone in zones
    }


def unserved(situation: Situation, zone: str, away: frozenset[str] = frozenset()) -> float:
    """How many units more wait around a zone, farther ones counting less, than the transports there can take.

    Those who are `away` this turn wait for nothing.
    """
    rules, board = situation.rules, situation.board
    steps = board.distances(zone, frozenset(board.land))
    number = 0.0
    for unit in situation.own():
        if unit.kind in rules.transports:
            number -= BOATLOAD if steps.get(unit.space, FAR) <= THEATRE else 0
        elif unit.kind in rules.holders and not unit.aboard and unit.id not in away and situation.by_sea(unit.space):
            far = min((steps.get(port, FAR) for port in board.sea_borders[unit.space]), default=FAR)
            number += FADE**far if far <= NEAR else 0.0
    return number
