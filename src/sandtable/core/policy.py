"""Standing orders: a seat may let a policy answer certain kinds of decisions.

The engine asks the policy instead of the person and records the answer as that seat's action, so a replay needs
no policy. Policies are plain values and travel with the record.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import msgspec

from sandtable.core.errors import BadValue
from sandtable.core.menu import Menu
from sandtable.core.state import State
from sandtable.core.values import Action, Decision


class Policy(msgspec.Struct, frozen=True, tag_field="policy", forbid_unknown_fields=True):
    """Answers decisions for an absent or unbothered player. Subclasses are plain values."""

    @abstractmethod
    def answer(self, rules: Any, state: State, decision: Decision, menu: Menu) -> Action | None:
        """The answer, or None to ask the person after all. `state` is what the seat may see."""
        raise NotImplementedError

    @property
    def kind(self) -> str:
        """The tag of this policy in the record."""
        return str(self.__struct_config__.tag)


class FirstChoice(Policy, frozen=True, tag="first_choice"):
    """Takes the first entry of the menu: the plainest possible standing order."""

    def answer(self, rules: Any, state: State, decision: Decision, menu: Menu) -> Action | None:
        return next(iter(menu), None)


class Fixed(Policy, frozen=True, tag="fixed"):
    """Always gives the same answer, written as the action's JSON form."""

    action: dict[str, Any]

    def answer(self, rules: Any, state: State, decision: Decision, menu: Menu) -> Action | None:
        wanted: Action = rules.check_action(self.action)
        return wanted if wanted.kind in decision.accepts else None


class PolicyBook:
    """The policies a game knows, by their tag."""

    def __init__(self, *types: type[Policy]) -> None:
        self.types: tuple[type[Policy], ...] = (FirstChoice, Fixed, *types)

    def read(self, data: object) -> Policy:
        """A policy from its JSON form. Raises `BadValue`."""
        union: Any = self.types[0]
        for policy in self.types[1:]:
            union |= policy
        try:
            policy_value: Policy = msgspec.convert(msgspec.to_builtins(data), union)
        except (msgspec.MsgspecError, TypeError) as error:
            raise BadValue(f"Not a policy: {error}") from None
        return policy_value
