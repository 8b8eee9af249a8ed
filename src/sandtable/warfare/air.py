"""Aircraft: range, targets, landing places, carriers' decks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.board.board import FAR
from sandtable.warfare import events
from sandtable.warfare.base import WarTable
from sandtable.warfare.land import Route
from sandtable.warfare.landing import Deck, Flyer, fits
from sandtable.warfare.state import Unit, WarState
from sandtable.warfare.transport import Transports


class AirMovement(Transports):
    """Flying out, flying home."""

    # Landing places

    def is_landing_field(self, state: WarState, power: str, space: str) -> bool:
        """Land that was friendly when the turn began and still is."""
        allies = self.board.allies[power]
        return state.owner.get(space) in allies and state.changed.get(space, power) in allies

    def steps_to_field(self, state: WarState, power: str, space: str) -> int:
        """How far the nearest landing field is from a space, around unviolated neutrals."""
        owner, changed = state.owner, state.changed
        allies = self.board.allies[power]
        for there, steps in self.board.distances(space, self.closed_to_aircraft(state)).items():
            if owner.get(there) in allies and (there not in changed or changed[there] in allies):
                return steps  # distances are in order of steps
        return FAR

    def can_reach_field(self, state: WarState, power: str, space: str, points: int) -> bool:
        """Whether some landing field lies within `points` of a space."""
        return self.steps_to_field(state, power, space) <= points

    def free_slots(self, state: WarState, carrier: Unit) -> int:
        """Deck slots nobody uses."""
        return self.types[carrier.kind].deck_capacity - len(state.aboard(carrier))

    def can_all_land(self, state: WarState) -> bool:
        """Whether all of the active power's aircraft in the air can still find a place at the same time."""
        power = state.power
        flyers: list[Flyer] = []
        for unit in state.units_of(power):
            if not unit.airborne:
                continue
            left = self.points_left(state, unit)
            if self.can_reach_field(state, power, unit.space, left):
                continue
            if not self.types[unit.kind].deck_size:
                return False
            flyers.append(Flyer(unit.id, self._zones_within(state, unit.space, left)))
        if not flyers:
            return True
        return fits([*flyers, *self._resting_flyers(state)], self._decks(state))

    def landing_looks_possible(self, state: WarState) -> bool:
        """Whether an order of the combat move may stand: everybody in the air can land as things are."""
        return self.can_all_land(state)

    def _zones_within(self, state: WarState, space: str, points: int) -> frozenset[str]:
        """Sea zones at most so far from a space, around unviolated neutrals."""
        is_sea = self.board.is_sea
        reached = []
        for there, steps in self.board.distances(space, self.closed_to_aircraft(state)).items():
            if steps > points:
                break  # distances are in order of steps
            if is_sea[there]:
                reached.append(there)
        return frozenset(reached)

    def _resting_flyers(self, state: WarState) -> list[Flyer]:
        """Own fighters still on a deck that could not make room by flying to land."""
        resting = []
        for unit in state.units_of(state.power):
            if unit.aboard and unit.kind in self.air:
                left = 0 if unit.done else self.points_left(state, unit)
                if not self.can_reach_field(state, unit.power, unit.space, left):
                    resting.append(Flyer(unit.id, self._zones_within(state, unit.space, left), unit.aboard))
        return resting

    def _decks(self, state: WarState) -> list[Deck]:
        """Carriers a landing plan may count on, without the slots that allied fighters fill."""
        decks = []
        for carrier in self.carriers_of_side(state):
            guests = sum(unit.power != state.power for unit in state.aboard(carrier))
            slots = self.types[carrier.kind].deck_capacity - guests
            zones = {carrier.space}
            if carrier.power == state.power and not carrier.done:
                zones |= self._carrier_reach(state, carrier)
            decks.append(Deck(carrier.id, slots, frozenset(zones)))
        return decks

    def _carrier_reach(self, state: WarState, carrier: Unit) -> set[str]:
        """Zones a carrier could reach in the noncombat move if all own battles are won."""
        reached = {carrier.space}
        frontier = {carrier.space}
        for _ in range(self.points_left(state, carrier)):
            frontier = {
                there
                for here in frontier
                for there in self.board.sea_borders[here]
                if there not in reached
                and self.canal_open(state, carrier.power, here, there)
                and (not self.is_hostile_zone(state, carrier.power, there) or self.attacks_in(state, there))
            }
            reached |= frontier
        return reached

    def attacks_in(self, state: WarState, space: str) -> bool:
        """Whether the active power has sent units to fight in a space."""
        return any(
            unit.power == state.power and unit.done and unit.task != "raid" and not unit.aboard
            for unit in state.units_in(space)
        )

    # Combat move

    def fly_to_attack(self, table: WarTable, aircraft: Sequence[Unit], route: Route, raid: bool) -> None:
        """Aircraft fly to a battle or a raid; guns on the way fire afterwards (see `antiair`)."""
        state = table.state
        power = state.power
        if len(route) < 2:
            raise self.refuse("move.no_route")
        target = route[-1]
        if raid:
            self.check_raid(state, aircraft, target)
        else:
            self.check_air_target(state, power, target)
        fees = self.check_fees(state, power, route[1:])
        self.pay_fees(table, power, fees)
        self._take_off(state, aircraft, route, task="raid" if raid else "")
        if not self.landing_looks_possible(state):
            raise self.refuse("air.no_landing", units=self.count(aircraft), space=target)
        table.tell(
            events.UnitsMoved(
                power, tuple(u.id for u in aircraft), self.count(aircraft), route, "raid" if raid else "move"
            )
        )

    def _take_off(self, state: WarState, aircraft: Sequence[Unit], route: Route, task: str) -> None:
        for unit in aircraft:
            state.change(
                unit.id,
                space=route[-1],
                origin=route[-2],
                spent=unit.spent + len(route) - 1,
                aboard="",
                airborne=True,
                done=True,
                task=task,
            )

    def check_air_target(self, state: WarState, power: str, target: str) -> None:
        """Aircraft attack where there is something to fight, or where land units attack."""
        if self.board.is_sea[target]:
            if not self.has_prey(state, power, target):
                raise self.refuse("move.no_combat", space=target)
        elif self.is_neutral(state, target):
            raise self.refuse("neutral.air_stop", space=target)
        elif self.is_friendly(state, power, target):
            raise self.refuse("move.no_combat", space=target)
        elif not self.is_defended(state, power, target) and not self.is_entered(state, power, target):
            raise self.refuse("air.alone", space=target)

    def has_prey(self, state: WarState, power: str, zone: str) -> bool:
        """Whether aircraft find something to attack in a sea zone."""
        return self.is_hostile_zone(state, power, zone)

    def is_entered(self, state: WarState, power: str, space: str) -> bool:
        """Whether own land units attack an undefended territory, overland or from the sea."""
        if any(u.power == power and u.kind in self.holders for u in state.units_in(space)):
            return True
        return any(self.lands_from(state, power, zone, space) for zone in self.board.sea_borders[space])

    def check_raid(self, state: WarState, aircraft: Sequence[Unit], target: str) -> None:
        """Only bombers raid, and only factories in enemy hands."""
        for unit in aircraft:
            if unit.kind not in self.raiding_kinds():
                raise self.refuse("raid.only_bombers", unit=unit.kind)
        if not self.can_be_raided(state, state.power, target):
            raise self.refuse("raid.no_factory", space=target)

    def raiding_kinds(self) -> frozenset[str]:
        """Kinds that may be sent on a raid."""
        return self.raiders

    def may_raid(self, state: WarState, unit: Unit, target: str) -> bool:
        """Whether one aircraft by itself may be sent on a raid."""
        return unit.kind in self.raiders

    def can_be_raided(self, state: WarState, power: str, space: str) -> bool:
        """A factory in enemy-controlled land."""
        return self.is_enemy(state, power, space) and any(u.kind in self.factories for u in state.units_in(space))

    def air_targets(self, state: WarState) -> list[tuple[str, bool]]:
        """Spaces the active power's aircraft may attack, and whether as a raid."""
        power = state.power
        enemies = self.board.enemies[power]
        targets: list[tuple[str, bool]] = []
        units = state.units
        for space, idents in state.at.items():
            if not idents:
                continue
            if self.board.is_sea[space]:
                if self.has_prey(state, power, space):
                    targets.append((space, False))
            elif state.owner.get(space) in enemies:
                if self.is_defended(state, power, space) or self.is_entered(state, power, space):
                    targets.append((space, False))
                if any(units[ident].kind in self.factories for ident in idents):
                    targets.append((space, True))
        # Land without any unit can be joined where a landing was declared.
        landings = {unit.target for unit in state.units_of(power) if unit.task == "land"}
        targets += [(s, False) for s in landings if state.owner.get(s) in enemies and not state.at.get(s)]
        targets.sort()
        return targets

    def air_attacks(
        self, state: WarState, unit: Unit, targets: Sequence[tuple[str, bool]]
    ) -> Iterator[tuple[str, bool]]:
        """The targets one aircraft can attack and come home from (the order itself is checked in full)."""
        points = self.points_left(state, unit)
        distances = self.board.distances(unit.space, self.closed_to_aircraft(state))
        lands_on_decks = self.types[unit.kind].deck_size > 0
        decks: list[tuple[str, int]] | None = None
        for target, raid in targets:
            steps = distances.get(target, FAR)
            if not 0 < steps <= points or (raid and not self.may_raid(state, unit, target)):
                continue
            if self.can_reach_field(state, unit.power, target, points - steps):
                yield target, raid
                continue
            if not lands_on_decks:
                continue
            if decks is None:
                decks = list(self.deck_prospects(state))
            if self._deck_near(decks, target, points - steps):
                trial = state.copy()
                self._take_off(trial, [unit], (unit.space,) * steps + (target,), "raid" if raid else "")
                if self.can_all_land(trial):
                    yield target, raid

    def deck_prospects(self, state: WarState) -> Iterator[tuple[str, int]]:
        """Where there are decks of the own side, and how far they could at most move."""
        for carrier in self.carriers_of_side(state):
            yield carrier.space, self.move_points(state, carrier)

    def _deck_near(self, decks: Sequence[tuple[str, int]], space: str, points: int) -> bool:
        """Whether one of these decks could at all come within `points` of a space."""
        distances = self.board.distances(space)
        return any(distances.get(zone, FAR) <= points + reach for zone, reach in decks)

    def carriers_of_side(self, state: WarState) -> list[Unit]:
        """The carriers of the active power and its allies."""
        return [
            unit
            for power in self.powers
            if power in self.board.allies[state.power]
            for unit in state.units_of(power)
            if unit.kind in self.carriers
        ]

    def air_route(self, state: WarState, power: str, here: str, there: str) -> Route:
        """A shortest route around neutrals that meets as few enemy guns as possible."""
        distances = self.board.distances(here, self.closed_to_aircraft(state))
        best: dict[str, tuple[int, Route]] = {here: (0, (here,))}
        layer = [here]
        for steps in range(1, distances[there] + 1):
            further: list[str] = []
            for space in layer:
                guns, route = best[space]
                if space != here and self.fires_at(state, power, space):
                    guns += 1
                for step in self.board.borders[space]:
                    if distances.get(step) == steps:
                        if step not in best:
                            further.append(step)
                        elif best[step][0] <= guns:
                            continue
                        best[step] = (guns, (*route, step))
            layer = further
        return best[there][1]

    def fires_at(self, state: WarState, power: str, space: str) -> bool:
        """Whether a gun in the territory fires at `power`'s aircraft."""
        return self.gun_owner(state, space) in self.board.enemies[power]

    def gun_owner(self, state: WarState, space: str) -> str:
        """For whom the gun in a territory fires; one taken by a blitz serves its former owner while moves go on."""
        for unit in state.units_in(space):
            if unit.kind in self.guns and not unit.aboard:
                blitzed = unit.captured and state.phase == "combat_move"
                return state.changed.get(space, unit.power) if blitzed else unit.power
        return ""

    # Noncombat move

    def fly_home(self, table: WarTable, aircraft: Sequence[Unit], route: Route, deck: str) -> None:
        """Aircraft land, on friendly land or on a deck."""
        state = table.state
        power = state.power
        for space in route[1:]:
            if self.is_neutral(state, space):
                raise self.refuse("neutral.noncombat_air", space=space)
        place = route[-1]
        waits = not deck and len(route) > 1 and self.may_wait(state, aircraft, place)
        if self.board.is_sea[place]:
            if not waits:
                carrier = self._check_deck(state, aircraft, place, deck)
                state.change(carrier.id, done=True)
        else:
            if deck:
                raise self.refuse("air.deck_on_land", space=place)
            self._check_field(state, power, place)
            if len(route) < 2:
                raise self.refuse("move.no_route")
        for unit in aircraft:
            state.change(
                unit.id,
                space=place,
                spent=unit.spent + len(route) - 1,
                aboard=deck,
                airborne=waits,
                done=True,
                task="",
                pledge=unit.pledge if waits else None,
            )
        idents = tuple(unit.id for unit in aircraft)
        table.tell(events.UnitsMoved(power, idents, self.count(aircraft), route, "move" if waits else "land"))

    def may_wait(self, state: WarState, aircraft: Sequence[Unit], zone: str) -> bool:
        """Whether aircraft may stay in the air over a zone for a carrier that is still to come (none as a rule)."""
        return False

    def _check_field(self, state: WarState, power: str, place: str) -> None:
        if self.is_neutral(state, place):
            raise self.refuse("neutral.noncombat_air", space=place)
        if not self.is_friendly(state, power, place):
            raise self.refuse("air.enemy_field", space=place)
        if not self.is_landing_field(state, power, place):
            raise self.refuse("air.new_field", space=place)

    def _check_deck(self, state: WarState, aircraft: Sequence[Unit], zone: str, deck: str) -> Unit:
        for unit in aircraft:
            if not self.types[unit.kind].deck_size:
                raise self.refuse("air.no_deck_for_bombers", unit=unit.kind)
        carrier = state.units.get(deck)
        if carrier is None or carrier.kind not in self.carriers or carrier.space != zone:
            raise self.refuse("air.no_deck", space=zone)
        if carrier.power not in self.board.allies[state.power]:
            raise self.refuse("unit.not_yours", unit=carrier.kind, owner=carrier.power)
        if len(aircraft) > self.free_slots(state, carrier):
            raise self.refuse("air.deck_full", space=zone)
        return carrier

    def may_fly_home(self, state: WarState, unit: Unit) -> bool:
        """Whether an aircraft may still move in the noncombat phase."""
        return unit.airborne or not unit.done

    def landing_places(self, state: WarState, unit: Unit) -> Iterator[tuple[str, str]]:
        """Places (and decks) one aircraft can reach and land on, on the board as it stands."""
        power = unit.power
        distances = self.board.distances(unit.space, self.closed_to_aircraft(state))
        left = self.points_left(state, unit)
        decks = self.types[unit.kind].deck_size
        for place, steps in distances.items():
            if steps > left:
                break  # distances are in order of steps
            if self.board.is_sea[place]:
                if not decks:
                    continue
                for other in state.units_in(place):
                    if (
                        other.kind in self.carriers
                        and other.power in self.board.allies[power]
                        and other.id != unit.aboard
                        and self.free_slots(state, other) > 0
                    ):
                        yield place, other.id
            elif steps and self.is_landing_field(state, power, place):
                yield place, ""

    def carry_along(self, table: WarTable, ship: Unit, zone: str) -> None:
        """In the combat move own fighters stay behind in the air; otherwise they ride and cannot fly."""
        state = table.state
        if ship.kind not in self.carriers:
            super().carry_along(table, ship, zone)
            return
        for passenger in state.aboard(ship):
            if passenger.power != state.power:
                state.change(passenger.id, space=zone)
            elif state.phase == "combat_move":
                state.change(passenger.id, aboard="", airborne=True)
            else:
                state.change(passenger.id, space=zone, done=True)

    def sail_to_attack(self, table: WarTable, ships: Sequence[Unit], route: Route) -> None:
        super().sail_to_attack(table, ships, route)
        if any(ship.kind in self.carriers for ship in ships) and not self.landing_looks_possible(table.state):
            raise self.refuse("air.carrier_leaves", space=route[0])

    def lost_with(self, state: WarState, unit: Unit) -> list[Unit]:
        """Fighters of an ally on the active power's carrier are cargo."""
        if unit.kind in self.carriers and unit.power == state.power:
            return [guest for guest in state.aboard(unit) if guest.power != state.power]
        return super().lost_with(state, unit)
