"""Borders as shared arcs on a cylinder: cut from the faces, drawn smoothly, put together to shapes again."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from dataclasses import dataclass, field

import shapely
from shapely import STRtree
from shapely.affinity import translate
from shapely.geometry import LineString

from maps.coverage import GRID, Face
from maps.projection import WIDTH
from sandtable.core.errors import BadValue

Vertex = tuple[int, int]
"""A vertex on the grid; on the cylinder x counts modulo `TURN`."""
Point = tuple[float, float]

TURN = round(WIDTH / GRID)
OUTSIDE = ""


@dataclass
class Arc:
    """A stretch of border between two owners, from one junction to the next."""

    left: str
    right: str
    raw: list[Point]
    """On the map, unrolled: x may leave the frame."""
    start: Vertex
    end: Vertex
    drawn: list[Point] = field(default_factory=list)
    fine: list[Point] = field(default_factory=list)
    """The same line drawn for a close look."""


@dataclass
class Net:
    """All arcs, and for each owner its rings as lists of arc numbers (~n: backwards), shells first."""

    arcs: list[Arc]
    rings: dict[str, list[list[int]]]


def _cylinder(x: float, y: float) -> Vertex:
    return round(x / GRID) % TURN, round(y / GRID)


def net(faces: list[Face]) -> Net:
    """The arcs between owners. Faces of one owner that meet, also across the cut, become one."""
    side: dict[tuple[Vertex, Vertex], str] = {}
    for owner, shape in faces:
        # The inside has to be on the left.
        shape = shapely.geometry.polygon.orient(shape)
        for ring in (shape.exterior, *shape.interiors):
            vertices = [_cylinder(x, y) for x, y in ring.coords]
            for a, b in itertools.pairwise(vertices):
                if a != b:
                    side[a, b] = owner
    edges = {(a, b): (owner, side.get((b, a), OUTSIDE)) for (a, b), owner in side.items() if side.get((b, a)) != owner}
    for (a, b), (left, right) in list(edges.items()):
        edges.setdefault((b, a), (right, left))
    return _assembled(edges)


def _assembled(edges: dict[tuple[Vertex, Vertex], tuple[str, str]]) -> Net:
    after: dict[Vertex, list[Vertex]] = defaultdict(list)
    for a, b in edges:
        after[a].append(b)
    junctions = {v for v, others in after.items() if len(others) != 2}
    # A closed line without junctions begins anywhere; the same place every time keeps the output stable.
    arcs: list[Arc] = []
    arc_of: dict[tuple[Vertex, Vertex], int] = {}

    def trace(a: Vertex, b: Vertex) -> None:
        line = [a, b]
        while line[-1] not in junctions and line[-1] != line[0]:
            line.append(next(v for v in after[line[-1]] if v != line[-2]))
        left, right = edges[a, b]
        number = len(arcs)
        arcs.append(Arc(left, right, _unrolled(line), line[0], line[-1]))
        for p, q in itertools.pairwise(line):
            arc_of[p, q], arc_of[q, p] = number, ~number

    for a in sorted(junctions):
        for b in sorted(after[a]):
            if (a, b) not in arc_of:
                trace(a, b)
    for a, b in sorted(edges):
        if (a, b) not in arc_of:
            trace(a, b)
    return Net(arcs, _rings(edges, after, arc_of))


def _unrolled(line: list[Vertex]) -> list[Point]:
    x = line[0][0]
    points = [(x * GRID, line[0][1] * GRID)]
    for (x0, _), (x1, y1) in itertools.pairwise(line):
        x += _step(x0, x1)
        points.append((x * GRID, y1 * GRID))
    return points


def _step(x0: int, x1: int) -> int:
    """From one x to the next, the shorter way round."""
    return (x1 - x0 + TURN // 2) % TURN - TURN // 2


def _rings(
    edges: dict[tuple[Vertex, Vertex], tuple[str, str]],
    after: dict[Vertex, list[Vertex]],
    arc_of: dict[tuple[Vertex, Vertex], int],
) -> dict[str, list[list[int]]]:
    """Walk round every owner with its area on the left."""
    rings: dict[str, list[list[int]]] = defaultdict(list)
    done: set[tuple[Vertex, Vertex]] = set()
    for first in sorted(edges):
        owner = edges[first][0]
        if first in done or owner == OUTSIDE:
            continue
        ring: list[int] = []
        edge = first
        while edge not in done:
            done.add(edge)
            if not ring or ring[-1] != arc_of[edge]:
                ring.append(arc_of[edge])
            edge = _next_edge(edge, owner, edges, after)
        if len(ring) > 1 and ring[0] == ring[-1]:
            ring.pop()
        rings[owner].append(ring)
    return dict(rings)


def _next_edge(
    edge: tuple[Vertex, Vertex],
    owner: str,
    edges: dict[tuple[Vertex, Vertex], tuple[str, str]],
    after: dict[Vertex, list[Vertex]],
) -> tuple[Vertex, Vertex]:
    """Where two parts of an owner meet in a point, the sharpest turn to the left keeps them apart."""
    a, b = edge
    back = math.atan2(a[1] - b[1], _step(b[0], a[0]))
    best: tuple[float, Vertex] | None = None
    for c in after[b]:
        if c == a or edges[b, c][0] != owner:
            continue
        turn = (back - math.atan2(c[1] - b[1], _step(b[0], c[0]))) % math.tau
        if best is None or turn < best[0]:
            best = turn, c
    assert best is not None, f"the border of {owner} ends at {b}"
    return b, best[1]


@dataclass(frozen=True)
class Pen:
    """How finely a kind of line is drawn: first simplified, then its corners rounded."""

    tolerance: float
    roundings: int


@dataclass(frozen=True)
class Sheet:
    """How closely a map will be looked at: the wanted pen of each kind of line, and others that are tried in turn where
    lines would cross or touch. Lines are drawn and stored in whole steps of `quantum` map units."""

    coast: tuple[Pen, ...]
    border: tuple[Pen, ...]
    islet: Pen
    finish: float
    quantum: float


FRAME = (Pen(0.05, 0),)
OVERVIEW = Sheet(
    coast=(Pen(0.6, 1), Pen(0.3, 0), Pen(0.1, 0), Pen(0.8, 0), Pen(1.2, 0), Pen(0, 0)),
    border=(Pen(2.0, 3), Pen(1.0, 2), Pen(0.4, 1), Pen(0.8, 0), Pen(1.2, 0), Pen(0, 0)),
    islet=Pen(0.7, 1),
    finish=0.2,
    quantum=1 / 8,
)
CLOSE = Sheet(
    coast=(Pen(0.08, 2), Pen(0.04, 1), Pen(0.02, 0), Pen(0.06, 0), Pen(0.12, 0), Pen(0, 0)),
    border=(Pen(2.0, 5), Pen(1.0, 4), Pen(0.4, 3), Pen(0.1, 1), Pen(0.2, 0), Pen(0, 0)),
    islet=Pen(0.08, 2),
    finish=0.04,
    quantum=1 / 32,
)


def draw(net: Net, is_land: dict[str, bool]) -> None:
    """Draw every arc smoothly, without letting any two of them cross; once for the whole map, once for a close look."""
    for arc, line in zip(net.arcs, _drawn(net, is_land, OVERVIEW), strict=True):
        arc.drawn = line
    for arc, line in zip(net.arcs, _drawn(net, is_land, CLOSE), strict=True):
        arc.fine = line


def _drawn(net: Net, is_land: dict[str, bool], sheet: Sheet) -> list[list[Point]]:
    pens = [_pens(arc, is_land, sheet) for arc in net.arcs]
    level = [0] * len(net.arcs)
    lines = [smooth(arc.raw, choice[0], sheet) for arc, choice in zip(net.arcs, pens, strict=True)]
    for _ in range(24):
        troubled = _crossing(lines)
        if not troubled:
            return lines
        for number in troubled:
            level[number] = (level[number] + 1) % len(pens[number])
            lines[number] = smooth(net.arcs[number].raw, pens[number][level[number]], sheet)
    pairs = sorted({f"{net.arcs[number].left} and {net.arcs[number].right}" for number in troubled})
    raise BadValue(f"Borders still cross or touch between {', '.join(pairs)}")


def _pens(arc: Arc, is_land: dict[str, bool], sheet: Sheet) -> tuple[Pen, ...]:
    if OUTSIDE in (arc.left, arc.right):
        return FRAME
    return sheet.border if is_land[arc.left] == is_land[arc.right] else sheet.coast


def smooth(line: list[Point], pen: Pen, sheet: Sheet) -> list[Point]:
    """The line as the pen draws it."""
    closed = line[0] == line[-1]
    points = _simplified(line, pen.tolerance)
    for _ in range(pen.roundings):
        points = _rounded(points, closed)
    return _in_steps(_simplified(points, sheet.finish) if pen.roundings else points, sheet.quantum)


def _in_steps(line: list[Point], quantum: float) -> list[Point]:
    """The line in whole steps. Very short ones may shrink to a point, which is written twice."""
    steps = [(round(x / quantum) * quantum, round(y / quantum) * quantum) for x, y in line]
    kept = [step for step, before in zip(steps, [None, *steps], strict=False) if step != before]
    return kept if len(kept) > 1 else [steps[0], steps[0]]


def _simplified(line: list[Point], tolerance: float) -> list[Point]:
    if len(line) < 3 or not tolerance:
        return line
    points = [(float(x), float(y)) for x, y in LineString(line).simplify(tolerance, preserve_topology=False).coords]
    # A small island must not become a line.
    return points if line[0] != line[-1] or len(points) > 3 else _simplified(line, tolerance / 2)


def _rounded(line: list[Point], closed: bool) -> list[Point]:
    """Chaikin's corner cutting; the ends stay where they are."""
    if len(line) < 3:
        return line
    cut: list[Point] = [] if closed else [line[0]]
    for number, ((x0, y0), (x1, y1)) in enumerate(itertools.pairwise(line)):
        if closed or number > 0:
            cut.append((0.75 * x0 + 0.25 * x1, 0.75 * y0 + 0.25 * y1))
        if closed or number < len(line) - 2:
            cut.append((0.25 * x0 + 0.75 * x1, 0.25 * y0 + 0.75 * y1))
    cut.append(cut[0] if closed else line[-1])
    return cut


def _crossing(drawn: list[list[Point]]) -> set[int]:
    """The lines that cross or touch themselves or others, looking round the cylinder."""
    numbers = [number for number, line in enumerate(drawn) if len(line) > 2 or line[0] != line[1]]
    lines = [LineString(drawn[number]) for number in numbers]
    troubled = {numbers[n] for n, line in enumerate(lines) if not line.is_simple}
    for shift in (0.0, WIDTH):
        moved = [translate(line, xoff=shift) for line in lines]
        for n, m in STRtree(moved).query(lines, predicate="intersects").T.tolist():
            if n == m or (n > m and not shift):
                continue
            ends = {lines[n].coords[0], lines[n].coords[-1]} & {moved[m].coords[0], moved[m].coords[-1]}
            meetings = shapely.get_parts(lines[n].intersection(moved[m])).tolist()
            if not all(meeting.geom_type == "Point" and meeting.coords[0] in ends for meeting in meetings):
                troubled |= {numbers[n], numbers[m]}
    return troubled
