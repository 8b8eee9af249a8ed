"""Room on an ally's ships is asked for: the ally may say no."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sandtable.core.dice import ScriptedDice
from sandtable.core.menu import Listed, Menu
from sandtable.core.rules import Step
from sandtable.core.table import Table
from sandtable.core.values import Action, Decision, Task
from sandtable.warfare import events
from sandtable.warfare.actions import Consent, Move, Sail
from sandtable.warfare.base import WarTable
from sandtable.warfare.movement import Movement
from sandtable.warfare.state import Unit, WarState


class Consents(Movement):
    """Boarding an allied transport or landing on an allied carrier needs its owner's consent."""

    def same_player(self, state: WarState, one: str, other: str) -> bool:
        """Whether two powers are steered by the same person."""
        return any(one in seat and other in seat for seat in state.seats)

    def has_consent(self, state: WarState, ally: str) -> bool:
        """Whether an ally's ships may be used this turn."""
        return ally == state.power or self.same_player(state, state.power, ally) or state.consents.get(ally, False)

    def host(self, state: WarState, action: Action) -> str:
        """The ally on whose ship an order puts units ("" if on none)."""
        match action:
            case Move(deck=ident) if ident:
                ship = state.units.get(ident)
            case Sail(transport=ident, load=load) if load:
                ship = state.units.get(ident)
            case _:
                return ""
        return ship.power if ship is not None and ship.power != state.power else ""

    def landing_places(self, state: WarState, unit: Unit) -> Iterator[tuple[str, str]]:
        """Decks of an ally that has refused are no landing places."""
        for place, deck in super().landing_places(state, unit):
            ally = state.units[deck].power if deck else unit.power
            if ally not in state.consents or self.has_consent(state, ally):
                yield place, deck

    def order_stands(self, state: WarState, action: Action) -> bool:
        """The menu does not offer what an ally has refused."""
        ally = self.host(state, action)
        refused = ally in state.consents and not self.has_consent(state, ally)
        return not refused and super().order_stands(state, action)

    def noncombat_order(self, table: WarTable, action: Action) -> None:
        state = table.state
        ally = self.host(state, action)
        if not ally or self.has_consent(state, ally):
            super().noncombat_order(table, action)
            return
        super().noncombat_order(Table(state.copy(), ScriptedDice(())), action)  # refused orders are not worth asking
        if ally in state.consents:
            raise self.refuse("consent.refused", power=ally)
        state.pending = msgspec.to_builtins(action)
        table.push(Task(AskConsent.name, ally))


class AskConsent(Step[Consents, WarState]):
    """The ally answers; the order that waited is then carried out or dropped."""

    name = "ask_consent"

    def begin(self, rules: Consents, table: Table[WarState], subject: str) -> None:
        about = {"asked_by": table.state.power, "order": table.state.pending}
        table.ask(self.name, subject, "consent", ("consent",), about)

    def answer(self, rules: Consents, table: Table[WarState], decision: Decision, action: Action) -> None:
        assert isinstance(action, Consent)
        state = table.state
        state.consents[decision.power] = action.agree
        table.tell(events.ConsentGiven(decision.power, state.power, action.agree))
        waiting, state.pending = state.pending, None
        if waiting is not None and action.agree:
            rules.noncombat_order(table, rules.check_action(waiting))

    def menu(self, rules: Consents, state: WarState, decision: Decision) -> Menu:
        return Listed([Consent(True), Consent(False)])
