"""The answer to a question about a battle or a raid."""

from __future__ import annotations

import msgspec

from sandtable.core.lexicon import Texts


class Survivors(msgspec.Struct, frozen=True):
    """One way the battle can end."""

    attackers: dict[str, int]
    defenders: dict[str, dict[str, int]]
    chance: float


class RoundOdds(msgspec.Struct, frozen=True):
    """Where the battle stands after a round: chances that it has ended so, and expected values left."""

    round: int
    win: float
    lose: float
    both: float
    retreat: float
    going: float
    attacker_value: float
    defender_value: float
    stalemate: float = 0.0
    """Ended because neither side can hurt the other (in battles that may still be broken off, part of `going`)."""


class Odds(msgspec.Struct, frozen=True, kw_only=True):
    """The distribution of a battle's outcome."""

    win: float
    """The defenders are gone and attackers are left."""
    lose: float
    both: float
    """Both sides are destroyed."""
    stalemate: float
    """Neither side can hurt the other."""
    retreat: float
    """The attacker broke off."""
    take: float
    """The territory is taken: a land unit survives a won battle (0 at sea)."""
    rounds: float
    """Expected number of rounds."""
    attacker_loss: float
    """Expected value lost, in IPC."""
    defender_loss: float
    method: str
    """ "exact" or "simulated"."""
    elapsed_ms: float
    runs: int = 0
    """Number of battles fought if simulated."""
    error: float = 0.0
    """Half the width of the 95 % confidence interval of the chances, if simulated."""
    notes: Texts = {}
    """What has to be said about the answer, in every language ({} if nothing)."""
    survivors: tuple[Survivors, ...] = ()
    """Joint distribution of what is left, likeliest first."""
    by_round: tuple[RoundOdds, ...] = ()

    @property
    def note(self) -> str:
        """What has to be said about the answer, in English ("" if nothing)."""
        return self.notes.get("en", "")


class RaidOdds(msgspec.Struct, frozen=True, kw_only=True):
    """The distribution of a raid: aircraft lost and damage done."""

    damage: dict[int, float]
    lost: dict[int, float]
    """Bombers lost."""
    escorts_lost: dict[int, float] = {}
    interceptors_lost: dict[int, float] = {}
    expected_damage: float
    expected_lost: float
    expected_value: float
    """Expected damage, and interceptors shot down, minus bombers and escorts lost, in IPC."""
    damage_stays: bool = False
    """Whether the damage stays with the factory, in points (repaired for 1 IPC each), or is paid in IPC at once."""
    method: str = "exact"
    elapsed_ms: float = 0.0
