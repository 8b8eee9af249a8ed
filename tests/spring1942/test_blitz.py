"""Tanks that move on through empty enemy land (S42-BLITZ)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.warfare.actions import Move, Retreat
from tests.spring1942.play import position, rules_of
from tests.words import asked, check_menu, count, end, happened, ids, move, refused, sail

TANK = {"germany": {"armour": 1}}


@pytest.mark.rule("S42-BLITZ-01", "S42-BLITZ-02")
def test_a_tank_moves_on_through_empty_enemy_land() -> None:
    """Eastern Europe – Karelia – Archangel: Karelia falls at once, Archangel in phase 3."""
    game = position(units={"eastern_europe": TANK})
    rules = rules_of(game)
    before = rules.production(game.state, "germany"), rules.production(game.state, "ussr")
    events = move(game, "1 armour", "eastern_europe", "karelia_ssr", "archangel")
    assert [(e.space, e.by, e.manner) for e in happened(events, "captured")] == [("karelia_ssr", "germany", "blitz")]
    assert game.state.owner["karelia_ssr"] == "germany" and game.state.owner["archangel"] == "ussr"
    after = rules.production(game.state, "germany"), rules.production(game.state, "ussr")
    assert after == (before[0] + 2, before[1] - 2)
    end(game)
    assert game.state.owner["archangel"] == "germany"


@pytest.mark.rule("S42-BLITZ-01")
def test_only_tanks_blitz() -> None:
    """Infantry and artillery have one step, and a tank does not take infantry along."""
    game = position(units={"eastern_europe": {"germany": {"armour": 1, "infantry": 1, "artillery": 1}}})
    for forces in ("1 infantry", "1 artillery", "1 armour, 1 infantry"):
        with refused(game, "S42-CMOVE-03"):
            move(game, forces, "eastern_europe", "karelia_ssr", "archangel")


@pytest.mark.rule("S42-BLITZ-01")
def test_a_tank_has_two_steps_only() -> None:
    """No third territory, however empty the way; and what has blitzed does not move again."""
    game = position(units={"eastern_europe": TANK})
    with refused(game, "S42-CMOVE-03"):
        move(game, "1 armour", "eastern_europe", "karelia_ssr", "archangel", "russia")
    move(game, "1 armour", "eastern_europe", "karelia_ssr", "archangel")
    with refused(game, "S42-CMOVE-10"):
        move(game, "1 armour", "archangel", "russia")


@pytest.mark.rule("S42-BLITZ-01")
def test_an_empty_second_territory_is_entered_without_a_blitz_behind_own_land() -> None:
    """Germany – Eastern Europe – Karelia is an ordinary march: Karelia falls in phase 3."""
    game = position(units={"germany": TANK})
    events = move(game, "1 armour", "germany", "eastern_europe", "karelia_ssr")
    assert not happened(events, "captured") and game.state.owner["karelia_ssr"] == "ussr"
    events = end(game)
    assert [(e.space, e.manner) for e in happened(events, "captured")] == [("karelia_ssr", "walk_in")]


@pytest.mark.rule("S42-BLITZ-02")
def test_the_first_territory_stays_taken_when_the_tank_is_lost() -> None:
    """The tank blitzes Karelia and dies in Archangel."""
    game = position(units={"eastern_europe": TANK, "archangel": {"ussr": {"infantry": 1}}}, dice=[6, 2])
    move(game, "1 armour", "eastern_europe", "karelia_ssr", "archangel")
    end(game)
    assert count(game, "archangel") == {"infantry": 1}
    assert game.state.owner["karelia_ssr"] == "germany" and game.state.owner["archangel"] == "ussr"


@pytest.mark.rule("S42-BLITZ-02", "S42-RETR-04")
def test_a_tank_retreats_to_the_land_it_blitzed() -> None:
    """After a round in Archangel it goes back to Karelia, not to Eastern Europe."""
    game = position(units={"eastern_europe": TANK, "archangel": {"ussr": {"infantry": 1}}}, dice=[6, 6])
    move(game, "1 armour", "eastern_europe", "karelia_ssr", "archangel")
    end(game)
    assert asked(game) == ("germany", "retreat")
    with refused(game, "S42-RETR-02"):
        game.apply(Retreat("eastern_europe"))
    game.apply(Retreat("karelia_ssr"))
    assert count(game, "karelia_ssr", "germany") == {"armour": 1}


@pytest.mark.rule("S42-BLITZ-02", "S42-LIB-01")
def test_blitzed_land_of_an_ally_is_freed_at_once() -> None:
    """A British tank passes German-held Karelia: Soviet again before the second step."""
    game = position("uk", units={"archangel": {"uk": {"armour": 1}}}, owners={"karelia_ssr": "germany"})
    move(game, "1 armour", "archangel", "karelia_ssr", "archangel")
    assert game.state.owner["karelia_ssr"] == "ussr" and count(game, "archangel", "uk") == {"armour": 1}


@pytest.mark.rule("S42-BLITZ-03", "S42-CMOVE-04")
@pytest.mark.parametrize("last", ["eastern_europe", "belorussia", "archangel", "west_russia"])
def test_the_second_step_goes_anywhere(last: str) -> None:
    """Back where it came from, to friendly land, to empty or to defended enemy land."""
    game = position(units={"eastern_europe": TANK, "archangel": {"ussr": {"infantry": 1}}})
    move(game, "1 armour", "eastern_europe", "karelia_ssr", last)
    assert count(game, last, "germany") == {"armour": 1}
    assert game.state.owner["karelia_ssr"] == "germany"


@pytest.mark.rule("S42-BLITZ-03", "S42-MAP-04")
def test_the_second_step_does_not_go_into_a_neutral() -> None:
    """Ukraine – Caucasus – Turkey is closed."""
    game = position(units={"ukraine_ssr": TANK})
    with refused(game, "S42-MAP-04"):
        move(game, "1 armour", "ukraine_ssr", "caucasus", "turkey")


@pytest.mark.rule("S42-BLITZ-03")
def test_the_menu_offers_every_blitz() -> None:
    """One step to Karelia, and two steps over it to each of its neighbours by land."""
    game = position(units={"eastern_europe": TANK})
    tank = ids(game, "eastern_europe", "1 armour")
    found = {a.route for a in check_menu(game) if isinstance(a, Move) and a.units == tank}
    beyond = {"archangel", "belorussia", "eastern_europe", "norway", "west_russia"}
    assert {r for r in found if r[1] == "karelia_ssr"} == {
        ("eastern_europe", "karelia_ssr"),
        *(("eastern_europe", "karelia_ssr", space) for space in beyond),
    }


@pytest.mark.rule("S42-BLITZ-04")
@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        ("infantry", "S42-CMOVE-05"),
        ("fighter", "S42-CMOVE-05"),
        ("aa_gun", "S42-BLITZ-04"),
        ("factory", "S42-BLITZ-04"),
    ],
)
def test_any_enemy_unit_stops_the_tank(kind: str, rule: str) -> None:
    """A defender, a lone aircraft, a lone gun or a lone factory: the tank may enter, but not pass."""
    game = position(units={"eastern_europe": TANK, "karelia_ssr": {"ussr": {kind: 1}}})
    with refused(game, rule):
        move(game, "1 armour", "eastern_europe", "karelia_ssr", "archangel")
    tank = ids(game, "eastern_europe", "1 armour")
    found = {a.route for a in check_menu(game) if isinstance(a, Move) and a.units == tank}
    assert {route for route in found if "karelia_ssr" in route} == {("eastern_europe", "karelia_ssr")}
    move(game, "1 armour", "eastern_europe", "karelia_ssr")


@pytest.mark.rule("S42-BLITZ-04", "S42-AA-07")
@pytest.mark.parametrize("kind", ["aa_gun", "factory"])
def test_what_stopped_the_tank_falls_in_phase_3(kind: str) -> None:
    """A lone gun or factory is taken without dice."""
    game = position(units={"eastern_europe": TANK, "karelia_ssr": {"ussr": {kind: 1}}})
    move(game, "1 armour", "eastern_europe", "karelia_ssr")
    assert game.state.owner["karelia_ssr"] == "ussr"
    end(game)
    assert game.state.owner["karelia_ssr"] == "germany"
    assert count(game, "karelia_ssr", "germany") == {"armour": 1, kind: 1}


@pytest.mark.rule("S42-BLITZ-04", "S42-TRN-02")
def test_a_tank_from_a_transport_does_not_blitz() -> None:
    """Aboard it cannot march; landed in empty Karelia it has no step left, in phase 2 or phase 4."""
    fleet: dict[str, Any] = {"germany": {"transport": {"cargo": {"germany": {"armour": 1}}}}}
    game = position(units={"sz_5": fleet})
    with refused(game, "S42-MAP-01"):
        move(game, "1 armour", "sz_5", "archangel")
    with refused(game, "S42-TRN-02"):
        move(game, "1 armour", "sz_5", "karelia_ssr", "archangel")
    sail(game, "sz_5", unload=ids(game, "sz_5", "1 armour"), target="karelia_ssr")
    end(game)
    assert game.state.owner["karelia_ssr"] == "germany"
    with refused(game, "S42-TRN-02"):
        move(game, "1 armour", "karelia_ssr", "eastern_europe")
