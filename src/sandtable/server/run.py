"""Serving the game until it is stopped."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path

import uvicorn

from sandtable.core.errors import BadValue
from sandtable.server.app import create_app

LOOPBACK = "127.0.0.1"
USUAL_PORT = 8942
PORTS_TRIED = 20
HTTP_PORT = 80
WARM_UP_AFTER = 2.0
"""Seconds until the solver is loaded in the background."""


def data_folder() -> Path:
    """Where saved games are kept unless somebody says otherwise."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "sandtable"


def open_port(port: int | None) -> socket.socket:
    """A listening socket on this machine only. Without a wish: the usual port, or the next one that is free."""
    wanted = [port] if port is not None else [*range(USUAL_PORT, USUAL_PORT + PORTS_TRIED), 0]
    for number in wanted:
        # The protocol is named, since otherwise asyncio leaves small answers waiting (no TCP_NODELAY).
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((LOOPBACK, number))
            listener.listen(128)  # whoever calls from now on is answered as soon as we are ready
        except OSError:
            listener.close()
            continue
        return listener
    raise BadValue(f"Port {port} is taken; choose another one with --port, or none")


def host_names(port: int) -> frozenset[str]:
    """The names under which a browser on this machine may call us."""
    names = (LOOPBACK, "localhost")
    usual = names if port == HTTP_PORT else ()  # which browsers leave out
    return frozenset((*usual, *(f"{name}:{port}" for name in names)))


def serve(data: Path, port: int | None, browser: bool, say: Callable[[str], None]) -> None:
    """Serve until stopped; `say` gets the address."""
    listener = open_port(port)
    number: int = listener.getsockname()[1]
    app = create_app(data, host_names(number))
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=64 * 1024,
        timeout_graceful_shutdown=2,
    )
    server = uvicorn.Server(config)
    _later(WARM_UP_AFTER, _load_solver)
    address = f"http://{LOOPBACK}:{number}/"
    say(address)
    if browser:
        _later(0.3, lambda: webbrowser.open(address))
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listener])


def _load_solver() -> None:
    """Load the battle odds before anybody asks for them, but not before the first page is out."""
    from sandtable.odds.__main__ import main

    main()


def _later(seconds: float, work: Callable[[], object]) -> None:
    timer = threading.Timer(seconds, work)
    timer.daemon = True
    timer.start()
