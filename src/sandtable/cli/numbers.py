"""Numbers as people write them in their language."""

from __future__ import annotations


def number(value: float, lang: str, digits: int = 1, sign: bool = False) -> str:
    """«−3.5», in German «−3,5»; with `sign` also «+3.5»."""
    return _pointed(f"{value + 0.0:{'+' if sign else ''}.{digits}f}".replace("-", "−"), lang)


def plain(value: float, lang: str) -> str:
    """A number on an axis, without needless digits."""
    return _pointed(f"{value:g}", lang)


def percent(chance: float, lang: str) -> str:
    """«94.5 %»; what is possible, however unlikely, does not read 0."""
    if 1e-12 < chance < 0.0005:
        return f"<{number(0.1, lang)} %"
    return f"{number(100 * chance, lang)} %"


def _pointed(text: str, lang: str) -> str:
    return text.replace(".", ",") if lang == "de" else text
