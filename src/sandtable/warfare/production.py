"""Purchase, factories and placement of new units."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from sandtable.core.errors import IllegalAction, UnknownName
from sandtable.core.menu import Menu
from sandtable.core.rules import Step
from sandtable.core.table import Table
from sandtable.core.values import Action, Decision, Task
from sandtable.warfare import events
from sandtable.warfare.actions import EndPhase, Place, Purchase
from sandtable.warfare.base import WarTable
from sandtable.warfare.bombing import Raids
from sandtable.warfare.state import WarState

UNLIMITED = 1_000_000


class Production(Raids):
    """What can be bought, and where it can be placed."""

    zero_value_capacity: int = 1

    # Purchase

    def for_sale(self, state: WarState, power: str) -> list[str]:
        """Unit kinds a power may buy."""
        return list(self.types)

    def check_purchase(self, state: WarState, power: str, units: dict[str, int], repairs: int = 0) -> int:
        """The price of a shopping list that may be bought when this much has been paid for repairs."""
        sale = self.for_sale(state, power)
        total = 0
        for kind, number in units.items():
            if kind not in self.types:
                raise self.refuse("buy.unknown", unit=kind, nearest=UnknownName("unit", kind, self.types).nearest)
            if kind not in sale:
                raise self.refuse("buy.not_for_sale", unit=kind)
            if number < 0:
                raise self.refuse("buy.number", unit=kind)
            total += number * self.price(state, power, kind)
        if total > state.money[power]:
            price, money = total + repairs, state.money[power] + repairs
            raise self.refuse("buy.no_money.repairs" if repairs else "buy.no_money", price=price, money=money)
        return total

    def repairable(self, state: WarState, power: str) -> dict[str, int]:
        """Damage a power may repair: territory → points."""
        return {}

    def repair(self, table: WarTable, power: str, repairs: dict[str, int]) -> None:
        """Repair factories before anything is bought; without damage there is nothing to repair."""
        if repairs:
            raise self.refuse("buy.repair", space=next(iter(repairs)))

    def buy(self, table: WarTable, power: str, units: dict[str, int], repairs: int = 0) -> None:
        """Pay and put the units aside until they are placed; so much has been paid for repairs."""
        state = table.state
        price = self.check_purchase(state, power, units, repairs)
        bought = {kind: units[kind] for kind in self.types if units.get(kind)}
        if not bought:
            return
        self.pay(table, power, -price, "purchase")
        state.pool = bought
        table.tell(events.Bought(power, bought))
        capacity = self.total_capacity(state, power)
        number = sum(count for kind, count in bought.items() if kind not in self.factories)
        if number > capacity:
            table.tell(events.TooManyBought(power, number, capacity))

    def misplaced(self, state: WarState, decision: Decision, action: Action) -> IllegalAction:
        """Why nothing can be bought now."""
        if not isinstance(action, Purchase) or state.phase == "research":
            return super().misplaced(state, decision, action)
        if self.capital_lost(state, state.power):
            return self.refuse("buy.no_capital", power=state.power)
        return self.refuse("buy.final")

    # Factories

    def factory_spaces(self, state: WarState, power: str) -> list[str]:
        """Territories with a factory the power has owned since the turn began."""
        return [
            unit.space
            for unit in state.units_of(power)
            if unit.kind in self.factories and not unit.done and self.held_since_start(state, power, unit.space)
        ]

    def is_original_factory(self, space: str, power: str) -> bool:
        """A factory that was on the board at the start, in the hands of its first owner."""
        raise NotImplementedError

    def capacity(self, state: WarState, power: str, space: str) -> int:
        """How many units a factory places per turn."""
        if self.is_original_factory(space, power):
            return UNLIMITED
        return self.board.values[space] or self.zero_value_capacity

    def capacity_left(self, state: WarState, power: str, space: str) -> int:
        """How many units a factory can still place this turn."""
        return self.capacity(state, power, space) - state.built.get(space, 0)

    def total_capacity(self, state: WarState, power: str) -> int:
        """How many units a power can place per turn as things stand."""
        return sum(self.capacity(state, power, space) for space in self.factory_spaces(state, power))

    # Placement

    def places_for_kind(self, state: WarState, kind: str) -> Iterator[tuple[str, str]]:
        """Where one bought unit may go: (space, factory that builds it)."""
        power = state.power
        if self.capital_lost(state, power):
            return
        if kind in self.factories:
            for space, owner in state.owner.items():
                if owner == power and self.may_get_factory(state, power, space):
                    yield space, space
            return
        unit_type = self.types[kind]
        for factory in self.factory_spaces(state, power):
            if self.capacity_left(state, power, factory) < 1:
                continue
            if unit_type.is_sea:
                for zone in self.board.sea_borders[factory]:
                    if self.may_launch_in(state, power, zone):
                        yield zone, factory
            elif kind not in self.guns or self.has_room_for_gun(state, factory):
                yield factory, factory

    def may_get_factory(self, state: WarState, power: str, space: str) -> bool:
        """A new factory needs a territory held since the turn began, without one."""
        return self.held_since_start(state, power, space) and not any(
            unit.kind in self.factories for unit in state.units_in(space)
        )

    def may_launch_in(self, state: WarState, power: str, zone: str) -> bool:
        """New ships need a zone without enemy ships."""
        return not self.is_hostile_zone(state, power, zone)

    def check_placement(self, state: WarState, order: Place) -> None:
        """Refuse a placement with the reason."""
        power, kind = state.power, order.unit
        self.known_space(order.space)
        self.known_space(order.factory)
        if self.capital_lost(state, power):
            raise self.refuse("place.no_capital", power=power)
        if order.count < 1:
            raise self.refuse("place.number")
        if state.pool.get(kind, 0) < order.count:
            raise self.refuse("place.not_bought", unit=kind, number=state.pool.get(kind, 0))
        if kind in self.factories:
            if order.count > 1 or not self.may_get_factory(state, power, order.space):
                raise self.refuse("place.new_factory", space=order.space)
            return
        if order.factory not in self.factory_spaces(state, power):
            ally = self.is_friendly(state, power, order.factory) and self.owner(state, order.factory) != power
            raise self.refuse("place.allied_factory" if ally else "place.no_factory", space=order.factory)
        left = self.capacity_left(state, power, order.factory)
        if left < order.count:
            worthless = "" if self.board.values[order.factory] else ".worthless"
            raise self.refuse(f"place.capacity{worthless}", space=order.factory, left=left)
        self.check_place(state, order)

    def check_place(self, state: WarState, order: Place) -> None:
        """Refuse a wrong space for a unit that its factory can build."""
        kind = order.unit
        if order.deck:
            raise self.refuse("place.aboard", unit=kind, factory=order.factory)
        if self.types[kind].is_sea:
            if not self.board.is_sea[order.space] or order.space not in self.board.borders[order.factory]:
                raise self.refuse("place.not_adjacent", space=order.space, factory=order.factory)
            if not self.may_launch_in(state, state.power, order.space):
                raise self.refuse("place.hostile_zone", space=order.space)
        elif order.space != order.factory:
            topic = "place.aboard" if self.board.is_sea[order.space] else "place.elsewhere"
            raise self.refuse(topic, unit=kind, factory=order.factory)
        elif kind in self.guns:
            self.check_room_for_guns(state, order.space, order.count)

    def place(self, table: WarTable, order: Place) -> None:
        """Put new units on the board."""
        state = table.state
        self.check_placement(state, order)
        deck = self.deck_for_new(state, order)
        new = [state.add(order.unit, state.power, order.space, aboard=deck, done=True) for _ in range(order.count)]
        state.pool[order.unit] -= order.count
        if not state.pool[order.unit]:
            del state.pool[order.unit]
        if order.unit not in self.factories:
            state.built[order.factory] = state.built.get(order.factory, 0) + order.count
        idents = tuple(unit.id for unit in new)
        builder = order.space if order.unit in self.factories else order.factory
        table.tell(events.UnitsPlaced(state.power, idents, self.count(new), order.space, builder))

    def placement_stands(self, state: WarState, order: Place) -> bool:
        """Whether a placement of the menu does not run into a plan of the turn."""
        return True

    def end_placement(self, table: WarTable) -> None:
        """What could not be placed is lost."""
        state = table.state
        if state.pool:
            table.tell(events.UnitsWasted(state.power, dict(state.pool)))
            state.pool = {}

    def deck_for_new(self, state: WarState, order: Place) -> str:
        """The carrier on which new units are placed together ("" for none)."""
        return ""

    def placeable(self, state: WarState) -> list[str]:
        """Bought kinds that still have a legal place."""
        return [
            kind
            for kind in state.pool
            if any(self.placement_stands(state, Place(kind, *place)) for place in self.places_for_kind(state, kind))
        ]


class PurchasePhase(Step[Production, WarState]):
    """Phase 1b: units are bought, paid at once and final."""

    name = "purchase"

    def begin(self, rules: Production, table: Table[WarState], subject: str) -> None:
        rules.begin_phase(table, self.name)
        state = table.state
        power = state.power
        if rules.capital_lost(state, power):
            return
        prices = {kind: rules.price(state, power, kind) for kind in rules.for_sale(state, power)}
        repairs = rules.repairable(state, power)
        cheapest = min([*prices.values(), *(1 for _ in repairs)], default=UNLIMITED)
        if cheapest <= state.money[power]:
            about = {
                "money": state.money[power],
                "prices": prices,
                "capacity": min(rules.total_capacity(state, power), UNLIMITED),
            }
            if repairs:
                about["repairs"] = repairs
            table.ask(self.name, power, "purchase", ("purchase",), about)

    def answer(self, rules: Production, table: Table[WarState], decision: Decision, action: Action) -> None:
        assert isinstance(action, Purchase)
        power, money = table.state.power, table.state.money
        before = money[power]
        rules.repair(table, power, action.repairs)
        rules.buy(table, power, action.units, repairs=before - money[power])

    def menu(self, rules: Production, state: WarState, decision: Decision) -> Menu:
        return PurchaseMenu(decision.about["prices"], decision.about["money"], decision.about.get("repairs", {}))


class PurchaseMenu(Menu):
    """Every affordable shopping list, with every affordable repair."""

    def __init__(self, prices: dict[str, int], money: int, damage: dict[str, int]) -> None:
        self.prices = prices
        self.money = money
        self.damage = damage

    def __iter__(self) -> Iterator[Action]:
        for repairs in self._repairs(list(self.damage), self.money):
            for units in self._lists(list(self.prices), self.money - sum(repairs.values())):
                yield Purchase(units, repairs)

    def _repairs(self, spaces: list[str], money: int) -> Iterator[dict[str, int]]:
        if not spaces:
            yield {}
            return
        first, *rest = spaces
        for points in range(min(money, self.damage[first]) + 1):
            for more in self._repairs(rest, money - points):
                yield ({first: points} if points else {}) | more

    def _lists(self, kinds: list[str], money: int) -> Iterator[dict[str, int]]:
        if not kinds:
            yield {}
            return
        first, *rest = kinds
        for number in range(money // self.prices[first] + 1):
            for more in self._lists(rest, money - number * self.prices[first]):
                yield ({first: number} if number else {}) | more

    def sample(self, rng: Random) -> Action:
        units: dict[str, int] = {}
        repairs: dict[str, int] = {}
        money = self.money - rng.randint(0, 2)
        for space, damage in self.damage.items():
            points = rng.randint(0, max(0, min(damage, money)))
            if points:
                repairs[space] = points
                money -= points
        while True:
            affordable = [kind for kind, price in self.prices.items() if price <= money]
            if not affordable:
                return Purchase(units, repairs)
            kind = rng.choice(affordable)
            units[kind] = units.get(kind, 0) + 1
            money -= self.prices[kind]


class Placement(Step[Production, WarState]):
    """Phase 5: everything bought must be placed where a legal place exists."""

    name = "placement"

    def begin(self, rules: Production, table: Table[WarState], subject: str) -> None:
        state = table.state
        if not subject:
            rules.begin_phase(table, self.name)
            if not state.pool:
                return
        about = {"pool": dict(state.pool)}
        table.ask(self.name, state.power, "placement", ("place", "end_phase"), about)

    def answer(self, rules: Production, table: Table[WarState], decision: Decision, action: Action) -> None:
        state = table.state
        if isinstance(action, Place):
            rules.place(table, action)
            table.push(Task(self.name, "again"))
            return
        waiting = rules.placeable(state)
        if waiting:
            raise rules.refuse("place.must", units={kind: state.pool[kind] for kind in waiting})
        rules.end_placement(table)

    def menu(self, rules: Production, state: WarState, decision: Decision) -> Menu:
        return PlacementMenu(rules, state)


class PlacementMenu(Menu):
    """One unit of each bought kind to each place."""

    def __init__(self, rules: Production, state: WarState) -> None:
        self.rules = rules
        self.state = state

    def __iter__(self) -> Iterator[Action]:
        found = False
        for kind in self.state.pool:
            for space, factory in self.rules.places_for_kind(self.state, kind):
                if self.rules.placement_stands(self.state, Place(kind, space, factory)):
                    found = True
                    yield Place(kind, space, factory)
        if not found:
            yield EndPhase()

    def sample(self, rng: Random) -> Action:
        kinds = list(self.state.pool)
        rng.shuffle(kinds)
        for kind in kinds:
            orders = [Place(kind, *place) for place in self.rules.places_for_kind(self.state, kind)]
            orders = [order for order in orders if self.rules.placement_stands(self.state, order)]
            if orders:
                return rng.choice(orders)
        return EndPhase()
