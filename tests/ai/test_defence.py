"""The capital: who stays in it, who comes to its relief, and what attacks put at risk there."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest

import sandtable
from sandtable.ai.attacks import AttackPlanner, relied_on
from sandtable.ai.defence import Stake
from sandtable.ai.officer import Officer
from sandtable.ai.rules import WarRules
from sandtable.ai.situation import Situation
from sandtable.ai.strongholds import Stands, strongholds
from sandtable.ai.threats import Threats
from sandtable.ai.tuning import tuning
from sandtable.ai.verify import Verifier
from sandtable.core.game import Game


def seen(game: Game[Any], power: str, **figures: float) -> tuple[Situation, Threats]:
    """How an officer sees the war, perhaps one with other figures."""
    situation = Situation(cast(WarRules, game.rules), game.state, power, tuning("officer").changed(figures))
    return situation, Threats(situation)


def standing(game: Game[Any], stands: Stands, space: str) -> Counter[str]:
    """Who is to be in a place."""
    return Counter(game.state.units[ident].kind for ident, goal in stands.goals.items() if goal == space)


BEFORE_MOSCOW: dict[str, Any] = {
    "russia": {"ussr": {"factory": 1, "infantry": 5}},
    "archangel": {"ussr": {"infantry": 6}},
    "west_russia": {"germany": {"infantry": 8, "armour": 2}},
    "karelia_ssr": {"germany": {"infantry": 1}},
    "germany": {"germany": {"factory": 1, "infantry": 6}},
}
"""Moscow falls without those in Archangel, who could have Leningrad for the asking."""
TAKEN = {"west_russia": "germany", "karelia_ssr": "germany"}


def test_those_who_could_come_to_the_relief_of_the_capital_are_not_sent_elsewhere() -> None:
    """It would fall while they celebrate; without that army before it they go."""
    game = sandtable.setup(
        "1942", seed=1, power="ussr", phase="combat_move", units=BEFORE_MOSCOW, owners=TAKEN, round=3
    )
    situation, threats = seen(game, "ussr")
    inside = situation.garrison("russia")
    assert threats.fall("russia", inside) > 0.9
    assert threats.fall("russia", inside + Counter(infantry=6)) < 0.2
    (tempting,) = AttackPlanner(situation, threats, Verifier(0)).plan()
    assert tempting.target == "karelia_ssr" and tempting.clash.win > 0.9
    assert not Officer(1).attacks(situation, threats)
    units = {**BEFORE_MOSCOW, "west_russia": {"germany": {}}}
    game = sandtable.setup("1942", seed=1, power="ussr", phase="combat_move", units=units, owners=TAKEN, round=3)
    assert "karelia_ssr" in {attack.target for attack in Officer(1).attacks(*seen(game, "ussr"))}


def test_an_attack_on_aircraft_that_could_not_take_the_capital_may_fail() -> None:
    """They reach Moscow, but if the attack on their base fails nothing is lost there."""
    units = {
        "russia": {"ussr": {"factory": 1, "infantry": 2}},
        "karelia_ssr": {"ussr": {"factory": 1, "infantry": 2, "armour": 2}},
        "ukraine_ssr": {"germany": {"infantry": 2, "fighter": 1}},
        "germany": {"germany": {"factory": 1, "infantry": 6}},
    }
    game = sandtable.setup("classic", seed=1, power="ussr", phase="combat_move", units=units, round=3)
    situation, threats = seen(game, "ussr")
    assert threats.origins("russia") == {"ukraine_ssr"} and threats.fall("russia", situation.garrison("russia")) == 0
    (attack,) = Officer(1).attacks(situation, threats)
    assert attack.target == "ukraine_ssr" and relied_on(situation, threats, [attack]) < 0.8
    away = frozenset(attack.units())
    assert Stake(situation, threats, Counter()).price(threats.without("ukraine_ssr"), away, attack.clash.win) == 0


def test_what_an_attack_that_may_fail_is_to_prevent_is_still_feared() -> None:
    """The army before Moscow is gone only if it is beaten: the less sure that is, the more is at stake."""
    game = sandtable.setup(
        "1942", seed=1, power="ussr", phase="combat_move", units=BEFORE_MOSCOW, owners=TAKEN, round=3
    )
    situation, threats = seen(game, "ussr")
    stake, rest = Stake(situation, threats, Counter()), threats.without("west_russia")
    away = frozenset(unit.id for unit in situation.own())
    prices = [stake.price(rest, away, sure) for sure in (1.0, 0.9, 0.5, 0.0)]
    assert prices[0] == 0 and prices == sorted(prices)
    assert 0 < prices[1] < 0.15 * prices[3]
    assert stake.price(threats, frozenset(), 1.0) < 0.2 * prices[3]


def test_nobody_deserts_a_capital_that_can_be_held_with_some_luck() -> None:
    """A third is left to hope for: with Moscow the war would be lost, so the Caucasus is left alone instead."""
    units = {
        "russia": {"ussr": {"factory": 1, "infantry": 12}},
        "caucasus": {"ussr": {"factory": 1, "infantry": 4}},
        "west_russia": {"germany": {"infantry": 10, "armour": 6}},
        "germany": {"germany": {"factory": 1, "infantry": 6}},
    }
    game = sandtable.setup(
        "1942",
        seed=1,
        power="ussr",
        phase="noncombat_move",
        units=units,
        owners={"west_russia": "germany"},
        money={"ussr": 0},
        round=3,
    )
    situation, threats = seen(game, "ussr")
    assert threats.fall("russia", Counter(infantry=12)) > 0.9
    assert situation.tuning.capital_risk < threats.fall("russia", Counter(infantry=16)) < 0.8
    assert standing(game, strongholds(situation, threats), "russia")["infantry"] == 16
    assert standing(game, Officer(1)._strongholds(situation, threats), "russia")["infantry"] >= 14


def test_a_capital_that_is_as_good_as_lost_is_sold_dearly() -> None:
    """Twenty men in Moscow cost the enemy an army even where they are too few; they used to march away."""
    units = {
        "russia": {"ussr": {"factory": 1, "infantry": 12}},
        "caucasus": {"ussr": {"factory": 1, "infantry": 8}},
        "west_russia": {"germany": {"infantry": 15, "armour": 10}},
        "germany": {"germany": {"factory": 1, "infantry": 6}},
    }
    lost = {"west_russia": "germany", "karelia_ssr": "germany"}
    game = sandtable.setup(
        "1942", seed=1, power="ussr", phase="noncombat_move", units=units, owners=lost, money={"ussr": 0}, round=3
    )
    situation, threats = seen(game, "ussr")
    assert threats.fall("russia", Counter(infantry=20)) > 0.95
    assert threats.siege("russia", Counter(infantry=20)).toll > 2 * threats.siege("russia", Counter(infantry=12)).toll
    assert threats.sack(Counter(infantry=20)) < 0.9 * threats.sack(Counter(infantry=12))
    assert standing(game, strongholds(situation, threats), "russia")["infantry"] == 20
    assert standing(game, Officer(1)._strongholds(situation, threats), "russia")["infantry"] >= 18


def test_an_enemy_does_not_run_into_death_for_another() -> None:
    """Four infantry and a bomber would have no chance in Berlin; a landing in force would wear the garrison down."""
    besieged = {
        "germany": {"germany": {"factory": 1, "infantry": 10}},
        "eastern_europe": {"ussr": {"infantry": 8, "armour": 3}},
    }

    def falls(transports: int, bombers: int) -> float:
        fleet = {
            "north_sea_zone": {"uk": {"transport": transports}},
            "united_kingdom": {"uk": {"infantry": 2 * transports, "bomber": bombers}},
        }
        units = {**besieged, **(fleet if transports else {})}
        game = sandtable.setup("classic", seed=1, power="germany", units=units, owners={"eastern_europe": "ussr"})
        return seen(game, "germany")[1].fall("germany", Counter(infantry=10))

    assert 0.5 < falls(0, 0) < 0.8
    assert falls(2, 1) == pytest.approx(falls(0, 0), abs=0.01)
    assert falls(5, 3) > 0.95


def test_a_large_army_draws_all_who_can_come() -> None:
    """An enemy leaves most places to a part of his army, but hardly one in which he could destroy so much."""
    units = {
        "karelia_ssr": {"ussr": {"factory": 1}},
        "eastern_europe": {"germany": {"infantry": 12, "armour": 6}},
        "germany": {"germany": {"factory": 1, "infantry": 6}},
    }
    game = sandtable.setup("classic", seed=1, power="ussr", phase="noncombat_move", units=units, round=3)
    _, expected = seen(game, "ussr", commitment=0.5, grounded=1.0)
    _, worst = seen(game, "ussr", commitment=1.0, grounded=1.0)
    few, many = Counter(infantry=6), Counter(infantry=16)
    assert expected.danger("karelia_ssr", few).risk < worst.danger("karelia_ssr", few).risk
    assert expected.danger("karelia_ssr", many) == worst.danger("karelia_ssr", many)
    assert worst.danger("karelia_ssr", many).chance > 0.1
