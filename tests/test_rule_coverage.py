"""Every rule of the reference has a test, and every test names rules that exist."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import sandtable
from sandtable.core.registry import GameDefinition

TESTS = Path(__file__).parent


def _marked_rules() -> dict[str, list[str]]:
    """Rule ids in `pytest.mark.rule(…)`, anywhere in the tests, and the files they are in."""
    found: dict[str, list[str]] = {}
    for file in sorted(TESTS.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or ast.unparse(node.func) != "pytest.mark.rule":
                continue
            for argument in node.args:
                assert isinstance(argument, ast.Constant), f"{file.name}:{node.lineno}: rule ids must be written out"
                found.setdefault(str(argument.value), []).append(f"{file.relative_to(TESTS)}:{node.lineno}")
    return found


def test_every_marked_rule_exists() -> None:
    """A test cannot prove a rule that is not in any reference."""
    known = {ident for game in sandtable.games() for ident in game.reference or ()}
    unknown = {ident: places for ident, places in _marked_rules().items() if ident not in known}
    assert not unknown, f"unknown rule ids: {unknown}"


@pytest.mark.parametrize("game", [game for game in sandtable.games() if game.reference], ids=lambda game: game.id)
def test_every_rule_has_a_test(game: GameDefinition) -> None:
    """No rule of a game's reference is without a test that names it."""
    reference = game.reference or ()
    marked = _marked_rules()
    missing = [ident for ident in reference if ident not in marked]
    assert not missing, f"{len(missing)} of {len(reference)} rules have no test: {', '.join(missing)}"
