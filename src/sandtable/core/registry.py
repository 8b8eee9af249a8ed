"""The games that exist, and how to start them and set them up."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from sandtable.core.dice import DiceSource, ScriptedDice, SeededDice
from sandtable.core.errors import BadValue, UnknownName
from sandtable.core.game import Game
from sandtable.core.lexicon import Texts
from sandtable.core.options import Option, OptionValue, compose, settle
from sandtable.core.record import VERSION, Header
from sandtable.core.reference import Reference
from sandtable.core.rules import Rules
from sandtable.core.state import State


class GameDefinition(ABC):
    """What a game tells the registry: its name, its powers, its options, its rules, its set-up."""

    id: str
    title: Texts
    base: type[Rules[Any]]
    former: type[Rules[Any]] | None = None
    """The rules as games of version 1 of the record were played, where that is not all the same."""
    options: tuple[Option, ...] = ()

    @property
    @abstractmethod
    def powers(self) -> tuple[str, ...]:
        """The powers in turn order."""

    @property
    @abstractmethod
    def reference(self) -> Reference | None:
        """The rule reference, if the game has one."""

    @abstractmethod
    def initial_state(self, rules: Any, seats: Sequence[Sequence[str]]) -> State:
        """The game's own set-up, before the first step."""

    def position(self, rules: Any, position: Mapping[str, Any]) -> State:
        """A state from a readable description (see the game's documentation)."""
        raise BadValue(f"{self.id} cannot be set up from a description")

    def describe(self, rules: Any, state: Any) -> dict[str, Any]:
        """The readable description of a state, as `position` takes it."""
        raise BadValue(f"{self.id} cannot be written down as a description")

    def seats_for(self, players: int) -> tuple[tuple[str, ...], ...]:
        """Which powers each of `players` people steers."""
        if players != len(self.powers):
            raise BadValue(f"{self.id} is played by {len(self.powers)} people, not {players}")
        return tuple((power,) for power in self.powers)

    def rules(self, options: Mapping[str, object] | None = None, version: int = VERSION) -> Rules[Any]:
        """The rule set with these options. Raises for unknown, bad or conflicting ones."""
        settled = settle(self.options, options or {}, self.powers)
        base = self.former if version == 1 and self.former is not None else self.base
        rules: Rules[Any] = compose(base, self.options, settled)(settled)
        return rules

    def changed_options(self, rules: Rules[Any]) -> dict[str, OptionValue]:
        """The options that differ from their defaults."""
        return {o.key: rules.options[o.key] for o in self.options if rules.options[o.key] != o.default}  # type: ignore[misc]  # settled values


_games: dict[str, GameDefinition] = {}


def register(definition: GameDefinition) -> GameDefinition:
    """Make a game known under its id."""
    _games[definition.id] = definition
    return definition


def unregister(game: str) -> None:
    """Forget a game (used by tests that bring their own)."""
    _games.pop(game, None)


def games() -> list[GameDefinition]:
    """All known games."""
    return list(_games.values())


def definition(game: str) -> GameDefinition:
    """The game with this id; the error lists the nearest names."""
    if game not in _games:
        raise UnknownName("game", game, _games)
    return _games[game]


def _dice(seed: int | str | None, dice: DiceSource | Sequence[int] | None) -> DiceSource:
    if seed is not None and not (isinstance(seed, int) or (isinstance(seed, str) and seed.isprintable())):
        raise BadValue(f"A seed is a number or a printable text, not {seed!r}")
    if dice is None:
        return SeededDice(seed if seed is not None else 1942)
    if isinstance(dice, DiceSource):
        return dice
    return ScriptedDice(dice)


def _is_list(value: object) -> bool:
    return isinstance(value, list | tuple)


def check_seats(
    game: GameDefinition, seats: Sequence[Sequence[str]] | None, players: int | None = None
) -> tuple[tuple[str, ...], ...]:
    """Who steers which powers: as given, or dealt for a number of players."""
    if seats is None:
        return game.seats_for(players if players is not None else len(game.powers))
    if not _is_list(seats) or not all(_is_list(seat) for seat in seats):
        raise BadValue(f"Seats are a list of lists of powers, not {seats!r}")
    given = [power for seat in seats for power in seat]
    for power in given:
        if power not in game.powers:
            raise UnknownName("power", power, game.powers)
    if sorted(given) != sorted(game.powers):
        raise BadValue(f"Every power needs exactly one seat; given were {', '.join(given) or 'none'}")
    return tuple(tuple(seat) for seat in seats)


def new_game(
    game: str,
    options: Mapping[str, object] | None = None,
    seed: int | str | None = None,
    *,
    dice: DiceSource | Sequence[int] | None = None,
    seats: Sequence[Sequence[str]] | None = None,
    players: int | None = None,
) -> Game[Any]:
    """Start a game from its own set-up.

    >>> import sandtable
    >>> game = sandtable.new_game("classic", seed=1942)
    >>> game.decision.power, game.decision.kind
    ('ussr', 'research')
    """
    found = definition(game)
    rules = found.rules(options)
    source = _dice(seed, dice)
    seated = check_seats(found, seats, players)
    header = Header(game=game, options=found.changed_options(rules), seats=seated, dice=source.describe())
    return Game.begin(rules, found.initial_state(rules, seated), source, header)


def setup(
    game: str,
    options: Mapping[str, object] | None = None,
    seed: int | str | None = None,
    *,
    dice: DiceSource | Sequence[int] | None = None,
    exact: Mapping[str, Any] | None = None,
    **position: Any,
) -> Game[Any]:
    """Start from any position, described in words of the game or taken over exactly from another game.

    >>> import sandtable
    >>> game = sandtable.setup("classic", power="germany", phase="combat_move",
    ...                        units={"libya": {"germany": {"armour": 1}}}, dice=[3])
    """
    found = definition(game)
    rules = found.rules(options)
    source = _dice(seed, dice)
    if exact is not None:
        if position:
            raise BadValue(f"An exact state was given; it cannot be combined with {', '.join(sorted(position))}")
        state = exact_state(rules, exact)
    else:
        state = found.position(rules, position)
    seats = check_seats(found, position.get("seats") or None)  # well-formed, as the position was read
    header = Header(
        game=game,
        options=found.changed_options(rules),
        seats=seats,
        start=state.plain(),
        dice=source.describe(),
    )
    return Game.begin(rules, state, source, header)


def exact_state(rules: Rules[Any], data: Mapping[str, Any]) -> State:
    """A state from its `plain()` form, checked. Raises `BadValue`."""
    try:
        state: State = rules.state_type.from_plain(dict(data))
    except (msgspec.ValidationError, KeyError, TypeError, ValueError) as error:
        raise BadValue(f"Not a state of this game: {error}") from None
    problem = rules.state_problem(state)
    if problem:
        raise BadValue(f"Not a state of this game: {problem}")
    rules.renew(state)
    return state


def export(game: Game[Any], *, exact: bool = False) -> dict[str, Any]:
    """The position of a game as keyword arguments for `setup`.

    Readable by default: what stands where, who owns what, whose turn it is, at the beginning of the phase.
    With `exact` the whole state, in the middle of a phase or a battle if need be.
    """
    found = definition(game.header.game)
    head: dict[str, Any] = {"game": game.header.game, "options": dict(game.header.options)}
    if exact:
        return head | {"exact": game.state.plain()}
    return head | found.describe(game.rules, game.state)
