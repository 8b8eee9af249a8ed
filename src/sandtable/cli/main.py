"""The command `sandtable`: its subcommands, and what a person sees when something goes wrong."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

import sandtable
from sandtable.cli.arena import arena
from sandtable.cli.games import games
from sandtable.cli.odds import odds, raid
from sandtable.cli.play import play
from sandtable.cli.replay import replay
from sandtable.cli.rulebook import rules
from sandtable.cli.simulate import simulate
from sandtable.cli.terminal import terminal
from sandtable.core.errors import SandtableError


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(sandtable.__version__, prog_name="sandtable")
def cli() -> None:
    """Second World War grand-strategy board games, every rule enforced and explained.

    Begin with `sandtable play`, look things up with `sandtable rules classic blitz`.
    """


for command in (play, terminal, games, rules, simulate, replay, odds, raid, arena):
    cli.add_command(command)


def main(arguments: Sequence[str] | None = None) -> None:
    """Entry point of the console script. Problems end in one sentence and an exit code, never in a traceback."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return the exit code: 0, 1 for problems, 2 for a wrong command line."""
    try:
        code = cli.main(args=arguments, prog_name="sandtable", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as problem:
        problem.show()
        return problem.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("", err=True)
        return 130
    except BrokenPipeError:  # the reader (`| head`) has seen enough
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # spares Python a second complaint
        return 0
    except SandtableError as problem:
        click.echo(f"sandtable: {problem}", err=True)
        return 1
    except OSError as problem:
        where = f"{problem.filename}: " if problem.filename else ""
        click.echo(f"sandtable: {where}{problem.strerror or problem}", err=True)
        return 1
    return code if isinstance(code, int) else 0
