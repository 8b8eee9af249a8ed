"""Exact odds of the 1942 edition: hand-computed cases, the engine's own tree of choices, and what cannot be."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import msgspec
import pytest
from pytest import approx

from sandtable import odds
from sandtable.core.errors import BadValue
from sandtable.odds import Force, LossPolicy, Odds, Question
from sandtable.odds.ask import BUDGET, PATIENCE, rules_for
from sandtable.odds.figures import figures_of
from sandtable.odds.losses import TooManyStates
from sandtable.odds.seafight import SeaFight
from sandtable.odds.simulation import simulate
from tests.odds.engine_tree import EngineTree


def fought(attack: str, defend: str, **how: Any) -> Odds:
    found = odds.battle("1942", attack, defend, **how)
    assert found.method == "exact", found.note
    total = found.win + found.lose + found.both + found.stalemate + found.retreat
    assert total == approx(1)
    return found


@pytest.mark.rule("S42-COMBAT-10")
def test_artillery_supports_infantry_while_both_are_there() -> None:
    """Both attack on 2 while both live; the artillery alone wins 2 in 5."""
    alone = (1 / 3) * (2 / 3) / (1 - 4 / 9)
    assert fought("1 artillery", "1 infantry").win == approx(alone)
    # Together they hit with 5/9; hit (1/3) while missing (4/9) they lose the infantry.
    both = (5 / 9 + (4 / 9) * (1 / 3) * alone) / (1 - (4 / 9) * (2 / 3))
    assert fought("1 infantry, 1 artillery", "1 infantry").win == approx(both)
    # Two guns cannot lift one infantry twice; a gun in defence lifts nobody.
    five = fought("1 infantry, 2 artillery", "1 infantry", by_round=True)
    assert five.by_round[0].going == approx((2 / 3) ** 3)
    assert fought("1 armour", "1 infantry, 1 artillery", by_round=True).by_round[0].lose == approx(1 - (2 / 3) ** 2)


@pytest.mark.rule("S42-SUB-07", "S42-SUB-09")
def test_a_surprise_strike_and_the_destroyer_that_prevents_it() -> None:
    """Against a cruiser the submarine shoots first; against a destroyer both shoot at the same time."""
    assert fought("1 submarine", "1 cruiser").win == approx((1 / 3) / (1 - (2 / 3) * (1 / 2)))
    assert fought("1 submarine", "1 destroyer").win == approx((1 / 3) * (2 / 3) / (1 - (2 / 3) ** 2))
    duel = fought("1 submarine", "1 submarine")  # both strike, both shoot even if hit
    assert duel.both == approx((1 / 3) * (1 / 6) / (1 - (2 / 3) * (5 / 6)))
    hunted = fought("1 destroyer", "1 submarine")  # the submarine fires with the rest
    assert hunted.both == approx((1 / 3) * (1 / 6) / (1 - (2 / 3) * (5 / 6)))


@pytest.mark.rule("S42-SUB-08")
def test_submarines_are_free_again_when_the_last_destroyer_is_gone() -> None:
    """Submarine and cruiser: while the destroyer lives it fires with the rest, afterwards it strikes."""
    strike = (1 / 3) / (1 - (2 / 3) * (1 / 2))  # against the cruiser alone
    # Round 1: the submarine sinks the destroyer first (1/3); two defenders fire, 1 - (2/3)(1/2) = 2/3 hit.
    expected = (1 / 3) * (1 / 3) * strike / (1 - (2 / 3) * (1 / 3))
    assert fought("1 submarine", "1 destroyer, 1 cruiser", defend_losses="destroyer").win == approx(expected)


@pytest.mark.rule("S42-SUB-05", "S42-COMBAT-18")
def test_aircraft_and_submarines_cannot_hurt_each_other_without_a_destroyer() -> None:
    found = fought("2 fighter", "2 submarine")
    assert found.stalemate == 1 and found.rounds == 0 and found.attacker_loss == found.defender_loss == 0
    assert fought("1 fighter, 1 destroyer", "1 submarine").win > 0.5


@pytest.mark.rule("S42-COMBAT-14", "S42-COMBAT-15", "S42-COMBAT-17", "S42-COMBAT-20")
def test_defenceless_transports() -> None:
    """They die without dice before an armed ship, also beside submarines before aircraft; among themselves nothing."""
    assert fought("1 cruiser", "3 transport").win == 1
    beside = fought("1 fighter", "2 transport, 1 submarine")
    assert beside.stalemate == 1 and beside.defender_loss == 14
    assert fought("2 transport", "1 transport").stalemate == 1
    diving = fought("1 cruiser", "1 submarine, 2 transport", defend_subs="leave")
    assert diving.win == 1 and diving.defender_loss == 14
    assert diving.survivors[0].defenders == {"uk": {"submarine": 1}} or len(diving.survivors) == 1


@pytest.mark.rule("S42-COMBAT-08", "S42-COMBAT-11")
def test_a_battleship_takes_two_hits_before_a_transport_goes_down() -> None:
    """Two cruisers hit twice in the first round (1/4): the battleship is sunk, and the transports with it."""
    found = fought("2 cruiser", "1 battleship, 2 transport", by_round=True)
    assert found.by_round[0].win == approx(1 / 4)


@pytest.mark.rule("S42-AMPH-08", "S42-AMPH-10")
def test_one_ship_bombards_per_landed_unit_and_hits_only_land_units() -> None:
    one = odds.question("1942", "1 infantry, 2 cruiser, 1 battleship", "1 infantry")
    assert [(figure.kind, number) for figure, number in one.bombard] == [("battleship", 1)]
    two = odds.question("1942", "2 infantry, 2 cruiser, 1 battleship", "1 infantry")
    assert [(figure.kind, number) for figure, number in two.bombard] == [("cruiser", 1), ("battleship", 1)]
    against_air = fought("1 infantry, 1 battleship", "1 fighter", by_round=True)
    assert against_air.by_round[0].win == approx((1 / 6) * (1 / 3))  # the shells cannot hit a fighter


@pytest.mark.rule("S42-AMPH-16")
def test_aircraft_leave_a_landing_and_the_landed_fight_on() -> None:
    """After a round the fighter leaves: what then happens is the infantry's own battle."""
    stayed = fought("1 infantry, 1 fighter", "4 infantry", amphibious=True)
    left = fought("1 infantry, 1 fighter", "4 infantry", amphibious=True, retreat="after 1")
    assert left.retreat > 0.1 and left.lose > 0.1 and left.win < stayed.win
    assert left.attacker_loss < stayed.attacker_loss
    nobody = fought("2 infantry", "2 infantry", amphibious=True, retreat="after 1")
    assert nobody.retreat == 0


@pytest.mark.rule("S42-AMPH-15", "S42-AMPH-16")
def test_overland_units_leave_with_the_aircraft() -> None:
    """One infantry landed, one came overland, against one: worked out by hand.

    Round 1: a hit of the defender (1/3) takes the landed one, for the other can leave. If both sides miss (25/36, 2/3)
    the overland one leaves and the landed one fights on alone; if only the defender hits, the overland one leaves and
    the battle is broken off.
    """
    found = fought("2 infantry", "1 infantry", overland="1 infantry", retreat="after 1")
    p, q, alone = 1 - (5 / 6) ** 2, 1 / 3, (1 / 6) * (2 / 3) / (1 - (5 / 6) * (2 / 3))
    both = (1 / 6) * (1 / 3) / (1 - (5 / 6) * (2 / 3))
    quiet = (1 - p) * (1 - q)
    assert found.win == approx(p + quiet * alone) and found.take == approx(found.win)
    assert found.retreat == approx((1 - p) * q)
    assert found.both == approx(quiet * both) and found.lose == approx(quiet * (1 - alone - both))
    left = {(e.attackers.get("infantry", 0), bool(e.defenders)): e.chance for e in found.survivors}
    # The one that left lives on whatever comes; a round later the territory is lost, and it is not taken by him.
    assert left[1, False] == approx(p * q + quiet * both)
    assert left[1, True] == approx((1 - p) * q + quiet * (1 - alone - both))
    assert not fought("2 infantry", "1 infantry", overland="1 infantry").retreat


@pytest.mark.rule("S42-AMPH-08", "S42-AMPH-16")
def test_only_landed_units_count_for_the_bombardment() -> None:
    one = odds.question("1942", "3 infantry, 2 cruiser, 1 battleship", "1 infantry", overland="2 infantry")
    assert [(figure.kind, number) for figure, number in one.bombard] == [("battleship", 1)]
    two = odds.question("1942", "3 infantry, 2 cruiser, 1 battleship", "1 infantry", overland={"infantry": 1})
    assert [(figure.kind, number) for figure, number in two.bombard] == [("cruiser", 1), ("battleship", 1)]


@pytest.mark.rule("S42-AMPH-16")
def test_a_battle_under_way_whose_landed_units_have_fallen() -> None:
    """All that are left leave together in 1942; in the classic game nobody ever does, not even aircraft."""
    how: dict[str, Any] = {"amphibious": True, "retreat": "after 1"}
    left = fought("1 infantry, 1 fighter", "2 infantry", **how, overland="1 infantry", way_back=True)
    plain = fought("1 infantry, 1 fighter", "2 infantry", retreat="after 1")
    assert (left.win, left.retreat) == approx((plain.win, plain.retreat))
    attack, defend = "2 infantry, 1 fighter", "3 infantry"
    for retreat in ("after 1", "after 2", "below 0.5"):
        order: dict[str, Any] = {"attack_losses": "fighter, infantry", "retreat": retreat}
        left = fought(attack, defend, amphibious=True, overland="2 infantry", way_back=True, **order)
        plain = fought(attack, defend, **order)
        assert (left.win, left.retreat, left.rounds) == approx((plain.win, plain.retreat, plain.rounds))
    assert odds.battle("classic", "1 ftr", "2 inf", **how, way_back=False).retreat == 0
    option = {"amphibious_retreat": "overland"}
    assert odds.battle("classic", "2 inf", "2 inf", option, **how, way_back=True).retreat > 0.1
    assert odds.battle("classic", "2 inf", "2 inf", option, **how, way_back=False).retreat == 0


HELD_UP: list[tuple[str, str, str]] = [
    ("3 infantry, 1 fighter", "3 infantry", "1 infantry"),
    ("2 infantry, 2 armour, 2 fighter", "4 infantry", "2 armour"),
    ("2 infantry, 1 bomber", "2 infantry, 1 fighter", "2 infantry"),
]


@pytest.mark.rule("S42-AMPH-16")
@pytest.mark.parametrize(("retreat", "goal"), [("after 1", "win"), ("below 0.6", "take"), ("optimal", "value")])
@pytest.mark.parametrize(("attack", "defend", "overland"), HELD_UP)
def test_overland_units_without_a_way_back_hold_up_the_aircraft(
    attack: str, defend: str, overland: str, retreat: str, goal: str
) -> None:
    """Aircraft leave only once the last that came overland has fallen: as the engine does."""
    how: dict[str, Any] = {"amphibious": True, "overland": overland, "goal": goal, "retreat": retreat}
    asked = odds.question("1942", attack, defend, **how, way_back=False)
    exact, engine = odds.answer(asked), simulate(asked, 1500, seconds=math.inf)
    free = odds.battle("1942", attack, defend, **how, way_back=True)
    assert exact.method == "exact" and exact.retreat != approx(free.retreat)
    for name in ("win", "lose", "both", "retreat", "take"):
        assert abs(getattr(engine, name) - getattr(exact, name)) < 1.5 * engine.error < 0.04, name


@pytest.mark.rule("S42-AMPH-16")
@pytest.mark.parametrize("retreat", ["optimal", "after 1", "after 2"])
@pytest.mark.parametrize("goal", ["win", "value"])
def test_optimal_losses_where_overland_units_hold_up_the_aircraft(goal: str, retreat: str) -> None:
    """To lose the unit without a way back may be worth more than to lose one that landed."""
    for attack, defend, overland in LANDINGS:
        how: dict[str, Any] = {"amphibious": True, "overland": overland, "goal": goal, "retreat": retreat}
        best = {"attack_losses": "optimal", "defend_losses": "optimal"}
        asked = odds.question("1942", attack, defend, **how, **best, way_back=False)  # type: ignore[arg-type]
        assert worth(asked, odds.answer(asked)) == approx(EngineTree(asked).value, abs=1e-6)


@pytest.mark.parametrize("game", ["classic", "1942"])
def test_no_way_back_from_a_battle_that_is_no_landing(game: str) -> None:
    """Land units stay to the end; aircraft alone break off."""
    how: dict[str, Any] = {"attack_losses": "infantry, fighter", "retreat": "after 1"}
    asked = odds.question(game, "1 inf 2 ftr", "3 inf", **how, way_back=False)
    exact, engine = odds.answer(asked), simulate(asked, 1000, seconds=math.inf)
    free = odds.battle(game, "1 inf 2 ftr", "3 inf", **how)
    assert odds.battle(game, "1 inf 2 ftr", "3 inf", **how, way_back=True).retreat == approx(free.retreat)
    assert 0.1 < exact.retreat < free.retreat - 0.1
    assert abs(engine.win - exact.win) < 1.5 * engine.error and abs(engine.retreat - exact.retreat) < 1.5 * engine.error
    assert odds.battle(game, "2 inf", "2 inf", **how, way_back=False).retreat == 0
    assert odds.battle(game, "2 ftr", "1 bb", retreat="after 1", way_back=False).retreat > 0  # there always is, at sea


LANDINGS: list[tuple[str, str, str]] = [
    ("1 infantry, 1 armour, 1 fighter", "2 infantry", "1 armour"),
    ("1 infantry, 1 artillery, 1 bomber", "1 infantry, 1 fighter", "1 artillery"),
    ("1 armour, 2 infantry", "2 infantry", "2 infantry"),
    ("1 infantry, 1 fighter", "1 artillery, 1 infantry", ""),
]


@pytest.mark.rule("S42-AMPH-16")
@pytest.mark.parametrize("retreat", ["optimal", "after 1", "after 2"])
@pytest.mark.parametrize("goal", ["win", "value"])
@pytest.mark.parametrize(("attack", "defend", "overland"), LANDINGS)
def test_optimal_losses_where_some_leave_and_others_fight_on(
    attack: str, defend: str, overland: str, goal: str, retreat: str
) -> None:
    """The engine's own tree of dice, losses and retreats has the same worth; survivors and rounds agree with it."""
    how: dict[str, Any] = {"amphibious": True, "overland": overland, "goal": goal, "retreat": retreat}
    asked = odds.question("1942", attack, defend, attack_losses="optimal", defend_losses="optimal", **how)
    assert asked.in_part
    found = odds.answer(asked)
    assert found.method == "exact" and not found.note
    assert worth(asked, found) == approx(EngineTree(asked).value, abs=1e-6)
    cost = asked.rules.types
    left = sum(e.chance * sum(cost[k].cost * n for k, n in e.attackers.items()) for e in found.survivors)
    assert sum(entry.chance for entry in found.survivors) == approx(1)
    assert sum(figure.cost * n for figure, n in asked.attack) - left == approx(found.attacker_loss)
    by_round = fought(attack, defend, **how, attack_losses="optimal", defend_losses="optimal", by_round=True)
    assert by_round.rounds == approx(found.rounds) == approx(1 + sum(entry.going for entry in by_round.by_round))
    assert by_round.by_round[-1].retreat == approx(found.retreat)
    plain = {repr((e.attackers, e.defenders)): e.chance for e in found.survivors}
    assert {repr((e.attackers, e.defenders)): e.chance for e in by_round.survivors} == approx(plain)
    fixed = odds.question("1942", attack, defend, **how, defend_losses="optimal")
    assert worth(asked, found) >= worth(fixed, odds.answer(fixed)) - 1e-9


@pytest.mark.rule("S42-AMPH-16")
@pytest.mark.parametrize("retreat", ["optimal", "after 1"])
@pytest.mark.parametrize("goal", ["win", "value"])
def test_which_of_two_like_units_is_lost_matters(goal: str, retreat: str) -> None:
    """Infantry that landed and infantry that came overland, with a fighter: every choice looked at by itself."""
    asked = odds.question(
        "1942",
        "3 infantry, 1 fighter",
        "2 infantry",
        overland="1 infantry",
        goal=goal,
        retreat=retreat,
        attack_losses="optimal",
    )
    expected = MixedLanding(goal, retreat == "after 1").start((2, 1, 1), 2)
    assert worth(asked, odds.answer(asked)) == approx(expected, abs=1e-9)
    for losses in ("cheapest", "weakest keep-land", "fighter, infantry"):
        fixed = msgspec.structs.replace(asked, attack_losses=LossPolicy.parse(losses, asked.rules.types.find))
        assert worth(fixed, odds.answer(fixed)) <= expected + 1e-9


@pytest.mark.rule("S42-AMPH-16")
@pytest.mark.parametrize(("retreat", "goal"), [("optimal", "value"), ("below 0.4", "take"), ("below 0.4", "win")])
def test_a_simulated_attacker_breaks_off_in_part_as_the_exact_one_does(retreat: str, goal: str) -> None:
    """He looks at what the landed units can do alone before he takes the others away."""
    how = {"overland": "2 infantry, 1 armour", "retreat": retreat, "goal": goal}
    asked = odds.question("1942", "4 infantry, 1 armour, 1 fighter", "3 infantry, 1 fighter", **how)  # type: ignore[arg-type]
    exact, found = odds.answer(asked), odds.answer(asked, budget=1, seconds=math.inf, runs=700)
    assert exact.method == "exact" and found.method == "simulated" and exact.retreat > 0.1
    for name in ("win", "lose", "retreat"):
        assert abs(getattr(found, name) - getattr(exact, name)) < 1.5 * found.error < 0.06, name
    assert abs(found.attacker_loss - exact.attacker_loss) < 0.8


def worth(asked: Question, found: Odds) -> float:
    """What an answer is worth to the attacker for his goal, as the trees count it."""
    if asked.goal == "win":
        return found.win
    mine, theirs = (sum(figure.cost * n for figure, n in side) for side in (asked.attack, asked.defend))
    return (mine - found.attacker_loss) - (theirs - found.defender_loss)


class MixedLanding:
    """A second calculator for one sort of battle: landed infantry, overland infantry and fighters against infantry."""

    def __init__(self, goal: str, must_leave: bool) -> None:
        self.goal = goal
        self.must_leave = must_leave
        self.ended: dict[tuple[tuple[int, int, int], int, int], float] = {}

    def start(self, mine: tuple[int, int, int], theirs: int) -> float:
        """The worth of a battle before its first round, with all its rounds summed up until nothing changes."""
        return self._round(mine, theirs, 0)

    def _round(self, mine: tuple[int, int, int], theirs: int, saved: int) -> float:
        quiet, total = 0.0, 0.0
        for hits, chance in _hits([(mine[0] + mine[1], 1 / 6), (mine[2], 1 / 2)]).items():
            for lost, other in _hits([(theirs, 1 / 3)]).items():
                left = max(0, theirs - hits)
                share = chance * other
                if left == theirs and lost == 0:
                    quiet += share
                else:
                    total += share * max(self._end(kept, left, saved) for kept in _kept(mine, lost))
        # A quiet round: the attacker leaves (for good), or it all begins again.
        again = total / (1 - quiet)
        off = self._off(mine, theirs, saved)
        if off is None:
            return again
        leave = total + quiet * off
        return leave if self.must_leave else max(again, leave)

    def _end(self, mine: tuple[int, int, int], theirs: int, saved: int) -> float:
        """The worth at the end of a round."""
        key = (mine, theirs, saved)
        if key not in self.ended:
            self.ended[key] = self._settle(mine, theirs, saved)
        return self.ended[key]

    def _settle(self, mine: tuple[int, int, int], theirs: int, saved: int) -> float:
        if not theirs or not any(mine):
            if self.goal == "win":
                return float(any(mine))
            return saved + 3 * (mine[0] + mine[1]) + 10 * mine[2] - 3 * theirs
        off = self._off(mine, theirs, saved)
        if off is not None and self.must_leave:
            return off
        stay = self._round(mine, theirs, saved)
        return stay if off is None else max(stay, off)

    def _off(self, mine: tuple[int, int, int], theirs: int, saved: int) -> float | None:
        """What it is worth that overland infantry and fighters leave (None if there are none)."""
        value = 3 * mine[1] + 10 * mine[2]
        if not value:
            return None
        if mine[0]:
            return self._end((mine[0], 0, 0), theirs, saved + value)
        return 0.0 if self.goal == "win" else saved + value - 3 * theirs


def _hits(dice: list[tuple[int, float]]) -> dict[int, float]:
    chances = {0: 1.0}
    for number, hit in dice:
        for _ in range(number):
            after: dict[int, float] = {}
            for hits, chance in chances.items():
                after[hits] = after.get(hits, 0.0) + chance * (1 - hit)
                after[hits + 1] = after.get(hits + 1, 0.0) + chance * hit
            chances = after
    return chances


def _kept(mine: tuple[int, int, int], lost: int) -> list[tuple[int, int, int]]:
    lost = min(lost, sum(mine))
    return [
        (a, b, c)
        for a in range(mine[0] + 1)
        for b in range(mine[1] + 1)
        for c in range(mine[2] + 1)
        if sum(mine) - (a + b + c) == lost
    ]


def test_a_damaged_battleship_is_sunk_by_one_hit() -> None:
    """A cruiser hits half the time, the battleship two times out of three; sound ships beside it are damaged first."""
    found = fought("1 cruiser", "1 damaged battleship")
    assert (found.win, found.both, found.lose) == approx((1 / 5, 2 / 5, 2 / 5))
    assert fought("1 Kreuzer", "1 beschädigtes Schlachtschiff").win == found.win
    pair = fought("2 cruiser", "2 battleship, 1 damaged battleship", by_round=True)
    assert pair.by_round[0].defender_value == approx(60)  # two hits only damage
    kept = {sum(units.values()) for entry in pair.survivors for units in entry.defenders.values()}
    assert kept == {1, 2, 3}


FLEET = ("submarine", "destroyer", "transport", "cruiser", "carrier", "fighter", "battleship")


def _draw(rng: Random, kinds: tuple[str, ...], most: int) -> dict[str, int]:
    units: dict[str, int] = {}
    for _ in range(most):
        kind = rng.choice(kinds)
        units[kind] = units.get(kind, 0) + 1
    return units


@pytest.mark.parametrize("seed", range(16))
def test_optimal_losses_are_those_of_the_engines_own_tree(seed: int) -> None:
    """Every die and every permitted choice of the engine, looked at one by one, give the same worth."""
    rng = Random(seed)
    sea = seed % 4 != 0
    kinds = FLEET if sea else ("infantry", "artillery", "fighter", "armour")
    attack, defend = _draw(rng, kinds, 3), _draw(rng, kinds, 3)
    if sea and not set(defend) - {"fighter"}:
        defend["submarine"] = 1
    goal = rng.choice(("win", "value"))
    asked = odds.question(
        "1942",
        Force(attack, "germany", damaged={"battleship": rng.randint(0, attack.get("battleship", 0))}),
        Force(defend, "uk", damaged={"battleship": rng.randint(0, defend.get("battleship", 0))}),
        attack_losses="optimal",
        defend_losses="optimal",
        goal=goal,
        gun=not sea and rng.random() < 0.5,
    )
    found = odds.answer(asked)
    assert found.method == "exact", found.note
    assert worth(asked, found) == approx(EngineTree(asked).value, abs=1e-6)


@pytest.mark.parametrize("retreat", ["never", "after 1", "after 2", "below 0.5", "optimal"])
@pytest.mark.parametrize("goal", ["win", "value"])
def test_sums_and_survivors_agree(retreat: str, goal: str) -> None:
    """What is left, summed up, is what is said to be lost; optimal losses are no worse than fixed ones."""
    attack, defend = (
        "2 submarine, 1 destroyer, 1 cruiser, 1 fighter",
        "1 submarine, 1 destroyer, 1 battleship, 1 transport",
    )
    reached = {}
    for losses in ("cheapest", "optimal"):
        found = fought(attack, defend, retreat=retreat, goal=goal, attack_losses=losses, by_round=True)
        cost = rules_for("1942").types
        left = sum(e.chance * sum(cost[k].cost * n for k, n in e.attackers.items()) for e in found.survivors)
        assert sum(entry.chance for entry in found.survivors) == approx(1)
        assert found.attacker_loss == approx(42 - left)
        assert found.rounds == approx(1 + sum(entry.going for entry in found.by_round), abs=1e-6)
        reached[losses] = found.win if goal == "win" else found.defender_loss - found.attacker_loss
    if retreat in ("never", "after 1", "after 2"):
        assert reached["optimal"] >= reached["cheapest"] - 1e-9


@pytest.mark.rule("S42-SUB-07")
def test_rounds_in_which_submarines_dive() -> None:
    """The attacker's dive first: where none is left to dive from, the defenders' stay, and nobody is destroyed."""
    gone = fought("1 submarine", "1 submarine", attack_subs="leave", defend_subs="leave", by_round=True)
    assert gone.lose == 1 and gone.both == 0 and gone.attacker_loss == gone.defender_loss == 0
    assert gone.rounds == 1 and [(entry.round, entry.lose, entry.going) for entry in gone.by_round] == [(1, 1, 0)]
    # Both defenders miss (1/3): if the destroyer was sunk (1/3), the submarine dives in the next round.
    going = (1 / 3) * (1 / 3) + (1 / 3) * (2 / 3)
    listed = fought(
        "1 submarine", "1 destroyer, 1 cruiser", attack_subs="leave", defend_losses="destroyer", by_round=True
    )
    assert listed.rounds == approx((1 + (1 / 3) * (1 / 3)) / (1 - (1 / 3) * (2 / 3)))
    assert listed.by_round[0].going == approx(going)
    assert listed.rounds == approx(1 + sum(entry.going for entry in listed.by_round))


@pytest.mark.parametrize(
    ("attack", "defend"),
    [("2 infantry", "9 infantry"), ("1 transport", "1 carrier"), ("1 submarine, 1 transport", "2 battleship")],
)
def test_nobody_wins_by_running_away(attack: str, defend: str) -> None:
    """Who wants to win fights on, however hopeless it is and however losses are chosen; for money he leaves."""
    for losses in ("cheapest", "optimal"):
        stays = fought(attack, defend, retreat="optimal", goal="win", attack_losses=losses)
        assert stays.retreat == 0 and stays.win == approx(fought(attack, defend, attack_losses=losses).win)
        assert fought(attack, defend, retreat="optimal", goal="value", attack_losses=losses).retreat > 0


@pytest.mark.parametrize("how", [{"retreat": "below 0.5"}, {"attack_losses": "optimal", "defend_losses": "optimal"}])
def test_to_take_something_at_sea_is_to_win(how: dict[str, str]) -> None:
    for game in ("classic", "1942"):
        forces = (game, "2 fighter, 1 battleship", "1 carrier, 1 submarine")
        take, win = (odds.battle(*forces, goal=goal, **how) for goal in ("take", "win"))
        assert (take.win, take.retreat) == (win.win, win.retreat) and win.win > 0.05


@pytest.mark.parametrize("retreat", ["never", "below 0.5"])
def test_large_battles_at_sea_keep_to_the_budget(retreat: str) -> None:
    """They would take minutes; what the budget allows is solved."""
    budget = BUDGET * PATIENCE if retreat != "never" else BUDGET
    fleet = "6 submarine, 6 destroyer, 6 cruiser, 6 fighter, 6 transport, 6 battleship"
    for forces in (fleet, "350 cruiser"):
        asked = odds.question("1942", forces, forces, retreat=retreat)
        with pytest.raises(TooManyStates):
            SeaFight(figures_of(asked.rules), asked, budget)
    small = odds.question("1942", "20 cruiser, 10 fighter", "20 cruiser, 10 submarine", retreat=retreat)
    assert odds.answer(small).method == "exact"


@pytest.mark.rule("S42-OPT-04")
def test_a_raid_with_escorts_and_interceptors() -> None:
    """Two bombers and an escort against an interceptor: the escort takes the hit, a lone bomber is lost itself."""
    option = {"escorts_and_interceptors": True}
    found = odds.raid("1942", 2, option, gun=False, escorts=1, interceptors=1)
    assert found.lost == {0: approx(1)} and found.expected_damage == approx(7)
    assert found.escorts_lost == {0: approx(2 / 3), 1: approx(1 / 3)}
    assert found.interceptors_lost == {0: approx(5 / 6), 1: approx(1 / 6)}
    assert found.expected_value == approx(7 + 10 / 6 - 10 / 3)
    alone = odds.raid("1942", 1, option, gun=True, interceptors=1)
    assert alone.lost[1] == approx(1 / 6 + (5 / 6) * (1 / 3))
    with pytest.raises(BadValue, match="escorts_and_interceptors"):
        odds.raid("1942", 1, interceptors=1)
    with pytest.raises(BadValue, match="at least one bomber"):
        odds.raid("1942", 0, option, escorts=1)


def joint_losses(rules: Any, bombers: int, escorts: int, interceptors: int, gun: bool) -> list[dict[int, float]]:
    """Bombers, escorts and interceptors lost, by looking at every combination of shots."""

    def at_gun(aircraft: int) -> dict[int, float]:
        return odds.anti_air(rules, aircraft) if gun else {0: 1.0}

    found: list[dict[int, float]] = [{}, {}, {}]
    for down, first in at_gun(bombers).items():
        for gone, second in at_gun(escorts).items():
            fights = interceptors and bombers + escorts > down + gone
            shot = rules.hit_chances([rules.escort_value] * (escorts - gone)) if fights else [1.0]
            hits = rules.hit_chances([rules.interceptor_value] * interceptors) if fights else [1.0]
            for up, third in enumerate(shot):
                for number, fourth in enumerate(hits):
                    taken = min(number, escorts - gone)
                    losses = (down + min(number - taken, bombers - down), gone + taken, min(up, interceptors))
                    for sort, lost in enumerate(losses):
                        found[sort][lost] = found[sort].get(lost, 0.0) + first * second * third * fourth
    return found


@pytest.mark.rule("S42-OPT-04")
@pytest.mark.parametrize("low_luck", [False, True])
def test_losses_over_a_factory_sort_by_sort(low_luck: bool) -> None:
    """The same as all combinations of what happens to bombers, escorts and interceptors together."""
    rules = rules_for("1942", {"escorts_and_interceptors": True, "low_luck": low_luck})
    for bombers, escorts, interceptors in [(1, 0, 0), (0, 0, 2), (3, 2, 0), (2, 1, 3), (1, 4, 2), (3, 3, 9), (4, 5, 6)]:
        for gun in (True, False):
            raid = odds.raid(rules, bombers, gun=gun, escorts=escorts, interceptors=interceptors)  # type: ignore[arg-type]
            found = (raid.lost, raid.escorts_lost, raid.interceptors_lost)
            for mine, slow in zip(found, joint_losses(rules, bombers, escorts, interceptors, gun), strict=True):
                assert mine == approx({number: chance for number, chance in slow.items() if chance})


def test_a_thousand_aircraft_over_a_factory() -> None:
    """As many as may be asked about; nobody counts combinations."""
    option = {"escorts_and_interceptors": True}
    huge = odds.raid("1942", 500, option, escorts=500, interceptors=500)
    assert huge.expected_lost == approx(500 / 6)  # the gun alone: the escorts take all hits of the interceptors
    assert sum(number * chance for number, chance in huge.escorts_lost.items()) == approx(500 / 6 + 500 / 3)
    assert sum(number * chance for number, chance in huge.interceptors_lost.items()) == approx(500 * 5 / 36)


@pytest.mark.rule("S42-SBR-03")
def test_damage_that_a_factory_cannot_have() -> None:
    """Twice the value of the territory and no more; none where damage does not stay."""
    assert odds.raid("1942", 1, gun=False, value=3, damaged=6).damage == {0: approx(1)}
    with pytest.raises(BadValue, match="worth 3 has 0 to 6 points of damage, not 7"):
        odds.raid("1942", 1, value=3, damaged=7)
    with pytest.raises(BadValue, match="3 points of damage\\? In this game no damage stays"):
        odds.raid("classic", 1, damaged=3)
    assert odds.raid("1942", 1).damage_stays and not odds.raid("classic", 1).damage_stays
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"damaged": 2.5}, "damaged: a whole number was expected, not 2.5"),
        ({"value": "3"}, "value: a whole number was expected, not '3'"),
        ({"money": "much"}, "money: a whole number was expected, not 'much'"),
        ({"damaged": True}, "damaged: a whole number was expected, not True"),
    ]
    for how, words in wrong:
        with pytest.raises(BadValue, match=words):
            odds.raid("1942", 1, **how)


def test_money_without_a_limit() -> None:
    """What 500 bombers destroy, if nobody says how much there is."""
    assert odds.raid("classic", 500, gun=False).expected_damage == approx(1750)
    assert odds.raid("classic", 500, gun=False, money=3000).expected_damage == approx(1750)
    assert odds.raid("classic", 500, gun=False, money=999).expected_damage == approx(999)


@pytest.mark.rule("S42-AMPH-08")
def test_ships_that_may_not_bombard_are_named() -> None:
    """As many ships fire as units land; the answer says which do not."""
    crowded = odds.battle("1942", "2 infantry, 2 cruiser, 1 battleship", "2 infantry")
    assert crowded.note == "not all ships may bombard; these do not fire: 1 cruiser"
    assert crowded.notes["de"].endswith("diese feuern nicht: 1 Kreuzer")
    asked = [odds.question("1942", f"2 infantry, {n} cruiser", "2 infantry") for n in (2, 4, 3)]
    all_fire, two_silent, one_silent = odds.battles(asked)
    assert all_fire.win == two_silent.win and not all_fire.notes
    assert two_silent.note.endswith("2 cruisers") and one_silent.note.endswith("1 cruiser")
