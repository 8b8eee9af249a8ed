"""Parts of the pipeline that need Shapely; skipped where it is not installed (see the group `maps`)."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from maps import places

shapely = pytest.importorskip("shapely")
# Loaded by name: the checks of types must not need Shapely either.
cells: Any = importlib.import_module("maps.cells")
islands: Any = importlib.import_module("maps.islands")
projection: Any = importlib.import_module("maps.projection")
coverage: Any = importlib.import_module("maps.coverage")
topology: Any = importlib.import_module("maps.topology")


def test_cells_belong_to_the_nearest_point_round_the_world() -> None:
    shares = cells.nearest({"east": [(170, 0)], "west": [(-170, 0)], "far": [(0, 0)]}, west=-90)
    assert shares["east"].contains(shapely.Point(175, 10))
    assert shares["west"].contains(shapely.Point(185, 10))
    assert shares["far"].contains(shapely.Point(0, 80))
    assert sum(share.area for share in shares.values()) == pytest.approx(360 * 180)


def test_islands_are_the_same_every_time_and_about_as_large_as_wanted() -> None:
    land = places.Land(points=((10.0, 60.0),), island_radius_km=111.2)
    first, second = islands.island("wake", land, -180), islands.island("wake", land, -180)
    assert first.equals(second)
    left, bottom, right, top = first.bounds
    assert top - bottom == pytest.approx(2, rel=0.3)
    # At 60 degrees a degree of longitude is half as long.
    assert right - left == pytest.approx(4, rel=0.3)


@pytest.mark.parametrize("game", places.games())
def test_the_projection_keeps_order_and_closes(game: str) -> None:
    """Lenses enlarge, but nothing folds over, and the edges of the map stay where they are."""
    import numpy as np

    where = places.load(game)
    to_map = projection.Projection(where)
    xs = np.linspace(where.frame.west, where.frame.west + 360, 721)
    ys = np.linspace(where.frame.south, where.frame.north, 361)
    grid = to_map.points(np.array([(x, y) for y in ys for x in xs])).reshape(len(ys), len(xs), 2)
    assert (np.diff(grid[:, :, 0], axis=1) > 0).all()
    assert (np.diff(grid[:, :, 1], axis=0) < 0).all()
    assert grid[:, 0, 0] == pytest.approx(0, abs=1e-9)
    assert grid[:, -1, 0] == pytest.approx(projection.WIDTH, abs=1e-9)


def test_spaces_join_across_the_edge() -> None:
    """Two halves of a space at the left and right edge become one, and its border is one closed line."""
    box = shapely.box
    width = projection.WIDTH
    inner = [box(0, 40, 10, 60), box(width - 10, 40, width, 60)]
    outer = box(0, 0, width, 100).difference(shapely.union_all(inner))
    faces = [coverage.Face("lagoon", shape) for shape in inner] + [coverage.Face("sea", outer)]
    net = topology.net(faces)
    (ring,) = net.rings["lagoon"]
    assert len(ring) == 1
    arc = net.arcs[ring[0] if ring[0] >= 0 else ~ring[0]]
    assert {arc.left, arc.right} == {"lagoon", "sea"}
    xs = [x for x, _ in arc.raw]
    assert max(xs) - min(xs) == 20


def test_smooth_lines_do_not_cross() -> None:
    """A narrow bay between two long lines stays open."""
    arcs = [
        topology.Arc("a", "b", [(0.0, 0.0), (50.0, 1.0), (100.0, 0.0)], (0, 0), (1, 0)),
        topology.Arc("b", "c", [(0.0, 5.0), (50.0, 1.5), (100.0, 5.0)], (2, 0), (3, 0)),
    ]
    net = topology.Net(arcs, {})
    topology.draw(net, {"a": True, "b": False, "c": True})
    for lines in ([arc.drawn for arc in arcs], [arc.fine for arc in arcs]):
        first, second = map(shapely.LineString, lines)
        assert not first.intersects(second)
