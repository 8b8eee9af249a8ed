"""One match of ours against theirs, with its ledger."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from bench.reference import ledger
from bench.reference.ledger import Ledger
from bench.reference.player import Fast, Hard  # registers the levels, also in the processes that play
from bench.reference.process import new_game
from sandtable.ai.arena.contest import Clock, Played, Result, play
from sandtable.ai.arena.match import Match, board_of

OPPONENTS = (Hard.level, Fast.level)


def play_match(
    folder: Path, match: Match, *, with_record: bool = False, stopped: Callable[[], bool] = lambda: False
) -> Played:
    """Play a match; its ledger goes into `folder`."""
    ledger.begin()
    new_game()
    played = play(match, with_record=with_record, stopped=stopped)
    (folder / f"{match.key}.json").write_bytes(msgspec.json.encode(ledger.current))
    if isinstance(played.outcome, Result):
        played.outcome = msgspec.structs.replace(played.outcome, clocks=_clocks(played.outcome))
    return played


def _clocks(result: Result) -> dict[str, Clock]:
    """The arena's clocks; for the reference player what its own process took, without our translation."""
    board = board_of(result.match.terms)
    clocks = dict(result.clocks)
    for side, level in result.match.players.items():
        if level in OPPONENTS:
            turns = [(power, number) for power in board.side(side) for number in ledger.current.seconds.get(power, {})]
            clocks[side] = Clock(
                seconds=[round(ledger.current.seconds[power][number], 5) for power, number in turns],
                cpu=[round(ledger.current.cpu[power][number], 5) for power, number in turns],
            )
    return clocks


def ledgers(folder: Path, matches: Iterable[Match]) -> list[Ledger]:
    """The ledgers of these matches, as far as they were played."""
    files = (folder / f"{match.key}.json" for match in matches)
    return [msgspec.json.decode(file.read_bytes(), type=Ledger) for file in files if file.exists()]
