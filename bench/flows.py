"""What players do with their money: a look at the records of a match for who wastes what.

    python -m bench.flows FOLDER [FOLDER ...] --rounds 5-11

FOLDER is what `sandtable arena --out` or `python -m bench.reference --out` wrote. For every power and level it says,
per turn: income, what was bought (by kinds), what was destroyed in the own turns and lost in them, what was lost to
others, transports owned and lost, land units brought over the sea or still aboard at the end of the turn, and which
share of the aircraft flew attacks.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from sandtable.ai.arena.contest import Result
from sandtable.ai.arena.store import Store
from sandtable.core.record import load
from sandtable.core.replay import play_entry, replay
from sandtable.warfare.state import Unit

Units = dict[str, Unit]
Sums = Counter[str]


def watch(result: Result, folder: Path, rounds: range) -> Iterator[tuple[str, str, Sums]]:
    """The turns of a match: power, level, and what happened in them."""
    record = load(folder / result.record)
    game: Any = replay(record, entries=0)
    rules, board = game.rules, game.rules.board
    level = {power: result.match.players[board.side_of[power]] for power in rules.powers}
    turn, before, flown = (game.state.round, game.state.power), dict(game.state.units), set[str]()
    for number, entry in enumerate(record.entries):
        play_entry(game, entry, record.entries[number + 1 :])
        state = game.state
        now = (state.round, state.power)
        if state.phase == "combat_move" and now == turn:
            flown.update(unit.id for unit in state.units_of(state.power) if unit.airborne)
        if now == turn and game.outcome is None:
            continue
        if turn[0] in rounds:
            yield from ((p, level[p], sums) for p, sums in _turn(rules, turn[1], before, dict(state.units), flown))
            yield turn[1], level[turn[1]], Counter(turns=1, income=rules.production(state, turn[1]))
        turn, before, flown = now, dict(state.units), set()


def _turn(rules: Any, power: str, before: Units, after: Units, flown: set[str]) -> Iterator[tuple[str, Sums]]:
    """What changed in a turn, for everybody it happened to."""
    types, side = rules.types, rules.board.side_of
    own: Sums = Counter()
    for ident, unit in before.items():
        if ident in after or unit.kind in rules.factories | rules.guns:
            continue
        cost = types[unit.kind].cost
        if side[unit.power] == side[power]:
            own["lost attacking"] += cost if unit.power == power else 0
        else:
            own["destroyed"] += cost
            yield unit.power, Counter({"lost to others": cost, "transports lost": int(unit.kind in rules.transports)})
    for ident, unit in after.items():
        if unit.power != power:
            continue
        if ident not in before:
            own["bought"] += types[unit.kind].cost
            own[f"bought {unit.kind}"] += types[unit.kind].cost
        own["transports"] += unit.kind in rules.transports
        if unit.kind in rules.holders:
            own["aboard"] += bool(unit.aboard)
            own["brought over"] += ident in before and _sailed(rules, before[ident], unit)
    own["aircraft"] = sum(unit.power == power and unit.kind in rules.air for unit in before.values())
    own["aircraft attacking"] = len(flown)
    yield power, own


def _sailed(rules: Any, then: Unit, now: Unit) -> bool:
    """Whether a land unit was put ashore: from a ship, or where it could not have marched."""
    if now.aboard or then.space == now.space:
        return False
    seas = frozenset(rules.board.sea)
    return bool(then.aboard) or rules.board.distances(then.space, seas).get(now.space, 99) > rules.types[now.kind].move


def span(_context: click.Context, _option: click.Parameter, value: str) -> range:
    first, _, last = value.partition("-")
    if not first.isdigit() or not (last or first).isdigit():
        raise click.BadParameter("write 5-11, or 5")
    return range(int(first), int(last or first) + 1)


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--rounds", default="1-99", callback=span, show_default=True, help="Which rounds to look at.")
def main(folders: tuple[Path, ...], rounds: range) -> None:
    """What players do with their money."""
    sums: defaultdict[tuple[str, str], Sums] = defaultdict(Counter)
    for folder in folders:
        for outcome in Store(folder).outcomes():
            if isinstance(outcome, Result) and outcome.record:
                for power, level, seen in watch(outcome, folder, rounds):
                    sums[power, level].update(seen)
    columns = ["income", "bought", "destroyed", "lost attacking", "lost to others"]
    columns += ["transports", "transports lost", "brought over", "aboard"]
    click.echo(f"{'':17s}{'turns':>6s}" + "".join(f"{name:>16s}" for name in columns) + f"{'flying':>8s}  bought")
    for (power, level), seen in sorted(sums.items()):
        turns = max(seen["turns"], 1)
        flying = seen["aircraft attacking"] / max(seen["aircraft"], 1)
        kinds = {name.removeprefix("bought "): n for name, n in seen.most_common() if name.startswith("bought ")}
        click.echo(
            f"{power:9s}{level:8s}{seen['turns']:6d}"
            + "".join(f"{seen[name] / turns:16.1f}" for name in columns)
            + f"{flying:8.2f}  "
            + ", ".join(f"{kind} {number / turns:.1f}" for kind, number in kinds.items())
        )


if __name__ == "__main__":
    main()
