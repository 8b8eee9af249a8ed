"""Summing up, from results made by hand."""

from __future__ import annotations

import msgspec
from pytest import approx

from sandtable.ai.arena import Failure, Match, Report, Result, Terms, report
from sandtable.ai.arena.contest import Clock, build
from sandtable.ai.arena.ratings import rate
from sandtable.ai.luck import Damage

TERMS = Terms(game="classic", rounds=10)


def match(seed: int, axis: str, allies: str) -> Match:
    """A match that need not be played."""
    return Match(terms=TERMS, seed=seed, players={"axis": axis, "allies": allies})


def result(of: Match, winner: str = "", *, axis_gain: int = 0, luck: float = 0.0, rounds: int = 10) -> Result:
    """A result made up."""
    return Result(
        match=of,
        build=build(),
        winner=winner,
        reason="capitals" if winner else "",
        rounds=rounds,
        decisions=100,
        digest="0" * 16,
        production={"axis": (57, 57 + axis_gain), "allies": (90, 90 - axis_gain)},
        luck={"axis": Damage(expected=10, actual=10 + luck), "allies": Damage(expected=8, actual=8)},
        clocks={"axis": Clock(seconds=[0.1, 0.3], cpu=[0.1, 0.2]), "allies": Clock(seconds=[1.0], cpu=[0.5])},
        fallbacks={"axis": 1, "allies": 2},
    )


PAIR = [match(1, "a", "b"), match(1, "b", "a"), match(2, "a", "b"), match(2, "b", "a")]
RESULTS = [
    result(PAIR[0], "axis", rounds=5, luck=4),
    result(PAIR[1], "allies", rounds=7, luck=-2),
    result(PAIR[2], axis_gain=3),
    result(PAIR[3], "axis", rounds=7),
]


def test_counting_from_each_point_of_view() -> None:
    """Player a: won as Axis and as Allies, lost once, undecided once and ahead."""
    summary = report(PAIR, RESULTS)
    (pair,) = summary.pairs
    assert (pair.player, pair.opponent) == ("a", "b")
    tally = pair.tally
    assert (tally.games, tally.wins, tally.losses, tally.undecided, tally.ahead) == (4, 2, 1, 1, 1)
    assert tally.win_rate is not None and tally.win_rate.value == 0.5
    assert tally.win_or_ahead_rate is not None and tally.win_or_ahead_rate.value == 0.75
    assert tally.luck is not None and tally.luck.value == approx((4 + 2 + 0 + 0) / 4)
    a, b = summary.players
    assert a.against_others == tally and b.against_others.wins == 1 and b.against_others.ahead == 0
    assert list(a.sides) == ["axis", "allies"] and a.sides["axis"].wins == 1 and a.sides["allies"].losses == 1
    axis, allies = summary.sides
    assert (axis.tally.wins, axis.tally.losses, allies.tally.wins) == (2, 1, 1)


def test_lengths_endings_times_and_fallbacks() -> None:
    """Undecided matches have no length of their own."""
    summary = report(PAIR, RESULTS)
    assert summary.lengths == {5: 1, 7: 2} and summary.endings == {"": 1, "capitals": 3}
    assert summary.rounds is not None and (summary.rounds.median, summary.rounds.worst) == (7, 10)
    a = summary.players[0]
    assert a.turn_seconds is not None and a.turn_cpu_seconds is not None
    assert (a.turn_seconds.number, a.turn_seconds.median, a.turn_seconds.worst) == (6, 0.3, 1.0)
    assert a.turn_cpu_seconds.worst == 0.5 and a.fallbacks == 2 * 1 + 2 * 2


def test_the_order_in_which_matches_end_does_not_matter() -> None:
    """Processes finish as they like."""
    assert report(PAIR, RESULTS) == report(PAIR, RESULTS[::-1])


def test_failures_and_missing_matches_are_told() -> None:
    """Each failure by its seed; what was not played does not count."""
    broken = Failure(match=PAIR[3], build=build(), problem="broken", record="records/failed-x.jsonl")
    summary = report(PAIR, [RESULTS[0], broken], stopped=True, reused=1, seconds=2.0)
    assert (summary.scheduled, summary.finished, summary.reused, summary.stopped) == (4, 1, 1, True)
    (failure,) = summary.failures
    assert (failure.seed, failure.players, failure.problem) == (2, {"axis": "b", "allies": "a"}, "broken")


def test_nothing_finished_is_a_report_too() -> None:
    """Everything is empty then."""
    summary = report(PAIR, [])
    assert summary.rounds is None and summary.players[0].against_others.win_rate is None and summary.matches == []


def test_a_level_against_itself_tells_about_the_sides_only() -> None:
    """Half its games it wins by necessity, which says nothing."""
    alone = [match(seed, "a", "a") for seed in (1, 2, 3)]
    summary = report(alone, [result(one, "axis") for one in alone])
    assert summary.pairs == [] and summary.players[0].against_others.games == 0
    assert summary.players[0].sides["axis"].wins == 3 and summary.players[0].rating is None
    axis, allies = summary.sides
    assert axis.rating is not None and allies.rating is not None and axis.rating.mu > allies.rating.mu


def test_round_robins_have_a_row_for_each_pair() -> None:
    """In the order in which the players were named."""
    trio = [match(1, "a", "b"), match(1, "b", "a"), match(1, "a", "c"), match(1, "c", "a"), match(1, "b", "c")]
    summary = report(trio, [result(one, "axis") for one in trio])
    assert [(pair.player, pair.opponent) for pair in summary.pairs] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert [player.player for player in summary.players] == ["a", "b", "c"]


def test_ratings_find_the_stronger_player_and_the_easier_side() -> None:
    """Whoever wins more rates higher; draws bring equal players together."""
    games = [(match(seed, *pair), "axis") for seed in range(8) for pair in (("a", "b"), ("b", "a"))]
    even = rate(result(one, winner) for one, winner in games)
    assert abs(even["a"].mu - even["b"].mu) < 1.5 and even["axis"].mu - even["allies"].mu > 8
    better = rate(result(one, "axis" if one.players["axis"] == "a" else "allies") for one, _ in games)
    assert better["a"].mu - better["b"].mu > 8 and abs(better["axis"].mu - better["allies"].mu) < 1.5
    assert better["a"].sigma < 25 / 3
    draws = rate(result(one) for one, _ in games)
    assert draws["a"].mu == approx(draws["b"].mu, abs=0.2)


def test_playing_the_easier_side_more_often_is_no_merit() -> None:
    """Player a always has the Axis, which win against everybody else's Allies as well: the side takes the credit."""
    games = [match(seed, *pair) for seed in range(10) for pair in (("a", "b"), ("c", "d"), ("d", "c"))]
    found = rate(result(one, "axis") for one in games)
    assert found["axis"].mu - found["allies"].mu > 2 * (found["a"].mu - found["b"].mu)


def test_the_report_has_a_schema() -> None:
    """Every field of the JSON is described, and the JSON of a report is read back as the same report."""
    schema = msgspec.json.schema(Report)
    described = schema["$defs"]["Report"]["properties"]
    plain = msgspec.json.decode(msgspec.json.encode(report(PAIR, RESULTS)))
    assert set(described) == set(plain)
    assert msgspec.convert(plain, Report, strict=False) == report(PAIR, RESULTS)
