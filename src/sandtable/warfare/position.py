"""Positions in words: set up any position in one call, and write any position down again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from sandtable.board.scenario import Scenario
from sandtable.core.errors import BadValue, UnknownName
from sandtable.warfare.air import AirMovement
from sandtable.warfare.movephases import CombatMove, MovePhase
from sandtable.warfare.sequence import TurnSequence
from sandtable.warfare.state import Seats, Unit, WarState

FIELDS = ("power", "phase", "round", "owners", "units", "money", "tech", "pool", "changed", "seats")
FIGURES = ("damage", "spent")
FLAGS = ("done", "airborne", "captured")
DETAILS = ("count", "cargo", "origin", *FIGURES, *FLAGS)


class Positions(AirMovement, TurnSequence):
    """Reading, writing and checking positions."""

    scenario: Scenario

    def fresh_state(self, seats: Any = ()) -> WarState:
        """The game's own set-up, before the first step."""
        return self.read_position({"seats": seats})

    def read_position(self, position: Mapping[str, Any]) -> WarState:
        """A state from a description; every field may be left out.

        owners  {space: power, or "" for nobody}      on top of the original owners
        units   {space: {power: {kind: number}}}      instead of the starting units
        money   {power: number}                       on top of the starting money
        tech    {power: [development, …]}
        power, phase, round                           whose turn, at the beginning of which phase
        pool    {kind: number}                        bought and not yet placed
        """
        for field in position:
            if field not in FIELDS:
                raise UnknownName("part of a position", field, FIELDS)
        state = WarState(
            round=_number(position.get("round", self.scenario.round), "round", 1),
            power=self._power(position.get("power", self.scenario.power)),
            units={},
            owner=self._owners(_table(position.get("owners", {}), "owners")),
            money=self._money(_table(position.get("money", {}), "money")),
            tech=self._tech(_table(position.get("tech", {}), "tech")),
            seats=_seats(position.get("seats", ())),
        )
        for kind, number in _table(position.get("pool", {}), "pool").items():
            state.pool[self.types[kind].id] = _number(number, f"pool {kind}", 0)
        for space, owner in _table(position.get("changed", {}), "changed").items():
            state.changed[self.board.space(space).id] = self._power(owner) if owner else ""
        units = position.get("units")
        for space, forces in _table(self.scenario.units if units is None else units, "units").items():
            self._put_forces(state, self.board.space(space).id, _table(forces, f"units in {space}"))
        phase = position.get("phase")
        if phase is not None:
            names = [step.name for step in self.phases()]
            if phase not in names:
                raise UnknownName("phase", phase, names)
            state.phase = phase
            state.agenda = self.turn_from(phase)[::-1]
        problem = self.state_problem(state)
        if problem:
            raise BadValue(f"This position cannot be: {problem}")
        return state

    def _power(self, power: Any) -> str:
        return self.board.power(str(power)).id

    def _owners(self, changes: Mapping[str, Any]) -> dict[str, str]:
        owners = dict(self.board.first_owners)
        for space, owner in changes.items():
            if self.board.space(space).is_sea:
                raise BadValue(f"{space} is a sea zone and cannot be owned")
            if owner:
                owners[space] = self._power(owner)
            else:
                owners.pop(space, None)
        return owners

    def _money(self, changes: Mapping[str, Any]) -> dict[str, int]:
        money = dict(self.scenario.money)
        for power, amount in changes.items():
            money[self._power(power)] = _number(amount, f"money of {power}", 0)
        return money

    def _tech(self, given: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
        known = self.known_developments()
        for power, developments in given.items():
            self._power(power)
            for development in _names(developments, f"tech of {power}"):
                if development not in known:
                    raise UnknownName("development", development, known)
        return {power: tuple(dict.fromkeys(given[power])) for power in given if given[power]}

    def known_developments(self) -> tuple[str, ...]:
        """Names of the developments of this game."""
        return ()

    def _put_forces(self, state: WarState, space: str, forces: Mapping[str, Any]) -> None:
        for power, kinds in forces.items():
            self._power(power)
            for kind in sorted(_table(kinds, f"units of {power} in {space}"), key=self._carriers_first):
                entry = kinds[kind]
                for part in entry if isinstance(entry, list) else [entry]:
                    self._put(state, kind, power, space, part)
        for unit in state.units_in(space):
            if not unit.aboard and self.board.is_sea[space] and not self.types[unit.kind].is_sea and not unit.airborne:
                self._find_room(state, unit)
            if unit.kind in self.factories and state.owner.get(space, unit.power) != unit.power:
                state.change(unit.id, power=state.owner[space])  # a factory belongs to whoever holds the land

    def _carriers_first(self, kind: str) -> int:
        unit_type = self.types[kind]
        return self.types.rank[kind] - (100 if unit_type.cargo_capacity or unit_type.deck_capacity else 0)

    def _put(self, state: WarState, kind: str, power: str, space: str, part: Any) -> None:
        if isinstance(part, Mapping):
            for detail in part:
                if detail not in DETAILS:
                    raise UnknownName("detail of a unit", detail, DETAILS)
            details = self._checked_details(part, f"{kind} in {space}")
            number = _number(part.get("count", 1), f"number of {kind} in {space}", 0)
            cargo = _table(part.get("cargo", {}), f"cargo of {kind} in {space}")
        else:
            number, details, cargo = _number(part, f"number of {kind} in {space}", 0), {}, {}
        for _ in range(number):
            carrier = state.add(self.types[kind].id, power, space, **details)
            for owner, kinds in cargo.items():
                for passenger, count in _table(kinds, "cargo").items():
                    for _ in range(_number(count, f"cargo {passenger}", 0)):
                        state.add(self.types[passenger].id, self._power(owner), space, aboard=carrier.id)

    def _checked_details(self, part: Mapping[str, Any], what: str) -> dict[str, Any]:
        details: dict[str, Any] = {}
        for key in FIGURES:
            if key in part:
                details[key] = _number(part[key], f"{key} of {what}", 0)
        for key in FLAGS:
            if key in part:
                details[key] = _flag(part[key], f"{key} of {what}")
        if part.get("origin"):
            details["origin"] = self.board.space(str(part["origin"])).id
        return details

    def _find_room(self, state: WarState, unit: Unit) -> None:
        unit_type = self.types[unit.kind]
        friends = [u for u in state.units_in(unit.space) if u.power in self.board.allies[unit.power]]
        for ship in sorted(friends, key=lambda u: u.power != unit.power):
            if unit_type.deck_size and ship.kind in self.carriers and self.free_slots(state, ship) > 0:
                state.change(unit.id, aboard=ship.id)
                return
            size = unit_type.cargo_size
            if size and ship.kind in self.transports and self.room_on(state, ship) >= size:
                state.change(unit.id, aboard=ship.id)
                return

    # Writing

    def write_position(self, state: WarState) -> dict[str, Any]:
        """The position in words, also what units have done this turn; a battle and orders in progress are not in it."""
        units: dict[str, dict[str, dict[str, Any]]] = {}
        for unit in state.units.values():
            if unit.aboard and unit.aboard in state.units:
                continue
            kinds = units.setdefault(unit.space, {}).setdefault(unit.power, {})
            kinds.setdefault(unit.kind, []).append(self._details(state, unit))
        return {
            "power": state.power,
            "phase": state.phase or self.phases()[0].name,
            "round": state.round,
            "owners": self._changed_owners(state),
            "units": {
                space: {
                    power: {kind: _shorten(parts) for kind, parts in kinds.items()} for power, kinds in forces.items()
                }
                for space, forces in units.items()
            },
            "money": dict(state.money),
            "tech": {power: list(owned) for power, owned in state.tech.items()},
            "pool": dict(state.pool),
            "changed": dict(state.changed),
        }

    def _changed_owners(self, state: WarState) -> dict[str, str]:
        first = self.board.first_owners
        return {space: owner for space, owner in state.owner.items() if first.get(space) != owner}

    def _details(self, state: WarState, unit: Unit) -> dict[str, Any]:
        details: dict[str, Any] = {
            key: getattr(unit, key) for key in ("origin", *FIGURES, *FLAGS) if getattr(unit, key)
        }
        cargo: dict[str, dict[str, int]] = {}
        for passenger in state.aboard(unit):
            kinds = cargo.setdefault(passenger.power, {})
            kinds[passenger.kind] = kinds.get(passenger.kind, 0) + 1
        if cargo:
            details["cargo"] = cargo
        return details

    # Checking

    def state_problem(self, state: WarState) -> str:
        """What is impossible about a state: units where their kind cannot stand, too much cargo …"""
        try:
            return self._problem(state)
        except UnknownName as error:
            return str(error)

    def _problem(self, state: WarState) -> str:
        guns: Counter[str] = Counter()
        factories: Counter[str] = Counter()
        self.board.power(state.power)
        for power, amount in state.money.items():
            self.board.power(power)
            if amount < 0:
                return f"{power} has {amount} IPC"
        if set(state.money) != set(self.powers):
            return "every power needs its money, and nobody else"
        broken = self._broken_reference(state) or self._seat_problem(state)
        if broken:
            return broken
        for space, owner in state.owner.items():
            if self.board.space(space).is_sea or not self.board.power(owner):
                return f"{space} cannot be owned"
        lost = next((space for space in self.board.first_owners if space not in state.owner), "")
        if lost:
            return f"{lost} is no neutral: it must belong to somebody"
        for unit in state.units.values():
            problem = self._unit_problem(state, unit)
            if problem:
                return problem
            guns[unit.space] += unit.kind in self.guns and not unit.aboard
            factories[unit.space] += unit.kind in self.factories
        for counted, most, what in ((guns, self.guns_allowed(), "AA gun"), (factories, 1, "factory")):
            crowded = next((space for space, number in counted.items() if number > most), "")
            if crowded:
                return f"{crowded} has more than one {what}"
        return ""

    def _seat_problem(self, state: WarState) -> str:
        """Everybody steers powers of one side, and every power is steered by one person."""
        for seat in state.seats:
            sides = {self.board.side_of[self.board.power(power).id] for power in seat}
            if len(sides) > 1:
                return f"one person cannot steer {' and '.join(seat)}, which are at war with each other"
        if state.seats and sorted(power for seat in state.seats for power in seat) != sorted(self.powers):
            return "every power needs exactly one seat"
        return ""

    def _broken_reference(self, state: WarState) -> str:
        """Steps, units and spaces that are named somewhere in the state but do not exist."""
        for step in (*(task.step for task in state.agenda), *(decision.step for decision in state.open)):
            if step not in self._steps:
                return f"there is no step {step!r}"
        for decision in state.open:
            self.board.power(decision.power)
        for ident, unit in state.units.items():
            if ident != unit.id or unit.n > state.serial:
                return f"the unit {ident} is numbered wrongly"
        pledge = self._pledge_problem(state)
        if pledge:
            return pledge
        battle, flight = state.battle, state.flight
        named = (*battle.attackers, *battle.defenders, *battle.behind_line, *battle.bombarding) if battle else ()
        for ident in (*named, *(flight.units if flight else ())):
            if ident not in state.units and not (flight and ident in flight.units):
                return f"there is no unit {ident}"
        for space in ((battle.space, *battle.entered_from) if battle else ()) + (flight.guns if flight else ()):
            self.board.space(space)
        return ""

    def _pledge_problem(self, state: WarState) -> str:
        """Own carriers are pledged once each, new ones as far as they were bought, all to sea zones."""
        if state.pledges and state.phase != CombatMove.name:
            return "carriers are pledged in the combat move only"
        named = [carrier for carrier, _ in state.pledges if carrier]
        for carrier, zone in state.pledges:
            unit = state.units.get(carrier)
            if carrier and (unit is None or unit.power != state.power or unit.kind not in self.carriers):
                return f"{carrier} is no carrier that could be pledged"
            if not self.board.space(zone).is_sea:
                return f"a carrier is pledged to {zone}, which is land"
        if len(named) != len(set(named)):
            return "a carrier is pledged twice"
        if len(state.pledges) - len(named) > sum(state.pool.get(kind, 0) for kind in self.carriers):
            return "more new carriers are pledged than were bought"
        return ""

    def renew(self, state: WarState) -> None:
        """Orders that came later are accepted in a movement phase that was begun before."""
        super().renew(state)
        state.open = tuple(
            msgspec.structs.replace(decision, accepts=step.accepts)
            if isinstance(step := self.step(decision.step), MovePhase)
            else decision
            for decision in state.open
        )

    def _unit_problem(self, state: WarState, unit: Unit) -> str:
        unit_type = self.types[unit.kind]
        self.board.power(unit.power)
        sea = self.board.space(unit.space).is_sea
        ship = state.units.get(unit.aboard)
        for named in (unit.origin, unit.target):
            if named:
                self.board.space(named)
        if not sea and unit.space not in state.owner:
            return f"{unit.kind} stands in {unit.space}, which belongs to nobody"
        if unit.damage < 0 or (unit.damage >= self.hits_to_sink(unit.kind) and unit.kind not in self.factories):
            return f"{unit.id} in {unit.space} cannot have {unit.damage} hits"
        if not 0 <= unit.spent <= self.move_points(state, unit):
            return f"{unit.id} in {unit.space} cannot have moved {unit.spent} spaces"
        if unit_type.is_sea and not sea:
            return f"{unit.kind} stands on land in {unit.space}"
        if sea and unit_type.is_land and ship is None:
            return f"{unit.kind} in {unit.space} is on no transport with room"
        if sea and unit_type.is_air and ship is None and not unit.airborne and not unit.aboard:
            return f"{unit.kind} in {unit.space} is on no carrier with room"
        if ship is not None:
            if ship.space != unit.space:
                return f"{unit.id} is aboard {ship.id}, but not in the same space"
            if ship.power not in self.board.allies[unit.power]:
                return f"{unit.id} is aboard an enemy"
            if not (unit_type.cargo_size if ship.kind in self.transports else unit_type.deck_size):
                return f"{unit.kind} cannot be aboard {ship.id}"
        if ship is None and unit.kind in self.transports and self.room_on(state, unit) < 0:
            return f"{unit.id} in {unit.space} is overloaded"
        if ship is None and unit.kind in self.carriers and self.free_slots(state, unit) < 0:
            return f"{unit.id} in {unit.space} has too many fighters"
        return ""


def _shorten(parts: list[dict[str, Any]]) -> Any:
    plain = sum(not part for part in parts)
    special = [part for part in parts if part]
    if not special:
        return plain
    return ([plain] if plain else []) + special


def _table(value: Any, what: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadValue(f"{what}: a table was expected, not {value!r}")
    return value


def _seats(value: Any) -> Seats:
    if not isinstance(value, list | tuple):
        raise BadValue(f"seats: a list of seats was expected, not {value!r}")
    return tuple(_names(seat, "seat") for seat in value)


def _names(value: Any, what: str) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(name, str) for name in value):
        raise BadValue(f"{what}: a list of names was expected, not {value!r}")
    return tuple(value)


def _flag(value: Any, what: str) -> bool:
    if not isinstance(value, bool):
        raise BadValue(f"{what}: true or false was expected, not {value!r}")
    return value


def _number(value: Any, what: str, low: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < low:
        raise BadValue(f"{what}: a number of at least {low} was expected, not {value!r}")
    return value
