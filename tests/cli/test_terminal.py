"""`sandtable terminal`: whole turns by hand, refusals, saving and resuming."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import sandtable
from tests.cli.terminal import actions, command, play, save_position

AFRICA = {
    "germany": {"germany": {"factory": 1, "bomber": 1}},
    "libya": {"germany": {"infantry": 1, "armour": 1}},
    "anglo_egypt_sudan": {"uk": {"infantry": 1, "armour": 1}},
    "united_kingdom": {"uk": {"factory": 1, "aa_gun": 1}},
}
DICE = [3, 5, 4, 4, 3, 4, 5, 1, 2]
"""Research; AA fire; bombs; then the battle of worked example 3."""


@pytest.fixture
def germany(tmp_path: Path) -> Path:
    """Germany's turn with a raid on London and an attack on Egypt, and dice for both."""
    return save_position(tmp_path / "game.jsonl", DICE, power="germany", phase="research", units=AFRICA)


ENGLISH = (
    "research 1",
    "buy 3 inf 1 arm",
    "raid 1 bomber germany uk",
    "move 1 inf 1 arm libya anglo_egypt",
    "end",
    "lose 1 inf",
    "fight",
    "",
    "move 1 bomber uk germany",
    "end",
    "place 3 inf germany",
    "place all",
    "end",
)

GERMAN = (
    "forsche 1",
    "kaufe 3 inf 1 pz",
    "bombardiere 1 bomber deutschland uk",
    "ziehe 1 inf 1 panzer libyen sudan",
    "ende",
    "verliere 1 infanterie",
    "kämpfe weiter",
    "",
    "ziehe 1 bomber uk deutschland",
    "ende",
    "stelle 3 inf deutschland",
    "stelle alles",
    "ende",
)


def check_turn(file: Path) -> None:
    """The turn went as worked example 3 says, and the record holds."""
    game = sandtable.replay(sandtable.load(file))
    state = game.state
    assert game.decision is not None and (game.decision.power, state.phase) == ("uk", "research")
    assert state.owner["anglo_egypt_sudan"] == "germany"
    assert [unit.kind for unit in state.units_in("anglo_egypt_sudan")] == ["armour"]
    assert sorted(unit.kind for unit in state.units_in("germany")) == ["armour", "bomber", "factory"] + ["infantry"] * 3
    assert state.money == {"ussr": 24, "germany": 32 - 5 - 14 + 34, "uk": 30 - 4, "japan": 25, "usa": 36}


def test_a_whole_turn_in_english(germany: Path) -> None:
    """Research, purchase, a raid, a battle with losses on both sides, a landing, placement, income."""
    printed = play(germany, *ENGLISH, "quit")
    assert printed.code == 0 and printed.err == ""
    check_turn(germany)
    for text in (
        "Weapons development: 32 IPC, research dice cost 5 each (at most 6)",
        "Germany  research dice 3, breakthroughs: 0.",
        "Purchase: 27 IPC, production 32",
        "Germany  1 bomber Germany → Baltic Sea Zone → North Sea Zone → United Kingdom (bombing raid).",
        "United Kingdom  loses 4 IPC to the bombing raid, 26 left.",
        "Germany  attack: armour ≤3: [3], 1 hit.",
        "defence   United Kingdom   1 infantry, 1 armour",
        "United Kingdom: hits in Anglo-Egypt Sudan: 1. What is lost?",
        "Germany: fight on in Anglo-Egypt Sudan or retreat?",
        "Germany  takes Anglo-Egypt Sudan from United Kingdom.",
        "Noncombat move: still in the air: 1 bomber",
        "Placement: 3 infantry, 1 armour",
        "Germany  collects 34 IPC, now 47.",
    ):
        assert text in printed.out


def test_the_same_turn_in_german(germany: Path) -> None:
    """German commands, German names, German texts, the same game."""
    printed = play(germany, *GERMAN, "beenden", lang="de")
    assert printed.code == 0 and printed.err == ""
    check_turn(germany)
    for text in (
        "Waffenentwicklung: 32 IPC",
        "Großbritannien  verliert 4 IPC durch den Bombenangriff, es bleiben 26.",
        "Großbritannien: Treffer in Anglo-Ägyptischer Sudan: 1. Was geht verloren?",
        "Deutschland  erobert Anglo-Ägyptischer Sudan von Großbritannien.",
        "Truppenverlegung: noch in der Luft: 1 Bomber",
        "Gespeichert. Weiter mit: sandtable terminal --load",
    ):
        assert text in printed.out
    assert "There is" not in printed.out and "{" not in printed.out


def test_auto_plays_a_whole_turn(germany: Path) -> None:
    """`auto` answers every question sensibly, up to the next power's turn."""
    printed = play(germany, *["auto"] * 5, "quit")
    assert printed.code == 0
    kinds = [action["kind"] for action in actions(germany)]
    assert kinds == ["research", "purchase", "end_phase", "end_phase", "place", "end_phase"]
    assert actions(germany)[1]["units"] == {"infantry": 10}


def test_losses_can_be_delegated(germany: Path) -> None:
    """`auto losses` takes the cheapest without asking; other questions remain."""
    play(germany, *ENGLISH[:5], "auto losses", "quit")
    record = sandtable.load(germany)
    assert [entry.by for entry in record.entries if entry.by] == ["loss_order"]
    assert sandtable.replay(record).decision is not None


def test_an_illegal_order_is_explained(germany: Path) -> None:
    """The reason, the rule with its title, and how to read it; nothing has changed."""
    printed = play(germany, "", "end", "move 1 inf libya persia", "rules CL-LAND-01", "quit")
    assert "✗ Too far for this infantry: movement left 1, the route needs 3." in printed.out
    assert "CL-LAND-01 «Movement on land», to read it: rules CL-LAND-01" in printed.out
    assert (
        "Infantry moves 1 territory" in " ".join(printed.out.split()) or "CL-LAND-01  Movement on land" in printed.out
    )
    assert [action["kind"] for action in actions(germany)] == ["research", "purchase"]
    german = play(germany, "ziehe 1 inf libyen persien", "beenden", lang="de")
    assert "✗ Zu weit für diese Einheit (Infanterie)" in german.out
    assert "zum Nachlesen: regel CL-LAND-01" in german.out


def test_unknown_words_show_the_nearest(germany: Path) -> None:
    """Commands, spaces, units and rules alike."""
    printed = play(
        germany,
        "reserch 1",
        "buy 2 inf",
        "",
        "buy 2 infanti",
        "end",
        "move 1 inf lybia egypt",
        "rules CL-LAND-99",
        "quit",
    )
    assert "? I do not understand «reserch». Nearest: research" in printed.out
    assert "? «buy» is not possible now." in printed.out
    assert "? There is no unit «infanti». Nearest: infantry" in printed.out
    assert re.search("There is no space «lybia». Nearest: .*Libya", printed.out)
    assert "? There is no rule «CL-LAND-99». Nearest: CL-LAND-08" in printed.out


@pytest.mark.parametrize(
    ("lang", "order", "refusal"),
    [
        ("en", "move 1 inf libya anglo_egypt", "«move» is not possible now"),
        ("de", "zug 1 inf libyen ägypten", "«zug» geht jetzt nicht"),
    ],
)
def test_an_order_of_another_phase_is_refused(germany: Path, lang: str, order: str, refusal: str) -> None:
    """«move» begins like the command `moves`, but it is an order; while research is asked it must not pass silently."""
    printed = play(germany, order, "quit", lang=lang)
    assert refusal in " ".join(printed.out.split())
    assert actions(germany) == []


def test_moves_can_be_taken_back(germany: Path) -> None:
    """`undo` until nothing is left to undo."""
    printed = play(germany, "0", "end", "move 1 arm libya > fea > libya", "undo", "undo", "quit")
    assert "the last move is taken back" in printed.out and "CL-CMOVE-12" in printed.out
    assert "french_equatorial_africa" in sandtable.replay(sandtable.load(germany)).state.owner
    assert sandtable.replay(sandtable.load(germany)).state.owner["french_equatorial_africa"] == "uk"


def test_the_board_can_be_looked_at(germany: Path) -> None:
    """show, where, moves, status, log and help answer at any time and change nothing."""
    printed = play(
        germany, "0", "end", "show libya", "where bomber", "moves libya", "status", "log 2", "help", "help raid", "quit"
    )
    assert printed.code == 0
    for text in ("Libya  libya", "Germany 1", "Threatened", "French Equatorial Africa", "raid 1 bmb uk germany"):
        assert text in printed.out
    assert [action["kind"] for action in actions(germany)] == ["research", "purchase"]


def test_a_new_game_with_random_opponents(tmp_path: Path) -> None:
    """The other powers play by themselves; the same seed and the same orders give the same game."""
    digests = []
    for name in ("one.jsonl", "two.jsonl"):
        typed = "auto\n" * 5 + "auto losses\n" + "auto\n" * 20
        printed = command("terminal", "--seed", "3", "--humans", "uk", "--save", str(tmp_path / name), typed=typed)
        assert printed.code == 0 and "Played by people: United Kingdom." in printed.out
        assert "--humans uk" in printed.out
        digests.append(sandtable.replay(sandtable.load(tmp_path / name)).digest())
    assert digests[0] == digests[1]


def test_resuming_goes_on_where_it_was(tmp_path: Path) -> None:
    """Playing in two sittings gives the same game as in one."""
    lines = ["research 0", "buy 8 inf", "move 2 inf caucasus ukraine", "end"] + ["auto"] * 12
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    start = ("terminal", "--seed", "9", "--humans", "ussr", "--save")
    command(*start, str(one), typed="\n".join(lines) + "\n")
    command(*start, str(two), typed="\n".join(lines[:3]) + "\n")
    printed = play(two, *lines[3:], humans="ussr")
    assert "Resumed from" in printed.out
    assert two.read_text() == one.read_text()


def test_the_end_of_input_saves_and_leaves_politely(germany: Path) -> None:
    """Ctrl-D in the middle of a battle is no accident."""
    printed = play(germany, "0", "end", "move 1 inf 1 arm libya egypt", "end")
    assert printed.code == 0 and "Saved. Go on with: sandtable terminal --load" in printed.out
    assert sandtable.replay(sandtable.load(germany)).state.battle is not None


CODE = "import sys; from sandtable.cli.main import main; main(sys.argv[1:])"


def _start(tmp_path: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", CODE, "terminal", "--seed", "1", "--save", "game.jsonl"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )


def _type_until(process: subprocess.Popen[str], line: str, answer: str) -> None:
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(line)
    process.stdin.flush()
    for printed in process.stdout:
        if answer in printed:
            return
    raise AssertionError(f"{answer!r} was not printed")


def test_a_killed_game_is_not_lost(tmp_path: Path) -> None:
    """kill -9 after an order: the file is complete and the game goes on from there."""
    process = _start(tmp_path)
    _type_until(process, "0\nbuy 8 inf\nmove 2 inf caucasus ukraine\n", "Caucasus → Ukraine")
    process.kill()
    process.communicate()
    saved = tmp_path / "game.jsonl"
    assert [action["kind"] for action in actions(saved)] == ["research", "purchase", "move"]
    assert play(saved, "end", "quit").code == 0
    assert "end_phase" in [action["kind"] for action in actions(saved)]


def test_an_interrupt_saves_and_leaves_politely(tmp_path: Path) -> None:
    """Ctrl-C: exit code 0, the way back is printed, no traceback."""
    process = _start(tmp_path)
    _type_until(process, "0\nbuy 8 inf\n", "Combat move")
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=10)
    assert process.returncode == 0 and "Saved." in out and "Traceback" not in out


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_between_random_players_leaves_a_record_that_holds(tmp_path: Path, stop: signal.Signals) -> None:
    """It waits for the end of the action, so that record and state agree."""
    players = ("--humans", "none", "--players", "random")
    process = subprocess.Popen(
        [sys.executable, "-c", CODE, "terminal", *players, "--seed", "1", "--save", "game.jsonl"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    while "round 2" not in process.stdout.readline():
        pass
    process.send_signal(stop)
    out, _ = process.communicate(timeout=10)
    assert process.returncode == 0 and "Saved." in out
    assert sandtable.replay(sandtable.load(tmp_path / "game.jsonl")).state.round >= 2


def test_an_earlier_game_is_never_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without --save a free name is chosen; with it an existing file is refused."""
    monkeypatch.chdir(tmp_path)
    for name in ("sandtable-game.jsonl", "sandtable-game-2.jsonl"):
        assert name in command("terminal", typed="quit\n").out
        assert (tmp_path / name).exists()
    printed = command("terminal", "--save", "sandtable-game.jsonl", typed="quit\n")
    assert printed.code == 1 and "exists already" in printed.err and printed.out == ""


def test_wrong_command_lines(tmp_path: Path) -> None:
    """Unknown powers and games are problems (1), contradictory flags wrong usage (2)."""
    assert command("terminal", "--humans", "prussia").code == 1
    assert command("terminal", "clasic").err == "sandtable: Unknown game 'clasic'. Did you mean classic?\n"
    assert command("terminal", "--load", str(tmp_path / "none.jsonl")).code == 1
    assert command("terminal", "classic", "--load", "x.jsonl").code == 2
    assert command("terminal", "--lang", "fr").code == 2
    assert command("terminal", "--save", str(tmp_path / "no" / "folder.jsonl")).code == 1
