"""Capture and liberation (CL-CAPT)."""

from __future__ import annotations

import pytest

from sandtable.warfare.actions import Retreat
from tests.classic.drill import try_menu
from tests.classic.play import position, rules_of
from tests.words import WarGame, count, end, happened, land, lose, move, units


def owner(game: WarGame, space: str) -> str:
    return game.state.owner[space]


def production(game: WarGame, power: str) -> int:
    return rules_of(game).production(game.state, power)


@pytest.mark.rule("CL-CAPT-01")
def test_aircraft_alone_clear_a_territory_but_do_not_take_it() -> None:
    """Only the German fighter survives in Egypt: the territory stays British, empty."""
    game = position(
        units={
            "libya": {"germany": {"infantry": 1, "fighter": 1}},
            "anglo_egypt_sudan": {"uk": {"infantry": 1}},
        },
        dice=[6, 1, 1],
    )
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    move(game, "1 fighter", "libya", "anglo_egypt_sudan")
    end(game)
    lose(game, "1 infantry")
    assert count(game, "anglo_egypt_sudan") == {"fighter": 1}
    assert owner(game, "anglo_egypt_sudan") == "uk"
    assert (production(game, "germany"), production(game, "uk")) == (32, 30)


@pytest.mark.rule("CL-CAPT-01")
@pytest.mark.parametrize("kind", ["infantry", "armour"])
def test_one_surviving_land_unit_takes_the_territory(kind: str) -> None:
    """A lone infantry or armour that survives is enough."""
    game = position(
        units={"libya": {"germany": {kind: 1}}, "anglo_egypt_sudan": {"uk": {"infantry": 1}}},
        dice=[1, 6],
    )
    move(game, f"1 {kind}", "libya", "anglo_egypt_sudan")
    assert owner(game, "anglo_egypt_sudan") == "uk"  # nothing changes before the battle
    end(game)
    assert owner(game, "anglo_egypt_sudan") == "germany"


@pytest.mark.rule("CL-CAPT-01")
def test_land_units_walk_and_land_in_unopposed() -> None:
    """Undefended land is taken overland and from the sea without a die."""
    game = position(
        units={
            "libya": {"germany": {"infantry": 1}},
            "southern_europe": {"germany": {"infantry": 1}},
            "central_mediterranean_sea_zone": {"germany": {"transport": 1}},
        }
    )
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    zones = ("central_mediterranean_sea_zone", "east_mediterranean_sea_zone")
    land(game, "1 infantry", "southern_europe", *zones, target="syria_iraq")
    events = end(game)
    assert {(e.space, e.manner) for e in happened(events, "captured")} == {
        ("anglo_egypt_sudan", "walk_in"),
        ("syria_iraq", "landing"),
    }
    assert not happened(events, "dice_rolled")


@pytest.mark.rule("CL-CAPT-01")
def test_attackers_that_retreat_take_nothing() -> None:
    """Land units that break off leave the territory with its owner."""
    game = position(
        units={"libya": {"germany": {"infantry": 1}}, "anglo_egypt_sudan": {"uk": {"infantry": 1}}},
        dice=[6, 6],
    )
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    end(game)
    game.apply(Retreat("libya"))
    assert owner(game, "anglo_egypt_sudan") == "uk"


@pytest.mark.rule("CL-CAPT-02")
def test_production_changes_at_once() -> None:
    """Egypt (2) falls: Germany 28 → 30, United Kingdom 30 → 28, with gun and complex."""
    game = position(
        units={
            "libya": {"germany": {"infantry": 2}},
            "anglo_egypt_sudan": {"uk": {"infantry": 1, "aa_gun": 1, "factory": 1}},
        },
        owners={"eastern_europe": "ussr", "algeria": "usa"},
        dice=[1, 6, 6],
    )
    assert (production(game, "germany"), production(game, "uk")) == (28, 30)
    move(game, "2 infantry", "libya", "anglo_egypt_sudan")
    events = end(game)
    assert game.state.phase == "noncombat_move"  # at once, not at the end of the turn
    assert (production(game, "germany"), production(game, "uk")) == (30, 28)
    (captured,) = happened(events, "captured")
    assert (captured.by, captured.owner, captured.loser) == ("germany", "germany", "uk")
    assert count(game, "anglo_egypt_sudan", "germany") == {"infantry": 2, "aa_gun": 1, "factory": 1}
    assert happened(events, "installations_taken")
    try_menu(game)


@pytest.mark.rule("CL-CAPT-02")
def test_gun_and_complex_stay_with_a_defender_who_holds() -> None:
    """A failed attack moves neither marker nor gun nor complex."""
    game = position(
        units={
            "libya": {"germany": {"infantry": 1}},
            "anglo_egypt_sudan": {"uk": {"infantry": 2, "aa_gun": 1, "factory": 1}},
        },
        dice=[6, 1, 6],
    )
    move(game, "1 infantry", "libya", "anglo_egypt_sudan")
    end(game)
    assert count(game, "anglo_egypt_sudan", "uk") == {"infantry": 2, "aa_gun": 1, "factory": 1}
    assert production(game, "uk") == 30


@pytest.mark.rule("CL-CAPT-03")
def test_liberated_land_goes_straight_back_to_an_ally() -> None:
    """The United Kingdom retakes Karelia: it is Soviet again with gun and complex; the British infantry stays."""
    game = position(
        power="uk",
        units={
            "finland_norway": {"uk": {"infantry": 2}},
            "karelia_ssr": {"germany": {"infantry": 1, "aa_gun": 1, "factory": 1}},
        },
        owners={"karelia_ssr": "germany", "finland_norway": "uk"},
        dice=[1, 6, 6],
    )
    before = {power: production(game, power) for power in ("uk", "ussr", "germany")}
    move(game, "2 infantry", "finland_norway", "karelia_ssr")
    (captured,) = happened(end(game), "captured")
    assert (captured.by, captured.owner, captured.loser) == ("uk", "ussr", "germany")
    assert production(game, "uk") == before["uk"]
    assert production(game, "ussr") == before["ussr"] + 3
    assert production(game, "germany") == before["germany"] - 3
    assert count(game, "karelia_ssr", "ussr") == {"aa_gun": 1, "factory": 1}
    assert count(game, "karelia_ssr", "uk") == {"infantry": 2}


@pytest.mark.rule("CL-CAPT-03")
def test_a_blitz_through_an_allys_land_liberates_it() -> None:
    """Armour rolling through empty German-held Karelia frees it for the USSR on the spot."""
    game = position(
        power="uk",
        units={"finland_norway": {"uk": {"armour": 1}}},
        owners={"karelia_ssr": "germany", "finland_norway": "uk", "caucasus": "germany"},
    )
    move(game, "1 armour", "finland_norway", "karelia_ssr", "caucasus")
    assert owner(game, "karelia_ssr") == "ussr"
    end(game)
    assert owner(game, "caucasus") == "ussr"


@pytest.mark.rule("CL-CAPT-03")
def test_the_original_owner_keeps_what_he_retakes_himself() -> None:
    """The USSR retakes Karelia from Germany: plain capture."""
    game = position(
        power="ussr",
        units={"russia": {"ussr": {"infantry": 1}}},
        owners={"karelia_ssr": "germany"},
    )
    move(game, "1 infantry", "russia", "karelia_ssr")
    end(game)
    assert owner(game, "karelia_ssr") == "ussr"


@pytest.mark.rule("CL-CAPT-04")
def test_the_liberator_holds_land_while_the_owners_capital_is_lost() -> None:
    """Germany holds Moscow: Karelia freed by the United Kingdom is British for the time being."""
    game = position(
        power="uk",
        units={"finland_norway": {"uk": {"infantry": 1}}, "karelia_ssr": {"germany": {"factory": 1, "aa_gun": 1}}},
        owners={"karelia_ssr": "germany", "finland_norway": "uk", "russia": "germany"},
    )
    before = production(game, "uk")
    move(game, "1 infantry", "finland_norway", "karelia_ssr")
    end(game)
    assert owner(game, "karelia_ssr") == "uk"
    assert production(game, "uk") == before + 3
    assert count(game, "karelia_ssr", "uk") == {"infantry": 1, "aa_gun": 1, "factory": 1}


@pytest.mark.rule("CL-CAPT-04")
def test_a_freed_capital_brings_back_everything_held_in_trust() -> None:
    """The USA free Moscow: British Karelia and American Yakut revert at once."""
    game = position(
        power="usa",
        units={
            "caucasus": {"usa": {"infantry": 1}},
            "karelia_ssr": {"uk": {"infantry": 1, "aa_gun": 1, "factory": 1}},
        },
        owners={
            "russia": "germany",
            "karelia_ssr": "uk",
            "caucasus": "usa",
            "yakut_ssr": "usa",
            "ukraine_ssr": "uk",
            "novosibirsk": "japan",
        },
    )
    move(game, "1 infantry", "caucasus", "russia")
    events = end(game)
    for space in ("russia", "karelia_ssr", "caucasus", "yakut_ssr"):
        assert owner(game, space) == "ussr", space
    # Originally German land and land still in enemy hands stay where they are.
    assert (owner(game, "ukraine_ssr"), owner(game, "novosibirsk")) == ("uk", "japan")
    assert count(game, "karelia_ssr", "ussr") == {"aa_gun": 1, "factory": 1}
    assert count(game, "karelia_ssr", "uk") == {"infantry": 1}
    assert [e.space for e in happened(events, "captured") if e.manner == "reversion"]
    assert production(game, "ussr") == 8 + 3 + 3 + 2 + 2 + 2 + 2  # all but Novosibirsk


@pytest.mark.rule("CL-CAPT-04")
def test_the_capital_itself_is_never_held_in_trust() -> None:
    """Moscow freed by the United Kingdom is Soviet at once, although the capital was lost until that moment."""
    game = position(
        power="uk",
        units={"karelia_ssr": {"uk": {"infantry": 1}}},
        owners={"russia": "germany"},
    )
    move(game, "1 infantry", "karelia_ssr", "russia")
    end(game)
    assert owner(game, "russia") == "ussr"


@pytest.mark.rule("CL-CAPT-04")
def test_the_owner_himself_can_free_his_capital_and_gets_his_land_back() -> None:
    """The USSR retakes Moscow in its own turn: British Karelia reverts."""
    game = position(
        power="ussr",
        units={"novosibirsk": {"ussr": {"infantry": 1}}},
        owners={"russia": "germany", "karelia_ssr": "uk"},
    )
    move(game, "1 infantry", "novosibirsk", "russia")
    end(game)
    assert (owner(game, "russia"), owner(game, "karelia_ssr")) == ("ussr", "ussr")


@pytest.mark.rule("CL-CAPT-04")
def test_land_in_trust_retaken_by_the_enemy_is_ordinary_enemy_land() -> None:
    """Germany takes British-held Karelia: the United Kingdom, not the USSR, loses its value."""
    game = position(
        power="germany",
        units={"eastern_europe": {"germany": {"infantry": 1}}},
        owners={"russia": "germany", "karelia_ssr": "uk"},
    )
    before = production(game, "uk")
    move(game, "1 infantry", "eastern_europe", "karelia_ssr")
    end(game)
    assert owner(game, "karelia_ssr") == "germany"
    assert production(game, "uk") == before - 3


@pytest.mark.rule("CL-CAPT-05")
def test_enemy_land_stays_with_the_power_that_took_it() -> None:
    """The United Kingdom takes the Ukraine beside Soviet land and troops: it becomes British."""
    game = position(
        power="uk",
        units={"caucasus": {"uk": {"infantry": 1}, "ussr": {"infantry": 3}}},
    )
    move(game, "1 infantry", "caucasus", "ukraine_ssr")
    end(game)
    assert owner(game, "ukraine_ssr") == "uk"
    assert production(game, "uk") == 33
    assert production(game, "ussr") == 24


@pytest.mark.rule("CL-CAPT-05")
def test_enemy_land_taken_from_its_captor_by_another_ally_is_kept() -> None:
    """Japan returns Libya to Germany, but keeps originally British land that it takes from the USA."""
    game = position(
        power="japan",
        units={"anglo_egypt_sudan": {"japan": {"infantry": 1}}},
        owners={"libya": "uk", "anglo_egypt_sudan": "japan", "italian_east_africa": "usa"},
    )
    try_menu(game)
    rival = game.copy()
    move(game, "1 infantry", "anglo_egypt_sudan", "libya")
    end(game)
    assert owner(game, "libya") == "germany"  # liberation
    move(rival, "1 infantry", "anglo_egypt_sudan", "italian_east_africa")
    end(rival)
    assert owner(rival, "italian_east_africa") == "japan"  # taken from the USA, originally British
    assert not units(rival, "anglo_egypt_sudan")
