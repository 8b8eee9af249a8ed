"""The texts of the terminal: complete in both languages, and no command or question without its text."""

from __future__ import annotations

import re

import sandtable
from sandtable.cli.commands import COMMON, Commands
from sandtable.cli.prompts import COMMANDS
from sandtable.cli.session import Session
from sandtable.cli.voice import Voice
from sandtable.cli.words import plain
from sandtable.core.lexicon import LANGUAGES

VOICE = Voice(sandtable.definition("classic").rules())
OWN = {key: texts for key, texts in VOICE.lexicon.templates.items() if not key.startswith("refusal.")}


def test_every_text_asks_for_the_same_facts_in_both_languages() -> None:
    """A placeholder forgotten in one language would hide a fact."""
    for key, texts in OWN.items():
        assert set(re.findall(r"{\w+}", texts["en"])) == set(re.findall(r"{\w+}", texts["de"])), key


def test_every_question_has_a_text_and_a_hint() -> None:
    """For each kind of decision the terminal knows."""
    for kind in COMMANDS:
        assert f"ask.{kind}" in OWN and f"hint.{kind}" in OWN


def test_every_command_is_carried_out_and_explained() -> None:
    """A word, a method of the session, an example and an explanation each."""
    used = {*COMMON, *(command for commands in COMMANDS.values() for command in commands)}
    assert used == set(Commands().all())
    for command in used:
        assert hasattr(Session, f"_do_{command}")
        assert f"help.{command}.type" in OWN and f"help.{command}.does" in OWN


def test_no_word_means_two_commands() -> None:
    """Words of both languages are understood at the same time."""
    meaning: dict[str, str] = {}
    for key, texts in OWN.items():
        if key.startswith("command."):
            for lang in LANGUAGES:
                for word in texts[lang].split():
                    assert meaning.setdefault(plain(word), key) == key, word


def test_examples_in_the_help_begin_with_a_word_of_that_command() -> None:
    """What the help shows can be typed, in its own language."""
    for command in Commands().all():
        for lang in LANGUAGES:
            first = VOICE.lexicon.render(f"help.{command}.type", lang).split()[0]
            assert Commands(lang).find(first, Commands().all()) == command, first
