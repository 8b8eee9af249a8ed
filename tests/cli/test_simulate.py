"""`sandtable simulate`: games without people."""

from __future__ import annotations

from pathlib import Path

import sandtable
from sandtable.ai import LEVELS
from tests.cli.terminal import command

SHORT = ("simulate", "classic", "--games", "2", "--rounds", "2", "--seed", "7")


def test_the_json_describes_every_game_and_the_total() -> None:
    """Per game: seed, winner, rounds, actions, digest; in total: games, actions, seconds, actions a second."""
    data = command(*SHORT, "--json").data
    assert data["game"] == "classic"
    assert [game["seed"] for game in data["games"]] == [7, 8]
    for game in data["games"]:
        assert set(game) == {"seed", "winner", "rounds", "actions", "digest"}
        assert game["winner"] in (None, "axis", "allies") and 1 <= game["rounds"] <= 2
        assert game["actions"] > 50 and len(game["digest"]) == 16
    totals = data["totals"]
    assert set(totals) == {"games", "actions", "seconds", "actions_per_second"}
    assert totals["games"] == 2 and totals["actions"] == sum(game["actions"] for game in data["games"])


def test_the_same_seed_gives_the_same_games() -> None:
    """Digests agree between runs; game i has seed S + i, whatever S the run began with."""
    first = command(*SHORT, "--json").data["games"]
    assert command(*SHORT, "--json").data["games"] == first
    later = command("simulate", "classic", "--games", "1", "--rounds", "2", "--seed", "8", "--json").data["games"]
    assert later == first[1:]


def test_options_change_the_game() -> None:
    """Low luck leads elsewhere."""
    plain = command(*SHORT, "--json").data["games"]
    assert command(*SHORT, "--json", "--option", "low_luck").data["games"] != plain


def test_records_are_written_and_hold(tmp_path: Path) -> None:
    """--record writes one file a game; replaying it gives the digest of the summary."""
    folder = tmp_path / "new" / "records"
    games = command(*SHORT, "--json", "--record", str(folder)).data["games"]
    assert sorted(file.name for file in folder.iterdir()) == ["classic-7.jsonl", "classic-8.jsonl"]
    for game in games:
        replayed = sandtable.replay(sandtable.load(folder / f"classic-{game['seed']}.jsonl"))
        assert replayed.digest() == game["digest"]


def test_checking_finds_nothing_wrong_and_changes_nothing() -> None:
    """--check verifies the state after every action."""
    assert command(*SHORT, "--json", "--check").data["games"] == command(*SHORT, "--json").data["games"]


def test_people_get_a_table() -> None:
    """Without --json: a line a game and the speed; no progress bar where nobody watches."""
    printed = command(*SHORT)
    assert printed.code == 0 and printed.err == ""
    assert "digest" in printed.out and "actions in" in printed.out


def test_an_unknown_player_lists_the_valid_ones() -> None:
    """One sentence, exit code 1."""
    printed = command("simulate", "classic", "--players", "genius")
    assert printed == (1, "", f"sandtable: Unknown player 'genius'. Known: {', '.join(sorted(LEVELS))}.\n")


def test_nonsense_numbers_are_usage_errors() -> None:
    """Exit code 2, as for every wrong command line."""
    assert command("simulate", "classic", "--games", "none").code == 2
    assert command("simulate", "classic", "--games", "0").code == 2
    assert command("simulate").code == 2
    assert command("simulat").code == 2
