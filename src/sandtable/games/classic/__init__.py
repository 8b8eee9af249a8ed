"""The classic world game: 1984, second-edition rules, spring 1942."""

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
from sandtable.games.classic.rules import BOARD, SCENARIO, ClassicRules
from sandtable.games.classic.variants import OPTIONS
from sandtable.warfare.state import WarState


class Classic(GameDefinition):
    """How the classic game presents itself."""

    id = "classic"
    title = {"en": "Classic (1984, 2nd edition)", "de": "Klassisch (1984, 2. Auflage)"}
    base = ClassicRules
    options: tuple[Option, ...] = OPTIONS

    @property
    def powers(self) -> tuple[str, ...]:
        return BOARD.order

    @functools.cached_property
    def reference(self) -> Reference:
        return Reference(files("sandtable.games.classic") / "reference")

    def initial_state(self, rules: ClassicRules, seats: Sequence[Sequence[str]]) -> State:
        return rules.fresh_state(seats)

    def position(self, rules: ClassicRules, position: Mapping[str, Any]) -> State:
        return rules.read_position(position)

    def describe(self, rules: ClassicRules, state: WarState) -> dict[str, Any]:
        return rules.write_position(state)

    def seats_for(self, players: int) -> tuple[tuple[str, ...], ...]:
        """CL-SETUP-01."""
        if players not in SCENARIO.seats:
            raise BadValue(f"Classic is played by {min(SCENARIO.seats)} to {max(SCENARIO.seats)} people, not {players}")
        return SCENARIO.seats[players]


register(Classic())
