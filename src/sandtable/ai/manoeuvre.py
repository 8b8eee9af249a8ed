"""Marching in the noncombat move: forward in stacks that hold, never into the enemy's arms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sandtable.ai.placement import reserves, spare_units
from sandtable.ai.situation import Situation
from sandtable.ai.strongholds import Stands
from sandtable.ai.threats import Threats
from sandtable.core.values import Action
from sandtable.warfare.actions import Move
from sandtable.warfare.land import Route
from sandtable.warfare.state import Unit, WarState

_NOBODY: Counter[str] = Counter()


class Marches:
    """Where every land unit goes that may still march."""

    def __init__(self, situation: Situation, threats: Threats, stands: Stands) -> None:
        self.situation = situation
        self.stands = stands
        self.threats = threats
        self.routes: dict[str, dict[str, Route]] = {}
        """Unit → where it can go, and how."""
        self.standing: dict[str, Counter[str]] = {}
        """Who will stand where: those who cannot move, and those who have been told to."""
        self.movers: dict[str, Unit] = {}
        self.goals: dict[str, str] = {}
        self._look()
        self.reserves = reserves(situation, stands.new)
        """New units that could still be placed somewhere; whoever counts on them first gets them."""

    def _look(self) -> None:
        situation = self.situation
        rules, state = situation.rules, situation.state
        known: dict[tuple[str, str, int], dict[str, Route]] = {}
        for unit in situation.own():
            if unit.kind not in rules.holders or unit.done or unit.aboard:
                continue
            key = (unit.space, unit.kind, unit.spent)
            if key not in known:
                known[key] = {route[-1]: route for route in rules.march_routes(state, unit)}
            self.movers[unit.id] = unit
            self.routes[unit.id] = known[key]
        for space in situation.board.land:
            if situation.is_friendly_land(space):
                self.standing[space] = situation.garrison(space)
        for unit in self.movers.values():
            if unit.space not in self.standing:  # in an edited position somebody may begin in enemy land
                self.standing[unit.space] = situation.garrison(unit.space)
            self.standing[unit.space][unit.kind] -= 1
        for ident, goal in self.stands.goals.items():
            flyer = state.units.get(ident)
            if flyer is not None and flyer.kind in rules.air and goal != flyer.space in self.standing:
                self.standing[flyer.space][flyer.kind] -= 1
        for space in self.standing:
            self.standing[space] += self.stands.coming(space)

    def plan(self) -> list[Action]:
        """The orders for the march."""
        situation = self.situation
        spaces = [s for s in self.standing if any(s == u.space or s in self.routes[u.id] for u in self.movers.values())]
        spaces.sort(key=lambda space: (-situation.march_pull[space], situation.board.rank[space]))
        for unit in self.movers.values():
            goal = self.stands.goals.get(unit.id, "")
            if goal and (goal == unit.space or goal in self.routes[unit.id]):  # somebody else may have moved it
                self._send([unit], goal)
        for space in spaces:
            group = self._group(space)
            if group and self._holds(space, group):
                self._send(group, space)
            elif group and space in self.reserves and self._holds(space, group, self.reserves[space]):
                self._send(group, space)
                self.standing[space] += self.reserves[space]
                self.stands.new.setdefault(space, Counter()).update(self.reserves[space])
                self.reserves = {}
        self._shelter()
        self._picket()
        return list(self._orders())

    def _group(self, space: str) -> list[Unit]:
        """Those without a goal who would get ahead by going to a space, or are there."""
        pull = self.situation.march_pull
        return [
            unit
            for unit in self.movers.values()
            if unit.id not in self.goals
            and (unit.space == space or (space in self.routes[unit.id] and pull[space] > pull[unit.space]))
        ]

    def _holds(self, space: str, group: list[Unit], more: Counter[str] = _NOBODY) -> bool:
        force = +(self.standing[space] + Counter(unit.kind for unit in group) + more)
        return self.threats.danger(space, force).risk <= self.situation.tuning.hold_margin

    def _send(self, group: list[Unit], space: str) -> None:
        for unit in group:
            self.goals[unit.id] = space
            self.standing[space][unit.kind] += 1

    def _shelter(self) -> None:
        """Those who find no safe place together go where they are in least danger, preferably back."""
        homeless: dict[str, list[Unit]] = {}
        for unit in self.movers.values():
            if unit.id not in self.goals:
                homeless.setdefault(unit.space, []).append(unit)
        for space, units in homeless.items():
            options = {space, *(s for unit in units for s in self.routes[unit.id])}
            best = min(
                self.situation.rules.in_board_order(options), key=lambda option: self._exposure(option, space, units)
            )
            able = [unit for unit in units if best == space or best in self.routes[unit.id]]
            self._send(able, best)
            self._send([unit for unit in units if unit not in able], space)

    def _exposure(self, option: str, space: str, units: list[Unit]) -> float:
        """What it would cost to go somewhere: the danger there, and what is given up by leaving."""
        here = self.situation.worth(space)
        able = [unit for unit in units if option == space or option in self.routes[unit.id]]
        staying = [unit for unit in units if unit not in able]
        danger = self.threats.danger(option, +(self.standing[option] + Counter(u.kind for u in able))).risk
        if option != space:
            danger -= self.threats.danger(option, +self.standing[option]).risk  # those who are there need help, too
            left = +(self.standing[space] + Counter(u.kind for u in staying))
            danger += self.threats.danger(space, left, here).risk
            danger -= 0.01 * self.situation.march_pull[option]
        return danger

    def _picket(self) -> None:
        """One cheap unit stays in land that would otherwise be walked into."""
        situation = self.situation
        rules = situation.rules
        for space in rules.in_board_order(self.standing):
            if +self.standing[space] or situation.board.values[space] < 1 or not self.threats.threatened(space):
                continue
            able = [
                unit
                for unit in self.movers.values()
                if (unit.space == space or space in self.routes[unit.id])
                and self.goals[unit.id] != space
                and sum((+self.standing[self.goals[unit.id]]).values()) > 3
                and (unit.id not in self.stands.goals or self._spares(self.goals[unit.id], unit.kind))
            ]
            if able:
                unit = min(able, key=lambda unit: (rules.types[unit.kind].cost, unit.space != space, unit.n))
                self.standing[self.goals[unit.id]][unit.kind] -= 1
                self._send([unit], space)

    def _spares(self, space: str, kind: str) -> bool:
        """Whether a stronghold can do without one more unit."""
        if space == self.stands.site:
            return False
        rest = +(self.standing[space] - Counter((kind,)))
        if space == self.situation.capital:
            return self.threats.fall(space, rest) <= self.situation.tuning.capital_risk
        return self.threats.danger(space, rest).risk <= self.situation.tuning.hold_margin

    def foreseen(self) -> WarState:
        """The board once every army stands where it is to go."""
        state = self.situation.state.copy()
        for ident, goal in self.goals.items():
            if goal != self.movers[ident].space:
                state.change(ident, space=goal)
        return state

    def completed(self) -> WarState:
        """The same with aircraft and new units where they are to be; who is still in the air holds no land."""
        situation = self.situation
        state = self.foreseen()
        for ident, goal in self.stands.goals.items():
            if ident in state.units and ident not in self.movers:
                state.change(ident, space=goal)
        for unit in situation.own():
            if unit.airborne and unit.id not in self.stands.goals:
                state.remove(unit.id)
        promised = {space: Counter(units) for space, units in self.stands.new.items()}
        factories = situation.rules.factory_spaces(situation.state, situation.power)
        for space in sorted(factories, key=lambda space: space != situation.capital):
            spare = spare_units(situation, space, promised)
            promised.setdefault(space, Counter()).update(spare)
        for space, units in promised.items():
            for kind in units.elements():
                state.add(kind, situation.power, space)
        return state

    def _orders(self) -> Iterator[Action]:
        groups: dict[Route, list[str]] = {}
        for ident, goal in self.goals.items():
            unit = self.movers[ident]
            if goal != unit.space:
                groups.setdefault(self.routes[ident][goal], []).append(ident)
        for route, units in groups.items():
            yield Move(tuple(units), route)
