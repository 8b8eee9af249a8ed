"""Can all aircraft land? An exact answer for all of them together.

Every aircraft that can reach friendly land is safe by itself: land has room for any number. The others compete for
carrier decks, and a carrier that may still move can serve any one zone within its reach. `fits` tries the zones
carrier by carrier and matches aircraft to deck slots (augmenting paths), so its answer is exact.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class Deck(msgspec.Struct, frozen=True):
    """A carrier with free slots and the zones where it could be at the end of the turn."""

    carrier: str
    slots: int
    zones: frozenset[str]


class Flyer(msgspec.Struct, frozen=True):
    """An aircraft that needs a deck, and the zones it can reach with what is left of its range."""

    unit: str
    zones: frozenset[str]
    home: str = ""
    """The carrier it is resting on: with that one it goes wherever it goes."""


def fits(flyers: Sequence[Flyer], decks: Sequence[Deck]) -> bool:
    """Whether every flyer gets a slot at the same time."""
    if not flyers:
        return True
    wanted = frozenset[str]().union(*(flyer.zones for flyer in flyers))
    homes = {flyer.home for flyer in flyers}
    useful = [deck for deck in decks if deck.slots > 0 and (deck.zones & wanted or deck.carrier in homes)]
    if sum(deck.slots for deck in useful) < len(flyers):
        return False
    return _try_zones(flyers, useful, wanted, [])


def _try_zones(
    flyers: Sequence[Flyer], decks: Sequence[Deck], wanted: frozenset[str], chosen: list[tuple[Deck, str]]
) -> bool:
    if len(chosen) == len(decks):
        return _match(flyers, chosen)
    deck = decks[len(chosen)]
    for zone in sorted(deck.zones & wanted) or sorted(deck.zones)[:1]:
        if _try_zones(flyers, decks, wanted, [*chosen, (deck, zone)]):
            return True
    return False


def _match(flyers: Sequence[Flyer], places: Sequence[tuple[Deck, str]]) -> bool:
    taken: list[list[Flyer]] = [[] for _ in places]

    def seat(flyer: Flyer, seen: set[int]) -> bool:
        for number, (deck, zone) in enumerate(places):
            if number in seen or not (zone in flyer.zones or deck.carrier == flyer.home):
                continue
            seen.add(number)
            if len(taken[number]) < deck.slots:
                taken[number].append(flyer)
                return True
            for sitting in taken[number]:
                if seat(sitting, seen):
                    taken[number].remove(sitting)
                    taken[number].append(flyer)
                    return True
        return False

    return all(seat(flyer, set()) for flyer in flyers)
