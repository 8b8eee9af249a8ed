"""Losses of a whole firing step chosen together: as many hits as possible take effect, and as few transports sink."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random

import msgspec

from sandtable.core.menu import Menu
from sandtable.core.table import Table
from sandtable.core.values import Action, Decision
from sandtable.warfare.actions import ChooseCasualties
from sandtable.warfare.losses import Losses, TakeHits
from sandtable.warfare.lossmenu import Key, LossMenu, all_the_same
from sandtable.warfare.state import Battle, Hits, WarState


class LossesTogether(Losses):
    """All hits of a step are assigned at the same time."""

    def lost_last(self) -> frozenset[str]:
        return self.types.with_trait("defenceless")

    def hit_sharer(self, state: WarState, battle: Battle) -> str:
        return ""

    def slots(self, state: WarState, battle: Battle, hits: Sequence[Hits]) -> list[str]:
        """Every unit that can take one of the hits, once for each hit it can take."""
        found: Counter[str] = Counter()
        for hit in hits:
            for ident, number in Counter(self.eligible(state, battle, hit)).items():
                found[ident] = max(found[ident], number)
        side = battle.attackers if hits[0].side == "attack" else battle.defenders
        return [ident for ident in side for _ in range(found[ident])]

    def matching(self, state: WarState, hits: Sequence[Hits], slots: Sequence[str]) -> list[str]:
        """A largest choice of slots that hits can be put on, preferring earlier slots."""
        if len({hit.target for hit in hits}) == 1:  # all hits are alike: first come, first served
            takers = [ident for ident in slots if self.can_take(state.units[ident], hits[0].target)]
            return takers[: sum(hit.count for hit in hits)]
        balls = [hit.target for hit in hits for _ in range(hit.count)]
        taken: list[int] = [-1] * len(balls)

        def seat(slot: int, seen: set[int]) -> bool:
            unit = state.units[slots[slot]]
            for ball, target in enumerate(balls):
                if ball in seen or not self.can_take(unit, target):
                    continue
                seen.add(ball)
                if taken[ball] < 0 or seat(taken[ball], seen):
                    taken[ball] = slot
                    return True
            return False

        for slot in range(len(slots)):
            if len(balls) == sum(t >= 0 for t in taken):
                break
            seat(slot, set())
        return [slots[slot] for slot in sorted(t for t in taken if t >= 0)]

    def choose(self, state: WarState, hits: Sequence[Hits], preferred: Sequence[str]) -> list[str]:
        """A permitted choice of losses that takes earlier slots as far as possible."""
        late = self.lost_last()
        return self.matching(state, hits, sorted(preferred, key=lambda ident: state.units[ident].kind in late))

    def needed(self, state: WarState, hits: Sequence[Hits], slots: Sequence[str]) -> tuple[int, int]:
        """How many hits take effect, and how many of them on units that are lost last."""
        last = self.lost_last()
        first = [ident for ident in slots if state.units[ident].kind not in last]
        all_hits = len(self.matching(state, hits, slots))
        return all_hits, all_hits - len(self.matching(state, hits, first)) if len(first) < len(slots) else 0

    def check_together(
        self, state: WarState, hits: Sequence[Hits], slots: Sequence[str], chosen: Sequence[str]
    ) -> None:
        """Refuse a choice of losses that leaves hits without effect or wastes transports."""
        left = Counter(slots)
        for ident in chosen:
            if not left[ident]:
                raise self.refuse("losses.not_eligible", unit=ident)
            left[ident] -= 1
        number, last = self.needed(state, hits, slots)
        if len(chosen) != number:
            raise self.refuse("losses.wrong_number", hits=number, given=len(chosen))
        if sum(state.units[ident].kind in self.lost_last() for ident in chosen) != last:
            raise self.refuse("losses.transports_last", number=last)
        if len(self.matching(state, hits, chosen)) != number:
            raise self.refuse("losses.no_assignment")

    def candidates(self, state: WarState, hits: Sequence[Hits], slots: Sequence[str]) -> list[str]:
        """The slots that some permitted choice of losses contains."""
        if self.needed(state, hits, slots)[1]:
            return list(slots)
        return [ident for ident in slots if state.units[ident].kind not in self.lost_last()]

    def no_choice(self, state: WarState, hits: Sequence[Hits], slots: Sequence[str], key: Key | None = None) -> bool:
        """Whether all permitted choices of losses come to the same; units with the same `key` are alike."""
        key = key or self.loss_key
        groups: dict[tuple[object, ...], list[str]] = {}
        for ident in slots:
            groups.setdefault(key(state, state.units[ident]), []).append(ident)
        for group in groups.values():
            others = [ident for ident in slots if ident not in group]
            most = sum(ident in group for ident in self.choose(state, hits, [*group, *others]))
            least = sum(ident in group for ident in self.choose(state, hits, [*others, *group]))
            if most != least or not (most in (0, len(group)) or all_the_same(state, group, most, key)):
                return False
        return True

    def same_losses(self, state: WarState, lists: Iterable[Sequence[str]]) -> bool:
        """Whether lists of losses agree; of two units that are alike it does not matter which one is named."""
        meant = {
            tuple(sorted((self.loss_key(state, state.units[ident]), taken) for ident, taken in Counter(named).items()))
            for named in lists
        }
        return len(meant) == 1

    def preferred_losses(self, state: WarState, preferred: Sequence[str], hits: int) -> list[str]:
        if state.battle is None:
            return super().preferred_losses(state, preferred, hits)
        return self.choose(state, state.battle.hits, preferred)

    def choosers(self, state: WarState, side: str, slots: Sequence[str]) -> list[str]:
        """Who proposes losses: one power for each player whose units may be hit."""
        if side == "attack":
            return [state.power]
        owners = [power for power in self.board.after(state.power) if any(state.units[i].power == power for i in slots)]
        seats: dict[object, str] = {}
        for power in owners:
            seats.setdefault(next((seat for seat in state.seats if power in seat), power), power)
        return list(seats.values())


class TakeHitsTogether(TakeHits):
    """Players whose units are hit hand in the same list; if they differ, the attacker chooses."""

    def begin(self, rules: Losses, table: Table[WarState], subject: str) -> None:
        assert isinstance(rules, LossesTogether)
        state = table.state
        battle = rules.battle(state)
        if not battle.hits:
            return
        slots = rules.slots(state, battle, battle.hits)
        number, _ = rules.needed(state, battle.hits, slots)
        candidates = rules.candidates(state, battle.hits, slots)
        if rules.no_choice(state, battle.hits, slots):
            self._done(rules, table, rules.choose(state, battle.hits, slots))
        else:
            for power in rules.choosers(state, battle.hits[0].side, candidates):
                self._ask(table, power, battle, candidates, number)

    def _ask(self, table: Table[WarState], power: str, battle: Battle, slots: list[str], number: int) -> None:
        about = {
            "space": battle.space,
            "hits": number,
            "units": slots,
            "cause": battle.hits[0].cause,
            "targets": {hit.target: hit.count for hit in battle.hits},
        }
        table.ask(self.name, power, "choose_casualties", ("choose_casualties",), about)

    def _done(self, rules: LossesTogether, table: Table[WarState], chosen: Sequence[str]) -> None:
        state = table.state
        battle = rules.battle(state)
        hits = battle.hits[0]
        state.battle = msgspec.structs.replace(battle, hits=(), lists={})
        owners = {ident: state.units[ident].power for ident in chosen}
        for power in rules.powers:
            own = [ident for ident in chosen if owners[ident] == power]
            if own:
                rules.take(table, hits, own)

    def answer(self, rules: Losses, table: Table[WarState], decision: Decision, action: Action) -> None:
        assert isinstance(rules, LossesTogether) and isinstance(action, ChooseCasualties)
        state = table.state
        battle = rules.battle(state)
        rules.check_together(state, battle.hits, rules.slots(state, battle, battle.hits), action.units)
        lists = {**battle.lists, decision.power: tuple(sorted(action.units))}
        state.battle = msgspec.structs.replace(battle, lists=lists)
        if state.open:
            return  # others have not handed in their lists yet
        if decision.power == state.power or rules.same_losses(state, lists.values()):
            self._done(rules, table, action.units)
        else:
            state.battle = msgspec.structs.replace(rules.battle(state), lists={})
            self._ask(table, state.power, battle, decision.about["units"], decision.about["hits"])

    def menu(self, rules: Losses, state: WarState, decision: Decision) -> Menu:
        assert isinstance(rules, LossesTogether)
        return TogetherMenu(rules, state, decision)


class TogetherMenu(Menu):
    """Every different choice of losses that the rules accept."""

    def __init__(self, rules: LossesTogether, state: WarState, decision: Decision) -> None:
        self.rules = rules
        self.state = state
        self.hits = rules.battle(state).hits
        self.slots: list[str] = decision.about["units"]
        self.number: int = decision.about["hits"]
        self.last = rules.needed(state, self.hits, self.slots)[1]

    def __iter__(self) -> Iterator[Action]:
        late = self.rules.lost_last()
        for choice in LossMenu(self.state, self.slots, self.number, self.rules.loss_key):
            assert isinstance(choice, ChooseCasualties)
            if sum(self.state.units[ident].kind in late for ident in choice.units) != self.last:
                continue
            if len(self.rules.matching(self.state, self.hits, choice.units)) == self.number:
                yield choice

    def sample(self, rng: Random) -> Action:
        preferred = rng.sample(self.slots, len(self.slots))
        return ChooseCasualties(tuple(self.rules.choose(self.state, self.hits, preferred)))
