"""Weapons development: research dice, breakthroughs, what developments change."""

from __future__ import annotations

from typing import ClassVar

from sandtable.core.errors import IllegalAction
from sandtable.core.menu import Listed, Menu
from sandtable.core.rules import Step
from sandtable.core.table import Table
from sandtable.core.values import Action, Decision
from sandtable.warfare import events
from sandtable.warfare.actions import Research
from sandtable.warfare.base import WarTable
from sandtable.warfare.bombing import Rockets
from sandtable.warfare.state import Unit, WarState


class Developments(Rockets):
    """Research, and the effect of each development on its owner's units."""

    research_price: int = 5
    heavy_bomber_dice: int = 3
    developments: ClassVar[tuple[str, ...]] = ()
    """Developments in the order of their die results."""

    def may_research(self, state: WarState, power: str) -> bool:
        """Whether a power may buy research dice now."""
        return (
            not self.capital_lost(state, power)
            and len(state.tech.get(power, ())) < len(self.developments)
            and state.money[power] >= self.research_price
        )

    def research(self, table: WarTable, power: str, count: int) -> None:
        """Pay for dice, roll them, and roll for what every 6 has brought."""
        state = table.state
        self.pay(table, power, -self.research_price * count, "research")
        dice = table.roll(count)
        breakthroughs = sum(die == 6 for die in dice)
        capital = self.board.powers[power].capital
        table.tell(events.DiceRolled(power, "research", capital, dice, (0,) * count, breakthroughs))
        for _ in range(breakthroughs):
            owned = state.tech.get(power, ())
            if len(owned) == len(self.developments):
                break
            development = ""
            while not development or development in owned:
                (die,) = table.roll(1, len(self.developments))
                development = self.developments[die - 1]
                table.tell(events.DiceRolled(power, "development", capital, (die,), (0,), 0))
            state.tech[power] = (*owned, development)
            table.tell(events.DevelopmentGained(power, development))

    def misplaced(self, state: WarState, decision: Decision, action: Action) -> IllegalAction:
        """Why research dice cannot be bought now."""
        if not isinstance(action, Research):
            return super().misplaced(state, decision, action)
        power = state.power
        if self.capital_lost(state, power):
            return self.refuse("research.no_capital", power=power)
        if len(state.tech.get(power, ())) == len(self.developments):
            return self.refuse("research.all_known", power=power)
        return self.refuse("research.again" if state.phase == "purchase" else "research.too_late")

    # Effects

    def defence_value(self, state: WarState, unit: Unit) -> int:
        value = super().defence_value(state, unit)
        if unit.kind == "fighter" and self.has_development(state, unit.power, "jet_power"):
            return value + 1
        return value

    def attack_value(self, state: WarState, unit: Unit) -> int:
        value = super().attack_value(state, unit)
        if unit.kind == "submarine" and self.has_development(state, unit.power, "super_submarines"):
            return value + 1
        return value

    def move_points(self, state: WarState, unit: Unit) -> int:
        points = super().move_points(state, unit)
        if unit.kind in self.air and self.has_development(state, unit.power, "long_range_aircraft"):
            return points + 2
        return points

    def price(self, state: WarState, power: str, kind: str) -> int:
        price = super().price(state, power, kind)
        return price - 1 if self.has_development(state, power, "industrial_technology") else price

    def attack_dice(self, state: WarState, unit: Unit) -> int:
        if unit.kind in self.raiders and self.has_development(state, unit.power, "heavy_bombers"):
            return self.heavy_bomber_dice
        return super().attack_dice(state, unit)

    def raid_dice(self, state: WarState, bomber: Unit) -> int:
        if self.has_development(state, bomber.power, "heavy_bombers"):
            return self.heavy_bomber_dice
        return super().raid_dice(state, bomber)


class ResearchPhase(Step[Developments, WarState]):
    """Phase 1a: one paid attempt a turn, before anything is bought."""

    name = "research"

    def begin(self, rules: Developments, table: Table[WarState], subject: str) -> None:
        rules.begin_phase(table, self.name)
        state = table.state
        if rules.may_research(state, state.power):
            about = {"price": rules.research_price, "most": state.money[state.power] // rules.research_price}
            table.ask(self.name, state.power, "research", ("research",), about)

    def answer(self, rules: Developments, table: Table[WarState], decision: Decision, action: Action) -> None:
        assert isinstance(action, Research)
        if action.dice < 0:
            raise rules.refuse("research.number")
        if action.dice > decision.about["most"]:
            raise rules.refuse(
                "research.no_money",
                dice=action.dice,
                price=rules.research_price * action.dice,
                money=table.state.money[table.state.power],
            )
        if action.dice:
            rules.research(table, table.state.power, action.dice)

    def menu(self, rules: Developments, state: WarState, decision: Decision) -> Menu:
        return Listed([Research(dice) for dice in range(decision.about["most"] + 1)])
