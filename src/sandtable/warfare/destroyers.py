"""Surface warships, submarines that slip past them, destroyers that hunt submarines.

Only surface warships make a sea zone hostile. Submarines strike by surprise or submerge unless an enemy destroyer is
in the battle; aircraft hit submarines only beside a destroyer of their own side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import ClassVar

import msgspec

from sandtable.core.menu import Menu
from sandtable.core.rules import Step
from sandtable.core.table import Table
from sandtable.core.values import Action, Decision, Task
from sandtable.warfare import events
from sandtable.warfare.actions import Submerge
from sandtable.warfare.base import WarTable
from sandtable.warfare.battle import Battles, RemoveCasualties, Volley
from sandtable.warfare.land import Route
from sandtable.warfare.sequence import AnyStep
from sandtable.warfare.state import Battle, Unit, WarState


class SurfaceWarfare(Battles):
    """Who stops whom at sea, and what submarines do in battle."""

    def blocking_kinds(self) -> frozenset[str]:
        """Surface warships alone make a zone hostile."""
        return self.types.with_trait("surface")

    def hunters(self) -> frozenset[str]:
        """Kinds that switch off submarines' abilities."""
        return self.types.with_trait("hunts_submarines")

    def has_enemy(self, state: WarState, power: str, zone: str, kinds: frozenset[str]) -> bool:
        """Whether an enemy unit of these kinds is in a space."""
        enemies = self.board.enemies[power]
        units = state.units
        for ident in state.at.get(zone, ()):
            unit = units[ident]
            if unit.kind in kinds and unit.power in enemies:
                return True
        return False

    # Movement

    def must_stop(self, state: WarState, ship: Unit, zone: str) -> bool:
        if ship.kind in self.submarines:
            return self.has_enemy(state, ship.power, zone, self.hunters())
        return super().must_stop(state, ship, zone)

    def may_end_peacefully(self, state: WarState, ship: Unit, zone: str) -> bool:
        return ship.kind in self.submarines or super().may_end_peacefully(state, ship, zone)

    def may_attack_zone(self, state: WarState, ships: Sequence[Unit], zone: str) -> bool:
        return self.has_enemy(state, ships[0].power, zone, self.ships)

    def has_prey(self, state: WarState, power: str, zone: str) -> bool:
        return self.has_enemy(state, power, zone, self.ships)

    def may_leave(self, state: WarState, ships: Sequence[Unit]) -> bool:
        """Ships that began the turn beside enemy warships may leave without a fight."""
        return self.is_hostile_zone(state, state.power, ships[0].space)

    def sea_attack_routes(self, state: WarState, ship: Unit) -> Iterator[Route]:
        leaving = self.may_leave(state, [ship])
        for route, _ in self._sea_routes(state, ship):
            if leaving or self.may_attack_zone(state, [ship], route[-1]):
                yield route

    def sail_to_attack(self, table: WarTable, ships: Sequence[Unit], route: Route) -> None:
        leaving = self.may_leave(table.state, ships)
        super().sail_to_attack(table, ships, route)
        if not leaving or self.is_hostile_zone(table.state, table.state.power, route[-1]):
            self.commit_attack(table.state, route[-1])

    def fly_to_attack(self, table: WarTable, aircraft: Sequence[Unit], route: Route, raid: bool) -> None:
        super().fly_to_attack(table, aircraft, route, raid)
        if self.board.is_sea[route[-1]]:
            self.commit_attack(table.state, route[-1])

    def commit_attack(self, state: WarState, zone: str) -> None:
        """Everything hostile in the zone will be attacked."""
        if zone not in state.attacks:
            state.attacks = (*state.attacks, zone)

    def must_fight_in(self, state: WarState, zone: str) -> bool:
        if super().must_fight_in(state, zone):
            return True
        return zone in state.attacks and self.has_enemy(state, state.power, zone, self.ships)

    def zone_is_clear(self, state: WarState, zone: str) -> bool:
        return not self.is_hostile_zone(state, state.power, zone)

    def landing_goes_on(self, state: WarState, battle: Battle) -> bool:
        return battle.result != "retreat" and self.zone_is_clear(state, battle.space)

    # Battle

    def sea_battle(self) -> tuple[AnyStep, ...]:
        return (
            AttackersSubmerge(),
            DefendersSubmerge(),
            Strike(),
            StrikeBack(),
            RemoveStruck(),
            *super().sea_battle(),
        )

    def begin_round(self, table: WarTable) -> None:
        """Destroyers are counted at the beginning of a round and count for the whole of it."""
        super().begin_round(table)
        state = table.state
        battle = self.battle(state)
        hunters = self.hunters()
        hunted = [
            side
            for side, enemies in (("attack", battle.defenders), ("defence", battle.attackers))
            if any(state.units[ident].kind in hunters for ident in enemies)
        ]
        state.battle = msgspec.structs.replace(battle, hunted=tuple(hunted), striking=())

    def free_submarines(self, state: WarState, battle: Battle, side: str) -> list[Unit]:
        """Submarines of a side that no enemy destroyer hinders."""
        if side in battle.hunted:
            return []
        idents = battle.attackers if side == "attack" else battle.defenders
        return [state.units[ident] for ident in idents if state.units[ident].kind in self.submarines]

    def firing(self, state: WarState, battle: Battle, stage: str) -> list[Unit]:
        units = state.units
        if stage in ("strike", "strike_back"):
            side = battle.attackers if stage == "strike" else battle.defenders
            return [units[ident] for ident in side if ident in battle.striking]
        if stage in ("attack", "defence"):
            side = battle.attackers if stage == "attack" else battle.defenders
            return [units[ident] for ident in side if ident not in battle.striking]
        return super().firing(state, battle, stage)

    def hit_target(self, state: WarState, battle: Battle, unit: Unit, stage: str) -> str:
        if battle.kind == "sea" and unit.kind in self.air:
            prey = "defence" if self.side_hit(stage) == "defence" else "attack"
            return "any" if prey in battle.hunted else "not_submarine"
        return super().hit_target(state, battle, unit, stage)

    def submerge(self, table: WarTable, idents: Sequence[str]) -> None:
        """Submarines leave the battle for good and stay in the zone."""
        state = table.state
        for ident in idents:
            unit = state.change(ident, done=True)
            table.tell(events.UnitsMoved(unit.power, (ident,), {unit.kind: 1}, (unit.space,), "submerge"))
        self.leave_battle(state, idents)


class SubmarineOrders(Step[SurfaceWarfare, WarState]):
    """Each submarine strikes by surprise or submerges; its owner chooses.

    The battle is judged before and after these choices, not between those of the two sides.
    """

    side: ClassVar[str]

    def ask_next(self, rules: SurfaceWarfare, table: Table[WarState], after: str) -> None:
        """Ask the owners one after the other, beginning after `after`."""
        state = table.state
        battle = rules.battle(state)
        free = rules.free_submarines(state, battle, self.side)
        order = [state.power, *rules.board.after(state.power)[:-1]]
        for power in order[order.index(after) + 1 if after else 0 :]:
            own = [unit.id for unit in free if unit.power == power]
            if own:
                about = {"space": battle.space, "submarines": own, "round": battle.round}
                table.ask(self.name, power, "submarines", ("submerge",), about)
                return

    def begin(self, rules: SurfaceWarfare, table: Table[WarState], subject: str) -> None:
        battle = rules.battle(table.state)
        if battle.attackers and battle.defenders:
            self.ask_next(rules, table, subject)

    def answer(self, rules: SurfaceWarfare, table: Table[WarState], decision: Decision, action: Action) -> None:
        assert isinstance(action, Submerge)
        state = table.state
        own = decision.about["submarines"]
        for ident in action.submarines:
            if ident not in own:
                raise rules.refuse("submarine.submerge", unit=ident)
        battle = rules.battle(state)
        striking = [ident for ident in own if ident not in action.submarines]
        state.battle = msgspec.structs.replace(battle, striking=(*battle.striking, *striking))
        rules.submerge(table, list(dict.fromkeys(action.submarines)))
        table.push(Task(self.name, decision.power))

    def menu(self, rules: SurfaceWarfare, state: WarState, decision: Decision) -> Menu:
        return SubmergeMenu(decision.about["submarines"])


class SubmergeMenu(Menu):
    """None, some or all of the submarines submerge."""

    def __init__(self, submarines: list[str]) -> None:
        self.submarines = submarines

    def __iter__(self) -> Iterator[Action]:
        for number in range(len(self.submarines) + 1):
            for chosen in combinations(self.submarines, number):
                yield Submerge(chosen)

    def sample(self, rng: Random) -> Action:
        return Submerge(tuple(sub for sub in self.submarines if rng.random() < 0.3))


class AttackersSubmerge(SubmarineOrders):
    """The attacker's submarines first …"""

    name = "attackers_submerge"
    side = "attack"


class DefendersSubmerge(SubmarineOrders):
    """… then the defenders', each owner for his own."""

    name = "defenders_submerge"
    side = "defence"


class Strike(Volley):
    """Attacking submarines strike by surprise."""

    name = "strike"
    stage = "strike"


class StrikeBack(Volley):
    """Defending submarines strike by surprise, even those just hit."""

    name = "strike_back"
    stage = "strike_back"


class RemoveStruck(RemoveCasualties):
    """Victims of surprise strikes leave together; they do not fire."""

    name = "remove_struck"
