"""The 1942 edition of 2009: destroyers, cruisers, artillery, factory damage, victory cities."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from sandtable.core.errors import BadValue
from sandtable.core.options import Option
from sandtable.core.reference import Reference
from sandtable.core.registry import GameDefinition, register
from sandtable.core.state import State
from sandtable.games.spring1942.rules import BOARD, SCENARIO, Rules1942
from sandtable.games.spring1942.variants import OPTIONS
from sandtable.warfare.state import WarState


class Spring1942(GameDefinition):
    """How the 1942 edition presents itself."""

    id = "1942"
    title = {"en": "1942 (2009 edition)", "de": "1942 (Ausgabe 2009)"}
    base = Rules1942
    options: tuple[Option, ...] = OPTIONS

    @property
    def powers(self) -> tuple[str, ...]:
        return BOARD.order

    @functools.cached_property
    def reference(self) -> Reference:
        return Reference(files("sandtable.games.spring1942") / "reference")

    def initial_state(self, rules: Rules1942, seats: Sequence[Sequence[str]]) -> State:
        return rules.fresh_state(seats)

    def position(self, rules: Rules1942, position: Mapping[str, Any]) -> State:
        return rules.read_position(position)

    def describe(self, rules: Rules1942, state: WarState) -> dict[str, Any]:
        return rules.write_position(state)

    def seats_for(self, players: int) -> tuple[tuple[str, ...], ...]:
        """S42-SETUP-02."""
        if players not in SCENARIO.seats:
            raise BadValue(f"1942 is played by {min(SCENARIO.seats)} to {max(SCENARIO.seats)} people, not {players}")
        return SCENARIO.seats[players]


register(Spring1942())
