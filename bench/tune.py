"""Tries out tuning parameters: players with changed figures against others as they stand, by default officers.

    python -m bench.tune classic --set counter_weight=0.5 --set caution=0.9 --games 20
    python -m bench.tune 1942 --sweep counter_weight=0.2,0.4,0.6 --rounds 10

Every seed is played twice with sides swapped. Games that are not over after the last round are judged by the strength
of both sides, so that few rounds say something, too. The same battle rolls the same in both games. The margin
is the mean share of strength the changed side has more than the other would have had in its place; its standard error
follows.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from typing import Any

import click

import sandtable
from sandtable.ai import Player, play_on
from sandtable.ai.commander import Commander
from sandtable.ai.player import LEVELS
from sandtable.ai.position import strength
from sandtable.ai.rehearsal import SceneDice
from sandtable.core.game import Game


def changed_player(level: str, changes: Mapping[str, float], seed: str) -> Player:
    """A player of a level with some figures replaced."""
    found = LEVELS[level](seed)
    assert isinstance(found, Commander)
    return found.retune({name: type(getattr(found.own, name))(value) for name, value in changes.items()})


def share(game: Game[Any], side: str) -> float:
    """How much of the strength on the board a side has; all of it if it has won."""
    if game.outcome is not None and game.outcome.winner:
        return float(game.outcome.winner == side)
    return strength(game.rules, game.state, side)


def match(
    game: str, level: str, other: str, changes: Mapping[str, float], seed: int, rounds: int
) -> tuple[float, list[str]]:
    """The margin of the changed players over both sides of a seed, and who won."""
    margins, winners = [], []
    for side in ("axis", "allies"):
        played = sandtable.new_game(game, dice=SceneDice(seed))
        rules: Any = played.rules
        mine = rules.board.side(side)
        players = {
            power: changed_player(level, changes, f"{seed}/{power}")
            if power in mine
            else changed_player(other, {}, f"{seed}/{power}")
            for power in rules.powers
        }
        play_on(played, players, until=lambda g: g.state.round > rounds)
        margins.append(share(played, side))
        winner = played.outcome.winner if played.outcome else ""
        winners.append("" if not winner else "changed" if winner == side else "base")
    return sum(margins) - 1.0, winners


def report(game: str, level: str, other: str, changes: Mapping[str, float], games: int, rounds: int, seed: int) -> None:
    """Play and print one line."""
    margins, won = [], []
    for at in range(games):
        margin, winners = match(game, level, other, changes, seed + at, rounds)
        margins.append(margin)
        won += winners
    error = statistics.stdev(margins) / len(margins) ** 0.5 if len(margins) > 1 else float("nan")
    text = ", ".join(f"{key}={value}" for key, value in changes.items()) or "unchanged"
    click.echo(
        f"{game} {level} v {other}: {text}: margin {statistics.mean(margins):+.3f} ± {error:.3f}; "
        f"won {won.count('changed')}, lost {won.count('base')}, undecided {won.count('')}"
    )


@click.command()
@click.argument("game")
@click.option("--level", default="officer", show_default=True, help="The level whose figures are changed.")
@click.option("--against", default="officer", show_default=True, help="The opponents' level.")
@click.option("--set", "changes", multiple=True, metavar="NAME=VALUE", help="A figure to change.")
@click.option("--sweep", metavar="NAME=V1,V2,…", help="Try several values of one figure.")
@click.option("--games", default=10, show_default=True, help="Seeds; each is played from both sides.")
@click.option("--rounds", default=12, show_default=True, help="Judge games after this round.")
@click.option("--seed", default=1000, show_default=True)
def tune(
    game: str, level: str, against: str, changes: tuple[str, ...], sweep: str | None, games: int, rounds: int, seed: int
) -> None:
    """Measure what changed tuning parameters are worth."""
    fixed = {name: float(value) for name, _, value in (change.partition("=") for change in changes)}
    if sweep is None:
        report(game, level, against, fixed, games, rounds, seed)
        return
    name, _, values = sweep.partition("=")
    for value in values.split(","):
        report(game, level, against, {**fixed, name: float(value)}, games, rounds, seed)


if __name__ == "__main__":
    tune()
