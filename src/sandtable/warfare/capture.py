"""Capture, liberation and capitals."""

from __future__ import annotations

from sandtable.warfare import events
from sandtable.warfare.base import WarBase, WarTable
from sandtable.warfare.state import Unit, WarState


class Capture(WarBase):
    """What happens when a territory changes hands."""

    def capture(self, table: WarTable, space: str, by: str, manner: str) -> None:
        """`by` takes a territory: marker, production, guns, factory, capital."""
        state = table.state
        loser = self.owner(state, space)
        new_owner = self.new_owner(state, space, by)
        self.change_owner(table, space, new_owner, by, manner)
        board = self.board
        if loser and board.powers[loser].capital == space and new_owner in board.enemies[loser]:
            self.plunder(table, loser, by)
        first = board.spaces[space].owner
        if first and board.powers[first].capital == space and new_owner == first:
            self.return_liberated_land(table, first)
        self.control_changed(table)

    def new_owner(self, state: WarState, space: str, by: str) -> str:
        """Who gets a territory that `by` takes: its original owner if that is an ally with a free capital."""
        first = self.board.spaces[space].owner
        if first and first != by and first in self.board.allies[by]:
            if self.board.powers[first].capital == space or not self.capital_lost(state, first):
                return first
        return by

    def change_owner(self, table: WarTable, space: str, owner: str, by: str, manner: str) -> None:
        """Move the marker; guns and factory in the territory go along."""
        state = table.state
        loser = self.owner(state, space)
        if owner == loser:
            return
        moved = [unit.id for unit in state.units_in(space) if self.goes_along(state, unit, owner, manner)]
        state.changed.setdefault(space, loser)
        state.owner[space] = owner
        table.tell(events.Captured(space, by, owner, loser, manner))
        for ident in moved:
            state.change(ident, power=owner, captured=True)
        if moved:
            table.tell(events.InstallationsTaken(tuple(moved), space, owner))

    def goes_along(self, state: WarState, unit: Unit, owner: str, manner: str) -> bool:
        """Whether a unit goes to the new owner of its territory: the factory, and guns of enemies and of the loser."""
        if unit.kind in self.guns:
            return unit.power in self.board.enemies[owner] or unit.power == self.owner(state, unit.space)
        return unit.kind in self.factories

    def booty(self, state: WarState, space: str) -> int:
        """What an enemy who takes a territory gets: all the money of the power whose capital it is."""
        loser = self.owner(state, space)
        return state.money[loser] if loser and self.board.powers[loser].capital == space else 0

    def plunder(self, table: WarTable, loser: str, by: str) -> None:
        """The power that lost its capital hands over all its money."""
        amount = table.state.money[loser]
        self.pay(table, loser, -amount, "plunder")
        self.pay(table, by, amount, "plunder")

    def return_liberated_land(self, table: WarTable, power: str) -> None:
        """A freed capital brings back what allies held in trust."""
        state = table.state
        for space, owner in list(state.owner.items()):
            if owner != power and owner in self.board.allies[power] and self.board.spaces[space].owner == power:
                self.change_owner(table, space, power, owner, "reversion")

    def control_changed(self, table: WarTable) -> None:
        """Called after every change of control; victory variants look here."""
