"""The arena: players against each other, many times, and what that says about them (see docs/arena.md).

>>> from sandtable.ai.arena import Terms, play, schedule
>>> (match,) = schedule(Terms(game="classic", rounds=1), ["random"], games=1, seed=7)
>>> match.players
{'axis': 'random', 'allies': 'random'}
>>> play(match).outcome.rounds
1
"""

from sandtable.ai.arena.contest import Failure, Played, Result, play
from sandtable.ai.arena.match import Match, Terms, schedule
from sandtable.ai.arena.store import Store
from sandtable.ai.arena.summary import Report, report

__all__ = ["Failure", "Match", "Played", "Report", "Result", "Store", "Terms", "play", "report", "schedule"]
