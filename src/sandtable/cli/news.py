"""Telling what happened: everything where a person is concerned, the essentials where none is."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from rich.padding import Padding
from rich.rule import Rule as Line
from rich.text import Text

from sandtable.cli.screen import QUIET, with_hits
from sandtable.cli.views import Views
from sandtable.cli.voice import Voice
from sandtable.core.game import Game
from sandtable.core.values import Event
from sandtable.warfare import events as happenings
from sandtable.warfare.movement import Movement
from sandtable.warfare.state import WarState

DETAILS = (happenings.DiceRolled, happenings.BattleRound, happenings.UnitsHit)
"""Details of a battle, told only to those who take part."""


class News:
    """Prints events."""

    def __init__(
        self, game: Game[WarState], rules: Movement, voice: Voice, views: Views, humans: Collection[str]
    ) -> None:
        self.game = game
        self.rules = rules
        self.voice = voice
        self.views = views
        self.humans = humans
        self.watched = True
        """Whether a person takes part in the battle that is being told."""
        self.phase = game.state.phase

    def tell(self, events: Iterable[Event]) -> None:
        """Tell what a player at this table wants to hear."""
        for event in events:
            match event:
                case happenings.TurnBegan(power=power, round=number):
                    self._turn(power, number)
                case happenings.PhaseBegan(phase=phase):
                    self.phase = phase
                case happenings.RoundBegan():
                    pass  # turn headings say so
                case happenings.MoneyChanged(reason="purchase"):
                    pass  # the purchase itself is told
                case happenings.BattleBegan(power=power, defenders=defenders):
                    self.watched = bool({power, *defenders} & set(self.humans))
                    self._line(event)
                case _ if isinstance(event, DETAILS) and not self._concerns(event):
                    pass
                case happenings.UnitsMoved() | happenings.UnitsLoaded() | happenings.UnitsUnloaded() if (
                    self.phase == "noncombat_move" and event.power not in self.humans
                ):
                    pass  # `log` tells them
                case _:
                    self._line(event)

    def tell_all(self, events: Iterable[Event]) -> None:
        """Tell every event, as `log` does."""
        for event in events:
            self._line(event)

    def _concerns(self, event: Event) -> bool:
        in_battle = not isinstance(event, happenings.DiceRolled) or event.purpose not in ("research", "development")
        return self.watched if in_battle else getattr(event, "power", "") in self.humans

    def _turn(self, power: str, number: int) -> None:
        if power in self.humans:
            return  # introduced with the first question
        out = self.views.out
        out.print()
        title = self.views.power(power) + Text(f" {self.voice.say('begin.turn', round=number)} ")
        out.print(Line(title, align="left", style=QUIET))

    def _line(self, event: Event) -> None:
        line = with_hits(self.voice.event(event))
        power = str(getattr(event, "power", "") or getattr(event, "by", "") or getattr(event, "owner", ""))
        name = self.voice.name(power)
        if power in self.rules.powers and line.plain.startswith(f"{name}:"):
            rest = line[len(name) + 1 :]
            line = self.views.power(power) + rest
        elif isinstance(event, happenings.BattleBegan | happenings.BattleEnded | happenings.GameWon):
            line.stylize("bold")
        self.views.out.print(Padding(line, (0, 0, 0, 2), expand=False))
