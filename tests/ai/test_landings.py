"""Troops that come by sea: how many fit into which ships, who is fetched, and what ships' guns are good for."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest

import sandtable
from sandtable.ai.orders import bombardments
from sandtable.ai.rules import WarRules
from sandtable.ai.shipping import Shipping
from sandtable.ai.situation import Situation
from sandtable.ai.threats import Threats
from sandtable.ai.tuning import tuning
from sandtable.core.game import Game
from sandtable.warfare.actions import Bombard, Sail


def seen(game: Game[Any], power: str, **figures: float) -> tuple[Situation, Threats]:
    """How an officer sees the war, perhaps one with other figures."""
    situation = Situation(cast(WarRules, game.rules), game.state, power, tuning("officer").changed(figures))
    return situation, Threats(situation)


def feared(name: str, space: str, units: dict[str, Any], **position: Any) -> Counter[str]:
    """What the Germans fear from the British in one of their territories."""
    game = sandtable.setup(name, seed=1, power="germany", units=units, **position)
    return seen(game, "germany")[1].on(space, "uk")


def test_empty_transports_are_not_filled_by_men_only_others_can_fetch() -> None:
    """Those in the Mediterranean reach France as well, but nobody in England can board them."""
    army = {"united_kingdom": {"uk": {"infantry": 8}}, "north_sea_zone": {"uk": {"transport": 2}}}
    idle = {"west_mediterranean_sea_zone": {"uk": {"transport": 3}}}
    held = {"algeria": "uk"}
    assert feared("classic", "western_europe", {**army, **idle}, owners=held) == Counter(infantry=4)
    near = {**army, **idle, "algeria": {"uk": {"infantry": 2}}}
    assert feared("classic", "western_europe", near, owners=held) == Counter(infantry=6)


def test_what_fits_into_no_single_ship_is_not_carried() -> None:
    """S42-TRN-01: two ships have room for ten and three tanks need nine, but no ship takes two."""
    tanks = {"united_kingdom": {"uk": {"armour": 4}}, "sz_6": {"uk": {"transport": 2}}}
    assert feared("1942", "western_europe", tanks) == Counter(armour=2)
    mixed = {**tanks, "united_kingdom": {"uk": {"armour": 4, "infantry": 4}}}
    assert feared("1942", "western_europe", mixed) == Counter(armour=2, infantry=2)


def sailing(units: dict[str, Any], owners: dict[str, str]) -> list[tuple[Counter[str], str]]:
    """What British transports take aboard in 1942, and where they put it ashore."""
    game = sandtable.setup("1942", seed=1, power="uk", phase="noncombat_move", units=units, owners=owners, round=3)
    kinds = {unit.id: unit.kind for unit in game.state.units.values()}
    orders = Shipping(*seen(game, "uk"), set()).voyages()
    return [(Counter(kinds[i] for i in order.load), order.target) for order in orders if isinstance(order, Sail)]


def beachhead(garrison: int, army: dict[str, int]) -> list[tuple[Counter[str], str]]:
    """Eight Germans in Leningrad look at those who hold Norway; the way to the front leads through Archangel."""
    units = {
        "united_kingdom": {"uk": {"factory": 1, **army}},
        "sz_6": {"uk": {"transport": 2}},
        "norway": {"uk": {"infantry": garrison}},
        "karelia_ssr": {"germany": {"infantry": 8}},
        "germany": {"germany": {"factory": 1, "infantry": 8}},
        "russia": {"ussr": {"factory": 1, "infantry": 6}},
    }
    return sailing(units, {"norway": "uk", "karelia_ssr": "germany"})


def test_a_beachhead_in_danger_is_reinforced() -> None:
    """Two in Norway would be lost but for four more; where four are already they are needed elsewhere."""
    assert beachhead(2, {"infantry": 6}) == [(Counter(infantry=2), "norway")] * 2
    assert {target for _, target in beachhead(4, {"infantry": 6})} == {"archangel"}


def test_ships_are_filled_with_what_is_worth_most() -> None:
    """S42-TRN-01: where two infantrymen fit a tank and one of them do, too."""
    assert beachhead(2, {"infantry": 4, "armour": 2}) == [(Counter(armour=1, infantry=1), "norway")] * 2
    assert beachhead(2, {"infantry": 4, "artillery": 2}) == [(Counter(artillery=1, infantry=1), "norway")] * 2
    assert beachhead(4, {"infantry": 4, "armour": 1})[0][0] == Counter(armour=1, infantry=1)


def shelled(name: str, berth: str, aircraft: dict[str, int], bound: bool = False) -> list[tuple[str, ...]]:
    """The ways of a British battleship that could help those who land in Norway; perhaps it is to fight where it is."""
    zone, target = ("sz_3", "norway") if name == "1942" else ("north_sea_zone", "finland_norway")
    ships: dict[str, dict[str, dict[str, int]]] = {zone: {"uk": {"transport": 2}}}
    ships.setdefault(berth, {"uk": {}})["uk"]["battleship"] = 1
    units = {
        "united_kingdom": {"uk": {"factory": 1, "infantry": 4}},
        **ships,
        target: {"germany": {"infantry": 2}},
        "germany": {"germany": {"factory": 1, "infantry": 6, **aircraft}},
    }
    game = sandtable.setup(name, seed=1, power="uk", phase="combat_move", units=units, round=3)
    men = [unit.id for unit in game.state.units_in("united_kingdom") if unit.kind == "infantry"]
    boats = [unit.id for unit in game.state.units_in(zone) if unit.kind == "transport"]
    for boat, pair in zip(boats, zip(men[::2], men[1::2], strict=True), strict=True):
        game.apply(Sail(boat, (zone,), dict.fromkeys(pair, zone), pair, target))
    busy = [unit.id for unit in game.state.units_in(berth) if bound]
    found = list(bombardments(*seen(game, "uk"), busy))
    assert all(isinstance(order, Bombard) and order.target == target for order in found)
    return [order.route for order in found if isinstance(order, Bombard)]


@pytest.mark.parametrize(
    ("name", "berth", "way"),
    [
        ("1942", "sz_8", ("sz_8", "sz_2", "sz_3")),
        ("classic", "east_canada_sea_zone", ("east_canada_sea_zone", "north_sea_zone")),
    ],
)
def test_a_battleship_shells_a_coast_only_where_it_lives(name: str, berth: str, way: tuple[str, ...]) -> None:
    """One shot is not worth a ship that six fighters would find there; one that is there already fires."""
    assert shelled(name, berth, {}) == [way]
    assert not shelled(name, berth, {"fighter": 6})
    assert shelled(name, way[-1], {"fighter": 6}) == [way[-1:]]
    assert not shelled(name, berth, {}, bound=True)
