"""Strategic bombing raids and AA fire as questions of their own."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from sandtable.core.dice import SeededDice
from sandtable.core.table import Table
from sandtable.odds.ask import rules_for
from sandtable.odds.chain import Floats, Ints
from sandtable.odds.figures import Shot
from sandtable.odds.muster import developments
from sandtable.odds.result import RaidOdds
from sandtable.odds.speech import Unanswerable
from sandtable.odds.volleys import rows_of
from sandtable.warfare.bombing import Raids
from sandtable.warfare.factorydamage import FactoryDamage
from sandtable.warfare.state import WarState
from sandtable.warfare.variants.interceptors import EscortsAndInterceptors

MOST_AIRCRAFT = 500
"""Aircraft of a sort that may take part."""


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
    money: int | None = None,
    value: int | None = None,
    damaged: int = 0,
    tech: Sequence[str] = (),
    escorts: int = 0,
    interceptors: int = 0,
) -> RaidOdds:
    """A raid of some bombers on a factory whose owner has `money` (None: plenty), in a territory worth `value`.

    The value counts where the rules limit the damage by it (if none is given: the most valuable territory), and so
    do the points by which the factory is `damaged` already. These are refused where damage does not stay.
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
    for name, given in (("money", money), ("value", value), ("damaged", damaged)):
        if given is not None and not _is_whole(given):
            raise Unanswerable("problem.whole_number", name=name, given=repr(given))
    if money is not None and money < 0:
        raise Unanswerable("problem.money", money=money)
    if (escorts or interceptors) and not isinstance(rules, EscortsAndInterceptors):
        raise Unanswerable("problem.escorts_option")
    if escorts and not bombers:
        raise Unanswerable("problem.escorts_alone")
    state, space = _scene(rules, money, value, developments(rules, tech), damaged)
    bomber = state.units_of(state.power)[0]
    dice = rules.raid_dice(state, bomber)
    if money is None:
        state.money = dict.fromkeys(state.money, bombers * dice * rules.die_sides)  # the worst that can come
    lost, escorts_lost, interceptors_lost = _air_losses(rules, bombers, escorts, interceptors, gun)
    damage: dict[int, float] = {}
    sums = _sums_of_dice(bombers, dice, rules.die_sides)
    for total, share in enumerate((lost[::-1] @ sums).tolist()):
        if share:
            done = _destroyed(rules, state, space, total)
            damage[done] = damage.get(done, 0.0) + share
    expected = _mean(damage)
    price = rules.types[bomber.kind].cost
    fighter = rules.types[_fighter(rules)].cost
    down, escorts_down, shot = _listed(lost), _listed(escorts_lost), _listed(interceptors_lost)
    return RaidOdds(
        damage=dict(sorted(damage.items())),
        lost=down,
        escorts_lost=escorts_down,
        interceptors_lost=shot,
        expected_damage=expected,
        expected_lost=_mean(down),
        expected_value=expected - price * _mean(down) + fighter * (_mean(shot) - _mean(escorts_down)),
        damage_stays=isinstance(rules, FactoryDamage),
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


class _AirLosses(NamedTuple):
    """Chances of losing 0, 1, 2 … aircraft of each sort before the bombs fall."""

    bombers: Floats
    escorts: Floats
    interceptors: Floats


def _air_losses(rules: Any, bombers: int, escorts: int, interceptors: int, gun: bool) -> _AirLosses:
    """What the gun and the fighters bring down, sort by sort.

    The gun fires at bombers and escorts apart. Then both sides' fighters fire at the same time; escorts take hits
    before bombers do. So the hits that are left for the bombers depend on the escorts alone, not on the bombers.
    """
    shot_down = _shot_down(rules, bombers, gun)
    after_gun = _shot_down(rules, escorts, gun)
    if not interceptors:
        return _AirLosses(shot_down, after_gun, np.ones(1))
    hits = rows_of(rules, np.array([[interceptors]]), [Shot(rules.interceptor_value, 1, "any")])[0]
    returned = rows_of(rules, np.arange(escorts + 1)[:, None], [Shot(rules.escort_value, 1, "any")])
    there = escorts - np.arange(escorts + 1)[:, None]  # by the number that the gun has brought down
    number = np.arange(len(hits))[None, :]
    both = after_gun[:, None] * hits
    taken = np.minimum(number, there)
    escorts_lost = _summed(escorts - there + taken, both, escorts)
    for_bombers = _summed(number - taken, both, len(hits) - 1)
    down = np.arange(bombers + 1)[:, None]
    bombers_lost = _summed(np.minimum(down + number, bombers), shot_down[:, None] * for_bombers, bombers)
    scored = after_gun[::-1] @ returned
    fallen = _summed(np.minimum(np.arange(len(scored)), interceptors), scored, interceptors)
    return _AirLosses(bombers_lost, escorts_lost, fallen)


def _shot_down(rules: Any, aircraft: int, gun: bool) -> Floats:
    """Chances of losing 0, 1, 2 … aircraft to the gun."""
    chances = np.zeros(aircraft + 1)
    chances[0] = 1.0
    return np.array(rules.anti_air_chances(aircraft)) if gun else chances


def _summed(numbers: Ints, chances: Floats, most: int) -> Floats:
    """The chances of the numbers 0 to `most`, from a table of numbers and one of their chances."""
    sums = np.zeros(most + 1)
    np.add.at(sums, numbers, chances)
    return sums


def _listed(chances: Floats) -> dict[int, float]:
    """What can happen, by number."""
    return {number: chance for number, chance in enumerate(chances.tolist()) if chance}


def _check(number: int) -> None:
    if not _is_whole(number) or not 0 <= number <= MOST_AIRCRAFT:
        raise Unanswerable("problem.aircraft", given=repr(number), most=MOST_AIRCRAFT)


def _is_whole(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)


def _scene(
    rules: Any, money: int | None, value: int | None, tech: tuple[str, ...], damaged: int
) -> tuple[WarState, str]:
    """A bomber over a factory in an enemy territory of the wanted value, so that the rules can be asked."""
    power = rules.powers[0]
    enemy = next(p for p in rules.powers if p in rules.board.enemies[power])
    wanted = max(rules.board.values.values()) if value is None else value
    land = [space for space in rules.board.land if rules.board.spaces[space].owner]
    space = min(land, key=lambda s: abs(rules.board.values[s] - wanted))
    if value is not None and rules.board.values[space] != value:
        raise Unanswerable("problem.no_territory", value=value)
    if damaged and not isinstance(rules, FactoryDamage):
        raise Unanswerable("problem.no_damage", damaged=damaged)
    if damaged and not 0 <= damaged <= rules.most_damage(space):
        most = rules.most_damage(space)
        raise Unanswerable("problem.damaged", value=rules.board.values[space], damaged=damaged, most=most)
    state = WarState(power=power, units={}, owner={space: enemy}, money={enemy: money or 0}, tech={power: tech})
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
