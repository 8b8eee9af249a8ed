"""Orders of the movement phases in a player's words: move, raid, land, load, unload, bombard."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from sandtable.cli.words import ALL, FUZZY, NotUnderstood, Vocabulary, plain, read_forces, split_numbers
from sandtable.core.game import Game
from sandtable.core.values import Action
from sandtable.warfare import ways
from sandtable.warfare.actions import Bombard, DeclareAttack, Move, Pledge, Sail
from sandtable.warfare.movement import Movement
from sandtable.warfare.state import Unit, WarState

Forces = dict[str, int]
Attempt = Callable[[Iterable[Action]], None]
"""Carries out the first of several actions that the rules accept; raises the first refusal if there is none."""

_JOINTS = {
    "from": ("from", "von", "aus"),
    "via": ("via", "uber", "through", "durch"),
    "to": ("to", "in", "into", "nach", "at", "against", "gegen", "auf", "on"),
}
_BACK = ("back", "off", "zuruck")
_NEW = ("new", "neu", "neue", "neuen", "neuer")
_ARROW = re.compile(r"\s*(?:->|=>|→|>)\s*")


class Orders:
    """Turns words into actions of the movement phases."""

    def __init__(self, game: Game[WarState], rules: Movement, vocabulary: Vocabulary, attempt: Attempt) -> None:
        self.game = game
        self.rules = rules
        self.vocabulary = vocabulary
        self.attempt = attempt

    @property
    def state(self) -> WarState:
        """The state as it stands now."""
        return self.game.state

    # The orders

    def move(self, words: Sequence[str], raid: bool = False) -> None:
        """«2 inf libya anglo_egypt», «1 arm libya > french_eq > libya», «1 ftr from uk to baltic»."""
        forces, rest = read_forces(self.vocabulary.kinds, list(words))
        if not forces:
            raise NotUnderstood("need.units", " ".join(words))
        stops = self._stops(forces, rest)
        for group in self._by_domain(forces):
            self._move_group(group, stops, raid)

    def attack(self, words: Sequence[str]) -> None:
        """«sz 5»: ships that could be ignored; «sz 5 back» leaves them alone; with units it is a move."""
        back = any(plain(word) in _BACK for word in words)
        words = [word for word in words if plain(word) not in _BACK]
        forces, rest = read_forces(self.vocabulary.kinds, list(words))
        if forces:
            self.move(words)
            return
        zones = self._names([word for part in _parts(rest).values() for word in part], self.vocabulary.sea)
        if not zones:
            raise NotUnderstood("need.zone", " ".join(words))
        self.attempt(DeclareAttack(zone, not back) for zone in zones[:1])

    def join(self, words: Sequence[str]) -> None:
        """«2 ftr sz 37», «sz 37»: fighters on carriers fight where they are."""
        forces, rest = read_forces(self.vocabulary.kinds, list(words))
        zones = self._names([word for part in _parts(rest).values() for word in part], self.vocabulary.sea)
        guests = [u for u in self._own() if u.aboard and u.kind in self.rules.air and u.space in (zones or (u.space,))]
        wanted = sum(forces.values()) if forces and ALL not in forces.values() else len(guests)
        if not guests or len(guests) < wanted:
            raise NotUnderstood("need.deck", " ".join(words))
        zone = zones[0] if zones else guests[0].space
        party = [unit.id for unit in guests if unit.space == zone][:wanted]
        self.attempt([Move(tuple(party), (zone,))])

    def pledge(self, words: Sequence[str]) -> None:
        """«sz 51 to sz 49», «2 cv sz 51 to sz 49», «new to sz 60» for a carrier bought this turn, «sz 51 back»."""
        said = [plain(word) for word in words]
        back, new = any(word in _BACK for word in said), any(word in _NEW for word in said)
        rest = [word for word in words if plain(word) not in (*_BACK, *_NEW)]
        number, rest = self._number_of_carriers(rest)
        parts = _parts(rest)
        zones = self._names([word for part in ("from", "", "to") for word in parts.get(part, [])], self.vocabulary.sea)
        if back:
            self._unpledge(new, zones)
            return
        carriers = [unit for unit in self._own() if unit.kind in self.rules.carriers]
        if not new and len(zones) == 1 and len(carriers) == 1:
            zones = (carriers[0].space, *zones)
        if len(zones) != (1 if new else 2):
            raise NotUnderstood("need.pledge", " ".join(words))
        here = [unit.id for unit in carriers if unit.space == zones[0]]
        if not new and not here:
            raise NotUnderstood("need.carrier", " ".join(words), space=zones[0])
        if new:
            here = [""] * sum(self.state.pool.get(kind, 0) for kind in self.rules.carriers) or [""]
        if number == ALL:
            number = len(here)
        if len(here) < number:
            raise NotUnderstood("few.units", "carrier", units={"carrier": len(here)}, space=zones[0])
        for _ in range(number):
            pledged = dict(self.state.pledges)
            here.sort(key=lambda ident: (pledged.get(ident) == zones[-1], ident in pledged))
            self.attempt(Pledge(ident, zones[-1]) for ident in here)

    def _number_of_carriers(self, words: list[str]) -> tuple[int, list[str]]:
        """How many carriers are meant (one if nothing is said), and the other words; «all» needs no kind."""
        if (
            words
            and plain(words[0]) in ("all", "alle")
            and self.vocabulary.kinds.matches("".join(words[1:2]))[0] == FUZZY
        ):
            return ALL, words[1:]
        forces, rest = read_forces(self.vocabulary.kinds, words)
        if forces.keys() - self.rules.carriers:
            raise NotUnderstood("need.carriers", " ".join(words))
        return next(iter(forces.values()), 1), rest

    def _unpledge(self, new: bool, zones: Sequence[str]) -> None:
        """Take back what was pledged to these zones, or of carriers in them; without zones all of it."""
        units = self.state.units
        meant = [
            (ident, zone)
            for ident, zone in self.state.pledges
            if (not new or not ident) and (not zones or zone in zones or (ident and units[ident].space in zones))
        ]
        if zones and self.state.pledges and not meant:
            raise NotUnderstood("need.pledged", zones=zones)
        others = [zone for ident, zone in self.state.pledges if not ident and ("", zone) not in meant]
        for ident in dict.fromkeys([ident for ident, _ in meant] or [""]):
            self.attempt([Pledge(ident)])
            for zone in others if not ident else ():  # new carriers are taken back all at once
                self.attempt([Pledge("", zone)])

    def raid(self, words: Sequence[str]) -> None:
        """«1 bomber uk germany»."""
        self.move(words, raid=True)

    def land(self, words: Sequence[str]) -> None:
        """«2 inf from uk via north_sea in norway»; cargo that is aboard already needs no «from»."""
        forces, rest = read_forces(self.vocabulary.kinds, list(words))
        parts = _parts(rest)
        names = self._names(parts.get("", []), self.vocabulary.land)
        coast = self._one(parts, "from") or (names[0] if len(names) > 1 else "")
        target = self._one(parts, "to") or (names[-1] if names else "")
        via = self._names(parts.get("via", []), self.vocabulary.sea) or tuple(names[1:-1])
        if not target:
            raise NotUnderstood("need.target", " ".join(words))
        if not coast:
            self._unload(forces, target)
            return
        if not forces:
            raise NotUnderstood("need.units", " ".join(words))
        waiting = self._sorted_cargo(self._pick(coast, forces))
        while waiting:
            waiting = waiting[self._carry(waiting, coast, via, target) :]

    def load(self, words: Sequence[str]) -> None:
        """«2 inf uk» or «2 inf from uk in north_sea»: they stay aboard."""
        forces, rest = read_forces(self.vocabulary.kinds, list(words))
        parts = _parts(rest)
        names = self._names(parts.get("", []))
        coast = self._one(parts, "from") or (names[0] if names else "")
        zones = self._names(parts.get("to", []), self.vocabulary.sea) or tuple(names[1:])
        if not forces or not coast:
            raise NotUnderstood("need.units" if not forces else "need.origin", " ".join(words))
        waiting = self._sorted_cargo(self._pick(coast, forces))
        while waiting:
            waiting = waiting[self._carry(waiting, coast, zones, "") :]

    def unload(self, words: Sequence[str]) -> None:
        """«2 inf norway» or just «norway»."""
        forces, rest = read_forces(self.vocabulary.kinds, list(words))
        parts = _parts(rest)
        names = self._names([*parts.get("", []), *parts.get("to", [])], self.vocabulary.land)
        if not names:
            raise NotUnderstood("need.target", " ".join(words))
        self._unload(forces, names[-1])

    def bombard(self, words: Sequence[str]) -> None:
        """«norway», «1 bb norway», «1 bb from north_sea norway»."""
        rules, state = self.rules, self.state
        forces, rest = read_forces(self.vocabulary.kinds, list(words))
        parts = _parts(rest)
        names = self._names([*parts.get("", []), *parts.get("to", [])])
        if not names:
            raise NotUnderstood("need.target", " ".join(words))
        target, origin = names[-1], self._one(parts, "from", sea=True) or (names[0] if len(names) > 1 else "")
        wanted = sum(forces.values()) if forces else 1
        ships = [u for u in self._own() if u.kind in rules.bombarders and (not forces or u.kind in forces)]
        ships = [ship for ship in ships if not origin or ship.space == origin]
        ships.sort(key=lambda ship: (ship.done, rules.board.distances(ship.space).get(target, 99)))
        if not ships:
            raise NotUnderstood("need.ship", target)
        landing = {unit.space for unit in self._own() if unit.task == "land" and unit.target == target}
        zones = landing or set(rules.board.sea_borders[target])
        for _ in range(len(ships) if wanted == ALL else wanted):
            self.attempt(
                Bombard((ship.id,), route, target)
                for ship in ships
                if not ship.task
                for route in ways.sea_routes(rules, ship, rules.points_left(state, ship))
                if route[-1] in zones
            )

    # Moving

    def _move_group(self, forces: Forces, stops: tuple[str, ...], raid: bool) -> None:
        rules, state = self.rules, self.state
        start, end = stops[0], stops[-1]
        units = self._pick(start, forces)
        slowest = min(units, key=lambda unit: rules.points_left(state, unit))
        if len(stops) > 2:
            found = [ways.through(rules, slowest, stops)]
        else:
            found = ways.routes(rules, state, slowest, end, raid)
        for deck, party in self._decks(units, end):
            idents = tuple(unit.id for unit in party)
            self.attempt([Move(idents, route, raid, deck) for route in found] or [Move(idents, stops, raid, deck)])

    def _decks(self, units: list[Unit], end: str) -> list[tuple[str, list[Unit]]]:
        """Fighters that come home to a sea zone are shared out among the decks there."""
        rules, state = self.rules, self.state
        homing = state.phase == "noncombat_move" and units[0].kind in rules.air and rules.board.is_sea[end]
        if not homing:
            return [("", units)]
        shared: list[tuple[str, list[Unit]]] = []
        waiting = list(units)
        for ship in state.units_in(end):
            if waiting and ship.kind in rules.carriers and ship.power in rules.board.allies[state.power]:
                free = rules.free_slots(state, ship)
                if free > 0:
                    shared.append((ship.id, waiting[:free]))
                    waiting = waiting[free:]
        return shared + ([("", waiting)] if waiting else [])

    def _by_domain(self, forces: Forces) -> list[Forces]:
        """Land units, aircraft and ships get orders of their own."""
        groups: dict[str, Forces] = {}
        for kind, number in forces.items():
            groups.setdefault(self.rules.types[kind].domain, {})[kind] = number
        return list(groups.values())

    # Transports

    def _carry(self, waiting: list[Unit], coast: str, via: Sequence[str], target: str) -> int:
        """Load as many as one transport takes and carry them; returns how many that were."""
        rules, state = self.rules, self.state
        own = [u for u in state.units.values() if u.kind in rules.transports and u.power == state.power and not u.done]
        allied = [
            u
            for u in state.units.values()
            if u.kind in rules.transports and u.power != state.power and u.power in rules.board.allies[state.power]
        ]
        ships = [ship for ship in (*own, *(() if target else allied)) if rules.room_on(state, ship) > 0]
        options: list[tuple[int, int, Sail]] = []
        for ship in ships:
            party = self._fitting(waiting, rules.room_on(state, ship))
            points = rules.points_left(state, ship) if ship.power == state.power else 0
            for route in ways.sea_routes(rules, ship, points):
                sail = self._sail(ship, route, party, coast, target)
                if sail is not None and all(zone in route for zone in via):
                    options.append((-len(party), len(route), sail))
        if not options:
            raise NotUnderstood("need.transport", coast, coast=coast, target=target or coast)
        options.sort(key=lambda option: option[:2])
        most = -options[0][0]
        self.attempt(sail for number, _, sail in options if -number == most)
        return most

    def _sail(self, ship: Unit, route: ways.Route, party: list[Unit], coast: str, target: str) -> Sail | None:
        borders = self.rules.board.borders
        zone = next((zone for zone in route if coast in borders[zone]), "")
        if not party or not zone or (target and target not in borders[route[-1]]) or (not target and zone != route[-1]):
            return None
        idents = tuple(unit.id for unit in party)
        return Sail(ship.id, route, dict.fromkeys(idents, zone), idents if target else (), target)

    def _fitting(self, waiting: list[Unit], room: int) -> list[Unit]:
        party: list[Unit] = []
        for unit in waiting:
            if self.rules.load_of([*party, unit]) > room:
                break
            party.append(unit)
        return party

    def _sorted_cargo(self, units: list[Unit]) -> list[Unit]:
        """Big pieces first, so that what is left fills the rest."""
        return sorted(units, key=lambda unit: -self.rules.types[unit.kind].cargo_size)

    def _unload(self, forces: Forces, target: str) -> None:
        rules, state = self.rules, self.state
        cargo = [u for u in self._own() if u.aboard and u.kind not in rules.air and (not forces or u.kind in forces)]
        if not cargo:
            raise NotUnderstood("need.cargo", target)
        wanted = dict(forces)
        done = False
        for transport in dict.fromkeys(unit.aboard for unit in cargo):
            ship = state.units[transport]
            party = self._wanted([unit for unit in cargo if unit.aboard == transport], wanted, bool(forces))
            near = target in rules.board.borders[ship.space]
            if not party or (done and not near and not forces):
                continue
            points = rules.points_left(state, ship) if ship.power == state.power else 0
            idents = tuple(unit.id for unit in party)
            options = [
                Sail(ship.id, route, {}, idents, target)
                for route in ways.sea_routes(rules, ship, points)
                if target in rules.board.borders[route[-1]]
            ]
            self.attempt(options or [Sail(ship.id, (ship.space,), {}, idents, target)])
            done = True

    def _wanted(self, aboard: list[Unit], wanted: Forces, limited: bool) -> list[Unit]:
        party = []
        for unit in aboard:
            if not limited or wanted.get(unit.kind, 0):
                party.append(unit)
                if wanted.get(unit.kind, 0) > 0:
                    wanted[unit.kind] -= 1
        return party

    # Reading

    def _own(self) -> list[Unit]:
        return [unit for unit in self.state.units.values() if unit.power == self.state.power]

    def _pick(self, space: str, forces: Forces) -> list[Unit]:
        """Units of these kinds in a space, those that can still move first."""
        homing = self.state.phase == "noncombat_move"
        picked: list[Unit] = []
        for kind, number in forces.items():
            here = [u for u in self.state.units_in(space) if u.kind == kind and u.power == self.state.power]
            here.sort(key=lambda unit: (unit.done and not (homing and unit.airborne), not unit.airborne, unit.spent))
            if number == ALL:
                picked += [unit for unit in here if not unit.done or (homing and unit.airborne)] or here
                continue
            if len(here) < number:
                raise NotUnderstood(
                    "few.units" if here else "no.units", kind, units=self.rules.count(here), space=space
                )
            picked += here[:number]
        if not picked:
            raise NotUnderstood("no.units", next(iter(forces)), space=space)
        return picked

    def _stops(self, forces: Forces, words: list[str]) -> tuple[str, ...]:
        """From where, over what, to where; the start may be left out if only one is possible."""
        by_sea = all(kind in self.rules.ships for kind in forces)
        prefer = self.vocabulary.sea if by_sea else self.vocabulary.land
        parts = _parts(words)
        bare = self._names(parts.get("", []), prefer, self._homes(forces))
        start = self._names(parts.get("from", []), self._homes(forces))
        stops = (*start, *bare, *self._names(parts.get("via", [])), *self._names(parts.get("to", []), prefer))
        if not stops:
            raise NotUnderstood("need.target", " ".join(words))
        if len(stops) == 1:
            stops = (self._only_start(forces, stops[0]), *stops)
        return stops

    def _homes(self, forces: Forces) -> frozenset[str]:
        """Spaces where the active power has units of these kinds."""
        return frozenset(unit.space for unit in self._own() if unit.kind in forces)

    def _only_start(self, forces: Forces, end: str) -> str:
        """The one space from which all these units could go there."""
        found = []
        for space in sorted(self._homes(forces)):
            try:
                units = self._pick(space, forces)
            except NotUnderstood:
                continue
            reach = min(self.rules.points_left(self.state, unit) for unit in units)
            if any(len(way) - 1 <= reach for unit in units for way in ways.routes(self.rules, self.state, unit, end)):
                found.append(space)
        if len(found) == 1:
            return found[0]
        raise NotUnderstood("need.origin", end, found, space=end)

    def _one(self, parts: dict[str, list[str]], joint: str, sea: bool = False) -> str:
        prefer = self.vocabulary.sea if sea else self.vocabulary.land
        names = self._names(parts.get(joint, []), prefer)
        return names[-1] if names else ""

    def _names(
        self, words: list[str], prefer: frozenset[str] = frozenset(), first: frozenset[str] = frozenset()
    ) -> tuple[str, ...]:
        """Names of spaces one after the other; where one ends and the next begins is found by what fits best."""
        if not words:
            return ()
        text = " ".join(words)
        if _ARROW.search(text):
            names = [name for name in _ARROW.split(text) if name]
            return tuple(self.vocabulary.space(n, first if first and not at else prefer) for at, n in enumerate(names))
        cost, names = self._split(tuple(words), prefer, first)
        if cost > FUZZY * len(words):
            worst = max(words, key=lambda word: self.vocabulary.fit(word, prefer)[0])
            self.vocabulary.space(worst, prefer)
            raise NotUnderstood("unknown.space", text, self.vocabulary.spaces.nearest(text))
        return tuple(names)

    def _split(self, words: tuple[str, ...], prefer: frozenset[str], first: frozenset[str]) -> tuple[float, list[str]]:
        if not words:
            return 0, []
        best: tuple[float, list[str]] = (999, [])
        for length in range(min(len(words), 5), 0, -1):
            level, space = self.vocabulary.fit(" ".join(words[:length]), first or prefer)
            if space:
                cost, names = self._split(words[length:], prefer, frozenset())
                if level + cost + 0.5 < best[0]:
                    best = (level + cost + 0.5, [space, *names])
        return best


def _parts(words: Sequence[str]) -> dict[str, list[str]]:
    """«libya > egypt» stays together; «from uk via north sea in norway» is taken apart at the little words."""
    parts: dict[str, list[str]] = {}
    joint = ""
    for word in split_numbers(_ARROW.sub(" > ", " ".join(words)).split()):
        found = next((name for name, signs in _JOINTS.items() if plain(word) in signs), None)
        if found:
            joint = found
        else:
            parts.setdefault(joint, []).append(word)
    return parts
