"""Pledges: the player names the carriers that a landing plan counts on, and where they will be.

What nobody names the plan names when the combat move ends. Until then a pledge can be changed or taken back; the plan
uses a pledged carrier in no other zone. What it binds afterwards stands in `landingplan`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

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
        """Pledges that stand in the way are named."""
        zones = _obstacles(state, self.can_all_land)
        if len(zones) > 1:
            return self.refuse("pledge.no_plan.several", zones=dict.fromkeys(zones).keys())
        return self.refuse("pledge.no_plan", zone=zones[0]) if zones else super().no_plan(state)

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
            barring = _obstacles(before, lambda state: self._accepts(state, action))
            if not barring:
                raise
            if len(barring) > 1:
                raise self.refuse("pledge.in_the_way.several", zones=dict.fromkeys(barring).keys()) from None
            raise self.refuse("pledge.in_the_way", zone=barring[0]) from None
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
        bought = self._bought_carriers(state)
        if not bought:
            raise self.refuse("pledge.no_yard", zone=zone)
        self._withdraw(table, given[: max(0, len(given) + 1 - bought)])

    def _bought_carriers(self, state: WarState) -> int:
        return sum(state.pool.get(kind, 0) for kind in self.carriers)

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
        units = state.units_of(state.power)
        own = [unit for unit in units if unit.kind in self.carriers and self._slots(state, unit) > 0]
        new = self._bought_carriers(state)
        if not (own or new) or not any(unit.airborne for unit in units):
            return
        wanted = frozenset[str]().union(*(flyer.zones for flyer in self._seekers(state)))
        places = list(self._useful_pledges(state, own, wanted)) if wanted else []
        staying = sum(carrier.space in wanted for carrier in own)
        choices = staying + sum(new if carrier == NEW else 1 for carrier, _ in places)
        if choices > 1:
            given = Counter(state.pledges)
            yield from (Pledge(*place) for place in places if given[place] < (new if place[0] == NEW else 1))

    def order_stands(self, state: WarState, action: Action) -> bool:
        """The way back is always offered: where several pledges are in the way one alone mends nothing."""
        return (isinstance(action, Pledge) and not action.zone) or super().order_stands(state, action)

    def _useful_pledges(
        self, state: WarState, own: Sequence[Unit], wanted: frozenset[str]
    ) -> Iterator[tuple[str, str]]:
        """Carriers and zones where they would be of use to somebody in the air."""
        for carrier in own:
            if not self._is_bound(state, carrier):
                zones = self._carrier_reach(state, carrier) & wanted - {carrier.space}
                yield from ((carrier.id, zone) for zone in self.in_board_order(zones))
        yards = frozenset[str]().union(*(deck.zones for fleet in super().new_fleets(state) for deck in fleet))
        yield from ((NEW, zone) for zone in self.in_board_order(yards & wanted))


def _named(deck: Deck, zone: str) -> Deck:
    return msgspec.structs.replace(deck, zones=frozenset({zone}), named=True)


def _with_named(fleets: Sequence[list[Deck]], pledges: Sequence[tuple[str, str]]) -> Iterator[list[Deck]]:
    """Fleets of new carriers with the pledged zones named for some of them, in every way that makes a difference.

    Zone by zone one carrier is named for it; of those that are alike one is enough, and so is one of fleets alike.
    """
    zones = sorted(zone for carrier, zone in pledges if carrier == NEW)
    for fleet in fleets:
        found = [list(fleet)]
        for zone in zones:
            further = [further for decks in found for further in _one_more_named(decks, zone)]
            found = list({_likeness(decks): decks for decks in further}.values())
        yield from found


def _one_more_named(decks: list[Deck], zone: str) -> Iterator[list[Deck]]:
    tried: set[tuple[int, frozenset[str]]] = set()
    for number, deck in enumerate(decks):
        alike = (deck.slots, deck.zones)
        if not deck.named and zone in deck.zones and alike not in tried:
            tried.add(alike)
            yield [*decks[:number], _named(deck, zone), *decks[number + 1 :]]


def _likeness(decks: Sequence[Deck]) -> tuple[object, ...]:
    """What two fleets have in common between which there is no difference."""
    return tuple(sorted((deck.slots, tuple(sorted(deck.zones)), deck.named) for deck in decks))


def _obstacles(state: WarState, fine: Callable[[WarState], bool]) -> list[str]:
    """If things are fine without pledges: the zones of those that cannot all stand, as few as possible; [] if not."""
    trial = state.copy()
    trial.pledges = ()
    if not state.pledges or not fine(trial):
        return []
    zones: list[str] = []
    for pledge in state.pledges:
        kept = trial.pledges
        trial.pledges = (*kept, pledge)
        if not fine(trial):
            trial.pledges = kept
            zones.append(pledge[1])
    return zones
