"""Movement of land units: marching, entering enemy land, the blitz."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.warfare import events
from sandtable.warfare.base import WarTable
from sandtable.warfare.neutrals import Neutrals
from sandtable.warfare.state import Unit, WarState

Route = tuple[str, ...]


class LandMovement(Neutrals):
    """Infantry, armour and AA guns on the march."""

    # Combat move

    def march_to_attack(self, table: WarTable, units: Sequence[Unit], route: Route) -> None:
        """Land units attack, walk in, blitz or enter a neutral."""
        state = table.state
        power = state.power
        for unit in units:
            if unit.kind in self.guns:
                raise self.refuse("move.combat_gun", unit=unit.kind)
        blitzed = self._check_way(state, power, units, route)
        target = route[-1]
        if self.is_friendly(state, power, target) and not blitzed:
            raise self.refuse("move.no_combat", space=target)
        for space in blitzed:
            self.capture(table, space, power, "blitz")
        self.pay_fees(table, power, self.check_fees(state, power, [target]))  # booty from the way may pay it
        for unit in units:
            state.change(unit.id, space=target, origin=route[-2], spent=unit.spent + len(route) - 1, done=True)
        table.tell(
            events.UnitsMoved(
                power,
                tuple(unit.id for unit in units),
                self.count(units),
                route,
                "blitz" if blitzed else "move",
            )
        )
        if self.is_neutral(state, target):
            self.capture(table, target, power, "neutral")

    def _check_way(self, state: WarState, power: str, units: Sequence[Unit], route: Route) -> list[str]:
        """Check every space of the route but the last; returns the territories blitzed through."""
        blitzed = []
        for space in route[1:]:
            if self.board.is_sea[space]:
                raise self.refuse("move.land_into_sea", unit=units[0].kind, space=space)
        for space in route[1:-1]:
            if self.is_neutral(state, space):
                raise self.refuse("move.neutral_stops", space=space)
            if not self.is_friendly(state, power, space):
                if self.is_defended(state, power, space):
                    raise self.refuse("move.enemy_stops", space=space)
                if any(unit.kind not in self.blitzers for unit in units):
                    raise self.refuse("move.no_blitz", space=space)
                if not self.may_blitz(state, space):
                    raise self.refuse("move.blitz_stopped", space=space)
                blitzed.append(space)
        return blitzed

    def may_blitz(self, state: WarState, space: str) -> bool:
        """Whether an undefended enemy territory can be blitzed through."""
        return True

    def attack_routes(self, state: WarState, unit: Unit) -> Iterator[Route]:
        """Ways in which one land unit can make a combat move (one per target and blitz)."""
        power = unit.power
        here = unit.space
        left = self.points_left(state, unit)
        enemies = self.board.enemies[power]
        owner = state.owner
        reached: set[str] = set()
        second: list[tuple[str, bool]] = []
        for step in self.board.land_borders[here]:
            holder = owner.get(step)
            if holder is None:
                if self._neutral_open(state, power, step):
                    reached.add(step)
                    yield (here, step)
            elif holder in enemies:
                reached.add(step)
                yield (here, step)
                if left > 1 and unit.kind in self.blitzers and not self.is_defended(state, power, step):
                    if self.may_blitz(state, step):
                        second.append((step, True))
            elif left > 1:
                second.append((step, False))
        for step, blitz in second:
            for target in self.board.land_borders[step]:
                if target in reached and not blitz:
                    continue
                holder = owner.get(target)
                if holder is None:
                    if not self._neutral_open(state, power, target, self.booty(state, step) if blitz else 0):
                        continue
                elif holder not in enemies and not blitz:
                    continue
                if not blitz:
                    reached.add(target)
                yield (here, step, target)

    def _neutral_open(self, state: WarState, power: str, space: str, booty: int = 0) -> bool:
        if not self.may_violate_neutrals():
            return False
        return space in state.fees or state.money[power] + booty >= self.neutral_fee

    # Noncombat move

    def march(self, table: WarTable, units: Sequence[Unit], route: Route) -> None:
        """Land units move through friendly land."""
        state = table.state
        power = state.power
        for unit in units:
            if unit.captured and unit.kind in self.guns:
                raise self.refuse("move.captured_gun")
        for space in route[1:]:
            if self.board.is_sea[space]:
                raise self.refuse("move.land_into_sea", unit=units[0].kind, space=space)
            if self.is_neutral(state, space):
                raise self.refuse("move.noncombat_neutral", space=space)
            if not self.is_friendly(state, power, space):
                raise self.refuse("move.noncombat_enemy", space=space)
        arriving = sum(unit.kind in self.guns for unit in units)
        self.check_room_for_guns(state, route[-1], arriving)
        for unit in units:
            state.change(unit.id, space=route[-1], spent=unit.spent + len(route) - 1)
        table.tell(events.UnitsMoved(power, tuple(unit.id for unit in units), self.count(units), route))

    def guns_allowed(self) -> int:
        """How many AA guns may stand in one territory."""
        return 1

    def has_room_for_gun(self, state: WarState, space: str) -> bool:
        """Whether one more AA gun may stand in a territory."""
        return sum(unit.kind in self.guns for unit in state.units_in(space)) < self.guns_allowed()

    def check_room_for_guns(self, state: WarState, space: str, arriving: int) -> None:
        """Refuse more AA guns than may stand in one territory."""
        standing = sum(unit.kind in self.guns for unit in state.units_in(space))
        if arriving and standing + arriving > self.guns_allowed():
            raise self.refuse("gun.second", space=space)

    def march_routes(self, state: WarState, unit: Unit) -> Iterator[Route]:
        """Friendly territories one land unit can march to, with one route each."""
        left = self.points_left(state, unit)
        if unit.kind in self.factories or (unit.captured and unit.kind in self.guns) or left < 1:
            return
        allies = self.board.allies[unit.power]
        owner = state.owner
        gun = unit.kind in self.guns
        reached = {unit.space}
        frontier: list[Route] = [(unit.space,)]
        while frontier and left > 0:
            left -= 1
            further: list[Route] = []
            for route in frontier:
                for step in self.board.land_borders[route[-1]]:
                    if step not in reached and owner.get(step) in allies:
                        reached.add(step)
                        further.append((*route, step))
                        if not gun or self.has_room_for_gun(state, step):
                            yield further[-1]
            frontier = further
