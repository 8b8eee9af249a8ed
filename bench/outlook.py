"""Fits the weights by which computer players judge positions (src/sandtable/ai/outlook.toml) to games between officers.

    python -m bench.outlook collect 1942 --games 500 --out positions-1942.jsonl
    python -m bench.outlook records FOLDER --out positions-classic.jsonl
    python -m bench.outlook fit positions-1942.jsonl positions-classic.jsonl

`collect` plays games in which both sides have figures changed at random, so that the positions are not all of a kind;
`records` takes the games that `sandtable arena --out FOLDER` has played. Every turn of every power gives one position;
what is fitted is a logistic regression of who won in the end. A quarter of the games is kept apart to see how good the
fit is for games it has not seen.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

import sandtable
from sandtable.ai import play_on
from sandtable.ai.arena.contest import Result
from sandtable.ai.arena.store import Store
from sandtable.ai.outlook import features, first_side
from sandtable.ai.tuning import tuning

from .tune import changed_player
from .watch import turns

SPREAD = {
    "caution": 0.25,
    "counter_weight": 0.3,
    "income_horizon": 0.3,
    "armour_share": 0.4,
    "air_share": 0.6,
    "decay": 0.15,
    "side_show": 0.5,
    "sea_decay": 0.2,
    "fleeting": 0.4,
    "grasp": 0.4,
}
"""How much figures vary: the standard deviation of their logarithm."""
MOST = {"decay": 0.9, "sea_decay": 0.9, "side_show": 1.0}
CHOICES = {"hold_margin": (0.0, 3.0, 6.0, 6.0, 12.0), "least_gain": (-1.0, 0.0, 0.6, 2.0)}
ROUNDS = 20
PENALTY = 0.1

Table = NDArray[np.float64]


def figures(luck: Random) -> dict[str, float]:
    """An officer's figures, changed at random."""
    own = tuning("officer")
    found = {
        name: min(getattr(own, name) * luck.lognormvariate(0, spread), MOST.get(name, 99.0))
        for name, spread in SPREAD.items()
    }
    return {**found, **{name: luck.choice(choices) for name, choices in CHOICES.items()}, "exact": 0}


def positions(game: str, seed: int) -> dict[str, Any]:
    """One game: who won, and the features of every position at the start of a turn."""
    luck = Random(f"outlook/{game}/{seed}")
    played = sandtable.new_game(game, seed=seed)
    rules: Any = played.rules
    changed = {side: figures(luck) for side in rules.board.sides}
    players = {p: changed_player("officer", changed[rules.board.side_of[p]], f"{seed}/{p}") for p in rules.powers}
    first = first_side(rules)
    rows: list[dict[str, Any]] = []
    seen: set[tuple[int, str]] = set()

    def over(now: Any) -> bool:
        state = now.state
        if (state.round, state.power) not in seen and now.decision.power == state.power:
            seen.add((state.round, state.power))
            rows.append(features(rules, state))
        return bool(state.round > ROUNDS)

    play_on(played, players, until=over)
    winner = played.outcome.winner if played.outcome else ""
    return {"game": game, "seed": seed, "won": winner == first if winner else None, "positions": rows}


def told(result: Result, folder: Path) -> dict[str, Any]:
    """The same of a game that was played already."""
    first, rows = "", []
    for game in turns(result, folder):
        first = first_side(game.rules)
        if game.outcome is None:
            rows.append(features(game.rules, game.state))
    won = result.winner == first if result.winner else None
    return {"game": result.match.terms.game, "seed": result.match.seed, "won": won, "positions": rows}


def logistic(known: Table, won: Table, penalty: float) -> Table:
    """Weights of a logistic regression with a quadratic penalty, by Newton's method."""
    found = np.zeros(known.shape[1])
    ridge = np.eye(known.shape[1]) * penalty
    for _ in range(60):
        likely = 1 / (1 + np.exp(-known @ found))
        slope = known.T @ (likely - won) + ridge @ found
        curve = (known * (likely * (1 - likely))[:, None]).T @ known + ridge
        step = np.linalg.solve(curve, slope)
        found -= step
        if np.abs(step).max() < 1e-9:
            break
    return found


def surprise(known: Table, won: Table, fitted: Table) -> float:
    """The mean surprise (negative logarithm of the likelihood) at who won."""
    likely = 1 / (1 + np.exp(-known @ fitted))
    return float(-np.mean(np.log(np.where(won > 0.5, likely, 1 - likely))))


def report(path: Path) -> Iterator[str]:
    """The weights for one file of games, as lines of outlook.toml."""
    games = [json.loads(line) for line in path.read_text().splitlines()]
    decided = [game for game in games if game["won"] is not None]
    names = sorted({name for game in decided for row in game["positions"] for name in row})
    rows = [(at, game["won"], row) for at, game in enumerate(decided) for row in game["positions"]]
    known = np.array([[row.get(name, 0.0) for name in names] for _, _, row in rows])
    won = np.array([float(won) for _, won, _ in rows])
    apart = np.array([at % 4 == 0 for at, _, _ in rows])
    tried = logistic(known[~apart], won[~apart], PENALTY)
    yield f"[{decided[0]['game']}]"
    yield f"# {len(decided)} decided games, {len(rows)} positions; surprise at games kept apart:"
    yield f"# {surprise(known[apart], won[apart], tried):.3f}, of one who knows nothing 0.693"
    for name, weight in zip(names, logistic(known, won, PENALTY), strict=True):
        yield f'"{name}" = {weight:.3f}'


@click.group()
def main() -> None:
    """Collect positions and fit weights to them."""


@main.command()
@click.argument("game")
@click.option("--games", default=500, show_default=True)
@click.option("--seed", default=0, show_default=True)
@click.option("--out", type=click.Path(path_type=Path), required=True)
def collect(game: str, games: int, seed: int, out: Path) -> None:
    """Play games between officers and write down their positions."""
    with out.open("w") as file, click.progressbar(range(seed, seed + games)) as seeds:
        for each in seeds:
            file.write(json.dumps(positions(game, each)) + "\n")
            file.flush()


@main.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), required=True)
def records(folder: Path, out: Path) -> None:
    """Write down the positions of games that the arena has played."""
    played = [outcome for outcome in Store(folder).outcomes() if isinstance(outcome, Result) and outcome.record]
    if len({outcome.match.terms.game for outcome in played}) > 1:
        raise click.ClickException(f"{folder} holds more than one game; what is fitted is one.")
    with out.open("w") as file, click.progressbar(played) as results:
        for result in results:
            file.write(json.dumps(told(result, folder)) + "\n")


@main.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
def fit(paths: tuple[Path, ...]) -> None:
    """Print the weights for outlook.toml."""
    for path in paths:
        click.echo("\n".join(report(path)) + "\n")


if __name__ == "__main__":
    main()
