"""Matches in parallel processes of this machine.

A match that goes wrong comes back as a failure. A process that dies (killed, out of memory, a crash below Python) takes
its whole pool with it; the matches that were being played are then played again one by one, so that the one to blame
is known and the others are not lost.
"""

from __future__ import annotations

import contextlib
import functools
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait as wait_for
from multiprocessing.synchronize import Event

from sandtable.ai.arena.contest import Failure, Played, Stopped, build, play
from sandtable.ai.arena.match import Match

Work = Callable[..., Played]
"""`play`, or whatever takes the same arguments."""

LOOK_UP = 0.2
"""Seconds between looks at whether to stop."""

_stop: Event | None = None
"""In a process that plays: set when it shall break off."""


def play_all(
    matches: Sequence[Match],
    *,
    jobs: int,
    with_records: bool = False,
    stopped: Callable[[], bool] = lambda: False,
    work: Work = play,
) -> Iterator[Played]:
    """Play matches in `jobs` processes; yields each as it ends. Once `stopped` says so, no decision is begun."""
    waiting = deque(matches)
    task = functools.partial(_work, work, with_records)
    while waiting and not stopped():
        for suspect in (yield from _play_in_pool(waiting, jobs, task, stopped)):
            if (yield from _play_in_pool(deque([suspect]), 1, task, stopped)):
                yield Played(Failure(match=suspect, build=build(), problem="The process that played it died"))


def _play_in_pool(
    waiting: deque[Match], jobs: int, task: Callable[[Match], Played], stopped: Callable[[], bool]
) -> Generator[Played, None, list[Match]]:
    """Play what is waiting until the pool breaks; returns the matches that were in play when it did."""
    spawn = multiprocessing.get_context("spawn")
    stop = spawn.Event()
    pool = ProcessPoolExecutor(jobs, spawn, _begin, (stop,))
    playing: dict[Future[Played], Match] = {}
    try:
        while (waiting or playing) and not stopped():
            while waiting and len(playing) < jobs:  # no queue: whoever is in play when the pool breaks is a suspect
                match = waiting.popleft()
                try:
                    playing[pool.submit(task, match)] = match
                except BrokenProcessPool:
                    waiting.appendleft(match)
                    return list(playing.values())
            done, _ = wait(playing, LOOK_UP, FIRST_COMPLETED)
            for future in sorted(done, key=lambda ended: list(playing).index(ended)):
                if isinstance(future.exception(), BrokenProcessPool):
                    return list(playing.values())
                yield future.result()
                del playing[future]
        stop.set()
        for future in playing:
            with contextlib.suppress(Stopped, BrokenProcessPool):
                yield future.result()  # one that ended in the last moment counts
        return []
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


def _begin(stop: Event) -> None:
    """A process gets ready: Ctrl-C is for the main process, and without that one there is nothing left to do."""
    global _stop  # noqa: PLW0603  # the way to hand something to all tasks of a process
    _stop = stop
    build()  # of the program as it is now, should somebody change it while matches are played
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os._exit(1)


def _work(work: Work, with_records: bool, match: Match) -> Played:
    assert _stop is not None
    return work(match, with_record=with_records, stopped=_stop.is_set)
