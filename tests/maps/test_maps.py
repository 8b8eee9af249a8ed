"""The finished maps: whole, closed round the world, with a name and room for units on every space."""

from __future__ import annotations

import gzip
import itertools
import math
from collections import Counter
from typing import Any

import pytest

from maps import places
from maps.lettering import LINE_HEIGHT, width
from maps.reading import FINISHED, FinishedMap, Point, Step
from sandtable.core.lexicon import LANGUAGES

UNITS = 6


@pytest.fixture(scope="module", params=places.games())
def finished(request: pytest.FixtureRequest) -> FinishedMap:
    return FinishedMap.load(str(request.param))


@pytest.fixture(scope="module", params=[False, True], ids=["whole", "close"])
def drawing(finished: FinishedMap, request: pytest.FixtureRequest) -> FinishedMap:
    """The map as a whole, and for a close look."""
    return FinishedMap.load(game_of(finished), fine=True) if request.param else finished


def game_of(finished: FinishedMap) -> str:
    return str(finished.topology["game"])


def in_box(box: list[float], point: list[float], radius: float = 0.0) -> bool:
    x, y, width, height = box
    inside_x = x + radius <= point[0] + 0.1 and point[0] - 0.1 <= x + width - radius
    return inside_x and y + radius <= point[1] + 0.1 and point[1] - 0.1 <= y + height - radius


def entries(finished: FinishedMap) -> dict[str, dict[str, Any]]:
    return {ident: geometry["properties"] for ident, geometry in finished.spaces.items()}


def area(ring: list[Step]) -> float:
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in itertools.pairwise(ring)) / 2


def test_spaces_are_those_of_the_board(finished: FinishedMap) -> None:
    board = places.board_of(game_of(finished))
    assert list(finished.spaces) == list(board.spaces)
    assert {ident: entry["kind"] for ident, entry in entries(finished).items()} == {
        ident: space.kind for ident, space in board.spaces.items()
    }


def test_it_was_built_from_the_places_that_are_there(finished: FinishedMap) -> None:
    """After a change of maps/places, `make maps` builds the maps again."""
    assert finished.topology["places"] == places.fingerprint(game_of(finished))


def test_it_is_topojson(finished: FinishedMap) -> None:
    topology = finished.topology
    assert topology["type"] == "Topology"
    assert topology["bbox"] == [0, 0, finished.wrap, finished.height]
    assert set(topology["objects"]) == {"spaces", "closed", "coasts", "land_borders", "sea_borders"}
    assert all(len(arc) >= 2 for arc in finished.arcs)


def test_every_ring_is_closed(drawing: FinishedMap) -> None:
    for geometry in (*drawing.spaces.values(), *drawing.closed):
        for polygon in drawing.rings(geometry):
            for ring in polygon:
                assert ring[0] == ring[-1]
                assert area(ring)


def test_the_map_closes_round_the_world(drawing: FinishedMap) -> None:
    """Every edge inside the frame has something on both of its sides, also at the edge of the map."""
    assert drawing.turn * drawing.quantum == drawing.wrap
    sides: Counter[tuple[Step, Step]] = Counter()
    playing = [*drawing.spaces.values(), *(g for g in drawing.closed if g["properties"]["kind"] != "islet")]
    for geometry in playing:
        for polygon in drawing.rings(geometry):
            for ring in polygon:
                for (x0, y0), (x1, y1) in itertools.pairwise(ring):
                    sides[(x0 % drawing.turn, y0), (x1 % drawing.turn, y1)] += 1
    bottom = round(drawing.height / drawing.quantum)
    lonely = [
        (a, b)
        for (a, b), count in sides.items()
        if a != b and (count != 1 or sides[b, a] != 1) and not (a[1] == b[1] and a[1] in (0, bottom))
    ]
    assert not lonely


def test_areas_fill_the_frame(drawing: FinishedMap) -> None:
    total = 0.0
    for geometry in (*drawing.spaces.values(), *drawing.closed):
        if geometry["properties"]["kind"] == "islet":
            continue
        for shell, *holes in drawing.rings(geometry):
            assert abs(area(shell)) > sum(abs(area(hole)) for hole in holes)
            total += abs(area(shell)) - sum(abs(area(hole)) for hole in holes)
    frame = drawing.turn * round(drawing.height / drawing.quantum)
    assert total == pytest.approx(frame, rel=1e-9)


def test_names_are_those_of_the_board(finished: FinishedMap) -> None:
    board = places.board_of(game_of(finished))
    for ident, entry in entries(finished).items():
        lines = entry["label"]["lines"]
        assert set(lines) == set(LANGUAGES)
        for lang in LANGUAGES:
            name = board.spaces[ident].names[lang]
            shown = " ".join(lines[lang]).replace("- ", "-")
            if board.spaces[ident].is_land:
                assert shown == name
            else:
                # «Sea Zone» is left out, and nothing is added.
                assert shown and shown in name


def corners(label: dict[str, Any], margin: float = 0.0) -> list[Point]:
    """The room a name takes on the map, in the language in which it is largest."""
    size = label["size"]
    half_width = max(width(line) for lines in label["lines"].values() for line in lines) * size / 2 + margin
    half_height = max(len(lines) for lines in label["lines"].values()) * LINE_HEIGHT * size / 2 + margin
    turn = math.radians(label["angle"])
    x, y = label["at"]
    return [
        (x + dx * math.cos(turn) - dy * math.sin(turn), y + dx * math.sin(turn) + dy * math.cos(turn))
        for dx, dy in (
            (-half_width, -half_height),
            (half_width, -half_height),
            (half_width, half_height),
            (-half_width, half_height),
        )
    ]


def overlap(first: list[Point], second: list[Point]) -> bool:
    """Whether two rectangles overlap: no side of either has the whole other one beyond it."""
    for a, b in ((first, second), (second, first)):
        for (x0, y0), (x1, y1) in zip(a, [*a[1:], a[0]], strict=True):
            if all((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) <= 0 for x, y in b):
                return False
    return True


def test_names_stand_in_their_spaces(finished: FinishedMap) -> None:
    """The whole name in every language; or in the box, or wholly on the water beside it."""
    for ident, entry in entries(finished).items():
        assert entry["label"]["size"] > 5
        around = corners(entry["label"])
        spots = [*around, *(((x0 + x1) / 2, (y0 + y1) / 2) for (x0, y0), (x1, y1) in itertools.pairwise(around))]
        if "blowup" in entry:
            assert all(in_box(entry["blowup"]["box"], list(spot)) for spot in spots), ident
        else:
            wanted = not entry["label"].get("outside", False)
            assert all(finished.holds(ident, spot) == wanted for spot in [*spots, tuple(entry["label"]["at"])]), ident


def test_names_do_not_overlap(finished: FinishedMap) -> None:
    rooms = {ident: corners(entry["label"]) for ident, entry in entries(finished).items()}
    for first, second in itertools.combinations(rooms, 2):
        for turn in (-finished.wrap, 0, finished.wrap):
            moved = [(x + turn, y) for x, y in rooms[second]]
            assert not overlap(rooms[first], moved), f"{first} and {second}"


def test_units_do_not_cover_names(finished: FinishedMap) -> None:
    for ident, entry in entries(finished).items():
        around = corners(entry["label"])
        for x, y in entry["anchors"]:
            # A square inside the round piece.
            half = entry["room"] * 0.7
            piece = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
            assert not overlap(piece, around), ident


def test_units_have_places_in_their_own_space(finished: FinishedMap) -> None:
    for ident, entry in entries(finished).items():
        assert len(entry["anchors"]) >= UNITS, ident
        spots = [*entry["anchors"], *(entry["marks"][mark] for mark in ("value", "factory") if mark in entry["marks"])]
        for spot in spots:
            if "blowup" in entry:
                assert in_box(entry["blowup"]["box"], spot, entry["room"]), ident
            else:
                assert finished.holds(ident, spot), ident
        for number, spot in enumerate(spots):
            assert all(math.dist(spot, other) >= 2 * entry["room"] - 0.3 for other in spots[:number]), ident


def test_land_has_marks(finished: FinishedMap) -> None:
    board = places.board_of(game_of(finished))
    capitals = {power.capital for power in board.powers.values()}
    for ident, entry in entries(finished).items():
        space = board.spaces[ident]
        wanted = {"value", "factory"} if space.is_land else set()
        if space.city or ident in capitals:
            wanted |= {"city"}
            assert finished.holds(ident, entry["marks"]["city"])
        assert set(entry["marks"]) == wanted, ident


def test_centres_lie_inside(drawing: FinishedMap) -> None:
    for ident, entry in entries(drawing).items():
        assert drawing.holds(ident, entry["centre"]), ident


def test_blow_ups_keep_apart(finished: FinishedMap) -> None:
    boxes = {ident: entry["blowup"]["box"] for ident, entry in entries(finished).items() if "blowup" in entry}
    assert boxes
    for ident, (left, top, wide, high) in boxes.items():
        assert top >= 0 and top + high <= finished.height
        for other, (x, y, w, h) in boxes.items():
            apart = left + wide <= x or x + w <= left or top + high <= y or y + h <= top
            assert ident == other or apart, f"{ident} and {other}"
    for ident, entry in entries(finished).items():
        for spot in entry["anchors"]:
            covering = [other for other, box in boxes.items() if other != ident and in_box(box, spot)]
            assert not covering, f"{covering} cover {ident}"


def test_lines_are_sorted_by_kind(finished: FinishedMap) -> None:
    """Coasts lie between land and water; the three kinds are all there and do not share a line."""
    arcs = {name: finished.topology["objects"][name]["arcs"] for name in ("coasts", "land_borders", "sea_borders")}
    numbers = [number for lines in arcs.values() for (number,) in lines]
    assert all(arcs.values())
    assert len(numbers) == len(set(numbers))


def test_a_close_look_shows_the_same_lines(finished: FinishedMap) -> None:
    """Arc by arc: the same number, the same ends, nowhere far away, and many more points."""
    close = FinishedMap.load(game_of(finished), fine=True)
    assert len(close.arcs) == len(finished.arcs)
    for coarse, fine in zip(finished.arcs, close.arcs, strict=True):
        if coarse[0] != coarse[-1]:
            for end in (0, -1):
                there = [step * finished.quantum for step in coarse[end]]
                assert math.dist(there, [step * close.quantum for step in fine[end]]) <= finished.quantum
        for axis in (0, 1):
            for side in (min, max):
                here = side(step[axis] for step in fine) * close.quantum
                assert abs(side(step[axis] for step in coarse) * finished.quantum - here) < 5
    assert sum(map(len, close.arcs)) > 2 * sum(map(len, finished.arcs))


@pytest.mark.parametrize("game", places.games())
@pytest.mark.parametrize(("part", "most"), [("topo", 150_000), ("fine", 1_000_000)])
def test_it_is_compact(game: str, part: str, most: int) -> None:
    """As it goes over the line."""
    assert len(gzip.compress((FINISHED / f"{game}.{part}.json").read_bytes())) < most
