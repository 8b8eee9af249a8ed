"""What a person sees of the arena: a bar and a table while it plays, tables afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sandtable.ai.arena.contest import Failure, Result
from sandtable.ai.arena.figures import Estimate
from sandtable.ai.arena.summary import Report, Tally, roles_of, tally
from sandtable.cli import numbers
from sandtable.core.lexicon import phrasebook
from sandtable.core.registry import definition

if TYPE_CHECKING:
    from rich.table import Table

Outcomes = Sequence[Result | Failure]

COUNTS = ("score", "ahead", "win_rate")
LUCK = ("without_luck", "luck")


class View:
    """Shows a tournament of one game in one language."""

    def __init__(self, game: str, lang: str) -> None:
        self.title = definition(game).title[lang]
        self.lang = lang
        self.lexicon = phrasebook("sandtable.cli", "arena.toml", definition(game).rules().lexicon)

    # Words and numbers

    def say(self, key: str, **params: object) -> str:
        """A text by its key, or the name of a side."""
        if not self.lexicon.has(key):
            return self.lexicon.name(key, self.lang)
        return self.lexicon.render(key, self.lang, **params)

    def number(self, value: float, digits: int = 1, sign: bool = False) -> str:
        return numbers.number(value, self.lang, digits, sign)

    def plain(self, value: float) -> str:
        """A number on an axis."""
        return numbers.plain(value, self.lang)

    # While it plays

    @contextmanager
    def live(self, scheduled: int, *, watched: bool) -> Iterator[Callable[[Outcomes], None]]:
        """A function that shows how matters stand; it does nothing where nobody watches."""
        if not watched:
            yield lambda outcomes: None
            return
        from rich.console import Group
        from rich.live import Live
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        from sandtable.cli.screen import console

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        bar = Progress(*columns)
        task = bar.add_task(self.say("arena.playing"), total=scheduled)
        with Live(bar, console=console(stderr=True), transient=True, refresh_per_second=4) as screen:

            def show(outcomes: Outcomes) -> None:
                bar.update(task, completed=len(outcomes))
                screen.update(Group(self._standings(outcomes), bar))

            yield show

    def _standings(self, outcomes: Outcomes) -> Table:
        results = [outcome for outcome in outcomes if isinstance(outcome, Result)]
        levels = sorted({level for result in results for level in result.match.levels})
        table = self._table(("player",), COUNTS)
        for level in levels:
            table.add_row(level, *self._counts(tally(roles_of(level, results))))
        return table

    # Afterwards

    def print(self, report: Report, out: Path | None, plots: Sequence[Path]) -> None:
        """Everything of a report that a person wants to see at a glance."""
        from sandtable.cli.screen import QUIET, console

        screen = console()
        say = self.say
        screen.print(
            say("arena.title", game=self.title, finished=report.finished, scheduled=report.scheduled), style="bold"
        )
        if report.reused:
            screen.print(say("arena.reused", number=report.reused))
        if report.stopped:
            screen.print(say("arena.stopped"), style="yellow")
        if report.finished:
            for table in (self._pairs(report), self._roles(report), self._levels(report)):
                if table.row_count:
                    screen.print()
                    screen.print(table)
            screen.print()
            if report.rounds is not None:
                median = self.number(report.rounds.median, 0)
                screen.print(say("arena.length", median=median, worst=self.number(report.rounds.worst, 0)))
            screen.print(say("arena.endings", list=self._endings(report)))
            screen.print(say("arena.legend", rounds=report.terms.rounds), style=QUIET)
        if report.failures:
            screen.print()
            screen.print(say("arena.failed", number=len(report.failures)), style="red")
            for failure in report.failures:
                who = ", ".join(f"{say(side)} {level}" for side, level in failure.players.items())
                screen.print(say("arena.failure", seed=failure.seed, players=who, problem=failure.problem))
                if failure.record:
                    screen.print(say("arena.failure_record", file=failure.record))
        if out is not None:
            screen.print(say("arena.written", folder=str(out)))
        if plots:
            screen.print(say("arena.plotted", files=", ".join(str(file) for file in plots)))

    def _table(self, words: Sequence[str], numbers: Sequence[str]) -> Table:
        from sandtable.cli.screen import tidy_table

        headings = [self.say(f"arena.{key}") for key in (*words, *numbers)]
        return tidy_table(headings, right=range(len(words), len(headings)))

    def _pairs(self, report: Report) -> Table:
        """Who did how well against whom."""
        table = self._table(("player", "opponent"), (*COUNTS, *LUCK))
        for pair in report.pairs:
            table.add_row(pair.player, pair.opponent, *self._counts(pair.tally), *self._luck(pair.tally))
        return table

    def _roles(self, report: Report) -> Table:
        """How well each side did, in whose hands."""
        table = self._table(("side", "player"), (*COUNTS, *LUCK))
        for side in report.sides:
            played = [player for player in report.players if side.side in player.sides]
            rows = [(player.player, player.sides[side.side]) for player in played]
            if len(rows) > 1:
                rows.append((self.say("arena.all"), side.tally))
            for name, counted in rows:
                table.add_row(self.say(side.side), name, *self._counts(counted), *self._luck(counted))
        return table

    def _levels(self, report: Report) -> Table:
        """Ratings and thinking times."""
        table = self._table(("player",), ("rating", "turns", "median", "p95", "worst", "cpu", "fallbacks"))
        for player in report.players:
            rating, wall, cpu = player.rating, player.turn_seconds, player.turn_cpu_seconds
            table.add_row(
                player.player,
                f"{self.number(rating.mu)} ± {self.number(2 * rating.sigma)}" if rating else "–",
                str(wall.number) if wall else "–",
                *([self._seconds(value) for value in (wall.median, wall.p95, wall.worst)] if wall else ["–"] * 3),
                self._seconds(cpu.p95) if cpu else "–",
                str(player.fallbacks),
            )
        return table

    def _counts(self, counted: Tally) -> list[str]:
        score = f"{counted.wins}/{counted.losses}/{counted.undecided}"
        return [score, str(counted.ahead) if counted.undecided else "–", self._share(counted.win_rate)]

    def _luck(self, counted: Tally) -> list[str]:
        luck = counted.luck
        shown = f"{self.number(luck.value, 0, sign=True)} ± {self.number(luck.high - luck.value, 0)}" if luck else "–"
        return [self._share(counted.win_rate_without_luck), shown]

    def _share(self, estimate: Estimate | None) -> str:
        """«80 % (49–94)»."""
        if estimate is None:
            return "–"
        value, low, high = (self.number(100 * part, 0) for part in (estimate.value, estimate.low, estimate.high))
        return f"{value} % ({low}–{high})"

    def _seconds(self, value: float) -> str:
        return f"{self.number(value, 3 if value < 1 else 1)} s"

    def _endings(self, report: Report) -> str:
        shown = [(self.say(f"arena.reason.{reason or 'none'}"), number) for reason, number in report.endings.items()]
        return ", ".join(f"{reason} {number}" for reason, number in shown)
