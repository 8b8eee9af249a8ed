"""Spending a bid before the game: infantry where it is nearest to the enemy."""

from __future__ import annotations

from sandtable.ai.situation import Situation
from sandtable.core.values import Decision
from sandtable.warfare.actions import PlaceBid


def place_bid(situation: Situation, decision: Decision) -> PlaceBid:
    """As much infantry as the bid buys, beside own troops at the most important front."""
    rules = situation.rules
    prices: dict[str, int] = decision.about["prices"]
    kind = min((kind for kind in prices if kind in rules.holders), key=prices.__getitem__)
    spaces = dict.fromkeys(u.space for u in situation.own() if u.kind in rules.holders and not u.aboard)
    number = decision.about["bid"] // prices[kind]
    if not spaces or not number:
        return PlaceBid({})
    best = max(spaces, key=lambda space: (situation.pull[space], -situation.board.rank[space]))
    return PlaceBid({best: {kind: number}})
