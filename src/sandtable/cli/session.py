"""A game at the terminal: whose turn it is, what was typed, what happened; saved after every action."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.rule import Rule as Line
from rich.text import Text

from sandtable.ai import Player, play_on
from sandtable.cli.answers import Answers
from sandtable.cli.commands import Commands
from sandtable.cli.interrupts import Interrupts
from sandtable.cli.keyboard import Keyboard
from sandtable.cli.news import News
from sandtable.cli.orders import Orders
from sandtable.cli.prompts import Prompts
from sandtable.cli.rulebook import NothingFound, UnknownRule, print_rules, rule_id, search
from sandtable.cli.screen import QUIET
from sandtable.cli.views import Views
from sandtable.cli.voice import Voice
from sandtable.cli.words import NotUnderstood, Vocabulary, plain
from sandtable.core.errors import IllegalAction
from sandtable.core.game import Game
from sandtable.core.registry import definition
from sandtable.core.values import Action, Decision, Event
from sandtable.warfare.actions import (
    Consent,
    DeclareAttack,
    EndPhase,
    FightOn,
    Intercept,
    Pass,
    PlaceBid,
    Purchase,
    Research,
    Resign,
    Shell,
    Submerge,
    Withdraw,
)
from sandtable.warfare.defaults import default_answer
from sandtable.warfare.movement import Movement
from sandtable.warfare.policies import LossOrder
from sandtable.warfare.state import WarState

SAVE_EVERY = 1.0
"""Seconds between saves while the computer is at it."""


class Leave(Exception):
    """The player has had enough for today."""


class Session:
    """One sitting: people and computer players around one table."""

    def __init__(
        self,
        game: Game[WarState],
        rules: Movement,
        humans: Collection[str],
        players: Mapping[str, Player],
        save: Path,
        out: Console,
        lang: str,
    ) -> None:
        self.game = game
        self.rules = rules
        self.humans = frozenset(humans)
        self.players = players
        self.save_to = save
        self.out = out
        self.voice = Voice(rules, lang)
        self.vocabulary = Vocabulary(rules)
        self.views = Views(game, rules, self.voice, out)
        self.news = News(game, rules, self.voice, self.views, self.humans)
        self.prompts = Prompts(game, rules, self.voice, self.views)
        self.orders = Orders(game, rules, self.vocabulary, self.attempt)
        self.answers = Answers(game, rules, self.vocabulary)
        self.commands = Commands(lang)
        self.keyboard = Keyboard([*self.commands.words(), *self.vocabulary.spaces.names, *self.vocabulary.kinds.names])
        self.interrupts = Interrupts()
        self.introduced = ""
        self.asked: object = None

    # The loop

    def run(self) -> None:
        """Play until the game is over or the player leaves."""
        with self.interrupts.held():
            self._run()
        self.out.print(self.voice.say("end.saved", command=self._how_to_resume()), soft_wrap=True)

    def _run(self) -> None:
        try:
            self._greet()
            while self.game.decision is not None:
                if self.game.decision.power in self.humans:
                    self._ask(self.game.decision)
                else:
                    self._computer_turn()
            self._save()
            self.out.print(Text(self.voice.say("end.over"), "bold"))
            self.views.status()
        except (Leave, EOFError, KeyboardInterrupt):
            self._save()
            self.out.print()

    def _how_to_resume(self) -> str:
        command = f"sandtable terminal --load {shlex.quote(str(self.save_to))}"
        if self.humans != frozenset(self.rules.powers):
            command += f" --humans {','.join(p for p in self.rules.powers if p in self.humans) or 'none'}"
        if self.players:
            command += f" --players {','.join(f'{power}:{player.level}' for power, player in self.players.items())}"
        return command + (f" --lang {self.voice.lang}" if self.voice.lang != "en" else "")

    def _greet(self) -> None:
        self._save()
        say = self.voice.say
        self.out.print(say("begin.hello", file=str(self.save_to)), style=QUIET, soft_wrap=True)
        self.news.tell(self.game.events if len(self.game.record(close=False).entries) == 0 else [])

    def _computer_turn(self) -> None:
        """Computer players decide until a person is asked. What they choose depends on seed and state, so a game that
        is interrupted here goes on sensibly; it is saved now and then and at the end."""
        saved = time.monotonic()

        def told(events: list[Event]) -> None:
            nonlocal saved
            self.news.tell(events)
            self.interrupts.check()
            if time.monotonic() - saved > SAVE_EVERY:
                self._save()
                saved = time.monotonic()

        play_on(self.game, self.players, told=told)
        self._save()

    def _ask(self, decision: Decision) -> None:
        state = self.game.state
        turn = f"{state.round}/{state.power}"
        if turn != self.introduced and state.power in self.humans:
            self.introduced = turn
            self._introduce()
        moving = decision.kind in ("combat_move", "noncombat_move")
        question = f"{turn}/{decision.kind}" if moving else decision
        if question != self.asked:
            self.asked = question
            self.prompts.ask(decision)
        with self.interrupts.allowed():
            line = self.keyboard.read(self.prompts.prompt(decision))
        try:
            self.obey(line, decision)
        except IllegalAction as refusal:
            self._explain(refusal)
        except NotUnderstood as problem:
            self._not_understood(problem)
        except (UnknownRule, NothingFound) as problem:
            self._not_understood(NotUnderstood("unknown.rule", problem.wanted, problem.nearest))

    def _introduce(self) -> None:
        state = self.game.state
        self.out.print()
        title = self.views.power(state.power) + Text(f" {self.voice.say('begin.turn', round=state.round)} ")
        self.out.print(Line(title, align="left", style=QUIET))
        self.views.status()
        self.views.threats()

    def _explain(self, refusal: IllegalAction) -> None:
        text = Text("✗ ", "bold red").append(refusal.text(self.voice.lang), "default not bold")
        book = definition(self.game.header.game).reference
        if book is not None and refusal.rule in book:
            title = book[refusal.rule].title[self.voice.lang]
            text.append(f"\n  {self.voice.say('refused.rule', rule=refusal.rule, title=title)}", QUIET)
        self.out.print(text)

    def _not_understood(self, problem: NotUnderstood) -> None:
        params = {"word": problem.word, "nearest": problem.nearest or "–"} | problem.params
        text = Text("? ", "bold yellow").append(self.voice.say(problem.key, **params), "default not bold")
        if problem.nearest and "{nearest}" not in self.voice.lexicon.templates[problem.key]["en"]:
            text.append(f" ({', '.join(self.voice.name(ident) for ident in problem.nearest)})", QUIET)
        self.out.print(text)

    # Doing

    def do(self, action: Action) -> list[Event]:
        """Carry out an action, save, and tell what happened."""
        assert self.game.decision is not None
        events = self.game.apply(action)
        self.answers.repairs = {}
        self._save()
        self.news.tell(events)
        return events

    def attempt(self, actions: Iterable[Action]) -> None:
        """Carry out the first action that the rules accept; if there is none, the first refusal stands."""
        refusal: IllegalAction | None = None
        for action in actions:
            try:
                self.do(action)
                return
            except IllegalAction as problem:
                refusal = refusal or problem
        raise refusal or NotUnderstood("need.order")

    def _save(self) -> None:
        self.game.record().save(self.save_to)

    # Obeying

    def obey(self, line: str, decision: Decision) -> None:
        """Do what a typed line says."""
        words = line.replace(",", " , ").split() if decision.kind == "place_bid" else line.split()
        allowed = self.prompts.commands(decision)
        if not words:
            self._enter(decision)
            return
        if words[0][0].isdecimal() and self.prompts.bare(decision):
            words = [self.prompts.bare(decision), *words]
        command = self.commands.find(words[0], allowed)
        handler: Callable[[Sequence[str], Decision], None] = getattr(self, f"_do_{command}")
        handler(words[1:], decision)

    def _enter(self, decision: Decision) -> None:
        """Enter takes what the prompt offers; where it offers nothing, it asks again."""
        if self.prompts.enter(decision):
            self._do_auto([], decision)
        else:
            self.prompts.ask(decision)

    # Commands for every decision

    def _do_help(self, words: Sequence[str], decision: Decision) -> None:
        allowed = self.prompts.useful(decision)
        if words:
            allowed = (self.commands.find(words[0], [*allowed, *self.commands.all()]),)
        self.prompts.help(allowed)

    def _do_show(self, words: Sequence[str], decision: Decision) -> None:
        if words:
            self.views.space(self.vocabulary.space(" ".join(words)))
        elif self.game.state.battle is not None:
            self.views.battle()
        else:
            self._do_status(words, decision)

    def _do_status(self, words: Sequence[str], decision: Decision) -> None:
        self.views.status()
        self.views.threats()

    def _do_where(self, words: Sequence[str], decision: Decision) -> None:
        if not words:
            raise NotUnderstood("need.units", "")
        power = ""
        if len(words) > 1 and self.vocabulary.powers.matches(words[-1])[1]:
            power, words = self.vocabulary.powers.find(words[-1]), words[:-1]
        self.views.where(self.vocabulary.kinds.find(" ".join(words)), power)

    def _do_moves(self, words: Sequence[str], decision: Decision) -> None:
        if decision.kind in ("combat_move", "noncombat_move"):
            self.views.moves(self.vocabulary.space(" ".join(words)) if words else "")
        else:
            self.prompts.ask(decision)

    def _do_rules(self, words: Sequence[str], decision: Decision) -> None:
        book = definition(self.game.header.game).reference
        if book is None or not words:
            raise NotUnderstood("need.rule", "")
        wanted = " ".join(words)
        ident = rule_id(book, wanted)
        found = [book[ident]] if ident else search(book, wanted)
        print_rules(found[:8], self.voice.lang)
        if len(found) > 8:
            self.out.print(self.voice.say("rules.more", number=len(found) - 8, word=wanted), style=QUIET)

    def _do_plans(self, words: Sequence[str], decision: Decision) -> None:
        """What the computer players are up to."""
        told = False
        for power, player in self.players.items():
            if intention := player.intention(self.voice.lang):
                told = True
                self.out.print(self.views.power(power) + Text(f" ({player.level}): {intention}"))
        if not told:
            self.out.print(self.voice.say("plans.none"), style=QUIET)

    def _do_log(self, words: Sequence[str], decision: Decision) -> None:
        number = int(words[0]) if words and words[0].isdecimal() else 25
        self.news.tell_all(self.game.events[-number:])

    def _do_undo(self, words: Sequence[str], decision: Decision) -> None:
        events = self.game.undo()
        self._save()
        self.news.tell(events)

    def _do_auto(self, words: Sequence[str], decision: Decision) -> None:
        if words:
            self._delegate(words, decision)
            return
        kind, turn = decision.kind, (decision.power, self.game.state.round)
        while self.game.decision is not None and self.game.decision.kind == kind:
            now = self.game.decision
            if (now.power, self.game.state.round) != turn:
                break
            self.attempt([default_answer(self.game, self.rules, now)])
            if kind not in ("noncombat_move", "placement"):
                break

    def _delegate(self, words: Sequence[str], decision: Decision) -> None:
        if not any(plain(words[0]).startswith(start) for start in ("loss", "verlust", "casu")):
            raise NotUnderstood("unknown.auto", words[0])
        off = len(words) > 1 and plain(words[1]) in ("off", "aus", "no", "nein")
        power = decision.power
        self.out.print(self.voice.say("auto.losses_off" if off else "auto.losses", power=power))
        events = self.game.delegate(power, "choose_casualties", None if off else LossOrder())
        self._save()
        self.news.tell(events)

    def _do_resign(self, words: Sequence[str], decision: Decision) -> None:
        events = self.game.apply(Resign(), decision.power)
        self._save()
        self.news.tell(events)

    def _do_quit(self, words: Sequence[str], decision: Decision) -> None:
        raise Leave

    # Orders and answers

    def _do_move(self, words: Sequence[str], decision: Decision) -> None:
        self.orders.move(words)

    def _do_attack(self, words: Sequence[str], decision: Decision) -> None:
        if decision.kind == "fight_or_ignore":
            self._do_fight(words, decision)
        else:
            self.orders.attack(words)

    def _do_join(self, words: Sequence[str], decision: Decision) -> None:
        self.orders.join(words)

    def _do_pledge(self, words: Sequence[str], decision: Decision) -> None:
        self.orders.pledge(words)

    def _do_raid(self, words: Sequence[str], decision: Decision) -> None:
        self.orders.raid(words)

    def _do_land(self, words: Sequence[str], decision: Decision) -> None:
        self.orders.land(words)

    def _do_load(self, words: Sequence[str], decision: Decision) -> None:
        self.orders.load(words)

    def _do_unload(self, words: Sequence[str], decision: Decision) -> None:
        self.orders.unload(words)

    def _do_bombard(self, words: Sequence[str], decision: Decision) -> None:
        if decision.kind == "bombardment":
            self.do(self.answers.shell(words))
        else:
            self.orders.bombard(words)

    def _do_end(self, words: Sequence[str], decision: Decision) -> None:
        """End the phase; where there is nothing to end, decline."""
        declined: dict[str, Action] = {
            "research": Research(0),
            "purchase": Purchase({}, self.answers.repairs),
            "place_bid": PlaceBid({}),
            "rocket": Pass(),
            "withdraw": Withdraw({}),
            "submarines": Submerge(),
            "bombardment": Shell(),
            "consent": Consent(False),
            "intercept": Intercept(),
        }
        if decision.kind == "fight_or_ignore":
            declined[decision.kind] = DeclareAttack(decision.about["zone"], attack=False)
        self.do(declined.get(decision.kind, EndPhase()))

    def _do_research(self, words: Sequence[str], decision: Decision) -> None:
        self.do(self.answers.research(words))

    def _do_buy(self, words: Sequence[str], decision: Decision) -> None:
        self.do(self.answers.buy(words))

    def _do_repair(self, words: Sequence[str], decision: Decision) -> None:
        """Repairs are noted, and tried out at once so that a refusal is heard now."""
        noted = self.answers.repair(words)
        self.game.copy().apply(noted)
        assert isinstance(noted, Purchase)
        self.answers.repairs = dict(noted.repairs)
        repairs = ", ".join(f"{self.voice.name(space)} {points}" for space, points in noted.repairs.items())
        self.out.print(self.voice.say("ask.repairs", repairs=repairs or "–"), style=QUIET)

    def _do_yes(self, words: Sequence[str], decision: Decision) -> None:
        """Agree; in a battle that means to fight."""
        agreed: dict[str, Action] = {"consent": Consent(True), "retreat": FightOn()}
        if decision.kind == "fight_or_ignore":
            agreed[decision.kind] = DeclareAttack(decision.about["zone"])
        self.do(agreed[decision.kind])

    def _do_ignore(self, words: Sequence[str], decision: Decision) -> None:
        self._do_end(words, decision)

    def _do_strike(self, words: Sequence[str], decision: Decision) -> None:
        self.do(Submerge())

    def _do_intercept(self, words: Sequence[str], decision: Decision) -> None:
        self.do(self.answers.intercept(words))

    def _do_lose(self, words: Sequence[str], decision: Decision) -> None:
        self.do(self.answers.lose(words))

    def _do_share(self, words: Sequence[str], decision: Decision) -> None:
        self.do(self.answers.share(words))

    def _do_fight(self, words: Sequence[str], decision: Decision) -> None:
        if decision.kind == "fight_or_ignore":
            self._do_yes(words, decision)
            return
        self.do(self.answers.fight(words))

    def _do_retreat(self, words: Sequence[str], decision: Decision) -> None:
        self.do(self.answers.retreat(words))

    def _do_withdraw(self, words: Sequence[str], decision: Decision) -> None:
        self.do(self.answers.submerge(words) if decision.kind == "submarines" else self.answers.withdraw(words))

    def _do_rocket(self, words: Sequence[str], decision: Decision) -> None:
        self.do(self.answers.rocket(words))

    def _do_choose(self, words: Sequence[str], decision: Decision) -> None:
        self.do(self.answers.choose(words))

    def _do_place(self, words: Sequence[str], decision: Decision) -> None:
        if decision.kind == "place_bid":
            self.do(self.answers.bid(words))
            return
        everything = words and plain(words[0]) in ("all", "alle", "alles", "everything")
        if everything and not (len(words) > 1 and self.vocabulary.kinds.matches(words[1])[1]):
            while self.game.decision is not None and self.game.decision.kind == "placement":
                orders = self.answers.place_all(words[1:])
                if not orders:
                    break
                self.attempt(orders)
            return
        for order in self.answers.place_orders(words):
            self.attempt(self.answers.place(order))
