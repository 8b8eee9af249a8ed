"""Reference values of four battles, and cases worked out by hand."""

from __future__ import annotations

from fractions import Fraction as F
from math import comb

import pytest
from pytest import approx

from sandtable import odds
from sandtable.odds import Force, LossPolicy, Odds

BATTLES = {
    "a": ("3 infantry, 1 armour", "2 infantry", {}, (0.944327, 0.039048, 0.016625)),
    "b": ("10 infantry, 5 armour, 2 fighter", "12 infantry, 1 fighter", {}, (0.945292, 0.049682, 0.005026)),
    "c": (
        "30 infantry, 15 armour, 6 fighter, 3 bomber",
        "40 infantry, 8 armour, 4 fighter",
        {"attack_losses": "infantry, armour, fighter, bomber", "defend_losses": "infantry, armour, fighter"},
        (0.740361, 0.253611, 0.006027),
    ),
}


@pytest.mark.parametrize("name", BATTLES)
def test_battles_on_land_agree_with_the_reference(name: str) -> None:
    """Win, lose and both to the six digits given, cheapest first, no retreat."""
    attack, defend, how, expected = BATTLES[name]
    found = odds.battle("classic", attack, defend, **how)
    assert (found.win, found.lose, found.both) == approx(expected, abs=1e-6)
    assert found.method == "exact" and found.stalemate == found.retreat == 0


def test_the_battle_at_sea_agrees_with_the_reference() -> None:
    """Battle (d): five digits are given; submarines stay."""
    found = odds.battle(
        "classic",
        "2 submarine, 1 battleship, 2 fighter",
        "1 battleship, 2 transport, 1 submarine, 1 carrier, 2 fighter",
        attack_losses="submarine, fighter, battleship",
        defend_losses="transport, submarine, carrier, fighter, battleship",
    )
    assert (found.win, found.lose, found.both) == approx((0.04699, 0.93286, 0.02015), abs=1e-5)


def duel(p: F, q: F) -> tuple[F, F, F]:
    """One against one: the attacker hits with p, the defender with q, both fire."""
    over = 1 - (1 - p) * (1 - q)
    return p * (1 - q) / over, q * (1 - p) / over, p * q / over


def first_shot_duel(p: F, q: F) -> tuple[F, F, F]:
    """One against one where the attacker's victim does not fire."""
    over = 1 - (1 - p) * (1 - q)
    return p / over, (1 - p) * q / over, F(0)


def assert_outcome(found: Odds, expected: tuple[F, F, F]) -> None:
    assert (found.win, found.lose, found.both) == approx([float(chance) for chance in expected], abs=1e-12)


@pytest.mark.parametrize(
    ("attacker", "p", "defender", "q"),
    [
        ("infantry", 1, "infantry", 2),
        ("armour", 3, "armour", 2),
        ("fighter", 3, "fighter", 4),
        ("bomber", 4, "infantry", 2),
        ("infantry", 1, "bomber", 1),
        ("battleship", 4, "battleship", 4),
        ("carrier", 1, "transport", 1),
        ("fighter", 3, "carrier", 3),
        ("battleship", 4, "submarine", 2),
    ],
)
def test_one_against_one(attacker: str, p: int, defender: str, q: int) -> None:
    """A geometric series: the first round in which anybody hits decides."""
    found = odds.battle("classic", {attacker: 1}, {defender: 1})
    assert_outcome(found, duel(F(p, 6), F(q, 6)))
    assert found.rounds == approx(float(1 / (1 - (1 - F(p, 6)) * (1 - F(q, 6)))))


def test_a_submarine_shoots_first_and_a_super_submarine_better() -> None:
    """The victim of a first shot does not fire: 1/3 decides before the battleship's 2/3; super submarines hit on 3."""
    assert_outcome(odds.battle("classic", "1 sub", "1 bb"), first_shot_duel(F(2, 6), F(4, 6)))
    better = odds.battle("classic", "1 sub", "1 bb", attack_tech=["super_submarines"])
    assert_outcome(better, first_shot_duel(F(3, 6), F(4, 6)))
    defending = odds.battle("classic", "1 bb", "1 sub", defend_tech=["super_submarines"])
    assert_outcome(defending, duel(F(4, 6), F(2, 6)))


def test_submarines_and_aircraft() -> None:
    """A lone defending submarine never hits a fighter; an attacking one can only be hit by it."""
    found = odds.battle("classic", "1 fighter", "1 submarine")
    assert found.win == approx(1) and found.attacker_loss == approx(0) and found.rounds == approx(2)
    found = odds.battle("classic", "1 submarine", "1 fighter")
    assert found.lose == approx(1) and found.rounds == approx(1.5)


def test_a_submarine_hit_passes_over_the_fighter() -> None:
    """Worked example 17: the carrier takes the first shot; then the fighter cannot be hurt any more."""
    found = odds.battle("classic", "1 sub", "1 carrier, 1 fighter", defend_losses="fighter, carrier")
    # The carrier dies before the submarine with chance s; either way the fighter wins in the end.
    p, q = F(1, 3), 1 - F(1, 2) * F(1, 3)
    carrier_dies = p / (1 - (1 - p) * (1 - q))
    assert found.lose == approx(1)
    kept = {tuple(sorted(entry.defenders["ussr"])): entry.chance for entry in found.survivors}
    assert kept == approx({("fighter",): float(carrier_dies), ("carrier", "fighter"): float(1 - carrier_dies)})


def test_jets_defend_on_five() -> None:
    """Jet power helps in defence, and only its owner."""
    assert_outcome(odds.battle("classic", "1 arm", "1 ftr", defend_tech=["jet_power"]), duel(F(3, 6), F(5, 6)))
    assert_outcome(odds.battle("classic", "1 ftr", "1 inf", attack_tech=["jet_power"]), duel(F(3, 6), F(2, 6)))
    mixed = odds.battle("classic", "1 inf", "uk: 1 ftr; usa: 1 ftr", defend_tech=["usa: jet_power"])
    pure = odds.battle("classic", "1 inf", "2 ftr")
    # One round decides about the infantry: it falls unless 4 and 5 both miss.
    assert mixed.rounds < pure.rounds and mixed.win < pure.win


def test_heavy_bombers_roll_three_dice() -> None:
    """Three dice on 4 against two infantry in the first round, by the binomial; an option makes it two."""
    found = odds.battle("classic", "1 bomber", "2 inf", attack_tech=["heavy_bombers"], by_round=True)
    two_hits = 1 - (F(1, 27) + 3 * F(2, 3) * F(1, 9))
    survive = F(4, 9)
    assert found.by_round[0].win == approx(float(two_hits * survive))
    assert found.by_round[0].both == approx(float(two_hits * (1 - survive)))
    two = odds.battle("classic", "1 bmb", "2 inf", {"heavy_bomber_dice": 2}, attack_tech=["heavy"], by_round=True)
    assert two.by_round[0].win == approx(float(F(4, 9) * survive))


def test_a_defending_heavy_bomber_rolls_one_die() -> None:
    """Heavy bombers are heavy in attack only."""
    assert_outcome(odds.battle("classic", "1 inf", "1 bmb", defend_tech=["heavy_bombers"]), duel(F(1, 6), F(1, 6)))


def test_the_gun_fires_before_the_battle() -> None:
    """One fighter against a gun and an infantry: 1/6 is shot down, then a duel; the round counts."""
    found = odds.battle("classic", "1 fighter", "1 infantry", gun=True)
    win, lose, both = duel(F(3, 6), F(2, 6))
    assert_outcome(found, (F(5, 6) * win, F(1, 6) + F(5, 6) * lose, F(5, 6) * both))
    assert found.rounds == approx(1 / 6 + 5 / 6 * 1.5)
    assert odds.battle("classic", "1 fighter", "1 infantry, 1 aa").win == found.win
    harmless = odds.battle("classic", "1 inf", "1 inf", gun=True)
    assert harmless.win == approx(odds.battle("classic", "1 inf", "1 inf").win)
    assert odds.anti_air("classic", 2) == approx({0: 25 / 36, 1: 10 / 36, 2: 1 / 36})


def test_the_attacker_picks_what_the_gun_brings_down() -> None:
    """The fighter is cheaper; with the bomber first in the order, it is the bomber."""
    one = odds.battle("classic", "1 ftr 1 bmb", "1 inf", gun=True)
    two = odds.battle("classic", "1 ftr 1 bmb", "1 inf", gun=True, attack_losses="bomber, fighter")
    p, q = 1 - F(1, 2) * F(1, 3), F(1, 3)
    left_with_one = F(10, 36) + F(25, 36) * (1 - p) * q / (1 - (1 - p) * (1 - q))
    better = duel(F(4, 6), q)[0] - duel(F(3, 6), q)[0]
    assert one.win - two.win == approx(float(left_with_one * better))


def test_bombardment_comes_first_and_its_victims_still_fire() -> None:
    """One infantry landed under a battleship: in round 1 the defender falls to either, and fires all the same."""
    found = odds.battle("classic", "1 inf, 1 bb", "1 inf")
    hit = 1 - F(2, 6) * F(5, 6)
    q = F(2, 6)
    win, lose, both = duel(F(1, 6), q)
    on = (1 - hit) * (1 - q)
    assert_outcome(found, (hit * (1 - q) + on * win, (1 - hit) * q + on * lose, hit * q + on * both))
    assert found.take == found.win
    assert found.attacker_loss == approx(3 * (found.lose + found.both))  # the battleship is not in danger


def test_low_luck_leaves_one_die_to_the_rest() -> None:
    """Six infantry score exactly one hit; one infantry with an armour (4) hits with 4/6."""
    found = odds.battle("classic", "6 inf", "1 inf", {"low_luck": True})
    assert found.rounds == approx(1) and found.win == approx(1) and found.attacker_loss == approx(1.0)
    assert_outcome(
        odds.battle(
            "classic",
            "1 inf 1 arm",
            "1 bmb",
            {
                "low_luck": True,
            },
        ),
        _two_against_one(),
    )


def _two_against_one() -> tuple[F, F, F]:
    """Low luck: infantry and armour (4/6 together, armour alone 3/6) against a bomber (1/6)."""
    p, q = F(4, 6), F(1, 6)
    alone = duel(F(3, 6), q)
    over = 1 - (1 - p) * (1 - q)
    to_one = (1 - p) * q
    return (p + to_one * alone[0]) / over, to_one * alone[1] / over, to_one * alone[2] / over


def test_two_hit_battleships() -> None:
    """Battleship against battleship: a race to two hits at 2/3 each, damage shown as nothing lost."""
    found = odds.battle("classic", "1 bb", "1 bb", {"two_hit_battleships": True})
    p = F(2, 3)
    miss = (1 - p) ** 2
    one = p * (1 - p)
    both = p * p
    end = duel(p, p)
    over = 1 - miss
    # A sound ship against a damaged one wins if it hits, and has an even fight if only it is hit.
    ahead_win = (one + both + one * end[0]) / over
    ahead_both = (one * end[2]) / over
    behind_win = (one * end[0]) / over
    win = (one * ahead_win + one * behind_win + both * end[0]) / over
    tie = (one * ahead_both * 2 + both * end[2]) / over
    assert (found.win, found.both) == approx((float(win), float(tie)))
    assert found.lose == approx(found.win)
    assert len(found.survivors) == 3  # sound and damaged survivors are one entry
    assert found.attacker_loss == approx(24 * (found.lose + found.both))


def test_transports_as_first_or_last_losses() -> None:
    """One hit on a fighter and a transport: the order says what is left; a transport attacks with nothing."""
    first = odds.battle("classic", "1 bb, 1 trn", "1 sub", attack_losses="transport, battleship")
    last = odds.battle("classic", "1 bb, 1 trn", "1 sub", attack_losses="battleship, transport")
    p, q = F(4, 6), F(2, 6)
    assert first.win > last.win
    over = 1 - (1 - p) * (1 - q)
    # Last: the battleship dies first; a transport alone never wins.
    assert last.win == approx(float((p * (1 - q) + p * q) / over))
    alone = duel(p, q)
    assert first.win == approx(float((p + (1 - p) * q * alone[0]) / over))


def test_retreat_after_rounds() -> None:
    """After one round: whoever stands leaves."""
    found = odds.battle("classic", "1 inf", "1 inf", retreat="after 1")
    p, q = F(1, 6), F(2, 6)
    assert_outcome(found, (p * (1 - q), q * (1 - p), p * q))
    assert found.retreat == approx(float((1 - p) * (1 - q))) and found.rounds == 1
    two = odds.battle("classic", "1 inf", "1 inf", retreat="after 2")
    assert two.retreat == approx(float(((1 - p) * (1 - q)) ** 2))


def test_retreat_below_a_chance() -> None:
    """Two infantry against one: a lone one wins a quarter of the time, so it leaves below 0.3 and stays below 0.2."""
    stay = odds.battle("classic", "2 inf", "1 inf", retreat="below 0.2")
    leave = odds.battle("classic", "2 inf", "1 inf", retreat="below 0.3")
    assert stay.retreat == 0 and stay.win == odds.battle("classic", "2 inf", "1 inf").win
    p, q = 1 - F(25, 36), F(1, 3)
    over = 1 - (1 - p) * (1 - q)
    assert leave.retreat == approx(float((1 - p) * q / over)) and leave.win == approx(float(p / over))
    assert leave.both == 0


def test_an_optimal_retreat_saves_what_is_worth_more() -> None:
    """A fighter (12) against an infantry (3) hits 1/2, is hit 1/3: each round costs 4 and gains 1.5: leave at once."""
    found = odds.battle("classic", "1 fighter", "1 infantry", retreat="optimal", goal="value")
    assert found.retreat == approx(0.5 * 2 / 3) and found.rounds == 1
    assert odds.battle("classic", "1 ftr", "1 inf", retreat="optimal", goal="win").retreat == 0


def test_nobody_retreats_from_a_landing() -> None:
    """CL-AMPH-10 and its option: with air survivors, aircraft alone may go."""
    how = {"amphibious": True, "retreat": "after 1"}
    assert odds.battle("classic", "2 inf, 1 ftr", "3 inf", **how).retreat == 0
    some = odds.battle("classic", "2 inf, 1 ftr", "3 inf", {"amphibious_retreat": "air_survivors"}, **how)
    assert 0 < some.retreat < 1
    assert all("infantry" not in e.attackers for e in some.survivors if e.attackers and e.defenders)
    option = {"amphibious_retreat": "overland"}
    assert odds.battle("classic", "2 inf", "3 inf", option, **how).retreat == 0
    assert odds.battle("classic", "2 inf", "3 inf", option, **how, overland="1 inf").retreat > 0.3


def test_submarines_that_leave() -> None:
    """A defending submarine is gone after one round: the attacker has won; an attacking one has broken off."""
    p, q = F(4, 6), F(2, 6)
    found = odds.battle("classic", "1 bb", "1 sub", defend_subs="leave")
    assert found.rounds == 1
    assert_outcome(found, (p * (1 - q) + (1 - p) * (1 - q), (1 - p) * q, p * q))
    left = {bool(entry.defenders): entry.chance for entry in found.survivors if entry.attackers}
    assert left[True] == approx(float((1 - p) * (1 - q)))
    off = odds.battle("classic", "1 sub", "1 bb", attack_subs="leave")
    assert off.win == approx(1 / 3) and off.lose == approx(2 / 3 * 2 / 3) and off.retreat == approx(2 / 3 * 1 / 3)
    assert off.attacker_loss == approx(8 * off.lose)
    dive = odds.battle("classic", "1 bb", "1 sub", {"submersible_submarines": True}, defend_subs="leave")
    assert dive.win == found.win


def test_carrier_fighters_defend_at_sea() -> None:
    """A fighter over its carrier fires on 4, the carrier on 3; a hit goes where the order says."""
    found = odds.battle("classic", "1 fighter", "1 carrier, 1 fighter", by_round=True)
    down = 1 - F(1, 2) * F(1, 3)
    assert found.by_round[0].lose == approx(float(down))
    survivors = {tuple(sorted(e.defenders["ussr"])): e.chance for e in found.survivors if e.defenders}
    # Cheapest first: the fighter (12) goes before the carrier (18).
    assert ("carrier",) in survivors and ("fighter",) not in survivors


def test_several_nations_and_who_shares_the_hits() -> None:
    """The attacker gives his hit where it costs most, defenders where it costs least."""
    how = {"retreat": "after 1"}
    attacker = odds.battle("classic", "1 arm", "uk: 1 inf; usa: 1 ftr", **how)
    defenders = odds.battle("classic", "1 arm", "uk: 1 inf; usa: 1 ftr", {"multinational_hits": "defenders"}, **how)
    assert attacker.defender_loss == approx(0.5 * 12) and defenders.defender_loss == approx(0.5 * 3)
    nations = {power for entry in attacker.survivors for power in entry.defenders}
    assert nations == {"uk", "usa"}


def test_keep_one_land_unit() -> None:
    """A fighter goes before the last infantry, so that the territory is taken whenever the battle is won."""
    plain = odds.battle("classic", "2 inf, 2 ftr", "3 inf")
    keep = odds.battle("classic", "2 inf, 2 ftr", "3 inf", attack_losses="cheapest keep-land")
    assert keep.take == approx(keep.win) and plain.take < plain.win
    assert keep.take > plain.take and keep.win < plain.win


def test_per_step_losses_change_nothing_for_a_fixed_order() -> None:
    """Columns matter only to those who choose."""
    attack, defend = "3 inf 2 arm 1 ftr", "3 inf 1 ftr 1 bmb"
    a, b = (odds.battle("classic", attack, defend, {"casualty_timing": t}) for t in ("per_column", "per_step"))
    assert (a.win, a.lose, a.both) == approx((b.win, b.lose, b.both), abs=1e-12)


def test_a_raid_by_hand() -> None:
    """Two bombers under AA fire; heavy bombers; a poor owner; a cap by value."""
    raid = odds.raid("classic", 2)
    assert raid.lost == approx({n: comb(2, n) * (1 / 6) ** n * (5 / 6) ** (2 - n) for n in range(3)})
    assert raid.expected_damage == approx(2 * 5 / 6 * 3.5) and raid.damage[12] == approx((25 / 36) / 36)
    assert raid.expected_value == approx(raid.expected_damage - 15 * raid.expected_lost)
    assert odds.raid("classic", 2, gun=False).expected_damage == approx(7)
    heavy = odds.raid("classic", 1, gun=False, tech=["heavy_bombers"])
    assert heavy.expected_damage == approx(10.5) and heavy.damage[18] == approx(1 / 216)
    assert odds.raid("classic", 1, gun=False, money=4).damage == approx({1: 1 / 6, 2: 1 / 6, 3: 1 / 6, 4: 1 / 2})
    capped = odds.raid("classic", 1, {"sbr_cap_by_value": True}, gun=False, value=3)
    assert capped.damage == approx({1: 1 / 6, 2: 1 / 6, 3: 4 / 6})
    assert odds.raid("classic", 0).damage == {0: 1.0}


def test_forces_with_powers_and_developments() -> None:
    """The structured form says the same as words."""
    words = odds.battle("classic", "2 sub", "usa: 1 bb", attack_tech=["super_submarines"])
    tables = odds.battle(
        "classic",
        Force({"submarine": 2}, "germany", ("super_submarines",)),
        [Force({"battleship": 1}, "usa")],
        attack_losses=LossPolicy("weakest"),
    )
    assert (words.win, words.lose) == (tables.win, tables.lose)
