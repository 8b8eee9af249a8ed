"""Who is sent against a target, and what he risks there."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest

import sandtable
from sandtable.ai.attacks import Attack, AttackPlanner, Load, Part
from sandtable.ai.reach import Boat
from sandtable.ai.rules import WarRules
from sandtable.ai.situation import Situation
from sandtable.ai.threats import Danger, Threats
from sandtable.ai.tuning import tuning
from sandtable.ai.verify import Verifier
from sandtable.core.game import Game


def planner(game: Game[Any], power: str, **figures: float) -> AttackPlanner:
    """What an officer, perhaps one with other figures, thinks about attacks."""
    situation = Situation(cast(WarRules, game.rules), game.state, power, tuning("officer").changed(figures))
    return AttackPlanner(situation, Threats(situation), Verifier(0))


def against_one_tank(**more: int) -> Counter[str]:
    """Who goes with the infantry from Eastern Europe against a single tank."""
    units = {
        "eastern_europe": {"germany": {"infantry": 7, **more}},
        "ukraine_ssr": {"ussr": {"armour": 1}},
        "germany": {"germany": {"factory": 1, "infantry": 4}},
        "russia": {"ussr": {"factory": 1, "infantry": 4}},
    }
    game = sandtable.setup(
        "classic",
        seed=1,
        power="germany",
        phase="combat_move",
        units=units,
        owners={"ukraine_ssr": "ussr"},
        round=3,
    )
    attack = planner(game, "germany").best("ukraine_ssr")
    assert attack is not None and attack.clash.win > 0.9
    return attack.force()


def test_no_more_are_sent_than_help() -> None:
    """Seven infantry would beat one tank hardly more surely than three or four; the others are of use elsewhere."""
    assert 2 <= against_one_tank()["infantry"] <= 4


def test_those_who_do_not_stay_come_along() -> None:
    """Fighters are back after the battle, so they go instead of infantry that would be bound."""
    force = against_one_tank(fighter=2)
    assert force["fighter"] and force["infantry"] < against_one_tank()["infantry"]


def boats(guard: dict[str, int], aircraft: dict[str, int]) -> tuple[float, float]:
    """What the enemy's chance is to sink a British transport beside Norway, and what a landing is charged for it."""
    units = {
        "united_kingdom": {"uk": {"infantry": 2}},
        "sz_6": {"uk": {"transport": 1, **guard}},
        "norway": {"germany": {"infantry": 1}},
        "germany": {"germany": {"factory": 1, "infantry": 6, **aircraft}},
    }
    game = sandtable.setup("1942", seed=1, power="uk", phase="combat_move", units=units, round=3)
    planning = planner(game, "uk")
    ship = next(unit for unit in planning.situation.own() if unit.kind == "transport")
    men = {unit.id: "sz_6" for unit in planning.situation.own() if unit.kind == "infantry"}
    load = Part(("infantry", "infantry"), (ship.id, *men), Load(Boat(ship, ("sz_6",)), (), men))
    fleet = planning.situation.fleet("sz_6")
    return planning.threats.danger("sz_6", fleet, 0.0).chance, planning._risk_of_boats([load])


def test_transports_that_are_hardly_guarded_are_sunk_far_more_often() -> None:
    """A fighter that has an even chance against a cruiser would rather look for transports that nobody guards."""
    (bare, risk), (guarded, small) = boats({}, {"fighter": 1}), boats({"cruiser": 1}, {"fighter": 1})
    assert bare > 0.95 and 0.3 < guarded < 0.6
    assert risk > 3 and small < risk / 5


def norway(army: dict[str, int], **figures: float) -> AttackPlanner:
    """A German army in Leningrad could come back to Norway."""
    units = {
        "united_kingdom": {"uk": {"infantry": 4, "armour": 2}},
        "sz_6": {"uk": {"transport": 3}},
        "norway": {"germany": {"infantry": 1}},
        "karelia_ssr": {"germany": army},
        "germany": {"germany": {"factory": 1, "infantry": 6}},
    }
    owners = {"karelia_ssr": "germany"}
    game = sandtable.setup("1942", seed=1, power="uk", phase="combat_move", units=units, owners=owners, round=3)
    return planner(game, "uk", **figures)


def test_those_who_come_by_sea_risk_more() -> None:
    """They cannot break off where an army stands ready to throw them into the sea; where none does it is the same."""
    force = Counter(infantry=2, armour=1)

    def dearer(army: dict[str, int]) -> float:
        planning = norway(army)
        clash = planning._clash("norway", force)
        by_land, by_sea = (planning.score("norway", force, clash, landing) for landing in (False, True))
        return by_land - by_sea

    assert dearer({"infantry": 4, "armour": 2}) > 0.3
    assert dearer({}) == 0


@pytest.mark.parametrize(("army", "expected"), [({"infantry": 4}, False), ({"infantry": 6, "armour": 4}, True)])
def test_an_enemy_who_gains_nothing_is_hardly_expected(army: dict[str, int], expected: bool) -> None:
    """He could take Norway back, but would lose more than he gains; only if it pays what is lost with it counts."""
    force = Counter(infantry=3)
    bold, wary = norway(army, fleeting=0.0), norway(army, fleeting=1.0)
    clash = bold._clash("norway", force)
    danger = bold.threats.without("norway").danger("norway", Counter(infantry=2), 0.0)
    assert danger.chance > 0.5 and (danger.risk > 0) == expected
    charged = bold.score("norway", force, clash) - wary.score("norway", force, clash)
    share = charged / (clash.win * danger.chance * bold.situation.lasting("norway"))
    assert (share > 0.9) if expected else (share < 0.4)
    assert Danger(0.0, 0.8).likely < Danger(5.0, 0.8).likely / 2


def test_boats_do_not_spoil_an_attack_that_an_army_can_make() -> None:
    """Seven infantry from Manchuria beat four in Buryatia (score 6.7); two empty transports used to prevent it."""
    units = {
        "japan": {"japan": {"factory": 1, "infantry": 4, "armour": 2}},
        "sz_60": {"japan": {"transport": 2}},
        "sz_52": {"usa": {"destroyer": 2}},
        "manchuria": {"japan": {"infantry": 7}},
        "buryatia_ssr": {"ussr": {"infantry": 4}},
        "russia": {"ussr": {"factory": 1, "infantry": 6}},
        "germany": {"germany": {"factory": 1, "infantry": 6}},
    }
    game = sandtable.setup("1942", seed=1, power="japan", phase="combat_move", units=units, round=3)
    attack = planner(game, "japan").best("buryatia_ssr")
    assert attack is not None and set(attack.force()) == {"infantry"}


def chasing(fleet: dict[str, int], prey: dict[str, int], questions: int) -> Attack | None:
    """A Japanese attack on American ships, with or without exact odds."""
    units = {"sz_60": {"japan": fleet}, "sz_57": {"usa": prey}, "japan": {"japan": {"factory": 1}}}
    game = sandtable.setup("1942", seed=1, power="japan", phase="combat_move", units=units, round=3)
    hunt = planner(game, "japan")
    attack = hunt.best("sz_57")
    hunt.verifier = Verifier(questions)
    return attack and hunt._confirmed(attack)


@pytest.mark.parametrize("questions", [0, 5])
def test_nobody_chases_submarines_that_dive(questions: int) -> None:
    """Without a destroyer they leave the battle unharmed: battleships used to follow one across the Pacific."""
    fleet = {"battleship": 1, "cruiser": 1}
    assert chasing(fleet, {"submarine": 1}, questions) is None
    hunted = chasing({**fleet, "destroyer": 1}, {"submarine": 1}, questions)
    assert hunted is not None and hunted.clash.defender_loss > 5
    guarded = chasing(fleet, {"carrier": 1, "submarine": 2}, questions)
    assert guarded is not None and guarded.clash.win > 0.9
    assert guarded.clash.defender_loss <= 14.01  # the carrier alone


@pytest.mark.parametrize(("target", "astray"), [("alaska", True), ("soviet_far_east", False)])
def test_who_lands_at_a_dead_end_is_lost_to_the_war(target: str, astray: bool) -> None:
    """Both lie open to two Japanese; from one of them they can march on Moscow, from the other they never get there."""
    units = {
        "japan": {"japan": {"factory": 1, "infantry": 2}},
        "sz_60": {"japan": {"transport": 1}},
        "manchuria": {"japan": {"infantry": 6}},
        "western_united_states": {"usa": {"factory": 1, "infantry": 6}},
        "russia": {"ussr": {"factory": 1, "infantry": 6}},
        "germany": {"germany": {"factory": 1, "infantry": 6}},
    }
    game = sandtable.setup("1942", seed=1, power="japan", phase="combat_move", units=units, round=3)
    planning = planner(game, "japan")
    ship = next(unit for unit in planning.situation.own() if unit.kind == "transport")
    men = {unit.id: "sz_60" for unit in game.state.units_in("japan") if unit.kind == "infantry"}
    landing = [Part(("infantry",) * 2, (ship.id, *men), Load(Boat(ship, ("sz_60",)), (), men))]
    attack = planning._with(target, landing)
    assert attack.clash.win == 1
    alone = planning.score(target, attack.force(), attack.clash, landing=True)
    assert (alone - attack.score > 1) == astray


@pytest.mark.parametrize(("more", "goes"), [({}, False), ({"russia": "germany"}, True)])
def test_a_city_lost_again_is_no_step_towards_victory(more: dict[str, str], goes: bool) -> None:
    """A tank and 45 IPC of aircraft went for the eighth of nine cities, which an army next door would have taken back.

    For the ninth, with which the war is won when the round ends, that is not too much.
    """
    units = {
        "norway": {"germany": {"armour": 1, "fighter": 3, "bomber": 1}},
        "karelia_ssr": {"ussr": {"infantry": 2, "artillery": 3, "armour": 1}},
        "west_russia": {"ussr": {"infantry": 6, "armour": 2}},
        "germany": {"germany": {"factory": 1, "infantry": 6}},
        "japan": {"japan": {"factory": 1, "infantry": 6}},
        "united_kingdom": {"uk": {"factory": 1, "infantry": 6}},
    }
    held = {"india": "japan", **more}
    game = sandtable.setup("1942", power="germany", phase="combat_move", units=units, owners=held, round=5)
    attack = planner(game, "germany", winning=600.0).best("karelia_ssr")
    assert (attack is not None and attack.score > 5) == goes
