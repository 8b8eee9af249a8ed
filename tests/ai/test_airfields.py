"""Where aircraft come down: what will stand there counts, what would win the war does not draw them into danger."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest

import sandtable
from sandtable.ai import play_on, player
from sandtable.ai.airfields import landing, usefulness
from sandtable.ai.rules import WarRules
from sandtable.ai.situation import Situation
from sandtable.ai.threats import Threats
from sandtable.ai.tuning import tuning
from sandtable.core.game import Game
from sandtable.warfare.state import Unit


def seen(game: Game[Any], power: str, **figures: float) -> tuple[Situation, Threats]:
    """How an officer sees the war, perhaps one with other figures."""
    situation = Situation(cast(WarRules, game.rules), game.state, power, tuning("officer").changed(figures))
    return situation, Threats(situation)


def fighter(situation: Situation) -> Unit:
    """The only own one."""
    (found,) = (unit for unit in situation.own() if unit.kind == "fighter")
    return found


LENINGRAD: dict[str, Any] = {
    "karelia_ssr": {"ussr": {"factory": 1, "infantry": 1}},
    "russia": {"ussr": {"factory": 1}},
    "novosibirsk": {"ussr": {"fighter": 1}},
    "eastern_europe": {"germany": {"infantry": 8}},
    "germany": {"germany": {"factory": 1, "infantry": 6}},
}
"""A factory that holds only with new units."""


def test_aircraft_know_of_new_units_where_they_land() -> None:
    """With one infantryman a fighter in Leningrad would be lost; with eight more it is at the front and safe."""
    game = sandtable.setup("classic", seed=1, power="ussr", phase="noncombat_move", units=LENINGRAD, round=3)
    situation, threats = seen(game, "ussr")
    new = {"karelia_ssr": Counter(infantry=8)}
    assert "karelia_ssr" not in [order.route[-1] for order in landing(situation, threats, fighter(situation))]
    assert landing(situation, threats, fighter(situation), new)[0].route[-1] == "karelia_ssr"


@pytest.mark.parametrize(("pool", "at_the_front"), [({"infantry": 8}, True), ({}, False)])
def test_a_fighter_is_at_the_front_before_those_who_will_guard_it(pool: dict[str, int], at_the_front: bool) -> None:
    """They are placed only after it has landed, but they have been promised."""
    game = sandtable.setup("classic", seed=1, power="ussr", phase="noncombat_move", units=LENINGRAD, pool=pool, round=3)
    play_on(game, {"ussr": player("officer", 1)}, until=lambda game: game.state.power != "ussr")
    assert (fighter(seen(game, "ussr")[0]).space == "karelia_ssr") == at_the_front


def test_provinces_that_would_win_the_war_do_not_draw_aircraft_into_danger() -> None:
    """CL-WIN-04: one province decides the war, but a fighter on a bare deck in the North Sea takes none of them."""
    game = sandtable.setup(
        "classic",
        seed=1,
        power="uk",
        phase="noncombat_move",
        units={
            "eastern_canada": {"uk": {"infantry": 6, "fighter": 1}},
            "north_sea_zone": {"uk": {"carrier": 1}},
            "germany": {"germany": {"factory": 1, "infantry": 6, "bomber": 4}},
            "russia": {"ussr": {"factory": 1, "infantry": 6}},
            "japan": {"japan": {"factory": 1, "infantry": 6}},
        },
    )
    rules: Any = game.rules
    (goal,) = (goal for goal in rules.goals(game.state, "axis") if goal.reason == "economy")
    for space in rules.board.land:
        if rules.progress(game.state, "axis", goal) >= 82:
            break
        spared = ("united_kingdom", "eastern_united_states", "eastern_canada", "russia")
        if game.state.owner.get(space) and space not in spared:
            game.state.owner[space] = "germany" if space != "japan" else "japan"
    situation, threats = seen(game, "uk")
    calm, _ = seen(game, "uk", winning=0.0)
    assert situation.worth("western_europe") > calm.worth("western_europe") + 50
    assert usefulness(situation, "north_sea_zone") == usefulness(calm, "north_sea_zone")
    assert threats.danger("north_sea_zone", Counter(carrier=1, fighter=1), 0.0).chance > 0.8
    assert not landing(situation, threats, fighter(situation))
