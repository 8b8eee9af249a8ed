"""A picture of a finished map: `python -m maps.render GAME OUT.svg [--lang de] [--fine] [--box X Y W H]`.

It shows the opening position, or with `--places` all places where units and marks can stand.

The browser draws the same things from the same file. Chromium turns the SVG into a PNG:
`chromium --headless --screenshot=out.png --window-size=1600,760 out.svg`.
"""

from __future__ import annotations

import argparse
import tomllib
from html import escape
from pathlib import Path
from typing import Any

from maps import places
from maps.reading import FinishedMap, Step

PALETTE = Path(__file__).parent / "palette.toml"
ICONS = Path(__file__).parent.parent / "web" / "src" / "icons"


def path(lines: list[list[Step]], quantum: float, closed: bool) -> str:
    """Path data of rings or lines."""
    found = []
    for line in lines:
        found.append("M" + "L".join(f"{x * quantum:g},{y * quantum:g}" for x, y in line) + ("Z" if closed else ""))
    return "".join(found)


class Picture:
    """One map in one language and theme."""

    def __init__(self, game: str, lang: str, theme: str, with_places: bool, fine: bool) -> None:
        self.map = FinishedMap.load(game, fine=fine)
        self.board = places.board_of(game)
        self.units = places.definition_of(game).base.scenario.units
        self.capitals = {power.capital for power in self.board.powers.values()}
        self.lang, self.with_places = lang, with_places
        self.colours: dict[str, Any] = tomllib.loads(PALETTE.read_text(encoding="utf-8"))[theme]

    def layers(self) -> list[str]:
        """From the bottom to the top. Shapes reach beyond the edge of the map, so every layer is repeated by itself."""
        furniture = [self._furniture(ident, entry["properties"]) for ident, entry in self.map.spaces.items()]
        return [
            self._areas("sea"),
            f'<rect width="{self.map.wrap}" height="{self.map.height}" fill="url(#waves)"/>',
            # Water grows lighter towards the shore, in three bands.
            *(self._lines("coasts", self.colours["shore"], width) for width in (26, 15, 6)),
            self._lines("sea_borders", self.colours["sea_border"], 1.0, "7 4"),
            self._areas("land"),
            self._lines("land_borders", self.colours["land_border"], 1.0),
            self._lines("coasts", self.colours["coast"], 1.3) + self._links(),
            "".join(furniture),
        ]

    def _waves(self) -> str:
        """The texture of the sea. Its width divides the width of the world, so that it has no seam."""
        crests = "M6 14q5-5 10 0t10 0M38 34q5-5 10 0t10 0"
        return (
            '<pattern id="waves" width="64" height="40" patternUnits="userSpaceOnUse">'
            f'<path d="{crests}" fill="none" stroke="{self.colours["wave"]}" stroke-linecap="round"/></pattern>'
        )

    def _areas(self, layer: str) -> str:
        found = []
        for ident, geometry in self.map.spaces.items():
            space = self.board.spaces[ident]
            if space.kind == layer:
                fill = self.colours["sea"] if space.is_sea else self.colours[space.owner or "neutral"]["land"]
                found.append(self._area(geometry, fill))
        for geometry in self.map.closed:
            kind = geometry["properties"]["kind"]
            if (kind == "water") == (layer == "sea"):
                fill = self.colours["closed_water" if kind == "water" else "closed_land"]
                found.append(self._area(geometry, fill, self.colours["coast"] if kind == "islet" else ""))
        return "".join(found)

    def _area(self, geometry: dict[str, Any], fill: str, stroke: str = "") -> str:
        rings = [ring for polygon in self.map.rings(geometry) for ring in polygon]
        edge = f'stroke="{stroke}" stroke-width=".6"' if stroke else f'stroke="{fill}" stroke-width=".5"'
        return f'<path d="{path(rings, self.map.quantum, True)}" fill="{fill}" {edge} fill-rule="evenodd"/>'

    def _lines(self, name: str, colour: str, width: float, dashes: str = "") -> str:
        data = path(self.map.lines(name), self.map.quantum, False)
        dash = f' stroke-dasharray="{dashes}"' if dashes else ""
        return (
            f'<path d="{data}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"'
            f' stroke-linecap="round"{dash}/>'
        )

    def _links(self) -> str:
        found = []
        for link in self.map.topology["links"]:
            points = " ".join(f"{x},{y}" for x, y in link["line"])
            found.append(
                f'<polyline points="{points}" fill="none" stroke="{self.colours["link"]}" stroke-width="2.2"'
                ' stroke-dasharray="4 2.5"/>'
            )
        return "".join(found)

    def _furniture(self, ident: str, entry: dict[str, Any]) -> str:
        space = self.board.spaces[ident]
        found = []
        if "blowup" in entry:
            x, y, w, h = entry["blowup"]["box"]
            (x0, y0), (x1, y1) = entry["blowup"]["leader"]
            fill = self.colours[space.owner or "neutral"]["land"]
            found.append(
                f'<line x1="{x0}" y1="{y0}" x2="{x1}" y2="{y1}" stroke="{self.colours["coast"]}"/>'
                f'<circle cx="{x0}" cy="{y0}" r="1.6" fill="{self.colours["coast"]}"/>'
                f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="4" fill="{fill}"'
                f' stroke="{self.colours["coast"]}"/>'
            )
        if self.with_places:
            found += [self._spot(at, entry["room"], "") for at in entry["anchors"]]
            found += [self._spot(at, entry["room"], kind[0]) for kind, at in entry["marks"].items() if kind != "city"]
        elif space.value:
            found.append(self._spot(entry["marks"]["value"], entry["room"] * 0.8, str(space.value)))
        if "city" in entry["marks"]:
            name = "capital" if ident in self.capitals else "city"
            found.append(self._icon(name, entry["marks"]["city"], 11, self.colours["land_label"]))
        found.append(self._label(entry, space.is_sea))
        return "".join(found) + ("" if self.with_places else self._pieces(ident, entry))

    def _pieces(self, ident: str, entry: dict[str, Any]) -> str:
        free = iter(entry["anchors"])
        found = []
        for power, forces in self.units.get(ident, {}).items():
            colours = self.colours[power]
            for kind, number in forces.items():
                at = entry["marks"]["factory"] if kind == "factory" else next(free, entry["centre"])
                room = entry["room"]
                found.append(
                    f'<circle cx="{at[0]}" cy="{at[1]}" r="{room}" fill="{colours["piece"]}" stroke="#0008"/>'
                    + self._icon(kind, at, room * 1.45, colours["ink"])
                )
                if number > 1:
                    found.append(self._spot([at[0] + room * 0.7, at[1] + room * 0.7], room * 0.45, str(number)))
        return "".join(found)

    def _spot(self, at: list[float], radius: float, text: str) -> str:
        x, y = at
        size = radius * 1.3
        return (
            f'<circle cx="{x}" cy="{y}" r="{radius}" fill="#ffffff99" stroke="#0006" stroke-width=".6"/>'
            f'<text x="{x}" y="{y + size * 0.36}" font-size="{size}" text-anchor="middle">{text}</text>'
        )

    def _icon(self, name: str, at: list[float], size: float, colour: str) -> str:
        drawing = (ICONS / f"{name}.svg").read_text(encoding="utf-8").partition(">")[2].replace("</svg>", "")
        corner = f"translate({at[0] - size / 2} {at[1] - size / 2}) scale({size / 24})"
        return f'<g transform="{corner}" fill="{colour}">{drawing}</g>'

    def _label(self, entry: dict[str, Any], sea: bool) -> str:
        label = entry["label"]
        x, y = label["at"]
        size = label["size"]
        lines = label["lines"][self.lang]
        first = y - (len(lines) - 1) * size * 0.54 + size * 0.34
        spans = "".join(
            f'<tspan x="{x}" y="{first + n * size * 1.08:.2f}">{escape(line)}</tspan>' for n, line in enumerate(lines)
        )
        colour = self.colours["sea_label" if sea or label.get("outside") else "land_label"]
        style = ' font-style="italic"' if sea else ' font-weight="600"'
        return (
            f'<text font-size="{size}" text-anchor="middle" fill="{colour}"{style}'
            f' transform="rotate({label["angle"]} {x} {y})">{spans}</text>'
        )

    def svg(self, view: tuple[float, float, float, float]) -> str:
        """The picture, with every layer drawn as often as the view needs."""
        x, _, width, _ = view
        turns = range(int(x // self.map.wrap) - 1, int((x + width) // self.map.wrap) + 2)
        defined, used = [], []
        for number, layer in enumerate(self.layers()):
            defined.append(f'<g id="layer{number}">{layer}</g>')
            used += [f'<use href="#layer{number}" x="{turn * self.map.wrap}"/>' for turn in turns]
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(map(str, view))}"'
            f' font-family="system-ui, sans-serif" style="background:{self.colours["sea_deep"]}">'
            f"<defs>{self._waves()}{''.join(defined)}</defs>{''.join(used)}</svg>"
        )


def main() -> None:
    """Write one picture."""
    parser = argparse.ArgumentParser(prog="python -m maps.render", description="Draw a finished map as SVG.")
    parser.add_argument("game", choices=places.games())
    parser.add_argument("out", type=Path)
    parser.add_argument("--lang", choices=("en", "de"), default="en")
    parser.add_argument("--theme", default="light")
    parser.add_argument("--places", action="store_true", help="show the places for units")
    parser.add_argument("--fine", action="store_true", help="with the lines for a close look")
    parser.add_argument("--box", nargs=4, type=float, metavar=("X", "Y", "W", "H"))
    arguments = parser.parse_args()
    picture = Picture(arguments.game, arguments.lang, arguments.theme, arguments.places, arguments.fine)
    view = tuple(arguments.box) if arguments.box else (0.0, 0.0, picture.map.wrap, picture.map.height)
    arguments.out.write_text(picture.svg(view), encoding="utf-8")


if __name__ == "__main__":
    main()
