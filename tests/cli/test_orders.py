"""Orders in a player's words, and the actions they become."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

import sandtable
from sandtable import Game, IllegalAction
from sandtable.cli.orders import Orders
from sandtable.cli.words import NotUnderstood, Vocabulary
from sandtable.core.values import Action
from sandtable.warfare.actions import Bombard, Move, Sail
from sandtable.warfare.movement import Movement
from sandtable.warfare.state import WarState


class Desk:
    """A position with somebody who gives orders."""

    def __init__(self, power: str, phase: str, units: dict[str, Any], **more: Any) -> None:
        self.game: Game[WarState] = sandtable.setup("classic", power=power, phase=phase, units=units, **more)
        assert isinstance(self.game.rules, Movement)
        self.done: list[Any] = []
        self.orders = Orders(self.game, self.game.rules, Vocabulary(self.game.rules), self.attempt)

    def attempt(self, actions: Iterable[Action]) -> None:
        """As the terminal does it: the first action that the rules accept."""
        refusal: IllegalAction | None = None
        for action in actions:
            try:
                self.game.apply(action)
                self.done.append(action)
                return
            except IllegalAction as problem:
                refusal = refusal or problem
        assert refusal is not None
        raise refusal

    def __call__(self, order: str) -> Any:
        """Give an order and return the last action it became."""
        word, *words = order.split()
        getattr(self.orders, word)(words)
        return self.done[-1]


AFRICA = {
    "libya": {"germany": {"infantry": 2, "armour": 1}},
    "anglo_egypt_sudan": {"uk": {"infantry": 1}},
}


def test_the_end_of_the_way_is_enough() -> None:
    """«move 2 inf libya anglo_egypt»."""
    action = Desk("germany", "combat_move", AFRICA)("move 2 inf libya anglo_egypt")
    assert isinstance(action, Move)
    assert action.route == ("libya", "anglo_egypt_sudan") and len(action.units) == 2


@pytest.mark.parametrize(
    "order",
    [
        "move 1 inf from libya to egypt",
        "move 1 inf libya > egypt",
        "move 1 inf libya->egypt",
        "move inf libyen nach ägypten",
        "move 1 inf von libyen nach sudan",
        "move 1 inf egypt",
    ],
)
def test_an_order_may_be_put_in_many_ways(order: str) -> None:
    """With little words, arrows, in German, and without a start where only one is possible."""
    assert Desk("germany", "combat_move", AFRICA)(order).route == ("libya", "anglo_egypt_sudan")


def test_a_list_of_spaces_is_the_way_itself() -> None:
    """«libya > french_eq > libya» blitzes through and comes back."""
    desk = Desk("germany", "combat_move", AFRICA)
    assert desk("move 1 arm libya > french_eq > libya").route == ("libya", "french_equatorial_africa", "libya")
    assert desk.game.state.owner["french_equatorial_africa"] == "germany"


def test_names_of_several_words_are_told_apart() -> None:
    """«eastern europe ukraine» are two spaces, «finland norway» is one."""
    units = {"eastern_europe": {"germany": {"infantry": 1}}, "finland_norway": {"germany": {"armour": 1}}}
    desk = Desk("germany", "noncombat_move", units)
    assert desk("move 1 inf eastern europe ukraine").route == ("eastern_europe", "ukraine_ssr")
    desk = Desk("germany", "combat_move", units)
    assert desk("move 1 arm finland norway karelia").route == ("finland_norway", "karelia_ssr")


def test_ships_mean_sea_zones() -> None:
    """«karelia» is the coast for a submarine; the way is found."""
    desk = Desk("ussr", "noncombat_move", {"karelia_sea_zone": {"ussr": {"submarine": 1}}})
    assert desk("move 1 sub karelia baltic").route == ("karelia_sea_zone", "north_sea_zone", "baltic_sea_zone")


def test_land_units_and_aircraft_get_orders_of_their_own() -> None:
    """«3 inf 1 ftr» are two moves."""
    units = {"caucasus": {"ussr": {"infantry": 3, "fighter": 1}}, "ukraine_ssr": {"germany": {"infantry": 1}}}
    desk = Desk("ussr", "combat_move", units)
    desk("move 3 inf 1 ftr caucasus ukraine")
    assert [len(action.units) for action in desk.done] == [3, 1]


def test_a_raid() -> None:
    """«raid 1 bomber uk germany» flies around the guns."""
    units = {"united_kingdom": {"uk": {"bomber": 1}}, "germany": {"germany": {"factory": 1, "aa_gun": 1}}}
    action = Desk("uk", "combat_move", units)("raid 1 bomber uk germany")
    assert isinstance(action, Move) and action.raid
    assert action.route == ("united_kingdom", "north_sea_zone", "baltic_sea_zone", "germany")


NORTH = {
    "united_kingdom": {"uk": {"infantry": 3, "armour": 1}},
    "north_sea_zone": {"uk": {"transport": 2, "battleship": 1}},
    "finland_norway": {"germany": {"infantry": 1}},
}


def test_a_landing_with_a_battleship() -> None:
    """«land 2 inf from uk via north_sea in norway», then «bombard norway»."""
    desk = Desk("uk", "combat_move", NORTH)
    action = desk("land 2 inf from uk via north_sea in norway")
    assert isinstance(action, Sail) and action.target == "finland_norway" and len(action.unload) == 2
    action = desk("bombard norway")
    assert isinstance(action, Bombard) and action.route == ("north_sea_zone",)


def test_a_landing_takes_as_many_transports_as_it_needs() -> None:
    """An armour and two infantry fill two transports."""
    desk = Desk("uk", "combat_move", NORTH)
    desk("land 1 arm 2 inf uk norway")
    assert [len(action.unload) for action in desk.done] == [1, 2]


def test_too_much_for_the_transports_is_said() -> None:
    """A third transport does not exist."""
    desk = Desk("uk", "combat_move", NORTH)
    with pytest.raises(NotUnderstood) as caught:
        desk("land 1 arm 3 inf uk norway")
    assert caught.value.key == "need.transport" and len(desk.done) == 2


def test_loading_and_unloading_in_peace() -> None:
    """«load 2 inf uk», later «unload canada»."""
    desk = Desk("uk", "noncombat_move", NORTH)
    assert desk("load 2 inf uk").load
    assert desk("unload eastern_canada").target == "eastern_canada"
    assert [unit.kind for unit in desk.game.state.units_in("eastern_canada")] == ["infantry", "infantry"]


def test_boarding_without_a_landing_waits_for_the_noncombat_move() -> None:
    """The refusal of the rules comes through."""
    with pytest.raises(IllegalAction) as caught:
        Desk("uk", "combat_move", NORTH)("load 2 inf uk")
    assert caught.value.rule == "CL-TRN-10"


def test_fighters_find_decks() -> None:
    """Three fighters land on two carriers, two on the first."""
    units = {
        "japan": {"japan": {"fighter": 3}},
        "japan_sea_zone": {"japan": {"carrier": 2}},
    }
    desk = Desk("japan", "noncombat_move", units)
    desk("move 3 ftr japan japan sea")
    assert [len(action.units) for action in desk.done] == [2, 1]
    assert len({action.deck for action in desk.done}) == 2


def test_all_of_a_kind() -> None:
    """«move all inf libya egypt»."""
    assert len(Desk("germany", "combat_move", AFRICA)("move all inf libya egypt").units) == 2


@pytest.mark.parametrize(
    ("order", "key"),
    [
        ("move libya egypt", "need.units"),
        ("move 2 inf", "need.target"),
        ("move 5 inf libya egypt", "few.units"),
        ("move 1 ftr libya egypt", "no.units"),
        ("move 1 inf libya egipt", "unknown.space"),
        ("move 1 inf libya western", "ambiguous.space"),
        ("move 1 inv libya egypt", "unknown.unit"),
        ("unload egypt", "need.cargo"),
        ("bombard egypt", "need.ship"),
        ("land 2 inf", "need.target"),
    ],
)
def test_what_is_missing_or_wrong_is_said(order: str, key: str) -> None:
    """Every misunderstanding has its own sentence."""
    with pytest.raises(NotUnderstood) as caught:
        Desk("germany", "combat_move", AFRICA)(order)
    assert caught.value.key == key


def test_the_rules_refuse_what_no_way_allows() -> None:
    """Infantry cannot go from Libya to India."""
    with pytest.raises(IllegalAction) as caught:
        Desk("germany", "combat_move", AFRICA)("move 1 inf libya india")
    assert caught.value.rule == "CL-LAND-01"
