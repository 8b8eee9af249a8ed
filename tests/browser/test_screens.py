"""Pictures of the main screens: `make screens` writes them to docs/screens, the usual test run to a scratch folder."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.conftest import LAPTOP
from tests.browser.server import Server
from tests.browser.table import Table

PHONE: ViewportSize = {"width": 844, "height": 390}
UPRIGHT: ViewportSize = {"width": 390, "height": 844}
SMALLEST = 20_000
"""Bytes; a picture of nothing is smaller."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(os.environ.get("SANDTABLE_SCREENS") or tmp_path)


def keep(page: Page, folder: Path, name: str) -> None:
    """Take a picture, with few colours so that it stays small."""
    page.mouse.move(2, 2)
    page.wait_for_timeout(700)  # cards and the camera come to rest
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    target = folder / f"{name}.png"
    picture.quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(target, optimize=True)
    assert target.stat().st_size > SMALLEST


def test_pictures_of_the_main_screens(table: Table, folder: Path) -> None:
    table.new_game(seed="7")
    keep_start(table, folder)
    table.guidance("research")
    table.go_on()
    table.guidance("buy")
    table.more("infantry", 3)
    table.more("armour", 3)
    keep(table.page, folder, "purchase")
    table.go_on()
    table.phase("combat_move")
    for start in ("caucasus", "karelia_ssr"):
        table.attack(start, "ukraine_ssr")
    table.click("russia")
    table.click("ukraine_ssr")
    expect(table.page.get_by_test_id("odds").first).to_be_visible()
    keep(table.page, folder, "attack")
    table.go_on()
    expect(table.primary).to_have_text("Begin the battles")
    table.go_on()
    table.guidance("to take. Choose what is lost")
    keep(table.page, folder, "battle")
    table.page.get_by_test_id("rules").click()
    expect(table.page.locator("[data-rule='CL-MAP-01']")).to_be_visible()
    keep(table.page, folder, "rules")


def keep_start(table: Table, folder: Path) -> None:
    address = table.page.url
    table.page.goto("/")
    expect(table.page.get_by_test_id("saved-game").first.locator("svg path").first).to_be_attached()
    keep(table.page, folder, "start")
    table.page.goto(address)
    table.map.wait_for()


@pytest.mark.parametrize(
    ("name", "size", "language"),
    [("dark", LAPTOP, "en-GB"), ("phone", PHONE, "de-DE"), ("upright", UPRIGHT, "de-DE")],
)
def test_pictures_in_the_dark(
    browser: Browser, server: Server, folder: Path, name: str, size: ViewportSize, language: str
) -> None:
    context = browser.new_context(
        viewport=size,
        locale=language,
        color_scheme="dark",
        base_url=server.address,
        has_touch=size is not LAPTOP,
    )
    table = Table(context.new_page())
    table.set_up("1942", seed=7)
    table.go_on()
    table.phase("combat_move")
    table.click("russia")
    expect(table.page.get_by_test_id("party")).to_be_visible()
    keep(table.page, folder, name)
    # Nothing sticks out of the window.
    width = table.page.evaluate("document.documentElement.scrollWidth")
    assert width <= size["width"]
    context.close()
