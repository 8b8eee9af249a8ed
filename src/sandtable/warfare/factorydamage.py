"""Factories that are damaged by raids, repaired for money and produce less meanwhile; refunds for what has no place."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.warfare import events
from sandtable.warfare.base import WarTable
from sandtable.warfare.production import Production
from sandtable.warfare.state import Unit, WarState


def useful_repairs(
    values: Mapping[str, int], damage: Mapping[str, int], money: int, room: int, price: int
) -> tuple[dict[str, int], int]:
    """The repairs after which most units of a price can be paid and placed, and the room there is for them then.

    Damage beyond the value of the land has to go before a repair makes any room (S42-SBR-04): such factories come last.
    """
    repairs: dict[str, int] = {}
    for space in sorted(damage, key=lambda space: max(0, damage[space] - values[space])):
        spare = values[space] - damage[space]
        gained = [max(0, spare + points) - max(0, spare) for points in range(min(damage[space], money) + 1)]
        placed = [min(room + more, (money - points) // price) for points, more in enumerate(gained)]
        points = placed.index(max(placed))
        if points:
            repairs[space] = points
            money -= points
            room += gained[points]
    return repairs, room


class FactoryDamage(Production):
    """Damage instead of money."""

    def factory_in(self, state: WarState, space: str) -> Unit | None:
        """The factory in a territory."""
        return next((unit for unit in state.units_in(space) if unit.kind in self.factories), None)

    def most_damage(self, space: str) -> int:
        """Damage never exceeds twice the territory's value."""
        return 2 * self.board.values[space]

    def bomb_factory(self, table: WarTable, space: str, rolled: int) -> None:
        """Bombs damage the factory; money is untouched."""
        factory = self.factory_in(table.state, space)
        assert factory is not None
        points = min(rolled, self.most_damage(space) - factory.damage)
        if points:
            table.state.change(factory.id, damage=factory.damage + points)
            table.tell(events.FactoryDamaged(space, points, factory.damage + points))

    def repairable(self, state: WarState, power: str) -> dict[str, int]:
        """The damage of own factories, those conquered in earlier turns included."""
        return {
            unit.space: unit.damage
            for unit in state.units_of(power)
            if unit.kind in self.factories and unit.damage and self.owner(state, unit.space) == power
        }

    def repair(self, table: WarTable, power: str, repairs: dict[str, int]) -> None:
        """Remove damage from own factories for 1 IPC a point, before anything is bought."""
        state = table.state
        money = state.money[power]
        for space, points in repairs.items():
            self.known_space(space)
            factory = self.factory_in(state, space)
            if factory is not None and self.owner(state, space) != power:
                raise self.refuse("buy.repair_foreign", space=space)
            if factory is None or not 0 <= points <= factory.damage:
                raise self.refuse("buy.repair", space=space)
            if points > state.money[power]:
                raise self.refuse("buy.no_money.repairs", price=sum(repairs.values()), money=money)
            if points:
                self.pay(table, power, -points, "repair")
                state.change(factory.id, damage=factory.damage - points)
                table.tell(events.FactoryDamaged(space, -points, factory.damage - points))

    def is_original_factory(self, space: str, power: str) -> bool:
        """No factory produces without limit."""
        return False

    def capacity(self, state: WarState, power: str, space: str) -> int:
        """A territory's value less the damage of its factory."""
        factory = self.factory_in(state, space)
        return max(0, self.board.values[space] - (factory.damage if factory else 0))

    def may_get_factory(self, state: WarState, power: str, space: str) -> bool:
        return self.board.values[space] > 0 and super().may_get_factory(state, power, space)

    def end_placement(self, table: WarTable) -> None:
        """What has no place goes back for its full price."""
        state = table.state
        if state.pool:
            returned = dict(state.pool)
            price = sum(number * self.price(state, state.power, kind) for kind, number in returned.items())
            table.tell(events.Refunded(state.power, returned))
            self.pay(table, state.power, price, "refund")
            state.pool = {}
