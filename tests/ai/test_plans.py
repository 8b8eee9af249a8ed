"""Plans that come true: who guards the capital meanwhile, where aircraft come down, what is taken and held."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest

import sandtable
from sandtable.ai import play_on, player
from sandtable.ai.attacks import Attack, AttackPlanner
from sandtable.ai.guns import gun_moves
from sandtable.ai.officer import Officer
from sandtable.ai.rules import WarRules
from sandtable.ai.situation import SKIRMISH, Situation
from sandtable.ai.strongholds import Stands
from sandtable.ai.threats import Threats
from sandtable.ai.tuning import tuning
from sandtable.ai.verify import Verifier
from sandtable.core.game import Game
from sandtable.warfare.actions import Move


def seen(game: Game[Any], power: str) -> tuple[Situation, Threats]:
    """How an officer sees the war."""
    situation = Situation(cast(WarRules, game.rules), game.state, power, tuning("officer"))
    return situation, Threats(situation)


# New units guard the capital


def moscow(**pool: int) -> Game[Any]:
    """One German in West Russia for the asking, but the Japanese stand before Moscow, too."""
    units = {
        "russia": {"ussr": {"factory": 1, "infantry": 4}},
        "west_russia": {"germany": {"infantry": 1}},
        "novosibirsk": {"japan": {"infantry": 4}},
        "germany": {"germany": {"factory": 1, "infantry": 6}},
        "japan": {"japan": {"factory": 1, "infantry": 6}},
    }
    held = {"west_russia": "germany", "novosibirsk": "japan"}
    return sandtable.setup(
        "1942", seed=1, power="ussr", phase="combat_move", units=units, owners=held, pool=pool, round=3
    )


def test_who_leaves_the_capital_is_replaced_by_new_units() -> None:
    """What it costs to leave Moscow is asked with those who will be placed there: five of them make up for three."""
    situation, threats = seen(moscow(), "ussr")
    assert threats.danger("russia", Counter(infantry=1)).chance > 0.85
    assert threats.danger("russia", Counter(infantry=6)).chance < 0.1

    def risk(**new: int) -> float:
        planner = AttackPlanner(situation, threats, Verifier(0), new=Counter(new))
        parts = [part for part in planner._candidates("west_russia", set()) if part.kinds == ("infantry",)]
        return planner._risk_behind(Attack("west_russia", parts * 3))

    assert risk() > 1 and risk(infantry=5) == 0


def test_with_new_units_to_come_the_garrison_attacks() -> None:
    """It used to wait in Moscow, as if nobody had been bought; with nobody to come it waits with good reason."""
    assert not Officer(1).attacks(*seen(moscow(), "ussr"))
    (attack,) = Officer(1).attacks(*seen(moscow(infantry=5), "ussr"))
    assert attack.target == "west_russia" and attack.force()["infantry"] >= 3


# Aircraft that need a deck


@pytest.mark.parametrize("game", ["classic", "1942"])
@pytest.mark.parametrize(("army", "stays"), [({"fighter": 4}, True), ({"fighter": 3, "infantry": 4}, False)])
def test_a_gun_does_not_flee_from_aircraft(game: str, army: dict[str, int], stays: bool) -> None:
    """They could kill those beside it, but it takes an army to capture it; shooting at aircraft is what it is for."""
    units = {
        "eastern_europe": {"germany": {"infantry": 1, "aa_gun": 1}},
        "germany": {"germany": {"factory": 1, "infantry": 4}},
        "ukraine_ssr": {"ussr": army},
    }
    held = {"ukraine_ssr": "ussr"}
    war = sandtable.setup(game, seed=1, power="germany", phase="noncombat_move", units=units, owners=held, round=3)
    situation, threats = seen(war, "germany")
    assert threats.danger("eastern_europe", Counter(infantry=1)).chance > 0.5
    orders = gun_moves(situation, threats, Stands())
    assert [order.route[-1] for order in orders if isinstance(order, Move)] == ([] if stays else ["germany"])


# By land or by sea


def seaward(situation: Situation, port: str) -> float:
    """What standing in a harbour is worth for what there is to be had overseas."""
    return situation.tuning.harbour * max(situation.sea_pull[zone] for zone in situation.board.sea_borders[port])


def test_a_continental_power_does_not_turn_to_the_sea() -> None:
    """Moscow is strong and far, Britain weak and near: still those in France march east, where their war is."""
    units = {
        "western_europe": {"germany": {"infantry": 6}},
        "sz_7": {"germany": {"transport": 6}},
        "germany": {"germany": {"factory": 1, "infantry": 6}},
        "west_russia": {"germany": {"infantry": 6}},
        "russia": {"ussr": {"factory": 1, "infantry": 40}},
        "united_kingdom": {"uk": {"factory": 1, "infantry": 1}},
    }
    held = dict.fromkeys(("west_russia", "karelia_ssr", "archangel", "caucasus"), "germany")
    game = sandtable.setup("1942", seed=1, power="germany", phase="noncombat_move", units=units, owners=held, round=3)
    situation, _ = seen(game, "germany")
    assert situation.main_goal == "ussr" and situation.goal_front["western_europe"] == 5
    pull = situation.pull["western_europe"]
    assert pull < SKIRMISH * seaward(situation, "western_europe")
    assert situation.march_pull["western_europe"] == situation.stage_pull["western_europe"] == pull


@pytest.mark.parametrize(("power", "overseas"), [("uk", True), ("ussr", False)])
def test_only_who_lives_overseas_leaves_a_side_show_by_sea(power: str, overseas: bool) -> None:
    """One German in Libya keeps no British army from sailing to Italy; a Soviet one would have its war on land."""
    units = {
        "algeria": {power: {"infantry": 6}},
        "libya": {"germany": {"infantry": 1}},
        "sz_12": {power: {"transport": 3}},
        "united_kingdom": {"uk": {"factory": 1, "infantry": 2}},
        "southern_europe": {"germany": {"infantry": 1}},
        "germany": {"germany": {"infantry": 6, "factory": 1}},
        "russia": {"ussr": {"infantry": 6, "factory": 1}},
        "japan": {"japan": {"factory": 1, "infantry": 6}},
    }
    held = {"algeria": power, "libya": "germany"}
    game = sandtable.setup("1942", seed=1, power=power, phase="noncombat_move", units=units, owners=held, round=3)
    situation, _ = seen(game, power)
    assert situation.main_goal == "germany" and situation.front["algeria"] == situation.goal_front["algeria"] == 1
    assert situation.pull["algeria"] < SKIRMISH * seaward(situation, "algeria")
    for pull in (situation.march_pull, situation.stage_pull):
        assert (pull["algeria"] > 4 * situation.pull["algeria"]) == overseas
        assert (pull["algeria"] == situation.pull["algeria"]) != overseas


# What is planned to be taken


@pytest.mark.parametrize(("fighters", "kept"), [(1, False), (2, False), (2, True)])
def test_an_aircraft_is_given_for_land_only_where_that_pays(fighters: int, kept: bool) -> None:
    """A fighter goes before the last infantryman who can take Belorussia, unless an army could take it back from him.

    Fighters of 10 and bombers of 15 IPC used to be given for provinces of 2 that were lost again in the same round.
    """
    near = {"infantry": 8} if kept else {"infantry": 8, "armour": 4}
    units = {
        "germany": {"germany": {"factory": 1, "infantry": 6}},
        "eastern_europe": {"germany": {"infantry": 1, "fighter": fighters}},
        "belorussia": {"ussr": {"infantry": 1}},
        "russia" if kept else "west_russia": {"ussr": near},
    }
    held = {"belorussia": "ussr", "west_russia": "germany" if kept else "ussr", "karelia_ssr": "germany"}
    dice = [*[6] * (1 + fighters), 1, *[1] * fighters, 6]  # only the defender hits, then only the attackers
    game = sandtable.setup("1942", power="germany", phase="combat_move", units=units, owners=held, round=3, dice=dice)
    officer = Officer(1)
    (attack,) = officer.attacks(*seen(game, "germany"))
    assert attack.target == "belorussia" and attack.force() == Counter(infantry=1, fighter=fighters)
    seats = dict.fromkeys(("germany", "ussr"), player("officer", 1))
    play_on(game, seats, until=lambda game: game.state.phase not in ("combat_move", "combat"))
    left = Counter(unit.kind for unit in game.state.units_of("germany"))
    assert left["infantry"] == 6 + kept and left["fighter"] == fighters - kept
    assert (game.state.owner["belorussia"] == "germany") == kept
