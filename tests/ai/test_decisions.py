"""Single decisions in positions where the right answer is plain."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest

import sandtable
from sandtable.ai import player
from sandtable.ai.rules import WarRules
from sandtable.ai.situation import Situation
from sandtable.ai.threats import Threats
from sandtable.ai.tuning import tuning
from sandtable.core.game import Game
from sandtable.core.values import Action
from sandtable.warfare.actions import (
    ChooseCasualties,
    EndPhase,
    FightOn,
    Move,
    PlaceBid,
    Purchase,
    Research,
    Retreat,
    Sail,
    Submerge,
)

PLANNERS = ["cadet", "officer"]


def decide(game: Game[Any], level: str = "officer") -> Action:
    """What a player answers to the open decision."""
    assert game.decision is not None
    one = player(level, 1)
    action = one.decide(game.view(game.decision.power), game.decision)
    assert one.fallbacks == 0
    return action


def orders(game: Game[Any], level: str = "officer") -> list[Action]:
    """All orders of a movement phase."""
    one = player(level, 1)
    phase = game.state.phase
    given = []
    while game.state.phase == phase and game.decision is not None and game.decision.kind == phase:
        action = one.decide(game.view(game.decision.power), game.decision)
        given.append(action)
        game.apply(action)
    assert one.fallbacks == 0
    return given


def targets(given: list[Action]) -> set[str]:
    """Where they go."""
    return {a.route[-1] for a in given if isinstance(a, Move)} | {a.target for a in given if isinstance(a, Sail)}


@pytest.mark.parametrize("level", PLANNERS)
def test_undefended_land_is_taken(level: str) -> None:
    """A factory that nobody guards is not left alone."""
    units = {"eastern_europe": {"germany": {"infantry": 3, "armour": 2}}, "germany": {"germany": {"infantry": 6}}}
    game = sandtable.setup("classic", seed=1, power="germany", phase="combat_move", units=units)
    orders(game, level)
    taken = {space for space in game.state.changed if game.state.owner[space] == "germany"}
    assert "karelia_ssr" in taken | {unit.space for unit in game.state.units_of("germany")}


@pytest.mark.parametrize("level", PLANNERS)
def test_a_hopeless_attack_is_not_made(level: str) -> None:
    """Two infantry do not run against twelve."""
    units = {
        "eastern_europe": {"germany": {"infantry": 2}},
        "karelia_ssr": {"ussr": {"infantry": 12}},
        "ukraine_ssr": {"ussr": {"infantry": 12}},
    }
    game = sandtable.setup("classic", seed=1, power="germany", phase="combat_move", units=units)
    assert not targets(orders(game, level)) & {"karelia_ssr", "ukraine_ssr"}


@pytest.mark.parametrize("level", PLANNERS)
def test_an_empty_capital_in_reach_falls(level: str) -> None:
    """Even if something else could be had as well."""
    units = {
        "karelia_ssr": {"germany": {"armour": 2}},
        "russia": {"ussr": {"infantry": 1}},
        "germany": {"germany": {"infantry": 9}},
    }
    owners = {"karelia_ssr": "germany"}
    game = sandtable.setup("classic", seed=1, power="germany", phase="combat_move", units=units, owners=owners)
    assert "russia" in targets(orders(game, level))


@pytest.mark.parametrize("level", PLANNERS)
def test_the_capital_is_not_left_bare(level: str) -> None:
    """With an army next door those who guard the capital stay, whatever there is to be had elsewhere."""
    units = {
        "russia": {"ussr": {"infantry": 8}},
        "caucasus": {"germany": {"infantry": 6, "armour": 3}},
        "novosibirsk": {"japan": {}},
    }
    owners = {"caucasus": "germany", "novosibirsk": "japan"}
    position: dict[str, Any] = {"units": units, "owners": owners, "money": {"ussr": 0}}
    game = sandtable.setup("classic", seed=1, power="ussr", phase="combat_move", **position)
    orders(game, level)
    here = [unit for unit in game.state.units_in("russia") if unit.power == "ussr"]
    assert len(here) >= 7


def test_troops_on_an_island_are_shipped() -> None:
    """Infantry in Japan goes to the mainland as soon as there is a transport and no danger."""
    units = {
        "japan": {"japan": {"infantry": 4}},
        "japan_sea_zone": {"japan": {"transport": 1}},
        "manchuria": {"japan": {"infantry": 2}},
        "russia": {"ussr": {"infantry": 5}},
    }
    game = sandtable.setup("classic", seed=1, power="japan", phase="noncombat_move", units=units)
    given = orders(game)
    assert any(isinstance(order, Sail) and order.load for order in given)


def test_a_landing_on_a_bare_coast() -> None:
    """Transports take land that nobody defends."""
    units = {
        "united_kingdom": {"uk": {"infantry": 6}},
        "north_sea_zone": {"uk": {"transport": 2}},
        "germany": {"germany": {"infantry": 6}},
    }
    game = sandtable.setup("classic", seed=1, power="uk", phase="combat_move", units=units)
    assert any(isinstance(order, Sail) and order.unload for order in orders(game))


def test_aircraft_come_home() -> None:
    """Everything in the air lands, and not in the enemy's arms."""
    units = {
        "germany": {"germany": {"fighter": 2, "infantry": 5}},
        "ukraine_ssr": {"ussr": {"infantry": 1}},
        "eastern_europe": {"germany": {"infantry": 4}},
    }
    game = sandtable.setup("classic", seed=1, power="germany", phase="combat_move", units=units)
    one = player("officer", 1)
    while game.state.power == "germany" and game.decision is not None:
        game.apply(one.decide(game.view(game.decision.power), game.decision), game.decision.power)
    assert sum(unit.kind == "fighter" for unit in game.state.units_of("germany")) == 2


@pytest.mark.parametrize(("name", "level"), [(g, x) for g in ("classic", "1942") for x in PLANNERS])
def test_money_is_spent_on_a_mix(name: str, level: str) -> None:
    """Infantry first; no more than a few IPC are left."""
    game = sandtable.new_game(name, seed=1)
    while game.decision is not None and game.decision.kind != "purchase":
        game.apply(decide(game, level))
    bought = decide(game, level)
    assert isinstance(bought, Purchase) and bought.units.get("infantry", 0) >= 3
    spent = sum(game.rules.types[kind].cost * number for kind, number in bought.units.items())  # type: ignore[attr-defined]
    assert game.state.money["ussr"] - spent <= 4


def test_a_threatened_capital_gets_infantry() -> None:
    """All the money, if need be."""
    units = {
        "russia": {"ussr": {"infantry": 2, "factory": 1}},
        "caucasus": {"germany": {"infantry": 6, "armour": 5}},
    }
    game = sandtable.setup(
        "classic",
        seed=1,
        power="ussr",
        phase="purchase",
        units=units,
        owners={"caucasus": "germany"},
        money={"ussr": 24},
    )
    bought = decide(game)
    assert isinstance(bought, Purchase) and bought.units.get("infantry", 0) >= 6


def test_armies_that_wait_for_ships_get_an_armada() -> None:
    """Sixty tanks at home and one enemy left across the sea: more transports than a war usually needs."""
    game = sandtable.setup(
        "classic",
        seed=1,
        power="usa",
        phase="purchase",
        units={
            "western_united_states": {"usa": {"armour": 60, "infantry": 20, "factory": 1}},
            "gulf_of_mexico_sea_zone": {"usa": {"transport": 12, "battleship": 4}},
            "japan": {"japan": {"infantry": 30, "factory": 1}},
        },
        owners={"germany": "uk"},
        money={"usa": 40},
    )
    bought = decide(game, "cadet")
    assert isinstance(bought, Purchase) and bought.units.get("transport", 0) >= 1


def test_damaged_factories_are_repaired_when_room_is_short() -> None:
    """Repair makes room for what the money buys."""
    game = sandtable.setup(
        "1942",
        seed=1,
        power="uk",
        phase="purchase",
        units={"united_kingdom": {"uk": {"infantry": 3, "factory": {"damage": 8}}}},
        money={"uk": 30},
    )
    bought = decide(game)
    assert isinstance(bought, Purchase) and sum(bought.repairs.values()) >= 3


@pytest.mark.rule("S42-BUY-03", "S42-SBR-04")
def test_a_factory_that_produces_nothing_any_more_is_repaired() -> None:
    """Damage beyond the value of the land has to go first before any repair makes room; it is still worth it."""
    game = sandtable.setup(
        "1942",
        seed=1,
        power="ussr",
        phase="purchase",
        units={"russia": {"ussr": {"infantry": 3, "factory": {"damage": 9}}}},
        money={"ussr": 17},
    )
    bought = decide(game)
    assert isinstance(bought, Purchase)
    assert bought.repairs == {"russia": 5} and sum(bought.units.values()) >= 3


def test_the_cheapest_are_lost_first() -> None:
    """Infantry before armour before aircraft."""
    units = {
        "eastern_europe": {"germany": {"infantry": 2, "armour": 2, "fighter": 1}},
        "karelia_ssr": {"ussr": {"infantry": 3}},
    }
    dice = [6, 6, 6, 6, 6, 1, 1, 6]  # nobody of the attackers hits, two of the defenders do
    game = sandtable.setup("classic", power="germany", phase="combat_move", units=units, dice=dice)
    ids = game.state.at["eastern_europe"]
    game.apply(Move(tuple(i for i in ids if "fighter" not in i), ("eastern_europe", "karelia_ssr")))
    fighter = tuple(i for i in ids if "fighter" in i)
    game.apply(Move(fighter, ("eastern_europe", "karelia_ssr")))
    game.apply(EndPhase())
    while game.decision is not None and game.decision.kind != "choose_casualties":
        game.apply(decide(game))
    chosen = decide(game)
    assert isinstance(chosen, ChooseCasualties)
    assert [game.state.units[unit].kind for unit in chosen.units] == ["infantry", "infantry"]


@pytest.mark.parametrize(("defenders", "answer"), [(8, Retreat), (1, FightOn)])
def test_when_to_break_off(defenders: int, answer: type[Action]) -> None:
    """A lost battle is broken off, one that goes well is fought out."""
    units = {
        "eastern_europe": {"germany": {"infantry": 3, "armour": 1}},
        "karelia_ssr": {"ussr": {"infantry": defenders}},
    }
    game = sandtable.setup("classic", seed=1, power="germany", phase="combat_move", units=units, dice=[6] * 60)
    game.apply(Move(game.state.at["eastern_europe"], ("eastern_europe", "karelia_ssr")))
    game.apply(EndPhase())
    while game.decision is not None and game.decision.kind != "retreat":
        game.apply(decide(game))
    assert isinstance(decide(game), answer)


@pytest.mark.parametrize(("escort", "dives"), [({"cruiser": 1, "transport": 2}, False), ({"battleship": 2}, True)])
def test_a_submarine_does_what_it_was_sent_for(escort: dict[str, int], dives: bool) -> None:
    """It was sent against a convoy that is worth the risk, and dived before the first shot (S42-SUB-06)."""
    units = {
        "sz_9": {"germany": {"submarine": 1}},
        "sz_10": {"usa": escort},
        "germany": {"germany": {"factory": 1, "infantry": 6}},
        "eastern_united_states": {"usa": {"factory": 1, "infantry": 6}},
    }
    game = sandtable.setup("1942", seed=1, power="germany", phase="combat_move", units=units, dice=[6] * 30)
    (boat,) = game.state.at["sz_9"]
    assert dives or orders(game)
    if dives:
        game.apply(Move((boat,), ("sz_9", "sz_10")))
        game.apply(EndPhase())
    while game.decision is not None and game.decision.kind != "submarines":
        game.apply(decide(game))
    answer = decide(game)
    assert isinstance(answer, Submerge) and answer.submarines == ((boat,) if dives else ())


HELD: dict[str, Any] = {"owners": {"ukraine_ssr": "ussr"}}


@pytest.mark.parametrize(("army", "answer"), [(40, Retreat), (0, FightOn)])
def test_a_victory_that_would_cost_the_victors_is_not_fought_for(army: int, answer: type[Action]) -> None:
    """Where an army stands ready to strike back, the defenders are worn down and the place is left to them."""
    units = {
        "eastern_europe": {"germany": {"infantry": 4, "armour": 8}},
        "ukraine_ssr": {"ussr": {"infantry": 2}},
        "caucasus": {"ussr": {"infantry": army, "fighter": army // 5}},
    }
    game = sandtable.setup("1942", seed=1, power="germany", phase="combat_move", units=units, dice=[6] * 60, **HELD)
    game.apply(Move(game.state.at["eastern_europe"], ("eastern_europe", "ukraine_ssr")))
    game.apply(EndPhase())
    while game.decision is not None and game.decision.kind != "retreat":
        game.apply(decide(game))
    assert isinstance(decide(game), answer)


def test_aircraft_do_not_leave_those_who_have_landed() -> None:
    """Landed troops cannot go back, however many stand ready to strike them."""
    units = {
        "sz_3": {"uk": {"transport": 4}},
        "united_kingdom": {"uk": {"infantry": 4, "armour": 4, "fighter": 2}},
        "norway": {"germany": {"infantry": 2}},
        "karelia_ssr": {"germany": {"infantry": 20, "armour": 10, "fighter": 4}},
    }
    owners = {"norway": "germany", "karelia_ssr": "germany"}
    game = sandtable.setup("1942", seed=1, power="uk", phase="combat_move", units=units, owners=owners, dice=[6] * 80)
    men = [unit.id for unit in game.state.units_in("united_kingdom") if unit.kind in ("infantry", "armour")]
    for ship, pair in zip(game.state.at["sz_3"], zip(men[:4], men[4:], strict=True), strict=True):
        game.apply(Sail(ship, ("sz_3",), dict.fromkeys(pair, "sz_3"), pair, "norway"))
    fighters = tuple(unit.id for unit in game.state.units_in("united_kingdom") if unit.kind == "fighter")
    game.apply(Move(fighters, ("united_kingdom", "sz_3", "norway")))
    game.apply(EndPhase())
    while game.decision is not None and game.decision.kind != "retreat":
        game.apply(decide(game))
    assert isinstance(decide(game), FightOn)


def test_a_bid_is_spent_at_the_front() -> None:
    """On infantry beside own troops."""
    game = sandtable.new_game("classic", {"bid": {"germany": 9}}, seed=1)
    placed = decide(game)
    assert isinstance(placed, PlaceBid)
    assert sum(number for kinds in placed.units.values() for number in kinds.values()) == 3


def test_research_is_bought_only_by_those_who_can_afford_it() -> None:
    """A poor power buys none."""
    game = sandtable.setup("classic", seed=1, power="ussr", phase="research", money={"ussr": 12})
    assert decide(game) == Research(0)


def turn_of(game: Game[Any], power: str, level: str = "officer") -> None:
    """Play on until a power's turn is over."""
    one = player(level, 1)
    while game.decision is not None and game.state.power == power:
        game.apply(one.decide(game.view(game.decision.power), game.decision), game.decision.power)


def test_a_carrier_fetches_the_fighter_that_can_land_nowhere_else() -> None:
    """The fighter has one step left after its attack; the carrier comes to meet it before anything else sails."""
    units = {
        "japan": {"japan": {"infantry": 6}},
        "japan_sea_zone": {"japan": {"carrier": 1, "fighter": 1}},
        "mexico_sea_zone": {"usa": {"transport": 1}},
        "russia": {"ussr": {"infantry": 4}},
    }
    dice = [1, 6]  # the transport is sunk, the fighter is not hit
    game = sandtable.setup("classic", dice=dice, power="japan", phase="combat_move", units=units)
    turn_of(game, "japan")
    (fighter,) = (unit for unit in game.state.units_of("japan") if unit.kind == "fighter")
    assert fighter.space == "hawaii_sea_zone" and fighter.aboard


def test_an_army_joins_new_units_where_they_make_the_land_hold() -> None:
    """Ten new infantry make Karelia safe: the army goes there, and they are placed there."""
    units = {
        "karelia_ssr": {"ussr": {"infantry": 3, "factory": 1}},
        "russia": {"ussr": {"infantry": 8, "factory": 1}},
        "eastern_europe": {"germany": {"infantry": 12, "armour": 5}},
        "germany": {"germany": {"infantry": 2}},
    }
    position: dict[str, Any] = {"units": units, "pool": {"infantry": 10}}
    game = sandtable.setup("classic", seed=1, power="ussr", phase="noncombat_move", **position)
    turn_of(game, "ussr")
    assert sum(unit.kind == "infantry" for unit in game.state.units_in("karelia_ssr")) > 15


def test_an_army_is_not_thrown_away_so_that_an_ally_may_win() -> None:
    """Fifteen infantry and seven fighters do not run against thirty-two infantry in Berlin, whoever comes after."""
    units = {
        "western_europe": {"uk": {"infantry": 15, "armour": 2, "fighter": 7}},
        "southern_europe": {"usa": {"infantry": 30}},
        "germany": {"germany": {"infantry": 32, "armour": 1}},
        "japan": {"japan": {"infantry": 40, "fighter": 10}},
    }
    owners = {"western_europe": "uk", "southern_europe": "usa"}
    game = sandtable.setup("classic", seed=1, power="uk", phase="combat_move", units=units, owners=owners)
    assert "germany" not in targets(orders(game))


def test_aircraft_that_only_help_together_come_together() -> None:
    """One British fighter would not save Moscow, several do; so they fly, though elsewhere they might be safer."""
    units = {
        "russia": {"ussr": {"infantry": 12}},
        "karelia_ssr": {"germany": {"infantry": 10, "armour": 8}},
        "caucasus": {"uk": {"fighter": 5, "infantry": 1}},
        "united_kingdom": {"uk": {"infantry": 8}},
    }
    owners = {"karelia_ssr": "germany"}
    game = sandtable.setup("classic", seed=1, power="uk", phase="noncombat_move", units=units, owners=owners)
    orders(game)
    there = Counter(unit.kind for unit in game.state.units_in("russia"))
    situation = Situation(cast(WarRules, game.rules), game.state, "uk", tuning("officer"))
    assert Threats(situation).danger("russia", Counter(infantry=12, fighter=1)).chance > 0.6
    assert there["fighter"] >= 2 and Threats(situation).danger("russia", there).chance < 0.2


def test_what_saves_the_game_is_taken() -> None:
    """CL-WIN-04: the Axis have 84 IPC; an American who can take one of them away does, however poor the land is."""
    game = sandtable.new_game("classic", seed=1)
    rules: Any = game.rules
    state = game.state.copy()
    for space in rules.board.land:
        if rules.production(state, "germany") + rules.production(state, "japan") >= 84:
            break
        if state.owner.get(space) in ("uk", "ussr") and space not in ("united_kingdom", "russia"):
            state.owner[space] = "germany"
    assert "axis" in rules.victories(state)
    situation = Situation(rules, state, "usa", tuning("officer"))
    calm = Situation(rules, game.state, "usa", tuning("officer"))
    spare = rules.production(state, "germany") + rules.production(state, "japan") - 84
    saving = [s for s in rules.board.land if state.owner.get(s) == "germany" and rules.board.values[s] > spare]
    assert min(rules.board.values[space] for space in saving) <= 3
    assert all(situation.worth(space) > calm.worth(space) + 100 for space in saving)


def test_land_beyond_ones_grasp_pulls_less() -> None:
    """California guarded by an army is no goal for a Japanese boat, Siberia guarded by one man is."""
    units = {
        "western_united_states": {"usa": {"infantry": 12, "armour": 4}},
        "soviet_far_east": {"ussr": {"infantry": 1}},
        "manchuria": {"japan": {"infantry": 8}},
        "japan": {"japan": {"infantry": 4}},
        "japan_sea_zone": {"japan": {"transport": 2}},
    }
    game = sandtable.setup("classic", seed=1, power="japan", phase="noncombat_move", units=units)
    rules: Any = game.rules
    situation = Situation(rules, game.state, "japan", tuning("officer"))
    assert situation.within_grasp["soviet_far_east"] == 1.0
    assert situation.within_grasp["western_united_states"] < 0.3


def test_the_nearer_a_side_is_to_winning_the_more_land_counts() -> None:
    """CL-WIN-04: at 90 IPC no single territory of 3 saves the Allies, yet each of them is worth more than at 57."""
    game = sandtable.new_game("classic", seed=1)
    rules: Any = game.rules
    state = game.state.copy()
    (goal,) = (goal for goal in rules.goals(state, "axis") if goal.reason == "economy")
    for space in rules.board.land:
        if rules.progress(state, "axis", goal) >= 90:
            break
        if state.owner.get(space) in ("uk", "ussr") and space not in ("united_kingdom", "russia"):
            state.owner[space] = "germany"
    near = Situation(rules, state, "usa", tuning("officer"))
    calm = Situation(rules, game.state, "usa", tuning("officer"))
    assert rules.progress(state, "axis", goal) - rules.board.values["ukraine_ssr"] >= goal.needed
    assert near.worth("ukraine_ssr") > calm.worth("ukraine_ssr") + 20
    assert calm.worth("ukraine_ssr") == pytest.approx(9.5, abs=0.1)


@pytest.mark.parametrize("game", ["classic", "1942"])
def test_who_is_to_fall_first_does_not_change_with_every_battle(game: str) -> None:
    """Whatever the front looks like, one enemy comes first as long as he has his capital."""
    rules: Any = sandtable.new_game(game, seed=1).rules
    state = rules.fresh_state()
    bare = state.copy()
    for unit in list(bare.units_of("japan")):
        bare.remove(unit.id)
    for position in (state, bare):
        for power in rules.powers:
            goal = Situation(rules, position, power, tuning("officer")).main_goal
            assert goal == ("germany" if rules.board.side_of[power] == "allies" else "ussr")
    bare.owner["germany"] = "ussr"
    assert Situation(rules, bare, "usa", tuning("officer")).main_goal == "japan"


@pytest.mark.parametrize(("reserves", "sailing"), [(4, {"united_kingdom"}), (0, set())])
def test_whoever_stands_at_the_front_is_not_taken_away_from_it(reserves: int, sailing: set[str]) -> None:
    """An army in Western Europe does not embark for the empty coast of Norway; the one in England does."""
    units = {
        "western_europe": {"uk": {"infantry": 6}},
        "united_kingdom": {"uk": {"infantry": reserves, "fighter": 2}},
        "north_sea_zone": {"uk": {"transport": 2, "battleship": 2}},
        "germany": {"germany": {"infantry": 12}},
    }
    owners = {"western_europe": "uk"}
    game = sandtable.setup("classic", seed=1, power="uk", phase="combat_move", units=units, owners=owners)
    home = {unit.id: unit.space for unit in game.state.units.values()}
    embarked = {home[ident] for order in orders(game) if isinstance(order, Sail) for ident in order.load}
    assert embarked == sailing
