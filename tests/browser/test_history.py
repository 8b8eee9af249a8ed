"""What was: log, timeline and charts; and going round the world."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.table import Table


def test_log_timeline_and_charts(table: Table) -> None:
    table.new_game(seed="7")
    table.guidance("research")
    table.go_on()
    table.guidance("buy")
    table.go_on()
    table.guidance("plan your attacks")
    table.attack("caucasus", "ukraine_ssr")

    page = table.page
    page.locator("[data-tab=log]").click()
    expect(table.panel).to_contain_text("buys 8 infantry")
    table.panel.get_by_placeholder("Search the log").fill("round 1")
    expect(table.panel).not_to_contain_text("buys 8 infantry")
    table.panel.get_by_placeholder("Search the log").fill("")

    # Before the purchase the money was still there; nothing can be done in the past.
    page.get_by_test_id("timeline").fill("1")
    table.guidance("earlier moment")
    expect(page.get_by_role("button", name="Soviet Union: 24 IPC")).to_be_visible()
    expect(table.primary).to_have_count(0)
    page.get_by_role("button", name="Back to now").click()
    expect(page.get_by_role("button", name="Soviet Union: 0 IPC")).to_be_visible()
    expect(table.primary).to_have_text("Begin the battles")

    page.locator("[data-tab=charts]").click()
    expect(table.panel).to_contain_text("Income")
    expect(table.panel.locator("svg path.curve").first).to_be_attached()


def test_the_world_is_round(table: Table) -> None:
    """Dragging the map to the left again and again comes back to where it began."""
    table.new_game(seed="7")
    table.guidance("research")
    table.settle()
    start = table.page.evaluate("document.querySelectorAll('.space[data-space=japan]').length")
    assert start >= 1
    seen = set()
    for _ in range(12):
        table.page.mouse.move(900, 600)
        table.page.mouse.down()
        table.page.mouse.move(500, 600, steps=4)
        table.page.mouse.move(300, 600)
        table.page.mouse.up()
        seen |= set(
            table.page.evaluate(
                """() => [...document.querySelectorAll('.space')].filter(one => {
                  const box = one.getBoundingClientRect();
                  return box.right > 0 && box.left < innerWidth - 400;
                }).map(one => one.dataset.space)"""
            )
        )
        # The view is never empty: in the middle there is always a space.
        assert table.page.evaluate("!!document.elementFromPoint(600, 350).closest('[data-space]')")
    assert {"russia", "japan", "western_united_states", "brazil", "united_kingdom"} <= seen
