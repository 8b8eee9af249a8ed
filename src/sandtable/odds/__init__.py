"""Exact battle odds, derived from the very rule classes the engine plays.

from sandtable import odds
answer = odds.battle("classic", attack="3 infantry, 1 armour", defend="2 infantry")
answer.win, answer.lose, answer.both        # 0.944…, 0.039…, 0.016…
"""

from sandtable.odds.ask import answer, battle, battles, question
from sandtable.odds.fight import Question
from sandtable.odds.figures import Force
from sandtable.odds.losses import LossPolicy
from sandtable.odds.raids import anti_air, raid
from sandtable.odds.result import Odds, RaidOdds, RoundOdds, Survivors
from sandtable.odds.retreats import RetreatPolicy
from sandtable.odds.speech import Unanswerable, explain

__all__ = [
    "Force",
    "LossPolicy",
    "Odds",
    "Question",
    "RaidOdds",
    "RetreatPolicy",
    "RoundOdds",
    "Survivors",
    "Unanswerable",
    "answer",
    "anti_air",
    "battle",
    "battles",
    "explain",
    "question",
    "raid",
]
