"""Decisions that a player may leave to standing orders, by the chapters of rules a game is made of."""

from __future__ import annotations

from sandtable.warfare.carriers import DisplacedFighters
from sandtable.warfare.consent import Consents
from sandtable.warfare.destroyers import SurfaceWarfare
from sandtable.warfare.losses import Losses
from sandtable.warfare.production import Production
from sandtable.warfare.retreat import Retreats
from sandtable.warfare.submarines import Submarines
from sandtable.warfare.variants.interceptors import EscortsAndInterceptors

CHAPTERS: tuple[tuple[str, type], ...] = (
    ("choose_casualties", Losses),
    ("withdraw", Submarines),
    ("submarines", SurfaceWarfare),
    ("intercept", EscortsAndInterceptors),
    ("consent", Consents),
    ("assign_hits", Losses),
    ("land_displaced", DisplacedFighters),
    ("retreat", Retreats),
)
"""Kind of decision, and the chapter that asks it; what comes up most often first."""


def kinds(rules: Production) -> list[str]:
    """The kinds of decisions for which standing orders make sense in this game."""
    return [kind for kind, chapter in CHAPTERS if isinstance(rules, chapter)]
