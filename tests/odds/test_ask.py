"""Asking: words, errors that help, fallbacks that say so, answers that are remembered."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import pytest
from pytest import approx

from sandtable import odds
from sandtable.core.errors import BadValue, OptionConflict, SandtableError, UnknownName
from sandtable.core.registry import definition
from sandtable.games.classic.rules import ClassicRules
from sandtable.odds import Force, LossPolicy, RetreatPolicy
from sandtable.odds.ask import BUDGET, rules_for
from sandtable.odds.losses import MOST_STATES
from sandtable.odds.muster import parse
from sandtable.odds.simulation import simulate
from sandtable.warfare.battle import BattleStep
from sandtable.warfare.sequence import AnyStep
from sandtable.warfare.state import Battle, Unit, WarState

RULES: Any = definition("classic").rules()


def own_rules(**methods: Any) -> Any:
    """The classic rules with some methods replaced."""
    return type("OwnRules", (ClassicRules,), methods)(RULES.options)


@pytest.mark.parametrize(
    ("words", "units"),
    [
        ("10 infantry, 5 armour, 2 fighter", {"infantry": 10, "armour": 5, "fighter": 2}),
        ("10 inf 5 arm", {"infantry": 10, "armour": 5}),
        ("fighter, bomber and 2 tanks", {"fighter": 1, "bomber": 1, "armour": 2}),
        ("3x inf + 2 x arm 4xftr", {"infantry": 3, "armour": 2, "fighter": 4}),
        ("2 aircraft carriers 1 aircraft carrier", {"carrier": 3}),
        ("2 U-Boote und 1 Schlachtschiff", {"submarine": 2, "battleship": 1}),
        ("1 inf 2 inf", {"infantry": 3}),
        ("12infantry", {"infantry": 12}),
    ],
)
def test_forces_in_words(words: str, units: dict[str, int]) -> None:
    """Names, plurals, abbreviations, both languages, with or without commas."""
    assert parse(RULES, words) == [Force(units)]


def test_several_nations_in_words() -> None:
    """A power, a colon, its units; a semicolon before the next."""
    listed = parse(RULES, "uk: 2 inf, 1 ftr; United States: 2 inf;")
    assert listed == [Force({"infantry": 2, "fighter": 1}, "uk"), Force({"infantry": 2}, "usa")]


GOOD = {"attack": "2 inf", "defend": "2 inf"}


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"attack": "2 inf, 5 tnks"}, UnknownName, "'tnks'. Did you mean tanks"),
        ({"attack": "3 infantery"}, UnknownName, "Did you mean infantry"),
        ({"attack": "10 inf 5"}, BadValue, "5 of what"),
        ({"attack": "10 5 inf"}, BadValue, "10 of what"),
        ({"attack": ""}, BadValue, "no units on the side of the attacker"),
        ({"defend": "0 inf"}, BadValue, "no units on the side of the defender"),
        ({"defend": {"infantry": -1}}, BadValue, "infantry: a number was expected, not -1"),
        ({"defend": {"infantry": 1.5}}, BadValue, "1.5"),
        ({"defend": {"infantrie": 1}}, UnknownName, "infantrie"),
        ({"attack": "1 factory"}, BadValue, "industrial complex takes no part"),
        ({"attack": "1 inf 1 aa"}, BadValue, "AA gun takes no part"),
        ({"attack": "9999 inf"}, BadValue, "9999 units are too many"),
        ({"attack": "grmany: 2 inf"}, UnknownName, "Did you mean germany"),
        ({"attack": "germany: 2 inf; japan: 1 inf"}, BadValue, "Germany and Japan cannot attack together"),
        ({"attack": "germany: 2 inf", "defend": "japan: 1 inf"}, BadValue, "Japan is no enemy of Germany"),
        ({"attack_tech": ["jetpower"]}, UnknownName, "development 'jetpower'. Did you mean jet_power"),
        ({"defend_tech": ["usa: jet_power"]}, BadValue, "United States has no units"),
        ({"attack": Force({"infantry": 1}, "germany", ("lasers",))}, UnknownName, "lasers"),
        ({"attack": "2 inf, 1 trn"}, BadValue, "transport cannot take part in a battle on land"),
        ({"attack": "1 ftr 1 bb"}, BadValue, "needs land units"),
        ({"attack": "1 ftr", "amphibious": True}, BadValue, "needs land units"),
        ({"attack": "2 inf", "defend": "1 bb"}, BadValue, "infantry cannot fight at sea"),
        ({"attack": "1 sub", "defend": "1 bb", "gun": True}, BadValue, "AA guns do not fire at sea"),
        ({"attack": "1 sub", "defend": "1 bb", "amphibious": True}, BadValue, "no landing"),
        ({"attack": "1 damaged bb", "defend": "1 sub"}, BadValue, "battleship: the first hit is the last"),
        ({"attack": "2 damaged", "defend": "1 sub"}, BadValue, "2 of what"),
        ({"attack": "damaged", "defend": "1 sub"}, BadValue, "Damaged what"),
        ({"attack": 5}, BadValue, "Units were expected, for example «2 infantry», not 5"),
        ({"overland": True}, BadValue, "Units were expected, for example «2 infantry», not True"),
        ({"overland": "1 ftr"}, BadValue, "fighter does not come overland: only land units do (infantry)"),
        ({"overland": "3 inf"}, BadValue, "Overland: 3 infantry? The attack has only 2 infantry"),
        ({"overland": "1 arm"}, BadValue, "Overland: 1 armour? The attack has none"),
        ({"overland": "1 tnk"}, UnknownName, "'tnk'. Did you mean tank"),
        ({"overland": "usa: 1 inf"}, BadValue, "Overland come units of the attacker (Germany), not of United States"),
        ({"overland": "2 inf"}, BadValue, "at least one that comes from the sea"),
        ({"attack": "1 sub", "defend": "1 bb", "overland": "1 inf"}, BadValue, "The attack has none"),
        ({"attack_losses": "chepest"}, UnknownName, "Did you mean cheapest"),
        ({"attack_losses": "cheapest, infantry"}, BadValue, "'cheapest' stands alone"),
        ({"defend_losses": LossPolicy(order=("infantry", "tank"))}, UnknownName, "tank"),
        ({"retreat": "nevr"}, UnknownName, "Did you mean never"),
        ({"retreat": "after"}, BadValue, "needs a number"),
        ({"retreat": "after 0"}, BadValue, "At least 1"),
        ({"retreat": "below 2"}, BadValue, "between 0 and 1"),
        ({"retreat": "below nan"}, BadValue, "between 0 and 1"),
        ({"retreat": "never 3"}, BadValue, "takes no number"),
        ({"goal": "glory"}, UnknownName, "Known: take, value, win"),
        ({"attack_subs": "dive"}, UnknownName, "leave, stay"),
        ({"options": {"lowluck": True}}, UnknownName, "Did you mean low_luck"),
        ({"options": {"low_luck": "yes"}}, BadValue, "low_luck"),
        ({"options": {"low_luck": True, "casualty_timing": "per_column"}}, OptionConflict, "casualty_timing"),
    ],
    ids=str,
)
def test_errors_name_the_word_and_suggest(change: dict[str, Any], error: type[SandtableError], words: str) -> None:
    """Nothing is guessed, nothing is swallowed."""
    with pytest.raises(error) as refused:
        odds.question("classic", **(GOOD | change))
    assert words in str(refused.value)


def test_unknown_games_and_policies() -> None:
    """Also where values are built by hand."""
    with pytest.raises(UnknownName, match="Did you mean classic"):
        odds.battle("clasic", "1 inf", "1 inf")
    with pytest.raises(UnknownName, match="loss policy 'bold'"):
        LossPolicy("bold")
    with pytest.raises(UnknownName, match="retreat policy 'sometimes'"):
        RetreatPolicy("sometimes")
    with pytest.raises(BadValue, match="from 0 to 500"):
        odds.raid("classic", -1)
    with pytest.raises(UnknownName, match="development"):
        odds.raid("classic", 1, tech=["heavy_tanks"])
    with pytest.raises(BadValue, match="no territory worth 11"):
        odds.raid("classic", 1, value=11)


def test_powers_that_were_not_named_are_enemies_of_those_that_were() -> None:
    """The default attacker is of the Axis unless the defender is."""
    asked = odds.question("classic", "1 inf", "germany: 1 inf")
    assert (asked.attacker, asked.defend[0][0].power) == ("ussr", "germany")
    asked = odds.question("classic", "usa: 1 inf", "1 inf")
    assert asked.defend[0][0].power in ("germany", "japan")
    asked = odds.question("classic", "1 inf", "1 inf; usa: 1 ftr")
    assert [figure.power for figure, _ in asked.defend] == ["usa", "usa"]


def test_land_or_sea() -> None:
    """The forces say where the battle is."""
    assert odds.question("classic", "1 ftr", "1 sub").where == "sea"
    assert odds.question("classic", "1 bb", "2 ftr").where == "sea"
    assert odds.question("classic", "2 ftr", "1 ftr").where == "land"
    landing = odds.question("classic", "1 inf 1 bb", "1 inf")
    assert landing.where == "land" and landing.landing and [f.kind for f, _ in landing.bombard] == ["battleship"]


def test_developments_belong_to_powers() -> None:
    """Each nation fights with its own."""
    asked = odds.question("classic", "1 inf", "uk: 1 ftr; usa: 1 ftr", defend_tech=["usa:jet_power"])
    assert [figure.shots["defence"].value for figure, _ in asked.defend] == [4, 5]
    both = odds.question("classic", "1 inf", "uk: 1 ftr; usa: 1 ftr", defend_tech=["jet_power"])
    assert [figure.shots["defence"].value for figure, _ in both.defend] == [5, 5]


# Stalemates, unknown steps, units that depend on each other


def test_a_stalemate_is_an_outcome() -> None:
    """Rules under which transports do not defend: nobody can hurt anybody."""

    def defence_value(self: Any, state: WarState, unit: Unit) -> int:
        return 0 if unit.kind == "transport" else ClassicRules.defence_value(self, state, unit)

    rules = own_rules(defence_value=defence_value)
    found = odds.battle(rules, "1 transport", "1 transport", by_round=True)
    assert found.stalemate == 1 and found.win == found.lose == found.both == 0
    assert found.attacker_loss == found.defender_loss == 0
    mixed = odds.battle(rules, "1 trn, 1 cv", "1 trn, 1 cv", attack_losses="carrier", defend_losses="carrier")
    chances = (mixed.win, mixed.lose, mixed.both, mixed.stalemate)
    assert sum(chances) == approx(1) and mixed.stalemate > 0.05
    free = odds.battle(rules, "1 transport", "1 transport", attack_losses="optimal")
    assert free.stalemate == 1
    value = odds.battle(rules, "1 transport", "1 transport", retreat="optimal", goal="value")
    assert value.stalemate == 1


@pytest.mark.parametrize("losses", ["optimal", "cheapest"])
def test_a_stalemate_lasts_until_it_may_be_broken_off(losses: str) -> None:
    """Transports that can hurt nobody: the attacker waits for his round, however far away, and leaves."""

    def defence_value(self: Any, state: WarState, unit: Unit) -> int:
        return 0 if unit.kind == "transport" else ClassicRules.defence_value(self, state, unit)

    rules = own_rules(defence_value=defence_value)
    for rounds in (3, 200, 100_000_000):
        found = odds.battle(rules, "1 trn", "1 trn", retreat=f"after {rounds}", attack_losses=losses)
        assert found.retreat == approx(1) and found.rounds == approx(rounds)
    how: dict[str, Any] = {"attack_losses": "carrier", "defend_losses": losses.replace("cheapest", "carrier")}
    some = odds.battle(rules, "1 trn, 1 cv", "1 trn, 1 cv", retreat="after 1000000", **how)
    stuck = odds.battle(rules, "1 trn, 1 cv", "1 trn, 1 cv", **how)
    assert (stuck.stalemate > 0.05) == (losses == "cheapest")  # who may choose keeps the carrier
    assert some.retreat == approx(stuck.stalemate)
    assert some.rounds == approx(stuck.rounds + stuck.stalemate * 1e6, rel=1e-4)


def test_steps_the_exact_method_does_not_know_are_simulated() -> None:
    """A rule set with a step of its own is played by the engine, and the answer says so."""

    class Parley(BattleStep[Any]):
        name = "parley"

        def fight(self, rules: Any, table: Any, battle: Battle) -> None:
            pass

    def land_battle(self: Any) -> tuple[AnyStep, ...]:
        return (*ClassicRules.land_battle(self), Parley())

    rules = own_rules(land_battle=land_battle)
    asked = odds.question(rules, "2 inf", "1 inf")
    found = odds.answer(asked, seconds=math.inf, runs=400)
    assert found.method == "simulated" and "does not know the step parley" in found.note and found.runs == 400
    assert abs(found.win - odds.battle("classic", "2 inf", "1 inf").win) < 2 * found.error
    assert odds.battle(rules, "1 sub", "1 bb").method == "exact"
    below = odds.battle(rules, "2 inf", "1 inf", retreat="below 0.5")
    assert below.method == "simulated" and "fought on where they were not quickly known" in below.note
    assert below.retreat == 0
    chosen = odds.battle(rules, "2 inf, 1 arm", "1 inf", attack_losses="optimal")
    assert chosen.method == "simulated" and "best of the fixed orders" in chosen.note
    assert "does not know the step parley" in chosen.note and "positions" not in chosen.note


def test_units_that_depend_on_their_company_are_simulated() -> None:
    """Infantry that fires better beside armour is not an infantry alone."""

    def attack_value(self: Any, state: WarState, unit: Unit) -> int:
        value = ClassicRules.attack_value(self, state, unit)
        helped = unit.kind == "infantry" and any(u.kind == "armour" for u in state.units_in(unit.space))
        return value + 1 if helped else value

    def can_take(self: Any, unit: Unit, target: str) -> bool:
        return ClassicRules.can_take(self, unit, target)

    rules = own_rules(attack_value=attack_value, can_take=can_take)
    found = odds.battle(rules, "2 inf 1 arm", "2 inf")
    assert found.method == "simulated" and "depend on their company" in found.note
    assert odds.battle(rules, "2 inf", "2 inf").method == "exact"


def test_battles_too_large_are_simulated_with_an_interval() -> None:
    """The budget is stated, the answer names the reason, the interval holds the exact chance."""
    asked = odds.question("classic", "8 inf 4 arm", "9 inf")
    exact = odds.answer(asked)
    found = odds.answer(asked, budget=1000, seconds=math.inf, runs=800)
    assert exact.method == "exact" and exact.error == 0 and not exact.note
    assert found.method == "simulated" and "too large for the exact method" in found.note
    assert abs(found.win - exact.win) < 2 * found.error < 0.1
    assert sum(entry.chance for entry in found.survivors) == approx(1)
    assert BUDGET > 10**8 and MOST_STATES > 1000


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"retreat": "below 0.6"}, "retreat 'below' looked at the exact odds of what was left"),
        ({"retreat": "below 0.6", "goal": "take"}, "retreat 'below' looked at the exact odds of what was left"),
        ({"retreat": "optimal", "goal": "value"}, "retreat 'optimal' looked at the exact odds of what was left"),
        ({"retreat": "optimal"}, "retreat 'optimal' never breaks off for the goal 'win'"),
    ],
    ids=str,
)
def test_retreats_that_look_at_the_odds_are_simulated_too(how: dict[str, Any], words: str) -> None:
    """Beyond the budget the engine fights, and looks at the odds of what is left: as the exact method does."""
    asked = odds.question("classic", "5 inf 2 arm 1 ftr", "6 inf 1 ftr", **how)
    exact, found = odds.answer(asked), odds.answer(asked, budget=10, seconds=math.inf, runs=500)
    assert exact.method == "exact" and found.method == "simulated" and found.runs == 500
    assert words in found.note and "fought on" not in found.note
    for name in ("win", "lose", "retreat"):
        assert abs(getattr(found, name) - getattr(exact, name)) < 2 * found.error < 0.1, name
    assert abs(found.attacker_loss - exact.attacker_loss) < 1.5


def test_nothing_is_refused_for_its_size() -> None:
    """Beyond every budget: hundreds of units, chance-based retreat, optimal losses."""
    huge = odds.question("classic", "390 inf 10 arm", "400 inf", retreat="below 0.3")
    found = odds.answer(huge, seconds=0.5)
    assert found.method == "simulated" and "fought on where they were not quickly known" in found.note
    asked = odds.question("classic", "30 inf 5 arm", "30 inf", attack_losses="optimal", retreat="below 0.5")
    both = odds.answer(asked, budget=10, seconds=0.5)
    assert both.method == "simulated"
    assert "best of the fixed orders" in both.note and "retreat 'below' looked at" in both.note


def test_very_many_states_are_noticed_before_they_are_listed() -> None:
    """Three nations with all sorts of ships under submarine fire: simulated, not stuck."""
    fleet = "12 sub 12 trn 12 cv 12 bb 12 ftr"
    asked = odds.question(
        "classic", "30 sub 10 bb", f"ussr: {fleet}; uk: {fleet}; usa: {fleet}", defend_losses="ftr, bb"
    )
    from sandtable.odds.ask import not_solvable

    assert "too large" in not_solvable(asked)["en"]


# Answers


def test_the_rounds_add_up() -> None:
    """By-round chances of a duel: geometric."""
    found = odds.battle("classic", "1 inf", "1 inf", by_round=True)
    for number, entry in enumerate(found.by_round[:10], start=1):
        assert entry.round == number and entry.going == approx((5 / 6 * 4 / 6) ** number)
    assert not odds.battle("classic", "1 inf", "1 inf").by_round
    after = odds.battle("classic", "2 inf", "2 inf", by_round=True, retreat="after 2")
    assert [entry.round for entry in after.by_round] == [1, 2]
    assert after.by_round[0].retreat == 0 and after.by_round[1].retreat == approx(after.retreat)
    assert after.by_round[1].going == approx(0)


@pytest.mark.parametrize(
    ("game", "attack", "defend", "how"),
    [
        ("classic", "4 inf, 1 arm, 2 ftr", "4 inf, 1 ftr", {"gun": True, "retreat": "after 3"}),
        ("1942", "4 inf, 1 arm, 1 ftr, 2 ca", "3 inf, 1 ftr", {"overland": "2 inf, 1 arm", "retreat": "after 1"}),
        ("1942", "2 sub, 1 dd, 1 ca", "1 dd, 1 sub, 1 bb, 1 trn", {}),
        ("1942", "2 sub, 1 dd", "1 ca, 2 sub", {"defend_subs": "leave"}),
    ],
)
def test_simulated_rounds_mean_the_same(game: str, attack: str, defend: str, how: dict[str, Any]) -> None:
    """Frequencies of how the battle stands after every round, beside the exact chances."""
    asked = odds.question(game, attack, defend, by_round=True, **how)
    exact, found = odds.answer(asked), simulate(asked, 1500, seconds=math.inf)
    assert exact.method == "exact" and [entry.round for entry in found.by_round[:2]] == [1, 2]
    for mine, other in zip(found.by_round, exact.by_round, strict=False):
        for name in ("win", "lose", "both", "retreat", "going", "stalemate"):
            assert abs(getattr(mine, name) - getattr(other, name)) < 0.05, (mine.round, name)
        assert abs(mine.attacker_value - other.attacker_value) < 1
        assert abs(mine.defender_value - other.defender_value) < 1
    last = found.by_round[-1]
    assert (last.win, last.lose, last.retreat, last.going) == approx((found.win, found.lose, found.retreat, 0))
    worth = sum(figure.cost * number for figure, number in asked.attack)
    assert last.attacker_value == approx(worth - found.attacker_loss)
    assert found.rounds == approx(1 + sum(entry.going for entry in found.by_round))
    assert not simulate(odds.question(game, attack, defend, **how), 10).by_round


def test_equal_questions_are_answered_once() -> None:
    """Also when asked anew; another policy, option or development is another question."""
    first = odds.question("classic", "5 inf 2 arm", "4 inf")
    same = odds.question("classic", {"infantry": 5, "armour": 2}, {"infantry": 4})
    others = [
        odds.question("classic", "5 inf 2 arm", "4 inf", attack_losses="weakest"),
        odds.question("classic", "5 inf 2 arm", "4 inf", {"low_luck": True}),
        odds.question("classic", "5 inf 2 arm", "4 inf", retreat="after 1"),
        odds.question("classic", "5 inf 2 arm", "4 inf", amphibious=True),
        odds.question("classic", "5 inf 2 arm", "4 inf", overland="1 inf"),
        odds.question("classic", "5 inf 2 arm", "4 inf", overland="2 inf"),
        odds.question("classic", "5 inf 2 arm", "4 inf", survivors=False),
    ]
    answers = odds.battles([first, same, *others])
    assert answers[0] is answers[1]
    assert all(answer is not answers[0] for answer in answers[2:])
    assert odds.battles([first])[0] is answers[0]
    assert answers[-1].survivors == () and answers[0].survivors


def test_a_changed_answer_does_not_change_the_next() -> None:
    """What is handed out belongs to the caller."""
    one = odds.answer(odds.question("classic", "2 inf", "1 inf"))
    one.survivors[0].attackers["infantry"] = 99
    two = odds.answer(odds.question("classic", "2 inf", "1 inf"))
    assert all(entry.attackers.get("infantry", 0) <= 2 for entry in two.survivors)


def test_answers_turn_into_json() -> None:
    """Plain data all the way."""
    found = odds.battle("classic", "2 inf", "1 inf", by_round=True)
    data = msgspec.json.decode(msgspec.json.encode(found))
    assert {"win", "lose", "both", "stalemate", "method", "elapsed_ms", "survivors", "by_round"} <= set(data)


def test_a_force_is_judged_alike_whomever_it_met_before() -> None:
    """What is kept about a side must not depend on the enemy it was first judged against."""
    large = odds.battle("classic", "5 trn", "3 trn").rounds
    odds.battle("classic", "1 trn", "3 trn")
    odds.battle("classic", "2 trn", "3 trn")
    assert odds.battle("classic", "5 trn", "3 trn").rounds == large
    one = odds.battle("classic", "1 trn", "4 trn")  # nobody can hurt the defenders: they have a single state
    two = odds.battle("classic", "3 trn", "4 trn")
    assert one.lose == approx(1) and two.lose == approx(1) and one.rounds < two.rounds


def test_rule_sets_are_made_once() -> None:
    """The same game with the same options is the same rule set, so its figures are looked up once."""
    assert rules_for("classic") is rules_for("classic", {})
    assert rules_for("classic", {"low_luck": True}) is not rules_for("classic")


def test_compiled_code_finds_a_place(tmp_path: Any, monkeypatch: Any) -> None:
    """Where numba knows none, a private folder in the temporary directory; one that others may write is refused."""
    from sandtable.odds import compiled

    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    place = compiled.private_folder()
    assert place is not None and place.parent == tmp_path and place.stat().st_mode & 0o077 == 0
    place.chmod(0o777)
    assert compiled.private_folder() is None
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / "missing"))
    assert compiled.private_folder() is None
