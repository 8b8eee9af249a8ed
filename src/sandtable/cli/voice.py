"""What the terminal says: the sentences of texts.toml with the names of a game, in one language."""

from __future__ import annotations

from typing import Any

from sandtable.core.lexicon import phrasebook
from sandtable.core.rules import Rules
from sandtable.core.values import Event
from sandtable.warfare.log import describe, phase_name


class Voice:
    """Speaks to a player of one game in one language."""

    def __init__(self, rules: Rules[Any], lang: str = "en") -> None:
        self.rules = rules
        self.lang = lang
        self.lexicon = phrasebook("sandtable.cli", names=rules.lexicon)

    def say(self, key: str, **params: object) -> str:
        """A sentence, with ids in it replaced by names."""
        return self.lexicon.render(key, self.lang, **params).replace("..", ".").replace(".…", "…")

    def name(self, ident: str) -> str:
        """The name of a space, power, unit kind or development."""
        return self.lexicon.name(ident, self.lang)

    def forces(self, counts: dict[str, int]) -> str:
        """«2 infantry, 1 armour»."""
        return self.lexicon.forces(counts, self.lang)

    def losses(self, sorts: dict[str, dict[str, int]]) -> str:
        """«1 armour, 2 infantry (landed), 1 infantry (overland)»: units by how they came."""
        parts = [
            self.say(f"losses.{sort}", units=units) if sort else self.forces(units) for sort, units in sorts.items()
        ]
        return ", ".join(parts)

    def phase(self, phase: str) -> str:
        """The name of a phase."""
        return phase_name(self.rules, phase, self.lang)

    def event(self, event: Event) -> str:
        """What happened."""
        return describe(self.rules, event, self.lang)
