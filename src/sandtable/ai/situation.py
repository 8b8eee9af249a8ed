"""The board as one power sees it: who stands where, what land is worth, how strongly targets pull."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from math import log
from typing import TYPE_CHECKING

from sandtable.ai.estimate import Clash, Counts, Estimator
from sandtable.ai.position import strength
from sandtable.ai.rules import WarRules
from sandtable.ai.tuning import Tuning, tuning
from sandtable.board.board import FAR
from sandtable.warfare.income import Goal
from sandtable.warfare.state import Unit, WarState

if TYPE_CHECKING:
    from sandtable.ai.ways import Ways

NEAR = 5
"""How many steps of marching a front may be away for a territory to belong to it."""
CROSSING = 3
"""Steps that crossing the sea counts for besides those on the map."""
TO_PORT = 4
"""How far an army would march to a harbour."""
VOYAGE = 2
"""How many sea zones a transport crosses in a turn."""
MARCH = 8
"""How far an army would still march to the enemy's capital."""
OUTLOOK = frozenset(
    (
        "barred",
        "open_land",
        "prey_near",
        "pull",
        "within_grasp",
        "boats_at",
        "march_pull",
        "stage_pull",
        "front",
        "goal_front",
        "coast_pull",
        "sea_pull",
        "main_goal",
        "landing_strength",
        "lead",
    )
)
"""What depends on who holds which land and hardly on where single units stand: found out once in a phase."""
ADVANCE = 0.75
"""What an army counts with every step it has to advance."""
RELIEF = 0.55
"""What an army counts with every step it has to come to the relief of another."""
SAILING = 0.6
"""What a transport counts with every turn it has to sail."""
ABANDONED = 0.3
"""What a harbour counts where no own transport is near …"""
SERVED = 0.35
"""… and how much more with every transport."""
SKIRMISH = 0.2
"""What a front counts at most of what there is to be had overseas, for those near it to take ship all the same."""
RUIN = 0.5
"""What units are worth less when there is no capital any more."""
GUARDED = 2
"""Units with which land does not lie open any more."""
LANDED = 7.0
"""What a transport lands, in IPC."""
STEP = 0.15
"""What it is worth for a unit to be a step nearer to the front, per IPC of its price."""

_estimators: dict[tuple[int, tuple[tuple[str, tuple[str, ...]], ...]], Estimator] = {}


def estimator(rules: WarRules, state: WarState) -> Estimator:
    """The estimator for the developments of the moment; estimates are remembered from turn to turn."""
    key = (id(rules), tuple(sorted(state.tech.items())))
    if key not in _estimators:
        if len(_estimators) > 50:
            _estimators.clear()
        _estimators[key] = Estimator(rules, state)
    return _estimators[key]


class Situation:
    """A state seen by one power. It never changes; a new state needs a new situation."""

    def __init__(self, rules: WarRules, state: WarState, power: str, tuning: Tuning) -> None:
        self.rules = rules
        self.state = state
        self.power = power
        self.tuning = tuning
        self.board = rules.board
        self.allies = self.board.allies[power]
        self.enemies = self.board.enemies[power]
        self.side = self.board.side_of[power]
        self.capital = self.board.powers[power].capital
        self.estimator = estimator(rules, state)
        self._worth: dict[str, float] = {}
        self._opposition: dict[str, Counter[str]] = {}

    def inherit(self, earlier: Situation) -> None:
        """Take over what was found out about the land earlier in the same phase, when it was nearly the same."""
        self._worth = dict(earlier._worth)
        self.__dict__.update({name: value for name, value in earlier.__dict__.items() if name in OUTLOOK})
        self.__dict__["prey_near"] = dict(earlier.prey_near)  # each goes on noting what it sees

    # Who stands where

    def own(self) -> list[Unit]:
        """The power's own units."""
        return self.state.units_of(self.power)

    def garrison(self, space: str, away: Collection[str] = ()) -> Counter[str]:
        """Units of the own side that would defend a territory, without those who will be away."""
        fighters = self.rules.land_fighters
        units = (unit for unit in self.state.units_in(space) if unit.id not in away)
        return Counter(u.kind for u in units if u.power in self.allies and u.kind in fighters and not u.aboard)

    def fleet(self, zone: str) -> Counter[str]:
        """Units of the own side that would defend a sea zone; those in the air are on their way to some place."""
        units = (unit for unit in self.state.units_in(zone) if not unit.airborne)
        return Counter(u.kind for u in units if u.power in self.allies and self.fights_at_sea(u))

    def fights_at_sea(self, unit: Unit) -> bool:
        """Ships and the aircraft on their decks."""
        return unit.kind in self.rules.ships or unit.kind in self.rules.air

    def opposition(self, space: str) -> Counts:
        """Enemy units that would defend a space."""
        known = self._opposition.get(space)
        if known is None:
            sea = self.board.is_sea[space]
            kinds = (self.rules.ships | self.rules.air) if sea else self.rules.land_fighters
            enemies = (u.kind for u in self.state.units_in(space) if u.power in self.enemies and u.kind in kinds)
            known = self._opposition[space] = Counter(enemies)
        return known

    def main_enemy(self, space: str) -> str:
        """The enemy with most units in a space; the holder of the land if there are none."""
        powers = Counter(unit.power for unit in self.state.units_in(space) if unit.power in self.enemies)
        if powers:
            return max(self.board.order, key=lambda power: powers[power])
        return self.state.owner.get(space) or next(p for p in self.board.order if p in self.enemies)

    def has_gun(self, space: str, power: str) -> bool:
        """Whether a gun in a territory fires at aircraft of `power`."""
        return not self.board.is_sea[space] and self.rules.fires_at(self.state, power, space)

    def is_hostile_land(self, space: str) -> bool:
        """Land of the other side."""
        return self.state.owner.get(space) in self.enemies

    def is_friendly_land(self, space: str) -> bool:
        """Land of the own side."""
        return self.state.owner.get(space) in self.allies

    def factories(self, power: str) -> list[str]:
        """Territories with a factory of a power."""
        return [u.space for u in self.state.units_of(power) if u.kind in self.rules.factories]

    @functools.cached_property
    def lead(self) -> float:
        """How far the own side is ahead in strength: 0 when even, up to half."""
        return strength(self.rules, self.state, self.side) - 0.5

    def cost(self, counts: Counts) -> float:
        """What units are worth."""
        return self.estimator.cost(counts)

    # What land is worth

    def worth(self, space: str) -> float:
        """What it is worth to take a territory from the enemy, or not to lose it to him, in IPC."""
        known = self._worth.get(space)
        if known is None:
            known = self._worth[space] = self._find_worth(space)
        return known

    def _find_worth(self, space: str) -> float:
        return self.plain_worth(space) + self.tuning.winning * self._stake(space)

    def at_stake(self, space: str) -> float:
        """What of the worth of a territory is what it counts towards a victory when the round ends."""
        return self.worth(space) - self.plain_worth(space)

    def decides(self, space: str) -> bool:
        """Whether the war is won with a territory, or lost without it."""
        return self.at_stake(space) >= self.tuning.winning

    @functools.cached_property
    def still_to_move(self) -> list[str]:
        """Powers who move after the own one before the round ends, when victory is looked for."""
        order = self.board.order
        return list(order[order.index(self.power) + 1 :])

    def plain_worth(self, space: str) -> float:
        """What it is worth to hold a territory, but for what it counts towards a victory."""
        board, state, tuning = self.board, self.state, self.tuning
        if board.is_sea[space]:
            return 0.0
        worth = board.values[space] * tuning.income_horizon + 0.5
        worth += self._factory_worth(space)
        for power in board.powers.values():
            if power.capital == space:
                worth += tuning.capital + state.money[power.id] * (state.owner.get(space) == power.id)
        if board.spaces[space].city:
            worth += tuning.city
        return worth

    @functools.cached_property
    def ruin(self) -> float:
        """What is lost with the capital, in IPC: the land, all money, and half of what units are worth without it."""
        units = sum(self.rules.types[unit.kind].cost for unit in self.own())
        return self.worth(self.capital) + RUIN * units

    @functools.cached_property
    def open_land(self) -> frozenset[str]:
        """Land that a single unit or nobody guards, and where no new units appear."""
        guarded: Counter[str] = Counter()
        for unit in self.state.units.values():
            if unit.kind in self.rules.land_fighters and not unit.aboard:
                guarded[unit.space] += 1
            elif unit.kind in self.rules.factories:
                guarded[unit.space] += GUARDED
        return frozenset(space for space, holder in self.state.owner.items() if holder and guarded[space] < GUARDED)

    @functools.cached_property
    def prey_near(self) -> dict[str, float]:
        """What aircraft find to do around a place; noted here by those who have worked it out."""
        return {}

    def lasting(self, space: str) -> float:
        """What of the worth of a territory is lost if it cannot be held for more than a turn."""
        return self.board.values[space] * (self.tuning.income_horizon - 1) + self._factory_worth(space)

    def _factory_worth(self, space: str) -> float:
        has_one = any(unit.kind in self.rules.factories for unit in self.state.units_in(space))
        return self.tuning.factory if has_one else 0.0

    def _stake(self, space: str) -> float:
        """How much depends on who holds a territory: 1 or more if the game is won by it, less the farther that is."""
        owner = self.state.owner.get(space)
        if owner is None:
            return 0.0
        stake = 0.0
        for side, goal, held in self._goals:
            count = goal.counts.get(space, 0)
            if count:
                most = held if self.board.side_of[owner] == side else held + count
                stake += self._prospect(most / goal.needed) - self._prospect((most - count) / goal.needed)
        return stake

    def _prospect(self, share: float) -> float:
        """What it is worth to a side to hold a share of what it needs to win; winning itself adds 1."""
        beyond = self.tuning.urgency * max(0.0, share - 1)  # as steep as at the goal, not ever steeper
        return float(min(share, 1.0) ** self.tuning.urgency + beyond + (share >= 1))

    @functools.cached_property
    def _goals(self) -> list[tuple[str, Goal, int]]:
        """Every way to win, whose it is, and how much of it is reached."""
        rules, state = self.rules, self.state
        goals = [(side, goal) for side in self.board.sides for goal in rules.goals(state, side)]
        return [(side, goal, rules.progress(state, side, goal)) for side, goal in goals]

    # How strongly targets pull

    @functools.cached_property
    def barred(self) -> frozenset[str]:
        """Spaces no land unit marches through."""
        closed = (s for s in self.board.land if self.rules.is_neutral(self.state, s))
        return frozenset((*self.board.sea, *closed))

    def marches(self, origin: str) -> dict[str, int]:
        """How many steps of marching every territory is from another."""
        return self.board.distances(origin, self.barred)

    def emphasis(self, target: str) -> float:
        """How much a target counts in the war as a whole: the enemy who is to fall first counts in full."""
        first = self.main_goal
        capital = self.board.powers[first].capital
        if target == capital or self.state.owner.get(target) == first:
            return 1.0
        return self.tuning.side_show

    @functools.cached_property
    def main_goal(self) -> str:
        """The enemy who is to fall first: the one for whom the opening spoke, as long as he has his capital."""
        first = opening_goal(self.rules, self.power)
        return first if self._stands(first) else self.easiest_enemy()

    def _stands(self, enemy: str) -> bool:
        """Whether the other side holds an enemy's capital."""
        return self.state.owner.get(self.board.powers[enemy].capital) in self.enemies

    def easiest_enemy(self) -> str:
        """The enemy whose capital the own side can best get at: most own armies near it, least of his."""
        strength: dict[str, float] = {}
        for enemy in self.board.order:
            if enemy in self.enemies and self._stands(enemy):
                steps = self.approach(self.board.powers[enemy].capital)
                mine, theirs = (
                    sum(self.nearness(u, steps) for p in self.board.order if p in side for u in self.state.units_of(p))
                    for side in (self.allies, self.enemies)
                )
                strength[enemy] = mine / (theirs + 2.0 * self.rules.production(self.state, enemy) + 1.0)
        return max(strength, key=lambda enemy: strength[enemy], default=next(iter(sorted(self.enemies))))

    def approach(self, target: str) -> dict[str, int]:
        """How far every space is from a target for an army; crossing the sea takes longer than its steps."""
        by_land = self.marches(target)
        far = self.board.distances(target)
        return {space: by_land.get(space, far.get(space, FAR) + CROSSING) for space in self.board.spaces}

    def by_sea(self, home: str) -> bool:
        """Whether an army from a territory needs ships to get at the enemy who is to fall first."""
        return self.marches(self.board.powers[self.main_goal].capital).get(home, FAR) > MARCH

    def nearness(self, unit: Unit, steps: dict[str, int]) -> float:
        if unit.kind not in self.rules.land_fighters:
            return 0.0
        return self.rules.types[unit.kind].cost * ADVANCE ** steps.get(unit.space, FAR)

    @property
    def by_land(self) -> Ways:
        """How far lands are from each other for an army."""
        from sandtable.ai.ways import ways  # numbers in tables, loaded only by those who play

        return ways(self.board, tuple(self.board.land), self.barred)

    @property
    def over_sea(self) -> Ways:
        """How far sea zones are from each other for a ship."""
        from sandtable.ai.ways import ways  # as above

        return ways(self.board, tuple(self.board.sea), frozenset(self.board.land))

    @functools.cached_property
    def pull(self) -> dict[str, float]:
        """For every territory, how much there is to be had from it by marching."""
        targets = {target: self.lure(target) for target in self.board.land if self.is_hostile_land(target)}
        lands = self.by_land
        pulls = lands.vector(targets)[:, None] * lands.fading(self.tuning.decay)
        return lands.named(pulls.sum(axis=0))

    def lure(self, target: str) -> float:
        """How strongly an enemy territory pulls those who stand beside it.

        Near a victory every province is worth a fortune to those who can take it this turn; others it pulls no more
        than twice as much as usual.
        """
        return min(self.worth(target), 2 * self.plain_worth(target)) * self.emphasis(target) * self.within_grasp[target]

    @functools.cached_property
    def within_grasp(self) -> dict[str, float]:
        """For every territory, whether the side is strong enough around it to take and keep it: 1 if so, down to 0.

        Armies count less with every step they are away, those overseas as far as there are boats to fetch them; the
        enemy's next purchases count where his factories are.
        """
        rules, state, lands = self.rules, self.state, self.by_land
        ours, theirs = dict.fromkeys(self.board.land, 0.0), dict.fromkeys(self.board.land, 0.0)
        for unit in state.units.values():
            if unit.kind in rules.land_fighters and unit.space in ours:
                where = ours if unit.power in self.allies else theirs
                where[unit.space] += rules.types[unit.kind].cost
        for power in self.board.order:
            homes = self.factories(power)
            where = ours if power in self.allies else theirs
            for home in homes:
                where[home] += rules.production(state, power) / len(homes)
        attack = lands.vector(ours) @ lands.fading(ADVANCE, most=MARCH)
        defence = lands.vector(theirs) @ lands.fading(RELIEF, most=MARCH)
        ratio = (attack + LANDED * lands.vector(self.boats_at) + 1.0) / (defence + 1.0)
        return lands.named(ratio.clip(max=1.0) ** self.tuning.grasp)

    @functools.cached_property
    def boats_at(self) -> dict[str, float]:
        """For every territory, how many boats of the side could land there within a turn or two."""
        zones = self.over_sea
        near = zones.named(zones.vector(self._boats(self.allies)) @ zones.fading(SAILING, VOYAGE))
        return {
            coast: max((near[zone] for zone in self.board.sea_borders[coast]), default=0.0) for coast in self.board.land
        }

    def _boats(self, powers: Iterable[str]) -> Counter[str]:
        """How many transports of these powers are in every sea zone that has some."""
        kinds = self.rules.transports
        return Counter(unit.space for power in powers for unit in self.state.units_of(power) if unit.kind in kinds)

    @functools.cached_property
    def march_pull(self) -> dict[str, float]:
        """`pull`; where no front is near by land, the way to a harbour and what there is to be had overseas."""
        return self._pull_by_way_of({zone: self.sea_pull[zone] * served for zone, served in self._served.items()})

    @functools.cached_property
    def stage_pull(self) -> dict[str, float]:
        """The same, however well own transports serve a harbour: nobody is carried to where ships happen to be."""
        return self._pull_by_way_of(self.sea_pull)

    def _pull_by_way_of(self, overseas: Mapping[str, float]) -> dict[str, float]:
        lands = self.by_land
        harbours = {
            port: self.tuning.harbour * max(overseas[zone] for zone in self.board.sea_borders[port])
            for port in self.board.land
            if self.board.sea_borders[port] and not self.rules.is_neutral(self.state, port)
        }
        ways_out = lands.vector(harbours)[:, None] * lands.fading(self.tuning.decay, most=TO_PORT)
        seaward = lands.named(ways_out.max(axis=0))
        return {
            space: max(pull, seaward[space]) if self._needs_ships(space, pull, seaward[space]) else pull
            for space, pull in self.pull.items()
        }

    def _needs_ships(self, space: str, pull: float, seaward: float) -> bool:
        """Whether those in a territory get to the war by sea: no front is near, or only a side show."""
        far = self.goal_front[space] > NEAR or self.by_sea(self.capital)
        return self.front[space] > NEAR or (far and pull < SKIRMISH * seaward)

    @functools.cached_property
    def _served(self) -> dict[str, float]:
        """For every sea zone, how well the power's own transports serve it: 1 if some are near, down to a part."""
        zones = self.over_sea
        near = zones.named(zones.vector(self._boats((self.power,))) @ zones.fading(SAILING, VOYAGE, most=2 * VOYAGE))
        return {zone: min(1.0, ABANDONED + SERVED * boats) for zone, boats in near.items()}

    @functools.cached_property
    def front(self) -> dict[str, int]:
        """How many steps of marching every territory is from the nearest enemy land; islands are far away."""
        return self._steps_from([target for target in self.board.land if self.is_hostile_land(target)])

    @functools.cached_property
    def goal_front(self) -> dict[str, int]:
        """How many steps of marching every territory is from the nearest land of the enemy who is to fall first."""
        return self._steps_from([space for space, owner in self.state.owner.items() if owner == self.main_goal])

    def _steps_from(self, targets: list[str]) -> dict[str, int]:
        lands = self.by_land
        if not targets:
            return dict.fromkeys(self.board.land, FAR)
        rows = [lands.at[target] for target in targets]
        return dict(zip(lands.spaces, lands.steps[rows].min(axis=0).tolist(), strict=True))

    @functools.cached_property
    def coast_pull(self) -> dict[str, float]:
        """For every sea zone, what the best coast beside it is worth to a unit that lands there."""
        coasts = self.board.land_borders
        landing = {coast: self.landing_pull(coast) for coast in self.board.land if self.board.sea_borders[coast]}
        return {zone: max((landing[coast] for coast in coasts[zone]), default=0.0) for zone in self.board.sea}

    def landing_pull(self, coast: str) -> float:
        """What it is worth to be put ashore on a coast; one that cannot be forced is worth little."""
        if self.rules.is_neutral(self.state, coast):
            return 0.0
        pull = self.pull[coast]
        if not self.is_hostile_land(coast):
            return pull
        held = self.cost(self.opposition(coast))
        return pull * min(1.0, (self.landing_strength / (1.3 * held + 1.0)) ** 2)

    @functools.cached_property
    def landing_strength(self) -> float:
        """About what the power could land in one place, in IPC."""
        rules = self.rules
        boats = sum(unit.kind in rules.transports for unit in self.own())
        aircraft = sum(rules.types[unit.kind].cost for unit in self.own() if unit.kind in rules.air)
        return 8.0 * boats + 0.7 * aircraft + 1.0

    @functools.cached_property
    def sea_pull(self) -> dict[str, float]:
        """For every sea zone, what cargo there is worth, near or far."""
        zones = self.over_sea
        pulls = zones.vector(self.coast_pull)[:, None] * zones.fading(self.tuning.sea_decay, VOYAGE)
        return zones.named(pulls.max(axis=0))


@functools.lru_cache(maxsize=64)
def opening_goal(rules: WarRules, power: str) -> str:
    """Against whom a side goes first, judged by the set-up: whoever changes his mind with every battle gets nowhere."""
    return Situation(rules, rules.fresh_state(), power, tuning("officer")).easiest_enemy()


def use(cost: float, here: float, there: float, decay: float) -> float:
    """What it is worth in IPC to bring a unit of this price from where the pull is `here` to where it is `there`.

    Pulls fall by `decay` with every step, so their ratio says how many steps nearer to the front the unit comes.
    """
    return cost * STEP * log((there + 0.5) / (here + 0.5)) / -log(decay)


def fewer(counts: Counts, value: float, cost: Counts) -> Counter[str]:
    """What is left of a force after it has lost about this much, cheapest units first."""
    left = Counter(counts)
    for kind in sorted(left, key=lambda kind: cost[kind]):
        gone = min(left[kind], round(value / cost[kind])) if cost[kind] else 0
        left[kind] -= gone
        value -= gone * cost[kind]
    return +left


def survivors(situation: Situation, part: Counter[str], force: Counts, clash: Clash) -> Counter[str]:
    """What is left of a part of a force after a victory, if that part takes the losses of the whole."""
    lost = (1 - clash.left) * situation.cost(force)
    return fewer(part, lost, {kind: situation.rules.types[kind].cost for kind in part})


def marching(situation: Situation, force: Counts) -> Counter[str]:
    """The units of a force that can take and hold land."""
    return Counter({kind: number for kind, number in force.items() if kind in situation.rules.holders})


def victors(situation: Situation, holders: Counter[str], force: Counts, clash: Clash) -> Counter[str]:
    """Who stands in a territory after a victory: at least one, the dearest of those who march."""
    types = situation.rules.types
    left = survivors(situation, holders, force, clash)
    return left or Counter({max(holders, key=lambda kind: types[kind].cost): 1})


def merged(forces: Iterable[Counts]) -> Counter[str]:
    """Several forces together."""
    total: Counter[str] = Counter()
    for force in forces:
        total.update(force)
    return total
