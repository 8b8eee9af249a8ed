"""Aircraft without a landing place are named while the player can still change the plan."""

from __future__ import annotations

from typing import Any

import sandtable
from sandtable.core.game import Game
from sandtable.server.decisions import default
from sandtable.server.homecoming import landing
from sandtable.warfare.actions import EndPhase, Move
from sandtable.warfare.production import Production
from sandtable.warfare.state import WarState

OUT = ("japan", "sz_60", "sz_57", "sz_52", "sz_53")
"""Four steps from home: only a deck can take fighters from here."""


def ashore(game: Game[WarState]) -> list[str]:
    return [unit.id for unit in game.state.units_in("japan") if unit.kind in ("fighter", "bomber")]


def views(game: Game[WarState]) -> Any:
    assert isinstance(game.rules, Production)
    return landing(game.rules, game.state)


def pacific(fighters: int, **decks: dict[str, Any]) -> Game[Any]:
    units = {"japan": {"japan": {"fighter": fighters}}, "sz_53": {"usa": {"transport": 1}}, **decks}
    return sandtable.setup("1942", power="japan", phase="combat_move", units=units, dice=[])


def test_nobody_in_the_air_needs_nothing() -> None:
    found = views(pacific(1))
    assert found.ok and not found.airborne and not found.homeless and not found.awaiting


def test_a_fighter_whose_carrier_is_held_up_by_a_battle_is_named() -> None:
    game = pacific(1, sz_52={"japan": {"carrier": 1}, "usa": {"destroyer": 1}})
    fighter = ashore(game)
    game.apply(Move(tuple(fighter), OUT))
    found = views(game)
    assert found.homeless == fighter and not found.ok
    # The carrier leaves its battle for the fighter's: the plan holds.
    (carrier,) = [unit.id for unit in game.state.units_in("sz_52") if unit.kind == "carrier"]
    game.apply(Move((carrier,), ("sz_52", "sz_53")))
    found = views(game)
    assert found.ok and not found.homeless
    game.apply(EndPhase())


def test_those_who_find_no_room_are_the_fewest_possible() -> None:
    game = pacific(3, sz_55={"japan": {"carrier": 1}}, sz_52={"japan": {"carrier": 1}, "usa": {"destroyer": 1}})
    flyers = ashore(game)
    game.apply(Move(tuple(flyers), OUT))
    found = views(game)
    assert found.homeless == flyers[-1:], "two find room on the free carrier"
    assert found.awaiting == flyers[:2], "it still has to come for them"


def test_in_the_noncombat_move_only_those_nothing_can_save_are_homeless() -> None:
    units = {
        "sz_51": {"japan": {"carrier": 1}},
        "sz_52": {"japan": {"fighter": [{"airborne": True, "spent": 4, "done": True}] * 3}},
    }
    game = sandtable.setup("1942", power="japan", phase="noncombat_move", units=units, dice=[])
    found = views(game)
    assert len(found.homeless) == 1 and len(found.awaiting) == 2


def lands(game: Game[Any]) -> Any:
    assert isinstance(game.rules, Production) and game.decision is not None
    return default(game.view(game.decision.power), game.rules, game.decision)


def test_the_suggestion_lands_out_of_the_enemys_reach() -> None:
    fighter = {"fighter": [{"airborne": True, "spent": 2, "done": True}]}
    units = {
        "ukraine_ssr": {"germany": {"armour": 6}, "ussr": fighter},
        "caucasus": {"ussr": {"infantry": 1}},
        "russia": {"ussr": {"infantry": 9, "armour": 3}},
    }
    game = sandtable.setup("classic", power="ussr", phase="noncombat_move", units=units, dice=[])
    assert lands(game).route[-1] == "russia", "the Caucasus is nearer, and will be overrun"
    units["ukraine_ssr"] = {"ussr": fighter}
    game = sandtable.setup("classic", power="ussr", phase="noncombat_move", units=units, dice=[])
    assert game.decision is not None
    while game.decision is not None and game.decision.kind == "noncombat_move":
        game.apply(lands(game))
    assert not any(unit.airborne for unit in game.state.units.values())


def test_the_suggestion_brings_fighters_back_to_their_deck() -> None:
    units = {
        "sz_52": {"japan": {"carrier": 1, "battleship": 2, "fighter": [{"airborne": True, "spent": 2, "done": True}]}},
    }
    game = sandtable.setup("1942", power="japan", phase="noncombat_move", units=units, dice=[])
    order = lands(game)
    assert order.route[-1] == "sz_52" and order.deck, order


def test_in_the_classic_game_a_fighter_whose_carrier_was_sunk_is_named() -> None:
    fighter = {"fighter": [{"airborne": True, "spent": 1, "done": True}]}
    units = {"hawaii_sea_zone": {"usa": fighter}, "russia": {"ussr": {"infantry": 1}}}
    game = sandtable.setup("classic", power="usa", phase="noncombat_move", units=units, dice=[])
    assert not views(game).homeless, "Hawaii is near"
    units = {"japan_sea_zone": {"usa": {"fighter": [{"airborne": True, "spent": 4, "done": True}]}}}
    game = sandtable.setup("classic", power="usa", phase="noncombat_move", units=units, dice=[])
    assert len(views(game).homeless) == 1
