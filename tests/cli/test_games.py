"""`sandtable games`: what programs and people are told about the games."""

from __future__ import annotations

import sandtable
from tests.cli.terminal import command


def test_the_json_lists_every_game_with_its_powers_and_options() -> None:
    """Programs get id, title, powers, number of rules and every option with its kind, default, text and rule."""
    games = {game["id"]: game for game in command("games", "--json").data["games"]}
    classic = games["classic"]
    assert classic["powers"] == ["ussr", "germany", "uk", "japan", "usa"]
    assert classic["title"]["en"] and classic["title"]["de"]
    assert classic["rules"] == len(sandtable.definition("classic").reference or ())
    options = {option["key"]: option for option in classic["options"]}
    assert set(options) == {option.key for option in sandtable.definition("classic").options}
    for option in options.values():
        assert option["kind"] in ("flag", "choice", "number", "per_power")
        assert option["text"]["en"] and option["text"]["de"] and option["rule"].startswith("CL-OPT-")
        assert "default" in option
    assert options["casualty_timing"]["choices"] == ["per_column", "per_step"]
    assert options["neutral_fee"]["range"] == [0, 50]
    assert "choices" not in options["low_luck"] and "range" not in options["low_luck"]


def test_every_game_is_listed() -> None:
    """With five powers each in these two, and options whose rules are the game's own."""
    games = {game["id"]: game for game in command("games", "--json").data["games"]}
    assert set(games) == {game.id for game in sandtable.games()} >= {"classic", "1942"}
    for game in sandtable.games():
        listed = games[game.id]
        assert tuple(listed["powers"]) == game.powers and listed["rules"] == len(game.reference or ())
        assert all(option["rule"] in (game.reference or ()) for option in listed["options"])


def test_people_get_a_table_that_fits_a_narrow_terminal() -> None:
    """At 80 columns nothing is cut off and no line is too long."""
    printed = command("games", columns=80)
    assert printed.code == 0
    for game in sandtable.games():
        assert game.title["en"] in printed.out
        assert all(option.key in printed.out for option in game.options)
    assert "…" not in printed.out.replace("number,…", "")
    assert max(len(line) for line in printed.out.splitlines()) <= 80


def test_the_table_speaks_german() -> None:
    """With --lang de names and meanings are German."""
    printed = command("games", "--lang", "de")
    assert "Sowjetunion" in printed.out and "Die UdSSR darf in Runde 1 nicht angreifen." in printed.out
