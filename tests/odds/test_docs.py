"""The examples in the documentation run."""

from __future__ import annotations

import doctest
from pathlib import Path

import sandtable.odds.ask
import sandtable.odds.raids

DOCS = Path(__file__).parents[2] / "docs" / "odds.md"


def test_the_examples_of_the_page_hold() -> None:
    """docs/odds.md, as it stands."""
    failed, tried = doctest.testfile(str(DOCS), module_relative=False)
    assert tried > 20 and failed == 0


def test_the_examples_in_docstrings_hold() -> None:
    """Those a person finds with help()."""
    for module in (sandtable.odds.ask, sandtable.odds.raids):
        failed, tried = doctest.testmod(module)
        assert tried > 0 and failed == 0
