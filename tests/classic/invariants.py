"""What must hold after every action of a classic game, whatever the players do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import sandtable
from sandtable import Event, Game
from sandtable.core.game import Undone
from sandtable.games.classic.rules import ClassicRules
from sandtable.warfare import events as told
from sandtable.warfare.state import Unit, WarState

ClassicGame = Game[WarState]

OPTION_SETS: dict[str, dict[str, object]] = {
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


class Ledger:
    """Units, money and owners as the events tell of them, and nothing else."""

    def __init__(self, state: WarState) -> None:
        self.units = {unit.id: unit.power for unit in state.units.values()}
        self.money = dict(state.money)
        self.owner = dict(state.owner)
        self._before: list[tuple[dict[str, str], dict[str, int], dict[str, str]]] = []

    def hear(self, events: Iterable[Event]) -> None:
        """Write down what happened; an undo takes its events back."""
        for event in events:
            if isinstance(event, Undone):
                if event.events:
                    self.units, self.money, self.owner = self._before[-event.events]
                    del self._before[-event.events :]
                continue
            self._before.append((self.units, self.money, self.owner))
            self._note(event)

    def _note(self, event: Event) -> None:
        match event:
            case told.UnitsPlaced(power, idents, kinds):
                assert sum(kinds.values()) == len(idents) and not set(idents) & set(self.units)
                self.units = self.units | dict.fromkeys(idents, power)
            case told.UnitsLost(power, idents, kinds):
                assert sum(kinds.values()) == len(idents)
                assert all(self.units.get(ident) == power for ident in idents), event
                self.units = {ident: owner for ident, owner in self.units.items() if ident not in idents}
            case told.GunChangedHands(idents, _, owner):
                assert set(idents) <= set(self.units)
                self.units = self.units | dict.fromkeys(idents, owner)
            case told.MoneyChanged(power, amount, _, balance):
                self.money = self.money | {power: self.money[power] + amount}
                assert self.money[power] == balance, event
            case told.Captured(space, _, owner, loser):
                assert self.owner.get(space, "") == loser, event
                self.owner = self.owner | {space: owner}

    def check(self, state: WarState) -> None:
        """The books agree with the board."""
        assert {unit.id: unit.power for unit in state.units.values()} == self.units
        assert state.money == self.money
        assert state.owner == self.owner


def rules_of(game: ClassicGame) -> ClassicRules:
    assert isinstance(game.rules, ClassicRules)
    return game.rules


def check_board(game: ClassicGame) -> None:
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


def _check_stand(rules: ClassicRules, state: WarState, unit: Unit) -> None:
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
    assert unit.damage < rules.hits_to_sink(unit.kind)
    if unit.airborne:
        assert kind.is_air and unit.power == state.power and not unit.aboard
        assert state.phase in ("combat_move", "combat", "noncombat_move")
    assert 0 <= unit.spent <= rules.move_points(state, unit)


def _check_loads(rules: ClassicRules, state: WarState) -> None:
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


def _check_territories(rules: ClassicRules, state: WarState) -> None:
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
    assert sum(rules.production(state, power) for power in rules.powers) == 147 - unowned
    assert all(amount >= 0 for amount in state.money.values())


def _check_turn(rules: ClassicRules, state: WarState) -> None:
    """Outside combat nobody stands on enemy land, and enemies do not share a zone."""
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
    if not (rules.options["naval_placement_in_enemy_zones"] or rules.options["submersible_submarines"]):
        for zone in rules.board.sea:
            sides = {rules.board.side_of[u.power] for u in state.units_in(zone) if u.kind in rules.ships}
            assert len(sides) < 2, f"enemies in {zone}"
    if state.phase not in ("placement", ""):
        pooled = state.phase in ("purchase", "noncombat_move")
        assert not state.pool or pooled, f"{state.phase}: {state.pool}"


def play(options: dict[str, object], seed: int, rounds: int, undo: float = 0.1) -> ClassicGame:
    """A random game that is checked after every action; now and then a move is taken back."""
    game: Game[Any] = sandtable.new_game("classic", options, seed=seed)
    rng = Random(seed)
    ledger = Ledger(game.state)
    check_board(game)
    while game.outcome is None and game.state.round <= rounds:
        if game.can_undo and rng.random() < undo:
            ledger.hear(game.undo())
        else:
            ledger.hear(game.apply(game.legal().sample(rng)))
        ledger.check(game.state)
        check_board(game)
    return game
