"""What must hold after every action of any war game, whatever the players do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any, NamedTuple

import sandtable
from sandtable import Event, Game
from sandtable.core.game import Undone
from sandtable.warfare import events as told
from sandtable.warfare.destroyers import SurfaceWarfare
from sandtable.warfare.factorydamage import FactoryDamage
from sandtable.warfare.landingplan import LandingPlans
from sandtable.warfare.production import Production
from sandtable.warfare.state import Unit, WarState

WarGame = Game[WarState]

CLASSIC: dict[str, dict[str, object]] = {
    "default": {},
    "naval": {
        "naval_placement_in_enemy_zones": True,
        "submersible_submarines": True,
        "two_hit_battleships": True,
        "new_fighters_on_carriers": True,
    },
    "low luck": {"low_luck": True, "multinational_hits": "defenders", "amphibious_retreat": "overland"},
    "guns": {
        "multiple_aa_guns": True,
        "aa_in_noncombat": True,
        "blitz_through_aa_and_ic": False,
        "neutrals_impassable": True,
    },
    "money": {
        "bid": {"germany": 9, "japan": 14, "ussr": 3},
        "income_without_capital": True,
        "neutral_fee": 0,
        "sbr_cap_by_value": True,
        "zero_value_ic_capacity": 0,
    },
    "victory": {
        "victory_check": "immediate",
        "capital_win_needs_own_capitals": True,
        "individual_winner": True,
        "axis_starting_tech": True,
        "russia_restricted": True,
        "amphibious_retreat": "air_survivors",
        "casualty_timing": "per_step",
    },
}

EDITION_1942: dict[str, dict[str, object]] = {
    "default": {},
    "low luck": {"low_luck": True, "closed_dardanelles": True, "bid": {"germany": 9, "japan": 14, "ussr": 3}},
    "interceptors": {"escorts_and_interceptors": True, "victory_total": True},
}

OPTION_SETS: dict[str, dict[str, dict[str, object]]] = {"classic": CLASSIC, "1942": EDITION_1942}
"""Mixtures of options per game."""

CASES = [(game, options) for game, sets in OPTION_SETS.items() for options in sets]


class Books(NamedTuple):
    """Units, money, owners and the damage of factories."""

    units: dict[str, str]
    money: dict[str, int]
    owner: dict[str, str]
    damage: dict[str, int]


class Ledger:
    """The books as the events tell of them, and nothing else."""

    def __init__(self, game: WarGame) -> None:
        self.rules = rules_of(game)
        self.books = self._from_board(game.state)
        self._before: list[Books] = []
        self._promised = 0
        """Money that the last event announced: the price of a repair, or a refund."""

    def _from_board(self, state: WarState) -> Books:
        factories = [unit for unit in state.units.values() if unit.kind in self.rules.factories]
        return Books(
            {unit.id: unit.power for unit in state.units.values()},
            dict(state.money),
            dict(state.owner),
            {unit.space: unit.damage for unit in factories if unit.damage},
        )

    def hear(self, events: Iterable[Event]) -> None:
        """Write down what happened; an undo takes its events back."""
        for event in events:
            if isinstance(event, Undone):
                if event.events:
                    self.books = self._before[-event.events]
                    del self._before[-event.events :]
                continue
            self._before.append(self.books)
            self._note(event)

    def _note(self, event: Event) -> None:
        units, money, owners, damage = self.books
        promised, self._promised = self._promised, 0
        match event:
            case told.UnitsPlaced(power, idents, kinds):
                assert sum(kinds.values()) == len(idents) and not set(idents) & set(units)
                self.books = self.books._replace(units=units | dict.fromkeys(idents, power))
            case told.UnitsLost(power, idents, kinds):
                assert sum(kinds.values()) == len(idents)
                assert all(units.get(ident) == power for ident in idents), event
                left = {ident: owner for ident, owner in units.items() if ident not in idents}
                self.books = self.books._replace(units=left)
            case told.InstallationsTaken(idents, _, owner):
                assert set(idents) <= set(units)
                self.books = self.books._replace(units=units | dict.fromkeys(idents, owner))
            case told.Captured(space, _, owner, loser):
                assert owners.get(space, "") == loser, event
                self.books = self.books._replace(owner=owners | {space: owner})
            case told.MoneyChanged(power, amount, reason, balance):
                assert money[power] + amount == balance, event
                assert reason != "refund" or amount == promised, event
                self._promised = amount if reason == "repair" else 0
                self.books = self.books._replace(money=money | {power: balance})
            case told.FactoryDamaged(space, points, now):
                assert damage.get(space, 0) + points == now, event
                assert points > 0 or points == promised, f"a repair nobody paid for: {event}"
                bombed = {place: number for place, number in (damage | {space: now}).items() if number}
                self.books = self.books._replace(damage=bombed)
            case told.Refunded(_, kinds):
                self._promised = sum(number * self.rules.types[kind].cost for kind, number in kinds.items())

    def check(self, state: WarState) -> None:
        """The books agree with the board."""
        board = self._from_board(state)
        for told_of, found in zip(self.books, board, strict=True):
            assert told_of == found


def rules_of(game: WarGame) -> Production:
    """The rules of a game, which has factories like every war game."""
    assert isinstance(game.rules, Production)
    return game.rules


def check_board(game: WarGame) -> None:
    """Everything that must hold about a state by itself."""
    rules, state = rules_of(game), game.state
    _check_index(state)
    for unit in state.units.values():
        _check_stand(rules, state, unit)
    _check_loads(rules, state)
    _check_territories(rules, state)
    _check_turn(rules, state)
    assert not rules.state_problem(state)


def _check_index(state: WarState) -> None:
    by_space: dict[str, list[Unit]] = {}
    for ident, unit in state.units.items():
        assert unit.id == ident and unit.n <= state.serial
        by_space.setdefault(unit.space, []).append(unit)
    expected = {space: tuple(unit.id for unit in sorted(units, key=lambda u: u.n)) for space, units in by_space.items()}
    assert {space: idents for space, idents in state.at.items() if idents} == expected


def _check_stand(rules: Production, state: WarState, unit: Unit) -> None:
    kind = rules.types[unit.kind]
    sea = rules.board.is_sea[unit.space]
    ship = state.units.get(unit.aboard)
    if ship is not None:
        assert ship.space == unit.space, f"{unit.id} aboard {ship.id} is elsewhere"
        assert ship.power in rules.board.allies[unit.power]
        assert sea and not kind.is_sea
        assert ship.kind in (rules.transports if kind.is_land else rules.carriers)
    elif unit.aboard:
        assert kind.is_air and state.phase == "combat", f"{unit.id} is aboard nothing"
    if kind.is_sea:
        assert sea, f"{unit.id} on land"
    elif kind.is_land:
        assert sea == (ship is not None), f"{unit.id} in the water"
    else:
        assert not (sea and not unit.aboard and not unit.airborne), f"{unit.id} in the water"
    assert 0 <= unit.damage <= _most_damage(rules, unit)
    if unit.airborne:
        assert kind.is_air and unit.power == state.power and not unit.aboard
        waits_for_carrier = isinstance(rules, LandingPlans) and sea and kind.deck_size and state.phase == "placement"
        assert waits_for_carrier or state.phase in ("combat_move", "combat", "noncombat_move")
    assert 0 <= unit.spent <= rules.move_points(state, unit)


def _most_damage(rules: Production, unit: Unit) -> int:
    """A ship sinks, a factory takes no more than a limit."""
    if isinstance(rules, FactoryDamage) and unit.kind in rules.factories:
        return rules.most_damage(unit.space)
    return rules.hits_to_sink(unit.kind) - 1


def _check_loads(rules: Production, state: WarState) -> None:
    cargo: Counter[str] = Counter()
    decks: Counter[str] = Counter()
    for unit in state.units.values():
        if unit.aboard in state.units:
            cargo[unit.aboard] += rules.types[unit.kind].cargo_size
            decks[unit.aboard] += rules.types[unit.kind].deck_size
    for ident, load in cargo.items():
        assert load <= rules.types[state.units[ident].kind].cargo_capacity, f"{ident} is overloaded"
    for ident, load in decks.items():
        assert load <= rules.types[state.units[ident].kind].deck_capacity, f"{ident} has too many fighters"


def _check_territories(rules: Production, state: WarState) -> None:
    ashore = [unit for unit in state.units.values() if not unit.aboard]
    guns = Counter(unit.space for unit in ashore if unit.kind in rules.guns)
    factories = Counter(unit.space for unit in ashore if unit.kind in rules.factories)
    assert all(number <= rules.guns_allowed() for number in guns.values())
    assert all(number == 1 for number in factories.values())
    for unit in ashore:
        if unit.kind in rules.factories:
            assert state.owner[unit.space] == unit.power
        if unit.kind in rules.guns and not rules.board.is_sea[unit.space]:
            assert state.owner[unit.space] in rules.board.allies[unit.power]
    unowned = sum(value for space, value in rules.board.values.items() if space not in state.owner)
    assert sum(rules.production(state, power) for power in rules.powers) == sum(rules.board.values.values()) - unowned
    assert all(amount >= 0 for amount in state.money.values())


def _check_turn(rules: Production, state: WarState) -> None:
    """Outside combat nobody stands on enemy land, and enemies share a zone only where the game allows it."""
    if state.battle is not None:
        for ident in (*state.battle.attackers, *state.battle.defenders, *state.battle.bombarding):
            assert ident in state.units
        assert state.phase == "combat"
    if state.phase in ("combat_move", "combat"):
        return
    assert not any(unit.task and not unit.airborne for unit in state.units.values() if unit.kind in rules.holders)
    for unit in state.units.values():
        if not unit.airborne and not rules.board.is_sea[unit.space]:
            assert rules.is_friendly(state, unit.power, unit.space), f"{unit.id} in {unit.space}"
    _check_zones(rules, state)
    if state.phase not in ("placement", ""):
        pooled = state.phase in ("purchase", "noncombat_move")
        assert not state.pool or pooled, f"{state.phase}: {state.pool}"


def _check_zones(rules: Production, state: WarState) -> None:
    """Enemy warships do not lie side by side once the battles are over."""
    if isinstance(rules, SurfaceWarfare):
        if state.phase == "noncombat_move":
            for zone in rules.board.sea:
                own = any(u.power == state.power and u.kind in rules.blocking_kinds() for u in state.units_in(zone))
                assert not (own and rules.is_hostile_zone(state, state.power, zone)), f"no battle in {zone}"
    elif not (rules.options["naval_placement_in_enemy_zones"] or rules.options["submersible_submarines"]):
        for zone in rules.board.sea:
            sides = {rules.board.side_of[u.power] for u in state.units_in(zone) if u.kind in rules.ships}
            assert len(sides) < 2, f"enemies in {zone}"


def play(name: str, options: dict[str, object], seed: int, rounds: int, undo: float = 0.1) -> WarGame:
    """A random game that is checked after every action; now and then a move is taken back."""
    players = 2 + seed % 4
    game: Game[Any] = sandtable.new_game(name, options, seed=seed, players=players)
    rng = Random(seed)
    ledger = Ledger(game)
    check_board(game)
    while game.outcome is None and game.state.round <= rounds:
        if game.can_undo and rng.random() < undo:
            ledger.hear(game.undo())
        else:
            decision = rng.choice(game.decisions)
            ledger.hear(game.apply(game.legal(decision).sample(rng), decision.power))
        ledger.check(game.state)
        check_board(game)
    return game
