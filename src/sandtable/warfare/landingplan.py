"""Landing plans for the whole turn: checked when the combat move ends, and never made worse afterwards."""

from __future__ import annotations

from sandtable.core.dice import ScriptedDice
from sandtable.core.errors import IllegalAction
from sandtable.core.table import Table
from sandtable.core.values import Action, Task
from sandtable.warfare import events
from sandtable.warfare.actions import Move, Place
from sandtable.warfare.base import WarTable
from sandtable.warfare.consent import AskConsent, Consents
from sandtable.warfare.landing import Deck, Flyer, fits, most
from sandtable.warfare.movephases import CombatMove
from sandtable.warfare.production import Production
from sandtable.warfare.state import Unit, WarState


class LandingPlans(Consents, Production):
    """Carriers that move later, allied decks and carriers bought this turn all count."""

    # Decks

    def _resting_flyers(self, state: WarState) -> list[Flyer]:
        """Own fighters on decks: they are never carried, so they hold a slot only where they can fly."""
        return [
            Flyer(unit.id, self._zones_within(state, unit.space, 0 if unit.done else self.points_left(state, unit)))
            for unit in state.units_of(state.power)
            if unit.aboard
            and unit.kind in self.air
            and state.units[unit.aboard].power == state.power
            and not self.can_reach_field(
                state, unit.power, unit.space, 0 if unit.done else self.points_left(state, unit)
            )
        ]

    def _decks(self, state: WarState) -> list[Deck]:
        return [*self.own_decks(state), *self.allied_decks(state, asked=False), *self.new_decks(state)]

    def own_decks(self, state: WarState, hopeful: bool = False) -> list[Deck]:
        """Own carriers: where they are bound, or every zone they can still reach."""
        decks = []
        for carrier in state.units_of(state.power):
            if carrier.kind not in self.carriers:
                continue
            guests = sum(unit.power != state.power for unit in state.aboard(carrier))
            zones = {carrier.space}
            bound = carrier.done or (state.phase == "combat_move" and self.fights_at(state, carrier.space))
            if hopeful and not carrier.done:
                near = self.board.distances(carrier.space)
                zones |= {z for z in self.board.sea if near.get(z, 99) <= self.points_left(state, carrier)}
            elif not bound:
                zones |= self._carrier_reach(state, carrier)
            decks.append(Deck(carrier.id, self.types[carrier.kind].deck_capacity - guests, frozenset(zones)))
        return decks

    def fights_at(self, state: WarState, zone: str) -> bool:
        """Whether own ships in a zone will have to fight there."""
        return self.is_hostile_zone(state, state.power, zone) or zone in state.attacks

    def allied_decks(self, state: WarState, asked: bool) -> list[Deck]:
        """Decks of allies that have agreed (with `asked`: of all that have not refused)."""
        return [
            Deck(carrier.id, self.free_slots(state, carrier), frozenset({carrier.space}))
            for carrier in self.carriers_of_side(state)
            if carrier.power != state.power
            and (self.has_consent(state, carrier.power) or (asked and carrier.power not in state.consents))
        ]

    def new_decks(self, state: WarState) -> list[Deck]:
        """Carriers bought this turn, wherever they could be placed."""
        zones: set[str] = set()
        for factory in self.factory_spaces(state, state.power):
            if self.capacity_left(state, state.power, factory) > 0:
                zones |= {z for z in self.board.sea_borders[factory] if self.may_launch_in(state, state.power, z)}
        if not zones or self.capital_lost(state, state.power):
            return []
        return [
            Deck(f"new{number}", self.types[kind].deck_capacity, frozenset(zones))
            for kind in self.carriers
            for number in range(state.pool.get(kind, 0))
        ]

    # The plan

    def landing_looks_possible(self, state: WarState) -> bool:
        """At once only what later orders could not mend is refused."""
        hopeless = [unit for unit in self._airborne(state) if not self._can_hope(state, unit)]
        if hopeless:
            return False
        flyers = self._deck_seekers(state)
        decks = [*self.own_decks(state, hopeful=True), *self.allied_decks(state, asked=True), *self.new_decks(state)]
        return fits(flyers, decks)

    def _airborne(self, state: WarState) -> list[Unit]:
        return [unit for unit in state.units_of(state.power) if unit.airborne]

    def _can_hope(self, state: WarState, unit: Unit) -> bool:
        left = self.points_left(state, unit)
        return self.types[unit.kind].deck_size > 0 or self.can_reach_field(state, unit.power, unit.space, left)

    def _deck_seekers(self, state: WarState) -> list[Flyer]:
        """Aircraft in the air that reach no land."""
        return [
            Flyer(unit.id, self._zones_within(state, unit.space, self.points_left(state, unit)))
            for unit in self._airborne(state)
            if not self.can_reach_field(state, unit.power, unit.space, self.points_left(state, unit))
        ]

    def end_combat_move(self, table: WarTable) -> None:
        """A plan must exist in which everybody lands; an ally whose deck it needs is asked first."""
        super().end_combat_move(table)
        state = table.state
        if not self.can_all_land(state):
            if not all(self._can_hope(state, unit) for unit in self._airborne(state)):
                raise self.refuse("air.no_plan")
            ally = self._ally_to_ask(state)
            if not ally:
                raise self.refuse("air.no_plan")
            table.push(Task(AskConsent.name, ally), Task(CombatMove.name, "again"))
            return
        self._tell_pledges(table)

    def _ally_to_ask(self, state: WarState) -> str:
        seekers = [*self._deck_seekers(state), *self._resting_flyers(state)]
        if not fits(seekers, [*self._decks(state), *self.allied_decks(state, asked=True)]):
            return ""
        waiting = [
            carrier.power
            for carrier in self.carriers_of_side(state)
            if not self.has_consent(state, carrier.power) and carrier.power not in state.consents
        ]
        return waiting[0] if waiting else ""

    def _tell_pledges(self, table: WarTable) -> None:
        """Name the carriers the plan counts on away from where they are."""
        state = table.state
        seekers = self._deck_seekers(state)
        wanted = frozenset[str]().union(*(flyer.zones for flyer in seekers)) if seekers else frozenset[str]()
        for deck in self._decks(state):
            carrier = state.units.get(deck.carrier)
            here = carrier.space if carrier is not None else ""
            if (carrier is None or carrier.power == state.power) and here not in wanted and deck.zones & wanted:
                zone = sorted(deck.zones & wanted)[0]
                table.tell(events.CarrierPledged(state.power, deck.carrier if carrier else "", zone))

    # Afterwards

    def landable(self, state: WarState) -> int:
        """The greatest number of own aircraft in the air that can still land this turn."""
        seekers = self._deck_seekers(state)
        safe = len(self._airborne(state)) - len(seekers)
        resting = self._resting_flyers(state)
        fighters = [flyer for flyer in seekers if self.types[state.units[flyer.unit].kind].deck_size]
        return safe + most([*resting, *fighters], self._decks(state)) - len(resting)

    def noncombat_order(self, table: WarTable, action: Action) -> None:
        """No order may lower the number of aircraft that can still land."""
        state = table.state
        before = self._landed_and_landable(state) if self._airborne(state) or self._has_own_deck_guests(state) else -1
        super().noncombat_order(table, action)
        if before >= 0 and self._landed_and_landable(state) < before:
            raise self.refuse("air.rescue")

    def plan_holds(self, state: WarState) -> bool:
        return self.can_all_land(state) and super().plan_holds(state)

    def order_stands(self, state: WarState, action: Action) -> bool:
        """The menu offers only orders after which the phase can still be ended well."""
        if isinstance(action, Move) and state.units[action.units[0]].kind in self.holders:
            return super().order_stands(state, action)
        trial = Table(state.copy(), ScriptedDice(()))
        try:
            if state.phase == "combat_move":
                self.combat_order(trial, action)
                if not self.plan_holds(trial.state):
                    return False
            elif self._airborne(state) or self._has_own_deck_guests(state):
                self.noncombat_order(trial, action)
        except IllegalAction:
            return False
        return super().order_stands(state, action)

    def _has_own_deck_guests(self, state: WarState) -> bool:
        return any(unit.aboard and unit.kind in self.air for unit in state.units_of(state.power))

    def _landed_and_landable(self, state: WarState) -> int:
        aircraft = sum(unit.kind in self.air for unit in state.units_of(state.power))
        return aircraft - len(self._airborne(state)) + self.landable(state)

    def end_noncombat(self, table: WarTable) -> None:
        """Fighters may wait in the air for a carrier that is still to be placed."""
        state = table.state
        waiting = self.stranded(state)
        if waiting:
            raise self.refuse("air.must_land", units=self.count(waiting), space=waiting[0].space)
        zones = frozenset[str]().union(*(deck.zones for deck in self.new_decks(state)))
        lost = [
            unit.id for unit in self._airborne(state) if unit.space not in zones or not self.types[unit.kind].deck_size
        ]
        self.lose(table, lost, "no_landing")

    def place(self, table: WarTable, order: Place) -> None:
        """A new carrier takes the fighters that wait in its zone; none may be left waiting in vain."""
        state = table.state
        before = self._landed_and_landable(state)
        super().place(table, order)
        if order.unit in self.carriers:
            self._board_waiting(state, order.space)
        if self._landed_and_landable(state) < before:
            raise self.refuse("place.carrier_pledged", space=order.space)

    def placement_stands(self, state: WarState, order: Place) -> bool:
        if self._airborne(state):
            try:
                self.place(Table(state.copy(), ScriptedDice(())), order)
            except IllegalAction:
                return False
        return super().placement_stands(state, order)

    def _board_waiting(self, state: WarState, zone: str) -> None:
        carriers = [unit for unit in state.units_in(zone) if unit.kind in self.carriers and unit.power == state.power]
        for unit in state.units_in(zone):
            if unit.airborne and unit.power == state.power and self.types[unit.kind].deck_size:
                deck = next((carrier for carrier in carriers if self.free_slots(state, carrier) > 0), None)
                if deck is not None:
                    state.change(unit.id, aboard=deck.id, airborne=False, done=True)

    def end_placement(self, table: WarTable) -> None:
        self.lose(table, [unit.id for unit in self._airborne(table.state)], "no_landing")
        super().end_placement(table)

    def carry_along(self, table: WarTable, ship: Unit, zone: str) -> None:
        """Own fighters always launch before their carrier moves; guests ride along."""
        state = table.state
        if ship.kind not in self.carriers:
            super().carry_along(table, ship, zone)
            return
        for passenger in state.aboard(ship):
            if passenger.power == state.power:
                state.change(passenger.id, aboard="", airborne=True)
            else:
                state.change(passenger.id, space=zone)
