"""The outlines of the countries: Natural Earth 1:10m (public domain), as packaged in the npm package world-atlas."""

from __future__ import annotations

import hashlib
import io
import json
import math
import os
import tarfile
import urllib.request
from itertools import pairwise
from pathlib import Path
from typing import Any

import shapely
from shapely.affinity import translate
from shapely.geometry import LineString, MultiPolygon, Polygon, box
from shapely.geometry.base import BaseGeometry, BaseMultipartGeometry

from sandtable.core.errors import BadValue

SOURCE = "https://registry.npmjs.org/world-atlas/-/world-atlas-2.0.2.tgz"
SHA256 = "032e7765f2ce00edaeafec23ff22bc3b77e42987c257da944cc585b452c05b97"
MEMBER = "package/countries-10m.json"
LEFT_OUT = frozenset({"Antarctica"})
PART_OF = {
    "Akrotiri": "Cyprus",
    "Baikonur": "Kazakhstan",
    "Cyprus U.N. Buffer Zone": "Cyprus",
    "Dhekelia": "Cyprus",
    "Gibraltar": "Spain",
    "USNB Guantanamo Bay": "Cuba",
}
"""Pieces that the atlas counts by themselves; on our maps they would be holes."""

KM_PER_DEGREE = 111.2
TOLERANCE = 0.005
"""Degrees by which a line may be off: less than a pixel at the closest look."""


def fetch() -> bytes:
    """The pinned archive, from the cache or from the npm registry."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sandtable" / Path(SOURCE).name
    if cache.exists():
        archive = cache.read_bytes()
        if hashlib.sha256(archive).hexdigest() == SHA256:
            return archive
    try:
        with urllib.request.urlopen(SOURCE, timeout=60) as answer:
            archive = bytes(answer.read())
    except OSError as problem:
        raise BadValue(f"The geography could not be fetched from {SOURCE}: {problem}") from None
    found = hashlib.sha256(archive).hexdigest()
    if found != SHA256:
        raise BadValue(f"{SOURCE} has changed: its SHA-256 is {found}, expected was {SHA256}")
    cache.parent.mkdir(parents=True, exist_ok=True)
    cache.write_bytes(archive)
    return archive


def countries(west: float) -> dict[str, MultiPolygon]:
    """Every country by name, in degrees, cut at the meridian `west` and lying between it and `west` + 360."""
    with tarfile.open(fileobj=io.BytesIO(fetch()), mode="r:gz") as archive:
        member = archive.extractfile(MEMBER)
        assert member is not None
        atlas = json.load(member)
    arcs = _arcs(atlas)
    found: dict[str, list[Polygon]] = {}
    for geometry in atlas["objects"]["countries"]["geometries"]:
        name = geometry["properties"]["name"]
        name = PART_OF.get(name, name)
        if name in LEFT_OUT:
            continue
        parts = geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
        found.setdefault(name, [])
        for indices in parts:
            rings = [_ring(ring, arcs) for ring in indices]
            if len(rings[0]) > 3:  # an islet may be smaller than the steps of the file
                found[name].append(_polygon([ring for ring in rings if len(ring) > 3]))
    window = box(west, -90, west + 360, 90)
    return {name: _into_window(parts, window) for name, parts in found.items()}


def _arcs(atlas: dict[str, Any]) -> list[list[tuple[float, float]]]:
    (sx, sy), (tx, ty) = atlas["transform"]["scale"], atlas["transform"]["translate"]
    arcs = []
    for arc in atlas["arcs"]:
        x = y = 0
        points = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            points.append((x * sx + tx, y * sy + ty))
        arcs.append(_simplified(points))
    return arcs


def _simplified(arc: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The arc without what nobody could see; neighbours share it, so they still fit."""
    if len(arc) < 5:
        return arc
    kept = [(float(x), float(y)) for x, y in LineString(arc).simplify(TOLERANCE).coords]
    return kept if len(kept) > 3 else arc


def _ring(indices: list[int], arcs: list[list[tuple[float, float]]]) -> list[tuple[float, float]]:
    """The points of a ring, unrolled where it crosses 180 degrees."""
    points: list[tuple[float, float]] = []
    for index in indices:
        arc = arcs[index] if index >= 0 else arcs[~index][::-1]
        points.extend(arc[1:] if points else arc)
    unrolled = [points[0]]
    for (x0, _), (x1, y1) in pairwise(points):
        jump = -360 if x1 - x0 > 180 else 360 if x1 - x0 < -180 else 0
        shift = unrolled[-1][0] - x0
        unrolled.append((x1 + shift + jump, y1))
    return unrolled


def _polygon(rings: list[list[tuple[float, float]]]) -> Polygon:
    shell = Polygon(rings[0])
    return Polygon(rings[0], [hole for hole in rings[1:] if shell.intersects(Polygon(hole))])


def _into_window(parts: list[Polygon], window: Polygon) -> MultiPolygon:
    copies = [shapely.make_valid(translate(part, xoff=turn)) for part in parts for turn in (-360, 0, 360)]
    return polygons(shapely.intersection(shapely.union_all(copies), window))


def polygons(shape: BaseGeometry) -> MultiPolygon:
    """The areas of a shape, without stray lines and points."""
    parts: list[Polygon] = []
    for part in shapely.get_parts(shape).tolist():
        if isinstance(part, Polygon):
            parts += [part] if part.area > 0 else []
        elif isinstance(part, BaseMultipartGeometry):
            parts += polygons(part).geoms
    return MultiPolygon(parts)


def area_km2(shape: BaseGeometry) -> float:
    """About the true area of a shape given in degrees."""
    if shape.is_empty:
        return 0.0
    latitude = math.radians(shape.centroid.y)
    return float(shape.area) * KM_PER_DEGREE**2 * math.cos(latitude)
