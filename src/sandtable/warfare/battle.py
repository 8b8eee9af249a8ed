"""Battles: which there are, their order, their rounds, their end."""

from __future__ import annotations

from typing import ClassVar, TypeVar

import msgspec

from sandtable.core.menu import Listed, Menu
from sandtable.core.rules import Step, tasks
from sandtable.core.table import Table
from sandtable.core.values import Action, Decision, Task
from sandtable.warfare import events
from sandtable.warfare.actions import NextBattle
from sandtable.warfare.base import WarTable
from sandtable.warfare.fire import Fire, FireBatch
from sandtable.warfare.losses import TakeHits
from sandtable.warfare.sequence import AnyStep
from sandtable.warfare.state import Battle, Hits, Unit, WarState


class Battles(Fire):
    """Conduct of combat."""

    def land_battle(self) -> tuple[AnyStep, ...]:
        """The steps of a round of a land battle, in order."""
        return (AntiAirFire(), Bombardment(), AttackersFire(), DefendersFire(), RemoveCasualties())

    def sea_battle(self) -> tuple[AnyStep, ...]:
        """The steps of a round of a sea battle, in order."""
        return (AttackersFire(), DefendersFire(), RemoveCasualties())

    def combat_steps(self) -> tuple[AnyStep, ...]:
        """What happens in the combat phase, in order."""
        return (WalkIns(), ChooseBattle())

    # Which battles there are

    def own_attackers(self, state: WarState) -> list[Unit]:
        """Units of the active power that were sent to fight, not counting raiders, gunners and cargo."""
        return [unit for unit in state.units_of(state.power) if self.came_to_fight(unit)]

    def came_to_fight(self, unit: Unit) -> bool:
        """Not cargo, not on another task, not a fighter waiting in the air where its carrier left it."""
        waiting = unit.airborne and not unit.done
        return not unit.aboard and not waiting and unit.task not in ("raid", "bombard")

    def landing_zones(self, state: WarState) -> dict[str, set[str]]:
        """Territories where landings are still to come, and the zones they come from."""
        zones: dict[str, set[str]] = {}
        for unit in state.units_of(state.power):
            if unit.task == "land":
                zones.setdefault(unit.target, set()).add(unit.space)
        return zones

    def zone_is_clear(self, state: WarState, zone: str) -> bool:
        """A landing can go ahead: no enemy ship was there, or the sea battle was won."""
        return zone in state.fought or not self.is_hostile_zone(state, state.power, zone)

    def pending_battles(self, state: WarState) -> list[str]:
        """Spaces where a battle is still to be fought, in the order of the board."""
        power = state.power
        spaces = {unit.space for unit in self.own_attackers(state)}
        landings = self.landing_zones(state)
        pending = []
        for space in self.in_board_order(spaces | landings.keys()):
            if space in state.fought:
                continue
            if self.board.is_sea[space]:
                if self.must_fight_in(state, space):
                    pending.append(space)
            elif self.is_enemy(state, power, space) and self.is_defended(state, power, space):
                pending.append(space)
        return pending

    def must_fight_in(self, state: WarState, zone: str) -> bool:
        """Whether the active power's units in a sea zone fight there."""
        return self.is_hostile_zone(state, state.power, zone)

    def available_battles(self, state: WarState) -> list[str]:
        """Battles that can be fought now: a landing waits for its sea battles."""
        pending = self.pending_battles(state)
        landings = self.landing_zones(state)
        return [space for space in pending if all(self.zone_is_clear(state, zone) for zone in landings.get(space, ()))]

    def undefended_targets(self, state: WarState) -> list[str]:
        """Territories that fall by themselves when combat begins."""
        return self.open_targets(state)

    def open_targets(self, state: WarState) -> list[str]:
        """Territories that can be taken without dice now, and friendly ones where cargo only has to go ashore."""
        power = state.power
        marching = {unit.space for unit in self.own_attackers(state) if unit.kind in self.holders}
        landings = self.landing_zones(state)
        found = []
        for space in self.in_board_order(marching | landings.keys()):
            landing = any(self.zone_is_clear(state, zone) for zone in landings.get(space, ()))
            if not landing and space not in marching:
                continue
            if self.is_friendly(state, power, space):
                if landing:
                    found.append(space)
            elif not self.is_defended(state, power, space):
                found.append(space)
        return found

    # Beginning and end of a battle

    def start_battle(self, table: WarTable, space: str) -> None:
        """Line up and begin the first round."""
        state = table.state
        sea = self.board.is_sea[space]
        landed = () if sea else self.come_ashore(table, space)
        attackers = [unit for unit in state.units_in(space) if self.joins_attack(state, unit)]
        defenders = [unit for unit in state.units_in(space) if self.joins_defence(state, unit)]
        for unit in attackers:
            state.change(unit.id, done=True)
        movers = self.ships if sea else self.holders
        entered = [u.origin for u in attackers if u.kind in movers and u.origin and u.id not in landed]
        bombarding = [u.id for u in state.units_of(state.power) if u.task == "bombard" and u.target == space]
        state.battle = Battle(
            space,
            "sea" if sea else "land",
            attackers=tuple(unit.id for unit in attackers),
            defenders=tuple(unit.id for unit in defenders),
            entered_from=tuple(dict.fromkeys(entered)),
            landed=landed,
            bombarding=tuple(bombarding) if landed else (),
        )
        kind = state.battle.kind
        by_power = self.count_by_power(defenders)
        table.tell(events.BattleBegan(space, kind, state.power, self.count(attackers), by_power))
        table.push(Task(BattleRound.name))

    def walk_in(self, table: WarTable, space: str) -> None:
        """Take a territory nobody defends; a gun in it fires at aircraft that come along."""
        state = table.state
        attackers = tuple(unit.id for unit in state.units_in(space) if self.joins_attack(state, unit))
        state.battle = Battle(space, "walk_in", round=1, attackers=attackers)
        table.push(Task(Occupy.name))
        if space not in state.fought:  # the gun fires once, not again when more cargo comes ashore later
            table.push(Task(AntiAirFire.name))

    def joins_attack(self, state: WarState, unit: Unit) -> bool:
        """Whether a unit of the active power in the space fights."""
        if unit.power != state.power or not self.came_to_fight(unit):
            return False
        if self.board.is_sea[unit.space]:
            return unit.kind in self.ships or unit.kind in self.air
        return unit.kind in self.land_fighters

    def joins_defence(self, state: WarState, unit: Unit) -> bool:
        """Whether an enemy unit in the space fights: all do that can."""
        if unit.power not in self.board.enemies[state.power]:
            return False
        if self.board.is_sea[unit.space]:
            return unit.kind in self.ships or unit.kind in self.air
        return unit.kind in self.land_fighters

    def come_ashore(self, table: WarTable, space: str) -> tuple[str, ...]:
        """Cargo bound for a territory leaves its transports where the zone is clear."""
        state = table.state
        party = [
            unit
            for unit in state.units_of(state.power)
            if unit.task == "land" and unit.target == space and self.zone_is_clear(state, unit.space)
        ]
        for transport in dict.fromkeys(unit.aboard for unit in party):
            self.put_ashore(table, transport, [unit for unit in party if unit.aboard == transport], space)
        return tuple(unit.id for unit in party)

    def judge(self, table: WarTable) -> None:
        """Note the result once a side has nobody left."""
        battle = self.battle(table.state)
        if battle.result or battle.kind not in ("land", "sea"):
            return
        if not battle.attackers or not battle.defenders:
            beaten = "lost" if battle.defenders else "both_lost"
            self.decide(table.state, "won" if battle.attackers else beaten)

    def decide(self, state: WarState, result: str) -> None:
        """The battle is over with this result."""
        state.battle = msgspec.structs.replace(self.battle(state), result=result)

    def begin_round(self, table: WarTable) -> None:
        """Called at the beginning of every round of a battle."""

    def most_shelling(self, landed: int) -> int:
        """How many ships may bombard where so many units land: any number."""
        return 999

    def landing_goes_on(self, state: WarState, battle: Battle) -> bool:
        """Whether cargo may go ashore after a sea battle."""
        return battle.result == "won"

    def end_battle(self, table: WarTable) -> None:
        """Take the territory, or call off what depended on a lost sea battle."""
        state = table.state
        battle = self.battle(state)
        table.tell(events.BattleEnded(battle.space, battle.kind, battle.result))
        state.fought = (*state.fought, battle.space)
        if battle.kind == "land":
            survivors = [state.units[ident] for ident in battle.attackers]
            if battle.result == "won" and any(unit.kind in self.holders for unit in survivors):
                self.capture(table, battle.space, state.power, "battle")
        elif not self.landing_goes_on(state, battle):
            self.call_off_landings(state, battle.space)
        self.after_battle(table)
        state.battle = None

    def after_battle(self, table: WarTable) -> None:
        """Called at the end of every battle, before it is forgotten."""

    def call_off_landings(self, state: WarState, zone: str) -> None:
        """Cargo in a zone that was not cleared stays aboard."""
        for unit in state.units_in(zone):
            if unit.task == "land" and unit.power == state.power:
                state.change(unit.id, task="", target="")


class Combat(Step[Battles, WarState]):
    """Phase 3: combat."""

    name = "combat"

    def begin(self, rules: Battles, table: Table[WarState], subject: str) -> None:
        rules.begin_phase(table, self.name)
        table.push(*tasks(rules.combat_steps()))


class WalkIns(Step[Battles, WarState]):
    """Undefended land is taken, one territory after the other."""

    name = "walk_ins"

    def begin(self, rules: Battles, table: Table[WarState], subject: str) -> None:
        state = table.state
        targets = rules.undefended_targets(state)
        if not targets:
            return
        table.push(Task(self.name))
        rules.walk_in(table, targets[0])


class Occupy(Step[Battles, WarState]):
    """Land units take a territory nobody defends."""

    name = "occupy"

    def begin(self, rules: Battles, table: Table[WarState], subject: str) -> None:
        state = table.state
        space = rules.battle(state).space
        state.battle = None
        neutral = rules.is_neutral(state, space)
        landed = rules.come_ashore(table, space)
        if not rules.is_friendly(state, state.power, space):
            manner = "neutral" if neutral else "landing" if landed else "walk_in"
            rules.capture(table, space, state.power, manner)
        state.fought = (*state.fought, space)


class ChooseBattle(Step[Battles, WarState]):
    """The active power fights its battles in the order it likes."""

    name = "choose_battle"

    def begin(self, rules: Battles, table: Table[WarState], subject: str) -> None:
        state = table.state
        available = rules.available_battles(state)
        if not available:
            return
        if len(available) == 1:
            self._fight(rules, table, available[0])
        else:
            table.ask(self.name, state.power, "next_battle", ("next_battle",), {"spaces": available})

    def _fight(self, rules: Battles, table: Table[WarState], space: str) -> None:
        table.push(Task(self.name))
        if rules.board.is_sea[space]:
            table.push(Task(WalkIns.name))  # a landing in undefended land follows its sea battle at once
        rules.start_battle(table, space)

    def answer(self, rules: Battles, table: Table[WarState], decision: Decision, action: Action) -> None:
        assert isinstance(action, NextBattle)
        if action.space not in decision.about["spaces"]:
            raise rules.refuse("battle.not_available", space=action.space, spaces=decision.about["spaces"])
        self._fight(rules, table, action.space)

    def menu(self, rules: Battles, state: WarState, decision: Decision) -> Menu:
        return Listed([NextBattle(space) for space in decision.about["spaces"]])


class BattleRound(Step[Battles, WarState]):
    """Another round of the battle, or its end."""

    name = "battle_round"

    def begin(self, rules: Battles, table: Table[WarState], subject: str) -> None:
        state = table.state
        rules.judge(table)
        battle = rules.battle(state)
        if battle.result:
            rules.end_battle(table)
            return
        state.battle = msgspec.structs.replace(battle, round=battle.round + 1)
        table.tell(events.BattleRound(battle.space, battle.round + 1))
        rules.begin_round(table)
        steps = rules.sea_battle() if battle.kind == "sea" else rules.land_battle()
        table.push(*tasks(steps), Task(self.name))


B = TypeVar("B", bound=Battles)


class BattleStep(Step[B, WarState]):
    """A step of a battle round: skipped once the battle is decided."""

    first_round_only: ClassVar[bool] = False

    def begin(self, rules: B, table: Table[WarState], subject: str) -> None:
        rules.judge(table)
        battle = rules.battle(table.state)
        if battle.result or (self.first_round_only and battle.round > 1):
            return
        self.fight(rules, table, battle)

    def fight(self, rules: B, table: Table[WarState], battle: Battle) -> None:
        """The one job of this step."""
        raise NotImplementedError


class AntiAirFire(BattleStep[Battles]):
    """The gun in the territory fires once at every attacking aircraft."""

    name = "anti_air_fire"
    first_round_only = True

    def fight(self, rules: Battles, table: Table[WarState], battle: Battle) -> None:
        state = table.state
        aircraft = [state.units[i] for i in battle.attackers if state.units[i].kind in rules.air]
        if not aircraft or not rules.fires_at(state, state.power, battle.space):
            return
        losses = []
        for target, group in rules.gun_volleys(aircraft):
            hits = rules.roll_anti_air(table, group, battle.space)
            if hits:
                losses.append(Hits("attack", hits, target, cause="anti_air", at_once=True))
        if losses:
            state.battle = msgspec.structs.replace(battle, hits=tuple(losses))
            table.push(Task(TakeHits.name))


class Volley(BattleStep[Battles]):
    """One stage of fire."""

    stage: ClassVar[str]

    def fight(self, rules: Battles, table: Table[WarState], battle: Battle) -> None:
        table.push(Task(FireBatch.name, f"{self.stage}:0"))


class Bombardment(Volley):
    """Battleships off the coast fire once, in the first round."""

    name = "bombardment"
    stage = "bombardment"
    first_round_only = True


class AttackersFire(Volley):
    """The attackers fire."""

    name = "attackers_fire"
    stage = "attack"


class DefendersFire(Volley):
    """The defenders fire, those behind the line too."""

    name = "defenders_fire"
    stage = "defence"


class RemoveCasualties(Step[Battles, WarState]):
    """Defenders behind the line leave the board."""

    name = "remove_casualties"

    def begin(self, rules: Battles, table: Table[WarState], subject: str) -> None:
        battle = rules.battle(table.state)
        if battle.behind_line:
            rules.lose(table, battle.behind_line, "battle")
            rules.leave_battle(table.state, battle.behind_line)
        rules.judge(table)
