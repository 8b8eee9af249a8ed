"""Where armies had better stand: what the enemy could gain, against steps towards the front.

The march is planned place by place, the most attractive first. Here the result is looked at as a whole: land behind the
front that would be lost, stacks that are stronger than they need to be, stacks that are too weak.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from sandtable.ai.estimate import Counts
from sandtable.ai.situation import Situation, use
from sandtable.ai.threats import Threats
from sandtable.warfare.state import Unit

ROUNDS = 3
"""How often everything is looked at again."""
LEAST = 0.5
"""What a change must gain, in IPC."""
EXPOSED = 3.0
"""What the enemy must be able to gain in a place for help to be called."""
RELIEF = 16
"""How many units are called to a place at most."""


class Regrouping:
    """Improves a plan of who goes where; `goals` and `standing` are changed in place."""

    def __init__(
        self,
        situation: Situation,
        threats: Threats,
        options: dict[str, list[str]],
        goals: dict[str, str],
        standing: dict[str, Counter[str]],
    ) -> None:
        self.situation = situation
        self.threats = threats
        self.units = {ident: situation.state.units[ident] for ident in goals}
        self.options = options
        """Unit → everywhere it could stand."""
        self.goals = goals
        self.standing = standing

    def improve(self) -> None:
        """Look for changes until there are none that gain."""
        for _ in range(ROUNDS):
            self.threats = self._threats_then()
            relieved = self._relieve()
            if not self._shift() and not relieved:
                return

    def _threats_then(self) -> Threats:
        """What the enemy could do once everybody stands where he is to go: gaps open ways for his armour."""
        situation = self.situation
        trial = situation.state.copy()
        for ident, goal in self.goals.items():
            if goal != self.units[ident].space:
                trial.change(ident, space=goal)
        then = Situation(situation.rules, trial, situation.power, situation.tuning)
        then.inherit(situation)
        return Threats(then, self.threats.verdicts)

    # What a place is worth

    def _risk(self, space: str, force: Counts) -> float:
        """What the enemy's gain in a place counts."""
        if not self.threats.threatened(space):
            return 0.0
        return self.situation.tuning.exposure * self.threats.danger(space, +Counter(force)).risk

    def _nearer(self, kind: str, here: str, there: str) -> float:
        """What it is worth for a unit to be in one place and not in another."""
        pull = self.situation.march_pull
        return use(self.situation.rules.types[kind].cost, pull[here], pull[there], self.situation.tuning.decay)

    # Some of a kind somewhere else

    def _shift(self) -> bool:
        """Units that gain most by going somewhere else: one, two, half or all of those who go the same way."""
        moved = False
        groups: defaultdict[tuple[str, str, str, tuple[str, ...]], list[Unit]] = defaultdict(list)
        for ident, unit in self.units.items():
            groups[unit.space, unit.kind, self.goals[ident], tuple(self.options[ident])].append(unit)
        for (_, kind, here, options), units in groups.items():
            sizes = sorted({1, min(2, len(units)), (len(units) + 1) // 2, len(units)})
            ideas = ((there, size) for there in options if there != here for size in sizes)
            gains = {(there, size): self._gain(kind, size, here, there) for there, size in ideas}
            there, size = max(gains, key=lambda idea: gains[idea], default=(here, 0))
            if size and gains[there, size] > LEAST:
                self._send(units[:size], there)
                moved = True
        return moved

    def _gain(self, kind: str, number: int, here: str, there: str) -> float:
        """What it changes if some of a kind go there instead of here."""
        some = Counter({kind: number})
        left, joined = self.standing[here], self.standing[there]
        gain = number * self._nearer(kind, here, there)
        gain += self._risk(here, left) - self._risk(here, left - some)
        return gain + self._risk(there, joined) - self._risk(there, joined + some)

    def _send(self, units: Sequence[Unit], there: str) -> None:
        for unit in units:
            self.standing[self.goals[unit.id]][unit.kind] -= 1
            self.standing[there][unit.kind] += 1
            self.goals[unit.id] = there

    # Several together

    def _relieve(self) -> bool:
        """Places where the enemy could gain much: units from wherever they are least needed, if together they hold."""
        risks = {space: self._risk(space, force) for space, force in self.standing.items()}
        exposed = sorted((space for space in risks if risks[space] > EXPOSED), key=lambda space: -risks[space])
        return any([self._relieve_one(space) for space in exposed])

    def _relieve_one(self, space: str) -> bool:
        able = [unit for ident, unit in self.units.items() if self.goals[ident] != space in self.options[ident]]
        before = self._risk(space, self.standing[space])
        called: list[Unit] = []
        gone: defaultdict[str, Counter[str]] = defaultdict(Counter)
        price = best = 0.0
        enough = 0
        while able and len(called) < RELIEF:
            prices = {
                (self.goals[unit.id], unit.kind): self._price(unit.kind, self.goals[unit.id], space, gone)
                for unit in able
            }
            unit = min(able, key=lambda unit: (self._dearness(unit, prices), unit.n))
            price += prices[self.goals[unit.id], unit.kind]
            able.remove(unit)
            called.append(unit)
            gone[self.goals[unit.id]][unit.kind] += 1
            gain = before - self._risk(space, self.standing[space] + Counter(u.kind for u in called)) - price
            if gain > best:
                best, enough = gain, len(called)
        if best <= LEAST:
            return False
        self._send(called[:enough], space)
        return True

    def _price(self, kind: str, here: str, there: str, gone: dict[str, Counter[str]]) -> float:
        """What it costs to take one more unit of a kind from somewhere."""
        left = self.standing[here] - gone[here]
        return self._risk(here, left - Counter((kind,))) - self._risk(here, left) - self._nearer(kind, here, there)

    def _dearness(self, unit: Unit, prices: dict[tuple[str, str], float]) -> float:
        return prices[self.goals[unit.id], unit.kind] / self.situation.rules.types[unit.kind].cost
