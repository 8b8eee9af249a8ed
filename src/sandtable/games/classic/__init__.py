"""The classic world game: 1984, second-edition rules, spring 1942."""

from __future__ import annotations

from sandtable.core.options import Option
from sandtable.core.registry import register
from sandtable.games.classic.rules import ClassicRules
from sandtable.games.classic.variants import OPTIONS
from sandtable.warfare.definition import WarGame


class Classic(WarGame):
    """How the classic game presents itself."""

    id = "classic"
    title = {"en": "Classic (1984, 2nd edition)", "de": "Klassisch (1984, 2. Auflage)"}
    base = ClassicRules
    package = "sandtable.games.classic"
    options: tuple[Option, ...] = OPTIONS


register(Classic())
