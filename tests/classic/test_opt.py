"""The optional rules (CL-OPT): every switch on and off, values that are refused, and how they combine."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable import BadValue, Event, OptionConflict, UnknownName
from sandtable.core.dice import ScriptedDice
from sandtable.core.table import Table
from sandtable.games.classic.rules import ClassicRules
from sandtable.games.classic.variants import OPTIONS
from sandtable.warfare.actions import (
    AssignHits,
    ChooseCasualties,
    EndPhase,
    FightOn,
    FireRocket,
    Move,
    NextBattle,
    Place,
    PlaceBid,
    Purchase,
    Research,
    Retreat,
    Withdraw,
)
from tests.classic.drill import try_menu
from tests.classic.play import position, rules_of
from tests.words import WarGame, asked, count, end, happened, ids, land, lose, move, pass_on, refused, units

CHANGED: dict[str, list[object]] = {
    "bid": [{"germany": 9, "japan": 14}, {"usa": 30}],
    "axis_economic_target": [0, 60, 120],
    "allied_economic_target": [110, 140],
    "heavy_bomber_dice": [2],
    "neutral_fee": [0, 5],
    "zero_value_ic_capacity": [0],
    "casualty_timing": ["per_step"],
    "amphibious_retreat": ["air_survivors", "overland"],
    "multinational_hits": ["defenders"],
    "victory_check": ["immediate"],
}
"""Values that differ from the default; every other option is a flag."""

SINGLE = [(o.key, value) for o in OPTIONS for value in CHANGED.get(o.key, [not o.default])]
CONFLICTS = {
    frozenset({"total_victory", "axis_economic_target"}),
    frozenset({"total_victory", "allied_economic_target"}),
    frozenset({"neutrals_impassable", "neutral_fee"}),
}


def compose(options: dict[str, object]) -> ClassicRules:
    rules = sandtable.definition("classic").rules(options)
    assert isinstance(rules, ClassicRules)
    return rules


def rolled(events: list[Event]) -> list[tuple[str, tuple[int, ...], int]]:
    """(purpose, dice, hits) of everything rolled."""
    return [(e.purpose, e.dice, e.hits) for e in happened(events, "dice_rolled")]


def ended(game: WarGame) -> tuple[str, ...]:
    """(winning side, reason), or nothing while the game goes on."""
    return (game.outcome.winner, game.outcome.reason) if game.outcome else ()


def round_end(owners: dict[str, str], options: dict[str, object], **more: Any) -> WarGame:
    """The USA end their turn: income, then the test for victory."""
    game = position(power="usa", phase="noncombat_move", units={}, owners=owners, options=options, **more)
    end(game)
    return game


# Individual winner


def growth(monkeypatch: pytest.MonkeyPatch, side: str, figures: dict[str, int]) -> Any:
    """The growth announced when a side wins with these final productions."""
    rules = compose({"individual_winner": True})
    monkeypatch.setattr(rules, "production", lambda state, power: figures[power])
    table = Table(rules.fresh_state(), ScriptedDice(()))
    rules.win(table, side, "capitals")
    (event,) = happened(table.events, "growth")
    return event


START = {"ussr": 24, "germany": 32, "uk": 30, "japan": 25, "usa": 36}


@pytest.mark.rule("CL-OPT-01")
def test_growth_is_cut_to_one_decimal(monkeypatch: pytest.MonkeyPatch) -> None:
    """UK 45 → 50.0 %, USA 37 → 2.7 %, USSR 28 → 16.6 %; Japan 44 → 76.0 %, Germany 51 → 59.3 %."""
    allies = growth(monkeypatch, "allies", {"uk": 45, "usa": 37, "ussr": 28})
    assert allies.permille == {"ussr": 166, "uk": 500, "usa": 27}
    assert allies.winners == ("uk",)
    axis = growth(monkeypatch, "axis", {"japan": 44, "germany": 51})
    assert axis.permille == {"germany": 593, "japan": 760}
    assert axis.winners == ("japan",)


@pytest.mark.rule("CL-OPT-01")
def test_the_individual_winner_is_named_when_the_game_ends() -> None:
    """The Allies win by capitals; the USSR, which took Berlin, grew most. Without the option nobody is named."""
    owners = {"germany": "ussr", "japan": "usa"}
    game = round_end(owners, {"individual_winner": True})
    (event,) = happened(game.events, "growth")
    assert event.permille == {"ussr": 416, "uk": 0, "usa": 222}
    assert event.winners == ("ussr",)
    assert ended(game)[0] == "allies"
    plain = round_end(owners, {})
    assert not happened(plain.events, "growth")


@pytest.mark.rule("CL-OPT-01")
def test_nobody_is_named_while_the_game_goes_on() -> None:
    """No side has won: no growth."""
    assert not happened(round_end({}, {"individual_winner": True}).events, "growth")


@pytest.mark.rule("CL-OPT-02")
def test_equal_fractions_share_the_win_and_exact_fractions_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    """36/24 = 45/30: shared. Otherwise the greater fraction wins, not the greater gain."""
    shared = growth(monkeypatch, "allies", {"ussr": 36, "uk": 45, "usa": 36})
    assert shared.winners == ("ussr", "uk")
    # 2/24 = 8.3 %, 2/30 = 6.6 %, 3/36 = 8.3 %; then 2/30 = 6.6 % against 2/36 = 5.5 %.
    assert growth(monkeypatch, "allies", {"ussr": 26, "uk": 32, "usa": 39}).winners == ("ussr", "usa")
    assert growth(monkeypatch, "allies", {"ussr": 24, "uk": 32, "usa": 38}).winners == ("uk",)


@pytest.mark.rule("CL-OPT-02")
def test_growth_below_zero_and_above_double(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the printed tables the formula simply goes on, downwards cut to the floor."""
    event = growth(monkeypatch, "allies", {"ussr": 50, "uk": 0, "usa": 31})
    assert event.permille == {"ussr": 1083, "uk": -1000, "usa": -139}


@pytest.mark.rule("CL-OPT-03")
@pytest.mark.parametrize(
    ("power", "production", "permille"),
    [
        *[("ussr", 26 + n, p) for n, p in enumerate((83, 125, 166, 208, 250, 291, 333, 375))],
        ("ussr", 34, 416),
        ("ussr", 38, 583),
        ("germany", 34, 62),
        ("germany", 37, 156),
        ("germany", 40, 250),
        ("germany", 51, 593),
        ("germany", 61, 906),
        ("japan", 44, 760),
        ("usa", 60, 666),
        ("uk", 31, 33),
    ],
)
def test_misprints_of_the_tables_are_not_repeated(
    monkeypatch: pytest.MonkeyPatch, power: str, production: int, permille: int
) -> None:
    """The corrected rows of the printed tables."""
    side = "axis" if power in ("germany", "japan") else "allies"
    assert growth(monkeypatch, side, START | {power: production}).permille[power] == permille


# Victory


@pytest.mark.rule("CL-OPT-04")
@pytest.mark.parametrize("option", [True, False])
def test_total_victory_needs_all_capitals(option: bool) -> None:
    """Two Allied capitals win for the Axis only without the option; all three always."""
    chosen: dict[str, object] = {"total_victory": option}
    two = {"russia": "germany", "united_kingdom": "germany"}
    assert (round_end(two, chosen).outcome is None) is option
    game = round_end(two | {"eastern_united_states": "japan"}, chosen)
    assert ended(game)[0] == "axis"
    allied = round_end({"germany": "uk", "japan": "usa"}, chosen)
    assert ended(allied)[0] == "allies"


@pytest.mark.rule("CL-OPT-04")
def test_total_victory_knows_no_economic_win() -> None:
    """One Allied capital and enough other land for 84: no win with the option."""
    rich = {
        "western_united_states": "japan",
        "russia": "germany",
        "india": "japan",
        "brazil": "japan",
        "caucasus": "germany",
    }
    assert round_end(rich, {}).outcome is not None
    assert round_end(rich, {"total_victory": True}).outcome is None


@pytest.mark.rule("CL-OPT-10")
@pytest.mark.parametrize(("target", "won"), [(0, False), (67, True), (68, False)])
def test_the_axis_target_can_be_set_or_switched_off(target: int, won: bool) -> None:
    """The Axis stand at 67."""
    game = round_end({"western_united_states": "japan"}, {"axis_economic_target": target})
    assert (game.outcome is not None) is won


@pytest.mark.rule("CL-OPT-10")
@pytest.mark.parametrize(("target", "won"), [(0, False), (110, True), (111, False)])
def test_the_allies_can_have_a_target_too(target: int, won: bool) -> None:
    """The Allies stand at 110."""
    owners = {"southern_europe": "uk", "western_europe": "uk", "eastern_europe": "ussr", "ukraine_ssr": "ussr"}
    owners |= {"finland_norway": "uk"}
    game = round_end(owners, {"allied_economic_target": target})
    rules = rules_of(game)
    assert sum(rules.production(game.state, power) for power in ("ussr", "uk", "usa")) == 110
    assert (game.outcome is not None) is won
    assert ended(game) == (("allies", "economy") if won else ())


@pytest.mark.rule("CL-OPT-18")
@pytest.mark.parametrize("option", [True, False])
def test_a_capital_win_may_need_all_own_capitals(option: bool) -> None:
    """The Allies hold Berlin and Tokyo but have lost Moscow: no win with the option."""
    owners = {"germany": "uk", "japan": "usa", "russia": "germany"}
    game = round_end(owners, {"capital_win_needs_own_capitals": option})
    assert (game.outcome is None) is option


@pytest.mark.rule("CL-OPT-18")
def test_the_economic_win_needs_no_own_capitals() -> None:
    """Only the win by capitals is restricted: 84 of production win without Tokyo."""
    rich = {"western_united_states": "japan", "russia": "germany", "india": "japan", "brazil": "japan"}
    rich |= {"caucasus": "germany", "karelia_ssr": "germany", "eastern_canada": "germany", "japan": "usa"}
    rich |= {"australia": "japan", "china": "japan"}
    game = round_end(rich, {"capital_win_needs_own_capitals": True})
    assert ended(game)[1] == "economy"


@pytest.mark.rule("CL-OPT-21")
@pytest.mark.parametrize("check", ["round_end", "immediate"])
def test_victory_at_once_or_at_the_end_of_the_round(check: str) -> None:
    """Germany takes Moscow while it holds London."""
    game = position(
        units={"caucasus": {"germany": {"infantry": 1}}},
        owners={"caucasus": "germany", "united_kingdom": "germany"},
        options={"victory_check": check},
    )
    move(game, "1 infantry", "caucasus", "russia")
    end(game)
    assert (game.outcome is not None) is (check == "immediate")


@pytest.mark.rule("CL-OPT-21")
def test_an_immediate_victory_can_come_in_the_middle_of_a_blitz() -> None:
    """The game ends in the combat move, while the armour is on its way."""
    game = position(
        units={"caucasus": {"germany": {"armour": 1}}},
        owners={"caucasus": "germany", "united_kingdom": "germany"},
        options={"victory_check": "immediate"},
    )
    move(game, "1 armour", "caucasus", "russia", "novosibirsk")
    assert game.outcome is not None and game.decision is None


@pytest.mark.rule("CL-OPT-21")
def test_an_immediate_economic_victory() -> None:
    """The territory that brings the Axis to their target ends the game."""
    game = position(
        units={"libya": {"germany": {"infantry": 1}}},
        options={"victory_check": "immediate", "axis_economic_target": 59},
    )
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    assert not ended(game)
    end(game)
    assert ended(game)[1] == "economy"


# Sequence of play


@pytest.mark.rule("CL-OPT-06")
def test_the_axis_may_begin_with_developments() -> None:
    """Germany jets, Japan super submarines; otherwise nobody has any."""
    game = sandtable.new_game("classic", {"axis_starting_tech": True}, seed=1)
    assert game.state.tech == {"germany": ("jet_power",), "japan": ("super_submarines",)}
    assert sandtable.new_game("classic", seed=1).state.tech == {}


@pytest.mark.rule("CL-OPT-07")
@pytest.mark.parametrize(("option", "number"), [(True, 1), (True, 2), (False, 1)])
def test_the_ussr_may_be_barred_from_attacking_in_round_1(option: bool, number: int) -> None:
    """No combat move of any sort in round 1; everything from round 2 on."""
    game = position(
        power="ussr",
        round=number,
        units={
            "karelia_ssr": {"ussr": {"infantry": 1, "fighter": 1, "bomber": 1}},
            "karelia_sea_zone": {"ussr": {"submarine": 1}},
            "north_sea_zone": {"germany": {"transport": 1}},
            "germany": {"germany": {"factory": 1}},
            "eastern_europe": {"germany": {"infantry": 1}},
        },
        options={"russia_restricted": option},
    )
    barred = option and number == 1
    assert (try_menu(game) == [EndPhase()]) is barred
    orders: list[tuple[str, tuple[str, ...], bool]] = [
        ("1 infantry", ("karelia_ssr", "finland_norway"), False),
        ("1 fighter", ("karelia_ssr", "eastern_europe"), False),
        ("1 bomber", ("karelia_ssr", "eastern_europe", "germany"), True),
        ("1 submarine", ("karelia_sea_zone", "north_sea_zone"), False),
    ]
    for forces, route, raid in orders:
        if barred:
            with refused(game, "CL-OPT-07"):
                move(game, forces, *route, raid=raid)
        else:
            move(game, forces, *route, raid=raid)


@pytest.mark.rule("CL-OPT-07")
def test_only_the_ussr_is_barred_and_only_from_attacking() -> None:
    """Germany attacks in round 1; the USSR makes its noncombat moves."""
    options: dict[str, object] = {"russia_restricted": True}
    game = position(units={"libya": {"germany": {"infantry": 1}}}, options=options)
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    soviet = position(
        power="ussr", phase="noncombat_move", units={"russia": {"ussr": {"infantry": 1}}}, options=options
    )
    move(soviet, "1 infantry", "russia", "caucasus")


@pytest.mark.rule("CL-OPT-08")
@pytest.mark.parametrize("option", [True, False])
def test_complexes_may_be_out_of_stock(option: bool) -> None:
    """Everything else is still for sale."""
    game = position(phase="purchase", units={}, options={"no_new_complexes": option}, money={"germany": 30})
    assert game.decision is not None
    assert ("factory" in game.decision.about["prices"]) is not option
    if option:
        with refused(game, "CL-OPT-08"):
            game.apply(Purchase({"factory": 1}))
        assert all("factory" not in a.units for a in try_menu(game) if isinstance(a, Purchase))
        game.apply(Purchase({"bomber": 1}))
    else:
        game.apply(Purchase({"factory": 1}))


@pytest.mark.rule("CL-OPT-09")
def test_weapons_development_can_be_left_out() -> None:
    """The turn begins with the purchase; with the option on (the default) with research."""
    game = sandtable.new_game("classic", {"weapons_development": False}, seed=1)
    assert asked(game) == ("ussr", "purchase")
    with pytest.raises(sandtable.IllegalAction):
        game.apply(Research(1))
    assert asked(sandtable.new_game("classic", seed=1)) == ("ussr", "research")
    with pytest.raises(UnknownName):
        position(phase="research", options={"weapons_development": False})


@pytest.mark.rule("CL-OPT-17")
@pytest.mark.parametrize("option", [True, False])
def test_income_without_a_capital(option: bool) -> None:
    """Germany without Berlin collects 22 with the option, but still buys nothing."""
    options: dict[str, object] = {"income_without_capital": option}
    game = position(phase="income", units={}, owners={"germany": "uk"}, money={"germany": 0}, options=options)
    assert game.state.money["germany"] == (22 if option else 0)
    turn = position(phase="research", units={}, owners={"germany": "uk"}, money={"germany": 22}, options=options)
    assert asked(turn) == ("germany", "combat_move")


# Bids


@pytest.mark.rule("CL-OPT-11")
def test_a_bid_is_spent_on_units_beside_own_units_or_kept() -> None:
    """Germany places infantry in Libya and a submarine in the Baltic, keeps 1 of 12; Japan keeps all of its 5."""
    game = sandtable.new_game("classic", {"bid": {"japan": 5, "germany": 12}}, seed=1)
    assert asked(game) == ("germany", "place_bid")
    try_menu(game)
    game.apply(PlaceBid({"libya": {"infantry": 1}, "baltic_sea_zone": {"submarine": 1}}))
    assert game.state.money["germany"] == 33
    assert count(game, "libya", "germany") == {"infantry": 2, "armour": 1}
    assert count(game, "baltic_sea_zone", "germany") == {"transport": 1, "submarine": 2}
    assert asked(game) == ("japan", "place_bid")
    game.apply(PlaceBid({}))
    assert game.state.money["japan"] == 30
    assert asked(game) == ("ussr", "research")


@pytest.mark.rule("CL-OPT-11")
def test_what_a_bid_cannot_do() -> None:
    """Empty, enemy or allied spaces, the wrong element, complexes, second guns, nonsense and debts are refused."""
    game = sandtable.new_game("classic", {"bid": {"germany": 16}}, seed=1)
    wrong: list[dict[str, dict[str, int]]] = [
        {"kazakh_ssr": {"infantry": 1}},
        {"karelia_ssr": {"infantry": 1}},
        {"manchuria": {"infantry": 1}},
        {"north_sea_zone": {"submarine": 1}},
        {"germany": {"submarine": 1}},
        {"baltic_sea_zone": {"infantry": 1}},
        {"baltic_sea_zone": {"fighter": 1}},
        {"libya": {"factory": 1}},
        {"germany": {"aa_gun": 1}},
        {"libya": {"infantry": 0}},
        {"libya": {"infantry": -3}},
        {"libya": {"elephant": 1}},
        {"libya": {"infantry": 6}},
        {"libya": {"infantry": 3}, "algeria": {"infantry": 3}},
    ]
    for shopping in wrong:
        with refused(game, "CL-OPT-11"):
            game.apply(PlaceBid(shopping))
    with refused(game, "CL-AA-01"):
        game.apply(PlaceBid({"libya": {"aa_gun": 2}}))
    game.apply(PlaceBid({"libya": {"aa_gun": 1, "infantry": 1}}))
    assert game.state.money["germany"] == 32 + 16 - 8


@pytest.mark.rule("CL-OPT-11")
def test_without_a_bid_nobody_is_asked() -> None:
    """No bid, or bids of zero: the game begins with the USSR."""
    choices: list[dict[str, object]] = [{}, {"bid": {}}, {"bid": {"germany": 0}}]
    for options in choices:
        game = sandtable.new_game("classic", options, seed=1)
        assert asked(game) == ("ussr", "research")


# Dice and losses


@pytest.mark.rule("CL-OPT-12")
def test_low_luck_divides_the_strength_of_a_step_by_six() -> None:
    """3 infantry + 3 armour attack: 12 = 2 hits without a die. 4 infantry defend: 8 = 1 hit and a die on 2."""
    game = position(
        units={
            "libya": {"germany": {"infantry": 3, "armour": 3}},
            "anglo_egypt_sudan": {"uk": {"infantry": 4}},
        },
        options={"low_luck": True},
        dice=[3],
    )
    move(game, "3 infantry, 3 armour", "libya", "anglo_egypt_sudan")
    assert rolled(end(game)) == [("attack", (), 2), ("defence", (3,), 1)]
    assert asked(game) == ("germany", "choose_casualties")
    lose(game, "1 infantry")
    assert count(game, "anglo_egypt_sudan", "uk") == {"infantry": 2}


@pytest.mark.rule("CL-OPT-12")
@pytest.mark.parametrize(("die", "hits"), [(2, 2), (3, 1)])
def test_low_luck_rolls_one_die_for_the_rest(die: int, hits: int) -> None:
    """1 infantry + 1 fighter + 1 bomber attack: 8 = 1 hit, and a second on a 2 or less."""
    game = position(
        power="uk",
        units={
            "karelia_ssr": {"uk": {"infantry": 1, "fighter": 1, "bomber": 1}},
            "eastern_europe": {"germany": {"infantry": 3}},
        },
        options={"low_luck": True},
        dice=[die],
    )
    move(game, "1 infantry", "karelia_ssr", "eastern_europe")
    move(game, "1 fighter, 1 bomber", "karelia_ssr", "eastern_europe")
    events = end(game)
    assert rolled(events) == [("attack", (die,), hits), ("defence", (), 1)]


@pytest.mark.rule("CL-OPT-12")
def test_low_luck_counts_every_die_of_heavy_bombers() -> None:
    """One heavy bomber: 3 × 4 = 12, two hits for sure. Two infantry behind the line: 4, one die."""
    game = position(
        units={"western_europe": {"germany": {"bomber": 1}}, "karelia_ssr": {"ussr": {"infantry": 2}}},
        tech={"germany": ["heavy_bombers"]},
        options={"low_luck": True},
        dice=[5],
    )
    move(game, "1 bomber", "western_europe", "germany", "eastern_europe", "karelia_ssr")
    assert rolled(end(game)) == [("attack", (), 2), ("defence", (5,), 0)]


@pytest.mark.rule("CL-OPT-12")
def test_low_luck_adds_the_nations_of_a_side_up() -> None:
    """A Soviet and two British infantry: 6 together, one hit without a die."""
    game = position(
        units={
            "eastern_europe": {"germany": {"infantry": 1}},
            "karelia_ssr": {"ussr": {"infantry": 1}, "uk": {"infantry": 2}},
        },
        options={"low_luck": True},
        dice=[6],
    )
    move(game, "1 infantry", "eastern_europe", "karelia_ssr")
    assert rolled(end(game)) == [("attack", (6,), 0), ("defence", (), 1)]


@pytest.mark.rule("CL-OPT-12")
def test_low_luck_keeps_submarine_hits_apart() -> None:
    """A submarine (2) and a battleship (4) would make 6, but the submarine hits ships only: two dice."""
    game = position(
        power="uk",
        units={
            "north_sea_zone": {"uk": {"battleship": 1, "transport": 1}},
            "karelia_sea_zone": {"germany": {"battleship": 1, "submarine": 1}},
        },
        options={"low_luck": True},
        dice=[6, 6, 6],
    )
    move(game, "1 battleship, 1 transport", "north_sea_zone", "karelia_sea_zone")
    assert rolled(end(game)) == [("attack", (6,), 0), ("defence", (6,), 0), ("defence", (6,), 0)]


@pytest.mark.rule("CL-OPT-12")
def test_low_luck_implies_losses_per_step() -> None:
    """The other timing cannot be combined with it."""
    assert compose({"low_luck": True}).options["casualty_timing"] == "per_step"
    assert compose({}).options["casualty_timing"] == "per_column"
    with pytest.raises(OptionConflict) as caught:
        compose({"low_luck": True, "casualty_timing": "per_column"})
    assert set(caught.value.options) == {"low_luck", "casualty_timing"}
    compose({"low_luck": True, "casualty_timing": "per_step"})


@pytest.mark.rule("CL-OPT-12")
def test_without_low_luck_every_unit_rolls() -> None:
    """The counter-check."""
    game = position(
        units={"libya": {"germany": {"infantry": 2}}, "anglo_egypt_sudan": {"uk": {"infantry": 3}}},
        dice=[6, 6, 6, 6, 6],
    )
    move(game, "2 infantry", "libya", "anglo_egypt_sudan")
    assert rolled(end(game)) == [("attack", (6, 6), 0), ("defence", (6, 6, 6), 0)]


@pytest.mark.rule("CL-OPT-14")
@pytest.mark.parametrize("timing", ["per_column", "per_step"])
def test_losses_per_column_or_per_step(timing: str) -> None:
    """Infantry hits the last defender: with columns the armour does not roll any more, with steps it does."""
    game = position(
        units={"libya": {"germany": {"infantry": 1, "armour": 1}}, "anglo_egypt_sudan": {"uk": {"infantry": 1}}},
        options={"casualty_timing": timing},
        dice=[1, 6, 6] if timing == "per_step" else [1, 6],
    )
    move(game, "1 infantry, 1 armour", "libya", "anglo_egypt_sudan")
    attack = [dice for purpose, dice, _ in rolled(end(game)) if purpose == "attack"]
    assert attack == ([(1, 6)] if timing == "per_step" else [(1,)])


@pytest.mark.rule("CL-OPT-14")
def test_per_step_asks_once_for_all_hits() -> None:
    """Infantry and armour both hit: one question for two losses; with columns two questions for one each."""
    for timing, asked_for in (("per_column", 1), ("per_step", 2)):
        game = position(
            units={
                "libya": {"germany": {"infantry": 1, "armour": 1}},
                "anglo_egypt_sudan": {"uk": {"infantry": 2, "armour": 1}},
            },
            options={"casualty_timing": timing},
            dice=[1, 3],
        )
        move(game, "1 infantry, 1 armour", "libya", "anglo_egypt_sudan")
        end(game)
        assert game.decision is not None and game.decision.about["hits"] == asked_for
        try_menu(game)


@pytest.mark.rule("CL-OPT-14")
def test_per_step_assigns_submarine_hits_first() -> None:
    """Defending submarine and battleship hit a carrier group with a fighter: the submarine's hit must sink a ship."""
    game = position(
        power="usa",
        units={
            "hawaii_sea_zone": {"usa": {"carrier": {"cargo": {"usa": {"fighter": 1}}}, "transport": 1}},
            "midway_sea_zone": {"japan": {"submarine": 1, "battleship": 1}},
        },
        options={"casualty_timing": "per_step"},
        dice=[6, 6, 2, 4],
    )
    move(game, "1 fighter", "hawaii_sea_zone", "midway_sea_zone")
    move(game, "1 carrier, 1 transport", "hawaii_sea_zone", "midway_sea_zone")
    end(game)
    assert game.decision is not None
    kinds = {game.state.units[ident].kind for ident in game.decision.about["units"]}
    assert (game.decision.about["hits"], kinds) == (1, {"carrier", "transport"})
    lose(game, "1 transport")
    kinds = {game.state.units[ident].kind for ident in game.decision.about["units"]}
    assert kinds == {"carrier", "fighter"}


@pytest.mark.rule("CL-OPT-20")
@pytest.mark.parametrize(("option", "who"), [("attacker", "germany"), ("defenders", "ussr")])
def test_who_shares_hits_out_on_land(option: str, who: str) -> None:
    """In Karelia the controller, the USSR, shares with the option; otherwise the attacker."""
    game = position(
        units={
            "eastern_europe": {"germany": {"infantry": 1}},
            "karelia_ssr": {"uk": {"infantry": 1}, "ussr": {"infantry": 1}},
        },
        options={"multinational_hits": option},
        dice=[1, 6, 6],
    )
    move(game, "1 infantry", "eastern_europe", "karelia_ssr")
    end(game)
    assert asked(game) == (who, "assign_hits")
    try_menu(game)
    game.apply(AssignHits({"uk": 1}))
    assert count(game, "karelia_ssr", "uk") == {}


@pytest.mark.rule("CL-OPT-20")
@pytest.mark.parametrize(("option", "who"), [("attacker", "germany"), ("defenders", "uk")])
def test_who_shares_hits_out_at_sea(option: str, who: str) -> None:
    """US, British and Soviet ships against Germany: after Germany the United Kingdom comes first."""
    game = position(
        units={
            "baltic_sea_zone": {"germany": {"battleship": 1}},
            "north_sea_zone": {
                "usa": {"transport": 1},
                "uk": {"transport": 1},
                "ussr": {"transport": 1},
            },
        },
        options={"multinational_hits": option},
        dice=[1],
    )
    move(game, "1 battleship", "baltic_sea_zone", "north_sea_zone")
    end(game)
    assert asked(game) == (who, "assign_hits")


# The sea


def harbour(option: bool, pool: dict[str, int] | None = None) -> WarGame:
    """London's shipyard with a German submarine in the North Sea."""
    return position(
        power="uk",
        phase="placement",
        units={
            "united_kingdom": {"uk": {"factory": 1}},
            "north_sea_zone": {"germany": {"submarine": 1}},
        },
        pool=pool or {"battleship": 1},
        options={"naval_placement_in_enemy_zones": option},
        dice=[6, 6, 6, 6],
    )


@pytest.mark.rule("CL-OPT-05", "CL-SBAT-02")
def test_in_a_shared_zone_fighters_on_an_allied_carrier_are_not_drawn_into_the_fight() -> None:
    """The American battleship must fight beside the Japanese; the American fighter on a British carrier need not."""
    game = position(
        power="usa",
        units={
            "hawaii_sea_zone": {
                "usa": {"battleship": 1, "carrier": [{"cargo": {"usa": {"fighter": 1}}}]},
                "uk": {"carrier": [{"cargo": {"usa": {"fighter": 1}}}]},
                "japan": {"transport": 1},
            }
        },
        options={"naval_placement_in_enemy_zones": True},
        dice=[6, 6, 1, 6],
    )
    (began,) = happened(end(game), "battle_began")
    assert began.attackers == {"fighter": 1, "battleship": 1, "carrier": 1}


@pytest.mark.rule("CL-OPT-05")
def test_new_ships_among_enemy_ships() -> None:
    """With the option the battleship is launched beside the submarine, without it is lost."""
    game = harbour(True)
    game.apply(Place("battleship", "north_sea_zone", "united_kingdom"))
    end(game)
    assert count(game, "north_sea_zone") == {"battleship": 1, "submarine": 1}
    strict = harbour(False)
    with refused(strict, "CL-PLACE-05"):
        strict.apply(Place("battleship", "north_sea_zone", "united_kingdom"))


@pytest.mark.rule("CL-OPT-05")
def test_ships_in_a_shared_zone_leave_in_the_combat_move() -> None:
    """The German submarine slips into the open Baltic in phase 2: no battle."""
    game = harbour(True)
    game.apply(Place("battleship", "north_sea_zone", "united_kingdom"))
    end(game)
    pass_on(game, "germany", "combat_move")
    assert any(isinstance(action, Move) for action in try_menu(game))
    move(game, "1 submarine", "north_sea_zone", "baltic_sea_zone")
    assert not happened(end(game), "battle_began")
    with refused(game, "CL-CMOVE-11"):
        move(game, "1 submarine", "baltic_sea_zone", "north_sea_zone")


@pytest.mark.rule("CL-OPT-05")
def test_ships_that_stay_in_a_shared_zone_fight_and_move_no_more() -> None:
    """The battleship stays where it was launched: a battle without a move; afterwards it is done for the turn."""
    game = position(
        power="uk",
        units={"north_sea_zone": {"germany": {"submarine": 1}, "uk": {"battleship": 1}}},
        options={"naval_placement_in_enemy_zones": True},
        dice=[1, 6],
    )
    events = end(game)
    assert [e.space for e in happened(events, "battle_began")] == ["north_sea_zone"]
    assert count(game, "north_sea_zone") == {"battleship": 1}
    with refused(game, "CL-CMOVE-11"):
        move(game, "1 battleship", "north_sea_zone", "baltic_sea_zone")


@pytest.mark.rule("CL-OPT-05")
def test_without_a_shared_zone_ships_still_need_a_fight_to_move_in_phase_2() -> None:
    """The option opens no idle combat moves elsewhere."""
    game = position(
        power="uk",
        units={"north_sea_zone": {"uk": {"battleship": 1}}},
        options={"naval_placement_in_enemy_zones": True},
    )
    with refused(game, "CL-CMOVE-01"):
        move(game, "1 battleship", "north_sea_zone", "baltic_sea_zone")


@pytest.mark.rule("CL-OPT-05")
def test_fighters_of_a_carrier_fight_along_in_a_shared_zone() -> None:
    """The carrier stays; its fighter rolls in the battle and lands on it again."""
    game = position(
        power="uk",
        units={
            "north_sea_zone": {
                "germany": {"transport": 1},
                "uk": {"carrier": {"cargo": {"uk": {"fighter": 1}}}},
            }
        },
        options={"naval_placement_in_enemy_zones": True},
        dice=[6, 3, 6],
    )
    assert ("attack", (3,), 1) in rolled(end(game))
    (deck,) = ids(game, "north_sea_zone", "1 carrier")
    with refused(game, "CL-AIR-10"):
        end(game)
    game.apply(Move(ids(game, "north_sea_zone", "1 fighter"), ("north_sea_zone",), deck=deck))
    end(game)


@pytest.mark.rule("CL-OPT-13")
def test_battleships_sink_on_the_first_hit_or_the_second() -> None:
    """Battleship against battleship: one hit sinks it normally; with the option it fights on, is repaired later."""
    fleets = {"north_sea_zone": {"uk": {"battleship": 1}}, "karelia_sea_zone": {"germany": {"battleship": 1}}}
    plain = position(power="uk", units=fleets, dice=[1, 6])
    move(plain, "1 battleship", "north_sea_zone", "karelia_sea_zone")
    end(plain)
    assert count(plain, "karelia_sea_zone") == {"battleship": 1}
    game = position(power="uk", units=fleets, dice=[1, 1, 1, 6], options={"two_hit_battleships": True})
    move(game, "1 battleship", "north_sea_zone", "karelia_sea_zone")
    assert len(happened(end(game), "units_damaged")) == 2
    assert count(game, "karelia_sea_zone") == {"battleship": 2}
    game.apply(FightOn())
    assert count(game, "karelia_sea_zone") == {"battleship": 1}
    assert units(game, "karelia_sea_zone", power="uk")[0].damage == 0


@pytest.mark.rule("CL-OPT-13")
def test_two_hits_may_damage_two_battleships_or_sink_one() -> None:
    """The owner chooses; both ways are listed."""
    game = position(
        units={
            "baltic_sea_zone": {"germany": {"battleship": 2}},
            "north_sea_zone": {"uk": {"battleship": 2}},
        },
        options={"two_hit_battleships": True},
        dice=[6, 6, 4, 4],
    )
    move(game, "2 battleship", "baltic_sea_zone", "north_sea_zone")
    end(game)
    assert asked(game) == ("germany", "choose_casualties")
    first, second = ids(game, "north_sea_zone", "2 battleship", "germany")
    assert {a.units for a in try_menu(game) if isinstance(a, ChooseCasualties)} == {(first, first), (first, second)}
    spread = game.copy()
    spread.apply(ChooseCasualties((first, second)))
    assert count(spread, "north_sea_zone", "germany") == {"battleship": 2}
    game.apply(ChooseCasualties((second, second)))
    assert count(game, "north_sea_zone", "germany") == {"battleship": 1}


@pytest.mark.rule("CL-OPT-13")
@pytest.mark.parametrize("option", [True, False])
def test_submarines_dive_or_withdraw(option: bool) -> None:
    """The German submarine in the Baltic: it dives and stays, or (North Sea hostile) cannot go at all."""
    game = position(
        power="uk",
        units={
            "north_sea_zone": {"uk": {"battleship": 2}},
            "baltic_sea_zone": {"germany": {"submarine": 1}},
        },
        options={"submersible_submarines": option},
        dice=[6, 6],
    )
    move(game, "1 battleship", "north_sea_zone", "baltic_sea_zone")
    end(game)
    if not option:
        assert asked(game) == ("uk", "retreat")
        return
    assert asked(game) == ("germany", "withdraw")
    (submarine,) = ids(game, "baltic_sea_zone", "1 submarine", "germany")
    try_menu(game)
    events = game.apply(Withdraw({submarine: "baltic_sea_zone"}))
    assert [e.manner for e in happened(events, "units_moved")] == ["submerge"]
    assert asked(game) == ("uk", "noncombat_move")
    assert count(game, "baltic_sea_zone") == {"battleship": 1, "submarine": 1}


@pytest.mark.rule("CL-OPT-13")
def test_a_dived_submarine_shares_the_zone_in_later_turns() -> None:
    """In its own turn it may leave in the combat move or fights where it is."""
    game = position(
        units={"baltic_sea_zone": {"germany": {"submarine": 1}, "uk": {"battleship": 1}}},
        options={"submersible_submarines": True},
        dice=[2],
    )
    try_menu(game)
    leaving = game.copy()
    move(leaving, "1 submarine", "baltic_sea_zone", "north_sea_zone")
    assert not happened(end(leaving), "battle_began")
    end(game)
    assert count(game, "baltic_sea_zone") == {"submarine": 1}


@pytest.mark.rule("CL-OPT-13")
@pytest.mark.parametrize("option", [True, False])
def test_new_fighters_on_carriers(option: bool) -> None:
    """Two new fighters fit on the carrier off the coast, a third does not; without the option none does."""
    game = position(
        power="usa",
        phase="placement",
        units={
            "western_united_states": {"usa": {"factory": 1}},
            "west_us_sea_zone": {"usa": {"carrier": 1}, "uk": {"carrier": 1}},
        },
        pool={"fighter": 4, "bomber": 1, "infantry": 1},
        options={"new_fighters_on_carriers": option},
    )
    afloat = Place("fighter", "west_us_sea_zone", "western_united_states")
    if not option:
        with refused(game, "CL-PLACE-06"):
            game.apply(afloat)
        return
    assert afloat in try_menu(game)
    game.apply(afloat)
    game.apply(afloat)
    (deck,) = ids(game, "west_us_sea_zone", "1 carrier")
    assert [unit.aboard for unit in units(game, "west_us_sea_zone", "fighter")] == [deck, deck]
    with refused(game, "CL-CARR-01"):
        game.apply(afloat)  # the British carrier does not count
    for kind in ("bomber", "infantry"):
        with refused(game, "CL-PLACE-06"):
            game.apply(Place(kind, "west_us_sea_zone", "western_united_states"))
    game.apply(Place("fighter", "western_united_states", "western_united_states", 2))


@pytest.mark.rule("CL-OPT-13", "CL-CARR-01")
def test_two_new_fighters_go_onto_a_carrier_with_one_order() -> None:
    """Both fighters of one order stand on the deck, none in the water; three in one order do not fit."""
    game = position(
        power="usa",
        phase="placement",
        units={
            "western_united_states": {"usa": {"factory": 1}},
            "west_us_sea_zone": {"usa": {"carrier": 1}},
        },
        pool={"fighter": 3},
        options={"new_fighters_on_carriers": True},
    )
    with refused(game, "CL-CARR-01"):
        game.apply(Place("fighter", "west_us_sea_zone", "western_united_states", 3))
    game.apply(Place("fighter", "west_us_sea_zone", "western_united_states", 2))
    (deck,) = ids(game, "west_us_sea_zone", "1 carrier")
    assert [unit.aboard for unit in units(game, "west_us_sea_zone", "fighter")] == [deck, deck]


# Bombs, guns, neutrals


@pytest.mark.rule("CL-OPT-13")
@pytest.mark.parametrize(("dice", "loss"), [(2, 7), (3, 13)])
def test_heavy_bombers_with_two_or_three_dice(dice: int, loss: int) -> None:
    """A raid with 2 + 5 (+ 6), and the same number of dice in battle."""
    options: dict[str, object] = {"heavy_bomber_dice": dice}
    game = position(
        power="uk",
        units={"united_kingdom": {"uk": {"bomber": 1}}, "germany": {"germany": {"factory": 1}}},
        tech={"uk": ["heavy_bombers"]},
        dice=[2, 5, 6],
        options=options,
    )
    move(game, "1 bomber", "united_kingdom", "north_sea_zone", "baltic_sea_zone", "germany", raid=True)
    end(game)
    assert game.state.money["germany"] == 32 - loss
    battle = position(
        power="uk",
        units={"united_kingdom": {"uk": {"bomber": 1}}, "western_europe": {"germany": {"infantry": 9}}},
        tech={"uk": ["heavy_bombers"]},
        dice=[6] * (dice + 9),
        options=options,
    )
    move(battle, "1 bomber", "united_kingdom", "north_sea_zone", "western_europe")
    assert rolled(end(battle))[0] == ("attack", (6,) * dice, 0)


@pytest.mark.rule("CL-OPT-13")
@pytest.mark.parametrize(("option", "loss"), [(True, 3), (False, 11)])
def test_raids_may_be_capped_by_value(option: bool, loss: int) -> None:
    """Karelia is worth 3; two bombers roll 11. Rockets are no raids: they cost their die in any case."""
    game = position(
        power="uk",
        units={"united_kingdom": {"uk": {"bomber": 2}}, "karelia_ssr": {"germany": {"factory": 1}}},
        owners={"karelia_ssr": "germany"},
        dice=[5, 6],
        options={"sbr_cap_by_value": option},
    )
    move(game, "2 bomber", "united_kingdom", "north_sea_zone", "karelia_sea_zone", "karelia_ssr", raid=True)
    end(game)
    assert game.state.money["germany"] == 32 - loss
    rocket = position(
        power="ussr",
        phase="combat",
        units={"russia": {"ussr": {"aa_gun": 1}}, "karelia_ssr": {"germany": {"factory": 1}}},
        owners={"karelia_ssr": "germany"},
        tech={"ussr": ["rockets"]},
        dice=[6],
        options={"sbr_cap_by_value": option},
    )
    rocket.apply(FireRocket(ids(rocket, "russia", "1 aa_gun")[0], "karelia_ssr"))
    assert rocket.state.money["germany"] == 26


@pytest.mark.rule("CL-OPT-13")
@pytest.mark.parametrize("option", [True, False])
def test_neutrals_may_be_closed(option: bool) -> None:
    """Neither marching into Spain, landing there nor flying over it."""
    game = position(
        units={
            "western_europe": {"germany": {"infantry": 2, "bomber": 1}},
            "west_mediterranean_sea_zone": {"germany": {"transport": 1}},
            "gibraltar": {"uk": {"infantry": 1}},
        },
        options={"neutrals_impassable": option},
        dice=[6, 6],
    )
    if not option:
        move(game, "1 bomber", "western_europe", "spain", "gibraltar")
        move(game, "1 infantry", "western_europe", "spain")
        assert game.state.money["germany"] == 29
        return
    with refused(game, "CL-OPT-13"):
        move(game, "1 bomber", "western_europe", "spain", "gibraltar")
    with refused(game, "CL-OPT-13"):
        move(game, "1 infantry", "western_europe", "spain")
    with refused(game, "CL-OPT-13"):
        land(game, "1 infantry", "western_europe", "west_mediterranean_sea_zone", target="spain")
    assert not any(isinstance(a, Move) and "spain" in a.route for a in try_menu(game))


@pytest.mark.rule("CL-OPT-13")
@pytest.mark.parametrize("fee", [0, 3, 5])
def test_the_fee_for_neutrals_can_be_set(fee: int) -> None:
    """Exactly that much is paid; with less the move is refused."""
    game = position(
        units={"western_europe": {"germany": {"infantry": 1}}}, options={"neutral_fee": fee}, money={"germany": fee}
    )
    try_menu(game)
    if fee:
        poor = position(
            units={"western_europe": {"germany": {"infantry": 1}}},
            options={"neutral_fee": fee},
            money={"germany": fee - 1},
        )
        with refused(poor, "CL-NEUT-02"):
            move(poor, "1 infantry", "western_europe", "spain")
    move(game, "1 infantry", "western_europe", "spain")
    assert game.state.money["germany"] == 0
    assert game.state.owner["spain"] == "germany"


@pytest.mark.rule("CL-OPT-13")
@pytest.mark.parametrize("option", [True, False])
def test_several_guns_in_one_territory(option: bool) -> None:
    """Moving and placing a second gun; two guns still roll one die per aircraft."""
    options: dict[str, object] = {"multiple_aa_guns": option}
    game = position(
        phase="noncombat_move",
        units={"germany": {"germany": {"aa_gun": 1, "factory": 1}}, "western_europe": {"germany": {"aa_gun": 1}}},
        pool={"aa_gun": 1},
        options=options,
    )
    if not option:
        with refused(game, "CL-AA-01"):
            move(game, "1 aa_gun", "western_europe", "germany")
        with pytest.raises(BadValue):
            position(units={"germany": {"germany": {"aa_gun": 2}}}, options=options)
        return
    move(game, "1 aa_gun", "western_europe", "germany")
    end(game)
    game.apply(Place("aa_gun", "germany", "germany"))
    assert count(game, "germany") == {"aa_gun": 3, "factory": 1}
    raid = position(
        power="uk",
        units={"united_kingdom": {"uk": {"bomber": 2}}, "germany": {"germany": {"aa_gun": 3, "factory": 1}}},
        options=options,
        dice=[6, 6, 1, 1],
    )
    move(raid, "2 bomber", "united_kingdom", "north_sea_zone", "baltic_sea_zone", "germany", raid=True)
    assert rolled(end(raid))[0] == ("anti_air", (6, 6), 0)


@pytest.mark.rule("CL-OPT-15")
@pytest.mark.parametrize("option", [True, False])
@pytest.mark.parametrize("obstacle", ["aa_gun", "factory"])
def test_guns_and_complexes_may_stop_a_blitz(option: bool, obstacle: str) -> None:
    """Off: the armour may enter the territory, but goes no further. On (the default): it rolls on."""
    game = position(
        units={"libya": {"germany": {"armour": 1}}, "anglo_egypt_sudan": {"uk": {obstacle: 1}}},
        options={"blitz_through_aa_and_ic": option},
    )
    way = ("libya", "anglo_egypt_sudan", "syria_iraq")
    routes = [action.route for action in try_menu(game) if isinstance(action, Move)]
    assert (way in routes) is option
    if option:
        move(game, "1 armour", *way)
        return
    with refused(game, "CL-OPT-15"):
        move(game, "1 armour", *way)
    move(game, "1 armour", *way[:2])
    end(game)
    assert game.state.owner["anglo_egypt_sudan"] == "germany"


@pytest.mark.rule("CL-OPT-19")
@pytest.mark.parametrize("capacity", [0, 1])
def test_complexes_in_worthless_land(capacity: int) -> None:
    """A British complex in Gibraltar builds one unit, or none with the option."""
    game = position(
        power="uk",
        phase="placement",
        units={"gibraltar": {"uk": {"factory": 1}}},
        pool={"infantry": 1},
        options={"zero_value_ic_capacity": capacity},
    )
    if capacity:
        game.apply(Place("infantry", "gibraltar", "gibraltar"))
    else:
        with refused(game, "CL-IC-05"):
            game.apply(Place("infantry", "gibraltar", "gibraltar"))
        assert happened(end(game), "units_wasted")


@pytest.mark.rule("CL-OPT-22")
@pytest.mark.parametrize("option", [True, False])
def test_guns_may_fire_in_the_noncombat_move(option: bool) -> None:
    """A bomber redeploys over Western Europe: a 1 brings it down with the option."""
    game = position(
        power="uk",
        phase="noncombat_move",
        units={"united_kingdom": {"uk": {"bomber": 1}}, "western_europe": {"germany": {"aa_gun": 1}}},
        options={"aa_in_noncombat": option},
        dice=[1] if option else [],
    )
    way = ("united_kingdom", "north_sea_zone", "western_europe", "west_mediterranean_sea_zone", "gibraltar")
    events = move(game, "1 bomber", *way)
    assert (len(happened(events, "dice_rolled")) == 1) is option
    assert bool(units(game, "gibraltar", "bomber")) is not option
    assert not game.can_undo or not option


@pytest.mark.rule("CL-OPT-22")
def test_guns_in_noncombat_spare_whoever_flies_around_them() -> None:
    """Landing beside a friendly gun or flying over the sea costs no die."""
    game = position(
        power="uk",
        phase="noncombat_move",
        units={
            "united_kingdom": {"uk": {"bomber": 1}},
            "western_europe": {"germany": {"aa_gun": 1}},
            "karelia_ssr": {"ussr": {"aa_gun": 1}},
        },
        options={"aa_in_noncombat": True},
    )
    events = move(game, "1 bomber", "united_kingdom", "north_sea_zone", "karelia_sea_zone", "karelia_ssr", "russia")
    assert not happened(events, "dice_rolled")


@pytest.mark.rule("CL-OPT-22", "CL-AA-04", "CL-AA-10")
def test_a_captured_gun_does_not_fire_at_its_captor_in_the_noncombat_move() -> None:
    """Caucasus falls with its gun; a German bomber that then flies over it draws no fire from it."""
    game = position(
        units={
            "ukraine_ssr": {"germany": {"infantry": 1, "bomber": 1}},
            "caucasus": {"ussr": {"aa_gun": 1}},
        },
        owners={"persia": "germany"},
        options={"aa_in_noncombat": True},
    )
    move(game, "1 infantry", "ukraine_ssr", "caucasus")
    end(game)
    assert game.state.owner["caucasus"] == "germany"
    events = move(game, "1 bomber", "ukraine_ssr", "caucasus", "persia")
    assert not happened(events, "dice_rolled")
    assert count(game, "persia") == {"bomber": 1}


# Retreat from a landing


def beachhead(option: str, dice: list[int], overland: bool = False) -> WarGame:
    """2 infantry land in Egypt with a fighter (and perhaps an infantry from Libya) against 3 infantry."""
    game = position(
        units={
            "southern_europe": {"germany": {"infantry": 2, "fighter": 1}},
            "libya": {"germany": {"infantry": 1}},
            "central_mediterranean_sea_zone": {"germany": {"transport": 1}},
            "anglo_egypt_sudan": {"uk": {"infantry": 3}},
        },
        options={"amphibious_retreat": option},
        dice=dice,
    )
    zones = ("central_mediterranean_sea_zone", "east_mediterranean_sea_zone")
    land(game, "2 infantry", "southern_europe", *zones, target="anglo_egypt_sudan")
    move(game, "1 fighter", "southern_europe", zones[0], "libya", "anglo_egypt_sudan")
    if overland:
        move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    end(game)
    return game


@pytest.mark.rule("CL-OPT-16")
def test_no_retreat_from_a_landing_by_default() -> None:
    """After round 1 only the fighter is left: it must go on."""
    game = beachhead("none", [6, 6, 6, 2, 2, 6, 6, 6, 6, 1])
    lose(game, "2 infantry")
    assert asked(game) == ("germany", "noncombat_move")  # it fought on and was shot down
    assert not units(game, "anglo_egypt_sudan", "fighter")


@pytest.mark.rule("CL-OPT-16")
def test_surviving_aircraft_may_break_off() -> None:
    """With air_survivors the fighter leaves, but not while landed infantry stand."""
    game = beachhead("air_survivors", [6, 6, 6, 2, 2, 6])
    lose(game, "2 infantry")
    assert asked(game) == ("germany", "retreat")
    try_menu(game)
    game.apply(Retreat(""))
    assert game.state.owner["anglo_egypt_sudan"] == "uk"
    early = beachhead("air_survivors", [6, 6, 6, 2, 6, 6, 6, 6, 2, 6, 6])
    lose(early, "1 infantry")
    assert asked(early) == ("germany", "choose_casualties")  # round 2 without a question in between


@pytest.mark.rule("CL-OPT-16")
def test_everybody_may_go_overland() -> None:
    """With overland all, the landed ones too, retreat to Libya, from which an infantry attacked."""
    game = beachhead("overland", [6, 6, 6, 6, 6, 6, 6], overland=True)
    assert asked(game) == ("germany", "retreat")
    try_menu(game)
    with refused(game, "CL-RETREAT-03"):
        game.apply(Retreat("algeria"))
    game.apply(Retreat("libya"))
    assert count(game, "libya", "germany") == {"infantry": 3}
    assert count(game, "anglo_egypt_sudan", "germany") == {"fighter": 1}  # still in the air


@pytest.mark.rule("CL-OPT-16")
def test_without_an_overland_attack_there_is_no_way_out() -> None:
    """With overland, but everybody came by sea: the second round follows at once."""
    game = beachhead("overland", [6, 6, 6, 6, 6, 6, 6, 6, 6, 2, 2, 2])
    assert asked(game) == ("germany", "noncombat_move")
    assert count(game, "anglo_egypt_sudan", "germany") == {}


# Values and combinations


@pytest.mark.rule("CL-OPT-13")
@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"low_luck": 1}, BadValue),
        ({"low_luck": "yes"}, BadValue),
        ({"low_luck": None}, BadValue),
        ({"neutral_fee": -1}, BadValue),
        ({"neutral_fee": 51}, BadValue),
        ({"neutral_fee": True}, BadValue),
        ({"neutral_fee": 2.5}, BadValue),
        ({"heavy_bomber_dice": 1}, BadValue),
        ({"heavy_bomber_dice": 4}, BadValue),
        ({"zero_value_ic_capacity": 2}, BadValue),
        ({"axis_economic_target": 201}, BadValue),
        ({"casualty_timing": 3}, BadValue),
        ({"casualty_timing": "per_colum"}, UnknownName),
        ({"victory_check": "at_once"}, UnknownName),
        ({"bid": 5}, BadValue),
        ({"bid": {"germany": "9"}}, BadValue),
        ({"bid": {"germany": -1}}, BadValue),
        ({"bid": {"germany": 1000}}, BadValue),
        ({"bid": {"germany": True}}, BadValue),
        ({"bid": {"italy": 3}}, UnknownName),
        ({"lowluck": True}, UnknownName),
    ],
)
def test_bad_values_are_refused_with_the_name_of_the_option(options: dict[str, object], error: type[Exception]) -> None:
    """Wrong types, numbers out of range and unknown names never make a game."""
    with pytest.raises(error) as caught:
        compose(options)
    if error is BadValue:
        assert next(iter(options)) in str(caught.value)


@pytest.mark.rule("CL-OPT-13")
def test_unknown_names_come_with_the_nearest_ones() -> None:
    """A typing error is answered with what was probably meant."""
    with pytest.raises(UnknownName) as option:
        compose({"low_lukc": True})
    assert option.value.nearest == ["low_luck"]
    with pytest.raises(UnknownName) as choice:
        compose({"multinational_hits": "defender"})
    assert choice.value.nearest == ["defenders"]
    with pytest.raises(UnknownName) as power:
        compose({"bid": {"germnay": 3}})
    assert power.value.nearest[0] == "germany"


@pytest.mark.rule("CL-OPT-13")
def test_every_option_has_its_texts_and_its_rule() -> None:
    """Texts in both languages, a rule of the chapter, and a default that is a legal value."""
    reference = sandtable.definition("classic").reference
    assert reference is not None
    for option in OPTIONS:
        assert option.text["en"] and option.text["de"] and option.text["en"] != option.text["de"]
        assert option.rule.startswith("CL-OPT-")
        assert option.check(option.default, tuple(START)) == option.default


@pytest.mark.rule("CL-OPT-10")
def test_conflicts_name_both_options() -> None:
    """Total victory against economic targets, closed neutrals against a fee; defaults spelt out do not conflict."""
    for first, second in (
        ({"total_victory": True}, {"axis_economic_target": 90}),
        ({"total_victory": True}, {"allied_economic_target": 110}),
        ({"neutrals_impassable": True}, {"neutral_fee": 5}),
    ):
        with pytest.raises(OptionConflict) as caught:
            compose({**first, **second})
        assert set(caught.value.options) == set(first) | set(second)
        for name in caught.value.options:
            assert name in str(caught.value)
    compose({"total_victory": True, "axis_economic_target": 84, "allied_economic_target": 0})
    compose({"neutrals_impassable": True, "neutral_fee": 3})


@pytest.mark.rule("CL-OPT-13")
def test_every_pair_of_options_composes_or_conflicts_clearly() -> None:
    """All pairs of changed values make a rule set, except the known conflicts."""
    for (one, first), (two, second) in combinations(SINGLE, 2):
        if one == two:
            continue
        if frozenset({one, two}) in CONFLICTS:
            with pytest.raises(OptionConflict) as caught:
                compose({one: first, two: second})
            assert set(caught.value.options) == {one, two}
        else:
            rules = compose({one: first, two: second})
            assert (rules.options[one], rules.options[two]) == (first, second)


def play(options: dict[str, object], seed: int, actions: int) -> WarGame:
    """A game of random legal actions."""
    game: WarGame = sandtable.new_game("classic", options, seed=seed)
    rng = Random(seed)
    for _ in range(actions):
        if game.decision is None:
            break
        game.apply(game.legal().sample(rng))
    assert rules_of(game).state_problem(game.state) == ""
    return game


@pytest.mark.rule("CL-OPT-13")
@pytest.mark.parametrize(("key", "value"), SINGLE, ids=[f"{key}={value}" for key, value in SINGLE])
def test_random_games_under_every_single_option(key: str, value: object) -> None:
    """A few hundred random actions run without a hitch, and the record replays to the same position."""
    game = play({key: value}, seed=42, actions=600)
    assert sandtable.replay(game.record()).digest() == game.digest()


@pytest.mark.rule("CL-OPT-13")
@pytest.mark.parametrize("seed", range(12))
def test_random_games_under_random_sets_of_options(seed: int) -> None:
    """Any set of options that does not conflict can be played."""
    rng = Random(seed)
    chosen: dict[str, object] = dict(rng.sample(SINGLE, rng.randint(3, 12)))
    for pair in CONFLICTS:
        if pair <= set(chosen):
            del chosen[sorted(pair)[0]]
    play(chosen, seed, actions=600)


@pytest.mark.rule("CL-OPT-13")
def test_everything_at_once() -> None:
    """All flags and choices changed together, as far as they go together."""
    chosen: dict[str, object] = dict(SINGLE)
    for key in ("axis_economic_target", "allied_economic_target", "neutral_fee"):
        del chosen[key]
    for seed in range(3):
        play(chosen, seed, actions=800)


@pytest.mark.rule("CL-OPT-13")
def test_bombing_options_go_together() -> None:
    """Two heavy raids with two dice each, capped by value, under low luck: 10 of 12 and 5."""
    game = position(
        power="uk",
        units={
            "united_kingdom": {"uk": {"bomber": 2}},
            "germany": {"germany": {"factory": 1}},
            "western_europe": {"germany": {"factory": 1}},
        },
        tech={"uk": ["heavy_bombers"]},
        options={"heavy_bomber_dice": 2, "sbr_cap_by_value": True, "low_luck": True},
        dice=[6, 6, 2, 3],
    )
    move(game, "1 bomber", "united_kingdom", "north_sea_zone", "baltic_sea_zone", "germany", raid=True)
    move(game, "1 bomber", "united_kingdom", "north_sea_zone", "western_europe", raid=True)
    end(game)
    game.apply(NextBattle("germany"))
    assert game.state.money["germany"] == 32 - 10 - 5
