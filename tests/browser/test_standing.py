"""Standing orders: given ahead, seen, and taken back, by mouse, by keyboard and on a phone."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.table import Table

FRONT: dict[str, Any] = {
    "power": "germany",
    "phase": "combat_move",
    "units": {
        "eastern_europe": {"germany": {"infantry": 6, "armour": 2}},
        "karelia_ssr": {"ussr": {"infantry": 3, "armour": 2}},
    },
}


def form(table: Table) -> Locator:
    return table.page.get_by_role("dialog", name="Standing orders")


def give(table: Table) -> None:
    version = table.state()["version"]
    table.page.get_by_test_id("standing-give").click()
    table.moved_on(version)


def test_the_defender_is_not_asked_again(table: Table) -> None:
    table.set_up("classic", position=FRONT, dice=[1, *[6] * 30])
    table.page.get_by_role("button", name="Menu").click()
    table.page.get_by_test_id("standing-menu").click()
    form(table).locator("[data-power=ussr]").click()
    form(table).get_by_role("radio", name="My own order").check()
    armour = form(table).locator("li[data-kind=armour]")
    while armour.get_by_role("button", name="earlier").is_enabled():
        armour.get_by_role("button", name="earlier").click()
    expect(form(table).locator("li").first).to_have_attribute("data-kind", "armour")
    form(table).locator("select[data-kind=withdraw]").select_option("leave")
    give(table)
    expect(table.page.get_by_test_id("standing-count")).to_contain_text("in force: 2")
    orders = table.state()["orders"]
    assert set(orders) == {"ussr"} and orders["ussr"]["withdraw"] == {"policy": "submarines_flee"}
    assert orders["ussr"]["choose_casualties"]["order"][0] == "armour"
    table.page.keyboard.press("Escape")
    expect(table.page.get_by_test_id("standing-flag")).to_have_text("2")
    # The Soviet tank falls without a question; Germany is asked next.
    table.attack("eastern_europe", "karelia_ssr")
    table.go_on()
    table.guidance("Germany: fight another round or retreat?")
    assert table.units("karelia_ssr", "ussr") == {"infantry": 3, "armour": 1}


def test_orders_are_seen_and_taken_back_by_keyboard(table: Table) -> None:
    table.set_up("1942", position={"power": "germany", "phase": "combat_move", "units": {}})
    table.page.keyboard.press("o")
    expect(form(table)).to_be_visible()
    # The form offers what this game asks.
    assert form(table).locator("select").evaluate_all("all => all.map(one => one.dataset.kind)") == [
        *("submarines", "consent", "assign_hits", "land_displaced", "retreat")
    ]
    form(table).locator("select[data-kind=consent]").focus()
    table.page.keyboard.press("ArrowDown")
    form(table).get_by_role("radio", name="Ask me").focus()
    table.page.keyboard.press("ArrowRight")
    version = table.state()["version"]
    table.page.get_by_test_id("standing-give").focus()
    table.page.keyboard.press("Enter")
    table.moved_on(version)
    expect(table.page.get_by_test_id("standing-count")).to_contain_text("in force: 2")
    assert table.state()["orders"]["germany"] == {
        "choose_casualties": {"policy": "loss_order", "order": [], "keep_land": True},
        "consent": {"policy": "fixed", "action": {"kind": "consent", "agree": True}},
    }
    # Closed, reloaded, opened again: they are still there.
    table.page.reload()
    table.map.wait_for()
    table.page.keyboard.press("o")
    expect(form(table).get_by_role("radio", name="Cheapest first")).to_be_checked()
    expect(form(table).locator("select[data-kind=consent]")).to_have_value("yes")
    table.page.get_by_test_id("standing-clear").focus()
    table.page.keyboard.press("Enter")
    expect(table.page.get_by_test_id("standing-count")).to_contain_text("No standing orders")
    assert table.state()["orders"] == {}
    expect(form(table).get_by_role("radio", name="Ask me")).to_be_checked()
    table.page.keyboard.press("Escape")
    expect(table.page.get_by_test_id("standing-flag")).to_have_count(0)


def test_a_battle_leads_to_the_orders(table: Table) -> None:
    table.set_up("classic", plan=[("eastern_europe", "karelia_ssr", "")], position=FRONT, dice=[1, *[6] * 30])
    table.guidance("Soviet Union: 1 hit to take")
    table.battle.get_by_role("button", name="Standing orders").click()
    form(table).get_by_role("radio", name="Cheapest first").check()
    give(table)
    table.page.keyboard.press("Escape")
    # The open question is answered at once.
    table.guidance("Germany: fight another round or retreat?")
    assert table.units("karelia_ssr", "ussr") == {"infantry": 2, "armour": 2}
