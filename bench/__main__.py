"""Measure the engine: `python -m bench [--json] [--games N]`.

Everything is measured in one run, so figures can be compared with each other; machines differ, ratios less so.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import sandtable
from bench import odds, server, turns
from sandtable import Game
from sandtable.core.values import Action


def random_game(seed: int, rounds: int, options: dict[str, object] | None = None) -> Game[Any]:
    """A game of random play."""
    game = sandtable.new_game("classic", options, seed=seed)
    rng = random.Random(seed)
    while game.outcome is None and game.state.round <= rounds:
        game.apply(game.legal().sample(rng))
    return game


def rate(work: Callable[[], int], repeats: int) -> float:
    """Pieces of work per second, best of several runs (the least disturbed one)."""
    best = 0.0
    for _ in range(repeats):
        begin = time.perf_counter()
        pieces = work()
        best = max(best, pieces / (time.perf_counter() - begin))
    return best


def play(games: int) -> int:
    """Random play including the listing of legal moves; returns the number of actions."""
    return sum(len(random_game(seed, 10).record(close=False).entries) for seed in range(games))


def rounds_played(games: int) -> int:
    """Random play; returns the number of rounds."""
    return sum(min(random_game(seed, 10).state.round, 10) for seed in range(games))


def prepared(games: int) -> list[tuple[Game[Any], Action]]:
    """Games at every decision of random play, each with a legal action."""
    found = []
    for seed in range(games):
        game = sandtable.new_game("classic", seed=seed)
        rng = random.Random(seed)
        while game.outcome is None and game.state.round <= 3:
            action = game.legal().sample(rng)
            found.append((game.copy(), action))
            game.apply(action)
    return found


def apply_all(positions: list[tuple[Game[Any], Action]]) -> int:
    """Apply an action to a copy of each game."""
    for game, action in positions:
        game.copy().apply(action)
    return len(positions)


def list_all(positions: list[tuple[Game[Any], Action]]) -> int:
    """List every elementary legal order at each movement decision."""
    listed = 0
    for game, _ in positions:
        decision = game.decision
        if decision is not None and decision.kind in ("combat_move", "noncombat_move"):
            for _ in game.legal():
                pass
            listed += 1
    return listed


def copy_all(positions: list[tuple[Game[Any], Action]]) -> int:
    """Copy each state."""
    for game, _ in positions:
        game.state.copy()
    return len(positions)


def peak_memory() -> float:
    """Megabytes that one long random game needs, history and record included."""
    tracemalloc.start()
    random_game(7, 30, {"total_victory": True})  # so that it does not end early
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / 2**20


def main() -> None:
    """Run all benchmarks and print them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=15, help="random games per measurement")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    random_game(0, 2)  # warm up
    positions = prepared(max(2, args.games // 3))
    results = {
        "random play with listing, actions/s": rate(lambda: play(args.games), args.repeats),
        "random play, rounds/s": rate(lambda: rounds_played(args.games), args.repeats),
        "apply, actions/s": rate(lambda: apply_all(positions), args.repeats),
        "full listing of a movement phase, µs": 1e6 / rate(lambda: list_all(positions), args.repeats),
        "state copy, µs": 1e6 / rate(lambda: copy_all(positions), args.repeats),
        "peak memory of a long game, MB": peak_memory(),
        "resident memory of this process, MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }
    battles = odds.measure()
    answers = server.measure()
    thinking = turns.measure()
    if args.json:
        everything = results | {"odds": battles, "server": answers, "turns": thinking}
        print(json.dumps(everything, ensure_ascii=False, indent=1))
        return
    for name, value in results.items():
        print(f"{name:<42}{value:>12,.1f}")
    print()
    odds.show(battles, runs=2_000)
    print()
    server.show(answers)
    print()
    turns.show(thinking)


if __name__ == "__main__":
    main()
