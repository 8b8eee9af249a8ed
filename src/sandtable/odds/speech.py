"""What the odds say, in every language: notes to an answer, and why a question is refused."""

from __future__ import annotations

from sandtable.core.errors import BadValue, SandtableError, UnknownName
from sandtable.core.lexicon import LANGUAGES, Lexicon, Texts, phrasebook
from sandtable.warfare.base import WarBase


def _sentences(names: Lexicon | None = None) -> Lexicon:
    return phrasebook("sandtable.odds", names=names)


def say(key: str, rules: WarBase | None = None, **params: object) -> Texts:
    """A sentence in every language; with rules, ids in it become names. Texts among the parameters are put in."""
    return _sentences(rules.lexicon if rules is not None else None).texts(key, **params)


def join(*parts: Texts, by: str = "; ") -> Texts:
    """Several sentences as one; {} where there is none."""
    said = [part for part in parts if part]
    return {lang: by.join(part[lang] for part in said) for lang in LANGUAGES} if said else {}


def grouped(number: int) -> str:
    """«5 413 275»: as it is written in both languages."""
    return f"{number:,}".replace(",", "\u202f")


def decimal(number: float) -> Texts:
    """«1.5», in German «1,5»."""
    return {"en": f"{number:g}", "de": f"{number:g}".replace(".", ",")}


class Unanswerable(BadValue):
    """A question about odds that makes no sense, with the reason in every language."""

    def __init__(self, key: str, rules: WarBase | None = None, **params: object) -> None:
        self.texts = say(key, rules, **params)
        super().__init__(self.texts["en"])


def explain(problem: SandtableError, lang: str) -> str:
    """What is wrong with a question, as a sentence in a language."""
    if isinstance(problem, Unanswerable):
        return problem.texts[lang]
    if isinstance(problem, UnknownName) and _sentences().has(f"unknown.{_key(problem.what)}"):
        return _unknown(problem, lang)
    return str(problem)


def _unknown(problem: UnknownName, lang: str) -> str:
    words = _sentences()
    what = words.render(f"unknown.{_key(problem.what)}", lang, name=repr(problem.name))
    if problem.nearest:
        nearest = words.render("unknown.or", lang).join(problem.nearest)
        return words.render("unknown.nearest", lang, what=what, names=nearest)
    known = ", ".join(problem.valid[:MOST_NAMES]) + (", …" if len(problem.valid) > MOST_NAMES else "")
    return words.render("unknown.known", lang, what=what, names=known)


MOST_NAMES = 12
"""Valid names that are listed where none is near."""


def _key(what: str) -> str:
    return what.replace(" ", "_")
