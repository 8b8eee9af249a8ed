"""The README keeps its word: its examples run, its links lead somewhere."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import sandtable
from sandtable.cli.main import cli
from sandtable.core.registry import GameDefinition
from tests.cli.terminal import command

README = Path(__file__).parents[2] / "README.md"
TEXT = README.read_text(encoding="utf-8")


def test_the_python_examples_run() -> None:
    """Every line after >>> prints what the README says."""
    result = doctest.testfile(str(README), module_relative=False)
    assert result.attempted > 10 and result.failed == 0


def test_the_links_lead_to_files() -> None:
    """No link to a page that does not exist."""
    for target in re.findall(r"\]\(([^):#]+)\)", TEXT):
        assert (README.parent / target).exists(), target


def test_the_commands_exist() -> None:
    """Every `sandtable …` it shows is a command with these flags."""
    for line in re.findall(r"^sandtable (.+?)(?:\s+#.*)?$", TEXT, re.MULTILINE):
        name, *words = line.split()
        known = {flag for parameter in cli.commands[name].params for flag in parameter.opts}
        assert {word for word in words if word.startswith("--")} <= known, line


@pytest.mark.parametrize("game", sandtable.games(), ids=lambda game: game.id)
def test_every_game_is_introduced_with_its_numbers(game: GameDefinition) -> None:
    """It says what there is, and how many rules and options it has."""
    words = " ".join(TEXT.split())
    introduction = words.split(f"- `{game.id}`: ")[1].split(" options.")[0]
    assert introduction.endswith(f" {len(game.reference or ())} rules, {len(game.options)}")


def test_the_excerpt_of_the_terminal_game_is_real(tmp_path: Path) -> None:
    """Up to the first die, what it shows is what the terminal prints."""
    excerpt = TEXT.split("```text\n")[1].split("  Ukraine S.S.R.: round 1.")[0]
    orders = re.findall(r"^Soviet Union> (.+)$", excerpt, re.MULTILINE)
    typed = "\n".join(["", "buy 8 inf", *orders]) + "\n"
    save = str(tmp_path / "game.jsonl")
    printed = command("terminal", "--seed", "5", "--humans", "ussr", "--save", save, typed=typed, columns=80)
    shown = "\n".join(line.rstrip() for line in printed.out.splitlines())
    assert excerpt in shown
