"""What a purchase is worth is seen on the board as it will be when the battles are over."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest

import sandtable
from sandtable.ai.aftermath import aftermath, better_purchase
from sandtable.ai.attacks import Attack, Part
from sandtable.ai.estimate import Clash
from sandtable.ai.officer import Officer
from sandtable.ai.purchases import Shopping
from sandtable.ai.reach import Mover
from sandtable.ai.rules import WarRules
from sandtable.ai.situation import Situation
from sandtable.ai.threats import Threats
from sandtable.ai.tuning import tuning
from sandtable.core.game import Game
from sandtable.warfare.actions import Purchase
from sandtable.warfare.state import WarState


def seen(game: Game[Any], power: str) -> tuple[Situation, Threats]:
    """How an officer sees the war."""
    situation = Situation(cast(WarRules, game.rules), game.state, power, tuning("officer"))
    return situation, Threats(situation)


WON, DOUBTFUL = Clash(0.98, 6.0, 11.0, 0.75), Clash(0.6, 9.0, 8.0, 0.5)


def ukraine() -> Situation:
    """The Red Army could attack a German army beside it, which leaves a gun behind if it is beaten."""
    units = {
        "karelia_ssr": {"ussr": {"factory": 1, "infantry": 6, "armour": 1, "fighter": 1}},
        "ukraine_ssr": {"germany": {"infantry": 2, "armour": 1, "aa_gun": 1}},
        "germany": {"germany": {"factory": 1, "infantry": 6}},
        "russia": {"ussr": {"factory": 1}},
    }
    game = sandtable.setup("classic", seed=1, power="ussr", phase="purchase", units=units)
    return seen(game, "ussr")[0]


def attack(situation: Situation, clash: Clash) -> Attack:
    """The army, but for two infantry, and the fighter go against the Ukraine."""
    army = [unit for unit in situation.own() if unit.space == "karelia_ssr" and unit.kind in ("infantry", "armour")]
    fighter = next(unit for unit in situation.own() if unit.kind == "fighter")
    way = ("karelia_ssr", "ukraine_ssr")
    parts = [Part((unit.kind,), (unit.id,), Mover(unit, way)) for unit in army[2:]]
    return Attack("ukraine_ssr", [*parts, Part(("fighter",), (fighter.id,), fighter)], clash)


def kinds(state: WarState, space: str, power: str) -> Counter[str]:
    return Counter(unit.kind for unit in state.units_in(space) if unit.power == power)


def test_victors_hold_the_land_and_have_done_their_part() -> None:
    """Those who fell with them are missing; the enemy's army is gone, his gun is not; aircraft still fly home."""
    situation = ukraine()
    board = aftermath(situation, [attack(situation, WON)])
    assert board.owner["ukraine_ssr"] == "ussr" and board.phase == "noncombat_move"
    assert kinds(board, "ukraine_ssr", "germany") == Counter(aa_gun=1)
    victors = kinds(board, "ukraine_ssr", "ussr")
    assert victors["armour"] == 1 and 1 <= victors["infantry"] < 4
    assert kinds(board, "karelia_ssr", "ussr") == Counter(factory=1, infantry=2, fighter=1)
    assert all(unit.done for unit in board.units_in("ukraine_ssr") if unit.power == "ussr")
    assert not any(unit.done for unit in board.units_in("karelia_ssr"))
    assert situation.state.owner["ukraine_ssr"] == "germany"  # the board in the game is as it was


def test_a_battle_that_may_be_lost_changes_nothing_but_who_can_still_march() -> None:
    """Nobody counts on land that is not taken for sure; yet those who fight for it are not free."""
    situation = ukraine()
    board = aftermath(situation, [attack(situation, DOUBTFUL)])
    assert board.owner["ukraine_ssr"] == "germany"
    assert kinds(board, "ukraine_ssr", "germany") == Counter(infantry=2, armour=1, aa_gun=1)
    assert kinds(board, "karelia_ssr", "ussr") == Counter(factory=1, infantry=6, armour=1, fighter=1)
    fighting = [unit.id for unit in board.units_in("karelia_ssr") if unit.done]
    assert len(fighting) == 5


def test_empty_land_is_walked_into() -> None:
    situation = ukraine()
    walker = next(unit for unit in situation.own() if unit.kind == "infantry")
    way = ("karelia_ssr", "finland_norway")
    walk = Attack("finland_norway", [Part(("infantry",), (walker.id,), Mover(walker, way))], Clash(1.0, 0.0, 0.0, 1.0))
    board = aftermath(situation, [walk])
    assert board.owner["finland_norway"] == "ussr" and kinds(board, "finland_norway", "ussr") == Counter(infantry=1)


def before_karelia(army: dict[str, int]) -> Game[Any]:
    """Three infantry in Leningrad, nobody behind them, and 24 IPC."""
    units = {
        "karelia_ssr": {"ussr": {"factory": 1, "infantry": 3}},
        "russia": {"ussr": {"factory": 1}},
        "finland_norway": {"germany": {"infantry": 3}},
        "ukraine_ssr": {"germany": {"infantry": 3}},
        "eastern_europe": {"germany": army},
        "germany": {"germany": {"factory": 1, "infantry": 6}},
        "japan": {"japan": {"factory": 1, "infantry": 6}},
    }
    return sandtable.setup("classic", seed=1, power="ussr", phase="purchase", units=units, money={"ussr": 24}, round=3)


ARMY = {"infantry": 4, "armour": 4}


@pytest.mark.parametrize(("army", "tanks"), [(ARMY, False), ({}, True)])
def test_infantry_is_bought_where_it_holds_a_gate(army: dict[str, int], tanks: bool) -> None:
    """Eight infantry hold Leningrad, three and three tanks do not; with no army before it the usual mix is bought."""
    game = before_karelia(army)
    situation, threats = seen(game, "ussr")
    assert game.decision is not None
    mixed = Shopping(situation, threats, game.decision, []).purchase()
    assert mixed.units["armour"] >= 2
    here = situation.garrison("karelia_ssr")
    held = [threats.danger("karelia_ssr", here + Counter(new)).chance for new in ({"infantry": 8}, mixed.units)]
    assert held[0] < 0.5 and (held[1] > 0.7) != tanks
    order = Officer(1).decide(game.view("ussr"), game.decision)
    assert isinstance(order, Purchase)
    assert order.units == (mixed.units if tanks else {"infantry": 8})


def test_another_list_must_leave_the_enemy_clearly_less() -> None:
    """The first one is the usual one: where another is hardly better it stays, and the order does not matter else."""
    game = before_karelia(ARMY)
    situation, threats = seen(game, "ussr")
    mix, infantry, few = (Purchase({"armour": 3, "infantry": 3}), Purchase({"infantry": 8}), Purchase({"infantry": 2}))

    def better(*lists: Purchase) -> Purchase:
        return better_purchase(situation, threats, [], lists, Officer(1)._strongholds)

    assert better(mix, infantry) == better(infantry, mix) == better(few, mix, infantry) == infantry
    alike = Purchase({"infantry": 8})
    assert better(alike, infantry) is alike
    quiet = before_karelia({})
    situation, threats = seen(quiet, "ussr")
    assert better(mix, infantry) == mix and better(infantry, mix) == infantry
