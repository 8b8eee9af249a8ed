"""The joint choice of losses against brute force: every assignment of hits to units is tried."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable import IllegalAction
from sandtable.core.values import Decision
from sandtable.games.spring1942.rules import Rules1942
from sandtable.warfare.actions import ChooseCasualties
from sandtable.warfare.lossmenu import loss_key
from sandtable.warfare.state import Battle, Hits, WarState
from sandtable.warfare.together import TogetherMenu
from tests.spring1942.play import position, rules_of

KINDS = ("battleship", "cruiser", "submarine", "transport", "fighter")
TARGETS = ("ship", "not_submarine", "any")


class Volley(NamedTuple):
    """Hits on a fleet, ready to be assigned."""

    rules: Rules1942
    state: WarState
    hits: tuple[Hits, ...]
    slots: list[str]

    def legal(self) -> list[tuple[str, ...]]:
        """All permitted choices, found by trying every subset of the slots."""
        balls = [hit.target for hit in self.hits for _ in range(hit.count)]
        found: dict[tuple[int, int], set[tuple[str, ...]]] = {}
        for number in range(min(len(balls), len(self.slots)), -1, -1):
            for chosen in combinations(self.slots, number):
                if self.fits(list(chosen), balls):
                    transports = sum(self.state.units[ident].kind == "transport" for ident in chosen)
                    found.setdefault((-number, transports), set()).add(tuple(sorted(chosen)))
        return sorted(found[min(found)])

    def fits(self, units: list[str], balls: list[str]) -> bool:
        """Whether each of the units can take a hit of its own."""
        if not units:
            return True
        first, *rest = units
        return any(
            self.fits(rest, balls[:at] + balls[at + 1 :])
            for at, target in enumerate(balls)
            if self.rules.can_take(self.state.units[first], target)
        )

    def meaning(self, chosen: tuple[str, ...]) -> object:
        """What a choice comes to when units that are alike are not told apart."""
        return sorted((loss_key(self.state, self.state.units[i]), n) for i, n in Counter(chosen).items())

    def different(self, choices: list[tuple[str, ...]]) -> list[object]:
        """The choices that really differ."""
        return [m for at, m in enumerate(map(self.meaning, choices)) if m not in list(map(self.meaning, choices[:at]))]


def volley(fleet: dict[str, int], damaged: int, scored: dict[str, int]) -> Volley:
    """A defending fleet of two powers and the hits of one firing step on it."""
    battleships = fleet.get("battleship", 0)
    forces: dict[str, dict[str, object]] = {"uk": {}, "usa": {}}
    for kind, number in fleet.items():
        for power, share in (("uk", number - number // 2), ("usa", number // 2)):
            detail: dict[str, object] = {"count": share}
            if kind == "fighter":
                detail["airborne"] = True
            forces[power][kind] = detail
    if battleships:
        forces["uk"]["battleship"] = [{"damage": 1, "count": min(damaged, battleships)}]
        forces["usa"]["battleship"] = {"count": max(0, battleships - damaged)}
    game = position(units={"sz_6": forces})
    rules, state = rules_of(game), game.state.copy()
    hits = tuple(Hits("defence", number, target) for target, number in scored.items() if number)
    state.battle = Battle("sz_6", "sea", 1, defenders=tuple(state.units), hits=hits)
    return Volley(rules, state, hits, rules.slots(state, state.battle, hits) if hits else [])


FLEETS = st.dictionaries(st.sampled_from(KINDS), st.integers(0, 2))
SCORES = st.dictionaries(st.sampled_from(TARGETS), st.integers(0, 2), min_size=1).filter(lambda s: any(s.values()))


def permitted(case: Volley, chosen: tuple[str, ...]) -> bool:
    """Whether the rules accept a choice."""
    try:
        case.rules.check_together(case.state, case.hits, case.slots, chosen)
    except IllegalAction:
        return False
    return True


@pytest.mark.rule("S42-COMBAT-07", "S42-COMBAT-08", "S42-COMBAT-09")
@settings(max_examples=120, deadline=None)
@given(fleet=FLEETS, damaged=st.integers(0, 1), scored=SCORES)
def test_exactly_the_choices_with_most_effect_and_fewest_transports_are_permitted(
    fleet: dict[str, int], damaged: int, scored: dict[str, int]
) -> None:
    """Number of hits that count, number of transports, every single choice and every candidate, by brute force."""
    case = volley(fleet, damaged, scored)
    legal = case.legal()
    number = len(legal[0])
    transports = sum(case.state.units[ident].kind == "transport" for ident in legal[0])
    assert case.rules.needed(case.state, case.hits, case.slots) == (number, transports)
    for size in range(len(case.slots) + 1):
        for chosen in set(combinations(sorted(case.slots), size)):
            assert permitted(case, chosen) == (chosen in legal), chosen
    able = set(case.rules.candidates(case.state, case.hits, case.slots)) if number else set()
    assert able == {ident for chosen in legal for ident in chosen}


@pytest.mark.rule("S42-COMBAT-07")
@settings(max_examples=120, deadline=None)
@given(fleet=FLEETS, damaged=st.integers(0, 1), scored=SCORES, seed=st.integers(0, 9))
def test_the_menu_lists_every_different_choice_once(
    fleet: dict[str, int], damaged: int, scored: dict[str, int], seed: int
) -> None:
    """Listed and drawn answers are permitted, none is missing, and nobody is asked when there is nothing to choose."""
    case = volley(fleet, damaged, scored)
    legal = case.legal()
    number = len(legal[0])
    different = case.different(legal)
    assert case.rules.no_choice(case.state, case.hits, case.slots) == (len(different) == 1)
    candidates = case.rules.candidates(case.state, case.hits, case.slots)
    decision = Decision("uk", "choose_casualties", "take_hits", (), {"units": candidates, "hits": number})
    menu = TogetherMenu(case.rules, case.state, decision)
    listed = [tuple(sorted(choice.units)) for choice in menu if isinstance(choice, ChooseCasualties)]
    assert all(choice in legal for choice in listed)
    assert len(listed) == len(different) == len(case.different(listed))
    drawn = menu.sample(Random(seed))
    assert isinstance(drawn, ChooseCasualties) and tuple(sorted(drawn.units)) in legal
