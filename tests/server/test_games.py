"""Saved games: list, create, rename, delete, export, import."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

import sandtable
from tests.server.host import Client


def test_a_new_game_is_in_the_list_with_its_picture(client: Client) -> None:
    play = client.new(name="  Our   war ", seats={"germany": "random"}, options={"low_luck": True})
    listed = next(game for game in client.get("/api/games") if game["id"] == play.id)
    assert listed["name"] == "Our war" and listed["game"] == "classic" and listed["round"] == 1
    assert listed["power"] == "ussr" and listed["seats"]["germany"] == "random" and listed["seats"]["uk"] == "person"
    assert listed["owners"]["russia"] == "ussr" and play.now["options"]["low_luck"]


def test_games_without_a_name_get_one_of_their_own(client: Client) -> None:
    first, second = client.new().now["name"], client.new().now["name"]
    assert first != second and "Classic" in first


def test_renaming_reseating_and_deleting(client: Client) -> None:
    play = client.new()
    changed = client.http.patch(play.path, json={"name": "Winter", "seats": {"usa": "random"}})
    assert changed.json()["name"] == "Winter" and changed.json()["seats"]["usa"] == "random"
    assert client.open(play.id).now["own"] == ["ussr", "germany", "uk", "japan"]
    assert client.http.delete(play.path).status_code == 204
    gone = client.http.get(play.path)
    assert gone.status_code == 404 and gone.json()["code"] == "not_found"
    assert client.http.delete(play.path).status_code == 404


@pytest.mark.parametrize(
    ("wish", "status", "word"),
    [
        ({"game": "clasic"}, 404, "clasic"),
        ({"game": "classic", "seats": {"prussia": "random"}}, 404, "prussia"),
        ({"game": "classic", "seats": {"ussr": "genius"}}, 404, "genius"),
        ({"game": "classic", "options": {"low_luk": True}}, 404, "low_luk"),
        ({"game": "classic", "options": {"low_luck": "much"}}, 422, "low_luck"),
        ({"game": "classic", "name": "x" * 81}, 422, "80"),
        ({"game": "classic", "name": "a\x07b"}, 422, "80"),
        ({"game": "classic", "seed": "\x00"}, 422, "seed"),
        ({"game": "classic", "position": {"exact": {}}}, 422, "position"),
        ({"game": "classic", "position": {"units": {"atlantis": {}}}}, 404, "atlantis"),
        ({"game": "classic", "position": {"units": {"libya": {"germany": {"armour": 10**9}}}}}, 422, "3,000"),
        ({"game": "classic", "position": {"money": {"ussr": 10**18}}}, 422, "10,000"),
        ({"game": "classic", "position": {"pool": {"infantry": 10**9}, "phase": "placement"}}, 422, "3,000"),
        ({"game": "classic", "unknown": 1}, 400, "unknown"),
        ({"game": 5}, 400, "game"),
        ({}, 400, "game"),
        ([], 400, ""),
    ],
)
def test_wishes_that_cannot_be_granted_are_explained(client: Client, wish: object, status: int, word: str) -> None:
    before = len(client.get("/api/games"))
    answer = client.http.post("/api/games", json=wish)
    assert answer.status_code == status, answer.text
    assert word in answer.json()["text"]["en"] and answer.json()["text"]["de"]
    assert len(client.get("/api/games")) == before


def test_a_record_goes_out_and_comes_in_again(client: Client) -> None:
    play = client.new("1942", seats={"germany": "random"})
    play.do({"kind": "purchase", "units": {"infantry": 8}})
    text = play.record()
    assert sandtable.replay(sandtable.loads(text)).state.pool == {"infantry": 8}
    answer = client.http.post("/api/games/import", params={"name": "Again"}, content=text.encode())
    assert answer.status_code == 201, answer.text
    again = client.open(answer.json()["id"])
    assert again.now["name"] == "Again" and again.now["pool"] == {"infantry": 8}
    assert again.record() == text
    assert again.end()["phase"] != "combat_move"


def test_a_position_can_be_exported_and_imported(client: Client) -> None:
    play = client.new(
        position={"power": "germany", "phase": "combat_move", "units": {"libya": {"germany": {"armour": 1}}}}, dice=[1]
    )
    answer = client.http.post("/api/games/import", content=play.record().encode())
    assert answer.status_code == 201 and next(iter(answer.json()["units"].values()))["kind"] == "armour"


def forged(text: str) -> str:
    """Eight infantry become eighty, and every check is computed anew."""
    lines, check = [], ""
    for line in text.splitlines():
        content = json.loads(line)
        content.pop("check")
        if content.get("do", {}).get("kind") == "purchase":
            content["do"]["units"] = {"infantry": 80}
        body = json.dumps(content, ensure_ascii=False, separators=(", ", ": "))
        check = hashlib.sha256((check + body).encode()).hexdigest()[:12]
        lines.append(json.dumps(content | {"check": check}, ensure_ascii=False, separators=(", ", ": ")))
    return "\n".join(lines) + "\n"


def test_garbage_huge_and_forged_records_are_refused_kindly(client: Client) -> None:
    play = client.new()
    play.do({"kind": "research", "dice": 0})
    play.do({"kind": "purchase", "units": {"infantry": 8}})
    text = play.record()
    cases = {
        b"": "empty",
        b"\xff\xfe\x00": "text file",
        b"hello\n": "line 1",
        b"[" * 100_000 + b"\n": "line 1",
        b'{"sandtable": "record", "version": 99, "check": ""}\n': "version 99",
        text.replace("infantry", "armour").encode(): "changed here",
        forged(text).encode(): "240",
        text.replace('"classic"', '"risk"').encode(): "changed here",
    }
    before = len(client.get("/api/games"))
    for data, word in cases.items():
        answer = client.http.post("/api/games/import", content=data)
        assert answer.status_code == 422, (data[:40], answer.text)
        problem = answer.json()
        assert problem["code"] == "bad_record" and word in problem["text"]["en"] and problem["text"]["de"], problem
    huge = client.http.post("/api/games/import", content=b"x" * (8 * 2**20 + 1))
    assert huge.status_code == 413 and huge.json()["code"] == "too_large" and "8 MB" in huge.json()["text"]["de"]
    assert len(client.get("/api/games")) == before


def test_a_record_that_was_cut_off_is_taken_up_to_where_it_holds(client: Client) -> None:
    play = client.new()
    play.do({"kind": "research", "dice": 0})
    answer = client.http.post("/api/games/import", content=play.record()[:-30].encode())
    assert answer.status_code == 201 and answer.json()["phase"] == "purchase"


def sealed(lines: list[dict[str, Any]]) -> bytes:
    """A record with whatever content, every check computed anew."""
    written, check = [], ""
    for line in lines:
        content = {key: value for key, value in line.items() if key != "check"}
        body = json.dumps(content, ensure_ascii=False, separators=(", ", ": "))
        check = hashlib.sha256((check + body).encode()).hexdigest()[:12]
        written.append(json.dumps(content | {"check": check}, ensure_ascii=False, separators=(", ", ": ")))
    return ("\n".join(written) + "\n").encode()


@pytest.mark.parametrize(
    ("part", "value", "word"),
    [
        ("dice", {"source": "seeded", "seed": float("nan")}, "seed"),
        ("dice", {"source": "seeded", "seed": [1]}, "seed"),
        ("dice", {"source": "seeded"}, "seed"),
        ("dice", {"source": "scripted", "values": 7}, "dice"),
        ("dice", {"source": "scripted", "values": "123"}, "dice"),
        ("dice", {"source": "seeded", "seed": 1, "more": float("inf")}, "written down"),
        ("money", dict.fromkeys(("ussr", "germany", "uk", "japan", "usa"), 10**18), "10,000"),
        ("pool", {"infantry": 10**9}, "3,000"),
    ],
)
def test_records_that_could_not_be_saved_or_played_are_refused(
    client: Client, part: str, value: object, word: str
) -> None:
    """What is imported is saved, opened again and played on; a forged value must not come to light only then."""
    play = client.new(position={"power": "ussr", "phase": "purchase"})
    head: dict[str, Any] = json.loads(play.record().splitlines()[0])
    (head if part == "dice" else head["start"])[part] = value
    before = len(client.get("/api/games"))
    answer = client.http.post("/api/games/import", content=sealed([head]))
    assert answer.status_code == 422 and word in answer.json()["text"]["en"], answer.text
    assert len(client.get("/api/games")) == before
