"""Conquest (S42-CAPT): who takes a territory, when, and what it is good for in the same turn."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.warfare.actions import FightOn, Place
from tests.spring1942.play import fight, position, rules_of
from tests.words import WarGame, asked, count, end, happened, ids, land, lose, move, pass_on, refused, units


def owner(game: WarGame, space: str) -> str:
    return game.state.owner.get(space, "")


def attack_caucasus(attackers: dict[str, int], defenders: dict[str, Any], dice: list[int], **more: Any) -> WarGame:
    """Germans in the Ukraine attack the Caucasus and the battles begin."""
    game = position(
        units={"ukraine_ssr": {"germany": attackers}, "caucasus": {"ussr": defenders}},
        dice=dice,
        **more,
    )
    move(game, ", ".join(f"{n} {kind}" for kind, n in attackers.items()), "ukraine_ssr", "caucasus")
    return game


@pytest.mark.rule("S42-CAPT-01")
@pytest.mark.parametrize("kind", ["infantry", "artillery", "armour"])
def test_a_land_unit_that_is_left_takes_the_territory(kind: str) -> None:
    """Two attackers beat one infantry: the Caucasus becomes German."""
    game = attack_caucasus({kind: 2}, {"infantry": 1}, [1, 1, 6])
    events = end(game)
    assert owner(game, "caucasus") == "germany"
    (taken,) = happened(events, "captured")
    assert (taken.by, taken.owner, taken.loser, taken.manner) == ("germany", "germany", "ussr", "battle")


@pytest.mark.rule("S42-CAPT-01")
def test_aircraft_alone_take_nothing() -> None:
    """The last infantry falls together with the defender; the fighter wins but holds nothing."""
    game = position(
        units={"ukraine_ssr": {"germany": {"infantry": 1, "fighter": 1}}, "caucasus": {"ussr": {"infantry": 1}}},
        dice=[6, 1, 2],
    )
    move(game, "1 infantry", "ukraine_ssr", "caucasus")
    move(game, "1 fighter", "ukraine_ssr", "caucasus")
    end(game)
    events = lose(game, "1 infantry")
    (battle,) = happened(events, "battle_ended")
    assert battle.result == "won"
    assert owner(game, "caucasus") == "ussr"
    assert count(game, "caucasus") == {"fighter": 1}


@pytest.mark.rule("S42-CAPT-01")
def test_the_defender_keeps_land_where_everybody_falls() -> None:
    """One infantry against one infantry, both hit: the Caucasus stays Soviet."""
    game = attack_caucasus({"infantry": 1}, {"infantry": 1}, [1, 1])
    end(game)
    assert owner(game, "caucasus") == "ussr"
    assert count(game, "caucasus") == {}


@pytest.mark.rule("S42-CAPT-02")
def test_production_and_cities_follow_at_once() -> None:
    """Karelia (2, Leningrad) falls: the levels move in the middle of the turn, the ninth city counts."""
    game = position(
        units={"belorussia": {"germany": {"infantry": 1}}},
        owners={"india": "japan", "western_united_states": "japan"},
    )
    rules, state = rules_of(game), game.state
    assert (rules.production(state, "germany"), rules.production(state, "ussr")) == (40, 24)
    assert rules.victories(state) == {}
    move(game, "1 infantry", "belorussia", "karelia_ssr")
    assert rules.production(game.state, "germany") == 40
    end(game)
    assert game.state.phase == "noncombat_move"
    assert (rules.production(game.state, "germany"), rules.production(game.state, "ussr")) == (42, 22)
    assert rules.victories(game.state) == {"axis": "cities"}
    assert game.outcome is None


@pytest.mark.rule("S42-CAPT-03")
def test_a_factory_falls_with_its_damage_and_works_from_the_next_turn() -> None:
    """The damaged factory in the Caucasus (4, damage 3) becomes German; one unit can be built there next turn."""
    game = position(
        units={"ukraine_ssr": {"germany": {"infantry": 1}}, "caucasus": {"ussr": {"factory": [{"damage": 3}]}}},
        pool={"infantry": 1},
    )
    move(game, "1 infantry", "ukraine_ssr", "caucasus")
    end(game)
    (factory,) = units(game, "caucasus", "factory")
    assert (factory.power, factory.damage) == ("germany", 3)
    end(game)
    assert asked(game) == ("germany", "placement")
    with refused(game, "S42-PLACE-01"):
        game.apply(Place("infantry", "caucasus", "caucasus"))
    end(game)
    pass_on(game, "germany", "purchase")
    assert game.decision is not None and game.decision.about["capacity"] == 1


@pytest.mark.rule("S42-CAPT-04")
def test_ships_take_nothing() -> None:
    """A battleship clears the Black Sea; no zone has an owner and the coast stays Soviet."""
    game = position(units={"sz_14": {"germany": {"battleship": 1}}, "sz_16": {"ussr": {"destroyer": 1}}}, dice=[1, 6])
    move(game, "1 battleship", "sz_14", "sz_16")
    events = end(game)
    assert happened(events, "battle_ended")[0].result == "won"
    assert not happened(events, "captured")
    assert owner(game, "sz_16") == ""
    assert owner(game, "caucasus") == "ussr"


@pytest.mark.rule("S42-CAPT-05")
def test_new_land_can_be_entered_and_landed_upon_by_troops() -> None:
    """In the noncombat move infantry marches into the new Caucasus, and a transport unloads there."""
    game = position(
        units={
            "ukraine_ssr": {"germany": {"infantry": 2}},
            "balkans": {"germany": {"artillery": 1}},
            "sz_16": {"germany": {"transport": 1}},
        }
    )
    move(game, "1 infantry", "ukraine_ssr", "caucasus")
    end(game)
    assert owner(game, "caucasus") == "germany"
    move(game, "1 infantry", "ukraine_ssr", "caucasus")
    land(game, "1 artillery", "balkans", "sz_16", target="caucasus")
    assert count(game, "caucasus") == {"infantry": 2, "artillery": 1}


@pytest.mark.rule("S42-CAPT-05", "S42-AIR-05")
def test_new_land_is_no_landing_field() -> None:
    """A fighter that helped to take the Caucasus must land elsewhere."""
    game = position(
        units={"ukraine_ssr": {"germany": {"infantry": 1, "fighter": 1}}, "caucasus": {"ussr": {"infantry": 1}}},
        dice=[1, 1, 6],
    )
    move(game, "1 infantry", "ukraine_ssr", "caucasus")
    move(game, "1 fighter", "ukraine_ssr", "caucasus")
    end(game)
    assert owner(game, "caucasus") == "germany"
    with refused(game, "S42-AIR-13"):
        end(game)
    move(game, "1 fighter", "caucasus", "ukraine_ssr")
    end(game)
    other = position(
        units={"ukraine_ssr": {"germany": {"infantry": 1}}, "balkans": {"germany": {"fighter": 1}}},
    )
    move(other, "1 infantry", "ukraine_ssr", "caucasus")
    end(other)
    with refused(other, "S42-AIR-05"):
        move(other, "1 fighter", "balkans", "ukraine_ssr", "caucasus")


@pytest.mark.rule("S42-CAPT-05", "S42-MAP-06")
def test_new_land_opens_no_canal() -> None:
    """Trans-Jordan, the second bank of the Suez Canal, falls: German ships may not pass this turn."""
    game = position(
        units={"anglo_egypt": {"germany": {"infantry": 1}}, "sz_15": {"germany": {"cruiser": 1}}},
        owners={"anglo_egypt": "germany"},
    )
    move(game, "1 infantry", "anglo_egypt", "trans_jordan")
    end(game)
    assert owner(game, "trans_jordan") == "germany"
    with refused(game, "S42-MAP-06"):
        move(game, "1 cruiser", "sz_15", "sz_34")


@pytest.mark.rule("S42-CAPT-06")
def test_an_undefended_factory_is_raided_before_it_falls() -> None:
    """Infantry walks into the Caucasus, which a bomber raids in the same turn: it falls with the damage."""
    game = position(
        units={
            "ukraine_ssr": {"germany": {"infantry": 1, "bomber": 1}},
            "caucasus": {"ussr": {"factory": 1}},
        },
        dice=[5],
    )
    move(game, "1 bomber", "ukraine_ssr", "caucasus", raid=True)
    move(game, "1 infantry", "ukraine_ssr", "caucasus")
    assert owner(game, "caucasus") == "ussr"
    events = end(game)
    kinds = [event.kind for event in events if event.kind in ("factory_damaged", "captured")]
    assert kinds == ["factory_damaged", "captured"]
    (factory,) = units(game, "caucasus", "factory")
    assert (factory.power, factory.damage) == ("germany", 5)


@pytest.mark.rule("S42-CAPT-06")
def test_undefended_land_falls_when_it_is_called() -> None:
    """Two empty territories and a battle: the attacker calls them in the order he likes."""
    game = position(
        units={
            "ukraine_ssr": {"germany": {"infantry": 1}},
            "west_russia": {"germany": {"infantry": 2}},
            "archangel": {"ussr": {"infantry": 1}},
        },
        dice=[1, 6],
    )
    move(game, "1 infantry", "ukraine_ssr", "caucasus")
    move(game, "1 infantry", "west_russia", "russia")
    move(game, "1 infantry", "west_russia", "archangel")
    end(game)
    assert asked(game) == ("germany", "next_battle")
    assert game.decision is not None and set(game.decision.about["spaces"]) == {"caucasus", "russia", "archangel"}
    fight(game, "russia")
    assert (owner(game, "russia"), owner(game, "caucasus")) == ("germany", "ussr")
    fight(game, "archangel")
    assert owner(game, "archangel") == owner(game, "caucasus") == "germany"  # the last one needs no call


@pytest.mark.rule("S42-CAPT-06")
def test_undefended_land_reached_by_sea_is_an_assault() -> None:
    """A landing in the empty Caucasus comes before the battle in the empty Karelia."""
    game = position(
        units={
            "belorussia": {"germany": {"infantry": 1}},
            "balkans": {"germany": {"infantry": 1}},
            "sz_16": {"germany": {"transport": 1}},
        }
    )
    move(game, "1 infantry", "belorussia", "karelia_ssr")
    land(game, "1 infantry", "balkans", "sz_16", target="caucasus")
    assert owner(game, "caucasus") == "ussr"
    events = end(game)
    assert [event.space for event in happened(events, "captured")] == ["caucasus", "karelia_ssr"]


@pytest.mark.rule("S42-CAPT-06", "S42-BLITZ-02")
def test_only_a_blitz_conquers_during_the_combat_move() -> None:
    """Armour runs through Archangel into Karelia: Archangel falls at once, Karelia in phase 3."""
    game = position(units={"west_russia": {"germany": {"armour": 1}}})
    move(game, "1 armour", "west_russia", "archangel", "karelia_ssr")
    assert (owner(game, "archangel"), owner(game, "karelia_ssr")) == ("germany", "ussr")
    end(game)
    assert owner(game, "karelia_ssr") == "germany"


@pytest.mark.rule("S42-CAPT-06", "S42-AA-07")
def test_a_gun_fires_before_undefended_land_falls() -> None:
    """Only an AA gun stands in the Caucasus: it shoots the accompanying fighter down, then the land falls."""
    game = position(
        units={
            "ukraine_ssr": {"germany": {"infantry": 1, "fighter": 1}},
            "caucasus": {"ussr": {"aa_gun": 1}},
        },
        dice=[1],
    )
    move(game, "1 infantry", "ukraine_ssr", "caucasus")
    move(game, "1 fighter", "ukraine_ssr", "caucasus")
    end(game)
    assert owner(game, "caucasus") == "germany"
    assert count(game, "caucasus", "germany") == {"infantry": 1, "aa_gun": 1}


@pytest.mark.rule("S42-CAPT-01")
def test_a_retreat_takes_nothing() -> None:
    """After a round without hits the attacker may go on; the land changes hands only when he has won."""
    game = attack_caucasus({"infantry": 2}, {"infantry": 1}, [6, 6, 6, 1, 6, 6])
    end(game)
    assert asked(game) == ("germany", "retreat")
    assert owner(game, "caucasus") == "ussr"
    game.apply(FightOn())
    assert owner(game, "caucasus") == "germany"
    assert ids(game, "caucasus", "2 infantry")
