"""A phone held sideways and upright, played with the fingers: real touch events, no mouse."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, CDPSession, Page, ViewportSize, expect

from tests.browser.server import Server
from tests.browser.table import Table

Finger = tuple[float, float]

UPRIGHT: ViewportSize = {"width": 390, "height": 844}

ATTACK = {
    "power": "germany",
    "phase": "combat_move",
    "units": {
        "eastern_europe": {"germany": {"infantry": 3, "armour": 2}},
        "germany": {"germany": {"armour": 2, "fighter": 1}},
        "karelia_ssr": {"ussr": {"infantry": 2}},
    },
}


class Fingers:
    """Fingers on the glass, through the browser's own input pipeline."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.glass: CDPSession = page.context.new_cdp_session(page)

    def _touch(self, kind: str, fingers: Sequence[Finger]) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(fingers)]
        self.glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def tap(self, at: Finger) -> None:
        self._touch("touchStart", [at])
        self._touch("touchEnd", [])

    def slide(self, starts: Sequence[Finger], ends: Sequence[Finger], steps: int = 8) -> None:
        """All fingers go down, move evenly, and are lifted."""
        self._touch("touchStart", starts)
        for step in range(1, steps + 1):
            share = step / steps
            moved = [
                (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share) for a, b in zip(starts, ends, strict=True)
            ]
            self._touch("touchMove", moved)
            self.page.wait_for_timeout(16)
        # Lifted at speed it would be a fling, and browsers take the next tap for its end.
        self.page.wait_for_timeout(120)
        self._touch("touchMove", ends)
        self._touch("touchEnd", [])


@contextmanager
def held(browser: Browser, server: Server, size: ViewportSize) -> Iterator[Page]:
    """A phone whose glass is this large."""
    context = browser.new_context(
        viewport=size,
        has_touch=True,
        is_mobile=True,
        device_scale_factor=2,
        locale="en-GB",
        base_url=server.address,
    )
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert not errors


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Page]:
    with held(browser, server, {"width": 844, "height": 390}) as page:
        yield page


@pytest.fixture
def upright(browser: Browser, server: Server) -> Iterator[Page]:
    with held(browser, server, UPRIGHT) as page:
        yield page


@pytest.fixture
def table(phone: Page) -> Table:
    return Table(phone)


@pytest.fixture
def fingers(phone: Page) -> Fingers:
    return Fingers(phone)


def place(table: Table, space: str) -> Finger:
    """Where a space is on the glass; it must be in sight."""
    point = table.free_point(space)
    assert point is not None, f"{space} is not in sight"
    return point


def piece(table: Table, space: str, which: str = "") -> Finger:
    """Where own units are on the glass."""
    table.settle()
    token = table.page.locator(f".token.own[data-space={space}]{which}").first
    expect(token).to_be_visible()
    box = token.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def strike(table: Table, fingers: Fingers) -> None:
    """Those chosen in Eastern Europe attack Karelia."""
    fingers.tap(place(table, "karelia_ssr"))
    expect(table.primary).to_have_text("Attack")
    version = table.state()["version"]
    table.primary.tap()
    table.moved_on(version)
    assert table.units("karelia_ssr", "germany") == {"infantry": 3, "armour": 2}


def world(table: Table) -> tuple[float, float, float]:
    """How the map is moved and scaled now: x, y, scale."""
    table.settle()
    found: list[float] = table.page.evaluate(
        """() => {
          const {a, e, f} = document.querySelector("[data-testid=map] > g").transform.baseVal.consolidate().matrix;
          return [e, f, a];
        }"""
    )
    x, y, scale = found
    return x, y, scale


def test_tap_to_select_and_tap_to_attack(table: Table, fingers: Fingers) -> None:
    table.set_up("classic", position=ATTACK)
    fingers.tap(place(table, "eastern_europe"))
    party = table.page.get_by_test_id("party")
    expect(party.locator("li")).to_have_count(2)
    expect(table.page.locator(".tone.attack").first).to_be_attached()
    strike(table, fingers)


def test_the_menu_has_what_the_bottom_line_has_no_room_for(table: Table, fingers: Fingers) -> None:
    table.set_up("classic", position=ATTACK)
    for start in ("eastern_europe", "germany"):
        version = table.state()["version"]
        fingers.tap(place(table, start))
        fingers.tap(place(table, "karelia_ssr"))
        table.primary.tap()
        table.moved_on(version)
    table.page.get_by_role("button", name="Menu").tap()
    expect(table.page.get_by_role("slider", name="Speed")).to_be_visible()
    version = table.state()["version"]
    table.page.get_by_test_id("undo-all-menu").tap()
    table.moved_on(version)
    assert not table.state()["moves"]


def test_a_finger_pans_and_selects_nothing(table: Table, fingers: Fingers) -> None:
    table.set_up("classic", position=ATTACK)
    before = world(table)
    start = place(table, "black_sea_zone")
    fingers.slide([start], [(start[0] - 120, start[1] - 60)])
    after = world(table)
    assert after[2] == before[2]
    assert after[0] < before[0] - 60 or after[0] > before[0] + 400, "the world has followed the finger (or wrapped)"
    expect(table.page.get_by_test_id("party")).to_have_count(0)


def test_two_fingers_zoom(table: Table, fingers: Fingers) -> None:
    table.set_up("classic", position=ATTACK)
    before = world(table)
    x, y = 300.0, 190.0
    fingers.slide([(x - 40, y), (x + 40, y)], [(x - 140, y), (x + 140, y)])
    closer = world(table)
    assert closer[2] > before[2] * 2
    fingers.slide([(x - 140, y), (x + 140, y)], [(x - 40, y), (x + 40, y)])
    assert world(table)[2] < closer[2] / 2
    expect(table.page.get_by_test_id("party")).to_have_count(0)


def test_two_fingers_zoom_wherever_they_come_down(table: Table, fingers: Fingers) -> None:
    """Also on one's own units, which a single finger would pick up."""
    table.set_up("classic", position=ATTACK)
    x, y = piece(table, "germany")
    before = world(table)
    version = table.state()["version"]
    fingers.slide([(x, y), (x + 60, y + 5)], [(x - 60, y), (x + 160, y + 5)])
    assert world(table)[2] > before[2] * 1.5
    assert table.state()["version"] == version


def test_a_finger_pans_round_the_world(table: Table, fingers: Fingers) -> None:
    """The shapes under the finger are taken off the map on the way, and it must not notice."""
    table.set_up("classic", position=ATTACK)
    width = float(table.page.locator(".water").first.get_attribute("width") or 0)
    x, _, scale = world(table)
    way, turns = 0.0, 0
    for _ in range(12):
        fingers.slide([(560, 200)], [(60, 200)], steps=5)
        now = world(table)[0]
        step = (x - now) % (width * scale)
        assert step > 400, "the map follows the finger all the way"
        way, x, turns = way + step, now, turns + (now > x)
    assert way > width * scale and turns, "once round the world"


def test_units_are_dragged_with_a_finger(table: Table, fingers: Fingers) -> None:
    table.set_up("classic", position=ATTACK)
    target = place(table, "karelia_ssr")
    fingers.slide([piece(table, "eastern_europe")], [target])
    expect(table.primary).to_have_text("Attack")
    version = table.state()["version"]
    table.primary.tap()
    table.moved_on(version)
    assert table.units("karelia_ssr", "germany")


def test_tap_units_one_by_one(table: Table, fingers: Fingers) -> None:
    table.set_up("classic", position=ATTACK)
    x, y = place(table, "eastern_europe")
    fingers.slide([(x - 20, y), (x + 20, y)], [(x - 150, y), (x + 150, y)])
    for _ in range(2):
        fingers.tap(piece(table, "eastern_europe", "[data-kind=infantry]"))
    expect(table.page.get_by_test_id("party").locator("li[data-kind=infantry] input")).to_have_value("2")


def test_a_rocket_and_standing_orders_by_touch(table: Table, fingers: Fingers) -> None:
    table.set_up(
        "classic",
        position={
            "power": "ussr",
            "phase": "combat",
            "tech": {"ussr": ["rockets"]},
            "units": {"karelia_ssr": {"ussr": {"aa_gun": 1}}, "germany": {"germany": {"factory": 1}}},
        },
        dice=[4],
    )
    table.page.get_by_role("button", name="Menu").tap()
    table.page.get_by_test_id("standing-menu").tap()
    table.page.get_by_role("radio", name="Cheapest first").tap()
    version = table.state()["version"]
    table.page.get_by_test_id("standing-give").tap()
    table.moved_on(version)
    table.page.get_by_role("button", name="Close").tap()
    before = table.state()["powers"]["germany"]["money"]
    fingers.tap(place(table, "germany"))
    fingers.tap(place(table, "germany"))
    table.phase("noncombat_move")
    assert table.state()["powers"]["germany"]["money"] == before - 4


def test_upright_the_panel_lies_below_the_map(upright: Page) -> None:
    table, fingers = Table(upright), Fingers(upright)
    table.set_up("classic", position=ATTACK, dice=[6, 6, 6, 6, 6, 1, 6])
    chart, panel = table.map.bounding_box(), upright.get_by_test_id("panel").bounding_box()
    assert chart and panel
    assert chart["width"] == UPRIGHT["width"], "the map has the whole width"
    assert chart["height"] > UPRIGHT["height"] * 0.4
    assert panel["y"] >= chart["y"] + chart["height"]
    fingers.tap(place(table, "eastern_europe"))
    strike(table, fingers)
    table.go_on()
    table.guidance("1 hit to take. Choose what is lost")
    battle, losses = table.battle.bounding_box(), upright.get_by_test_id("losses").bounding_box()
    assert battle and losses and losses["y"] >= battle["y"] + battle["height"], "the battle above, the question below"
    assert upright.evaluate("document.documentElement.scrollWidth") <= UPRIGHT["width"], "nothing sticks out"


def test_upright_the_map_can_have_it_all(upright: Page) -> None:
    table = Table(upright)
    table.set_up("classic", position=ATTACK)
    upright.get_by_role("button", name="Hide the panel").tap()
    chart = table.map.bounding_box()
    assert chart and chart["height"] > UPRIGHT["height"] * 0.75
    upright.get_by_role("button", name="Show the panel").tap()
    expect(upright.get_by_test_id("panel")).to_be_visible()
    upright.get_by_role("button", name="Menu").tap()
    upright.get_by_test_id("rules-menu").tap()
    expect(upright.locator("[data-rule='CL-MAP-01']")).to_be_attached()
