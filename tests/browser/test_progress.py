"""While computer players are at work one sees who, in which phase, and for how long."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from sandtable.ai.tuning import tuning
from tests.browser.table import PATIENCE, Table

# How long a computer player thinks depends on the machine, so everything that is said meanwhile is written down.
WATCH = """() => {
  window.said = [];
  const look = () => {
    const progress = document.querySelector("[data-testid=progress]");
    const bar = progress?.querySelector("progress");
    if (progress) window.said.push(`${progress.innerText.replace(/\\s+/g, " ")} | ${bar?.max} ${bar?.value}`);
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


def test_a_computer_turn_says_how_far_it_is(table: Table) -> None:
    table.new_game("classic", germany="general")
    for phase in ("research", "purchase", "combat_move", "noncombat_move"):
        table.phase(phase)
        table.go_on()
    table.phase("placement")
    table.page.evaluate(WATCH)
    table.go_on()
    # Germany plays until somebody has losses to choose, or the British turn has come.
    expect(table.primary).to_be_hidden(timeout=PATIENCE)
    expect(table.primary).to_be_visible(timeout=PATIENCE)
    expect(table.page.get_by_test_id("progress")).to_have_count(0)
    said: list[str] = table.page.evaluate("window.said")
    budget = f"{tuning('general').budget:g}"
    thinking = [one for one in said if re.search(rf"Germany \(General\) .*\d+ of {budget} s", one)]
    assert thinking, said
    assert any(f"| {budget} " in one for one in thinking), "the bar ends where the time does"
    assert any(re.search(r"research|purchase|combat move", one) for one in thinking)
    assert any("still to show" in one for one in said), "what has happened is played back"


def test_a_computer_that_moves_first_is_played_back_from_the_beginning(table: Table) -> None:
    table.page.add_init_script(f"addEventListener('DOMContentLoaded', {WATCH})")
    table.new_game("1942", ussr="random")
    expect(table.primary).to_be_visible(timeout=PATIENCE)
    said: list[str] = table.page.evaluate("window.said")
    assert any("still to show" in one for one in said), said
