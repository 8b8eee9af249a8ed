"""The command itself: quick to start, helpful, polite."""

from __future__ import annotations

import subprocess
import sys

import sandtable
from sandtable.cli.commands import COMMON, Commands
from sandtable.cli.prompts import COMMANDS
from tests.cli.terminal import command


def test_starting_does_not_load_what_only_some_commands_need() -> None:
    """`sandtable --help` and programs that read JSON do not pay for tables and colours."""
    code = "import sys, sandtable.cli.main; print(sorted(m for m in sys.modules if m.split('.')[0] == 'rich'))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_help_names_every_command() -> None:
    """And the version is the package's."""
    printed = command("--help")
    assert printed.code == 0
    for name in ("games", "play", "replay", "rules", "simulate", "terminal"):
        assert f"  {name} " in printed.out
    assert sandtable.__version__ in command("--version").out


def test_resigning_must_be_typed_in_full() -> None:
    """Shortened words never give up a game by accident."""
    for kind, own in COMMANDS.items():
        for typed in ("re", "res", "resig", "auf", "aufge"):
            try:
                found = Commands().find(typed, (*own, *COMMON))
            except sandtable.SandtableError:
                continue
            assert found != "resign", (kind, typed)
