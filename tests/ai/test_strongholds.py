"""Places worth holding get their garrison before anybody marches: from all who could be there together."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest

import sandtable
from sandtable.ai import play_on, player, seats
from sandtable.ai.officer import Officer
from sandtable.ai.rules import WarRules
from sandtable.ai.situation import Situation
from sandtable.ai.strongholds import Stands, strongholds
from sandtable.ai.threats import Threats
from sandtable.ai.tuning import tuning
from sandtable.core.game import Game


def seen(game: Game[Any], power: str) -> tuple[Situation, Threats]:
    """How an officer sees the war."""
    situation = Situation(game.rules, game.state, power, tuning("officer"))  # type: ignore[arg-type]
    return situation, Threats(situation)


def standing(game: Game[Any], stands: Stands, space: str) -> Counter[str]:
    """Who is to be in a place."""
    units = game.state.units
    return stands.new.get(space, Counter()) + Counter(
        units[ident].kind for ident, goal in stands.goals.items() if goal == space
    )


@pytest.mark.parametrize("game", ["classic", "1942"])
def test_threats_after_the_battles_know_how_they_ended(game: str) -> None:
    """Nobody who has fallen in the battles of the turn is feared in the march behind them."""
    war = sandtable.new_game(game, seed=3)
    players = seats(dict.fromkeys(war.rules.powers, "officer"), seed=3)
    marches = 0
    while war.state.round < 3:
        play_on(war, players, until=lambda war: war.decision is not None and war.decision.kind == "noncombat_move")
        power = war.state.power
        officer = players[power]
        assert isinstance(officer, Officer)
        _, threats = officer.look(cast(WarRules, war.rules), war.state, power)
        assert threats.situation.state.units.keys() == war.state.units.keys()
        marches += 1
        play_on(war, players, until=lambda war: war.decision is not None and war.decision.kind != "noncombat_move")
    assert marches >= 8


CAUCASUS: dict[str, Any] = {
    "caucasus": {"ussr": {"factory": 1, "infantry": 1}},
    "kazakh_ssr": {"ussr": {"infantry": 2}},
    "russia": {"ussr": {"factory": 1, "infantry": 4, "fighter": 2}},
    "ukraine_ssr": {"germany": {"infantry": 4, "armour": 2}},
    "germany": {"germany": {"factory": 1, "infantry": 6}},
}
"""A factory at the front that only all together can hold."""


def test_everybody_who_can_be_there_is_asked_together() -> None:
    """Those from behind, new ones and fighters: each by itself would only be lost."""
    game = sandtable.setup(
        "1942", seed=1, power="ussr", phase="noncombat_move", units=CAUCASUS, pool={"infantry": 5}, round=3
    )
    situation, threats = seen(game, "ussr")
    assert threats.danger("caucasus", situation.garrison("caucasus")).chance > 0.9
    garrison = standing(game, strongholds(situation, threats), "caucasus")
    assert garrison["infantry"] >= 6
    assert threats.danger("caucasus", garrison).risk == 0.0


def test_nobody_is_thrown_away_where_all_would_not_do() -> None:
    units = {**CAUCASUS, "ukraine_ssr": {"germany": {"infantry": 20, "armour": 15}}}
    game = sandtable.setup("1942", seed=1, power="ussr", phase="noncombat_move", units=units, round=3)
    assert not standing(game, strongholds(*seen(game, "ussr")), "caucasus")


def test_the_capital_comes_first() -> None:
    """With an army before Moscow it gets whom it needs, and new units are not promised to the Caucasus as well."""
    units = {**CAUCASUS, "west_russia": {"germany": {"infantry": 6, "armour": 4}}}
    game = sandtable.setup(
        "1942", seed=1, power="ussr", phase="noncombat_move", units=units, pool={"infantry": 6}, round=3
    )
    situation, threats = seen(game, "ussr")
    stands = strongholds(situation, threats)
    garrison = standing(game, stands, "russia") + Counter(infantry=0)
    assert threats.fall("russia", garrison) <= situation.tuning.capital_risk
    assert stands.promised()["infantry"] <= 6


def test_a_gap_that_opens_is_seen() -> None:
    """If the army before Moscow marches away, tanks come through; Moscow is guarded or the way is barred."""
    units = {
        "russia": {"ussr": {"factory": 1, "infantry": 2}},
        "west_russia": {"ussr": {"infantry": 8, "armour": 2}},
        "caucasus": {"ussr": {"factory": 1, "infantry": 1}},
        "ukraine_ssr": {"germany": {"armour": 7}},
        "germany": {"germany": {"factory": 1, "infantry": 6}},
    }
    game = sandtable.setup(
        "1942", seed=1, power="ussr", phase="noncombat_move", units=units, owners={"west_russia": "ussr"}, round=3
    )
    officer = player("officer", 1)
    play_on(game, dict.fromkeys(game.rules.powers, officer), until=lambda game: game.state.phase != "noncombat_move")
    situation, threats = seen(game, "ussr")
    assert threats.fall("russia", situation.garrison("russia")) <= situation.tuning.capital_risk
