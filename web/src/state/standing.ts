/** Standing orders in the words of a form: which policies answer which decisions. */

import type { Id, Policy } from "../api/types";
import type { Book } from "./book";

/** How losses are taken: by hand, by price, aircraft last, or in an order of one's own. */
export interface LossWish {
  way: "ask" | "cheap" | "air" | "own";
  order: Id[];
  keepLand: boolean;
}

const fixed = (action: Record<string, unknown>): Policy => ({ policy: "fixed", action });
const submarines: Record<string, Policy> = {
  stay: { policy: "submarines_stay" },
  leave: { policy: "submarines_flee" },
};

/** The ready-made answers to each kind of decision but losses: name of the choice → policy. */
export const CHOICES: Readonly<Record<string, Readonly<Record<string, Policy>>>> = {
  withdraw: submarines,
  submarines,
  intercept: { never: fixed({ kind: "intercept", fighters: {} }) },
  consent: {
    yes: fixed({ kind: "consent", agree: true }),
    no: fixed({ kind: "consent", agree: false }),
  },
  assign_hits: { first: { policy: "first_choice" } },
  land_displaced: { first: { policy: "first_choice" } },
  retreat: {
    never: { policy: "retreat_after", rounds: 0 },
    after1: { policy: "retreat_after", rounds: 1 },
    after2: { policy: "retreat_after", rounds: 2 },
    after3: { policy: "retreat_after", rounds: 3 },
  },
};

/** Whether two values of JSON are the same, whatever the order of their fields. */
export function alike(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return one === other;
  const [a, b] = [Object.entries(one), new Map(Object.entries(other))];
  return a.length === b.size && a.every(([key, value]) => b.has(key) && alike(value, b.get(key)));
}

/** The choice that a policy stands for; "ask" if there is none, "other" for one that this form does not know. */
export function choiceOf(kind: string, policy: Policy | undefined): string {
  if (!policy) return "ask";
  const found = Object.entries(CHOICES[kind] ?? {}).find(([, known]) => alike(known, policy));
  return found?.[0] ?? "other";
}

/** Kinds of units that can be lost in battle, cheapest first. */
export function losable(book: Book): Id[] {
  const fighting = [...book.units.values()].filter((unit) => !unit.traits.some((one) => NEVER_LOST.has(one)));
  return fighting.toSorted((a, b) => a.cost - b.cost).map((unit) => unit.id);
}

const NEVER_LOST = new Set(["builds", "anti_air"]);

export function lossWish(book: Book, policy: Policy | undefined): LossWish {
  const all = losable(book);
  if (policy?.policy !== "loss_order") return { way: policy ? "own" : "ask", order: all, keepLand: true };
  const named = ((policy["order"] ?? []) as Id[]).filter((kind) => all.includes(kind));
  const order = [...named, ...all.filter((kind) => !named.includes(kind))];
  const keepLand = Boolean(policy["keep_land"]);
  const given = (policy["order"] ?? []) as Id[];
  const way = !given.length ? "cheap" : alike(given, book.aircraftLast()) ? "air" : "own";
  return { way, order, keepLand };
}

export function lossPolicy(book: Book, wish: LossWish): Policy | null {
  if (wish.way === "ask") return null;
  const order = { cheap: [], air: book.aircraftLast(), own: wish.order }[wish.way];
  return { policy: "loss_order", order, keep_land: wish.keepLand };
}

/** A list with one entry moved up (-1) or down (+1). */
export function shifted<T>(list: readonly T[], index: number, by: number): T[] {
  const to = index + by;
  if (to < 0 || to >= list.length) return [...list];
  const copy = [...list];
  const [entry] = copy.splice(index, 1);
  copy.splice(to, 0, entry!);
  return copy;
}
