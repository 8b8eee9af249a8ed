"""Land that lies open, and small parties that are sent for it."""

from __future__ import annotations

from typing import Any

import sandtable
from sandtable.ai.parties import Parties
from sandtable.ai.shipping import Shipping
from sandtable.ai.situation import Situation
from sandtable.ai.threats import Threats
from sandtable.ai.tuning import tuning
from sandtable.core.game import Game
from sandtable.warfare.actions import Sail

AFRICA: dict[str, Any] = {
    "eastern_united_states": {"usa": {"factory": 1, "infantry": 2}},
    "sz_10": {"usa": {"transport": 1, "destroyer": 1}},
    "germany": {"germany": {"infantry": 12, "factory": 1}},
    "western_europe": {"germany": {"infantry": 6}},
    "russia": {"ussr": {"infantry": 6, "factory": 1}},
}
HELD = {"algeria": "usa", "libya": "germany", "anglo_egypt": "germany", "french_equatorial_africa": "germany"}
"""The Americans have a harbour in Africa, and nobody is left to guard the rest of it."""


def seen(game: Game[Any], power: str, **changes: float) -> Situation:
    """How an officer sees the war."""
    return Situation(game.rules, game.state, power, tuning("officer").changed(changes))  # type: ignore[arg-type]


def africa(units: dict[str, Any], **owner: str) -> Game[Any]:
    return sandtable.setup(
        "1942", seed=1, power="usa", phase="noncombat_move", units={**AFRICA, **units}, owners={**HELD, **owner}
    )


def landed(game: Game[Any], **changes: float) -> set[str]:
    """Where an officer's transports put troops ashore."""
    situation = seen(game, "usa", **changes)
    orders = Shipping(situation, Threats(situation), set()).voyages()
    return {order.target for order in orders if isinstance(order, Sail) and order.unload}


def test_a_boatload_is_put_ashore_for_land_that_lies_open() -> None:
    game = africa({})
    assert Parties(seen(game, "usa")).around("algeria") == ["anglo_egypt", "libya", "french_equatorial_africa"]
    assert landed(game) == {"algeria"}
    assert landed(game, party=0.0) != {"algeria"}


def test_no_more_are_sent_than_are_needed() -> None:
    """Six infantry in Algeria will do, and they stay: no transport fetches them for the war elsewhere."""
    game = africa({"algeria": {"usa": {"infantry": 6}}})
    parties = Parties(seen(game, "usa"))
    assert not parties.around("algeria") and parties.gain("algeria", 2) == 0
    here = {unit.id for unit in game.state.units_in("algeria")}
    assert here <= parties.members and len(here) == 6  # two for each of the three


def test_a_party_takes_two_territories_in_time() -> None:
    parties = Parties(seen(africa({}), "usa"))
    first = parties.gain("algeria", 2)
    assert first == 2 * parties.gain("algeria", 1) > 0
    parties.send("algeria")
    assert parties.around("algeria") == ["french_equatorial_africa"]
    assert 0 < parties.gain("algeria", 2) < first


def test_a_party_is_paid_for_what_it_can_take() -> None:
    """More open land behind the second territory changes nothing."""
    few, many = (
        Parties(seen(africa({}, **owner), "usa"))
        for owner in ({}, {"belgian_congo": "germany", "italian_east_africa": "germany"})
    )
    assert len(many.around("algeria")) > len(few.around("algeria"))
    assert many.gain("algeria", 2) == few.gain("algeria", 2)


def test_a_party_goes_even_if_the_war_is_decided_elsewhere() -> None:
    """Those who stand in Britain are nearer to Germany there than in Africa."""
    game = africa({"united_kingdom": {"usa": {"infantry": 2}}, "sz_8": {"usa": {"transport": 1}}})
    assert seen(game, "usa").march_pull["united_kingdom"] > seen(game, "usa").march_pull["algeria"]
    assert "algeria" in landed(game)


def test_a_landing_is_not_charged_for_the_party_that_could_be_sent_instead() -> None:
    game = africa({"sz_13": {"usa": {"transport": 1}}, "algeria": {"usa": {"infantry": 2}}})
    situation = seen(game, "usa")
    ship = next(unit for unit in situation.own() if unit.space == "sz_13")
    peaceful = seen(game, "usa", party=0.0)
    with_parties, without = (Shipping(one, Threats(one), set()).prospects(ship) for one in (situation, peaceful))
    assert with_parties == without


def test_factories_do_not_lie_open() -> None:
    """New units appear there."""
    game = africa({"caucasus": {"ussr": {"factory": 1}}})
    assert "caucasus" not in seen(game, "usa").open_land and "kazakh_ssr" in seen(game, "usa").open_land
