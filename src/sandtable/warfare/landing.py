"""Can all aircraft land? An exact answer for all of them together.

Every aircraft that can reach friendly land is safe by itself: land has room for any number. The others compete for
carrier decks, and a carrier that may still move can serve any one zone within its reach. `fits` settles the zones
carrier by carrier and matches aircraft to deck slots (augmenting paths), so its answer is exact. A zone counts only
for the flyers that reach it, so few zones of a carrier really differ; and where not even carriers that could be
everywhere at once would do, nothing needs to be tried.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec


class Deck(msgspec.Struct, frozen=True):
    """A carrier with free slots and the zones where it could be at the end of the turn."""

    carrier: str
    slots: int
    zones: frozenset[str]
    named: bool = False
    """Its player has named the zone: there it will be, needed or not."""


class Flyer(msgspec.Struct, frozen=True):
    """An aircraft that needs a deck, and the zones it can reach with what is left of its range."""

    unit: str
    zones: frozenset[str]
    home: str = ""
    """The carrier it is resting on: with that one it goes wherever it goes."""
    worth: int = 1
    """How much it counts where not all of them get a slot."""


class Berth(msgspec.Struct, frozen=True):
    """A carrier that a plan counts on in a zone where it is not yet, and the flyers that land on it there."""

    carrier: str
    zone: str
    flyers: tuple[str, ...]
    named: bool = False


def fits(flyers: Sequence[Flyer], decks: Sequence[Deck]) -> bool:
    """Whether every flyer gets a slot at the same time."""
    everybody = sum(flyer.worth for flyer in flyers)
    return _settle(flyers, _places(flyers, decks), everybody - 1) == everybody


def most(flyers: Sequence[Flyer], decks: Sequence[Deck]) -> int:
    """What the flyers that get a slot are worth, in the best case: their number, as a rule."""
    # Whoever is seated keeps a slot, so seating the worthiest first gives the best choice for any fixed zones.
    worthiest_first = sorted(flyers, key=lambda flyer: -flyer.worth)
    return _settle(worthiest_first, _places(flyers, decks), 0)


def settled(flyers: Sequence[Flyer], decks: Sequence[Deck], here: Mapping[str, str]) -> list[Berth]:
    """The carriers that cannot be left where they are (or unbuilt) if all these flyers are to land.

    Carriers whose zone was named come first: whoever can land on them counts on them.
    """
    chosen = list(decks)
    away = {deck.carrier: zone for deck in decks if deck.named for zone in deck.zones}
    for number, deck in enumerate(decks):
        if deck.named:
            continue
        present = here.get(deck.carrier, "")
        for zone in (present, *sorted(deck.zones - {present})):
            chosen[number] = Deck(deck.carrier, deck.slots if zone else 0, frozenset({zone}))
            if fits(flyers, chosen):
                if zone != present:
                    away[deck.carrier] = zone
                break
    chosen.sort(key=lambda deck: (not deck.named, deck.carrier in away))  # then what needs no move is filled
    used = [deck for deck in chosen if deck.slots > 0]
    seats = _seating(flyers, _places(flyers, used))
    return [
        Berth(deck.carrier, away[deck.carrier], tuple(sorted(flyer.unit for flyer in aboard)), deck.named)
        for deck, aboard in zip(used, seats, strict=True)
        if deck.carrier in away
    ]


class _Place(msgspec.Struct, frozen=True):
    """A deck, and which flyers could land on it: one set for each zone worth going to."""

    slots: int
    choices: tuple[frozenset[str], ...]


def _places(flyers: Sequence[Flyer], decks: Sequence[Deck]) -> list[_Place]:
    return [_Place(deck.slots, _callers(flyers, deck)) for deck in decks if deck.slots > 0]


def _callers(flyers: Sequence[Flyer], deck: Deck) -> tuple[frozenset[str], ...]:
    """The flyers that reach the deck in each of its zones, without zones where a better one has them all."""
    sets = {
        frozenset(flyer.unit for flyer in flyers if zone in flyer.zones or flyer.home == deck.carrier)
        for zone in deck.zones
    }
    best = [callers for callers in sets if not any(callers < other for other in sets)]
    return tuple(sorted(best, key=sorted))


def _settle(flyers: Sequence[Flyer], places: Sequence[_Place], known: int) -> int:
    """Settle the zone of one carrier after the other, as long as flyers worth more than `known` may get a slot."""
    hope = sum(flyer.worth for seated in _seating(flyers, places) for flyer in seated)
    if hope <= known:
        return known
    for number, place in enumerate(places):
        if len(place.choices) > 1:
            for callers in place.choices:
                settled = _Place(place.slots, (callers,))
                known = _settle(flyers, [*places[:number], settled, *places[number + 1 :]], known)
                if known == hope:
                    break
            return known
    return hope


def _seating(flyers: Sequence[Flyer], places: Sequence[_Place]) -> list[list[Flyer]]:
    """Who gets a slot where if every carrier could serve all the zones open to it at once."""
    callers = [frozenset[str]().union(*place.choices) for place in places]
    taken: list[list[Flyer]] = [[] for _ in places]

    def seat(flyer: Flyer, seen: set[int]) -> bool:
        for number, place in enumerate(places):
            if number in seen or flyer.unit not in callers[number]:
                continue
            seen.add(number)
            if len(taken[number]) < place.slots:
                taken[number].append(flyer)
                return True
            for sitting in taken[number]:
                if seat(sitting, seen):
                    taken[number].remove(sitting)
                    taken[number].append(flyer)
                    return True
        return False

    for flyer in flyers:
        seat(flyer, set())
    return taken
