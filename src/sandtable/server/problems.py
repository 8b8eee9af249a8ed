"""What a client is told when something goes wrong: always a `Problem`, never our insides."""

from __future__ import annotations

import logging
import sqlite3
from typing import Any

from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException
from litestar.types import ExceptionHandlersMap

from sandtable.core.errors import IllegalAction, OptionConflict, SandtableError, UnknownName
from sandtable.core.lexicon import LANGUAGES
from sandtable.server import catalogue, wire
from sandtable.server.details import details
from sandtable.server.errors import RequestProblem
from sandtable.server.rooms import Rooms
from sandtable.server.routes import RECORD_BODY, SMALL_BODY
from sandtable.server.speech import say

log = logging.getLogger("sandtable.server")


def _problem(status: int, problem: wire.Problem) -> Response[wire.Problem]:
    return Response(problem, status_code=status, media_type=MediaType.JSON)


def explain_refusal(request: Request[Any, Any, Any], refusal: IllegalAction) -> Response[wire.Problem]:
    """The rules refuse: which rule, and why."""
    title: wire.Texts = {}
    ident = request.path_params.get("ident")
    rooms: Rooms = request.app.state.rooms
    game = rooms.open_game(ident) if isinstance(ident, str) else ""
    if game:
        title = catalogue.rule_title(game, refusal.rule)
    if refusal.topic == "action.malformed":  # it quotes a library
        texts = details(refusal.text())
    else:
        texts = {lang: refusal.text(lang) for lang in LANGUAGES}
    return _problem(422, wire.Problem(code="refused", text=texts, rule=refusal.rule, title=title, topic=refusal.topic))


def explain_request(_: Request[Any, Any, Any], problem: RequestProblem) -> Response[wire.Problem]:
    """A request that is not carried out."""
    return _problem(problem.status, problem.problem)


def explain_name(_: Request[Any, Any, Any], problem: UnknownName) -> Response[wire.Problem]:
    """A name that does not exist, with the nearest ones."""
    text = say("problem.not_found", name=f"«{problem.name[:80]}»")
    return _problem(404, wire.Problem(code="not_found", text=text, nearest=problem.nearest))


def explain_conflict(_: Request[Any, Any, Any], problem: OptionConflict) -> Response[wire.Problem]:
    """Options that do not go together."""
    first, second = problem.options
    text = say("problem.options_conflict", first=first, second=second)
    return _problem(422, wire.Problem(code="bad_request", text=text, nearest=[first, second]))


def explain_other(_: Request[Any, Any, Any], problem: SandtableError) -> Response[wire.Problem]:
    """Whatever else the engine refuses to work with."""
    return _problem(422, wire.Problem(code="bad_request", text=say("problem.bad_request", detail=details(problem))))


def explain_http(request: Request[Any, Any, Any], problem: HTTPException) -> Response[wire.Problem]:
    """Malformed requests, unknown paths, bodies that are too large."""
    status = problem.status_code
    if status == 413:
        limit = f"{RECORD_BODY // 2**20} MB" if request.url.path.endswith("/import") else f"{SMALL_BODY // 2**10} kB"
        return _problem(413, wire.Problem(code="too_large", text=say("problem.too_large", limit=limit)))
    if status == 404:
        return _problem(404, wire.Problem(code="not_found", text=say("problem.not_found", name="…")))
    extra = problem.extra if isinstance(problem.extra, list) else []
    found = [(str(e.get("key", "")), details(str(e.get("message", "")))) for e in extra if isinstance(e, dict)]
    listed = {lang: "; ".join(f"{key}: {texts[lang]}" for key, texts in found) for lang in LANGUAGES}
    text = say("problem.bad_request", detail=listed if found else details(problem.detail))
    return _problem(status if status < 500 else 400, wire.Problem(code="bad_request", text=text))


def explain_depth(_: Request[Any, Any, Any], problem: RecursionError) -> Response[wire.Problem]:
    """A body with brackets in brackets in brackets."""
    return _problem(
        400, wire.Problem(code="bad_request", text=say("problem.bad_request", detail=say("problem.too_deep")))
    )


def explain_store(request: Request[Any, Any, Any], problem: sqlite3.Error) -> Response[wire.Problem]:
    """The disk is full or gone: nothing was done, since everything is saved first."""
    log.error("%s %s could not be saved: %s", request.method, request.url.path, problem)
    return _problem(507, wire.Problem(code="not_saved", text=say("problem.not_saved")))


def explain_bug(request: Request[Any, Any, Any], problem: Exception) -> Response[wire.Problem]:
    """A bug: it is logged here, and the client learns nothing about our insides."""
    log.error("%s %s failed", request.method, request.url.path, exc_info=problem)
    return _problem(500, wire.Problem(code="internal", text=say("problem.internal")))


HANDLERS: ExceptionHandlersMap = {
    IllegalAction: explain_refusal,
    RequestProblem: explain_request,
    UnknownName: explain_name,
    OptionConflict: explain_conflict,
    SandtableError: explain_other,
    HTTPException: explain_http,
    RecursionError: explain_depth,
    sqlite3.Error: explain_store,
    Exception: explain_bug,
}
