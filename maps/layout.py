"""Furnishing all spaces: land first, then what stands beside it on the water, then the water around that."""

from __future__ import annotations

import math

import shapely
from shapely.affinity import translate
from shapely.geometry import LineString, MultiPolygon
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from maps import anchors, labels
from maps.beside import Surroundings, blown_up, name_outside, round_the_world
from maps.furniture import MARKS, MOST, UNITS, Furniture, heart, on_land
from maps.lettering import shown_names
from maps.places import Places
from maps.projection import WIDTH, Projection
from maps.topology import Point
from sandtable.board.board import Board
from sandtable.core.errors import BadValue

LETTERS_PER_ROOT = 0.17
"""Letters are at most this share of the square root of the area, which leaves room for units."""
SMALL_LETTERS = 7.5
"""Smaller names stand better on the water beside their space, if there is some."""
CITY_ROOM = 5.5
"""Radius of the mark of a city."""
UNIT_PER_LETTER = 0.62
"""A name is made smaller until the radius of a unit is at least this share of its letters."""


def furnish(
    board: Board,
    places: Places,
    projection: Projection,
    shapes: dict[str, MultiPolygon],
    closed_land: BaseGeometry,
    islets: BaseGeometry,
) -> dict[str, Furniture]:
    """The furniture of every space."""
    names = {ident: shown_names(space, places) for ident, space in board.spaces.items()}
    cities = {ident: _city(places, projection, ident, shapes[ident]) for ident in board.land}
    free = {ident: _without_city(shapes[ident], cities[ident]) for ident in board.land}
    inside = {ident: _inside(shapes[ident], free[ident], names[ident], cities[ident]) for ident in board.land}
    found = {ident: furniture for ident, furniture in inside.items() if furniture is not None}
    small = {ident for ident in board.land if ident not in found or found[ident].label.size < SMALL_LETTERS}

    around = Surroundings(
        shapely.union_all([*(shapes[ident] for ident in board.land), closed_land, islets]), projection.height
    )
    for link in places.links:
        around.take(LineString([projection.point(spot) for spot in link.path]).buffer(2))
    for ident in sorted(small, key=lambda ident: -shapes[ident].area):
        shape, city = shapes[ident], cities[ident]
        found[ident] = (
            name_outside(shape, free[ident], names[ident], city, around)
            or inside[ident]
            or blown_up(shape, names[ident], city, around)
        )

    blocked = shapely.union_all([around.taken, round_the_world(islets).buffer(0.5)])
    for ident in board.sea:
        found[ident] = _at_sea(ident, shapes[ident].difference(blocked), names[ident])
    return found


def _city(places: Places, projection: Projection, ident: str, shape: MultiPolygon) -> Point | None:
    """Where its city lies; a little inland if the real one lies on a coast or border that is drawn otherwise."""
    position = places.land[ident].city
    if position is None:
        return None
    copies = [translate(ShapelyPoint(projection.point(position)), xoff=turn * WIDTH) for turn in (-1, 0, 1)]
    at = min(copies, key=shape.distance)
    inner = shape.buffer(-2.5)
    spot = at if inner.contains(at) else nearest_points(inner, at)[0]
    return float(spot.x), float(spot.y)


def _without_city(shape: MultiPolygon, city: Point | None) -> BaseGeometry:
    return shape.difference(ShapelyPoint(city).buffer(CITY_ROOM)) if city else shape


def _inside(shape: MultiPolygon, free: BaseGeometry, names: dict[str, str], city: Point | None) -> Furniture | None:
    """Name and units inside the space, with a smaller name if that makes room for units; None if that fails."""
    largest = min(LETTERS_PER_ROOT * math.sqrt(shape.area), labels.LARGEST_ON_LAND)
    while largest >= labels.SMALLEST:
        label = labels.best(free, names, largest, labels.SLANTING)
        if label is None:
            return None
        places = anchors.find(free.difference(label.rectangle(0.8)), label.at, UNITS + MARKS, MOST + MARKS)
        largest = min(largest, label.size) * 0.88
        wanted = min(label.size * UNIT_PER_LETTER, anchors.LARGEST * 0.9)
        if places is not None and (places.radius >= wanted or largest < labels.SMALLEST):
            return on_land(heart(shape), label, places, city)
    return None


def _at_sea(ident: str, free: BaseGeometry, names: dict[str, str]) -> Furniture:
    """Names of seas are straight, but for those that would not fit."""
    for angles in (labels.STRAIGHT, labels.SLANTING):
        largest = min(LETTERS_PER_ROOT * math.sqrt(free.area), labels.LARGEST_AT_SEA)
        while (label := labels.best(free, names, max(largest, labels.SMALLEST), angles)) is not None:
            places = anchors.find(free.difference(label.rectangle(0.8)), label.at, UNITS, MOST)
            if places is not None:
                return Furniture(label.at, label, places)
            largest = min(largest, label.size) * 0.85
            if largest < labels.SMALLEST * 0.86:
                break
    raise BadValue(f"{ident} has no room for its name and {UNITS} units")
