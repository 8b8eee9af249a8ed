"""Spaces, who borders whom, how far things are apart; powers and their sides."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from sandtable.core.errors import BadValue, UnknownName
from sandtable.core.lexicon import LANGUAGES, Lexicon, Texts, read_toml

FAR = 99
"""A distance nothing can cover."""
CLOSED_SETS_REMEMBERED = 100
"""For how many different sets of closed spaces distances are kept; long simulations meet thousands."""


class Space(msgspec.Struct, frozen=True, kw_only=True):
    """A land territory or a sea zone."""

    id: str
    kind: str
    names: Texts
    borders: tuple[str, ...]
    value: int = 0
    owner: str = ""
    """The original owner; "" for neutrals and sea zones."""
    neutral: bool = False
    short: tuple[str, ...] = ()
    """Everyday names players type for it."""
    city: Texts | None = None
    """The victory city in it."""

    @property
    def is_land(self) -> bool:
        return self.kind == "land"

    @property
    def is_sea(self) -> bool:
        return self.kind == "sea"


class Power(msgspec.Struct, frozen=True, kw_only=True):
    """A power: its side, its capital, its colour."""

    id: str
    names: Texts
    side: str
    capital: str
    colour: str = "#888888"
    short: tuple[str, ...] = ()
    """Everyday names players type for it."""


class Canal(msgspec.Struct, frozen=True, kw_only=True):
    """A passage between two sea zones that depends on who holds its banks."""

    id: str
    names: Texts
    between: tuple[str, str]
    banks: tuple[str, ...]


def _texts(entry: Mapping[str, Any]) -> Texts:
    return {lang: str(entry[lang]) for lang in LANGUAGES}


class Board:
    """The map with its powers. Never changes during a game."""

    def __init__(
        self,
        spaces: Iterable[Space],
        powers: Iterable[Power],
        sides: Mapping[str, Texts],
        canals: Iterable[Canal],
    ) -> None:
        self.spaces = {space.id: space for space in spaces}
        self.powers = {power.id: power for power in powers}
        self.sides = dict(sides)
        self.canals = {canal.id: canal for canal in canals}
        self.order = tuple(self.powers)
        self.rank = {ident: number for number, ident in enumerate(self.spaces)}
        self.land = tuple(s.id for s in self.spaces.values() if s.is_land)
        self.sea = tuple(s.id for s in self.spaces.values() if s.is_sea)
        self.neutrals = frozenset(s.id for s in self.spaces.values() if s.neutral)
        self.is_sea = {ident: space.is_sea for ident, space in self.spaces.items()}
        self.values = {ident: space.value for ident, space in self.spaces.items()}
        self.borders = {ident: space.borders for ident, space in self.spaces.items()}
        self.land_borders = {i: tuple(b for b in s.borders if self.spaces[b].is_land) for i, s in self.spaces.items()}
        self.sea_borders = {i: tuple(b for b in s.borders if self.spaces[b].is_sea) for i, s in self.spaces.items()}
        self.side_of = {power.id: power.side for power in self.powers.values()}
        self.enemies = {p: frozenset(q for q in self.powers if self.side_of[q] != self.side_of[p]) for p in self.powers}
        self.allies = {p: frozenset(q for q in self.powers if self.side_of[q] == self.side_of[p]) for p in self.powers}
        self.canal_between: dict[tuple[str, str], Canal] = {}
        for canal in self.canals.values():
            left, right = canal.between
            self.canal_between[left, right] = self.canal_between[right, left] = canal
        self.islands = {
            i: s.borders[0]
            for i, s in self.spaces.items()
            if s.is_land and len(s.borders) == 1 and self.is_sea[s.borders[0]]
        }
        """Islands inside a single sea zone, and that zone."""
        self._distances: dict[frozenset[str], dict[str, dict[str, int]]] = {}
        for ident, space in self.spaces.items():
            for other in space.borders:
                if ident not in self.space(other).borders:
                    raise BadValue(f"{ident} borders {other}, but not the other way round")

    @classmethod
    def load(cls, file: Traversable) -> Board:
        """Read a board file (see docs/data-format.md)."""
        data = read_toml(file)
        spaces = [
            Space(
                id=ident,
                kind=entry["kind"],
                names=_texts(entry),
                borders=tuple(entry["borders"]),
                value=entry.get("value", 0),
                owner=entry.get("owner", ""),
                neutral=entry.get("neutral", False),
                short=tuple(entry.get("short", ())),
                city=entry.get("city"),
            )
            for ident, entry in data["spaces"].items()
        ]
        powers = [
            Power(
                id=i,
                names=_texts(e),
                side=e["side"],
                capital=e["capital"],
                colour=e["colour"],
                short=tuple(e.get("short", ())),
            )
            for i, e in data["powers"].items()
        ]
        canals = [
            Canal(id=i, names=_texts(e), between=(e["between"][0], e["between"][1]), banks=tuple(e["banks"]))
            for i, e in data.get("canals", {}).items()
        ]
        return cls(spaces, powers, {i: _texts(e) for i, e in data["sides"].items()}, canals)

    def space(self, ident: str) -> Space:
        """The space with this id; the error lists the nearest names."""
        try:
            return self.spaces[ident]
        except KeyError:
            raise UnknownName("space", ident, self.spaces) from None

    def power(self, ident: str) -> Power:
        """The power with this id; the error lists the nearest names."""
        try:
            return self.powers[ident]
        except KeyError:
            raise UnknownName("power", ident, self.powers) from None

    def side(self, side: str) -> tuple[str, ...]:
        """The powers of a side, in turn order."""
        return tuple(p for p in self.order if self.side_of[p] == side)

    def after(self, power: str) -> tuple[str, ...]:
        """All powers in turn order, beginning with the one after `power`."""
        at = self.order.index(power) + 1
        return self.order[at:] + self.order[:at]

    def distances(self, origin: str, closed: frozenset[str] = frozenset()) -> dict[str, int]:
        """Steps from `origin` to every space that can be reached without entering `closed`, nearest first."""
        maps = self._distances.get(closed)
        if maps is None:
            if len(self._distances) >= CLOSED_SETS_REMEMBERED:
                self._distances.clear()
            maps = self._distances[closed] = {}
        known = maps.get(origin)
        if known is None:
            known = {origin: 0}
            frontier = [origin]
            while frontier:
                reached = []
                for here in frontier:
                    for there in self.borders[here]:
                        if there not in known and there not in closed:
                            known[there] = known[here] + 1
                            reached.append(there)
                frontier = reached
            maps[origin] = known
        return known

    @functools.cached_property
    def first_owners(self) -> dict[str, str]:
        """The original owner of every land space that has one."""
        return {ident: space.owner for ident, space in self.spaces.items() if space.owner}

    def add_names(self, lexicon: Lexicon) -> None:
        """Teach a lexicon the names (a power and its home territory may share id and name)."""
        for ident, texts in self.sides.items():
            lexicon.add_name(ident, texts)
        named: list[Power | Space | Canal] = [
            *self.powers.values(),
            *self.spaces.values(),
            *self.canals.values(),
        ]
        for thing in named:
            lexicon.add_name(thing.id, thing.names)
