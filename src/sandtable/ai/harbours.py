"""Where armies wait for ships, and where ships are already."""

from __future__ import annotations

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
