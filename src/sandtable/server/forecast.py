"""Odds of the battles that are planned or pending, from the exact solver."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from sandtable import odds
from sandtable.core.errors import SandtableError, UnknownName
from sandtable.odds import Force
from sandtable.server import snapshot, wire
from sandtable.warfare.production import Production
from sandtable.warfare.state import Unit, WarState

SHOWN = 8
"""Outcomes listed, the likeliest first."""


class Matchup(msgspec.Struct, frozen=True):
    """Who would fight whom in a space."""

    space: str
    kind: str
    attackers: tuple[Unit, ...]
    bombarding: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    landed: bool
    overland: bool
    gun: bool


def matchup(
    rules: Production, state: WarState, space: str, add: Iterable[str] = (), remove: Iterable[str] = ()
) -> Matchup:
    """The battle in a space as it is planned now, with some units more or less."""
    rules.board.space(space)
    more, less = list(dict.fromkeys(add)), set(remove)
    _check_ids(state, [*more, *less])
    sea = rules.board.is_sea[space]
    battle = state.battle
    if battle is not None and battle.space == space:
        attackers = [state.units[i] for i in battle.attackers if i in state.units]
        defenders = [state.units[i] for i in battle.defenders if i in state.units and i not in battle.behind_line]
        bombarding = [state.units[i] for i in battle.bombarding] if battle.round <= 1 else []
        landed = list(battle.landed)
    else:
        attackers = snapshot.attackers(rules, state, space)
        defenders = snapshot.defenders(rules, state, space)
        bombarding = [u for u in state.units_of(state.power) if u.task == "bombard" and u.target == space]
        landed = [unit.id for unit in attackers if unit.task == "land"]
    attackers = [unit for unit in attackers if unit.id not in less]
    for ident in more:
        unit = state.units[ident]
        if unit.id in {known.id for known in attackers}:
            continue
        if not sea and unit.kind in rules.bombarders:
            bombarding.append(unit)
        elif unit.kind in (rules.ships | rules.air if sea else rules.land_fighters):
            attackers.append(unit)
            if not sea and unit.kind in rules.holders and _by_sea(rules, state, unit, space):
                landed.append(unit.id)
    holders = [unit for unit in attackers if unit.kind in rules.holders]
    fights_round_one = battle is None or battle.space != space or battle.round <= 1
    guns = [u for u in state.units_in(space) if u.kind in rules.guns and u.power in rules.board.enemies[state.power]]
    return Matchup(
        space,
        "sea" if sea else "land",
        tuple(attackers),
        tuple(unit for unit in bombarding if unit.id not in less),
        tuple(defenders),
        bool(landed) and bool(holders),
        any(unit.id not in landed for unit in holders),
        bool(guns) and not sea and fights_round_one and any(unit.kind in rules.air for unit in attackers),
    )


def _by_sea(rules: Production, state: WarState, unit: Unit, space: str) -> bool:
    """Whether a unit would have to come over the sea."""
    if unit.aboard:
        return True
    reach = rules.points_left(state, unit)
    return rules.board.distances(unit.space, frozenset(rules.board.sea)).get(space, 99) > reach


def forecast(rules: Production, state: WarState, asked: wire.OddsAsked) -> wire.OddsView:
    """The odds of one battle. Slow ones take seconds: call it off the event loop."""
    if asked.raid:
        return _raid(rules, state, asked.space, asked.add)
    return judge(rules, state, matchup(rules, state, asked.space, asked.add, asked.remove), asked)


def forecasts(rules: Production, state: WarState) -> list[wire.OddsView]:
    """The odds of every battle and raid that is planned, pending or being fought."""
    found = []
    marks = {(mark.space, mark.kind) for mark in snapshot.battles(rules, state)}
    if state.battle is not None and state.battle.kind in ("land", "sea"):
        marks.add((state.battle.space, "sea" if state.battle.kind == "sea" else "land"))
    for space, kind in sorted(marks):
        if kind == "raid":
            found.append(_raid(rules, state, space, ()))
        elif kind != "walk_in":
            asked = wire.OddsAsked(version=0, space=space)
            found.append(judge(rules, state, matchup(rules, state, space), asked))
    return found


def judge(rules: Production, state: WarState, who: Matchup, asked: wire.OddsAsked) -> wire.OddsView:
    """Ask the solver about a matchup."""
    attackers = rules.count([*who.attackers, *who.bombarding])
    defenders = rules.count_by_power(who.defenders)
    view = wire.OddsView(
        space=who.space, kind="sea" if who.kind == "sea" else "land", attackers=attackers, defenders=defenders
    )
    if not who.attackers or not who.defenders:
        view.kind = "none"
        view.win = 1.0 if who.attackers else 0.0
        holds = any(unit.kind in rules.holders for unit in who.attackers)
        view.take = 1.0 if holds and who.kind == "land" else 0.0
        return view
    try:
        question = odds.question(
            rules,
            _forces(rules, state, [*who.attackers, *who.bombarding]),
            _forces(rules, state, who.defenders),
            gun=who.gun,
            amphibious=who.landed,
            overland=who.landed and who.overland,
            attack_losses=asked.attack_losses,
            defend_losses=asked.defend_losses,
            retreat=asked.retreat,
        )
        (answer,) = odds.battles([question])
    except SandtableError as problem:
        view.kind, view.note = "none", str(problem)
        return view
    return _filled(view, answer)


def _forces(rules: Production, state: WarState, units: Sequence[Unit]) -> list[Force]:
    return [
        Force(kinds, power, state.tech.get(power, ())) for power, kinds in rules.count_by_power(list(units)).items()
    ]


def _filled(view: wire.OddsView, answer: odds.Odds) -> wire.OddsView:
    shared: dict[str, Any] = {
        name: getattr(answer, name)
        for name in (
            "method",
            "win",
            "lose",
            "both",
            "stalemate",
            "retreat",
            "take",
            "rounds",
            "attacker_loss",
            "defender_loss",
            "error",
            "note",
        )
    }
    survivors = [
        wire.SurvivorsView(attackers=s.attackers, defenders=s.defenders, chance=s.chance)
        for s in answer.survivors[:SHOWN]
    ]
    return msgspec.structs.replace(view, **shared, survivors=survivors)


def _raid(rules: Production, state: WarState, space: str, add: Iterable[str]) -> wire.OddsView:
    rules.board.space(space)
    extra = list(dict.fromkeys(add))
    _check_ids(state, extra)
    raiders = rules.raiders_over(state, space)
    raiders += [state.units[i] for i in extra if state.units[i] not in raiders]
    bombers = [unit for unit in raiders if unit.kind in rules.raiders]
    view = wire.OddsView(space=space, kind="raid", attackers=rules.count(raiders), defenders={})
    owner = rules.owner(state, space)
    guns = [unit for unit in state.units_in(space) if unit.kind in rules.guns]
    if not bombers or not owner:
        view.kind = "none"
        return view
    try:
        answer = odds.raid(
            rules,
            len(bombers),
            gun=bool(guns),
            money=state.money.get(owner, 0),
            value=rules.board.values[space] or None,
            tech=state.tech.get(state.power, ()),
        )
    except SandtableError as problem:
        view.kind, view.note = "none", str(problem)
        return view
    view.damage = {str(points): chance for points, chance in answer.damage.items()}
    view.expected_damage = answer.expected_damage
    view.attacker_loss = answer.expected_lost * rules.types[bombers[0].kind].cost
    return view


def _check_ids(state: WarState, idents: Iterable[str]) -> None:
    """Refuse ids that no unit has."""
    for ident in idents:
        if ident not in state.units:
            raise UnknownName("unit", ident, state.units)
