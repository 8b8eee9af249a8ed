/** What the engine asks, by kind of decision (docs/server.md, "The snapshot"). */

import type { Counts, DecisionView, Id } from "../api/types";

interface Abouts {
  research: { price: number; most: number };
  purchase: { money: number; prices: Counts; capacity: number; repairs?: Counts };
  place_bid: { bid: number; prices: Counts };
  placement: { pool: Counts };
  next_battle: { spaces: Id[] };
  choose_casualties: { space: Id; hits: number; units: Id[]; cause: string; targets?: Counts };
  assign_hits: { space: Id; hits: number; room: Counts; target?: string };
  withdraw: { space: Id; submarines: Record<Id, Id[]> };
  submarines: { space: Id; submarines: Id[]; round: number };
  bombardment: { space: Id; ships: Record<Id, Id[]>; limits: Counts };
  fight_or_ignore: { zone: Id; space: Id };
  consent: { asked_by: Id; ship: Id };
  intercept: { fighters: Record<Id, Id[]> };
  retreat: { space: Id; spaces: Id[]; round: number };
  land_displaced: { space: Id; fighters: Id[]; room: Counts };
}

export function about<Kind extends keyof Abouts>(decision: DecisionView, _kind: Kind): Abouts[Kind] {
  return decision.about as unknown as Abouts[Kind];
}

/** The kind of a unit from its id: «infantry17» is infantry. */
export const kindOf = (id: Id): Id => id.replace(/\d+$/, "");

/** Ids by kind, each kind in the order given. */
export function byKind(ids: readonly Id[]): Map<Id, Id[]> {
  const kinds = new Map<Id, Id[]>();
  for (const id of ids) kinds.set(kindOf(id), [...(kinds.get(kindOf(id)) ?? []), id]);
  return kinds;
}
