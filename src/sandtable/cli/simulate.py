"""`sandtable simulate`: plays games by itself, for statistics, speed and soundness."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from sandtable.ai import player
from sandtable.cli.options import json_flag, option_flag, read_options
from sandtable.core.errors import BadValue
from sandtable.core.game import Game
from sandtable.core.registry import definition, new_game


@click.command()
@click.argument("game")
@click.option("--players", default="random", show_default=True, help="Who plays all powers.")
@click.option("--games", "number", type=click.IntRange(1), default=10, show_default=True, help="How many games.")
@click.option("--rounds", type=click.IntRange(1), default=20, show_default=True, help="Stop a game after this round.")
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the first game; the next has seed + 1.")
@option_flag
@json_flag
@click.option("--record", type=click.Path(file_okay=False, path_type=Path), help="Write the records to this folder.")
@click.option("--check", is_flag=True, help="Verify the state after every action (slower).")
def simulate(
    game: str,
    players: str,
    number: int,
    rounds: int,
    seed: int,
    options: tuple[str, ...],
    as_json: bool,
    record: Path | None,
    check: bool,
) -> None:
    """Play whole games of GAME without people. The same seed gives the same games."""
    chosen = read_options(definition(game), options)
    player(players, seed)  # an unknown player is noticed before anything starts
    if record is not None:
        record.mkdir(parents=True, exist_ok=True)
    results = []
    began = time.perf_counter()
    with _progress(number) as ticks:
        for at in ticks:
            played, actions = play_game(game, chosen, players, seed + at, rounds, check)
            results.append(_result(played, actions, seed + at, rounds))
            if record is not None:
                played.record().save(record / f"{game}-{seed + at}.jsonl")
    seconds = time.perf_counter() - began
    total = sum(result["actions"] for result in results)
    totals = {
        "games": number,
        "actions": total,
        "seconds": round(seconds, 3),
        "actions_per_second": round(total / seconds) if seconds else 0,
    }
    if as_json:
        click.echo(json.dumps({"game": game, "games": results, "totals": totals}, indent=2))
    else:
        _show(game, results, totals)


def play_game(
    game: str, options: Mapping[str, object], players: str, seed: int, rounds: int, check: bool = False
) -> tuple[Game[Any], int]:
    """One game to its end or past the last round wanted, and the number of actions it took."""
    played = new_game(game, options, seed)
    everybody = player(players, seed)
    actions = 0
    while (decision := played.decision) is not None and getattr(played.state, "round", 1) <= rounds:
        played.apply(everybody.decide(played.view(decision.power), decision), decision.power)
        actions += 1
        if check:
            problem = played.rules.state_problem(played.state)
            if problem:
                raise BadValue(f"Seed {seed}, action {actions}: the state is impossible: {problem}")
    return played, actions


def _result(game: Game[Any], actions: int, seed: int, rounds: int) -> dict[str, Any]:
    return {
        "seed": seed,
        "winner": (game.outcome.winner or None) if game.outcome else None,
        "rounds": min(getattr(game.state, "round", 1), rounds),
        "actions": actions,
        "digest": game.digest(),
    }


@contextmanager
def _progress(number: int) -> Iterator[Iterable[int]]:
    """Counts the games, with a bar for whoever watches the terminal."""
    if not sys.stderr.isatty():
        yield range(number)
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from sandtable.cli.screen import console

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        yield bar.track(range(number), description="Playing")


def _show(game: str, results: list[dict[str, Any]], totals: dict[str, Any]) -> None:
    from sandtable.cli.screen import console, tidy_table

    out = console()
    table = tidy_table(("seed", "winner", "rounds", "actions", "digest"), right=(0, 2, 3))
    for result in results[:20]:
        table.add_row(*(str(result[key] or "–") for key in ("seed", "winner", "rounds", "actions", "digest")))
    out.print(table)
    if len(results) > 20:
        out.print(f"… and {len(results) - 20} more (all of them with --json)")
    wins: dict[str, int] = {}
    for result in results:
        wins[result["winner"] or "nobody"] = wins.get(result["winner"] or "nobody", 0) + 1
    won = ", ".join(f"{side} {count}" for side, count in sorted(wins.items()))
    out.print(f"\n{game}: {totals['games']} games, won by: {won}")
    out.print(f"{totals['actions']} actions in {totals['seconds']} s, {totals['actions_per_second']} a second")
