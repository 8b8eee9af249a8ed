"""The map as TopoJSON. The format is explained in docs/maps.md."""

from __future__ import annotations

import json
from typing import Any

from maps.areas import Part, TurnedArc
from maps.coverage import CLOSED, CLOSED_LAND
from maps.furniture import Furniture
from maps.places import Places, fingerprint
from maps.projection import WIDTH, Projection
from maps.topology import CLOSE, OUTSIDE, OVERVIEW, Net, Point, Sheet, smooth
from sandtable.board.board import Board

FORMAT = 1

Json = dict[str, Any]


Steps = list[list[int]]


class ArcStore:
    """Arcs as they are stored: whole steps, each arc once for every turn round the world it is needed at.

    Every line is stored twice under the same number: for the whole map, and for a close look.
    """

    def __init__(self, net: Net) -> None:
        self.net = net
        self.numbers: dict[TurnedArc, int] = {}
        self.lines: list[Steps] = []
        self.fine: list[Steps] = []

    def number(self, arc: TurnedArc) -> int:
        """The stored number of an arc; ~number backwards."""
        index, turns = arc
        if index < 0:
            return ~self.number((~index, turns))
        if arc not in self.numbers:
            found = self.net.arcs[index]
            drawn, fine = ([(x + turns * WIDTH, y) for x, y in line] for line in (found.drawn, found.fine))
            self.numbers[arc] = self._add(drawn, fine)
        return self.numbers[arc]

    def rim(self, line: list[Point]) -> int:
        """Store the rim of an islet."""
        return self._add(smooth(line, OVERVIEW.islet, OVERVIEW), smooth(line, CLOSE.islet, CLOSE))

    def _add(self, drawn: list[Point], fine: list[Point]) -> int:
        self.lines.append(_steps(drawn, OVERVIEW))
        self.fine.append(_steps(fine, CLOSE))
        return len(self.lines) - 1

    def close_look(self, places: Places) -> Json:
        """The lines for a close look, to be put in the place of the others."""
        return {
            "format": FORMAT,
            "game": places.game,
            "places": fingerprint(places.game),
            "transform": _transform(CLOSE),
            "arcs": self.fine,
        }


def _steps(line: list[Point], sheet: Sheet) -> Steps:
    steps: Steps = []
    x0 = y0 = 0
    for x, y in line:
        x1, y1 = round(x / sheet.quantum), round(y / sheet.quantum)
        if not steps or (x1, y1) != (x0, y0):
            steps.append([x1 - x0, y1 - y0])
            x0, y0 = x1, y1
    if len(steps) == 1:
        steps.append([0, 0])
    return steps


def _transform(sheet: Sheet) -> Json:
    return {"scale": [sheet.quantum, sheet.quantum], "translate": [0, 0]}


def topology(
    board: Board,
    places: Places,
    projection: Projection,
    store: ArcStore,
    parts: dict[str, list[Part]],
    furniture: dict[str, Furniture],
    islets: list[list[Point]],
    is_land: dict[str, bool],
) -> Json:
    """The whole map."""
    spaces = [
        _geometry(store, parts[ident]) | {"id": ident, "properties": _properties(furniture[ident], space.kind)}
        for ident, space in board.spaces.items()
    ]
    closed: list[Json] = [
        _geometry(store, parts[owner]) | {"properties": {"kind": "land" if owner == CLOSED_LAND else "water"}}
        for owner in sorted(CLOSED)
        if owner in parts
    ]
    closed += [{"type": "Polygon", "arcs": [[store.rim(rim)]], "properties": {"kind": "islet"}} for rim in islets]
    lines = {kind: _lines(store, is_land, kind) for kind in ("coasts", "land_borders", "sea_borders")}
    return {
        "type": "Topology",
        "format": FORMAT,
        "game": places.game,
        "places": fingerprint(places.game),
        "wrap": _short(WIDTH),
        "height": _short(projection.height),
        "bbox": [0, 0, _short(WIDTH), _short(projection.height)],
        "transform": _transform(OVERVIEW),
        "objects": {
            "spaces": {"type": "GeometryCollection", "geometries": spaces},
            "closed": {"type": "GeometryCollection", "geometries": closed},
            **lines,
        },
        "links": [
            {"between": list(link.between), "line": [_pair(projection.point(spot)) for spot in link.path]}
            for link in places.links
        ],
        "arcs": store.lines,
    }


def _geometry(store: ArcStore, parts: list[Part]) -> Json:
    rings = [[[store.number(arc) for arc in ring] for ring in part.rings] for part in parts]
    if len(rings) == 1:
        return {"type": "Polygon", "arcs": rings[0]}
    return {"type": "MultiPolygon", "arcs": rings}


def _lines(store: ArcStore, is_land: dict[str, bool], kind: str) -> Json:
    wanted = []
    for number, arc in enumerate(store.net.arcs):
        if OUTSIDE in (arc.left, arc.right):
            continue
        land = is_land[arc.left], is_land[arc.right]
        found = "coasts" if land[0] != land[1] else "land_borders" if land[0] else "sea_borders"
        if found == kind:
            wanted.append([store.number((number, 0))])
    return {"type": "MultiLineString", "arcs": wanted}


def _properties(furniture: Furniture, kind: str) -> Json:
    label = furniture.label
    marks = {"value": furniture.value, "factory": furniture.factory, "city": furniture.city}
    properties: Json = {
        "kind": kind,
        "centre": _pair(furniture.centre),
        "label": {
            "at": _pair(label.at),
            "size": _short(label.size),
            "angle": label.angle,
            "lines": {lang: list(lines) for lang, lines in label.lines.items()},
        },
        "anchors": [_pair(place) for place in furniture.places.places],
        "room": _short(furniture.places.radius),
        "marks": {name: _pair(place) for name, place in marks.items() if place is not None},
    }
    if furniture.label_outside:
        properties["label"]["outside"] = True
    if furniture.blowup is not None:
        blowup = furniture.blowup
        properties["blowup"] = {
            "box": [_short(v) for v in (blowup.x, blowup.y, blowup.width, blowup.height)],
            "leader": [_pair(end) for end in blowup.leader],
        }
    return properties


def _pair(point: Point) -> list[float]:
    return [_short(point[0]), _short(point[1])]


def _short(number: float) -> float:
    rounded = round(number, 1)
    return int(rounded) if rounded == int(rounded) else rounded


def dumps(topology: Json) -> str:
    """Compact, but one space per line, so that changes can be seen."""
    text = json.dumps(topology, ensure_ascii=False, separators=(",", ":"))
    for start in ('{"type":"Polygon"', '{"type":"MultiPolygon"', '"arcs":[[[', '"links":', '"objects":', '"coasts":'):
        text = text.replace(f",{start}", f",\n{start}")
    return text + "\n"
