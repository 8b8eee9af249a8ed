"""Whatever is wrong with a request is said in English and in German."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import sandtable
from sandtable.core.errors import BadValue, OptionConflict, RecordError, UnknownName
from sandtable.server.details import LONGEST, details, is_known
from tests.server.host import Client
from tests.server.test_games import forged

SOURCES = Path(sandtable.__file__).parent
SPEAKING = (
    *(
        SOURCES / "core" / f"{name}.py"
        for name in ("dice", "game", "options", "policy", "record", "registry", "replay")
    ),
    SOURCES / "warfare" / "definition.py",
    SOURCES / "warfare" / "position.py",
    *(SOURCES / "cli").glob("*.py"),
    *(SOURCES / "ai").rglob("*.py"),
)
"""Whose errors a request or a command line can lead to; those of the odds come in every language already."""


def sentences() -> Iterator[str]:
    """Every English sentence with which the engine refuses a value, an example instead of what is put in."""
    for file in SPEAKING:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="BadValue" | "RecordError" | "DiceExhausted"), args=[text, *_]):
                    yield from written(text)
                case ast.Call(func=ast.Name(id="UnknownName"), args=[text, *_]):
                    yield from (str(UnknownName(what, "xyz", ["a", "b"])) for what in written(text))
                    yield from (str(UnknownName(what, "xyz", ["xyzz"])) for what in written(text))
                case ast.FunctionDef(name="_problem" | "_seat_problem" | "_broken_reference" | "_unit_problem"):
                    for said in ast.walk(node):
                        if isinstance(said, ast.Return) and said.value is not None:
                            yield from (text for text in written(said.value) if text)


def written(text: ast.expr) -> Iterator[str]:
    match text:
        case ast.Constant(value=str(value)):
            yield value
        case ast.JoinedStr(values=parts):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "7" for part in parts)


def test_everything_the_engine_says_about_a_bad_value_is_translated() -> None:
    said = list(sentences())
    assert len(said) > 70
    assert [text for text in said if not is_known(text)] == []


def german(answer: httpx.Response) -> str:
    problem = answer.json()
    assert 400 <= answer.status_code < 500 and set(problem["text"]) == {"en", "de"}, problem
    return str(problem["text"]["de"])


ENGLISH = (" the ", " was ", " not ", " Expected", "Object ", " takes ", "Unknown", "Invalid", "(englisch)")


def assert_german(answer: httpx.Response, *words: str) -> None:
    text = german(answer)
    assert all(word in text for word in words), text
    assert not any(word in text for word in ENGLISH), text


@pytest.mark.parametrize(
    ("body", "word"),
    [
        (b"{", "abgeschnitten"),
        (b"\xff", "kein gültiges JSON ab Zeichen 0"),
        (b"[]", "Erwartet wird `object`, nicht `array`"),
        (b"{}", "Das Feld `game` fehlt"),
        (b"[" * 100_000, "Klammern"),
        (b"1" * 300_000, "256 kB"),
        (b'{"game": "classic", "unknown": 1}', "Das Feld `unknown` ist unbekannt"),
        (b'{"game": 5}', "game: Erwartet wird `str`, nicht `int`"),
        (b'{"game": "classic", "seats": {"ussr": 5}}', "Erwartet wird `str`"),
        (b'{"game": "classic", "options": {"low_luck": 3}}', "Die Option 'low_luck' nimmt true oder false, nicht 3"),
        (b'{"game": "classic", "options": {"bid": {"germany": -5}}}', "0 bis 999 je Macht"),
        (b'{"game": "classic", "options": {"bid": 5}}', "eine Tabelle von Mächten"),
        (b'{"game": "classic", "options": {"low_luk": 3}}', "Das gibt es nicht: «low_luk»"),
        (b'{"game": "classic", "seating": [["ussr"]]}', "Jede Macht braucht genau einen Platz"),
        (b'{"game": "classic", "position": {"units": 5}}', "units: Erwartet wird eine Tabelle"),
        (b'{"game": "classic", "position": {"exact": {}}}', "nur das Brett"),
        (b'{"game": "classic", "position": {"owners": {"baltic_sea_zone": "ussr"}}}', "Seezone"),
        (b'{"game": "classic", "position": {"units": {"libya": {"uk": {"battleship": 1}}}}}', "Diese Stellung kann"),
        (b'{"game": "classic", "position": {"money": {"ussr": 99999}}}', "höchstens 10.000 IPC"),
        (b'{"game": "classic", "seed": "\\u0000"}', "Startwert"),
    ],
)
def test_wishes_for_a_game_that_cannot_be(client: Client, body: bytes, word: str) -> None:
    answer = client.http.post("/api/games", content=body, headers={"Content-Type": "application/json"})
    assert_german(answer, word)


def test_requests_about_a_game_that_cannot_be(client: Client) -> None:
    play = client.new()
    cases: list[tuple[httpx.Response, str]] = [
        (client.http.get(f"{play.path}/log?after=x"), "after: Erwartet wird `int`"),
        (client.http.get(f"{play.path}/at/99"), "0 Einträge"),
        (client.http.put(play.path), "Auf diesem Weg geht das nicht"),
        (play.post("actions", actions=[]), "Es wurde keine Aktion angegeben"),
        (play.post("actions", actions=[{"kind": "dance"}]), "Der Wert 'dance' ist nicht möglich (bei `$.kind`)"),
        (play.post("actions", actions=[{}]), "Das Feld `kind` fehlt"),
        (play.post("actions", actions=[{"kind": "research", "dice": "a"}]), "Erwartet wird `int`"),
        (play.post("resolve", submarines="maybe"), "Der Wert 'maybe' ist nicht möglich"),
        (play.post("orders", power="ussr", kind="retreat", policy={"policy": "zz"}), "Dauerbefehle"),
        (play.post("orders", power="ussr", kind="a b"), "keine Art von Entscheidung"),
    ]
    for answer, word in cases:
        assert_german(answer, word)


def test_records_that_do_not_hold(client: Client) -> None:
    play = client.new()
    play.do({"kind": "research", "dice": 0})
    play.do({"kind": "purchase", "units": {"infantry": 8}})
    text = play.record()
    cases: dict[bytes, tuple[str, ...]] = {
        b"": ("leer",),
        b"hello\n": ("Zeile 1", "keine Zeile eines Sandtable-Protokolls"),
        b'{"sandtable": "record", "version": 99, "check": ""}\n': ("Version 99", "aktualisieren"),
        text.replace("infantry", "armour").encode(): ("Zeile 3", "verändert"),
        forged(text).encode(): ("Zeile 3", "CL-BUY-01: Das kostet 240 IPC"),
        text.splitlines()[0].replace("record", "cake").encode() + b"\n": ("kein Sandtable-Protokoll",),
    }
    for data, words in cases.items():
        assert_german(client.http.post("/api/games/import", content=data), *words)


def test_options_that_do_not_fit_are_explained_too(client: Client) -> None:
    answer: Any = client.http.post("/api/catalogue/classic/options", json={"options": {"bid": 3}}).json()
    assert not answer["ok"] and answer["text"]["de"].startswith("Die Option 'bid' nimmt eine Tabelle")


def test_options_that_conflict_say_why() -> None:
    for game in sandtable.games():
        for option in game.options:
            for other, why in option.excludes.items():
                assert is_known(why) and is_known(str(OptionConflict(option.key, other, why)))
            for other, value in option.implies.items():
                assert is_known(str(OptionConflict(option.key, other, f"{option.key!r} needs {other} = {value!r}")))
    two = details(OptionConflict("total_victory", "axis_economic_target", "total victory knows no economic win"))["de"]
    assert two.startswith("Die Optionen 'total_victory' und 'axis_economic_target' passen nicht zusammen: ein voll")
    value = details(UnknownName("value for option 'bid':", "x", ["y"]))["de"]
    assert value == "Der Wert 'x' der Option 'bid' ist unbekannt. Bekannt: y."
    assert details(UnknownName("dice source", "x", ["y"]))["de"] == "Würfelquelle 'x' ist unbekannt. Bekannt: y."


def test_what_is_not_known_is_marked_and_what_is_long_is_cut() -> None:
    assert details("Something quite new") == {"en": "Something quite new", "de": "«Something quite new» (englisch)"}
    long = details(BadValue(f"Option 'bid' takes 0 to 9 per power, not {'x' * 100_000}"))
    assert all(len(text) < LONGEST + 100 for text in long.values()) and long["de"].startswith("Die Option 'bid'")
    assert details(RecordError("the record is empty", 3))["de"] == "Zeile 3: Es ist leer"
