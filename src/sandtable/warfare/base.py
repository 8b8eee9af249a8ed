"""Who is friend and foe, what a unit is worth, and the few ways in which units and money change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import ClassVar

from sandtable.board.board import Board
from sandtable.board.units import UnitTypes
from sandtable.core.errors import nearest
from sandtable.core.lexicon import Lexicon
from sandtable.core.rules import Rules
from sandtable.core.table import Table
from sandtable.core.values import Action, Event
from sandtable.warfare import actions, events
from sandtable.warfare.state import Unit, WarState

WarTable = Table[WarState]


class WarBase(Rules[WarState]):
    """Status of spaces, figures of units, bookkeeping. Every chapter stands on this one."""

    state_type = WarState
    action_types: ClassVar[tuple[type[Action], ...]] = actions.ALL
    event_types: ClassVar[tuple[type[Event], ...]] = events.ALL
    data: ClassVar[Traversable]
    """Folder with the game's data files."""

    board: Board
    types: UnitTypes
    lexicon: Lexicon
    topics: Mapping[str, str]

    land_fighters: frozenset[str]
    """Kinds that fight on land: they occupy a territory and can be hit there."""

    def __init__(self, options: Mapping[str, object]) -> None:
        self.powers = self.board.order
        self.air = self.types.air
        self.ships = self.types.sea
        self.holders = self.types.with_trait("holds_land")
        self.blitzers = self.types.with_trait("blitzes")
        self.guns = self.types.with_trait("anti_air")
        self.factories = self.types.with_trait("builds")
        self.raiders = self.types.with_trait("raids")
        self.bombarders = self.types.with_trait("bombards")
        self.submarines = self.types.with_trait("submarine")
        self.carriers = frozenset(k for k, t in self.types.items() if t.deck_capacity)
        self.transports = frozenset(k for k, t in self.types.items() if t.cargo_capacity)
        self.land_fighters = self.holders | self.air
        self.blockers = self.blocking_kinds()
        super().__init__(options)

    # Status of spaces

    def owner(self, state: WarState, space: str) -> str:
        """Who controls a territory ("" for sea zones and neutrals)."""
        return state.owner.get(space, "")

    def owner_at_start(self, state: WarState, space: str) -> str:
        """Who controlled a territory when this turn began."""
        return state.changed.get(space, state.owner.get(space, ""))

    def is_friendly(self, state: WarState, power: str, space: str) -> bool:
        """Land controlled by the power or an ally."""
        return state.owner.get(space) in self.board.allies[power]

    def is_enemy(self, state: WarState, power: str, space: str) -> bool:
        """Land controlled by a power of the other side."""
        return state.owner.get(space) in self.board.enemies[power]

    def is_neutral(self, state: WarState, space: str) -> bool:
        """Land that bears nobody's marker."""
        return space not in state.owner and not self.board.is_sea[space]

    def is_defended(self, state: WarState, power: str, space: str) -> bool:
        """A territory in which combat units of `power`'s enemies stand."""
        enemies = self.board.enemies[power]
        units = state.units
        for ident in state.at.get(space, ()):
            unit = units[ident]
            if unit.power in enemies and unit.kind in self.land_fighters:
                return True
        return False

    def is_hostile_zone(self, state: WarState, power: str, zone: str) -> bool:
        """A sea zone with ships that bar the way to `power`."""
        enemies = self.board.enemies[power]
        units = state.units
        for ident in state.at.get(zone, ()):
            unit = units[ident]
            if unit.power in enemies and unit.kind in self.blockers:
                return True
        return False

    def blocking_kinds(self) -> frozenset[str]:
        """Ships whose presence makes a sea zone hostile."""
        return self.ships

    def held_since_start(self, state: WarState, power: str, space: str) -> bool:
        """A territory the power itself controls and controlled when the turn began."""
        return state.owner.get(space) == power and self.owner_at_start(state, space) == power

    def capital_lost(self, state: WarState, power: str) -> bool:
        """Whether the power's capital is in enemy hands."""
        return state.owner.get(self.board.powers[power].capital) in self.board.enemies[power]

    def production(self, state: WarState, power: str) -> int:
        """Sum of the values of the territories a power controls."""
        values = self.board.values
        return sum(values[space] for space, owner in state.owner.items() if owner == power)

    # Figures of units

    def has_development(self, state: WarState, power: str, development: str) -> bool:
        """Whether the power owns a weapons development."""
        return development in state.tech.get(power, ())

    def move_points(self, state: WarState, unit: Unit) -> int:
        """How far a unit moves in a turn."""
        return self.types[unit.kind].move

    def points_left(self, state: WarState, unit: Unit) -> int:
        """What is left of that this turn."""
        return self.move_points(state, unit) - unit.spent

    def attack_value(self, state: WarState, unit: Unit) -> int:
        """A die at or below this hits, when attacking."""
        return self.types[unit.kind].attack

    def defence_value(self, state: WarState, unit: Unit) -> int:
        """A die at or below this hits, when defending."""
        return self.types[unit.kind].defence

    def attack_dice(self, state: WarState, unit: Unit) -> int:
        """How many dice a unit rolls when attacking."""
        return 1 if self.types[unit.kind].attack else 0

    def hits_to_sink(self, kind: str) -> int:
        """How many hits a unit takes before it is lost."""
        return self.types[kind].hits

    def price(self, state: WarState, power: str, kind: str) -> int:
        """What a unit costs this power now."""
        return self.types[kind].cost

    # Bookkeeping

    def count(self, units: Iterable[Unit]) -> dict[str, int]:
        """Numbers per kind, in the order of the unit table."""
        counted: dict[str, int] = {}
        for unit in units:
            counted[unit.kind] = counted.get(unit.kind, 0) + 1
        return {kind: counted[kind] for kind in self.types if kind in counted} if len(counted) > 1 else counted

    def count_by_power(self, units: Sequence[Unit]) -> dict[str, dict[str, int]]:
        """Numbers per kind for each power, in turn order."""
        powers = dict.fromkeys(unit.power for unit in self.in_order(units))
        return {power: self.count(unit for unit in units if unit.power == power) for power in powers}

    def in_order(self, units: Iterable[Unit]) -> list[Unit]:
        """Units nation by nation in turn order, then in the order of the unit table."""
        order, rank = self.board.order, self.types.rank
        return sorted(units, key=lambda unit: (order.index(unit.power), rank[unit.kind], unit.n))

    def in_board_order(self, spaces: Iterable[str]) -> list[str]:
        """Spaces in the order of the board file, so that nothing depends on the order of a set."""
        return sorted(spaces, key=self.board.rank.__getitem__)

    def pay(self, table: WarTable, power: str, amount: int, reason: str) -> None:
        """Change a power's money (negative to take) and say why."""
        if amount:
            money = table.state.money
            money[power] += amount
            table.tell(events.MoneyChanged(power, amount, reason, money[power]))

    def lose(self, table: WarTable, idents: Iterable[str], cause: str) -> None:
        """Take units off the board, with everything that goes down with them."""
        state = table.state
        gone = [state.units[ident] for ident in idents]
        cargo = [passenger for unit in gone for passenger in self.lost_with(state, unit)]
        for batch, why in ((gone, cause), (cargo, "sunk")):
            for power in self.powers:
                lost = [unit for unit in batch if unit.power == power and unit.id in state.units]
                if lost:
                    for unit in lost:
                        state.remove(unit.id)
                    table.tell(
                        events.UnitsLost(power, tuple(unit.id for unit in lost), self.count(lost), lost[0].space, why)
                    )

    def lost_with(self, state: WarState, unit: Unit) -> list[Unit]:
        """What goes down with a unit: the cargo of a transport, fighters that are a carrier's cargo."""
        if unit.kind in self.transports:
            return state.aboard(unit)
        return []

    def named_units(self, state: WarState, idents: Iterable[str], power: str) -> list[Unit]:
        """The units with these ids, which must exist and belong to `power`."""
        found = []
        for ident in dict.fromkeys(idents):
            unit = state.units.get(ident)
            if unit is None:
                raise self.refuse("unit.unknown", unit=ident)
            if unit.power != power:
                raise self.refuse("unit.not_yours", unit=unit.kind, owner=unit.power)
            found.append(unit)
        if not found:
            raise self.refuse("unit.none")
        return found

    def known_space(self, space: str) -> None:
        """Refuse names of spaces that do not exist, with the nearest ones."""
        if space not in self.board.spaces:
            near = nearest(space, self.board.spaces)
            raise self.refuse("space.unknown", space=space, nearest=near or "–")


def shared_texts() -> Traversable:
    """The sentences of the shared rules."""
    return files("sandtable.warfare") / "texts.toml"
