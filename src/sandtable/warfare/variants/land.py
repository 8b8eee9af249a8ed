"""Variants of land movement."""

from __future__ import annotations

from sandtable.warfare.land import LandMovement
from sandtable.warfare.state import WarState


class GunsStopBlitz(LandMovement):
    """An AA gun or factory in a territory stops a blitz."""

    def may_blitz(self, state: WarState, space: str) -> bool:
        return not any(u.kind in self.guns or u.kind in self.factories for u in state.units_in(space))
