"""Transports (CL-TRN)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.warfare.actions import ChooseCasualties
from tests.classic.drill import dice_left, sailings_of, try_menu, wait_for
from tests.classic.play import position
from tests.words import WarGame, asked, count, end, happened, ids, land, lose, move, refused, sail, units

MED, EAST, WEST = "central_mediterranean_sea_zone", "east_mediterranean_sea_zone", "west_mediterranean_sea_zone"


def loaded(cargo: dict[str, dict[str, int]]) -> dict[str, Any]:
    """A transport with cargo {power: {kind: number}}."""
    return {"transport": {"cargo": cargo}}


def ferry(phase: str = "noncombat_move", **ashore: int) -> WarGame:
    """A German transport in the central Mediterranean and units in Southern Europe."""
    return position(phase=phase, units={MED: {"germany": {"transport": 1}}, "southern_europe": {"germany": ashore}})


def board(game: WarGame, forces: str, coast: str = "southern_europe", zone: str = MED) -> None:
    """Units go aboard the transport in a zone."""
    sail(game, zone, load=dict.fromkeys(ids(game, coast, forces), zone))


# CL-TRN-01


@pytest.mark.rule("CL-TRN-01")
@pytest.mark.parametrize("load", ["1 infantry", "2 infantry", "1 armour", "1 aa_gun"])
def test_what_fits_on_a_transport(load: str) -> None:
    """One or two infantry, one armour or one gun; and nothing on top of a full load."""
    game = ferry(infantry=3, armour=2, aa_gun=1)
    board(game, load)
    assert sum(count(game, MED).values()) == int(load[0]) + 1
    for more in ("1 armour", "1 aa_gun", "2 infantry"):
        if more in load:
            continue
        with refused(game, "CL-TRN-01"):
            board(game, more)
    listed = {game.state.units[unit].kind for a in try_menu(game) for unit in getattr(a, "load", ())}
    assert listed == ({"infantry"} if load == "1 infantry" else set())


@pytest.mark.rule("CL-TRN-01")
@pytest.mark.parametrize(
    "load", ["3 infantry", "1 infantry, 1 armour", "2 armour", "1 infantry, 1 aa_gun", "1 armour, 1 aa_gun"]
)
@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
def test_what_does_not_fit_on_a_transport(load: str, phase: str) -> None:
    """Not even spread over several orders or coasts."""
    game = ferry(phase, infantry=3, armour=2, aa_gun=1)
    with refused(game, "CL-TRN-01"):
        if phase == "combat_move":
            land(game, load, "southern_europe", MED, EAST, target="syria_iraq")
        else:
            board(game, load)


@pytest.mark.rule("CL-TRN-01", "CL-TRN-03")
def test_loading_at_two_coasts_does_not_make_a_transport_bigger() -> None:
    """One armour from Southern Europe, one infantry from Libya: too much, in one order or in two."""
    game = position(
        phase="noncombat_move",
        units={
            MED: {"germany": {"transport": 1}},
            "southern_europe": {"germany": {"armour": 1}},
            "libya": {"germany": {"infantry": 1}},
        },
    )
    armour, infantry = ids(game, "southern_europe", "1 armour")[0], ids(game, "libya", "1 infantry")[0]
    with refused(game, "CL-TRN-01"):
        sail(game, MED, WEST, load={armour: MED, infantry: MED})
    board(game, "1 armour")
    with refused(game, "CL-TRN-01"):
        board(game, "1 infantry", "libya")


@pytest.mark.rule("CL-TRN-01", "CL-TRN-07")
def test_infantry_of_two_powers_share_a_transport() -> None:
    """A US infantry is aboard: one British infantry fits, two do not, and an armour does not."""
    game = position(
        "uk",
        "noncombat_move",
        {
            "north_sea_zone": {"uk": loaded({"usa": {"infantry": 1}})},
            "united_kingdom": {"uk": {"infantry": 2, "armour": 1}},
        },
    )
    for load in ("2 infantry", "1 armour"):
        with refused(game, "CL-TRN-01"):
            board(game, load, "united_kingdom", "north_sea_zone")
    board(game, "1 infantry", "united_kingdom", "north_sea_zone")
    assert count(game, "north_sea_zone", "uk") == {"infantry": 1, "transport": 1}


# CL-TRN-02, -03


@pytest.mark.rule("CL-TRN-02")
def test_loading_is_between_a_zone_and_its_coast() -> None:
    """Units inland cannot board, and a territory without a coast on the zone cannot be landed in."""
    game = position(
        phase="noncombat_move",
        units={MED: {"germany": {"transport": 1}}, "germany": {"germany": {"infantry": 1}}},
    )
    with refused(game, "CL-TRN-02"):
        board(game, "1 infantry", "germany")
    game = ferry(infantry=1)
    party = ids(game, "southern_europe", "1 infantry")
    with refused(game, "CL-TRN-02"):
        sail(game, MED, load={party[0]: WEST})  # the transport does not pass there
    with refused(game, "CL-TRN-02"):
        sail(game, MED, load={party[0]: MED}, unload=party, target="germany")
    with refused(game, "CL-TRN-02"):
        sail(game, MED, load={party[0]: MED}, unload=party, target=EAST)
    with refused(game, "CL-TRN-02"):
        sail(game, MED, unload=party, target="libya")  # never boarded


@pytest.mark.rule("CL-TRN-02", "CL-TRN-03")
def test_load_sail_two_and_unload() -> None:
    """Loading and unloading cost nothing: both points are left for the sea."""
    game = ferry(infantry=2)
    party = ids(game, "southern_europe", "2 infantry")
    events = sail(
        game, MED, WEST, "west_spain_sea_zone", load=dict.fromkeys(party, MED), unload=party, target="western_europe"
    )
    assert count(game, "western_europe") == {"infantry": 2}
    assert units(game, "west_spain_sea_zone", "transport")[0].spent == 2
    ship = units(game, "west_spain_sea_zone", "transport")[0].id
    assert [(e.transport, e.space) for e in happened(events, "units_loaded")] == [(ship, MED)]
    assert [(e.transport, e.space) for e in happened(events, "units_unloaded")] == [(ship, "western_europe")]


@pytest.mark.rule("CL-TRN-03")
def test_sail_one_load_sail_one_and_unload() -> None:
    """Empty to the western Mediterranean, infantry aboard from Algeria, on to Spain's west, ashore in the north."""
    forces = {MED: {"germany": {"transport": 1}}, "algeria": {"germany": {"infantry": 1}}}
    way = (MED, WEST, "west_spain_sea_zone")
    game = position(phase="noncombat_move", units=forces)
    party = ids(game, "algeria", "1 infantry")
    sail(game, *way, load={party[0]: WEST}, unload=party, target="western_europe")
    assert count(game, "western_europe") == {"infantry": 1}
    game = position(phase="noncombat_move", units=forces)  # the same order by order
    sail(game, MED, WEST)
    board(game, "1 infantry", "algeria", WEST)
    sail(game, WEST, "west_spain_sea_zone")
    sail(game, "west_spain_sea_zone", unload=party, target="western_europe")
    assert count(game, "western_europe") == {"infantry": 1}


@pytest.mark.rule("CL-TRN-03")
def test_load_and_unload_without_sailing() -> None:
    """Southern Europe to Libya across one zone."""
    game = ferry(infantry=2)
    party = ids(game, "southern_europe", "2 infantry")
    sail(game, MED, load=dict.fromkeys(party, MED), unload=party, target="libya")
    assert count(game, "libya") == {"infantry": 2}
    assert units(game, MED, "transport")[0].spent == 0


@pytest.mark.rule("CL-TRN-03")
def test_loading_at_several_coasts_before_between_and_after_the_steps() -> None:
    """One infantry in Canada, one in Britain; both ashore in Karelia; the log names both zones."""
    zones = ("east_canada_sea_zone", "north_sea_zone", "karelia_sea_zone")
    game = position(
        "uk",
        "noncombat_move",
        {
            zones[0]: {"uk": {"transport": 1}},
            "eastern_canada": {"uk": {"infantry": 1}},
            "united_kingdom": {"uk": {"infantry": 1}},
        },
    )
    canadian, briton = ids(game, "eastern_canada", "1 infantry")[0], ids(game, "united_kingdom", "1 infantry")[0]
    load = {briton: zones[1], canadian: zones[0]}
    events = sail(game, *zones, load=load, unload=[briton, canadian], target="karelia_ssr")
    assert count(game, "karelia_ssr") == {"infantry": 2}
    assert [(e.units, e.space) for e in happened(events, "units_loaded")] == [
        ((canadian,), zones[0]),
        ((briton,), zones[1]),
    ]


@pytest.mark.rule("CL-TRN-03")
def test_a_transport_may_load_where_it_stops_and_stay_at_sea() -> None:
    """It sails two zones, takes an infantry aboard at the end and keeps it."""
    game = position(
        phase="noncombat_move",
        units={EAST: {"germany": {"transport": 1}}, "algeria": {"germany": {"infantry": 1}}},
    )
    party = ids(game, "algeria", "1 infantry")
    sail(game, EAST, MED, WEST, load={party[0]: WEST})
    assert count(game, WEST) == {"infantry": 1, "transport": 1}
    end(game)


@pytest.mark.rule("CL-TRN-03", "CL-MAP-12")
def test_example_5_one_transport_stays_loaded_the_other_lands() -> None:
    """Two loaded transports: one sails to the Black Sea, the other puts its infantry ashore in Libya."""
    game = position(
        phase="noncombat_move",
        units={MED: {"germany": {"transport": {"count": 2, "cargo": {"germany": {"infantry": 2}}}}}},
    )
    first, second = units(game, MED, "transport")
    sail(game, MED, "black_sea_zone", transport=first.id)
    sail(game, MED, unload=[u.id for u in game.state.aboard(second)], target="libya", transport=second.id)
    assert count(game, "black_sea_zone") == {"infantry": 2, "transport": 1}
    assert count(game, "libya") == {"infantry": 2} and count(game, MED) == {"transport": 1}


@pytest.mark.rule("CL-TRN-03")
def test_an_order_that_does_nothing_is_refused() -> None:
    """A transport sails empty if it likes, but an empty order is no order."""
    game = ferry()
    with refused(game, "CL-TRN-03"):
        sail(game, MED)
    sail(game, MED, EAST)


# CL-TRN-04, -05


@pytest.mark.rule("CL-TRN-04")
def test_a_transport_is_no_bridge() -> None:
    """After unloading in Libya it can neither fetch more infantry nor sail on, by any kind of order."""
    game = ferry(infantry=3)
    party = ids(game, "southern_europe", "2 infantry")
    sail(game, MED, load=dict.fromkeys(party, MED), unload=party, target="libya")
    with refused(game, "CL-TRN-04"):
        board(game, "1 infantry")
    with refused(game, "CL-TRN-04"):
        sail(game, MED, EAST)
    with refused(game, "CL-TRN-04"):
        move(game, "1 transport", MED, EAST)
    with refused(game, "CL-LAND-03"):
        move(game, "1 infantry", "libya", "algeria")
    assert not any(u.startswith("transport") for a in try_menu(game) for u in getattr(a, "units", ()))
    assert not sailings_of(game, ids(game, MED, "1 transport")[0])


@pytest.mark.rule("CL-TRN-04", "CL-TRN-05")
def test_half_the_cargo_ashore_leaves_the_other_half_aboard() -> None:
    """One infantry lands in Libya; the second may not follow, neither there nor to Southern Europe."""
    game = position(phase="noncombat_move", units={MED: {"germany": loaded({"germany": {"infantry": 2}})}})
    first, second = ids(game, MED, "2 infantry")
    sail(game, MED, unload=[first], target="libya")
    for coast in ("libya", "southern_europe"):
        with refused(game, "CL-TRN-04"):
            sail(game, MED, unload=[second], target=coast)


@pytest.mark.rule("CL-TRN-04", "CL-TRN-10")
def test_a_transport_is_no_bridge_in_an_assault_either() -> None:
    """After the landing was declared it takes nobody else aboard, and in phase 4 it is done."""
    game = position(
        units={EAST: {"germany": {"transport": 1}}, "anglo_egypt_sudan": {"germany": {"infantry": 3}}},
        owners={"anglo_egypt_sudan": "germany"},
    )
    land(game, "2 infantry", "anglo_egypt_sudan", EAST, target="syria_iraq")
    with refused(game, "CL-TRN-04"):
        land(game, "1 infantry", "anglo_egypt_sudan", EAST, target="syria_iraq")
    end(game)
    assert count(game, "syria_iraq", "germany") == {"infantry": 2}
    with refused(game, "CL-TRN-04"):
        board(game, "1 infantry", "anglo_egypt_sudan", EAST)
    with refused(game, "CL-TRN-04"):
        sail(game, EAST, MED)


@pytest.mark.rule("CL-TRN-05")
def test_one_transport_does_not_land_in_two_territories() -> None:
    """Two infantry off Egypt: the second must follow the first, to Syria as well."""
    game = position(units={EAST: {"germany": loaded({"germany": {"infantry": 2}})}})
    first, second = ids(game, EAST, "2 infantry")
    sail(game, EAST, unload=[first], target="syria_iraq")
    with refused(game, "CL-TRN-05"):
        sail(game, EAST, unload=[second], target="anglo_egypt_sudan")
    sail(game, EAST, unload=[second], target="syria_iraq")
    end(game)
    assert count(game, "syria_iraq", "germany") == {"infantry": 2}


@pytest.mark.rule("CL-TRN-05", "CL-TRN-04", "CL-TRN-07")
def test_an_allied_transport_does_not_land_in_two_territories_either() -> None:
    """Two US infantry on a British transport: one assault or one peaceful landing, not two."""
    forces = {"north_sea_zone": {"uk": loaded({"usa": {"infantry": 2}})}, "western_europe": {}}
    game = position("usa", units=forces)
    first, second = ids(game, "north_sea_zone", "2 infantry")
    ship = ids(game, "north_sea_zone", "1 transport", "uk")[0]
    sail(game, "north_sea_zone", unload=[first], target="western_europe", transport=ship)
    with refused(game, "CL-TRN-05"):
        sail(game, "north_sea_zone", unload=[second], target="finland_norway", transport=ship)
    end(game)
    assert game.state.owner["western_europe"] == "usa"
    with refused(game, "CL-TRN-04"):
        sail(game, "north_sea_zone", unload=[second], target="united_kingdom", transport=ship)
    assert not sailings_of(game, ship)
    game = position("usa", "noncombat_move", forces, owners={"western_europe": "uk"})
    sail(game, "north_sea_zone", unload=[first], target="united_kingdom", transport=ship)
    with refused(game, "CL-TRN-04"):
        sail(game, "north_sea_zone", unload=[second], target="western_europe", transport=ship)
    assert not sailings_of(game, ship)


# CL-TRN-06, -07


@pytest.mark.rule("CL-TRN-06")
def test_cargo_stays_aboard_for_rounds() -> None:
    """Aboard in round 1, at sea in round 2, ashore in round 3."""
    game = ferry(infantry=2)
    board(game, "2 infantry")
    wait_for(game, "uk", "noncombat_move")
    wait_for(game, "germany", "noncombat_move")
    sail(game, MED, EAST)
    wait_for(game, "uk", "noncombat_move")
    wait_for(game, "germany", "combat_move")
    sail(game, EAST, unload=ids(game, EAST, "2 infantry"), target="syria_iraq")
    end(game)
    assert game.state.round == 3 and game.state.owner["syria_iraq"] == "germany"


def guests() -> WarGame:
    """A British transport off New York, US infantry in port; it is the US noncombat move."""
    return position(
        "usa",
        "noncombat_move",
        {"east_us_sea_zone": {"uk": {"transport": 1}}, "eastern_united_states": {"usa": {"infantry": 2}}},
    )


@pytest.mark.rule("CL-TRN-07")
def test_allied_cargo_boards_rides_and_lands_in_three_turns() -> None:
    """Aboard in the US turn, over the Atlantic in the British, ashore in the next US turn."""
    game = guests()
    zone = "east_us_sea_zone"
    ship = ids(game, zone, "1 transport", "uk")[0]
    party = ids(game, "eastern_united_states", "2 infantry")
    load = dict.fromkeys(party, zone)
    with refused(game, "CL-TRN-07"):
        sail(game, zone, load=load, unload=party, target="eastern_united_states", transport=ship)
    sail(game, zone, load=load, transport=ship)
    with refused(game, "CL-TRN-07"):
        sail(game, zone, unload=party, target="eastern_united_states", transport=ship)
    with refused(game, "CL-TRN-07"):
        sail(game, zone, "east_canada_sea_zone", transport=ship)
    assert not sailings_of(game, ship)
    wait_for(game, "uk", "noncombat_move")
    sail(game, zone, "east_canada_sea_zone", "north_sea_zone")
    with refused(game, "CL-TRN-07"):
        sail(game, "north_sea_zone", unload=party, target="united_kingdom")
    wait_for(game, "usa", "combat_move")
    with refused(game, "CL-TRN-07"):
        sail(game, "north_sea_zone", "baltic_sea_zone", unload=party, target="germany", transport=ship)
    sail(game, "north_sea_zone", unload=party, target="finland_norway", transport=ship)
    end(game)
    assert game.state.owner["finland_norway"] == "usa"
    assert count(game, "finland_norway", "usa") == {"infantry": 2}


@pytest.mark.rule("CL-TRN-07")
def test_allied_cargo_may_also_land_in_peace() -> None:
    """In its own phase 4, on a friendly coast, from the ship of the ally."""
    game = position("usa", "noncombat_move", {"north_sea_zone": {"uk": loaded({"usa": {"infantry": 1}})}})
    ship = ids(game, "north_sea_zone", "1 transport", "uk")[0]
    assert {order.target for order in sailings_of(game, ship)} == {"united_kingdom"}
    sail(
        game,
        "north_sea_zone",
        unload=ids(game, "north_sea_zone", "1 infantry"),
        target="united_kingdom",
        transport=ship,
    )
    assert count(game, "united_kingdom") == {"infantry": 1}


@pytest.mark.rule("CL-TRN-07", "CL-CMOVE-10")
def test_a_transport_owner_cannot_use_allied_cargo_for_his_assault() -> None:
    """The British ship cannot land its US infantry in Norway, and the menu does not offer it."""
    game = position("uk", units={"north_sea_zone": {"uk": loaded({"usa": {"infantry": 1}})}})
    guest = ids(game, "north_sea_zone", "1 infantry", "usa")
    with refused(game, "CL-TRN-07"):
        sail(game, "north_sea_zone", unload=guest, target="finland_norway")
    assert not sailings_of(game, ids(game, "north_sea_zone", "1 transport")[0])


@pytest.mark.rule("CL-TRN-07")
def test_nobody_boards_an_allied_transport_in_the_combat_move() -> None:
    """Not even for an assault in the same turn; and enemy transports never take anybody."""
    game = position(
        "usa",
        units={
            "north_sea_zone": {"uk": {"transport": 1}},
            "united_kingdom": {"usa": {"infantry": 1}},
        },
    )
    ship = ids(game, "north_sea_zone", "1 transport", "uk")[0]
    with refused(game, "CL-TRN-07"):
        land(game, "1 infantry", "united_kingdom", "north_sea_zone", target="finland_norway", transport=ship)
    assert not sailings_of(game, ship)
    game = position(
        "usa",
        "noncombat_move",
        {"north_sea_zone": {"germany": {"transport": 1}}, "united_kingdom": {"usa": {"infantry": 1}}},
    )
    with refused(game, "CL-TURN-04"):
        party = ids(game, "united_kingdom", "1 infantry")
        enemy = ids(game, "north_sea_zone", "1 transport", "germany")[0]
        sail(game, "north_sea_zone", load={party[0]: "north_sea_zone"}, transport=enemy)


# CL-TRN-08, -09, -13


@pytest.mark.rule("CL-TRN-08", "CL-TRN-07")
def test_all_cargo_of_any_nation_sinks_with_its_transport() -> None:
    """A British transport with a British and an American infantry is sunk."""
    game = position(
        units={
            "baltic_sea_zone": {"germany": {"submarine": 1}},
            "north_sea_zone": {"uk": loaded({"uk": {"infantry": 1}, "usa": {"infantry": 1}})},
        },
        dice=[2],
    )
    move(game, "1 submarine", "baltic_sea_zone", "north_sea_zone")
    lost = happened(end(game), "units_lost")
    assert [(e.power, e.kinds, e.cause) for e in lost] == [
        ("uk", {"transport": 1}, "battle"),
        ("uk", {"infantry": 1}, "sunk"),
        ("usa", {"infantry": 1}, "sunk"),
    ]
    assert count(game, "north_sea_zone") == {"submarine": 1}


@pytest.mark.rule("CL-TRN-08", "CL-LAND-02")
def test_cargo_is_never_hit_by_itself() -> None:
    """A hit on a loaded transport and a battleship: infantry is no choice."""
    game = position(
        units={
            "baltic_sea_zone": {"germany": {"submarine": 1}},
            "north_sea_zone": {"uk": loaded({"uk": {"infantry": 2}}) | {"battleship": 1}},
        },
        dice=[2],
    )
    move(game, "1 submarine", "baltic_sea_zone", "north_sea_zone")
    end(game)
    with refused(game, "CL-COMBAT-05"):
        game.apply(ChooseCasualties(ids(game, "north_sea_zone", "1 infantry", "uk")))
    assert len(try_menu(game)) == 2


@pytest.mark.rule("CL-TRN-09", "CL-SBAT-03")
def test_attacking_transports_roll_no_die_but_take_hits() -> None:
    """Battleship and transport attack a battleship: two dice a round, and the transport is given up."""
    game = position(
        units={
            "baltic_sea_zone": {"germany": {"battleship": 1, "transport": 1}},
            "north_sea_zone": {"uk": {"battleship": 1}},
        },
        dice=[4, 4],
    )
    move(game, "1 battleship, 1 transport", "baltic_sea_zone", "north_sea_zone")
    end(game)
    assert asked(game) == ("germany", "choose_casualties")
    lose(game, "1 transport")
    assert count(game, "north_sea_zone") == {"battleship": 1} and not dice_left(game)


@pytest.mark.rule("CL-TRN-09")
@pytest.mark.parametrize("way", ["move", "sail"])
def test_a_transport_may_sail_into_battle_alone(way: str) -> None:
    """It rolls nothing; the submarine sinks it with its second shot."""
    game = position(
        units={
            "baltic_sea_zone": {"germany": loaded({"germany": {"infantry": 1}})},
            "north_sea_zone": {"uk": {"submarine": 1}},
        },
        dice=[6, 2],
    )
    if way == "move":
        move(game, "1 transport", "baltic_sea_zone", "north_sea_zone")
    else:
        sail(game, "baltic_sea_zone", "north_sea_zone")
    end(game)
    while asked(game)[1] in ("retreat", "withdraw"):
        game.apply({"kind": "withdraw"} if asked(game)[1] == "withdraw" else {"kind": "fight_on"})
    assert count(game, "north_sea_zone") == {"submarine": 1}


@pytest.mark.rule("CL-TRN-09", "CL-CMOVE-01")
def test_a_transport_without_a_task_stays_in_port_in_phase_2() -> None:
    """An open zone is no goal of a combat move, loaded or empty."""
    game = position(units={MED: {"germany": loaded({"germany": {"infantry": 1}})}})
    with refused(game, "CL-CMOVE-01"):
        sail(game, MED, EAST)
    with refused(game, "CL-CMOVE-01"):
        move(game, "1 transport", MED, EAST)


@pytest.mark.rule("CL-TRN-13", "CL-COMBAT-05")
def test_casualties_take_the_right_cargo() -> None:
    """Full, half-full and empty transports are three different casualties; the owner gives up the armour's."""
    game = position(
        "uk",
        units={
            "north_sea_zone": {"uk": {"submarine": 1}},
            "baltic_sea_zone": {
                "germany": {
                    "transport": [
                        2,
                        {"cargo": {"germany": {"infantry": 2}}},
                        {"cargo": {"germany": {"armour": 1}}},
                    ]
                }
            },
        },
        dice=[2],
    )
    move(game, "1 submarine", "north_sea_zone", "baltic_sea_zone")
    end(game)
    assert asked(game) == ("germany", "choose_casualties") and len(try_menu(game)) == 3
    armour = ids(game, "baltic_sea_zone", "1 armour", "germany")[0]
    game.dice = position(dice=[6] * 9).dice
    events = game.apply(ChooseCasualties((game.state.units[armour].aboard,)))
    assert happened(events, "units_lost")[1].units == (armour,)
    assert count(game, "baltic_sea_zone", "germany") == {"infantry": 2, "transport": 3}


@pytest.mark.rule("CL-TRN-13", "CL-AMPH-02")
def test_transports_bound_for_different_coasts_are_different_casualties() -> None:
    """Same cargo, one for Egypt, one for Syria: the attacker is asked which one is sunk."""
    game = position(
        units={
            MED: {"germany": {"transport": {"count": 2, "cargo": {"germany": {"infantry": 1}}}, "battleship": 1}},
            EAST: {"uk": {"battleship": 1}},
        },
        dice=[4, 4],
    )
    for ship, target in zip(units(game, MED, "transport"), ("anglo_egypt_sudan", "syria_iraq"), strict=True):
        sail(game, MED, EAST, unload=[u.id for u in game.state.aboard(ship)], target=target, transport=ship.id)
    move(game, "1 battleship", MED, EAST)
    end(game)
    assert asked(game) == ("germany", "choose_casualties") and len(try_menu(game)) == 3
    game.apply(ChooseCasualties((units(game, EAST, "transport")[0].id,)))
    assert game.state.owner["anglo_egypt_sudan"] == "uk" and game.state.owner["syria_iraq"] == "germany"


# CL-TRN-10, -11, -12


@pytest.mark.rule("CL-TRN-10")
def test_idle_boarding_waits_for_phase_4() -> None:
    """Neither to stay at sea, nor beside others that do land, nor for a trip between friendly coasts."""
    game = ferry("combat_move", infantry=2)
    first, second = ids(game, "southern_europe", "2 infantry")
    with refused(game, "CL-TRN-10"):
        board(game, "1 infantry")
    with refused(game, "CL-TRN-10"):
        sail(game, MED, EAST, load={first: MED, second: MED}, unload=[first], target="syria_iraq")
    with refused(game, "CL-AMPH-01"):
        sail(game, MED, load={first: MED}, unload=[first], target="libya")
    listed = sailings_of(game, ids(game, MED, "1 transport")[0])
    assert listed and all(set(order.load) <= set(order.unload) for order in listed)
    assert not {order.target for order in listed} & {"libya", "southern_europe"}
    sail(game, MED, EAST, load={first: MED, second: MED}, unload=[first, second], target="syria_iraq")


@pytest.mark.rule("CL-TRN-10")
def test_nobody_boards_to_sail_into_a_sea_battle_only() -> None:
    """Infantry cannot be taken aboard for a battle at sea without a landing."""
    game = position(
        units={
            MED: {"germany": {"transport": 1}},
            "libya": {"germany": {"infantry": 1}},
            EAST: {"uk": {"transport": 1}},
        },
    )
    party = ids(game, "libya", "1 infantry")
    with refused(game, "CL-TRN-10"):
        sail(game, MED, EAST, load={party[0]: MED})


@pytest.mark.rule("CL-TRN-11")
@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
def test_nothing_is_loaded_in_a_hostile_zone(phase: str) -> None:
    """A British submarine off Egypt: infantry there cannot board, neither for an assault nor in peace."""
    game = position(
        phase=phase,
        units={
            MED: {"germany": {"transport": 1}},
            EAST: {"uk": {"submarine": 1}},
            "anglo_egypt_sudan": {"germany": {"infantry": 1}},
        },
        owners={"anglo_egypt_sudan": "germany"},
    )
    party = ids(game, "anglo_egypt_sudan", "1 infantry")
    with refused(game, "CL-TRN-11"):
        sail(game, MED, EAST, load={party[0]: EAST}, unload=party, target="syria_iraq")
    assert not any(order.load for order in sailings_of(game, ids(game, MED, "1 transport")[0]))


@pytest.mark.rule("CL-TRN-11")
def test_nothing_is_unloaded_in_a_hostile_zone_in_phase_4() -> None:
    """With an enemy submarine in the zone the cargo stays aboard."""
    game = position(
        phase="noncombat_move",
        units={MED: {"germany": loaded({"germany": {"infantry": 1}}), "uk": {"submarine": 1}}},
    )
    with refused(game, "CL-TRN-11"):
        sail(game, MED, unload=ids(game, MED, "1 infantry"), target="libya")
    assert not sailings_of(game, ids(game, MED, "1 transport")[0])


@pytest.mark.rule("CL-TRN-12", "CL-TRN-04")
@pytest.mark.parametrize("retreat", [False, True])
def test_a_transport_that_fought_neither_loads_nor_unloads(retreat: bool) -> None:
    """Won or retreated: its cargo stays aboard and nobody else boards."""
    dice = [6, 6] if retreat else [4, 6]
    game = position(
        units={
            MED: {"germany": loaded({"germany": {"infantry": 1}}) | {"battleship": 1}},
            EAST: {"uk": {"battleship": 1}},
            "libya": {"germany": {"infantry": 1}},
            "anglo_egypt_sudan": {"germany": {"infantry": 1}},
        },
        owners={"anglo_egypt_sudan": "germany"},
        dice=dice,
    )
    cargo = ids(game, MED, "1 infantry")
    move(game, "1 battleship, 1 transport", MED, EAST)
    end(game)
    if retreat:
        game.apply({"kind": "retreat", "space": MED})
    zone, coast = (MED, "libya") if retreat else (EAST, "anglo_egypt_sudan")
    assert asked(game) == ("germany", "noncombat_move")
    with refused(game, "CL-TRN-12"):
        sail(game, zone, unload=cargo, target=coast)
    with refused(game, "CL-TRN-12"):
        board(game, "1 infantry", coast, zone)
    assert not sailings_of(game, ids(game, zone, "1 transport")[0])
