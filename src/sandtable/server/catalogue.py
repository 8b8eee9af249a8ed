"""What never changes: games, options, boards, units, rules, maps."""

from __future__ import annotations

import functools
from importlib.resources import files
from typing import Any, Literal

import sandtable
from sandtable.core.errors import OptionConflict, SandtableError, UnknownName
from sandtable.core.lexicon import LANGUAGES, read_toml
from sandtable.core.options import Option
from sandtable.core.reference import Rule
from sandtable.core.registry import GameDefinition, definition, games
from sandtable.server import wire
from sandtable.server.computers import levels
from sandtable.server.details import details
from sandtable.server.errors import RequestProblem
from sandtable.server.speech import say, sentences
from sandtable.warfare.definition import WarGame
from sandtable.warfare.log import log_lexicon
from sandtable.warfare.position import Positions


def session() -> wire.SessionView:
    """What a client needs to begin."""
    return wire.SessionView(
        languages=list(LANGUAGES),
        levels=[_level(level) for level in levels()],
        version=sandtable.__version__,
    )


def _level(level: str) -> wire.LevelView:
    if not sentences().has(f"level.{level}.name"):
        return wire.LevelView(id=level, name=dict.fromkeys(LANGUAGES, level), text=dict.fromkeys(LANGUAGES, ""))
    return wire.LevelView(id=level, name=say(f"level.{level}.name"), text=say(f"level.{level}.text"))


def playable() -> list[WarGame]:
    """The games that can be played in the browser."""
    return [game for game in games() if isinstance(game, WarGame)]


def find(game: str) -> WarGame:
    """The game with this id. Raises `UnknownName`."""
    found = definition(game)
    if not isinstance(found, WarGame):
        raise UnknownName("game", game, [other.id for other in playable()])
    return found


def cards() -> list[wire.GameCard]:
    """All games to choose from."""
    return [card(game.id) for game in playable()]


@functools.cache
def card(game: str) -> wire.GameCard:
    """A game as one chooses it."""
    return wire.GameCard(**_card(find(game)))


@functools.cache
def book(game: str) -> wire.GameBook:
    """A game with its board, its units and all names."""
    found = find(game)
    rules = found.base
    lexicon = rules.lexicon
    board, types = rules.board, rules.types
    sentences_of_log = log_lexicon(lexicon)
    default = found.rules()
    assert isinstance(default, Positions)
    phases = [step.name for step in default.phases()]
    named = {phase: sentences_of_log.texts(f"phase.{phase}") for phase in phases}
    known = default.known_developments()
    return wire.GameBook(
        **_card(found),
        spaces=[
            wire.SpaceInfo(
                id=space.id,
                kind="sea" if space.is_sea else "land",
                name=space.names,
                short=list(space.short),
                value=space.value,
                owner=space.owner,
                neutral=space.neutral,
                borders=list(space.borders),
                city=space.city,
            )
            for space in board.spaces.values()
        ],
        units=[
            wire.UnitInfo(
                id=unit.id,
                name=unit.names,
                plural=unit.plurals,
                domain="sea" if unit.is_sea else "air" if unit.is_air else "land",
                cost=unit.cost,
                move=unit.move,
                attack=unit.attack,
                defence=unit.defence,
                cargo_size=unit.cargo_size,
                cargo_capacity=unit.cargo_capacity,
                deck_size=unit.deck_size,
                deck_capacity=unit.deck_capacity,
                hits=unit.hits,
                traits=sorted(unit.traits),
            )
            for unit in types.values()
        ],
        phases=[wire.NamedId(id=phase, name=named[phase]) for phase in phases],
        developments=[wire.NamedId(id=ident, name=lexicon.names[ident]) for ident in known],
        canals=[
            wire.CanalInfo(id=canal.id, name=canal.names, between=list(canal.between), banks=list(canal.banks))
            for canal in board.canals.values()
        ],
        names=named | lexicon.names,
    )


def _card(found: WarGame) -> dict[str, Any]:
    board, scenario = found.base.board, found.base.scenario
    return {
        "id": found.id,
        "title": found.title,
        "scenario": scenario.title,
        "powers": [
            wire.PowerInfo(id=p.id, name=p.names, side=p.side, capital=p.capital, colour=p.colour)
            for p in board.powers.values()
        ],
        "sides": [
            wire.SideInfo(id=side, name=names, powers=list(board.side(side))) for side, names in board.sides.items()
        ],
        "options": [_option(option) for option in found.options],
        "presets": _presets(found),
        "seatings": {str(number): [list(seat) for seat in seats] for number, seats in scenario.seats.items()},
        "has_map": (files("sandtable.server") / "maps" / f"{found.id}.topo.json").is_file(),
    }


def _option(option: Option) -> wire.OptionView:
    return wire.OptionView(
        key=option.key,
        rule=option.rule,
        kind=option.kind,
        default=option.default,
        text=option.text,
        choices=list(option.choices),
        low=option.low,
        high=option.high,
        implies=dict(option.implies),
        excludes=dict(option.excludes),
    )


def _presets(found: GameDefinition) -> list[wire.PresetView]:
    presets = read_toml(files("sandtable.server") / "presets.toml").get(found.id, {})
    return [
        wire.PresetView(id=ident, name=entry["name"], text=entry["text"], options=entry["options"])
        for ident, entry in presets.items()
    ]


def settled(game: str, options: dict[str, Any]) -> wire.OptionsAnswer:
    """What a choice of options comes to, or why it does not fit."""
    found = find(game)
    try:
        rules = found.rules(options)
    except OptionConflict as problem:
        first, second = problem.options
        text = say("problem.options_conflict", first=first, second=second)
        return wire.OptionsAnswer(ok=False, options=options, changed={}, text=text, conflict=[first, second])
    except SandtableError as problem:
        return wire.OptionsAnswer(ok=False, options=options, changed={}, text=details(problem))
    changed: dict[str, Any] = dict(found.changed_options(rules))
    return wire.OptionsAnswer(ok=True, options=dict(rules.options), changed=changed, text=say("problem.options_ok"))


@functools.cache
def map_file(game: str, part: Literal["topo", "fine"] = "topo") -> bytes:
    """The map of a game as it is in the package, or its lines for a close look."""
    file = files("sandtable.server") / "maps" / f"{find(game).id}.{part}.json"
    if not file.is_file():
        raise RequestProblem(404, "not_found", "no_map")
    return file.read_bytes()


def chapters(game: str, wanted: str = "") -> list[wire.ChapterView]:
    """The rule reference by chapters, or those rules in it that mention some words."""
    found = find(game)
    hits = {rule.id for rule in found.reference.search(wanted)} if wanted.strip() else None
    listed = []
    for chapter in found.reference.chapters:
        rules = [_rule(found, rule) for rule in chapter.rules if hits is None or rule.id in hits]
        if rules:
            listed.append(wire.ChapterView(id=chapter.id, title=chapter.title, rules=rules))
    return listed


def rule(game: str, ident: str) -> wire.RuleView:
    """One rule. Raises `UnknownName`."""
    found = find(game)
    return _rule(found, found.reference[ident])


def _rule(found: WarGame, rule: Rule) -> wire.RuleView:
    about = [option.key for option in found.options if option.rule == rule.id]
    return wire.RuleView(id=rule.id, chapter=rule.chapter, title=rule.title, text=rule.text, options=about)


def rule_title(game: str, ident: str) -> wire.Texts:
    """The title of a rule ({} if there is none of that id)."""
    reference = find(game).reference
    return dict(reference[ident].title) if ident in reference else {}
