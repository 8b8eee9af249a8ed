"""The level `general`: takes its time to rehearse many plans."""

from __future__ import annotations

from sandtable.ai.search import Rehearser


class General(Rehearser):
    """Rehearses its plan with attacks left out, added and exchanged before it makes up its mind."""

    level = "general"
