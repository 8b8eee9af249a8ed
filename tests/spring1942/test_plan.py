"""The landing plan of the whole turn against trying everything, and against playing it out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.games.spring1942.rules import Rules1942
from sandtable.warfare.actions import Place
from sandtable.warfare.landing import Deck, Flyer, most, settled
from sandtable.warfare.landingplan import PROMISED
from sandtable.warfare.state import Unit
from tests.spring1942.play import position, rules_of
from tests.words import WarGame, asked

ZONES = "abc"


def seatings(flyers: Sequence[Flyer], decks: Sequence[Deck]) -> Iterator[int]:
    """What those who sit are worth: for every zone of every carrier, with every deck or none for every flyer."""
    for zones in product(*(sorted(deck.zones) for deck in decks)):
        for seats in product(range(-1, len(decks)), repeat=len(flyers)):
            if any(number > decks[seat].slots for seat, number in Counter(seats).items() if seat >= 0):
                continue
            pairs = [(flyer, seat) for flyer, seat in zip(flyers, seats, strict=True) if seat >= 0]
            if all(zones[seat] in flyer.zones or decks[seat].carrier == flyer.home for flyer, seat in pairs):
                yield sum(flyer.worth for flyer, _ in pairs)


reach = st.frozensets(st.sampled_from(ZONES), max_size=2)
waters = st.frozensets(st.sampled_from(ZONES), min_size=1, max_size=3)
some_decks = st.lists(st.tuples(st.integers(0, 2), waters), max_size=3).map(
    lambda parts: [Deck(f"carrier{n}", slots, zones) for n, (slots, zones) in enumerate(parts)]
)
some_flyers = st.lists(st.tuples(reach, st.integers(-2, 2)), max_size=4).map(
    lambda parts: [Flyer(f"fighter{n}", zones, f"carrier{h}" if h >= 0 else "") for n, (zones, h) in enumerate(parts)]
)


@pytest.mark.rule("S42-AIR-13")
@settings(max_examples=300, deadline=None)
@given(some_flyers, some_decks)
def test_most_agrees_with_trying_everything(flyers: list[Flyer], decks: list[Deck]) -> None:
    """The greatest number that can land is that of the best of all seatings."""
    assert most(flyers, decks) == max(seatings(flyers, decks))


@pytest.mark.rule("S42-AIR-11")
@settings(max_examples=300, deadline=None)
@given(some_flyers, some_decks, st.lists(st.booleans(), min_size=4, max_size=4))
def test_those_promised_a_carrier_come_first(flyers: list[Flyer], decks: list[Deck], promised: list[bool]) -> None:
    """Where flyers differ in worth, the best of all seatings is found too."""
    weighted = [
        Flyer(flyer.unit, flyer.zones, flyer.home, 10 if more else 1)
        for flyer, more in zip(flyers, promised, strict=False)
    ]
    assert most(weighted, decks) == max(seatings(weighted, decks))


@pytest.mark.rule("S42-AIR-11")
@settings(max_examples=200, deadline=None)
@given(some_flyers, some_decks)
def test_pledged_carriers_are_enough_and_needed(flyers: list[Flyer], decks: list[Deck]) -> None:
    """With the pledged carriers in their zones and all others where they are everybody lands; without, not."""
    if most(flyers, decks) < len(flyers):
        return
    here = {deck.carrier: min(deck.zones) for deck in decks if deck.carrier != "carrier2"}
    berths = settled(flyers, decks, here)
    away = {berth.carrier: berth.zone for berth in berths}
    fixed = [
        Deck(deck.carrier, deck.slots, frozenset({away.get(deck.carrier, here.get(deck.carrier, ""))}))
        for deck in decks
        if deck.carrier in away or deck.carrier in here
    ]
    assert most(flyers, fixed) == len(flyers)
    known = {flyer.unit: flyer for flyer in flyers}
    for berth in berths:
        callers = [known[ident] for ident in berth.flyers]
        assert 0 < len(callers) <= next(deck.slots for deck in decks if deck.carrier == berth.carrier)
        assert all(berth.zone in flyer.zones or flyer.home == berth.carrier for flyer in callers)
    for carrier in away:
        left = [
            d if d.carrier != carrier else Deck(carrier, d.slots, frozenset({here.get(carrier, "")})) for d in fixed
        ]
        if carrier not in here:
            left = [d for d in left if d.carrier != carrier]
        assert most(flyers, left) < len(flyers)


@pytest.mark.rule("S42-AIR-11")
@settings(max_examples=200, deadline=None)
@given(some_flyers, some_decks, st.sets(st.integers(0, 2)))
def test_zones_that_were_named_are_kept(flyers: list[Flyer], decks: list[Deck], named: set[int]) -> None:
    """Named carriers are counted on nowhere else, and whom they take can reach them."""
    decks = [
        Deck(deck.carrier, deck.slots, frozenset({max(deck.zones)}), named=True) if number in named else deck
        for number, deck in enumerate(decks)
    ]
    if most(flyers, decks) < len(flyers):
        return
    berths = settled(flyers, decks, {deck.carrier: min(deck.zones) for deck in decks if not deck.named})
    known, by_id = {flyer.unit: flyer for flyer in flyers}, {deck.carrier: deck for deck in decks}
    assert {berth.carrier for berth in berths if berth.named} == {d.carrier for d in decks if d.named and d.slots}
    for berth in berths:
        assert berth.named == by_id[berth.carrier].named and len(berth.flyers) <= by_id[berth.carrier].slots
        assert not berth.named or berth.zone == max(by_id[berth.carrier].zones)
        assert berth.named or berth.flyers  # what the engine adds is needed
        for ident in berth.flyers:
            assert berth.zone in known[ident].zones or known[ident].home == berth.carrier


# The plan of the engine against an independent search over the whole board

HOME_WATERS = ("sz_43", "sz_44", "sz_45", "sz_51", "sz_53", "sz_60")
FAR_WATERS = ("sz_42", "sz_43", "sz_54", "sz_20")
"""Here not even a rested fighter reaches friendly land: those on decks need their slots."""
ISLANDS = ("wake_island", "solomon_islands")
JAPAN, AMERICA = "japan", "usa"


@st.composite
def positions(draw: st.DrawFn) -> dict[str, Any]:
    """Japanese aircraft in the air with little fuel, carriers, an American warship in the way, something bought."""
    sea = draw(st.sampled_from((HOME_WATERS, FAR_WATERS)))
    units: dict[str, dict[str, dict[str, Any]]] = {"japan": {JAPAN: {"factory": [{"damage": draw(st.integers(5, 8))}]}}}

    def put(space: str, power: str, kind: str, part: Any) -> None:
        units.setdefault(space, {}).setdefault(power, {}).setdefault(kind, []).append(part)

    if draw(st.booleans()):  # a second slipway, in other waters
        put("philippine_islands", JAPAN, "factory", {"damage": draw(st.integers(1, 3))})
    for _ in range(draw(st.integers(1, 3))):
        flying = {"airborne": True, "done": True, "spent": draw(st.integers(0, 4))}
        put(draw(st.sampled_from(sea)), JAPAN, "fighter", flying)
    for _ in range(draw(st.integers(0, 2))):
        cargo = {JAPAN: {"fighter": draw(st.integers(0, 2))}}
        resting = draw(st.booleans())
        put(draw(st.sampled_from(sea)), JAPAN, "carrier", {"cargo": cargo} if resting else {"done": True})
    if draw(st.booleans()):
        put(
            draw(st.sampled_from(sea)),
            "germany",
            "carrier",
            {"cargo": {"germany": {"fighter": draw(st.integers(0, 2))}}},
        )
    if draw(st.booleans()):
        put(draw(st.sampled_from(sea)), AMERICA, "destroyer", 1)
    bought = draw(st.integers(0, 2))
    kept = {"japan", "germany", *units} | {island for island in ISLANDS if draw(st.booleans())}
    lost = [space.id for space in Rules1942.board.spaces.values() if space.owner and space.id not in kept]
    return {
        "units": units,
        "pool": {"carrier": bought} if bought else {},
        "owners": dict.fromkeys(lost, AMERICA),
        "seats": [["japan", "germany"], ["ussr", "uk", "usa"]] if draw(st.booleans()) else [],
    }


def by_hand(game: WarGame) -> int:
    """The greatest number of aircraft that can be on the ground at the end, found by trying everything."""
    state, rules = game.state, rules_of(game)
    one_player = any(JAPAN in seat and "germany" in seat for seat in state.seats)
    aircraft = [u for u in state.units_of(JAPAN) if u.kind == "fighter"]
    ships = [u for u in state.units.values() if u.kind == "carrier" and (u.power == JAPAN or one_player)]
    board = rules.board
    yards = {u.space: max(0, board.values[u.space] - u.damage) for u in state.units_of(JAPAN) if u.kind == "factory"}
    friends = [space for space, owner in state.owner.items() if owner in (JAPAN, "germany")]
    room = [2 - sum(u.aboard == ship.id and u.power != JAPAN for u in state.units.values()) for ship in ships]
    near = {unit.id: _range(game, unit) for unit in aircraft}
    fields = {unit.id for unit in aircraft if not near[unit.id].isdisjoint(friends)}
    best = 0
    for sites in product([*yards, ""], repeat=state.pool.get("carrier", 0)):  # "": not built
        if any(sites.count(factory) > limit for factory, limit in yards.items()):
            continue
        launch = [{z for z in board.borders[site] if board.is_sea[z]} for site in sites if site]
        berths = [*(_reach(game, ship) for ship in ships), *launch]
        callers = [{frozenset(u.id for u in aircraft if zone in near[u.id]) for zone in zones} for zones in berths]
        for guests in product(*callers):  # zones that the same aircraft reach are alike
            places = [
                [*(["field"] if unit.id in fields else []), *(n for n, who in enumerate(guests) if unit.id in who)]
                for unit in aircraft
            ]
            best = max(best, _seat(places, [*room, *([2] * len(launch))]))
    return best


def _seat(places: list[list[Any]], room: list[int]) -> int:
    if not places:
        return 0
    best = _seat(places[1:], room)
    for place in places[0]:
        if place == "field":
            best = max(best, 1 + _seat(places[1:], room))
        elif room[place]:
            best = max(best, 1 + _seat(places[1:], [r - (n == place) for n, r in enumerate(room)]))
    return best


def _range(game: WarGame, unit: Unit) -> set[str]:
    """Where an aircraft gets with what is left of its range, around neutrals."""
    board, reached = rules_of(game).board, {unit.space}
    for _ in range(4 - unit.spent if unit.airborne or not unit.done else 0):
        reached |= {n for space in reached for n in board.borders[space] if board.is_sea[n] or n in game.state.owner}
    return reached


def _reach(game: WarGame, ship: Unit) -> set[str]:
    """Zones where a carrier can be when the noncombat move ends."""
    reached = {ship.space}
    if ship.power != JAPAN or ship.done:
        return reached
    board, state = rules_of(game).board, game.state
    hostile = {u.space for u in state.units.values() if u.power == AMERICA and u.kind == "destroyer"}
    for _ in range(2):
        reached |= {
            n
            for s in reached
            for n in board.borders[s]
            if board.is_sea[n] and n not in hostile and (s, n) not in board.canal_between
        }
    return reached


def flyers_of(game: WarGame) -> list[Unit]:
    """All Japanese fighters."""
    return [unit for unit in game.state.units_of(JAPAN) if unit.kind == "fighter"]


@pytest.mark.rule("S42-AIR-13", "S42-AIR-06")
@settings(max_examples=1500, deadline=None)
@given(positions())
def test_the_plan_agrees_with_trying_everything(description: dict[str, Any]) -> None:
    """The number of aircraft that can land after the battles is exactly that of the best plan there is."""
    game = position(JAPAN, "noncombat_move", **description)
    state, rules = game.state, rules_of(game)
    assert len(flyers_of(game)) - rules.danger(state, rules.agreed_hosts(state)) == by_hand(game)
    assert rules.can_all_land(state) == (by_hand(game) == len(flyers_of(game)))


@pytest.mark.rule("S42-AIR-13", "S42-PLACE-09", "S42-CARR-08", "S42-AIR-14")
@settings(max_examples=400, deadline=None)
@given(positions(), st.integers(0, 10**6))
def test_whatever_legal_orders_are_given_the_greatest_number_lands(description: dict[str, Any], seed: int) -> None:
    """Random orders from the menu to the end of the turn: nobody is lost who could have been saved."""
    description["seats"] = [["japan", "germany"], ["ussr", "uk", "usa"]]
    game = position(JAPAN, "noncombat_move", **description)
    saved, rng = by_hand(game), Random(seed)
    while asked(game) in ((JAPAN, "noncombat_move"), (JAPAN, "placement")):
        game.apply(game.legal().sample(rng))
    assert len(flyers_of(game)) == saved
    assert not any(unit.airborne for unit in flyers_of(game))


@pytest.mark.rule("S42-AIR-11", "S42-PLACE-09")
@settings(max_examples=400, deadline=None)
@given(positions(), st.integers(0, 10**6))
def test_whatever_legal_orders_are_given_a_pledge_is_kept(description: dict[str, Any], seed: int) -> None:
    """A fighter to which a carrier is pledged that can still come is never lost, whoever else is in need."""
    description["seats"] = [["japan", "germany"], ["ussr", "uk", "usa"]]
    game = position(JAPAN, "noncombat_move", **description)
    state, rules, rng = game.state, rules_of(game), Random(seed)
    airborne = [unit for unit in flyers_of(game) if unit.airborne]
    fighter = rng.choice(airborne)
    ships = [(unit.id, _reach(game, unit)) for unit in state.units_of(JAPAN) if unit.kind == "carrier"]
    if state.pool:
        ships.append(("", set(rules.new_deck_zones(state))))
    berths = [(ship, zone) for ship, zones in ships for zone in sorted(zones & _range(game, fighter))]
    if not berths:
        return
    state.change(fighter.id, pledge=rng.choice(berths))
    if rules.danger(state, rules.agreed_hosts(state), rules.promised(state)) >= PROMISED:
        return  # no plan would have pledged a deck whose slots others need who rest there
    while asked(game) in ((JAPAN, "noncombat_move"), (JAPAN, "placement")):
        game.apply(game.legal().sample(rng))
    assert fighter.id in game.state.units


@pytest.mark.rule("S42-AIR-11", "S42-PLACE-09")
def test_the_fighter_with_a_pledge_goes_aboard_the_new_carrier_first() -> None:
    """Three wait where a carrier for two is placed: the last of them, to which it was pledged, is not left outside."""
    waiting = [{"airborne": True, "done": True, "spent": 4}] * 3
    units = {"japan": {JAPAN: {"factory": [{"damage": 5}]}}, "sz_60": {JAPAN: {"fighter": waiting}}}
    game = position(JAPAN, "placement", units=units, pool={"carrier": 1})
    last = flyers_of(game)[-1]
    game.state.change(last.id, pledge=("", "sz_60"))
    game.apply(Place("carrier", "sz_60", "japan"))
    aboard = [unit.id for unit in flyers_of(game) if unit.aboard]
    assert last.id in aboard and len(aboard) == 2
