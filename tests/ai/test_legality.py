"""Never an illegal action, never an exception, hardly ever without an idea: short games over levels and options."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.ai import Player, player
from sandtable.ai.commander import Commander
from sandtable.core.errors import SandtableError
from sandtable.core.game import Game
from sandtable.core.options import Option
from sandtable.core.registry import definition
from tests.toy.envoys import ENVOYS, at_the_table

SOME = 16
"""Rehearsals of a turn: a dozen before its battles, four after them."""


def quick(level: str, seed: str, rehearsals: int = 0) -> Player:
    """A player that rehearses only a little, or nothing at all, so that many games fit into a test run."""
    found = player(level, seed)
    if isinstance(found, Commander):
        found.retune({"playouts": min(rehearsals, found.own.playouts), "least_playouts": 1, "exact": 2})
    return found


def play(game: Game[Any], players: dict[str, Player], rounds: int) -> None:
    """Play some rounds; the rules refuse by raising."""
    while (decision := game.decision) is not None and game.state.round <= rounds:
        game.apply(players[decision.power].decide(game.view(decision.power), decision), decision.power)
        problem = game.rules.state_problem(game.state)
        assert not problem, problem


def some_options(option: Option, rng: Random, powers: tuple[str, ...]) -> object:
    """A value for an option that is not its default, where there is one to be found."""
    if isinstance(option.default, bool):
        return not option.default
    if option.choices:
        return rng.choice(option.choices)
    if option.key == "bid":
        return {power: rng.randint(1, 12) for power in rng.sample(powers, 2)}
    if option.kind == "number":
        usual = int(str(option.default))
        return rng.randint(max(option.low, usual // 2), min(option.high, 2 * usual + 2))
    return option.default


def any_game(seed: int) -> Game[Any]:
    """A game with a random choice of its options."""
    rng = Random(seed)
    found = definition(rng.choice(("classic", "1942")))
    options = {o.key: some_options(o, rng, found.powers) for o in found.options if rng.random() < 0.3}
    while True:
        try:
            return sandtable.new_game(found.id, options, seed=seed)
        except SandtableError:
            options.pop(rng.choice(list(options)))  # two of them exclude each other


@pytest.mark.parametrize("seed", range(8))
def test_mixed_levels_and_options(seed: int) -> None:
    """Players of all levels at one table, any options: everything they answer is legal and their own idea.

    In every fourth game generals rehearse enough to try other plans than their own.
    """
    game = any_game(seed)
    rng = Random(seed)
    levels = ("random", "cadet", "officer", "general")
    rehearsals = 0 if seed % 4 else SOME
    players = {power: quick(rng.choice(levels), f"{seed}/{power}", rehearsals) for power in game.rules.powers}
    play(game, players, rounds=2)
    assert sum(one.fallbacks for one in players.values()) == 0


def test_a_game_that_is_none_of_the_family_is_played_by_its_menu() -> None:
    """Without an idea of the rules a player still answers, and counts that."""
    with at_the_table():
        game = sandtable.new_game(ENVOYS.id, seed=1)
        one = player("officer", 1)
        for _ in range(5):
            assert game.decision is not None
            game.apply(one.decide(game.view(game.decision.power), game.decision), game.decision.power)
    assert one.fallbacks == 5


@pytest.mark.parametrize("level", ["cadet", "officer", "general"])
@pytest.mark.parametrize("phase", ["purchase", "combat_move", "noncombat_move"])
def test_units_that_begin_in_enemy_land_confuse_nobody(level: str, phase: str) -> None:
    """An edited set-up may put an army into land of the enemy: every level plays its turn from there."""
    units = {
        "caucasus": {"germany": {"infantry": 3, "armour": 1}},
        "germany": {"germany": {"factory": 1, "infantry": 4}},
        "russia": {"ussr": {"factory": 1, "infantry": 6}},
    }
    game = sandtable.setup("1942", seed=1, power="germany", phase=phase, units=units, money={"germany": 30})
    one = quick(level, "1")
    while game.decision is not None and game.state.power == "germany":
        asked = game.decision.power
        game.apply(one.decide(game.view(asked), game.decision), asked)
    assert one.fallbacks == 0
