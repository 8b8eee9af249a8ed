"""The 1942 edition: its sequence of play, its harbours and cities, its victory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any, ClassVar

from sandtable.board.board import Board
from sandtable.board.scenario import Scenario
from sandtable.board.units import UnitTypes
from sandtable.core.lexicon import Lexicon, read_toml
from sandtable.core.policy import PolicyBook
from sandtable.warfare import events, policies
from sandtable.warfare.artillery import Artillery
from sandtable.warfare.assaults import Assaults, FightOrIgnore
from sandtable.warfare.base import WarTable, shared_texts
from sandtable.warfare.battle import BattleRound, Combat, Occupy, WalkIns
from sandtable.warfare.bombing import DropBombs, Raids
from sandtable.warfare.consent import AskConsent
from sandtable.warfare.factorydamage import FactoryDamage
from sandtable.warfare.fire import FireBatch
from sandtable.warfare.income import CollectIncome, Goal, Victory
from sandtable.warfare.land import Route
from sandtable.warfare.landingplan import LandingPlans
from sandtable.warfare.movephases import CombatMove, NoncombatMove
from sandtable.warfare.pledges import Pledges
from sandtable.warfare.position import Positions
from sandtable.warfare.production import Placement, PurchasePhase
from sandtable.warfare.sequence import AnyStep
from sandtable.warfare.state import Unit, WarState
from sandtable.warfare.together import LossesTogether, TakeHitsTogether
from sandtable.warfare.variants.dice import PerStepLosses
from sandtable.warfare.variants.land import GunsStopBlitz
from sandtable.warfare.variants.naval import NewFightersOnCarriers, RepairedAfterBattle

_DATA = files("sandtable.games.spring1942") / "data"
BOARD = Board.load(_DATA / "board.toml")
TYPES = UnitTypes.load(_DATA / "units.toml")
SCENARIO = Scenario.load(_DATA / "scenario.toml")
TOPICS = {topic: rule for rule, topics in read_toml(_DATA / "topics.toml").items() for topic in topics}


def _lexicon() -> Lexicon:
    lexicon = Lexicon()
    lexicon.add_templates(shared_texts())
    BOARD.add_names(lexicon)
    TYPES.add_names(lexicon)
    return lexicon


class CombatMove1942(CombatMove):
    """Phase 2; ships that could be ignored may be declared targets, carriers pledged as landing places."""

    accepts = ("move", "sail", "bombard", "declare_attack", "pledge", "end_phase")


class Rules1942(
    Pledges,
    Assaults,
    LossesTogether,
    Artillery,
    LandingPlans,
    NewFightersOnCarriers,
    FactoryDamage,
    RepairedAfterBattle,
    PerStepLosses,
    GunsStopBlitz,
    Raids,
    Victory,
    Positions,
):
    """The 2009 edition."""

    game = "1942"
    board = BOARD
    types = TYPES
    scenario = SCENARIO
    lexicon = _lexicon()
    topics = TOPICS
    policies: ClassVar[PolicyBook] = policies.BOOK

    cities_needed: int = 9

    def phases(self) -> tuple[AnyStep, ...]:
        """S42-TURN-02: the six phases."""
        return (PurchasePhase(), CombatMove1942(), Combat(), NoncombatMove(), Placement(), CollectIncome())

    def extra_steps(self) -> tuple[AnyStep, ...]:
        return (
            *self.combat_steps(),
            *self.land_battle(),
            *self.sea_battle(),
            BattleRound(),
            FireBatch(),
            TakeHitsTogether(),
            Occupy(),
            WalkIns(),
            FightOrIgnore(),
            DropBombs(),
            AskConsent(),
        )

    # S42-RETR-03: which zones are hostile when a turn begins is remembered for retreats.

    def clear_turn(self, state: WarState) -> None:
        super().clear_turn(state)
        self.note_hostile_zones(state)

    def read_position(self, position: Mapping[str, Any]) -> WarState:
        state = super().read_position(position)
        self.note_hostile_zones(state)
        return state

    def note_hostile_zones(self, state: WarState) -> None:
        """Remember the sea zones that are hostile to the active power now."""
        state.hostile_at_start = tuple(z for z in self.board.sea if self.is_hostile_zone(state, state.power, z))

    # S42-MAP-04: neutrals are closed to everybody.

    def may_violate_neutrals(self) -> bool:
        return False

    def closed_to_aircraft(self, state: WarState) -> frozenset[str]:
        return self.board.neutrals

    # S42-AA-01/03: guns fire only at aircraft attacking their territory, and any number may stand there.

    def guns_fire_in(self, phase: str) -> bool:
        return False

    def guns_allowed(self) -> int:
        return 999

    # S42-HSZ-05, S42-CARR-10: own fighters at sea may attack in the zone where they are without moving.

    def fly_to_attack(self, table: WarTable, aircraft: Sequence[Unit], route: Route, raid: bool) -> None:
        state = table.state
        zone = route[-1]
        if len(route) > 1 or raid or not all(unit.aboard or unit.airborne for unit in aircraft):
            super().fly_to_attack(table, aircraft, route, raid)
            return
        self.check_air_target(state, state.power, zone)
        for unit in aircraft:
            state.change(unit.id, aboard="", airborne=True, done=True)
        if not self.landing_looks_possible(state):
            raise self.refuse("air.no_landing", units=self.count(aircraft), space=zone)
        self.commit_attack(state, zone)
        idents = tuple(unit.id for unit in aircraft)
        table.tell(events.UnitsMoved(state.power, idents, self.count(aircraft), route))

    def air_attacks(
        self, state: WarState, unit: Unit, targets: Sequence[tuple[str, bool]]
    ) -> Iterator[tuple[str, bool]]:
        if (unit.aboard or unit.airborne) and (unit.space, False) in targets:
            yield unit.space, False
        yield from super().air_attacks(state, unit, targets)

    # S42-CARR-09: displaced fighters may move one space.

    def places_for(self, state: WarState, fighter: Unit) -> dict[str, int]:
        room: dict[str, int] = {}
        for space in (fighter.space, *self.board.borders[fighter.space]):
            if self.is_friendly(state, fighter.power, space):
                room[space] = 999
            for unit in state.units_in(space):
                if unit.kind in self.carriers and unit.power in self.board.allies[fighter.power]:
                    free = self.free_slots(state, unit)
                    if free > 0:
                        room[unit.id] = free
        return room

    # S42-PLACE-04: new ships may be placed beside enemies.

    def may_launch_in(self, state: WarState, power: str, zone: str) -> bool:
        return True

    # S42-CAP-06: guns in land that allies held in trust stay with those who held it.

    def goes_along(self, state: WarState, unit: Unit, owner: str, manner: str) -> bool:
        held_in_trust = manner == "reversion" and unit.space not in state.changed
        return not (held_in_trust and unit.kind in self.guns) and super().goes_along(state, unit, owner, manner)

    # S42-WIN

    def goals(self, state: WarState, side: str) -> Iterator[Goal]:
        yield Goal("cities", self.cities_needed, {space.id: 1 for space in self.board.spaces.values() if space.city})
