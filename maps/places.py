"""The hand-written side of a map: which countries and points make a space. Read from `places/<game>.toml`."""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path

import msgspec

import sandtable
from sandtable.board.board import Board
from sandtable.core.errors import BadValue, UnknownName
from sandtable.warfare.definition import WarGame

HERE = Path(__file__).parent / "places"

Position = tuple[float, float]
"""Longitude and latitude in degrees."""


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Misspelt keys are errors."""


class Frame(Strict, frozen=True):
    """What part of the world is shown. The map begins at the meridian `west` and wraps there."""

    west: float
    south: float
    north: float


class Lens(Strict, frozen=True):
    """A part of the world that is drawn larger: by 1 + strength in the centre, fading out beyond the radius."""

    centre: Position
    radius: tuple[float, float]
    strength: float


class Land(Strict, frozen=True):
    """A land space: whole countries, and of countries that several spaces name the part nearest to its points."""

    countries: tuple[str, ...] = ()
    points: tuple[Position, ...] = ()
    island_radius_km: float = 0
    """Around each point lies an island of this size, however small the real one is."""
    grown_km: float = 0
    """Narrow islands are drawn broader by this much on every side."""
    city: Position | None = None
    """Where the capital or the victory city is marked."""


class Sea(Strict, frozen=True):
    """A sea zone: the water nearest to its points."""

    points: tuple[Position, ...]
    label: dict[str, str] = {}
    """What the map says where leaving out «Sea Zone» does not give a good name."""


class Closed(Strict, frozen=True):
    """Land and water that is drawn and that nobody enters."""

    countries: tuple[str, ...] = ()
    points: tuple[Position, ...] = ()


class Pair(Strict, frozen=True):
    """Two spaces where map and rules differ, and why."""

    between: tuple[str, str]
    why: str


class Link(Pair, frozen=True):
    """Adjacent in the rules, apart on the map: a dashed line joins them."""

    path: tuple[Position, ...]


class Places(Strict, frozen=True):
    """Everything in one `places/<game>.toml`."""

    game: str
    min_island_km2: float
    crumb_km2: float
    frame: Frame
    land: dict[str, Land]
    sea: dict[str, Sea]
    closed: Closed
    lenses: tuple[Lens, ...] = ()
    links: tuple[Link, ...] = ()
    touching: tuple[Pair, ...] = ()
    channels: tuple[tuple[Position, ...], ...] = ()
    """Straits that are kept open though they are too narrow to be drawn."""


def fingerprint(game: str) -> str:
    """Changes with the places of a game. A finished map carries it, so that one can see what it was built from."""
    return hashlib.sha256((HERE / f"{game}.toml").read_bytes()).hexdigest()[:16]


def games() -> list[str]:
    """The games with a map."""
    return sorted(path.stem for path in HERE.glob("*.toml"))


def definition_of(game: str) -> WarGame:
    """The game of a map."""
    definition = sandtable.definition(game)
    if not isinstance(definition, WarGame):
        raise BadValue(f"{game} has no board")
    return definition


def board_of(game: str) -> Board:
    """The board of a game."""
    return definition_of(game).base.board


def load(game: str) -> Places:
    """The places of a game, which are exactly the spaces of its board."""
    path = HERE / f"{game}.toml"
    if not path.exists():
        raise UnknownName("map", game, games())
    try:
        places = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Places, strict=False)
    except (msgspec.ValidationError, tomllib.TOMLDecodeError) as problem:
        raise BadValue(f"{path.name}: {problem}") from None
    check(places, board_of(game))
    return places


def check(places: Places, board: Board) -> None:
    """Refuse places that do not fit the board."""
    for kind, given, wanted in (("land space", places.land, board.land), ("sea zone", places.sea, board.sea)):
        for ident in given:
            if ident not in wanted:
                raise UnknownName(kind, ident, wanted)
        missing = sorted(set(wanted) - set(given))
        if missing:
            raise BadValue(f"places/{places.game}.toml has no {kind} {', '.join(missing)}")
    for pair in (*places.links, *places.touching):
        for ident in pair.between:
            board.space(ident)
