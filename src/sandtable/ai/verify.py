"""Checking what really matters with exact odds, as many questions as a level may ask when it plans a turn."""

from __future__ import annotations

from collections import Counter

from sandtable.ai.estimate import Clash
from sandtable.ai.situation import Situation


class Verifier:
    """Asks `sandtable.odds` while a turn is planned; a number of questions is allowed."""

    def __init__(self, questions: int) -> None:
        self.left = questions
        self._known: dict[tuple[object, ...], Clash | None] = {}

    def clash(self, situation: Situation, target: str, force: Counter[str], landing: bool) -> Clash | None:
        """The exact odds of an attack, or None if they are not to be had."""
        key = (target, tuple(sorted(force.items())), landing)
        if key not in self._known:
            self._known[key] = self._ask(situation, target, force, landing)
        return self._known[key]

    def _ask(self, situation: Situation, target: str, force: Counter[str], landing: bool) -> Clash | None:
        defenders = situation.opposition(target)
        if self.left <= 0 or not defenders:
            return None
        from sandtable import odds  # compiled code, loaded only by those who calculate
        from sandtable.odds.ask import not_solvable

        rules, state = situation.rules, situation.state
        dive = situation.estimator.dives(situation.power, force, situation.main_enemy(target), defenders)
        asked = odds.question(
            rules,
            odds.Force(dict(force), situation.power, state.tech.get(situation.power, ())),
            [
                odds.Force(dict(units), power, state.tech.get(power, ()))
                for power, units in _by_power(situation, target).items()
            ],
            gun=situation.has_gun(target, situation.power),
            amphibious=landing,
            attack_losses="cheapest keep-land",
            defend_subs="leave" if dive else "stay",
            survivors=False,
        )
        if not_solvable(asked):
            return None
        self.left -= 1
        (answer,) = odds.battles([asked])
        total = situation.cost(force)
        won = answer.take if not situation.board.is_sea[target] and answer.take else answer.win
        lost_if_won = max(0.0, answer.attacker_loss - answer.lose * total) / max(answer.win, 0.05)
        left = max(0.0, 1 - lost_if_won / total) if total else 0.0
        return Clash(won, answer.attacker_loss, answer.defender_loss, left)


def _by_power(situation: Situation, target: str) -> dict[str, Counter[str]]:
    counts: dict[str, Counter[str]] = {}
    kinds = situation.opposition(target)
    for unit in situation.state.units_in(target):
        if unit.power in situation.enemies and unit.kind in kinds:
            counts.setdefault(unit.power, Counter())[unit.kind] += 1
    return counts
