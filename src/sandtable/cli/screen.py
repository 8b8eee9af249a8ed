"""Where text goes: consoles for output and errors, and the colours of the powers."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable

from rich.console import Console
from rich.table import Table
from rich.text import Text

from sandtable.board.board import Board

HIT = "bold red"
QUIET = "dim"
PROMPT = "bold"

_HITS = re.compile(r"\[\d+\]")


def console(*, stderr: bool = False) -> Console:
    """A console that prints what it is given: no markup in it, no guesses at what to highlight."""
    return Console(stderr=stderr, markup=False, highlight=False, emoji=False, soft_wrap=False)


def chip(board: Board, power: str, name: str) -> Text:
    """A power's name on its colour, readable on dark and light terminals alike."""
    return Text().append(f" {name} ", chip_style(board, power))


def chip_style(board: Board, power: str) -> str:
    """The power's colour as background, black or white on it, whichever is easier to read."""
    colour = board.powers[power].colour
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    ink = "black" if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "bright_white"
    return f"bold {ink} on {colour}"


def with_hits(text: str) -> Text:
    """A line of the log with the dice that hit in red."""
    line = Text(text)
    for found in _HITS.finditer(text):
        line.stylize(HIT, found.start(), found.end())
    return line


def tidy_table(headings: Iterable[str], right: Iterable[int] = (), title: str = "") -> Table:
    """A table without a cage of lines; columns listed in `right` hold numbers."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), title=title or None, title_justify="left")
    numbers = set(right)
    for at, heading in enumerate(headings):
        table.add_column(heading, justify="right" if at in numbers else "left", header_style="bold underline")
    return table


def is_terminal() -> bool:
    """Whether a person types here."""
    return sys.stdin.isatty() and sys.stdout.isatty()
