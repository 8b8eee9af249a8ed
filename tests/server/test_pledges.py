"""Pledging carriers over the interface: ready choices with their texts, refusals with their rule, the log."""

from __future__ import annotations

from typing import Any

import sandtable
from sandtable.games.spring1942.rules import Rules1942
from tests.server.host import Client, Play

LOST = {
    space.id: "japan"
    for space in Rules1942.board.spaces.values()
    if space.owner and space.id not in ("eastern_united_states", "russia", "united_kingdom")
}
"""No American land is left in the Pacific: only decks."""

OCEAN: dict[str, Any] = {
    "power": "usa",
    "phase": "combat_move",
    "units": {
        "hawaiian_islands": {"usa": {"fighter": 1}},
        "sz_52": {"usa": {"carrier": 1}},
        "sz_50": {"japan": {"transport": 1}},
    },
    "owners": LOST,
}


def offers(play: Play) -> dict[str, dict[str, Any]]:
    """What can be pledged: zone ("" to take it back) → the choice."""
    choices = play.decision["choices"]
    return {choice["action"]["zone"]: choice for choice in choices if choice["action"]["kind"] == "pledge"}


def test_pledges_are_offered_once_somebody_needs_a_deck(client: Client) -> None:
    play = client.new("1942", position=OCEAN)
    assert "pledge" in play.decision["accepts"] and not offers(play)
    play.change("order", units=play.units("hawaiian_islands", "fighter"), to="sz_50")
    assert set(offers(play)) == {"sz_45", "sz_47", "sz_50", "sz_51", "sz_58"}
    assert offers(play)["sz_51"]["text"] == {
        "en": "Pledge the carrier in Sea Zone 52 to Sea Zone 51",
        "de": "Den Träger in Seezone 52 für Seezone 51 zusagen",
    }
    play.do(offers(play)["sz_51"]["action"])
    assert set(offers(play)) == {"", "sz_45", "sz_47", "sz_50", "sz_58"}
    assert offers(play)[""]["text"]["en"] == "Carrier in Sea Zone 52, pledged to Sea Zone 51: take it back"
    assert play.now["undo"]["count"] == 2
    log = play.client.get(f"{play.path}/log")["lines"]
    assert log[-1]["text"]["en"].endswith("pledged as a landing place in Sea Zone 51.")
    play.do(offers(play)[""]["action"])
    assert "" not in offers(play)


def test_a_pledge_that_strands_somebody_is_refused_with_its_rule(client: Client) -> None:
    play = client.new("1942", position=OCEAN)
    play.change("order", units=play.units("hawaiian_islands", "fighter"), to="sz_50")
    (carrier,) = play.units("sz_52", "carrier")
    wish = {"kind": "pledge", "carrier": carrier, "zone": "sz_57"}
    answer = play.post("actions", actions=[wish])
    assert answer.status_code == 422 and answer.json()["rule"] == "S42-AIR-11"
    assert "Sea Zone 50" in answer.json()["text"]["en"] and "Seezone 50" in answer.json()["text"]["de"]
    for broken in ({"zone": 7}, {"carrier": None, "zone": "sz_51"}, {"carrier": "x", "zone": "sz_51"}):
        assert play.post("actions", actions=[{"kind": "pledge", **broken}]).status_code == 422


def test_flights_respect_a_pledge(client: Client) -> None:
    """Where the fighter cannot go any more it is not sent, and the refusal says why."""
    play = client.new("1942", position=OCEAN)
    (carrier,) = play.units("sz_52", "carrier")
    fighters = play.units("hawaiian_islands", "fighter")
    play.do({"kind": "pledge", "carrier": carrier, "zone": "sz_53"})
    reach = play.post("reach", units=fighters).json()
    assert "sz_50" not in [destination["space"] for destination in reach["destinations"]]
    answer = play.post("order", units=fighters, to="sz_50")
    assert answer.status_code == 422 and answer.json()["rule"] == "S42-AIR-11"


def test_a_new_carrier_is_offered_and_replays(client: Client) -> None:
    units = {
        "japan": {"japan": {"factory": 1}},
        "caroline_islands": {"japan": {"fighter": 1}},
        "sz_60": {"usa": {"transport": 1}},
    }
    lost = {**dict.fromkeys(LOST, "usa"), "japan": "japan", "caroline_islands": "japan"}
    kept = {"power": "japan", "phase": "combat_move", "units": units, "pool": {"carrier": 2}, "owners": lost}
    play = client.new("1942", position=kept)
    play.do({"kind": "pledge", "carrier": "", "zone": "sz_60"}, {"kind": "pledge", "carrier": "", "zone": "sz_61"})
    assert offers(play)[""]["text"]["de"] == "Neuer Träger, zugesagt für Seezone 60, Seezone 61: zurücknehmen"
    record = sandtable.loads(play.record())
    assert sandtable.replay(record).state.pledges == (("", "sz_60"), ("", "sz_61"))
