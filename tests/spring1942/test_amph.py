"""Amphibious assaults and bombardment (S42-AMPH)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from sandtable import Event
from sandtable.warfare.actions import Bombard, ChooseCasualties, FightOn, Move, Retreat, Sail, Shell
from sandtable.warfare.policies import LossOrder
from tests.spring1942.play import attack, fight, position, stance
from tests.words import (
    WarGame,
    asked,
    bombard,
    check_menu,
    count,
    end,
    happened,
    ids,
    lose,
    move,
    options_of,
    parse,
    refused,
    sail,
    units,
    unrolled,
)

EUROPE = "western_europe"


def fleet(cargo: dict[str, int] | None = None, **ships: int) -> dict[str, Any]:
    """A British transport with cargo (two infantry unless told) and an escort."""
    return {"uk": {"transport": {"cargo": {"uk": cargo or {"infantry": 2}}}, **ships}}


def garrison(**kinds: int) -> dict[str, Any]:
    """Germans ashore."""
    return {"germany": kinds}


def rolls(events: Sequence[Event]) -> list[tuple[str, tuple[str, ...]]]:
    """(purpose, kinds) of all dice, in order."""
    return [(e.purpose, e.units) for e in happened(events, "dice_rolled")]


def shell(game: WarGame, forces: str = "") -> list[Event]:
    """Answer which ships bombard: «1 battleship», or none."""
    assert asked(game)[1] == "bombardment", asked(game)
    assert game.decision is not None
    ships = [ident for idents in game.decision.about["ships"].values() for ident in idents]
    chosen: list[str] = []
    for kind, number in (parse(forces) if forces else {}).items():
        chosen += [ident for ident in ships if game.state.units[ident].kind == kind][:number]
    return game.apply(Shell(tuple(chosen)))


def battles(events: Sequence[Event]) -> list[tuple[str, str]]:
    """(space, result) of all battles that ended."""
    return [(e.space, e.result) for e in happened(events, "battle_ended")]


# S42-AMPH-01 to -04


@pytest.mark.rule("S42-AMPH-01", "S42-AMPH-12", "S42-COMBAT-04")
def test_landing_march_and_flight_in_one_battle() -> None:
    """Bombardment, AA fire, then one battle of landed infantry, a tank by land and a fighter."""
    game = position(
        "uk",
        units={
            "sz_15": fleet(battleship=1),
            "trans_jordan": {"uk": {"armour": 1, "fighter": 1}},
            "anglo_egypt": garrison(infantry=3, aa_gun=1),
        },
        owners={"anglo_egypt": "germany"},
        dice=[4, 6, 1, 6, 3, 6, 6, 6, 6],
    )
    sail(game, "sz_15", unload=ids(game, "sz_15", "2 infantry"), target="anglo_egypt")
    move(game, "1 armour", "trans_jordan", "anglo_egypt")
    move(game, "1 fighter", "trans_jordan", "anglo_egypt")
    end(game)
    events = shell(game, "1 battleship")
    assert rolls(events) == [
        ("bombardment", ("battleship",)),
        ("anti_air", ("fighter",)),
        ("attack", ("infantry", "infantry", "armour", "fighter")),
        ("defence", ("infantry",) * 3),
    ]
    assert game.state.owner["anglo_egypt"] == "uk" and not unrolled(game)


@pytest.mark.rule("S42-AMPH-01")
def test_an_assault_is_declared_in_the_combat_move() -> None:
    """Without a declaration cargo stays aboard; afterwards nothing can be landed in enemy land."""
    game = position("uk", units={"sz_7": fleet()})
    end(game)
    assert asked(game) == ("uk", "noncombat_move")
    with refused(game, "S42-NCM-02"):
        sail(game, "sz_7", unload=ids(game, "sz_7", "2 infantry"), target=EUROPE)


@pytest.mark.rule("S42-AMPH-01", "S42-CMOVE-13")
def test_the_declared_target_stands() -> None:
    """Once declared for Western Europe the infantry is not sent to Norway; a taken-back order is free again."""
    game = position("uk", units={"sz_6": fleet()})
    party = ids(game, "sz_6", "2 infantry")
    events = sail(game, "sz_6", unload=party, target=EUROPE)
    assert [(e.zone, e.target) for e in happened(events, "landing_declared")] == [("sz_6", EUROPE)]
    with refused(game, "S42-TRN-02"):
        sail(game, "sz_6", unload=party, target="norway")
    game.undo()
    sail(game, "sz_6", unload=party, target="norway")


@pytest.mark.rule("S42-AMPH-02", "S42-CMOVE-04")
def test_transports_and_bombarding_ships_come_together_in_a_friendly_zone() -> None:
    """More battleships and cruisers than may fire; but a destroyer or carrier has no business there in phase 2."""
    game = position(
        "uk",
        units={
            "sz_8": fleet({"infantry": 1}, battleship=2, cruiser=2, destroyer=1, carrier=1, submarine=1),
            EUROPE: garrison(infantry=1),
        },
    )
    with refused(game, "S42-AMPH-02"):  # nobody lands from there yet
        bombard(game, "sz_8", "sz_7", target=EUROPE)
    sail(game, "sz_8", "sz_7", unload=ids(game, "sz_8", "1 infantry"), target=EUROPE)
    bombard(game, "sz_8", "sz_7", target=EUROPE, number=2)
    bombard(game, "sz_8", "sz_7", target=EUROPE, number=2, kind="cruiser")
    for kind in ("destroyer", "carrier", "submarine"):
        with refused(game, "S42-AMPH-02"):
            bombard(game, "sz_8", "sz_7", target=EUROPE, kind=kind)
        with refused(game, "S42-CMOVE-01"):
            move(game, f"1 {kind}", "sz_8", "sz_7")


@pytest.mark.rule("S42-AMPH-02")
def test_the_menu_offers_landings_and_support() -> None:
    """Every voyage of the menu can be ordered; support is offered once a landing is declared."""
    game = position("uk", units={"sz_8": fleet(cruiser=1), EUROPE: garrison(infantry=1)})
    voyages = {(a.route[-1], a.target) for a in check_menu(game) if isinstance(a, Sail)}
    assert ("sz_7", EUROPE) in voyages and ("sz_12", "algeria") in voyages
    sail(game, "sz_8", "sz_7", unload=ids(game, "sz_8", "2 infantry"), target=EUROPE)
    assert {(a.route, a.target) for a in check_menu(game) if isinstance(a, Bombard)} == {(("sz_8", "sz_7"), EUROPE)}


@pytest.mark.rule("S42-AMPH-02", "S42-AMPH-11")
def test_the_zone_may_become_friendly_by_the_battle() -> None:
    """A destroyer lies off the coast: sea battle first, then the landing; no order to bombard there."""
    game = position(
        "uk",
        units={"sz_8": fleet(cruiser=1), "sz_7": {"germany": {"destroyer": 1}}, EUROPE: garrison(infantry=1)},
        dice=[1, 6, 1, 6, 6],
    )
    sail(game, "sz_8", "sz_7", unload=ids(game, "sz_8", "2 infantry"), target=EUROPE)
    with refused(game, "S42-AMPH-02"):
        bombard(game, "sz_8", "sz_7", target=EUROPE, kind="cruiser")
    move(game, "1 cruiser", "sz_8", "sz_7")
    events = end(game)
    assert battles(events) == [("sz_7", "won"), (EUROPE, "won")]
    assert "bombardment" not in dict(rolls(events))
    assert count(game, EUROPE) == {"infantry": 2} and game.state.owner[EUROPE] == "uk"


@pytest.mark.rule("S42-AMPH-03")
@pytest.mark.parametrize(("target", "rule"), [("united_kingdom", "S42-AMPH-03"), ("spain", "S42-MAP-04")])
def test_an_assault_goes_into_enemy_land_only(target: str, rule: str) -> None:
    """Own, allied and neutral coasts are refused in the combat move."""
    zone = "sz_7" if target == "united_kingdom" else "sz_12"
    game = position("uk", units={zone: fleet()})
    with refused(game, rule):
        sail(game, zone, unload=ids(game, zone, "2 infantry"), target=target)


@pytest.mark.rule("S42-AMPH-03", "S42-CAPT-06")
def test_landing_in_an_empty_enemy_territory() -> None:
    """No battle, no bombardment: the infantry walks ashore in phase 3."""
    game = position("uk", units={"sz_7": fleet(battleship=1)})
    sail(game, "sz_7", unload=ids(game, "sz_7", "2 infantry"), target=EUROPE)
    assert game.state.owner[EUROPE] == "germany"
    events = end(game)
    assert [(e.space, e.manner) for e in happened(events, "captured")] == [(EUROPE, "landing")]
    assert not rolls(events) and asked(game) == ("uk", "noncombat_move")


@pytest.mark.rule("S42-AMPH-04", "S42-CMOVE-13")
def test_aircraft_fight_at_sea_or_ashore_never_both() -> None:
    """One fighter for the zone, one for the land: each is in one battle only and cannot change over."""
    game = position(
        "uk",
        units={
            "sz_8": fleet(cruiser=1),
            "united_kingdom": {"uk": {"fighter": 2}},
            "sz_7": {"germany": {"destroyer": 1}},
            EUROPE: garrison(infantry=1),
        },
        dice=[6, 1, 6, 6, 6, 1, 6],
    )
    sail(game, "sz_8", "sz_7", unload=ids(game, "sz_8", "2 infantry"), target=EUROPE)
    move(game, "1 cruiser", "sz_8", "sz_7")
    move(game, "1 fighter", "united_kingdom", "sz_7")
    with refused(game, "S42-CMOVE-10"):
        move(game, "1 fighter", "sz_7", EUROPE)
    move(game, "1 fighter", "united_kingdom", "sz_7", EUROPE)
    events = end(game)
    assert [e.attackers for e in happened(events, "battle_began")] == [
        {"fighter": 1, "cruiser": 1, "transport": 1},
        {"infantry": 2, "fighter": 1},
    ]
    assert battles(events) == [("sz_7", "won"), (EUROPE, "won")]


# S42-AMPH-05, -06


@pytest.mark.rule("S42-AMPH-05")
def test_one_sea_battle_before_all_landings_from_its_zone() -> None:
    """Zone 6: landings in Norway and Western Europe wait for the one battle at sea."""
    two: dict[str, Any] = {"transport": {"count": 2, "cargo": {"uk": {"infantry": 1}}}, "battleship": 1}
    game = position(
        "uk",
        units={
            "sz_3": {"uk": two},
            "sz_6": {"germany": {"destroyer": 1}},
            "norway": garrison(infantry=1),
            EUROPE: garrison(infantry=1),
        },
        dice=[1, 6],
    )
    for ship, target in zip(units(game, "sz_3", "transport"), ("norway", EUROPE), strict=True):
        sail(game, "sz_3", "sz_6", unload=[u.id for u in game.state.aboard(ship)], target=target, transport=ship.id)
    move(game, "1 battleship", "sz_3", "sz_6")
    events = end(game)
    assert battles(events) == [("sz_6", "won")]
    assert asked(game) == ("uk", "next_battle")
    assert game.decision is not None and set(game.decision.about["spaces"]) == {"norway", EUROPE}


@pytest.mark.rule("S42-AMPH-05")
def test_all_sea_battles_before_a_landing_from_several_zones() -> None:
    """Western Europe from zones 6 and 7: both battles at sea come first, in the order the attacker likes."""
    game = position(
        "uk",
        units={
            "sz_3": fleet(cruiser=1),
            "sz_8": fleet(cruiser=1),
            "sz_6": {"germany": {"destroyer": 1}},
            "sz_7": {"germany": {"destroyer": 1}},
            EUROPE: garrison(infantry=1),
        },
        dice=[1, 6, 1, 6, 1, 1, 6, 6, 6],
    )
    for start, zone in (("sz_3", "sz_6"), ("sz_8", "sz_7")):
        sail(game, start, zone, unload=ids(game, start, "2 infantry"), target=EUROPE)
        move(game, "1 cruiser", start, zone)
    end(game)
    assert game.decision is not None and set(game.decision.about["spaces"]) == {"sz_6", "sz_7"}
    with refused(game, "S42-COMBAT-01"):
        fight(game, EUROPE)
    events = fight(game, "sz_7")
    assert battles(events) == [("sz_7", "won"), ("sz_6", "won"), (EUROPE, "won")]
    assert happened(events, "battle_began")[-1].attackers == {"infantry": 4}


@pytest.mark.rule("S42-AMPH-05", "S42-COMBAT-01")
def test_assaults_come_before_other_battles() -> None:
    """The march into Belorussia waits until the assault is over."""
    game = position(
        "ussr",
        units={
            "sz_4": {"ussr": {"transport": {"cargo": {"ussr": {"infantry": 1}}}}},
            "norway": garrison(infantry=1),
            "karelia_ssr": {"ussr": {"infantry": 1}},
            "belorussia": garrison(infantry=1),
        },
        dice=[1, 6, 1, 6],
    )
    sail(game, "sz_4", "sz_3", unload=ids(game, "sz_4", "1 infantry"), target="norway")
    move(game, "1 infantry", "karelia_ssr", "belorussia")
    events = end(game)
    assert battles(events) == [("norway", "won"), ("belorussia", "won")]


@pytest.mark.rule("S42-AMPH-06")
def test_a_surface_warship_forces_a_sea_battle() -> None:
    """No question is asked, and submarines beside the destroyer cannot be ignored either."""
    game = position(
        "uk",
        units={
            "sz_8": fleet(battleship=1),
            "sz_7": {"germany": {"destroyer": 1, "submarine": 1}},
            EUROPE: garrison(infantry=1),
        },
    )
    sail(game, "sz_8", "sz_7", unload=ids(game, "sz_8", "2 infantry"), target=EUROPE)
    move(game, "1 battleship", "sz_8", "sz_7")
    events = end(game)
    assert happened(events, "battle_began")[0].defenders == {"germany": {"destroyer": 1, "submarine": 1}}
    assert asked(game) == ("germany", "submarines")


@pytest.mark.rule("S42-AMPH-06", "S42-AMPH-07", "S42-CMOVE-07")
def test_submarines_and_transports_are_fought_or_ignored_at_the_start_of_the_assault() -> None:
    """Ignored: bombardment and landing past them. The question comes in phase 3."""
    game = position(
        "uk",
        units={
            "sz_8": fleet(battleship=1),
            "sz_7": {"germany": {"submarine": 1, "transport": 1}},
            EUROPE: garrison(infantry=1),
        },
        dice=[4, 6],
    )
    sail(game, "sz_8", "sz_7", unload=ids(game, "sz_8", "2 infantry"), target=EUROPE)
    bombard(game, "sz_8", "sz_7", target=EUROPE)
    end(game)
    assert asked(game) == ("uk", "fight_or_ignore")
    check_menu(game)
    with refused(game, "S42-CMOVE-07"):
        attack(game, "sz_8")
    attack(game, "sz_7", False)
    events = shell(game, "1 battleship")
    assert battles(events) == [(EUROPE, "won")]
    assert count(game, "sz_7", "germany") == {"submarine": 1, "transport": 1}


@pytest.mark.rule("S42-AMPH-06", "S42-AMPH-07")
def test_all_own_ships_join_the_battle_against_submarines() -> None:
    """Fought: battleship, transport and the destroyer that was there anyway; afterwards no bombardment."""
    game = position(
        "uk",
        units={
            "sz_7": {"germany": {"submarine": 1}, **fleet(battleship=1, destroyer=1)},
            EUROPE: garrison(infantry=1),
        },
        dice=[6, 1, 6, 1, 6, 6],
    )
    sail(game, "sz_7", unload=ids(game, "sz_7", "2 infantry"), target=EUROPE)
    end(game)
    events = attack(game, "sz_7")
    assert happened(events, "battle_began")[0].attackers == {"battleship": 1, "destroyer": 1, "transport": 1}
    assert battles(events) == [("sz_7", "won"), (EUROPE, "won")]
    assert "bombardment" not in dict(rolls(events))


@pytest.mark.rule("S42-AMPH-06", "S42-AMPH-05")
def test_each_assault_asks_in_its_turn_and_each_zone_once() -> None:
    """Two landings from zone 6 with a submarine: the answer given for the first holds for the second."""
    two: dict[str, Any] = {"transport": {"count": 2, "cargo": {"uk": {"infantry": 1}}}, "battleship": 1}
    game = position(
        "uk",
        units={
            "sz_6": {"uk": two, "germany": {"submarine": 1}},
            "norway": garrison(infantry=1),
            EUROPE: garrison(infantry=1),
        },
        dice=[1, 6, 1, 6],
    )
    for ship, target in zip(units(game, "sz_6", "transport"), ("norway", EUROPE), strict=True):
        sail(game, "sz_6", unload=[u.id for u in game.state.aboard(ship)], target=target, transport=ship.id)
    end(game)
    assert asked(game) == ("uk", "next_battle")
    fight(game, EUROPE)
    assert asked(game) == ("uk", "fight_or_ignore")
    attack(game, "sz_6", False)
    events = shell(game, "1 battleship")
    assert battles(events) == [(EUROPE, "won"), ("norway", "won")]


@pytest.mark.rule("S42-AMPH-06")
def test_transports_alone_are_not_asked() -> None:
    """Nobody there can attack the submarine: it is ignored, the infantry lands."""
    game = position("uk", units={"sz_7": {"germany": {"submarine": 1}, **fleet()}})
    sail(game, "sz_7", unload=ids(game, "sz_7", "2 infantry"), target=EUROPE)
    end(game)
    assert game.state.owner[EUROPE] == "uk" and asked(game) == ("uk", "noncombat_move")


# S42-AMPH-07 to -10


@pytest.mark.rule("S42-AMPH-07", "S42-SUB-11")
def test_no_bombardment_after_a_battle_with_a_submarine_that_submerges() -> None:
    """It counts as a sea battle although not a die was rolled; the landing goes on."""
    game = position(
        "uk",
        units={"sz_7": {"germany": {"submarine": 1}, **fleet(battleship=1)}, EUROPE: garrison(infantry=1)},
        dice=[1, 6, 6],
    )
    sail(game, "sz_7", unload=ids(game, "sz_7", "2 infantry"), target=EUROPE)
    end(game)
    attack(game, "sz_7")
    assert asked(game) == ("germany", "submarines")
    events = stance(game, ids(game, "sz_7", "1 submarine", "germany"))
    assert asked(game) == ("uk", "noncombat_move")
    assert rolls(events)[0] == ("attack", ("infantry", "infantry"))
    assert game.state.owner[EUROPE] == "uk" and count(game, "sz_7", "germany") == {"submarine": 1}


@pytest.mark.rule("S42-AMPH-07", "S42-COMBAT-14", "S42-COMBAT-19")
def test_no_bombardment_after_sinking_lone_transports() -> None:
    """The battleship destroys a transport without dice: no bombardment this turn."""
    game = position(
        "uk",
        units={"sz_7": {"germany": {"transport": 1}, **fleet(battleship=1)}, EUROPE: garrison(infantry=1)},
        dice=[1, 6, 6],
    )
    sail(game, "sz_7", unload=ids(game, "sz_7", "2 infantry"), target=EUROPE)
    end(game)
    events = attack(game, "sz_7")
    assert not units(game, "sz_7", power="germany")
    assert rolls(events)[0] == ("attack", ("infantry", "infantry"))


@pytest.mark.rule("S42-AMPH-08")
def test_as_many_ships_fire_as_units_are_landed() -> None:
    """Two battleships, two cruisers, three units landed: three ships fire; the attacker says which."""
    ships: dict[str, Any] = {
        "transport": [{"cargo": {"uk": {"infantry": 2}}}, {"cargo": {"uk": {"infantry": 1}}}],
        "battleship": 2,
        "cruiser": 2,
    }
    game = position(
        "uk", units={"sz_7": {"uk": ships}, EUROPE: garrison(infantry=5)}, dice=[4, 4, 3, 6, 6, 6, 1, 1, 1, 6, 6]
    )
    for ship in units(game, "sz_7", "transport"):
        sail(game, "sz_7", unload=[u.id for u in game.state.aboard(ship)], target=EUROPE, transport=ship.id)
    end(game)
    assert game.decision is not None and game.decision.about["limits"] == {"sz_7": 3}
    with refused(game, "S42-AMPH-08"):
        shell(game, "2 battleship, 2 cruiser")
    with refused(game, "S42-AMPH-08"):
        game.apply(Shell(ids(game, "sz_7", "1 transport")))
    listed = {
        tuple(sorted(game.state.units[i].kind for i in a.ships)) for a in options_of(game) if isinstance(a, Shell)
    }
    assert max(map(len, listed)) == 3 and () in listed
    check_menu(game)
    events = shell(game, "2 battleship, 1 cruiser")
    bombardment = happened(events, "dice_rolled")[0]
    assert (bombardment.units, bombardment.needed, bombardment.hits) == (
        ("battleship", "battleship", "cruiser"),
        (4, 4, 3),
        3,
    )
    assert count(game, EUROPE, "germany") == {"infantry": 2}


@pytest.mark.rule("S42-AMPH-08")
def test_the_limit_is_counted_per_zone_and_territory() -> None:
    """One unit lands from zone 6, two from zone 7: one ship fires from zone 6, two from zone 7."""
    game = position(
        "uk",
        units={
            "sz_6": fleet({"infantry": 1}, battleship=2),
            "sz_7": fleet({"infantry": 2}, cruiser=2),
            EUROPE: garrison(infantry=4),
        },
        dice=[6, 6, 6, 6, 6, 6, 1, 1, 1, 6],
    )
    for zone, forces in (("sz_6", "1 infantry"), ("sz_7", "2 infantry")):
        sail(game, zone, unload=ids(game, zone, forces), target=EUROPE)
    end(game)
    assert game.decision is not None and game.decision.about["limits"] == {"sz_6": 1, "sz_7": 2}
    with refused(game, "S42-AMPH-08"):
        shell(game, "2 battleship")
    events = shell(game, "1 battleship, 2 cruiser")
    assert rolls(events)[0] == ("bombardment", ("battleship", "cruiser", "cruiser"))


@pytest.mark.rule("S42-AMPH-08", "S42-TRN-14")
def test_units_from_an_allied_transport_count_too() -> None:
    """British infantry lands from an American transport: one British ship may fire."""
    game = position(
        "uk",
        units={
            "sz_7": {"usa": {"transport": {"cargo": {"uk": {"infantry": 1}}}}, "uk": {"battleship": 1, "cruiser": 1}},
            EUROPE: garrison(infantry=1),
        },
    )
    ship = ids(game, "sz_7", "1 transport", "usa")[0]
    sail(game, "sz_7", unload=ids(game, "sz_7", "1 infantry"), target=EUROPE, transport=ship)
    end(game)
    assert game.decision is not None and game.decision.about["limits"] == {"sz_7": 1}


@pytest.mark.rule("S42-AMPH-09")
def test_allied_ships_do_not_bombard() -> None:
    """An American battleship in the zone is not asked."""
    game = position(
        "uk",
        units={"sz_7": {"usa": {"battleship": 1}, **fleet()}, EUROPE: garrison(infantry=1)},
        dice=[1, 6, 6],
    )
    sail(game, "sz_7", unload=ids(game, "sz_7", "2 infantry"), target=EUROPE)
    events = end(game)
    assert rolls(events)[0] == ("attack", ("infantry", "infantry"))


@pytest.mark.rule("S42-AMPH-09")
def test_a_ship_bombards_one_territory_once() -> None:
    """Battleship and cruiser in zone 6, landings in two territories: who has fired is not offered again."""
    two: dict[str, Any] = {"transport": {"count": 2, "cargo": {"uk": {"infantry": 1}}}, "battleship": 1, "cruiser": 1}
    game = position(
        "uk",
        units={"sz_6": {"uk": two}, "norway": garrison(infantry=1), EUROPE: garrison(infantry=1)},
        dice=[4, 6, 3, 6],
    )
    for ship, target in zip(units(game, "sz_6", "transport"), ("norway", EUROPE), strict=True):
        sail(game, "sz_6", unload=[u.id for u in game.state.aboard(ship)], target=target, transport=ship.id)
    end(game)
    fight(game, "norway")
    shell(game, "1 battleship")
    assert game.decision is not None and game.decision.about["space"] == EUROPE
    assert game.decision.about["ships"] == {"sz_6": list(ids(game, "sz_6", "1 cruiser"))}
    shell(game, "1 cruiser")
    assert game.state.owner["norway"] == game.state.owner[EUROPE] == "uk"
    for kind in ("battleship", "cruiser"):
        with refused(game, "S42-CMOVE-10"):
            move(game, f"1 {kind}", "sz_6", "sz_7")


@pytest.mark.rule("S42-AMPH-09")
def test_a_ship_that_lay_there_and_did_not_fire_may_move_afterwards() -> None:
    """Bombardment is the attacker's choice; a cruiser that held its fire and had not moved sails in phase 4."""
    game = position("uk", units={"sz_7": fleet(cruiser=1), EUROPE: garrison(infantry=1)}, dice=[1, 6, 6])
    sail(game, "sz_7", unload=ids(game, "sz_7", "2 infantry"), target=EUROPE)
    end(game)
    shell(game)
    move(game, "1 cruiser", "sz_7", "sz_6")


@pytest.mark.rule("S42-AMPH-09", "S42-AMPH-07")
def test_a_ship_that_retreated_from_another_battle_does_not_bombard() -> None:
    """The cruiser broke off in zone 6 and came to the landing zone: it has fought already."""
    game = position(
        "uk",
        units={
            "sz_7": {"uk": {"transport": [{"cargo": {"uk": {"infantry": 1}}}, 1], "cruiser": 1}},
            "united_kingdom": {"uk": {"infantry": 1}},
            "sz_6": {"germany": {"destroyer": 1}},
            EUROPE: garrison(infantry=1),
            "norway": garrison(infantry=1),
        },
        dice=[6, 6, 1, 6],
    )
    lander, ferry = units(game, "sz_7", "transport")
    sail(game, "sz_7", unload=[u.id for u in game.state.aboard(lander)], target=EUROPE, transport=lander.id)
    party = ids(game, "united_kingdom", "1 infantry")
    sail(game, "sz_7", "sz_6", load={party[0]: "sz_7"}, unload=party, target="norway", transport=ferry.id)
    move(game, "1 cruiser", "sz_7", "sz_6")
    end(game)
    fight(game, "sz_6")
    events = game.apply(Retreat("sz_7"))
    assert rolls(events) == [("attack", ("infantry",)), ("defence", ("infantry",))]
    assert game.state.owner[EUROPE] == "uk" and game.state.owner["norway"] == "germany"


@pytest.mark.rule("S42-AMPH-10")
def test_victims_of_the_bombardment_fire_back_and_take_no_other_hits() -> None:
    """One of two infantry is behind the line: it fires in round 1, and the attackers' hit goes to the other."""
    game = position("uk", units={"sz_7": fleet(battleship=1), EUROPE: garrison(infantry=2)}, dice=[4, 1, 1, 2, 6])
    sail(game, "sz_7", unload=ids(game, "sz_7", "2 infantry"), target=EUROPE)
    end(game)
    events = shell(game, "1 battleship")
    assert rolls(events)[-1] == ("defence", ("infantry", "infantry"))
    assert count(game, EUROPE) == {"infantry": 1} and game.state.owner[EUROPE] == "uk"


@pytest.mark.rule("S42-AMPH-10")
def test_the_round_is_fought_even_if_nobody_else_is_left() -> None:
    """The only defender is hit from the sea: the attackers need not fire, he still does."""
    game = position("uk", units={"sz_7": fleet(battleship=1), EUROPE: garrison(armour=1)}, dice=[4, 3])
    sail(game, "sz_7", unload=ids(game, "sz_7", "2 infantry"), target=EUROPE)
    end(game)
    events = shell(game, "1 battleship")
    assert rolls(events) == [("bombardment", ("battleship",)), ("defence", ("armour",))]
    assert count(game, EUROPE) == {"infantry": 1} and game.state.owner[EUROPE] == "uk"


@pytest.mark.rule("S42-AMPH-10")
def test_only_land_units_are_hit_by_bombardment_and_the_defender_chooses() -> None:
    """Two hits on infantry, tank, fighter and gun: a fighter cannot take them; surplus hits are lost."""
    game = position(
        "uk",
        units={"sz_7": fleet(battleship=2), EUROPE: garrison(infantry=1, artillery=1, armour=1, fighter=1, aa_gun=1)},
        dice=[4, 4, 6, 6, 1, 1, 6, 6],
    )
    sail(game, "sz_7", unload=ids(game, "sz_7", "2 infantry"), target=EUROPE)
    end(game)
    shell(game, "2 battleship")
    assert asked(game) == ("germany", "choose_casualties")
    with refused(game, "S42-COMBAT-07"):
        game.apply(ChooseCasualties(ids(game, EUROPE, "1 fighter, 1 infantry", "germany")))
    check_menu(game)
    lose(game, "1 infantry, 1 artillery")
    assert count(game, EUROPE, "germany") == {"armour": 1, "fighter": 1, "aa_gun": 1}
    game = position(
        "uk", units={"sz_7": fleet(battleship=2), EUROPE: garrison(infantry=1, fighter=1)}, dice=[4, 4, 6, 6, 1, 1]
    )
    sail(game, "sz_7", unload=ids(game, "sz_7", "2 infantry"), target=EUROPE)
    end(game)
    shell(game, "2 battleship")
    assert count(game, EUROPE, "germany") == {"fighter": 1}


@pytest.mark.rule("S42-AMPH-10")
def test_nothing_to_bombard() -> None:
    """Only a fighter and a gun ashore: nobody is asked for a bombardment."""
    game = position("uk", units={"sz_7": fleet(battleship=2), EUROPE: garrison(fighter=1, aa_gun=1)}, dice=[1, 6, 6])
    sail(game, "sz_7", unload=ids(game, "sz_7", "2 infantry"), target=EUROPE)
    events = end(game)
    assert rolls(events)[0] == ("attack", ("infantry", "infantry"))


# S42-AMPH-11 to -14


@pytest.mark.rule("S42-AMPH-11")
def test_remaining_submarines_do_not_stop_the_landing() -> None:
    """The destroyer is sunk, the submarine submerged: the infantry lands, nobody is asked whether."""
    game = position(
        "uk",
        units={
            "sz_8": fleet(battleship=1),
            "sz_7": {"germany": {"destroyer": 1, "submarine": 1}},
            EUROPE: garrison(infantry=1),
        },
        dice=[1, 6, 1, 6, 6],
    )
    sail(game, "sz_8", "sz_7", unload=ids(game, "sz_8", "2 infantry"), target=EUROPE)
    move(game, "1 battleship", "sz_8", "sz_7")
    end(game)
    events = stance(game, ids(game, "sz_7", "1 submarine", "germany"))
    assert battles(events) == [("sz_7", "won"), (EUROPE, "won")]
    assert game.state.owner[EUROPE] == "uk" and count(game, "sz_7", "germany") == {"submarine": 1}


@pytest.mark.rule("S42-AMPH-11", "S42-TRN-07")
def test_the_landing_is_compulsory() -> None:
    """Two infantry against ten: once the way is free they land; nobody is asked."""
    game = position(
        "uk",
        units={
            "sz_8": fleet(battleship=1),
            "sz_7": {"germany": {"destroyer": 1}},
            EUROPE: garrison(infantry=10),
        },
        dice=[1, 6, 6, 6, *[1] * 10],
    )
    sail(game, "sz_8", "sz_7", unload=ids(game, "sz_8", "2 infantry"), target=EUROPE)
    move(game, "1 battleship", "sz_8", "sz_7")
    events = end(game)
    assert battles(events) == [("sz_7", "won"), (EUROPE, "lost")]


@pytest.mark.rule("S42-AMPH-13", "S42-RETR-01")
def test_the_others_fight_a_round_when_the_landing_fails() -> None:
    """The fleet retreats; the tank from Germany's neighbour must still fight one round before it may leave."""
    game = position(
        "ussr",
        units={
            "sz_4": {"ussr": {"transport": {"cargo": {"ussr": {"infantry": 1}}}, "cruiser": 1}},
            "sz_3": {"germany": {"battleship": 1}},
            "karelia_ssr": {"ussr": {"armour": 1, "fighter": 1}},
            "norway": garrison(infantry=2),
        },
        dice=[6, 6, 6, 6, 6, 6],
    )
    sail(game, "sz_4", "sz_3", unload=ids(game, "sz_4", "1 infantry"), target="norway")
    move(game, "1 cruiser", "sz_4", "sz_3")
    move(game, "1 armour", "karelia_ssr", "norway")
    move(game, "1 fighter", "karelia_ssr", "norway")
    end(game)
    events = game.apply(Retreat("sz_4"))
    assert happened(events, "battle_began")[0].attackers == {"armour": 1, "fighter": 1}
    assert rolls(events) == [("attack", ("armour", "fighter")), ("defence", ("infantry", "infantry"))]
    assert asked(game) == ("ussr", "retreat")
    game.apply(Retreat("karelia_ssr"))
    assert count(game, "karelia_ssr") == {"armour": 1}


@pytest.mark.rule("S42-AMPH-14")
def test_without_attackers_the_assault_is_over() -> None:
    """Only the landing was planned and it failed: no land battle, no bombardment."""
    game = position(
        "uk",
        units={
            "sz_8": fleet(cruiser=1),
            "sz_7": {"germany": {"battleship": 1}},
            EUROPE: garrison(infantry=1),
        },
        dice=[6, 6],
    )
    sail(game, "sz_8", "sz_7", unload=ids(game, "sz_8", "2 infantry"), target=EUROPE)
    move(game, "1 cruiser", "sz_8", "sz_7")
    end(game)
    events = game.apply(Retreat("sz_8"))
    assert battles(events) == [("sz_7", "retreat")] and asked(game) == ("uk", "noncombat_move")


@pytest.mark.rule("S42-AMPH-11", "S42-AMPH-13")
def test_the_landing_from_one_zone_fails_from_the_other_it_succeeds() -> None:
    """Zone 6 is lost with its transport, zone 7 is free: two infantry land instead of four."""
    game = position(
        "uk",
        units={
            "sz_3": fleet(),
            "sz_7": fleet(),
            "sz_6": {"germany": {"battleship": 1}},
            EUROPE: garrison(infantry=1),
        },
        dice=[1, 1, 6, 6],
    )
    sail(game, "sz_3", "sz_6", unload=ids(game, "sz_3", "2 infantry"), target=EUROPE)
    sail(game, "sz_7", unload=ids(game, "sz_7", "2 infantry"), target=EUROPE)
    events = end(game)
    assert battles(events) == [("sz_6", "lost"), (EUROPE, "won")]
    assert happened(events, "battle_began")[-1].attackers == {"infantry": 2}


# S42-AMPH-15 to -17


@pytest.mark.rule("S42-AMPH-15")
def test_landed_units_never_retreat() -> None:
    """Only landed infantry fights: round after round without a question."""
    game = position("uk", units={"sz_7": fleet(), EUROPE: garrison(infantry=1)}, dice=[6, 6, 6, 6, 6, 6, 1, 6, 6])
    sail(game, "sz_7", unload=ids(game, "sz_7", "2 infantry"), target=EUROPE)
    events = end(game)
    assert [e.round for e in happened(events, "battle_round")] == [1, 2, 3]
    assert game.state.owner[EUROPE] == "uk"


def mixed_assault(dice: Sequence[int]) -> WarGame:
    """Landed infantry, a tank and infantry from Karelia, a bomber from Russia against two infantry in Norway."""
    game = position(
        "ussr",
        units={
            "sz_3": {"ussr": {"transport": {"cargo": {"ussr": {"infantry": 1}}}}},
            "karelia_ssr": {"ussr": {"armour": 1}},
            "russia": {"ussr": {"bomber": 1}},
            "norway": garrison(infantry=2),
        },
        dice=dice,
    )
    sail(game, "sz_3", unload=ids(game, "sz_3", "1 infantry"), target="norway")
    move(game, "1 armour", "karelia_ssr", "norway")
    move(game, "1 bomber", "russia", "archangel", "karelia_ssr", "norway")
    end(game)
    return game


@pytest.mark.rule("S42-AMPH-15", "S42-AMPH-16")
def test_overland_units_and_aircraft_leave_together() -> None:
    """Tank to Karelia, bomber into the air; the infantry fights on alone and is not asked any more."""
    game = mixed_assault([6, 6, 6, 6, 6, 6, 2, 6])
    assert asked(game) == ("ussr", "retreat")
    with refused(game, "S42-RETR-02"):
        game.apply(Retreat(""))  # the aircraft alone
    with refused(game, "S42-RETR-02"):
        game.apply(Retreat("russia"))
    check_menu(game)
    events = game.apply(Retreat("karelia_ssr"))
    assert battles(events) == [("norway", "lost")]
    assert count(game, "karelia_ssr") == {"armour": 1}
    assert [unit.airborne for unit in units(game, "norway", "bomber")] == [True]
    assert count(game, "norway", "germany") == {"infantry": 2}
    with refused(game, "S42-CMOVE-10"):
        move(game, "1 armour", "karelia_ssr", "archangel")
    move(game, "1 bomber", "norway", "karelia_ssr")


@pytest.mark.rule("S42-AMPH-16")
def test_the_attacker_may_also_fight_on_together() -> None:
    """After the first round he stays and is asked again after the second."""
    game = mixed_assault([6] * 10)
    events = game.apply(FightOn())
    assert rolls(events)[0] == ("attack", ("infantry", "armour", "bomber"))
    assert asked(game) == ("ussr", "retreat")


@pytest.mark.rule("S42-AMPH-16", "S42-RETR-06")
def test_aircraft_break_off_where_no_overland_unit_is_left() -> None:
    """The tank is lost; the bomber may leave by itself, the landed infantry stays."""
    game = mixed_assault([6, 6, 6, 2, 6, 6, 1, 6])
    lose(game, "1 armour")
    assert asked(game) == ("ussr", "retreat")
    with refused(game, "S42-RETR-02"):
        game.apply(Retreat("karelia_ssr"))
    game.apply(Retreat(""))
    assert [unit.airborne for unit in units(game, "norway", "bomber")] == [True]


@pytest.mark.rule("S42-AMPH-16", "S42-COMBAT-06")
def test_landed_and_overland_units_are_not_alike() -> None:
    """One hit on four infantry is a question, for only two of them could leave; who came by sea is proposed first."""
    game = position(
        "ussr",
        units={
            "sz_3": {"ussr": {"transport": {"cargo": {"ussr": {"infantry": 2}}}}},
            "karelia_ssr": {"ussr": {"infantry": 2}},
            "norway": garrison(infantry=2),
        },
        dice=[6, 6, 6, 6, 1, 6],
    )
    landing = ids(game, "sz_3", "2 infantry")
    sail(game, "sz_3", unload=landing, target="norway")
    move(game, "2 infantry", "karelia_ssr", "norway")
    end(game)
    assert asked(game) == ("ussr", "choose_casualties")
    menu = [action.units for action in game.legal() if isinstance(action, ChooseCasualties)]
    assert len(menu) == 2  # one that landed or one that marched
    assert game.decision is not None
    proposed = LossOrder().answer(game.rules, game.state, game.decision, game.legal())
    assert isinstance(proposed, ChooseCasualties) and set(proposed.units) <= set(landing)


@pytest.mark.rule("S42-AMPH-17", "S42-AIR-16")
def test_aircraft_ashore_take_no_part_in_the_sea_battle() -> None:
    """Two fighters in Western Europe watch the destroyer sink and defend the land."""
    game = position(
        "uk",
        units={
            "sz_8": fleet(battleship=1),
            "sz_7": {"germany": {"destroyer": 1}},
            EUROPE: garrison(fighter=2),
        },
        dice=[1, 6, 6, 6, 4, 4],
    )
    sail(game, "sz_8", "sz_7", unload=ids(game, "sz_8", "2 infantry"), target=EUROPE)
    move(game, "1 battleship", "sz_8", "sz_7")
    events = end(game)
    assert [e.defenders for e in happened(events, "battle_began")] == [
        {"germany": {"destroyer": 1}},
        {"germany": {"fighter": 2}},
    ]
    assert battles(events) == [("sz_7", "won"), (EUROPE, "lost")]


@pytest.mark.rule("S42-AMPH-01", "S42-TRN-03")
def test_the_menu_of_an_assault_can_be_carried_out() -> None:
    """Everything listed for a transport that may load on its way, an escort and aircraft is legal."""
    game = position(
        "uk",
        units={
            "sz_8": {"uk": {"transport": 1, "battleship": 1, "cruiser": 1}},
            "united_kingdom": {
                "uk": {"infantry": 2, "artillery": 1, "armour": 1, "fighter": 1, "bomber": 1, "aa_gun": 1}
            },
            EUROPE: garrison(infantry=1, aa_gun=1),
            "sz_6": {"germany": {"destroyer": 1}},
        },
    )
    listed = check_menu(game)
    assert any(isinstance(a, Sail) and len(a.unload) == 2 for a in listed)
    assert any(isinstance(a, Move) and a.route[-1] == EUROPE for a in listed)
