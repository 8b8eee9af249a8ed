"""Victory (S42-WIN): when cities are counted, and how many are needed."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.spring1942.rules import BOARD
from tests.spring1942.play import position
from tests.words import WarGame, asked, end, happened, move, pass_on

ALLIED_CITIES = (
    "karelia_ssr",
    "india",
    "western_united_states",
    "russia",
    "united_kingdom",
    "eastern_united_states",
)
AXIS_CITIES = ("kwangtung", "philippine_islands", "western_europe", "southern_europe", "germany", "japan")


def result(game: WarGame) -> tuple[str, ...]:
    """(winning side, reason), or nothing while the game goes on."""
    return (game.outcome.winner, game.outcome.reason) if game.outcome else ()


def round_end(owners: dict[str, str], **more: Any) -> WarGame:
    """The United States end their turn."""
    game = position(power="usa", phase="noncombat_move", owners=owners, **more)
    end(game)
    return game


def axis_holding(number: int, power: str = "germany") -> dict[str, str]:
    """Owners for a board on which the Axis holds this many cities."""
    return dict.fromkeys(ALLIED_CITIES[: number - 6], power)


@pytest.mark.rule("S42-WIN-01")
@pytest.mark.parametrize("power", ["ussr", "germany", "uk", "japan"])
def test_no_win_before_the_round_is_over(power: str) -> None:
    """With nine cities the Axis has not won at the end of any turn but that of the United States."""
    game = position(power=power, phase="noncombat_move", owners=axis_holding(9))
    end(game)
    assert result(game) == ()
    pass_on(game, "usa", "noncombat_move")
    assert result(game) == ()
    events = end(game)
    assert result(game) == ("axis", "cities")
    assert [(e.side, e.reason) for e in happened(events, "game_won")] == [("axis", "cities")]


@pytest.mark.rule("S42-WIN-01")
@pytest.mark.parametrize("retaken", [True, False])
def test_a_city_retaken_in_the_same_round_does_not_count(retaken: bool) -> None:
    """Germany takes Karelia, the ninth city; the UK takes it back before the round ends, or not."""
    game = position(
        units={"belorussia": {"germany": {"infantry": 1}}, "archangel": {"uk": {"infantry": 2}}},
        owners={"india": "japan", "western_united_states": "japan"},
        dice=[1, 6, 6] if retaken else [],
    )
    move(game, "1 infantry", "belorussia", "karelia_ssr")
    end(game)
    end(game)
    pass_on(game, "uk", "combat_move")
    if retaken:
        move(game, "2 infantry", "archangel", "karelia_ssr")
        end(game)
    pass_on(game, "usa", "noncombat_move")
    end(game)
    assert result(game) == (() if retaken else ("axis", "cities"))


@pytest.mark.rule("S42-WIN-02")
@pytest.mark.parametrize(
    ("number", "options", "wins"),
    [
        (8, {}, False),
        (9, {}, True),
        (10, {}, True),
        (9, {"victory_total": True}, False),
        (11, {"victory_total": True}, False),
        (12, {"victory_total": True}, True),
    ],
)
def test_nine_cities_or_all_twelve(number: int, options: dict[str, object], wins: bool) -> None:
    """Nine of twelve in the standard game, twelve for total victory."""
    game = round_end(axis_holding(number), options=options)
    assert result(game) == (("axis", "cities") if wins else ())


@pytest.mark.rule("S42-WIN-02")
@pytest.mark.parametrize(("number", "wins"), [(2, False), (3, True)])
def test_the_allies_win_the_same_way(number: int, wins: bool) -> None:
    """Six own cities and three of the Axis."""
    game = round_end(dict.fromkeys(AXIS_CITIES[:number], "uk"))
    assert result(game) == (("allies", "cities") if wins else ())


@pytest.mark.rule("S42-WIN-03")
def test_cities_count_for_the_side() -> None:
    """Japan and Germany hold nine together; which of them holds which does not matter."""
    owners = {"karelia_ssr": "japan", "india": "germany", "western_united_states": "japan", "germany": "japan"}
    assert result(round_end(owners)) == ("axis", "cities")


@pytest.mark.rule("S42-WIN-03")
def test_there_are_twelve_cities() -> None:
    """Six on each side at the start; nobody has won then."""
    cities = {space.id for space in BOARD.spaces.values() if space.city}
    assert cities == {*ALLIED_CITIES, *AXIS_CITIES}
    assert result(round_end({})) == ()


@pytest.mark.rule("S42-WIN-04")
def test_the_check_needs_no_american_units_or_phases() -> None:
    """Washington is lost and no American unit is left: the check still comes after the American turn."""
    owners = {"eastern_united_states": "germany", "karelia_ssr": "germany", "india": "japan"}
    game = position(power="usa", phase="purchase", owners=owners)
    assert asked(game) == ("usa", "combat_move")
    end(game)
    end(game)
    assert result(game) == ("axis", "cities")


@pytest.mark.rule("S42-WIN-04")
def test_capitals_alone_win_nothing() -> None:
    """Berlin and Tokyo are Allied, but the Allies hold only eight cities."""
    assert result(round_end({"germany": "uk", "japan": "usa"})) == ()
