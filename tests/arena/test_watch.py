"""Looking at games as a person would: boards turn by turn, and what was lost at one blow."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from bench.watch import board, losses, main, turns
from sandtable.ai.arena import Match, Result, Terms, play
from sandtable.ai.arena.store import Store

MATCH = Match(terms=Terms(game="classic", rounds=2), seed=5, players={"axis": "officer", "allies": "cadet"})


@pytest.fixture
def played(tmp_path: Path) -> tuple[Result, Path]:
    outcome = Store(tmp_path).add(play(MATCH, with_record=True))
    assert isinstance(outcome, Result)
    return outcome, tmp_path


def test_every_turn_is_seen_once(played: tuple[Result, Path]) -> None:
    """Two rounds of five powers, and the end; on the first board the armies stand as the set-up says."""
    seen = [(game.state.round, game.state.power, board(game)) for game in turns(*played)]
    assert len(seen) == 11
    assert seen[0][:2] == (1, "ussr") and "caucasus[ussr] ussr 5i" in seen[0][2]
    assert "north_sea_zone[] uk 1B 1T" in seen[0][2]


def test_losses_are_those_of_enemies_turns(played: tuple[Result, Path]) -> None:
    """Who attacks and loses units in his own turn is not told of."""
    found = list(losses(*played, range(1, 3)))
    assert found and all(loss.cost > 0 for loss in found)
    sides = {"germany": "axis", "japan": "axis"}
    assert all(sides.get(loss.by, "allies") != sides.get(loss.power, "allies") for loss in found)
    assert all(loss.level == ("officer" if loss.power in sides else "cadet") for loss in found)


def test_the_command(played: tuple[Result, Path]) -> None:
    _, folder = played
    listing = CliRunner().invoke(main, [str(folder), "--most", "3"])
    assert listing.exit_code == 0 and "seed 5, Axis officer" in listing.output and " IPC of " in listing.output
    shown = CliRunner().invoke(main, [str(folder), "--seed", "5", "--rounds", "2", "--before", "uk"])
    assert shown.exit_code == 0 and shown.output.startswith("round 2, before uk: ")
    missing = CliRunner().invoke(main, [str(folder), "--seed", "6"])
    assert missing.exit_code == 1 and "there are 5 (officer)" in missing.output
