"""Factories that are damaged by raids, repaired for money and produce less meanwhile; refunds for what has no place."""

from __future__ import annotations

from sandtable.warfare import events
from sandtable.warfare.base import WarTable
from sandtable.warfare.production import Production
from sandtable.warfare.state import Unit, WarState


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
