"""Fighters whose carrier was sunk under them look for a place in the same zone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from sandtable.core.menu import Menu
from sandtable.core.rules import Step
from sandtable.core.table import Table
from sandtable.core.values import Action, Decision, Task
from sandtable.warfare import events
from sandtable.warfare.actions import LandDisplaced
from sandtable.warfare.base import WarTable
from sandtable.warfare.retreat import Retreats
from sandtable.warfare.sequence import AnyStep
from sandtable.warfare.state import Unit, WarState


class DisplacedFighters(Retreats):
    """Landing of displaced defending fighters, when all battles are over."""

    def combat_steps(self) -> tuple[AnyStep, ...]:
        return (*super().combat_steps(), LandDisplacedFighters())

    def displaced(self, state: WarState, power: str) -> list[Unit]:
        """A power's fighters whose deck is gone."""
        return [
            unit
            for unit in state.units_of(power)
            if unit.aboard and unit.kind in self.air and unit.aboard not in state.units
        ]

    def places_for(self, state: WarState, fighter: Unit) -> dict[str, int]:
        """Islands and decks in the zone where a displaced fighter may land, with the room they have."""
        room: dict[str, int] = {}
        for island, zone in self.board.islands.items():
            if zone == fighter.space and self.is_friendly(state, fighter.power, island):
                room[island] = 999
        for unit in state.units_in(fighter.space):
            if unit.kind in self.carriers and unit.power in self.board.allies[fighter.power]:
                free = self.free_slots(state, unit)
                if free > 0:
                    room[unit.id] = free
        return room

    def land_displaced(self, table: WarTable, fighter: Unit, place: str) -> None:
        """A displaced fighter lands on an island or another deck."""
        state = table.state
        if place in state.units:
            space = state.units[place].space
            state.change(fighter.id, space=space, aboard=place)
        else:
            space = place
            state.change(fighter.id, space=space, aboard="")
        route = (fighter.space, space) if space != fighter.space else (space,)
        table.tell(events.UnitsMoved(fighter.power, (fighter.id,), {fighter.kind: 1}, route, "land"))


class LandDisplacedFighters(Step[DisplacedFighters, WarState]):
    """Nation by nation, zone by zone."""

    name = "land_displaced_fighters"

    def begin(self, rules: DisplacedFighters, table: Table[WarState], subject: str) -> None:
        state = table.state
        for power in rules.board.after(state.power):
            fighters = rules.displaced(state, power)
            if not fighters:
                continue
            zone = fighters[0].space
            here = [fighter for fighter in fighters if fighter.space == zone]
            room = rules.places_for(state, here[0])
            table.push(Task(self.name))
            if not room:
                rules.lose(table, [fighter.id for fighter in here], "no_landing")
            elif len(room) == 1 and (sum(room.values()) >= len(here) or len(here) == 1):
                place = next(iter(room))
                for fighter in here:
                    rules.land_displaced(table, fighter, place)
            else:
                about = {"space": zone, "fighters": [fighter.id for fighter in here], "room": room}
                table.ask(self.name, power, "land_displaced", ("land_displaced",), about)
            return

    def answer(self, rules: DisplacedFighters, table: Table[WarState], decision: Decision, action: Action) -> None:
        assert isinstance(action, LandDisplaced)
        state = table.state
        fighters, room = decision.about["fighters"], dict(decision.about["room"])
        must_land = min(len(fighters), sum(room.values()))
        for ident, place in action.places.items():
            if ident not in fighters or not room.get(place):
                raise rules.refuse("displaced.place", unit=ident, space=place)
            room[place] -= 1
        if len(action.places) != must_land:
            raise rules.refuse("displaced.must_land", number=must_land)
        for ident, place in action.places.items():
            rules.land_displaced(table, state.units[ident], place)
        rules.lose(table, [ident for ident in fighters if ident not in action.places], "no_landing")

    def menu(self, rules: DisplacedFighters, state: WarState, decision: Decision) -> Menu:
        return DisplacedMenu(decision.about["fighters"], decision.about["room"])


class DisplacedMenu(Menu):
    """Every way to give displaced fighters a place."""

    def __init__(self, fighters: list[str], room: dict[str, int]) -> None:
        self.fighters = fighters
        self.room = room
        self.must_land = min(len(fighters), sum(room.values()))

    def __iter__(self) -> Iterator[Action]:
        for picked in product(["", *self.room], repeat=len(self.fighters)):
            places = {f: place for f, place in zip(self.fighters, picked, strict=True) if place}
            fits = all(list(places.values()).count(place) <= room for place, room in self.room.items())
            if fits and len(places) == self.must_land:
                yield LandDisplaced(places)

    def sample(self, rng: Random) -> Action:
        slots = [place for place, room in self.room.items() for _ in range(min(room, len(self.fighters)))]
        fighters = rng.sample(self.fighters, self.must_land)
        return LandDisplaced(dict(zip(fighters, rng.sample(slots, self.must_land), strict=True)))
