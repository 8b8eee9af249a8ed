"""Where games are saved: never over an earlier one."""

from __future__ import annotations

from pathlib import Path

from sandtable.core.errors import BadValue

DEFAULT = Path("sandtable-game.jsonl")


def place_for_new_game(wanted: Path | None) -> Path:
    """The file for a new game."""
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
