"""Who may talk to the server: checks of Host and Origin, the session's cookie, headers of every answer."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import msgspec
from litestar.datastructures import Cookie, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from litestar.utils import normalize_path

from sandtable.server.errors import RequestProblem
from sandtable.server.store import Store

YEAR = 365 * 24 * 3600

CONTENT_SECURITY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
OPEN_PATHS = ("/api/session",)
"""Paths of the interface that need no session: they begin one."""
LONGEST_PATH = 255
"""Longer than any of our paths; file systems have no longer names either."""


class Guard:
    """Stands before the application. Foreign pages and other machines are turned away before anything else happens."""

    def __init__(self, app: ASGIApp, store: Store, hosts: frozenset[str]) -> None:
        self.app = app
        self.store = store
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        problem = await self._problem(scope["path"], headers)
        if problem is not None:
            await _turn_away(scope, receive, send, problem)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer = MutableScopeHeaders.from_message(message)
                for name, value in HEADERS.items():
                    answer[name] = value
            await send(message)

        await self.app(scope, receive, with_headers)

    async def _problem(self, asked: str, headers: dict[str, str]) -> RequestProblem | None:
        path = normalize_path(asked)  # as the application will read it: //api is /api
        host = headers.get("host", "")
        if host not in self.hosts:  # another name for this machine may be a page that rebinds its name to us
            return RequestProblem(403, "forbidden")
        origin = headers.get("origin")
        if origin is not None and origin not in {f"http://{host}", f"https://{host}"}:
            return RequestProblem(403, "forbidden")
        follows_a_link = headers.get("sec-fetch-mode") == "navigate" and not path.startswith("/api/")
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin") and not follows_a_link:
            return RequestProblem(403, "forbidden")
        if path.startswith("/api/") and path not in OPEN_PATHS and not await self._has_session(headers):
            return RequestProblem(401, "no_session")
        if len(path) > LONGEST_PATH or "\0" in path:
            return RequestProblem(404, "not_found", name="…")
        return None

    async def _has_session(self, headers: Mapping[str, str]) -> bool:
        token = session_token(headers, self.store)
        if not token:
            return False
        # The file is asked off the event loop: it may be busy with a save.
        return self.store.knows_session(token) or await asyncio.to_thread(self.store.has_session, token)


def session_token(headers: Mapping[str, str], store: Store) -> str:
    """The session's token from the cookie ("" if there is none)."""
    for part in headers.get("cookie", "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == store.cookie:
            return value
    return ""


def new_session(store: Store) -> Cookie:
    """The cookie that carries a new session: not for scripts, not for other sites."""
    return Cookie(key=store.cookie, value=store.new_session(), path="/", httponly=True, samesite="strict", max_age=YEAR)


async def _turn_away(scope: Scope, receive: Receive, send: Send, problem: RequestProblem) -> None:
    if scope["type"] == ScopeType.WEBSOCKET:
        await receive()
        await send({"type": "websocket.close", "code": 4000 + problem.status, "reason": problem.problem.text["en"]})
        return
    body = msgspec.json.encode(problem.problem)
    headers = {"Content-Type": "application/json", "Content-Length": str(len(body)), **HEADERS}
    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": problem.status, "headers": raw})
    await send({"type": "http.response.body", "body": body, "more_body": False})
