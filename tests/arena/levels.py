"""Players that exist only for a test, and work for processes that goes wrong in a known way."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sandtable.ai import LEVELS, RandomPlayer
from sandtable.ai.arena import Match, Played, play
from sandtable.core.game import View
from sandtable.core.values import Action, Decision, Undo


@contextmanager
def other_levels(*names: str, kind: type[RandomPlayer] = RandomPlayer) -> Iterator[None]:
    """More levels for a while."""
    LEVELS.update(dict.fromkeys(names, kind))
    try:
        yield
    finally:
        for name in names:
            del LEVELS[name]


class Confused(RandomPlayer):
    """Loses its head in the second round."""

    level = ""

    def decide(self, view: View[Any], decision: Decision) -> Action:
        if view.state.round > 1:
            raise ZeroDivisionError("lost my head")
        return super().decide(view, decision)


class Cheat(RandomPlayer):
    """Gives an answer that the rules refuse."""

    level = ""

    def decide(self, view: View[Any], decision: Decision) -> Action:
        return Undo()


def play_confused(match: Match, *, with_record: bool = False, stopped: Callable[[], bool] = lambda: False) -> Played:
    """In a process: seed 2 meets a player that loses its head."""
    with other_levels("odd", kind=Confused if match.seed == 2 else RandomPlayer):
        return play(match, with_record=with_record, stopped=stopped)


def play_and_die(match: Match, *, with_record: bool = False, stopped: Callable[[], bool] = lambda: False) -> Played:
    """In a process: seed 2 ends it, as a lack of memory would; the others take long enough to be in play then."""
    if match.seed == 2:
        os._exit(9)
    time.sleep(0.3)
    return play(match, with_record=with_record, stopped=stopped)


def play_forever(match: Match, *, with_record: bool = False, stopped: Callable[[], bool] = lambda: False) -> Played:
    """In a process: seed 1 is quick; every other match goes on until it is told to stop."""
    if match.seed != 1:
        while not stopped():
            time.sleep(0.01)
    return play(match, with_record=with_record, stopped=stopped)
