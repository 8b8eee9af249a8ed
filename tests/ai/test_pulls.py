"""What draws armies and ships: not a victory that is near, and not a lone enemy while the war is across the sea."""

from __future__ import annotations

from typing import Any, cast

import pytest

import sandtable
from sandtable.ai.rules import WarRules
from sandtable.ai.situation import Situation
from sandtable.ai.tuning import tuning
from sandtable.core.game import Game


def seen(game: Game[Any], power: str, **figures: float) -> Situation:
    """How an officer sees the war, perhaps one with other figures."""
    return Situation(cast(WarRules, game.rules), game.state, power, tuning("officer").changed(figures))


def conquered(most: int) -> Game[Any]:
    """CL-WIN-04: the Axis hold so much of the 84 IPC they need, or a little more."""
    game = sandtable.new_game("classic", seed=1)
    rules: Any = game.rules
    (goal,) = (goal for goal in rules.goals(game.state, "axis") if goal.reason == "economy")
    spared = ("united_kingdom", "russia", "eastern_united_states")
    for space in rules.board.land:
        if rules.progress(game.state, "axis", goal) >= most:
            break
        if game.state.owner.get(space) in ("uk", "ussr", "usa") and space not in spared:
            game.state.owner[space] = "germany"
    return game


@pytest.mark.parametrize("held", [80, 84, 92])
def test_nobody_sails_after_distant_provinces_near_a_victory(held: int) -> None:
    """Each of them is worth a fortune to whoever can take it this turn, but pulls at most twice as much as usual."""
    game = conquered(held)
    near, calm = seen(game, "usa"), seen(game, "usa", winning=0.0)
    assert near.worth("ukraine_ssr") > calm.worth("ukraine_ssr") + 30
    assert calm.lure("ukraine_ssr") < near.lure("ukraine_ssr") < 2.01 * calm.lure("ukraine_ssr")
    for pulls, usual in ((near.pull, calm.pull), (near.sea_pull, calm.sea_pull)):
        assert all(pulls[space] < 2.01 * usual[space] + 0.01 for space in usual)


def test_worth_grows_to_a_victory_and_beyond_it_no_steeper() -> None:
    """Who is far ahead of what is needed has still to be stopped, but the last province is not worth the whole war."""
    worth = [seen(conquered(held), "usa").worth("ukraine_ssr") for held in (57, 70, 80, 88, 100, 118)]
    assert worth[0] < worth[1] < worth[2] < worth[3]
    assert all(worth[3] / 2 < beyond < 2 * worth[3] for beyond in worth[4:])


AFRICA = ("anglo_egypt", "italian_east_africa", "french_equatorial_africa", "belgian_congo")


@pytest.mark.parametrize(("taken", "overseas"), [((), True), (AFRICA, False)])
def test_a_lone_enemy_in_africa_does_not_keep_an_army_from_the_sea(taken: tuple[str, ...], overseas: bool) -> None:
    """One German in Libya is a side show: from Algeria the way leads to Europe, unless half of Africa is his."""
    units = {
        "algeria": {"usa": {"infantry": 6}},
        "libya": {"germany": {"infantry": 1}},
        "sz_12": {"usa": {"transport": 5}},
        "eastern_united_states": {"usa": {"factory": 1, "infantry": 2}},
        "western_europe": {"germany": {"infantry": 1}},
        "southern_europe": {"germany": {"infantry": 1}},
        "germany": {"germany": {"infantry": 8, "factory": 1}},
        "russia": {"ussr": {"infantry": 6, "factory": 1}},
        "japan": {"japan": {"factory": 1, "infantry": 6}},
    }
    held = {"algeria": "usa", "libya": "germany", **dict.fromkeys(taken, "germany")}
    game = sandtable.setup("1942", seed=1, power="usa", phase="noncombat_move", units=units, owners=held, round=3)
    situation = seen(game, "usa")
    assert situation.front["algeria"] == situation.goal_front["algeria"] == 1
    for pull in (situation.march_pull, situation.stage_pull):
        if overseas:
            assert pull["algeria"] > 4 * situation.pull["algeria"] > 0
        else:
            assert pull["algeria"] == situation.pull["algeria"]
