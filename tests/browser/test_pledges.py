"""Carriers are pledged as landing places from the panel of the combat move."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.table import Table
from tests.server.test_pledges import OCEAN


def test_a_carrier_is_pledged_and_the_pledge_taken_back(table: Table) -> None:
    table.set_up("1942", position=OCEAN)
    pledges = table.page.get_by_test_id("pledges")
    expect(pledges).to_have_count(0)  # nobody needs a deck yet
    table.attack("hawaiian_islands", "sz_50")

    expect(pledges).to_contain_text("Carrier in Sea Zone 52")
    version = table.state()["version"]
    pledges.get_by_label("Carrier in Sea Zone 52").select_option("Sea Zone 51")
    table.moved_on(version)
    back = pledges.get_by_role("button", name="pledged to Sea Zone 51")
    expect(back).to_be_visible()

    version = table.state()["version"]
    pledges.get_by_label("Carrier in Sea Zone 52").select_option("Sea Zone 45")
    table.moved_on(version)
    expect(pledges.get_by_role("button", name="pledged to Sea Zone 45")).to_be_visible()
    expect(back).to_have_count(0)

    version = table.state()["version"]
    pledges.get_by_role("button").click()
    table.moved_on(version)
    expect(pledges.get_by_role("button")).to_have_count(0)
    table.go_on()
    table.phase("noncombat_move")
