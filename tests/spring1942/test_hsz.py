"""S42-HSZ: ships that begin their turn beside enemy surface warships."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.spring1942.rules import Rules1942
from sandtable.warfare.actions import Move, Place, Retreat
from tests.spring1942.play import answer, attack, fight, position, stance
from tests.words import (
    asked,
    check_menu,
    count,
    end,
    happened,
    ids,
    land,
    move,
    options_of,
    pass_on,
    refused,
    sail,
    units,
)


def beside(enemy: str, dice: list[int] | None = None, **kinds: Any) -> Any:
    """German ships in SZ 5 beside British ones «1 destroyer»."""
    number, kind = enemy.split()
    return position(dice=dice or [], units={"sz_5": {"germany": kinds, "uk": {kind: int(number)}}})


# --- S42-HSZ-01: leave or fight -----------------------------------------------------------------------


@pytest.mark.rule("S42-HSZ-01")
def test_who_stays_fights_without_a_declaration() -> None:
    """Cruiser, submarine and transport beside a British destroyer: all three are in the battle."""
    game = beside("1 destroyer", [1, 1, 6], cruiser=1, submarine=1, transport=1)
    events = end(game)
    assert happened(events, "battle_began")[0].attackers == {"cruiser": 1, "submarine": 1, "transport": 1}


@pytest.mark.rule("S42-HSZ-01")
def test_nothing_prevents_the_battle() -> None:
    """The declaration to ignore the enemy does not exist for a hostile zone."""
    game = beside("1 destroyer", [1, 6], cruiser=1)
    with refused(game, "S42-CMOVE-07"):
        attack(game, "sz_5", attack=False)
    events = end(game)
    assert happened(events, "battle_began")


@pytest.mark.rule("S42-HSZ-01")
def test_ships_may_leave_one_by_one() -> None:
    """The transport leaves without fighting, the submarine leaves to fight elsewhere, the cruiser stays and fights."""
    game = position(
        dice=[3, 6],
        units={
            "sz_5": {"germany": {"cruiser": 1, "transport": 1, "submarine": 1}, "uk": {"destroyer": 1}},
            "sz_7": {"uk": {"transport": 1}},
        },
    )
    move(game, "1 transport", "sz_5", "sz_6")
    move(game, "1 submarine", "sz_5", "sz_6", "sz_7")
    attack(game, "sz_7")
    events = end(game)
    events += fight(game, "sz_5")
    assert asked(game) == ("germany", "noncombat_move")
    fights = {event.space: event.attackers for event in happened(events, "battle_began")}
    assert fights == {"sz_5": {"cruiser": 1}, "sz_7": {"submarine": 1}}
    assert count(game, "sz_6") == {"transport": 1} and count(game, "sz_7") == {"submarine": 1}


@pytest.mark.rule("S42-HSZ-01")
def test_ships_built_beside_the_enemy() -> None:
    """Britain builds a destroyer in SZ 7 beside a German cruiser: no combat now, but in Germany's turn there is."""
    game = position(
        power="uk",
        phase="placement",
        pool={"destroyer": 1},
        dice=[1, 6],
        units={"united_kingdom": {"uk": {"factory": 1}}, "sz_7": {"germany": {"cruiser": 1}}},
    )
    game.apply(Place("destroyer", "sz_7", "united_kingdom"))
    pass_on(game, "germany", "combat_move")
    events = end(game)
    assert happened(events, "battle_began")[0].space == "sz_7"


# --- S42-HSZ-02: leaving ------------------------------------------------------------------------------


@pytest.mark.rule("S42-HSZ-02")
@pytest.mark.parametrize("kind", ["submarine", "cruiser", "transport"])
def test_leaving_is_a_move_of_two_zones(kind: str) -> None:
    """Nobody is held by the destroyer in the zone of departure; two zones are the limit."""
    game = beside("1 destroyer", None, **{kind: 1})
    with refused(game, "S42-CMOVE-03"):
        move(game, f"1 {kind}", "sz_5", "sz_6", "sz_7", "sz_8")
    assert Move(ids(game, "sz_5", f"1 {kind}"), ("sz_5", "sz_6", "sz_7")) in options_of(game)
    move(game, f"1 {kind}", "sz_5", "sz_6", "sz_7")
    end(game)
    assert asked(game) == ("germany", "noncombat_move") and count(game, "sz_7") == {kind: 1}


@pytest.mark.rule("S42-HSZ-02")
def test_a_transport_may_leave_by_a_voyage_too() -> None:
    """A voyage without cargo orders is a move like any other."""
    game = beside("1 destroyer", transport={"cargo": {"germany": {"infantry": 1}}})
    sail(game, "sz_5", "sz_6")
    end(game)
    assert count(game, "sz_6") == {"infantry": 1, "transport": 1}
    with refused(game, "S42-TRN-10"):
        sail(game, "sz_6", unload=ids(game, "sz_6", "1 infantry"), target="norway")


@pytest.mark.rule("S42-HSZ-02")
def test_other_hostile_zones_stop_as_always() -> None:
    """A cruiser leaving SZ 5 cannot pass the British carrier in SZ 6."""
    game = position(units={"sz_5": {"germany": {"cruiser": 1}, "uk": {"destroyer": 1}}, "sz_6": {"uk": {"carrier": 1}}})
    with refused(game, "S42-CMOVE-05"):
        move(game, "1 cruiser", "sz_5", "sz_6", "sz_7")


# --- S42-HSZ-03: no loading or unloading --------------------------------------------------------------

RETURN: dict[str, Any] = {
    "sz_5": {"germany": {"transport": 1, "battleship": 1}, "uk": {"destroyer": 1}},
    "norway": {"germany": {"infantry": 2}},
}


@pytest.mark.rule("S42-HSZ-03")
def test_no_loading_in_the_hostile_zone() -> None:
    """Infantry in Norway cannot board in SZ 5 while the destroyer is there."""
    game = position(units=RETURN)
    with refused(game, "S42-TRN-04"):
        land(game, "1 infantry", "norway", "sz_5", target="karelia_ssr")
    with refused(game, "S42-TRN-04"):
        land(game, "1 infantry", "norway", "sz_5", "sz_6", target="united_kingdom")


@pytest.mark.rule("S42-HSZ-03")
def test_out_to_load_and_back_to_fight() -> None:
    """SZ 5 – 6, load in SZ 6, back to SZ 5: the transport is in the battle and unloads once the zone is clear."""
    game = position(units=RETURN, dice=[4, 6])
    party = ids(game, "norway", "2 infantry")
    sail(game, "sz_5", "sz_6", "sz_5", load=dict.fromkeys(party, "sz_6"), unload=party, target="karelia_ssr")
    events = end(game)
    assert happened(events, "battle_began")[0].attackers == {"battleship": 1, "transport": 1}
    assert asked(game) == ("germany", "noncombat_move")
    assert game.state.owner["karelia_ssr"] == "germany"
    assert count(game, "karelia_ssr") == {"infantry": 2}


@pytest.mark.rule("S42-HSZ-03")
def test_no_unloading_while_the_zone_is_hostile() -> None:
    """Cargo aboard lands only after the battle is won; in the noncombat move of a lost one it stays aboard."""
    game = position(
        dice=[6, 2],
        units={
            "sz_5": {
                "germany": {"transport": {"cargo": {"germany": {"infantry": 1}}}, "cruiser": 1},
                "uk": {"destroyer": 1},
            },
        },
    )
    end(game)
    if asked(game)[1] == "choose_casualties":
        game.apply(options_of(game)[0])
    assert count(game, "sz_5", "germany") == {}


# --- S42-HSZ-04: submarines ---------------------------------------------------------------------------


@pytest.mark.rule("S42-HSZ-04")
def test_a_submarine_that_stays_may_submerge() -> None:
    """Beside a cruiser the submarine is in the battle and submerges at once."""
    game = beside("1 cruiser", submarine=1)
    end(game)
    assert asked(game) == ("germany", "submarines")
    stance(game, ids(game, "sz_5", "1 submarine"))
    assert asked(game) == ("germany", "noncombat_move")
    assert count(game, "sz_5") == {"cruiser": 1, "submarine": 1}
    with refused(game, "S42-CMOVE-10"):
        move(game, "1 submarine", "sz_5", "sz_6")


@pytest.mark.rule("S42-HSZ-04")
def test_a_submarine_beside_a_destroyer_must_fight() -> None:
    """With an enemy destroyer there is no choice: dice are rolled."""
    game = beside("1 destroyer", [1, 6], submarine=1)
    events = end(game)
    assert happened(events, "battle_began")
    assert asked(game)[1] != "submarines"


# --- S42-HSZ-05: afterwards, and carrier fighters -----------------------------------------------------


@pytest.mark.rule("S42-HSZ-05")
@pytest.mark.parametrize("kind", ["submarine", "cruiser"])
def test_who_left_moves_no_more(kind: str) -> None:
    """A ship that left in the combat move rests in the noncombat move."""
    game = beside("1 destroyer", None, **{kind: 1})
    move(game, f"1 {kind}", "sz_5", "sz_6")
    end(game)
    with refused(game, "S42-CMOVE-10"):
        move(game, f"1 {kind}", "sz_6", "sz_7")


def carrier(owner: str, **more: Any) -> Any:
    """A carrier of `owner` with an American fighter and a Japanese cruiser in SZ 52."""
    zone: dict[str, Any] = {"japan": {"cruiser": 1}, owner: {"carrier": {"cargo": {"usa": {"fighter": 1}}}}}
    for power, kinds in more.pop("ships", {}).items():
        zone.setdefault(power, {}).update(kinds)
    spaces = {"sz_52": zone, "hawaiian_islands": {"usa": {"infantry": 1}}} | more.pop("others", {})
    return position(power="usa", units=spaces, **more)


@pytest.mark.rule("S42-HSZ-05")
def test_carrier_fighters_join_without_moving() -> None:
    """The fighter joins the battle in its zone and has its whole range left afterwards."""
    game = carrier("usa", dice=[3, 6, 6])
    game.apply(Move(ids(game, "sz_52", "1 fighter"), ("sz_52",)))
    events = end(game)
    assert happened(events, "battle_began")[0].attackers == {"fighter": 1, "carrier": 1}
    assert asked(game) == ("usa", "noncombat_move")
    assert units(game, "sz_52", "fighter")[0].spent == 0


@pytest.mark.rule("S42-HSZ-05")
def test_carrier_fighters_may_abstain() -> None:
    """Without an order the fighter is no part of the battle, cannot be hit and lands afterwards."""
    game = carrier("usa", dice=[6, 1])
    events = end(game)
    assert happened(events, "battle_began")[0].attackers == {"carrier": 1}
    assert count(game, "sz_52", "usa") == {"fighter": 1}
    move(game, "1 fighter", "sz_52", "hawaiian_islands")


@pytest.mark.rule("S42-HSZ-05")
def test_fighters_on_an_allied_carrier_may_join() -> None:
    """An American fighter on a British carrier fights beside the American destroyer; the carrier stays out of it."""
    game = carrier("uk", dice=[3, 6, 6], ships={"usa": {"destroyer": 1}})
    game.apply(Move(ids(game, "sz_52", "1 fighter"), ("sz_52",)))
    events = end(game)
    assert happened(events, "battle_began")[0].attackers == {"fighter": 1, "destroyer": 1}


@pytest.mark.rule("S42-HSZ-05")
def test_a_fighter_on_an_allied_carrier_may_fight_alone() -> None:
    """Without own ships the zone is attacked by the fighter alone; nobody is asked, as it can land in Hawaii."""
    game = carrier("uk", dice=[6, 6])
    check_menu(game)
    game.apply(Move(ids(game, "sz_52", "1 fighter"), ("sz_52",)))
    events = end(game)
    assert happened(events, "battle_began")[0].attackers == {"fighter": 1}
    quiet = carrier("uk")
    events = end(quiet)
    assert not happened(events, "battle_began")


@pytest.mark.rule("S42-HSZ-05", "S42-COMBAT-02")
def test_a_fighter_on_an_allied_carrier_may_abstain() -> None:
    """The American destroyer fights beside the British carrier: deck and fighter on it stay out, untouched."""
    game = carrier("uk", dice=[6, 1], ships={"usa": {"destroyer": 1}})
    (fighter,) = units(game, "sz_52", "fighter")
    events = end(game)
    assert happened(events, "battle_began")[0].attackers == {"destroyer": 1}
    assert asked(game) == ("usa", "noncombat_move")
    assert count(game, "sz_52", "usa") == {"fighter": 1} and count(game, "sz_52", "uk") == {"carrier": 1}
    assert game.state.units[fighter.id] == fighter
    move(game, "1 fighter", "sz_52", "hawaiian_islands")


@pytest.mark.rule("S42-HSZ-05", "S42-CARR-05")
def test_a_fighter_leaves_an_allied_carrier_to_fight_elsewhere() -> None:
    """Taking off needs nobody's consent, and the cruiser in the zone does not hold the fighter back."""
    game = carrier("uk", dice=[3, 6], seats=[], others={"sz_51": {"japan": {"destroyer": 1}}})
    move(game, "1 fighter", "sz_52", "sz_51")
    events = end(game)
    assert [event.space for event in happened(events, "battle_began")] == ["sz_51"]
    assert asked(game) == ("usa", "noncombat_move")
    move(game, "1 fighter", "sz_51", "sz_52", "hawaiian_islands")
    assert count(game, "hawaiian_islands") == {"infantry": 1, "fighter": 1}


@pytest.mark.rule("S42-HSZ-05", "S42-TURN-04")
@pytest.mark.parametrize("agree", [True, False])
def test_whoever_joins_from_an_allied_deck_needs_it_again(agree: bool) -> None:
    """No land in reach: the ally is asked for the deck before the fighter joins; without it the fighter abstains."""
    lost = {space.id: "japan" for space in Rules1942.board.spaces.values() if space.owner}
    homes = {"united_kingdom": "uk", "russia": "ussr"}
    game = carrier("uk", dice=[6, 6], seats=[], owners=lost | homes, others={"hawaiian_islands": {}})
    game.apply(Move(ids(game, "sz_52", "1 fighter"), ("sz_52",)))
    assert asked(game) == ("uk", "consent")
    answer(game, agree)
    if not agree:
        with refused(game, "S42-AIR-06"):
            game.apply(Move(ids(game, "sz_52", "1 fighter"), ("sz_52",)))
    events = end(game)
    assert bool(happened(events, "battle_began")) is agree
    if agree:
        game.apply(Retreat())
        game.apply(Move(ids(game, "sz_52", "1 fighter"), ("sz_52",), deck=ids(game, "sz_52", "1 carrier", "uk")[0]))
    assert asked(game) == ("usa", "noncombat_move")
    assert units(game, "sz_52", "fighter")[0].aboard == ids(game, "sz_52", "1 carrier", "uk")[0]


@pytest.mark.rule("S42-HSZ-05")
def test_a_fighter_whose_carrier_left_may_still_join() -> None:
    """The carrier leaves, the destroyer stays: the fighter left behind may join the battle in its zone."""
    game = carrier("usa", dice=[3, 6, 6], ships={"usa": {"destroyer": 1}})
    move(game, "1 carrier", "sz_52", "sz_53")
    game.apply(Move(ids(game, "sz_52", "1 fighter"), ("sz_52",)))
    events = end(game)
    assert happened(events, "battle_began")[0].attackers == {"fighter": 1, "destroyer": 1}


@pytest.mark.rule("S42-HSZ-05")
def test_fighters_on_land_do_not_join_without_moving() -> None:
    """Joining in place is for fighters at sea; one in Hawaii pays its way, and there is nothing to join in peace."""
    game = position(
        power="usa",
        units={
            "sz_52": {"usa": {"carrier": {"cargo": {"usa": {"fighter": 1}}}}},
            "hawaiian_islands": {"usa": {"fighter": 1}},
        },
    )
    with refused(game, "S42-CMOVE-01"):
        game.apply(Move(ids(game, "sz_52", "1 fighter"), ("sz_52",)))
    with refused(game, "S42-CMOVE-01"):
        game.apply(Move(ids(game, "hawaiian_islands", "1 fighter"), ("hawaiian_islands",)))


# --- S42-HSZ-06: submarines and transports demand nothing ---------------------------------------------


@pytest.mark.rule("S42-HSZ-06")
@pytest.mark.parametrize("enemy", ["2 submarine", "2 transport"])
def test_submarines_and_transports_demand_nothing(enemy: str) -> None:
    """Beside them a cruiser may stay, or leave in the noncombat move, but not slip away in the combat move."""
    game = beside(enemy, cruiser=1)
    with refused(game, "S42-CMOVE-01"):
        move(game, "1 cruiser", "sz_5", "sz_6")
    events = end(game)
    assert not happened(events, "battle_began")
    move(game, "1 cruiser", "sz_5", "sz_6")
    assert count(game, "sz_6") == {"cruiser": 1}


@pytest.mark.rule("S42-HSZ-06")
def test_one_may_leave_them_to_attack_elsewhere() -> None:
    """A cruiser leaves the submarine alone and attacks a destroyer in SZ 6."""
    game = position(
        dice=[3, 6],
        units={"sz_5": {"germany": {"cruiser": 1}, "uk": {"submarine": 1}}, "sz_6": {"uk": {"destroyer": 1}}},
    )
    move(game, "1 cruiser", "sz_5", "sz_6")
    end(game)
    assert count(game, "sz_6") == {"cruiser": 1} and count(game, "sz_5") == {"submarine": 1}


@pytest.mark.rule("S42-HSZ-06")
def test_or_attack_them() -> None:
    """After a declaration the transports are sunk without a die."""
    game = beside("2 transport", cruiser=1)
    attack(game, "sz_5")
    end(game)
    assert count(game, "sz_5") == {"cruiser": 1}
