"""Strategic bombing raids and AA fire as questions of their own."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sandtable.core.errors import BadValue
from sandtable.odds.ask import rules_for
from sandtable.odds.chain import Floats
from sandtable.odds.muster import developments
from sandtable.odds.result import RaidOdds
from sandtable.warfare.bombing import Raids
from sandtable.warfare.state import WarState


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
    tech: Sequence[str] = (),
) -> RaidOdds:
    """A raid of some bombers on a factory whose owner has `money`, in a territory worth `value`.

    >>> from sandtable import odds
    >>> raid = odds.raid("classic", 2, gun=True)
    >>> round(raid.expected_damage, 4), round(raid.expected_lost, 4)
    (5.8333, 0.3333)
    """
    begin = time.perf_counter()
    rules: Any = rules_for(game, options) if isinstance(game, str) else game
    _check(bombers)
    if money < 0:
        raise BadValue(f"Nobody has {money} IPC")
    state, space = _scene(rules, money, value, developments(rules, tech))
    bomber = state.units_of(state.power)[0]
    dice = rules.raid_dice(state, bomber)
    lost = anti_air(rules, bombers) if gun else {0: 1.0}
    damage: dict[int, float] = {}
    sums = _sums_of_dice(bombers, dice, rules.die_sides)
    rolled = sum(chance * sums[bombers - down] for down, chance in lost.items())
    for total, share in enumerate(rolled.tolist()):
        if share:
            paid = rules.raid_loss(state, space, total) if total else 0
            damage[paid] = damage.get(paid, 0.0) + share
    expected = sum(amount * chance for amount, chance in damage.items())
    expected_lost = sum(number * chance for number, chance in lost.items())
    price = rules.types[bomber.kind].cost
    return RaidOdds(
        damage=dict(sorted(damage.items())),
        lost=lost,
        expected_damage=expected,
        expected_lost=expected_lost,
        expected_value=expected - price * expected_lost,
        elapsed_ms=1000 * (time.perf_counter() - begin),
    )


def _check(number: int) -> None:
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= 500:
        raise BadValue(f"A number of aircraft from 0 to 500 was expected, not {number!r}")


def _scene(rules: Any, money: int, value: int | None, tech: tuple[str, ...]) -> tuple[WarState, str]:
    """A bomber over an enemy territory of the wanted value, so that the rules can be asked."""
    power = rules.powers[0]
    enemy = next(p for p in rules.powers if p in rules.board.enemies[power])
    wanted = max(rules.board.values.values()) if value is None else value
    land = [space for space in rules.board.land if rules.board.spaces[space].owner]
    space = min(land, key=lambda s: abs(rules.board.values[s] - wanted))
    if value is not None and rules.board.values[space] != value:
        raise BadValue(f"There is no territory worth {value}")
    state = WarState(power=power, units={}, owner={space: enemy}, money={enemy: money}, tech={power: tech})
    state.add(sorted(rules.raiders)[0], power, space, task="raid")
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
