"""Records that come in, checked like any other input, and records that go out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from sandtable.core.dice import CommittedDice, RecordedDice
from sandtable.core.errors import BadValue, RecordError
from sandtable.core.game import Game
from sandtable.core.record import End, Entry, Header, Record, loads
from sandtable.core.replay import play_entry, replay
from sandtable.server.details import details
from sandtable.server.errors import RequestProblem
from sandtable.server.seats import OWN_TURN
from sandtable.server.speech import number
from sandtable.warfare.production import Production
from sandtable.warfare.state import WarState

MOST_ENTRIES = 50_000
"""Longer records are not imported."""
MOST_UNITS = 3_000
"""More than any game ever has; a position with more of them is a mistake."""
MOST_MONEY = 10_000
"""More than any power ever has; with much more, menus and units would have no end."""


# Coming in


def read(data: bytes) -> Game[WarState]:
    """The game of a record, after playing all of it again. Raises `RequestProblem`."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise RequestProblem(422, "bad_record", "not_text") from None
    try:
        record = loads(text.replace("\r\n", "\n"), recover=True)
        if len(record.entries) > MOST_ENTRIES:
            raise RequestProblem(422, "bad_record", "long_record", most=number(MOST_ENTRIES))
        _check_dice(record)
        start, _ = opened(record)
        check_size(start.state, "bad_record")  # before anything is bought and placed
        game = replay(record)
    except (BadValue, RecordError) as problem:
        raise RequestProblem(422, "bad_record", detail=details(problem)) from None
    check_size(game.state, "bad_record")
    if any(kind in OWN_TURN for _, kind in game.policies):
        raise RequestProblem(422, "bad_record", "plays_itself")
    return game


def opened(record: Record) -> tuple[Game[WarState], Production]:
    """The game at the beginning of a record, before its first action. Raises `RecordError` or `RequestProblem`."""
    opening = record.entries and record.entries[0].do is None and record.entries[0].delegate is None
    game = replay(record, entries=1 if opening else 0)
    if not isinstance(game.rules, Production):
        raise RequestProblem(422, "bad_record", "not_supported")
    return game, game.rules


def play_again(game: Game[WarState], entry: Entry, later: Sequence[Entry]) -> list[Any]:
    """Do what an entry says; returns what happened. `later` are the entries after it.

    Dice that only their owner can roll are taken from the entry.
    """
    dice = game.dice
    if isinstance(dice, RecordedDice):
        fed = dice.copy()
        fed.feed(entry.dice)
        game.dice = fed
    return play_entry(game, entry, later)


def is_only_to_watch(game: Game[WarState]) -> bool:
    """Whether nobody here can go on with a game: it is not over, and the secret of its dice is elsewhere."""
    return game.outcome is None and isinstance(game.dice, RecordedDice)


def check_size(state: WarState, code: str = "bad_request") -> None:
    """Refuse positions beyond anything a game comes to. Raises `RequestProblem`."""
    if len(state.units) + sum(state.pool.values()) > MOST_UNITS:
        raise RequestProblem(422, code, "many_units", most=number(MOST_UNITS))
    for power, money in state.money.items():
        if money > MOST_MONEY:
            raise RequestProblem(422, code, "much_money", most=number(MOST_MONEY), power=power)


def _check_dice(record: Record) -> None:
    """Refuse a description of dice that could not be rolled. Raises `RequestProblem`."""
    dice = record.header.dice
    values = dice.get("values", [])
    if not isinstance(values, list) or not all(type(value) is int for value in values):
        raise RequestProblem(422, "bad_record", "dice_values")
    if dice.get("source") == "seeded" and type(dice.get("seed")) not in (int, str):
        raise RequestProblem(422, "bad_record", "dice_seed")
    if dice.get("source") == "committed":
        revealed = record.end.reveal if record.end else {}
        if not re.fullmatch("[0-9a-f]{64}", str(dice.get("commitment"))) or type(revealed.get("seed", "")) is not str:
            raise RequestProblem(422, "bad_record", "dice_seed")


# Going out


def complete(game: Game[WarState]) -> Record:
    """Everything, the secret of the dice included: for whoever plays all seats, to go on elsewhere."""
    entries = game.entries()
    return Record(game.header, entries, End(entries=len(entries), digest=game.digest(), reveal=game.dice.reveal()))


def published(game: Game[WarState]) -> Record:
    """What all players may have. While the game runs, nothing in it tells what will be rolled; the dice are committed
    to, so that the complete record proves afterwards that nobody has changed them."""
    if game.outcome is not None:
        return complete(game)
    record = game.record()
    return msgspec.structs.replace(record, header=_without_future(record.header, record.entries))


def _without_future(header: Header, entries: tuple[Entry, ...]) -> Header:
    match header.dice:
        case {"source": "seeded", "seed": seed}:
            dice = CommittedDice(str(seed)).describe()
        case {"source": "scripted", "values": values}:
            dice = {"source": "scripted", "values": values[: sum(len(entry.dice) for entry in entries)]}
        case other:
            dice = other
    return msgspec.structs.replace(header, dice=dice)


def has_secrets(game: Game[WarState], viewers: tuple[str, ...]) -> bool:
    """Whether a record would tell some viewers what they may not see yet."""
    if game.outcome is not None:
        return False
    return any(
        game.view(viewer).state.digest() != game.digest() or len(game.view(viewer).events) != len(game.events)
        for viewer in viewers
    )
