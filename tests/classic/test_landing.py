"""`fits`, the exact answer to «can all aircraft land?», against trying everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.warfare.landing import Deck, Flyer, fits

ZONES = "abc"


def try_everything(flyers: Sequence[Flyer], decks: Sequence[Deck]) -> bool:
    """Every zone for every carrier, every deck for every flyer."""
    for zones in product(*(sorted(deck.zones) for deck in decks)):
        for seats in product(range(len(decks)), repeat=len(flyers)):
            full = any(number > decks[seat].slots for seat, number in Counter(seats).items())
            reached = all(
                zones[seat] in flyer.zones or decks[seat].carrier == flyer.home
                for flyer, seat in zip(flyers, seats, strict=True)
            )
            if reached and not full:
                return True
    return False


reach = st.frozensets(st.sampled_from(ZONES), max_size=2)
waters = st.frozensets(st.sampled_from(ZONES), min_size=1, max_size=2)
some_decks = st.lists(st.tuples(st.integers(0, 2), waters), max_size=3).map(
    lambda parts: [Deck(f"carrier{n}", slots, zones) for n, (slots, zones) in enumerate(parts)]
)
some_flyers = st.lists(st.tuples(reach, st.integers(-2, 2)), max_size=5).map(
    lambda parts: [Flyer(f"fighter{n}", zones, f"carrier{h}" if h >= 0 else "") for n, (zones, h) in enumerate(parts)]
)


@pytest.mark.rule("CL-AIR-05", "CL-AIR-09")
@settings(max_examples=400, deadline=None)
@given(some_flyers, some_decks)
def test_fits_agrees_with_trying_everything(flyers: list[Flyer], decks: list[Deck]) -> None:
    """The same answer as a search through all positions of the carriers and all seatings."""
    assert fits(flyers, decks) == try_everything(flyers, decks)


@pytest.mark.rule("CL-AIR-05")
@settings(max_examples=200, deadline=None)
@given(some_flyers, some_decks)
def test_the_order_of_fighters_and_carriers_does_not_matter(flyers: list[Flyer], decks: list[Deck]) -> None:
    """Turning the lists round changes nothing, and one flyer fewer never makes things worse."""
    answer = fits(flyers, decks)
    assert fits(flyers[::-1], decks[::-1]) == answer
    if answer and flyers:
        assert fits(flyers[1:], decks)


def test_nobody_in_the_air_always_fits() -> None:
    """No flyers need no decks."""
    assert fits([], [])


@pytest.mark.rule("CL-AIR-05")
def test_a_flyer_makes_way_for_one_with_less_choice() -> None:
    """The first to be seated takes the deck the second needs, and has to move over."""
    near, far = Deck("near", 1, frozenset("a")), Deck("far", 1, frozenset("b"))
    free, bound = Flyer("free", frozenset("ab")), Flyer("bound", frozenset("a"))
    assert fits([free, bound], [near, far])
    assert not fits([free, bound, Flyer("third", frozenset("ab"))], [near, far])


@pytest.mark.rule("CL-AIR-05")
def test_room_on_one_deck_is_no_help_on_another() -> None:
    """Three slots for three flyers, but two of them reach only the deck that a guest has half filled."""
    near, far = Deck("near", 1, frozenset("a")), Deck("far", 2, frozenset("b"))
    flyers = [Flyer("one", frozenset("a")), Flyer("two", frozenset("a")), Flyer("three", frozenset("b"))]
    assert not fits(flyers, [near, far])
    assert fits(flyers[1:], [near, far])


@pytest.mark.rule("CL-AIR-09")
def test_a_carrier_serves_one_zone_only() -> None:
    """It may go to a or to b, but not to both."""
    carrier = Deck("carrier", 2, frozenset("ab"))
    assert fits([Flyer("one", frozenset("a"))], [carrier])
    assert not fits([Flyer("one", frozenset("a")), Flyer("two", frozenset("b"))], [carrier])


@pytest.mark.rule("CL-AIR-09", "CL-NCM-06")
def test_a_resting_fighter_rides_with_its_carrier() -> None:
    """Wherever the carrier goes to collect another one, the resting fighter comes along and keeps a slot."""
    carrier = Deck("carrier", 2, frozenset("ab"))
    resting = Flyer("resting", frozenset("c"), "carrier")
    assert fits([resting, Flyer("one", frozenset("b"))], [carrier])
    assert not fits([resting, Flyer("one", frozenset("b")), Flyer("two", frozenset("b"))], [carrier])


@pytest.mark.rule("CL-AIR-05", "CL-AIR-09")
def test_many_carriers_with_many_zones_are_settled_quickly() -> None:
    """Eight full carriers that could go to forty zones, and one fighter too far away: no search is needed to say no."""
    zones = frozenset(f"zone{n}" for n in range(40))
    decks = [Deck(f"carrier{n}", 2, zones) for n in range(8)]
    flyers = [Flyer(f"fighter{n}", zones, f"carrier{n // 2}") for n in range(15)]
    assert fits([*flyers, Flyer("fighter15", frozenset({"zone7"}))], decks)
    assert not fits([*flyers, Flyer("fighter15", frozenset({"far away"}))], decks)
