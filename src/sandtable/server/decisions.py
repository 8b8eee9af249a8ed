"""Decisions in a form that a client can draw: what is asked, the default, the choices."""

from __future__ import annotations

from itertools import islice

import msgspec

from sandtable.core.errors import SandtableError
from sandtable.core.game import View
from sandtable.core.values import Action, Decision
from sandtable.server import wire
from sandtable.server.forecast import forecast, rocket_damage
from sandtable.server.homecoming import safest
from sandtable.server.planner import MOVING
from sandtable.server.speech import describe_action
from sandtable.warfare.actions import FireRocket, Place, Retreat
from sandtable.warfare.defaults import default_answer
from sandtable.warfare.movemenu import MoveMenu
from sandtable.warfare.production import UNLIMITED, Production
from sandtable.warfare.state import WarState

MOST_CHOICES = 60
"""Longer menus are not listed."""
HOPELESS = 0.1
"""With a smaller chance to win than this the suggestion is to break off."""
MOST_UNITS = 40
"""Odds of larger battles take too long for something that is shown with every picture of the game."""
TOO_MANY = frozenset({"purchase", "place_bid", "placement"})
"""Decisions whose menus are shopping lists."""
ON_THE_MAP = frozenset({"rocket"})
"""Decisions whose answers are picked on the map: there a long list is no burden."""


def view(seen: View[WarState], rules: Production, decision: Decision) -> wire.DecisionView:
    """One open decision of the power that looks."""
    return wire.DecisionView(
        power=decision.power,
        kind=decision.kind,
        accepts=list(decision.accepts),
        about=decision.about,
        default=_plain(default(seen, rules, decision)),
        choices=_choices(seen, rules, decision),
        can_end=_can_end(rules, seen.state, decision),
        places=_places(rules, seen.state) if decision.kind == "placement" else {},
    )


def default(seen: View[WarState], rules: Production, decision: Decision) -> Action | None:
    """What the main button does, found with nothing but what the power sees; None if there is no sensible default."""
    if decision.kind == "retreat" and _is_hopeless(rules, seen.state):
        return Retreat(decision.about["spaces"][0])
    if decision.kind == "noncombat_move" and (order := safest(rules, seen.state)) is not None:
        return order
    try:
        return default_answer(seen.imagine(0), rules, decision)
    except (SandtableError, StopIteration):
        return None


def _is_hopeless(rules: Production, state: WarState) -> bool:
    """Whether the battle that is being fought can hardly be won any more; large ones are not looked at."""
    battle = state.battle
    if battle is None or len(battle.attackers) + len(battle.defenders) > MOST_UNITS:
        return False
    found = forecast(rules, state, wire.OddsAsked(version=0, space=battle.space))
    return found.kind != "none" and found.win < HOPELESS


def _choices(seen: View[WarState], rules: Production, decision: Decision) -> list[wire.Choice]:
    state = seen.state
    if decision.kind in TOO_MANY:
        return []
    if decision.kind in MOVING:
        if "declare_attack" not in decision.accepts or not rules.may_attack(state, state.power):
            return []
        listed = [order for order in rules.further_orders(state) if rules.order_stands(state, order)]
    else:
        listed = list(islice(seen.legal(decision), None if decision.kind in ON_THE_MAP else MOST_CHOICES + 1))
        if len(listed) > MOST_CHOICES and decision.kind not in ON_THE_MAP:
            return []
    return [
        wire.Choice(
            action=msgspec.to_builtins(action),
            text=describe_action(rules, state, action),
            damage=rocket_damage(rules, state, decision, action) if isinstance(action, FireRocket) else None,
        )
        for action in listed
    ]


def _can_end(rules: Production, state: WarState, decision: Decision) -> bool:
    if "end_phase" not in decision.accepts:
        return False
    if decision.kind in MOVING:
        return MoveMenu(rules, state).may_end()
    return not rules.placeable(state)


def _places(rules: Production, state: WarState) -> dict[str, list[wire.PlaceView]]:
    """Where every bought kind may go, and how many more the factory can build."""
    found: dict[str, list[wire.PlaceView]] = {}
    for kind, waiting in state.pool.items():
        places = []
        for space, factory in rules.places_for_kind(state, kind):
            if rules.placement_stands(state, Place(kind, space, factory)):
                one = kind in rules.factories
                left = 1 if one else min(waiting, rules.capacity_left(state, state.power, factory), UNLIMITED)
                places.append(wire.PlaceView(space=space, factory=factory, left=left))
        found[kind] = places
    return found


def _plain(action: Action | None) -> wire.Action | None:
    data: wire.Action | None = msgspec.to_builtins(action) if action is not None else None
    return data
