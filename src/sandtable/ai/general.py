"""The level `general`: takes its time to rehearse many plans."""

from __future__ import annotations

from sandtable.ai.search import Rehearser


class General(Rehearser):
    """Tries every posture and leaves out each doubtful attack in turn, again and again until the time is up."""

    level = "general"
