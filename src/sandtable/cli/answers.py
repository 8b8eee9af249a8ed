"""Answers to every decision but the movement orders, in a player's words."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.cli.words import ALL, EXACT, NotUnderstood, Vocabulary, plain, read_forces, split_numbers
from sandtable.core.game import Game
from sandtable.core.values import Action, Decision
from sandtable.warfare.actions import (
    AssignHits,
    ChooseCasualties,
    FightOn,
    FireRocket,
    Intercept,
    NextBattle,
    Place,
    PlaceBid,
    Purchase,
    Research,
    Retreat,
    Shell,
    Submerge,
    Withdraw,
)
from sandtable.warfare.defaults import placements, suggested_losses, suggested_shelling
from sandtable.warfare.movement import Movement
from sandtable.warfare.state import WarState

_LANDED = ("landed", "gelandet")
_OVERLAND = ("overland", "uberland")


class Answers:
    """Turns words into actions that answer the open decision."""

    def __init__(self, game: Game[WarState], rules: Movement, vocabulary: Vocabulary) -> None:
        self.game = game
        self.rules = rules
        self.vocabulary = vocabulary
        self.repairs: dict[str, int] = {}
        """Repairs that are paid with the purchase."""

    def research(self, words: Sequence[str]) -> Action:
        """«1»."""
        return Research(_number(words) if words else 0)

    def buy(self, words: Sequence[str]) -> Action:
        """«3 inf 1 arm»."""
        forces = self._forces(words)
        prices = self._decision.about["prices"]
        repairs = dict(self.repairs)
        if ALL in forces.values():  # as many as the money buys
            kind = next(kind for kind, number in forces.items() if number == ALL)
            spent = sum(number * prices.get(k, 0) for k, number in forces.items() if k != kind) + sum(repairs.values())
            forces[kind] = max(0, (self._decision.about["money"] - spent) // prices.get(kind, 999))
        return Purchase(forces, repairs)

    def repair(self, words: Sequence[str]) -> Action:
        """«3 germany»: noted for the purchase; 0 forgets it. Returns the purchase as it would be now."""
        rest = without_joints(split_numbers(words))
        if len(rest) < 2 or not (rest[0].isdecimal() or rest[0].lower() in ("all", "alle")):
            raise NotUnderstood("need.repair", " ".join(words))
        space = self.vocabulary.space(" ".join(rest[1:]), self.vocabulary.land)
        damage = sum(u.damage for u in self.game.state.units_in(space) if u.kind in self.rules.factories)
        points = int(rest[0]) if rest[0].isdecimal() else damage
        noted = {**self.repairs, space: points}
        return Purchase({}, {place: number for place, number in noted.items() if number})

    def submerge(self, words: Sequence[str]) -> Action:
        """«1», «all»; without a number all of them."""
        submarines: list[str] = self._decision.about["submarines"]
        rest = [word for word in split_numbers(words) if word.isdecimal()]
        return Submerge(tuple(submarines[: int(rest[0]) if rest else len(submarines)]))

    def shell(self, words: Sequence[str]) -> Action:
        """«1 bb 1 ca», «2», «all»; without anything as many as may fire."""
        about, state = self._decision.about, self.game.state
        ships = [ident for idents in about["ships"].values() for ident in idents]
        most = suggested_shelling(self.rules, state, self._decision).ships
        words = split_numbers(words)
        if not words or words[0].lower() in ("all", "alle"):
            return Shell(most)
        if len(words) == 1 and words[0].isdecimal():
            others = [ident for ident in ships if ident not in most]
            return Shell((*most, *others)[: int(words[0])])
        chosen: list[str] = []
        for kind, number in self._forces(words).items():
            able = [ident for ident in ships if state.units[ident].kind == kind]
            if number != ALL and len(able) < number:
                raise NotUnderstood("need.ship", kind)
            chosen += able if number == ALL else able[:number]
        return Shell(tuple(chosen))

    def intercept(self, words: Sequence[str]) -> Action:
        """«2 germany», «all», «all germany»."""
        possible: dict[str, list[str]] = self._decision.about["fighters"]
        rest = without_joints(split_numbers(words))
        number = int(rest.pop(0)) if rest and rest[0].isdecimal() else 999
        rest = [w for w in rest if w.lower() not in ("all", "alle") and self.vocabulary.kinds.matches(w)[0] != EXACT]
        spaces = [self.vocabulary.space(" ".join(rest), possible)] if rest else list(possible)
        return Intercept({space: tuple(possible.get(space, ())[:number]) for space in spaces})

    def lose(self, words: Sequence[str]) -> Action:
        """«1 inf 1 ftr», «1 inf landed», «1 inf overland»; of units of a kind the less valuable go first."""
        decision, state = self._decision, self.game.state
        if not words:
            return suggested_losses(self.game, self.rules, decision)
        pool = self._by_worth(list(decision.about["units"]))
        chosen: list[str] = []
        for kind, number, landed in sorted(self._losses(words), key=lambda part: part[2] is None):
            able = [i for i in pool if state.units[i].kind == kind and landed in (None, self._has_landed(i))]
            if number != ALL and len(able) < number:
                lost = self.rules.count(state.units[ident] for ident in able)
                raise NotUnderstood("few.losses" if able else "no.losses", kind, units=lost)
            for ident in able if number == ALL else able[:number]:
                pool.remove(ident)
                chosen.append(ident)
        return ChooseCasualties(tuple(chosen))

    def _by_worth(self, idents: list[str]) -> list[str]:
        """Those with less cargo and less range left first; who came overland can still leave, who landed cannot."""
        state = self.game.state
        units = {ident: state.units[ident] for ident in idents}
        return sorted(
            idents,
            key=lambda i: (len(state.aboard(units[i])), not self._has_landed(i), -units[i].spent, -units[i].damage),
        )

    def _has_landed(self, ident: str) -> bool:
        battle = self.game.state.battle
        return battle is not None and ident in battle.landed

    def _losses(self, words: Sequence[str]) -> list[tuple[str, int, bool | None]]:
        """«1 arm 2 inf landed» → armour 1 however it came, infantry 2 that landed: kind, number, landed or not."""
        found: list[tuple[str, int, bool | None]] = []
        part: list[str] = []
        for word in [*split_numbers(words), ""]:
            landed = True if plain(word) in _LANDED else False if plain(word) in _OVERLAND else None
            if word and landed is None:
                part.append(word)
            elif part:
                *others, (kind, number) = self._forces(part).items()
                found += [(*other, None) for other in others] + [(kind, number, landed)]
                part = []
            elif word:
                raise NotUnderstood("need.units", " ".join(words))
        return found

    def share(self, words: Sequence[str]) -> Action:
        """«1 uk 2 ussr»."""
        room: dict[str, int] = self._decision.about["room"]
        rest = split_numbers(words)
        hits: dict[str, int] = {}
        while rest:
            number = int(rest.pop(0)) if rest[0].isdecimal() else self._decision.about["hits"]
            if not rest:
                raise NotUnderstood("need.power", " ".join(words), room)
            power = self.vocabulary.powers.find(rest.pop(0), room)
            hits[power] = hits.get(power, 0) + number
        return AssignHits(hits)

    def fight(self, words: Sequence[str]) -> Action:
        """The next battle by number or name; in a battle: fight on."""
        decision = self._decision
        if decision.kind == "retreat":
            return FightOn()
        spaces: list[str] = decision.about["spaces"]
        return NextBattle(self._choice(spaces, words) if words else spaces[0])

    def retreat(self, words: Sequence[str]) -> Action:
        """To a space by number or name; without one, to the first."""
        spaces: list[str] = self._decision.about["spaces"]
        if spaces == [""] or not words:
            return Retreat(spaces[0])
        return Retreat(self._choice(spaces, words))

    def withdraw(self, words: Sequence[str]) -> Action:
        """«1 to north_sea», «all»; how many and where may be left out."""
        options: dict[str, list[str]] = self._decision.about["submarines"]
        rest = [word for word in split_numbers(words) if word.lower() not in ("to", "nach", "in", "all", "alle")]
        number = len(options)
        if rest and rest[0].isdecimal():
            number = int(rest.pop(0))
        rest = rest if not rest or self.vocabulary.kinds.matches(rest[0])[1] != ["submarine"] else rest[1:]
        zones = {zone for zones in options.values() for zone in zones}
        wanted = self.vocabulary.space(" ".join(rest), zones) if rest else ""
        moves = {sub: wanted or zones[0] for sub, zones in options.items() if not wanted or wanted in zones}
        if wanted and not moves:
            moves = {next(iter(options)): wanted}  # the rules say why not
        return Withdraw(dict(list(moves.items())[:number]))

    def rocket(self, words: Sequence[str]) -> Action:
        """A shot by number or by its target."""
        shots = [shot for shot in self.game.legal() if isinstance(shot, FireRocket)]
        if not words:
            return shots[0]
        if words[0].isdecimal():
            return shots[_index(words[0], len(shots))]
        target = self.vocabulary.space(" ".join(words), {shot.target for shot in shots})
        fitting = [shot for shot in shots if shot.target == target]
        return fitting[0] if fitting else FireRocket(shots[0].gun, target)

    def choose(self, words: Sequence[str]) -> Action:
        """One of the listed answers by its number."""
        listed = list(self.game.legal())
        return listed[_index(words[0] if words else "1", len(listed))]

    def place(self, words: Sequence[str]) -> list[Action]:
        """«3 inf karelia»: orders of which the first legal one is meant."""
        state = self.game.state
        forces, rest = read_forces(self.vocabulary.kinds, list(words))
        if not forces:
            raise NotUnderstood("need.units", " ".join(words), state.pool)
        kind, number = next(iter(forces.items()))
        number = state.pool.get(kind, 1) if number == ALL else number
        options = [order for order in self.game.legal() if isinstance(order, Place) and order.unit == kind]
        rest = without_joints(rest)
        sea = self.rules.types[kind].is_sea
        if not rest:
            spaces = dict.fromkeys(order.space for order in options)
            if len(spaces) != 1:
                raise NotUnderstood("need.target", " ".join(words), spaces)
            space = next(iter(spaces))
        else:
            prefer = {order.space for order in options} or (self.vocabulary.sea if sea else self.vocabulary.land)
            space = self.vocabulary.space(" ".join(rest), prefer)
        found = [Place(kind, order.space, order.factory, number) for order in options if order.space == space]
        return [*found, *self._refused_places(kind, space, number)]

    def place_orders(self, words: Sequence[str]) -> list[list[str]]:
        """«3 inf 1 arm karelia» is one order per kind."""
        forces, rest = read_forces(self.vocabulary.kinds, list(words))
        return [["all" if n == ALL else str(n), kind, *rest] for kind, n in forces.items()] or [list(words)]

    def place_all(self, words: Sequence[str]) -> list[Place]:
        """The next kind that waits goes to the front, or to a space that was named."""
        rest = without_joints(words)
        wanted = self.vocabulary.space(" ".join(rest)) if rest else ""
        return list(placements(self.game, self.rules, wanted))

    def _refused_places(self, kind: str, space: str, number: int) -> list[Action]:
        """Orders that will be refused, so that the player reads why."""
        near = [s for s in (space, *self.rules.board.borders[space]) if self._has_factory(s)]
        return [Place(kind, space, factory, number) for factory in near or [space]]

    def _has_factory(self, space: str) -> bool:
        return any(unit.kind in self.rules.factories for unit in self.game.state.units_in(space))

    def bid(self, words: Sequence[str]) -> Action:
        """«3 inf libya, 1 arm ukraine»; nothing keeps the money."""
        units: dict[str, dict[str, int]] = {}
        for order in " ".join(words).split(","):
            if not order.strip():
                continue
            forces, rest = read_forces(self.vocabulary.kinds, order.split())
            if not forces or not rest:
                raise NotUnderstood("need.units" if not forces else "need.target", order)
            there = units.setdefault(self.vocabulary.space(" ".join(rest)), {})
            for kind, number in forces.items():
                there[kind] = there.get(kind, 0) + number
        return PlaceBid(units)

    @property
    def _decision(self) -> Decision:
        assert self.game.decision is not None
        return self.game.decision

    def _forces(self, words: Sequence[str]) -> dict[str, int]:
        forces, rest = read_forces(self.vocabulary.kinds, list(words))
        if rest:
            raise NotUnderstood("unknown.unit", rest[0], self.vocabulary.kinds.nearest(rest[0]))
        if not forces:
            raise NotUnderstood("need.units", " ".join(words))
        return forces

    def _choice(self, spaces: list[str], words: Sequence[str]) -> str:
        words = [word for word in words if word.lower() not in ("to", "nach", "in", "on", "weiter")] or list(words)
        if words[0].isdecimal():
            return spaces[_index(words[0], len(spaces))]
        return self.vocabulary.space(" ".join(words), spaces)


def without_joints(words: Sequence[str]) -> list[str]:
    """Without the little words before a place."""
    return [word for word in words if word.lower() not in ("in", "to", "nach", "at", "into")]


def _number(words: Sequence[str]) -> int:
    if not words[0].isdecimal():
        raise NotUnderstood("need.number", words[0])
    return int(words[0])


def _index(word: str, length: int) -> int:
    if not word.isdecimal() or not 1 <= int(word) <= length:
        raise NotUnderstood("need.choice", word, most=length)
    return int(word) - 1
