"""Finding the way when a player names only where to go."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.warfare.actions import Move
from sandtable.warfare.movement import Movement
from sandtable.warfare.movemenu import MoveMenu
from sandtable.warfare.state import Unit, WarState

Route = tuple[str, ...]
MOST = 60
"""Routes tried before giving up."""


def routes(rules: Movement, state: WarState, unit: Unit, end: str, raid: bool = False) -> list[Route]:
    """Ways for a unit to a space, the most promising first: what the rules suggest, then all short ones."""
    suggested = [
        order.route
        for order in MoveMenu(rules, state).orders(unit)
        if isinstance(order, Move) and order.route[-1] == end and order.raid == raid
    ]
    borders = _borders(rules, unit)
    points = max(rules.points_left(state, unit), 1)
    found = dict.fromkeys(sorted(suggested, key=len))
    for route in paths(borders, unit.space, end, points):
        found[route] = None
        if len(found) >= MOST:
            break
    if not found:
        found = dict.fromkeys(paths(rules.board.borders, unit.space, end, len(rules.board.spaces), shortest=True))
    return list(found)[:MOST]


def through(rules: Movement, unit: Unit, stops: Route) -> Route:
    """A route over given stops, filled in with shortest ways where they are not neighbours."""
    borders = _borders(rules, unit)
    route: Route = stops[:1]
    for stop in stops[1:]:
        leg = next(paths(borders, route[-1], stop, 12, shortest=True), None)
        leg = leg or next(paths(rules.board.borders, route[-1], stop, 99, shortest=True), (route[-1], stop))
        route += leg[1:]
    return route


def sea_routes(rules: Movement, ship: Unit, points: int) -> list[Route]:
    """Every way a ship can sail with these points without coming back, standing still included, short ones first."""
    found: list[Route] = [(ship.space,)]
    frontier = found
    for _ in range(points):
        frontier = [(*way, zone) for way in frontier for zone in rules.board.sea_borders[way[-1]] if zone not in way]
        found = found + frontier
    return found


def paths(
    borders: dict[str, tuple[str, ...]], start: str, end: str, points: int, *, shortest: bool = False
) -> Iterator[Route]:
    """Ways from neighbour to neighbour: the shortest ones, then those one step longer."""
    distance = _distances(borders, end)
    if start not in distance or start == end:
        return
    for length in (distance[start], distance[start] + 1)[: 1 if shortest else 2]:
        if length <= points:
            yield from _walk(borders, (start,), end, length, distance)


def _walk(
    borders: dict[str, tuple[str, ...]], way: Route, end: str, left: int, distance: dict[str, int]
) -> Iterator[Route]:
    if way[-1] == end:
        if left == 0:
            yield way
        return
    for step in borders[way[-1]]:
        if step not in way and distance.get(step, 99) <= left - 1:
            yield from _walk(borders, (*way, step), end, left - 1, distance)


def _distances(borders: dict[str, tuple[str, ...]], origin: str) -> dict[str, int]:
    known = {origin: 0}
    frontier = [origin]
    while frontier:
        reached = []
        for here in frontier:
            for there in borders[here]:
                if there not in known:
                    known[there] = known[here] + 1
                    reached.append(there)
        frontier = reached
    return known


def _borders(rules: Movement, unit: Unit) -> dict[str, tuple[str, ...]]:
    if unit.kind in rules.air:
        return rules.board.borders
    return rules.board.sea_borders if unit.kind in rules.ships else rules.board.land_borders
