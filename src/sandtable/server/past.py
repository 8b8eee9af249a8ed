"""Former positions of a game: some are kept, those between are played again."""

from __future__ import annotations

from sandtable.core.game import Game
from sandtable.server.errors import RequestProblem
from sandtable.server.records import play_again
from sandtable.warfare.state import WarState

KEEP_EVERY = 50
"""Entries between the positions that are kept."""


class Past:
    """Finds the game as it stood after any entry of its record."""

    def __init__(self, start: Game[WarState]) -> None:
        self._kept = [start.copy()]

    @property
    def start(self) -> WarState:
        """The state before the first action."""
        return self._kept[0].state

    @property
    def first(self) -> int:
        """The number of entries before the first position there is."""
        return self._kept[0].length

    def keep(self, game: Game[WarState]) -> None:
        """Remember a position if the last one is long ago."""
        if game.length - self._kept[-1].length >= KEEP_EVERY:
            self._kept.append(game.copy())

    def game_at(self, entry: int, now: Game[WarState]) -> Game[WarState]:
        """A copy of the game as it stood after an entry. Raises `RequestProblem` where there was none."""
        if not self.first <= entry <= now.length:
            raise RequestProblem(404, "not_found", "no_history", most=now.length, entry=entry)
        game = next(kept for kept in reversed(self._kept) if kept.length <= entry).copy()
        later = now.entries(game.length)
        for number, past in enumerate(later[: entry - game.length], start=1):
            play_again(game, past, later[number:])
        return game
