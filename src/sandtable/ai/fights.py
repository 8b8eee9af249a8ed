"""Decisions of a battle: what is lost, when to break off, what submarines and fighters do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from sandtable.ai.estimate import Clash
from sandtable.ai.raids import BOMBS
from sandtable.ai.situation import Situation, victors
from sandtable.ai.threats import Threats
from sandtable.core.values import Action, Decision
from sandtable.warfare.actions import (
    AssignHits,
    ChooseCasualties,
    DeclareAttack,
    FightOn,
    FireRocket,
    Intercept,
    LandDisplaced,
    NextBattle,
    Pass,
    Retreat,
    Shell,
    Submerge,
    Withdraw,
)
from sandtable.warfare.policies import LossOrder
from sandtable.warfare.state import Battle, Unit
from sandtable.warfare.variants.interceptors import INTERCEPTING, EscortsAndInterceptors

RAIDING = frozenset(("raid", "raided"))
"""Tasks of those who fight in no battle on the ground."""


def losses(situation: Situation, threats: Threats, decision: Decision) -> Action:
    """The cheapest go first, but an attacker on land keeps one unit that can take the territory where that pays."""
    state, rules = situation.state, situation.rules
    if state.battle is not None and state.battle.lists:
        return ChooseCasualties(next(iter(state.battle.lists.values())))  # allies agree with what was named
    owners = {state.units[ident].power for ident in decision.about["units"]}
    order: tuple[str, ...] = ()
    if owners <= situation.enemies:
        order = tuple(sorted(rules.types, key=lambda kind: -rules.types[kind].cost))
    cheapest = _casualties(situation, decision, LossOrder(order))
    attacking = situation.power == state.power and owners <= situation.allies
    if not attacking or state.battle is None or rules.board.is_sea[decision.about["space"]]:
        return cheapest
    keeping = _casualties(situation, decision, LossOrder(order, keep_land=True))
    if _spent(situation, keeping) == _spent(situation, cheapest):
        return keeping
    left = {action: _left(situation, threats, state.battle, action) for action in (keeping, cheapest)}
    return max(left, key=left.__getitem__)


def _casualties(situation: Situation, decision: Decision, policy: LossOrder) -> ChooseCasualties:
    """What is lost in a certain order."""
    rules, state = situation.rules, situation.state
    answer = policy.answer(rules, state, decision, rules.menu(state, decision))
    assert isinstance(answer, ChooseCasualties)
    return answer


def _spent(situation: Situation, losses: ChooseCasualties) -> Counter[str]:
    """The units lost, by kind."""
    return Counter(situation.state.units[ident].kind for ident in losses.units)


def _left(situation: Situation, threats: Threats, battle: Battle, losses: ChooseCasualties) -> float:
    """What a battle on land is still worth to the attackers after losses, less what those cost."""
    state, rules, caution = situation.state, situation.rules, situation.tuning.caution
    standing = tuple(ident for ident in battle.attackers if ident not in losses.units)
    later = msgspec.structs.replace(battle, attackers=standing)
    attack = Counter(state.units[ident].kind for ident in standing)
    clash = prospects(situation, later)
    leaving = rules.who_breaks_off(later)
    falling_back = Counter(state.units[ident].kind for ident in leaving if state.units[ident].kind not in rules.air)
    prize = _prize(situation, threats, battle.space, attack, falling_back, clash)
    worth = clash.win * prize + clash.defender_loss - caution * clash.attacker_loss
    if len(leaving) == len(standing) and _defending(situation, later)[1] and rules.retreat_spaces(state, later):
        worth = max(0.0, worth, _next_round(situation, later, attack, prize))
    return worth - caution * situation.cost(_spent(situation, losses))


def share_of_hits(situation: Situation, decision: Decision) -> Action:
    """Hits go to the nation it hurts most if it is an enemy, least if a friend: by the value of what it has there."""
    state, rules = situation.state, situation.rules
    room: dict[str, int] = decision.about["room"]
    left = decision.about["hits"]
    assert state.battle is not None
    able = Counter(rules.eligible(state, state.battle, state.battle.hits[0]))
    cheapest: dict[str, list[float]] = {power: [] for power in room}
    for ident, hits in able.items():  # who takes several hits loses nothing by the first
        unit = state.units[ident]
        cheapest[unit.power] += [*[0.0] * (hits - 1), _price(situation, unit)]
    for prices in cheapest.values():
        prices.sort()
    foes = set(room) <= situation.enemies
    shares: Counter[str] = Counter()
    for _ in range(left):
        open_to = [power for power in room if shares[power] < room[power]]
        price = {p: cheapest[p][min(shares[p], len(cheapest[p]) - 1)] if cheapest[p] else 0 for p in open_to}
        chosen = max(open_to, key=price.__getitem__) if foes else min(open_to, key=price.__getitem__)
        shares[chosen] += 1
    return AssignHits(dict(+shares))


def _price(situation: Situation, unit: Unit) -> float:
    """What is lost with a unit: it and its cargo."""
    return situation.cost(Counter((unit.kind,)) + cargo(situation, (unit.id,)))


def cargo(situation: Situation, ships: Iterable[str]) -> Counter[str]:
    """Troops that go down with ships; aircraft on decks fight for themselves."""
    state, air = situation.state, situation.rules.air
    return Counter(unit.kind for ship in ships for unit in state.aboard(state.units[ship]) if unit.kind not in air)


def prospects(situation: Situation, battle: Battle) -> Clash:
    """How the battle in progress will go, seen from the attacker."""
    state = situation.state
    attack = Counter(state.units[ident].kind for ident in battle.attackers)
    return situation.estimator.clash(state.power, attack, *_defending(situation, battle))


def _defending(situation: Situation, battle: Battle) -> tuple[str, Counter[str]]:
    """Whose the defence in a battle is, and who still fights."""
    state = situation.state
    defend = Counter(state.units[ident].kind for ident in battle.defenders if ident not in battle.behind_line)
    return (state.units[battle.defenders[0]].power if battle.defenders else situation.main_enemy(battle.space)), defend


def retreat(situation: Situation, threats: Threats, decision: Decision, clash: Clash | None) -> Action:
    """Fight on as long as that gains more than it costs, counting what a counter-attack on the victors would take."""
    state, rules, tuning = situation.state, situation.rules, situation.tuning
    battle = state.battle
    assert battle is not None
    clash = clash or prospects(situation, battle)
    attack = Counter(state.units[ident].kind for ident in battle.attackers)
    leaving = Counter(state.units[ident].kind for ident in rules.who_breaks_off(battle))  # landed units cannot
    falling_back = Counter({kind: number for kind, number in leaving.items() if kind not in rules.air})
    spaces: list[str] = decision.about["spaces"]
    refuge = max(spaces, key=lambda space: _refuge(situation, threats, space, falling_back))
    if situation.board.is_sea[battle.space]:
        worth = _spoils(situation, battle)
    else:
        worth = _prize(situation, threats, battle.space, attack, falling_back, clash)
    own = situation.cost(cargo(situation, battle.attackers))
    gain = clash.win * worth + clash.defender_loss - tuning.caution * (clash.attacker_loss + (1 - clash.win) * own)
    if leaving == attack and not situation.board.is_sea[battle.space]:
        gain = max(gain, _next_round(situation, battle, attack, worth))
    if falling_back.keys() & rules.holders and tuning.strafe:
        gain -= tuning.strafe * min(0.0, _refuge(situation, threats, refuge, falling_back))  # no safer there than here
    return FightOn() if gain >= -0.5 else Retreat(refuge)


def _next_round(situation: Situation, battle: Battle, attack: Counter[str], prize: float) -> float:
    """What it is worth to fight another round, and on only as long as that pays."""
    enemy, defenders = _defending(situation, battle)
    power, caution = situation.state.power, situation.tuning.caution
    return situation.estimator.prospect(power, attack, enemy, defenders, False, prize, caution)


def _prize(
    situation: Situation, threats: Threats, space: str, attack: Counter[str], marching: Counter[str], clash: Clash
) -> float:
    """What it is worth to take a territory, less what that exposes of those who could still go elsewhere."""
    holders = situation.rules.holders
    worth = situation.worth(space) if attack.keys() & holders else 0.0
    if marching.keys() & holders and situation.tuning.strafe:
        worth -= _exposure(situation, threats, space, attack, marching, clash)
    return worth


def _exposure(
    situation: Situation, threats: Threats, space: str, attack: Counter[str], marching: Counter[str], clash: Clash
) -> float:
    """What a counter-attack on the victors would cost: they themselves, and what land is worth beyond this turn."""
    tuning = situation.tuning
    rest, left = threats.without(space), victors(situation, marching, attack, clash)
    danger = rest.danger(space, left, 0.0)
    fleeting = tuning.fleeting * danger.likely * situation.lasting(space)
    return tuning.strafe * danger.risk + fleeting + rest.lost_for_victory(space, left)


def _spoils(situation: Situation, battle: Battle) -> float:
    """What is won with a sea besides the ships that are sunk: their cargo, and landings that wait for it."""
    waiting: dict[str, Counter[str]] = {}
    for unit in situation.state.units_in(battle.space):
        if unit.task == "land":
            waiting.setdefault(unit.target, Counter())[unit.kind] += 1
    landings = 0.0
    for target in situation.rules.in_board_order(waiting):
        force = committed(situation, situation.state.power, target)
        landings += max(0.0, _assault(situation, target, force) - _assault(situation, target, force - waiting[target]))
    return situation.cost(cargo(situation, battle.defenders)) + landings


def _assault(situation: Situation, target: str, force: Counter[str]) -> float:
    """What an attack on land is worth that has been ordered."""
    if not force:
        return 0.0
    power, foes = situation.state.power, situation.opposition(target)
    gun = situation.has_gun(target, power)
    clash = situation.estimator.clash(power, force, situation.main_enemy(target), foes, gun)
    worth = situation.worth(target) if force.keys() & situation.rules.holders else 0.0
    return max(0.0, clash.win * worth + clash.defender_loss - situation.tuning.caution * clash.attacker_loss)


def committed(situation: Situation, power: str, target: str) -> Counter[str]:
    """Units of a power that have been ordered to attack a territory: those that are there, and those who will land."""
    rules = situation.rules
    return Counter(
        unit.kind
        for unit in situation.state.units_of(power)
        if unit.kind in rules.holders | rules.air
        and (unit.target == target if unit.task == "land" else unit.space == target and unit.task not in RAIDING)
    )


def _refuge(situation: Situation, threats: Threats, space: str, force: Counter[str]) -> float:
    """How good it is to fall back to a space: by how much less the enemy could gain there."""
    if not space:
        return 0.0
    at_sea = situation.board.is_sea[space]
    there = situation.fleet(space) if at_sea else situation.garrison(space)
    worth = 0.0 if at_sea else None
    return threats.danger(space, there, worth).risk - threats.danger(space, there + force, worth).risk


def _losing(situation: Situation) -> bool:
    """Whether the own side had better get out of the battle in progress."""
    battle = situation.state.battle
    assert battle is not None
    if not battle.attackers or not battle.defenders:
        return False
    clash = prospects(situation, battle)
    if situation.state.power == situation.power:  # as attacks are planned: two transports are worth a submarine
        gain = clash.defender_loss + clash.win * _spoils(situation, battle)
        return gain < situation.tuning.caution * clash.attacker_loss
    return clash.win > 0.6


def withdraw(situation: Situation, threats: Threats, decision: Decision) -> Action:
    """Submarines slip away from a battle that is lost, to the safest zone."""
    if not _losing(situation):
        return Withdraw()
    goals = {}
    for ident, zones in decision.about["submarines"].items():
        kind = situation.state.units[ident].kind
        goals[ident] = max(zones, key=lambda zone: _refuge(situation, threats, zone, Counter({kind: 1})))
    return Withdraw(goals)


def submerge(situation: Situation, decision: Decision) -> Action:
    """Submarines strike while that goes well, and dive when it does not."""
    return Submerge(tuple(decision.about["submarines"]) if _losing(situation) else ())


def next_battle(situation: Situation, decision: Decision) -> Action:
    """The sea first, then the most valuable land."""
    spaces: list[str] = decision.about["spaces"]
    return NextBattle(max(spaces, key=lambda space: (situation.board.is_sea[space], situation.worth(space))))


def shelling(situation: Situation, decision: Decision) -> Action:
    """As many ships as may fire, the strongest first."""
    state, rules = situation.state, situation.rules
    ships: list[str] = []
    for zone, idents in decision.about["ships"].items():
        ranked = sorted(idents, key=lambda ident: -rules.attack_value(state, state.units[ident]))
        ships += ranked[: decision.about["limits"][zone]]
    return Shell(tuple(ships))


def fight_or_ignore(situation: Situation, decision: Decision) -> Action:
    """Ships that can be ignored are attacked if that is cheap."""
    zone = decision.about["zone"]
    state, rules = situation.state, situation.rules
    own = Counter(u.kind for u in state.units_in(zone) if u.power == situation.power and u.kind in rules.ships)
    clash = situation.estimator.chase(situation.power, own, situation.main_enemy(zone), situation.opposition(zone))
    return DeclareAttack(zone, attack=clash.win > 0.85 and clash.defender_loss > clash.attacker_loss)


def intercept(situation: Situation, decision: Decision) -> Action:
    """As many fighters rise as do more harm among the raiders than they are missed on the ground (S42-OPT-05)."""
    rising = {}
    for space, fighters in decision.about["fighters"].items():
        gains = [_gain_above(situation, space, fighters[:number]) for number in range(len(fighters) + 1)]
        if number := max(range(len(gains)), key=gains.__getitem__):
            rising[space] = tuple(fighters[:number])
    return Intercept(rising)


def _gain_above(situation: Situation, space: str, fighters: Sequence[str]) -> float:
    """What fighters gain by meeting raiders in the air, less what their absence costs on the ground, in IPC."""
    state, rules = situation.state, situation.rules
    assert isinstance(rules, EscortsAndInterceptors)
    raiders = rules.raiders_over(state, space)
    bombers = sum(unit.kind in rules.raiders for unit in raiders)
    escorts = len(raiders) - bombers
    hits = min(len(raiders), len(fighters) * rules.interceptor_value / rules.die_sides)
    lost = min(len(fighters), escorts * rules.escort_value / rules.die_sides)
    risen = Counter(state.units[ident].kind for ident in fighters)
    price = situation.cost(Counter(unit.kind for unit in raiders)) / len(raiders)
    own = situation.cost(risen) / max(1, len(fighters))
    harm = hits * (price + BOMBS * bombers / len(raiders)) - lost * own
    attack = committed(situation, state.power, space)
    if not attack:
        return harm
    above = {unit.id for unit in state.units_in(space) if unit.task == INTERCEPTING}  # those of an ally
    garrison = situation.garrison(space, above)
    with_them, without = (_lost_below(situation, space, attack, left) for left in (garrison, garrison - risen))
    return harm - (without - with_them)


def _lost_below(situation: Situation, space: str, attack: Counter[str], garrison: Counter[str]) -> float:
    """What the defenders of a territory may expect to lose to an attack that has been ordered."""
    state = situation.state
    clash = situation.estimator.clash(
        state.power, attack, situation.power, garrison, situation.has_gun(space, state.power)
    )
    falls = clash.win if attack.keys() & situation.rules.holders else 0.0
    return falls * situation.worth(space) + clash.defender_loss - clash.attacker_loss


def displaced(situation: Situation, threats: Threats, decision: Decision) -> Action:
    """Homeless fighters land where they are safest."""
    state = situation.state
    room: dict[str, int] = dict(decision.about["room"])
    places: dict[str, str] = {}
    for ident in decision.about["fighters"]:
        kind = Counter({state.units[ident].kind: 1})
        free = [place for place, slots in room.items() if slots > 0]
        if not free:
            break
        space = {place: state.units[place].space if place in state.units else place for place in free}
        best = max(free, key=lambda place: _refuge(situation, threats, space[place], kind))
        places[ident] = best
        room[best] -= 1
    return LandDisplaced(places)


def rocket(situation: Situation, shots: list[FireRocket]) -> Action:
    """At the enemy with most to lose."""
    state, rules = situation.state, situation.rules
    if not shots:
        return Pass()
    return max(shots, key=lambda shot: (state.money.get(rules.owner(state, shot.target), 0), shot.target))
