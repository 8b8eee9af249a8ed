"""What a player is up to, in a sentence or two."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.ai.attacks import Attack
from sandtable.ai.situation import Situation
from sandtable.core.lexicon import phrasebook


def explain(situation: Situation, attacks: Sequence[Attack], language: str) -> str:
    """The attacks of the turn in words, the most important first, and what the war is about."""
    lexicon = phrasebook("sandtable.ai", names=situation.rules.lexicon)
    goal = situation.board.powers[situation.main_goal].capital
    if not attacks:
        return lexicon.render("intention.wait", language, goal=goal)
    first, *others = sorted(attacks, key=lambda attack: -situation.worth(attack.target))
    chance = round(100 * first.clash.win)
    blow = lexicon.render("intention.attack", language, target=first.target, force=dict(first.force()), chance=chance)
    targets = [attack.target for attack in others[:3]]
    rest = lexicon.render("intention.also" if targets else "intention.only", language, targets=targets, goal=goal)
    return f"{blow} {rest}"
