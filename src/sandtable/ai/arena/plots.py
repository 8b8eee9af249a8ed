"""Pictures of a tournament as SVG files, drawn by matplotlib."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from sandtable.ai.arena.contest import Result
from sandtable.ai.arena.summary import PlayerReport, Report, Tally
from sandtable.ai.luck import net
from sandtable.core.errors import SandtableError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INSTALL = "pip install 'sandtable[plots]'"
COLOURS = ("#2f7d4f", "#b8402f", "#3b82a0", "#c9a227", "#7c5aa6", "#6b7480")
INK, SOFT = "#22262b", "#6b7480"


class Words(Protocol):
    """What the pictures say, in the language of whoever looks at them."""

    def say(self, key: str, **params: object) -> str: ...
    def plain(self, value: float) -> str: ...


class NoPlots(SandtableError):
    """matplotlib is not installed."""


def check_plots() -> None:
    """Raises `NoPlots` if no pictures can be drawn."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise NoPlots(f"Plots need matplotlib, which is not installed. To get it: {INSTALL}") from None


def draw(folder: Path, report: Report, results: Sequence[Result], words: Words) -> list[Path]:
    """Draw all pictures into a folder; returns the files."""
    check_plots()
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    folder.mkdir(parents=True, exist_ok=True)
    pictures: dict[str, Callable[[Axes], None]] = {
        "win-rates": lambda axes: _win_rates(axes, report, words),
        "lengths": lambda axes: _lengths(axes, report, words),
        "turn-times": lambda axes: _times(axes, report, results, words),
        "luck": lambda axes: _luck(axes, report, results, words),
    }
    files = []
    with rc_context(_STYLE):
        for name, fill in pictures.items():
            figure = Figure(figsize=(7.6, 4.4), layout="constrained")
            fill(figure.subplots())
            files.append(folder / f"{name}.svg")
            figure.savefig(files[-1], metadata={"Date": None})
    return files


_STYLE: Any = {  # matplotlib lists the keys it takes one by one
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "sandtable",  # the same picture is the same file
    "font.family": "sans-serif",
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": SOFT,
    "axes.labelcolor": SOFT,
    "axes.titlecolor": INK,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "legend.frameon": False,
}


def _win_rates(axes: Axes, report: Report, words: Words) -> None:
    """A dot with its interval for every player, in all and by side."""
    rows: list[tuple[str, Tally, str]] = []
    for at, player in enumerate(report.players):
        colour = COLOURS[at % len(COLOURS)]
        if player.against_others.games:
            rows.append((f"{player.player}, {words.say('plot.overall')}", player.against_others, colour))
        rows += [(f"{player.player}, {words.say(side)}", tally, colour) for side, tally in player.sides.items()]
    for at, (_, tally, colour) in enumerate(rows):
        if tally.win_rate is not None:
            rate = tally.win_rate
            axes.plot((rate.low, rate.high), (at, at), color=colour, linewidth=3, alpha=0.45, solid_capstyle="round")
            axes.plot(rate.value, at, "o", color=colour)
    axes.set_yticks(range(len(rows)), [label for label, _, _ in rows])
    axes.set_ylim(max(len(rows), 4) - 0.5, -0.5)
    axes.set_xlim(-0.02, 1.02)
    axes.xaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f} %")
    axes.axvline(0.5, color=SOFT, linewidth=0.8, linestyle=":")
    axes.set_xlabel(words.say("plot.win_rate"))
    axes.set_title(words.say("plot.win_rates"))


def _lengths(axes: Axes, report: Report, words: Words) -> None:
    """Matches by the round they ended in; the undecided ones stand apart."""
    from matplotlib.ticker import MaxNLocator

    rounds = range(1, report.terms.rounds + 1)
    axes.bar(rounds, [report.lengths.get(number, 0) for number in rounds], color=COLOURS[2])
    undecided = report.endings.get("", 0)
    beyond = report.terms.rounds + 2
    axes.bar([beyond], [undecided], color=SOFT)
    step = max(1, report.terms.rounds // 10)
    shown = list(range(step, report.terms.rounds + 1, step))
    axes.set_xticks([*shown, beyond], [*map(str, shown), words.say("plot.undecided")])
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel(words.say("plot.round"))
    axes.set_ylabel(words.say("plot.matches"))
    axes.set_title(words.say("plot.lengths"))


def _times(axes: Axes, report: Report, results: Sequence[Result], words: Words) -> None:
    """The share of turns that took at most so long."""
    for at, player in enumerate(report.players):
        seconds = np.sort(list(chain.from_iterable(_seconds(player, result) for result in results)))
        if len(seconds):
            shares = np.arange(1, len(seconds) + 1) / len(seconds)
            axes.step(seconds, shares, where="post", color=COLOURS[at % len(COLOURS)], label=player.player)
    if axes.lines:
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(lambda value, _: words.plain(value))
        axes.legend(loc="lower right")
    axes.axhline(0.95, color=SOFT, linewidth=0.8, linestyle=":")
    axes.yaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f} %")
    axes.set_ylim(0, 1.02)
    axes.set_xlabel(words.say("plot.seconds"))
    axes.set_ylabel(words.say("plot.share_of_turns"))
    axes.set_title(words.say("plot.times"))


def _seconds(player: PlayerReport, result: Result) -> list[float]:
    return [
        second
        for side, level in result.match.players.items()
        if level == player.player
        for second in result.clocks[side].seconds
    ]


def _luck(axes: Axes, report: Report, results: Sequence[Result], words: Words) -> None:
    """Luck of the first player against what it made of it."""
    name = report.players[0].player
    groups: dict[str, list[tuple[float, int]]] = {"won": [], "undecided": [], "lost": []}
    for result in results:
        side = next((side for side, level in result.match.players.items() if level == name), None)
        if side is not None:
            begin, end = result.production[side]
            how = "won" if result.winner == side else "lost" if result.winner else "undecided"
            groups[how].append((net(result.luck, side), end - begin))
    for (how, dots), colour in zip(groups.items(), (COLOURS[0], SOFT, COLOURS[1]), strict=True):
        if dots:
            luck, gain = zip(*dots, strict=True)
            axes.plot(luck, gain, "o", color=colour, alpha=0.7, label=words.say(f"plot.{how}"))
    if axes.lines:
        axes.legend()
    axes.axhline(0, color=SOFT, linewidth=0.8, linestyle=":")
    axes.axvline(0, color=SOFT, linewidth=0.8, linestyle=":")
    axes.set_xlabel(words.say("plot.luck_of", player=name))
    axes.set_ylabel(words.say("plot.gain_of", player=name))
    axes.set_title(words.say("plot.luck"))
