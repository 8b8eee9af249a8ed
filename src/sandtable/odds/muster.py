"""Forces as people write them, and what kind of battle they make."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.core.errors import UnknownName
from sandtable.odds.figures import Force
from sandtable.odds.speech import Unanswerable
from sandtable.warfare.retreat import Retreats

Forces = str | Mapping[str, int] | Force | Sequence[Force]
"""«10 infantry, 5 armour», «uk: 2 inf; usa: 1 ftr», {"infantry": 10}, a `Force`, or several of these."""

DAMAGED = ("damaged", "beschädigt", "beschaedigt")
"""How a ship that has been hit is called, or how the word begins."""
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
        other = next(power for power in named_a if power != attacker)
        raise Unanswerable("problem.attack_together", rules, first=attacker, second=other)
    friends = [power for power in named_d if power not in powers[attacker]]
    if friends:
        raise Unanswerable("problem.no_enemy", rules, power=friends[0], attacker=attacker)
    host = named_d[0] if named_d else next(power for power in rules.powers if power in powers[attacker])
    forces_a = _merged(rules, mine, attacker, attack_tech)
    forces_d = _merged(rules, theirs, host, defend_tech)
    _check_fit(rules, forces_a, forces_d)
    return forces_a, forces_d


def parse(rules: Retreats, forces: str) -> list[Force]:
    """«10 inf 5 arm, fighter», «uk: 2 inf, 1 ftr; usa: 2 inf» or «2 damaged battleships, 1 cruiser»."""
    listed = []
    for part in filter(None, (part.strip() for part in forces.split(";"))):
        head, colon, units = part.partition(":")
        power = _power(rules, head) if colon else ""
        counts, damaged = _units(rules, units if colon else part)
        listed.append(Force(counts, power, damaged=damaged))
    return listed


def _units(rules: Retreats, text: str) -> tuple[dict[str, int], dict[str, int]]:
    """The units of a text, and how many of them are damaged."""
    counts: dict[str, int] = {}
    damaged: dict[str, int] = {}
    number: int | None = None
    hurt = False
    tokens = re.findall(r"\d+|[^\s\d,+×]+", re.sub(r"(\d)(?:x|\s+x\s)(?=\s*\w)", r"\1 ", text.lower()))
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.isdecimal():
            if number is not None:
                raise Unanswerable("problem.number_twice", number=number, word=token)
            number = int(token)
            at += 1
            continue
        if token in ("and", "und"):
            at += 1
            continue
        if token.startswith(DAMAGED):
            hurt = True
            at += 1
            continue
        kind, words = _kind(rules, tokens[at:])
        several = 1 if number is None else number
        counts[kind] = counts.get(kind, 0) + several
        if hurt:
            damaged[kind] = damaged.get(kind, 0) + several
        number, hurt = None, False
        at += words
    if number is not None:
        raise Unanswerable("problem.number_alone", number=number)
    if hurt:
        raise Unanswerable("problem.damaged_alone")
    return counts, damaged


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


def _listed(rules: Retreats, forces: object) -> list[Force]:
    match forces:
        case str():
            listed = parse(rules, forces)
        case Force():
            listed = [forces]
        case Mapping():
            listed = [Force(dict(forces))]
        case Sequence():
            return [force for part in forces for force in _listed(rules, part)]
        case _:
            raise Unanswerable("problem.no_forces", given=repr(forces))
    return [Force(f.units, _power(rules, f.power) if f.power else "", f.tech, f.damaged) for f in listed]


def _merged(rules: Retreats, forces: Sequence[Force], default: str, tech: Sequence[str]) -> list[Force]:
    """One force per power."""
    units: dict[str, dict[str, int]] = {}
    damaged: dict[str, dict[str, int]] = {}
    owned: dict[str, list[str]] = {}
    for force in forces:
        power = force.power or default
        own = units.setdefault(power, {})
        hurt = damaged.setdefault(power, {})
        owned.setdefault(power, []).extend(_development(rules, word) for word in force.tech)
        for kind, number in force.units.items():
            known = rules.types[kind].id
            if not isinstance(number, int) or isinstance(number, bool) or number < 0:
                raise Unanswerable("problem.not_a_number", rules, unit=kind, given=repr(number))
            if number:
                own[known] = own.get(known, 0) + number
        for kind, number in force.damaged.items():
            known = rules.types[kind].id
            if rules.hits_to_sink(known) < 2:
                raise Unanswerable("problem.not_damaged", rules, unit=known)
            if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= force.units.get(kind, 0):
                raise Unanswerable("problem.damaged_number", rules, unit=known, most=force.units.get(kind, 0))
            if number:
                hurt[known] = hurt.get(known, 0) + number
    for entry in tech:
        head, colon, word = entry.partition(":")
        powers = [_power(rules, head)] if colon else list(units)
        for power in powers:
            if power not in units:
                raise Unanswerable("problem.tech_without_units", rules, entry=entry, power=power)
            owned[power].append(_development(rules, word if colon else entry))
    return [
        Force(units[power], power, tuple(dict.fromkeys(owned[power])), damaged[power])
        for power in units
        if units[power]
    ]


def developments(rules: Any, words: Sequence[str]) -> tuple[str, ...]:
    """Developments by their ids. Raises `UnknownName`."""
    return tuple(dict.fromkeys(_development(rules, word) for word in words))


def _development(rules: Any, word: str) -> str:
    known: Sequence[str] = getattr(rules, "developments", ())
    if not known:
        raise Unanswerable("problem.no_developments", word=word.strip())
    wanted = word.strip().lower().replace(" ", "_").replace("-", "_")
    begun = [name for name in known if wanted and name.startswith(wanted)]
    if wanted not in known and len(begun) != 1:
        raise UnknownName("development", word.strip(), begun or known)
    return wanted if wanted in known else begun[0]


def _check_fit(rules: Retreats, attack: Sequence[Force], defend: Sequence[Force]) -> None:
    for forces, side in ((attack, "attack"), (defend, "defence")):
        total = 0
        for force in forces:
            for kind, number in force.units.items():
                fights = kind in rules.land_fighters or kind in rules.ships
                if not fights and not (kind in rules.guns and side == "defence"):
                    raise Unanswerable(f"problem.no_part.{side}", rules, unit=kind)
                total += number if fights else 0
        if total == 0:
            raise Unanswerable(f"problem.no_units.{side}")
        if total > MOST_UNITS:
            raise Unanswerable(f"problem.too_many.{side}", number=total, most=MOST_UNITS)


def came_overland(rules: Retreats, overland: Forces, attack: Sequence[Force]) -> dict[str, int]:
    """The part of the attackers that came overland to a landing, checked."""
    attacker, there = attack[0].power, attack[0].units
    found: dict[str, int] = {}
    for force in _merged(rules, _listed(rules, overland), attacker, ()):
        if force.power != attacker:
            raise Unanswerable("problem.overland_power", rules, attacker=attacker, power=force.power)
        for kind, number in force.units.items():
            if kind not in rules.holders:
                land = [known for known in there if known in rules.holders]
                raise Unanswerable("problem.overland_kind", rules, unit=kind, units=land or sorted(rules.holders))
            if number > there.get(kind, 0):
                key = "problem.overland_number" if kind in there else "problem.overland_none"
                raise Unanswerable(key, rules, given={kind: number}, there={kind: there.get(kind, 0)})
            found[kind] = number
    return found


def lineup(
    rules: Retreats, attack: Sequence[Force], defend: Sequence[Force], gun: bool, amphibious: bool, begun: bool = False
) -> tuple[str, bool]:
    """Whether the battle is fought on "land" or at "sea", and whether it is a landing.

    Once a battle has begun, all that were landed may have fallen.
    """
    mine = [kind for force in attack for kind in force.units]
    theirs = [kind for force in defend for kind in force.units if kind not in rules.guns]
    ashore = [kind for kind in (*mine, *theirs) if kind in rules.holders]
    afloat = [kind for kind in theirs if kind in rules.ships]
    if afloat and ashore:
        raise Unanswerable("problem.land_and_sea", rules, ashore=ashore[0], afloat=afloat[0])
    if afloat or (not ashore and any(kind in rules.ships for kind in mine)):
        if gun:
            raise Unanswerable("problem.gun_at_sea")
        if amphibious:
            raise Unanswerable("problem.landing_at_sea")
        for kind in theirs:
            if kind in rules.air and not rules.types[kind].deck_size:
                raise Unanswerable("problem.defends_at_sea", rules, unit=kind)
        return "sea", False
    ships = [kind for kind in mine if kind in rules.ships]
    for kind in ships:
        if kind not in rules.bombarders:
            raise Unanswerable("problem.ship_on_land", rules, unit=kind)
    landing = amphibious or bool(ships)
    if landing and not begun and not any(kind in rules.holders for kind in mine):
        raise Unanswerable("problem.landing_without_units")
    return "land", landing
