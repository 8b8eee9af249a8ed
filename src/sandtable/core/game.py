"""A game in progress: the one interface for people, programs and tests."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, Self, TypeVar

import msgspec

from sandtable.core.dice import DiceSource, SeededDice
from sandtable.core.errors import BadValue, IllegalAction, UnknownName
from sandtable.core.menu import Menu
from sandtable.core.policy import Policy
from sandtable.core.record import End, Entry, Header, Record
from sandtable.core.rules import Rules
from sandtable.core.state import State
from sandtable.core.table import Table
from sandtable.core.values import Action, Decision, Event, Outcome, Power, Undo

MOST_ANSWERS = 1_000
"""How many decisions standing orders answer in a row before a person is asked again: they could go on for ever."""

S = TypeVar("S", bound=State)
T = TypeVar("T")


class Undone(Event, frozen=True, tag="undone"):
    """The newest move was taken back; the last `events` events no longer hold."""

    power: Power
    events: int


class View(Generic[S]):
    """What one power may see: state, own decisions and events, nothing else."""

    def __init__(self, rules: Rules[S], viewer: Power, state: S, events: Iterable[Event]) -> None:
        self.rules = rules
        self.viewer = viewer
        self.state = state
        self._events = events

    @functools.cached_property
    def events(self) -> tuple[Event, ...]:
        """What has happened, as far as this power may know; gathered only when somebody looks."""
        return tuple(self._events)

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The decisions this power must answer now."""
        return tuple(decision for decision in self.state.open if decision.power == self.viewer)

    def legal(self, decision: Decision) -> Menu:
        """The legal answers to one of its decisions."""
        return self.rules.menu(self.state, decision)

    def imagine(self, seed: int | str) -> Game[S]:
        """A game of one's own that goes on from what is seen, with other dice: for looking ahead."""
        dice = SeededDice(seed)
        return Game(self.rules, self.state, dice, Header(game=self.rules.game, dice=dice.describe()))

    def plain(self) -> dict[str, Any]:
        """The view as JSON-able data."""
        return {
            "viewer": self.viewer,
            "state": self.state.plain(),
            "events": msgspec.to_builtins(self.events),
        }


class _Log(Generic[T]):
    """An append-only list that copies share until one of them goes its own way."""

    __slots__ = ("items", "length")

    def __init__(self) -> None:
        self.items: list[T] = []
        self.length = 0

    def extend(self, new: Iterable[T]) -> None:
        if len(self.items) != self.length:
            self.items = self.items[: self.length]
        self.items.extend(new)
        self.length = len(self.items)

    def read(self) -> list[T]:
        return self.items[: self.length]

    def fork(self) -> _Log[T]:
        twin: _Log[T] = _Log()
        twin.items, twin.length = self.items, self.length
        return twin


class Game(Generic[S]):
    """Rules, a state, dice, and the record of what was done.

    game.decision                  # who must decide what
    game.legal()                   # what may be answered
    game.apply(action)             # -> events, or IllegalAction and nothing has changed
    game.copy(); game.view("uk"); game.record()
    """

    def __init__(self, rules: Rules[S], state: S, dice: DiceSource, header: Header) -> None:
        self.rules = rules
        self.header = header
        self._state = state
        self._dice = dice
        self._events: _Log[Event] = _Log()
        self._entries: _Log[_Noted | Entry] = _Log()
        self._earlier: tuple[tuple[S, int, Power], ...] = ()
        self._policies: dict[tuple[Power, str], Policy] = {}

    @classmethod
    def begin(cls, rules: Rules[S], state: S, dice: DiceSource, header: Header) -> Self:
        """Start a freshly set up state: run the opening steps up to the first decision."""
        game = cls(rules, state, dice, header)
        table = Table(game._state, game._dice)
        if not state.open:
            if not state.agenda:
                rules.start(table)
            rules.advance(table)
        game._events.extend(table.events)
        if table.rolled:
            game._entries.extend([Entry(n=1, power="", dice=tuple(table.rolled))])
        return game

    # Looking

    @property
    def state(self) -> S:
        """The present state. It never changes; the next action makes a new one."""
        return self._state

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Everything that can be answered now; several at once where choices are simultaneous."""
        return self._state.open

    @property
    def decision(self) -> Decision | None:
        """The decision to be answered now (the first one if there are several); None after the end."""
        return self._state.open[0] if self._state.open else None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self._state.outcome

    @property
    def events(self) -> list[Event]:
        """Everything that has happened."""
        return self._events.read()

    def legal(self, decision: Decision | None = None) -> Menu:
        """The legal answers to a decision (by default the one to be answered now)."""
        decision = decision or self.decision
        if decision is None:
            raise self.rules.game_over()
        return self.rules.menu(self._state, decision)

    def view(self, power: Power) -> View[S]:
        """What `power` may see."""
        self._check_power(power)
        seen = self._seen_by(power, self._events.fork())
        return View(self.rules, power, self.rules.redact(self._state, power), seen)

    def _seen_by(self, power: Power, events: _Log[Event]) -> Iterator[Event]:
        """The events `power` may see; an undo counts only those among them that it takes back."""
        standing: list[bool] = []
        for event in events.read():
            if isinstance(event, Undone):
                kept = len(standing) - event.events
                yield msgspec.structs.replace(event, events=sum(standing[kept:]))
                del standing[kept:]
                continue
            standing.append(self.rules.may_see(event, power))
            if standing[-1]:
                yield event

    def digest(self) -> str:
        """Fingerprint of the present state."""
        return self._state.digest()

    # Doing

    def apply(self, action: Action | dict[str, Any], power: Power | None = None) -> list[Event]:
        """Carry out an action; `power` is needed only when several powers could give it.

        Raises `IllegalAction` and changes nothing if the rules refuse it. Decisions that were delegated
        to policies are answered before this returns.
        """
        events = self._apply_one(self.rules.check_action(action), power, by="")
        events += self._run_policies()
        return events

    def _apply_one(
        self, action: Action, power: Power | None, by: str, afterwards: Callable[[Table[S]], None] | None = None
    ) -> list[Event]:
        if self._state.outcome is not None:
            raise self.rules.game_over()
        if power is not None:
            self._check_power(power)
        if isinstance(action, Undo):
            return self._undo(action, power)
        state = self._state.copy()
        table = Table(state, self._dice.copy())
        decision = self._decision_for(action, power)
        if decision is not None:
            actor = decision.power
            self.rules.answer(table, decision, action)
            if afterwards is not None:
                afterwards(table)
        else:
            actor = power if power is not None else state.open[0].power
            if not self.rules.standing_action(table, actor, action):
                raise self.rules.refuse("decision.not_open", power=actor, action=action.kind)
            table.secret = True  # what was declared to everybody cannot be taken back, nor what lies before it
        self._remember(table, actor)
        self._state = state
        self._dice = table.dice
        self._events.extend(table.events)
        self._note(actor, action, tuple(table.rolled), by)
        return table.events

    def _decision_for(self, action: Action, power: Power | None) -> Decision | None:
        mine = [d for d in self._state.open if power is None or d.power == power]
        fitting = [d for d in mine if action.kind in d.accepts]
        if fitting:
            return fitting[0]
        if action.kind in self.rules.standing_kinds:
            return None
        if not mine:
            raise self.rules.refuse("decision.not_yours", power=power, action=action.kind)
        return mine[0]

    def _note(self, power: Power, action: Action, dice: tuple[int, ...], by: str) -> None:
        self._entries.extend([_Noted(power, action, dice, by)])

    # Undo

    @property
    def can_undo(self) -> bool:
        """Whether the newest move of this phase can be taken back (nothing random or secret since)."""
        return bool(self._earlier)

    @property
    def undoable(self) -> int:
        """How many moves of this phase can be taken back, one after the other."""
        return len(self._earlier)

    def undo(self) -> list[Event]:
        """Take back the newest move of this phase."""
        return self.apply(Undo())

    def _remember(self, table: Table[S], actor: Power) -> None:
        before, scope = self._state, self.rules.undo_scope
        if table.rolled or table.secret or scope(before) != scope(table.state):
            self._earlier = ()
        else:
            self._earlier = (*self._earlier, (before, len(table.events), actor))

    def _undo(self, action: Action, power: Power | None) -> list[Event]:
        if not self._earlier:
            raise self.rules.refuse("undo.nothing")
        state, count, actor = self._earlier[-1]
        if power is not None and power != actor:
            raise self.rules.refuse("decision.not_yours", power=power, action=action.kind)
        self._earlier = self._earlier[:-1]
        self._state = state
        event = Undone(actor, count)
        self._events.extend([event])
        self._note(actor, action, (), "")
        return [event]

    # Standing orders

    def delegate(self, power: Power, kind: str, policy: Policy | None) -> list[Event]:
        """Let a policy answer `power`'s decisions of this kind from now on (None: ask the person again)."""
        self._delegate(power, kind, policy)
        return self._run_policies()

    def _delegate(self, power: Power, kind: str, policy: Policy | None) -> None:
        self._check_power(power)
        if not isinstance(kind, str) or not kind.isidentifier():
            raise BadValue(f"{kind!r} is not a kind of decision")
        if policy is None:
            self._policies.pop((power, kind), None)
        else:
            self._policies[power, kind] = policy
        data = msgspec.to_builtins(policy) if policy is not None else None
        self._entries.extend([_Noted(power, None, (), "", {"kind": kind, "policy": data})])

    @property
    def policies(self) -> dict[tuple[Power, str], Policy]:
        """The standing orders in force, by power and kind of decision."""
        return dict(self._policies)

    def _run_policies(self) -> list[Event]:
        events: list[Event] = []
        for _ in range(MOST_ANSWERS if self._policies else 0):
            for decision in self._state.open:
                policy = self._policies.get((decision.power, decision.kind))
                if policy is None:
                    continue
                seen = self.rules.redact(self._state, decision.power)
                try:
                    action = policy.answer(self.rules, seen, decision, self.rules.menu(seen, decision))
                    if action is None:
                        continue
                    events += self._apply_one(self.rules.check_action(action), decision.power, by=policy.kind)
                except IllegalAction:
                    continue  # the orders do not fit this case: the person decides
                break
            else:
                break
        return events

    # Copies and records

    def copy(self, dice: DiceSource | None = None) -> Self:
        """An independent game that continues exactly like this one, or with other dice."""
        twin = type(self)(self.rules, self._state, self._dice.copy() if dice is None else dice, self.header)
        twin._events = self._events.fork()
        twin._entries = self._entries.fork()
        twin._earlier = self._earlier
        twin._policies = dict(self._policies)
        return twin

    def record(self, *, close: bool = True) -> Record:
        """The game's record so far; `close` adds the end line with the state's digest."""
        entries = self.entries()
        reveal = self._dice.reveal() if self._state.outcome is not None else {}
        end = End(entries=len(entries), digest=self.digest(), reveal=reveal) if close else None
        return Record(self.header, entries, end)

    @property
    def length(self) -> int:
        """How many entries the record has so far."""
        return self._entries.length

    def entries(self, since: int = 0) -> tuple[Entry, ...]:
        """The entries of the record, or those after the first `since` of them."""
        log = self._entries
        return tuple(_entry(n, item) for n, item in enumerate(log.items[since : log.length], start=since + 1))

    @property
    def dice(self) -> DiceSource:
        """Where this game's dice come from."""
        return self._dice

    @dice.setter
    def dice(self, source: DiceSource) -> None:
        self._dice = source

    def play_entry(self, entry: Entry, afterwards: Callable[[Table[S]], None] | None = None) -> list[Event]:
        """Do again what an entry of a record says, without asking policies; `afterwards` does what else was part of it.

        Whoever has a record plays it by `replay`, or by `replay.play_entry`, which knows its version.
        """
        if entry.delegate is not None:
            policy = entry.delegate.get("policy")
            orders = self.rules.policies.read(policy) if policy is not None else None
            self._delegate(entry.power, str(entry.delegate.get("kind")), orders)
        elif entry.do is not None:
            return self._apply_one(self.rules.check_action(entry.do), entry.power, entry.by, afterwards)
        return []

    def _check_power(self, power: Power) -> None:
        if power not in self.rules.powers:
            raise UnknownName("power", power, self.rules.powers)


class _Noted:
    """An entry of the record before it is written out."""

    __slots__ = ("action", "by", "delegate", "dice", "power")

    def __init__(
        self,
        power: Power,
        action: Action | None,
        dice: tuple[int, ...],
        by: str,
        delegate: dict[str, Any] | None = None,
    ) -> None:
        self.power = power
        self.action = action
        self.dice = dice
        self.by = by
        self.delegate = delegate


def _entry(n: int, item: _Noted | Entry) -> Entry:
    if isinstance(item, Entry):
        return msgspec.structs.replace(item, n=n)
    do = msgspec.to_builtins(item.action) if item.action is not None else None
    return Entry(n=n, power=item.power, do=do, dice=item.dice, by=item.by, delegate=item.delegate)
