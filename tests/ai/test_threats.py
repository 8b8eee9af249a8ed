"""What the enemy could do next turn."""

from __future__ import annotations

from collections import Counter
from typing import Any

import sandtable
from sandtable.ai import player
from sandtable.ai.situation import Situation
from sandtable.ai.threats import Threats
from sandtable.ai.tuning import tuning
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
