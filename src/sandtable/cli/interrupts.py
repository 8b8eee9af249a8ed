"""Ctrl-C at any moment, obeyed at the next good one: never in the middle of an action."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


class Interrupts:
    """Notes Ctrl-C (and a request to terminate) and raises `KeyboardInterrupt` only where that does no harm."""

    def __init__(self) -> None:
        self.noted = False
        self.waiting = False

    @contextmanager
    def held(self) -> Iterator[None]:
        """While this lasts, interrupts wait for `check` or for `allowed`."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before: dict[int, Any] = {number: signal.signal(number, self._note) for number in _SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    @contextmanager
    def allowed(self) -> Iterator[None]:
        """While this lasts (waiting for the player), an interrupt takes effect at once."""
        self.check()
        self.waiting = True
        try:
            yield
        finally:
            self.waiting = False

    def check(self) -> None:
        """Give way to an interrupt that came in the meantime."""
        if self.noted:
            raise KeyboardInterrupt

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.noted = True
        if self.waiting:
            raise KeyboardInterrupt


_SIGNALS = (signal.SIGINT, signal.SIGTERM)
