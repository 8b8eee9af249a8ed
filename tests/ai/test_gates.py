"""Several ways to stand are compared: who holds the land before the capital may not need anybody in it."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest

import sandtable
from sandtable.ai import play_on, player
from sandtable.ai.foresight import foresight
from sandtable.ai.manoeuvre import Marches
from sandtable.ai.officer import Officer
from sandtable.ai.rules import WarRules
from sandtable.ai.situation import Situation
from sandtable.ai.strongholds import Stands, gates, strongholds
from sandtable.ai.threats import Threats
from sandtable.ai.tuning import tuning
from sandtable.core.game import Game


def seen(game: Game[Any], power: str, **changes: float) -> tuple[Situation, Threats]:
    """How an officer with changed figures sees the war."""
    situation = Situation(cast(WarRules, game.rules), game.state, power, tuning("officer").changed(changes))
    return situation, Threats(situation)


@pytest.mark.parametrize("alternatives", [0, 10])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_soviet_union_holds_karelia_in_its_first_turn(seed: int, alternatives: int) -> None:
    """Everybody in Moscow for fear of tanks that could only come through an empty Karelia: that lost the factory."""
    war = sandtable.new_game("classic", seed=seed)
    players = dict.fromkeys(war.rules.powers, Officer(seed).retune({"alternatives": alternatives}))
    play_on(war, players, until=lambda war: war.state.power == "germany")
    karelia = Counter(unit.kind for unit in war.state.units_in("karelia_ssr"))
    moscow = Counter(unit.kind for unit in war.state.units_in("russia"))
    assert karelia["infantry"] + karelia["armour"] >= 8
    assert moscow["infantry"] + moscow["armour"] <= 4


def front(pool: dict[str, int] | None = None, **karelia: int) -> Game[Any]:
    """Germany's tanks could blitz through Karelia to Moscow if nobody is in their way."""
    game = sandtable.setup(
        "classic",
        seed=1,
        power="ussr",
        phase="noncombat_move",
        units={
            "karelia_ssr": {"ussr": {"factory": 1, **karelia}},
            "russia": {"ussr": {"factory": 1, "infantry": 9}},
            "eastern_europe": {"germany": {"armour": 5, "infantry": 2}},
            "germany": {"germany": {"factory": 1, "infantry": 6}},
        },
    )
    game.state.pool = dict(pool or {})
    return game


def test_a_gate_is_held_before_the_capital() -> None:
    """Those in the capital go to the gate, as many as it takes; then the capital needs nobody."""
    situation, threats = seen(front(), "ussr")
    assert "karelia_ssr" in gates(situation, threats, 4)
    plain, gate = strongholds(situation, threats), strongholds(situation, threats, "karelia_ssr")
    assert Counter(plain.goals.values())["karelia_ssr"] < Counter(gate.goals.values())["karelia_ssr"]
    assert foresight(situation, threats, gate) > foresight(situation, threats, plain)
    officer = Officer("1")
    stands = Counter(officer._strongholds(situation, threats).goals.values())
    assert stands["karelia_ssr"] >= Counter(gate.goals.values())["karelia_ssr"]


def test_comparing_ways_to_stand_changes_none_of_them() -> None:
    """The march that is foreseen promises new units to places that hold with them, but only in a copy."""
    war = sandtable.setup(
        "classic",
        seed=1,
        power="ussr",
        phase="noncombat_move",
        units={
            "karelia_ssr": {"ussr": {"factory": 1, "infantry": 4}},
            "russia": {"ussr": {"factory": 1, "infantry": 1}},
            "eastern_europe": {"germany": {"armour": 4, "infantry": 3}},
            "germany": {"germany": {"factory": 1, "infantry": 6}},
        },
    )
    war.state.pool = {"infantry": 8}
    situation, threats = seen(war, "ussr")
    stands = Stands()
    foresight(situation, threats, stands)
    assert stands == Stands()
    Marches(situation, threats, stands).plan()
    assert stands.new  # the march itself does change it


def test_the_board_to_come_has_new_units_and_nobody_who_is_still_in_the_air() -> None:
    """Fighters over land that was just taken cannot stay; new units come whether or not a place counts on them."""
    war = front({"infantry": 3}, infantry=2)
    fighter = war.state.add("fighter", "ussr", "ukraine_ssr", airborne=True)
    situation, threats = seen(war, "ussr")
    board = Marches(situation, threats, Stands()).completed()
    assert fighter.id not in board.units
    assert len(board.units_of("ussr")) == len(war.state.units_of("ussr")) - 1 + 3
    landed = Marches(situation, threats, Stands({fighter.id: "russia"})).completed()
    assert landed.units[fighter.id].space == "russia"


def test_an_enemy_does_not_send_everybody_to_one_place() -> None:
    """But for the capital, whose loss nobody risks, and for small parties, which cost him nothing."""
    war = front(infantry=5)
    garrison = Counter({"infantry": 5})
    _, bold = seen(war, "ussr", commitment=0.6)
    _, wary = seen(war, "ussr", commitment=1.0)
    assert bold.danger("karelia_ssr", garrison).chance < wary.danger("karelia_ssr", garrison).chance
    assert bold.danger_from("germany", "karelia_ssr", garrison).risk < wary.danger("karelia_ssr", garrison).risk
    few = sandtable.setup("classic", power="ussr", units={"ukraine_ssr": {"germany": {"armour": 3}}}, seed=1)
    (_, bold_few), (_, wary_few) = seen(few, "ussr", commitment=0.6), seen(few, "ussr", commitment=1.0)
    assert bold_few.danger("karelia_ssr", garrison) == wary_few.danger("karelia_ssr", garrison)
    open_way = front()
    _, bold = seen(open_way, "ussr", commitment=0.6)
    _, wary = seen(open_way, "ussr", commitment=1.0)
    assert bold.fall("russia", Counter({"infantry": 3})) == wary.fall("russia", Counter({"infantry": 3})) > 0


def test_new_units_are_placed_on_the_board_as_it_is_then() -> None:
    """Threats are looked at again after the march: tanks no longer come through land that is held by now."""
    war = sandtable.new_game("classic", seed=1)
    officer = cast(Officer, player("officer", 1))
    players = dict.fromkeys(war.rules.powers, officer)
    for phase in ("noncombat_move", "placement"):
        play_on(war, players, until=lambda war, phase=phase: war.state.phase == phase)  # type: ignore[misc]
        _, threats = officer.look(cast(WarRules, war.rules), war.state, "ussr")
        where = {unit.id: unit.space for unit in threats.situation.state.units.values()}
        assert where == {unit.id: unit.space for unit in war.state.units.values()}
