"""Our board, units and rules as a scenario file of the reference program.

Only what never changes during a game stands in it; owners, units and money are told before every phase.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from xml.etree import ElementTree as xml

from sandtable.ai.rules import WarRules
from sandtable.board.units import UnitType

MONEY: Final = "PUs"
KINDS: Final = {"aa_gun": "aaGun"}
"""Units whose names the reference program knows in its code and which we call otherwise."""
OURS: Final = {theirs: ours for ours, theirs in KINDS.items()}

DELEGATES: Final = "games.strategy.triplea.delegate."
ATTACHMENTS: Final = "games.strategy.triplea.attachments."
STEPS: Final = (
    ("Tech", "tech", "Research"),
    ("Purchase", "purchase", "Purchase"),
    ("CombatMove", "move", "Combat Move"),
    ("Battle", "battle", "Combat"),
    ("NonCombatMove", "move", "Non Combat Move"),
    ("Place", "place", "Place"),
    ("EndTurn", "endTurn", "Turn Complete"),
)
"""Ending of a step's name (their players read it), who carries it out, the title by which their engine finds it."""

TRAITS: Final = {
    "blitzes": "canBlitz",
    "supports": "artillery",
    "raids": "isStrategicBomber",
    "bombards": "canBombard",
    "submarine": "isSub",
    "hunts_submarines": "isDestroyer",
    "anti_air": "isAA",
    "builds": "isFactory",
}

COMMON: Final[dict[str, str]] = {
    "mapName": "sandtable",
    "maxFactoriesPerTerritory": "1",
    "Low Luck": "false",
    "Tech Development": "false",
    "Unplaced units live when not placed": "false",
    "Kamikaze Airplanes": "false",
    "Always on AA": "false",
    "Allied Air Dependents": "true",
    "Neutral Flyover Allowed": "false",
}
CLASSIC: Final[dict[str, str]] = {
    "neutralCharge": "3",
    "Neutrals Are Impassable": "false",
    "Choose AA Casualties": "true",
    "Multiple AA Per Territory": "false",
    "Transport Control Sea Zone": "true",
    "Two hit battleship": "false",
    "Submersible Subs": "false",
    "Unit Placement In Enemy Seas": "false",
    "Produce fighters on carriers": "false",
}
LATER: Final[dict[str, str]] = {
    "WW2V3": "true",
    "neutralCharge": "0",
    "Neutrals Are Impassable": "true",
    "Choose AA Casualties": "false",
    "Roll AA Individually": "true",
    "AA Territory Restricted": "true",
    "Multiple AA Per Territory": "true",
    "Blitz Through Factories And AA Restricted": "true",
    "Transport Control Sea Zone": "false",
    "Ignore Transport In Movement": "true",
    "Ignore Sub In Movement": "true",
    "Subs Can End NonCombat Move With Enemies": "true",
    "Submersible Subs": "true",
    "Sub Retreat Before Battle": "true",
    "Defending Subs Sneak Attack": "true",
    "Air Attack Sub Restricted": "true",
    "Transport Casualties Restricted": "true",
    "Surviving Air Move To Land": "true",
    "Partial Amphibious Retreat": "true",
    "Shore Bombard Per Ground Unit Restricted": "true",
    "Naval Bombard Casualties Return Fire": "true",
    "Two hit battleship": "true",
    "Units Repair Hits End Turn": "true",
    "Unit Placement In Enemy Seas": "true",
    "Produce fighters on carriers": "true",
    "Produce new fighters on old carriers": "true",
    "Land existing fighters on new carriers": "true",
    "LHTR Carrier production rules": "true",
    "Placement Restricted By Factory": "true",
    "Damage From Bombing Done To Units Instead Of Territories": "true",
}
PROPERTIES: Final = {"classic": CLASSIC, "1942": LATER}
"""The switches of the reference program that come nearest to each game's rules with default options."""


def their_kind(kind: str) -> str:
    """Our unit in their words."""
    return KINDS.get(kind, kind)


def our_kind(kind: str) -> str:
    """Their unit in ours."""
    return OURS.get(kind, kind)


def scenario(rules: WarRules) -> bytes:
    """The file."""
    board = rules.board
    game = xml.Element("game")
    _add(game, "info", name="Sandtable", version="1.0")
    _add(game, "loader", javaClass="games.strategy.triplea.TripleA")
    _add(game, "diceSides", value="6")
    _map(_add(game, "map"), rules)
    _add(_add(game, "resourceList"), "resource", name=MONEY)
    players = _add(game, "playerList")
    for power in board.order:
        _add(players, "player", name=power, optional="false")
    for power in board.order:
        _add(players, "alliance", player=power, alliance=board.side_of[power])
    units = _add(game, "unitList")
    for kind in rules.types:
        _add(units, "unit", name=their_kind(kind))
    _game_play(_add(game, "gamePlay"), rules)
    _production(_add(game, "production"), rules)
    _attachments(_add(game, "attachmentList"), rules)
    _properties(_add(game, "propertyList"), {**COMMON, **PROPERTIES[rules.game]})
    xml.indent(game)
    head = b'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE game SYSTEM "game.dtd">\n'
    body: bytes = xml.tostring(game, "utf-8")
    return head + body


def _add(parent: xml.Element, tag: str, **attributes: str) -> xml.Element:
    return xml.SubElement(parent, tag, attributes)


def _map(node: xml.Element, rules: WarRules) -> None:
    board = rules.board
    for ident, space in board.spaces.items():
        _add(node, "territory", name=ident, water="true" if space.is_sea else "false")
    for ident, space in board.spaces.items():
        for other in space.borders:
            if board.rank[ident] < board.rank[other]:
                _add(node, "connection", t1=ident, t2=other)


def _game_play(node: xml.Element, rules: WarRules) -> None:
    delegates = {
        "tech": "TechnologyDelegate",
        "purchase": "PurchaseDelegate",
        "move": "MoveDelegate",
        "battle": "BattleDelegate",
        "place": "PlaceDelegate",
        "endTurn": "EndTurnDelegate",
        "endRound": "EndRoundDelegate",
    }
    for name, java in delegates.items():
        _add(node, "delegate", name=name, javaClass=DELEGATES + java, display=name)
    sequence = _add(node, "sequence")
    for power in rules.board.order:
        for ending, delegate, shown in STEPS:
            _add(sequence, "step", name=power + ending, delegate=delegate, player=power, display=shown)
    _add(sequence, "step", name="endRoundStep", delegate="endRound")


def _production(node: xml.Element, rules: WarRules) -> None:
    for kind, unit in rules.types.items():
        rule = _add(node, "productionRule", name=f"buy_{kind}")
        _add(rule, "cost", resource=MONEY, quantity=str(unit.cost))
        _add(rule, "result", resourceOrUnit=their_kind(kind), quantity="1")
    repairs = _damage_counts(rules)
    if repairs:
        rule = _add(node, "repairRule", name="repair_factory")
        _add(rule, "cost", resource=MONEY, quantity="1")
        _add(rule, "result", resourceOrUnit="factory", quantity="1")
        _add(_add(node, "repairFrontier", name="repairs"), "repairRules", name="repair_factory")
    frontier = _add(node, "productionFrontier", name="production")
    for kind in rules.types:
        _add(frontier, "frontierRules", name=f"buy_{kind}")
    for power in rules.board.order:
        _add(node, "playerProduction", player=power, frontier="production")
    for power in rules.board.order if repairs else ():
        _add(node, "playerRepair", player=power, frontier="repairs")


def _damage_counts(rules: WarRules) -> bool:
    """Whether raids damage factories."""
    return PROPERTIES[rules.game].get("Damage From Bombing Done To Units Instead Of Territories") == "true"


def _attachments(node: xml.Element, rules: WarRules) -> None:
    board = rules.board
    for power in board.order:
        _attach(node, "techAttachment", power, "TechAttachment", "player", [("rocket", "false")])
    # Supporters first: otherwise what they support refers to itself, and copying such a game fails from Java 9 on.
    supporters = rules.types.with_trait("supports")
    for kind, unit in sorted(rules.types.items(), key=lambda entry: entry[0] not in supporters):
        options = _unit(unit)
        if supporters and kind == "infantry":
            options.append(("artillerySupportable", "true"))
        _attach(node, "unitAttachment", their_kind(kind), "UnitAttachment", "unitType", options)
    capitals = {board.powers[power].capital: power for power in board.order}
    for ident in board.land:
        space = board.spaces[ident]
        options = [("production", str(space.value))]
        if space.owner:
            options.append(("originalOwner", space.owner))
        if space.owner and rules.game == "classic" and rules.is_original_factory(ident, space.owner):
            options.append(("originalFactory", "true"))
        if ident in capitals:
            options.append(("capital", capitals[ident]))
        if space.city is not None:
            options.append(("victoryCity", "1"))
        _attach(node, "territoryAttachment", ident, "TerritoryAttachment", "territory", options)
    for number, canal in enumerate(board.canals.values()):
        for zone in canal.between:
            options = [("canalName", canal.id), ("landTerritories", ":".join(canal.banks))]
            _attach(node, f"canalAttachment{number}", zone, "CanalAttachment", "territory", options)


def _attach(node: xml.Element, name: str, to: str, java: str, type: str, options: Iterable[tuple[str, str]]) -> None:
    attachment = _add(node, "attachment", name=name, attachTo=to, javaClass=ATTACHMENTS + java, type=type)
    for option, value in options:
        _add(attachment, "option", name=option, value=value)


def _unit(unit: UnitType) -> list[tuple[str, str]]:
    """The profile of a unit. Traits come first: some of them set several figures at once."""
    options = [(TRAITS[trait], "true") for trait in unit.traits if trait in TRAITS]
    if unit.domain != "land":
        options.append(("isAir" if unit.domain == "air" else "isSea", "true"))
    figures = {
        "movement": unit.move,
        "attack": unit.attack,
        "defense": unit.defence,
        "transportCost": unit.cargo_size,
        "transportCapacity": unit.cargo_capacity,
        "carrierCost": unit.deck_size,
        "carrierCapacity": unit.deck_capacity,
    }
    options += [(name, str(figure)) for name, figure in figures.items() if figure]
    if unit.hits > 1:
        options.append(("hitPoints", str(unit.hits)))
    return options


def _properties(node: xml.Element, values: dict[str, str]) -> None:
    for name, value in values.items():
        entry = _add(node, "property", name=name, value=value, editable="false")
        if value in ("true", "false"):
            _add(entry, "boolean")
        elif value.isdigit():
            _add(entry, "number", min="0", max="1000")
        else:
            _add(entry, "string")
