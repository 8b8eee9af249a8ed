"""Bids: extra money before the first round, spent on units or kept."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from sandtable.core.menu import Menu
from sandtable.core.rules import Step
from sandtable.core.table import Table
from sandtable.core.values import Action, Decision, Task
from sandtable.warfare import events
from sandtable.warfare.actions import PlaceBid
from sandtable.warfare.base import WarTable
from sandtable.warfare.production import Production
from sandtable.warfare.sequence import AnyStep
from sandtable.warfare.state import WarState


class Bids(Production):
    """Each power with a bid places units with units of its own before the game."""

    bid: dict[str, int] = {}

    def opening(self) -> tuple[AnyStep, ...]:
        return (PlaceBids(), *super().opening())

    def extra_steps(self) -> tuple[AnyStep, ...]:
        return (*super().extra_steps(), PlaceBids())

    def bid_kinds(self) -> list[str]:
        """Kinds a bid can buy: everything that can stand by itself."""
        return [kind for kind in self.types if kind not in self.factories]

    def bid_spaces(self, state: WarState, power: str, kind: str) -> list[str]:
        """Spaces with own units where a unit of this kind can stand."""
        sea = self.types[kind].is_sea
        spaces = dict.fromkeys(unit.space for unit in state.units_of(power))
        return [
            space
            for space in spaces
            if self.board.is_sea[space] == sea and (kind not in self.guns or self.has_room_for_gun(state, space))
        ]

    def place_bid(self, table: WarTable, power: str, order: PlaceBid) -> None:
        """Buy and place; what is left of the bid is kept."""
        state = table.state
        price = 0
        for space, kinds in order.units.items():
            self.known_space(space)
            for kind, number in kinds.items():
                if kind not in self.bid_kinds() or number < 1 or space not in self.bid_spaces(state, power, kind):
                    raise self.refuse("bid.place", unit=kind, space=space)
                if kind in self.guns:
                    self.check_room_for_guns(state, space, number)
                price += number * self.types[kind].cost
        if price > self.bid[power]:
            raise self.refuse("bid.no_money", bid=self.bid[power], price=price)
        self.pay(table, power, self.bid[power], "bid")
        self.pay(table, power, -price, "purchase")
        for space, kinds in order.units.items():
            for kind, number in kinds.items():
                new = [state.add(kind, power, space) for _ in range(number)]
                table.tell(events.UnitsPlaced(power, tuple(unit.id for unit in new), self.count(new), space, ""))


class PlaceBids(Step[Bids, WarState]):
    """Before the first turn, power by power."""

    name = "place_bids"

    def begin(self, rules: Bids, table: Table[WarState], subject: str) -> None:
        for number, power in enumerate(rules.powers):
            if number >= int(subject or 0) and rules.bid.get(power):
                about = {
                    "bid": rules.bid[power],
                    "prices": {k: rules.types[k].cost for k in rules.bid_kinds()},
                }
                table.push(Task(self.name, str(number + 1)))
                table.ask(self.name, power, "place_bid", ("place_bid",), about)
                return

    def answer(self, rules: Bids, table: Table[WarState], decision: Decision, action: Action) -> None:
        assert isinstance(action, PlaceBid)
        rules.place_bid(table, decision.power, action)

    def menu(self, rules: Bids, state: WarState, decision: Decision) -> Menu:
        return BidMenu(rules, state, decision)


class BidMenu(Menu):
    """Keep the money, or buy one kind for all of it in one space (other mixtures are legal too)."""

    def __init__(self, rules: Bids, state: WarState, decision: Decision) -> None:
        self.rules = rules
        self.state = state
        self.decision = decision

    def __iter__(self) -> Iterator[Action]:
        yield PlaceBid({})
        bid = self.decision.about["bid"]
        for kind, price in self.decision.about["prices"].items():
            for space in self.rules.bid_spaces(self.state, self.decision.power, kind):
                number = 1 if kind in self.rules.guns else bid // price
                if number and price <= bid:
                    yield PlaceBid({space: {kind: number}})

    def sample(self, rng: Random) -> Action:
        return rng.choice(list(self))
