"""Standing orders for whole turns of everybody come to an end."""

from __future__ import annotations

from typing import Any

import sandtable
from sandtable.core.game import MOST_ANSWERS
from sandtable.core.policy import Fixed


def test_standing_orders_for_everything_ask_a_person_after_a_while() -> None:
    """All five powers pass every phase by standing order: the call returns, and the game goes on with the next."""
    game = sandtable.new_game("classic", seed=1)
    answers: dict[str, dict[str, Any]] = {
        "research": {"kind": "research", "dice": 0},
        "purchase": {"kind": "purchase", "units": {}},
        "combat_move": {"kind": "end_phase"},
        "noncombat_move": {"kind": "end_phase"},
        "placement": {"kind": "end_phase"},
    }
    for power in game.rules.powers:
        for kind, action in answers.items():
            before = game.length
            game.delegate(power, kind, Fixed(action))
            assert game.length <= before + 1 + MOST_ANSWERS
    assert game.length > MOST_ANSWERS and game.decision is not None
