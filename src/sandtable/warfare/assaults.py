"""Amphibious assaults with limited bombardment, and the order of combat around them.

Raids come first, then all assaults with their sea battles, then everything else; undefended land is taken when the
attacker calls it. Ships bombard only where no sea battle was fought, at most one per landed unit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import msgspec

from sandtable.core.errors import IllegalAction
from sandtable.core.menu import Listed, Menu
from sandtable.core.rules import Step
from sandtable.core.table import Table
from sandtable.core.values import Action, Decision, Task
from sandtable.warfare import events
from sandtable.warfare.actions import DeclareAttack, Shell
from sandtable.warfare.base import WarBase, WarTable
from sandtable.warfare.battle import AntiAirFire, BattleStep, WalkIns
from sandtable.warfare.defenceless import DefencelessTransports
from sandtable.warfare.land import Route
from sandtable.warfare.sequence import AnyStep
from sandtable.warfare.state import Battle, Unit, WarState


class Assaults(DefencelessTransports):
    """What may be ignored, what is fought in which order, who fires at the coast, who may leave."""

    # Order of combat

    def combat_steps(self) -> tuple[AnyStep, ...]:
        return tuple(step for step in super().combat_steps() if step.name != WalkIns.name)

    def undefended_targets(self, state: WarState) -> list[str]:
        """Nothing falls by itself: undefended land is called like a battle."""
        return []

    def available_battles(self, state: WarState) -> list[str]:
        """Assaults (with their sea battles) before everything else."""
        landings = self.landing_zones(state)
        zones = {zone for sources in landings.values() for zone in sources}
        pending = self.pending_battles(state)
        open_land = [space for space in self.open_targets(state) if space not in pending]
        ready = [
            space
            for space in self.in_board_order({*pending, *open_land})
            if all(self.zone_is_clear(state, zone) and zone not in pending for zone in landings.get(space, ()))
        ]
        assaults = [space for space in ready if space in landings or space in zones]
        return assaults or ready

    def start_battle(self, table: WarTable, space: str) -> None:
        state = table.state
        if self.board.is_sea[space]:
            self._launch_waiting(state, space)
        elif self.zones_to_decide(state, space):
            table.push(Task(FightOrIgnore.name, space))
            return
        elif not self.is_defended(state, state.power, space):
            self.walk_in(table, space)
            return
        super().start_battle(table, space)

    def _launch_waiting(self, state: WarState, zone: str) -> None:
        """Own fighters of carriers that fight count as launched; those that did not join stay out of it."""
        for unit in state.units_in(zone):
            ship = state.units.get(unit.aboard)
            if ship is not None and ship.kind in self.carriers and unit.power == ship.power == state.power:
                state.change(unit.id, aboard="", airborne=True)

    def can_be_ignored(self, state: WarState, zone: str) -> bool:
        """A zone with only enemy submarines and transports."""
        power = state.power
        return self.has_enemy(state, power, zone, self.ships) and not self.is_hostile_zone(state, power, zone)

    def zones_to_decide(self, state: WarState, space: str) -> list[str]:
        """Zones of an assault with ships that can be ignored, of which the attacker has not said whether he fights."""
        return [
            zone
            for zone in self.in_board_order(self.landing_zones(state).get(space, ()))
            if zone not in (*state.attacks, *state.ignored)
            and self.can_be_ignored(state, zone)
            and self.has_armed_ship(state, zone)
        ]

    def has_armed_ship(self, state: WarState, zone: str) -> bool:
        """Whether the active power has a ship with attack value in a zone."""
        own = [unit for unit in state.units_in(zone) if unit.power == state.power and unit.kind in self.ships]
        return any(self.attack_value(state, unit) for unit in own)

    def declare_attack(self, table: WarTable, zone: str, attack: bool) -> None:
        """Attack ships that could be ignored, or leave them alone."""
        state = table.state
        if attack:
            self.commit_attack(state, zone)
        else:
            state.ignored = (*state.ignored, zone)
        table.tell(events.AttackDeclared(state.power, zone, attack))

    def combat_order(self, table: WarTable, action: Action) -> None:
        state = table.state
        if not isinstance(action, DeclareAttack):
            super().combat_order(table, action)
            for zone in self.abandoned_attacks(state):
                self.call_off(table, zone)
            return
        zone = action.zone
        self.known_space(zone)
        if action.attack and self.may_declare_attack(state, zone):
            self.declare_attack(table, zone, attack=True)
        elif not action.attack and self.may_call_off(state, zone):
            self.call_off(table, zone)
        else:
            committed = not action.attack and zone in state.attacks
            raise self.refuse("attack.committed" if committed else "attack.nothing", space=zone)

    def call_off(self, table: WarTable, zone: str) -> None:
        """Ships in a zone are not attacked after all."""
        state = table.state
        state.attacks = tuple(other for other in state.attacks if other != zone)
        table.tell(events.AttackDeclared(state.power, zone, False))

    def abandoned_attacks(self, state: WarState) -> list[str]:
        """Zones where an attack was declared and no own ship or aircraft is left."""
        fleet = self.ships | self.air
        return [
            zone
            for zone in state.attacks
            if not any(unit.power == state.power and unit.kind in fleet for unit in state.units_in(zone))
        ]

    def may_call_off(self, state: WarState, zone: str) -> bool:
        """An attack on ships that could be ignored, for which nobody was sent; who sails past to land was not."""
        if zone not in state.attacks or not self.can_be_ignored(state, zone):
            return False
        sent = [unit for unit in state.units_in(zone) if unit.done and self.joins_attack(state, unit)]
        return all(unit.task == "escort" or self._carries_landing(state, unit) for unit in sent)

    def _carries_landing(self, state: WarState, ship: Unit) -> bool:
        return any(unit.task == "land" for unit in state.aboard(ship))

    def may_declare_attack(self, state: WarState, zone: str) -> bool:
        """Own ships beside enemy ships that could be ignored, and nothing said yet."""
        own = any(unit.power == state.power and unit.kind in self.ships for unit in state.units_in(zone))
        return own and self.can_be_ignored(state, zone) and zone not in state.attacks

    def further_orders(self, state: WarState) -> Iterator[Action]:
        yield from super().further_orders(state)
        zones = dict.fromkeys(unit.space for unit in state.units_of(state.power) if unit.kind in self.ships)
        yield from (DeclareAttack(zone) for zone in zones if self.may_declare_attack(state, zone))
        yield from (DeclareAttack(zone, False) for zone in state.attacks if self.may_call_off(state, zone))

    def order_stands(self, state: WarState, action: Action) -> bool:
        """The way back is always offered."""
        return (isinstance(action, DeclareAttack) and not action.attack) or super().order_stands(state, action)

    def end_combat_move(self, table: WarTable) -> None:
        """Every attack on ships needs somebody who could hit one of them."""
        problem = self.unfinished(table.state)
        if problem is not None:
            raise problem
        super().end_combat_move(table)

    def unfinished(self, state: WarState) -> IllegalAction | None:
        zone = self.pointless_attack(state)
        if zone:
            return self.refuse("attack.cannot_hit", space=zone)
        zone = self.barred_landing(state)
        if zone:
            return self.refuse("transport.hostile_zone", zone=zone)
        return super().unfinished(state)

    def can_end_combat_move(self, state: WarState) -> bool:
        return self.unfinished(state) is None and super().can_end_combat_move(state)

    def pointless_attack(self, state: WarState) -> str:
        """A zone where ships that could be ignored are attacked, but nobody could hit them."""
        for zone in state.attacks:
            if self.is_hostile_zone(state, state.power, zone):
                continue
            attackers = [unit for unit in state.units_in(zone) if self.joins_attack(state, unit)]
            defenders = tuple(unit.id for unit in state.units_in(zone) if self.joins_defence(state, unit))
            if defenders and attackers:
                if not self._anybody_can_hit(state, Battle(zone, "sea", defenders=defenders), attackers, []):
                    return zone
        return ""

    def plan_holds(self, state: WarState) -> bool:
        return self.unfinished(state) is None and super().plan_holds(state)

    def clears_zone(self, state: WarState, zone: str) -> bool:
        """Own ships and aircraft may still come; who did is looked at when the combat move ends."""
        return True

    def barred_landing(self, state: WarState) -> str:
        """A hostile zone from which cargo on an ally's transport shall land though nobody fights for it there."""
        for unit in state.units_of(state.power):
            if unit.task != "land" or state.units[unit.aboard].power == state.power:
                continue
            here = [other for other in state.units_in(unit.space) if self.joins_attack(state, other)]
            if self.is_hostile_zone(state, state.power, unit.space):
                if not any(self.attack_value(state, other) for other in here):
                    return unit.space
        return ""

    # Bombardment

    def take_up_bombardment(self, table: WarTable, ships: Sequence[Unit], route: Route, target: str) -> None:
        """Ships that can bombard join transports that will land from a friendly zone."""
        state = table.state
        self.known_space(target)
        for ship in ships:
            if ship.kind not in self.bombarders:
                raise self.refuse("bombard.not_a_battleship", unit=ship.kind)
        self.check_sea_route(state, ships, route)
        if self.is_hostile_zone(state, state.power, route[-1]):
            raise self.refuse("bombard.hostile_zone", space=route[-1])
        if not self.lands_from(state, state.power, route[-1], target):
            raise self.refuse("bombard.no_landing", space=target, zone=route[-1])
        self.shift_ships(table, ships, route, "bombard", task="escort", target=target)

    def shelling_ships(self, state: WarState, battle: Battle) -> dict[str, list[str]]:
        """Per zone the ships that may bombard in this battle."""
        found: dict[str, list[str]] = {}
        for zone in dict.fromkeys(state.units[ident].origin for ident in battle.landed if ident in state.units):
            if zone in state.fought:
                continue
            ships = [
                unit.id
                for unit in state.units_in(zone)
                if unit.power == state.power
                and unit.kind in self.bombarders
                and unit.task not in ("shelled", "retreated")
            ]
            if ships:
                found[zone] = ships
        return found

    def most_shelling(self, landed: int) -> int:
        """One ship per unit that lands."""
        return landed

    def landed_from(self, state: WarState, battle: Battle) -> Counter[str]:
        """How many units landed from each zone."""
        return Counter(state.units[ident].origin for ident in battle.landed if ident in state.units)

    def hit_target(self, state: WarState, battle: Battle, unit: Unit, stage: str) -> str:
        if stage == "bombardment":
            return "land_unit"
        return super().hit_target(state, battle, unit, stage)

    def land_battle(self) -> tuple[AnyStep, ...]:
        """Bombardment, then AA fire, then the rounds."""
        steps = super().land_battle()
        gun = next(step for step in steps if step.name == AntiAirFire.name)
        shells = next(step for step in steps if step.name == "bombardment")
        rest = tuple(step for step in steps if step not in (gun, shells))
        return (ChooseBombardment(), shells, gun, *rest)

    def gun_volleys(self, aircraft: Sequence[Unit]) -> list[tuple[str, list[Unit]]]:
        """The gun fires at fighters first, then at bombers; hits stay within the kind."""
        groups = [(kind, [unit for unit in aircraft if unit.kind == kind]) for kind in self.types if kind in self.air]
        return [(kind, group) for kind, group in groups if group]

    # Retreat

    def retreat_spaces(self, state: WarState, battle: Battle) -> list[str]:
        """To spaces from which somebody came; at sea only to zones that were friendly when the turn began."""
        if battle.landed:
            return self.retreat_from_landing(state, battle)
        units = [state.units[ident] for ident in battle.attackers]
        if units and all(unit.kind in self.air for unit in units):
            return [""]
        if battle.kind == "sea":
            return [
                zone
                for zone in battle.entered_from
                if zone not in state.hostile_at_start and self.canal_open(state, state.power, battle.space, zone)
            ]
        return [space for space in battle.entered_from if self.is_friendly(state, state.power, space)]

    def retreat_from_landing(self, state: WarState, battle: Battle) -> list[str]:
        """Overland units and aircraft may leave together; landed units fight on."""
        others = [state.units[ident] for ident in battle.attackers if ident not in battle.landed]
        if not others:
            return []
        if all(unit.kind in self.air for unit in others):
            return [""]
        return [space for space in battle.entered_from if self.is_friendly(state, state.power, space)]

    def loss_key(self, state: WarState, unit: Unit) -> tuple[object, ...]:
        """A unit that came overland can still be saved, one that landed cannot (S42-AMPH-15, S42-AMPH-16)."""
        stays = state.battle is not None and unit.id in state.battle.landed
        return (*super().loss_key(state, unit), stays)

    def landing_sorts(self, state: WarState, idents: Sequence[str]) -> dict[str, dict[str, int]]:
        """These attackers by how they came where their kind came both ways: "landed", "overland", "" for all others."""
        battle = state.battle
        ways: dict[str, set[bool]] = {}
        for ident in battle.attackers if battle else ():
            ways.setdefault(state.units[ident].kind, set()).add(ident in self.battle(state).landed)
        sorts: dict[str, list[Unit]] = {"": [], "landed": [], "overland": []}
        for ident in idents:
            unit = state.units[ident]
            mixed = len(ways.get(unit.kind, ())) > 1 and unit.power == state.power
            sorts["" if not mixed else "landed" if ident in self.battle(state).landed else "overland"].append(unit)
        return {sort: self.count(units) for sort, units in sorts.items() if units}

    def who_breaks_off(self, battle: Battle) -> tuple[str, ...]:
        """Landed units fight on."""
        return tuple(ident for ident in battle.attackers if ident not in battle.landed)

    def retreat(self, table: WarTable, space: str) -> None:
        state = table.state
        battle = self.battle(state)
        leaving = self.who_breaks_off(battle)
        staying = tuple(ident for ident in battle.attackers if ident not in leaving)
        if not staying:
            super().retreat(table, space)
            for ident in battle.attackers:
                if state.units[ident].kind in self.ships:  # they have fought: no bombardment from where they go
                    state.change(ident, task="retreated", target="")
            return
        state.battle = msgspec.structs.replace(battle, attackers=leaving)
        super().retreat(table, space)
        state.battle = msgspec.structs.replace(battle, attackers=staying)


class FightOrIgnore(Step[Assaults, WarState]):
    """At the start of an assault: submarines and transports in a landing zone are attacked or ignored."""

    name = "fight_or_ignore"

    def begin(self, rules: Assaults, table: Table[WarState], subject: str) -> None:
        state = table.state
        zone = rules.zones_to_decide(state, subject)[0]
        about = {"zone": zone, "space": subject}
        table.ask(self.name, state.power, "fight_or_ignore", ("declare_attack",), about)

    def answer(self, rules: Assaults, table: Table[WarState], decision: Decision, action: Action) -> None:
        assert isinstance(action, DeclareAttack)
        if action.zone != decision.about["zone"]:
            raise rules.refuse("attack.nothing", space=action.zone)
        rules.declare_attack(table, action.zone, action.attack)
        rules.start_battle(table, action.zone if action.attack else decision.about["space"])

    def menu(self, rules: Assaults, state: WarState, decision: Decision) -> Menu:
        zone = decision.about["zone"]
        return Listed([DeclareAttack(zone, False), DeclareAttack(zone, True)])


class ChooseBombardment(BattleStep[Assaults]):
    """The attacker says which ships fire at the coast, at most one per unit landed from their zone."""

    name = "choose_bombardment"
    first_round_only = True

    def fight(self, rules: Assaults, table: Table[WarState], battle: Battle) -> None:
        state = table.state
        ships = rules.shelling_ships(state, battle)
        if ships and any(state.units[ident].kind in rules.holders for ident in battle.defenders):
            limits = {zone: rules.most_shelling(rules.landed_from(state, battle)[zone]) for zone in ships}
            about = {"space": battle.space, "ships": ships, "limits": limits}
            table.ask(self.name, state.power, "bombardment", ("shell",), about)

    def answer(self, rules: Assaults, table: Table[WarState], decision: Decision, action: Action) -> None:
        assert isinstance(action, Shell)
        state = table.state
        used: Counter[str] = Counter()
        chosen = list(dict.fromkeys(action.ships))
        for ident in chosen:
            zone = next((zone for zone, ships in decision.about["ships"].items() if ident in ships), "")
            if not zone:
                raise rules.refuse("shell.ships", unit=ident)
            used[zone] += 1
            if used[zone] > decision.about["limits"][zone]:
                raise rules.refuse("shell.too_many", space=zone, number=decision.about["limits"][zone])
        for ident in chosen:
            state.change(ident, done=True, task="shelled")
        state.battle = msgspec.structs.replace(rules.battle(state), bombarding=tuple(chosen))

    def menu(self, rules: Assaults, state: WarState, decision: Decision) -> Menu:
        return Listed(list(_shellings(decision.about["ships"], decision.about["limits"])))


def _shellings(ships: dict[str, list[str]], limits: dict[str, int]) -> Iterator[Shell]:
    choices: list[tuple[str, ...]] = [()]
    for zone, idents in ships.items():
        some = [c for n in range(min(limits[zone], len(idents)), -1, -1) for c in combinations(idents, n)]
        choices = [(*before, *more) for before in choices for more in some]
    for choice in choices:
        yield Shell(choice)


def landing_sorts(rules: WarBase, state: WarState, idents: Sequence[str]) -> dict[str, dict[str, int]]:
    """Units counted for a choice of losses: who landed apart from who came overland, where that matters."""
    if isinstance(rules, Assaults):
        return rules.landing_sorts(state, idents)
    return {"": rules.count(state.units[ident] for ident in idents)}
