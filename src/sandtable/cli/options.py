"""Options of a game on the command line: `--option low_luck`, `--option bid=germany:3,japan:2`."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any, TypeVar, cast

import click

from sandtable.core.errors import BadValue, SandtableError, UnknownName
from sandtable.core.lexicon import LANGUAGES
from sandtable.core.options import Option, OptionValue
from sandtable.core.registry import GameDefinition

F = TypeVar("F", bound=Callable[..., Any])

_YES = ("true", "yes", "on", "1", "ja", "an")
_NO = ("false", "no", "off", "0", "nein", "aus")


def option_flag(command: F) -> F:
    """The flag `--option`, as often as wanted."""
    return click.option(
        "--option",
        "-o",
        "options",
        multiple=True,
        metavar="KEY=VALUE",
        help="Optional rule, e.g. low_luck, neutral_fee=5, bid=germany:3,japan:2 (see `sandtable games`).",
    )(command)


def language_flag(command: F) -> F:
    """The flag `--lang`; what goes wrong is told in that language too."""

    @functools.wraps(command)
    def told(*args: Any, lang: str, **given: Any) -> Any:
        try:
            return command(*args, lang=lang, **given)
        except SandtableError as problem:
            raise SandtableError(_told(problem, lang)) from problem

    return click.option(
        "--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Language of names and texts."
    )(cast(F, told))


def _told(problem: SandtableError, lang: str) -> str:
    """What is wrong, in a language: the engine itself speaks English, commands the language they were asked in."""
    if lang == "en" or type(problem) is SandtableError:
        return str(problem)
    from sandtable.odds.speech import explain
    from sandtable.server.details import details

    text = explain(problem, lang)
    return text if text != str(problem) else details(problem)[lang]


def json_flag(command: F) -> F:
    """The flag `--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")(command)


def read_options(game: GameDefinition, given: Iterable[str]) -> dict[str, OptionValue]:
    """The chosen options of a game from `key=value` texts. Raises `UnknownName` or `BadValue`."""
    known = {option.key: option for option in game.options}
    chosen: dict[str, OptionValue] = {}
    for text in given:
        key, equals, value = (part.strip() for part in text.partition("="))
        if key not in known:
            raise UnknownName("option", key, known)
        if key in chosen:
            raise BadValue(f"Option {key!r} was given twice")
        option = known[key]
        chosen[key] = option.check(_read_value(option, value if equals else None), game.powers)
    return chosen


def _read_value(option: Option, text: str | None) -> object:
    """The value in the type that the option takes; text that fits none is left to the option's own check."""
    if text is None:
        return True
    match option.kind:
        case "flag":
            return True if text.lower() in _YES else False if text.lower() in _NO else text
        case "number":
            return _number(text)
        case "per_power":
            pairs = [part.partition(":") for part in text.split(",") if part.strip()]
            return {power.strip(): _number(number) for power, _, number in pairs}
        case _:
            return text


def _number(text: str) -> int | str:
    try:
        return int(text)
    except ValueError:
        return text.strip()
