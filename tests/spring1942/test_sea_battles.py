"""Random sea battles: every one of them ends, and for a reason the rules know."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable import SeededDice
from tests.classic.battles import results
from tests.spring1942.play import position
from tests.words import WarGame, count, end, happened, move, units

SHIPS = ("battleship", "carrier", "cruiser", "destroyer", "submarine", "transport")
FLEETS = st.dictionaries(st.sampled_from(SHIPS), st.integers(1, 2))
WARSHIPS = st.sampled_from(("battleship", "carrier", "cruiser", "destroyer"))


def fight_out(game: WarGame, rng: Random) -> None:
    """Everybody answers at random, in any order, until the combat phase is over."""
    for _ in range(400):
        if game.state.phase != "combat" or not game.decisions:
            return
        decision = rng.choice(game.decisions)
        menu = game.legal(decision)
        listed = list(islice(menu, 100))
        if decision.kind == "choose_casualties":
            assert len(listed) > 1, "nobody is asked when there is nothing to choose"
        game.apply(rng.choice([*listed, menu.sample(rng)]), power=decision.power)
    raise AssertionError("the battle does not end")


def dived(game: WarGame, power: str) -> int:
    """How many submarines of a power have submerged."""
    return sum(event.manner == "submerge" and event.power == power for event in happened(game.events, "units_moved"))


@pytest.mark.rule("S42-COMBAT-13", "S42-COMBAT-14", "S42-COMBAT-16", "S42-COMBAT-17", "S42-COMBAT-18")
@settings(max_examples=80, deadline=None)
@given(
    fleet=FLEETS.filter(bool),
    enemy=WARSHIPS,
    british=FLEETS,
    american=FLEETS,
    fighters=st.integers(0, 2),
    stay=st.booleans(),
    seed=st.integers(0, 999),
)
def test_every_sea_battle_ends(
    fleet: dict[str, int],
    enemy: str,
    british: dict[str, int],
    american: dict[str, int],
    fighters: int,
    stay: bool,
    seed: int,
) -> None:
    """Germany attacks two allied fleets, from outside or where it lies; dice and answers are random."""
    game = position(
        units={
            "sz_5" if stay else "sz_6": {"germany": fleet},
            "western_europe": {"germany": {"fighter": fighters}},
        }
        | {"sz_5": {"uk": {**british, enemy: 1}, "usa": american} | ({"germany": fleet} if stay else {})},
    )
    game.dice = SeededDice(seed)
    if not stay:
        move(game, ", ".join(f"{number} {kind}" for kind, number in fleet.items()), "sz_6", "sz_5")
    if fighters:
        move(game, f"{fighters} fighter", "western_europe", "sz_5")
    end(game)
    fight_out(game, Random(seed))

    result = results(game)["sz_5"]
    own = count(game, "sz_5", "germany")
    left = {kind: n for power in ("uk", "usa") for kind, n in count(game, "sz_5", power).items()}
    assert all(unit.damage == 0 for unit in units(game, "sz_5")), "surviving battleships are whole again"
    if result == "won":
        assert set(left) <= {"submarine"}
        assert sum(own.values()) > 0
    elif result in ("lost", "both_lost"):
        assert own.get("submarine", 0) == dived(game, "germany")
        assert set(own) <= {"submarine"}
    elif result == "retreat":
        assert own.get("submarine", 0) == dived(game, "germany")
        assert set(own) <= {"submarine", "fighter"}
    else:
        assert result == "stalemate"
        gunned = {"battleship", "carrier", "cruiser", "destroyer"}
        assert not gunned & set(own) or not left
        assert not gunned & set(left)
