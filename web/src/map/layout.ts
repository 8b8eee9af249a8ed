/** Where units stand: every kind on its own where there is room, otherwise one counter per power. */

import type { Id } from "../api/types";
import type { UnitGroup } from "../state/stacks";
import type { MapSpace, Point } from "./board";

export interface Token {
  /** A kind of unit, or "" for a counter that stands for all units of a power. */
  kind: Id;
  power: Id;
  count: number;
  groups: UnitGroup[];
  at: Point;
  /** Everything in it has finished moving. */
  spent: boolean;
  airborne: boolean;
  damaged: boolean;
}

export interface Standing {
  space: Id;
  tokens: Token[];
  /** Width of a token in map units. */
  side: number;
}

/** Pieces smaller than this on the screen cannot be told apart. */
const SMALLEST = 15;

/** Units of one power and kind make one token; what is aboard a ship is counted on the ship. */
function tokensOf(groups: readonly UnitGroup[], sea: boolean, order: readonly Id[]): Omit<Token, "at">[] {
  const tokens = new Map<string, Omit<Token, "at">>();
  for (const group of groups) {
    if (group.kind === "factory") continue; // has a mark of its own
    if (sea && group.aboard && !group.airborne) continue;
    const key = `${group.power} ${group.kind}`;
    const token = tokens.get(key) ?? {
      ...{ kind: group.kind, power: group.power, count: 0, groups: [], spent: true, airborne: false, damaged: false },
    };
    token.count += group.ids.length;
    token.groups.push(group);
    token.spent &&= group.done;
    token.airborne ||= group.airborne;
    token.damaged ||= group.damage > 0;
    tokens.set(key, token);
  }
  return [...tokens.values()].sort(
    (a, b) => a.power.localeCompare(b.power) || order.indexOf(a.kind) - order.indexOf(b.kind),
  );
}

/** All units of a power in one counter. */
function summed(tokens: readonly Omit<Token, "at">[], power: Id, at: Point): Token {
  const own = tokens.filter((token) => token.power === power);
  return {
    kind: "",
    power,
    count: own.reduce((sum, token) => sum + token.count, 0),
    groups: own.flatMap((token) => token.groups),
    at,
    spent: own.every((token) => token.spent),
    airborne: own.some((token) => token.airborne),
    damaged: false,
  };
}

/** `largest` and `counter` are the widths of a piece and of a counter on the screen. */
export function stand(
  space: MapSpace,
  groups: readonly UnitGroup[],
  scale: number,
  largest: number,
  counter: number,
  order: readonly Id[],
): Standing {
  const tokens = tokensOf(groups, space.kind === "sea", order);
  const width = Math.min(largest, space.room * 2 * scale);
  if (width >= SMALLEST && tokens.length <= space.anchors.length) {
    const placed = tokens.map((token, index) => ({ ...token, at: space.anchors[index]! }));
    return { space: space.id, tokens: placed, side: width / scale };
  }
  const side = counter / scale;
  const powers = [...new Set(tokens.map((token) => token.power))];
  const centre = space.anchors[0] ?? space.centre;
  const counters = powers.map((power, index) =>
    summed(tokens, power, [centre[0] + (index - (powers.length - 1) / 2) * side * 0.9, centre[1]]),
  );
  return { space: space.id, tokens: counters, side };
}
