"""What stands on a space: its name, places for units, marks, perhaps a blow-up."""

from __future__ import annotations

from dataclasses import dataclass

import shapely
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry

from maps.anchors import Anchors
from maps.labels import Label
from maps.topology import Point

UNITS = 6
"""So many places for units every space has at least."""
MARKS = 2
"""Places taken by the value and the factory of a land space."""
MOST = 16
"""More places for units than this no space needs."""


@dataclass
class Blowup:
    """A box beside a space that holds what the space itself is too small for, and the line that leads to it."""

    x: float
    y: float
    width: float
    height: float
    leader: tuple[Point, Point]

    def shape(self, margin: float = 0.0) -> Polygon:
        """The box with some room around it."""
        return box(self.x - margin, self.y - margin, self.x + self.width + margin, self.y + self.height + margin)


@dataclass
class Furniture:
    """What stands on one space."""

    centre: Point
    label: Label
    places: Anchors
    value: Point | None = None
    factory: Point | None = None
    city: Point | None = None
    blowup: Blowup | None = None
    label_outside: bool = False


def on_land(centre: Point, label: Label, places: Anchors, city: Point | None) -> Furniture:
    """The two places nearest to the name go to the marks, the others to units."""
    value, factory, *units = places.places
    return Furniture(centre, label, Anchors(units, places.radius), value, factory, city)


def heart(shape: BaseGeometry) -> Point:
    """The point deepest inside the largest part."""
    largest = max(shapely.get_parts(shape).tolist(), key=lambda part: float(part.area))
    x, y = shapely.maximum_inscribed_circle(largest, 0.3).coords[0]
    return float(x), float(y)
