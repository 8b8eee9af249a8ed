"""Words for tests of battles: answer what the fight asks, read the dice that fell, try every menu."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable import Event, Game
from sandtable.core.dice import ScriptedDice, SeededDice
from sandtable.core.values import Action
from sandtable.warfare.actions import (
    AssignHits,
    FightOn,
    LandDisplaced,
    NextBattle,
    Retreat,
    Withdraw,
)
from sandtable.warfare.state import WarState
from tests.words import WarGame, happened, units

Roll = tuple[str, str, tuple[int, ...]]


@pytest.fixture
def every_menu_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before every action of the test, each action on the open menu is tried on a copy of the game."""
    apply = Game.apply

    def tried(self: Game[WarState], action: Action | dict[str, Any], power: str | None = None) -> list[Event]:
        options = list(self.legal())
        assert options, f"nothing can be answered to {self.decision}"
        for option in options:
            twin = self.copy()
            twin.dice = SeededDice(1942)
            apply(twin, option)
        return apply(self, action, power)

    monkeypatch.setattr(Game, "apply", tried)


def fight_on(game: WarGame) -> list[Event]:
    """The attacker fights another round."""
    return game.apply(FightOn())


def retreat(game: WarGame, space: str = "") -> list[Event]:
    """The attacker breaks off."""
    return game.apply(Retreat(space))


def withdraw(game: WarGame, *zones: str) -> list[Event]:
    """The submarines that are asked go to these zones, one after the other; "" and those left over stay."""
    assert game.decision is not None and game.decision.kind == "withdraw", game.decision
    going = zip(game.decision.about["submarines"], zones, strict=False)
    return game.apply(Withdraw({submarine: zone for submarine, zone in going if zone}))


def share(game: WarGame, **hits: int) -> list[Event]:
    """Share hits out among nations."""
    return game.apply(AssignHits(hits))


def next_battle(game: WarGame, space: str) -> list[Event]:
    """Fight here next."""
    return game.apply(NextBattle(space))


def land_displaced(game: WarGame, places: dict[str, str]) -> list[Event]:
    """Displaced fighters land: fighter → island or carrier."""
    return game.apply(LandDisplaced(places))


def about(game: WarGame, what: str) -> Any:
    """A detail of the open decision."""
    assert game.decision is not None
    return game.decision.about[what]


def asked_kinds(game: WarGame) -> list[str]:
    """Kinds of the units among which the open decision lets one choose."""
    return [game.state.units[ident].kind for ident in about(game, "units")]


def rolls(game: WarGame) -> list[Roll]:
    """All dice of the game so far: (power, «infantry armour», dice)."""
    return [(roll.power, " ".join(roll.units), roll.dice) for roll in happened(game.events, "dice_rolled")]


def results(game: WarGame) -> dict[str, str]:
    """Space → how the battle there ended."""
    return {ended.space: ended.result for ended in happened(game.events, "battle_ended")}


def only(game: WarGame, space: str, kind: str, power: str = "") -> str:
    """Id of the only unit of a kind in a space."""
    (unit,) = units(game, space, kind, power)
    return unit.id


def dice_left(game: WarGame) -> int:
    """How many of the scripted dice have not been rolled."""
    assert isinstance(game.dice, ScriptedDice)
    return game.dice.left
