"""Trying orders on copies of a state: the rules accept or refuse, nothing is rolled, nothing is changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from sandtable.core.dice import ScriptedDice
from sandtable.core.errors import IllegalAction
from sandtable.core.table import Table
from sandtable.core.values import Action
from sandtable.server import wire
from sandtable.warfare.actions import Move
from sandtable.warfare.movemenu import MoveMenu
from sandtable.warfare.production import Production
from sandtable.warfare.state import Unit, WarState

Manner = Literal["move", "attack", "blitz", "raid", "bombard", "landing", "ferry", "load", "unload", "deck", "join"]


class Trials:
    """The movement phase of one state: its menu, and orders that are tried out."""

    def __init__(self, rules: Production, state: WarState) -> None:
        self.rules = rules
        self.state = state
        self.combat = state.phase == "combat_move"
        self.menu = MoveMenu(rules, state)

    def attempt(self, state: WarState, action: Action) -> WarState:
        """The state after an order, before any gun fires. Raises `IllegalAction`."""
        table: Table[WarState] = Table(state.copy(), ScriptedDice(()))
        order = self.rules.combat_order if self.combat else self.rules.noncombat_order
        order(table, action)
        return table.state

    def tried(self, state: WarState, action: Action) -> WarState | None:
        """The state after an order, or None if the rules refuse it."""
        try:
            return self.attempt(state, action)
        except IllegalAction:
            return None

    def describe(
        self, manner: Manner, idents: list[str], wanted: int, route: Sequence[str], actions: Sequence[Action]
    ) -> wire.Way:
        """A way for the client; `wanted` is how many units were to go."""
        return wire.Way(
            manner=manner,
            units=idents,
            complete=len(idents) >= wanted,
            route=list(route),
            via=[],
            deck=next((order.deck for order in actions if isinstance(order, Move) and order.deck), ""),
            battle=self._leads_to_battle(route[-1]) if route else False,
            actions=[plain(action) for action in actions],
        )

    def _leads_to_battle(self, place: str) -> bool:
        rules, state = self.rules, self.state
        fought_over = rules.is_hostile_zone if rules.board.is_sea[place] else rules.is_defended
        return self.combat and fought_over(state, state.power, place)

    def is_cargo(self, unit: Unit) -> bool:
        """Whether a land unit is aboard a ship."""
        return bool(unit.aboard) and unit.kind not in self.rules.air


def plain(action: Action) -> wire.Action:
    """An action in its JSON form."""
    data: wire.Action = msgspec.to_builtins(action)
    return data
