"""`sandtable replay`: plays a record again and checks every die, every action and the result."""

from __future__ import annotations

import json
from typing import Any

import click

from sandtable.cli.options import json_flag, language_flag
from sandtable.core.errors import RecordError, SandtableError
from sandtable.core.game import Game
from sandtable.core.record import Record, load
from sandtable.core.replay import replay as play_again


class BadRecord(SandtableError):
    """A record that does not hold, with the name of its file."""


@click.command()
@click.argument("file", type=click.Path())
@json_flag
@click.option("--log", "with_log", is_flag=True, help="Print what happened, sentence by sentence.")
@language_flag
def replay(file: str, as_json: bool, with_log: bool, lang: str) -> None:
    """Replay the game record FILE and verify it."""
    try:
        record, game = open_record(file)
    except BadRecord as problem:
        if as_json:
            click.echo(json.dumps({"ok": False, "error": str(problem)}, ensure_ascii=False, indent=2))
        raise
    if with_log and not as_json:
        _print_log(game, lang)
    facts = summary(record, game)
    if as_json:
        if with_log:
            facts["log"] = _log_lines(game, lang)
        click.echo(json.dumps(facts, ensure_ascii=False, indent=2))
    else:
        _print_summary(file, facts, game, lang)


def open_record(file: str, *, recover: bool = False) -> tuple[Record, Game[Any]]:
    """A record and its game. Raises `BadRecord` with one sentence that says what is wrong where."""
    try:
        record = load(file, recover=recover)
        return record, play_again(record)
    except RecordError as problem:
        text = str(problem)
        raise BadRecord(text if file in text else f"In {file}: {text}") from None


def summary(record: Record, game: Game[Any]) -> dict[str, Any]:
    """The facts of a verified record."""
    return {
        "game": record.header.game,
        "entries": len(record.entries),
        "rounds": getattr(game.state, "round", 0),
        "winner": (game.outcome.winner or None) if game.outcome else None,
        "digest": game.digest(),
        "ok": True,
    }


def _print_summary(file: str, facts: dict[str, Any], game: Game[Any], lang: str) -> None:
    from sandtable.cli.voice import Voice

    voice = Voice(game.rules, lang)
    shown = {key: facts[key] for key in ("game", "entries", "digest")}
    winner = facts["winner"] or voice.say("replay.nobody")
    click.echo(voice.say("replay.holds", file=file, round=facts["rounds"], winner=winner, **shown))


def _log_lines(game: Game[Any], lang: str) -> list[str]:
    from sandtable.warfare.log import describe

    return [describe(game.rules, event, lang) for event in game.events]


def _print_log(game: Game[Any], lang: str) -> None:
    from sandtable.cli.screen import console, with_hits

    out = console()
    for line in _log_lines(game, lang):
        out.print(with_hits(line), soft_wrap=True)
