"""What a player looks at: the powers, a space, the units of a kind, legal moves, threats, the battle."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sandtable.cli.screen import QUIET, chip, tidy_table
from sandtable.cli.voice import Voice
from sandtable.core.game import Game
from sandtable.warfare.actions import Bombard, DeclareAttack, Move, Pledge, Sail
from sandtable.warfare.log import ARROW
from sandtable.warfare.movement import Movement
from sandtable.warfare.research import Developments
from sandtable.warfare.state import Unit, WarState


class Views:
    """Pictures of a game in words."""

    def __init__(self, game: Game[WarState], rules: Movement, voice: Voice, out: Console) -> None:
        self.game = game
        self.rules = rules
        self.voice = voice
        self.out = out

    @property
    def state(self) -> WarState:
        """The state as it stands now."""
        return self.game.state

    def power(self, power: str) -> Text:
        """A power's name on its colour."""
        return chip(self.rules.board, power, self.voice.name(power))

    # The war

    def status(self) -> None:
        """Money, production and developments of every power."""
        rules, state, say = self.rules, self.state, self.voice.say
        headings = ("power", "side", "money", "production", "units", "developments")
        if not isinstance(rules, Developments):
            headings = (*headings[:-1], "notes")
        table = tidy_table([say(f"status.{name}") for name in headings], right=(2, 3, 4))
        for power in rules.powers:
            owned = ", ".join(self.voice.name(tech) for tech in state.tech.get(power, ()))
            if rules.capital_lost(state, power):
                owned = ", ".join(part for part in (say("status.capital_lost"), owned) if part)
            table.add_row(
                self.power(power) + Text(" ◂" if power == state.power else ""),
                self.voice.name(rules.board.side_of[power]),
                str(state.money[power]),
                str(rules.production(state, power)),
                str(sum(unit.power == power for unit in state.units.values())),
                Text(owned, QUIET),
            )
        self.out.print(table)
        self._cities()

    def _cities(self) -> None:
        """Who holds how many victory cities."""
        board = self.rules.board
        cities = [space.id for space in board.spaces.values() if space.city]
        held = {
            side: sum(board.side_of.get(self.rules.owner(self.state, space)) == side for space in cities)
            for side in board.sides
        }
        if cities:
            shown = " · ".join(f"{self.voice.name(side)} {number}" for side, number in held.items())
            self.out.print(Text(self.voice.say("status.cities", cities=shown), QUIET))

    def threats(self) -> None:
        """Own land next to enemy troops, the most endangered first."""
        rules, state, voice = self.rules, self.state, self.voice
        found: list[tuple[int, str]] = []
        for space, owner in state.owner.items():
            if owner != state.power:
                continue
            enemies = [u for s in rules.board.land_borders[space] for u in self._enemies(s) if u.kind in rules.holders]
            if enemies:
                guards = [u for u in state.units_in(space) if u.kind in rules.land_fighters]
                danger = sum(rules.attack_value(state, u) for u in enemies) - sum(
                    rules.defence_value(state, u) for u in guards
                )
                ours = voice.forces(rules.count(guards)) or "–"
                found.append((danger, f"{voice.name(space)}: {ours} ← {voice.forces(rules.count(enemies))}"))
        if found:
            self.out.print(Text(voice.say("status.threatened"), "bold"))
            for _, line in sorted(found, reverse=True)[:5]:
                self.out.print(Text(f"  {line}"))

    def _enemies(self, space: str) -> list[Unit]:
        enemies = self.rules.board.enemies[self.state.power]
        return [unit for unit in self.state.units_in(space) if unit.power in enemies]

    # The board

    def space(self, space: str) -> None:
        """A space with its units and its neighbours."""
        rules, state = self.rules, self.state
        head = Text(self.voice.name(space), "bold")
        head.append(f"  {space}", QUIET)
        self.out.print(head + Text("  ") + self._owner(space))
        for power in rules.powers:
            here = [unit for unit in state.units_in(space) if unit.power == power]
            if here:
                line = self.power(power) + Text(f" {self._units(here)}")
                self.out.print(Padding(line, (0, 0, 0, 2), expand=False))
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
        for other in rules.board.borders[space]:
            table.add_row(self.voice.name(other), self._owner(other), self._all_units(other))
        self.out.print(Text(f"  {self.voice.say('space.borders')}", QUIET))
        self.out.print(Padding(table, (0, 0, 0, 2), expand=False))

    def _owner(self, space: str) -> Text:
        place = self.rules.board.spaces[space]
        if place.is_sea:
            return Text(self.voice.say("space.sea"), QUIET)
        owner = self.state.owner.get(space)
        if owner is None:
            return Text(self.voice.say("space.neutral"), QUIET)
        notes = [str(place.value), *([place.city[self.voice.lang]] if place.city else [])]
        damage = sum(unit.damage for unit in self.state.units_in(space) if unit.kind in self.rules.factories)
        if damage:
            notes.append(self.voice.say("space.damage", damage=damage))
        return self.power(owner) + Text(f" {', '.join(notes)}", QUIET)

    def _all_units(self, space: str) -> str:
        by_power: dict[str, list[Unit]] = {}
        for unit in self.state.units_in(space):
            by_power.setdefault(unit.power, []).append(unit)
        owner = self.state.owner.get(space)
        return "; ".join(
            self.voice.forces(self.rules.count(units))
            if power == owner
            else f"{self.voice.name(power)}: {self.voice.forces(self.rules.count(units))}"
            for power, units in by_power.items()
        )

    def _units(self, units: list[Unit]) -> str:
        """Units with what they carry and whether they are in the air or have moved."""
        text = self.voice.forces(self.rules.count(units))
        cargo = [unit for unit in units if unit.aboard]
        notes = []
        if cargo:
            notes.append(self.voice.say("space.aboard", units=self.rules.count(cargo)))
        flying = [unit for unit in units if unit.airborne]
        if flying:
            notes.append(self.voice.say("space.airborne", units=self.rules.count(flying)))
        return f"{text} ({', '.join(notes)})" if notes else text

    def where(self, kind: str, power: str = "") -> None:
        """Where units of a kind are."""
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
        for owner in [power] if power else self.rules.powers:
            places: dict[str, int] = {}
            for unit in self.state.units.values():
                if unit.kind == kind and unit.power == owner:
                    places[unit.space] = places.get(unit.space, 0) + 1
            shown = ", ".join(f"{self.voice.name(space)} {number}" for space, number in places.items())
            table.add_row(self.power(owner), shown or "–")
        self.out.print(table)

    # Legal moves

    def moves(self, space: str = "") -> None:
        """Legal orders, grouped by where they begin; with a space only those from or to it."""
        table = tidy_table([self.voice.say(f"moves.{name}") for name in ("units", "from", "to")])
        rows: dict[tuple[str, str], dict[str, None]] = {}
        for order in self.game.legal():
            for (unit, start), end, near in self._legs(order):
                if not space or space in near:
                    rows.setdefault((unit, start), {})[end] = None
        for (unit, start), ends in rows.items():
            table.add_row(unit, start, ", ".join(ends))
        if rows:
            self.out.print(table)
        else:
            self.out.print(self.voice.say("moves.none"))

    def _legs(self, order: object) -> Iterable[tuple[tuple[str, str], str, tuple[str, ...]]]:
        state, name = self.state, self.voice.name
        match order:
            case Move(units, route, raid, _):
                blitz = len(route) > 2 and state.units[units[0]].kind in self.rules.blitzers
                end = ARROW.join(name(s) for s in (route[1:] if blitz else route[-1:]))
                end = end if len(route) > 1 else self.voice.say("moves.join")
                mark = f" ({self.voice.say('moves.raid')})" if raid else ""
                yield (name(state.units[units[0]].kind), name(route[0])), end + mark, (route[0], route[-1])
            case DeclareAttack(zone, attack):
                end = self.voice.say("moves.attack" if attack else "moves.spare", space=zone)
                yield (self.voice.say("moves.ships"), name(zone)), end, (zone,)
            case Pledge(ident, zone):
                start = state.units[ident].space if ident else ""
                berth = name(start) if start else self.voice.say("moves.new")
                given = [place for carrier, place in state.pledges if carrier == ident]
                end = self.voice.say("moves.pledge" if zone else "moves.unpledge", space=zone or given)
                yield (self.voice.say("moves.carrier"), berth), end, (start, zone, *given)
            case Bombard(units, route, target):
                end = self.voice.say("moves.bombard", space=target)
                yield (name(state.units[units[0]].kind), name(route[0])), end, (route[0], target)
            case Sail(transport, route, load, _, target):
                ship = state.units[transport]
                who = name(ship.kind) + (f" {self.voice.name(ship.power)}" if ship.power != state.power else "")
                cargo = [state.units[ident] for ident in load]
                if target:
                    end = self.voice.say("moves.land", space=target)
                else:
                    end = self.voice.say("moves.load", units=self.rules.count(cargo), space=cargo[0].space)
                yield (who, name(route[0])), end, (*route, *(unit.space for unit in cargo), target)

    # The battle

    def battle(self) -> None:
        """Both sides of the battle in progress."""
        rules, state, say = self.rules, self.state, self.voice.say
        battle = state.battle
        if battle is None:
            return
        self.out.print(Text(say("battle.title", space=battle.space, round=battle.round), "bold"))
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
        for side, idents in (("attack", battle.attackers), ("defence", battle.defenders)):
            by_power: dict[str, list[Unit]] = {}
            for ident in idents:
                by_power.setdefault(state.units[ident].power, []).append(state.units[ident])
            for power, units in by_power.items():
                hit = [unit for unit in units if unit.id in battle.behind_line]
                standing = [unit for unit in units if unit.id not in battle.behind_line]
                text = self.voice.forces(rules.count(standing)) or "–"
                if hit:
                    text += f"  ({say('battle.behind', units=rules.count(hit))})"
                table.add_row(Text(say(f"battle.{side}"), QUIET), self.power(power), text)
        self.out.print(Padding(table, (0, 0, 0, 2), expand=False))
