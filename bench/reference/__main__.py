"""Plays the matches and prints what they showed; see the package's own text for what is needed."""

from __future__ import annotations

import functools
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click
import msgspec

from bench.reference.contest import OPPONENTS, ledgers, play_match
from bench.reference.ledger import Ledger
from bench.reference.parts import class_path
from bench.reference.scenario import PROPERTIES
from sandtable.ai.arena.contest import Failure, Result
from sandtable.ai.arena.figures import Estimate, Spread
from sandtable.ai.arena.match import Match, Terms, schedule
from sandtable.ai.arena.processes import play_all
from sandtable.ai.arena.store import Store
from sandtable.ai.arena.summary import Report, Tally, report
from sandtable.core.errors import SandtableError

SHOWN = 12
"""Refusals shown word for word."""


@click.command()
@click.argument("game", type=click.Choice(list(PROPERTIES)))
@click.option("--level", default="officer", show_default=True, help="Our player.")
@click.option("--opponent", type=click.Choice(OPPONENTS), default="hard", show_default=True)
@click.option("--games", default=20, show_default=True, help="Matches; each seed is played from both sides.")
@click.option("--seed", default=1, show_default=True)
@click.option("--rounds", default=20, show_default=True, help="A match not decided after this round stays open.")
@click.option("--budget", type=float, help="Seconds our player may think about a turn.")
@click.option("--jobs", default=1, show_default=True)
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Keep results and records here.")
@click.option("--json", "as_json", is_flag=True)
def main(
    game: str,
    level: str,
    opponent: str,
    games: int,
    seed: int,
    rounds: int,
    budget: float | None,
    jobs: int,
    out: Path | None,
    as_json: bool,
) -> None:
    """Our players against those of the reference program, our engine as referee."""
    try:
        class_path()  # what is missing is noticed before anything starts
        with tempfile.TemporaryDirectory() as scratch:
            terms = Terms(game=game, rounds=rounds, budget=budget)
            matches = schedule(terms, [level, opponent], games=games, seed=seed, swap_sides=True)
            folder = out or Path(scratch)
            store = Store(folder)
            (folder / "ledgers").mkdir(exist_ok=True)
            outcomes = _play(matches, store, jobs)
            summary = report(matches, outcomes)
            books = ledgers(folder / "ledgers", matches)
        if as_json:
            click.echo(msgspec.json.encode({"report": summary, "ledgers": books}))
        else:
            _show(summary, books)
    except SandtableError as problem:
        raise click.ClickException(str(problem)) from None
    sys.exit(1 if summary.failures else 0)


def _play(matches: Sequence[Match], store: Store, jobs: int) -> list[Result | Failure]:
    """Play what is not in the folder yet, with a line for every match."""
    done: list[Result | Failure] = list(store.finished(matches).values())
    known = {outcome.match.key for outcome in done}
    waiting = [match for match in matches if match.key not in known]
    work = functools.partial(play_match, store.folder / "ledgers")
    began = time.monotonic()
    for played in play_all(waiting, jobs=jobs, with_records=True, work=work):
        outcome = store.add(played)
        done.append(outcome)
        click.echo(f"{time.monotonic() - began:6.0f} s  {_line(outcome)}", err=True)
    return done


def _line(outcome: Result | Failure) -> str:
    sides = ", ".join(f"{level} {side}" for side, level in outcome.match.players.items())
    if isinstance(outcome, Failure):
        return f"seed {outcome.match.seed}, {sides}: {outcome.problem}"
    winner = outcome.match.players.get(outcome.winner)
    how = f"{winner} won by {outcome.reason}" if winner else f"open, {outcome.match.players.get(outcome.leader)} ahead"
    return f"seed {outcome.match.seed}, {sides}: {how} in round {outcome.rounds}"


def _show(summary: Report, books: Sequence[Ledger]) -> None:
    """The report for people."""
    pair = summary.pairs[0]
    click.echo(f"{summary.terms.game}: {pair.player} against {pair.opponent}, {summary.finished} games")
    click.echo(f"  in all    {_tally(pair.tally)}")
    for side, tally in next(player for player in summary.players if player.player == pair.player).sides.items():
        click.echo(f"  {side:<9} {_tally(tally)}")
    for player in summary.players:
        click.echo(
            f"  a turn of {player.player}: {_spread(player.turn_seconds)} on the clock, "
            f"{_spread(player.turn_cpu_seconds)} of the processor"
        )
    endings = ", ".join(f"{reason or 'open'} {number}" for reason, number in summary.endings.items())
    click.echo(f"  endings   {endings}")
    for failure in summary.failures:
        click.echo(f"  FAILED    seed {failure.seed}, {failure.players}: {failure.problem}")
    _show_orders(books)


def _tally(tally: Tally) -> str:
    rate = _estimate(tally.win_rate)
    return f"won {tally.wins}, lost {tally.losses}, open {tally.undecided} (ahead in {tally.ahead}); won {rate}"


def _estimate(figure: Estimate | None) -> str:
    return f"{figure.value:.0%} ({figure.low:.0%} to {figure.high:.0%})" if figure else "–"


def _spread(figure: Spread | None) -> str:
    return f"median {figure.median:.2f} s, 95 % {figure.p95:.2f} s" if figure else "–"


def _show_orders(books: Sequence[Ledger]) -> None:
    """The fairness of it all: what became of the reference player's orders."""
    asked, rerouted, refused, reasons, helped = (
        sum((Counter(getattr(book, name)) for book in books), Counter[str]())
        for name in ("asked", "rerouted", "refused", "reasons", "helped")
    )
    for phase, number in asked.items():
        share = refused[phase] / number if number else 0.0
        click.echo(
            f"  its {phase} orders: {number} units, {rerouted[phase]} in another form, "
            f"{refused[phase]} refused ({share:.1%})"
        )
    for reason, number in reasons.most_common():
        click.echo(f"    {number:5} {reason}")
    for example in [example for book in books for example in book.examples][:SHOWN]:
        click.echo(f"    {example}")
    given = ", ".join(f"{what} {number}" for what, number in helped.items()) or "none"
    click.echo(f"  orders in its turns given by the officer at its side: {given}")
    own = [refusal for book in books for refusal in book.own_refusals]
    problems = [problem for book in books for problem in book.problems]
    click.echo(f"  refused by its own program: {len(own)}; failures of its program: {len(problems)}")
    for text in (*own[:SHOWN], *problems[:SHOWN]):
        click.echo(f"    {text[:300]}")


if __name__ == "__main__":
    main()
