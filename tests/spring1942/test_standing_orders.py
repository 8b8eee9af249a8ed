"""Standing orders in battles of this edition: losses within the rules, submarines that strike or dive."""

from __future__ import annotations

import pytest

from sandtable.warfare.policies import LossOrder, RetreatAfter, SubmarinesFlee, SubmarinesStay
from tests.classic.battles import results, rolls
from tests.spring1942.play import position
from tests.words import asked, count, end, move


@pytest.mark.rule("S42-COMBAT-08")
def test_a_loss_order_keeps_transports_for_the_end() -> None:
    """Transports are named first and are the cheapest, yet the destroyer goes: the rules come before the order."""
    game = position(
        units={
            "sz_6": {"germany": {"cruiser": 1}},
            "sz_5": {"uk": {"cruiser": 1, "destroyer": 1, "transport": 2}},
        },
        dice=[1, 6, 6],
    )
    game.delegate("uk", "choose_casualties", LossOrder(("transport", "destroyer")))
    move(game, "1 cruiser", "sz_6", "sz_5")
    end(game)
    assert asked(game) == ("germany", "retreat")
    assert count(game, "sz_5", "uk") == {"cruiser": 1, "transport": 2}


@pytest.mark.rule("S42-COMBAT-07")
def test_a_loss_order_puts_every_hit_where_it_counts() -> None:
    """Two submarines come first in the order, but only the cruiser's hit can go to one of them."""
    game = position(
        units={
            "western_europe": {"germany": {"bomber": 1}},
            "sz_5": {"germany": {"cruiser": 1}},
            "sz_6": {"uk": {"battleship": 1, "cruiser": 2, "submarine": 2}},
        },
        dice=[6, 6, 1, 1, 6, 6, 6],
    )
    game.delegate("uk", "choose_casualties", LossOrder(("submarine", "cruiser")))
    game.delegate("uk", "submarines", SubmarinesStay())
    move(game, "1 bomber", "western_europe", "sz_6")
    move(game, "1 cruiser", "sz_5", "sz_6")
    end(game)
    assert asked(game) == ("germany", "retreat")
    assert count(game, "sz_6", "uk") == {"battleship": 1, "cruiser": 2, "submarine": 1}, "the other hit only damages"


@pytest.mark.rule("S42-MULTI-02")
def test_the_same_order_of_two_players_is_an_agreement() -> None:
    """Britain and the United States both give infantry before tanks."""
    game = position(
        units={
            "libya": {"germany": {"armour": 2}},
            "anglo_egypt": {"uk": {"armour": 1}, "usa": {"infantry": 2, "armour": 1}},
        },
        dice=[1, 1, 6, 6, 6, 6],
    )
    for power in ("uk", "usa"):
        game.delegate(power, "choose_casualties", LossOrder(("infantry",)))
    move(game, "2 armour", "libya", "anglo_egypt")
    end(game)
    assert asked(game) == ("germany", "retreat")
    assert count(game, "anglo_egypt", "usa") == {"armour": 1}


@pytest.mark.rule("S42-SUB-06")
def test_submarines_strike_or_submerge_by_standing_order() -> None:
    """The German boat strikes each round, the British one submerges at the first chance."""
    game = position(
        units={
            "sz_6": {"germany": {"submarine": 1, "cruiser": 1}},
            "sz_5": {"uk": {"submarine": 1, "cruiser": 1}},
        },
        dice=[6, 6, 6, 1, 6],
    )
    game.delegate("germany", "submarines", SubmarinesStay())
    game.delegate("uk", "submarines", SubmarinesFlee())
    game.delegate("germany", "retreat", RetreatAfter(2))
    move(game, "1 submarine, 1 cruiser", "sz_6", "sz_5")
    end(game)
    assert [(roll[0], roll[1]) for roll in rolls(game)] == [
        ("germany", "submarine"),
        ("germany", "cruiser"),
        ("uk", "cruiser"),
        ("germany", "submarine"),
    ]
    assert results(game) == {"sz_5": "won"}
    assert count(game, "sz_5", "uk") == {"submarine": 1}
