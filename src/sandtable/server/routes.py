"""The paths of the interface: catalogue, saved games, play."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import Controller, MediaType, Request, Response, delete, get, patch, post
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from sandtable.core.errors import IllegalAction
from sandtable.server import catalogue, history, playing, wire
from sandtable.server.guard import new_session, session_token
from sandtable.server.room import Room
from sandtable.server.rooms import Rooms
from sandtable.server.store import Store

SMALL_BODY = 256 * 1024
"""The largest body of an ordinary request."""
RECORD_BODY = 8 * 1024 * 1024
"""The largest record that can be imported."""

AllRooms = NamedDependency[Rooms]
Session = NamedDependency[str]
Ident = FromPath[str]
As = Annotated[str | None, QueryParameter(name="as", description="The power as which the game is looked at.")]


# Catalogue


@get("/session", sync_to_thread=True)
def begin_session(request: Request[Any, Any, Any], state: State) -> Response[wire.SessionView]:
    """Begin (or continue) a session."""
    store: Store = state.store
    response = Response(catalogue.session())
    if not store.has_session(session_token(request.headers, store)):
        response.set_cookie(new_session(store))
    return response


class CatalogueController(Controller):
    """Games, boards, rules, maps."""

    path = "/catalogue"
    tags = ["catalogue"]  # Litestar's own way

    @get("/", sync_to_thread=True)
    def cards(self) -> list[wire.GameCard]:
        """All games to choose from."""
        return catalogue.cards()

    @get("/{game:str}", sync_to_thread=True)
    def book(self, game: FromPath[str]) -> wire.GameBook:
        """Everything about a game that never changes."""
        return catalogue.book(game)

    @get("/{game:str}/map", sync_to_thread=True, media_type=MediaType.JSON, cache_control=None)
    def map_file(self, game: FromPath[str]) -> Response[bytes]:
        """The map, as TopoJSON."""
        return Response(catalogue.map_file(game), media_type=MediaType.JSON)

    @get("/{game:str}/map/fine", sync_to_thread=True, media_type=MediaType.JSON, cache_control=None)
    def fine_map_file(self, game: FromPath[str]) -> Response[bytes]:
        """The map's lines for a close look."""
        return Response(catalogue.map_file(game, "fine"), media_type=MediaType.JSON)

    @get("/{game:str}/rules", sync_to_thread=True)
    def chapters(self, game: FromPath[str], q: FromQuery[str] = "") -> list[wire.ChapterView]:
        """The rule reference, or the rules that mention some words."""
        return catalogue.chapters(game, q)

    @get("/{game:str}/rules/{rule:str}", sync_to_thread=True)
    def rule(self, game: FromPath[str], rule: FromPath[str]) -> wire.RuleView:
        """One rule."""
        return catalogue.rule(game, rule)

    @post("/{game:str}/options", sync_to_thread=True, status_code=200)
    def options(self, game: FromPath[str], data: JSONBody[wire.OptionsAsked]) -> wire.OptionsAnswer:
        """What a choice of options comes to."""
        return catalogue.settled(game, data.options)


# Games


class GamesController(Controller):
    """Saved games."""

    path = "/games"
    tags = ["games"]

    @get("/", sync_to_thread=True)
    def list(self, rooms: AllRooms) -> list[wire.GameSummary]:
        """All saved games."""
        return rooms.list()

    @post("/", sync_to_thread=True)
    def create(self, rooms: AllRooms, session: Session, data: JSONBody[wire.NewGame]) -> wire.Snapshot:
        """Start a game."""
        return _begun(rooms.create(data), session)

    @post("/import", request_max_body_size=RECORD_BODY)
    async def import_record(
        self, rooms: AllRooms, session: Session, request: Request[Any, Any, Any], name: FromQuery[str] = ""
    ) -> wire.Snapshot:
        """Add a game from its record (the body is the record's text)."""
        body = await request.body()
        return await asyncio.to_thread(lambda: _begun(rooms.import_record(body, name), session))

    @get("/{ident:str}", sync_to_thread=True)
    def snapshot(self, rooms: AllRooms, session: Session, ident: Ident, viewer: As = None) -> wire.Snapshot:
        """The game as it stands."""
        room = rooms.room(ident)
        room.runner.wake(again=False)
        return room.snapshot(room.seat(session, viewer))

    @patch("/{ident:str}", sync_to_thread=True)
    def change(self, rooms: AllRooms, session: Session, ident: Ident, data: JSONBody[wire.GameChange]) -> wire.Snapshot:
        """Rename a game or deal its seats anew."""
        return _begun(rooms.change(ident, data), session)

    @delete("/{ident:str}", sync_to_thread=True)
    def delete(self, rooms: AllRooms, ident: Ident) -> None:
        """Remove a game for good."""
        rooms.delete(ident)

    @get("/{ident:str}/record", sync_to_thread=True)
    def record(self, rooms: AllRooms, session: Session, ident: Ident) -> Response[bytes]:
        """The game's record, as a file."""
        name, record = rooms.record(ident, session)
        headers = {"Content-Disposition": f'attachment; filename="{_file_name(name)}.jsonl"'}
        return Response(record.dumps().encode(), media_type="application/x-ndjson", headers=headers)


class PlayController(Controller):
    """Playing a game."""

    path = "/games/{ident:str}"
    tags = ["play"]

    @post("/actions", sync_to_thread=True, status_code=200)
    def do(
        self, rooms: AllRooms, session: Session, ident: Ident, data: JSONBody[wire.Do], viewer: As = None
    ) -> wire.Snapshot:
        """Carry out actions, all or none."""
        room = rooms.room(ident)
        return playing.do(room, room.seat(session, viewer), data)

    @post("/undo", sync_to_thread=True, status_code=200)
    def undo(
        self, rooms: AllRooms, session: Session, ident: Ident, data: JSONBody[wire.TakeBack], viewer: As = None
    ) -> wire.Snapshot:
        """Take back the newest order of the phase, or all."""
        room = rooms.room(ident)
        return playing.undo(room, room.seat(session, viewer), data)

    @post("/auto", sync_to_thread=True, status_code=200)
    def auto(
        self, rooms: AllRooms, session: Session, ident: Ident, data: JSONBody[wire.Auto], viewer: As = None
    ) -> wire.Snapshot:
        """Give the default answer."""
        room = rooms.room(ident)
        return playing.auto(room, room.seat(session, viewer), data)

    @post("/resolve", sync_to_thread=True, status_code=200)
    def resolve(
        self, rooms: AllRooms, session: Session, ident: Ident, data: JSONBody[wire.Resolve], viewer: As = None
    ) -> wire.Snapshot:
        """Fight a battle to its end."""
        room = rooms.room(ident)
        return playing.resolve(room, room.seat(session, viewer), data)

    @post("/orders", sync_to_thread=True, status_code=200)
    def orders(
        self, rooms: AllRooms, session: Session, ident: Ident, data: JSONBody[wire.StandingOrder], viewer: As = None
    ) -> wire.Snapshot:
        """Give or withdraw standing orders."""
        room = rooms.room(ident)
        return playing.standing_order(room, room.seat(session, viewer), data)

    @post("/hurry", sync_to_thread=True, status_code=204)
    def hurry(self, rooms: AllRooms, ident: Ident) -> None:
        """Computer players are to be quick for a round."""
        rooms.room(ident).runner.hurry()

    @post("/order", sync_to_thread=True, status_code=200)
    def order(
        self, rooms: AllRooms, session: Session, ident: Ident, data: JSONBody[wire.Order], viewer: As = None
    ) -> wire.Ordered:
        """Send units to a space, however they get there."""
        room = rooms.room(ident)
        return playing.order(room, room.seat(session, viewer), data)

    @post("/reach", sync_to_thread=True, status_code=200)
    def reach(
        self, rooms: AllRooms, session: Session, ident: Ident, data: JSONBody[wire.Selection], viewer: As = None
    ) -> wire.Reach:
        """Where selected units can go."""
        room = rooms.room(ident)
        seat = room.seat(session, viewer)
        with room.at(data.version, seat):
            planner = playing.planner(room, seat)
            found = planner.destinations(data.units)
            why = planner.refusal(data.units) if not found else None
            return wire.Reach(units=data.units, destinations=found, why=_refusal(room, why) if why else None)

    @get("/reach", sync_to_thread=True)
    def reach_all(self, rooms: AllRooms, session: Session, ident: Ident) -> list[wire.GroupReach]:
        """Where every unit can go in this phase."""
        room = rooms.room(ident)
        with room.lock:
            return playing.planner(room, room.seat(session)).groups()

    @get("/reaching/{space:str}", sync_to_thread=True)
    def reaching(
        self, rooms: AllRooms, session: Session, ident: Ident, space: FromPath[str], viewer: As = None
    ) -> wire.Reaching:
        """Who can come to a space."""
        room = rooms.room(ident)
        return playing.reaching(room, room.seat(session, viewer), space)

    @post("/odds", sync_to_thread=True, status_code=200)
    def odds(
        self, rooms: AllRooms, session: Session, ident: Ident, data: JSONBody[wire.OddsAsked], viewer: As = None
    ) -> wire.OddsView:
        """The odds of a battle that is planned, pending or being fought."""
        from sandtable.server.forecast import forecast  # loads the compiled solver

        room = rooms.room(ident)
        seat = room.seat(session, viewer)
        with room.at(data.version, seat):
            state = room.game.view(room.viewer(seat)).state
        return forecast(room.rules, state, data)  # states never change, so this needs no lock

    @get("/odds", sync_to_thread=True)
    def all_odds(self, rooms: AllRooms, session: Session, ident: Ident, viewer: As = None) -> list[wire.OddsView]:
        """The odds of all those battles."""
        from sandtable.server.forecast import forecasts  # loads the compiled solver

        room = rooms.room(ident)
        with room.lock:
            state = room.game.view(room.viewer(room.seat(session, viewer))).state
        return forecasts(room.rules, state)

    @get("/log", sync_to_thread=True)
    def log(
        self,
        rooms: AllRooms,
        session: Session,
        ident: Ident,
        viewer: As = None,
        after: FromQuery[int] = -1,
        limit: FromQuery[int] = 500,
        power: FromQuery[str] = "",
        space: FromQuery[str] = "",
        kinds: FromQuery[str] = "",
        round_: Annotated[int, QueryParameter(name="round")] = 0,
    ) -> wire.Log:
        """What happened, in sentences."""
        room = rooms.room(ident)
        wanted = [kind for kind in kinds.split(",") if kind]
        return history.log(room, room.viewer(room.seat(session, viewer)), after, limit, power, space, wanted, round_)

    @get("/at/{entry:int}", sync_to_thread=True)
    def at(
        self, rooms: AllRooms, session: Session, ident: Ident, entry: FromPath[int], viewer: As = None
    ) -> wire.Snapshot:
        """The game as it was after an entry."""
        room = rooms.room(ident)
        return room.snapshot_at(entry, room.seat(session, viewer))

    @get("/timeline", sync_to_thread=True)
    def timeline(self, rooms: AllRooms, session: Session, ident: Ident, viewer: As = None) -> list[wire.TimelineMark]:
        """Where rounds, turns and phases begin."""
        room = rooms.room(ident)
        return history.timeline(room, room.viewer(room.seat(session, viewer)))

    @get("/charts", sync_to_thread=True)
    def charts(self, rooms: AllRooms, session: Session, ident: Ident, viewer: As = None) -> wire.Charts:
        """Figures per round."""
        room = rooms.room(ident)
        return history.charts(room, room.viewer(room.seat(session, viewer)))


def _begun(room: Room, session: str) -> wire.Snapshot:
    """The game as it is before computer players go on, so that all they do can be played back."""
    snapshot = room.snapshot(room.seat(session))
    room.runner.wake(again=False)
    return snapshot


def _refusal(room: Room, refusal: IllegalAction) -> wire.Refusal:
    title = catalogue.rule_title(room.game.header.game, refusal.rule)
    return wire.Refusal(rule=refusal.rule, title=title, text=refusal.texts, topic=refusal.topic)


def _file_name(name: str) -> str:
    kept = "".join(sign if sign.isascii() and (sign.isalnum() or sign in "-_ ") else "-" for sign in name)
    return kept.strip().replace(" ", "-") or "game"
