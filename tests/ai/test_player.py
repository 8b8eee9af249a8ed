"""The interface of the computer players: levels, seats, playing on, looking ahead."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

import sandtable
from sandtable.ai import LEVELS, play_on, player, seats
from sandtable.core.errors import BadValue, UnknownName
from sandtable.core.game import Game
from sandtable.core.values import Event


def rounds(number: int) -> Any:
    """Play until this round is over."""
    return lambda game: game.state.round > number


def test_the_levels_from_weak_to_strong() -> None:
    """Their names are what players type."""
    assert list(LEVELS) == ["random", "cadet", "officer", "general"]
    for level in LEVELS:
        assert player(level, 1).level == level


def test_a_misspelt_level_is_named_with_the_nearest() -> None:
    """The error says what there is."""
    with pytest.raises(UnknownName, match="Did you mean officer"):
        player("oficer", 1)
    with pytest.raises(UnknownName, match="cadet, general, officer, random"):
        player("xyz", 1)


@pytest.mark.parametrize("budget", [0.0, -1.0, float("nan")])
def test_a_useless_budget_is_refused(budget: float) -> None:
    """Time to think is a positive number of seconds."""
    with pytest.raises(BadValue, match="positive"):
        player("general", 1, budget)


def test_playing_on_stops_where_a_person_is_due() -> None:
    """Powers without a player are left to people; everything that happens is told."""
    game = sandtable.new_game("classic", seed=3)
    heard: list[Event] = []
    play_on(game, seats({"ussr": "cadet"}, 3), told=heard.extend)
    assert game.decision is not None and game.decision.power == "germany"
    assert heard == game.events[-len(heard) :]


@pytest.mark.parametrize("name", ["classic", "1942"])
@pytest.mark.parametrize("level", ["random", "cadet", "officer"])
def test_the_same_seed_plays_the_same_game(name: str, level: str) -> None:
    """Digests agree action by action, and another seed leads elsewhere where chance is asked."""

    def play(seed: int) -> Game[Any]:
        game = sandtable.new_game(name, seed=5)
        play_on(game, seats(dict.fromkeys(game.rules.powers, level), seed), until=lambda g: g.state.power == "uk")
        return game

    first = play(1)
    assert play(1).record().dumps() == first.record().dumps()
    if level == "random":
        assert play(2).digest() != first.digest()


TURN = """
import sandtable
from sandtable.ai import play_on, seats
from sandtable.ai.commander import Commander
game = sandtable.new_game("{name}", seed=5)
players = seats({{power: "{level}" for power in game.rules.powers}}, 1)
for one in players.values():
    one.retune({{"playouts": {playouts}, "least_playouts": 1, "budget": 0.0}})
play_on(game, players, until=lambda g: g.state.power == "{until}")
print(game.digest())
"""


@pytest.mark.parametrize(("level", "playouts", "until"), [("officer", 0, "usa"), ("general", 16, "germany")])
def test_other_processes_play_the_same_game(level: str, playouts: int, until: str) -> None:
    """Nothing depends on how sets of words happen to be stored, which differs from process to process."""
    found = set()
    for order in ("1", "2"):
        script = TURN.format(name="1942", level=level, playouts=playouts, until=until)
        environment = {**os.environ, "PYTHONHASHSEED": order}
        played = subprocess.run([sys.executable, "-c", script], env=environment, stdout=subprocess.PIPE, check=True)
        found.add(played.stdout)
    assert len(found) == 1


def test_one_object_may_steer_several_powers() -> None:
    """It plans each of their turns afresh."""
    game = sandtable.new_game("1942", seed=5)
    everybody = player("officer", 5)
    play_on(game, dict.fromkeys(game.rules.powers, everybody), until=rounds(1))
    assert game.state.round == 2 and everybody.fallbacks == 0


def test_a_player_that_joins_in_the_middle_plays_on() -> None:
    """A game that was interrupted in the middle of a turn is taken up by new players."""
    game = sandtable.new_game("classic", seed=8)
    powers = game.rules.powers
    play_on(game, seats(dict.fromkeys(powers, "officer"), 8), until=lambda g: g.state.phase == "noncombat_move")
    assert game.state.round == 1
    late = seats(dict.fromkeys(powers, "cadet"), 9)
    play_on(game, late, until=rounds(1))
    assert game.state.round == 2 and sum(one.fallbacks for one in late.values()) == 0


def test_looking_ahead_leaves_the_game_alone() -> None:
    """An imagined game goes on from what is seen with dice of its own; it repeats itself for the same seed."""
    game = sandtable.new_game("classic", seed=8)
    before = game.digest()
    view = game.view("ussr")

    def imagine(seed: int) -> str:
        dream = view.imagine(seed)
        assert dream.digest() == before
        play_on(dream, seats(dict.fromkeys(game.rules.powers, "cadet"), 1), until=rounds(1))
        return dream.digest()

    assert imagine(1) == imagine(1) != imagine(2)
    assert game.digest() == before and game.view("ussr").events == tuple(game.events)


def test_the_view_keeps_the_events_of_its_moment() -> None:
    """Events are gathered late, but only those that had happened when the view was taken."""
    game = sandtable.new_game("classic", seed=8)
    view = game.view("ussr")
    number = len(game.events)
    play_on(game, seats({"ussr": "cadet"}, 1), until=lambda g: len(g.events) > number + 5)
    assert len(view.events) == number
