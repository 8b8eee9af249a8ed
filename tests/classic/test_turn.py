"""CL-TURN: rounds, turns, phases, who may act, illegal actions."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.core.values import Action
from sandtable.warfare.actions import (
    Bombard,
    ChooseCasualties,
    EndPhase,
    FightOn,
    Move,
    NextBattle,
    Place,
    Purchase,
    Research,
)
from tests.classic.play import position
from tests.words import asked, check_menu, count, end, happened, ids, lose, move, pass_on, refused, unrolled

ORDER = ["ussr", "germany", "uk", "japan", "usa"]
PHASES = ["research", "purchase", "combat_move", "combat", "noncombat_move", "placement", "income"]

EGYPT: dict[str, Any] = {
    "libya": {"germany": {"armour": 1}},
    "anglo_egypt_sudan": {"uk": {"infantry": 1, "armour": 1}},
}


@pytest.mark.rule("CL-TURN-01")
def test_powers_take_turns_in_a_fixed_order_round_after_round() -> None:
    """USSR, Germany, UK, Japan, USA, and again from the beginning."""
    game = sandtable.new_game("classic", seed=1)
    pass_on(game, "usa", "noncombat_move")
    pass_on(game, "usa", "noncombat_move")
    turns = [(event.power, event.round) for event in happened(game.events, "turn_began")]
    assert turns == [(power, 1) for power in ORDER] + [(power, 2) for power in ORDER]
    assert [event.round for event in happened(game.events, "round_began")] == [1, 2]


@pytest.mark.rule("CL-TURN-01")
def test_after_the_usa_the_next_round_begins_with_the_ussr() -> None:
    """From the end of round 7 to the beginning of round 8."""
    game = position("usa", "noncombat_move", round=7)
    end(game)
    assert asked(game) == ("ussr", "research")
    assert game.state.round == 8


@pytest.mark.rule("CL-TURN-02")
def test_a_turn_has_its_phases_in_order() -> None:
    """Research and purchase, combat move, combat, noncombat move, placement, income; then the next power."""
    game = sandtable.new_game("classic", seed=1)
    pass_on(game, "germany", "research")
    began = [(event.power, event.phase) for event in happened(game.events, "phase_began")]
    assert began == [("ussr", phase) for phase in PHASES] + [("germany", "research")]


@pytest.mark.rule("CL-TURN-02")
def test_no_phase_can_be_brought_forward() -> None:
    """Buying before research is settled, moving before buying, placing before the noncombat move: all refused."""
    game = position(phase="research", units={"germany": {"germany": {"factory": 1, "armour": 1}}})
    armour = ids(game, "germany", "1 armour")
    march = Move(armour, ("germany", "eastern_europe"))
    place = Place("infantry", "germany", "germany")
    action: Action
    for action in (Purchase({"infantry": 1}), march, place, EndPhase()):
        with refused(game, "CL-TURN-02"):
            game.apply(action)
    game.apply(Research(0))
    for action in (march, place, EndPhase()):
        with refused(game, "CL-TURN-02"):
            game.apply(action)
    game.apply(Purchase({"infantry": 1}))
    for action in (place, NextBattle("karelia_ssr"), FightOn()):
        with refused(game, "CL-TURN-02"):
            game.apply(action)
    end(game)
    assert asked(game) == ("germany", "noncombat_move")
    for action in (place, Bombard(armour, ("germany",), "karelia_ssr")):
        with refused(game, "CL-TURN-02"):
            game.apply(action)
    end(game)
    with refused(game, "CL-TURN-02"):
        game.apply(march)


@pytest.mark.rule("CL-TURN-02")
def test_raids_are_not_flown_in_the_noncombat_move() -> None:
    """A bomber cannot raid on the way home."""
    game = position(
        "uk", "noncombat_move", units={"eastern_europe": {"uk": {"bomber": 1}}, "germany": {"germany": {"factory": 1}}}
    )
    with refused(game, "CL-TURN-02"):
        move(game, "1 bomber", "eastern_europe", "germany", raid=True)


@pytest.mark.rule("CL-TURN-03")
def test_every_phase_but_income_may_be_passed() -> None:
    """With a full army and a full purse nobody has to do anything; the income comes all the same."""
    game = sandtable.new_game("classic", seed=1)
    before = {unit.id: unit.space for unit in game.state.units.values()}
    events = pass_on(game, "germany", "research")
    assert {unit.id: unit.space for unit in game.state.units.values()} == before
    assert [(e.power, e.amount, e.reason) for e in happened(events, "money_changed")] == [("ussr", 24, "income")]
    assert game.state.money["ussr"] == 48


@pytest.mark.rule("CL-TURN-03", "CL-PLACE-01")
def test_bought_units_must_be_placed() -> None:
    """Phase 5 cannot be ended while the infantry still has a place."""
    game = position(phase="placement", units={"germany": {"germany": {"factory": 1}}}, pool={"infantry": 1})
    with refused(game, "CL-PLACE-01"):
        end(game)
    assert EndPhase() not in check_menu(game)
    game.apply(Place("infantry", "germany", "germany"))
    end(game)
    assert asked(game) == ("uk", "research")


@pytest.mark.rule("CL-TURN-03")
def test_a_combat_move_must_be_fought_out() -> None:
    """The battle begins by itself, and the first round cannot be avoided."""
    game = position(units=EGYPT, dice=[6, 6, 6])
    move(game, "1 armour", "libya", "anglo_egypt_sudan")
    events = end(game)
    assert [event.purpose for event in happened(events, "dice_rolled")] == ["attack", "defence"]
    assert asked(game) == ("germany", "retreat")
    with refused(game, "CL-TURN-02"):
        end(game)


@pytest.mark.rule("CL-TURN-03", "CL-AIR-10")
def test_airborne_aircraft_must_land() -> None:
    """After the attack the fighter has a place in reach: phase 4 cannot be ended before it is down."""
    game = position(
        units={"eastern_europe": {"germany": {"fighter": 1}}, "karelia_ssr": {"ussr": {"infantry": 1}}}, dice=[3, 6]
    )
    move(game, "1 fighter", "eastern_europe", "karelia_ssr")
    end(game)
    assert asked(game) == ("germany", "noncombat_move")
    assert EndPhase() not in check_menu(game)
    with refused(game, "CL-AIR-10"):
        end(game)
    move(game, "1 fighter", "karelia_ssr", "eastern_europe")
    end(game)
    assert asked(game) == ("uk", "research")


@pytest.mark.rule("CL-TURN-04")
def test_nobody_acts_in_another_powers_turn() -> None:
    """The UK can neither research, buy nor move while Germany is at it, nor end Germany's phase."""
    game = position(phase="research", units=EGYPT)
    with refused(game, "CL-TURN-04"):
        game.apply(Research(1), power="uk")
    game.apply(Research(0))
    with refused(game, "CL-TURN-04"):
        game.apply(Purchase({"infantry": 1}), power="uk")
    game.apply(Purchase({}))
    attack = Move(ids(game, "anglo_egypt_sudan", "1 armour", "uk"), ("anglo_egypt_sudan", "libya"))
    with refused(game, "CL-TURN-04"):
        game.apply(attack, power="uk")
    with refused(game, "CL-TURN-04"):
        game.apply(EndPhase(), power="uk")


@pytest.mark.rule("CL-TURN-04")
@pytest.mark.parametrize("owner", ["uk", "japan"])
def test_only_own_units_move(owner: str) -> None:
    """Neither an enemy's nor an ally's units take Germany's orders, and none of them is listed."""
    game = position(units={"libya": {"germany": {"infantry": 1}, owner: {"armour": 1}}})
    theirs = ids(game, "libya", "1 armour", owner)
    own = ids(game, "libya", "1 infantry")
    with refused(game, "CL-TURN-04"):
        game.apply(Move(theirs, ("libya", "anglo_egypt_sudan")))
    with refused(game, "CL-TURN-04"):  # not even hidden in a group
        game.apply(Move((*own, *theirs), ("libya", "anglo_egypt_sudan")))
    assert not any(theirs[0] in getattr(action, "units", ()) for action in check_menu(game))


@pytest.mark.rule("CL-TURN-04")
def test_the_defender_acts_only_to_defend() -> None:
    """The UK names its own loss: Germany cannot do it for the UK, and the UK can do nothing else."""
    game = position(units=EGYPT, dice=[3, 6, 6])
    move(game, "1 armour", "libya", "anglo_egypt_sudan")
    end(game)
    assert asked(game) == ("uk", "choose_casualties")
    infantry, armour = (ids(game, "anglo_egypt_sudan", f"1 {kind}", "uk") for kind in ("infantry", "armour"))
    with refused(game, "CL-TURN-04"):
        game.apply(ChooseCasualties(armour), power="germany")
    for action in (Purchase({"infantry": 1}), EndPhase(), FightOn()):
        with pytest.raises(sandtable.IllegalAction):
            game.apply(action, power="uk")
    check_menu(game)
    game.apply(ChooseCasualties(infantry), power="uk")
    assert count(game, "anglo_egypt_sudan", "uk") == {"armour": 1}


@pytest.mark.rule("CL-TURN-05")
@pytest.mark.parametrize(
    "nonsense",
    [
        {},
        {"kind": "surprise"},
        {"kind": "move"},
        {"kind": "move", "units": "armour1", "route": ["libya"]},
        {"kind": "move", "units": ["armour1"], "route": ["libya", "libia"]},
        {"kind": "move", "units": ["armour99"], "route": ["libya", "anglo_egypt_sudan"]},
        {"kind": "move", "units": [], "route": ["libya", "anglo_egypt_sudan"]},
        {"kind": "end_phase", "twice": True},
    ],
)
def test_an_illegal_action_changes_nothing(nonsense: dict[str, object]) -> None:
    """Nonsense is rejected with a reason in both languages; the game goes on as before."""
    game = position(units={"libya": {"germany": {"armour": 1}}})
    with refused(game, "CL-TURN-05"):
        game.apply(nonsense)
    assert asked(game) == ("germany", "combat_move")
    move(game, "1 armour", "libya", "anglo_egypt_sudan")


@pytest.mark.rule("CL-TURN-05")
def test_a_refused_action_costs_neither_money_nor_dice() -> None:
    """A blitz that ends in a neutral too dear for the purse takes nothing on the way; a refused raid rolls nothing."""
    game = position(
        units={"syria_iraq": {"germany": {"armour": 1}}, "libya": {"germany": {"armour": 1}}},
        owners={"syria_iraq": "germany"},
        money={"germany": 2},
        dice=[6],
    )
    with refused(game, "CL-NEUT-02"):
        move(game, "1 armour", "syria_iraq", "persia", "saudi_arabia")
    assert game.state.owner["persia"] == "uk"
    assert game.state.money["germany"] == 2
    assert unrolled(game) == 1


@pytest.mark.rule("CL-TURN-05")
def test_a_power_that_can_do_nothing_still_takes_its_turn() -> None:
    """The UK has no units, no money and no capital: its turn comes, is passed, and goes by."""
    game = position("germany", "noncombat_move", owners={"united_kingdom": "germany"}, money={"uk": 0})
    events = end(game)
    assert ("uk", 1) in [(event.power, event.round) for event in happened(events, "turn_began")]
    assert asked(game) == ("uk", "combat_move")
    assert check_menu(game) == [EndPhase()]
    end(game)
    events = end(game)
    assert ("japan", 1) in [(event.power, event.round) for event in happened(events, "turn_began")]
    assert game.state.money["uk"] == 0


@pytest.mark.rule("CL-TURN-04", "CL-TURN-03")
def test_losses_are_chosen_by_their_owner_and_the_battle_goes_on() -> None:
    """A defender's answer leads straight on to the attacker's next decision."""
    game = position(units=EGYPT, dice=[3, 6, 6])
    move(game, "1 armour", "libya", "anglo_egypt_sudan")
    end(game)
    lose(game, "1 infantry")
    assert asked(game) == ("germany", "retreat")
