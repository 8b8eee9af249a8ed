"""Strategic bombing raids and rockets."""

from __future__ import annotations

import msgspec

from sandtable.core.menu import Listed, Menu
from sandtable.core.rules import Step, tasks
from sandtable.core.table import Table
from sandtable.core.values import Action, Decision, Task
from sandtable.warfare import events
from sandtable.warfare.actions import FireRocket, NextBattle, Pass
from sandtable.warfare.base import WarTable
from sandtable.warfare.battle import AntiAirFire
from sandtable.warfare.carriers import DisplacedFighters
from sandtable.warfare.sequence import AnyStep
from sandtable.warfare.state import Battle, Unit, WarState


class Raids(DisplacedFighters):
    """Bombers against factories: the money in hand is hit, never the factory."""

    def combat_steps(self) -> tuple[AnyStep, ...]:
        return (BombingRaids(), *super().combat_steps())

    def raid_steps(self) -> tuple[AnyStep, ...]:
        """The steps of a raid, in order."""
        return (AntiAirFire(), DropBombs())

    def raid_targets(self, state: WarState) -> list[str]:
        """Territories with raiders over them that have not dropped their bombs yet."""
        spaces = {u.space for u in state.units_of(state.power) if u.task == "raid"}
        return [space for space in self.board.land if space in spaces]

    def raid_dice(self, state: WarState, bomber: Unit) -> int:
        """How many dice a bomber rolls on a raid."""
        return 1

    def raid_loss(self, state: WarState, space: str, rolled: int) -> int:
        """What the owner of the factory has to pay, at most what he has."""
        return min(rolled, state.money[self.owner(state, space)])

    def bomb_factory(self, table: WarTable, space: str, rolled: int) -> None:
        """What the bombs do: the factory's owner pays."""
        loss = self.raid_loss(table.state, space, rolled)
        self.pay(table, self.owner(table.state, space), -loss, "raid")

    def raiders_over(self, state: WarState, space: str) -> list[Unit]:
        """The active power's raiders over a territory."""
        return [u for u in state.units_in(space) if u.task == "raid" and u.power == state.power]

    def raid_defenders(self, state: WarState, space: str) -> list[Unit]:
        """Units that fight against raiders: none but the guns."""
        return []

    def finish_raid(self, state: WarState, space: str) -> None:
        """Raiders have done their work: no battle, no second raid."""
        for bomber in self.raiders_over(state, space):
            state.change(bomber.id, task="raided")

    def own_attackers(self, state: WarState) -> list[Unit]:
        return [unit for unit in super().own_attackers(state) if unit.task != "raided"]

    def joins_attack(self, state: WarState, unit: Unit) -> bool:
        return unit.task != "raided" and super().joins_attack(state, unit)


class BombingRaids(Step[Raids, WarState]):
    """Raids come before walk-ins and battles, in the order the active power likes."""

    name = "bombing_raids"

    def begin(self, rules: Raids, table: Table[WarState], subject: str) -> None:
        state = table.state
        for space in rules.raid_targets(state):
            if not rules.is_enemy(state, state.power, space):
                rules.finish_raid(state, space)
                table.tell(events.BattleEnded(space, "raid", "lapsed"))
        targets = rules.raid_targets(state)
        if len(targets) == 1:
            self._raid(rules, table, targets[0])
        elif targets:
            table.ask(self.name, state.power, "next_raid", ("next_battle",), {"spaces": targets})

    def _raid(self, rules: Raids, table: Table[WarState], space: str) -> None:
        state = table.state
        raiders = rules.raiders_over(state, space)
        defenders = rules.raid_defenders(state, space)
        state.battle = Battle(
            space,
            "raid",
            round=1,
            attackers=tuple(unit.id for unit in raiders),
            defenders=tuple(unit.id for unit in defenders),
        )
        by_power = rules.count_by_power(defenders)
        table.tell(events.BattleBegan(space, "raid", state.power, rules.count(raiders), by_power))
        table.push(*tasks(rules.raid_steps()), Task(self.name))

    def answer(self, rules: Raids, table: Table[WarState], decision: Decision, action: Action) -> None:
        assert isinstance(action, NextBattle)
        if action.space not in decision.about["spaces"]:
            raise rules.refuse("battle.not_available", space=action.space, spaces=decision.about["spaces"])
        self._raid(rules, table, action.space)

    def menu(self, rules: Raids, state: WarState, decision: Decision) -> Menu:
        return Listed([NextBattle(space) for space in decision.about["spaces"]])


class DropBombs(Step[Raids, WarState]):
    """Every bomber the guns left rolls; the factory's owner pays."""

    name = "drop_bombs"

    def begin(self, rules: Raids, table: Table[WarState], subject: str) -> None:
        state = table.state
        battle = rules.battle(state)
        space = battle.space
        bombers = [unit for unit in rules.raiders_over(state, space) if unit.kind in rules.raiders]
        if bombers:
            dice = table.roll(sum(rules.raid_dice(state, bomber) for bomber in bombers))
            kinds = tuple(b.kind for b in bombers for _ in range(rules.raid_dice(state, b)))
            table.tell(events.DiceRolled(state.power, "raid", space, dice, (0,) * len(dice), 0, kinds))
            rules.bomb_factory(table, space, sum(dice))
        rules.finish_raid(state, space)
        state.battle = msgspec.structs.replace(battle, result="won" if bombers else "lost")
        table.tell(events.BattleEnded(space, "raid", state.battle.result))
        state.battle = None


class Rockets(Raids):
    """Rockets: one AA gun may fire at one factory at the start of combat."""

    rocket_range: int = 3
    rocket_development: str = "rockets"

    def combat_steps(self) -> tuple[AnyStep, ...]:
        return (RocketAttack(), *super().combat_steps())

    def rocket_guns(self, state: WarState) -> list[Unit]:
        """Guns that may fire: the power's own, on land, not taken this turn."""
        if not self.has_development(state, state.power, self.rocket_development):
            return []
        return [
            unit
            for unit in state.units_of(state.power)
            if unit.kind in self.guns and not unit.aboard and not unit.captured
        ]

    def rocket_shots(self, state: WarState) -> list[FireRocket]:
        """Every gun and factory within range."""
        targets = [space for space in self.board.land if self.can_be_raided(state, state.power, space)]
        return [
            FireRocket(gun.id, target)
            for gun in self.rocket_guns(state)
            for target in targets
            if self.board.distances(gun.space).get(target, 99) <= self.rocket_range
        ]


class RocketAttack(Step[Rockets, WarState]):
    """The rocket: free, optional, once a turn."""

    name = "rocket_attack"

    def begin(self, rules: Rockets, table: Table[WarState], subject: str) -> None:
        state = table.state
        if rules.rocket_guns(state) and rules.rocket_shots(state):
            table.ask(self.name, state.power, "rocket", ("fire_rocket", "pass"))

    def answer(self, rules: Rockets, table: Table[WarState], decision: Decision, action: Action) -> None:
        if not isinstance(action, FireRocket):
            return
        state = table.state
        gun = state.units.get(action.gun)
        rules.known_space(action.target)
        if gun is None or gun not in rules.rocket_guns(state):
            raise rules.refuse("rocket.gun")
        if not rules.can_be_raided(state, state.power, action.target):
            raise rules.refuse("raid.no_factory", space=action.target)
        distance = rules.board.distances(gun.space).get(action.target, 99)
        if distance > rules.rocket_range:
            raise rules.refuse("rocket.too_far", space=action.target, distance=distance, range=rules.rocket_range)
        dice = table.roll(1)
        table.tell(events.DiceRolled(state.power, "rocket", action.target, dice, (0,), 0, (gun.kind,)))
        victim = rules.owner(state, action.target)
        rules.pay(table, victim, -min(dice[0], state.money[victim]), "rocket")

    def menu(self, rules: Rockets, state: WarState, decision: Decision) -> Menu:
        return Listed([Pass(), *rules.rocket_shots(state)])
