"""Transports and those who guard them: launched towards the enemy, escorted together, counted on only once."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import sandtable
from sandtable.ai import play_on, player
from sandtable.ai.attacks import Attack, AttackPlanner, Load, Part
from sandtable.ai.escorts import Escorts
from sandtable.ai.placement import is_site
from sandtable.ai.purchases import Shopping
from sandtable.ai.reach import Boat, Mover
from sandtable.ai.shipping import Shipping
from sandtable.ai.situation import Situation
from sandtable.ai.threats import Threats
from sandtable.ai.tuning import tuning
from sandtable.ai.verify import Verifier
from sandtable.core.game import Game
from sandtable.warfare.actions import EndPhase, Move, Place, Purchase, Sail

CONVOY: dict[str, Any] = {
    "sz_12": {"usa": {"transport": 4}},
    "sz_9": {"usa": {"battleship": 1}},
    "sz_11": {"usa": {"battleship": 1, "destroyer": 1}},
    "western_europe": {"germany": {"bomber": 2, "fighter": 1}},
    "germany": {"germany": {"infantry": 5}},
}
"""Four transports in reach of aircraft, and two squadrons that are strong enough only together."""


def at_sea(game: Game[Any], power: str, **figures: float) -> tuple[Situation, Threats]:
    """How an officer sees the war, perhaps one with other figures."""
    situation = Situation(game.rules, game.state, power, tuning("officer").changed(figures))  # type: ignore[arg-type]
    return situation, Threats(situation)


def test_squadrons_come_together_to_the_transports() -> None:
    """Neither would go alone: it would only be sunk with them."""
    game = sandtable.setup("1942", seed=1, power="usa", phase="noncombat_move", units=CONVOY)
    situation, threats = at_sea(game, "usa")
    given = list(Shipping(situation, threats, set()).stations())
    assert {order.route[-1] for order in given if isinstance(order, Move)} == {"sz_12"}
    assert len([unit for order in given if isinstance(order, Move) for unit in order.units]) == 3


def test_no_two_zones_count_on_the_same_warships() -> None:
    game = sandtable.setup("1942", seed=1, power="usa", phase="noncombat_move", units=CONVOY)
    escorts = Escorts(*at_sea(game, "usa"))
    assert escorts.guards("sz_10") == Counter(battleship=2, destroyer=1)
    escorts.promise("sz_12")
    assert escorts.guards("sz_12") == Counter(battleship=2, destroyer=1)
    assert not escorts.guards("sz_10")
    escorts.send(next(unit.id for unit in game.state.units_in("sz_9")), "sz_10")
    assert escorts.there("sz_10") == Counter(battleship=1) and not escorts.there("sz_9")


def test_ships_are_launched_on_the_way_to_the_enemy() -> None:
    """Destroyers keep the submarine off; nobody sails to Germany by way of Panama."""
    units = {
        "sz_9": {"germany": {"submarine": 1}},
        "eastern_united_states": {"usa": {"factory": 1, "infantry": 4}},
        "western_united_states": {"usa": {"factory": 1, "infantry": 4}},
    }
    position: dict[str, Any] = {"units": units, "pool": {"transport": 3, "destroyer": 2}}
    game = sandtable.setup("1942", seed=1, power="usa", phase="placement", **position)
    one = player("officer", 1)
    while game.decision is not None and game.decision.kind == "placement":
        action = one.decide(game.view("usa"), game.decision)
        assert not isinstance(action, Place) or action.space == "sz_10"
        game.apply(action)
    assert len(game.state.units_in("sz_10")) == 5


def test_new_fighters_when_no_ship_is_launched() -> None:
    """They may go aboard a carrier at sea, or stay ashore."""
    units = {"japan": {"japan": {"factory": 1}}, "sz_60": {"japan": {"carrier": 1}}}
    game = sandtable.setup("1942", seed=1, power="japan", phase="placement", units=units, pool={"fighter": 2})
    assert game.decision is not None
    assert isinstance(player("officer", 1).decide(game.view("japan"), game.decision), Place)


def bought(game: Game[Any], power: str) -> dict[str, int]:
    """What an officer buys."""
    assert game.decision is not None
    order = player("officer", 1).decide(game.view(power), game.decision)
    assert isinstance(order, Purchase)
    return order.units


def bought_by_the_british(north_sea: dict[str, Any], air_force: dict[str, int]) -> dict[str, int]:
    """What an officer buys in London when there are these ships around the island, and these aircraft on it."""
    units = {
        "united_kingdom": {"uk": {"factory": 1, "infantry": 6, **air_force}},
        "north_sea_zone": north_sea,
        "germany": {"germany": {"infantry": 4, "factory": 1}},
        "russia": {"ussr": {"infantry": 4, "factory": 1}},
        "japan": {"japan": {"infantry": 4, "factory": 1}},
        "eastern_united_states": {"usa": {"infantry": 4, "factory": 1}},
    }
    game = sandtable.setup("classic", seed=1, power="uk", phase="purchase", units=units, money={"uk": 30})
    return bought(game, "uk")


def test_ships_are_bought_for_a_zone_that_will_be_cleared() -> None:
    """A single submarine around the island used to keep all British transports from being built."""
    lurking = {"germany": {"submarine": 1}}
    assert "transport" in bought_by_the_british(lurking, {"fighter": 3, "bomber": 1})


def test_transports_are_launched_together() -> None:
    """A single bomber would sink one alone; of three in Classic it would not get the better. Or none is launched."""
    units = {
        "united_kingdom": {"uk": {"factory": 1, "infantry": 8, "fighter": 1}},
        "germany": {"germany": {"infantry": 4, "factory": 1, "bomber": 1}},
        "french_indochina_burma": {"japan": {"infantry": 6}},
        "russia": {"ussr": {"infantry": 4, "factory": 1}},
        "japan": {"japan": {"infantry": 4, "factory": 1}},
        "eastern_united_states": {"usa": {"infantry": 4, "factory": 1}},
    }
    game = sandtable.setup("classic", seed=1, power="uk", phase="purchase", units=units, money={"uk": 30})
    new = bought(game, "uk")
    assert new.get("transport", 0) >= 2 and not new.keys() & {"battleship", "carrier"}
    units["germany"] = {"germany": {"infantry": 4, "factory": 1, "bomber": 2}}
    game = sandtable.setup("classic", seed=1, power="uk", phase="purchase", units=units, money={"uk": 30})
    situation, threats = at_sea(game, "uk")
    fleet = Counter({kind: number for kind, number in bought(game, "uk").items() if kind in situation.rules.ships})
    assert threats.danger("north_sea_zone", fleet, 0.0).chance <= 0.5


def test_no_armies_are_bought_for_an_island_without_a_port() -> None:
    """Where no ship can be launched, aircraft cross the sea."""
    blockade = {"germany": {"battleship": 3, "submarine": 3}}
    units = bought_by_the_british(blockade, {})
    assert "transport" not in units and units.get("fighter", 0) >= 1


def test_a_landing_costs_the_voyage_that_is_not_made() -> None:
    """Troops who could be shipped to the front are not spent on an island just because nothing else is attacked."""
    units = {
        "japan": {"japan": {"factory": 1, "infantry": 6}},
        "sz_60": {"japan": {"transport": 1}},
        "manchuria": {"japan": {"infantry": 4}},
        "midway": {"usa": {"infantry": 1}},
        "russia": {"ussr": {"factory": 1, "infantry": 2}},
        "buryatia_ssr": {"ussr": {"infantry": 2}},
    }
    game = sandtable.setup("1942", seed=1, power="japan", phase="combat_move", units=units)
    situation, threats = at_sea(game, "japan")
    planner = AttackPlanner(situation, threats, Verifier(0))
    ship = next(unit for unit in situation.own() if unit.kind == "transport")
    route = ("sz_60", "sz_59")
    landing = Attack("midway", [Part(("infantry",), (ship.id,), Load(Boat(ship, route), (), {}))])
    shipped = Shipping(situation, threats, set()).prospects(ship)
    assert shipped > 0.5
    assert planner._voyages_missed(landing) == pytest.approx(situation.tuning.voyage * shipped)
    assert planner._voyages_missed(Attack("midway")) == 0


def test_factories_at_the_front_are_filled_before_ships_are_bought() -> None:
    """Whoever can be placed where he is needed waits for no transport, however many wait at home."""
    units = {
        "japan": {"japan": {"factory": 1, "infantry": 8}},
        "manchuria": {"japan": {"factory": 1, "infantry": 4}},
        "russia": {"ussr": {"factory": 1, "infantry": 2}},
        "buryatia_ssr": {"ussr": {"infantry": 2}},
    }
    game = sandtable.setup("1942", seed=1, power="japan", phase="purchase", units=units, money={"japan": 14})
    new = bought(game, "japan")
    assert new.get("infantry", 0) + new.get("armour", 0) >= 3
    assert new.get("transport", 0) <= 1


def test_factories_are_founded_where_they_are_safe() -> None:
    """Rich land at the front is a good place for one only if the enemy could not have it next turn."""
    units = {
        "manchuria": {"japan": {"infantry": 8}},
        "china": {"ussr": {"infantry": 8, "armour": 4}},
        "russia": {"ussr": {"factory": 1, "infantry": 6}},
    }
    game = sandtable.setup("1942", seed=1, power="japan", phase="placement", units=units, owners={"china": "ussr"})
    situation, threats = at_sea(game, "japan")
    assert is_site(situation, threats, "french_indochina", Counter(infantry=20, fighter=4))
    assert not is_site(situation, threats, "french_indochina", Counter(infantry=1))


def test_a_factory_is_placed_on_a_good_site() -> None:
    """Nearer to the enemy it would have been lost, as in Sinkiang, or of little use, as in China."""
    units = {
        "japan": {"japan": {"factory": 1, "infantry": 4}},
        "manchuria": {"japan": {"infantry": 9}},
        "china": {"japan": {"infantry": 4}},
        "sinkiang": {"japan": {"infantry": 1}},
        "russia": {"ussr": {"factory": 1, "infantry": 6}},
        "kazakh_ssr": {"ussr": {"infantry": 5}},
    }
    taken = ("china", "sinkiang", "buryatia_ssr", "soviet_far_east", "yakut_ssr")
    owners = {**dict.fromkeys(taken, "japan"), "french_indochina": "germany", "kwangtung": "germany"}
    position: dict[str, Any] = {"units": units, "pool": {"factory": 1}, "owners": owners}
    game = sandtable.setup("1942", seed=1, power="japan", phase="placement", **position)
    assert game.decision is not None
    order = player("officer", 1).decide(game.view("japan"), game.decision)
    assert isinstance(order, Place) and order.space == "manchuria"


def test_no_factory_is_founded_where_armies_need_ships() -> None:
    """A factory in Canada brings the British no nearer to Germany, even with the Japanese in Alaska."""
    units = {
        "eastern_canada": {"uk": {"infantry": 6}},
        "persia": {"uk": {"infantry": 6}},
        "alaska": {"japan": {"infantry": 1}},
        "germany": {"germany": {"factory": 1, "infantry": 6}},
    }
    game = sandtable.setup("1942", seed=1, power="uk", phase="placement", units=units, owners={"alaska": "japan"})
    situation, threats = at_sea(game, "uk")
    assert situation.front["eastern_canada"] <= 5 and situation.board.values["eastern_canada"] >= 3
    assert not is_site(situation, threats, "eastern_canada", Counter(infantry=6))
    assert is_site(situation, threats, "india", Counter(infantry=6))
    assert not is_site(situation, threats, "persia", Counter(infantry=6))  # too poor


def test_armies_walk_to_harbours_where_ships_are() -> None:
    """Nobody marches to Alaska to wait there for a transport that is in the Atlantic."""
    units: dict[str, Any] = {
        "western_united_states": {"usa": {"factory": 1, "infantry": 4}},
        "eastern_united_states": {"usa": {"factory": 1}},
        "japan": {"japan": {"infantry": 4, "factory": 1}},
        "germany": {"germany": {"infantry": 4, "factory": 1}},
    }
    there = {"usa": {"transport": 2}}
    west = sandtable.setup("1942", seed=1, power="usa", phase="noncombat_move", units={**units, "sz_63": there})
    east = sandtable.setup("1942", seed=1, power="usa", phase="noncombat_move", units={**units, "sz_10": there})
    pulls = [at_sea(game, "usa")[0].march_pull for game in (west, east)]
    assert pulls[0]["alaska"] > pulls[1]["alaska"]
    assert pulls[0]["eastern_canada"] < pulls[1]["eastern_canada"]


@pytest.mark.parametrize(
    ("lurking", "escorts"),
    [
        ({"submarine": 2}, {"destroyer": 2}),  # not a battleship
        ({"cruiser": 1}, {"destroyer": 1}),  # with an even chance they dare it
        ({"cruiser": 2}, {"cruiser": 1, "destroyer": 1}),  # no second cruiser, and no battleship
    ],
)
def test_escorts_are_as_cheap_as_will_do(lurking: dict[str, int], escorts: dict[str, int]) -> None:
    units = {
        "united_kingdom": {"uk": {"factory": 1, "infantry": 8}},
        "sz_7": {"germany": lurking},
        "french_indochina": {"japan": {"infantry": 6}},
        "germany": {"germany": {"factory": 1, "infantry": 6}},
        "russia": {"ussr": {"factory": 1, "infantry": 6}},
    }
    game = sandtable.setup("1942", seed=1, power="uk", phase="purchase", units=units, money={"uk": 40})
    units_bought = bought(game, "uk")
    warships = {"destroyer", "cruiser", "battleship", "carrier"}
    assert {kind: number for kind, number in units_bought.items() if kind in warships} == escorts
    assert units_bought.get("transport", 0) >= 1


def test_a_fighter_makes_room_on_a_full_deck() -> None:
    """S42-AIR-13: the one over Eastern Europe has no other place; one of the two aboard can fly to Britain."""
    near = ("karelia_ssr", "archangel", "belorussia", "ukraine_ssr", "west_russia", "russia", "caucasus")
    units = {
        "united_kingdom": {"usa": {"fighter": 1}, "uk": {"infantry": 3, "factory": 1}},
        "sz_5": {"usa": {"carrier": 1, "fighter": 2}},
        "eastern_europe": {"germany": {"infantry": 1}},
        "germany": {"germany": {"infantry": 4, "factory": 1}},
        "norway": {"germany": {"infantry": 1}},
        "western_europe": {"germany": {"infantry": 1}},
        "karelia_ssr": {"germany": {"infantry": 1}},
        "archangel": {"germany": {"infantry": 1}},
    }
    farther = ("kazakh_ssr", "novosibirsk", "evenki_national_okrug", "persia")
    owners = dict.fromkeys((*near, *farther), "germany")
    game = sandtable.setup("1942", power="usa", phase="combat_move", units=units, owners=owners, dice=[1, 6])
    (raider,) = [unit for unit in game.state.units_in("united_kingdom") if unit.kind == "fighter"]
    game.apply(Move((raider.id,), ("united_kingdom", "sz_6", "sz_5", "eastern_europe")))
    game.apply(EndPhase())
    one = player("officer", 1)
    sailed = []
    while game.decision is not None and game.state.phase == "noncombat_move":
        action = one.decide(game.view("usa"), game.decision)
        sailed += [action] if isinstance(action, Move) and action.units[0].startswith("carrier") else []
        game.apply(action)
    stand = Counter(unit.space for unit in game.state.units_of("usa") if unit.kind == "fighter")
    assert stand == Counter(sz_5=2, united_kingdom=1)
    assert not sailed and not one.fallbacks


BEACHHEAD: dict[str, Any] = {
    "north_sea_zone": {"usa": {"transport": 1, "infantry": 2}},
    "western_europe": {"uk": {"armour": 1}},
    "finland_norway": {"germany": {"infantry": 3}},
    "karelia_ssr": {"germany": {"factory": 1, "infantry": 3}},
    "germany": {"germany": {"factory": 1, "infantry": 20, "armour": 4}},
    "japan": {"japan": {"factory": 1, "infantry": 4}},
}
"""Two Americans off a coast that the Germans will take back."""


def landed(units: dict[str, Any], **figures: float) -> str:
    """Where the Americans aboard are put ashore; "" if they are not."""
    held = {"western_europe": "uk", "karelia_ssr": "germany"}
    game = sandtable.setup("classic", seed=1, power="usa", phase="noncombat_move", units=units, owners=held)
    situation, threats = at_sea(game, "usa", **figures)
    orders = list(Shipping(situation, threats, set()).voyages())
    return "".join(order.target for order in orders if isinstance(order, Sail))


def test_troops_are_put_ashore_where_they_live() -> None:
    """Two more would only be lost with the British tank; in a strong beachhead they are welcome."""
    assert landed(BEACHHEAD, ashore=0.0) == "western_europe"
    assert landed(BEACHHEAD) != "western_europe"
    assert landed({**BEACHHEAD, "western_europe": {"uk": {"armour": 8, "infantry": 30}}}) == "western_europe"


def test_troops_do_not_wait_aboard_for_a_coast_that_cannot_be_forced() -> None:
    """Twelve transports used to lie off Germany for four rounds; in Karelia their cargo is of use at once."""
    units = {
        **BEACHHEAD,
        "north_sea_zone": {},
        "western_europe": {"germany": {"infantry": 12}},
        "finland_norway": {"ussr": {"infantry": 1}},
        "karelia_ssr": {"ussr": {"factory": 1, "infantry": 20}},
        "baltic_sea_zone": {"usa": {"transport": 6, "infantry": 12}},
    }
    held = {"western_europe": "germany", "finland_norway": "ussr"}
    game = sandtable.setup("classic", seed=1, power="usa", phase="noncombat_move", units=units, owners=held)
    orders = list(Shipping(*at_sea(game, "usa"), set()).voyages())
    assert sum(len(order.unload) for order in orders if isinstance(order, Sail)) == 12


def test_a_raid_on_alaska_does_not_stop_the_war_in_the_atlantic() -> None:
    """A front on one's own continent is no reason to stay there if the enemy to fall first is overseas."""
    units: dict[str, Any] = {
        "eastern_united_states": {"usa": {"factory": 1, "infantry": 6}},
        "western_united_states": {"usa": {"factory": 1, "infantry": 4}},
        "sz_10": {"usa": {"transport": 3}},
        "united_kingdom": {"uk": {"infantry": 12}},
        "russia": {"ussr": {"infantry": 20, "armour": 6}},
        "germany": {"germany": {"infantry": 6, "factory": 1}},
        "japan": {"japan": {"infantry": 6, "factory": 1}},
    }
    raid = {**units, "alaska": {"japan": {"infantry": 1}}}
    quiet = sandtable.setup("1942", seed=1, power="usa", phase="placement", units=units, pool={"infantry": 6})
    raided = sandtable.setup(
        "1942", seed=1, power="usa", phase="placement", units=raid, pool={"infantry": 6}, owners={"alaska": "japan"}
    )
    before, after = (at_sea(game, "usa")[0].stage_pull["eastern_united_states"] for game in (quiet, raided))
    assert after == pytest.approx(before)
    assert raided.decision is not None
    order = player("officer", 1).decide(raided.view("usa"), raided.decision)
    assert isinstance(order, Place) and order.space == "eastern_united_states"


def test_troops_are_not_carried_to_where_ships_happen_to_be() -> None:
    """The pull of a harbour for marching armies depends on the ships there, what cargo gains must not."""
    units: dict[str, Any] = {
        "eastern_united_states": {"usa": {"factory": 1, "infantry": 4}},
        "germany": {"germany": {"infantry": 4, "factory": 1}},
    }
    near, far = (
        at_sea(sandtable.setup("1942", seed=1, power="usa", phase="noncombat_move", units={**units, **ships}), "usa")[0]
        for ships in ({"sz_10": {"usa": {"transport": 3}}}, {"sz_19": {"usa": {"transport": 3}}})
    )
    assert near.stage_pull == pytest.approx(far.stage_pull)
    assert near.march_pull["eastern_united_states"] >= far.march_pull["eastern_united_states"]


MAINLAND: dict[str, Any] = {
    "japan": {"japan": {"factory": 1, "infantry": 3}},
    "manchuria": {"japan": {"infantry": 2}},
    "china": {"japan": {"infantry": 4}},
    "sinkiang": {"usa": {"infantry": 1}},
    "yakut_ssr": {"ussr": {"infantry": 2, "armour": 1}},
    "russia": {"ussr": {"factory": 1, "infantry": 6}},
    "germany": {"germany": {"factory": 1, "infantry": 6}},
}
"""A Soviet tank that could come to Kwangtung through Manchuria, if nobody bars its way."""


def test_armies_that_will_be_gone_do_not_bar_the_way_to_a_new_factory() -> None:
    """With those from Manchuria in the Far East, Kwangtung is no place for one, however safe it looks now."""
    game = sandtable.setup("classic", seed=1, power="japan", phase="purchase", units=MAINLAND, money={"japan": 25})
    situation, threats = at_sea(game, "japan")
    assert game.decision is not None
    leaving = [unit for unit in situation.own() if unit.space == "manchuria"]
    attack = Attack(
        "soviet_far_east", [Part((u.kind,), (u.id,), Mover(u, ("manchuria", "soviet_far_east"))) for u in leaving]
    )
    shopping = Shopping(situation, threats, game.decision, [attack])
    assert is_site(situation, shopping.later, "kwangtung", Counter())
    assert not is_site(situation, shopping._without_attackers(), "kwangtung", Counter())


def test_a_new_factory_gets_a_garrison() -> None:
    """Those who would march away stay with it; it used to be founded wherever nobody could come at the moment."""
    position: dict[str, Any] = {"units": MAINLAND, "owners": {"china": "japan"}, "pool": {"factory": 1}}
    game = sandtable.setup("classic", seed=1, power="japan", phase="noncombat_move", **position)
    play_on(game, {"japan": player("officer", 1)}, until=lambda game: game.state.power != "japan")
    (site,) = [u.space for u in game.state.units_of("japan") if u.kind == "factory" and u.space != "japan"]
    situation, threats = at_sea(game, "japan")
    assert situation.garrison(site)
    assert threats.danger(site, situation.garrison(site)).chance < 0.1
