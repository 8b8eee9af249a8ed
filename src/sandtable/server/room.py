"""One open game: the engine's game, who sits where, what has happened, who is told.

Everything that changes the game goes through `commit`: it is on disk before anybody hears of it.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Literal

import msgspec

from sandtable.core.errors import RecordError
from sandtable.core.game import Game
from sandtable.core.record import End, Entry, Record
from sandtable.core.values import Action, Decision, Event
from sandtable.server import decisions, snapshot, standing, wire
from sandtable.server.chronicle import Chronicle, Noted
from sandtable.server.computers import Computers
from sandtable.server.errors import RequestProblem, Stale
from sandtable.server.homecoming import landing
from sandtable.server.past import Past
from sandtable.server.records import is_only_to_watch, opened, play_again
from sandtable.server.resolve import Autopilot
from sandtable.server.runner import Runner
from sandtable.server.seats import Seat, own_seats, people
from sandtable.server.speech import say
from sandtable.server.store import Saved, Store, Summary
from sandtable.warfare.state import WarState

log = logging.getLogger("sandtable.server")

By = Literal["person", "computer", "orders"]
DECLARING = "combat_move"
"""The phase at whose end all attacks of a turn are known to everybody."""
MOST_TOLD_AGAIN = 1000
"""Entries of the record that are told again to somebody who was away; after more they look at the game anew."""


class Listener:
    """Somebody who watches a game as one power; `leave` is called when there is nothing here for them any more."""

    def __init__(
        self,
        viewer: str,
        send: Callable[[bytes], None],
        session: str = "",
        leave: Callable[[], None] = lambda: None,
    ) -> None:
        self.viewer = viewer
        self.send = send
        self.session = session
        self.leave = leave


class Step(msgspec.Struct, frozen=True):
    """One entry of the record: the states before and after it, its lines, the lines that no longer hold."""

    entry: int
    before: WarState
    after: WarState
    lines: list[Noted]
    gone: list[Noted]
    by: By


class Room:
    """A game that is open, and everybody around it. All methods may be called from any thread."""

    def __init__(self, saved: Saved, record: Record, store: Store, computers: Computers) -> None:
        self.id = saved.id
        self.name = saved.name
        self.seats = dict(saved.seats)
        self.store = store
        self.lock = threading.RLock()
        self.listeners: list[Listener] = []
        self.plans: dict[str, wire.Texts] = {}
        self.autopilot: Autopilot | None = None
        self.gone = False
        """Whether the game was deleted."""
        end = End(entries=len(record.entries), digest="", reveal=saved.reveal)
        self.game, self.rules = opened(msgspec.structs.replace(record, end=end))
        self.past = Past(self.game)
        self.chronicle = Chronicle(self.rules, self.game.state)
        self.chronicle.note(self.game.events, 0)
        for entry in record.entries[self.game.length :]:
            self._replay(entry, record.entries[entry.n :])
        self.only_to_watch = is_only_to_watch(self.game)
        self.runner = Runner(self, computers)

    def _replay(self, entry: Entry, later: Sequence[Entry]) -> None:
        events = play_again(self.game, entry, later)
        if self.game.entries(entry.n - 1)[0].dice != entry.dice:
            raise RecordError("the saved game was played with other rules or other dice", entry.n + 1)
        self.chronicle.note(events, entry.n)
        self.past.keep(self.game)

    # Who is who

    @property
    def people(self) -> tuple[str, ...]:
        """The powers played by people."""
        return people(self.rules, self.seats)

    def seat(self, session: str, wanted: str | None = None) -> Seat:
        """As whom a session acts. Raises `RequestProblem` for a seat of somebody else."""
        persons = () if self.only_to_watch else self.people
        own = own_seats(session, persons)
        if persons and not own:
            raise RequestProblem(403, "forbidden", "no_seat")
        if wanted and wanted not in (own or self.rules.powers):  # where nobody plays, everybody may watch
            raise self.not_yours(wanted)
        return Seat(own, wanted or "")

    def viewer(self, seat: Seat) -> str:
        """The power as which a seat looks at the game: as wished, else the one that must decide."""
        if seat.wanted:
            return seat.wanted
        for decision in self.game.decisions:
            if decision.power in seat.own:
                return decision.power
        turn = self.game.state.power
        return turn if turn in seat.own or not seat.own else seat.own[0]

    def own_decision(self, seat: Seat, game: Game[WarState] | None = None, action: Action | None = None) -> Decision:
        """The open decision of a seat that an action answers, or the first one there is."""
        game = game or self.game
        if self.only_to_watch:
            raise RequestProblem(403, "forbidden", "only_to_watch")
        mine = [decision for decision in game.decisions if decision.power in seat.own]
        fitting = [decision for decision in mine if action is not None and action.kind in decision.accepts]
        if fitting or mine:
            return (fitting or mine)[0]
        if game.outcome is not None:
            raise self.rules.game_over()
        raise self.not_yours(game.state.power)

    def not_yours(self, power: str) -> RequestProblem:
        """The refusal to act for somebody else's power."""
        return RequestProblem(403, "forbidden", "not_your_seat", self.rules, power=power)

    # Looking

    def snapshot(self, seat: Seat) -> wire.Snapshot:
        """The game as it stands."""
        with self.lock:
            return self._picture(self.game, self.chronicle, seat, live=True)

    def snapshot_at(self, entry: int, seat: Seat) -> wire.Snapshot:
        """The game as it stood after an entry of its record."""
        with self.lock:
            game = self.past.game_at(entry, self.game)
            chronicle = Chronicle(self.rules, self.past.start)
            chronicle.note(game.events, entry)
            return self._picture(game, chronicle, seat, live=False)

    def _picture(self, game: Game[WarState], chronicle: Chronicle, seat: Seat, live: bool) -> wire.Snapshot:
        rules, viewer = self.rules, self.viewer(seat)
        seen = game.view(viewer)
        state, outcome = seen.state, seen.state.outcome
        own = [decision for decision in seen.decisions if live and viewer in seat.own]
        return wire.Snapshot(
            id=self.id,
            name=self.name,
            game=game.header.game,
            options=game.header.options,
            seats=self.all_seats(),
            own=list(seat.own),
            viewer=viewer,
            version=self.game.length,
            entry=game.length,
            round=state.round,
            power=state.power,
            phase=state.phase,
            outcome=wire.OutcomeView(winner=outcome.winner, reason=outcome.reason, powers=list(outcome.powers))
            if outcome
            else None,
            spaces=snapshot.spaces(rules, state),
            units=snapshot.units(rules, state),
            powers=snapshot.powers(rules, state, self.seats, self.open_plans(state, viewer) if live else {}),
            sides=snapshot.sides(rules, state),
            pool=state.pool,
            decisions=[decisions.view(seen, rules, decision) for decision in own],
            waiting=self.waiting(state),
            moves=snapshot.moves(self.seen(chronicle.of_phase(state), viewer)),
            battles=snapshot.battles(rules, state),
            battle=self._battle(state, chronicle, viewer),
            landing=landing(rules, state),
            undo=wire.UndoView(can=bool(own) and game.can_undo, count=game.undoable if own else 0),
            thinking=self.runner.progress() if live else None,
            autopilot=wire.AutopilotView(space=self.autopilot.space) if live and self.autopilot else None,
            orders=self._standing_orders(game, seat),
            standing=standing.kinds(rules),
            watch=say("problem.only_to_watch") if self.only_to_watch else {},
        )

    def _battle(self, state: WarState, chronicle: Chronicle, viewer: str) -> wire.BattleView | None:
        if state.battle is None:
            return None
        lines = self.seen(chronicle.of_battle(state.battle.space), viewer)
        return snapshot.battle(self.rules, state, state.battle, [chronicle.view(line) for line in lines])

    def _standing_orders(self, game: Game[WarState], seat: Seat) -> dict[str, dict[str, dict[str, Any]]]:
        found: dict[str, dict[str, dict[str, Any]]] = {}
        for (power, kind), policy in game.policies.items():
            if power in seat.own:
                found.setdefault(power, {})[kind] = msgspec.to_builtins(policy)
        return found

    def all_seats(self) -> dict[str, str]:
        """Who plays each power: "person" or a level."""
        return {power: self.seats.get(power, wire.PERSON) for power in self.rules.powers}

    def waiting(self, state: WarState) -> list[wire.WaitingView]:
        """Everybody who must decide."""
        persons = self.people
        return [
            wire.WaitingView(power=decision.power, kind=decision.kind, computer=decision.power not in persons)
            for decision in state.open
        ]

    def open_plans(self, state: WarState, viewer: str) -> dict[str, wire.Texts]:
        """What computer players say they are up to, as far as it is for a viewer's ears.

        A player tells its own side at once. Enemies hear of it when the attacks have been declared and stand on the
        board; if no person plays against it, there is nobody to keep it from.
        """
        side_of = self.rules.board.side_of
        against = {side_of[power] for power in self.people}
        phases = [phase.name for phase in self.rules.phases()]
        moving = ["", *(phases[: phases.index(DECLARING) + 1] if DECLARING in phases else phases)]
        return {
            power: plan
            for power, plan in self.plans.items()
            if side_of[power] == side_of[viewer]
            or against <= {side_of[power]}
            or not (state.power == power and state.phase in moving)
        }

    def seen(self, lines: Sequence[Noted], viewer: str) -> list[Noted]:
        """Those lines of the log that a viewer may see."""
        return [line for line in lines if self.rules.may_see(line.event, viewer)]

    def lines(self, viewer: str) -> list[Noted]:
        """All lines of the log that a viewer may see."""
        with self.lock:
            return self.seen(self.chronicle.lines, viewer)

    # Changing

    @contextmanager
    def at(self, version: int, seat: Seat) -> Iterator[None]:
        """Do something with the game as the client knows it. Raises `Stale` if it has moved on."""
        with self.lock:
            self._check_here()
            if version != self.game.length:
                raise Stale(self.snapshot(seat))
            yield

    def commit(self, new: Game[WarState], by: By) -> None:
        """Save what was done to a copy of the game, then make it the present, then tell everybody."""
        fresh = new.entries(self.game.length)
        if not fresh:
            return
        walker = self.game.copy()
        steps: list[tuple[Entry, list[Event], WarState]] = []
        for entry in fresh:
            steps.append((entry, walker.play_entry(entry), walker.state))
        self.store.append(self.id, fresh, summary_of(new))
        before, self.game = self.game.state, new
        self.past.keep(new)
        for entry, events, after in steps:
            step = _noted(self.chronicle, entry, events, before, after, by)
            try:
                self._tell_step(step)
            except Exception:  # it is saved and done, whoever cannot be told of it
                log.exception("Entry %s of %s could not be told", entry.n, self.id)
            before = after

    def _check_here(self) -> None:
        if self.gone:
            raise RequestProblem(404, "not_found", "no_game")

    def change(self, name: str, seats: dict[str, str]) -> None:
        """Rename the game, or hand seats to people or computer players."""
        with self.lock:
            self._check_here()
            if self.only_to_watch and seats != self.seats:
                raise RequestProblem(403, "forbidden", "only_to_watch")
            self.store.change(self.id, name, seats)
            if seats != self.seats:
                self.autopilot = None  # it answers for the people who sat here before
            self.name, self.seats = name, seats
            self.plans = {power: plan for power, plan in self.plans.items() if seats.get(power) != wire.PERSON}
            self._seat_listeners()
            self.tell(wire.Changed(name=name, seats=self.all_seats()))
            self.runner.seats_changed()

    def _seat_listeners(self) -> None:
        """Seats were dealt anew: whoever watched as a power that is no longer theirs watches as another, or goes."""
        for listener in list(self.listeners):
            try:
                if listener.viewer not in self.seat(listener.session).own:
                    listener.viewer = self.viewer(self.seat(listener.session))
            except RequestProblem:
                self.leave(listener)
                listener.leave()

    def close(self) -> None:
        """Nobody plays on here; everything is saved already."""
        self.runner.close()

    def delete(self) -> None:
        """Remove the game for good. Whatever is being done is done before; whoever comes later finds nothing."""
        self.close()
        with self.lock:
            self.store.delete(self.id)
            self.gone = True
            self.tell(wire.Trouble(text=say("problem.no_game")))

    # Telling

    def listen(self, listener: Listener, since: int | None = None) -> int:
        """Add somebody who watches; returns the version they start from.

        Whoever knows the game as it was a while ago (`since`) is told first what has happened in the meantime.
        """
        with self.lock:
            self.listeners.append(listener)
            if self.only_to_watch:
                listener.send(msgspec.json.encode(wire.Trouble(text=say("problem.only_to_watch"))))
            now = self.game.length
            if since is None or not max(self.past.first, now - MOST_TOLD_AGAIN) <= since < now:
                return now
            chronicle = Chronicle(self.rules, self.past.start)
            for step in self._steps_since(since, chronicle):
                listener.send(msgspec.json.encode(self._step_for(step, listener.viewer, chronicle)))
            if self.runner.is_idle:
                listener.send(msgspec.json.encode(wire.Ready(version=now)))
            return since

    def _steps_since(self, since: int, chronicle: Chronicle) -> Iterator[Step]:
        """What has happened after an entry of the record, played again and noted in a chronicle of its own."""
        game = self.past.game_at(since, self.game)
        chronicle.note(game.events, since)
        later = self.game.entries(since)
        for number, entry in enumerate(later, start=1):
            before = game.state
            events = play_again(game, entry, later[number:])
            by: By = "person" if entry.power in self.people else "computer"
            yield _noted(chronicle, entry, events, before, game.state, by)

    def leave(self, listener: Listener) -> None:
        """Somebody has stopped watching. Called on the event loop, so it must not wait for the game's lock."""
        with suppress(ValueError):
            self.listeners.remove(listener)

    def tell(self, message: wire.Message) -> None:
        """Send a message to everybody."""
        data = msgspec.json.encode(message)
        for listener in list(self.listeners):
            listener.send(data)

    def _tell_step(self, step: Step) -> None:
        encoded: dict[str, bytes] = {}
        for listener in list(self.listeners):
            if listener.viewer not in encoded:
                encoded[listener.viewer] = msgspec.json.encode(self._step_for(step, listener.viewer, self.chronicle))
            listener.send(encoded[listener.viewer])

    def _step_for(self, step: Step, viewer: str, chronicle: Chronicle) -> wire.Step:
        rules = self.rules
        old, new = rules.redact(step.before, viewer), rules.redact(step.after, viewer)
        return wire.Step(
            version=step.entry,
            entry=step.entry,
            lines=[chronicle.view(line) for line in self.seen(step.lines, viewer)],
            undone=len(self.seen(step.gone, viewer)),
            spaces=_changes(snapshot.spaces(rules, old), snapshot.spaces(rules, new)),
            units=_changes(snapshot.units(rules, old), snapshot.units(rules, new)),
            powers=snapshot.powers(rules, new, self.seats, self.open_plans(new, viewer)),
            sides=snapshot.sides(rules, new),
            round=new.round,
            power=new.power,
            phase=new.phase,
            waiting=self.waiting(new),
            by=step.by,
        )


def _noted(
    chronicle: Chronicle, entry: Entry, events: Sequence[Event], before: WarState, after: WarState, by: By
) -> Step:
    """One entry of the record as a step, once its events are in the chronicle."""
    known = list(chronicle.lines)
    lines, undone = chronicle.note(events, entry.n)
    return Step(entry.n, before, after, lines, known[len(known) - undone :], "orders" if entry.by else by)


def summary_of(game: Game[WarState]) -> Summary:
    """What the list of games shows."""
    state = game.state
    return Summary(
        round=state.round,
        power=state.power,
        phase=state.phase,
        over=state.outcome is not None,
        winner=state.outcome.winner if state.outcome else "",
        entries=game.length,
        owners=state.owner,
    )


def _changes(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """What is new or different, and None for what is gone."""
    changed = {key: value for key, value in new.items() if old.get(key) != value}
    return changed | {key: None for key in old if key not in new}
