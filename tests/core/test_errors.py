"""Errors: one family, helpful texts, nearest names."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable import (
    BadValue,
    DiceExhausted,
    GameOver,
    IllegalAction,
    OptionConflict,
    RecordError,
    SandtableError,
    UnknownName,
)
from sandtable.core.errors import nearest

SPACES = ("eastern_europe", "western_europe", "southern_europe", "karelia_ssr", "russia", "new_zealand")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("karelia", "karelia_ssr"),
        ("Karelia SSR", "karelia_ssr"),
        ("rusia", "russia"),
        ("RUSSIA", "russia"),
        ("new-zealand", "new_zealand"),
        ("zealand", "new_zealand"),
        ("eastern europe ", "eastern_europe"),
    ],
)
def test_nearest_names(typed: str, meant: str) -> None:
    """Typing errors, capitals, spaces and fragments lead to the right name."""
    assert nearest(typed, SPACES)[0] == meant


def test_nearest_gives_few_and_real_names() -> None:
    """At most three suggestions, all of them valid, none for nonsense."""
    found = nearest("europe", SPACES)
    assert 1 <= len(found) <= 3 and set(found) <= set(SPACES) and len(set(found)) == len(found)
    assert nearest("qqqqqq", SPACES) == []
    assert nearest("", SPACES) == [] and nearest("x", ()) == []


def test_unknown_name_says_what_and_suggests() -> None:
    """The message names the thing and the nearest names, or what there is."""
    error = UnknownName("space", "rusia", SPACES)
    assert error.nearest == ["russia"]
    assert str(error) == "Unknown space 'rusia'. Did you mean russia?"
    assert "Known: a, b." in str(UnknownName("power", "qqqqqq", ["b", "a"]))
    many = str(UnknownName("space", "qqqqqq", [f"space{n}" for n in range(30)]))
    assert many.endswith("….") and len(many) < 200
    assert "none" in str(UnknownName("space", "x", []))


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: sandtable.new_game("clasic"), "Did you mean classic"),
        (lambda: sandtable.new_game("classic", {"low_lock": True}), "low_luck"),
        (lambda: sandtable.setup("classic", power="germny"), "germany"),
        (lambda: sandtable.setup("classic", units={"lybia": {}}), "libya"),
        (lambda: sandtable.setup("classic", units={"libya": {"germany": {"infantery": 1}}}), "infantry"),
        (lambda: sandtable.setup("classic", phase="combat"), ""),
        (lambda: sandtable.setup("classic", phase="comat"), "combat"),
        (lambda: sandtable.setup("classic", fase="combat"), "phase"),
        (lambda: sandtable.setup("classic", tech={"germany": ["rocket"]}), "rockets"),
        (lambda: sandtable.new_game("classic", seats=[["germany", "japn"]]), "japan"),
    ],
)
def test_names_in_calls(call: Any, error: str) -> None:
    """Every public call that takes names answers a wrong one with the nearest."""
    if not error:
        call()
        return
    with pytest.raises(UnknownName, match=error):
        call()


def test_one_family() -> None:
    """Everything raised on purpose is a SandtableError; a finished game is an illegal action."""
    for kind in (IllegalAction, UnknownName, BadValue, OptionConflict, RecordError, DiceExhausted, GameOver):
        assert issubclass(kind, SandtableError)
    assert issubclass(GameOver, IllegalAction)
    assert GameOver().text("de") != GameOver().text("en")


def test_illegal_action_speaks_two_languages() -> None:
    """The refusal carries rule, topic and texts; an unknown language falls back to English."""
    error = IllegalAction("X-1", {"en": "No.", "de": "Nein."}, "some.topic")
    assert (error.rule, error.topic) == ("X-1", "some.topic")
    assert (error.text(), error.text("de"), error.text("fr")) == ("No.", "Nein.", "No.")
    assert str(error) == "X-1: No."
    assert IllegalAction("X-2", "Only English").text("de") == "Only English"


def test_record_error_names_the_line() -> None:
    """The line comes first, if there is one."""
    assert str(RecordError("torn", 7)) == "line 7: torn"
    assert RecordError("torn").line is None


def test_seats() -> None:
    """Every power needs exactly one seat; numbers of players are checked."""
    with pytest.raises(BadValue):
        sandtable.new_game("classic", seats=[["germany"]])
    with pytest.raises(BadValue):
        sandtable.new_game("classic", players=6)
    game = sandtable.new_game("classic", players=2)
    assert len(game.header.seats) == 2
