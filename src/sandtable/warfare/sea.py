"""Movement of ships: open and hostile zones, canals, bombardment positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from sandtable.core.errors import IllegalAction
from sandtable.warfare import events
from sandtable.warfare.base import WarTable
from sandtable.warfare.land import LandMovement, Route
from sandtable.warfare.state import Unit, WarState


class SeaMovement(LandMovement):
    """Ships at sea."""

    def canal_open(self, state: WarState, power: str, here: str, there: str) -> bool:
        """A canal is open to a power whose side held every bank when the turn began."""
        canal = self.board.canal_between.get((here, there))
        if canal is None:
            return True
        allies = self.board.allies[power]
        return all(self.owner_at_start(state, bank) in allies for bank in canal.banks)

    def closed_way(self, here: str, there: str) -> IllegalAction:
        """The refusal of a passage that is not open."""
        canal = self.board.canal_between[here, there]
        return self.refuse("move.canal_closed", canal=canal.id, banks=canal.banks)

    def must_stop(self, state: WarState, ship: Unit, zone: str) -> bool:
        """Whether a ship that enters a zone must end its move there."""
        return self.is_hostile_zone(state, ship.power, zone)

    def may_end_peacefully(self, state: WarState, ship: Unit, zone: str) -> bool:
        """Whether a ship may end its noncombat move in a zone."""
        return not self.is_hostile_zone(state, ship.power, zone)

    def may_attack_zone(self, state: WarState, ships: Sequence[Unit], zone: str) -> bool:
        """Whether ships entering a zone in the combat move find a battle there."""
        return self.is_hostile_zone(state, ships[0].power, zone)

    def check_sea_route(self, state: WarState, ships: Sequence[Unit], route: Route) -> None:
        """Sea zones only, canals open, nothing passed that stops a ship."""
        power = state.power
        for here, there in pairwise(route):
            if not self.board.is_sea[there]:
                raise self.refuse("move.ship_on_land", space=there)
            if not self.canal_open(state, power, here, there):
                raise self.closed_way(here, there)
        for zone in route[1:-1]:
            for ship in ships:
                if self.must_stop(state, ship, zone):
                    raise self.refuse(f"move.zone_stops.{ship.kind}", space=zone)

    def sail_to_attack(self, table: WarTable, ships: Sequence[Unit], route: Route) -> None:
        """Ships enter a hostile zone to fight there."""
        state = table.state
        self.check_sea_route(state, ships, route)
        if not self.may_attack_zone(state, ships, route[-1]) and not self.may_leave(state, ships):
            raise self.refuse("move.no_combat", space=route[-1])
        self.shift_ships(table, ships, route, "move")

    def may_leave(self, state: WarState, ships: Sequence[Unit]) -> bool:
        """Whether ships may make a combat move into an open zone (none unless an option says so)."""
        return False

    def take_up_bombardment(self, table: WarTable, ships: Sequence[Unit], route: Route, target: str) -> None:
        """Battleships take their place off a coast where a landing was declared."""
        state = table.state
        power = state.power
        self.known_space(target)
        zone = route[-1]
        for ship in ships:
            if ship.kind not in self.bombarders:
                raise self.refuse("bombard.not_a_battleship", unit=ship.kind)
        self.check_sea_route(state, ships, route)
        if self.is_hostile_zone(state, power, zone):
            raise self.refuse("bombard.hostile_zone", space=zone)
        if not self.lands_from(state, power, zone, target):
            raise self.refuse("bombard.no_landing", space=target, zone=zone)
        if not self.is_defended(state, power, target):
            raise self.refuse("bombard.undefended", space=target)
        self.shift_ships(table, ships, route, "bombard", task="bombard", target=target)

    def lands_from(self, state: WarState, power: str, zone: str, target: str) -> bool:
        """Whether a landing in `target` was declared from `zone`."""
        return any(u.task == "land" and u.target == target and u.power == power for u in state.units_in(zone))

    def shift_ships(
        self,
        table: WarTable,
        ships: Sequence[Unit],
        route: Route,
        manner: str,
        task: str = "",
        target: str = "",
        done: bool = True,
    ) -> None:
        """Move ships with everything aboard."""
        state = table.state
        if len(route) > 1:
            for ship in ships:
                self.carry_along(table, ship, route[-1])
        for ship in ships:
            state.change(
                ship.id,
                space=route[-1],
                origin=route[-2] if len(route) > 1 else ship.origin,
                spent=ship.spent + len(route) - 1,
                done=done,
                task=task,
                target=target,
            )
        if len(route) > 1 or task:
            idents = tuple(ship.id for ship in ships)
            table.tell(events.UnitsMoved(state.power, idents, self.count(ships), route, manner))

    def carry_along(self, table: WarTable, ship: Unit, zone: str) -> None:
        """Cargo goes where its ship goes."""
        for passenger in table.state.aboard(ship):
            table.state.change(passenger.id, space=zone)

    def sea_attack_routes(self, state: WarState, ship: Unit) -> Iterator[Route]:
        """Zones a ship can enter to fight there, with one route each."""
        for route, _ in self._sea_routes(state, ship):
            if self.may_attack_zone(state, [ship], route[-1]):
                yield route

    def sea_routes(self, state: WarState, ship: Unit) -> Iterator[Route]:
        """Zones a ship can reach peacefully, with one route each."""
        for route, _ in self._sea_routes(state, ship):
            if self.may_end_peacefully(state, ship, route[-1]):
                yield route

    def _sea_routes(self, state: WarState, ship: Unit) -> Iterator[tuple[Route, bool]]:
        power = ship.power
        left = self.points_left(state, ship)
        reached = {ship.space}
        frontier: list[Route] = [(ship.space,)]
        while frontier and left > 0:
            left -= 1
            further: list[Route] = []
            for route in frontier:
                here = route[-1]
                for there in self.board.sea_borders[here]:
                    if there in reached or not self.canal_open(state, power, here, there):
                        continue
                    reached.add(there)
                    onward = (*route, there)
                    stops = self.must_stop(state, ship, there)
                    yield onward, stops
                    if not stops:
                        further.append(onward)
            frontier = further

    # Noncombat move

    def sail(self, table: WarTable, ships: Sequence[Unit], route: Route) -> None:
        """Ships move through open zones."""
        state = table.state
        self.check_sea_route(state, ships, route)
        if not all(self.may_end_peacefully(state, ship, route[-1]) for ship in ships):
            raise self.refuse("move.noncombat_zone", space=route[-1])
        self.shift_ships(table, ships, route, "move", done=False)
