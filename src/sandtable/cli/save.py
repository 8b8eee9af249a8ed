"""Saving so that nothing is lost: the file on disk is always a complete record, whatever happens."""

from __future__ import annotations

import os
from pathlib import Path

from sandtable.core.errors import BadValue
from sandtable.core.record import Record

DEFAULT = Path("sandtable-game.jsonl")


def save_safely(record: Record, path: Path) -> None:
    """Write next to the file, make sure it is on disk, then put it in place in one step."""
    draft = path.with_name(path.name + ".tmp")
    with draft.open("w", encoding="utf-8") as file:
        file.write(record.dumps())
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def place_for_new_game(wanted: Path | None) -> Path:
    """Where a new game is saved. Never over an earlier one."""
    if wanted is not None:
        if wanted.exists() and wanted.stat().st_size:
            raise BadValue(f"{wanted} exists already: resume it with --load {wanted}, or choose another name")
        if not wanted.absolute().parent.is_dir():
            raise BadValue(f"There is no folder {wanted.absolute().parent} to save in")
        return wanted
    path, number = DEFAULT, 1
    while path.exists():
        number += 1
        path = DEFAULT.with_name(f"{DEFAULT.stem}-{number}{DEFAULT.suffix}")
    return path
