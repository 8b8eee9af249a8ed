"""Options: settled, composed, in conflict."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable import BadValue, OptionConflict, UnknownName
from sandtable.core.lexicon import LANGUAGES
from sandtable.core.options import Option, compose, settle

POWERS = ("red", "blue")


def _option(key: str, kind: Any, default: Any, **more: Any) -> Option:
    return Option(key=key, rule="X-1", kind=kind, default=default, text={"en": key, "de": key}, **more)


class Base:
    size = 1

    def story(self) -> list[str]:
        return ["base"]


class Rain(Base):
    def story(self) -> list[str]:
        return [*super().story(), "rain"]


class Wind(Base):
    def story(self) -> list[str]:
        return [*super().story(), "wind"]


class Gifts(Base):
    def story(self) -> list[str]:
        return [*super().story(), "gifts"]


OPTIONS = (
    _option("rain", "flag", False, mixins={True: Rain}),
    _option("wind", "choice", "calm", choices=("calm", "breeze", "storm"), mixins={"storm": Wind}),
    _option("size", "number", 1, low=1, high=9, attribute="size"),
    _option("gifts", "per_power", {}, high=5, module=Gifts, attribute="gifts"),
    _option("flood", "flag", False, implies={"rain": True, "size": 9}),
    _option("drought", "flag", False, implies={"rain": False}, excludes={"flood": "no water"}),
    _option("sunshine", "flag", False, excludes={"rain": "it is dry"}),
    _option("giants", "flag", False, implies={"size": 8}),
)


def _rules(**chosen: object) -> Any:
    return compose(Base, OPTIONS, settle(OPTIONS, chosen, POWERS))()


def test_defaults() -> None:
    """Without a choice every option has its default, and the rules are the base game."""
    assert settle(OPTIONS, {}, POWERS) == {option.key: option.default for option in OPTIONS}
    assert _rules().story() == ["base"] and _rules().size == 1


def test_mixins_and_figures() -> None:
    """Values bring their mixins, later options outermost; figures replace attributes."""
    assert _rules(rain=True).story() == ["base", "rain"]
    assert _rules(wind="breeze").story() == ["base"]
    assert _rules(wind="storm", rain=True).story() == ["base", "rain", "wind"]
    assert _rules(size=4).size == 4
    assert _rules(gifts={"blue": 2}).story() == ["base", "gifts"]
    assert _rules(gifts={"blue": 2}).gifts == {"blue": 2}
    assert _rules(gifts={"blue": 0}).story() == ["base"], "nothing for nobody is the default"


def test_the_same_choice_is_the_same_class() -> None:
    """A composed rule set is made once; another choice is another class and never touches the base."""
    chosen = settle(OPTIONS, {"rain": True, "size": 3}, POWERS)
    assert compose(Base, OPTIONS, chosen) is compose(Base, OPTIONS, dict(reversed(chosen.items())))
    assert compose(Base, OPTIONS, chosen) is not compose(Base, OPTIONS, chosen | {"size": 4})
    assert Base.size == 1


def test_implied_options() -> None:
    """An option can bring others along."""
    settled = settle(OPTIONS, {"flood": True}, POWERS)
    assert settled["rain"] is True and settled["size"] == 9
    assert settle(OPTIONS, {"flood": True, "rain": True}, POWERS) == settled


@pytest.mark.parametrize(
    ("chosen", "pair"),
    [
        ({"flood": True, "rain": False}, {"flood", "rain"}),
        ({"flood": True, "size": 5}, {"flood", "size"}),
        ({"flood": True, "giants": True}, {"flood", "giants"}),
        ({"flood": True, "drought": True}, {"flood", "drought"}),
        ({"sunshine": True, "rain": True}, {"sunshine", "rain"}),
        ({"sunshine": True, "flood": True}, {"sunshine", "rain"}),
    ],
)
def test_conflicts(chosen: dict[str, object], pair: set[str]) -> None:
    """Contradictions are named with both options, implied ones too."""
    with pytest.raises(OptionConflict) as conflict:
        settle(OPTIONS, chosen, POWERS)
    assert set(conflict.value.options) == pair
    assert all(repr(name) in str(conflict.value) for name in pair)


def test_a_default_does_not_conflict() -> None:
    """Naming a default is choosing nothing."""
    settle(OPTIONS, {"sunshine": True, "rain": False}, POWERS)
    settle(OPTIONS, {"drought": True, "rain": False}, POWERS)


@pytest.mark.parametrize(
    ("chosen", "error"),
    [
        ({"rains": True}, UnknownName),
        ({"rain": 1}, BadValue),
        ({"rain": "yes"}, BadValue),
        ({"wind": "hurricane"}, UnknownName),
        ({"wind": 3}, BadValue),
        ({"size": 0}, BadValue),
        ({"size": 10}, BadValue),
        ({"size": True}, BadValue),
        ({"size": 2.0}, BadValue),
        ({"gifts": 3}, BadValue),
        ({"gifts": {"green": 3}}, UnknownName),
        ({"gifts": {"red": 6}}, BadValue),
        ({"gifts": {"red": True}}, BadValue),
        ({"gifts": {"red": "3"}}, BadValue),
        ({"gifts": None}, BadValue),
    ],
)
def test_bad_values(chosen: dict[str, object], error: type[Exception]) -> None:
    """Every wrong value is refused with the option's name and what it takes."""
    with pytest.raises(error) as refusal:
        settle(OPTIONS, chosen, POWERS)
    assert next(iter(chosen)) in str(refusal.value)


# The options of the real games


@pytest.mark.parametrize("game", sandtable.games(), ids=lambda game: game.id)
def test_options_of_every_game(game: Any) -> None:
    """Unique keys, valid defaults, texts in both languages, a rule id of the reference, known neighbours."""
    keys = [option.key for option in game.options]
    assert len(set(keys)) == len(keys)
    for option in game.options:
        assert option.check(option.default, game.powers) == option.default
        assert all(option.text[lang].strip() for lang in LANGUAGES)
        assert option.text["en"] != option.text["de"]
        assert game.reference is None or option.rule in game.reference
        assert set(option.implies) | set(option.excludes) <= set(keys) - {option.key}


@pytest.mark.parametrize("game", sandtable.games(), ids=lambda game: game.id)
def test_every_pair_of_options_composes_or_conflicts(game: Any) -> None:
    """Any two options together give playable rules or say that they conflict."""
    from tests.battery.games import other_values

    for first in game.options:
        for second in game.options:
            chosen = {first.key: other_values(first, game.powers)[0], second.key: other_values(second, game.powers)[-1]}
            try:
                rules = game.rules(chosen)
            except OptionConflict:
                continue
            assert game.changed_options(rules).items() >= chosen.items()


def test_the_record_names_only_changed_options() -> None:
    """The header lists what differs from the defaults."""
    game = sandtable.new_game("classic", {"low_luck": True, "neutral_fee": 3})
    assert game.record().header.options == {"low_luck": True, "casualty_timing": "per_step"}
