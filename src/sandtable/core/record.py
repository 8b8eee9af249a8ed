"""The game record: what a game *is*. One JSON line per entry, readable, diffable, tamper-evident.

    {"sandtable": "record", "version": 2, "game": "classic", "options": {…}, "dice": {…}, "check": "…"}
    {"n": 1, "power": "ussr", "do": {"kind": "research", "dice": 1}, "dice": [4], "check": "…"}
    …
    {"end": {"entries": 812, "digest": "…"}, "check": "…"}

`check` is a hash over the line and the check before it, so a changed, missing or swapped line is noticed.
The format is described in docs/record-format.md.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from sandtable.core.errors import RecordError

T = TypeVar("T")

VERSION = 2
"""Version 1 left some choices to the engine that players make now; `replay` answers them as it did."""
MAX_BYTES = 64 * 1024 * 1024
"""Larger files are refused; a long game is far below this."""


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line: everything that is fixed before the first action."""

    game: str
    options: dict[str, Any] = {}
    seats: tuple[tuple[str, ...], ...] = ()
    start: dict[str, Any] | None = None
    """The exact starting state when it is not the game's own set-up."""
    dice: dict[str, Any] = {}
    version: int = VERSION
    """The version its game was begun with: a game that goes on keeps it."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One action (or one delegation) with the dice it rolled."""

    n: int
    power: str
    do: dict[str, Any] | None = None
    dice: tuple[int, ...] = ()
    by: str = ""
    """Kind of the policy that answered, if it was not the person."""
    delegate: dict[str, Any] | None = None
    """{"kind": decision kind, "policy": … or null}: standing orders given or withdrawn."""


class End(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The last line of a completely written record."""

    entries: int
    digest: str
    reveal: dict[str, Any] = {}
    """What a verifiable dice source gives away after the game."""


class Record(msgspec.Struct, frozen=True):
    """A header, the entries, and the end line if the record was closed."""

    header: Header
    entries: tuple[Entry, ...] = ()
    end: End | None = None

    def lines(self) -> list[str]:
        """The record as text lines."""
        head = {"sandtable": "record", "version": self.header.version} | _plain(self.header)
        body = [_plain(entry) for entry in self.entries]
        tail = [{"end": _plain(self.end)}] if self.end else []
        check = ""
        lines = []
        for content in (head, *body, *tail):
            check = _check(check, content)
            lines.append(_dump(content | {"check": check}))
        return lines

    def dumps(self) -> str:
        """The record as one text."""
        return "\n".join(self.lines()) + "\n"

    def save(self, path: Path | str) -> None:
        """Write next to the file, make sure it is on disk, then put it in place in one step.

        Whatever happens, the file is a complete record: the old one or the new one.
        """
        target = Path(path)
        draft = target.with_name(target.name + ".tmp")
        with draft.open("w", encoding="utf-8") as file:
            file.write(self.dumps())
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
        if os.name == "posix":
            _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def load(path: Path | str, *, recover: bool = False) -> Record:
    """Read a record file. Raises `RecordError` with the line and the reason."""
    file = Path(path)
    try:
        if file.stat().st_size > MAX_BYTES:
            raise RecordError(f"{file.name} is larger than {MAX_BYTES // 2**20} MB; that is no game record")
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise RecordError(f"there is no file {str(path)!r}") from None
    except UnicodeDecodeError:
        raise RecordError(f"{file.name} is not a text file") from None
    except OSError as error:
        raise RecordError(f"{file.name} cannot be read: {error.strerror}") from None
    return loads(text, recover=recover)


def loads(text: str, *, recover: bool = False) -> Record:
    """Read a record from text. With `recover`, a missing end is allowed and a torn last line dropped."""
    lines = text.split("\n")
    complete_last_line = lines[-1] == ""
    lines = lines[:-1] if complete_last_line else lines
    if not lines:
        raise RecordError("the record is empty")
    if not complete_last_line:
        if not recover:
            raise RecordError("the record is truncated: its last line is incomplete", len(lines))
        lines.pop()
    check = ""
    header: Header | None = None
    entries: list[Entry] = []
    end: End | None = None
    for number, line in enumerate(lines, start=1):
        content, stated = _read_line(line, number)
        if number == 1:
            header = _read_header(content)
        if end is not None:
            raise RecordError("there are lines after the end of the record", number)
        check = _check(check, content)
        if check != stated:
            raise RecordError("the record was changed here: the check does not fit", number)
        if number == 1:
            continue
        if "end" in content:
            end = _convert(content["end"], End, number)
            if end.entries != len(entries):
                raise RecordError(f"the record has {len(entries)} entries, its end says {end.entries}", number)
        else:
            entry = _convert(content, Entry, number)
            if entry.n != len(entries) + 1:
                raise RecordError(f"entry {len(entries) + 1} was expected, not {entry.n}", number)
            entries.append(entry)
    if header is None:
        raise RecordError("the record has no first line")
    if end is None and not recover:
        raise RecordError("the record is truncated: its end is missing", len(lines))
    return Record(header, tuple(entries), end)


def _read_line(line: str, number: int) -> tuple[dict[str, Any], str]:
    try:
        content = json.loads(line)
    except (ValueError, RecursionError):
        raise RecordError("this is not a line of a Sandtable record", number) from None
    if not isinstance(content, dict):
        raise RecordError("this is not a line of a Sandtable record", number)
    if number == 1:
        if content.get("sandtable") != "record":
            raise RecordError("this is not a Sandtable record", number)
        version = content.get("version")
        if not isinstance(version, int) or isinstance(version, bool) or version < 1:
            raise RecordError("the record does not say its version", number)
        if version > VERSION:
            raise RecordError(
                f"the record has version {version}, this program reads up to version {VERSION}; please update it",
                number,
            )
    stated = content.pop("check", None)
    if not isinstance(stated, str):
        raise RecordError("the line has no check", number)
    return content, stated


def _read_header(content: dict[str, Any]) -> Header:
    return _convert({key: value for key, value in content.items() if key != "sandtable"}, Header, 1)


def _convert(content: Any, kind: type[T], number: int) -> T:
    try:
        return msgspec.convert(content, kind)
    except msgspec.ValidationError as error:
        raise RecordError(f"this line cannot be understood: {error}", number) from None


def _plain(value: msgspec.Struct) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(value)
    return data


def _dump(content: dict[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(", ", ": "))


def _check(before: str, content: dict[str, Any]) -> str:
    return hashlib.sha256((before + _dump(content)).encode("utf-8", "surrogatepass")).hexdigest()[:12]
