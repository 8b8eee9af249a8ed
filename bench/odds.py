"""Measure the odds: exact answers beside a plain simulation by the engine, in the same run.

`python -m bench.odds [--json] [--runs N]`; `python -m bench` runs it too.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from typing import Any

from sandtable import odds
from sandtable.odds import Question, chain, seafight, solver
from sandtable.odds.fight import Fight
from sandtable.odds.figures import figures_of
from sandtable.odds.simulation import simulate

BATTLES: dict[str, dict[str, Any]] = {
    "a": {"attack": "3 infantry, 1 armour", "defend": "2 infantry"},
    "b": {"attack": "10 infantry, 5 armour, 2 fighter", "defend": "12 infantry, 1 fighter"},
    "c": {
        "attack": "30 infantry, 15 armour, 6 fighter, 3 bomber",
        "defend": "40 infantry, 8 armour, 4 fighter",
        "attack_losses": "infantry, armour, fighter, bomber",
        "defend_losses": "infantry, armour, fighter",
    },
    "d": {
        "attack": "2 submarine, 1 battleship, 2 fighter",
        "defend": "1 battleship, 2 transport, 1 submarine, 1 carrier, 2 fighter",
        "attack_losses": "submarine, fighter, battleship",
        "defend_losses": "transport, submarine, carrier, fighter, battleship",
    },
    "e": {
        "game": "1942",
        "attack": "10 infantry, 5 artillery, 5 armour, 2 fighter",
        "defend": "14 infantry, 4 artillery, 2 fighter",
    },
    "f": {
        "game": "1942",
        "attack": "2 submarine, 2 destroyer, 1 cruiser, 1 battleship, 1 carrier, 2 fighter",
        "defend": "2 submarine, 2 destroyer, 1 battleship, 2 transport, 1 carrier, 2 fighter",
    },
}
TARGETS = {"a": 0.1, "b": 0.5, "c": 5.0, "d": 3.0}
"""Milliseconds, warm."""


def warm_median(asked: Question, seconds: float = 0.5) -> float:
    """Milliseconds of the calculation alone: the median of many after the first."""
    figures = figures_of(asked.rules)
    solver.judge(figures, asked)
    times = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        begin = time.perf_counter()
        solver.judge(figures, asked)
        times.append(time.perf_counter() - begin)
    return 1000 * statistics.median(times)


def where_time_goes(asked: Question) -> dict[str, float]:
    """Milliseconds of the parts: chances of hits (and of volleys where they are needed), solution of the chain."""
    figures = figures_of(asked.rules)
    if seafight.is_one(figures, asked):
        return {}
    parts: dict[str, list[float]] = {"hits": [], "chain": []}
    for _ in range(50):
        begin = time.perf_counter()
        fight = Fight(figures, asked)
        line = fight.line()
        if line is None:
            fight.load()
        x = fight.opening()
        middle = time.perf_counter()
        if line is None:
            chain.solve(x, fight.first, fight.attack, fight.defend, fight.has_first, fight.going)
        else:
            chain.solve_line(x, *line)
        parts["hits"].append(middle - begin)
        parts["chain"].append(time.perf_counter() - middle)
    return {name: 1000 * statistics.median(times) for name, times in parts.items()}


def batch_rate(seconds: float = 1.0) -> float:
    """Different small battles a second, as an AI asks them: forces given as tables, nothing remembered."""
    answered = 0
    begin = time.perf_counter()
    while time.perf_counter() - begin < seconds:
        number = answered % 400
        attack = {"infantry": 1 + number % 7, "armour": number // 7 % 5, "fighter": number // 35 % 3}
        asked = odds.question("classic", attack, {"infantry": 1 + number % 5}, survivors=False)
        odds.answer(asked)
        answered += 1
    return answered / (time.perf_counter() - begin)


def cold_start() -> float:
    """Seconds of a whole `sandtable odds` process, compiled code loaded from its cache."""
    code = "from sandtable.cli.main import main; main()"
    words = ("odds", "classic", "--attack", "3 inf 1 arm", "--defend", "2 inf", "--json")
    times = []
    for _ in range(5):
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-c", code, *words], check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - begin)
    return statistics.median(times)


def measure(runs: int = 2_000) -> dict[str, Any]:
    """All figures."""
    found: dict[str, Any] = {}
    for name, how in BATTLES.items():
        how = {"game": "classic"} | how
        asked = odds.question(**how)
        exact = solver.judge(figures_of(asked.rules), asked)
        begin = time.perf_counter()
        played = simulate(asked, runs=runs, seconds=1e9)
        simulated = 1000 * (time.perf_counter() - begin)
        found[name] = {
            "exact_ms": warm_median(asked),
            "without_survivors_ms": warm_median(odds.question(**how, survivors=False)),
            "target_ms": TARGETS.get(name),
            "parts_ms": where_time_goes(asked),
            "win": exact.win,
            "simulated_ms": simulated,
            "simulated_win": played.win,
            "simulated_error": played.error,
        }
    best: dict[str, Any] = {"attack": "6 inf 4 arm 3 ftr 2 bmb", "defend": "8 inf 3 arm 2 ftr"}
    asked = odds.question("classic", **best, attack_losses="optimal", defend_losses="optimal")
    found["optimal, 45,360 positions, ms"] = warm_median(asked)
    found["different battles a second"] = batch_rate()
    found["cold start of the command, s"] = cold_start()
    return found


def show(found: dict[str, Any], runs: int) -> None:
    """A table for people."""
    print(f"{'odds':<6}{'exact, ms':>12}{'target':>9}{'win':>11}{f'  {runs} simulated, ms':>24}{'win ± 95 %':>20}")
    for name in BATTLES:
        row = found[name]
        print(
            f"{name:<6}{row['exact_ms']:>12.3f}{row['target_ms'] or '–':>9}{row['win']:>11.6f}"
            f"{row['simulated_ms']:>24,.0f}{row['simulated_win']:>12.4f} ± {row['simulated_error']:.4f}"
        )
    for name, value in found.items():
        if name not in BATTLES:
            print(f"{name:<42}{value:>12,.2f}")


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=2_000, help="battles of the plain simulation")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    found = measure(args.runs)
    if args.json:
        print(json.dumps(found, ensure_ascii=False, indent=1))
    else:
        show(found, args.runs)


if __name__ == "__main__":
    main()
