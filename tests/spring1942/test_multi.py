"""Multinational forces: defend together, agree on losses, keep their money apart."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable import IllegalAction
from sandtable.warfare.actions import ChooseCasualties, Move
from tests.classic.battles import about, land_displaced, only, results, retreat, rolls
from tests.spring1942.play import buy, position, stance
from tests.words import WarGame, asked, count, end, happened, ids, lose, move, pass_on, refused, units

EGYPT = "anglo_egypt"


def name_losses(game: WarGame, power: str, *idents: str) -> list[Any]:
    """A power hands in its list."""
    return game.apply(ChooseCasualties(idents), power=power)


def mixed_defence(hits: int, **more: Any) -> WarGame:
    """Germany's tanks score hits on two British and two American units in Egypt."""
    game = position(
        units={
            "libya": {"germany": {"armour": 4}},
            EGYPT: {"uk": {"infantry": 2}, "usa": {"infantry": 1, "armour": 1}},
        },
        dice=[1] * hits + [6] * (4 - hits) + [6] * 4,
        **more,
    )
    move(game, "4 armour", "libya", EGYPT)
    end(game)
    return game


@pytest.mark.rule("S42-MULTI-01", "S42-TURN-03")
def test_allied_powers_never_attack_together() -> None:
    """Germany cannot send a Japanese tank along."""
    game = position(
        units={
            "libya": {"germany": {"armour": 1}, "japan": {"armour": 1}},
            EGYPT: {"uk": {"infantry": 1}},
        },
        dice=[1, 6],
    )
    with refused(game, "S42-TURN-03"):
        game.apply(Move(ids(game, "libya", "1 armour", "japan"), ("libya", EGYPT)))
    move(game, "1 armour", "libya", EGYPT)
    end(game)
    assert {roll[0] for roll in rolls(game)} == {"germany", "uk"}


@pytest.mark.rule("S42-MULTI-01")
def test_allied_powers_defend_together() -> None:
    """British and American units fire in the same step."""
    game = mixed_defence(0)
    assert [roll[0] for roll in rolls(game)] == ["germany", "uk", "usa"]


@pytest.mark.rule("S42-MULTI-02")
def test_players_whose_units_may_be_hit_are_asked_at_the_same_time() -> None:
    """Two decisions are open, in turn order after Germany; they can be answered in any order."""
    game = mixed_defence(2)
    assert [(d.power, d.kind) for d in game.decisions] == [
        ("uk", "choose_casualties"),
        ("usa", "choose_casualties"),
    ]
    infantry = ids(game, EGYPT, "2 infantry", "uk")
    name_losses(game, "usa", *infantry)
    assert [d.power for d in game.decisions] == ["uk"]
    name_losses(game, "uk", *reversed(infantry))
    assert count(game, EGYPT, "uk") == {}
    assert count(game, EGYPT, "usa") == {"infantry": 1, "armour": 1}
    assert asked(game) == ("germany", "retreat")


@pytest.mark.rule("S42-MULTI-02")
def test_if_the_lists_differ_the_attacker_chooses() -> None:
    """Each names the other's units: Germany chooses, within the same rules."""
    game = mixed_defence(2)
    name_losses(game, "uk", *ids(game, EGYPT, "1 infantry, 1 armour", "usa"))
    name_losses(game, "usa", *ids(game, EGYPT, "2 infantry", "uk"))
    assert [(d.power, d.kind) for d in game.decisions] == [("germany", "choose_casualties")]
    with refused(game, "S42-COMBAT-07"):
        lose(game, "1 infantry")
    with refused(game, "S42-COMBAT-07"):
        name_losses(game, "germany", *ids(game, EGYPT, "2 armour", "germany"))
    name_losses(game, "germany", *ids(game, EGYPT, "1 infantry", "uk"), *ids(game, EGYPT, "1 armour", "usa"))
    assert count(game, EGYPT, "uk") == {"infantry": 1}
    assert count(game, EGYPT, "usa") == {"infantry": 1}


@pytest.mark.rule("S42-MULTI-02")
def test_naming_another_of_two_equal_units_is_no_disagreement() -> None:
    """One British infantry is as good as the other."""
    game = mixed_defence(1)
    first, second = ids(game, EGYPT, "2 infantry", "uk")
    name_losses(game, "uk", first)
    name_losses(game, "usa", second)
    assert count(game, EGYPT, "uk") == {"infantry": 1}
    assert asked(game) == ("germany", "retreat")


@pytest.mark.rule("S42-MULTI-02")
def test_a_list_against_the_rules_is_refused_and_the_decision_stays_open() -> None:
    """Too few units; the other player's decision is not touched."""
    game = mixed_defence(2)
    with refused(game, "S42-COMBAT-07"):
        name_losses(game, "uk", *ids(game, EGYPT, "1 infantry", "uk"))
    assert [d.power for d in game.decisions] == ["uk", "usa"]
    with pytest.raises(IllegalAction):
        name_losses(game, "germany", *ids(game, EGYPT, "2 infantry", "uk"))


@pytest.mark.rule("S42-MULTI-02", "S42-SETUP-03")
def test_one_player_with_both_powers_chooses_alone() -> None:
    """With two players the Allies hand in one list."""
    game = mixed_defence(2, seats=[["ussr", "uk", "usa"], ["germany", "japan"]])
    assert [d.power for d in game.decisions] == ["uk"]
    name_losses(game, "uk", *ids(game, EGYPT, "1 infantry", "uk"), *ids(game, EGYPT, "1 armour", "usa"))
    assert count(game, EGYPT, "usa") == {"infantry": 1}


@pytest.mark.rule("S42-MULTI-02", "S42-COMBAT-08")
def test_an_owner_whose_units_cannot_be_hit_is_not_asked() -> None:
    """American transports are lost last: Britain alone decides between its cruiser and destroyer."""
    game = position(
        units={
            "sz_6": {"germany": {"cruiser": 1}},
            "sz_5": {"uk": {"cruiser": 1, "destroyer": 1}, "usa": {"transport": 1}},
        },
        dice=[1, 6, 6],
    )
    move(game, "1 cruiser", "sz_6", "sz_5")
    end(game)
    assert [d.power for d in game.decisions] == ["uk"]
    lose(game, "1 destroyer")
    assert count(game, "sz_5", "uk") == {"cruiser": 1}


@pytest.mark.rule("S42-MULTI-02")
def test_agreement_is_needed_for_surprise_strikes_too() -> None:
    """A German strike on a British and an American cruiser."""
    game = position(
        units={
            "sz_6": {"germany": {"submarine": 1}},
            "sz_5": {"uk": {"cruiser": 1}, "usa": {"cruiser": 1}},
        },
        dice=[1, 6],
    )
    move(game, "1 submarine", "sz_6", "sz_5")
    end(game)
    stance(game)
    assert [d.power for d in game.decisions] == ["uk", "usa"]
    british = only(game, "sz_5", "cruiser", "uk")
    name_losses(game, "uk", british)
    name_losses(game, "usa", british)
    assert count(game, "sz_5", "uk") == {}
    assert count(game, "sz_5", "usa") == {"cruiser": 1}


@pytest.mark.rule("S42-MULTI-02", "S42-SUB-06")
def test_each_owner_decides_about_his_own_submarines() -> None:
    """The American boat submerges, the British one strikes."""
    game = position(
        units={
            "sz_6": {"germany": {"cruiser": 1}},
            "sz_5": {"uk": {"submarine": 1}, "usa": {"submarine": 1}},
        },
        dice=[1],
    )
    move(game, "1 cruiser", "sz_6", "sz_5")
    end(game)
    assert asked(game) == ("uk", "submarines")
    american = only(game, "sz_5", "submarine", "usa")
    with refused(game, "S42-SUB-07"):
        stance(game, [american])
    stance(game)
    assert asked(game) == ("usa", "submarines")
    stance(game, [american])
    assert results(game) == {"sz_5": "lost"}
    assert count(game, "sz_5", "usa") == {"submarine": 1}


@pytest.mark.rule("S42-MULTI-02", "S42-CARR-09")
def test_owners_of_displaced_fighters_land_them_in_turn_order() -> None:
    """A British and an American fighter on a sunk carrier: Britain first, then the United States."""
    game = position(
        units={
            "sz_3": {"germany": {"battleship": 2}},
            "sz_6": {"uk": {"carrier": [{"cargo": {"uk": {"fighter": 1}, "usa": {"fighter": 1}}}]}},
        },
        owners={"norway": "uk"},
        dice=[1, 6, 6, 6, 6],
    )
    move(game, "2 battleship", "sz_3", "sz_6")
    end(game)
    carrier = only(game, "sz_6", "carrier")
    name_losses(game, "uk", carrier)
    name_losses(game, "usa", carrier)
    retreat(game, "sz_3")
    order = []
    while asked(game)[1] == "land_displaced":
        order.append(asked(game)[0])
        land_displaced(game, {about(game, "fighters")[0]: "united_kingdom"})
    assert order == ["uk", "usa"]
    assert count(game, "united_kingdom") == {"fighter": 2}


@pytest.mark.rule("S42-MULTI-03")
def test_only_the_controlling_power_gets_the_income() -> None:
    """American tanks stand in Egypt; its 2 IPC are Britain's."""
    game = position(power="uk", phase="income", units={EGYPT: {"usa": {"armour": 3}}}, money={"uk": 0, "usa": 0})
    pass_on(game, "ussr", "purchase")
    earned = {event.power: event.amount for event in happened(game.events, "money_changed")}
    assert (earned["uk"], earned["usa"]) == (30, 42)


@pytest.mark.rule("S42-MULTI-04", "S42-CARR-04")
def test_allied_cargo_shares_the_fate_of_an_attacking_transport_and_carrier() -> None:
    """Japanese infantry and a Japanese fighter ride along, do nothing, and go down."""
    game = position(
        units={
            "sz_6": {
                "germany": {
                    "transport": [{"cargo": {"japan": {"infantry": 1}}}],
                    "carrier": [{"cargo": {"japan": {"fighter": 1}}}],
                }
            },
            "sz_5": {"uk": {"battleship": 2}},
        },
        dice=[6, 1, 1],
    )
    move(game, "1 transport, 1 carrier", "sz_6", "sz_5")
    end(game)
    (began,) = happened(game.events, "battle_began")
    assert began.attackers == {"carrier": 1, "transport": 1}
    assert "japan" not in {roll[0] for roll in rolls(game)}
    assert units(game, "sz_5", power="japan") == []
    assert count(game, "sz_5", "germany") == {}


@pytest.mark.rule("S42-MULTI-04")
def test_allied_cargo_goes_along_with_a_retreat() -> None:
    """The transport retreats with the Japanese infantry aboard."""
    game = position(
        units={
            "sz_6": {"germany": {"transport": [{"cargo": {"japan": {"infantry": 1}}}]}},
            "sz_5": {"uk": {"cruiser": 1}},
        },
        dice=[6],
    )
    move(game, "1 transport", "sz_6", "sz_5")
    end(game)
    retreat(game, "sz_6")
    assert count(game, "sz_6", "japan") == {"infantry": 1}


@pytest.mark.rule("S42-MULTI-05")
def test_nobody_buys_with_an_allys_money() -> None:
    """Britain has 3 IPC; the 100 IPC of the United States do not help, and no action could hand them over."""
    game = position(power="uk", phase="purchase", money={"uk": 3, "usa": 100})
    with refused(game, "S42-BUY-01"):
        buy(game, "2 infantry")
    assert game.decision is not None and game.decision.accepts == ("purchase",)
    with refused(game, "S42-SETUP-06"):
        game.apply({"type": "give_money", "to": "uk", "amount": 10})
