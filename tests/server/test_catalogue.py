"""What never changes: games, options, names, rules, maps."""

from __future__ import annotations

import pytest

from sandtable.core.registry import games
from sandtable.server import catalogue
from tests.server.host import Client

GAMES = [game.id for game in games()]


def both(texts: dict[str, str]) -> bool:
    return all(texts.get(lang) for lang in ("en", "de"))


def test_every_game_can_be_chosen_with_its_powers_options_and_presets(client: Client) -> None:
    cards = client.get("/api/catalogue")
    assert [card["id"] for card in cards] == GAMES
    for card in cards:
        assert both(card["title"]) and len(card["powers"]) == 5 and len(card["sides"]) == 2
        assert all(both(option["text"]) for option in card["options"])
        assert card["presets"] and all(both(preset["name"]) and both(preset["text"]) for preset in card["presets"])


@pytest.mark.parametrize("game", GAMES)
def test_presets_are_options_that_fit_together(client: Client, game: str) -> None:
    card = next(card for card in client.get("/api/catalogue") if card["id"] == game)
    for preset in card["presets"]:
        answer = client.http.post(f"/api/catalogue/{game}/options", json={"options": preset["options"]}).json()
        assert answer["ok"] and preset["options"].items() <= answer["options"].items(), preset["id"]


@pytest.mark.parametrize("game", GAMES)
def test_the_book_names_everything_in_both_languages(client: Client, game: str) -> None:
    book = client.get(f"/api/catalogue/{game}")
    for thing in (*book["spaces"], *book["units"], *book["phases"], *book["developments"], *book["powers"]):
        assert both(thing["name"]) and both(book["names"][thing["id"]]), thing["id"]
    ids = {space["id"] for space in book["spaces"]}
    assert all(border in ids for space in book["spaces"] for border in space["borders"])


def test_options_that_do_not_fit_are_explained(client: Client) -> None:
    wish = {"options": {"neutrals_impassable": True, "neutral_fee": 5}}
    answer = client.http.post("/api/catalogue/classic/options", json=wish).json()
    assert not answer["ok"] and answer["conflict"] == ["neutrals_impassable", "neutral_fee"]
    assert "neutral_fee" in answer["text"]["en"] and "passen nicht" in answer["text"]["de"]
    refused = client.http.post("/api/games", json={"game": "classic", **wish})
    assert refused.status_code == 422 and refused.json()["text"] == answer["text"]
    wish = {"options": {"low_luk": True}}
    assert "low_luck" in client.http.post("/api/catalogue/classic/options", json=wish).json()["text"]["en"]


def test_the_rules_can_be_searched_in_both_languages(client: Client) -> None:
    chapters = client.get("/api/catalogue/classic/rules")
    total = sum(len(chapter["rules"]) for chapter in chapters)
    for word in ("blitz", "Durchstoß", "CL-LAND-05"):
        found = [rule["id"] for c in client.get("/api/catalogue/classic/rules", q=word) for rule in c["rules"]]
        assert 0 < len(found) < total / 2, word
    assert client.get("/api/catalogue/classic/rules", q="zzzz") == []
    rule = client.get("/api/catalogue/classic/rules/CL-LAND-05")
    assert both(rule["title"]) and both(rule["text"])


def test_an_unknown_game_or_rule_names_the_nearest(client: Client) -> None:
    answer = client.http.get("/api/catalogue/clasic")
    assert answer.status_code == 404 and answer.json()["nearest"] == ["classic"] and both(answer.json()["text"])
    answer = client.http.get("/api/catalogue/classic/rules/CL-LAND-5")
    assert answer.status_code == 404 and "CL-LAND-05" in answer.json()["nearest"]


@pytest.mark.parametrize("game", GAMES)
def test_the_map_comes_as_it_is_in_the_package(client: Client, game: str) -> None:
    assert client.get(f"/api/catalogue/{game}/map")["type"] == "Topology"
    assert catalogue.card(game).has_map


def test_levels_are_named_in_both_languages(client: Client) -> None:
    levels = client.get("/api/session")["levels"]
    assert "random" in [level["id"] for level in levels]
    assert all(both(level["name"]) and both(level["text"]) for level in levels)


def test_the_lines_for_a_close_look_are_those_of_the_map(client: Client) -> None:
    for card in client.get("/api/catalogue"):
        whole = client.get(f"/api/catalogue/{card['id']}/map")
        close = client.get(f"/api/catalogue/{card['id']}/map/fine")
        assert len(whole["arcs"]) == len(close["arcs"]) and whole["places"] == close["places"]
        assert close["transform"]["scale"][0] < whole["transform"]["scale"][0]
    assert client.http.get("/api/catalogue/risk/map/fine").status_code == 404
