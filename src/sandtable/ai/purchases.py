"""What to buy: safety first, then what the front and the sea lanes need, for all the money."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection

from sandtable.ai.defence import reinforcements_needed
from sandtable.ai.estimate import Figure
from sandtable.ai.harbours import outlook
from sandtable.ai.situation import Situation
from sandtable.ai.threats import Threats
from sandtable.core.values import Decision
from sandtable.warfare.actions import Purchase
from sandtable.warfare.state import Unit

ROUND_TRIP = 5
"""How many steps from the front a factory may be for its units to march there."""
WORTH_A_FACTORY = 3
"""The least value of a territory in which a factory is founded."""
MOST_FACTORIES = 2
"""How many factories near the front an overseas power wants."""
CROWD = 5
"""Boatloads waiting for which one transport more is allowed than usual."""
BACKLOG = 1.5
"""Boatloads waiting for every transport from which on aircraft are bought, which need none."""
MOST_NEW_TRANSPORTS = 3
"""How many transports are built in a turn."""
LIVES = 0.35
"""The chance of being sunk up to which new ships are launched."""


class Shopping:
    """One shopping list in the making."""

    def __init__(self, situation: Situation, threats: Threats, decision: Decision, away: frozenset[str]) -> None:
        self.situation = situation
        self.threats = threats
        self.away = away
        """Units that will attack this turn."""
        self.prices: dict[str, int] = decision.about["prices"]
        self.money: int = decision.about["money"]
        self.slots: int = decision.about.get("capacity", 999)
        self.damage: dict[str, int] = decision.about.get("repairs", {})
        self.units: Counter[str] = Counter()
        self.repairs: dict[str, int] = {}
        rules = situation.rules
        self.staple = self._best(rules.holders, lambda kind: self._figure(kind).defence / self.prices[kind])
        self.hitter = self._best(rules.holders, lambda kind: self._figure(kind).attack / self.prices[kind])

    def _figure(self, kind: str) -> Figure:
        return self.situation.estimator.figures(self.situation.power)[kind]

    def _best(self, kinds: Collection[str], rank: Callable[[str], float]) -> str:
        return max((kind for kind in self.prices if kind in kinds), key=lambda kind: (rank(kind), -self.prices[kind]))

    def purchase(self) -> Purchase:
        """The list, with repairs where damage is in the way."""
        self._repair()
        self._secure_capital()
        self._found_factory()
        if self.overseas():
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
        """Repair as much as is needed to place what the money buys."""
        cheapest = self.prices[self.staple]
        for space, damage in sorted(self.damage.items(), key=lambda entry: -self.situation.worth(entry[0])):
            value = self.situation.board.values[space]
            unusable = max(0, damage - value)
            for point in range(damage):
                if point < unusable or self.slots >= self.money // (cheapest + 1) or self.money <= 1:
                    break
                self.repairs[space] = self.repairs.get(space, 0) + 1
                self.money -= 1
                self.slots += 1

    def _secure_capital(self) -> None:
        most = min(self.money // self.prices[self.staple], self.slots)
        needed = reinforcements_needed(self.situation, self.threats, self.away, self.staple, most)
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
        sites = [
            space
            for space, owner in state.owner.items()
            if owner == situation.power
            and situation.board.values[space] >= WORTH_A_FACTORY
            and situation.front[space] <= ROUND_TRIP
            and rules.may_get_factory(state, situation.power, space)
            and self.threats.danger(space, situation.garrison(space)).chance < 0.2
        ]
        if sites:
            self.buy(kind)

    def _fit_out(self) -> None:
        """Transports for those who wait at home, as far as a fleet can be kept alive there; else aircraft."""
        situation = self.situation
        rules, tuning = situation.rules, situation.tuning
        kind = min(rules.transports & self.prices.keys(), key=self.prices.__getitem__, default="")
        harbours = self._harbours()
        if not kind or not harbours:
            return
        ships = sum(unit.kind in rules.transports for unit in situation.own())
        per_ship = rules.types[kind].cargo_capacity // (rules.types[self.staple].cargo_size or 1)
        waiting = sum(self._waits(unit) for unit in situation.own())
        escorts = next((found for zone in harbours if (found := self._escorts(zone, kind)) is not None), None)
        if escorts is None:
            self._take_to_the_air()
            return
        for ship in escorts:
            self.buy(ship)
        most = tuning.most_transports + waiting // (CROWD * per_ship)  # whoever has armies waiting needs an armada
        wanted = min(most, max(2, round(waiting * tuning.transports_per_load / per_ship)))
        missing = min(wanted - ships, MOST_NEW_TRANSPORTS)
        crowded = waiting > per_ship * (ships + 1)
        rest = 0 if crowded else 2 * self.prices[self.staple]
        while missing > 0 and self.money >= self.prices[kind] + rest and self.buy(kind):
            missing -= 1
        if waiting > per_ship * (ships + self.units[kind]):
            self._strengthen_fleet(kind, most)
        if waiting > BACKLOG * per_ship * (ships + self.units[kind]):
            self._take_to_the_air()

    def _strengthen_fleet(self, transport: str, most: int) -> None:
        """Where more wait than can be shipped, the money goes into ships, not into more to wait."""
        rules = self.situation.rules
        afloat = Counter(unit.kind for unit in self.situation.own() if unit.kind in rules.ships) + self.units
        boats = sum(number for kind, number in afloat.items() if kind in rules.transports)
        warships = sum(number for kind, number in afloat.items() if kind in rules.ships - rules.transports)
        while self.money >= self.prices[transport] + self.prices[self.staple]:
            if self.units[transport] < MOST_NEW_TRANSPORTS and boats < most:
                ship, boats = transport, boats + 1
            elif 2 * warships < boats:
                ship, warships = self._escort(self.money), warships + 1
            else:
                return
            if not ship or not self.buy(ship):
                return

    def _harbours(self) -> list[str]:
        """The zones beside own factories, those first from which to sail."""
        situation = self.situation
        homes = situation.factories(situation.power)
        zones = {zone for home in homes for zone in situation.board.sea_borders[home] if not self._taken(zone)}
        good = outlook(situation, zones, self.away)
        return sorted(situation.rules.in_board_order(zones), key=lambda zone: -good[zone])

    def _taken(self, zone: str) -> bool:
        return self.situation.rules.is_hostile_zone(self.situation.state, self.situation.power, zone)

    def _escorts(self, harbour: str, transport: str) -> list[str] | None:
        """The warships without which the transports would not live: first at home, then where they are to land.

        None if even at home they are too dear.
        """
        situation = self.situation
        home = situation.fleet(harbour) + Counter({transport: 1})
        bought = self._protection(harbour, home, self.money - self.prices[transport], 3)
        if bought is None:
            return None
        abroad = self._landing_zone(harbour)
        if abroad:
            armada = Counter(
                u.kind
                for u in situation.own()
                if situation.fights_at_sea(u) and (u.kind in situation.rules.ships or u.aboard)
            )
            left = self.money - sum(self.prices[kind] for kind in bought)
            more = self._protection(abroad, armada + Counter(bought), left, 1)
            bought += more or []
        return bought

    def _protection(self, zone: str, fleet: Counter[str], money: int, most: int) -> list[str] | None:
        """Warships to buy so that a fleet lives in a zone; None if that many cannot be had."""
        bought: list[str] = []
        trial = Counter(fleet)
        while self.threats.danger(zone, trial, 0.0).chance > LIVES:
            warship = self._escort(money)
            if not warship:
                return None
            if len(bought) >= most:
                return bought if most == 1 else None
            bought.append(warship)
            trial[warship] += 1
            if warship in self.situation.rules.carriers:
                trial.update(self._deck_fighters(warship))
            money -= self.prices[warship]
        return bought

    def _deck_fighters(self, carrier: str) -> Counter[str]:
        """Own fighters on land that a new carrier could take aboard."""
        rules = self.situation.rules
        free = [u.kind for u in self.situation.own() if rules.types[u.kind].deck_size and not u.aboard]
        return Counter(free[: rules.types[carrier].deck_capacity])

    def _landing_zone(self, harbour: str) -> str:
        """Where the transports will want to go from a harbour."""
        situation = self.situation
        steps = situation.board.distances(harbour, frozenset(situation.board.land))
        near = [zone for zone, distance in steps.items() if distance <= 4 and not self._taken(zone)]
        decay = situation.tuning.sea_decay
        return max(near, key=lambda zone: situation.coast_pull[zone] * decay ** steps[zone], default="")

    def _take_to_the_air(self) -> None:
        """Where no ship would live, aircraft cross the sea."""
        rules = self.situation.rules
        kind = self._best(
            rules.air, lambda kind: (self._figure(kind).attack + self._figure(kind).defence) / self.prices[kind]
        )
        while self.money >= self.prices[kind] + self.prices[self.staple] and self.buy(kind):
            pass

    def _escort(self, money: int) -> str:
        """The warship that defends best for its price."""
        rules = self.situation.rules
        kinds = [k for k in self.prices if k in rules.ships and k not in rules.transports and k not in rules.submarines]

        def value(kind: str) -> float:
            decks = (
                sum(self._figure(fighter).defence for fighter in self._deck_fighters(kind))
                if kind in rules.carriers
                else 0
            )
            return float((self._figure(kind).defence * rules.types[kind].hits + decks) / self.prices[kind])

        return max((k for k in kinds if self.prices[k] <= money), key=value, default="")

    def _waits(self, unit: Unit) -> bool:
        situation = self.situation
        if unit.kind not in situation.rules.holders or unit.aboard or unit.id in self.away:
            return False
        return situation.by_sea(unit.space)

    def _spend(self) -> None:
        """The rest goes into infantry, hitting power and aircraft, dearer ones where room is scarce."""
        tuning = self.situation.tuning
        rules = self.situation.rules
        start = self.money
        lead = self.situation.lead
        armour_share = min(0.8, max(0.1, tuning.armour_share + tuning.offensive * lead))
        air_share = min(0.5, tuning.air_share + 0.5 * tuning.offensive * max(0.0, lead))
        fighter = self._best(rules.air, lambda kind: self._figure(kind).defence + self._figure(kind).attack)
        if air_share > 0 and start:
            # Saved up over turns: an aircraft in every few turns, by the share of the money.
            every = max(1, round(self.prices[fighter] / max(1.0, air_share * start)))
            if self.situation.state.round % every == 0 and self.money >= 2 * self.prices[fighter]:
                self.buy(fighter)
        budget = self.money * armour_share
        while budget >= self.prices[self.hitter] and self.buy(self.hitter):
            budget -= self.prices[self.hitter]
        while self.buy(self.staple):
            pass
        self._upgrade(self.staple, self.hitter)
        self._upgrade(self.hitter, fighter)

    def _upgrade(self, cheap: str, dear: str) -> None:
        """Where there is money left but no room: better units instead."""
        extra = self.prices[dear] - self.prices[cheap]
        while extra > 0 and self.units[cheap] and self.money >= extra and self.slots < 1:
            self.units[cheap] -= 1
            self.units[dear] += 1
            self.money -= extra
