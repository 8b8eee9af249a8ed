"""The folder of results."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import sandtable
from sandtable.ai.arena import Failure, Match, Played, Result, Store, Terms, play
from sandtable.core.errors import BadValue

MATCH = Match(terms=Terms(game="classic", rounds=1), seed=5, players={"axis": "random", "allies": "random"})
OTHER = Match(terms=Terms(game="classic", rounds=1), seed=6, players=MATCH.players)


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    """The result, and the record under the name it says."""
    kept = Store(tmp_path / "new" / "folder").add(play(MATCH, with_record=True))
    again = Store(tmp_path / "new" / "folder")
    assert again.finished([MATCH, OTHER]) == {MATCH.key: kept}
    assert isinstance(kept, Result)
    game = sandtable.replay(sandtable.load(again.folder / kept.record))
    assert game.digest() == kept.digest


def test_failures_are_kept_but_played_again(tmp_path: Path) -> None:
    """Their record has a name of its own."""
    store = Store(tmp_path)
    record = play(MATCH, with_record=True).record
    store.add(Played(Failure(match=MATCH, build="x", problem="broken"), record))
    (failure,) = store.outcomes()
    assert failure.record.startswith("records/failed-classic-5-random-random-")
    assert store.finished([MATCH]) == {}


def test_what_another_state_of_the_program_played_is_not_used(tmp_path: Path) -> None:
    """A tuned player must not inherit the results of the one before."""
    store = Store(tmp_path)
    played = play(MATCH)
    older = msgspec.structs.replace(played.outcome, build="older")
    store.add(Played(older))
    assert store.finished([MATCH]) == {}
    store.add(played)
    assert list(store.finished([MATCH])) == [MATCH.key]


def test_a_torn_last_line_is_dropped(tmp_path: Path) -> None:
    """As a power cut would leave it; the next result begins a line of its own."""
    store = Store(tmp_path)
    store.add(play(MATCH))
    with store.results.open("ab") as file:
        file.write(b'{"what":"result","mat')
    again = Store(tmp_path)
    again.add(play(OTHER))
    assert sorted(again.finished([MATCH, OTHER])) == sorted([MATCH.key, OTHER.key])


@pytest.mark.parametrize("line", [b"{}", b"nonsense", b"\xff\xfe", b'{"what":"result"}', b'{"what":"else"}', b"[]"])
def test_a_file_of_something_else_is_refused(tmp_path: Path, line: bytes) -> None:
    """With its name and the line."""
    store = Store(tmp_path)
    store.add(play(MATCH))
    with store.results.open("ab") as file:
        file.write(line + b"\n")
    with pytest.raises(BadValue, match=r"results\.jsonl, line 2"):
        store.outcomes()
