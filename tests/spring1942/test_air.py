"""S42-AIR: range, landing places, the plan of the whole turn, the duty to save aircraft."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.spring1942.rules import Rules1942
from sandtable.warfare.actions import FightOn, Move, Place, Retreat
from tests.spring1942.play import answer, fight, position
from tests.words import WarGame, asked, check_menu, count, end, happened, ids, lose, move, refused, units

ALL_ALLIES = [["ussr", "uk", "usa"], ["germany", "japan"]]


def flying(spent: int, number: int = 1) -> list[dict[str, Any]]:
    """Aircraft that fought and have used this much of their range."""
    return [{"count": number, "airborne": True, "done": True, "spent": spent}]


@pytest.mark.rule("S42-AIR-01")
def test_range_counts_over_the_whole_turn() -> None:
    """A bomber that used 4 in the combat move has 2 left."""
    game = position("germany", "noncombat_move", {"sz_7": {"germany": {"bomber": flying(4)}}})
    with refused(game, "S42-AIR-01"):
        move(game, "1 bomber", "sz_7", "western_europe", "germany", "eastern_europe")
    move(game, "1 bomber", "sz_7", "western_europe", "germany")
    assert count(game, "germany") == {"bomber": 1}


@pytest.mark.rule("S42-AIR-02")
def test_every_space_costs_one() -> None:
    """Hawaii → 52 → 45 → 46 → Australia uses up a fighter's range; one more space is too far."""
    game = position("usa", "noncombat_move", {"hawaiian_islands": {"usa": {"fighter": 2}}})
    with refused(game, "S42-AIR-01"):
        move(game, "1 fighter", "hawaiian_islands", "sz_52", "sz_45", "sz_46", "sz_40", "australia")
    move(game, "1 fighter", "hawaiian_islands", "sz_52", "sz_45", "sz_46", "australia")
    assert units(game, "australia")[0].spent == 4


@pytest.mark.rule("S42-AIR-03")
def test_flying_over_guns_costs_nothing() -> None:
    """German fighters cross Britain with its gun to attack a destroyer behind it: not a single die."""
    game = position(
        "germany",
        units={
            "western_europe": {"germany": {"fighter": 1}},
            "united_kingdom": {"uk": {"aa_gun": 1, "infantry": 1}},
            "sz_7": {"uk": {"destroyer": 1}},
        },
        dice=[3, 6],
    )
    move(game, "1 fighter", "western_europe", "sz_6", "united_kingdom", "sz_7")
    events = end(game)
    assert not happened(events, "anti_air_fired")
    assert count(game, "sz_7") == {"fighter": 1}


@pytest.mark.rule("S42-AIR-04")
def test_landing_places() -> None:
    """Friendly land for everybody, decks for fighters only, hostile land for nobody."""
    game = position(
        "germany",
        "noncombat_move",
        {"sz_6": {"germany": {"carrier": 1, "bomber": flying(4), "fighter": flying(3)}}},
    )
    deck = ids(game, "sz_6", "1 carrier")[0]
    with refused(game, "S42-AIR-04"):
        move(game, "1 bomber", "sz_6", deck=deck)
    with refused(game, "S42-AIR-04"):
        move(game, "1 bomber", "sz_6", "united_kingdom")
    move(game, "1 bomber", "sz_6", "norway")
    move(game, "1 fighter", "sz_6", deck=deck)
    assert units(game, "sz_6", "fighter")[0].aboard == deck


@pytest.mark.rule("S42-AIR-04", "S42-CARR-05")
def test_allied_decks_need_consent() -> None:
    """Britain lands on an American carrier if the United States agree; a refusal counts for the turn."""
    for agree in (True, False):
        game = position(
            "uk", "noncombat_move", {"sz_12": {"uk": {"fighter": flying(4)}, "usa": {"carrier": 1}}}, seats=[]
        )
        deck = ids(game, "sz_12", "1 carrier", "usa")[0]
        with refused(game, "S42-AIR-13"):
            end(game)
        move(game, "1 fighter", "sz_12", deck=deck)
        assert asked(game) == ("usa", "consent")
        answer(game, agree)
        assert units(game, "sz_12", "fighter")[0].aboard == (deck if agree else "")
        if not agree:
            with refused(game, "S42-TURN-04"):
                move(game, "1 fighter", "sz_12", deck=deck)
        lost = happened(end(game), "units_lost")
        assert bool(lost) is not agree


@pytest.mark.rule("S42-AIR-05")
def test_land_taken_this_turn_is_no_landing_place() -> None:
    """Neither conquered nor liberated land, for nobody."""
    for land, owner in (("ukraine_ssr", "ussr"), ("karelia_ssr", "ussr")):
        units_there = {land: {"ussr": {"infantry": 1, "fighter": flying(1)}}}
        game = position("ussr", "noncombat_move", units_there, owners={land: owner}, changed={land: "germany"})
        assert land not in {action.route[-1] for action in check_menu(game) if isinstance(action, Move)}
        with refused(game, "S42-AIR-13"):
            end(game)
        other = "west_russia" if land == "ukraine_ssr" else "archangel"
        game = position(
            "ussr",
            "noncombat_move",
            {"russia": {"ussr": {"fighter": 1}}},
            owners={land: owner},
            changed={land: "germany"},
        )
        with refused(game, "S42-AIR-05"):
            move(game, "1 fighter", "russia", other, land)


def over_manila(fighters: int, dice: tuple[int, ...] = ()) -> WarGame:
    """American fighters on Hawaii, a carrier off Wake, a Japanese destroyer four spaces away off the Philippines."""
    return position(
        "usa",
        units={
            "hawaiian_islands": {"usa": {"fighter": fighters}},
            "sz_51": {"usa": {"carrier": 1}},
            "sz_49": {"japan": {"destroyer": 1}},
        },
        dice=dice,
    )


HOMES = ("eastern_united_states", "russia", "united_kingdom")
LOST_PACIFIC = {s.id: "japan" for s in Rules1942.board.spaces.values() if s.owner and s.id not in HOMES}
"""Everything but three capitals is Japanese: in the Pacific only decks are left to land on."""

ROUTE = ("hawaiian_islands", "sz_52", "sz_51", "sz_50", "sz_49")


@pytest.mark.rule("S42-AIR-06", "S42-AIR-07", "S42-AIR-10")
def test_the_plan_counts_every_slot_once() -> None:
    """Three fighters that can land only on one empty carrier are refused, two are not."""
    game = over_manila(3, dice=(3, 3, 6))
    with refused(game, "S42-AIR-06"):
        move(game, "3 fighter", *ROUTE)
    move(game, "2 fighter", *ROUTE)
    with refused(game, "S42-AIR-06"):
        move(game, "1 fighter", *ROUTE)
    pledged = happened(end(game), "carrier_pledged")
    assert [(event.carrier, event.zone) for event in pledged] == [(ids(game, "sz_51", "1 carrier")[0], "sz_49")]


@pytest.mark.rule("S42-AIR-06")
def test_own_fighters_aboard_take_a_slot() -> None:
    """A fighter resting on the carrier that reaches no land takes a slot; one that can fly to land does not."""
    home = ("eastern_united_states", "russia", "united_kingdom")
    lost = [space.id for space in Rules1942.board.spaces.values() if space.owner and space.id not in home]
    for owners, fits in (({}, False), ({"wake_island": "usa"}, True)):
        game = position(
            "usa",
            units={
                "hawaiian_islands": {"usa": {"fighter": 2}},
                "sz_51": {"usa": {"carrier": [{"cargo": {"usa": {"fighter": 1}}}]}},
                "sz_49": {"japan": {"destroyer": 1}},
            },
            owners=dict.fromkeys(lost, "japan") | owners,
            dice=[3, 3, 6],
        )
        game.apply(Move(ids(game, "hawaiian_islands", "2 fighter"), ROUTE))
        if fits:
            end(game)
        else:
            with refused(game, "S42-AIR-06"):
                end(game)


@pytest.mark.rule("S42-AIR-07")
def test_the_plan_may_hope_for_a_cleared_zone_but_not_for_an_unfought_one() -> None:
    """The carrier's way is barred by a cruiser: the plan holds as soon as somebody attacks the cruiser."""
    game = position(
        "usa",
        units={
            "sz_51": {"usa": {"carrier": [{"cargo": {"usa": {"fighter": 1}}}]}},
            "sz_50": {"usa": {"destroyer": 1, "transport": 1}},
            "philippine_islands": {"japan": {"infantry": 1}},
            "sz_49": {"japan": {"cruiser": 1}},
        },
    )
    move(game, "1 fighter", "sz_51", "sz_50", "sz_49", "philippine_islands")
    with refused(game, "S42-AIR-06"):
        end(game)
    move(game, "1 transport", "sz_50", "sz_49")
    with refused(game, "S42-AIR-06"):
        end(game)  # a transport clears nothing
    move(game, "1 destroyer", "sz_50", "sz_49")
    end(game)
    assert asked(game)[1] == "next_battle"


@pytest.mark.rule("S42-AIR-08")
def test_a_carrier_that_moves_in_the_combat_move_serves_only_there() -> None:
    """The carrier on which the fighter over Manila counts may not go to fight elsewhere."""
    game = position(
        "usa",
        units={
            "sz_51": {"usa": {"carrier": [{"cargo": {"usa": {"fighter": 1}}}]}},
            "philippine_islands": {"japan": {"infantry": 1}},
            "sz_50": {"japan": {"submarine": 1}},
        },
        dice=[3, 6],
    )
    move(game, "1 fighter", "sz_51", "sz_50", "sz_49", "philippine_islands")
    with refused(game, "S42-AIR-06"):
        move(game, "1 carrier", "sz_51", "sz_50")
    end(game)


@pytest.mark.rule("S42-AIR-08", "S42-TURN-04")
def test_the_plan_asks_the_ally_whose_deck_it_needs() -> None:
    """The United States are asked before the fighter flies; without their consent it cannot."""
    for agree in (True, False):
        game = position(
            "uk",
            units={
                "united_kingdom": {"uk": {"fighter": 1}},
                "sz_12": {"germany": {"destroyer": 1}},
                "sz_11": {"usa": {"carrier": 1}},
            },
            owners={"gibraltar": "germany"},
            seats=[],
            dice=[1, 6],
        )
        move(game, "1 fighter", "united_kingdom", "sz_8", "sz_9", "sz_12")
        assert asked(game) == ("usa", "consent")
        answer(game, agree)
        assert asked(game) == ("uk", "combat_move")
        if not agree:
            with refused(game, "S42-AIR-06"):
                move(game, "1 fighter", "united_kingdom", "sz_8", "sz_9", "sz_12")
            continue
        end(game)
        move(game, "1 fighter", "sz_12", "sz_11", deck=ids(game, "sz_11", "1 carrier", "usa")[0])
        assert asked(game) == ("uk", "noncombat_move")
        end(game)
        assert count(game, "sz_11", "uk") == {"fighter": 1}


@pytest.mark.rule("S42-AIR-08", "S42-TURN-04")
def test_a_refusal_leaves_nobody_without_a_way_out() -> None:
    """The own carrier's way is barred: the ally is asked with the order, before the fighter is in the air for good."""
    game = position(
        "usa",
        units={
            "sz_51": {"usa": {"carrier": [{"cargo": {"usa": {"fighter": 1}}}]}},
            "philippine_islands": {"japan": {"infantry": 1}},
            "sz_49": {"japan": {"cruiser": 1}, "uk": {"carrier": 1}},
        },
        seats=[],
    )
    flight = ("sz_51", "sz_50", "sz_49", "philippine_islands")
    move(game, "1 fighter", *flight)
    assert asked(game) == ("uk", "consent")
    answer(game, False)
    assert count(game, "sz_51") == {"fighter": 1, "carrier": 1}
    move(game, "1 fighter", *flight)  # it may still hope that somebody clears the way …
    with refused(game, "S42-AIR-06"):
        end(game)
    game.undo()  # … and otherwise turn back
    end(game)
    assert asked(game) == ("usa", "noncombat_move")


@pytest.mark.rule("S42-TURN-04", "S42-AIR-08")
def test_two_allied_decks_are_asked_for_one_after_the_other() -> None:
    """Three fighters need a British and a Soviet deck; one refusal is enough to keep them at home."""
    for answers in ((True, True), (True, False), (False,)):
        game = position(
            "usa",
            units={
                "hawaiian_islands": {"usa": {"fighter": 3}},
                "sz_49": {"japan": {"transport": 1}, "uk": {"carrier": 1}, "ussr": {"carrier": 1}},
            },
            owners=LOST_PACIFIC,
            seats=[],
        )
        move(game, "3 fighter", *ROUTE)
        for agree in answers:
            assert asked(game)[1] == "consent"
            answer(game, agree)
        assert asked(game) == ("usa", "combat_move")
        assert count(game, "hawaiian_islands") == ({} if all(answers) else {"fighter": 3})


@pytest.mark.rule("S42-AIR-08")
def test_nobody_is_asked_for_nothing() -> None:
    """An ally whose carrier is of no use is not troubled."""
    game = position(
        "uk",
        units={
            "united_kingdom": {"uk": {"fighter": 1}},
            "sz_12": {"germany": {"destroyer": 1}},
            "sz_55": {"usa": {"carrier": 1}},
        },
        owners={"gibraltar": "germany"},
        seats=[],
    )
    with refused(game, "S42-AIR-06"):
        move(game, "1 fighter", "united_kingdom", "sz_8", "sz_9", "sz_12")


def off_midway(pool: dict[str, int], damage: int = 0) -> WarGame:
    """A Japanese fighter attacks a destroyer in the empty ocean east of Japan; one step is left then."""
    return position(
        "japan",
        units={
            "japan": {"japan": {"factory": [{"damage": damage}]}},
            "caroline_islands": {"japan": {"fighter": 1}},
            "sz_57": {"usa": {"destroyer": 1}},
        },
        pool=pool,
        dice=[3, 6],
    )


@pytest.mark.rule("S42-AIR-09", "S42-PLACE-09", "S42-AIR-11", "S42-AIR-14")
def test_a_carrier_bought_this_turn_is_a_landing_place() -> None:
    """The fighter waits in the air off Japan, and the new carrier must be placed there."""
    game = off_midway({"carrier": 1, "infantry": 1})
    move(game, "1 fighter", "caroline_islands", "sz_50", "sz_51", "sz_57")
    events = end(game)
    assert [(event.carrier, event.zone) for event in happened(events, "carrier_pledged")] == [("", "sz_60")]
    with refused(game, "S42-AIR-13"):
        end(game)
    with refused(game, "S42-AIR-04"):
        move(game, "1 fighter", "sz_57", "sz_52")  # no carrier will come here
    check_menu(game)
    move(game, "1 fighter", "sz_57", "sz_60")
    end(game)
    with refused(game, "S42-PLACE-09"):
        game.apply(Place("carrier", "sz_61", "japan"))
    check_menu(game)
    game.apply(Place("infantry", "japan", "japan"))
    game.apply(Place("carrier", "sz_60", "japan"))
    fighter = units(game, "sz_60", "fighter")[0]
    assert fighter.aboard == ids(game, "sz_60", "1 carrier")[0] and not fighter.airborne
    end(game)
    assert count(game, "sz_60") == {"carrier": 1, "fighter": 1}


@pytest.mark.rule("S42-AIR-09")
def test_no_new_carrier_without_production() -> None:
    """Nothing bought, or a factory too badly damaged: the flight is refused."""
    for pool, damage in (({}, 0), ({"carrier": 1}, 8)):
        game = off_midway(pool, damage)
        with refused(game, "S42-AIR-06"):
            move(game, "1 fighter", "caroline_islands", "sz_50", "sz_51", "sz_57")


@pytest.mark.rule("S42-AIR-09", "S42-PLACE-09")
def test_production_is_kept_free_for_the_carrier() -> None:
    """With production for one unit the infantry has to wait, and is returned."""
    game = off_midway({"carrier": 1, "infantry": 1}, damage=7)
    move(game, "1 fighter", "caroline_islands", "sz_50", "sz_51", "sz_57")
    end(game)
    move(game, "1 fighter", "sz_57", "sz_60")
    end(game)
    with refused(game, "S42-PLACE-09"):
        game.apply(Place("infantry", "japan", "japan"))
    game.apply(Place("carrier", "sz_60", "japan"))
    assert happened(end(game), "refunded")


@pytest.mark.rule("S42-AIR-09")
def test_one_slipway_builds_one_carrier() -> None:
    """Two carriers are bought, but the damaged factory can build one: three fighters have no plan, two have."""
    game = position(
        "japan",
        units={
            "japan": {"japan": {"factory": [{"damage": 7}]}},
            "caroline_islands": {"japan": {"fighter": 3}},
            "sz_57": {"usa": {"destroyer": 1}},
        },
        pool={"carrier": 2},
    )
    way = ("caroline_islands", "sz_50", "sz_51", "sz_57")
    with refused(game, "S42-AIR-06"):
        move(game, "3 fighter", *way)
    move(game, "2 fighter", *way)


@pytest.mark.rule("S42-AIR-09")
def test_fighters_may_choose_to_wait_although_land_is_near() -> None:
    """A fighter that could stay in Japan flies out to meet the new carrier; a second pair finds no slot."""
    game = position(
        "japan",
        "noncombat_move",
        {"japan": {"japan": {"factory": 1, "fighter": 3}}},
        pool={"carrier": 1},
    )
    move(game, "3 fighter", "japan", "sz_60")
    with refused(game, "S42-AIR-13"):
        end(game)  # one of them finds no slot and can still turn back
    move(game, "1 fighter", "sz_60", "japan")
    end(game)
    game.apply(Place("carrier", "sz_60", "japan"))
    end(game)
    assert count(game, "sz_60") == {"carrier": 1, "fighter": 2}


@pytest.mark.rule("S42-AIR-10")
def test_all_four_points_may_be_spent() -> None:
    """New Guinea to the waters off Japan is four steps: only a new carrier can take the fighter."""
    for pool in ({}, {"carrier": 1}):
        game = position(
            "japan",
            units={
                "japan": {"japan": {"factory": 1}},
                "new_guinea": {"japan": {"fighter": 1}},
                "sz_60": {"usa": {"destroyer": 1}},
            },
            pool=pool,
            dice=[3, 6],
        )
        way = ("new_guinea", "sz_47", "sz_50", "sz_58", "sz_60")
        if not pool:
            with refused(game, "S42-AIR-06"):
                move(game, "1 fighter", *way)
            continue
        move(game, "1 fighter", *way)
        end(game)
        end(game)
        game.apply(Place("carrier", "sz_60", "japan"))
        end(game)
        assert count(game, "sz_60") == {"carrier": 1, "fighter": 1}


@pytest.mark.rule("S42-AIR-11", "S42-AIR-13", "S42-CARR-08", "S42-AIR-15", "S42-CARR-02")
def test_a_pledged_carrier_must_come() -> None:
    """The shuttle of the rulebook: fighter to Manila, carrier after it; ordering it elsewhere is illegal."""
    game = position(
        "usa",
        units={
            "sz_51": {"usa": {"carrier": [{"cargo": {"usa": {"fighter": 1}}}]}},
            "philippine_islands": {"japan": {"infantry": 1}},
        },
        dice=[3, 6],
    )
    deck = ids(game, "sz_51", "1 carrier")[0]
    move(game, "1 fighter", "sz_51", "sz_50", "sz_49", "philippine_islands")
    assert [event.zone for event in happened(end(game), "carrier_pledged")] == ["sz_49"]
    assert count(game, "philippine_islands") == {"fighter": 1}
    assert game.state.owner["philippine_islands"] == "japan"
    with refused(game, "S42-AIR-11"):
        move(game, "1 carrier", "sz_51", "sz_52")
    with refused(game, "S42-AIR-13"):
        end(game)
    check_menu(game)
    move(game, "1 carrier", "sz_51", "sz_50")
    move(game, "1 carrier", "sz_50", "sz_49")
    move(game, "1 fighter", "philippine_islands", "sz_49", deck=deck)
    assert units(game, "sz_49", "fighter")[0].spent == 4
    end(game)


@pytest.mark.rule("S42-AIR-11")
def test_a_pledge_lapses_when_the_fighter_is_lost() -> None:
    """The fighter is shot down over Manila: its carrier goes where it likes."""
    game = position(
        "usa",
        units={
            "sz_51": {"usa": {"carrier": [{"cargo": {"usa": {"fighter": 1}}}]}},
            "philippine_islands": {"japan": {"infantry": 1}},
        },
        dice=[6, 1],
    )
    move(game, "1 fighter", "sz_51", "sz_50", "sz_49", "philippine_islands")
    end(game)
    move(game, "1 carrier", "sz_51", "sz_52")
    end(game)


def two_flights() -> WarGame:
    """One fighter counts on the first carrier coming to SZ 49, another on the second, which is sunk in SZ 57."""
    game = position(
        "usa",
        units={
            "hawaiian_islands": {"usa": {"fighter": 2}},
            "sz_51": {"usa": {"carrier": 1}},
            "sz_52": {"usa": {"carrier": 1}},
            "sz_49": {"japan": {"transport": 1}},
            "sz_57": {"japan": {"destroyer": 1}},
        },
        owners=LOST_PACIFIC,
        dice=[3, 6, 2],
    )
    game.apply(Move(ids(game, "hawaiian_islands", "1 fighter"), ROUTE))
    move(game, "1 fighter", "hawaiian_islands", "sz_52", "sz_56", "sz_57")
    move(game, "1 carrier", "sz_52", "sz_57")
    pledged = happened(end(game), "carrier_pledged")
    assert [(event.carrier, event.zone) for event in pledged] == [(ids(game, "sz_51", "1 carrier")[0], "sz_49")]
    fight(game, "sz_57")
    lose(game, "1 carrier")
    assert asked(game) == ("usa", "noncombat_move")
    assert count(game, "sz_57") == {"fighter": 1} and count(game, "sz_49") == {"fighter": 1}
    return game


@pytest.mark.rule("S42-AIR-11")
def test_a_pledged_carrier_may_not_save_somebody_else_instead() -> None:
    """Either of two fighters can be saved; the carrier was pledged to one of them, so that one it is."""
    game = two_flights()
    deck = ids(game, "sz_51", "1 carrier")[0]
    with refused(game, "S42-AIR-11"):
        move(game, "1 carrier", "sz_51", "sz_57")
    with refused(game, "S42-AIR-11"):
        move(game, "1 fighter", "sz_57", "sz_51", deck=deck)
    with refused(game, "S42-AIR-13"):
        end(game)
    check_menu(game)
    move(game, "1 carrier", "sz_51", "sz_50", "sz_49")
    move(game, "1 fighter", "sz_49", deck=deck)
    assert [event.cause for event in happened(end(game), "units_lost")] == ["no_landing"]
    assert count(game, "sz_49") == {"carrier": 1, "fighter": 1}


@pytest.mark.rule("S42-AIR-11")
def test_a_pledged_carrier_is_free_once_its_fighter_has_landed_elsewhere() -> None:
    """One of two carriers is pledged to the fighter over SZ 50; it meets the other one, and the pledge is void."""
    game = position(
        "usa",
        units={
            "hawaiian_islands": {"usa": {"fighter": 1}},
            "sz_52": {"usa": {"carrier": 2}},
            "sz_50": {"japan": {"transport": 1}},
        },
        owners=LOST_PACIFIC,
    )
    move(game, "1 fighter", "hawaiian_islands", "sz_52", "sz_51", "sz_50")
    (pledged,) = happened(end(game), "carrier_pledged")
    other = next(unit.id for unit in units(game, "sz_52", "carrier") if unit.id != pledged.carrier)
    assert pledged.zone in ("sz_45", "sz_50", "sz_51")
    game.apply(Move((other,), ("sz_52", "sz_51")))
    move(game, "1 fighter", "sz_50", "sz_51", deck=other)
    game.apply(Move((pledged.carrier,), ("sz_52", "sz_53")))
    end(game)
    assert count(game, "sz_51") == {"carrier": 1, "fighter": 1}


@pytest.mark.rule("S42-AIR-11", "S42-PLACE-09")
def test_a_pledged_new_carrier_is_placed_where_it_was_pledged() -> None:
    """It could as well take the fighter over SZ 61 that lost its carrier, but it was pledged to the one over SZ 60."""
    game = position(
        "japan",
        units={
            "japan": {"japan": {"factory": 1}},
            "new_guinea": {"japan": {"fighter": 1}},
            "caroline_islands": {"japan": {"fighter": 1}},
            "sz_60": {"japan": {"carrier": 1}, "usa": {"transport": 1}},
            "sz_61": {"usa": {"destroyer": 1}},
        },
        pool={"carrier": 1},
        dice=[3, 6, 2],
    )
    move(game, "1 fighter", "new_guinea", "sz_47", "sz_50", "sz_58", "sz_60")
    move(game, "1 fighter", "caroline_islands", "sz_50", "sz_58", "sz_60", "sz_61")
    move(game, "1 carrier", "sz_60", "sz_61")
    events = end(game)
    assert [(event.carrier, event.zone) for event in happened(events, "carrier_pledged")] == [("", "sz_60")]
    fight(game, "sz_61")
    lose(game, "1 carrier")
    assert asked(game) == ("japan", "noncombat_move")
    end(game)
    with refused(game, "S42-PLACE-09"):
        game.apply(Place("carrier", "sz_61", "japan"))
    check_menu(game)
    game.apply(Place("carrier", "sz_60", "japan"))
    end(game)
    assert count(game, "sz_60") == {"carrier": 1, "fighter": 1} and count(game, "sz_61") == {}


@pytest.mark.rule("S42-AIR-11", "S42-AIR-12")
def test_a_pledge_ends_where_the_carrier_can_no_longer_come() -> None:
    """The way is not cleared as hoped: the pledged carrier is free to save another fighter."""
    game = position(
        "usa",
        units={
            "hawaiian_islands": {"usa": {"fighter": 2}},
            "sz_51": {"usa": {"carrier": 1}},
            "sz_52": {"usa": {"carrier": 1}},
            "sz_49": {"japan": {"destroyer": 1}},
            "sz_57": {"japan": {"destroyer": 1}},
        },
        owners=LOST_PACIFIC,
        dice=[6, 6, 3, 6, 2],
    )
    game.apply(Move(ids(game, "hawaiian_islands", "1 fighter"), ROUTE))
    move(game, "1 fighter", "hawaiian_islands", "sz_52", "sz_56", "sz_57")
    move(game, "1 carrier", "sz_52", "sz_57")
    end(game)
    fight(game, "sz_49")
    game.apply(Retreat())
    lose(game, "1 carrier")
    assert count(game, "sz_49", "japan") == {"destroyer": 1}
    move(game, "1 carrier", "sz_51", "sz_57")
    move(game, "1 fighter", "sz_57", deck=ids(game, "sz_57", "1 carrier")[0])
    assert [event.space for event in happened(end(game), "units_lost")] == ["sz_49"]


@pytest.mark.rule("S42-AIR-07")
@pytest.mark.parametrize("first", ["carrier", "fighter"])
def test_the_plan_may_not_count_on_a_retreat(first: str) -> None:
    """The carrier would be back in SZ 50 after a retreat, where the fighter needs it; the plan may not use that."""
    game = position(
        "usa",
        units={
            "wake_island": {"usa": {"fighter": 1}},
            "sz_50": {"usa": {"carrier": 1}},
            "sz_49": {"japan": {"destroyer": 1}},
            "caroline_islands": {"japan": {"infantry": 1}},
        },
        owners={"wake_island": "usa"},
    )
    flight = ("wake_island", "sz_51", "sz_50", "caroline_islands")
    orders = {"carrier": ("sz_50", "sz_49"), "fighter": flight}
    other = "fighter" if first == "carrier" else "carrier"
    move(game, f"1 {first}", *orders[first])
    with refused(game, "S42-AIR-06"):
        move(game, f"1 {other}", *orders[other])


@pytest.mark.rule("S42-AIR-12", "S42-AIR-07")
def test_a_carrier_may_retreat_though_the_plan_needs_it() -> None:
    """In combat the plan binds nobody: the carrier goes back, and the fighter that counted on it is lost."""
    game = position(
        "usa",
        units={
            "hawaiian_islands": {"usa": {"fighter": 1}},
            "sz_50": {"usa": {"carrier": 1}},
            "sz_49": {"japan": {"destroyer": 1}},
        },
        dice=[6, 6, 6],
    )
    move(game, "1 fighter", *ROUTE)
    move(game, "1 carrier", "sz_50", "sz_49")
    end(game)
    game.apply(Retreat("sz_50"))
    assert count(game, "sz_50") == {"carrier": 1}
    assert [event.cause for event in happened(end(game), "units_lost")] == ["no_landing"]


@pytest.mark.rule("S42-AIR-12", "S42-AIR-14")
def test_combat_may_strand_aircraft() -> None:
    """The carrier is chosen as loss in the battle that its fighter's plan needed: the fighter is lost later."""
    game = position(
        "usa",
        units={
            "hawaiian_islands": {"usa": {"fighter": 1}},
            "sz_50": {"usa": {"carrier": 1}},
            "sz_49": {"japan": {"destroyer": 1}},
        },
        dice=[6, 6, 1, 1, 6],
    )
    move(game, "1 fighter", *ROUTE)
    move(game, "1 carrier", "sz_50", "sz_49")
    end(game)
    lose(game, "1 carrier")
    game.apply(FightOn())
    assert count(game, "sz_49") == {"fighter": 1}
    events = end(game)
    assert [event.cause for event in happened(events, "units_lost")] == ["no_landing"]
    assert count(game, "sz_49") == {}


@pytest.mark.rule("S42-AIR-13")
def test_the_last_deck_is_not_taken_by_one_who_has_a_choice() -> None:
    """One slot, two fighters: the one that reaches land may not take it from the one that does not."""
    game = position(
        "usa",
        "noncombat_move",
        {
            "sz_51": {"usa": {"carrier": [{"cargo": {"uk": {"fighter": 1}}}], "fighter": flying(4)}},
            "sz_52": {"usa": {"fighter": flying(2)}},
        },
        seats=ALL_ALLIES,
    )
    deck = ids(game, "sz_51", "1 carrier")[0]
    with refused(game, "S42-AIR-13"):
        move(game, "1 fighter", "sz_52", "sz_51", deck=deck)
    with refused(game, "S42-AIR-13"):
        move(game, "1 carrier", "sz_51", "sz_52", "sz_53")
    game.apply(Move(ids(game, "sz_51", "1 fighter"), ("sz_51",), deck=deck))
    move(game, "1 fighter", "sz_52", "hawaiian_islands")
    end(game)


@pytest.mark.rule("S42-AIR-13")
def test_an_ally_is_not_asked_for_an_order_that_would_strand_another() -> None:
    """The order is refused at once, so the ally can always say yes."""
    game = position(
        "uk",
        "noncombat_move",
        {
            "sz_12": {"uk": {"fighter": flying(4)}, "usa": {"carrier": [{"cargo": {"usa": {"fighter": 1}}}]}},
            "sz_8": {"uk": {"fighter": flying(3)}},
        },
        seats=[],
    )
    deck = ids(game, "sz_12", "1 carrier", "usa")[0]
    with refused(game, "S42-AIR-13"):
        move(game, "1 fighter", "sz_8", "sz_12", deck=deck)
    game.apply(Move(ids(game, "sz_12", "1 fighter"), ("sz_12",), deck=deck))
    answer(game, True)
    move(game, "1 fighter", "sz_8", "united_kingdom")
    end(game)


@pytest.mark.rule("S42-AIR-13", "S42-AIR-12")
def test_an_uncleared_zone_binds_nobody() -> None:
    """The fighter hangs over a zone that was not cleared: no carrier can reach it, so the carrier is free."""
    game = position(
        "usa",
        "noncombat_move",
        {
            "sz_49": {"usa": {"fighter": flying(4)}, "japan": {"destroyer": 1}},
            "sz_51": {"usa": {"carrier": 1}},
        },
    )
    move(game, "1 carrier", "sz_51", "sz_52")
    assert [event.cause for event in happened(end(game), "units_lost")] == ["no_landing"]


@pytest.mark.rule("S42-AIR-16")
def test_aircraft_ashore_do_not_defend_the_sea() -> None:
    """The fighter on Manila stays out of the battle off the coast; the one on the carrier fights."""
    game = position(
        "usa",
        units={
            "sz_50": {"usa": {"battleship": 1}},
            "sz_49": {"japan": {"carrier": [{"cargo": {"japan": {"fighter": 1}}}]}},
            "philippine_islands": {"japan": {"fighter": 1}},
        },
        dice=[6, 6, 6],
    )
    move(game, "1 battleship", "sz_50", "sz_49")
    began = happened(end(game), "battle_began")[0]
    assert began.defenders == {"japan": {"carrier": 1, "fighter": 1}}
