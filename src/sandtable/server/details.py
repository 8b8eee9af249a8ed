"""What exactly was wrong, in every language: the engine and the libraries below us say it in English.

Their sentences stand in details.toml with their translation. A sentence is recognised by its words; what stands
between them is taken over, and translated too if it is such a sentence itself.
"""

from __future__ import annotations

import functools
import re
from importlib.resources import files

from sandtable.core.errors import IllegalAction
from sandtable.core.lexicon import LANGUAGES, read_toml
from sandtable.odds.speech import Unanswerable
from sandtable.server.speech import sentences
from sandtable.server.wire import Texts

LONGEST = 400
"""Letters of a detail that are shown: it may quote whatever was sent to us."""
PLACE = " - at `{place}`"
"""How msgspec says where in a value it has stumbled."""
_PLACEHOLDER = re.compile(r"\{(\w+)\}")


def details(problem: BaseException | str) -> Texts:
    """What an error or an English sentence says, in every language."""
    if isinstance(problem, Unanswerable):
        return problem.texts
    english = str(problem)
    if len(english) > LONGEST:
        english = english[:LONGEST] + " …"
    known = _refusals(problem) if isinstance(problem, BaseException) else {}
    return {lang: english if lang == "en" else _say(english, lang, known) for lang in LANGUAGES}


def is_known(english: str) -> bool:
    """Whether there is a translation of a sentence."""
    return any(pattern.fullmatch(english) for pattern, _ in _phrases())


def _say(english: str, lang: str, known: dict[str, Texts]) -> str:
    return _translated(english, lang, known) or sentences().render("problem.in_english", lang, detail=english)


def _translated(english: str, lang: str, known: dict[str, Texts]) -> str:
    """The sentence in another language ("" if it is none that we know)."""
    if english in known:
        return known[english][lang]
    for pattern, texts in _phrases():
        found = pattern.fullmatch(english)
        if found is not None:
            parts = {name: _part(name, part, texts["en"], lang, known) for name, part in found.groupdict().items()}
            return _PLACEHOLDER.sub(lambda name: parts[name[1]], texts[lang])  # noqa: B023  # used at once
    return ""


def _part(name: str, part: str, template: str, lang: str, known: dict[str, Texts]) -> str:
    """What stands between the words; in `quotes` it stays as it is."""
    return part if f"`{{{name}}}`" in template else _translated(part, lang, known) or part


def _refusals(problem: BaseException | None) -> dict[str, Texts]:
    """The refusals that led to an error: they come in every language already."""
    found: dict[str, Texts] = {}
    while problem is not None:
        if isinstance(problem, IllegalAction):
            found[str(problem)] = {lang: f"{problem.rule}: {problem.text(lang)}" for lang in LANGUAGES}
        problem = problem.__context__
    return found


@functools.cache
def _phrases() -> list[tuple[re.Pattern[str], Texts]]:
    """All sentences: first what can follow any of them, then those with the most words of their own."""
    listed: list[Texts] = [dict(entry) for entry in read_toml(files("sandtable.server") / "details.toml")["detail"]]
    listed.append(sentences().templates["refusal.action.malformed"])  # the one refusal that quotes a library
    listed.sort(key=lambda texts: (not texts["en"].endswith(PLACE), -len(_PLACEHOLDER.sub("", texts["en"]))))
    return [(_pattern(texts["en"]), texts) for texts in listed]


def _pattern(template: str) -> re.Pattern[str]:
    parts = _PLACEHOLDER.split(template)
    words, names = parts[::2], parts[1::2]
    written = re.escape(words[0])
    for name, before, after in zip(names, words, words[1:], strict=False):
        quoted = before.endswith("`") and after.startswith("`")
        anything = r"\d+" if name in ("line", "place") and not quoted else "[^`]+" if quoted else ".+?"
        written += f"(?P<{name}>{anything}){re.escape(after)}"
    return re.compile(written, re.DOTALL)
