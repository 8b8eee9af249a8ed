"""The examples in the documentation run."""

from __future__ import annotations

import doctest
import sys
from pathlib import Path

from sandtable.ai import Player

DOCS = Path(__file__).parents[2] / "docs" / "ai.md"


def test_the_examples_of_the_page_hold() -> None:
    """docs/ai.md, as it stands."""
    failed, tried = doctest.testfile(str(DOCS), module_relative=False)
    assert tried >= 6 and failed == 0


def test_the_examples_in_docstrings_hold() -> None:
    """Those a person finds with help()."""
    failed, tried = doctest.testmod(sys.modules[Player.__module__])
    assert tried > 0 and failed == 0
