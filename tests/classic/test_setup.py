"""CL-SETUP: seats, starting money and forces, open information, no trade."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

import sandtable
from sandtable.core.errors import BadValue, SandtableError
from sandtable.warfare.actions import Place, Purchase, Research
from tests.classic.play import position, rules_of
from tests.words import WarGame, asked, check_menu, count, end, happened, move, parse, pass_on, refused, units

START_MONEY = {"ussr": 24, "germany": 32, "uk": 30, "japan": 25, "usa": 36}

BASE = "1 aa_gun, 1 factory"
START_FORCES = {
    "ussr": {
        "russia": f"4 infantry, 2 armour, 1 fighter, {BASE}",
        "karelia_ssr": f"3 infantry, 1 armour, 1 fighter, {BASE}",
        "caucasus": "5 infantry",
        "evenki_national_okrug": "2 infantry",
        "yakut_ssr": "3 infantry",
        "soviet_far_east": "2 infantry, 1 armour",
        "karelia_sea_zone": "1 submarine, 1 transport",
    },
    "germany": {
        "germany": f"4 infantry, 2 armour, 1 fighter, 1 bomber, {BASE}",
        "southern_europe": f"2 infantry, 1 armour, {BASE}",
        "western_europe": "2 infantry, 2 armour, 1 fighter, 1 aa_gun",
        "eastern_europe": "3 infantry, 1 armour, 1 fighter",
        "ukraine_ssr": "3 infantry, 2 armour, 1 fighter",
        "finland_norway": "3 infantry, 1 armour, 1 fighter",
        "algeria": "1 infantry",
        "libya": "1 infantry, 1 armour",
        "baltic_sea_zone": "1 submarine, 1 transport",
        "central_mediterranean_sea_zone": "1 battleship, 1 transport",
        "west_spain_sea_zone": "1 submarine",
    },
    "uk": {
        "united_kingdom": f"2 infantry, 1 armour, 2 fighter, 1 bomber, {BASE}",
        "eastern_canada": "1 armour",
        "india": "2 infantry, 1 fighter",
        "anglo_egypt_sudan": "1 infantry, 1 armour",
        "australia": "2 infantry",
        "south_africa": "1 infantry",
        "syria_iraq": "1 infantry",
        "western_canada": "1 infantry",
        "north_sea_zone": "1 battleship, 1 transport",
        "west_mediterranean_sea_zone": "1 battleship",
        "east_mediterranean_sea_zone": "1 submarine",
        "east_canada_sea_zone": "1 transport",
        "indian_ocean_sea_zone": "1 transport",
    },
    "japan": {
        "japan": f"3 infantry, 1 armour, 1 fighter, 1 bomber, {BASE}",
        "manchuria": "3 infantry, 1 fighter",
        "kwangtung": "2 infantry",
        "french_indochina_burma": "2 infantry, 1 fighter",
        "philippines": "2 infantry, 1 fighter",
        "east_indies": "1 infantry",
        "borneo_celebes": "1 infantry",
        "new_guinea": "1 infantry",
        "okinawa": "1 infantry",
        "caroline_islands": "1 infantry",
        "solomon_islands": "1 infantry",
        "wake_island": "1 infantry",
        "japan_sea_zone": "1 battleship, 1 transport",
        "caroline_islands_sea_zone": "1 battleship, 1 carrier, 1 fighter",
        "philippines_sea_zone": "1 transport",
        "solomon_islands_sea_zone": "1 submarine",
    },
    "usa": {
        "eastern_united_states": f"2 infantry, 1 armour, 1 fighter, 1 bomber, {BASE}",
        "western_united_states": f"2 infantry, 1 fighter, {BASE}",
        "alaska": "1 infantry",
        "china": "2 infantry, 1 fighter",
        "sinkiang": "2 infantry",
        "hawaiian_islands": "1 infantry",
        "midway": "1 infantry",
        "west_us_sea_zone": "1 battleship, 1 transport",
        "east_us_sea_zone": "1 transport",
        "hawaii_sea_zone": "1 carrier, 1 fighter, 1 submarine",
    },
}


def new(**more: int) -> WarGame:
    """A game from the beginning."""
    return sandtable.new_game("classic", seed=1, **more)  # type: ignore[arg-type]  # players=…


@pytest.mark.rule("CL-SETUP-01")
@pytest.mark.parametrize(
    ("players", "seats"),
    [
        (2, (("ussr", "uk", "usa"), ("germany", "japan"))),
        (3, (("ussr", "uk", "usa"), ("germany",), ("japan",))),
        (4, (("ussr", "uk"), ("usa",), ("germany",), ("japan",))),
        (5, (("ussr",), ("uk",), ("usa",), ("germany",), ("japan",))),
    ],
)
def test_seats_are_dealt_by_the_number_of_players(players: int, seats: tuple[tuple[str, ...], ...]) -> None:
    """Two to five people, as in the table of seats."""
    assert new(players=players).state.seats == seats


@pytest.mark.rule("CL-SETUP-01")
@pytest.mark.parametrize("players", [0, 1, 6])
def test_other_numbers_of_players_do_not_exist(players: int) -> None:
    """Nobody, one or six people cannot play."""
    with pytest.raises(BadValue):
        new(players=players)


@pytest.mark.rule("CL-SETUP-01")
def test_one_person_with_two_powers_keeps_two_purses() -> None:
    """The Axis player cannot spend Japan's money in Germany's turn, and Germany's income stays in Germany."""
    game = sandtable.setup(
        "classic", power="germany", phase="purchase", seats=[["ussr", "uk", "usa"], ["germany", "japan"]]
    )
    with refused(game, "CL-BUY-01"):
        game.apply(Purchase({"infantry": 11}))
    game.apply(Purchase({"infantry": 10}))
    end(game)
    end(game)
    game.apply(Place("infantry", "germany", "germany", 10))
    end(game)
    assert game.state.money == {**START_MONEY, "germany": 2 + 32}


@pytest.mark.rule("CL-SETUP-01", "CL-TECH-08")
def test_one_person_with_two_powers_does_not_share_developments() -> None:
    """Germany finds jet power; Japan, in the same hands, has none."""
    game = sandtable.setup(
        "classic", power="germany", phase="research", seats=[["ussr", "uk", "usa"], ["germany", "japan"]], dice=[6, 1]
    )
    game.apply(Research(1))
    assert game.state.tech == {"germany": ("jet_power",)}


@pytest.mark.rule("CL-SETUP-02")
def test_powers_start_with_money_and_production_24_32_30_25_36() -> None:
    """IPC in hand and production are the same number at the start."""
    game = new()
    assert game.state.money == START_MONEY
    rules = rules_of(game)
    assert {power: rules.production(game.state, power) for power in rules.powers} == START_MONEY


@pytest.mark.rule("CL-SETUP-03")
def test_units_stand_where_the_set_up_table_puts_them() -> None:
    """Every unit of the table is there, and not one more."""
    game = new()
    for power, forces in START_FORCES.items():
        for space, text in forces.items():
            assert count(game, space, power) == parse(text), space
    total = sum(
        number for forces in START_FORCES.values() for text in forces.values() for number in parse(text).values()
    )
    assert len(game.state.units) == total


@pytest.mark.rule("CL-SETUP-03")
def test_fighters_on_carriers_start_aboard() -> None:
    """The carriers off Hawaii and the Carolines have one fighter each on deck."""
    game = new()
    for zone in ("hawaii_sea_zone", "caroline_islands_sea_zone"):
        (fighter,) = units(game, zone, "fighter")
        assert game.state.units[fighter.aboard].kind == "carrier"


@pytest.mark.rule("CL-SETUP-03", "CL-IC-07")
def test_a_complex_and_a_gun_have_no_colour_but_follow_the_territory() -> None:
    """Empty Karelia falls: complex and gun are German at once."""
    game = position(
        units={"ukraine_ssr": {"germany": {"infantry": 1}}, "karelia_ssr": {"ussr": {"factory": 1, "aa_gun": 1}}}
    )
    move(game, "1 infantry", "ukraine_ssr", "karelia_ssr")
    end(game)
    assert count(game, "karelia_ssr", "germany") == {"infantry": 1, "aa_gun": 1, "factory": 1}
    assert not units(game, "karelia_ssr", power="ussr")


@pytest.mark.rule("CL-SETUP-04")
def test_everybody_sees_everything() -> None:
    """State and events are the same for all five powers, after research, purchase and in the midst of a battle."""
    game = position(
        phase="research",
        units={"libya": {"germany": {"armour": 1}}, "anglo_egypt_sudan": {"uk": {"infantry": 1, "armour": 1}}},
        dice=[6, 3, 1],
    )
    game.apply(Research(1))
    game.apply(Purchase({"infantry": 1}))
    move(game, "1 armour", "libya", "anglo_egypt_sudan")
    end(game)
    assert asked(game) == ("uk", "choose_casualties")
    views = [game.view(power).plain() for power in rules_of(game).powers]
    for view in views:
        assert view["state"] == game.state.plain()
        assert list(view["events"]) == msgspec.to_builtins(game.events)
    assert views[0]["state"]["pool"] == {"infantry": 1}
    assert views[0]["state"]["tech"] == {"germany": ("super_submarines",)}


@pytest.mark.rule("CL-SETUP-05")
def test_no_purchase_is_refused_for_lack_of_pieces() -> None:
    """A thousand infantry are bought and placed in one turn."""
    game = position(phase="purchase", units={"germany": {"germany": {"factory": 1}}}, money={"germany": 3000})
    game.apply(Purchase({"infantry": 1000}))
    end(game)
    end(game)
    game.apply(Place("infantry", "germany", "germany", 1000))
    assert count(game, "germany", "germany") == {"infantry": 1000, "factory": 1}


@pytest.mark.rule("CL-SETUP-06")
@pytest.mark.parametrize(
    "attempt",
    [
        {"kind": "give", "to": "japan", "money": 5},
        {"kind": "transfer", "space": "libya", "to": "japan"},
        {"kind": "purchase", "units": {"infantry": 1}, "to": "japan"},
        {"kind": "purchase", "units": {"infantry": 1}, "power": "japan"},
    ],
)
def test_money_and_land_cannot_be_given_away(attempt: dict[str, object]) -> None:
    """There is no action with which money or land changes hands between friends."""
    game = position(phase="purchase")
    with refused(game, "CL-TURN-05"):
        game.apply(attempt)


@pytest.mark.rule("CL-SETUP-06")
def test_no_action_names_a_power_that_receives_something() -> None:
    """Of all actions only sharing out hits mentions powers at all."""
    fields = {
        (action.__struct_config__.tag, field.name)
        for action in get_args(rules_of(position()).any_action())
        for field in msgspec.structs.fields(action)
    }
    assert not {field for field in fields if field[1] in ("power", "to", "owner", "money", "amount", "receiver")}


@pytest.mark.rule("CL-SETUP-06")
def test_a_negative_purchase_is_no_way_to_money() -> None:
    """Selling units back, even hidden in a bigger list, is refused."""
    game = position(phase="purchase", units={"germany": {"germany": {"factory": 1, "bomber": 2}}})
    for shopping in ({"bomber": -2}, {"bomber": -2, "infantry": 20}, {"infantry": -1, "armour": 1}):
        with refused(game, "CL-BUY-01"):
            game.apply(Purchase(shopping))


@pytest.mark.rule("CL-SETUP-06")
def test_units_cannot_be_bought_for_an_ally() -> None:
    """Germany's new infantry goes neither to Japan's complex nor, as a complex, onto Japanese land."""
    game = position(
        phase="placement",
        units={"japan": {"japan": {"factory": 1}}, "germany": {"germany": {"factory": 1}}},
        pool={"infantry": 1, "factory": 1},
    )
    check_menu(game)
    with refused(game, "CL-IC-08"):
        game.apply(Place("infantry", "japan", "japan"))
    with refused(game, "CL-IC-02"):
        game.apply(Place("factory", "manchuria", "manchuria"))


@pytest.mark.rule("CL-SETUP-06", "CL-STATUS-02")
def test_entering_or_leaving_an_allys_territory_gives_nobody_land() -> None:
    """German troops march into empty Japanese-held Persia: it stays Japanese."""
    game = position(
        phase="noncombat_move",
        units={"syria_iraq": {"germany": {"infantry": 3}}},
        owners={"syria_iraq": "germany", "persia": "japan"},
    )
    events = move(game, "3 infantry", "syria_iraq", "persia")
    assert not happened(events, "captured")
    assert (game.state.owner["syria_iraq"], game.state.owner["persia"]) == ("germany", "japan")
    pass_on(game, "japan", "combat_move")
    assert (game.state.owner["syria_iraq"], game.state.owner["persia"]) == ("germany", "japan")


@pytest.mark.rule("CL-SETUP-03")
@pytest.mark.parametrize(
    "wrong",
    [
        {"units": {"germany": {"germany": {"factory": 2}}}},
        {"units": {"turkey": {"germany": {"infantry": 1}}}},
        {"units": {"baltic_sea_zone": {"germany": {"transport": [{"cargo": {"germany": {"factory": 1}}}]}}}},
        {"units": {"baltic_sea_zone": {"germany": {"carrier": [{"cargo": {"germany": {"bomber": 1}}}]}}}},
        {"units": {"baltic_sea_zone": {"germany": {"battleship": [{"damage": 1}]}}}},
        {"units": {"germany": {"germany": {"armour": [{"spent": "2"}]}}}},
        {"units": {"germany": {"germany": {"armour": [{"spent": 3}]}}}},
        {"units": {"germany": {"germany": {"armour": [{"done": "yes"}]}}}},
        {"units": {"germany": {"germany": {"armour": [{"origin": "atlantis"}]}}}},
        {"owners": {"libya": ""}},
        {"owners": {"libya": ["uk"]}},
        {"power": ["germany"]},
        {"tech": {"germany": "rockets"}},
        {"tech": {"germany": 2}},
        {"seats": 2},
        {"seats": [5]},
    ],
    ids=repr,
)
def test_impossible_positions_are_refused(wrong: dict[str, Any]) -> None:
    """Two complexes in one territory, units in untouched neutrals, land that nobody owns, figures that cannot be."""
    with pytest.raises(SandtableError):
        sandtable.setup("classic", **({"power": "germany", "phase": "combat_move"} | wrong))


@pytest.mark.rule("CL-CMOVE-11", "CL-AIR-10", "CL-AA-13")
def test_a_position_written_down_after_combat_remembers_who_has_acted() -> None:
    """Set up again, the fighter is still in the air, the infantry has moved, the new gun stays."""
    before = position(
        units={
            "ukraine_ssr": {"germany": {"infantry": 1, "fighter": 1}},
            "caucasus": {"ussr": {"aa_gun": 1}},
            "black_sea_zone": {"uk": {"transport": 1}},
        },
        dice=[3, 6],
    )
    move(before, "1 infantry", "ukraine_ssr", "caucasus")
    move(before, "1 fighter", "ukraine_ssr", "black_sea_zone")
    end(before)
    game: WarGame = sandtable.setup(**sandtable.export(before))
    assert asked(game) == ("germany", "noncombat_move")
    with refused(game, "CL-AIR-10"):
        end(game)
    with refused(game, "CL-CMOVE-11"):
        move(game, "1 infantry", "caucasus", "ukraine_ssr")
    with refused(game, "CL-AA-13"):
        move(game, "1 aa_gun", "caucasus", "ukraine_ssr")
    with refused(game, "CL-AIR-07"):
        move(game, "1 fighter", "black_sea_zone", "caucasus")
    move(game, "1 fighter", "black_sea_zone", "ukraine_ssr")
    end(game)
