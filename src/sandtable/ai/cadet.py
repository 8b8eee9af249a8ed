"""The level `cadet`: sound basics, quickly."""

from __future__ import annotations

from sandtable.ai.commander import Commander


class Cadet(Commander):
    """Judges by eye: never leaves the capital bare, attacks at good odds, buys infantry."""

    level = "cadet"
