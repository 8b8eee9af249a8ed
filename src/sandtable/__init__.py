"""Sandtable: grand-strategy board games of the Second World War, every rule enforced.

import sandtable
game = sandtable.new_game("classic", seed=1942)
game.decision                       # who must decide what
game.legal()                        # what may be answered
game.apply(action)                  # -> events, or IllegalAction
"""

import sandtable.games  # noqa: F401  # registers the games
from sandtable.core.dice import CommittedDice, DiceSource, ScriptedDice, SeededDice
from sandtable.core.errors import (
    BadValue,
    DiceExhausted,
    GameOver,
    IllegalAction,
    OptionConflict,
    RecordError,
    SandtableError,
    UnknownName,
)
from sandtable.core.game import Game, View
from sandtable.core.record import Record, load, loads
from sandtable.core.registry import definition, export, games, new_game, setup
from sandtable.core.replay import replay
from sandtable.core.values import Action, Decision, Event, Outcome, Undo

__version__ = "0.1.0"

__all__ = [
    "Action",
    "BadValue",
    "CommittedDice",
    "Decision",
    "DiceExhausted",
    "DiceSource",
    "Event",
    "Game",
    "GameOver",
    "IllegalAction",
    "OptionConflict",
    "Outcome",
    "Record",
    "RecordError",
    "SandtableError",
    "ScriptedDice",
    "SeededDice",
    "Undo",
    "UnknownName",
    "View",
    "definition",
    "export",
    "games",
    "load",
    "loads",
    "new_game",
    "replay",
    "setup",
]
