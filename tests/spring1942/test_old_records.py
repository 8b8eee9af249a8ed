"""Records of version 1: the engine did not tell apart who had landed and who had come overland, and chose itself."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import sandtable
from sandtable.core.errors import RecordError
from sandtable.core.record import VERSION, Record
from sandtable.warfare.actions import ChooseCasualties, DeclareAttack, EndPhase, Move, Retreat
from tests.words import WarGame, asked, count, happened

RECORDS = Path(__file__).parent / "records"
"""Written by the program of version 1: two infantry land in Norway and two come from Karelia; one is hit, unasked."""


def left(game: WarGame) -> set[str]:
    """The Soviet infantry that is left: 2 and 3 land, 4 and 5 come from Karelia."""
    return {unit.id.removeprefix("infantry") for unit in game.state.units_of("ussr") if unit.kind == "infantry"}


@pytest.mark.parametrize(
    ("name", "decision", "soldiers"), [("version1", "noncombat_move", "45"), ("version1-asked", "retreat", "345")]
)
def test_choices_that_were_not_asked_are_made_again(name: str, decision: str, soldiers: str) -> None:
    """Where the record goes on, and where it ends right after the choice; its bytes stay the same."""
    text = (RECORDS / f"{name}.jsonl").read_text()
    record = sandtable.loads(text)
    assert record.header.version == 1 and "choose_casualties" not in text
    game = sandtable.replay(record)
    assert asked(game) == ("ussr", decision)
    assert left(game) == set(soldiers)  # of the first hit, one that had landed was taken
    assert game.record().dumps() == text


def test_a_record_of_version_1_is_played_on_with_its_choices_asked() -> None:
    """The next battle asks; the record keeps its version and holds both sorts of choices."""
    game = sandtable.replay(sandtable.load(RECORDS / "version1-asked.jsonl"))
    game.apply({"kind": "fight_on"})
    while asked(game) != ("ussr", "noncombat_move"):
        assert game.decision is not None
        game.apply(next(iter(game.legal())))
    kinds = [entry.do["kind"] for entry in game.record().entries if entry.do]
    assert kinds.count("choose_casualties") > 0
    record = sandtable.loads(game.record().dumps())
    assert record.header.version == 1
    assert sandtable.replay(record).digest() == game.digest()


def test_an_answer_in_the_record_counts() -> None:
    """A game of version 1 that was played on asks for the choice; answered otherwise than the engine would have."""
    record = sandtable.load(RECORDS / "version1.jsonl")
    fresh = msgspec.structs.replace(record.header, version=VERSION)
    game = sandtable.replay(Record(fresh, record.entries[:2]))
    game.apply(EndPhase())
    assert asked(game) == ("ussr", "choose_casualties")
    game.apply(ChooseCasualties(("infantry5",)))
    for header in (record.header, fresh):
        again = sandtable.replay(Record(header, game.record().entries, game.record().end))
        assert again.digest() == game.digest() and left(again) == {"2", "3", "4"}
    waiting = Record(record.header, game.record().entries[:-1])
    assert asked(sandtable.replay(waiting)) == ("ussr", "choose_casualties")  # nothing says that it was settled


def test_version_2_asks() -> None:
    """The same entries under version 2 are a record that does not hold: nobody has answered."""
    record = sandtable.load(RECORDS / "version1.jsonl")
    with pytest.raises(RecordError, match=r"line 5: the rules refuse"):
        sandtable.replay(Record(msgspec.structs.replace(record.header, version=2), record.entries, record.end))


def test_new_records_have_version_2() -> None:
    game = sandtable.new_game("1942", seed=1)
    assert game.header.version == VERSION == 2
    assert game.record().dumps().startswith('{"sandtable": "record", "version": 2, "game": "1942"')


def test_a_forged_record_of_version_1_is_refused() -> None:
    """Settling what was not asked does not hide another end, other dice or another retreat."""
    record = sandtable.load(RECORDS / "version1-asked.jsonl")
    assert record.end is not None
    other = msgspec.structs.replace(record.end, digest="0" * 16)
    with pytest.raises(RecordError, match="another state"):
        sandtable.replay(Record(record.header, record.entries, other))
    *before, last = record.entries
    longer = msgspec.structs.replace(last, dice=(*last.dice, 1))
    with pytest.raises(RecordError):
        sandtable.replay(Record(record.header, (*before, longer)))
    game = sandtable.replay(record)
    events = game.apply(Retreat("karelia_ssr"))
    assert happened(events, "units_moved") and count(game, "karelia_ssr") == {"infantry": 2}


def test_attacks_that_were_given_up_stand_in_old_games() -> None:
    """In version 1 a declared attack stayed when everybody had left; in a game that was begun so it still does."""
    units = {
        "sz_5": {"germany": {"cruiser": 1}, "uk": {"submarine": 1}},
        "sz_6": {"uk": {"transport": 1}},
    }
    game = sandtable.setup("1942", power="germany", phase="combat_move", units=units, seed=1)
    game.apply(DeclareAttack("sz_5"))
    game.apply(Move(("cruiser1",), ("sz_5", "sz_6")))
    assert game.state.attacks == ("sz_6",)
    old = sandtable.replay(Record(msgspec.structs.replace(game.header, version=1), game.record().entries))
    assert old.state.attacks == ("sz_5", "sz_6")
    old.apply(DeclareAttack("sz_5", False))
    assert old.state.attacks == ("sz_6",)
    assert sandtable.replay(sandtable.loads(old.record().dumps())).digest() == old.digest()
