"""What a person does in a game: actions, undo, defaults, orders, battles at one click."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.errors import IllegalAction
from sandtable.core.game import Game
from sandtable.core.values import Decision, Undo
from sandtable.server import decisions, wire
from sandtable.server.errors import RequestProblem
from sandtable.server.planner import MOVING, Planner, planner_for
from sandtable.server.resolve import Autopilot, battle_to_resolve, fly
from sandtable.server.room import Room
from sandtable.server.seats import OWN_TURN, Seat
from sandtable.server.threats import comers, next_turn
from sandtable.warfare.actions import Resign
from sandtable.warfare.production import Production
from sandtable.warfare.state import WarState

FINISH_AT_MOST = 500
"""Default answers given at one click."""


def do(room: Room, seat: Seat, wish: wire.Do) -> wire.Snapshot:
    """Carry out actions, all or none. Where one of them leads to a question of another kind (guns have hit an
    aircraft, an ally is asked for room), those after it that do not answer it are dropped. Once dice have been
    rolled they lie on the table: a refusal after that only ends the row, or one could look at them and think again."""
    with room.at(wish.version, seat):
        if not wish.actions:
            raise room.rules.refuse("action.malformed", problem="no action was given")
        if wish.power is not None and wish.power not in seat.own:
            raise room.not_yours(wish.power)
        new = room.game.copy()
        asked = room.game.decisions
        for action in [room.rules.check_action(plain) for plain in wish.actions]:
            if new.length > room.game.length and not _same_question(asked, new.decisions):
                if not any(action.kind in decision.accepts for decision in new.decisions):
                    break
            try:
                actor = wish.power or room.own_decision(seat, new, action).power
                new.apply(action, actor)
            except (IllegalAction, RequestProblem):
                if not _is_settled(new, room.game.length):
                    raise
                break
            if isinstance(action, Resign):
                _computers_resign_too(room, new, actor)
        return _done(room, seat, new)


def _is_settled(game: Game[WarState], since: int) -> bool:
    """Whether dice were rolled or somebody's standing orders have answered since an entry of the record."""
    return any(entry.dice or entry.by for entry in game.entries(since))


def _computers_resign_too(room: Room, game: Game[WarState], power: str) -> None:
    """A computer player does not fight on alone when all the people of its side have given up."""
    board = room.rules.board
    side = board.side(board.side_of[power])
    if all(ally in game.state.resigned for ally in side if ally in room.people):
        for ally in side:
            if game.outcome is None and ally not in game.state.resigned:
                game.apply(Resign(), ally)


def undo(room: Room, seat: Seat, wish: wire.TakeBack) -> wire.Snapshot:
    """Take back the newest order of the phase, or all of them."""
    with room.at(wish.version, seat):
        new = room.game.copy()
        actor = room.own_decision(seat).power
        new.apply(Undo(), actor)
        while wish.all and new.can_undo:
            try:
                new.apply(Undo(), actor)
            except IllegalAction:
                break  # what is left was somebody else's
        return _done(room, seat, new)


def auto(room: Room, seat: Seat, wish: wire.Auto) -> wire.Snapshot:
    """Give the default answer; with `finish` until the phase is over."""
    with room.at(wish.version, seat):
        new = room.game.copy()
        first = room.own_decision(seat)
        turn = (first.power, first.kind, new.state.round)
        for _ in range(FINISH_AT_MOST if wish.finish else 1):
            decision = next((d for d in new.decisions if d.power == first.power), None)
            if decision is None or (decision.power, decision.kind, new.state.round) != turn:
                break
            action = decisions.default(new.view(decision.power), room.rules, decision)
            if action is None:
                break
            new.apply(action, decision.power)
        return _done(room, seat, new)


def order(room: Room, seat: Seat, wish: wire.Order) -> wire.Ordered:
    """Find the way for some units to a space and take it (or only say how)."""
    with room.at(wish.version, seat):
        way = planner(room, seat).way(wish.units, wish.to, wish.manner)
        if wish.dry:
            return wire.Ordered(way=way)
        return wire.Ordered(way=way, snapshot=do(room, seat, wire.Do(version=wish.version, actions=way.actions)))


def resolve(room: Room, seat: Seat, wish: wire.Resolve) -> wire.Snapshot:
    """Fight a battle to its end by the chosen orders; goes on by itself if a computer player must answer."""
    with room.at(wish.version, seat):
        room.own_decision(seat)
        space = battle_to_resolve(room.rules, room.game.state, wish.space)
        if not space:
            raise RequestProblem(422, "refused", "no_battle")
        for kind in wish.losses.order:
            room.rules.types[kind]  # raises for a kind that does not exist
        room.autopilot = Autopilot(space, wish, seat.own)
        fly(room)
        room.runner.wake()
        return room.snapshot(seat)


def standing_order(room: Room, seat: Seat, wish: wire.StandingOrder) -> wire.Snapshot:
    """Let a policy answer a kind of decision for a seat, or no longer."""
    with room.at(wish.version, seat):
        if wish.power not in seat.own:
            raise room.not_yours(wish.power)
        if wish.kind in OWN_TURN and wish.policy is not None:
            raise RequestProblem(422, "bad_request", "own_turn", room.rules, kind=wish.kind)
        policy = room.rules.policies.read(wish.policy) if wish.policy is not None else None
        new = room.game.copy()
        new.delegate(wish.power, wish.kind, policy)
        return _done(room, seat, new)


def _done(room: Room, seat: Seat, new: Game[WarState]) -> wire.Snapshot:
    room.autopilot = None  # whoever answers by hand has taken over
    room.commit(new, "person")
    room.runner.wake()
    return room.snapshot(seat)


def _same_question(before: Sequence[Decision], now: Sequence[Decision]) -> bool:
    return [(d.power, d.kind) for d in before] == [(d.power, d.kind) for d in now]


# Help


def planner(room: Room, seat: Seat) -> Planner:
    """The planner of the running phase, for the person who moves."""
    decision = room.own_decision(seat)
    return planner_for(room.rules, room.game.view(decision.power).state, decision)


def _is_safe_from(rules: Production, state: WarState, power: str, space: str) -> bool:
    """Whether a power cannot attack a territory because its own side holds it."""
    return not rules.board.is_sea[space] and rules.is_friendly(state, power, space)


def reaching(room: Room, seat: Seat, space: str) -> wire.Reaching:
    """Who can come to a space now, and which enemies of the viewer could attack it in their next turn."""
    rules = room.rules
    rules.board.space(space)
    with room.lock:
        viewer = room.viewer(seat)
        state = room.game.view(viewer).state
        moving = any(decision.kind in MOVING for decision in room.game.decisions)
    # States never change, so the rest needs no lock.
    threats = [
        comer
        for power in rules.powers
        if power in rules.board.enemies[viewer] and not _is_safe_from(rules, state, power, space)
        for comer in comers(rules, next_turn(rules, state, power)).get(space, [])
    ]
    return wire.Reaching(space=space, now=comers(rules, state).get(space, []) if moving else [], threats=threats)
