"""Standing orders: answered for the person, recorded as the seat's action, withdrawn again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import sandtable
from sandtable import BadValue, RecordError
from sandtable.core.menu import Menu
from sandtable.core.policy import FirstChoice, Fixed, Policy
from sandtable.core.record import Entry, Record
from sandtable.core.state import State
from sandtable.core.values import Action, Decision
from sandtable.warfare.policies import LossOrder, RetreatAfter, SubmarinesFlee, SubmarinesStay
from tests.battery.games import AnyGame
from tests.toy.envoys import Commit, EnvoysState, Miserly, Yield, at_the_table


@pytest.fixture(autouse=True, scope="module")
def _toy_game() -> Iterator[None]:
    with at_the_table():
        yield


def _envoys(**more: Any) -> AnyGame:
    return sandtable.new_game("envoys", dice=[6, 1, 5, 4] * 20, **more)


def _by(game: AnyGame) -> list[tuple[str, str]]:
    return [(entry.power, entry.by) for entry in game.record().entries if entry.do is not None]


def test_answers_are_recorded_with_their_policy() -> None:
    """The policy answers at once, as the seat's own action, and the record says by whom."""
    game = _envoys()
    game.delegate("south", "commit", Miserly(1))
    assert [decision.power for decision in game.decisions] == ["north", "east"]
    game.apply(Commit(2), "north")
    events = game.apply(Commit(3), "east")
    assert _by(game) == [("south", "miserly"), ("north", ""), ("east", "")]
    assert [event.kind for event in events].count("committed") == 1
    assert game.state.tokens == {"north": 4, "east": 3, "south": 5}


def test_events_of_policies_are_returned_too() -> None:
    """Who gives an answer hears of everything that followed from it, policies' answers included."""
    game = _envoys()
    for power in ("north", "south"):
        game.delegate(power, "commit", Miserly(1))
        game.delegate(power, "reply", Fixed({"kind": "yield"}))
    before = len(game.events)
    events = game.apply(Commit(3), "east")
    assert game.events[before:] == events
    assert [event.kind for event in events].count("answered") == 3, "East, then two answers of the next round"
    assert game.state.round == 2 and [decision.power for decision in game.decisions] == ["east"]


def test_replay_needs_no_policy() -> None:
    """The answers are in the record: replay plays them and asks nobody."""
    game = _envoys()
    game.delegate("south", "commit", Miserly(1))
    game.delegate("north", "commit", FirstChoice())
    for tokens in (3, 2, 1):
        game.apply(Commit(tokens), "east")
        decision = game.decision
        if decision is not None and decision.kind == "reply":
            game.apply(Yield(), decision.power)
    again = sandtable.replay(sandtable.loads(game.record().dumps()))
    assert again.digest() == game.digest() and again.record() == game.record()
    assert again.policies == game.policies == {("south", "commit"): Miserly(1), ("north", "commit"): FirstChoice()}


def test_replay_plays_what_the_record_says_not_the_policy() -> None:
    """An answer that differs from what the policy would say today is still the answer that was given."""
    game = _envoys()
    game.delegate("south", "commit", Miserly(1))
    record = game.record(close=False)
    delegation, answer = record.entries
    changed = Entry(2, "south", {"kind": "commit", "tokens": 3}, by=answer.by)
    again = sandtable.replay(Record(record.header, (delegation, changed)))
    assert again.state.offers == {"south": 3}


def test_replayed_policies_go_on() -> None:
    """A continued replay keeps the standing orders that were in force."""
    game = _envoys()
    game.delegate("south", "commit", Miserly(1))
    game.apply(Commit(3), "east")
    again = sandtable.replay(game.record())
    for one in (game, again):
        one.apply(Commit(2), "north")
        one.apply(Yield())
    assert again.state.offers == game.state.offers == {"south": 1}
    assert again.record().dumps() == game.record().dumps()


def test_withdrawn_orders() -> None:
    """Orders taken back are in the record, and the person is asked again."""
    game = _envoys()
    game.delegate("south", "commit", Miserly(1))
    game.delegate("south", "commit", None)
    game.apply(Commit(3), "east")
    game.apply(Commit(2), "north")
    game.apply(Yield())
    assert [decision.power for decision in game.decisions] == ["north", "east", "south"]
    delegations = [entry.delegate for entry in game.record().entries if entry.delegate is not None]
    assert delegations == [
        {"kind": "commit", "policy": {"policy": "miserly", "most": 1}},
        {"kind": "commit", "policy": None},
    ]
    again = sandtable.replay(sandtable.loads(game.record().dumps()))
    assert again.policies == {} and again.digest() == game.digest()


def test_withdrawing_nothing() -> None:
    """Taking back orders that were never given does no harm."""
    game = _envoys()
    game.delegate("south", "commit", None)
    assert game.policies == {} and len(game.decisions) == 3


def test_a_policy_may_pass_the_question_on() -> None:
    """Without an answer the person is asked after all."""
    game = _envoys()
    game.delegate("south", "commit", Miserly(9))
    assert len(game.decisions) == 3


@pytest.mark.parametrize(
    "action",
    [
        {"kind": "commit", "tokens": 99},
        {"kind": "yield"},
        {"kind": "nonsense"},
        {},
        {"kind": "commit", "tokens": "many"},
    ],
)
def test_orders_that_do_not_fit(action: dict[str, Any]) -> None:
    """An answer the rules refuse is not given: the person decides, and nothing has happened."""
    game = _envoys()
    before = game.digest()
    assert game.delegate("south", "commit", Fixed(action)) == []
    assert game.digest() == before and len(game.decisions) == 3
    game.apply(Commit(1), "north")
    assert _by(game) == [("north", "")]


class Nosy(Policy, frozen=True, tag="nosy"):
    """Answers with what it can see of North's offer."""

    def answer(self, rules: Any, state: State, decision: Decision, menu: Menu) -> Action | None:
        assert isinstance(state, EnvoysState)
        return Commit(state.offers.get("north", 0))


def test_policies_see_only_what_their_seat_may_see() -> None:
    """A policy gets the redacted state: it cannot peep at the others' offers."""
    game = _envoys()
    game.apply(Commit(3), "north")
    game.delegate("south", "commit", Nosy())
    assert game.state.offers == {"north": 3, "south": 0}


def test_copies_have_their_own_orders() -> None:
    """Orders given to a copy do not bind the original."""
    game = _envoys()
    twin = game.copy()
    twin.delegate("south", "commit", Miserly(1))
    assert game.policies == {} and len(game.decisions) == 3
    third = twin.copy()
    assert third.policies == twin.policies


def test_reading_policies() -> None:
    """Policies come from their JSON form; anything else is a bad value."""
    book = _envoys().rules.policies
    assert book.read({"policy": "miserly", "most": 2}) == Miserly(2)
    assert book.read({"policy": "first_choice"}) == FirstChoice()
    assert book.read(Fixed({"kind": "yield"})) == Fixed({"kind": "yield"})
    for wrong in (
        {},
        {"policy": "cheat"},
        {"policy": "miserly", "most": "all"},
        3,
        None,
        {"policy": "fixed"},
        object(),
    ):
        with pytest.raises(BadValue):
            book.read(wrong)


def test_recorded_orders_are_checked() -> None:
    """A record whose orders cannot be read is no record of this game."""
    header = _envoys().header
    for delegate in ({"kind": "commit", "policy": {"policy": "cheat"}}, {"kind": "commit", "policy": 3}):
        with pytest.raises(RecordError):
            sandtable.replay(Record(header, (Entry(1, "south", delegate=delegate),)))


@pytest.mark.parametrize(
    "policy", [LossOrder(("infantry",)), SubmarinesStay(), SubmarinesFlee(), RetreatAfter(1), FirstChoice()], ids=repr
)
def test_classic_orders_given_for_the_wrong_question(policy: Policy) -> None:
    """Standing orders for one kind of decision do no harm when they are asked about any other."""
    kinds = ("choose_casualties", "withdraw", "retreat", "next_battle", "assign_hits", "land_displaced", "rocket")
    game = sandtable.setup(
        "classic",
        seed=3,
        power="germany",
        phase="combat_move",
        units={
            "baltic_sea_zone": {"germany": {"submarine": 2, "battleship": 1}},
            "north_sea_zone": {"uk": {"submarine": 2, "battleship": 1, "transport": 2}, "usa": {"submarine": 1}},
            "eastern_europe": {"germany": {"infantry": 4, "armour": 3}},
            "karelia_ssr": {"ussr": {"infantry": 3, "armour": 2}},
        },
    )
    for power in game.rules.powers:
        for kind in kinds:
            game.delegate(power, kind, policy)
    units = game.state.units.values()
    sea = tuple(unit.id for unit in units if unit.space == "baltic_sea_zone")
    land = tuple(unit.id for unit in units if unit.space == "eastern_europe")
    game.apply({"kind": "move", "units": sea, "route": ["baltic_sea_zone", "north_sea_zone"]})
    game.apply({"kind": "move", "units": land, "route": ["eastern_europe", "karelia_ssr"]})
    game.apply({"kind": "end_phase"})
    while game.state.phase == "combat":
        assert game.decision is not None
        game.apply(next(iter(game.legal())))
    assert sandtable.replay(sandtable.loads(game.record().dumps())).digest() == game.digest()


def test_undo_does_not_reach_past_dice_of_a_policy() -> None:
    """Once a policy's answer has rolled dice, the moves before it stand."""
    game = _envoys()
    game.delegate("south", "reply", Fixed({"kind": "challenge"}))
    game.apply(Commit(3), "east")
    game.apply(Commit(2), "north")
    moves = len(_by(game))
    game.apply(Commit(0), "south")
    assert _by(game)[moves:] == [("south", ""), ("south", "fixed")]
    assert not game.can_undo
