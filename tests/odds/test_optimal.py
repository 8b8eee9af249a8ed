"""Losses and retreats chosen as well as possible, against a slow calculator that tries everything."""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

import pytest
from pytest import approx

from sandtable import odds
from sandtable.odds import LossPolicy, Odds
from tests.odds.slow import Army, SlowBattle, army

LAND = ("infantry", "armour", "fighter", "bomber")
FLEET = ("submarine", "transport", "carrier", "fighter", "battleship")


def draw(rng: Random, kinds: tuple[str, ...], most: int) -> dict[str, int]:
    """A small force."""
    counts: dict[str, int] = {}
    for _ in range(rng.randint(1, most)):
        kind = rng.choice(kinds)
        counts[kind] = counts.get(kind, 0) + 1
    return counts


def tiny(seed: int) -> tuple[dict[str, int], dict[str, int], bool]:
    """Two small forces, on land or at sea."""
    rng = Random(seed)
    sea = seed % 2 == 1
    attack, defend = draw(rng, FLEET if sea else LAND, 3), draw(rng, FLEET if sea else LAND, 3)
    if sea and set(defend) <= {"fighter"}:
        defend["transport"] = 1
    if sea and set(attack) == {"transport"}:
        attack["submarine"] = 1
    return attack, defend, sea


def worth(found: Odds, attack: dict[str, int], defend: dict[str, int], goal: str) -> float:
    """What an answer is worth, as the slow calculator counts."""
    if goal != "value":
        return found.take if goal == "take" else found.win
    from tests.odds.slow import COST

    mine = sum(COST[kind] * number for kind, number in attack.items())
    theirs = sum(COST[kind] * number for kind, number in defend.items())
    return (mine - found.attacker_loss) - (theirs - found.defender_loss)


def order_of(counts: dict[str, int]) -> Army:
    """Cheapest first."""
    from tests.odds.slow import COST

    return tuple(sorted(counts, key=lambda kind: COST[kind]))


@pytest.mark.parametrize("seed", range(24))
def test_optimal_losses_are_the_true_optimum(seed: int) -> None:
    """Attack optimal, defence optimal, both: the value of the game, by trying out every choice."""
    attack, defend, sea = tiny(seed)
    goal = ("win", "value", "take")[seed % 3] if not sea else ("win", "value")[seed % 4 // 2]
    for a_free, d_free in ((True, False), (False, True), (True, True)):
        found = odds.battle(
            "classic",
            attack,
            defend,
            goal=goal,
            attack_losses=LossPolicy("optimal") if a_free else LossPolicy(order=order_of(attack)),
            defend_losses=LossPolicy("optimal") if d_free else LossPolicy(order=order_of(defend)),
        )
        slow = SlowBattle(
            army(attack),
            army(defend),
            sea=sea,
            goal=goal,
            attack_order=None if a_free else order_of(attack),
            defend_order=None if d_free else order_of(defend),
        )
        assert found.method == "exact"
        assert worth(found, attack, defend, goal) == approx(slow.start(army(attack), army(defend)), abs=1e-6)
        assert found.win + found.lose + found.both + found.stalemate == approx(1)


@pytest.mark.parametrize("seed", range(12))
def test_an_optimal_retreat_is_the_true_optimum(seed: int) -> None:
    """With fixed losses and with optimal ones, for the goal of value."""
    attack, defend, sea = tiny(100 + seed)
    for free in (False, True):
        found = odds.battle(
            "classic",
            attack,
            defend,
            goal="value",
            retreat="optimal",
            attack_losses=LossPolicy("optimal") if free else LossPolicy(order=order_of(attack)),
            defend_losses=LossPolicy(order=order_of(defend)),
        )
        slow = SlowBattle(
            army(attack),
            army(defend),
            sea=sea,
            goal="value",
            attack_order=None if free else order_of(attack),
            defend_order=order_of(defend),
            may_retreat=True,
        )
        assert worth(found, attack, defend, "value") == approx(slow.start(army(attack), army(defend)), abs=1e-6)


@pytest.mark.parametrize("goal", ["win", "take", "value"])
@pytest.mark.parametrize("side", ["attack", "defend"])
def test_optimal_is_at_least_as_good_as_every_fixed_order(goal: str, side: str) -> None:
    """All orders of all kinds, with and without keeping a land unit."""
    attack, defend = {"infantry": 3, "armour": 2, "fighter": 1, "bomber": 1}, {"infantry": 3, "armour": 1, "fighter": 1}
    how = {"goal": goal}
    best = odds.battle("classic", attack, defend, **how, **{f"{side}_losses": LossPolicy("optimal")})
    sign = 1 if side == "attack" else -1
    for order in itertools.permutations(attack if side == "attack" else defend):
        for keep in (False, True):
            fixed = odds.battle(
                "classic", attack, defend, **how, **{f"{side}_losses": LossPolicy(order=order, keep_land=keep)}
            )
            assert sign * worth(best, attack, defend, goal) >= sign * worth(fixed, attack, defend, goal) - 1e-7


def agrees(found: Odds, start_a: float, start_d: float, cost: dict[str, int], all_there: bool) -> None:
    """What the survivors say is what the answer says, in every figure."""

    def value(units: dict[str, int]) -> float:
        return sum(cost[kind] * number for kind, number in units.items())

    sums = dict.fromkeys(("win", "lose", "both", "stand", "take", "attackers", "defenders"), 0.0)
    for entry in found.survivors:
        mine, theirs = entry.attackers, entry.defenders
        sums["both" if not mine and not theirs else "win" if not theirs else "stand" if mine else "lose"] += (
            entry.chance
        )
        sums["take"] += entry.chance * (not theirs and bool({"infantry", "armour"} & set(mine)))
        sums["attackers"] += entry.chance * value(mine)
        sums["defenders"] += entry.chance * sum(value(units) for units in theirs.values())
    assert sum(entry.chance for entry in found.survivors) == approx(1, abs=1e-9)
    for name in ("win", "lose", "both", "take") if all_there else ():
        assert sums[name] == approx(getattr(found, name), abs=1e-9), name
    assert not all_there or sums["stand"] == approx(found.stalemate + found.retreat, abs=1e-9)
    assert start_a - sums["attackers"] == approx(found.attacker_loss, abs=1e-8)
    assert start_d - sums["defenders"] == approx(found.defender_loss, abs=1e-8)


FREE = {"attack_losses": "optimal", "defend_losses": "optimal"}


@pytest.mark.parametrize("retreat", ["never", "after 1", "after 3", "below 0.5", "optimal"])
@pytest.mark.parametrize("goal", ["win", "take", "value"])
@pytest.mark.parametrize(
    ("attack", "defend", "how"),
    [
        ("3 inf 1 arm 1 ftr 1 bmb", "3 inf 1 arm 1 ftr", {}),
        ("3 inf 1 arm 2 ftr 1 bb", "3 inf 1 ftr", {"gun": True}),
        ("2 sub 1 bb 1 ftr", "1 bb 1 trn 1 sub 1 ftr", {}),
        ("2 sub 1 bb 1 ftr", "1 bb 1 trn 2 sub", {"options": {"two_hit_battleships": True}, "attack_subs": "leave"}),
        ("2 sub 1 ftr", "1 bb 1 trn 2 sub", {"attack_subs": "leave", "defend_subs": "leave"}),
        ("2 inf 2 arm 1 ftr", "uk: 1 inf 1 ftr; usa: 2 inf", {"options": {"low_luck": True}}),
    ],
)
def test_survivors_and_rounds_agree_with_the_solved_figures(
    attack: str, defend: str, how: dict[str, object], goal: str, retreat: str
) -> None:
    """The chances pushed forward through the choices give what was solved backward, to the ninth digit."""
    asked = odds.question("classic", attack, defend, **FREE, **how, goal=goal, retreat=retreat, by_round=True)  # type: ignore[arg-type]
    found = odds.answer(asked)
    assert found.method == "exact" and not found.note
    cost = {kind: data.cost for kind, data in asked.rules.types.items()}
    start_a, start_d = (sum(f.cost * n for f, n in side) for side in (asked.attack, asked.defend))
    # Submarines that have left are survivors who do not say how the battle ended.
    agrees(found, start_a, start_d, cost, all_there=not (asked.attack_subs_leave or asked.defend_subs_leave))
    last = found.by_round[-1]
    for name in ("win", "lose", "both", "retreat"):
        assert getattr(last, name) == approx(getattr(found, name), abs=1e-9), name
    assert last.going == approx(found.stalemate, abs=1e-9)
    # The first round is fought, each later one where the battle was still going on after the one before.
    assert 1 + sum(entry.going for entry in found.by_round) == approx(found.rounds, abs=1e-8)
    plain = odds.battle("classic", attack, defend, **FREE, **how, goal=goal, retreat=retreat)
    for one, other in zip(plain.survivors[:20], found.survivors[:20], strict=True):
        assert one.chance == approx(other.chance, abs=1e-9)
    assert not plain.by_round


def test_survivors_are_those_of_the_slow_calculator() -> None:
    """Whole distributions, wherever the best choice is the only one."""
    compared = 0
    for seed in range(40):
        attack, defend, sea = tiny(seed)
        goal, retreat = (
            ("win", "value", "take")[seed % 3] if not sea else ("win", "value")[seed % 4 // 2],
            seed % 5 == 0,
        )
        slow = SlowBattle(
            army(attack), army(defend), sea=sea, goal=goal, may_retreat=retreat and goal == "value", thrift=1e-10
        )
        expected = slow.left(army(attack), army(defend))
        if slow.unclear:
            continue
        found = odds.battle(
            "classic", attack, defend, **FREE, goal=goal, retreat="optimal" if retreat and goal == "value" else "never"
        )
        chances = {
            (army(entry.attackers), army(next(iter(entry.defenders.values()), {}))): entry.chance
            for entry in found.survivors
        }
        for pair in {*expected, *chances}:
            assert chances.get(pair, 0.0) == approx(expected.get(pair, 0.0), abs=1e-9), (seed, pair)
        compared += 1
    assert compared >= 12


def test_survivors_are_left_out_where_nobody_asks() -> None:
    """As with fixed losses."""
    assert not odds.battle("classic", "2 inf 1 ftr", "2 inf", **FREE, survivors=False).survivors


def test_a_gun_that_leaves_nobody_makes_a_round() -> None:
    """With free choice as without."""
    how = {"gun": True}
    fixed, free = (
        odds.battle("classic", "2 ftr", "1 inf", **how),
        odds.battle("classic", "2 ftr", "1 inf", **how, **FREE),
    )
    assert free.rounds == approx(fixed.rounds)


ONE_CHOICE = [
    {"retreat": "never", "gun": True},
    {"retreat": "after 1"},
    {"retreat": "after 3"},
    {"retreat": "below 0.6"},
    {"retreat": "optimal", "goal": "value"},
    {"amphibious": True, "retreat": "after 2"},
]


@pytest.mark.parametrize("how", ONE_CHOICE, ids=str)
@pytest.mark.parametrize("options", [{}, {"low_luck": True}, {"amphibious_retreat": "air_survivors"}], ids=str)
def test_where_there_is_no_choice_both_methods_agree(how: dict[str, object], options: dict[str, object]) -> None:
    """One kind a side: optimal and fixed losses are the same, whatever else happens in the battle."""
    fixed = odds.battle("classic", "4 infantry", "3 fighter", options, **how)
    free = odds.battle(
        "classic", "4 infantry", "3 fighter", options, attack_losses="optimal", defend_losses="optimal", **how
    )
    for figure in ("win", "lose", "both", "retreat", "take", "rounds", "attacker_loss", "defender_loss"):
        assert getattr(free, figure) == approx(getattr(fixed, figure), abs=1e-9), figure


@pytest.mark.parametrize("options", [{}, {"two_hit_battleships": True}, {"submersible_submarines": True}], ids=str)
@pytest.mark.parametrize("leave", [("stay", "stay"), ("leave", "stay"), ("stay", "leave"), ("leave", "leave")])
def test_submarines_leave_in_both_methods(options: dict[str, object], leave: tuple[str, str]) -> None:
    """With a single order possible (all ships submarines, or hits that find one target) the two methods agree."""
    how = {"attack_subs": leave[0], "defend_subs": leave[1]}
    fixed = odds.battle("classic", "2 submarine, 1 fighter", "2 submarine", options, **how)
    free = odds.battle("classic", "2 submarine, 1 fighter", "2 submarine", options, attack_losses="optimal", **how)
    for figure in ("win", "lose", "both", "retreat", "rounds", "attacker_loss", "defender_loss"):
        assert getattr(free, figure) == approx(getattr(fixed, figure), abs=1e-9), figure


def test_bombardment_and_the_gun_are_part_of_the_choice() -> None:
    """Free choice is never worse than the fixed order, with every opening shot there is."""
    attack, how = "3 inf, 1 arm, 2 ftr, 2 bb", {"gun": True}
    fixed = odds.battle("classic", attack, "3 inf, 1 ftr", **how)
    mine = odds.battle("classic", attack, "3 inf, 1 ftr", attack_losses="optimal", **how)
    theirs = odds.battle("classic", attack, "3 inf, 1 ftr", defend_losses="optimal", **how)
    assert mine.win >= fixed.win - 1e-9 and theirs.win <= fixed.win + 1e-9
    same = odds.battle("classic", "2 inf, 1 bb", "2 inf")
    chosen = odds.battle("classic", "2 inf, 1 bb", "2 inf", attack_losses="optimal", defend_losses="optimal")
    assert (chosen.win, chosen.both) == approx((same.win, same.both))


def test_of_two_losses_as_good_the_cheaper_is_taken() -> None:
    """A battle that cannot be lost any more is won with the least expense."""
    found = odds.battle("classic", "1 inf, 1 bmb", "1 inf", attack_losses="optimal", goal="take")
    assert found.take == approx(odds.battle("classic", "1 inf, 1 bmb", "1 inf", attack_losses="bomber").take)


def test_too_many_positions_fall_back_to_the_best_fixed_order() -> None:
    """The answer says so, and is the best of the orders it names."""
    attack, defend = "20 inf 8 arm 6 ftr 2 bmb", "20 inf 6 arm 4 ftr"
    found = odds.battle("classic", attack, defend, attack_losses="optimal", goal="value")
    assert "they would have to look at" in found.note and "best of the fixed orders" in found.note
    names = [f"{name}{keep}" for name in ("cheapest", "weakest") for keep in ("", " keep-land")]
    swings = [
        o.defender_loss - o.attacker_loss
        for o in (odds.battle("classic", attack, defend, attack_losses=name) for name in names)
    ]
    assert found.defender_loss - found.attacker_loss == approx(max(swings))
    assert found.survivors


FAR_OFF: list[tuple[str, str, str, dict[str, Any]]] = [
    ("classic", "3 inf, 2 arm, 1 ftr", "4 inf, 1 ftr", {}),
    ("1942", "2 sub, 1 dd, 1 ca", "1 dd, 1 sub, 1 bb", {}),
    ("1942", "4 inf, 1 arm, 1 ftr", "4 inf", {"overland": "2 inf, 1 arm"}),
    ("classic", "2 sub, 1 bb, 2 ftr", "1 bb, 2 trn, 1 sub", {"attack_subs": "leave"}),
]


@pytest.mark.parametrize("losses", ["optimal", "cheapest"])
@pytest.mark.parametrize(("game", "attack", "defend", "how"), FAR_OFF)
def test_a_retreat_after_more_rounds_than_any_battle_has(
    game: str, attack: str, defend: str, how: dict[str, Any], losses: str
) -> None:
    """Nothing is worked out for every round of millions: the answer is that of never, round by round."""
    how = {**how, "attack_losses": losses, "by_round": True}
    late = odds.battle(game, attack, defend, retreat="after 100000000", **how)
    never = odds.battle(game, attack, defend, **how)
    for name in ("win", "lose", "both", "take", "rounds", "attacker_loss", "defender_loss"):
        assert getattr(late, name) == approx(getattr(never, name), abs=1e-10), name
    assert late.retreat == approx(never.retreat, abs=1e-10)
    assert sum(entry.chance for entry in late.survivors) == approx(1)
    for mine, other in zip(late.by_round, never.by_round, strict=False):
        assert (mine.win, mine.going, mine.attacker_value) == approx((other.win, other.going, other.attacker_value))
    forty = odds.battle(game, attack, defend, retreat="after 40", **how)
    assert (forty.win, forty.rounds) == approx((never.win, never.rounds), abs=1e-9)
