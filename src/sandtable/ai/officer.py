"""The level `officer`: plans whole turns, with exact odds for what it really does."""

from __future__ import annotations

from sandtable.ai.search import Rehearser


class Officer(Rehearser):
    """Weighs counter-attacks, builds towards the fronts, keeps the sea lanes busy, and rehearses its plan briefly."""

    level = "officer"
