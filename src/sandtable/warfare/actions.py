"""The answers players give, one small class per kind of decision."""

from __future__ import annotations

from sandtable.core.values import Action


class PlaceBid(Action, frozen=True, tag="place_bid"):
    """Spend a bid before the game: units to add, per space; what is not spent is kept as money."""

    units: dict[str, dict[str, int]] = {}


class Research(Action, frozen=True, tag="research"):
    """Buy this many research dice."""

    dice: int = 0


class Purchase(Action, frozen=True, tag="purchase"):
    """Buy units: kind → number, and repair factories: territory → points. `Purchase({"infantry": 8})`."""

    units: dict[str, int] = {}
    repairs: dict[str, int] = {}


class Move(Action, frozen=True, tag="move"):
    """Move units of one domain together along a route that begins with the space they are in.

    `raid` sends bombers (and escorts) against a factory; `deck` names the carrier on which fighters land.
    """

    units: tuple[str, ...]
    route: tuple[str, ...]
    raid: bool = False
    deck: str = ""


class Sail(Action, frozen=True, tag="sail"):
    """Sail a transport, loading on the way and unloading at the end.

    `load` says which land unit boards in which zone of the route; `unload` which cargo goes ashore in `target`.
    In the combat move unloading declares an amphibious assault.
    """

    transport: str
    route: tuple[str, ...]
    load: dict[str, str] = {}
    unload: tuple[str, ...] = ()
    target: str = ""


class Bombard(Action, frozen=True, tag="bombard"):
    """Bring battleships (route may be just the zone they are in) to support a landing in `target`."""

    units: tuple[str, ...]
    route: tuple[str, ...]
    target: str


class EndPhase(Action, frozen=True, tag="end_phase"):
    """Finish the phase."""


class FireRocket(Action, frozen=True, tag="fire_rocket"):
    """Fire a rocket from an AA gun at the factory in `target`."""

    gun: str
    target: str


class Pass(Action, frozen=True, tag="pass"):
    """Decline what is offered."""


class NextBattle(Action, frozen=True, tag="next_battle"):
    """Fight here next."""

    space: str


class AssignHits(Action, frozen=True, tag="assign_hits"):
    """Share hits out among the nations that can take them."""

    hits: dict[str, int]


class ChooseCasualties(Action, frozen=True, tag="choose_casualties"):
    """Name the units that are lost."""

    units: tuple[str, ...]


class Withdraw(Action, frozen=True, tag="withdraw"):
    """Withdraw submarines: submarine → zone. Those not named stay."""

    submarines: dict[str, str] = {}


class Retreat(Action, frozen=True, tag="retreat"):
    """Break off the battle and go to `space` ("" if only aircraft are left)."""

    space: str = ""


class FightOn(Action, frozen=True, tag="fight_on"):
    """Fight another round."""


class LandDisplaced(Action, frozen=True, tag="land_displaced"):
    """Where fighters land whose carrier was sunk under them: fighter → island or carrier."""

    places: dict[str, str] = {}


class DeclareAttack(Action, frozen=True, tag="declare_attack"):
    """Attack the ships in a sea zone that could be ignored (or, where that is asked, leave them alone)."""

    zone: str
    attack: bool = True


class Pledge(Action, frozen=True, tag="pledge"):
    """Promise that a carrier will be in `zone` for fighters to land on; a zone "" takes the promise back.

    `carrier` is the carrier that will sail there, or "" for one bought this turn that will be placed there.
    """

    carrier: str = ""
    zone: str = ""


class Submerge(Action, frozen=True, tag="submerge"):
    """Which submarines submerge; the others strike by surprise."""

    submarines: tuple[str, ...] = ()


class Shell(Action, frozen=True, tag="shell"):
    """Which ships bombard the coast in this battle."""

    ships: tuple[str, ...] = ()


class Consent(Action, frozen=True, tag="consent"):
    """Let an ally use one's transport or carrier, or not."""

    agree: bool


class Intercept(Action, frozen=True, tag="intercept"):
    """Fighters that rise against raiders: territory → fighters."""

    fighters: dict[str, tuple[str, ...]] = {}


class Place(Action, frozen=True, tag="place"):
    """Put `count` new units of a kind into a space, charged to the factory in `factory`.

    Where new fighters may be placed on carriers, `deck` can name the one they go to.
    """

    unit: str
    space: str
    factory: str
    count: int = 1
    deck: str = ""


class Resign(Action, frozen=True, tag="resign"):
    """Offer the resignation of one's side; it counts when all players of the side have given it."""


ALL: tuple[type[Action], ...] = (
    PlaceBid,
    Research,
    Purchase,
    Move,
    Sail,
    Bombard,
    EndPhase,
    FireRocket,
    Pass,
    NextBattle,
    AssignHits,
    ChooseCasualties,
    Withdraw,
    Retreat,
    FightOn,
    LandDisplaced,
    DeclareAttack,
    Pledge,
    Submerge,
    Shell,
    Consent,
    Intercept,
    Place,
    Resign,
)
