"""The optional rules of the classic game (CL-OPT), one mixin per switch, and the list that names them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core.options import Option, flag
from sandtable.games.classic.rules import ClassicRules
from sandtable.warfare import events
from sandtable.warfare.base import WarTable
from sandtable.warfare.income import Goal
from sandtable.warfare.sequence import AnyStep
from sandtable.warfare.state import Battle, WarState
from sandtable.warfare.variants.bids import Bids
from sandtable.warfare.variants.dice import LowLuck, PerStepLosses
from sandtable.warfare.variants.land import GunsStopBlitz
from sandtable.warfare.variants.naval import (
    LaunchAnywhere,
    NewFightersOnCarriers,
    Submersible,
    TwoHitBattleships,
)


class IndividualWinner(ClassicRules):
    """CL-OPT-01/02: after a side's win, the power whose production grew most is the individual winner."""

    def win(self, table: WarTable, side: str, reason: str) -> None:
        start = {p: sum(s.value for s in self.board.spaces.values() if s.owner == p) for p in self.powers}
        gain = {p: self.production(table.state, p) - start[p] for p in self.board.side(side)}
        # Compare gain/start exactly, without division: a/b > c/d <=> a*d > c*b for positive b, d.
        best = [p for p in gain if all(gain[p] * start[q] >= gain[q] * start[p] for q in gain)]
        permille = {p: 1000 * gain[p] // start[p] for p in gain}
        table.tell(events.Growth(permille, tuple(best)))
        super().win(table, side, reason)


class TotalVictory(ClassicRules):
    """CL-OPT-04: only holding all enemy capitals wins."""

    def capitals_needed(self, side: str) -> int:
        return sum(power.side != side for power in self.board.powers.values())

    def economic_goals(self, side: str) -> Iterator[Goal]:
        return iter(())


class AxisStartingTech(ClassicRules):
    """CL-OPT-06: Germany begins with jet power, Japan with super submarines."""

    def fresh_state(self, seats: Any = ()) -> WarState:
        state = super().fresh_state(seats)
        state.tech = {"germany": ("jet_power",), "japan": ("super_submarines",)}
        return state


class RussiaRestricted(ClassicRules):
    """CL-OPT-07: no combat moves of the USSR in round 1."""

    def may_attack(self, state: WarState, power: str) -> bool:
        return (power != "ussr" or state.round > 1) and super().may_attack(state, power)


class NoNewComplexes(ClassicRules):
    """CL-OPT-08: industrial complexes cannot be bought."""

    def for_sale(self, state: WarState, power: str) -> list[str]:
        return [kind for kind in super().for_sale(state, power) if kind not in self.factories]


class NoResearch(ClassicRules):
    """CL-OPT-09 switched off: no weapons development."""

    def phases(self) -> tuple[AnyStep, ...]:
        return tuple(phase for phase in super().phases() if phase.name != "research")


class RaidsCappedByValue(ClassicRules):
    """CL-OPT-13 sbr_cap_by_value: a raid costs at most the value of the territory."""

    def raid_loss(self, state: WarState, space: str, rolled: int) -> int:
        return super().raid_loss(state, space, min(rolled, self.board.values[space]))


class NeutralsImpassable(ClassicRules):
    """CL-OPT-13 neutrals_impassable: nobody enters or overflies neutrals."""

    def may_violate_neutrals(self) -> bool:
        return False


class MultipleGuns(ClassicRules):
    """CL-OPT-13 multiple_aa_guns: any number of guns in a territory (still one die per aircraft)."""

    def guns_allowed(self) -> int:
        return 999


class AirSurvivorsRetreat(ClassicRules):
    """CL-OPT-16 air_survivors: aircraft may break off a landing once no land unit is left."""

    def retreat_from_landing(self, state: WarState, battle: Battle) -> list[str]:
        return [""] if all(state.units[ident].kind in self.air for ident in battle.attackers) else []


class OverlandRetreat(ClassicRules):
    """CL-OPT-16 overland: all may go to a territory from which a land unit attacked overland."""

    def retreat_from_landing(self, state: WarState, battle: Battle) -> list[str]:
        return [space for space in battle.entered_from if self.is_friendly(state, state.power, space)]


class IncomeWithoutCapital(ClassicRules):
    """CL-OPT-17: a power collects income although its capital is enemy-held."""

    def income(self, state: WarState, power: str) -> int:
        return self.production(state, power)


class OwnCapitalsNeeded(ClassicRules):
    """CL-OPT-18: a capital win needs all own capitals, too."""

    def capital_goals(self, state: WarState, side: str) -> Iterator[Goal]:
        if not any(self.capital_lost(state, power) for power in self.board.side(side)):
            yield from super().capital_goals(state, side)


class DefendersShareHits(ClassicRules):
    """CL-OPT-20 defenders: the controller (at sea the first defender in turn order) shares hits out."""

    def hit_sharer(self, state: WarState, battle: Battle) -> str:
        owner = self.owner(state, battle.space)
        if owner:
            return owner
        present = {state.units[ident].power for ident in battle.defenders}
        return next(power for power in self.board.after(state.power) if power in present)


class ImmediateVictory(ClassicRules):
    """CL-OPT-21 immediate: victory is looked at whenever a territory changes hands."""

    wins_at_once = True

    def control_changed(self, table: WarTable) -> None:
        super().control_changed(table)
        if table.state.outcome is None:
            self.check_victory(table)


class GunsFireInNoncombat(ClassicRules):
    """CL-OPT-22: AA guns fire at aircraft flying over in the noncombat move, too."""

    def guns_fire_in(self, phase: str) -> bool:
        return phase == "noncombat_move" or super().guns_fire_in(phase)


OPTIONS: tuple[Option, ...] = (
    flag(
        "individual_winner",
        "CL-OPT-01",
        "After a side's victory the power with the greatest growth of production is the individual winner.",
        "Nach dem Sieg einer Seite ist die Macht mit dem größten Produktionszuwachs Einzelsieger.",
        IndividualWinner,
    ),
    flag(
        "total_victory",
        "CL-OPT-04",
        "A side wins only by holding all enemy capitals; no economic victory.",
        "Eine Seite gewinnt nur mit allen feindlichen Hauptstädten; kein Wirtschaftssieg.",
        TotalVictory,
        excludes={
            "axis_economic_target": "total victory knows no economic win",
            "allied_economic_target": "total victory knows no economic win",
        },
    ),
    flag(
        "naval_placement_in_enemy_zones",
        "CL-OPT-05",
        "New ships may be placed in sea zones with enemy ships.",
        "Neue Schiffe dürfen in Seezonen mit feindlichen Schiffen aufgestellt werden.",
        LaunchAnywhere,
    ),
    flag(
        "axis_starting_tech",
        "CL-OPT-06",
        "Germany starts with jet power, Japan with super submarines.",
        "Deutschland beginnt mit Düsentriebwerken, Japan mit Super-U-Booten.",
        AxisStartingTech,
    ),
    flag(
        "russia_restricted",
        "CL-OPT-07",
        "The USSR may not attack in round 1.",
        "Die UdSSR darf in Runde 1 nicht angreifen.",
        RussiaRestricted,
    ),
    flag(
        "no_new_complexes",
        "CL-OPT-08",
        "Industrial complexes cannot be bought.",
        "Industriekomplexe können nicht gekauft werden.",
        NoNewComplexes,
    ),
    flag(
        "weapons_development",
        "CL-OPT-09",
        "Powers may research weapons developments.",
        "Mächte dürfen Waffenentwicklungen erforschen.",
        NoResearch,
        default=True,
    ),
    Option(
        key="axis_economic_target",
        rule="CL-OPT-10",
        kind="number",
        default=84,
        high=200,
        attribute="axis_economic_target",
        text={
            "en": "Joint production with which the Axis win (0: no economic win).",
            "de": "Gemeinsame Produktion, mit der die Achse gewinnt (0: kein Wirtschaftssieg).",
        },
    ),
    Option(
        key="allied_economic_target",
        rule="CL-OPT-10",
        kind="number",
        default=0,
        high=200,
        attribute="allied_economic_target",
        text={
            "en": "Joint production with which the Allies win (0: no economic win).",
            "de": "Gemeinsame Produktion, mit der die Alliierten gewinnen (0: kein Wirtschaftssieg).",
        },
    ),
    Option(
        key="bid",
        rule="CL-OPT-11",
        kind="per_power",
        default={},
        module=Bids,
        attribute="bid",
        text={
            "en": "Extra IPC per power before round 1, spent on units placed with own units, or kept.",
            "de": "Zusätzliche IPC je Macht vor Runde 1, für Einheiten bei eigenen Einheiten oder als Reserve.",
        },
    ),
    flag(
        "low_luck",
        "CL-OPT-12",
        "Hits are the sum of the values of a firing step divided by six; one die decides about the rest.",
        "Treffer sind die Wertesumme eines Feuerschritts geteilt durch sechs; ein Würfel entscheidet über den Rest.",
        LowLuck,
        implies={"casualty_timing": "per_step"},
    ),
    flag(
        "two_hit_battleships",
        "CL-OPT-13",
        "Battleships take two hits; damage is repaired after the battle.",
        "Schlachtschiffe halten zwei Treffer aus; Schäden werden nach der Schlacht behoben.",
        TwoHitBattleships,
    ),
    flag(
        "submersible_submarines",
        "CL-OPT-13",
        "Submarines dive instead of withdrawing: they leave the battle and stay in the zone.",
        "U-Boote tauchen, statt sich zurückzuziehen: Sie verlassen die Schlacht und bleiben in der Zone.",
        Submersible,
    ),
    Option(
        key="heavy_bomber_dice",
        rule="CL-OPT-13",
        kind="number",
        default=3,
        low=2,
        high=3,
        attribute="heavy_bomber_dice",
        text={"en": "Dice of a heavy bomber.", "de": "Würfel eines schweren Bombers."},
    ),
    flag(
        "sbr_cap_by_value",
        "CL-OPT-13",
        "A bombing raid costs at most the value of the territory.",
        "Ein strategischer Bombenangriff kostet höchstens den Wert des Gebiets.",
        RaidsCappedByValue,
    ),
    flag(
        "neutrals_impassable",
        "CL-OPT-13",
        "Nobody may enter or overfly neutrals.",
        "Neutrale dürfen weder betreten noch überflogen werden.",
        NeutralsImpassable,
        excludes={"neutral_fee": "closed neutrals cost no fee"},
    ),
    Option(
        key="neutral_fee",
        rule="CL-OPT-13",
        kind="number",
        default=3,
        high=50,
        attribute="neutral_fee",
        text={"en": "IPC for violating a neutral.", "de": "IPC für die Verletzung eines Neutralen."},
    ),
    flag(
        "multiple_aa_guns",
        "CL-OPT-13",
        "Any number of AA guns may stand in a territory.",
        "In einem Gebiet dürfen beliebig viele Flak stehen.",
        MultipleGuns,
    ),
    flag(
        "new_fighters_on_carriers",
        "CL-OPT-13",
        "New fighters may be placed on own carriers next to the industrial complex.",
        "Neue Jäger dürfen auf eigenen Flugzeugträgern am Industriekomplex aufgestellt werden.",
        NewFightersOnCarriers,
    ),
    Option(
        key="casualty_timing",
        rule="CL-OPT-14",
        kind="choice",
        default="per_column",
        choices=("per_column", "per_step"),
        mixins={"per_step": PerStepLosses},
        text={
            "en": "Losses are chosen after each column of the battle board, or after the whole firing step.",
            "de": "Verluste werden nach jeder Spalte des Kampfbretts oder erst nach dem ganzen Feuerschritt gewählt.",
        },
    ),
    flag(
        "blitz_through_aa_and_ic",
        "CL-OPT-15",
        "A lone AA gun or industrial complex does not stop a blitz.",
        "Flak oder Industriekomplex allein halten einen Durchstoß nicht auf.",
        GunsStopBlitz,
        default=True,
    ),
    Option(
        key="amphibious_retreat",
        rule="CL-OPT-16",
        kind="choice",
        default="none",
        choices=("none", "air_survivors", "overland"),
        mixins={"air_survivors": AirSurvivorsRetreat, "overland": OverlandRetreat},
        text={
            "en": "Who may retreat from a landing: nobody, surviving aircraft, or everybody overland.",
            "de": "Wer sich aus einer Landung zurückziehen darf: niemand, übrige Flugzeuge oder alle über Land.",
        },
    ),
    flag(
        "income_without_capital",
        "CL-OPT-17",
        "A power collects income although its capital is enemy-held.",
        "Eine Macht erhält Einkommen, obwohl ihre Hauptstadt in Feindeshand ist.",
        IncomeWithoutCapital,
    ),
    flag(
        "capital_win_needs_own_capitals",
        "CL-OPT-18",
        "A side wins by capitals only while it holds all its own.",
        "Eine Seite gewinnt durch Hauptstädte nur, solange sie alle eigenen hält.",
        OwnCapitalsNeeded,
    ),
    Option(
        key="zero_value_ic_capacity",
        rule="CL-OPT-19",
        kind="number",
        default=1,
        high=1,
        attribute="zero_value_capacity",
        text={
            "en": "Units per turn from an industrial complex in a territory of value 0.",
            "de": "Einheiten je Zug aus einem Industriekomplex in einem Gebiet ohne Wert.",
        },
    ),
    Option(
        key="multinational_hits",
        rule="CL-OPT-20",
        kind="choice",
        default="attacker",
        choices=("attacker", "defenders"),
        mixins={"defenders": DefendersShareHits},
        text={
            "en": "Who shares hits out among several defending nations.",
            "de": "Wer Treffer unter mehreren verteidigenden Nationen aufteilt.",
        },
    ),
    Option(
        key="victory_check",
        rule="CL-OPT-21",
        kind="choice",
        default="round_end",
        choices=("round_end", "immediate"),
        mixins={"immediate": ImmediateVictory},
        text={
            "en": "Victory is tested at the end of a round, or at once.",
            "de": "Der Sieg wird am Ende der Runde oder sofort geprüft.",
        },
    ),
    flag(
        "aa_in_noncombat",
        "CL-OPT-22",
        "AA guns also fire at aircraft flying over in the noncombat move.",
        "Flak schießt auch in der Truppenverlegung auf überfliegende Flugzeuge.",
        GunsFireInNoncombat,
    ),
)
