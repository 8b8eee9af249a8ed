"""The survivors of a battle as a picture: an SVG file written by hand, two bar charts and a strip of outcomes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from sandtable.odds import Odds, Question

WIDTH, MARGIN = 760, 48
STRIP_TOP, STRIP_HEIGHT = 100, 26
PANEL_HEIGHT = 150
PANEL_TOPS = (212, 438)
HEIGHT = 636
WIDEST_BAR = 64
SEEN = 0.0002  # the smallest chance that can be seen
INK, SOFT, LINE, PAPER = "#22262b", "#6b7480", "#d9dde2", "#ffffff"
COLOURS = {"win": "#2f7d4f", "lose": "#b8402f", "both": "#c9a227", "stalemate": "#7c5aa6", "retreat": "#3b82a0"}


class Words(Protocol):
    """What the picture says."""

    def say(self, key: str, **params: object) -> str: ...
    def title(self) -> str: ...
    def percent(self, chance: float) -> str: ...
    def number(self, value: float, digits: int = 1, sign: bool = False) -> str: ...
    def forces(self, counts: dict[str, int]) -> str: ...


def survivors_svg(asked: Question, result: Odds, words: Words) -> str:
    """The picture as the text of an SVG file."""
    where = words.say("odds.sea" if asked.where == "sea" else "odds.landing" if asked.landing else "odds.land")
    attack = _total((f.kind, n) for f, n in (*asked.attack, *asked.bombard))
    defence = _total((f.kind, n) for f, n in asked.defend)
    mine: dict[int, float] = {}
    theirs: dict[int, float] = {}
    for entry in result.survivors:
        left = sum(entry.attackers.values())
        mine[left] = mine.get(left, 0.0) + entry.chance
        held = sum(number for kinds in entry.defenders.values() for number in kinds.values())
        theirs[held] = theirs.get(held, 0.0) + entry.chance
    mustered = words.forces(attack)
    if asked.overland:
        mustered += f" ({words.say('odds.overland', units=words.forces(dict(asked.overland)))})"
    parts = [
        _text(MARGIN, 36, words.say("odds.title", game=words.title(), where=where), size=19, weight=600),
        _text(MARGIN, 59, f"{words.say('odds.attack')}: {mustered}", size=13, fill=SOFT),
        _text(MARGIN, 78, f"{words.say('odds.defence')}: {words.forces(defence)}", size=13, fill=SOFT),
        *_strip(result, words),
        *_panel(PANEL_TOPS[0], words.say("odds.units_a"), mine, sum(n for _, n in asked.attack), COLOURS["win"], words),
        *_panel(PANEL_TOPS[1], words.say("odds.units_d"), theirs, sum(defence.values()), COLOURS["lose"], words),
    ]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        'font-family="system-ui, Segoe UI, Helvetica, Arial, sans-serif">'
    )
    return "\n".join([head, _box(0, 0, WIDTH, HEIGHT, PAPER), *parts, "</svg>\n"])


def _total(counts: Iterable[tuple[str, int]]) -> dict[str, int]:
    total: dict[str, int] = {}
    for kind, number in counts:
        total[kind] = total.get(kind, 0) + number
    return total


def _strip(result: Odds, words: Words) -> list[str]:
    """The outcomes side by side, with a legend below."""
    parts = []
    at = float(MARGIN)
    legend, line = float(MARGIN), STRIP_TOP + 48
    wide = WIDTH - 2 * MARGIN
    for name, colour in COLOURS.items():
        chance = getattr(result, name)
        if chance < 0.0005:
            continue
        parts.append(_box(at, STRIP_TOP, wide * chance, STRIP_HEIGHT, colour))
        at += wide * chance
        label = f"{words.say(f'odds.{name}')} {words.percent(chance)}"
        room = 30 + 5.9 * len(label)
        if legend + room > WIDTH:
            legend, line = MARGIN, line + 17
        parts.append(_box(legend, line - 9, 10, 10, colour, radius=2))
        parts.append(_text(legend + 15, line, label, size=11))
        legend += room
    return parts


def _panel(top: int, title: str, chances: Mapping[int, float], most: int, colour: str, words: Words) -> list[str]:
    """One bar per number of units left, with a mark at the mean."""
    bottom = top + PANEL_HEIGHT
    seen = max((number for number, chance in chances.items() if chance >= SEEN), default=0)
    most = min(most, max(seen, 4))
    step = (WIDTH - 2 * MARGIN) / (most + 1)
    highest = max((chance for number, chance in chances.items() if number), default=0.0) or max(chances.values())
    parts = [_text(MARGIN, top - 20, title, size=13, weight=600)]
    for share in (0.5, 1.0):
        y = bottom - PANEL_HEIGHT * share
        parts.append(f'<path d="M{MARGIN} {y:.1f}H{WIDTH - MARGIN}" stroke="{LINE}" stroke-dasharray="2 4"/>')
        parts.append(_text(MARGIN - 6, y + 4, words.percent(highest * share), size=10, fill=SOFT, anchor="end"))
    gap = max(min(0.25 * step, 4), step - WIDEST_BAR)
    for number, chance in sorted(chances.items()):
        if number > most:
            continue
        cut = chance > highest  # «none» may tower above the others
        tall = PANEL_HEIGHT * min(1.0, chance / highest)
        shade = colour if number else SOFT
        bar = _box(MARGIN + number * step + gap / 2, bottom - tall, step - gap, tall, shade, radius=min(2, step / 4))
        parts.append(bar.replace("/>", f"><title>{number}: {escape(words.percent(chance))}</title></rect>"))
        if cut:
            middle, y = MARGIN + (number + 0.5) * step, bottom - 0.8 * PANEL_HEIGHT
            wide = step - gap + 4
            parts.append(
                f'<path d="M{middle - wide / 2:.1f} {y + 4:.1f}l{wide:.1f} -8v5l-{wide:.1f} 8z" fill="{PAPER}"/>'
            )
            parts.append(_text(MARGIN, top - 4, words.percent(chance), size=10, fill=SOFT))
    every = next(n for n in (1, 2, 5, 10, 20, 50, 100, 200, 500) if n * step >= 22)
    for number in range(0, most + 1, every):
        label = words.say("odds.none") if number == 0 else str(number)
        parts.append(_text(MARGIN + (number + 0.5) * step, bottom + 17, label, size=11, fill=SOFT, anchor="middle"))
    mean = sum(number * chance for number, chance in chances.items())
    x = MARGIN + (mean + 0.5) * step
    parts.append(f'<path d="M{MARGIN} {bottom}H{WIDTH - MARGIN}" stroke="{INK}"/>')
    parts.append(f'<path d="M{x:.1f} {bottom + 23}l-4.5 7h9z" fill="{INK}"/>')
    side = "start" if mean < most / 2 else "end"
    beside = x + (9 if side == "start" else -9)
    parts.append(_text(beside, bottom + 32, words.say("odds.mean", number=words.number(mean)), size=11, anchor=side))
    return parts


def _box(x: float, y: float, width: float, height: float, fill: str, radius: float = 0) -> str:
    rounded = f' rx="{radius:.1f}"' if radius else ""
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{fill}"{rounded}/>'


def _text(
    x: float, y: float, text: str, *, size: int, fill: str = INK, weight: int = 400, anchor: str = "start"
) -> str:
    style = f'font-size="{size}" fill="{fill}" font-weight="{weight}" text-anchor="{anchor}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(text)}</text>'
