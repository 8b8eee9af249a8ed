"""What a tournament showed: tallies, ratings, times, luck. `sandtable arena --json` prints this, field by field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain

import msgspec

from sandtable.ai.arena.contest import Failure, Result, build
from sandtable.ai.arena.figures import Estimate, Spread, mean, share, spread, without_luck
from sandtable.ai.arena.match import Match, Terms
from sandtable.ai.arena.ratings import Rating, rate
from sandtable.ai.luck import net


class Tally(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Matches from the point of view of one player, in one role or in all."""

    games: int
    wins: int
    losses: int
    undecided: int
    ahead: int
    """Undecided matches in which the player's side had gained more production than the other."""
    win_rate: Estimate | None
    """Wins among all games."""
    win_or_ahead_rate: Estimate | None
    win_rate_without_luck: Estimate | None
    """Wins among all games as they would be with average dice (from ten games on)."""
    luck: Estimate | None
    """Mean luck of the dice per game, in IPC."""


class PlayerReport(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a level did."""

    player: str
    against_others: Tally
    sides: dict[str, Tally]
    """By the side it played, matches against itself included."""
    rating: Rating | None
    turn_seconds: Spread | None
    """How long it thought about a turn."""
    turn_cpu_seconds: Spread | None
    """The same in time of the processor, which other work on the machine hardly changes."""
    fallbacks: int
    """How often it had no valid idea of its own and took an answer from the menu."""


class PairReport(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Two levels against each other, from the point of view of `player`."""

    player: str
    opponent: str
    tally: Tally


class SideReport(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a side did, whoever played it."""

    side: str
    tally: Tally
    rating: Rating | None


class FailureReport(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A match that could not be played to its end."""

    seed: int
    players: dict[str, str]
    problem: str
    record: str


class MatchReport(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A finished match in short; everything about it is in the folder of results."""

    seed: int
    players: dict[str, str]
    winner: str | None
    leader: str | None
    rounds: int
    luck: dict[str, float]
    """Luck of each side in IPC; the luck of one is the bad luck of the other."""
    digest: str
    record: str


class Report(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything about a tournament."""

    terms: Terms
    build: str
    scheduled: int
    finished: int
    reused: int
    """Finished matches that were not played now but found in the folder of results."""
    stopped: bool
    """It was broken off; everything below is about what was finished by then."""
    seconds: float
    players: list[PlayerReport]
    pairs: list[PairReport]
    sides: list[SideReport]
    rounds: Spread | None
    lengths: dict[int, int]
    """Decided matches by the round in which they ended."""
    endings: dict[str, int]
    """Matches by the victory condition that ended them ("" for undecided ones)."""
    failures: list[FailureReport]
    matches: list[MatchReport]


def report(
    schedule: Sequence[Match],
    outcomes: Iterable[Result | Failure],
    *,
    reused: int = 0,
    stopped: bool = False,
    seconds: float = 0.0,
) -> Report:
    """Sum up what is there, in the order of the schedule, whatever order the matches ended in."""
    by_key = {outcome.match.key: outcome for outcome in outcomes}
    known = [by_key[match.key] for match in schedule if match.key in by_key]
    results = [outcome for outcome in known if isinstance(outcome, Result)]
    failures = [outcome for outcome in known if isinstance(outcome, Failure)]
    ratings = rate(results)
    levels = list(dict.fromkeys(level for match in schedule for level in match.levels))
    pairs = list(dict.fromkeys(match.levels for match in schedule if len(match.levels) == 2))
    pairs = [pair for at, pair in enumerate(pairs) if pair[::-1] not in pairs[:at]]
    return Report(
        terms=schedule[0].terms,
        build=build(),
        scheduled=len(schedule),
        finished=len(results),
        reused=reused,
        stopped=stopped,
        seconds=round(seconds, 3),
        players=[_player(level, results, ratings.get(level)) for level in levels],
        pairs=[_pair(*pair, results) for pair in pairs],
        sides=[
            SideReport(side=side, tally=tally((r, side) for r in results), rating=ratings.get(side))
            for side in schedule[0].players
        ],
        rounds=spread([result.rounds for result in results]),
        lengths=dict(sorted(Counter(result.rounds for result in results if result.winner).items())),
        endings=dict(sorted(Counter(result.reason for result in results).items())),
        failures=[
            FailureReport(seed=f.match.seed, players=f.match.players, problem=f.problem, record=f.record)
            for f in failures
        ],
        matches=[_match(result) for result in results],
    )


def tally(roles: Iterable[tuple[Result, str]]) -> Tally:
    """Count results from the point of view of a side each."""
    seen = list(roles)
    wins = sum(result.winner == side for result, side in seen)
    undecided = sum(not result.winner for result, _ in seen)
    ahead = sum(not result.winner and result.leader == side for result, side in seen)
    luck = [net(result.luck, side) for result, side in seen]
    return Tally(
        games=len(seen),
        wins=wins,
        losses=len(seen) - wins - undecided,
        undecided=undecided,
        ahead=ahead,
        win_rate=share(wins, len(seen)),
        win_or_ahead_rate=share(wins + ahead, len(seen)),
        win_rate_without_luck=without_luck([result.winner == side for result, side in seen], luck),
        luck=mean(luck),
    )


def roles_of(level: str, results: Iterable[Result]) -> list[tuple[Result, str]]:
    """The sides a level played in matches."""
    return [(r, side) for r in results for side, playing in r.match.players.items() if playing == level]


def _player(level: str, results: Sequence[Result], rating: Rating | None) -> PlayerReport:
    roles = roles_of(level, results)
    clocks = [result.clocks[side] for result, side in roles]
    return PlayerReport(
        player=level,
        against_others=tally((result, side) for result, side in roles if len(result.match.levels) == 2),
        sides={side: tally(role for role in roles if role[1] == side) for side in _sides(roles)},
        rating=rating,
        turn_seconds=spread(list(chain.from_iterable(clock.seconds for clock in clocks))),
        turn_cpu_seconds=spread(list(chain.from_iterable(clock.cpu for clock in clocks))),
        fallbacks=sum(result.fallbacks[side] for result, side in roles),
    )


def _sides(roles: Sequence[tuple[Result, str]]) -> list[str]:
    """The sides that were played, in the order of the board."""
    order = roles[0][0].match.players if roles else ()
    played = {side for _, side in roles}
    return [side for side in order if side in played]


def _pair(player: str, opponent: str, results: Sequence[Result]) -> PairReport:
    met = [result for result in results if {player, opponent} == set(result.match.levels)]
    return PairReport(player=player, opponent=opponent, tally=tally(roles_of(player, met)))


def _match(result: Result) -> MatchReport:
    return MatchReport(
        seed=result.match.seed,
        players=result.match.players,
        winner=result.winner or None,
        leader=result.leader or None,
        rounds=result.rounds,
        luck={side: round(net(result.luck, side), 1) for side in result.luck},
        digest=result.digest,
        record=result.record,
    )
