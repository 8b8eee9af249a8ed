"""Options of a game on the command line."""

from __future__ import annotations

import pytest

import sandtable
from sandtable import BadValue, SandtableError, UnknownName
from sandtable.cli.options import read_options
from tests.cli.terminal import command

CLASSIC = sandtable.definition("classic")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("low_luck", {"low_luck": True}),
        ("low_luck=true", {"low_luck": True}),
        ("weapons_development=off", {"weapons_development": False}),
        ("neutral_fee=5", {"neutral_fee": 5}),
        ("bid=germany:3,japan:2", {"bid": {"germany": 3, "japan": 2}}),
        ("casualty_timing=per_step", {"casualty_timing": "per_step"}),
    ],
)
def test_values_are_read_in_the_type_of_the_option(text: str, expected: dict[str, object]) -> None:
    """Switches, numbers, choices and tables of powers all have a natural form."""
    assert read_options(CLASSIC, [text]) == expected


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("low_lock", UnknownName, "low_luck"),
        ("casualty_timing=per_stop", UnknownName, "per_step"),
        ("bid=german:3", UnknownName, "germany"),
        ("neutral_fee=many", BadValue, "a number from 0 to 50"),
        ("neutral_fee=99", BadValue, "from 0 to 50"),
        ("neutral_fee", BadValue, "a number from 0 to 50"),
        ("low_luck=maybe", BadValue, "true or false"),
        ("bid=germany", BadValue, "per power"),
    ],
)
def test_a_wrong_option_says_what_would_be_right(text: str, error: type[SandtableError], words: str) -> None:
    """Typos list the nearest names, wrong values what the option takes."""
    with pytest.raises(error) as caught:
        read_options(CLASSIC, [text])
    assert words in str(caught.value)


def test_an_option_is_given_once() -> None:
    """The second value would silently win, so it is refused."""
    with pytest.raises(BadValue):
        read_options(CLASSIC, ["neutral_fee=1", "neutral_fee=2"])


def test_a_wrong_option_ends_the_command_with_one_sentence() -> None:
    """Exit code 1, nothing on standard output, no traceback."""
    printed = command("simulate", "classic", "--option", "low_lock")
    assert printed == (1, "", "sandtable: Unknown option 'low_lock'. Did you mean low_luck?\n")


def test_conflicting_options_end_with_one_sentence() -> None:
    """Options that exclude each other are named."""
    printed = command("simulate", "classic", "-o", "neutrals_impassable", "-o", "neutral_fee=5", "--games", "1")
    assert printed.code == 1 and "neutrals_impassable" in printed.err and printed.err.count("\n") == 1


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("arena", "classic", "--players", "officer", "-o", "low_luk"), "Unbekannte Option 'low_luk'"),
        (("arena", "classic", "--players", "officr"), "Spieler 'officr' ist unbekannt"),
        (("terminal", "--load", "nowhere.jsonl"), "Die Datei 'nowhere.jsonl' gibt es nicht"),
        (("rules", "classic", "zzzz"), "In keiner Regel steht 'zzzz'"),
        (("replay", __file__), "Das ist keine Zeile eines Sandtable-Protokolls"),
    ],
)
def test_problems_are_told_in_the_language_that_was_asked_for(given: tuple[str, ...], said: str) -> None:
    told = command(*given, "--lang", "de")
    assert told.code == 1 and said in told.err and "englisch" not in told.err
