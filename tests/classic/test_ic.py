"""Industrial complexes (CL-IC)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.warfare.actions import Place, Purchase
from tests.classic.drill import try_menu
from tests.classic.play import position
from tests.words import WarGame, count, end, happened, ids, land, move, pass_on, refused, sail, units


def works(power: str, units: dict[str, Any], pool: dict[str, int], **more: Any) -> WarGame:
    """The placement phase with these complexes and these bought units."""
    return position(power=power, phase="placement", units=units, pool=pool, **more)


def factory(space: str, power: str) -> dict[str, Any]:
    return {space: {power: {"factory": 1}}}


@pytest.mark.rule("CL-IC-01")
def test_new_units_appear_only_at_own_complexes() -> None:
    """Land without a complex, an enemy's, or an unknown place build nothing."""
    game = works("germany", factory("germany", "germany") | factory("russia", "ussr"), {"infantry": 2})
    try_menu(game)
    for place in ("western_europe", "russia", "baltic_sea_zone"):
        with refused(game, "CL-IC-01"):
            game.apply(Place("infantry", place, place))
    with refused(game, "CL-TURN-05"):
        game.apply(Place("infantry", "atlantis", "germany"))
    game.apply(Place("infantry", "germany", "germany", 2))


@pytest.mark.rule("CL-IC-01")
def test_a_complex_captured_this_turn_produces_nothing_this_turn() -> None:
    """Germany takes Karelia with its complex: the armour it bought can only go to Germany."""
    game = position(
        phase="purchase",
        units={
            "eastern_europe": {"germany": {"infantry": 1}},
            "karelia_ssr": {"ussr": {"factory": 1}},
            "germany": {"germany": {"factory": 1}},
        },
    )
    game.apply(Purchase({"armour": 1}))
    move(game, "1 infantry", "eastern_europe", "karelia_ssr")
    end(game)
    end(game)
    with refused(game, "CL-IC-01"):
        game.apply(Place("armour", "karelia_ssr", "karelia_ssr"))
    assert try_menu(game) == [Place("armour", "germany", "germany")]


@pytest.mark.rule("CL-IC-01")
def test_a_complex_placed_this_turn_produces_nothing_this_turn() -> None:
    """The new complex in India builds from the next turn on."""
    game = works("uk", factory("united_kingdom", "uk"), {"factory": 1, "infantry": 1})
    game.apply(Place("factory", "india", "india"))
    with refused(game, "CL-IC-01"):
        game.apply(Place("infantry", "india", "india"))
    game.apply(Place("infantry", "united_kingdom", "united_kingdom"))
    end(game)
    pass_on(game, "uk", "purchase")
    game.apply(Purchase({"infantry": 1}))
    end(game), end(game)
    game.apply(Place("infantry", "india", "india"))


@pytest.mark.rule("CL-IC-02")
@pytest.mark.parametrize("space", ["sinkiang", "midway", "hawaiian_islands", "mongolia"])
def test_a_new_complex_may_stand_in_any_land_held_since_the_start(space: str) -> None:
    """Any value, islands and former neutrals included."""
    game = works("usa", {}, {"factory": 1}, owners={"mongolia": "usa"})
    game.apply(Place("factory", space, space))
    assert count(game, space, "usa") == {"factory": 1}


@pytest.mark.rule("CL-IC-02")
def test_no_new_complex_in_allied_enemy_neutral_or_new_land() -> None:
    """Own control since the start of the turn is needed, and no second complex anywhere."""
    game = works(
        "usa",
        factory("eastern_united_states", "usa"),
        {"factory": 2},
        owners={"manchuria": "usa"},
        changed={"manchuria": "japan"},
    )
    for space in ("india", "japan", "spain", "manchuria", "east_us_sea_zone", "eastern_united_states"):
        with refused(game, "CL-IC-02"):
            game.apply(Place("factory", space, space))
    with refused(game, "CL-IC-02"):
        game.apply(Place("factory", "china", "china", 2))
    game.apply(Place("factory", "china", "china"))
    with refused(game, "CL-IC-02"):
        game.apply(Place("factory", "china", "china"))
    assert {action.space for action in try_menu(game) if isinstance(action, Place)} == {
        "alaska", "brazil", "hawaiian_islands", "mexico", "midway", "panama", "sinkiang", "west_indies",
        "western_united_states",
    }  # fmt: skip


@pytest.mark.rule("CL-IC-02")
def test_a_territory_lost_and_retaken_within_the_turn_counts_as_new() -> None:
    """Land that changed hands this turn gets no complex, whoever held it in between."""
    game = works("ussr", factory("russia", "ussr"), {"factory": 1}, changed={"caucasus": "germany"})
    with refused(game, "CL-IC-02"):
        game.apply(Place("factory", "caucasus", "caucasus"))


@pytest.mark.rule("CL-IC-03")
@pytest.mark.parametrize(
    ("power", "space"),
    [
        ("ussr", "russia"),
        ("ussr", "karelia_ssr"),
        ("germany", "germany"),
        ("germany", "southern_europe"),
        ("uk", "united_kingdom"),
        ("japan", "japan"),
        ("usa", "eastern_united_states"),
        ("usa", "western_united_states"),
    ],
)
def test_original_complexes_produce_without_limit(power: str, space: str) -> None:
    """Thirty infantry in one place."""
    game = works(power, factory(space, power), {"infantry": 30})
    game.apply(Place("infantry", space, space, 30))
    assert len(units(game, space, "infantry")) == 30


@pytest.mark.rule("CL-IC-03")
def test_a_regained_original_complex_is_unlimited_again() -> None:
    """Karelia lost to Germany and retaken: limited for Germany, unlimited for the USSR from its next turn on."""
    game = position(
        power="ussr",
        units={"russia": {"ussr": {"infantry": 1}}, "karelia_ssr": {"germany": {"factory": 1}}},
        owners={"karelia_ssr": "germany"},
    )
    move(game, "1 infantry", "russia", "karelia_ssr")
    end(game)
    pass_on(game, "ussr", "purchase")
    game.apply(Purchase({"infantry": 10}))
    end(game), end(game)
    game.apply(Place("infantry", "karelia_ssr", "karelia_ssr", 10))


@pytest.mark.rule("CL-IC-04")
def test_a_bought_complex_builds_as_many_units_as_its_land_is_worth() -> None:
    """A US complex in Sinkiang (2): at most 2 units per turn, and 2 again next turn."""
    game = works("usa", factory("sinkiang", "usa"), {"infantry": 3})
    with refused(game, "CL-IC-04"):
        game.apply(Place("infantry", "sinkiang", "sinkiang", 3))
    game.apply(Place("infantry", "sinkiang", "sinkiang"))
    game.apply(Place("infantry", "sinkiang", "sinkiang"))
    with refused(game, "CL-IC-04"):
        game.apply(Place("infantry", "sinkiang", "sinkiang"))
    (wasted,) = happened(end(game), "units_wasted")
    assert wasted.units == {"infantry": 1}


@pytest.mark.rule("CL-IC-04")
def test_a_captured_complex_builds_as_many_units_as_its_land_is_worth() -> None:
    """German-held Karelia (3): at most 3."""
    game = works("germany", factory("karelia_ssr", "germany"), {"infantry": 4}, owners={"karelia_ssr": "germany"})
    with refused(game, "CL-IC-04"):
        game.apply(Place("infantry", "karelia_ssr", "karelia_ssr", 4))
    game.apply(Place("infantry", "karelia_ssr", "karelia_ssr", 3))
    assert [type(action).__name__ for action in try_menu(game)] == ["EndPhase"]


@pytest.mark.rule("CL-IC-05")
@pytest.mark.parametrize(("space", "owners"), [("gibraltar", {}), ("spain", {"spain": "uk"})])
def test_a_complex_in_worthless_land_builds_one_unit(space: str, owners: dict[str, str]) -> None:
    """A British complex in Gibraltar, or in a former neutral: 1 unit per turn."""
    game = works("uk", factory(space, "uk"), {"infantry": 2}, owners=owners)
    with refused(game, "CL-IC-05"):
        game.apply(Place("infantry", space, space, 2))
    game.apply(Place("infantry", space, space))
    with refused(game, "CL-IC-05"):
        game.apply(Place("infantry", space, space))


@pytest.mark.rule("CL-IC-06")
def test_land_air_and_sea_units_all_count() -> None:
    """India (3): one battleship, one bomber, one infantry; no fourth, neither ashore nor afloat."""
    game = works("uk", factory("india", "uk"), {"battleship": 2, "bomber": 1, "infantry": 2})
    game.apply(Place("battleship", "indian_ocean_sea_zone", "india"))
    game.apply(Place("bomber", "india", "india"))
    game.apply(Place("infantry", "india", "india"))
    with refused(game, "CL-IC-04"):
        game.apply(Place("battleship", "indian_ocean_sea_zone", "india"))
    with refused(game, "CL-IC-04"):
        game.apply(Place("infantry", "india", "india"))


@pytest.mark.rule("CL-IC-06")
def test_ships_count_for_the_complex_that_built_them() -> None:
    """German Karelia (3) and German Finland (2) share the Baltic: each ship is charged to the complex named."""
    game = works(
        "germany",
        factory("karelia_ssr", "germany") | factory("finland_norway", "germany"),
        {"submarine": 6},
        owners={"karelia_ssr": "germany"},
    )
    game.apply(Place("submarine", "baltic_sea_zone", "karelia_ssr", 3))
    with refused(game, "CL-IC-04"):
        game.apply(Place("submarine", "baltic_sea_zone", "karelia_ssr"))
    game.apply(Place("submarine", "baltic_sea_zone", "finland_norway", 2))
    with refused(game, "CL-IC-04"):
        game.apply(Place("submarine", "baltic_sea_zone", "finland_norway"))


@pytest.mark.rule("CL-IC-06")
def test_a_new_complex_is_not_produced_by_another() -> None:
    """Sinkiang builds its 2 units although a complex is placed in China in the same phase."""
    game = works("usa", factory("sinkiang", "usa"), {"factory": 1, "infantry": 2})
    game.apply(Place("factory", "china", "sinkiang"))
    game.apply(Place("infantry", "sinkiang", "sinkiang", 2))
    assert count(game, "china") == {"factory": 1}


@pytest.mark.rule("CL-IC-07")
@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
def test_complexes_never_move(phase: str) -> None:
    """Neither overland nor by ship, in no phase."""
    game = position(
        power="germany",
        phase=phase,
        units={
            "southern_europe": {"germany": {"factory": 1}},
            "central_mediterranean_sea_zone": {"germany": {"transport": 1}},
        },
    )
    with refused(game, "CL-IC-07"):
        move(game, "1 factory", "southern_europe", "germany")
    (works_id,) = ids(game, "southern_europe", "1 factory")
    with refused(game, "CL-TRN-01"):
        sail(
            game,
            "central_mediterranean_sea_zone",
            load={works_id: "central_mediterranean_sea_zone"},
            unload=(works_id,),
            target="libya",
        )
    assert not any(works_id in getattr(action, "units", ()) for action in try_menu(game))


@pytest.mark.rule("CL-IC-07")
def test_complexes_neither_defend_nor_fall() -> None:
    """A lone complex does not fire; it survives the battle around it and goes with the territory."""
    game = position(
        units={
            "eastern_europe": {"germany": {"infantry": 2}},
            "karelia_ssr": {"ussr": {"infantry": 1, "factory": 1}},
        },
        dice=[1, 1, 6],
    )
    move(game, "2 infantry", "eastern_europe", "karelia_ssr")
    events = end(game)
    fire = [e.units for e in happened(events, "dice_rolled")]
    assert fire == [("infantry", "infantry"), ("infantry",)]
    assert count(game, "karelia_ssr", "germany") == {"infantry": 2, "factory": 1}


@pytest.mark.rule("CL-IC-08")
def test_allies_do_not_build_at_each_others_complexes() -> None:
    """The United Kingdom cannot place in Karelia, even with troops there."""
    game = works(
        "uk",
        factory("united_kingdom", "uk") | {"karelia_ssr": {"ussr": {"factory": 1}, "uk": {"infantry": 5}}},
        {"infantry": 1, "transport": 1},
    )
    with refused(game, "CL-IC-08"):
        game.apply(Place("infantry", "karelia_ssr", "karelia_ssr"))
    with refused(game, "CL-IC-08"):
        game.apply(Place("transport", "karelia_sea_zone", "karelia_ssr"))
    assert {a.factory for a in try_menu(game) if isinstance(a, Place)} == {"united_kingdom"}


@pytest.mark.rule("CL-IC-09", "CL-IC-04")
def test_a_liberator_builds_in_trust_until_the_capital_is_freed() -> None:
    """Germany holds Moscow, the United Kingdom frees Karelia: 3 units from the next round on, then it is Soviet."""
    game = position(
        power="uk",
        round=5,
        units={
            "finland_norway": {"uk": {"infantry": 1}},
            "karelia_ssr": {"germany": {"factory": 1}},
            "united_kingdom": {"uk": {"factory": 1}},
            "novosibirsk": {"usa": {"infantry": 1}},
        },
        owners={"russia": "germany", "karelia_ssr": "germany", "finland_norway": "uk"},
        phase="purchase",
    )
    game.apply(Purchase({"infantry": 1}))
    move(game, "1 infantry", "finland_norway", "karelia_ssr")
    end(game), end(game)
    with refused(game, "CL-IC-01"):
        game.apply(Place("infantry", "karelia_ssr", "karelia_ssr"))
    game.apply(Place("infantry", "united_kingdom", "united_kingdom"))
    end(game)
    pass_on(game, "uk", "purchase")
    assert game.state.round == 6
    game.apply(Purchase({"infantry": 4}))
    end(game), end(game)
    with refused(game, "CL-IC-04"):
        game.apply(Place("infantry", "karelia_ssr", "karelia_ssr", 4))
    game.apply(Place("infantry", "karelia_ssr", "karelia_ssr", 3))
    game.apply(Place("infantry", "united_kingdom", "united_kingdom"))
    end(game)
    pass_on(game, "usa", "combat_move")
    move(game, "1 infantry", "novosibirsk", "russia")
    end(game)
    assert game.state.owner["karelia_ssr"] == "ussr"
    assert count(game, "karelia_ssr", "ussr") == {"factory": 1}
    pass_on(game, "uk", "purchase")
    game.apply(Purchase({"infantry": 1}))
    end(game), end(game)
    with refused(game, "CL-IC-08"):
        game.apply(Place("infantry", "karelia_ssr", "karelia_ssr"))


@pytest.mark.rule("CL-IC-09")
def test_liberation_with_a_free_capital_gives_the_liberator_nothing() -> None:
    """Karelia freed while Moscow is Soviet is Soviet at once: the liberator never builds there."""
    game = position(
        power="uk",
        units={
            "western_europe": {"uk": {"infantry": 1}},
            "north_sea_zone": {"uk": {"transport": 1}},
            "karelia_ssr": {"germany": {"factory": 1}},
        },
        owners={"karelia_ssr": "germany", "western_europe": "uk"},
    )
    land(game, "1 infantry", "western_europe", "north_sea_zone", "karelia_sea_zone", target="karelia_ssr")
    end(game)
    assert game.state.owner["karelia_ssr"] == "ussr"
    pass_on(game, "uk", "purchase")
    game.apply(Purchase({"infantry": 1}))
    end(game), end(game)
    with refused(game, "CL-IC-08"):
        game.apply(Place("infantry", "karelia_ssr", "karelia_ssr"))
