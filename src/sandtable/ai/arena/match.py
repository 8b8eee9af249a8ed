"""What is played: terms that hold for all matches, matches, and the schedule of a tournament."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import msgspec

from sandtable.ai.player import player
from sandtable.board.board import Board
from sandtable.core.errors import BadValue
from sandtable.core.registry import definition
from sandtable.warfare.base import WarBase


class Terms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What all matches of a tournament have in common."""

    game: str
    options: dict[str, Any] = {}
    rounds: int = 20
    """A match that is not decided after this round stays undecided."""
    budget: float | None = None
    """Seconds a player may think about a turn; None for the level's own measure."""


class Match(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One game: a level for each side, and the seed of the dice and of the players."""

    terms: Terms
    seed: int
    players: dict[str, str]
    """Side → level that plays all its powers."""

    @property
    def key(self) -> str:
        """The same for the same match, different for any other."""
        plain = msgspec.json.encode(self, order="deterministic")
        return hashlib.sha256(plain).hexdigest()[:12]

    @property
    def title(self) -> str:
        """Short and fit for a file name: «classic-7-officer-cadet»."""
        return "-".join((self.terms.game, str(self.seed), *self.players.values()))

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels that play, one name if it plays against itself."""
        return tuple(dict.fromkeys(self.players.values()))


def schedule(terms: Terms, levels: Sequence[str], *, games: int, seed: int, swap_sides: bool = False) -> list[Match]:
    """The matches of a tournament: every level against every other, `games` of them for each pair.

    With `swap_sides` each seed is played twice, the second time with sides exchanged. A single level plays against
    itself; exchanging sides would then be the same match again, so every match has a seed of its own.
    """
    first, second = board_of(terms).sides
    for level in levels:
        player(level, seed, terms.budget)  # unknown levels and useless budgets are noticed before anything starts
    pairs = list(combinations(dict.fromkeys(levels), 2)) or [(levels[0], levels[0])]
    return [
        Match(terms=terms, seed=number, players={first: mine, second: theirs})
        for one, other in pairs
        for number, mine, theirs in _seatings(one, other, games, seed, swap_sides)
    ]


def _seatings(one: str, other: str, games: int, seed: int, swap_sides: bool) -> Iterator[tuple[int, str, str]]:
    """Seed and level of the first and the second side for every match of a pair."""
    if not swap_sides or one == other:
        yield from ((seed + at, one, other) for at in range(games))
        return
    if games % 2:
        raise BadValue(f"With sides swapped the number of games is even: {games - 1 or 2} or {games + 1}, not {games}")
    for at in range(games // 2):
        yield seed + at, one, other
        yield seed + at, other, one


def board_of(terms: Terms) -> Board:
    """The board of a game with two sides. Raises `BadValue` for other games, and for options that do not fit."""
    rules = definition(terms.game).rules(terms.options)
    board = rules.board if isinstance(rules, WarBase) else None
    if board is None or len(board.sides) != 2:
        raise BadValue(f"The arena needs a game of two sides; {terms.game} is none")
    return board
