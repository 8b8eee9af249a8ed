"""`sandtable games`: which games there are and how they can be varied."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from sandtable.cli.options import json_flag, language_flag
from sandtable.core.options import Option
from sandtable.core.registry import GameDefinition
from sandtable.core.registry import games as known_games

if TYPE_CHECKING:
    from sandtable.cli.voice import Voice


@click.command()
@json_flag
@language_flag
def games(as_json: bool, lang: str) -> None:
    """List the games with their powers and optional rules."""
    if as_json:
        click.echo(json.dumps({"games": [describe(game) for game in known_games()]}, ensure_ascii=False, indent=2))
        return
    for game in known_games():
        _show(game, lang)


def describe(game: GameDefinition) -> dict[str, Any]:
    """A game as JSON-able data."""
    return {
        "id": game.id,
        "title": game.title,
        "powers": list(game.powers),
        "rules": len(game.reference or ()),
        "options": [describe_option(option) for option in game.options],
    }


def describe_option(option: Option) -> dict[str, Any]:
    """An option as JSON-able data; `choices` and `range` only where they mean something."""
    data: dict[str, Any] = {"key": option.key, "kind": option.kind, "default": option.default}
    if option.kind == "choice":
        data["choices"] = list(option.choices)
    elif option.kind in ("number", "per_power"):
        data["range"] = [option.low, option.high]
    return data | {"text": option.text, "rule": option.rule}


def _show(game: GameDefinition, lang: str) -> None:
    from rich.text import Text

    from sandtable.cli.screen import QUIET, chip, console, tidy_table
    from sandtable.cli.voice import Voice
    from sandtable.warfare.base import WarBase

    rules = game.rules()
    voice, out = Voice(rules, lang), console()
    out.print(Text.assemble((game.id, "bold"), "  ", game.title[lang]))
    powers = Text()
    for power in game.powers:
        powers += chip(rules.board, power, voice.name(power)) if isinstance(rules, WarBase) else Text(power)
        powers.append(" ")
    out.print(powers)
    out.print(voice.say("games.rules", number=len(game.reference or ()), game=game.id))
    if not game.options:
        return
    out.print()
    table = tidy_table([voice.say(f"games.heading.{name}") for name in ("option", "values", "rule")])
    for option in game.options:
        meaning = Text.assemble((option.key, "bold"), f"\n{option.text[lang]}")
        table.add_row(meaning, _values(voice, option), Text(option.rule, QUIET))
    out.print(table)
    out.print(Text(voice.say("games.defaults"), QUIET))


def _values(voice: Voice, option: Option) -> str:
    """The values an option takes, the default one in brackets."""
    match option.kind:
        case "flag":
            names, default = ["on", "off"], "on" if option.default else "off"
            return " ".join(_bracketed(voice.say(f"games.{name}"), name == default) for name in names)
        case "choice":
            return "\n".join(_bracketed(name, name == option.default) for name in option.choices)
        case "number":
            return f"{option.low}–{option.high} [{option.default}]"
    return voice.say("games.per_power")


def _bracketed(name: str, default: bool) -> str:
    return f"[{name}]" if default else name
