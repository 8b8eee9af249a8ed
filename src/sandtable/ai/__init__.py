"""Computer players, from `random` to `general` (see docs/ai.md)."""

from sandtable.ai.cadet import Cadet
from sandtable.ai.chance import RandomPlayer
from sandtable.ai.general import General
from sandtable.ai.officer import Officer
from sandtable.ai.player import LEVELS, Player, play_on, player, seats

for _level in (RandomPlayer, Cadet, Officer, General):  # listed from weak to strong
    LEVELS[_level.level] = LEVELS.pop(_level.level)

__all__ = ["LEVELS", "Cadet", "General", "Officer", "Player", "RandomPlayer", "play_on", "player", "seats"]
