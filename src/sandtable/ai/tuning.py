"""All tuning parameters of the computer players, read from tuning.toml."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib.resources import files

import msgspec

from sandtable.core.lexicon import read_toml


class Tuning(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a player believes things are worth and how much it dares; tuning.toml explains every figure."""

    # What land is worth, in IPC
    income_horizon: float
    factory: float
    capital: float
    city: float
    winning: float
    urgency: float
    triumph: float
    # How far things pull
    decay: float
    sea_decay: float
    harbour: float
    afloat: float
    side_show: float
    grasp: float
    # Attacks
    caution: float
    counter_weight: float
    landed: float
    sea_counter: float
    strafe: float
    behind_weight: float
    fleeting: float
    ruthlessness: float
    teamwork: float
    least_gain: float
    least_chance: float
    use_of_unit: float
    spare: float
    sea_prey: float
    alarm: float
    voyage: float
    party: float
    haven: float
    ashore: float
    beachhead: float
    # Defence
    capital_risk: float
    homeland: float
    hold_margin: float
    stronghold: float
    bound: float
    landing: float
    commitment: float
    grounded: float
    gates: int
    # Purchases
    armour_share: float
    air_share: float
    offensive: float
    transports_per_load: float
    most_transports: int
    raids_pay: float
    research_horizon: float
    # Giving up
    hopeless: float
    outweighed: float
    forlorn: float
    ruined: float
    # Looking ahead
    alternatives: int
    exact: int
    misjudgement: float
    rounds_ahead: int
    rivals: int
    doubtful: int
    daring: int
    varied: int
    dared: int
    shunned: int
    first_look: int
    confirmed: int
    imagined: int
    handicap: float
    scope: float
    spread: float
    hope: float
    decided: float
    marches: float
    playouts: int
    least_playouts: int
    budget: float

    def changed(self, changes: Mapping[str, float]) -> Tuning:
        """The same with some figures replaced."""
        return msgspec.structs.replace(self, **changes)


@functools.cache
def tuning(level: str) -> Tuning:
    """The figures of a level, or of those who `reply` in rehearsals: those of [common], replaced by its own.

    A level without figures of its own has those of [common].
    """
    tables = read_toml(files("sandtable.ai") / "tuning.toml")
    return msgspec.convert({**tables["common"], **tables.get(level, {})}, Tuning)


@functools.cache
def postures(sort: str) -> dict[str, dict[str, float]]:
    """Ways in which the general varies the officer's figures (`temper` or `stance`): name → figures replaced."""
    found: dict[str, dict[str, float]] = read_toml(files("sandtable.ai") / "tuning.toml")[sort]
    return found
