"""`sandtable arena`: what is typed, what is printed, what is on disk."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
import tomllib
import xml.etree.ElementTree as ET
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest

import sandtable
from sandtable.ai.arena import Failure, Match, Report, Terms, report
from sandtable.cli.arenaview import View
from tests.cli.terminal import command

SHORT = ("arena", "classic", "--players", "random", "--games", "3", "--rounds", "1", "--seed", "7", "--jobs", "1")


def arena(*arguments: str) -> list[str]:
    """A command line for a process of its own."""
    return [sys.executable, "-c", "from sandtable.cli.main import main; main()", "arena", *arguments]


def test_the_json_is_the_report() -> None:
    """Field by field, and nothing else on any channel."""
    printed = command(*SHORT, "--json")
    assert printed.code == 0 and printed.err == ""
    summary = msgspec.json.decode(printed.out, type=Report, strict=False)
    assert (summary.scheduled, summary.finished, summary.reused, summary.stopped) == (3, 3, 0, False)
    assert summary.terms.game == "classic" and summary.terms.rounds == 1
    assert [match.seed for match in summary.matches] == [7, 8, 9]
    (player,) = summary.players
    assert player.player == "random" and player.turn_seconds is not None and player.turn_seconds.number == 15
    assert [side.side for side in summary.sides] == ["axis", "allies"]
    assert summary.endings == {"": 3} and summary.failures == []


def test_the_same_seed_gives_the_same_matches() -> None:
    """Whatever the number of processes."""
    first = command(*SHORT, "--json").data["matches"]
    assert command(*SHORT, "--jobs", "2", "--json").data["matches"] == first


def test_results_and_records_are_written_and_used_again(tmp_path: Path) -> None:
    """More games of the same kind: only the new ones are played. Other terms: all of them."""
    out = tmp_path / "out"
    first = command(*SHORT, "--out", str(out), "--json").data
    assert json.loads((out / "report.json").read_text()) == first
    assert len((out / "results.jsonl").read_text().splitlines()) == 3
    for match in first["matches"]:
        replayed = sandtable.replay(sandtable.load(out / match["record"]))
        assert replayed.digest() == match["digest"]
    more = command(*SHORT, "--games", "4", "--out", str(out), "--json").data
    assert (more["finished"], more["reused"]) == (4, 3) and more["matches"][:3] == first["matches"]
    assert len((out / "results.jsonl").read_text().splitlines()) == 4
    other = command(*SHORT, "--games", "1", "--option", "low_luck", "--out", str(out), "--json").data
    assert (other["reused"], other["finished"]) == (0, 1) and other["terms"]["options"] == {"low_luck": True}
    assert other["matches"][0]["digest"] != first["matches"][0]["digest"]
    said = command(*SHORT, "--out", str(out)).out
    assert "3 of them were in the folder already" in said


def test_people_get_tables() -> None:
    """In their language; no progress where nobody watches."""
    printed = command(*SHORT, columns=80)
    assert printed.code == 0 and printed.err == ""
    for words in ("3 of 3 matches finished", "Axis", "Allies", "0/0/3", "0 % (0–56)", "median", "undecided 3"):
        assert words in printed.out, words
    german = command(*SHORT, "--lang", "de", columns=80)
    for words in ("3 von 3 Partien beendet", "Achsenmächte", "Alliierte", "S/N/offen", "Median", "offen 3"):
        assert words in german.out, words
    assert "…" not in printed.out + german.out  # nothing is cut off on a narrow terminal


def test_failed_matches_are_told_by_their_seed(capsys: pytest.CaptureFixture[str]) -> None:
    """With who played, what happened and where the game up to there is kept."""
    match = Match(terms=Terms(game="classic"), seed=77, players={"axis": "random", "allies": "cadet"})
    failure = Failure(match=match, build="x", problem="It broke", record="records/failed-x.jsonl")
    View("classic", "en").print(report([match], [failure]), None, ())
    printed = capsys.readouterr().out
    assert "0 of 1 matches finished" in printed and "Failed matches: 1" in printed
    assert "seed 77, Axis random, Allies cadet: It broke" in printed and "records/failed-x.jsonl" in printed


def test_plots_are_pictures_with_words(tmp_path: Path) -> None:
    """Four SVG files whose text can be read."""
    command(*SHORT, "--plot", str(tmp_path / "new"), "--lang", "de")
    names = ("win-rates", "lengths", "turn-times", "luck")
    assert sorted(file.name for file in (tmp_path / "new").iterdir()) == sorted(f"{name}.svg" for name in names)
    for name, words in zip(names, ("Anteil gewonnener Partien", "Runde", "Sekunden", "Glück von random"), strict=True):
        picture = ET.parse(tmp_path / "new" / f"{name}.svg").getroot()
        assert picture.tag.endswith("svg") and words in " ".join(picture.itertext()), name


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("classic", "--players", "rndom"), "Unknown player 'rndom'. Did you mean random?"),
        (("clasic", "--players", "random"), "Unknown game 'clasic'. Did you mean classic?"),
        (("classic", "--players", "random", "-o", "low_lick"), "Unknown option 'low_lick'. Did you mean low_luck?"),
        (("classic", "--players", "random", "--budget", "-1"), "A time budget is a positive number of seconds"),
        (("classic", "--players", "random", "--on", "rey"), "'ray' or 'ray://host:port', not on 'rey'"),
        (("classic", "--players", "random", "--on", "ray://"), "'ray' or 'ray://host:port', not on 'ray://'"),
    ],
)
def test_mistakes_are_told_in_one_sentence(arguments: tuple[str, ...], said: str, tmp_path: Path) -> None:
    """With the nearest valid name, and before anything is written."""
    printed = command("arena", *arguments, "--out", str(tmp_path / "out"))
    assert printed.code == 1 and said in printed.err and printed.err.count("\n") == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "arguments", [(), ("--players", "random", "--games", "0"), ("--players", "random", "--jobs", "x")]
)
def test_a_wrong_command_line_is_exit_code_2(arguments: tuple[str, ...]) -> None:
    """As everywhere."""
    assert command("arena", "classic", *arguments).code == 2


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path: Path) -> None:
    """The sentence names file and line."""
    (tmp_path / "results.jsonl").write_text("my diary\n")
    printed = command(*SHORT, "--out", str(tmp_path))
    assert printed.code == 1 and "results.jsonl, line 1" in printed.err
    assert (tmp_path / "results.jsonl").read_text() == "my diary\n"


@pytest.mark.parametrize(("flag", "package"), [(("--plot", "plots"), "matplotlib"), (("--on", "ray"), "ray")])
def test_what_is_not_installed_is_told_with_the_way_to_get_it(
    flag: tuple[str, str], package: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Optional parts are optional."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    printed = command(*SHORT, *flag)
    assert printed.code == 1 and "pip install 'sandtable[" in printed.err


def test_whoever_watches_sees_a_bar_and_a_table() -> None:
    """On a terminal, on the channel for messages; the report is printed as ever."""
    master, slave = pty.openpty()
    watched = dict(os.environ, TERM="xterm", COLUMNS="100", LINES="40")
    process = subprocess.Popen(
        arena(*SHORT[1:], "--json"), stdout=subprocess.PIPE, stderr=slave, env=watched, close_fds=True
    )
    os.close(slave)
    seen = b""
    try:
        while chunk := os.read(master, 4096):
            seen += chunk
    except OSError:  # how the end of a terminal shows on Linux
        pass
    os.close(master)
    assert process.stdout is not None
    with process.stdout as output:
        data: dict[str, Any] = json.loads(output.read())
    assert process.wait() == 0 and data["finished"] == 3
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", seen.decode())
    assert "Playing" in text and "3/3" in text and "random" in text


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _gone(pid: int) -> bool:
    """Whether a process has ended (one that nobody has collected yet counts)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks at processes the way Linux shows them")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_an_interrupted_tournament_keeps_what_is_finished_and_leaves_nobody_behind(
    how: signal.Signals, tmp_path: Path
) -> None:
    """Ctrl-C and a request to terminate still bring the report; after a kill at least no process plays on."""
    out = tmp_path / "out"
    many = arena("classic", "--players", "random", "--games", "500", "--jobs", "2", "--out", str(out), "--json")
    process = subprocess.Popen(many, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    results = out / "results.jsonl"
    while not (results.exists() and results.stat().st_size):
        time.sleep(0.05)
        assert process.poll() is None
    workers = _children(process.pid)
    process.send_signal(how)
    printed, said = process.communicate(timeout=60)
    kept = len(results.read_bytes().splitlines())
    if how == signal.SIGKILL:
        assert process.returncode == -signal.SIGKILL
    else:
        data = json.loads(printed)
        assert process.returncode == 130 and said == ""
        assert data["stopped"] and 1 <= data["finished"] == kept < 500
    for _ in range(200):
        if all(_gone(worker) for worker in workers):
            break
        time.sleep(0.05)
    assert len(workers) >= 2 and all(_gone(worker) for worker in workers)


def test_every_text_asks_for_the_same_facts_in_both_languages() -> None:
    """A placeholder forgotten in one language would hide a fact."""

    def check(key: str, entry: dict[str, Any]) -> None:
        if "en" in entry:
            assert set(re.findall(r"{\w+}", entry["en"])) == set(re.findall(r"{\w+}", entry["de"])), key
            return
        for name, inner in entry.items():
            check(f"{key}.{name}", inner)

    check("", tomllib.loads((files("sandtable.cli") / "arena.toml").read_text(encoding="utf-8")))


def test_every_way_to_win_has_a_name() -> None:
    """The victory conditions that the log can tell are named here, too."""
    log = tomllib.loads((files("sandtable.warfare") / "log.toml").read_text(encoding="utf-8"))
    own = tomllib.loads((files("sandtable.cli") / "arena.toml").read_text(encoding="utf-8"))
    assert set(own["arena"]["reason"]) == {*log["log"]["game_won"], "none"}
