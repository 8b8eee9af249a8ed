"""Places worth holding get their garrison before anybody marches: from all who could be there together."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest

import sandtable
from sandtable.ai import play_on, player, seats
from sandtable.ai.manoeuvre import Marches
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
    """With an army before Moscow it gets whom it needs; new units are promised once, and to factories with room."""
    units = {**CAUCASUS, "west_russia": {"germany": {"infantry": 6, "armour": 4}}}
    game = sandtable.setup(
        "1942", seed=1, power="ussr", phase="noncombat_move", units=units, pool={"infantry": 6}, round=3
    )
    situation, threats = seen(game, "ussr")
    stands = strongholds(situation, threats)
    garrison = standing(game, stands, "russia")
    assert threats.fall("russia", garrison) <= situation.tuning.capital_risk
    assert garrison["infantry"] >= 8  # those who are there and new ones
    assert sum(sum(new.values()) for new in stands.new.values()) <= 6
    assert sum(stands.new.get("caucasus", Counter()).values()) <= 4


def test_a_gap_that_opens_is_seen() -> None:
    """The Caucasus calls the army that bars the way to Moscow; once it is gone tanks come through, so some stay."""
    units = {
        "russia": {"ussr": {"factory": 1}},
        "west_russia": {"ussr": {"infantry": 6}},
        "archangel": {"ussr": {"infantry": 1}},
        "caucasus": {"ussr": {"factory": 1, "infantry": 1}},
        "ukraine_ssr": {"germany": {"infantry": 3}},
        "karelia_ssr": {"germany": {"armour": 2}},
        "germany": {"germany": {"factory": 1, "infantry": 6}},
    }
    held = {"west_russia": "ussr", "karelia_ssr": "germany"}
    game = sandtable.setup("1942", seed=1, power="ussr", phase="noncombat_move", units=units, owners=held, round=3)
    called = standing(game, strongholds(*seen(game, "ussr")), "caucasus")
    assert called["infantry"] > 2  # at first sight nothing speaks against it
    officer = player("officer", 1)
    play_on(game, dict.fromkeys(game.rules.powers, officer), until=lambda game: game.state.phase != "noncombat_move")
    situation, threats = seen(game, "ussr")
    assert threats.fall("russia", situation.garrison("russia")) <= situation.tuning.capital_risk


def test_promises_are_kept() -> None:
    """New ships do not take the place of new units that a factory at the front counts on."""
    pool = {"infantry": 5, "submarine": 2}
    game = sandtable.setup("1942", seed=1, power="ussr", phase="noncombat_move", units=CAUCASUS, pool=pool, round=3)
    officer = player("officer", 1)
    assert isinstance(officer, Officer)
    play_on(game, dict.fromkeys(game.rules.powers, officer), until=lambda game: game.state.phase == "placement")
    due = officer.turn.stands.new["caucasus"]["infantry"]
    before = sum(unit.kind == "infantry" for unit in game.state.units_in("caucasus"))
    play_on(game, dict.fromkeys(game.rules.powers, officer), until=lambda game: game.state.phase != "placement")
    after = sum(unit.kind == "infantry" for unit in game.state.units_in("caucasus"))
    assert due >= 3 and after - before >= due


def test_somebody_else_may_have_moved_a_unit() -> None:
    """A plan made before a person took the seat for a while is no reason to fail."""
    game = sandtable.setup(
        "1942", seed=1, power="ussr", phase="noncombat_move", units=CAUCASUS, pool={"infantry": 5}, round=3
    )
    situation, threats = seen(game, "ussr")
    stands = strongholds(situation, threats)
    gone, moved = sorted(stands.goals)[:2]
    state = game.state.copy()
    state.remove(gone)
    state.change(moved, space="soviet_far_east")
    after = Situation(game.rules, state, "ussr", tuning("officer"))  # type: ignore[arg-type]
    Marches(after, Threats(after), stands).plan()


def test_aircraft_do_not_stay_in_a_capital_that_falls() -> None:
    units = {
        "russia": {"ussr": {"factory": 1, "infantry": 2, "fighter": 2}},
        "west_russia": {"germany": {"infantry": 30, "armour": 10}},
        "germany": {"germany": {"factory": 1}},
    }
    game = sandtable.setup("1942", seed=1, power="ussr", phase="noncombat_move", units=units, round=3)
    assert set(standing(game, strongholds(*seen(game, "ussr")), "russia")) == {"infantry"}


def test_nobody_more_is_called_to_a_place_that_is_safe() -> None:
    """One city more and the war is lost, but a few infantry are enough against one that could land."""
    units = {
        "western_united_states": {"usa": {"factory": 1, "infantry": 16}},
        "eastern_united_states": {"usa": {"factory": 1, "infantry": 4}},
        "sz_56": {"japan": {"transport": 1, "infantry": 2}},
        "japan": {"japan": {"factory": 1, "infantry": 6}},
        "germany": {"germany": {"factory": 1, "infantry": 6}},
    }
    held = {"karelia_ssr": "germany", "russia": "germany"}
    game = sandtable.setup("1942", seed=1, power="usa", phase="noncombat_move", units=units, owners=held, round=3)
    situation, threats = seen(game, "usa")
    assert threats.threatened("western_united_states") and situation.worth("western_united_states") > 100
    garrison = standing(game, strongholds(situation, threats), "western_united_states")
    assert threats.danger("western_united_states", garrison).chance < 0.03
    assert threats.danger("western_united_states", garrison - Counter(infantry=1)).chance >= 0.03
