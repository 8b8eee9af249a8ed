"""Scenario files: who starts with what."""

from __future__ import annotations

from importlib.resources.abc import Traversable

import msgspec

from sandtable.core.lexicon import Texts, read_toml


class Scenario(msgspec.Struct, frozen=True):
    """The starting position of a game."""

    title: Texts
    round: int
    power: str
    money: dict[str, int]
    units: dict[str, dict[str, dict[str, int]]]
    """space → power → kind → number"""
    seats: dict[int, tuple[tuple[str, ...], ...]]
    """Number of players → the powers of each seat."""

    @classmethod
    def load(cls, file: Traversable) -> Scenario:
        """Read a scenario file (see docs/data-format.md)."""
        data = read_toml(file)
        return cls(
            title=data["title"],
            round=data["start"]["round"],
            power=data["start"]["power"],
            money=data["money"],
            units=data["units"],
            seats={int(n): tuple(tuple(seat) for seat in seats) for n, seats in data["seats"].items()},
        )
