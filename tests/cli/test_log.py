"""The readable log: every event has a sentence in both languages."""

from __future__ import annotations

import re
from typing import Any

import pytest

import sandtable
from sandtable.cli.simulate import play_game
from sandtable.core.game import Undone
from sandtable.core.values import Event
from sandtable.warfare import events
from sandtable.warfare.log import describe, log_lexicon, phase_name

RULES = sandtable.definition("classic").rules()

ONE_OF_EACH: tuple[Event, ...] = (
    Undone("uk", 1),
    events.RoundBegan(2),
    events.TurnBegan("uk", 2),
    events.PhaseBegan("uk", "combat_move"),
    events.DiceRolled("uk", "attack", "libya", (1, 5), (1, 3), 1, ("infantry", "armour")),
    events.MoneyChanged("uk", 30, "income", 41),
    events.Bought("uk", {"infantry": 2}),
    events.TooManyBought("uk", 9, 3),
    events.DevelopmentGained("uk", "rockets"),
    events.UnitsMoved("uk", ("infantry1",), {"infantry": 1}, ("libya", "algeria")),
    events.UnitsLoaded("uk", ("infantry1",), {"infantry": 1}, "transport2", "north_sea_zone"),
    events.UnitsUnloaded("uk", ("infantry1",), {"infantry": 1}, "transport2", "algeria"),
    events.LandingDeclared("uk", ("infantry1",), {"infantry": 1}, "north_sea_zone", "finland_norway"),
    events.BattleBegan("libya", "land", "uk", {"infantry": 1}, {"germany": {"armour": 1}}),
    events.BattleRound("libya", 3),
    events.UnitsHit("uk", ("infantry1",), {"infantry": 1}, "libya"),
    events.BattleEnded("libya", "land", "won"),
    events.UnitsLost("uk", ("infantry1",), {"infantry": 1}, "libya", "battle"),
    events.UnitsDamaged("uk", ("battleship12",), "north_sea_zone"),
    events.FactoryDamaged("germany", 4, 6),
    events.Refunded("uk", {"infantry": 2}),
    events.ConsentGiven("uk", "usa", True),
    events.CarrierPledged("uk", "carrier3", "north_sea_zone"),
    events.PledgeWithdrawn("uk", "carrier3", "north_sea_zone"),
    events.AttackDeclared("uk", "north_sea_zone", True),
    events.Intercepted("uk", "united_kingdom", ("fighter3", "fighter4")),
    events.UnitsPlaced("uk", ("infantry1",), {"infantry": 1}, "united_kingdom", "united_kingdom"),
    events.UnitsWasted("uk", {"aa_gun": 1}),
    events.Captured("libya", "uk", "uk", "germany", "battle"),
    events.InstallationsTaken(("aa_gun7", "factory8"), "germany", "uk"),
    events.Growth({"uk": 500, "usa": 27}, ("uk",)),
    events.Resigned("uk"),
    events.GameWon("allies", "capitals"),
)


def test_there_is_an_example_of_every_kind() -> None:
    """A new event needs a sentence and an example here."""
    assert {type(event) for event in ONE_OF_EACH} == set(events.ALL)


@pytest.mark.parametrize("event", ONE_OF_EACH, ids=lambda event: event.kind)
def test_every_event_has_a_sentence_in_both_languages(event: Event) -> None:
    """Finished sentences: nothing left open, no ids, German is not English."""
    english, german = describe(RULES, event), describe(RULES, event, "de")
    for sentence in (english, german):
        assert sentence.endswith(".") and "{" not in sentence and "_" not in sentence
    same = {"units_moved"}  # only names and numbers
    assert english != german or event.kind in same


DETAILS: dict[type[Event], tuple[str, tuple[str, ...]]] = {
    events.DiceRolled: (
        "purpose",
        (
            "research",
            "development",
            "anti_air",
            "bombardment",
            "first_shot",
            "attack",
            "defence",
            "raid",
            "rocket",
            "strike",
            "strike_back",
        ),
    ),
    events.MoneyChanged: (
        "reason",
        ("income", "research", "purchase", "fee", "raid", "rocket", "plunder", "bid", "kept_bid", "repair", "refund"),
    ),
    events.UnitsMoved: ("manner", ("blitz", "raid", "bombard", "land", "retreat", "withdraw", "submerge")),
    events.BattleEnded: ("result", ("won", "lost", "both_lost", "retreat", "lapsed", "stalemate")),
    events.UnitsLost: ("cause", ("anti_air", "sunk", "no_landing")),
    events.Captured: ("manner", ("neutral", "reversion")),
    events.GameWon: ("reason", ("capitals", "economy", "cities", "resignation")),
}


def test_the_finer_sentences_exist() -> None:
    """Where it matters why or how, there is a sentence for each case."""
    templates = log_lexicon(RULES.lexicon).templates
    for kind, (_, cases) in DETAILS.items():
        tag = str(kind.__struct_config__.tag)
        for case in cases:
            assert f"log.{tag}.{case}" in templates


def test_every_sentence_asks_for_the_same_facts_in_both_languages() -> None:
    """A placeholder forgotten in one language would hide a fact."""
    for key, texts in log_lexicon(RULES.lexicon).templates.items():
        if key.startswith(("log.", "phase.")):
            assert set(re.findall(r"{\w+}", texts["en"])) == set(re.findall(r"{\w+}", texts["de"])), key


@pytest.mark.parametrize(
    ("name", "options"),
    [("classic", {}), ("classic", {"low_luck": True, "two_hit_battleships": True}), ("1942", {})],
)
def test_whole_games_can_be_told(name: str, options: dict[str, Any]) -> None:
    """Three rounds of random play: every event becomes a sentence."""
    game, _ = play_game(name, options, "random", 5, 3)
    for event in game.events:
        for lang in ("en", "de"):
            sentence = describe(game.rules, event, lang)
            assert sentence.endswith(".") and "{" not in sentence and "_" not in sentence, sentence


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (events.FactoryDamaged("germany", -3, 2), "Germany: 3 damage repaired, 2 left."),
        (events.FactoryDamaged("germany", 4, 6), "Germany: the industrial complex takes 4 damage, now 6."),
        (events.ConsentGiven("uk", "usa", False), "United Kingdom: refuses United States room on its ships."),
        (
            events.AttackDeclared("uk", "north_sea_zone", False),
            "United Kingdom: leaves the ships in North Sea Zone alone.",
        ),
        (events.Intercepted("uk", "united_kingdom", ()), "United Kingdom: nothing rises over United Kingdom."),
    ],
)
def test_both_sides_of_a_choice_are_told(event: Event, sentence: str) -> None:
    """Damage and repair, consent and refusal, attack and restraint have sentences of their own."""
    assert describe(RULES, event) == sentence
    assert describe(RULES, event, "de") not in ("", sentence)


def test_hits_stand_in_brackets() -> None:
    """«infantry ≤1: 4 [1] · armour ≤3: [3]»."""
    event = events.DiceRolled("uk", "attack", "libya", (4, 1, 3), (1, 1, 3), 2, ("infantry", "infantry", "armour"))
    assert describe(RULES, event) == "United Kingdom: attack: infantry ≤1: 4 [1] · armour ≤3: [3], 2 hits."


def test_liberation_is_told_as_such() -> None:
    """The territory goes to its first owner, not to who took it."""
    event = events.Captured("karelia_ssr", "uk", "ussr", "germany", "battle")
    assert describe(RULES, event) == "United Kingdom: liberates Karelia S.S.R. for Soviet Union."


def test_phases_have_names() -> None:
    """In both languages."""
    assert phase_name(RULES, "noncombat_move") == "noncombat move"
    assert phase_name(RULES, "noncombat_move", "de") == "Truppenverlegung"
