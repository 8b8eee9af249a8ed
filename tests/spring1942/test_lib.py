"""Liberation (S42-LIB): land of allies goes back to them, or is held in trust while their capital is lost."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from sandtable.warfare.actions import Place
from tests.spring1942.play import buy, fight, position, rules_of
from tests.words import WarGame, asked, count, end, happened, move, pass_on, refused, units

LOST_MOSCOW = {"russia": "germany", "karelia_ssr": "germany"}


def owner(game: WarGame, space: str) -> str:
    return game.state.owner.get(space, "")


def holders(game: WarGame, space: str) -> dict[str, str]:
    """Owners of the gun and the factory in a territory."""
    return {unit.kind: unit.power for unit in units(game, space) if unit.kind in ("aa_gun", "factory")}


def british_in_archangel(owners: dict[str, str], **more: Any) -> WarGame:
    """British infantry in Archangel; a German gun and factory in Karelia."""
    return position(
        power="uk",
        units={
            "archangel": {"uk": {"infantry": 2}},
            "karelia_ssr": {"germany": {"aa_gun": 1, "factory": 1}},
            "united_kingdom": {"uk": {"factory": 1}},
        },
        owners=owners,
        **more,
    )


@pytest.mark.rule("S42-LIB-01")
def test_land_of_an_ally_goes_back_with_gun_and_factory() -> None:
    """The UK retakes Karelia while Moscow is free: it is Soviet again, +2 for the Soviets, nothing for the UK."""
    game = british_in_archangel({"karelia_ssr": "germany"})
    rules = rules_of(game)
    before = {power: rules.production(game.state, power) for power in rules.powers}
    move(game, "1 infantry", "archangel", "karelia_ssr")
    events = end(game)
    assert owner(game, "karelia_ssr") == "ussr"
    assert holders(game, "karelia_ssr") == {"aa_gun": "ussr", "factory": "ussr"}
    after = {power: rules.production(game.state, power) for power in rules.powers}
    assert {p: after[p] - before[p] for p in after if after[p] != before[p]} == {"ussr": 2, "germany": -2}
    (taken,) = happened(events, "captured")
    assert (taken.by, taken.owner) == ("uk", "ussr")
    assert count(game, "karelia_ssr", "uk") == {"infantry": 1}


@pytest.mark.rule("S42-LIB-01")
def test_own_land_is_simply_taken_back() -> None:
    """The Soviets retake Karelia themselves."""
    game = position(power="ussr", units={"archangel": {"ussr": {"infantry": 1}}}, owners={"karelia_ssr": "germany"})
    move(game, "1 infantry", "archangel", "karelia_ssr")
    end(game)
    assert owner(game, "karelia_ssr") == "ussr"


@pytest.mark.rule("S42-LIB-02")
def test_land_is_held_in_trust_while_the_capital_is_lost() -> None:
    """Moscow is German: Karelia becomes British with gun and factory, and counts for the UK's income."""
    game = british_in_archangel(LOST_MOSCOW)
    move(game, "1 infantry", "archangel", "karelia_ssr")
    end(game)
    assert owner(game, "karelia_ssr") == "uk"
    assert holders(game, "karelia_ssr") == {"aa_gun": "uk", "factory": "uk"}
    events = end(game)
    (income,) = [e for e in happened(events, "money_changed") if e.reason == "income"]
    assert (income.power, income.amount) == ("uk", 32)


@pytest.mark.rule("S42-LIB-02")
def test_a_factory_held_in_trust_works_from_the_next_turn() -> None:
    """The British cannot build in Karelia in the turn they take it, but in the next one."""
    game = british_in_archangel(LOST_MOSCOW, pool={"infantry": 1})
    move(game, "1 infantry", "archangel", "karelia_ssr")
    end(game)
    end(game)
    with refused(game, "S42-PLACE-01"):
        game.apply(Place("infantry", "karelia_ssr", "karelia_ssr"))
    game.apply(Place("infantry", "united_kingdom", "united_kingdom"))
    end(game)
    pass_on(game, "uk", "purchase")
    buy(game, "2 infantry")
    end(game)
    end(game)
    game.apply(Place("infantry", "karelia_ssr", "karelia_ssr", 2))
    assert count(game, "karelia_ssr", "uk")["infantry"] == 3


@pytest.mark.rule("S42-LIB-02", "S42-CAP-05")
def test_the_trust_ends_when_the_capital_is_free() -> None:
    """The Soviets take Moscow back: Karelia, held by the UK, is theirs again at once."""
    game = position(
        power="ussr",
        units={
            "archangel": {"ussr": {"infantry": 1}},
            "karelia_ssr": {"uk": {"infantry": 1, "factory": 1}},
        },
        owners={"russia": "germany", "karelia_ssr": "uk"},
    )
    move(game, "1 infantry", "archangel", "russia")
    events = end(game)
    assert owner(game, "karelia_ssr") == "ussr"
    assert holders(game, "karelia_ssr") == {"factory": "ussr"}
    assert [(e.space, e.manner) for e in happened(events, "captured")] == [
        ("russia", "walk_in"),
        ("karelia_ssr", "reversion"),
    ]


@pytest.mark.rule("S42-LIB-03")
@pytest.mark.parametrize("first", ["russia", "karelia_ssr"])
def test_capital_and_province_freed_in_one_turn_both_return(first: str) -> None:
    """Whatever the order of the battles: Moscow and Karelia are Soviet, Karelia with its gun."""
    game = british_in_archangel(LOST_MOSCOW)
    move(game, "1 infantry", "archangel", "karelia_ssr")
    move(game, "1 infantry", "archangel", "russia")
    end(game)
    assert asked(game) == ("uk", "next_battle")
    fight(game, first)
    assert (owner(game, "russia"), owner(game, "karelia_ssr")) == ("ussr", "ussr")
    assert holders(game, "karelia_ssr") == {"aa_gun": "ussr", "factory": "ussr"}
    events = end(game)
    (income,) = [e for e in happened(events, "money_changed") if e.reason == "income"]
    assert (income.power, income.amount) == ("uk", 30)


PROVINCES = ("caucasus", "karelia_ssr", "kazakh_ssr")


@pytest.mark.rule("S42-LIB-03", "S42-CAP-05", "S42-CAP-06")
@pytest.mark.parametrize("moscow_too", [True, False])
@pytest.mark.parametrize("order", list(permutations(["russia", *PROVINCES])))
def test_no_order_of_battles_changes_who_holds_what_in_the_end(order: tuple[str, ...], moscow_too: bool) -> None:
    """Three provinces, two taken in a blitz, one in American trust: as if all was settled when the turn ends."""
    game = position(
        power="uk",
        units={
            "archangel": {"uk": {"infantry": 2}},
            "persia": {"uk": {"infantry": 2, "armour": 1}},
            "russia": {"germany": {"aa_gun": 1, "factory": 1}},
            "sinkiang": {"uk": {"armour": 1}},
            "yakut_ssr": {"usa": {"aa_gun": 1}},
        }
        | {space: {"germany": {"aa_gun": 1, "factory": 1}} for space in PROVINCES},
        owners=dict.fromkeys([*PROVINCES, "russia", "novosibirsk", "evenki_national_okrug"], "germany")
        | {"yakut_ssr": "usa"},
    )
    blitz = ("sinkiang", "novosibirsk", "evenki_national_okrug")
    move(game, "1 armour", *blitz)
    move(game, "1 infantry", "persia", "caucasus")
    move(game, "1 infantry", "persia", "kazakh_ssr")
    move(game, "1 infantry", "archangel", "karelia_ssr")
    if moscow_too:
        move(game, "1 infantry", "archangel", "russia")
    end(game)
    for space in (*order, "evenki_national_okrug"):
        decision = game.decision
        if decision is not None and space in decision.about.get("spaces", ()):
            fight(game, space)
    assert asked(game) == ("uk", "noncombat_move")
    end(game)
    freed = "ussr" if moscow_too else "uk"
    for space in PROVINCES:
        assert (owner(game, space), holders(game, space)) == (freed, {"aa_gun": freed, "factory": freed}), space
    assert {owner(game, space) for space in blitz[1:]} == {freed}
    assert owner(game, "russia") == ("ussr" if moscow_too else "germany")
    assert owner(game, "yakut_ssr") == ("ussr" if moscow_too else "usa")
    assert holders(game, "yakut_ssr") == {"aa_gun": "usa"}
    in_trust = sum(rules_of(game).board.values[space] for space in (*PROVINCES, *blitz[1:]))
    assert game.state.money["uk"] == 30 + (30 if moscow_too else 30 + in_trust)


@pytest.mark.rule("S42-LIB-04")
def test_original_owner_is_who_held_it_when_the_game_began() -> None:
    """The UK takes the Ukraine: British, not Soviet. Japan retaking it gives it back to Germany."""
    game = position(power="uk", units={"caucasus": {"uk": {"infantry": 1}}})
    move(game, "1 infantry", "caucasus", "ukraine_ssr")
    end(game)
    assert owner(game, "ukraine_ssr") == "uk"
    game = position(
        power="japan",
        units={"caucasus": {"japan": {"infantry": 1}}},
        owners={"caucasus": "japan", "ukraine_ssr": "uk"},
    )
    move(game, "1 infantry", "caucasus", "ukraine_ssr")
    end(game)
    assert owner(game, "ukraine_ssr") == "germany"


@pytest.mark.rule("S42-LIB-05")
def test_the_liberator_never_uses_the_factory_its_owner_does_from_his_next_turn() -> None:
    """The British free the factory in the Caucasus: they cannot build there, later neither; the Soviets can."""
    game = position(
        power="uk",
        units={
            "persia": {"uk": {"infantry": 1}},
            "caucasus": {"germany": {"factory": 1}},
            "united_kingdom": {"uk": {"factory": 1}},
        },
        owners={"caucasus": "germany"},
        pool={"infantry": 1},
    )
    move(game, "1 infantry", "persia", "caucasus")
    end(game)
    assert holders(game, "caucasus") == {"factory": "ussr"}
    end(game)
    with refused(game, "S42-PLACE-01"):
        game.apply(Place("infantry", "caucasus", "caucasus"))
    game.apply(Place("infantry", "united_kingdom", "united_kingdom"))
    end(game)
    pass_on(game, "ussr", "purchase")
    buy(game, "4 infantry")
    end(game)
    end(game)
    game.apply(Place("infantry", "caucasus", "caucasus", 4))
    assert count(game, "caucasus", "ussr")["infantry"] == 4
    end(game)
    pass_on(game, "uk", "purchase")
    buy(game, "1 infantry")
    end(game)
    end(game)
    with refused(game, "S42-PLACE-01"):
        game.apply(Place("infantry", "caucasus", "caucasus"))
