"""Islands drawn larger than they are, so that they can be seen and hit."""

from __future__ import annotations

import math
import zlib

import shapely
from shapely.affinity import scale, translate
from shapely.geometry import MultiPolygon, Polygon, box

from maps.geography import KM_PER_DEGREE, polygons
from maps.places import Land

CORNERS = 48
WAVES = (2, 3, 5)
"""How often the coast swings in and out on the way round; several waves together look grown, not drawn."""
SWING = 0.09
"""How far each wave swings, as a share of the radius."""


def grown(shape: MultiPolygon, km: float) -> MultiPolygon:
    """A shape in degrees with more land all round it."""
    stretch = math.cos(math.radians(shape.centroid.y))
    flat = scale(shape, xfact=stretch, origin=(0, 0))
    return polygons(scale(flat.buffer(km / KM_PER_DEGREE), xfact=1 / stretch, origin=(0, 0)))


def island(name: str, land: Land, west: float) -> MultiPolygon:
    """An island of the given radius around each point of the space, each with a coast of its own."""
    shapes = []
    for number, (x, y) in enumerate(land.points):
        x = (x - west) % 360 + west
        height = land.island_radius_km / KM_PER_DEGREE
        width = height / math.cos(math.radians(y))
        # The coast depends on the name alone: building again gives the same island.
        seed = zlib.crc32(f"{name} {number}".encode())
        phases = [(seed >> (8 * i)) % 256 / 256 * math.tau for i in range(len(WAVES))]
        rim = []
        for step in range(CORNERS):
            turn = step / CORNERS * math.tau
            reach = 1 + sum(SWING * math.sin(wave * turn + phase) for wave, phase in zip(WAVES, phases, strict=True))
            rim.append((x + width * reach * math.cos(turn), y + height * reach * math.sin(turn)))
        shapes += [translate(Polygon(rim), xoff=turn) for turn in (-360, 0, 360)]
    return polygons(shapely.union_all(shapes).intersection(box(west, -90, west + 360, 90)))
