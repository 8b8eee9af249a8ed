"""Choosing what to attack with what: forces that pay, one target after the other, the best first."""

from __future__ import annotations

import functools
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf, prod
from typing import NamedTuple

from sandtable.ai.airfields import fields_after
from sandtable.ai.escorts import Escorts
from sandtable.ai.estimate import HOPELESS, Clash, Counts
from sandtable.ai.reach import Boat, Mover, Reach, waiting
from sandtable.ai.shipping import Shipping
from sandtable.ai.situation import Situation, fewer, marching, survivors, use, victors
from sandtable.ai.threats import Strikes, Threats, sea_reach
from sandtable.ai.verify import Verifier
from sandtable.board.board import FAR
from sandtable.warfare.state import Unit

BEATEN = 0.8
"""Chance to win from which on those who are attacked are not feared any more, and landings behind them planned."""
SOFTENED = 0.9
"""Chance to win below which it is asked what an ally could make of an attack."""
FORTRESS = 30.0
"""Worth from which on allies strike a place one after the other."""
SACRIFICE = 1.0
"""How much one may lose to soften a place for an ally, as a multiple of what the enemy loses."""
TRIFLE = 0.5
"""What may depend on a battle, in IPC, without anybody asking further."""
PATIENCE = 4
"""How many units may be added without making an attack any better."""


@dataclass
class Load:
    """A transport with what it will land."""

    boat: Boat
    aboard: tuple[Unit, ...]
    boarding: dict[str, str]
    """Unit → zone in which it boards."""


class Part(NamedTuple):
    """Something that can be added to a force."""

    kinds: tuple[str, ...]
    units: tuple[str, ...]
    """Ids that are bound by it, ships included."""
    what: Mover | Unit | Load


@dataclass
class Attack:
    """A target and everything that is sent there."""

    target: str
    parts: list[Part] = field(default_factory=list)
    clash: Clash = HOPELESS
    score: float = 0.0
    price: float = 0.0
    """What it costs besides the battle, in IPC: risks elsewhere, voyages that are not made."""

    def force(self) -> Counter[str]:
        """The attacking units by kind."""
        return Counter(kind for part in self.parts for kind in part.kinds)

    def units(self) -> set[str]:
        """Ids of everything that is bound."""
        return {ident for part in self.parts for ident in part.units}

    def sent(self) -> tuple[str, frozenset[str]]:
        """Who is sent where: attacks that agree in this are the same."""
        return (self.target, frozenset(self.units()))


def is_beaten(situation: Situation, attack: Attack) -> bool:
    """Whether those who are attacked may be taken for beaten; submarines slip away from aircraft alone."""
    foes = situation.opposition(attack.target)
    if attack.clash.win < BEATEN or not any(foes.values()):
        return False
    elusive = situation.estimator.elusive & foes.keys()
    if not elusive:
        return True
    force = attack.force()
    enemy = situation.main_enemy(attack.target)
    slips = situation.estimator.dives(situation.power, force, enemy, foes)
    return not slips and not force.keys() <= situation.rules.air


def afterwards(situation: Situation, threats: Threats, attacks: Collection[Attack]) -> Threats:
    """What is left of the threats when these attacks have been made."""
    for attack in attacks:
        if is_beaten(situation, attack):
            threats = threats.without(attack.target)
    return threats


def relied_on(situation: Situation, threats: Threats, attacks: Iterable[Attack]) -> float:
    """How likely all attacks succeed that are to remove a threat to the capital."""
    before = threats.origins(situation.capital)
    return prod(attack.clash.win for attack in attacks if attack.target in before)


def total(attacks: Collection[Attack]) -> float:
    """What attacks gain together."""
    return sum(attack.score for attack in attacks)


def away(attacks: Collection[Attack]) -> frozenset[str]:
    """Units that are bound by attacks, ships included."""
    return frozenset(ident for attack in attacks for ident in attack.units())


class Valued(NamedTuple):
    """Attacks that go together, and what they gain."""

    gain: float
    attacks: list[Attack]


def best_plans(
    planner: AttackPlanner, alternatives: int, gain: Callable[[Sequence[Attack]], float] = total
) -> list[Valued]:
    """Sets of attacks, those that gain most together first.

    The best single attack may take units that several others need, so plans that begin with other attacks are tried,
    and then some that go on from the best of those with another one.
    """

    def plan(first: tuple[str, ...]) -> Valued:
        attacks = planner.plan(first)
        return Valued(gain(attacks), attacks)

    begun: tuple[str, ...] = ()
    found = [best := plan(())]
    others = planner.ranking[1:]  # the plan begins with the first anyway
    for number in (alternatives, alternatives // 2):
        further = [target for target in others if target not in begun][:number]
        others = planner.ranking
        plans = {(*begun, target): plan((*begun, target)) for target in further}
        found += plans.values()
        begun = max(plans, key=lambda first: plans[first].gain, default=())
        if not begun or plans[begun].gain <= best.gain:
            break
        best = plans[begun]
    return sorted(found, key=lambda plan: -plan.gain)


class AttackPlanner:
    """Finds a set of attacks that do not conflict and pay together."""

    def __init__(
        self,
        situation: Situation,
        threats: Threats,
        verifier: Verifier,
        kept: Collection[str] = frozenset(),
        misjudged: Callable[[str], float] = lambda target: 0.0,
        new: Counts | None = None,
    ) -> None:
        self.situation = situation
        self.verifier = verifier
        self.misjudged = misjudged
        """By how much the gain of an attack on a target is over- or underrated."""
        self.new = Counter(new or {})
        """Units that will be placed in the capital this turn."""
        self.caution = situation.tuning.caution * (1 - situation.tuning.ruthlessness * max(0.0, situation.lead))
        """Weight of own losses: those who are ahead can afford them."""
        self.reach = Reach(situation)
        self._kept = frozenset(kept)
        self._feared = threats
        self._begin()
        self._peaceful = Shipping(situation, threats, set(kept))
        self._voyages: dict[tuple[object, ...], float] = {}
        """What transports could gain in peace, by where they are and what they carry."""
        self._fields: dict[tuple[object, ...], list[str]] = {}
        """Where aircraft could come down, by where they start and what they attack."""
        self._roads: dict[str, list[str]] = {}
        """Where carriers could go."""
        self._near_fields: dict[str, tuple[list[tuple[str, str]], list[tuple[str, str]]]] = {}
        """Who is in and beside the places where they could."""
        self._allied_known: dict[str, dict[str, Counter[str]]] = {}
        self._allied_strikes: dict[str, Strikes] = {}

    def _begin(self) -> None:
        """Nobody has been sent anywhere yet."""
        self.threats = self._feared
        self.used: set[str] = set(self._kept)
        """Units that are bound: they attack elsewhere, or guard something."""
        self.gone: defaultdict[str, Counter[str]] = defaultdict(Counter)
        """Units that have been told to leave a territory."""
        self.escorts = Escorts(self.situation, self._feared)
        self._fleets: dict[tuple[str, str], Counter[str]] = {}
        """Who will be where with which carrier."""

    @functools.cached_property
    def ideas(self) -> dict[str, Attack | None]:
        """The best force for every target, as if it were the only one."""
        self._begin()
        return {target: self.best(target) for target in self.reach.targets()}

    @property
    def ranking(self) -> list[str]:
        """Targets that pay by themselves, the best first."""
        alone = {target: idea.score for target, idea in self.ideas.items() if idea is not None}
        return sorted(alone, key=lambda target: -alone[target])

    def plan(self, first: Sequence[str] = ()) -> list[Attack]:
        """The attacks of this turn, the most valuable first, or others if it is said which."""
        chosen: list[Attack] = []
        ideas = dict(self.ideas)
        self._begin()
        order = {target: len(first) - number for number, target in enumerate(first)}
        while True:
            worthwhile = [idea for idea in ideas.values() if idea is not None]
            if not worthwhile:
                return chosen
            likeliest = max(worthwhile, key=lambda idea: (order.get(idea.target, 0), idea.score))
            attack = self._confirmed(likeliest)
            if attack is None:
                ideas[likeliest.target] = None
                continue
            del ideas[attack.target]
            chosen.append(attack)
            taken = attack.units()
            self.used |= taken
            for ident in taken:
                unit = self.situation.state.units[ident]
                if not unit.aboard:
                    self.gone[unit.space][unit.kind] += 1
            called = self._call_escorts(attack)
            changed = self._note_beaten(attack)
            for target, idea in ideas.items():
                stale = idea is not None and (idea.units() & (taken | called) or (called and self._has_loads(idea)))
                if stale or target in changed:
                    ideas[target] = self.best(target)

    def _lands(self, unit: Unit, target: str) -> list[str]:
        """Land where an aircraft could come down after it has attacked a target."""
        key = (unit.space, unit.kind, unit.spent, target)
        if key not in self._fields:
            self._fields[key] = fields_after(self.situation, unit, target)
        return self._fields[key]

    def _note_beaten(self, attack: Attack) -> set[str]:
        """Targets that look different once an attack is won: less is feared there, or landings become possible."""
        if not is_beaten(self.situation, attack):
            return set()
        self.threats = self.escorts.threats = self.threats.without(attack.target)
        changed = {space for reach in self.threats.strikes.values() for space in reach.of(attack.target)}
        return changed.union(self.situation.board.land_borders[attack.target])

    def _call_escorts(self, attack: Attack) -> set[str]:
        """Note which ships an attack brings where, and call others to guard them; returns those."""
        for part in attack.parts:
            if isinstance(part.what, Load):
                self.escorts.send(part.what.boat.ship.id, part.what.boat.route[-1])
            elif isinstance(part.what, Mover) and part.what.unit.kind in self.situation.rules.ships:
                self.escorts.send(part.what.unit.id, attack.target)
        self._fleets.clear()
        before = set(self.escorts.promised)
        for zone in dict.fromkeys(zone for _, zone in self._landings(attack.parts)):
            self.escorts.promise(zone)
        self.used |= self.escorts.promised.keys()
        return set(self.escorts.promised) - before

    def _landings(self, parts: list[Part]) -> list[tuple[Unit, str]]:
        """The transports that land their cargo, and from where."""
        return [(part.what.boat.ship, part.what.boat.route[-1]) for part in parts if isinstance(part.what, Load)]

    def _confirmed(self, attack: Attack) -> Attack | None:
        """The attack looked at again with exact odds, as far as those are to be had; None if it does not pay."""
        exact = self.verifier.clash(self.situation, attack.target, attack.force(), self._has_loads(attack))
        if exact is None:
            return attack
        again = Attack(attack.target, attack.parts, exact)
        again.score = self._whole_score(again, again.force())
        return again if self.pays(again) else None

    def _whole_score(self, attack: Attack, force: Counter[str]) -> float:
        """The gain of an attack, less the risk to transports and to what is left behind, and what they do not do."""
        landing = self._has_loads(attack)
        gain = self.score(attack.target, force, attack.clash, landing) + self.misjudged(attack.target)
        attack.price = (
            self._risk_of_boats(attack.parts)
            + self._risk_behind(attack)
            + self._voyages_missed(attack)
            + self._led_astray(attack)
            + self._risk_of_aircraft(attack)
        )
        return gain - attack.price

    def _risk_of_aircraft(self, attack: Attack) -> float:
        """What the enemy could gain where aircraft have to come down after the attack, because of them."""
        if not self.situation.tuning.haven:
            return 0.0
        squadrons: dict[str, Counter[str]] = {}
        crews: dict[str, list[Unit]] = {}
        for part in attack.parts:
            if isinstance(part.what, Unit) and (haven := self._haven(part.what, attack)):
                squadrons.setdefault(haven, Counter())[part.what.kind] += 1
            elif isinstance(part.what, Unit) and not self._lands(part.what, attack.target):
                crews.setdefault(part.what.aboard, []).append(part.what)
        risk = sum(self._risk_on_field(haven, aircraft, attack) for haven, aircraft in squadrons.items())
        fetched = sum(self._risk_of_fetching(deck, crew, attack) for deck, crew in crews.items())
        return self.situation.tuning.haven * risk + fetched

    def _risk_of_fetching(self, deck: str, crew: Sequence[Unit], attack: Attack) -> float:
        """What a carrier risks that has to come for aircraft after an attack: their own, or any if they have none."""
        situation = self.situation
        bound = self.used | attack.units()
        carriers = [
            unit
            for unit in situation.own()
            if unit.kind in situation.rules.carriers and unit.id not in bound and (not deck or unit.id == deck)
        ]
        risks = [self._risk_of_meeting(carrier, crew, attack) for carrier in carriers]
        return min((risk for risk in risks if risk < inf), default=0.0)  # the rules judge who may rely on others

    def _risk_of_meeting(self, carrier: Unit, crew: Sequence[Unit], attack: Attack) -> float:
        """What a carrier risks more where it meets its aircraft than where it is safest, however the attack ends."""
        situation = self.situation
        rules, state, board = situation.rules, situation.state, situation.board
        target, win = attack.target, attack.clash.win
        far = board.distances(target)
        left = min(rules.points_left(state, u) - board.distances(u.space).get(target, FAR) for u in crew)
        if carrier.id not in self._roads:
            reached = sea_reach(situation, situation.power, carrier.space, rules.points_left(state, carrier))
            self._roads[carrier.id] = [
                zone
                for zone in reached
                if zone == carrier.space or not rules.is_hostile_zone(state, situation.power, zone)
            ]

        def risk(zone: str) -> float:
            if not self.threats.threatened(zone):
                return 0.0
            fleet = self._fleet_with(carrier, zone)
            won = self.threats.without(target).danger(zone, fleet, 0.0).risk
            return win * won + (1 - win) * self.threats.danger(zone, fleet, 0.0).risk

        meeting = min((risk(zone) for zone in self._roads[carrier.id] if far.get(zone, FAR) <= left), default=inf)
        return meeting - min(risk(zone) for zone in self._roads[carrier.id]) if meeting else 0.0

    def _fleet_with(self, carrier: Unit, zone: str) -> Counter[str]:
        """Who will be in a zone with a carrier, as far as orders are settled."""
        key = (carrier.id, zone)
        if key not in self._fleets:
            self._fleets[key] = self.escorts.there(zone)
            if zone != carrier.space:
                self._fleets[key] += self.escorts.squadron(carrier, zone)
        return self._fleets[key]

    def _risk_on_field(self, field: str, aircraft: Counter[str], attack: Attack) -> float:
        """How much more the enemy could gain in a territory if aircraft came down there after an attack."""
        rest = self.threats.without(attack.target)
        garrison = self._could_guard(field, attack)
        before = rest.danger(field, garrison, 0.0).risk
        return max(0.0, rest.danger(field, garrison + aircraft, 0.0).risk - before)

    def _could_guard(self, field: str, attack: Attack) -> Counter[str]:
        """Who could be in a territory after the battles: those who stay there, and idle armies beside it."""
        if field not in self._near_fields:
            self._near_fields[field] = self._around(field)
        here, beside = self._near_fields[field]
        used, kept, sent = self.used, self._kept, attack.units()
        stay = [kind for ident, kind in here if ident in kept or (ident not in used and ident not in sent)]
        come = [kind for ident, kind in beside if ident not in used and ident not in sent]
        return Counter(stay + come)

    def _around(self, field: str) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
        """Ids and kinds of those who defend a territory, and of own armies beside it."""
        situation = self.situation
        rules, state = situation.rules, situation.state
        here = [
            (unit.id, unit.kind)
            for unit in state.units_in(field)
            if unit.power in situation.allies and unit.kind in rules.land_fighters and not unit.aboard
        ]
        beside = [
            (unit.id, unit.kind)
            for near in situation.board.land_borders[field]
            if situation.is_friendly_land(near)
            for unit in state.units_in(near)
            if unit.power == situation.power and unit.kind in rules.holders and not unit.aboard
        ]
        return here, beside

    def _haven(self, unit: Unit, attack: Attack) -> str:
        """Where an aircraft would best come down after an attack; "" if some land in reach is safe, or from a deck."""
        fields = [] if unit.aboard else self._lands(unit, attack.target)
        if not fields or any(not self.threats.threatened(field) for field in fields):
            return ""
        alone = Counter({unit.kind: 1})
        safest, least = "", inf
        for place in fields:
            risk = self._risk_on_field(place, alone, attack)
            if risk < least:
                safest, least = place, risk
            if not risk:
                break
        return safest

    def _voyages_missed(self, attack: Attack) -> float:
        """What the transports that land troops could have carried to the front instead, each by itself."""
        state = self.situation.state
        if not self.situation.tuning.voyage:
            return 0.0
        missed = 0.0
        for part in attack.parts:
            if isinstance(part.what, Load):
                ship = part.what.boat.ship
                berth = (ship.space, ship.kind, tuple(sorted((u.power, u.kind) for u in state.aboard(ship))))
                if berth not in self._voyages:
                    self._voyages[berth] = max(0.0, self._peaceful.prospects(ship))
                missed += self._voyages[berth]
        return self.situation.tuning.voyage * missed

    def _led_astray(self, attack: Attack) -> float:
        """What it is worth that those who land, and live, are farther from the war then than where they came from."""
        situation = self.situation
        types, decay = situation.rules.types, situation.tuning.decay
        lost = 0.0
        for part in attack.parts:
            if isinstance(part.what, Load):
                there = situation.stage_pull[attack.target]
                at_sea = situation.tuning.afloat * situation.sea_pull[part.what.boat.ship.space]
                ashore = [situation.state.units[ident] for ident in part.what.boarding]
                here = [(unit.kind, at_sea) for unit in part.what.aboard]
                here += [(unit.kind, situation.stage_pull[unit.space]) for unit in ashore]
                lost += sum(max(0.0, use(types[kind].cost, there, pull, decay)) for kind, pull in here)
        return attack.clash.win * attack.clash.left * lost

    def _risk_behind(self, attack: Attack) -> float:
        """What the enemy could do where the attackers come from, once they are gone."""
        weight = self.situation.tuning.behind_weight
        leaving: dict[str, Counter[str]] = {}
        for part in attack.parts:
            if isinstance(part.what, Mover) and part.what.unit.kind in self.situation.rules.holders:
                leaving.setdefault(part.what.unit.space, Counter())[part.what.unit.kind] += 1
        risk = 0.0
        for space, units in leaving.items():
            if weight and self.threats.threatened(space):
                before = +(self.situation.garrison(space) - self.gone[space])
                if space == self.situation.capital:
                    before += self.new
                rest = self.threats.without(attack.target)
                now = rest.danger(space, before).risk
                later = rest.danger(space, +(before - units)).risk
                risk += max(0.0, later - now)
        return weight * risk

    def _risk_of_boats(self, parts: list[Part]) -> float:
        """What the transports risk in the zones from which they land."""
        risk = 0.0
        landings = self._landings(parts)
        for zone in dict.fromkeys(zone for _, zone in landings):
            if self.threats.threatened(zone):
                ships = [ship for ship, goal in landings if goal == zone]
                coming = Counter(ship.kind for ship in ships if ship.space != zone)
                sunk = self.escorts.danger(zone, coming).sunk
                risk += sunk * self.situation.cost(Counter(ship.kind for ship in ships))
        return risk

    def _has_loads(self, attack: Attack) -> bool:
        return any(isinstance(part.what, Load) for part in attack.parts)

    def pays(self, attack: Attack) -> bool:
        """Whether an attack is worth its risks."""
        tuning = self.situation.tuning
        enough = (
            attack.clash.win >= tuning.least_chance
            or attack.clash.defender_loss > attack.clash.attacker_loss
            or self.situation.worth(attack.target) >= FORTRESS
        )
        return attack.score >= tuning.least_gain and enough

    # One target

    def best(self, target: str) -> Attack | None:
        """The force against a target that pays best, or None."""
        attack = Attack(target)
        chosen: Attack | None = None
        nearly: Attack | None = None
        stale = 0
        while stale < PATIENCE and (step := self._next_part(attack)) is not None:
            attack = step
            if nearly is None or attack.score > nearly.score:
                nearly = attack
            if self.pays(attack) and (chosen is None or attack.score > chosen.score):
                chosen, stale = attack, 0
            elif chosen is not None:
                stale += 1
        best = chosen or nearly
        if best is None:
            return None
        best = self._trimmed(best)
        return best if self.pays(best) else None

    def _trimmed(self, attack: Attack) -> Attack:
        """The attack without those who add little to it: they are of more use elsewhere."""
        holders = self.situation.rules.holders
        while len(attack.parts) > 1:
            alike = {
                (part.kinds, isinstance(part.what, Load)): part for part in attack.parts if holders & {*part.kinds}
            }
            if not alike:
                break
            least = max(alike.values(), key=functools.partial(self._spared, attack))
            without = self._with(attack.target, [part for part in attack.parts if part is not least])
            if self._spared(attack, least) <= 0 or (self.pays(attack) and not self.pays(without)):
                break
            attack = without
        return attack

    def _spared(self, attack: Attack, part: Part) -> float:
        """What it gains to leave a part out of an attack; aircraft and ships are not bound to what they have taken."""
        rest = self._with(attack.target, [other for other in attack.parts if other is not part])
        bound = Counter(kind for kind in part.kinds if kind in self.situation.rules.holders)
        return rest.score - attack.score + self.situation.tuning.spare * self.situation.cost(bound)

    def _with(self, target: str, parts: list[Part]) -> Attack:
        """An attack with these parts, weighed."""
        attack = Attack(target, parts)
        force = attack.force()
        attack.clash = self._clash(target, force)
        attack.score = self._whole_score(attack, force)
        return attack

    def _next_part(self, attack: Attack) -> Attack | None:
        """The attack with the part added that helps most."""
        best: tuple[float, float] | None = None
        found: Attack | None = None
        bound = attack.units()
        for part in self._candidates(attack.target, bound):
            trial = self._with(attack.target, [*attack.parts, part])
            cost = self.situation.cost(Counter(part.kinds)) + max(0.0, trial.price - attack.price)
            # As long as the battle would be lost, strength for money counts, afterwards the gain.
            gain = trial.clash.win - attack.clash.win
            rank = (1.0, trial.score) if attack.clash.win >= 0.5 else (0.0, (gain + 1e-6) / (cost + 1))
            if best is None or rank > best:
                best, found = rank, trial
        return found

    def _clash(self, target: str, force: Counter[str]) -> Clash:
        situation = self.situation
        enemy = situation.main_enemy(target)
        gun = situation.has_gun(target, situation.power)
        return situation.estimator.chase(situation.power, force, enemy, situation.opposition(target), gun)

    def _candidates(self, target: str, bound: set[str]) -> Iterator[Part]:
        """One part of each sort that could still be sent."""
        busy = self.used | bound
        seen: set[tuple[str, str]] = set()
        movers = self.reach.land.get(target, []) if not self.situation.board.is_sea[target] else []
        for mover in (*movers, *self.reach.ships.get(target, ())):
            look = (mover.unit.kind, "")
            if mover.unit.id not in busy and look not in seen:
                seen.add(look)
                yield Part((mover.unit.kind,), (mover.unit.id,), mover)
        for aircraft in self.reach.air.get(target, ()):
            look = (aircraft.kind, "air")
            if aircraft.id not in busy and look not in seen:
                seen.add(look)
                yield Part((aircraft.kind,), (aircraft.id,), aircraft)
        boats: set[str] = set()
        for boat in self.reach.boats.get(target, ()):
            if boat.ship.id in busy or boat.ship.space in boats or not self._may_land_from(boat):
                continue
            load = self._load(boat, busy)
            if load is not None:
                boats.add(boat.ship.space)
                units = [*load.aboard, *(self.situation.state.units[i] for i in load.boarding)]
                yield Part(tuple(u.kind for u in units), (boat.ship.id, *(u.id for u in units)), load)

    def _may_land_from(self, boat: Boat) -> bool:
        zone = boat.route[-1]
        hostile = self.situation.rules.is_hostile_zone(self.situation.state, self.situation.power, zone)
        return not hostile or zone in self.threats.beaten

    def _load(self, boat: Boat, busy: set[str]) -> Load | None:
        """The best cargo for a landing: what is aboard already, and whatever attacks best along the way."""
        situation = self.situation
        rules, state = situation.rules, situation.state
        on_board = state.aboard(boat.ship)
        aboard = tuple(u for u in on_board if u.power == situation.power and u.kind in rules.holders and not u.done)
        room = rules.room_on(state, boat.ship)
        boarding: dict[str, str] = {}
        ready = [
            (-rules.types[unit.kind].attack / rules.types[unit.kind].cargo_size, unit, zone)
            for unit, zone in waiting(situation, boat.route)
            if unit.id not in busy and situation.front[unit.space] > 1  # whoever stands at the front stays there
        ]
        ready.sort(key=lambda entry: (entry[0], situation.pull[entry[1].space], entry[1].n))
        for _, unit, zone in ready:
            size = rules.types[unit.kind].cargo_size
            if size <= room and unit.id not in boarding:
                boarding[unit.id] = zone
                room -= size
        if not aboard and not boarding:
            return None
        return Load(boat, aboard, boarding)

    # What an attack is worth

    def score(self, target: str, force: Counter[str], clash: Clash, landing: bool = False) -> float:
        """What an attack gains in IPC: land and losses, less what a counter-attack would take back.

        Where victors would only be lost the attack is broken off in time; whoever lands cannot.
        """
        if self.situation.board.is_sea[target]:
            return self._score_at_sea(target, force, clash)
        situation, tuning = self.situation, self.situation.tuning
        worth = situation.worth(target)
        holders = marching(situation, force)
        take = clash.win if holders else 0.0
        gain = 0.0
        if clash.win < SOFTENED and worth >= FORTRESS and clash.attacker_loss <= SACRIFICE * clash.defender_loss:
            gain += tuning.teamwork * (1 - clash.win) * self._follow_up(target, clash) * worth
        prize = worth if holders else 0.0
        if take * situation.at_stake(target) > TRIFLE:
            prize -= self.threats.without(target).lost_for_victory(target, victors(situation, holders, force, clash))
        if take > 0.2 and tuning.counter_weight:
            left = victors(situation, holders, force, clash)
            danger = self.threats.without(target).danger(target, left, 0.0)
            prize -= (tuning.landed if landing else tuning.counter_weight) * danger.risk
            prize -= tuning.fleeting * danger.likely * situation.lasting(target)
        fought = clash.defender_loss - self.caution * clash.attacker_loss + clash.win * prize
        if clash.defender_loss and not landing:
            fought = max(fought, self._broken_off(target, force, prize))
        return gain + fought - tuning.use_of_unit * situation.cost(force)

    def _broken_off(self, target: str, force: Counter[str], prize: float) -> float:
        """What a battle is worth that is fought on only as long as that pays."""
        situation = self.situation
        enemy, gun = situation.main_enemy(target), situation.has_gun(target, situation.power)
        opposition = situation.opposition(target)
        return situation.estimator.prospect(situation.power, force, enemy, opposition, gun, prize, self.caution)

    def _follow_up(self, target: str, clash: Clash) -> float:
        """By how much this attack raises the chance that an ally takes the target before the enemy can mend it."""
        situation = self.situation
        defenders = situation.opposition(target)
        cost = {kind: situation.rules.types[kind].cost for kind in defenders}
        left = fewer(defenders, clash.defender_loss, cost) or Counter({min(cost, key=cost.__getitem__): 1})
        enemy = situation.main_enemy(target)
        gun = situation.has_gun(target, situation.power)
        best = 0.0
        for ally, force in self._allied_forces(target).items():
            alone = situation.estimator.clash(ally, force, enemy, defenders, gun).win
            after = situation.estimator.clash(ally, force, enemy, left, gun).win
            best = max(best, after - alone)
        return best

    def _allied_forces(self, target: str) -> dict[str, Counter[str]]:
        """What each ally who moves before the target's owner could send there."""
        if target not in self._allied_known:
            situation = self.situation
            owner = situation.state.owner.get(target, "")
            order = situation.board.after(situation.power)
            allies = [p for p in order[: order.index(owner)] if p in situation.allies] if owner in order else []
            found = {}
            for ally in allies:
                if ally not in self._allied_strikes:
                    self._allied_strikes[ally] = Strikes(situation, ally)
                force = self._allied_strikes[ally].on(target)
                if any(kind in situation.rules.holders for kind in force):
                    found[ally] = force
            self._allied_known[target] = found
        return self._allied_known[target]

    def _score_at_sea(self, zone: str, force: Counter[str], clash: Clash) -> float:
        situation, tuning = self.situation, self.situation.tuning
        rules, state = situation.rules, situation.state
        cargo = sum(
            rules.types[unit.kind].cost
            for unit in state.units_in(zone)
            if unit.power in situation.enemies and unit.aboard and unit.kind not in rules.air
        )
        gain = tuning.sea_prey * (clash.defender_loss + clash.win * cargo) - self.caution * clash.attacker_loss
        gain -= tuning.use_of_unit * situation.cost(force)
        ships = Counter({kind: number for kind, number in force.items() if kind in rules.ships})
        if ships and tuning.sea_counter:
            left = survivors(situation, ships, force, clash)
            rest = self.threats.without(zone)
            gain -= tuning.sea_counter * clash.win * rest.danger(zone, left, 0.0).risk
        return gain
