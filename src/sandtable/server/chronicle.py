"""What happened in a game, event by event, with the entry, round, turn and phase it belongs to."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from sandtable.core.game import Undone
from sandtable.core.lexicon import LANGUAGES
from sandtable.core.values import Event
from sandtable.server import wire
from sandtable.warfare import events
from sandtable.warfare.base import WarBase
from sandtable.warfare.log import describe
from sandtable.warfare.state import WarState


class Noted(msgspec.Struct, frozen=True):
    """An event and where it stands in the game."""

    n: int
    entry: int
    round: int
    turn: str
    phase: str
    event: Event


class Chronicle:
    """The events that hold: what was taken back is no longer in it."""

    def __init__(self, rules: WarBase, start: WarState) -> None:
        self.rules = rules
        self.lines: list[Noted] = []
        self._round = start.round
        self._turn = start.power
        self._phase = ""
        self._described: dict[int, wire.Texts] = {}

    def note(self, happened: Iterable[Event], entry: int) -> tuple[list[Noted], int]:
        """Add the events of an entry; returns the new lines and how many earlier ones no longer hold."""
        new: list[Noted] = []
        undone = 0
        for event in happened:
            match event:
                case Undone(events=count):
                    kept = len(self.lines) - count
                    for line in self.lines[kept:]:
                        self._described.pop(line.n, None)
                    del self.lines[kept:]
                    undone += count
                    continue
                case events.RoundBegan(round=number):
                    self._round = number
                case events.TurnBegan(power=power):
                    self._turn, self._phase = power, ""
                case events.PhaseBegan(phase=phase):
                    self._phase = phase
            line = Noted(len(self.lines), entry, self._round, self._turn, self._phase, event)
            self.lines.append(line)
            new.append(line)
        return new, undone

    def of_phase(self, state: WarState) -> list[Noted]:
        """The lines of the phase that is running."""
        found: list[Noted] = []
        for line in reversed(self.lines):
            if (line.round, line.turn, line.phase) != (state.round, state.power, state.phase):
                break
            found.append(line)
        return found[::-1]

    def of_battle(self, space: str) -> list[Noted]:
        """The lines of the battle that is being fought in a space."""
        for at in range(len(self.lines) - 1, -1, -1):
            event = self.lines[at].event
            if isinstance(event, events.BattleBegan) and event.space == space:
                return self.lines[at:]
        return []

    def view(self, line: Noted) -> wire.LogLine:
        """A line for the client, with its sentence."""
        text = self._described.get(line.n)
        if text is None:
            text = self._described[line.n] = {lang: describe(self.rules, line.event, lang) for lang in LANGUAGES}
        return wire.LogLine(
            n=line.n,
            entry=line.entry,
            round=line.round,
            turn=line.turn,
            phase=line.phase,
            kind=line.event.kind,
            power=power_of(line.event),
            space=space_of(line.event),
            text=text,
            event=msgspec.to_builtins(line.event),
        )


def power_of(event: Event) -> str:
    """The power an event is about ("" if it is about none in particular)."""
    return str(getattr(event, "power", "") or getattr(event, "by", ""))


def space_of(event: Event) -> str:
    """The space one has to look at to see an event."""
    route = getattr(event, "route", ())
    return str(getattr(event, "space", "") or getattr(event, "zone", "") or (route[-1] if route else ""))
