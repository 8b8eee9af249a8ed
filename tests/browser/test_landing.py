"""Aircraft without a landing place are shown while there is still time."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.table import Table


def test_a_plane_without_a_landing_place_is_named_and_marked(table: Table) -> None:
    table.set_up(
        "1942",
        position={
            "power": "japan",
            "phase": "combat_move",
            "units": {
                "japan": {"japan": {"fighter": 1}},
                "sz_52": {"japan": {"carrier": 1}, "usa": {"destroyer": 1}},
                "sz_53": {"usa": {"transport": 1}},
            },
        },
    )
    # Out of reach of land, and the carrier is held up by a battle of its own: not lit, but allowed for the moment.
    version = table.state()["version"]
    table.click("japan")
    table.more("fighter")
    table.click("sz_53")
    table.moved_on(version)
    warning = table.page.get_by_test_id("homeless")
    expect(warning).to_contain_text("1 fighter from Japan, now in Sea Zone 53")
    table.guidance("1 aircraft has no landing place")
    expect(table.token("sz_53", "fighter", "japan").or_(table.token("sz_53", "", "japan"))).to_have_attribute(
        "data-worry", "homeless"
    )
    # Ending the phase is refused with the rule; the plane stays marked.
    table.go_on()
    expect(table.notice).to_contain_text("S42-AIR")
    # The carrier comes along: nobody is homeless any more.
    version = table.state()["version"]
    table.click("sz_52")
    table.click("sz_53")
    table.go_on()
    table.moved_on(version)
    expect(warning).to_have_count(0)
    expect(table.page.locator("[data-worry]")).to_have_count(0)


def test_in_the_end_a_plane_waits_for_its_carrier(table: Table) -> None:
    table.set_up(
        "1942",
        position={
            "power": "japan",
            "phase": "noncombat_move",
            "units": {
                "sz_55": {"japan": {"carrier": 1}},
                "sz_53": {"japan": {"fighter": [{"airborne": True, "spent": 4, "done": True}] * 3}},
            },
        },
    )
    expect(table.page.get_by_test_id("awaiting")).to_contain_text("2 fighters in Sea Zone 53")
    expect(table.page.get_by_test_id("homeless")).to_contain_text("1 fighter in Sea Zone 53")
    # The bright button brings the carrier and lands whoever can.
    table.go_on()
    table.guidance("United States: buy")
    assert table.units("sz_53", "japan") == {"carrier": 1, "fighter": 2}
