"""Transports: loading, carrying, unloading, and the landing declared in the combat move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from sandtable.warfare import events
from sandtable.warfare.actions import Sail
from sandtable.warfare.base import WarTable
from sandtable.warfare.sea import SeaMovement
from sandtable.warfare.state import Unit, WarState


class Transports(SeaMovement):
    """Cargo by sea."""

    # Capacity

    def load_of(self, units: Sequence[Unit]) -> int:
        """How much room cargo takes on a transport."""
        return sum(self.types[unit.kind].cargo_size for unit in units)

    def check_load(self, transport: Unit, cargo: Sequence[Unit]) -> None:
        """Refuse more cargo than a transport holds."""
        if self.load_of(cargo) > self.types[transport.kind].cargo_capacity:
            raise self.refuse("transport.full", cargo=self.count(cargo))

    def room_on(self, state: WarState, transport: Unit) -> int:
        """Free room on a transport."""
        return self.types[transport.kind].cargo_capacity - self.load_of(state.aboard(transport))

    # Combat move

    def declare_landing(self, table: WarTable, order: Sail) -> None:
        """Load, sail and declare an amphibious assault (or carry cargo into a sea battle)."""
        state = table.state
        power = state.power
        transport, route = self._check_transport(state, order)
        boarding = self._check_boarding(state, order, transport)
        self.check_sea_route(state, [transport], route)
        hostile = self.is_hostile_zone(state, power, route[-1])
        landing = self._check_landing_party(state, order, transport, boarding)
        gun = next((unit for unit in (*boarding, *landing) if unit.kind in self.guns), None)
        if gun is not None:
            raise self.refuse("move.combat_gun.landing", unit=gun.kind)
        if not landing:
            if boarding:
                raise self.refuse("transport.idle_boarding")
            if len(route) == 1:
                raise self.refuse("move.no_combat", space=route[-1])
            self.sail_to_attack(table, [transport], route)
            return
        self._check_landing_target(state, order, route[-1])
        if hostile and transport.power != power and not self.clears_zone(state, route[-1]):
            raise self.refuse("transport.hostile_zone", zone=route[-1])
        if any(unit.id not in order.unload for unit in boarding):
            raise self.refuse("transport.idle_boarding")
        fees = self.check_fees(state, power, [order.target])
        self.pay_fees(table, power, fees)
        self._board(table, transport, order, boarding, done=False)
        if transport.power == power:
            self.shift_ships(table, [transport], route, "move")
        zone = route[-1]
        for unit in landing:
            state.change(unit.id, task="land", target=order.target, done=True)
        table.tell(
            events.LandingDeclared(power, tuple(unit.id for unit in landing), self.count(landing), zone, order.target)
        )

    def clears_zone(self, state: WarState, zone: str) -> bool:
        """Whether the active power's own ships may clear a zone in which an ally's transport waits."""
        return False

    def _check_transport(self, state: WarState, order: Sail) -> tuple[Unit, tuple[str, ...]]:
        transport = state.units.get(order.transport)
        if transport is None:
            raise self.refuse("unit.unknown", unit=order.transport)
        if transport.kind not in self.transports:
            raise self.refuse("transport.not_one", unit=transport.kind)
        route = order.route
        self.check_route_shape(route, transport.space)
        if transport.power != state.power:
            if transport.power in self.board.enemies[state.power]:
                raise self.refuse("unit.not_yours", unit=transport.kind, owner=transport.power)
            if len(route) > 1:
                raise self.refuse("transport.allied", owner=transport.power)
        if transport.done and not (len(route) == 1 and state.phase == "combat_move" and not order.load):
            fought = state.phase == "noncombat_move" and transport.task != "unloaded"
            raise self.refuse("transport.fought" if fought else "transport.done")
        if len(route) - 1 > self.points_left(state, transport):
            raise self.refuse(
                "move.too_far.sea",
                unit=transport.kind,
                points=self.points_left(state, transport),
                steps=len(route) - 1,
            )
        return transport, route

    def _check_boarding(self, state: WarState, order: Sail, transport: Unit) -> list[Unit]:
        """The units that board, each in a zone of the route next to the coast where it stands."""
        if not order.load:
            return []
        if transport.power != state.power and state.phase == "combat_move":
            raise self.refuse("transport.allied_boarding", owner=transport.power)
        units = self.named_units(state, order.load, state.power)
        for unit in units:
            zone = order.load[unit.id]
            if not self.types[unit.kind].cargo_size:
                raise self.refuse(f"transport.not_cargo.{self.types[unit.kind].domain}", unit=unit.kind)
            if unit.aboard:
                raise self.refuse("move.aboard", unit=unit.kind)
            if unit.captured:
                raise self.refuse("move.captured_gun")
            if unit.spent or unit.done:
                raise self.refuse("transport.already_moved", unit=unit.kind)
            if zone not in order.route or zone not in self.board.borders[unit.space]:
                raise self.refuse("transport.not_at_coast", unit=unit.kind, space=unit.space, zone=zone)
            if self.is_hostile_zone(state, state.power, zone):
                raise self.refuse("transport.hostile_zone", zone=zone)
        self.check_load(transport, [*state.aboard(transport), *units])
        return units

    def _check_landing_party(
        self, state: WarState, order: Sail, transport: Unit, boarding: Sequence[Unit]
    ) -> list[Unit]:
        if not order.unload:
            return []
        for ident in order.unload:
            guest = state.units.get(ident)
            if guest is not None and guest.aboard == transport.id and guest.power != state.power:
                raise self.refuse("transport.allied_cargo", owner=guest.power)
        party = self.named_units(state, order.unload, state.power)
        on_board = {unit.id for unit in (*state.aboard(transport), *boarding)}
        for unit in party:
            if unit.id not in on_board:
                raise self.refuse("transport.not_aboard", unit=unit.kind)
            if unit.done and unit.spent and transport.power != state.power:
                raise self.refuse("transport.allied_boarding", owner=transport.power)
            if unit.done:
                raise self.refuse("transport.already_moved", unit=unit.kind)
        others = {u.target for u in state.aboard(transport) if u.task == "land" and u.target != order.target}
        if others:
            raise self.refuse("transport.two_targets", space=next(iter(others)))
        return party

    def _check_landing_target(self, state: WarState, order: Sail, zone: str) -> None:
        target = order.target
        self.known_space(target)
        if self.board.is_sea[target] or target not in self.board.borders[zone]:
            raise self.refuse("transport.not_a_coast", space=target, zone=zone)
        if self.is_friendly(state, state.power, target):
            raise self.refuse("transport.landing_on_friends", space=target)

    def _board(self, table: WarTable, transport: Unit, order: Sail, boarding: Sequence[Unit], done: bool) -> None:
        state = table.state
        for unit in boarding:
            # Boarding plus landing is the unit's whole move: its points are gone.
            points = self.move_points(state, unit)
            state.change(unit.id, space=transport.space, aboard=transport.id, spent=points, done=done)
        for zone in order.route:
            here = [unit for unit in boarding if order.load[unit.id] == zone]
            if here:
                idents = tuple(unit.id for unit in here)
                table.tell(events.UnitsLoaded(state.power, idents, self.count(here), transport.id, zone))

    def landing_orders(self, state: WarState, transport: Unit) -> Iterator[Sail]:
        """Elementary assaults of one transport: each landing zone, target and loadable unit or pair."""
        power = state.power
        own = transport.power == power
        if transport.done:
            return
        aboard = tuple(u.id for u in state.aboard(transport) if u.power == power and self._can_land(u))
        room = self.room_on(state, transport)
        declared = {u.target for u in state.aboard(transport) if u.task == "land"}
        for route in self._landing_routes(state, transport, own):
            back = len(route) == 3 and route[0] == route[2]
            targets = [t for t in self.board.land_borders[route[-1]] if self._can_be_landed_in(state, power, t)]
            targets = [t for t in targets if not declared or t in declared]
            if not targets:
                continue
            loads = self._possible_loads(state, power, route, room) if own and room else []
            for target in targets:
                if aboard and not back:
                    yield Sail(transport.id, route, {}, aboard, target)
                for load in loads:
                    if back and route[1] not in load.values():
                        continue  # what is loaded at the start needs no round trip
                    yield Sail(transport.id, route, load, (*aboard, *load), target)

    def _can_land(self, unit: Unit) -> bool:
        return unit.kind not in self.guns and not unit.done

    def _can_be_landed_in(self, state: WarState, power: str, space: str) -> bool:
        owner = state.owner.get(space)
        if owner is None:
            return self._neutral_open(state, power, space)
        return owner in self.board.enemies[power]

    def _landing_routes(self, state: WarState, transport: Unit, own: bool) -> Iterator[tuple[str, ...]]:
        here = transport.space
        if own or not self.is_hostile_zone(state, state.power, here) or self.clears_zone(state, here):
            yield (here,)  # in a hostile zone the landing waits for the sea battle
        if own:
            for route, hostile in self._sea_routes(state, transport):
                yield route
                if len(route) == 2 and not hostile and self.points_left(state, transport) > 1:
                    yield (*route, transport.space)  # out to load, and back

    def _possible_loads(self, state: WarState, power: str, route: tuple[str, ...], room: int) -> list[dict[str, str]]:
        """One unit of each kind per coast along the route, and pairs where there is room for two."""
        singles: list[tuple[Unit, str]] = []
        seen: set[tuple[str, str]] = set()
        kinds: dict[tuple[str, str], int] = {}
        for zone in route:
            if self.is_hostile_zone(state, power, zone):
                continue
            for coast in self.board.land_borders[zone]:
                for unit in state.units_in(coast):
                    size = self.types[unit.kind].cargo_size
                    if (
                        unit.power != power
                        or not size
                        or size > room
                        or unit.kind in self.guns
                        or unit.spent
                        or unit.done
                        or unit.aboard
                    ):
                        continue
                    key = (coast, unit.kind)
                    if kinds.get(key, 0) < 2 and (unit.id, coast) not in seen:
                        kinds[key] = kinds.get(key, 0) + 1
                        seen.add((unit.id, coast))
                        singles.append((unit, zone))
        loads = []
        shown: set[tuple[tuple[str, str], ...]] = set()
        groups = [((one,)) for one in singles] + list(combinations(singles, 2))
        for group in groups:
            if self.load_of([unit for unit, _ in group]) > room:
                continue
            look = tuple((unit.space, unit.kind) for unit, _ in group)
            if look not in shown:
                shown.add(look)
                loads.append({unit.id: zone for unit, zone in group})
        return loads

    # Noncombat move

    def ferry(self, table: WarTable, order: Sail) -> None:
        """Load, carry and unload between friendly coasts."""
        state = table.state
        power = state.power
        transport, route = self._check_transport(state, order)
        boarding = self._check_boarding(state, order, transport)
        self.check_sea_route(state, [transport], route)
        zone = route[-1]
        if len(route) > 1 and not self.may_end_peacefully(state, transport, zone):
            raise self.refuse("move.noncombat_zone", space=zone)
        party = self._check_landing_party(state, order, transport, boarding)
        if party:
            self._check_peaceful_target(state, order, zone, party)
        if not party and not boarding and len(route) == 1:
            raise self.refuse("transport.nothing")
        if boarding and party and transport.power != power:
            raise self.refuse("transport.allied_boarding", owner=transport.power)
        self._board(table, transport, order, boarding, done=transport.power != power)
        if transport.power == power and len(route) > 1:
            self.shift_ships(table, [transport], route, "move", done=False)
        if party:
            self.put_ashore(table, transport.id, party, order.target)

    def _check_peaceful_target(self, state: WarState, order: Sail, zone: str, party: Sequence[Unit]) -> None:
        target = order.target
        self.known_space(target)
        if self.board.is_sea[target] or target not in self.board.borders[zone]:
            raise self.refuse("transport.not_a_coast", space=target, zone=zone)
        if self.is_neutral(state, target):
            raise self.refuse("move.noncombat_neutral", space=target)
        if not self.is_friendly(state, state.power, target):
            raise self.refuse("move.noncombat_enemy", space=target)
        if self.is_hostile_zone(state, state.power, zone):
            raise self.refuse("transport.hostile_zone", zone=zone)
        self.check_room_for_guns(state, target, sum(unit.kind in self.guns for unit in party))

    def put_ashore(self, table: WarTable, ship: str, party: Sequence[Unit], target: str) -> None:
        """Cargo leaves its transport; the turn of both is over."""
        state = table.state
        zone = state.change(ship, done=True, task="unloaded").space
        for unit in party:
            state.change(unit.id, space=target, aboard="", done=True, origin=zone, task="", target="")
        table.tell(events.UnitsUnloaded(state.power, tuple(u.id for u in party), self.count(party), ship, target))

    def ferry_orders(self, state: WarState, transport: Unit) -> Iterator[Sail]:
        """Elementary orders of one transport: load one unit here, or put ashore what it has."""
        power = state.power
        zone = transport.space
        if transport.done or self.is_hostile_zone(state, power, zone):
            return
        ashore = tuple(u.id for u in state.aboard(transport) if u.power == power and not u.done)
        guns = sum(state.units[ident].kind in self.guns for ident in ashore)
        if ashore:
            for coast in self.board.land_borders[zone]:
                if self.is_friendly(state, power, coast) and (not guns or self.has_room_for_gun(state, coast)):
                    yield Sail(transport.id, (zone,), {}, ashore, coast)
        room = self.room_on(state, transport)
        if not room:
            return
        for coast in self.board.land_borders[zone]:
            seen: set[str] = set()
            for unit in state.units_in(coast):
                size = self.types[unit.kind].cargo_size
                if unit.power == power and unit.kind not in seen and size and size <= room:
                    if not (unit.spent or unit.done or unit.captured):
                        seen.add(unit.kind)
                        yield Sail(transport.id, (zone,), {unit.id: zone})

    def check_route_shape(self, route: tuple[str, ...], start: str) -> None:
        """A route begins where the units are and goes from neighbour to neighbour."""
        if not route:
            raise self.refuse("move.no_route")
        for space in route:
            self.known_space(space)
        if route[0] != start:
            raise self.refuse("move.wrong_start", space=start, given=route[0])
        for here, there in pairwise(route):
            if there not in self.board.borders[here]:
                raise self.refuse("move.not_adjacent", here=here, there=there)
