"""S42-PLACE: mobilizing new units."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.warfare.actions import Place
from tests.spring1942.play import buy, position
from tests.words import WarGame, asked, check_menu, count, end, happened, ids, refused, units


def place(game: WarGame, unit: str, space: str, factory: str = "", number: int = 1, deck: str = "") -> list[Any]:
    """Place new units, by default with the factory of the same territory."""
    return game.apply(Place(unit, space, factory or space, number, deck))


def building(power: str, pool: dict[str, int], spaces: dict[str, Any], **more: Any) -> WarGame:
    """A power about to place new units."""
    return position(power, "placement", spaces, pool=pool, **more)


@pytest.mark.rule("S42-PLACE-01")
def test_only_factories_held_since_the_turn_began() -> None:
    """Not a factory taken this turn, not one placed this turn, not an ally's."""
    game = building(
        "germany",
        {"infantry": 3, "factory": 1},
        {
            "germany": {"germany": {"factory": 1}},
            "caucasus": {"germany": {"factory": 1}},
            "japan": {"japan": {"factory": 1}},
        },
        owners={"caucasus": "germany"},
        changed={"caucasus": "ussr"},
    )
    with refused(game, "S42-PLACE-01"):
        place(game, "infantry", "caucasus")
    with refused(game, "S42-PLACE-01"):
        place(game, "infantry", "japan")
    place(game, "factory", "western_europe")
    with refused(game, "S42-PLACE-01"):
        place(game, "infantry", "western_europe")
    place(game, "infantry", "germany", number=3)
    end(game)
    assert count(game, "germany") == {"infantry": 3, "factory": 1}


@pytest.mark.rule("S42-PLACE-02", "S42-PLACE-06")
def test_production_is_value_less_damage() -> None:
    """Southern Europe builds 6: 2 infantry and 4 ships; with 4 points of damage only 2; with 9 none."""
    for damage, limit in ((0, 6), (4, 2), (9, 0)):
        game = building(
            "germany",
            {"infantry": 3, "submarine": 4},
            {"southern_europe": {"germany": {"factory": [{"damage": damage}]}}},
        )
        built = 0
        for unit, space, number in (("infantry", "southern_europe", 2), ("submarine", "sz_14", 4)):
            for _ in range(number):
                if built < limit:
                    place(game, unit, space, "southern_europe")
                    built += 1
        with refused(game, "S42-PLACE-02"):
            place(game, "infantry", "southern_europe")
        assert sum(happened(end(game), "refunded")[0].units.values()) == 7 - limit


@pytest.mark.rule("S42-PLACE-03")
def test_land_units_guns_and_bombers_stay_ashore() -> None:
    """Nowhere but in the factory's territory."""
    game = building(
        "germany",
        {"infantry": 1, "aa_gun": 1, "bomber": 1},
        {"germany": {"germany": {"factory": 1}}, "sz_5": {"germany": {"transport": 1, "carrier": 1}}},
    )
    for unit in ("infantry", "aa_gun", "bomber"):
        with refused(game, "S42-PLACE-03"):
            place(game, unit, "sz_5", "germany")
        with refused(game, "S42-PLACE-03"):
            place(game, unit, "western_europe", "germany")
        place(game, unit, "germany")
    end(game)


@pytest.mark.rule("S42-PLACE-04")
def test_ships_go_beside_enemies_too() -> None:
    """A hostile zone next to the factory is allowed and brings no battle; a zone that is not adjacent is not."""
    game = building(
        "germany",
        {"destroyer": 2},
        {"germany": {"germany": {"factory": 1}}, "sz_5": {"uk": {"battleship": 1}}},
    )
    with refused(game, "S42-PLACE-04"):
        place(game, "destroyer", "sz_6", "germany")
    with refused(game, "S42-PLACE-04"):
        place(game, "destroyer", "germany")
    events = place(game, "destroyer", "sz_5", "germany", 2)
    assert not happened(events + end(game), "battle_began")
    assert count(game, "sz_5") == {"destroyer": 2, "battleship": 1}


@pytest.mark.rule("S42-PLACE-05")
def test_fighters_go_ashore_or_onto_own_decks() -> None:
    """Onto an old or a new carrier of one's own with a free slot, also in a hostile zone; never onto an ally's."""
    game = building(
        "usa",
        {"fighter": 5, "carrier": 1},
        {
            "eastern_united_states": {"usa": {"factory": 1}},
            "sz_10": {
                "usa": {"carrier": [{"cargo": {"uk": {"fighter": 1}}}]},
                "germany": {"cruiser": 1},
            },
        },
    )
    old = ids(game, "sz_10", "1 carrier")[0]
    place(game, "fighter", "sz_10", "eastern_united_states")
    with refused(game, "S42-CARR-01"):
        place(game, "fighter", "sz_10", "eastern_united_states")
    place(game, "carrier", "sz_10", "eastern_united_states")
    new = units(game, "sz_10", "carrier")[-1].id
    with refused(game, "S42-CARR-01"):
        place(game, "fighter", "sz_10", "eastern_united_states", deck=old)
    place(game, "fighter", "sz_10", "eastern_united_states", 2, deck=new)
    aboard = [unit.aboard for unit in units(game, "sz_10", "fighter", "usa")]
    assert (aboard.count(old), aboard.count(new)) == (1, 2)
    place(game, "fighter", "eastern_united_states", number=2)
    game = building(
        "usa",
        {"fighter": 1},
        {"eastern_united_states": {"usa": {"factory": 1}}, "sz_10": {"uk": {"carrier": 1}}},
    )
    with refused(game, "S42-PLACE-05"):
        place(game, "fighter", "sz_10", "eastern_united_states", deck=ids(game, "sz_10", "1 carrier", "uk")[0])
    with refused(game, "S42-PLACE-05"):
        place(game, "fighter", "sz_10", "eastern_united_states")


@pytest.mark.rule("S42-PLACE-06")
def test_a_zone_between_two_factories() -> None:
    """Ships in a zone that both factories border are charged to the one named."""
    game = building(
        "germany",
        {"submarine": 3, "infantry": 7},
        {
            "germany": {"germany": {"factory": [{"damage": 9}]}},
            "western_europe": {"germany": {"factory": [{"damage": 5}]}},
        },
    )
    place(game, "submarine", "sz_5", "germany")
    with refused(game, "S42-PLACE-02"):
        place(game, "submarine", "sz_5", "germany")
    place(game, "submarine", "sz_5", "western_europe")
    with refused(game, "S42-PLACE-02"):
        place(game, "submarine", "sz_5", "western_europe")
    check_menu(game)
    refund = happened(end(game), "refunded")[0]
    assert refund.units == {"infantry": 7, "submarine": 1}


@pytest.mark.rule("S42-PLACE-07", "S42-MAP-05")
def test_new_factories() -> None:
    """In land of value held since the turn began that has none: no production needed, one per territory."""
    game = building(
        "uk",
        {"factory": 2},
        {"united_kingdom": {"uk": {"factory": [{"damage": 8}]}}},
        owners={"libya": "uk"},
        changed={"libya": "germany"},
    )
    for space in ("united_kingdom", "gibraltar", "libya", "russia"):
        with refused(game, "S42-PLACE-07"):
            place(game, "factory", space)
    place(game, "factory", "india")
    with refused(game, "S42-PLACE-07"):
        place(game, "factory", "india")
    place(game, "factory", "australia")
    assert (count(game, "india"), count(game, "australia")) == ({"factory": 1}, {"factory": 1})


@pytest.mark.rule("S42-PLACE-08")
def test_everything_that_has_a_place_is_placed() -> None:
    """Limit 5, 7 infantry bought: 5 placed, 2 returned for 6 IPC; returning one earlier is refused."""
    game = building(
        "germany",
        {"infantry": 7},
        {"germany": {"germany": {"factory": [{"damage": 5}]}}},
        money={"germany": 1},
    )
    place(game, "infantry", "germany", number=4)
    with refused(game, "S42-PLACE-08"):
        end(game)
    place(game, "infantry", "germany")
    events = end(game)
    assert happened(events, "refunded")[0].units == {"infantry": 2}
    assert happened(events, "money_changed")[0].amount == 6


@pytest.mark.rule("S42-PLACE-08")
def test_the_player_chooses_what_is_placed() -> None:
    """With room for one, the bomber or the infantry may be placed; the other is refunded in full."""
    for kept, price in (("bomber", 3), ("infantry", 12)):
        game = building(
            "germany",
            {"infantry": 1, "bomber": 1},
            {"germany": {"germany": {"factory": [{"damage": 9}]}}},
        )
        place(game, kept, "germany")
        assert happened(end(game), "money_changed")[0].amount == price


@pytest.mark.rule("S42-PLACE-09")
def test_waiting_fighters_count_against_the_slots() -> None:
    """The carrier must be placed under the fighter that waits; then one slot is left for a new one."""
    game = building(
        "japan",
        {"carrier": 1, "fighter": 2},
        {
            "japan": {"japan": {"factory": 1}},
            "sz_60": {"japan": {"fighter": [{"airborne": True, "done": True, "spent": 4}]}},
        },
    )
    with refused(game, "S42-PLACE-09"):
        place(game, "carrier", "sz_61", "japan")
    place(game, "carrier", "sz_60", "japan")
    place(game, "fighter", "sz_60", "japan")
    with refused(game, "S42-CARR-01"):
        place(game, "fighter", "sz_60", "japan")
    place(game, "fighter", "japan")
    end(game)
    assert count(game, "sz_60") == {"carrier": 1, "fighter": 2}


@pytest.mark.rule("S42-PLACE-09")
def test_only_the_carrier_that_is_needed_is_bound() -> None:
    """Two new carriers, one waiting fighter: one of them may go elsewhere, the other may not."""
    game = building(
        "japan",
        {"carrier": 2},
        {
            "japan": {"japan": {"factory": 1}},
            "sz_60": {"japan": {"fighter": [{"airborne": True, "done": True, "spent": 4}]}},
        },
    )
    place(game, "carrier", "sz_61", "japan")
    with refused(game, "S42-PLACE-09"):
        place(game, "carrier", "sz_61", "japan")
    place(game, "carrier", "sz_60", "japan")
    end(game)
    assert count(game, "sz_60") == {"carrier": 1, "fighter": 1}


@pytest.mark.rule("S42-PLACE-10")
def test_placed_units_rest() -> None:
    """New units are done for the turn, and free in the next."""
    game = building("germany", {"destroyer": 1}, {"germany": {"germany": {"factory": 1}}})
    place(game, "destroyer", "sz_5", "germany")
    assert units(game, "sz_5")[0].done
    end(game)
    assert asked(game)[0] == "uk" and not units(game, "sz_5")[0].done


@pytest.mark.rule("S42-PLACE-11")
def test_no_capital_no_placement() -> None:
    """A power whose capital is in enemy hands places nothing: after its noncombat move the turn is over."""
    game = position(
        "germany",
        "noncombat_move",
        {"southern_europe": {"germany": {"factory": 1}}},
        owners={"germany": "ussr"},
    )
    events = end(game)
    assert not happened(events, "units_placed") and asked(game)[0] == "uk"
    game = building(
        "germany", {"infantry": 1}, {"southern_europe": {"germany": {"factory": 1}}}, owners={"germany": "uk"}
    )
    with refused(game, "S42-PLACE-11"):
        place(game, "infantry", "southern_europe")


@pytest.mark.rule("S42-PLACE-02", "S42-PLACE-08")
def test_a_turn_from_purchase_to_refund() -> None:
    """Bought beyond the limit: what finds no place comes back as money."""
    game = position("japan", "purchase", {"japan": {"japan": {"factory": 1}}}, money={"japan": 30})
    buy(game, "10 infantry")
    end(game)
    end(game)
    place(game, "infantry", "japan", number=8)
    assert happened(end(game), "refunded")[0].units == {"infantry": 2}
