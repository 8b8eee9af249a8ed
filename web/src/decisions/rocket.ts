/** The shots that are open to a power with rockets: which gun reaches which factory. */

import type { DecisionView, Id } from "../api/types";

export interface Shot {
  gun: Id;
  target: Id;
  /** IPC it costs the enemy on average. */
  damage: number;
}

export function shotsOf(decision: DecisionView): Shot[] {
  return decision.choices.flatMap(({ action, damage }) =>
    action.kind === "fire_rocket"
      ? [{ gun: String(action["gun"]), target: String(action["target"]), damage: damage ?? 0 }]
      : [],
  );
}

/** The shot that is being aimed: as far as gun and target were chosen, else what was suggested. */
export function aimed(decision: DecisionView, { gun, target }: { gun: Id; target: Id }): Shot | null {
  const shots = shotsOf(decision);
  const suggested = decision.default;
  return (
    shots.find((shot) => shot.gun === gun && shot.target === target) ??
    shots.find((shot) => shot.target === target && !gun) ??
    best(shots.filter((shot) => shot.gun === gun)) ??
    shots.find((shot) => shot.gun === suggested?.["gun"] && shot.target === suggested["target"]) ??
    best(shots)
  );
}

function best(shots: readonly Shot[]): Shot | null {
  return shots.reduce<Shot | null>((most, shot) => (most && most.damage >= shot.damage ? most : shot), null);
}
