"""Words for rule tests of the 1942 edition; what it shares with the others stands in `tests.words`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sandtable import Event
from sandtable.games.spring1942.rules import Rules1942
from sandtable.warfare.actions import Consent, DeclareAttack, NextBattle, Pledge, Purchase, Submerge
from tests import words
from tests.words import WarGame, parse

position = partial(words.position, "1942")


def rules_of(game: WarGame) -> Rules1942:
    """The composed rules of a game."""
    assert isinstance(game.rules, Rules1942)
    return game.rules


def buy(game: WarGame, forces: str = "", **repairs: int) -> list[Event]:
    """Buy «8 infantry» and repair factories: territory=points."""
    return game.apply(Purchase(parse(forces) if forces else {}, repairs))


def attack(game: WarGame, zone: str, attack: bool = True) -> list[Event]:
    """Attack the submarines and transports of a zone, or leave them alone."""
    return game.apply(DeclareAttack(zone, attack))


def pledge(game: WarGame, carrier: str, zone: str = "") -> list[Event]:
    """Name the zone where a carrier ("": a new one) will be, or take that back."""
    return game.apply(Pledge(carrier, zone))


def answer(game: WarGame, agree: bool) -> list[Event]:
    """Grant or refuse an ally room on one's ship."""
    return game.apply(Consent(agree))


def fight(game: WarGame, space: str) -> list[Event]:
    """Fight here next."""
    return game.apply(NextBattle(space))


def stance(game: WarGame, submerge: Sequence[str] = ()) -> list[Event]:
    """These submarines submerge, the others strike."""
    return game.apply(Submerge(tuple(submerge)))
