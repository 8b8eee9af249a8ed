"""Phase 5, placement of new units (CL-PLACE)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.warfare.actions import EndPhase, Place, Purchase
from tests.classic.drill import try_menu
from tests.classic.play import position
from tests.words import WarGame, asked, count, end, happened, ids, move, pass_on, refused, sail, units

GERMAN_WORKS = {"germany": {"germany": {"factory": 1}}, "southern_europe": {"germany": {"factory": 1}}}


def placement(power: str, units: dict[str, Any], pool: dict[str, int], **more: Any) -> WarGame:
    return position(power=power, phase="placement", units=units, pool=pool, **more)


@pytest.mark.rule("CL-PLACE-01")
def test_everything_bought_must_be_placed() -> None:
    """The phase cannot be ended while a bought unit has a legal place; nothing may be saved for later."""
    game = placement("germany", GERMAN_WORKS, {"infantry": 1, "submarine": 1})
    with refused(game, "CL-PLACE-01"):
        end(game)
    assert EndPhase() not in try_menu(game)
    game.apply(Place("infantry", "germany", "germany"))
    with refused(game, "CL-PLACE-01"):
        end(game)
    game.apply(Place("submarine", "baltic_sea_zone", "germany"))
    end(game)
    assert game.state.power == "uk"


@pytest.mark.rule("CL-PLACE-01")
def test_only_what_was_bought_can_be_placed() -> None:
    """Kinds and numbers beyond the purchase, zero and negative numbers are refused."""
    game = placement("germany", GERMAN_WORKS, {"infantry": 1})
    for order in (
        Place("armour", "germany", "germany"),
        Place("infantry", "germany", "germany", 2),
        Place("infantry", "germany", "germany", 0),
        Place("infantry", "germany", "germany", -1),
        Place("death_star", "germany", "germany"),
    ):
        with refused(game, "CL-PLACE-01"):
            game.apply(order)


@pytest.mark.rule("CL-PLACE-02")
def test_land_and_air_units_go_into_the_territory_of_the_complex() -> None:
    """Every land and air unit stands in Germany afterwards; neighbouring territories are refused."""
    pool = {"infantry": 1, "armour": 1, "aa_gun": 1, "fighter": 1, "bomber": 1}
    game = placement("germany", GERMAN_WORKS, pool)
    for kind in pool:
        with refused(game, "CL-PLACE-02"):
            game.apply(Place(kind, "eastern_europe", "germany"))
        game.apply(Place(kind, "germany", "germany"))
    assert count(game, "germany") == pool | {"factory": 1}


@pytest.mark.rule("CL-PLACE-03")
def test_ships_go_into_adjacent_sea_zones() -> None:
    """Germany launches into the Baltic, Southern Europe into the Mediterranean; never further, never on land."""
    game = placement("germany", GERMAN_WORKS, {"transport": 2, "battleship": 1})
    with refused(game, "CL-PLACE-03"):
        game.apply(Place("transport", "north_sea_zone", "germany"))
    with refused(game, "CL-PLACE-03"):
        game.apply(Place("transport", "baltic_sea_zone", "southern_europe"))
    with refused(game, "CL-PLACE-03"):
        game.apply(Place("battleship", "germany", "germany"))
    game.apply(Place("transport", "baltic_sea_zone", "germany"))
    game.apply(Place("transport", "central_mediterranean_sea_zone", "southern_europe"))
    game.apply(Place("battleship", "baltic_sea_zone", "germany"))
    assert count(game, "baltic_sea_zone") == {"battleship": 1, "transport": 1}


@pytest.mark.rule("CL-PLACE-03")
def test_a_complex_with_two_coasts_launches_ship_by_ship_where_it_likes() -> None:
    """Karelia: one submarine into the Baltic, one into the Arctic waters."""
    game = placement("ussr", {"karelia_ssr": {"ussr": {"factory": 1}}}, {"submarine": 2})
    game.apply(Place("submarine", "baltic_sea_zone", "karelia_ssr"))
    game.apply(Place("submarine", "karelia_sea_zone", "karelia_ssr"))


@pytest.mark.rule("CL-PLACE-04")
def test_units_are_split_at_will_between_complexes() -> None:
    """Worked example 6 and other mixtures: every distribution of 3 armour over two complexes works."""
    for first in range(4):
        game = placement("germany", GERMAN_WORKS, {"armour": 3})
        if first:
            game.apply(Place("armour", "germany", "germany", first))
        if first < 3:
            game.apply(Place("armour", "southern_europe", "southern_europe", 3 - first))
        assert count(game, "germany").get("armour", 0) == first
        end(game)


@pytest.mark.rule("CL-PLACE-04")
def test_a_full_complex_sends_the_rest_to_another() -> None:
    """India (3) is full: the fourth unit must go to London, and cannot be held back."""
    game = placement("uk", {"india": {"uk": {"factory": 1}}, "united_kingdom": {"uk": {"factory": 1}}}, {"infantry": 4})
    game.apply(Place("infantry", "india", "india", 3))
    with refused(game, "CL-IC-04"):
        game.apply(Place("infantry", "india", "india"))
    with refused(game, "CL-PLACE-01"):
        end(game)
    assert try_menu(game) == [Place("infantry", "united_kingdom", "united_kingdom")]


@pytest.mark.rule("CL-PLACE-05")
@pytest.mark.parametrize("guard", ["transport", "submarine", "battleship"])
def test_no_launch_beside_enemy_ships(guard: str) -> None:
    """Any enemy ship in the North Sea stops the British shipyard; the ship is lost."""
    game = placement(
        "uk",
        {"united_kingdom": {"uk": {"factory": 1}}, "north_sea_zone": {"germany": {guard: 1}}},
        {"transport": 1},
    )
    with refused(game, "CL-PLACE-05"):
        game.apply(Place("transport", "north_sea_zone", "united_kingdom"))
    assert try_menu(game) == [EndPhase()]
    assert happened(end(game), "units_wasted")


@pytest.mark.rule("CL-PLACE-05")
def test_own_and_allied_ships_are_no_obstacle() -> None:
    """British and Soviet ships in the zone: fine."""
    game = placement(
        "uk",
        {
            "united_kingdom": {"uk": {"factory": 1}},
            "north_sea_zone": {"ussr": {"submarine": 1}, "uk": {"battleship": 1}},
        },
        {"transport": 1},
    )
    game.apply(Place("transport", "north_sea_zone", "united_kingdom"))


@pytest.mark.rule("CL-PLACE-06")
def test_new_units_are_not_placed_aboard() -> None:
    """New fighters not on carriers, new infantry not on transports, whether old or new ships."""
    game = placement(
        "usa",
        {
            "western_united_states": {"usa": {"factory": 1}},
            "west_us_sea_zone": {"usa": {"carrier": 1, "transport": 1}},
        },
        {"fighter": 1, "infantry": 1, "carrier": 1},
    )
    game.apply(Place("carrier", "west_us_sea_zone", "western_united_states"))
    for kind in ("fighter", "infantry"):
        with refused(game, "CL-PLACE-06"):
            game.apply(Place(kind, "west_us_sea_zone", "western_united_states"))
        game.apply(Place(kind, "western_united_states", "western_united_states"))


@pytest.mark.rule("CL-PLACE-06")
def test_fighters_do_not_shift_onto_new_carriers() -> None:
    """A fighter in the air cannot wait for the carrier that will be launched: it is lost at the end of phase 4."""
    game = position(
        power="usa",
        phase="noncombat_move",
        units={
            "eastern_united_states": {"usa": {"factory": 1}},
            "east_us_sea_zone": {"usa": {"fighter": [{"airborne": True, "done": True, "spent": 4}]}},
        },
        pool={"carrier": 1},
    )
    (lost,) = happened(end(game), "units_lost")
    assert lost.kinds == {"fighter": 1}
    game.apply(Place("carrier", "east_us_sea_zone", "eastern_united_states"))


@pytest.mark.rule("CL-PLACE-07")
def test_a_second_gun_finds_no_place() -> None:
    """Guns in both US complex territories: the bought gun is lost."""
    guarded = {"factory": 1, "aa_gun": 1}
    game = placement(
        "usa",
        {"eastern_united_states": {"usa": guarded}, "western_united_states": {"usa": guarded}},
        {"aa_gun": 1},
    )
    for space in ("eastern_united_states", "western_united_states"):
        with refused(game, "CL-AA-01"):
            game.apply(Place("aa_gun", space, space))
    (wasted,) = happened(end(game), "units_wasted")
    assert wasted.units == {"aa_gun": 1}


@pytest.mark.rule("CL-PLACE-07")
def test_a_gun_moved_away_in_phase_4_makes_room() -> None:
    """The western gun goes to Mexico; the new one takes its place."""
    guarded = {"factory": 1, "aa_gun": 1}
    game = position(
        power="usa",
        phase="noncombat_move",
        units={"eastern_united_states": {"usa": guarded}, "western_united_states": {"usa": guarded}},
        pool={"aa_gun": 1},
    )
    move(game, "1 aa_gun", "western_united_states", "mexico")
    end(game)
    assert try_menu(game) == [Place("aa_gun", "western_united_states", "western_united_states")]
    game.apply(Place("aa_gun", "western_united_states", "western_united_states"))


@pytest.mark.rule("CL-PLACE-07")
def test_two_new_guns_need_two_territories() -> None:
    """Both into Germany at once is refused, one each is fine."""
    game = placement("germany", GERMAN_WORKS, {"aa_gun": 2})
    with refused(game, "CL-AA-01"):
        game.apply(Place("aa_gun", "germany", "germany", 2))
    game.apply(Place("aa_gun", "germany", "germany"))
    game.apply(Place("aa_gun", "southern_europe", "southern_europe"))


@pytest.mark.rule("CL-PLACE-07")
def test_an_allys_gun_counts_too() -> None:
    """A US gun parked in London leaves no room for a British one."""
    game = placement("uk", {"united_kingdom": {"uk": {"factory": 1}, "usa": {"aa_gun": 1}}}, {"aa_gun": 1})
    with refused(game, "CL-AA-01"):
        game.apply(Place("aa_gun", "united_kingdom", "united_kingdom"))


@pytest.mark.rule("CL-PLACE-08")
def test_what_cannot_be_placed_is_lost_without_refund() -> None:
    """No complex left: everything goes, and the money with it."""
    game = placement("germany", {}, {"infantry": 2, "submarine": 1}, money={"germany": 5})
    assert asked(game) == ("germany", "placement")
    events = end(game)
    assert [e.units for e in happened(events, "units_wasted")] == [{"infantry": 2, "submarine": 1}]
    assert [(e.amount, e.reason) for e in happened(events, "money_changed")] == [(32, "income")]
    assert game.state.pool == {}


@pytest.mark.rule("CL-PLACE-08")
def test_a_factory_without_a_free_territory_is_lost() -> None:
    """Japan holds nothing but Tokyo, which has a complex."""
    others = {s: "usa" for s in ("manchuria", "kwangtung", "french_indochina_burma", "philippines", "east_indies")}
    others |= {s: "usa" for s in ("borneo_celebes", "new_guinea", "okinawa", "caroline_islands")}
    others |= {s: "usa" for s in ("solomon_islands", "wake_island")}
    game = placement("japan", {"japan": {"japan": {"factory": 1}}}, {"factory": 1}, owners=others)
    with refused(game, "CL-IC-02"):
        game.apply(Place("factory", "japan", "japan"))
    assert happened(end(game), "units_wasted")


@pytest.mark.rule("CL-PLACE-09")
def test_new_units_do_nothing_this_turn_but_defend_from_now_on() -> None:
    """A new British infantry in London fires at the German landing of a later turn."""
    game = position(
        power="uk",
        phase="purchase",
        units={
            "united_kingdom": {"uk": {"factory": 1}},
            "baltic_sea_zone": {"germany": {"transport": {"cargo": {"germany": {"infantry": 1}}}}},
        },
        dice=[6, 2],
    )
    game.apply(Purchase({"infantry": 1}))
    end(game), end(game)
    events = game.apply(Place("infantry", "united_kingdom", "united_kingdom"))
    assert happened(events, "units_placed")
    assert units(game, "united_kingdom", "infantry")[0].done
    pass_on(game, "germany", "combat_move")
    cargo = ids(game, "baltic_sea_zone", "1 infantry")
    sail(game, "baltic_sea_zone", "north_sea_zone", unload=cargo, target="united_kingdom")
    events = end(game)
    assert [(e.power, e.dice) for e in happened(events, "dice_rolled")] == [("germany", (6,)), ("uk", (2,))]
    assert count(game, "united_kingdom") == {"infantry": 1, "factory": 1}


@pytest.mark.rule("CL-PLACE-09")
def test_no_moves_after_placement() -> None:
    """In phase 5 a move is no answer, and the new units can move in the next own turn."""
    game = placement("germany", GERMAN_WORKS, {"armour": 1})
    game.apply(Place("armour", "germany", "germany"))
    with refused(game, "CL-TURN-02"):
        move(game, "1 armour", "germany", "eastern_europe")
    end(game)
    pass_on(game, "germany", "noncombat_move")
    move(game, "1 armour", "germany", "eastern_europe")
