"""Where names stand: the place and the turn at which a name can be largest inside its space, in every language."""

from __future__ import annotations

import math
from itertools import product
from typing import Any, NamedTuple

import shapely
from shapely.affinity import rotate
from shapely.geometry import Polygon, box

from maps.lettering import Block, blocks
from maps.topology import Point

SMALLEST = 5.5
"""Letters smaller than this (in map units) cannot be read even when zoomed in."""
LARGEST_ON_LAND, LARGEST_AT_SEA = 21.0, 17.0
"""Names of continents must not shout."""
STRAIGHT = (0,)
SLANTING = (0, -10, 10, -20, 20, -32, 32, -45, 45, -60, 60, -75, 75)
MARGIN = 0.30
"""Free room round a name, as a share of the size of its letters."""
CANDIDATES = 160


class Label(NamedTuple):
    """A name on the map."""

    at: Point
    size: float
    angle: int
    lines: dict[str, tuple[str, ...]]
    width: float
    height: float

    def rectangle(self, margin: float = 0.0) -> Polygon:
        """The room it takes."""
        return _rectangle(self.at, self.width / 2 + margin, self.height / 2 + margin, self.angle)


def _rectangle(at: Point, half_width: float, half_height: float, angle: float) -> Polygon:
    x, y = at
    return rotate(box(x - half_width, y - half_height, x + half_width, y + half_height), angle, origin=at)


class Setting(NamedTuple):
    """One way to break a name in every language, and the room the largest of them takes for letters of size 1."""

    lines: dict[str, tuple[str, ...]]
    width: float
    height: float


def settings(names: dict[str, str]) -> list[Setting]:
    """All ways to break the names."""
    langs = list(names)
    found = []
    for choice in product(*(blocks(names[lang]) for lang in langs)):
        picked: tuple[Block, ...] = choice
        lines = {lang: block.lines for lang, block in zip(langs, picked, strict=True)}
        found.append(Setting(lines, max(b.width for b in picked), max(b.height for b in picked)))
    return found


def best(shape: Any, names: dict[str, str], largest: float, angles: tuple[int, ...]) -> Label | None:
    """The largest label that fits, straight ones preferred; None if only unreadable ones do."""
    spots = _spots(shape)
    found: Label | None = None
    found_score = 0.0
    shapely.prepare(shape)
    for setting in settings(names):
        for angle in angles:
            # A slanting name must be clearly larger to be preferred, and so must a name in many lines.
            factor = (1 - abs(angle) / 130) * (0.97 ** (max(map(len, setting.lines.values())) - 1))
            for at, depth in spots:
                size = largest
                low = max(SMALLEST, found_score / factor * 1.02)
                if low > largest or depth < (setting.height / 2 + MARGIN) * low * 0.9:
                    continue
                while size >= low and not shape.contains(_room(at, setting, size, angle)):
                    size *= 0.94
                if size >= low:
                    # Of two equal places the one deeper inside wins.
                    score = size * factor + min(depth, 60) * 0.012
                    if score > found_score:
                        found_score = score
                        found = Label(at, size, angle, setting.lines, setting.width * size, setting.height * size)
    return found


def _room(at: Point, setting: Setting, size: float, angle: float) -> Polygon:
    return _rectangle(at, (setting.width / 2 + MARGIN) * size, (setting.height / 2 + MARGIN * 0.6) * size, angle)


def _spots(shape: Any) -> list[tuple[Point, float]]:
    """Places all over a shape with their distance from its rim, deepest first."""
    left, top, right, bottom = shape.bounds
    step = max(1.5, math.sqrt(shape.area / CANDIDATES))
    xs = [left + step * (i + 0.5) for i in range(int((right - left) / step) + 1)]
    ys = [top + step * (i + 0.5) for i in range(int((bottom - top) / step) + 1)]
    inside = shapely.points([(x, y) for x in xs for y in ys])
    inside = inside[shapely.contains(shape, inside)]
    deep = shapely.maximum_inscribed_circle(max(shapely.get_parts(shape).tolist(), key=lambda p: p.area), 0.5)
    spots = [(deep.coords[0], float(deep.length))]
    spots += zip([p.coords[0] for p in inside.tolist()], shapely.distance(inside, shape.boundary).tolist(), strict=True)
    return sorted(spots, key=lambda spot: -spot[1])
