"""Dice: a fixed stream, fair, copyable; scripts that run out; commitments that can be checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sandtable
from sandtable import BadValue, CommittedDice, DiceExhausted, RecordError, ScriptedDice, SeededDice, UnknownName
from sandtable.core.dice import RecordedDice, dice_from
from sandtable.core.record import Record
from tests.battery.games import AnyGame, advance
from tests.toy.envoys import at_the_table


@pytest.fixture(autouse=True, scope="module")
def _toy_game() -> Iterator[None]:
    with at_the_table():
        yield


def test_the_seeded_stream_is_fixed() -> None:
    """Same seed, same dice, in every version: a change here would change every recorded game."""
    assert SeededDice(1942).roll(20, 6) == (4, 3, 2, 1, 1, 2, 1, 5, 6, 5, 3, 5, 5, 3, 3, 5, 2, 6, 1, 4)
    assert SeededDice("seed").roll(10, 6) == (3, 5, 2, 1, 1, 3, 6, 6, 3, 1)
    assert SeededDice(7).roll(10, 12) == (2, 3, 2, 6, 3, 7, 6, 3, 2, 4)
    assert SeededDice(1942, position=1000).roll(5, 6) == (1, 3, 6, 6, 3)


def test_number_and_text_seeds_agree() -> None:
    """A seed typed as text is the same seed."""
    assert SeededDice(1942).roll(50, 6) == SeededDice("1942").roll(50, 6)


@given(st.integers(0, 40), st.integers(0, 40), st.integers(2, 256))
def test_one_by_one_or_all_at_once(first: int, second: int, sides: int) -> None:
    """It does not matter how many dice are rolled at a time."""
    together = SeededDice("x").roll(first + second, sides)
    apart = SeededDice("x")
    assert apart.roll(first, sides) + apart.roll(second, sides) == together
    assert all(1 <= value <= sides for value in together)


@pytest.mark.parametrize(("sides", "critical"), [(6, 20.5), (12, 31.3), (100, 148.2)])
def test_seeded_dice_are_fair(sides: int, critical: float) -> None:
    """Chi-square over many rolls stays below the 0.1 % limit."""
    rolls = 120_000
    counts = Counter(SeededDice("fairness").roll(rolls, sides))
    expected = rolls / sides
    chi_square = sum((counts[face] - expected) ** 2 / expected for face in range(1, sides + 1))
    assert set(counts) == set(range(1, sides + 1))
    assert chi_square < critical


def test_consecutive_dice_are_independent() -> None:
    """Pairs of neighbouring dice are as evenly spread as single ones (35 degrees of freedom, 0.1 %)."""
    dice = SeededDice("pairs").roll(72_000, 6)
    counts = Counter(zip(dice[::2], dice[1::2], strict=True))
    assert sum((counts[a, b] - 1000) ** 2 / 1000 for a in range(1, 7) for b in range(1, 7)) < 66.7


@pytest.mark.parametrize("source", [SeededDice(5), CommittedDice("secret"), ScriptedDice([1, 2, 3, 4, 5, 6])])
def test_copies_roll_the_same(source: sandtable.DiceSource) -> None:
    """A copy rolls what the original will roll, and neither moves the other on."""
    source = source.copy()
    source.roll(2, 6)
    twin = source.copy()
    rolled = twin.roll(3, 6)
    assert source.roll(3, 6) == rolled
    assert type(twin) is type(source)


@pytest.mark.parametrize("sides", [-1, 0, 1, 257])
def test_impossible_dice(sides: int) -> None:
    """A die has at least two sides, and not more than a byte can decide."""
    with pytest.raises(BadValue):
        SeededDice(1).roll(1, sides)


def test_scripts_run_out() -> None:
    """The message says how many dice were needed and how many are left; the script stays where it was."""
    dice = ScriptedDice([1, 2, 3])
    dice.roll(1, 6)
    with pytest.raises(DiceExhausted, match="4 dice were needed, but the script has only 2 left"):
        dice.roll(4, 6)
    assert dice.left == 2
    assert dice.roll(2, 6) == (2, 3)
    with pytest.raises(DiceExhausted, match="gives 7 where a die with 6 sides"):
        ScriptedDice([7]).roll(1, 6)


def test_a_game_without_dice_left_is_untouched() -> None:
    """When the script runs out in the middle of an action, nothing of the action has happened."""
    game = sandtable.setup("classic", dice=[], power="germany", phase="research", money={"germany": 10})
    before = game.digest()
    with pytest.raises(DiceExhausted):
        game.apply({"kind": "research", "dice": 2})
    assert game.digest() == before and not game.record(close=False).entries


@pytest.mark.parametrize(
    ("description", "kind"),
    [
        ({"source": "seeded", "seed": 3}, SeededDice),
        ({"source": "seeded", "seed": "x"}, SeededDice),
        ({"source": "scripted", "values": [1, 2]}, ScriptedDice),
        ({"source": "committed", "seed": "x"}, CommittedDice),
    ],
)
def test_sources_from_descriptions(description: dict[str, Any], kind: type) -> None:
    """A description makes the source it tells of."""
    source = dice_from(description)
    assert type(source) is kind
    if kind is not CommittedDice:
        assert source.describe() == description


@pytest.mark.parametrize("description", [{}, {"source": "loaded"}, {"source": "scripted", "values": ["a"]}])
def test_unknown_sources(description: dict[str, Any]) -> None:
    """Anything else is an unknown name."""
    with pytest.raises(UnknownName):
        dice_from(description)


# Committed dice


def _finished(seed: str = "kept secret") -> AnyGame:
    game, rng = sandtable.new_game("envoys", dice=CommittedDice(seed)), Random(2)
    while game.outcome is None:
        advance(game, rng)
    return game


def test_commitment_before_reveal_after() -> None:
    """The header carries only the commitment; the seed is revealed when the game is over, not before."""
    game, rng = sandtable.new_game("envoys", dice=CommittedDice("kept secret")), Random(2)
    while game.outcome is None:
        text = game.record().dumps()
        assert "kept secret" not in text and CommittedDice("kept secret").commitment in text
        assert "reveal" not in text
        advance(game, rng)
    record = game.record()
    assert record.end is not None and record.end.reveal == {"seed": "kept secret"}


def test_committed_games_replay() -> None:
    """A finished game replays to the same record, revealed seed included; an unfinished one without it."""
    record = _finished().record()
    assert any(entry.dice for entry in record.entries)
    again = sandtable.replay(sandtable.loads(record.dumps()))
    assert again.record().dumps() == record.dumps()
    early = sandtable.replay(record, entries=4)
    assert early.outcome is None
    end = early.record().end
    assert end is not None and not end.reveal


def test_a_false_reveal_is_noticed() -> None:
    """A seed that is not the committed one is rejected, and so are dice it would not have rolled."""
    record = _finished().record()
    assert record.end is not None
    lie = msgspec.structs.replace(record.end, reveal={"seed": "another seed"})
    with pytest.raises(RecordError, match="not the one that was committed"):
        sandtable.replay(Record(record.header, record.entries, lie))
    other = {"source": "committed", "commitment": CommittedDice("another seed").commitment}
    header = msgspec.structs.replace(record.header, dice=other)
    with pytest.raises(RecordError, match="not the dice of the stated seed"):
        sandtable.replay(Record(header, record.entries, lie))


def test_commitments_differ() -> None:
    """Without a seed of your own every game gets another one."""
    assert CommittedDice().commitment != CommittedDice().commitment


def test_made_up_dice_are_noticed() -> None:
    """A record with other dice than its seed gives cannot be replayed."""
    game = sandtable.new_game("envoys", seed=4)
    for power in ("north", "east", "south"):
        game.apply({"kind": "commit", "tokens": 2}, power)
    record = game.record()
    *first, last = record.entries
    assert last.dice
    for dice in (tuple(7 - die for die in last.dice), last.dice[:-1], (*last.dice, 1), (9, *last.dice[1:])):
        forged = Record(record.header, (*first, msgspec.structs.replace(last, dice=dice)), record.end)
        with pytest.raises(RecordError):
            sandtable.replay(sandtable.loads(forged.dumps()))


def test_replayed_games_roll_on() -> None:
    """Seeded and scripted games can be continued after a replay with the very dice they would have had."""
    for dice in (SeededDice(3), ScriptedDice([1, 2, 3, 4, 5, 6] * 5)):
        game, rng = sandtable.new_game("envoys", dice=dice), Random(8)
        for _ in range(5):
            advance(game, rng)
        again = sandtable.replay(game.record())
        assert type(again.dice) is type(dice)
        assert again.dice.roll(6, 6) == game.dice.copy().roll(6, 6)


def test_recorded_dice_copy() -> None:
    """Dice from a record can be copied in the middle, too."""
    dice = RecordedDice({"source": "seeded", "seed": 1}, 1)
    dice.feed(SeededDice(1).roll(4, 6))
    dice.roll(2, 6)
    twin = dice.copy()
    assert twin.roll(2, 6) == dice.roll(2, 6)
    assert twin.describe() == {"source": "seeded", "seed": 1}
