"""Marches and new units: pickets, retreats, and factories at the front."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest

import sandtable
from sandtable.ai import play_on, player
from sandtable.ai.manoeuvre import Marches
from sandtable.ai.rules import WarRules
from sandtable.ai.situation import Situation
from sandtable.ai.strongholds import Stands
from sandtable.ai.threats import Threats
from sandtable.ai.tuning import tuning
from sandtable.core.game import Game


def seen(game: Game[Any], power: str) -> tuple[Situation, Threats]:
    """How an officer sees the war."""
    situation = Situation(cast(WarRules, game.rules), game.state, power, tuning("officer"))
    return situation, Threats(situation)


def marched(game: Game[Any], power: str, stronghold: str = "", site: str = "") -> dict[str, int]:
    """Where a power's land units go if all who are in a stronghold are called to stay there."""
    situation, threats = seen(game, power)
    army = [unit.id for unit in situation.own() if unit.space == stronghold and unit.kind == "infantry"]
    marches = Marches(situation, threats, Stands(dict.fromkeys(army, stronghold), site=site))
    marches.plan()
    return Counter(marches.goals.values())


def leningrad(infantry: int) -> Game[Any]:
    """The Caucasus lies open to those in the Ukraine."""
    units = {
        "karelia_ssr": {"ussr": {"factory": 1, "infantry": infantry}},
        "russia": {"ussr": {"factory": 1}},
        "ukraine_ssr": {"germany": {"infantry": 3, "armour": 2}},
        "germany": {"germany": {"factory": 1, "infantry": 6}},
    }
    return sandtable.setup("classic", seed=1, power="ussr", phase="noncombat_move", units=units, round=3)


def test_a_stronghold_lends_a_picket_if_it_has_more_than_it_needs() -> None:
    """One man keeps tanks from walking into the Caucasus; but for him nobody leaves Leningrad."""
    _, threats = seen(leningrad(6), "ussr")
    risks = [threats.danger("karelia_ssr", Counter(infantry=number)).risk for number in (4, 5)]
    assert risks[0] > 6 > risks[1]
    assert marched(leningrad(6), "ussr", "karelia_ssr") == {"karelia_ssr": 5, "caucasus": 1}
    assert marched(leningrad(5), "ussr", "karelia_ssr") == {"karelia_ssr": 5}


def test_those_who_guard_the_site_of_a_factory_stay_with_it() -> None:
    assert marched(leningrad(8), "ussr", "karelia_ssr", site="karelia_ssr") == {"karelia_ssr": 8}


@pytest.mark.parametrize(("infantry", "lent"), [(10, 0), (12, 1)])
def test_the_capital_lends_a_picket_only_if_it_does_not_fall_without_him(infantry: int, lent: int) -> None:
    """Neither the Germans nor the Japanese alone would gain anything in Moscow, but one after the other they might."""
    units = {
        "russia": {"ussr": {"factory": 1, "infantry": infantry}},
        "karelia_ssr": {"germany": {"infantry": 5, "armour": 2}},
        "novosibirsk": {"japan": {"infantry": 3, "armour": 2}},
        "germany": {"germany": {"factory": 1, "infantry": 6}},
        "japan": {"japan": {"factory": 1, "infantry": 6}},
    }
    held = {"karelia_ssr": "germany", "novosibirsk": "japan"}
    game = sandtable.setup("classic", seed=1, power="ussr", phase="noncombat_move", units=units, owners=held, round=3)
    _, threats = seen(game, "ussr")
    rest = Counter(infantry=infantry - 1)
    assert threats.danger("russia", rest).risk == 0 and (threats.fall("russia", rest) > 0.4) != lent
    assert marched(game, "ussr", "russia").get("caucasus", 0) == lent


@pytest.mark.parametrize(("british", "refuge"), [(1, "archangel"), (5, "caucasus")])
def test_a_retreat_goes_where_it_makes_others_safe(british: int, refuge: str) -> None:
    """An ally in Archangel would be lost alone; if he needs nobody the army stays nearer to the enemy."""
    units = {
        "west_russia": {"ussr": {"infantry": 3}},
        "archangel": {"uk": {"infantry": british}},
        "karelia_ssr": {"germany": {"infantry": 3}},
        "belorussia": {"germany": {"infantry": 14}},
        "germany": {"germany": {"factory": 1, "infantry": 6}},
        "russia": {"ussr": {"factory": 1}},
    }
    held = {"karelia_ssr": "germany", "west_russia": "ussr"}
    game = sandtable.setup("1942", seed=1, power="ussr", phase="noncombat_move", units=units, owners=held, round=3)
    goals = marched(game, "ussr")
    goals.pop("west_russia", None)  # perhaps one stays as a picket
    assert goals.keys() == {refuge} and goals[refuge] >= 2


@pytest.mark.parametrize(
    ("enemies", "placed"),
    [
        ({"southern_europe": {"germany": {"infantry": 3, "bomber": 6}}}, "caucasus"),
        ({"ukraine_ssr": {"germany": {"infantry": 6, "armour": 4}}}, "russia"),
    ],
)
def test_a_factory_that_only_aircraft_reach_gets_new_units(enemies: dict[str, Any], placed: str) -> None:
    """They could beat three or four infantry but would take no land and lose more than they gain; an army would."""
    units = {
        "russia": {"ussr": {"factory": 1, "infantry": 6}},
        "caucasus": {"ussr": {"factory": 1, "infantry": 1}},
        "germany": {"germany": {"factory": 1, "infantry": 6}},
        **enemies,
    }
    owners = {"ukraine_ssr": "germany" if "ukraine_ssr" in enemies else "ussr", "balkans": "ussr"}
    game = sandtable.setup(
        "1942", seed=1, power="ussr", phase="placement", units=units, owners=owners, pool={"infantry": 3}, round=3
    )
    _, threats = seen(game, "ussr")
    assert threats.danger("caucasus", Counter(infantry=4)).chance > 0.7
    before = len(game.state.units_in(placed))
    play_on(game, {"ussr": player("officer", 1)}, until=lambda game: game.state.phase != "placement")
    assert len(game.state.units_in(placed)) == before + 3
