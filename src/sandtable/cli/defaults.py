"""Sensible answers for whoever types `auto` or just presses Enter."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.core.game import Game
from sandtable.core.values import Action, Decision
from sandtable.warfare.actions import (
    ChooseCasualties,
    EndPhase,
    FightOn,
    FireRocket,
    Move,
    Place,
    PlaceBid,
    Purchase,
    Research,
    Withdraw,
)
from sandtable.warfare.base import WarBase
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
            return _staple_purchase(decision)
        case "place_bid":
            return PlaceBid({})
        case "noncombat_move":
            return _landing(rules, game.state) or EndPhase()
        case "placement":
            return next(iter(placements(game, rules)), None) or EndPhase()
        case "choose_casualties":
            return suggested_losses(game, rules, decision)
        case "withdraw":
            return Withdraw({})
        case "retreat":
            return FightOn()
        case "rocket":
            return _richest_target(game, rules)
        case _ if "end_phase" in decision.accepts:
            return EndPhase()
    return next(iter(game.legal(decision)))


def suggested_losses(game: Game[WarState], rules: WarBase, decision: Decision) -> ChooseCasualties:
    """The cheapest units, as the standing order for losses takes them."""
    answer = LossOrder().answer(rules, game.state, decision, game.legal(decision))
    assert isinstance(answer, ChooseCasualties)
    return answer


def _staple_purchase(decision: Decision) -> Purchase:
    prices: dict[str, int] = decision.about["prices"]
    kind = STAPLE if STAPLE in prices else min(prices, key=lambda kind: prices[kind])
    number = min(decision.about["money"] // prices[kind], decision.about.get("capacity", 999))
    return Purchase({kind: number} if number > 0 else {})


def _landing(rules: Movement, state: WarState) -> Action | None:
    """The next aircraft in the air comes home, preferably to a place with friends, the nearest one."""
    for unit in rules.stranded(state):
        orders = [order for order in MoveMenu(rules, state).orders(unit) if isinstance(order, Move)]
        if orders:
            return min(orders, key=lambda order: (_alone(rules, state, order.route[-1]), len(order.route)))
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
        yield Place(order.unit, order.space, order.factory, game.state.pool[order.unit])
        yield order


def _place_rank(rules: WarBase, state: WarState, order: Place) -> tuple[int, int]:
    if order.unit in rules.factories:
        return (list(state.pool).index(order.unit), -rules.board.values[order.space])
    front = rules.board.distances(order.space)
    enemy = min((front.get(s, 99) for s in rules.board.land if rules.is_enemy(state, state.power, s)), default=99)
    return (list(state.pool).index(order.unit), enemy)


def _richest_target(game: Game[WarState], rules: WarBase) -> Action:
    shots = [shot for shot in game.legal() if isinstance(shot, FireRocket)]
    return max(shots, key=lambda shot: game.state.money.get(rules.owner(game.state, shot.target), 0))
