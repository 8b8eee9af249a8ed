"""The level `officer`: plans whole turns, with exact odds for what it really does."""

from __future__ import annotations

from sandtable.ai.commander import Commander


class Officer(Commander):
    """Weighs counter-attacks, builds towards the fronts, keeps the sea lanes busy, strikes together with allies."""

    level = "officer"
