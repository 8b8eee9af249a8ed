"""Every decision of every game can be drawn and answered: its default and all its choices are legal."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

import sandtable
from sandtable.server import decisions, forecast, homecoming, snapshot
from sandtable.server.resolve import Autopilot
from sandtable.server.speech import describe_action
from sandtable.server.wire import Resolve
from sandtable.warfare.actions import ChooseCasualties, EndPhase, Move, Sail
from sandtable.warfare.production import Production

VARIANTS: list[tuple[str, dict[str, Any], set[str]]] = [
    ("classic", {}, {"research", "purchase", "combat_move", "choose_casualties", "retreat", "withdraw", "placement"}),
    (
        "classic",
        {
            "low_luck": True,
            "two_hit_battleships": True,
            "submersible_submarines": True,
            "bid": {"germany": 9},
            "multinational_hits": "defenders",
            "new_fighters_on_carriers": True,
            "axis_starting_tech": True,
        },
        {"place_bid", "next_battle"},
    ),
    ("1942", {}, {"submarines", "bombardment", "noncombat_move"}),
    ("1942", {"escorts_and_interceptors": True, "bid": {"japan": 6}}, {"intercept", "place_bid"}),
]


@pytest.mark.parametrize(("game", "options", "expected"), VARIANTS)
def test_defaults_and_choices_are_accepted_in_random_games(
    game: str, options: dict[str, Any], expected: set[str]
) -> None:
    met: set[str] = set()
    for seed in range(1, 5):
        rng = Random(seed)
        played = sandtable.new_game(game, options, seed)
        rules = played.rules
        assert isinstance(rules, Production)
        steps = 0
        while played.decision is not None and steps < 500 and not (met >= expected and steps > 150):
            steps += 1
            for decision in played.decisions:
                rare = decision.kind not in met
                met.add(decision.kind)
                if not rare and rng.random() > 0.2:
                    continue
                shown = decisions.view(played.view(decision.power), rules, decision)
                msgspec.json.encode(shown)
                assert shown.default is not None, decision
                for action in [shown.default, *(choice.action for choice in shown.choices)]:
                    played.copy().apply(action, decision.power)
                assert all(choice.text["en"] and choice.text["de"] for choice in shown.choices)
            state = played.state
            if state.battle is not None and rng.random() < 0.2:
                snapshot.battle(rules, state, state.battle, [])
                pilot = Autopilot(state.battle.space, Resolve(version=0, submarines="leave"), rules.powers)
                for decision in played.decisions:
                    answer = pilot.answer(played.view(decision.power), rules, decision)
                    if answer is not None:
                        played.copy().apply(answer, decision.power)
            if rng.random() < 0.05:
                snapshot.battles(rules, state)
                homecoming.landing(rules, state)
                forecast.forecasts(rules, state)
            played.apply(played.legal().sample(rng))
    assert expected <= met, expected - met


def test_losses_that_differ_are_told_apart_in_words() -> None:
    """Two infantry landed and two came overland: two choices, two sentences."""
    units = {
        "sz_3": {"ussr": {"transport": {"cargo": {"ussr": {"infantry": 2}}}}},
        "karelia_ssr": {"ussr": {"infantry": 2}},
        "norway": {"germany": {"infantry": 2}},
    }
    game = sandtable.setup("1942", power="ussr", phase="combat_move", units=units, dice=[6, 6, 6, 6, 1, 6])
    landing = Sail("transport1", ("sz_3",), {}, ("infantry2", "infantry3"), "norway")
    for order in (landing, Move(("infantry4", "infantry5"), ("karelia_ssr", "norway")), EndPhase()):
        game.apply(order)
    assert game.decision is not None and game.decision.kind == "choose_casualties"
    assert isinstance(game.rules, Production)
    seen = decisions.view(game.view("ussr"), game.rules, game.decision)
    assert [choice.text for choice in seen.choices] == [
        {"en": "Lose 1 infantry (landed)", "de": "1 Infanterie (gelandet) verlieren"},
        {"en": "Lose 1 infantry (overland)", "de": "1 Infanterie (über Land) verlieren"},
    ]
    alone = describe_action(game.rules, game.state, ChooseCasualties(("infantry6",)))
    assert alone["en"] == "Lose 1 infantry"  # the defenders came neither way
