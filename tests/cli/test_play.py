"""`sandtable play`: its flags; what it serves is tested in tests/server."""

from __future__ import annotations

from pathlib import Path

from tests.cli.terminal import command


def test_the_flags_are_explained() -> None:
    printed = command("play", "--help")
    assert printed.code == 0
    for word in ("--port", "--no-browser", "--data", "Ctrl-C"):
        assert word in printed.out


def test_a_port_that_does_not_exist_is_a_wrong_command_line() -> None:
    assert command("play", "--port", "99999").code == 2


def test_a_folder_that_cannot_be_one_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    printed = command("play", "--no-browser", "--port", "0", "--data", str(tmp_path / "file" / "games"))
    assert printed.code == 1 and printed.err.startswith("sandtable: ") and "Traceback" not in printed.err
