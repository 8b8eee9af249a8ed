"""What the enemy could do next turn."""

from __future__ import annotations

from collections import Counter
from typing import Any

import sandtable
from sandtable.ai import player
from sandtable.ai.attacks import BEATEN, Attack, AttackPlanner, Part, is_beaten
from sandtable.ai.estimate import Clash
from sandtable.ai.situation import Situation
from sandtable.ai.threats import Threats
from sandtable.ai.tuning import tuning
from sandtable.ai.verify import Verifier
from sandtable.core.game import Game
from sandtable.warfare.actions import Place

BESIEGED: dict[str, Any] = {
    "germany": {"germany": {"infantry": 3, "factory": 1}},
    "southern_europe": {"germany": {"factory": 1, "infantry": 1}},
    "eastern_europe": {"ussr": {"infantry": 1, "armour": 1}},
    "united_kingdom": {"uk": {"bomber": 5}},
}
"""British bombers can beat the garrison of Berlin but take nothing; the Soviets could take it only then."""


def seen_by(game: Game[Any], power: str) -> Threats:
    """The threats as an officer of a power sees them."""
    return Threats(Situation(game.rules, game.state, power, tuning("officer")))  # type: ignore[arg-type]


def test_an_army_next_door_is_not_counted_with_the_fleet_again() -> None:
    """Those who can march do not land as well, and two convoys do not take the same army aboard."""
    units = {
        "western_europe": {"uk": {"infantry": 4}},
        "united_kingdom": {"uk": {"infantry": 3}},
        "north_sea_zone": {"uk": {"transport": 4}},
        "west_spain_sea_zone": {"uk": {"transport": 4}},
    }
    game = sandtable.setup("classic", seed=1, power="germany", units=units, owners={"western_europe": "uk"})
    threats = seen_by(game, "germany")
    assert threats.on("germany", "uk") == Counter(infantry=7)
    assert threats.on("southern_europe", "uk") == Counter(infantry=7)


def test_enemies_strike_one_after_the_other() -> None:
    owners = {"eastern_europe": "ussr"}
    game = sandtable.setup("classic", seed=1, power="germany", units=BESIEGED, owners=owners)
    threats = seen_by(game, "germany")
    garrison = Counter(infantry=3)
    assert threats.danger("germany", garrison, 0.0).by == "uk"
    assert threats._danger_from("germany", garrison, 0.0, "ussr", threats.on("germany", "ussr")).chance < 0.2
    assert threats.fall("germany", garrison) > 0.5
    assert threats.fall("germany", Counter(infantry=12)) < 0.1


def test_new_units_go_where_the_capital_would_fall_to_several() -> None:
    position: dict[str, Any] = {"units": BESIEGED, "owners": {"eastern_europe": "ussr"}, "pool": {"infantry": 6}}
    game = sandtable.setup("classic", seed=1, power="germany", phase="placement", **position)
    assert game.decision is not None
    order = player("officer", 1).decide(game.view("germany"), game.decision)
    assert isinstance(order, Place) and order.space == "germany"


def test_only_those_who_could_come_are_missing_when_they_are_beaten() -> None:
    units = {
        "germany": {"germany": {"infantry": 3, "factory": 1}},
        "eastern_europe": {"ussr": {"infantry": 4, "armour": 1}},
        "ukraine_ssr": {"ussr": {"infantry": 5, "armour": 2}},
    }
    game = sandtable.setup("classic", seed=1, power="germany", units=units, owners={"eastern_europe": "ussr"})
    threats = seen_by(game, "germany")
    assert threats.on("germany", "ussr") == Counter(infantry=4, armour=3)
    assert threats.without("eastern_europe").on("germany", "ussr") == Counter(armour=2)
    assert threats.without("ukraine_ssr").on("germany", "ussr") == Counter(infantry=4, armour=1)
    nobody = threats.without("ukraine_ssr").without("eastern_europe")
    assert not nobody.on("germany", "ussr")
    assert nobody.danger("germany", Counter(infantry=1)).chance == 0
    assert threats.on("germany", "ussr") == Counter(infantry=4, armour=3)  # as before


def test_those_who_will_be_beaten_take_nothing_back() -> None:
    """Ukraine alone would be lost again to the stack beside it; if that is beaten in the same turn it is kept."""
    units = {
        "eastern_europe": {"germany": {"infantry": 12, "armour": 8, "fighter": 3}},
        "karelia_ssr": {"ussr": {"infantry": 5, "factory": 1}},
        "ukraine_ssr": {"ussr": {"infantry": 1}},
        "russia": {"ussr": {"factory": 1}},
    }
    game = sandtable.setup("classic", seed=1, power="germany", phase="combat_move", units=units)
    threats = seen_by(game, "germany")
    attacks = AttackPlanner(threats.situation, threats, Verifier(0))
    force = Counter(infantry=2)
    clash = attacks._clash("ukraine_ssr", force)
    alone = attacks.score("ukraine_ssr", force, clash)
    assert "karelia_ssr" in {attack.target for attack in attacks.plan() if attack.clash.win > BEATEN}
    assert attacks.score("ukraine_ssr", force, clash) > alone + 0.3


def test_submarines_are_not_beaten_by_aircraft_alone() -> None:
    """They dive, and come back in their own turn; a destroyer finds them."""
    units = {
        "sz_8": {"germany": {"submarine": 3, "transport": 2}},
        "united_kingdom": {"uk": {"fighter": 1, "factory": 1}},
        "sz_2": {"uk": {"destroyer": 1}},
    }
    game = sandtable.setup("1942", seed=1, power="uk", phase="combat_move", units=units)
    situation = seen_by(game, "uk").situation
    by_kind = {unit.kind: unit for unit in situation.own()}
    certain = Clash(1.0, 0.0, 20.0, 1.0)
    alone = Attack("sz_8", [Part(("fighter",), (), by_kind["fighter"])], certain)
    together = Attack("sz_8", [*alone.parts, Part(("destroyer",), (), by_kind["destroyer"])], certain)
    assert not is_beaten(situation, alone)
    assert is_beaten(situation, together)
