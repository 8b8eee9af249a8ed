"""The level `random`: any legal answer."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.ai.player import Player
from sandtable.core.game import View
from sandtable.core.values import Action, Decision


class RandomPlayer(Player):
    """Draws from the legal answers, from one stream of numbers: fast, for playing very many games."""

    level = "random"

    def __init__(self, seed: int | str, budget: float | None = None) -> None:
        super().__init__(seed, budget)
        self._stream = Random(f"{seed}/random")

    def decide(self, view: View[Any], decision: Decision) -> Action:
        return view.legal(decision).sample(self._stream)
