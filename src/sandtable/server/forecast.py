"""Odds of the battles that are planned or pending, from the exact solver."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from sandtable import odds
from sandtable.core.dice import ScriptedDice
from sandtable.core.errors import SandtableError, UnknownName
from sandtable.core.lexicon import LANGUAGES
from sandtable.core.table import Table
from sandtable.core.values import Decision, Task
from sandtable.odds import Force
from sandtable.odds.speech import explain
from sandtable.server import snapshot, wire
from sandtable.warfare.actions import FireRocket
from sandtable.warfare.battle import AntiAirFire, Bombardment
from sandtable.warfare.losses import TakeHits
from sandtable.warfare.policies import LossOrder
from sandtable.warfare.production import Production
from sandtable.warfare.state import Battle, Unit, WarState

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
    """Whether it is a landing."""
    overland: tuple[Unit, ...]
    """Land units that come overland to a landing …"""
    way_back: bool | None
    """… and, once it has begun, whether there is still a way back by which some came."""
    gun: bool


def matchup(
    rules: Production, state: WarState, space: str, add: Iterable[str] = (), remove: Iterable[str] = ()
) -> Matchup:
    """The battle in a space as it is planned now, with some units more or less."""
    rules.board.space(space)
    more, less = list(dict.fromkeys(add)), set(remove)
    _check_ids(state, [*more, *less])
    sea = rules.board.is_sea[space]
    if state.battle is not None and state.battle.space == space:
        state = _after_open_hits(rules, state)
    battle = state.battle
    way_back = None
    if battle is not None and battle.space == space:
        way_back = any(rules.is_friendly(state, state.power, other) for other in battle.entered_from if not sea)
        attackers = _standing(state, battle, battle.attackers)
        defenders = _standing(state, battle, battle.defenders)
        bombarding = [state.units[i] for i in battle.bombarding] if _to_come(state, battle, Bombardment.name) else []
        landed = list(battle.landed)
    else:
        attackers = snapshot.attackers(rules, state, space)
        defenders = snapshot.defenders(rules, state, space)
        bombarding = [
            unit
            for unit in state.units_of(state.power)
            if unit.task in ("bombard", "escort") and unit.target == space and unit.kind in rules.bombarders
        ]
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
    landing = bool(landed) if way_back is not None else any(unit.id in landed for unit in holders)
    gun_fires = battle is None or battle.space != space or _to_come(state, battle, AntiAirFire.name)
    guns = [u for u in state.units_in(space) if u.kind in rules.guns and u.power in rules.board.enemies[state.power]]
    return Matchup(
        space,
        "sea" if sea else "land",
        tuple(attackers),
        tuple(unit for unit in bombarding if landing and unit.id not in less),  # ships support a landing, or nothing
        tuple(defenders),
        landing,
        tuple(unit for unit in holders if unit.id not in landed),
        way_back,
        bool(guns) and not sea and gun_fires and any(unit.kind in rules.air for unit in attackers),
    )


def _after_open_hits(rules: Production, state: WarState) -> WarState:
    """The state once hits that were rolled but not taken yet have been taken, the cheapest units first."""
    battle = state.battle
    if battle is None or not battle.hits:
        return state
    scene = state.copy()
    scene.battle = msgspec.structs.replace(battle, lists={})
    scene.open, scene.agenda = (), (Task(TakeHits.name),)  # nothing but the losses: no more dice
    table: Table[WarState] = Table(scene, ScriptedDice(()))
    rules.advance(table)
    while table.state.open:
        decision = table.state.open[0]
        menu = rules.menu(table.state, decision)
        action = LossOrder().answer(rules, table.state, decision, menu) or next(iter(menu))
        rules.answer(table, decision, action)
    table.state.agenda = state.agenda
    return table.state


def _standing(state: WarState, battle: Battle, idents: Iterable[str]) -> list[Unit]:
    """Those of a side that have not been hit."""
    return [state.units[ident] for ident in idents if ident in state.units and ident not in battle.behind_line]


def _to_come(state: WarState, battle: Battle, step: str) -> bool:
    """Whether a step of the first round is still to be taken."""
    return battle.round == 0 or any(task.step == step for task in state.agenda)


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
            overland=rules.count(who.overland) if who.landed else "",
            way_back=who.way_back,
            attack_losses=asked.attack_losses,
            defend_losses=asked.defend_losses,
            retreat=asked.retreat,
        )
        (answer,) = odds.battles([question])
    except SandtableError as problem:
        view.kind, view.note = "none", {lang: explain(problem, lang) for lang in LANGUAGES}
        return view
    return _filled(view, answer)


def _forces(rules: Production, state: WarState, units: Sequence[Unit]) -> list[Force]:
    damaged = rules.count_by_power([unit for unit in units if unit.kind in rules.ships and unit.damage])
    return [
        Force(kinds, power, state.tech.get(power, ()), damaged.get(power, {}))
        for power, kinds in rules.count_by_power(list(units)).items()
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
        )
    }
    survivors = [
        wire.SurvivorsView(attackers=s.attackers, defenders=s.defenders, chance=s.chance)
        for s in answer.survivors[:SHOWN]
    ]
    return msgspec.structs.replace(view, **shared, note=answer.notes, survivors=survivors)


def _raid(rules: Production, state: WarState, space: str, add: Iterable[str]) -> wire.OddsView:
    rules.board.space(space)
    extra = list(dict.fromkeys(add))
    _check_ids(state, extra)
    raiders = rules.raiders_over(state, space)
    raiders += [state.units[i] for i in extra if state.units[i] not in raiders]
    bombers = [unit for unit in raiders if unit.kind in rules.raiders]
    escorts = [unit for unit in raiders if unit.kind in rules.raiding_kinds() - rules.raiders]
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
            damaged=sum(unit.damage for unit in state.units_in(space) if unit.kind in rules.factories),
            escorts=len(escorts),
            tech=state.tech.get(state.power, ()),
        )
    except SandtableError as problem:
        view.kind, view.note = "none", {lang: explain(problem, lang) for lang in LANGUAGES}
        return view
    view.damage = {str(points): chance for points, chance in answer.damage.items()}
    view.expected_damage = answer.expected_damage
    view.attacker_loss = answer.expected_lost * rules.types[bombers[0].kind].cost
    for down, chance in answer.escorts_lost.items() if escorts else ():
        view.attacker_loss += down * chance * rules.types[escorts[0].kind].cost
    return view


def rocket_damage(rules: Production, state: WarState, decision: Decision, shot: FireRocket) -> float:
    """What a rocket costs its victim on average: the shot is tried with every face of the die."""
    step = next(step for step in rules.combat_steps() if step.name == decision.step)
    victim = rules.owner(state, shot.target)
    paid = 0
    for face in range(1, rules.die_sides + 1):
        table: Table[WarState] = Table(state.copy(), ScriptedDice((face,)))
        step.answer(rules, table, decision, shot)
        paid += state.money[victim] - table.state.money[victim]
    return paid / rules.die_sides


def _check_ids(state: WarState, idents: Iterable[str]) -> None:
    """Refuse ids that no unit has."""
    for ident in idents:
        if ident not in state.units:
            raise UnknownName("unit", ident, state.units)
