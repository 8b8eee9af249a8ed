"""The quick look at battles holds against exact odds."""

from __future__ import annotations

from random import Random
from statistics import mean

import pytest

import sandtable
from sandtable import odds
from sandtable.ai.estimate import CERTAIN, Estimator
from sandtable.odds.lines import Point, fight, line, prospect


def estimator(game: str) -> Estimator:
    """Estimates with the developments of the start."""
    started = sandtable.new_game(game, seed=1)
    return Estimator(started.rules, started.state)  # type: ignore[arg-type]  # both games are of the family


def force(rng: Random, kinds: tuple[str, ...]) -> dict[str, int]:
    """A handful of units."""
    counts = {kind: rng.randint(0, 5) for kind in kinds}
    return {kind: number for kind, number in counts.items() if number} or {kinds[0]: 1}


@pytest.mark.parametrize("game", ["classic", "1942"])
@pytest.mark.parametrize("gun", [False, True])
def test_land_battles_agree_with_exact_odds(game: str, gun: bool) -> None:
    """They are exact; where a gun fires, but for which aircraft it brings down."""
    rng = Random(1)
    look = estimator(game)
    chances, losses = [], []
    for _ in range(60):
        attack = force(rng, ("infantry", "armour", "fighter", "bomber"))
        defend = force(rng, ("infantry", "armour", "fighter"))
        seen = look.clash("germany", attack, "ussr", defend, gun=gun)
        exact = odds.battle(game, attack, defend, gun=gun, survivors=False, attack_losses="cheapest keep-land")
        chances.append(abs(seen.win - exact.win))
        losses.append(abs(seen.attacker_loss - exact.attacker_loss) + abs(seen.defender_loss - exact.defender_loss))
    assert max(chances) < (0.05 if gun else 1e-5)
    assert mean(losses) < (2.0 if gun else 1e-3)


def test_what_victors_have_left_is_exact() -> None:
    """Two infantrymen against one: what is left of them after a victory."""
    look = estimator("classic")
    seen = look.clash("germany", {"infantry": 2}, "ussr", {"infantry": 1})
    exact = odds.battle("classic", "2 infantry", "1 infantry")
    won = [fate for fate in exact.survivors if fate.attackers and not fate.defenders]
    left = sum(fate.chance * fate.attackers["infantry"] for fate in won) / sum(fate.chance for fate in won)
    assert seen.left == pytest.approx(left / 2, abs=1e-5)


@pytest.mark.parametrize("gun", [False, True])
@pytest.mark.parametrize("prize", [0.0, 6.0, 25.0])
def test_battles_that_may_be_broken_off_are_worth_what_the_best_retreats_make_of_them(gun: bool, prize: float) -> None:
    """Without a prize the best policy for value is known exactly; with one it is worth no less than to the end."""
    look = estimator("classic")
    for attack, defend in (
        ({"infantry": 3, "fighter": 1}, {"infantry": 3}),
        ({"infantry": 2, "armour": 2}, {"infantry": 1, "armour": 2}),
        ({"infantry": 6, "armour": 2}, {"infantry": 2}),
    ):
        worth = look.prospect("germany", attack, "ussr", defend, gun, prize, 1.0)
        to_the_end = look.clash("germany", attack, "ussr", defend, gun)
        fought = to_the_end.defender_loss - to_the_end.attacker_loss + to_the_end.win * prize
        assert worth >= fought - 1e-3
        if not prize and not gun:
            best = odds.battle(
                "classic",
                attack,
                defend,
                retreat="optimal",
                goal="value",
                attack_losses="cheapest",  # nobody is kept for land that is worth nothing
                survivors=False,
            )
            assert worth == pytest.approx(best.defender_loss - best.attacker_loss, abs=1e-3)


def test_aircraft_are_given_for_land_only_where_it_is_worth_more() -> None:
    """An infantryman (3 IPC) and a bomber (15) against one: whom the defender's only hit costs depends on the prize."""
    look = estimator("classic")
    attack, defend = {"infantry": 1, "bomber": 1}, {"infantry": 1}
    worth = {prize: look.prospect("germany", attack, "ussr", defend, False, prize, 1.0) for prize in (0.0, 6.0, 100.0)}
    light = odds.battle("classic", attack, defend, retreat="optimal", goal="value", survivors=False)
    kept = look.clash("germany", attack, "ussr", defend)
    fought = kept.defender_loss - kept.attacker_loss
    assert worth[0.0] == pytest.approx(light.defender_loss - light.attacker_loss, abs=1e-3)
    assert worth[6.0] > fought + 6 * kept.win + 1.0  # a bomber would be given for 6 IPC
    assert worth[100.0] == pytest.approx(fought + 100 * kept.win, abs=1e-3)


def test_a_hopeless_battle_is_worth_its_first_round() -> None:
    """One infantryman against ten: he hits once in six times, and is hit nearly always."""
    look = estimator("classic")
    worth = look.prospect("germany", {"infantry": 1}, "ussr", {"infantry": 10}, False, 100.0, 1.0)
    assert worth == pytest.approx(3 / 6 - 3 * (1 - (4 / 6) ** 10), abs=1e-3)


@pytest.mark.parametrize("game", ["classic", "1942"])
def test_convoys_agree_with_exact_odds(game: str) -> None:
    """Transports take hits in Classic; in 1942 they are defenceless and lost with the last of their escorts."""
    rng = Random(2)
    look = estimator(game)
    chances, losses = [], []
    for _ in range(60):
        attack = force(rng, ("fighter", "bomber"))
        defend = force(rng, ("transport", "submarine", "battleship"))
        seen = look.clash("germany", attack, "uk", defend)
        exact = odds.battle(game, attack, defend, survivors=False)
        losses.append(abs(seen.attacker_loss - exact.attacker_loss) + abs(seen.defender_loss - exact.defender_loss))
        if game == "classic" or "submarine" not in defend:  # aircraft alone beat no submarine of 1942
            chances.append(abs(seen.win - exact.win))
    assert mean(chances) < 0.05 and max(chances) < 0.35
    assert mean(losses) < 7.0  # of fleets worth a hundred and more


def test_plain_cases() -> None:
    """Nobody to beat, nobody to attack with, guns, more units."""
    look = estimator("classic")
    assert look.clash("germany", {"infantry": 1}, "ussr", {}) == CERTAIN
    assert look.clash("germany", {"transport": 1}, "uk", {"submarine": 1}).win == 0
    bare = look.clash("germany", {"fighter": 3}, "uk", {"infantry": 2})
    assert look.clash("germany", {"fighter": 3}, "uk", {"infantry": 2}, gun=True).win < bare.win
    assert look.clash("germany", {"fighter": 4}, "uk", {"infantry": 2}).win > bare.win


def test_guns_cost_aircraft_not_infantry() -> None:
    """Of three aircraft a gun shoots down half of one on average, however many infantry march below."""
    look = estimator("1942")
    force = {"infantry": 6, "fighter": 3}
    bare = look.clash("germany", force, "uk", {"infantry": 1})
    shot_at = look.clash("germany", force, "uk", {"infantry": 1}, gun=True)
    assert shot_at.attacker_loss - bare.attacker_loss == pytest.approx(5.0, abs=0.3)


def test_artillery_lifts_infantry() -> None:
    """The rules say who is lifted; the estimate asks them."""
    look = estimator("1942")
    alone = look.clash("germany", {"infantry": 4}, "ussr", {"infantry": 3}).win
    helped = look.clash("germany", {"infantry": 2, "artillery": 2}, "ussr", {"infantry": 3}).win
    assert helped > alone + 0.2


def test_great_battles_are_nearly_exact_with_several_hits_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A battle of a hundred against a hundred took 16 ms, and is asked for hundreds of times while a plan is made."""
    rng = Random(3)
    for _ in range(8):
        ours, theirs = line(army(rng, rng.randint(40, 70))), line(army(rng, rng.randint(30, 50)))
        quick, hoped = fight(ours, theirs), prospect(ours, theirs, 20.0, 0.7)
        with monkeypatch.context() as patch:
            patch.setattr("sandtable.odds.lines.MANY", 10**6)
            exact, worth = fight(ours, theirs), prospect(ours, theirs, 20.0, 0.7)
        assert quick.win == pytest.approx(exact.win, abs=0.03)
        assert quick.attacker_loss == pytest.approx(exact.attacker_loss, abs=0.02 * ours.value)
        assert quick.defender_loss == pytest.approx(exact.defender_loss, abs=0.02 * theirs.value)
        assert hoped == pytest.approx(worth, abs=0.02 * ours.value)


def army(rng: Random, number: int) -> list[Point]:
    """Infantry, tanks and fighters, the cheapest first."""
    kinds = [rng.choice(((3.0, 1.0), (3.0, 1.0), (5.0, 3.0), (12.0, 3.0))) for _ in range(number)]
    return sorted(Point(cost, strength, 1, cost < 12) for cost, strength in kinds)


def test_battleships_take_two_hits_where_an_option_says_so() -> None:
    """CL-OPT-13, against exact odds: one battleship attacks three transports, with one hit and with two."""
    wins = []
    for options in ({}, {"two_hit_battleships": True}):
        started = sandtable.new_game("classic", options, seed=1)
        look = Estimator(started.rules, started.state)  # type: ignore[arg-type]  # classic is of the family
        seen = look.clash("uk", {"battleship": 1}, "germany", {"transport": 3})
        exact = odds.battle("classic", {"battleship": 1}, {"transport": 3}, options=options, survivors=False)
        assert abs(seen.win - exact.win) < 0.03
        wins.append(seen.win)
    assert wins[1] > wins[0] + 0.05
