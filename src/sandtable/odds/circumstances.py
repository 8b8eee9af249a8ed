"""What holds for a whole round of a sea battle, as the rules tell from the kinds of ships that are present.

Nothing here knows a rule: one unit of each kind is lined up, and the rule set is asked whether the battle is over,
which submarines are free to strike or to dive, and how each kind then fires.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sandtable.core.dice import SeededDice
from sandtable.core.table import Table
from sandtable.odds.figures import Figures, Shot, shot_of
from sandtable.warfare.destroyers import SurfaceWarfare
from sandtable.warfare.state import Battle, Unit, WarState

ATTACK = ("strike", "attack")
DEFENCE = ("strike_back", "defence")
"""The stages in which a side fires: its submarines by surprise, then the others."""
STAGES = (*ATTACK, *DEFENCE)

Kinds = frozenset[str]


class Circumstance(msgspec.Struct, frozen=True):
    """What the rules say where certain kinds face each other."""

    result: str
    """How the battle has ended ("" if it goes on)."""
    sinks_a: bool = False
    """The attackers that are lost last go down without dice …"""
    sinks_d: bool = False
    """… or those of the defenders."""
    hunted: tuple[str, ...] = ()
    """The sides whose submarines have no freedom in this round."""
    dives_a: bool = False
    """Attacking submarines may dive now …"""
    dives_d: bool = False
    """… and defending ones."""


class Circumstances:
    """Asks a rule set, and remembers what it said."""

    def __init__(self, figures: Figures, rules: SurfaceWarfare, attacker: str, defender: str) -> None:
        self.figures = figures
        self.rules = rules
        self.attacker = attacker
        self.defender = defender
        self._known: dict[tuple[Kinds, Kinds], Circumstance] = {}
        self._shots: dict[tuple[object, ...], dict[str, dict[str, Shot]]] = {}

    def between(self, mine: Kinds, theirs: Kinds) -> Circumstance:
        """The circumstances where these kinds face each other at the beginning of a round."""
        known = self._known.get((mine, theirs))
        if known is None:
            known = self._known[mine, theirs] = self._ask(mine, theirs)
        return known

    def _ask(self, mine: Kinds, theirs: Kinds) -> Circumstance:
        rules = self.rules
        state, _, _ = self._line_up(sorted(mine), sorted(theirs))
        table = Table(state, SeededDice(0))
        rules.judge(table)
        battle = rules.battle(state)
        if battle.result:
            left_a = {state.units[ident].kind for ident in battle.attackers}
            left_d = {state.units[ident].kind for ident in battle.defenders}
            return Circumstance(battle.result, sinks_a=left_a != mine, sinks_d=left_d != theirs)
        rules.begin_round(table)
        battle = rules.battle(state)
        return Circumstance(
            "",
            hunted=battle.hunted,
            dives_a=bool(rules.free_submarines(state, battle, "attack")),
            dives_d=bool(rules.free_submarines(state, battle, "defence")),
        )

    def shots(self, mine: Sequence[str], theirs: Sequence[str], hunted: tuple[str, ...]) -> dict[str, dict[str, Shot]]:
        """How each kind fires in each stage of a round, in company of the others: shots[stage][kind]."""
        key = (tuple(mine), tuple(theirs), hunted)
        if key not in self._shots:
            state, ours, others = self._line_up(mine, theirs)
            battle = msgspec.structs.replace(self.rules.battle(state), hunted=hunted)
            striking = [
                unit.id for side in ("attack", "defence") for unit in self.rules.free_submarines(state, battle, side)
            ]
            state.battle = battle = msgspec.structs.replace(battle, striking=tuple(striking))
            self._shots[key] = {stage: self._fire(state, battle, stage, [*ours, *others]) for stage in STAGES}
        return self._shots[key]

    def _fire(self, state: WarState, battle: Battle, stage: str, units: list[Unit]) -> dict[str, Shot]:
        firing = {unit.id for unit in self.rules.firing(state, battle, stage)}
        shots = {}
        for unit in units:
            shot = shot_of(self.rules, state, battle, unit, stage) if unit.id in firing else None
            if shot is not None:
                shots[unit.kind] = shot
        return shots

    def _line_up(self, mine: Sequence[str], theirs: Sequence[str]) -> tuple[WarState, list[Unit], list[Unit]]:
        listed = [*((self.attacker, kind) for kind in mine), *((self.defender, kind) for kind in theirs)]
        state, units = self.figures.stand("sea", listed)
        state.power = self.attacker
        ours, others = units[: len(mine)], units[len(mine) :]
        zone = self.figures.sea
        state.battle = Battle(
            zone,
            "sea",
            attackers=tuple(unit.id for unit in ours),
            defenders=tuple(unit.id for unit in others),
            entered_from=self.rules.board.sea_borders[zone][:1],
        )
        return state, ours, others
