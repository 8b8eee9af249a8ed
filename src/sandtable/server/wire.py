"""Everything that goes over the wire, as types; `/openapi.json` is made from them and docs/server.md explains them."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Action = dict[str, Any]
"""An action of the engine in its JSON form, tagged by `kind`."""
Counts = dict[str, int]
"""Numbers per kind of unit."""
Texts = dict[str, str]
"""A sentence or a name in every language: {"en": …, "de": …}."""

PERSON = "person"
"""Who sits on a seat that no computer player has."""


class Problem(msgspec.Struct, kw_only=True):
    """Why a request was not carried out."""

    code: str
    text: Texts
    rule: str = ""
    title: Texts = {}
    topic: str = ""
    nearest: list[str] = []
    snapshot: Snapshot | None = None


# Catalogue


class LevelView(msgspec.Struct, kw_only=True):
    id: str
    name: Texts
    text: Texts


class SessionView(msgspec.Struct, kw_only=True):
    languages: list[str]
    levels: list[LevelView]
    version: str


class OptionView(msgspec.Struct, kw_only=True):
    key: str
    rule: str
    kind: Literal["flag", "choice", "number", "per_power"]
    default: Any
    text: Texts
    choices: list[str]
    low: int
    high: int
    implies: dict[str, Any]
    excludes: dict[str, str]


class PresetView(msgspec.Struct, kw_only=True):
    id: str
    name: Texts
    text: Texts
    options: dict[str, Any]


class PowerInfo(msgspec.Struct, kw_only=True):
    id: str
    name: Texts
    side: str
    capital: str
    colour: str


class SideInfo(msgspec.Struct, kw_only=True):
    id: str
    name: Texts
    powers: list[str]


class SpaceInfo(msgspec.Struct, kw_only=True):
    id: str
    kind: Literal["land", "sea"]
    name: Texts
    short: list[str]
    value: int
    owner: str
    neutral: bool
    borders: list[str]
    city: Texts | None


class UnitInfo(msgspec.Struct, kw_only=True):
    id: str
    name: Texts
    plural: Texts
    domain: Literal["land", "air", "sea"]
    cost: int
    move: int
    attack: int
    defence: int
    cargo_size: int
    cargo_capacity: int
    deck_size: int
    deck_capacity: int
    hits: int
    traits: list[str]


class CanalInfo(msgspec.Struct, kw_only=True):
    id: str
    name: Texts
    between: list[str]
    banks: list[str]


class NamedId(msgspec.Struct, kw_only=True):
    id: str
    name: Texts


class GameCard(msgspec.Struct, kw_only=True):
    """A game as one chooses it."""

    id: str
    title: Texts
    scenario: Texts
    powers: list[PowerInfo]
    sides: list[SideInfo]
    options: list[OptionView]
    presets: list[PresetView]
    seatings: dict[str, list[list[str]]]
    """Number of players → the powers of each, as the rulebook deals them."""
    has_map: bool


class GameBook(GameCard, kw_only=True):
    """A game with everything that never changes while it is played."""

    spaces: list[SpaceInfo]
    units: list[UnitInfo]
    phases: list[NamedId]
    developments: list[NamedId]
    canals: list[CanalInfo]
    names: dict[str, Texts]


class RuleView(msgspec.Struct, kw_only=True):
    id: str
    chapter: str
    title: Texts
    text: Texts
    options: list[str]
    """Options of the game that are about this rule."""


class ChapterView(msgspec.Struct, kw_only=True):
    id: str
    title: Texts
    rules: list[RuleView]


class OptionsAsked(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    options: dict[str, Any] = {}


class OptionsAnswer(msgspec.Struct, kw_only=True):
    ok: bool
    options: dict[str, Any]
    changed: dict[str, Any]
    text: Texts
    conflict: list[str] = []
    """The two options that do not go together."""


# Saved games


class GameSummary(msgspec.Struct, kw_only=True):
    id: str
    name: str
    game: str
    title: Texts
    round: int
    power: str
    phase: str
    seats: dict[str, str]
    over: bool
    winner: str
    created: float
    updated: float
    entries: int
    owners: dict[str, str]


class NewGame(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    game: str
    name: str = ""
    options: dict[str, Any] = {}
    seats: dict[str, str] = {}
    seed: int | str | None = None
    dice: list[int] | None = None
    position: dict[str, Any] | None = None
    seating: list[list[str]] | None = None
    """Which powers one person steers; by default all people of a side play together."""


class GameChange(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    name: str | None = None
    seats: dict[str, str] | None = None


# The snapshot


class UnitView(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One unit. What is left out has its default: 0, false or empty."""

    kind: str
    power: str
    space: str
    aboard: str = ""
    """The transport or carrier it is on."""
    damage: int = 0
    spent: int = 0
    """Movement points used this turn."""
    left: int = 0
    """Movement points left this turn."""
    done: bool = False
    airborne: bool = False
    task: str = ""
    """raid, bombard, land; raided, unloaded, shelled afterwards."""
    target: str = ""
    """The territory it bombards or lands in."""
    new: bool = False
    """It was placed or captured this turn."""


class FactoryView(msgspec.Struct, kw_only=True):
    power: str
    capacity: int | None
    """Units it can build a turn (null: no limit)."""
    left: int | None
    damage: int
    limit: int
    """The most damage it can take (0: it takes none)."""
    usable: bool


class SpaceView(msgspec.Struct, kw_only=True):
    owner: str
    factory: FactoryView | None = None
    taken: str | None = None
    """Who held it when this turn began, if it has changed hands since ("" for nobody)."""
    fought: bool = False


class PowerView(msgspec.Struct, kw_only=True):
    money: int
    production: int
    income: int
    units: int
    value: int
    territories: int
    developments: list[str]
    capital_lost: bool
    resigned: bool
    seat: str
    plan: Texts
    """What a computer player says it is up to."""


class SideView(msgspec.Struct, kw_only=True):
    production: int
    cities: int
    capitals: int


class Choice(msgspec.Struct, kw_only=True):
    action: Action
    text: Texts
    damage: float | None = None
    """IPC that it costs the enemy on average (rockets only)."""


class PlaceView(msgspec.Struct, kw_only=True):
    space: str
    factory: str
    left: int


class DecisionView(msgspec.Struct, kw_only=True):
    power: str
    kind: str
    accepts: list[str]
    about: dict[str, Any]
    default: Action | None
    choices: list[Choice]
    can_end: bool
    """Whether ending the phase would be accepted now."""
    places: dict[str, list[PlaceView]] = {}
    """Where each bought kind may be placed (placement only)."""


class WaitingView(msgspec.Struct, kw_only=True):
    power: str
    kind: str
    computer: bool


class MoveView(msgspec.Struct, kw_only=True):
    n: int
    manner: str
    power: str
    units: list[str]
    kinds: Counts
    route: list[str]
    target: str = ""


class BattleMark(msgspec.Struct, kw_only=True):
    space: str
    kind: Literal["land", "sea", "raid", "walk_in"]
    ready: bool
    landing: bool
    attackers: Counts
    defenders: dict[str, Counts]


class FighterView(msgspec.Struct, kw_only=True):
    """Units of one power and kind on one side of a battle."""

    power: str
    kind: str
    ids: list[str]
    hit: list[str]
    damage: Counts
    value: int
    dice: int


class HitsView(msgspec.Struct, kw_only=True):
    side: str
    count: int
    target: str
    power: str


class LogLine(msgspec.Struct, kw_only=True):
    n: int
    entry: int
    round: int
    turn: str
    phase: str
    kind: str
    power: str
    space: str
    text: Texts
    event: dict[str, Any]


class BattleView(msgspec.Struct, kw_only=True):
    space: str
    kind: str
    round: int
    attackers: list[FighterView]
    defenders: list[FighterView]
    bombarding: list[FighterView]
    landed: list[str]
    """Attackers that came ashore in this battle."""
    hits: list[HitsView]
    striking: list[str]
    lines: list[LogLine]
    """What has happened in this battle so far."""


class LandingView(msgspec.Struct, kw_only=True):
    ok: bool
    airborne: list[str]
    homeless: list[str]
    """In the air without any place to land, whatever still moves."""
    awaiting: list[str] = []
    """In the air, counting on a carrier that still has to come."""


class UndoView(msgspec.Struct, kw_only=True):
    can: bool
    count: int


class ThinkingView(msgspec.Struct, kw_only=True):
    power: str
    level: str
    elapsed: float = 0.0
    """Seconds since this power began to decide."""
    budget: float | None = None
    """Seconds it may think about a turn; None if only the number of its thoughts is limited."""


class AutopilotView(msgspec.Struct, kw_only=True):
    space: str


class OutcomeView(msgspec.Struct, kw_only=True):
    winner: str
    reason: str
    powers: list[str]


class Snapshot(msgspec.Struct, kw_only=True):
    """Everything needed to draw a game for one viewer."""

    id: str
    name: str
    game: str
    options: dict[str, Any]
    seats: dict[str, str]
    own: list[str]
    viewer: str
    version: int
    entry: int
    """The entry of the record it shows; less than `version` when looking back."""
    round: int
    power: str
    phase: str
    outcome: OutcomeView | None
    spaces: dict[str, SpaceView]
    units: dict[str, UnitView]
    powers: dict[str, PowerView]
    sides: dict[str, SideView]
    pool: Counts
    decisions: list[DecisionView]
    waiting: list[WaitingView]
    moves: list[MoveView]
    battles: list[BattleMark]
    battle: BattleView | None
    landing: LandingView
    undo: UndoView
    thinking: ThinkingView | None
    autopilot: AutopilotView | None
    orders: dict[str, dict[str, dict[str, Any]]]
    """Standing orders: power → kind of decision → policy."""
    standing: list[str]
    """Kinds of decisions that can be left to standing orders in this game."""
    watch: Texts = {}
    """Why the game can only be watched here ({} if it can be played)."""


# Playing


class Do(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    version: int
    actions: list[Action]
    power: str | None = None


class TakeBack(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    version: int
    all: bool = False


class Auto(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    version: int
    finish: bool = False


class LossWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    order: tuple[str, ...] = ()
    keep_land: bool = False


class RetreatWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    after: int = 0


class Resolve(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    version: int
    space: str = ""
    all: bool = False
    """Every battle of the phase, one after the other."""
    losses: LossWish = LossWish()
    retreat: RetreatWish = RetreatWish()
    submarines: Literal["stay", "leave"] = "stay"


class StandingOrder(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    version: int
    power: str
    kind: str
    policy: dict[str, Any] | None = None


# Help


class Selection(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    version: int
    units: list[str]


class Order(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    version: int
    units: list[str]
    to: str
    manner: str = ""
    dry: bool = False
    """Only say what would happen."""


class Way(msgspec.Struct, kw_only=True):
    """One way for selected units to reach a space; `actions` carry it out."""

    manner: Literal["move", "attack", "blitz", "raid", "bombard", "landing", "ferry", "load", "unload", "deck", "join"]
    """Most important first where several are possible; `join`: fighters on a carrier fight in its own zone."""
    units: list[str]
    complete: bool
    route: list[str]
    via: list[str]
    deck: str
    battle: bool
    actions: list[Action]


class Destination(msgspec.Struct, kw_only=True):
    space: str
    choices: list[Way]


class Refusal(msgspec.Struct, kw_only=True):
    rule: str
    title: Texts
    text: Texts
    topic: str


class Reach(msgspec.Struct, kw_only=True):
    units: list[str]
    destinations: list[Destination]
    why: Refusal | None = None


class GroupReach(msgspec.Struct, kw_only=True):
    """Interchangeable units and where one of them can go."""

    ids: list[str]
    space: str
    kind: str
    power: str
    destinations: list[Destination]


class Ordered(msgspec.Struct, kw_only=True):
    """What an order comes to."""

    way: Way
    snapshot: Snapshot | None = None


class Comer(msgspec.Struct, kw_only=True):
    power: str
    kind: str
    start: str
    ids: list[str]


class Reaching(msgspec.Struct, kw_only=True):
    space: str
    now: list[Comer]
    threats: list[Comer]


# Odds


class OddsAsked(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    version: int
    space: str
    add: list[str] = []
    remove: list[str] = []
    raid: bool = False
    attack_losses: str = "cheapest"
    defend_losses: str = "cheapest"
    retreat: str = "never"


class SurvivorsView(msgspec.Struct, kw_only=True):
    attackers: Counts
    defenders: dict[str, Counts]
    chance: float


class OddsView(msgspec.Struct, kw_only=True):
    space: str
    kind: Literal["land", "sea", "raid", "none"]
    attackers: Counts
    defenders: dict[str, Counts]
    method: str = "exact"
    win: float = 0.0
    lose: float = 0.0
    both: float = 0.0
    stalemate: float = 0.0
    retreat: float = 0.0
    take: float = 0.0
    rounds: float = 0.0
    attacker_loss: float = 0.0
    defender_loss: float = 0.0
    error: float = 0.0
    survivors: list[SurvivorsView] = []
    damage: dict[str, float] = {}
    """Raids: chance of each number of points (or IPC) destroyed."""
    expected_damage: float = 0.0
    note: Texts = {}
    """What has to be said about the answer, or why there is none ({} if nothing)."""


# History


class Log(msgspec.Struct, kw_only=True):
    lines: list[LogLine]
    total: int


class TimelineMark(msgspec.Struct, kw_only=True):
    entry: int
    round: int
    power: str
    phase: str


class RoundFigures(msgspec.Struct, kw_only=True):
    production: int
    income: int
    value: int
    units: int
    territories: int
    luck: float


class ChartRound(msgspec.Struct, kw_only=True):
    round: int
    entry: int
    powers: dict[str, RoundFigures]


class LuckView(msgspec.Struct, kw_only=True):
    rolled: int
    hits: int
    expected: float
    swing: float
    """Hits above (or below) what was to be expected."""


class FortuneView(msgspec.Struct, kw_only=True):
    """What the dice of a side did to the other, in IPC."""

    expected: float
    actual: float
    swing: float


class Charts(msgspec.Struct, kw_only=True):
    rounds: list[ChartRound]
    luck: dict[str, LuckView]
    """Per power, in hits."""
    fortune: dict[str, FortuneView]
    """Per side, in IPC."""


# Live messages


class Hello(msgspec.Struct, kw_only=True, tag_field="type", tag="hello"):
    version: int


class Step(msgspec.Struct, kw_only=True, tag_field="type", tag="step"):
    version: int
    entry: int
    lines: list[LogLine]
    undone: int
    """How many log lines before these no longer hold."""
    spaces: dict[str, SpaceView | None]
    units: dict[str, UnitView | None]
    powers: dict[str, PowerView]
    sides: dict[str, SideView]
    round: int
    power: str
    phase: str
    waiting: list[WaitingView]
    by: Literal["person", "computer", "orders"]


class Ready(msgspec.Struct, kw_only=True, tag_field="type", tag="ready"):
    version: int


class Thinking(msgspec.Struct, kw_only=True, tag_field="type", tag="thinking"):
    power: str
    level: str
    phase: str
    actions: int
    elapsed: float = 0.0
    budget: float | None = None


class Changed(msgspec.Struct, kw_only=True, tag_field="type", tag="changed"):
    name: str
    seats: dict[str, str]


class Trouble(msgspec.Struct, kw_only=True, tag_field="type", tag="problem"):
    text: Texts


Message = Hello | Step | Ready | Thinking | Changed | Trouble
