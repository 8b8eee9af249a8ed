"""Watching games as a person would: the largest losses of a match, and boards turn by turn.

    python -m bench.watch FOLDER                                   # the games, and what was lost where at one blow
    python -m bench.watch FOLDER --seed 3000 --axis officer --rounds 1-6 --before "germany japan"

FOLDER is what `sandtable arena --out` or `python -m bench.reference --out` wrote. What stands in a space is told by
letters: i infantry, a armour, r artillery, f fighter, b bomber, T transport, S submarine, D destroyer, C cruiser,
B battleship, V carrier, # factory, g gun. Mistakes that no statistics show are seen at a glance.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click

from bench.flows import span
from sandtable.ai.arena.contest import Result
from sandtable.ai.arena.store import Store
from sandtable.ai.position import strength
from sandtable.core.record import load
from sandtable.core.replay import play_entry, replay
from sandtable.warfare.state import Unit

LETTERS = {
    "infantry": "i",
    "armour": "a",
    "artillery": "r",
    "fighter": "f",
    "bomber": "b",
    "transport": "T",
    "submarine": "S",
    "destroyer": "D",
    "cruiser": "C",
    "battleship": "B",
    "carrier": "V",
    "factory": "#",
    "aa_gun": "g",
}


class Loss(NamedTuple):
    """What a power lost in one space in another's turn."""

    cost: int
    seed: int
    round: int
    by: str
    power: str
    level: str
    space: str
    units: dict[str, int]


def turns(result: Result, folder: Path) -> Iterator[Any]:
    """A match at the beginning of every turn, and at its end."""
    record = load(folder / result.record)
    game: Any = replay(record, entries=0)
    turn = None
    for number, entry in enumerate(record.entries):
        if (game.state.round, game.state.power) != turn:
            turn = (game.state.round, game.state.power)
            yield game
        play_entry(game, entry, record.entries[number + 1 :])
    yield game


def losses(result: Result, folder: Path, rounds: range) -> Iterator[Loss]:
    """What was lost in the turns of enemies."""
    before: dict[str, Unit] = {}
    turn = (0, "")
    for game in turns(result, folder):
        rules, state, side = game.rules, game.state, game.rules.board.side_of
        lost: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        for ident, unit in before.items():
            if ident not in state.units and side[unit.power] != side[turn[1]]:
                lost[unit.power, unit.space][unit.kind] += 1
        for (power, space), units in lost.items():
            cost = sum(rules.types[kind].cost * number for kind, number in units.items())
            level = result.match.players[side[power]]
            if turn[0] in rounds:
                yield Loss(cost, result.match.seed, turn[0], turn[1], power, level, space, dict(units))
        before, turn = dict(state.units), (state.round, state.power)


def board(game: Any) -> str:
    """Who stands where, and who holds it."""
    state = game.state
    told = []
    for space in game.rules.board.spaces:
        armies: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for unit in state.units_in(space):
            armies[unit.power][LETTERS.get(unit.kind, unit.kind)] += 1
        if armies:
            forces = "; ".join(
                f"{power} {' '.join(f'{number}{letter}' for letter, number in sorted(units.items()))}"
                for power, units in armies.items()
            )
            told.append(f"{space}[{state.owner.get(space) or ''}] {forces}")
    return " | ".join(told)


def story(result: Result, folder: Path) -> str:
    """One line for a game: who won, and production and share of strength of the Axis round by round."""
    seen = {}
    for game in turns(result, folder):
        axis = game.rules.board.side("axis")
        production = sum(game.rules.production(game.state, power) for power in axis)
        seen[game.state.round] = f"{production}/{strength(game.rules, game.state, 'axis'):.2f}"
    winner = result.match.players.get(result.winner, "nobody")
    head = f"seed {result.match.seed}, Axis {result.match.players['axis']}: {winner} won ({result.reason or 'open'})"
    return f"{head}, {' '.join(seen.values())}"


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--rounds", default="1-99", callback=span, show_default=True, help="Which rounds to look at.")
@click.option("--most", default=20, show_default=True, help="How many losses to list.")
@click.option("--seed", type=int, help="Show the boards of this game.")
@click.option("--axis", default="officer", show_default=True, help="… in which this level played the Axis.")
@click.option("--before", default="", help="… only before the turns of these powers.")
def main(folder: Path, rounds: range, most: int, seed: int | None, axis: str, before: str) -> None:
    """Games as a person would look at them."""
    results = [outcome for outcome in Store(folder).outcomes() if isinstance(outcome, Result) and outcome.record]
    if seed is None:
        for result in results:
            click.echo(story(result, folder))
        found = [loss for result in results for loss in losses(result, folder, rounds)]
        worst = sorted(found, key=lambda loss: -loss.cost)
        for loss in worst[:most]:
            units = ", ".join(f"{number} {kind}" for kind, number in loss.units.items())
            place = f"seed {loss.seed}, round {loss.round}, {loss.space}"
            click.echo(f"{loss.cost:4d} IPC of {loss.power} ({loss.level}) by {loss.by}: {place}: {units}")
        return
    shown = [r for r in results if r.match.seed == seed and r.match.players["axis"] == axis]
    if not shown:
        games = ", ".join(f"{r.match.seed} ({r.match.players['axis']})" for r in results)
        raise click.ClickException(f"There is no game {seed} with {axis} as the Axis; there are {games or 'none'}")
    for game in turns(shown[0], folder):
        state = game.state
        if state.round in rounds and (not before or state.power in before.split()):
            money = ", ".join(f"{p} {state.money[p]} (+{game.rules.production(state, p)})" for p in game.rules.powers)
            click.echo(f"round {state.round}, before {state.power}: {money}\n  {board(game)}")


if __name__ == "__main__":
    main()
