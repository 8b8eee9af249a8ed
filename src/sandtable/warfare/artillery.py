"""Artillery: each attacking piece supports one attacking infantry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

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

    def lifted(self, counts: Mapping[str, int], stage: str) -> Mapping[str, int]:
        if stage != "attack":
            return {}
        guns = sum(counts.get(kind, 0) for kind in self.types.with_trait("supports"))
        return {self.supported_kind: min(guns, counts.get(self.supported_kind, 0))}

    def supported(self, state: WarState) -> set[str]:
        """The infantry of the battle that artillery supports, oldest first."""
        battle = state.battle
        if battle is None:
            return set()
        kinds = [(ident, state.units[ident].kind) for ident in battle.attackers]
        number = self.lifted(Counter(kind for _, kind in kinds), "attack")[self.supported_kind]
        return {ident for ident, kind in [pair for pair in kinds if pair[1] == self.supported_kind][:number]}
