"""Reading a finished map: shapes, lines and who touches whom. Needs nothing but the file, for tests and previews."""

from __future__ import annotations

import itertools
import json
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

Point = tuple[float, float]
Step = tuple[int, int]
"""A stored vertex, in whole steps."""

FINISHED = Path(__file__).parent.parent / "src" / "sandtable" / "server" / "maps"


class FinishedMap:
    """A map as the browser gets it."""

    def __init__(self, topology: dict[str, Any]) -> None:
        self.topology = topology
        self.quantum: float = topology["transform"]["scale"][0]
        self.wrap: float = topology["wrap"]
        self.height: float = topology["height"]
        self.turn = round(self.wrap / self.quantum)
        """Steps once round the world."""
        self.arcs: list[list[Step]] = [list(_summed(arc)) for arc in topology["arcs"]]
        self.spaces: dict[str, dict[str, Any]] = {
            geometry["id"]: geometry for geometry in topology["objects"]["spaces"]["geometries"]
        }
        self.closed: list[dict[str, Any]] = topology["objects"]["closed"]["geometries"]

    @classmethod
    def load(cls, game: str, *, fine: bool = False) -> FinishedMap:
        """The committed map of a game; `fine`: with its lines for a close look."""
        topology = json.loads((FINISHED / f"{game}.topo.json").read_text(encoding="utf-8"))
        if fine:
            close = json.loads((FINISHED / f"{game}.fine.json").read_text(encoding="utf-8"))
            if close["places"] != topology["places"] or len(close["arcs"]) != len(topology["arcs"]):
                raise ValueError(f"the two files of {game} were not built together")
            topology |= {part: close[part] for part in ("arcs", "transform")}
        return cls(topology)

    def arc(self, number: int) -> list[Step]:
        """An arc, backwards for ~number."""
        return self.arcs[number] if number >= 0 else self.arcs[~number][::-1]

    def rings(self, geometry: dict[str, Any]) -> list[list[list[Step]]]:
        """The polygons of a geometry, each a list of rings, shell first."""
        polygons = geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
        return [[self._ring(ring) for ring in polygon] for polygon in polygons]

    def _ring(self, numbers: Iterable[int]) -> list[Step]:
        ring: list[Step] = []
        for number in numbers:
            line = self.arc(number)
            if ring and ring[-1] != line[0]:
                raise ValueError(f"arc {number} does not begin where the one before it ends")
            ring.extend(line[1:] if ring else line)
        return ring

    def lines(self, name: str) -> list[list[Step]]:
        """The lines of `coasts`, `land_borders` or `sea_borders`."""
        return [self.arc(number) for line in self.topology["objects"][name]["arcs"] for number in line]

    def contacts(self) -> dict[frozenset[str], float]:
        """How long the border is that two spaces share, in map units, also across the edge of the map."""
        owners: dict[frozenset[Step], set[str]] = defaultdict(set)
        for ident, geometry in self.spaces.items():
            for polygon in self.rings(geometry):
                for ring in polygon:
                    for (x0, y0), (x1, y1) in itertools.pairwise(ring):
                        owners[frozenset({(x0 % self.turn, y0), (x1 % self.turn, y1)})].add(ident)
        shared: dict[frozenset[str], float] = defaultdict(float)
        for edge, pair in owners.items():
            if len(pair) == 2 and len(edge) == 2:
                (x0, y0), (x1, y1) = edge
                dx = (x1 - x0 + self.turn // 2) % self.turn - self.turn // 2
                shared[frozenset(pair)] += math.hypot(dx, y1 - y0) * self.quantum
        return dict(shared)

    def holds(self, ident: str, point: Point) -> bool:
        """Whether a point, in map units, lies inside a space."""
        for polygon in self.rings(self.spaces[ident]):
            for turn in (-self.wrap, 0, self.wrap):
                if sum(_encloses(ring, point[0] + turn, point[1], self.quantum) for ring in polygon) % 2:
                    return True
        return False


def _summed(arc: list[list[int]]) -> Iterator[Step]:
    x = y = 0
    for dx, dy in arc:
        x, y = x + dx, y + dy
        yield x, y


def _encloses(ring: list[Step], x: float, y: float, quantum: float) -> bool:
    """The even-odd rule."""
    x, y = x / quantum, y / quantum
    inside = False
    for (x0, y0), (x1, y1) in itertools.pairwise(ring):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            inside = not inside
    return inside
