"""The rules as the players see them: a game of the d6 family, whichever it is."""

from __future__ import annotations

from typing import Any, TypeGuard

from sandtable.core.game import View
from sandtable.warfare.income import Victory
from sandtable.warfare.position import Positions
from sandtable.warfare.production import Production
from sandtable.warfare.retreat import Retreats
from sandtable.warfare.state import WarState


class WarRules(Production, Retreats, Victory, Positions):
    """What every game of the family has: movement, battles, production, victory, a set-up. For types only."""


def is_war(view: View[Any]) -> TypeGuard[View[WarState]]:
    """Whether a view is one of a game these players know how to play."""
    rules = view.rules
    return (
        isinstance(rules, Production)
        and isinstance(rules, Retreats)
        and isinstance(rules, Victory)
        and isinstance(rules, Positions)
    )
