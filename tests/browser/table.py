"""The page as a player uses it: spaces and units are found on the map and clicked with the mouse."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

PATIENCE = 60_000
"""Milliseconds a computer player may take on a busy machine."""

# A point of the screen where nothing but the space itself is hit.
_FREE_POINT = """space => {
  for (const shape of document.querySelectorAll(`.space[data-space="${space}"], .blowup[data-space="${space}"]`)) {
    const box = shape.getBoundingClientRect();
    const steps = 28;
    for (let row = 1; row < steps; row++) {
      for (let column = 1; column < steps; column++) {
        const x = box.left + (box.width * column) / steps;
        const y = box.top + (box.height * row) / steps;
        if (document.elementFromPoint(x, y) === shape) return [x, y];
      }
    }
  }
  return null;
}"""


Order = tuple[str, str, str]
"""Everybody in a space goes to another one, in some manner."""


def _can_go(unit: dict[str, Any], space: str, power: str) -> bool:
    moves = unit.get("left", 0) > 0 and not unit.get("done")
    return unit["space"] == space and unit["power"] == power and moves and not unit.get("aboard")


class Table:
    """One browser window."""

    def __init__(self, page: Page) -> None:
        self.page = page

    # Getting there

    def new_game(self, game: str = "classic", seed: str = "7", **seats: str) -> None:
        """Fill in the start page and begin."""
        self.page.goto("/")
        self.page.locator(f"[data-game='{game}']").click()
        self.page.get_by_test_id("only-people").click()
        for power, level in seats.items():
            self.page.locator(f"[data-seat={power}]").select_option(level)
        self.page.locator("details summary").click()
        self.page.get_by_test_id("seed").fill(seed)
        self.page.get_by_test_id("start").click()
        self._opened()

    def set_up(self, game: str, plan: Sequence[Order] = (), **wishes: Any) -> None:
        """Open a game in any position, with the dice one wants; after a plan the battles begin."""
        self.page.goto("/")
        answer = self.page.request.post("/api/games", data={"game": game, **wishes})
        assert answer.status == 201, answer.text()
        snapshot = answer.json()
        for start, to, manner in plan:
            units = [name for name, unit in snapshot["units"].items() if _can_go(unit, start, snapshot["power"])]
            wish = {"version": snapshot["version"], "units": units, "to": to, "manner": manner}
            snapshot = self._post(snapshot["id"], "order", wish)["snapshot"]
        if plan:
            wish = {"version": snapshot["version"], "actions": [{"kind": "end_phase"}]}
            self._post(snapshot["id"], "actions", wish)
        self.page.goto(f"/#/game/{snapshot['id']}")
        self._opened()

    def _post(self, game: str, what: str, wish: dict[str, Any]) -> dict[str, Any]:
        answer = self.page.request.post(f"/api/games/{game}/{what}", data=wish)
        assert answer.ok, answer.text()
        content: dict[str, Any] = answer.json()
        return content

    def _opened(self) -> None:
        """The map is there, and so is the first question: from now on the camera knows where to look."""
        self.map.wait_for()
        expect(self.primary).to_be_visible(timeout=PATIENCE)

    @property
    def game(self) -> str:
        found = re.search(r"#/game/([\w-]+)", self.page.url)
        assert found
        return found[1]

    def state(self) -> dict[str, Any]:
        """The snapshot the server would send now."""
        snapshot: dict[str, Any] = self.page.request.get(f"/api/games/{self.game}").json()
        return snapshot

    def units(self, space: str, power: str) -> dict[str, int]:
        """What a power has in a space, by kind."""
        counts: dict[str, int] = {}
        for unit in self.state()["units"].values():
            if unit["space"] == space and unit["power"] == power:
                counts[unit["kind"]] = counts.get(unit["kind"], 0) + 1
        return counts

    # Looking

    @property
    def map(self) -> Locator:
        return self.page.get_by_test_id("map")

    @property
    def primary(self) -> Locator:
        return self.page.get_by_test_id("primary")

    @property
    def panel(self) -> Locator:
        return self.page.get_by_test_id("panel")

    @property
    def battle(self) -> Locator:
        return self.page.get_by_test_id("battle")

    @property
    def report(self) -> Locator:
        return self.page.get_by_test_id("battle-report")

    @property
    def notice(self) -> Locator:
        return self.page.get_by_test_id("notice")

    def guidance(self, text: str) -> None:
        """Wait until the line at the bottom says this."""
        expect(self.page.get_by_test_id("guidance")).to_contain_text(text, timeout=PATIENCE)

    def question(self) -> str:
        """Wait until a person is asked something, and read it."""
        expect(self.primary).to_be_enabled(timeout=PATIENCE)
        return self.page.get_by_test_id("guidance").inner_text().strip()

    def phase(self, phase: str) -> None:
        expect(self.page.locator(f"[data-phase={phase}][aria-current=step]")).to_be_attached(timeout=PATIENCE)

    # Doing

    def go_on(self) -> None:
        """Press the bright button."""
        expect(self.primary).to_be_enabled(timeout=PATIENCE)
        self.primary.click()

    def answer(self) -> None:
        """Press the bright button and wait until it is done, be it an answer or going on from a report."""
        expect(self.primary).to_be_enabled(timeout=PATIENCE)
        if self.report.count():
            self.read_report()
            return
        version = self.state()["version"]
        self.primary.click()
        self.moved_on(version)

    def read_report(self) -> None:
        """A battle has ended: read how, and go on."""
        expect(self.report).to_be_visible(timeout=PATIENCE)
        expect(self.primary).to_have_text(re.compile("Continue|Weiter"))
        self.primary.click()

    def stop_over(self, space: str) -> tuple[float, float]:
        """A free point of a space on the screen; the whole world is shown if it is out of sight."""
        for _ in range(3):
            point = self.free_point(space)
            if point is not None:
                return point
            self.page.get_by_role("button", name=re.compile("Whole world|Ganze Welt")).click()
        raise AssertionError(f"{space} cannot be clicked")

    def free_point(self, space: str) -> tuple[float, float] | None:
        """A point of the screen where nothing but a space itself is hit, if it is in sight."""
        self.settle()
        point = self.page.evaluate(_FREE_POINT, space)
        return (float(point[0]), float(point[1])) if point is not None else None

    def settle(self) -> None:
        """Wait until the map has stopped moving."""
        expect(self.map).not_to_have_attribute("data-moving", "true")

    def click(self, space: str) -> None:
        self.page.mouse.click(*self.stop_over(space))

    def look_closer(self, space: str, turns: int = 3) -> None:
        """Zoom in on a space with the wheel until its units stand apart."""
        x, y = self.stop_over(space)
        self.page.mouse.move(x, y)
        for _ in range(turns):
            self.page.mouse.wheel(0, -400)
            self.page.wait_for_timeout(60)
        self.settle()

    def token(self, space: str, kind: str, power: str) -> Locator:
        """Units on the map."""
        return self.page.locator(f".token[data-space='{space}'][data-kind='{kind}'][data-power='{power}']").first

    def drag(self, space: str, kind: str, power: str, to: str) -> None:
        """Drag units from a space to another one."""
        target = self.stop_over(to)
        box = self.token(space, kind, power).bounding_box()
        assert box is not None, f"no {kind} in {space} to be seen"
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        self.page.mouse.move((box["x"] + target[0]) / 2, (box["y"] + target[1]) / 2)
        self.page.mouse.move(*target)
        self.page.mouse.up()

    def more(self, kind: str, times: int = 1, where: Locator | None = None) -> None:
        """Press the plus of a kind in a list."""
        row = (where or self.panel).locator(f"li[data-kind='{kind}']").first
        for _ in range(times):
            row.get_by_role("button", name=re.compile("^(more|mehr)")).click()

    def less(self, kind: str, times: int = 1, where: Locator | None = None) -> None:
        row = (where or self.panel).locator(f"li[data-kind='{kind}']").first
        for _ in range(times):
            row.get_by_role("button", name=re.compile("^(less|weniger)")).click()

    def attack(self, start: str, target: str) -> None:
        """Everybody who can goes from one space to attack another: two clicks and the bright button."""
        version = self.state()["version"]
        self.click(start)
        expect(self.page.get_by_test_id("party")).to_be_visible()
        self.click(target)
        self.go_on()
        self.moved_on(version)

    def moved_on(self, version: int) -> None:
        """Wait until the server has accepted something newer than this version."""
        for _ in range(200):
            if self.state()["version"] > version:
                return
            self.page.wait_for_timeout(50)
        raise AssertionError("nothing happened")
