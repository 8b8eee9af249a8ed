"""`sandtable play`: the game in the browser."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), help="Port to serve on, 0 for any [default: 8942 or the next].")
@click.option("--no-browser", is_flag=True, help="Only serve; do not open a browser window.")
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the saved games [default: your user folder].",
)
def play(port: int | None, no_browser: bool, data: Path | None) -> None:
    """Play in the browser, against the computer or with several people at one machine.

    Serves until it is stopped with Ctrl-C. Games are saved after every action.
    """
    from sandtable.server.run import data_folder, serve

    folder = data or data_folder()
    serve(folder, port, not no_browser, lambda address: _greet(address, folder))


def _greet(address: str, folder: Path) -> None:
    click.echo(f"Sandtable is at {address} (Ctrl-C ends it)")
    click.echo(f"Saved games are in {folder}")
