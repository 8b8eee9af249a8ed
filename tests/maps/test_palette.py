"""The colours of the map can be told apart, with normal and with colour-blind eyes."""

from __future__ import annotations

import itertools
import math
import tomllib
from pathlib import Path
from typing import Any

import pytest

from maps import places

PALETTE: dict[str, Any] = tomllib.loads(
    (Path(__file__).parent.parent.parent / "maps" / "palette.toml").read_text(encoding="utf-8")
)
POWERS = sorted({power for game in places.games() for power in places.board_of(game).powers})
WIDE, ENOUGH = 15.0, 10.0
"""Distances in the colour space CIE L*a*b*. About 2.3 is the least that eyes notice side by side."""

Colour = tuple[float, float, float]
# How red, green and blue light look to people who lack a kind of cone: G. M. Machado, M. M. Oliveira and
# L. A. F. Fernandes, «A Physiologically-based Model for Simulation of Color Vision Deficiency», 2009, severity 1.0.
EYES: dict[str, tuple[Colour, Colour, Colour]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def light(code: str) -> Colour:
    """The linear light of a colour code."""

    def channel(at: int) -> float:
        value = int(code[at : at + 2], 16) / 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    return channel(1), channel(3), channel(5)


def seen(colour: Colour, eyes: str) -> Colour:
    red, green, blue = (sum(a * b for a, b in zip(row, colour, strict=True)) for row in EYES[eyes])
    return min(max(red, 0), 1), min(max(green, 0), 1), min(max(blue, 0), 1)


def lab(colour: Colour) -> Colour:
    red, green, blue = colour

    def bend(value: float) -> float:
        return math.cbrt(value) if value > 0.008856 else 7.787 * value + 16 / 116

    x = bend((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047)
    y = bend(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    z = bend((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(first: str, second: str, eyes: str) -> float:
    return math.dist(lab(seen(light(first), eyes)), lab(seen(light(second), eyes)))


def contrast(first: str, second: str) -> float:
    """The contrast ratio of the accessibility guidelines (WCAG)."""
    brightness = sorted(
        (0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in (light(first), light(second))),
        reverse=True,
    )
    return (brightness[0] + 0.05) / (brightness[1] + 0.05)


@pytest.mark.parametrize("theme", PALETTE)
def test_every_power_has_its_colours(theme: str) -> None:
    assert sorted(key for key, value in PALETTE[theme].items() if isinstance(value, dict)) == sorted(
        [*POWERS, "neutral"]
    )


@pytest.mark.parametrize("game", places.games())
@pytest.mark.parametrize("theme", PALETTE)
def test_pieces_have_the_colours_of_the_board(theme: str, game: str) -> None:
    for power in places.board_of(game).powers.values():
        assert PALETTE[theme][power.id]["piece"] == power.colour


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("what", ["land", "piece"])
@pytest.mark.parametrize("theme", PALETTE)
def test_powers_can_be_told_apart(theme: str, what: str, eyes: str) -> None:
    colours = PALETTE[theme]
    for first, second in itertools.combinations(POWERS, 2):
        assert apart(colours[first][what], colours[second][what], eyes) >= WIDE, f"{first} and {second}"
    for power in POWERS:
        assert apart(colours[power][what], colours["neutral"][what], eyes) >= ENOUGH, f"{power} and neutral"


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("theme", PALETTE)
def test_land_stands_out_from_the_sea(theme: str, eyes: str) -> None:
    colours = PALETTE[theme]
    for owner in (*POWERS, "neutral"):
        assert apart(colours[owner]["land"], colours["sea"], eyes) >= ENOUGH, owner


@pytest.mark.parametrize("theme", PALETTE)
def test_names_can_be_read(theme: str) -> None:
    colours = PALETTE[theme]
    for owner in (*POWERS, "neutral"):
        assert contrast(colours["land_label"], colours[owner]["land"]) >= 3, owner
        assert contrast(colours[owner]["ink"], colours[owner]["piece"]) >= 3, owner
    assert contrast(colours["sea_label"], colours["sea"]) >= 3
