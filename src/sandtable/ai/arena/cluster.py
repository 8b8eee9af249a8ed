"""The same matches as tasks of Ray, on this machine or on a cluster."""

from __future__ import annotations

import logging
import os
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sandtable.ai.arena.contest import Failure, Played, build, play
from sandtable.ai.arena.match import Match
from sandtable.core.errors import BadValue, SandtableError

LOOK_UP = 0.2
"""Seconds between looks at whether to stop."""

INSTALL = "pip install 'sandtable[ray]'"


class NoCluster(SandtableError):
    """Ray is not installed or cannot be reached."""


def check_address(where: str) -> str:
    """The address in `ray://host:port`, "" for plain `ray`. Raises `BadValue`."""
    if where == "ray":
        return ""
    if where.startswith("ray://") and len(where) > len("ray://"):
        return where
    raise BadValue(f"Matches are played on 'ray' or 'ray://host:port', not on {where!r}")


def play_all(
    matches: Sequence[Match],
    *,
    jobs: int,
    address: str = "",
    with_records: bool = False,
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[Played]:
    """Play matches as Ray tasks; yields each as it ends. `jobs` is the size of a Ray of one's own (no address)."""
    ray = _connect(address, jobs)
    try:
        task = ray.remote(num_cpus=1, max_retries=0)(play)
        playing = {task.remote(match, with_record=with_records): match for match in matches}
        while playing and not stopped():
            done, _ = ray.wait(list(playing), timeout=LOOK_UP)
            for reference in done:
                yield _fetch(ray, reference, playing.pop(reference))
        for reference in playing:
            ray.cancel(reference)
    finally:
        ray.shutdown()


def _fetch(ray: Any, reference: Any, match: Match) -> Played:
    """The outcome of a task; one that Ray itself could not bring to an end is a failure."""
    try:
        played: Played = ray.get(reference)
    except ray.exceptions.RayError as error:
        problem = str(error).strip().splitlines()[-1]
        return Played(Failure(match=match, build=build(), problem=f"Ray: {problem}", trace=str(error)))
    return of_this_build(played)


def of_this_build(played: Played) -> Played:
    """What was played by another state of the program than this machine has is of no use."""
    theirs, ours = played.outcome.build, build()
    if theirs == ours:
        return played
    problem = f"The node that played it has another Sandtable ({theirs}) than this machine ({ours}); install the same"
    return Played(Failure(match=played.outcome.match, build=ours, problem=problem))


def _connect(address: str, jobs: int) -> Any:
    """Ray itself, ready. Raises `NoCluster`."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is told to anybody
    try:
        import ray
    except ImportError:
        raise NoCluster(f"Ray is not installed. To get it: {INSTALL}") from None
    quiet: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if address:
                ray.init(address, **quiet)
            else:
                ray.init("local", num_cpus=jobs, include_dashboard=False, **quiet)
    except Exception as error:  # whatever Ray and its network layers raise
        said = str(error).strip().splitlines() or [type(error).__name__]
        problem = " ".join(dict.fromkeys((said[0], said[-1])))
        raise NoCluster(f"Ray on {address or 'this machine'} cannot be used: {problem}") from None
    return ray
