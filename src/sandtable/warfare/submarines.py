"""Submarines: the first shot, and withdrawal after a round of a sea battle."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import msgspec

from sandtable.core.menu import Menu
from sandtable.core.table import Table
from sandtable.core.values import Action, Decision, Task
from sandtable.warfare import events
from sandtable.warfare.actions import Withdraw
from sandtable.warfare.base import WarTable
from sandtable.warfare.battle import Battles, BattleStep, Volley
from sandtable.warfare.sequence import AnyStep
from sandtable.warfare.state import Battle, Unit, WarState


class Submarines(Battles):
    """Attacking submarines shoot first; after a round submarines may slip away, the attacker's first."""

    def sea_battle(self) -> tuple[AnyStep, ...]:
        return (
            FirstShot(),
            *super().sea_battle(),
            AttackingSubmarinesWithdraw(),
            DefendingSubmarinesWithdraw(),
        )

    def withdrawal_zones(self, state: WarState, submarine: Unit) -> list[str]:
        """Zones into which a submarine of the battle may withdraw."""
        if submarine.power == state.power:
            return self._way_back(state, submarine)
        here = submarine.space
        busy = {*state.fought, *self.pending_battles(state)}
        return [
            zone
            for zone in self.board.sea_borders[here]
            if zone not in busy
            and not self.is_hostile_zone(state, submarine.power, zone)
            and self.canal_open(state, submarine.power, here, zone)
        ]

    def _way_back(self, state: WarState, submarine: Unit) -> list[str]:
        """An attacking submarine goes back where it came from."""
        zone = submarine.origin
        if not zone or self.is_hostile_zone(state, submarine.power, zone):
            return []
        return [zone]

    def withdraw(self, table: WarTable, moves: dict[str, str]) -> None:
        """Submarines leave the battle."""
        state = table.state
        for ident, zone in moves.items():
            submarine = state.units[ident]
            here = submarine.space
            state.change(ident, space=zone, done=True)
            manner = "withdraw" if zone != here else "submerge"
            table.tell(events.UnitsMoved(submarine.power, (ident,), {submarine.kind: 1}, (here, zone), manner))
        self.leave_battle(state, list(moves))
        battle = self.battle(state)
        if moves and not battle.attackers:
            state.battle = msgspec.structs.replace(battle, result="retreat")
        self.judge(table)


class FirstShot(Volley):
    """Attacking submarines fire; their victims do not fire back."""

    name = "first_shot"
    stage = "first_shot"


class _Withdrawal(BattleStep[Submarines]):
    def options(self, rules: Submarines, state: WarState, battle: Battle, power: str) -> dict[str, list[str]]:
        """The submarines of a power in the battle and where each may go."""
        standing = battle.attackers if power == state.power else battle.defenders
        found = {}
        for ident in standing:
            unit = state.units[ident]
            if unit.power == power and unit.kind in rules.submarines:
                zones = rules.withdrawal_zones(state, unit)
                if zones:
                    found[ident] = zones
        return found

    def ask(self, rules: Submarines, table: Table[WarState], battle: Battle, power: str) -> bool:
        """Ask a power whether its submarines withdraw; False if it has none that can."""
        options = self.options(rules, table.state, battle, power)
        if options:
            table.ask(self.name, power, "withdraw", ("withdraw",), {"space": battle.space, "submarines": options})
        return bool(options)

    def answer(self, rules: Submarines, table: Table[WarState], decision: Decision, action: Action) -> None:
        assert isinstance(action, Withdraw)
        options = decision.about["submarines"]
        for ident, zone in action.submarines.items():
            if zone not in options.get(ident, ()):
                side = "attack" if decision.power == table.state.power else "defence"
                raise rules.refuse(f"submarine.withdrawal.{side}", unit=ident, space=zone)
        rules.withdraw(table, action.submarines)

    def menu(self, rules: Submarines, state: WarState, decision: Decision) -> Menu:
        return WithdrawMenu(decision.about["submarines"])


class AttackingSubmarinesWithdraw(_Withdrawal):
    """Each attacking submarine may go back where it came from."""

    name = "attacking_submarines_withdraw"

    def fight(self, rules: Submarines, table: Table[WarState], battle: Battle) -> None:
        self.ask(rules, table, battle, table.state.power)


class DefendingSubmarinesWithdraw(_Withdrawal):
    """Then each defending submarine, nation by nation."""

    name = "defending_submarines_withdraw"

    def begin(self, rules: Submarines, table: Table[WarState], subject: str) -> None:
        rules.judge(table)
        battle = rules.battle(table.state)
        if battle.result:
            return
        order = rules.board.after(table.state.power)
        for place, power in enumerate(order):
            if subject and place < int(subject):
                continue
            if power in rules.board.enemies[table.state.power] and self.ask(rules, table, battle, power):
                table.push(Task(self.name, str(place + 1)))
                return


class WithdrawMenu(Menu):
    """Every combination of staying and going."""

    def __init__(self, options: dict[str, list[str]]) -> None:
        self.options = options

    def __iter__(self) -> Iterator[Action]:
        choices = [["", *zones] for zones in self.options.values()]
        for picked in product(*choices):
            yield Withdraw({sub: zone for sub, zone in zip(self.options, picked, strict=True) if zone})

    def sample(self, rng: Random) -> Action:
        picked = {sub: rng.choice(["", *zones]) for sub, zones in self.options.items()}
        return Withdraw({sub: zone for sub, zone in picked.items() if zone})
