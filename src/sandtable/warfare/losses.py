"""Taking hits: who is eligible, who decides, what is removed when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import msgspec

from sandtable.core.menu import Menu
from sandtable.core.rules import Step
from sandtable.core.table import Table
from sandtable.core.values import Action, Decision, Task
from sandtable.warfare import events
from sandtable.warfare.actions import AssignHits, ChooseCasualties
from sandtable.warfare.base import WarTable
from sandtable.warfare.lossmenu import LossMenu, all_the_same, loss_key
from sandtable.warfare.movement import Movement
from sandtable.warfare.state import Battle, Hits, Unit, WarState


class Losses(Movement):
    """How hits turn into losses."""

    def battle(self, state: WarState) -> Battle:
        """The battle in progress."""
        assert state.battle is not None
        return state.battle

    def eligible(self, state: WarState, battle: Battle, hits: Hits) -> list[str]:
        """Units that can take a hit; one that can take several appears several times."""
        side = battle.attackers if hits.side == "attack" else battle.defenders
        standing = [ident for ident in side if ident not in battle.behind_line]
        able: list[str] = []
        for ident in standing:
            unit = state.units[ident]
            if (not hits.power or unit.power == hits.power) and self.can_take(unit, hits.target):
                able.extend([ident] * max(1, self.hits_to_sink(unit.kind) - unit.damage))
        return able

    def can_take(self, unit: Unit, target: str) -> bool:
        """Whether a unit can take a hit of this sort."""
        if target in self.types:
            return unit.kind == target
        match target:
            case "ship":
                return unit.kind in self.ships
            case "aircraft":
                return unit.kind in self.air
            case "not_submarine":
                return unit.kind not in self.submarines
            case "land_unit":
                return unit.kind in self.holders
        return True

    def lost_last(self) -> frozenset[str]:
        """Kinds that may be chosen only when nothing else can take a hit."""
        return frozenset()

    def hit_sharer(self, state: WarState, battle: Battle) -> str:
        """Who decides which of several defending nations takes a hit: the attacker ("": nobody, all lose together)."""
        return state.power

    def take(self, table: WarTable, hits: Hits, chosen: Sequence[str]) -> None:
        """Units take hits: damaged, put behind the line, or removed."""
        state = table.state
        battle = self.battle(state)
        sunk: list[str] = []
        damaged: list[str] = []
        for ident, number in Counter(chosen).items():
            unit = state.units[ident]
            if unit.damage + number < self.hits_to_sink(unit.kind):
                state.change(ident, damage=unit.damage + number)
                damaged.append(ident)
            else:
                sunk.append(ident)
        if damaged:
            table.tell(events.UnitsDamaged(state.units[damaged[0]].power, tuple(damaged), battle.space))
        if not sunk:
            return
        if hits.at_once or (hits.side == "attack" and not hits.deferred):
            self.lose(table, sunk, hits.cause)
            self.leave_battle(state, sunk)
        else:
            units = [state.units[ident] for ident in sunk]
            state.battle = msgspec.structs.replace(battle, behind_line=(*battle.behind_line, *sunk))
            table.tell(events.UnitsHit(units[0].power, tuple(sunk), self.count(units), battle.space))

    def preferred_losses(self, state: WarState, preferred: Sequence[str], hits: int) -> list[str]:
        """The losses of somebody who takes hits in this order of units as far as the rules permit."""
        return list(preferred[:hits])

    def leave_battle(self, state: WarState, idents: Sequence[str]) -> None:
        """Units are no longer part of the battle."""
        battle = self.battle(state)
        state.battle = msgspec.structs.replace(
            battle,
            attackers=tuple(ident for ident in battle.attackers if ident not in idents),
            defenders=tuple(ident for ident in battle.defenders if ident not in idents),
            behind_line=tuple(ident for ident in battle.behind_line if ident not in idents),
        )

    def loss_key(self, state: WarState, unit: Unit) -> tuple[object, ...]:
        """Units with the same key are as good as each other when losses are chosen."""
        return loss_key(state, unit)


class TakeHits(Step[Losses, WarState]):
    """Hits are assigned batch by batch: first the nation, then its units."""

    name = "take_hits"

    def begin(self, rules: Losses, table: Table[WarState], subject: str) -> None:
        state = table.state
        battle = rules.battle(state)
        if not battle.hits:
            return
        hits = battle.hits[0]
        able = rules.eligible(state, battle, hits)
        count = min(hits.count, len(able))
        if count == 0:
            self._next(table)
            return
        nations = [power for power in rules.powers if any(state.units[ident].power == power for ident in able)]
        if count < len(able) and len(nations) > 1:
            self._ask_nation(rules, table, hits, able, nations, count)
        elif len(nations) > 1:
            self._split(table, hits, {n: sum(state.units[i].power == n for i in able) for n in nations})
        elif count == len(able) or all_the_same(state, able, count, rules.loss_key):
            rules.take(table, hits, able[:count])
            self._next(table)
        else:
            table.ask(
                self.name,
                nations[0],
                "choose_casualties",
                ("choose_casualties",),
                {"space": battle.space, "hits": count, "units": able, "cause": hits.cause},
            )

    def _ask_nation(
        self,
        rules: Losses,
        table: Table[WarState],
        hits: Hits,
        able: list[str],
        nations: list[str],
        count: int,
    ) -> None:
        state = table.state
        battle = rules.battle(state)
        room = {nation: sum(state.units[ident].power == nation for ident in able) for nation in nations}
        about = {"space": battle.space, "hits": count, "room": room, "target": hits.target}
        table.ask(self.name, rules.hit_sharer(state, battle), "assign_hits", ("assign_hits",), about)

    def _split(self, table: Table[WarState], hits: Hits, shares: dict[str, int]) -> None:
        state = table.state
        assert state.battle is not None
        parts = tuple(
            msgspec.structs.replace(hits, count=number, power=nation) for nation, number in shares.items() if number
        )
        state.battle = msgspec.structs.replace(state.battle, hits=parts + state.battle.hits[1:])
        table.push(Task(self.name))

    def _next(self, table: Table[WarState]) -> None:
        state = table.state
        assert state.battle is not None
        state.battle = msgspec.structs.replace(state.battle, hits=state.battle.hits[1:])
        table.push(Task(self.name))

    def answer(self, rules: Losses, table: Table[WarState], decision: Decision, action: Action) -> None:
        state = table.state
        hits = rules.battle(state).hits[0]
        if isinstance(action, AssignHits):
            room = decision.about["room"]
            for nation, number in action.hits.items():
                if nation not in room or not 0 <= number <= room[nation]:
                    raise rules.refuse("losses.nation", power=nation, number=number)
            if sum(action.hits.values()) != decision.about["hits"]:
                raise rules.refuse("losses.wrong_number", hits=decision.about["hits"], given=sum(action.hits.values()))
            self._split(table, hits, {nation: action.hits.get(nation, 0) for nation in room})
        elif isinstance(action, ChooseCasualties):
            rules.check_losses(action, decision.about["units"], decision.about["hits"])
            rules.take(table, hits, action.units)
            self._next(table)

    def menu(self, rules: Losses, state: WarState, decision: Decision) -> Menu:
        if decision.kind == "assign_hits":
            return ShareMenu(decision.about["room"], decision.about["hits"])
        return LossMenu(state, decision.about["units"], decision.about["hits"], rules.loss_key)


class ShareMenu(Menu):
    """Every way to share hits out among nations."""

    def __init__(self, room: dict[str, int], hits: int) -> None:
        self.room = room
        self.hits = hits

    def __iter__(self) -> Iterator[Action]:
        for shares in self._shares(list(self.room), self.hits):
            yield AssignHits(shares)

    def _shares(self, nations: list[str], hits: int) -> Iterator[dict[str, int]]:
        if not nations:
            if hits == 0:
                yield {}
            return
        first, *rest = nations
        for number in range(min(hits, self.room[first]), -1, -1):
            for shares in self._shares(rest, hits - number):
                yield ({first: number} if number else {}) | shares

    def sample(self, rng: Random) -> Action:
        tickets = [nation for nation, room in self.room.items() for _ in range(room)]
        return AssignHits(dict(Counter(rng.sample(tickets, self.hits))))
