"""What players say about their plans, and the figures they play by."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

import sandtable
from sandtable.ai import LEVELS, player
from sandtable.ai.tuning import Tuning, postures, tuning
from sandtable.core.lexicon import LANGUAGES, read_toml


@pytest.mark.parametrize("name", ["classic", "1942"])
@pytest.mark.parametrize("level", ["cadet", "officer", "general"])
def test_an_intention_is_one_or_two_sentences_in_both_languages(name: str, level: str) -> None:
    """It names places by their names and says what the war is about."""
    game = sandtable.new_game(name, seed=1)
    one = player(level, 1, budget=1.0 if level == "general" else None)
    assert one.intention("en") == ""  # nothing is planned yet
    while game.decision is not None and game.state.power == "ussr":
        game.apply(one.decide(game.view(game.decision.power), game.decision), game.decision.power)
        if game.decision is not None and game.decision.kind == "noncombat_move":
            break
    said = {lang: one.intention(lang) for lang in LANGUAGES}
    assert said["en"] != said["de"]
    for text in said.values():
        assert 1 <= len(re.findall(r"[a-zäöüß]\.(?:\s|$)", text)) <= 2 and "_" not in text
        assert text[0].isupper() and text.endswith(".")


def test_random_players_have_nothing_to_say() -> None:
    """And say so with an empty text."""
    assert player("random", 1).intention("de") == ""


def test_every_level_has_its_figures() -> None:
    """The table names every figure once, with a remark; a level or posture changes only known ones."""
    text = (files("sandtable.ai") / "tuning.toml").read_text(encoding="utf-8")
    tables = read_toml(files("sandtable.ai") / "tuning.toml")
    assert set(tables["common"]) == set(Tuning.__struct_fields__)
    assert set(tables) - {"common", "temper", "stance"} <= {*LEVELS, "reply"}
    for level in ("cadet", "officer", "general", "reply"):
        assert level in tables
        assert isinstance(tuning(level), Tuning)
    for changes in (*postures("temper").values(), *postures("stance").values()):
        assert set(changes) <= set(Tuning.__struct_fields__)
    common = text.partition("[common]")[2].partition("\n[")[0]
    for line in common.splitlines():
        assert "=" not in line or "#" in line, line
