"""Landing plans for the whole turn: checked when the combat move ends, and never made worse afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from sandtable.core.dice import ScriptedDice
from sandtable.core.errors import IllegalAction
from sandtable.core.table import Table
from sandtable.core.values import Action
from sandtable.warfare import events
from sandtable.warfare.actions import Move, Place, Sail
from sandtable.warfare.base import WarTable
from sandtable.warfare.consent import Consents
from sandtable.warfare.landing import Deck, Flyer, fits, most, settled
from sandtable.warfare.movephases import NoncombatMove
from sandtable.warfare.production import Production
from sandtable.warfare.state import Unit, WarState

Hosts = frozenset[str]
"""Allied carriers a plan may use."""
PROMISED = 1_000
"""What a fighter in the air counts to which a carrier was pledged: more than all others together."""
SEATED = 1_000_000
"""What a fighter counts that has a place on a deck: nobody takes it away."""


class LandingPlans(Consents, Production):
    """Carriers that move later, allied decks and carriers bought this turn all count."""

    # Who lands

    def _range_left(self, state: WarState, unit: Unit) -> int:
        """How far an aircraft can still fly this turn."""
        moving = state.phase != "placement" and (unit.airborne or not unit.done)
        return self.points_left(state, unit) if moving else 0

    def _reaches_field(self, state: WarState, unit: Unit) -> bool:
        return self.can_reach_field(state, unit.power, unit.space, self._range_left(state, unit))

    def _flyer(self, state: WarState, unit: Unit, home: str = "", worth: int = 1) -> Flyer:
        """An aircraft and the zones where it could land on a deck (none for bombers)."""
        reached = frozenset[str]()
        if self.types[unit.kind].deck_size:
            reached = self._zones_within(state, unit.space, self._range_left(state, unit))
        return Flyer(unit.id, reached, home, worth)

    def _airborne(self, state: WarState) -> list[Unit]:
        return [unit for unit in state.units_of(state.power) if unit.airborne]

    def _seekers(self, state: WarState, promised: frozenset[str] = frozenset()) -> list[Flyer]:
        """Aircraft in the air that reach no land: only a deck can save them."""
        return [
            self._flyer(state, unit, worth=PROMISED if unit.id in promised else 1)
            for unit in self._airborne(state)
            if not self._reaches_field(state, unit)
        ]

    def _resting(self, state: WarState, hosts: Hosts) -> list[Flyer]:
        """Own fighters on decks that matter: they keep a slot unless they fly elsewhere.

        No carrier takes own fighters along: on own carriers they launch before it moves, and allied ones stay put.
        """
        if state.phase == "placement":
            return []
        resting = []
        for unit in state.units_of(state.power):
            ship = state.units.get(unit.aboard)
            if ship is None or unit.kind not in self.air or self._reaches_field(state, unit):
                continue
            if ship.power == state.power:
                resting.append(self._flyer(state, unit, worth=SEATED))
            elif ship.id in hosts:
                resting.append(self._flyer(state, unit, ship.id, SEATED))
        return resting

    # Decks

    def agreed_hosts(self, state: WarState) -> Hosts:
        """Allied carriers that may be used for certain."""
        return frozenset(ship.id for ship in self._allied_carriers(state) if self.has_consent(state, ship))

    def open_hosts(self, state: WarState) -> Hosts:
        """Allied carriers that may be used, or whose owners have not been asked yet."""
        return frozenset(ship.id for ship in self._allied_carriers(state) if not self.has_refused(state, ship))

    def _allied_carriers(self, state: WarState) -> list[Unit]:
        return [ship for ship in self.carriers_of_side(state) if ship.power != state.power]

    def _decks_for(self, state: WarState, hosts: Hosts) -> list[Deck]:
        """Carriers on the board; once new units are placed nobody lands on them any more."""
        if state.phase == "placement":
            return []
        return [*self.own_decks(state), *self.allied_decks(state, hosts)]

    def own_decks(self, state: WarState, hopeful: bool = False) -> list[Deck]:
        """Own carriers: where they are bound, or every zone they can still reach."""
        decks = []
        for carrier in state.units_of(state.power):
            if carrier.kind not in self.carriers:
                continue
            zones = {carrier.space}
            if hopeful and not carrier.done:
                near = self.board.distances(carrier.space)
                zones |= {z for z in self.board.sea if near.get(z, 99) <= self.points_left(state, carrier)}
            elif not self._is_bound(state, carrier):
                zones |= self._carrier_reach(state, carrier)
            decks.append(Deck(carrier.id, self._slots(state, carrier), frozenset(zones)))
        return decks

    def _is_bound(self, state: WarState, carrier: Unit) -> bool:
        """Whether a carrier moves or fights before the noncombat move, or has moved in it."""
        return carrier.done or (state.phase == "combat_move" and self.fights_at(state, carrier.space))

    def _slots(self, state: WarState, carrier: Unit) -> int:
        """Room on a deck without that of other powers' fighters."""
        guests = sum(unit.power != state.power for unit in state.aboard(carrier))
        return self.types[carrier.kind].deck_capacity - guests

    def fights_at(self, state: WarState, zone: str) -> bool:
        """Whether own ships in a zone will have to fight there."""
        return self.is_hostile_zone(state, state.power, zone) or zone in state.attacks

    def attacks_in(self, state: WarState, space: str) -> bool:
        """Whether somebody is sent who could clear a zone; after the battles nothing more is cleared."""
        return state.phase == "combat_move" and any(
            unit.power == state.power and self.came_to_fight(unit) and self.attack_value(state, unit) > 0
            for unit in state.units_in(space)
        )

    def allied_decks(self, state: WarState, hosts: Hosts) -> list[Deck]:
        """These decks of allies, where they lie."""
        return [
            Deck(carrier.id, self._slots(state, carrier), frozenset({carrier.space}))
            for carrier in self._allied_carriers(state)
            if carrier.id in hosts
        ]

    def new_fleets(self, state: WarState) -> list[list[Deck]]:
        """Carriers bought this turn: the ways to share them out among the factories that can still build them."""
        kinds = [kind for kind in self.carriers for _ in range(state.pool.get(kind, 0))]
        if not kinds or self.capital_lost(state, state.power):
            return [[]]
        yards: dict[str, frozenset[str]] = {}
        room: dict[str, int] = {}
        for factory in self.factory_spaces(state, state.power):
            left = min(self.capacity_left(state, state.power, factory), len(kinds))
            zones = [z for z in self.board.sea_borders[factory] if self.may_launch_in(state, state.power, z)]
            if left > 0 and zones:
                yards[factory], room[factory] = frozenset(zones), left
        kinds = kinds[: sum(room.values())]
        if all(left == len(kinds) for left in room.values()):
            anywhere = frozenset[str]().union(*yards.values())
            return [self._new_decks(kinds, [anywhere] * len(kinds))]
        return [
            self._new_decks(kinds, [yards[factory] for factory in sites])
            for sites in combinations_with_replacement(yards, len(kinds))
            if all(number <= room[factory] for factory, number in Counter(sites).items())
        ]

    def _new_decks(self, kinds: Sequence[str], zones: Sequence[frozenset[str]]) -> list[Deck]:
        pairs = enumerate(zip(kinds, zones, strict=True))
        return [Deck(f"new{number}", self.types[kind].deck_capacity, sea) for number, (kind, sea) in pairs]

    def new_deck_zones(self, state: WarState) -> frozenset[str]:
        """Zones in which a carrier bought this turn could be placed."""
        return frozenset[str]().union(*(deck.zones for fleet in self.new_fleets(state) for deck in fleet))

    # The plan

    def can_all_land(self, state: WarState) -> bool:
        seekers = self._seekers(state)
        return not seekers or self._plan_exists(state, seekers, self.agreed_hosts(state))

    def _plan_exists(self, state: WarState, seekers: Sequence[Flyer], hosts: Hosts) -> bool:
        """Whether everybody who seeks a deck finds one, all at the same time."""
        flyers, decks = [*seekers, *self._resting(state, hosts)], self._decks_for(state, hosts)
        return any(fits(flyers, [*decks, *fleet]) for fleet in self.new_fleets(state))

    def landing_looks_possible(self, state: WarState) -> bool:
        """At once only what later orders could not mend is refused."""
        seekers = self._seekers(state)
        if not seekers:
            return True
        decks = [*self.own_decks(state, hopeful=True), *self.allied_decks(state, self.agreed_hosts(state))]
        return any(fits(seekers, [*decks, *fleet]) for fleet in self.new_fleets(state))

    def can_end_combat_move(self, state: WarState) -> bool:
        return self.can_all_land(state) and super().can_end_combat_move(state)

    def end_combat_move(self, table: WarTable) -> None:
        """A plan must exist in which everybody lands; allies whose decks it uses have been asked by then."""
        super().end_combat_move(table)
        if not self.can_all_land(table.state):
            raise self.no_plan(table.state)
        self.settle_pledges(table)

    def no_plan(self, state: WarState) -> IllegalAction:
        """Why the combat move cannot be ended: not everybody in the air could land."""
        return self.refuse("air.no_plan")

    def combat_order(self, table: WarTable, action: Action) -> None:
        """The owner of a deck on which an order depends is asked before it is carried out."""
        state = table.state
        deck = self._deck_to_order_for(state, action)
        if deck and self.may_ask_allies(state, action):
            self.ask_for_room(table, state.units[deck], action)
        else:
            super().combat_order(table, action)

    def may_ask_allies(self, state: WarState, action: Action) -> bool:
        """Whether an ally may be asked for a deck. Raises `IllegalAction` where something else is to be done first.

        Once an ally has been asked nothing before that can be taken back, so nobody is asked while the combat move
        could not be ended for other reasons, whatever the answer.
        """
        problem = self.unfinished(state) or self.unfinished(self._after(state, action, self._unasked(state)) or state)
        if problem is not None:
            raise problem
        return self.can_all_land(state)

    def _deck_to_order_for(self, state: WarState, action: Action) -> str:
        """An allied carrier without which there is no landing plan after a combat order, but with which there is."""
        if not isinstance(action, Move) or not self._depends_on_decks(state, action):
            return ""
        unasked = self._unasked(state)
        if not unasked or self._has_plan_after(state, action, ()):
            return ""
        for deck in unasked:
            if self._has_plan_after(state, action, [deck]):
                return deck
        if not self._has_plan_after(state, action, unasked):
            return ""
        for deck in unasked[::-1]:
            others = [other for other in unasked if other != deck]
            if self._has_plan_after(state, action, others):
                unasked = others
        return unasked[0]

    def _unasked(self, state: WarState) -> list[str]:
        """Allied carriers whose owners have not been asked for room this turn."""
        ships = self._allied_carriers(state)
        return [ship.id for ship in ships if not self.has_consent(state, ship) and not self.has_refused(state, ship)]

    def _depends_on_decks(self, state: WarState, order: Move) -> bool:
        """Whether an order sends fighters out of reach of land, or a carrier away (names are checked later)."""
        moving = [state.units[ident] for ident in order.units if ident in state.units]
        target = order.route[-1] if order.route else ""
        if target not in self.board.spaces:
            return False
        return any(
            unit.kind in self.carriers
            or (
                self.types[unit.kind].deck_size > 0
                and not self.can_reach_field(
                    state, unit.power, target, self.points_left(state, unit) - len(order.route) + 1
                )
            )
            for unit in moving
        )

    def _has_plan_after(self, state: WarState, action: Action, decks: Sequence[str]) -> bool:
        """Whether a combat order would be accepted and everybody could land if the owners of these decks agreed."""
        after = self._after(state, action, decks)
        return after is not None and self.can_all_land(after)

    def _after(self, state: WarState, action: Action, decks: Sequence[str]) -> WarState | None:
        """The state after a combat order, if the owners of these decks agreed; None if it would be refused."""
        trial = Table(state.copy(), ScriptedDice(()))
        trial.state.consents |= dict.fromkeys(decks, True)
        try:
            super().combat_order(trial, action)
        except IllegalAction:
            return None
        return trial.state

    def settle_pledges(self, table: WarTable) -> None:
        """Name the carriers the plan counts on away from where they are, and note for whom they must come."""
        state = table.state
        seekers = self._seekers(state)
        if not seekers:
            return
        hosts = self.agreed_hosts(state)
        flyers, decks = [*seekers, *self._resting(state, hosts)], self._decks_for(state, hosts)
        here = {ship.id: ship.space for ship in self.carriers_of_side(state)}
        fleet = next(fleet for fleet in self.new_fleets(state) if fits(flyers, [*decks, *fleet]))
        attacking = {flyer.unit for flyer in seekers}
        for berth in settled(flyers, [*decks, *fleet], here):
            carrier = berth.carrier if berth.carrier in here else ""
            if not berth.named:
                table.tell(events.CarrierPledged(state.power, carrier, berth.zone))
            for ident in berth.flyers:
                if ident in attacking:
                    state.change(ident, pledge=(carrier, berth.zone))

    # Afterwards

    def begin_phase(self, table: WarTable, phase: str) -> None:
        super().begin_phase(table, phase)
        if phase == NoncombatMove.name:
            self._release_pledges(table.state)

    def _release_pledges(self, state: WarState) -> None:
        """After combat: nobody is bound by a pledge where the carrier is lost or cannot come any more."""
        waiting = [unit for unit in self._airborne(state) if unit.pledge is not None]
        if waiting:
            zones = {deck.carrier: deck.zones for deck in self.own_decks(state)} | {"": self.new_deck_zones(state)}
            for unit in waiting:
                carrier, zone = unit.pledge or ("", "")
                if zone not in zones.get(carrier, ()):
                    state.change(unit.id, pledge=None)

    def promised(self, state: WarState) -> frozenset[str]:
        """Fighters in the air that must get a deck before all others, as a carrier was pledged to them."""
        return frozenset(unit.id for unit in self._airborne(state) if unit.pledge is not None)

    def danger(self, state: WarState, hosts: Hosts, promised: frozenset[str] = frozenset()) -> int:
        """The smallest number of own aircraft that cannot land any more; those promised a carrier count more."""
        seekers = self._seekers(state, promised)
        if not seekers:
            return 0
        resting = self._resting(state, hosts)
        flyers, decks = [*resting, *seekers], self._decks_for(state, hosts)
        best = max(most(flyers, [*decks, *fleet]) for fleet in self.new_fleets(state))
        return sum(flyer.worth for flyer in flyers) - best

    def _dangers(self, state: WarState, promised: frozenset[str]) -> tuple[int, int]:
        """The danger as things are, and if every ally still to be asked agrees."""
        if all(self._reaches_field(state, unit) for unit in self._airborne(state)):
            return 0, 0
        agreed, unsettled = self.agreed_hosts(state), self.open_hosts(state)
        certain = self.danger(state, agreed, promised)
        return certain, certain if agreed == unsettled else self.danger(state, unsettled, promised)

    def _strands(self, state: WarState, before: tuple[int, int], promised: frozenset[str]) -> str:
        """What has raised the danger: a broken "pledge", or anything "else"; "" if nothing has."""
        pairs = list(zip(self._dangers(state, promised), before, strict=True))
        if any(now // PROMISED > then // PROMISED for now, then in pairs):
            return "pledge"
        return "else" if any(now > then for now, then in pairs) else ""

    def noncombat_order(self, table: WarTable, action: Action) -> None:
        """No order may lower the number of aircraft that can still land."""
        state = table.state
        ship = self.host(state, action)
        if ship is not None and not self.has_refused(state, ship) and not self.has_consent(state, ship):
            trial = Table(state.copy(), ScriptedDice(()))
            trial.state.consents[ship.id] = True
            self.noncombat_order(trial, action)  # what would be refused anyway is not worth asking
        if not self._touches_decks(state, action):
            super().noncombat_order(table, action)
            return
        promised = self.promised(state)
        before = self._dangers(state, promised)
        super().noncombat_order(table, action)
        stranding = self._strands(state, before, promised)
        if stranding:
            raise self.refuse("air.pledged" if stranding == "pledge" else "air.rescue")

    def _touches_decks(self, state: WarState, action: Action) -> bool:
        """Only carriers that move and aircraft that stay at sea can worsen who can land; names are checked later."""
        if not isinstance(action, Move):
            return False
        kinds = {state.units[ident].kind for ident in action.units if ident in state.units}
        at_sea = any(self.board.is_sea.get(space, False) for space in action.route[-1:])
        return bool(kinds & self.carriers) or (at_sea and bool(kinds & self.air))

    def plan_holds(self, state: WarState) -> bool:
        return self.can_all_land(state) and super().plan_holds(state)

    def order_stands(self, state: WarState, action: Action) -> bool:
        """The menu offers only orders after which the phase can still be ended well."""
        combat = state.phase == "combat_move"
        if self._may_upset_plan(state, action) if combat else self._touches_decks(state, action):
            trial = Table(state.copy(), ScriptedDice(()))
            try:
                if combat:
                    self.combat_order(trial, action)
                else:
                    self.noncombat_order(trial, action)
            except IllegalAction:
                return False
            if combat and not self.plan_holds(trial.state):
                return False
        return super().order_stands(state, action)

    def _may_upset_plan(self, state: WarState, action: Action) -> bool:
        """Whether a combat order of the menu has anything to do with landing plans or attacks at sea."""
        if isinstance(action, Sail):
            guest = state.units[action.transport].power != state.power
            return guest or not action.unload or action.route[-1] in state.attacks
        if not isinstance(action, Move):
            return True
        kind = state.units[action.units[0]].kind
        if kind in self.air or kind in self.carriers or kind not in self.ships:
            return kind not in self.holders
        start, target = action.route[0], action.route[-1]
        hostile = self.is_hostile_zone
        return start in state.attacks or hostile(state, state.power, start) or not hostile(state, state.power, target)

    # Waiting for a carrier that is still to be placed

    def may_wait(self, state: WarState, aircraft: Sequence[Unit], zone: str) -> bool:
        return zone in self.new_deck_zones(state) and all(self.types[unit.kind].deck_size for unit in aircraft)

    def landing_places(self, state: WarState, unit: Unit) -> Iterator[tuple[str, str]]:
        yield from super().landing_places(state, unit)
        if self.types[unit.kind].deck_size:
            zones = self.new_deck_zones(state)
            if zones:
                reached = self._zones_within(state, unit.space, self._range_left(state, unit))
                yield from ((zone, "") for zone in self.in_board_order(zones & reached) if zone != unit.space)

    def deck_prospects(self, state: WarState) -> Iterator[tuple[str, int]]:
        yield from super().deck_prospects(state)
        yield from ((zone, 0) for zone in self.new_deck_zones(state))

    def stranded(self, state: WarState) -> list[Unit]:
        """Aircraft that would be lost if the phase ended now, although they could be saved."""
        airborne = self._airborne(state)
        if not airborne:
            return []
        promised = self.promised(state)
        worth = {unit.id: PROMISED if unit.id in promised else 1 for unit in airborne}
        still = [
            Flyer(unit.id, frozenset({unit.space}), worth=worth[unit.id])
            for unit in airborne
            if self.types[unit.kind].deck_size
        ]
        # Those that new carriers would take aboard if nobody flew any further.
        waiting = max(most(still, fleet) for fleet in self.new_fleets(state))
        savable = sum(worth.values()) - self.danger(state, self.open_hosts(state), promised)
        return [] if waiting >= savable else airborne

    def end_noncombat(self, table: WarTable) -> None:
        """Fighters may wait in the air for a carrier that is still to be placed; the others are lost."""
        state = table.state
        stranded = self.stranded(state)
        if stranded:
            raise self.refuse("air.must_land", units=self.count(stranded), space=stranded[0].space)
        zones = self.new_deck_zones(state)
        lost = [
            unit.id for unit in self._airborne(state) if unit.space not in zones or not self.types[unit.kind].deck_size
        ]
        self.lose(table, lost, "no_landing")

    def place(self, table: WarTable, order: Place) -> None:
        """A new carrier takes the fighters that wait in its zone; none may be left waiting in vain."""
        state = table.state
        if not self._airborne(state):
            super().place(table, order)
            return
        promised = self.promised(state)
        before = self._dangers(state, promised)
        super().place(table, order)
        if order.unit in self.carriers:
            self._board_waiting(state, order)
        if self._strands(state, before, promised):
            raise self.refuse("place.carrier_pledged", space=order.space)

    def placement_stands(self, state: WarState, order: Place) -> bool:
        if self._airborne(state):
            try:
                self.place(Table(state.copy(), ScriptedDice(())), order)
            except IllegalAction:
                return False
        return super().placement_stands(state, order)

    def _board_waiting(self, state: WarState, order: Place) -> None:
        """Fighters that wait in a zone come aboard the carriers just placed there, those promised a carrier first."""
        new = [unit for unit in state.units_in(order.space) if unit.kind == order.unit][-order.count :]
        for unit in sorted(state.units_in(order.space), key=lambda unit: unit.pledge is None):
            if unit.airborne and unit.power == state.power and self.types[unit.kind].deck_size:
                deck = next((carrier for carrier in new if self.free_slots(state, carrier) > 0), None)
                if deck is not None:
                    state.change(unit.id, aboard=deck.id, airborne=False, done=True, pledge=None)

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
