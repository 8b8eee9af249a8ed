"""The start page: saved games, and records that go out and come back."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.table import Table


def test_export_and_import(table: Table, tmp_path: Path) -> None:
    table.new_game(seed="11")
    table.guidance("research")
    table.go_on()
    table.phase("purchase")
    table.go_on()
    table.phase("combat_move")
    before = table.state()

    table.page.get_by_role("button", name="Menu").click()
    with table.page.expect_download() as download:
        table.page.get_by_test_id("export").click()
    record = tmp_path / "my game.jsonl"
    download.value.save_as(record)

    table.page.goto("/")
    table.page.get_by_test_id("import").set_input_files(record)
    expect(table.notice).to_contain_text("my game")
    saved = table.page.get_by_test_id("saved-game").filter(has_text="my game").first
    expect(saved.locator("svg path").first).to_be_attached()
    saved.get_by_role("button", name="Resume", exact=True).click()
    table.phase("combat_move")
    after = table.state()
    assert after["id"] != before["id"]
    for part in ("units", "spaces", "powers", "round", "power", "phase", "pool", "version"):
        assert after[part] == before[part]


def test_a_broken_record_is_refused_kindly(table: Table, tmp_path: Path) -> None:
    bad = tmp_path / "shopping list.jsonl"
    bad.write_text("three eggs, one loaf of bread\n", encoding="utf-8")
    table.page.goto("/")
    table.page.get_by_test_id("import").set_input_files(bad)
    expect(table.notice).to_be_visible()
    expect(table.notice).not_to_contain_text("Traceback")


def test_rename_and_delete(table: Table) -> None:
    table.new_game(seed="12")
    table.page.goto("/")
    games = table.page.get_by_test_id("saved-game")
    games.first.get_by_role("button", name="Rename").click()
    table.page.get_by_role("textbox", name="Rename").fill("The long winter")
    table.page.get_by_role("button", name="OK").click()
    mine = games.filter(has_text="The long winter")
    expect(mine).to_have_count(1)

    mine.get_by_role("button", name="Delete").click()
    table.page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(mine).to_have_count(0)


def test_a_seat_is_handed_to_the_computer(table: Table) -> None:
    table.new_game(seed="13")
    table.guidance("Soviet Union")
    table.page.get_by_role("button", name="Menu").click()
    table.page.get_by_role("button", name="Who plays whom").click()
    table.page.get_by_role("dialog").get_by_label("Soviet Union").select_option("random")
    table.page.get_by_role("dialog").get_by_role("button", name="Close").click()
    # It plays its turn by itself; what it attacks may have to be defended by hand.
    for _ in range(60):
        if table.question().startswith("Germany: buy research dice"):
            break
        table.answer()
    table.guidance("Germany: buy research dice")
    assert table.state()["seats"]["ussr"] == "random"
