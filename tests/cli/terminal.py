"""Words for tests of the command line: run a command, type at a game, look at what was printed."""

from __future__ import annotations

import io
import json
import os
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import sandtable
from sandtable.cli.main import run


class Printed(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """The printed JSON."""
        return json.loads(self.out)


def command(*arguments: str, typed: str = "", columns: int = 100) -> Printed:
    """Run `sandtable …` in this process, with `typed` as standard input."""
    out, err = io.StringIO(), io.StringIO()
    window = patch.dict(os.environ, {"COLUMNS": str(columns), "LINES": "50"})
    with window, patch("sys.stdin", io.StringIO(typed)), redirect_stdout(out), redirect_stderr(err):
        code = run(list(arguments))
    return Printed(code, out.getvalue(), err.getvalue())


def play(file: Path, *lines: str, lang: str = "en", humans: str = "all") -> Printed:
    """Go on with a saved game and type these lines."""
    typed = "".join(f"{line}\n" for line in lines)
    return command("terminal", "--load", str(file), "--lang", lang, "--humans", humans, typed=typed)


def save_position(file: Path, dice: list[int], game: str = "classic", **position: Any) -> Path:
    """A saved game that begins in a given position and has these dice."""
    sandtable.setup(game, dice=dice, **position).record().save(file)
    return file


def actions(file: Path) -> list[dict[str, Any]]:
    """What was done in a saved game."""
    return [entry.do for entry in sandtable.load(file).entries if entry.do is not None]
