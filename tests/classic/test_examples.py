"""The worked examples of the rules, one test each, with scripted dice where dice fall."""

from __future__ import annotations

import pytest

from sandtable.warfare.actions import Move, Place, Purchase, Research
from tests.classic.battles import (
    about,
    dice_left,
    every_menu_works,
    fight_on,
    next_battle,
    only,
    results,
    retreat,
    rolls,
    share,
    withdraw,
)
from tests.classic.play import position, rules_of
from tests.words import asked, bombard, count, end, happened, ids, land, lose, move, pass_on, refused, sail, units

__all__ = ["every_menu_works"]
pytestmark = pytest.mark.usefixtures("every_menu_works")

LIBYA, EGYPT = "libya", "anglo_egypt_sudan"
MED = "central_mediterranean_sea_zone"
EAST_MED = "east_mediterranean_sea_zone"
NORTH_SEA = "north_sea_zone"
CANADA = "east_canada_sea_zone"


@pytest.mark.rule("CL-BUY-01")
def test_example_01_purchase() -> None:
    """Germany has 28 IPC, does no research, buys two transports and two armour for 26: 2 are left."""
    game = position(phase="research", money={"germany": 28})
    game.apply(Research(0))
    events = game.apply(Purchase({"transport": 2, "armour": 2}))
    assert [(paid.amount, paid.reason) for paid in happened(events, "money_changed")] == [(-26, "purchase")]
    assert game.state.money["germany"] == 2
    assert game.state.pool == {"armour": 2, "transport": 2}


@pytest.mark.rule("CL-CMOVE-03")
def test_example_02_combat_move() -> None:
    """Infantry and armour go from Libya to Egypt, where British infantry and armour stand."""
    game = position(
        units={LIBYA: {"germany": {"infantry": 1, "armour": 1}}, EGYPT: {"uk": {"infantry": 1, "armour": 1}}}
    )
    (moved,) = happened(move(game, "1 infantry, 1 armour", LIBYA, EGYPT), "units_moved")
    assert moved.route == (LIBYA, EGYPT)
    assert count(game, LIBYA) == {}
    assert count(game, EGYPT, "germany") == count(game, EGYPT, "uk") == {"infantry": 1, "armour": 1}
    assert game.state.owner[EGYPT] == "uk"


@pytest.mark.rule("CL-COMBAT-03", "CL-COMBAT-07", "CL-COMBAT-10", "CL-CAPT-02")
def test_example_03_battle_for_egypt() -> None:
    """The battle die by die: two rounds, the German armour holds the territory."""
    game = position(
        units={LIBYA: {"germany": {"infantry": 1, "armour": 1}}, EGYPT: {"uk": {"infantry": 1, "armour": 1}}},
        dice=[4, 3, 4, 5, 1, 2],
    )
    move(game, "1 infantry, 1 armour", LIBYA, EGYPT)
    end(game)
    # First attack: the infantry misses, the armour hits; the British infantry goes behind the line.
    assert rolls(game) == [("germany", "infantry", (4,)), ("germany", "armour", (3,))]
    assert asked(game) == ("uk", "choose_casualties")
    events = lose(game, "1 infantry")
    # First defence: infantry and armour miss with 4 and 5; only now the infantry is removed.
    assert [event.kind for event in events[:3]] == ["units_hit", "dice_rolled", "units_lost"]
    assert rolls(game)[2:] == [("uk", "infantry armour", (4, 5))]
    assert count(game, EGYPT, "uk") == {"armour": 1}
    assert asked(game) == ("germany", "retreat")
    # Second attack: the infantry hits, the armour need not roll. Second defence: the armour hits with a 2.
    fight_on(game)
    assert rolls(game)[3:] == [("germany", "infantry", (1,)), ("uk", "armour", (2,))]
    assert asked(game) == ("germany", "choose_casualties")
    lose(game, "1 infantry")
    assert dice_left(game) == 0
    assert results(game) == {EGYPT: "won"}
    assert game.state.owner[EGYPT] == "germany"
    assert count(game, EGYPT) == {"armour": 1}


@pytest.mark.rule("CL-CAPT-02", "CL-INCOME-02")
def test_example_04_production() -> None:
    """Egypt has the value 2: Germany goes from 28 to 30, the UK from 30 to 28."""
    game = position(
        units={LIBYA: {"germany": {"armour": 1}}, EGYPT: {"uk": {"infantry": 1}}},
        owners={"ukraine_ssr": "ussr", "algeria": "usa"},
        dice=[1, 6],
    )
    produce = rules_of(game).production
    assert (produce(game.state, "germany"), produce(game.state, "uk")) == (28, 30)
    move(game, "1 armour", LIBYA, EGYPT)
    end(game)
    assert (produce(game.state, "germany"), produce(game.state, "uk")) == (30, 28)


@pytest.mark.rule("CL-NCM-05", "CL-MAP-12", "CL-TRN-03")
def test_example_05_noncombat_move() -> None:
    """Two loaded transports: one sails to the Black Sea and stays loaded, the other lands its infantry in Libya."""
    loaded = {"count": 2, "cargo": {"germany": {"infantry": 2}}}
    game = position(phase="noncombat_move", units={MED: {"germany": {"transport": [loaded]}}})
    first, second = ids(game, MED, "2 transport")
    ashore = [unit.id for unit in units(game, MED, "infantry") if unit.aboard == second]
    sail(game, MED, "black_sea_zone", transport=first)
    sail(game, MED, unload=ashore, target=LIBYA, transport=second)
    assert count(game, "black_sea_zone") == {"infantry": 2, "transport": 1}
    assert count(game, LIBYA) == {"infantry": 2}
    assert count(game, MED) == {"transport": 1}


@pytest.mark.rule("CL-PLACE-02", "CL-PLACE-03", "CL-PLACE-04")
def test_example_06_placement() -> None:
    """Complexes in Germany and Southern Europe: two transports off Southern Europe, two armour in it."""
    game = position(
        phase="placement",
        units={"germany": {"germany": {"factory": 1}}, "southern_europe": {"germany": {"factory": 1}}},
        pool={"transport": 2, "armour": 2},
    )
    game.apply(Place("transport", MED, "southern_europe", 2))
    game.apply(Place("armour", "southern_europe", "southern_europe", 2))
    assert count(game, MED) == {"transport": 2}
    assert count(game, "southern_europe") == {"armour": 2, "factory": 1}


@pytest.mark.rule("CL-INCOME-01")
def test_example_07_income() -> None:
    """Germany's marker stands at 30: it receives 30 IPC."""
    game = position(phase="income", owners={"finland_norway": "ussr"}, money={"germany": 2})
    (income,) = (paid for paid in happened(game.events, "money_changed") if paid.reason == "income")
    assert (income.power, income.amount) == ("germany", 30)
    assert game.state.money["germany"] == 2 + 30


@pytest.mark.rule("CL-SETUP-05")
def test_example_08_chips() -> None:
    """Seven infantry (on a table a red chip, a white chip and the figure) are seven units that move one by one."""
    red, white, figure = 5, 1, 1
    game = position(phase="noncombat_move", units={"germany": {"germany": {"infantry": red + white + figure}}})
    assert len(units(game, "germany", "infantry")) == 7
    move(game, "1 infantry", "germany", "eastern_europe")
    assert count(game, "germany") == {"infantry": 6}


@pytest.mark.rule("CL-MAP-01", "CL-MAP-02", "CL-MAP-10")
def test_example_09_adjacency() -> None:
    """A shared border line counts, a point does not; the board wraps; two pairs have no land link."""
    borders = rules_of(position()).board.borders
    near = [
        ("west_mediterranean_sea_zone", "algeria"),
        ("ukraine_ssr", "caucasus"),
        ("western_canada", "eastern_canada"),
        ("western_united_states", "eastern_united_states"),
        ("mexico", "panama"),
        ("new_zealand_sea_zone", "peru_sea_zone"),
    ]
    far = [
        ("west_mediterranean_sea_zone", LIBYA),
        ("eastern_europe", "caucasus"),
        ("finland_norway", "eastern_europe"),
        ("gibraltar", "algeria"),
    ]
    for here, there in near:
        assert there in borders[here] and here in borders[there]
    for here, there in far:
        assert there not in borders[here] and here not in borders[there]


@pytest.mark.rule("CL-COMBAT-02", "CL-COMBAT-04")
def test_example_10_battle_column() -> None:
    """Four attacking infantry are four dice in column 1; every 1 is a hit."""
    game = position(
        units={LIBYA: {"germany": {"infantry": 4}}, EGYPT: {"uk": {"infantry": 3}}}, dice=[1, 2, 1, 6, 6, 6, 6]
    )
    move(game, "4 infantry", LIBYA, EGYPT)
    end(game)
    attack = happened(game.events, "dice_rolled")[0]
    assert (attack.dice, attack.needed, attack.hits) == ((1, 2, 1, 6), (1, 1, 1, 1), 2)
    assert count(game, EGYPT, "uk") == {"infantry": 1}


@pytest.mark.rule("CL-IC-04")
def test_example_11_limit_of_a_new_complex() -> None:
    """The American complex in Sinkiang (value 2) places two units a turn, not three."""
    game = position(power="usa", phase="placement", units={"sinkiang": {"usa": {"factory": 1}}}, pool={"infantry": 3})
    with refused(game, "CL-IC-04"):
        game.apply(Place("infantry", "sinkiang", "sinkiang", 3))
    game.apply(Place("infantry", "sinkiang", "sinkiang", 2))
    assert count(game, "sinkiang") == {"infantry": 2, "factory": 1}
    with refused(game, "CL-IC-04"):
        game.apply(Place("infantry", "sinkiang", "sinkiang"))


@pytest.mark.rule("CL-TECH-03", "CL-TECH-05")
@pytest.mark.parametrize(
    ("owned", "dice", "gained"),
    [([], [6, 3], "super_submarines"), (["super_submarines"], [6, 3, 3, 6], "heavy_bombers")],
)
def test_example_12_development_roll(owned: list[str], dice: list[int], gained: str) -> None:
    """A breakthrough, then a 3: super submarines; whoever has them already rolls again."""
    game = position(phase="research", tech={"germany": owned}, dice=dice)
    events = game.apply(Research(1))
    assert [event.development for event in happened(events, "development_gained")] == [gained]
    assert dice_left(game) == 0


@pytest.mark.rule("CL-CMOVE-05")
def test_example_13_no_reinforcement() -> None:
    """Armour attacks Egypt, infantry stays in Libya: during the battle it cannot be sent after it."""
    game = position(
        units={LIBYA: {"germany": {"infantry": 1, "armour": 1}}, EGYPT: {"uk": {"infantry": 1}}}, dice=[6, 6, 1, 6]
    )
    move(game, "1 armour", LIBYA, EGYPT)
    end(game)
    assert asked(game) == ("germany", "retreat")
    with refused(game, "CL-CMOVE-05"):
        move(game, "1 infantry", LIBYA, EGYPT)
    fight_on(game)
    assert rolls(game)[2] == ("germany", "armour", (1,))
    assert count(game, LIBYA) == {"infantry": 1}


@pytest.mark.rule("CL-CMOVE-02")
def test_example_14_several_battles() -> None:
    """Japan fights the USSR on land and the USA at sea in one turn."""
    game = position(
        power="japan",
        units={
            "manchuria": {"japan": {"infantry": 2}},
            "soviet_far_east": {"ussr": {"infantry": 1}},
            "wake_island_sea_zone": {"japan": {"battleship": 1}},
            "hawaii_sea_zone": {"usa": {"transport": 1}},
        },
        dice=[1, 6, 6, 4, 6],
    )
    move(game, "2 infantry", "manchuria", "soviet_far_east")
    move(game, "1 battleship", "wake_island_sea_zone", "hawaii_sea_zone")
    end(game)
    next_battle(game, "soviet_far_east")
    assert results(game) == {"soviet_far_east": "won", "hawaii_sea_zone": "won"}
    assert game.state.owner["soviet_far_east"] == "japan"


@pytest.mark.rule("CL-AMPH-01", "CL-CMOVE-03")
def test_example_15_combined_attack_on_a_coast() -> None:
    """Aircraft, land units, a landing and a battleship, each from elsewhere, all in one battle."""
    game = position(
        units={
            "southern_europe": {"germany": {"fighter": 1, "infantry": 2}},
            LIBYA: {"germany": {"armour": 1}},
            MED: {"germany": {"transport": 1, "battleship": 1}},
            EGYPT: {"uk": {"infantry": 2, "armour": 1}, "usa": {"fighter": 1}},
        },
        dice=[4, 1, 6, 3, 3, 6, 6, 6, 6],
    )
    move(game, "1 armour", LIBYA, EGYPT)
    move(game, "1 fighter", "southern_europe", MED, LIBYA, EGYPT)
    land(game, "2 infantry", "southern_europe", MED, EAST_MED, target=EGYPT)
    bombard(game, MED, EAST_MED, target=EGYPT)
    (began,) = happened(end(game), "battle_began")
    assert began.attackers == {"infantry": 2, "armour": 1, "fighter": 1}
    share(game, usa=1)  # the battleship's hit
    assert asked(game) == ("uk", "choose_casualties")
    lose(game, "1 infantry")  # an infantry's hit; armour and fighter then hit the other two
    assert [kinds for _, kinds, _ in rolls(game)] == [
        "battleship",
        "infantry infantry",
        "armour fighter",
        "infantry infantry armour",
        "fighter",
    ]
    assert results(game) == {EGYPT: "won"}
    assert count(game, EGYPT) == {"infantry": 2, "armour": 1, "fighter": 1}


@pytest.mark.rule("CL-AIR-01", "CL-AIR-02")
def test_example_16_range() -> None:
    """A fighter flies two spaces out and two back to its base, a bomber three and three."""
    game = position(
        units={
            "germany": {"germany": {"fighter": 1, "bomber": 1}},
            "karelia_ssr": {"ussr": {"infantry": 1}},
            "russia": {"ussr": {"infantry": 1}},
        },
        dice=[1, 6, 1, 6],
    )
    move(game, "1 fighter", "germany", "eastern_europe", "karelia_ssr")
    move(game, "1 bomber", "germany", "eastern_europe", "karelia_ssr", "russia")
    end(game)
    next_battle(game, "karelia_ssr")
    with refused(game, "CL-AIR-01"):
        move(game, "1 fighter", "karelia_ssr", "eastern_europe", "germany", "western_europe")
    move(game, "1 fighter", "karelia_ssr", "eastern_europe", "germany")
    move(game, "1 bomber", "russia", "karelia_ssr", "eastern_europe", "germany")
    assert count(game, "germany") == {"fighter": 1, "bomber": 1}


@pytest.mark.rule("CL-CARR-04", "CL-SUB-03", "CL-SUB-06")
@pytest.mark.parametrize(("zone", "base", "island"), [(CANADA, NORTH_SEA, ""), (NORTH_SEA, CANADA, "united_kingdom")])
def test_example_17_submarine_against_a_carrier_with_a_fighter(zone: str, base: str, island: str) -> None:
    """The carrier is sunk without firing, the fighter misses, the submarine leaves; the fighter needs an island."""
    game = position(
        units={base: {"germany": {"submarine": 1}}, zone: {"uk": {"carrier": 1, "fighter": 1}}}, dice=[2, 5]
    )
    move(game, "1 submarine", base, zone)
    end(game)
    assert rolls(game) == [("germany", "submarine", (2,)), ("uk", "fighter", (5,))]
    assert count(game, zone, "uk") == {"fighter": 1}
    assert asked(game) == ("germany", "withdraw")
    withdraw(game, base)
    assert count(game, base) == {"submarine": 1}
    assert count(game, zone) == {}
    fighters = [unit.space for unit in game.state.units.values() if unit.kind == "fighter"]
    assert fighters == ([island] if island else [])


@pytest.mark.rule("CL-SBAT-03", "CL-COMBAT-05")
def test_example_18_choice_of_a_hit() -> None:
    """The hit is taken by a transport for 8 IPC instead of a battleship for 24."""
    game = position(
        units={MED: {"germany": {"battleship": 1, "transport": 1}}, EAST_MED: {"uk": {"battleship": 1}}},
        dice=[6, 1],
    )
    move(game, "1 battleship, 1 transport", MED, EAST_MED)
    end(game)
    prices = [rules_of(game).types[game.state.units[ident].kind].cost for ident in about(game, "units")]
    assert sorted(prices) == [8, 24]
    lose(game, "1 transport")
    assert count(game, EAST_MED, "germany") == {"battleship": 1}
    retreat(game, MED)


@pytest.mark.rule("CL-TRN-07")
def test_example_19_allied_cargo() -> None:
    """American infantry boards a British transport in the American turn, sails in the British, lands in its own."""
    game = position(
        power="usa",
        phase="noncombat_move",
        units={"eastern_canada": {"usa": {"infantry": 1}}, CANADA: {"uk": {"transport": 1}}},
    )
    ship, infantry = only(game, CANADA, "transport"), only(game, "eastern_canada", "infantry")
    sail(game, CANADA, load={infantry: CANADA}, transport=ship)
    with refused(game, "CL-TRN-07"):
        sail(game, CANADA, NORTH_SEA, transport=ship)
    pass_on(game, "uk", "noncombat_move")
    game.apply(Move((ship,), (CANADA, NORTH_SEA)))
    assert count(game, NORTH_SEA) == {"infantry": 1, "transport": 1}
    with refused(game, "CL-TRN-07"):
        sail(game, NORTH_SEA, unload=[infantry], target="united_kingdom", transport=ship)
    pass_on(game, "usa", "noncombat_move")
    sail(game, NORTH_SEA, unload=[infantry], target="united_kingdom", transport=ship)
    assert count(game, "united_kingdom", "usa") == {"infantry": 1}
