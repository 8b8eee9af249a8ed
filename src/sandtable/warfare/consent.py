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

    def has_consent(self, state: WarState, ship: Unit) -> bool:
        """Whether a ship of one's side may be used this turn."""
        return self.same_player(state, state.power, ship.power) or state.consents.get(ship.id, False)

    def has_refused(self, state: WarState, ship: Unit) -> bool:
        """Whether room on a ship was asked for and refused this turn."""
        return ship.id in state.consents and not self.has_consent(state, ship)

    def host(self, state: WarState, action: Action) -> Unit | None:
        """The allied ship on which an order puts units."""
        match action:
            case Move(deck=ident) if ident:
                ship = state.units.get(ident)
            case Sail(transport=ident, load=load) if load:
                ship = state.units.get(ident)
            case _:
                return None
        return ship if ship is not None and ship.power != state.power else None

    def landing_places(self, state: WarState, unit: Unit) -> Iterator[tuple[str, str]]:
        """Decks that an ally has refused are no landing places."""
        for place, deck in super().landing_places(state, unit):
            if not deck or not self.has_refused(state, state.units[deck]):
                yield place, deck

    def order_stands(self, state: WarState, action: Action) -> bool:
        """The menu does not offer what an ally has refused."""
        ship = self.host(state, action)
        return not (ship and self.has_refused(state, ship)) and super().order_stands(state, action)

    def noncombat_order(self, table: WarTable, action: Action) -> None:
        state = table.state
        ship = self.host(state, action)
        if ship is None or self.has_consent(state, ship):
            super().noncombat_order(table, action)
            return
        super().noncombat_order(Table(state.copy(), ScriptedDice(())), action)  # refused orders are not worth asking
        if self.has_refused(state, ship):
            raise self.refuse("consent.refused", power=ship.power)
        self.ask_for_room(table, ship, action)

    def ask_for_room(self, table: WarTable, ship: Unit, action: Action) -> None:
        """The order waits until the ship's owner has answered."""
        table.state.pending = msgspec.to_builtins(action)
        table.push(Task(AskConsent.name, ship.id))


class AskConsent(Step[Consents, WarState]):
    """The ally answers; the order that waited is then carried out or dropped."""

    name = "ask_consent"

    def begin(self, rules: Consents, table: Table[WarState], subject: str) -> None:
        state = table.state
        about = {"asked_by": state.power, "ship": subject, "order": state.pending}
        table.ask(self.name, state.units[subject].power, "consent", ("consent",), about)

    def answer(self, rules: Consents, table: Table[WarState], decision: Decision, action: Action) -> None:
        assert isinstance(action, Consent)
        state = table.state
        state.consents[decision.about["ship"]] = action.agree
        table.tell(events.ConsentGiven(decision.power, state.power, action.agree))
        waiting, state.pending = state.pending, None
        if waiting is not None and action.agree:
            order = rules.combat_order if state.phase == "combat_move" else rules.noncombat_order
            order(table, rules.check_action(waiting))

    def menu(self, rules: Consents, state: WarState, decision: Decision) -> Menu:
        return Listed([Consent(True), Consent(False)])
