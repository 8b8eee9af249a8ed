"""Options are mixins: a rule set is the class composed from a base game and the chosen modules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from sandtable.core.errors import BadValue, OptionConflict, UnknownName
from sandtable.core.lexicon import Texts

OptionValue = bool | int | str | dict[str, int]


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """One switch of a game.

    `mixins` maps a value to the rules class that makes it true; a value without a mixin is the
    base game's own behaviour. `attribute` names a figure of the rules class that the value replaces.
    """

    key: str
    rule: str
    kind: Literal["flag", "choice", "number", "per_power"]
    default: OptionValue
    text: Texts
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 999
    mixins: dict[Any, type] = {}
    module: type | None = None
    """The rules class for every value but the default (for options with many values)."""
    attribute: str = ""
    implies: dict[str, OptionValue] = {}
    """Options that this one, when changed from its default, sets too."""
    excludes: dict[str, str] = {}
    """Options that may not be changed together with this one, with the reason."""

    def check(self, value: object, powers: Sequence[str]) -> OptionValue:
        """The value, if it is one this option can have. Raises `BadValue` or `UnknownName`."""
        match self.kind, value:
            case "flag", bool():
                return value
            case "choice", str():
                if value not in self.choices:
                    raise UnknownName(f"value for option {self.key!r}:", value, self.choices)
                return value
            case "number", int() if not isinstance(value, bool):
                if not self.low <= value <= self.high:
                    raise BadValue(f"Option {self.key!r} takes a number from {self.low} to {self.high}, not {value}")
                return value
            case "per_power", dict():
                for power, number in value.items():
                    if power not in powers:
                        raise UnknownName(f"power in option {self.key!r}:", power, powers)
                    if not isinstance(number, int) or isinstance(number, bool) or not self.low <= number <= self.high:
                        raise BadValue(f"Option {self.key!r} takes {self.low} to {self.high} per power, not {number!r}")
                return {power: value[power] for power in powers if value.get(power)}
        wanted = {
            "flag": "true or false",
            "choice": f"one of {', '.join(self.choices)}",
            "number": f"a number from {self.low} to {self.high}",
            "per_power": "a table of powers and numbers, for example {'germany': 3}",
        }[self.kind]
        raise BadValue(f"Option {self.key!r} takes {wanted}, not {value!r}")


def flag(key: str, rule: str, en: str, de: str, mixin: type, default: bool = False, **more: Any) -> Option:
    """A switch whose mixin makes the value true that is not the default."""
    mixins = {not default: mixin}
    return Option(key=key, rule=rule, kind="flag", default=default, text={"en": en, "de": de}, mixins=mixins, **more)


def settle(options: Sequence[Option], chosen: Mapping[str, object], powers: Sequence[str]) -> dict[str, OptionValue]:
    """The value of every option: chosen, implied or default. Raises for unknown, bad or conflicting ones."""
    by_key = {option.key: option for option in options}
    for key in chosen:
        if key not in by_key:
            raise UnknownName("option", key, by_key)
    given = {key: by_key[key].check(value, powers) for key, value in chosen.items()}
    settled: dict[str, OptionValue] = {option.key: option.default for option in options} | given
    source: dict[str, str] = {}
    for option in options:
        if settled[option.key] == option.default:
            continue
        for key, value in option.implies.items():
            if (key in given and given[key] != value) or (key in source and settled[key] != value):
                other = key if key in given else source[key]
                raise OptionConflict(option.key, other, f"{option.key!r} needs {key} = {value!r}")
            settled[key] = value
            source[key] = option.key
    for option in options:
        if settled[option.key] == option.default:
            continue
        for key, why in option.excludes.items():
            if settled[key] != by_key[key].default:
                raise OptionConflict(option.key, key, why)
    return settled


_composed: dict[tuple[type, str], type] = {}


def compose(base: type, options: Sequence[Option], settled: Mapping[str, OptionValue]) -> type:
    """The rules class of the base game with the chosen modules on top (later options outermost)."""
    signature = (base, msgspec.json.encode(dict(settled), order="deterministic").decode())
    if signature not in _composed:
        modules: list[type] = []
        figures: dict[str, object] = {}
        for option in options:
            value = settled[option.key]
            if option.attribute:
                figures[option.attribute] = value
            if option.module is not None and value != option.default:
                modules.append(option.module)
            elif not isinstance(value, dict) and value in option.mixins:
                modules.append(option.mixins[value])
        _composed[signature] = type(base.__name__, (*reversed(modules), base), figures)
    return _composed[signature]
