"""Measure the browser game in a real Chromium: `python -m bench.browser [--visits N] [--moves N]`.

A visit begins with an empty cache; a move counts from the click to the first frame that shows its arrow.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import chromium
from tests.browser.server import Server
from tests.browser.table import Table

# Notes when the first units are on the screen, and how long each press of the bright button took to show an arrow.
WATCH = """
window.painted = {units: 0, moves: []};
let pressed = 0;
const afterPaint = note => requestAnimationFrame(() => setTimeout(note));
new MutationObserver(() => {
  if (!window.painted.units && document.querySelector('.token')) {
    window.painted.units = 1;
    afterPaint(() => { window.painted.units = performance.now(); });
  }
  if (pressed && document.querySelector('.route:not(.under)')) {
    const begin = pressed;
    pressed = 0;
    afterPaint(() => window.painted.moves.push(performance.now() - begin));
  }
}).observe(document, {childList: true, subtree: true});
document.addEventListener('click', event => {
  if (event.target.closest('[data-testid=primary]')) pressed = performance.now();
}, true);
"""


def visit(browser: Browser, address: str, path: str) -> Page:
    context = browser.new_context(viewport={"width": 1366, "height": 768}, locale="en-GB", base_url=address)
    page = context.new_page()
    page.add_init_script(WATCH)
    page.goto(path)
    return page


def first_paints(browser: Browser, address: str, path: str, visits: int, what: str) -> list[float]:
    """Milliseconds from the navigation to something being on the screen."""
    found = []
    for _ in range(visits):
        page = visit(browser, address, path)
        if what == "units":
            page.wait_for_function("() => window.painted.units > 1")
            found.append(float(page.evaluate("window.painted.units")))
        else:
            page.get_by_test_id("start").wait_for()
            entry = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
            found.append(float(page.evaluate(entry)))
        page.context.close()
    return found


def moves(table: Table, number: int) -> list[float]:
    """The same attack ordered and taken back again and again, by mouse."""
    for _ in range(number):
        before = table.state()["version"]
        table.attack("caucasus", "ukraine_ssr")
        table.page.get_by_test_id("undo").click()
        table.moved_on(before + 1)
        table.page.locator(".route").first.wait_for(state="detached")
    return [float(one) for one in table.page.evaluate("window.painted.moves")]


def show(name: str, figures: list[float]) -> None:
    ranked = sorted(figures)
    late = ranked[min(len(ranked) - 1, round(0.95 * len(ranked)))]
    print(f"{name:44} {statistics.median(ranked):7.0f} {late:7.0f} {ranked[-1]:7.0f}   ({len(ranked)})")


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--visits", type=int, default=20)
    reader.add_argument("--moves", type=int, default=40)
    wishes = reader.parse_args()
    command = chromium.find()
    if command is None:
        raise SystemExit("No Chromium here. On Debian: apt-get install chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=command, args=["--no-sandbox"])
        try:
            print(f"{'milliseconds':44} {'median':>7} {'95 %':>7} {'worst':>7}   (number)")
            show(
                "start page: first contentful paint", first_paints(browser, server.address, "/", wishes.visits, "text")
            )
            page = visit(browser, server.address, "/")
            table = Table(page)
            for game in ("classic", "1942"):
                table.set_up(game, seed=7)
                path = f"/#/game/{table.game}"
                show(f"{game}: map with all units", first_paints(browser, server.address, path, wishes.visits, "units"))
            table.set_up("classic", position={"power": "ussr", "phase": "combat_move", **_opening()})
            show("a move: click to arrow on the map", moves(table, wishes.moves))
        finally:
            browser.close()
            server.stop()


def _opening() -> dict[str, object]:
    """A few units on both sides of a border."""
    return {"units": {"caucasus": {"ussr": {"infantry": 5}}, "ukraine_ssr": {"germany": {"infantry": 3, "armour": 2}}}}


if __name__ == "__main__":
    main()
