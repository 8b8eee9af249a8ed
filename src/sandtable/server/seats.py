"""Who sits where, and as whom a request acts."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sandtable.core.errors import UnknownName
from sandtable.server import wire
from sandtable.warfare.production import Production

OWN_TURN = frozenset({"research", "purchase", "place_bid", "combat_move", "noncombat_move", "placement"})
"""Decisions that nobody leaves to standing orders: if all powers did, the game would play on by itself without end."""


class Seat(msgspec.Struct, frozen=True):
    """As whom a request acts: the powers its session plays here, and the one it wants to look as ("" for any)."""

    own: tuple[str, ...]
    wanted: str = ""


def people(rules: Production, seats: dict[str, str]) -> tuple[str, ...]:
    """The powers played by people."""
    return tuple(power for power in rules.powers if seats.get(power, wire.PERSON) == wire.PERSON)


def own_seats(session: str, persons: Sequence[str]) -> tuple[str, ...]:
    """The seats of people that a session plays.

    On one machine these are all of them; accounts will tell sessions apart here.
    """
    return tuple(persons)


def check_seats(rules: Production, seats: dict[str, str], levels: Sequence[str]) -> dict[str, str]:
    """Who sits where: every power a person or a level that exists. Raises `UnknownName`."""
    for power, level in seats.items():
        if power not in rules.powers:
            raise UnknownName("power", power, rules.powers)
        if level != wire.PERSON and level not in levels:
            raise UnknownName("player", level, [wire.PERSON, *levels])
    return {power: seats.get(power, wire.PERSON) for power in rules.powers}


def seating(rules: Production, seats: dict[str, str]) -> list[list[str]]:
    """Who plays together: the people of a side share one machine, every computer player sits alone."""
    found: list[list[str]] = []
    for side in rules.board.sides:
        powers = rules.board.side(side)
        together = [power for power in powers if seats[power] == wire.PERSON]
        found += [together] if together else []
        found += [[power] for power in powers if power not in together]
    return found
