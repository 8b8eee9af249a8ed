"""`sandtable rules`: the rule reference, to read and to search."""

from __future__ import annotations

import json
from typing import Any

import click

from sandtable.cli.options import json_flag, language_flag
from sandtable.core.errors import BadValue, SandtableError, nearest
from sandtable.core.reference import Reference, Rule
from sandtable.core.registry import definition


@click.command()
@click.argument("game")
@click.argument("query", nargs=-1, metavar="[RULE-ID or words]")
@language_flag
@json_flag
def rules(game: str, query: tuple[str, ...], lang: str, as_json: bool) -> None:
    """Read the rules of GAME: all chapters, one rule by its id, or rules about something."""
    book = _book(game)
    wanted = " ".join(query).strip()
    if not wanted:
        _contents(game, book, lang, as_json)
        return
    ident = rule_id(book, wanted)
    found = [book[ident]] if ident else search(book, wanted)
    if as_json:
        body: dict[str, Any] = {"rule": plain_rule(found[0])} if ident else {"search": wanted}
        if not ident:
            body["rules"] = [plain_rule(rule) for rule in found]
        _print_json({"game": game} | body)
    else:
        print_rules(found, lang)


def _book(game: str) -> Reference:
    book = definition(game).reference
    if book is None:
        raise BadValue(f"The game {game!r} has no rule reference")
    return book


def rule_id(book: Reference, wanted: str) -> str:
    """The rule id that is meant («cl-land-05», «land 5»), "" if the words are no id. Raises `UnknownRule`."""
    word = wanted.upper().replace(" ", "-")
    if word in book:
        return word
    head, _, number = word.rpartition("-")
    if not number.isdecimal():
        return ""
    padded = f"{head}-{int(number):02d}"
    ends = [ident for ident in book if ident == padded or ident.endswith(f"-{padded}")]
    if len(ends) == 1:
        return ends[0]
    if not head:
        return ""
    raise UnknownRule(wanted, book)


class UnknownRule(SandtableError):
    """A rule id that does not exist; the sentence names the nearest ones."""

    def __init__(self, wanted: str, book: Reference) -> None:
        self.wanted = wanted
        by_number = sorted(book, key=lambda ident: _apart(wanted.upper(), ident))
        self.nearest = list(dict.fromkeys([*_same_chapter(wanted, by_number)[:3], *nearest(wanted, book)]))[:4]
        self.nearest = self.nearest or by_number[:3]
        super().__init__(f"There is no rule {wanted!r}. Nearest: {', '.join(self.nearest)}.")


def _same_chapter(wanted: str, idents: list[str]) -> list[str]:
    chapter = wanted.upper().replace(" ", "-").rpartition("-")[0]
    return [ident for ident in idents if chapter and ident.rpartition("-")[0].endswith(chapter)]


def _apart(wanted: str, ident: str) -> int:
    number, other = wanted.rpartition("-")[2], ident.rpartition("-")[2]
    return abs(int(number) - int(other)) if number.isdecimal() and other.isdecimal() else 99


def search(book: Reference, wanted: str) -> list[Rule]:
    """Rules that contain every word, those with the words in the title first. Raises if there is none."""
    found = book.search(wanted)
    if not found:
        raise NothingFound(wanted, book)
    return found


class NothingFound(SandtableError):
    """No rule mentions a word; the sentence names similar words of the rule titles."""

    def __init__(self, wanted: str, book: Reference) -> None:
        words = {w.strip("«»,.()").lower() for rule in book.values() for t in rule.title.values() for w in t.split()}
        self.wanted = wanted
        self.nearest = nearest(wanted, sorted(words))
        hint = f" Did you mean {' or '.join(self.nearest)}?" if self.nearest else ""
        super().__init__(f"No rule mentions {wanted!r}.{hint}")


def plain_rule(rule: Rule) -> dict[str, Any]:
    """A rule as JSON-able data."""
    return {"id": rule.id, "chapter": rule.chapter, "title": rule.title, "text": rule.text}


def print_rules(found: list[Rule], lang: str) -> None:
    """Rules to read: id and title, then the text."""
    from rich.padding import Padding
    from rich.text import Text

    from sandtable.cli.screen import console

    out = console()
    for rule in found:
        out.print(Text.assemble((rule.id, "bold cyan"), "  ", (rule.title[lang], "bold")))
        out.print(Padding(Text(rule.text[lang]), (0, 0, 1 if len(found) > 1 else 0, 2)))


def _contents(game: str, book: Reference, lang: str, as_json: bool) -> None:
    if as_json:
        chapters = [
            {"id": chapter.id, "title": chapter.title, "rules": [plain_rule(rule) for rule in chapter.rules]}
            for chapter in book.chapters
        ]
        _print_json({"game": game, "chapters": chapters})
        return
    from rich.text import Text

    from sandtable.cli.screen import console

    out = console()
    for chapter in book.chapters:
        out.print(Text(chapter.title[lang], "bold underline"))
        for rule in chapter.rules:
            out.print(Text.assemble("  ", (f"{rule.id:<14}", "cyan"), rule.title[lang]))


def _print_json(data: dict[str, Any]) -> None:
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))
