"""What the enemy could send where in his next turn, and what that would cost."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Collection, Iterator
from typing import NamedTuple

from sandtable.ai.estimate import Counts
from sandtable.ai.rules import WarRules
from sandtable.ai.situation import RUIN, Situation, fewer
from sandtable.board.board import FAR
from sandtable.warfare.state import Unit, WarState


class Army(NamedTuple):
    """Units of a kind in one space, and what they could attack without a transport."""

    space: str
    kind: str
    number: int
    reached: Collection[str]


class Danger(NamedTuple):
    """The worst that could happen to a garrison or a fleet."""

    risk: float
    """What the enemy would gain by attacking, in IPC; 0 if he had better stay away."""
    chance: float
    """His chance to win."""
    by: str = ""

    @property
    def likely(self) -> float:
        """How likely the place is lost: where he would lose more than he gains he hardly ever comes."""
        return self.chance * (DARING + (1 - DARING) * min(1.0, self.risk))

    @property
    def sunk(self) -> float:
        """How likely transports are sunk: of 339 that could be, three in four where the chance was 0.7 or more, one in
        six where it was at least 0.3, none where it was less."""
        return SUNK * self.chance**BARE


class Siege(NamedTuple):
    """What becomes of a place if all enemies strike it, one after the other."""

    falls: float
    """The chance that it is lost."""
    toll: float
    """What they are likely to lose, in IPC."""


SAFE = Danger(0.0, 0.0)
SUNK = 0.7
"""How likely enemies sink transports that nobody guards …"""
BARE = 3
"""… and how sharply they tell them from others."""
DARING = 0.25
"""How likely the enemy is to attack where he could win but would lose more than he gains."""
DEAR = 2.0
"""How much enemies would lose at most, as a multiple of what they destroy, so that others may take a place."""
FORLORN = 0.15
"""The chance to win below which they would only do it for others, the less likely the smaller it is."""


ARMY = 25.0
"""What a garrison is worth, in IPC, that draws everybody like aircraft on the ground."""
PARTY = 4
"""Units that an enemy sends somewhere without thinking twice."""


class Verdicts(NamedTuple):
    """What has been decided about places for a turn, whatever the enemy could send there."""

    shunned: frozenset[str] = frozenset()
    """Whoever stands there is taken for lost."""
    dared: frozenset[str] = frozenset()
    """Whoever stands there is taken for safe."""


NO_VERDICTS = Verdicts()


class Threats:
    """Reach of all enemies of a power over land, sea and air, with transports."""

    def __init__(
        self, situation: Situation, verdicts: Verdicts = NO_VERDICTS, beaten: frozenset[str] = frozenset()
    ) -> None:
        self.situation = situation
        self.verdicts = verdicts
        self.beaten = beaten
        """Spaces whose garrisons will be beaten before the enemy's turn: nobody marches, flies or sails from there."""
        self._dangers: dict[tuple[object, ...], Danger] = {}
        self._sieges: dict[tuple[object, ...], Siege] = {}
        self._without: dict[str, Threats] = {}

    def without(self, space: str) -> Threats:
        """What is left of the threats once those who stand in a space are beaten."""
        if space in self.beaten:
            return self
        if space not in self._without:
            rest = Threats(self.situation, self.verdicts, self.beaten | {space})
            rest.strikes = self.strikes
            self._without[space] = rest
        return self._without[space]

    def later(self, board: WarState) -> Threats:
        """Threats on the board as it will be; what land is worth and how it pulls stays as it is."""
        now = self.situation
        then = Situation(now.rules, board, now.power, now.tuning)
        then.inherit(now)
        return Threats(then, self.verdicts)

    @functools.cached_property
    def strikes(self) -> dict[str, Strikes]:
        """Enemy power → what it could send where."""
        order = [p for p in self.situation.board.after(self.situation.power) if p in self.situation.enemies]
        return {power: Strikes(self.situation, power) for power in order}

    def on(self, space: str, power: str) -> Counter[str]:
        """What one enemy could send to a space."""
        return self.strikes[power].on(space, self.beaten)

    def threatened(self, space: str) -> bool:
        """Whether any enemy can attack a space at all."""
        return any(reach.on(space) for reach in self.strikes.values())

    def origins(self, space: str) -> set[str]:
        """From where enemies could attack a space without transports."""
        return {army.space for reach in self.strikes.values() for army in reach.to(space)} - self.beaten

    def comes_by_land(self, space: str, power: str) -> bool:
        """Whether an enemy could march into a territory without transports."""
        holders = self.situation.rules.holders
        return any(army.kind in holders and army.space not in self.beaten for army in self.strikes[power].to(space))

    def may_be_taken(self, space: str, power: str) -> bool:
        """Whether an enemy has somebody who could hold a territory afterwards; aircraft alone take none."""
        return any(kind in self.situation.rules.holders for kind in self.on(space, power))

    def lost_for_victory(self, space: str, garrison: Counts) -> float:
        """What land that has been taken would have counted towards a victory if it were not taken back.

        Where the war is won by it, only those could do so who still move before the round ends; a step towards victory
        is worth nothing unless the land is held.
        """
        situation = self.situation
        decides = situation.decides(space)
        if decides and situation.rules.wins_at_once:
            return 0.0
        enemies = situation.still_to_move if decides else self.strikes
        back = max(
            (
                self.danger_from(enemy, space, garrison).likely
                for enemy in enemies
                if enemy in self.strikes and self.may_be_taken(space, enemy)
            ),
            default=0.0,
        )
        return back * situation.at_stake(space)

    def danger(self, space: str, garrison: Counts, worth: float | None = None) -> Danger:
        """What could happen to this garrison if nearly everything that can reach it attacks."""
        situation = self.situation
        value = situation.worth(space) if worth is None else worth
        if space in self.verdicts.dared:
            return SAFE
        if space in self.verdicts.shunned:
            return Danger(value + situation.cost(garrison), 1.0)
        key = (space, tuple(sorted(garrison.items())), value)
        known = self._dangers.get(key)
        if known is None:
            known = SAFE
            for enemy in self.strikes:
                force = self._committed(space, enemy, garrison)
                if force:
                    known = max(known, self._danger_from(space, garrison, value, enemy, force))
            self._dangers[key] = known
        return known

    def _committed(self, space: str, enemy: str, garrison: Counts) -> Counter[str]:
        """What an enemy would send to a space: hardly everything he has, he would leave all else to others.

        Aircraft on the ground and large armies are worth more to him than most of what he could gain elsewhere.
        """
        tuning, air = self.situation.tuning, self.situation.rules.air
        land = not self.situation.board.is_sea[space]
        prize = any(garrison[kind] for kind in garrison if kind in air) or self.situation.cost(garrison) >= ARMY
        share = tuning.grounded if land and prize else tuning.commitment
        force = self.on(space, enemy)
        if share >= 1 or sum(force.values()) < PARTY:
            return force
        return Counter({kind: max(1, round(number * share)) for kind, number in force.items()})

    def danger_from(self, enemy: str, space: str, garrison: Counts) -> Danger:
        """What one enemy could do to the garrison of a territory."""
        if space in self.verdicts.dared or space in self.verdicts.shunned:
            return self.danger(space, garrison)
        force = self._committed(space, enemy, garrison)
        return self._danger_from(space, garrison, self.situation.worth(space), enemy, force) if force else SAFE

    def fall(self, space: str, garrison: Counts) -> float:
        """The chance that a territory is lost if all enemies strike it, one after the other."""
        return self.siege(space, garrison).falls

    def sack(self, garrison: Counts) -> float:
        """What is likely to be lost with the capital and this garrison, in IPC, less what it costs the enemies.

        Where its fall is as good as certain everybody in it still makes it dearer.
        """
        situation = self.situation
        falls, toll = self.siege(situation.capital, garrison)
        return falls * max(0.0, situation.ruin + (1 - RUIN) * situation.cost(garrison) - toll)

    def siege(self, space: str, garrison: Counts) -> Siege:
        """What becomes of a territory if all enemies strike it, one after the other."""
        if space in self.verdicts.dared:
            return Siege(0.0, 0.0)
        if space in self.verdicts.shunned:
            return Siege(1.0, 0.0)
        key = (space, tuple(sorted(garrison.items())))
        if key not in self._sieges:
            self._sieges[key] = self._besieged(space, Counter(garrison))
        return self._sieges[key]

    def _besieged(self, space: str, garrison: Counter[str]) -> Siege:
        situation = self.situation
        rules = situation.rules
        held, toll = 1.0, 0.0
        for enemy in self.strikes:
            force = self.on(space, enemy)
            if not force:
                continue
            takes = any(kind in rules.holders for kind in force)
            gun = situation.has_gun(space, enemy)
            clash = situation.estimator.clash(enemy, force, situation.power, garrison, gun)
            comes = 1.0
            if clash.attacker_loss > DEAR * clash.defender_loss:
                comes = min(1.0, clash.win / FORLORN) if takes else 0.0
            toll += held * comes * clash.attacker_loss
            if takes:
                held *= 1 - comes * clash.win
            everything = situation.cost(garrison)
            lost = clash.defender_loss - (clash.win * everything if takes else 0.0)
            spared = max(1 - clash.win, 0.01) if takes else 1.0
            garrison = fewer(garrison, comes * lost / spared, {kind: rules.types[kind].cost for kind in garrison})
        return Siege(1 - held, toll)

    def _danger_from(self, space: str, garrison: Counts, value: float, enemy: str, force: Counter[str]) -> Danger:
        situation = self.situation
        sea = situation.board.is_sea[space]
        if not sea and not any(kind in situation.rules.holders for kind in force):
            value = 0.0  # aircraft alone take no land
        if not any(garrison.values()):
            return Danger(value, 1.0, enemy) if value else SAFE
        gun = situation.has_gun(space, enemy)
        clash = situation.estimator.clash(enemy, force, situation.power, garrison, gun)
        gain = clash.win * value + clash.defender_loss - clash.attacker_loss
        return Danger(max(0.0, gain), clash.win, enemy)


class Strikes:
    """What a power could send where if it were its turn, on the board as it stands.

    How far everybody gets is found out at once, since the board may go on changing; what that adds up to in a space,
    when somebody asks for it.
    """

    def __init__(self, situation: Situation, power: str) -> None:
        self._rules = rules = situation.rules
        self._known: dict[tuple[str, frozenset[str]], Counter[str]] = {}
        self._cargoes: dict[tuple[object, ...], Counter[str]] = {}
        self.armies: list[Army] = []
        self._convoys: list[_Convoy] = []
        self._waiting: list[Army] = []
        """Who could take ship."""
        at_sea = situation.board.is_sea
        fields = landing_fields(situation, power)
        groups: dict[tuple[str, str], list[Unit]] = {}
        for unit in situation.state.units_of(power):
            groups.setdefault((unit.space, unit.kind), []).append(unit)
        for (space, kind), units in groups.items():
            reached: Collection[str] = ()
            if kind in rules.air:
                reached = air_reach(situation, units[0], fields)
            elif kind in rules.holders and not at_sea[space]:
                reached = land_reach(situation, power, space, rules.types[kind].move, kind in rules.blitzers)
                if rules.types[kind].cargo_size:
                    self._waiting.append(Army(space, kind, len(units), reached))
            elif kind in rules.ships and rules.types[kind].attack:
                reached = sea_reach(situation, power, space, rules.types[kind].move)
            elif kind in rules.transports:
                self._convoys.append(_convoy(situation, power, space, units))
            if reached:
                self.armies.append(Army(space, kind, len(units), reached))

    def to(self, space: str) -> Iterator[Army]:
        """Who could attack a space without a transport."""
        return (army for army in self.armies if space in army.reached)

    def of(self, origin: str) -> set[str]:
        """Spaces that could be attacked from another without transports."""
        return {space for army in self.armies if army.space == origin for space in army.reached}

    def on(self, space: str, beaten: frozenset[str] = frozenset()) -> Counter[str]:
        """Who could attack a space, but for those who stand in spaces where they will have been beaten before."""
        key = (space, beaten)
        force = self._known.get(key)
        if force is None:
            force = self._known[key] = Counter()
            for army in self.armies:
                if space in army.reached and army.space not in beaten:
                    force[army.kind] += army.number
            force.update(self._landed(space))
        return force

    def _landed(self, coast: str) -> Counter[str]:
        """What all transports in reach of a coast could land there together.

        Nobody comes aboard twice, and whoever can march there does not sail.
        """
        coming = [convoy for convoy in self._convoys if coast in convoy.targets]
        if not coming:
            return Counter()
        coasts = {place for convoy in coming for place in convoy.coasts}
        armies = {army[:2]: army.number for army in self._waiting if army.space in coasts and coast not in army.reached}
        key = (tuple(map(id, coming)), tuple(armies))
        if key not in self._cargoes:
            loaded, holders = _loaded(self._rules, coming, armies), self._rules.holders
            self._cargoes[key] = Counter({kind: number for kind, number in loaded.items() if kind in holders})
        return self._cargoes[key]


def land_reach(situation: Situation, power: str, space: str, points: int, blitzes: bool) -> set[str]:
    """Territories a land unit could attack, whoever holds them then."""
    rules, state, board = situation.rules, situation.state, situation.board
    reached = {s for s in board.land_borders[space] if not rules.is_neutral(state, s)}
    if points > 1:
        allies = board.allies[power]
        for step in list(reached):
            through = state.owner.get(step) in allies or (blitzes and not rules.is_defended(state, power, step))
            if through:
                reached.update(s for s in board.land_borders[step] if not rules.is_neutral(state, s))
    return reached


def air_reach(situation: Situation, unit: Unit, fields: dict[str, int]) -> set[str]:
    """Spaces an aircraft could attack and come home from; `fields` says how far landing fields are from every space."""
    rules, state, board = situation.rules, situation.state, situation.board
    points = rules.move_points(state, unit)
    at_sea = rules.types[unit.kind].deck_size > 0 and unit.aboard
    found = set()
    for target, steps in board.distances(unit.space, rules.closed_to_aircraft(state)).items():
        if steps > points:
            break  # distances are in order of steps
        if not steps and not board.is_sea[target]:
            continue
        back = points - steps
        if fields[target] <= back or (at_sea and steps <= back + 1):
            found.add(target)
    return found


def landing_fields(situation: Situation, power: str) -> dict[str, int]:
    """How far the nearest friendly land is from every space for an aircraft."""
    from sandtable.ai.ways import ways  # numbers in tables, loaded only by those who play

    state, board = situation.state, situation.board
    allies = board.allies[power]
    everywhere = ways(board, tuple(board.spaces), situation.rules.closed_to_aircraft(state))
    friendly = [everywhere.at[space] for space, owner in state.owner.items() if owner in allies]
    if not friendly:
        return dict.fromkeys(board.spaces, FAR)
    return dict(zip(everywhere.spaces, everywhere.steps[friendly].min(axis=0).tolist(), strict=True))


def sea_reach(situation: Situation, power: str, zone: str, points: int) -> dict[str, int]:
    """Sea zones a ship could enter, with the steps to them; hostile warships stop it."""
    rules, state, board = situation.rules, situation.state, situation.board
    reached = {zone: 0}
    frontier = [zone]
    for step in range(1, points + 1):
        further = []
        for here in frontier:
            if step > 1 and rules.is_hostile_zone(state, power, here):
                continue
            for there in board.sea_borders[here]:
                if there not in reached and rules.canal_open(state, power, here, there):
                    reached[there] = step
                    further.append(there)
        frontier = further
    return reached


class _Convoy(NamedTuple):
    """The transports of a power in one zone, and what they could land where."""

    aboard: Counter[str]
    rooms: tuple[int, ...]
    """What fits into each of the ships."""
    coasts: tuple[str, ...]
    """Where more could come aboard on the way."""
    targets: frozenset[str]


def _convoy(situation: Situation, power: str, zone: str, ships: list[Unit]) -> _Convoy:
    rules, state, board = situation.rules, situation.state, situation.board
    aboard = Counter(u.kind for ship in ships for u in state.aboard(ship) if u.power == power)
    rooms = tuple(rules.room_on(state, ship) for ship in ships)
    near = [zone, *(z for z in board.sea_borders[zone] if rules.canal_open(state, power, zone, z))]
    coasts = tuple(dict.fromkeys(coast for z in near for coast in board.land_borders[z]))
    reached = sea_reach(situation, power, zone, rules.types[ships[0].kind].move)
    targets = {coast for there in reached for coast in board.land_borders[there]}
    return _Convoy(aboard, rooms, coasts, frozenset(t for t in targets if not rules.is_neutral(state, t)))


def _loaded(rules: WarRules, convoys: list[_Convoy], armies: dict[tuple[str, str], int]) -> Counter[str]:
    """What these convoys would carry: each ship takes whom it can reach, those with the fewest to choose from first."""
    left = dict(armies)
    cargo: Counter[str] = Counter()
    for convoy in sorted(convoys, key=lambda convoy: sum(left[army] for army in left if army[0] in convoy.coasts)):
        cargo.update(convoy.aboard)
        for room in convoy.rooms:
            men: Counter[str] = Counter()
            for (space, kind), number in left.items():
                if space in convoy.coasts:
                    men[kind] += number
            load = best_cargo(rules, men, room)
            cargo.update(load)
            for (space, kind), number in left.items():
                taken = min(number, load[kind]) if space in convoy.coasts else 0
                left[space, kind] -= taken
                load[kind] -= taken
    return cargo


def best_cargo(rules: WarRules, waiting: Counts, room: int) -> Counter[str]:
    """The strongest load that fits: what attacks best per room first, then what still fits."""
    types = rules.types
    left = Counter(waiting)
    cargo: Counter[str] = Counter()
    while True:
        fitting = [kind for kind, number in left.items() if number and types[kind].cargo_size <= room]
        if not fitting:
            return cargo
        kind = max(fitting, key=lambda kind: (types[kind].attack / types[kind].cargo_size, types[kind].attack, kind))
        cargo[kind] += 1
        left[kind] -= 1
        room -= types[kind].cargo_size
