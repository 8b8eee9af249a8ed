"""The sequence of play: rounds, turns, phases."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import Any

from sandtable.core.rules import Step, tasks
from sandtable.core.table import Table
from sandtable.core.values import Action, Task
from sandtable.warfare import events
from sandtable.warfare.actions import Resign
from sandtable.warfare.base import WarBase, WarTable
from sandtable.warfare.state import Unit, WarState

AnyStep = Step[Any, WarState]


class TurnSequence(WarBase):
    """Whose turn it is and what comes next."""

    standing_kinds = frozenset({"resign"})

    @abstractmethod
    def phases(self) -> tuple[AnyStep, ...]:
        """The phases of a turn, in order."""

    def extra_steps(self) -> Iterable[AnyStep]:
        """Steps that are not phases but can be on the agenda."""
        return ()

    def steps(self) -> Iterable[AnyStep]:
        return (BeginTurn(), *self.phases(), EndTurn(), *self.extra_steps())

    def opening(self) -> tuple[AnyStep, ...]:
        """Steps before the first turn."""
        return ()

    def start(self, table: Table[WarState]) -> None:
        """Push the opening steps and the first turn."""
        table.tell(events.RoundBegan(table.state.round))
        table.push(*tasks(self.opening()), Task(BeginTurn.name))

    def turn_from(self, phase: str) -> tuple[Task, ...]:
        """The agenda of a turn from a phase on."""
        names = [step.name for step in self.phases()]
        return (*(Task(name) for name in names[names.index(phase) :]), Task(EndTurn.name))

    def begin_phase(self, table: WarTable, phase: str) -> None:
        """Note that a phase begins."""
        table.state.phase = phase
        table.tell(events.PhaseBegan(table.state.power, phase))

    def undo_scope(self, state: WarState) -> object:
        # A flight that guns have fired at stands (CL-CMOVE-12), and so does the choice of what was lost in it.
        # Once another power has been asked, the decision it was told of stands, too.
        asked = tuple(decision.power for decision in state.open)
        return (state.round, state.power, state.phase, state.flight, asked)

    def clear_turn(self, state: WarState) -> None:
        """Forget what belonged to the turn that is over."""
        state.pool = {}
        state.built = {}
        state.changed = {}
        state.fees = ()
        state.fought = ()
        state.attacks = ()
        state.ignored = ()
        state.pledges = ()
        state.consents = {}
        for unit in list(state.units.values()):
            if unit.done or unit.spent or unit.captured or unit.origin or unit.airborne or unit.task:
                state.units[unit.id] = Unit(
                    unit.id, unit.n, unit.kind, unit.power, unit.space, unit.aboard, unit.damage
                )

    def round_is_over(self, table: WarTable) -> None:
        """Called after the last turn of a round."""

    def standing_action(self, table: Table[WarState], power: str, action: Action) -> bool:
        if not isinstance(action, Resign):
            return False
        self.resign(table, power)
        return True

    def resign(self, table: WarTable, power: str) -> None:
        """A seat offers the resignation of its side; it counts once every player of the side has."""
        state = table.state
        seat = next((seat for seat in state.seats if power in seat), (power,))
        side = self.board.side_of[power]
        new = [p for p in seat if self.board.side_of[p] == side and p not in state.resigned]
        if not new:
            raise self.refuse("resign.again")
        state.resigned = (*state.resigned, *new)
        for resigning in new:
            table.tell(events.Resigned(resigning))
        if set(self.board.side(side)) <= set(state.resigned):
            winner = next(other for other in self.board.sides if other != side)
            self.win(table, winner, "resignation")

    def win(self, table: WarTable, side: str, reason: str) -> None:
        """End the game with a winner."""
        raise NotImplementedError


class BeginTurn(Step[TurnSequence, WarState]):
    """A power's turn begins: last turn's notes are cleared."""

    name = "begin_turn"

    def begin(self, rules: TurnSequence, table: Table[WarState], subject: str) -> None:
        state = table.state
        rules.clear_turn(state)
        table.tell(events.TurnBegan(state.power, state.round))
        table.push(*rules.turn_from(rules.phases()[0].name))


class EndTurn(Step[TurnSequence, WarState]):
    """The next power is up; after the last one a round is over."""

    name = "end_turn"

    def begin(self, rules: TurnSequence, table: Table[WarState], subject: str) -> None:
        state = table.state
        at = rules.powers.index(state.power) + 1
        if at == len(rules.powers):
            rules.round_is_over(table)
            if state.outcome is not None:
                return
            at = 0
            state.round += 1
            table.tell(events.RoundBegan(state.round))
        state.power = rules.powers[at]
        table.push(Task(BeginTurn.name))
