"""Looking back: the log with filters, where turns begin, figures per round, the luck of the dice."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.ai.luck import ledger
from sandtable.server import wire
from sandtable.server.chronicle import Noted, power_of, space_of
from sandtable.server.room import Room
from sandtable.warfare import events
from sandtable.warfare.income import Income
from sandtable.warfare.production import Production
from sandtable.warfare.state import WarState

NO_LUCK = frozenset({"research", "development", "raid", "rocket"})
"""Dice that score points instead of hits, or are bought in any number."""
MOST_LINES = 1000


def log(
    room: Room,
    viewer: str,
    after: int = -1,
    limit: int = 500,
    power: str = "",
    space: str = "",
    kinds: Iterable[str] = (),
    round_: int = 0,
) -> wire.Log:
    """The newest lines that fit the filters, in the order in which they happened."""
    wanted = set(kinds)
    lines = [
        line
        for line in room.lines(viewer)
        if line.entry > after
        and (not power or power in (power_of(line.event), line.turn))
        and (not space or space in _spaces(line))
        and (not wanted or line.event.kind in wanted)
        and (not round_ or line.round == round_)
    ]
    shown = lines[-max(1, min(limit, MOST_LINES)) :]
    with room.lock:
        return wire.Log(lines=[room.chronicle.view(line) for line in shown], total=len(lines))


def _spaces(line: Noted) -> set[str]:
    event = line.event
    return {space_of(event), *getattr(event, "route", ()), str(getattr(event, "target", ""))}


def timeline(room: Room, viewer: str) -> list[wire.TimelineMark]:
    """Where every phase begins."""
    marks: list[wire.TimelineMark] = []
    for line in room.lines(viewer):
        match line.event:
            case events.PhaseBegan(power=power, phase=phase):
                marks.append(wire.TimelineMark(entry=line.entry, round=line.round, power=power, phase=phase))
    return marks


def charts(room: Room, viewer: str) -> wire.Charts:
    """Figures of every power at the beginning of every round and now, and its luck so far."""
    lines = room.lines(viewer)
    with room.lock:
        length = room.game.length
        begins = {line.round: line.entry for line in lines if isinstance(line.event, events.RoundBegan)}
        rounds = []
        for number, entry in [*begins.items(), (room.game.state.round, length)]:
            state = room.rules.redact(room.past.game_at(entry, room.game).state, viewer)
            so_far = [line for line in lines if line.entry <= entry]
            rounds.append(
                wire.ChartRound(round=number, entry=entry, powers=_figures(room.rules, state, luck(room.rules, so_far)))
            )
    return wire.Charts(rounds=rounds, luck=luck(room.rules, lines), fortune=_fortune(room.rules, lines))


def _fortune(rules: Production, lines: Iterable[Noted]) -> dict[str, wire.FortuneView]:
    """The luck of both sides in IPC, as the arena reckons it."""
    return {
        side: wire.FortuneView(
            expected=round(damage.expected, 2), actual=round(damage.actual, 2), swing=round(damage.luck, 2)
        )
        for side, damage in ledger(rules, (line.event for line in lines)).items()
    }


def _figures(rules: Production, state: WarState, fortune: dict[str, wire.LuckView]) -> dict[str, wire.RoundFigures]:
    return {
        power: wire.RoundFigures(
            production=rules.production(state, power),
            income=rules.income(state, power) if isinstance(rules, Income) else 0,
            value=sum(rules.types[unit.kind].cost for unit in state.units_of(power)),
            units=len(state.forces.get(power, ())),
            territories=sum(owner == power for owner in state.owner.values()),
            luck=fortune[power].swing,
        )
        for power in rules.powers
    }


def luck(rules: Production, lines: Iterable[Noted]) -> dict[str, wire.LuckView]:
    """Hits rolled against hits to be expected. Where a sum is rolled for (low luck), only the odd die counts."""
    found = {power: wire.LuckView(rolled=0, hits=0, expected=0.0, swing=0.0) for power in rules.powers}
    for line in lines:
        event = line.event
        if not isinstance(event, events.DiceRolled) or event.purpose in NO_LUCK or event.power not in found:
            continue
        if len(event.dice) != len(event.needed):
            continue
        mine = found[event.power]
        mine.rolled += len(event.dice)
        mine.hits += sum(die <= need for die, need in zip(event.dice, event.needed, strict=True))
        mine.expected += sum(event.needed) / rules.die_sides
    for mine in found.values():
        mine.swing = round(mine.hits - mine.expected, 3)
        mine.expected = round(mine.expected, 3)
    return found
