"""CL-TECH: research dice, breakthroughs, and what each development does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from sandtable import Event
from sandtable.warfare.actions import FightOn, NextBattle, Purchase, Research, Retreat, Withdraw
from tests.classic.play import position, rules_of
from tests.words import (
    WarGame,
    asked,
    check_menu,
    count,
    end,
    happened,
    ids,
    move,
    options_of,
    pass_on,
    refused,
    routes,
    unrolled,
)

ALL_SIX = [
    "jet_power",
    "rockets",
    "super_submarines",
    "long_range_aircraft",
    "industrial_technology",
    "heavy_bombers",
]


def laboratory(dice: Sequence[int], money: int = 32, **more: Any) -> WarGame:
    """Germany about to decide on research."""
    return position(phase="research", dice=dice, money={"germany": money}, **more)


def fired(events: Sequence[Event], purpose: str) -> list[tuple[str, tuple[int, ...]]]:
    """(power, values needed) of all dice rolled for a purpose."""
    return [(event.power, event.needed) for event in happened(events, "dice_rolled") if event.purpose == purpose]


@pytest.mark.rule("CL-TECH-01")
def test_research_dice_cost_five_each_as_many_as_one_can_pay() -> None:
    """With 18 IPC up to three dice; the fourth is refused, and so are less than none."""
    game = laboratory([5, 5, 5], money=18)
    assert check_menu(game) == [Research(number) for number in range(4)]
    for number in (4, 1000, -1):
        with refused(game, "CL-TECH-01"):
            game.apply(Research(number))
    game.apply(Research(3))
    assert game.state.money["germany"] == 3
    assert unrolled(game) == 0


@pytest.mark.rule("CL-TECH-01")
def test_no_research_after_the_first_purchase() -> None:
    """Once units are bought the laboratories are closed, money or not."""
    game = laboratory([6, 6])
    game.apply(Research(0))
    game.apply(Purchase({"infantry": 1}))
    with refused(game, "CL-TECH-01"):
        game.apply(Research(1))
    end(game)
    with refused(game, "CL-TECH-01"):
        game.apply(Research(1))


@pytest.mark.rule("CL-TECH-01")
def test_without_five_ipc_there_is_no_choice() -> None:
    """4 IPC: straight on to the purchase."""
    assert asked(laboratory([], money=4)) == ("germany", "purchase")
    assert asked(laboratory([], money=5)) == ("germany", "research")


@pytest.mark.rule("CL-TECH-02")
@pytest.mark.parametrize("dice", [[1, 1], [6, 1, 1]])
def test_one_attempt_per_turn_with_or_without_success(dice: list[int]) -> None:
    """A second batch is refused after a failure and after a breakthrough; next turn there is a new attempt."""
    game = laboratory(dice)
    game.apply(Research(1))
    with refused(game, "CL-TECH-02"):
        game.apply(Research(1))
    pass_on(game, "germany", "research")
    assert Research(1) in options_of(game)


@pytest.mark.rule("CL-TECH-02")
def test_passing_up_research_cannot_be_revised() -> None:
    """No dice now, then dice after all: refused, and there is nothing to take back."""
    game = laboratory([6, 6])
    game.apply(Research(0))
    with refused(game, "CL-TECH-02"):
        game.apply(Research(2))
    with refused(game, "CL-CMOVE-12"):
        game.undo()


@pytest.mark.rule("CL-TECH-02")
def test_all_dice_are_paid_before_any_is_rolled() -> None:
    """Both dice are paid although the first one is a breakthrough, and a roll cannot be taken back."""
    game = laboratory([6, 1, 2])
    events = game.apply(Research(2))
    assert [event.kind for event in events][:2] == ["money_changed", "dice_rolled"]
    assert game.state.money["germany"] == 22
    with refused(game, "CL-CMOVE-12"):
        game.undo()


@pytest.mark.rule("CL-TECH-03")
def test_every_six_is_a_breakthrough() -> None:
    """Four dice for 20 IPC: 6, 2, 6, 1 bring two developments."""
    game = laboratory([6, 2, 6, 1, 4, 1])
    events = game.apply(Research(4))
    assert game.state.money["germany"] == 12
    assert [event.development for event in happened(events, "development_gained")] == [
        "long_range_aircraft",
        "jet_power",
    ]
    assert unrolled(game) == 0


@pytest.mark.rule("CL-TECH-03")
def test_anything_below_six_is_lost_money() -> None:
    """5, 4, 3, 2, 1: 25 IPC for nothing."""
    game = laboratory([5, 4, 3, 2, 1])
    events = game.apply(Research(5))
    assert game.state.money["germany"] == 7
    assert game.state.tech == {} and not happened(events, "development_gained")


@pytest.mark.rule("CL-TECH-04")
@pytest.mark.parametrize(("die", "development"), list(enumerate(ALL_SIX, start=1)))
def test_a_die_decides_which_development_it_is(die: int, development: str) -> None:
    """The table of developments, 1 to 6."""
    game = laboratory([6, die])
    game.apply(Research(1))
    assert game.state.tech == {"germany": (development,)}


@pytest.mark.rule("CL-TECH-05")
def test_an_owned_development_is_rolled_again() -> None:
    """The power has super submarines: 3, 3 and then 6 bring heavy bombers."""
    game = laboratory([6, 3, 3, 6], tech={"germany": ["super_submarines"]})
    game.apply(Research(1))
    assert game.state.tech["germany"] == ("super_submarines", "heavy_bombers")
    assert unrolled(game) == 0


@pytest.mark.rule("CL-TECH-05")
def test_a_development_of_the_same_attempt_is_rolled_again_too() -> None:
    """Two breakthroughs: 3, then 3 again and 1."""
    game = laboratory([6, 6, 3, 3, 1])
    game.apply(Research(2))
    assert game.state.tech["germany"] == ("super_submarines", "jet_power")
    assert unrolled(game) == 0


@pytest.mark.rule("CL-TECH-05", "CL-TECH-08")
def test_an_allys_or_enemys_development_is_not_rolled_again() -> None:
    """Several powers may own the same development."""
    game = laboratory([6, 3], tech={"japan": ["super_submarines"], "uk": ["super_submarines"]})
    game.apply(Research(1))
    assert game.state.tech["germany"] == ("super_submarines",)


@pytest.mark.rule("CL-TECH-06")
def test_no_research_with_all_six_developments() -> None:
    """The decision is not offered and the attempt refused; another power may still research."""
    game = laboratory([], tech={"germany": ALL_SIX})
    assert asked(game) == ("germany", "purchase")
    with refused(game, "CL-TECH-06"):
        game.apply(Research(1))
    pass_on(game, "uk", "research")


@pytest.mark.rule("CL-TECH-06")
def test_breakthroughs_after_the_sixth_development_have_no_effect() -> None:
    """Five owned, three sixes: one development, no further dice."""
    game = laboratory([6, 6, 6, 2], tech={"germany": [name for name in ALL_SIX if name != "rockets"]})
    events = game.apply(Research(3))
    assert [event.development for event in happened(events, "development_gained")] == ["rockets"]
    assert game.state.money["germany"] == 17
    assert unrolled(game) == 0


@pytest.mark.rule("CL-TECH-07")
def test_a_development_works_at_once_and_for_good() -> None:
    """Heavy bombers found in phase 1 fly in phase 2 of the same turn, and rounds later."""
    units = {
        "germany": {"germany": {"bomber": 1, "factory": 1}},
        "karelia_ssr": {"ussr": {"infantry": 9}},
    }
    game = laboratory([6, 6, 4, 1, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6], units=units)
    game.apply(Research(1))
    game.apply(Purchase({}))
    move(game, "1 bomber", "germany", "eastern_europe", "karelia_ssr")
    events = end(game)
    assert fired(events, "attack") == [("germany", (4, 4, 4))]
    game.apply(Retreat(""))
    move(game, "1 bomber", "karelia_ssr", "eastern_europe", "germany")
    pass_on(game, "germany", "noncombat_move")
    assert game.state.tech["germany"] == ("heavy_bombers",)


@pytest.mark.rule("CL-TECH-07", "CL-TECH-12")
def test_industrial_technology_lowers_prices_of_the_same_turn() -> None:
    """32 IPC: one die, breakthrough, 27 left for thirteen infantry at 2."""
    game = laboratory([6, 5])
    game.apply(Research(1))
    assert game.decision is not None and game.decision.about["prices"]["infantry"] == 2
    game.apply(Purchase({"infantry": 13}))
    assert game.state.money["germany"] == 1


@pytest.mark.rule("CL-TECH-08")
def test_developments_are_national() -> None:
    """Everything the UK has found does nothing for its allies' units and purses."""
    game = position(
        "usa", "purchase", tech={"uk": ALL_SIX}, units={"united_kingdom": {"usa": {"fighter": 1, "bomber": 1}}}
    )
    rules, state = rules_of(game), game.state
    for unit in state.units.values():
        assert rules.move_points(state, unit) == {"fighter": 4, "bomber": 6}[unit.kind]
        assert rules.defence_value(state, unit) == {"fighter": 4, "bomber": 1}[unit.kind]
        assert rules.attack_dice(state, unit) == 1
    assert rules.price(state, "usa", "infantry") == 3
    with refused(game, "CL-BUY-01"):
        game.apply(Purchase({"infantry": 13}))


@pytest.mark.rule("CL-TECH-09", "CL-TECH-08")
def test_jets_defend_on_five_beside_an_allied_fighter_on_four() -> None:
    """A US jet and a Soviet fighter in Karelia both roll 5: only the jet hits."""
    game = position(
        units={
            "eastern_europe": {"germany": {"infantry": 2}},
            "karelia_ssr": {"ussr": {"fighter": 1}, "usa": {"fighter": 1}},
        },
        tech={"usa": ["jet_power"]},
        dice=[6, 6, 5, 5],
    )
    move(game, "2 infantry", "eastern_europe", "karelia_ssr")
    events = end(game)
    assert fired(events, "defence") == [("ussr", (4,)), ("usa", (5,))]
    assert count(game, "karelia_ssr", "germany") == {"infantry": 1}


@pytest.mark.rule("CL-TECH-09")
def test_jets_defend_carriers_on_five_and_attack_on_three() -> None:
    """At sea as on land; in attack jet power changes nothing."""
    jets = {"usa": ["jet_power"]}
    game = position(
        "japan",
        units={
            "wake_island_sea_zone": {"japan": {"battleship": 2}},
            "hawaii_sea_zone": {"usa": {"carrier": 1, "fighter": 1}},
        },
        tech=jets,
        dice=[6, 6, 4, 5],
    )
    move(game, "2 battleship", "wake_island_sea_zone", "hawaii_sea_zone")
    events = end(game)
    assert fired(events, "defence") == [("usa", (3,)), ("usa", (5,))]
    game = position(
        "usa",
        units={"china": {"usa": {"fighter": 1}}, "manchuria": {"japan": {"infantry": 1}}},
        tech=jets,
        dice=[4, 6],
    )
    move(game, "1 fighter", "china", "manchuria")
    events = end(game)
    assert fired(events, "attack") == [("usa", (3,))]
    assert count(game, "manchuria", "japan") == {"infantry": 1}


@pytest.mark.rule("CL-TECH-10")
def test_super_submarines_attack_on_three_with_first_shot_and_withdrawal() -> None:
    """A 3 sinks the transport before it can fire; without the development it does not, and withdrawal is offered."""
    units: dict[str, Any] = {
        "baltic_sea_zone": {"germany": {"submarine": 1}},
        "north_sea_zone": {"uk": {"transport": 2}},
    }
    game = position(units=units, tech={"germany": ["super_submarines"]}, dice=[3, 6])
    move(game, "1 submarine", "baltic_sea_zone", "north_sea_zone")
    events = end(game)
    assert fired(events, "first_shot") == [("germany", (3,))]
    assert fired(events, "defence") == [("uk", (1,))]
    assert asked(game) == ("germany", "withdraw")
    (submarine,) = ids(game, "north_sea_zone", "1 submarine")
    game.apply(Withdraw({submarine: "baltic_sea_zone"}))
    assert count(game, "baltic_sea_zone") == {"submarine": 1}


@pytest.mark.rule("CL-TECH-10")
def test_super_submarines_still_defend_on_two() -> None:
    """A 3 in defence misses."""
    game = position(
        "uk",
        units={
            "north_sea_zone": {"uk": {"battleship": 1}},
            "baltic_sea_zone": {"germany": {"submarine": 1}},
        },
        tech={"germany": ["super_submarines"]},
        dice=[4, 3],
    )
    move(game, "1 battleship", "north_sea_zone", "baltic_sea_zone")
    events = end(game)
    assert fired(events, "defence") == [("germany", (2,))]
    assert count(game, "baltic_sea_zone") == {"battleship": 1}


@pytest.mark.rule("CL-TECH-11")
def test_long_range_aircraft_fly_six_and_eight_already_this_turn() -> None:
    """Found in phase 1: a fighter goes three out and three back, a bomber four and four."""
    units = {
        "germany": {"germany": {"fighter": 1, "bomber": 1}},
        "russia": {"ussr": {"infantry": 1}},
        "novosibirsk": {"ussr": {"infantry": 1}},
    }
    to_russia = ("germany", "eastern_europe", "karelia_ssr", "russia")
    game = laboratory([6, 4, 3, 6, 4, 6], units=units, owners={"eastern_europe": "ussr", "ukraine_ssr": "ussr"})
    game.apply(Research(1))
    game.apply(Purchase({}))
    check_menu(game)
    move(game, "1 fighter", *to_russia)
    move(game, "1 bomber", *to_russia, "novosibirsk")
    end(game)
    game.apply(NextBattle("russia"))
    move(game, "1 fighter", *reversed(to_russia))
    move(game, "1 bomber", "novosibirsk", *reversed(to_russia))
    assert count(game, "germany", "germany") == {"fighter": 1, "bomber": 1}


@pytest.mark.rule("CL-TECH-11")
@pytest.mark.parametrize(("tech", "reach"), [([], 4), (["long_range_aircraft"], 6)])
def test_the_range_of_a_fighter_in_the_noncombat_move(tech: list[str], reach: int) -> None:
    """From Western Europe eastward: steps five and six need the development."""
    way = (
        "western_europe",
        "germany",
        "eastern_europe",
        "ukraine_ssr",
        "caucasus",
        "russia",
        "kazakh_ssr",
        "persia",
    )
    game = position(
        phase="noncombat_move",
        units={"western_europe": {"germany": {"fighter": 1}}},
        owners=dict.fromkeys(way, "germany"),
        tech={"germany": tech},
    )
    with refused(game, "CL-AIR-01"):
        move(game, "1 fighter", *way[: reach + 2])
    assert all(len(route) <= reach + 1 for route in routes(game))
    move(game, "1 fighter", *way[: reach + 1])


@pytest.mark.rule("CL-TECH-12")
def test_industrial_technology_takes_one_ipc_off_every_unit() -> None:
    """The whole price list, and research dice still at 5."""
    game = position(phase="research", tech={"germany": ["industrial_technology"]}, money={"germany": 9}, dice=[1])
    prices = {
        "infantry": 2,
        "armour": 4,
        "aa_gun": 4,
        "factory": 14,
        "fighter": 11,
        "bomber": 14,
        "battleship": 23,
        "carrier": 17,
        "transport": 7,
        "submarine": 7,
    }
    rules = rules_of(game)
    assert {kind: rules.price(game.state, "germany", kind) for kind in rules.types} == prices
    assert {kind: rules.price(game.state, "japan", kind) - 1 for kind in rules.types} == prices
    with refused(game, "CL-TECH-01"):
        game.apply(Research(2))
    game.apply(Research(1))
    assert game.state.money["germany"] == 4
    game.apply(Purchase({"armour": 1}))
    assert game.state.money["germany"] == 0


@pytest.mark.rule("CL-TECH-13")
def test_each_die_of_a_heavy_bomber_is_a_hit_of_its_own() -> None:
    """4, 1, 6: two of three infantry are hit; all three fire back."""
    game = position(
        units={"germany": {"germany": {"bomber": 1}}, "karelia_ssr": {"ussr": {"infantry": 3}}},
        tech={"germany": ["heavy_bombers"]},
        dice=[4, 1, 6, 6, 6, 6],
    )
    move(game, "1 bomber", "germany", "eastern_europe", "karelia_ssr")
    end(game)
    assert count(game, "karelia_ssr", "ussr") == {"infantry": 1}
    assert unrolled(game) == 0


@pytest.mark.rule("CL-TECH-13")
def test_a_defending_heavy_bomber_rolls_one_die() -> None:
    """Three dice are for the attack only; in defence it is one die on 1."""
    game = position(
        "ussr",
        units={"karelia_ssr": {"ussr": {"infantry": 2}}, "eastern_europe": {"germany": {"bomber": 1}}},
        tech={"germany": ["heavy_bombers"]},
        dice=[6, 6, 2],
    )
    move(game, "2 infantry", "karelia_ssr", "eastern_europe")
    events = end(game)
    assert fired(events, "defence") == [("germany", (1,))]
    assert asked(game) == ("ussr", "retreat")
    assert count(game, "eastern_europe", "ussr") == {"infantry": 2}


@pytest.mark.rule("CL-TECH-14", "CL-TECH-15")
def test_heavy_bombers_on_a_raid_roll_three_dice_but_are_no_bigger_target() -> None:
    """Two raiders, two AA dice, one shot down; the other rolls 2, 5 and 6: 13 IPC."""
    game = position(
        "uk",
        units={
            "united_kingdom": {"uk": {"bomber": 2}},
            "germany": {"germany": {"factory": 1, "aa_gun": 1}},
        },
        tech={"uk": ["heavy_bombers"]},
        dice=[1, 4, 2, 5, 6],
    )
    move(game, "2 bomber", "united_kingdom", "north_sea_zone", "baltic_sea_zone", "germany", raid=True)
    events = end(game)
    assert [len(e.dice) for e in happened(events, "dice_rolled") if e.purpose == "anti_air"] == [2]
    assert game.state.money["germany"] == 32 - 13
    assert unrolled(game) == 0


@pytest.mark.rule("CL-TECH-15")
def test_guns_roll_one_die_per_heavy_bomber_overhead_and_in_battle() -> None:
    """One bomber flies over one gun and attacks under another: one die each."""
    game = position(
        "uk",
        units={
            "united_kingdom": {"uk": {"bomber": 1}},
            "western_europe": {"germany": {"aa_gun": 1}},
            "germany": {"germany": {"aa_gun": 1, "infantry": 1}},
        },
        tech={"uk": ["heavy_bombers"]},
        dice=[2, 2, 6, 6, 4, 6],
    )
    events = move(game, "1 bomber", "united_kingdom", "north_sea_zone", "western_europe", "germany")
    assert [len(e.dice) for e in happened(events, "dice_rolled")] == [1]
    events = end(game)
    rolled = [(e.purpose, len(e.dice)) for e in happened(events, "dice_rolled")]
    assert rolled == [("anti_air", 1), ("attack", 3), ("defence", 1)]


@pytest.mark.rule("CL-TECH-10", "CL-TECH-08")
def test_an_allys_super_submarines_help_nobody_else() -> None:
    """Japan's development leaves the German submarine at 2: a 3 misses."""
    game = position(
        units={"baltic_sea_zone": {"germany": {"submarine": 1}}, "north_sea_zone": {"uk": {"transport": 1}}},
        tech={"japan": ["super_submarines"]},
        dice=[3, 6, 2],
    )
    move(game, "1 submarine", "baltic_sea_zone", "north_sea_zone")
    events = end(game)
    assert fired(events, "first_shot") == [("germany", (2,))]
    game.apply(Withdraw({}))
    game.apply(FightOn())
    assert count(game, "north_sea_zone") == {"submarine": 1}
