"""S42-CMOVE: what a combat move is, what it commits to, what it bars later."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import IllegalAction
from sandtable.warfare.actions import Bombard, Consent, DeclareAttack, EndPhase, Move, Retreat, Sail, Shell
from tests.spring1942.play import attack, fight, position, stance
from tests.spring1942.test_air import LOST_PACIFIC
from tests.words import (
    WarGame,
    asked,
    bombard,
    check_menu,
    count,
    end,
    happened,
    ids,
    land,
    move,
    options_of,
    refused,
    routes,
    sail,
    units,
    unrolled,
)


def fleet(**kinds: Any) -> dict[str, Any]:
    """German ships in SZ 5, next to SZ 6."""
    return {"sz_5": {"germany": kinds}}


# --- S42-CMOVE-01: combat moves lead to combat --------------------------------------------------------


@pytest.mark.rule("S42-CMOVE-01", "S42-CMOVE-04")
@pytest.mark.parametrize(
    ("start", "kind", "target"),
    [
        ("germany", "infantry", "eastern_europe"),
        ("germany", "fighter", "eastern_europe"),
        ("sz_5", "destroyer", "sz_6"),
        ("sz_5", "submarine", "sz_6"),
        ("sz_5", "transport", "sz_6"),
        ("germany", "bomber", "sz_5"),
    ],
)
def test_moves_without_combat_wait(start: str, kind: str, target: str) -> None:
    """To a friendly space without enemies nobody moves now; in the noncombat move it is legal (not the bomber)."""
    board = {start: {"germany": {kind: 1}}}
    game = position(units=board)
    with refused(game, "S42-CMOVE-01"):
        move(game, f"1 {kind}", start, target)
    later = position(units=board, phase="noncombat_move")
    if kind == "bomber":
        with refused(later, "S42-AIR-04"):
            move(later, f"1 {kind}", start, target)
    else:
        move(later, f"1 {kind}", start, target)
        assert count(later, target) == {kind: 1}


@pytest.mark.rule("S42-CMOVE-01")
def test_conquest_counts_as_combat() -> None:
    """Infantry may walk into an empty hostile territory; it falls in phase 3."""
    game = position(units={"eastern_europe": {"germany": {"infantry": 1}}})
    move(game, "1 infantry", "eastern_europe", "karelia_ssr")
    assert game.state.owner["karelia_ssr"] == "ussr"
    end(game)
    assert game.state.owner["karelia_ssr"] == "germany"


# --- S42-CMOVE-02: entering hostile land --------------------------------------------------------------


@pytest.mark.rule("S42-CMOVE-02")
def test_hostile_land_is_never_entered_later() -> None:
    """An empty Karelia cannot be entered in the noncombat move, on foot or from the sea."""
    game = position(
        phase="noncombat_move",
        units={
            "eastern_europe": {"germany": {"infantry": 1, "armour": 1}},
            "sz_5": {"germany": {"transport": {"cargo": {"germany": {"infantry": 1}}}}},
        },
    )
    with refused(game, "S42-NCM-02"):
        move(game, "1 infantry", "eastern_europe", "karelia_ssr")
    with refused(game, "S42-NCM-02"):
        move(game, "1 armour", "eastern_europe", "karelia_ssr")
    with refused(game, "S42-NCM-02"):
        sail(game, "sz_5", unload=ids(game, "sz_5", "1 infantry"), target="karelia_ssr")


# --- S42-CMOVE-03: several spaces ---------------------------------------------------------------------


@pytest.mark.rule("S42-CMOVE-03")
def test_one_space_is_attacked_from_several() -> None:
    """Infantry from Eastern Europe and Norway, a tank through friendly land and a fighter attack Karelia together."""
    game = position(
        units={
            "eastern_europe": {"germany": {"infantry": 1}},
            "norway": {"germany": {"infantry": 1, "fighter": 1}},
            "germany": {"germany": {"armour": 1}},
            "karelia_ssr": {"ussr": {"infantry": 1}},
            "ukraine_ssr": {"germany": {"infantry": 1}},
            "caucasus": {"ussr": {"infantry": 1}},
        },
    )
    move(game, "1 infantry", "eastern_europe", "karelia_ssr")
    move(game, "1 infantry", "norway", "karelia_ssr")
    move(game, "1 fighter", "norway", "karelia_ssr")
    move(game, "1 armour", "germany", "eastern_europe", "karelia_ssr")
    move(game, "1 infantry", "ukraine_ssr", "caucasus")
    end(game)
    assert asked(game) == ("germany", "next_battle")
    assert game.decision is not None and sorted(game.decision.about["spaces"]) == ["caucasus", "karelia_ssr"]


@pytest.mark.rule("S42-CMOVE-03")
@pytest.mark.parametrize(
    ("kind", "route"),
    [
        ("infantry", ("germany", "eastern_europe", "karelia_ssr")),
        ("artillery", ("germany", "eastern_europe", "karelia_ssr")),
        ("armour", ("western_europe", "germany", "eastern_europe", "karelia_ssr")),
        ("destroyer", ("sz_5", "sz_6", "sz_7", "sz_8")),
    ],
)
def test_everybody_keeps_to_his_range(kind: str, route: tuple[str, ...]) -> None:
    """Infantry and artillery 1, tanks and ships 2."""
    game = position(
        units={
            route[0]: {"germany": {kind: 1}},
            "karelia_ssr": {"ussr": {"infantry": 1}},
            "sz_8": {"uk": {"destroyer": 1}},
        }
    )
    with refused(game, "S42-CMOVE-03"):
        move(game, f"1 {kind}", *route)


@pytest.mark.rule("S42-CMOVE-03")
def test_ships_and_land_units_keep_to_their_element() -> None:
    """No ship on land, no infantry in the water."""
    game = position(units={"germany": {"germany": {"infantry": 1}}, **fleet(destroyer=1)})
    with refused(game, "S42-CMOVE-03"):
        move(game, "1 infantry", "germany", "sz_5")
    with refused(game, "S42-CMOVE-03"):
        move(game, "1 destroyer", "sz_5", "karelia_ssr")


# --- S42-CMOVE-04: ends in friendly spaces ------------------------------------------------------------


@pytest.mark.rule("S42-CMOVE-04")
def test_a_tank_that_blitzed_may_return() -> None:
    """(a) A tank takes empty Karelia and comes back to Eastern Europe."""
    game = position(units={"eastern_europe": {"germany": {"armour": 1}}})
    move(game, "1 armour", "eastern_europe", "karelia_ssr", "eastern_europe")
    assert game.state.owner["karelia_ssr"] == "germany" and count(game, "eastern_europe") == {"armour": 1}


@pytest.mark.rule("S42-CMOVE-04")
def test_an_assault_fleet_may_gather_in_a_friendly_zone() -> None:
    """(b) A transport and more battleships and cruisers than may fire; a destroyer may not come along."""
    game = position(
        units={
            **fleet(transport=1, battleship=1, cruiser=2, destroyer=1),
            "western_europe": {"germany": {"infantry": 1}},
            "united_kingdom": {"uk": {"infantry": 1}},
        }
    )
    with refused(game, "S42-AMPH-02"):
        bombard(game, "sz_5", "sz_6", target="united_kingdom")
    land(game, "1 infantry", "western_europe", "sz_5", "sz_6", target="united_kingdom")
    bombard(game, "sz_5", "sz_6", target="united_kingdom")
    bombard(game, "sz_5", "sz_6", target="united_kingdom", number=2, kind="cruiser")
    with refused(game, "S42-CMOVE-01"):
        move(game, "1 destroyer", "sz_5", "sz_6")
    with refused(game, "S42-AMPH-02"):
        bombard(game, "sz_5", "sz_6", target="united_kingdom", kind="destroyer")
    assert count(game, "sz_6") == {"infantry": 1, "battleship": 1, "cruiser": 2, "transport": 1}


@pytest.mark.rule("S42-CMOVE-04", "S42-HSZ-01")
def test_ships_may_leave_a_hostile_zone() -> None:
    """(c) A destroyer leaves SZ 5, where a British cruiser was built, for empty SZ 6."""
    game = position(units={"sz_5": {"germany": {"destroyer": 1}, "uk": {"cruiser": 1}}})
    move(game, "1 destroyer", "sz_5", "sz_6")
    end(game)
    assert asked(game) == ("germany", "noncombat_move")
    assert count(game, "sz_5") == {"cruiser": 1} and count(game, "sz_6") == {"destroyer": 1}


@pytest.mark.rule("S42-CMOVE-04")
@pytest.mark.parametrize("prey", ["submarine", "transport"])
def test_moves_against_submarines_and_transports(prey: str) -> None:
    """(d) A destroyer and a fighter move into a zone with only submarines or transports to attack them."""
    game = position(
        dice=[6, 6, 6],
        units={**fleet(destroyer=1), "sz_6": {"uk": {prey: 1}}, "norway": {"germany": {"fighter": 1}}},
    )
    move(game, "1 destroyer", "sz_5", "sz_6")
    move(game, "1 fighter", "norway", "sz_6")
    events = end(game)
    assert happened(events, "battle_began")[0].attackers == {"fighter": 1, "destroyer": 1}


@pytest.mark.rule("S42-CMOVE-04")
@pytest.mark.parametrize("enemy", [{}, {"uk": {"destroyer": 1}}], ids=["friendly", "hostile"])
def test_fighters_stay_behind_when_their_carrier_leaves(enemy: dict[str, Any]) -> None:
    """(e) The carrier leaves for a battle: its fighter waits airborne in the old zone, without fighting there."""
    game = position(
        power="usa",
        dice=[1, 6, 6],
        units={
            "sz_52": {"usa": {"carrier": {"cargo": {"usa": {"fighter": 1}}}}},
            "sz_51": {"japan": {"destroyer": 1}},
            "sz_53": {"japan": {"transport": 1}} if enemy else {},
            "hawaiian_islands": {"usa": {"infantry": 1}},
        },
    )
    move(game, "1 carrier", "sz_52", "sz_51")
    fighter = units(game, "sz_52", "fighter")[0]
    assert fighter.airborne and not fighter.aboard and not fighter.spent
    end(game)
    assert asked(game) == ("usa", "noncombat_move")
    move(game, "1 fighter", "sz_52", "hawaiian_islands")
    assert count(game, "hawaiian_islands") == {"infantry": 1, "fighter": 1}


@pytest.mark.rule("S42-CMOVE-04")
def test_fighters_left_in_a_hostile_zone_do_not_fight() -> None:
    """(e) The carrier leaves a hostile zone: the fighter waits there and no battle is fought."""
    game = position(
        power="usa",
        units={"sz_52": {"usa": {"carrier": {"cargo": {"usa": {"fighter": 1}}}}, "japan": {"destroyer": 1}}},
    )
    move(game, "1 carrier", "sz_52", "sz_53")
    events = end(game)
    assert not happened(events, "battle_began")
    assert asked(game) == ("usa", "noncombat_move")
    move(game, "1 fighter", "sz_52", "sz_53", deck=units(game, "sz_53", "carrier")[0].id)
    end(game)
    assert count(game, "sz_53") == {"fighter": 1, "carrier": 1}


# --- S42-CMOVE-05 and -06: what stops movement --------------------------------------------------------


@pytest.mark.rule("S42-CMOVE-05")
def test_hostile_spaces_stop() -> None:
    """A tank stops in defended Karelia, a cruiser at the destroyer in SZ 6."""
    game = position(
        units={
            "eastern_europe": {"germany": {"armour": 1}},
            "karelia_ssr": {"ussr": {"infantry": 1}},
            **fleet(cruiser=1, submarine=1),
            "sz_6": {"uk": {"cruiser": 1}},
            "sz_7": {"uk": {"destroyer": 1}},
        }
    )
    with refused(game, "S42-CMOVE-05"):
        move(game, "1 armour", "eastern_europe", "karelia_ssr", "archangel")
    with refused(game, "S42-CMOVE-05"):
        move(game, "1 cruiser", "sz_5", "sz_6", "sz_7")
    move(game, "1 submarine", "sz_5", "sz_6", "sz_7")
    move(game, "1 cruiser", "sz_5", "sz_6")


@pytest.mark.rule("S42-CMOVE-05", "S42-HSZ-02")
def test_the_start_does_not_stop() -> None:
    """A cruiser beside a British destroyer sails two zones to a battle."""
    game = position(units={"sz_5": {"germany": {"cruiser": 1}, "uk": {"destroyer": 1}}, "sz_7": {"uk": {"cruiser": 1}}})
    move(game, "1 cruiser", "sz_5", "sz_6", "sz_7")
    assert count(game, "sz_7", "germany") == {"cruiser": 1}


@pytest.mark.rule("S42-CMOVE-06")
def test_submarines_and_transports_hinder_nobody() -> None:
    """Past British submarines and transports a transport loads, sails and lands; a cruiser passes to a battle."""
    pests = {"uk": {"submarine": 2, "transport": 1}}
    game = position(
        dice=[6, 6],
        units={
            "sz_5": {"germany": {"transport": 1, "cruiser": 1}, **pests},
            "sz_6": pests,
            "sz_7": {"uk": {"destroyer": 1}},
            "western_europe": {"germany": {"infantry": 1}},
        },
    )
    land(game, "1 infantry", "western_europe", "sz_5", "sz_6", target="united_kingdom")
    move(game, "1 cruiser", "sz_5", "sz_6", "sz_7")
    assert count(game, "sz_7", "germany") == {"cruiser": 1}


# --- S42-CMOVE-07: attack or ignore -------------------------------------------------------------------


@pytest.mark.rule("S42-CMOVE-07", "S42-HSZ-06")
def test_without_a_declaration_nothing_happens() -> None:
    """A cruiser beside a submarine and a transport: no declaration, no battle, and it moves on later."""
    game = position(units={"sz_5": {"germany": {"cruiser": 1}, "uk": {"submarine": 1, "transport": 1}}})
    end(game)
    assert asked(game) == ("germany", "noncombat_move")
    move(game, "1 cruiser", "sz_5", "sz_6")


@pytest.mark.rule("S42-CMOVE-07")
def test_a_declaration_covers_the_whole_zone() -> None:
    """Submarine and transport are attacked together, by all own ships there."""
    game = position(
        dice=[1, 6, 6, 6],
        units={
            "sz_5": {
                "germany": {"destroyer": 1, "cruiser": 1, "transport": 1},
                "uk": {"submarine": 1, "transport": 1},
            }
        },
    )
    assert DeclareAttack("sz_5") in options_of(game)
    events = attack(game, "sz_5") + end(game)
    assert happened(events, "attack_declared")
    began = happened(events, "battle_began")[0]
    assert began.attackers == {"cruiser": 1, "destroyer": 1, "transport": 1}
    assert began.defenders == {"uk": {"submarine": 1, "transport": 1}}


@pytest.mark.rule("S42-CMOVE-07")
def test_only_the_transport_cannot_be_attacked() -> None:
    """There is no order against part of a zone, and none to ignore what nobody has declared or cannot be ignored."""
    game = position(units={"sz_5": {"germany": {"cruiser": 1}, "uk": {"submarine": 1, "transport": 1}}})
    prey = units(game, "sz_5", "transport")[0].id
    with refused(game, "S42-SETUP-06"):
        game.apply({"kind": "declare_attack", "zone": "sz_5", "units": [prey], "attack": "only"})
    with refused(game, "S42-CMOVE-07"):
        attack(game, "sz_5", attack=False)
    attack(game, "sz_5")
    with refused(game, "S42-CMOVE-07"):
        attack(game, "sz_5")


@pytest.mark.rule("S42-CMOVE-07", "S42-CMOVE-12")
def test_an_attack_ends_where_nobody_is_left_for_it() -> None:
    """The cruiser that was to attack the submarine has gone; a transport sails past it as if nothing had been said."""
    game = position(
        units={
            "sz_5": {"germany": {"cruiser": 1}, "uk": {"submarine": 1}},
            "sz_6": {"germany": {"transport": 1}},
            "sz_7": {"uk": {"cruiser": 1}},
            "norway": {"germany": {"infantry": 1}},
            "karelia_ssr": {"ussr": {"infantry": 1}},
        }
    )
    attack(game, "sz_5")
    events = move(game, "1 cruiser", "sz_5", "sz_6", "sz_7")
    assert [(event.zone, event.attack) for event in happened(events, "attack_declared")] == [("sz_5", False)]
    assert game.state.attacks == ("sz_7",)
    assert any(isinstance(action, Sail) and action.route[-1] == "sz_5" for action in check_menu(game))
    (soldier,) = ids(game, "norway", "1 infantry")
    sail(game, "sz_6", "sz_5", load={soldier: "sz_6"}, unload=[soldier], target="karelia_ssr")
    assert EndPhase() in check_menu(game)


@pytest.mark.rule("S42-CMOVE-07")
def test_a_declared_attack_is_called_off() -> None:
    """Ships that were there anyway may leave the submarine alone after all, and attack it again."""
    game = position(units={"sz_5": {"germany": {"transport": 1}, "uk": {"submarine": 1}}})
    attack(game, "sz_5")
    with refused(game, "S42-CMOVE-12"):
        end(game)
    assert check_menu(game) == [DeclareAttack("sz_5", False)]
    events = attack(game, "sz_5", attack=False)
    assert [(event.zone, event.attack) for event in happened(events, "attack_declared")] == [("sz_5", False)]
    assert not game.state.attacks and not game.state.ignored
    assert check_menu(game) == [EndPhase()]  # what could not be ended is not offered, only accepted
    attack(game, "sz_5")
    assert game.state.attacks == ("sz_5",)


@pytest.mark.rule("S42-CMOVE-07")
def test_an_attack_for_which_somebody_was_sent_stands() -> None:
    """Ships that sailed and aircraft that flew there came to fight; transports that land from there did not."""
    forces: dict[str, Any] = {
        "sz_5": {"germany": {"destroyer": 1}, "uk": {"submarine": 1}},
        "sz_6": {"germany": {"cruiser": 1, "transport": {"cargo": {"germany": {"infantry": 1}}}}},
        "germany": {"germany": {"fighter": 1}},
        "karelia_ssr": {"ussr": {"infantry": 1}},
    }
    for order in (("1 cruiser", "sz_6", "sz_5"), ("1 fighter", "germany", "sz_5")):
        game = position(units=forces)
        attack(game, "sz_5")
        move(game, *order)
        with refused(game, "S42-CMOVE-07"):
            attack(game, "sz_5", attack=False)
        assert DeclareAttack("sz_5", False) not in check_menu(game)
    game = position(units=forces)
    attack(game, "sz_5")
    sail(game, "sz_6", "sz_5", unload=ids(game, "sz_6", "1 infantry"), target="karelia_ssr")
    attack(game, "sz_5", attack=False)
    end(game)
    assert asked(game) == ("germany", "fight_or_ignore")  # that is still to be said


@pytest.mark.rule("S42-CMOVE-12", "S42-TURN-04", "S42-AIR-10")
def test_no_ally_is_asked_while_the_phase_could_not_end() -> None:
    """After the answer nothing could be taken back: first the attack that nobody can make is called off."""
    game = position(
        "usa",
        units={
            "sz_60": {"usa": {"transport": 1}, "japan": {"submarine": 1}},
            "hawaiian_islands": {"usa": {"fighter": 1}},
            "sz_50": {"japan": {"transport": 1}},
            "sz_49": {"uk": {"carrier": 1}},
        },
        owners=LOST_PACIFIC,
    )
    flight = ("1 fighter", "hawaiian_islands", "sz_52", "sz_51", "sz_50")
    attack(game, "sz_60")
    with refused(game, "S42-CMOVE-12"):
        move(game, *flight)
    assert check_menu(game) == [DeclareAttack("sz_60", False)]
    attack(game, "sz_60", attack=False)
    move(game, *flight)
    assert asked(game) == ("uk", "consent")
    for answer in (True, False):
        trial = game.copy()
        trial.apply(Consent(answer))
        assert EndPhase() in check_menu(trial)
        with pytest.raises(IllegalAction, match="somebody else was asked"):
            trial.undo()


@pytest.mark.rule("S42-CMOVE-07")
def test_nothing_to_declare() -> None:
    """No declaration for empty zones, zones without own ships, friends, or zones that are hostile anyway."""
    game = position(
        units={
            "sz_5": {"germany": {"cruiser": 1}, "japan": {"submarine": 1}},
            "sz_6": {"uk": {"transport": 1}},
            "sz_14": {"germany": {"cruiser": 1}, "uk": {"destroyer": 1, "transport": 1}},
        }
    )
    for zone in ("sz_5", "sz_6", "sz_7", "sz_14"):
        with refused(game, "S42-CMOVE-07"):
            attack(game, zone)
    assert not any(isinstance(action, DeclareAttack) for action in options_of(game))


@pytest.mark.rule("S42-CMOVE-07")
def test_a_surface_warship_leaves_no_choice() -> None:
    """With a destroyer beside them, submarine and transport are in the battle."""
    game = position(
        dice=[6, 6, 6],
        units={"sz_5": {"germany": {"cruiser": 1}, "uk": {"destroyer": 1, "submarine": 1, "transport": 1}}},
    )
    events = end(game)
    assert happened(events, "battle_began")[0].defenders == {"uk": {"destroyer": 1, "submarine": 1, "transport": 1}}


@pytest.mark.rule("S42-CMOVE-07")
def test_moving_there_commits() -> None:
    """A cruiser sails into a zone with a transport: the attack needs no further word, and ships there join."""
    game = position(
        units={**fleet(cruiser=1), "sz_6": {"germany": {"submarine": 1}, "uk": {"transport": 1}}},
    )
    move(game, "1 cruiser", "sz_5", "sz_6")
    events = end(game)
    assert happened(events, "battle_began")[0].attackers == {"cruiser": 1, "submarine": 1}
    assert count(game, "sz_6", "uk") == {}


@pytest.mark.rule("S42-CMOVE-07")
def test_aircraft_commit_the_ships_already_there() -> None:
    """A fighter sent against a transport brings the German destroyer in the zone into the battle."""
    game = position(
        units={
            "sz_5": {"germany": {"destroyer": 1}, "uk": {"transport": 1}},
            "norway": {"germany": {"fighter": 1}},
        }
    )
    move(game, "1 fighter", "norway", "sz_5")
    events = end(game)
    assert happened(events, "battle_began")[0].attackers == {"fighter": 1, "destroyer": 1}


@pytest.mark.rule("S42-CMOVE-07")
def test_ships_that_fled_need_not_attack() -> None:
    """A cruiser leaves a hostile zone for one with a transport: it may ignore it, or attack it after a declaration."""
    board: dict[str, Any] = {
        "sz_5": {"germany": {"cruiser": 1}, "uk": {"battleship": 1}},
        "sz_6": {"uk": {"transport": 1}},
    }
    game = position(units=board)
    move(game, "1 cruiser", "sz_5", "sz_6")
    end(game)
    assert asked(game) == ("germany", "noncombat_move") and count(game, "sz_6", "uk") == {"transport": 1}
    game = position(units=board)
    move(game, "1 cruiser", "sz_5", "sz_6")
    attack(game, "sz_6")
    end(game)
    assert count(game, "sz_6", "uk") == {}


@pytest.mark.rule("S42-CMOVE-07")
@pytest.mark.parametrize("attacked", [True, False])
def test_in_an_assault_the_choice_comes_later(attacked: bool) -> None:
    """Transport and cruiser come to a zone with a British transport: the choice is asked when the assault begins."""
    game = position(
        units={
            **fleet(transport=1, cruiser=1),
            "western_europe": {"germany": {"infantry": 1}},
            "sz_6": {"uk": {"transport": 1}},
        }
    )
    land(game, "1 infantry", "western_europe", "sz_5", "sz_6", target="united_kingdom")
    bombard(game, "sz_5", "sz_6", target="united_kingdom", kind="cruiser")
    end(game)
    assert asked(game) == ("germany", "fight_or_ignore")
    attack(game, "sz_6", attack=attacked)
    assert count(game, "sz_6", "uk") == ({} if attacked else {"transport": 1})
    assert game.state.owner["united_kingdom"] == "germany"


# --- S42-CMOVE-08: who sinks transports stays ---------------------------------------------------------


@pytest.mark.rule("S42-CMOVE-08")
@pytest.mark.parametrize("arrived", [True, False])
def test_a_warship_that_sank_transports_stays(arrived: bool) -> None:
    """The cruiser sinks a lone transport, in the zone where it was or where it came to: it moves no more this turn."""
    start = "sz_5" if arrived else "sz_6"
    board: dict[str, Any] = {"sz_6": {"uk": {"transport": 1}}}
    board.setdefault(start, {})["germany"] = {"cruiser": 1}
    game = position(units=board)
    if arrived:
        move(game, "1 cruiser", "sz_5", "sz_6")
    else:
        attack(game, "sz_6")
    end(game)
    assert count(game, "sz_6") == {"cruiser": 1}
    with refused(game, "S42-CMOVE-10"):
        move(game, "1 cruiser", "sz_6", "sz_7")


# --- S42-CMOVE-09: moves first, then combat -----------------------------------------------------------


@pytest.mark.rule("S42-CMOVE-09")
def test_nothing_joins_a_battle_that_has_begun() -> None:
    """While battles are fought no unit moves any more."""
    game = position(
        dice=[6, 6],
        units={
            "eastern_europe": {"germany": {"infantry": 1, "armour": 1}},
            "karelia_ssr": {"ussr": {"infantry": 1}},
        },
    )
    move(game, "1 infantry", "eastern_europe", "karelia_ssr")
    end(game)
    assert asked(game) == ("germany", "retreat")
    with refused(game, "S42-CMOVE-09"):
        move(game, "1 armour", "eastern_europe", "karelia_ssr")


@pytest.mark.rule("S42-CMOVE-09")
def test_declared_attacks_are_fought() -> None:
    """Two attacks are declared: both are fought, in the order the attacker chooses."""
    game = position(
        dice=[1, 6, 1, 6],
        units={
            "eastern_europe": {"germany": {"infantry": 1}},
            "karelia_ssr": {"ussr": {"infantry": 1}},
            "ukraine_ssr": {"germany": {"infantry": 1}},
            "caucasus": {"ussr": {"infantry": 1}},
        },
    )
    move(game, "1 infantry", "eastern_europe", "karelia_ssr")
    move(game, "1 infantry", "ukraine_ssr", "caucasus")
    end(game)
    with refused(game, "S42-TURN-02"):
        end(game)
    fight(game, "caucasus")
    assert game.state.owner["caucasus"] == game.state.owner["karelia_ssr"] == "germany"
    assert unrolled(game) == 0


@pytest.mark.rule("S42-CMOVE-09")
def test_no_unit_moves_twice() -> None:
    """A tank that took Karelia in a step does not go on in another order."""
    game = position(units={"eastern_europe": {"germany": {"armour": 1}}})
    move(game, "1 armour", "eastern_europe", "karelia_ssr")
    with refused(game, "S42-CMOVE-10"):
        move(game, "1 armour", "karelia_ssr", "archangel")


# --- S42-CMOVE-10: who moved or fought rests ----------------------------------------------------------


@pytest.mark.rule("S42-CMOVE-10")
def test_land_and_sea_units_rest_after_combat() -> None:
    """The infantry that took Karelia and the cruiser that fought stay; the fighter flies home with what is left."""
    game = position(
        dice=[1, 1, 6, 1, 6],
        units={
            "eastern_europe": {"germany": {"infantry": 1}},
            "norway": {"germany": {"fighter": 1}},
            "karelia_ssr": {"ussr": {"infantry": 1}},
            **fleet(cruiser=1),
            "sz_6": {"uk": {"destroyer": 1}},
        },
    )
    move(game, "1 infantry", "eastern_europe", "karelia_ssr")
    move(game, "1 cruiser", "sz_5", "sz_6")
    move(game, "1 fighter", "norway", "karelia_ssr")
    end(game)
    fight(game, "karelia_ssr")
    assert asked(game) == ("germany", "noncombat_move")
    with refused(game, "S42-CMOVE-10"):
        move(game, "1 infantry", "karelia_ssr", "eastern_europe")
    with refused(game, "S42-CMOVE-10"):
        move(game, "1 cruiser", "sz_6", "sz_5")
    with refused(game, "S42-AIR-01"):
        move(game, "1 fighter", "karelia_ssr", "eastern_europe", "germany", "western_europe", "sz_7")
    move(game, "1 fighter", "karelia_ssr", "eastern_europe", "germany", "western_europe")


@pytest.mark.rule("S42-CMOVE-10", "S42-HSZ-05")
def test_a_battle_in_place_also_ends_the_turn() -> None:
    """A cruiser that fought without having moved cannot move in the noncombat move."""
    game = position(dice=[3, 6], units={"sz_5": {"germany": {"cruiser": 1}, "uk": {"destroyer": 1}}})
    end(game)
    assert count(game, "sz_5") == {"cruiser": 1}
    with refused(game, "S42-CMOVE-10"):
        move(game, "1 cruiser", "sz_5", "sz_6")


@pytest.mark.rule("S42-CMOVE-10")
def test_bombarding_and_retreating_end_the_turn() -> None:
    """A cruiser that shelled the coast stays; so does infantry that retreated."""
    game = position(
        dice=[3, 6, 6, 6, 6],
        units={
            **fleet(cruiser=1),
            "sz_6": {"germany": {"transport": {"cargo": {"germany": {"infantry": 1}}}, "cruiser": 1}},
            "united_kingdom": {"uk": {"infantry": 1}},
            "eastern_europe": {"germany": {"infantry": 1}},
            "karelia_ssr": {"ussr": {"infantry": 1}},
        },
    )
    sail(game, "sz_6", unload=ids(game, "sz_6", "1 infantry"), target="united_kingdom")
    move(game, "1 infantry", "eastern_europe", "karelia_ssr")
    end(game)
    assert asked(game) == ("germany", "bombardment")
    gun = units(game, "sz_6", "cruiser")[0].id
    game.apply(Shell((gun,)))
    assert asked(game) == ("germany", "retreat")
    game.apply(Retreat("eastern_europe"))
    assert asked(game) == ("germany", "noncombat_move")
    with refused(game, "S42-CMOVE-10"):
        move(game, "1 cruiser", "sz_6", "sz_7")
    with refused(game, "S42-CMOVE-10"):
        move(game, "1 infantry", "eastern_europe", "germany")
    move(game, "1 cruiser", "sz_5", "sz_6")


# --- S42-CMOVE-11: guns and factories -----------------------------------------------------------------


@pytest.mark.rule("S42-CMOVE-11")
def test_guns_and_factories_stay_in_the_combat_move() -> None:
    """Neither an AA gun nor a factory attacks, and a gun does not board a transport now."""
    game = position(
        units={
            "eastern_europe": {"germany": {"aa_gun": 1, "factory": 1}},
            "sz_5": {"germany": {"transport": 1}},
        }
    )
    with refused(game, "S42-CMOVE-11"):
        move(game, "1 aa_gun", "eastern_europe", "karelia_ssr")
    with refused(game, "S42-PLACE-07"):
        move(game, "1 factory", "eastern_europe", "karelia_ssr")
    with pytest.raises(Exception, match="S42-"):
        land(game, "1 aa_gun", "eastern_europe", "sz_5", target="karelia_ssr")
    assert not any(route[0] == "eastern_europe" for route in routes(game))


@pytest.mark.rule("S42-CMOVE-11")
def test_a_gun_aboard_rides_along() -> None:
    """A gun loaded in an earlier turn goes with its transport into a landing; only the infantry lands."""
    cargo = {"cargo": {"germany": {"infantry": 1, "aa_gun": 1}}}
    game = position(units=fleet(transport=cargo))
    with pytest.raises(Exception, match="S42-"):
        sail(game, "sz_5", "sz_6", unload=ids(game, "sz_5", "1 infantry, 1 aa_gun"), target="united_kingdom")
    sail(game, "sz_5", "sz_6", unload=ids(game, "sz_5", "1 infantry"), target="united_kingdom")
    end(game)
    assert count(game, "united_kingdom") == {"infantry": 1}
    assert count(game, "sz_6") == {"aa_gun": 1, "transport": 1}


# --- S42-CMOVE-12: pointless attacks ------------------------------------------------------------------


@pytest.mark.rule("S42-CMOVE-12")
@pytest.mark.parametrize("prey", [{}, {"aa_gun": 1}, {"factory": 1}, {"aa_gun": 1, "factory": 1}], ids=str)
def test_aircraft_alone_need_something_to_fight(prey: dict[str, int]) -> None:
    """A fighter alone cannot attack land without a combat unit."""
    game = position(units={"norway": {"germany": {"fighter": 1}}, "karelia_ssr": {"ussr": prey}})
    with refused(game, "S42-CMOVE-12"):
        move(game, "1 fighter", "norway", "karelia_ssr")
    fought = position(units={"norway": {"germany": {"fighter": 1}}, "karelia_ssr": {"ussr": prey | {"infantry": 1}}})
    move(fought, "1 fighter", "norway", "karelia_ssr")


@pytest.mark.rule("S42-CMOVE-12")
def test_a_bomber_alone_may_raid_a_factory() -> None:
    """Against a lone factory a bomber comes as a raider."""
    game = position(units={"germany": {"germany": {"bomber": 1}}, "caucasus": {"ussr": {"factory": 1}}})
    route = ("germany", "eastern_europe", "ukraine_ssr", "caucasus")
    with refused(game, "S42-CMOVE-12"):
        move(game, "1 bomber", *route)
    move(game, "1 bomber", *route, raid=True)


@pytest.mark.rule("S42-CMOVE-12")
def test_aircraft_alone_cannot_hunt_submarines() -> None:
    """Fighters against a zone with only submarines: the move is not accepted as a plan; with a destroyer it is."""
    game = position(
        dice=[6] * 4,
        units={"norway": {"germany": {"fighter": 1}}, "sz_6": {"uk": {"submarine": 1}}, **fleet(destroyer=1)},
    )
    assert not any(isinstance(a, Move) and a.route == ("norway", "sz_6") for a in options_of(game))
    move(game, "1 fighter", "norway", "sz_6")
    with refused(game, "S42-CMOVE-12"):
        end(game)
    move(game, "1 destroyer", "sz_5", "sz_6")
    end(game)


@pytest.mark.rule("S42-CMOVE-12")
@pytest.mark.parametrize(
    ("attackers", "prey", "legal"),
    [
        ({"submarine": 1}, {"submarine": 1}, True),
        ({"carrier": 1}, {"submarine": 1}, True),
        ({"transport": 1}, {"submarine": 1}, False),
        ({"transport": 1}, {"transport": 1}, False),
        ({"transport": 1}, {"submarine": 1, "transport": 1}, False),
        ({"transport": 1}, {"destroyer": 1}, True),
        ({"submarine": 1}, {"transport": 1}, True),
    ],
    ids=str,
)
def test_an_attack_needs_somebody_who_can_hit(attackers: dict[str, int], prey: dict[str, int], legal: bool) -> None:
    """Transports alone attack only hostile zones; anything with an attack value may attack ships it can hit."""
    game = position(dice=[6] * 8, units={"sz_5": {"germany": attackers}, "sz_6": {"uk": prey}})
    kind = next(iter(attackers))
    move(game, f"1 {kind}", "sz_5", "sz_6")
    if legal:
        end(game)
        assert asked(game) != ("germany", "combat_move")
    else:
        with refused(game, "S42-CMOVE-12"):
            end(game)


@pytest.mark.rule("S42-CMOVE-12")
def test_aircraft_alone_may_attack_transports_beside_submarines() -> None:
    """One transport among the submarines is enough for a fighter: it is sunk without a die."""
    game = position(
        units={"norway": {"germany": {"fighter": 1}}, "sz_6": {"uk": {"submarine": 1, "transport": 1}}},
    )
    move(game, "1 fighter", "norway", "sz_6")
    end(game)
    while asked(game)[1] == "submarines":
        stance(game)
    assert count(game, "sz_6", "uk") == {"submarine": 1}


# --- S42-CMOVE-13: what is fixed ----------------------------------------------------------------------


@pytest.mark.rule("S42-CMOVE-13")
def test_targets_are_fixed_when_the_phase_ends() -> None:
    """In phase 3 no new target, raid, landing or declaration is accepted."""
    game = position(
        dice=[6, 6],
        units={
            "eastern_europe": {"germany": {"infantry": 1}},
            "karelia_ssr": {"ussr": {"infantry": 1}},
            "germany": {"germany": {"bomber": 1}},
            "sz_5": {"germany": {"transport": {"cargo": {"germany": {"infantry": 1}}}, "cruiser": 1}},
            "sz_6": {"germany": {"cruiser": 1}, "uk": {"transport": 1}},
        },
    )
    move(game, "1 infantry", "eastern_europe", "karelia_ssr")
    end(game)
    assert asked(game) == ("germany", "retreat")
    with refused(game, "S42-CMOVE-09"):
        move(game, "1 bomber", "germany", "eastern_europe", "karelia_ssr")
    with refused(game, "S42-CMOVE-09"):
        sail(game, "sz_5", unload=ids(game, "sz_5", "1 infantry"), target="karelia_ssr")
    with refused(game, "S42-CMOVE-09"):
        game.apply(Bombard(ids(game, "sz_5", "1 cruiser"), ("sz_5",), "karelia_ssr"))
    with refused(game, "S42-TURN-02"):
        attack(game, "sz_6")


@pytest.mark.rule("S42-CMOVE-13")
def test_carrier_fighters_join_or_abstain() -> None:
    """One of two fighters joins the battle around its carrier; the other is no part of it."""
    game = carrier_battle()
    fighter = units(game, "sz_52", "fighter")[0].id
    game.apply(Move((fighter,), ("sz_52",)))
    events = end(game)
    assert happened(events, "battle_began")[0].attackers == {"fighter": 1, "carrier": 1}


@pytest.mark.rule("S42-CMOVE-13")
def test_the_menu_of_the_combat_move() -> None:
    """All listed orders can be given, among them joining a battle in place."""
    game = carrier_battle()
    listed = check_menu(game)
    assert any(isinstance(action, Move) and action.route == ("sz_52",) for action in listed)


def carrier_battle() -> WarGame:
    """An American carrier with two fighters beside a Japanese cruiser."""
    return position(
        power="usa",
        dice=[1, 1, 6],
        units={
            "sz_52": {"usa": {"carrier": {"cargo": {"usa": {"fighter": 2}}}}, "japan": {"cruiser": 1}},
            "hawaiian_islands": {"usa": {"infantry": 1}},
        },
    )
