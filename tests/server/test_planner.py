"""Every way that the planner shows is one that the rules accept, in any position of any game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.core.errors import IllegalAction
from sandtable.core.game import Game
from sandtable.core.registry import games
from sandtable.server import wire
from sandtable.server.planner import MOVING, Planner
from sandtable.server.threats import comers
from sandtable.warfare.actions import Move, Sail
from sandtable.warfare.production import Production

GAMES = [game.id for game in games()]


def planner(game: Game[Any]) -> Planner:
    assert isinstance(game.rules, Production)
    return Planner(game.rules, game.state)


def accepted(game: Game[Any], way: wire.Way) -> bool:
    """Whether the rules carry it out (guns that fire may ask about losses in between)."""
    trial = game.copy()
    for action in way.actions:
        if trial.decision is None or trial.decision.kind not in MOVING:
            return True
        trial.apply(action)
    return True


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_ways_of_groups_and_parties_are_accepted_in_random_games(game: str, seed: int) -> None:
    rng = Random(seed)
    played = sandtable.new_game(game, seed=seed)
    manners: set[str] = set()
    looked = 0
    while looked < 25 and played.decision is not None:
        if played.decision.kind in MOVING and rng.random() < 0.25:
            looked += 1
            plan = planner(played)
            for group in plan.groups():
                for destination in group.destinations:
                    for way in destination.choices:
                        assert accepted(played, way), way
                        assert destination.space in (way.route[-1], way.actions[0].get("target")), way
                        manners.add(way.manner)
            party = _party(played, rng)
            for destination in plan.destinations(party) if party else ():
                for way in destination.choices:
                    assert accepted(played, way) and set(way.units) <= set(party) and way.units
                    assert way.complete == (set(way.units) >= set(_movers(played, party)))
        played.apply(played.legal().sample(rng))
    assert {"attack", "move", "landing", "load"} <= manners


def _party(game: Game[Any], rng: Random) -> list[str]:
    """Some own units of one space."""
    assert isinstance(game.rules, Production)
    own = [unit for unit in game.state.units_of(game.state.power) if unit.kind not in game.rules.factories]
    if not own:
        return []
    space = rng.choice(own).space
    here = [unit.id for unit in own if unit.space == space]
    return rng.sample(here, rng.randint(1, len(here)))


def _movers(game: Game[Any], party: list[str]) -> list[str]:
    """Those that are carried or move themselves; a selected transport that carries others is only the means."""
    assert isinstance(game.rules, Production)
    kinds = {ident: game.state.units[ident].kind for ident in party}
    if all(kind in game.rules.transports for kind in kinds.values()):
        return []
    return [ident for ident, kind in kinds.items() if kind not in game.rules.transports]


@pytest.mark.parametrize("game", GAMES)
def test_the_menu_and_the_planner_agree_on_where_single_units_can_go(game: str) -> None:
    for power in sandtable.new_game(game).rules.powers:
        for phase in MOVING:
            start = sandtable.setup(game, power=power, phase=phase)
            plan = planner(start)
            reached = {(g.kind, g.space, d.space) for g in plan.groups() for d in g.destinations}
            for order in start.legal():
                match order:
                    case Move(units=units, route=route):
                        unit = start.state.units[units[0]]
                        assert (unit.kind, unit.space, route[-1]) in reached
                    case Sail(load=load, target=target) if target:
                        for ident in load:
                            unit = start.state.units[ident]
                            assert (unit.kind, unit.space, target) in reached


def test_the_nearest_transport_of_several_is_taken_and_all_of_them_if_need_be() -> None:
    units = {
        "north_sea_zone": {"uk": {"transport": 1}},
        "united_kingdom": {"uk": {"infantry": 4}},
        "baltic_sea_zone": {"uk": {"transport": 1}},
        "finland_norway": {"germany": {"infantry": 1}},
    }
    game = sandtable.setup("classic", power="uk", phase="combat_move", units=units)
    foot = [unit.id for unit in game.state.units_in("united_kingdom")]
    near = game.state.at["north_sea_zone"][0]
    assert planner(game).way(foot[:2], "finland_norway").via == [near]
    assert len(planner(game).way(foot, "finland_norway").via) == 2
    (far,) = game.state.at["baltic_sea_zone"]
    assert planner(game).way([far, *foot[:2]], "finland_norway").via == [far]


def test_aircraft_and_battleships_come_along_with_a_landing() -> None:
    units = {
        "north_sea_zone": {"uk": {"transport": 1, "battleship": 1}},
        "united_kingdom": {"uk": {"infantry": 2, "fighter": 1}},
        "finland_norway": {"germany": {"infantry": 1}},
    }
    game = sandtable.setup("classic", power="uk", phase="combat_move", units=units)
    party = [u.id for u in game.state.units.values() if u.power == "uk" and u.kind != "transport"]
    way = planner(game).way(party, "finland_norway")
    assert way.complete and way.manner == "landing"
    assert {action["kind"] for action in way.actions} == {"sail", "move", "bombard"}
    assert accepted(game, way)


def test_cargo_goes_ashore_and_ships_take_it_along() -> None:
    units = {
        "north_sea_zone": {"uk": {"transport": [{"count": 1, "cargo": {"uk": {"infantry": 2}}}]}},
        "united_kingdom": {"uk": {"infantry": 1}},
    }
    game = sandtable.setup("classic", power="uk", phase="noncombat_move", units=units)
    cargo = [unit.id for unit in game.state.units.values() if unit.aboard]
    ashore = planner(game).way(cargo, "united_kingdom")
    assert ashore.manner == "unload" and set(ashore.units) == set(cargo)
    ship = next(unit.id for unit in game.state.units.values() if unit.kind == "transport")
    assert planner(game).way([ship], "united_kingdom").manner == "unload"
    assert planner(game).way([ship], "baltic_sea_zone").manner == "move"
    one = planner(game).way(cargo[:1], "united_kingdom")
    assert one.units == cargo[:1]


def test_fighters_are_shared_out_among_decks() -> None:
    units = {
        "north_sea_zone": {"uk": {"carrier": 2}},
        "united_kingdom": {"uk": {"fighter": 4}},
    }
    game = sandtable.setup("classic", power="uk", phase="noncombat_move", units=units)
    fighters = [unit.id for unit in game.state.units_in("united_kingdom")]
    way = planner(game).way(fighters, "north_sea_zone")
    assert way.manner == "deck" and way.complete and len(way.actions) == 2
    assert accepted(game, way)
    crowd = {"north_sea_zone": {"uk": {"carrier": 1}}, "united_kingdom": {"uk": {"fighter": 3}}}
    game = sandtable.setup("classic", power="uk", phase="noncombat_move", units=crowd)
    fighters = [unit.id for unit in game.state.units_in("united_kingdom")]
    some = next(d for d in planner(game).destinations(fighters) if d.space == "north_sea_zone").choices[0]
    assert not some.complete and len(some.units) == 2
    with pytest.raises(IllegalAction):
        planner(game).way(fighters, "north_sea_zone")


def test_a_blitz_is_offered_beside_the_direct_way() -> None:
    units = {"libya": {"germany": {"armour": 1}}}
    game = sandtable.setup("classic", power="germany", phase="combat_move", units=units)
    (tank,) = game.state.at["libya"]
    manners = {way.manner for d in planner(game).destinations([tank]) for way in d.choices}
    assert {"attack", "blitz"} <= manners


def test_comers_counts_cargo_of_landings() -> None:
    units = {
        "north_sea_zone": {"uk": {"transport": 1}},
        "united_kingdom": {"uk": {"infantry": 2}},
        "finland_norway": {"germany": {"infantry": 1}},
    }
    game = sandtable.setup("classic", power="uk", phase="combat_move", units=units)
    assert isinstance(game.rules, Production)
    (foot,) = comers(game.rules, game.state)["finland_norway"]
    assert foot.kind == "infantry" and foot.start == "united_kingdom" and len(foot.ids) == 2


def test_comers_by_sea_are_no_more_than_there_is_room_for() -> None:
    units = {
        "north_sea_zone": {"uk": {"transport": 2}},
        "united_kingdom": {"uk": {"infantry": 5, "armour": 1}},
        "finland_norway": {"germany": {"infantry": 1}},
    }
    game = sandtable.setup("classic", power="uk", phase="combat_move", units=units)
    assert isinstance(game.rules, Production)
    coming = comers(game.rules, game.state)["finland_norway"]
    assert {comer.kind: len(comer.ids) for comer in coming} == {"infantry": 4}
