"""Matches in processes of their own, also when one of those dies."""

from __future__ import annotations

from sandtable.ai.arena import Failure, Match, Result, Terms, play, schedule
from sandtable.ai.arena.processes import play_all
from tests.arena.levels import play_and_die, play_confused, play_forever

SHORT = Terms(game="classic", rounds=1)
PLAYERS = {"axis": "random", "allies": "random"}


def matches(*seeds: int, level: str = "random") -> list[Match]:
    """Matches with these seeds."""
    return [Match(terms=SHORT, seed=seed, players={"axis": level, "allies": "random"}) for seed in seeds]


def test_processes_play_the_same_matches() -> None:
    """Digests and records as in this process, whatever the order of the results."""
    wanted = schedule(SHORT, ["random"], games=4, seed=1)
    played = {p.outcome.match.seed: p for p in play_all(wanted, jobs=2, with_records=True)}
    for match in wanted:
        here, there = play(match, with_record=True), played[match.seed]
        assert isinstance(here.outcome, Result) and isinstance(there.outcome, Result)
        assert here.outcome.digest == there.outcome.digest and here.outcome.luck == there.outcome.luck
        assert here.record == there.record


def test_records_come_along_only_if_they_are_wanted() -> None:
    """They are the bulk of it."""
    (played,) = play_all(matches(1), jobs=1)
    assert played.record is None


def test_a_match_that_fails_is_told_by_its_seed_and_the_others_go_on() -> None:
    """With the game up to there."""
    two_rounds = [
        Match(terms=Terms(game="classic", rounds=2), seed=m.seed, players=m.players)
        for m in matches(1, 2, 3, level="odd")
    ]
    played = {p.outcome.match.seed: p for p in play_all(two_rounds, jobs=2, work=play_confused)}
    failed = {seed: p.outcome for seed, p in played.items() if isinstance(p.outcome, Failure)}
    assert sorted(played) == [1, 2, 3] and list(failed) == [2]
    assert failed[2].problem == "ZeroDivisionError: lost my head" and played[2].record is not None


def test_a_process_that_dies_takes_only_its_own_match_with_it() -> None:
    """The others that were in play then are played again."""
    played = {p.outcome.match.seed: p.outcome for p in play_all(matches(1, 2, 3, 4), jobs=2, work=play_and_die)}
    assert sorted(played) == [1, 2, 3, 4]
    failed = [outcome for outcome in played.values() if isinstance(outcome, Failure)]
    assert [(failure.match.seed, failure.problem) for failure in failed] == [(2, "The process that played it died")]


def test_stopping_breaks_off_what_is_in_play() -> None:
    """What was finished has been told."""
    finished: list[int] = []
    for played in play_all(matches(1, 2, 3), jobs=2, stopped=lambda: bool(finished), work=play_forever):
        finished.append(played.outcome.match.seed)
    assert finished == [1]


def test_nothing_to_play_is_no_trouble() -> None:
    """As when everything is in the folder already."""
    assert list(play_all([], jobs=2)) == []
