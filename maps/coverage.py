"""All spaces of a map as one net of faces without gaps and overlaps, in map units."""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

import numpy as np
import shapely
from shapely import STRtree
from shapely.geometry import LineString, MultiPolygon, Polygon, box
from shapely.geometry.base import BaseGeometry

from maps import cells
from maps.geography import polygons
from maps.land import LandShapes
from maps.places import Places
from maps.projection import WIDTH, Projection

GRID = 1 / 256
"""Every vertex lies on this grid, so that borders computed twice come out the same. A binary fraction: exact."""
NARROW = 0.8
"""Land and water have to be this broad, in map units."""
FRAGMENT = 3.0
POND = 20.0
"""Square units below which pieces of land that are left are dropped, and lakes are filled."""
CHANNEL = 1.2
"""How broad a strait is drawn that would be too narrow."""
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
    channels: list[BaseGeometry] = [
        LineString([projection.point(spot) for spot in path]).buffer(CHANNEL / 2) for path in places.channels
    ]
    dry = _without_narrows(shapely.union_all(list(grounds.values())), window, channels)
    lines: list[BaseGeometry] = [shape.boundary.intersection(dry) for shape in grounds.values()]
    lines += [dry.boundary, *(shape.boundary.difference(dry) for shape in waters.values())]
    net = shapely.union_all([*lines, window.boundary], grid_size=GRID)
    net = _fitting_edges(net)
    shapes: list[Polygon] = [part for part in shapely.get_parts(shapely.polygonize([net])).tolist() if part.area > 0]
    return _joined_crumbs(_owned(shapes, dry, grounds, waters), set(waters))


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


def _without_narrows(dry: BaseGeometry, window: Polygon, channels: list[BaseGeometry]) -> BaseGeometry:
    """The land without inlets, lakes and spits that are too narrow to be drawn, but with the straits that matter."""
    for breadth in (NARROW / 2, -NARROW, NARROW / 2):
        dry = dry.buffer(breadth, join_style="mitre", mitre_limit=2.0)
    parts = [part for part in polygons(dry.intersection(window)).geoms if part.area >= FRAGMENT]
    whole = [Polygon(part.exterior, [rim for rim in part.interiors if Polygon(rim).area >= POND]) for part in parts]
    return MultiPolygon(whole).difference(shapely.union_all(channels))


def _owned(
    shapes: list[Polygon], dry: BaseGeometry, grounds: dict[str, MultiPolygon], waters: dict[str, MultiPolygon]
) -> list[Face]:
    """A face on dry land belongs to the land at its heart or nearest to it, any other to the water."""
    hearts = shapely.point_on_surface(np.array(shapes, dtype=object))
    shapely.prepare(dry)
    on_land = shapely.intersects(dry, hearts)
    owners: dict[int, str] = {}
    for wanted, candidates in ((True, grounds), (False, waters)):
        names = [*candidates]
        tree = STRtree(list(candidates.values()))
        numbers = [number for number in range(len(shapes)) if bool(on_land[number]) == wanted]
        inside: dict[int, int] = {}
        for face, owner in sorted(tree.query(hearts[numbers], predicate="intersects").T.tolist()):
            inside[face] = min(owner, inside.get(face, owner))
        lost = [face for face in range(len(numbers)) if face not in inside]
        nearest = tree.nearest(hearts[[numbers[face] for face in lost]]).tolist() if lost else []
        inside |= dict(zip(lost, nearest, strict=True))
        owners |= {numbers[face]: names[owner] for face, owner in inside.items()}
    return [Face(owners[number], shape) for number, shape in enumerate(shapes)]


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
