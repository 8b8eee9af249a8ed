"""A battle made ready for the arithmetic: the states of both sides and the chances of every volley."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec
import numpy as np

from sandtable.odds import chain
from sandtable.odds.chain import Bools, Floats, Ints
from sandtable.odds.figures import Figure, Figures
from sandtable.odds.losses import LossPolicy, Side, side_of
from sandtable.odds.retreats import RetreatPolicy
from sandtable.odds.volleys import hit_rows, own_dice
from sandtable.warfare.retreat import Retreats
from sandtable.warfare.state import Battle, WarState

KNOWN_STEPS = frozenset(
    {
        "choose_bombardment",
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

Arrival = tuple[str, bool]
"""A kind of attacker, and whether it was landed."""


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A battle to be judged."""

    rules: Retreats
    where: str
    attack: tuple[tuple[Figure, int], ...]
    bombard: tuple[tuple[Figure, int], ...]
    silent: tuple[tuple[str, int], ...]
    """Ships that were named but may not bombard, per kind."""
    defend: tuple[tuple[Figure, int], ...]
    tech: dict[str, tuple[str, ...]]
    gun: bool
    landing: bool
    overland: tuple[tuple[str, int], ...]
    """Land units that came to a landing overland, per kind; landed ones of the same kind are lost before them."""
    way_back: bool
    """Whether units that attacked overland (they may have fallen) have left a way back; always at sea."""
    attack_losses: LossPolicy
    defend_losses: LossPolicy
    retreat: RetreatPolicy
    goal: str
    attack_subs_leave: bool
    defend_subs_leave: bool
    survivors: bool
    by_round: bool
    leaving: frozenset[Arrival] = frozenset()
    """Kinds (not landed) that can come to break off a landing while others fight on; none if all leave, or nobody."""

    @property
    def in_part(self) -> bool:
        """Whether some of the attackers stay and fight on when the others break off."""
        return bool(self.leaving)

    @property
    def attacker(self) -> str:
        """The attacking power."""
        return self.attack[0][0].power

    @property
    def chooses(self) -> bool:
        """Whether a side chooses its losses freely."""
        return "optimal" in (self.attack_losses.name, self.defend_losses.name)

    @property
    def fights_on(self) -> bool:
        """Whether the attacker never breaks off: nobody wins, or takes land, by running away."""
        return self.retreat.name == "never" or (self.retreat.name == "optimal" and self.goal != "value")


class Fight:
    """Both sides' states and the chances of every volley."""

    def __init__(self, figures: Figures, question: Question) -> None:
        self.question = question
        self.rules = question.rules
        self.figures = figures
        self.steps = figures.steps[question.where]
        self.attackers, self.defenders = sides(figures, question)
        self.has_first = "first_shot" in self.steps and any("first_shot" in f.shots for f, _ in question.attack)
        self.going: Bools = self.defenders.alive[:, None] & self.attackers.alive
        self.left: Floats | None = None
        """Chances that the attackers ended the battle by withdrawing, per pair."""

    def take_all_states(self) -> None:
        """Look at everything both sides can have left, for free choice of losses."""
        self.attackers, self.defenders = self.attackers.with_all_states(), self.defenders.with_all_states()
        self.going = self.defenders.alive[:, None] & self.attackers.alive

    def load(self) -> None:
        """Work out the chances of the volleys, for losses in a fixed order."""
        self.attack = self._volley(self.attackers, self.defenders, "attack")
        self.first = self._volley(self.attackers, self.defenders, "first_shot") if self.has_first else self.attack
        self.defend = self._volley(self.defenders, self.attackers, "defence")

    def line(self) -> tuple[Floats, Floats] | None:
        """The chances of hits of both sides, if no more is needed to solve the battle."""
        if self.has_first or not (self.attackers.in_line and self.defenders.in_line):
            return None
        mine, theirs = self.batches(self.attackers, "attack"), self.batches(self.defenders, "defence")
        if len(mine) != 1 or len(theirs) != 1:
            return None
        attack = self.hit_rows(self.attackers, "attack", mine[0][1], len(self.defenders.states) - 1)
        defend = self.hit_rows(self.defenders, "defence", theirs[0][1], len(self.attackers.states) - 1)
        return attack, defend

    # Volleys

    def _volley(self, shooters: Side, targets: Side, stage: str) -> Floats:
        """The chances of one side's fire in a stage, batch by batch in the order of the rules."""
        kernel: Floats | None = None
        for target, members in self.batches(shooters, stage):
            table = targets.tables[target]
            hits = self.hit_rows(shooters, stage, members, table.shape[1] - 1)
            kernel = chain.one_volley(hits, table) if kernel is None else chain.add_volley(kernel, hits, table)
        if kernel is None:
            many = len(targets.states)
            kernel = np.broadcast_to(np.eye(many), (len(shooters.states), many, many)).copy()
        return kernel

    def batches(self, shooters: Side, stage: str, merge: bool = True) -> list[tuple[str, tuple[int, ...]]]:
        """Groups of slots that fire together; neighbours with the same targets are taken together.

        That changes nothing: with a fixed order of losses it does not matter whether hits are assigned after
        every column or all at once.
        """
        firing = [at for at, slot in enumerate(shooters.slots) if stage in slot.figure.shots and not slot.away]
        if not firing:
            return []
        alone = own_dice(self.rules)
        kinds = tuple({(f.power, f.kind): f for f in (shooters.slots[at].figure for at in firing)}.values())
        if merge and not alone and len({figure.shots[stage].target for figure in kinds}) == 1:
            return [(kinds[0].shots[stage].target, tuple(firing))]
        groups: list[tuple[str, tuple[int, ...]]] = []
        side = "defence" if stage == "defence" else "attack"
        for batch in self.figures.batches(side, self.question.where, stage, kinds, self.question.tech):
            for target, numbers in batch:
                members = tuple(
                    at for at in firing if any(shooters.slots[at].figure.shots is kinds[n].shots for n in numbers)
                )
                if merge and groups and groups[-1][0] == target and not alone:
                    groups[-1] = (target, groups[-1][1] + members)
                else:
                    groups.append((target, members))
        return groups

    def hit_rows(self, shooters: Side, stage: str, members: tuple[int, ...], most: int) -> Floats:
        """Chances of hits per state of the shooters; hits beyond what can be taken count as the last column."""
        rows = shooters.hit_rows.get((stage, members))
        if rows is None:
            shots = [shooters.slots[at].figure.shots[stage] for at in members]
            rows = shooters.hit_rows[stage, members] = hit_rows(self.rules, shooters, stage, members, shots)
        if rows.shape[1] > most + 1:
            key = (stage, members, most)
            cut = shooters.hit_rows.get(key)
            if cut is None:
                cut = rows[:, : most + 1].copy()
                cut[:, most] = rows[:, most:].sum(axis=1)
                shooters.hit_rows[key] = cut
            return cut
        return rows

    # The battle

    def opening(self) -> Floats:
        """The distribution before the first round: AA fire has taken its toll."""
        x = np.zeros(self.going.shape)
        start = self.attackers.index[self.attackers.start]
        home = self.defenders.index[self.defenders.start]
        x[home, start] = 1.0
        for target, chances in self.gun_fire():
            before, x = x, np.zeros_like(x)
            table = self.attackers.tables[target]
            for i in np.nonzero(before[home])[0]:
                for number, chance in enumerate(chances):
                    x[home, table[i, number]] += before[home, i] * chance
        return x

    def gun_fire(self) -> list[tuple[str, list[float]]]:
        """What the gun fires at, group after group, and the chances of bringing down 0, 1, 2 … of each."""
        if not self.question.gun or "anti_air_fire" not in self.steps:
            return []
        return [
            (target, self.rules.anti_air_chances(number)) for target, number in gun_targets(self.figures, self.question)
        ]

    def shelling(self) -> list[float]:
        """Chances of 0, 1, 2 … hits by bombardment in the first round."""
        if "bombardment" not in self.steps or not self.question.bombard:
            return [1.0]
        shots = [(figure.shots["bombardment"], number) for figure, number in self.question.bombard]
        return self.rules.hit_chances([shot.value for shot, n in shots for _ in range(n * shot.dice)])

    @property
    def shelling_target(self) -> str:
        """What a bombardment can hit."""
        return next((f.shots["bombardment"].target for f, _ in self.question.bombard), "any")

    def first_round(self, x: Floats) -> Floats:
        """One round, with bombardment if there is any."""
        attack = self.attack
        chances = self.shelling()
        if len(chances) > 1:
            table = self.defenders.tables[self.shelling_target]
            most = table.shape[1] - 1
            shelled = np.zeros((len(self.defenders.states),) * 2)
            for hits, chance in enumerate(chances):
                for j in range(len(self.defenders.states)):
                    shelled[j, table[j, min(hits, most)]] += chance
            attack = np.einsum("jk,ikl->ijl", shelled, self.attack)
        return chain.play_round(x, self.first, attack, self.defend, self.has_first, self.going)

    def withdraw(self, x: Floats) -> Floats:
        """Submarines that leave after a round, the attacker's first."""
        if self.question.in_part or not (self.attackers.leaving or self.defenders.leaving):
            return x
        if self.left is None:
            self.left = np.zeros_like(x)
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

    def break_off(self, x: Floats, stop: Bools) -> Floats:
        """Where only some of the attackers can leave: the others fight on."""
        if not self.question.in_part:
            return x
        if self.left is None:
            self.left = np.zeros_like(x)
        after = x.copy()
        for j, i in zip(*np.nonzero(stop & (x > 0.0)), strict=True):
            i2 = self.attackers.leave[i]
            (after if self.going[j, i2] else self.left)[j, i2] += x[j, i]
            after[j, i] -= x[j, i]
        return after

    @property
    def fewer(self) -> Ints:
        """For every state of the attackers who break off in part, the state in which the others fight on (else −1)."""
        off = self.attackers.leave
        stay: Ints = np.where(self.attackers.alive[off] & self.question.in_part, off, -1)
        return stay

    def may_leave(self) -> Bools:
        """Where the attacker may break off, as the rules tell."""
        attackers, going = self.attackers, self.going
        if "decide_retreat" not in self.steps:
            return np.zeros_like(going)
        if self.question.way_back and not self.question.landing:
            return going
        known: dict[frozenset[Arrival], bool] = {}
        allowed = np.zeros(len(attackers.states), dtype=np.bool_)
        listed = told_apart(self.question)
        came = [(slot.figure.kind, listed[slot.entry][2]) for slot in attackers.slots]
        here = [at for at, slot in enumerate(attackers.slots) if not slot.away]
        for number, state in enumerate(attackers.states):
            there = frozenset(came[at] for at in here if state[at])
            if there not in known:
                known[there] = bool(who_may_leave(self.figures, self.question, there))
            allowed[number] = known[there]
        return going & allowed[None, :]


def arrivals(question: Question) -> list[tuple[Figure, int, bool]]:
    """The attackers of a landing: landed ones apart from those of the same kind that came overland."""
    overland = dict(question.overland)
    listed = []
    for figure, number in question.attack:
        others = overland.get(figure.kind, 0) if figure.holds_land else number
        listed += [(figure, n, landed) for n, landed in ((number - others, True), (others, False)) if n]
    return listed


def told_apart(question: Question) -> list[tuple[Figure, int, bool]]:
    """The attackers as the exact method tells them apart: by how they came only where some leave before others."""
    if question.in_part:
        return arrivals(question)
    return [(figure, number, question.landing and figure.holds_land) for figure, number in question.attack]


def who_may_leave(figures: Figures, question: Question, there: Collection[Arrival]) -> frozenset[Arrival]:
    """Those of some attackers that leave when the attacker breaks off a battle on land, as the rules tell."""
    rules, power = question.rules, question.attacker
    behind = rules.board.land_borders[figures.land][:1] if question.way_back else ()
    war = WarState(power=power, units={}, owner=dict.fromkeys(behind, power), money={})
    units = {war.add(kind, power, figures.land).id: (kind, landed) for kind, landed in sorted(there)}
    battle = Battle(
        figures.land,
        "land",
        attackers=tuple(units),
        landed=(
            *(("one that fell",) if question.landing else ()),
            *(ident for ident, (_, landed) in units.items() if landed),
        ),
        entered_from=tuple(behind),
    )
    if not rules.retreat_spaces(war, battle):
        return frozenset()
    return frozenset(units[ident] for ident in rules.who_breaks_off(battle))


def sides(figures: Figures, question: Question) -> tuple[Side, Side]:
    """The two sides of a battle. Raises `TooManyStates`."""
    steps = figures.steps[question.where]
    at_defence = {shot.target for f, _ in (*question.attack, *question.bombard) for shot in f.shots.values()}
    at_attack = {shot.target for f, _ in question.defend for shot in f.shots.values()}
    if question.gun:
        at_attack |= {target for target, _ in gun_targets(figures, question)}
    dive_a = question.attack_subs_leave and "attacking_submarines_withdraw" in steps
    dive_d = question.defend_subs_leave and "defending_submarines_withdraw" in steps
    return line_up(question, at_attack, at_defence, sharing(figures, question), dive_a, dive_d)


def line_up(
    question: Question,
    at_attack: Collection[str],
    at_defence: Collection[str],
    sharing: str,
    dive_a: bool,
    dive_d: bool,
) -> tuple[Side, Side]:
    """Both sides, given the sorts of hits they may have to take and whether their submarines leave."""
    listed, off = told_apart(question), NOBODY
    forces = tuple((figure, number) for figure, number, _ in listed)
    if question.in_part:
        off = frozenset(at for at, (f, _, landed) in enumerate(listed) if (f.kind, landed) in question.leaving)
    elif dive_a:
        off = _submarines(question, forces)
    off_d = _submarines(question, question.defend) if dive_d else NOBODY
    attackers = side_of(forces, question.attack_losses, frozenset(at_attack), leaving=off)
    defenders = side_of(question.defend, question.defend_losses, frozenset(at_defence), sharing, off_d)
    return attackers, defenders


NOBODY: frozenset[int] = frozenset()


def _submarines(question: Question, forces: Sequence[tuple[Figure, int]]) -> frozenset[int]:
    """Which entries of some forces are submarines."""
    return frozenset(at for at, (figure, _) in enumerate(forces) if figure.kind in question.rules.submarines)


def gun_targets(figures: Figures, question: Question) -> list[tuple[str, int]]:
    """What a gun fires at, as the rules tell: the sort of its hits and the number of aircraft, group after group."""
    aircraft = [(f.power, f.kind) for f, number in question.attack if f.aircraft for _ in range(number)]
    _, units = figures.stand("land", aircraft)
    return [(target, len(group)) for target, group in question.rules.gun_volleys(units)]


def sharing(figures: Figures, question: Question) -> str:
    """Who decides which nation takes a hit, as the rules tell: the "attacker", the "defenders", or all "together"."""
    owner = question.defend[0][0].power
    if all(figure.power == owner for figure, _ in question.defend):
        return "attacker"
    space = figures.sea if question.where == "sea" else figures.land
    state = WarState(power=question.attacker, units={}, owner={figures.land: owner}, money={})
    units = [state.add(figure.kind, figure.power, space) for figure, _ in question.defend]
    battle = Battle(space, question.where, defenders=tuple(unit.id for unit in units))
    sharer = question.rules.hit_sharer(state, battle)
    if not sharer:
        return "together"
    return "attacker" if sharer == state.power else "defenders"
