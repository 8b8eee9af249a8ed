/** Aircraft in the air, told in words: what they are, where they took off, where they are now. */

import type { Id, MoveView, UnitView } from "../api/types";

export interface Flight {
  kind: Id;
  power: Id;
  /** Where they took off this phase ("" if that is not known any more). */
  from: Id;
  at: Id;
  ids: Id[];
}

/** Aircraft of one kind that came the same way make one flight; the order of the ids is kept. */
export function flights(
  ids: readonly Id[],
  units: Readonly<Record<Id, UnitView>>,
  moves: readonly Pick<MoveView, "units" | "route">[],
): Flight[] {
  const found = new Map<string, Flight>();
  for (const id of ids) {
    const unit = units[id];
    if (!unit) continue;
    const from = moves.find((move) => move.units.includes(id))?.route[0] ?? "";
    const key = [unit.power, unit.kind, from, unit.space].join("|");
    const flight = found.get(key) ?? { kind: unit.kind, power: unit.power, from, at: unit.space, ids: [] };
    flight.ids.push(id);
    found.set(key, flight);
  }
  return [...found.values()];
}
