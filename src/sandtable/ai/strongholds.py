"""Places worth holding: who must be there so that the enemy had better stay away.

The march sends armies forward place by place; by itself it would leave factories to the first landing. Here those who
could be in such a place are asked together: units that stand there, new ones, aircraft that come down there, and armies
that can march in. They stay if together they save more than they miss elsewhere; in the capital as many as it needs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from sandtable.ai.airfields import score, usefulness
from sandtable.ai.estimate import Counts
from sandtable.ai.placement import is_site, is_useful_site, site_rank, spare_units
from sandtable.ai.situation import Situation, use
from sandtable.ai.threats import DARING, Threats
from sandtable.warfare.state import Unit

LEAST = 1.0
"""What a garrison must save more than it misses, in IPC."""
SECURE = 0.03
"""The chance of losing a place below which nobody more is called there."""


@dataclass
class Stands:
    """Who stays in or goes to which stronghold."""

    goals: dict[str, str] = field(default_factory=dict)
    """Unit → stronghold, aircraft too."""
    new: dict[str, Counter[str]] = field(default_factory=dict)
    """Stronghold → units in the pool that are to be placed there."""
    flown: dict[str, Counter[str]] = field(default_factory=dict)
    """Stronghold → aircraft that are to come down there."""
    site: str = ""
    """Where a new factory is to be founded."""

    def copy(self) -> Stands:
        """The same, to go on from."""
        new, flown = ({space: Counter(units) for space, units in found.items()} for found in (self.new, self.flown))
        return Stands(dict(self.goals), new, flown, self.site)

    def coming(self, space: str) -> Counter[str]:
        """New units and aircraft that are not in a place yet but will be."""
        return self.new.get(space, Counter()) + self.flown.get(space, Counter())


class _Helper(NamedTuple):
    """One unit that could be in a stronghold."""

    price: float
    """What it misses elsewhere, in IPC."""
    kind: str
    unit: Unit | None
    """None for a new one."""


def strongholds(situation: Situation, threats: Threats, gate: str = "") -> Stands:
    """The garrisons that pay: the capital's first, then that of a new factory, then of the most valuable place.

    A `gate` comes before all others, whatever it costs: those who hold it bar the way to what lies behind.
    """
    found = Stands()
    survey = _Survey(situation, threats)
    landings = _landings(situation)
    for space, aircraft in landings.items():
        _bind(situation, found, [_Helper(0.0, unit.kind, unit) for unit in aircraft], space)
        survey.fixed[space].update(unit.kind for unit in aircraft)
    capital = situation.capital
    if gate:
        helpers = _helpers(situation, survey, found, gate)
        bound = helpers[: _enough(situation, threats, survey.fixed[gate], helpers, gate)]
        _bind(situation, found, bound, gate)
        survey.fixed[gate].update(helper.kind for helper in bound)
    if _is_worth_it(situation, threats, capital):
        _garrison(situation, threats, survey, found, capital)
    site = found.site = _site(situation, threats, survey, found)
    places = [
        space
        for space in situation.board.land
        if space not in (capital, site, gate)
        and (_is_worth_it(situation, threats, space) or (space in landings and threats.threatened(space)))
    ]

    def order(space: str) -> tuple[float, int]:
        aircraft = Counter(unit.kind for unit in landings.get(space, ()))
        return -situation.worth(space) - situation.cost(aircraft), situation.board.rank[space]

    for space in sorted(places, key=order):
        _garrison(situation, threats, survey, found, space)
    return found


def gates(situation: Situation, threats: Threats, most: int) -> list[str]:
    """Own land into which enemies could march, but for the capital: the most valuable first."""
    land = [
        space
        for space in situation.board.land
        if space != situation.capital
        and situation.state.owner.get(space) == situation.power
        and any(threats.comes_by_land(space, enemy) for enemy in threats.strikes)
    ]
    return sorted(land, key=lambda space: -situation.worth(space))[:most]


def _enough(situation: Situation, threats: Threats, fixed: Counts, helpers: Sequence[_Helper], gate: str) -> int:
    """How many are needed for the enemy to gain little by attacking a place; all if even they are too few."""
    force = Counter(fixed)
    for number, helper in enumerate(helpers):
        if threats.danger(gate, +force).risk <= situation.tuning.hold_margin:
            return number
        force[helper.kind] += 1
    return len(helpers)


def _site(situation: Situation, threats: Threats, survey: _Survey, found: Stands) -> str:
    """Where a new factory is to be founded: the best site that can be made safe, with those who stay there for it."""
    rules, state = situation.rules, situation.state
    kinds = [kind for kind in state.pool if kind in rules.factories]
    sites = [s for kind in kinds for s, _ in rules.places_for_kind(state, kind) if is_useful_site(situation, s)]
    for space in sorted(sites, key=lambda space: -site_rank(situation, space)):
        helpers = _helpers(situation, survey, found, space)
        force = Counter(survey.fixed[space])
        for number in range(len(helpers) + 1):
            if is_site(situation, threats, space, +force):
                _bind(situation, found, helpers[:number], space)
                return space
            if number < len(helpers):
                force[helpers[number].kind] += 1
    return ""


def _landings(situation: Situation) -> dict[str, list[Unit]]:
    """Places where aircraft come down because there is no other for them."""
    rules, state = situation.rules, situation.state
    found: dict[str, list[Unit]] = {}
    for unit in situation.own():
        if unit.kind in rules.air and unit.airborne:
            places = {place for place, _ in rules.landing_places(state, unit)}
            if len(places) == 1 and not situation.board.is_sea[next(iter(places))]:
                found.setdefault(places.pop(), []).append(unit)
    return found


def _is_worth_it(situation: Situation, threats: Threats, space: str) -> bool:
    mine = situation.state.owner.get(space) == situation.power
    return mine and situation.worth(space) >= situation.tuning.stronghold and threats.threatened(space)


class _Survey:
    """Who could be where."""

    def __init__(self, situation: Situation, threats: Threats) -> None:
        rules, state = situation.rules, situation.state
        self.fixed: dict[str, Counter[str]] = {}
        """Space → units of the side that stay whatever happens."""
        self.reach: dict[str, list[str]] = {}
        """Unit → everywhere it could be ashore."""
        self.afloat: dict[str, float] = {}
        """Aircraft → what it is worth on the best deck that it could reach, with what it saves there."""
        decks: dict[tuple[str, str, int], float] = {}
        self.movers: list[Unit] = []
        marches: dict[tuple[str, str, int], list[str]] = {}
        for unit in situation.own():
            if unit.aboard or (unit.done and not unit.airborne):
                continue
            if unit.kind in rules.air:
                places = list(rules.landing_places(state, unit))
                fields = [place for place, deck in places if not deck]
                self.reach[unit.id] = fields if unit.airborne else [unit.space, *fields]
                wing = (unit.space, unit.kind, unit.spent)
                if wing not in decks:
                    zones = {place for place, deck in places if deck}
                    decks[wing] = max((score(situation, threats, unit, zone) for zone in zones), default=-inf)
                self.afloat[unit.id] = decks[wing]
            elif unit.kind in rules.holders:
                key = (unit.space, unit.kind, unit.spent)
                if key not in marches:
                    marches[key] = [unit.space, *(route[-1] for route in rules.march_routes(state, unit))]
                self.reach[unit.id] = marches[key]
            else:
                continue
            self.movers.append(unit)
        gone = {unit.id for unit in self.movers}
        for space in situation.board.land:
            if situation.is_friendly_land(space):
                here = [u for u in state.units_in(space) if u.power in situation.allies and u.id not in gone]
                self.fixed[space] = Counter(u.kind for u in here if u.kind in rules.land_fighters and not u.aboard)


def _garrison(situation: Situation, threats: Threats, survey: _Survey, found: Stands, space: str) -> None:
    """Call helpers, the cheapest for what they hold first, and keep as many as are needed."""
    helpers = _helpers(situation, survey, found, space)
    enough = _for_safety if space == situation.capital else _for_gain
    _bind(situation, found, enough(situation, threats, Counter(survey.fixed[space]), helpers, space), space)


def _bind(situation: Situation, found: Stands, helpers: Sequence[_Helper], space: str) -> None:
    """These stay in or go to a place."""
    for helper in helpers:
        if helper.unit is None:
            found.new.setdefault(space, Counter())[helper.kind] += 1
        else:
            found.goals[helper.unit.id] = space
            if helper.kind in situation.rules.air and helper.unit.space != space:
                found.flown.setdefault(space, Counter())[helper.kind] += 1


def _for_safety(
    situation: Situation, threats: Threats, force: Counter[str], helpers: list[_Helper], capital: str
) -> list[_Helper]:
    """Those who make the capital safe; where even all cannot, those who save most, and at least those who are there.

    To take it from many costs the enemy so much that they are seldom better off elsewhere.
    """
    price, best, enough = 0.0, inf, 0
    for number in range(len(helpers) + 1):
        if threats.fall(capital, +force) <= situation.tuning.capital_risk:
            return helpers[:number]
        lost = threats.sack(+force) + price
        if lost < best:
            best, enough = lost, number
        if number < len(helpers):
            force[helpers[number].kind] += 1
            price += helpers[number].price
    men = [helper for helper in helpers[enough:] if helper.kind not in situation.rules.air]  # aircraft save themselves
    return [*helpers[:enough], *(helper for helper in men if helper.unit is None or helper.unit.space == capital)]


def _for_gain(
    situation: Situation, threats: Threats, force: Counter[str], helpers: list[_Helper], space: str
) -> list[_Helper]:
    """Those who save most in a place, less what they miss elsewhere; nobody if it is hardly anything."""
    before = _stake(situation, threats, space, force)
    price, best, enough = 0.0, LEAST, 0
    for number, helper in enumerate(helpers, start=1):
        if threats.danger(space, +force).chance < SECURE:
            break
        force[helper.kind] += 1
        price += helper.price
        saved = before - _stake(situation, threats, space, force) - price
        if saved > best:
            best, enough = saved, number
    return helpers[:enough]


def _stake(situation: Situation, threats: Threats, space: str, force: Counter[str]) -> float:
    """What the enemy could gain in a place; he may come even if it costs him more than it brings.

    Landings threaten every coast at once, so each of them is less likely.
    """
    worst = 0.0
    for enemy in threats.strikes:
        danger = threats.danger_from(enemy, space, +force)
        likely = 1.0 if threats.comes_by_land(space, enemy) else situation.tuning.landing
        worst = max(worst, likely * (danger.risk + DARING * danger.chance * situation.worth(space)))
    return worst


def _helpers(situation: Situation, survey: _Survey, found: Stands, space: str) -> list[_Helper]:
    """Everybody who could be in a place and has no other, those first who miss least for what they hold."""
    figures = situation.estimator.figures(situation.power)
    helpers = [
        _Helper(
            _missed(situation, survey.reach[unit.id], unit.kind, space, survey.afloat.get(unit.id, -inf)),
            unit.kind,
            unit,
        )
        for unit in survey.movers
        if unit.id not in found.goals and space in survey.reach[unit.id]
    ]
    factories = situation.rules.factory_spaces(situation.state, situation.power)
    for kind in spare_units(situation, space, found.new):
        helpers.append(_Helper(_missed(situation, factories, kind, space), kind, None))

    def order(helper: _Helper) -> tuple[float, bool]:
        here = helper.unit is None or helper.unit.space == space
        return helper.price / max(figures[helper.kind].defence, 0.5), not here

    return sorted(helpers, key=order)


def _missed(situation: Situation, reach: Sequence[str], kind: str, space: str, afloat: float = -inf) -> float:
    """What a unit could do better elsewhere; aircraft also `afloat`, where a fleet may depend on them."""
    cost = situation.rules.types[kind].cost
    if kind in situation.rules.air:
        best = max([afloat, *(usefulness(situation, place) for place in reach)])
        return max(best - usefulness(situation, space), situation.tuning.bound * cost)
    pull = situation.march_pull
    further = max(pull[place] for place in reach)
    return max(use(cost, pull[space], further, situation.tuning.decay), situation.tuning.bound * cost)
