"""Asking: forces in words or tables, options, policies; answers exact where that is affordable, else simulated."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from sandtable.core.errors import BadValue, UnknownName
from sandtable.core.registry import definition
from sandtable.odds import solver
from sandtable.odds.figures import Figure, Force, figures_of
from sandtable.odds.losses import LossPolicy
from sandtable.odds.result import Odds
from sandtable.odds.retreats import GOALS, RetreatPolicy
from sandtable.odds.solver import Question
from sandtable.warfare.retreat import Retreats

Forces = str | Mapping[str, int] | Force | Sequence[Force]
"""«10 infantry, 5 armour», {"infantry": 10}, a Force with a power and developments, or several of these."""

BUDGET = 2_000_000_000
"""Steps of arithmetic the exact method may take (about a second, some 200 units a side); more is simulated."""
CHOICE_BUDGET = 300_000
"""Pairs of states the exact method may look at where losses are chosen freely (about ten seconds)."""

_rules: dict[tuple[str, str], Retreats] = {}


def rules_for(game: str, options: Mapping[str, object] | None) -> Retreats:
    """The (cached) rule set of a game with options."""
    key = (game, msgspec.json.encode(dict(options or {}), order="deterministic").decode())
    if key not in _rules:
        rules = definition(game).rules(options)
        if not isinstance(rules, Retreats):
            raise BadValue(f"{game} has no battles of this kind")
        _rules[key] = rules
    return _rules[key]


def parse(rules: Retreats, forces: str) -> dict[str, int]:
    """«10 inf 5 arm, fighter» → {"infantry": 10, "armour": 5, "fighter": 1}."""
    counts: dict[str, int] = {}
    number = 1
    for word in re.findall(r"\d+|[^\s\d,;+×]+", forces.lower()):
        if word.isdigit():
            number = int(word)
            continue
        if word in ("x", "and", "und"):
            continue
        kind = rules.types.find(word)
        counts[kind] = counts.get(kind, 0) + number
        number = 1
    return counts


def question(
    game: str | Retreats,
    attack: Forces,
    defend: Forces,
    options: Mapping[str, object] | None = None,
    *,
    gun: bool = False,
    amphibious: bool = False,
    attack_losses: LossPolicy | None = None,
    defend_losses: LossPolicy | None = None,
    retreat: RetreatPolicy | str = "never",
    goal: str = "win",
    attack_subs: str = "stay",
    defend_subs: str = "stay",
    survivors: bool = True,
    by_round: bool = False,
) -> Question:
    """A question, checked. Raises `UnknownName` or `BadValue` naming the offending word."""
    rules = rules_for(game, options) if isinstance(game, str) else game
    attackers = _forces(rules, attack, "attack")
    defenders = _forces(rules, defend, "defence")
    if goal not in GOALS:
        raise UnknownName("goal", goal, GOALS)
    for word in (attack_subs, defend_subs):
        if word not in ("stay", "leave"):
            raise UnknownName("orders for submarines", word, ("stay", "leave"))
    where = _where(rules, attackers, defenders)
    figures = figures_of(rules)
    tech = {force.power: force.tech for force in (*attackers, *defenders)}
    attack_figures: list[tuple[Figure, int]] = []
    bombard: list[tuple[Figure, int]] = []
    for force in attackers:
        for kind, number in force.units.items():
            figure = figures.figure("attack", where, force.power, kind, force.tech)
            if where == "land" and figure.ship:
                if "bombardment" not in figure.shots:
                    raise BadValue(f"{kind} cannot take part in a land battle")
                bombard.append((figure, number))
            else:
                attack_figures.append((figure, number))
    defend_figures = [
        (figures.figure("defence", where, force.power, kind, force.tech), number)
        for force in defenders
        for kind, number in force.units.items()
    ]
    return Question(
        rules=rules,
        where=where,
        attack=tuple(attack_figures),
        bombard=tuple(bombard),
        defend=tuple(defend_figures),
        tech=tech,
        gun=gun,
        landing=amphibious or bool(bombard),
        attack_losses=attack_losses or LossPolicy(),
        defend_losses=defend_losses or LossPolicy(),
        retreat=RetreatPolicy.parse(retreat) if isinstance(retreat, str) else retreat,
        goal=goal,
        attack_subs_leave=attack_subs == "leave",
        defend_subs_leave=defend_subs == "leave",
        survivors=survivors,
        by_round=by_round,
    )


def battle(game: str | Retreats, attack: Forces, defend: Forces, options: Any = None, **how: Any) -> Odds:
    """The odds of one battle; see `question` for the keywords.

    >>> from sandtable import odds
    >>> round(odds.battle("classic", "3 infantry, 1 armour", "2 infantry").win, 6)
    0.944327
    """
    return answer(question(game, attack, defend, options, **how))


def answer(asked: Question, budget: int = BUDGET) -> Odds:
    """The odds of a question."""
    begin = time.perf_counter()
    reason = too_large(asked, budget)
    if reason:
        from sandtable.odds.simulation import simulate

        result = simulate(asked, note=reason)
    else:
        result = solver.judge(figures_of(asked.rules), asked)
    return msgspec.structs.replace(result, elapsed_ms=1000 * (time.perf_counter() - begin))


def too_large(asked: Question, budget: int) -> str:
    """Why the exact method is not used ("" if it is)."""
    steps = asked.rules.sea_battle() if asked.where == "sea" else asked.rules.land_battle()
    strange = [step.name for step in steps if step.name not in solver.KNOWN_STEPS]
    if strange:
        return f"the exact method does not know the step {strange[0]}"
    a = sum(n * f.hits for f, n in asked.attack) + 1
    d = sum(n * f.hits for f, n in asked.defend) + 1
    if a * a * d * d > budget:
        return "the battle is too large for the exact method"
    if "optimal" in (asked.attack_losses.name, asked.defend_losses.name):
        pairs = math.prod(n * f.hits + 1 for f, n in (*asked.attack, *asked.defend))
        if pairs > CHOICE_BUDGET:
            raise BadValue(
                f"Optimal losses would have to look at {pairs:,} positions; at most {CHOICE_BUDGET:,} are possible. "
                "Use a fixed order of losses for this battle"
            )
    return ""


_answers: dict[Any, Odds] = {}


def battles(questions: Iterable[Question]) -> list[Odds]:
    """Many battles at once; equal questions are answered once and remembered."""
    found = []
    for asked in questions:
        key = _key(asked)
        if key not in _answers:
            if len(_answers) >= 100_000:
                _answers.clear()
            _answers[key] = answer(asked)
        found.append(_answers[key])
    return found


def _key(asked: Question) -> tuple[Any, ...]:
    return (
        id(asked.rules),
        asked.where,
        tuple((f.power, f.kind, n) for f, n in asked.attack),
        tuple((f.power, f.kind, n) for f, n in asked.bombard),
        tuple((f.power, f.kind, n) for f, n in asked.defend),
        tuple(sorted(asked.tech.items())),
        asked.gun,
        asked.landing,
        asked.attack_losses,
        asked.defend_losses,
        asked.retreat,
        asked.goal,
        asked.attack_subs_leave,
        asked.defend_subs_leave,
        asked.survivors,
        asked.by_round,
    )


def _forces(rules: Retreats, forces: Forces, side: str) -> list[Force]:
    axis, allies = rules.board.side(next(iter(rules.board.sides))), rules.powers
    default = axis[0] if side == "attack" else next(power for power in allies if power not in axis)
    match forces:
        case str():
            listed = [Force(parse(rules, forces))]
        case Force():
            listed = [forces]
        case Mapping():
            listed = [Force(dict(forces))]
        case _:
            listed = list(forces)
    checked = []
    for force in listed:
        power = rules.board.power(force.power).id if force.power else default
        units: dict[str, int] = {}
        for kind, number in force.units.items():
            known = rules.types[kind].id
            if not isinstance(number, int) or isinstance(number, bool) or number < 0:
                raise BadValue(f"{kind}: a number was expected, not {number!r}")
            if number and _fights(rules, known):
                units[known] = units.get(known, 0) + number
        checked.append(Force(units, power, force.tech))
    if not any(force.units for force in checked):
        raise BadValue(f"There are no units on the side of the {'attacker' if side == 'attack' else 'defender'}")
    return checked


def _fights(rules: Retreats, kind: str) -> bool:
    return kind in rules.land_fighters or kind in rules.ships


def _where(rules: Retreats, attackers: list[Force], defenders: list[Force]) -> str:
    mine = {kind for force in attackers for kind in force.units}
    theirs = {kind for force in defenders for kind in force.units}
    if theirs & rules.ships:
        bad = (mine | theirs) & rules.holders
        if bad:
            raise BadValue(f"{bad.pop()} cannot fight at sea")
        return "sea"
    if mine & rules.ships and not (mine | theirs) & rules.holders:
        return "sea" if theirs <= rules.air and not mine & rules.bombarders else "land"
    return "land"
