"""How a d6-family game presents itself: everything follows from its rules class and its package."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from sandtable.core.errors import BadValue
from sandtable.core.reference import Reference
from sandtable.core.registry import GameDefinition
from sandtable.core.state import State
from sandtable.warfare.position import Positions
from sandtable.warfare.state import WarState


class WarGame(GameDefinition):
    """A game whose board, scenario and positions come from its rules class."""

    base: type[Positions]
    package: str
    """The package that holds its data and its rule reference."""

    @property
    def powers(self) -> tuple[str, ...]:
        return self.base.board.order

    @functools.cached_property
    def reference(self) -> Reference:
        return Reference(files(self.package) / "reference")

    def initial_state(self, rules: Positions, seats: Sequence[Sequence[str]]) -> State:
        return rules.fresh_state(seats)

    def position(self, rules: Positions, position: Mapping[str, Any]) -> State:
        return rules.read_position(position)

    def describe(self, rules: Positions, state: WarState) -> dict[str, Any]:
        return rules.write_position(state)

    def seats_for(self, players: int) -> tuple[tuple[str, ...], ...]:
        """Seats as dealt by the scenario (CL-SETUP-01, S42-SETUP-02)."""
        seats = self.base.scenario.seats
        if players not in seats:
            raise BadValue(f"{self.title['en']} is played by {min(seats)} to {max(seats)} people, not {players}")
        return seats[players]
