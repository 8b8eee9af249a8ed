"""What the server says, in every language at once."""

from __future__ import annotations

from sandtable.core.lexicon import LANGUAGES, Lexicon, phrasebook
from sandtable.core.values import Action
from sandtable.server.wire import Texts
from sandtable.warfare.actions import (
    AssignHits,
    ChooseCasualties,
    Consent,
    DeclareAttack,
    FireRocket,
    Intercept,
    LandDisplaced,
    NextBattle,
    PlaceBid,
    Pledge,
    Research,
    Retreat,
    Shell,
    Submerge,
    Withdraw,
)
from sandtable.warfare.assaults import landing_sorts
from sandtable.warfare.base import WarBase
from sandtable.warfare.log import ARROW
from sandtable.warfare.state import WarState


def sentences(names: Lexicon | None = None) -> Lexicon:
    """The server's own sentences, with the names of a game where there is one."""
    return phrasebook("sandtable.server", names=names)


def say(key: str, rules: WarBase | None = None, **params: object) -> Texts:
    """A sentence in every language; with rules, ids in it become names. What is a sentence itself comes as `Texts`."""
    return sentences(rules.lexicon if rules is not None else None).texts(key, **params)


def number(figure: int) -> Texts:
    """«3,000», «3.000»."""
    return {"en": f"{figure:,}", "de": f"{figure:,}".replace(",", ".")}


def describe_action(rules: WarBase, state: WarState, action: Action) -> Texts:
    """What an answer means, as a short sentence for a button."""
    return {lang: _describe(rules, state, action, lang) for lang in LANGUAGES}


def _describe(rules: WarBase, state: WarState, action: Action, lang: str) -> str:
    lexicon = sentences(rules.lexicon)

    def text(key: str, **params: object) -> str:
        return lexicon.render(f"action.{key}", lang, **params)

    def place(ident: str) -> str:
        """A space, or a unit by its kind and where it is."""
        unit = state.units.get(ident)
        return lexicon.name(ident if unit is None else unit.kind, lang)

    def journeys(moves: dict[str, str]) -> str:
        return ", ".join(f"{place(ident)}{ARROW}{place(end)}" for ident, end in moves.items())

    def count(idents: tuple[str, ...]) -> str:
        return lexicon.forces(rules.count(state.units[ident] for ident in idents if ident in state.units), lang)

    def losses(idents: tuple[str, ...]) -> str:
        sorts = landing_sorts(rules, state, [ident for ident in idents if ident in state.units])
        return ", ".join(
            text(sort, units=units) if sort else lexicon.forces(units, lang) for sort, units in sorts.items()
        )

    match action:
        case Research(dice=dice):
            return text("research", dice=dice)
        case FireRocket(gun=gun, target=target):
            return text("fire_rocket", gun=state.units[gun].space, target=target)
        case NextBattle(space=space):
            return text("next_battle", space=space)
        case AssignHits(hits=hits):
            shares = ", ".join(f"{lexicon.name(power, lang)} {number}" for power, number in hits.items())
            return text("assign_hits", shares=shares)
        case ChooseCasualties(units=units):
            return text("choose_casualties", units=losses(units))
        case Withdraw(submarines=moves):
            return text("withdraw", moves=journeys(moves)) if moves else text("stay")
        case Retreat(space=space):
            return text("retreat", space=space) if space else text("break_off")
        case LandDisplaced(places=moves):
            return text("land_displaced", moves=journeys(moves)) if moves else text("crash")
        case DeclareAttack(zone=zone, attack=attack):
            return text("attack" if attack else "ignore", space=zone)
        case Pledge(carrier=ident, zone=zone):
            given = ", ".join(lexicon.name(place, lang) for ship, place in state.pledges if ship == ident)
            key = ("pledge" if zone else "unpledge") + ("" if ident else "_new")
            return text(key, space=state.units[ident].space if ident else "", zone=zone or given)
        case Submerge(submarines=submarines):
            return text("submerge", number=len(submarines)) if submarines else text("strike")
        case Shell(ships=ships):
            return text("shell", units=count(ships)) if ships else text("hold_fire")
        case Consent(agree=agree):
            return text("agree" if agree else "refuse")
        case Intercept(fighters=fighters):
            rising = {space: tuple(idents) for space, idents in fighters.items() if idents}
            names = ", ".join(f"{count(idents)} {lexicon.name(space, lang)}" for space, idents in rising.items())
            return text("intercept", moves=names) if names else text("no_intercept")
        case PlaceBid(units=bids):
            names = ", ".join(f"{lexicon.forces(kinds, lang)} {lexicon.name(s, lang)}" for s, kinds in bids.items())
            return text("place_bid", moves=names) if names else text("keep_bid")
    return text(action.kind) if lexicon.has(f"action.{action.kind}") else action.kind
