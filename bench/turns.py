"""How long computer players think about a turn: `python -m bench.turns [--rounds N] [--levels cadet,officer]`.

Processor time of all decisions a power takes in its own turn, in games of a level against itself.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import defaultdict
from typing import Any

import sandtable
from sandtable.ai import player

TARGETS = {"cadet": 0.3, "officer": 1.5}
"""Seconds at the 95th percentile that a level may need."""
GAMES = ("classic", "1942")


def turns(game: str, level: str, rounds: int, seed: int, budget: float | None = None) -> list[float]:
    """Seconds of every turn of a game."""
    played = sandtable.new_game(game, seed=seed)
    players = {power: player(level, f"{seed}/{power}", budget) for power in played.rules.powers}
    spent: defaultdict[tuple[int, str], float] = defaultdict(float)
    while (decision := played.decision) is not None and played.state.round <= rounds:
        turn = (played.state.round, played.state.power)
        view = played.view(decision.power)
        begin = time.process_time()
        action = players[decision.power].decide(view, decision)
        if decision.power == played.state.power:
            spent[turn] += time.process_time() - begin
        played.apply(action, decision.power)
    return list(spent.values())


def measure(levels: tuple[str, ...] = ("cadet", "officer"), rounds: int = 8, games: int = 1) -> dict[str, Any]:
    """Median, 95th percentile and worst turn of each level in each game."""
    found: dict[str, Any] = {}
    for level in levels:
        for game in GAMES:
            turns(game, level, 1, 0)  # warm up
            spent = sorted(second for seed in range(1, games + 1) for second in turns(game, level, rounds, seed))
            found[f"{level}, {game}"] = {
                "turns": len(spent),
                "median_s": round(statistics.median(spent), 3),
                "p95_s": round(spent[int(0.95 * (len(spent) - 1))], 3),
                "worst_s": round(spent[-1], 3),
                "target_s": TARGETS.get(level),
            }
    return found


def show(found: dict[str, Any]) -> None:
    """A table for people."""
    print(f"{'turns of computer players, s':<32}{'median':>9}{'p95':>9}{'worst':>9}{'target':>9}")
    for name, row in found.items():
        target = row["target_s"] or "–"
        print(f"{name:<32}{row['median_s']:>9.3f}{row['p95_s']:>9.3f}{row['worst_s']:>9.3f}{target:>9}")


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--levels", default="cadet,officer")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    found = measure(tuple(args.levels.split(",")), args.rounds, args.games)
    if args.json:
        print(json.dumps(found, ensure_ascii=False, indent=1))
    else:
        show(found)


if __name__ == "__main__":
    main()
