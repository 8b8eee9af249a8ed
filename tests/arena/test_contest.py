"""One match."""

from __future__ import annotations

import msgspec
import pytest

import sandtable
from sandtable.ai.arena import Failure, Match, Result, Terms, play, schedule
from sandtable.ai.arena.contest import Stopped
from sandtable.core.registry import GameDefinition
from tests.arena.levels import Cheat, Confused, other_levels

SHORT = Terms(game="classic", rounds=2)
MATCH = Match(terms=SHORT, seed=5, players={"axis": "random", "allies": "random"})


def result(match: Match) -> Result:
    """Play it; nothing may go wrong."""
    outcome = play(match).outcome
    assert isinstance(outcome, Result), outcome
    return outcome


def test_the_same_match_is_the_same_game() -> None:
    """Byte for byte, whatever was played in between."""
    first = play(MATCH, with_record=True).record
    result(Match(terms=SHORT, seed=6, players=MATCH.players))
    second = play(MATCH, with_record=True).record
    assert first is not None and second is not None and first.dumps() == second.dumps()


def test_swapped_players_meet_the_same_dice() -> None:
    """Both records name the same seed, and the game begins with the same rolls."""
    with other_levels("other"):
        pair = schedule(SHORT, ["random", "other"], games=2, seed=5, swap_sides=True)
        records = [play(match, with_record=True).record for match in pair]
    assert [record.header.dice for record in records if record] == [{"source": "seeded", "seed": 5}] * 2


def test_each_side_is_one_seat() -> None:
    """As when two people play: nobody has to agree with himself."""
    record = play(MATCH, with_record=True).record
    assert record is not None and record.header.seats == (("germany", "japan"), ("ussr", "uk", "usa"))


def test_the_record_holds_and_ends_where_the_result_says() -> None:
    """Replaying it gives the digest."""
    played = play(MATCH, with_record=True)
    assert isinstance(played.outcome, Result) and played.record is not None
    game = sandtable.replay(sandtable.loads(played.record.dumps()))
    assert game.digest() == played.outcome.digest and game.state.round == 3
    assert played.outcome.decisions == len(played.record.entries)


def test_a_match_without_a_victory_is_undecided_but_somebody_may_lead() -> None:
    """Production at the beginning and at the end; what one side gains the other has mostly lost."""
    outcome = result(MATCH)
    assert outcome.winner == "" and outcome.reason == "" and outcome.rounds == 2
    begin = {side: figures[0] for side, figures in outcome.production.items()}
    assert begin == {"axis": 57, "allies": 90}
    for axis, allies, leader in ((60, 87, "axis"), (54, 93, "allies"), (57, 90, ""), (58, 91, "")):
        figures = {"axis": (57, axis), "allies": (90, allies)}
        assert msgspec.structs.replace(outcome, production=figures).leader == leader
    assert (
        msgspec.structs.replace(outcome, winner="axis", production={"axis": (57, 1), "allies": (90, 99)}).leader
        == "axis"
    )


def test_a_decided_match_names_the_winner_and_why() -> None:
    """Random players do end games when they have time."""
    ends = [result(match) for match in schedule(Terms(game="classic", rounds=40), ["random"], games=2, seed=1)]
    decided = [end for end in ends if end.winner]
    assert decided
    for end in decided:
        assert end.winner in ("axis", "allies") and end.reason in ("capitals", "economy") and end.leader == end.winner


def test_the_clock_runs_for_every_turn_of_each_side() -> None:
    """Two rounds: four turns of the Axis, six of the Allies; answers in enemy turns do not count as turns."""
    clocks = result(MATCH).clocks
    assert {side: len(clock.seconds) for side, clock in clocks.items()} == {"axis": 4, "allies": 6}
    assert all(len(clock.cpu) == len(clock.seconds) and min(clock.seconds) > 0 for clock in clocks.values())


def test_an_outcome_survives_json() -> None:
    """As it stands in the folder of results."""
    outcome = result(MATCH)
    assert msgspec.json.decode(msgspec.json.encode(outcome), type=Result | Failure) == outcome


def test_a_player_that_breaks_down_is_a_failure_with_its_game() -> None:
    """The problem, where it happened, and the record up to there, which holds."""
    with other_levels("odd", kind=Confused):
        played = play(Match(terms=SHORT, seed=5, players={"axis": "odd", "allies": "random"}))
    assert isinstance(played.outcome, Failure) and played.outcome.problem == "ZeroDivisionError: lost my head"
    assert "levels.py" in played.outcome.trace
    assert played.record is not None and sandtable.replay(played.record).state.round == 2


def test_an_answer_the_rules_refuse_is_a_failure() -> None:
    """And the problem says which rule."""
    with other_levels("odd", kind=Cheat):
        outcome = play(Match(terms=SHORT, seed=5, players={"axis": "random", "allies": "odd"})).outcome
    assert isinstance(outcome, Failure) and "nothing" in outcome.problem.lower()


def test_an_unknown_level_is_a_failure_too() -> None:
    """A worker may meet one if it runs another version."""
    outcome = play(Match(terms=SHORT, seed=5, players={"axis": "genius", "allies": "random"})).outcome
    assert isinstance(outcome, Failure) and "genius" in outcome.problem


def test_a_turn_without_end_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the patience ends after three decisions."""
    monkeypatch.setattr("sandtable.ai.arena.contest.DECISIONS_IN_A_TURN", 3)
    outcome = play(MATCH).outcome
    assert isinstance(outcome, Failure) and outcome.problem == "Round 1, ussr: no end after 3 decisions in one turn"


def test_it_can_be_broken_off_between_decisions() -> None:
    """Nothing comes back then."""
    answers = iter([False] * 10 + [True])
    with pytest.raises(Stopped):
        play(MATCH, stopped=lambda: next(answers))


@pytest.mark.parametrize("game", sandtable.games(), ids=lambda game: game.id)
def test_every_game_has_matches(game: GameDefinition) -> None:
    """Whatever has two sides can be played."""
    assert result(Match(terms=Terms(game=game.id, rounds=1), seed=3, players=MATCH.players)).rounds == 1
