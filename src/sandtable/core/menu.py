"""Legal answers to a decision, factored: enough to list, count, pick from or draw, without power sets."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from random import Random

from sandtable.core.values import Action


class Menu(ABC):
    """What may be answered now.

    Iterating yields every *elementary* legal action: one unit of each interchangeable kind to each
    destination, each affordable shopping list, each choice of losses. Bigger groups are the same action
    with more units.
    """

    @abstractmethod
    def __iter__(self) -> Iterator[Action]:
        """Every elementary legal action, in a fixed order."""

    def sample(self, rng: Random) -> Action:
        """A random legal action."""
        return rng.choice(list(self))


class Listed(Menu):
    """A menu that is simply a list."""

    def __init__(self, actions: Sequence[Action]) -> None:
        self.actions = actions

    def __iter__(self) -> Iterator[Action]:
        return iter(self.actions)

    def sample(self, rng: Random) -> Action:
        return rng.choice(self.actions)
