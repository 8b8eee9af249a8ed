"""The 1942 edition of 2009: destroyers, cruisers, artillery, factory damage, victory cities."""

from __future__ import annotations

from sandtable.core.options import Option
from sandtable.core.registry import register
from sandtable.games.spring1942.former import Former1942
from sandtable.games.spring1942.rules import Rules1942
from sandtable.games.spring1942.variants import OPTIONS
from sandtable.warfare.definition import WarGame


class Spring1942(WarGame):
    """How the 1942 edition presents itself."""

    id = "1942"
    title = {"en": "1942 (2009 edition)", "de": "1942 (Ausgabe 2009)"}
    base = Rules1942
    former = Former1942
    package = "sandtable.games.spring1942"
    options: tuple[Option, ...] = OPTIONS


register(Spring1942())
