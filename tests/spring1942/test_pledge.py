"""S42-AIR-11, decision 3: the player names the carrier that will come, and where to."""

from __future__ import annotations

from itertools import permutations, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sandtable
from sandtable.core.errors import BadValue, IllegalAction
from sandtable.warfare.actions import DeclareAttack, Move, Place, Pledge
from sandtable.warfare.landing import Deck
from sandtable.warfare.log import describe
from sandtable.warfare.pledges import _with_named
from tests.spring1942.play import fight, pledge, position, rules_of
from tests.spring1942.test_air import LOST_PACIFIC, off_midway
from tests.words import WarGame, asked, check_menu, count, end, happened, ids, lose, move, options_of, refused, units

RULE = "S42-AIR-11"


def over_sz_50(carriers: int = 1, **more: Any) -> WarGame:
    """An American fighter sinks a transport in SZ 50 with one step left; carriers off Hawaii, no land to land on."""
    game = position(
        "usa",
        units={
            "hawaiian_islands": {"usa": {"fighter": 2}},
            "sz_52": {"usa": {"carrier": carriers}},
            "sz_50": {"japan": {"transport": 1}},
        },
        owners=LOST_PACIFIC,
        **more,
    )
    move(game, "1 fighter", "hawaiian_islands", "sz_52", "sz_51", "sz_50")
    return game


def pledged(game: WarGame) -> list[tuple[str, str]]:
    """What the menu of the open decision offers to pledge."""
    return [(action.carrier, action.zone) for action in options_of(game) if isinstance(action, Pledge)]


@pytest.mark.rule("S42-AIR-11", "S42-CMOVE-13")
@pytest.mark.parametrize("zone", ["sz_45", "sz_50", "sz_51"])
def test_the_player_names_the_zone(zone: str) -> None:
    """Three zones would do; the one named is the one where the carrier must be."""
    game = over_sz_50()
    (carrier,) = ids(game, "sz_52", "1 carrier")
    events = pledge(game, carrier, zone)
    assert [(event.carrier, event.zone) for event in happened(events, "carrier_pledged")] == [(carrier, zone)]
    assert not happened(end(game), "carrier_pledged")  # nothing is left to be found
    (fighter,) = units(game, "sz_50", "fighter")
    assert fighter.pledge == (carrier, zone) and game.state.pledges == ()
    with refused(game, RULE):
        move(game, "1 carrier", "sz_52", "sz_53")
    move(game, "1 carrier", *{"sz_51": ("sz_52", "sz_51")}.get(zone, ("sz_52", "sz_51", zone)))
    way = ("sz_50",) if zone == "sz_50" else ("sz_50", zone)
    move(game, "1 fighter", *way, deck=carrier)
    end(game)
    assert count(game, zone) == {"carrier": 1, "fighter": 1}


@pytest.mark.rule("S42-AIR-11")
def test_the_player_names_the_carrier() -> None:
    """Either of two carriers could come. The named one is bound, the other goes where it likes."""
    for number in (0, 1):
        game = over_sz_50(carriers=2)
        ships = ids(game, "sz_52", "2 carrier")
        chosen, other = ships[number], ships[1 - number]
        pledge(game, chosen, "sz_51")
        assert not happened(end(game), "carrier_pledged")
        assert units(game, "sz_50", "fighter")[0].pledge == (chosen, "sz_51")
        game.apply(Move((other,), ("sz_52", "sz_53")))
        with refused(game, RULE):
            game.apply(Move((chosen,), ("sz_52", "sz_53")))


@pytest.mark.rule("S42-AIR-11")
def test_a_pledged_carrier_is_preferred_to_one_that_lies_there() -> None:
    """The fighter could land in SZ 51 beside it; the player would rather have the other carrier come to SZ 50."""
    game = position(
        "usa",
        units={
            "hawaiian_islands": {"usa": {"fighter": 1}},
            "sz_51": {"usa": {"carrier": 1}},
            "sz_52": {"usa": {"carrier": 1}},
            "sz_50": {"japan": {"transport": 1}},
        },
        owners=LOST_PACIFIC,
    )
    move(game, "1 fighter", "hawaiian_islands", "sz_52", "sz_51", "sz_50")
    (far,) = ids(game, "sz_52", "1 carrier")
    pledge(game, far, "sz_50")
    end(game)
    assert units(game, "sz_50", "fighter")[0].pledge == (far, "sz_50")
    move(game, "1 fighter", "sz_50", "sz_51", deck=ids(game, "sz_51", "1 carrier")[0])  # landing elsewhere frees it
    game.apply(Move((far,), ("sz_52", "sz_53")))
    end(game)


@pytest.mark.rule("S42-AIR-11")
def test_a_pledge_that_strands_an_aircraft_is_refused() -> None:
    """The fighter over SZ 50 has one step left and does not reach SZ 57."""
    game = over_sz_50()
    (carrier,) = ids(game, "sz_52", "1 carrier")
    with refused(game, RULE):
        pledge(game, carrier, "sz_57")
    with pytest.raises(IllegalAction) as caught:
        pledge(game, carrier, "sz_57")
    assert caught.value.text("en") == (
        "With the carrier in Sea Zone 57, aircraft over Sea Zone 50 could not land: 1 fighter."
    )


@pytest.mark.rule("S42-AIR-11")
def test_a_pledge_may_come_before_the_flights() -> None:
    """Then flights that could not land with it are refused with that reason, and possible once it is taken back."""
    game = position(
        "usa",
        units={
            "hawaiian_islands": {"usa": {"fighter": 1}},
            "sz_52": {"usa": {"carrier": 1}},
            "sz_50": {"japan": {"transport": 1}},
        },
        owners=LOST_PACIFIC,
    )
    (carrier,) = ids(game, "sz_52", "1 carrier")
    pledge(game, carrier, "sz_53")
    with refused(game, RULE):
        move(game, "1 fighter", "hawaiian_islands", "sz_52", "sz_51", "sz_50")
    assert not any(isinstance(action, Move) and action.units[0].startswith("fighter") for action in check_menu(game))
    pledge(game, carrier, "sz_51")
    move(game, "1 fighter", "hawaiian_islands", "sz_52", "sz_51", "sz_50")
    assert units(game, "sz_50", "fighter")
    pledge(game, carrier)
    assert game.state.pledges == ()


@pytest.mark.rule("S42-AIR-11")
def test_other_refusals_keep_their_own_reason() -> None:
    """A flight that is too far anyway has nothing to do with a pledge."""
    game = over_sz_50()
    pledge(game, ids(game, "sz_52", "1 carrier")[0], "sz_51")
    with refused(game, "S42-AIR-01"):
        move(game, "1 fighter", "hawaiian_islands", "sz_52", "sz_51", "sz_50", "sz_49", "sz_36")


@pytest.mark.rule("S42-AIR-11")
def test_the_end_names_the_pledge_that_is_in_the_way() -> None:
    """Hope allows the flight (the way of the other carrier might still be cleared), the end of the phase does not."""
    game = position(
        "usa",
        units={
            "hawaiian_islands": {"usa": {"fighter": 1}},
            "sz_51": {"usa": {"carrier": 1}},
            "sz_53": {"usa": {"carrier": 1}},
            "sz_44": {"japan": {"destroyer": 1}},
            "sz_52": {"japan": {"destroyer": 1}},
            "sz_50": {"japan": {"transport": 1}},
        },
        owners=LOST_PACIFIC,
    )
    (near,), (far,) = ids(game, "sz_51", "1 carrier"), ids(game, "sz_53", "1 carrier")
    pledge(game, far, "sz_54")
    pledge(game, near, "sz_57")
    pledge(game, far)
    move(game, "1 fighter", "hawaiian_islands", "sz_52", "sz_51", "sz_50")
    with refused(game, RULE):
        end(game)
    with pytest.raises(IllegalAction, match="pledged to Sea Zone 57"):
        end(game)
    pledge(game, near)
    assert not happened(end(game), "carrier_pledged")  # it stays where it is, and the fighter comes


@pytest.mark.rule("S42-AIR-11")
def test_several_pledges_in_the_way_are_all_named_and_can_all_be_taken_back() -> None:
    """Four fighters need two of the carriers; with both pledged elsewhere taking one back is not yet enough."""
    game = position(
        "usa",
        units={
            "hawaiian_islands": {"usa": {"fighter": 4}},
            "sz_51": {"usa": {"carrier": 2}},
            "sz_53": {"usa": {"carrier": 2}},
            "sz_44": {"japan": {"destroyer": 1}},
            "sz_52": {"japan": {"destroyer": 1}},
            "sz_50": {"japan": {"transport": 1}},
        },
        owners=LOST_PACIFIC,
    )
    first, second = ids(game, "sz_51", "2 carrier")
    pledge(game, first, "sz_57")
    pledge(game, second, "sz_56")
    move(game, "4 fighter", "hawaiian_islands", "sz_52", "sz_51", "sz_50")
    with pytest.raises(IllegalAction, match=r"several carriers pledged \(Sea Zone 57, Sea Zone 56\)"):
        end(game)
    with refused(game, RULE):
        end(game)
    assert {Pledge(first), Pledge(second)} <= set(check_menu(game))
    for seed in range(40):
        game.copy().apply(game.legal().sample(Random(seed)))
    pledge(game, first)
    assert Pledge(second) in check_menu(game)
    pledge(game, second)
    assert not happened(end(game), "pledge_withdrawn")


@pytest.mark.rule("S42-AIR-11")
def test_a_pledge_is_changed_and_taken_back() -> None:
    """Naming another zone replaces it; taken back, the plan of the engine counts again."""
    game = over_sz_50()
    (carrier,) = ids(game, "sz_52", "1 carrier")
    with refused(game, RULE):
        pledge(game, carrier)
    pledge(game, carrier, "sz_51")
    events = pledge(game, carrier, "sz_45")
    assert [event.zone for event in happened(events, "pledge_withdrawn")] == ["sz_51"]
    assert game.state.pledges == ((carrier, "sz_45"),)
    events = pledge(game, carrier)
    assert [event.zone for event in happened(events, "pledge_withdrawn")] == ["sz_45"]
    assert [event.carrier for event in happened(end(game), "carrier_pledged")] == [carrier]


@pytest.mark.rule("S42-AIR-11")
def test_undo_takes_a_pledge_back() -> None:
    game = over_sz_50()
    pledge(game, ids(game, "sz_52", "1 carrier")[0], "sz_51")
    game.undo()
    assert game.state.pledges == ()


@pytest.mark.rule("S42-AIR-11")
def test_what_cannot_be_pledged() -> None:
    """No carrier, not ours, unknown, on land, out of reach, already there."""
    game = position(
        "usa",
        units={
            "sz_52": {"usa": {"carrier": 1, "destroyer": 1}, "uk": {"carrier": 1}},
            "hawaiian_islands": {"usa": {"fighter": 1}},
        },
    )
    (carrier,) = ids(game, "sz_52", "1 carrier")
    for ident, zone, rule in (
        (carrier, "hawaiian_islands", RULE),
        (carrier, "sz_52", RULE),
        (carrier, "sz_49", "S42-AIR-08"),
        (carrier, "atlantis", "S42-SETUP-06"),
        (ids(game, "sz_52", "1 destroyer")[0], "sz_51", RULE),
        (ids(game, "sz_52", "1 carrier", "uk")[0], "sz_51", "S42-TURN-03"),
        ("carrier999", "sz_51", "S42-SETUP-06"),
        ("carrier999", "", RULE),
        ("", "sz_51", "S42-AIR-09"),
        ("", "", RULE),
    ):
        with refused(game, rule):
            pledge(game, ident, zone)
    other_phase = position("usa", "noncombat_move", {"sz_52": {"usa": {"carrier": 1}}})
    with refused(other_phase, "S42-TURN-02"):
        pledge(other_phase, ids(other_phase, "sz_52", "1 carrier")[0], "sz_51")


@pytest.mark.rule("S42-AIR-08")
def test_a_carrier_that_fights_serves_only_where_it_is() -> None:
    """After its own combat move, or with a battle in its zone, it cannot be pledged; a pledge given before ends."""
    forces = {
        "sz_52": {"usa": {"carrier": 1, "destroyer": 1}, "japan": {"transport": 1}},
        "sz_51": {"japan": {"transport": 1}},
    }
    game = position("usa", units=forces)
    (carrier,) = ids(game, "sz_52", "1 carrier")
    for order in (Move((carrier,), ("sz_52", "sz_51")), DeclareAttack("sz_52")):
        trial = game.copy()
        trial.apply(order)
        with refused(trial, "S42-AIR-08"):
            pledge(trial, carrier, "sz_53")
        trial = game.copy()
        pledge(trial, carrier, "sz_53")
        events = trial.apply(order)
        assert [event.zone for event in happened(events, "pledge_withdrawn")] == ["sz_53"]
        assert trial.state.pledges == ()


@pytest.mark.rule("S42-AIR-11", "S42-AIR-07")
def test_a_pledge_may_count_on_a_battle_that_is_won() -> None:
    """Through SZ 51 with an enemy destroyer only if somebody attacks it."""
    game = position(
        "usa",
        units={
            "sz_52": {"usa": {"carrier": 1, "cruiser": 1}},
            "sz_51": {"japan": {"destroyer": 1}},
        },
    )
    (carrier,) = ids(game, "sz_52", "1 carrier")
    with refused(game, "S42-AIR-08"):
        pledge(game, carrier, "sz_51")
    move(game, "1 cruiser", "sz_52", "sz_51")
    pledge(game, carrier, "sz_51")
    assert game.state.pledges == ((carrier, "sz_51"),)


@pytest.mark.rule("S42-AIR-11")
def test_a_pledge_that_concerns_nobody_ends_with_the_phase() -> None:
    """Everybody lands on land: the carrier is not bound by what its player said, and is told so."""
    game = position("usa", units={"sz_52": {"usa": {"carrier": 1}}})
    (carrier,) = ids(game, "sz_52", "1 carrier")
    pledge(game, carrier, "sz_51")
    events = end(game)
    assert [(event.carrier, event.zone) for event in happened(events, "pledge_withdrawn")] == [(carrier, "sz_51")]
    move(game, "1 carrier", "sz_52", "sz_53")


# Carriers that are still to be placed


@pytest.mark.rule("S42-AIR-11", "S42-AIR-09", "S42-PLACE-09")
def test_a_new_carrier_is_pledged() -> None:
    """Two zones off Japan are open to it; the named one counts."""
    game = position(
        "japan",
        units={
            "japan": {"japan": {"factory": 1}},
            "new_guinea": {"japan": {"fighter": 1}},
            "sz_60": {"usa": {"destroyer": 1}},
        },
        pool={"carrier": 1},
        dice=[3, 6],
    )
    with refused(game, "S42-AIR-09"):
        pledge(game, "", "sz_59")
    pledge(game, "", "sz_61")
    with refused(game, RULE):
        move(game, "1 fighter", "new_guinea", "sz_47", "sz_50", "sz_58", "sz_60")
    events = pledge(game, "", "sz_60")
    assert [event.zone for event in happened(events, "pledge_withdrawn")] == ["sz_61"]
    move(game, "1 fighter", "new_guinea", "sz_47", "sz_50", "sz_58", "sz_60")
    with refused(game, RULE):
        pledge(game, "", "sz_61")
    assert not happened(end(game), "carrier_pledged")
    assert units(game, "sz_60", "fighter")[0].pledge == ("", "sz_60")
    end(game)
    with refused(game, "S42-PLACE-09"):
        game.apply(Place("carrier", "sz_61", "japan"))
    game.apply(Place("carrier", "sz_60", "japan"))
    end(game)
    assert count(game, "sz_60") == {"carrier": 1, "fighter": 1}


@pytest.mark.rule("S42-AIR-11", "S42-AIR-09")
def test_several_new_carriers_are_pledged_one_by_one() -> None:
    """Each one counts for one more; with all of them pledged the oldest makes way; taken back they are all at once."""
    game = position("japan", units={"japan": {"japan": {"factory": 1}}}, pool={"carrier": 2})
    pledge(game, "", "sz_60")
    pledge(game, "", "sz_61")
    assert game.state.pledges == (("", "sz_60"), ("", "sz_61"))
    pledge(game, "", "sz_61")
    assert game.state.pledges == (("", "sz_61"), ("", "sz_61"))
    pledge(game, "")
    assert not game.state.pledges


@pytest.mark.rule("S42-AIR-11", "S42-AIR-09")
def test_as_many_new_carriers_are_pledged_as_were_bought() -> None:
    """Nothing makes way before all four are pledged."""
    game = position("japan", units={"japan": {"japan": {"factory": 1}}}, pool={"carrier": 4})
    zones = ["sz_60", "sz_61", "sz_60", "sz_61"]
    for number, zone in enumerate(zones, start=1):
        assert not happened(pledge(game, "", zone), "pledge_withdrawn")
        assert game.state.pledges == tuple(("", named) for named in zones[:number])
    assert [event.zone for event in happened(pledge(game, "", "sz_61"), "pledge_withdrawn")] == ["sz_60"]


@pytest.mark.rule("S42-AIR-09")
def test_many_new_carriers_are_pledged() -> None:
    """A dozen carriers for a zone, and a fighter that lands elsewhere: every step is answered at once."""
    game = position(
        "usa",
        units={
            "eastern_united_states": {"usa": {"factory": 1}},
            "hawaiian_islands": {"usa": {"fighter": 1}},
            "sz_52": {"usa": {"carrier": 1}},
            "sz_50": {"japan": {"transport": 1}},
        },
        owners=LOST_PACIFIC,
        pool={"carrier": 12},
    )
    for _ in range(12):
        pledge(game, "", "sz_10")
    move(game, "1 fighter", "hawaiian_islands", "sz_52", "sz_51", "sz_50")
    assert len(pledged(game)) > 1
    assert len(happened(end(game), "pledge_withdrawn")) == 12


def in_every_way(fleets: list[list[Deck]], zones: list[str]) -> set[tuple[object, ...]]:
    """Fleets with every zone named for another carrier, all permutations tried: the slow and simple way."""
    found = set()
    for fleet in fleets:
        for chosen in permutations(range(len(fleet)), len(zones)):
            named = dict(zip(chosen, zones, strict=True))
            if all(zone in fleet[number].zones for number, zone in named.items()):
                found.add(
                    alike(
                        [
                            (deck.slots, frozenset({named[n]}) if n in named else deck.zones, n in named)
                            for n, deck in enumerate(fleet)
                        ]
                    )
                )
    return found


def alike(decks: list[tuple[int, frozenset[str], bool]]) -> tuple[object, ...]:
    return tuple(sorted((slots, tuple(sorted(zones)), named) for slots, zones, named in decks))


a_deck = st.builds(
    Deck, st.just("new"), st.integers(1, 2), st.frozensets(st.sampled_from("abcd"), min_size=1, max_size=3)
)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.lists(a_deck, max_size=4), max_size=2), st.lists(st.sampled_from("abcd"), max_size=4))
def test_zones_are_named_for_new_carriers_in_every_way(fleets: list[list[Deck]], zones: list[str]) -> None:
    """The same fleets as with all permutations, each of them once for every fleet."""
    named = [*_with_named(fleets, [("carrier1", "a"), *(("", zone) for zone in zones)])]
    seen = [alike([(deck.slots, deck.zones, deck.named) for deck in fleet]) for fleet in named]
    assert set(seen) == in_every_way(fleets, zones)
    assert len(seen) <= len(fleets) * len(set(seen))


@pytest.mark.rule("S42-AIR-09")
def test_factories_must_be_able_to_build_what_is_pledged() -> None:
    """Japan's factory can build one more unit: of two new carriers only one can be pledged."""
    game = position("japan", units={"japan": {"japan": {"factory": [{"damage": 7}]}}}, pool={"carrier": 2})
    pledge(game, "", "sz_60")
    with refused(game, "S42-AIR-09"):
        pledge(game, "", "sz_61")
    broken = position("japan", units={"japan": {"japan": {"factory": [{"damage": 8}]}}}, pool={"carrier": 1})
    with refused(broken, "S42-AIR-09"):
        pledge(broken, "", "sz_60")


@pytest.mark.rule("S42-AIR-11")
def test_the_fighter_off_midway_counts_on_the_new_carrier_where_it_was_named() -> None:
    game = off_midway({"carrier": 1})
    move(game, "1 fighter", "caroline_islands", "sz_50", "sz_51", "sz_57")
    with refused(game, RULE):
        pledge(game, "", "sz_61")
    pledge(game, "", "sz_60")
    end(game)
    assert units(game, "sz_57", "fighter")[0].pledge == ("", "sz_60")


# The menu, the record, the words


def off_japan(carriers: int, **more: Any) -> WarGame:
    """Japanese fighters over SZ 60 that only a carrier there can save; so many carriers were bought."""
    spaces = rules_of(position("japan")).board.spaces.values()
    lost = {space.id: "usa" for space in spaces if space.owner and space.id not in ("japan", "new_guinea", "germany")}
    forces = {"japan": {"japan": {"factory": 1}}, "new_guinea": {"japan": {"fighter": 3}}}
    game = position("japan", units={**forces, "sz_60": more}, pool={"carrier": carriers}, owners=lost)
    move(game, f"{2 * carriers - 1} fighter", "new_guinea", "sz_47", "sz_50", "sz_58", "sz_60")
    return game


@pytest.mark.rule("S42-AIR-11")
def test_the_menu_lists_a_zone_for_every_new_carrier() -> None:
    """Two new carriers and one zone: each of them can be pledged to it, no more than that."""
    game = off_japan(2, usa={"destroyer": 1})
    assert pledged(game) == [("", "sz_60")]
    pledge(game, "", "sz_60")
    assert pledged(game) == [("", ""), ("", "sz_60")]
    pledge(game, "", "sz_60")
    assert pledged(game) == [("", "")]
    check_menu(game)


@pytest.mark.rule("S42-AIR-11")
def test_the_menu_lists_a_new_carrier_beside_one_that_lies_there() -> None:
    """The carrier in SZ 60 would do; whoever would rather count on the new one may say so."""
    assert pledged(off_japan(1, usa={"transport": 1}, japan={"carrier": 1})) == [("", "sz_60")]
    assert pledged(off_japan(1, usa={"transport": 1})) == []


@pytest.mark.rule("S42-AIR-11")
def test_the_menu_lists_pledges_only_where_there_is_a_choice() -> None:
    """Nothing before the flight; then every zone where carrier and fighter can meet; then also taking it back."""
    game = position(
        "usa",
        units={
            "hawaiian_islands": {"usa": {"fighter": 1}},
            "sz_52": {"usa": {"carrier": 1}},
            "sz_50": {"japan": {"transport": 1}},
        },
        owners=LOST_PACIFIC,
    )
    assert pledged(game) == []
    move(game, "1 fighter", "hawaiian_islands", "sz_52", "sz_51", "sz_50")
    (carrier,) = ids(game, "sz_52", "1 carrier")
    meeting = {(carrier, zone) for zone in ("sz_45", "sz_47", "sz_50", "sz_51", "sz_58")}
    assert set(pledged(game)) == meeting
    check_menu(game)
    pledge(game, carrier, "sz_51")
    assert set(pledged(game)) == {(carrier, ""), *meeting} - {(carrier, "sz_51")}
    check_menu(game)
    at_home = position("usa", units={"sz_52": {"usa": {"carrier": 1}}, "sz_51": {"japan": {"transport": 1}}})
    assert pledged(at_home) == []


@pytest.mark.rule("S42-AIR-11")
def test_a_game_with_pledges_replays_and_its_states_can_be_written_down() -> None:
    game = over_sz_50()
    (carrier,) = ids(game, "sz_52", "1 carrier")
    pledge(game, carrier, "sz_51")
    again = sandtable.replay(sandtable.loads(game.record().dumps()))
    assert again.digest() == game.digest() and again.state.pledges == ((carrier, "sz_51"),)
    plain = game.state.plain()
    assert plain["pledges"] == [[carrier, "sz_51"]] or plain["pledges"] == ((carrier, "sz_51"),)
    assert type(game.state).from_plain(plain).digest() == game.digest()
    copy = game.copy()
    pledge(copy, carrier)
    assert game.state.pledges and copy.digest() != game.digest()


def test_states_without_pledges_look_as_they_always_did() -> None:
    """So that records made before there were pledges still load, with the same fingerprints."""
    game = position("usa")
    plain = game.state.plain()
    del plain["pledges"]
    plain["open"] = [{**entry, "accepts": [k for k in entry["accepts"] if k != "pledge"]} for entry in plain["open"]]
    old = type(game.state).from_plain(plain)
    assert old.pledges == () and old.digest() == game.digest()
    assert game.decision is not None and "pledge" in game.decision.accepts


def test_a_start_with_impossible_pledges_is_refused() -> None:
    """A record's starting state is an outside input."""
    rules = rules_of(position("usa"))
    state = position("usa", units={"sz_52": {"usa": {"carrier": 1}}}).state.copy()
    for wrong in ((("carrier77", "sz_51"),), (("", "atlantis"),)):
        state.pledges = wrong
        assert rules.state_problem(state)


@pytest.mark.rule("S42-AIR-11")
def test_impossible_pledges_in_a_state_stop_nobody() -> None:
    """A destroyer, too many new carriers: nothing that could be read breaks the plan."""
    game = position("usa", units={"sz_52": {"usa": {"destroyer": 1}}, "sz_51": {"japan": {"transport": 1}}})
    game.state.pledges = ((ids(game, "sz_52", "1 destroyer")[0], "sz_50"), ("", "sz_50"))
    move(game, "1 destroyer", "sz_52", "sz_51")
    end(game)
    assert not game.state.pledges


def test_the_log_tells_of_pledges() -> None:
    game = over_sz_50()
    rules = rules_of(game)
    (carrier,) = ids(game, "sz_52", "1 carrier")
    events = [*pledge(game, carrier, "sz_51"), *pledge(game, carrier)]
    assert [describe(rules, event) for event in events] == [
        "United States: aircraft carrier pledged as a landing place in Sea Zone 51.",
        "United States: aircraft carrier no longer pledged to Sea Zone 51.",
    ]
    assert all(describe(rules, event, "de") != describe(rules, event) for event in events)


# Anything goes

SEA = ("sz_43", "sz_44", "sz_45", "sz_50", "sz_51", "sz_52", "sz_53", "sz_57", "sz_58", "sz_60")


@st.composite
def fleets(draw: st.DrawFn) -> dict[str, Any]:
    """Japanese carriers, fighters and islands, American ships among them, carriers bought."""
    forces: dict[str, dict[str, dict[str, Any]]] = {
        "japan": {"japan": {"factory": [{"damage": draw(st.integers(5, 7))}]}},
    }

    def put(space: str, power: str, kind: str, part: Any) -> None:
        forces.setdefault(space, {}).setdefault(power, {}).setdefault(kind, []).append(part)

    for _ in range(draw(st.integers(1, 2))):
        put(draw(st.sampled_from(SEA)), "japan", "carrier", {"cargo": {"japan": {"fighter": draw(st.integers(0, 2))}}})
    put("caroline_islands", "japan", "fighter", draw(st.integers(0, 2)))
    for _ in range(draw(st.integers(1, 3))):
        put(draw(st.sampled_from(SEA)), "usa", draw(st.sampled_from(("transport", "destroyer"))), 1)
    bought = draw(st.integers(0, 2))
    kept = {"japan", "germany", "caroline_islands"}
    board = rules_of(position("japan")).board
    return {
        "units": forces,
        "pool": {"carrier": bought} if bought else {},
        "owners": {space.id: "usa" for space in board.spaces.values() if space.owner and space.id not in kept},
    }


@pytest.mark.rule("S42-AIR-11", "S42-AIR-06")
@settings(max_examples=250, deadline=None)
@given(fleets(), st.integers(0, 10**6))
def test_whatever_is_pledged_the_phase_can_be_ended_and_pledges_are_kept(
    description: dict[str, Any], seed: int
) -> None:
    """Random orders with many pledges: what the menu lists is accepted, the end is never barred, replay is the same.

    When the phase ends every fighter a named carrier is meant for has it noted, and everybody could land.
    """
    game = sandtable.setup("1942", seed=seed, power="japan", phase="combat_move", **description)
    rules, rng = rules_of(game), Random(seed)
    for _ in range(12):
        if asked(game) != ("japan", "combat_move"):
            break
        options = list(game.legal())
        pledges = [action for action in options if isinstance(action, Pledge)]
        if not pledges:  # also those that are of no use to anybody yet
            ships = [*(unit.id for unit in game.state.units_of("japan") if unit.kind == "carrier"), ""]
            pledges = [Pledge(ship, zone) for ship, zone in product(ships, rng.sample(SEA, 2))]
        action = rng.choice(pledges) if rng.random() < 0.5 else rng.choice(options)
        try:
            game.apply(action)
        except IllegalAction as refusal:
            assert isinstance(action, Pledge) and action not in options, (action, refusal)
            assert refusal.rule in (RULE, "S42-AIR-08", "S42-AIR-09")
        if asked(game) == ("japan", "combat_move"):
            assert rules.can_end_combat_move(game.state)
    named = game.state.pledges
    if asked(game) == ("japan", "combat_move"):
        events = end(game)
        found = {(event.carrier, event.zone) for event in happened(events, "carrier_pledged")}
        ended = [(event.carrier, event.zone) for event in happened(events, "pledge_withdrawn")]
        bound = {event for event in named if event not in ended}
        carriers = {carrier for carrier, _ in bound if carrier}
        assert not carriers & {carrier for carrier, _ in found}  # the engine never contradicts the player
        noted = {event.pledge for event in game.state.units_of("japan")}
        assert asked(game) != ("japan", "noncombat_move") or bound <= noted or happened(events, "units_lost")
    assert game.state.pledges == ()
    while game.decision is not None and game.state.power == "japan":
        game.apply(game.legal().sample(rng))
    again = sandtable.replay(sandtable.loads(game.record().dumps()))
    assert again.digest() == game.digest()


@pytest.mark.rule("S42-AIR-11", "S42-AIR-12")
def test_a_named_pledge_ends_where_the_carrier_is_lost() -> None:
    """SZ 57 is fought for by the second carrier, which sinks; its fighter has the first one named for SZ 51."""
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
    near, far = ids(game, "sz_51", "1 carrier")[0], ids(game, "sz_52", "1 carrier")[0]
    move(game, "1 fighter", "hawaiian_islands", "sz_52", "sz_51", "sz_50", "sz_49")
    pledge(game, near, "sz_49")
    move(game, "1 fighter", "hawaiian_islands", "sz_52", "sz_56", "sz_57")
    game.apply(Move((far,), ("sz_52", "sz_57")))
    end(game)
    fight(game, "sz_57")
    lose(game, "1 carrier")
    assert count(game, "sz_57") == {"fighter": 1}
    with refused(game, RULE):
        game.apply(Move((near,), ("sz_51", "sz_57")))
    game.apply(Move((near,), ("sz_51", "sz_50", "sz_49")))


def exactly(game: WarGame, **changes: Any) -> WarGame:
    """The same position taken over exactly, with some of it changed."""
    return sandtable.setup("1942", exact=game.state.plain() | changes, dice=[])


@pytest.mark.rule("S42-AIR-11")
def test_a_state_from_before_pledges_accepts_them() -> None:
    """It was written in the middle of a combat move, when `pledge` was no order yet."""
    game = over_sz_50()
    (decision,) = game.state.plain()["open"]
    before = decision | {"accepts": [kind for kind in decision["accepts"] if kind != "pledge"]}
    again = exactly(game, open=[before], pledges=[])
    assert again.decision == game.decision and again.digest() == game.digest()
    assert pledged(again) and check_menu(again)


def test_forged_pledges_are_refused() -> None:
    """Pledges of a state from outside: own carriers once each, new ones as bought, sea zones, the combat move."""
    game = over_sz_50(carriers=1, pool={"carrier": 1})
    (carrier,) = ids(game, "sz_52", "1 carrier")
    (fighter,) = ids(game, "sz_50", "1 fighter")
    (enemy,) = ids(game, "sz_50", "1 transport", "japan")
    for pledges, reason in (
        ([[carrier, "sz_51"], [carrier, "sz_53"]], "pledged twice"),
        ([[carrier, "hawaiian_islands"]], "which is land"),
        ([[carrier, "sz_99"]], "sz_99"),
        ([[fighter, "sz_51"]], "no carrier"),
        ([[enemy, "sz_51"]], "no carrier"),
        ([["carrier99", "sz_51"]], "no carrier"),
        ([["", "sz_10"], ["", "sz_10"]], "than were bought"),
    ):
        with pytest.raises(BadValue, match=reason):
            exactly(game, pledges=pledges)
    assert exactly(game, pledges=[[carrier, "sz_51"], ["", "sz_10"]]).state.pledges
    later = position("usa", "noncombat_move", {"sz_52": {"usa": {"carrier": 1}}})
    with pytest.raises(BadValue, match="combat move only"):
        exactly(later, pledges=[[ids(later, "sz_52", "1 carrier")[0], "sz_51"]])
