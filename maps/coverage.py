"""All spaces of a map as one net of faces without gaps and overlaps, in map units."""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

import numpy as np
import shapely
from shapely import STRtree
from shapely.geometry import MultiPolygon, Polygon, box
from shapely.geometry.base import BaseGeometry

from maps import cells
from maps.geography import polygons
from maps.land import LandShapes
from maps.places import Places
from maps.projection import WIDTH, Projection

GRID = 1 / 256
"""Every vertex lies on this grid, so that borders computed twice come out the same. A binary fraction: exact."""
CRUMB = 6.0
"""Square units below which a loose piece of water joins the water around it."""

CLOSED_LAND = "closed land"
CLOSED_WATER = "closed water"
CLOSED = frozenset({CLOSED_LAND, CLOSED_WATER})


class Face(NamedTuple):
    """A piece of the map and whose it is."""

    owner: str
    shape: Polygon


def faces(places: Places, land: LandShapes, projection: Projection) -> list[Face]:
    """The net of faces. It fills the frame exactly; left and right edge fit together."""
    window = box(0, 0, WIDTH, projection.height)
    grounds = {name: _onto_map(shape, projection, window) for name, shape in land.spaces.items()}
    grounds[CLOSED_LAND] = _onto_map(land.closed, projection, window)
    points = {name: sea.points for name, sea in places.sea.items()} | {CLOSED_WATER: places.closed.points}
    waters = {
        name: _onto_map(shape, projection, window) for name, shape in cells.nearest(points, places.frame.west).items()
    }
    dry = shapely.union_all(list(grounds.values()))
    lines: list[BaseGeometry] = [shape.boundary for shape in grounds.values()]
    lines += [shape.boundary.difference(dry) for shape in waters.values()]
    net = shapely.union_all([*lines, window.boundary], grid_size=GRID)
    net = _fitting_edges(net)
    shapes: list[Polygon] = [part for part in shapely.get_parts(shapely.polygonize([net])).tolist() if part.area > 0]
    return _joined_crumbs(_owned(shapes, grounds, waters), set(waters))


def _onto_map(shape: MultiPolygon, projection: Projection, window: Polygon) -> MultiPolygon:
    return polygons(shapely.make_valid(projection.shape(shape)).intersection(window))


def _fitting_edges(net: Any) -> Any:
    """Give the left and the right edge the same vertices, so that the map closes to a cylinder."""
    heights = {float(y) for x, y in shapely.get_coordinates(net) if x in (0, WIDTH)}
    ends = [shapely.Point(x, y) for x in (0, WIDTH) for y in sorted(heights)]
    tree = STRtree(ends)
    whole = []
    for line in shapely.get_parts(net).tolist():
        on_edge = [ends[i] for i in tree.query(line) if line.intersects(ends[i])]
        if len(on_edge) > 2 and {x for x, _ in line.coords} in ({0.0}, {WIDTH}):
            x = line.coords[0][0]
            ys = sorted(point.y for point in on_edge)
            whole += [shapely.LineString([(x, a), (x, b)]) for a, b in itertools.pairwise(ys)]
        else:
            whole.append(line)
    return shapely.GeometryCollection(whole)


def _owned(shapes: list[Polygon], grounds: dict[str, MultiPolygon], waters: dict[str, MultiPolygon]) -> list[Face]:
    """A face belongs to the land at its heart, and where there is none to the water."""
    names = [*grounds, *waters]
    tree = STRtree([*grounds.values(), *waters.values()])
    hearts = shapely.point_on_surface(np.array(shapes, dtype=object))
    inside: dict[int, int] = {}
    for face, owner in sorted(tree.query(hearts, predicate="intersects").T.tolist()):
        inside[face] = min(owner, inside.get(face, owner))
    lost = [number for number in range(len(shapes)) if number not in inside]
    for number, owner in zip(lost, tree.nearest(hearts[lost]).tolist() if lost else [], strict=True):
        inside[number] = owner
    return [Face(names[inside[number]], shape) for number, shape in enumerate(shapes)]


def _joined_crumbs(net: list[Face], waters: set[str]) -> list[Face]:
    """Crumbs of water go to the longest border, to other water if there is any; so do slivers of land."""
    tree = STRtree([face.shape for face in net])
    owners = [face.owner for face in net]
    for number, (owner, shape) in enumerate(net):
        wet = owner in waters
        if shape.area >= (CRUMB if wet else 0.5):
            continue
        left, _, right, _ = shape.bounds
        if left <= 0 or right >= WIDTH:
            continue
        borders: dict[str, float] = {}
        for other in tree.query(shape, predicate="touches").tolist():
            length = shapely.intersection(shape, net[other].shape).length
            bonus = 1000 if owners[other] in waters else 1
            if length:
                borders[owners[other]] = borders.get(owners[other], 0.0) + length * bonus
        if borders and owner not in borders:
            owners[number] = max(borders, key=lambda name: borders[name])
    return [Face(owner, face.shape) for owner, face in zip(owners, net, strict=True)]
