"""The menus list what a person would look for, and nothing that is refused."""

from __future__ import annotations

import pytest

from sandtable.warfare.actions import Move, Sail
from tests.classic.play import position
from tests.words import end, ids, land, options_of, refused, sail


@pytest.mark.rule("CL-CMOVE-01")
def test_aircraft_may_join_a_landing_in_land_without_any_unit() -> None:
    """A landing in empty Algeria is declared; a fighter in Southern Europe may go along, and is offered to."""
    game = position(
        power="germany",
        units={
            "southern_europe": {"germany": {"infantry": 1, "fighter": 1}},
            "central_mediterranean_sea_zone": {"germany": {"transport": 1}},
        },
        owners={"libya": "uk"},
    )
    route = ("southern_europe", "central_mediterranean_sea_zone", "libya")
    fighter = ids(game, "southern_europe", "1 fighter")
    with refused(game, "CL-CMOVE-01"):
        game.apply(Move(fighter, route))
    land(game, "1 infantry", "southern_europe", "central_mediterranean_sea_zone", target="libya")
    assert any(isinstance(a, Move) and a.units == fighter and a.route[-1] == "libya" for a in options_of(game))
    game.apply(Move(fighter, route))
    end(game)
    assert game.state.owner["libya"] == "germany"


@pytest.mark.rule("CL-TRN-03")
def test_a_transport_may_sail_out_to_load_and_come_back_to_land() -> None:
    """The way out to fetch a unit and back to the landing zone is listed and accepted."""
    game = position(
        power="uk",
        units={"north_sea_zone": {"uk": {"transport": 1}}, "eastern_canada": {"uk": {"infantry": 1}}},
    )
    trip = ("north_sea_zone", "east_canada_sea_zone", "north_sea_zone")
    trips = [a for a in options_of(game) if isinstance(a, Sail) and a.route == trip]
    assert "western_europe" in {a.target for a in trips}
    for order in trips:
        game.copy().apply(order)


@pytest.mark.rule("CL-TRN-11", "CL-OPT-05")
def test_no_landing_from_an_allied_transport_beside_enemy_ships() -> None:
    """Where options let enemies share a zone, cargo of an allied transport there cannot be sent ashore."""
    game = position(
        power="usa",
        options={"naval_placement_in_enemy_zones": True},
        units={
            "north_sea_zone": {
                "uk": {"transport": [{"cargo": {"usa": {"infantry": 1}}}]},
                "germany": {"submarine": 1},
            },
        },
    )
    ship = ids(game, "north_sea_zone", "1 transport", "uk")[0]
    cargo = ids(game, "north_sea_zone", "1 infantry")
    with refused(game, "CL-TRN-11"):
        sail(game, "north_sea_zone", unload=cargo, target="western_europe", transport=ship)


@pytest.mark.rule("CL-TRN-05", "CL-TRN-07")
def test_the_rest_of_the_cargo_of_an_allied_transport_is_offered_the_declared_coast_only() -> None:
    """One of two American infantry on a British transport is bound for Germany: the other may follow it, no more."""
    game = position(
        power="usa",
        units={"baltic_sea_zone": {"uk": {"transport": [{"cargo": {"usa": {"infantry": 2}}}]}}},
    )
    ship = ids(game, "baltic_sea_zone", "1 transport", "uk")[0]
    first, second = ids(game, "baltic_sea_zone", "2 infantry")
    targets = {a.target for a in options_of(game) if isinstance(a, Sail)}
    assert {"germany", "eastern_europe"} <= targets
    sail(game, "baltic_sea_zone", unload=[first], target="germany", transport=ship)
    offered = [a for a in options_of(game) if isinstance(a, Sail)]
    assert offered == [Sail(ship, ("baltic_sea_zone",), {}, (second,), "germany")]
    with refused(game, "CL-TRN-05"):
        sail(game, "baltic_sea_zone", unload=[second], target="eastern_europe", transport=ship)
