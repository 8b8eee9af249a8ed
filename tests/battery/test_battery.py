"""One battery for every game: what the core promises must hold whatever the rules are."""

from __future__ import annotations

import functools
import typing
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sandtable
from sandtable import Action, IllegalAction, Undo, UnknownName
from sandtable.core.game import Undone
from sandtable.core.values import Event
from tests.battery.games import (
    GAMES,
    AnyGame,
    Case,
    advance,
    default_cases,
    option_cases,
    pick,
    samples,
    walk,
)
from tests.toy.envoys import ENVOYS, Abdicate, Challenge, Commit, at_the_table

LONG, SHORT = 260, 60
every_game = pytest.mark.parametrize("game_id", [game.id for game in GAMES])
each_case = pytest.mark.parametrize("case", default_cases(), ids=repr)


@pytest.fixture(autouse=True, scope="module")
def _toy_game() -> Iterator[None]:
    with at_the_table():
        yield


def listed(game: AnyGame, most: int = 60) -> list[tuple[str, Action]]:
    """Legal answers to the open decisions with their powers: the first ones and some spread over the menu."""
    found = []
    for decision in game.decisions:
        actions = list(islice(game.legal(decision), 2000))
        step = max(1, len(actions) // most)
        found += [(decision.power, action) for action in actions[::step]]
    return found


def plain_events(events: list[Event]) -> list[Any]:
    return [msgspec.to_builtins(event) for event in events]


def over(game: AnyGame) -> bool:
    return game.outcome is not None


# Playing


@pytest.mark.parametrize("case", [*default_cases(), *option_cases()], ids=repr)
def test_random_play_meets_no_obstacle(case: Case) -> None:
    """Sampled answers are always accepted; the game goes on until it ends, then nothing is open."""
    game, rng = case.new(), Random(case.seed)
    for _ in range(LONG if not case.options else 150):
        if game.outcome is not None:
            break
        assert game.decisions and game.decision == game.decisions[0]
        advance(game, rng)
    if game.outcome is not None:
        assert game.decision is None and not game.decisions
        with pytest.raises(sandtable.GameOver):
            game.legal()
        with pytest.raises(sandtable.GameOver):
            game.apply(Undo())


def test_the_toy_game_comes_to_an_end() -> None:
    """Three rounds of Envoys are over soon, with a result."""
    for seed in range(20):
        for game in walk(Case("envoys", {}, seed), 40):
            last = game
        assert last.outcome is not None and last.outcome.reason == "favours"


@pytest.mark.parametrize("case", [*default_cases(), *option_cases()], ids=repr)
def test_listed_and_sampled_answers_are_applicable(case: Case) -> None:
    """Whatever the menu lists or draws can be applied, at every kind of decision."""
    rng = Random(case.seed)
    for game in samples(case, LONG if not case.options else SHORT):
        for power, action in listed(game, 40 if not case.options else 15):
            game.copy().apply(action, power)
        for decision in game.decisions:
            for _ in range(5):
                game.copy().apply(game.legal(decision).sample(rng), decision.power)


@each_case
def test_the_menu_is_the_same_every_time(case: Case) -> None:
    """Listing does not change anything and gives the same answers in the same order."""
    for game in samples(case, SHORT):
        before = game.digest()
        assert listed(game) == listed(game)
        assert game.digest() == before


# Records


@pytest.mark.parametrize("case", [*default_cases(), *option_cases()], ids=repr)
def test_replay_gives_the_same_game(case: Case) -> None:
    """Written, read and replayed, a game has the same state, the same events and the same record."""
    *_, game = walk(case, LONG if not case.options else SHORT)
    text = game.record().dumps()
    record = sandtable.loads(text)
    again = sandtable.replay(record)
    assert again.digest() == game.digest()
    assert again.state.plain() == game.state.plain()
    assert plain_events(again.events) == plain_events(game.events)
    assert again.record().dumps() == text


@each_case
def test_replay_up_to_any_entry(case: Case) -> None:
    """Stopped after n entries, a replay stands where the game stood then, and can be continued."""
    digests: list[str] = []
    events: list[int] = []
    for game in walk(case, 60):
        digests.append(game.digest())
        events.append(len(game.events))
    record = game.record()
    extra = len(record.entries) - (len(digests) - 1)  # an entry for dice of the opening
    for number in range(0, len(digests), 7):
        early = sandtable.replay(record, entries=number + extra)
        assert early.digest() == digests[number]
        assert len(early.events) == events[number]
    half = len(digests) // 2
    early = sandtable.replay(record, entries=half + extra)
    for entry in record.entries[half + extra :]:
        assert entry.do is not None
        early.apply(entry.do, entry.power)
    assert early.digest() == digests[-1]
    assert early.record().dumps() == record.dumps()


# Copies


@each_case
def test_copies_are_independent(case: Case) -> None:
    """At every decision: a copy played on leaves the original alone, and continues like it."""
    for number, game in enumerate(walk(case, LONG)):
        if game.outcome is not None:
            break
        before, record, told = game.state.plain(), len(game.record(close=False).entries), len(game.events)
        first, second = game.copy(), game.copy()
        for twin in (first, second):
            rng = Random(number)
            for _ in range(3):
                if twin.outcome is None:
                    advance(twin, rng)
        assert game.state.plain() == before
        assert len(game.record(close=False).entries) == record and len(game.events) == told
        assert first.state.plain() == second.state.plain()
        assert plain_events(first.events[told:]) == plain_events(second.events[told:])


@each_case
def test_states_handed_out_never_change(case: Case) -> None:
    """A state kept from an earlier moment still says what it said then."""
    kept = [(game.state, game.state.plain()) for game in walk(case, 80)]
    for state, said in kept:
        assert state.plain() == said


@each_case
def test_a_copied_state_shares_nothing_that_can_change(case: Case) -> None:
    """Changing every container of a copied state leaves the original untouched."""
    for game in samples(case, LONG):
        before = game.state.plain()
        twin = game.state.copy()
        for field in twin.__struct_fields__:
            value = getattr(twin, field)
            if isinstance(value, dict):
                value["intruder"] = next(iter(value.values()), 0)
            elif isinstance(value, list):
                value.append("intruder")
        assert game.state.plain() == before


# Serialisation


@each_case
def test_states_survive_serialisation(case: Case) -> None:
    """Every state turns into JSON and back, with the same fingerprint and everything derived."""
    for game in walk(case, LONG):
        wire = msgspec.json.decode(msgspec.json.encode(game.state.plain()))
        back = game.rules.state_type.from_plain(wire)
        assert back.plain() == game.state.plain()
        assert back.digest() == game.digest()
        for field in back.__struct_fields__:
            mine = getattr(game.state, field)
            theirs = getattr(back, field)
            if isinstance(mine, dict):  # an emptied index entry is as good as none
                mine = {key: value for key, value in mine.items() if value != ()}
                theirs = {key: value for key, value in theirs.items() if value != ()}
            assert theirs == mine, field


@each_case
def test_actions_and_events_survive_serialisation(case: Case) -> None:
    """Every action on a menu and every event turns into JSON and back."""
    rules = case.new().rules
    action_type, event_type = rules.any_action(), rules.any_event()
    for game in samples(case, LONG):
        for _, action in listed(game):
            assert msgspec.json.decode(msgspec.json.encode(action), type=action_type) == action
            assert rules.check_action(msgspec.to_builtins(action)) == action
    for event in game.events:
        assert msgspec.json.decode(msgspec.json.encode(event), type=event_type) == event


@each_case
def test_exact_export_and_setup(case: Case) -> None:
    """An exported position, set up again, is the same and goes on in the same way with the same dice."""
    for game in samples(case, LONG):
        exported = msgspec.json.decode(msgspec.json.encode(sandtable.export(game, exact=True)))
        again = sandtable.setup(**exported, dice=game.dice.copy())
        assert again.digest() == game.digest()
        assert again.decisions == game.decisions
        told = len(game.events)
        for twin in (game, again):
            rng = Random(case.seed)
            for _ in range(12):
                if twin.outcome is None:
                    advance(twin, rng)
        assert again.digest() == game.digest()
        assert plain_events(again.events) == plain_events(game.events[told:])


# Views


@pytest.mark.parametrize("case", [*default_cases(4), *option_cases()], ids=repr)
def test_views_do_not_tell_what_others_chose(case: Case) -> None:
    """While a power must still choose, its view is the same whatever the others have answered."""
    for game in walk(case, 40):
        waiting = dict.fromkeys(decision.power for decision in game.decisions)
        for viewer in waiting:
            for other in game.decisions:
                if other.power == viewer:
                    continue
                seen = []
                for action in islice(game.legal(other), 30):
                    twin = game.copy()
                    twin.apply(action, other.power)
                    if any(decision.power == viewer for decision in twin.decisions):
                        seen.append(twin.view(viewer).plain())
                assert all(view == seen[0] for view in seen)


def test_envoys_see_their_own_choice_only() -> None:
    """The toy game hides offers until the last one is made, also after one was taken back."""
    game = sandtable.new_game("envoys", seed=1)
    game.apply(Commit(3), "east")
    assert game.view("east").state.offers == {"east": 3}
    assert game.view("north").state.offers == {}
    assert "committed" in [event.kind for event in game.view("east").events]
    assert "committed" not in [event.kind for event in game.view("north").events]
    game.apply(Undo(), "east")
    game.apply(Commit(1), "east")
    stories = [[event.kind for event in game.view(power).events] for power in ("east", "north")]
    assert stories[0] == ["round_opened", "committed", "answered", "undone", "committed", "answered"]
    assert stories[1] == ["round_opened", "answered", "undone", "answered"]
    (undone,) = [event for event in game.view("north").events if event.kind == "undone"]
    assert msgspec.to_builtins(undone)["events"] == 1, "the one event North could see"
    game.apply(Commit(0), "north")
    game.apply(Commit(0), "south")
    assert game.view("north").state.offers == {"east": 1, "north": 0, "south": 0}


@every_game
def test_views_never_contain_the_seed(game_id: str) -> None:
    """Nobody can see the dice to come: the seed is in no view."""
    seed = "a very recognisable seed"
    game, rng = sandtable.new_game(game_id, seed=seed), Random(1)
    for _ in range(60):
        if game.outcome is not None:
            break
        for power in game.rules.powers:
            view = game.view(power)
            assert seed not in msgspec.json.encode(view.plain()).decode()
            for decision in view.decisions:
                assert decision.power == power
                assert list(islice(view.legal(decision), 50)) == list(islice(game.legal(decision), 50))
        advance(game, rng)


@every_game
def test_views_need_a_known_power(game_id: str) -> None:
    """A misspelt power is an unknown name, for looking and for doing."""
    game = sandtable.new_game(game_id, seed=1)
    with pytest.raises(UnknownName):
        game.view("atlantis")
    with pytest.raises(UnknownName):
        game.apply(next(iter(game.legal())), "atlantis")
    with pytest.raises(UnknownName):
        game.delegate("atlantis", "commit", None)


# Determinism


@each_case
def test_same_seed_same_game(case: Case) -> None:
    """The same seed gives the same everything."""
    stories = []
    for _ in range(2):
        *_, game = walk(case, 120)
        stories.append((game.digest(), plain_events(game.events), game.record().dumps()))
    assert stories[0] == stories[1]


@every_game
def test_another_seed_another_game(game_id: str) -> None:
    """With another seed the same answers meet other dice."""
    rolled = set()
    for seed in range(6):
        game, rng = sandtable.new_game(game_id, seed=seed), Random(0)
        for _ in range(80):
            if game.outcome is None:
                advance(game, rng)
        rolled.add(tuple(entry.dice for entry in game.record().entries))
    assert len(rolled) > 1


# Undo


@pytest.mark.parametrize("case", [*default_cases(4), *option_cases()], ids=repr)
def test_undo_restores_exactly_or_is_refused(case: Case) -> None:
    """After a move without dice and secrets undo leads back to the same state; after dice it is refused."""
    game, rng = case.new(), Random(case.seed)
    undone = 0
    for _ in range(LONG if not case.options else SHORT):
        if over(game):
            break
        before = game.state.plain()
        decision = pick(game, rng)
        events = game.apply(game.legal(decision).sample(rng), decision.power)
        if over(game):
            break
        if game.record(close=False).entries[-1].dice:
            assert not game.can_undo
        if not game.can_undo:
            digest, entries = game.digest(), len(game.record(close=False).entries)
            with pytest.raises(IllegalAction) as refusal:
                game.apply(Undo())
            assert refusal.value.topic == "undo.nothing"
            assert game.digest() == digest and len(game.record(close=False).entries) == entries
            continue
        if rng.random() < 0.3:
            back = game.copy()
            (event,) = back.apply(Undo(), decision.power)
            assert back.state.plain() == before
            assert event == Undone(decision.power, len(events))
            assert sandtable.replay(back.record()).digest() == back.digest()
            game = back
            undone += 1
    assert undone or case.options or game.rules.game == "envoys"


def test_undo_takes_back_move_after_move() -> None:
    """Several moves of a phase are taken back newest first, down to its beginning."""
    for game in walk(Case("classic", {}, 3), 400):
        if game.decision is not None and game.decision.kind == "noncombat_move" and game.state.round == 2:
            break
    game, rng = game.copy(), Random(5)
    states = [game.state.plain()]
    while game.decision is not None and game.decision.kind == "noncombat_move" and len(states) < 8:
        menu = [action for action in islice(game.legal(), 40) if action.kind != "end_phase"]
        if not menu:
            break
        game.apply(rng.choice(menu))
        states.append(game.state.plain())
    assert len(states) > 3
    for state in reversed(states[:-1]):
        game.undo()
        assert game.state.plain() == state


def test_only_the_envoy_who_moved_may_undo() -> None:
    """With several open decisions the newest move belongs to whoever made it."""
    game = sandtable.new_game("envoys", seed=1)
    game.apply(Commit(3), "east")
    game.apply(Commit(1), "south")
    for other in ("north", "east"):
        with pytest.raises(IllegalAction) as refusal:
            game.apply(Undo(), other)
        assert refusal.value.topic == "decision.not_yours"
    game.apply(Undo(), "south")
    game.apply(Undo(), "east")
    assert game.state.offers == {} and not game.can_undo
    game.apply(Commit(3), "east")
    game.apply(Commit(1), "south")
    game.apply(Commit(2), "north")
    assert not game.can_undo, "the offers have been shown"


# Garbage


@functools.cache
def _positions(game_id: str) -> list[AnyGame]:
    return samples(Case(game_id, {}, 11), 900)


def _words(game: AnyGame) -> list[str]:
    """Names that mean something in this game: ids of units, spaces, kinds, powers."""
    words: dict[str, None] = {}

    def collect(value: Any) -> None:
        if isinstance(value, str):
            words[value] = None
        elif isinstance(value, dict):
            for key, entry in value.items():
                collect(key)
                collect(entry)
        elif isinstance(value, list | tuple):
            for entry in value:
                collect(entry)

    collect(game.state.plain())
    for decision in game.decisions:
        for action in islice(game.legal(decision), 30):
            collect(msgspec.to_builtins(action))
    return list(words)


def _values(hint: Any, words: list[str]) -> st.SearchStrategy[Any]:
    """Well-typed values for a field of an action."""
    if hint is str:
        return st.sampled_from(words) | st.text(max_size=8)
    if hint is bool:
        return st.booleans()
    if hint is int:
        return st.integers(-3, 12) | st.integers()
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin is tuple:
        return st.lists(_values(parts[0], words), max_size=4).map(tuple)
    if origin is dict:
        return st.dictionaries(_values(parts[0], words), _values(parts[1], words), max_size=3)
    raise NotImplementedError(hint)


@functools.cache
def _actions(game_id: str, number: int) -> st.SearchStrategy[Any]:
    game = _positions(game_id)[number]
    words = _words(game)
    kinds = []
    for kind in game.rules.action_types:
        hints = typing.get_type_hints(kind)
        fields = {name: _values(hints[name], words) for name in kind.__struct_fields__}
        kinds.append(st.builds(kind, **fields))
    return st.one_of(kinds)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
fuzzing = settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


def _untouched(game: AnyGame) -> tuple[Any, ...]:
    record = game.record(close=False)
    return game.digest(), len(record.entries), len(game.events), game.can_undo, game.dice.copy().roll(3, 6)


@every_game
@fuzzing
@given(data=st.data())
def test_json_garbage_is_refused(game_id: str, data: st.DataObject) -> None:
    """Whatever JSON comes in, it is refused as malformed and nothing has changed."""
    games = [game for game in _positions(game_id) if game.outcome is None]
    game = data.draw(st.sampled_from(games))
    tags = st.sampled_from([kind.__struct_config__.tag for kind in game.rules.action_types])
    surprising = st.fixed_dictionaries({"kind": tags, "surprise": json_values})
    garbage: Any = data.draw(json_values | surprising | st.dictionaries(tags, json_values))
    before = _untouched(game)
    with pytest.raises(IllegalAction) as refusal:
        game.apply(garbage)
    assert refusal.value.topic == "action.malformed"
    assert refusal.value.rule and refusal.value.text("de") != refusal.value.text("en")
    assert _untouched(game) == before


@every_game
@fuzzing
@given(data=st.data())
def test_well_formed_nonsense_is_refused_or_legal(game_id: str, data: st.DataObject) -> None:
    """Actions with random fields, by any power: refused without a trace, or carried out and replayable."""
    number = data.draw(st.integers(0, len(_positions(game_id)) - 1))
    game = _positions(game_id)[number]
    action = data.draw(_actions(game_id, number))
    power = data.draw(st.none() | st.sampled_from(game.rules.powers))
    before = _untouched(game)
    twin = game.copy()
    try:
        twin.apply(action, power)
    except IllegalAction as refusal:
        assert refusal.rule and refusal.text("en") and refusal.text("de")
        assert _untouched(twin) == before
    else:
        problem = twin.rules.state_problem(twin.state)
        assert not problem
    assert _untouched(game) == before


@every_game
def test_the_wrong_kind_and_the_wrong_power(game_id: str) -> None:
    """Answers to other questions, or from somebody who was not asked, are refused."""
    positions = _positions(game_id)
    answers = [(action, game) for game in positions for _, action in listed(game, 3)]
    for game in positions:
        if game.outcome is not None:
            continue
        asked = {decision.power for decision in game.decisions}
        accepted = {kind for decision in game.decisions for kind in decision.accepts}
        before = _untouched(game)
        for action, _ in answers:
            if action.kind in game.rules.standing_kinds:
                continue
            if action.kind not in accepted:
                with pytest.raises(IllegalAction) as refusal:
                    game.apply(action)
                assert refusal.value.rule, "the game may say more than that the kind is wrong"
            for power in game.rules.powers:
                if power not in asked:
                    with pytest.raises(IllegalAction) as refusal:
                        game.apply(action, power)
                    assert refusal.value.topic == "decision.not_yours"
            with pytest.raises(UnknownName):
                game.apply(action, "atlantis")
        assert _untouched(game) == before


@every_game
def test_actions_of_another_game_are_refused(game_id: str) -> None:
    """An action object that this game does not know is malformed here; games of one family share theirs."""
    game = sandtable.new_game(game_id, seed=1)
    toy = ENVOYS.id
    others = [sandtable.new_game(other.id) for other in GAMES if (other.id == toy) != (game_id == toy)]
    strangers = [action for other in others for action in other.legal()]
    assert strangers
    for action in (*strangers, object(), b"bytes", {1: 2}, {"kind": {}}, 10**5000, {"kind": "undo", "more": 1}):
        before = _untouched(game)
        with pytest.raises(IllegalAction) as refusal:
            game.apply(action)  # type: ignore[arg-type]  # on purpose
        assert refusal.value.topic == "action.malformed"
        assert _untouched(game) == before


def test_actions_without_an_open_decision() -> None:
    """Standing actions need no decision; once is enough."""
    game = sandtable.new_game("envoys", seed=1)
    game.apply(Abdicate(), "south")
    assert [decision.power for decision in game.decisions] == ["north", "east"]
    with pytest.raises(IllegalAction) as refusal:
        game.apply(Abdicate(), "south")
    assert refusal.value.rule == "EN-2"
    game.apply(Abdicate(), "east")
    assert game.outcome is not None and game.outcome.winner == "north"
    assert sandtable.replay(game.record()).outcome == game.outcome


def test_answers_out_of_turn() -> None:
    """The envoy who offered least replies although another one has just won."""
    game = sandtable.setup("envoys", dice=[6, 2])
    game.apply(Commit(2), "north")
    game.apply(Commit(1), "south")
    game.apply(Commit(3), "east")
    decision = game.decision
    assert decision is not None and (decision.power, decision.kind) == ("south", "reply")
    with pytest.raises(IllegalAction):
        game.apply(Challenge(), "north")
    game.apply(Challenge(), "south")
    assert game.state.favours == {"north": 0, "east": 1, "south": 0}
    assert game.state.tokens["south"] == 4
