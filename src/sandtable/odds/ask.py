"""Asking: forces in words or tables, options, policies; answers exact where that is affordable, else simulated."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from sandtable.core.errors import UnknownName
from sandtable.core.lexicon import Texts
from sandtable.core.registry import definition
from sandtable.odds import seafight, solver
from sandtable.odds.choice import positions
from sandtable.odds.fight import KNOWN_STEPS, Arrival, Question, arrivals, sides, who_may_leave
from sandtable.odds.figures import Figure, Force, figures_of
from sandtable.odds.losses import LossPolicy, TooManyStates
from sandtable.odds.muster import Forces, came_overland, lineup, muster
from sandtable.odds.result import Odds
from sandtable.odds.retreats import GOALS, RetreatPolicy
from sandtable.odds.speech import Unanswerable, grouped, join, say
from sandtable.warfare.retreat import Retreats

BUDGET = 2_000_000_000
"""Steps of arithmetic the exact method may take (about a second, some 200 units a side); more is simulated."""
PATIENCE = 10
"""How many times the budget a question may cost whose orders look at the odds, which a simulation does less well."""
SECONDS = 3.0
"""How long a simulation may take …"""
RUNS = 2_000
"""… and how many battles it fights if there is time."""
CHOICE_BUDGET = 100_000
"""Pairs of states the exact method may look at where losses are chosen freely."""
MEMORY = 60_000_000
"""Chances the exact method may keep at a time (half a gigabyte)."""
FIXED = tuple(LossPolicy(name, keep_land=keep) for name in ("cheapest", "weakest") for keep in (False, True))
"""The orders of losses from which the best is taken where a free choice is too much to look at."""

Losses = LossPolicy | str
Retreat = RetreatPolicy | str

_rules: dict[tuple[str, str], Retreats] = {}


def rules_for(game: str | Retreats, options: Mapping[str, object] | None = None) -> Retreats:
    """The (cached) rule set of a game with options."""
    if not isinstance(game, str):
        return game
    key = (game, msgspec.json.encode(dict(options or {}), order="deterministic").decode())
    if key not in _rules:
        rules = definition(game).rules(options)
        if not isinstance(rules, Retreats):
            raise Unanswerable("problem.no_battles", game=game)
        _rules[key] = rules
    return _rules[key]


def question(
    game: str | Retreats,
    attack: Forces,
    defend: Forces,
    options: Mapping[str, object] | None = None,
    *,
    attack_tech: Sequence[str] = (),
    defend_tech: Sequence[str] = (),
    gun: bool = False,
    amphibious: bool = False,
    overland: Forces = "",
    way_back: bool | None = None,
    attack_losses: Losses = "cheapest",
    defend_losses: Losses = "cheapest",
    retreat: Retreat = "never",
    goal: str = "win",
    attack_subs: str = "stay",
    defend_subs: str = "stay",
    survivors: bool = True,
    by_round: bool = False,
) -> Question:
    """A question, checked. Raises `UnknownName` or `BadValue` naming the offending word.

    attack, defend    forces: «10 infantry, 5 armour», «uk: 2 inf; usa: 1 ftr», «1 damaged battleship, 1 cruiser»,
                      {"infantry": 10}, `Force`s
    attack_tech       developments of the attacker; `defend_tech` of the defenders («usa: jet_power» for one of them)
    gun               an AA gun fires at the attacking aircraft (also given by an AA gun among the defenders)
    amphibious        the land units were landed from the sea (implied by bombarding ships)
    overland          … but for this part of them, which came overland: «2 inf», {"infantry": 2}
    way_back          once a battle on land has begun, and those who landed or came overland may have fallen: whether
                      there is a way back by which attackers came overland (at sea there always is)
    attack_losses     «cheapest», «weakest», «optimal», «cheapest keep-land», «infantry, fighter, armour»
    retreat           «never», «after 2», «below 0.4», «optimal»
    goal              what «optimal» strives for: «win», «take» (at sea the same as «win») or «value»
    attack_subs       «stay» or «leave»: whether submarines withdraw or dive as soon as the rules permit
    """
    rules = rules_for(game, options)
    side_a, side_d = muster(rules, attack, defend, attack_tech, defend_tech)
    if goal not in GOALS:
        raise UnknownName("goal", goal, GOALS)
    for word in (attack_subs, defend_subs):
        if word not in ("stay", "leave"):
            raise UnknownName("order for submarines", word, ("stay", "leave"))
    gun = gun or any(kind in rules.guns for force in side_d for kind in force.units)
    by_land = came_overland(rules, overland, side_a) if overland else {}
    begun = way_back is not None
    where, landing = lineup(rules, side_a, side_d, gun, amphibious or bool(by_land), begun)
    if where == "sea" and goal == "take":
        goal = "win"  # nothing is taken at sea
    attackers = _figures(rules, "attack", where, side_a)
    ashore = tuple((f, n) for f, n in attackers if not (where == "land" and f.ship))
    landed = sum(n - by_land.get(f.kind, 0) for f, n in attackers if f.holds_land)
    if landing and not landed and not begun:
        raise Unanswerable("problem.overland_all")
    bombard = _bombarding(rules, attackers, landed) if where == "land" else ()
    asked = Question(
        rules=rules,
        where=where,
        attack=ashore,
        bombard=bombard,
        silent=_silent(attackers, bombard) if where == "land" else (),
        defend=_figures(rules, "defence", where, side_d),
        tech={force.power: force.tech for force in (*side_a, *side_d)},
        gun=gun,
        landing=landing,
        overland=tuple(by_land.items()),
        way_back=where == "sea" or (bool(by_land) or not landing if way_back is None else way_back),
        attack_losses=_losses(rules, attack_losses),
        defend_losses=_losses(rules, defend_losses),
        retreat=RetreatPolicy.parse(retreat) if isinstance(retreat, str) else retreat,
        goal=goal,
        attack_subs_leave=attack_subs == "leave",
        defend_subs_leave=defend_subs == "leave",
        survivors=survivors,
        by_round=by_round,
    )
    if not landing or asked.retreat.name == "never":
        return asked
    return msgspec.structs.replace(asked, leaving=_leaving_in_part(asked))


def _bombarding(
    rules: Retreats, attackers: Sequence[tuple[Figure, int]], landed: int
) -> tuple[tuple[Figure, int], ...]:
    """The ships that bombard: the best, and as many as may."""
    room = rules.most_shelling(landed)
    ships = [(f, n) for f, n in attackers if "bombardment" in f.shots and f.ship]
    chosen = {}
    for figure, number in sorted(ships, key=lambda ship: -ship[0].shots["bombardment"].value):
        chosen[figure.kind] = min(number, room)
        room -= chosen[figure.kind]
    return tuple((f, chosen[f.kind]) for f, _ in ships if chosen[f.kind])


def _silent(
    attackers: Sequence[tuple[Figure, int]], bombard: Sequence[tuple[Figure, int]]
) -> tuple[tuple[str, int], ...]:
    """The ships that are left out."""
    firing = {figure.kind: number for figure, number in bombard}
    left = [(figure.kind, number - firing.get(figure.kind, 0)) for figure, number in attackers if figure.ship]
    return tuple((kind, number) for kind, number in left if number)


def _leaving_in_part(asked: Question) -> frozenset[Arrival]:
    """Who breaks off while those who landed fight on, if the rules do it that way.

    Where those who came overland have no way back, they hold up the aircraft as long as one of them is left.
    """
    there = {(figure.kind, landed) for figure, _, landed in arrivals(asked)}
    overland = {(kind, False) for kind, _ in asked.overland}
    figures = figures_of(asked.rules)
    leaving = who_may_leave(figures, asked, there) or who_may_leave(figures, asked, there - overland)
    return leaving if not any(landed for _, landed in leaving) else frozenset()


def battle(game: str | Retreats, attack: Forces, defend: Forces, options: Any = None, **how: Any) -> Odds:
    """The odds of one battle; see `question` for the keywords.

    >>> from sandtable import odds
    >>> round(odds.battle("classic", "3 infantry, 1 armour", "2 infantry").win, 6)
    0.944327
    """
    return answer(question(game, attack, defend, options, **how))


def answer(asked: Question, budget: int = BUDGET, seconds: float = SECONDS, runs: int = RUNS) -> Odds:
    """The odds of a question: exact within a budget of steps, or simulated with a note that says why."""
    begin = time.perf_counter()
    result = _answer(asked, budget, seconds, runs)
    notes = result.notes
    if asked.silent:
        notes = join(notes, say("note.silent", asked.rules, ships=dict(asked.silent)))
    return msgspec.structs.replace(result, notes=notes, elapsed_ms=1000 * (time.perf_counter() - begin))


def _answer(asked: Question, budget: int, seconds: float, runs: int) -> Odds:
    needs_chances = asked.retreat.name in ("below", "optimal")
    most = budget * PATIENCE if needs_chances else budget
    reason = not_solvable(asked, most)
    if asked.chooses and (reason or positions(asked) > CHOICE_BUDGET):
        return _best_fixed(asked, budget, seconds, runs, reason)
    if not reason:
        try:
            return solver.judge(figures_of(asked.rules), asked, most)
        except TooManyStates as too_many:
            reason = too_many.texts
            if asked.chooses:
                return _best_fixed(asked, budget, seconds, runs, reason)
    from sandtable.odds.simulation import simulate

    return simulate(asked, runs, seconds=seconds, notes=say("note.simulated", reason=reason))


def not_solvable(asked: Question, budget: int = BUDGET) -> Texts:
    """Why the exact method cannot be used ({} if it can)."""
    figures = figures_of(asked.rules)
    if seafight.is_one(figures, asked):
        return {}  # it says so itself if it is too large
    strange = [step for step in figures.steps[asked.where] if step not in KNOWN_STEPS]
    if strange:
        return say("reason.step", step=strange[0])
    mine, theirs = [f for f, _ in (*asked.attack, *asked.bombard)], [f for f, _ in asked.defend]
    if not figures.each_for_itself(asked.where, mine, theirs, asked.tech):
        return say("reason.company")
    try:
        attackers, defenders = sides(figures, asked)
    except TooManyStates as too_many:
        return too_many.texts
    a, d = len(attackers.states), len(defenders.states)
    if a * a * d * d > budget or a * d * (a + d) > MEMORY:
        return say("reason.too_large")
    return {}


def _best_fixed(asked: Question, budget: int, seconds: float, runs: int, reason: Texts) -> Odds:
    """Where a free choice of losses is too much to look at: the best of the fixed orders, and a note about it."""

    def ask(mine: LossPolicy, theirs: LossPolicy, most: float) -> Odds:
        fixed = msgspec.structs.replace(asked, attack_losses=mine, defend_losses=theirs)
        return _answer(fixed, budget, most, runs)

    def worth(odds: Odds) -> float:
        if asked.goal == "value":
            return odds.defender_loss - odds.attacker_loss
        return odds.take if asked.goal == "take" else odds.win

    mine = FIXED if asked.attack_losses.name == "optimal" else (asked.attack_losses,)
    theirs = FIXED if asked.defend_losses.name == "optimal" else (asked.defend_losses,)
    each = seconds / (len(mine) * len(theirs))
    replies = [min(((worth(odds), odds, d) for d in theirs for odds in [ask(a, d, each)]), key=_first) for a in mine]
    at = max(range(len(mine)), key=lambda n: replies[n][0])
    _, odds, chosen = replies[at]
    if odds.method == "simulated":
        odds = ask(mine[at], chosen, seconds)  # the short looks only found out which
    named = [
        say(f"note.order_{side}", policy=f"{policy.name}{' keep-land' if policy.keep_land else ''}")
        for side, policy, wanted in (
            ("attack", mine[at], asked.attack_losses),
            ("defence", chosen, asked.defend_losses),
        )
        if wanted.name == "optimal"
    ]
    if positions(asked) > CHOICE_BUDGET:
        reason = say("reason.positions", number=grouped(positions(asked)), most=grouped(CHOICE_BUDGET))
    note = say("note.not_optimal", reason=reason, orders=join(*named, by=", "))
    return msgspec.structs.replace(odds, notes=join(note, odds.notes))


def _first(entry: tuple[float, Odds, LossPolicy]) -> float:
    return entry[0]


_answers: dict[Any, Odds] = {}


def battles(questions: Iterable[Question]) -> list[Odds]:
    """Many battles at once; equal questions are answered once and remembered."""
    found = []
    for asked in questions:
        key = _key(asked)
        known = _answers.get(key)
        if known is None:
            if len(_answers) >= 100_000:
                _answers.clear()
            known = _answers[key] = answer(asked)
        found.append(known)
    return found


def _key(asked: Question) -> tuple[Any, ...]:
    return (
        asked.rules,
        asked.where,
        tuple((f.power, f.kind, f.hits, n) for f, n in asked.attack),
        tuple((f.kind, n) for f, n in asked.bombard),
        asked.silent,
        tuple((f.power, f.kind, f.hits, n) for f, n in asked.defend),
        tuple(asked.tech.items()),
        asked.gun,
        asked.landing,
        asked.overland,
        asked.way_back,
        asked.attack_losses,
        asked.defend_losses,
        asked.retreat,
        asked.goal,
        asked.attack_subs_leave,
        asked.defend_subs_leave,
        asked.survivors,
        asked.by_round,
    )


def _figures(rules: Retreats, side: str, where: str, forces: Sequence[Force]) -> tuple[tuple[Figure, int], ...]:
    figures = figures_of(rules)
    found = []
    for force in forces:
        for kind, number in force.units.items():
            if kind in rules.guns:
                continue
            figure = figures.figure(side, where, force.power, kind, force.tech)
            hurt = force.damaged.get(kind, 0) if where == "sea" else 0  # on land ships only bombard
            if number > hurt:
                found.append((figure, number - hurt))
            if hurt:
                found.append((figures.damaged(figure), hurt))
    return tuple(found)


def _losses(rules: Retreats, losses: Losses) -> LossPolicy:
    if isinstance(losses, str):
        return LossPolicy.parse(losses, rules.types.find)
    for kind in losses.order:
        rules.types[kind]  # raises for a kind that does not exist
    return losses
