"""Longer drills for rule tests: try a whole menu, wait for a later turn, look at the dice."""

from __future__ import annotations

from sandtable import Event, IllegalAction
from sandtable.core.dice import ScriptedDice, SeededDice
from sandtable.core.values import Action
from sandtable.warfare.actions import EndPhase, Move, Purchase, Research, Sail
from tests.words import WarGame, asked


def try_menu(game: WarGame) -> list[Action]:
    """Every listed action can be carried out; returns the list."""
    listed = list(game.legal())
    assert len(listed) == len(set(map(repr, listed))), "something is listed twice"
    for action in listed:
        twin = game.copy()
        twin.dice = SeededDice(1942)
        try:
            twin.apply(action)
        except IllegalAction as refusal:
            raise AssertionError(f"listed, but refused by {refusal.rule}: {action} ({refusal})") from refusal
    return listed


def moves_of(game: WarGame, unit: str) -> set[str]:
    """Where the menu would send one unit (or an interchangeable one) by itself."""
    return {a.route[-1] for a in try_menu(game) if isinstance(a, Move) and a.units == (unit,)}


def sailings_of(game: WarGame, transport: str) -> list[Sail]:
    """What the menu offers a transport to load or land."""
    return [a for a in try_menu(game) if isinstance(a, Sail) and a.transport == transport]


def wait_for(game: WarGame, power: str, phase: str) -> list[Event]:
    """Everybody passes until a power's phase begins."""
    passes: dict[str, Action] = {"research": Research(0), "purchase": Purchase({})}
    events: list[Event] = []
    for _ in range(60):
        if asked(game) == (power, phase):
            return events
        events += game.apply(passes.get(asked(game)[1], EndPhase()))
    raise AssertionError(f"{power} never came to {phase}")


def dice_left(game: WarGame) -> int:
    """How many of the scripted dice were not rolled."""
    assert isinstance(game.dice, ScriptedDice)
    return game.dice.left
