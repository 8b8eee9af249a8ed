"""Carriers and their fighters: where the rules let fighters wait for a new deck, they guard it from the first day."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest

import sandtable
from sandtable.ai import play_on, player
from sandtable.ai.attacks import Attack, Part
from sandtable.ai.decks import able_fighters, take_aircraft, wait_for_decks
from sandtable.ai.estimate import Clash
from sandtable.ai.officer import Officer
from sandtable.ai.purchases import Shopping
from sandtable.ai.rules import WarRules
from sandtable.ai.situation import Situation
from sandtable.ai.threats import Threats
from sandtable.ai.tuning import tuning
from sandtable.core.game import Game
from sandtable.warfare.actions import Purchase

NOBODY: frozenset[str] = frozenset()


def seen(game: Game[Any], power: str) -> tuple[Situation, Threats]:
    """How an officer sees the war."""
    situation = Situation(cast(WarRules, game.rules), game.state, power, tuning("officer"))
    return situation, Threats(situation)


def britain(name: str, fighters: int, threat: dict[str, int], **position: Any) -> Game[Any]:
    """The British want to sail; German aircraft that nobody can attack would sink transports around the island."""
    burma = "french_indochina" if name == "1942" else "french_indochina_burma"
    units = {
        "united_kingdom": {"uk": {"factory": 1, "infantry": 8, "fighter": fighters}},
        "germany": {"germany": {"factory": 1, "infantry": 16, **threat}},
        "russia": {"ussr": {"factory": 1, "infantry": 6}},
        burma: {"japan": {"infantry": 6}},
    }
    return sandtable.setup(name, seed=1, power="uk", units=units, **position)


def bought(name: str, fighters: int, threat: dict[str, int], money: int) -> Counter[str]:
    """What an officer buys in London."""
    game = britain(name, fighters, threat, phase="purchase", money={"uk": money})
    assert game.decision is not None
    order = Officer(1).decide(game.view("uk"), game.decision)
    assert isinstance(order, Purchase)
    return Counter(order.units)


def test_idle_fighters_guard_a_new_carrier_from_the_first_day() -> None:
    """S42-PLACE-09: with two fighters aboard a carrier is the best escort; they wait over its berth in the meantime."""
    assert not bought("1942", 0, {"bomber": 2}, 40)["carrier"]
    game = britain("1942", 2, {"bomber": 2}, phase="purchase", money={"uk": 40})
    officer = player("officer", 1)
    play_on(game, {"uk": officer}, until=lambda game: game.state.power != "uk")
    fleet = [unit for unit in game.state.units_of("uk") if unit.kind in ("carrier", "transport")]
    (zone,) = {unit.space for unit in fleet}
    assert {unit.kind for unit in fleet} == {"carrier", "transport"}
    situation, threats = seen(game, "uk")
    assert situation.fleet(zone)["fighter"] == 2 and not officer.fallbacks
    assert threats.danger(zone, situation.fleet(zone), 0.0).chance < 0.5
    assert threats.danger(zone, situation.fleet(zone) - Counter(fighter=2), 0.0).chance > 0.6


def test_where_carriers_are_launched_empty_no_fighter_is_counted_on() -> None:
    """CL-PLACE-06: in Classic no fighter is aboard a carrier before the turn after, too late for the transports."""
    assert take_aircraft(seen(britain("1942", 2, {}), "uk")[0])
    assert not take_aircraft(seen(britain("classic", 2, {}), "uk")[0])
    assert not bought("classic", 2, {"fighter": 3}, 40).keys() & {"carrier", "transport"}


@pytest.mark.parametrize(("name", "waiting"), [("1942", 2), ("classic", 0)])
def test_fighters_wait_in_the_air_only_where_the_rules_let_them(name: str, waiting: int) -> None:
    """Whoever is needed ashore does not, and nobody flies out to be lost."""
    pool = {"carrier": 1, "transport": 2}
    game = britain(name, 3, {"bomber": 2}, phase="noncombat_move", pool=pool)
    situation, threats = seen(game, "uk")
    assert len(wait_for_decks(situation, threats, NOBODY)) == waiting
    needed = frozenset(unit.id for unit in situation.own() if unit.kind == "fighter")
    assert not wait_for_decks(situation, threats, needed)
    officer = player("officer", 1)
    play_on(game, {"uk": officer}, until=lambda game: game.state.power != "uk")
    fighters = [unit for unit in game.state.units_of("uk") if unit.kind == "fighter"]
    assert len(fighters) == 3 and sum(bool(unit.aboard) for unit in fighters) == waiting
    assert not officer.fallbacks


def test_the_same_fighters_do_not_guard_two_carriers() -> None:
    """A second deck would be empty: escorts that can do without fighters are cheaper, and the fleet lives with them."""
    new = bought("1942", 2, {"bomber": 5}, 60)
    situation, threats = seen(britain("1942", 2, {"bomber": 5}), "uk")
    fleet = Counter({kind: number for kind, number in new.items() if kind in situation.rules.ships})
    assert fleet["transport"] >= 2 and fleet["carrier"] >= 1
    risk = [threats.danger(zone, fleet + Counter(fighter=2), 0.0).chance for zone in ("sz_2", "sz_3", "sz_6", "sz_7")]
    assert min(risk) <= 0.5


def test_who_attacks_far_away_is_not_back_in_time_for_a_deck() -> None:
    """Three steps to Berlin and three back are more than a fighter has; to Norway and back it is two."""
    game = britain("1942", 2, {}, phase="purchase")
    situation, _ = seen(game, "uk")
    first, second = [unit.id for unit in situation.own() if unit.kind == "fighter"]

    def able(*attacks: tuple[str, str]) -> set[str]:
        return {unit.id for unit in able_fighters(situation, "sz_6", dict(attacks))}

    assert able() == {first, second}
    assert able((first, "germany"), (second, "norway")) == {second}


def test_only_fighters_that_will_be_back_are_counted_on() -> None:
    """Neither those who come down far from the berth nor those who are likely to be shot down guard a carrier."""
    game = britain("1942", 2, {"bomber": 2}, phase="purchase", money={"uk": 40})
    situation, threats = seen(game, "uk")
    fighters = [unit for unit in situation.own() if unit.kind == "fighter"]

    def carriers(*attacks: tuple[str, Clash]) -> int:
        assert game.decision is not None
        plan = [
            Attack(target, [Part(("fighter",), (unit.id,), unit)], clash)
            for unit, (target, clash) in zip(fighters, attacks, strict=False)
        ]
        return Shopping(situation, threats, game.decision, plan).purchase().units.get("carrier", 0)

    easy, costly = Clash(1.0, 0.5, 3.0, 0.95), Clash(0.6, 6.0, 10.0, 0.6)
    assert carriers() and carriers(("norway", easy), ("norway", easy))
    assert not carriers(("germany", easy), ("germany", easy))
    assert not carriers(("norway", costly), ("norway", costly))


def test_one_new_deck_is_enough_for_two_fighters() -> None:
    """Carrier and fighters guard the same zone at home and where the transports are to land."""
    new = bought("1942", 2, {"bomber": 2}, 40)
    assert new["carrier"] == 1 and new["transport"] >= 2
