"""Artillery: each attacking piece supports one attacking infantry."""

from __future__ import annotations

from sandtable.warfare.fire import Fire
from sandtable.warfare.state import Unit, WarState


class Artillery(Fire):
    """Supported infantry attack one better; counted anew each round."""

    supported_kind: str = "infantry"

    def fire_value(self, state: WarState, unit: Unit, stage: str) -> int:
        value = super().fire_value(state, unit, stage)
        if stage == "attack" and unit.kind == self.supported_kind and unit.id in self.supported(state):
            return value + 1
        return value

    def supported(self, state: WarState) -> set[str]:
        """The infantry of the battle that artillery supports, oldest first."""
        battle = state.battle
        if battle is None:
            return set()
        kinds = [(ident, state.units[ident].kind) for ident in battle.attackers]
        supporters = self.types.with_trait("supports")
        guns = sum(kind in supporters for _, kind in kinds)
        return {ident for ident, kind in [pair for pair in kinds if pair[1] == self.supported_kind][:guns]}
