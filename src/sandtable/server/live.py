"""The WebSocket of a game: everybody who watches hears what happens, as it happens."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect
from litestar.handlers import websocket
from litestar.params import FromQuery

from sandtable.core.errors import SandtableError
from sandtable.server import wire
from sandtable.server.guard import session_token
from sandtable.server.room import Listener
from sandtable.server.rooms import Rooms
from sandtable.server.routes import As, Ident

QUEUE = 10_000
"""Messages that wait for a slow listener before it is sent away."""
SLOWEST = 30.0
"""Seconds a message may take; a listener that reads nothing for so long has gone to sleep."""


class _Farewell(msgspec.Struct, frozen=True):
    """Why somebody who listens is sent away."""

    code: int
    reason: str


TOO_SLOW = _Farewell(4408, "too slow")
NO_SEAT = _Farewell(4403, "the seat was given to somebody else")


@websocket("/games/{ident:str}/live")
async def live(
    socket: WebSocket[Any, Any, Any], ident: Ident, viewer: As = None, since: FromQuery[int | None] = None
) -> None:
    """News of a game, as they happen; with `since` first those after that version."""
    rooms: Rooms = socket.app.state.rooms
    try:
        room = await asyncio.to_thread(rooms.room, ident)
        session = session_token(socket.headers, socket.app.state.store)
        seat = room.viewer(room.seat(session, viewer))
    except SandtableError as problem:
        await socket.accept()
        await socket.close(code=4404, reason=str(problem)[:100])
        return
    await socket.accept()
    loop = asyncio.get_running_loop()
    news: asyncio.Queue[bytes | _Farewell] = asyncio.Queue(QUEUE)

    def put(data: bytes | _Farewell) -> None:
        try:
            news.put_nowait(data)
        except asyncio.QueueFull:
            with suppress(asyncio.QueueEmpty):
                news.get_nowait()
            news.put_nowait(TOO_SLOW)

    def send(data: bytes | _Farewell) -> None:
        with suppress(RuntimeError):  # the loop may be closed already
            loop.call_soon_threadsafe(put, data)

    listener = Listener(seat, send, session, lambda: send(NO_SEAT))
    version = await asyncio.to_thread(room.listen, listener, since)
    reader = asyncio.create_task(_until_gone(socket))
    try:
        await socket.send_data(msgspec.json.encode(wire.Hello(version=version)), mode="text")
        await asyncio.to_thread(room.runner.wake)
        while not reader.done():
            waiting = asyncio.create_task(news.get())
            await asyncio.wait({waiting, reader}, return_when=asyncio.FIRST_COMPLETED)
            if not waiting.done():
                waiting.cancel()
                break
            data = waiting.result()
            if isinstance(data, _Farewell):
                await socket.close(code=data.code, reason=data.reason)
                break
            await asyncio.wait_for(socket.send_data(data, mode="text"), SLOWEST)
    except (WebSocketDisconnect, RuntimeError, TimeoutError):
        pass
    finally:
        reader.cancel()
        room.leave(listener)


async def _until_gone(socket: WebSocket[Any, Any, Any]) -> None:
    """What a client sends is not listened to; this only notices that it has left."""
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.receive_data(mode="text")
