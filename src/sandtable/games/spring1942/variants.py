"""The optional rules of the 1942 edition."""

from __future__ import annotations

from sandtable.core.errors import IllegalAction
from sandtable.core.options import Option, flag
from sandtable.games.spring1942.rules import Rules1942
from sandtable.warfare.state import WarState
from sandtable.warfare.variants.bids import Bids
from sandtable.warfare.variants.dice import LowLuck
from sandtable.warfare.variants.interceptors import EscortsAndInterceptors


class ClosedDardanelles(Rules1942):
    """S42-OPT-01: no ship passes into or out of the Black Sea."""

    black_sea = "sz_16"

    def canal_open(self, state: WarState, power: str, here: str, there: str) -> bool:
        return self.black_sea not in (here, there) and super().canal_open(state, power, here, there)

    def closed_way(self, here: str, there: str) -> IllegalAction:
        if self.black_sea in (here, there):
            return self.refuse("move.strait_closed", space=self.black_sea)
        return super().closed_way(here, there)


class TotalVictory(Rules1942):
    """S42-OPT-07: all twelve cities."""

    cities_needed = 12


OPTIONS: tuple[Option, ...] = (
    flag(
        "closed_dardanelles",
        "S42-OPT-01",
        "Ships may not move into or out of the Black Sea.",
        "Schiffe dürfen weder in das Schwarze Meer noch hinaus.",
        ClosedDardanelles,
    ),
    flag(
        "escorts_and_interceptors",
        "S42-OPT-02",
        "Fighters may escort bombers on raids, and fighters in raided territories may intercept them.",
        "Jäger dürfen Bomber bei Bombenangriffen begleiten, und Jäger im angegriffenen Gebiet dürfen sie abfangen.",
        EscortsAndInterceptors,
    ),
    flag(
        "victory_total",
        "S42-OPT-07",
        "All twelve victory cities are needed instead of nine.",
        "Zum Sieg braucht man alle zwölf Siegstädte statt neun.",
        TotalVictory,
    ),
    Option(
        key="bid",
        rule="S42-SETUP-05",
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
        "S42-SETUP-05",
        "Hits are the sum of the values of a firing step divided by six; one die decides about the rest.",
        "Treffer sind die Wertesumme eines Feuerschritts geteilt durch sechs; ein Würfel entscheidet über den Rest.",
        LowLuck,
    ),
)
