"""The drawn shapes of the spaces, put together from arcs. On the cylinder every arc can appear at several turns."""

from __future__ import annotations

from dataclasses import dataclass

from shapely.affinity import translate
from shapely.geometry import MultiPolygon, Polygon

from maps.projection import WIDTH
from maps.topology import Arc, Net, Point
from sandtable.core.errors import BadValue

TurnedArc = tuple[int, int]
"""Number of an arc (~n: backwards) and how many times round the world it is shifted."""


@dataclass
class Part:
    """A connected piece: its rings, shell first, and its shape."""

    rings: list[list[TurnedArc]]
    shape: Polygon

    def turned(self, turns: int) -> Part:
        """The same piece further round the world."""
        rings = [[(number, turn + turns) for number, turn in ring] for ring in self.rings]
        return Part(rings, translate(self.shape, xoff=turns * WIDTH))


def parts(net: Net, owner: str) -> list[Part]:
    """The pieces of an owner, largest first, each as near as possible to the largest, which lies in the frame."""
    shells: list[Part] = []
    holes: list[Part] = []
    for ring in net.rings[owner]:
        turned, points = _walk(net.arcs, ring)
        if abs(points[0][0] - points[-1][0]) > 1:
            raise BadValue(f"{owner} goes round the world and cannot be drawn as one shape")
        part = Part([turned], Polygon(points))
        (shells if part.shape.exterior.is_ccw else holes).append(part)
    shells.sort(key=lambda part: part.shape.area, reverse=True)
    placed: list[Part] = []
    home = WIDTH / 2
    for shell in shells:
        middle = shell.shape.centroid.x
        placed.append(shell.turned(round((home - middle) / WIDTH)))
        if len(placed) == 1:
            home = placed[0].shape.centroid.x
    for hole in holes:
        _punch(placed, hole, owner)
    return placed


def _punch(placed: list[Part], hole: Part, owner: str) -> None:
    for number, part in enumerate(placed):
        for turns in (-1, 0, 1):
            there = hole.turned(turns)
            if part.shape.contains(there.shape.representative_point()):
                shape = Polygon(part.shape.exterior, [*part.shape.interiors, there.shape.exterior])
                placed[number] = Part([*part.rings, there.rings[0]], shape)
                return
    raise BadValue(f"{owner} has a hole outside its shape")


def _walk(arcs: list[Arc], ring: list[int]) -> tuple[list[TurnedArc], list[Point]]:
    turned: list[TurnedArc] = []
    points: list[Point] = []
    for number in ring:
        line = arcs[number].drawn if number >= 0 else arcs[~number].drawn[::-1]
        turns = round((points[-1][0] - line[0][0]) / WIDTH) if points else 0
        turned.append((number, turns))
        moved = [(x + turns * WIDTH, y) for x, y in line]
        points.extend(moved[1:] if points else moved)
    return turned, points


def whole(pieces: list[Part]) -> MultiPolygon:
    """All pieces as one shape."""
    return MultiPolygon([part.shape for part in pieces])
