"""What a power may not see never leaves the server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.core.registry import register, unregister
from sandtable.core.values import Event
from sandtable.games.classic.rules import ClassicRules
from sandtable.server import history, playing, wire
from sandtable.server.computers import Computers
from sandtable.server.room import Listener, Room
from sandtable.server.rooms import Rooms
from sandtable.server.seats import Seat
from sandtable.server.store import Store
from sandtable.warfare import events
from sandtable.warfare.definition import WarGame
from sandtable.warfare.state import WarState


class FogRules(ClassicRules):
    """Classic in the dark: nobody sees the submarines and the money of the other side, nor when they move."""

    game = "fog"

    def redact(self, state: WarState, viewer: str) -> WarState:
        seen = state.copy()
        for unit in state.units.values():
            if unit.kind in self.submarines and unit.power in self.board.enemies[viewer]:
                seen.remove(unit.id)
        for power in self.board.enemies[viewer]:
            seen.money[power] = 0
        return seen

    def may_see(self, event: Event, viewer: str) -> bool:
        hidden = events.UnitsMoved | events.UnitsPlaced
        if isinstance(event, hidden) and event.power in self.board.enemies[viewer]:
            return not any(kind in self.submarines for kind in event.kinds)
        return not (isinstance(event, events.MoneyChanged) and event.power in self.board.enemies[viewer])


class Fog(WarGame):
    id = "fog"
    title = {"en": "Fog", "de": "Nebel"}
    base = FogRules
    package = "sandtable.games.classic"


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    register(Fog())
    store = Store(tmp_path)
    units = {
        "north_sea_zone": {"uk": {"submarine": 1, "transport": 1}},
        "west_spain_sea_zone": {"germany": {"submarine": 2, "transport": 1}},
    }
    place = {"power": "germany", "phase": "noncombat_move", "units": units, "money": {"germany": 77, "uk": 66}}
    seating = [["ussr", "uk", "usa"], ["germany", "japan"]]
    yield Rooms(store, Computers()).create(wire.NewGame(game="fog", position=place, seating=seating))
    store.close()
    unregister("fog")


def submarines_of(room: Room, side: str) -> list[str]:
    board = room.rules.board
    return [u.id for u in room.game.state.units.values() if u.kind == "submarine" and board.side_of[u.power] == side]


def text(thing: Any) -> str:
    return msgspec.json.encode(thing).decode()


def test_snapshots_logs_and_live_steps_show_a_viewer_only_what_it_may_see(room: Room) -> None:
    heard: dict[str, list[str]] = {"germany": [], "uk": []}
    for viewer, box in heard.items():
        room.listen(Listener(viewer, lambda data, box=box: box.append(data.decode())))  # type: ignore[misc]
    boat = submarines_of(room, "axis")[0]
    german = room.seat("", "germany")
    zone = playing.planner(room, german).destinations([boat])[0].space
    playing.order(room, german, wire.Order(version=0, units=[boat], to=zone))
    playing.do(room, german, wire.Do(version=1, actions=[{"kind": "end_phase"}]))
    assert room.game.state.units[boat].space == zone
    for viewer, enemy in (("uk", "axis"), ("germany", "allies")):
        seat = Seat((viewer,), viewer)
        shown = [
            text(room.snapshot(seat)),
            text(room.snapshot_at(1, seat)),
            text(history.log(room, viewer)),
            text(history.charts(room, viewer)),
            text(playing.reaching(room, seat, "united_kingdom")),
            *heard[viewer],
        ]
        for secret in submarines_of(room, enemy):
            assert not any(f'"{secret}"' in part for part in shown), (viewer, secret)
    british = room.snapshot(room.seat("", "uk")).powers
    assert british["germany"].money == 0 and british["uk"].money == 66
    assert room.snapshot(german).powers["uk"].money == 0
    assert any(boat in part for part in heard["germany"]) and len(heard["uk"]) == len(heard["germany"])


def test_charts_count_only_what_the_viewer_sees(room: Room) -> None:
    seen = history.charts(room, "uk").rounds[-1].powers["germany"]
    assert seen.units == 1 and history.charts(room, "germany").rounds[-1].powers["germany"].units == 3
