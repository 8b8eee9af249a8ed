"""The luck of the dice, worked out by hand."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from pytest import approx

import sandtable
from sandtable.ai.luck import Damage, ledger, net
from sandtable.core.values import Event
from sandtable.warfare.actions import EndPhase, Move
from sandtable.warfare.events import BattleBegan, BattleEnded, DiceRolled, UnitsMoved

CLASSIC: Any = sandtable.definition("classic").rules()
LOW_LUCK: Any = sandtable.definition("classic").rules({"low_luck": True})


def battle(attack: dict[str, int], defence: dict[str, int], space: str = "karelia_ssr") -> BattleBegan:
    """Germany attacks the Soviet Union."""
    return BattleBegan(space, "land", "germany", attack, {"ussr": defence})


def fire(power: str, purpose: str, dice: tuple[int, ...], needed: tuple[int, ...], **more: Any) -> DiceRolled:
    """A volley with ordinary dice."""
    hits = sum(die <= need for die, need in zip(dice, needed, strict=True))
    return DiceRolled(power, purpose, more.get("space", "karelia_ssr"), dice, needed, hits, more.get("units", ()))


def damage(*events: Event, rules: Any = CLASSIC) -> dict[str, Damage]:
    """The books after these events."""
    return ledger(rules, events)


def test_a_volley_against_infantry() -> None:
    """Three armour at 3 expect 1.5 hits of 3 IPC; with one hit they are half an infantry short."""
    books = damage(battle({"armour": 3}, {"infantry": 5}), fire("germany", "attack", (1, 5, 6), (3, 3, 3)))
    assert (books["axis"].expected, books["axis"].actual) == approx((4.5, 3))
    assert books["axis"].variance == approx(9 * 0.75) and books["allies"] == Damage()
    assert net(books, "axis") == approx(-1.5) and net(books, "allies") == approx(1.5)


def test_more_hits_than_targets_are_worth_nothing() -> None:
    """Three at 3 against a single infantry: it falls in seven of eight cases."""
    books = damage(battle({"armour": 3}, {"infantry": 1}), fire("germany", "attack", (1, 1, 1), (3, 3, 3)))
    assert (books["axis"].expected, books["axis"].actual) == approx((3 * 7 / 8, 3))


def test_the_cheapest_fall_first_and_the_next_volley_meets_the_rest() -> None:
    """Two infantry and a fighter: three hits are worth 18; the second volley can only hit the fighter."""
    begun = battle({"armour": 2}, {"infantry": 2, "fighter": 1})
    first, second = fire("germany", "attack", (1, 1), (3, 3)), fire("germany", "attack", (1, 6), (3, 3))
    assert damage(begun, first)["axis"].actual == 6
    both = damage(begun, first, second)["axis"]
    assert (both.expected, both.actual) == approx((3 + 12 * 3 / 4, 18))


def test_the_defence_hits_the_attack() -> None:
    """Two infantry at 2 against armour: 2/3 of a hit, 5 IPC each."""
    books = damage(battle({"armour": 2}, {"infantry": 2}), fire("ussr", "defence", (2, 3), (2, 2)))
    assert (books["allies"].expected, books["allies"].actual) == approx((10 / 3, 5))


def test_low_luck_leaves_only_the_last_die_to_luck() -> None:
    """Strength 9: one hit for sure, another one in half of all cases."""
    roll = DiceRolled("germany", "attack", "karelia_ssr", (4,), (3,), 1, ("armour",) * 3)
    books = damage(battle({"armour": 3}, {"infantry": 5}), roll, rules=LOW_LUCK)
    assert (books["axis"].expected, books["axis"].actual) == approx((4.5, 3))
    sure = DiceRolled("germany", "attack", "karelia_ssr", (), (), 1, ("armour",) * 2)
    books = damage(battle({"armour": 2}, {"infantry": 5}), sure, rules=LOW_LUCK)
    assert books["axis"] == Damage(expected=3.0, actual=3.0, variance=0.0)


def test_guns_against_aircraft() -> None:
    """A fighter and a bomber: the cheaper one is taken off first, in a battle and on the way to one."""
    roll = fire("ussr", "anti_air", (1, 6), (1, 1), units=("fighter", "bomber"))
    for rules in (CLASSIC, LOW_LUCK):  # guns roll ordinary dice in both
        books = damage(roll, rules=rules)
        assert books["allies"].actual == 12
        assert books["allies"].expected == approx(12 * 10 / 36 + 27 / 36)
    attackers = battle({"fighter": 1, "bomber": 1}, {"infantry": 2})
    then = fire("ussr", "defence", (1, 1), (2, 2))
    assert damage(attackers, roll, then)["allies"].actual == 12 + 15  # only the bomber is left to be hit


def test_bombs_count_pip_by_pip() -> None:
    """Two bombers expect 7."""
    books = damage(fire("uk", "raid", (6, 5), (0, 0), space="germany"), fire("uk", "rocket", (1,), (0,)))
    assert (books["allies"].expected, books["allies"].actual) == approx((10.5, 12))
    assert books["allies"].variance == approx(3 * 35 / 12)


def test_research_has_no_price() -> None:
    """A breakthrough is luck, but nobody knows what it is worth."""
    books = damage(fire("usa", "research", (6, 6), (0, 0)), fire("usa", "development", (3,), (0,)))
    assert books["allies"] == Damage()


def test_submarines_that_leave_cannot_be_hit() -> None:
    """A battleship and a submarine; without the submarine every hit is the battleship's."""
    begun = BattleBegan("baltic_sea_zone", "sea", "germany", {"fighter": 2}, {"uk": {"battleship": 1, "submarine": 1}})
    away = UnitsMoved("uk", ("submarine1",), {"submarine": 1}, ("baltic_sea_zone",), "submerge")
    shot = fire("germany", "attack", (1, 6), (3, 3), space="baltic_sea_zone")
    assert damage(begun, shot)["axis"].actual == 8
    assert damage(begun, away, shot)["axis"].actual == 24


def test_ships_that_take_two_hits_are_damaged_first() -> None:
    """The first hit on each costs nothing yet."""
    rules: Any = sandtable.definition("classic").rules({"two_hit_battleships": True})
    begun = BattleBegan("baltic_sea_zone", "sea", "germany", {"fighter": 2}, {"uk": {"battleship": 1}})
    shot = fire("germany", "attack", (1, 6), (3, 3), space="baltic_sea_zone")
    assert damage(begun, shot, rules=rules)["axis"].actual == 0
    assert damage(begun, shot, shot, rules=rules)["axis"].actual == 24


def test_after_a_battle_the_books_are_closed() -> None:
    """Dice outside a battle (there are none so far) do not count."""
    ended = BattleEnded("karelia_ssr", "land", "won")
    books = damage(battle({"armour": 1}, {"infantry": 1}), ended, fire("germany", "attack", (1,), (3,)))
    assert books["axis"] == Damage()


@pytest.mark.parametrize("option", [{}, {"low_luck": True}, {"casualty_timing": "per_step"}])
def test_over_all_dice_a_real_attack_is_neither_lucky_nor_unlucky(option: dict[str, object]) -> None:
    """Two armour against two infantry, every roll of the first round: attack, then defence. The mean luck is zero."""
    total = 0.0
    throws = list(product(range(1, 7), repeat=2 if option == {"low_luck": True} else 4))
    for dice in throws:
        game = sandtable.setup(
            "classic",
            option,
            power="germany",
            phase="combat_move",
            units={
                "ukraine_ssr": {"germany": {"armour": 2}},
                "caucasus": {"ussr": {"infantry": 2}},
            },
            dice=[*dice, *[6] * 40],
        )
        tanks = tuple(game.state.at["ukraine_ssr"])
        game.apply(Move(tanks, ("ukraine_ssr", "caucasus")))
        game.apply(EndPhase())
        events = game.events
        second = next((n for n, e in enumerate(events) if e.kind == "battle_round" and e.round == 2), len(events))  # type: ignore[attr-defined]  # by its kind
        rules: Any = game.rules
        total += net(ledger(rules, events[:second]), "axis")
    assert total / len(throws) == approx(0, abs=1e-9)


def test_over_many_games_luck_comes_out_even() -> None:
    """Random players of both games: the mean is within three standard errors of zero, the spread as foretold."""
    from sandtable.ai.arena import Result, Terms, play, schedule

    for game in ("classic", "1942"):
        scores = []
        for match in schedule(Terms(game=game, rounds=1), ["random"], games=24, seed=500):
            outcome = play(match).outcome
            assert isinstance(outcome, Result), outcome
            spread = sum(side.variance for side in outcome.luck.values()) ** 0.5
            scores.append(net(outcome.luck, "axis") / spread)
        assert abs(sum(scores)) / len(scores) ** 0.5 < 3
        assert 0.6 < (sum(score**2 for score in scores) / len(scores)) ** 0.5 < 1.5
