"""S42-NCM: the noncombat move."""

from __future__ import annotations

import pytest

from tests.spring1942.play import position
from tests.words import check_menu, count, end, happened, ids, move, refused, sail, units


@pytest.mark.rule("S42-NCM-01")
def test_who_moved_or_fought_stays() -> None:
    """Infantry that attacked cannot move on, fresh infantry can; the fighter that fought must land."""
    game = position(
        "germany",
        units={
            "eastern_europe": {"germany": {"infantry": 2, "fighter": 1}},
            "belorussia": {"ussr": {"infantry": 1}},
        },
        owners={"belorussia": "ussr"},
        dice=[6, 3, 6],
    )
    move(game, "1 infantry", "eastern_europe", "belorussia")
    move(game, "1 fighter", "eastern_europe", "belorussia")
    end(game)
    with refused(game, "S42-CMOVE-10"):
        move(game, "1 infantry", "belorussia", "eastern_europe")
    with refused(game, "S42-AIR-13"):
        end(game)
    move(game, "1 infantry", "eastern_europe", "germany")
    move(game, "1 fighter", "belorussia", "eastern_europe")
    end(game)


@pytest.mark.rule("S42-NCM-02")
def test_land_units_move_among_friends() -> None:
    """Into land taken this turn, through an ally's land, never into hostile land, even empty."""
    game = position(
        "germany",
        "noncombat_move",
        {"eastern_europe": {"germany": {"armour": 3}}},
        owners={"belorussia": "germany", "ukraine_ssr": "japan"},
        changed={"belorussia": "ussr"},
    )
    move(game, "1 armour", "eastern_europe", "belorussia")
    move(game, "1 armour", "eastern_europe", "ukraine_ssr", "west_russia")
    with refused(game, "S42-NCM-02"):
        move(game, "1 armour", "eastern_europe", "karelia_ssr")


@pytest.mark.rule("S42-NCM-03")
def test_guns_move_now() -> None:
    """One territory, only in the noncombat move."""
    forces = {"germany": {"germany": {"aa_gun": 1}}}
    game = position("germany", units=forces, owners={"eastern_europe": "ussr"})
    with refused(game, "S42-CMOVE-11"):
        move(game, "1 aa_gun", "germany", "eastern_europe")
    game = position("germany", "noncombat_move", forces)
    with refused(game, "S42-CMOVE-11"):
        move(game, "1 aa_gun", "germany", "eastern_europe", "belorussia")
    move(game, "1 aa_gun", "germany", "eastern_europe")
    assert count(game, "eastern_europe") == {"aa_gun": 1}


@pytest.mark.rule("S42-NCM-04", "S42-NCM-05")
def test_hostile_zones_are_closed_to_ships_but_not_to_submarines() -> None:
    """A cruiser bars the way of a destroyer; a submarine passes it or stops under it; a destroyer stops it."""
    forces = {
        "sz_5": {"germany": {"destroyer": 1, "submarine": 3}},
        "sz_6": {"uk": {"cruiser": 1}},
    }
    game = position("germany", "noncombat_move", forces)
    with refused(game, "S42-NCM-04"):
        move(game, "1 destroyer", "sz_5", "sz_6")
    with refused(game, "S42-CMOVE-05"):
        move(game, "1 destroyer", "sz_5", "sz_6", "sz_7")
    move(game, "1 submarine", "sz_5", "sz_6", "sz_7")
    move(game, "1 submarine", "sz_5", "sz_6")
    end(game)
    game = position("germany", "noncombat_move", forces | {"sz_6": {"uk": {"destroyer": 1}}})
    with refused(game, "S42-SUB-02"):
        move(game, "1 submarine", "sz_5", "sz_6", "sz_7")
    assert not happened(move(game, "1 submarine", "sz_5", "sz_6"), "battle_began")
    check_menu(game)


@pytest.mark.rule("S42-NCM-04")
def test_cleared_zones_are_open() -> None:
    """A zone cleared in this turn's battle may be entered by ships that did not fight."""
    game = position(
        "germany",
        units={"sz_5": {"germany": {"destroyer": 1, "cruiser": 1}}, "sz_6": {"uk": {"destroyer": 1}}},
        dice=[3, 6],
    )
    move(game, "1 cruiser", "sz_5", "sz_6")
    end(game)
    with refused(game, "S42-CMOVE-10"):
        move(game, "1 cruiser", "sz_6", "sz_5")
    move(game, "1 destroyer", "sz_5", "sz_6", "sz_7")
    assert count(game, "sz_7") == {"destroyer": 1}


@pytest.mark.rule("S42-NCM-05")
def test_aircraft_pass_hostile_spaces() -> None:
    """A fighter comes home across enemy land and an enemy fleet, without dice."""
    game = position(
        "germany",
        "noncombat_move",
        {
            "western_europe": {"germany": {"fighter": 1}},
            "sz_6": {"uk": {"cruiser": 1}},
            "united_kingdom": {"uk": {"aa_gun": 1}},
        },
    )
    move(game, "1 fighter", "western_europe", "sz_7", "united_kingdom", "sz_6", "norway")
    assert count(game, "norway") == {"fighter": 1}


@pytest.mark.rule("S42-NCM-06")
def test_submarines_and_transports_bar_nobody() -> None:
    """A destroyer passes and ends among enemy submarines and transports; nobody is sunk."""
    game = position(
        "germany",
        "noncombat_move",
        {
            "sz_5": {"germany": {"destroyer": 2}},
            "sz_6": {"uk": {"submarine": 1, "transport": 1}},
        },
    )
    move(game, "1 destroyer", "sz_5", "sz_6", "sz_7")
    move(game, "1 destroyer", "sz_5", "sz_6")
    end(game)
    assert count(game, "sz_6") == {"destroyer": 1, "submarine": 1, "transport": 1}


@pytest.mark.rule("S42-NCM-07")
def test_fresh_aircraft_have_their_full_range() -> None:
    """A bomber that stayed at home may now move six spaces, and lands wherever it may."""
    game = position("germany", "noncombat_move", {"germany": {"germany": {"bomber": 1}}})
    way = ("germany", "eastern_europe", "ukraine_ssr", "sz_16", "sz_14", "libya", "algeria")
    move(game, "1 bomber", *way)
    assert units(game, "algeria")[0].spent == 6


@pytest.mark.rule("S42-NCM-08")
def test_transports_ferry_and_canals_stay_shut() -> None:
    """A transport carries infantry to friendly land; the Suez Canal is closed to a side without its banks."""
    game = position(
        "germany",
        "noncombat_move",
        {"sz_14": {"germany": {"transport": 1}}, "southern_europe": {"germany": {"infantry": 1}}},
    )
    party = ids(game, "southern_europe", "1 infantry")
    sail(game, "sz_14", load=dict.fromkeys(party, "sz_14"), unload=party, target="libya")
    assert count(game, "libya") == {"infantry": 1}
    game = position("germany", "noncombat_move", {"sz_15": {"germany": {"destroyer": 1}}})
    with refused(game, "S42-MAP-06"):
        move(game, "1 destroyer", "sz_15", "sz_34")
    banks = {"anglo_egypt": "germany", "trans_jordan": "japan"}
    game = position("germany", "noncombat_move", {"sz_15": {"germany": {"destroyer": 1}}}, owners=banks)
    move(game, "1 destroyer", "sz_15", "sz_34")
