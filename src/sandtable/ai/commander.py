"""What the planning players share: every decision of the family's games gets a considered answer."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any, Self, cast

from sandtable.ai import fights, orders
from sandtable.ai.aftermath import better_purchase
from sandtable.ai.airfields import aircraft_to_move, fly_to, landing, score
from sandtable.ai.attacks import Attack, AttackPlanner, Valued, afterwards, away, best_plans, relied_on, total
from sandtable.ai.bids import place_bid
from sandtable.ai.decks import wait_for_decks
from sandtable.ai.defence import Stake
from sandtable.ai.escapes import escapes, fought_for
from sandtable.ai.explain import explain
from sandtable.ai.foresight import foresight
from sandtable.ai.guns import gun_moves
from sandtable.ai.manoeuvre import Marches
from sandtable.ai.outlook import chance
from sandtable.ai.placement import placements
from sandtable.ai.player import Player
from sandtable.ai.position import strength
from sandtable.ai.purchases import Shopping
from sandtable.ai.raids import raids
from sandtable.ai.research import research
from sandtable.ai.rules import WarRules, is_war
from sandtable.ai.shipping import Shipping
from sandtable.ai.situation import Situation
from sandtable.ai.strongholds import Stands, gates, strongholds
from sandtable.ai.threats import NO_VERDICTS, Threats
from sandtable.ai.triumph import Reckoning
from sandtable.ai.tuning import Tuning, tuning
from sandtable.ai.verify import Verifier
from sandtable.core.errors import IllegalAction
from sandtable.core.game import View
from sandtable.core.values import Action, Decision
from sandtable.warfare.actions import Consent, DeclareAttack, EndPhase, FireRocket, Move, Purchase, Resign
from sandtable.warfare.state import Unit, WarState

BEFORE_BATTLE = frozenset(("research", "purchase", "combat_move"))
"""Phases before anything changes hands."""
MENU = 300
"""How many entries of a menu are tried where nothing else helps."""


def refusal(view: View[WarState], decision: Decision, action: Action) -> IllegalAction | None:
    """Why the rules would not have an answer, also in view of the plan of the whole phase (None: they would)."""
    rules = cast(WarRules, view.rules)
    trial = view.imagine(0)
    try:
        trial.apply(action, decision.power)
    except IllegalAction as refused:
        return refused
    after = trial.state
    if decision.kind == "combat_move" and after.phase == "combat_move":
        if not rules.plan_holds(after) and rules.plan_holds(view.state):
            return IllegalAction("plan", "The combat move could not be ended after this", "plan")
    return None


class Turn:
    """What a player has in mind for one turn of one power."""

    def __init__(self, number: int, power: str) -> None:
        self.number = number
        self.power = power
        self.attacks: list[Attack] | None = None
        self.queue: list[Action] | None = None
        """Orders of the phase that are still to be given."""
        self.phase = ""
        self.stage = 0
        self.verdicts = NO_VERDICTS
        """What it has decided about places, whatever the enemy could send there."""
        self.stands = Stands()
        """Who holds which stronghold after the battles."""
        self.waiting: dict[str, str] | None = None
        """Fighters that wait in the air for a new carrier, and where."""


class Commander(Player):
    """Plans attacks, marches, voyages and purchases for whichever power is asked."""

    def __init__(self, seed: int | str, budget: float | None = None) -> None:
        super().__init__(seed, budget)
        self.own: Tuning = tuning(self.level)
        """The figures of its level."""
        self.tuning = self.own
        """The figures by which it plays at the moment."""
        self.turn = Turn(0, "")
        self._seen: tuple[tuple[object, ...], Situation, Threats] | None = None
        self._told: tuple[Situation, list[Attack]] | None = None

    def retune(self, changes: Mapping[str, float]) -> Self:
        """Change figures of the level for this player."""
        self.own = self.tuning = self.own.changed(changes)
        return self

    def twin(self) -> Self:
        """One with the same plans, who goes on by itself."""
        twin = copy.copy(self)
        twin.turn = copy.copy(self.turn)
        twin.turn.queue = None if self.turn.queue is None else list(self.turn.queue)
        twin.turn.stands = self.turn.stands.copy()
        return twin

    # Deciding

    def decide(self, view: View[Any], decision: Decision) -> Action:
        if not is_war(view):
            self.fallbacks += 1
            return view.legal(decision).sample(self.luck(view))
        if self.gives_up(view, decision):
            return Resign()
        for action in self.answers(view, decision):
            if self.accepted(view, decision, action):
                return action
        self.fallbacks += 1
        menu = view.legal(decision)
        drawn = menu.sample(self.luck(view))
        if self.accepted(view, decision, drawn):
            return drawn
        return next((action for action in islice(menu, MENU) if self.accepted(view, decision, action)), drawn)

    def gives_up(self, view: View[WarState], decision: Decision) -> bool:
        """Whether to offer resignation: a capital and with it the war are lost, or nearly all income is."""
        rules, state = cast(WarRules, view.rules), view.state
        if decision.kind != "combat_move" or decision.power in state.resigned:
            return False
        side = rules.board.side_of[decision.power]
        own = rules.board.side(side)
        total = sum(rules.production(state, power) for power in rules.powers)
        if sum(rules.production(state, power) for power in own) < self.tuning.ruined * total:
            return True
        if not any(rules.capital_lost(state, ally) for ally in own):
            return False
        share, likely = strength(rules, state, side), chance(rules, state, side)
        return share < self.tuning.hopeless or (share < self.tuning.outweighed and likely < self.tuning.forlorn)

    def accepted(self, view: View[WarState], decision: Decision, action: Action) -> bool:
        """Whether the rules accept an answer, also in view of the plan of the whole phase."""
        rules = cast(WarRules, view.rules)
        if isinstance(action, Move | DeclareAttack) and not rules.order_stands(view.state, action):
            return False
        return refusal(view, decision, action) is None

    def answers(self, view: View[WarState], decision: Decision) -> Iterator[Action]:
        """Answers to a decision, the best first."""
        rules, state = cast(WarRules, view.rules), view.state
        situation, threats = self.look(rules, state, decision.power)
        match decision.kind:
            case "research":
                yield research(situation, decision)
            case "purchase":
                yield self._purchase(situation, threats, decision)
            case "combat_move":
                yield from self.combat_moves(situation, threats)
            case "noncombat_move":
                yield from self.noncombat_moves(situation, threats)
            case "placement":
                yield from placements(situation, threats, self.this_turn(situation).stands.new)
            case "place_bid":
                yield place_bid(situation, decision)
            case "choose_casualties":
                yield fights.losses(situation, threats, decision)
            case "assign_hits":
                yield fights.share_of_hits(situation, decision)
            case "retreat":
                yield fights.retreat(situation, threats, decision, None)
            case "withdraw":
                yield fights.withdraw(situation, threats, decision)
            case "submarines":
                yield fights.submerge(situation, decision)
            case "next_battle" | "next_raid":
                yield fights.next_battle(situation, decision)
            case "bombardment":
                yield fights.shelling(situation, decision)
            case "fight_or_ignore":
                yield fights.fight_or_ignore(situation, decision)
            case "intercept":
                yield fights.intercept(situation, decision)
            case "land_displaced":
                yield fights.displaced(situation, threats, decision)
            case "consent":
                yield Consent(True)
            case "rocket":
                yield fights.rocket(situation, [shot for shot in view.legal(decision) if isinstance(shot, FireRocket)])

    def look(self, rules: WarRules, state: WarState, power: str) -> tuple[Situation, Threats]:
        """The situation and the threats of the enemy.

        Those stay what they were until the battles, while armies march, and again when these have arrived.
        """
        situation = Situation(rules, state, power, self.tuning)
        fighting = state.phase == "combat"
        stage = "before" if state.phase in BEFORE_BATTLE else state.phase
        now = (state.round, state.power, stage, power)
        if self._seen is None or self._seen[0] != now or fighting or self._seen[1].rules is not rules:
            mine = (self.turn.number, self.turn.power) == (state.round, state.power) and state.power == power
            threats = Threats(situation, self.turn.verdicts if mine else NO_VERDICTS)
            self._seen = (now, situation, threats)
            return situation, threats
        situation.inherit(self._seen[1])
        self._seen = (now, situation, self._seen[2])  # the next one inherits what is found out from now on
        return self._seen[1:]

    # The plan of a turn

    def this_turn(self, situation: Situation) -> Turn:
        """What it has in mind for the running turn."""
        now = (situation.state.round, situation.power)
        if (self.turn.number, self.turn.power) != now:
            self.turn = Turn(*now)
        return self.turn

    def attacks(self, situation: Situation, threats: Threats) -> list[Attack]:
        """The attacks of this turn, planned when they are first asked for."""
        turn = self.this_turn(situation)
        if turn.attacks is None:
            turn.attacks = self.plans(situation, threats)[0]
            self._told = (situation, turn.attacks)
        return turn.attacks

    def plans(self, situation: Situation, threats: Threats) -> list[list[Attack]]:
        """What could be attacked, first the plan that gains most, counting what it puts at risk in the capital.

        Who must guard it depends on who will be beaten: the army that threatens it is best stopped by an attack.
        """
        verifier = Verifier(self.tuning.exact)
        reckoning = Reckoning(situation, threats)
        new = self.expected(situation)
        stake = Stake(situation, threats, new)

        def gain(attacks: Sequence[Attack]) -> float:
            victory = self.tuning.triumph
            sure = relied_on(situation, threats, attacks)
            risk = stake.price(afterwards(situation, threats, attacks), away(attacks), sure)
            return total(attacks) - risk + (victory * reckoning.outlook(attacks) if victory else 0.0)

        tried: dict[frozenset[str], list[Valued]] = {}

        def plans(kept: set[str]) -> list[Valued]:
            planner = AttackPlanner(situation, threats, verifier, kept, self._misjudged(situation), new)
            return best_plans(planner, self.tuning.alternatives, gain)

        feared = threats
        for _ in range(2):  # once more with those feared no longer who are beaten by the best plan
            for kept in stake.choices(feared):
                if frozenset(kept) not in tried:
                    tried[frozenset(kept)] = plans(kept)
            found = sorted((plan for each in tried.values() for plan in each), key=lambda plan: -plan.gain)
            feared = afterwards(situation, threats, found[0].attacks)
        return [plan.attacks for plan in found]

    def _misjudged(self, situation: Situation) -> Callable[[str], float]:
        """Errors of judgement, different for every target and turn but always the same for the same seed."""
        most, turn = self.tuning.misjudgement, f"{self.seed}/{situation.state.round}/{situation.power}"
        return lambda target: most * (2 * Random(f"{turn}/{target}").random() - 1) if most else 0.0

    def expected(self, situation: Situation) -> Counter[str]:
        """Land units that can be placed in the capital this turn: those bought, or as many as the money buys."""
        rules, state, power = situation.rules, situation.state, situation.power
        if situation.capital not in rules.factory_spaces(state, power):
            return Counter()
        if state.phase not in ("research", "purchase"):
            bought = Counter({kind: number for kind, number in state.pool.items() if kind in rules.holders})
        else:
            sale = [kind for kind in rules.for_sale(state, power) if kind in rules.holders]
            cheapest = min(sale, key=lambda kind: rules.price(state, power, kind))
            bought = Counter({cheapest: state.money[power] // rules.price(state, power, cheapest)})
        room = rules.capacity_left(state, power, situation.capital)
        return Counter(list(bought.elements())[:room])

    def _purchase(self, situation: Situation, threats: Threats, decision: Decision) -> Purchase:
        """What to buy: the usual mix, or nothing but what defends best where that holds more."""
        attacks = self.attacks(situation, threats)
        mixed = Shopping(situation, threats, decision, attacks).purchase()
        if not self.tuning.gates:
            return mixed
        plain = Shopping(situation, threats, decision, attacks, plain=True).purchase()
        lists = [mixed] if plain == mixed else [mixed, plain]
        return better_purchase(situation, threats, attacks, lists, self._strongholds)

    def combat_moves(self, situation: Situation, threats: Threats) -> Iterator[Action]:
        """The next order of the combat move; ending it comes last."""
        turn = self.this_turn(situation)
        if turn.phase != "combat_move":
            turn.phase, turn.stage = "combat_move", 0
            turn.queue = orders.orders_for(situation, self.attacks(situation, threats))
        assert turn.queue is not None
        planned = turn.attacks or ()
        rest = afterwards(situation, threats, planned)
        while True:
            while turn.queue:
                yield turn.queue.pop(0)
            turn.stage += 1
            if turn.stage == 1:
                turn.queue = list(orders.bombardments(situation, rest, away(planned)))
            elif turn.stage == 2:
                turn.queue = list(escapes(situation, rest, fought_for(planned)))
            elif turn.stage == 3:
                turn.queue = raids(situation)
            else:
                break
        yield EndPhase()

    def noncombat_moves(self, situation: Situation, threats: Threats) -> Iterator[Action]:
        """The next order of the noncombat move: voyages, marches, guns, fleets, aircraft; then the phase ends."""
        turn = self.this_turn(situation)
        if turn.phase != "noncombat_move":
            turn.phase, turn.stage, turn.queue = "noncombat_move", 0, []
            turn.stands = self._strongholds(situation, threats)
        assert turn.queue is not None
        if turn.stage == 0:
            yield from self._onto_decks(situation, threats)
        while turn.stage < 5:
            while turn.queue:
                yield turn.queue.pop(0)
            turn.stage += 1
            kept = set(turn.stands.goals)
            if turn.stage == 1:
                turn.queue = list(Shipping(situation, threats, kept).voyages())
            elif turn.stage == 2:
                turn.queue = Marches(situation, threats, turn.stands).plan()
            elif turn.stage == 3:
                turn.queue = gun_moves(situation, threats, turn.stands)
            elif turn.stage == 4:
                turn.queue = list(Shipping(situation, threats, kept).stations())
        yield from self._flights(situation, threats)
        yield EndPhase()
        yield from self._rescues(situation, threats)

    def _strongholds(self, situation: Situation, threats: Threats) -> Stands:
        """Who holds which stronghold: of several ways to stand the one that leaves the enemy least."""
        ways = [self._stand(situation, threats)]
        ways += [self._stand(situation, threats, gate) for gate in gates(situation, threats, self.tuning.gates)]
        return max(ways, key=lambda stands: foresight(situation, threats, stands)) if len(ways) > 1 else ways[0]

    def _stand(self, situation: Situation, threats: Threats, gate: str = "") -> Stands:
        """Who holds which stronghold. Armies that march away open ways for the enemy, so it is asked twice."""
        marches = Marches(situation, threats, strongholds(situation, threats, gate))
        marches.plan()
        # The plain way is the cautious one: it counts on nobody who is not on the board yet to bar the enemy's way.
        board = marches.completed() if gate else marches.foreseen()
        return strongholds(situation, threats.later(board), gate)

    def _onto_decks(self, situation: Situation, threats: Threats) -> Iterator[Action]:
        """Aircraft that find no land come down on decks before the ships sail on, or carriers go to fetch them."""
        rules, state, at_sea = situation.rules, situation.state, situation.board.is_sea
        stranded = [
            unit
            for unit in situation.own()
            if unit.airborne and all(at_sea[place] for place, _ in rules.landing_places(state, unit))
        ]
        for unit in stranded:
            yield from landing(situation, threats, unit, self.this_turn(situation).stands.new)
        if stranded:
            yield from (move for move in self._carrier_moves(situation) if self._helps(situation, move, stranded))

    def _flights(self, situation: Situation, threats: Threats) -> Iterator[Action]:
        turn = self.this_turn(situation)
        stands = turn.stands
        if turn.waiting is None:
            turn.waiting = wait_for_decks(situation, threats, stands.goals)
        for unit in aircraft_to_move(situation):
            if unit.id in turn.waiting:
                yield from fly_to(situation, unit, turn.waiting[unit.id])
                if unit.space == turn.waiting[unit.id]:
                    continue
            if unit.id in stands.goals:
                yield from fly_to(situation, unit, stands.goals[unit.id])
            if unit.airborne or unit.id not in stands.goals:
                yield from landing(situation, threats, unit, stands.new)

    def _rescues(self, situation: Situation, threats: Threats) -> Iterator[Action]:
        """Carriers that go where aircraft need them, aircraft that make room on a deck, else any move of a carrier."""
        moves = list(self._carrier_moves(situation))
        airborne = [unit for unit in situation.own() if unit.airborne]
        yield from (move for move in moves if self._helps(situation, move, airborne))
        yield from self._off_decks(situation, threats)
        yield from moves

    def _off_decks(self, situation: Situation, threats: Threats) -> Iterator[Action]:
        """Aircraft on decks that could still fly ashore, where somebody in the air may need their place."""
        rules, state = situation.rules, situation.state
        for unit in situation.own():
            if unit.kind in rules.air and unit.aboard and rules.may_fly_home(state, unit):
                fields = [place for place, deck in rules.landing_places(state, unit) if not deck]
                if fields:
                    best = max(fields, key=lambda place: score(situation, threats, unit, place))
                    yield from fly_to(situation, unit, best)

    def _carrier_moves(self, situation: Situation) -> Iterator[Move]:
        rules, state = situation.rules, situation.state
        for ship in situation.own():
            if ship.kind in rules.carriers and not ship.done:
                yield from (Move((ship.id,), route) for route in rules.sea_routes(state, ship))

    def _helps(self, situation: Situation, order: Move, airborne: list[Unit]) -> bool:
        """Whether one of those in the air can land after an order."""
        trial = situation.state.copy()
        for passenger in trial.aboard(trial.units[order.units[0]]):
            trial.change(passenger.id, space=order.route[-1])
        trial.change(order.units[0], space=order.route[-1])
        return any(next(situation.rules.landing_places(trial, unit), None) for unit in airborne)

    # Explaining

    def intention(self, language: str) -> str:
        return explain(*self._told, language) if self._told else ""
