"""Everything the odds say is said in English and in German."""

from __future__ import annotations

import math
import re
from importlib.resources import files
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from sandtable import odds
from sandtable.core.errors import SandtableError
from sandtable.core.lexicon import read_toml
from sandtable.odds.losses import TooManyStates
from sandtable.odds.speech import explain, join, say

SOURCE = Path(odds.__file__).parent


def sentences() -> dict[str, dict[str, str]]:
    """All texts by key."""
    found: dict[str, dict[str, str]] = {}

    def collect(prefix: str, table: dict[str, Any]) -> None:
        if "en" in table:
            found[prefix] = table
        else:
            for key, inner in table.items():
                collect(f"{prefix}.{key}" if prefix else key, inner)

    collect("", read_toml(files("sandtable.odds") / "texts.toml"))
    return found


def test_both_languages_say_the_same_with_the_same_figures() -> None:
    """Every sentence has both languages, and both fill in the same gaps."""
    for key, texts in sentences().items():
        gaps = [{name for _, name, _, _ in Formatter().parse(texts[lang]) if name} for lang in ("en", "de")]
        assert gaps[0] == gaps[1], key
        assert texts["en"] != texts["de"] or key == "note.simulated", key


def test_every_sentence_is_used_and_every_key_exists() -> None:
    """No dead texts; no error of the odds that speaks English only."""
    code = "\n".join(file.read_text(encoding="utf-8") for file in SOURCE.glob("*.py"))
    used = set(re.findall(r'"((?:note|reason|problem|unknown)\.[a-z_.{}]+)"', code))
    patterns = [re.compile(re.sub(r"\\\{[a-z]+\\\}", "[a-z]+", re.escape(key)) + "$") for key in used]
    known = sentences()
    for key in known:
        assert key.startswith("unknown.") or any(pattern.match(key) for pattern in patterns), key
    for key, pattern in zip(used, patterns, strict=True):
        assert any(pattern.match(text) for text in known) or key.startswith("unknown."), key
    assert not re.findall(r"raise (?:BadValue|SandtableError|ValueError)\b", code)
    for what in re.findall(r'UnknownName\("([a-z ]+)"', code):
        assert f"unknown.{what.replace(' ', '_')}" in known, what


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"attack": "2 inf, 5 tnks"}, "Unbekannte Einheit 'tnks'. War tanks oder tank"),
        ({"attack": "10 inf 5"}, "5 wovon?"),
        ({"attack": "1 inf 1 aa"}, "Flak nimmt auf der Seite des Angreifers nicht an Schlachten teil"),
        ({"attack": "germany: 2 inf", "defend": "japan: 1 inf"}, "Japan ist kein Feind von Deutschland"),
        ({"defend": ""}, "Auf der Seite des Verteidigers stehen keine Einheiten"),
        ({"overland": "3 inf"}, "Über Land: 3 Infanterie? Der Angriff hat nur 2 Infanterie"),
        ({"overland": "1 arm"}, "Über Land: 1 Panzer? Davon ist im Angriff nichts"),
        ({"overland": "1 bmb"}, "Bomber kommt nicht über Land: Das tun nur Landeinheiten (Infanterie)"),
        ({"overland": "2 inf"}, "mindestens eine, die von See kommt"),
        ({"attack_losses": "cheapest, infantry"}, "'cheapest' steht allein"),
        ({"retreat": "after"}, "'after' braucht eine Zahl"),
        ({"retreat": "below 2"}, "zwischen 0 und 1, nicht bei 2"),
        ({"retreat": "below 1.5"}, "zwischen 0 und 1, nicht bei 1,5"),
        ({"goal": "glory"}, "Unbekanntes Ziel 'glory'. Bekannt: take, value, win."),
        ({"attack_subs": "dive"}, "Unbekannter Befehl für U-Boote 'dive'"),
        ({"attack_tech": ["lasers"]}, "Unbekannte Entwicklung 'lasers'"),
        ({"options": {"lowluck": True}}, "Unbekannte Option 'lowluck'. War low_luck gemeint?"),
    ],
    ids=str,
)
def test_errors_in_german(change: dict[str, Any], words: str) -> None:
    """The same sentence as in English, with names of units and powers."""
    with pytest.raises(SandtableError) as refused:
        odds.question("classic", **({"attack": "2 inf", "defend": "2 inf"} | change))
    assert words in explain(refused.value, "de")
    assert explain(refused.value, "en") == str(refused.value)


def test_raids_in_german() -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"bombers": -1}, "von 0 bis 500"),
        ({"bombers": 1, "money": -1}, "Niemand hat -1 IPC"),
        ({"bombers": 1, "value": 11}, "kein Gebiet im Wert von 11"),
        ({"bombers": 1, "escorts": 1}, "brauchen die Option"),
        ({"bombers": 1, "damaged": -1}, "Punkte Schaden, nicht -1"),
        (
            {"bombers": 1, "damaged": 25},
            "Eine Fabrik in einem Gebiet im Wert von 12 hat 0 bis 24 Punkte Schaden, nicht 25",
        ),
        ({"bombers": 1, "damaged": 2.5}, "damaged: Eine ganze Zahl wurde erwartet, nicht 2.5"),
        ({"bombers": 1, "tech": ["heavy_bombers"]}, "heavy_bombers: In diesem Spiel gibt es keine Entwicklungen"),
    ]
    for how, words in cases:
        with pytest.raises(SandtableError) as refused:
            odds.raid("1942", **how)
        assert words in explain(refused.value, "de")


def test_notes_in_both_languages() -> None:
    """Why it was simulated, what was done instead of an optimum, how a retreat was decided."""
    asked = odds.question("classic", "30 inf 5 arm", "30 inf", attack_losses="optimal", retreat="below 0.5")
    found = odds.answer(asked, budget=10, seconds=0.2)
    assert found.note == found.notes["en"] and "best of the fixed orders (attack " in found.note
    german = found.notes["de"]
    for words in (
        "optimale Verluste sind nicht bekannt",
        "(Angriff ",
        "simuliert: die Schlacht ist zu groß",
        "Rückzug",
    ):
        assert words in german, words
    assert not odds.battle("classic", "1 inf", "1 inf").notes
    never = odds.question("classic", "4 inf", "3 inf", retreat="optimal")
    told = odds.answer(never, budget=1, seconds=math.inf, runs=5).notes
    assert "bricht für das Ziel «win» nie ab" in told["de"] and "never breaks off for the goal 'win'" in told["en"]
    crowd = odds.question("classic", "8 inf 8 arm 8 ftr 8 bmb", "8 inf 8 arm", attack_losses="optimal")
    assert "Stellungen anzusehen, höchstens 100\u202f000" in odds.answer(crowd).notes["de"]
    assert TooManyStates().texts == say("reason.too_large")
    assert join({}, {"en": "a", "de": "b"}, {"en": "c", "de": "d"}) == {"en": "a; c", "de": "b; d"} and join() == {}
