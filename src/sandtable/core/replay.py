"""Playing a record again and checking it on the way: same dice, same actions, same digest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.core.dice import CommittedDice, RecordedDice, ScriptedDice, SeededDice
from sandtable.core.errors import IllegalAction, RecordError, SandtableError
from sandtable.core.game import Game
from sandtable.core.record import Entry, Record
from sandtable.core.registry import check_seats, definition, exact_state
from sandtable.core.table import Table
from sandtable.core.values import Decision, Event

_CONTRADICTIONS = (LookupError, ValueError, TypeError, AttributeError, AssertionError)
"""What a forged starting state can lead to, however carefully it is checked before."""


def replay(record: Record, *, entries: int | None = None) -> Game[Any]:
    """Play a record again; `entries` stops after that many. Raises `RecordError` where it does not hold.

    The returned game can be continued when its dice are seeded or scripted, or committed ones whose secret is known.
    """
    dice = _recorded_dice(record)
    steps = record.entries if entries is None else record.entries[:entries]
    opening = steps[0] if steps and steps[0].do is None and steps[0].delegate is None else None
    dice.feed(opening.dice if opening else ())
    game = _set_up(record, dice)
    for entry in steps:
        line = entry.n + 1
        dice = game.dice.copy()  # type: ignore[assignment]  # set up with recorded dice above
        dice.feed(entry.dice if entry is not opening else ())
        game.dice = dice
        try:
            play_entry(game, entry, record.entries[entry.n :], record.end.digest if record.end else "")
        except IllegalAction as error:
            raise RecordError(f"the rules refuse this action ({error})", line) from None
        except RecordError as error:
            raise RecordError(str(error), line) from None
        except SandtableError as error:
            raise RecordError(f"this entry cannot be played: {error}", line) from None
        except _CONTRADICTIONS as error:
            if record.header.start is None:
                raise
            raise RecordError(f"the starting position contradicts itself ({error!r})", line) from None
        left = game.dice
        if isinstance(left, RecordedDice) and left.queue:
            raise RecordError("the record holds more dice than the game rolled", line)
    if entries is None and record.end is not None and record.end.digest != game.digest():
        raise RecordError("the replayed game ends in another state than the record says", len(steps) + 2)
    _continue_with_own_dice(game, steps)
    return game


def play_entry(game: Game[Any], entry: Entry, later: Sequence[Entry], digest: str = "") -> list[Event]:
    """Do again what an entry of a record says; `later` are the entries after it, `digest` the end of the last one.

    In version 1 the engine made some choices itself, as part of the action before. They are made again the same way,
    unless the record goes on with an answer: a game of version 1 that was played on later holds answers, too.
    """
    if game.header.version > 1:
        return game.play_entry(entry)
    standing = game.rules.standing_kinds
    following = next((other for other in later if other.do and other.do.get("kind") not in standing), None)

    def afterwards(table: Table[Any]) -> None:
        while True:
            state = table.state
            answers = ((decision, game.rules.former_answer(state, decision)) for decision in state.open)
            decision, answer = next(((asked, found) for asked, found in answers if found is not None), (None, None))
            if decision is None or answer is None:
                return
            if len(table.rolled) == len(entry.dice):  # otherwise more was done than this
                if following is None and digest in ("", state.digest()):
                    return
                if following is not None and _takes(game, table, decision, following):
                    return
            game.rules.answer(table, decision, answer)

    return game.play_entry(entry, afterwards)


def _takes(game: Game[Any], table: Table[Any], decision: Decision, entry: Entry) -> bool:
    """Whether an entry answers an open decision."""
    if entry.power != decision.power or entry.do is None or entry.do.get("kind") not in decision.accepts:
        return False
    try:
        trial = Table(table.state.copy(), SeededDice(0))
        game.rules.answer(trial, decision, game.rules.check_action(entry.do))
    except IllegalAction:
        return False
    return True


def _set_up(record: Record, dice: RecordedDice) -> Game[Any]:
    header = record.header
    try:
        found = definition(header.game)
        rules = found.rules(header.options, header.version)
        seats = check_seats(found, header.seats or None)
        if header.start is not None:
            state = exact_state(rules, header.start)
        else:
            state = found.initial_state(rules, seats)
    except SandtableError as error:
        raise RecordError(f"the game cannot be set up: {error}", 1) from None
    try:
        return Game.begin(rules, state, dice, header)
    except _CONTRADICTIONS as error:
        if header.start is None:
            raise
        raise RecordError(f"the starting position contradicts itself ({error!r})", 1) from None


def _recorded_dice(record: Record) -> RecordedDice:
    description = record.header.dice
    match description.get("source"):
        case "seeded":
            return RecordedDice(description, description.get("seed"))
        case "committed":
            seed = record.end.reveal.get("seed") if record.end else None
            if seed is not None and CommittedDice(str(seed)).commitment != description.get("commitment"):
                raise RecordError("the revealed seed is not the one that was committed to")
            return RecordedDice(description, seed)
        case "scripted":
            return RecordedDice(description, None)
    raise RecordError(f"unknown dice source {description.get('source')!r}", 1)


def _continue_with_own_dice(game: Game[Any], steps: tuple[Any, ...]) -> None:
    recorded = game.dice
    if not isinstance(recorded, RecordedDice):
        return
    description = recorded.origin
    if description.get("source") == "seeded" and recorded.check is not None:
        game.dice = SeededDice(recorded.check.seed, recorded.check.position)
    elif description.get("source") == "committed" and recorded.check is not None:
        own = CommittedDice(str(recorded.check.seed))
        own.position = recorded.check.position
        game.dice = own
    elif description.get("source") == "scripted":
        used = sum(len(entry.dice) for entry in steps)
        game.dice = ScriptedDice(description.get("values", ()), used)
