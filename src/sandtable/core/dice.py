"""Where dice come from: a seed, a script, or a committed seed anybody can check after the game.

Sources are small values: copying one is cheap, and a copy continues exactly like the original.
"""

from __future__ import annotations

import hashlib
import secrets
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, Self

from sandtable.core.errors import BadValue, DiceExhausted, RecordError, UnknownName


class DiceSource(ABC):
    """Anything that can roll dice, copy itself and describe itself for the record.

    A verifiable source publishes a commitment in `describe()` before the first roll and the secret
    in `reveal()` after the game; `check()` of the revealed description then re-creates every roll.
    """

    @abstractmethod
    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """The next `count` dice with values 1 to `sides`."""

    def roll_for(self, state: object, count: int, sides: int) -> tuple[int, ...]:
        """The next dice, thrown in this position. Real dice do not care; those of rehearsals may."""
        return self.roll(count, sides)

    @abstractmethod
    def copy(self) -> Self:
        """A source that will roll exactly what this one will roll."""

    @abstractmethod
    def describe(self) -> dict[str, Any]:
        """What the record's first line says about the dice (never a secret)."""

    def reveal(self) -> dict[str, Any]:
        """What the record's last line adds once the game is over."""
        return {}


class SeededDice(DiceSource):
    """Dice computed from a seed: same seed, same dice, on every machine and version.

    Each block of 32 values is SHA-256 over seed and block number, so the position in the
    stream is just a number. Bytes that would favour low faces are skipped.
    """

    def __init__(self, seed: int | str, position: int = 0) -> None:
        self.seed = seed
        self.position = position
        self._block_number = -1
        self._block = b""

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        if not 2 <= sides <= 256:
            raise BadValue(f"A die has 2 to 256 sides, not {sides}")
        limit = 256 - 256 % sides
        rolled: list[int] = []
        while len(rolled) < count:
            number, offset = divmod(self.position, 32)
            if number != self._block_number:
                self._block_number = number
                self._block = hashlib.sha256(f"{self.seed}/{number}".encode("utf-8", "surrogatepass")).digest()
            self.position += 1
            byte = self._block[offset]
            if byte < limit:
                rolled.append(byte % sides + 1)
        return tuple(rolled)

    def copy(self) -> Self:
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        return twin

    def describe(self) -> dict[str, Any]:
        return {"source": "seeded", "seed": self.seed}


class CommittedDice(SeededDice):
    """Seeded dice whose seed stays secret until the game is over.

    The record's first line carries only the SHA-256 of the seed; `reveal` gives the seed away, and
    replaying then proves that no roll was made up.
    """

    def __init__(self, seed: str | None = None) -> None:
        super().__init__(seed if seed is not None else secrets.token_hex(16))

    @property
    def commitment(self) -> str:
        """What is published before the first roll."""
        return hashlib.sha256(str(self.seed).encode("utf-8", "surrogatepass")).hexdigest()

    def describe(self) -> dict[str, Any]:
        return {"source": "committed", "commitment": self.commitment}

    def reveal(self) -> dict[str, Any]:
        return {"seed": self.seed}


class ScriptedDice(DiceSource):
    """Dice read from a list, for tests, worked examples and for continuing from a record."""

    def __init__(self, values: Iterable[int], position: int = 0) -> None:
        self.values = tuple(values)
        self.position = position

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        end = self.position + count
        if end > len(self.values):
            raise DiceExhausted(
                f"{count} dice were needed, but the script has only {len(self.values) - self.position} left"
            )
        rolled = self.values[self.position : end]
        for value in rolled:
            if not 1 <= value <= sides:
                raise DiceExhausted(f"The script gives {value} where a die with {sides} sides is rolled")
        self.position = end
        return rolled

    @property
    def left(self) -> int:
        """How many values have not been rolled yet."""
        return len(self.values) - self.position

    def copy(self) -> Self:
        return type(self)(self.values, self.position)

    def describe(self) -> dict[str, Any]:
        return {"source": "scripted", "values": list(self.values)}


class RecordedDice(DiceSource):
    """Dice taken from a record, checked against the source that made them where that is known."""

    def __init__(self, origin: dict[str, Any], seed: int | str | None) -> None:
        self.origin = origin
        self.check = SeededDice(seed) if seed is not None else None
        self.queue: tuple[int, ...] = ()

    def feed(self, values: Iterable[int]) -> None:
        """Provide the dice that the record holds for the next entry."""
        self.queue = tuple(values)

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        if len(self.queue) < count:
            raise RecordError("the record holds fewer dice than the game rolled")
        rolled, self.queue = self.queue[:count], self.queue[count:]
        if any(not 1 <= value <= sides for value in rolled):
            raise RecordError(f"the record holds a die that cannot be rolled: {list(rolled)}")
        if self.check is not None and self.check.roll(count, sides) != rolled:
            raise RecordError("the recorded dice are not the dice of the stated seed")
        return rolled

    def copy(self) -> Self:
        twin = type(self)(self.origin, None)
        twin.check = self.check.copy() if self.check is not None else None
        twin.queue = self.queue
        return twin

    def describe(self) -> dict[str, Any]:
        return self.origin

    def reveal(self) -> dict[str, Any]:
        if self.check is None or self.origin.get("source") != "committed":
            return {}
        return {"seed": self.check.seed}


def dice_from(description: Mapping[str, Any]) -> DiceSource:
    """The dice source that a `describe()` tells of, ready for a new game."""
    match description:
        case {"source": "seeded", "seed": int() | str() as seed}:
            return SeededDice(seed)
        case {"source": "scripted", "values": list() as values} if all(isinstance(v, int) for v in values):
            return ScriptedDice(values)
        case {"source": "committed", "seed": str() as seed}:
            return CommittedDice(seed)
    raise UnknownName("dice source", description.get("source"), ("seeded", "scripted", "committed"))
