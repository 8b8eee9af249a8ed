"""`sandtable rules`: reading and searching the rules."""

from __future__ import annotations

import pytest

import sandtable
from tests.cli.terminal import command


def test_without_a_word_all_chapters_and_rules_are_listed() -> None:
    """The list names every rule of the game under its chapter."""
    book = sandtable.definition("classic").reference
    assert book is not None
    printed = command("rules", "classic")
    assert printed.code == 0
    for chapter in book.chapters:
        assert chapter.title["en"] in printed.out
    for ident in book:
        assert ident in printed.out


def test_the_json_of_all_rules_is_complete() -> None:
    """Programs get every chapter with its rules in both languages."""
    data = command("rules", "classic", "--json").data
    rules = [rule for chapter in data["chapters"] for rule in chapter["rules"]]
    assert data["game"] == "classic"
    assert len(rules) == len(sandtable.definition("classic").reference or ())
    assert all(rule["title"]["de"] and rule["text"]["en"] for rule in rules)


@pytest.mark.parametrize("wanted", ["CL-LAND-05", "cl-land-05", "LAND-05", "land 5"])
def test_a_rule_is_found_by_its_id_however_it_is_typed(wanted: str) -> None:
    """Small letters, a missing game prefix and missing zeros do not matter."""
    printed = command("rules", "classic", wanted)
    assert printed.code == 0 and printed.out.startswith("CL-LAND-05")
    assert command("rules", "classic", wanted, "--json").data["rule"]["id"] == "CL-LAND-05"


def test_a_rule_is_shown_in_german() -> None:
    """With --lang de title and text are German."""
    assert "Durchstoß" in command("rules", "classic", "CL-LAND-05", "--lang", "de").out


def test_an_unknown_id_lists_the_nearest_ones() -> None:
    """One sentence on standard error, exit code 1."""
    printed = command("rules", "classic", "CL-LAND-77")
    assert (printed.code, printed.out) == (1, "")
    assert printed.err == "sandtable: There is no rule 'CL-LAND-77'. Nearest: CL-LAND-08, CL-LAND-07, CL-LAND-06.\n"


def test_a_word_finds_rules_with_hits_in_the_title_first() -> None:
    """Searching for «blitz» begins with rules that have it in their title."""
    found = command("rules", "classic", "blitz", "--json").data["rules"]
    assert "blitz" in found[0]["title"]["en"].lower()
    assert {"CL-LAND-05", "CL-LAND-08"} <= {rule["id"] for rule in found}


def test_a_mistyped_word_lists_similar_ones() -> None:
    """Nothing mentions «bliz», but «blitz» looks like it."""
    printed = command("rules", "classic", "bliz")
    assert printed.code == 1 and "blitz" in printed.err


def test_an_unknown_game_lists_the_nearest() -> None:
    """One sentence, exit code 1."""
    printed = command("rules", "clasic")
    assert (printed.code, printed.err) == (1, "sandtable: Unknown game 'clasic'. Did you mean classic?\n")
