"""Amphibious assaults and bombardment (CL-AMPH)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.warfare.actions import Bombard, Retreat
from tests.classic.drill import dice_left, moves_of, sailings_of, try_menu
from tests.classic.play import position
from tests.words import asked, bombard, count, end, happened, ids, land, lose, move, refused, sail, units

MED, EAST = "central_mediterranean_sea_zone", "east_mediterranean_sea_zone"
EGYPT = "anglo_egypt_sudan"


def rolls(events: list[Any]) -> list[tuple[str, tuple[str, ...]]]:
    """(purpose, kinds) of all dice, in order."""
    return [(e.purpose, e.units) for e in happened(events, "dice_rolled")]


def fleet(cargo: dict[str, int], **ships: int) -> dict[str, Any]:
    """A loaded German transport with an escort."""
    return {"germany": {"transport": {"cargo": {"germany": cargo}}, **ships}}


# CL-AMPH-01, -02


@pytest.mark.rule("CL-AMPH-01", "CL-AMPH-06", "CL-AA-06")
def test_example_15_landing_march_flight_and_bombardment_in_one_battle() -> None:
    """Gun first, then the battleship, then the columns; landed infantry, armour by land and a fighter."""
    game = position(
        units={
            MED: fleet({"infantry": 1}, battleship=1),
            "libya": {"germany": {"armour": 1}},
            "southern_europe": {"germany": {"fighter": 1}},
            EGYPT: {"uk": {"infantry": 2, "aa_gun": 1}},
        },
        dice=[6, 4, 6, 3, 6, 6, 6],
    )
    sail(game, MED, EAST, unload=ids(game, MED, "1 infantry"), target=EGYPT)
    bombard(game, MED, EAST, target=EGYPT)
    move(game, "1 armour", "libya", EGYPT)
    move(game, "1 fighter", "southern_europe", MED, EAST, EGYPT)
    events = end(game)
    assert happened(events, "battle_began")[0].attackers == {"infantry": 1, "armour": 1, "fighter": 1}
    assert rolls(events) == [
        ("anti_air", ("fighter",)),
        ("bombardment", ("battleship",)),
        ("attack", ("infantry",)),
        ("attack", ("armour", "fighter")),
        ("defence", ("infantry", "infantry")),
    ]
    assert game.state.owner[EGYPT] == "germany" and not dice_left(game)


@pytest.mark.rule("CL-AMPH-01")
def test_an_assault_goes_into_enemy_or_neutral_land_only() -> None:
    """Friendly Libya waits for phase 4, Syria and Turkey may be landed in."""
    game = position(units={MED: fleet({"infantry": 1})})
    party = ids(game, MED, "1 infantry")
    with refused(game, "CL-AMPH-01"):
        sail(game, MED, unload=party, target="libya")
    targets = {order.target for order in sailings_of(game, ids(game, MED, "1 transport")[0])}
    assert targets == {EGYPT, "syria_iraq", "turkey", "caucasus", "gibraltar", "spain"}


@pytest.mark.rule("CL-AMPH-02")
def test_the_target_is_named_in_phase_2_and_stands() -> None:
    """It must be a coast of the zone, and the same infantry cannot be sent elsewhere afterwards."""
    game = position(units={EAST: fleet({"infantry": 1})})
    party = ids(game, EAST, "1 infantry")
    with refused(game, "CL-TURN-05"):
        sail(game, EAST, unload=party)
    with refused(game, "CL-TRN-02"):
        sail(game, EAST, unload=party, target="libya")
    events = sail(game, EAST, unload=party, target=EGYPT)
    assert [(e.zone, e.target) for e in happened(events, "landing_declared")] == [(EAST, EGYPT)]
    with refused(game, "CL-LAND-03"):
        sail(game, EAST, unload=party, target="syria_iraq")
    game.undo()
    sail(game, EAST, unload=party, target="syria_iraq")


@pytest.mark.rule("CL-AMPH-02", "CL-AMPH-07")
def test_a_battleship_is_assigned_to_one_target() -> None:
    """Two landings from one zone: the battleship supports one of them, once."""
    both = {"uk": {"infantry": 1}}
    game = position(
        units={
            EAST: {"germany": {"transport": {"count": 2, "cargo": {"germany": {"infantry": 1}}}, "battleship": 1}},
            EGYPT: both,
            "syria_iraq": both,
        },
    )
    for ship, target in zip(units(game, EAST, "transport"), (EGYPT, "syria_iraq"), strict=True):
        sail(game, EAST, unload=[u.id for u in game.state.aboard(ship)], target=target, transport=ship.id)
    assert {a.target for a in try_menu(game) if isinstance(a, Bombard)} == {EGYPT, "syria_iraq"}
    bombard(game, EAST, target=EGYPT)
    with refused(game, "CL-CMOVE-04"):
        bombard(game, EAST, target="syria_iraq")
    assert not any(isinstance(a, Bombard) for a in try_menu(game))


# CL-AMPH-03 to -05


@pytest.mark.rule("CL-AMPH-03", "CL-AMPH-04", "CL-TRN-11", "CL-COMBAT-01")
def test_the_sea_battle_comes_first_and_then_the_landing_is_compulsory() -> None:
    """Nobody is asked: the zone is cleared, the infantry goes ashore and fights."""
    game = position(
        units={
            MED: fleet({"infantry": 2}, battleship=1),
            EAST: {"uk": {"transport": 1}},
            EGYPT: {"uk": {"infantry": 1}},
        },
        dice=[4, 6, 1, 6, 6],
    )
    sail(game, MED, EAST, unload=ids(game, MED, "2 infantry"), target=EGYPT)
    move(game, "1 battleship", MED, EAST)
    events = end(game)
    assert [(e.space, e.result) for e in happened(events, "battle_ended")] == [(EAST, "won"), (EGYPT, "won")]
    assert count(game, EGYPT, "germany") == {"infantry": 2}
    assert asked(game) == ("germany", "noncombat_move")


@pytest.mark.rule("CL-AMPH-03")
def test_other_battles_may_be_fought_first_but_not_the_landing() -> None:
    """The order is free, except that the landing waits for its sea battle."""
    game = position(
        units={
            MED: fleet({"infantry": 1}, battleship=1),
            EAST: {"uk": {"transport": 1}},
            EGYPT: {"uk": {"infantry": 1}},
            "ukraine_ssr": {"germany": {"infantry": 1}},
            "caucasus": {"ussr": {"infantry": 1}},
        },
    )
    sail(game, MED, EAST, unload=ids(game, MED, "1 infantry"), target=EGYPT)
    move(game, "1 battleship", MED, EAST)
    move(game, "1 infantry", "ukraine_ssr", "caucasus")
    end(game)
    assert {getattr(a, "space", "") for a in game.legal()} == {EAST, "caucasus"}
    with refused(game, "CL-COMBAT-01"):
        game.apply({"kind": "next_battle", "space": EGYPT})


@pytest.mark.rule("CL-AMPH-03", "CL-TRN-08")
def test_a_transport_lost_at_sea_takes_its_cargo_along() -> None:
    """Two transports, one is sunk: only the other's infantry lands."""
    game = position(
        units={
            MED: {"germany": {"transport": {"count": 2, "cargo": {"germany": {"infantry": 1}}}, "battleship": 1}},
            EAST: {"uk": {"transport": 1}},
        },
        dice=[4, 1],
    )
    for ship in units(game, MED, "transport"):
        sail(game, MED, EAST, unload=[u.id for u in game.state.aboard(ship)], target=EGYPT, transport=ship.id)
    move(game, "1 battleship", MED, EAST)
    end(game)
    lose(game, "1 transport")
    assert count(game, EGYPT, "germany") == {"infantry": 1}
    assert count(game, EAST) == {"battleship": 1, "transport": 1}


@pytest.mark.rule("CL-AMPH-05", "CL-TRN-12", "CL-RETREAT-04")
def test_after_a_retreat_at_sea_the_cargo_stays_aboard_and_the_march_goes_on() -> None:
    """The overland infantry fights its round, may then retreat, and the cargo is back where it came from."""
    game = position(
        units={
            MED: fleet({"infantry": 2}, submarine=1),
            EAST: {"uk": {"battleship": 1}},
            "libya": {"germany": {"infantry": 1}},
            EGYPT: {"uk": {"infantry": 1}},
        },
        dice=[6, 6, 6, 6],
    )
    cargo = ids(game, MED, "2 infantry")
    sail(game, MED, EAST, unload=cargo, target=EGYPT)
    move(game, "1 submarine", MED, EAST)
    move(game, "1 infantry", "libya", EGYPT)
    end(game)
    game.apply({"kind": "withdraw"})
    events = game.apply(Retreat(MED))
    assert [e.space for e in happened(events, "battle_began")] == [EGYPT]
    assert rolls(events) == [("attack", ("infantry",)), ("defence", ("infantry",))]
    assert {game.state.units[u].space for u in cargo} == {MED}
    assert asked(game) == ("germany", "retreat")
    game.apply(Retreat("libya"))
    assert count(game, "libya") == {"infantry": 1} and game.state.owner[EGYPT] == "uk"
    assert not any(u.task or u.target for u in game.state.units.values())


@pytest.mark.rule("CL-AMPH-05")
def test_if_the_fleet_is_destroyed_nothing_lands() -> None:
    """All ships are lost; Egypt, though empty, stays British, and the bomber sent along just flies home."""
    game = position(
        units={
            MED: fleet({"infantry": 2}),
            EAST: {"uk": {"submarine": 1}},
            "libya": {"germany": {"bomber": 1}},
            EGYPT: {"uk": {"aa_gun": 1}},
        },
        dice=[2],
    )
    sail(game, MED, EAST, unload=ids(game, MED, "2 infantry"), target=EGYPT)
    move(game, "1 bomber", "libya", EGYPT)
    events = end(game)
    assert not happened(events, "captured") and game.state.owner[EGYPT] == "uk"
    assert not units(game, EAST, power="germany")
    move(game, "1 bomber", EGYPT, "libya")


# CL-AMPH-06 to -09: bombardment


def shore(battleships: int, defenders: dict[str, int], dice: list[int], infantry: int = 1) -> Any:
    """German battleships and a loaded transport off Egypt, the landing declared."""
    game = position(
        units={EAST: fleet({"infantry": infantry}, battleship=battleships), EGYPT: {"uk": defenders}}, dice=dice
    )
    sail(game, EAST, unload=ids(game, EAST, f"{infantry} infantry"), target=EGYPT)
    return game


@pytest.mark.rule("CL-AMPH-06", "CL-AMPH-09")
def test_a_battleship_bombards_once_in_the_first_round() -> None:
    """A 4 hits; in the second round it is silent."""
    game = shore(1, {"infantry": 2}, [4, 6, 6, 6, 6, 6, 1, 6])
    bombard(game, EAST, target=EGYPT)
    events = end(game)
    assert rolls(events) == [
        ("bombardment", ("battleship",)),
        ("attack", ("infantry",)),
        ("defence", ("infantry", "infantry")),
        ("attack", ("infantry",)),
        ("defence", ("infantry",)),
        ("attack", ("infantry",)),
        ("defence", ("infantry",)),
    ]
    assert count(game, EGYPT) == {"infantry": 1} and not dice_left(game)


@pytest.mark.rule("CL-AMPH-06")
def test_a_five_misses_and_bombardment_is_optional() -> None:
    """A battleship in the zone that was not assigned fires nothing."""
    game = shore(1, {"infantry": 1}, [5, 1, 6])
    bombard(game, EAST, target=EGYPT)
    assert [e.hits for e in happened(end(game), "dice_rolled")] == [0, 1, 0]
    game = shore(1, {"infantry": 1}, [1, 6])
    assert rolls(end(game))[0] == ("attack", ("infantry",))


@pytest.mark.rule("CL-AMPH-06", "CL-CMOVE-04")
def test_no_bombardment_from_a_zone_that_has_to_be_fought_for() -> None:
    """A British transport lies off Egypt: every ship there fights it, none bombards."""
    game = position(
        units={
            MED: fleet({"infantry": 1}, battleship=1, submarine=1),
            EAST: {"uk": {"transport": 1}},
            EGYPT: {"uk": {"infantry": 1}},
        },
        dice=[2, 1, 6],
    )
    sail(game, MED, EAST, unload=ids(game, MED, "1 infantry"), target=EGYPT)
    with refused(game, "CL-AMPH-06"):
        bombard(game, MED, EAST, target=EGYPT)
    assert not any(isinstance(a, Bombard) for a in try_menu(game))
    move(game, "1 submarine", MED, EAST)
    move(game, "1 battleship", MED, EAST)
    with refused(game, "CL-CMOVE-04"):
        bombard(game, EAST, target=EGYPT)
    assert "bombardment" not in [purpose for purpose, _ in rolls(end(game))]


@pytest.mark.rule("CL-AMPH-06")
@pytest.mark.parametrize("kind", ["carrier", "submarine", "transport"])
def test_only_battleships_bombard(kind: str) -> None:
    """Other ships are refused, alone or beside a battleship."""
    game = position(
        units={
            EAST: {
                "germany": {"transport": [1, {"cargo": {"germany": {"infantry": 1}}}], "battleship": 1}
                | ({kind: 1} if kind != "transport" else {})
            },
            EGYPT: {"uk": {"infantry": 1}},
        }
    )
    cargo = ids(game, EAST, "1 infantry")
    sail(game, EAST, unload=cargo, target=EGYPT, transport=game.state.units[cargo[0]].aboard)
    other = ids(game, EAST, f"1 {kind}")
    with refused(game, "CL-AMPH-06"):
        game.apply(Bombard(other, (EAST,), EGYPT))
    with refused(game, "CL-AMPH-06"):
        game.apply(Bombard((*ids(game, EAST, "1 battleship"), *other), (EAST,), EGYPT))


@pytest.mark.rule("CL-AMPH-07")
def test_bombardment_needs_a_landing_from_that_zone() -> None:
    """An overland attack alone is not supported, nor a landing from the other side of the canal."""
    game = position(
        units={
            EAST: {"germany": {"battleship": 1}},
            "red_sea_zone": fleet({"infantry": 1}),
            "libya": {"germany": {"infantry": 1}},
            EGYPT: {"uk": {"infantry": 1}},
        }
    )
    move(game, "1 infantry", "libya", EGYPT)
    with refused(game, "CL-AMPH-07"):
        bombard(game, EAST, target=EGYPT)
    sail(game, "red_sea_zone", unload=ids(game, "red_sea_zone", "1 infantry"), target=EGYPT)
    with refused(game, "CL-AMPH-07"):
        bombard(game, EAST, target=EGYPT)
    assert not any(isinstance(a, Bombard) for a in try_menu(game))


@pytest.mark.rule("CL-AMPH-07")
def test_bombardment_supports_the_landing_not_another_attack() -> None:
    """The infantry lands in Syria: the battleship cannot fire at Egypt, which is attacked overland."""
    game = position(
        units={
            EAST: fleet({"infantry": 1}, battleship=1),
            "libya": {"germany": {"infantry": 1}},
            EGYPT: {"uk": {"infantry": 1}},
            "syria_iraq": {"uk": {"infantry": 1}},
        }
    )
    sail(game, EAST, unload=ids(game, EAST, "1 infantry"), target="syria_iraq")
    move(game, "1 infantry", "libya", EGYPT)
    with refused(game, "CL-AMPH-07"):
        bombard(game, EAST, target=EGYPT)
    assert {a.target for a in try_menu(game) if isinstance(a, Bombard)} == {"syria_iraq"}


@pytest.mark.rule("CL-AMPH-07")
def test_any_number_of_battleships_support_one_infantry() -> None:
    """Three battleships, two of them unmoved, for a single infantry."""
    game = position(
        units={
            EAST: fleet({"infantry": 1}, battleship=2),
            MED: {"germany": {"battleship": 1}},
            EGYPT: {"uk": {"infantry": 3}},
        },
        dice=[4, 4, 4, 6, 6, 6],
    )
    sail(game, EAST, unload=ids(game, EAST, "1 infantry"), target=EGYPT)
    bombard(game, EAST, target=EGYPT, number=2)
    bombard(game, MED, EAST, target=EGYPT)
    events = end(game)
    assert rolls(events) == [("bombardment", ("battleship",) * 3), ("defence", ("infantry",) * 3)]
    assert game.state.owner[EGYPT] == "germany"


@pytest.mark.rule("CL-AMPH-07")
def test_a_battleship_reaches_the_landing_zone_by_the_usual_rules() -> None:
    """Two zones, open ones only."""
    far = "west_spain_sea_zone"
    game = position(
        units={
            EAST: fleet({"infantry": 1}),
            far: {"germany": {"battleship": 1}},
            "black_sea_zone": {"germany": {"battleship": 1}},
            EGYPT: {"uk": {"infantry": 1}},
        }
    )
    sail(game, EAST, unload=ids(game, EAST, "1 infantry"), target=EGYPT)
    with refused(game, "CL-SEA-01"):
        bombard(game, far, "west_mediterranean_sea_zone", MED, EAST, target=EGYPT)
    bombard(game, "black_sea_zone", EAST, target=EGYPT)


@pytest.mark.rule("CL-AMPH-08")
def test_units_hit_by_bombardment_still_fire_back() -> None:
    """The only defender is hit by the battleship, fires, hits the infantry, and both are gone."""
    game = shore(1, {"infantry": 1}, [4, 2])
    bombard(game, EAST, target=EGYPT)
    events = end(game)
    assert rolls(events) == [("bombardment", ("battleship",)), ("defence", ("infantry",))]
    assert happened(events, "battle_ended")[0].result == "both_lost"
    assert game.state.owner[EGYPT] == "uk" and not units(game, EGYPT)


@pytest.mark.rule("CL-AMPH-09", "CL-CMOVE-11")
def test_a_bombarding_battleship_cannot_be_hit_and_does_not_move_on() -> None:
    """The defenders' hits fall on the infantry alone; in phase 4 the battleship stays."""
    game = shore(1, {"infantry": 2, "fighter": 1}, [6, 6, 6, 2, 4, 4])
    bombard(game, EAST, target=EGYPT)
    events = end(game)
    assert happened(events, "battle_began")[0].attackers == {"infantry": 1}
    assert happened(events, "battle_ended")[0].result == "lost"
    assert count(game, EAST) == {"battleship": 1, "transport": 1}
    with refused(game, "CL-CMOVE-11"):
        move(game, "1 battleship", EAST, MED)
    assert not moves_of(game, ids(game, EAST, "1 battleship")[0])


# CL-AMPH-10, -11


@pytest.mark.rule("CL-AMPH-10", "CL-RETREAT-07")
def test_the_last_fighter_of_a_landing_must_go_on() -> None:
    """Two landed infantry and a fighter against three infantry; only the fighter is left, and nobody asks it."""
    game = position(
        units={
            EAST: fleet({"infantry": 2}),
            "libya": {"germany": {"fighter": 1}},
            EGYPT: {"uk": {"infantry": 3}},
        },
        dice=[6, 6, 6, 2, 2, 6, 6, 6, 6, 2],
    )
    sail(game, EAST, unload=ids(game, EAST, "2 infantry"), target=EGYPT)
    move(game, "1 fighter", "libya", EGYPT)
    end(game)
    assert asked(game) == ("germany", "choose_casualties")
    lose(game, "2 infantry")
    assert not units(game, EGYPT, "fighter") and not dice_left(game)
    assert asked(game) == ("germany", "noncombat_move")


@pytest.mark.rule("CL-AMPH-10")
def test_overland_units_cannot_leave_a_landing_either() -> None:
    """They could go back to Libya, but for the infantry that came by sea: both rounds are fought unasked."""
    game = position(
        units={
            EAST: fleet({"infantry": 1}),
            "libya": {"germany": {"armour": 1}},
            EGYPT: {"uk": {"infantry": 1}},
        },
        dice=[6, 6, 6, 1, 6],
    )
    sail(game, EAST, unload=ids(game, EAST, "1 infantry"), target=EGYPT)
    move(game, "1 armour", "libya", EGYPT)
    end(game)
    assert game.state.owner[EGYPT] == "germany" and not dice_left(game)


@pytest.mark.rule("CL-AMPH-11")
def test_landing_in_undefended_land_takes_it_without_dice() -> None:
    """Enemy and neutral land; no bombardment."""
    game = position(units={EAST: fleet({"infantry": 1}, battleship=1), EGYPT: {"uk": {"aa_gun": 1, "factory": 1}}})
    sail(game, EAST, unload=ids(game, EAST, "1 infantry"), target=EGYPT)
    with refused(game, "CL-AMPH-11"):
        bombard(game, EAST, target=EGYPT)
    assert not any(isinstance(a, Bombard) for a in try_menu(game))
    events = end(game)
    assert not happened(events, "dice_rolled")
    assert happened(events, "captured")[0].manner == "landing"
    assert count(game, EGYPT, "germany") == {"infantry": 1, "aa_gun": 1, "factory": 1}


@pytest.mark.rule("CL-AMPH-11", "CL-NEUT-08")
def test_landing_in_a_neutral_takes_it_without_dice() -> None:
    """Turkey for three IPC, from the sea."""
    game = position(units={EAST: fleet({"infantry": 1}, battleship=1)})
    sail(game, EAST, unload=ids(game, EAST, "1 infantry"), target="turkey")
    with refused(game, "CL-AMPH-11"):
        bombard(game, EAST, target="turkey")
    events = end(game)
    assert not happened(events, "dice_rolled") and game.state.owner["turkey"] == "germany"


@pytest.mark.rule("CL-AMPH-11", "CL-AMPH-03")
def test_undefended_land_behind_a_sea_battle_is_taken_after_it() -> None:
    """First the battleship clears the zone, then the infantry walks ashore at once."""
    game = position(
        units={MED: fleet({"infantry": 1}, battleship=1), EAST: {"uk": {"transport": 1}}},
        dice=[4, 6],
    )
    sail(game, MED, EAST, unload=ids(game, MED, "1 infantry"), target=EGYPT)
    move(game, "1 battleship", MED, EAST)
    kinds = [e.kind for e in end(game) if e.kind in ("battle_ended", "captured")]
    assert kinds == ["battle_ended", "captured"]


@pytest.mark.rule("CL-AMPH-01", "CL-AMPH-02")
def test_every_listed_assault_is_legal() -> None:
    """A busy Mediterranean: whatever the menu lists can be done, before and after a landing was declared."""
    game = position(
        units={
            MED: {"germany": {"transport": [2, {"cargo": {"germany": {"infantry": 1}}}], "battleship": 2}},
            EAST: {"uk": {"submarine": 1}},
            "west_mediterranean_sea_zone": {"germany": {"transport": 1, "carrier": 1, "fighter": 2}},
            "libya": {"germany": {"infantry": 2, "armour": 1, "aa_gun": 1}},
            "algeria": {"germany": {"infantry": 1}},
            "southern_europe": {"germany": {"infantry": 3, "armour": 1, "bomber": 1}},
            EGYPT: {"uk": {"infantry": 1, "aa_gun": 1}},
            "gibraltar": {"uk": {"infantry": 1}},
        }
    )
    try_menu(game)
    land(game, "2 infantry", "southern_europe", MED, "west_mediterranean_sea_zone", target="gibraltar")
    try_menu(game)
    bombard(game, MED, "west_mediterranean_sea_zone", target="gibraltar")
    move(game, "1 battleship", MED, EAST)
    try_menu(game)
