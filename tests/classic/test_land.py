"""CL-LAND: marching, boarding, the blitz, neutrals on the way."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable import IllegalAction
from sandtable.games.classic.rules import ClassicRules
from sandtable.warfare.actions import ChooseCasualties, EndPhase, Move
from tests.classic.play import position, rules_of
from tests.words import (
    WarGame,
    asked,
    check_menu,
    count,
    end,
    happened,
    ids,
    land,
    lose,
    move,
    pass_on,
    refused,
    routes,
    sail,
    units,
    unrolled,
)

BALTIC = "baltic_sea_zone"
NORTH_SEA = "north_sea_zone"
MEDITERRANEAN = "central_mediterranean_sea_zone"
EQUATOR = "french_equatorial_africa"


# CL-LAND-01: how far


@pytest.mark.rule("CL-LAND-01")
@pytest.mark.parametrize(("kind", "reach"), [("infantry", 1), ("armour", 2)])
def test_infantry_moves_one_and_armour_two(kind: str, reach: int) -> None:
    """Through friendly land in phase 4: one step more is refused and not listed."""
    way = ("germany", "eastern_europe", "ukraine_ssr", "caucasus")
    game = position(phase="noncombat_move", units={"germany": {"germany": {kind: 1}}}, owners={"caucasus": "germany"})
    with refused(game, "CL-LAND-01"):
        move(game, f"1 {kind}", *way[: reach + 2])
    assert max(len(route) for route in routes(game)) == reach + 1
    check_menu(game)
    move(game, f"1 {kind}", *way[: reach + 1])
    with refused(game, "CL-LAND-01"):
        move(game, f"1 {kind}", way[reach], way[reach - 1])


@pytest.mark.rule("CL-LAND-01")
def test_the_same_ranges_hold_for_attacks() -> None:
    """Two steps to Karelia: the armour comes, the infantry does not, not even in one group with it."""
    game = position(
        units={"germany": {"germany": {"infantry": 1, "armour": 1}}, "karelia_ssr": {"ussr": {"infantry": 1}}}
    )
    way = ("germany", "eastern_europe", "karelia_ssr")
    with refused(game, "CL-LAND-01"):
        move(game, "1 infantry, 1 armour", *way)
    with refused(game, "CL-LAND-01"):
        move(game, "1 armour", *way, "russia")
    move(game, "1 armour", *way)


@pytest.mark.rule("CL-LAND-01")
def test_armour_may_spend_its_points_in_two_moves_of_phase_4() -> None:
    """One step, another step, no third."""
    game = position(phase="noncombat_move", units={"germany": {"germany": {"armour": 1}}})
    move(game, "1 armour", "germany", "eastern_europe")
    move(game, "1 armour", "eastern_europe", "ukraine_ssr")
    with refused(game, "CL-LAND-01"):
        move(game, "1 armour", "ukraine_ssr", "eastern_europe")


# CL-LAND-02 and -03: land units and the sea


@pytest.mark.rule("CL-LAND-02")
@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
def test_land_units_never_enter_the_sea_by_themselves(phase: str) -> None:
    """Not as a target, not on the way, and not from aboard a ship."""
    cargo = {"transport": [{"cargo": {"germany": {"infantry": 1}}}]}
    game = position(phase=phase, units={"germany": {"germany": {"armour": 1}}, BALTIC: {"germany": cargo}})
    for way in (("germany", BALTIC), ("germany", BALTIC, "karelia_ssr"), ("germany", BALTIC, "finland_norway")):
        with refused(game, "CL-LAND-02"):
            move(game, "1 armour", *way)
    for target in ("karelia_ssr", "finland_norway"):
        with refused(game, "CL-LAND-02"):
            move(game, "1 infantry", BALTIC, target)


@pytest.mark.rule("CL-LAND-02", "CL-TRN-08")
def test_cargo_neither_fights_nor_can_be_chosen_as_a_loss() -> None:
    """Two loaded infantry in an attack: no dice for them, no choice of them, and they sink with their ship."""
    cargo = {"transport": [{"cargo": {"germany": {"infantry": 2}}}], "battleship": 1}
    game = position(units={BALTIC: {"germany": cargo}, NORTH_SEA: {"uk": {"battleship": 1}}}, dice=[6, 4, 4, 6])
    move(game, "1 battleship, 1 transport", BALTIC, NORTH_SEA)
    events = end(game)
    assert [event.attackers for event in happened(events, "battle_began")] == [{"battleship": 1, "transport": 1}]
    assert asked(game) == ("germany", "choose_casualties")
    with refused(game, "CL-COMBAT-05"):
        game.apply(ChooseCasualties(ids(game, NORTH_SEA, "1 infantry")))
    check_menu(game)
    events = lose(game, "1 transport")
    assert [(event.kinds, event.cause) for event in happened(events, "units_lost")] == [
        ({"transport": 1}, "battle"),
        ({"infantry": 2}, "sunk"),
    ]


@pytest.mark.rule("CL-LAND-02")
def test_cargo_does_not_defend_its_transport() -> None:
    """An attacked transport with armour aboard rolls its one die, the armour none."""
    cargo = {"transport": [{"cargo": {"uk": {"armour": 1}}}]}
    game = position(units={BALTIC: {"germany": {"battleship": 1}}, NORTH_SEA: {"uk": cargo}}, dice=[4, 6])
    move(game, "1 battleship", BALTIC, NORTH_SEA)
    events = end(game)
    assert [event.defenders for event in happened(events, "battle_began")] == [{"uk": {"transport": 1}}]
    assert unrolled(game) == 0
    assert count(game, NORTH_SEA) == {"battleship": 1}


@pytest.mark.rule("CL-LAND-03")
@pytest.mark.parametrize("kind", ["infantry", "armour", "aa_gun"])
def test_no_boarding_after_a_march(kind: str) -> None:
    """A unit that has marched to the coast does not board in the same turn, even with a point left."""
    game = position(
        phase="noncombat_move",
        units={"germany": {"germany": {kind: 1}}, BALTIC: {"germany": {"transport": 1}}},
    )
    (unit,) = ids(game, "germany", f"1 {kind}")
    move(game, f"1 {kind}", "germany", "eastern_europe")
    with refused(game, "CL-LAND-03"):
        sail(game, BALTIC, load={unit: BALTIC})
    assert not [action for action in check_menu(game) if getattr(action, "load", {})]


@pytest.mark.rule("CL-LAND-03")
@pytest.mark.parametrize("kind", ["infantry", "armour", "aa_gun"])
def test_no_march_after_a_peaceful_landing(kind: str) -> None:
    """Boarding plus landing is the whole move; cargo of an earlier turn does not go inland either."""
    game = position(
        phase="noncombat_move",
        units={
            "germany": {"germany": {kind: 1}},
            BALTIC: {"germany": {"transport": [1, {"cargo": {"germany": {"infantry": 2}}}]}},
        },
    )
    empty, loaded = units(game, BALTIC, "transport")
    land(game, f"1 {kind}", "germany", BALTIC, target="eastern_europe", transport=empty.id)
    sail(game, BALTIC, unload=ids(game, BALTIC, "2 infantry"), target="finland_norway", transport=loaded.id)
    with refused(game, "CL-LAND-03"):
        move(game, f"1 {kind}", "eastern_europe", "ukraine_ssr")
    with refused(game, "CL-LAND-03"):
        move(game, "1 infantry", "finland_norway", "karelia_ssr")
    assert check_menu(game) == [EndPhase()]


@pytest.mark.rule("CL-LAND-03", "CL-CMOVE-11")
def test_no_march_after_an_assault() -> None:
    """Armour landed in empty Karelia stands there for the rest of the turn and does not board again either."""
    game = position(
        units={"germany": {"germany": {"armour": 1}}, BALTIC: {"germany": {"transport": 2}}},
    )
    (armour,) = ids(game, "germany", "1 armour")
    land(game, "1 armour", "germany", BALTIC, target="karelia_ssr")
    end(game)
    with refused(game, "CL-LAND-03"):
        move(game, "1 armour", "karelia_ssr", "eastern_europe")
    with refused(game, "CL-LAND-03"):
        sail(game, BALTIC, load={armour: BALTIC})


@pytest.mark.rule("CL-LAND-03")
def test_no_boarding_after_a_blitz() -> None:
    """Armour that blitzed and came back to the coast is no cargo this turn, in phase 2 as in phase 4."""
    game = position(units={"libya": {"germany": {"armour": 1}}, MEDITERRANEAN: {"germany": {"transport": 1}}})
    (armour,) = ids(game, "libya", "1 armour")
    move(game, "1 armour", "libya", EQUATOR, "libya")
    with refused(game, "CL-LAND-03"):
        sail(
            game,
            MEDITERRANEAN,
            "east_mediterranean_sea_zone",
            load={armour: MEDITERRANEAN},
            unload=[armour],
            target="anglo_egypt_sudan",
        )
    end(game)
    with refused(game, "CL-LAND-03"):
        sail(game, MEDITERRANEAN, load={armour: MEDITERRANEAN})


@pytest.mark.rule("CL-LAND-03")
def test_a_unit_that_boards_does_not_march_off_again() -> None:
    """Aboard it can only go ashore with its transport."""
    game = position(
        phase="noncombat_move",
        units={"germany": {"germany": {"armour": 1}}, BALTIC: {"germany": {"transport": 1}}},
    )
    (armour,) = ids(game, "germany", "1 armour")
    sail(game, BALTIC, load={armour: BALTIC})
    with refused(game, "CL-LAND-02"):
        game.apply(Move((armour,), (BALTIC, "eastern_europe")))
    sail(game, BALTIC, unload=[armour], target="eastern_europe")


# CL-LAND-04 to -08: the second step


@pytest.mark.rule("CL-LAND-04")
def test_armour_moving_two_needs_a_friendly_first_territory() -> None:
    """Own or allied land is passed, land with enemy units is not."""
    game = position(
        units={
            "germany": {"germany": {"armour": 1}},
            "ukraine_ssr": {"germany": {"armour": 1}},
            "caucasus": {"ussr": {"infantry": 1}},
        },
        owners={"eastern_europe": "japan"},
    )
    with refused(game, "CL-CMOVE-06"):
        move(game, "1 armour", "ukraine_ssr", "caucasus", "russia")
    move(game, "1 armour", "germany", "eastern_europe", "karelia_ssr")
    assert "karelia_ssr" not in [event.space for event in happened(game.events, "captured")]


@pytest.mark.rule("CL-LAND-04", "CL-NCM-02")
def test_there_is_no_blitz_in_phase_4() -> None:
    """Empty enemy land is neither passed nor entered in the noncombat move."""
    game = position(phase="noncombat_move", units={"libya": {"germany": {"armour": 1}}})
    for way in (("libya", EQUATOR, "algeria"), ("libya", EQUATOR, "libya"), ("libya", EQUATOR)):
        with refused(game, "CL-NCM-02"):
            move(game, "1 armour", *way)
    assert not any(EQUATOR in route for route in routes(game))


@pytest.mark.rule("CL-LAND-04")
def test_infantry_does_not_blitz() -> None:
    """Infantry entering empty land stops there."""
    game = position(units={"libya": {"germany": {"infantry": 1}}})
    with refused(game, "CL-LAND-01"):
        move(game, "1 infantry", "libya", EQUATOR, "libya")
    move(game, "1 infantry", "libya", EQUATOR)
    with refused(game, "CL-CMOVE-04"):
        move(game, "1 infantry", EQUATOR, "congo")


@pytest.mark.rule("CL-LAND-05")
def test_a_blitz_takes_the_territory_on_the_spot() -> None:
    """Marker, production, gun and complex change hands in phase 2, before any battle."""
    game = position(
        units={
            "ukraine_ssr": {"germany": {"armour": 1}},
            "karelia_ssr": {"ussr": {"aa_gun": 1, "factory": 1}},
            "russia": {"ussr": {"infantry": 1}},
        }
    )
    events = move(game, "1 armour", "ukraine_ssr", "karelia_ssr", "russia")
    assert [(e.space, e.owner, e.loser, e.manner) for e in happened(events, "captured")] == [
        ("karelia_ssr", "germany", "ussr", "blitz")
    ]
    rules = rules_of(game)
    assert (rules.production(game.state, "germany"), rules.production(game.state, "ussr")) == (35, 21)
    assert count(game, "karelia_ssr", "germany") == {"aa_gun": 1, "factory": 1}
    assert asked(game) == ("germany", "combat_move")


@pytest.mark.rule("CL-LAND-05", "CL-CAPT-03")
def test_blitzing_an_allys_lost_territory_gives_it_back_to_him() -> None:
    """Germany blitzes Japanese-original Kwangtung out of Allied hands: it is Japanese at once, gun included."""
    game = position(
        units={"china": {"germany": {"armour": 1}}, "kwangtung": {"usa": {"aa_gun": 1}}},
        owners={"china": "germany", "kwangtung": "usa"},
    )
    move(game, "1 armour", "china", "kwangtung", "china")
    assert game.state.owner["kwangtung"] == "japan"
    assert count(game, "kwangtung", "japan") == {"aa_gun": 1}
    assert rules_of(game).production(game.state, "germany") == 32 + 2


@pytest.mark.rule("CL-LAND-05", "CL-CAPT-04")
def test_blitzed_land_of_an_ally_without_capital_stays_with_the_blitzer() -> None:
    """As before, but Tokyo is American: Germany holds Kwangtung in trust."""
    game = position(
        units={"china": {"germany": {"armour": 1}}},
        owners={"china": "germany", "kwangtung": "usa", "japan": "usa"},
    )
    move(game, "1 armour", "china", "kwangtung", "china")
    assert game.state.owner["kwangtung"] == "germany"


@pytest.mark.rule("CL-LAND-06")
def test_a_blitz_may_come_back_where_it_started() -> None:
    """Libya – empty Equatorial Africa – Libya: Germany +1, UK −1, armour back home."""
    game = position(units={"libya": {"germany": {"armour": 1}}})
    assert ("libya", EQUATOR, "libya") in routes(game)
    move(game, "1 armour", "libya", EQUATOR, "libya")
    rules = rules_of(game)
    assert (rules.production(game.state, "germany"), rules.production(game.state, "uk")) == (33, 29)
    assert count(game, "libya") == {"armour": 1}
    end(game)
    assert game.state.owner[EQUATOR] == "germany"


@pytest.mark.rule("CL-LAND-06")
@pytest.mark.parametrize(
    ("target", "garrison", "owner"),
    [("congo", 1, "uk"), ("congo", 0, "uk"), ("algeria", 0, "germany"), ("angola", 0, "")],
)
def test_where_a_blitz_may_end(target: str, garrison: int, owner: str) -> None:
    """In occupied, in empty, in friendly and in neutral land; all are listed and all are legal."""
    first = "congo" if target == "angola" else EQUATOR
    start = EQUATOR if target == "angola" else "libya"
    game = position(
        units={start: {"germany": {"armour": 1}}, target: {"uk": {"infantry": garrison}}},
        owners={EQUATOR: "germany"} if start == EQUATOR else {},
        dice=[3, 6],
    )
    assert (start, first, target) in {action.route for action in check_menu(game) if isinstance(action, Move)}
    move(game, "1 armour", start, first, target)
    assert game.state.owner[first] == "germany"
    assert game.state.owner.get(target) == ("germany" if owner == "" else owner)
    events = end(game)
    assert game.state.owner[target] == "germany"
    assert bool(happened(events, "battle_began")) is bool(garrison)
    assert game.state.money["germany"] == (29 if owner == "" else 32)


@pytest.mark.rule("CL-LAND-06")
def test_a_lost_battle_at_the_end_of_a_blitz_does_not_undo_the_blitz() -> None:
    """The armour dies in the Congo; Equatorial Africa stays German."""
    game = position(units={"libya": {"germany": {"armour": 1}}, "congo": {"uk": {"infantry": 1}}}, dice=[6, 2])
    move(game, "1 armour", "libya", EQUATOR, "congo")
    end(game)
    assert game.state.owner[EQUATOR] == "germany" and game.state.owner["congo"] == "uk"


@pytest.mark.rule("CL-LAND-07")
@pytest.mark.parametrize("alone", [{"aa_gun": 1}, {"factory": 1}, {"aa_gun": 1, "factory": 1}])
def test_a_lone_gun_or_complex_does_not_stop_a_blitz(alone: dict[str, int]) -> None:
    """Both are captured on the way."""
    game = position(units={"ukraine_ssr": {"germany": {"armour": 1}}, "karelia_ssr": {"ussr": alone}})
    assert ("ukraine_ssr", "karelia_ssr", "russia") in routes(game)
    move(game, "1 armour", "ukraine_ssr", "karelia_ssr", "russia")
    assert count(game, "karelia_ssr", "germany") == alone


@pytest.mark.rule("CL-LAND-07", "CL-OPT-15")
def test_the_option_lets_a_lone_gun_stop_a_blitz() -> None:
    """Switched off, the armour can only walk in and stop."""
    game = position(
        units={"ukraine_ssr": {"germany": {"armour": 1}}, "karelia_ssr": {"ussr": {"aa_gun": 1}}},
        options={"blitz_through_aa_and_ic": False},
    )
    assert ("ukraine_ssr", "karelia_ssr", "russia") not in routes(game)
    with refused(game, "CL-OPT-15"):
        move(game, "1 armour", "ukraine_ssr", "karelia_ssr", "russia")
    move(game, "1 armour", "ukraine_ssr", "karelia_ssr")


@pytest.mark.rule("CL-LAND-08")
def test_armour_stops_in_an_unviolated_neutral() -> None:
    """Japanese armour enters Mongolia for 3 IPC and cannot go on to Novosibirsk, at once or later this turn."""
    game = position("japan", units={"manchuria": {"japan": {"armour": 2}}})
    for beyond in ("novosibirsk", "manchuria", "china"):
        with refused(game, "CL-LAND-08"):
            move(game, "1 armour", "manchuria", "mongolia", beyond)
    assert not [route for route in routes(game) if len(route) > 2 and route[1] == "mongolia"]
    move(game, "1 armour", "manchuria", "mongolia")
    assert game.state.money["japan"] == 22
    with refused(game, "CL-CMOVE-04"):
        move(game, "1 armour", "mongolia", "novosibirsk")
    end(game)
    with refused(game, "CL-CMOVE-11"):
        move(game, "1 armour", "mongolia", "manchuria")


@pytest.mark.rule("CL-LAND-08", "CL-NEUT-03")
def test_once_taken_a_neutral_is_passed_like_friendly_land() -> None:
    """Mongolia bears the Japanese marker: a second armour goes through it and pays nothing."""
    game = position("japan", units={"manchuria": {"japan": {"armour": 2}}})
    move(game, "1 armour", "manchuria", "mongolia")
    move(game, "1 armour", "manchuria", "mongolia", "novosibirsk")
    assert game.state.money["japan"] == 22


@pytest.mark.rule("CL-LAND-08")
@pytest.mark.parametrize("first", ["friendly", "blitzed"])
def test_a_neutral_may_be_the_second_territory(first: str) -> None:
    """After friendly or blitzed Persia armour enters Afghanistan for the usual fee; without money it does not."""
    setting: dict[str, Any] = {
        "units": {"syria_iraq": {"germany": {"armour": 1}}},
        "owners": {"syria_iraq": "germany", "persia": "japan" if first == "friendly" else "uk"},
    }
    way = ("syria_iraq", "persia", "afghanistan")
    game = position(**setting, money={"germany": 2})
    assert way not in routes(game)
    with refused(game, "CL-NEUT-02"):
        move(game, "1 armour", *way)
    game = position(**setting, money={"germany": 3})
    assert way in {action.route for action in check_menu(game) if isinstance(action, Move)}
    move(game, "1 armour", *way)
    assert game.state.money["germany"] == 0
    assert game.state.owner["afghanistan"] == "germany"
    assert game.state.owner["persia"] == ("japan" if first == "friendly" else "germany")


@pytest.mark.rule("CL-LAND-08", "CL-NEUT-04")
def test_a_neutral_in_enemy_hands_is_blitzed_like_any_enemy_land() -> None:
    """Soviet-held Mongolia, empty: Japanese armour goes through it without a fee."""
    game = position("japan", units={"manchuria": {"japan": {"armour": 1}}}, owners={"mongolia": "ussr"})
    move(game, "1 armour", "manchuria", "mongolia", "novosibirsk")
    assert game.state.owner["mongolia"] == "japan"
    assert game.state.money["japan"] == 25
    pass_on(game, "usa", "research")
    assert game.state.owner["novosibirsk"] == "japan"


# The menu


@pytest.mark.rule("CL-LAND-01", "CL-LAND-04", "CL-LAND-06", "CL-LAND-08", "CL-TURN-05")
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
def test_the_menu_of_marches_is_what_the_rules_allow(phase: str, seed: int) -> None:
    """On a shuffled map, every order of one or two steps is tried: legal targets and blitzes are listed, others not."""
    rng = Random(seed)
    board = ClassicRules.board
    owners = {space: rng.choice(board.order) for space in board.land if space not in board.neutrals}
    owners |= {power.capital: power.id for power in board.powers.values()}
    garrisons: tuple[dict[str, int], ...] = ({"infantry": 1}, {"armour": 1}, {"fighter": 1}, {"aa_gun": 1}, {})
    forces = {space: {owner: rng.choice(garrisons)} for space, owner in owners.items()}
    forces |= {space: {"japan": {"infantry": 1, "armour": 1}} for space, owner in owners.items() if owner == "japan"}
    game = position("japan", phase, forces, owners=owners, money={"japan": rng.choice((2, 3, 30))})
    listed = {(action.units[0], action.route) for action in check_menu(game, 5000) if isinstance(action, Move)}
    legal = set()
    for unit in game.state.units.values():
        for step in board.borders[unit.space]:
            for route in ((unit.space, step), *((unit.space, step, last) for last in board.borders[step])):
                if unit.power == "japan" and is_legal(game, Move((unit.id,), route)):
                    legal.add((unit.id, route))
    assert listed <= legal
    blitzes = {(unit, way) for unit, way in legal if len(way) > 2 and owners.get(way[1]) in board.enemies["japan"]}
    assert blitzes <= listed
    targets = {(unit, way[-1]) for unit, way in legal if way[0] != way[-1]}
    assert targets == {(unit, way[-1]) for unit, way in listed if way[0] != way[-1]}


def is_legal(game: WarGame, action: Move) -> bool:
    """Whether an order can be given, tried on a copy."""
    try:
        game.copy().apply(action)
    except IllegalAction:
        return False
    return True
