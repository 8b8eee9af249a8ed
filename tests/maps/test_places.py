"""Reading the hand-written places: complete, and kind about mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from maps import places
from sandtable.core.errors import BadValue, UnknownName


@pytest.mark.parametrize("game", places.games())
def test_places_name_the_spaces_of_the_board(game: str) -> None:
    found, board = places.load(game), places.board_of(game)
    assert found.game == game
    assert set(found.land) == set(board.land)
    assert set(found.sea) == set(board.sea)


@pytest.mark.parametrize("game", places.games())
def test_every_difference_has_a_reason(game: str) -> None:
    found = places.load(game)
    assert all(len(pair.why) > 10 for pair in (*found.links, *found.touching))


def test_an_unknown_map_names_the_nearest() -> None:
    with pytest.raises(UnknownName, match="classic"):
        places.load("clasic")


def changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> None:
    """The classic places with a mistake in them."""
    text = (places.HERE / "classic.toml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "classic.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    monkeypatch.setattr(places, "HERE", tmp_path)


def test_a_misspelt_space_names_the_nearest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changed(tmp_path, monkeypatch, "[land.alaska]", "[land.alasca]")
    with pytest.raises(UnknownName, match="alaska"):
        places.load("classic")


def test_a_missing_space_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changed(tmp_path, monkeypatch, '[land.afghanistan]\ncountries = ["Afghanistan"]\n', "")
    with pytest.raises(BadValue, match="afghanistan"):
        places.load("classic")


def test_a_misspelt_key_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changed(tmp_path, monkeypatch, "island_radius_km", "island_radius")
    with pytest.raises(BadValue, match="island_radius"):
        places.load("classic")


def test_broken_toml_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changed(tmp_path, monkeypatch, "[frame]", "[frame")
    with pytest.raises(BadValue, match=r"classic\.toml"):
        places.load("classic")
