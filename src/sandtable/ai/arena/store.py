"""A folder with results: a line for every match, its record beside it. What is there is not played again."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import msgspec

from sandtable.ai.arena.contest import Failure, Played, Result, build
from sandtable.ai.arena.match import Match
from sandtable.core.errors import BadValue

RESULTS = "results.jsonl"
RECORDS = "records"


class Store:
    """Reads and writes such a folder; every match is on disk before the next one is looked at."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.results = folder / RESULTS
        (folder / RECORDS).mkdir(parents=True, exist_ok=True)
        self._mend()

    def _mend(self) -> None:
        """Drop a last line that was not written to its end."""
        if self.results.exists():
            text = self.results.read_bytes()
            whole = text[: text.rfind(b"\n") + 1]
            if len(whole) < len(text):
                os.truncate(self.results, len(whole))

    def outcomes(self) -> list[Result | Failure]:
        """Everything in the folder, oldest first. Raises `BadValue` for a line that is no result."""
        if not self.results.exists():
            return []
        found: list[Result | Failure] = []
        for number, line in enumerate(self.results.read_bytes().splitlines(), start=1):
            try:
                found.append(msgspec.json.decode(line, type=Result | Failure))
            except msgspec.MsgspecError as error:
                raise BadValue(f"{self.results}, line {number}: this is not a result of the arena ({error})") from None
        return found

    def finished(self, matches: Iterable[Match]) -> dict[str, Result]:
        """Results of these matches by their key, as far as this very program has played them."""
        wanted = {match.key for match in matches}
        return {
            outcome.match.key: outcome
            for outcome in self.outcomes()
            if isinstance(outcome, Result) and outcome.build == build() and outcome.match.key in wanted
        }

    def add(self, played: Played) -> Result | Failure:
        """Keep a match and its record; returns the outcome with the record's name."""
        outcome = played.outcome
        if played.record is not None:
            mark = "" if isinstance(outcome, Result) else "failed-"
            name = f"{RECORDS}/{mark}{outcome.match.title}-{outcome.match.key}.jsonl"
            played.record.save(self.folder / name)
            outcome = msgspec.structs.replace(outcome, record=name)
        with self.results.open("ab") as file:
            file.write(msgspec.json.encode(outcome) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        return outcome
