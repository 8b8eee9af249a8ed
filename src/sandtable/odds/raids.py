"""Strategic bombing raids and AA fire as questions of their own."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sandtable.core.dice import SeededDice
from sandtable.core.table import Table
from sandtable.odds.ask import rules_for
from sandtable.odds.chain import Floats
from sandtable.odds.muster import developments
from sandtable.odds.result import RaidOdds
from sandtable.odds.speech import Unanswerable
from sandtable.warfare.bombing import Raids
from sandtable.warfare.state import WarState
from sandtable.warfare.variants.interceptors import EscortsAndInterceptors

MOST_DAMAGED = 1_000
"""Points of damage a factory may have."""


def anti_air(game: str | Raids, aircraft: int, options: Mapping[str, object] | None = None) -> dict[int, float]:
    """Chances of losing 0, 1, 2 … aircraft to one AA gun."""
    rules: Any = rules_for(game, options) if isinstance(game, str) else game
    _check(aircraft)
    return dict(enumerate(rules.anti_air_chances(aircraft)))


def raid(
    game: str | Raids,
    bombers: int,
    options: Mapping[str, object] | None = None,
    *,
    gun: bool = True,
    money: int = 999,
    value: int | None = None,
    damaged: int = 0,
    tech: Sequence[str] = (),
    escorts: int = 0,
    interceptors: int = 0,
) -> RaidOdds:
    """A raid of some bombers on a factory whose owner has `money`, in a territory worth `value`.

    The value counts where the rules limit the damage by it (if none is given: the most valuable territory), and so
    do the points by which the factory is `damaged` already where damage stays.
    Where the rules know them, fighters may escort the bombers, and take the hits of interceptors for them.

    >>> from sandtable import odds
    >>> raid = odds.raid("classic", 2, gun=True)
    >>> round(raid.expected_damage, 4), round(raid.expected_lost, 4)
    (5.8333, 0.3333)
    """
    begin = time.perf_counter()
    rules: Any = rules_for(game, options) if isinstance(game, str) else game
    for number in (bombers, escorts, interceptors):
        _check(number)
    if money < 0:
        raise Unanswerable("problem.money", money=money)
    if (escorts or interceptors) and not isinstance(rules, EscortsAndInterceptors):
        raise Unanswerable("problem.escorts_option")
    if escorts and not bombers:
        raise Unanswerable("problem.escorts_alone")
    if not 0 <= damaged <= MOST_DAMAGED:
        raise Unanswerable("problem.damaged", damaged=damaged, most=MOST_DAMAGED)
    state, space = _scene(rules, money, value, developments(rules, tech), damaged)
    bomber = state.units_of(state.power)[0]
    lost: dict[int, float] = {}
    escorts_lost: dict[int, float] = {}
    interceptors_lost: dict[int, float] = {}
    for (down, escorts_down, shot), chance in _air_losses(rules, bombers, escorts, interceptors, gun).items():
        lost[down] = lost.get(down, 0.0) + chance
        escorts_lost[escorts_down] = escorts_lost.get(escorts_down, 0.0) + chance
        interceptors_lost[shot] = interceptors_lost.get(shot, 0.0) + chance
    damage: dict[int, float] = {}
    sums = _sums_of_dice(bombers, rules.raid_dice(state, bomber), rules.die_sides)
    rolled = sum(chance * sums[bombers - down] for down, chance in lost.items())
    for total, share in enumerate(rolled.tolist()):
        if share:
            done = _destroyed(rules, state, space, total)
            damage[done] = damage.get(done, 0.0) + share
    expected = _mean(damage)
    price = rules.types[bomber.kind].cost
    fighter = rules.types[_fighter(rules)].cost
    fighters = fighter * (_mean(interceptors_lost) - _mean(escorts_lost))
    return RaidOdds(
        damage=dict(sorted(damage.items())),
        lost=dict(sorted(lost.items())),
        escorts_lost=dict(sorted(escorts_lost.items())),
        interceptors_lost=dict(sorted(interceptors_lost.items())),
        expected_damage=expected,
        expected_lost=_mean(lost),
        expected_value=expected - price * _mean(lost) + fighters,
        elapsed_ms=1000 * (time.perf_counter() - begin),
    )


def _destroyed(rules: Any, state: WarState, space: str, rolled: int) -> int:
    """What bombs cost, as the rules tell: money paid, or points of damage done to the factory."""
    if not rolled:
        return 0
    table = Table(state.copy(), SeededDice(0))
    rules.bomb_factory(table, space, rolled)
    before, after = (_worth(rules, now, space) for now in (state, table.state))
    return max(0, before - after)


def _worth(rules: Any, state: WarState, space: str) -> int:
    damage = sum(unit.damage for unit in state.units_in(space) if unit.kind in rules.factories)
    return sum(state.money.values()) - damage


def _mean(chances: dict[int, float]) -> float:
    return sum(number * chance for number, chance in chances.items())


def _fighter(rules: Any) -> str:
    return str(next(kind for kind in rules.types if kind in rules.air - rules.raiders))


def _air_losses(
    rules: Any, bombers: int, escorts: int, interceptors: int, gun: bool
) -> dict[tuple[int, int, int], float]:
    """Chances of losing so many bombers, escorts and interceptors before the bombs fall."""
    after_gun: dict[tuple[int, int], float] = {}
    for down, chance in (anti_air(rules, bombers) if gun else {0: 1.0}).items():
        for escorts_down, share in (anti_air(rules, escorts) if gun else {0: 1.0}).items():
            after_gun[down, escorts_down] = chance * share
    if not interceptors:
        return {(down, escorts_down, 0): chance for (down, escorts_down), chance in after_gun.items()}
    found: dict[tuple[int, int, int], float] = {}
    for (down, escorts_down), chance in after_gun.items():
        flying = bombers - down + escorts - escorts_down
        if not flying:
            found[down, escorts_down, 0] = found.get((down, escorts_down, 0), 0.0) + chance
            continue
        up = rules.hit_chances([rules.escort_value] * (escorts - escorts_down))
        against = rules.hit_chances([rules.interceptor_value] * interceptors)
        for shot, share in enumerate(up):
            for hits, other in enumerate(against):
                first = min(hits, escorts - escorts_down)  # the fighters take the hits for the bombers
                more = min(hits - first, bombers - down)
                key = (down + more, escorts_down + first, min(shot, interceptors))
                found[key] = found.get(key, 0.0) + chance * share * other
    return found


def _check(number: int) -> None:
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= 500:
        raise Unanswerable("problem.aircraft", given=repr(number))


def _scene(rules: Any, money: int, value: int | None, tech: tuple[str, ...], damaged: int) -> tuple[WarState, str]:
    """A bomber over a factory in an enemy territory of the wanted value, so that the rules can be asked."""
    power = rules.powers[0]
    enemy = next(p for p in rules.powers if p in rules.board.enemies[power])
    wanted = max(rules.board.values.values()) if value is None else value
    land = [space for space in rules.board.land if rules.board.spaces[space].owner]
    space = min(land, key=lambda s: abs(rules.board.values[s] - wanted))
    if value is not None and rules.board.values[space] != value:
        raise Unanswerable("problem.no_territory", value=value)
    state = WarState(power=power, units={}, owner={space: enemy}, money={enemy: money}, tech={power: tech})
    state.add(sorted(rules.raiders)[0], power, space, task="raid")
    state.add(sorted(rules.factories)[0], enemy, space, damage=damaged)
    return state, space


def _sums_of_dice(bombers: int, dice: int, sides: int) -> Floats:
    """Row n: the chances of each sum of the dice of n bombers."""
    one = np.concatenate(([0.0], np.full(sides, 1 / sides)))
    bomber = np.ones(1)
    for _ in range(dice):
        bomber = np.convolve(bomber, one)
    rows = np.zeros((bombers + 1, bombers * dice * sides + 1))
    sums = np.ones(1)
    for number in range(bombers + 1):
        rows[number, : len(sums)] = sums
        sums = np.convolve(sums, bomber)
    return rows
