"""Transports: loads, voyages, allied ships (S42-TRN)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.warfare.actions import Retreat, Sail
from tests.spring1942.play import answer, position
from tests.words import (
    WarGame,
    asked,
    check_menu,
    count,
    end,
    happened,
    ids,
    land,
    move,
    pass_on,
    refused,
    sail,
    units,
    unrolled,
)

ONE: dict[str, Any] = {"germany": {"transport": 1}}


def loaded(power: str = "germany", owner: str = "", **cargo: int) -> dict[str, Any]:
    """A transport with cargo (of another power)."""
    return {power: {"transport": {"cargo": {owner or power: cargo}}}}


def aboard(game: WarGame, zone: str) -> dict[str, int]:
    """What is on transports in a zone."""
    counts: dict[str, int] = {}
    for unit in units(game, zone):
        if unit.aboard:
            counts[unit.kind] = counts.get(unit.kind, 0) + 1
    return counts


# S42-TRN-01


@pytest.mark.rule("S42-TRN-01")
@pytest.mark.parametrize(
    ("forces", "fits"),
    [
        ("1 infantry", True),
        ("1 artillery", True),
        ("1 armour", True),
        ("1 aa_gun", True),
        ("2 infantry", True),
        ("1 infantry, 1 artillery", True),
        ("1 infantry, 1 armour", True),
        ("1 infantry, 1 aa_gun", True),
        ("1 artillery, 1 armour", False),
        ("2 armour", False),
        ("2 artillery", False),
        ("1 artillery, 1 aa_gun", False),
        ("3 infantry", False),
        ("2 infantry, 1 armour", False),
    ],
)
def test_what_fits_on_a_transport(forces: str, fits: bool) -> None:
    """One land unit of any kind and one infantry."""
    camp = {"germany": {"infantry": 3, "artillery": 2, "armour": 2, "aa_gun": 1}}
    game = position(phase="noncombat_move", units={"germany": camp, "sz_5": ONE})
    party = ids(game, "germany", forces)
    if fits:
        sail(game, "sz_5", load=dict.fromkeys(party, "sz_5"))
        assert sum(aboard(game, "sz_5").values()) == len(party)
    else:
        with refused(game, "S42-TRN-01"):
            sail(game, "sz_5", load=dict.fromkeys(party, "sz_5"))


@pytest.mark.rule("S42-TRN-01")
def test_aircraft_and_factories_are_no_cargo() -> None:
    """A fighter, a bomber or a factory never goes aboard a transport."""
    camp = {"germany": {"fighter": 1, "bomber": 1, "factory": 1}}
    game = position(phase="noncombat_move", units={"germany": camp, "sz_5": ONE})
    for kind in ("fighter", "bomber", "factory"):
        with refused(game, "S42-TRN-01"):
            sail(game, "sz_5", load={ids(game, "germany", f"1 {kind}")[0]: "sz_5"})
    assert not [a for a in check_menu(game) if isinstance(a, Sail)]


@pytest.mark.rule("S42-TRN-01")
def test_cargo_of_allies_takes_room_too() -> None:
    """A Japanese tank aboard leaves room for one German infantry, not for artillery."""
    game = position(
        phase="noncombat_move",
        units={"sz_5": loaded(owner="japan", armour=1), "germany": {"germany": {"infantry": 2, "artillery": 1}}},
    )
    with refused(game, "S42-TRN-01"):
        sail(game, "sz_5", load={ids(game, "germany", "1 artillery")[0]: "sz_5"})
    with refused(game, "S42-TRN-01"):
        sail(game, "sz_5", load=dict.fromkeys(ids(game, "germany", "2 infantry"), "sz_5"))
    sail(game, "sz_5", load={ids(game, "germany", "1 infantry")[0]: "sz_5"})
    assert aboard(game, "sz_5") == {"armour": 1, "infantry": 1}


# S42-TRN-02


@pytest.mark.rule("S42-TRN-02")
def test_who_has_marched_does_not_board() -> None:
    """A tank moves 1 territory, then wants to load: illegal, though it has a point left."""
    game = position(phase="noncombat_move", units={"eastern_europe": {"germany": {"armour": 1}}, "sz_5": ONE})
    move(game, "1 armour", "eastern_europe", "germany")
    with refused(game, "S42-TRN-02"):
        sail(game, "sz_5", load={ids(game, "germany", "1 armour")[0]: "sz_5"})


@pytest.mark.rule("S42-TRN-02")
def test_who_has_landed_does_not_march() -> None:
    """Loaded and unloaded in one turn on an own transport; then the move of the unit is over."""
    game = position(phase="noncombat_move", units={"germany": {"germany": {"armour": 1}}, "sz_5": ONE})
    tank = ids(game, "germany", "1 armour")
    sail(game, "sz_5", load={tank[0]: "sz_5"}, unload=tank, target="norway")
    assert count(game, "norway") == {"armour": 1}
    with refused(game, "S42-TRN-02"):
        move(game, "1 armour", "norway", "karelia_ssr")
    assert not [a for a in check_menu(game) if getattr(a, "units", ()) == tank]


@pytest.mark.rule("S42-TRN-02")
def test_cargo_cannot_walk_off_its_ship() -> None:
    """Land units aboard go ashore by an order to the transport only."""
    game = position(phase="noncombat_move", units={"sz_5": loaded(infantry=1)})
    with refused(game, "S42-TRN-02"):
        move(game, "1 infantry", "sz_5", "germany")


# S42-TRN-03, -04


@pytest.mark.rule("S42-TRN-03")
def test_a_transport_loads_along_its_way() -> None:
    """Infantry in zone 5, a tank in zone 6, both unloaded from zone 7 in one voyage."""
    game = position(
        phase="noncombat_move",
        units={
            "sz_5": ONE,
            "germany": {"germany": {"infantry": 1}},
            "norway": {"germany": {"armour": 1}},
        },
    )
    infantry, tank = ids(game, "germany", "1 infantry")[0], ids(game, "norway", "1 armour")[0]
    sail(
        game,
        "sz_5",
        "sz_6",
        "sz_7",
        load={infantry: "sz_5", tank: "sz_6"},
        unload=(infantry, tank),
        target="western_europe",
    )
    assert count(game, "western_europe") == {"infantry": 1, "armour": 1}


@pytest.mark.rule("S42-TRN-03")
def test_the_same_voyage_in_single_orders() -> None:
    """Load, move, load, move, unload – order by order; and it may load at the very end."""
    game = position(
        phase="noncombat_move",
        units={"sz_5": ONE, "germany": {"germany": {"infantry": 1}}, "norway": {"germany": {"armour": 1}}},
    )
    sail(game, "sz_5", load={ids(game, "germany", "1 infantry")[0]: "sz_5"})
    move(game, "1 transport", "sz_5", "sz_6")
    sail(game, "sz_6", load={ids(game, "norway", "1 armour")[0]: "sz_6"})
    move(game, "1 transport", "sz_6", "sz_7")
    with refused(game, "S42-CMOVE-03"):
        move(game, "1 transport", "sz_7", "sz_8")
    sail(game, "sz_7", unload=ids(game, "sz_7", "1 infantry, 1 armour"), target="western_europe")
    assert count(game, "western_europe") == {"infantry": 1, "armour": 1}


@pytest.mark.rule("S42-TRN-03")
def test_loading_needs_a_coast_next_to_the_way() -> None:
    """Infantry in Southern Europe does not reach zone 5; zone 7 is not on the way; Germany is not on zone 6."""
    game = position(
        phase="noncombat_move",
        units={"sz_5": ONE, "southern_europe": {"germany": {"infantry": 1}}, "germany": {"germany": {"infantry": 1}}},
    )
    far, near = ids(game, "southern_europe", "1 infantry")[0], ids(game, "germany", "1 infantry")[0]
    for load in ({far: "sz_5"}, {near: "sz_7"}, {near: "sz_6"}):
        with refused(game, "S42-TRN-03"):
            sail(game, "sz_5", "sz_6", load=load)


@pytest.mark.rule("S42-TRN-03")
def test_an_assault_may_load_on_the_way() -> None:
    """Combat move: infantry from Germany and a tank from Norway against Archangel's neighbour Karelia, by zone 4."""
    game = position(
        units={"sz_6": ONE, "norway": {"germany": {"infantry": 1, "armour": 1}}},
    )
    party = ids(game, "norway", "1 infantry, 1 armour")
    sail(game, "sz_6", "sz_3", "sz_4", load={party[0]: "sz_6", party[1]: "sz_3"}, unload=party, target="karelia_ssr")
    end(game)
    assert count(game, "karelia_ssr") == {"infantry": 1, "armour": 1}


@pytest.mark.rule("S42-TRN-04", "S42-HSZ-03")
@pytest.mark.parametrize("ship", ["destroyer", "cruiser", "carrier", "battleship"])
def test_no_loading_beside_a_surface_warship(ship: str) -> None:
    """Neither phase; the zone is hostile."""
    for phase in ("combat_move", "noncombat_move"):
        game = position(phase=phase, units={"sz_5": {**ONE, "uk": {ship: 1}}, "germany": {"germany": {"infantry": 1}}})
        party = ids(game, "germany", "1 infantry")
        with refused(game, "S42-TRN-04"):
            sail(game, "sz_5", load={party[0]: "sz_5"}, unload=party, target="karelia_ssr")


@pytest.mark.rule("S42-TRN-04")
def test_no_unloading_beside_a_surface_warship() -> None:
    """In the noncombat move cargo stays aboard in a hostile zone."""
    fleet = {**loaded(infantry=1), "uk": {"destroyer": 1}}
    game = position(phase="noncombat_move", units={"sz_5": fleet})
    with refused(game, "S42-TRN-04"):
        sail(game, "sz_5", unload=ids(game, "sz_5", "1 infantry"), target="germany")
    assert not [a for a in check_menu(game) if isinstance(a, Sail)]


@pytest.mark.rule("S42-TRN-04", "S42-CMOVE-06")
def test_submarines_and_transports_do_not_hinder_loading() -> None:
    """Two enemy submarines and a transport: load and unload without an escort."""
    game = position(
        phase="noncombat_move",
        units={"sz_5": {**ONE, "uk": {"submarine": 2, "transport": 1}}, "germany": {"germany": {"infantry": 1}}},
    )
    party = ids(game, "germany", "1 infantry")
    sail(game, "sz_5", load={party[0]: "sz_5"}, unload=party, target="norway")
    assert count(game, "norway") == {"infantry": 1}


@pytest.mark.rule("S42-TRN-04", "S42-HSZ-03")
def test_a_transport_leaves_a_hostile_zone_loads_and_comes_back() -> None:
    """Zones 5 – 6 – 5 with infantry of Norway; the battleship clears zone 5, then it lands in Karelia."""
    game = position(
        units={
            "sz_5": {"germany": {"transport": 1, "battleship": 1}, "uk": {"destroyer": 1}},
            "norway": {"germany": {"infantry": 1}},
        },
        dice=[1, 6],
    )
    party = ids(game, "norway", "1 infantry")
    sail(game, "sz_5", "sz_6", "sz_5", load={party[0]: "sz_6"}, unload=party, target="karelia_ssr")
    end(game)
    assert game.state.owner["karelia_ssr"] == "germany" and not unrolled(game)


@pytest.mark.rule("S42-TRN-04", "S42-HSZ-01")
def test_cargo_aboard_in_a_hostile_zone_may_land_after_the_battle() -> None:
    """The loaded transport stays and fights beside its cruiser; the menu offers the landing that waits for the end."""
    fleet: dict[str, Any] = {"cruiser": 1, "transport": {"cargo": {"germany": {"infantry": 1}}}}
    game = position(units={"sz_5": {"germany": fleet, "uk": {"destroyer": 1}}}, dice=[1, 6])
    order = Sail(ids(game, "sz_5", "1 transport")[0], ("sz_5",), {}, ids(game, "sz_5", "1 infantry"), "karelia_ssr")
    assert order in check_menu(game)
    game.apply(order)
    end(game)
    assert game.state.owner["karelia_ssr"] == "germany" and not unrolled(game)


# S42-TRN-05, -06


@pytest.mark.rule("S42-TRN-05")
def test_one_transport_unloads_into_one_territory() -> None:
    """Two infantry cannot be put ashore in two territories, in neither phase."""
    game = position(phase="noncombat_move", units={"sz_5": loaded(infantry=2)})
    first, second = ids(game, "sz_5", "2 infantry")
    sail(game, "sz_5", unload=(first,), target="norway")
    for target in ("germany", "norway"):
        with refused(game, "S42-TRN-05"):
            sail(game, "sz_5", unload=(second,), target=target)
    game = position("uk", units={"sz_5": loaded("uk", infantry=2)})
    first, second = ids(game, "sz_5", "2 infantry")
    sail(game, "sz_5", unload=(first,), target="norway")
    with refused(game, "S42-TRN-05"):
        sail(game, "sz_5", unload=(second,), target="germany")
    sail(game, "sz_5", unload=(second,), target="norway")
    end(game)
    assert count(game, "norway", "uk") == {"infantry": 2}


@pytest.mark.rule("S42-TRN-05")
def test_after_unloading_the_transport_has_finished() -> None:
    """No more moving, loading or unloading, in the same phase or a later one."""
    game = position(phase="noncombat_move", units={"sz_5": loaded(infantry=1), "germany": {"germany": {"infantry": 1}}})
    sail(game, "sz_5", unload=ids(game, "sz_5", "1 infantry"), target="norway")
    with refused(game, "S42-TRN-05"):
        move(game, "1 transport", "sz_5", "sz_6")
    with refused(game, "S42-TRN-05"):
        sail(game, "sz_5", load={ids(game, "germany", "1 infantry")[0]: "sz_5"})
    game = position(units={"sz_5": loaded(infantry=2), "germany": {"germany": {"infantry": 1}}})
    sail(game, "sz_5", unload=ids(game, "sz_5", "1 infantry"), target="karelia_ssr")
    end(game)
    with refused(game, "S42-TRN-05"):
        sail(game, "sz_5", unload=ids(game, "sz_5", "1 infantry"), target="germany")
    with refused(game, "S42-TRN-05"):
        move(game, "1 transport", "sz_5", "sz_6")
    assert not [a for a in check_menu(game) if isinstance(a, Sail)]


@pytest.mark.rule("S42-TRN-05")
def test_nothing_is_unloaded_into_another_transport() -> None:
    """A sea zone is no place to go ashore."""
    game = position(
        phase="noncombat_move", units={"sz_5": {"germany": {"transport": [1, {"cargo": {"germany": {"infantry": 1}}}]}}}
    )
    ship = next(unit.aboard for unit in units(game, "sz_5", "infantry"))
    with refused(game, "S42-TRN-03"):
        sail(game, "sz_5", unload=ids(game, "sz_5", "1 infantry"), target="sz_5", transport=ship)


@pytest.mark.rule("S42-TRN-06")
def test_bridging_in_either_phase() -> None:
    """The transport stays in zone 5: Germany to Norway in phase 4, Germany to Karelia in phase 2 – once."""
    game = position(phase="noncombat_move", units={"sz_5": ONE, "germany": {"germany": {"infantry": 4}}})
    land(game, "2 infantry", "germany", "sz_5", target="norway")
    assert count(game, "norway") == {"infantry": 2} and count(game, "sz_5") == {"transport": 1}
    with refused(game, "S42-TRN-05"):
        land(game, "2 infantry", "germany", "sz_5", target="norway", transport=units(game, "sz_5")[0].id)
    game = position(units={"sz_5": ONE, "germany": {"germany": {"infantry": 2}}})
    land(game, "2 infantry", "germany", "sz_5", target="karelia_ssr")
    end(game)
    assert count(game, "karelia_ssr") == {"infantry": 2} and count(game, "sz_5") == {"transport": 1}


# S42-TRN-07 to -09


@pytest.mark.rule("S42-TRN-07")
def test_no_loading_in_the_combat_move_without_an_assault() -> None:
    """All that boards must land; a transport does not fetch cargo into a sea battle."""
    game = position(
        units={"sz_5": ONE, "germany": {"germany": {"infantry": 2}}, "sz_6": {"uk": {"transport": 1}}},
    )
    one, two = ids(game, "germany", "2 infantry")
    with refused(game, "S42-TRN-07"):
        sail(game, "sz_5", load={one: "sz_5"})
    with refused(game, "S42-TRN-07"):
        sail(game, "sz_5", "sz_6", load={one: "sz_5"})
    with refused(game, "S42-TRN-07"):
        sail(game, "sz_5", load={one: "sz_5", two: "sz_5"}, unload=(one,), target="karelia_ssr")
    assert not [a for a in check_menu(game) if isinstance(a, Sail) and not a.unload]


@pytest.mark.rule("S42-TRN-07", "S42-TRN-09", "S42-RETR-07")
def test_cargo_stays_aboard_a_transport_that_retreats() -> None:
    """Zone 6 is not cleared, the fleet goes back to zone 5; nothing is unloaded this turn."""
    game = position(
        units={
            "sz_5": {"germany": {"transport": 1, "cruiser": 1}},
            "germany": {"germany": {"infantry": 2}},
            "sz_6": {"uk": {"battleship": 1}},
        },
        dice=[6, 6],
        owners={"norway": "uk"},
    )
    land(game, "2 infantry", "germany", "sz_5", "sz_6", target="norway")
    move(game, "1 cruiser", "sz_5", "sz_6")
    end(game)
    game.apply(Retreat("sz_5"))
    assert asked(game) == ("germany", "noncombat_move")
    assert aboard(game, "sz_5") == {"infantry": 2} and game.state.owner["norway"] == "uk"
    with refused(game, "S42-TRN-10"):
        sail(game, "sz_5", unload=ids(game, "sz_5", "2 infantry"), target="germany")
    with refused(game, "S42-CMOVE-10"):
        move(game, "1 transport", "sz_5", "sz_6")
    assert not [a for a in check_menu(game) if isinstance(a, Sail)]


@pytest.mark.rule("S42-TRN-07", "S42-TRN-12", "S42-AMPH-11")
def test_cargo_goes_down_with_its_transport() -> None:
    """The destroyer sinks the cruiser and then the transport: nobody lands."""
    game = position(
        units={
            "sz_5": {"germany": {"transport": 1, "cruiser": 1}},
            "germany": {"germany": {"infantry": 1, "armour": 1}},
            "sz_6": {"uk": {"battleship": 2}},
        },
        dice=[6, 1, 1],
        owners={"norway": "uk"},
    )
    land(game, "1 infantry, 1 armour", "germany", "sz_5", "sz_6", target="norway")
    move(game, "1 cruiser", "sz_5", "sz_6")
    events = end(game)
    assert [e.kinds for e in happened(events, "units_lost")] == [
        {"cruiser": 1, "transport": 1},
        {"infantry": 1, "armour": 1},
    ]
    assert count(game, "sz_6") == {"battleship": 2} and game.state.owner["norway"] == "uk"


@pytest.mark.rule("S42-TRN-08")
def test_cargo_from_earlier_may_stay_aboard() -> None:
    """Of infantry and tank aboard either one, both or none is landed; a sea battle needs no landing."""
    for forces, left in (("1 infantry", {"armour": 1}), ("1 armour", {"infantry": 1}), ("1 infantry, 1 armour", {})):
        game = position(units={"sz_5": loaded(infantry=1, armour=1)})
        sail(game, "sz_5", unload=ids(game, "sz_5", forces), target="karelia_ssr")
        end(game)
        assert aboard(game, "sz_5") == left
    game = position(units={"sz_5": loaded(infantry=1, armour=1)})
    end(game)
    assert aboard(game, "sz_5") == {"infantry": 1, "armour": 1}


# S42-TRN-10 to -12


@pytest.mark.rule("S42-TRN-10")
def test_the_noncombat_voyage() -> None:
    """Through friendly zones, some or all cargo into one friendly territory, also one taken this turn."""
    game = position(
        phase="noncombat_move",
        units={"sz_6": loaded(infantry=2)},
        owners={"karelia_ssr": "germany"},
        changed={"karelia_ssr": "ussr"},
    )
    sail(game, "sz_6", "sz_5", unload=ids(game, "sz_6", "1 infantry"), target="karelia_ssr")
    assert count(game, "karelia_ssr") == {"infantry": 1} and aboard(game, "sz_5") == {"infantry": 1}


@pytest.mark.rule("S42-TRN-10")
def test_a_transport_may_end_the_turn_loaded() -> None:
    """It loads, sails and keeps its cargo; the cargo is there in the next turn."""
    game = position(phase="noncombat_move", units={"sz_5": ONE, "germany": {"germany": {"infantry": 1}}})
    sail(game, "sz_5", "sz_6", load={ids(game, "germany", "1 infantry")[0]: "sz_5"})
    pass_on(game, "germany", "combat_move")
    assert aboard(game, "sz_6") == {"infantry": 1}
    sail(game, "sz_6", unload=ids(game, "sz_6", "1 infantry"), target="united_kingdom")


@pytest.mark.rule("S42-TRN-10", "S42-AMPH-03")
def test_the_noncombat_voyage_ends_on_friendly_coasts() -> None:
    """Enemy land, neutral land, inland and far coasts are refused; so is a voyage without purpose."""
    game = position(phase="noncombat_move", units={"sz_5": loaded(infantry=1)})
    party = ids(game, "sz_5", "1 infantry")
    for target, rule in (
        ("karelia_ssr", "S42-NCM-02"),
        ("sweden", "S42-MAP-04"),
        ("southern_europe", "S42-TRN-03"),
    ):
        with refused(game, rule):
            sail(game, "sz_5", unload=party, target=target)
    with refused(game, "S42-TRN-03"):
        sail(game, "sz_5")


@pytest.mark.rule("S42-TRN-10")
def test_a_transport_that_fought_does_nothing_in_the_noncombat_move() -> None:
    """It took part in the battle of its zone: no loading, unloading or moving afterwards."""
    game = position(
        units={
            "sz_5": {
                "germany": {"battleship": 1, "transport": {"cargo": {"germany": {"infantry": 1}}}},
                "uk": {"destroyer": 1},
            },
        },
        dice=[1, 6],
    )
    end(game)
    assert asked(game) == ("germany", "noncombat_move")
    with refused(game, "S42-TRN-10"):
        sail(game, "sz_5", unload=ids(game, "sz_5", "1 infantry"), target="germany")
    with refused(game, "S42-CMOVE-10"):
        move(game, "1 transport", "sz_5", "sz_6")


@pytest.mark.rule("S42-TRN-10", "S42-NCM-04")
def test_no_hostile_zone_on_a_noncombat_voyage() -> None:
    """A British destroyer in zone 6: neither into it nor through it."""
    game = position(phase="noncombat_move", units={"sz_5": loaded(infantry=1), "sz_6": {"uk": {"destroyer": 1}}})
    party = ids(game, "sz_5", "1 infantry")
    with refused(game, "S42-NCM-04"):
        sail(game, "sz_5", "sz_6", unload=party, target="norway")
    with refused(game, "S42-CMOVE-05"):
        sail(game, "sz_5", "sz_6", "sz_7", unload=party, target="western_europe")


@pytest.mark.rule("S42-TRN-11", "S42-TRN-17", "S42-COMBAT-16")
def test_a_transport_stops_in_the_first_hostile_zone_and_fights() -> None:
    """It cannot pass a destroyer; alone in its zone it is fired at and rolls nothing itself."""
    game = position(units={"sz_5": loaded(infantry=1), "sz_6": {"uk": {"destroyer": 1}}}, dice=[6])
    party = ids(game, "sz_5", "1 infantry")
    with refused(game, "S42-CMOVE-05"):
        sail(game, "sz_5", "sz_6", "sz_7", unload=party, target="united_kingdom")
    with refused(game, "S42-CMOVE-05"):
        move(game, "1 transport", "sz_5", "sz_6", "sz_7")
    sail(game, "sz_5", "sz_6", unload=party, target="united_kingdom")
    events = end(game)
    assert [(e.power, e.purpose) for e in happened(events, "dice_rolled")] == [("uk", "defence")]
    assert asked(game) == ("germany", "retreat")
    game.apply(Retreat("sz_5"))
    assert aboard(game, "sz_5") == {"infantry": 1}


@pytest.mark.rule("S42-TRN-12")
def test_cargo_neither_fights_nor_takes_hits() -> None:
    """Two hits on a destroyer and a transport with an AA gun and infantry: the ships, and what is aboard with them."""
    fleet = {"germany": {"destroyer": 1, "transport": {"cargo": {"germany": {"aa_gun": 1, "infantry": 1}}}}}
    game = position("uk", units={"sz_6": fleet, "sz_7": {"uk": {"battleship": 1, "cruiser": 1}}}, dice=[1, 1, 6])
    move(game, "1 battleship, 1 cruiser", "sz_7", "sz_6")
    events = end(game)
    assert happened(events, "battle_began")[0].defenders == {"germany": {"destroyer": 1, "transport": 1}}
    assert count(game, "sz_6") == {"battleship": 1, "cruiser": 1}
    lost = [(e.kinds, e.cause) for e in happened(events, "units_lost")]
    assert ({"infantry": 1, "aa_gun": 1}, "sunk") in lost


# S42-TRN-13 to -15


@pytest.mark.rule("S42-TRN-13", "S42-TURN-04")
def test_allied_cargo_takes_three_turns() -> None:
    """British infantry boards an American transport, rides in the American turn, lands in the next British one."""
    game = position(
        "uk",
        "noncombat_move",
        units={"united_kingdom": {"uk": {"infantry": 1}}, "sz_7": {"usa": {"transport": 1}}},
    )
    ship = ids(game, "sz_7", "1 transport", "usa")[0]
    party = ids(game, "united_kingdom", "1 infantry")
    with refused(game, "S42-TRN-13"):  # no bridge within one turn
        sail(game, "sz_7", load={party[0]: "sz_7"}, unload=party, target="united_kingdom", transport=ship)
    with refused(game, "S42-TRN-13"):  # and the transport moves in its own turn only
        sail(game, "sz_7", "sz_8", load={party[0]: "sz_7"}, transport=ship)
    sail(game, "sz_7", load={party[0]: "sz_7"}, transport=ship)
    assert asked(game) == ("usa", "consent")
    answer(game, agree=True)
    with refused(game, "S42-TRN-13"):  # not in the turn of boarding
        sail(game, "sz_7", unload=party, target="united_kingdom", transport=ship)
    pass_on(game, "usa", "noncombat_move")
    with refused(game, "S42-TRN-15"):  # the transport's owner never unloads it
        sail(game, "sz_7", unload=party, target="united_kingdom", transport=ship)
    move(game, "1 transport", "sz_7", "sz_6")
    pass_on(game, "uk", "combat_move")
    sail(game, "sz_6", unload=party, target="norway", transport=ship)
    end(game)
    assert game.state.owner["norway"] == "uk" and count(game, "norway", "uk") == {"infantry": 1}


@pytest.mark.rule("S42-TRN-13", "S42-TURN-04")
def test_boarding_an_allied_transport_needs_consent() -> None:
    """Without it nobody boards; and in the combat move nobody boards at all."""
    board = {"united_kingdom": {"uk": {"infantry": 1}}, "sz_7": {"usa": {"transport": 1}}}
    game = position("uk", "noncombat_move", units=board)
    ship, party = ids(game, "sz_7", "1 transport", "usa")[0], ids(game, "united_kingdom", "1 infantry")
    sail(game, "sz_7", load={party[0]: "sz_7"}, transport=ship)
    answer(game, agree=False)
    assert count(game, "united_kingdom") == {"infantry": 1}
    with refused(game, "S42-TURN-04"):
        sail(game, "sz_7", load={party[0]: "sz_7"}, transport=ship)
    game = position("uk", units=board)
    with refused(game, "S42-TRN-13"):
        sail(game, "sz_7", load={party[0]: "sz_7"}, unload=party, target="western_europe", transport=ship)


@pytest.mark.rule("S42-TRN-14")
def test_landing_from_an_allied_transport_in_the_noncombat_move() -> None:
    """British infantry leaves an American transport for friendly land; that ship has then unloaded."""
    game = position("uk", "noncombat_move", units={"sz_7": loaded("usa", "uk", infantry=2)})
    ship = ids(game, "sz_7", "1 transport", "usa")[0]
    one, two = ids(game, "sz_7", "2 infantry")
    sail(game, "sz_7", unload=(one,), target="united_kingdom", transport=ship)
    assert count(game, "united_kingdom") == {"infantry": 1}
    with refused(game, "S42-TRN-05"):
        sail(game, "sz_7", unload=(two,), target="united_kingdom", transport=ship)


@pytest.mark.rule("S42-TRN-14")
def test_the_allied_transport_takes_no_part_in_the_battle_that_clears_its_zone() -> None:
    """A British battleship sinks the destroyer; American ship and cargo cannot be hit, then the British land."""
    fleet: dict[str, Any] = {
        "usa": {"transport": {"cargo": {"uk": {"infantry": 1}}}},
        "germany": {"destroyer": 1},
    }
    game = position("uk", units={"sz_7": fleet, "sz_8": {"uk": {"battleship": 1}}}, dice=[1, 6])
    ship = ids(game, "sz_7", "1 transport", "usa")[0]
    party = ids(game, "sz_7", "1 infantry")
    sail(game, "sz_7", unload=party, target="western_europe", transport=ship)  # before the battleship comes
    move(game, "1 battleship", "sz_8", "sz_7")
    events = end(game)
    assert happened(events, "battle_began")[0].attackers == {"battleship": 1}
    assert game.state.owner["western_europe"] == "uk"


@pytest.mark.rule("S42-TRN-14", "S42-TRN-04")
def test_a_hostile_zone_that_nobody_clears_bars_the_landing() -> None:
    """Cargo on the American transport cannot land past the destroyer: the phase cannot be ended like that."""
    fleet: dict[str, Any] = {
        "usa": {"transport": {"cargo": {"uk": {"infantry": 1}}}},
        "germany": {"destroyer": 1},
    }
    game = position("uk", units={"sz_7": fleet})
    ship = ids(game, "sz_7", "1 transport", "usa")[0]
    assert not [a for a in check_menu(game) if isinstance(a, Sail)]
    sail(game, "sz_7", unload=ids(game, "sz_7", "1 infantry"), target="western_europe", transport=ship)
    with refused(game, "S42-TRN-04"):
        end(game)
    game.undo()
    end(game)
    assert asked(game) == ("uk", "noncombat_move")
    with refused(game, "S42-TRN-04"):
        sail(game, "sz_7", unload=ids(game, "sz_7", "1 infantry"), target="united_kingdom", transport=ship)


@pytest.mark.rule("S42-TRN-14", "S42-AMPH-13")
def test_the_battle_for_the_zone_is_lost_and_the_allied_cargo_stays_aboard() -> None:
    """The British cruiser sinks; infantry on the American transport neither lands nor drowns."""
    fleet: dict[str, Any] = {
        "usa": {"transport": {"cargo": {"uk": {"infantry": 1}}}},
        "germany": {"battleship": 1},
    }
    game = position("uk", units={"sz_7": fleet, "sz_8": {"uk": {"cruiser": 1}}}, dice=[6, 1])
    ship = ids(game, "sz_7", "1 transport", "usa")[0]
    move(game, "1 cruiser", "sz_8", "sz_7")
    sail(game, "sz_7", unload=ids(game, "sz_7", "1 infantry"), target="western_europe", transport=ship)
    end(game)
    assert asked(game) == ("uk", "noncombat_move")
    assert aboard(game, "sz_7") == {"infantry": 1} and game.state.owner["western_europe"] == "germany"


@pytest.mark.rule("S42-TRN-15")
def test_the_owner_of_the_transport_does_not_unload_allied_cargo() -> None:
    """Neither as an assault nor in the noncombat move, and not together with own cargo."""
    for phase, target in (("combat_move", "western_europe"), ("noncombat_move", "united_kingdom")):
        fleet = {"usa": {"transport": {"cargo": {"uk": {"infantry": 1}, "usa": {"armour": 1}}}}}
        game = position("usa", phase, units={"sz_7": fleet})
        guest, own = ids(game, "sz_7", "1 infantry", "uk")[0], ids(game, "sz_7", "1 armour")[0]
        for party in ((guest,), (own, guest)):
            with refused(game, "S42-TRN-15"):
                sail(game, "sz_7", unload=party, target=target)
        sail(game, "sz_7", unload=(own,), target=target)


# S42-TRN-16, -17


@pytest.mark.rule("S42-TRN-16", "S42-CMOVE-11")
def test_guns_are_not_landed_in_an_assault() -> None:
    """A gun is neither loaded nor unloaded in phase 2, but rides along and lands in a later phase 4."""
    game = position(units={"sz_5": loaded(aa_gun=1, infantry=1), "sz_6": ONE, "norway": {"germany": {"aa_gun": 1}}})
    gun, infantry = ids(game, "sz_5", "1 aa_gun")[0], ids(game, "sz_5", "1 infantry")[0]
    ashore = ids(game, "norway", "1 aa_gun")
    with refused(game, "S42-TRN-16"):
        sail(game, "sz_5", unload=(gun,), target="karelia_ssr")
    with refused(game, "S42-TRN-16"):
        sail(game, "sz_5", unload=(infantry, gun), target="karelia_ssr")
    with refused(game, "S42-TRN-16"):
        sail(game, "sz_6", load={ashore[0]: "sz_6"}, unload=ashore, target="united_kingdom")
    assert not [a for a in check_menu(game) if isinstance(a, Sail) and ({gun, *ashore} & {*a.unload, *a.load})]
    sail(game, "sz_5", unload=(infantry,), target="karelia_ssr")
    end(game)
    assert aboard(game, "sz_5") == {"aa_gun": 1}
    with refused(game, "S42-TRN-05"):  # this ship has unloaded
        sail(game, "sz_5", unload=(gun,), target="karelia_ssr")
    sail(game, "sz_6", load={ashore[0]: "sz_6"}, unload=ashore, target="western_europe")
    assert count(game, "western_europe") == {"aa_gun": 1}
    pass_on(game, "germany", "noncombat_move")
    sail(game, "sz_5", unload=(gun,), target="karelia_ssr")
    assert count(game, "karelia_ssr") == {"infantry": 1, "aa_gun": 1}


@pytest.mark.rule("S42-TRN-17", "S42-COMBAT-08")
def test_transports_join_a_battle_without_dice() -> None:
    """Cruiser and two transports attack a cruiser: one German die; the hit goes to the cruiser."""
    game = position(
        units={"sz_5": {"germany": {"transport": 2, "cruiser": 1}}, "sz_6": {"uk": {"cruiser": 1}}}, dice=[1, 1]
    )
    move(game, "2 transport, 1 cruiser", "sz_5", "sz_6")
    events = end(game)
    assert [e.units for e in happened(events, "dice_rolled")] == [("cruiser",), ("cruiser",)]
    assert happened(events, "battle_began")[0].attackers == {"cruiser": 1, "transport": 2}
    assert count(game, "sz_6") == {"transport": 2}


@pytest.mark.rule("S42-TRN-17", "S42-CMOVE-12")
def test_transports_alone_enter_hostile_zones_only() -> None:
    """They may fight a destroyer, but not hunt a submarine or a transport."""
    for ship, allowed in (("destroyer", True), ("submarine", False), ("transport", False)):
        game = position(units={"sz_5": ONE, "sz_6": {"uk": {ship: 1}}}, dice=[6])
        move(game, "1 transport", "sz_5", "sz_6")
        if allowed:
            end(game)
            assert asked(game) == ("germany", "retreat")
        else:
            with refused(game, "S42-CMOVE-12"):
                end(game)
