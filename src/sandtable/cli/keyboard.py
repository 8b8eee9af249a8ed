"""Reading what the player types: with history and completion at a terminal, echoed when it comes from a file."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from sandtable.cli.screen import is_terminal


class Keyboard:
    """Lines from standard input."""

    def __init__(self, words: Iterable[str] = ()) -> None:
        self.person = is_terminal()
        self.words = sorted(set(words))
        if self.person:
            self._prepare_completion()

    def read(self, prompt: str) -> str:
        """The next line. Raises `EOFError` when there is none."""
        if self.person:
            return input(prompt)
        sys.stdout.write(prompt)
        line = sys.stdin.readline()
        sys.stdout.write(line if line.endswith("\n") else line + "\n")
        if not line:
            raise EOFError
        return line.rstrip("\n")

    def _prepare_completion(self) -> None:
        try:
            import readline
        except ImportError:  # not on every system
            return
        readline.set_completer(self._complete)
        readline.set_completer_delims(" ,>")
        readline.parse_and_bind("tab: complete")

    def _complete(self, typed: str, number: int) -> str | None:
        fitting = [word for word in self.words if word.startswith(typed.lower())]
        return fitting[number] + " " if number < len(fitting) else None
