"""Where units stand: places of equal size that do not overlap each other, the border or the name."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import shapely

from maps.topology import Point

LARGEST = 13.0
SMALLEST = 5.6
"""Largest and smallest radius of a place, in map units."""
SHRINK = 0.94
SHIFTS = 4
"""The pattern is tried at this many shifts in either direction."""
ROW = math.sqrt(3) / 2


class Anchors(NamedTuple):
    """Places of units, those nearest to the middle first, and their radius."""

    places: list[Point]
    radius: float


def find(free: Any, middle: Point, wanted: int, at_most: int, largest: float = LARGEST) -> Anchors | None:
    """The largest places of which enough fit into the free room; None if only tiny ones do."""
    radius = largest
    while radius >= SMALLEST:
        places = _packed(free, radius)
        if len(places) >= wanted:
            places.sort(key=lambda place: math.dist(place, middle))
            return Anchors(places[:at_most], radius)
        radius *= SHRINK
    return None


def _packed(free: Any, radius: float) -> list[Point]:
    """As many places as a hexagonal pattern puts into the room."""
    room = free.buffer(-radius, quad_segs=4)
    if room.is_empty:
        return []
    left, top, right, bottom = room.bounds
    step = radius * 2.08
    best: list[Point] = []
    for number in range(SHIFTS * SHIFTS):
        dx, dy = number % SHIFTS / SHIFTS * step, number // SHIFTS / SHIFTS * step * ROW
        spots = [
            (left + dx + (column - (row % 2) / 2) * step, top + dy + (row - 1) * step * ROW)
            for row in range(int((bottom - top) / (step * ROW)) + 3)
            for column in range(int((right - left) / step) + 3)
        ]
        points = shapely.points(spots)
        inside = [spots[i] for i in shapely.contains(room, points).nonzero()[0].tolist()]
        if len(inside) > len(best):
            best = inside
    return best
