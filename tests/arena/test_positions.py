"""Positions of games that the arena has played, and the weights fitted to them."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from bench.outlook import main, told
from sandtable.ai.arena import Match, Result, Terms, play
from sandtable.ai.arena.store import RESULTS, Store

MATCH = Match(terms=Terms(game="classic", rounds=2), seed=5, players={"axis": "officer", "allies": "cadet"})


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Result, Path]:
    folder = tmp_path_factory.mktemp("match")
    outcome = Store(folder).add(play(MATCH, with_record=True))
    assert isinstance(outcome, Result)
    return outcome, folder


def test_every_turn_is_one_position(played: tuple[Result, Path]) -> None:
    """Ten turns and the beginning of the eleventh, seen by the Axis; who won is told by its side."""
    result, folder = played
    found = told(result, folder)
    assert (found["game"], found["won"], len(found["positions"])) == ("classic", None, 11)
    assert [next(key for key in row if key != "lead") for row in found["positions"][:2]] == [
        "turn ussr",
        "turn germany",
    ]
    assert told(msgspec.structs.replace(result, winner="axis"), folder)["won"] is True
    assert told(msgspec.structs.replace(result, winner="allies"), folder)["won"] is False


def test_weights_are_fitted_to_decided_games(played: tuple[Result, Path], tmp_path: Path) -> None:
    """Whoever had the lead won in these made-up games, so a lead is worth something."""
    _, folder = played
    positions = tmp_path / "positions.jsonl"
    listed = CliRunner().invoke(main, ["records", str(folder), "--out", str(positions)])
    assert listed.exit_code == 0
    rows = json.loads(positions.read_text())["positions"]
    mirrored = [{**row, "lead": -row["lead"]} for row in rows]
    games = [{"game": "classic", "won": won, "positions": mirrored if won else rows} for won in (True, False) * 4]
    positions.write_text("".join(json.dumps(game) + "\n" for game in games))
    fitted = CliRunner().invoke(main, ["fit", str(positions)])
    assert fitted.exit_code == 0 and "# 8 decided games, 88 positions" in fitted.output
    (lead,) = [float(line.split("=")[1]) for line in fitted.output.splitlines() if line.startswith('"lead"')]
    assert (lead > 0) == (sum(row["lead"] for row in mirrored) > 0)


def test_one_game_at_a_time(played: tuple[Result, Path], tmp_path: Path) -> None:
    """Weights are those of a game, so a folder with two of them is refused."""
    result, folder = played
    other = msgspec.structs.replace(result.match, terms=msgspec.structs.replace(result.match.terms, game="1942"))
    lines = (folder / RESULTS).read_bytes() + msgspec.json.encode(msgspec.structs.replace(result, match=other)) + b"\n"
    (tmp_path / RESULTS).write_bytes(lines)
    refused = CliRunner().invoke(main, ["records", str(tmp_path), "--out", str(tmp_path / "positions.jsonl")])
    assert refused.exit_code == 1 and "more than one game" in refused.output
