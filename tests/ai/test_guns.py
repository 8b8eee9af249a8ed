"""Anti-aircraft guns go along with armies that enemy aircraft can reach."""

from __future__ import annotations

from typing import Any, cast

import pytest

import sandtable
from sandtable.ai.guns import gun_moves
from sandtable.ai.rules import WarRules
from sandtable.ai.situation import Situation
from sandtable.ai.strongholds import Stands
from sandtable.ai.threats import Threats
from sandtable.ai.tuning import tuning
from sandtable.warfare.actions import Move


def moves(game: str, units: dict[str, dict[str, dict[str, int]]]) -> list[Any]:
    """What Germany's guns would do in the noncombat move."""
    found = sandtable.setup(game, seed=1, power="germany", phase="noncombat_move", units=units, round=3)
    situation = Situation(cast(WarRules, found.rules), found.state, "germany", tuning("officer"))
    return gun_moves(situation, Threats(situation), Stands())


AIR = {"ussr": {"infantry": 4, "fighter": 4}}


@pytest.mark.parametrize("game", ["classic", "1942"])
def test_a_gun_joins_the_army_in_reach_of_aircraft(game: str) -> None:
    """From a quiet land to the stack that holds the front, and it stays where it is of use."""
    units = {"germany": {"germany": {"aa_gun": 1}}, "eastern_europe": {"germany": {"infantry": 20}}, "ukraine_ssr": AIR}
    (order,) = moves(game, units)
    assert isinstance(order, Move) and order.route[-1] == "eastern_europe"
    units = {"eastern_europe": {"germany": {"infantry": 20, "aa_gun": 1}}, "ukraine_ssr": AIR}
    assert moves(game, units) == []


@pytest.mark.parametrize("game", ["classic", "1942"])
def test_a_gun_does_not_go_where_it_would_be_lost(game: str) -> None:
    """Not to a handful of men before an army."""
    horde = {"ussr": {"infantry": 20, "armour": 6, "fighter": 4}}
    units = {
        "germany": {"germany": {"aa_gun": 1}},
        "eastern_europe": {"germany": {"infantry": 1}},
        "ukraine_ssr": horde,
    }
    assert all(order.route[-1] != "eastern_europe" for order in moves(game, units))


def test_the_gun_of_a_besieged_capital_stays() -> None:
    """It went to safety where it was of no use, and bombers came unharmed."""
    siege = {"ussr": {"infantry": 20, "armour": 6, "fighter": 4}}
    units = {
        "germany": {"germany": {"aa_gun": 1, "infantry": 8, "factory": 1}},
        "western_europe": {"germany": {"infantry": 12}},
        "eastern_europe": siege,
    }
    assert moves("classic", units) == []
