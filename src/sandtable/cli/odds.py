"""`sandtable odds` and `sandtable raid`: the chances of battles and bombing raids."""

from __future__ import annotations

import json
import statistics
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sandtable.cli import numbers
from sandtable.cli.options import json_flag, language_flag, option_flag, read_options
from sandtable.core.errors import SandtableError
from sandtable.core.lexicon import Lexicon, phrasebook
from sandtable.core.registry import definition

if TYPE_CHECKING:  # the odds load a compiler; only those who ask wait for it
    from rich.table import Table

    from sandtable.odds import Odds, Question, RaidOdds

BAR = 40
LISTED = 8
"""Endings shown if nobody asks for more."""


@click.command()
@click.argument("game")
@click.option(
    "--attack", required=True, metavar="FORCES", help='E.g. "10 infantry, 5 armour, 2 fighter" or "10 inf 5 arm".'
)
@click.option("--defend", required=True, metavar="FORCES", help='… "uk: 2 inf; usa: 1 ftr", "1 damaged bb".')
@click.option("--amphibious", is_flag=True, help="The attackers come from the sea (implied by ships that bombard).")
@click.option("--overland", default="", metavar="FORCES", help='… but for those that came overland, e.g. "3 inf".')
@click.option("--aa", "gun", is_flag=True, help="An AA gun fires at the attacking aircraft.")
@option_flag
@click.option("--attack-tech", multiple=True, metavar="NAME", help="Development of the attacker, e.g. heavy_bombers.")
@click.option("--defend-tech", multiple=True, metavar="NAME", help="Of the defenders, e.g. jet_power or usa:jet_power.")
@click.option("--policy", default="cheapest", metavar="LOSSES", show_default=True, help="How both sides take losses.")
@click.option(
    "--attack-losses", metavar="LOSSES", help="cheapest, weakest, optimal, «cheapest keep-land», «inf, ftr, arm»."
)
@click.option("--defend-losses", metavar="LOSSES", help="The same for the defender.")
@click.option("--retreat", default="never", show_default=True, help="never, «after 2», «below 0.4» or optimal.")
@click.option("--goal", default="win", show_default=True, help="What optimal means: win, take or value.")
@click.option("--attack-subs", default="stay", show_default=True, help="stay or leave (withdraw, dive).")
@click.option("--defend-subs", default="stay", show_default=True, help="stay or leave.")
@click.option("--rounds", "by_round", is_flag=True, help="Show how the battle stands after every round.")
@click.option("--top", type=click.IntRange(0), default=LISTED, show_default=True, help="How many endings to list.")
@click.option("--repeat", type=click.IntRange(1), help="Calculate this often; the time is the warm median.")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), help="Draw the survivors into this SVG file.")
@json_flag
@language_flag
def odds(
    game: str,
    options: tuple[str, ...],
    policy: str,
    attack_losses: str | None,
    defend_losses: str | None,
    top: int,
    repeat: int | None,
    plot: Path | None,
    as_json: bool,
    lang: str,
    **how: Any,
) -> None:
    """The exact odds of a battle of GAME: who wins, what is left, what it costs.

    Forces in words, with abbreviations: sandtable odds classic --attack "10 inf 5 arm" --defend "12 inf, 1 ftr"
    """
    from sandtable.odds import question

    chosen = read_options(definition(game), options)
    how |= {"attack_losses": attack_losses or policy, "defend_losses": defend_losses or policy}
    asked = question(game, options=chosen, **how)
    result = _timed(asked, repeat)
    if plot is not None:
        _draw(plot, asked, result, _Words(game, lang))
    if as_json:
        import msgspec

        data = {"game": game} | msgspec.to_builtins(result) | {"note": result.notes.get(lang, "")}
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        _show(asked, result, _Words(game, lang), top)
        if plot is not None:
            click.echo(_Words(game, lang).say("odds.plotted", file=str(plot)))


@click.command()
@click.argument("game")
@click.option("--bombers", type=int, required=True, help="How many bombers.")
@click.option("--aa/--no-aa", "gun", default=True, show_default=True, help="Whether an AA gun fires at them.")
@click.option("--money", type=int, help="What the owner of the factory has.  [default: plenty]")
@click.option("--value", type=int, help="Value of the territory, where it limits the damage.  [default: the highest]")
@click.option("--damaged", type=int, default=0, help="Points of damage the factory has already (1942).")
@click.option("--tech", multiple=True, metavar="NAME", help="Development of the attacker, e.g. heavy_bombers.")
@click.option("--escorts", type=int, default=0, help="Fighters that come along (an option of the 1942 edition).")
@click.option("--interceptors", type=int, default=0, help="Fighters that rise against them (the same option).")
@option_flag
@json_flag
@language_flag
def raid(game: str, bombers: int, options: tuple[str, ...], as_json: bool, lang: str, **how: Any) -> None:
    """The exact odds of a bombing raid in GAME: bombers lost, damage done."""
    from sandtable.odds import raid as judge_raid

    result = judge_raid(game, bombers, read_options(definition(game), options), **how)
    if as_json:
        import msgspec

        click.echo(json.dumps({"game": game} | msgspec.to_builtins(result), indent=2))
    else:
        _show_raid(result, bombers, _Words(game, lang))


def _draw(file: Path, asked: Question, result: Odds, words: _Words) -> None:
    """Write the picture; if that fails say why."""
    from sandtable.cli.plot import survivors_svg

    try:
        file.write_text(survivors_svg(asked, result, words), encoding="utf-8")
    except OSError as problem:
        match problem:
            case FileNotFoundError() | NotADirectoryError():
                why = words.say("odds.why.no_folder")
            case PermissionError():
                why = words.say("odds.why.not_allowed")
            case _:
                why = words.say("odds.why.system", error=problem.strerror or str(problem))
        raise SandtableError(words.say("odds.not_plotted", file=str(file), why=why)) from problem


def _timed(asked: Question, repeat: int | None) -> Odds:
    """The answer, with the median time of `repeat` warm calculations if that is wanted."""
    import msgspec

    from sandtable.odds import answer

    result = answer(asked)
    if repeat is None:
        # The first call of a process also loads compiled code; a quick answer is asked for again.
        return answer(asked) if result.elapsed_ms < 500 else result
    times = [answer(asked).elapsed_ms for _ in range(repeat)]
    return msgspec.structs.replace(result, elapsed_ms=statistics.median(times))


# Words and numbers


class _Words:
    """Sentences, names and numbers in one language."""

    def __init__(self, game: str, lang: str) -> None:
        self.game = definition(game)
        self.lang = lang
        self.base: Any = self.game.base
        self.names: Lexicon = self.base.lexicon

    def say(self, key: str, **params: object) -> str:
        return phrasebook("sandtable.cli", "odds.toml").render(key, self.lang, **params)

    def title(self) -> str:
        return self.game.title[self.lang]

    def name(self, ident: str) -> str:
        return self.names.name(ident, self.lang)

    def forces(self, counts: dict[str, int]) -> str:
        return self.names.forces(counts, self.lang)

    def number(self, value: float, digits: int = 1, sign: bool = False) -> str:
        return numbers.number(value, self.lang, digits, sign)

    def percent(self, chance: float) -> str:
        return numbers.percent(chance, self.lang)


# On the terminal


def _bar(chance: float, width: int = BAR) -> str:
    """A bar in eighths of a character."""
    eighths = round(8 * width * chance)
    bar = "█" * (eighths // 8) + ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")[eighths % 8]
    return bar or ("▏" if chance > 0 else "")


def _show(asked: Question, result: Odds, words: _Words, top: int) -> None:
    from sandtable.cli.screen import console

    out = console()
    where = "sea" if asked.where == "sea" else "landing" if asked.landing else "land"
    out.print(words.say("odds.title", game=words.title(), where=words.say(f"odds.{where}")), style="bold")
    out.print(f"{words.say('odds.attack')}: {_attack_in_words(asked, words)}")
    out.print(f"{words.say('odds.defence')}: {_defence_in_words(asked, words)}\n")
    out.print(_outcomes(result, words))
    out.print()
    if asked.where == "land":
        out.print(words.say("odds.take", chance=words.percent(result.take)))
    swing = words.number(result.defender_loss - result.attacker_loss, sign=True)
    mine, theirs = words.number(result.attacker_loss), words.number(result.defender_loss)
    out.print(words.say("odds.losses", mine=mine, theirs=theirs, swing=swing))
    out.print(words.say("odds.rounds", number=words.number(result.rounds)))
    if result.by_round:
        out.print()
        out.print(_by_round(result, words))
    if result.survivors and top:
        out.print()
        out.print(_endings(result, words, top))
        rest = result.survivors[top:]
        if rest:
            chance = words.percent(sum(entry.chance for entry in rest))
            out.print(words.say("odds.more", number=len(rest), chance=chance), style="dim")
    out.print()
    ms = words.number(result.elapsed_ms, 3 if result.elapsed_ms < 10 else 0)
    error = words.percent(result.error)
    out.print(words.say(f"odds.{result.method}", ms=ms, runs=result.runs, error=error), style="dim")
    if result.notes:
        out.print(words.say("odds.note", note=result.notes[words.lang]), style="yellow")


def _attack_in_words(asked: Question, words: _Words) -> str:
    counts = {figure.kind: number for figure, number in (*asked.attack, *asked.bombard)}
    side = _side(asked, words, asked.attacker, counts)
    return (
        f"{side} ({words.say('odds.overland', units=words.forces(dict(asked.overland)))})" if asked.overland else side
    )


def _defence_in_words(asked: Question, words: _Words) -> str:
    forces: dict[str, dict[str, int]] = {}
    for figure, number in asked.defend:
        forces.setdefault(figure.power, {})[figure.kind] = number
    sides = [_side(asked, words, power, counts) for power, counts in forces.items()]
    return "; ".join(sides) + (f", {words.say('odds.gun')}" if asked.gun else "")


def _side(asked: Question, words: _Words, power: str, counts: dict[str, int]) -> str:
    tech = [words.name(development) for development in asked.tech.get(power, ())]
    return f"{words.name(power)}: {words.forces(counts)}" + (f" ({', '.join(tech)})" if tech else "")


def _outcomes(result: Odds, words: _Words) -> Table:
    from sandtable.cli.screen import tidy_table

    table = tidy_table((words.say("odds.outcome"), words.say("odds.chance"), ""), right=(1,))
    colours = {"win": "green", "lose": "red", "both": "yellow", "stalemate": "magenta", "retreat": "cyan"}
    for name, colour in colours.items():
        chance = getattr(result, name)
        if chance > 1e-12 or name in ("win", "lose", "both"):
            table.add_row(words.say(f"odds.{name}"), words.percent(chance), _coloured(_bar(chance), colour))
    return table


def _coloured(text: str, colour: str) -> Any:
    from rich.text import Text

    return Text(text, style=colour)


def _by_round(result: Odds, words: _Words) -> Table:
    from sandtable.cli.screen import tidy_table

    names = ["win", "lose", "both", *(["retreat"] if result.retreat > 0 else []), "going"]
    headings = [words.say(f"odds.{key}") for key in ("round", *names, "value_a", "value_d")]
    table = tidy_table(headings, right=range(len(headings)))
    for entry in result.by_round:
        chances = [words.percent(getattr(entry, name)) for name in names]
        values = [words.number(entry.attacker_value), words.number(entry.defender_value)]
        table.add_row(str(entry.round), *chances, *values)
        if entry.going < 0.0005:
            break
    return table


def _endings(result: Odds, words: _Words, top: int) -> Table:
    from sandtable.cli.screen import tidy_table

    keys = ("odds.left_a", "odds.left_d", "odds.chance")
    table = tidy_table([*(words.say(key) for key in keys), ""], right=(2,))
    for entry in result.survivors[:top]:
        several = len(entry.defenders) > 1
        theirs = [
            (f"{words.name(power)}: " if several else "") + words.forces(kinds)
            for power, kinds in entry.defenders.items()
        ]
        bar = _bar(entry.chance / result.survivors[0].chance, BAR // 2)
        table.add_row(words.forces(entry.attackers) or "–", "; ".join(theirs) or "–", words.percent(entry.chance), bar)
    return table


def _show_raid(result: RaidOdds, bombers: int, words: _Words) -> None:
    from sandtable.cli.screen import console, tidy_table

    out = console()
    raiders = words.forces({sorted(words.base.types.with_trait("raids"))[0]: bombers})
    out.print(words.say("raid.title", game=words.title(), bombers=raiders), style="bold")
    out.print()
    tables = {"raid.down": result.lost, "raid.points" if result.damage_stays else "raid.damage": result.damage}
    if len(result.escorts_lost) > 1:
        tables["raid.escorts"] = result.escorts_lost
    if len(result.interceptors_lost) > 1:
        tables["raid.interceptors"] = result.interceptors_lost
    for key, chances in tables.items():
        table = tidy_table((words.say(key), words.say("odds.chance"), ""), right=(0, 1))
        for number, chance in chances.items():
            if chance >= 0.00005:
                table.add_row(str(number), words.percent(chance), _bar(chance))
        out.print(table)
        out.print()
    damage, lost = words.number(result.expected_damage, 2), words.number(result.expected_lost, 2)
    value = words.number(result.expected_value, 2, sign=True)
    expected = "raid.expected_points" if result.damage_stays else "raid.expected"
    out.print(words.say(expected, damage=damage, lost=lost, value=value))
