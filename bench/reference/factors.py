"""What single things are worth against the reference program, asked of many games at once.

    python -m bench.reference.factors 1942 --games 60 --vary strafe=0.3:0.6 --vary caution=0.7:0.9
    python -m bench.reference.factors classic --games 60 --parts

With `--vary` one side is played by the reference program's fast player and the other by officers, each of whom has one
of the two values of every figure, by chance. With `--parts` all sides are mixed: the purchases, attacks and marches of
every power are planned by an officer or by the fast player, by chance. The share of strength after some rounds is then
explained by who had what (least squares), so every game says something about everything.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple, cast

import click
import numpy as np

from bench.reference import ledger
from bench.reference.parts import class_path
from bench.reference.player import Fast
from bench.reference.process import new_game as forget
from bench.reference.scenario import PROPERTIES
from sandtable.ai.officer import Officer
from sandtable.ai.player import Player, play_on
from sandtable.ai.position import everything, wealth
from sandtable.ai.rules import WarRules
from sandtable.ai.tuning import Tuning
from sandtable.core.errors import SandtableError
from sandtable.core.game import Game, View
from sandtable.core.registry import new_game
from sandtable.core.values import Action, Decision

PARTS = {"purchase": "purchases", "placement": "purchases", "combat_move": "attacks", "noncombat_move": "marches"}
"""Which part of a turn a decision belongs to."""
SIDES = {"axis": 1.0, "allies": -1.0}
"""Whether it is good for the Axis' share what a side does better."""


class Trial(NamedTuple):
    """One game: what each power had, and the Axis' share of all strength in the end."""

    chosen: dict[str, dict[str, int]]
    """Power → factor → 0 or 1."""
    share: float


class Effect(NamedTuple):
    """What a factor changes, for each power that has it."""

    name: str
    gain: float
    error: float


class Mixture(Fast):
    """The reference program's player, some parts of whose turns an officer plans."""

    level = "mixture"

    def __init__(self, seed: int | str, officers: Mapping[str, int]) -> None:
        super().__init__(seed)
        self.officers = officers

    def decide(self, view: View[Any], decision: Decision) -> Action:
        part = PARTS.get(decision.kind)
        if decision.kind == "research" or (part is not None and not self.officers[part]):
            return super().decide(view, decision)
        return self.aide.decide(view, decision)


def play(game: str, seed: int, rounds: int, figures: Mapping[str, tuple[float, float]]) -> Trial:
    """One game; without figures to vary the parts of turns are mixed."""
    ledger.begin()
    forget()
    war: Game[Any] = new_game(game, {}, seed)
    rules = cast(WarRules, war.rules)
    luck = random.Random(f"{game}/{seed}")
    ours = list(SIDES)[seed % 2]
    names = list(figures) or list(dict.fromkeys(PARTS.values()))
    powers = [power for power in rules.powers if not figures or rules.board.side_of[power] == ours]
    chosen = {power: {name: luck.randrange(2) for name in names} for power in powers}
    players: dict[str, Player] = {}
    for power in rules.powers:
        own = f"{seed}/{power}"
        if not figures:
            players[power] = Mixture(own, chosen[power])
        elif power in chosen:
            players[power] = Officer(own).retune({name: figures[name][at] for name, at in chosen[power].items()})
        else:
            players[power] = Fast(own)
    play_on(war, players, until=lambda war: war.state.round > rounds)
    axis = sum(wealth(rules, war.state, power) for power in rules.board.side("axis"))
    return Trial(chosen, axis / everything(rules, war.state))


def effects(trials: Sequence[Trial], side_of: Mapping[str, str]) -> list[Effect]:
    """What each factor is worth to the side of a power that has it, in the share of strength."""
    names = list(next(iter(trials[0].chosen.values())))
    rows = [
        [
            *(float(any(side_of[power] == side for power in trial.chosen)) for side in SIDES),
            *(sum(SIDES[side_of[p]] * factors[name] for p, factors in trial.chosen.items()) for name in names),
        ]
        for trial in trials
    ]
    known, found = np.array(rows), np.array([trial.share for trial in trials])
    fitted, *_ = np.linalg.lstsq(known, found, rcond=None)
    spread = float(((found - known @ fitted) ** 2).sum()) / max(1, len(trials) - known.shape[1])
    errors = np.sqrt(np.diag(spread * np.linalg.pinv(known.T @ known)))
    skip = len(SIDES)
    return [Effect(name, float(fitted[at]), float(errors[at])) for at, name in enumerate(names, start=skip)]


def _figure(
    _context: click.Context, _option: click.Parameter, values: tuple[str, ...]
) -> dict[str, tuple[float, float]]:
    found = {}
    for value in values:
        name, _, levels = value.partition("=")
        try:
            low, high = map(float, levels.split(":"))
        except ValueError:
            raise click.BadParameter(f"write a figure and its two values as strafe=0.3:0.6, not {value}") from None
        if name not in Tuning.__struct_fields__:
            near = ", ".join(get_close_matches(name, Tuning.__struct_fields__)) or "see tuning.toml"
            raise click.BadParameter(f"{name} is no figure ({near})")
        found[name] = (low, high)
    return found


@click.command()
@click.argument("game", type=click.Choice(list(PROPERTIES)))
@click.option("--vary", "figures", multiple=True, callback=_figure, help="A figure of tuning.toml and its two values.")
@click.option("--parts", is_flag=True, help="Mix the parts of turns instead: purchases, attacks, marches.")
@click.option("--games", default=40, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--rounds", default=6, show_default=True)
def main(game: str, figures: dict[str, tuple[float, float]], parts: bool, games: int, seed: int, rounds: int) -> None:
    """What single figures, or an officer's parts of a turn, are worth against the reference program."""
    if bool(figures) == parts:
        raise click.UsageError("Say either what to --vary or --parts")
    trials: list[Trial] = []
    try:
        class_path()  # what is missing is noticed before anything starts
        for number in range(seed, seed + games):
            trials.append(play(game, number, rounds, figures))
            click.echo(f"seed {number}: the Axis has {trials[-1].share:.3f} after {rounds} rounds", err=True)
    except SandtableError as problem:
        raise click.ClickException(str(problem)) from None
    rules = cast(WarRules, new_game(game, {}, seed).rules)
    for effect in effects(trials, rules.board.side_of):
        click.echo(f"{effect.name:<20} {effect.gain:+.4f} ± {effect.error:.4f} for each power that has it")


if __name__ == "__main__":
    main()
