"""A real server in a process of its own, and a client that plays on it."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

COMMAND = "from sandtable.cli.main import main; main()"
PATIENCE = 60.0
"""Seconds after which something that should have happened counts as failed."""


class Host:
    """`sandtable play` on a free port."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.process = subprocess.Popen(
            [sys.executable, "-c", COMMAND, "play", "--no-browser", "--port", "0", "--data", str(data)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "http://127.0.0.1:" in line, f"{line!r} {self.process.stderr and self.process.stderr.read()}"
        self.address = next(word for word in line.split() if word.startswith("http")).rstrip("/")

    @property
    def name(self) -> str:
        """Host and port."""
        return self.address.removeprefix("http://")

    def kill(self) -> None:
        """kill -9: no chance to tidy up."""
        self.process.kill()
        self.process.wait()

    def client(self) -> Client:
        """A browser's client: it has begun a session."""
        return Client(self.address)


class Client:
    """Plays games over the interface."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.Client(base_url=address, timeout=PATIENCE)
        assert self.http.get("/api/session").status_code == 200

    def get(self, path: str, **params: Any) -> Any:
        """The answer to a question that is expected to be answered."""
        answer = self.http.get(path, params=params)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def new(self, game: str = "classic", **wish: Any) -> Play:
        """A new game."""
        answer = self.http.post("/api/games", json={"game": game, "seed": 5, **wish})
        assert answer.status_code == 201, answer.text
        return Play(self, answer.json())

    def open(self, ident: str) -> Play:
        """A saved game."""
        return Play(self, self.get(f"/api/games/{ident}"))


class Play:
    """One game as a client knows it."""

    def __init__(self, client: Client, snapshot: dict[str, Any]) -> None:
        self.client = client
        self.now = snapshot
        self.path = f"/api/games/{snapshot['id']}"

    @property
    def id(self) -> str:
        """The game's id."""
        return str(self.now["id"])

    @property
    def decision(self) -> dict[str, Any]:
        """The decision to be answered here."""
        decision: dict[str, Any] = self.now["decisions"][0]
        return decision

    def refresh(self) -> dict[str, Any]:
        """Look again."""
        self.now = self.client.get(self.path)
        return self.now

    def post(self, what: str, version: int | None = None, **body: Any) -> httpx.Response:
        """Ask for something; the answer may be a refusal."""
        body["version"] = self.now["version"] if version is None else version
        return self.client.http.post(f"{self.path}/{what}", json=body)

    def change(self, what: str, **body: Any) -> dict[str, Any]:
        """Do something that is expected to work."""
        answer = self.post(what, **body)
        assert answer.status_code == 200, answer.text
        found = answer.json()
        self.now = found.get("snapshot") or found
        return self.now

    def do(self, *actions: dict[str, Any], **more: Any) -> dict[str, Any]:
        """Carry out actions."""
        return self.change("actions", actions=list(actions), **more)

    def end(self) -> dict[str, Any]:
        """End the phase."""
        return self.do({"kind": "end_phase"})

    def units(self, space: str, kind: str = "", power: str = "") -> list[str]:
        """Ids of units in a space."""
        return [
            ident
            for ident, unit in self.now["units"].items()
            if unit["space"] == space and kind in ("", unit["kind"]) and power in ("", unit["power"])
        ]

    def record(self) -> str:
        """The record of the game."""
        answer = self.client.http.get(f"{self.path}/record")
        assert answer.status_code == 200
        return answer.text

    def until_asked(self) -> dict[str, Any]:
        """Wait until a person must decide or the game is over."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            self.refresh()
            if self.now["decisions"] or self.now["outcome"]:
                return self.now
            time.sleep(0.02)
        raise AssertionError(f"nobody was asked: {self.now['waiting']} {self.now['thinking']}")


@contextlib.contextmanager
def running(data: Path) -> Iterator[Host]:
    """A server for the length of a block."""
    host = Host(data)
    try:
        yield host
    finally:
        host.kill()
