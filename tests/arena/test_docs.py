"""The page about the arena keeps its word."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import sandtable.ai.arena
import sandtable.ai.arena.figures
from sandtable.cli.main import cli

PAGE = Path(__file__).parents[2] / "docs" / "arena.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_the_examples_hold() -> None:
    """Those of the page and those in docstrings."""
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 5 and failed == 0
    for module in (sandtable.ai.arena, sandtable.ai.arena.figures):
        failed, tried = doctest.testmod(module)
        assert tried > 0 and failed == 0


def test_every_flag_is_explained_and_every_explained_flag_exists() -> None:
    """The table of flags and the examples."""
    known = {flag for option in cli.commands["arena"].params for flag in option.opts if flag.startswith("--")}
    table = set(re.findall(r"`(--[a-z-]+)", TEXT))
    assert table == known
    for line in re.findall(r"^sandtable arena (.+?)(?:\s+#.*)?$", TEXT, re.MULTILINE):
        assert {word for word in line.split() if word.startswith("--")} <= known, line


def test_the_links_lead_to_files() -> None:
    """No link to a page that does not exist."""
    for target in re.findall(r"\]\(([^):#]+)\)", TEXT):
        assert (PAGE.parent / target).exists(), target
