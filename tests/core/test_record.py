"""Records: written and read back, and every kind of damage noticed."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import sandtable
from sandtable import Record, RecordError
from sandtable.core import record as records
from sandtable.core.record import End, Entry, Header
from tests.battery.games import AnyGame, advance
from tests.toy.envoys import at_the_table

fuzzing = settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


@pytest.fixture(autouse=True, scope="module")
def _toy_game() -> Iterator[None]:
    with at_the_table():
        yield


def _play(actions: int = 12) -> AnyGame:
    game, rng = sandtable.new_game("envoys", {"rounds": 5}, seed="Süd"), Random(19)
    for _ in range(actions):
        advance(game, rng)
    return game


with at_the_table():
    RECORD = _play().record()
TEXT = RECORD.dumps()
LINES = TEXT.splitlines()


def _chained(contents: list[dict[str, Any]]) -> str:
    """Lines with fitting checks: what a forger who knows the format would write."""
    check, lines = "", []
    for content in contents:
        check = records._check(check, content)
        lines.append(records._dump(content | {"check": check}))
    return "\n".join(lines) + "\n"


def _contents() -> list[dict[str, Any]]:
    contents = [json.loads(line) for line in LINES]
    for content in contents:
        del content["check"]
    return contents


# Writing and reading


def test_round_trip() -> None:
    """A record reads back as it was written, and writes again to the same bytes."""
    record = sandtable.loads(TEXT)
    assert record == RECORD
    assert record.dumps() == TEXT
    assert sandtable.replay(record).digest() == _play().digest()


def test_lines_say_what_happened() -> None:
    """One JSON object per line: the header, the actions with power and dice, the end with the digest."""
    head, first, *_, end = _contents()
    assert head["sandtable"] == "record" and head["version"] == 2 and head["game"] == "envoys"
    assert head["options"] == {"rounds": 5} and head["dice"] == {"source": "seeded", "seed": "Süd"}
    assert first["n"] == 1 and first["do"]["kind"] == "commit" and "dice" not in first
    assert end["end"]["entries"] == len(RECORD.entries) and end["end"]["digest"] == _play().digest()


def test_files(tmp_path: Path) -> None:
    """Saved and loaded; saving replaces the file in one step and leaves no draft behind."""
    path = tmp_path / "game.jsonl"
    path.write_text("something older", encoding="utf-8")
    RECORD.save(path)
    assert sandtable.load(path) == RECORD
    assert sandtable.load(str(path)) == RECORD
    assert [file.name for file in tmp_path.iterdir()] == ["game.jsonl"]


def test_windows_line_ends(tmp_path: Path) -> None:
    """A file that went through an editor with other line ends is still the same record."""
    path = tmp_path / "game.jsonl"
    path.write_bytes(TEXT.replace("\n", "\r\n").encode())
    assert sandtable.load(path) == RECORD


def test_spaces_and_order_of_digits_do_not_matter_but_contents_do() -> None:
    """The check is over the contents of a line, not over its spaces."""
    assert sandtable.loads(TEXT.replace('", "', '" ,  "')) == RECORD


# Damage


def test_truncated_last_line() -> None:
    """A torn last line is named as such; recovery drops it."""
    for cut in (1, 5, 40):
        with pytest.raises(RecordError, match="truncated") as error:
            sandtable.loads(TEXT[:-cut])
        assert error.value.line == len(LINES)
        assert sandtable.loads(TEXT[:-cut], recover=True) == Record(RECORD.header, RECORD.entries, None)


def test_missing_end() -> None:
    """A record without its end line is incomplete; recovery accepts it."""
    for kept in range(1, len(LINES)):
        text = "\n".join(LINES[:kept]) + "\n"
        with pytest.raises(RecordError, match="its end is missing"):
            sandtable.loads(text)
        recovered = sandtable.loads(text, recover=True)
        assert recovered == Record(RECORD.header, RECORD.entries[: kept - 1], None)
        assert len(sandtable.replay(recovered).record(close=False).entries) == kept - 1


@given(st.integers(0, len(TEXT)))
@fuzzing
def test_recovery_from_any_cut(cut: int) -> None:
    """Wherever the writing stopped, recovery gives the entries that were complete."""
    text = TEXT[:cut]
    complete = text.count("\n")
    if complete == 0:
        with pytest.raises(RecordError):
            sandtable.loads(text, recover=True)
        return
    recovered = sandtable.loads(text, recover=True)
    entries = min(complete - 1, len(RECORD.entries))
    assert recovered.entries == RECORD.entries[:entries]
    sandtable.replay(recovered)


@pytest.mark.parametrize("line", range(1, len(LINES)))
def test_missing_lines(line: int) -> None:
    """No line can be left out."""
    lines = LINES[: line - 1] + LINES[line:]
    with pytest.raises(RecordError):
        sandtable.loads("\n".join(lines) + "\n")


def test_swapped_and_repeated_lines() -> None:
    """Lines cannot change places or come twice."""
    for first in range(len(LINES) - 1):
        swapped = LINES.copy()
        swapped[first], swapped[first + 1] = swapped[first + 1], swapped[first]
        with pytest.raises(RecordError):
            sandtable.loads("\n".join(swapped) + "\n")
        with pytest.raises(RecordError):
            sandtable.loads("\n".join([*LINES[: first + 1], *LINES[first:]]) + "\n")


def test_lines_after_the_end() -> None:
    """Nothing can be added behind the end line."""
    for extra in (LINES[-1], LINES[1], "{}", ""):
        with pytest.raises(RecordError):
            sandtable.loads(TEXT + extra + "\n")


def _loads_or_refuses(text: str) -> None:
    """Damage is noticed, or the meaning has not changed; recovery never gives other entries."""
    try:
        assert sandtable.loads(text) == RECORD
    except RecordError as error:
        assert str(error)
    try:
        recovered = sandtable.loads(text, recover=True)
    except RecordError:
        return
    assert recovered.header == RECORD.header
    assert recovered.entries == RECORD.entries[: len(recovered.entries)]


@given(st.integers(0, len(TEXT) - 1), st.characters())
@fuzzing
def test_changed_characters(place: int, character: str) -> None:
    """Any one character replaced."""
    _loads_or_refuses(TEXT[:place] + character + TEXT[place + 1 :])


@given(st.integers(0, len(TEXT) - 1), st.integers(1, 30))
@fuzzing
def test_deleted_characters(place: int, number: int) -> None:
    """Characters deleted anywhere."""
    _loads_or_refuses(TEXT[:place] + TEXT[place + number :])


@given(st.integers(0, len(TEXT)), st.text(min_size=1, max_size=20))
@fuzzing
def test_inserted_characters(place: int, text: str) -> None:
    """Text inserted anywhere."""
    _loads_or_refuses(TEXT[:place] + text + TEXT[place:])


@given(st.integers(0, len(TEXT) - 1), st.integers(0, len(TEXT) - 1))
@fuzzing
def test_swapped_characters(first: int, second: int) -> None:
    """Two characters changing places."""
    letters = list(TEXT)
    letters[first], letters[second] = letters[second], letters[first]
    _loads_or_refuses("".join(letters))


@given(st.permutations(LINES))
@fuzzing
def test_shuffled_lines(lines: list[str]) -> None:
    """Lines in any other order."""
    _loads_or_refuses("\n".join(lines) + "\n")


@given(place=st.integers(0, len(TEXT.encode()) - 1), bit=st.integers(0, 7))
@fuzzing
def test_flipped_bits_in_a_file(tmp_path_factory: pytest.TempPathFactory, place: int, bit: int) -> None:
    """Any flipped bit of the file: noticed, or without meaning."""
    data = bytearray(TEXT.encode())
    data[place] ^= 1 << bit
    path = tmp_path_factory.getbasetemp() / "flipped.jsonl"
    path.write_bytes(bytes(data))
    with contextlib.suppress(RecordError):
        assert sandtable.load(path) == RECORD


# Other files


@pytest.mark.parametrize(
    "text",
    ["", "\n", "\n\n", " ", "null\n", "[]\n", "42\n", '"record"\n', "{}\n", "not json\n", "<html></html>\n", "\x00\n"],
    ids=repr,
)
def test_foreign_texts(text: str) -> None:
    """Empty and foreign texts are refused, with recovery too."""
    for recover in (False, True):
        with pytest.raises(RecordError):
            sandtable.loads(text, recover=recover)


@given(st.text(max_size=200))
@fuzzing
def test_any_text(text: str) -> None:
    """No text at all makes anything but a RecordError."""
    with pytest.raises(RecordError):
        sandtable.loads(text)


def test_foreign_files(tmp_path: Path) -> None:
    """Missing, binary, directory: the message names the trouble."""
    with pytest.raises(RecordError, match="there is no file"):
        sandtable.load(tmp_path / "nowhere.jsonl")
    binary = tmp_path / "picture.png"
    binary.write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe\x00")
    with pytest.raises(RecordError, match="not a text file"):
        sandtable.load(binary)
    with pytest.raises(RecordError, match="cannot be read"):
        sandtable.load(tmp_path)


def test_enormous_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file beyond all measure is not even read."""
    monkeypatch.setattr(records, "MAX_BYTES", 2**20)
    path = tmp_path / "big.jsonl"
    path.write_bytes(b"x" * (2**20 + 1))
    with pytest.raises(RecordError, match="larger than 1 MB"):
        sandtable.load(path)


def test_newer_version() -> None:
    """A record of a newer version asks for an update instead of being misread."""
    head, *rest = _contents()
    for version in (3, 10**30):
        with pytest.raises(RecordError, match="please update") as error:
            sandtable.loads(_chained([head | {"version": version}, *rest]))
        assert error.value.line == 1


@pytest.mark.parametrize("version", [None, "1", 1.5, [1], {}, True, 0, -1])
def test_strange_versions(version: object) -> None:
    """A version that is no number is no version."""
    head, *rest = _contents()
    with pytest.raises(RecordError, match="version"):
        sandtable.loads(_chained([head | {"version": version}, *rest]))


@pytest.mark.parametrize("depth", [10, 300, 480, 500, 900, 960, 980, 990, 995, 1000, 5000, 200_000])
def test_deep_nesting(depth: int) -> None:
    """Thousands of nested brackets are no reason to fall over."""
    nested = "[" * depth + "]" * depth
    for text in (nested + "\n", f'{{"sandtable": "record", "version": 1, "game": {nested}, "check": ""}}\n'):
        with pytest.raises(RecordError):
            sandtable.loads(text)
    for place in ("options", "dice"):
        head = f'{{"sandtable": "record", "version": 1, "game": "envoys", "{place}": {{"x": {nested}}}, "check": ""}}'
        with pytest.raises(RecordError):
            sandtable.loads(head + "\n")
    entry = f'{{"n": 1, "power": "north", "do": {{"kind": "commit", "tokens": {nested}}}, "check": ""}}'
    with pytest.raises(RecordError):
        sandtable.loads(LINES[0] + "\n" + entry + "\n")


@pytest.mark.parametrize("number", ["9" * 30, "9" * 5000, "-" + "9" * 400, "1e999", "-1e400", "NaN", "Infinity"])
def test_huge_numbers(number: str) -> None:
    """Numbers of any size are read as damage, not as a reason to fall over."""
    for line in (
        f'{{"n": {number}, "power": "north", "check": ""}}',
        f'{{"end": {{"entries": {number}}}, "check": ""}}',
    ):
        with pytest.raises(RecordError):
            sandtable.loads(LINES[0] + "\n" + line + "\n")
    with pytest.raises(RecordError):
        sandtable.loads(f'{{"sandtable": "record", "version": {number}, "game": "envoys", "check": ""}}\n')


# Forged records: the checks fit, the contents do not


@pytest.mark.parametrize(
    ("line", "changes", "message"),
    [
        (0, {"game": "chess"}, "Unknown game"),
        (0, {"options": {"rounds": 99}}, "cannot be set up"),
        (0, {"options": {"magic": True}}, "Unknown option"),
        (0, {"options": 7}, "cannot be understood"),
        (0, {"surprise": 1}, "cannot be understood"),
        (0, {"seats": [["north"], ["north", "east", "south"]]}, "seat"),
        (0, {"seats": [["mars"]]}, "Unknown power"),
        (0, {"dice": {"source": "loaded"}}, "unknown dice source"),
        (0, {"dice": {}}, "unknown dice source"),
        (0, {"dice": {"source": "seeded", "seed": 1}}, "not the dice of the stated seed"),
        (0, {"dice": {"source": "seeded", "seed": "\ud800"}}, "not the dice of the stated seed"),
        (0, {"start": {"tokens": 3}}, "cannot be set up"),
        (1, {"power": "mars"}, "cannot be played"),
        (1, {"do": {"kind": "commit", "tokens": 77}}, "refuse"),
        (1, {"do": {"kind": "fly"}}, "refuse"),
        (1, {"n": 2}, "entry 1 was expected"),
        (1, {"dice": [3]}, "more dice"),
        (1, {"delegate": {"kind": "commit", "policy": {"policy": "cheat"}}}, "cannot be played"),
        (-1, {"end": {"entries": 3, "digest": ""}}, "entries"),
        (-1, {"end": {"entries": 12, "digest": "0000"}}, "another state"),
        (-1, {"end": {"entries": "12", "digest": "0000"}}, "cannot be understood"),
    ],
)
def test_forged_contents(line: int, changes: dict[str, Any], message: str) -> None:
    """A forger who computes fitting checks is found out by the rules, the dice or the digest."""
    contents = _contents()
    contents[line] = contents[line] | changes
    with pytest.raises(RecordError, match=message):
        sandtable.replay(sandtable.loads(_chained(contents)))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@given(st.data())
@fuzzing
def test_forged_anything(data: st.DataObject) -> None:
    """Any value put anywhere with fitting checks: a RecordError, or a record that replays."""
    contents = _contents()
    target: Any = data.draw(st.sampled_from(contents))
    while True:
        key = data.draw(st.sampled_from(list(target) if isinstance(target, dict) else range(len(target))))
        inside = target[key]
        if isinstance(inside, dict | list) and inside and data.draw(st.booleans()):
            target = inside
            continue
        target[key] = data.draw(json_values)
        break
    try:
        text = _chained(contents)
    except UnicodeEncodeError:
        assume(False)
    try:
        record = sandtable.loads(text)
        again = sandtable.replay(record)
    except RecordError as error:
        assert str(error)
    else:
        again.record().dumps()


def test_forged_starts() -> None:
    """A starting state that names steps or powers which do not exist is refused."""
    game = sandtable.setup("classic", power="germany", phase="combat_move", units={}, dice=[])
    header = game.record().header
    assert header.start is not None
    broken: list[dict[str, Any]] = [
        {"agenda": [["fly_to_the_moon", ""]]},
        {"power": "mars"},
        {"money": {"mars": 3}},
        {"money": {"germany": -3}},
        {"owner": {"atlantis": "germany"}},
        {"units": {"tank1": {"id": "tank1", "n": 1, "kind": "tank", "power": "germany", "space": "libya"}}},
        {"units": {"i1": {"id": "i1", "n": 1, "kind": "infantry", "power": "germany", "space": "atlantis"}}},
        {"units": {"i1": {"id": "i1", "n": 1, "kind": "infantry", "power": "germany", "space": "red_sea_zone"}}},
        {"units": 3},
    ]
    for changes in broken:
        forged = Record(msgspec.structs.replace(header, start=header.start | changes), (), None)
        with pytest.raises(RecordError, match="cannot be set up"):
            sandtable.replay(forged)


# Dice before the first action


def test_replay_without_end_or_entries() -> None:
    """An empty record is a game that has just begun."""
    empty = Record(RECORD.header)
    game = sandtable.replay(empty)
    assert game.digest() == sandtable.new_game("envoys", {"rounds": 5}, seed="Süd").digest()
    assert sandtable.loads(empty.dumps(), recover=True) == empty


def test_values_of_the_record_are_frozen() -> None:
    """Header, entries and end cannot be changed in place."""
    for value, field in ((Header(game="x"), "game"), (Entry(1, "north"), "n"), (End(0, ""), "digest")):
        with pytest.raises(AttributeError):
            setattr(value, field, 3)
