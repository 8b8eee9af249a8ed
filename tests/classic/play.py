"""Words for rule tests of the classic edition; what it shares with the others stands in `tests.words`."""

from __future__ import annotations

from functools import partial

from sandtable.games.classic.rules import ClassicRules
from tests import words

position = partial(words.position, "classic")


def rules_of(game: words.WarGame) -> ClassicRules:
    """The composed rules of a game."""
    assert isinstance(game.rules, ClassicRules)
    return game.rules
