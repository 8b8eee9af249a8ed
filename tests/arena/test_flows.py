"""What players do with their money, counted from the records of a match."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from bench.flows import main, watch
from sandtable.ai.arena import Match, Result, Terms, play
from sandtable.ai.arena.store import Store

MATCH = Match(terms=Terms(game="1942", rounds=2), seed=5, players={"axis": "officer", "allies": "cadet"})


def test_every_turn_is_counted_once(tmp_path: Path) -> None:
    """Two rounds of five powers; what one side loses the other has destroyed."""
    outcome = Store(tmp_path).add(play(MATCH, with_record=True))
    assert isinstance(outcome, Result)
    seen = list(watch(outcome, tmp_path, range(1, 3)))
    assert sum(sums["turns"] for _, _, sums in seen) == 10
    assert {level for power, level, _ in seen if power in ("germany", "japan")} == {"officer"}
    destroyed, lost = (sum(sums[name] for _, _, sums in seen) for name in ("destroyed", "lost to others"))
    assert destroyed == lost > 0
    bought = sum(sums["bought"] for power, _, sums in seen if power == "ussr")
    assert 0 < bought <= 24 + 40  # what the Soviet Union has and earns
    table = CliRunner().invoke(main, [str(tmp_path), "--rounds", "1"])
    assert table.exit_code == 0 and "germany  officer      1" in table.output
