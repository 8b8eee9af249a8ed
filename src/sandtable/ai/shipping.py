"""Ships in the noncombat move: cargo towards the front, warships beside the transports, nobody left to be sunk."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from sandtable.ai.escorts import Escorts
from sandtable.ai.harbours import BOATLOAD
from sandtable.ai.parties import PARTY, Parties
from sandtable.ai.placement import launch, launching
from sandtable.ai.reach import sea_walks, waiting
from sandtable.ai.situation import Situation, merged, use
from sandtable.ai.threats import Threats
from sandtable.board.board import FAR
from sandtable.core.values import Action
from sandtable.warfare.actions import Move, Sail
from sandtable.warfare.land import Route
from sandtable.warfare.state import Unit

WORTH_SHIPPING = 0.3
"""What shipping a unit must be worth, in IPC."""
FETCHED = 0.8
"""What cargo will be worth of what it is worth ashore, once it has been fetched."""


@dataclass
class Voyage:
    """A way of a transport, what it loads and where it unloads."""

    route: Route
    gain: float = 0.0
    party: float = 0.0
    """What it gains besides, if those who land are a party for open land."""
    boarding: dict[str, str] = field(default_factory=dict)
    ashore: tuple[str, ...] = ()
    target: str = ""
    depot: str = ""
    """The zone to which it goes, this turn or later, to fetch cargo."""


class Shipping:
    """Voyages of the transports and stations of the warships."""

    def __init__(self, situation: Situation, threats: Threats, kept: set[str]) -> None:
        self.situation = situation
        self.threats = threats
        self.parties = Parties(situation)
        self.busy = kept | self.parties.members
        """Land units that have something else to do, or are already aboard."""
        self.escorts = Escorts(situation, threats)
        self._saved: dict[str, float] = {}
        self.fetched: set[str] = set()
        """Units that an empty transport is on its way to fetch."""

    def _call_escorts(self, sailing: bool) -> None:
        """Warships come first to the transports that do not sail on and to new ships, the dearest first."""
        rules, state = self.situation.rules, self.situation.state
        stay: Counter[str] = Counter()
        for ship in self.situation.own():
            if ship.kind in rules.transports and (ship.done or not sailing):
                stay[ship.space] += sum(rules.types[unit.kind].cost for unit in (ship, *state.aboard(ship)))
        ships, zones = launching(self.situation)
        berth = max(zones, key=lambda zone: self._berth(ships, zones, zone), default="")
        if berth:
            stay[berth] += int(self.situation.cost(ships))
        for zone, _ in stay.most_common():
            self.escorts.promise(zone, ships if zone == berth else None)

    def _berth(self, ships: Counter[str], zones: list[str], zone: str) -> float:
        fleet = self.escorts.there(zone) + ships + self.escorts.guards(zone)
        return launch(self.situation, self.threats, zones, zone, fleet)

    def voyages(self) -> Iterator[Action]:
        """One order for every transport that has something useful to do."""
        rules = self.situation.rules
        self._call_escorts(sailing=True)
        for ship in self.situation.own():
            if ship.kind not in rules.transports or ship.done:
                continue
            voyage = max(self._ideas(ship), key=lambda idea: idea.gain + idea.party, default=None)
            if voyage is None:
                continue
            self.busy |= voyage.boarding.keys()
            if voyage.ashore:
                self.parties.send(voyage.target)
            self.fetched.update(self._boatload(voyage.depot)[1])
            self.escorts.send(ship.id, voyage.route[-1])
            self.escorts.promise(voyage.route[-1])
            if len(voyage.route) == 1 and not voyage.boarding and not voyage.ashore:
                continue
            if voyage.boarding or voyage.ashore:
                yield Sail(ship.id, voyage.route, voyage.boarding, voyage.ashore, voyage.target)
            else:
                yield Move((ship.id,), voyage.route)

    def prospects(self, ship: Unit) -> float:
        """What a transport could gain by the best voyage in peace; parties are for land that could also be attacked."""
        return max((idea.gain for idea in self._ideas(ship)), default=0.0)

    def _ideas(self, ship: Unit) -> Iterator[Voyage]:
        situation = self.situation
        rules, state = situation.rules, situation.state
        aboard = [unit for unit in state.aboard(ship) if unit.power == situation.power and not unit.done]
        guests = len(aboard) < len(state.aboard(ship))
        room = rules.room_on(state, ship)
        best: dict[str, Route] = {}
        for route in sea_walks(situation, ship):
            if len(route) == 1 or rules.may_end_peacefully(state, ship, route[-1]):
                yield from self._ideas_along(ship, route, aboard, room, guests, best)

    def _ideas_along(
        self, ship: Unit, route: Route, aboard: list[Unit], room: int, guests: bool, best: dict[str, Route]
    ) -> Iterator[Voyage]:
        situation = self.situation
        zone = route[-1]
        danger = self._danger(ship, zone)
        pull = situation.stage_pull
        ready = self._waiting(route)
        for coast in situation.board.land_borders[zone]:
            if not situation.is_friendly_land(coast) or situation.rules.is_hostile_zone(
                situation.state, situation.power, zone
            ):
                continue
            party = self.parties.gain(coast, PARTY)
            saves = self._saves(coast)
            boarding, gain = self._pick(ready, room, pull[coast], PARTY - len(aboard) if party else 0, saves)
            gain += sum(self._use(unit, self._aboard(ship.space), pull[coast]) + saves for unit in aboard)
            ashore = (*(unit.id for unit in aboard), *boarding)
            if ashore and not (guests and aboard):
                gain -= self._lost_ashore(coast, ashore)
                yield Voyage(route, gain - danger, self.parties.gain(coast, len(ashore)), boarding, ashore, coast)
        # Load and go on next turn, or just sail where cargo waits.
        boarding, gain = self._pick(ready, room, self._aboard(zone))
        gain += sum(self._use(unit, self._aboard(ship.space), self._aboard(zone)) for unit in aboard)
        cargo = sum(situation.rules.types[situation.state.units[i].kind].cost for i in boarding)
        yield Voyage(route, gain - danger * (1 + cargo / 8), boarding=boarding)
        if not aboard and not boarding:
            gain, depot = self._supply(zone)
            yield Voyage(route, 0.5 * gain - danger - 0.01 * len(route), depot=depot)

    def _aboard(self, zone: str) -> float:
        """What cargo at sea is worth."""
        return self.situation.sea_pull[zone] * self.situation.tuning.afloat

    def _lost_ashore(self, coast: str, ashore: tuple[str, ...]) -> float:
        """What troops risk who are put ashore, even if all who could do so land there together."""
        situation = self.situation
        if not self.threats.threatened(coast):
            return 0.0
        there = situation.garrison(coast) + self._could_land.get(coast, Counter())
        danger = self.threats.danger(coast, there)
        if danger.risk <= situation.tuning.hold_margin:
            return 0.0
        cost = sum(situation.rules.types[situation.state.units[ident].kind].cost for ident in ashore)
        return situation.tuning.ashore * danger.chance * cost

    def _saves(self, coast: str) -> float:
        """What each of those who could land on an own coast saves there, if all come: beachheads are reinforced."""
        if coast not in self._saved:
            self._saved[coast] = 0.0
            coming = +self._could_land.get(coast, Counter())
            if coming and self.threats.threatened(coast):
                there = self.situation.garrison(coast)
                spared = self.threats.danger(coast, there).risk - self.threats.danger(coast, there + coming).risk
                self._saved[coast] = self.situation.tuning.beachhead * max(0.0, spared) / sum(coming.values())
        return self._saved[coast]

    @functools.cached_property
    def _could_land(self) -> dict[str, Counter[str]]:
        """Coast → what the own transports could put ashore there this turn: their cargo, and those who wait."""
        situation = self.situation
        rules, state = situation.rules, situation.state
        staple = min(
            (kind for kind in rules.holders if rules.types[kind].cargo_size), key=lambda kind: rules.types[kind].cost
        )
        found: dict[str, Counter[str]] = {}
        for ship in self._transports:
            aboard = [unit for unit in state.aboard(ship) if unit.power == situation.power]
            load = Counter(unit.kind for unit in aboard if unit.kind in rules.holders)
            coasts = {coast for zone in self._ranges[ship.id] for coast in situation.board.land_borders[zone]}
            load[staple] += min(rules.room_on(state, ship) // rules.types[staple].cargo_size, self._idle_on(coasts))
            for coast in coasts:
                found.setdefault(coast, Counter()).update(load)
        return found

    def _idle_on(self, coasts: Collection[str]) -> int:
        """How many own land units on these coasts have nothing else to do."""
        situation = self.situation
        return sum(
            unit.power == situation.power and unit.kind in situation.rules.holders and unit.id not in self.busy
            for coast in coasts
            for unit in situation.state.units_in(coast)
        )

    def _use(self, unit: Unit, here: float, there: float) -> float:
        return use(self.situation.rules.types[unit.kind].cost, here, there, self.situation.tuning.decay)

    def _danger(self, ship: Unit, zone: str) -> float:
        """What a transport risks in a zone, with the warships that would be called there."""
        situation = self.situation
        if not self.threats.threatened(zone):
            return 0.0
        boats = Counter({ship.kind: 1}) if zone != ship.space else Counter[str]()
        sunk = self.escorts.danger(zone, boats).sunk
        cargo = sum(situation.rules.types[unit.kind].cost for unit in situation.state.aboard(ship))
        return situation.tuning.alarm * sunk * (situation.rules.types[ship.kind].cost + cargo)

    @functools.cached_property
    def _transports(self) -> list[Unit]:
        situation = self.situation
        return [unit for unit in situation.own() if unit.kind in situation.rules.transports and not unit.done]

    @functools.cached_property
    def _ranges(self) -> dict[str, frozenset[str]]:
        """Transport → zones it could reach."""
        return {ship.id: frozenset(route[-1] for route in sea_walks(self.situation, ship)) for ship in self._transports}

    def _waiting(self, route: Route) -> list[tuple[Unit, str]]:
        """Land units along a way that could come aboard and have nothing else to do."""
        return [(unit, zone) for unit, zone in waiting(self.situation, route) if unit.id not in self.busy]

    def _pick(
        self, ready: list[tuple[Unit, str]], room: int, pull: float, party: int = 0, saves: float = 0.0
    ) -> tuple[dict[str, str], float]:
        """The cargo that gains most by being where the pull is this strong, and by what each unit saves there.

        A party goes wherever it is sent.
        """
        situation = self.situation
        types = situation.rules.types
        uses = {unit.id: self._use(unit, situation.stage_pull[unit.space], pull) + saves for unit, _ in ready}
        by_room = sorted(ready, key=lambda entry: (-uses[entry[0].id] / types[entry[0].kind].cargo_size, entry[0].n))
        by_use = sorted(by_room, key=lambda entry: -uses[entry[0].id])
        tried = []
        for ranked in (by_room, by_use):  # a tank and an infantryman may fit where two infantrymen do
            boarding: dict[str, str] = {}
            gain, left = 0.0, room
            for unit, zone in ranked:
                size = types[unit.kind].cargo_size
                wanted = uses[unit.id] > WORTH_SHIPPING or len(boarding) < party
                if wanted and size <= left and unit.id not in boarding:
                    boarding[unit.id] = zone
                    left -= size
                    gain += uses[unit.id]
            tried.append((boarding, gain))
        return max(tried, key=lambda load: load[1])

    def _supply(self, zone: str) -> tuple[float, str]:
        """How much cargo waits for a transport in a zone, or elsewhere, which counts for less; and where."""
        steps = self.situation.board.distances(zone, frozenset(self.situation.board.land))
        decay = self.situation.tuning.sea_decay
        return max(
            ((self._boatload(depot)[0] * decay ** ((steps.get(depot, FAR) + 1) // 2), depot) for depot in self._depots),
            default=(0.0, ""),
        )

    def _boatload(self, depot: str) -> tuple[float, list[str]]:
        """What the best cargo that nobody fetches yet would gain, and who that is."""
        taken = self.fetched | self.busy
        load = [entry for entry in self._depots.get(depot, ()) if entry[1] not in taken][:BOATLOAD]
        return sum(gain for gain, _ in load), [unit for _, unit in load]

    @functools.cached_property
    def _depots(self) -> dict[str, list[tuple[float, str]]]:
        """Zones beside coasts where cargo waits: what each unit would gain, the best first."""
        situation = self.situation
        coasts = {unit.space for unit in situation.own() if unit.kind in situation.rules.holders}
        zones = {zone for coast in coasts for zone in situation.board.sea_borders.get(coast, ())}
        found = {}
        for zone in situation.rules.in_board_order(zones):
            there = situation.sea_pull[zone] * FETCHED
            gains = [
                (self._use(unit, situation.stage_pull[unit.space], there), unit.id)
                for unit, _ in self._waiting((zone,))
            ]
            waiting_here = sorted((entry for entry in gains if entry[0] > 0), reverse=True)
            if waiting_here:
                found[zone] = waiting_here
        return found

    def stations(self) -> Iterator[Action]:
        """Orders for warships: where they are called, else together, beside transports, out of harm's way."""
        situation = self.situation
        rules, state = situation.rules, situation.state
        self._call_escorts(sailing=False)
        groups: dict[tuple[str, str], list[Unit]] = {}
        for ship in situation.own():
            if ship.kind in rules.ships and ship.kind not in rules.transports and not ship.done:
                if ship.kind in rules.carriers and any(u.power != ship.power for u in state.aboard(ship)):
                    continue
                groups.setdefault((ship.space, self.escorts.promised.get(ship.id, "")), []).append(ship)
        for (space, called), ships in groups.items():
            routes = {
                route[-1]: route
                for route in rules.sea_routes(state, ships[0])
                if all(rules.may_end_peacefully(state, ship, route[-1]) for ship in ships)
            }
            if called == space or called in routes:
                best = called
            else:
                best = max([space, *routes], key=lambda zone: (self._station(zone, space, ships), zone == space))
            if best != space:
                plain = [ship for ship in ships if ship.kind not in rules.carriers]
                if plain:
                    yield Move(tuple(ship.id for ship in plain), routes[best])
                for ship in ships:
                    if ship.kind in rules.carriers:
                        yield Move((ship.id,), routes[best])

    def _station(self, zone: str, space: str, ships: list[Unit]) -> float:
        """How useful a group of warships is in a zone: what it saves there, less what it risks."""
        situation = self.situation
        rules, state = situation.rules, situation.state
        group = merged(self.escorts.squadron(ship, zone) for ship in ships)
        without = self.escorts.there(zone)
        if zone == space:
            without = without - group
        fleet = without + group
        score = 0.04 * situation.sea_pull[zone]
        if not self.threats.threatened(zone):
            return score
        after = self.threats.danger(zone, fleet, 0.0)
        guarded = without + Counter(
            cargo.kind
            for u in state.units_in(zone)
            if u.power in situation.allies and u.kind in rules.transports
            for cargo in state.aboard(u)
        )
        value = situation.cost(guarded)
        if value:
            score += value * (self.threats.danger(zone, without, 0.0).chance - after.chance)
        return score - after.risk - 0.3 * after.chance * situation.cost(group)
