"""A real server in its own process and a real Chromium, for tests that use the mouse."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, ViewportSize, sync_playwright

from tests.browser import chromium
from tests.browser.server import Server
from tests.browser.table import Table

CLIENT = Path(__file__).parents[2] / "src" / "sandtable" / "server" / "static" / "index.html"
LAPTOP: ViewportSize = {"width": 1366, "height": 768}


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    command = chromium.find()
    if command is None:
        pytest.skip("NO CHROMIUM: install it (apt-get install chromium) or name it in SANDTABLE_CHROMIUM")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=command, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    assert CLIENT.is_file(), "the client is not built: make client"
    server = Server(tmp_path_factory.mktemp("saved"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """A fresh visitor; errors in the browser's console fail the test."""
    context = browser.new_context(viewport=LAPTOP, locale="en-GB", color_scheme="light", base_url=server.address)
    page = context.new_page()
    errors: list[str] = []

    def note(message: ConsoleMessage) -> None:
        # Refused orders and a server that was killed are seen by the page as failed requests: that is what they are.
        if message.type == "error" and "Failed to load resource" not in message.text:
            if "WebSocket" not in message.text:
                errors.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert not errors


@pytest.fixture
def table(page: Page) -> Table:
    return Table(page)
