"""The reference program's players as players of ours.

They decide what is bought, moved, raided, landed and placed. What their program answers in the middle of a battle
(losses, retreats, submarines, bombardment) and whatever they leave undone (aircraft in the air, units in the pool) is
answered by an officer of ours at their side; research they never buy.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar, cast

from bench.reference import ledger
from bench.reference.position import position
from bench.reference.process import Answer, process
from bench.reference.scenario import our_kind
from bench.reference.wishes import Wish, landings, wishes
from sandtable.ai.airfields import landing
from sandtable.ai.commander import refusal
from sandtable.ai.officer import Officer
from sandtable.ai.player import Player
from sandtable.ai.rules import WarRules, is_war
from sandtable.core.errors import IllegalAction
from sandtable.core.game import View
from sandtable.core.values import Action, Decision
from sandtable.warfare.actions import Bombard, EndPhase, Place, Purchase, Research, Resign
from sandtable.warfare.state import WarState

PHASES = {"combat_move": "combat", "noncombat_move": "noncombat", "placement": "place"}
"""Our phases in which it gives orders, as the process calls them."""


class ReferencePlayer(Player):
    """Asks the process, and gives its orders one by one."""

    theirs: ClassVar[str] = ""
    """What their program calls the level."""

    def __init__(self, seed: int | str, budget: float | None = None) -> None:
        super().__init__(seed, budget)
        self.aide = Officer(seed)
        self.phase: tuple[int, str, str] = (0, "", "")
        self.wishes: deque[Wish] = deque()
        self.deferred: list[Wish] = []
        """Peaceful moves it wanted to make in the combat move; with us they belong behind the battles."""
        self.places: deque[Place] = deque()
        self.asked = False

    def decide(self, view: View[Any], decision: Decision) -> Action:
        assert is_war(view)
        if decision.kind == "research":
            return Research(0)
        if decision.kind == "purchase":
            return self._purchase(view, decision)
        if decision.kind in PHASES:
            if self.aide.gives_up(view, decision):
                return Resign()
            self._begin(view, decision)
            for action in self._orders(view, decision):
                if refusal(view, decision, action) is None:
                    return action
            ledger.current.help(PHASES[decision.kind])
        return self.aide.decide(view, decision)

    # Talking to the process

    def _ask(self, view: View[WarState], decision: Decision, what: str) -> Answer:
        rules, state = cast(WarRules, view.rules), view.state
        answer = process(rules).ask(
            do=what,
            level=self.theirs,
            power=decision.power,
            round=state.round,
            position=position(rules, state),
        )
        ledger.current.think(decision.power, state.round, answer.seconds, answer.cpu)
        ledger.current.own_refusals += [
            f"round {state.round}, {decision.power}, {what}: {text}" for text in answer.refusals
        ]
        if answer.problem:
            ledger.current.problems.append(f"round {state.round}, {decision.power}, {what}: {answer.problem}")
        return answer

    def _begin(self, view: View[WarState], decision: Decision) -> None:
        now = (view.state.round, view.state.power, decision.kind)
        if self.phase == now:
            return
        self.phase = now
        self.asked = False
        self.wishes = deque(self.deferred) if decision.kind == "noncombat_move" else deque()
        self.places = deque()
        self.deferred = []

    # Phases

    def _purchase(self, view: View[WarState], decision: Decision) -> Action:
        answer = self._ask(view, decision, "purchase")
        units: dict[str, int] = {}
        repairs: dict[str, int] = {}
        for order in answer.orders:
            if order["kind"] == "purchase":
                for kind, number in order["units"].items():
                    units[our_kind(kind)] = units.get(our_kind(kind), 0) + number
            else:
                repairs |= order["spaces"]
        wanted = sum(units.values())
        ledger.current.ask("purchase", wanted)
        action = Purchase(units, repairs)
        reason = refusal(view, decision, action)
        if reason is None:
            return action
        ledger.current.refuse("purchase", wanted, reason.rule, f"{decision.power} buys {units} {repairs}: {reason}")
        return self.aide.decide(view, decision)

    def _orders(self, view: View[WarState], decision: Decision) -> Iterator[Action]:
        """Orders to give now; what follows the first one accepted is asked for again afterwards."""
        if decision.kind == "placement":
            yield from self._placements(view, decision)
            yield EndPhase()
            return
        yield from self._moves(view, decision)
        if not self.asked:
            self.asked = True
            orders = self._ask(view, decision, PHASES[decision.kind]).orders
            self.wishes = deque(wishes(cast(WarRules, view.rules), view.state, orders))
            ledger.current.ask(PHASES[decision.kind], sum(wish.size for wish in self.wishes))
            yield from self._moves(view, decision)
        if decision.kind == "combat_move":
            yield from _bombardments(cast(WarRules, view.rules), view.state)
        else:
            situation, threats = self.aide.look(cast(WarRules, view.rules), view.state, decision.power)
            for unit in view.state.units_of(decision.power):
                for action in landing(situation, threats, unit) if unit.airborne else ():
                    if refusal(view, decision, action) is None:
                        ledger.current.help("landing")
                        yield action
        yield EndPhase()

    def _moves(self, view: View[WarState], decision: Decision) -> Iterator[Action]:
        rules, state = cast(WarRules, view.rules), view.state
        while self.wishes:
            wish = self.wishes.popleft()
            if wish.fulfilled(state):
                continue
            reason: IllegalAction | None = None
            for number, action in enumerate(wish.attempts(rules, state)):
                refused = refusal(view, decision, action)
                if refused is None:
                    if number:
                        ledger.current.reroute(PHASES[decision.kind], wish.size)
                    yield action
                reason = reason or refused
            self._set_back(view, decision, wish, reason)

    def _set_back(self, view: View[WarState], decision: Decision, wish: Wish, reason: IllegalAction | None) -> None:
        """A wish that cannot be fulfilled now: in parts, later in the phase, after the battles, or not at all."""
        if parts := wish.parts():
            self.wishes.extendleft(reversed(parts))
        elif not wish.again:
            self.wishes.append(replace(wish, again=True))
        elif decision.kind == "combat_move" and self._peaceful(view, wish):
            self.deferred.append(replace(wish, again=False))
            ledger.current.reroute("combat", wish.size)
        elif reason is not None:
            names = [f"{unit.kind} in {unit.space}" for u in wish.units if (unit := view.state.units.get(u))]
            example = f"round {view.state.round}, {decision.power}, {decision.kind}: {', '.join(names)} → {wish.end}: "
            ledger.current.refuse(PHASES[decision.kind], wish.size, reason.rule, example + str(reason))

    def _peaceful(self, view: View[WarState], wish: Wish) -> bool:
        """Whether a wish is nothing but a move among friends."""
        rules, state = cast(WarRules, view.rules), view.state
        if rules.board.is_sea[wish.end]:
            return not rules.is_hostile_zone(state, state.power, wish.end)
        return rules.is_friendly(state, state.power, wish.end)

    def _placements(self, view: View[WarState], decision: Decision) -> Iterator[Action]:
        rules, state = cast(WarRules, view.rules), view.state
        if not self.asked:
            self.asked = True
            for order in self._ask(view, decision, "place").orders:
                for kind, number in order["units"].items():
                    ledger.current.ask("place", number)
                    self.places.extend(Place(our_kind(kind), order["space"], "") for _ in range(number))
        while self.places:
            wanted = self.places.popleft()
            reason: IllegalAction | None = None
            builders = [at for space, at in rules.places_for_kind(state, wanted.unit) if space == wanted.space]
            decks = [unit.id for unit in state.units_in(wanted.space) if unit.kind in rules.carriers]
            for builder in dict.fromkeys((*builders, wanted.space)):
                for deck in ("", *decks):
                    action = Place(wanted.unit, wanted.space, builder, deck=deck)
                    refused = refusal(view, decision, action)
                    if refused is None:
                        yield action
                    reason = reason or refused
            if reason is not None:
                example = f"round {state.round}, {decision.power}, place {wanted.unit} in {wanted.space}: {reason}"
                ledger.current.refuse("place", 1, reason.rule, example)


def _bombardments(rules: WarRules, state: WarState) -> Iterator[Action]:
    """Ships that lie where a landing comes from bombard without being told to, in their program."""
    for ship in state.units_of(state.power):
        if ship.kind in rules.bombarders and not ship.done:
            yield from (Bombard((ship.id,), (ship.space,), target) for target in landings(state, ship.space))


class Hard(ReferencePlayer):
    """Their strongest player."""

    level = "hard"
    theirs = "hard"


class Fast(ReferencePlayer):
    """Their quick one: the same plans with estimated instead of simulated battles."""

    level = "fast"
    theirs = "fast"
