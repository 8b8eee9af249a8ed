"""Cells around points: to every spot belongs the nearest point, the shorter way round the world."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import shapely
from shapely.geometry import MultiPoint, MultiPolygon, Polygon, box

from maps.geography import polygons
from maps.places import Position

ROOM = 30
"""How many degrees beyond its window the diagram reaches, so that no cell ends at its rim."""


def nearest(points: Mapping[str, Sequence[Position]], west: float) -> dict[str, MultiPolygon]:
    """The share of each owner in the window between the meridian `west` and `west` + 360."""
    owners: list[str] = []
    sites: list[Position] = []
    for owner, places in points.items():
        for x, y in places:
            x = (x - west) % 360 + west
            for turn in (-360, 0, 360):
                owners.append(owner)
                sites.append((x + turn, y))
    window = box(west, -90, west + 360, 90)
    if len(points) == 1:
        return {owner: MultiPolygon([window]) for owner in points}
    extent = box(west - 360 - ROOM, -90 - ROOM, west + 720 + ROOM, 90 + ROOM)
    diagram = shapely.voronoi_polygons(MultiPoint(sites), extend_to=extent, ordered=True)
    shares: dict[str, list[Polygon]] = {owner: [] for owner in points}
    for owner, cell in zip(owners, shapely.get_parts(diagram).tolist(), strict=True):
        shares[owner].append(cell)
    return {owner: polygons(shapely.union_all(cells).intersection(window)) for owner, cells in shares.items()}
