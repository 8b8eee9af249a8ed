"""The built client: its start page, its files, its hashed assets."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from litestar import Request, Response, Router, get
from litestar.datastructures import CacheControlHeader, State
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.static_files import create_static_files_router

from sandtable.server.guard import new_session, session_token
from sandtable.server.speech import say
from sandtable.server.store import Store

YEAR = 365 * 24 * 3600


def static_folder() -> Path:
    """Where the built client is."""
    return Path(str(files("sandtable.server"))) / "static"


def page_handler(folder: Path) -> HTTPRouteHandler:
    """The handler of everything outside the interface."""
    index = folder / "index.html"

    def answer(wanted: str, headers: Mapping[str, str], store: Store) -> Response[bytes]:
        file = (folder / wanted).resolve() if wanted else index
        if not file.is_relative_to(folder.resolve()) or not file.is_file():
            file = index
        if file.is_file():
            response = Response(file.read_bytes(), media_type=_media_type(file))
        else:
            text = "\n".join(say("problem.no_client").values())
            response = Response(text.encode(), media_type=_MEDIA[".txt"], status_code=503)
        response.headers["Cache-Control"] = "no-cache"
        # Browsers keep the cookie back when a link leads here from elsewhere, though there may be one: the client asks
        # for its session then.
        from_here = headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        if file == index and from_here and not store.has_session(session_token(headers, store)):
            response.set_cookie(new_session(store))
        return response

    @get(["/", "/{path:path}"], include_in_schema=False)
    async def page(request: Request[Any, Any, Any], state: State) -> Response[bytes]:
        """The client: its files, and its start page for every other path. Begins a session."""
        wanted = str(request.path_params.get("path", "")).lstrip("/")
        if wanted.startswith(("api/", "assets/")):
            raise HTTPException(status_code=404)
        return await asyncio.to_thread(answer, wanted, request.headers, state.store)

    return page


# Litestar itself adds the character set to texts.
_MEDIA = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain",
    ".woff2": "font/woff2",
}


def _media_type(file: Path) -> str:
    return _MEDIA.get(file.suffix, "application/octet-stream")


def assets_router(folder: Path) -> Router:
    """Files with hashed names: they never change, so browsers may keep them."""
    forever = CacheControlHeader(max_age=YEAR, public=True, immutable=True)
    return create_static_files_router("/assets", [folder / "assets"], cache_control=forever)
