"""Victory (CL-WIN)."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable import GameOver
from sandtable.warfare.actions import EndPhase, Resign
from tests.classic.play import position, rules_of
from tests.words import WarGame, asked, end, happened, land, move, pass_on, refused

ALLIED_CAPITALS = ("eastern_united_states", "united_kingdom", "russia")


def ended(game: WarGame) -> tuple[str, ...]:
    """(winning side, reason), or nothing while the game goes on."""
    return (game.outcome.winner, game.outcome.reason) if game.outcome else ()


def last_turn(owners: dict[str, str], **more: Any) -> WarGame:
    """The noncombat move of the USA: ending it collects income and ends the round."""
    return position(power="usa", phase="noncombat_move", units={}, owners=owners, **more)


def axis_production(target: int) -> dict[str, str]:
    """Owners that give Germany and Japan together exactly this production, without any capital."""
    values = {
        "eastern_canada": 3, "india": 3, "karelia_ssr": 3, "caucasus": 3, "brazil": 3,
        "anglo_egypt_sudan": 2, "australia": 2, "south_africa": 2, "china": 2, "sinkiang": 2, "kazakh_ssr": 2,
        "novosibirsk": 2, "yakut_ssr": 2, "soviet_far_east": 2, "evenki_national_okrug": 2, "mexico": 2,
        "alaska": 2, "syria_iraq": 1, "persia": 1, "congo": 1, "kenya_rhodesia": 1, "panama": 1, "western_canada": 1,
    }  # fmt: skip
    need = target - 57
    taken: dict[str, str] = {}
    for space, value in values.items():
        if value <= need:
            taken[space] = "germany" if len(taken) % 2 else "japan"
            need -= value
    assert need == 0
    return taken


@pytest.mark.rule("CL-WIN-01")
def test_victory_is_tested_only_after_the_usa() -> None:
    """The Axis hold Moscow and London from the German turn on; the game ends after the last turn of the round."""
    game = position(
        units={"caucasus": {"germany": {"infantry": 1}}},
        owners={"caucasus": "germany", "united_kingdom": "germany"},
    )
    move(game, "1 infantry", "caucasus", "russia")
    end(game)
    assert not ended(game)
    pass_on(game, "usa", "noncombat_move")
    assert not ended(game)
    events = end(game)
    assert [(e.side, e.reason) for e in happened(events, "game_won")] == [("axis", "capitals")]
    assert ended(game)[0] == "axis"
    assert game.decision is None


@pytest.mark.rule("CL-WIN-01")
def test_a_condition_lost_again_before_the_end_of_the_round_does_not_win() -> None:
    """Moscow, taken by Germany, is freed by the United Kingdom in the same round."""
    game = position(
        units={"caucasus": {"germany": {"infantry": 1}}, "novosibirsk": {"usa": {"infantry": 1, "armour": 1}}},
        owners={"caucasus": "germany", "united_kingdom": "germany"},
        dice=[3, 6],
    )
    move(game, "1 infantry", "caucasus", "russia")
    end(game)
    pass_on(game, "usa", "combat_move")
    move(game, "1 armour", "novosibirsk", "russia")
    end(game)
    end(game)
    assert not ended(game)
    assert (game.state.round, game.state.power) == (2, "ussr")


@pytest.mark.rule("CL-WIN-01")
def test_the_usas_income_comes_before_the_test() -> None:
    """Phase 6 of the USA is still carried out."""
    game = last_turn({"germany": "usa", "japan": "usa"}, money={"usa": 0})
    end(game)
    assert ended(game)
    assert game.state.money["usa"] == 36 + 10 + 8


@pytest.mark.rule("CL-WIN-02")
def test_the_allies_win_with_both_axis_capitals() -> None:
    """Berlin in Soviet, Tokyo in American hands."""
    game = last_turn({"germany": "ussr", "japan": "usa"})
    end(game)
    assert ended(game) == ("allies", "capitals")
    assert game.outcome is not None and game.outcome.powers == ("ussr", "uk", "usa")


@pytest.mark.rule("CL-WIN-02")
@pytest.mark.parametrize("owners", [{}, {"germany": "ussr"}, {"japan": "usa"}, {"germany": "japan", "japan": "usa"}])
def test_one_axis_capital_is_not_enough(owners: dict[str, str]) -> None:
    """Nor one held by the other Axis power."""
    game = last_turn(owners)
    end(game)
    assert not ended(game)


@pytest.mark.rule("CL-WIN-03")
@pytest.mark.parametrize("missing", ALLIED_CAPITALS)
def test_the_axis_win_with_two_of_three_allied_capitals(missing: str) -> None:
    """Whichever two, whoever of the Axis holds them."""
    taken = [capital for capital in ALLIED_CAPITALS if capital != missing]
    game = last_turn(dict(zip(taken, ("germany", "japan"), strict=True)))
    end(game)
    assert ended(game)[0] == "axis"


@pytest.mark.rule("CL-WIN-03")
@pytest.mark.parametrize("capital", ALLIED_CAPITALS)
def test_one_allied_capital_is_not_enough(capital: str) -> None:
    """Not even Washington."""
    game = last_turn({capital: "japan"})
    end(game)
    assert not ended(game)


@pytest.mark.rule("CL-WIN-04")
@pytest.mark.parametrize(("production", "won"), [(84, True), (83, False), (85, True)])
def test_the_economic_victory_of_the_axis(production: int, won: bool) -> None:
    """84 wins after the turn of the USA, 83 plays on."""
    game = last_turn(axis_production(production))
    rules = rules_of(game)
    assert rules.production(game.state, "germany") + rules.production(game.state, "japan") == production
    end(game)
    assert (game.outcome is not None) is won
    assert ended(game) == (("axis", "economy") if won else ())


@pytest.mark.rule("CL-WIN-04")
def test_production_counts_although_one_capital_is_lost() -> None:
    """Without Tokyo (8) the Axis need eight more elsewhere, but Japan's other land still counts."""
    owners = axis_production(92) | {"japan": "usa"}
    game = last_turn(owners)
    end(game)
    assert ended(game)[1] == "economy"
    short = last_turn(axis_production(91) | {"japan": "usa"})
    end(short)
    assert not ended(short)


@pytest.mark.rule("CL-WIN-04")
def test_the_allies_have_no_economic_victory() -> None:
    """139 of 147 in Allied hands: nothing."""
    axis = [s for s, owner in rules_of(last_turn({})).board.first_owners.items() if owner in ("germany", "japan")]
    game = last_turn({space: "usa" for space in axis if space != "japan"} | {"germany": "germany"})
    end(game)
    assert not ended(game)


@pytest.mark.rule("CL-WIN-05")
def test_if_both_sides_meet_a_condition_play_goes_on() -> None:
    """Both Axis capitals and two Allied ones have fallen: nobody wins, the next round begins."""
    game = last_turn({"germany": "usa", "japan": "usa", "russia": "germany", "united_kingdom": "japan"})
    end(game)
    assert not ended(game)
    assert game.state.round == 2


@pytest.mark.rule("CL-WIN-05")
def test_capitals_against_production_is_a_draw_of_conditions_too() -> None:
    """The Allies hold both capitals while the Axis have 84: play on."""
    owners = axis_production(84 + 18) | {"germany": "usa", "japan": "usa"}
    game = last_turn(owners)
    end(game)
    assert not ended(game)


@pytest.mark.rule("CL-WIN-06")
def test_nothing_can_be_done_after_the_end() -> None:
    """The whole side has won; every further action is refused."""
    game = last_turn({"germany": "ussr", "japan": "usa"})
    end(game)
    for action in (EndPhase(), Resign()):
        with pytest.raises(GameOver):
            game.apply(action)
    with pytest.raises(GameOver):
        game.legal()


@pytest.mark.rule("CL-WIN-06")
def test_a_side_resigns_when_all_its_players_have_offered_it() -> None:
    """Five players: Germany's offer alone changes nothing, with Japan's the Allies win at once."""
    game = sandtable.new_game("classic", seed=1)
    game.apply(Resign(), "germany")
    assert not ended(game)
    assert asked(game) == ("ussr", "research")
    with refused(game, "CL-WIN-06"):
        game.apply(Resign(), "germany")
    events = game.apply(Resign(), "japan")
    assert [(e.side, e.reason) for e in happened(events, "game_won")] == [("allies", "resignation")]


@pytest.mark.rule("CL-WIN-06")
def test_a_player_with_several_powers_resigns_for_all_of_them() -> None:
    """Two players: one word of the Axis player is enough. Four players: the Allied player of two powers is not."""
    duel = sandtable.new_game("classic", seed=1, players=2)
    duel.apply(Resign(), "japan")
    assert ended(duel)[0] == "allies"
    four = sandtable.new_game("classic", seed=1, players=4)
    four.apply(Resign(), "uk")
    assert not ended(four)
    with refused(four, "CL-WIN-06"):
        four.apply(Resign(), "ussr")  # already spoken for
    four.apply(Resign(), "usa")
    assert ended(four)[0] == "axis"


@pytest.mark.rule("CL-WIN-06")
def test_resigning_is_possible_in_the_middle_of_a_battle() -> None:
    """The defender is being asked for losses; the attacker gives up."""
    game = position(
        units={
            "western_europe": {"germany": {"infantry": 2}},
            "north_sea_zone": {"germany": {"transport": 1}},
            "united_kingdom": {"uk": {"infantry": 1, "fighter": 1}},
        },
        dice=[1, 6],
        seats=[["ussr", "uk", "usa"], ["germany", "japan"]],
    )
    land(game, "2 infantry", "western_europe", "north_sea_zone", target="united_kingdom")
    end(game)
    assert asked(game) == ("uk", "choose_casualties")
    game.apply(Resign(), "germany")
    assert ended(game)[0] == "allies"
