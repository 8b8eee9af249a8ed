"""Forces as people write them, and what kind of battle they make."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.core.errors import BadValue, UnknownName
from sandtable.odds.figures import Force
from sandtable.warfare.retreat import Retreats

Forces = str | Mapping[str, int] | Force | Sequence[Force]
"""«10 infantry, 5 armour», «uk: 2 inf; usa: 1 ftr», {"infantry": 10}, a `Force`, or several of these."""

MOST_UNITS = 1_000
"""Units a side may have."""


def muster(
    rules: Retreats, attack: Forces, defend: Forces, attack_tech: Sequence[str], defend_tech: Sequence[str]
) -> tuple[list[Force], list[Force]]:
    """Both sides, one force per power, checked; powers that were not named are chosen to fit."""
    mine = _listed(rules, attack)
    theirs = _listed(rules, defend)
    powers = rules.board.enemies
    named_a = [force.power for force in mine if force.power]
    named_d = [force.power for force in theirs if force.power]
    if named_a:
        attacker = named_a[0]
    else:
        foes = [power for power in rules.powers if all(power in powers[other] for other in named_d)]
        axis = rules.board.side(next(iter(rules.board.sides)))
        attacker = next((power for power in axis if power in foes), foes[0] if foes else rules.powers[0])
    if any(power != attacker for power in named_a):
        raise BadValue(f"{named_a[0]} and {named_a[1]} cannot attack together")
    friends = [power for power in named_d if power not in powers[attacker]]
    if friends:
        raise BadValue(f"{friends[0]} is no enemy of {attacker}")
    host = named_d[0] if named_d else next(power for power in rules.powers if power in powers[attacker])
    forces_a = _merged(rules, mine, attacker, attack_tech)
    forces_d = _merged(rules, theirs, host, defend_tech)
    _check_fit(rules, forces_a, forces_d)
    return forces_a, forces_d


def parse(rules: Retreats, forces: str) -> list[Force]:
    """«10 inf 5 arm, fighter» or «uk: 2 inf, 1 ftr; usa: 2 inf»."""
    listed = []
    for part in filter(None, (part.strip() for part in forces.split(";"))):
        head, colon, units = part.partition(":")
        power = _power(rules, head) if colon else ""
        listed.append(Force(_units(rules, units if colon else part), power))
    return listed


def _units(rules: Retreats, text: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    number: int | None = None
    tokens = re.findall(r"\d+|[^\s\d,+×]+", re.sub(r"(\d)(?:x|\s+x\s)(?=\s*\w)", r"\1 ", text.lower()))
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.isdecimal():
            if number is not None:
                raise BadValue(f"{number} of what? After a number comes a unit, not {token}")
            number = int(token)
            at += 1
            continue
        if token in ("and", "und"):
            at += 1
            continue
        kind, words = _kind(rules, tokens[at:])
        counts[kind] = counts.get(kind, 0) + (1 if number is None else number)
        number = None
        at += words
    if number is not None:
        raise BadValue(f"{number} of what? After a number comes a unit")
    return counts


def _kind(rules: Retreats, tokens: Sequence[str]) -> tuple[str, int]:
    """The unit that comes next and how many words name it: «aircraft carrier» is one unit."""
    if len(tokens) > 1 and not tokens[1].isdecimal():
        try:
            return rules.types.find(f"{tokens[0]} {tokens[1]}"), 2
        except UnknownName:
            pass
    return rules.types.find(tokens[0]), 1


def _power(rules: Retreats, word: str) -> str:
    """The power a word means: its id, its name, or an unmistakable beginning."""
    wanted = word.strip().lower()
    names = {
        power: {power, *(text.lower() for text in rules.lexicon.names.get(power, {}).values())}
        for power in rules.powers
    }
    exact = [power for power, known in names.items() if wanted in known]
    begun = [power for power, known in names.items() if wanted and any(name.startswith(wanted) for name in known)]
    found = exact or begun
    if len(found) != 1:
        raise UnknownName("power", word.strip(), found or rules.powers)
    return found[0]


def _listed(rules: Retreats, forces: Forces) -> list[Force]:
    match forces:
        case str():
            listed = parse(rules, forces)
        case Force():
            listed = [forces]
        case Mapping():
            listed = [Force(dict(forces))]
        case _:
            listed = [force if isinstance(force, Force) else Force(dict(force)) for force in forces]
    return [Force(f.units, _power(rules, f.power) if f.power else "", f.tech) for f in listed]


def _merged(rules: Retreats, forces: Sequence[Force], default: str, tech: Sequence[str]) -> list[Force]:
    """One force per power."""
    units: dict[str, dict[str, int]] = {}
    owned: dict[str, list[str]] = {}
    for force in forces:
        power = force.power or default
        own = units.setdefault(power, {})
        owned.setdefault(power, []).extend(_development(rules, word) for word in force.tech)
        for kind, number in force.units.items():
            known = rules.types[kind].id
            if not isinstance(number, int) or isinstance(number, bool) or number < 0:
                raise BadValue(f"{kind}: a number was expected, not {number!r}")
            if number:
                own[known] = own.get(known, 0) + number
    for entry in tech:
        head, colon, word = entry.partition(":")
        powers = [_power(rules, head)] if colon else list(units)
        for power in powers:
            if power not in units:
                raise BadValue(f"{entry}: {power} has no units in this battle")
            owned[power].append(_development(rules, word if colon else entry))
    return [Force(units[power], power, tuple(dict.fromkeys(owned[power]))) for power in units if units[power]]


def developments(rules: Any, words: Sequence[str]) -> tuple[str, ...]:
    """Developments by their ids. Raises `UnknownName`."""
    return tuple(dict.fromkeys(_development(rules, word) for word in words))


def _development(rules: Any, word: str) -> str:
    known: Sequence[str] = getattr(rules, "developments", ())
    wanted = word.strip().lower().replace(" ", "_").replace("-", "_")
    begun = [name for name in known if wanted and name.startswith(wanted)]
    if wanted not in known and len(begun) != 1:
        raise UnknownName("development", word.strip(), begun or known)
    return wanted if wanted in known else begun[0]


def _check_fit(rules: Retreats, attack: Sequence[Force], defend: Sequence[Force]) -> None:
    for forces, side in ((attack, "attacker"), (defend, "defender")):
        total = 0
        for force in forces:
            for kind, number in force.units.items():
                fights = kind in rules.land_fighters or kind in rules.ships
                if not fights and not (kind in rules.guns and side == "defender"):
                    raise BadValue(f"{kind} takes no part in battles on the side of the {side}")
                total += number if fights else 0
        if total == 0:
            raise BadValue(f"There are no units on the side of the {side}")
        if total > MOST_UNITS:
            raise BadValue(f"{total} units are too many on the side of the {side}: at most {MOST_UNITS}")


def lineup(
    rules: Retreats, attack: Sequence[Force], defend: Sequence[Force], gun: bool, amphibious: bool
) -> tuple[str, bool]:
    """Whether the battle is fought on "land" or at "sea", and whether it is a landing."""
    mine = [kind for force in attack for kind in force.units]
    theirs = [kind for force in defend for kind in force.units if kind not in rules.guns]
    ashore = [kind for kind in (*mine, *theirs) if kind in rules.holders]
    afloat = [kind for kind in theirs if kind in rules.ships]
    if afloat and ashore:
        raise BadValue(f"{ashore[0]} cannot fight at sea, {afloat[0]} cannot fight on land")
    if afloat or (not ashore and any(kind in rules.ships for kind in mine)):
        if gun:
            raise BadValue("AA guns do not fire at sea")
        if amphibious:
            raise BadValue("A battle at sea is no landing")
        for kind in theirs:
            if kind in rules.air and not rules.types[kind].deck_size:
                raise BadValue(f"{kind} cannot defend at sea")
        return "sea", False
    ships = [kind for kind in mine if kind in rules.ships]
    for kind in ships:
        if kind not in rules.bombarders:
            raise BadValue(f"{kind} cannot take part in a battle on land")
    landing = amphibious or bool(ships)
    if landing and not any(kind in rules.holders for kind in mine):
        raise BadValue("A landing needs land units that come ashore")
    return "land", landing
