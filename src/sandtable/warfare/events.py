"""What can happen. Every unit or IPC that appears or vanishes does so in one of these."""

from __future__ import annotations

from sandtable.core.game import Undone
from sandtable.core.values import Event


class RoundBegan(Event, frozen=True, tag="round_began"):
    round: int


class TurnBegan(Event, frozen=True, tag="turn_began"):
    power: str
    round: int


class PhaseBegan(Event, frozen=True, tag="phase_began"):
    power: str
    phase: str


class DiceRolled(Event, frozen=True, tag="dice_rolled"):
    """Dice with the values needed: a die at or below its entry in `needed` is a hit (0: no hit possible)."""

    power: str
    purpose: str
    """What was rolled for: research, development, anti_air, bombardment, first_shot, fire, raid, rocket."""
    space: str
    dice: tuple[int, ...]
    needed: tuple[int, ...]
    hits: int
    units: tuple[str, ...] = ()
    """Kinds of the units that rolled, one per die."""


class MoneyChanged(Event, frozen=True, tag="money_changed"):
    power: str
    amount: int
    reason: str
    """income, research, purchase, fee, raid, rocket, plunder, bid, kept_bid."""
    balance: int


class Bought(Event, frozen=True, tag="bought"):
    power: str
    units: dict[str, int]


class TooManyBought(Event, frozen=True, tag="too_many_bought"):
    """More was bought than the power's factories can place at present."""

    power: str
    bought: int
    capacity: int


class DevelopmentGained(Event, frozen=True, tag="development_gained"):
    power: str
    development: str


class UnitsMoved(Event, frozen=True, tag="units_moved"):
    power: str
    units: tuple[str, ...]
    kinds: dict[str, int]
    route: tuple[str, ...]
    manner: str = "move"
    """move, blitz, raid, bombard, land, retreat, withdraw, submerge."""


class UnitsLoaded(Event, frozen=True, tag="units_loaded"):
    power: str
    units: tuple[str, ...]
    kinds: dict[str, int]
    transport: str
    space: str


class UnitsUnloaded(Event, frozen=True, tag="units_unloaded"):
    power: str
    units: tuple[str, ...]
    kinds: dict[str, int]
    transport: str
    space: str


class LandingDeclared(Event, frozen=True, tag="landing_declared"):
    power: str
    units: tuple[str, ...]
    kinds: dict[str, int]
    zone: str
    target: str


class BattleBegan(Event, frozen=True, tag="battle_began"):
    space: str
    battle: str
    """land, sea or raid."""
    power: str
    attackers: dict[str, int]
    defenders: dict[str, dict[str, int]]


class BattleRound(Event, frozen=True, tag="battle_round"):
    space: str
    round: int


class UnitsHit(Event, frozen=True, tag="units_hit"):
    """Defenders that were hit go behind the line; they leave with a later `UnitsLost`."""

    power: str
    units: tuple[str, ...]
    kinds: dict[str, int]
    space: str


class BattleEnded(Event, frozen=True, tag="battle_ended"):
    space: str
    battle: str
    result: str


class UnitsLost(Event, frozen=True, tag="units_lost"):
    """Units leave the board for good."""

    power: str
    units: tuple[str, ...]
    kinds: dict[str, int]
    space: str
    cause: str
    """battle, anti_air, sunk (went down with its carrier or transport), no_landing."""


class FactoryDamaged(Event, frozen=True, tag="factory_damaged"):
    """A raid (or a repair, with negative points) changes the damage of a factory."""

    space: str
    points: int
    damage: int


class Refunded(Event, frozen=True, tag="refunded"):
    """Bought units that could not be placed go back for their price."""

    power: str
    units: dict[str, int]


class ConsentGiven(Event, frozen=True, tag="consent_given"):
    power: str
    asked_by: str
    agree: bool


class CarrierPledged(Event, frozen=True, tag="carrier_pledged"):
    """A landing plan counts on a carrier being in a zone; "" stands for one still to be placed."""

    power: str
    carrier: str
    zone: str


class PledgeWithdrawn(Event, frozen=True, tag="pledge_withdrawn"):
    """A pledge its player gave is taken back, cannot be kept any more, or concerns nobody in the end."""

    power: str
    carrier: str
    zone: str


class AttackDeclared(Event, frozen=True, tag="attack_declared"):
    power: str
    zone: str
    attack: bool


class Intercepted(Event, frozen=True, tag="intercepted"):
    power: str
    space: str
    units: tuple[str, ...]


class UnitsDamaged(Event, frozen=True, tag="units_damaged"):
    power: str
    units: tuple[str, ...]
    space: str


class UnitsPlaced(Event, frozen=True, tag="units_placed"):
    """New units come onto the board."""

    power: str
    units: tuple[str, ...]
    kinds: dict[str, int]
    space: str
    factory: str


class UnitsWasted(Event, frozen=True, tag="units_wasted"):
    """Bought units that could not be placed are lost."""

    power: str
    units: dict[str, int]


class Captured(Event, frozen=True, tag="captured"):
    """Control of a territory changes. `by` took it; `owner` has it now (another power if it was liberated)."""

    space: str
    by: str
    owner: str
    loser: str
    manner: str
    """battle, walk_in, blitz, neutral, landing, reversion."""


class InstallationsTaken(Event, frozen=True, tag="installations_taken"):
    """AA guns and factories go to a new owner with their territory."""

    units: tuple[str, ...]
    space: str
    owner: str


class Growth(Event, frozen=True, tag="growth"):
    """Growth of production per power of the winning side in tenths of a percent, and the individual winners."""

    permille: dict[str, int]
    winners: tuple[str, ...]


class Resigned(Event, frozen=True, tag="resigned"):
    power: str


class GameWon(Event, frozen=True, tag="game_won"):
    side: str
    reason: str
    """capitals, economy, resignation."""


ALL: tuple[type[Event], ...] = (
    Undone,
    RoundBegan,
    TurnBegan,
    PhaseBegan,
    DiceRolled,
    MoneyChanged,
    Bought,
    TooManyBought,
    DevelopmentGained,
    UnitsMoved,
    UnitsLoaded,
    UnitsUnloaded,
    LandingDeclared,
    BattleBegan,
    BattleRound,
    UnitsHit,
    BattleEnded,
    UnitsLost,
    UnitsDamaged,
    FactoryDamaged,
    Refunded,
    ConsentGiven,
    CarrierPledged,
    PledgeWithdrawn,
    AttackDeclared,
    Intercepted,
    UnitsPlaced,
    UnitsWasted,
    Captured,
    InstallationsTaken,
    Growth,
    Resigned,
    GameWon,
)
