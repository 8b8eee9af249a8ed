"""Anti-aircraft guns: over armies and factories that enemy aircraft can reach, never alone in the enemy's way."""

from __future__ import annotations

from sandtable.ai.estimate import SHOT_DOWN
from sandtable.ai.situation import Situation
from sandtable.ai.strongholds import Stands
from sandtable.ai.threats import Threats
from sandtable.core.values import Action
from sandtable.warfare.actions import Move
from sandtable.warfare.state import Unit

CONTESTED = 0.4
"""How likely aircraft are to come where the enemy can march in."""
QUIET = 0.1
"""How likely they are to come elsewhere."""
RAIDED = 0.8
"""How likely a bomber is to raid a factory."""
BETTER = 0.7
"""How many IPC another place must promise more for a gun to move."""


def gun_moves(situation: Situation, threats: Threats, stands: Stands) -> list[Action]:
    """Orders for the guns that are of more use elsewhere, one gun for a place."""
    rules, state = situation.rules, situation.state
    found: list[Action] = []
    claimed: set[str] = set()
    for gun in situation.own():
        if gun.kind not in rules.guns or gun.done or gun.aboard:
            continue
        routes = {route[-1]: route for route in rules.march_routes(state, gun) if route[-1] not in claimed}
        best = max(routes, key=lambda space: use(situation, threats, stands, gun, space), default="")
        here = use(situation, threats, stands, gun, gun.space)
        if best and use(situation, threats, stands, gun, best) > here + BETTER:
            claimed.add(best)
            found.append(Move((gun.id,), routes[best]))
    return found


def use(situation: Situation, threats: Threats, stands: Stands, gun: Unit, space: str) -> float:
    """What a gun in a territory can be expected to be worth in the next round, in IPC."""
    rules, state = situation.rules, situation.state
    units = state.units_in(space)
    if any(unit.kind in rules.guns and unit.id != gun.id for unit in units):
        return 0.0
    contested = raided = 0.0
    for enemy in threats.strikes:
        force = threats.on(space, enemy)
        comes = CONTESTED if any(kind in rules.holders for kind in force) else QUIET
        contested += comes * sum(number * rules.types[kind].cost for kind, number in force.items() if kind in rules.air)
        raided += RAIDED * sum(
            number * rules.types[kind].cost for kind, number in force.items() if kind in rules.raiders
        )
    garrison = situation.garrison(space) + stands.coming(space)
    prey = contested if garrison else 0.0
    if any(unit.kind in rules.factories for unit in units):
        prey += raided
    if space == situation.capital:
        return SHOT_DOWN * prey  # without the capital a gun is worth nothing
    marching = [enemy for enemy in threats.strikes if any(kind in rules.holders for kind in threats.on(space, enemy))]
    lost = max((threats.danger_from(enemy, space, garrison).chance for enemy in marching), default=0.0)
    return SHOT_DOWN * prey - lost * rules.types[gun.kind].cost
