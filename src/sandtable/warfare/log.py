"""The readable log: one sentence for every event, in English and German.

    from sandtable.warfare.log import describe
    for event in game.apply(action):
        print(describe(game.rules, event, "de"))

The sentences are in log.toml.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from sandtable.core.lexicon import Lexicon, phrasebook
from sandtable.core.rules import Rules
from sandtable.core.values import Event
from sandtable.warfare import events

ARROW = " → "

_DETAIL = {
    "dice_rolled": "purpose",
    "money_changed": "reason",
    "units_moved": "manner",
    "battle_began": "battle",
    "battle_ended": "result",
    "units_lost": "cause",
    "captured": "manner",
    "game_won": "reason",
}
"""The field that chooses a finer sentence."""


def describe(rules: Rules[Any], event: Event, lang: str = "en") -> str:
    """What happened, as a sentence."""
    lexicon = log_lexicon(rules.lexicon)
    sentence = lexicon.render(_key(lexicon, event), lang, **_params(lexicon, event, lang))
    return sentence.replace("..", ".")  # names may end with a full stop of their own


def phase_name(rules: Rules[Any], phase: str, lang: str = "en") -> str:
    """What a phase of the turn is called."""
    lexicon = log_lexicon(rules.lexicon)
    return lexicon.render(f"phase.{phase}", lang) if lexicon.has(f"phase.{phase}") else phase


def log_lexicon(names: Lexicon) -> Lexicon:
    """The sentences of the log with the names of a game."""
    return phrasebook("sandtable.warfare", "log.toml", names)


def _key(lexicon: Lexicon, event: Event) -> str:
    kind = event.kind
    detail = str(getattr(event, _DETAIL[kind])) if kind in _DETAIL else ""
    match event:
        case events.Captured(by=by, owner=owner, manner=manner) if owner != by and manner != "reversion":
            detail = "liberated"
        case events.BattleEnded(battle="raid", result=result) if result != "lapsed":
            detail = "raid"
        case events.FactoryDamaged(points=points) if points < 0:
            detail = "repair"
        case events.ConsentGiven(agree=agree):
            detail = "yes" if agree else "no"
        case events.AttackDeclared(attack=attack):
            detail = "yes" if attack else "no"
        case events.CarrierPledged(carrier=ident) | events.PledgeWithdrawn(carrier=ident):
            detail = "old" if ident else "new"
        case events.Intercepted(units=units):
            detail = "yes" if units else "no"
    finer = f"log.{kind}.{detail}"
    return finer if detail and lexicon.has(finer) else f"log.{kind}"


def _params(lexicon: Lexicon, event: Event, lang: str) -> dict[str, Any]:
    params: dict[str, Any] = msgspec.structs.asdict(event)
    match event:
        case events.PhaseBegan(phase=phase):
            params["phase"] = lexicon.render(f"phase.{phase}", lang) if lexicon.has(f"phase.{phase}") else phase
        case events.DiceRolled():
            params |= {"dice": dice_text(lexicon, event, lang), "score": _score(lexicon, event.hits, lang)}
        case events.MoneyChanged(amount=amount):
            params |= {"sum": abs(amount), "change": f"{amount:+d}".replace("-", "−")}
        case events.UnitsMoved(route=route):
            names = [lexicon.name(space, lang) for space in route]
            params |= {"route": ARROW.join(names), "end": names[-1] if names else ""}
        case events.BattleBegan(defenders=defenders):
            nations = [f"{lexicon.name(p, lang)}: {lexicon.forces(kinds, lang)}" for p, kinds in defenders.items()]
            params |= {"defenders": "", "defence": "; ".join(nations)}
        case events.UnitsDamaged(units=units) | events.InstallationsTaken(units=units):
            params["kinds"] = _kinds(units)
        case events.Intercepted(units=units):
            params["kinds"] = _kinds(units)
        case events.FactoryDamaged(points=points):
            params["points"] = abs(points)
        case events.CarrierPledged(carrier=ident) | events.PledgeWithdrawn(carrier=ident):
            params["carrier"] = ident.rstrip("0123456789")
        case events.Growth(permille=permille):
            params["shares"] = ", ".join(
                f"{lexicon.name(power, lang)} {_percent(share, lang)}" for power, share in permille.items()
            )
    return params


def dice_text(lexicon: Lexicon, event: events.DiceRolled, lang: str) -> str:
    """«infantry ≤1: 4 [1] · armour ≤3: [2]»: hits stand in brackets."""
    if not event.dice:
        return lexicon.forces(Counter(event.units), lang)
    if len(event.dice) != len(event.needed) or not any(event.needed):
        return " ".join(str(die) for die in event.dice)
    if len(event.units) != len(event.dice):
        forces = lexicon.forces(Counter(event.units), lang)
        return " ".join((f"{forces}:", *_marked(event.dice, event.needed))) + f" (≤{event.needed[0]})"
    groups: dict[tuple[str, int], list[int]] = {}
    for kind, need, die in zip(event.units, event.needed, event.dice, strict=True):
        groups.setdefault((kind, need), []).append(die)
    return " · ".join(
        f"{lexicon.name(kind, lang)} ≤{need}: {' '.join(_marked(dice, [need] * len(dice)))}"
        for (kind, need), dice in groups.items()
    )


def _marked(dice: Iterable[int], needed: Iterable[int]) -> list[str]:
    return [f"[{die}]" if die <= need else str(die) for die, need in zip(dice, needed, strict=True)]


def _score(lexicon: Lexicon, hits: int, lang: str) -> str:
    return lexicon.render(f"log.score.{'none' if not hits else 'one' if hits == 1 else 'many'}", lang, hits=hits)


def _kinds(idents: Iterable[str]) -> Mapping[str, int]:
    """Unit ids are their kind and a number."""
    return Counter(ident.rstrip("0123456789") for ident in idents)


def _percent(permille: int, lang: str) -> str:
    text = f"{permille / 10:.1f} %"
    return text.replace(".", ",") if lang == "de" else text
