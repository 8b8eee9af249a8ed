"""The odds on the map are those of the panel: for the party that is being put together, and for the side that looks."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.table import Table

BATTLE = {
    "power": "germany",
    "phase": "combat_move",
    "units": {
        "eastern_europe": {"germany": {"infantry": 4, "armour": 2}},
        "ukraine_ssr": {"ussr": {"infantry": 2, "armour": 1}},
        "russia": {"ussr": {"infantry": 1, "factory": 1}},
    },
    "owners": {"ukraine_ssr": "ussr"},
}


def chance(text: str) -> int:
    """The first percentage in a text, without its decimals."""
    found = re.search(r"(\d+)(?:\.\d+)?\s?%", text)
    assert found, text
    return int(found[1])


def test_the_badge_follows_the_party(table: Table) -> None:
    table.set_up("classic", position=BATTLE)
    table.click("eastern_europe")
    table.click("ukraine_ssr")
    badge = table.map.locator("[data-odds=ukraine_ssr]").first
    bar = table.panel.get_by_test_id("odds")
    expect(bar).to_be_visible()
    all_go = chance(badge.text_content() or "")
    assert abs(all_go - chance(bar.inner_text())) <= 1
    table.less("infantry")
    expect(badge).not_to_contain_text(str(all_go))
    assert abs(chance(badge.text_content() or "") - chance(bar.inner_text())) <= 1


def test_the_defender_sees_the_chance_of_the_defender(table: Table) -> None:
    table.set_up("classic", [("eastern_europe", "ukraine_ssr", "")], position=BATTLE, dice=[6, 6, 6, 1, *[6] * 40])
    expect(table.battle.get_by_test_id("odds")).to_be_visible()
    assert table.state()["viewer"] == "ussr"
    badge = table.map.locator("[data-odds=ukraine_ssr]").first
    expect(badge).to_have_class(re.compile("bad"))
    assert abs(chance(badge.text_content() or "") - chance(table.battle.get_by_test_id("odds").inner_text())) <= 1
