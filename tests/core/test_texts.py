"""Texts: every refusal in both languages with the same blanks, every rule explained."""

from __future__ import annotations

import ast
import re
from contextlib import suppress
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import sandtable
from sandtable import BadValue, UnknownName
from sandtable.core.lexicon import LANGUAGES, Lexicon
from sandtable.core.reference import Reference
from sandtable.games.classic.rules import ClassicRules

SOURCE = Path(sandtable.__file__).parent
REFERENCE = sandtable.definition("classic").reference
GAMES = sandtable.games()
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def _literal(node: ast.expr) -> list[str]:
    """The topics an argument can stand for; a blank inside becomes «*»."""
    match node:
        case ast.Constant(value=str() as text):
            return [text]
        case ast.IfExp(body=body, orelse=other):
            return _literal(body) + _literal(other)
        case ast.JoinedStr(values=values):
            return ["".join(str(v.value) if isinstance(v, ast.Constant) else "*" for v in values)]
    return []


def _refusals() -> dict[str, set[str]]:
    """Every topic in a call of `refuse`, found in the source, with the names of its parameters."""
    found: dict[str, set[str]] = {}
    for file in SOURCE.rglob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        names: dict[str, list[str]] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                names.setdefault(node.targets[0].id, []).extend(_literal(node.value))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "refuse":
                first = node.args[0]
                topics = names.get(first.id, []) if isinstance(first, ast.Name) else _literal(first)
                assert topics or file.name == "rules.py", f"{file.name}:{node.lineno} refuses for an unknown reason"
                given = {keyword.arg or "**" for keyword in node.keywords}
                for topic in topics:
                    if topic in found:
                        found[topic] &= given
                    else:
                        found[topic] = given
    return found


REFUSALS = _refusals()


def _blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def _expand(topic: str) -> list[str]:
    """A topic with a blank, such as «move.too_far.*», stands for its prefix and all topics of the table that fit."""
    if "*" not in topic:
        return [topic]
    pattern = re.compile(re.escape(topic).replace(r"\*", r"[\w.]*"))
    prefix = topic.partition("*")[0].rstrip(".")
    topics = dict.fromkeys(topic for game in GAMES for topic in game.base.topics)
    fitting = [known for known in topics if pattern.fullmatch(known) and known != prefix]
    return fitting if prefix not in topics else [prefix, *fitting]


def _rules(topic: str) -> dict[str, str]:
    """The rule behind a refusal in every game that has one for it."""
    found = {}
    for game in GAMES:
        with suppress(UnknownName):
            found[game.id] = game.rules().rule_for(topic)
    return found


def _template(topic: str) -> str:
    key = topic
    while not ClassicRules.lexicon.has(f"refusal.{key}"):
        assert "." in key, f"no text for {topic}"
        key = key.rpartition(".")[0]
    return f"refusal.{key}"


def test_the_scan_finds_the_refusals() -> None:
    """A good many refusals are in the source; the scan must see them."""
    assert len(REFUSALS) > 80
    assert {"action.malformed", "move.too_far.*", "place.aboard"} <= set(REFUSALS)


@pytest.mark.parametrize("topic", sorted(REFUSALS))
def test_every_refusal_has_texts_and_a_rule(topic: str) -> None:
    """Texts in both languages, with the same blanks, all of them filled; a rule in at least one game's reference."""
    expanded = _expand(topic)
    assert expanded, f"no rule behind {topic}"
    for name in expanded:
        texts = ClassicRules.lexicon.templates[_template(name)]
        assert set(texts) == set(LANGUAGES)
        assert all(texts[lang].strip() for lang in LANGUAGES)
        assert texts["en"] != texts["de"]
        assert _blanks(texts["en"]) == _blanks(texts["de"])
        assert _blanks(texts["en"]) <= REFUSALS[topic], "a blank nobody fills"
        rules = _rules(name)
        assert rules, f"no rule behind {name}"
        for game, rule in rules.items():
            assert rule in (sandtable.definition(game).reference or ()), f"{name} leads to {rule} in {game}"


def _is_used(topic: str) -> bool:
    """Whether something is refused for a topic, or for one that falls back to it."""
    return any(name == topic or name.startswith(f"{topic}.") for known in REFUSALS for name in _expand(known))


@every_game
def test_every_topic_is_used_and_leads_to_a_rule(game: Any) -> None:
    """A game's table of topics holds only rules of its reference, and only topics that exist."""
    for topic, rule in game.base.topics.items():
        assert rule in game.reference, f"{topic} leads to {rule}"
        assert _is_used(topic), f"nothing refuses for {topic}"


def test_every_text_is_used() -> None:
    """No sentence is left over from a refusal that is gone."""
    used = {_template(name) for topic in REFUSALS for name in _expand(topic)}
    written = {key for key in ClassicRules.lexicon.templates if key.startswith("refusal.")}
    assert written <= used, written - used


# Lexicon


@every_game
def test_every_text_has_both_languages(game: Any) -> None:
    """Templates, names and plurals: both languages, the same blanks."""
    lexicon = game.base.lexicon
    for key, texts in lexicon.templates.items():
        assert set(texts) == set(LANGUAGES), key
        assert _blanks(texts["en"]) == _blanks(texts["de"]), key
    for names in (lexicon.names, lexicon.plurals):
        for ident, texts in names.items():
            assert all(texts[lang].strip() for lang in LANGUAGES), ident


def test_names_counts_and_forces() -> None:
    """Ids become names, numbers take the plural, zeros are left out, unknown ids stay as they are."""
    lexicon = ClassicRules.lexicon
    assert lexicon.name("karelia_ssr") != "karelia_ssr"
    assert lexicon.name("unheard_of", "de") == "unheard_of"
    assert lexicon.count("fighter", 1) == "1 fighter" and lexicon.count("fighter", 2) == "2 fighters"
    assert lexicon.count("transport", 2, "de") == "2 Transporter"
    assert lexicon.forces({"infantry": 2, "armour": 0, "bomber": 1}) == "2 infantry, 1 bomber"


def test_rendering() -> None:
    """Missing keys and blanks are named."""
    lexicon = Lexicon()
    assert lexicon.render("refusal.undo.nothing")
    with pytest.raises(UnknownName, match="text"):
        lexicon.render("refusal.undo.nothin")
    with pytest.raises(BadValue, match="problem"):
        lexicon.render("refusal.action.malformed")
    text = lexicon.render("refusal.action.malformed", problem="{braces} stay")
    assert "{braces} stay" in text


def test_longer_topics_fall_back() -> None:
    """A topic without a text or rule of its own uses that of its prefix; an unknown one is an error."""
    rules = sandtable.definition("classic").rules()
    refusal = rules.refuse("unit.none.at_all")
    assert refusal.rule == "CL-TURN-05" and refusal.topic == "unit.none.at_all"
    with pytest.raises(UnknownName):
        rules.refuse("nothing.like.this")


# Reference


@every_game
def test_reference_texts(game: Any) -> None:
    """Every rule has a title and a text in both languages, none left in the other language or doubled."""
    reference: Reference = game.reference
    assert len(reference) > 200
    seen: dict[str, str] = {}
    for ident, rule in reference.items():
        assert rule.id == ident and re.fullmatch(r"[A-Z][A-Z0-9]*-[A-Z]+-\d\d", ident)
        for lang in LANGUAGES:
            assert rule.title[lang].strip() and len(rule.text[lang].strip()) > 15
            assert rule.text[lang] not in seen, f"{ident} repeats {seen.get(rule.text[lang])}"
            seen[rule.text[lang]] = ident
        assert rule.text["en"] != rule.text["de"]
        assert set(rule.text) == set(LANGUAGES)


@every_game
def test_reference_order_and_chapters(game: Any) -> None:
    """Rules come by number inside their chapters, and all of a game begin with the same letters."""
    prefix = next(iter(game.reference)).partition("-")[0]
    for chapter in game.reference.chapters:
        idents = [rule.id for rule in chapter.rules]
        assert idents == [f"{prefix}-{chapter.id}-{number:02}" for number in range(1, len(idents) + 1)]
        assert chapter.title["en"] and chapter.title["de"]


def test_unknown_rules_of_the_reference() -> None:
    """Chapters come in the order of the rulebook; a rule that does not exist is met with the nearest one."""
    assert REFERENCE is not None
    assert [chapter.id for chapter in REFERENCE.chapters][:3] == ["MAP", "SETUP", "TURN"]
    with pytest.raises(UnknownName, match="Did you mean CL-MAP"):
        REFERENCE["CL-MAP-0l"]
    assert "CL-XXX-01" not in REFERENCE
