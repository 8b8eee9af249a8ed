"""Asking: what each decision is about, which commands answer it, what Enter means."""

from __future__ import annotations

from itertools import islice
from typing import Any

from rich.padding import Padding
from rich.text import Text

from sandtable.cli.commands import COMMON
from sandtable.cli.screen import PROMPT, QUIET, tidy_table
from sandtable.cli.views import Views
from sandtable.cli.voice import Voice
from sandtable.core.game import Game
from sandtable.core.values import Decision
from sandtable.warfare.actions import AssignHits, FireRocket, LandDisplaced
from sandtable.warfare.assaults import landing_sorts
from sandtable.warfare.defaults import suggested_losses, suggested_shelling
from sandtable.warfare.factorydamage import FactoryDamage
from sandtable.warfare.movement import Movement
from sandtable.warfare.state import WarState

COMMANDS: dict[str, tuple[str, ...]] = {
    "place_bid": ("place", "end"),
    "research": ("research", "end"),
    "purchase": ("buy", "repair", "end"),
    "combat_move": ("move", "attack", "raid", "land", "load", "unload", "bombard", "join", "pledge", "end"),
    "noncombat_move": ("move", "land", "load", "unload", "end"),
    "next_raid": ("fight",),
    "next_battle": ("fight",),
    "rocket": ("rocket", "end"),
    "choose_casualties": ("lose",),
    "assign_hits": ("share",),
    "withdraw": ("withdraw", "end"),
    "submarines": ("withdraw", "strike", "end"),
    "bombardment": ("bombard", "end"),
    "fight_or_ignore": ("fight", "ignore", "attack", "yes", "end"),
    "consent": ("yes", "end"),
    "intercept": ("intercept", "end"),
    "retreat": ("fight", "retreat", "yes"),
    "land_displaced": ("choose",),
    "placement": ("place", "end"),
}

ENTER = frozenset(
    {
        "research",
        "next_raid",
        "next_battle",
        "choose_casualties",
        "assign_hits",
        "withdraw",
        "submarines",
        "bombardment",
        "fight_or_ignore",
        "consent",
        "intercept",
        "retreat",
        "land_displaced",
        "placement",
        "place_bid",
    }
)
"""Decisions that Enter answers with the default that the question states."""

NEEDS = {"attack": "declare_attack", "join": "declare_attack", "pledge": "pledge"}
"""Commands that are only of use where the rules know such orders."""

BATTLES = frozenset({"choose_casualties", "assign_hits", "withdraw", "submarines", "bombardment", "retreat"})
"""Decisions for which one looks at the battle."""


class Prompts:
    """Puts questions to a player."""

    def __init__(self, game: Game[WarState], rules: Movement, voice: Voice, views: Views) -> None:
        self.game = game
        self.rules = rules
        self.voice = voice
        self.views = views
        self.shown: object = None
        """The battle as it was shown last."""

    def commands(self, decision: Decision) -> tuple[str, ...]:
        """The commands that make sense now."""
        return (*COMMANDS.get(decision.kind, ("choose",)), *COMMON)

    def useful(self, decision: Decision) -> tuple[str, ...]:
        """The commands without those that this game has no use for."""
        idle = {command for command, kind in NEEDS.items() if kind not in decision.accepts}
        if not isinstance(self.rules, FactoryDamage):
            idle.add("repair")
        return tuple(command for command in self.commands(decision) if command not in idle)

    def bare(self, decision: Decision) -> str:
        """The command that is meant when a line begins with a number."""
        return COMMANDS.get(decision.kind, ("choose",))[0]

    def enter(self, decision: Decision) -> bool:
        """Whether Enter alone is an answer."""
        return decision.kind in ENTER or decision.kind not in COMMANDS

    def prompt(self, decision: Decision) -> str:
        """What stands before the cursor."""
        return f"{self.voice.name(decision.power)}> "

    def ask(self, decision: Decision) -> None:
        """The question with everything needed to answer it."""
        battle = self.game.state.battle
        if decision.kind in BATTLES and battle is not None and battle != self.shown:
            self.shown = battle
            self.views.battle()
        kind = decision.kind if self.voice.lexicon.has(f"ask.{decision.kind}") else "other"
        text = Text(self.voice.say(f"ask.{kind}", **self._facts(decision)), PROMPT)
        out = self.views.out
        if decision.kind not in BATTLES:
            out.print()
        out.print(text)
        for line in self._lines(decision):
            out.print(Padding(Text(line), (0, 0, 0, 2), expand=False))
        hint = self.voice.say(f"hint.{kind}", **self._facts(decision))
        if hint:
            out.print(Padding(Text(hint, QUIET), (0, 0, 0, 2), expand=False))

    def _facts(self, decision: Decision) -> dict[str, Any]:
        state, about = self.game.state, decision.about
        facts: dict[str, Any] = {
            "power": decision.power,
            "phase": self.voice.phase(state.phase),
            "round": state.round,
            "money": state.money.get(state.power, 0),
            "production": self.rules.production(state, state.power),
        }
        keys = ("space", "hits", "price", "most", "bid", "zone", "asked_by")
        facts |= {key: about[key] for key in keys if key in about}
        match decision.kind:
            case "purchase":
                facts["limit"] = self._limit(about.get("capacity", 999))
                facts["repair"] = self.voice.say("hint.repair") if self._damaged() else ""
            case "combat_move":
                facts["declare"] = self.voice.say("hint.declare") if "declare_attack" in decision.accepts else ""
            case "bombardment":
                ships = suggested_shelling(self.rules, state, decision).ships
                facts["ships"] = self.rules.count(state.units[ident] for ident in ships)
            case "choose_casualties":
                chosen = suggested_losses(self.game, self.rules, decision).units
                facts["losses"] = self.voice.losses(landing_sorts(self.rules, state, chosen))
                mixed = len(landing_sorts(self.rules, state, about["units"]).keys() - {""}) > 1
                facts["sorts"] = self.voice.say("hint.sorts") if mixed else ""
            case "assign_hits":
                first = next(iter(self.game.legal(decision)))
                facts["shares"] = _shares(self.voice, first.hits) if isinstance(first, AssignHits) else ""
            case "placement":
                facts["pool"] = dict(state.pool) or self.voice.say("ask.nothing")
            case "noncombat_move":
                flying = [u for u in state.units.values() if u.airborne and u.power == state.power]
                facts["flying"] = self.voice.say("hint.flying", units=self.rules.count(flying)) if flying else ""
        return facts

    def _limit(self, capacity: int) -> str:
        return "" if capacity >= 999 else self.voice.say("ask.limit", number=capacity)

    def _lines(self, decision: Decision) -> list[str]:
        """Things to choose from, one a line."""
        voice, state, about = self.voice, self.game.state, decision.about
        match decision.kind:
            case "purchase" | "place_bid":
                damage = [voice.say("ask.damage", space=space, damage=points) for space, points in self._damaged()]
                return [*damage, " · ".join(f"{voice.name(kind)} {price}" for kind, price in about["prices"].items())]
            case "next_battle" | "next_raid":
                return [f"{at}  {voice.name(s)}: {self._matchup(s)}" for at, s in enumerate(about["spaces"], start=1)]
            case "retreat":
                spaces = [s for s in about["spaces"] if s]
                return [f"{at}  {voice.name(space)}" for at, space in enumerate(spaces, start=1)]
            case "withdraw":
                zones = dict.fromkeys(zone for zones in about["submarines"].values() for zone in zones)
                return [
                    f"{voice.lexicon.count('submarine', len(about['submarines']), voice.lang)} → "
                    + ", ".join(map(voice.name, zones))
                ]
            case "choose_casualties" if len(sorts := landing_sorts(self.rules, state, about["units"])) > 1:
                return [voice.losses(sorts)]
            case "choose_casualties" if len(self.game.decisions) > 1 or (state.battle and state.battle.lists):
                return [voice.say("ask.agreement"), *self._proposals()]
            case "submarines":
                return [voice.forces(self.rules.count(state.units[ident] for ident in about["submarines"]))]
            case "bombardment":
                return [
                    f"{voice.name(zone)}: {voice.forces(self.rules.count(state.units[i] for i in ships))}"
                    f" (≤ {about['limits'][zone]})"
                    for zone, ships in about["ships"].items()
                ]
            case "fight_or_ignore":
                return [f"{voice.name(about['zone'])}: {self._matchup(about['zone'])}"]
            case "consent":
                return self._request(about.get("order") or {})
            case "intercept":
                return [
                    f"{voice.name(space)}: {voice.forces(self.rules.count(state.units[i] for i in fighters))}"
                    for space, fighters in about["fighters"].items()
                ]
            case "assign_hits":
                return [f"{voice.name(power)}: {room}" for power, room in about["room"].items()]
            case "rocket":
                shots = [shot for shot in self.game.legal() if isinstance(shot, FireRocket)]
                return [
                    f"{at}  {voice.name(state.units[s.gun].space)} → {voice.name(s.target)}"
                    for at, s in enumerate(shots, start=1)
                ]
            case "land_displaced":
                return [f"{at}  {self._landings(order)}" for at, order in enumerate(self.game.legal(decision), start=1)]
            case kind if kind not in COMMANDS:  # a decision this terminal has no words for yet
                return [f"{at}  {order}" for at, order in enumerate(islice(self.game.legal(decision), 20), start=1)]
        return []

    def _damaged(self) -> list[tuple[str, int]]:
        """Own factories with damage."""
        state = self.game.state
        if not isinstance(self.rules, FactoryDamage):
            return []
        return [(u.space, u.damage) for u in state.units_of(state.power) if u.kind in self.rules.factories and u.damage]

    def _proposals(self) -> list[str]:
        """The losses other defenders have named."""
        state = self.game.state
        lists = state.battle.lists if state.battle is not None else {}
        return [
            self.voice.say("ask.proposed", power=power, units=self.rules.count(state.units[ident] for ident in idents))
            for power, idents in lists.items()
        ]

    def _request(self, order: dict[str, Any]) -> list[str]:
        """What an ally wants to do with one's ship."""
        units = self.game.state.units
        guests = [units[ident] for ident in (order.get("load") or order.get("units") or ()) if ident in units]
        ship = units.get(order.get("transport") or order.get("deck") or "")
        if ship is None or not guests:
            return []
        where = self.voice.name(ship.space)
        return [f"{self.voice.forces(self.rules.count(guests))} → {self.voice.name(ship.kind)}, {where}"]

    def _matchup(self, space: str) -> str:
        state = self.game.state
        enemies = self.rules.board.enemies[state.power]
        ours = [u for u in state.units.values() if u.power == state.power and self._goes_to(u, space)]
        kinds = self.rules.ships | self.rules.air if self.rules.board.is_sea[space] else self.rules.land_fighters
        theirs = [u for u in state.units_in(space) if u.power in enemies and u.kind in kinds]
        against = self.voice.forces(self.rules.count(theirs)) or "–"
        return f"{self.voice.forces(self.rules.count(ours))} – {against}"

    def _goes_to(self, unit: Any, space: str) -> bool:
        if unit.task == "land":
            return bool(unit.target == space)
        return bool(unit.space == space and not unit.aboard)

    def _landings(self, order: Any) -> str:
        if not isinstance(order, LandDisplaced):
            return str(order)
        units, name = self.game.state.units, self.voice.name
        return ", ".join(
            f"{name(units[fighter].kind)} → {name(units[place].kind if place in units else place)}"
            for fighter, place in order.places.items()
        )

    def help(self, commands: tuple[str, ...]) -> None:
        """The commands with an example and what they do."""
        table = tidy_table([self.voice.say("help.heading.type"), self.voice.say("help.heading.does")])
        for command in commands:
            table.add_row(Text(self.voice.say(f"help.{command}.type"), PROMPT), self.voice.say(f"help.{command}.does"))
        self.views.out.print(table)
        self.views.out.print(Text(self.voice.say("help.short"), QUIET))


def _shares(voice: Voice, hits: dict[str, int]) -> str:
    return ", ".join(f"{voice.name(power)} {number}" for power, number in hits.items())
