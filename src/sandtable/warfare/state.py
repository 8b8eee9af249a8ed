"""The state of a d6-family game: units, owners, money, the turn, the battle in progress."""

from __future__ import annotations

from bisect import insort
from typing import Any, Self

import msgspec

from sandtable.core.state import State

Seats = tuple[tuple[str, ...], ...]


class Unit(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One unit. The fields from `spent` on describe the running turn and are cleared when the next one begins."""

    id: str
    n: int
    """Running number; the order in which units came onto the board."""
    kind: str
    power: str
    space: str
    aboard: str = ""
    """The transport or carrier it is on."""
    damage: int = 0
    spent: int = 0
    """Movement points used this turn."""
    origin: str = ""
    """The space from which it entered its present one in the combat move."""
    done: bool = False
    """It may not move any more this turn (aircraft in the air may still land)."""
    airborne: bool = False
    """It is in the air and must land in the noncombat move."""
    task: str = ""
    """What it was sent to do ("raid", "bombard", "land"), or has done ("raided", "unloaded")."""
    target: str = ""
    """The territory it bombards or lands in."""
    captured: bool = False
    """It fell into its owner's hands this turn."""
    pledge: tuple[str, str] | None = None
    """The carrier that must come for it after combat ("" for one still to be placed), and the zone."""


class Hits(msgspec.Struct, frozen=True, omit_defaults=True):
    """Hits that still have to be taken by one side of a battle."""

    side: str
    """Who is hit: "attack" or "defence"."""
    count: int
    target: str = "any"
    """Which units can take them: "any", "ship", "aircraft", "not_submarine", "land_unit" or a kind of unit."""
    power: str = ""
    """The nation that must take them, once that is settled."""
    cause: str = "battle"
    deferred: bool = False
    """Attackers that are hit stay until the end of the step (surprise strikes)."""
    at_once: bool = False
    """Victims leave before they can fire back (first shot, AA fire)."""


class Battle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A battle or raid in progress."""

    space: str
    kind: str
    """ "land", "sea", "raid" or "walk_in"."""
    round: int = 0
    attackers: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    behind_line: tuple[str, ...] = ()
    """Defenders that were hit but still fire this round."""
    entered_from: tuple[str, ...] = ()
    """Spaces from which attackers entered: where a retreat may go."""
    landed: tuple[str, ...] = ()
    """Attackers that came ashore for this battle."""
    bombarding: tuple[str, ...] = ()
    hunted: tuple[str, ...] = ()
    """Sides whose submarines face an enemy destroyer this round: "attack", "defence"."""
    striking: tuple[str, ...] = ()
    """Submarines that strike by surprise this round."""
    lists: dict[str, tuple[str, ...]] = {}
    """Losses that several defending players have proposed so far."""
    hits: tuple[Hits, ...] = ()
    result: str = ""
    """ "" while it goes on, then "won", "lost", "both_lost", "retreat", "stalemate" or "lapsed"."""


class Flight(msgspec.Struct, frozen=True, omit_defaults=True):
    """Aircraft on their way, waiting for the guns they fly over."""

    units: tuple[str, ...]
    route: tuple[str, ...]
    guns: tuple[str, ...]
    """Territories on the route whose guns have not fired yet."""
    hits: int = 0


class WarState(State, kw_only=True):
    """Everything about a game in progress. Behaviour lives in the rules."""

    round: int = 1
    power: str = ""
    """The active power."""
    phase: str = ""
    units: dict[str, Unit]
    owner: dict[str, str]
    """Who controls each land territory; neutrals have no entry until somebody enters them."""
    money: dict[str, int]
    tech: dict[str, tuple[str, ...]] = {}
    seats: Seats = ()
    serial: int = 0
    """Number of units that ever came onto the board."""
    pool: dict[str, int] = {}
    """Units bought this turn and not placed yet."""
    built: dict[str, int] = {}
    """Units placed this turn per factory territory."""
    changed: dict[str, str] = {}
    """Territories that changed hands this turn, and who held them when it began ("" for neutrals)."""
    fees: tuple[str, ...] = ()
    """Neutrals for which the fee was paid this turn."""
    fought: tuple[str, ...] = ()
    """Spaces in which a battle was fought this turn."""
    attacks: tuple[str, ...] = ()
    """Sea zones where ships that could be ignored are attacked this turn."""
    ignored: tuple[str, ...] = ()
    """Sea zones where the active power lands past enemy ships and leaves them alone."""
    hostile_at_start: tuple[str, ...] = ()
    """Sea zones that were hostile to the active power when its turn began (kept where the rules ask for it)."""
    pledges: tuple[tuple[str, str], ...] = ()
    """Carriers ("" for one bought this turn) that their player has pledged in this combat move, and the zones."""
    consents: dict[str, bool] = {}
    """Allies' answers this turn to being asked for room on their ships: ship → yes or no."""
    pending: dict[str, Any] | None = None
    """An order that waits for an ally's consent, as JSON."""
    battle: Battle | None = None
    flight: Flight | None = None
    resigned: tuple[str, ...] = ()
    at: dict[str, tuple[str, ...]] = {}
    """Unit ids by space, oldest first: derived from `units`, kept up to date by the methods below."""
    forces: dict[str, tuple[str, ...]] = {}
    """Unit ids by power, oldest first: derived like `at`."""

    def copy(self) -> Self:
        return type(self)(
            agenda=self.agenda,
            open=self.open,
            outcome=self.outcome,
            round=self.round,
            power=self.power,
            phase=self.phase,
            units=self.units.copy(),
            owner=self.owner.copy(),
            money=self.money.copy(),
            tech=self.tech.copy(),
            seats=self.seats,
            serial=self.serial,
            pool=self.pool.copy(),
            built=self.built.copy(),
            changed=self.changed.copy(),
            fees=self.fees,
            fought=self.fought,
            attacks=self.attacks,
            ignored=self.ignored,
            hostile_at_start=self.hostile_at_start,
            pledges=self.pledges,
            consents=self.consents.copy(),
            pending=self.pending,
            battle=self.battle,
            flight=self.flight,
            resigned=self.resigned,
            at=self.at.copy(),
            forces=self.forces.copy(),
        )

    def plain(self) -> dict[str, Any]:
        data = super().plain()
        del data["at"]
        del data["forces"]
        return data

    def features(self) -> dict[str, Any]:
        """The first records knew no pledges: they count only where there are some."""
        data = super().features()
        if not self.pledges:
            del data["pledges"]
            for decision in data["open"]:
                decision["accepts"] = [kind for kind in decision["accepts"] if kind != "pledge"]
        return data

    @classmethod
    def from_plain(cls, data: Any) -> Self:
        state = super().from_plain(data)
        state.at = {}
        state.forces = {}
        for unit in state.units.values():
            state._list(unit)
        return state

    def _list(self, unit: Unit) -> None:
        self.at[unit.space] = (*self.at.get(unit.space, ()), unit.id)
        self.forces[unit.power] = (*self.forces.get(unit.power, ()), unit.id)

    # The only ways in which units change

    def add(self, kind: str, power: str, space: str, **details: Any) -> Unit:
        """A new unit on the board."""
        self.serial += 1
        unit = Unit(f"{kind}{self.serial}", self.serial, kind, power, space, **details)
        self.units[unit.id] = unit
        self._list(unit)
        return unit

    def remove(self, ident: str) -> Unit:
        """Take a unit off the board."""
        unit = self.units.pop(ident)
        self.at[unit.space] = _without(self.at[unit.space], ident)
        self.forces[unit.power] = _without(self.forces[unit.power], ident)
        return unit

    def change(self, ident: str, **changes: Any) -> Unit:
        """Replace details of a unit; moving it is a change of `space`, capturing it one of `power`."""
        old = self.units[ident]
        new = msgspec.structs.replace(old, **changes)
        self.units[ident] = new
        if new.space != old.space:
            self.at[old.space] = _without(self.at[old.space], ident)
            self.at[new.space] = self._with(self.at.get(new.space, ()), ident)
        if new.power != old.power:
            self.forces[old.power] = _without(self.forces[old.power], ident)
            self.forces[new.power] = self._with(self.forces.get(new.power, ()), ident)
        return new

    def _with(self, idents: tuple[str, ...], ident: str) -> tuple[str, ...]:
        longer = list(idents)
        insort(longer, ident, key=lambda other: self.units[other].n)
        return tuple(longer)

    def units_in(self, space: str) -> list[Unit]:
        """The units in a space, oldest first."""
        units = self.units
        return [units[ident] for ident in self.at.get(space, ())]

    def units_of(self, power: str) -> list[Unit]:
        """All units of a power, oldest first."""
        units = self.units
        return [units[ident] for ident in self.forces.get(power, ())]

    def aboard(self, carrier: Unit) -> list[Unit]:
        """What a transport or carrier has aboard."""
        return [unit for unit in self.units_in(carrier.space) if unit.aboard == carrier.id]


def _without(idents: tuple[str, ...], ident: str) -> tuple[str, ...]:
    return tuple(other for other in idents if other != ident)
