"""`sandtable odds` and `sandtable raid`."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from pytest import approx

from tests.cli.terminal import command

B = ("odds", "classic", "--attack", "10 infantry, 5 armour, 2 fighter", "--defend", "12 infantry, 1 fighter")


def test_the_json_holds_the_answer() -> None:
    """Outcomes, method and the time of the calculation alone."""
    data = command(*B, "--json").data
    assert (data["win"], data["lose"], data["both"]) == approx((0.945292, 0.049682, 0.005026), abs=1e-6)
    assert data["stalemate"] == 0 and data["method"] == "exact" and data["elapsed_ms"] > 0
    assert sum(entry["chance"] for entry in data["survivors"]) == approx(1)
    assert data["game"] == "classic" and data["take"] < data["win"] and data["rounds"] > 1


def test_repeating_gives_the_warm_median() -> None:
    """The same answer, and a time far below that of a first call."""
    data = command(*B, "--json", "--repeat", "21").data
    assert data["win"] == approx(0.945292, abs=1e-6) and data["elapsed_ms"] > 0


def test_people_get_a_table_with_bars() -> None:
    """Names, chances, bars, expected losses, the likeliest endings, the method."""
    printed = command(*B, "--rounds", "--top", "3")
    assert printed.code == 0 and printed.err == ""
    for words in (
        "attacker wins   94.5 %  ████",
        "Territory taken: 91.0 %",
        "Expected losses",
        "exact,",
        "rarer endings",
    ):
        assert words in printed.out, words
    assert "Round" in printed.out and printed.out.count("5 armour, 2 fighters") >= 2


def test_in_german() -> None:
    """Names, words and decimal commas."""
    printed = command(*B, "--lang", "de")
    for words in ("Angreifer siegt", "94,5 %", "Infanterie", "Erwartete Verluste", "exakt"):
        assert words in printed.out, words


def test_everything_a_question_can_say() -> None:
    """Landing, gun, options, developments, policies, retreat, nations."""
    landing = command(
        *(
            "odds",
            "classic",
            "--attack",
            "2 inf 1 ftr 1 bb",
            "--defend",
            "uk: 1 inf; usa: 1 ftr",
            "--aa",
            "--amphibious",
        ),
        *("--option", "multinational_hits=defenders", "--defend-tech", "usa:jet_power", "--policy", "weakest"),
        *("--defend-losses", "fighter, infantry", "--retreat", "after 2", "--json"),
    )
    assert landing.code == 0 and landing.data["retreat"] == 0
    shown = command("odds", "classic", "--attack", "2 inf 1 bb", "--defend", "uk: 1 inf; usa: 1 ftr", "--aa")
    assert "amphibious" in shown.out and "United Kingdom: 1 infantry; United States: 1 fighter, AA gun" in shown.out
    sea = command(
        *(
            "odds",
            "classic",
            "--attack",
            "2 sub",
            "--defend",
            "1 bb",
            "--attack-subs",
            "leave",
            "--attack-tech",
            "super",
        )
    )
    assert sea.code == 0 and "attacker breaks off" in sea.out and "super submarines" in sea.out.lower()
    best = command(
        *B[:2], "--attack", "3 inf 1 arm", "--defend", "2 inf", "--policy", "optimal", "--retreat", "optimal"
    )
    assert best.code == 0 and "Note" not in best.out


MIXED = ("odds", "1942", "--attack", "4 inf 1 arm 1 ftr 2 ca", "--defend", "3 inf 1 ftr", "--retreat", "after 1")


def test_those_who_came_overland() -> None:
    """They leave, the landed ones fight on, also where losses are chosen; without them only the fighter leaves."""
    mixed = command(*MIXED, "--overland", "2 inf, 1 arm", "--json").data
    landed = command(*MIXED, "--amphibious", "--json").data
    assert mixed["retreat"] > landed["retreat"] and mixed["method"] == "exact" and mixed["note"] == ""
    best = command(*MIXED, "--overland", "2 inf, 1 arm", "--policy", "optimal", "--goal", "value", "--json").data
    assert best["method"] == "exact" and best["notes"] == {}
    shown = command(*MIXED, "--overland", "2 inf, 1 arm", "--lang", "de")
    assert shown.code == 0 and "(über Land: 2 Infanterie, 1 Panzer)" in shown.out.replace("\n", " ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--overland", "5 inf"), "Über Land: 5 Infanterie? Der Angriff hat nur 2 Infanterie"),
        (("--overland", "1 Jäger"), "Jagdflugzeug kommt nicht über Land"),
        (("--attack", "10 infantry 5 tnks"), "Unbekannte Einheit 'tnks'. War tanks"),
        (("--option", "lowluck"), "Unbekannte Option 'lowluck'. War low_luck gemeint?"),
        (("--retreat", "after many"), "'after' braucht eine Zahl"),
        (("--option", "low_luck=vielleicht"), "Die Option 'low_luck' nimmt true oder false, nicht 'vielleicht'"),
        (("--option", "neutral_fee=1000"), "Die Option 'neutral_fee' nimmt eine Zahl von 0 bis"),
        (("--option", "bid=grmany:3"), "Die Macht 'grmany' in der Option 'bid' ist unbekannt. Gemeint"),
        (
            ("--option", "amphibious_retreat=over"),
            "Der Wert 'over' der Option 'amphibious_retreat' ist unbekannt. Gemeint war vielleicht: overland?",
        ),
        (("--plot", "/nowhere/x.svg"), "lässt sich nicht nach /nowhere/x.svg schreiben: diesen Ordner gibt es nicht"),
        (("--attack-tech", "lasers"), "Unbekannte Entwicklung 'lasers'. Bekannt: heavy_bombers, "),
    ],
)
def test_errors_in_german(arguments: tuple[str, ...], words: str) -> None:
    """As in English: one sentence, exit code 1."""
    given = {"--attack": "2 inf", "--defend": "2 inf", "--lang": "de"}
    given |= dict(zip(arguments[::2], arguments[1::2], strict=True))
    printed = command("odds", "classic", *(part for pair in given.items() for part in pair))
    assert printed.code == 1 and printed.out == "" and words in printed.err and printed.err.count("\n") == 1
    raid = command("raid", "classic", "--bombers", "-1", "--lang", "de")
    assert raid.code == 1 and "von 0 bis 500" in raid.err


def test_notes_in_german() -> None:
    """On the terminal and in JSON."""
    large = ("odds", "classic", "--attack", "9 inf 9 arm 9 ftr 9 bmb", "--defend", "9 inf 9 arm", "--policy", "optimal")
    printed = command(*large, "--lang", "de", "--top", "0")
    assert "Hinweis: optimale Verluste sind nicht bekannt" in printed.out.replace("\n", " ")
    data = command(*large, "--lang", "de", "--json").data
    assert data["note"] == data["notes"]["de"] and data["notes"]["en"].startswith("optimal losses are not known")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--attack", "10 infantry 5 tnks"), "'tnks'. Did you mean tanks"),
        (("--policy", "chepest"), "Did you mean cheapest"),
        (("--option", "lowluck"), "Did you mean low_luck"),
        (("--attack-tech", "jetpower"), "Did you mean jet_power"),
        (("--defend", "grmany: 1 inf"), "Did you mean germany"),
        (("--retreat", "after many"), "needs a number"),
        (("--plot", "/nowhere/x.svg"), "/nowhere/x.svg"),
    ],
)
def test_errors_name_the_word(arguments: tuple[str, ...], words: str) -> None:
    """One sentence, exit code 1."""
    given = {"--attack": "2 inf", "--defend": "2 inf"}
    given |= dict(zip(arguments[::2], arguments[1::2], strict=True))
    printed = command("odds", "classic", *(part for pair in given.items() for part in pair))
    assert printed.code == 1 and printed.out == "" and words in printed.err and printed.err.count("\n") == 1


def test_a_wrong_command_line_is_told_apart() -> None:
    """Exit code 2."""
    assert command("odds", "classic", "--attack", "1 inf").code == 2
    assert command(*B, "--repeat", "0").code == 2
    assert command("odds", "clasic", *B[2:]).code == 1


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_plot_is_a_picture_of_the_survivors(tmp_path: Path, lang: str) -> None:
    """Well-formed SVG with a bar per number of units, inside its frame."""
    file = tmp_path / "out.svg"
    best = command(
        "odds", "classic", "--attack", "3 inf 1 ftr", "--defend", "3 inf", "--policy", "optimal", "--plot", str(file)
    )
    assert best.code == 0 and len(list(ET.parse(file).getroot().iter())) > 20
    printed = command(*B, "--plot", str(file), "--lang", lang)
    assert printed.code == 0 and str(file) in printed.out
    root = ET.parse(file).getroot()
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    boxes = [element for element in root.iter() if element.tag.endswith("rect")]
    assert len(boxes) > 25
    for box in boxes:
        x, y, w, h = (float(box.attrib[name]) for name in ("x", "y", "width", "height"))
        assert x >= 0 and y >= 0 and w >= 0 and h >= 0 and x + w <= width + 0.1 and y + h <= height + 0.1
    titles = [element.text for element in root.iter() if element.tag.endswith("title")]
    assert any(title is not None and title.startswith("8: 13") for title in titles)


def test_a_raid() -> None:
    """Bombers lost, money destroyed; JSON and table; developments, money and options count."""
    data = command("raid", "classic", "--bombers", "2", "--json").data
    assert data["expected_damage"] == approx(35 / 6) and data["lost"]["0"] == approx(25 / 36)
    heavy = command("raid", "classic", "--bombers", "1", "--no-aa", "--tech", "heavy_bombers", "--json").data
    assert heavy["expected_damage"] == approx(10.5)
    poor = command("raid", "classic", "--bombers", "1", "--no-aa", "--money", "4", "--json").data
    assert poor["damage"]["4"] == approx(0.5)
    capped = ("raid", "classic", "--bombers", "1", "--no-aa", "--value", "3", "--option", "sbr_cap_by_value", "--json")
    assert command(*capped).data["damage"]["3"] == approx(4 / 6)
    full = command("raid", "1942", "--bombers", "3", "--no-aa", "--value", "3", "--damaged", "4", "--json").data
    assert full["damage"] == {"2": approx(1)}  # twice the value, and no more
    printed = command("raid", "classic", "--bombers", "2", "--lang", "de")
    assert "2 Bomber" in printed.out and "5,83 IPC" in printed.out and "69,4 %" in printed.out
    assert command("raid", "classic", "--bombers", "-1").code == 1


def test_other_commands_do_not_wait_for_the_compiler() -> None:
    """Numba is loaded by those who ask for odds, and by nobody else."""
    code = "import sys, sandtable.cli.main; assert 'numba' not in sys.modules and 'numpy' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_options_that_do_not_go_together_in_german() -> None:
    """Given twice, or one against the other."""
    start = ("odds", "classic", "--attack", "2 inf", "--defend", "2 inf", "--lang", "de", "-o", "low_luck")
    twice = command(*start, "-o", "low_luck")
    assert twice.code == 1 and twice.err == "sandtable: Die Option 'low_luck' wurde zweimal angegeben\n"
    clash = command(*start, "-o", "casualty_timing=per_column").err
    assert "'low_luck' und 'casualty_timing' passen nicht zusammen: 'low_luck' braucht casualty_timing" in clash


def test_a_plot_that_cannot_be_written_tells_why(tmp_path: Path) -> None:
    """No folder, a file where a folder should be, whatever else the system says."""
    (tmp_path / "file").write_text("")
    plain = command(*B, "--plot", str(tmp_path / "none" / "x.svg"))
    assert plain.code == 1 and plain.out == "" and plain.err.endswith("x.svg: there is no such folder\n")
    assert "diesen Ordner gibt es nicht" in command(*B, "--lang", "de", "--plot", str(tmp_path / "file" / "x.svg")).err
    full = command(*B, "--lang", "de", "--plot", "/dev/full")
    assert full.code == 1 and "das System meldet «No space left on device»" in full.err


def test_raids_of_1942_count_points_of_damage() -> None:
    """Nobody pays when the bombs fall; in the classic game somebody does."""
    for lang, heading, expected in (
        ("en", "Damage (points)", "Expected: 2.92 points of damage"),
        ("de", "Schaden (Punkte)", "Erwartet: 2,92 Punkte Schaden"),
    ):
        printed = command("raid", "1942", "--bombers", "1", "--lang", lang).out
        assert heading in printed and expected in printed and "(IPC)" not in printed
    assert "Damage (IPC)" in command("raid", "classic", "--bombers", "1").out


def test_the_plot_names_those_who_came_overland(tmp_path: Path) -> None:
    file = tmp_path / "out.svg"
    assert command(*MIXED, "--overland", "2 inf, 1 arm", "--plot", str(file), "--lang", "de").code == 0
    assert "(über Land: 2 Infanterie, 1 Panzer)" in file.read_text(encoding="utf-8")
    assert command(*MIXED, "--plot", str(file)).code == 0
    assert "overland" not in file.read_text(encoding="utf-8")
