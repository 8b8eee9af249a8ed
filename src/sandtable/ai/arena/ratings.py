"""Ratings from the results of matches, with the library openskill (Plackett–Luce model).

A side of a match is a team of two: the level that plays it and the side itself. So a level that happened to play the
easier side more often gains nothing by that, and the ratings of the sides say how balanced the game is.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from openskill.models import PlackettLuce, PlackettLuceRating

from sandtable.ai.arena.contest import Result


class Rating(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Strength and the uncertainty about it; everybody begins with 25 and 8.33."""

    mu: float
    sigma: float


def rate(results: Iterable[Result]) -> dict[str, Rating]:
    """Ratings of levels and sides after these matches, taken in the given order. Undecided matches are draws."""
    model = PlackettLuce(tau=0)  # nobody learns between matches, so certainty only grows
    ratings: dict[str, PlackettLuceRating] = {}
    for result in results:
        players = result.match.players
        alone = len(result.match.levels) == 1  # a level cannot gain on itself, only the sides on each other
        names = [[side] if alone else [level, side] for side, level in players.items()]
        teams = [[ratings.setdefault(name, model.rating()) for name in team] for team in names]
        places = [1.0 if result.winner in ("", side) else 2.0 for side in players]
        for team, rated in zip(names, model.rate(teams, ranks=places), strict=True):
            ratings.update(zip(team, rated, strict=True))
    return {name: Rating(round(rating.mu, 2), round(rating.sigma, 2)) for name, rating in ratings.items()}
