"""Understanding names: whole, shortened, misspelt, in both languages."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.cli.words import ALL, NotUnderstood, Vocabulary, plain, read_forces
from sandtable.games.classic.rules import BOARD, TYPES
from sandtable.warfare.base import WarBase

RULES = sandtable.definition("classic").rules()
assert isinstance(RULES, WarBase)
VOCABULARY = Vocabulary(RULES)


@pytest.mark.parametrize("space", BOARD.spaces)
def test_every_space_is_found_by_its_id_and_by_its_names(space: str) -> None:
    """No two spaces share a name in any language."""
    for name in (space, *BOARD.spaces[space].names.values()):
        assert VOCABULARY.space(name) == space


@pytest.mark.parametrize("kind", TYPES)
def test_every_unit_is_found_by_its_id_and_by_its_names(kind: str) -> None:
    """Singular and plural, in any language."""
    for name in (kind, *TYPES[kind].names.values(), *TYPES[kind].plurals.values()):
        assert VOCABULARY.kinds.find(name) == kind


@pytest.mark.parametrize(
    ("typed", "space"),
    [
        ("lib", "libya"),
        ("egypt", "anglo_egypt_sudan"),
        ("anglo_egypt", "anglo_egypt_sudan"),
        ("french_eq", "french_equatorial_africa"),
        ("fr eq", "french_equatorial_africa"),
        ("uk", "united_kingdom"),
        ("germany", "germany"),
        ("karelia", "karelia_ssr"),
        ("karelia sea", "karelia_sea_zone"),
        ("baltic", "baltic_sea_zone"),
        ("north sea", "north_sea_zone"),
        ("norway", "finland_norway"),
        ("Ostsee", "baltic_sea_zone"),
        ("Südeuropa", "southern_europe"),
        ("ukraine", "ukraine_ssr"),
        ("Karelien", "karelia_ssr"),
    ],
)
def test_short_and_everyday_names_are_understood(typed: str, space: str) -> None:
    """Beginnings, everyday names, sea zones without «sea zone», German names."""
    assert VOCABULARY.space(typed) == space


def test_a_misspelt_name_lists_the_nearest() -> None:
    """«caucassus» is not guessed at, but the right name is offered."""
    with pytest.raises(NotUnderstood) as caught:
        VOCABULARY.space("caucassus")
    assert caught.value.key == "unknown.space" and "caucasus" in caught.value.nearest


def test_an_ambiguous_name_lists_what_it_could_be() -> None:
    """«west» begins many names."""
    with pytest.raises(NotUnderstood) as caught:
        VOCABULARY.space("western")
    assert caught.value.key == "ambiguous.space"
    assert {"western_europe", "western_canada"} <= set(caught.value.nearest)


def test_what_fits_the_order_is_preferred() -> None:
    """A ship in «karelia» means the sea zone."""
    assert VOCABULARY.space("karelia", VOCABULARY.sea) == "karelia_sea_zone"


@pytest.mark.parametrize(
    ("typed", "forces", "rest"),
    [
        ("2 inf 1 arm libya egypt", {"infantry": 2, "armour": 1}, ["libya", "egypt"]),
        ("2inf, 1 tank", {"infantry": 2, "armour": 1}, []),
        ("fighter uk", {"fighter": 1}, ["uk"]),
        ("1 aa gun russia", {"aa_gun": 1}, ["russia"]),
        ("all inf libya", {"infantry": ALL}, ["libya"]),
        ("2 Jäger und 1 Panzer", {"fighter": 2, "armour": 1}, []),
        ("1 U-Boot ostsee", {"submarine": 1}, ["ostsee"]),
        ("libya egypt", {}, ["libya", "egypt"]),
    ],
)
def test_forces_are_read_in_many_ways(typed: str, forces: dict[str, int], rest: list[str]) -> None:
    """Numbers, abbreviations, plurals, «and», two words, German."""
    assert read_forces(VOCABULARY.kinds, typed.split()) == (forces, rest)


def test_an_unknown_unit_lists_the_nearest() -> None:
    """«2 infanty» is nearly infantry."""
    with pytest.raises(NotUnderstood) as caught:
        read_forces(VOCABULARY.kinds, ["2", "infentry", "libya"])
    assert "infantry" in caught.value.nearest


def test_plain_text_has_no_accents_and_signs() -> None:
    """«Anglo-Ägyptischer Sudan», «S.S.R.»."""
    assert plain("Anglo-Ägyptischer Sudan") == "anglo agyptischer sudan"
    assert plain("Karelia S.S.R.") == "karelia ssr"
