"""From two forces to exact odds: the steps of a battle as the rules list them, turned into chances."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from sandtable.odds import chain, optimal
from sandtable.odds.chain import Bools, Floats, Ints
from sandtable.odds.figures import TARGETS, Figure, Figures
from sandtable.odds.losses import LossPolicy, Side, State, side_of
from sandtable.odds.result import Odds, RoundOdds, Survivors
from sandtable.odds.retreats import RetreatPolicy
from sandtable.warfare.antiair import GUN_HITS_ON
from sandtable.warfare.fire import Fire
from sandtable.warfare.retreat import Retreats
from sandtable.warfare.state import Battle, WarState

KNOWN_STEPS = frozenset(
    {
        "anti_air_fire",
        "bombardment",
        "first_shot",
        "attackers_fire",
        "defenders_fire",
        "remove_casualties",
        "attacking_submarines_withdraw",
        "defending_submarines_withdraw",
        "decide_retreat",
    }
)
"""Steps whose meaning the exact method knows; a rule set with others is simulated."""


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A battle to be judged."""

    rules: Retreats
    where: str
    attack: tuple[tuple[Figure, int], ...]
    bombard: tuple[tuple[Figure, int], ...]
    defend: tuple[tuple[Figure, int], ...]
    tech: dict[str, tuple[str, ...]]
    gun: bool
    landing: bool
    attack_losses: LossPolicy
    defend_losses: LossPolicy
    retreat: RetreatPolicy
    goal: str
    attack_subs_leave: bool
    defend_subs_leave: bool
    survivors: bool
    by_round: bool


class Fight:
    """Both sides' states and the chances of every volley."""

    def __init__(self, figures: Figures, question: Question) -> None:
        self.question = question
        self.rules = question.rules
        self.figures = figures
        steps = self.rules.sea_battle() if question.where == "sea" else self.rules.land_battle()
        self.steps = [step.name for step in steps]
        shots_at_defence = {
            shot.target for figure, _ in (*question.attack, *question.bombard) for shot in figure.shots.values()
        }
        shots_at_attack = {shot.target for figure, _ in question.defend for shot in figure.shots.values()}
        if question.gun:
            shots_at_attack.add("aircraft")
        self.attackers = side_of(
            "attack",
            question.attack,
            question.attack_losses,
            frozenset(shots_at_attack),
            leaving=question.attack_subs_leave,
        )
        self.defenders = side_of(
            "defence",
            question.defend,
            question.defend_losses,
            frozenset(shots_at_defence),
            attacker_shares=self._attacker_shares(),
            leaving=question.defend_subs_leave,
        )
        self.has_first = "first_shot" in self.steps and any("first_shot" in f.shots for f, _ in question.attack)
        self.attack = self._volley(self.attackers, self.defenders, "attack")
        self.first = self._volley(self.attackers, self.defenders, "first_shot") if self.has_first else self.attack
        self.defend = self._volley(self.defenders, self.attackers, "defence")
        self.going: Bools = self.defenders.alive[:, None] & self.attackers.alive[None, :]
        self.left = np.zeros(self.going.shape)
        """Chances that the attackers ended the battle by withdrawing, per pair."""

    def _attacker_shares(self) -> bool:
        """Whether the attacker decides which nation takes a hit, as the rules tell."""
        nations = list(dict.fromkeys(figure.power for figure, _ in self.question.defend))
        if len(nations) < 2:
            return True
        rules, figures = self.rules, self.figures
        space = figures.sea if self.question.where == "sea" else figures.land
        state = WarState(power=self._attacking_power(), units={}, owner=dict(rules.board.first_owners), money={})
        units = [state.add(figure.kind, figure.power, space) for figure, _ in self.question.defend]
        battle = Battle(space, self.question.where, defenders=tuple(unit.id for unit in units))
        return rules.hit_sharer(state, battle) == state.power

    def _attacking_power(self) -> str:
        return self.question.attack[0][0].power if self.question.attack else self.rules.powers[0]

    # Volleys

    def _volley(self, shooters: Side, targets: Side, stage: str, states: Sequence[int] | None = None) -> Floats:
        """The chances of one side's fire in a stage, batch by batch in the order of the rules."""
        kernel: Floats | None = None
        for target, members in self.batches(shooters, stage):
            hits = self.hit_rows(shooters, stage, members, targets.tables[target].shape[1] - 1)
            if kernel is None:
                kernel = chain.one_volley(hits, targets.tables[target])
            else:
                kernel = chain.add_volley(kernel, hits, targets.tables[target])
        if kernel is None:
            many = len(targets.states)
            kernel = np.broadcast_to(np.eye(many), (len(shooters.states), many, many)).copy()
        return kernel

    def batches(self, shooters: Side, stage: str, merge: bool = True) -> list[tuple[str, list[int]]]:
        """Groups of slots that fire together; neighbours with the same targets are taken together.

        That changes nothing: with a fixed order of losses it does not matter whether hits are assigned after
        every column or all at once.
        """
        firing = [at for at, slot in enumerate(shooters.slots) if stage in slot.figure.shots and not slot.away]
        if not firing:
            return []
        own_dice = type(self.rules).hit_chances is not Fire.hit_chances
        by_kind = {(f.power, f.kind): f for f in (shooters.slots[at].figure for at in firing)}
        kinds = tuple(by_kind.values())
        groups: list[tuple[str, list[int]]] = []
        side = "defence" if stage == "defence" else "attack"
        for batch in self.figures.batches(side, self.question.where, stage, kinds, self.question.tech):
            for target, numbers in batch:
                members = [at for at in firing if any(shooters.slots[at].figure is kinds[number] for number in numbers)]
                if merge and groups and groups[-1][0] == target and not own_dice:
                    groups[-1][1].extend(members)
                else:
                    groups.append((target, members))
        return groups

    def hit_rows(self, shooters: Side, stage: str, members: list[int], most: int) -> Floats:
        """Chances of hits per state of the shooters; hits beyond what can be taken count as the last column."""
        shots = [shooters.slots[at].figure.shots[stage] for at in members]
        counts = np.ascontiguousarray(shooters.counts[:, members])
        dice = np.array([shot.dice for shot in shots], dtype=np.int64)
        if type(self.rules).hit_chances is Fire.hit_chances:
            chances = np.array([min(1.0, shot.value / self.rules.die_sides) for shot in shots])
            rows = chain.hit_chances(counts, chances, dice, int((counts * dice).sum(axis=1).max(initial=0)))
        else:
            listed = []
            for row in counts:
                values = [s.value for s, n in zip(shots, row, strict=True) for _ in range(int(n) * s.dice)]
                listed.append(self.rules.hit_chances(values))
            rows = np.zeros((len(listed), max(len(row) for row in listed)))
            for at, row_chances in enumerate(listed):
                rows[at, : len(row_chances)] = row_chances
        if rows.shape[1] > most + 1:
            rows[:, most] = rows[:, most:].sum(axis=1)
            rows = np.ascontiguousarray(rows[:, : most + 1])
        return rows

    # The battle

    def opening(self) -> Floats:
        """The distribution before the first round: AA fire has taken its toll."""
        x = np.zeros((len(self.defenders.states), len(self.attackers.states)))
        start = self.attackers.index[self.attackers.start]
        home = self.defenders.index[self.defenders.start]
        for number, chance in enumerate(self.shot_down()):
            x[home, self.attackers.tables["aircraft"][start, number] if number else start] += chance
        return x

    def shot_down(self) -> list[float]:
        """Chances that the gun brings down 0, 1, 2 … aircraft."""
        aircraft = sum(number for figure, number in self.question.attack if figure.aircraft)
        if not self.question.gun or "anti_air_fire" not in self.steps:
            return [1.0]
        return Fire.hit_chances(self.rules, [GUN_HITS_ON] * aircraft)

    def shelling(self) -> list[float]:
        """Chances of 0, 1, 2 … hits by bombardment in the first round."""
        if "bombardment" not in self.steps:
            return [1.0]
        shots = [(figure.shots["bombardment"], number) for figure, number in self.question.bombard]
        return self.rules.hit_chances([shot.value for shot, n in shots for _ in range(n * shot.dice)])

    def first_round(self, x: Floats) -> Floats:
        """One round, with bombardment if there is any."""
        attack = self.attack
        chances = self.shelling()
        if len(chances) > 1:
            table = self.defenders.tables["any"]
            most = table.shape[1] - 1
            shelled = np.zeros((len(self.defenders.states),) * 2)
            for hits, chance in enumerate(chances):
                for j in range(len(self.defenders.states)):
                    shelled[j, table[j, min(hits, most)]] += chance
            attack = np.einsum("jk,ikl->ijl", shelled, self.attack)
        return chain.play_round(x, self.first, attack, self.defend, self.has_first, self.going)

    def withdraw(self, x: Floats) -> Floats:
        """Submarines that leave after a round, the attacker's first."""
        if not (self.question.attack_subs_leave or self.question.defend_subs_leave):
            return x
        after = np.zeros_like(x)
        for j, i in zip(*np.nonzero(x), strict=True):
            j2, i2 = j, i
            if self.going[j, i]:
                i2 = self.attackers.leave[i]
                if not self.going[j, i2]:
                    self.left[j, i2] += x[j, i]  # the last attackers were submarines, and all are off
                    continue
                j2 = self.defenders.leave[j]
            after[j2, i2] += x[j, i]
        return after

    def may_leave(self) -> Bools:
        """Where the attacker may break off, as the rules tell."""
        if "decide_retreat" not in self.steps:
            return np.zeros_like(self.going)
        allowed = np.array([self.can_retreat(state) for state in self.attackers.states], dtype=np.bool_)
        return self.going & allowed[None, :]

    def can_retreat(self, state: State) -> bool:
        """Whether attackers in this state may break off."""
        if not self.question.landing:
            return True
        figures, rules = self.figures, self.rules
        power = self._attacking_power()
        war = WarState(power=power, units={}, owner=dict(rules.board.first_owners), money={})
        left = [slot.figure for slot, n in zip(self.attackers.slots, state, strict=True) if n]
        units = [war.add(figure.kind, power, figures.land) for figure in left]
        idents = tuple(unit.id for unit in units)
        return bool(rules.retreat_spaces(war, Battle(figures.land, "land", attackers=idents, landed=idents)))


def judge(figures: Figures, question: Question) -> Odds:
    """The exact odds of a battle (`elapsed_ms` is filled in by the caller)."""
    if "optimal" in (question.attack_losses.name, question.defend_losses.name):
        return judge_with_choice(figures, question)
    fight = Fight(figures, question)
    x = fight.opening()
    stop = np.zeros_like(fight.going)
    rounds = 0.0
    by_round: list[RoundOdds] = []
    policy = question.retreat
    if policy.name in ("below", "optimal"):
        stop = _where_to_stop(fight)
    leaving = question.attack_subs_leave or question.defend_subs_leave
    stepwise = policy.name == "after" or question.by_round or leaving
    special = bool(question.bombard) or stepwise or policy.name != "never"
    if special:
        rounds += float(x[fight.going].sum())
        x = fight.withdraw(fight.first_round(x))
        if question.by_round:
            by_round.append(_round_odds(fight, x, 1))
    if stepwise:
        number = 1
        open_pairs = fight.going & ~stop
        while x[open_pairs].sum() > 1e-12 and not (policy.name == "after" and number >= policy.rounds):
            number += 1
            mass = float(x[open_pairs].sum())
            rounds += mass
            after = chain.play_round(x, fight.first, fight.attack, fight.defend, fight.has_first, open_pairs)
            x = fight.withdraw(after)
            if question.by_round:
                by_round.append(_round_odds(fight, x, number))
            if abs(float(x[open_pairs].sum()) - mass) < 1e-13 and number > 200:
                break
        if policy.name == "after":
            stop = fight.may_leave()
    rounds += chain.solve(x, fight.first, fight.attack, fight.defend, fight.has_first, fight.going & ~stop)
    return _summary(fight, x, stop, rounds, tuple(by_round))


def judge_with_choice(figures: Figures, question: Question) -> Odds:
    """The exact odds where a side chooses its losses as well as possible."""
    fight = Fight(figures, question)
    attackers, defenders = fight.attackers.with_all_states(), fight.defenders.with_all_states()
    attack, attack_targets = _stack(fight, attackers, defenders, "attack")
    defend, defend_targets = _stack(fight, defenders, attackers, "defence")
    first, first_targets = _stack(fight, attackers, defenders, "first_shot")
    most_d = max(attack.shape[2], first.shape[2]) + sum(n for _, n in question.bombard)
    d_starts, d_list = optimal.choices(defenders, TARGETS, most_d, question.defend_losses.name == "optimal")
    a_starts, a_list = optimal.choices(attackers, TARGETS, defend.shape[2], question.attack_losses.name == "optimal")
    going: Bools = defenders.alive[:, None] & attackers.alive[None, :]
    value, leave = optimal.final_rows(attackers, defenders, question.where == "land")
    may_leave = np.zeros_like(going)
    if question.retreat.name == "optimal" and "decide_retreat" in fight.steps:
        may_leave = going & np.array([fight.can_retreat(state) for state in attackers.states])[None, :]
    down = fight.shot_down()
    start = attackers.index[attackers.start]
    home = defenders.index[defenders.start]
    best: dict[int, Floats] = {}

    def worth(i: int) -> Floats:
        if i not in best:
            if not attackers.alive[i]:
                best[i] = value[home, i]
            else:
                best[i] = optimal.optimise(
                    value.copy(), going, leave, may_leave, optimal.goal_weights(question.goal), attack, attack_targets,
                    defend, defend_targets, first[0], fight.has_first, int(first_targets[0]), d_starts, d_list,
                    a_starts, a_list, np.array(fight.shelling()), 0, i, home,
                )  # fmt: skip
        return best[i]

    weights = optimal.goal_weights(question.goal)
    total = np.zeros(len(optimal.CHANNELS))
    for number, chance in enumerate(down):
        begin, end = a_starts[TARGETS.index("aircraft"), start, number : number + 2] if number else (0, 0)
        options = [int(i) for i in a_list[begin:end]] if number else [start]
        total += chance * max((worth(i) for i in options), key=lambda row: float(row @ weights))
    out = dict(zip(optimal.CHANNELS, (float(figure) for figure in total), strict=True))
    return Odds(
        win=out["win"],
        lose=out["lose"],
        both=out["both"],
        stalemate=out["stalemate"],
        retreat=out["retreat"],
        take=out["take"],
        rounds=out["rounds"],
        attacker_loss=float(attackers.value[start]) - out["attackers"],
        defender_loss=float(defenders.value[home]) - out["defenders"],
        method="exact",
        elapsed_ms=0.0,
        note="survivors are not listed where losses are chosen optimally",
    )


def _stack(fight: Fight, shooters: Side, targets: Side, stage: str) -> tuple[Floats, Ints]:
    """Chances of hits per batch, state and number, and the sort of target of each batch."""
    listed = fight.batches(shooters, stage, merge=False)
    rows = [fight.hit_rows(shooters, stage, members, 10_000) for _, members in listed]
    most = max((row.shape[1] for row in rows), default=1)
    stacked = np.zeros((max(1, len(rows)), len(shooters.states), most))
    stacked[:, :, 0] = 1.0
    for at, row in enumerate(rows):
        stacked[at] = 0.0
        stacked[at, :, : row.shape[1]] = row
    sorts = np.array([TARGETS.index(target) for target, _ in listed] or [0], dtype=np.int64)
    return stacked, sorts


def _where_to_stop(fight: Fight) -> Bools:
    question = fight.question
    final = np.zeros_like(fight.going, dtype=np.float64)
    won = (
        ~fight.defenders.alive[:, None]
        & (fight.attackers.holds if question.goal == "take" else fight.attackers.alive)[None, :]
    )
    may_leave = fight.may_leave()
    leave = np.zeros_like(final)
    if question.retreat.name == "optimal" and question.goal == "value":
        # Worth of a pair: what the enemy has lost minus what was lost oneself.
        final = fight.attackers.value[None, :] - fight.defenders.value[:, None]
        leave = final.copy()
    else:
        final[won] = 1.0
        leave = np.full_like(final, question.retreat.chance if question.retreat.name == "below" else 0.0)
    if question.retreat.name == "below":
        none = np.zeros_like(may_leave)
        chain.worth(final, fight.first, fight.attack, fight.defend, fight.has_first, fight.going, leave, none)
        stop: Bools = may_leave & (final < question.retreat.chance)
        return stop
    return chain.worth(final, fight.first, fight.attack, fight.defend, fight.has_first, fight.going, leave, may_leave)


def _shares(fight: Fight, x: Floats, stop: Bools) -> tuple[float, float, float, float, float]:
    """Chances: won, lost, both gone, still standing opposite each other, broken off."""
    a, d = fight.attackers.alive, fight.defenders.alive
    win = float(x[~d][:, a].sum())
    lose = float(x[d][:, ~a].sum())
    both = float(x[~d][:, ~a].sum())
    standing = float(x[fight.going & ~stop].sum())
    return win, lose, both, standing, float(fight.left.sum() + x[fight.going & stop].sum())


def _round_odds(fight: Fight, x: Floats, number: int) -> RoundOdds:
    win, lose, both, standing, _ = _shares(fight, x, np.zeros_like(fight.going))
    value_a = float((x.sum(axis=0) * fight.attackers.value).sum())
    value_d = float((x.sum(axis=1) * fight.defenders.value).sum())
    return RoundOdds(number, win, lose, both, standing, value_a, value_d)


def _summary(fight: Fight, x: Floats, stop: Bools, rounds: float, by_round: tuple[RoundOdds, ...]) -> Odds:
    win, lose, both, stalemate, retreat = _shares(fight, x, stop)
    x = x + fight.left
    attackers, defenders = fight.attackers, fight.defenders
    value_a, value_d = attackers.value, defenders.value
    start_a = value_a[attackers.index[attackers.start]]
    start_d = value_d[defenders.index[defenders.start]]
    taken = float(x[~defenders.alive][:, attackers.holds].sum()) if fight.question.where == "land" else 0.0
    survivors: list[Survivors] = []
    if fight.question.survivors:
        for j, i in zip(*np.nonzero(x > 1e-12), strict=True):
            mine = {kind: n for kinds in attackers.survivors(i).values() for kind, n in kinds.items()}
            survivors.append(Survivors(mine, defenders.survivors(j), float(x[j, i])))
        survivors.sort(key=lambda entry: -entry.chance)
    return Odds(
        win=win,
        lose=lose,
        both=both,
        stalemate=stalemate,
        retreat=retreat,
        take=taken,
        rounds=float(rounds),
        attacker_loss=float(start_a - (x.sum(axis=0) * value_a).sum()),
        defender_loss=float(start_d - (x.sum(axis=1) * value_d).sum()),
        method="exact",
        elapsed_ms=0.0,
        survivors=tuple(survivors),
        by_round=by_round,
    )
