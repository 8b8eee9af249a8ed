"""The engine's own battles against the exact odds: random questions, and how well frequencies fit chances."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

import msgspec

from sandtable import odds, setup
from sandtable.core.dice import SeededDice
from sandtable.core.game import Game
from sandtable.core.values import Action, Decision
from sandtable.odds import Force, LossPolicy, Odds, Question, RaidOdds
from sandtable.odds.ask import rules_for
from sandtable.odds.simulation import simulate
from sandtable.warfare.actions import EndPhase, Intercept, Move
from sandtable.warfare.policies import LossOrder
from sandtable.warfare.state import WarState

LAND = {
    "classic": ("infantry", "armour", "fighter", "bomber"),
    "1942": ("infantry", "artillery", "armour", "fighter", "bomber"),
}
FLEET = {
    "classic": ("submarine", "transport", "carrier", "fighter", "battleship", "bomber"),
    "1942": ("submarine", "destroyer", "transport", "cruiser", "carrier", "fighter", "battleship", "bomber"),
}
LAND_UNITS = ("infantry", "artillery", "armour")
BOMBARDING = {"classic": ("battleship",), "1942": ("battleship", "cruiser")}
DEVELOPMENTS = {"classic": ("heavy_bombers", "super_submarines", "jet_power"), "1942": ()}
OPTION_SETS: dict[str, dict[str, Any]] = {
    "plain": {},
    "low_luck": {"low_luck": True},
    "per_step": {"casualty_timing": "per_step"},
    "two_hit_battleships": {"two_hit_battleships": True},
    "submersible": {"submersible_submarines": True},
    "two_heavy_dice": {"heavy_bomber_dice": 2},
    "air_survivors": {"amphibious_retreat": "air_survivors"},
    "overland": {"amphibious_retreat": "overland"},
    "defenders_share": {"multinational_hits": "defenders"},
    "many": {
        "low_luck": True,
        "two_hit_battleships": True,
        "submersible_submarines": True,
        "multinational_hits": "defenders",
        "amphibious_retreat": "air_survivors",
    },
}
"""Every option of the classic game that matters in a battle, alone and together."""
CASES: dict[str, tuple[str, dict[str, Any]]] = {
    **{name: ("classic", options) for name, options in OPTION_SETS.items()},
    "1942": ("1942", {}),
    "1942_again": ("1942", {}),
    "1942_low_luck": ("1942", {"low_luck": True}),
}
"""All games with every option that matters in a battle."""


def draw_question(rng: Random, options: dict[str, Any], most: int, game: str = "classic") -> Question:
    """A battle on land, a landing or a battle at sea, with everything that can be part of it."""
    scene = rng.choice(("land", "land", "landing", "sea", "sea"))
    kinds = FLEET[game] if scene == "sea" else LAND[game]
    attack = _units(rng, kinds, most)
    defenders = [_units(rng, kinds, most) for _ in range(rng.choice((1, 1, 2)))]
    if scene == "sea":
        for units in (attack, *defenders):
            if units is not attack:
                units.pop("bomber", None)
            if not set(units) - {"fighter", "bomber"}:
                units["submarine"] = 1
    if scene == "landing":
        attack["infantry"] = attack.get("infantry", 0) + 1
        for kind in BOMBARDING[game]:
            if rng.random() < 0.6:
                attack[kind] = rng.randint(1, 2)
    overland: dict[str, int] = {}
    if scene == "landing" and rng.random() < 0.6:
        land = [kind for kind in attack if kind in LAND_UNITS for _ in range(attack[kind])]
        for kind in rng.sample(land, rng.randint(0, len(land) - 1)):
            overland[kind] = overland.get(kind, 0) + 1
    tech = [name for name in DEVELOPMENTS[game] if rng.random() < 0.3]
    return odds.question(
        game,
        Force(attack, "germany", tuple(tech), _damaged(rng, game, options, attack)),
        [
            Force(units, power, damaged=_damaged(rng, game, options, units))
            for units, power in zip(defenders, ("uk", "usa"), strict=False)
        ],
        options,
        defend_tech=["jet_power"] if rng.random() < 0.3 and DEVELOPMENTS[game] else [],
        gun=scene != "sea" and rng.random() < 0.4,
        amphibious=scene == "landing",
        overland=overland,
        attack_losses=_policy(rng, kinds),
        defend_losses=_policy(rng, kinds),
        retreat=rng.choice(("never", "never", "after 1", "after 2")),
        attack_subs=rng.choice(("stay", "stay", "leave")),
        defend_subs=rng.choice(("stay", "stay", "leave")),
        by_round=True,
    )


def _units(rng: Random, kinds: tuple[str, ...], most: int) -> dict[str, int]:
    units: dict[str, int] = {}
    for _ in range(rng.randint(2, most)):
        kind = rng.choice(kinds)
        units[kind] = units.get(kind, 0) + 1
    return units


def _damaged(rng: Random, game: str, options: dict[str, Any], units: dict[str, int]) -> dict[str, int]:
    """Some of the ships that survive a hit have had one."""
    hits = rules_for(game, options).hits_to_sink
    return {kind: rng.randint(0, number) for kind, number in units.items() if hits(kind) > 1}


def _policy(rng: Random, kinds: tuple[str, ...]) -> LossPolicy:
    if rng.random() < 0.5:
        return LossPolicy(rng.choice(("cheapest", "weakest")), keep_land=rng.random() < 0.3)
    return LossPolicy(order=tuple(rng.sample(kinds, len(kinds))), keep_land=rng.random() < 0.3)


class Comparison:
    """Collects questions with their exact and their observed answers."""

    def __init__(self) -> None:
        self.p_values: list[float] = []
        self.off: defaultdict[str, float] = defaultdict(float)
        self.variance: defaultdict[str, float] = defaultdict(float)
        self.runs = 0

    def add(self, asked: Question, runs: int, seed: int) -> None:
        """Fight a battle many times and compare."""
        exact = odds.answer(asked)
        assert exact.method == "exact", exact.note
        played = simulate(asked, runs=runs, seed=seed, seconds=math.inf)
        self.runs += runs
        self.p_values.append(p_value(endings(exact), endings(played), runs))
        for name in ("win", "lose", "both", "retreat", "take"):
            chance = getattr(exact, name)
            self._note(name, getattr(played, name) - chance, chance * (1 - chance), runs)
        # Chances of round 1, 2, … being fought; a battle may be over before its first round.
        reached = [1.0 if exact.by_round else 0.0, *(entry.going for entry in exact.by_round)]
        square = sum((2 * number + 1) * chance for number, chance in enumerate(reached))
        self._note("rounds", played.rounds - exact.rounds, square - exact.rounds**2, runs)

    def _note(self, name: str, off: float, variance: float, runs: int) -> None:
        self.off[name] += runs * off
        self.variance[name] += runs * max(variance, 0.0)

    def deviations(self) -> dict[str, float]:
        """How many standard deviations all battles together are off, per figure."""
        return {n: self.off[n] / math.sqrt(v) for n, v in self.variance.items() if v > 1e-9}

    def smallest_p(self) -> float:
        """The least likely fit, corrected for the number of comparisons (Bonferroni)."""
        return min(1.0, min(self.p_values) * len(self.p_values))


def endings(found: Odds) -> dict[str, float]:
    """Chances of what is left, in a form that can be compared."""
    return {
        repr((sorted(e.attackers.items()), sorted((p, sorted(k.items())) for p, k in e.defenders.items()))): e.chance
        for e in found.survivors
    }


def p_value(expected: Mapping[Any, float], observed: Mapping[Any, float], runs: int) -> float:
    """Pearson's test; rare endings are thrown together until eight of them are expected."""
    assert observed.keys() <= expected.keys(), observed.keys() - expected.keys()
    cells: list[tuple[float, float]] = []
    rare = (0.0, 0.0)
    for name, chance in sorted(expected.items(), key=lambda item: item[1]):
        seen = (rare[0] + chance * runs, rare[1] + observed.get(name, 0.0) * runs)
        if seen[0] < 8:
            rare = seen
        else:
            cells.append(seen)
            rare = (0.0, 0.0)
    if rare[0] and cells:
        cells[-1] = (cells[-1][0] + rare[0], cells[-1][1] + rare[1])
    if len(cells) < 2:
        return 1.0
    return upper_tail(sum((o - e) ** 2 / e for e, o in cells), len(cells) - 1)


def upper_tail(chi: float, freedom: int) -> float:
    """Chance that a chi-square with so many degrees of freedom exceeds `chi`."""
    a, x = freedom / 2, chi / 2
    if x == 0:
        return 1.0
    scale = math.exp(-x + a * math.log(x) - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        for n in range(1, 10_000):
            term *= x / (a + n)
            total += term
            if term < 1e-16 * total:
                break
        return 1 - scale * total
    b = x + 1 - a
    c, d = 1e300, 1 / b
    h = d
    for n in range(1, 10_000):
        an = -n * (n - a)
        b += 2
        d = 1 / (an * d + b)
        c = b + an / c
        h *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return scale * h


def compare(game: str, options: dict[str, Any], seed: int, questions: int, runs: int, most: int) -> Comparison:
    """Some random questions under some options."""
    rng = Random(seed)
    comparison = Comparison()
    for number in range(questions):
        comparison.add(draw_question(rng, options, most, game), runs, seed=1000 * seed + number)
    return comparison


def worst(deviations: dict[str, float], names: Iterable[str] = ()) -> float:
    """The largest deviation."""
    return max(abs(z) for name, z in deviations.items() if not names or name in names)


# Raids


class Raid(msgspec.Struct, frozen=True):
    """Bombers over a factory, with fighters on both sides where the rules know them."""

    game: str
    bombers: int
    options: dict[str, Any] = {}
    escorts: int = 0
    interceptors: int = 0
    gun: bool = True
    money: int = 30
    damaged: int = 0

    def odds(self) -> RaidOdds:
        """The exact odds."""
        return odds.raid(
            self.game,
            self.bombers,
            self.options,
            gun=self.gun,
            money=self.money,
            value=rules_for(self.game, self.options).board.values[RAIDED],
            damaged=self.damaged,
            escorts=self.escorts,
            interceptors=self.interceptors,
        )

    def stage(self) -> Game[WarState]:
        """British aircraft over the German factory, ready to be fought."""
        raiders = {"bomber": self.bombers} | ({"fighter": self.escorts} if self.escorts else {})
        there = {"factory": 1, "aa_gun": int(self.gun), "fighter": self.interceptors}
        game: Game[WarState] = setup(
            self.game,
            self.options,
            seed=1,
            power="uk",
            phase="combat_move",
            units={"united_kingdom": {"uk": raiders}, RAIDED: {"germany": {k: n for k, n in there.items() if n}}},
            money={"germany": self.money},
        )
        rules: Any = game.rules
        zone = next(z for z in rules.board.sea_borders["united_kingdom"] if z in rules.board.sea_borders[RAIDED])
        factory = next(unit for unit in game.state.units_in(RAIDED) if unit.kind == "factory")
        game.state.change(factory.id, damage=self.damaged)
        flying = tuple(unit.id for unit in game.state.units_of("uk"))
        game.apply(Move(flying, ("united_kingdom", zone, RAIDED), raid=True))
        return game

    def fought(self, runs: int, seed: int) -> dict[str, dict[int, float]]:
        """How often how much was lost and destroyed."""
        staged = self.stage()
        seen: dict[str, Counter[int]] = {name: Counter() for name in RAID_FIGURES}
        for run in range(runs):
            game = staged.copy()
            game.dice = SeededDice(f"{seed}/{run}")
            events = game.apply(EndPhase())
            while not any(event.kind == "battle_ended" for event in events):
                assert game.decision is not None
                events = game.apply(self._answer(game, game.decision))
            left = Counter((unit.power, unit.kind) for unit in game.state.units.values())
            seen["lost"][self.bombers - left["uk", "bomber"]] += 1
            seen["escorts_lost"][self.escorts - left["uk", "fighter"]] += 1
            seen["interceptors_lost"][self.interceptors - left["germany", "fighter"]] += 1
            factory = next(unit for unit in game.state.units_in(RAIDED) if unit.kind == "factory")
            seen["damage"][factory.damage - self.damaged + self.money - game.state.money["germany"]] += 1
        return {name: {n: times / runs for n, times in counted.items()} for name, counted in seen.items()}

    def _answer(self, game: Game[WarState], decision: Decision) -> Action:
        """All fighters rise; fighters are lost before bombers."""
        if decision.kind == "intercept":
            return Intercept({space: tuple(fighters) for space, fighters in decision.about["fighters"].items()})
        answer = LossOrder(("fighter", "bomber")).answer(game.rules, game.state, decision, game.legal(decision))
        assert answer is not None, decision
        return answer


RAIDED = "western_europe"
RAID_FIGURES = ("lost", "escorts_lost", "interceptors_lost", "damage")
FIGHTERS = {"escorts_and_interceptors": True}
RAIDS: dict[str, Raid] = {
    "classic": Raid("classic", 3, money=9),
    "classic_capped": Raid("classic", 2, {"sbr_cap_by_value": True}),
    "classic_low_luck": Raid("classic", 4, {"low_luck": True}),
    "1942": Raid("1942", 3),
    "1942_damaged": Raid("1942", 2, damaged=7),
    "escorts_alone": Raid("1942", 2, FIGHTERS, escorts=3),
    "interceptors_alone": Raid("1942", 3, FIGHTERS, interceptors=4),
    "both": Raid("1942", 2, FIGHTERS, escorts=2, interceptors=3),
    "more_hits_than_aircraft": Raid("1942", 1, FIGHTERS, escorts=1, interceptors=6),
    "without_a_gun": Raid("1942", 2, FIGHTERS, escorts=4, interceptors=2, gun=False),
    "both_low_luck": Raid("1942", 3, FIGHTERS | {"low_luck": True}, escorts=4, interceptors=5),
}
"""Raids in both games; fighters take part in the edition that knows them."""
