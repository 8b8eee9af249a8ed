"""Build the maps: `python -m maps.build [GAME …]`, or `make maps`."""

from __future__ import annotations

import argparse
import gzip
import sys
from pathlib import Path

import shapely

from maps import areas, coverage, geography, land, layout, places, topology, writing
from maps.projection import Projection
from sandtable.core.errors import SandtableError

OUTPUT = Path(__file__).parent.parent / "src" / "sandtable" / "server" / "maps"
SMALLEST_ISLET = 0.8
"""In square units; smaller ones are specks."""


def build(game: str) -> tuple[writing.Json, writing.Json]:
    """The map of a game, and its lines for a close look."""
    board = places.board_of(game)
    where = places.load(game)
    projection = Projection(where)
    ground = land.shapes(where, geography.countries(where.frame.west))
    net = topology.net(coverage.faces(where, ground, projection))
    is_land = {space.id: space.is_land for space in board.spaces.values()}
    is_land |= {coverage.CLOSED_LAND: True, coverage.CLOSED_WATER: False}
    topology.draw(net, is_land)
    parts = {owner: areas.parts(net, owner) for owner in net.rings}
    shapes = {owner: areas.whole(pieces) for owner, pieces in parts.items()}
    islets = projection.shape(ground.islets)
    closed_land = shapes.get(coverage.CLOSED_LAND, shapely.MultiPolygon())
    furniture = layout.furnish(board, where, projection, shapes, closed_land, islets)
    rims = [
        [(float(x), float(y)) for x, y in part.exterior.coords]
        for part in shapely.get_parts(islets).tolist()
        if part.bounds[1] >= 0 and part.bounds[3] <= projection.height and part.area > SMALLEST_ISLET
    ]
    store = writing.ArcStore(net)
    return writing.topology(board, where, projection, store, parts, furniture, rims, is_land), store.close_look(where)


def main() -> int:
    """Build the named maps, or all."""
    parser = argparse.ArgumentParser(prog="python -m maps.build", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="the maps to build; all if none is named")
    arguments = parser.parse_args()
    try:
        for game in arguments.games or places.games():
            for name, content in zip(("topo", "fine"), build(game), strict=True):
                path = OUTPUT / f"{game}.{name}.json"
                path.write_text(writing.dumps(content), encoding="utf-8")
                print(f"{path}: {path.stat().st_size} bytes, compressed {len(gzip.compress(path.read_bytes()))}")
    except SandtableError as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
