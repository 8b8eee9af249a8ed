"""Where units can go in a movement phase, as ready orders: marching, flying, sailing, and being carried over the sea.

Nothing here knows a rule. The menu says what is elementary; combinations are tried on a copy of the state, and the
rules accept or refuse them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from sandtable.core.errors import IllegalAction
from sandtable.core.values import Action, Decision
from sandtable.server import wire
from sandtable.server.sealift import SeaLift
from sandtable.server.trials import Manner, plain
from sandtable.warfare import ways
from sandtable.warfare.actions import Bombard, Move, Sail
from sandtable.warfare.production import Production
from sandtable.warfare.state import Unit, WarState

MOVING = ("combat_move", "noncombat_move")
BEST_FIRST = ("attack", "landing", "join", "move", "deck", "ferry", "unload", "load", "blitz", "raid", "bombard")
ROUTES_SHOWN = 3
"""Different routes offered for the same units, place and manner."""
TRIES = 6
"""Routes tried for an order that the menu does not list."""


class Planner(SeaLift):
    """Orders for the active power in the movement phase of one state."""

    def __init__(self, rules: Production, state: WarState) -> None:
        super().__init__(rules, state)
        self._orders: dict[object, list[Action]] = {}

    # Questions

    def destinations(self, idents: Sequence[str]) -> list[wire.Destination]:
        """Where the selected units can go, and how; the best way first."""
        units = self.selected(idents)
        found: dict[str, list[wire.Way]] = {}
        for place, way in self._ways(units):
            found.setdefault(place, []).append(way)
        return [self._destination(place, found[place]) for place in self.rules.in_board_order(found)]

    def groups(self) -> list[wire.GroupReach]:
        """The whole phase: every group of interchangeable units and where one of them can go."""
        found = []
        cargo = [[unit] for unit in self.state.units_of(self.state.power) if self.is_cargo(unit) and not unit.done]
        for group in [*self.menu.groups(), *cargo]:
            destinations = self.destinations([group[0].id])
            if destinations:
                found.append(
                    wire.GroupReach(
                        ids=[unit.id for unit in group],
                        space=group[0].space,
                        kind=group[0].kind,
                        power=group[0].power,
                        destinations=destinations,
                    )
                )
        return found

    def way(self, idents: Sequence[str], place: str, manner: str = "") -> wire.Way:
        """The best way for all selected units to a place. Raises the refusal that stands in the way."""
        self.rules.known_space(place)
        units = self.selected(idents)
        ways_there = [way for there, way in self._ways(units, place) if there == place]
        ways_there = [way for way in ways_there if not manner or way.manner == manner]
        best = min(ways_there, key=_rank, default=None)
        if best is not None and best.complete:
            return best
        return self._unusual_way(units, place, manner == "raid", best)

    def refusal(self, idents: Sequence[str]) -> IllegalAction | None:
        """Why the selected units cannot go anywhere: what the rules say about the nearest places."""
        units = self.selected(idents)
        for place in self.rules.board.borders[units[0].space]:
            try:
                self._unusual_way(units, place, False, None)
            except IllegalAction as refusal:
                return refusal
        return None

    def selected(self, idents: Sequence[str]) -> list[Unit]:
        """The units with these ids. Raises `IllegalAction` for those that nobody may move now."""
        rules, state = self.rules, self.state
        units = []
        for ident in dict.fromkeys(idents):
            unit = state.units.get(ident)
            if unit is None:
                raise rules.refuse("unit.unknown", unit=ident)
            lent = unit.kind in rules.transports and unit.power in rules.board.allies[state.power]
            if unit.power != state.power and not lent:
                raise rules.refuse("unit.not_yours", unit=unit.kind, owner=unit.power)
            units.append(unit)
        if not units:
            raise rules.refuse("unit.none")
        return units

    # Ways

    def _ways(self, units: list[Unit], place: str = "") -> Iterator[tuple[str, wire.Way]]:
        """All ways of the selected units; with `place` only those that lead there."""
        transports, types = self.rules.transports, self.rules.types
        ships = [unit for unit in units if unit.kind in transports]
        passengers = [unit for unit in units if types[unit.kind].cargo_size and not unit.aboard]
        carried = [unit for unit in units if self.is_cargo(unit)]
        if not (ships and passengers):
            yield from self._direct([unit for unit in units if unit not in carried], len(units), place)
        if ships or passengers or carried:
            others = [unit for unit in units if unit not in (*ships, *passengers, *carried)]
            for there, way, after in self.by_sea(units, place):
                self._come_along(others, there, way, after)
                way.complete = {unit.id for unit in units if unit not in ships} <= set(way.units)
                yield there, way

    def _come_along(self, others: list[Unit], there: str, way: wire.Way, after: WarState) -> None:
        """Aircraft that fly to where a landing goes, and ships that bombard it."""
        if not others:
            return
        later = Planner(self.rules, after)
        for (end, _), orders in later._own_steam([after.units[unit.id] for unit in others]).items():
            for ident, possible in orders.items():
                if end == there and ident not in way.units:
                    tried = later.tried(after, possible[0])
                    if tried is not None:
                        after = tried
                        way.units.append(ident)
                        way.actions.append(plain(possible[0]))

    def _direct(self, units: list[Unit], wanted: int, place: str) -> Iterator[tuple[str, wire.Way]]:
        """Under their own steam: orders of the menu, the same for all units of a kind."""
        for (there, manner), orders in self._own_steam(units).items():
            if place and there != place:
                continue
            shown: list[tuple[str, ...]] = []
            for order in orders[units[0].id] if units[0].id in orders else next(iter(orders.values())):
                if order.route in shown or len(shown) == ROUTES_SHOWN:
                    continue
                if shown and not (isinstance(order, Move) and manner in ("blitz", "move", "attack")):
                    break
                shown.append(order.route)
                way = self._together(units, orders, order.route, manner, wanted)
                if way is not None:
                    yield there, way

    def _own_steam(self, units: list[Unit]) -> dict[tuple[str, Manner], dict[str, list[Move | Bombard]]]:
        """(place, manner) → unit → its orders."""
        found: dict[tuple[str, Manner], dict[str, list[Move | Bombard]]] = {}
        for unit in units:
            for order in self._orders_of(unit):
                if isinstance(order, Move | Bombard):
                    place = order.target if isinstance(order, Bombard) else order.route[-1]
                    order = msgspec.structs.replace(order, units=(unit.id,))
                    found.setdefault((place, self._manner(unit, order)), {}).setdefault(unit.id, []).append(order)
        return found

    def _orders_of(self, unit: Unit) -> list[Action]:
        single = unit.kind in self.rules.transports or unit.kind in self.rules.carriers
        key: object = unit.id if single else (unit.space, unit.kind, unit.spent, unit.captured, unit.aboard)
        moved = unit.done and (self.combat or not unit.airborne)
        if moved or (self.combat and not self.rules.may_attack(self.state, self.state.power)):
            return []
        if key not in self._orders:
            orders = self.menu.orders(unit)
            self._orders[key] = [order for order in orders if self.rules.order_stands(self.state, order)]
        return self._orders[key]

    def _manner(self, unit: Unit, order: Move | Bombard) -> Manner:
        rules, state = self.rules, self.state
        if isinstance(order, Bombard):
            return "bombard"
        if order.raid:
            return "raid"
        if not self.combat:
            return "deck" if order.deck else "move"
        if len(order.route) == 1:
            return "join"
        between = order.route[1:-1]
        if unit.kind in rules.blitzers and any(not rules.is_friendly(state, state.power, space) for space in between):
            return "blitz"
        return "attack"

    def _together(
        self,
        units: list[Unit],
        orders: dict[str, list[Move | Bombard]],
        route: tuple[str, ...],
        manner: Manner,
        wanted: int,
    ) -> wire.Way | None:
        """The selected units go the same way: at once where the rules accept it, else as many as they accept."""
        state = self.state
        able = [unit for unit in units if unit.id in orders]
        parties: dict[tuple[str, str, tuple[str, ...], str], list[Unit]] = {}
        for unit in able:
            order = next((o for o in orders[unit.id] if o.route == route), orders[unit.id][0])
            deck = order.deck if isinstance(order, Move) else ""
            domain = self.rules.types[unit.kind].domain
            parties.setdefault((domain, unit.space, order.route, deck), []).append(unit)
        actions: list[Action] = []
        gone: list[str] = []
        for party in parties.values():
            idents = tuple(unit.id for unit in party)
            order = next((o for o in orders[idents[0]] if o.route == route), orders[idents[0]][0])
            tried = self.tried(state, msgspec.structs.replace(order, units=idents)) if manner != "deck" else None
            if tried is not None:
                actions.append(msgspec.structs.replace(order, units=idents))
                gone += idents
                state = tried
                continue
            for unit in party:
                for order in orders[unit.id]:
                    tried = self.tried(state, order)
                    if tried is not None:
                        actions.append(order)
                        gone.append(unit.id)
                        state = tried
                        break
        if not actions:
            return None
        return self.describe(manner, gone, wanted, route, self._merged(actions))

    def _merged(self, actions: list[Action]) -> list[Action]:
        """Orders of single units of a domain that go the same way become one order."""
        merged: dict[object, Action] = {}
        for action in actions:
            if isinstance(action, Move):
                domain = self.rules.types[self.state.units[action.units[0]].kind].domain
                key: object = (domain, action.route, action.raid, action.deck)
                before = merged.get(key)
                if isinstance(before, Move):
                    action = msgspec.structs.replace(action, units=(*before.units, *action.units))
                merged[key] = action
            else:
                merged[len(merged)] = action
        return list(merged.values())

    # What the menu does not list

    def _unusual_way(self, units: list[Unit], place: str, raid: bool, part: wire.Way | None) -> wire.Way:
        """A legal way that the menu does not list; else the refusal of the most sensible attempt.

        `part` is a way for some of the units: then what stands in the way of the others is the answer.
        """
        refusal: IllegalAction | None = None
        attempts = [*self._all_the_same_way(units, part), *self._attempts(units, place, raid)]
        for attempt in attempts:
            try:
                self.attempt(self.state, attempt)
            except IllegalAction as problem:
                refusal = refusal or problem
                continue
            manner: Manner = "load" if isinstance(attempt, Sail) else "raid" if raid else "move"
            if isinstance(attempt, Move) and manner == "move":
                manner = self._manner(units[0], attempt)
            route = attempt.route if isinstance(attempt, Move | Sail) else ()
            way = self.describe(manner, [unit.id for unit in units], len(units), route, [attempt])
            way.via = [attempt.transport] if isinstance(attempt, Sail) else []
            return way
        raise refusal or self.rules.refuse("move.no_route")

    def _all_the_same_way(self, units: list[Unit], part: wire.Way | None) -> Iterator[Action]:
        """The order that some of the units can carry out, given to all of them."""
        for action in part.actions if part is not None else ():
            order = self.rules.check_action(action)
            idents = tuple(unit.id for unit in units if unit.kind not in self.rules.transports)
            if isinstance(order, Sail) and order.load:
                zone = next(iter(order.load.values()))
                load = {ident: order.load.get(ident, zone) for ident in idents}
                yield msgspec.structs.replace(order, load=load, unload=idents if order.unload else ())
            elif isinstance(order, Move | Bombard) and set(order.units) < set(idents):
                yield msgspec.structs.replace(order, units=idents)

    def _attempts(self, units: list[Unit], place: str, raid: bool) -> Iterator[Action]:
        rules, state = self.rules, self.state
        stuck = next((unit for unit in units if not self._orders_of(unit)), units[0])
        if self.is_cargo(stuck):
            party = tuple(unit.id for unit in units if unit.aboard == stuck.aboard)
            yield Sail(stuck.aboard, (stuck.space,), {}, party, place)
        if rules.types[stuck.kind].cargo_size and rules.board.is_sea[place] and not stuck.aboard:
            for ship in state.units_in(place):
                if ship.kind in rules.transports and ship.power in rules.board.allies[state.power]:
                    yield Sail(ship.id, (place,), {unit.id: place for unit in units})
        together = {(unit.space, rules.types[unit.kind].domain) for unit in units}
        party = tuple(unit.id for unit in units) if len(together) == 1 else (stuck.id,)
        for route in ways.routes(rules, state, stuck, place, raid)[:TRIES]:
            yield Move(party, route, raid)
        if stuck.space != place:
            yield Move(party, (stuck.space, place), raid)

    # Answers

    def _destination(self, place: str, found: list[wire.Way]) -> wire.Destination:
        return wire.Destination(space=place, choices=sorted(found, key=_rank))


def planner_for(rules: Production, state: WarState, decision: Decision | None) -> Planner:
    """The planner of the running phase. Raises `IllegalAction` where nothing is moved now."""
    if decision is None:
        raise rules.game_over()
    if decision.kind not in MOVING:
        raise rules.misplaced(state, decision, Move((), ()))
    return Planner(rules, state)


def _rank(way: wire.Way) -> tuple[bool, int, int]:
    return (not way.complete, BEST_FIRST.index(way.manner), len(way.route))
