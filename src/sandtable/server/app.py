"""The web application, put together from its parts."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, Request, Router, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ASGIApp, ControllerRouterHandler

import sandtable
from sandtable.server import wire
from sandtable.server.computers import Computers
from sandtable.server.guard import Guard, session_token
from sandtable.server.live import live
from sandtable.server.pages import assets_router, page_handler, static_folder
from sandtable.server.problems import HANDLERS
from sandtable.server.rooms import Rooms
from sandtable.server.routes import SMALL_BODY, CatalogueController, GamesController, PlayController, begin_session
from sandtable.server.store import Store

log = logging.getLogger("sandtable.server")

TEND_EVERY = 3600.0
"""Seconds between two times at which old sessions are forgotten."""
THREADS = 32
"""Requests that are worked on at the same time."""


SPOKEN = (wire.Problem, wire.Hello, wire.Step, wire.Ready, wire.Thinking, wire.Changed, wire.Trouble)


DESCRIPTION = OpenAPIConfig(
    title="Sandtable",
    version=sandtable.__version__,
    description="The browser game's interface; docs/server.md explains it.",
    path="/api/description",
    render_plugins=[JsonRenderPlugin()],
)


@get("/openapi.json", include_in_schema=False, sync_to_thread=True)
def description(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """The interface, described."""
    return _described(request.app)


def describe_api() -> dict[str, Any]:
    """What `/openapi.json` serves, without a server and without touching any file."""
    return _described(Litestar([api_router()], openapi_config=DESCRIPTION, exception_handlers=HANDLERS))


def _described(app: Litestar) -> dict[str, Any]:
    schema = app.openapi_schema.to_schema()
    # What no path returns by its type: problems, and the messages of the WebSocket.
    _, more = msgspec.json.schema_components(SPOKEN, ref_template="#/components/schemas/{name}")
    schema["components"]["schemas"] = {**more, **schema["components"]["schemas"]}
    return schema


async def provide_session(request: Request[Any, Any, Any], state: State) -> str:
    """The session a request belongs to; the guard has checked it."""
    store: Store = state.store
    return session_token(request.headers, store)


async def provide_rooms(state: State) -> Rooms:
    """All games, for the handlers."""
    rooms: Rooms = state.rooms
    return rooms


def api_router() -> Router:
    """Everything under `/api`."""
    return Router(
        "/api",
        route_handlers=[begin_session, CatalogueController, GamesController, PlayController, live],
        dependencies={"rooms": Provide(provide_rooms), "session": Provide(provide_session)},
    )


async def _tend(store: Store) -> None:
    while True:
        await asyncio.sleep(TEND_EVERY)
        try:
            await asyncio.to_thread(store.forget_sessions)
        except sqlite3.Error as problem:
            log.warning("Old sessions could not be forgotten: %s", problem)


def create_app(data: Path, hosts: frozenset[str]) -> ASGIApp:
    """The application for a folder of saved games, reachable under these host names (with ports)."""
    store = Store(data)
    computers = Computers()
    rooms = Rooms(store, computers)
    folder = static_folder()

    def prepare(_: Litestar) -> None:
        # Requests that wait for a game's lock or think about odds must not keep everybody else waiting.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS, "requests"))

    @asynccontextmanager
    async def tended(_: Litestar) -> AsyncIterator[None]:
        tending = asyncio.create_task(_tend(store))
        try:
            yield
        finally:
            tending.cancel()

    def close(_: Litestar) -> None:
        rooms.close()
        computers.close()
        store.close()

    pages: list[ControllerRouterHandler] = [page_handler(folder)]
    if (folder / "assets").is_dir():
        pages.append(assets_router(folder))
    app = Litestar(
        [api_router(), description, *pages],
        state=State({"rooms": rooms, "store": store}),
        on_startup=[prepare],
        on_shutdown=[close],
        lifespan=[tended],
        request_max_body_size=SMALL_BODY,
        compression_config=CompressionConfig(backend="gzip", minimum_size=2000, gzip_compress_level=1),
        openapi_config=DESCRIPTION,
        exception_handlers=HANDLERS,
        logging_config=None,
    )
    return Guard(app, store, hosts)
