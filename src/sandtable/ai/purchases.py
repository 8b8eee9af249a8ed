"""What to buy: safety first, then what the front and the sea lanes need, for all the money."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from math import sqrt

from sandtable.ai.attacks import Attack, afterwards, away, relied_on
from sandtable.ai.decks import able_fighters, take_aircraft
from sandtable.ai.defence import Stake, reinforcements_needed
from sandtable.ai.escorts import Escorts
from sandtable.ai.estimate import Figure
from sandtable.ai.harbours import BOATLOAD, outlook
from sandtable.ai.placement import ROUND_TRIP, is_site
from sandtable.ai.situation import VOYAGE, Situation
from sandtable.ai.threats import Threats
from sandtable.board.board import FAR
from sandtable.core.values import Decision
from sandtable.warfare.actions import Purchase
from sandtable.warfare.factorydamage import useful_repairs
from sandtable.warfare.state import Unit

MOST_FACTORIES = 2
"""How many factories near the front an overseas power wants."""
CROWD = 5
"""Boatloads waiting for which one transport more is allowed than usual."""
MOST_NEW_TRANSPORTS = 4
"""How many transports are built in a turn."""
LIVES = 0.5
"""The chance of being sunk up to which new ships are launched."""
VOYAGES = 40.0
"""What the best of all harbours is worth, in IPC of escorts."""
FLOTILLA = 4
"""The transports for which the best of all coasts is worth as much."""
VOYAGE_OUT = 4
"""How many zones from a harbour troops are landed."""
CHOICES = 6
"""How many zones are looked at for landings."""
USEFUL = 0.5
"""How good a harbour must be compared to the best for ships to be launched there."""
SURE = 0.3
"""The share of the attackers that may be lost for those who come back to be counted on."""


def _costs(situation: Situation, attack: Attack) -> float:
    """Which share of the attackers is likely to be lost."""
    return attack.clash.attacker_loss / max(1.0, situation.cost(attack.force()))


class Shopping:
    """One shopping list in the making."""

    def __init__(
        self,
        situation: Situation,
        threats: Threats,
        decision: Decision,
        attacks: Sequence[Attack],
        *,
        plain: bool = False,
    ) -> None:
        self.situation = situation
        self.plain = plain
        """Whether of land units only those that defend best are recruited.

        Ships, aircraft where no ship would live, and better units where room is short are bought all the same.
        """
        self.threats = threats
        """What the capital has to fear: who knows how the attacks will end."""
        self.later = afterwards(situation, threats, attacks)
        """What everything else has to fear if the attacks go as expected."""
        self.sure = relied_on(situation, threats, attacks)
        """How likely they do, as far as the capital counts on it."""
        self.away = away(attacks)
        """Units that will attack this turn."""
        self.targets = {ident: attack.target for attack in attacks for ident in attack.units()}
        self.doubtful = away([attack for attack in attacks if _costs(situation, attack) > SURE])
        """Units that may not come back."""
        self.prices: dict[str, int] = decision.about["prices"]
        self.money: int = decision.about["money"]
        self.slots: int = decision.about.get("capacity", 999)
        self.damage: dict[str, int] = decision.about.get("repairs", {})
        self.units: Counter[str] = Counter()
        self.escorts = Escorts(situation, self.later)
        for ident in self.away:
            self.escorts.send(ident, "")  # nobody can count on it
        self.yard = 0
        """How many ships can be launched in the harbour from which to sail."""
        self.decks = take_aircraft(situation)
        self.repairs: dict[str, int] = {}
        self.for_hitters = 0.0
        """Money for units that attack well, saved up while others are bought."""
        rules = situation.rules
        self.staple = self._best(rules.holders, lambda kind: self._figure(kind).defence / self.prices[kind])
        self.hitter = self._best(rules.holders, lambda kind: self._figure(kind).attack / self.prices[kind])
        self.fighter = self._best(rules.air, lambda kind: self._figure(kind).defence + self._figure(kind).attack)

    def _figure(self, kind: str) -> Figure:
        return self.situation.estimator.figures(self.situation.power)[kind]

    def _best(self, kinds: Collection[str], rank: Callable[[str], float]) -> str:
        return max((kind for kind in self.prices if kind in kinds), key=lambda kind: (rank(kind), -self.prices[kind]))

    def purchase(self) -> Purchase:
        """The list, with repairs where damage is in the way."""
        self._repair()
        self._secure_capital()
        self._found_factory()
        self._replace_aircraft()
        if self.overseas():
            self._fill_factories()
            self._fit_out()
        self._spend()
        return Purchase(dict(+self.units), self.repairs)

    def buy(self, kind: str, number: int = 1) -> bool:
        """Put units on the list if there is money and room for all of them."""
        price = self.prices.get(kind, 999) * number
        if price > self.money or number > self.slots or number < 1:
            return False
        self.units[kind] += number
        self.money -= price
        self.slots -= number
        return True

    def _repair(self) -> None:
        """Repair as much as lets most units be bought and placed; among equals the most valuable factory first."""
        worth = self.situation.worth
        damage = dict(sorted(self.damage.items(), key=lambda entry: -worth(entry[0])))
        values, price = self.situation.board.values, self.prices[self.staple]
        self.repairs, self.slots = useful_repairs(values, damage, self.money, self.slots, price)
        self.money -= sum(self.repairs.values())

    def _secure_capital(self) -> None:
        most = min(self.money // self.prices[self.staple], self.slots)
        stake = Stake(self.situation, self.threats, Counter())
        needed = reinforcements_needed(stake, self.later, self.away, self.sure, self.staple, most)
        self.buy(self.staple, needed)

    def overseas(self) -> bool:
        """Whether the power's home lies too far from the front to march there."""
        situation = self.situation
        homes = situation.factories(situation.power)
        home = situation.capital if situation.capital in homes else next(iter(homes), situation.capital)
        return situation.by_sea(home)

    def _found_factory(self) -> None:
        """A factory near the front for those whose others are far from it."""
        situation = self.situation
        rules, state = situation.rules, situation.state
        kind = next((k for k in self.prices if k in rules.factories), "")
        near = sum(situation.front[space] <= ROUND_TRIP for space in situation.factories(situation.power))
        if not kind or not self.overseas() or self.prices[kind] > self.money or near >= MOST_FACTORIES:
            return
        open_ways = self._without_attackers()
        sites = [
            space
            for space, owner in state.owner.items()
            if owner == situation.power
            and rules.may_get_factory(state, situation.power, space)
            and is_site(situation, open_ways, space, situation.garrison(space, self.away))
        ]
        if sites:
            self.buy(kind)

    def _without_attackers(self) -> Threats:
        """What is to be feared once those who attack have left, and no longer bar the way of the enemy's tanks."""
        situation = self.situation
        state = situation.state.copy()
        for ident in self.away:
            state.remove(ident)
        after = Situation(situation.rules, state, situation.power, situation.tuning)
        return Threats(after, self.later.verdicts, self.later.beaten)

    def _fill_factories(self) -> None:
        """Land units for the factories from which they can march: nobody has to wait for a ship there."""
        situation = self.situation
        for factory in situation.factories(situation.power):
            if not situation.by_sea(factory):
                for _ in range(situation.rules.capacity_left(situation.state, situation.power, factory)):
                    if not self._recruit():
                        return

    def _fit_out(self) -> None:
        """Transports and men for them, as far as a fleet can be kept alive at home; else aircraft."""
        rules = self.situation.rules
        kind = min(rules.transports & self.prices.keys(), key=self.prices.__getitem__, default="")
        if not kind or not self._ports():
            return
        escorts = self._way_out(kind)
        if escorts is None:
            self._take_to_the_air()
            return
        for ship in escorts:
            self.yard -= self.buy(ship)
        self._man(kind)

    def _man(self, transport: str) -> None:
        """As many land units as can be shipped, and transports for those who wait already.

        Those who wait and those who are bought fill the transports together, which come back only every second turn.
        """
        tuning = self.situation.tuning
        ships, loads = self._transports(), self._loads(transport)
        most = tuning.most_transports + int(loads / CROWD)  # whoever has armies waiting needs an armada
        while True:
            new = self.units[transport]
            room = ships + new - tuning.transports_per_load * loads
            if room <= 0 and ships + new < most and new < min(MOST_NEW_TRANSPORTS, self.yard):
                if not self.buy(transport):
                    return
            elif room > 0:
                kind = self._recruit()
                if not kind:
                    return
                loads += self._load(kind, transport)
            else:
                self._take_to_the_air()
                return

    def _recruit(self) -> str:
        """Buy one land unit, hitting power in its due share; "" if there is no money or room for it."""
        kind = self.hitter if self.for_hitters >= self.prices[self.hitter] else self.staple
        if not self.buy(kind):
            return ""
        self.for_hitters += self._armour_share() * self.prices[kind]
        self.for_hitters -= self.prices[kind] if kind == self.hitter else 0
        return kind

    def _transports(self) -> int:
        """How many transports there are already."""
        return sum(unit.kind in self.situation.rules.transports for unit in self.situation.own())

    def _loads(self, transport: str) -> float:
        """How many transports those who wait would fill."""
        return sum(self._load(unit.kind, transport) for unit in self._waiting())

    def _load(self, kind: str, transport: str) -> float:
        """Which part of a transport a unit takes."""
        types = self.situation.rules.types
        size, capacity = types[kind].cargo_size or 1, types[transport].cargo_capacity
        return max(1 / (capacity // (types[self.staple].cargo_size or 1)), size / capacity)

    def _way_out(self, transport: str) -> list[str] | None:
        """The escorts for the harbour from which it is best to sail, those that it takes being paid for.

        None if ships would live only in harbours where they are of little use.
        """
        good = outlook(self.situation, self._ports(), self.away)
        useful = USEFUL * max(good.values())
        best, escorts = 0.0, None
        for zone in good:
            ships = None if self._taken(zone) or good[zone] < useful else self._escorts(zone, transport)
            if ships is not None:
                gain = VOYAGES * good[zone] - sum(self.prices[kind] for kind in ships)
                if escorts is None or gain > best:
                    best, escorts, self.yard = gain, ships, self._yard(zone)
        return escorts

    def _yard(self, zone: str) -> int:
        """How many ships can be launched in a zone."""
        situation = self.situation
        homes = [home for home in situation.factories(situation.power) if zone in situation.board.sea_borders[home]]
        return sum(situation.rules.capacity_left(situation.state, situation.power, home) for home in homes)

    def _ports(self) -> list[str]:
        """The zones beside own factories."""
        situation = self.situation
        homes = situation.factories(situation.power)
        return situation.rules.in_board_order({zone for home in homes for zone in situation.board.sea_borders[home]})

    def _taken(self, zone: str) -> bool:
        """Whether enemy ships will be in a zone when new ones are launched."""
        hostile = self.situation.rules.is_hostile_zone(self.situation.state, self.situation.power, zone)
        return hostile and zone not in self.later.beaten

    def _escorts(self, harbour: str, transport: str) -> list[str] | None:
        """The warships without which the transports would not live: first at home, then where they are to land.

        None if even at home they are too dear.
        """
        fleet = self.escorts.there(harbour) + self.escorts.guards(harbour)
        armada = self._armada(harbour)
        found: list[str] | None = None
        for number in range(self._convoy(transport), 0, -1):
            new = Counter({transport: number})
            left = self.money - number * self.prices[transport]
            home = self._protection(harbour, fleet + new, left, 3, self.decks)
            if home is None:
                continue
            left -= sum(self.prices[kind] for kind in home)
            decks = not any(kind in self.situation.rules.carriers for kind in home)
            sailing = armada + new + sum((self._guards(harbour, kind, self.decks) for kind in home), Counter[str]())
            more = self._abroad(harbour, sailing, transport, left, decks)
            if more is not None:
                return home + more
            found = found or home
        return found

    def _abroad(self, harbour: str, sailing: Counter[str], transport: str, money: int, decks: bool) -> list[str] | None:
        """The warships for the coast where it pays best to land; None if they are too dear everywhere.

        The more transports there are, the more escorts a coast nearer to the war is worth.
        """
        coasts = self._landing_zones(harbour)
        best, found = 0.0, None
        for zone, pull in coasts.items():
            more = self._protection(zone, sailing + self._allied_fleet(zone), money, 2, decks)
            if more is not None:
                gain = VOYAGES * pull * sailing[transport] / FLOTILLA - sum(self.prices[kind] for kind in more)
                if found is None or gain > best:
                    best, found = gain, more
        return found if coasts else []

    def _armada(self, harbour: str) -> Counter[str]:
        """The ships that could sail with new transports, and the aircraft on their decks."""
        situation = self.situation
        steps = situation.board.distances(harbour, frozenset(situation.board.land))
        return Counter(
            unit.kind
            for unit in situation.own()
            if situation.fights_at_sea(unit) and (unit.kind in situation.rules.ships or unit.aboard)
            if steps.get(unit.space, FAR) <= VOYAGE
        )

    def _allied_fleet(self, zone: str) -> Counter[str]:
        """The ships of allies in a zone, and the aircraft on their decks: fleets guard each other."""
        situation = self.situation
        return Counter(
            unit.kind
            for unit in situation.state.units_in(zone)
            if unit.power in situation.allies and unit.power != situation.power and situation.fights_at_sea(unit)
        )

    def _convoy(self, transport: str) -> int:
        """How many transports would be launched together: where they can defend themselves, there is safety in it."""
        wanted = int(self.situation.tuning.transports_per_load * self._loads(transport)) - self._transports()
        return max(1, min(MOST_NEW_TRANSPORTS, self.money // self.prices[transport], self.slots, wanted))

    def _protection(self, zone: str, fleet: Counter[str], money: int, most: int, decks: bool) -> list[str] | None:
        """Warships to buy so that a fleet lives in a zone: as cheap as possible; None if they are too dear.

        In most games fighters go aboard new carriers only later, on the high seas.
        """
        bought: list[str] = []
        trial = Counter(fleet)
        while not self._lives(zone, trial):
            affordable = self._warships(money)
            enough = [alike for kind in affordable if (alike := self._enough(zone, trial, kind, money, most, decks))]
            if enough:
                return bought + min(enough, key=lambda alike: sum(self.prices[kind] for kind in alike))
            warship = self._escort(zone, money, decks)
            if not warship or most < 1:
                return None
            bought.append(warship)
            trial += self._guards(zone, warship, decks)
            decks = decks and warship not in self.situation.rules.carriers  # there are no more fighters for another
            money -= self.prices[warship]
            most -= 1
        return bought

    def _enough(self, zone: str, fleet: Counter[str], kind: str, money: int, most: int, decks: bool) -> list[str]:
        """As many warships of one kind as let a fleet live in a zone; none if that takes more than there may be."""
        trial = Counter(fleet)
        for number in range(1, min(most, money // self.prices[kind]) + 1):
            trial += self._guards(zone, kind, decks and number == 1)
            if self._lives(zone, trial):
                return [kind] * number
        return []

    def _lives(self, zone: str, fleet: Counter[str]) -> bool:
        return self.later.danger(zone, fleet, 0.0).chance <= LIVES

    def _guards(self, zone: str, warship: str, decks: bool) -> Counter[str]:
        """A new warship, and the fighters that would go aboard."""
        carrier = decks and warship in self.situation.rules.carriers
        return Counter({warship: 1}) + (self._deck_fighters(zone, warship) if carrier else Counter())

    def _warships(self, money: int) -> list[str]:
        rules = self.situation.rules
        kinds = rules.ships - rules.transports - rules.submarines
        return [kind for kind, price in self.prices.items() if kind in kinds and price <= money]

    def _deck_fighters(self, zone: str, carrier: str) -> Counter[str]:
        """Own fighters on land that a new carrier could take aboard: at once, or on the high seas.

        Those for whom there is room on other carriers do not need it.
        """
        rules = self.situation.rules
        if zone in self._ports():
            able = able_fighters(self.situation, zone, self.targets)
            free = [unit.kind for unit in able if unit.id not in self.doubtful]
        else:
            free = [u.kind for u in self.situation.own() if rules.types[u.kind].deck_size and not u.aboard]
        steps = self.situation.board.distances(zone, frozenset(self.situation.board.land))
        carriers = (unit for unit in self.situation.own() if unit.kind in rules.carriers)
        near = [unit for unit in carriers if steps.get(unit.space, FAR) <= VOYAGE_OUT]
        berths = sum(rules.free_slots(self.situation.state, unit) for unit in near)
        return Counter(free[berths : berths + rules.types[carrier].deck_capacity])

    def _landing_zones(self, harbour: str) -> dict[str, float]:
        """Where the transports could go from a harbour, and how good that is compared to the best."""
        situation = self.situation
        steps = situation.board.distances(harbour, frozenset(situation.board.land))
        decay = situation.tuning.sea_decay
        near = [zone for zone, distance in steps.items() if distance <= VOYAGE_OUT and not self._taken(zone)]
        pulls = {zone: max(situation.coast_pull[zone], self._base(zone)) * decay ** steps[zone] for zone in near}
        most = max(pulls.values(), default=0.0) or 1.0
        ranked = sorted(pulls, key=lambda zone: -pulls[zone])[:CHOICES]
        return {zone: pulls[zone] / most for zone in ranked}

    def _base(self, zone: str) -> float:
        """What it is worth to be put ashore on own coasts beside a zone and go on from there; not where one marches."""
        situation = self.situation
        coasts = [coast for coast in situation.board.land_borders[zone] if situation.is_friendly_land(coast)]
        return max((situation.stage_pull[coast] for coast in coasts if coast not in self._homeland), default=0.0)

    @functools.cached_property
    def _homeland(self) -> frozenset[str]:
        """Land to which new units could march."""
        situation = self.situation
        homes = situation.factories(situation.power)
        return frozenset(
            space for home in homes for space, steps in situation.marches(home).items() if steps <= ROUND_TRIP
        )

    def _take_to_the_air(self) -> None:
        """Where no ship would live, aircraft cross the sea."""
        rules = self.situation.rules
        kind = self._best(
            rules.air, lambda kind: (self._figure(kind).attack + self._figure(kind).defence) / self.prices[kind]
        )
        while self.money >= self.prices[kind] + self.prices[self.staple] and self.buy(kind):
            pass

    def _escort(self, zone: str, money: int, decks: bool) -> str:
        """The warship that defends best for its price: many hits and good shots are worth most together."""
        hits = self.situation.rules.hits_to_sink

        def value(kind: str) -> float:
            guards = self._guards(zone, kind, decks)
            defence = sum(self._figure(k).defence * n for k, n in guards.items())
            return sqrt(defence * sum(hits(k) * n for k, n in guards.items())) / self.prices[kind]

        return max(self._warships(money), key=value, default="")

    def _waiting(self) -> list[Unit]:
        """Units that transports should fetch; nobody sails for a lonely garrison."""
        waiting = [unit for unit in self.situation.own() if self._waits(unit)]
        number = Counter(unit.space for unit in waiting)
        return [unit for unit in waiting if number[unit.space] >= BOATLOAD]

    def _waits(self, unit: Unit) -> bool:
        situation = self.situation
        if unit.kind not in situation.rules.holders or unit.aboard or unit.id in self.away:
            return False
        return situation.by_sea(unit.space)

    def _spend(self) -> None:
        """The rest goes into infantry and hitting power, dearer units where room is scarce."""
        budget = self.money * self._armour_share()
        while budget >= self.prices[self.hitter] and self.buy(self.hitter):
            budget -= self.prices[self.hitter]
        while self.buy(self.staple):
            pass
        self._upgrade(self.staple, self.hitter)
        self._upgrade(self.hitter, self.fighter)

    def _replace_aircraft(self) -> None:
        """An aircraft in every few turns, by the share of the money; whoever needs ships needs it for their decks."""
        tuning = self.situation.tuning
        air_share = min(0.5, tuning.air_share + 0.5 * tuning.offensive * max(0.0, self.situation.lead))
        price = self.prices[self.fighter]
        if air_share > 0 and not self.plain and self.money >= 2 * price:
            every = max(1, round(price / (air_share * self.money)))
            if self.situation.state.round % every == 0:
                self.buy(self.fighter)

    def _armour_share(self) -> float:
        tuning = self.situation.tuning
        if self.plain:
            return 0.0
        return min(0.8, max(0.1, tuning.armour_share + tuning.offensive * self.situation.lead))

    def _upgrade(self, cheap: str, dear: str) -> None:
        """Where there is money left but no room: better units instead."""
        extra = self.prices[dear] - self.prices[cheap]
        while extra > 0 and self.units[cheap] and self.money >= extra and self.slots < 1:
            self.units[cheap] -= 1
            self.units[dear] += 1
            self.money -= extra
