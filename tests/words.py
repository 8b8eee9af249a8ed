"""Small words for rule tests of any edition: set up a position, give orders, look at the board, expect a refusal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

import pytest

import sandtable
from sandtable import Event, Game, IllegalAction, SeededDice
from sandtable.core.dice import ScriptedDice
from sandtable.core.values import Action
from sandtable.warfare.actions import Bombard, ChooseCasualties, EndPhase, Move, Purchase, Research, Sail
from sandtable.warfare.base import WarBase
from sandtable.warfare.state import Unit, WarState

WarGame = Game[WarState]


def position(
    game: str,
    power: str = "germany",
    phase: str = "combat_move",
    units: dict[str, Any] | None = None,
    dice: Sequence[int] = (),
    options: dict[str, object] | None = None,
    **more: Any,
) -> WarGame:
    """A game at the beginning of a phase; only the given units are on the board, dice are scripted."""
    return sandtable.setup(game, options, dice=list(dice), power=power, phase=phase, units=units or {}, **more)


def base_of(game: WarGame) -> WarBase:
    """The rules of a game, as far as all editions share them."""
    assert isinstance(game.rules, WarBase)
    return game.rules


def parse(forces: str) -> dict[str, int]:
    """«2 infantry, 1 armour» → {"infantry": 2, "armour": 1}."""
    counts: dict[str, int] = {}
    for part in forces.split(","):
        number, kind = part.split()
        counts[kind] = counts.get(kind, 0) + int(number)
    return counts


def units(game: WarGame, space: str, kind: str = "", power: str = "") -> list[Unit]:
    """Units in a space, filtered by kind and power."""
    return [
        unit
        for unit in game.state.units_in(space)
        if (not kind or unit.kind == kind) and (not power or unit.power == power)
    ]


def ids(game: WarGame, space: str, forces: str, power: str = "") -> tuple[str, ...]:
    """Ids of «2 infantry, 1 armour» in a space (of the active power unless said otherwise), unmoved ones first."""
    chosen: list[str] = []
    for kind, number in parse(forces).items():
        found = sorted(units(game, space, kind, power or game.state.power), key=lambda unit: unit.done)
        assert len(found) >= number, f"only {len(found)} {kind} in {space}"
        chosen += [unit.id for unit in found[:number]]
    return tuple(chosen)


def count(game: WarGame, space: str, power: str = "") -> dict[str, int]:
    """Numbers per kind in a space (of one power, or all)."""
    return base_of(game).count(units(game, space, power=power))


def move(game: WarGame, forces: str, *route: str, raid: bool = False, deck: str = "") -> list[Event]:
    """Move «2 infantry, 1 armour» along a route."""
    return game.apply(Move(ids(game, route[0], forces), route, raid, deck))


def sail(
    game: WarGame,
    *route: str,
    load: dict[str, str] | None = None,
    unload: Sequence[str] = (),
    target: str = "",
    transport: str = "",
) -> list[Event]:
    """Sail the (first unmoved own) transport in route[0]; `load` maps unit id → zone, `unload` lists unit ids."""
    ship = transport or ids(game, route[0], "1 transport")[0]
    return game.apply(Sail(ship, route, load or {}, tuple(unload), target))


def land(game: WarGame, forces: str, coast: str, *route: str, target: str, transport: str = "") -> list[Event]:
    """Load «2 infantry» from `coast` in the first zone of the route, sail, and declare a landing in `target`."""
    party = ids(game, coast, forces)
    return sail(game, *route, load=dict.fromkeys(party, route[0]), unload=party, target=target, transport=transport)


def bombard(game: WarGame, *route: str, target: str, number: int = 1, kind: str = "battleship") -> list[Event]:
    """Assign battleships (or ships of another kind) in route[0] to support a landing."""
    return game.apply(Bombard(ids(game, route[0], f"{number} {kind}"), route, target))


def lose(game: WarGame, forces: str) -> list[Event]:
    """Answer the open choice of losses with «1 infantry, 1 fighter»."""
    decision = game.decision
    assert decision is not None and decision.kind == "choose_casualties", decision
    pool = list(decision.about["units"])
    chosen = []
    for kind, number in parse(forces).items():
        for _ in range(number):
            ident = next(ident for ident in pool if game.state.units[ident].kind == kind)
            pool.remove(ident)
            chosen.append(ident)
    return game.apply(ChooseCasualties(tuple(chosen)))


def end(game: WarGame) -> list[Event]:
    """End the phase."""
    return game.apply(EndPhase())


def asked(game: WarGame) -> tuple[str, str]:
    """(power, kind) of the open decision, ("", "") after the end."""
    decision = game.decision
    return (decision.power, decision.kind) if decision else ("", "")


def options_of(game: WarGame) -> list[Action]:
    """All elementary legal answers to the open decision."""
    return list(game.legal())


def happened(events: Sequence[Event], kind: str) -> list[Any]:
    """The events of one kind, for example "captured"."""
    return [event for event in events if event.kind == kind]


def routes(game: WarGame) -> set[tuple[str, ...]]:
    """The routes of all listed moves and voyages."""
    return {action.route for action in options_of(game) if isinstance(action, Move | Sail | Bombard)}


def pass_on(game: WarGame, power: str, kind: str) -> list[Event]:
    """Everybody passes until `power` is asked for `kind` (at least one decision is passed)."""
    events: list[Event] = []
    passes: dict[str, Action] = {"research": Research(0), "purchase": Purchase({})}
    while True:
        assert game.decision is not None
        events += game.apply(passes.get(game.decision.kind, EndPhase()))
        if asked(game) == (power, kind):
            return events


def unrolled(game: WarGame) -> int:
    """How many of the scripted dice have not been rolled."""
    assert isinstance(game.dice, ScriptedDice)
    return game.dice.left


@contextmanager
def refused(game: WarGame, rule: str) -> Iterator[None]:
    """The rules must refuse what happens inside, quoting this rule, and nothing may change."""
    before, entries = game.digest(), len(game.record(close=False).entries)
    with pytest.raises(IllegalAction) as caught:
        yield
    assert caught.value.rule == rule, f"refused by {caught.value.rule}: {caught.value}"
    assert caught.value.text("de") and caught.value.text("de") != caught.value.text("en")
    assert game.digest() == before
    assert len(game.record(close=False).entries) == entries


def check_menu(game: WarGame, most: int = 400) -> list[Action]:
    """Every listed answer to the open decision can be given; returns the list (at most `most` entries)."""
    listed = list(islice(game.legal(), most))
    for action in listed:
        trial = game.copy()
        trial.dice = SeededDice(7)
        trial.apply(action)
    return listed
