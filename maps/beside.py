"""Small spaces: their names stand on the water beside them, and where units find no room either, a blow-up does."""

from __future__ import annotations

import math

import shapely
from shapely.affinity import translate
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from maps import anchors, labels
from maps.anchors import Anchors
from maps.furniture import MARKS, MOST, UNITS, Blowup, Furniture, heart, on_land
from maps.labels import Label
from maps.projection import WIDTH
from maps.topology import Point
from sandtable.core.errors import BadValue

LETTERS = 9.0
"""Size of the letters of names on the water and in boxes."""
FARTHEST_NAME = 40.0
RADIUS = 8.5
COLUMNS = 4
PAD = 3.0
LAND_UNDER_BOX = 700.0
"""A box wholly on land is as bad as one this much farther away."""


class Surroundings:
    """What a box or a name must not cover."""

    def __init__(self, dry: BaseGeometry, height: float) -> None:
        self.dry = round_the_world(dry)
        self.taken: BaseGeometry = Polygon()
        self.frame = box(-WIDTH, PAD, 2 * WIDTH, height - PAD)
        shapely.prepare(self.dry)

    def take(self, shape: BaseGeometry) -> None:
        """Something stands here now."""
        self.taken = shapely.union_all([self.taken, round_the_world(shape)])
        shapely.prepare(self.taken)

    def is_free(self, room: Polygon) -> bool:
        """Whether it lies in the frame and covers nothing but perhaps land."""
        return bool(self.frame.contains(room)) and not self.taken.intersects(room)

    def share_of_land(self, room: Polygon) -> float:
        """How much of it is land."""
        return float(room.intersection(self.dry).area / room.area) if self.dry.intersects(room) else 0.0


def round_the_world(shape: BaseGeometry) -> BaseGeometry:
    """The shape and its copies to the left and right."""
    return shapely.union_all([translate(shape, xoff=turn * WIDTH) for turn in (-1, 0, 1)])


def name_outside(
    shape: BaseGeometry, free: BaseGeometry, names: dict[str, str], city: Point | None, around: Surroundings
) -> Furniture | None:
    """Units inside, the name on the water beside it; None if one of the two finds no room."""
    middle = heart(shape)
    places = anchors.find(free, middle, UNITS + MARKS, MOST + MARKS)
    if places is None:
        return None
    best: tuple[float, Label] | None = None
    for setting in labels.settings(names):
        width, height = setting.width * LETTERS, setting.height * LETTERS
        for at in _round(shape, width, height):
            label = Label(at, LETTERS, 0, setting.lines, width, height)
            room = label.rectangle(1.0)
            if not around.is_free(room) or around.dry.intersects(room):
                continue
            # Near is good, below or above reads better than beside, and one line better than several.
            cost = float(shape.distance(room)) + 0.15 * abs(at[0] - middle[0]) + (1 if at[1] < middle[1] else 0)
            cost += height / 3
            if best is None or cost < best[0]:
                best = cost, label
    if best is None or best[0] > FARTHEST_NAME:
        return None
    around.take(best[1].rectangle(1.5))
    furniture = on_land(middle, best[1], places, city)
    furniture.label_outside = True
    return furniture


def _round(shape: BaseGeometry, width: float, height: float) -> list[Point]:
    """Middles of rectangles of this size that lie round a shape, at growing distance."""
    left, top, right, bottom = shape.bounds
    found = []
    for gap in (2, 5, 9, 14, 20, 28):
        for share in (0.5, 0.35, 0.65, 0.2, 0.8, 0, 1):
            x = left + (right - left) * share
            y = top + (bottom - top) * share
            found += [(x, bottom + gap + height / 2), (x, top - gap - height / 2)]
            found += [(right + gap + width / 2, y), (left - gap - width / 2, y)]
    return found


def blown_up(shape: BaseGeometry, names: dict[str, str], city: Point | None, around: Surroundings) -> Furniture:
    """A box on the water nearby with the name on top and rows of places below it."""
    middle = heart(shape)
    setting = min(labels.settings(names), key=lambda setting: (setting.height, setting.width))
    rows = math.ceil((UNITS + MARKS) / COLUMNS)
    step = RADIUS * 2.08
    name_width, name_height = setting.width * LETTERS, setting.height * LETTERS
    width = max(name_width, COLUMNS * step) + 2 * PAD
    height = name_height + rows * step + 2 * PAD + 1
    x, y = _free_corner(shape, middle, width, height, around)
    end = nearest_points(box(x, y, x + width, y + height), ShapelyPoint(middle))[0]
    left = x + width / 2 - (COLUMNS - 1) / 2 * step
    top = y + PAD + name_height + 1 + step / 2
    spots = [(left + column * step, top + row * step) for row in range(rows) for column in range(COLUMNS)]
    label = Label((x + width / 2, y + PAD + name_height / 2), LETTERS, 0, setting.lines, name_width, name_height)
    furniture = on_land(middle, label, Anchors(spots, RADIUS), city)
    furniture.blowup = Blowup(x, y, width, height, (middle, (float(end.x), float(end.y))))
    around.take(furniture.blowup.shape(2.0))
    return furniture


def _free_corner(shape: BaseGeometry, middle: Point, width: float, height: float, around: Surroundings) -> Point:
    """The nearest place where a box covers neither its own space nor other boxes, and hardly any land."""
    best: tuple[float, Point] | None = None
    for distance in range(8, 420, 4):
        for turn in range(0, 360, 10):
            x = middle[0] + distance * math.cos(math.radians(turn)) - width / 2
            y = middle[1] + distance * math.sin(math.radians(turn)) - height / 2
            room = box(x - 2, y - 2, x + width + 2, y + height + 2)
            if not around.is_free(room) or shape.intersects(room):
                continue
            cost = distance + LAND_UNDER_BOX * around.share_of_land(room)
            if best is None or cost < best[0]:
                best = cost, (x, y)
        if best is not None and distance > best[0]:
            return best[1]
    raise BadValue("there is no room for a blow-up")
