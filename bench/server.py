"""A move answered: a real server, a client over HTTP, the time from the request to the whole answer.

Every request of a turn is measured as a browser makes it: where units can go, the order itself, odds, a battle,
landing, placing. The server saves each action to disk before it answers.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

SERVE = "from sandtable.cli.main import main; main()"
GAMES = ("classic", "1942")
Times = dict[str, list[float]]


@contextmanager
def served() -> Iterator[str]:
    """A server on a free port with an empty folder; yields its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", SERVE, "play", "--no-browser", "--port", "0", "--data", folder]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        try:
            yield next(word for word in process.stdout.readline().split() if word.startswith("http")).rstrip("/")
        finally:
            process.kill()
            process.wait()


class Turns:
    """Plays turns of all five powers and notes how long every answer took."""

    def __init__(self, client: httpx.Client, game: str) -> None:
        self.client = client
        self.times: Times = {}
        answer = client.post("/api/games", json={"game": game, "seed": 1})
        answer.raise_for_status()
        self.now: dict[str, Any] = answer.json()
        self.path = f"/api/games/{self.now['id']}"

    def ask(self, method: str, what: str, **body: Any) -> Any:
        """Send a request and note the milliseconds until its answer was read."""
        payload = {"version": self.now["version"], **body} if method == "POST" else None
        begin = time.perf_counter()
        answer = self.client.request(method, f"{self.path}/{what}", json=payload)
        data = answer.json()
        if answer.status_code == 200:
            self.times.setdefault(what, []).append(1000 * (time.perf_counter() - begin))
            found = data.get("snapshot", data) if isinstance(data, dict) else data
            if isinstance(found, dict) and "decisions" in found:
                self.now = found
        return data

    def play(self, rounds: int) -> None:
        """Attack with everything that can, fight, land, place."""
        while self.now["round"] <= rounds and self.now["decisions"]:
            kind = self.now["decisions"][0]["kind"]
            if kind == "combat_move":
                self._attack()
                self.ask("POST", "actions", actions=[{"kind": "end_phase"}])
            elif self.now["battle"] is not None:
                self.ask("POST", "resolve")
            else:
                self.ask("POST", "auto", finish=True)

    def _attack(self) -> None:
        targets = [
            (group["ids"], place["space"])
            for group in self.ask("GET", "reach")
            for place in group["destinations"]
            if place["choices"][0]["manner"] in ("attack", "landing")
        ]
        for units, space in targets[:12]:
            if not self.now["decisions"] or self.now["decisions"][0]["kind"] != "combat_move":
                break
            self.ask("POST", "reach", units=units)
            self.ask("POST", "order", units=units, to=space)
            self.ask("GET", "odds")


def measure(rounds: int = 3) -> dict[str, dict[str, dict[str, float]]]:
    """Milliseconds per game and kind of request: median, 95th percentile, worst, number."""
    results: dict[str, dict[str, dict[str, float]]] = {}
    with served() as address, httpx.Client(base_url=address, timeout=60) as client:
        client.get("/api/session")
        for game in GAMES:
            turns = Turns(client, game)
            turns.play(rounds)
            moves = [t for what in ("order", "actions", "auto", "resolve") for t in turns.times.get(what, [])]
            turns.times["a move answered"] = moves
            results[game] = {what: _summed(times) for what, times in turns.times.items()}
    return results


def _summed(times: list[float]) -> dict[str, float]:
    ranked = sorted(times)
    return {
        "median": ranked[len(ranked) // 2],
        "p95": ranked[min(len(ranked) - 1, int(0.95 * len(ranked)))],
        "worst": ranked[-1],
        "number": len(ranked),
    }


def show(results: dict[str, dict[str, dict[str, float]]]) -> None:
    """Print them."""
    print(f"{'server, ms':<26}{'median':>10}{'p95':>10}{'worst':>10}{'number':>10}")
    for game, kinds in results.items():
        for what, figures in kinds.items():
            row = "".join(f"{figures[name]:>10,.1f}" for name in ("median", "p95", "worst"))
            print(f"{game + ': ' + what:<26}{row}{figures['number']:>10,.0f}")


if __name__ == "__main__":
    show(measure())
