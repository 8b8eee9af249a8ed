"""The shapes of the land spaces in degrees: countries, divided countries and enlarged islands."""

from __future__ import annotations

from typing import Any, NamedTuple

import shapely
from shapely.geometry import MultiPolygon, Polygon

from maps import cells, islands
from maps.geography import area_km2, polygons
from maps.places import Places
from sandtable.core.errors import BadValue, UnknownName

SMALLEST_ISLET_KM2 = 250


class LandShapes(NamedTuple):
    """Who owns which land; what is closed; what is only scenery."""

    spaces: dict[str, MultiPolygon]
    closed: MultiPolygon
    islets: MultiPolygon


def shapes(places: Places, countries: dict[str, MultiPolygon]) -> LandShapes:
    """Every land space, without small islands, with enlarged ones."""
    main, islets = _landmasses(places, countries)
    shares = _shares(places, countries)
    spaces = {name: polygons(share.intersection(main)) for name, share in shares.items()}
    spaces = _without_crumbs(places, spaces, {})
    for name, land in places.land.items():
        if land.grown_km:
            others = shapely.union_all([shape for other, shape in spaces.items() if other != name])
            spaces[name] = polygons(islands.grown(spaces[name], land.grown_km).difference(others))
    enlarged = {
        name: islands.island(name, land, places.frame.west)
        for name, land in places.land.items()
        if land.island_radius_km
    }
    for name, disc in enlarged.items():
        spaces = {other: polygons(shape.difference(disc)) for other, shape in spaces.items()}
        spaces[name] = polygons(spaces[name].union(disc))
    spaces = _without_crumbs(places, spaces, enlarged)
    closed = polygons(shapely.union_all([countries[name] for name in places.closed.countries]).intersection(main))
    return LandShapes(spaces, closed, polygons(islets.difference(shapely.union_all(list(spaces.values())))))


def _landmasses(places: Places, countries: dict[str, MultiPolygon]) -> tuple[Any, Any]:
    """Land large enough to play on, and islets that are scenery. Land no space names is scenery too."""
    named = {name for land in places.land.values() for name in land.countries} | set(places.closed.countries)
    for name in named:
        if name not in countries:
            raise UnknownName("country", name, countries)
    masses = shapely.get_parts(shapely.union_all([countries[name] for name in sorted(named)])).tolist()
    large = [mass for mass in masses if area_km2(mass) >= places.min_island_km2]
    small = [mass for mass in masses if SMALLEST_ISLET_KM2 <= area_km2(mass) < places.min_island_km2]
    for name, shape in countries.items():
        if name not in named:
            small += [part for part in shape.geoms if area_km2(part) >= SMALLEST_ISLET_KM2]
    return shapely.union_all(large), shapely.union_all(small)


def _shares(places: Places, countries: dict[str, MultiPolygon]) -> dict[str, MultiPolygon]:
    claims: dict[str, list[str]] = {}
    for space, land in places.land.items():
        for country in land.countries:
            claims.setdefault(country, []).append(space)
    parts: dict[str, list[Any]] = {space: [] for space in places.land}
    for country, claimants in claims.items():
        if len(claimants) == 1:
            parts[claimants[0]].append(countries[country])
            continue
        points = {space: places.land[space].points for space in claimants}
        for space, its_points in points.items():
            if not its_points:
                raise BadValue(f"{country} belongs to several spaces, so {space} needs points")
        for space, cell in cells.nearest(points, places.frame.west).items():
            parts[space].append(countries[country].intersection(cell))
    return {space: polygons(shapely.union_all(shapes)) for space, shapes in parts.items()}


def _without_crumbs(
    places: Places, spaces: dict[str, MultiPolygon], enlarged: dict[str, MultiPolygon]
) -> dict[str, MultiPolygon]:
    """Small loose pieces, but for enlarged islands, go to the neighbour with whom they share the longest border."""
    kept: dict[str, list[Polygon]] = {}
    crumbs: list[tuple[str, Polygon]] = []
    for name, shape in spaces.items():
        pieces = sorted(shape.geoms, key=lambda piece: piece.area, reverse=True)
        kept[name] = []
        for number, piece in enumerate(pieces):
            loose = number > 0 and area_km2(piece) < places.crumb_km2
            if name in enlarged and piece.intersects(enlarged[name]):
                loose = False
            if loose and not _at_the_cut(piece, places.frame.west):
                crumbs.append((name, piece))
            else:
                kept[name].append(piece)
    whole = {name: polygons(shapely.union_all(pieces)) for name, pieces in kept.items()}
    for name, crumb in crumbs:
        borders = {other: whole[other].intersection(crumb).length for other in whole if other != name}
        best = max(borders, key=lambda other: borders[other])
        taker = best if borders[best] > 0 else name
        whole[taker] = polygons(whole[taker].union(crumb))
    return whole


def _at_the_cut(piece: Polygon, west: float) -> bool:
    left, _, right, _ = piece.bounds
    return left <= west or right >= west + 360
