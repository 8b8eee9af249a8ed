"""Standing orders are offered for exactly what a game asks, and every policy of the form fits its decision."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.server import standing
from sandtable.server.seats import OWN_TURN
from sandtable.warfare.production import Production

IN_BATTLE = {"combat_move", "next_battle", "next_raid", "rocket", "bombardment", "fight_or_ignore", "pledge"}
"""What the attacker decides about his own attack, one by one."""


@pytest.mark.parametrize(
    ("game", "options", "there", "not_there"),
    [
        ("classic", {}, {"withdraw", "choose_casualties", "retreat"}, {"submarines", "consent", "intercept"}),
        ("1942", {}, {"submarines", "consent"}, {"withdraw", "intercept"}),
        ("1942", {"escorts_and_interceptors": True}, {"intercept"}, {"withdraw"}),
    ],
)
def test_orders_are_offered_for_what_can_be_asked(
    game: str, options: dict[str, Any], there: set[str], not_there: set[str]
) -> None:
    rules = sandtable.new_game(game, options).rules
    assert isinstance(rules, Production)
    offered = set(standing.kinds(rules))
    assert there <= offered and not offered & not_there and not offered & OWN_TURN


@pytest.mark.parametrize("game", ["classic", "1942"])
def test_no_question_to_a_defender_is_forgotten(game: str) -> None:
    rng = Random(3)
    played = sandtable.new_game(game, seed=3)
    assert isinstance(played.rules, Production)
    offered = set(standing.kinds(played.rules))
    for _ in range(3000):
        if played.decision is None:
            break
        for decision in played.decisions:
            assert decision.kind in offered | OWN_TURN | IN_BATTLE, decision
        played.apply(played.legal().sample(rng))
