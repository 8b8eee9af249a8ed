"""There is an icon for everything on the map, safe and in one colour."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from maps import places

ICONS = Path(__file__).parent.parent.parent / "web" / "src" / "icons"
SVG = "{http://www.w3.org/2000/svg}"


def wanted() -> set[str]:
    names = {"capital", "city", "power-neutral"}
    for game in places.games():
        definition = places.definition_of(game)
        names |= set(definition.base.types)
        names |= {f"power-{power}" for power in definition.powers}
    return names


def test_everything_has_an_icon() -> None:
    assert wanted() <= {path.stem for path in ICONS.glob("*.svg")}


@pytest.mark.parametrize("path", sorted(ICONS.glob("*.svg")), ids=lambda path: str(path.stem))
def test_icons_are_plain(path: Path) -> None:
    """Shapes only: nothing that runs, loads or brings colours of its own."""
    root = ET.fromstring(path.read_text(encoding="utf-8"))
    assert root.tag == f"{SVG}svg"
    assert root.attrib == {"viewBox": "0 0 24 24", "fill": "currentColor"}
    for element in root.iter():
        assert element.tag in {f"{SVG}svg", f"{SVG}g", f"{SVG}path"}
        if element is not root:
            assert set(element.attrib) <= {"d", "fill-rule", "transform"}
    assert not re.search(r"#|url|script", path.read_text(encoding="utf-8"))


def test_no_two_icons_are_the_same() -> None:
    drawings = [path.read_text(encoding="utf-8") for path in ICONS.glob("*.svg")]
    assert len(drawings) == len(set(drawings))
