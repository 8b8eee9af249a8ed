"""`sandtable replay`: records that hold and records that do not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.terminal import command


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short random game."""
    folder = tmp_path_factory.mktemp("records")
    command("simulate", "classic", "--games", "1", "--rounds", "1", "--seed", "3", "--record", str(folder))
    return folder / "classic-3.jsonl"


def test_a_good_record_is_verified(record: Path) -> None:
    """JSON: game, entries, rounds, winner, digest, ok."""
    data = command("replay", str(record), "--json").data
    assert set(data) == {"game", "entries", "rounds", "winner", "digest", "ok"}
    assert data["game"] == "classic" and data["ok"] is True and data["winner"] is None
    assert data["entries"] == len(record.read_text().splitlines()) - 2
    printed = command("replay", str(record))
    assert printed.code == 0 and data["digest"] in printed.out


def test_the_log_tells_the_game_in_both_languages(record: Path) -> None:
    """--log prints every event as a sentence."""
    assert "Soviet Union: turn begins (round 1)." in command("replay", str(record), "--log").out
    assert "Sowjetunion: Der Zug beginnt (Runde 1)." in command("replay", str(record), "--log", "--lang", "de").out
    assert "Round 1 begins." in command("replay", str(record), "--log", "--json").data["log"]


def _cut(text: str) -> str:
    return text[: len(text) // 2]


def _without_end(text: str) -> str:
    return "".join(text.splitlines(keepends=True)[:-1])


def _other_purchase(text: str) -> str:
    return text.replace('"infantry": 1', '"infantry": 9', 1).replace('"dice": 2', '"dice": 1', 1)


def _future(text: str) -> str:
    return text.replace('"version": 2', '"version": 99', 1)


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (_cut, "truncated"),
        (_without_end, "its end is missing"),
        (_other_purchase, "the check does not fit"),
        (_future, "please update"),
        (lambda text: "", "empty"),
        (lambda text: "hello\n", "not a line of a Sandtable record"),
        (lambda text: '{"a": 1}\n', "not a Sandtable record"),
    ],
)
def test_a_bad_record_gets_one_clear_sentence(
    record: Path, tmp_path: Path, damage: Callable[[str], str], words: str
) -> None:
    """On standard error, with exit code 1 and the name of the file; never a traceback."""
    file = tmp_path / "bad.jsonl"
    file.write_text(damage(record.read_text()))
    printed = command("replay", str(file))
    assert (printed.code, printed.out) == (1, "")
    assert printed.err.startswith("sandtable: ") and printed.err.count("\n") == 1
    assert words in printed.err and "bad.jsonl" in printed.err


def test_programs_learn_about_bad_records_too(tmp_path: Path) -> None:
    """With --json the same sentence is in the JSON, and ok is false."""
    file = tmp_path / "bad.jsonl"
    file.write_text("hello\n")
    printed = command("replay", str(file), "--json")
    assert printed.code == 1 and printed.data["ok"] is False and printed.data["error"] in printed.err


def test_files_that_are_none_get_one_sentence(tmp_path: Path) -> None:
    """A missing file, a folder, a picture."""
    (tmp_path / "picture.png").write_bytes(bytes(range(256)))
    for name in ("missing.jsonl", ".", "picture.png"):
        printed = command("replay", str(tmp_path / name))
        assert printed.code == 1 and printed.err.count("\n") == 1, printed


def test_no_file_at_all_is_a_usage_error() -> None:
    """Exit code 2."""
    assert command("replay").code == 2
