"""What somebody tries who has never seen the table: clicks that lead nowhere, the menu, small marks."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.table import Table

FRONT = {
    "power": "germany",
    "phase": "combat_move",
    "units": {
        "eastern_europe": {"germany": {"infantry": 3, "armour": 2}},
        "germany": {"germany": {"infantry": 2}},
        "baltic_sea_zone": {"germany": {"transport": 1}},
        "karelia_ssr": {"ussr": {"infantry": 2}},
    },
}


def test_a_click_out_of_reach_is_explained(table: Table) -> None:
    table.set_up("classic", position=FRONT)
    table.click("eastern_europe")
    expect(table.page.get_by_test_id("party")).to_be_visible()
    table.click("brazil")
    expect(table.notice).to_contain_text("CL-")
    # The units are still in hand; others can be picked up instead.
    expect(table.panel).to_contain_text("From Eastern Europe")
    table.click("germany")
    expect(table.panel).to_contain_text("From Germany")


def test_units_aboard_are_told_in_words(table: Table) -> None:
    table.set_up("classic", position={**FRONT, "phase": "noncombat_move"})
    version = table.state()["version"]
    table.click("germany")
    table.more("infantry", 2)
    table.click("baltic_sea_zone")
    table.moved_on(version)
    expect(table.panel).to_contain_text("2 infantry: Germany → transport, Baltic Sea")
    expect(table.panel).not_to_contain_text("transport1")


def test_the_menu_closes_when_something_else_is_pressed(table: Table) -> None:
    table.set_up("classic", position=FRONT)
    menu = table.page.get_by_test_id("export")
    table.page.get_by_role("button", name="Menu").click()
    expect(menu).to_be_visible()
    table.page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    table.page.get_by_role("button", name="Menu").click()
    expect(menu).to_be_visible()
    table.click("brazil")
    expect(menu).to_have_count(0)


def test_the_card_of_the_powers_folds_and_stays_folded(table: Table) -> None:
    table.set_up("classic", position=FRONT)
    powers = table.page.get_by_role("list", name="Power")
    expect(powers).to_contain_text("Japan")
    table.page.get_by_test_id("fold-powers").click()
    expect(powers).not_to_contain_text("Japan")
    expect(powers).to_contain_text("Germany")
    table.page.reload()
    expect(powers).to_contain_text("Germany")
    expect(powers).not_to_contain_text("Japan")


def test_help_explains_marks_and_units(table: Table) -> None:
    table.set_up("classic", position=FRONT)
    table.page.keyboard.press("?")
    dialog = table.page.get_by_role("dialog")
    expect(dialog).to_contain_text("what the land is worth")
    expect(dialog.get_by_role("row", name="battleship")).to_contain_text("24")
