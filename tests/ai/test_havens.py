"""What happens to those who attack: where aircraft come down, and who guards the capital meanwhile."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest

import sandtable
from sandtable.ai import play_on, player
from sandtable.ai.airfields import fields_after
from sandtable.ai.attacks import AttackPlanner, best_plans, total
from sandtable.ai.defence import guards
from sandtable.ai.general import General
from sandtable.ai.officer import Officer
from sandtable.ai.rules import WarRules
from sandtable.ai.situation import Situation
from sandtable.ai.strongholds import strongholds
from sandtable.ai.threats import Threats
from sandtable.ai.tuning import tuning
from sandtable.ai.verify import Verifier
from sandtable.core.game import Game
from sandtable.warfare.actions import EndPhase, Move

UKRAINE: dict[str, Any] = {
    "western_europe": {"germany": {"fighter": 3}},
    "eastern_europe": {"germany": {"armour": 2}},
    "ukraine_ssr": {"ussr": {"infantry": 2}},
    "karelia_ssr": {"ussr": {"infantry": 8, "armour": 2, "fighter": 2}},
    "germany": {"germany": {"factory": 1}},
    "russia": {"ussr": {"factory": 1, "infantry": 4}},
}
"""Fighters from Western Europe that attack the Ukraine could come down in Eastern Europe only."""
SOVIET = {"ukraine_ssr": "ussr"}


def seen(game: Game[Any], power: str, **figures: float) -> tuple[Situation, Threats]:
    """How an officer sees the war, perhaps one with other figures."""
    situation = Situation(cast(WarRules, game.rules), game.state, power, tuning("officer").changed(figures))
    return situation, Threats(situation)


def sent(game: Game[Any], target: str, **figures: float) -> Counter[str]:
    """What the Germans would send to a target."""
    situation, threats = seen(game, "germany", **figures)
    attack = AttackPlanner(situation, threats, Verifier(0)).best(target)
    return attack.force() if attack else Counter()


def test_where_an_aircraft_can_come_down() -> None:
    """Three of its four steps are gone then; land that is taken meanwhile does not count."""
    game = sandtable.setup("classic", power="germany", phase="combat_move", units=UKRAINE, owners=SOVIET, dice=[])
    situation, _ = seen(game, "germany")
    fighter = next(unit for unit in situation.own() if unit.kind == "fighter")
    assert fields_after(situation, fighter, "ukraine_ssr") == ["eastern_europe"]


def test_aircraft_are_not_sent_where_they_are_lost_on_the_way_home() -> None:
    """Their gain in battle is small beside what the Red Army would find on the only airfield in reach."""
    game = sandtable.setup("classic", power="germany", phase="combat_move", units=UKRAINE, owners=SOVIET, dice=[])
    assert sent(game, "ukraine_ssr", haven=0.0)["fighter"]
    assert not sent(game, "ukraine_ssr")["fighter"]


def test_an_army_nearby_could_guard_their_airfield() -> None:
    """But not if it has to guard the capital."""
    units = {**UKRAINE, "germany": {"germany": {"factory": 1, "infantry": 14}}}
    game = sandtable.setup("classic", power="germany", phase="combat_move", units=units, owners=SOVIET, dice=[])
    assert sent(game, "ukraine_ssr")["fighter"]
    situation, threats = seen(game, "germany")
    guarding = {unit.id for unit in game.state.units_in("germany")}
    attack = AttackPlanner(situation, threats, Verifier(0), guarding).best("ukraine_ssr")
    assert attack is None or not attack.force()["fighter"]


def test_those_who_are_beaten_threaten_no_airfield() -> None:
    """The only enemies who could come to Eastern Europe are those who are attacked in the Ukraine."""
    units = {
        "western_europe": {"germany": {"fighter": 3}},
        "southern_europe": {"germany": {"armour": 4, "infantry": 8}},
        "eastern_europe": {"germany": {"infantry": 6}},
        "ukraine_ssr": {"ussr": {"infantry": 2, "armour": 2}},
        "germany": {"germany": {"factory": 1}},
        "russia": {"ussr": {"factory": 1}},
    }
    game = sandtable.setup("classic", power="germany", phase="combat_move", units=units, owners=SOVIET, dice=[])
    situation, threats = seen(game, "germany")
    planner = AttackPlanner(situation, threats, Verifier(0))
    attack = planner.best("ukraine_ssr")
    assert attack is not None and attack.force()["fighter"]
    assert threats.threatened("eastern_europe") and planner._risk_of_aircraft(attack) == 0


def test_the_only_airfield_gets_a_garrison() -> None:
    """Aircraft that must come down in Eastern Europe are worth guarding there; the land alone is not."""
    units = {
        **UKRAINE,
        "germany": {"germany": {"factory": 1, "infantry": 20}},
        "eastern_europe": {"germany": {}},
        "ukraine_ssr": {"ussr": {"infantry": 1}},
    }
    game = sandtable.setup(
        "classic", power="germany", phase="combat_move", units=units, owners=SOVIET, dice=[1, 1, 1, 6]
    )
    fighters = tuple(unit.id for unit in game.state.units_in("western_europe"))
    game.apply(Move(fighters, ("western_europe", "germany", "eastern_europe", "ukraine_ssr")))
    game.apply(EndPhase())
    assert game.state.phase == "noncombat_move"
    situation, threats = seen(game, "germany")
    assert threats.danger("eastern_europe", Counter(fighter=3)).chance > 0.7
    called = Counter(goal for ident, goal in strongholds(situation, threats).goals.items() if "infantry" in ident)
    assert threats.danger("eastern_europe", Counter(fighter=3, infantry=called["eastern_europe"])).chance < 0.3
    officer = player("officer", 1)
    play_on(game, {"germany": officer}, until=lambda game: game.state.phase != "noncombat_move")
    stand = Counter(unit.kind for unit in game.state.units_in("eastern_europe"))
    assert stand["fighter"] == 3 and stand["infantry"] >= 6 and not officer.fallbacks


def test_guards_leave_the_capital_to_beat_those_who_threaten_it() -> None:
    """Whoever waits in Moscow for the army before it loses the initiative; beaten, it threatens nobody."""
    units = {
        "russia": {"ussr": {"factory": 1, "infantry": 10, "armour": 3, "fighter": 2}},
        "west_russia": {"germany": {"infantry": 3, "armour": 5}},
        "germany": {"germany": {"factory": 1, "infantry": 6}},
    }
    held = {"west_russia": "germany"}
    game = sandtable.setup(
        "1942", seed=1, power="ussr", phase="combat_move", units=units, owners=held, pool={"infantry": 2}, round=3
    )
    situation, threats = seen(game, "ussr")
    officer = Officer(1)
    kept = guards(situation, threats, officer.expected(situation))
    assert len(kept) >= 6
    waiting = AttackPlanner(situation, threats, Verifier(0), kept).plan()
    assert not any(attack.target == "west_russia" and attack.clash.win > 0.9 for attack in waiting)
    (sally,) = [attack for attack in officer.attacks(situation, threats) if attack.target == "west_russia"]
    assert sally.clash.win > 0.9 and sally.units() & kept


def test_nobody_leaves_the_capital_if_it_would_be_lost() -> None:
    """A second army, out of reach of the attack, would walk in."""
    units = {
        "russia": {"ussr": {"factory": 1, "infantry": 10, "armour": 3, "fighter": 2}},
        "west_russia": {"germany": {"infantry": 3, "armour": 5}},
        "novosibirsk": {"japan": {"infantry": 5, "armour": 5}},
        "germany": {"germany": {"factory": 1, "infantry": 6}},
        "japan": {"japan": {"factory": 1, "infantry": 6}},
    }
    held = {"west_russia": "germany", "novosibirsk": "japan"}
    game = sandtable.setup("1942", seed=1, power="ussr", phase="combat_move", units=units, owners=held, round=3)
    situation, threats = seen(game, "ussr")
    officer = Officer(1)
    kept = guards(situation, threats, officer.expected(situation))
    away = {ident for attack in officer.attacks(situation, threats) for ident in attack.units()}
    assert kept and not away & kept


def test_the_best_attack_may_not_begin_the_best_plan() -> None:
    """In the German opening of Classic the attack with the highest score takes aircraft that two others need."""
    game = sandtable.new_game("classic", seed=1)
    officer = player("officer", 1)
    play_on(game, dict.fromkeys(game.rules.powers, officer), until=lambda game: game.state.power == "germany")
    situation, threats = seen(game, "germany")
    planner = AttackPlanner(situation, threats, Verifier(0))
    greedy, best = planner.plan(), best_plans(planner, 10)[0].attacks
    assert total(best) > total(greedy) + 1
    assert [plan.attacks for plan in best_plans(planner, 0)] == [greedy]
    assert General(1).attacks(situation, threats)[0].target != greedy[0].target
    taken = [ident for attack in best for ident in attack.units()]
    assert len(taken) == len(set(taken))


def test_plans_do_not_influence_each_other() -> None:
    """Exact odds found for one plan belong to its attacks only; planning again gives the same."""
    game = sandtable.new_game("1942", seed=1)
    situation, threats = seen(game, "ussr")
    planner = AttackPlanner(situation, threats, Verifier(100))
    first = planner.plan()
    for target in planner.ranking:
        planner.plan((target,))
    again = planner.plan()
    assert [attack.sent() for attack in again] == [attack.sent() for attack in first]
    assert total(again) == total(first)


def test_aircraft_are_not_called_to_a_place_that_draws_everybody() -> None:
    """A garrison with fighters is a prize: the enemy comes with all he has, so Finland is not held with them."""
    units = {
        "germany": {"germany": {"infantry": 20}},
        "western_europe": {"germany": {"fighter": 4, "infantry": 4}},
        "finland_norway": {"germany": {"infantry": 3, "armour": 1}},
        "karelia_ssr": {"ussr": {"infantry": 10, "armour": 1, "fighter": 2}},
        "russia": {"ussr": {"infantry": 8}},
        "united_kingdom": {"uk": {"infantry": 8}},
        "japan": {"japan": {"infantry": 8}},
        "eastern_united_states": {"usa": {"infantry": 8}},
    }

    def flown_to_finland(grounded: float) -> int:
        game = sandtable.setup("classic", seed=1, power="germany", phase="noncombat_move", units=units)
        general = cast(General, player("general", 1, 0.1)).retune({"grounded": grounded})
        play_on(game, {"germany": general}, until=lambda game: game.state.phase != "noncombat_move")
        return sum(unit.kind == "fighter" for unit in game.state.units_in("finland_norway") if unit.power == "germany")

    assert flown_to_finland(0.8) == 4
    assert flown_to_finland(tuning("general").grounded) == 0


@pytest.mark.parametrize(("base", "berth"), [("anglo_egypt", "sz_35"), ("sz_34", "sz_34")])
@pytest.mark.parametrize(("fleet", "pays"), [({"battleship": 2, "carrier": 2, "cruiser": 1}, False), ({}, True)])
def test_carriers_do_not_follow_their_aircraft_into_the_arms_of_a_fleet(
    base: str, berth: str, fleet: dict[str, int], pays: bool
) -> None:
    """A fighter could sink a transport off China if the carrier came to fetch it, which a fleet would sink there."""
    units: dict[str, dict[str, dict[str, int]]] = {
        "anglo_egypt": {"uk": {"infantry": 4}},
        berth: {"uk": {"carrier": 1}},
        "sz_59": {"japan": {"transport": 1}},
        "sz_60": {"japan": fleet},
        "united_kingdom": {"uk": {"factory": 1, "infantry": 4}},
        "japan": {"japan": {"factory": 1, "infantry": 4}},
    }
    units[base]["uk"]["fighter"] = 1
    game = sandtable.setup("1942", seed=1, power="uk", phase="combat_move", units=units)
    attack = AttackPlanner(*seen(game, "uk"), Verifier(0)).best("sz_59")
    assert (attack is not None) == pays
