"""The classic game: its sequence of play, its constants, its victory conditions."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import ClassVar

from sandtable.board.board import Board
from sandtable.board.scenario import Scenario
from sandtable.board.units import UnitTypes
from sandtable.core.lexicon import Lexicon, read_toml
from sandtable.core.policy import PolicyBook
from sandtable.warfare import policies
from sandtable.warfare.antiair import Overflight
from sandtable.warfare.base import shared_texts
from sandtable.warfare.battle import BattleRound, Combat, Occupy
from sandtable.warfare.bombing import DropBombs
from sandtable.warfare.fire import FireBatch
from sandtable.warfare.income import CollectIncome, Goal, Victory
from sandtable.warfare.losses import TakeHits
from sandtable.warfare.movephases import CombatMove, NoncombatMove
from sandtable.warfare.position import Positions
from sandtable.warfare.production import Placement, Production, PurchasePhase
from sandtable.warfare.research import Developments, ResearchPhase
from sandtable.warfare.sequence import AnyStep
from sandtable.warfare.state import WarState
from sandtable.warfare.submarines import Submarines

_DATA = files("sandtable.games.classic") / "data"
BOARD = Board.load(_DATA / "board.toml")
TYPES = UnitTypes.load(_DATA / "units.toml")
SCENARIO = Scenario.load(_DATA / "scenario.toml")
DEVELOPMENTS = read_toml(_DATA / "developments.toml")
TOPICS = {topic: rule for rule, topics in read_toml(_DATA / "topics.toml").items() for topic in topics}


def _lexicon() -> Lexicon:
    lexicon = Lexicon()
    lexicon.add_templates(shared_texts())
    lexicon.add_templates(_DATA / "texts.toml")
    BOARD.add_names(lexicon)
    TYPES.add_names(lexicon)
    for ident, entry in DEVELOPMENTS.items():
        lexicon.add_name(ident, {"en": entry["en"], "de": entry["de"]})
    return lexicon


class ClassicRules(Developments, Production, Submarines, Victory, Positions):
    """The 1984 game in its second edition."""

    game = "classic"
    board = BOARD
    types = TYPES
    scenario = SCENARIO
    lexicon = _lexicon()
    topics = TOPICS
    policies: ClassVar[PolicyBook] = policies.BOOK
    developments: ClassVar[tuple[str, ...]] = tuple(sorted(DEVELOPMENTS, key=lambda d: int(DEVELOPMENTS[d]["roll"])))

    axis_economic_target: int = 84
    allied_economic_target: int = 0

    def phases(self) -> tuple[AnyStep, ...]:
        """CL-TURN-02: the six phases of a turn (the first has two parts)."""
        return (
            ResearchPhase(),
            PurchasePhase(),
            CombatMove(),
            Combat(),
            NoncombatMove(),
            Placement(),
            CollectIncome(),
        )

    def extra_steps(self) -> tuple[AnyStep, ...]:
        return (
            *self.combat_steps(),
            *self.land_battle(),
            *self.sea_battle(),
            BattleRound(),
            FireBatch(),
            TakeHits(),
            Occupy(),
            Overflight(),
            DropBombs(),
        )

    # CL-IC-03: unlimited production for the first owner of a factory that was there at the start.

    def is_original_factory(self, space: str, power: str) -> bool:
        start = self.scenario.units.get(space, {}).get(power, {})
        return any(kind in self.factories for kind in start) and self.board.spaces[space].owner == power

    # CL-WIN

    def goals(self, state: WarState, side: str) -> Iterator[Goal]:
        yield from self.capital_goals(state, side)
        yield from self.economic_goals(side)

    def capital_goals(self, state: WarState, side: str) -> Iterator[Goal]:
        """CL-WIN-02/03: enough enemy capitals."""
        theirs = [power.capital for power in self.board.powers.values() if power.side != side]
        yield Goal("capitals", self.capitals_needed(side), dict.fromkeys(theirs, 1))

    def capitals_needed(self, side: str) -> int:
        """CL-WIN-02/03: how many enemy capitals a side needs."""
        return 2

    def economic_goals(self, side: str) -> Iterator[Goal]:
        """CL-WIN-04: the joint production of a side reaches its target (0: no target)."""
        target = self.axis_economic_target if side == "axis" else self.allied_economic_target
        if target:
            yield Goal("economy", target, self.board.values)

    def known_developments(self) -> tuple[str, ...]:
        return self.developments
