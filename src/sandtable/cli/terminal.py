"""`sandtable terminal`: a game at the terminal."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import click

from sandtable.ai import LEVELS, seats
from sandtable.cli.options import language_flag, option_flag, read_options
from sandtable.core.errors import BadValue, UnknownName
from sandtable.core.game import Game
from sandtable.core.registry import definition, new_game

OPPONENT = "officer"
"""Who plays where nobody is named."""


@click.command()
@click.argument("game", required=False)
@option_flag
@click.option("--seed", type=int, help="Seed of the dice (by default a new one every time).")
@click.option("--humans", default="all", show_default=True, metavar="POWERS", help="Powers played here, e.g. ussr,uk.")
@click.option(
    "--players",
    default=OPPONENT,
    show_default=True,
    metavar="LEVELS",
    help=f"Who plays the other powers: {', '.join(LEVELS)}, or for each, e.g. germany:general,japan:cadet.",
)
@click.option("--load", "load_file", type=click.Path(path_type=Path), help="Go on with a saved game.")
@click.option(
    "--save",
    "save_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where to save [default: ./sandtable-game.jsonl].",
)
@language_flag
def terminal(
    game: str | None,
    options: tuple[str, ...],
    seed: int | None,
    humans: str,
    players: str,
    load_file: Path | None,
    save_file: Path | None,
    lang: str,
) -> None:
    """Play GAME (default: classic) in the terminal, several people at one keyboard.

    Powers that nobody plays are played by the computer. The game is saved after every order.
    """
    from sandtable.cli.save import place_for_new_game

    if load_file is not None:
        if game or options or seed is not None:
            raise click.UsageError("--load goes on with a saved game: it takes no GAME, --option or --seed.")
        current = _resume(load_file)
        save_to = save_file or load_file
    else:
        found = definition(game or "classic")
        chosen = read_options(found, options)
        read_players(players, found.powers)
        read_humans(humans, found.powers)
        save_to = place_for_new_game(save_file)
        current = new_game(found.id, chosen, seed if seed is not None else secrets.randbelow(1_000_000))
    people = read_humans(humans, current.rules.powers)
    levels = read_players(players, current.rules.powers)
    _sit_down(current, people, levels, save_to, load_file, lang)


def read_humans(text: str, powers: tuple[str, ...]) -> tuple[str, ...]:
    """The powers played by people, from «ussr,uk» or «all» (also «none»). Raises `UnknownName`."""
    if text.strip().lower() in ("all", "alle"):
        return powers
    if text.strip().lower() in ("none", "keine", ""):
        return ()
    wanted = [part.strip().lower() for part in text.split(",") if part.strip()]
    for power in wanted:
        if power not in powers:
            raise UnknownName("power", power, powers)
    return tuple(power for power in powers if power in wanted)


def read_players(text: str, powers: tuple[str, ...]) -> dict[str, str]:
    """Who plays each power, from «officer» or «germany:general,japan:cadet» (the others: the usual opponent)."""
    levels = dict.fromkeys(powers, OPPONENT)
    for part in text.split(","):
        power, colon, level = (word.strip().lower() for word in part.rpartition(":"))
        if level not in LEVELS:
            raise UnknownName("player", level, LEVELS)
        if not colon:
            levels = dict.fromkeys(powers, level)
        elif power not in powers:
            raise UnknownName("power", power, powers)
        else:
            levels[power] = level
    return levels


def _resume(file: Path) -> Game[Any]:
    from sandtable.cli.replay import open_record

    _, game = open_record(str(file), recover=True)
    return game


def _sit_down(
    game: Game[Any],
    humans: tuple[str, ...],
    levels: dict[str, str],
    save_to: Path,
    resumed: Path | None,
    lang: str,
) -> None:
    from sandtable.cli.screen import QUIET, console
    from sandtable.cli.session import Session
    from sandtable.warfare.movement import Movement

    if not isinstance(game.rules, Movement):
        raise BadValue(f"The game {game.header.game!r} cannot be played in the terminal yet")
    out = console()
    seed = game.header.dice.get("seed", 0)
    players = seats({power: level for power, level in levels.items() if power not in humans}, seed)
    session = Session(game, game.rules, humans, players, save_to, out, lang)
    who = ", ".join(session.voice.name(power) for power in humans) or "–"
    if resumed is not None:
        entries = len(game.record(close=False).entries)
        text = session.voice.say(
            "begin.resumed", file=str(resumed), round=game.state.round, entries=entries, humans=who
        )
    else:
        title = definition(game.header.game).title[lang]
        text = session.voice.say("begin.seed", title=title, seed=seed, humans=who)
    out.print(text, style=QUIET)
    session.run()
