"""Neutral territories: entering and overflying them costs a fee."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sandtable.warfare.base import WarTable
from sandtable.warfare.capture import Capture
from sandtable.warfare.state import WarState


class Neutrals(Capture):
    """Neutrals may be violated in the combat move for a fee."""

    neutral_fee: int = 3

    def __init__(self, options: Mapping[str, object]) -> None:
        super().__init__(options)
        self._closed: dict[frozenset[str], frozenset[str]] = {}

    def may_violate_neutrals(self) -> bool:
        """Whether neutrals can be entered or overflown at all."""
        return True

    def unpaid_neutrals(self, state: WarState, spaces: Iterable[str]) -> list[str]:
        """The unviolated neutrals among `spaces` for which the fee is still due this turn."""
        return [s for s in dict.fromkeys(spaces) if self.is_neutral(state, s) and s not in state.fees]

    def check_fees(self, state: WarState, power: str, spaces: Iterable[str]) -> list[str]:
        """The neutrals to pay for, if that is allowed and affordable."""
        violated = [space for space in spaces if self.is_neutral(state, space)]
        if violated and not self.may_violate_neutrals():
            raise self.refuse("neutral.impassable", space=violated[0])
        due = self.unpaid_neutrals(state, violated)
        fee = self.neutral_fee * len(due)
        if fee > state.money[power]:
            raise self.refuse("neutral.no_money", fee=fee, money=state.money[power], spaces=due)
        return due

    def pay_fees(self, table: WarTable, power: str, due: list[str]) -> None:
        """Pay for neutrals; each is paid once a turn."""
        for space in due:
            self.pay(table, power, -self.neutral_fee, "fee")
            table.state.fees = (*table.state.fees, space)

    def closed_to_aircraft(self, state: WarState) -> frozenset[str]:
        """Unviolated neutrals: aircraft flying home must go around them."""
        entered = frozenset(state.owner.keys() & self.board.neutrals)
        closed = self._closed.get(entered)
        if closed is None:
            closed = self._closed[entered] = self.board.neutrals - entered
        return closed
