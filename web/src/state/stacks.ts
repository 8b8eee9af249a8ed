/** Units that look the same in one space, gathered for drawing and choosing. */

import type { Id, UnitView } from "../api/types";

export interface UnitGroup {
  power: Id;
  kind: Id;
  ids: Id[];
  damage: number;
  left: number;
  done: boolean;
  airborne: boolean;
  /** The ship they are on. */
  aboard: Id;
  task: string;
  target: Id;
  /** What each of these ships carries: ship → units. */
  cargo: Record<Id, Id[]>;
}

/** The first unit stands for its group. */
export const groupKey = (group: UnitGroup): Id => group.ids[0]!;

export function gather(units: Readonly<Record<Id, UnitView>>): Map<Id, UnitGroup[]> {
  const cargo = new Map<Id, Id[]>();
  for (const [id, unit] of Object.entries(units)) {
    if (unit.aboard) cargo.set(unit.aboard, [...(cargo.get(unit.aboard) ?? []), id]);
  }
  const spaces = new Map<Id, UnitGroup[]>();
  const groups = new Map<string, UnitGroup>();
  for (const [id, unit] of Object.entries(units)) {
    const load = cargo.get(id);
    const { power, kind, space, aboard = "", damage = 0, left = 0, done = false, airborne = false } = unit;
    const { task = "", target = "" } = unit;
    // A loaded ship is unlike any other.
    const key = [space, power, kind, aboard, damage, left, done, airborne, task, target, load ? id : ""].join("|");
    let group = groups.get(key);
    if (!group) {
      group = { ...{ power, kind, aboard, damage, left, done, airborne, task, target }, ids: [], cargo: {} };
      groups.set(key, group);
      spaces.set(space, [...(spaces.get(space) ?? []), group]);
    }
    group.ids.push(id);
    if (load) group.cargo[id] = load;
  }
  return spaces;
}
