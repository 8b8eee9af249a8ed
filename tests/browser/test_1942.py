"""The 1942 edition by mouse: submarines, and a landing with bombardment."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.table import Table


def test_submarine_battle(table: Table) -> None:
    """Two submarines against a cruiser and a transport: strike, then submerge, then leave."""
    table.set_up(
        "1942",
        position={
            "power": "germany",
            "phase": "combat_move",
            "units": {"sz_7": {"germany": {"submarine": 2}}, "sz_6": {"uk": {"cruiser": 1, "transport": 1}}},
        },
        dice=[6, 6, 6, *([1] * 20)],
    )
    table.attack("sz_7", "sz_6")
    expect(table.page.locator("[data-odds=sz_6]").first).to_contain_text("%")
    table.go_on()

    table.guidance("strike by surprise, or submerge")
    expect(table.battle).to_contain_text("Sea Zone 6")
    table.go_on()  # both miss, and so does the cruiser
    table.guidance("fight another round or retreat")
    table.go_on()

    table.guidance("strike by surprise, or submerge")
    submarines = table.page.get_by_test_id("submarines")
    submarines.get_by_role("button", name="all").click()
    expect(table.primary).to_have_text("Submerge: 2")
    table.go_on()
    table.phase("noncombat_move")
    assert table.units("sz_6", "germany") == {"submarine": 2}
    assert table.units("sz_6", "uk") == {"cruiser": 1, "transport": 1}


def test_amphibious_assault(table: Table) -> None:
    """Two transports bring infantry and a tank to Western Europe; a battleship fires, a fighter helps."""
    table.set_up(
        "1942",
        position={
            "power": "uk",
            "phase": "combat_move",
            "units": {
                "united_kingdom": {"uk": {"infantry": 3, "armour": 1, "fighter": 1}},
                "sz_7": {"uk": {"transport": 2, "battleship": 1}},
                "western_europe": {"germany": {"infantry": 3}},
            },
            "owners": {"western_europe": "germany"},
        },
        dice=[1, 1, 6, 6, 6, 1, 6, 6, 6],
    )
    # Who goes: everybody from Britain, and the fighter too.
    table.click("united_kingdom")
    table.click("western_europe")
    table.panel.get_by_role("radio", name="Land from the sea").click()
    table.more("fighter")
    expect(table.page.get_by_test_id("odds")).to_contain_text("Win")
    version = table.state()["version"]
    table.go_on()
    table.moved_on(version)
    assert table.state()["battles"][0]["landing"]
    table.go_on()

    table.guidance("which ships bombard the coast")
    expect(table.page.get_by_test_id("bombardment").get_by_role("checkbox")).to_be_checked()
    table.go_on()
    # One of three Germans is hit by the battleship's shells, two more in the battle; no answer hits.
    table.phase("noncombat_move")
    state = table.state()
    assert state["spaces"]["western_europe"]["owner"] == "uk"
    assert table.units("western_europe", "uk")["infantry"] == 3
    expect(table.report).to_contain_text("the attack succeeds")
    table.read_report()
    # The fighter comes home with two clicks and the bright button.
    table.guidance("still in the air")
    table.click("western_europe")
    table.click("united_kingdom")
    table.go_on()
    table.moved_on(state["version"])
    assert table.units("united_kingdom", "uk") == {"fighter": 1}
    expect(table.primary).to_have_text("End the moves")
