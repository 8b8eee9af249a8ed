"""Compiled functions and where their machine code is kept between runs.

Numba keeps it beside the module, else in the user's cache folder. Where neither can be written (a read-only
installation, no home) a private folder in the temporary directory does; failing that too, every start compiles anew.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compile on first use, or take the machine code of an earlier run."""
    return _compile(function, fastmath=False)


def compiled_loosely(function: F) -> F:
    """The same for plain sums, whose terms may be added in any order."""
    return _compile(function, fastmath=True)


def _compile(function: F, fastmath: bool) -> F:
    try:  # without the interpreter's lock, so that a server goes on answering meanwhile
        ready: Any = numba.njit(cache=True, fastmath=fastmath, nogil=True)(function)
    except RuntimeError:  # no place to keep it
        place = private_folder()
        if place is not None:
            numba.config.CACHE_DIR = str(place)  # type: ignore[attr-defined]  # set when numba starts
        ready = numba.njit(cache=place is not None, fastmath=fastmath, nogil=True)(function)
    compiled_function: F = ready
    return compiled_function


def private_folder() -> Path | None:
    """A folder that is ours alone: what is read back from it will be run."""
    owner = os.getuid() if hasattr(os, "getuid") else 0
    place = Path(tempfile.gettempdir()) / f"sandtable-odds-{owner}"
    try:
        place.mkdir(mode=0o700, exist_ok=True)
        found = place.lstat()
    except OSError:
        return None
    private = not place.is_symlink() and (
        not hasattr(os, "getuid") or (found.st_uid, found.st_mode & 0o077) == (owner, 0)
    )
    return place if private and os.access(place, os.W_OK) else None
