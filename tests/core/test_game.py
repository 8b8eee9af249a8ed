"""The game loop: looking, doing, taking back, copying."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

import sandtable
from sandtable import BadValue, GameOver, IllegalAction, Undo
from sandtable.core.game import Undone
from sandtable.core.registry import exact_state, register, unregister
from sandtable.core.rules import tasks
from sandtable.core.values import Task
from tests.battery.games import AnyGame
from tests.toy.envoys import ENVOYS, Abdicate, Commit, OpenRound, Reveal, Yield, at_the_table


@pytest.fixture(autouse=True, scope="module")
def _toy_game() -> Iterator[None]:
    with at_the_table():
        yield


@pytest.fixture
def game() -> AnyGame:
    """A game of Envoys in which everybody must choose."""
    return sandtable.new_game("envoys", dice=[5, 2, 4, 1, 6, 3] * 10)


def test_several_open_decisions(game: AnyGame) -> None:
    """Simultaneous choices are open at once; `decision` is the first of them."""
    assert [decision.power for decision in game.decisions] == ["north", "east", "south"]
    assert game.decision is game.decisions[0]
    assert [action.kind for action in game.legal(game.decisions[2])] == ["commit"] * 4


def test_answers_without_a_power_go_to_the_first_that_fits(game: AnyGame) -> None:
    """Where several powers could give an answer, the first one asked does."""
    game.apply(Commit(1))
    game.apply(Commit(2))
    assert game.state.offers == {"north": 1, "east": 2}


def test_objects_and_json_are_the_same_action(game: AnyGame) -> None:
    """An action may come as an object or as its JSON form."""
    twin = game.copy()
    assert game.apply(Commit(2), "east") == twin.apply({"kind": "commit", "tokens": 2}, "east")
    assert game.record() == twin.record()


def test_answering_twice(game: AnyGame) -> None:
    """A decision can be answered once only."""
    game.apply(Commit(2), "east")
    with pytest.raises(IllegalAction) as refusal:
        game.apply(Commit(1), "east")
    assert refusal.value.topic == "decision.not_yours" and refusal.value.rule == "EN-3"
    assert "the East" in refusal.value.text("en") and "der Osten" in refusal.value.text("de")


def test_refusals_have_parameters(game: AnyGame) -> None:
    """The game's own refusals name what is wrong."""
    with pytest.raises(IllegalAction, match="EN-1: the South has 6 tokens and may commit at most 3, not 5") as refusal:
        game.apply(Commit(5), "south")
    assert "der Süden hat 6 Marken" in refusal.value.text("de")


def test_options_change_the_game() -> None:
    """Mixins of the toy game: no replies with courtesy, no South in a duel."""
    courteous = sandtable.new_game("envoys", {"courtesy": True, "duel": True, "rounds": 1}, seed=1)
    assert [decision.power for decision in courteous.decisions] == ["north", "east"]
    courteous.apply(Commit(1))
    courteous.apply(Commit(0))
    assert courteous.outcome is not None and courteous.outcome.winner == "north"
    with pytest.raises(sandtable.OptionConflict):
        sandtable.new_game("envoys", {"courtesy": True, "challenge_wins_on": 5})


def test_after_the_end(game: AnyGame) -> None:
    """Nothing is open, and everything is refused."""
    game.apply(Abdicate(), "north")
    game.apply(Abdicate(), "south")
    assert game.outcome is not None and game.outcome.reason == "abdication"
    assert game.decision is None and game.decisions == ()
    for attempt in (lambda: game.apply(Commit(1), "east"), game.undo, game.legal):
        with pytest.raises(GameOver):
            attempt()


# Undo


def test_undo_is_recorded_and_replayed(game: AnyGame) -> None:
    """Taking back is an entry of the record like any other action."""
    start = game.digest()
    events = game.apply(Commit(2), "east")
    assert game.apply(Undo(), "east") == [Undone("east", len(events))]
    assert game.digest() == start and not game.can_undo
    game.apply({"kind": "commit", "tokens": 0}, "east")
    assert [entry.do and entry.do["kind"] for entry in game.record().entries] == ["commit", "undo", "commit"]
    again = sandtable.replay(sandtable.loads(game.record().dumps()))
    assert again.digest() == game.digest() and again.events == game.events
    assert again.can_undo == game.can_undo


def test_undo_is_barred_by_secrets_shown(game: AnyGame) -> None:
    """Once the offers lie open nobody may change his mind, although no die was rolled."""
    for power, tokens in (("north", 3), ("east", 1), ("south", 2)):
        game.apply(Commit(tokens), power)
    assert not any(entry.dice for entry in game.record().entries)
    with pytest.raises(IllegalAction) as refusal:
        game.undo()
    assert refusal.value.rule == "EN-4"


def test_undo_is_barred_by_dice(game: AnyGame) -> None:
    """A tie is settled by dice; what led to it stands."""
    for power in ("north", "east", "south"):
        game.apply(Commit(2), power)
    assert game.record().entries[-1].dice
    assert not game.can_undo


def test_undo_ends_with_its_scope(game: AnyGame) -> None:
    """The next round is another scope: the reply that led there stands."""
    for power, tokens in (("north", 3), ("east", 1), ("south", 2)):
        game.apply(Commit(tokens), power)
    game.apply(Yield(), "east")
    assert game.state.round == 2 and not game.can_undo


def test_undo_in_a_copy(game: AnyGame) -> None:
    """A copy can take back what was done before it was made, without touching the original."""
    game.apply(Commit(2), "east")
    twin = game.copy()
    twin.apply(Undo(), "east")
    assert twin.state.offers == {} and game.state.offers == {"east": 2}
    assert game.can_undo and len(game.events) + 1 == len(twin.events)


def test_undo_of_a_standing_action(game: AnyGame) -> None:
    """What was declared to everybody stands, for those who heard it and for the one who said it."""
    game.apply(Abdicate(), "south")
    for power in ("north", "south"):
        with pytest.raises(IllegalAction):
            game.apply(Undo(), power)
    assert game.state.gone == ("south",)


# Copies share their past, not their future


def test_copies_that_part(game: AnyGame) -> None:
    """Two copies of one game tell different stories from then on, the original a third one."""
    game.apply(Commit(1), "north")
    first, second = game.copy(), game.copy()
    first.apply(Commit(2), "east")
    second.apply(Commit(3), "east")
    game.apply(Commit(0), "east")
    stories = [[msgspec.to_builtins(event) for event in one.events] for one in (first, second, game)]
    assert [story[-2]["tokens"] for story in stories] == [2, 3, 0]
    assert [story[:3] for story in stories] == [stories[0][:3]] * 3
    for one in (first, second, game):
        assert sandtable.replay(sandtable.loads(one.record().dumps())).digest() == one.digest()


# Registry


def test_registry() -> None:
    """Games come and go by their id."""
    assert ENVOYS in sandtable.games() and sandtable.definition("envoys") is ENVOYS
    unregister("envoys")
    with pytest.raises(sandtable.UnknownName):
        sandtable.definition("envoys")
    unregister("envoys")
    register(ENVOYS)
    assert sandtable.definition("envoys") is ENVOYS


def test_setup_and_export(game: AnyGame) -> None:
    """Positions in words where the game offers them, exact states always; not both at once."""
    rich = sandtable.setup("envoys", tokens={"south": 1}, round=2, seed=1)
    assert [decision.about["most"] for decision in rich.decisions] == [3, 3, 1]
    with pytest.raises(BadValue):
        sandtable.export(game)
    exact = sandtable.export(game, exact=True)
    assert exact["game"] == "envoys" and exact["exact"] == game.state.plain()
    with pytest.raises(BadValue, match="cannot be combined"):
        sandtable.setup(**exact, tokens={"south": 1})
    for broken in ({}, {"tokens": {"north": 1}, "favours": {}}, {"tokens": 3}, exact["exact"] | {"open": [3]}):
        with pytest.raises(BadValue, match="Not a state"):
            exact_state(game.rules, broken)


def test_tasks() -> None:
    """A list of steps becomes agenda entries about one subject."""
    assert tasks((OpenRound(), Reveal()), "x") == (Task("open_round", "x"), Task("reveal", "x"))


def test_entries_and_what_they_say_when_played_again(game: AnyGame) -> None:
    """The record can be read from any entry on, and playing an entry again tells what it told before."""
    start = game.copy()
    told = [game.apply(Commit(1), power) for power in ("north", "east")]
    assert game.length == 2 and game.entries() == game.record().entries
    assert game.entries(1) == game.record().entries[1:] and game.entries(2) == ()
    assert [start.play_entry(entry) for entry in game.entries()] == told
    assert start.digest() == game.digest()
