"""Decisions of battles, raids and ships beside enemies, in positions where the right answer is plain."""

from __future__ import annotations

from typing import Any, cast

import pytest

from sandtable.ai.escapes import escapes
from sandtable.ai.fights import cargo
from sandtable.ai.rules import WarRules
from sandtable.ai.situation import Situation
from sandtable.ai.threats import Threats
from sandtable.ai.tuning import tuning
from sandtable.core.values import Action
from sandtable.warfare.actions import (
    AssignHits,
    ChooseCasualties,
    Consent,
    DeclareAttack,
    FightOn,
    FireRocket,
    Intercept,
    LandDisplaced,
    Move,
    NextBattle,
    Retreat,
    Shell,
    Submerge,
    Withdraw,
)
from tests.ai.test_decisions import decide, orders
from tests.classic import play as classic
from tests.spring1942 import play as spring1942
from tests.words import WarGame, asked, end, ids, move, sail, units

AIR: dict[str, object] = {"escorts_and_interceptors": True}
MISSES = [6] * 40


def answer(game: WarGame, kind: str) -> Action:
    """What an officer answers when a decision of this kind comes; until then officers decide, too."""
    while game.decision is not None and game.decision.kind != kind:
        game.apply(decide(game))
    return decide(game)


def raid(fighters: int, raiders: dict[str, int], soldiers: int) -> WarGame:
    """Soviet aircraft raid the Ukraine with its German fighters, and infantry marches in."""
    game = spring1942.position(
        power="ussr",
        units={
            "caucasus": {"ussr": {"infantry": 6, **raiders}},
            "ukraine_ssr": {"germany": {"factory": 1, "fighter": fighters}},
        },
        dice=MISSES,
        options=AIR,
    )
    move(game, ", ".join(f"{number} {kind}" for kind, number in raiders.items()), "caucasus", "ukraine_ssr", raid=True)
    if soldiers:
        move(game, f"{soldiers} infantry", "caucasus", "ukraine_ssr")
    end(game)
    assert asked(game) == ("germany", "intercept")
    return game


@pytest.mark.parametrize(
    ("fighters", "raiders", "soldiers", "rising"),
    [
        (2, {"bomber": 1}, 0, 2),
        (1, {"bomber": 1}, 1, 0),
        (2, {"bomber": 1}, 2, 0),
        (2, {"bomber": 1}, 6, 2),
        (1, {"bomber": 1, "fighter": 1}, 0, 1),
        (1, {"bomber": 1, "fighter": 4}, 0, 0),
    ],
)
def test_fighters_rise_where_they_are_not_missed(
    fighters: int, raiders: dict[str, int], soldiers: int, rising: int
) -> None:
    """Against bombers alone all of them; not if the land would fall without them, unless it falls with them, too; nor
    against many escorts."""
    given = decide(raid(fighters, raiders, soldiers))
    assert isinstance(given, Intercept)
    assert len(given.fighters.get("ukraine_ssr", ())) == rising


def convoy(**options: object) -> WarGame:
    """A battleship has hit one of two transports: a British one with troops aboard, an empty American one."""
    game = classic.position(
        units={
            "baltic_sea_zone": {"germany": {"battleship": 1}},
            "north_sea_zone": {
                "uk": {"transport": [{"cargo": {"uk": {"infantry": 2}}}]},
                "usa": {"transport": 1},
            },
        },
        options=options,
        dice=[1, *MISSES],
    )
    move(game, "1 battleship", "baltic_sea_zone", "north_sea_zone")
    end(game)
    return game


def test_hits_fall_where_they_hurt_most() -> None:
    """A transport goes down with its cargo, so it is worth more than an empty one."""
    game = convoy()
    assert asked(game) == ("germany", "assign_hits")
    assert decide(game) == AssignHits({"uk": 1})


def test_friends_give_what_costs_least() -> None:
    """Where the defenders share hits out themselves the empty transport is lost."""
    game = convoy(multinational_hits="defenders")
    assert asked(game) == ("uk", "assign_hits")
    assert decide(game) == AssignHits({"usa": 1})


@pytest.mark.parametrize(("landing", "expected"), [(False, Retreat), (True, FightOn)])
def test_a_sea_is_fought_for_if_a_landing_waits_for_it(landing: bool, expected: type[Action]) -> None:
    """A destroyer against a battleship had better leave, but not while London lies open behind it."""
    game = spring1942.position(
        power="germany",
        units={
            "sz_5": {"germany": {"destroyer": 1, "transport": [{"cargo": {"germany": {"infantry": 2}}}]}},
            "sz_6": {"uk": {"battleship": 1}},
            "germany": {"germany": {"infantry": 8}},
        },
        dice=MISSES,
    )
    move(game, "1 destroyer", "sz_5", "sz_6")
    if landing:
        (boat,) = units(game, "sz_5", "transport")
        cargo = [unit.id for unit in game.state.aboard(boat)]
        sail(game, "sz_5", "sz_6", unload=cargo, target="united_kingdom")
    end(game)
    assert isinstance(answer(game, "retreat"), expected)


@pytest.mark.parametrize(("fleet", "dives"), [("battleship", True), ("cruiser", False)])
def test_submarines_that_are_attacked_dive_where_they_would_lose(fleet: str, dives: bool) -> None:
    """Three of them: against three battleships they had better be gone, a single cruiser is their prey."""
    number = 3 if dives else 1
    game = spring1942.position(
        power="uk",
        units={"sz_7": {"uk": {fleet: number}}, "sz_6": {"germany": {"submarine": 3}}},
        dice=MISSES,
    )
    move(game, f"{number} {fleet}", "sz_7", "sz_6")
    end(game)
    assert asked(game) == ("germany", "submarines")
    given = decide(game)
    assert isinstance(given, Submerge) and len(given.submarines) == (3 if dives else 0)


def test_submarines_withdraw_from_a_lost_battle() -> None:
    """In the classic game they leave the zone (CL-SUB-03)."""
    game = classic.position(
        power="uk",
        units={
            "north_sea_zone": {"uk": {"battleship": 3}},
            "baltic_sea_zone": {"germany": {"submarine": 1}},
        },
        dice=MISSES,
    )
    move(game, "3 battleship", "north_sea_zone", "baltic_sea_zone")
    end(game)
    given = answer(game, "withdraw")
    assert isinstance(given, Withdraw) and len(given.submarines) == 1


def test_the_sea_is_fought_for_first() -> None:
    """Battles on land can wait: what happens at sea may concern them."""
    game = spring1942.position(
        power="germany",
        units={
            "sz_5": {"germany": {"cruiser": 1}},
            "sz_6": {"uk": {"destroyer": 1}},
            "eastern_europe": {"germany": {"infantry": 3}},
            "karelia_ssr": {"ussr": {"infantry": 1}},
        },
        dice=MISSES,
    )
    move(game, "1 cruiser", "sz_5", "sz_6")
    move(game, "3 infantry", "eastern_europe", "karelia_ssr")
    end(game)
    assert asked(game) == ("germany", "next_battle")
    assert decide(game) == NextBattle("sz_6")


def test_the_strongest_guns_shell_the_coast() -> None:
    """One ship for each unit that lands (S42-AMPH-06): the battleship rather than the cruiser."""
    game = spring1942.position(
        power="uk",
        units={
            "sz_7": {"uk": {"cruiser": 1, "battleship": 1, "transport": [{"cargo": {"uk": {"infantry": 1}}}]}},
            "western_europe": {"germany": {"infantry": 1}},
        },
        dice=MISSES,
    )
    sail(game, "sz_7", unload=ids(game, "sz_7", "1 infantry"), target="western_europe")
    end(game)
    given = answer(game, "bombardment")
    assert isinstance(given, Shell)
    assert [game.state.units[ship].kind for ship in given.ships] == ["battleship"]


@pytest.mark.parametrize(("enemy", "attacked"), [({"transport": 2}, True), ({"submarine": 4}, False)])
def test_ships_off_a_landing_coast_are_attacked_if_that_is_cheap(enemy: dict[str, int], attacked: bool) -> None:
    """A destroyer that covers a landing sinks transports there, but does not go for four submarines."""
    game = spring1942.position(
        power="uk",
        units={
            "sz_7": {
                "uk": {"destroyer": 1, "transport": [{"cargo": {"uk": {"infantry": 2}}}]},
                "germany": enemy,
            },
            "western_europe": {"germany": {"infantry": 1}},
        },
        dice=MISSES,
    )
    sail(game, "sz_7", unload=ids(game, "sz_7", "2 infantry"), target="western_europe")
    end(game)
    assert asked(game) == ("uk", "fight_or_ignore")
    assert decide(game) == DeclareAttack("sz_7", attack=attacked)


def test_a_rocket_is_aimed_at_the_richest() -> None:
    """Two factories in reach: the one whose owner has most to lose."""
    game = classic.position(
        power="germany",
        phase="combat",
        units={
            "southern_europe": {"germany": {"aa_gun": 1}},
            "karelia_ssr": {"ussr": {"factory": 1}},
            "united_kingdom": {"uk": {"factory": 1}},
        },
        tech={"germany": ["rockets"]},
        money={"uk": 40, "ussr": 5},
        dice=MISSES,
    )
    assert asked(game) == ("germany", "rocket")
    given = decide(game)
    assert isinstance(given, FireRocket) and given.target == "united_kingdom"


def test_displaced_fighters_take_the_free_deck() -> None:
    """One slot for two fighters whose carrier was sunk (CL-CARR-04)."""
    zone = "east_canada_sea_zone"
    game = classic.position(
        units={
            "north_sea_zone": {"germany": {"submarine": 1}},
            zone: {"uk": {"carrier": [{"cargo": {"uk": {"fighter": 2}}}, {"cargo": {"uk": {"fighter": 1}}}]}},
        },
        dice=[1, *MISSES],
    )
    sinking, floating = ids(game, zone, "2 carrier", "uk")
    move(game, "1 submarine", "north_sea_zone", zone)
    end(game)
    if asked(game)[1] == "choose_casualties":
        game.apply(ChooseCasualties((sinking,)))
    while asked(game)[1] != "land_displaced":
        game.apply(Withdraw(dict.fromkeys(ids(game, zone, "1 submarine"), "north_sea_zone")))
    given = decide(game)
    assert isinstance(given, LandDisplaced) and list(given.places.values()) == [floating]


@pytest.mark.parametrize(("capped", "bombed"), [(False, True), (True, False)])
def test_raids_bring_no_more_than_the_rules_allow(capped: bool, bombed: bool) -> None:
    """CL-OPT-13: where a raid on Karelia costs 3 IPC at most, it is not worth the gun's fire."""
    game = classic.position(
        power="germany",
        phase="combat_move",
        units={
            "germany": {"germany": {"bomber": 1, "infantry": 5}},
            "karelia_ssr": {"ussr": {"factory": 1, "aa_gun": 1, "infantry": 9, "armour": 9}},
            "russia": {"ussr": {"infantry": 9}},
        },
        money={"ussr": 30},
        options={"sbr_cap_by_value": capped},
        dice=MISSES,
    )
    given = [order for order in orders(game) if isinstance(order, Move) and order.raid]
    assert bool(given) is bombed


# Ships that begin beside enemies


def beside(enemy: dict[str, int], dice: int = 6, **kinds: Any) -> WarGame:
    """British ships in SZ 8 beside German ones."""
    return spring1942.position(
        power="uk",
        phase="combat_move",
        units={"sz_8": {"uk": kinds, "germany": enemy}, "united_kingdom": {"uk": {"factory": 1}}},
        dice=[dice] * 40,
    )


def test_transports_leave_a_zone_where_they_would_be_sunk() -> None:
    """A destroyer was built beside them: they sail away instead of waiting for it (S42-HSZ-01)."""
    game = beside({"destroyer": 1}, transport=2)
    assert len([order for order in orders(game) if isinstance(order, Move) and order.route[0] == "sz_8"]) == 2
    assert not units(game, "sz_8", "transport")


def test_a_strong_fleet_stays_and_fights() -> None:
    """Two battleships and a transport against one destroyer: nobody leaves."""
    game = beside({"destroyer": 1}, dice=1, battleship=2, transport=1)
    assert not [order for order in orders(game) if isinstance(order, Move) and order.route[0] == "sz_8"]


@pytest.mark.parametrize(("enemy", "attacked"), [({"transport": 2}, True), ({"submarine": 5}, False)])
def test_ships_that_lie_beside_prey_attack_it(enemy: dict[str, int], attacked: bool) -> None:
    """New transports were launched beside a cruiser, which need not go anywhere to sink them (S42-HSZ-06)."""
    given = orders(beside(enemy, cruiser=1))
    assert (DeclareAttack("sz_8") in given) is attacked


def test_transports_are_not_dragged_into_a_battle() -> None:
    """A declared attack is fought by all ships of a zone: with troops aboard beside it a submarine is left alone."""
    game = beside({"submarine": 1}, destroyer=1, transport=[{"cargo": {"uk": {"infantry": 2}}}])
    assert DeclareAttack("sz_8") not in orders(game)


def test_ships_leave_a_sea_that_only_aircraft_attack() -> None:
    """The bombers will see to the destroyer; nobody gains by transports that lie in between."""
    game = spring1942.position(
        power="uk",
        units={
            "sz_8": {"uk": {"transport": 2}, "germany": {"destroyer": 1}},
            "united_kingdom": {"uk": {"factory": 1, "bomber": 3}},
        },
        dice=[1] * 40,
    )
    given = [order for order in orders(game) if isinstance(order, Move)]
    assert any(order.route[-1] == "sz_8" for order in given)
    assert not units(game, "sz_8", "transport")


def test_a_carrier_that_cannot_leave_keeps_its_escorts() -> None:
    """It has no points left to sail away with, so the destroyer stays with it; the transport need not."""
    game = beside({"battleship": 2}, carrier=1, destroyer=1, transport=1)
    situation = Situation(cast(WarRules, game.rules), game.state, "uk", tuning("officer"))
    threats = Threats(situation)
    leaving = {game.state.units[order.units[0]].kind for order in escapes(situation, threats, set())}
    assert leaving == {"carrier", "destroyer", "transport"}
    (carrier,) = units(game, "sz_8", "carrier")
    game.state.change(carrier.id, spent=2)
    leaving = {game.state.units[order.units[0]].kind for order in escapes(situation, threats, set())}
    assert leaving == {"transport"}


def test_fighters_on_decks_are_no_cargo() -> None:
    """They fight for themselves; troops go down with their ship."""
    game = beside({}, carrier=[{"cargo": {"uk": {"fighter": 2}}}], transport=[{"cargo": {"uk": {"infantry": 2}}}])
    situation = Situation(cast(WarRules, game.rules), game.state, "uk", tuning("officer"))
    assert cargo(situation, game.state.at["sz_8"]) == {"infantry": 2}


def test_an_ally_is_let_aboard() -> None:
    """An American fighter that would come down on a British carrier is welcome."""
    game = spring1942.position(
        power="usa",
        phase="noncombat_move",
        units={
            "sz_8": {"uk": {"carrier": 1}},
            "united_kingdom": {"usa": {"fighter": 1}, "uk": {"infantry": 1}},
        },
    )
    (fighter,) = units(game, "united_kingdom", "fighter")
    (deck,) = units(game, "sz_8", "carrier")
    game.apply(Move((fighter.id,), ("united_kingdom", "sz_8"), deck=deck.id))
    assert asked(game) == ("uk", "consent")
    assert decide(game) == Consent(True)
