"""Rules: behaviour without data. A game's rules are a set of steps and the answers they accept."""

from __future__ import annotations

import functools
import operator
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from sandtable.core.errors import GameOver, IllegalAction, UnknownName
from sandtable.core.lexicon import Lexicon, Texts
from sandtable.core.menu import Menu
from sandtable.core.policy import PolicyBook
from sandtable.core.state import State
from sandtable.core.table import Table
from sandtable.core.values import Action, Decision, Event, Power, Task, Undo

S = TypeVar("S", bound=State)
R = TypeVar("R")

_encoder = msgspec.json.Encoder()


class Step(ABC, Generic[R, S]):
    """One step of a turn or a battle: what it does by itself, what it asks, how it takes the answer.

    Steps hold no data; the agenda in the state names the steps that are still to come.
    """

    name: ClassVar[str]

    @abstractmethod
    def begin(self, rules: R, table: Table[S], subject: str) -> None:
        """Do what is automatic; push further steps or ask decisions."""

    def answer(self, rules: R, table: Table[S], decision: Decision, action: Action) -> None:
        """Carry out the answer to a decision this step asked. Raises `IllegalAction`."""
        raise NotImplementedError(f"step {self.name} asked {decision.kind} but takes no answer")

    def menu(self, rules: R, state: S, decision: Decision) -> Menu:
        """The legal answers to a decision this step asked."""
        raise NotImplementedError(f"step {self.name} asked {decision.kind} but lists no answers")


class Rules(ABC, Generic[S]):
    """Base of every game's rules. Editions and options are subclasses and mixins that override methods."""

    game: ClassVar[str]
    state_type: type[S]
    action_types: ClassVar[tuple[type[Action], ...]] = ()
    event_types: ClassVar[tuple[type[Event], ...]] = ()
    standing_kinds: ClassVar[frozenset[str]] = frozenset()
    """Kinds of actions that may be given at any time, by any power (resigning)."""
    policies: ClassVar[PolicyBook] = PolicyBook()
    powers: tuple[Power, ...]
    lexicon: Lexicon
    topics: Mapping[str, str]
    """Which rule id stands behind a refusal topic; longer topics fall back to their prefixes."""

    def __init__(self, options: Mapping[str, object]) -> None:
        self.options = dict(options)
        self._steps: dict[str, Step[Any, S]] = {step.name: step for step in self.steps()}
        self._actions: msgspec.json.Decoder[Any] = msgspec.json.Decoder(self.any_action())

    # What a game must provide

    @abstractmethod
    def steps(self) -> Iterable[Step[Any, S]]:
        """Every step that can appear on the agenda."""

    @abstractmethod
    def start(self, table: Table[S]) -> None:
        """Put the first steps on the agenda of a freshly set up state."""

    # What a game may override

    def standing_action(self, table: Table[S], power: Power, action: Action) -> bool:
        """Carry out an action that needs no open decision (resigning); False if this is none."""
        return False

    def misplaced(self, state: S, decision: Decision, action: Action) -> IllegalAction:
        """The refusal of an action that does not answer the open decision; chapters may know a better reason."""
        return self.refuse("decision.wrong_kind", action=action.kind, decision=decision.kind, accepts=decision.accepts)

    def redact(self, state: S, viewer: Power) -> S:
        """The state as `viewer` may see it. Games without secrets show everything."""
        return state

    def may_see(self, event: Event, viewer: Power) -> bool:
        """Whether `viewer` may see an event."""
        return not event.secret_for or getattr(event, event.secret_for) == viewer

    def state_problem(self, state: S) -> str:
        """What is wrong with a state that came from outside ("" if nothing is)."""
        return ""

    def renew(self, state: S) -> None:
        """Bring a state from outside up to date that an older program has written."""

    def former_answer(self, state: S, decision: Decision) -> Action | None:
        """What was answered without asking when a game of version 1 of the record was played (None: it was asked)."""
        return None

    def undo_scope(self, state: S) -> object:
        """Moves can be taken back while this stays the same (for example the phase of a turn)."""
        return None

    # The engine

    def step(self, name: str) -> Step[Any, S]:
        """The step with this name."""
        return self._steps[name]

    def advance(self, table: Table[S]) -> None:
        """Take steps from the agenda until somebody must decide or the game is over."""
        state = table.state
        while not state.open and state.outcome is None and state.agenda:
            task = state.agenda[-1]
            state.agenda = state.agenda[:-1]
            self._steps[task.step].begin(self, table, task.subject)

    def answer(self, table: Table[S], decision: Decision, action: Action) -> None:
        """Carry out an answer and everything that follows from it."""
        state = table.state
        if action.kind not in decision.accepts:
            raise self.misplaced(state, decision, action)
        state.open = tuple(other for other in state.open if other is not decision)
        self._steps[decision.step].answer(self, table, decision, action)
        self.advance(table)

    def menu(self, state: S, decision: Decision) -> Menu:
        """The legal answers to an open decision."""
        return self._steps[decision.step].menu(self, state, decision)

    def check_action(self, action: object) -> Action:
        """A well-formed action of this game, from an object or its JSON form. Raises `IllegalAction`."""
        try:
            checked: Action = self._actions.decode(_encoder.encode(action))
            return checked
        except (msgspec.MsgspecError, TypeError, ValueError, RecursionError, OverflowError) as error:
            raise self.refuse("action.malformed", problem=f"{error}") from None

    @classmethod
    @functools.cache
    def any_action(cls) -> Any:
        """The union of all action types, for decoding."""
        return functools.reduce(operator.or_, (Undo, *cls.action_types))

    @classmethod
    @functools.cache
    def any_event(cls) -> Any:
        """The union of all event types, for decoding."""
        return functools.reduce(operator.or_, cls.event_types)

    # Refusals

    def rule_for(self, topic: str) -> str:
        """The id of the rule behind a refusal topic."""
        key = topic
        while key:
            if key in self.topics:
                return self.topics[key]
            key = key.rpartition(".")[0]
        raise UnknownName("refusal topic", topic, self.topics)

    def refuse(self, topic: str, **params: object) -> IllegalAction:
        """The refusal for a topic, with its rule id and its explanation in every language."""
        key = topic
        while not self.lexicon.has(f"refusal.{key}") and "." in key:
            key = key.rpartition(".")[0]
        texts: Texts = self.lexicon.texts(f"refusal.{key}", **params)
        return IllegalAction(self.rule_for(topic), texts, topic)

    def game_over(self) -> IllegalAction:
        """The refusal of anything after the end."""
        return GameOver()


def tasks(steps: Iterable[Step[Any, Any]], subject: str = "") -> tuple[Task, ...]:
    """Agenda entries for steps, all about the same subject."""
    return tuple(Task(step.name, subject) for step in steps)
