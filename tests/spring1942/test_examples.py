"""The worked examples of the rulebook, in its order."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.warfare.actions import Bombard, Place, Retreat, Shell, Submerge
from tests.spring1942.play import attack, position, rules_of
from tests.words import asked, count, end, happened, ids, move, pass_on, refused, sail, units, unrolled

EUROPE = "western_europe"


@pytest.mark.rule("S42-SETUP-06")
def test_example_01_a_stack_is_only_a_matter_of_display() -> None:
    """Seven infantry are seven infantry and move together; a hundred others may stand where they came from."""
    game = position(phase="noncombat_move", units={"germany": {"germany": {"infantry": 107}}})
    move(game, "7 infantry", "germany", "eastern_europe")
    assert count(game, "eastern_europe") == {"infantry": 7} and count(game, "germany") == {"infantry": 100}


@pytest.mark.rule("S42-MAP-06", "S42-MAP-08")
def test_example_02_panama_is_open_to_allies_of_its_holder() -> None:
    """A British destroyer passes from zone 19 to zone 20 in one step while the United States hold Panama."""
    board = {"sz_19": {"uk": {"destroyer": 1}, "germany": {"submarine": 1}}}
    game = position("uk", "noncombat_move", units=board)
    move(game, "1 destroyer", "sz_19", "sz_20", "sz_21")
    game = position("uk", "noncombat_move", units=board, owners={"panama": "japan"})
    with refused(game, "S42-MAP-06"):
        move(game, "1 destroyer", "sz_19", "sz_20")
    game = position("germany", "noncombat_move", units=board, owners={"panama": "japan"})
    move(game, "1 submarine", "sz_19", "sz_20")


@pytest.mark.rule("S42-CMOVE-05", "S42-SUB-01", "S42-SUB-02")
@pytest.mark.parametrize(
    ("ship", "stops_destroyer", "stops_submarine"),
    [("cruiser", True, False), ("destroyer", True, True), ("submarine", False, False), ("transport", False, False)],
)
def test_example_03_who_is_stopped_at_sea(ship: str, stops_destroyer: bool, stops_submarine: bool) -> None:
    """A surface ship stops a destroyer; a submarine is stopped by a destroyer only."""
    for own, stops in (("destroyer", stops_destroyer), ("submarine", stops_submarine)):
        game = position(
            units={"sz_5": {"germany": {own: 1}}, "sz_6": {"uk": {ship: 1}}, "sz_7": {"uk": {"cruiser": 1}}}
        )
        if stops:
            with refused(game, "S42-SUB-02" if own == "submarine" else "S42-CMOVE-05"):
                move(game, f"1 {own}", "sz_5", "sz_6", "sz_7")
        move(game, f"1 {own}", "sz_5", "sz_6", *([] if stops else ["sz_7"]))


@pytest.mark.rule("S42-CMOVE-05", "S42-BLITZ-04", "S42-AIR-03", "S42-MAP-04")
def test_example_03_who_is_stopped_on_land() -> None:
    """Gun and factory stop tanks like any unit; aircraft fly on; neutrals are closed to all."""
    for kind in ("infantry", "aa_gun", "factory"):
        game = position(
            units={
                "eastern_europe": {"germany": {"armour": 1, "fighter": 1}},
                "karelia_ssr": {"ussr": {kind: 1}},
                "archangel": {"ussr": {"infantry": 1}},
            }
        )
        with refused(game, "S42-CMOVE-05" if kind == "infantry" else "S42-BLITZ-04"):
            move(game, "1 armour", "eastern_europe", "karelia_ssr", "archangel")
        move(game, "1 fighter", "eastern_europe", "karelia_ssr", "archangel")
    game = position("uk", "noncombat_move", units={"caucasus": {"uk": {"fighter": 1, "infantry": 1}}})
    with refused(game, "S42-MAP-04"):
        move(game, "1 fighter", "caucasus", "turkey", "trans_jordan")
    with refused(game, "S42-MAP-04"):
        move(game, "1 infantry", "caucasus", "turkey")


@pytest.mark.rule("S42-AIR-01", "S42-AIR-06")
def test_example_04_a_bomber_keeps_points_for_the_way_home() -> None:
    """Six spaces to Ukraine and no friendly land within reach: illegal; with three spaces out it can return."""
    way = ("united_kingdom", "sz_7", EUROPE, "germany", "eastern_europe", "belorussia", "ukraine_ssr")
    held = dict.fromkeys(("karelia_ssr", "archangel", "caucasus", "russia"), "germany")
    game = position(
        "uk",
        units={
            "united_kingdom": {"uk": {"bomber": 1}},
            "ukraine_ssr": {"germany": {"infantry": 1}},
            "germany": {"germany": {"infantry": 1}},
        },
        owners=held,
    )
    with refused(game, "S42-AIR-06"):
        move(game, "1 bomber", *way)
    move(game, "1 bomber", *way[:4])


@pytest.mark.rule("S42-AIR-06", "S42-AIR-09", "S42-AIR-10", "S42-PLACE-09")
def test_example_04_a_fighter_spends_all_its_points_where_a_new_carrier_will_be() -> None:
    """Four spaces to zone 7; the carrier bought this turn is placed there and takes the fighter aboard."""
    board = {
        "united_kingdom": {"uk": {"factory": 1}},
        "gibraltar": {"uk": {"fighter": 1}},
        "sz_7": {"germany": {"transport": 1}},
    }
    way = ("gibraltar", "sz_13", "sz_12", "sz_8", "sz_7")
    game = position("uk", units=board)
    with refused(game, "S42-AIR-06"):  # nothing to land on
        move(game, "1 fighter", *way)
    game = position("uk", units=board, pool={"carrier": 1})
    move(game, "1 fighter", *way)
    end(game)
    assert asked(game) == ("uk", "noncombat_move") and not units(game, "sz_7", "transport")
    end(game)
    game.apply(Place("carrier", "sz_7", "united_kingdom"))
    carrier, fighter = units(game, "sz_7", "carrier")[0], units(game, "sz_7", "fighter")[0]
    assert fighter.aboard == carrier.id


def american_landing(defender: str, dice: list[int]) -> Any:
    """A US transport and battleship enter zone 7 off Western Europe."""
    game = position(
        "usa",
        units={
            "sz_8": {"usa": {"transport": {"cargo": {"usa": {"infantry": 1, "armour": 1}}}, "battleship": 1}},
            "sz_7": {"germany": {defender: 1}},
            EUROPE: {"germany": {"infantry": 1}},
        },
        dice=dice,
    )
    sail(game, "sz_8", "sz_7", unload=ids(game, "sz_8", "1 infantry, 1 armour"), target=EUROPE)
    return game


@pytest.mark.rule("S42-AMPH-02", "S42-AMPH-05", "S42-AMPH-06", "S42-AMPH-07", "S42-AMPH-11")
def test_example_05_the_assault_on_western_europe() -> None:
    """The battleship must win the sea battle first, then the cargo lands; no bombardment."""
    game = american_landing("destroyer", [4, 6, 6, 3, 6])
    move(game, "1 battleship", "sz_8", "sz_7")
    events = end(game)
    assert [(e.space, e.result) for e in happened(events, "battle_ended")] == [("sz_7", "won"), (EUROPE, "won")]
    assert "bombardment" not in [e.purpose for e in happened(events, "dice_rolled")]
    assert game.state.owner[EUROPE] == "usa" and not unrolled(game)


@pytest.mark.rule("S42-AMPH-06", "S42-AMPH-07", "S42-AMPH-09")
@pytest.mark.parametrize("ship", ["submarine", "transport"])
def test_example_05_past_submarines_and_transports(ship: str) -> None:
    """Had only these been there, the US could have ignored them and bombarded."""
    game = american_landing(ship, [4, 6])
    game.apply(Bombard(ids(game, "sz_8", "1 battleship"), ("sz_8", "sz_7"), EUROPE))
    end(game)
    attack(game, "sz_7", False)
    events = game.apply(Shell(ids(game, "sz_7", "1 battleship")))
    assert [e.purpose for e in happened(events, "dice_rolled")] == ["bombardment", "defence"]
    assert game.state.owner[EUROPE] == "usa" and count(game, "sz_7", "germany") == {ship: 1}


@pytest.mark.rule("S42-BLITZ-01", "S42-BLITZ-02", "S42-BLITZ-04")
def test_example_06_the_blitz() -> None:
    """A tank passes an empty territory, which is taken, and enters a second; a gun or factory would stop it."""
    game = position(units={"eastern_europe": {"germany": {"armour": 1}}})
    move(game, "1 armour", "eastern_europe", "karelia_ssr", "archangel")
    assert game.state.owner["karelia_ssr"] == "germany"
    for kind in ("aa_gun", "factory"):
        game = position(units={"eastern_europe": {"germany": {"armour": 1}}, "karelia_ssr": {"ussr": {kind: 1}}})
        with refused(game, "S42-BLITZ-04"):
            move(game, "1 armour", "eastern_europe", "karelia_ssr", "archangel")


@pytest.mark.rule("S42-RETR-02", "S42-RETR-03")
def test_example_07_a_retreat_to_where_one_of_the_attackers_came_from() -> None:
    """Destroyer from zone 3, cruiser from zone 7: the fleet leaves zone 6 together, to either of the two."""
    for zone in ("sz_3", "sz_7"):
        game = position(
            "uk",
            units={
                "sz_3": {"uk": {"destroyer": 1}},
                "sz_7": {"uk": {"cruiser": 1}},
                "sz_6": {"germany": {"battleship": 1}},
            },
            dice=[6, 6, 6],
        )
        move(game, "1 destroyer", "sz_3", "sz_6")
        move(game, "1 cruiser", "sz_7", "sz_6")
        end(game)
        with refused(game, "S42-RETR-02"):
            game.apply(Retreat("sz_5"))
        game.apply(Retreat(zone))
        assert count(game, zone, "uk") == {"cruiser": 1, "destroyer": 1}


@pytest.mark.rule("S42-CAP-01", "S42-CAP-04")
def test_example_08_moscow_falls_and_is_freed() -> None:
    """Germany gets the 18 IPC of the Soviet Union; the British liberation moves no money."""
    game = position(
        units={
            "west_russia": {"germany": {"armour": 1}},
            "archangel": {"uk": {"armour": 1}},
            "russia": {"ussr": {"factory": 1, "aa_gun": 1}},
        },
        money={"ussr": 18, "germany": 5, "uk": 7},
        dice=[3, 6],
    )
    move(game, "1 armour", "west_russia", "russia")
    end(game)
    assert (game.state.money["germany"], game.state.money["ussr"]) == (23, 0)
    assert game.state.owner["russia"] == "germany"
    pass_on(game, "uk", "combat_move")
    before = dict(game.state.money)
    move(game, "1 armour", "archangel", "russia")
    end(game)
    assert game.state.owner["russia"] == "ussr" and game.state.money == before
    assert count(game, "russia", "ussr") == {"aa_gun": 1, "factory": 1}


@pytest.mark.rule("S42-PLACE-02")
def test_example_09_six_units_at_southern_europe() -> None:
    """Value 6, undamaged: two infantry there and four ships in zone 14, not one more."""
    game = position(
        phase="placement",
        units={"southern_europe": {"germany": {"factory": 1}}},
        pool={"infantry": 3, "destroyer": 4},
    )
    game.apply(Place("infantry", "southern_europe", "southern_europe", 2))
    game.apply(Place("destroyer", "sz_14", "southern_europe", 4))
    with refused(game, "S42-PLACE-02"):
        game.apply(Place("infantry", "southern_europe", "southern_europe", 1))


@pytest.mark.rule("S42-COMBAT-10")
def test_example_10_artillery_supports_infantry() -> None:
    """Two artillery and five infantry: four dice at 2, three at 1; without support in defence."""
    game = position(
        units={
            "eastern_europe": {"germany": {"infantry": 5, "artillery": 2}},
            "karelia_ssr": {"ussr": {"infantry": 1, "artillery": 1}},
        },
        dice=[6] * 9,
    )
    move(game, "5 infantry, 2 artillery", "eastern_europe", "karelia_ssr")
    events = end(game)
    volley, answer_ = happened(events, "dice_rolled")
    assert sorted(zip(volley.units, volley.needed, strict=True)) == [
        ("artillery", 2),
        ("artillery", 2),
        ("infantry", 1),
        ("infantry", 1),
        ("infantry", 1),
        ("infantry", 2),
        ("infantry", 2),
    ]
    assert answer_.needed == (2, 2)


@pytest.mark.rule("S42-SUB-05", "S42-COMBAT-15")
def test_example_11_fighters_hit_transports_only() -> None:
    """Submarines and transports without a destroyer of the attacker's: the transports go, the submarines stay."""
    game = position(
        "uk",
        units={"united_kingdom": {"uk": {"fighter": 2}}, "sz_7": {"germany": {"submarine": 2, "transport": 2}}},
    )
    move(game, "2 fighter", "united_kingdom", "sz_7")
    end(game)
    assert asked(game) == ("uk", "noncombat_move")
    assert count(game, "sz_7", "germany") == {"submarine": 2}


@pytest.mark.rule("S42-SUB-05", "S42-COMBAT-07", "S42-COMBAT-09")
def test_example_11_hits_of_fighters_in_a_mixed_battle() -> None:
    """Beside an attacking cruiser the fighters' two hits can go to the transports alone, never to the submarine."""
    game = position(
        "uk",
        units={
            "united_kingdom": {"uk": {"fighter": 2}},
            "sz_8": {"uk": {"cruiser": 1}},
            "sz_7": {"germany": {"submarine": 1, "transport": 3}},
        },
        dice=[6, 1, 1, 6],
    )
    move(game, "2 fighter", "united_kingdom", "sz_7")
    move(game, "1 cruiser", "sz_8", "sz_7")
    end(game)
    assert asked(game) == ("germany", "submarines")
    game.apply(Submerge(()))  # it strikes, and misses
    assert count(game, "sz_7", "germany") == {"submarine": 1, "transport": 1}
    assert asked(game) == ("uk", "retreat")


@pytest.mark.rule("S42-AIR-01", "S42-AIR-02", "S42-NCM-07")
def test_example_12_the_long_flight() -> None:
    """Hawaiian Islands – 52 – 45 – 46 – Australia: four spaces, the range is used up; five are too many."""
    game = position("usa", "noncombat_move", units={"hawaiian_islands": {"usa": {"fighter": 1}}})
    way = ("hawaiian_islands", "sz_52", "sz_45", "sz_46", "australia")
    with refused(game, "S42-AIR-01"):
        move(game, "1 fighter", "hawaiian_islands", "sz_52", "sz_51", "sz_45", "sz_46", "australia")
    move(game, "1 fighter", *way)
    fighter = units(game, "australia", "fighter")[0]
    assert rules_of(game).points_left(game.state, fighter) == 0 and not fighter.airborne


@pytest.mark.rule("S42-AIR-02", "S42-AIR-08", "S42-AIR-11", "S42-CARR-02", "S42-CARR-07")
def test_example_13_the_carrier_shuttle() -> None:
    """The fighter flies 51 – 50 – 49 – Philippines and fights; the carrier follows to zone 49 and takes it aboard."""
    game = position(
        "usa",
        units={
            "sz_51": {"usa": {"carrier": 1, "fighter": 1}},
            "philippine_islands": {"japan": {"infantry": 1}},
        },
        dice=[3, 6],
    )
    move(game, "1 fighter", "sz_51", "sz_50", "sz_49", "philippine_islands")
    events = end(game)
    carrier = ids(game, "sz_51", "1 carrier")[0]
    assert [(e.carrier, e.zone) for e in happened(events, "carrier_pledged")] == [(carrier, "sz_49")]
    assert asked(game) == ("usa", "noncombat_move")
    with refused(game, "S42-AIR-11"):  # the pledged carrier goes nowhere else
        move(game, "1 carrier", "sz_51", "sz_52")
    move(game, "1 carrier", "sz_51", "sz_50", "sz_49")
    move(game, "1 fighter", "philippine_islands", "sz_49", deck=carrier)
    assert units(game, "sz_49", "fighter")[0].aboard == carrier
    assert game.state.owner["philippine_islands"] == "japan"


@pytest.mark.rule("S42-TRN-01", "S42-TRN-03")
def test_example_14_loading_twice_on_one_voyage() -> None:
    """Load, move, load again, move, unload at the end; the second load must fit beside the first."""
    for first, second, fits in (
        ("armour", "infantry", True),
        ("infantry", "artillery", True),
        ("aa_gun", "infantry", True),
        ("infantry", "infantry", True),
        ("armour", "artillery", False),
    ):
        game = position(
            phase="noncombat_move",
            units={
                "sz_5": {"germany": {"transport": 1}},
                "germany": {"germany": {first: 1}},
                "norway": {"germany": {second: 1}},
            },
        )
        party = (*ids(game, "germany", f"1 {first}"), *ids(game, "norway", f"1 {second}"))
        load = dict(zip(party, ("sz_5", "sz_6"), strict=True))
        if fits:
            sail(game, "sz_5", "sz_6", "sz_7", load=load, unload=party, target=EUROPE)
            assert sum(count(game, EUROPE).values()) == 2
        else:
            with refused(game, "S42-TRN-01"):
                sail(game, "sz_5", "sz_6", "sz_7", load=load, unload=party, target=EUROPE)
