"""A turn without a mouse, and names for those who listen to the page."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.table import Table


def test_a_turn_by_keyboard(table: Table) -> None:
    table.new_game(seed="7")
    keys = table.page.keyboard
    table.guidance("research")
    keys.press("g")
    table.guidance("buy new units")
    keys.press("g")
    table.guidance("plan your attacks")

    # N goes through the spaces that can act; the card tells which one it is.
    keys.press("n")
    expect(table.page.get_by_test_id("space-card")).to_be_visible()
    expect(table.page.get_by_test_id("party")).to_be_visible()
    keys.press("Escape")
    expect(table.page.get_by_test_id("party")).to_have_count(0)

    # A target with the keys: the infantry of the Caucasus attacks Ukraine.
    version = table.state()["version"]
    for _ in range(12):
        keys.press("n")
        if "Caucasus" in table.panel.inner_text():
            break
    keys.press("ArrowLeft")  # the Black Sea
    keys.press("ArrowUp")
    expect(table.page.get_by_test_id("space-card")).to_contain_text("Ukraine")
    keys.press("Enter")
    expect(table.primary).to_have_text("Attack")
    keys.press("g")
    table.moved_on(version)
    expect(table.primary).to_have_text("Begin the battles")
    keys.press("u")
    expect(table.primary).to_have_text("No attacks: go on")

    # The arrow keys walk over the map from the capital.
    table.map.focus()
    keys.press("Escape")
    keys.press("ArrowLeft")
    card = table.page.get_by_test_id("space-card")
    first = card.inner_text()
    keys.press("ArrowLeft")
    expect(card).not_to_have_text(first)

    keys.press("g")
    expect(table.primary).to_have_text("End the moves")
    keys.press("g")
    expect(table.primary).to_have_text("Place everything for me")
    keys.press("g")
    expect(table.page.get_by_test_id("power")).to_have_text("Germany")


def test_everything_has_a_name(table: Table) -> None:
    """Buttons without a name are useless to a screen reader."""
    table.new_game(seed="7")
    table.guidance("research")
    table.go_on()
    table.guidance("buy")
    nameless = table.page.evaluate(
        """() => [...document.querySelectorAll('button, input, select, a')]
          .filter(one => !(one.ariaLabel || one.innerText.trim() || one.labels?.length || one.title))
          .map(one => one.outerHTML)"""
    )
    assert nameless == []
