"""«Envoys»: a small game for the tests, as unlike a war game as the core allows.

Every round the envoys commit tokens in secret and all at once. The highest offer wins a favour, a die settles ties,
and whoever offered least may challenge the winner out of turn. After the last round the most favours win.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, Self

import msgspec

from sandtable.core.errors import BadValue
from sandtable.core.game import Undone
from sandtable.core.lexicon import Lexicon
from sandtable.core.menu import Listed, Menu
from sandtable.core.options import Option
from sandtable.core.policy import Policy, PolicyBook
from sandtable.core.reference import Reference
from sandtable.core.registry import GameDefinition, register, unregister
from sandtable.core.rules import Rules, Step
from sandtable.core.state import State
from sandtable.core.table import Table
from sandtable.core.values import Action, Decision, Event, Outcome, Task

COURTS = ("north", "east", "south")
TOKENS = 6
MOST = 3


# Actions


class Commit(Action, frozen=True, tag="commit"):
    """Send this many tokens, in secret."""

    tokens: int


class Challenge(Action, frozen=True, tag="challenge"):
    """Dispute the favour: costs a token, a die decides."""


class Yield(Action, frozen=True, tag="yield"):
    """Let the favour go."""


class Abdicate(Action, frozen=True, tag="abdicate"):
    """Leave the table, at any time."""


# Events


class RoundOpened(Event, frozen=True, tag="round_opened"):
    round: int


class Committed(Event, frozen=True, tag="committed"):
    """What an envoy chose: only its own court knows until everybody has chosen."""

    secret_for: ClassVar[str] = "power"
    power: str
    tokens: int


class Answered(Event, frozen=True, tag="answered"):
    """An envoy has chosen; what, is not said."""

    power: str


class Revealed(Event, frozen=True, tag="revealed"):
    offers: dict[str, int]


class DiceThrown(Event, frozen=True, tag="dice_thrown"):
    power: str
    purpose: str
    value: int


class FavourWon(Event, frozen=True, tag="favour_won"):
    power: str


class FavourLost(Event, frozen=True, tag="favour_lost"):
    power: str
    to: str


class Stepped(Event, frozen=True, tag="stepped_down"):
    power: str


class Over(Event, frozen=True, tag="over"):
    winner: str


# State


class EnvoysState(State, kw_only=True):
    """Tokens, favours, and the offers that are still face down."""

    round: int = 0
    tokens: dict[str, int]
    favours: dict[str, int]
    offers: dict[str, int] = {}
    """Offers of this round, secret until everybody has chosen."""
    holder: str = ""
    """Who won the favour of this round."""
    gone: tuple[str, ...] = ()

    def copy(self) -> Self:
        return msgspec.structs.replace(
            self, tokens=dict(self.tokens), favours=dict(self.favours), offers=dict(self.offers)
        )


EnvoysTable = Table[EnvoysState]


# Steps


class OpenRound(Step["EnvoysRules", EnvoysState]):
    """The next round, or the end."""

    name = "open_round"

    def begin(self, rules: EnvoysRules, table: EnvoysTable, subject: str) -> None:
        state = table.state
        if state.round == rules.rounds:
            rules.finish(table)
            return
        state.round += 1
        state.offers, state.holder = {}, ""
        table.tell(RoundOpened(state.round))
        table.push_steps((CommitTokens.name, Reveal.name, *rules.after_reveal(), self.name))


class CommitTokens(Step["EnvoysRules", EnvoysState]):
    """Everybody chooses at the same time."""

    name = "commit_tokens"

    def begin(self, rules: EnvoysRules, table: EnvoysTable, subject: str) -> None:
        for power in rules.seated(table.state):
            most = rules.most(table.state, power)
            table.ask(self.name, power, "commit", ("commit",), {"most": most})

    def answer(self, rules: EnvoysRules, table: EnvoysTable, decision: Decision, action: Action) -> None:
        assert isinstance(action, Commit)
        state, power = table.state, decision.power
        most = rules.most(state, power)
        if action.tokens < 0:
            raise rules.refuse("tokens.negative")
        if action.tokens > most:
            raise rules.refuse("tokens.too_many", power=power, left=state.tokens[power], most=most, given=action.tokens)
        state.offers[power] = action.tokens
        table.tell(Committed(power, action.tokens))
        table.tell(Answered(power))

    def menu(self, rules: EnvoysRules, state: EnvoysState, decision: Decision) -> Menu:
        return Listed([Commit(number) for number in range(rules.most(state, decision.power) + 1)])


class Reveal(Step["EnvoysRules", EnvoysState]):
    """The offers are shown and paid; the highest wins, a die settles ties."""

    name = "reveal"

    def begin(self, rules: EnvoysRules, table: EnvoysTable, subject: str) -> None:
        state = table.state
        table.secret = True
        table.tell(Revealed(dict(state.offers)))
        for power, number in state.offers.items():
            state.tokens[power] -= number
        best = [power for power in rules.seated(state) if state.offers[power] == max(state.offers.values())]
        while len(best) > 1:
            thrown = {power: table.roll(1)[0] for power in best}
            for power, value in thrown.items():
                table.tell(DiceThrown(power, "tie", value))
            best = [power for power in best if thrown[power] == max(thrown.values())]
        (state.holder,) = best
        state.favours[state.holder] += 1
        table.tell(FavourWon(state.holder))


class Reply(Step["EnvoysRules", EnvoysState]):
    """Whoever offered least may answer out of turn."""

    name = "reply"

    def begin(self, rules: EnvoysRules, table: EnvoysTable, subject: str) -> None:
        state = table.state
        others = [power for power in rules.seated(state) if power != state.holder and power in state.offers]
        least = min(others, key=lambda power: state.offers[power], default="")
        if least and state.tokens[least] > 0:
            table.ask(self.name, least, "reply", ("challenge", "yield"), {"holder": state.holder})

    def answer(self, rules: EnvoysRules, table: EnvoysTable, decision: Decision, action: Action) -> None:
        if not isinstance(action, Challenge):
            return
        state, power = table.state, decision.power
        state.tokens[power] -= 1
        (value,) = table.roll(1)
        table.tell(DiceThrown(power, "challenge", value))
        if value <= rules.challenge_wins_on:
            state.favours[state.holder] -= 1
            state.favours[power] += 1
            table.tell(FavourLost(state.holder, power))
            state.holder = power

    def menu(self, rules: EnvoysRules, state: EnvoysState, decision: Decision) -> Menu:
        return Listed([Yield(), Challenge()])


# Rules


class Miserly(Policy, frozen=True, tag="miserly"):
    """Commits at most this many tokens, and never more than it has."""

    most: int = 1

    def answer(self, rules: Any, state: State, decision: Decision, menu: Menu) -> Action | None:
        if decision.kind != "commit" or self.most > 3:
            return None
        return Commit(min(self.most, decision.about["most"]))


def _lexicon() -> Lexicon:
    lexicon = Lexicon()
    lexicon.add_templates(Path(__file__).with_name("texts.toml"))
    lexicon.add_name("north", {"en": "the North", "de": "der Norden"})
    lexicon.add_name("east", {"en": "the East", "de": "der Osten"})
    lexicon.add_name("south", {"en": "the South", "de": "der Süden"})
    return lexicon


class EnvoysRules(Rules[EnvoysState]):
    """The whole game."""

    game = "envoys"
    state_type = EnvoysState
    action_types = (Commit, Challenge, Yield, Abdicate)
    event_types = (
        Undone,
        RoundOpened,
        Committed,
        Answered,
        Revealed,
        DiceThrown,
        FavourWon,
        FavourLost,
        Stepped,
        Over,
    )
    standing_kinds = frozenset({"abdicate"})
    policies = PolicyBook(Miserly)
    powers = COURTS
    lexicon = _lexicon()
    topics = {
        "tokens": "EN-1",
        "abdicate": "EN-2",
        "action": "EN-3",
        "decision": "EN-3",
        "undo": "EN-4",
    }
    rounds: int = 3
    challenge_wins_on: int = 2

    def steps(self) -> Iterable[Step[Any, EnvoysState]]:
        return (OpenRound(), CommitTokens(), Reveal(), Reply())

    def start(self, table: EnvoysTable) -> None:
        table.push(Task(OpenRound.name))

    def after_reveal(self) -> tuple[str, ...]:
        """Steps of a round once the offers are known."""
        return (Reply.name,)

    def invited(self) -> tuple[str, ...]:
        """The courts that play."""
        return COURTS

    def seated(self, state: EnvoysState) -> list[str]:
        """The courts still at the table."""
        return [power for power in self.invited() if power not in state.gone]

    def most(self, state: EnvoysState, power: str) -> int:
        """The highest offer a court may make."""
        return min(MOST, state.tokens[power])

    def finish(self, table: EnvoysTable) -> None:
        """Most favours win, then most tokens; otherwise nobody does."""
        state = table.state
        score = {power: (state.favours[power], state.tokens[power]) for power in self.seated(state)}
        best = [power for power in score if score[power] == max(score.values())]
        winner = best[0] if len(best) == 1 else ""
        table.tell(Over(winner))
        table.finish(Outcome(winner, "favours", tuple(best)))

    def standing_action(self, table: EnvoysTable, power: str, action: Action) -> bool:
        if not isinstance(action, Abdicate):
            return False
        state = table.state
        if power in state.gone or power not in self.invited():
            raise self.refuse("abdicate.again", power=power)
        state.gone = (*state.gone, power)
        table.tell(Stepped(power))
        left = self.seated(state)
        if len(left) == 1:
            table.tell(Over(left[0]))
            table.finish(Outcome(left[0], "abdication", tuple(left)))
            return True
        state.open = tuple(decision for decision in state.open if decision.power != power)
        state.offers.pop(power, None)
        self.advance(table)
        return True

    def redact(self, state: EnvoysState, viewer: str) -> EnvoysState:
        """Face-down offers of other courts are not shown, nor what they are asked."""
        seen = state.copy()
        if any(decision.kind == "commit" for decision in state.open):
            seen.offers = {power: number for power, number in state.offers.items() if power == viewer}
        return seen

    def state_problem(self, state: EnvoysState) -> str:
        if set(state.tokens) != set(COURTS) or set(state.favours) != set(COURTS):
            return "every court needs tokens and favours"
        return ""

    def undo_scope(self, state: EnvoysState) -> object:
        return state.round


class Courtesy(EnvoysRules):
    """Option: nobody challenges a favour."""

    def after_reveal(self) -> tuple[str, ...]:
        return tuple(step for step in super().after_reveal() if step != Reply.name)


class Duel(EnvoysRules):
    """Option: the South stays at home."""

    def invited(self) -> tuple[str, ...]:
        return COURTS[:2]


OPTIONS = (
    Option(
        key="courtesy",
        rule="EN-5",
        kind="flag",
        default=False,
        mixins={True: Courtesy},
        excludes={"challenge_wins_on": "nobody challenges"},
        text={"en": "Nobody challenges a favour.", "de": "Niemand ficht eine Gunst an."},
    ),
    Option(
        key="duel",
        rule="EN-6",
        kind="flag",
        default=False,
        mixins={True: Duel},
        text={"en": "Only North and East play.", "de": "Nur Norden und Osten spielen."},
    ),
    Option(
        key="rounds",
        rule="EN-7",
        kind="number",
        default=3,
        low=1,
        high=20,
        attribute="rounds",
        text={"en": "Number of rounds.", "de": "Zahl der Runden."},
    ),
    Option(
        key="challenge_wins_on",
        rule="EN-8",
        kind="number",
        default=2,
        low=0,
        high=6,
        attribute="challenge_wins_on",
        text={"en": "Highest die that wins a challenge.", "de": "Höchster Wurf, der eine Anfechtung gewinnt."},
    ),
)


class Envoys(GameDefinition):
    """How the game presents itself."""

    id = "envoys"
    title = {"en": "Envoys", "de": "Gesandte"}
    base = EnvoysRules
    options = OPTIONS

    @property
    def powers(self) -> tuple[str, ...]:
        return COURTS

    @property
    def reference(self) -> Reference | None:
        return None

    def initial_state(self, rules: EnvoysRules, seats: Sequence[Sequence[str]]) -> State:
        return EnvoysState(tokens=dict.fromkeys(COURTS, TOKENS), favours=dict.fromkeys(COURTS, 0))

    def position(self, rules: EnvoysRules, position: Mapping[str, Any]) -> State:
        """`tokens` per court, at the beginning of round `round` + 1."""
        state = self.initial_state(rules, ())
        assert isinstance(state, EnvoysState)
        for key in position:
            if key not in ("tokens", "round"):
                raise BadValue(f"Envoys knows no {key}")
        state.tokens |= position.get("tokens", {})
        state.round = position.get("round", 0)
        return state


ENVOYS = Envoys()


@contextmanager
def at_the_table() -> Iterator[Envoys]:
    """The toy game is known to the registry while this lasts."""
    register(ENVOYS)
    try:
        yield ENVOYS
    finally:
        unregister(ENVOYS.id)
