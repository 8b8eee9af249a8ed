"""The process in which players of the reference program think: one for each game's rules, kept as long as we run."""

from __future__ import annotations

import atexit
import os
import subprocess
import tempfile
from pathlib import Path
from typing import IO, Any

import msgspec

from bench.reference.parts import NoReference, class_path, program
from bench.reference.scenario import scenario
from sandtable.ai.rules import WarRules

JAVA = (
    "java",
    "-XX:ActiveProcessorCount=1",  # its odds calculator would otherwise think on all processors at once
    "-XX:+UseSerialGC",
    "-Xmx1g",
    "-Djava.awt.headless=true",
)


class Answer(msgspec.Struct):
    """What the process says to a request."""

    orders: list[dict[str, Any]] = []
    refusals: list[str] = []
    """Orders its own program refused, with the reason."""
    seconds: float = 0.0
    cpu: float = 0.0
    """Of the whole process, its threads included."""
    problem: str = ""
    """What went wrong in the player; the orders up to there count."""
    ready: bool = False


class Process:
    """Talks to it: a line of JSON there, a line back."""

    def __init__(self, rules: WarRules) -> None:
        # Its settings go into a folder of their own, not into the user's.
        self._folder = tempfile.TemporaryDirectory(prefix="sandtable-reference-")
        folder = Path(self._folder.name)
        (folder / "scenario.xml").write_bytes(scenario(rules))
        settings = (f"-Djava.util.prefs.userRoot={folder}", f"-Duser.home={folder}")
        self._log = (folder / "log").open("wb")
        self._java = subprocess.Popen(
            [*JAVA, *settings, "-cp", class_path(), "Opponent", str(folder / "scenario.xml")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            cwd=program().parent,  # its own settings file is looked for where it is started
            env={**os.environ, "HOME": str(folder)},
        )
        atexit.register(self.close)
        self._read()

    def ask(self, **request: Any) -> Answer:
        """Send a request and wait for the answer. Raises `NoReference` if the process is gone."""
        pipe = _open(self._java.stdin)
        try:
            pipe.write(msgspec.json.encode(request) + b"\n")
            pipe.flush()
        except BrokenPipeError:
            raise self._gone() from None
        return self._read()

    def _read(self) -> Answer:
        line = _open(self._java.stdout).readline()
        if not line:
            raise self._gone()
        return msgspec.json.decode(line, type=Answer)

    def _gone(self) -> NoReference:
        said = Path(self._log.name).read_text(errors="replace").strip().splitlines()
        return NoReference(f"The reference program ended: {' '.join(said[:3]) or 'without a word'}")

    def close(self) -> None:
        """End it."""
        if self._java.poll() is None:
            self._java.terminate()
            self._java.wait()
        self._log.close()
        self._folder.cleanup()


def _open(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None  # asked for when the process was started
    return pipe


_running: dict[str, Process] = {}
"""By game."""


def process(rules: WarRules) -> Process:
    """The process for a game's rules, started if need be."""
    if rules.game not in _running:
        _running[rules.game] = Process(rules)
    return _running[rules.game]


def new_game() -> None:
    """Let all processes forget the last game; its units may have the names of the next one's."""
    for running in _running.values():
        running.ask(do="new_game")
