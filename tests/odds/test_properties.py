"""What holds for every battle."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from pytest import approx

from sandtable import odds
from sandtable.odds import LossPolicy, Odds
from tests.odds.slow import COST, SlowBattle, army
from tests.odds.test_optimal import order_of, tiny

LAND = ("infantry", "armour", "fighter", "bomber")
FLEET = ("submarine", "transport", "carrier", "fighter", "battleship")
OPTIONS: list[dict[str, Any]] = [
    {},
    {"low_luck": True},
    {"casualty_timing": "per_step"},
    {"two_hit_battleships": True},
    {"multinational_hits": "defenders"},
    {"two_hit_battleships": True, "low_luck": True, "submersible_submarines": True},
]


def force(kinds: tuple[str, ...], most: int = 5) -> st.SearchStrategy[dict[str, int]]:
    """Some units of some kinds."""
    return st.dictionaries(st.sampled_from(kinds), st.integers(1, most), min_size=1, max_size=4)


@st.composite
def battles(draw: st.DrawFn) -> dict[str, Any]:
    """A question of any sort."""
    sea = draw(st.booleans())
    kinds = FLEET if sea else LAND
    attack = draw(force(kinds))
    nations = [draw(force(kinds)) for _ in range(draw(st.integers(1, 2)))]
    defend = [odds.Force(units, power) for units, power in zip(nations, ("uk", "usa"), strict=False)]
    if sea and not any(kind != "fighter" for units in nations for kind in units):
        defend.append(odds.Force({"transport": 1}, "uk"))
    if sea and set(attack) <= {"fighter"}:
        attack = attack | {"submarine": 1}
    landing = not sea and bool(set(attack) & {"infantry", "armour"}) and draw(st.booleans())
    if landing and draw(st.booleans()):
        attack = attack | {"battleship": draw(st.integers(1, 3))}
    return {
        "attack": odds.Force(attack, "germany", ("heavy_bombers", "super_submarines") if draw(st.booleans()) else ()),
        "defend": defend,
        "defend_tech": ["jet_power"] if draw(st.booleans()) else [],
        "options": draw(st.sampled_from(OPTIONS)),
        "gun": not sea and draw(st.booleans()),
        "amphibious": landing,
        "attack_losses": LossPolicy(draw(st.sampled_from(("cheapest", "weakest"))), keep_land=draw(st.booleans())),
        "defend_losses": LossPolicy(order=tuple(draw(st.permutations(kinds)))),
        "retreat": draw(st.sampled_from(("never", "after 1", "after 3", "below 0.5", "optimal"))),
        "goal": draw(st.sampled_from(("win", "take", "value"))),
        "attack_subs": draw(st.sampled_from(("stay", "leave"))),
        "defend_subs": draw(st.sampled_from(("stay", "leave"))),
        "by_round": draw(st.booleans()),
    }


@settings(max_examples=120, deadline=None)
@given(battles())
def test_chances_and_survivors_are_consistent(how: dict[str, Any]) -> None:
    """Chances sum to 1, survivors to the outcomes, values left to the expected losses, rounds to the end."""
    asked = odds.question("classic", **how)
    found = odds.answer(asked)
    chances = (found.win, found.lose, found.both, found.stalemate, found.retreat)
    assert all(-1e-12 <= chance <= 1 + 1e-9 for chance in chances) and sum(chances) == approx(1, abs=1e-9)
    assert found.stalemate == approx(0, abs=1e-9) and found.take <= found.win + 1e-9
    check_survivors(asked, found)
    for entry in found.by_round:
        assert entry.win + entry.lose + entry.both + entry.retreat + entry.going == approx(1, abs=1e-9)
    for before, after in zip(found.by_round, found.by_round[1:], strict=False):
        assert after.going <= before.going + 1e-12 and after.attacker_value <= before.attacker_value + 1e-9
    if found.by_round:
        assert found.by_round[-1].win == approx(found.win, abs=1e-9)
        begun = 1 + sum(entry.going for entry in found.by_round)
        assert found.rounds == approx(begun, abs=1e-6)


def check_survivors(asked: odds.Question, found: Odds) -> None:
    """The joint distribution says what the sums say."""
    assert sum(entry.chance for entry in found.survivors) == approx(1, abs=1e-8)
    assert len({repr((e.attackers, e.defenders)) for e in found.survivors}) == len(found.survivors)
    left_a = sum(e.chance * sum(COST[k] * n for k, n in e.attackers.items()) for e in found.survivors)
    left_d = sum(
        e.chance * sum(COST[k] * n for kinds in e.defenders.values() for k, n in kinds.items()) for e in found.survivors
    )
    assert sum(COST[f.kind] * n for f, n in asked.attack) - left_a == approx(found.attacker_loss, abs=1e-6)
    assert sum(COST[f.kind] * n for f, n in asked.defend) - left_d == approx(found.defender_loss, abs=1e-6)
    if not asked.defend_subs_leave and not asked.attack_subs_leave:
        won = sum(e.chance for e in found.survivors if e.attackers and not e.defenders)
        lost = sum(e.chance for e in found.survivors if e.defenders and not e.attackers)
        assert (won, lost) == approx((found.win, found.lose), abs=1e-8)
        holders = sum(
            e.chance for e in found.survivors if not e.defenders and {"infantry", "armour"} & set(e.attackers)
        )
        assert holders == approx(found.take, abs=1e-8)


@settings(max_examples=60, deadline=None)
@given(force(LAND, 4), force(LAND, 4), st.sampled_from(LAND), st.booleans())
def test_more_units_never_hurt(attack: dict[str, int], defend: dict[str, int], more: str, low: bool) -> None:
    """One more attacker never lowers the chance to win, one more defender never raises it (cheapest first)."""
    before = odds.battle("classic", attack, defend).win
    stronger = attack | {more: attack.get(more, 0) + 1}
    assert odds.battle("classic", stronger, defend).win >= before - 1e-12
    harder = defend | {more: defend.get(more, 0) + 1}
    assert odds.battle("classic", attack, harder).win <= before + 1e-12


@settings(max_examples=25, deadline=None)
@given(st.integers(1000, 9999))
def test_the_slow_calculator_agrees(seed: int) -> None:
    """Tiny battles with fixed orders, calculated in a second way."""
    attack, defend, sea = tiny(seed)
    orders = {"attack_losses": LossPolicy(order=order_of(attack)), "defend_losses": LossPolicy(order=order_of(defend))}
    found = odds.battle("classic", attack, defend, **orders)
    slow = SlowBattle(army(attack), army(defend), sea=sea, attack_order=order_of(attack), defend_order=order_of(defend))
    assert found.win == approx(slow.start(army(attack), army(defend)), abs=1e-9)


@settings(max_examples=20, deadline=None)
@given(st.lists(battles(), min_size=1, max_size=4))
def test_many_at_once_are_the_same_as_one_by_one(hows: list[dict[str, Any]]) -> None:
    """The batch call answers in order; equal questions get one answer."""
    questions = [odds.question("classic", **how) for how in hows]
    together = odds.battles([*questions, *questions])
    for asked, found, again in zip(questions, together, together[len(questions) :], strict=False):
        alone = odds.answer(asked)
        assert (found.win, found.lose, found.survivors) == (alone.win, alone.lose, alone.survivors)
        assert again is found
