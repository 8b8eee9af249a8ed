"""The same matches on Ray: on an instance of its own, and on a cluster that is there already."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.ai.arena import Failure, Match, Played, Terms, play
from sandtable.ai.arena.cluster import of_this_build
from tests.cli.terminal import command

pytestmark = pytest.mark.skipif(find_spec("ray") is None, reason="there is no Ray for this Python or machine")

SHORT = ("classic", "--players", "random", "--games", "2", "--rounds", "1", "--seed", "7", "--jobs", "1", "--json")


@pytest.fixture
def surroundings() -> Iterator[dict[str, str]]:
    """Where Ray keeps its things during a test: a short path (for its sockets), and a token of the test's own."""
    folder = Path(tempfile.mkdtemp(prefix="ray"))
    token = folder / "token"
    token.write_text(secrets.token_hex(32))
    own = {"RAY_TMPDIR": str(folder), "RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN_PATH": str(token)}
    # The cluster's own server forks; with fork support its gRPC (1.85) crashes in the child now and then.
    yield {**os.environ, **own, "RAY_USAGE_STATS_ENABLED": "0", "GRPC_ENABLE_FORK_SUPPORT": "false"}
    shutil.rmtree(folder, ignore_errors=True)


def on_ray(where: str, surroundings: dict[str, str]) -> Any:
    """The JSON of a tournament on Ray, in a process of its own."""
    code = "from sandtable.cli.main import main; main()"
    arguments = [sys.executable, "-c", code, "arena", *SHORT, "--on", where]
    done = subprocess.run(arguments, capture_output=True, text=True, env=surroundings, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def free_ports(number: int) -> list[int]:
    """Ports that nobody listens on now."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(number)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]


def test_ray_plays_the_same_matches(surroundings: dict[str, str]) -> None:
    """On an instance that is started for the purpose."""
    assert on_ray("ray", surroundings)["matches"] == command("arena", *SHORT).data["matches"]


def test_a_cluster_plays_the_same_matches(surroundings: dict[str, str]) -> None:
    """A real one, if only of one machine, reached through its address."""
    port, agent = free_ports(2)
    head = [str(Path(sys.executable).with_name("ray")), "start", "--head", "--block", "--num-cpus=1", "--port=0"]
    ports = [f"--ray-client-server-port={port}", f"--runtime-env-agent-port={agent}"]
    quiet = ["--include-dashboard=false", "--disable-usage-stats"]
    cluster = subprocess.Popen(
        [*head, *ports, *quiet, f"--temp-dir={surroundings['RAY_TMPDIR']}/cluster"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=surroundings,
    )
    try:
        assert cluster.stdout is not None
        assert any("Ray runtime started" in line for line in cluster.stdout)
        there = on_ray(f"ray://127.0.0.1:{port}", surroundings)
    finally:
        cluster.terminate()  # takes everything down that it has started
        cluster.communicate()
    assert there["matches"] == command("arena", *SHORT).data["matches"]


def test_matches_of_another_program_are_not_accepted() -> None:
    """A node that was not updated would spoil the figures."""
    match = Match(terms=Terms(game="classic", rounds=1), seed=1, players={"axis": "random", "allies": "random"})
    played = play(match)
    assert of_this_build(played) is played
    strange = Played(msgspec.structs.replace(played.outcome, build="older"))
    refused = of_this_build(strange).outcome
    assert isinstance(refused, Failure) and refused.match == match and "older" in refused.problem
