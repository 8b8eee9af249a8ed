"""AA guns: fire at aircraft flying over, fire at attackers and raiders."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import msgspec

from sandtable.core.menu import Menu
from sandtable.core.rules import Step
from sandtable.core.table import Table
from sandtable.core.values import Action, Decision, Task
from sandtable.warfare import events
from sandtable.warfare.actions import ChooseCasualties
from sandtable.warfare.air import AirMovement
from sandtable.warfare.base import WarTable
from sandtable.warfare.land import Route
from sandtable.warfare.lossmenu import LossMenu, loss_key
from sandtable.warfare.state import Flight, Unit, WarState

GUN_HITS_ON = 1
"""An AA die of 1 brings an aircraft down."""


class AntiAir(AirMovement):
    """One die per aircraft; each 1 destroys one, chosen by its owner."""

    def guns_fire_in(self, phase: str) -> bool:
        """In which phases guns fire at aircraft flying over."""
        return phase == "combat_move"

    def fire_on_overflight(self, table: WarTable, aircraft: Sequence[Unit], route: Route) -> None:
        """Guns in territories flown over (not into) fire one after the other."""
        state = table.state
        if not self.guns_fire_in(state.phase):
            return
        guns = tuple(space for space in route[1:-1] if self.fires_at(state, state.power, space))
        if guns:
            state.flight = Flight(tuple(unit.id for unit in aircraft), route, guns)
            table.push(Task(Overflight.name))

    def roll_anti_air(self, table: WarTable, aircraft: Sequence[Unit], space: str) -> int:
        """Roll for the gun in a territory; returns the number of aircraft hit."""
        if not aircraft:
            return 0
        dice = table.roll(len(aircraft))
        hits = sum(die <= GUN_HITS_ON for die in dice)
        table.tell(
            events.DiceRolled(
                self.gun_owner(table.state, space),
                "anti_air",
                space,
                dice,
                (GUN_HITS_ON,) * len(dice),
                hits,
                tuple(unit.kind for unit in aircraft),
            )
        )
        return hits

    def gun_volleys(self, aircraft: Sequence[Unit]) -> list[tuple[str, list[Unit]]]:
        """Which aircraft a gun fires at together, and what can take its hits: all of them alike."""
        return [("aircraft", self.in_order(aircraft))] if aircraft else []

    def anti_air_chances(self, aircraft: int) -> list[float]:
        """Chances of bringing down 0, 1, 2 … of some aircraft: what `roll_anti_air` does, as odds."""
        hit = GUN_HITS_ON / 6
        return [math.comb(aircraft, n) * hit**n * (1 - hit) ** (aircraft - n) for n in range(aircraft + 1)]

    def check_losses(self, action: ChooseCasualties, eligible: Sequence[str], hits: int) -> None:
        """Losses must be eligible, and as many as there are hits."""
        left = Counter(eligible)
        for ident in action.units:
            if not left[ident]:
                raise self.refuse("losses.not_eligible", unit=ident)
            left[ident] -= 1
        if len(action.units) != hits:
            raise self.refuse("losses.wrong_number", hits=hits, given=len(action.units))


class Overflight(Step[AntiAir, WarState]):
    """The guns along a route fire; the owner of the aircraft picks what is lost where they differ."""

    name = "overflight"

    def begin(self, rules: AntiAir, table: Table[WarState], subject: str) -> None:
        state = table.state
        flight = state.flight
        assert flight is not None
        flying = [state.units[ident] for ident in flight.units if ident in state.units]
        if not flying or not flight.guns:
            state.flight = None
            return
        gun, *later = flight.guns
        hits = rules.roll_anti_air(table, flying, gun)
        state.flight = msgspec.structs.replace(flight, guns=tuple(later), hits=hits)
        table.push(Task(self.name))
        if not hits:
            return
        if hits >= len(flying) or len({loss_key(state, unit) for unit in flying}) == 1:
            rules.lose(table, [unit.id for unit in flying[:hits]], "anti_air")
            return
        table.ask(
            self.name,
            state.power,
            "choose_casualties",
            ("choose_casualties",),
            {"space": gun, "hits": hits, "units": [unit.id for unit in flying], "cause": "anti_air"},
        )

    def answer(self, rules: AntiAir, table: Table[WarState], decision: Decision, action: Action) -> None:
        assert isinstance(action, ChooseCasualties)
        rules.check_losses(action, decision.about["units"], decision.about["hits"])
        rules.lose(table, action.units, "anti_air")

    def menu(self, rules: AntiAir, state: WarState, decision: Decision) -> Menu:
        return LossMenu(state, decision.about["units"], decision.about["hits"])
