"""How far everything is from everything, as tables: what targets pull over the whole board is then one calculation."""

from __future__ import annotations

import functools
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from sandtable.board.board import FAR, Board

Table = NDArray[np.float64]


class Ways:
    """Steps between the spaces of one sort (land or sea) without entering closed ones, for one board."""

    def __init__(self, board: Board, spaces: tuple[str, ...], closed: frozenset[str]) -> None:
        self.spaces = spaces
        self.at = {space: at for at, space in enumerate(spaces)}
        self.steps: NDArray[np.int64] = np.full((len(spaces), len(spaces)), FAR)
        for origin, row in self.at.items():
            for space, steps in board.distances(origin, closed).items():
                if space in self.at:
                    self.steps[row, self.at[space]] = steps
        self._powers: dict[tuple[float, int], Table] = {}

    def fading(self, decay: float, stride: int = 1, most: int = FAR - 1) -> Table:
        """What is left of a pull at every distance: `decay` for every `stride` steps begun, nothing beyond `most`."""
        key = (decay, stride * FAR + most)
        if key not in self._powers:
            if len(self._powers) > 50:
                self._powers.clear()
            turns = (self.steps + stride - 1) // stride
            self._powers[key] = np.where(self.steps <= most, decay**turns, 0.0)
        return self._powers[key]

    def vector(self, of: Mapping[str, float]) -> Table:
        """Values by space in the order of the table; 0 for those not named."""
        return np.array([of.get(space, 0.0) for space in self.spaces])

    def named(self, values: Table) -> dict[str, float]:
        """Values in the order of the table, by space."""
        return dict(zip(self.spaces, values.tolist(), strict=True))


@functools.lru_cache(maxsize=64)
def ways(board: Board, spaces: tuple[str, ...], closed: frozenset[str]) -> Ways:
    """The table for a board; boards never change, so it is made once."""
    return Ways(board, spaces, closed)
