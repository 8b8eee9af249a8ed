"""Pledges: the player names the carriers that a landing plan counts on, and where they will be.

What nobody names the plan names when the combat move ends. Until then a pledge can be changed or taken back; the plan
uses a pledged carrier in no other zone. What it binds afterwards stands in `landingplan`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations

import msgspec

from sandtable.core.dice import ScriptedDice
from sandtable.core.errors import IllegalAction
from sandtable.core.table import Table
from sandtable.core.values import Action
from sandtable.warfare import events
from sandtable.warfare.actions import Pledge
from sandtable.warfare.base import WarTable
from sandtable.warfare.landing import Deck, Flyer, fits, most
from sandtable.warfare.landingplan import LandingPlans
from sandtable.warfare.state import Unit, WarState

NEW = ""
"""Stands for a carrier bought this turn."""


class Pledges(LandingPlans):
    """Carriers named as landing places during the combat move."""

    # What the plan makes of them

    def own_decks(self, state: WarState, hopeful: bool = False) -> list[Deck]:
        decks = super().own_decks(state, hopeful)
        if not state.pledges:
            return decks
        zones = dict(state.pledges)
        return [_named(deck, zone) if (zone := zones.get(deck.carrier)) in deck.zones else deck for deck in decks]

    def new_fleets(self, state: WarState) -> list[list[Deck]]:
        fleets = super().new_fleets(state)
        return (list(_with_named(fleets, state.pledges)) or fleets) if state.pledges else fleets

    def no_plan(self, state: WarState) -> IllegalAction:
        """A pledge that stands in the way is named."""
        zone = _obstacle(state, self.can_all_land)
        return self.refuse("pledge.no_plan", zone=zone) if zone else super().no_plan(state)

    def settle_pledges(self, table: WarTable) -> None:
        """Pledges that concern nobody end with the combat move; the others now bind."""
        super().settle_pledges(table)
        state = table.state
        bound = {unit.pledge for unit in state.units_of(state.power) if unit.pledge is not None}
        self._withdraw(table, [pledge for pledge in state.pledges if pledge not in bound])
        state.pledges = ()

    # Giving them and taking them back

    def combat_order(self, table: WarTable, action: Action) -> None:
        state = table.state
        if isinstance(action, Pledge):
            if action.zone:
                self._pledge(table, action)
            else:
                self._take_back(table, action.carrier)
        elif state.pledges:
            self._order_beside_pledges(table, action)
        else:
            super().combat_order(table, action)

    def _order_beside_pledges(self, table: WarTable, action: Action) -> None:
        """An order that only a pledge forbids says so; one that binds a pledged carrier ends its pledge."""
        before = table.state.copy()
        try:
            super().combat_order(table, action)
        except IllegalAction:
            zone = _obstacle(before, lambda state: self._accepts(state, action))
            if not zone:
                raise
            raise self.refuse("pledge.in_the_way", zone=zone) from None
        state = table.state
        zones = {deck.carrier: deck.zones for deck in super().own_decks(state)}
        self._withdraw(
            table, [(ship, zone) for ship, zone in state.pledges if ship and zone not in zones.get(ship, ())]
        )

    def _accepts(self, state: WarState, action: Action) -> bool:
        """Whether an order of the combat move is legal, whatever its pledges."""
        try:
            super().combat_order(Table(state.copy(), ScriptedDice(())), action)
        except IllegalAction:
            return False
        return True

    def _pledge(self, table: WarTable, pledge: Pledge) -> None:
        state = table.state
        zone = pledge.zone
        self.known_space(zone)
        if not self.board.is_sea[zone]:
            raise self.refuse("pledge.land", zone=zone)
        before = self.danger(state, self.agreed_hosts(state))
        if pledge.carrier == NEW:
            self._replace_new(table, zone)
        else:
            self._check_carrier(state, pledge.carrier, zone)
            self._withdraw(table, [given for given in state.pledges if given[0] == pledge.carrier])
        state.pledges = (*state.pledges, (pledge.carrier, zone))
        if pledge.carrier == NEW:
            self._check_yards(state, zone)
        if self.danger(state, self.agreed_hosts(state)) > before:
            lost = self._left_out(state)
            raise self.refuse("pledge.strands", zone=zone, space=lost[0].space, units=self.count(lost))
        table.tell(events.CarrierPledged(state.power, pledge.carrier, zone))

    def _check_carrier(self, state: WarState, ident: str, zone: str) -> None:
        (carrier,) = self.named_units(state, [ident], state.power)
        if carrier.kind not in self.carriers:
            raise self.refuse("pledge.not_a_carrier", unit=carrier.kind)
        if carrier.space == zone:
            raise self.refuse("pledge.here", unit=carrier.kind, zone=zone)
        if self._is_bound(state, carrier):
            raise self.refuse("pledge.bound", unit=carrier.kind)
        if zone not in self._carrier_reach(state, carrier):
            raise self.refuse("pledge.too_far", unit=carrier.kind, zone=zone)

    def _check_yards(self, state: WarState, zone: str) -> None:
        """The factories must be able to build all carriers that are pledged, each where it is pledged."""
        fleets = super().new_fleets(state)
        if not any(zone in deck.zones for fleet in fleets for deck in fleet):
            raise self.refuse("pledge.no_yard", zone=zone)
        if not any(_with_named(fleets, state.pledges)):
            raise self.refuse("pledge.no_yard.full", zone=zone)

    def _replace_new(self, table: WarTable, zone: str) -> None:
        """If every new carrier is pledged already, the oldest of these pledges makes way."""
        state = table.state
        given = [pledge for pledge in state.pledges if pledge[0] == NEW]
        bought = sum(state.pool.get(kind, 0) for kind in self.carriers)
        if not bought:
            raise self.refuse("pledge.no_yard", zone=zone)
        self._withdraw(table, given[: len(given) + 1 - bought])

    def _take_back(self, table: WarTable, carrier: str) -> None:
        given = [pledge for pledge in table.state.pledges if pledge[0] == carrier]
        if not given:
            raise self.refuse("pledge.nothing")
        self._withdraw(table, given)

    def _withdraw(self, table: WarTable, ending: Sequence[tuple[str, str]]) -> None:
        state = table.state
        left = list(state.pledges)
        for carrier, zone in ending:
            left.remove((carrier, zone))
            table.tell(events.PledgeWithdrawn(state.power, carrier, zone))
        state.pledges = tuple(left)

    def _left_out(self, state: WarState) -> list[Unit]:
        """Aircraft that get no place as things are."""
        hosts = self.agreed_hosts(state)
        flyers, decks = [*self._resting(state, hosts), *self._seekers(state)], self._decks_for(state, hosts)
        fleet = max(self.new_fleets(state), key=lambda fleet: most(flyers, [*decks, *fleet]))
        seated: list[Flyer] = []
        lost: list[Unit] = []
        for flyer in flyers:
            if fits([*seated, flyer], [*decks, *fleet]):
                seated.append(flyer)
            else:
                lost.append(state.units[flyer.unit])
        return lost

    # The menu

    def further_orders(self, state: WarState) -> Iterator[Action]:
        """Zones that somebody who needs a deck can reach, as far as there is a choice; and taking pledges back."""
        yield from super().further_orders(state)
        yield from (Pledge(carrier) for carrier in dict.fromkeys(carrier for carrier, _ in state.pledges))
        places = list(self._useful_pledges(state))
        if len(places) > 1:
            yield from (Pledge(carrier, zone) for carrier, zone in places if (carrier, zone) not in state.pledges)

    def _useful_pledges(self, state: WarState) -> Iterator[tuple[str, str]]:
        units = state.units_of(state.power)
        own = [unit for unit in units if unit.kind in self.carriers]
        if not (own or any(kind in state.pool for kind in self.carriers)) or not any(unit.airborne for unit in units):
            return
        wanted = frozenset[str]().union(*(flyer.zones for flyer in self._seekers(state)))
        if not wanted:
            return
        for carrier in own:
            if self._slots(state, carrier) > 0 and not self._is_bound(state, carrier):
                zones = self._carrier_reach(state, carrier) & wanted - {carrier.space}
                yield from ((carrier.id, zone) for zone in self.in_board_order(zones))
        yards = frozenset[str]().union(*(deck.zones for fleet in super().new_fleets(state) for deck in fleet))
        yield from ((NEW, zone) for zone in self.in_board_order(yards & wanted))


def _named(deck: Deck, zone: str) -> Deck:
    return msgspec.structs.replace(deck, zones=frozenset({zone}), named=True)


def _with_named(fleets: Sequence[list[Deck]], pledges: Sequence[tuple[str, str]]) -> Iterator[list[Deck]]:
    """Fleets of new carriers with the pledged zones named for some of them, in every possible way."""
    zones = [zone for carrier, zone in pledges if carrier == NEW]
    for fleet in fleets:
        for chosen in permutations(range(len(fleet)), len(zones)):
            pairs = list(zip(chosen, zones, strict=True))
            if all(zone in fleet[number].zones for number, zone in pairs):
                named = {number: _named(fleet[number], zone) for number, zone in pairs}
                yield [named.get(number, deck) for number, deck in enumerate(fleet)]


def _obstacle(state: WarState, fine: Callable[[WarState], bool]) -> str:
    """If things are fine without pledges: the zone of one that alone is to blame, else of the newest; "" if not."""
    trial = state.copy()
    trial.pledges = ()
    if not state.pledges or not fine(trial):
        return ""
    for number, (_, zone) in enumerate(state.pledges):
        trial.pledges = (*state.pledges[:number], *state.pledges[number + 1 :])
        if fine(trial):
            return zone
    return state.pledges[-1][1]
