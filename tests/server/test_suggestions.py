"""What the main button suggests."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.server import decisions
from sandtable.warfare.actions import EndPhase, FightOn, Move, Retreat


@pytest.mark.parametrize(("attackers", "suggested"), [(2, Retreat("caucasus")), (12, FightOn())])
def test_a_hopeless_battle_is_broken_off(attackers: int, suggested: object) -> None:
    """Two infantry against eight go home after a round; twelve fight on."""
    units = {"caucasus": {"ussr": {"infantry": attackers}}, "ukraine_ssr": {"germany": {"infantry": 8}}}
    dice = [6] * (attackers + 8)
    game = sandtable.setup("classic", power="ussr", phase="combat_move", units=units, dice=dice)
    game.apply(Move(tuple(game.state.at["caucasus"]), ("caucasus", "ukraine_ssr")))
    game.apply(EndPhase())
    assert game.decision is not None and game.decision.kind == "retreat"
    seen = game.view("ussr")
    assert decisions.default(seen, seen.rules, game.decision) == suggested  # type: ignore[arg-type]  # rules of a war game
