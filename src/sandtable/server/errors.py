"""What can go wrong with a request, as the client is told."""

from __future__ import annotations

from sandtable.core.errors import SandtableError
from sandtable.server import wire
from sandtable.server.speech import say
from sandtable.warfare.base import WarBase


class RequestProblem(SandtableError):
    """A request that is not carried out: a status, a code and a sentence."""

    def __init__(
        self,
        status: int,
        code: str,
        key: str = "",
        rules: WarBase | None = None,
        nearest: list[str] | None = None,
        **params: object,
    ) -> None:
        self.status = status
        self.problem = wire.Problem(
            code=code, text=say(f"problem.{key or code}", rules, **params), nearest=nearest or []
        )
        super().__init__(self.problem.text["en"])


class Stale(RequestProblem):
    """The game has moved on; the present snapshot goes back with the answer."""

    def __init__(self, snapshot: wire.Snapshot) -> None:
        super().__init__(409, "stale")
        self.problem.snapshot = snapshot
