"""The same question played by the engine itself, many times: the fallback for battles too large to solve.

A battle is staged as a real position of the game and fought with the engine's own steps, dice and standing orders.
The tests hold the exact method against this.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterable

from sandtable.core.dice import DiceSource, SeededDice
from sandtable.core.game import Game
from sandtable.core.lexicon import Texts
from sandtable.core.record import Header
from sandtable.core.values import Action, Decision, Event, Task
from sandtable.odds.ask import RUNS, SECONDS
from sandtable.odds.fight import Question, arrivals
from sandtable.odds.figures import Figure
from sandtable.odds.losses import LossPolicy
from sandtable.odds.prospects import Prospects
from sandtable.odds.result import Odds, RoundOdds, Survivors
from sandtable.odds.speech import Unanswerable, join
from sandtable.warfare.actions import AssignHits, FightOn, Retreat, Shell, Submerge, Withdraw
from sandtable.warfare.battle import BattleRound
from sandtable.warfare.events import BattleEnded, UnitsLost
from sandtable.warfare.events import BattleRound as RoundBegan
from sandtable.warfare.policies import LossOrder
from sandtable.warfare.state import Battle, Unit, WarState

Kinds = tuple[tuple[str, int], ...]

OUTCOMES = {"won": "win", "lost": "lose", "both_lost": "both", "retreat": "retreat"}
"""How the engine names what can become of a battle, and how the odds do; anything else is a stalemate."""

LEAST = 10
"""How many it fights in any case (fewer where less time is given)."""


def stage(asked: Question, dice: DiceSource) -> Game[WarState]:
    """The battle as a game of its own, before its first round."""
    rules = asked.rules
    attacker = asked.attacker
    state = WarState(power=attacker, phase="combat", units={}, owner={}, money=dict.fromkeys(rules.powers, 0))
    state.tech = {power: owned for power, owned in asked.tech.items() if owned}
    space, behind, coast = _scene(asked)
    owner = asked.defend[0][0].power
    for land in rules.board.land:
        state.owner[land] = attacker if land == behind else owner
    attackers, ashore = [], []
    for figure, number, from_sea in arrivals(asked) if asked.landing else [(f, n, False) for f, n in asked.attack]:
        origin = coast if from_sea else behind
        for _ in range(number):
            unit = state.add(figure.kind, attacker, space, done=True, airborne=figure.aircraft, origin=origin)
            state.change(unit.id, damage=_damage(asked, figure))
            attackers.append(unit)
            ashore += [unit.id] if from_sea else []
    bombarding = [state.add(f.kind, attacker, coast, done=True) for f, number in asked.bombard for _ in range(number)]
    defenders = [
        state.add(f.kind, f.power, space, damage=_damage(asked, f)) for f, number in asked.defend for _ in range(number)
    ]
    if asked.gun:
        state.add(sorted(rules.guns)[0], owner, space)
    state.battle = Battle(
        space,
        asked.where,
        attackers=tuple(unit.id for unit in attackers),
        defenders=tuple(unit.id for unit in defenders),
        entered_from=(behind,) if asked.way_back else (),
        landed=tuple(ashore) or (("one that fell",) if asked.landing else ()),
        bombarding=tuple(unit.id for unit in bombarding),
    )
    state.agenda = (Task(BattleRound.name),)
    return Game.begin(rules, state, dice, Header(game=rules.game))


def _damage(asked: Question, figure: Figure) -> int:
    """The hits a unit has survived."""
    return asked.rules.hits_to_sink(figure.kind) - figure.hits


def _scene(asked: Question) -> tuple[str, str, str]:
    """A space for the battle, one from which the attackers came, and a zone from which others landed."""
    board = asked.rules.board
    if asked.where == "sea":
        space = next(zone for zone in board.sea if board.sea_borders[zone])
        return space, board.sea_borders[space][0], ""
    space = next(land for land in board.land if board.sea_borders[land] and board.land_borders[land])
    return space, board.land_borders[space][0], board.sea_borders[space][0]


def fight(asked: Question, seed: int | str, prospects: Prospects | None = None) -> Game[WarState]:
    """Fight the battle to its end with the question's policies."""
    game = stage(asked, SeededDice(seed))
    prospects = prospects or Prospects(asked)
    while game.decision is not None:
        game.apply(_answer(asked, game, game.decision, prospects))
    return game


def _answer(asked: Question, game: Game[WarState], decision: Decision, prospects: Prospects) -> Action:
    state = game.state
    attacking = decision.power == state.power
    menu = game.legal(decision)
    answer: Action | None
    if decision.kind == "choose_casualties":
        policy = asked.attack_losses if attacking else asked.defend_losses
        answer = loss_order(asked, policy, attacking).answer(game.rules, state, decision, menu)
    elif decision.kind == "withdraw":
        leave = asked.attack_subs_leave if attacking else asked.defend_subs_leave
        answer = _withdraw(state, decision) if leave else Withdraw({})
    elif decision.kind == "submarines":
        leave = asked.attack_subs_leave if attacking else asked.defend_subs_leave
        answer = Submerge(tuple(decision.about["submarines"]) if leave else ())
    elif decision.kind == "bombardment":
        answer = Shell(tuple(ship for ships in decision.about["ships"].values() for ship in ships))
    elif decision.kind == "assign_hits":
        answer = _share(asked, game, decision)
    elif "fight_on" not in decision.accepts:
        answer = next(iter(menu))  # a decision of a rule set that questions cannot speak about: the first choice
    else:
        stop = prospects.breaks_off(state, decision)
        answer = Retreat(decision.about["spaces"][0]) if stop else FightOn()
    assert answer is not None
    return answer


def _withdraw(state: WarState, decision: Decision) -> Withdraw:
    """All submarines leave, those of the defence without blocking the attackers' way back."""
    way_back = state.battle.entered_from if state.battle is not None and decision.power != state.power else ()
    zones = decision.about["submarines"]
    return Withdraw({sub: min(there, key=lambda zone: zone in way_back) for sub, there in zones.items()})


def loss_order(asked: Question, policy: LossPolicy, attacking: bool) -> LossOrder:
    """The engine's standing order for a loss policy."""
    figures: list[Figure] = [figure for figure, _ in (asked.attack if attacking else asked.defend)]
    ranked = sorted(figures, key=policy.rank)
    return LossOrder(tuple(dict.fromkeys(figure.kind for figure in ranked)), policy.keep_land)


def _share(asked: Question, game: Game[WarState], decision: Decision) -> AssignHits:
    """Hits among nations, one by one: where they cost most if the attacker shares them, else least."""
    state = game.state
    battle = state.battle
    assert battle is not None
    order = loss_order(asked, asked.defend_losses, attacking=False).order
    target = decision.about["target"]
    standing = [state.units[i] for i in battle.defenders if i not in battle.behind_line]
    # What each hit would cost, in the order in which the nation takes them: damage first, then losses.
    prices: dict[str, list[int]] = {}
    able = sorted((unit for unit in standing if asked.rules.can_take(unit, target)), key=lambda u: order.index(u.kind))
    for unit in _with_last_holder_last(asked, able):
        room = asked.rules.hits_to_sink(unit.kind) - unit.damage
        prices.setdefault(unit.power, [])[:0] = [0] * (room - 1)
        prices[unit.power].append(asked.rules.types[unit.kind].cost)
    sign = -1 if decision.power == state.power else 1
    nations = list(dict.fromkeys(figure.power for figure, _ in asked.defend))
    shares: Counter[str] = Counter()
    for _ in range(decision.about["hits"]):
        chosen = min((p for p in prices if prices[p]), key=lambda p: (sign * prices[p][0], nations.index(p)))
        prices[chosen].pop(0)
        shares[chosen] += 1
    return AssignHits(dict(shares))


def _with_last_holder_last(asked: Question, ranked: list[Unit]) -> list[Unit]:
    """The order in which units go if every nation keeps a land unit as long as it can."""
    if not asked.defend_losses.keep_land:
        return ranked
    kept = {unit.power: unit for unit in ranked if unit.kind in asked.rules.holders}
    return sorted(ranked, key=lambda unit: unit is kept.get(unit.power))


class Chronicle:
    """How battles that were fought stood after every round."""

    def __init__(self, asked: Question) -> None:
        self.asked = asked
        self.fought = 0
        self.ended: list[Counter[str]] = []
        """Battles that ended in the first, second … round, by their outcome …"""
        self.lost: list[Counter[bool]] = []
        """… and the value lost in it by the defence (False) and by the attack (True)."""

    def add(self, events: Iterable[Event]) -> None:
        """One more battle."""
        self.fought += 1
        number = 0
        for event in events:
            match event:
                case RoundBegan():
                    number += 1
                    if number > len(self.ended):
                        self.ended.append(Counter())
                        self.lost.append(Counter())
                case UnitsLost(power=power, kinds=kinds):
                    worth = sum(self.asked.rules.types[kind].cost * many for kind, many in kinds.items())
                    self.lost[number - 1][power == self.asked.attacker] += worth
                case BattleEnded(result=result):
                    self.ended[number - 1][OUTCOMES.get(result, "stalemate")] += 1
                    return

    def rounds(self) -> tuple[RoundOdds, ...]:
        """The frequencies, summed up from round to round."""
        left = {
            mine: float(self.fought * sum(figure.cost * number for figure, number in side))
            for mine, side in ((True, self.asked.attack), (False, self.asked.defend))
        }
        ended: Counter[str] = Counter()
        listed = []
        for number, (ends, lost) in enumerate(zip(self.ended, self.lost, strict=True), start=1):
            ended += ends
            left = {mine: value - lost[mine] for mine, value in left.items()}
            share = {name: many / self.fought for name, many in ended.items()}
            listed.append(
                RoundOdds(
                    number,
                    win=share.get("win", 0.0),
                    lose=share.get("lose", 0.0),
                    both=share.get("both", 0.0),
                    retreat=share.get("retreat", 0.0),
                    going=1 - ended.total() / self.fought,
                    attacker_value=left[True] / self.fought,
                    defender_value=left[False] / self.fought,
                    stalemate=share.get("stalemate", 0.0),
                )
            )
        return tuple(listed)


def simulate(
    asked: Question, runs: int = RUNS, seed: int = 1, seconds: float = SECONDS, notes: Texts | None = None
) -> Odds:
    """Fight the battle many times; the answer says how often and how sure it is."""
    if asked.chooses:
        raise Unanswerable("problem.optimal_simulated")
    prospects = Prospects(asked)
    chronicle = Chronicle(asked)
    begin = time.perf_counter()
    ends: Counter[str] = Counter()
    left: Counter[tuple[Kinds, tuple[tuple[str, Kinds], ...]]] = Counter()
    rounds = lost_a = lost_d = taken = 0.0
    fought = 0
    least = max(1, round(LEAST * min(1.0, seconds / SECONDS)))
    while fought < runs and (fought < least or time.perf_counter() - begin < seconds):
        fought += 1
        game = fight(asked, f"{seed}/{fought}", prospects)
        result = next(event.result for event in reversed(game.events) if isinstance(event, BattleEnded))
        ends[OUTCOMES.get(result, "stalemate")] += 1
        if asked.by_round:
            chronicle.add(game.events)
        state = game.state
        power = state.power
        rounds += sum(event.kind == "battle_round" for event in game.events)
        mine = Counter(unit.kind for unit in state.units_of(power) if unit.kind not in asked.rules.guns)
        for figure, number in asked.bombard:
            mine[figure.kind] -= number
        theirs = {
            p: Counter(u.kind for u in state.units_of(p) if u.kind not in asked.rules.guns)
            for p in dict.fromkeys(figure.power for figure, _ in asked.defend)
        }
        cost = asked.rules.types
        lost_a += sum(cost[f.kind].cost * n for f, n in asked.attack) - sum(cost[k].cost * n for k, n in mine.items())
        lost_d += sum(cost[f.kind].cost * n for f, n in asked.defend) - sum(
            cost[k].cost * n for counter in theirs.values() for k, n in counter.items()
        )
        taken += ends_in_capture(asked, result, mine)
        left[_frozen(mine), tuple((p, _frozen(c)) for p, c in theirs.items() if c)] += 1
    share = {name: number / fought for name, number in ends.items()}
    return Odds(
        win=share.get("win", 0.0),
        lose=share.get("lose", 0.0),
        both=share.get("both", 0.0),
        stalemate=share.get("stalemate", 0.0),
        retreat=share.get("retreat", 0.0),
        take=taken / fought,
        rounds=rounds / fought,
        attacker_loss=lost_a / fought,
        defender_loss=lost_d / fought,
        method="simulated",
        elapsed_ms=0.0,
        runs=fought,
        error=max(margin(share.get(name, 0.0), fought) for name in OUTCOMES.values()),
        notes=join(notes or {}, prospects.notes()),
        survivors=tuple(
            Survivors(dict(mine), {power: dict(kinds) for power, kinds in theirs}, number / fought)
            for (mine, theirs), number in left.most_common()
        ),
        by_round=chronicle.rounds(),
    )


def margin(chance: float, runs: int) -> float:
    """Half the width of the 95 % confidence interval (Wilson's, which is honest near 0 and 1) of a frequency."""
    z = 1.96
    return z * math.sqrt(chance * (1 - chance) / runs + z * z / (4 * runs * runs)) / (1 + z * z / runs)


def ends_in_capture(asked: Question, result: str, mine: Counter[str]) -> bool:
    """Whether a land unit is left to take the territory."""
    return asked.where == "land" and result == "won" and any(mine[kind] > 0 for kind in asked.rules.holders)


def _frozen(kinds: Counter[str]) -> Kinds:
    return tuple(sorted((+kinds).items()))
