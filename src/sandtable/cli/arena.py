"""`sandtable arena`: players against each other, many times."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sandtable.cli.interrupts import Interrupts
from sandtable.cli.options import json_flag, language_flag, option_flag, read_options
from sandtable.core.registry import definition

if TYPE_CHECKING:  # the arena loads numerical and rating libraries; only those who use it wait for them
    from sandtable.ai.arena import Failure, Match, Played

FAILED, INTERRUPTED = 1, 130
"""Exit codes: some matches failed; it was broken off."""


@click.command()
@click.argument("game")
@click.option("--players", required=True, metavar="LEVELS", help="E.g. officer,cadet; each plays against each other.")
@click.option("--games", type=click.IntRange(1), default=10, show_default=True, help="Matches for each pair.")
@click.option("--swap-sides", is_flag=True, help="Play every seed twice, with sides exchanged.")
@click.option("--jobs", type=click.IntRange(1), help="Matches at the same time.  [default: one per processor]")
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the first match; the next has seed + 1.")
@click.option("--rounds", type=click.IntRange(1), default=20, show_default=True, help="Undecided after this round.")
@click.option("--budget", type=float, metavar="SECONDS", help="Time to think about a turn.  [default: the level's own]")
@option_flag
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write results and records here; what is here already is not played again.",
)
@click.option("--plot", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Draw SVG files here.")
@click.option("--on", "where", metavar="ray[://HOST:PORT]", help="Play on Ray: on this machine, or on a cluster.")
@json_flag
@language_flag
def arena(
    game: str,
    players: str,
    games: int,
    swap_sides: bool,
    jobs: int | None,
    seed: int,
    rounds: int,
    budget: float | None,
    options: tuple[str, ...],
    out: Path | None,
    plot: Path | None,
    where: str | None,
    as_json: bool,
    lang: str,
) -> int:
    """Let players of GAME compete: win rates, ratings, thinking times, luck.

    Ctrl-C ends it and reports what is finished; with --out the same command goes on from there.
    """
    import msgspec

    from sandtable.ai.arena import Result, Store, Terms, report, schedule
    from sandtable.ai.arena.cluster import check_address
    from sandtable.ai.arena.plots import check_plots, draw
    from sandtable.cli.arenaview import View

    chosen = read_options(definition(game), options)
    terms = Terms(game=game, options=chosen, rounds=rounds, budget=budget)
    levels = [level.strip().lower() for level in players.split(",")]
    matches = schedule(terms, levels, games=games, seed=seed, swap_sides=swap_sides)
    address = check_address(where) if where is not None else None
    if plot is not None:
        check_plots()
    store = Store(out) if out is not None else None
    known = store.finished(matches) if store is not None else {}
    outcomes: list[Result | Failure] = list(known.values())
    view = View(game, lang)
    interrupts = Interrupts()
    began = time.perf_counter()
    with interrupts.held(), view.live(len(matches), watched=sys.stderr.isatty()) as show:
        show(outcomes)
        left = [match for match in matches if match.key not in known]
        for played in _play(left, jobs or os.cpu_count() or 1, address, store is not None, interrupts):
            outcomes.append(store.add(played) if store is not None else played.outcome)
            show(outcomes)
    seconds = time.perf_counter() - began
    summary = report(matches, outcomes, reused=len(known), stopped=interrupts.noted, seconds=seconds)
    plain = json.dumps(msgspec.to_builtins(summary, str_keys=True), ensure_ascii=False, indent=2)
    if out is not None:
        (out / "report.json").write_text(plain + "\n", encoding="utf-8")
    results = [outcome for outcome in outcomes if isinstance(outcome, Result)]
    drawn = draw(plot, summary, results, view) if plot is not None else []
    if as_json:
        click.echo(plain)
    else:
        view.print(summary, out, drawn)
    return INTERRUPTED if interrupts.noted else FAILED if summary.failures else 0


def _play(
    matches: Sequence[Match], jobs: int, address: str | None, with_records: bool, interrupts: Interrupts
) -> Iterator[Played]:
    """Play matches in processes of this machine, or on Ray if there is an address."""
    from sandtable.ai.arena import cluster, processes

    def stopped() -> bool:
        return interrupts.noted

    if address is None:
        return processes.play_all(matches, jobs=jobs, with_records=with_records, stopped=stopped)
    return cluster.play_all(matches, jobs=jobs, address=address, with_records=with_records, stopped=stopped)
