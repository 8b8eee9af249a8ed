"""The Soviet Union's first turn by mouse, a computer's reply, and what may go wrong in between."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.server import Server
from tests.browser.table import Table


def buy_eight_infantry(table: Table) -> None:
    """Research is passed over; then eight infantry are bought with the plus button."""
    table.guidance("research")
    table.go_on()
    table.guidance("buy new units")
    table.more("infantry", 8)
    expect(table.page.get_by_test_id("budget")).to_contain_text("0 left / 24 IPC")
    table.go_on()
    table.phase("combat_move")


def strike_ukraine(table: Table) -> None:
    for start in ("caucasus", "karelia_ssr", "russia"):
        table.attack(start, "ukraine_ssr")


def fight_it_out(table: Table) -> None:
    """Answer with the bright button until the battle is over."""
    while "combat" in table.state()["phase"].split("_")[:1] and table.state()["battle"]:
        table.answer()
    table.read_report()


def test_first_turn_by_mouse(table: Table) -> None:
    table.new_game(seed="7", germany="random", japan="random")
    buy_eight_infantry(table)

    strike_ukraine(table)
    # The odds stand beside the plan.
    expect(table.page.locator("[data-odds=ukraine_ssr]").first).to_contain_text("%")
    expect(table.panel).to_contain_text("Planned attacks")
    table.go_on()

    # Losses by hand: one tank instead of the second infantry.
    table.guidance("to take. Choose what is lost")
    expect(table.battle).to_contain_text("Ukraine")
    losses = table.page.get_by_test_id("losses")
    table.less("infantry", 1, losses)
    expect(table.primary).to_be_disabled()
    table.more("armour", 1, losses)
    before = table.units("ukraine_ssr", "ussr")
    table.go_on()
    table.guidance("fight another round or retreat")
    after = table.units("ukraine_ssr", "ussr")
    assert before["armour"] - after["armour"] == 1

    table.go_on()
    fight_it_out(table)
    table.phase("noncombat_move")
    assert table.state()["spaces"]["ukraine_ssr"]["owner"] == "ussr"

    # Both fighters fly home by drag and drop.
    table.guidance("aircraft are still in the air")
    table.look_closer("ukraine_ssr", 2)
    table.drag("ukraine_ssr", "fighter", "ussr", "caucasus")
    expect(table.primary).to_have_text("End the moves")
    assert table.units("caucasus", "ussr")["fighter"] == 2
    table.go_on()

    # Five infantry on the map, the rest from the list; where there is no factory the rule says so.
    table.guidance("place the units")
    table.click("caucasus")
    expect(table.notice).to_contain_text("CL-")
    table.panel.get_by_label("How many").locator("input").fill("5")
    table.panel.get_by_label("How many").locator("input").press("Tab")
    table.click("karelia_ssr")
    expect(table.panel).to_contain_text("3 infantry")
    table.panel.get_by_role("button", name=re.compile("^Russia")).click()
    table.go_on()
    expect(table.page.get_by_test_id("power")).not_to_have_text("Soviet Union")

    # Income was collected: 24 and the three of Ukraine.
    assert table.state()["powers"]["ussr"]["money"] == 27

    # The computer replies; its attacks may ask the defenders.
    for _ in range(60):
        question = table.question()
        if question.startswith("United Kingdom: buy research dice"):
            break
        table.answer()
    table.guidance("United Kingdom: buy research dice")
    assert any(line["power"] == "germany" for line in log_of(table))


def log_of(table: Table) -> list[dict[str, str]]:
    lines: list[dict[str, str]] = table.page.request.get(f"/api/games/{table.game}/log?limit=500").json()["lines"]
    return lines


def test_reload_in_the_middle_of_a_battle(table: Table) -> None:
    table.new_game(seed="7")
    buy_eight_infantry(table)
    strike_ukraine(table)
    table.go_on()
    table.guidance("to take. Choose what is lost")
    before = table.state()

    table.page.reload()
    table.guidance("to take. Choose what is lost")
    expect(table.battle).to_contain_text("Round 1")
    assert table.state() == before
    fight_it_out(table)
    table.phase("noncombat_move")


def test_a_killed_server_loses_nothing(table: Table, server: Server) -> None:
    table.new_game(seed="7")
    buy_eight_infantry(table)
    table.attack("caucasus", "ukraine_ssr")
    before = table.state()

    server.kill()
    expect(table.page.get_by_role("alert")).to_contain_text("Connection lost")
    server.start()
    expect(table.page.get_by_role("alert")).to_have_count(0, timeout=20_000)
    assert table.state() == before

    # The order is still there, and can still be taken back.
    expect(table.panel).to_contain_text("Planned attacks")
    table.page.get_by_test_id("undo").click()
    table.moved_on(before["version"])
    assert not table.state()["moves"]


def test_an_illegal_drag_shows_its_rule(table: Table) -> None:
    table.new_game(seed="7")
    buy_eight_infantry(table)
    table.look_closer("russia", 1)
    version = table.state()["version"]
    table.drag("russia", "infantry", "ussr", "eastern_europe")
    expect(table.notice).to_contain_text("Too far")
    assert table.state()["version"] == version

    table.notice.get_by_role("button", name="Rule CL-LAND-01").click()
    rule = table.page.locator("[data-rule='CL-LAND-01']")
    expect(rule).to_be_in_viewport()
    table.page.get_by_placeholder("Search the rules").fill("submarine")
    expect(table.page.locator("[data-rule='CL-SUB-01']")).to_be_visible()
    expect(rule).to_have_count(0)


def test_language_can_be_switched_at_any_time(table: Table) -> None:
    table.new_game(seed="7")
    table.guidance("Soviet Union: buy research dice")
    table.page.get_by_test_id("language").click()
    table.guidance("Sowjetunion: Kaufe Forschungswürfel")
    expect(table.page.locator("html")).to_have_attribute("lang", "de")
    table.page.reload()
    table.guidance("Sowjetunion")
    table.page.get_by_test_id("language").click()
    table.guidance("Soviet Union")
