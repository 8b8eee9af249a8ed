"""Rehearsing plans: their dice, fixed numbers, the budget, the choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, cast

import pytest

import sandtable
from sandtable.ai import General, play_on, player, rehearsal, seats
from sandtable.ai.attacks import Attack, Part
from sandtable.ai.commander import Commander
from sandtable.ai.luck import Damage, ledger
from sandtable.ai.outlook import chance
from sandtable.ai.position import strength
from sandtable.ai.race import Plan, Race
from sandtable.ai.rehearsal import Opening, SceneDice, rehearse
from sandtable.ai.rules import WarRules
from sandtable.ai.search import Understudy, with_attack
from sandtable.ai.threats import Verdicts
from sandtable.ai.tuning import tuning
from sandtable.core.game import Game
from sandtable.warfare.actions import Move, Purchase, Resign
from sandtable.warfare.fire import Fire
from sandtable.warfare.state import Battle, Unit, WarState


def test_dice_of_rehearsals_are_fair() -> None:
    """Chance is not tamed: a face may come ten times before another; the same seed draws the same."""
    rolled = SceneDice("a").roll(6000, 6)
    assert all(880 < number < 1120 for number in Counter(rolled).values())
    dozens = [Counter(rolled[at : at + 12]) for at in range(0, 6000, 12)]
    assert sum(max(dozen.values()) >= 4 for dozen in dozens) > 250  # from a bag of twelve it would never be so
    assert SceneDice("a").roll(30, 6) == SceneDice("a").roll(30, 6) != SceneDice("b").roll(30, 6)
    assert set(SceneDice("a").roll(80, 4)) == {1, 2, 3, 4}


def test_the_same_battle_rolls_the_same_whatever_else_was_rolled() -> None:
    """Every battle of every turn has dice of its own, so that one plan's luck elsewhere does not change it."""
    start = sandtable.new_game("classic", seed=2).state
    here, there = start.copy(), start.copy()
    here.battle, there.battle = Battle("karelia_ssr", "land"), Battle("ukraine_ssr", "land")
    one, other = SceneDice("a"), SceneDice("a")
    other.roll_for(there, 5, 6)
    assert one.roll_for(here, 20, 6) == other.roll_for(here, 20, 6)
    assert one.roll_for(there, 20, 6) != one.roll_for(here, 20, 6)
    assert one.drawn == 60


def test_a_rehearsal_plays_on_and_leaves_everything_alone() -> None:
    """It ends where it is told to, and the game it began from has not moved."""
    game = sandtable.new_game("1942", seed=2)
    before = game.digest()
    players = dict.fromkeys(game.rules.powers, Understudy(tuning("officer")))
    after = rehearse(Opening(game.view("ussr"), players), "x", lambda state: state.power == "uk")
    assert after is not None and after.state.power == "uk" and after.state.round == 1
    assert game.digest() == before
    again = dict.fromkeys(game.rules.powers, Understudy(tuning("officer")))
    same = rehearse(Opening(game.view("ussr"), again), "x", lambda state: state.power == "uk")
    assert same is not None and same.digest() == after.digest()


def two_submarines() -> Game[WarState]:
    """Two German boats attack a British battleship; before the first die they are asked whether to submerge."""
    units = {
        "sz_9": {"germany": {"submarine": 2}},
        "sz_10": {"uk": {"battleship": 1}},
        "germany": {"germany": {"factory": 1, "infantry": 6}},
        "united_kingdom": {"uk": {"factory": 1, "infantry": 6}},
    }
    game = sandtable.setup("1942", seed=1, power="germany", phase="combat_move", units=units)
    for boat in game.state.at["sz_9"]:
        game.apply(Move((boat,), ("sz_9", "sz_10")))
    return cast(Game[WarState], game)


@pytest.mark.parametrize("start", [lambda: sandtable.new_game("1942", seed=2), two_submarines])
def test_rehearsals_share_what_comes_before_the_first_die(start: Callable[[], Game[WarState]]) -> None:
    """One that goes on from where another rolled its first die is the same as one from the beginning, luck and all."""
    game = start()
    power = game.state.power

    def opening() -> Opening:
        me, others = Understudy(tuning("general")), Understudy(tuning("reply"))
        return Opening(game.view(power), {other: me if other == power else others for other in game.rules.powers})

    def ends(begin: Opening, seed: int) -> tuple[str, dict[str, Damage]]:
        after = rehearse(begin, seed, lambda state: state.power != power)
        assert after is not None
        return after.digest(), ledger(cast(Fire, after.rules), after.events)

    shared = opening()
    begun = shared.state
    found = [ends(shared, seed) for seed in (1, 2, 1)]
    assert found == [ends(opening(), seed) for seed in (1, 2, 1)]
    assert found[0][1]["axis"].expected + found[0][1]["allies"].expected > 0
    assert shared.state is not begun and shared.state.phase == "combat"


def race(*scores: list[float]) -> tuple[Race, list[Plan]]:
    """A race of plans that have been rehearsed with these results, the first being the officer's own."""
    plans = [Plan(str(at), tuning("general"), [], list(each)) for at, each in enumerate(scores)]
    return Race(plans, tuning("general")), plans


def test_a_plan_is_believed_by_what_it_showed_and_how_often() -> None:
    """A lead seen often counts nearly in full, one seen twice little, and one that is not there not at all."""
    often, plans = race([0.5] * 60, [0.55] * 60)
    seldom, others = race([0.5] * 2, [0.55] * 2)
    assert 0.045 < often.lead(plans[1]).mean < 0.05
    assert 0.0 < seldom.lead(others[1]).mean < 0.04
    assert seldom.lead(others[1]).error > often.lead(plans[1]).error
    assert often.best() is plans[1]


def test_the_own_plan_stays_unless_another_is_believed_better() -> None:
    """Even results are not enough: other plans carry a handicap."""
    even, plans = race([0.5, 0.52, 0.48, 0.5], [0.5, 0.52, 0.48, 0.5])
    assert even.best() is plans[0]


def test_a_race_rehearses_the_hopeful_and_ends_when_all_is_clear() -> None:
    """A plan that is far behind is looked at as often as all are, and no more; a clear lead ends the race."""
    figures = tuning("general")
    plans = [Plan(name, figures, []) for name in ("own", "bad", "good")]
    worth = {"own": 0.5, "bad": 0.1, "good": 0.8}

    def rehearse(plan: Plan) -> bool:
        plan.scores.append(worth[plan.posture])
        return True

    found = Race(plans, figures).run(rehearse, most=500)
    assert found is plans[2]
    assert len(plans[1].scores) == figures.first_look
    assert sum(len(plan.scores) for plan in plans) < 30


def _attack(target: str, *units: str) -> Attack:
    """An attack by units of these ids."""
    home = Unit("", 0, "infantry", "germany", "germany")
    return Attack(target, [Part(("infantry",), (ident,), home) for ident in units])


def test_a_further_attack_takes_the_units_it_needs() -> None:
    """Whoever else wanted them stays at home; nobody attacks the same place twice."""
    first, second, third = _attack("karelia_ssr", "a", "b"), _attack("ukraine_ssr", "c"), _attack("caucasus", "d")
    assert with_attack([first, second, third], _attack("russia", "b"))[:2] == [second, third]
    better = _attack("caucasus", "e")
    assert with_attack([first, third], better) == [first, better]


def test_a_lucky_start_convinces_nobody() -> None:
    """However well a plan began, it is chosen only when it has been seen often enough; the race looks at it again."""
    lucky, plans = race([0.5], [0.9])
    assert lucky.best() is plans[0]
    worth = {"0": 0.5, "1": 0.9}
    asked = []

    def rehearse(plan: Plan) -> bool:
        asked.append(plan.posture)
        plan.scores.append(worth[plan.posture])
        return True

    assert lucky.run(rehearse, most=50) is plans[1]
    assert asked.count("1") == tuning("general").confirmed - 1 and len(plans[0].scores) == tuning("general").confirmed


def test_a_race_without_time_keeps_the_own_plan() -> None:
    """Nobody has been rehearsed, so nobody is preferred."""
    figures = tuning("general")
    plans = [Plan(name, figures, []) for name in ("own", "other")]
    assert Race(plans, figures).run(lambda plan: False, most=10) is plans[0]


def test_a_rehearsal_that_finds_no_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever goes on for ever would keep a real player waiting; the rehearsal says nothing instead."""
    game = sandtable.new_game("classic", seed=2)
    players = dict.fromkeys(game.rules.powers, Understudy(tuning("officer")))
    monkeypatch.setattr(rehearsal, "MOST_DECISIONS", 3)
    assert rehearse(Opening(game.view("ussr"), players), "x", lambda state: False) is None


def test_the_general_stops_when_its_time_is_up() -> None:
    """By its own clock, here one that ticks once for every look at it."""
    game = sandtable.new_game("classic", seed=2)
    one = General(1, budget=50.0)
    ticks = iter(range(10**6))
    one.clock = lambda: float(next(ticks))
    assert game.decision is not None
    one.decide(game.view("ussr"), game.decision)
    assert 0 < one.rehearsed <= 50


@pytest.mark.parametrize(("budget", "rehearses"), [(1.0, False), (5.0, True)])
def test_too_little_time_is_not_wasted_on_rehearsals(budget: float, rehearses: bool) -> None:
    """A dozen rehearsals of two dozen plans say nothing; then the plan that looks best as a whole is taken."""
    game = sandtable.new_game("classic", seed=2)
    one = General(1, budget)
    one.clock = lambda: 0.0
    assert game.decision is not None
    one.decide(game.view("ussr"), game.decision)
    assert (one.rehearsed > 0) == rehearses


def test_the_general_looks_twice_a_turn() -> None:
    """Once before the battles, once after them; in between and afterwards its plans hold."""
    game = sandtable.new_game("classic", seed=2)
    one = General(1)
    one.retune({"playouts": 16, "least_playouts": 1, "marches": 0.25, "budget": 0.0, "decided": 0.0})
    numbers: dict[str, set[int]] = {}
    while game.decision is not None and game.state.power == "ussr":
        phase = game.state.phase
        action = one.decide(game.view("ussr"), game.decision)
        numbers.setdefault(phase, set()).add(one.rehearsed)
        game.apply(action)
    (before_the_battles,) = numbers["purchase"]
    assert 0 < before_the_battles <= 12 and numbers["combat_move"] == {before_the_battles}
    assert len(numbers["noncombat_move"]) == 1 and max(numbers["noncombat_move"]) <= 4
    assert numbers["placement"] == numbers["noncombat_move"] and one.fallbacks == 0


def march(verdicts: Verdicts) -> dict[str, int]:
    """Where ten German infantry in Eastern Europe go that the Red Army in Karelia could throw back from the Ukraine."""
    units = {
        "eastern_europe": {"germany": {"infantry": 10}},
        "ukraine_ssr": {"germany": {"infantry": 1}},
        "karelia_ssr": {"ussr": {"infantry": 12, "armour": 8}},
        "germany": {"germany": {"infantry": 20}},
        "russia": {"ussr": {"infantry": 5}},
    }
    owners = {"ukraine_ssr": "germany"}
    game = sandtable.setup("classic", seed=1, power="germany", phase="noncombat_move", units=units, owners=owners)
    one = Understudy.of(Plan("steady", tuning("officer"), [], verdicts=verdicts), game.state.round, "germany")
    after = rehearse(Opening(game.view("germany"), {"germany": one}), 1, lambda state: state.phase != "noncombat_move")
    assert after is not None
    return Counter(unit.space for unit in after.state.units_of("germany"))


def test_a_place_can_be_dared_or_shunned() -> None:
    """The officer holds back; told that the Ukraine is safe he goes there, told that his place is lost he leaves it."""
    assert march(Verdicts())["ukraine_ssr"] <= 1
    assert march(Verdicts(dared=frozenset(("ukraine_ssr",))))["ukraine_ssr"] >= 10
    assert march(Verdicts())["eastern_europe"] >= 8
    assert march(Verdicts(shunned=frozenset(("eastern_europe",))))["eastern_europe"] <= 2


def test_verdicts_hold_for_one_turn() -> None:
    """The next turn judges by what the enemy can send."""
    game = sandtable.new_game("classic", seed=1)
    verdicts = Verdicts(shunned=frozenset(("caucasus",)))
    one = Understudy.of(Plan("steady", tuning("officer"), [], verdicts=verdicts), 1, "ussr")
    rules: Any = game.rules
    garrison = Counter({"infantry": 30})
    assert one.look(rules, game.state, "ussr")[1].danger("caucasus", garrison).chance == 1.0
    later = game.state.copy()
    later.round = 2
    assert one.look(rules, later, "ussr")[1].danger("caucasus", garrison).chance < 0.1


def test_another_force_for_the_same_target_is_tried() -> None:
    """Plans before the battles differ in what is attacked and in who is sent."""
    game = sandtable.new_game("classic", seed=2)
    play_on(
        game, seats({power: "officer" for power in game.rules.powers}, 2), until=lambda g: g.state.power == "germany"
    )
    assert game.decision is not None
    plans = General(1)._battle_plans(game.view("germany"), game.decision)
    own = {attack.target: attack.units() for attack in plans[0].attacks}
    others = [attack for plan in plans[1:] for attack in plan.attacks]
    assert any(attack.target in own and attack.units() != own[attack.target] for attack in others)
    assert any(attack.target not in own for attack in others)


def test_a_side_that_is_beaten_gives_up() -> None:
    """A capital is lost and hardly anything is left: the resignation of both powers ends the game."""
    units = {
        "germany": {"uk": {"infantry": 20}},
        "japan": {"japan": {"infantry": 1}},
        "russia": {"ussr": {"infantry": 20}},
        "eastern_united_states": {"usa": {"infantry": 20}},
    }
    owners = {"germany": "uk", "southern_europe": "uk", "western_europe": "uk", "eastern_europe": "uk"}
    game = sandtable.setup("classic", seed=1, power="germany", phase="combat_move", units=units, owners=owners, round=8)
    play_on(game, seats({power: "cadet" for power in game.rules.powers}, 1), until=lambda g: g.state.round > 8)
    assert game.outcome is not None and (game.outcome.winner, game.outcome.reason) == ("allies", "resignation")


def without_berlin(japanese: int) -> Game[WarState]:
    """Berlin has fallen, and Japan has so many tanks left; Germany is to move."""
    units = {
        "germany": {"uk": {"infantry": 20}},
        "japan": {"japan": {"armour": japanese}},
        "russia": {"ussr": {"infantry": 20}},
        "eastern_united_states": {"usa": {"infantry": 20}},
    }
    game = sandtable.setup("1942", power="germany", phase="combat_move", units=units, owners={"germany": "uk"}, round=8)
    return cast(Game[WarState], game)


@pytest.mark.parametrize(("japanese", "gives_up"), [(20, True), (50, False)])
def test_a_side_without_hope_gives_up(japanese: int, gives_up: bool) -> None:
    """Whoever has lost a capital gives up when his chance to win is next to nothing, though much may be left to him."""
    game = without_berlin(japanese)
    rules = cast(WarRules, game.rules)
    officer = cast(Commander, player("officer", 1))
    assert strength(rules, game.state, "axis") > officer.own.hopeless
    assert (chance(rules, game.state, "axis") < officer.own.forlorn) is gives_up
    assert game.decision is not None
    assert (officer.decide(game.view("germany"), game.decision) == Resign()) is gives_up


def test_what_was_bought_counts_as_much_as_the_money() -> None:
    """Whoever has spent his money is no weaker for it; what he bought stands on no space yet."""
    game = cast(Game[WarState], sandtable.new_game("1942", seed=1))
    rules, before = cast(WarRules, game.rules), game.state
    game.apply(Purchase({"infantry": 8}))
    assert game.state.money["ussr"] == before.money["ussr"] - 24
    assert strength(rules, game.state, "allies") == strength(rules, before, "allies")


def test_nobody_gives_up_an_open_game() -> None:
    """Not at the beginning, not by chance."""
    game = sandtable.new_game("1942", seed=3)
    play_on(game, dict.fromkeys(game.rules.powers, player("cadet", 1)), until=lambda g: g.state.round > 2)
    assert game.state.resigned == ()
