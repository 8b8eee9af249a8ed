"""Perft: how many ways there are to play n elementary answers, and how many positions they lead to.

Chess programs prove their move generators with such counts. Here they are anchors: a changed count is a change of
what the menus offer or of what an answer does, and must have a reason in the rules. Every answer listed by
`game.legal()` is really carried out, ending a phase included. Most counts are derived by hand in the docstrings.
"""

from __future__ import annotations

import json
from typing import Any

from tests.classic.play import position
from tests.words import WarGame, asked


def look(game: WarGame) -> str:
    """The position without the running numbers of units, so that equal units are equal."""
    plain = game.state.plain()
    units = plain.pop("units")
    del plain["serial"]
    labels = {ident: f"{unit['kind']} of {unit['power']} in {unit['space']}" for ident, unit in units.items()}

    def rename(value: Any) -> Any:
        if isinstance(value, str):
            return labels.get(value, value)
        if isinstance(value, dict):
            return {rename(key): rename(entry) for key, entry in value.items()}
        if isinstance(value, list | tuple):
            return [rename(entry) for entry in value]
        return value

    board = sorted(
        json.dumps({key: rename(value) for key, value in unit.items() if key not in ("id", "n")}, sort_keys=True)
        for unit in units.values()
    )
    return json.dumps([board, rename(plain)], sort_keys=True)


def perft(game: WarGame, depth: int) -> tuple[int, int]:
    """(number of sequences of `depth` listed answers, number of different positions they lead to)."""
    positions: set[str] = set()

    def count(here: WarGame, left: int) -> int:
        if left == 0 or here.decision is None:
            positions.add(look(here))
            return 1
        total = 0
        for action in here.legal():
            after = here.copy()
            after.apply(action)
            total += count(after, left - 1)
        return total

    return count(game, depth), len(positions)


def counts(game: WarGame, depth: int) -> list[tuple[int, int]]:
    """`perft` for every depth up to `depth`."""
    return [perft(game, number) for number in range(1, depth + 1)]


POOR = dict.fromkeys(("ussr", "germany", "uk", "japan", "usa"), 0)


def test_blitz() -> None:
    """One armour in Libya; Egypt is held by an infantry, the rest of Africa is empty. All dice miss.

    1 answer: to Egypt; to French Equatorial Africa; blitzing through the latter to Algeria, Egypt, Congo, French
    West Africa or back to Libya; through friendly Algeria to French West Africa; end = 1 + 1 + 5 + 1 + 1 = 9, all
    different. (Equatorial Africa by way of Algeria is the same target as the direct step.)
    2 answers: after the 8 moves only the end is left; after the end the armour may go to Algeria or stay: 8 + 2.
    3 answers: the 2 attacks on Egypt ask to retreat or fight on (2 · 2), the 6 other moves can only end the
    noncombat move (6), the armour in Algeria can go back or stay (2), and after two ends the British infantry may
    attack Libya or not (2): 14.
    """
    game = position(
        units={"libya": {"germany": {"armour": 1}}, "anglo_egypt_sudan": {"uk": {"infantry": 1}}},
        money=POOR,
        dice=[6] * 12,
    )
    assert counts(game, 3) == [(9, 9), (10, 10), (14, 14)]


def test_landing() -> None:
    """A transport in the North Sea that cannot sail any further, two infantry and an armour in Britain.

    1 answer: an infantry, two infantry or the armour against Norway or Western Europe, or the end: 3 · 2 + 1 = 7
    (Eire would cost money the British do not have).
    2 answers: after a landing only the end; after the end an infantry or the armour may board, or the end: 6 + 3.
    3 answers: after a landing only the end (6); with one infantry aboard the second one boards, the first goes
    ashore again, or the end (3); the armour goes ashore again, or the end (2); Japan, without units, ends (1): 12.
    """
    game = position(
        "uk",
        units={
            "north_sea_zone": {"uk": {"transport": {"spent": 2}}},
            "united_kingdom": {"uk": {"infantry": 2, "armour": 1}},
        },
        money=POOR,
    )
    assert counts(game, 3) == [(7, 7), (9, 9), (12, 12)]


def test_carrier() -> None:
    """An American carrier with a fighter off Hawaii; a lone Japanese transport off Midway.

    1 answer: the fighter attacks the transport, the carrier does, or the end: 3.
    2 answers: after the fighter the carrier may follow, or the end (2); after the carrier the fighter, or the end (2);
    after the end the carrier has 17 zones to go to, the fighter 15 places to land, or the end (33): 37. Fighter and
    carrier in either order are the same position: 36.
    """
    game = position(
        "usa",
        units={
            "hawaii_sea_zone": {"usa": {"carrier": 1, "fighter": 1}},
            "midway_sea_zone": {"japan": {"transport": 1}},
        },
        money=POOR,
        dice=[6] * 12,
    )
    assert counts(game, 3) == [(3, 3), (37, 36), (325, 324)]


def test_submarine_battle() -> None:
    """Two German submarines against a British battleship, transport and submarine; two first shots hit.

    1 answer: the British choose two of three different ships: 3. The ship that is left misses.
    2 answers: each German submarine stays or goes back, 3 · 4 = 12; both submarines being equal, 3 · 3 positions.
    3 answers: where the British submarine is left it may go to 4 zones or stay if both Germans stay (5), and not to
    the Baltic once a German is there (4 + 4); with both gone the noncombat move can only be ended (1): 14. Where
    another ship is left the Germans fight on or retreat (2 + 2 + 2), or both are gone (1): 7, and that twice: 28.
    Positions: 5 + 4 + 1 = 10 with the British submarine; twice the retreat and both gone (2 · 2); fighting on sinks
    the last ship, whichever it was, with two or one German left (2): 16.
    """
    game = position(
        units={
            "baltic_sea_zone": {"germany": {"submarine": 2}},
            "north_sea_zone": {"uk": {"battleship": 1, "transport": 1, "submarine": 1}},
        },
        money=POOR,
        dice=[1, 2, 6, 1, 6, 6, 6, 6],
    )
    subs = [unit.id for unit in game.state.units_in("baltic_sea_zone")]
    game.apply({"kind": "move", "units": subs, "route": ["baltic_sea_zone", "north_sea_zone"]})
    game.apply({"kind": "end_phase"})
    assert asked(game) == ("uk", "choose_casualties")
    assert counts(game, 4) == [(3, 3), (12, 9), (28, 16), (34, 20)]


def test_placement() -> None:
    """Germany has two infantry and a transport to place, at two factories with one coast each.

    Every unit has 2 places. 1 answer: infantry or transport, 2 + 2 = 4. 2 answers: after an infantry again 4, after
    the transport 2, so 2 · 4 + 2 · 2 = 12. 3 answers: 3 orders of the kinds with 2 · 2 · 2 places = 24. Then only the
    end is left: 24. Positions: 4; then two infantry in 3 ways or one of each kind in 4 ways = 7; then 3 · 2 = 6.
    """
    game = position(
        phase="placement",
        units={"germany": {"germany": {"factory": 1}}, "southern_europe": {"germany": {"factory": 1}}},
        pool={"infantry": 2, "transport": 1},
        money=POOR,
    )
    assert counts(game, 4) == [(4, 4), (12, 7), (24, 6), (24, 6)]
