"""The worked examples of the rules, with scripted dice."""

from __future__ import annotations

import pytest

from tests.classic.play import asked, count, end, happened, move, position


@pytest.mark.rule("CL-COMBAT-10", "CL-COMBAT-03", "CL-CAPT-02")
def test_example_3_battle_for_egypt() -> None:
    """Infantry and armour from Libya against infantry and armour in Egypt, die by die."""
    game = position(
        units={
            "libya": {"germany": {"infantry": 1, "armour": 1}},
            "anglo_egypt_sudan": {"uk": {"infantry": 1, "armour": 1}},
        },
        dice=[4, 3, 4, 5, 1, 2],
    )
    move(game, "1 infantry, 1 armour", "libya", "anglo_egypt_sudan")
    end(game)
    assert asked(game) == ("uk", "choose_casualties")
