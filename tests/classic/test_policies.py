"""Standing orders: losses in a given order, submarines that stay or flee, retreat after some rounds."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable import BadValue, UnknownName
from sandtable.core.policy import FirstChoice, Fixed, Policy
from sandtable.warfare.policies import BOOK, LossOrder, RetreatAfter, SubmarinesFlee, SubmarinesStay
from tests.classic.play import position
from tests.words import WarGame, asked, count, end, land, lose, move, units


def desert(policy: Policy | None, dice: list[int], who: str = "germany", kind: str = "choose_casualties") -> WarGame:
    """2 infantry, 1 armour, 1 fighter against 3 infantry in Egypt, one kind of decision delegated."""
    game = position(
        units={
            "libya": {"germany": {"infantry": 2, "armour": 1, "fighter": 1}},
            "anglo_egypt_sudan": {"uk": {"infantry": 3, "armour": 1}},
        },
        dice=dice,
    )
    if policy:
        game.delegate(who, kind, policy)
    move(game, "2 infantry, 1 armour", "libya", "anglo_egypt_sudan")
    move(game, "1 fighter", "libya", "anglo_egypt_sudan")
    end(game)
    return game


MISS_THEN_TWO_HITS = [6, 6, 6, 6, 1, 1, 6, 6]


@pytest.mark.parametrize(
    ("order", "left"),
    [
        ((), {"armour": 1, "fighter": 1}),
        (("infantry", "armour"), {"armour": 1, "fighter": 1}),
        (("armour", "infantry"), {"infantry": 1, "fighter": 1}),
        (("fighter", "armour"), {"infantry": 2}),
        (("fighter",), {"infantry": 1, "armour": 1}),
    ],
)
def test_losses_are_taken_in_the_order_given(order: tuple[str, ...], left: dict[str, int]) -> None:
    """Two hits; kinds not named come last, cheapest first."""
    game = desert(LossOrder(order), MISS_THEN_TWO_HITS)
    assert asked(game) == ("germany", "retreat")
    assert count(game, "anglo_egypt_sudan", "germany") == left


def test_without_orders_the_person_is_asked() -> None:
    """The counter-check: no policy, or the defender's only."""
    for policy, who in ((None, "germany"), (LossOrder(), "uk")):
        game = desert(policy, MISS_THEN_TWO_HITS, who)
        assert asked(game) == ("germany", "choose_casualties")


def test_one_land_unit_is_kept_to_hold_the_land() -> None:
    """With keep_land one land unit stays while the fighter goes, against the order given."""
    dice = [6, 6, 6, 6, 1, 1, 2, 6]
    order = ("infantry", "armour", "fighter")
    assert count(desert(LossOrder(order), dice), "anglo_egypt_sudan", "germany") == {"fighter": 1}
    kept = desert(LossOrder(order, keep_land=True), dice)
    assert count(kept, "anglo_egypt_sudan", "germany") == {"armour": 1}


def test_keep_land_gives_way_when_everybody_is_hit() -> None:
    """Four hits on four units: nothing can be kept, and nothing goes wrong."""
    game = desert(LossOrder(keep_land=True), [6, 6, 6, 6, 1, 1, 1, 1])
    assert count(game, "anglo_egypt_sudan", "germany") == {}


def test_keep_land_keeps_the_unit_that_comes_last_in_the_order() -> None:
    """Armour before infantry in the order: the infantry is kept."""
    game = desert(LossOrder(("armour", "infantry"), keep_land=True), [6, 6, 6, 6, 1, 1, 2, 6])
    assert count(game, "anglo_egypt_sudan", "germany") == {"infantry": 1}


def test_orders_work_for_the_defender_too() -> None:
    """The United Kingdom loses its armour first."""
    game = desert(LossOrder(("armour",)), [1, 6, 6, 6, 6, 6, 6, 6], "uk")
    assert asked(game) == ("germany", "retreat")
    assert count(game, "anglo_egypt_sudan", "uk") == {"infantry": 3}


def test_empty_transports_go_before_loaded_ones() -> None:
    """Among transports the one with the cheapest cargo is lost first."""
    game = position(
        power="uk",
        units={
            "north_sea_zone": {
                "uk": {"transport": [{"cargo": {"uk": {"infantry": 2}}}, {"cargo": {"uk": {"infantry": 1}}}, 1]}
            },
            "baltic_sea_zone": {"germany": {"battleship": 1}},
        },
        dice=[4, 4],
    )
    game.delegate("uk", "choose_casualties", LossOrder())
    move(game, "3 transport", "north_sea_zone", "baltic_sea_zone")
    end(game)
    assert count(game, "baltic_sea_zone", "uk") == {"infantry": 3, "transport": 2}


def test_damage_comes_before_losses_with_two_hit_battleships() -> None:
    """Two hits on two battleships and a transport: both battleships are damaged, nothing sinks."""
    game = position(
        units={
            "baltic_sea_zone": {"germany": {"battleship": 2, "transport": 1}},
            "north_sea_zone": {"uk": {"battleship": 2}},
        },
        options={"two_hit_battleships": True},
        dice=[6, 6, 4, 4],
    )
    game.delegate("germany", "choose_casualties", LossOrder(("transport",)))
    move(game, "2 battleship, 1 transport", "baltic_sea_zone", "north_sea_zone")
    end(game)
    assert asked(game) == ("germany", "retreat")
    assert [unit.damage for unit in units(game, "north_sea_zone", "battleship", "germany")] == [1, 1]
    assert count(game, "north_sea_zone", "germany") == {"battleship": 2, "transport": 1}


def test_orders_take_aa_losses_among_aircraft() -> None:
    """Fighter and bomber under AA fire: the fighter goes, as ordered, even with keep_land."""
    game = position(
        power="uk",
        units={
            "united_kingdom": {"uk": {"fighter": 1, "bomber": 1}},
            "western_europe": {"germany": {"aa_gun": 1, "infantry": 1}},
        },
        dice=[1, 6, 1, 6],
    )
    game.delegate("uk", "choose_casualties", LossOrder(("fighter",), keep_land=True))
    way = ("united_kingdom", "north_sea_zone", "western_europe")
    move(game, "1 fighter, 1 bomber", *way)
    end(game)
    assert count(game, "western_europe", "uk") == {"bomber": 1}


def submarine_hunt(policy: Policy | None, dice: list[int]) -> WarGame:
    """A British battleship against a German submarine that could leave for the Baltic."""
    game = position(
        power="uk",
        units={
            "karelia_sea_zone": {"uk": {"battleship": 1}},
            "north_sea_zone": {"germany": {"submarine": 1}},
        },
        dice=dice,
    )
    if policy:
        game.delegate("germany", "withdraw", policy)
    move(game, "1 battleship", "karelia_sea_zone", "north_sea_zone")
    end(game)
    return game


def test_submarines_stay() -> None:
    """The German submarine is not asked and fights on; the British player decides about retreat."""
    assert asked(submarine_hunt(None, [6, 6])) == ("germany", "withdraw")
    game = submarine_hunt(SubmarinesStay(), [6, 6])
    assert asked(game) == ("uk", "retreat")
    assert count(game, "north_sea_zone", "germany") == {"submarine": 1}


def test_submarines_flee() -> None:
    """It leaves after the first round, to the first zone there is."""
    game = submarine_hunt(SubmarinesFlee(), [6, 6])
    assert asked(game) == ("uk", "noncombat_move")
    assert count(game, "baltic_sea_zone", "germany") == {"submarine": 1}


def test_attacking_submarines_flee_where_they_came_from() -> None:
    """A German submarine attacks a battleship and goes back after one round."""
    game = position(
        units={
            "baltic_sea_zone": {"germany": {"submarine": 1}},
            "north_sea_zone": {"uk": {"battleship": 1}},
        },
        dice=[6, 6],
    )
    game.delegate("germany", "withdraw", SubmarinesFlee())
    move(game, "1 submarine", "baltic_sea_zone", "north_sea_zone")
    end(game)
    assert count(game, "baltic_sea_zone", "germany") == {"submarine": 1}


@pytest.mark.parametrize(("rounds", "fought"), [(1, 1), (2, 2), (3, 3)])
def test_retreat_after_some_rounds(rounds: int, fought: int) -> None:
    """Everybody misses; the attackers leave after the round given."""
    game = desert(RetreatAfter(rounds), [6] * 8 * fought, kind="retreat")
    assert asked(game) == ("germany", "noncombat_move")
    assert count(game, "libya", "germany") == {"infantry": 2, "armour": 1}


def test_never_retreat() -> None:
    """0 rounds: fight until the end. Four rounds of misses, then the defenders fall."""
    dice = [6] * 8 * 4 + [1, 1, 3, 3, 6, 6, 6, 6]
    game = desert(RetreatAfter(0), dice, kind="retreat")
    lose(game, "2 infantry")
    assert asked(game) == ("germany", "noncombat_move")
    assert game.state.owner["anglo_egypt_sudan"] == "germany"


def test_orders_are_recorded_and_replayed() -> None:
    """The policy travels with the record, its answers are marked, and a replay gives the same position."""
    game = desert(LossOrder(("armour",), keep_land=True), MISS_THEN_TWO_HITS)
    record = game.record()
    assert [entry.by for entry in record.entries if entry.by] == ["loss_order"]
    again = sandtable.replay(record)
    assert again.digest() == game.digest()
    assert again.policies == game.policies


def test_orders_can_be_withdrawn() -> None:
    """After delegate(None) the person is asked again."""
    game = position(
        units={
            "western_europe": {"germany": {"infantry": 1, "armour": 1}},
            "north_sea_zone": {"germany": {"transport": 2}},
            "united_kingdom": {"uk": {"infantry": 1}},
        },
        dice=[6, 6, 1],
    )
    game.delegate("germany", "choose_casualties", LossOrder())
    game.delegate("germany", "choose_casualties", None)
    land(game, "1 infantry", "western_europe", "north_sea_zone", target="united_kingdom")
    land(game, "1 armour", "western_europe", "north_sea_zone", target="united_kingdom")
    end(game)
    assert asked(game) == ("germany", "choose_casualties")
    game.dice = sandtable.SeededDice(3)
    game.delegate("germany", "choose_casualties", LossOrder())  # an open question is answered at once
    assert asked(game) != ("germany", "choose_casualties")


@pytest.mark.parametrize("policy", [LossOrder(), SubmarinesStay(), SubmarinesFlee(), RetreatAfter(1), FirstChoice()])
def test_orders_given_for_the_wrong_question_leave_it_to_the_person(policy: Policy) -> None:
    """A policy that does not fit the decision never breaks the game."""
    for kind in ("choose_casualties", "retreat", "combat_move"):
        game = position(
            units={
                "libya": {"germany": {"infantry": 1, "armour": 1}},
                "anglo_egypt_sudan": {"uk": {"infantry": 2}},
            },
        )
        game.dice = sandtable.SeededDice(5)
        game.delegate("germany", kind, policy)
        if asked(game) == ("germany", "combat_move"):
            move(game, "1 infantry, 1 armour", "libya", "anglo_egypt_sudan")


def test_policies_are_read_from_their_plain_form() -> None:
    """As they stand in a record; anything else is refused."""
    plain: dict[str, Any] = {"policy": "loss_order", "order": ["infantry"], "keep_land": True}
    assert BOOK.read(plain) == LossOrder(("infantry",), True)
    assert BOOK.read({"policy": "retreat_after", "rounds": 2}) == RetreatAfter(2)
    assert isinstance(BOOK.read({"policy": "submarines_flee"}), SubmarinesFlee)
    assert isinstance(BOOK.read({"policy": "fixed", "action": {"kind": "pass"}}), Fixed)
    for wrong in ({"policy": "panic"}, {"policy": "retreat_after", "rounds": "two"}, 7, {"rounds": 1}):
        with pytest.raises(BadValue):
            BOOK.read(wrong)


def test_orders_of_unknown_powers_are_refused() -> None:
    """The error names the nearest power."""
    game = position(units={})
    with pytest.raises(UnknownName) as caught:
        game.delegate("germny", "retreat", RetreatAfter(1))
    assert caught.value.nearest == ["germany"]
