"""Sensible answers for whoever does not want to think about a decision: what `auto`, Enter and the main button mean."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.core.errors import IllegalAction
from sandtable.core.game import Game
from sandtable.core.values import Action, Decision
from sandtable.warfare.actions import (
    ChooseCasualties,
    Consent,
    DeclareAttack,
    EndPhase,
    FightOn,
    FireRocket,
    Intercept,
    Move,
    Place,
    PlaceBid,
    Purchase,
    Research,
    Shell,
    Submerge,
    Withdraw,
)
from sandtable.warfare.base import WarBase
from sandtable.warfare.factorydamage import FactoryDamage, useful_repairs
from sandtable.warfare.movement import Movement
from sandtable.warfare.movemenu import MoveMenu
from sandtable.warfare.policies import LossOrder
from sandtable.warfare.state import WarState

STAPLE = "infantry"


def default_answer(game: Game[WarState], rules: Movement, decision: Decision) -> Action:
    """One sensible answer. Repeating it finishes any phase: aircraft land, new units are placed, then it ends."""
    match decision.kind:
        case "research":
            return Research(0)
        case "purchase":
            return _staple_purchase(game, rules, decision)
        case "place_bid":
            return PlaceBid({})
        case "noncombat_move":
            return _landing(rules, game.state) or _rescue(game, rules) or EndPhase()
        case "placement":
            return _placement(game, rules) or EndPhase()
        case "choose_casualties":
            return suggested_losses(game, rules, decision)
        case "withdraw":
            return Withdraw({})
        case "submarines":
            return Submerge()
        case "bombardment":
            return suggested_shelling(rules, game.state, decision)
        case "fight_or_ignore":
            return DeclareAttack(decision.about["zone"], attack=False)
        case "consent":
            return Consent(True)
        case "intercept":
            return Intercept()
        case "retreat":
            return FightOn()
        case "rocket":
            return _richest_target(game, rules)
        case _ if "end_phase" in decision.accepts:
            return EndPhase()
    return next(iter(game.legal(decision)))


def suggested_losses(game: Game[WarState], rules: WarBase, decision: Decision) -> ChooseCasualties:
    """What an ally has named; else the cheapest own units, but the dearest where those of an enemy are chosen."""
    state = game.state
    if state.battle is not None and state.battle.lists:
        return ChooseCasualties(next(iter(state.battle.lists.values())))
    order: tuple[str, ...] = ()
    if all(state.units[ident].power in rules.board.enemies[decision.power] for ident in decision.about["units"]):
        order = tuple(sorted(rules.types, key=lambda kind: -rules.types[kind].cost))
    answer = LossOrder(order).answer(rules, game.state, decision, game.legal(decision))
    assert isinstance(answer, ChooseCasualties)
    return answer


def suggested_shelling(rules: WarBase, state: WarState, decision: Decision) -> Shell:
    """As many ships as may fire, the strongest first."""
    ships: list[str] = []
    for zone, idents in decision.about["ships"].items():
        ranked = sorted(idents, key=lambda ident: -rules.attack_value(state, state.units[ident]))
        ships += ranked[: decision.about["limits"][zone]]
    return Shell(tuple(ships))


def _staple_purchase(game: Game[WarState], rules: WarBase, decision: Decision) -> Purchase:
    """Infantry for all the money, as far as it can be placed; factories are repaired where that makes room for it."""
    prices: dict[str, int] = decision.about["prices"]
    kind = STAPLE if STAPLE in prices else min(prices, key=lambda kind: prices[kind])
    money, room = decision.about["money"], decision.about.get("capacity", 999)
    damage = rules.repairable(game.state, decision.power) if isinstance(rules, FactoryDamage) else {}
    repairs, room = useful_repairs(rules.board.values, damage, money, room, prices[kind])
    money -= sum(repairs.values())
    number = min(money // prices[kind], room)
    return Purchase({kind: number} if number > 0 else {}, repairs)


def _landing(rules: Movement, state: WarState) -> Action | None:
    """The next aircraft in the air comes home, preferably to a place with friends, the nearest one."""
    for unit in rules.stranded(state):
        orders = [order for order in MoveMenu(rules, state).orders(unit) if isinstance(order, Move)]
        orders = [order for order in orders if rules.order_stands(state, order)]
        if orders:
            return min(orders, key=lambda order: (_alone(rules, state, order.route[-1]), len(order.route)))
    return None


def _rescue(game: Game[WarState], rules: Movement) -> Action | None:
    """A carrier goes where aircraft need it."""
    state = game.state
    if not rules.stranded(state):
        return None
    for order in game.legal():
        if isinstance(order, Move) and state.units[order.units[0]].kind in rules.carriers:
            trial = game.copy()
            trial.apply(order)
            if _landing(rules, trial.state):
                return order
    return None


def _alone(rules: Movement, state: WarState, place: str) -> bool:
    if rules.board.is_sea[place]:
        return False
    return not any(unit.kind in rules.holders for unit in state.units_in(place))


def placements(game: Game[WarState], rules: WarBase, wanted: str = "") -> Iterable[Place]:
    """Where the first bought kind would go: towards the front; `wanted` is a space that was named."""
    options = [order for order in game.legal() if isinstance(order, Place)]
    if wanted:
        options = [order for order in options if wanted in (order.space, order.factory)]
    options.sort(key=lambda order: _place_rank(rules, game.state, order))
    for order in options:
        for number in range(game.state.pool[order.unit], 0, -1):
            yield Place(order.unit, order.space, order.factory, number)


def _placement(game: Game[WarState], rules: WarBase) -> Place | None:
    """The first placement that the rules accept."""
    for order in placements(game, rules):
        try:
            game.copy().apply(order)
        except IllegalAction:
            continue
        return order
    return None


def _place_rank(rules: WarBase, state: WarState, order: Place) -> tuple[int, int]:
    if order.unit in rules.factories:
        return (list(state.pool).index(order.unit), -rules.board.values[order.space])
    front = rules.board.distances(order.space)
    enemy = min((front.get(s, 99) for s in rules.board.land if rules.is_enemy(state, state.power, s)), default=99)
    return (list(state.pool).index(order.unit), enemy)


def _richest_target(game: Game[WarState], rules: WarBase) -> Action:
    shots = [shot for shot in game.legal() if isinstance(shot, FireRocket)]
    return max(shots, key=lambda shot: game.state.money.get(rules.owner(game.state, shot.target), 0))
