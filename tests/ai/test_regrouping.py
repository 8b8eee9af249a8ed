"""Where armies stand after the march: land behind the front, and enemies who will have been beaten."""

from __future__ import annotations

from collections import Counter
from typing import Any

import sandtable
from sandtable.ai import play_on, seats
from sandtable.ai.attacks import BEATEN, AttackPlanner
from sandtable.ai.regrouping import Regrouping
from sandtable.ai.situation import Situation
from sandtable.ai.threats import Threats
from sandtable.ai.tuning import tuning
from sandtable.ai.verify import Verifier
from sandtable.core.game import Game


def planner(game: Game[Any], power: str) -> tuple[Situation, Threats]:
    situation = Situation(game.rules, game.state, power, tuning("officer"))  # type: ignore[arg-type]
    return situation, Threats(situation)


def test_only_those_who_could_come_are_missing_when_they_are_beaten() -> None:
    units = {
        "germany": {"germany": {"infantry": 3, "factory": 1}},
        "eastern_europe": {"ussr": {"infantry": 4, "armour": 1}},
        "ukraine_ssr": {"ussr": {"infantry": 5, "armour": 2}},
    }
    game = sandtable.setup("classic", seed=1, power="germany", units=units, owners={"eastern_europe": "ussr"})
    _, threats = planner(game, "germany")
    assert threats.on("germany", "ussr") == Counter(infantry=4, armour=3)
    assert threats.without("eastern_europe").on("germany", "ussr") == Counter(armour=2)
    assert threats.without("ukraine_ssr").on("germany", "ussr") == Counter(infantry=4, armour=1)
    nobody = threats.without("ukraine_ssr").without("eastern_europe")
    assert not nobody.on("germany", "ussr")
    assert nobody.danger("germany", Counter(infantry=1)).chance == 0
    assert threats.on("germany", "ussr") == Counter(infantry=4, armour=3)  # as before


def test_france_is_not_left_to_the_first_who_lands() -> None:
    """In the opening of 1942 everybody used to march east, and the British walked into Western Europe."""
    for seed in (1, 2, 3):
        game = sandtable.new_game("1942", seed=seed)
        players = seats({power: "officer" for power in game.rules.powers}, seed=seed)
        play_on(game, players, until=lambda game: game.state.power == "uk")
        garrison = Counter(unit.kind for unit in game.state.units_in("western_europe") if unit.power == "germany")
        assert sum(garrison[kind] for kind in ("infantry", "artillery", "armour")) >= 3


def test_a_gap_opens_the_way_for_armour() -> None:
    """Whoever leaves a place lets armour through to what lies behind it; that is seen before he goes."""
    units = {
        "southern_europe": {"germany": {"infantry": 1, "factory": 1}},
        "eastern_europe": {"germany": {"infantry": 9}},
        "karelia_ssr": {"ussr": {"armour": 3, "factory": 1}},
    }
    owners = {"ukraine_ssr": "germany"}
    game = sandtable.setup("classic", seed=1, power="germany", phase="noncombat_move", units=units, owners=owners)
    situation, threats = planner(game, "germany")
    army = {unit.id: "ukraine_ssr" for unit in game.state.units_in("eastern_europe")}
    options = {ident: ["eastern_europe", "ukraine_ssr"] for ident in army}
    standing = {"southern_europe": Counter(infantry=1), "eastern_europe": Counter(), "ukraine_ssr": Counter(infantry=9)}
    regrouping = Regrouping(situation, threats, options, army, standing)
    assert not threats.on("southern_europe", "ussr")
    assert regrouping._threats_then().on("southern_europe", "ussr") == Counter(armour=3)
    regrouping.improve()
    assert standing["eastern_europe"]["infantry"] + standing["ukraine_ssr"]["infantry"] == 9
    assert standing["eastern_europe"]["infantry"] > 0


def test_those_who_will_be_beaten_take_nothing_back() -> None:
    """Ukraine alone would be lost again to the stack beside it; if that is beaten in the same turn it is kept."""
    units = {
        "eastern_europe": {"germany": {"infantry": 12, "armour": 8, "fighter": 3}},
        "karelia_ssr": {"ussr": {"infantry": 5, "factory": 1}},
        "ukraine_ssr": {"ussr": {"infantry": 1}},
        "russia": {"ussr": {"factory": 1}},
    }
    game = sandtable.setup("classic", seed=1, power="germany", phase="combat_move", units=units)
    situation, threats = planner(game, "germany")
    attacks = AttackPlanner(situation, threats, Verifier(0))
    force = Counter(infantry=2)
    clash = attacks._clash("ukraine_ssr", force)
    alone = attacks.score("ukraine_ssr", force, clash)
    assert "karelia_ssr" in {attack.target for attack in attacks.plan() if attack.clash.win > BEATEN}
    assert attacks.score("ukraine_ssr", force, clash) > alone + 1
